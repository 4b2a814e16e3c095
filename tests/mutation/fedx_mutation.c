/* SPDX-License-Identifier: Apache-2.0
 *
 * Try the mutants of one build with four checks. Three are under the stimulus of
 * `fedx verify`, and sharper each: the end-to-end scoreboard alone, output pins too,
 * registers and stores too. The fourth is state injection. For each mutant and check
 * a line says when it was caught.
 *
 *     fedx_mutation OBJECT FIRST LAST TRIES [CHECK]
 *
 *     NUMBER packets|pins|state CYCLE WHAT     0: not caught in TRIES cycles
 *     NUMBER injection STATE WHAT              nor by TRIES states
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/bench/fedx_state_injection.h"
#include "fedx/bench/fedx_stimulus.h"

enum check { CHECK_PACKETS, CHECK_PINS, CHECK_STATE, CHECK_INJECTION, CHECKS };
static const char *const check_names[CHECKS] = {"packets", "pins", "state", "injection"};

/* What the checks see of a mutant. */
struct mutant {
    struct node_ops whole; /* as the object has it */
    struct node_ops pins;  /* without registers and stores */
    uint64_t tries;             /* cycles or states of each check */
};

static struct fedx_stimulus *create(const struct mutant *m, enum check check)
{
    struct stimulus_config config = {.seed = 1, .cycles = m->tries, .profile = -1};

    config.ops = check == CHECK_PACKETS ? &m->pins : &fedx_node_lockstep;
    config.inner = check == CHECK_PINS ? &m->pins : &m->whole;
    return fedx_stimulus_create(&config);
}

static void print_at(uint64_t at, const struct divergence *d)
{
    if (d->lane >= 0)
        printf("%" PRIu64 " %s[%d]\n", at, d->field, d->lane);
    else
        printf("%" PRIu64 " %s\n", at, d->field);
}

static int out_of_memory(void)
{
    fprintf(stderr, "fedx_mutation: out of memory\n");
    return -1;
}

static int try_stimulus(const struct mutant *m, enum check check)
{
    struct fedx_stimulus *s = create(m, check);

    if (!s)
        return out_of_memory();
    while (!fedx_stimulus_episode(s))
        ;
    const struct stimulus_result *r = fedx_stimulus_result(s);
    const struct divergence *d = check == CHECK_PACKETS ? NULL : lockstep_divergence(fedx_stimulus_node(s));
    if (!r->failed)
        printf("0 -\n");
    else if (d)
        print_at(d->cycle, d);
    else
        printf("%" PRIu64 " %s\n", r->cycles, r->text);
    fedx_stimulus_destroy(s);
    return 0;
}

static int try_injection(const struct mutant *m)
{
    struct injection_config config = {.kind = &fedx_kind, .states = &fedx_kind_injection, .inner = &m->whole, .seed = 1, .count = m->tries, .threads = 1};
    struct injection *i = injection_create(&config);

    if (!i)
        return out_of_memory();
    while (injection_round(i) == 0)
        ;
    const struct injection_result *r = injection_result(i);
    if (!r->failed)
        printf("0 -\n");
    else /* before the first state: in the reset */
        print_at(r->states ? r->states : 1, injection_divergence(i));
    injection_destroy(i);
    return 0;
}

static int try_check(const struct mutant *m, unsigned number, enum check check)
{
    int status;

    printf("%u %s ", number, check_names[check]);
    status = check == CHECK_INJECTION ? try_injection(m) : try_stimulus(m, check);
    fflush(stdout);
    return status;
}

static int number_of(const char *text, uint64_t *value)
{
    char *end;

    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end ? 0 : -1;
}

/* The function of the object that says which mutant its nodes are. */
static void (*selector(const char *object))(unsigned)
{
    void *handle = dlopen(object, RTLD_NOW);
    void (*select)(unsigned) = NULL;

    if (handle)
        *(void **)&select = dlsym(handle, "fedx_mutant_select");
    return select;
}

int main(int argc, char **argv)
{
    struct mutant m;
    uint64_t first, last;
    char error[512];

    if (argc < 5 || argc > 6 || number_of(argv[2], &first) || number_of(argv[3], &last) ||
        number_of(argv[4], &m.tries)) {
        fprintf(stderr, "usage: fedx_mutation OBJECT FIRST LAST TRIES [packets|pins|state|injection]\n");
        return 2;
    }
    const struct node_ops *ops = fedx_node_open(argv[1], error, sizeof error);
    void (*select)(unsigned) = ops ? selector(argv[1]) : NULL;
    if (!select) {
        fprintf(stderr, "fedx_mutation: %s\n", ops ? "no mutants in this object" : error);
        return 2;
    }
    m.whole = m.pins = *ops;
    m.pins.state = NULL;
    m.pins.store = NULL;
    for (uint64_t number = first; number <= last; number++) {
        select((unsigned)number);
        for (int check = 0; check < CHECKS; check++)
            if ((argc == 5 || strcmp(argv[5], check_names[check]) == 0) &&
                try_check(&m, (unsigned)number, (enum check)check))
                return 2;
    }
    return 0;
}

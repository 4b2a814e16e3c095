/* SPDX-License-Identifier: Apache-2.0
 *
 * Try the mutants of one build under the stimulus of `fedx verify`, each with three
 * checks of growing sharpness: the end-to-end scoreboard alone, output pins too,
 * registers and stores too. For each mutant and check a line says when it was caught.
 *
 *     fedx_mutation OBJECT FIRST LAST CYCLES [CHECK]
 *
 *     NUMBER packets|pins|state CYCLE WHAT     CYCLE 0: not caught within CYCLES
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/fedx_lockstep.h"
#include "verify/fedx_stimulus.h"

enum check { CHECK_PACKETS, CHECK_PINS, CHECK_STATE, CHECKS };
static const char *const check_names[CHECKS] = {"packets", "pins", "state"};

/* What the checks see of a mutant. */
struct mutant {
    struct fedx_node_ops whole; /* as the object has it */
    struct fedx_node_ops pins;  /* without registers and stores */
    uint64_t cycles;            /* to try each check for */
};

static struct fedx_stimulus *create(const struct mutant *m, enum check check)
{
    struct fedx_stimulus_config config = {.seed = 1, .cycles = m->cycles, .profile = -1};

    config.ops = check == CHECK_PACKETS ? &m->pins : &fedx_node_lockstep;
    config.inner = check == CHECK_PINS ? &m->pins : &m->whole;
    return fedx_stimulus_create(&config);
}

static void print_caught(const struct fedx_stimulus_result *r, const struct fedx_divergence *d)
{
    if (!r->failed)
        printf("0 -\n");
    else if (d && d->lane >= 0)
        printf("%" PRIu64 " %s[%d]\n", d->cycle, d->field, d->lane);
    else
        printf("%" PRIu64 " %s\n", d ? d->cycle : r->cycles, d ? d->field : r->text);
}

static int try_check(const struct mutant *m, unsigned number, enum check check)
{
    struct fedx_stimulus *s = create(m, check);

    if (!s) {
        fprintf(stderr, "fedx_mutation: out of memory\n");
        return -1;
    }
    while (!fedx_stimulus_episode(s))
        ;
    printf("%u %s ", number, check_names[check]);
    print_caught(fedx_stimulus_result(s), check == CHECK_PACKETS ? NULL : fedx_lockstep_divergence(fedx_stimulus_node(s)));
    fflush(stdout);
    fedx_stimulus_destroy(s);
    return 0;
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

    if (argc < 5 || argc > 6 || number_of(argv[2], &first) || number_of(argv[3], &last) || number_of(argv[4], &m.cycles)) {
        fprintf(stderr, "usage: fedx_mutation OBJECT FIRST LAST CYCLES [packets|pins|state]\n");
        return 2;
    }
    const struct fedx_node_ops *ops = fedx_node_open(argv[1], error, sizeof error);
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
            if ((argc == 5 || strcmp(argv[5], check_names[check]) == 0) && try_check(&m, (unsigned)number, (enum check)check))
                return 2;
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Try the mutants of one build with four checks. One is state injection. Three are under
 * the stimulus of `fedx verify`, and duller each: registers, stores and output pins;
 * pins alone; the end-to-end scoreboard alone. For each mutant and check a line says
 * when it was caught.
 *
 *     mutation KIND OBJECT FIRST LAST TRIES [CHECK]    kind of router: router_kind.name
 *
 *     NUMBER injection STATE WHAT              0: not caught by TRIES states
 *     NUMBER state|pins|packets CYCLE WHAT     nor in TRIES cycles
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "compare/lockstep.h"
#include "config/registry.h"
#include "vcr/kind/vcr_terminal_kind.h"

enum check { CHECK_INJECTION, CHECK_STATE, CHECK_PINS, CHECK_PACKETS, CHECKS };
static const char *const check_names[CHECKS] = {"injection", "state", "pins", "packets"};

/* What the checks see of a mutant. */
struct mutant {
    const struct router_kind *kind;
    struct node_ops whole; /* as the object has it */
    struct node_ops pins;  /* without registers and stores */
    uint64_t tries;        /* cycles or states of each check */
};

static struct stimulus *create(const struct mutant *m, enum check check)
{
    struct stimulus_config config = {.seed = 1, .cycles = m->tries, .profile = -1};

    config.ops = check == CHECK_PACKETS ? &m->pins : m->kind->parts->lockstep->node;
    config.inner = check == CHECK_PINS ? &m->pins : &m->whole;
    return stimulus_create(m->kind->parts->bench->stimulus, m->kind, &config);
}

static void print_at(uint64_t at, const struct mismatch *d)
{
    if (d->lane >= 0)
        printf("%" PRIu64 " %s[%d]\n", at, d->field, d->lane);
    else
        printf("%" PRIu64 " %s\n", at, d->field);
}

static int out_of_memory(void)
{
    fprintf(stderr, "mutation: out of memory\n");
    return -1;
}

/* @return whether it was caught, or -1 */
static int try_stimulus(const struct mutant *m, enum check check)
{
    const struct stimulus_kind *stimulus = m->kind->parts->bench->stimulus;
    struct stimulus *s = create(m, check);
    int caught;

    if (!s)
        return out_of_memory();
    while (!stimulus->episode(s))
        ;
    const struct stimulus_result *r = &s->result;
    const struct mismatch *d = check == CHECK_PACKETS ? NULL : lockstep_mismatch(s->node);
    caught = r->failed != 0;
    if (!caught)
        printf("0 -\n");
    else if (d)
        print_at(d->cycle, d);
    else
        printf("%" PRIu64 " %s\n", r->cycles, r->text);
    stimulus_destroy(s);
    return caught;
}

/* @return as try_stimulus */
static int try_injection(const struct mutant *m)
{
    struct injection_config config = {.kind = m->kind,
                                      .states = m->kind->parts->bench->injection,
                                      .inner = &m->whole,
                                      .seed = 1,
                                      .count = m->tries,
                                      .threads = 1};
    struct injection *i = injection_create(&config);
    int caught;

    if (!i)
        return out_of_memory();
    while (injection_round(i) == 0)
        ;
    const struct injection_result *r = injection_result(i);
    caught = r->failed != 0;
    if (!caught)
        printf("0 -\n");
    else /* before the first state: in the reset */
        print_at(r->states ? r->states : 1, injection_mismatch(i));
    injection_destroy(i);
    return caught;
}

/* @return as try_stimulus */
static int try_check(const struct mutant *m, unsigned number, enum check check)
{
    int caught;

    printf("%u %s ", number, check_names[check]);
    caught = check == CHECK_INJECTION ? try_injection(m) : try_stimulus(m, check);
    fflush(stdout);
    return caught;
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
        *(void **)&select = dlsym(handle, "mutant_select");
    return select;
}

/* All checks, or the one that is named. What a sharper check under the same stimulus lets pass a duller one does, too.
 * @return -1: failed */
static int try_mutant(const struct mutant *m, unsigned number, const char *only)
{
    int caught = 1;

    for (int check = 0; check < CHECKS && caught >= 0; check++) {
        if (only && strcmp(only, check_names[check]) != 0)
            continue;
        if (check > CHECK_STATE && !caught)
            printf("%u %s 0 -\n", number, check_names[check]);
        else
            caught = try_check(m, number, (enum check)check);
    }
    return caught < 0 ? -1 : 0;
}

int main(int argc, char **argv)
{
    struct mutant m;
    uint64_t first, last;
    char error[512];

    m.kind = argc == 6 || argc == 7 ? kind_find(unit_kinds, argv[1]) : NULL;
    if (!m.kind || number_of(argv[3], &first) || number_of(argv[4], &last) || number_of(argv[5], &m.tries)) {
        fprintf(stderr, "usage: mutation KIND OBJECT FIRST LAST TRIES [packets|pins|state|injection]\n");
        return 2;
    }
    const struct node_ops *ops = node_load(argv[2], m.kind->model->version, "of this version", error, sizeof error);
    void (*select)(unsigned) = ops ? selector(argv[2]) : NULL;
    if (!select) {
        fprintf(stderr, "mutation: %s\n", ops ? "no mutants in this object" : error);
        return 2;
    }
    m.whole = m.pins = *ops;
    m.pins.state = NULL;
    m.pins.store = NULL;
    for (uint64_t number = first; number <= last; number++) {
        select((unsigned)number);
        if (try_mutant(&m, (unsigned)number, argv[6]))
            return 2;
    }
    return 0;
}

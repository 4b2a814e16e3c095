/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the terminal in lockstep: all pins, all named registers, its packets, legal states.
 *
 *   test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED [STATES]]
 *
 * A terminal alone beside a router that keeps to the protocol or, in half of the episodes, breaks it; then from so many states that
 * are drawn.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "compare/lockstep.h"
#include "cover/coverage.h"
#include "vcr/kind/vcr_terminal_kind.h"

static const struct router_kind *kind_named(const char *name)
{
#define VCR_TERMINAL_BUILD(build, ...) \
    if (strcmp(name, #build) == 0)     \
        return &vcr_terminal_kind_##build;
#include "vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return NULL;
}

/* Every register has changed, so that none was compared in one value alone. @return how many have not */
static int untouched(const struct router_kind *kind, const void *node)
{
    int still = 0;

    for (int k = 0; k < kind->register_count; k++)
        if (!lockstep_touched(node)[k] && strcmp(kind->registers[k].name, "vc") != 0 && strcmp(kind->registers[k].name, "tx_vc") != 0) {
            printf("%s.%s never changed\n", kind->registers[k].block, kind->registers[k].name);
            still++;
        }
    return still;
}

static void print_compared(const struct compared *c)
{
    printf("%" PRIu64 " cycles, %" PRIu64 " pin bits, %" PRIu64 " register lanes, %" PRIu64 " bytes of packets, %" PRIu64 " legal states",
           c->cycles, c->pin_bits, c->registers, c->stores, c->legal);
}

/* @return 1 when model and RTL differ, a packet is not followed to its end, a register never changed, or what cannot be came up */
static int alone(const struct router_kind *kind, const struct stimulus_config *config)
{
    const struct stimulus_kind *stimulus = kind->bench->stimulus;
    struct stimulus *s = stimulus->create(config);
    struct coverage_count n;
    int wrong;

    if (!s)
        return 1;
    lockstep_watch_registers(s->node);
    while (!stimulus->episode(s))
        continue;
    if (lockstep_divergence(s->node))
        kind->lockstep->print(lockstep_divergence(s->node), 0, stdout);
    struct compared c = lockstep_compared(s->node);
    n = coverage_counted(config->coverage, kind->coverage->families);
    wrong = n.impossible || s->result.failed || s->result.delivered == 0 || untouched(kind, s->node) || lockstep_check_stores(s->node);
    print_compared(&c);
    printf(", %" PRIu64 " packets followed, %" PRIu64 " delivered: %s\n", s->result.accepted, s->result.delivered,
           s->result.failed ? s->result.text : "equal");
    printf("%d of %d reachable points hit\n", n.hit, n.reachable);
    stimulus->destroy(s);
    return wrong;
}

/* @return 1 when model and RTL differ, or a state is not legal */
static int from_states(const struct router_kind *kind, const struct node_ops *rtl, uint64_t seed, uint64_t count)
{
    const struct injection_config config = {
        .kind = kind, .states = kind->bench->injection, .inner = rtl, .seed = seed, .count = count, .threads = 1};
    struct injection *i = injection_create(&config);
    int failed;

    if (!i)
        return 1;
    while (injection_round(i) == 0)
        continue;
    failed = injection_result(i)->failed || injection_result(i)->left != 0;
    if (injection_divergence(i))
        kind->lockstep->print(injection_divergence(i), 0, stdout);
    struct compared c = injection_compared(i);
    printf("%" PRIu64 " states injected: ", injection_result(i)->states);
    print_compared(&c);
    printf(": %s\n", failed ? "different" : "equal");
    injection_destroy(i);
    return failed;
}

int main(int argc, char **argv)
{
    char error[512];
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1]) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED [STATES]]\n");
        return 2;
    }
    const struct stimulus_config config = {
        .ops = kind->lockstep->node,
        .inner = node_load(argv[2], VCR_NODE_VERSION, "of this version", error, sizeof error),
        .seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1,
        .cycles = strtoull(argv[3], NULL, 0),
        .profile = -1,
        .coverage = coverage_create(kind->coverage),
    };
    if (!config.inner || !config.coverage) {
        fprintf(stderr, "%s\n", config.inner ? "out of memory" : error);
        return 2;
    }
    int failed = alone(kind, &config) || from_states(kind, config.inner, config.seed, argc > 5 ? strtoull(argv[5], NULL, 0) : 4096);
    coverage_destroy(config.coverage);
    return failed;
}

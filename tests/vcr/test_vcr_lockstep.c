/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the virtual-channel router, or of its terminal, in lockstep: all pins, all named
 * registers, packets, legal states.
 *
 *   test_vcr_lockstep [terminal-]BUILD SHARED_OBJECT CYCLES [SEED [STATES]]
 *
 * It is alone under the stimulus of fedx verify: neighbours that keep to the protocol, or break it in every way.
 * Packets of legal episodes are followed end to end. A terminal is then put into so many states that are drawn.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/injection.h"
#include "compare/lockstep.h"
#include "cover/coverage.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_terminal_kind.h"

static const struct router_kind *kind_named(const char *name)
{
#define VCR_CONFIGURATION(build, kind, ...) \
    if (strcmp(name, #build) == 0)          \
        return &vcr_kind_##build;
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
#define VCR_TERMINAL_BUILD(build, ...)         \
    if (strcmp(name, "terminal-" #build) == 0) \
        return &vcr_terminal_kind_##build;
#include "vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return NULL;
}

/* As BUILD SHARED_OBJECT CYCLES [SEED] on the command line have it, its coverage for the caller to destroy; ends the
 * test when there is no such RTL. */
static struct stimulus_config config_of(const struct router_kind *kind, int argc, char **argv)
{
    char error[512];
    const struct stimulus_config config = {
        .ops = kind->parts->lockstep->node,
        .inner = node_load(argv[2], kind->model->version, "of this version", error, sizeof error),
        .seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1,
        .cycles = strtoull(argv[3], NULL, 0),
        .profile = -1,
        .coverage = coverage_create(kind->parts->coverage),
    };

    if (!config.inner || !config.coverage) {
        fprintf(stderr, "%s\n", config.inner ? "out of memory" : error);
        exit(2);
    }
    return config;
}

static void print(const struct compared *c)
{
    printf("%" PRIu64 " cycles, %" PRIu64 " pin bits, %" PRIu64 " register lanes, %" PRIu64
           " bytes of packets, %" PRIu64 " legal states",
           c->cycles, c->pin_bits, c->registers, c->stores, c->legal);
}

/* Run all of it, and say how much was compared. @return the stimulus; ends the test when out of memory */
static struct stimulus *run(const struct router_kind *kind, const struct stimulus_config *config)
{
    struct stimulus *s = stimulus_create(kind->parts->bench->stimulus, kind, config);

    if (!s) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    lockstep_watch_registers(s->node);
    while (!kind->parts->bench->stimulus->episode(s))
        continue;
    if (s->result.failed)
        printf("seed %" PRIu64 ", episode %" PRIu64 ": %s\n", config->seed, s->result.episode, s->result.text);
    if (lockstep_mismatch(s->node))
        kind->parts->lockstep->print(kind, lockstep_mismatch(s->node), 0, stdout);
    struct compared c = lockstep_compared(s->node);
    print(&c);
    printf(", %" PRIu64 " packets followed, %" PRIu64 " delivered: %s\n", s->result.accepted, s->result.delivered,
           s->result.failed ? "different" : "equal");
    struct coverage_count n = coverage_counted(config->coverage, kind->parts->coverage->families);
    printf("%d of %d reachable points hit\n", n.hit, n.reachable);
    return s;
}

/* Every register has changed, so that none was compared in one value alone. @return how many have not */
static int untouched(const struct router_kind *kind, const void *node)
{
    int still = 0;

    for (int k = 0; k < kind->register_count; k++)
        if (!lockstep_touched(node)[k] && strcmp(kind->registers[k].name, "vc") != 0 &&
            strcmp(kind->registers[k].name, "tx_vc") != 0) {
            printf("%s.%s never changed\n", kind->registers[k].block, kind->registers[k].name);
            still++;
        }
    return still;
}

/* @return 1 when model and RTL differ, no packet is followed to its end, a point of coverage comes up that cannot, or a
 * register of a terminal never changed */
static int alone(const struct router_kind *kind, const struct stimulus_config *config, int terminal)
{
    struct stimulus *s = run(kind, config);
    int wrong = s->result.failed || s->result.delivered == 0 ||
                coverage_counted(config->coverage, kind->parts->coverage->families).impossible ||
                (terminal && (untouched(kind, s->node) || lockstep_check_stores(s->node)));

    stimulus_destroy(s);
    return wrong;
}

/* @return 1 when model and RTL differ, or a state is not legal */
static int from_states(const struct router_kind *kind, const struct node_ops *rtl, uint64_t seed, uint64_t count)
{
    const struct injection_config config = {.kind = kind,
                                            .states = kind->parts->bench->injection,
                                            .inner = rtl,
                                            .seed = seed,
                                            .count = count,
                                            .threads = 1};
    struct injection *i = injection_create(&config);
    int failed;

    if (!i)
        return 1;
    while (injection_round(i) == 0)
        continue;
    failed = injection_result(i)->failed || injection_result(i)->left != 0;
    if (injection_mismatch(i))
        kind->parts->lockstep->print(kind, injection_mismatch(i), 0, stdout);
    struct compared c = injection_compared(i);
    printf("%" PRIu64 " states injected: ", injection_result(i)->states);
    print(&c);
    printf(": %s\n", failed ? "different" : "equal");
    injection_destroy(i);
    return failed;
}

int main(int argc, char **argv)
{
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1]) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_lockstep [terminal-]BUILD SHARED_OBJECT CYCLES [SEED [STATES]]\n");
        return 2;
    }
    const int terminal = strncmp(argv[1], "terminal-", 9) == 0;
    const struct stimulus_config config = config_of(kind, argc, argv);
    int failed =
        alone(kind, &config, terminal) ||
        (terminal && from_states(kind, config.inner, config.seed, argc > 5 ? strtoull(argv[5], NULL, 0) : 4096));
    coverage_destroy(config.coverage);
    return failed;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the terminal in lockstep: all pins, all named registers, its packets, legal states.
 *
 *   test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED [STATES]]
 *
 * A terminal alone beside a router that keeps to the protocol or, in half of the episodes, breaks it; then from so many
 * states that are drawn.
 */
#include "bench/injection.h"
#include "lockstep_alone.h"
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
        if (!lockstep_touched(node)[k] && strcmp(kind->registers[k].name, "vc") != 0 &&
            strcmp(kind->registers[k].name, "tx_vc") != 0) {
            printf("%s.%s never changed\n", kind->registers[k].block, kind->registers[k].name);
            still++;
        }
    return still;
}

/* @return 1 when model and RTL differ, a packet is not followed to its end, a register never changed, or what cannot be
 * came up */
static int alone(const struct router_kind *kind, const struct stimulus_config *config)
{
    struct stimulus *s = alone_run(kind, config);
    int wrong = alone_failed(kind, config, s) || untouched(kind, s->node) || lockstep_check_stores(s->node);

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
    alone_print(&c);
    printf(": %s\n", failed ? "different" : "equal");
    injection_destroy(i);
    return failed;
}

int main(int argc, char **argv)
{
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1]) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED [STATES]]\n");
        return 2;
    }
    const struct stimulus_config config = alone_config(kind, argc, argv);
    int failed = alone(kind, &config) ||
                 from_states(kind, config.inner, config.seed, argc > 5 ? strtoull(argv[5], NULL, 0) : 4096);
    coverage_destroy(config.coverage);
    return failed;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The virtual-channel router in lockstep: model and RTL of each build side by side (cmodel/compare/lockstep.h).
 */
#include "../../compare/lockstep_cycle.h"
#include "../kind/vcr_facts.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_legal.h"
#include "../model/vcr_internal.h"
#include "vcr_shape_fill.h"

static const void *state(const void *model)
{
    return vcr_router_state(model);
}

static int resets(const void *control)
{
    return ((const struct vcr_control *)control)->rst;
}

static void print_mismatch(const struct vcr_parameters *s, const struct lockstep_kind *kind, const struct mismatch *d,
                           int node, FILE *out)
{
    mismatch_headline(kind, d, node, out);
    fprintf(out, "  after that edge, by the model:\n");
    vcr_print(s, (const struct vcr_regs *)(const void *)&d->state, out);
}

/* What is of one build. */
#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, ...)                                     \
    static uint32_t legal_##name_(void *watch, const void *registers)                          \
    {                                                                                          \
        ++*(uint64_t *)watch;                                                                  \
        return vcr_legal(&vcr_parameters_##name_, vcr_kind_##name_.registers, registers);      \
    }                                                                                          \
    static int possible_##name_(const void *registers)                                         \
    {                                                                                          \
        return vcr_legal(&vcr_parameters_##name_, vcr_kind_##name_.registers, registers) == 0; \
    }                                                                                          \
    static void print_##name_(const struct mismatch *d, int node, FILE *out)                   \
    {                                                                                          \
        print_mismatch(&vcr_parameters_##name_, &vcr_lockstep_##name_, d, node, out);          \
    }                                                                                          \
    static void *create_##name_(const struct node_ops *inner, uint64_t seed)                   \
    {                                                                                          \
        return lockstep_create(&vcr_lockstep_##name_, inner, seed);                            \
    }                                                                                          \
    static void step_##name_(void *node, const void *in, const void *control)                  \
    {                                                                                          \
        lockstep_step_as(node, &vcr_lockstep_##name_, in, control);                            \
    }                                                                                          \
    static int check_##name_(void *node)                                                       \
    {                                                                                          \
        return lockstep_check_as(node, &vcr_lockstep_##name_);                                 \
    }                                                                                          \
    static const struct node_ops node_##name_ =                                                \
        LOCKSTEP_OPS(VCR_NODE_VERSION, create_##name_, step_##name_, check_##name_);           \
    FIXED struct lockstep_kind vcr_lockstep_##name_ = {                                        \
        .router = &vcr_kind_##name_,                                                           \
        .node = &node_##name_,                                                                 \
        .state = state,                                                                        \
        .resets = resets,                                                                      \
        .stores = (ports_) * (vcs_),                                                           \
        .store_bytes = VCR_STORE_##name_,                                                      \
        .legal_bytes = sizeof(uint64_t),                                                       \
        .legal = legal_##name_,                                                                \
        .legal_begin = vcr_legal_begin,                                                        \
        .legal_checks = vcr_legal_checks,                                                      \
        .clauses = vcr_legal_names,                                                            \
        .clause_words = vcr_legal_words,                                                       \
        .clause_count = VCR_LEGAL_COUNT,                                                       \
        .possible = possible_##name_,                                                          \
        .print = print_##name_,                                                                \
    };
#define FIXED const
#include "../kind/vcr_configurations.def"
#undef FIXED
#define FIXED
#include "../kind/vcr_shapes.def"
#undef FIXED
#undef VCR_CONFIGURATION

#define VCR_CONFIGURATION(name, ...) &vcr_lockstep_##name,
static struct lockstep_kind *const of_shapes[VCR_SHAPES] = {
#include "../kind/vcr_shapes.def"
};
#undef VCR_CONFIGURATION

void vcr_shape_fill_lockstep(unsigned place)
{
    const struct vcr_parameters *s = vcr_shape_parameters[place];

    of_shapes[place]->stores = (int)vcr_lanes(s);
    of_shapes[place]->store_bytes = (int)vcr_lane_bytes(s);
}

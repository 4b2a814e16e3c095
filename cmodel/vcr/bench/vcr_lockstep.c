/* SPDX-License-Identifier: Apache-2.0
 *
 * The virtual-channel router in lockstep: model and RTL of each build side by side (cmodel/compare/lockstep.h).
 */
#include "../../compare/lockstep_cycle.h"
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

static void print(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    mismatch_headline(kind, d, node, out);
    fprintf(out, "  after that edge, by the model:\n");
    kind->print(kind, &d->state, out);
}

/* What is of one build: compiled for its parameters, where the libraries are optimised as one and those are constants.
 */
#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, ...)                                      \
    static uint32_t WHOLE broken_##name_(const struct router_kind *kind, const void *registers) \
    {                                                                                           \
        (void)kind;                                                                             \
        return vcr_legal(&vcr_parameters_##name_, registers);                                   \
    }                                                                                           \
    LOCKSTEP_NODE(static, node_##name_, VCR_NODE_VERSION, vcr_lockstep_##name_);                \
    FIXED struct lockstep_kind vcr_lockstep_##name_ = {                                         \
        .router = &vcr_kind_##name_,                                                            \
        .node = &node_##name_,                                                                  \
        .state = state,                                                                         \
        .resets = resets,                                                                       \
        .stores = (ports_) * (vcs_),                                                            \
        .store_bytes = VCR_STORE_##name_,                                                       \
        .broken = broken_##name_,                                                               \
        .clauses = vcr_legal_names,                                                             \
        .clause_words = vcr_legal_words,                                                        \
        .clause_count = VCR_LEGAL_COUNT,                                                        \
        .print = print,                                                                         \
    };
#define FIXED const
#define WHOLE __attribute__((flatten))
#include "../kind/vcr_configurations.def"
#undef FIXED
#undef WHOLE
#define FIXED
#define WHOLE
#include "../kind/vcr_shapes.def"
#undef FIXED
#undef WHOLE
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

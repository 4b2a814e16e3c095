/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal in lockstep: model and RTL of each build side by side (cmodel/compare/lockstep.h).
 */
#include "../../compare/lockstep_cycle.h"
#include "../kind/vcr_terminal_kind.h"

static const void *state(const void *model)
{
    return vcr_terminal_state(model);
}

static int resets(const void *control)
{
    return ((const struct vcr_terminal_control *)control)->rst;
}

static uint32_t broken(const struct router_kind *kind, const void *registers)
{
    return vcr_terminal_legal(kind->parameters, kind->registers, registers);
}

static void print(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    (void)kind;
    fprintf(out, "terminal %d, cycle %llu: %s", node, (unsigned long long)d->cycle, d->field);
    if (d->lane >= 0)
        fprintf(out, "[%d]", d->lane);
    fprintf(out, ": model %llx, RTL %llx\n", (unsigned long long)d->model, (unsigned long long)d->rtl);
}

/* What is of one build. */
#define VCR_TERMINAL_BUILD(name_, kind_, ports_, vcs_, depth_, words_, length_, buffer_, queue_)   \
    LOCKSTEP_NODE(static, node_##name_, VCR_TERMINAL_NODE_VERSION, vcr_terminal_lockstep_##name_); \
    const struct lockstep_kind vcr_terminal_lockstep_##name_ = {                                   \
        .router = &vcr_terminal_kind_##name_,                                                      \
        .node = &node_##name_,                                                                     \
        .state = state,                                                                            \
        .resets = resets,                                                                          \
        .stores = (buffer_) + (queue_),                                                            \
        .store_bytes = 8 * (length_) * (words_),                                                   \
        .broken = broken,                                                                          \
        .clauses = vcr_terminal_legal_names,                                                       \
        .clause_words = vcr_terminal_legal_words,                                                  \
        .clause_count = VCR_TERMINAL_LEGAL_COUNT,                                                  \
        .print = print,                                                                            \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal in lockstep: model and RTL of each build side by side (cmodel/compare/lockstep.h).
 */
#include "../../compare/lockstep_cycle.h"
#include "../kind/vcr_legal.h"
#include "../kind/vcr_terminal_kind.h"

static const void *state(const void *model)
{
    return vcr_terminal_state(model);
}

static int resets(const void *control)
{
    return ((const struct vcr_terminal_control *)control)->rst;
}

static void print(const struct mismatch *d, int node, FILE *out)
{
    fprintf(out, "terminal %d, cycle %llu: %s", node, (unsigned long long)d->cycle, d->field);
    if (d->lane >= 0)
        fprintf(out, "[%d]", d->lane);
    fprintf(out, ": model %llx, RTL %llx\n", (unsigned long long)d->model, (unsigned long long)d->rtl);
}

/* What is of one build. */
#define VCR_TERMINAL_BUILD(name_, kind_, ports_, vcs_, depth_, words_, length_, buffer_, queue_)                       \
    static uint32_t legal_##name_(void *watch, const void *registers)                                                  \
    {                                                                                                                  \
        ++*(uint64_t *)watch;                                                                                          \
        return vcr_terminal_legal(&vcr_terminal_parameters_##name_, vcr_terminal_kind_##name_.registers, registers);   \
    }                                                                                                                  \
    static int possible_##name_(const void *registers)                                                                 \
    {                                                                                                                  \
        return vcr_terminal_legal(&vcr_terminal_parameters_##name_, vcr_terminal_kind_##name_.registers, registers) == \
               0;                                                                                                      \
    }                                                                                                                  \
    static void *create_##name_(const struct node_ops *inner, uint64_t seed)                                           \
    {                                                                                                                  \
        return lockstep_create(&vcr_terminal_lockstep_##name_, inner, seed);                                           \
    }                                                                                                                  \
    static void step_##name_(void *node, const void *in, const void *control)                                          \
    {                                                                                                                  \
        lockstep_step_as(node, &vcr_terminal_lockstep_##name_, in, control);                                           \
    }                                                                                                                  \
    static int check_##name_(void *node)                                                                               \
    {                                                                                                                  \
        return lockstep_check_as(node, &vcr_terminal_lockstep_##name_);                                                \
    }                                                                                                                  \
    static const struct node_ops node_##name_ =                                                                        \
        LOCKSTEP_OPS(VCR_TERMINAL_NODE_VERSION, create_##name_, step_##name_, check_##name_);                          \
    const struct lockstep_kind vcr_terminal_lockstep_##name_ = {                                                       \
        .router = &vcr_terminal_kind_##name_,                                                                          \
        .node = &node_##name_,                                                                                         \
        .state = state,                                                                                                \
        .resets = resets,                                                                                              \
        .stores = (buffer_) + (queue_),                                                                                \
        .store_bytes = 8 * (length_) * (words_),                                                                       \
        .legal_bytes = sizeof(uint64_t),                                                                               \
        .legal = legal_##name_,                                                                                        \
        .legal_begin = vcr_legal_begin,                                                                                \
        .legal_checks = vcr_legal_checks,                                                                              \
        .clauses = vcr_terminal_legal_names,                                                                           \
        .clause_words = vcr_terminal_legal_words,                                                                      \
        .clause_count = VCR_TERMINAL_LEGAL_COUNT,                                                                      \
        .possible = possible_##name_,                                                                                  \
        .print = print,                                                                                                \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

/* SPDX-License-Identifier: Apache-2.0
 *
 * What work with one terminal asks of each build, as vcr_bench.c has it of routers. No fabric is run after it.
 */
#include <string.h>

#include "../../bench/bench.h"
#include "../../bench/recorder.h"
#include "../../compare/lockstep.h"
#include "../model/vcr_internal.h"
#include "vcr_terminal_injection.h"

/* Cycles of a reset, and from then on until nothing moves. */
enum { RESET_CYCLES = 2, SETTLED = RESET_CYCLES + VCR_QUIET_CYCLES + 8 };

static int idle_terminal(const struct node_ops *model, void *registers)
{
    static const struct vcr_pins silent;
    static const struct vcr_terminal_control reset = {.rst = 1}, none;
    void *node = model->create(NULL, 0);

    for (int i = 0; node && i < SETTLED; i++)
        node_step(model, node, &silent, i < RESET_CYCLES ? &reset : &none);
    if (node)
        model->state(node, registers);
    model->destroy(node);
    return node ? 0 : -1;
}

static int possible(const struct vcr_terminal_parameters *s, const struct reg_info *rows, const void *registers,
                    char *text, size_t size)
{
    uint32_t broken = vcr_terminal_legal(s, rows, registers);

    if (!broken)
        return 0;
    snprintf(text, size, "no terminal can be in the state that is set: %s",
             vcr_terminal_legal_words[__builtin_ctz(broken)]);
    return -1;
}

#define VCR_TERMINAL_BUILD(name_, ...)                                                                                 \
    static int idle_##name_(void *registers)                                                                           \
    {                                                                                                                  \
        return idle_terminal(vcr_terminal_kind_##name_.model, registers);                                              \
    }                                                                                                                  \
    static int possible_##name_(const void *registers, char *text, size_t size)                                        \
    {                                                                                                                  \
        return possible(&vcr_terminal_parameters_##name_, vcr_terminal_kind_##name_.registers, registers, text, size); \
    }                                                                                                                  \
    static void *create_recorder_##name_(const struct node_ops *inner, uint64_t seed)                                  \
    {                                                                                                                  \
        return recorder_create(&vcr_terminal_kind_##name_, vcr_terminal_lockstep_##name_.node, inner, seed);           \
    }                                                                                                                  \
    static void *create_tap_##name_(const struct node_ops *inner, uint64_t seed)                                       \
    {                                                                                                                  \
        return recorder_create(&vcr_terminal_kind_##name_, vcr_terminal_kind_##name_.model, inner, seed);              \
    }                                                                                                                  \
    static const struct node_ops recorder_##name_ = {                                                                  \
        RECORDER_OPS(VCR_TERMINAL_NODE_VERSION, "recorder", create_recorder_##name_), .check = recorder_check};        \
    static const struct node_ops tap_##name_ = {RECORDER_OPS(VCR_TERMINAL_NODE_VERSION, "tap", create_tap_##name_)};   \
    const struct bench_kind vcr_terminal_bench_##name_ = {                                                             \
        .recorder = &recorder_##name_,                                                                                 \
        .tap = &tap_##name_,                                                                                           \
        .idle = idle_##name_,                                                                                          \
        .possible = possible_##name_,                                                                                  \
        .injection = &vcr_terminal_injection_##name_,                                                                  \
        .stimulus = &vcr_terminal_stimulus_##name_,                                                                    \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

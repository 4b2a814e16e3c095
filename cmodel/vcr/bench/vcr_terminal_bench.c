/* SPDX-License-Identifier: Apache-2.0
 *
 * What work with one terminal asks of each build, as vcr_bench.c has it of routers. No fabric is run after it.
 */
#include "../../bench/bench.h"
#include "../../bench/initial_state.h"
#include "../../bench/recorder.h"
#include "../../compare/lockstep.h"
#include "../model/vcr_internal.h"
#include "vcr_terminal_injection.h"

/* Cycles of a reset, and from then on until nothing moves. */
enum { SETTLED = 2 + VCR_QUIET_CYCLES + 8 };

static int idle(const struct router_kind *kind, void *registers)
{
    static const struct vcr_terminal_control reset = {.rst = 1}, none;

    return initial_state_settle(kind, &reset, &none, SETTLED, registers);
}

#define VCR_TERMINAL_BUILD(name_, ...)                                                                   \
    RECORDER_NODES(recorder_##name_, tap_##name_, VCR_TERMINAL_NODE_VERSION, vcr_terminal_kind_##name_); \
    const struct bench_kind vcr_terminal_bench_##name_ = {                                               \
        .recorder = &recorder_##name_,                                                                   \
        .tap = &tap_##name_,                                                                             \
        .idle = idle,                                                                                    \
        .injection = &vcr_terminal_injection,                                                            \
        .stimulus = &vcr_terminal_stimulus,                                                              \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

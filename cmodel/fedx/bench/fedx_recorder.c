/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_recorder.h"

#include "../../base/text.h"
#include "../../bench/bench.h"
#include "../../bench/initial_state.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_legal.h"
#include "fedx_state_injection.h"
#include "fedx_stimulus.h"

/* Cycles of a reset and from then on until nothing moves. */
enum { SETTLED = 2 + FEDX_HOLD_CYCLES + 8 };

RECORDER_NODE(, fedx_node_recorder, fedx_kind, &fedx_node_lockstep, .version = FEDX_NODE_VERSION, .name = "recorder",
              .check = recorder_check);
RECORDER_NODE(, fedx_node_tap, fedx_kind, &fedx_node_model, .version = FEDX_NODE_VERSION, .name = "tap",
              .buffers = recorder_buffers);

static int idle(const struct router_kind *kind, void *registers)
{
    return initial_state_settle(kind, &(struct fedx_control){.cfg_addr = FEDX_CFG_STATUS}, SETTLED, registers);
}

static int possible(const void *registers, char *text, size_t size)
{
    /* The class bound holds only if its rule has been on since the pool was empty. */
    uint32_t broken = fedx_legal_broken(registers, 0);

    if (!broken && fedx_regs_usable(registers))
        return 0;
    return text_fail(text, size, "no switch can be in the state that is set: %s",
                     broken ? fedx_legal_words[__builtin_ctz(broken)] : "a value has more bits than its register");
}

/*
 * One crowded, with all that admission can do; one that flows, over longer wires; one in which packets go round about.
 */
static const char *const crowded[] = {"fabric.rows=4",
                                      "fabric.cols=4",
                                      "fabric.lockstep=all",
                                      "run.warmup=0",
                                      "run.drain=none",
                                      "traffic.load=0.9",
                                      "flow.backpressure=destination",
                                      "flow.throttle_timeout=200",
                                      NULL};
static const char *const flowing[] = {"fabric.rows=4",
                                      "fabric.cols=4",
                                      "fabric.lockstep=all",
                                      "run.warmup=0",
                                      "run.drain=none",
                                      "traffic.load=0.5",
                                      "flow.backpressure=message",
                                      "flow.limit_dest=0",
                                      "flow.limit_trans=0",
                                      "flow.limit_total=4",
                                      "fabric.latency=2",
                                      "traffic.selection=random",
                                      NULL};
static const char *const round_about[] = {"fabric.topology=hexmesh",
                                          "fabric.edge=3",
                                          "fabric.lockstep=all",
                                          "run.warmup=0",
                                          "run.drain=none",
                                          "traffic.load=0.9",
                                          "traffic.routing=derouting",
                                          "traffic.selection=random",
                                          "flow.backpressure=message",
                                          "flow.backpressure_class=true",
                                          "flow.limit_dest=0",
                                          "flow.limit_trans=0",
                                          NULL};
static const char *const *const fabrics[] = {crowded, flowing, round_about};
static const struct bench_fabrics all_fabrics = {.count = 3, .routers = 17 /* 16, 16 and 19 */, .keys = fabrics};

const struct bench_kind fedx_kind_bench = {
    .recorder = &fedx_node_recorder,
    .tap = &fedx_node_tap,
    .idle = idle,
    .possible = possible,
    .stimulus = &fedx_kind_stimulus,
    .injection = FEDX_VERIFIED ? &fedx_kind_injection : NULL,
    .fabrics = &all_fabrics,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * One AXI4-Stream switch: in lockstep, recorded, under stimulus, and put in states.
 */
#include <string.h>

#include "../../bench/bench.h"
#include "../../bench/recorder.h"
#include "../../compare/lockstep_cycle.h"
#include "../kind/axis_kind.h"
#include "axis_injection.h"
#include "axis_legal.h"
#include "axis_stimulus.h"

static const void *registers_of(const void *model)
{
    return axis_switch_registers((struct axis_switch *)(uintptr_t)model);
}

static int resets(const void *control)
{
    return ((const struct axis_control *)control)->rst;
}

static uint32_t broken(const struct router_kind *kind, const void *registers)
{
    return axis_legal(axis_parameters_of(kind), registers);
}

/* After a reset all registers are 0. */
static int idle(const struct router_kind *kind, void *registers)
{
    (void)kind;
    memset(registers, 0, sizeof(struct axis_regs));
    return 0;
}

static void print_outputs(const struct axis_pins *out, const char *side, FILE *file)
{
    fprintf(file, "%s  m_tvalid %04x, m_tlast %04x, s_tready %04x\n", side, out->valid, out->last, out->ready);
}

static void print(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    const struct axis_pins *in = (const void *)&d->in;

    mismatch_headline(kind, d, node, out);
    fprintf(out, "inputs s_tvalid %04x, s_tlast %04x, m_tready %04x\n", in->valid, in->last, in->ready);
    print_outputs((const void *)&d->model_out, "model ", out);
    print_outputs((const void *)&d->rtl_out, "RTL   ", out);
}

/* What is verified in fabrics, too: packets that fit into the places of a link and such that do not, and sinks that
 * stop. */
static const char *const mesh[] = {"fabric.topology=mesh", "fabric.rows=3",  "fabric.cols=3",    "fabric.lockstep=all",
                                   "run.warmup=0",         "run.drain=none", "traffic.load=0.9", NULL};
static const char *const tree[] = {
    "fabric.topology=tree", "fabric.arity=4",   "fabric.levels=2",          "fabric.lockstep=all",    "run.warmup=0",
    "run.drain=none",       "traffic.load=0.9", "traffic.eject_overhead=3", "streams.packet_beats=9", NULL};
static const char *const *const keys[] = {mesh, tree};
static const struct bench_fabrics fabrics = {.count = 2, .routers = 8 /* 9 and 8 */, .keys = keys};
#define AXIS_FABRICS_UNIT NULL
#define AXIS_FABRICS_FABRIC &fabrics

#define AXIS_CONFIGURATION(name_, kind_, many_, others_, dest_bits_, data_bits_, use_, ...)     \
    LOCKSTEP_NODE(static, node_##name_, AXIS_NODE_VERSION, axis_lockstep_##name_);              \
    const struct lockstep_kind axis_lockstep_##name_ = {.router = &axis_kind_##name_.router,    \
                                                        .node = &node_##name_,                  \
                                                        .state = registers_of,                  \
                                                        .resets = resets,                       \
                                                        .broken = broken,                       \
                                                        .clauses = axis_clauses,                \
                                                        .clause_words = axis_clause_words,      \
                                                        .clause_count = AXIS_CLAUSES,           \
                                                        .print = print};                        \
    RECORDER_NODES(recorder_##name_, tap_##name_, AXIS_NODE_VERSION, axis_kind_##name_.router); \
    const struct bench_kind axis_bench_##name_ = {.recorder = &recorder_##name_,                \
                                                  .tap = &tap_##name_,                          \
                                                  .idle = idle,                                 \
                                                  .stimulus = &axis_stimulus,                   \
                                                  .injection = &axis_injection,                 \
                                                  .fabrics = AXIS_FABRICS_##use_};
#include "../kind/axis_kinds.def"

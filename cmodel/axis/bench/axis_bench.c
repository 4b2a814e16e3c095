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

static void legal_begin(void *checks, const void *registers)
{
    (void)checks;
    (void)registers;
}

static uint64_t legal_checks(const void *checks)
{
    return *(const uint64_t *)checks;
}

/* After a reset all registers are 0. */
static int idle(void *registers)
{
    memset(registers, 0, sizeof(struct axis_regs));
    return 0;
}

static int check_possible(const struct axis_parameters *p, const void *registers, char *text, size_t size)
{
    uint32_t broken = axis_legal(p, registers);

    for (int k = 0; k < AXIS_CLAUSES; k++)
        if (broken >> k & 1)
            snprintf(text, size, "it breaks a clause of the invariant: %s", axis_clause_words[k]);
    return broken ? -1 : 0;
}

/* No wire of a switch depends on what was on it before. */
static void levels(struct rng *r, const void *registers, void *in)
{
    (void)r;
    (void)registers;
    memset(in, 0, sizeof(struct axis_pins));
}

static void print_outputs(const struct axis_pins *out, const char *side, FILE *file)
{
    fprintf(file, "%s  m_tvalid %04x, m_tlast %04x, s_tready %04x\n", side, out->valid, out->last, out->ready);
}

static void print(const struct lockstep_kind *kind, const struct mismatch *d, int node, FILE *out)
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

#define AXIS_CONFIGURATION(name_, kind_, many_, others_, dest_bits_, data_bits_, use_, ...)                            \
    static uint32_t legal_##name_(void *checks, const void *registers)                                                 \
    {                                                                                                                  \
        ++*(uint64_t *)checks;                                                                                         \
        return axis_legal(&axis_kind_##name_.parameters, registers);                                                   \
    }                                                                                                                  \
    static int possible_##name_(const void *registers)                                                                 \
    {                                                                                                                  \
        return axis_legal(&axis_kind_##name_.parameters, registers) == 0;                                              \
    }                                                                                                                  \
    static void print_##name_(const struct mismatch *d, int node, FILE *out)                                           \
    {                                                                                                                  \
        print(&axis_lockstep_##name_, d, node, out);                                                                   \
    }                                                                                                                  \
    static void *lockstep_create_##name_(const struct node_ops *inner, uint64_t seed)                                  \
    {                                                                                                                  \
        return lockstep_create(&axis_lockstep_##name_, inner, seed);                                                   \
    }                                                                                                                  \
    static void lockstep_step_##name_(void *node, const void *in, const void *control)                                 \
    {                                                                                                                  \
        lockstep_step_as(node, &axis_lockstep_##name_, in, control);                                                   \
    }                                                                                                                  \
    static int lockstep_check_##name_(void *node)                                                                      \
    {                                                                                                                  \
        return lockstep_check_as(node, &axis_lockstep_##name_);                                                        \
    }                                                                                                                  \
    static const struct node_ops lockstep_node_##name_ =                                                               \
        LOCKSTEP_OPS(AXIS_NODE_VERSION, lockstep_create_##name_, lockstep_step_##name_, lockstep_check_##name_);       \
    const struct lockstep_kind axis_lockstep_##name_ = {.router = &axis_kind_##name_.router,                           \
                                                        .node = &lockstep_node_##name_,                                \
                                                        .state = registers_of,                                         \
                                                        .resets = resets,                                              \
                                                        .legal_bytes = sizeof(uint64_t),                               \
                                                        .legal = legal_##name_,                                        \
                                                        .legal_begin = legal_begin,                                    \
                                                        .legal_checks = legal_checks,                                  \
                                                        .clauses = axis_clauses,                                       \
                                                        .clause_words = axis_clause_words,                             \
                                                        .clause_count = AXIS_CLAUSES,                                  \
                                                        .possible = possible_##name_,                                  \
                                                        .print = print_##name_};                                       \
    static void *create_recorder_##name_(const struct node_ops *inner, uint64_t seed)                                  \
    {                                                                                                                  \
        return recorder_create(&axis_kind_##name_.router, &lockstep_node_##name_, inner, seed);                        \
    }                                                                                                                  \
    static void *create_tap_##name_(const struct node_ops *inner, uint64_t seed)                                       \
    {                                                                                                                  \
        return recorder_create(&axis_kind_##name_.router, axis_kind_##name_.router.model, inner, seed);                \
    }                                                                                                                  \
    static const struct node_ops recorder_##name_ = {                                                                  \
        RECORDER_OPS(AXIS_NODE_VERSION, "recorder", create_recorder_##name_), .check = recorder_check};                \
    static const struct node_ops tap_##name_ = {RECORDER_OPS(AXIS_NODE_VERSION, "tap", create_tap_##name_)};           \
    static int check_##name_(const void *registers, char *text, size_t size)                                           \
    {                                                                                                                  \
        return check_possible(&axis_kind_##name_.parameters, registers, text, size);                                   \
    }                                                                                                                  \
    static void draw_##name_(struct rng *r, void *registers)                                                           \
    {                                                                                                                  \
        axis_injection_draw(r, &axis_kind_##name_, registers);                                                         \
    }                                                                                                                  \
    static int begin_##name_(void *node, struct rng *r)                                                                \
    {                                                                                                                  \
        return axis_injection_begin(node, r, &axis_kind_##name_);                                                      \
    }                                                                                                                  \
    static int put_##name_(void *node, struct rng *r, const uint8_t *fits, void *registers)                            \
    {                                                                                                                  \
        draw_##name_(r, registers);                                                                                    \
        return axis_injection_put(node, r, fits, registers);                                                           \
    }                                                                                                                  \
    static void inputs_##name_(struct rng *r, const void *registers, void *in, void *control)                          \
    {                                                                                                                  \
        (void)registers;                                                                                               \
        axis_injection_inputs(r, &axis_kind_##name_.parameters, in, control);                                          \
    }                                                                                                                  \
    static const struct injection_kind injection_##name_ = {                                                           \
        .draw = draw_##name_, .begin = begin_##name_, .put = put_##name_, .levels = levels, .inputs = inputs_##name_}; \
    static struct stimulus *stimulus_create_##name_(const struct stimulus_config *config)                              \
    {                                                                                                                  \
        return axis_stimulus_create(config, &axis_kind_##name_.parameters);                                            \
    }                                                                                                                  \
    static const struct stimulus_kind stimulus_##name_ = AXIS_STIMULUS(stimulus_create_##name_);                       \
    const struct bench_kind axis_bench_##name_ = {.recorder = &recorder_##name_,                                       \
                                                  .tap = &tap_##name_,                                                 \
                                                  .idle = idle,                                                        \
                                                  .possible = check_##name_,                                           \
                                                  .stimulus = &stimulus_##name_,                                       \
                                                  .injection = &injection_##name_,                                     \
                                                  .fabrics = AXIS_FABRICS_##use_};
#include "../kind/axis_kinds.def"

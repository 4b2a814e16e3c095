/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proof harnesses of the AXI4-Stream switch share beyond harness.h and wires.h: the build that is proved, its
 * registers and settings, and the wires of a cycle by the function that gives them.
 */
#ifndef AXIS_PORTS_H
#define AXIS_PORTS_H

#include "../common/harness.h"
#include "../common/wires.h"

/* The build: AXIS_PROOF_BUILD is a name of axis_configurations.def or of small_builds.def, or shape: AXIS_PROOF_SHAPE
 * has the parameters. */
#define PASTED(build, name) build##_##name
#define PASTE(build, name) PASTED(build, name)
#define OF_BUILD(name) PASTE(AXIS_PROOF_BUILD, name)
#define AXIS_CONFIGURATION(name, kind, inputs, outputs, dest_bits, data_bits, ...) \
    enum {                                                                         \
        name##_INPUTS = inputs,                                                    \
        name##_OUTPUTS = outputs,                                                  \
        name##_DEST_BITS = dest_bits,                                              \
        name##_DATA_BITS = data_bits                                               \
    };
#include "../../cmodel/axis/kind/axis_configurations.def"
#include "small_builds.def"
#ifdef AXIS_PROOF_SHAPE
#define SHAPE_ROW(...) AXIS_CONFIGURATION(shape, "", __VA_ARGS__, "")
SHAPE_ROW(AXIS_PROOF_SHAPE)
#endif
#undef AXIS_CONFIGURATION

enum {
    INPUTS = OF_BUILD(INPUTS),
    OUTPUTS = OF_BUILD(OUTPUTS),
    DEST_BITS = OF_BUILD(DEST_BITS),
    WORD_BITS = OF_BUILD(DATA_BITS) < 64 ? OF_BUILD(DATA_BITS) : 64,
    WORDS = (OF_BUILD(DATA_BITS) + 63) / 64,
    INPUT_BITS = INPUTS <= 2   ? 1
                 : INPUTS <= 4 ? 2
                 : INPUTS <= 8 ? 3
                               : 4,
    WEIGHT_BITS = AXIS_WEIGHT_BITS * INPUTS
};

/* What axis_widths() gives, as constants: the compiler unrolls loops up to these. */
static const struct axis_parameters parameters = {INPUTS, OUTPUTS, DEST_BITS, OF_BUILD(DATA_BITS)};
static const struct axis_widths widths = {INPUTS, DEST_BITS, WORDS, WORD_BITS, INPUT_BITS, WEIGHT_BITS};

/* The names of widths in the tables. */
enum {
    inputs = INPUTS,
    dest_bits = DEST_BITS,
    word_bits = WORD_BITS,
    input_bits = INPUT_BITS,
    weight_bits = WEIGHT_BITS
};

/* Values that a build has of a dimension, and bits of each. */
#define VALUES_WORD 1u
#define VALUES_INPUT INPUTS
#define VALUES_OUTPUT OUTPUTS
#define VALUES_INPUT_SET 1u
#define VALUES_OUTPUT_SET 1u
#define VALUES_INPUT_WORD (INPUTS * WORDS)
#define VALUES_OUTPUT_WORD (OUTPUTS * WORDS)
#define BITS_WORD 1u
#define BITS_INPUT 1u
#define BITS_OUTPUT 1u
#define BITS_INPUT_SET INPUTS
#define BITS_OUTPUT_SET OUTPUTS
#define BITS_INPUT_WORD 1u
#define BITS_OUTPUT_WORD 1u

#define AXIS_BLOCKS(X)            \
    X(ingress, AXIS_INGRESS_REGS) \
    X(egress, AXIS_EGRESS_REGS)   \
    X(decode, AXIS_DECODE_REGS)   \
    X(arbitrate, AXIS_ARBITRATE_REGS)

/* A switch of this build, all registers anything, of the C alone. */
static inline void take_any_switch(struct axis_switch *s)
{
    struct axis_regs *r = &s->regs;

    memset(s, 0, sizeof *s);
    s->parameters = parameters;
    s->widths = widths;
    AXIS_BLOCKS(FREE_BLOCK)
}

/* It is still of this build: said again, for a compiler that does not look back so far. */
static inline struct axis_switch *same_build(struct axis_switch *s)
{
    for (unsigned k = 0; k < sizeof parameters / sizeof(int); k++)
        same((unsigned)((const int *)&s->parameters)[k], (unsigned)((const int *)&parameters)[k]);
    for (unsigned k = 0; k < sizeof widths / sizeof(int); k++)
        same((unsigned)((const int *)&s->widths)[k], (unsigned)((const int *)&widths)[k]);
    s->parameters = parameters;
    s->widths = widths;
    return s;
}

/* The pins of a table: in, control, out and status are the structs that they are in. */
#define TAKE_RX(dimension, pin, field, type, width, shows, meaning) \
    TAKE(input_of, #pin, dimension, in->field, type, width)
#define TAKE_CONTROL(dimension, pin, field, type, width, shows, meaning) \
    TAKE(input_of, #pin, dimension, control->field, type, width)

/* The wires that each function gives, and their lanes: the proof of its block shows that it leaves all others alone. */
#define DECODE_EVAL_OUTPUTS(X) X(uint16_t, request, OUTPUTS) X(uint16_t, refuse, 1)
#define ARBITRATE_EVAL_OUTPUTS(X) X(uint16_t, grant, OUTPUTS) X(uint16_t, mixed, 1)
#define CROSSBAR_EVAL_OUTPUTS(X) \
    X(uint16_t, sent, 1)         \
    X(uint16_t, beat.valid, 1)   \
    X(uint16_t, beat.last, 1)    \
    X(uint16_t, beat.dest, OUTPUTS) X(uint64_t, beat.data, OUTPUTS *WORDS)
#define ALL_WIRES(X) DECODE_EVAL_OUTPUTS(X) ARBITRATE_EVAL_OUTPUTS(X) CROSSBAR_EVAL_OUTPUTS(X)

#define LEAVES_OTHERS(GIVES, call) LEAVES_OTHERS_OF(axis_wires, ALL_WIRES, GIVES, call)

/* Wires hold anything before a cycle. */
static inline void take_old_wires(struct axis_wires *w)
{
    memset(w, 0, sizeof *w);
    ALL_WIRES(OLD_WIRE)
}

/* At most one input has a grant of an output. */
static inline int one_at_most(const struct axis_wires *w)
{
    int holds = 1;

    for (unsigned j = 0; j < OUTPUTS; j++)
        holds &= (w->grant[j] & (w->grant[j] - 1)) == 0;
    return holds;
}

#endif

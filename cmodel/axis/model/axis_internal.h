/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of the AXI4-Stream switch: the wires between its mechanisms. Each _eval computes wires from registers,
 * each _commit the next registers.
 */
#ifndef AXIS_INTERNAL_H
#define AXIS_INTERNAL_H

#include "axis/switch.h"

struct axis_switch {
    struct axis_regs regs; /* first: a node's registers are where it is */
    struct axis_parameters parameters;
    struct axis_widths widths;
};

struct axis_wires {
    struct axis_pins beat;             /* crossbar: the beats that go to the outputs */
    uint16_t request[AXIS_MOST_PORTS]; /* decode: per output, the inputs whose front begins a packet for it */
    uint16_t grant[AXIS_MOST_PORTS];   /* arbitrate: per output, the input whose front goes to it, or none */
    uint16_t mixed;                    /* arbitrate: inputs whose front goes to an output that mixes */
    uint16_t refuse;                   /* decode: inputs whose front is dropped */
    uint16_t sent;                     /* crossbar: inputs whose front goes to an output */
};

/* A mask of the first so many. */
static inline uint16_t axis_ones(int count)
{
    return (uint16_t)((1u << count) - 1);
}

/** @param taken  lanes whose front is taken @param lanes  of the buffers @param words  of data of each */
void axis_skid_commit(struct axis_skid *s, const struct axis_pins *in, unsigned taken, int lanes, int words);

void axis_decode_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w);
void axis_decode_commit(struct axis_decode *d, const struct axis_skid *ingress, const struct axis_wires *w);

void axis_arbitrate_eval(const struct axis_switch *s, const struct axis_control *control, struct axis_wires *w);
void axis_arbitrate_commit(struct axis_switch *s, const struct axis_control *control, const struct axis_wires *w);

void axis_crossbar_eval(const struct axis_switch *s, struct axis_wires *w);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Crossbar: the granted beats, in front of the outputs. docs/spec/axis.md section 8; RTL twin rtl/axis/axis_crossbar.v.
 */
#include <string.h>

#include "axis_internal.h"

static void carry(const struct axis_switch *s, int output, int input, struct axis_pins *beat)
{
    const struct axis_skid *from = &s->regs.ingress;
    int words = s->widths.words;

    beat->valid |= (uint16_t)(1u << output);
    beat->last |= (uint16_t)((from->last >> input & 1u) << output);
    beat->dest[output] = from->dest[input];
    memcpy(&beat->data[output * words], &from->data[input * words], (size_t)words * sizeof *beat->data);
}

void axis_crossbar_eval(const struct axis_switch *s, struct axis_wires *w)
{
    int inputs = s->parameters.inputs, outputs = s->parameters.outputs;

    w->sent = 0;
    w->beat.valid = w->beat.last = 0;
    for (int j = 0; j < outputs; j++) {
        w->sent |= w->grant[j];
        for (int i = 0; i < inputs; i++)
            if (w->grant[j] >> i & 1)
                carry(s, j, i, &w->beat);
    }
}

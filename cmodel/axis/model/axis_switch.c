/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch: its mechanisms in the order of a cycle, reset and pins. docs/spec/axis.md section 4; RTL twin
 * rtl/axis/axis_switch.v.
 */
#include <stdlib.h>
#include <string.h>

#include "axis_internal.h"

struct axis_switch *axis_switch_create(const struct axis_parameters *p)
{
    struct axis_switch *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->parameters = *p;
    s->widths = axis_widths(p);
    return s;
}

void axis_switch_destroy(struct axis_switch *s)
{
    free(s);
}

void axis_switch_step(struct axis_switch *s, const struct axis_pins *in, const struct axis_control *control)
{
    struct axis_regs *r = &s->regs;
    struct axis_wires w;

    if (control->rst) {
        memset(r, 0, sizeof *r);
        return;
    }
    axis_decode_eval(s, control, &w);
    axis_arbitrate_eval(s, control, &w);
    axis_crossbar_eval(s, &w);
    axis_arbitrate_commit(s, control, &w);
    axis_decode_commit(&r->decode, &r->ingress, &w);
    axis_skid_commit(&r->ingress, in, w.sent | w.refuse, s->parameters.inputs, s->widths.words);
    axis_skid_commit(&r->egress, &w.beat, in->ready, s->parameters.outputs, s->widths.words);
}

void axis_switch_pins(const struct axis_switch *s, struct axis_pins *out)
{
    const struct axis_skid *egress = &s->regs.egress;

    memset(out, 0, sizeof *out);
    out->valid = egress->valid;
    out->last = egress->last;
    out->ready = s->regs.ingress.ready;
    memcpy(out->dest, egress->dest, sizeof out->dest);
    memcpy(out->data, egress->data, sizeof out->data);
}

void axis_switch_status(const struct axis_switch *s, struct axis_status *out)
{
    *out = (struct axis_status){s->regs.decode.drop, s->regs.decode.dropped};
}

struct axis_regs *axis_switch_registers(struct axis_switch *s)
{
    return &s->regs;
}

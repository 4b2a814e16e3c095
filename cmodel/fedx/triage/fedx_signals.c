/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_signals.h.
 */
#include "fedx_signals.h"

#include <string.h>

static void add(struct fedx_signals *s, const char *block, const char *name, int lane, unsigned width, uint64_t value)
{
    s->list[s->count++] = (struct fedx_signal){block, name, lane, width, value, 0};
}

/* A signal for each lane. */
static void add_lanes(struct fedx_signals *s, const char *block, const char *name, const struct fedx_lanes *l,
                      const void *fields)
{
    for (int i = 0; i < l->each; i++)
        add(s, block, name, l->dimension == FEDX_OF_WORD ? -1 : i, l->width, fedx_lanes_get(l, fields, i));
}

static void add_pin(struct fedx_signals *s, const char *block, int pin, const void *fields)
{
    add_lanes(s, block, fedx_pin_table[pin].field, &fedx_pin_table[pin].lanes, fields);
}

#define WIRE(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_rx_##name,
#define PIN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,

static void add_wires(struct fedx_signals *s, const char *block, const void *pins)
{
    static const uint8_t wires[] = {FEDX_DRIVE_WIRES(WIRE) FEDX_DATA_WIRES(WIRE) FEDX_LEVEL_WIRES(WIRE)};

    for (size_t i = 0; i < sizeof wires; i++)
        add_pin(s, block, wires[i], pins);
}

/* @param ops  of the side that the registers are of */
static void add_registers(struct fedx_signals *s, const struct fedx_switch_regs *regs, const struct node_ops *ops)
{
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *r = &fedx_reg_table[i];
        int first = s->count;
        add_lanes(s, r->block, r->name, &r->lanes, regs);
        for (int k = first; k < s->count; k++)
            s->list[k].hidden = !kind_shows(ops, i);
    }
}

static void inputs_of(const void *in, const void *control, struct fedx_signals *s)
{
    static const uint8_t pins[] = {FEDX_CONTROL_PINS(PIN)};

    s->count = 0;
    for (size_t i = 0; i < sizeof pins; i++)
        add_pin(s, "in", pins[i], control);
    add_wires(s, "in", in);
}

static void outputs_of(const void *out, const struct fedx_status *status,
                       const struct fedx_switch_regs *regs, const struct node_ops *ops, struct fedx_signals *s)
{
    static const uint8_t pins[] = {FEDX_STATUS_PINS(PIN)};

    s->count = 0;
    add_wires(s, "out", out);
    for (size_t i = 0; i < sizeof pins; i++)
        add_pin(s, "out", pins[i], status);
    add_registers(s, regs, ops);
}

static void state_of(const struct node_ops *ops, const void *node, struct fedx_signals *s)
{
    struct fedx_pins out;
    struct fedx_switch_regs regs = {0};
    struct fedx_status status;

    ops->pins(node, &out);
    ops->status(node, &status);
    if (ops->state)
        ops->state(node, &regs);
    outputs_of(&out, &status, &regs, ops, s);
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct fedx_signals_show *s = context;

    if (c->number >= s->first) {
        if (c->in)
            inputs_of(c->in, c->control, &s->in);
        state_of(&fedx_node_model, c->model, &s->model);
        state_of(c->ops, c->rtl, &s->rtl);
        s->visit(s->context, &(struct fedx_signals_cycle){.number = c->number,
                                                          .compared = s->compared,
                                                          .in = c->in ? &s->in : NULL,
                                                          .model = &s->model,
                                                          .rtl = &s->rtl});
    }
    s->compared |= c->in && c->kind->lockstep->resets(c->control);
}

uint64_t fedx_signals_first(const struct vectors *v, uint64_t cycles)
{
    return v->count > cycles ? v->count - cycles : 0;
}

struct observer fedx_signals_observer(struct fedx_signals_show *show)
{
    return (struct observer){show, see_cycle, NULL};
}

void fedx_signals_of_divergence(const struct divergence *d, struct fedx_signals *in, struct fedx_signals *state)
{
    in->count = 0;
    add_wires(in, "in", &d->in);
    outputs_of(&d->model_out, &(struct fedx_status){0}, fedx_divergence_registers(d), &fedx_node_model, state);
}

const char *fedx_signal_name(const struct fedx_signal *s, char *text, size_t size)
{
    snprintf(text, size, s->lane >= 0 ? "%s_%d" : "%s", s->name, s->lane);
    return text;
}

int fedx_signal_is_wrong(const struct divergence *d, const struct fedx_signal *s)
{
    char name[96];
    const char *field = strncmp(d->field, "tx_", 3) == 0 ? d->field + 3 : d->field; /* the pins, in scope out */

    snprintf(name, sizeof name, "%s%s%s", strcmp(s->block, "out") == 0 ? "" : s->block,
             strcmp(s->block, "out") == 0 ? "" : ".", s->name);
    if (strcmp(name, field) != 0)
        return 0;
    if (s->width == 1 && s->lane >= 0) /* a mask */
        return (d->model ^ d->rtl) >> s->lane & 1u;
    return d->lane < 0 || d->lane == s->lane;
}

int fedx_signal_is_of_port(const struct fedx_signal *s, int port)
{
    static const char *const blocks[] = {"in", "out", "port_receive", "port_transmit", "ownership", "route"};

    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (strcmp(s->block, blocks[i]) == 0)
            return s->lane == port;
    return 0;
}

/* What the lanes of the field that differs are of. */
static enum fedx_dimension dimension_of(const struct divergence *d)
{
    const struct fedx_reg_info *info = fedx_reg_find(d->field);
    const struct fedx_pin_info *pin = fedx_pin_find(d->field);

    if (info)
        return (enum fedx_dimension)info->lanes.dimension;
    return pin ? (enum fedx_dimension)pin->lanes.dimension : FEDX_OF_WORD;
}

/* Ports that send a buffer or receive into it, or else did so last. */
static unsigned ports_of_buffer(const struct fedx_switch_regs *r, int buffer)
{
    unsigned sends = 0, receives = 0, busy = r->port_transmit.sending | r->port_transmit.await;

    for (int p = 0; p < FEDX_PORTS; p++) {
        sends |= (unsigned)(r->port_transmit.buf[p] == buffer && r->port_transmit.count[p] > 0) << p;
        receives |= (unsigned)(r->port_receive.buf[p] == buffer && r->port_receive.count[p] > 0) << p;
    }
    return sends & busy ? sends & busy : receives & r->port_receive.body ? receives & r->port_receive.body : sends | receives;
}

int fedx_divergence_port(const struct divergence *d)
{
    const struct fedx_switch_regs *r = fedx_divergence_registers(d);
    unsigned ports = r->port_receive.header | r->port_receive.decide | r->port_receive.body | r->port_transmit.sending;
    int wrong = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;
    enum fedx_dimension dimension = dimension_of(d);

    if (dimension == FEDX_OF_PORT && wrong < FEDX_PORTS)
        return wrong;
    if (dimension == FEDX_OF_BUFFER && ports_of_buffer(r, wrong))
        ports = ports_of_buffer(r, wrong);
    return ports ? __builtin_ctz(ports) : 0;
}

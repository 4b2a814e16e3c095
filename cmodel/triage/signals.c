/* SPDX-License-Identifier: Apache-2.0 */
#include "signals.h"

#include <stdlib.h>
#include <string.h>

#include "triage.h"

int signals_most(const struct router_kind *kind)
{
    int most = 0;

    for (int i = 0; i < kind->pin_count; i++)
        most += kind->pins[i].lanes.each;
    for (int i = 0; i < kind->register_count; i++)
        most += kind->registers[i].lanes.each;
    return most;
}

struct signals *signals_create(const struct router_kind *kind)
{
    return calloc(1, sizeof(struct signals) + (size_t)signals_most(kind) * sizeof(struct signal));
}

/* A signal for each lane. */
static void add_lanes(struct signals *s, const char *block, const char *name, const struct lanes *l, const void *fields)
{
    for (int i = 0; i < l->each; i++)
        s->list[s->count++] =
            (struct signal){block, name, l->dimension == 0 ? -1 : i, l->width, lane_get(l, fields, i), 0};
}

/* The pins of a place that belong to no port. */
static void add_pins(struct signals *s, const char *block, const struct router_kind *kind, enum pin_place place,
                     const void *fields)
{
    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == place)
            add_lanes(s, block, kind->pins[i].field, &kind->pins[i].lanes, fields);
}

/* Those that both ends may drive first, the last of them before all. */
static void add_wires(struct signals *s, const char *block, const struct router_kind *kind, const void *pins)
{
    const unsigned shared = (unsigned)kind->shared_wires;

    for (unsigned w = 0; kind_wire(kind, w); w++) {
        const struct pin_info *pin = kind_wire(kind, w < shared ? shared - 1 - w : w);
        add_lanes(s, block, pin->field, &pin->lanes, pins);
    }
}

/* @param ops  of the side that the registers are of */
static void add_registers(struct signals *s, const struct router_kind *kind, const void *registers,
                          const struct node_ops *ops)
{
    for (int i = 0; i < kind->register_count; i++) {
        const struct reg_info *r = &kind->registers[i];
        int first = s->count;
        add_lanes(s, r->block, r->name, &r->lanes, registers);
        for (int k = first; k < s->count; k++)
            s->list[k].hidden = !kind_shows(ops, i);
    }
}

static void inputs_of(const struct router_kind *kind, const void *in, const void *control, struct signals *s)
{
    s->count = 0;
    add_pins(s, "in", kind, PIN_CONTROL, control);
    add_wires(s, "in", kind, in);
}

static void outputs_of(const struct router_kind *kind, const void *out, const void *status, const void *registers,
                       const struct node_ops *ops, struct signals *s)
{
    s->count = 0;
    add_wires(s, "out", kind, out);
    add_pins(s, "out", kind, PIN_STATUS, status);
    add_registers(s, kind, registers, ops);
}

static void state_of(const struct router_kind *kind, const struct node_ops *ops, const void *node, struct signals *s)
{
    struct any_pins out;
    struct any_status status;
    struct any_registers registers;

    ops->pins(node, &out);
    if (kind->status_bytes)
        ops->status(node, &status);
    memset(&registers, 0, kind->state_bytes);
    if (ops->state)
        ops->state(node, &registers);
    outputs_of(kind, &out, &status, &registers, ops, s);
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct signals_show *s = context;

    if (c->number >= s->first) {
        if (c->in)
            inputs_of(c->kind, c->in, c->control, s->in);
        state_of(c->kind, c->kind->model, c->model, s->model);
        state_of(c->kind, c->ops, c->rtl, s->rtl);
        s->visit(s->context, &(struct signals_cycle){.number = c->number,
                                                     .compared = s->compared,
                                                     .in = c->in ? s->in : NULL,
                                                     .model = s->model,
                                                     .rtl = s->rtl});
    }
    s->compared |= c->in && c->kind->parts->lockstep->resets(c->control);
}

uint64_t signals_first(const struct vectors *v, uint64_t cycles)
{
    return v->count > cycles ? v->count - cycles : 0;
}

int signals_show_init(struct signals_show *show, const struct router_kind *kind, uint64_t first, signals_visit visit,
                      void *context)
{
    *show = (struct signals_show){.first = first,
                                  .visit = visit,
                                  .context = context,
                                  .in = signals_create(kind),
                                  .model = signals_create(kind),
                                  .rtl = signals_create(kind)};
    return show->in && show->model && show->rtl ? 0 : -1;
}

void signals_show_finish(struct signals_show *show)
{
    free(show->in);
    free(show->model);
    free(show->rtl);
}

struct observer signals_observer(struct signals_show *show)
{
    return (struct observer){show, see_cycle, NULL};
}

void signals_of_mismatch(const struct router_kind *kind, const struct mismatch *d, struct signals *in,
                         struct signals *state)
{
    static const struct any_status none;

    in->count = 0;
    add_wires(in, "in", kind, &d->in);
    outputs_of(kind, &d->model_out, &none, &d->state, kind->model, state);
}

const char *signal_name(const struct signal *s, char *text, size_t size)
{
    snprintf(text, size, s->lane >= 0 ? "%s_%d" : "%s", s->name, s->lane);
    return text;
}

int signal_is_wrong(const struct router_kind *kind, const struct mismatch *d, const struct signal *s)
{
    const struct pin_info *pin = kind_pin_find(kind, d->field);
    char name[96];

    if (strcmp(s->block, "out") == 0) /* there a pin has the name of its field */
        snprintf(name, sizeof name, "%s", s->name);
    else
        snprintf(name, sizeof name, "%s.%s", s->block, s->name);
    if (strcmp(name, pin ? pin->field : d->field) != 0)
        return 0;
    if (s->width == 1 && s->lane >= 0) /* a mask */
        return (d->model ^ d->rtl) >> s->lane & 1u;
    return d->lane < 0 || d->lane == s->lane;
}

int signal_is_of_port(const struct router_kind *kind, const struct signal *s, int port)
{
    int is_shown = strcmp(s->block, "in") == 0 || strcmp(s->block, "out") == 0;

    for (const char *const *block = kind->parts->triage->port_blocks; *block && !is_shown; block++)
        is_shown = strcmp(s->block, *block) == 0;
    return is_shown && s->lane == port;
}

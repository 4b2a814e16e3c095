/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs, and which mechanisms it is explained by. See vcr_triage.h.
 */
#include "vcr_triage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kind/vcr_packet.h"
#include "vcr_explain_internal.h"

/* Words ----------------------------------------------------------------------------------------------------------- */

const char *vcr_explain_set(unsigned set, char text[VCR_EXPLAIN_LIST])
{
    size_t length = 0;

    *text = 0;
    VCR_FOR_EACH(i, set)
    length += (size_t)snprintf(text + length, VCR_EXPLAIN_LIST - length, "%s%u", length ? ", " : "", i);
    return *text ? text : "none";
}

const char *vcr_explain_packet(uint64_t head, char text[VCR_EXPLAIN_LIST])
{
    const struct packet p = vcr_packet_of(head);

    snprintf(text, VCR_EXPLAIN_LIST, "packet %d of message %d from %d to %d", p.number, p.message, p.source,
             p.destination);
    return text;
}

int vcr_explain_owner(const struct vcr_explain *e, unsigned q, unsigned channel)
{
    const struct vcr_input *i = &vcr_explain_before(e)->input;

    for (unsigned lane = 0; lane < vcr_lanes(e->parameters); lane++)
        if ((i->active[lane / e->parameters->vcs] >> lane % e->parameters->vcs & 1u) && i->out_port[lane] == q &&
            i->out_vc[lane] == channel)
            return (int)lane;
    return -1;
}

/* Whether a flit is at the front of a channel that has one to send. */
static int is_front(const struct vcr_explain *e, unsigned lane, const uint64_t *flit)
{
    const unsigned p = lane / e->parameters->vcs, there = e->w.request[p] | e->w.going[p];

    return (there >> lane % e->parameters->vcs & 1u) &&
           memcmp(&e->w.front_flit[lane * e->parameters->words], flit, 8u * e->parameters->words) == 0;
}

int vcr_explain_may_be(const struct vcr_explain *e, const struct vcr_crossbar *sent, unsigned q, unsigned lane)
{
    const int owner = sent->head >> q & 1u ? -1 : vcr_explain_owner(e, q, sent->vc[q]);

    return (owner < 0 || owner == (int)lane) && is_front(e, lane, &sent->flit[q * e->parameters->words]);
}

int vcr_explain_made_up(const struct vcr_explain *e, const struct vcr_crossbar *sent, unsigned q)
{
    const uint64_t *flit = &sent->flit[q * e->parameters->words];
    const int owner = vcr_explain_owner(e, q, sent->vc[q]);

    if (!(sent->valid & ~sent->head & sent->tail & 1u << q) || owner < 0 || is_front(e, (unsigned)owner, flit))
        return -1;
    for (unsigned w = 0; w < e->parameters->words; w++)
        if (flit[w] != 0)
            return -1;
    return owner;
}

/* Registers ------------------------------------------------------------------------------------------------------- */

/* A bit of each is of a channel. */
static int is_mask(const struct reg_info *r)
{
    static const char *const names[] = {"stored", "active", "closing", "committed", "credit", "owned"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (r->lanes.dimension == VCR_OF_PORT && strcmp(r->name, names[i]) == 0)
            return 1;
    return 0;
}

/* Words, addresses and masks in hexadecimal, numbers in decimal. */
static int is_hexadecimal(const struct reg_info *r)
{
    static const char *const numbers[] = {"age", "node"};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(r->name, numbers[i]) == 0)
            return 0;
    return r->lanes.width > 8 || is_mask(r) || strcmp(r->name, "error") == 0;
}

int vcr_explain_port(const struct vcr_parameters *s, const struct lanes *l, int lane)
{
    switch (l->dimension) {
    case VCR_OF_LANE: return lane / s->vcs;
    case VCR_OF_FLIT: return lane / s->words;
    case VCR_OF_PORT:
    case VCR_OF_PORT_SET: return lane;
    default: return -1;
    }
}

int vcr_explain_port_of(const struct router_kind *kind, const struct vcr_parameters *s, const struct mismatch *d)
{
    const struct reg_info *info = kind_register_find(kind, d->field);
    const struct pin_info *pin = kind_pin_find(kind, d->field);
    const struct lanes *l = info ? &info->lanes : pin ? &pin->lanes : NULL;
    int lane = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;

    return l && lane < l->each ? vcr_explain_port(s, l, lane) : -1;
}

static void name_lane(const void *context, const struct reg_info *r, int lane, char text[EXPLAIN_LANE])
{
    const struct vcr_explain *e = context;
    int port = vcr_explain_port(e->parameters, &r->lanes, lane);

    *text = 0;
    if (r->lanes.dimension == VCR_OF_LANE)
        snprintf(text, EXPLAIN_LANE, "port %d channel %d", port, lane % e->parameters->vcs);
    else if (r->lanes.dimension == VCR_OF_FLIT && e->parameters->words > 1)
        snprintf(text, EXPLAIN_LANE, "port %d word %d", port, lane % e->parameters->words);
    else if (port >= 0)
        snprintf(text, EXPLAIN_LANE, "port %d", port);
    else if (r->lanes.dimension == VCR_OF_CLASS)
        snprintf(text, EXPLAIN_LANE, "class %d", lane);
}

/* What is done with a register in a lane. */
typedef void part_visit(const struct explain_edge *e, int row, int lane, int bit, char *text);

static void show_part(const struct explain_edge *e, int row, int lane, int bit, char *text)
{
    (void)text;
    explain_row(e, row, lane, bit);
}

/* Registers of a block in a channel, in a port, or of the router as a whole. */
static void each_part(const struct vcr_explain *e, const char *block, int port, int channel, part_visit *visit,
                      char *text)
{
    for (int i = 0; i < VCR_REG_COUNT; i++) {
        const struct reg_info *r = &e->edge.kind->registers[i];
        int of_lane = r->lanes.dimension == VCR_OF_LANE, mask = is_mask(r);
        if (strcmp(r->block, block) != 0)
            continue;
        if (channel >= 0 && mask)
            visit(&e->edge, i, port, channel, text);
        else if (channel >= 0 && of_lane)
            visit(&e->edge, i, port * e->parameters->vcs + channel, EXPLAIN_WHOLE, text);
        else if (channel < 0 && !mask && !of_lane)
            for (int lane = 0; lane < r->lanes.each; lane++)
                if (vcr_explain_port(e->parameters, &r->lanes, lane) == port)
                    visit(&e->edge, i, lane, EXPLAIN_WHOLE, text);
    }
}

void vcr_explain_registers(const struct vcr_explain *e, const char *block, int port, int channel)
{
    each_part(e, block, port, channel, show_part, NULL);
}

const char *vcr_explain_wrong(const struct vcr_explain *e, const char *block, int port, int channel,
                              char text[EXPLAIN_WRONG])
{
    *text = 0;
    each_part(e, block, port, channel, explain_wrong, text);
    return text;
}

/* What differs ---------------------------------------------------------------------------------------------------- */

/* Channels of an input in which something can happen at this edge. */
static unsigned busy(const struct vcr_explain *e, unsigned port)
{
    return e->w.accept[port] | e->w.request[port] | e->w.going[port] | e->w.dropping[port];
}

static void mark_lane(struct vcr_explain *e, unsigned lane)
{
    e->lanes[lane / e->parameters->vcs] |= (uint16_t)(1u << lane % e->parameters->vcs);
}

static void mark_input(struct vcr_explain *e, const struct reg_info *r, int lane)
{
    unsigned port = (unsigned)vcr_explain_port(e->parameters, &r->lanes, lane);

    if (strcmp(r->name, "up") == 0) {
        e->config = 1;
    } else if (r->lanes.dimension == VCR_OF_LANE) {
        e->lanes[port] |= (uint16_t)(1u << lane % e->parameters->vcs);
    } else if (is_mask(r)) {
        e->lanes[port] |= (uint16_t)(lane_get(&r->lanes, &e->model, lane) ^ lane_get(&r->lanes, &e->rtl, lane));
    } else {
        e->lanes[port] |= (uint16_t)busy(e, port);
        e->arrivals |= 1u << port;
    }
}

static void mark(void *context, const struct reg_info *r, int lane)
{
    struct vcr_explain *e = context;
    int port = vcr_explain_port(e->parameters, &r->lanes, lane);

    if (strcmp(r->block, "input") == 0)
        mark_input(e, r, lane);
    else if (strcmp(r->block, "route") == 0 && port >= 0)
        e->arrivals |= 1u << port;
    else if (strcmp(r->block, "route") == 0)
        e->random = 1;
    else if (strcmp(r->block, "sat_switch") == 0)
        e->sat = 1;
    else if (strcmp(r->block, "config") == 0)
        e->config = 1;
    else
        e->outputs |= 1u << port;
    if (strcmp(r->name, "in_rr") == 0)
        e->lanes[port] |= e->w.want[port];
}

/* Channels whose fronts an output may have been given to: by the model, or as its flit shows by the RTL. */
static void follow_output(struct vcr_explain *e, unsigned port)
{
    const struct vcr_crossbar *sent = &e->rtl.crossbar;
    const int tail = vcr_explain_made_up(e, sent, port);

    if (e->w.out_grant >> port & 1u)
        mark_lane(e, e->w.out_lane[port]);
    for (unsigned lane = 0; lane < vcr_lanes(e->parameters); lane++)
        if ((sent->valid >> port & 1u) && vcr_explain_may_be(e, sent, port, lane))
            mark_lane(e, lane);
    if (tail >= 0)
        mark_lane(e, (unsigned)tail);
}

static int follow(void *explain, const struct mismatch *d, int found)
{
    struct vcr_explain *e = explain;
    unsigned asked = 0;

    VCR_FOR_EACH(q, e->outputs)
    follow_output(e, q);
    for (unsigned p = 0; p < e->parameters->ports; p++) {
        VCR_FOR_EACH(v, e->lanes[p] & e->w.want[p])
        asked |= 1u << e->w.want_port[p * e->parameters->vcs + v];
        if (e->lanes[p] & e->w.accept[p])
            e->arrivals |= 1u << p;
    }
    e->outputs |= asked;
    (void)d;
    return found;
}

/* The replay up to the edge --------------------------------------------------------------------------------------- */

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct vcr_explain *e = context;

    if (c->in && c->number == e->edge.cycle) {
        memcpy(e->before, c->model, vcr_router_bytes(e->parameters));
    } else if (!c->in) {
        e->model = *vcr_router_state(c->model);
        explain_take(&e->edge, c->ops, c->rtl);
        vcr_router_eval(e->parameters, e->before, e->in, &e->w);
    }
}

static void *create(const struct vectors *v)
{
    const struct vcr_parameters *parameters = v->kind->parameters;
    struct vcr_explain *e = calloc(1, sizeof *e);
    struct vcr_router *before = vcr_router_create(parameters);

    if (!e || !before) {
        free(e);
        vcr_router_destroy(before);
        return NULL;
    }
    *e = (struct vcr_explain){.parameters = parameters, .vectors = v, .before = before};
    e->in = vectors_in(v, v->count - 1);
    e->control = vectors_control(v, v->count - 1);
    e->edge = (struct explain_edge){.kind = v->kind,
                                    .before = vcr_router_state(before),
                                    .model = &e->model,
                                    .rtl = &e->rtl,
                                    .cycle = v->count - 1,
                                    .rst = e->control->rst};
    return e;
}

static void destroy(void *explain)
{
    struct vcr_explain *e = explain;

    if (e)
        vcr_router_destroy(e->before);
    free(e);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void print_decisions(const void *explain)
{
    const struct vcr_explain *e = explain;

    if (e->control->rst)
        explain_conclude(
            &e->edge, "section 12: rst = 1, so every named register takes its reset value, and what differs did not");
    VCR_FOR_EACH(p, e->arrivals)
    vcr_explain_arrival(e, p);
    if (e->random)
        vcr_explain_random(e);
    for (unsigned p = 0; p < e->parameters->ports; p++)
        VCR_FOR_EACH(v, e->lanes[p])
        {
            vcr_explain_input(e, p, v);
            if (e->w.request[p] >> v & 1u)
                vcr_explain_selection(e, p, v);
        }
    VCR_FOR_EACH(q, e->outputs)
    {
        vcr_explain_output(e, q);
        vcr_explain_allocation(e, q);
        vcr_explain_crossbar(e, q);
    }
    if (e->sat)
        vcr_explain_sat(e);
    if (e->config)
        vcr_explain_config(e);
}

static void print_rest(const void *explain)
{
    vcr_explain_holders(explain);
    vcr_explain_settings(explain);
}

const struct explain_ops vcr_explain = {create, destroy, {.cycle = see_cycle}, is_hexadecimal, name_lane,
                                        mark,   follow,  print_decisions,      print_rest};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Playing scripts. See fedx_script.h; fedx_script_lift.c makes them.
 */
#include "fedx_script.h"

#include <stdlib.h>
#include <string.h>

#include "../model/fedx_switch_internal.h"
#include "fedx_script_internal.h"

enum { BEFORE_ROUTES = 2 /* cycles of reset */ };

void fedx_script_finish(struct fedx_script *s)
{
    free(s->unit);
    free(s->image);
    memset(s, 0, sizeof *s);
}

unsigned fedx_script_destination(const struct fedx_script *s, const struct fedx_unit *packet)
{
    const uint8_t *image = s->image[packet->packet];

    return (unsigned)image[1] << 8 | image[2];
}

/*
 * Destinations that are looked up. What they find must have been written, or it is a matter of chance; a damaged header
 * may look up any, and random power-up values reach outputs by any.
 */
static void find_destinations(const struct fedx_script *s, uint8_t looked_up[FEDX_TABLE_SIZE])
{
    int any = s->power_up;

    memset(looked_up, 0, FEDX_TABLE_SIZE);
    for (size_t i = 0; i < s->units && !any; i++) {
        const struct fedx_unit *u = &s->unit[i];
        if (u->off)
            continue;
        any = u->kind == FEDX_UNIT_DAMAGE || u->kind == FEDX_UNIT_NOISE || u->kind == FEDX_UNIT_LEVEL;
        if (u->kind == FEDX_UNIT_PACKET && fedx_script_destination(s, u) < FEDX_TABLE_SIZE)
            looked_up[fedx_script_destination(s, u)] = 1;
    }
    if (any)
        memset(looked_up, 1, FEDX_TABLE_SIZE);
}

/* A route is written if it is in, or if it is looked up: then it is zero. */
static int is_route(const struct fedx_unit *u, const uint8_t looked_up[FEDX_TABLE_SIZE])
{
    return u->kind == FEDX_UNIT_ROUTE && (!u->off || looked_up[u->address]);
}

uint32_t fedx_script_preamble(const struct fedx_script *s)
{
    uint8_t looked_up[FEDX_TABLE_SIZE];
    uint32_t cycles = BEFORE_ROUTES;

    find_destinations(s, looked_up);
    for (size_t i = 0; i < s->units; i++)
        cycles += (uint32_t)is_route(&s->unit[i], looked_up);
    return cycles;
}

/* Neighbours ------------------------------------------------------------------------------------------------------ */

/* How often a packet came; a slot without a count is empty. When most are in use a packet takes the place of another
 * one. */
static uint64_t *attempts_of(struct fedx_neighbour *p, uint64_t head)
{
    unsigned mask = FEDX_NEIGHBOUR_HEADS - 1, i = (unsigned)(head * 0x9e3779b97f4a7c15u >> 32) & mask;

    while (p->sent_count[i] != 0 && p->sent_head[i] != head && p->known < FEDX_NEIGHBOUR_HEADS / 4 * 3)
        i = (i + 1) & mask;
    if (p->sent_count[i] == 0 || p->sent_head[i] != head) {
        p->known += p->sent_count[i] == 0;
        p->sent_head[i] = head;
        p->sent_count[i] = 0;
    }
    return &p->sent_count[i];
}

/* A frame of the switch begins: which of its packets it is, and which attempt. */
static void frame_begins(struct fedx_player *y, int port)
{
    struct fedx_neighbour *p = &y->neighbour[port];
    struct fedx_switch_regs regs;

    y->ops->state(y->node, &regs);
    p->head = regs.buffer_pool.head[regs.port_transmit.buf[port]] & ~FEDX_HEAD_FLAGS;
    p->attempt = (uint32_t)++ * attempts_of(p, p->head);
    p->admit = 1;
    p->refusals = 0;
    for (uint32_t i = fedx_attempts_first(y->attempts, fedx_attempts_answered((unsigned)port, p->head), p->attempt);
         i != FEDX_NEVER && p->refusals < FEDX_NEIGHBOUR_REFUSALS; i = y->attempts->next[i]) {
        const struct fedx_unit *u = &y->script->unit[i];
        if (u->kind != FEDX_UNIT_REFUSE || u->port != port || u->head != p->head || u->attempt != p->attempt)
            continue;
        if (u->byte == FEDX_NOT_ADMITTED)
            p->admit = 0;
        else
            p->refuse_at[p->refusals++] = u->byte;
    }
}

static void answer_frames(struct fedx_player *y, struct fedx_pins *in)
{
    unsigned arriving = fedx_cables_out(&y->cables, y->cables.latency)->valid;

    for (int port = 0; port < FEDX_PORTS; port++) {
        struct fedx_neighbour *p = &y->neighbour[port];
        if (!(arriving >> port & 1u)) {
            p->frame = 0;
            continue;
        }
        if (p->frame++ == 0)
            frame_begins(y, port);
        for (unsigned i = 0; i < p->refusals; i++)
            if (p->refuse_at[i] == p->frame - 1)
                in->refuse |= (uint8_t)(1u << port);
    }
}

static void damage_frames(struct fedx_player *y, struct fedx_pins *in)
{
    unsigned arriving = fedx_cables_arriving(&y->cables)->valid;

    for (int port = 0; port < FEDX_PORTS; port++) {
        struct fedx_neighbour *p = &y->neighbour[port];
        if (!(arriving >> port & 1u)) {
            p->seen = 0;
            continue;
        }
        for (unsigned i = 0; i < p->damages; i++) {
            const struct fedx_unit *u = &y->script->unit[p->damage[i]];
            if (u->byte == p->seen) {
                in->data[port] ^= u->mask;
                in->valid ^= (uint8_t)(u->valid << port);
            }
        }
        p->seen++;
    }
}

/* An attempt begins: what of it is broken off or damaged. */
static void attempt_begins(struct fedx_player *y, struct fedx_neighbour *p)
{
    p->abort_at = FEDX_NEVER;
    p->damages = 0;
    for (uint32_t i = fedx_attempts_first(y->attempts, p->under, p->tries); i != FEDX_NEVER; i = y->attempts->next[i]) {
        const struct fedx_unit *u = &y->script->unit[i];
        if (u->packet != p->under || u->attempt != p->tries)
            continue;
        if (u->kind == FEDX_UNIT_ABORT && p->abort_at == FEDX_NEVER)
            p->abort_at = u->byte;
        else if (u->kind == FEDX_UNIT_DAMAGE && p->damages < FEDX_NEIGHBOUR_DAMAGES)
            p->damage[p->damages++] = i;
    }
}

static uint32_t next_packet(const struct fedx_script *s, int port, uint32_t from)
{
    for (uint32_t i = from; i < s->units; i++)
        if (s->unit[i].kind == FEDX_UNIT_PACKET && s->unit[i].port == port && !s->unit[i].off)
            return i;
    return FEDX_NEVER;
}

void fedx_neighbour_offer(struct fedx_player *y, int port)
{
    struct fedx_neighbour *p = &y->neighbour[port];
    const struct fedx_script *s = y->script;

    p->offered = p->retry                                                       ? p->under
                 : p->upcoming != FEDX_NEVER && s->unit[p->upcoming].at <= y->t ? p->upcoming
                                                                                : FEDX_NEVER;
    p->end.next = p->offered == FEDX_NEVER ? NULL : s->image[s->unit[p->offered].packet];
}

uint32_t fedx_neighbour_attempt(const struct fedx_neighbour *p)
{
    return p->offered == p->under && p->retry ? p->tries + 1 : 1;
}

int fedx_neighbour_would_start(const struct fedx_neighbour *p, const struct fedx_pins *in)
{
    struct fedx_port_end alone = p->end;

    alone.wait = 0;
    return p->end.next && !(p->end.tx.sending & 1) && (fedx_port_end_step(&alone, in) & FEDX_END_STARTED);
}

/* Another attempt is offered: how long it waits when it could start. */
static void find_delay(const struct fedx_player *y, struct fedx_neighbour *p)
{
    uint32_t attempt = fedx_neighbour_attempt(p);

    if (p->offered == FEDX_NEVER || (p->delayed == p->offered && p->delayed_try == attempt))
        return;
    p->delayed = p->offered;
    p->delayed_try = attempt;
    p->delay = 0;
    for (uint32_t i = fedx_attempts_first(y->attempts, p->offered, attempt); i != FEDX_NEVER && p->delay == 0;
         i = y->attempts->next[i]) {
        const struct fedx_unit *u = &y->script->unit[i];
        if (u->kind == FEDX_UNIT_DELAY && u->packet == p->offered && u->attempt == attempt)
            p->delay = u->length;
    }
}

void fedx_neighbour_events(struct fedx_player *y, int port, unsigned what)
{
    struct fedx_neighbour *p = &y->neighbour[port];

    if (what & FEDX_END_ACCEPTED)
        p->retry = 0;
    if (what & FEDX_END_FAILED)
        p->retry = p->tries < y->script->unit[p->under].length;
    if (!(what & FEDX_END_STARTED))
        return;
    if (p->offered == p->upcoming) {
        p->under = p->upcoming;
        p->tries = 0;
        p->upcoming = next_packet(y->script, port, p->under + 1);
    }
    p->retry = 0;
    p->tries++;
    attempt_begins(y, p);
}

static void step_neighbour(struct fedx_player *y, int port)
{
    struct fedx_neighbour *p = &y->neighbour[port];
    struct fedx_pins in;

    if (y->t < y->script->start[port])
        return;
    fedx_neighbour_offer(y, port);
    fedx_cables_neighbour_in(&y->cables, port, &p->end, &in);
    p->end.abort = (p->end.tx.sending & 1u) && p->end.tx.count[0] == p->abort_at;
    p->end.admit = p->admit;
    find_delay(y, p);
    p->end.wait = p->delay > 0 && fedx_neighbour_would_start(p, &in);
    p->delay -= p->end.wait;
    fedx_neighbour_events(y, port, fedx_port_end_step(&p->end, &in));
}

void fedx_neighbour_restart(struct fedx_player *y, int port)
{
    struct fedx_neighbour *p = &y->neighbour[port];

    fedx_port_end_init(&p->end, !(y->side >> port & 1u), y->cables.latency);
    p->retry = 0;
    p->abort_at = FEDX_NEVER;
}

void fedx_player_init(struct fedx_player *y, const struct fedx_script *s, const struct attempts *attempts,
                      const struct node_ops *ops, void *node)
{
    struct fedx_pins out;

    memset(y, 0, sizeof *y);
    y->script = s;
    y->attempts = attempts;
    y->side = s->side;
    y->ops = ops;
    y->node = node;
    ops->pins(node, &out);
    fedx_cables_init(&y->cables, &out, (int)(s->setting[0] >> 4 & 7));
    for (int port = 0; port < FEDX_PORTS; port++) {
        fedx_neighbour_restart(y, port);
        y->neighbour[port].admit = 1;
        y->neighbour[port].upcoming = next_packet(s, port, 0);
        y->neighbour[port].under = FEDX_NEVER;
        y->neighbour[port].delayed = FEDX_NEVER;
    }
}

void fedx_player_inputs(struct fedx_player *y, struct fedx_pins *in)
{
    fedx_cables_switch_in(&y->cables, in);
    answer_frames(y, in);
    damage_frames(y, in);
}

void fedx_player_advance(struct fedx_player *y, const struct fedx_pins *out)
{
    struct fedx_pins neighbours = {0};

    for (int port = 0; port < FEDX_PORTS; port++)
        fedx_cables_collect(&neighbours, port, &y->neighbour[port].end);
    fedx_cables_advance(&y->cables, out, &neighbours);
    y->t++;
}

/* A play ---------------------------------------------------------------------------------------*/

/* What the units say about each cycle. */
struct schedule {
    struct fedx_pins *flips;
    struct fedx_control *control;
    uint8_t *restart; /* neighbours, a mask */
};

static void flip_level(struct fedx_pins *flips, unsigned wire, uint8_t port)
{
    switch (wire) {
    case FEDX_WIRE_TURN: flips->turn ^= port; break;
    case FEDX_WIRE_REQ: flips->req ^= port; break;
    case FEDX_WIRE_REFUSE: flips->refuse ^= port; break;
    default: flips->acc ^= port; break;
    }
}

static void put_unit(struct schedule *line, const struct fedx_unit *u, uint32_t cycles)
{
    uint8_t port = (uint8_t)(1u << u->port);
    uint32_t last = u->kind == FEDX_UNIT_LEVEL || u->kind == FEDX_UNIT_RESET ? u->at + u->length
                    : u->kind == FEDX_UNIT_SIDE                              ? cycles
                                                                             : u->at + 1;

    for (uint32_t t = u->at; t < last && t < cycles; t++)
        switch (u->kind) {
        case FEDX_UNIT_LEVEL: flip_level(&line->flips[t], u->wire, port); break;
        case FEDX_UNIT_NOISE:
            line->flips[t].data[u->port] ^= u->mask;
            line->flips[t].valid ^= (uint8_t)(u->valid << u->port);
            break;
        case FEDX_UNIT_RESTART: line->restart[t] |= port; break;
        case FEDX_UNIT_SIDE: line->control[t].side = (uint8_t)u->value; break;
        case FEDX_UNIT_RESET: line->control[t].rst = 1; break;
        default:
            line->control[t].cfg_we = u->write;
            line->control[t].cfg_addr = u->address;
            line->control[t].cfg_wdata = u->value;
            break;
        }
}

int fedx_unit_is_timed(const struct fedx_unit *u)
{
    return u->kind == FEDX_UNIT_LEVEL || u->kind == FEDX_UNIT_NOISE || u->kind == FEDX_UNIT_RESTART ||
           u->kind == FEDX_UNIT_ACCESS || u->kind == FEDX_UNIT_SIDE || u->kind == FEDX_UNIT_RESET;
}

static void schedule_finish(struct schedule *line)
{
    free(line->flips);
    free(line->control);
    free(line->restart);
}

static int schedule_init(struct schedule *line, const struct fedx_script *s)
{
    size_t n = s->cycles + 1;

    line->flips = calloc(n, sizeof *line->flips);
    line->control = calloc(n, sizeof *line->control);
    line->restart = calloc(n, 1);
    if (!line->flips || !line->control || !line->restart)
        return -1;
    for (uint32_t t = 0; t < s->cycles; t++)
        line->control[t] = t < FEDX_SETTINGS_WORDS
                               ? (struct fedx_control){.side = s->side,
                                                       .cfg_we = 1,
                                                       .cfg_addr = (uint16_t)(FEDX_CFG_MODE + t),
                                                       .cfg_wdata = s->setting[t]}
                               : (struct fedx_control){.side = s->side, .cfg_addr = s->idle_address};
    for (size_t i = 0; i < s->units; i++)
        if (!s->unit[i].off && fedx_unit_is_timed(&s->unit[i]))
            put_unit(line, &s->unit[i], s->cycles);
    return 0;
}

/* One cycle of the node. @return 1 at a difference, -1 when out of memory */
static int step_node(void *node, const struct fedx_pins *in, const struct fedx_control *control, struct vectors *record)
{
    if (record && vectors_add(record, in, control) != 0)
        return -1;
    return node_step(&fedx_node_lockstep, node, in, control);
}

/* Reset, and the route table under it. */
static int play_preamble(const struct fedx_script *s, void *node, struct vectors *record)
{
    struct fedx_control c = {.rst = 1, .side = s->side};
    uint8_t looked_up[FEDX_TABLE_SIZE];
    int status = 0;

    find_destinations(s, looked_up);
    for (int i = 0; i < BEFORE_ROUTES && status == 0; i++)
        status = step_node(node, &fedx_idle_pins, &c, record);
    c.cfg_we = 1;
    for (size_t i = 0; i < s->units && status == 0; i++) {
        const struct fedx_unit *u = &s->unit[i];
        if (!is_route(u, looked_up))
            continue;
        c.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + u->address);
        c.cfg_wdata = u->off ? 0 : u->value;
        status = step_node(node, &fedx_idle_pins, &c, record);
    }
    return status;
}

static int play_cycles(struct fedx_player *y, const struct schedule *line, struct vectors *record)
{
    struct fedx_pins in, out;

    while (y->t < y->script->cycles) {
        const struct fedx_pins *flips = &line->flips[y->t];
        fedx_player_inputs(y, &in);
        for (int p = 0; p < FEDX_PORTS; p++)
            in.data[p] ^= flips->data[p];
        fedx_pins_set_levels(&in, fedx_pins_levels(&in) ^ fedx_pins_levels(flips));
        y->side = line->control[y->t].side;
        for (int port = 0; port < FEDX_PORTS; port++) {
            if (line->restart[y->t] >> port & 1u)
                fedx_neighbour_restart(y, port);
            step_neighbour(y, port);
        }
        int status = step_node(y->node, &in, &line->control[y->t], record);
        if (status != 0)
            return status;
        y->ops->pins(y->node, &out);
        fedx_player_advance(y, &out);
    }
    return 0;
}

int fedx_script_play(const struct fedx_script *s, const struct node_ops *rtl, uint64_t power_up, struct vectors *record,
                     struct replay *result)
{
    struct fedx_player *y = malloc(sizeof *y);
    struct schedule line = {0};
    struct attempts attempts = {0};
    void *node = fedx_node_lockstep.create(rtl, power_up);
    int status = -1;

    memset(result, 0, sizeof *result);
    if (y && node && schedule_init(&line, s) == 0 && fedx_attempts_init(&attempts, s, s->units) == 0) {
        status = play_preamble(s, node, record);
        if (status == 0) {
            fedx_player_init(y, s, &attempts, &fedx_node_lockstep, node);
            status = play_cycles(y, &line, record);
        }
        if (status >= 0) {
            result->differs = status == 1 || lockstep_check_stores(node);
            status = 0;
            if (result->differs)
                result->mismatch = *lockstep_mismatch(node);
            result->compared = lockstep_compared(node);
        }
    }
    schedule_finish(&line);
    fedx_attempts_finish(&attempts);
    fedx_node_lockstep.destroy(node);
    free(y);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs, and which mechanisms it is explained by. See fedx_triage.h.
 */
#include "fedx_triage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_explain_internal.h"

/* Words ----------------------------------------------------------------------------------------------------------- */

static void add_word(char text[FEDX_EXPLAIN_LIST], const char *word)
{
    size_t length = strlen(text);

    snprintf(text + length, FEDX_EXPLAIN_LIST - length, "%s%s", length ? ", " : "", word);
}

const char *fedx_explain_ports(unsigned ports, char text[FEDX_EXPLAIN_LIST])
{
    *text = 0;
    FEDX_FOR_EACH_PORT(p, ports)
    add_word(text, fedx_port_name((int)p));
    return *text ? text : "none";
}

const char *fedx_explain_buffers(fedx_buffer_word buffers, char text[FEDX_EXPLAIN_LIST])
{
    char number[8];

    *text = 0;
    FEDX_FOR_EACH_BUFFER(b, buffers)
    {
        snprintf(number, sizeof number, "%u", (unsigned)b);
        add_word(text, number);
    }
    return *text ? text : "none";
}

const char *fedx_explain_packet(uint64_t head, char text[FEDX_EXPLAIN_LIST])
{
    char name[32];

    snprintf(text, FEDX_EXPLAIN_LIST, "packet %s to node %u", fedx_history_name(head, name, sizeof name),
             fedx_head_destination(head));
    return text;
}

/* Registers ------------------------------------------------------------------------------------------------------- */

int fedx_explain_shown(const struct fedx_explain *e, const char *block, const char *name)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (strcmp(fedx_reg_table[i].block, block) == 0 && strcmp(fedx_reg_table[i].name, name) == 0)
            return explain_shown(&e->edge, i);
    return 0;
}

/* Bytes and masks in hexadecimal, numbers in decimal. */
static int is_hexadecimal(const struct reg_info *r)
{
    return r->lanes.width >= 32 || strcmp(r->name, "check") == 0 || strcmp(r->name, "data") == 0 ||
           strcmp(r->name, "read_data") == 0 || strcmp(r->name, "random") == 0 || strcmp(r->name, "ahead") == 0 ||
           strcmp(r->name, "addr") == 0 || strcmp(r->name, "allowed") == 0 || strcmp(r->name, "best") == 0 ||
           strcmp(r->name, "preferred") == 0;
}

/* The age order is told as one, not buffer by buffer; bytes read have a part of their own. */
static int has_row(const struct fedx_explain *e, int row)
{
    const char *name = fedx_reg_table[row].name;

    return strcmp(name, "ahead") != 0 && (strcmp(name, "read_data") != 0 || e->read);
}

/* Whether a row is of a block, and has the lane of a port or a buffer, or is one word. */
static int is_of(int row, const char *block, int lane)
{
    const struct reg_info *r = &fedx_reg_table[row];

    return strcmp(r->block, block) == 0 && (r->lanes.dimension == FEDX_OF_WORD) == (lane < 0);
}

void fedx_explain_registers(const struct fedx_explain *e, const char *block, int lane)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (is_of(i, block, lane) && has_row(e, i))
            explain_row(&e->edge, i, lane < 0 ? 0 : lane, EXPLAIN_WHOLE);
}

const char *fedx_explain_wrong(const struct fedx_explain *e, const char *block, int lane, char text[EXPLAIN_WRONG])
{
    *text = 0;
    for (int i = 0; i < fedx_reg_count; i++)
        if (is_of(i, block, lane) && has_row(e, i))
            explain_wrong(&e->edge, i, lane < 0 ? 0 : lane, EXPLAIN_WHOLE, text);
    return text;
}

int fedx_explain_differs(const struct fedx_explain *e, const char *block, int lane)
{
    char text[EXPLAIN_WRONG];

    return *fedx_explain_wrong(e, block, lane, text) != 0;
}

unsigned fedx_explain_starts(const struct fedx_explain *e, const struct fedx_switch_regs *after)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;
    unsigned starts = 0;

    FEDX_FOR_EACH_PORT(p, after->port_transmit.sending)
    starts |= (unsigned)(!(t->sending >> p & 1u) || (t->count[p] > 0 && after->port_transmit.count[p] == 0)) << p;
    return starts;
}

/* What differs ---------------------------------------------------------------------------------------------------- */

static void mark_port(struct fedx_explain *e, const struct reg_info *r, unsigned port)
{
    if (strcmp(r->block, "port_receive") == 0)
        e->receive |= port;
    else if (strcmp(r->block, "port_transmit") == 0)
        e->transmit |= port;
    else if (strcmp(r->block, "ownership") == 0)
        e->ownership |= port;
    else if (strcmp(r->block, "route") == 0)
        e->route |= port;
}

static void mark(void *context, const struct reg_info *r, int lane)
{
    struct fedx_explain *e = context;

    if (strcmp(r->block, "admission") == 0)
        e->admission = 1;
    else if (strcmp(r->block, "config") == 0)
        e->config = 1;
    else if (r->lanes.dimension == FEDX_OF_PORT)
        mark_port(e, r, 1u << lane);
    else if (strcmp(r->name, "read_data") == 0)
        e->read |= fedx_buffer_bit((unsigned)lane);
    else
        e->pool |= fedx_buffer_bit((unsigned)lane);
}

static void name_lane(const void *context, const struct reg_info *r, int lane, char text[EXPLAIN_LANE])
{
    (void)context;
    *text = 0;
    if (r->lanes.dimension == FEDX_OF_PORT)
        snprintf(text, EXPLAIN_LANE, "port %s", fedx_port_name(lane));
    else if (r->lanes.dimension == FEDX_OF_BUFFER)
        snprintf(text, EXPLAIN_LANE, "buffer %d", lane);
}

/* What an effect on a buffer came from: ports that send it, and those that take it in. */
static void follow_buffers(struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    const struct fedx_buffer_pool *m = &e->model.buffer_pool, *r = &e->rtl.buffer_pool;
    fedx_buffer_word state = (m->used ^ r->used) | (m->queued ^ r->queued) | (m->waiting ^ r->waiting);

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p, sends = (s->port_transmit.sending | s->port_transmit.await) & port;
        unsigned returns = (e->w.stopped | e->w.expired) & port;
        if ((sends && (state >> s->port_transmit.buf[p] & 1u)) ||
            (returns && (e->pool >> s->port_transmit.buf[p] & 1u)))
            e->transmit |= port;
        if ((s->port_receive.abort & port) && (e->pool >> s->port_receive.buf[p] & 1u))
            e->receive |= port;
        if (s->port_receive.decide & port &&
            (e->pool >> e->model.port_receive.buf[p] & 1u || e->pool >> e->rtl.port_receive.buf[p] & 1u)) {
            e->headers = 1;
            e->route |= port;
        }
    }
}

static int follow(void *explain, const struct mismatch *d, int found)
{
    struct fedx_explain *e = explain;
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned starts = (fedx_explain_starts(e, &e->model) ^ fedx_explain_starts(e, &e->rtl));

    int buffer;

    if (!found && sscanf(d->field, "store[%d]", &buffer) == 1 && buffer >= 0 && buffer < FEDX_BUFFERS)
        e->read |= fedx_buffer_bit((unsigned)buffer);
    follow_buffers(e);
    e->transmit |= starts | (e->ownership & (e->model.ownership.turn ^ e->rtl.ownership.turn) &
                             (s->port_transmit.sending | s->port_transmit.await));
    if (e->receive & s->port_receive.decide || e->admission)
        e->headers = 1;
    if (e->headers)
        e->route |= s->port_receive.decide & (e->model.port_receive.body ^ e->rtl.port_receive.body);
    return found || e->read;
}

/* The replay up to the edge --------------------------------------------------------------------------------------- */

/* What the edge of a cycle writes. */
static void note_writes(struct fedx_explain *e, uint64_t cycle, const struct fedx_switch_regs *s)
{
    unsigned entry = (unsigned)s->config.addr - FEDX_CFG_TABLE;

    FEDX_FOR_EACH_PORT(p, s->port_receive.write)
    e->store[s->port_receive.buf[p]][s->port_receive.count[p] - 1u] = (struct fedx_explain_write){cycle, 1, p};
    if (s->config.write && s->config.addr >= FEDX_CFG_TABLE && entry < FEDX_TABLE_SIZE)
        e->table[entry] = (struct fedx_explain_write){cycle, 1, 0};
}

static void take_rtl(struct fedx_explain *e, const struct node_ops *ops, const void *node)
{
    explain_take(&e->edge, ops, node);
    for (int b = 0; b < FEDX_BUFFERS && ops->store; b++)
        ops->store(node, b, e->rtl_store[b]);
    e->stores = ops->store != NULL;
}

static void see_edge(struct fedx_explain *e, const struct replay_cycle *c)
{
    if (c->number == e->edge.cycle) {
        fedx_switch_copy(e->before, c->model);
    } else if (fedx_switch_state(c->model)->port_receive.decide) {
        fedx_switch_copy(e->decision, c->model);
        e->decided = c->number;
    }
    note_writes(e, c->number, fedx_switch_state(c->model));
}

/* What was before a state that was set has not led to it. */
static void forget(struct fedx_explain *e)
{
    memset(e->store, 0, sizeof e->store);
    e->decided = FEDX_EXPLAIN_NO_DECISION;
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct fedx_explain *e = context;

    if (c->set)
        forget(e);
    if (c->in) {
        see_edge(e, c);
        return;
    }
    e->model = *fedx_switch_state(c->model);
    take_rtl(e, c->ops, c->rtl);
    fedx_switch_wires(fedx_explain_before(e), e->before->buffers, &e->in->in, &e->w);
}

static void destroy(void *explain)
{
    struct fedx_explain *e = explain;

    if (!e)
        return;
    fedx_switch_destroy(e->before);
    fedx_switch_destroy(e->decision);
    free(e);
}

static void *create(const struct vectors *v)
{
    struct fedx_explain *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    *e = (struct fedx_explain){.vectors = v,
                               .decided = FEDX_EXPLAIN_NO_DECISION,
                               .in = &fedx_vectors_cycles(v)[v->count - 1],
                               .before = fedx_switch_create(),
                               .decision = fedx_switch_create()};
    if (e->before && e->decision) {
        e->edge = (struct explain_edge){.kind = &fedx_kind,
                                        .before = fedx_explain_before(e),
                                        .model = &e->model,
                                        .rtl = &e->rtl,
                                        .cycle = v->count - 1,
                                        .rst = e->in->control.rst};
        return e;
    }
    destroy(e);
    return NULL;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void print_decisions(const void *explain)
{
    const struct fedx_explain *e = explain;
    unsigned starts = fedx_explain_starts(e, &e->model) | fedx_explain_starts(e, &e->rtl);

    if (e->in->control.rst)
        explain_conclude(&e->edge, "section 12: rst = 1, so every named register takes its reset value of section 14, "
                                   "and what differs did not");
    if (e->config)
        fedx_explain_config(e);
    fedx_explain_decision(e);
    if (e->headers)
        fedx_explain_admission(e);
    FEDX_FOR_EACH_PORT(p, e->route)
    fedx_explain_route(e, p);
    fedx_explain_receive(e);
    if (e->pool)
        fedx_explain_pool(e);
    FEDX_FOR_EACH_BUFFER(b, e->read)
    fedx_explain_read(e, (unsigned)b);
    if ((e->transmit | e->ownership) & starts)
        fedx_explain_arbitration(e);
    FEDX_FOR_EACH_PORT(p, e->transmit)
    fedx_explain_transmit(e, p);
    FEDX_FOR_EACH_PORT(p, e->ownership)
    fedx_explain_ownership(e, p);
}

static void print_rest(const void *explain)
{
    fedx_explain_settings(explain);
    fedx_explain_counters(explain);
}

const struct explain_ops fedx_explain = {create, destroy, {.cycle = see_cycle}, is_hexadecimal, name_lane,
                                         mark,   follow,  print_decisions,      print_rest};

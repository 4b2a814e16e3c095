/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs, and which mechanisms it is explained by. See fedx_explain.h.
 */
#include "fedx_explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_explain_internal.h"
#include "fedx_life.h"
#include "../bench/fedx_spec.h"

/* Words --------------------------------------------------------------------------------------------------------- */

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
    FEDX_FOR_EACH_BUFFER(b, buffers) {
        snprintf(number, sizeof number, "%u", (unsigned)b);
        add_word(text, number);
    }
    return *text ? text : "none";
}

const char *fedx_explain_packet(uint64_t head, char text[FEDX_EXPLAIN_LIST])
{
    char name[32];

    snprintf(text, FEDX_EXPLAIN_LIST, "packet %s to node %u", fedx_life_name(head, name, sizeof name),
             fedx_head_destination(head));
    return text;
}

void fedx_explain_title(const struct fedx_explain *e, const char *mechanism, int section, const char *what,
                        const char *which)
{
    fprintf(e->out, "\n%s (section %d)%s%s%s\n", mechanism, section, *what ? ", " : "", what, which);
}

void fedx_explain_conclude(const struct fedx_explain *e, const char *format, ...)
{
    char text[FEDX_EXPLAIN_LIST + 2 * FEDX_EXPLAIN_WRONG];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(e->out, "    => %s\n", text);
    fprintf(e->conclusions, "  %s\n", text);
}

/* Registers ----------------------------------------------------------------------------------------------------- */

/* The output that a register is, or NULL. */
static const struct fedx_pin_info *pin_of(const struct fedx_reg_info *r)
{
    char name[64];

    snprintf(name, sizeof name, "%s.%s", r->block, r->name);
    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (strcmp(fedx_pin_table[i].shows, name) == 0)
            return &fedx_pin_table[i];
    return NULL;
}

static int shown(const struct fedx_explain *e, int row)
{
    return kind_shows(e->ops, row) || pin_of(&fedx_reg_table[row]);
}

int fedx_explain_shown(const struct fedx_explain *e, const char *block, const char *name)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (strcmp(fedx_reg_table[i].block, block) == 0 && strcmp(fedx_reg_table[i].name, name) == 0)
            return shown(e, i);
    return 0;
}

static int digits(const struct fedx_reg_info *r)
{
    return r->lanes.width >= 32 || strcmp(r->name, "check") == 0 || strcmp(r->name, "data") == 0 ||
           strcmp(r->name, "read_data") == 0 || strcmp(r->name, "random") == 0 || strcmp(r->name, "ahead") == 0 ||
           strcmp(r->name, "addr") == 0 || strcmp(r->name, "allowed") == 0 || strcmp(r->name, "best") == 0 ||
           strcmp(r->name, "preferred") == 0;
}

/* Bytes and masks in hexadecimal, numbers in decimal. */
static const char *value_text(const struct fedx_reg_info *r, uint64_t value, char text[32])
{
    if (digits(r))
        snprintf(text, 32, "0x%0*" PRIx64, (r->lanes.width + 3) / 4, value);
    else
        snprintf(text, 32, "%" PRIu64, value);
    return text;
}

/* The age order is told as one, not buffer by buffer; bytes read have a part of their own. */
static int has_row(const struct fedx_explain *e, int row)
{
    const char *name = fedx_reg_table[row].name;

    return strcmp(name, "ahead") != 0 && (strcmp(name, "read_data") != 0 || e->read);
}

static void print_row(const struct fedx_explain *e, int row, int lane)
{
    const struct fedx_reg_info *r = &fedx_reg_table[row];
    uint64_t before = fedx_lanes_get(&r->lanes, fedx_explain_before(e), lane),
             model = fedx_lanes_get(&r->lanes, &e->model, lane), rtl = fedx_lanes_get(&r->lanes, &e->rtl, lane);
    char a[32], b[32], c[32];

    if (before == model && model == rtl)
        return;
    fprintf(e->out, "  register %-14s before %-10s model %-10s switch %-10s%s\n", r->name, value_text(r, before, a),
            value_text(r, model, b), shown(e, row) ? value_text(r, rtl, c) : "-", model != rtl ? " DIFFERS" : "");
}

/* Whether a row is of a block, and has the lane of a port or a buffer, or is one word. */
static int is_of(int row, const char *block, int lane)
{
    const struct fedx_reg_info *r = &fedx_reg_table[row];

    return strcmp(r->block, block) == 0 && (r->lanes.dimension == FEDX_OF_WORD) == (lane < 0);
}

void fedx_explain_registers(const struct fedx_explain *e, const char *block, int lane)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (is_of(i, block, lane) && has_row(e, i))
            print_row(e, i, lane < 0 ? 0 : lane);
}

const char *fedx_explain_wrong(const struct fedx_explain *e, const char *block, int lane, char text[FEDX_EXPLAIN_WRONG])
{
    int k = lane < 0 ? 0 : lane;
    char a[32], b[32];
    size_t length = 0;

    *text = 0;
    for (int i = 0; i < fedx_reg_count && length < FEDX_EXPLAIN_WRONG; i++) {
        const struct fedx_reg_info *r = &fedx_reg_table[i];
        uint64_t model = fedx_lanes_get(&r->lanes, &e->model, k), rtl = fedx_lanes_get(&r->lanes, &e->rtl, k);
        if (is_of(i, block, lane) && has_row(e, i) && model != rtl)
            length += (size_t)snprintf(text + length, FEDX_EXPLAIN_WRONG - length, "%s%s' %s, switch %s",
                                       length ? "; " : "", r->name, value_text(r, model, a), value_text(r, rtl, b));
    }
    return text;
}

int fedx_explain_differs(const struct fedx_explain *e, const char *block, int lane)
{
    char text[FEDX_EXPLAIN_WRONG];

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

/* What differs -------------------------------------------------------------------------------------------------- */

static void mark_port(struct fedx_explain *e, const struct fedx_reg_info *r, unsigned port)
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

static void mark(struct fedx_explain *e, const struct fedx_reg_info *r, int lane)
{
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

static void print_lane(const struct fedx_explain *e, const struct fedx_reg_info *r, int lane)
{
    char a[32], b[32];

    fprintf(e->out, "    ");
    if (r->lanes.dimension == FEDX_OF_PORT)
        fprintf(e->out, "port %s: ", fedx_port_name(lane));
    else if (r->lanes.dimension == FEDX_OF_BUFFER)
        fprintf(e->out, "buffer %d: ", lane);
    fprintf(e->out, "model %s, ", value_text(r, fedx_lanes_get(&r->lanes, &e->model, lane), a));
    fprintf(e->out, "switch %s\n", value_text(r, fedx_lanes_get(&r->lanes, &e->rtl, lane), b));
}

static void print_field(const struct fedx_explain *e, const struct fedx_reg_info *r)
{
    const struct fedx_pin_info *pin = pin_of(r);
    const char *title = "";
    char field[64];

    snprintf(field, sizeof field, "%s.%s", r->block, r->name);
    fprintf(e->out, "  %s (section %d%s%s): %s\n", field, fedx_spec_section(field, &title), pin ? ", pin " : "",
            pin ? pin->name : "", r->meaning);
}

/* One register, all its ports or buffers. @return how many differ */
static int find_in(struct fedx_explain *e, const struct fedx_reg_info *r)
{
    int found = 0;

    for (int k = 0; k < r->lanes.each; k++) {
        if (fedx_lanes_get(&r->lanes, &e->model, k) == fedx_lanes_get(&r->lanes, &e->rtl, k))
            continue;
        if (found++ == 0)
            print_field(e, r);
        print_lane(e, r, k);
        mark(e, r, k);
    }
    return found;
}

/* Every port, buffer and word, in the order of the specification. @return how many differ */
static int find_differences(struct fedx_explain *e)
{
    int found = 0, buffer;

    fprintf(e->out, "\nWhat differs after that edge\n");
    for (int i = 0; i < fedx_reg_count; i++)
        found += find_in(e, &fedx_reg_table[i]);
    if (found)
        return found;
    fprintf(e->out, "  no output, and no register that the switch shows, but %s\n", e->d->field);
    if (sscanf(e->d->field, "store[%d]", &buffer) == 1 && buffer >= 0 && buffer < FEDX_BUFFERS)
        e->read |= fedx_buffer_bit((unsigned)buffer);
    return e->read != 0;
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
        if ((s->port_receive.cut & port) && (e->pool >> s->port_receive.buf[p] & 1u))
            e->receive |= port;
        if (s->port_receive.decide & port &&
            (e->pool >> e->model.port_receive.buf[p] & 1u || e->pool >> e->rtl.port_receive.buf[p] & 1u)) {
            e->headers = 1;
            e->route |= port;
        }
    }
}

/* What else has to be told, so that the differences are explained. */
static void follow(struct fedx_explain *e)
{
    const struct fedx_switch_regs *s = fedx_explain_before(e);
    unsigned starts = (fedx_explain_starts(e, &e->model) ^ fedx_explain_starts(e, &e->rtl));

    follow_buffers(e);
    e->transmit |= starts | (e->ownership & (e->model.ownership.turn ^ e->rtl.ownership.turn) &
                             (s->port_transmit.sending | s->port_transmit.await));
    if (e->receive & s->port_receive.decide || e->admission)
        e->headers = 1;
    if (e->headers)
        e->route |= s->port_receive.decide & (e->model.port_receive.body ^ e->rtl.port_receive.body);
}

/* The replay up to the edge ------------------------------------------------------------------------------------- */

/* What the edge of a cycle writes. */
static void note_writes(struct fedx_explain *e, uint64_t cycle, const struct fedx_switch_regs *s)
{
    unsigned entry = (unsigned)s->config.addr - FEDX_CFG_TABLE;

    FEDX_FOR_EACH_PORT(p, s->port_receive.write)
        e->store[s->port_receive.buf[p]][s->port_receive.count[p] - 1u] = (struct fedx_explain_write){cycle, 1, p};
    if (s->config.write && s->config.addr >= FEDX_CFG_TABLE && entry < FEDX_TABLE_SIZE)
        e->table[entry] = (struct fedx_explain_write){cycle, 1, 0};
}

/* Registers that the RTL does not show are as the model has them, but for outputs. */
static void take_rtl(struct fedx_explain *e, const void *node)
{
    struct fedx_status status;
    struct fedx_pins out;

    e->rtl = e->model;
    if (e->ops->state)
        e->ops->state(node, &e->rtl);
    e->ops->pins(node, &out);
    e->ops->status(node, &status);
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_pin_info *pin = pin_of(&fedx_reg_table[i]);
        if (pin)
            fedx_lanes_set_bus(&fedx_reg_table[i].lanes, &e->rtl,
                               fedx_lanes_bus(&pin->lanes, pin->place == FEDX_PIN_TX ? (const void *)&out : &status));
    }
    for (int b = 0; b < FEDX_BUFFERS && e->ops->store; b++)
        e->ops->store(node, b, e->rtl_store[b]);
    e->stores = e->ops->store != NULL;
}

static void see_edge(struct fedx_explain *e, const struct replay_cycle *c)
{
    if (c->number == e->cycle) {
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
    e->ops = c->ops;
    e->model = *fedx_switch_state(c->model);
    take_rtl(e, c->rtl);
    fedx_switch_wires(fedx_explain_before(e), e->before->buffers, &e->in->in, &e->w);
}

struct fedx_explain *fedx_explain_create(const struct vectors *v)
{
    struct fedx_explain *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    *e = (struct fedx_explain){.vectors = v,
                               .cycle = v->count - 1,
                               .decided = FEDX_EXPLAIN_NO_DECISION,
                               .in = &fedx_vectors_cycles(v)[v->count - 1],
                               .before = fedx_switch_create(),
                               .decision = fedx_switch_create()};
    if (e->before && e->decision)
        return e;
    fedx_explain_destroy(e);
    return NULL;
}

void fedx_explain_destroy(struct fedx_explain *e)
{
    if (!e)
        return;
    fedx_switch_destroy(e->before);
    fedx_switch_destroy(e->decision);
    free(e);
}

struct observer fedx_explain_observer(struct fedx_explain *e)
{
    return (struct observer){e, see_cycle, NULL};
}

/* All of it ----------------------------------------------------------------------------------------------------- */

static void explain_mechanisms(const struct fedx_explain *e)
{
    unsigned starts = fedx_explain_starts(e, &e->model) | fedx_explain_starts(e, &e->rtl);

    if (e->in->control.rst)
        fedx_explain_conclude(e, "section 12: rst = 1, so every named register takes its reset value of section 14, "
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

/* The decisions, after what follows from them. @return 0, or -1 when out of memory */
static int explain_decisions(struct fedx_explain *e)
{
    char *decisions = NULL, *conclusions = NULL;
    size_t size[2];
    FILE *out = e->out;
    int status = -1;

    e->out = open_memstream(&decisions, &size[0]);
    e->conclusions = open_memstream(&conclusions, &size[1]);
    if (e->out && e->conclusions) {
        explain_mechanisms(e);
        status = 0;
    }
    for (FILE **stream = (FILE *[]){e->out, e->conclusions, NULL}; *stream; stream++)
        status |= fclose(*stream);
    e->out = out;
    if (status == 0 && *conclusions)
        fprintf(out, "\nIn short\n%s", conclusions);
    if (status == 0)
        fprintf(out, "\nWhat was decided at that edge\n%s", decisions);
    free(decisions);
    free(conclusions);
    return status;
}

int fedx_explain_print(struct fedx_explain *e, const struct divergence *d, FILE *out)
{
    int status = 0;

    e->d = d;
    e->out = out;
    fprintf(e->out,
            "The edge that ends cycle %" PRIu64
            " of vectors.hex: before it model and switch agree in all that is compared.\n"
            "Sections are those of docs/spec/fedx.md; x' is register x after the edge; switch is the RTL under test.\n",
            e->cycle);
    if (e->in->control.rst)
        fprintf(e->out, "rst = 1 in this cycle: every named register must take its reset value (section 12), whatever "
                        "is said below.\n");
    if (find_differences(e) > 0) {
        follow(e);
        status = explain_decisions(e);
    }
    fedx_explain_settings(e);
    fedx_explain_counters(e);
    return status;
}

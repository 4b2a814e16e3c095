/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_node.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "blackbox_live.h"

/* Flits that an input has room for: ready is a register, so one may come while another waits. */
enum { ROOM = 2 };
enum { TEXT = 2048 };

/* Flits that came out, and that the fabric has not taken. */
struct queue {
    uint8_t *flit;
    int room, first, count;
};

struct node {
    const struct blackbox_box *box;
    const struct blackbox_kind *cables;
    struct blackbox_live *live;
    struct any_pins out;
    struct blackbox_node_port port[KIND_MOST_PORTS];
    struct queue queue[KIND_MOST_PORTS];
    int come[KIND_MOST_PORTS]; /* flits of the packet that comes in on a port */
    int ports;
    int boot;        /* cycles that are left of the configuration */
    char text[TEXT]; /* why it cannot go on; "" */
};

/* Packets that come in -------------------------------------------------------------------------------------------- */

static void fail(struct node *n, const char *text)
{
    if (!*n->text)
        snprintf(n->text, sizeof n->text, "black box %s: %s", n->box->f->top, text);
}

/* The output of a packet that begins, or -1 after saying why there is none. */
static int output_of(struct node *n, int input, const void *control, const void *first)
{
    const struct blackbox *f = n->box->f;
    int output = n->cables->route(n->box->kind, control, first);
    char text[TEXT / 2];

    if (output >= 0 && output < f->sinks && !f->forbidden[input * f->sinks + output])
        return output;
    snprintf(text, sizeof text,
             "the route of a packet leads from input %d to output %d, to which the description says it sends nothing",
             input, output);
    fail(n, text);
    return -1;
}

/* Flits of a packet that must not have gaps go in when all are there. */
static void feed(struct node *n, int input)
{
    int last = n->come[input] == n->box->flits;

    if (n->box->f->gaps)
        blackbox_live_flit(n->live, input);
    for (int i = 0; last && !n->box->f->gaps && i < n->box->flits; i++)
        blackbox_live_flit(n->live, input);
    if (last)
        n->come[input] = 0;
}

static void take(struct node *n, int input, const void *in, const void *control)
{
    uint8_t flit[BLACKBOX_NODE_FLIT], *kept;
    int last = n->cables->read(in, input, flit), output = -1;

    if (n->come[input] == 0) {
        output = output_of(n, input, control, flit);
        if (output < 0)
            return;
        if (!blackbox_live_packet(n->live, input, output, n->box->flits)) {
            fail(n, "out of memory");
            return;
        }
        n->port[input].in++;
    }
    kept = blackbox_live_last(n->live, input);
    memcpy(kept + (size_t)n->come[input]++ * n->cables->flit_bytes, flit, n->cables->flit_bytes);
    if (last == (n->come[input] == n->box->flits))
        feed(n, input);
    else
        fail(n, "a packet comes in with another number of flits than packets have here");
}

static int has_room(const struct node *n, int input)
{
    int room = n->box->f->gaps ? ROOM : ROOM * n->box->flits;

    return input < n->box->f->sources &&
           blackbox_live_waiting(n->live, input) + n->come[input] * !n->box->f->gaps < room;
}

/* Packets that come out ------------------------------------------------------------------------------------------- */

/* A flit that has come out keeps its credit until the fabric has taken it. */
static void release(struct node *n, int output, int gone)
{
    struct queue *q = &n->queue[output];

    if (gone) {
        q->first = (q->first + 1) % q->room;
        q->count--;
    }
    n->port[output].held += q->count > 0;
    blackbox_live_hold(n->live, output,
                       q->count > 0 &&
                           (!n->box->f->outputs.credits || q->count >= blackbox_live_credits(n->live, output)));
}

static void count_out(struct blackbox_node_port *p, uint32_t wait)
{
    p->min = p->out == 0 || wait < p->min ? wait : p->min;
    p->max = wait > p->max ? wait : p->max;
    p->latency += wait;
    p->out++;
}

static void collect(struct node *n, int output)
{
    struct blackbox_live_flit flit = blackbox_live_out(n->live, output);
    struct queue *q = &n->queue[output];
    size_t bytes = n->cables->flit_bytes;

    if (!flit.more)
        return;
    memcpy(q->flit + (size_t)((q->first + q->count++) % q->room) * bytes,
           (const uint8_t *)flit.more + (size_t)flit.number * bytes, bytes);
    if (flit.number == 0)
        count_out(&n->port[output], flit.wait);
}

/* In the words of a run of the router alone, and which packet of the fabric that is. */
static void judge(struct node *n)
{
    const struct blackbox_result *r = blackbox_live_result(n->live);
    const void *first = r->failed ? blackbox_live_wrong(n->live) : NULL;
    struct packet p = first ? n->cables->packet(first) : (struct packet){0};
    char text[TEXT - 256], where[256] = "";

    if (!r->failed)
        return;
    if (first)
        snprintf(where, sizeof where, "; it is packet %d of message %d from PE %" PRIu32 " to PE %" PRIu32, p.number,
                 p.message, p.source, p.destination);
    snprintf(text, sizeof text, "%s: %s%s", blackbox_checks[r->check].name, r->text, where);
    fail(n, text);
}

/* The node -------------------------------------------------------------------------------------------------------- */

static const struct blackbox_box *box_of(const struct node_ops *ops)
{
    return (const struct blackbox_box *)(const void *)((const char *)ops - offsetof(struct blackbox_box, ops));
}

static void destroy(void *node)
{
    struct node *n = node;

    if (!n)
        return;
    blackbox_live_destroy(n->live);
    for (int p = 0; p < KIND_MOST_PORTS; p++)
        free(n->queue[p].flit);
    free(n);
}

static int create_queues(struct node *n)
{
    const struct blackbox *f = n->box->f;

    for (int p = 0; p < n->ports && p < f->sinks; p++) {
        n->queue[p].room = f->outputs.credits ? 0 : 1;
        for (int vc = 0; f->outputs.credits && vc < f->vcs; vc++)
            n->queue[p].room += blackbox_depth_out(f, p, vc);
        n->queue[p].flit = calloc((size_t)n->queue[p].room, n->cables->flit_bytes);
        if (!n->queue[p].flit)
            return -1;
    }
    return 0;
}

static void drive(struct node *n)
{
    for (int p = 0; p < n->ports; p++) {
        const struct queue *q = &n->queue[p];
        n->cables->drive(&n->out, p, has_room(n, p),
                         q->count > 0 ? q->flit + (size_t)q->first * n->cables->flit_bytes : NULL);
    }
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    const struct blackbox_box *box = box_of(inner);
    struct node *n = calloc(1, sizeof *n);

    if (!n)
        return NULL;
    n->box = box;
    n->cables = box->kind->parts->blackbox;
    n->ports = box->kind->ports;
    n->boot = box->boot;
    n->live = blackbox_live_create(box->f, box->device, seed, (size_t)box->flits * n->cables->flit_bytes);
    if (n->live && create_queues(n) == 0) {
        drive(n);
        return n;
    }
    destroy(n);
    return NULL;
}

/* The cycles of the router are those of the fabric. */
static void step(void *node, const void *in, const void *control)
{
    struct node *n = node;
    unsigned come, gone;

    if (n->boot > 0) {
        n->boot--;
        return;
    }
    if (*n->text)
        return;
    come = n->cables->come(in, &n->out);
    gone = n->cables->gone(in, &n->out);
    for (int p = 0; p < n->ports; p++) {
        if (come >> p & 1)
            take(n, p, in, control);
        if (p < n->box->f->sinks)
            release(n, p, gone >> p & 1);
    }
    blackbox_live_cycle(n->live);
    judge(n);
    for (int p = 0; p < n->ports; p++) {
        if (p < n->box->f->sources)
            n->port[p].stalls += blackbox_live_waiting(n->live, p) > 0;
        if (p < n->box->f->sinks)
            collect(n, p);
    }
    drive(n);
}

static const char *ended(const void *node)
{
    const struct node *n = node;

    return *n->text ? n->text : NULL;
}

static int check(void *node)
{
    return ended(node) != NULL;
}

static void pins(const void *node, void *out)
{
    const struct node *n = node;

    memcpy(out, &n->out, n->box->kind->pins_bytes);
}

/* Whether it can stand there ----------------------------------------------------------------------------------------
 */

/* Port p of the fabric is port p of the router. */
static int check_ports(const struct blackbox_box *box, const struct setup *setup, char *error, size_t size)
{
    const struct topology *t = setup->topology;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < setup->kind->ports && setup->nodes[n] == &box->ops; p++)
            if (t->links[n][p].node >= 0 && (p >= box->f->sources || p >= box->f->sinks))
                return scenario_blame(
                    &setup->scenario, KEY_blackbox, error, size,
                    "{blackbox=}: the router has inputs 0 to %d and outputs 0 to %d, and node %d has a "
                    "link at port %d: give it more, or choose other nodes by {blackbox_nodes}",
                    box->f->sources - 1, box->f->sinks - 1, n, p);
    return 0;
}

static int check_flits(const struct blackbox_box *box, const struct setup *setup, char *error, size_t size)
{
    if (box->flits >= box->f->min_flits && box->flits <= box->f->max_flits)
        return 0;
    return scenario_blame(&setup->scenario, KEY_blackbox, error, size,
                          "{blackbox=}: packets of this fabric have %d flits, and those of the router %d to %d "
                          "(packets.min_flits, max_flits)",
                          box->flits, box->f->min_flits, box->f->max_flits);
}

static int check_box(struct scenario_box *given, const struct setup *setup, char *error, size_t size)
{
    struct blackbox_box *box = (struct blackbox_box *)given;
    const struct boot boot = {setup->kind, setup->topology, &setup->settings};
    struct any_control control;

    if (blackbox_live_check(box->f, error, size) != 0)
        return -1;
    box->kind = setup->kind;
    box->flits = setup->kind->packet_cycles(&setup->settings);
    for (box->boot = 0; setup->kind->boot(&boot, 0, (unsigned)box->boot, &control); box->boot++)
        ;
    return check_ports(box, setup, error, size) == 0 ? check_flits(box, setup, error, size) : -1;
}

void blackbox_box_init(struct blackbox_box *box, struct blackbox *f)
{
    *box = (struct blackbox_box){.f = f,
                                 .ops = {.name = "blackbox",
                                         .inner = &box->ops,
                                         .create = create,
                                         .destroy = destroy,
                                         .step = step,
                                         .check = check,
                                         .pins = pins,
                                         .ended = ended}};
    box->given = (struct scenario_box){&box->ops, check_box};
}

/* What it saw ------------------------------------------------------------------------------------------------------ */

struct blackbox_node_seen blackbox_node_seen(const void *node)
{
    const struct node *n = node;

    return (struct blackbox_node_seen){n->box->f, n->port, n->ports,
                                       blackbox_live_result(n->live)->counted[BLACKBOX_CORRUPTED]};
}

int blackbox_node_is(const struct node_ops *ops)
{
    return ops->create == create;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_node.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../bench/blackbox_live.h"

enum { TEXT = 2048 };
/* Flits of a channel that an input has room for if the far end is told in each cycle: one that comes while another
 * waits. */
enum { ROOM = 2 };

struct queue {
    struct blackbox_flit *flit;
    int room, first, count;
};

struct channel {
    struct queue come; /* flits of the fabric that did not go in */
    struct queue out;  /* ... that came out, of a virtual channel of the router, and that the fabric has not taken */
    int under_way;     /* flits that went in of the packet that goes in */
    int credits;       /* flits that the far end takes */
};

struct node {
    const struct blackbox_box *box;
    const struct router_kind *kind;
    const struct blackbox_kind *cables;
    struct blackbox_live *live;
    struct any_pins out;
    struct blackbox_node_port port[KIND_MOST_PORTS];
    struct channel channel[KIND_MOST_PORTS][BLACKBOX_NODE_CHANNELS];
    int turn_in[KIND_MOST_PORTS], turn_out[KIND_MOST_PORTS]; /* the channel that is looked at first */
    int ports, channels, depth, index;
    unsigned up;     /* ports whose far ends take flits */
    int boot;        /* cycles that are left of the configuration */
    char text[TEXT]; /* why it cannot go on; "" */
};

/* A shared virtual channel has packets of all channels of a cable. */
static int vc_of(const struct node *n, int channel)
{
    return n->box->f->vcs == 1 ? 0 : channel;
}

static void push(struct queue *q, const struct blackbox_flit *flit)
{
    q->flit[(q->first + q->count++) % q->room] = *flit;
}

static const struct blackbox_flit *front(const struct queue *q)
{
    return &q->flit[q->first];
}

static void pop(struct queue *q)
{
    q->first = (q->first + 1) % q->room;
    q->count--;
}

/* Packets that come in -------------------------------------------------------------------------------------------- */

static void fail(struct node *n, const char *text)
{
    if (!*n->text)
        snprintf(n->text, sizeof n->text, "black box %s: %s", n->box->f->top, text);
}

static void take(struct node *n, int input, const void *in)
{
    struct blackbox_flit flit;
    struct queue *q;

    if (!n->cables->read(n->kind, in, &n->out, input, &flit))
        return;
    q = flit.channel < n->channels ? &n->channel[input][flit.channel].come : NULL;
    if (q && q->count < q->room && input < n->box->f->sources)
        push(q, &flit);
    else
        fail(n, "a flit comes in for which there is no room");
}

/* The output of a packet that begins, or -1 after saying why there is none. */
static int output_of(struct node *n, int input, const struct blackbox_flit *first)
{
    const struct blackbox *f = n->box->f;
    const struct scenario_packets packets = {n->index, input, (int)n->cables->packet(first).destination, 0};
    int output = packets.endpoint < n->box->fabric.topology->endpoints ? blackbox_route(&n->box->fabric, &packets) : -1;
    char text[TEXT / 2];

    if (output >= 0 && output < f->sinks && !f->forbidden[input * f->sinks + output])
        return output;
    snprintf(text, sizeof text,
             "the route of a packet leads from input %d to output %d, to which the description says it sends nothing",
             input, output);
    fail(n, text);
    return -1;
}

/* @return 0, or -1 after saying why it cannot */
static int begin(struct node *n, int input, int channel)
{
    const struct blackbox_flit *first = front(&n->channel[input][channel].come);
    struct blackbox_live_packet given = {
        .source = input, .sink = output_of(n, input, first), .vc = vc_of(n, channel), .flits = n->box->flits};

    if (given.sink < 0)
        return -1;
    n->port[input].in++;
    if (blackbox_live_packet(n->live, &given))
        return 0;
    fail(n, "out of memory");
    return -1;
}

/* The next flit of a channel goes on to the router. */
static void feed(struct node *n, int input, int channel)
{
    struct channel *c = &n->channel[input][channel];
    const struct blackbox_flit *flit = front(&c->come);
    struct blackbox_flit *kept;

    if (c->under_way == 0 && begin(n, input, channel) != 0)
        return;
    kept = blackbox_live_last(n->live, input, vc_of(n, channel));
    kept[c->under_way++] = *flit;
    if (flit->last != (c->under_way == n->box->flits))
        fail(n, "a packet comes in with another number of flits than packets have here");
    blackbox_live_flit(n->live, input, vc_of(n, channel));
    c->under_way = flit->last ? 0 : c->under_way;
    pop(&c->come);
}

/* A packet that must not have gaps goes in when all of it is there. */
static int is_ready(const struct node *n, int input, int channel)
{
    const struct channel *c = &n->channel[input][channel];

    return c->come.count > 0 && (n->box->f->gaps || c->under_way > 0 || c->come.count >= n->box->flits);
}

/* Of channels that share one of the router the one whose packet has begun, else the next one in turn; -1: none. */
static int choose(struct node *n, int input)
{
    for (int c = 0; c < n->channels; c++)
        if (n->channel[input][c].under_way > 0)
            return is_ready(n, input, c) ? c : -1;
    for (int i = 0; i < n->channels; i++) {
        int c = (n->turn_in[input] + i) % n->channels;
        if (is_ready(n, input, c)) {
            n->turn_in[input] = c + 1;
            return c;
        }
    }
    return -1;
}

/* @return channels of the fabric of which a flit went on to the router, as a mask */
static unsigned feed_all(struct node *n, int input)
{
    unsigned fed = 0;

    for (int vc = 0; vc < n->box->f->vcs && vc < n->channels; vc++) {
        int channel = n->box->f->vcs == 1 ? choose(n, input) : is_ready(n, input, vc) ? vc : -1;
        if (blackbox_live_waits(n->live, input, vc) || channel < 0)
            continue;
        feed(n, input, channel);
        fed |= 1u << channel;
    }
    return fed;
}

static int is_stalled(const struct node *n, int input)
{
    for (int vc = 0; vc < n->box->f->vcs; vc++)
        if (blackbox_live_waits(n->live, input, vc))
            return 1;
    return 0;
}

/* Packets that come out ------------------------------------------------------------------------------------------- */

/* The far end takes flits from when it says so. */
static void look_up(struct node *n, int output, const void *in)
{
    unsigned up = (unsigned)n->cables->up(in, output), was = n->up >> output & 1;

    for (int c = 0; c < n->channels && up != was; c++)
        n->channel[output][c].credits = up ? n->depth : 0;
    n->up ^= (up ^ was) << output;
}

/* A flit that has come out keeps its credit until the fabric has taken it. */
static void release(struct node *n, int output, unsigned back)
{
    int held = 0;

    for (int c = 0; c < n->channels; c++) {
        struct channel *at = &n->channel[output][c];
        int gone = back >> c & 1;
        if (n->depth)
            at->credits += gone;
        else if (gone)
            pop(&at->out);
    }
    for (int vc = 0; vc < n->box->f->vcs && vc < n->channels; vc++) {
        int count = n->channel[output][vc].out.count;
        held |= count > 0;
        blackbox_live_hold(n->live, output, vc,
                           count > 0 &&
                               (!n->box->f->outputs.credits || count >= blackbox_live_credits(n->live, output, vc)));
    }
    n->port[output].held += (uint64_t)held;
}

static void collect(struct node *n, int output)
{
    struct blackbox_live_flit flit = blackbox_live_out(n->live, output);

    if (!flit.more)
        return;
    push(&n->channel[output][flit.vc].out, (const struct blackbox_flit *)flit.more + flit.number);
    if (flit.number == 0)
        latency_add(&n->port[output].out, flit.wait);
}

/* The flit on the wires of an output in the next cycle: one that stays until it is taken, or one that has a credit. */
static const struct blackbox_flit *leaving(struct node *n, int output, struct blackbox_flit *sent)
{
    for (int i = 0; i < n->channels; i++) {
        int vc = (n->turn_out[output] + i) % n->channels;
        struct queue *q = &n->channel[output][vc].out;
        struct channel *at = q->count > 0 ? &n->channel[output][front(q)->channel] : NULL;
        if (!at || (n->depth && at->credits == 0))
            continue;
        if (!n->depth)
            return front(q);
        at->credits--;
        n->turn_out[output] = vc + 1;
        *sent = *front(q);
        pop(q);
        return sent;
    }
    return NULL;
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
        for (int c = 0; c < BLACKBOX_NODE_CHANNELS; c++) {
            free(n->channel[p][c].come.flit);
            free(n->channel[p][c].out.flit);
        }
    free(n);
}

static int create_queue(struct queue *q, int room)
{
    q->room = room;
    q->flit = calloc((size_t)room, sizeof *q->flit);
    return q->flit ? 0 : -1;
}

static int create_queues(struct node *n)
{
    const struct blackbox *f = n->box->f;
    int room = n->depth ? n->depth : f->gaps ? ROOM : ROOM * n->box->flits, failed = 0;

    for (int p = 0; p < n->ports; p++)
        for (int c = 0; c < n->channels; c++) {
            struct channel *at = &n->channel[p][c];
            failed |= create_queue(&at->come, room);
            failed |= create_queue(&at->out,
                                   f->outputs.credits && p < f->sinks && c < f->vcs ? blackbox_depth_out(f, p, c) : 1);
        }
    return failed;
}

/* @param fed  channels of which a flit went on */
static void drive(struct node *n, int port, unsigned fed)
{
    const struct queue *come = &n->channel[port][0].come;
    unsigned ready = port < n->box->f->sources && come->count + blackbox_live_waits(n->live, port, 0) < come->room;
    struct blackbox_flit sent;

    n->cables->drive(n->kind, &n->out, port, n->depth ? fed : ready, leaving(n, port, &sent));
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    const struct blackbox_box *box = box_of(inner);
    struct node *n = calloc(1, sizeof *n);

    if (!n)
        return NULL;
    n->box = box;
    n->kind = box->fabric.kind;
    n->cables = n->kind->parts->blackbox;
    n->ports = n->kind->ports;
    n->channels = n->cables->channels(n->kind);
    n->depth = n->cables->depth(n->kind);
    n->boot = box->boot;
    n->live = blackbox_live_create(box->f, box->device, seed, (size_t)box->flits * sizeof(struct blackbox_flit));
    if (n->live && create_queues(n) == 0) {
        for (int p = 0; p < n->ports; p++)
            drive(n, p, 0);
        return n;
    }
    destroy(n);
    return NULL;
}

static void place(void *node, int index)
{
    ((struct node *)node)->index = index;
}

/* The cycles of the router are those of the fabric. */
static void step(void *node, const void *in, const void *control)
{
    struct node *n = node;
    unsigned fed[KIND_MOST_PORTS] = {0};
    const int inputs = n->box->f->sources, outputs = n->box->f->sinks;

    (void)control;
    if (n->boot > 0) {
        n->boot--;
        return;
    }
    if (*n->text)
        return;
    for (int p = 0; p < n->ports; p++) {
        take(n, p, in);
        if (p < inputs)
            fed[p] = feed_all(n, p);
        if (p < outputs) {
            release(n, p, n->cables->back(in, &n->out, p));
            look_up(n, p, in);
        }
    }
    blackbox_live_cycle(n->live);
    judge(n);
    for (int p = 0; p < n->ports; p++) {
        n->port[p].stalls += p < inputs && is_stalled(n, p);
        if (p < outputs)
            collect(n, p);
        drive(n, p, fed[p]);
    }
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

    memcpy(out, &n->out, n->kind->pins_bytes);
}

/* Whether it can stand there -------------------------------------------------------------------------------------- */

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

/* Packets have one way each, which the adapter knows. */
static int check_ways(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct scenario_endpoints *e = &setup->ends;

    if (s->traffic.routing == ROUTING_DETERMINISTIC && e->ways < 2 && !(setup->traffic.second && e->second_adaptive))
        return 0;
    return scenario_blame(s, KEY_routing, error, size,
                          "{routing=}: with {blackbox} all packets have one way: give {routing} deterministic, and "
                          "routes that draw none");
}

/* Virtual channels of the router are those of the fabric, or it has one. */
static int check_channels(const struct blackbox_box *box, const struct setup *setup, char *error, size_t size)
{
    const struct blackbox_kind *cables = setup->kind->parts->blackbox;
    int channels = cables->channels(setup->kind), depth = cables->depth(setup->kind);

    if (box->f->vcs != 1 && channels > 1 && box->f->vcs != channels)
        return scenario_blame(&setup->scenario, KEY_blackbox, error, size,
                              "{blackbox=}: the router has %d virtual channels, and {router=} has %d: it must have as "
                              "many, or one",
                              box->f->vcs, channels);
    if (!box->f->gaps && depth && depth < box->flits)
        return scenario_blame(
            &setup->scenario, KEY_blackbox, error, size,
            "{blackbox=}: packets of %d flits must go in without gaps (packets.gaps), and a channel of "
            "{router=} has room for %d",
            box->flits, depth);
    return 0;
}

static int check_box(struct scenario_box *given, const struct setup *setup, char *error, size_t size)
{
    struct blackbox_box *box = (struct blackbox_box *)given;
    const struct boot boot = {setup->kind, setup->topology, &setup->settings};
    struct any_control control;

    if (blackbox_live_check(box->f, error, size) != 0 || check_ways(setup, error, size) != 0)
        return -1;
    box->fabric = setup_fabric(setup);
    box->flits = setup->kind->packet_cycles(&setup->settings);
    for (box->boot = 0; setup->kind->boot(&boot, 0, (unsigned)box->boot, &control); box->boot++)
        ;
    if (check_ports(box, setup, error, size) != 0 || check_flits(box, setup, error, size) != 0 ||
        check_channels(box, setup, error, size) != 0)
        return -1;
    return setup->scenario.fabric.deadlock_check ? blackbox_route_check(setup, error, size) : 0;
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

                                         .ended = ended,
                                         .place = place}};
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * See relay.h.
 */
#include "relay.h"

#include <stdlib.h>
#include <string.h>

#include "kind/step.h"
#include "topology/topology.h"

enum { PORTS = 7, DESTINATIONS = 64, QUEUE = 256 };

/* A word on every wire; 0 is none. */
struct wires {
    uint64_t word[PORTS];
};

struct inputs {
    int write, destination, port; /* an entry of the table */
};

struct queue {
    uint64_t word[QUEUE];
    unsigned first, count;
};

struct relay {
    uint8_t table[DESTINATIONS];
    struct queue queue[PORTS];
    struct wires out;
};

_Static_assert(sizeof(struct wires) <= KIND_MOST_PINS, "room for its pins");

/* Packets as words ---------------------------------------------------------------------------------------------------- */

static uint64_t word_of(const struct packet *p)
{
    return UINT64_C(1) << 63 | (uint64_t)p->last << 57 | (uint64_t)p->adaptive << 56 | (uint64_t)p->destination << 40 |
           (uint64_t)p->source << 24 | (uint64_t)p->message << 8 | p->number;
}

static struct packet packet_of(uint64_t word)
{
    return (struct packet){
        .destination = (uint16_t)(word >> 40),
        .source = (uint16_t)(word >> 24),
        .message = (uint16_t)(word >> 8),
        .number = (uint8_t)word,
        .adaptive = word >> 56 & 1,
        .last = word >> 57 & 1,
    };
}

/* The router ---------------------------------------------------------------------------------------------------------- */

static void *create(const struct node_ops *inner, uint64_t seed)
{
    (void)inner;
    (void)seed;
    return calloc(1, sizeof(struct relay));
}

static void push(struct queue *q, uint64_t word)
{
    if (q->count == QUEUE)
        abort(); /* the test sends too much */
    q->word[(q->first + q->count++) % QUEUE] = word;
}

static uint64_t pop(struct queue *q)
{
    uint64_t word = q->count ? q->word[q->first] : 0;

    if (word) {
        q->first = (q->first + 1) % QUEUE;
        q->count--;
    }
    return word;
}

static void step(void *node, const void *wires, const void *inputs)
{
    struct relay *r = node;
    const struct wires *in = wires;
    const struct inputs *control = inputs;

    if (control->write)
        r->table[control->destination] = (uint8_t)control->port;
    for (int p = 0; p < PORTS; p++)
        if (in->word[p])
            push(&r->queue[r->table[packet_of(in->word[p]).destination]], in->word[p]);
    for (int p = 0; p < PORTS; p++)
        r->out.word[p] = pop(&r->queue[p]);
}

static void pins(const void *node, void *out)
{
    memcpy(out, &((const struct relay *)node)->out, sizeof(struct wires));
}

static void state(const void *node, void *out)
{
    memcpy(out, node, sizeof(struct relay));
}

static void archive(void *node, struct archive *a)
{
    struct relay *r = node;

    ARCHIVE(a, *r);
    for (int p = 0; p < PORTS; p++)
        archive_check(a, r->queue[p].first < QUEUE && r->queue[p].count <= QUEUE);
}

const struct node_ops relay_node = {
    .name = "relay", .create = create, .destroy = free, .step = step, .pins = pins, .state = state, .archive = archive};

/* Cables -------------------------------------------------------------------------------------------------------------- */

static int latency(const void *settings)
{
    return ((const struct relay_settings *)settings)->latency;
}

static int buffers(const void *settings)
{
    (void)settings;
    return PORTS * QUEUE;
}

static uint64_t far_word(const struct cable_view *view, const struct cable_source *from)
{
    return ((const struct wires *)(const void *)view->out[from->latency])[from->unit].word[from->port];
}

static unsigned gather(const struct cable_view *view, const struct cable_source *from, const void *own, void *in)
{
    (void)own;
    for (int p = 0; p < PORTS; p++)
        ((struct wires *)in)->word[p] = far_word(view, &from[p]);
    return 0;
}

static void step_all(struct router *r, int count, const struct cable_view *view, const uint8_t *own, uint8_t *next)
{
    step_routers(r, count, view, own, next, sizeof(struct wires), gather);
}

static void gather_end(const struct cable_view *view, const struct cable_source *from, const void *own, void *in)
{
    (void)own;
    *(struct wires *)in = (struct wires){{far_word(view, from)}};
}

static void port_pins(const void *all, int port, void *out)
{
    *(struct wires *)out = (struct wires){{((const struct wires *)all)->word[port]}};
}

static uint64_t hash(const void *own, uint64_t seed)
{
    for (int p = 0; p < PORTS; p++)
        seed = (seed ^ ((const struct wires *)own)->word[p]) * UINT64_C(0x9fb21c651e98df25) + 1;
    return seed ^ seed >> 32;
}

/* Configuration: a word for each destination. */
static int boot(const struct boot *b, int router, unsigned cycle, void *inputs)
{
    struct inputs *control = inputs;
    int destination = (int)cycle;

    *control = (struct inputs){0, 0, 0};
    if (destination >= b->topology->endpoints)
        return 0;
    *control = (struct inputs){1, destination, topology_route(b->topology, router, destination).deterministic};
    return 1;
}

/* An endpoint's port -------------------------------------------------------------------------------------------------- */

struct port {
    uint64_t ready[2], out, next;
    int overhead, left; /* cycles before a word goes out */
};

static void port_init(void *port, int cycles, int overhead)
{
    ((struct port *)port)->overhead = overhead;
    (void)cycles;
}

static void port_ready(void *port, int place, const struct packet *packet)
{
    ((struct port *)port)->ready[place] = word_of(packet);
}

static void port_out(const void *port, void *out)
{
    *(struct wires *)out = (struct wires){{((const struct port *)port)->out}};
}

/* Every word is taken in the cycle in which it is on the wire. */
static unsigned port_step(void *port, const void *in, int offer, struct packet *received, void *out)
{
    struct port *p = port;
    uint64_t word = ((const struct wires *)in)->word[0];
    unsigned what = p->out ? PORT_ACCEPTED | PORT_BUSY : 0;

    if (offer >= 0 && !p->left) {
        p->next = p->ready[offer];
        p->left = p->overhead + 1;
        what |= PORT_STARTED;
    }
    p->left -= p->left > 0;
    p->out = p->left ? 0 : p->next;
    p->next = p->left ? p->next : 0;
    if (word) {
        *received = packet_of(word);
        what |= PORT_RECEIVED | PORT_BUSY;
    }
    port_out(port, out);
    return what;
}

static void port_archive(void *port, struct archive *a)
{
    ARCHIVE(a, *(struct port *)port);
}

static const struct port_ops port_ops = {sizeof(struct port), port_init, port_ready, port_step, port_out, port_archive};

/* Facts --------------------------------------------------------------------------------------------------------------- */

static void each_held(const void *registers, held_visit visit, void *context)
{
    const struct relay *r = registers;

    for (int p = 0; p < PORTS; p++)
        for (unsigned i = 0; i < r->queue[p].count; i++) {
            const struct queue *q = &r->queue[p];
            struct held_packet held = {.packet = packet_of(q->word[(q->first + i) % QUEUE]), .place = (uint8_t)i};
            visit(context, &held);
        }
}

static unsigned held(const void *registers)
{
    unsigned count = 0;

    for (int p = 0; p < PORTS; p++)
        count += ((const struct relay *)registers)->queue[p].count;
    return count;
}

/* It refuses nothing. */
static const struct router_cause causes[] = {{"admitted", "admitted"}, {"broken", "broken"}};

static int cause(const void *registers, int port)
{
    (void)registers;
    (void)port;
    return 0;
}

/* What is on the wire in a cycle is accepted in it. */
struct probe {
    uint64_t word[PORTS], first;
};

static unsigned probe(void *found, uint64_t now, const void *was, const void *is, const struct node_ops *ops, void *node)
{
    struct probe *p = found;
    unsigned ended = 0;

    (void)is;
    (void)ops;
    (void)node;
    memcpy(p->word, was, sizeof p->word);
    p->first = now;
    for (int port = 0; port < PORTS; port++)
        ended |= (unsigned)(p->word[port] != 0) << port;
    return ended;
}

static struct router_attempt attempt(const void *found, int port, const void *registers)
{
    const struct probe *p = found;

    (void)registers;
    return (struct router_attempt){packet_of(p->word[port]), p->first, 1};
}

static void archive_probe(void *found, struct archive *a)
{
    ARCHIVE(a, *(struct probe *)found);
}

static const struct wires silent;

const struct router_kind relay_kind = {
    .name = "relay",
    .causes = causes,
    .cause_count = sizeof causes / sizeof *causes,
    .ports = PORTS,
    .packet_cycles = 1,
    .load_cycles = 1,
    .settings_bytes = sizeof(struct relay_settings),
    .pins_bytes = sizeof(struct wires),
    .control_bytes = sizeof(struct inputs),
    .state_bytes = sizeof(struct relay),
    .probe_bytes = sizeof(struct probe),
    .latency = latency,
    .buffers = buffers,
    .idle = &silent,
    .gather = gather,
    .step = step_all,
    .gather_end = gather_end,
    .port_pins = port_pins,
    .hash = hash,
    .boot = boot,
    .port = &port_ops,
    .each_held = each_held,
    .held = held,
    .cause = cause,
    .probe = probe,
    .attempt = attempt,
    .archive_probe = archive_probe,
};

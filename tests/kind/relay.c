/* SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/recorder.h"
#include "compare/lockstep_cycle.h"
#include "kind/step.h"
#include "config/scenario_kind.h"
#include "topology/topology.h"
#include "triage/triage.h"

enum { PORTS = 7, DESTINATIONS = 64, QUEUE = 64, VERSION = 1 };

/* A word on every wire; 0 is none. */
struct wires {
    uint64_t word[PORTS];
};

struct inputs {
    uint8_t write, destination, port; /* an entry of the table */
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

_Static_assert(sizeof(struct wires) <= KIND_MOST_PINS && sizeof(struct relay) <= KIND_MOST_STATE,
               "room for its pins and registers");

/* Packets as words ------------------------------------------------------------------------------------------------ */

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

/* The router ------------------------------------------------------------------------------------------------------ */

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
        r->table[control->destination] = control->port;
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

/* What queues hold are its buffer stores. */
static void store(const void *node, int queue, uint8_t *out)
{
    memcpy(out, ((const struct relay *)node)->queue[queue].word, sizeof(uint64_t[QUEUE]));
}

static void inject(void *node, const void *registers)
{
    const struct relay *from = registers;
    struct relay *r = node;

    memcpy(r->table, from->table, sizeof r->table);
    r->out = from->out;
    for (int p = 0; p < PORTS; p++) {
        r->queue[p].first = from->queue[p].first;
        r->queue[p].count = from->queue[p].count;
    }
}

static void inject_store(void *node, int queue, const uint8_t *bytes)
{
    memcpy(((struct relay *)node)->queue[queue].word, bytes, sizeof(uint64_t[QUEUE]));
}

static void copy(void *node, const void *other)
{
    memcpy(node, other, sizeof(struct relay));
}

const struct node_ops relay_node = {.version = VERSION,
                                    .name = "relay",
                                    .create = create,
                                    .destroy = free,
                                    .step = step,
                                    .pins = pins,
                                    .state = state,
                                    .store = store,
                                    .archive = archive,
                                    .inject = inject,
                                    .inject_store = inject_store,
                                    .copy = copy};

/* Tables ---------------------------------------------------------------------------------------------------------- */

enum { OF_ONE, OF_PORT, OF_DESTINATION };

#define LANES(of, count_, bits, structure, first, next)                                                \
    {                                                                                                  \
        .dimension = (of), .each = (count_), .width = (bits), .count = (count_),                       \
        .bytes = sizeof((structure *)0)->first, .offset = offsetof(structure, first), .stride = (next) \
    }
#define REGISTER(block_, name_, of, count, bits, first, next, words) \
    {                                                                \
        .block = (block_), .name = (name_), .meaning = (words),      \
        .lanes = LANES(of, count, bits, struct relay, first, next)   \
    }
#define PIN(name_, field_, where, of, count, bits, structure, first, words)                    \
    {                                                                                          \
        .name = (name_), .field = (field_), .meaning = (words), .shows = "", .place = (where), \
        .lanes = LANES(of, count, bits, structure, first, sizeof((structure *)0)->first)       \
    }

static const struct reg_info register_table[] = {
    REGISTER("table", "port", OF_DESTINATION, DESTINATIONS, 3, table[0], 1, "the port to each destination"),
    REGISTER("queue", "first", OF_PORT, PORTS, 6, queue[0].first, sizeof(struct queue), "where the oldest word is"),
    REGISTER("queue", "count", OF_PORT, PORTS, 7, queue[0].count, sizeof(struct queue), "words in it"),
    REGISTER("out", "word", OF_PORT, PORTS, 64, out.word[0], sizeof(uint64_t), "on the wire"),
};

static const struct pin_info pin_table[] = {
    PIN("write", "write", PIN_CONTROL, OF_ONE, 1, 1, struct inputs, write, "an entry of the table is written"),
    PIN("rx_word", "word", PIN_RX, OF_PORT, PORTS, 64, struct wires, word[0], "a word, 0 is none"),
    PIN("tx_word", "word", PIN_TX, OF_PORT, PORTS, 64, struct wires, word[0], "a word, 0 is none"),
    PIN("destination", "destination", PIN_CONTROL, OF_ONE, 1, 6, struct inputs, destination, "its number"),
    PIN("port", "port", PIN_CONTROL, OF_ONE, 1, 3, struct inputs, port, "what is written"),
};

/* Lockstep -------------------------------------------------------------------------------------------------------- */

static const char *const clauses[] = {"queue"};

static const void *registers_of(const void *model)
{
    return model;
}

/* It is defined from the first cycle on. */
static int resets(const void *control)
{
    (void)control;
    return 1;
}

static uint32_t broken(const struct router_kind *kind, const void *registers)
{
    const struct relay *r = registers;
    uint32_t wrong = 0;

    (void)kind;
    for (int p = 0; p < PORTS; p++)
        wrong |= r->queue[p].first >= QUEUE || r->queue[p].count > QUEUE;
    return wrong;
}

static void print_mismatch(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    (void)kind;
    fprintf(out, "cycle %llu, node %d: %s\n", (unsigned long long)d->cycle, node, d->field);
}

static const struct lockstep_kind lockstep;

LOCKSTEP_NODE(static, lockstep_node, VERSION, lockstep);

static const struct lockstep_kind lockstep = {
    .router = &relay_kind,
    .node = &lockstep_node,
    .state = registers_of,
    .resets = resets,
    .stores = PORTS,
    .store_bytes = sizeof(uint64_t[QUEUE]),
    .broken = broken,
    .clauses = clauses,
    .clause_count = sizeof clauses / sizeof *clauses,
    .print = print_mismatch,
};

/* One relay ------------------------------------------------------------------------------------------------------- */

RECORDER_NODES(recorder_node, tap_node, VERSION, relay_kind);

static int idle(const struct router_kind *kind, void *registers)
{
    (void)kind;
    memset(registers, 0, sizeof(struct relay));
    return 0;
}

static const struct bench_kind bench = {.recorder = &recorder_node, .tap = &tap_node, .idle = idle};

static int port_of(const struct router_kind *kind, const struct mismatch *d)
{
    (void)kind;
    return d->lane < 0 ? 0 : d->lane;
}

static const char *port_name(int port)
{
    static const char *const names[PORTS] = {"0", "1", "2", "3", "4", "5", "6"};

    return names[port];
}

static const struct section_rule no_sections[] = {{NULL, 0, NULL}};
static const char *const port_blocks[] = {"queue", NULL};

/* It has no Verilog. */
static int sources(const char *object, char path[PATH_MAX])
{
    (void)object;
    *path = 0;
    return -1;
}

/* Nothing has to be configured: the table is in its registers. */
static int preamble(struct vectors *v, const void *model, const struct initial_state *start,
                    const struct vectors *window)
{
    static const struct inputs nothing;

    (void)model;
    (void)start;
    (void)window;
    return vectors_add(v, relay_kind.idle, &nothing);
}

/* Queues. */
static int without(const struct router_kind *kind, void *registers, const void *idle_registers, int part)
{
    (void)kind;
    if (part >= PORTS)
        return 0;
    ((struct relay *)registers)->queue[part] = ((const struct relay *)idle_registers)->queue[part];
    return 1;
}

static const struct late_start_ops near = {preamble, without};

static const struct triage_kind triage = {.port = port_of,
                                          .port_name = port_name,
                                          .port_blocks = port_blocks,
                                          .sections = no_sections,
                                          .late_start = &near,
                                          .sources = sources};

/* Cables ---------------------------------------------------------------------------------------------------------- */

static int latency(const void *settings)
{
    return ((const struct relay_settings *)settings)->latency;
}

static int buffers(const void *settings)
{
    (void)settings;
    return PORTS * QUEUE;
}

static int packet_cycles(const void *settings)
{
    (void)settings;
    return 1;
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

static void gather_end(const struct cable_view *view, const struct cable_source *from, int cables, const void *own,
                       void *in)
{
    (void)cables;
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
    *control = (struct inputs){1, (uint8_t)destination,
                               (uint8_t)topology_route(b->topology, router, destination).deterministic};
    return 1;
}

/* An endpoint's port ---------------------------------------------------------------------------------------------- */

struct port {
    uint64_t ready[2], out, next;
    int overhead, left; /* cycles before a word goes out */
};

static int port_init(void *port, const struct port_place *place)
{
    ((struct port *)port)->overhead = place->overhead;
    return 0;
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

static const struct port_ops port_ops = {
    .bytes = sizeof(struct port),
    .init = port_init,
    .ready = port_ready,
    .step = port_step,
    .pins = port_out,
    .archive = port_archive,
};

/* Facts ----------------------------------------------------------------------------------------------------------- */

static void each_held(const void *registers, const struct node_ops *ops, const void *node, held_visit visit,
                      void *context)
{
    const struct relay *r = registers;

    (void)ops;
    (void)node;

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
static const struct router_reason reasons[] = {{"admitted", "admitted"}, {"broken", "broken"}};

static int reason(const void *registers, int port)
{
    (void)registers;
    (void)port;
    return 0;
}

/* What is on the wire in a cycle is accepted in it. */
struct probe {
    uint64_t word[PORTS], first;
};

static unsigned probe(void *found, uint64_t now, const void *was, const void *is, const struct node_ops *ops,
                      void *node)
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
    return (struct router_attempt){packet_of(p->word[port]), p->first, 1, 0};
}

static void archive_probe(void *found, struct archive *a)
{
    ARCHIVE(a, *(struct probe *)found);
}

/* In a scenario --------------------------------------------------------------------------------------------------- */

static void settings_of(const struct router_kind *kind, const struct scenario *s, void *settings)
{
    (void)kind;
    ((struct relay_settings *)settings)->latency = (int)s->fabric.latency;
}

static int check(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size)
{
    (void)rtl;
    if (f->topology->endpoints <= DESTINATIONS)
        return 0;
    return scenario_blame(f->scenario, blamed, error, size, "a relay knows the ways to %d endpoints", DESTINATIONS);
}

static int check_rtl(const struct router_kind *kind, const struct scenario *s, int key, char *error, size_t size)
{
    (void)kind;
    return scenario_blame(s, key, error, size, "there is no RTL of {router=}");
}

static long check_routes(const struct scenario_fabric *f, char *error, size_t size)
{
    (void)error;
    (void)size;
    return (long)f->topology->nodes * f->topology->endpoints;
}

static const struct scenario_kind scenario = {.settings = settings_of,
                                              .check = check,
                                              .check_rtl = check_rtl,
                                              .check_routes = check_routes,
                                              .destinations = DESTINATIONS};

static const struct wires silent;

static struct kind_parts parts = {.bench = &bench, .lockstep = &lockstep, .scenario = &scenario, .triage = &triage};

const struct router_kind relay_kind = {
    .name = "relay",
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof *reasons,
    .ports = PORTS,
    .endpoint_port = PORTS - 1,
    .endpoint_cables = 1,
    .most_buffers = KIND_MOST_BUFFERS,
    .cable_ways = 2,
    .settings_bytes = sizeof(struct relay_settings),
    .pins_bytes = sizeof(struct wires),
    .control_bytes = sizeof(struct inputs),
    .state_bytes = sizeof(struct relay),
    .probe_bytes = sizeof(struct probe),
    .registers = register_table,
    .register_count = sizeof register_table / sizeof *register_table,
    .pins = pin_table,
    .pin_count = sizeof pin_table / sizeof *pin_table,
    .model = &relay_node,
    .latency = latency,
    .buffers = buffers,
    .packet_cycles = packet_cycles,
    .cycle_bytes = sizeof(uint64_t),
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
    .reason = reason,
    .probe = probe,
    .attempt = attempt,
    .archive_probe = archive_probe,
    .parts = &parts,
};

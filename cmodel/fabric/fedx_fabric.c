/* SPDX-License-Identifier: Apache-2.0
 *
 * The fabric: wiring, one cycle of all nodes, and the end-to-end checks.
 */
#include "fedx_fabric.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../switch/fedx_switch_internal.h"

/* Bit 0 of each of the eight level bytes of struct fedx_pins, read as one word. */
#define LANES UINT64_C(0x0101010101010101)

/*
 * Where the pins of one port come from. A port that is not connected reads the
 * bits of port 7, which no switch drives, and refuses.
 */
struct source {
    size_t node;
    unsigned port;
};
enum { NO_PORT = 7 };

/* On the configuration ports while nothing is configured; reads as zero. */
enum { IDLE_ADDRESS = FEDX_CFG_TABLE - 1 };

/* What every cycle touches comes first, together. */
struct node {
    const struct fedx_node_ops *ops;
    void *handle;
    struct fedx_control control;
    unsigned what;       /* FEDX_PE_* of this cycle */
    uint8_t diverged;    /* the node found a difference in this cycle */
    uint8_t collision;   /* ports on which both ends drive in this cycle */
    uint8_t unconnected; /* ports without a link */
    struct source from[FEDX_LINKS];
    struct fedx_pe pe;
};

struct fedx_fabric {
    struct fedx_fabric_config config;
    int count;
    uint64_t cycle;
    struct node *node;
    /* Rings of latency + 2 cycles: output pins of the nodes and of the PEs. */
    int slots, now;
    struct fedx_pins *out, *pe_out;
    struct fedx_stats stats;
    uint64_t digest, event_digest;
    uint64_t last_progress;
    enum fedx_fault fault;
    int fault_node;
    char fault_text[160];
};

static struct fedx_pins *slot_of(const struct fedx_fabric *f, struct fedx_pins *ring, int cycles_ago)
{
    int slot = f->now - cycles_ago;

    return ring + (size_t)(slot < 0 ? slot + f->slots : slot) * (size_t)f->count;
}

/* Where a cycle reads and writes pins. */
struct view {
    const struct fedx_pins *own, *pe_own;   /* outputs of this cycle */
    const struct fedx_pins *late, *pe_late; /* ... and as the far ends see them */
    struct fedx_pins *out, *pe_out;         /* outputs of the next cycle */
};

static struct view view_of(const struct fedx_fabric *f)
{
    int latency = f->config.settings.latency;

    return (struct view){
        .own = slot_of(f, f->out, 0),
        .pe_own = slot_of(f, f->pe_out, 0),
        .late = slot_of(f, f->out, latency),
        .pe_late = slot_of(f, f->pe_out, latency),
        .out = slot_of(f, f->out, f->slots - 1),
        .pe_out = slot_of(f, f->pe_out, f->slots - 1),
    };
}

/* Input pins of a node: the far ends' outputs, late by the link latency, and its own drive on the data wires. */
static void gather_node(const struct view *v, struct node *node, int n, struct fedx_pins *in)
{
    const struct fedx_pins *own = v->own + n;
    uint64_t levels = (fedx_pins_levels(v->pe_late + n) & LANES) << FEDX_PE_PORT;
    uint8_t data[8] = {0};

    data[FEDX_PE_PORT] = v->pe_late[n].data[0];
    for (int p = 0; p < FEDX_LINKS; p++) {
        const struct fedx_pins *from = v->late + node->from[p].node;
        unsigned port = node->from[p].port;
        levels |= (fedx_pins_levels(from) >> port & LANES) << p;
        data[p] = from->data[port];
    }
    memcpy(&in->valid, &levels, sizeof levels);
    in->refuse |= node->unconnected;
    node->collision = in->valid & own->valid;
    in->valid |= own->valid;
    for (int p = 0; p < 8; p++)
        in->data[p] = data[p] | own->data[p];
}

static void gather_pe(const struct view *v, int n, struct fedx_pins *in)
{
    uint64_t levels = fedx_pins_levels(v->late + n) >> FEDX_PE_PORT & LANES;

    memset(in, 0, sizeof *in);
    memcpy(&in->valid, &levels, sizeof levels);
    in->data[0] = v->late[n].data[FEDX_PE_PORT] | v->pe_own[n].data[0];
    in->valid |= v->pe_own[n].valid;
}

/* In passes, so that the code of each kind of work stays in the processor's cache. */
void fedx_fabric_step(struct fedx_fabric *f, int first, int last)
{
    struct view v = view_of(f);

    for (int n = first; n < last; n++) {
        struct node *node = &f->node[n];
        struct fedx_pins in;

        gather_node(&v, node, n, &in);
        node->ops->step(node->handle, &in, &node->control);
        node->ops->pins(node->handle, v.out + n);
    }
    for (int n = first; n < last; n++) {
        struct node *node = &f->node[n];
        if (node->ops->check)
            node->diverged = (uint8_t)node->ops->check(node->handle);
    }
    for (int n = first; n < last; n++) {
        struct node *node = &f->node[n];
        struct fedx_pins in;

        gather_pe(&v, n, &in);
        node->what = fedx_pe_step(&node->pe, f->cycle, &in);
        fedx_port_end_pins(&node->pe.end, v.pe_out + n);
    }
}

static void fail(struct fedx_fabric *f, enum fedx_fault fault, int node, const char *text)
{
    if (f->fault != FEDX_FAULT_NONE)
        return;
    f->fault = fault;
    f->fault_node = node;
    snprintf(f->fault_text, sizeof f->fault_text, "%s", text);
}

static void event(struct fedx_fabric *f, int node, enum fedx_event_kind kind, const struct fedx_header *h)
{
    struct fedx_event e = {.cycle = f->cycle + 1, .node = (uint32_t)node, .kind = (uint32_t)kind};

    if (h) {
        e.source = h->source;
        e.destination = h->destination;
        e.message = h->message;
        e.packet = h->packet;
    }
    f->event_digest = XXH3_64bits_withSeed(&e, sizeof e, f->event_digest);
    if (f->config.trace)
        fprintf(f->config.trace, "%" PRIu64 " %u %c %u %u %u %u\n", e.cycle, e.node, (char)e.kind, e.source,
                e.destination, e.message, e.packet);
}

/* Where the messages of a source are counted apart, or NULL. */
static struct fedx_group *group_of(struct fedx_fabric *f, int source)
{
    const struct fedx_traffic *t = f->config.pe.traffic;

    if (!t || t->hot_count == 0)
        return NULL;
    return t->role[source] == FEDX_ROLE_INDEPENDENT ? &f->stats.independent : &f->stats.hot;
}

static void message_arrived(struct fedx_fabric *f, int n, int source, struct fedx_pe_message *m)
{
    uint64_t cycles = f->cycle + 1 - m->job.created;
    const struct fedx_workload *w = f->config.pe.workload;
    struct fedx_group *group = group_of(f, source);
    int is_long = w && w->long_share > 0 && m->job.packets == w->long_packets;

    f->stats.messages++;
    if (group)
        group->messages++;
    if (m->job.created >= f->config.warmup) {
        fedx_latency_add(&f->stats.message, cycles);
        fedx_latency_add(is_long ? &f->stats.message_long : &f->stats.message_short, cycles);
        if (group) {
            fedx_latency_add(&group->message, cycles);
            fedx_latency_add(is_long ? &group->message_long : &group->message_short, cycles);
        }
    }
    event(f, n, FEDX_EVENT_MESSAGE, &f->node[n].pe.delivered);
    fedx_pe_close(&f->node[source].pe, m);
}

static void count_packet(struct fedx_fabric *f, int source, uint64_t start)
{
    unsigned measured = f->cycle >= f->config.warmup && (!f->config.end || f->cycle < f->config.end);
    struct fedx_group *group = group_of(f, source);

    f->stats.delivered++;
    f->stats.bytes_checked += FEDX_PACKET_BYTES;
    f->stats.delivered_measured += measured;
    if (group)
        group->delivered_measured += measured;
    if (start < f->config.warmup)
        return;
    fedx_latency_add(&f->stats.packet, f->cycle + 1 - start);
    if (group)
        fedx_latency_add(&group->packet, f->cycle + 1 - start);
}

static void record_messages(struct fedx_fabric *f, int n)
{
    const struct fedx_pe *pe = &f->node[n].pe;

    for (unsigned i = 0; i < pe->fresh_count; i++)
        fprintf(f->config.record, "%" PRIu64 " %d %d %d\n", f->cycle, n, pe->fresh[i].destination,
                pe->fresh[i].packets);
}

static void packet_arrived(struct fedx_fabric *f, int n)
{
    const struct fedx_header *h = &f->node[n].pe.delivered;
    struct fedx_pe_message *message;
    uint64_t start;
    char text[160];

    if ((f->node[n].what & FEDX_PE_DAMAGED) || h->source >= f->count) {
        snprintf(text, sizeof text, "packet %u.%u.%u for node %u arrived damaged or at the wrong node", h->source,
                 h->message, h->packet, h->destination);
        fail(f, FEDX_FAULT_PACKET, n, text);
        return;
    }
    if (fedx_pe_arrived(&f->node[h->source].pe, h, &start, &message) != 0) {
        snprintf(text, sizeof text, "packet %u.%u.%u was delivered twice, or was never sent", h->source, h->message,
                 h->packet);
        fail(f, FEDX_FAULT_PACKET, n, text);
        return;
    }
    count_packet(f, h->source, start);
    event(f, n, FEDX_EVENT_DELIVERED, h);
    if (message)
        message_arrived(f, n, h->source, message);
}

static void collect_node(struct fedx_fabric *f, int n)
{
    struct node *node = &f->node[n];

    if (node->what & FEDX_PE_CREATED) {
        event(f, n, FEDX_EVENT_CREATED, NULL);
        if (f->config.record)
            record_messages(f, n);
    }
    if (node->what & FEDX_PE_INJECTED) {
        f->stats.injected++;
        event(f, n, FEDX_EVENT_INJECTED, &node->pe.injected);
    }
    if (node->what & FEDX_PE_DELIVERED)
        packet_arrived(f, n);
    if (node->what & (FEDX_PE_INJECTED | FEDX_PE_DELIVERED))
        f->last_progress = f->cycle;
    if (node->diverged)
        fail(f, FEDX_FAULT_DIVERGENCE, n, "model and RTL differ");
    if (node->collision)
        fail(f, FEDX_FAULT_COLLISION, n, "both ends of a link drive its data wires");
    if (node->what & FEDX_PE_MEMORY)
        fail(f, FEDX_FAULT_MEMORY, n, "out of memory for messages");
}

int fedx_fabric_collect(struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++) {
        const struct node *node = &f->node[n];
        if (node->what | node->diverged | node->collision)
            collect_node(f, n);
    }
    f->now = f->now + 1 == f->slots ? 0 : f->now + 1;
    if (f->config.digest)
        f->digest = XXH3_64bits_withSeed(slot_of(f, f->out, 0), (size_t)f->count * sizeof *f->out, f->digest);
    f->cycle++;
    if (f->config.stall_cycles && f->cycle - f->last_progress > f->config.stall_cycles &&
        fedx_fabric_in_flight(f) > 0)
        fail(f, FEDX_FAULT_STALL, 0, "packets are in the fabric and nothing moves");
    return f->fault != FEDX_FAULT_NONE;
}

static void step_all_silent(struct fedx_fabric *f, const struct fedx_control *control)
{
    static const struct fedx_pins silent = {.refuse = FEDX_ALL_PORTS};

    for (int n = 0; n < f->count; n++) {
        struct fedx_control c = *control;
        c.side = f->config.topology->side[n];
        if (control->cfg_addr >= FEDX_CFG_TABLE) {
            int destination = control->cfg_addr - FEDX_CFG_TABLE;
            c.cfg_wdata = destination < f->count ? fedx_topology_entry(f->config.topology, n, destination) : 0;
        }
        if (fedx_node_step(f->node[n].ops, f->node[n].handle, &silent, &c))
            fail(f, FEDX_FAULT_DIVERGENCE, n, "model and RTL differ while being configured");
    }
}

/* Through the pins, as hardware would: tables under reset, settings right after it. */
static void configure(struct fedx_fabric *f)
{
    struct fedx_control control = {.rst = 1};

    for (int i = 0; i < 2; i++)
        step_all_silent(f, &control);
    control.cfg_we = 1;
    for (int i = 0; i < FEDX_TABLE_SIZE; i++) {
        control.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + i);
        step_all_silent(f, &control);
    }
    control.rst = 0;
    for (int i = 0; i < FEDX_SETTINGS_WORDS; i++) {
        control.cfg_addr = (uint16_t)(FEDX_CFG_MODE + i);
        control.cfg_wdata = fedx_settings_word(&f->config.settings, i);
        step_all_silent(f, &control);
    }
}

static int create_nodes(struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++) {
        struct node *node = &f->node[n];
        uint64_t seed = f->config.power_up ? f->config.power_up + (uint64_t)n : 0;

        node->ops = f->config.nodes[n];
        node->handle = node->ops->create(f->config.inner, seed);
        if (!node->handle)
            return -1;
        node->control.side = f->config.topology->side[n];
        node->control.cfg_addr = IDLE_ADDRESS;
        for (int p = 0; p < FEDX_LINKS; p++) {
            struct fedx_link far = f->config.topology->links[n][p];
            if (far.node < 0)
                node->unconnected |= (uint8_t)(1u << p);
            node->from[p] = far.node < 0 ? (struct source){(size_t)n, NO_PORT}
                                         : (struct source){(size_t)far.node, (unsigned)far.port};
        }
        fedx_pe_init(&node->pe, &f->config.pe, n, f->count);
    }
    return 0;
}

static void fill_rings(struct fedx_fabric *f)
{
    for (int slot = 0; slot < f->slots; slot++)
        for (int n = 0; n < f->count; n++) {
            size_t i = (size_t)slot * (size_t)f->count + (size_t)n;
            f->node[n].ops->pins(f->node[n].handle, &f->out[i]);
            fedx_port_end_pins(&f->node[n].pe.end, &f->pe_out[i]);
        }
}

struct fedx_fabric *fedx_fabric_create(const struct fedx_fabric_config *config)
{
    struct fedx_fabric *f = calloc(1, sizeof *f);

    if (!f)
        return NULL;
    f->config = *config;
    f->config.pe.latency = config->settings.latency;
    f->config.pe.record = config->record != NULL;
    f->count = config->topology->nodes;
    f->slots = config->settings.latency + 2;
    f->node = calloc((size_t)f->count, sizeof *f->node);
    f->out = calloc((size_t)f->slots * (size_t)f->count, sizeof *f->out);
    f->pe_out = calloc((size_t)f->slots * (size_t)f->count, sizeof *f->pe_out);
    if (!f->node || !f->out || !f->pe_out || create_nodes(f) != 0) {
        fedx_fabric_destroy(f);
        return NULL;
    }
    configure(f);
    fill_rings(f);
    return f;
}

void fedx_fabric_destroy(struct fedx_fabric *f)
{
    if (!f)
        return;
    for (int n = 0; f->node && n < f->count; n++) {
        if (f->node[n].ops)
            f->node[n].ops->destroy(f->node[n].handle);
        fedx_pe_finish(&f->node[n].pe);
    }
    free(f->node);
    free(f->out);
    free(f->pe_out);
    free(f);
}

uint64_t fedx_fabric_cycle(const struct fedx_fabric *f)
{
    return f->cycle;
}

int fedx_fabric_nodes(const struct fedx_fabric *f)
{
    return f->count;
}

uint64_t fedx_fabric_in_flight(const struct fedx_fabric *f)
{
    return f->stats.injected - f->stats.delivered;
}

uint64_t fedx_fabric_pending(const struct fedx_fabric *f)
{
    uint64_t created = 0;

    for (int n = 0; n < f->count; n++)
        created += f->node[n].pe.packets_created;
    return created - f->stats.delivered;
}

void fedx_fabric_stop_injection(struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++)
        f->node[n].pe.stopped = 1;
}

struct fedx_pe *fedx_fabric_pe(struct fedx_fabric *f, int node)
{
    return &f->node[node].pe;
}

void *fedx_fabric_node(const struct fedx_fabric *f, int node)
{
    return f->node[node].handle;
}

const struct fedx_node_ops *fedx_fabric_node_ops(const struct fedx_fabric *f, int node)
{
    return f->node[node].ops;
}

struct fedx_stats fedx_fabric_stats(const struct fedx_fabric *f)
{
    struct fedx_stats stats = f->stats;

    for (int n = 0; n < f->count; n++) {
        stats.created += f->node[n].pe.packets_created;
        stats.failed_attempts += f->node[n].pe.attempts_failed;
    }
    return stats;
}

uint64_t fedx_fabric_digest(const struct fedx_fabric *f)
{
    return f->digest;
}

uint64_t fedx_fabric_event_digest(const struct fedx_fabric *f)
{
    return f->event_digest;
}

enum fedx_fault fedx_fabric_fault(const struct fedx_fabric *f, int *node, const char **text)
{
    *node = f->fault_node;
    *text = f->fault_text;
    return f->fault;
}

const struct fedx_fabric_config *fedx_fabric_config(const struct fedx_fabric *f)
{
    return &f->config;
}

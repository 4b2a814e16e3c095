/* SPDX-License-Identifier: Apache-2.0
 *
 * The fabric: wiring, one cycle of all nodes, and the end-to-end checks.
 */
#include <stdlib.h>
#include <string.h>

#include "../switch/fedx_switch_internal.h"
#include "fedx_fabric_internal.h"
#include "../base/memory.h"

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
static void gather_node(const struct view *v, struct fedx_fabric_node *node, int n, struct fedx_pins *in)
{
    const struct fedx_pins *own = v->own + n;
    uint64_t levels = node->idle_levels | fedx_pins_port_levels(v->pe_late + n, 0) << FEDX_PE_PORT;
    uint8_t data[8] = {0};

    data[FEDX_PE_PORT] = v->pe_late[n].data[0];
    for (int p = 0; p < FEDX_LINKS; p++) {
        const struct fedx_pins *from = v->late + node->from[p].node;
        unsigned port = node->from[p].port;
        levels |= fedx_pins_port_levels(from, port) << p;
        data[p] = from->data[port];
    }
    fedx_pins_set_levels(in, levels);
    node->collision = in->valid & own->valid;
    in->valid |= own->valid;
    for (int p = 0; p < 8; p++)
        in->data[p] = data[p] | own->data[p];
}

/* The PE port of a switch, in bit 0 and byte 0. */
static void pe_port(const struct fedx_pins *own, struct fedx_pins *out)
{
    memset(out, 0, sizeof *out);
    fedx_pins_set_levels(out, fedx_pins_port_levels(own, FEDX_PE_PORT));
    out->data[0] = own->data[FEDX_PE_PORT];
}

static void gather_pe(const struct view *v, int n, struct fedx_pins *in)
{
    pe_port(v->late + n, in);
    in->data[0] |= v->pe_own[n].data[0];
    in->valid |= v->pe_own[n].valid;
}

static void show_step(const struct fedx_fabric *f, int n, const struct fedx_pins *in)
{
    struct fedx_switch_regs before;

    fedx_fabric_state(f, n, &before);
    f->config.on_step(f->config.on_step_context, n, &before, in, &f->node[n].control);
}

/* What most runs do not have, out of the way of those. */
static __attribute__((noinline)) void before_step(struct fedx_fabric *f, int n, struct fedx_pins *in)
{
    if (f->hook)
        f->config.hooks->before_switch(f->hook, f, n, in);
    if (f->config.on_step)
        show_step(f, n, in);
}

/*
 * A cycle in passes, so that the code of each kind of work stays in the processor's cache. Between its step and its check
 * a node shows its pins only (fedx_node.h), so what looks at the registers of the cycle before goes into the first pass,
 * what looks at the new ones behind the second.
 */
static void step_nodes(struct fedx_fabric *f, const struct view *v, int first, int last)
{
    for (int n = first; n < last; n++) {
        struct fedx_fabric_node *node = &f->node[n];
        struct fedx_pins in;

        gather_node(v, node, n, &in);
        if (f->prepared)
            before_step(f, n, &in);
        node->ops->step(node->handle, &in, &node->control);
        node->ops->pins(node->handle, v->out + n);
    }
}

static void check_nodes(struct fedx_fabric *f, int first, int last)
{
    for (int n = first; n < last; n++) {
        struct fedx_fabric_node *node = &f->node[n];
        if (node->ops->check)
            node->diverged = (uint8_t)node->ops->check(node->handle);
    }
}

static void probe_nodes(struct fedx_fabric *f, const struct view *v, int first, int last)
{
    for (int n = first; n < last; n++) {
        struct fedx_fabric_node *node = &f->node[n];
        fedx_probe_step(&node->probe, f->cycle, v->own[n].valid, v->out[n].valid, node->ops, node->handle);
    }
}

static void step_pes(struct fedx_fabric *f, const struct view *v, int first, int last)
{
    for (int n = first; n < last; n++) {
        struct fedx_fabric_node *node = &f->node[n];
        struct fedx_pins in;

        gather_pe(v, n, &in);
        if (f->hook)
            f->config.hooks->before_pe(f->hook, f, n, &in);
        node->what = fedx_pe_step(&node->pe, f->cycle, &in);
        fedx_port_end_pins(&node->pe.pins->end, v->pe_out + n);
    }
}

void fedx_fabric_step(struct fedx_fabric *f, int first, int last)
{
    struct view v = view_of(f);

    step_nodes(f, &v, first, last);
    check_nodes(f, first, last);
    if (f->watched)
        probe_nodes(f, &v, first, last);
    step_pes(f, &v, first, last);
}

/* A node's check failed: it ended, or its two sides differ. */
static void fail_node(struct fedx_fabric *f, int n, const char *differs)
{
    const char *ended = fedx_node_ended(f->node[n].ops, f->node[n].handle);

    fedx_ledger_fail(f, ended ? FEDX_FAULT_ENDED : FEDX_FAULT_DIVERGENCE, n, ended ? ended : differs);
}

static void check_node(struct fedx_fabric *f, int n)
{
    if (f->node[n].diverged)
        fail_node(f, n, "model and RTL differ");
    if (f->node[n].collision)
        fedx_ledger_wrong(f, FEDX_WRONG_COLLISION, n, FEDX_FAULT_COLLISION, "both ends of a link drive its data wires");
}

/* Attempts of a switch that ended in this cycle; the verdict is known to the other end. */
static void report_attempts(struct fedx_fabric *f, int n)
{
    const struct fedx_probe *probe = &f->node[n].probe;
    struct fedx_switch_regs own;

    fedx_fabric_state(f, n, &own);
    FEDX_FOR_EACH_PORT(p, probe->ended) {
        struct fedx_attempt attempt = {
            .first = probe->ended_first[p],
            .head = fedx_buffer_pool_head(&own.buffer_pool, probe->buffer[p], p),
            .node = n,
            .sender = (int)p,
            .cause = FEDX_CAUSE_NONE,
        };
        if (!(probe->accepted >> p & 1u))
            attempt.cause = p == FEDX_PE_PORT ? FEDX_CAUSE_BROKEN
                                              : fedx_ledger_cause(f, (int)f->node[n].from[p].node,
                                                                  (int)f->node[n].from[p].port);
        fedx_ledger_attempt(f, &attempt);
    }
}

/* As XXH3 takes in 16 bytes: both halves of their product, each with its key. */
static uint64_t hash_of_pins(const struct fedx_pins *pins, uint64_t seed)
{
    uint64_t data;
    __extension__ unsigned __int128 product;

    memcpy(&data, pins->data, sizeof data);
    product = data ^ (UINT64_C(0x1cad21f72c81017c) + seed);
    product *= fedx_pins_levels(pins) ^ (UINT64_C(0xdb979083e96dd4de) - seed);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* A sum, so that it does not matter in which order, or by whom, nodes and cycles are added up. */
static uint64_t digest_of_pins(const struct fedx_fabric *f)
{
    const struct fedx_pins *out = slot_of(f, f->out, 0);
    uint64_t sum = 0;

    for (int n = 0; n < f->count; n++)
        sum += hash_of_pins(&out[n], (f->cycle << 16 | (unsigned)n) * UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

int fedx_fabric_collect(struct fedx_fabric *f)
{
    if (f->hook)
        f->config.hooks->collect(f->hook, f);
    for (int n = 0; n < f->count; n++) {
        const struct fedx_fabric_node *node = &f->node[n];
        if (node->what)
            fedx_ledger_enter(f, n, node->what);
        if (node->probe.ended)
            report_attempts(f, n);
        if (node->diverged | node->collision)
            check_node(f, n);
    }
    f->now = f->now + 1 == f->slots ? 0 : f->now + 1;
    if (f->config.digest)
        f->digest += digest_of_pins(f);
    int over = fedx_ledger_close(f);
    if (f->hook)
        f->config.hooks->begin(f->hook, f);
    return over;
}

static void step_all_silent(struct fedx_fabric *f, const struct fedx_control *control)
{
    for (int n = 0; n < f->count; n++) {
        struct fedx_control c = *control;
        c.side = f->config.topology->side[n];
        if (control->cfg_addr >= FEDX_CFG_TABLE) {
            int destination = control->cfg_addr - FEDX_CFG_TABLE;
            c.cfg_wdata = destination < f->count ? topology_entry(f->config.topology, n, destination) : 0;
        }
        if (fedx_node_step(f->node[n].ops, f->node[n].handle, &fedx_idle_pins, &c))
            fail_node(f, n, "model and RTL differ while being configured");
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
        struct fedx_fabric_node *node = &f->node[n];

        if (fedx_pe_init(&node->pe, &f->config.pe, n, f->count, f->config.nodes != NULL) != 0)
            return -1;
        if (!f->config.nodes)
            continue;
        uint64_t seed = f->config.power_up ? f->config.power_up + (uint64_t)n : 0;

        node->ops = f->config.nodes[n];
        node->handle = node->ops->create(f->config.inner, seed);
        if (!node->handle)
            return -1;
        if (node->ops->buffers)
            node->ops->buffers(node->handle, f->config.settings.buffers);
        if (node->ops->place)
            node->ops->place(node->handle, n);
        node->control.side = f->config.topology->side[n];
        node->control.cfg_addr = FEDX_IDLE_ADDRESS;
        for (int p = 0; p < FEDX_LINKS; p++) {
            struct topology_link far = f->config.topology->links[n][p];
            if (far.node < 0)
                node->idle_levels |= fedx_pins_port_levels(&fedx_idle_pins, (unsigned)p) << p;
            node->from[p] = far.node < 0 ? (struct fedx_pin_source){(size_t)n, FEDX_NO_PORT}
                                         : (struct fedx_pin_source){(size_t)far.node, (unsigned)far.port};
        }
    }
    return 0;
}

static void fill_rings(struct fedx_fabric *f)
{
    for (int slot = 0; slot < f->slots; slot++)
        for (int n = 0; n < f->count; n++) {
            size_t i = (size_t)slot * (size_t)f->count + (size_t)n;
            f->node[n].ops->pins(f->node[n].handle, &f->out[i]);
            fedx_port_end_pins(&f->node[n].pe.pins->end, &f->pe_out[i]);
        }
}

/* Pins, and switches that are configured. */
static int wire_up(struct fedx_fabric *f)
{
    size_t pins = (size_t)f->slots * (size_t)f->count;

    f->out = calloc(pins, sizeof *f->out);
    f->pe_out = calloc(pins, sizeof *f->pe_out);
    if (!f->out || !f->pe_out)
        return -1;
    configure(f);
    fill_rings(f);
    f->prepared = f->config.hooks || f->config.on_step;
    if (!f->config.hooks)
        return 0;
    f->hook = f->config.hooks->create(f->config.hook_settings, f);
    if (!f->hook)
        return -1;
    f->config.hooks->begin(f->hook, f);
    return 0;
}

static int create_metrics(struct fedx_fabric *f)
{
    const struct fedx_fabric_config *c = &f->config;
    struct fedx_metrics_settings settings = {
        .nodes = f->count,
        .warmup = c->warmup,
        .detect_warmup = c->detect_warmup,
        .end = c->end,
        .sample_period = c->sample_period ? c->sample_period : FEDX_SAMPLE_PERIOD,
        .endless = c->pe.traffic && c->pe.traffic->hot_load == TRAFFIC_BACKLOG,
    };
    struct fedx_film_settings film = {f->count, fedx_film_frames(f->count, c->end), c->settings.buffers, c->end};

    f->metrics = fedx_metrics_create(&settings);
    if (c->film && film.frames > 0 && !(f->film = fedx_film_create(&film)))
        return -1;
    return f->metrics ? 0 : -1;
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
    f->hops.file = config->hops;
    f->watched = (config->measure || config->hops) && !config->hidden;
    f->slots = config->settings.latency + 2;
    f->node = memory_zero((size_t)f->count, sizeof *f->node);
    if (!f->node || (config->measure && create_metrics(f) != 0) || create_nodes(f) != 0 || (config->nodes && wire_up(f) != 0)) {
        fedx_fabric_destroy(f);
        return NULL;
    }
    return f;
}

void fedx_fabric_destroy(struct fedx_fabric *f)
{
    if (!f)
        return;
    if (f->engine)
        f->engine_ops->destroy(f->engine);
    for (int n = 0; f->node && n < f->count; n++) {
        if (f->node[n].ops)
            f->node[n].ops->destroy(f->node[n].handle);
        fedx_pe_finish(&f->node[n].pe);
    }
    fedx_metrics_destroy(f->metrics);
    fedx_film_destroy(f->film);
    if (f->config.hooks)
        f->config.hooks->destroy(f->hook);
    fedx_hop_trace_finish(&f->hops);
    free(f->node);
    free(f->out);
    free(f->pe_out);
    free(f);
}

static void archive_books(struct fedx_fabric *f, struct archive *a)
{
    archive_section(a, "books");
    ARCHIVE(a, f->cycle);
    ARCHIVE(a, f->stats);
    ARCHIVE(a, f->digest);
    ARCHIVE(a, f->event_digest);
    ARCHIVE(a, f->last_progress);
    ARCHIVE(a, f->fault);
    ARCHIVE(a, f->fault_node);
    ARCHIVE(a, f->fault_text);
    if (a->loading)
        f->fault_text[sizeof f->fault_text - 1] = '\0';
    archive_check(a, f->fault_node >= 0 && f->fault_node < f->count);
    if (f->metrics)
        fedx_metrics_archive(f->metrics, a);
    if (f->film)
        fedx_film_archive(f->film, a);
}

static void archive_node(struct fedx_fabric *f, struct fedx_fabric_node *node, struct archive *a)
{
    if (node->ops) {
        archive_section(a, node->ops->name);
        fedx_node_archive(node->ops, node->handle, a);
        fedx_probe_archive(&node->probe, a);
    }
    fedx_pe_archive(&node->pe, f->count, a);
}

static void archive_rings(struct fedx_fabric *f, struct archive *a)
{
    size_t bytes = (size_t)f->slots * (size_t)f->count * sizeof *f->out;

    archive_section(a, "rings");
    ARCHIVE(a, f->now);
    archive_check(a, f->now >= 0 && f->now < f->slots);
    a->visit(a, "out", f->out, bytes);
    a->visit(a, "pe_out", f->pe_out, bytes);
}

/* What decides how much there is to visit, and more that must be the same to go on. */
static void archive_shape(const struct fedx_fabric *f, struct archive *a)
{
    struct fedx_settings settings = f->config.settings;
    int shape[] = {f->config.topology->rows, f->config.topology->cols, f->watched, f->metrics != NULL, f->film != NULL,
                   f->config.nodes != NULL, f->hook != NULL};
    int own[sizeof shape / sizeof *shape];

    memcpy(own, shape, sizeof own);
    archive_section(a, "fabric");
    ARCHIVE(a, shape);
    ARCHIVE(a, settings);
    archive_check(a, memcmp(own, shape, sizeof own) == 0 && memcmp(&settings, &f->config.settings, sizeof settings) == 0);
}

void fedx_fabric_archive(struct fedx_fabric *f, struct archive *a)
{
    archive_shape(f, a);
    archive_books(f, a);
    for (int n = 0; n < f->count; n++)
        archive_node(f, &f->node[n], a);
    if (f->config.nodes)
        archive_rings(f, a);
    if (f->hook)
        f->config.hooks->archive(f->hook, f, a);
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

uint64_t fedx_fabric_oldest(const struct fedx_fabric *f)
{
    uint64_t oldest = f->cycle;

    for (int n = 0; n < f->count; n++) {
        uint64_t start = fedx_pe_oldest(&f->node[n].pe);
        oldest = start < oldest ? start : oldest;
    }
    return f->cycle - oldest;
}

uint64_t fedx_fabric_pending(const struct fedx_fabric *f)
{
    uint64_t created = 0;

    for (int n = 0; n < f->count; n++)
        created += f->node[n].pe.packets_created;
    return created - f->stats.delivered;
}

/* Nothing in any switch, and nothing on its way to one. */
static int empty(const struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++)
        if (f->node[n].pe.attempt || fedx_fabric_held(f, n))
            return 0;
    return 1;
}

int fedx_fabric_drained(const struct fedx_fabric *f)
{
    return f->hook ? empty(f) : fedx_fabric_in_flight(f) == 0;
}

int fedx_fabric_idle(const struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++)
        if (!fedx_pe_idle(&f->node[n].pe))
            return 0;
    return fedx_fabric_drained(f);
}

int fedx_fabric_account(struct fedx_fabric *f)
{
    return f->hook ? f->config.hooks->account(f->hook, f) : 0;
}

void *fedx_fabric_hook(const struct fedx_fabric *f, const struct fedx_fabric_hooks *hooks)
{
    return f->config.hooks == hooks ? f->hook : NULL;
}

void fedx_fabric_stop_injection(struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++)
        f->node[n].pe.stopped = 1;
}

void fedx_fabric_stop_messages(struct fedx_fabric *f)
{
    for (int n = 0; n < f->count; n++)
        source_end(&f->node[n].pe.source);
}

struct fedx_pe *fedx_fabric_pe(const struct fedx_fabric *f, int node)
{
    return &f->node[node].pe;
}

struct fedx_control *fedx_fabric_control(const struct fedx_fabric *f, int node)
{
    return &f->node[node].control;
}

void fedx_fabric_forget_attempts(struct fedx_fabric *f, int node)
{
    memset(&f->node[node].probe, 0, sizeof f->node[node].probe);
}

void fedx_fabric_pe_pins(const struct fedx_fabric *f, int node, struct fedx_pins *sent, struct fedx_pins *seen)
{
    struct view v = view_of(f);

    *sent = v.pe_own[node];
    pe_port(v.late + node, seen);
}

void *fedx_fabric_node(const struct fedx_fabric *f, int node)
{
    return f->node[node].handle;
}

void fedx_fabric_state(const struct fedx_fabric *f, int node, struct fedx_switch_regs *out)
{
    if (f->config.nodes && f->node[node].ops->state)
        f->node[node].ops->state(f->node[node].handle, out);
    else if (f->engine)
        f->engine_ops->state(f->engine, node, out);
    else
        memset(out, 0, sizeof *out);
}

void fedx_fabric_each_held(const struct fedx_fabric *f, int node, fedx_held_visit visit, void *context)
{
    struct fedx_switch_regs regs;

    fedx_fabric_state(f, node, &regs);
    fedx_each_held(&regs, visit, context);
}

unsigned fedx_fabric_held(const struct fedx_fabric *f, int node)
{
    struct fedx_switch_regs regs;

    if (f->engine)
        return f->engine_ops->used(f->engine, node);
    fedx_fabric_state(f, node, &regs);
    return fedx_held_count(&regs);
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

const struct fedx_metrics *fedx_fabric_metrics(const struct fedx_fabric *f)
{
    return f->metrics;
}

struct fedx_film *fedx_fabric_film(struct fedx_fabric *f)
{
    return f->film;
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

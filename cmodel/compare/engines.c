/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine against the cycle engine. See engines.h.
 */
#include "engines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* The events of one cycle of one fabric. */
struct events {
    struct packet_event *event;
    size_t count, size;
    int out_of_memory;
};

/* The hop trace of one cycle of one fabric. */
struct hops {
    FILE *file;
    char *text;
    size_t size;
};

struct engines {
    const struct router_kind *kind;
    struct ranks *ranks; /* that run both fabrics; NULL: one process */
    const struct node_ops **nodes;
    struct fabric *cycle, *event;
    struct events cycle_events, event_events;
    struct hops cycle_hops, event_hops;
    FILE *hops; /* that is asked for, or NULL */
    uint64_t state_period;
    struct engine_difference difference;
    struct engine_compared compared;
};

static void note(void *context, const struct packet_event *e)
{
    struct events *s = context;
    struct packet_event *event = memory_grow(s->event, s->count, &s->size, 64, sizeof *event);

    if (!event) {
        s->out_of_memory = 1;
        return;
    }
    s->event = event;
    s->event[s->count++] = *e;
}

/* Files are written once: by the event engine. @param nodes  NULL for that one */
static struct fabric *fabric(const struct fabric_config *config, const struct node_ops **nodes, struct events *events,
                             struct hops *hops)
{
    struct fabric_config c = *config;

    c.nodes = nodes;
    c.digest = 0;
    if (nodes)
        c.trace = c.record = NULL;
    c.hops = hops->file = open_memstream(&hops->text, &hops->size);
    if (!hops->file)
        return NULL;
    c.on_event = note;
    c.on_event_context = events;
    return fabric_create(&c);
}

struct engines *engines_create(const struct fabric_config *config, uint64_t state_period)
{
    struct engines *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->state_period = state_period;
    c->hops = config->hops;
    c->kind = config->kind;
    c->ranks = config->ranks;
    c->nodes = calloc((size_t)config->topology->nodes, sizeof *c->nodes);
    for (int n = 0; c->nodes && n < config->topology->nodes; n++)
        c->nodes[n] = c->kind->model;
    if (c->nodes) {
        c->cycle = fabric(config, c->nodes, &c->cycle_events, &c->cycle_hops);
        c->event = fabric(config, NULL, &c->event_events, &c->event_hops);
    }
    if (!c->cycle || !c->event) {
        engines_destroy(c);
        return NULL;
    }
    return c;
}

static void finish_hops(struct hops *h)
{
    if (h->file)
        fclose(h->file);
    free(h->text);
}

void engines_destroy(struct engines *c)
{
    if (!c)
        return;
    fabric_destroy(c->cycle);
    fabric_destroy(c->event);
    finish_hops(&c->cycle_hops);
    finish_hops(&c->event_hops);
    free(c->cycle_events.event);
    free(c->event_events.event);
    free(c->nodes);
    free(c);
}

static int compare_state(struct engines *c, int node)
{
    struct engine_difference *d = &c->difference;
    struct any_registers a, b;

    fabric_state(c->cycle, node, &d->cycle_state);
    fabric_state(c->event, node, &d->event_state);
    a = d->cycle_state;
    b = d->event_state;
    c->kind->parts->event->kept(&a);
    c->kind->parts->event->kept(&b);
    d->reg = kind_registers_differ(c->kind, &a, &b, &d->lane);
    c->compared.rare += c->kind->parts->event->rare(&d->event_state);
    return d->reg != NULL;
}

/* Those that are rare, of all ranks. @param before  how many there had been */
static void add_rare(struct engines *c, uint64_t before)
{
    uint64_t mine = c->compared.rare - before, all[c->ranks->count];

    ranks_all(c->ranks, &mine, sizeof mine, all);
    c->compared.rare = before;
    for (int i = 0; i < c->ranks->count; i++)
        c->compared.rare += all[i];
}

/* Of the routers that are stepped here; each rank compares its own. */
static int compare_states(struct engines *c)
{
    uint64_t rare = c->compared.rare;
    int differ = 0;

    for (int n = 0; n < fabric_nodes(c->event) && !differ; n++) {
        if (fabric_rank_of(c->event, n) == fabric_rank(c->event) && (differ = compare_state(c, n))) {
            c->difference.node = n;
            c->difference.cycle = fabric_cycle(c->event);
        }
        c->compared.states++;
    }
    if (c->ranks)
        add_rare(c, rare);
    return differ;
}

static int compare_events(struct engines *c)
{
    struct engine_difference *d = &c->difference;
    size_t a = c->cycle_events.count, b = c->event_events.count;

    for (size_t i = 0; i < a || i < b; i++) {
        static const struct packet_event none;
        d->cycle_event = i < a ? c->cycle_events.event[i] : none;
        d->event_event = i < b ? c->event_events.event[i] : none;
        if (memcmp(&d->cycle_event, &d->event_event, sizeof d->cycle_event) == 0)
            continue;
        d->cycle = fabric_cycle(c->event);
        d->node = (int)(i < a ? d->cycle_event.node : d->event_event.node);
        d->reg = NULL;
        return 1;
    }
    c->compared.events += a;
    c->cycle_events.count = c->event_events.count = 0;
    return 0;
}

/* The lines of this cycle. @return bytes */
static size_t read_hops(struct hops *h)
{
    long bytes = ftell(h->file);

    if (bytes > 0)
        fflush(h->file);
    rewind(h->file);
    return bytes > 0 ? (size_t)bytes : 0;
}

/* @return bytes of the line that begins there */
static size_t line_at(const struct hops *h, size_t at, size_t end)
{
    const char *newline = at < end ? memchr(h->text + at, '\n', end - at) : NULL;

    return newline ? (size_t)(newline - h->text) - at + 1 : 0;
}

static void copy_line(char *line, const struct hops *h, size_t at, size_t bytes)
{
    snprintf(line, HOP_LINE, "%.*s", bytes ? (int)bytes - 1 : 0, bytes ? h->text + at : "");
}

/* The first lines that differ are kept. */
static void hops_differ(struct engines *c, size_t at, size_t a, size_t b)
{
    struct engine_difference *d = &c->difference;

    copy_line(d->cycle_hop, &c->cycle_hops, at, a);
    copy_line(d->event_hop, &c->event_hops, at, b);
    d->cycle = fabric_cycle(c->event);
    sscanf(a ? d->cycle_hop : d->event_hop, "%*s %d", &d->node);
    d->reg = NULL;
}

static int compare_hops(struct engines *c)
{
    size_t a = read_hops(&c->cycle_hops), b = read_hops(&c->event_hops);

    for (size_t at = 0, bytes; at < a || at < b; at += bytes) {
        size_t other = line_at(&c->event_hops, at, b);
        bytes = line_at(&c->cycle_hops, at, a);
        if (bytes != other || memcmp(c->cycle_hops.text + at, c->event_hops.text + at, bytes) != 0) {
            hops_differ(c, at, bytes, other);
            return 1;
        }
        c->compared.attempts++;
    }
    if (c->hops && b)
        fwrite(c->event_hops.text, 1, b, c->hops);
    return 0;
}

/* What a rank has found, if it has; of several the first one's counts, which has the lowest nodes. */
static void receive_difference(struct engines *c, int differs)
{
    struct engine_difference own = c->difference;
    ptrdiff_t reg = own.reg ? own.reg - c->kind->registers : -1;
    int heard = 0;

    for (int i = 0; i < c->ranks->count; i++) {
        ranks_put(c->ranks, i, &differs, sizeof differs);
        ranks_put(c->ranks, i, &reg, sizeof reg);
        ranks_put(c->ranks, i, &own, sizeof own);
    }
    ranks_exchange(c->ranks);
    for (int i = 0; i < c->ranks->count && !heard; i++) {
        ranks_get(c->ranks, i, &heard, sizeof heard);
        ranks_get(c->ranks, i, &reg, sizeof reg);
        ranks_get(c->ranks, i, &c->difference, sizeof c->difference);
    }
    c->difference.reg = reg >= 0 ? &c->kind->registers[reg] : NULL;
}

/* The states around the difference; of ranks the first one has them. */
static void show_difference(struct engines *c, int differs)
{
    struct engine_difference *d = &c->difference;

    if (c->ranks) {
        receive_difference(c, differs);
        engines_assemble(c);
    }
    if (fabric_rank(c->event) > 0)
        return;
    fabric_state(c->cycle, d->node, &d->cycle_state);
    fabric_state(c->event, d->node, &d->event_state);
}

/* What the cycle has brought. @return 0, 1 at a difference */
static int compare(struct engines *c, int states)
{
    int differs = compare_events(c) || compare_hops(c);
    int all = c->ranks ? ranks_any(c->ranks, differs) : differs;

    if (!all && states) {
        differs = compare_states(c);
        all = c->ranks ? ranks_any(c->ranks, differs) : differs;
    }
    if (all)
        show_difference(c, differs);
    return all;
}

int engines_run(struct engines *c, uint64_t cycles, engine_watch watch, void *context, uint64_t period)
{
    const char *text;
    int node;

    for (uint64_t i = 1; i <= cycles; i++) {
        if (engine_cycle.run(c->cycle, 1, 1, NULL, NULL, 0) != 0 ||
            c->kind->parts->event->ops->run(c->event, 1, 1, NULL, NULL, 0) != 0)
            return -1;
        c->compared.router_cycles += (uint64_t)fabric_nodes(c->event);
        if (c->cycle_events.out_of_memory || c->event_events.out_of_memory)
            return -1;
        if (compare(c, c->state_period && i % c->state_period == 0))
            return 1;
        if (fabric_fault(c->event, &node, &text) != FABRIC_FAULT_NONE)
            return fabric_fault(c->cycle, &node, &text) != FABRIC_FAULT_NONE ? 2 : -1;
        if (watch && i % period == 0 && watch(context, c->event))
            return 0;
    }
    return 0;
}

void engines_assemble(struct engines *c)
{
    fabric_assemble(c->cycle);
    fabric_assemble(c->event);
}

void engines_stop_injection(struct engines *c)
{
    fabric_stop_injection(c->cycle);
    fabric_stop_injection(c->event);
}

void engines_stop_messages(struct engines *c)
{
    fabric_stop_messages(c->cycle);
    fabric_stop_messages(c->event);
}

void engines_archive(struct engines *c, struct archive *a)
{
    archive_section(a, "both engines");
    ARCHIVE(a, c->compared);
    engine_cycle.archive(c->cycle, a);
    c->kind->parts->event->ops->archive(c->event, a);
}

const struct fabric *engines_reference(const struct engines *c)
{
    return c->cycle;
}

struct fabric *engines_fabric(const struct engines *c)
{
    return c->event;
}

const struct engine_difference *engines_difference(const struct engines *c)
{
    return &c->difference;
}

struct engine_compared engines_compared(const struct engines *c)
{
    return c->compared;
}

static void print_event(const char *engine, const struct packet_event *e, FILE *out)
{
    fprintf(out, "  %s engine: ", engine);
    if (e->kind)
        packet_event_print(e, out);
    else
        fprintf(out, "no event\n");
}

static void print_hop(const char *engine, const char *line, FILE *out)
{
    fprintf(out, "  %s engine: %s\n", engine, *line ? line : "no attempt");
}

void engines_print(const struct engines *c, FILE *out)
{
    const struct engine_difference *d = &c->difference;

    fprintf(out, "engines differ: cycle %" PRIu64 ", node %d, ", d->cycle, d->node);
    if (d->reg) {
        fprintf(out, "%s.%s lane %d (%s)\n", d->reg->block, d->reg->name, d->lane, d->reg->meaning);
    } else if (*d->cycle_hop || *d->event_hop) {
        fprintf(out, "attempt (cycle node sender reason source destination message packet first)\n");
        print_hop("cycle", d->cycle_hop, out);
        print_hop("event", d->event_hop, out);
    } else {
        fprintf(out, "event (cycle node kind source destination message packet)\n");
        print_event("cycle", &d->cycle_event, out);
        print_event("event", &d->event_event, out);
    }
    fprintf(out, "node %d, cycle engine:\n", d->node);
    c->kind->print(c->kind, &d->cycle_state, out);
    fprintf(out, "node %d, event engine (without the registers that it does not keep):\n", d->node);
    c->kind->print(c->kind, &d->event_state, out);
}

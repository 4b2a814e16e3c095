/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine against the cycle engine. See fedx_check_engine.h.
 */
#include "fedx_check_engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* The events of one cycle of one fabric. */
struct events {
    struct fedx_event *event;
    size_t count, size;
    int out_of_memory;
};

struct fedx_check_engine {
    const struct router_kind *kind;
    const struct fedx_node_ops **nodes;
    struct fedx_fabric *cycle, *event;
    struct events cycle_events, event_events;
    uint64_t state_period;
    struct fedx_engine_difference difference;
    struct fedx_engine_compared compared;
};

static void note(void *context, const struct fedx_event *e)
{
    struct events *s = context;
    struct fedx_event *event = memory_grow(s->event, s->count, &s->size, 64, sizeof *event);

    if (!event) {
        s->out_of_memory = 1;
        return;
    }
    s->event = event;
    s->event[s->count++] = *e;
}

/* Files are written once: by the event engine. @param nodes  NULL for that one */
static struct fedx_fabric *fabric(const struct fedx_fabric_config *config, const struct fedx_node_ops **nodes,
                                  struct events *events)
{
    struct fedx_fabric_config c = *config;

    c.nodes = nodes;
    c.digest = 0;
    if (nodes)
        c.trace = c.hops = c.record = NULL;
    c.on_event = note;
    c.on_event_context = events;
    return fedx_fabric_create(&c);
}

struct fedx_check_engine *fedx_check_engine_create(const struct fedx_fabric_config *config, uint64_t state_period)
{
    struct fedx_check_engine *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->state_period = state_period;
    c->kind = config->kind;
    c->nodes = calloc((size_t)config->topology->nodes, sizeof *c->nodes);
    for (int n = 0; c->nodes && n < config->topology->nodes; n++)
        c->nodes[n] = c->kind->model;
    if (c->nodes) {
        c->cycle = fabric(config, c->nodes, &c->cycle_events);
        c->event = fabric(config, NULL, &c->event_events);
    }
    if (!c->cycle || !c->event) {
        fedx_check_engine_destroy(c);
        return NULL;
    }
    return c;
}

void fedx_check_engine_destroy(struct fedx_check_engine *c)
{
    if (!c)
        return;
    fedx_fabric_destroy(c->cycle);
    fedx_fabric_destroy(c->event);
    free(c->cycle_events.event);
    free(c->event_events.event);
    free(c->nodes);
    free(c);
}

static int compare_state(struct fedx_check_engine *c, int node)
{
    struct fedx_engine_difference *d = &c->difference;
    struct any_registers a, b;

    fedx_fabric_state(c->cycle, node, &d->cycle_state);
    fedx_fabric_state(c->event, node, &d->event_state);
    a = d->cycle_state;
    b = d->event_state;
    c->kind->event->kept(&a);
    c->kind->event->kept(&b);
    d->reg = kind_registers_differ(c->kind, &a, &b, &d->lane);
    c->compared.states++;
    c->compared.rare += c->kind->event->rare(&d->event_state);
    return d->reg != NULL;
}

static int compare_states(struct fedx_check_engine *c)
{
    for (int n = 0; n < fedx_fabric_nodes(c->event); n++)
        if (compare_state(c, n)) {
            c->difference.node = n;
            c->difference.cycle = fedx_fabric_cycle(c->event);
            return 1;
        }
    return 0;
}

static int compare_events(struct fedx_check_engine *c)
{
    struct fedx_engine_difference *d = &c->difference;
    size_t a = c->cycle_events.count, b = c->event_events.count;

    for (size_t i = 0; i < a || i < b; i++) {
        static const struct fedx_event none;
        d->cycle_event = i < a ? c->cycle_events.event[i] : none;
        d->event_event = i < b ? c->event_events.event[i] : none;
        if (memcmp(&d->cycle_event, &d->event_event, sizeof d->cycle_event) == 0)
            continue;
        d->cycle = fedx_fabric_cycle(c->event);
        d->node = (int)(i < a ? d->cycle_event.node : d->event_event.node);
        d->reg = NULL;
        fedx_fabric_state(c->cycle, d->node, &d->cycle_state);
        fedx_fabric_state(c->event, d->node, &d->event_state);
        return 1;
    }
    c->compared.events += a;
    c->cycle_events.count = c->event_events.count = 0;
    return 0;
}

int fedx_check_engine_run(struct fedx_check_engine *c, uint64_t cycles, fedx_engine_watch watch, void *context,
                          uint64_t period)
{
    const char *text;
    int node;

    for (uint64_t i = 1; i <= cycles; i++) {
        if (fedx_engine_cycle.run(c->cycle, 1, 1, NULL, NULL, 0) != 0 ||
            c->kind->event->ops->run(c->event, 1, 1, NULL, NULL, 0) != 0)
            return -1;
        c->compared.switch_cycles += (uint64_t)fedx_fabric_nodes(c->event);
        if (c->cycle_events.out_of_memory || c->event_events.out_of_memory)
            return -1;
        if (compare_events(c) || (c->state_period && i % c->state_period == 0 && compare_states(c)))
            return 1;
        if (fedx_fabric_fault(c->event, &node, &text) != FEDX_FAULT_NONE)
            return fedx_fabric_fault(c->cycle, &node, &text) != FEDX_FAULT_NONE ? 2 : -1;
        if (watch && i % period == 0 && watch(context, c->event))
            return 0;
    }
    return 0;
}

void fedx_check_engine_stop_injection(struct fedx_check_engine *c)
{
    fedx_fabric_stop_injection(c->cycle);
    fedx_fabric_stop_injection(c->event);
}

void fedx_check_engine_stop_messages(struct fedx_check_engine *c)
{
    fedx_fabric_stop_messages(c->cycle);
    fedx_fabric_stop_messages(c->event);
}

void fedx_check_engine_archive(struct fedx_check_engine *c, struct archive *a)
{
    archive_section(a, "both engines");
    ARCHIVE(a, c->compared);
    fedx_engine_cycle.archive(c->cycle, a);
    c->kind->event->ops->archive(c->event, a);
}

struct fedx_fabric *fedx_check_engine_fabric(const struct fedx_check_engine *c)
{
    return c->event;
}

const struct fedx_engine_difference *fedx_check_engine_difference(const struct fedx_check_engine *c)
{
    return &c->difference;
}

struct fedx_engine_compared fedx_check_engine_compared(const struct fedx_check_engine *c)
{
    return c->compared;
}

static void print_event(const char *engine, const struct fedx_event *e, FILE *out)
{
    fprintf(out, "  %s engine: ", engine);
    if (e->kind)
        fedx_event_print(e, out);
    else
        fprintf(out, "no event\n");
}

void fedx_check_engine_print(const struct fedx_check_engine *c, FILE *out)
{
    const struct fedx_engine_difference *d = &c->difference;

    fprintf(out, "engines differ: cycle %" PRIu64 ", node %d, ", d->cycle, d->node);
    if (d->reg) {
        fprintf(out, "%s.%s lane %d (%s)\n", d->reg->block, d->reg->name, d->lane, d->reg->meaning);
    } else {
        fprintf(out, "event (cycle node kind source destination message packet)\n");
        print_event("cycle", &d->cycle_event, out);
        print_event("event", &d->event_event, out);
    }
    fprintf(out, "node %d, cycle engine:\n", d->node);
    c->kind->print(&d->cycle_state, out);
    fprintf(out, "node %d, event engine (it keeps no counters and no receive state):\n", d->node);
    c->kind->print(&d->event_state, out);
}

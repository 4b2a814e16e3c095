/* SPDX-License-Identifier: Apache-2.0
 *
 * The fabric: wiring, one cycle of all nodes, and the end-to-end checks.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "split.h"

/* Units: routers, endpoints, and nobody. */
static size_t units(const struct fabric *f)
{
    return (size_t)f->routers + (size_t)f->endpoints + 1;
}

uint8_t *fabric_slot(const struct fabric *f, int cycles_ago)
{
    int slot = (f->now - cycles_ago + f->slots) % f->slots;

    return f->out + (size_t)slot * units(f) * f->config.kind->pins_bytes;
}

/* Where a cycle reads and writes pins. */
struct view {
    struct cable_view cables;
    const struct router_kind *kind;
    uint8_t *next; /* outputs of the next cycle */
};

static struct view view_of(const struct fabric *f)
{
    struct view v = {.kind = f->config.kind, .next = fabric_slot(f, -1)};

    v.cables.credits_apart = f->credits_apart;
    for (int latency = 0; latency < f->slots - 1; latency++)
        v.cables.out[latency] = fabric_slot(f, latency);
    return v;
}

static const void *own_pins(const struct view *v, size_t unit)
{
    return v->cables.out[0] + unit * v->kind->pins_bytes;
}

static void *next_pins(const struct view *v, size_t unit)
{
    return v->next + unit * v->kind->pins_bytes;
}

static void before_step(struct fabric *f, int n, void *in)
{
    if (f->hook)
        f->config.hooks->before_router(f->hook, f, n, in);
    if (f->config.on_step)
        f->config.on_step(f->config.on_step_context, f, n, in, f->router[n].control);
}

/*
 * A cycle in passes, so that the code of each kind of work stays in the processor's cache. Between its step and its
 * check a node shows its pins only (node.h), so what looks at the registers of the cycle before goes into the first
 * pass, what looks at the new ones behind the second.
 */
static void step_routers_between(struct fabric *f, const struct view *v, int first, int last)
{
    const uint8_t *own = own_pins(v, (size_t)first);
    uint8_t *next = next_pins(v, (size_t)first);
    struct any_pins in;

    if (!f->prepared) {
        v->kind->step(&f->router[first], last - first, &v->cables, own, next);
        return;
    }
    for (int n = first; n < last; n++, own += v->kind->pins_bytes, next += v->kind->pins_bytes) {
        struct router *r = &f->router[n];

        r->collision = v->kind->gather(&v->cables, r->from, own, &in);
        before_step(f, n, &in);
        r->ops->step(r->handle, &in, r->control);
        r->ops->pins(r->handle, next);
    }
}

static void check_routers(struct fabric *f, const struct view *v, int first, int last)
{
    (void)v;
    for (int n = first; n < last; n++) {
        struct router *r = &f->router[n];
        if (r->ops->check)
            r->mismatched = (unsigned)r->ops->check(r->handle);
    }
}

static void probe_routers(struct fabric *f, const struct view *v, int first, int last)
{
    for (int n = first; n < last; n++) {
        struct router *r = &f->router[n];
        r->ended =
            v->kind->probe(r->probe, f->cycle, own_pins(v, (size_t)n), next_pins(v, (size_t)n), r->ops, r->handle);
    }
}

/* For the endpoints, in a cycle. */
static void see_router(struct fabric *f, int n, uint64_t cycle)
{
    uint16_t *full = f->seen + ((size_t)(cycle & 1) * (size_t)f->routers + (size_t)n) * KIND_MOST_PORTS;

    f->config.kind->fullness(f->router[n].ops, f->router[n].handle, full);
}

static void see_routers(struct fabric *f, const struct view *v, int first, int last)
{
    (void)v;
    for (int n = first; n < last; n++)
        see_router(f, n, f->cycle + 1);
}

static void step_endpoints(struct fabric *f, const struct view *v, int first, int last)
{
    const uint8_t *own = own_pins(v, (size_t)f->routers + (size_t)first);
    uint8_t *next = next_pins(v, (size_t)f->routers + (size_t)first);
    size_t bytes = v->kind->pins_bytes;
    struct any_pins in;

    for (int n = first; n < last; n++, own += bytes, next += bytes) {
        v->kind->gather_end(&v->cables, &f->end[n], f->config.endpoint.cables, own, &in);
        if (f->hook)
            f->config.hooks->before_endpoint(f->hook, f, n, &in);
        f->what[n] = endpoint_step(&f->endpoint[n], f->cycle, &in, next);
    }
}

_Static_assert((int)TOPOLOGY_PORTS == (int)KIND_MOST_PORTS, "a cable for each port");

static int first_of_part(int all, int part, int parts)
{
    return (int)((long long)all * part / parts);
}

typedef void (*pass)(struct fabric *f, const struct view *v, int first, int last);

/* One part's share of what is stepped here. */
static void pass_over(struct fabric *f, const struct view *v, const struct stretches *all, int part, int parts,
                      pass go_over)
{
    int begin = first_of_part(all->total, part, parts), end = first_of_part(all->total, part + 1, parts);

    for (int i = 0; i < all->count; i++) {
        const struct stretch *s = &all->stretch[i];
        int first = s->first + (begin > s->before ? begin - s->before : 0);
        int last = end - s->before < s->last - s->first ? s->first + end - s->before : s->last;
        if (first < last)
            go_over(f, v, first, last);
    }
}

void fabric_step(struct fabric *f, int part, int parts)
{
    struct view v = view_of(f);

    pass_over(f, &v, &f->own_routers, part, parts, step_routers_between);
    if (!f->ahead)
        pass_over(f, &v, &f->own_routers, part, parts, check_routers);
    if (f->watched)
        pass_over(f, &v, &f->own_routers, part, parts, probe_routers);
    if (f->seen)
        pass_over(f, &v, &f->own_routers, part, parts, see_routers);
    pass_over(f, &v, &f->own_endpoints, part, parts, step_endpoints);
}

int fabric_check(struct fabric *f)
{
    int failed = 0;

    for (int n = 0; n < f->routers; n++)
        if (f->router[n].ops->check)
            failed |= f->router[n].ops->check(f->router[n].handle);
    return failed;
}

/* Cycles can be taken back, if a router turns out to have failed before: nobody has heard of them, and what was saved
 * can be loaded into the fabric as it is. */
static int can_go_back(const struct fabric_config *c)
{
    return !c->endpoint.sees_router && !c->trace && !c->hops && !c->record && !c->on_event && !c->on_step &&
           !c->hooks && !c->ranks && !c->timeline;
}

static int router_ahead(const struct router *r, unsigned cycles)
{
    if (!r->ops->check || (cycles == 0 && !r->ops->ahead))
        return 0;
    return r->ops->ahead ? r->ops->ahead(r->handle, cycles) : -1;
}

/* Of routers that are stepped here: there are no others when cycles can be taken back. */
static int routers_ahead(struct fabric *f, unsigned cycles, int *checked)
{
    int failed = 0;

    for (int n = 0; n < f->routers && !failed; n++) {
        *checked += f->router[n].ops->check != NULL;
        failed = router_ahead(&f->router[n], cycles) != 0;
    }
    return failed;
}

int fabric_ahead(struct fabric *f, unsigned cycles)
{
    int checked = 0;

    if (cycles > 0 && !(f->config.nodes && can_go_back(&f->config)))
        return -1;
    f->ahead = routers_ahead(f, cycles, &checked) == 0 && checked > 0 && cycles > 0;
    if (f->ahead || cycles == 0)
        return 0;
    fabric_ahead(f, 0);
    return -1;
}

/* A node's check failed: it ended, or its two sides differ. */
const char *fabric_failure(const struct fabric *f, int n, enum fabric_fault *fault)
{
    const char *ended = node_ended(f->router[n].ops, f->router[n].handle);

    *fault = ended ? FABRIC_FAULT_ENDED : FABRIC_FAULT_MISMATCH;
    return ended ? ended : "model and RTL differ";
}

void fabric_enter_check(struct fabric *f, int n, const char *differs, enum fabric_fault fault, unsigned collision)
{
    if (differs)
        scoreboard_fail(f, fault, n, differs);
    if (collision)
        scoreboard_wrong(f, WRONG_COLLISION, n, FABRIC_FAULT_COLLISION, "both ends of a link drive its data wires");
}

static void check_router(struct fabric *f, int n)
{
    enum fabric_fault fault = FABRIC_FAULT_NONE;
    const char *differs = f->router[n].mismatched ? fabric_failure(f, n, &fault) : NULL;

    fabric_enter_check(f, n, differs, fault, f->router[n].collision);
}

/* The verdict on an attempt is known to the other end; an endpoint gives none. */
static int reason_of(struct fabric *f, const struct cable_source *far)
{
    return far->unit < (unsigned)f->routers ? scoreboard_reason(f, (int)far->unit, far->port)
                                            : kind_reason_broken(f->config.kind);
}

unsigned fabric_attribute(const struct fabric *f, const struct attempt *a, unsigned channel)
{
    const struct boot boot = {f->config.kind, f->config.topology, f->settings};

    if (!f->config.kind->attribute || a->ejection || a->reason != REJECT_NONE)
        return 0;
    return f->config.kind->attribute(&boot, a->node, a->sender, channel, &a->packet);
}

struct attempt fabric_attempt(struct fabric *f, int n, int port)
{
    struct router_attempt ended = f->config.kind->attempt(f->router[n].probe, port, fabric_registers(f, n));
    struct attempt attempt = {
        .first = ended.first,
        .packet = ended.packet,
        .node = n,
        .router = n,
        .sender = port,
        .ejection = f->router[n].from[port].unit >= (unsigned)f->routers,
        .reason = ended.accepted ? REJECT_NONE : -1,
    };

    attempt.attribute = fabric_attribute(f, &attempt, ended.channel);
    return attempt;
}

int fabric_reason(struct fabric *f, int n, int port)
{
    return reason_of(f, &f->router[n].from[port]);
}

static void report_attempt(struct fabric *f, int n, int port)
{
    struct attempt attempt = fabric_attempt(f, n, port);

    if (attempt.reason < 0)
        attempt.reason = fabric_reason(f, n, port);
    scoreboard_attempt(f, &attempt);
}

static void report_attempts(struct fabric *f, int n)
{
    for (unsigned ended = f->router[n].ended; ended; ended &= ended - 1)
        report_attempt(f, n, __builtin_ctz(ended));
}

/* A sum, so that it does not matter in which order, or by whom, nodes and cycles are added up. */
static uint64_t digest_of_pins(const struct fabric *f)
{
    const struct router_kind *kind = f->config.kind;
    const uint8_t *out = fabric_slot(f, 0);
    uint64_t sum = 0;

    for (struct walk w = walk_begin(&f->own_routers); walk_on(&w);)
        sum += kind->hash(out + (size_t)w.unit * kind->pins_bytes,
                          (f->cycle << 16 | (unsigned)w.unit) * UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

/* What is reported of one node comes together; most have nothing to report. */
static void collect_units(struct fabric *f)
{
    const int routers = f->routers, endpoints = f->endpoints;
    const struct router *r = f->router;
    const unsigned *what = f->what;

    for (int n = 0; n < routers; n++, r++) {
        if (n < endpoints && what[n])
            scoreboard_enter(f, n, what[n]);
        if (r->ended)
            report_attempts(f, n);
        if (r->mismatched | r->collision)
            check_router(f, n);
    }
    for (int n = routers; n < endpoints; n++)
        if (what[n])
            scoreboard_enter(f, n, what[n]);
}

int fabric_collect(struct fabric *f)
{
    int over;

    if (f->hook)
        f->config.hooks->look(f->hook, f);
    if (f->split)
        split_exchange(f);
    if (f->hook)
        f->config.hooks->collect(f->hook, f);
    if (f->split)
        split_enter(f);
    else
        collect_units(f);
    f->now = f->now + 1 == f->slots ? 0 : f->now + 1;
    if (f->config.digest)
        f->digest += digest_of_pins(f);
    over = scoreboard_close(f);
    if (f->hook)
        f->config.hooks->begin(f->hook, f);
    return over;
}

/* A router is given idle pins while it is configured. @return whether model and RTL differ */
static int configure_node(struct fabric *f, int n)
{
    const struct router *r = &f->router[n];
    enum fabric_fault fault;
    const char *text;

    if (!r->handle || !node_step(r->ops, r->handle, f->config.kind->idle, r->control))
        return 0;
    text = fabric_failure(f, n, &fault);
    scoreboard_fail(f, fault, n, fault == FABRIC_FAULT_ENDED ? text : "model and RTL differ while being configured");
    return 1;
}

/* Through the pins, as hardware would. @return the cycle in which the first router failed, if one did */
static unsigned configure(struct fabric *f)
{
    const struct router_kind *kind = f->config.kind;
    struct boot boot = {f->config.kind, f->config.topology, f->settings};
    unsigned failed = UINT_MAX;

    for (unsigned cycle = 0;; cycle++) {
        int more = 0;
        for (int n = 0; n < f->routers; n++)
            more |= kind->boot(&boot, n, cycle, f->router[n].control);
        if (!more)
            return failed;
        for (int n = 0; n < f->routers; n++)
            if (configure_node(f, n) && failed == UINT_MAX)
                failed = cycle;
    }
}

/* The other end of a cable. @param own  stages of this cable alone */
static struct cable_source source(const struct fabric *f, int unit, int port, int own)
{
    const struct router_kind *kind = f->config.kind;
    int latency = kind->latency(f->settings) + own;

    return (struct cable_source){
        .unit = (uint32_t)unit,
        .port = (uint8_t)port,
        .latency = (uint8_t)(latency + (unit < f->routers ? kind_stages(kind->router_stages, f->settings) : 0)),
        .credit_latency = (uint8_t)(latency + kind_stages(kind->credit_stages, f->settings)),
    };
}

/* Whom a port of a router hears. */
static struct cable_source source_of(const struct fabric *f, int router, int port)
{
    const struct topology *t = f->config.topology;
    struct topology_end far = t->links[router][port];

    if (far.node < 0)
        return source(f, (int)units(f) - 1, 0, far.latency);
    if (far.port == TOPOLOGY_ENDPOINT)
        return source(f, f->routers + far.node, port - t->attached[far.node].port, far.latency);
    return source(f, far.node, far.port, far.latency);
}

int fabric_make_node(struct fabric *f, int n)
{
    struct router *r = &f->router[n];
    uint64_t seed = f->config.power_up ? f->config.power_up + (uint64_t)n : 0;

    r->handle = r->ops->create(r->ops->inner ? r->ops->inner : f->config.inner, seed);
    if (!r->handle)
        return -1;
    if (r->ops->buffers)
        r->ops->buffers(r->handle, f->config.kind->buffers(f->settings));
    if (r->ops->place)
        r->ops->place(r->handle, n);
    return 0;
}

static int create_units(struct fabric *f)
{
    const struct router_kind *kind = f->config.kind;

    for (int n = 0; n < f->endpoints; n++) {
        struct topology_end at = f->config.topology->attached[n];
        if (endpoint_init(&f->endpoint[n], &f->config.endpoint, n, f->endpoints,
                          f->config.nodes && split_has_end(f, n) ? kind->port : NULL) != 0)
            return -1;
        f->end[n] = source(f, at.node, at.port, at.latency);
    }
    for (int n = 0; n < f->routers; n++) {
        f->router[n].control = f->control + (size_t)n * kind->control_bytes;
        f->router[n].probe = f->probe + (size_t)n * kind->probe_bytes;
        for (int p = 0; p < kind->ports; p++)
            f->router[n].from[p] = source_of(f, n, p);
        if (!f->config.nodes)
            continue;
        f->router[n].ops = f->config.nodes[n];
        if (split_has(f, n) && fabric_make_node(f, n) != 0)
            return -1;
    }
    return 0;
}

static void fill_ring(struct fabric *f)
{
    const struct router_kind *kind = f->config.kind;

    for (int slot = 0; slot < f->slots; slot++) {
        uint8_t *out = fabric_slot(f, slot);
        for (int n = 0; n < f->routers; n++, out += kind->pins_bytes)
            if (f->router[n].handle)
                f->router[n].ops->pins(f->router[n].handle, out);
        for (int n = 0; n < f->endpoints; n++, out += kind->pins_bytes)
            if (f->endpoint[n].port)
                kind->port->pins(f->endpoint[n].port, out);
        memcpy(out, kind->idle, kind->pins_bytes);
    }
}

/* Pins, and routers that are configured. */
static int wire_up(struct fabric *f)
{
    f->out = calloc((size_t)f->slots * units(f), f->config.kind->pins_bytes);
    if (!f->out)
        return -1;
    unsigned failed = configure(f);
    fill_ring(f);
    if (f->split)
        split_begin(f, failed);
    f->prepared = f->config.hooks || f->config.on_step;
    if (!f->config.hooks)
        return 0;
    f->hook = f->config.hooks->create(f->config.hook_settings, f);
    if (!f->hook)
        return -1;
    f->config.hooks->begin(f->hook, f);
    return 0;
}

static int create_metrics(struct fabric *f)
{
    const struct fabric_config *c = &f->config;
    struct metrics_settings settings = {
        .endpoints = f->endpoints,
        .routers = f->routers,
        .ports = c->kind->ports,
        .buffers = c->kind->buffers(f->settings),
        .packet_cycles = c->kind->packet_cycles(f->settings),
        .attributes = c->kind->attribute_count,
        .warmup = c->warmup,
        .detect_warmup = c->detect_warmup,
        .end = c->end,
        .sample_period = c->sample_period ? c->sample_period : SAMPLE_PERIOD,
        .spread = c->spread,
        .distances = c->distances ? c->topology->diameter + 1 : 0,
        .windows = c->windows,
        .window_packets = c->window_packets,
        .endless = c->endpoint.traffic && c->endpoint.traffic->hot_load == TRAFFIC_BACKLOG,
    };
    struct timeline_settings timeline = {
        .nodes = f->routers,
        .ports = c->kind->ports,
        .frames = timeline_frames(f->routers, c->end),
        .buffers = c->kind->buffers(f->settings),
        .packet_cycles = c->kind->packet_cycles(f->settings),
        .end = c->end,
        .marked = c->timeline_marks && c->kind->marks ? f->endpoints : 0,
    };

    f->metrics = metrics_create(&settings);
    if (c->timeline && timeline.frames > 0 && !(f->timeline = timeline_create(&timeline)))
        return -1;
    return f->metrics ? 0 : -1;
}

/* Endpoints that look at their routers do so in the cycle engine: of any other there is nothing to see. */
static int allocate_seen(struct fabric *f)
{
    size_t all = (size_t)f->routers * KIND_MOST_PORTS;

    if (!f->config.endpoint.sees_router || !f->config.nodes)
        return 0;
    f->seen = calloc(2 * all, sizeof *f->seen);
    if (!f->seen)
        return -1;
    f->config.endpoint.seen[0] = f->seen;
    f->config.endpoint.seen[1] = f->seen + all;
    return 0;
}

static int allocate(struct fabric *f)
{
    const struct router_kind *kind = f->config.kind;
    size_t routers = (size_t)f->routers, endpoints = (size_t)f->endpoints;

    f->settings = malloc(kind->settings_bytes);
    f->state = calloc(1, kind->state_bytes);
    f->router = memory_zero(routers, sizeof *f->router);
    f->control = calloc(routers, kind->control_bytes);
    f->probe = calloc(routers, kind->probe_bytes);
    f->endpoint = memory_zero(endpoints, sizeof *f->endpoint);
    f->what = calloc(endpoints, sizeof *f->what);
    f->end = calloc(endpoints, sizeof *f->end);
    if (!f->settings || !f->state || !f->router || !f->control || !f->probe || !f->endpoint || !f->what || !f->end)
        return -1;
    memcpy(f->settings, f->config.settings, kind->settings_bytes);
    f->config.settings = f->settings;
    f->config.endpoint.router_settings = f->settings;
    f->config.endpoint.topology = f->config.topology;
    f->config.endpoint.peers = f->endpoint;
    return allocate_seen(f);
}

static int most_stages(const struct fabric_config *c)
{
    int router = kind_stages(c->kind->router_stages, c->settings);
    int credit = kind_stages(c->kind->credit_stages, c->settings);

    return router > credit ? router : credit;
}

struct fabric *fabric_create(const struct fabric_config *config)
{
    struct fabric *f = calloc(1, sizeof *f);

    if (!f)
        return NULL;
    f->config = *config;
    f->config.endpoint.cables = config->topology->cables;
    f->config.endpoint.latency = config->kind->latency(config->settings);
    f->config.endpoint.load_cycles = endpoint_load_cycles(&config->endpoint, config->kind, config->settings);
    f->config.endpoint.record = config->record != NULL || config->recorded;
    f->routers = config->topology->nodes;
    f->endpoints = config->topology->endpoints;
    f->hops.file = config->hops;
    f->watched = (config->measure || config->hops) && !config->hidden;
    f->slots = f->config.endpoint.latency + topology_latency(config->topology) + most_stages(config) + 2;
    f->credits_apart = most_stages(config) > 0;
    if (allocate(f) != 0 || split_create(f) != 0 || (config->measure && create_metrics(f) != 0) ||
        create_units(f) != 0 || (config->nodes && wire_up(f) != 0)) {
        fabric_destroy(f);
        return NULL;
    }
    return f;
}

void fabric_destroy(struct fabric *f)
{
    if (!f)
        return;
    if (f->engine)
        f->engine_ops->destroy(f->engine);
    for (int n = 0; f->router && n < f->routers; n++)
        if (f->router[n].handle)
            f->router[n].ops->destroy(f->router[n].handle);
    for (int n = 0; f->endpoint && n < f->endpoints; n++)
        endpoint_finish(&f->endpoint[n]);
    metrics_destroy(f->metrics);
    timeline_destroy(f->timeline);
    if (f->config.hooks)
        f->config.hooks->destroy(f->hook);
    hop_trace_finish(&f->hops);
    split_destroy(f);
    free(f->settings);
    free(f->state);
    free(f->router);
    free(f->control);
    free(f->probe);
    free(f->endpoint);
    free(f->what);
    free(f->end);
    free(f->seen);
    free(f->out);
    free(f);
}

static void archive_scoreboard(struct fabric *f, struct archive *a)
{
    archive_section(a, "scoreboard");
    ARCHIVE(a, f->cycle);
    ARCHIVE(a, f->stats);
    ARCHIVE(a, f->digest);
    ARCHIVE(a, f->event_digest);
    ARCHIVE(a, f->last_progress);
    ARCHIVE(a, f->fault);
    archive_check(a, (unsigned)f->fault <= FABRIC_FAULT_ENDED);
    ARCHIVE(a, f->fault_node);
    ARCHIVE(a, f->fault_text);
    if (a->loading)
        f->fault_text[sizeof f->fault_text - 1] = '\0';
    archive_check(a, f->fault_node >= 0 && (f->fault_node < f->routers || f->fault_node < f->endpoints));
    if (f->metrics)
        metrics_archive(f->metrics, a);
    if (f->timeline)
        timeline_archive(f->timeline, a);
}

void fabric_archive_router(struct fabric *f, int n, struct archive *a)
{
    const struct router *r = &f->router[n];

    archive_section(a, r->ops->name);
    node_archive(r->ops, r->handle, a);
    f->config.kind->archive_probe(r->probe, a);
}

void fabric_archive_endpoint(struct fabric *f, int n, struct archive *a)
{
    endpoint_archive(&f->endpoint[n], f->endpoints, a);
}

static void archive_unit(struct fabric *f, int n, struct archive *a)
{
    if (f->split)
        split_expect(f, n, a);
    if (n < f->routers && f->router[n].ops)
        fabric_archive_router(f, n, a);
    if (n < f->endpoints)
        fabric_archive_endpoint(f, n, a);
    if (f->split)
        split_forget(f, n, a);
}

const char *fabric_port_differs(const struct fabric *f, int n)
{
    const struct endpoint *e = &f->endpoint[n];

    return split_has_end(f, n) ? e->ops->differs(e->port) : split_port_differs(f, n);
}

/* What no router drives must not be an index to who reads it. */
static int wires_fit(const struct fabric *f)
{
    size_t bytes = f->config.kind->pins_bytes, count = (size_t)f->slots * units(f);

    for (size_t i = 0; i < count; i++)
        if (!kind_wires_fit(f->config.kind, f->out + i * bytes))
            return 0;
    return 1;
}

static void archive_ring(struct fabric *f, struct archive *a)
{
    archive_section(a, "ring");
    ARCHIVE(a, f->now);
    archive_check(a, f->now >= 0 && f->now < f->slots);
    a->visit(a, "out", f->out, (size_t)f->slots * units(f) * f->config.kind->pins_bytes);
    archive_check(a, !a->loading || wires_fit(f));
}

/* What decides how much there is to visit, and more that must be the same to go on. */
static void archive_shape(const struct fabric *f, struct archive *a)
{
    size_t bytes = f->config.kind->settings_bytes;
    uint8_t settings[bytes];
    int shape[] = {f->config.topology->rows,
                   f->config.topology->cols,
                   f->watched,
                   f->metrics != NULL,
                   f->timeline != NULL,
                   f->config.spread + 2 * f->config.distances,
                   f->config.nodes != NULL,
                   f->hook != NULL,
                   f->config.endpoint.responses.packets,
                   f->config.endpoint.responses.of_trace};
    int own[sizeof shape / sizeof *shape];
    const uint64_t own_layout = kind_layout(f->config.kind);
    uint64_t layout = own_layout;

    memcpy(own, shape, sizeof own);
    memcpy(settings, f->settings, bytes);
    archive_section(a, "fabric");
    ARCHIVE(a, shape);
    ARCHIVE(a, layout);
    a->visit(a, "settings", settings, bytes);
    archive_check(a, memcmp(own, shape, sizeof own) == 0 && memcmp(settings, f->settings, bytes) == 0 &&
                         layout == own_layout);
}

void fabric_archive(struct fabric *f, struct archive *a)
{
    archive_shape(f, a);
    archive_scoreboard(f, a);
    for (int n = 0; n < f->routers || n < f->endpoints; n++)
        archive_unit(f, n, a);
    if (f->config.nodes)
        archive_ring(f, a);
    if (f->hook)
        f->config.hooks->archive(f->hook, f, a);
    if (f->split)
        split_loaded(f, a);
    for (int n = 0; f->seen && a->loading && !a->reason && n < f->routers; n++)
        if (split_has(f, n))
            see_router(f, n, f->cycle);
}

uint64_t fabric_cycle(const struct fabric *f)
{
    return f->cycle;
}

int fabric_nodes(const struct fabric *f)
{
    return f->routers;
}

int fabric_endpoints(const struct fabric *f)
{
    return f->endpoints;
}

uint64_t fabric_in_flight(const struct fabric *f)
{
    return f->stats.injected - f->stats.delivered;
}

uint64_t fabric_oldest(const struct fabric *f)
{
    uint64_t oldest = f->cycle;

    for (int n = 0; n < f->endpoints; n++) {
        uint64_t start = endpoint_oldest(&f->endpoint[n]);
        oldest = start < oldest ? start : oldest;
    }
    return f->cycle - oldest;
}

uint64_t fabric_pending(const struct fabric *f)
{
    uint64_t created = 0;

    for (int n = 0; n < f->endpoints; n++)
        created += f->endpoint[n].packets_created;
    return created - f->stats.delivered;
}

/* Nothing in any router that is stepped here, and nothing on its way to one or out of the fabric. */
static int empty(const struct fabric *f)
{
    for (struct walk w = walk_begin(&f->own_endpoints); walk_on(&w);)
        if (f->endpoint[w.unit].attempt | f->endpoint[w.unit].ejecting | f->endpoint[w.unit].taken_count)
            return 0;
    for (struct walk w = walk_begin(&f->own_routers); walk_on(&w);)
        if (fabric_held(f, w.unit))
            return 0;
    return 1;
}

int fabric_drained(const struct fabric *f)
{
    if (!f->hook)
        return fabric_in_flight(f) == 0;
    return f->split ? split_all(f, empty(f)) : empty(f);
}

/* Every endpoint that is stepped here has nothing to send. */
static int ends_idle(const struct fabric *f)
{
    for (struct walk w = walk_begin(&f->own_endpoints); walk_on(&w);)
        if (!endpoint_idle(&f->endpoint[w.unit]))
            return 0;
    return 1;
}

int fabric_idle(const struct fabric *f)
{
    int idle = ends_idle(f);

    return (f->split ? split_all(f, idle) : idle) && fabric_drained(f);
}

void fabric_demand(struct fabric *f, const struct demand *demand)
{
    if (f->metrics)
        metrics_demand(f->metrics, demand);
}

int fabric_account(struct fabric *f)
{
    return f->hook ? f->config.hooks->account(f->hook, f) : 0;
}

void *fabric_hook(const struct fabric *f, const struct fabric_hooks *hooks)
{
    return f->config.hooks == hooks ? f->hook : NULL;
}

void fabric_stop_injection(struct fabric *f)
{
    for (int n = 0; n < f->endpoints; n++)
        f->endpoint[n].stopped = 1;
}

void fabric_stop_messages(struct fabric *f)
{
    for (int n = 0; n < f->endpoints; n++)
        source_end(&f->endpoint[n].source);
}

struct endpoint *fabric_endpoint(const struct fabric *f, int endpoint)
{
    return &f->endpoint[endpoint];
}

void *fabric_control(const struct fabric *f, int node)
{
    return f->router[node].control;
}

void fabric_forget_attempts(struct fabric *f, int node)
{
    memset(f->router[node].probe, 0, f->config.kind->probe_bytes);
    f->router[node].ended = 0;
}

void fabric_endpoint_pins(const struct fabric *f, int endpoint, void *sent, void *seen)
{
    const struct cable_source *from = &f->end[endpoint];
    struct view v = view_of(f);

    memcpy(sent, own_pins(&v, (size_t)f->routers + (size_t)endpoint), v.kind->pins_bytes);
    v.kind->port_pins(v.cables.out[from->latency] + from->unit * v.kind->pins_bytes, from->port, seen);
}

int fabric_counters(const struct fabric *f, int endpoint, void *counters)
{
    const struct endpoint *e = &f->endpoint[endpoint];

    if (!split_has_end(f, endpoint))
        return split_counters(f, endpoint, counters);
    if (f->engine && f->engine_ops->counters)
        f->engine_ops->counters(f->engine, endpoint, counters);
    else if (e->port && e->ops->counters)
        e->ops->counters(e->port, counters);
    else
        return -1;
    return 0;
}

unsigned fabric_marks(const struct fabric *f, int endpoint)
{
    const struct endpoint *e = &f->endpoint[endpoint];

    if (!split_has_end(f, endpoint))
        return split_marks(f, endpoint);
    if (f->engine)
        return f->engine_ops->marks ? f->engine_ops->marks(f->engine, endpoint) : 0;
    return e->port && e->ops->marks ? e->ops->marks(e->port) : 0;
}

/* Those that are under way to who reads this cable. */
static int on_cable(const struct view *v, const struct cable_source *from, unsigned (*ports)(const void *pins))
{
    int count = 0;

    for (int ago = 0; ago <= from->latency; ago++)
        count += (int)(ports(v->cables.out[ago] + from->unit * v->kind->pins_bytes) >> from->port & 1u);
    return count;
}

int fabric_on_cables(const struct fabric *f, unsigned (*ports)(const void *pins))
{
    const struct view v = view_of(f);
    int count = 0;

    if (!f->config.nodes || f->engine || f->split)
        return -1;
    for (int n = 0; n < f->routers; n++)
        for (int p = 0; p < v.kind->ports; p++)
            count += on_cable(&v, &f->router[n].from[p], ports);
    for (int n = 0; n < f->endpoints; n++)
        count += on_cable(&v, &f->end[n], ports);
    return count;
}

void *fabric_node(const struct fabric *f, int node)
{
    return f->router[node].handle;
}

void fabric_state(const struct fabric *f, int node, void *out)
{
    if (f->config.nodes && f->router[node].ops->state)
        f->router[node].ops->state(f->router[node].handle, out);
    else if (f->engine)
        f->engine_ops->state(f->engine, node, out);
    else
        memset(out, 0, f->config.kind->state_bytes);
}

const void *fabric_registers(const struct fabric *f, int node)
{
    fabric_state(f, node, f->state);
    return f->state;
}

void fabric_each_held(const struct fabric *f, int node, held_visit visit, void *context)
{
    if (f->split && !split_has(f, node))
        split_each_held(f, node, visit, context);
    else if (f->engine && f->engine_ops->each_held)
        f->engine_ops->each_held(f->engine, node, visit, context);
    else
        f->config.kind->each_held(fabric_registers(f, node), f->router[node].ops, f->router[node].handle, visit,
                                  context);
}

int fabric_goes_on(const struct fabric *f, int node, int port)
{
    return f->config.kind->goes_on(fabric_registers(f, node), port);
}

unsigned fabric_held(const struct fabric *f, int node)
{
    if (f->split && !split_has(f, node))
        return split_held(f, node);
    return f->engine ? f->engine_ops->used(f->engine, node) : f->config.kind->held(fabric_registers(f, node));
}

const struct node_ops *fabric_node_ops(const struct fabric *f, int node)
{
    return f->router[node].ops;
}

struct stats fabric_stats(const struct fabric *f)
{
    struct stats stats = f->stats;

    for (int n = 0; n < f->endpoints; n++) {
        stats.created += f->endpoint[n].packets_created;
        stats.failed_attempts += f->endpoint[n].attempts_failed;
    }
    return stats;
}

const struct metrics *fabric_metrics(const struct fabric *f)
{
    return f->metrics;
}

struct timeline *fabric_timeline(struct fabric *f)
{
    return f->timeline;
}

uint64_t fabric_digest(const struct fabric *f)
{
    return f->digest;
}

uint64_t fabric_event_digest(const struct fabric *f)
{
    return f->event_digest;
}

enum fabric_fault fabric_fault(const struct fabric *f, int *node, const char **text)
{
    *node = f->fault_node;
    *text = f->fault_text;
    return f->fault;
}

const struct fabric_config *fabric_config(const struct fabric *f)
{
    return &f->config;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine: a fabric of models in which only the cycles are worked out in which something is decided. See vcr_event.h
 * for why that is exact.
 */
#include "vcr_engine_event.h"

#include <string.h>

#include "../../base/memory.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_settings.h"
#include "vcr_event.h"

static void destroy(void *engine)
{
    struct vcr_event_engine *e = engine;

    if (!e)
        return;
    wheel_finish(&e->wheel);
    free(e->table);
    free(e->router);
    free(e->terminal);
    free(e->wire);
    free(e->cable);
    free(e->channel);
    free(e->feed);
    free(e->report);
    free(e);
}

/* Made of a fabric ------------------------------------------------------------------------------------------------------ */

/* The registers of a router once it is configured, at the cost of a router without a table: that is written under reset. */
static int configured(const struct vcr_event_engine *e, unsigned router, struct vcr_regs *regs)
{
    const struct fabric *f = e->fabric;
    struct boot boot = {f->config.topology, f->settings};
    struct vcr_shape shape = *e->build->shape;
    unsigned skipped = shape.table_size, cycle = 0;
    const struct vcr_pins idle = {0};
    struct vcr_control control;
    struct vcr_router *r;

    shape.table_size = 0;
    r = vcr_router_create(&shape);
    if (!r)
        return -1;
    while (f->config.kind->boot(&boot, (int)router, cycle, &control)) {
        vcr_router_step(r, &idle, &control);
        cycle += cycle == 1 ? 1 + skipped : 1; /* reset is two cycles long without a table */
    }
    *regs = *vcr_router_state(r);
    vcr_router_destroy(r);
    return 0;
}

/* Where the cables lead, and when both ends are up: two readings after the far end says so; endpoints say it from the beginning. */
static void connect(struct vcr_event_engine *e, unsigned cable, const struct vcr_event_wire *wire, unsigned quiet)
{
    struct vcr_event_wire *w = &e->wire[cable];
    unsigned ports = e->build->shape->ports;
    uint64_t says = wire->to_endpoint ? 0 : quiet + 1 + wire->latency, sees = wire->from_endpoint ? 0 : quiet;

    *w = *wire;
    w->linked = (says + 1 > sees ? says + 1 : sees) + !wire->from_endpoint;
    e->awake = w->linked > e->awake ? w->linked : e->awake;
    e->feed[wire->to_endpoint ? e->routers * ports + wire->reader : wire->reader * ports + wire->reader_port] = cable;
    wheel_mark(&e->wheel, w->linked, wire->from_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, wire->sender);
}

/* A port of a router, and if it leads to an endpoint the way back. */
static void connect_port(struct vcr_event_engine *e, unsigned router, unsigned port, unsigned quiet)
{
    const struct fabric *f = e->fabric;
    const struct cable_source *far = &f->node[router].from[port];
    unsigned ports = e->build->shape->ports, endpoint = far->unit - e->routers;
    struct vcr_event_wire wire = {.sender = router, .reader = far->unit, .sender_port = (uint8_t)port, .reader_port = far->port,
                                  .latency = far->latency};

    if (far->unit < e->routers) {
        connect(e, router * ports + port, &wire, quiet);
    } else if (endpoint < e->endpoints) {
        wire = (struct vcr_event_wire){.sender = router, .reader = endpoint, .sender_port = (uint8_t)port, .to_endpoint = 1,
                                       .latency = f->end[endpoint].latency};
        connect(e, router * ports + port, &wire, quiet);
        wire = (struct vcr_event_wire){.sender = endpoint, .reader = router, .reader_port = (uint8_t)port, .from_endpoint = 1,
                                       .latency = far->latency};
        connect(e, e->routers * ports + endpoint, &wire, quiet);
    }
}

static int create_table(struct vcr_event_engine *e)
{
    const struct topology *t = e->fabric->config.topology;

    if (vcr_settings_routing(t) != VCR_ROUTE_TABLE)
        return 0;
    e->table = calloc((size_t)e->routers * e->endpoints, sizeof *e->table);
    for (unsigned n = 0; e->table && n < e->routers; n++)
        for (unsigned d = 0; d < e->endpoints; d++)
            e->table[(size_t)n * e->endpoints + d] = vcr_settings_entry(t, (int)n, (int)d);
    return e->table ? 0 : -1;
}

static void read_settings(struct vcr_event_engine *e)
{
    const struct vcr_settings *s = e->fabric->settings;

    e->alloc_credits = s->alloc_credits;
    e->link_hold = s->link_hold;
    for (int c = 0; c < VCR_CLASSES; c++) {
        e->draws |= s->class[c].select == VCR_SELECT_RANDOM || s->class[c].select == VCR_SELECT_CREDITS;
        e->counts |= s->class[c].select == VCR_SELECT_CREDITS;
        e->redraws |= s->class[c].redraw;
    }
}

static int create_routers(struct vcr_event_engine *e)
{
    unsigned ports = e->build->shape->ports;

    for (unsigned n = 0; n < e->routers; n++) {
        if (configured(e, n, &e->router[n].regs) != 0)
            return -1;
        for (unsigned p = 0; p < ports; p++) {
            e->wire[n * ports + p].linked = UINT64_MAX;
            connect_port(e, n, p, e->router[n].regs.config.quiet);
        }
    }
    return create_table(e);
}

static void create_channels(struct vcr_event_engine *e)
{
    for (unsigned k = 0; k < e->cables * e->build->shape->vcs; k++)
        e->channel[k] = (struct vcr_event_channel){VCR_EVENT_LONG_AGO, {VCR_EVENT_LONG_AGO, VCR_EVENT_LONG_AGO}, e->build->shape->depth};
}

static int allocate(struct vcr_event_engine *e)
{
    size_t cables = e->cables;
    unsigned most = e->routers > e->endpoints ? e->routers : e->endpoints;

    e->router = memory_zero(e->routers, sizeof *e->router);
    e->terminal = memory_zero(e->endpoints, sizeof *e->terminal);
    e->wire = memory_zero(cables, sizeof *e->wire);
    e->cable = memory_zero(cables, sizeof *e->cable);
    e->channel = memory_zero(cables * e->build->shape->vcs, sizeof *e->channel);
    e->feed = calloc(cables, sizeof *e->feed);
    e->report = calloc(e->endpoints, sizeof *e->report);
    if (!e->router || !e->terminal || !e->wire || !e->cable || !e->channel || !e->feed || !e->report)
        return -1;
    return wheel_init(&e->wheel, most);
}

static const struct vcr_event_build *build_of(const struct router_kind *kind)
{
    const struct vcr_event_build *b = vcr_event_builds;

    while (b->kind != kind)
        b++;
    return b;
}

static struct vcr_event_engine *create(struct fabric *f)
{
    struct vcr_event_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->fabric = f;
    e->build = build_of(f->config.kind);
    e->routers = (unsigned)f->count;
    e->endpoints = (unsigned)f->endpoints;
    e->cables = e->routers * e->build->shape->ports + e->endpoints;
    e->state = f->cycle;
    read_settings(e);
    if (allocate(e) != 0 || create_routers(e) != 0) {
        destroy(e);
        return NULL;
    }
    create_channels(e);
    for (unsigned n = 0; n < e->endpoints; n++)
        wheel_mark(&e->wheel, f->cycle, VCR_MARK_ENDPOINT, n);
    return e;
}

/* A cycle ---------------------------------------------------------------------------------------------------------------- */

static void step_routers(struct vcr_event_engine *e, uint64_t now)
{
    wheel_marks *m = wheel_slot(&e->wheel, now);

    for (unsigned i = 0; i < e->wheel.words; i++, m++) {
        uint64_t all = (*m)[VCR_MARK_ROUTER];
        (*m)[VCR_MARK_ROUTER] = 0;
        for (; all; all &= all - 1)
            e->build->router(e, i * 64 + (unsigned)__builtin_ctzll(all), now);
    }
}

static void step_endpoints(struct vcr_event_engine *e, uint64_t now)
{
    wheel_marks *m = wheel_slot(&e->wheel, now);

    for (unsigned i = 0; i < e->wheel.words; i++, m++) {
        uint64_t all = (*m)[VCR_MARK_ENDPOINT];
        (*m)[VCR_MARK_ENDPOINT] = 0;
        for (; all; all &= all - 1) {
            unsigned n = i * 64 + (unsigned)__builtin_ctzll(all), what = e->build->endpoint(e, n, now);
            if (what)
                e->report[e->reports++] = (struct vcr_event_report){n, what};
        }
    }
}

/* Once all endpoints have been stepped, as the cycle engine does. A source that waits for a record will have one. */
static void enter_reports(struct vcr_event_engine *e, uint64_t now)
{
    for (unsigned i = 0; i < e->reports; i++) {
        const struct vcr_event_report *r = &e->report[i];
        const struct packet *p = &e->fabric->pe[r->endpoint].delivered;

        ledger_enter(e->fabric, (int)r->endpoint, r->what);
        if ((r->what & ENDPOINT_DELIVERED) && e->fabric->pe[p->source].stale)
            wheel_mark(&e->wheel, now + ENDPOINT_NEWS, VCR_MARK_ENDPOINT, p->source);
    }
    e->reports = 0;
}

/* @return 0 to go on, 1 when the run must end */
static int cycle(struct vcr_event_engine *e)
{
    uint64_t now = e->fabric->cycle;

    step_routers(e, now);
    step_endpoints(e, now);
    e->state = now + 1;
    enter_reports(e, now);
    return ledger_close(e->fabric);
}

/* Registers -------------------------------------------------------------------------------------------------------------- */

/* The outputs whose packets' tails were granted in the cycle before: their packets are no more. */
static unsigned ended(const struct vcr_event_engine *e, unsigned router)
{
    const struct vcr_event_router *r = &e->router[router];
    unsigned over = 0;

    VCR_FOR_EACH(p, r->sending)
        over |= (unsigned)(e->cable[router * e->build->shape->ports + p].until <= e->state) << p;
    return over;
}

/* Flits in a lane: those that have come less those that have left. */
static unsigned fill_of(const struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    const struct vcr_shape *s = e->build->shape;
    const struct vcr_event_router *r = &e->router[router];
    const struct vcr_event_lane *l = &r->lane[lane];
    unsigned flits = 0;

    for (unsigned k = 0; k < l->count; k++)
        flits += vcr_event_left(l->queue[(l->first + k) % VCR_EVENT_QUEUED].at, e->state);
    if (r->regs.input.active[lane / s->vcs] >> lane % s->vcs & 1u)
        flits -= vcr_event_left(e->cable[router * s->ports + r->regs.input.out_port[lane]].until - VCR_PACKET_FLITS, e->state);
    return flits;
}

static void state_of_lanes(const struct vcr_event_engine *e, unsigned router, struct vcr_regs *out)
{
    const struct vcr_shape *s = e->build->shape;
    const struct vcr_event_router *r = &e->router[router];
    struct vcr_input *i = &out->input;

    memset(i->age, 0, sizeof i->age);
    VCR_FOR_EACH(p, ended(e, router)) {
        unsigned lane = e->cable[router * s->ports + p].lane;
        out->output.hold &= (uint16_t)~(1u << p);
        out->output.owned[p] = 0;
        i->active[lane / s->vcs] &= (uint16_t)~(1u << lane % s->vcs);
    }
    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, r->queued[p]) {
            unsigned lane = p * s->vcs + v, over = (r->regs.input.active[p] & ~(unsigned)i->active[p]) >> v & 1u;
            uint64_t age = e->state - r->lane[lane].front;
            i->fill[lane] = (uint8_t)fill_of(e, router, lane);
            i->stored[p] |= (uint16_t)((unsigned)(i->fill[lane] != 0) << v);
            i->age[lane] = over ? 0 : age < UINT16_MAX ? (uint16_t)age : UINT16_MAX;
        }
}

static void state_of_outputs(const struct vcr_event_engine *e, unsigned router, struct vcr_regs *out)
{
    const struct vcr_shape *s = e->build->shape;

    for (unsigned p = 0; p < s->ports; p++) {
        unsigned cable = router * s->ports + p;
        if (e->state < e->wire[cable].linked)
            continue;
        out->output.linked |= (uint16_t)(1u << p);
        /* A credit that is on the cable counts in this cycle; the register has it from the next one on. */
        for (unsigned v = 0; v < s->vcs; v++)
            out->output.credits[p * s->vcs + v] =
                (uint8_t)vcr_event_credits(&e->channel[cable * s->vcs + v], e->wire[cable].latency + 1u, e->state);
    }
}

static void state(const void *engine, int node, void *registers)
{
    const struct vcr_event_engine *e = engine;
    struct vcr_event_router now = {.random_at = e->router[node].random_at};
    struct vcr_regs *out = registers;

    now.regs.route.random = e->router[node].regs.route.random;
    vcr_event_random(&now, e->state);
    *out = e->router[node].regs;
    out->route.random = now.regs.route.random;
    state_of_lanes(e, (unsigned)node, out);
    state_of_outputs(e, (unsigned)node, out);
}

static int cause(const void *engine, int node, int port)
{
    (void)engine;
    (void)node;
    (void)port;
    return CAUSE_NONE;
}

/* Packets of a lane that are in this cycle's registers: not one whose tail has left. */
static unsigned first_of(const struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    const struct vcr_shape *s = e->build->shape;
    const struct vcr_event_router *r = &e->router[router];
    unsigned active = r->regs.input.active[lane / s->vcs] >> lane % s->vcs & 1u;

    return active && e->cable[router * s->ports + r->regs.input.out_port[lane]].until <= e->state;
}

static unsigned used(const void *engine, int node)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_shape *s = e->build->shape;
    const struct vcr_event_router *r = &e->router[node];
    unsigned count = 0;

    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, r->queued[p])
            count += r->lane[p * s->vcs + v].count > first_of(e, (unsigned)node, p * s->vcs + v);
    return count;
}

/* As vcr_each_held has it of a router's memory: heads that have come and have not left. */
static void visit_lane(const struct vcr_event_engine *e, unsigned router, unsigned lane, held_visit visit, void *context)
{
    const struct vcr_shape *s = e->build->shape;
    const struct vcr_event_router *r = &e->router[router];
    const struct vcr_event_lane *l = &r->lane[lane];
    const struct vcr_input *i = &r->regs.input;
    unsigned p = lane / s->vcs, active = i->active[p] >> lane % s->vcs & 1u, over = first_of(e, router, lane);

    for (unsigned k = active; k < l->count; k++) {
        const struct vcr_event_packet *packet = &l->queue[(l->first + k) % VCR_EVENT_QUEUED];
        struct held_packet held = {.packet = vcr_packet_of(packet->head), .place = (uint8_t)lane, .waiting = 1};
        unsigned behind = active && !over ? 1 : k > active;
        unsigned alone = behind ? 1u << i->out_port[lane] : i->committed[p] >> lane % s->vcs & 1u ? 1u << i->commit_port[lane] : 0;
        held.waits_for = (uint16_t)(alone ? alone : vcr_route_best(packet->route));
        visit(context, &held);
    }
}

static void each_held(const void *engine, int node, held_visit visit, void *context)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_shape *s = e->build->shape;

    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, e->router[node].queued[p])
            visit_lane(e, (unsigned)node, p * s->vcs + v, visit, context);
}

static const struct fabric_engine fabric_engine = {destroy, state, cause, used, each_held};

/* Runs ------------------------------------------------------------------------------------------------------------------- */

/* Endpoints that were sent a message, or stopped, by hand since the last run. */
static void look_at_endpoints(struct vcr_event_engine *e)
{
    uint64_t now = e->fabric->cycle;

    for (unsigned n = 0; n < e->endpoints; n++) {
        const struct endpoint *pe = &e->fabric->pe[n];
        uint64_t due = pe->stale ? endpoint_due(pe, now - 1) : UINT64_MAX;
        if (pe->stopped != e->terminal[n].stopped || due < now)
            due = now;
        if (due != UINT64_MAX)
            wheel_mark(&e->wheel, due < now + WHEEL_AHEAD ? due : now + WHEEL_AHEAD, VCR_MARK_ENDPOINT, n);
        e->terminal[n].stopped = pe->stopped;
    }
}

/* A fabric gets its engine with the first cycle, or with the first archive. */
static struct vcr_event_engine *engine_of(struct fabric *f)
{
    if (!f->engine)
        f->engine = create(f);
    f->engine_ops = &fabric_engine;
    return f->engine;
}

static int run(struct fabric *f, uint64_t cycles, int threads, engine_watch watch, void *context, uint64_t period)
{
    struct vcr_event_engine *e = engine_of(f);

    (void)threads;
    if (!e)
        return -1;
    look_at_endpoints(e);
    for (uint64_t i = 1; i <= cycles; i++) {
        if (cycle(e))
            return 0;
        if (watch && i % period == 0 && watch(context, f))
            return 0;
    }
    return 0;
}

/* Archives --------------------------------------------------------------------------------------------------------------- */

static void check_packet(const struct vcr_event_engine *e, const struct vcr_event_packet *p, int routed, struct archive *a)
{
    const struct vcr_shape *s = e->build->shape;
    unsigned best = vcr_route_best(p->route), preferred = vcr_route_preferred(p->route);

    archive_check(a, vcr_flit_destination(p->head) < e->endpoints && p->vc < s->vcs);
    archive_check(a, !routed || (best != 0 && best <= vcr_all_ports(s) && (best >> preferred & 1u)));
}

static void archive_cable(struct vcr_event_engine *e, unsigned cable, struct archive *a)
{
    struct vcr_event_cable *c = &e->cable[cable];
    const struct vcr_event_wire *w = &e->wire[cable];

    ARCHIVE(a, *c);
    archive_check(a, c->lane < vcr_lanes(e->build->shape) && c->first < VCR_EVENT_COMING && c->count <= VCR_EVENT_COMING);
    for (int k = 0; k < VCR_EVENT_COMING; k++)
        check_packet(e, &c->coming[k], 0, a);
    if (a->loading) /* all that is free is worked out anew */
        c->moving = (uint16_t)(e->state >= w->linked ? vcr_all_vcs(e->build->shape) : 0);
}

static void archive_lane(struct vcr_event_engine *e, struct vcr_event_router *r, unsigned lane, struct archive *a)
{
    const struct vcr_shape *s = e->build->shape;
    struct vcr_event_lane *l = &r->lane[lane];

    ARCHIVE(a, *l);
    archive_check(a, l->first < VCR_EVENT_QUEUED && l->count <= VCR_EVENT_QUEUED && l->front <= e->state);
    for (unsigned k = 0; k < l->count && k < VCR_EVENT_QUEUED; k++)
        check_packet(e, &l->queue[(l->first + k) % VCR_EVENT_QUEUED], 1, a);
    if (a->loading && !a->reason && l->count > 0 && !(r->regs.input.active[lane / s->vcs] >> lane % s->vcs & 1u))
        vcr_event_to_front(s, r, lane, l->front);
}

/* The registers of a router, as indices of what there is. */
static int usable(const struct vcr_shape *s, const struct vcr_event_router *r)
{
    unsigned wrong = (r->sending | r->coming | r->regs.output.hold) & ~vcr_all_ports(s);

    for (unsigned p = 0; p < s->ports; p++) {
        wrong |= (unsigned)(r->regs.input.active[p] | r->regs.input.committed[p] | r->queued[p]) & ~vcr_all_vcs(s);
        wrong |= r->regs.output.owned[p] & ~vcr_all_vcs(s);
    }
    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        wrong |= (unsigned)(r->regs.input.out_port[lane] >= s->ports || r->regs.input.commit_port[lane] >= s->ports);
    return wrong == 0;
}

static void archive_router(struct vcr_event_engine *e, struct vcr_event_router *r, struct archive *a)
{
    const struct vcr_shape *s = e->build->shape;

    ARCHIVE_SPAN(a, r, random_at, waiting);
    ARCHIVE(a, r->queued);
    ARCHIVE(a, r->regs.route.random);
    ARCHIVE(a, r->regs.input);
    ARCHIVE(a, r->regs.output);
    ARCHIVE(a, r->regs.allocate);
    archive_check(a, usable(s, r) && r->random_at <= e->state);
    if (a->loading) {
        memset(&r->w, 0, sizeof r->w);
        r->waiting = 0;
        r->changing = (uint16_t)vcr_all_ports(s);
    }
    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        archive_lane(e, r, lane, a);
}

static void archive_terminal(struct vcr_event_engine *e, struct vcr_event_terminal *t, struct archive *a)
{
    ARCHIVE_SPAN(a, t, alarm, free);
    ARCHIVE(a, t->vc);
    ARCHIVE(a, t->preparing);
    ARCHIVE(a, t->stopped);
    archive_check(a, t->vc < e->build->shape->vcs && t->preparing <= 1 && vcr_flit_destination(t->head) < e->endpoints);
    if (a->loading)
        t->free = 0;
}

static void archive_engine(struct vcr_event_engine *e, struct archive *a)
{
    const struct vcr_shape *s = e->build->shape;

    archive_section(a, "event engine");
    e->state = e->fabric->cycle;
    for (unsigned k = 0; k < e->cables; k++)
        archive_cable(e, k, a);
    a->visit(a, "channel", e->channel, (size_t)e->cables * s->vcs * sizeof *e->channel);
    for (unsigned n = 0; n < e->routers; n++)
        archive_router(e, &e->router[n], a);
    for (unsigned n = 0; n < e->endpoints; n++)
        archive_terminal(e, &e->terminal[n], a);
    wheel_archive(&e->wheel, a);
    wheel_check(&e->wheel, VCR_MARK_ROUTER, e->routers, a);
    wheel_check(&e->wheel, VCR_MARK_ENDPOINT, e->endpoints, a);
}

static void archive(struct fabric *f, struct archive *a)
{
    struct vcr_event_engine *e = engine_of(f);

    if (!e) {
        a->reject(a, "out of memory");
        return;
    }
    fabric_archive(f, a);
    archive_engine(e, a);
}

const struct engine_ops vcr_engine_event = {.name = "event", .run = run, .archive = archive};

/* What it keeps: nothing of wires, slots and what configures; credits and flits in channels by their numbers. */
static void kept(void *registers)
{
    struct vcr_regs *regs = registers, all = *regs;

    memset(regs, 0, sizeof *regs);
    regs->route.random = all.route.random;
    regs->input = all.input;
    regs->input.up = 0;
    memset(regs->input.credit, 0, sizeof regs->input.credit);
    memset(regs->input.write, 0, sizeof regs->input.write);
    memset(regs->input.read, 0, sizeof regs->input.read);
    regs->output = all.output;
    regs->output.up_last = 0;
    regs->allocate = all.allocate;
}

/* A head has committed to a port. */
static int rare(const void *registers)
{
    const struct vcr_regs *regs = registers;
    unsigned committed = 0;

    for (unsigned p = 0; p < VCR_MOST_PORTS; p++)
        committed |= regs->input.committed[p];
    return committed != 0;
}

/* Packets that do not stream, flit after flit, are more than times. */
static const char *outside(const struct router_kind *kind, const void *settings)
{
    const struct vcr_shape *s = build_of(kind)->shape;
    const struct vcr_settings *set = settings;

    if (!s->bypass || !s->speedup || s->depth % VCR_PACKET_FLITS != 0)
        return "{router=}: there is an event engine only for channels of whole packets, with bypass and speedup";
    if (set->alloc_credits == 0 || set->alloc_credits % VCR_PACKET_FLITS != 0 || set->alloc_credits > s->depth)
        return "{router=}: there is an event engine only for virtual cut-through";
    return set->link_hold || s->vcs == 1 ? NULL : "{router=}: there is an event engine only where links stay with a packet";
}

const struct engine_kind vcr_kind_event = {&vcr_engine_event, kept, rare, outside};

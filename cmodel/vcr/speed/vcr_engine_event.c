/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine: a fabric of models in which only the cycles are worked out in which something is decided. See
 * vcr_event.h for why that is exact.
 */
#include "vcr_engine_event.h"

#include <string.h>

#include "../../base/memory.h"
#include "../../engine/event.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_port.h"
#include "../kind/vcr_settings.h"
#include "vcr_event_parts.h"
#include "vcr_event_settle.h"

static void destroy(void *engine)
{
    struct vcr_event_engine *e = engine;

    if (!e)
        return;
    wheel_finish(&e->wheel);
    free(e->table);
    free(e->offset);
    free(e->router);
    free(e->terminal);
    free(e->queue);
    free(e->inbox);
    free(e->waiting);
    free(e->token);
    free(e->lane);
    free(e->packet);
    free(e->cable);
    free(e->channel);
    free(e->feed);
    free(e->report);
    free(e);
}

/* Made of a fabric ------------------------------------------------------------------------------------------------ */

/* The registers of a router once it is configured, at the cost of a router without a table: that is written under
 * reset. */
static int configured(const struct vcr_event_engine *e, unsigned router, struct vcr_regs *regs)
{
    const struct fabric *f = e->fabric;
    struct boot boot = {f->config.kind, f->config.topology, f->settings};
    struct vcr_parameters parameters = *e->configuration->parameters;
    unsigned skipped = parameters.table_size, cycle = 0, quiet;
    const struct vcr_pins idle = {0};
    struct vcr_control control;
    struct vcr_router *r;

    parameters.table_size = 0;
    r = vcr_router_create(&parameters);
    if (!r)
        return -1;
    while (f->config.kind->boot(&boot, (int)router, cycle, &control)) {
        vcr_router_step(r, &idle, &control);
        cycle += cycle == 1 ? 1 + skipped : 1; /* reset is two cycles long without a table */
    }
    *regs = *vcr_router_state(r);
    vcr_router_step(r, &idle, &control); /* the last word is written in the first cycle; nothing needs it before */
    quiet = regs->config.quiet;
    regs->config = vcr_router_state(r)->config;
    regs->config.quiet = quiet & 0x7fu;
    vcr_router_destroy(r);
    return 0;
}

/* When both ends are up: two readings after the far end says so; endpoints say it from the beginning. @param back  of
 * the cable from there, stages */
static void connect(struct vcr_event_engine *e, unsigned cable, const struct vcr_event_cable *what, unsigned back,
                    unsigned quiet)
{
    struct vcr_event_cable *c = &e->cable[cable];
    const struct vcr_parameters *s = e->configuration->parameters;
    uint64_t says = what->to_endpoint ? 0 : quiet + 1 + back, sees = what->from_endpoint ? 0 : quiet;

    *c = *what;
    c->linked = (uint32_t)(says + 1 > sees ? says + 1 : sees) + !what->from_endpoint;
    e->awake = c->linked > e->awake ? c->linked : e->awake;
    e->feed[(what->to_endpoint ? vcr_event_end(s, e, what->reader) : what->reader * s->ports) + what->reader_port] =
        cable;
    wheel_mark(&e->wheel, c->linked, what->from_endpoint ? VCR_MARK_ENDPOINT : VCR_MARK_ROUTER, what->sender);
}

/* A port of a router, and if it leads to an endpoint the way back. */
static void connect_port(struct vcr_event_engine *e, unsigned router, unsigned port, unsigned quiet)
{
    const struct fabric *f = e->fabric;
    const struct cable_source *far = &f->router[router].from[port];
    unsigned ports = e->configuration->parameters->ports, endpoint = far->unit - e->routers;
    struct vcr_event_cable to = {.sender = router,
                                 .reader = far->unit,
                                 .sender_port = (uint8_t)port,
                                 .reader_port = far->port,
                                 .latency = far->latency,
                                 .credit_latency = far->credit_latency};
    struct vcr_event_cable from = {.sender = endpoint,
                                   .sender_port = far->port,
                                   .reader = router,
                                   .reader_port = (uint8_t)port,
                                   .from_endpoint = 1,
                                   .latency = far->latency,
                                   .credit_latency = far->credit_latency};

    if (far->unit < e->routers) {
        connect(e, router * ports + port, &to, far->latency, quiet);
    } else if (endpoint < e->endpoints) {
        to.to_endpoint = 1;
        to.reader = endpoint;
        to.latency = f->end[endpoint].latency;
        connect(e, router * ports + port, &to, from.latency, quiet);
        connect(e, vcr_event_end(e->configuration->parameters, e, endpoint) + far->port, &from, to.latency, quiet);
    }
}

/* The route from a router to another one, if it is the same with any random bits. */
static uint32_t route_undrawn(const struct vcr_event_engine *e, const struct vcr_config *c, unsigned prefer,
                              unsigned target)
{
    unsigned ports = e->configuration->parameters->ports, draw = 1;
    uint64_t head = (uint64_t)(target << c->local_bits) << VCR_HEAD_DESTINATION;
    uint32_t entry = vcr_route_logic(c, 0, head), route = vcr_route_draw(c, ports, entry, prefer, 0);

    while (draw < 256 && vcr_route_draw(c, ports, entry, prefer, draw) == route)
        draw++;
    return draw == 256 ? route : VCR_EVENT_DRAWN;
}

/* Every offset there is, by one pair of coordinates that has it. */
static void fill_offsets(struct vcr_event_engine *e, struct vcr_config c, unsigned prefer)
{
    int x_all = (1 << c.x_bits) - 1, y_all = (1 << c.y_bits) - 1;

    c.prefer[0] = prefer & 3u;
    for (int y = -y_all; y <= y_all; y++)
        for (int x = -x_all; x <= x_all; x++) {
            unsigned target = (unsigned)((y > 0 ? y : 0) << c.x_bits | (x > 0 ? x : 0));
            c.node = (uint16_t)((y < 0 ? -y : 0) << c.x_bits | (x < 0 ? -x : 0));
            e->offset[vcr_event_offset(&c, prefer, target)] = route_undrawn(e, &c, prefer, target);
        }
}

static int create_offsets(struct vcr_event_engine *e)
{
    const struct vcr_config *c = &e->router[0].config;
    unsigned filled = 0;

    e->offset = calloc((size_t)(VCR_PREFER_RANDOM + 1) << (c->x_bits + c->y_bits + 2), sizeof *e->offset);
    for (unsigned class = 0; e->offset && class < VCR_CLASSES; class ++) {
        if (!(filled >> c->prefer[class] & 1u))
            fill_offsets(e, *c, c->prefer[class]);
        filled |= 1u << c->prefer[class];
    }
    return e->offset ? 0 : -1;
}

/* What routes are looked up in, if they are. */
static int create_table(struct vcr_event_engine *e)
{
    const struct topology *t = e->fabric->config.topology;

    if (vcr_settings_routing(t) == VCR_ROUTE_TREE)
        return 0;
    if (vcr_settings_routing(t) != VCR_ROUTE_TABLE)
        return create_offsets(e);
    e->table = calloc((size_t)e->routers * e->endpoints, sizeof *e->table);
    for (unsigned n = 0; e->table && n < e->routers; n++)
        for (unsigned d = 0; d < e->endpoints; d++)
            e->table[(size_t)n * e->endpoints + d] = vcr_settings_entry(t, (int)n, (int)d);
    return e->table ? 0 : -1;
}

/* The number of the channels of a class, a new one if no class before has them. */
static uint8_t number_mask(struct vcr_event_engine *e, uint16_t mask)
{
    uint8_t m = 0;

    while (m < e->masks && e->mask[m] != mask)
        m++;
    e->mask[m] = mask;
    e->masks += m == e->masks;
    return m;
}

/* Places for so many packets. */
static unsigned row_of(unsigned packets)
{
    unsigned line = (unsigned)MEMORY_CACHE_LINE / sizeof(struct vcr_event_packet);

    return packets % (2 * line) == 0 ? packets + line : packets;
}

static void read_settings(struct vcr_event_engine *e)
{
    const struct vcr_settings *s = e->fabric->settings;
    unsigned depth = e->configuration->parameters->depth;

    e->flits = s->packet_flits;
    e->slots = (uint8_t)((depth + e->flits - 1u) / e->flits);
    e->row = row_of(e->configuration->parameters->vcs * e->slots);
    e->alloc_credits = s->alloc_credits;
    e->rest = (uint8_t)((depth - e->alloc_credits) % e->flits);
    e->link_hold = s->link_hold;
    e->queues = s->terminal_queue;
    e->desk.terminal.sat_mode = s->sat_mode & 3u;
    e->desk.terminal.share_l = s->sat_l;
    e->desk.terminal.share_k = s->sat_k;
    e->redraws = 1;
    for (int c = 0; c < VCR_CLASSES; c++) {
        e->draws |= s->class[c].select == VCR_SELECT_RANDOM || s->class[c].select == VCR_SELECT_CREDITS;
        e->counts |= s->class[c].select == VCR_SELECT_CREDITS;
        e->redraws &= s->class[c].redraw;
        e->compares |= (uint8_t)((unsigned)(s->class[c].select == VCR_SELECT_CREDITS && s->class[c].busy_too) << c);
        e->escapes |= s->class[c].escape_low | s->class[c].escape_high;
        e->mask_of[c] = number_mask(e, s->class[c].vc_mask);
    }
}

static int create_routers(struct vcr_event_engine *e)
{
    unsigned ports = e->configuration->parameters->ports;
    struct vcr_regs regs;

    for (unsigned n = 0; n < e->routers; n++) {
        struct vcr_event_router *r = &e->router[n];
        if (configured(e, n, &regs) != 0)
            return -1;
        r->random = regs.route.random;
        r->config = regs.config;
        r->full = (uint16_t)vcr_all_ports(e->configuration->parameters);
        r->ends = r->full & (uint16_t)~r->config.links;
        for (unsigned p = 0; p < ports; p++) {
            e->cable[n * ports + p].linked = UINT32_MAX;
            connect_port(e, n, p, regs.config.quiet);
        }
        if (regs.config.sat_mode == VCR_SAT_TREE && regs.config.sat_root)
            wheel_mark(&e->wheel, regs.config.quiet, VCR_MARK_TOKEN_ROUTER, n);
        r->config.quiet = 0; /* nothing happens before */
    }
    return create_table(e);
}

static void create_channels(struct vcr_event_engine *e)
{
    const uint16_t before = (uint16_t)(0 - VCR_EVENT_OVER); /* whatever was on them is over when the first link is up */

    for (unsigned k = 0; k < e->cables * e->configuration->parameters->vcs; k++)
        e->channel[k] = (struct vcr_event_channel){before, {before, before}, e->configuration->parameters->depth, 0};
}

/* Endpoints take what they have room for, where they answer. */
static int allocate_inboxes(struct vcr_event_engine *e)
{
    const struct responder_settings *responses = &e->fabric->config.endpoint.responses;
    const struct vcr_parameters *s = e->configuration->parameters;
    size_t inboxes = (size_t)e->endpoints * e->ways;

    e->reserve = responder_is_needed(responses) && responses->classes > 1;
    if (responses->packets == 0)
        return 0;
    e->inbox_most = vcr_inbox_most(s->vcs, s->depth, e->flits);
    e->inbox = memory_zero(inboxes, sizeof *e->inbox);
    e->waiting = memory_zero(inboxes * e->inbox_most, sizeof *e->waiting);
    return e->inbox && e->waiting ? 0 : -1;
}

static int allocate(struct vcr_event_engine *e)
{
    size_t cables = e->cables, lanes = (size_t)e->routers * vcr_lanes(e->configuration->parameters);
    unsigned most = e->routers > e->endpoints ? e->routers : e->endpoints;

    e->router = memory_zero(e->routers, sizeof *e->router);
    e->terminal = memory_zero(e->endpoints, sizeof *e->terminal);
    e->lane = memory_zero(lanes, sizeof *e->lane);
    e->packet = memory_zero((size_t)e->routers * e->configuration->parameters->ports * e->row, sizeof *e->packet);
    e->cable = memory_zero(cables, sizeof *e->cable);
    e->channel = memory_zero(cables * e->configuration->parameters->vcs, sizeof *e->channel);
    e->feed = calloc(cables, sizeof *e->feed);
    e->report = calloc(e->endpoints, sizeof *e->report);
    if (allocate_inboxes(e) != 0)
        return -1;
    if (e->queues && !(e->queue = memory_zero(e->endpoints, sizeof *e->queue)))
        return -1;
    if (e->desk.terminal.sat_mode != VCR_SAT_OFF && !(e->token = memory_zero(e->routers, sizeof *e->token)))
        return -1;
    if (!e->router || !e->terminal || !e->lane || !e->packet || !e->cable || !e->channel || !e->feed || !e->report)
        return -1;
    return wheel_init(&e->wheel, most);
}

static const struct vcr_event_configuration *build_of(const struct router_kind *kind)
{
    const struct vcr_event_configuration *b = vcr_event_configurations;

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
    e->configuration = build_of(f->config.kind);
    e->routers = (unsigned)f->routers;
    e->endpoints = (unsigned)f->endpoints;
    e->ways = (unsigned)f->config.topology->cables;
    e->cables = e->routers * e->configuration->parameters->ports + e->endpoints * e->ways;
    e->state = f->cycle;
    read_settings(e);
    if (allocate(e) != 0 || create_routers(e) != 0) {
        destroy(e);
        return NULL;
    }
    e->own_routers = e->own_endpoints = (struct vcr_event_words){0, e->wheel.words};
    create_channels(e);
    for (unsigned n = 0; n < e->endpoints; n++) {
        e->terminal[n].accepted = UINT64_MAX;
        if (e->queues)
            e->queue[n].room = 1;
        wheel_mark(&e->wheel, f->cycle, VCR_MARK_ENDPOINT, n);
    }
    if (e->desk.terminal.sat_mode == VCR_SAT_RING) /* it is there when the register of the link is */
        wheel_mark(&e->wheel, e->cable[vcr_event_end(e->configuration->parameters, e, 0)].linked + 1,
                   VCR_MARK_TOKEN_ENDPOINT, 0);
    return e;
}

/* A cycle --------------------------------------------------------------------------------------------------------- */

/* What is marked so for a cycle. */
static void step_marked(struct vcr_event_engine *e, uint64_t now, struct vcr_event_words words, enum vcr_mark mark,
                        void (*step)(struct vcr_event_engine *e, unsigned n, uint64_t now))
{
    wheel_marks *m = wheel_slot(&e->wheel, now) + words.first;

    for (size_t i = words.first; i < words.last; i++, m++) {
        uint64_t all = (*m)[mark];
        (*m)[mark] = 0;
        for (; all; all &= all - 1)
            step(e, (unsigned)i * WHEEL_WORD + (unsigned)__builtin_ctzll(all), now);
    }
}

/* What happened there is entered once all have been stepped; by a part, once its window is over. */
static void step_endpoint(struct vcr_event_engine *e, unsigned n, uint64_t now)
{
    unsigned what = e->configuration->endpoint(e, n, now);

    if (e->part) {
        lp_group_stepped(e->part, n);
        if (what)
            lp_group_note(e->part, now, n, what);
    } else if (what) {
        e->report[e->reports++] = (struct vcr_event_report){n, what};
    }
}

/* Once all endpoints have been stepped, as the cycle engine does. A source that waits for a record will have one. */
static void enter_reports(struct vcr_event_engine *e, uint64_t now)
{
    for (unsigned i = 0; i < e->reports; i++) {
        const struct vcr_event_report *r = &e->report[i];
        const struct endpoint *pe = &e->fabric->endpoint[r->endpoint];

        scoreboard_enter(e->fabric, (int)r->endpoint, r->what);
        for (unsigned k = 0; (r->what & ENDPOINT_DELIVERED) && k < pe->deliveries; k++) {
            const struct endpoint *source = fabric_source_of(e->fabric, &pe->delivered[k].packet);
            if (source && source->stale)
                wheel_mark(&e->wheel, now + ENDPOINT_UPDATE_CYCLES, VCR_MARK_ENDPOINT, pe->delivered[k].packet.source);
        }
    }
    e->reports = 0;
}

void vcr_event_cycle(struct vcr_event_engine *e, uint64_t now)
{
    step_marked(e, now, e->own_routers, VCR_MARK_ROUTER, e->configuration->router);
    step_marked(e, now, e->own_endpoints, VCR_MARK_ENDPOINT, step_endpoint);
    if (e->token) { /* tokens come to terminals once these have been looked at */
        step_marked(e, now, e->own_routers, VCR_MARK_TOKEN_ROUTER, vcr_event_token_passes);
        step_marked(e, now, e->own_endpoints, VCR_MARK_TOKEN_ENDPOINT, vcr_event_token_comes);
    }
    e->state = now + 1;
}

/* @return 0 to go on, 1 when the run must end */
static int cycle(void *engine)
{
    struct vcr_event_engine *e = engine;
    uint64_t now = e->fabric->cycle;

    vcr_event_cycle(e, now);
    enter_reports(e, now);
    return scoreboard_close(e->fabric);
}

/* Registers ------------------------------------------------------------------------------------------------------- */

/* The output of a lane whose packet is under way, or whose tail was granted in the cycle before. */
static const struct vcr_event_cable *way_of(const struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    unsigned active = e->router[router].active[lane / s->vcs] >> lane % s->vcs & 1u;

    return active ? &e->cable[router * s->ports + vcr_event_lane(s, e, router, lane)->out_port] : NULL;
}

/* The first packet of a lane is no more: its tail was granted in the cycle before. */
static unsigned end_of_way(const struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    const struct vcr_event_cable *way = way_of(e, router, lane);

    return way && way->until <= e->state;
}

/* Flits in a lane: those that have come less those that have left. */
static unsigned fill_of(const struct vcr_event_engine *e, unsigned router, unsigned lane)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    const struct vcr_event_cable *way = way_of(e, router, lane);
    unsigned flits = 0;

    for (unsigned k = 0; k < l->count; k++)
        flits += vcr_event_flits(e, (int32_t)((uint32_t)e->state - vcr_event_queued(s, e, router, lane, k)->at));
    return way ? flits - vcr_event_flits(e, (int32_t)(e->state - way->until + e->flits)) : flits;
}

static void state_of_lane(const struct vcr_event_engine *e, unsigned router, unsigned lane, struct vcr_input *i)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    unsigned p = lane / s->vcs, bit = 1u << lane % s->vcs, gone = end_of_way(e, router, lane);

    i->out_port[lane] = l->out_port;
    i->out_vc[lane] = l->out_vc;
    i->commit_port[lane] = (uint8_t)l->head.port;
    i->age[lane] = gone || l->count == 0 ? 0 : vcr_event_age(l->front, e->state);
    i->fill[lane] = (uint8_t)fill_of(e, router, lane);
    i->stored[p] |= (uint16_t)(i->fill[lane] ? bit : 0);
    i->active[p] &= (uint16_t) ~(gone ? bit : 0);
}

static void state_of_output(const struct vcr_event_engine *e, unsigned router, unsigned p, struct vcr_output *o)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    unsigned cable = router * s->ports + p,
             sends = e->router[router].sending >> p & 1u && e->cable[cable].until > e->state;

    o->owned[p] = (uint16_t)(sends ? 1u << vcr_event_lane(s, e, router, e->router[router].from[p])->out_vc : 0);
    o->hold |= (uint16_t)((sends && e->link_hold) << p);
    if (e->state < e->cable[cable].linked)
        return;
    o->linked |= (uint16_t)(1u << p);
    /* A credit that is on the cable counts in this cycle; the register has it from the next one on. */
    for (unsigned v = 0; v < s->vcs; v++)
        o->credits[p * s->vcs + v] =
            (uint8_t)vcr_event_credits(e, &e->channel[cable * s->vcs + v], e->cable[cable].moving >> v & 1,
                                       e->cable[cable].credit_latency + 1u, e->state);
}

static void state(const void *engine, int node, void *registers)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_event_router *r = &e->router[node];
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_router now = {.random = r->random, .random_at = r->random_at};
    struct vcr_regs *out = registers;

    vcr_event_random(&now, e->state);
    vcr_regs_reset(out);
    out->route.random = now.random;
    out->config = r->config;
    out->allocate = r->allocate;
    if (e->token) {
        out->sat_switch = e->token[node].regs;
        out->sat_switch.sat = (uint16_t)(e->token[node].of == e->state ? out->sat_switch.sat : 0);
    }
    memcpy(out->input.active, r->active, sizeof out->input.active);
    memcpy(out->input.committed, r->committed, sizeof out->input.committed);
    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        state_of_lane(e, (unsigned)node, lane, &out->input);
    for (unsigned p = 0; p < s->ports; p++)
        state_of_output(e, (unsigned)node, p, &out->output);
}

static int reason(const void *engine, int node, int port)
{
    (void)engine;
    (void)node;
    (void)port;
    return REJECT_NONE;
}

static unsigned used(const void *engine, int node)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_router *r = &e->router[node];
    unsigned count = 0;

    for (unsigned p = 0; p < s->ports; p++) {
        count += (unsigned)__builtin_popcount(r->queued[p]);
        VCR_FOR_EACH(v, r->active[p])
        count -= end_of_way(e, (unsigned)node, p * s->vcs + v) &&
                 vcr_event_lane(s, e, (unsigned)node, p * s->vcs + v)->count == 1;
    }
    return count;
}

/* As vcr_each_held has it of a router's memory: heads that have come and have not left. */
static void visit_lane(const struct vcr_event_engine *e, unsigned router, unsigned lane, held_visit visit,
                       void *context)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_router *r = &e->router[router];
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    unsigned p = lane / s->vcs, bit = lane % s->vcs, active = r->active[p] >> bit & 1u,
             first = end_of_way(e, router, lane);

    for (unsigned k = active; k < l->count; k++) {
        const struct vcr_event_packet *packet = vcr_event_queued(s, e, router, lane, k);
        struct held_packet held = {.packet = vcr_packet_of(packet->head), .place = (uint8_t)lane, .waiting = 1};
        unsigned way = k > first ? 1u << l->out_port : r->committed[p] >> bit & 1u ? 1u << l->head.port : 0;
        held.waits_for = (uint16_t)(way ? way : vcr_route_best(packet->route));
        visit(context, &held);
    }
}

static void each_held(const void *engine, int node, held_visit visit, void *context)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_parameters *s = e->configuration->parameters;

    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, e->router[node].queued[p])
    visit_lane(e, (unsigned)node, p * s->vcs + v, visit, context);
}

static void counters(const void *engine, int endpoint, void *counted)
{
    const struct vcr_event_engine *e = engine;

    *(struct vcr_tokens *)counted = e->queue ? e->queue[endpoint].tokens : (struct vcr_tokens){0};
}

static unsigned marks(const void *engine, int endpoint)
{
    const struct vcr_event_engine *e = engine;
    const struct vcr_event_queue *q = e->queue ? &e->queue[endpoint] : NULL;

    return q ? vcr_port_gate(&q->gate, q->buffered, &e->desk.terminal) : 0;
}

static void archive_part(void *engine, int rank, struct archive *a);

static const struct fabric_engine fabric_engine = {destroy,   state,    reason, used,
                                                   each_held, counters, marks,  archive_part};

/* Runs ------------------------------------------------------------------------------------------------------------ */

/* Endpoints that were sent a message, or stopped, by hand since the last run. */
static void look_at_endpoints(struct vcr_event_engine *e)
{
    for (unsigned n = 0; n < e->endpoints; n++)
        event_look_at(&e->wheel, &e->fabric->endpoint[n], e->fabric->cycle, &e->terminal[n].stopped, VCR_MARK_ENDPOINT,
                      n);
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

    if (!e)
        return -1;
    look_at_endpoints(e);
    if (f->split || (threads > 1 && lp_group_most(f) > 1))
        return vcr_event_parts_run(e, cycles, (unsigned)threads, watch, context, period);
    event_run(f, e, cycle, cycles, watch, context, period);
    return 0;
}

/* Archives -------------------------------------------------------------------------------------------------------- */

static void check_packet(const struct vcr_event_engine *e, const struct vcr_event_packet *p, int routed,
                         struct archive *a)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    unsigned best = vcr_route_best(p->route), preferred = vcr_route_preferred(p->route);

    archive_check(a, vcr_packet_of(p->head).destination < e->endpoints && p->vc < s->vcs);
    archive_check(a, !routed || (best != 0 && best <= vcr_all_ports(s) && (best >> preferred & 1u)));
}

static void archive_cable(struct vcr_event_engine *e, unsigned cable, struct archive *a)
{
    struct vcr_event_cable *c = &e->cable[cable];

    ARCHIVE_SPAN(a, c, first, coming);
    ARCHIVE(a, c->coming);
    archive_check(a, c->first < VCR_EVENT_COMING && c->count <= VCR_EVENT_COMING);
    for (int k = 0; k < VCR_EVENT_COMING; k++)
        check_packet(e, &c->coming[k], 0, a);
}

/* Loaded: all that is free is worked out anew, of channels at rest, too. */
static void look_anew(struct vcr_event_engine *e, unsigned cable)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_cable *c = &e->cable[cable];

    VCR_FOR_EACH(v, ~(unsigned)c->moving & vcr_all_vcs(s))
    {
        struct vcr_event_channel *channel = &e->channel[cable * s->vcs + v];
        channel->sent = channel->back[0] = channel->back[1] = (uint16_t)(e->state - VCR_EVENT_OVER);
    }
    c->moving = (uint16_t)(e->state >= c->linked ? vcr_all_vcs(s) : 0);
}

static void archive_lane(struct vcr_event_engine *e, unsigned router, unsigned lane, struct archive *a)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_router *r = &e->router[router];
    struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
    unsigned p = lane / s->vcs, bit = 1u << lane % s->vcs, most = e->slots;

    ARCHIVE(a, *l);
    a->visit(a, "packet", vcr_event_ring(s, e, router, lane), e->slots * sizeof *e->packet);
    archive_check(a, l->first < most && l->count <= most);
    archive_check(a, l->out_port < s->ports && l->out_vc < s->vcs && l->head.port < s->ports);
    archive_check(a, (l->count != 0) == ((r->queued[p] & bit) != 0) &&
                         (l->count != 0 || !((r->active[p] | r->committed[p]) & bit)));
    if (!a->loading || a->reason)
        return;
    for (unsigned k = 0; k < l->count; k++)
        check_packet(e, vcr_event_queued(s, e, router, lane, k), 1, a);
    if (l->count > 0 && !(r->active[p] & bit))
        vcr_event_waits(s, e, router, lane);
    if (r->committed[p] & bit) {
        r->asks[l->head.port][p] |= (uint16_t)bit;
        r->asked |= (uint16_t)(1u << l->head.port);
    }
}

/* The sets of a router are of ports and channels that there are. */
static int usable(const struct vcr_parameters *s, const struct vcr_event_router *r)
{
    unsigned wrong = (unsigned)(r->sending | r->coming | r->hold) & ~vcr_all_ports(s);

    for (unsigned p = 0; p < VCR_MOST_PORTS; p++) {
        unsigned all = p < s->ports ? vcr_all_vcs(s) : 0;
        wrong |= (unsigned)(r->active[p] | r->committed[p] | r->queued[p]) & ~all;
        wrong |= r->from[p] >= vcr_lanes(s);
    }
    return wrong == 0;
}

/* An output sends what a lane has, and each lane that is under way has one. */
static int consistent(const struct vcr_event_engine *e, unsigned router)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_router *r = &e->router[router];
    unsigned wrong = 0, active = 0;

    for (unsigned p = 0; p < s->ports; p++)
        active += (unsigned)__builtin_popcount(r->active[p]);
    VCR_FOR_EACH(p, r->sending)
    {
        unsigned lane = r->from[p];
        const struct vcr_event_lane *l = vcr_event_lane(s, e, router, lane);
        wrong |= l->count == 0 || l->out_port != p || !(r->active[lane / s->vcs] >> lane % s->vcs & 1u);
    }
    return !wrong && active == (unsigned)__builtin_popcount(r->sending);
}

static void archive_router(struct vcr_event_engine *e, unsigned router, struct archive *a)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_router *r = &e->router[router];

    ARCHIVE_SPAN(a, r, until, waiting);
    ARCHIVE(a, r->hold);
    ARCHIVE_SPAN(a, r, active, ends);
    ARCHIVE_SPAN(a, r, committed, wanted);
    ARCHIVE(a, r->random);
    ARCHIVE(a, r->random_at);
    archive_check(a, usable(s, r) && r->random_at <= e->state);
    if (a->loading) {
        r->waiting = 0;
        r->wanted = r->compared = 0;
        memset(r->request, 0, sizeof r->request);
        r->open = r->escape = r->asked = 0;
        r->full = (uint16_t)vcr_all_ports(s);
        memset(r->free, 0, sizeof r->free);
        memset(r->room, 0, sizeof r->room);
        memset(r->asks, 0, sizeof r->asks);
    }
    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        archive_lane(e, router, lane, a);
    archive_check(a, a->reason || consistent(e, router));
}

/* A queue is what a terminal can be (vcr_terminal_legal), and of the packets that its endpoint has handed over. */
static void check_queue(const struct vcr_event_engine *e, unsigned endpoint, struct archive *a)
{
    enum { SLOTS = VCR_TERMINAL_BUFFER + VCR_TERMINAL_QUEUE };
    const struct vcr_event_queue *q = &e->queue[endpoint];
    unsigned sent = (unsigned)__builtin_popcount(q->sending), waits = (unsigned)q->queued - sent + q->buffered,
             held = 0;

    archive_check(a, q->buffered <= VCR_TERMINAL_BUFFER && q->queued <= VCR_TERMINAL_QUEUE && sent <= q->queued);
    archive_check(a, q->write < SLOTS && q->read < SLOTS && q->sending >> e->ways == 0);
    archive_check(a, q->looked < e->state || e->state == 0);
    if (a->reason)
        return;
    archive_check(a, (q->read + waits) % SLOTS == q->write);
    for (unsigned k = 0; k < waits; k++)
        held |= 1u << (q->read + k) % SLOTS;
    VCR_FOR_EACH(k, q->sending)
    {
        archive_check(a, q->slot[k] < SLOTS && !(held >> q->slot[k] % SLOTS & 1u));
        held |= 1u << q->slot[k] % SLOTS;
    }
    archive_check(a, q->used == held && q->room == (q->buffered < VCR_TERMINAL_BUFFER && !(held >> q->write & 1u)));
    for (unsigned k = 0; k < SLOTS; k++)
        archive_check(a, vcr_packet_of(q->head[k]).destination < e->endpoints);
    archive_check(a, e->fabric->endpoint[endpoint].taken_count == waits + (e->terminal[endpoint].accepted == e->state));
}

static void archive_inboxes(struct vcr_event_engine *e, unsigned endpoint, struct archive *a)
{
    const struct vcr_terminal_parameters s =
        vcr_settings_terminal(e->configuration->parameters, e->fabric->settings, (int)e->ways);

    for (unsigned i = endpoint * e->ways; e->inbox && i < (endpoint + 1) * e->ways; i++)
        vcr_inbox_archive(&e->inbox[i], &e->waiting[i * e->inbox_most], &s, a);
}

static void archive_terminal(struct vcr_event_engine *e, unsigned endpoint, struct archive *a)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];

    archive_inboxes(e, endpoint, a);
    ARCHIVE_SPAN(a, t, alarm, moves);
    archive_check(a, t->accepted <= e->state || t->accepted == UINT64_MAX);
    archive_check(a, t->preparing <= 1 && vcr_packet_of(t->head).destination < e->endpoints);
    /* An attempt lasts from when it is begun until its head is on the cable; a queue has none. */
    archive_check(a,
                  e->fabric->endpoint[endpoint].attempt == (t->preparing || (!e->queues && t->accepted == e->state)));
    if (a->loading)
        memset(t->free, 0, sizeof t->free);
    if (!e->queues)
        return;
    a->visit(a, "queue", &e->queue[endpoint], sizeof *e->queue);
    if (a->loading && !a->reason)
        check_queue(e, endpoint, a);
}

/* Tokens are where there are cables to hear them from. */
static void archive_tokens(struct vcr_event_engine *e, struct archive *a)
{
    unsigned wrong = 0;

    if (!e->token)
        return;
    a->visit(a, "token", e->token, e->routers * sizeof *e->token);
    for (unsigned n = 0; n < e->routers; n++)
        wrong |= (unsigned)(e->token[n].coming | e->token[n].regs.sat | e->token[n].regs.got) &
                 ~vcr_all_ports(e->configuration->parameters);
    archive_check(a, wrong == 0);
    wheel_check(&e->wheel, VCR_MARK_TOKEN_ROUTER, e->routers, a);
    wheel_check(&e->wheel, VCR_MARK_TOKEN_ENDPOINT, e->endpoints, a);
}

/* The random register of a router that draws is of a cycle in which it was looked at. */
static void settle_to_save(struct vcr_event_engine *e)
{
    vcr_event_settle(e);
    for (unsigned n = 0; e->draws && n < e->routers; n++)
        vcr_event_random(&e->router[n], e->state);
}

static void archive_engine(struct vcr_event_engine *e, struct archive *a)
{
    const struct vcr_parameters *s = e->configuration->parameters;

    archive_section(a, "event engine");
    for (unsigned k = 0; k < e->cables; k++)
        archive_cable(e, k, a);
    a->visit(a, "channel", e->channel, (size_t)e->cables * s->vcs * sizeof *e->channel);
    for (unsigned k = 0; k < e->cables && a->loading; k++)
        look_anew(e, k);
    for (unsigned n = 0; n < e->routers; n++)
        archive_router(e, n, a);
    for (unsigned n = 0; n < e->endpoints; n++)
        archive_terminal(e, n, a);
    wheel_archive(&e->wheel, a);
    wheel_check(&e->wheel, VCR_MARK_ROUTER, e->routers, a);
    wheel_check(&e->wheel, VCR_MARK_ENDPOINT, e->endpoints, a);
    archive_tokens(e, a);
    if (a->loading && !a->reason)
        vcr_event_settle(e);
}

/* What the ends of a cable have, of those that are a rank's; both of an endpoint's cables are. */
static void archive_ends(struct vcr_event_engine *e, int rank, unsigned cable, struct archive *a)
{
    const struct fabric *f = e->fabric;
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_cable *c = &e->cable[cable];

    if (c->linked == UINT32_MAX)
        return;
    if ((c->from_endpoint ? fabric_rank_of_end(f, (int)c->sender) : fabric_rank_of(f, (int)c->sender)) == rank) {
        ARCHIVE_SPAN(a, c, moving, coming);
        a->visit(a, "channel", &e->channel[cable * s->vcs], s->vcs * sizeof *e->channel);
    }
    if ((c->to_endpoint ? fabric_rank_of_end(f, (int)c->reader) : fabric_rank_of(f, (int)c->reader)) == rank) {
        ARCHIVE_SPAN(a, c, first, moving);
        ARCHIVE(a, c->coming);
    }
}

/* The marks of a word of what a rank has. */
static void archive_marks_of(struct vcr_event_engine *e, int rank, size_t word, struct archive *a)
{
    wheel_marks nodes = {0};

    for (unsigned bit = 0; bit < WHEEL_WORD; bit++) {
        unsigned n = (unsigned)word * WHEEL_WORD + bit;
        nodes[VCR_MARK_ROUTER] |= (uint64_t)(n < e->routers && fabric_rank_of(e->fabric, (int)n) == rank) << bit;
        nodes[VCR_MARK_ENDPOINT] |= (uint64_t)(n < e->endpoints && fabric_rank_of_end(e->fabric, (int)n) == rank)
                                    << bit;
    }
    nodes[VCR_MARK_TOKEN_ROUTER] = nodes[VCR_MARK_ROUTER];
    nodes[VCR_MARK_TOKEN_ENDPOINT] = nodes[VCR_MARK_ENDPOINT];
    if (nodes[VCR_MARK_ROUTER] | nodes[VCR_MARK_ENDPOINT])
        wheel_archive_word(&e->wheel, word, &nodes, a);
}

/* From rank to rank all goes as it is; what comes out is settled when it is saved. */
static void archive_part(void *engine, int rank, struct archive *a)
{
    struct vcr_event_engine *e = engine;
    size_t lanes = vcr_lanes(e->configuration->parameters), rows = (size_t)e->configuration->parameters->ports * e->row;

    archive_section(a, "event engine");
    for (unsigned k = 0; k < e->cables; k++)
        archive_ends(e, rank, k, a);
    for (unsigned n = 0; n < e->routers; n++)
        if (fabric_rank_of(e->fabric, (int)n) == rank) {
            ARCHIVE(a, e->router[n]);
            a->visit(a, "lane", e->lane + n * lanes, lanes * sizeof *e->lane);
            a->visit(a, "packet", e->packet + n * rows, rows * sizeof *e->packet);
            if (e->token)
                ARCHIVE(a, e->token[n]);
        }
    for (unsigned n = 0; n < e->endpoints; n++)
        if (fabric_rank_of_end(e->fabric, (int)n) == rank) {
            ARCHIVE(a, e->terminal[n]);
            archive_inboxes(e, n, a);
            if (e->queue)
                ARCHIVE(a, e->queue[n]);
        }
    for (size_t word = 0; word < e->wheel.words; word++)
        archive_marks_of(e, rank, word, a);
}

static void archive(struct fabric *f, struct archive *a)
{
    struct vcr_event_engine *e = engine_of(f);

    if (!e) {
        a->reject(a, "out of memory");
        return;
    }
    if (!a->loading)
        settle_to_save(e);
    fabric_archive(f, a);
    e->state = f->cycle;
    archive_engine(e, a);
}

/* Whoever asks may be about to run it: nothing is made for that. */
static int threads_that_pay(const struct fabric *f, int threads)
{
    return vcr_event_parts_pay((unsigned)f->own_routers.total, (unsigned)f->config.endpoint.latency, threads);
}

/* Some 10 ns each near idle, while an exchange takes two microseconds. */
enum { LEAST_RANK = 512 };

const struct engine_ops vcr_engine_event = {
    .name = "event", .run = run, .threads = threads_that_pay, .ranks = LEAST_RANK, .archive = archive};

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
    regs->sat_switch = all.sat_switch;
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

static int most_stages(const struct vcr_settings *s)
{
    return s->router_stages > s->credit_stages ? s->router_stages : s->credit_stages;
}

/* Packets that do not stream, flit after flit, are more than times. */
static const char *outside(const struct router_kind *kind, const void *settings, const struct topology *t)
{
    const struct vcr_parameters *s = build_of(kind)->parameters;
    const struct vcr_settings *set = settings;

    if (!s->bypass || !s->speedup || s->depth < set->packet_flits)
        return "{router=}: there is an event engine only for channels of whole packets, with bypass and speedup";
    if (set->alloc_credits < set->packet_flits || set->alloc_credits > s->depth)
        return "{router=}: there is an event engine only for virtual cut-through";
    if (set->latency + most_stages(set) + topology_latency(t) >= set->packet_flits)
        return "{packet_flits=}: there is an event engine only for packets with more flits than any cable has stages";
    if (set->sat_mode != VCR_SAT_OFF && !set->terminal_queue)
        return "{router=}: there is an event engine with SAT only where terminals queue packets";
    if (set->via == VCR_VIA_UGAL)
        return "{via=}: there is no event engine for packets that choose by how full routers are";
    if (set->sat_timeout != 0)
        return "{sat_timeout=}: there is no event engine that counts time-outs";
    return set->link_hold || s->vcs == 1 ? NULL
                                         : "{router=}: there is an event engine only where links stay with a packet";
}

const struct engine_kind vcr_kind_event = {&vcr_engine_event, kept, rare, outside};

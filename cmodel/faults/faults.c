/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults on the wires of a fabric: when each strikes, and what the ends of its cable
 * then see. See faults.h.
 *
 * Faults are drawn and counted between two cycles, by one thread; while nodes are
 * stepped, each touches nothing but what belongs to its own ends.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "fedx/rng.h"
#include "faults_internal.h"

/* Random faults are a stream of their own for each cable, apart from those of endpoints. */
#define STREAM UINT64_C(0x6661756c7473)

struct fault_end fault_far(const struct topology *t, struct fault_end end)
{
    int endpoint = fault_at_endpoint(end.end), port = (int)fault_port(end.end);
    struct topology_end far = endpoint ? t->attached[end.node] : t->links[end.node][port];

    if (endpoint)
        far.port = (int16_t)(far.port + port);
    else if (far.port == TOPOLOGY_ENDPOINT)
        far.port = (int16_t)(FAULT_ENDPOINT + port - t->attached[far.node].port);
    return (struct fault_end){(int16_t)far.node, (uint8_t)far.port, 0};
}

int fault_rank_of(const struct fabric *f, struct fault_end end)
{
    return fault_at_endpoint(end.end) ? fabric_rank_of_end(f, end.node) : fabric_rank_of(f, end.node);
}

static int *place_of(const struct faults *faults, struct fault_end end)
{
    return &faults->cable_of[end.node * FAULT_ENDS + end.end];
}

/* Cables by their end 0. @return how many */
static int name_cables(struct faults *faults, const struct topology *t, int ports)
{
    int cables = 0;

    for (int n = 0; n < t->nodes; n++)
        for (unsigned p = 0; p < (unsigned)ports; p++) {
            struct fault_end end = {(int16_t)n, (uint8_t)p, 0};
            if (t->links[n][p].node < 0 || (t->links[n][p].port != TOPOLOGY_ENDPOINT && (t->side[n] >> p & 1)))
                continue;
            struct fault_watch *c = &faults->cable[cables];
            c->end[0] = end;
            c->end[1] = fault_far(t, end);
            *place_of(faults, c->end[0]) = *place_of(faults, c->end[1]) = cables++;
        }
    return cables;
}

/* Random faults --------------------------------------------------------------------------------------------------- */

static int is_random(const struct faults *faults)
{
    return faults->plan->mode != FAULT_FILE;
}

/* Places of a cable where a flip can strike: wires as each end sees them, and those that both share as both do. */
static unsigned places(const struct faults *faults)
{
    return 2 * faults->cable_bits + kind_wire_bits(faults->kind, (unsigned)faults->kind->shared_wires);
}

/* When the next one strikes, at the earliest so many cycles from now. */
static void draw_next(struct faults *faults, struct fault_watch *c, double from)
{
    struct rng r = {c->random};

    c->next = from + rng_exponential(&r, 1 / (faults->plan->rate * faults->places));
    c->random = r.state;
}

static struct fault draw_fault(const struct faults *faults, struct fault_watch *c, uint64_t cycle)
{
    struct rng r = {c->random};
    unsigned place = rng_below(&r, faults->places), both = place >= 2 * faults->cable_bits,
             side = both ? rng_next(&r) & 1 : place / faults->cable_bits;
    unsigned wire = 0, bit = place % faults->cable_bits;

    c->random = r.state;
    for (; bit >= faults->wire[wire].lanes.width; wire++)
        bit -= faults->wire[wire].lanes.width;
    return (struct fault){
        .cycle = cycle,
        .length = 1,
        .node = (uint16_t)c->end[side].node,
        .kind = FAULT_FLIP,
        .end = c->end[side].end,
        .wire = (uint8_t)wire,
        .bits = UINT64_C(1) << bit,
        .both = (uint8_t)both,
    };
}

static void start_streams(struct faults *faults)
{
    faults->soonest = UINT64_MAX;
    for (int k = 0; k < faults->cables && is_random(faults); k++) {
        struct fault_watch *c = &faults->cable[k];
        c->random = rng_stream(faults->plan->seed ^ STREAM, (uint64_t)k).state;
        draw_next(faults, c, 1);
        faults->soonest = c->next < (double)faults->soonest ? (uint64_t)c->next : faults->soonest;
    }
}

/* Faults that strike ---------------------------------------------------------------------------------------------- */

/* As many registers as there is room for faults. @return 0, or -1 when out of memory */
static int make_twins(struct faults *faults)
{
    uint8_t *twins = realloc(faults->twins, (faults->active_size + 1) * 4 * faults->state_bytes);

    faults->twins = twins ? twins : faults->twins;
    return twins ? 0 : -1;
}

static void begin_fault(struct faults *faults, const struct fault *fault, const struct topology *t)
{
    size_t had = faults->active_size;
    struct fault_active *a = memory_grow(faults->active, faults->actives, &faults->active_size, 16, sizeof *a);

    if (a)
        faults->active = a;
    if (!a || (faults->active_size != had && make_twins(faults) != 0)) {
        faults->out_of_memory = 1;
        return;
    }
    a += faults->actives++;
    memset(a, 0, sizeof *a);
    memset(fault_twin_state(faults, a, 0, 0), 0, 4 * faults->state_bytes);
    a->fault = *fault;
    a->watch = -1;
    if (fault->kind == FAULT_STOP || fault->kind == FAULT_RESET)
        return;
    a->end[0] = (struct fault_end){(int16_t)fault->node, fault->end, 0};
    a->end[1] = fault_far(t, a->end[0]);
    a->ends = fault->both ? 2 : 1;
    a->watch = *place_of(faults, a->end[0]);
}

static void begin_listed(struct faults *faults, const struct fabric *f)
{
    const struct fault_plan *plan = faults->plan;

    for (; faults->listed < plan->count && fault_start(&plan->list[faults->listed]) <= fabric_cycle(f);
         faults->listed++)
        begin_fault(faults, &plan->list[faults->listed], fabric_config(f)->topology);
}

static void begin_random(struct faults *faults, const struct fabric *f)
{
    double soonest = INFINITY;
    uint64_t now = fabric_cycle(f);

    if (now < faults->soonest)
        return;
    for (int k = 0; k < faults->cables; k++) {
        struct fault_watch *c = &faults->cable[k];
        while (c->next < (double)(now + 1)) {
            struct fault fault = draw_fault(faults, c, now);
            begin_fault(faults, &fault, fabric_config(f)->topology);
            draw_next(faults, c, faults->plan->mode == FAULT_SINGLE ? (double)(now + faults->plan->window) : c->next);
        }
        soonest = c->next < soonest ? c->next : soonest;
    }
    faults->soonest = faults->end && soonest >= (double)faults->end ? UINT64_MAX : (uint64_t)soonest;
}

/* A router that is reset. */
struct reset {
    struct faults *faults;
    int node;
    uint64_t cycle;
};

/* A packet that it is about to lose, unless it has gone on to the next one. */
static void note_held(void *context, const struct held_packet *held)
{
    const struct reset *reset = context;
    struct faults *faults = reset->faults;

    const struct packet *p = &held->packet;
    struct fault_packet packet = {.source = p->source,
                                  .destination = p->destination,
                                  .message = p->message,
                                  .packet = p->number,
                                  .node = reset->node,
                                  .cycle = reset->cycle,
                                  .reset = 1};

    if (fault_packets_add(&faults->held, &packet) != 0)
        faults->out_of_memory = 1;
}

/* What its rank has noted of the packets of a router comes to all. @param before  how many there were */
static void share_held(struct faults *faults, struct ranks *ranks, int from, size_t before)
{
    struct fault_packets *held = &faults->held;
    uint64_t count;

    for (int i = 0; from == ranks->rank && i < ranks->count; i++) {
        if (i == from)
            continue;
        count = held->count - before;
        ranks_put(ranks, i, &count, sizeof count);
        ranks_put(ranks, i, held->packet + before, count * sizeof *held->packet);
    }
    ranks_exchange(ranks);
    if (from == ranks->rank)
        return;
    for (ranks_get(ranks, from, &count, sizeof count); count > 0; count--) {
        struct fault_packet packet;
        ranks_get(ranks, from, &packet, sizeof packet);
        faults->out_of_memory |= fault_packets_add(held, &packet) != 0;
    }
}

static void note_all_held(struct faults *faults, const struct fabric *f, int node)
{
    struct ranks *ranks = fabric_config(f)->ranks;
    struct reset reset = {faults, node, fabric_cycle(f)};
    size_t before = faults->held.count;

    if (fabric_rank_of(f, node) == fabric_rank(f))
        fabric_each_held(f, node, note_held, &reset);
    if (ranks)
        share_held(faults, ranks, fabric_rank_of(f, node), before);
    faults->report.held_at_reset += faults->held.count - before;
}

/* The fault strikes in this cycle. */
static void strike(struct faults *faults, const struct fabric *f, const struct fault_active *a)
{
    faults->report.faults[a->fault.kind]++;
    if (faults->plan->record)
        fault_print(faults->kind, &a->fault, faults->plan->record);
    if (a->watch >= 0)
        fault_watch_begin(faults, f, &a->fault, a->watch);
    if (a->fault.kind == FAULT_RESET)
        note_all_held(faults, f, a->fault.node);
}

/* What the nodes of this cycle have to know of the faults that are at work. */
static void set_out(struct faults *faults, struct fabric *f)
{
    const struct boot boot = {fabric_config(f)->kind, fabric_config(f)->topology, fabric_config(f)->settings};

    memset(faults->touched, 0, faults->units * sizeof *faults->touched);
    for (size_t k = 0; k < faults->actives; k++) {
        const struct fault_active *a = &faults->active[k];
        for (int e = 0; e < a->ends; e++)
            faults->touched[a->end[e].node] |= (uint16_t)(1u << a->end[e].end);
        if (a->fault.kind == FAULT_STOP && fabric_rank_of_end(f, a->fault.node) == fabric_rank(f))
            faults->kind->faults->refuse(fabric_endpoint(f, a->fault.node)->port,
                                         fabric_cycle(f) < a->fault.cycle + a->fault.length);
        if (a->fault.kind == FAULT_RESET)
            faults->kind->faults->reset(fabric_control(f, a->fault.node), &boot, a->fault.node,
                                        fabric_cycle(f) - a->fault.cycle, a->fault.length);
    }
}

static void begin(void *hook, struct fabric *f)
{
    struct faults *faults = hook;

    begin_listed(faults, f);
    if (is_random(faults))
        begin_random(faults, f);
    for (size_t k = 0; k < faults->actives; k++)
        if (faults->active[k].fault.cycle == fabric_cycle(f))
            strike(faults, f, &faults->active[k]);
    set_out(faults, f);
}

int faults_strike(struct fabric *f, const struct fault *fault)
{
    struct faults *faults = fabric_hook(f, &faults_hooks);

    begin_fault(faults, fault, fabric_config(f)->topology);
    if (faults->out_of_memory)
        return -1;
    if (fault->cycle == fabric_cycle(f))
        strike(faults, f, &faults->active[faults->actives - 1]);
    set_out(faults, f);
    return 0;
}

/* On the wires ---------------------------------------------------------------------------------------------------- */

static uint64_t get(const struct faults *faults, const void *in, unsigned wire, unsigned port)
{
    return lane_get(&faults->wire[wire].lanes, in, (int)port);
}

static void put(const struct faults *faults, void *in, unsigned wire, unsigned port, uint64_t value)
{
    lane_set(&faults->wire[wire].lanes, in, (int)port, value);
}

/* What an end sees in place of value; a hold and a repetition note it before they begin. */
static uint64_t faulty(struct fault_active *a, int e, uint64_t cycle, uint64_t value)
{
    const struct fault *fault = &a->fault;
    uint64_t others = value & ~fault->bits;

    if (cycle < fault->cycle) {
        a->before[e][cycle - fault_start(fault)] = value;
        return value;
    }
    if (cycle >= fault->cycle + fault->length)
        return value;
    switch (fault->kind) {
    case FAULT_STUCK_0: return others;
    case FAULT_STUCK_1: return others | fault->bits;
    case FAULT_HOLD: return others | (a->before[e][0] & fault->bits);
    case FAULT_REPEAT: return others | (a->before[e][cycle - fault->cycle] & fault->bits);
    default: return value ^ fault->bits;
    }
}

static int single_flip(const struct fault *fault)
{
    return fault->kind == FAULT_FLIP && fault->length == 1;
}

/* The wires and the registers from which the states with and without a fault follow. */
static void note_twin(struct faults *faults, struct fault_active *a, int e, const struct fabric *f, const void *in,
                      unsigned port)
{
    struct fault_twin *twin = &a->twin[e];

    memcpy(&twin->in_with, in, faults->kind->pins_bytes);
    memcpy(&twin->in_without, in, faults->kind->pins_bytes);
    if (a->stage > 0)
        return;
    put(faults, &twin->in_without, a->fault.wire, port, get(faults, in, a->fault.wire, port) ^ a->fault.bits);
    fault_twins_begin(faults, f, a, e);
}

/* Faults on the inputs of a router or an endpoint, at the ends of the mask. */
static void apply(struct faults *faults, const struct fabric *f, int node, unsigned ends, void *in)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < faults->actives; k++)
            for (int e = 0; e < faults->active[k].ends; e++) {
                struct fault_active *a = &faults->active[k];
                unsigned port = fault_port(a->end[e].end);
                if (a->end[e].node != node || !(ends >> a->end[e].end & 1u))
                    continue;
                if (pass == 0) {
                    uint64_t value = get(faults, in, a->fault.wire, port), other = faulty(a, e, fabric_cycle(f), value);
                    a->changed[e] |= other != value;
                    put(faults, in, a->fault.wire, port, other);
                } else if (single_flip(&a->fault)) {
                    note_twin(faults, a, e, f, in, port);
                }
            }
}

/* Masks of ends: those of routers, and those of endpoints. */
enum { OF_ROUTERS = (1 << FAULT_ENDPOINT) - 1, OF_ENDPOINTS = (1 << FAULT_ENDS) - 1 - OF_ROUTERS };
_Static_assert((int)FAULT_ENDS <= 16, "bits of faults.touched");

static void before_router(void *hook, const struct fabric *f, int node, void *in)
{
    struct faults *faults = hook;

    if (faults->touched[node] & OF_ROUTERS)
        apply(faults, f, node, OF_ROUTERS, in);
}

static void before_endpoint(void *hook, const struct fabric *f, int node, void *in)
{
    struct faults *faults = hook;

    if (faults->touched[node] & OF_ENDPOINTS)
        apply(faults, f, node, OF_ENDPOINTS, in);
}

/* After the step -------------------------------------------------------------------------------------------------- */

/* Whether a fault is still at work in the next cycle. */
static int goes_on(struct faults *faults, const struct fabric *f, struct fault_active *a)
{
    uint64_t next = fabric_cycle(f) + 1, end = a->fault.cycle + a->fault.length;

    if (a->watch >= 0 && (a->changed[0] | a->changed[1]))
        fault_watch_changed(faults, a);
    if (single_flip(&a->fault)) {
        if (!fault_twins_decide(a))
            return 1;
        if (!a->effect)
            fault_watch_nothing(faults, a);
        return 0;
    }
    /* The cycle after the last one puts everything back. */
    return next <= end + (a->fault.kind == FAULT_RESET ? faults->kind->faults->configuration : 0);
}

static void look(void *hook, struct fabric *f)
{
    struct faults *faults = hook;

    for (size_t k = 0; k < faults->actives; k++) {
        struct fault_active *a = &faults->active[k];
        if (a->fault.kind == FAULT_RESET)
            fabric_forget_attempts(f, a->fault.node);
        if (single_flip(&a->fault))
            fault_twins_step(faults, a, f);
    }
    fault_watch_look(faults, f);
}

/* Of each end that is at work or watched, in the order of the lists, which is the same on all ranks. */
static void facts(void *hook, const struct fabric *f, int rank, fabric_visit visit, void *context)
{
    struct faults *faults = hook;

    for (size_t k = 0; k < faults->actives; k++) {
        struct fault_active *a = &faults->active[k];
        for (int e = 0; e < a->ends; e++)
            if (fault_rank_of(f, a->end[e]) == rank) {
                visit(context, &a->changed[e], sizeof a->changed[e]);
                visit(context, &a->differs[e], sizeof a->differs[e]);
            }
    }
    for (size_t k = 0; k < faults->opened; k++) {
        struct fault_watch *c = &faults->cable[faults->open[k]];
        for (int e = 0; e < 2; e++)
            if (fault_rank_of(f, c->end[e]) == rank) {
                visit(context, &c->was[e], sizeof c->was[e]);
                visit(context, &c->is[e], sizeof c->is[e]);
            }
    }
}

static void collect(void *hook, struct fabric *f)
{
    struct faults *faults = hook;
    size_t kept = 0;

    for (size_t k = 0; k < faults->actives; k++) {
        struct fault_active *a = &faults->active[k];
        if (goes_on(faults, f, a)) {
            if (kept != k) {
                faults->active[kept] = *a;
                memcpy(fault_twin_state(faults, &faults->active[kept], 0, 0), fault_twin_state(faults, a, 0, 0),
                       4 * faults->state_bytes);
            }
            kept++;
        }
    }
    faults->actives = kept;
    fault_watch_step(faults, f);
}

/* History --------------------------------------------------------------------------------------------------------- */

static void destroy(void *hook)
{
    struct faults *faults = hook;

    if (!faults)
        return;
    free(faults->cable);
    free(faults->cable_of);
    free(faults->open);
    free(faults->active);
    free(faults->touched);
    free(faults->twins);
    free(faults->state);
    free(faults->held.packet);
    free(faults->report.missing.packet);
    free(faults);
}

static void *create(const void *plan, struct fabric *f)
{
    struct faults *faults = calloc(1, sizeof *faults);
    const struct router_kind *kind = fabric_config(f)->kind;
    size_t routers = (size_t)fabric_nodes(f), endpoints = (size_t)fabric_endpoints(f);

    if (!faults)
        return NULL;
    faults->plan = plan;
    faults->kind = kind;
    faults->units = routers > endpoints ? routers : endpoints;
    faults->state_bytes = kind->state_bytes;
    faults->wire = kind_wire(kind, 0);
    faults->wires = kind_wires(kind);
    faults->cable_bits = kind_wire_bits(kind, faults->wires);
    faults->places = places(faults);
    faults->end = fabric_config(f)->end;
    faults->cable = calloc(routers * (size_t)kind->ports, sizeof *faults->cable);
    faults->cable_of = calloc(faults->units * FAULT_ENDS, sizeof *faults->cable_of);
    faults->open = calloc(routers * (size_t)kind->ports, sizeof *faults->open);
    faults->touched = calloc(faults->units, sizeof *faults->touched);
    faults->state = calloc(1, faults->state_bytes);
    if (!faults->cable || !faults->cable_of || !faults->open || !faults->touched || !faults->state ||
        make_twins(faults) != 0) {
        destroy(faults);
        return NULL;
    }
    faults->cables = name_cables(faults, fabric_config(f)->topology, kind->ports);
    start_streams(faults);
    return faults;
}

static void wrong(void *hook, enum fabric_wrong what)
{
    struct faults_report *r = &((struct faults *)hook)->report;

    switch (what) {
    case WRONG_DAMAGED: r->damaged++; return;
    case WRONG_MISDELIVERED: r->misdelivered++; return;
    case WRONG_DOUBLED: r->doubled++; return;
    case WRONG_COLLISION: r->collisions++; return;
    }
}

static const char *failed(const void *hook)
{
    return ((const struct faults *)hook)->out_of_memory ? "out of memory for faults" : NULL;
}

static void archive_active(struct faults *faults, const struct fabric *f, struct archive *a)
{
    archive_array(a, "active", (void **)&faults->active, &faults->actives, &faults->active_size,
                  sizeof *faults->active);
    if (make_twins(faults) != 0) {
        a->reject(a, "out of memory");
        return;
    }
    a->visit(a, "twins", faults->twins, faults->actives * 4 * faults->state_bytes);
    for (size_t k = 0; k < faults->actives; k++) {
        const struct fault_active *x = &faults->active[k];
        archive_check(a, x->fault.node < faults->units && x->ends <= 2 && x->watch < faults->cables &&
                             x->fault.kind < FAULT_KINDS && x->fault.wire < faults->wires &&
                             x->fault.length <= FAULT_LENGTH);
        for (int e = 0; e < x->ends; e++)
            archive_check(a,
                          x->end[e].node >= 0 && (size_t)x->end[e].node < faults->units && x->end[e].end < FAULT_ENDS);
        for (int e = 0; e < x->ends && x->watch >= 0; e++)
            for (int with = 0; with < 2; with++)
                archive_check(a, faults->kind->faults->usable(faults->kind, fault_twin_state(faults, x, e, with),
                                                              fabric_config(f)->settings,
                                                              fault_at_endpoint(x->end[e].end)));
    }
}

static void archive_open(struct faults *faults, struct archive *a)
{
    faults->opened = archive_count(a, faults->opened, (uint64_t)faults->cables);
    a->visit(a, "open", faults->open, faults->opened * sizeof *faults->open);
    for (size_t k = 0; k < faults->opened; k++)
        archive_check(a, faults->open[k] >= 0 && faults->open[k] < faults->cables);
}

/* What happens to the ends of cables, which does not change, is not taken from an archive. */
static void archive_cables(struct faults *faults, const struct fabric *f, struct archive *a)
{
    for (int k = 0; k < faults->cables; k++) {
        ARCHIVE_SPAN(a, &faults->cable[k], was, changed);
        ARCHIVE(a, faults->cable[k].changed);
        archive_check(a, faults->cable[k].outcome < FAULT_OUTCOMES && faults->cable[k].fault.wire < faults->wires);
        /* While faults strike, none is left of the past: all of them would do so in one cycle. */
        archive_check(a, !is_random(faults) || faults->soonest == UINT64_MAX ||
                             faults->cable[k].next >= (double)fabric_cycle(f));
    }
}

static void archive(void *hook, struct fabric *f, struct archive *a)
{
    struct faults *faults = hook;
    uint64_t own = fault_hash(faults->plan), plan = own;

    archive_section(a, "faults");
    ARCHIVE(a, plan);
    if (plan != own)
        a->reject(a, "the file of faults has changed since the run was saved");
    ARCHIVE(a, faults->soonest);
    ARCHIVE(a, faults->listed);
    archive_check(a, faults->listed <= faults->plan->count);
    archive_cables(faults, f, a);
    archive_open(faults, a);
    archive_active(faults, f, a);
    archive_array(a, "held", (void **)&faults->held.packet, &faults->held.count, &faults->held.size,
                  sizeof *faults->held.packet);
    ARCHIVE_SPAN(a, &faults->report, faults, missing);
    if (a->loading && !a->reason)
        set_out(faults, f);
}

/* What an end was, and what the fault makes of it: between two cycles nobody else needs it. */
static void archive_part(void *hook, struct fabric *f, int rank, struct archive *a)
{
    struct faults *faults = hook;

    for (size_t k = 0; k < faults->actives; k++) {
        struct fault_active *x = &faults->active[k];
        for (int e = 0; e < x->ends; e++)
            if (fault_rank_of(f, x->end[e]) == rank) {
                ARCHIVE(a, x->before[e]);
                ARCHIVE(a, x->twin[e]);
                a->visit(a, "twins", fault_twin_state(faults, x, e, 0), 2 * faults->state_bytes);
            }
    }
    for (size_t k = 0; k < faults->opened; k++) {
        struct fault_watch *c = &faults->cable[faults->open[k]];
        for (int e = 0; e < 2; e++)
            if (fault_rank_of(f, c->end[e]) == rank)
                ARCHIVE(a, c->was[e]);
    }
}

const struct fabric_hooks faults_hooks = {
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .before_router = before_router,
    .before_endpoint = before_endpoint,
    .look = look,
    .facts = facts,
    .collect = collect,
    .wrong = wrong,
    .failed = failed,
    .account = faults_account,
    .archive = archive,
    .archive_part = archive_part,
};

const struct faults_report *faults_report(const struct fabric *f)
{
    const struct faults *faults = fabric_hook(f, &faults_hooks);

    return faults ? &faults->report : NULL;
}

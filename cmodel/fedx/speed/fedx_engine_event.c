/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine: a fabric of models in which only the cycles are worked out
 * in which something is decided. See fedx_event.h for why that is exact.
 */
#include <string.h>

#include "../../base/memory.h"
#include "../../engine/event.h"
#include "../kind/fedx_held.h"
#include "../kind/fedx_kind.h"
#include "../kind/fedx_table.h"
#include "fedx_engine_event.h"
#include "fedx_event_parts.h"

/* One body for a fabric that is one part, which is not slowed down by the tests of parts. */
#define INLINE inline __attribute__((always_inline))

/* No switch admits a packet that has farther to go. */
enum { MOST_HOPS = FEDX_WIDE_BUFFERS - 1 };

static void destroy(void *engine)
{
    struct fedx_event_engine *e = engine;

    if (!e)
        return;
    for (int i = 0; i < FEDX_EVENT_AHEAD; i++)
        free(e->coming[i].request);
    wheel_finish(&e->wheel);
    free(e->report);
    free(e->entry);
    free(e->pe);
    free(e->sw);
    free(e);
}

/* The registers of the golden model as they are once it is configured. */
static int configured(const struct fedx_settings *settings, struct fedx_switch_regs *regs)
{
    struct fedx_switch *sw = fedx_switch_create();

    if (!sw)
        return -1;
    fedx_switch_configure(sw, settings);
    *regs = *fedx_switch_state(sw);
    fedx_switch_destroy(sw);
    return 0;
}

static void init_end(struct fedx_event_end *end, const struct fedx_switch_regs *regs, unsigned side, uint64_t awake)
{
    struct fedx_pins silent = {0};
    struct fedx_wires w;

    end->tx = regs->port_transmit;
    end->own = regs->ownership;
    end->side = (uint8_t)side;
    end->awake = awake;
    fedx_ownership_eval(&end->own, side, &silent, &w);
    end->own.own_last = (uint8_t)w.own_now;
}

static void wire_node(struct fedx_event_engine *e, const struct topology *t, unsigned n)
{
    struct fedx_event_switch *s = &e->sw[n];
    struct fedx_event_pe *pe = &e->pe[n];

    for (unsigned p = 0; p < FEDX_LINKS; p++) {
        struct topology_end far = t->links[n][p];
        if (far.node >= 0)
            s->wire[p] = (struct fedx_event_wire){&e->sw[far.node].end, (uint32_t)far.node, (uint8_t)far.port, 0, 0};
    }
    s->wire[FEDX_PE_PORT] = (struct fedx_event_wire){&pe->end, n, 0, 1, 0};
    pe->wire = (struct fedx_event_wire){&s->end, n, FEDX_PE_PORT, 0, 0};
}

/* One table for all ways, from the first node as from any other. */
static void fill_ways(struct fedx_event_engine *e)
{
    for (unsigned way = 0; way < FEDX_ADDRESS_NODES; way++) {
        unsigned destination = fedx_address_node(&e->address, 0, (uint16_t)way);
        if (topology_distance(e->topology, 0, (int)destination) <= MOST_HOPS)
            e->entry[way] = fedx_table_entry(e->topology, 0, (int)destination, e->deroutes);
    }
}

int fedx_event_by_coordinates(struct fedx_event_engine *e)
{
    free(e->entry);
    e->entry = calloc(FEDX_ADDRESS_NODES, sizeof *e->entry);
    if (!e->entry)
        return -1;
    e->address = (struct fedx_address){e->topology->rows, e->topology->cols};
    for (unsigned n = 0; n < e->nodes; n++) {
        for (unsigned p = 0; p < FEDX_PORTS; p++)
            e->sw[n].wire[p].address = fedx_address_of(&e->address, e->sw[n].wire[p].node);
        e->pe[n].wire.address = fedx_address_of(&e->address, n);
    }
    fill_ways(e);
    return 0;
}

/* The tables of all switches. @return 0, or -1 when out of memory */
static int create_entries(struct fedx_event_engine *e)
{
    if (e->nodes > FEDX_ADDRESS_NODES)
        return fedx_event_by_coordinates(e);
    e->entry = calloc(e->topology->pairs, sizeof *e->entry);
    if (e->entry)
        fedx_table_entries(e->topology, MOST_HOPS, e->deroutes, e->entry);
    return e->entry ? 0 : -1;
}

/* @return 0, or -1 when out of memory */
static int init_nodes(struct fedx_event_engine *e, const struct topology *t, const struct fedx_switch_regs *regs)
{
    e->config = regs->config;
    for (unsigned n = 0; n < e->nodes; n++) {
        struct fedx_event_switch *s = &e->sw[n];
        init_end(&s->end, regs, t->side[n], FEDX_EVENT_SWITCH_AWAKE);
        s->pool = regs->buffer_pool;
        s->admission = regs->admission;
        init_end(&e->pe[n].end, regs, 1, FEDX_EVENT_PE_AWAKE);
        wire_node(e, t, n);
    }
    return create_entries(e);
}

static struct fedx_event_engine *create(struct fabric *f)
{
    struct fedx_event_engine *e = calloc(1, sizeof *e);
    struct fedx_switch_regs regs;
    size_t nodes = (size_t)f->routers;

    if (!e)
        return NULL;
    e->fabric = f;
    e->topology = f->config.topology;
    e->nodes = e->count = (unsigned)nodes;
    e->large = nodes * sizeof *e->sw > 1 << 20;
    e->latency = (unsigned)((const struct fedx_settings *)f->settings)->latency;
    e->buffers = (unsigned)((const struct fedx_settings *)f->settings)->buffers;
    e->deroutes = ((const struct fedx_settings *)f->settings)->deroute_hops;
    e->sw = memory_zero(nodes, sizeof *e->sw);
    e->pe = memory_zero(nodes, sizeof *e->pe);
    e->report = calloc(nodes, sizeof *e->report);
    if (!e->sw || !e->pe || !e->report || wheel_init(&e->wheel, e->nodes) != 0 || configured(f->settings, &regs) != 0 ||
        init_nodes(e, f->config.topology, &regs) != 0) {
        destroy(e);
        return NULL;
    }
    for (unsigned n = 0; n < e->nodes; n++)
        wheel_mark(&e->wheel, f->cycle, FEDX_MARK_CHOICE, n);
    return e;
}

static void open_ports(struct fedx_event_end *end, const struct fedx_event_wire *wire, unsigned ports)
{
    FEDX_FOR_EACH_PORT(p, ports)
    if (wire[p].end)
        end->tx.refuse_last &= (uint8_t) ~(1u << p);
}

/* After reset ends are silent, and refuse for one cycle more; a refusal is remembered for another one. */
static void leave_reset(struct fedx_event_engine *e, uint64_t now)
{
    uint64_t links = FEDX_EVENT_SWITCH_AWAKE + 2 + e->latency, ejection = FEDX_EVENT_PE_AWAKE + 2 + e->latency;
    unsigned pe_port = 1u << FEDX_PE_PORT;

    if (now != FEDX_EVENT_SWITCH_AWAKE && now != FEDX_EVENT_PE_AWAKE && now != links && now != ejection)
        return;
    for (unsigned n = e->first; n < e->first + e->count; n++) {
        struct fedx_event_switch *s = &e->sw[n];
        if (now == links) {
            open_ports(&s->end, s->wire, FEDX_ALL_PORTS & ~pe_port);
            open_ports(&e->pe[n].end, &e->pe[n].wire, 1);
        }
        if (now == ejection)
            open_ports(&s->end, s->wire, pe_port);
        wheel_mark(&e->wheel, now, FEDX_MARK_SWITCH, n);
        wheel_mark(&e->wheel, now, FEDX_MARK_PE, n);
    }
}

static void take_requests(struct fedx_event_engine *e, uint64_t now)
{
    struct fedx_event_requests *slot = &e->coming[now % FEDX_EVENT_AHEAD];

    for (unsigned i = 0; i < slot->count; i++)
        fedx_event_request_arrives(e, &slot->request[i], now);
    slot->count = 0;
}

typedef void (*step)(struct fedx_event_engine *e, unsigned node, uint64_t now);

static inline void step_each(struct fedx_event_engine *e, uint64_t now, uint64_t nodes, unsigned first, step one)
{
    for (; nodes; nodes &= nodes - 1)
        one(e, first + (unsigned)__builtin_ctzll(nodes), now);
}

static inline uint64_t take(uint64_t *word)
{
    uint64_t nodes = *word;

    *word = 0;
    return nodes;
}

/*
 * In a large fabric the next nodes are not in the processor's cache: ask for what their steps will touch while the ones
 * before them are stepped.
 */
static inline void fetch(const void *first, const void *last)
{
    for (const char *at = first; at < (const char *)last; at += MEMORY_CACHE_LINE)
        __builtin_prefetch(at, 1);
}

static uint64_t marked_switches(const wheel_marks *m)
{
    return (*m)[FEDX_MARK_STOP] | (*m)[FEDX_MARK_DECIDE] | (*m)[FEDX_MARK_PASS] | (*m)[FEDX_MARK_LOOKUP] |
           (*m)[FEDX_MARK_SWITCH];
}

static void fetch_switches(const struct fedx_event_engine *e, const wheel_marks *m, size_t word)
{
    for (uint64_t nodes = marked_switches(m); nodes; nodes &= nodes - 1) {
        const struct fedx_event_switch *s = &e->sw[word * 64 + (unsigned)__builtin_ctzll(nodes)];
        fetch(&s->end, &s->wire);
    }
}

/* The words of the wheel whose nodes are stepped: from the first to the one behind the last. */
static size_t first_word(const struct fedx_event_engine *e)
{
    return e->first / WHEEL_WORD;
}

static size_t end_of_words(const struct fedx_event_engine *e)
{
    return (e->first + e->count + WHEEL_WORD - 1) / WHEEL_WORD;
}

/* A switch with any mark of its own kind and a whole step has only the latter. */
static INLINE void step_word(struct fedx_event_engine *e, uint64_t now, wheel_marks *m, unsigned first,
                             const int partitioned)
{
    uint64_t whole = take(&(*m)[FEDX_MARK_SWITCH]);

    step_each(e, now, take(&(*m)[FEDX_MARK_STOP]) & ~whole, first,
              partitioned ? fedx_event_stop_partitioned : fedx_event_stop);
    step_each(e, now, take(&(*m)[FEDX_MARK_DECIDE]) & ~whole, first,
              partitioned ? fedx_event_decide_partitioned : fedx_event_decide);
    step_each(e, now, take(&(*m)[FEDX_MARK_PASS]) & ~whole, first, fedx_event_pass);
    step_each(e, now, take(&(*m)[FEDX_MARK_LOOKUP]) & ~whole, first,
              partitioned ? fedx_event_lookup_partitioned : fedx_event_lookup);
    step_each(e, now, whole, first, partitioned ? fedx_event_switch_step_partitioned : fedx_event_switch_step);
}

static INLINE void step_switches(struct fedx_event_engine *e, uint64_t now, const int partitioned)
{
    size_t first = first_word(e), end = end_of_words(e);
    wheel_marks *m = wheel_slot(&e->wheel, now) + first;

    for (size_t i = first; i < end; i++, m++) {
        if (e->large && i + 1 < end)
            fetch_switches(e, m + 1, i + 1);
        if (!marked_switches(m))
            continue;
        step_word(e, now, m, (unsigned)i * WHEEL_WORD, partitioned);
    }
}

static INLINE void step_pe(struct fedx_event_engine *e, uint64_t now, unsigned n, int port_reached,
                           const int partitioned)
{
    struct fedx_event_report report = {n, fedx_event_pe_step(e, n, now, port_reached)};

    if (partitioned) {
        lp_group_stepped(e->part, n);
        if (report.what)
            lp_group_note(e->part, now, n, report.what);
    } else if (report.what) {
        e->report[e->reports++] = report;
    }
}

static INLINE void step_pes(struct fedx_event_engine *e, uint64_t now, const int partitioned)
{
    size_t first = first_word(e), end = end_of_words(e);
    wheel_marks *m = wheel_slot(&e->wheel, now) + first;

    for (size_t i = first; i < end; i++, m++) {
        uint64_t whole = take(&(*m)[FEDX_MARK_PE]), all = whole | take(&(*m)[FEDX_MARK_CHOICE]);
        for (; all; all &= all - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(all);
            step_pe(e, now, (unsigned)i * WHEEL_WORD + bit, (int)(whole >> bit & 1), partitioned);
        }
    }
}

/* What happens in a cycle; partitioned: to what one thread of several steps. */
static INLINE void step_all(struct fedx_event_engine *e, uint64_t now, const int partitioned)
{
    if (now <= FEDX_EVENT_PE_AWAKE + 2 + FEDX_MAX_LATENCY)
        leave_reset(e, now);
    take_requests(e, now);
    step_switches(e, now, partitioned);
    step_pes(e, now, partitioned);
}

void fedx_event_cycle(struct fedx_event_engine *e, uint64_t now)
{
    step_all(e, now, 1);
}

/* A message arrived: if its source waits for it, the source is looked at in the next cycle. One that is stale by itself
 * comes back by itself. */
static void entered(struct fedx_event_engine *e, uint64_t now, unsigned what, const struct packet *packet)
{
    const struct endpoint *source;

    if (!(what & ENDPOINT_DELIVERED))
        return;
    source = fabric_source_of(e->fabric, packet);
    if (source && source->starved && source->stale)
        wheel_mark(&e->wheel, now + ENDPOINT_UPDATE_CYCLES, FEDX_MARK_CHOICE, packet->source);
}

/* Once all PEs have been stepped, as the cycle engine does. A source that waits for a record will have one. */
static void enter_reports(struct fedx_event_engine *e, uint64_t now)
{
    for (unsigned i = 0; i < e->reports; i++) {
        const struct fedx_event_report *r = &e->report[i];

        scoreboard_enter(e->fabric, (int)r->node, r->what);
        entered(e, now, r->what, &e->fabric->endpoint[r->node].delivered[0].packet);
    }
    e->reports = 0;
}

/* @return 0 to go on, 1 when the run must end */
static int cycle(void *engine)
{
    struct fedx_event_engine *e = engine;
    struct fabric *f = e->fabric;
    uint64_t now = f->cycle;

    step_all(e, now, 0);
    enter_reports(e, now);
    if (e->out_of_memory)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, 0, "out of memory for requests");
    return scoreboard_close(f);
}

static void state(const void *engine, int node, void *out)
{
    const struct fedx_event_engine *e = engine;

    fedx_event_state(e, (unsigned)node, e->fabric->cycle, out);
}

static int reason(const void *engine, int node, int port)
{
    const struct fedx_event_engine *e = engine;

    return e->sw[node].admission.reason[port];
}

static unsigned used(const void *engine, int node)
{
    const struct fedx_event_engine *e = engine;

    return (unsigned)fedx_buffer_count(e->sw[node].pool.used);
}

/* What sees the packets of a switch, by their numbers. */
struct look {
    const struct fedx_event_engine *engine;
    int node;
    held_visit visit;
    void *context;
};

static void see(void *context, const struct held_packet *held)
{
    const struct look *look = context;
    struct held_packet named = *held;

    fedx_event_name(look->engine, (unsigned)look->node, &named.packet);
    look->visit(look->context, &named);
}

static void each_held(const void *engine, int node, held_visit visit, void *context)
{
    struct look look = {engine, node, visit, context};
    struct fedx_switch_regs regs;

    state(engine, node, &regs);
    fedx_each_held(&regs, see, &look);
}

static void archive_part(void *engine, int rank, struct archive *a);

static const struct fabric_engine fabric_engine = {.destroy = destroy,
                                                   .state = state,
                                                   .reason = reason,
                                                   .used = used,
                                                   .each_held = each_held,
                                                   .archive_part = archive_part};

/* PEs that were sent a message, or stopped, by hand since the last run. */
static void look_at_pes(struct fedx_event_engine *e)
{
    for (unsigned n = 0; n < e->nodes; n++)
        event_look_at(&e->wheel, &e->fabric->endpoint[n], e->fabric->cycle, &e->pe[n].stopped, FEDX_MARK_CHOICE, n);
}

/* A fabric gets its engine with the first cycle, or with the first archive. */
static struct fedx_event_engine *engine_of(struct fabric *f)
{
    if (!f->engine)
        f->engine = create(f);
    f->engine_ops = &fabric_engine;
    return f->engine;
}

static int run(struct fabric *f, uint64_t cycles, int threads, engine_watch watch, void *context, uint64_t period)
{
    struct fedx_event_engine *e = engine_of(f);

    if (!e)
        return -1;
    look_at_pes(e);
    if (f->split || (threads > 1 && lp_group_most(f) > 1))
        return fedx_event_parts_run(e, cycles, (unsigned)threads, watch, context, period);
    event_run(f, e, cycle, cycles, watch, context, period);
    return 0;
}

/* The registers of a switch, as a whole. */
static int usable(const struct fedx_event_switch *s)
{
    struct fedx_switch_regs regs = {.port_receive = s->receive,
                                    .port_transmit = s->end.tx,
                                    .ownership = s->end.own,
                                    .buffer_pool = s->pool,
                                    .admission = s->admission};
    unsigned masks =
        s->end.in_turn | s->end.in_req | s->end.turn_coming | s->end.passing | s->end.refused | s->receiving;

    return fedx_regs_usable(&regs) && (masks & ~FEDX_ALL_PORTS) == 0;
}

static void archive_switch(const struct fedx_event_engine *e, struct fedx_event_switch *s, struct archive *a)
{
    ARCHIVE_SPAN(a, s, end, wire);
    ARCHIVE(a, s->best);
    a->visit(a, "s->tally", &s->tally, FEDX_BUFFERS);
    ARCHIVE(a, s->pool);
    archive_check(a, usable(s));
    for (unsigned p = 0; a->loading && p < FEDX_PORTS; p++)
        s->choice[p] = fedx_event_choice(e, s, p);
}

static void archive_pe(struct fedx_event_pe *p, struct archive *a)
{
    unsigned masks;

    ARCHIVE(a, p->end);
    ARCHIVE(a, p->head);
    ARCHIVE(a, p->alarm);
    ARCHIVE(a, p->prepared);
    ARCHIVE(a, p->prepared_head);
    ARCHIVE(a, p->preparing);
    ARCHIVE(a, p->arriving);
    ARCHIVE(a, p->stopped);
    masks = p->end.tx.sending | p->end.tx.gap | p->end.turn_coming | p->end.passing | p->end.refused;
    archive_check(a, (masks & ~1u) == 0 && p->preparing <= 1);
}

/* Ends are pointers: they are found again by node and kind. */
static void archive_request(struct fedx_event_engine *e, struct fedx_event_request *r, struct archive *a)
{
    struct fedx_event_wire *to = &r->to;

    ARCHIVE(a, to->node);
    ARCHIVE(a, to->port);
    ARCHIVE(a, to->to_pe);
    ARCHIVE(a, r->level);
    if (!a->loading)
        return;
    archive_check(a, to->node < e->nodes && to->port < (to->to_pe ? 1 : FEDX_PORTS));
    if (!a->reason)
        to->end = to->to_pe ? &e->pe[to->node].end : &e->sw[to->node].end;
}

static void archive_requests(struct fedx_event_engine *e, struct fedx_event_requests *slot, struct archive *a)
{
    unsigned count = (unsigned)archive_count(a, slot->count, UINT32_MAX);

    if (a->loading)
        slot->count = 0;
    for (unsigned i = 0; i < count && !a->reason; i++) {
        if (a->loading && fedx_event_hand_on(slot, &(struct fedx_event_request){.level = 0}) != 0)
            a->reject(a, "out of memory");
        else
            archive_request(e, &slot->request[i], a);
    }
}

/* Those that come to nodes of a rank. */
static void archive_requests_of(struct fedx_event_engine *e, int rank, struct fedx_event_requests *slot,
                                struct archive *a)
{
    struct fedx_event_requests all = *slot, own = {.count = 0};
    int failed = 0;

    *slot = (struct fedx_event_requests){.count = 0};
    for (unsigned i = 0; i < all.count; i++)
        failed |= fedx_event_hand_on(fabric_rank_of(e->fabric, (int)all.request[i].to.node) == rank ? &own : slot,
                                     &all.request[i]);
    archive_requests(e, &own, a);
    for (unsigned i = 0; i < own.count; i++)
        failed |= fedx_event_hand_on(slot, &own.request[i]);
    if (failed)
        a->reject(a, "out of memory");
    free(all.request);
    free(own.request);
}

static void archive_wheel(struct fedx_event_engine *e, struct archive *a)
{
    wheel_archive(&e->wheel, a);
    for (unsigned set = 0; set < WHEEL_SETS; set++)
        wheel_check(&e->wheel, set, e->nodes, a);
}

static int by_end(const void *a, const void *b)
{
    const struct fedx_event_request *x = a, *y = b;
    const unsigned one[] = {x->to.node, x->to.to_pe, x->to.port, x->level},
                   other[] = {y->to.node, y->to.to_pe, y->to.port, y->level};

    for (int i = 0; i < 4; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

/*
 * Saved are the same bytes whoever ran the fabric, and in whatever parts: requests of a cycle in the order of the ends
 * they come to, where their order does not matter and two for one port say the same; and of messages that have arrived,
 * none. A source finds these with its next choice, which with parts may be after another one; one that waits for them
 * is told at once.
 */
static void settle(struct fedx_event_engine *e)
{
    for (int i = 0; i < FEDX_EVENT_AHEAD; i++)
        if (e->coming[i].count)
            qsort(e->coming[i].request, e->coming[i].count, sizeof *e->coming[i].request, by_end);
    for (unsigned n = 0; n < e->nodes; n++)
        endpoint_settle(&e->fabric->endpoint[n]);
}

static void archive_engine(struct fedx_event_engine *e, struct archive *a)
{
    archive_section(a, "event engine");
    for (unsigned n = 0; n < e->nodes; n++) {
        archive_switch(e, &e->sw[n], a);
        archive_pe(&e->pe[n], a);
    }
    for (int i = 0; i < FEDX_EVENT_AHEAD; i++)
        archive_requests(e, &e->coming[i], a);
    archive_wheel(e, a);
}

/* The marks of a word of what a rank has. */
static void archive_marks_of(struct fedx_event_engine *e, int rank, size_t word, struct archive *a)
{
    wheel_marks nodes = {0};

    for (unsigned bit = 0; bit < WHEEL_WORD && word * WHEEL_WORD + bit < e->nodes; bit++)
        nodes[0] |= (uint64_t)(fabric_rank_of(e->fabric, (int)(word * WHEEL_WORD + bit)) == rank) << bit;
    for (unsigned set = 1; set < WHEEL_SETS; set++)
        nodes[set] = nodes[0];
    if (nodes[0])
        wheel_archive_word(&e->wheel, word, &nodes, a);
}

static void archive_part(void *engine, int rank, struct archive *a)
{
    struct fedx_event_engine *e = engine;

    archive_section(a, "event engine");
    for (unsigned n = 0; n < e->nodes; n++)
        if (fabric_rank_of(e->fabric, (int)n) == rank) {
            archive_switch(e, &e->sw[n], a);
            archive_pe(&e->pe[n], a);
        }
    for (int i = 0; i < FEDX_EVENT_AHEAD; i++)
        archive_requests_of(e, rank, &e->coming[i], a);
    for (size_t word = 0; word < e->wheel.words; word++)
        archive_marks_of(e, rank, word, a);
}

static void archive(struct fabric *f, struct archive *a)
{
    struct fedx_event_engine *e = engine_of(f);

    if (!e) {
        a->reject(a, "out of memory");
        return;
    }
    if (!a->loading)
        settle(e);
    else
        e->asked = 0;
    fabric_archive(f, a);
    archive_engine(e, a);
}

/* Whoever asks may be about to run it: nothing is made for that. */
static int threads_that_pay(const struct fabric *f, int threads)
{
    const struct fedx_settings *settings = f->settings;

    return fedx_event_parts_pay((unsigned)f->own_routers.total, (unsigned)settings->latency, threads);
}

/* Some 2 ns each, while an exchange takes two microseconds, and all ranks keep all scoreboard. */
enum { LEAST_RANK = 2048 };

const struct engine_ops fedx_engine_event = {
    .name = "event", .run = run, .threads = threads_that_pay, .ranks = LEAST_RANK, .archive = archive};

/* What the event engine keeps, in the form in which it keeps it: a port sends until its packet is accepted. */
static void kept(void *registers)
{
    struct fedx_switch_regs *regs = registers, all = *regs;

    fedx_regs_reset(regs);
    regs->ownership = all.ownership;
    regs->port_transmit.sending = all.port_transmit.sending | all.port_transmit.await;
    regs->port_transmit.gap = all.port_transmit.gap;
    regs->port_transmit.bit = all.port_transmit.bit;
    memcpy(regs->port_transmit.buf, all.port_transmit.buf, sizeof regs->port_transmit.buf);
    regs->buffer_pool = all.buffer_pool;
    memset(regs->buffer_pool.read_data, 0, sizeof regs->buffer_pool.read_data);
    regs->admission = all.admission;
}

/* A watched packet is overdue: docs/spec/fedx.md section 9. */
static int rare(const void *registers)
{
    const struct fedx_switch_regs *regs = registers;

    return regs->admission.watched && regs->admission.watch_age >= regs->config.throttle_timeout;
}

const struct engine_kind fedx_kind_event = {&fedx_engine_event, kept, rare, NULL};

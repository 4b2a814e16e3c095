/* SPDX-License-Identifier: Apache-2.0
 *
 * Law 6 for the packets of one exchange, exhaustively: two switches joined by a link,
 * a PE at each; a fault on every wire of every cable, in every cycle, as either end
 * sees it and, of half-duplex wires, as both do. The run is saved before each cycle
 * and gone on with once for every fault. Afterwards a packet goes each way.
 *
 *     fault_exchange [all | short | outside]
 *
 * all: with 0 to 2 extra stages on the wires. short: with 0 in even cycles and 1 in odd ones,
 * and with one data wire in a cycle, another one in each. outside: what lies outside the law, two flips, held
 * levels and damaged headers at random places of an exchange; that is counted only.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cmodel/engine/engine.h"
#include "../cmodel/fedx/kind/fedx_faults.h"
#include "../cmodel/fedx/kind/fedx_kind.h"
#include "../cmodel/fedx/kind/fedx_model_node.h"
#include "../cmodel/fedx/kind/fedx_port.h"
#include "fedx/header.h"
#include "fedx/rng.h"

enum mode { ALL, SHORT, OUTSIDE };

/* The longest that an exchange with a fault, or the two packets that follow, may take. */
enum { LONGEST = 2500, CABLES = 3, LATENCIES = 3, WITNESSES = 16, SHOWN = 10 };

/* Outside the law: tries from each cycle. */
enum { PAIRS = 30, HELD = 30, HEADERS = 20000, APART = 200, LONGEST_HELD = 300 };

/* A message to be sent. */
struct send {
    uint64_t cycle;
    int node, to, packets;
};

struct scenario {
    const char *name;
    struct send send[3]; /* up to the first without packets */
    int stopped;         /* node whose PE refuses ejections for the first STOPPED cycles, or -1 */
    int backpressure;
};

enum { STOPPED = 420, FIRST = 70 };

static const struct scenario scenarios[] = {
    {"a packet by the end that owns the link", {{FIRST, 0, 1, 1}}, -1, FEDX_BACKPRESSURE_NONE},
    {"a packet by the end that has to ask", {{FIRST, 1, 0, 1}}, -1, FEDX_BACKPRESSURE_NONE},
    {"a packet each way: change of direction", {{FIRST, 0, 1, 1}, {FIRST + 9, 1, 0, 1}}, -1, FEDX_BACKPRESSURE_NONE},
    {"two packets one after the other", {{FIRST, 0, 1, 2}}, -1, FEDX_BACKPRESSURE_NONE},
    {"a packet to its own PE", {{FIRST, 0, 0, 1}}, -1, FEDX_BACKPRESSURE_NONE},
    {"refused on the link, by a switch", {{FIRST, 0, 1, 2}}, 1, FEDX_BACKPRESSURE_DESTINATION},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static const char *fits(int rows, int cols)
{
    (void)rows;
    (void)cols;
    return NULL;
}

/* Port 0 of node 0 and port 1 of node 1. */
static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    (void)t;
    return node == port ? (struct topology_end){1 - node, 1 - port, 0} : (struct topology_end){-1, 0, 0};
}

static const struct topology_kind pair = {
    .name = "pair", .summary = "two switches", .links = FEDX_LINKS, .check = fits, .neighbour = neighbour};

/* What came of the runs of one kind. */
struct totals {
    uint64_t faults, followed, outcome[FAULT_OUTCOMES];
    uint64_t broken, lost, doubled, damaged, stuck, collided; /* runs */
    uint64_t noticed; /* broken ones in which an end counted itself out of step */
};

/* One scenario at one latency. */
struct stage {
    enum mode mode;
    const struct scenario *scenario;
    struct fabric *fabric, *good; /* with a fault; without */
    uint64_t end;                 /* of the run without: cycle, and events */
    uint64_t events;
    struct totals *totals;                 /* of single flips */
    struct totals *pairs, *held, *headers; /* outside the law; held [FEDX_FAULT_WIRES] */
    struct rng random;
};

static int start(struct stage *s, const struct topology *t, const struct fault_plan *plan, int latency)
{
    static const struct node_ops *const nodes[] = {&fedx_node_model, &fedx_node_model};
    struct fedx_settings settings = fedx_settings_default();
    struct fabric_config config = {.topology = t,
                                   .kind = &fedx_kind,
                                   .settings = &settings,
                                   .endpoint = {.adaptive = 1},
                                   .nodes = (const struct node_ops **)nodes,
                                   .hooks = &faults_hooks,
                                   .hook_settings = plan};

    settings.latency = latency;
    settings.backpressure = s->scenario->backpressure;
    s->fabric = fabric_create(&config);
    s->good = fabric_create(&config);
    return s->fabric && s->good ? 0 : -1;
}

/* One cycle, with the messages that are due. */
static void step(const struct stage *s, struct fabric *f)
{
    uint64_t now = fabric_cycle(f);

    for (const struct send *m = s->scenario->send; m < s->scenario->send + 3 && m->packets; m++)
        if (m->cycle == now)
            endpoint_send(fabric_endpoint(f, m->node), now, m->to, m->packets);
    engine_cycle.run(f, 1, 1, NULL, NULL, 1);
}

static int drained(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_pending(f) == 0 && fabric_drained(f);
}

/* Until all is delivered. @return 0, or -1 when it takes too long */
static int settle(const struct stage *s, struct fabric *f)
{
    while (fabric_cycle(f) <= s->scenario->send[0].cycle + 20)
        step(s, f);
    engine_cycle.run(f, LONGEST, 1, drained, NULL, 4);
    return drained(NULL, f) ? 0 : -1;
}

/* The same in the other world that has no faults: a packet each way. */
static int goes_on(const struct stage *s, struct fabric *f)
{
    uint64_t now = fabric_cycle(f);

    endpoint_send(fabric_endpoint(f, 0), now, 1, 1);
    endpoint_send(fabric_endpoint(f, 1), now, 0, 1);
    return settle(s, f);
}

/* Whether an end of a cable has had to take over a stop-and-wait bit. */
static int out_of_step(struct fabric *f)
{
    struct fedx_switch_regs regs;
    unsigned any = 0;

    for (int n = 0; n < 2; n++) {
        fabric_state(f, n, &regs);
        any |= ((struct fedx_port *)fabric_endpoint(f, n)->port)->end.tx.out_of_step[0];
        for (int p = 0; p < FEDX_PORTS; p++)
            any |= regs.port_transmit.out_of_step[p];
    }
    return any != 0;
}

/* @return 1 when a packet is lost, doubled or damaged, or nothing moves */
static int judge(struct fabric *f, int settled, struct totals *t)
{
    struct stats stats = fabric_stats(f);

    fabric_account(f);
    const struct faults_report *r = faults_report(f);
    int broken = !faults_good(r) || !settled || stats.delivered != stats.created;
    t->collided += r->collisions != 0;
    t->lost += r->lost != 0;
    t->doubled += r->doubled != 0;
    t->damaged += (r->damaged | r->misdelivered) != 0;
    t->stuck += !settled && r->lost == 0;
    t->broken += (uint64_t)broken;
    t->noticed += broken && out_of_step(f);
    return broken;
}

static void print_broken(const struct stage *s, const struct fault *fault)
{
    if (s->totals->broken > SHOWN)
        return;
    printf("BROKEN: %s, L = %d:\n", s->scenario->name, fedx_kind.latency(fabric_config(s->fabric)->settings));
    fault_print(&fedx_kind, fault, stdout);
}

static void load(struct fabric *f, const struct archive *saved)
{
    struct archive from;

    archive_load(&from, saved->bytes, saved->length);
    fabric_archive(f, &from);
    if (archive_end(&from) != 0) {
        fprintf(stderr, "rejected: %s\n", from.reason);
        exit(2);
    }
}

static void save(struct fabric *f, struct archive *to)
{
    archive_save(to);
    fabric_archive(f, to);
    archive_end(to);
}

/* What came of the faults of a run: the last outcome that there is. */
static int outcome_of(const struct fabric *f)
{
    const struct faults_report *r = faults_report(f);
    int last = -1;

    for (int place = 0; place < 2; place++)
        for (int wire = 0; wire < FEDX_FAULT_WIRES; wire++)
            for (int o = 0; o < FAULT_OUTCOMES; o++)
                if (r->outcome[place][wire][o] && o > last)
                    last = o;
    return last;
}

/* One that is proved to have no effect ends as without it, at the same time and with the same events. */
static void bear_witness(struct stage *s, const struct fault *fault)
{
    struct fabric *f = s->fabric;

    s->totals->followed++;
    while (fabric_cycle(f) < s->end)
        step(s, f);
    if (fabric_drained(f) && fabric_pending(f) == 0 && fabric_event_digest(f) == s->events)
        return;
    s->totals->broken++;
    print_broken(s, fault);
}

/* Go on from a saved cycle with one fault, to the end unless it is proved that nothing comes of it. */
static void one_fault(struct stage *s, const struct archive *saved, const struct fault *fault)
{
    struct totals *t = s->totals;
    struct fabric *f = s->fabric;

    load(f, saved);
    faults_strike(f, fault);
    step(s, f);
    step(s, f);
    t->faults++;
    if (outcome_of(f) == FAULT_NOTHING) {
        if (t->outcome[FAULT_NOTHING]++ % WITNESSES == 0)
            bear_witness(s, fault);
        return;
    }
    t->followed++;
    if (judge(f, settle(s, f) == 0 && goes_on(s, f) == 0, t))
        print_broken(s, fault);
    t->outcome[outcome_of(f)]++;
}

/* The place of a cable where a flip strikes, as of faults.h. */
static struct fault flip_at(int cable, int place, uint64_t cycle)
{
    static const struct {
        uint16_t node;
        uint8_t end;
    } ends[CABLES][2] = {{{0, 0}, {1, 1}}, {{0, 6}, {0, FAULT_ENDPOINT}}, {{1, 6}, {1, FAULT_ENDPOINT}}};
    int both = place >= 26, wire = both ? place - 26 : place % 13, side = both ? 0 : place / 13;

    return (struct fault){.cycle = cycle,
                          .length = 1,
                          .kind = FAULT_FLIP,
                          .node = ends[cable][side].node,
                          .end = ends[cable][side].end,
                          .both = (uint8_t)both,
                          .wire = (uint8_t)(wire < 8 ? FEDX_FAULT_data : FEDX_FAULT_valid + wire - 8),
                          .bits = (uint64_t)(wire < 8 ? 1 << wire : 1)};
}

/* In short, every other cycle, at the other latency the others; of the data one wire as each end sees it, and one as
 * both do. */
static int left_out(const struct stage *s, int place, uint64_t cycle)
{
    int wire = place >= 26 ? place - 26 : place % 13;

    if (s->mode != SHORT)
        return 0;
    return (cycle + (uint64_t)fedx_kind.latency(fabric_config(s->fabric)->settings)) % 2 ||
           (wire < 8 && wire != (int)(cycle / 2 % 8));
}

static void every_fault(struct stage *s, const struct archive *saved)
{
    uint64_t cycle = fabric_cycle(s->good);

    for (int cable = 0; cable < CABLES; cable++)
        for (int place = 0; place < FEDX_FAULT_PLACES; place++) {
            struct fault fault = flip_at(cable, place, cycle);
            if (!left_out(s, place, cycle))
                one_fault(s, saved, &fault);
        }
}

/* Two flips on one cable. */
static void two_faults(struct stage *s, const struct archive *saved)
{
    struct fabric *f = s->fabric;
    uint64_t cycle = fabric_cycle(s->good), second = cycle + rng_below(&s->random, APART);
    int cable = (int)rng_below(&s->random, CABLES);
    struct fault a = flip_at(cable, (int)rng_below(&s->random, FEDX_FAULT_PLACES), cycle);
    struct fault b = flip_at(cable, (int)rng_below(&s->random, FEDX_FAULT_PLACES), second);

    load(f, saved);
    faults_strike(f, &a);
    while (fabric_cycle(f) < second)
        step(s, f);
    faults_strike(f, &b);
    s->pairs->faults++;
    judge(f, settle(s, f) == 0 && goes_on(s, f) == 0, s->pairs);
}

/* A level that stays where it was. */
static void held_level(struct stage *s, const struct archive *saved)
{
    struct fabric *f = s->fabric;
    int wire = FEDX_FAULT_valid + (int)rng_below(&s->random, FEDX_FAULT_WIRES - 1), side = rng_next(&s->random) & 1;
    struct fault fault = flip_at((int)rng_below(&s->random, CABLES), 13 * side + 7 + wire, fabric_cycle(s->good) + 1);

    fault.kind = FAULT_HOLD;
    fault.length = 2 + rng_below(&s->random, LONGEST_HELD);
    load(f, saved);
    faults_strike(f, &fault);
    step(s, f);
    while (fabric_cycle(f) < fault.cycle + fault.length)
        step(s, f);
    s->held[wire].faults++;
    judge(f, settle(s, f) == 0 && goes_on(s, f) == 0, &s->held[wire]);
}

/* Bytes 3 to 9 of a header on the link changed at random: what the header check is for, and it finds 255 of 256. */
static void damaged_header(struct stage *s, const struct archive *saved)
{
    struct fabric *f = s->fabric;
    uint64_t first = fabric_cycle(s->good) + (uint64_t)fedx_kind.latency(fabric_config(f)->settings);

    load(f, saved);
    for (unsigned byte = 0; byte < FEDX_HEADER_BYTES; byte++) {
        struct fault fault = flip_at(0, 13, first + byte);
        fault.bits = rng_next(&s->random) & 0xff;
        while (fabric_cycle(f) < fault.cycle)
            step(s, f);
        if (byte >= FEDX_BYTE_FLAGS && fault.bits)
            faults_strike(f, &fault);
        step(s, f);
    }
    s->headers->faults++;
    judge(f, settle(s, f) == 0 && goes_on(s, f) == 0, s->headers);
    s->headers->outcome[outcome_of(f)]++;
}

/* Whether the first byte of a header of node 0 is on the link. */
static int header_begins(struct fabric *f)
{
    struct fedx_switch_regs regs;

    fabric_state(f, 0, &regs);
    return (regs.port_transmit.sending & 1u) && regs.port_transmit.count[0] == 0;
}

static void outside(struct stage *s, const struct archive *saved)
{
    for (int i = 0; i < HEADERS && s->scenario == scenarios && header_begins(s->good); i++)
        damaged_header(s, saved);

    for (int i = 0; i < PAIRS; i++)
        two_faults(s, saved);
    for (int i = 0; i < HELD; i++)
        held_level(s, saved);
}

/* The PE of a scenario that does not eject at first. */
static void stop_pe(const struct stage *s, struct fabric *f)
{
    struct fault stop = {.length = STOPPED, .kind = FAULT_STOP, .node = (uint16_t)s->scenario->stopped};

    if (s->scenario->stopped >= 0)
        faults_strike(f, &stop);
}

static void explore(struct stage *s)
{
    struct archive saved = {0};

    stop_pe(s, s->good);
    save(s->good, &saved);
    load(s->fabric, &saved);
    settle(s, s->fabric);
    s->end = fabric_cycle(s->fabric);
    s->events = fabric_event_digest(s->fabric);
    while (fabric_cycle(s->good) < s->end) {
        if (fabric_cycle(s->good) >= FIRST - 6) {
            save(s->good, &saved);
            if (s->mode == OUTSIDE)
                outside(s, &saved);
            else
                every_fault(s, &saved);
        }
        step(s, s->good);
    }
    archive_finish(&saved);
}

static void print_stage(const struct stage *s, int latency)
{
    const struct totals *t = s->totals;

    printf("L = %d  %-40s %4" PRIu64 " cycles %7" PRIu64 " faults, %6" PRIu64 " followed: ", latency, s->scenario->name,
           s->end - FIRST + 6, t->faults, t->followed);
    for (int o = 0; o < FAULT_OUTCOMES; o++)
        printf("%" PRIu64 " %s, ", t->outcome[o], fedx_kind_faults.outcomes[o]);
    printf("%" PRIu64 " broken\n", t->broken);
}

static void print_outside(const char *what, const struct totals *t)
{
    printf("%-14s %8" PRIu64 " tried, %6" PRIu64 " not conserved: lost %" PRIu64 ", doubled %" PRIu64
           ", damaged %" PRIu64 ", stuck %" PRIu64 "; of these out of step noticed %" PRIu64 "; collisions in %" PRIu64
           "\n",
           what, t->faults, t->broken, t->lost, t->doubled, t->damaged, t->stuck, t->noticed, t->collided);
}

static void print_held(const char *wire, const struct totals *t)
{
    char what[32];

    snprintf(what, sizeof what, "%s held", wire);
    print_outside(what, t);
}

static int usage(void)
{
    fprintf(stderr, "usage: fault_exchange [all | short | outside]\n");
    return 2;
}

/* All scenarios of one latency. @return 0, or 2 when out of memory */
static int explore_all(struct stage proto, const struct topology *t, const struct fault_plan *plan, int latency,
                       struct totals *sum)
{
    for (int i = 0; i < SCENARIOS; i++) {
        struct totals totals = {0};
        struct stage s = proto;
        s.scenario = &scenarios[i];
        s.totals = &totals;
        s.random = rng_stream(7, (uint64_t)(latency * SCENARIOS + i));
        if (start(&s, t, plan, latency) != 0)
            return 2;
        explore(&s);
        if (s.mode != OUTSIDE)
            print_stage(&s, latency);
        sum->faults += totals.faults;
        sum->broken += totals.broken;
        fabric_destroy(s.fabric);
        fabric_destroy(s.good);
    }
    return 0;
}

static void print_all_outside(const struct totals *pairs, const struct totals *headers, const struct totals *held)
{
    print_outside("two flips", pairs);
    print_outside("header damaged", headers);
    printf("  of these the packet check, not the header check, found %" PRIu64 "\n",
           headers->outcome[FEDX_FAULT_CHECK]);
    for (int w = FEDX_FAULT_valid; w < FEDX_FAULT_WIRES; w++)
        print_held(kind_wire(&fedx_kind, (unsigned)w)->field, &held[w]);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"all", "short", "outside"};
    struct fault_plan plan = {.mode = FAULT_FILE, .window = FEDX_FAULT_WINDOW};
    struct totals pairs = {0}, headers = {0}, held[FEDX_FAULT_WIRES] = {{0}}, sum = {0};
    const char *error;
    int mode = 0;

    while (argc > 1 && mode <= OUTSIDE && strcmp(argv[1], names[mode]) != 0)
        mode++;
    if (argc > 2 || mode > OUTSIDE)
        return usage();
    struct topology *t = topology_create(&pair, 1, 2, &error);
    for (int latency = 0; latency < (mode == SHORT ? LATENCIES - 1 : LATENCIES); latency++) {
        struct stage s = {.mode = (enum mode)mode, .pairs = &pairs, .held = held, .headers = &headers};
        if (explore_all(s, t, &plan, latency, &sum) != 0)
            return 2;
    }
    topology_destroy(t);
    if (mode == OUTSIDE) {
        print_all_outside(&pairs, &headers, held);
        return 0;
    }
    printf("%" PRIu64 " exchanges with a fault, %" PRIu64 " broken\n", sum.faults, sum.broken);
    return sum.broken > 0 || sum.faults == 0;
}

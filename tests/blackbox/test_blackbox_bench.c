/* SPDX-License-Identifier: Apache-2.0
 *
 * The bench of routers of other people, with a router in C in the place of a built one: right ones pass with every
 * check having looked at something, each fault is found by the check that it is meant for, and is made as small as ten
 * packets.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "blackbox/bench/blackbox_bench_internal.h"
#include "blackbox/campaign/blackbox_campaign.h"
#include "blackbox/wrapper/blackbox_device.h"
#include "blackbox/bench/blackbox_live.h"
#include "blackbox/minimise/blackbox_shrink.h"

enum { SOURCES = 3, SINKS = 4, QUEUE = 4, ENDLESS = 100000 /* cycles that no episode has */ };

/* data 26, last 1, dest 3 */
#define LAST(flit) ((flit) >> 26 & 1)
#define DEST(flit) ((flit) >> 27 & 7)

enum fault {
    NONE,
    LOSES,
    DOUBLES,
    MISDELIVERS,
    CORRUPTS,
    SWAPS,
    MIXES,
    WAVERS,
    STICKS,
    REMEMBERS,
    DAWDLES,
    KEEPS_CREDIT,
    MAKES_CREDIT,
    SENDS,
    HANGS,
    LEAKS,
    RUNS_ON,
    WEDGES,
    GHOSTS,
    STARVES,
    SLOWS,
    DROPS,
    HALVES,
    BABBLES,
    NODS,
    SHOWS
};

static enum fault fault; /* of all routers that are made */
static int credits;      /* they have credits, else ready */
static int waits;        /* ... or yumi, which waits for valid, and at outputs valid, which waits for ready */

/* A crossbar with a queue for each input. */
struct router {
    uint32_t in[SOURCES * 2 + SINKS], out[SOURCES + SINKS * 2];
    uint32_t queue[SOURCES][QUEUE + 1];
    int count[SOURCES], single[SOURCES], inside[SOURCES], stuck[SOURCES], again[SOURCES], age[SOURCES];
    int owner[SINKS], left[SINKS], shown[SINKS], back[SOURCES];
    int cycle, ghost[SOURCES], owed[SOURCES], wedged, length[SINKS], wait[SINKS], dropping[SOURCES], babbles[SINKS];
};

static void *create(const struct node_ops *inner, uint64_t seed)
{
    (void)inner;
    (void)seed;
    return calloc(1, sizeof(struct router));
}

static void restart(struct router *r)
{
    for (int i = 0; i < SOURCES; i++) {
        if (fault != REMEMBERS)
            r->count[i] = 0;
        r->single[i] = 1;
        r->inside[i] = r->stuck[i] = r->again[i] = r->age[i] = r->back[i] = r->ghost[i] = r->owed[i] = 0;
    }
    r->wedged &= fault == WEDGES;
    for (int k = 0; k < SINKS; k++) {
        r->owner[k] = -1;
        r->left[k] = QUEUE;
        r->babbles[k] = 0;
    }
}

static uint32_t sink_of(const struct router *r, int source)
{
    uint32_t dest = DEST(r->queue[source][0]);

    if (fault == LEAKS && dest >= SINKS)
        return 0;
    return fault == MISDELIVERS && dest == 2 && r->count[(source + 1) % SOURCES] ? 3 : dest;
}

/* The input that an output shows, or -1. */
static int pick(const struct router *r, int sink)
{
    for (int n = 0; n < SOURCES && !(fault == WEDGES && r->wedged); n++) {
        int i = fault == STARVES ? n : (r->cycle / 8 + n) % SOURCES;
        if (r->owner[sink] >= 0 && fault != MIXES)
            i = r->owner[sink];
        if (r->count[i] && !r->stuck[i] && sink_of(r, i) == (uint32_t)sink && (fault != DAWDLES || r->age[i] > 40) &&
            (r->inside[i] ? r->owner[sink] == i || fault == MIXES : 1))
            return i;
    }
    return -1;
}

static void settle(struct router *r)
{
    memset(r->out, 0, sizeof r->out);
    for (int i = 0; i < SOURCES; i++)
        r->out[i] = credits ? (uint32_t)r->back[i] : r->count[i] < QUEUE;
    for (int k = 0; k < SINKS; k++) {
        int i = pick(r, k);
        r->shown[k] = i;
        if (r->babbles[k]) {
            r->shown[k] = -1;
            r->out[SOURCES + 2 * k] = 1; /* for ever, a flit that nobody sent */
            continue;
        }
        if (i < 0 || (credits && r->left[k] == 0 && fault != SENDS) ||
            (fault == SLOWS && r->cycle % 3 && !(r->wait[k])))
            r->shown[k] = -1;
        else if (fault != WAVERS || r->cycle % 8 || (r->in[SOURCES * 2 + k] & 1))
            r->out[SOURCES + 2 * k] = 1;
        if (r->shown[k] >= 0)
            r->out[SOURCES + 2 * k + 1] = r->queue[i][0] ^ (fault == CORRUPTS && r->count[i] == QUEUE);
    }
}

/* What is 0 without the other pin of its handshake. */
static void gate(struct router *r)
{
    for (int i = 0; i < SOURCES && fault != NODS; i++)
        r->out[i] &= r->in[2 * i];
    for (int k = 0; k < SINKS && fault != SHOWS; k++)
        r->out[SOURCES + 2 * k] &= r->in[SOURCES * 2 + k];
}

/* A credit: one goes back in a cycle. */
static void put_flit(struct router *r, int i)
{
    r->owed[i] += r->back[i];
    r->back[i] = 1;
}

static void pop(struct router *r, int sink, int i)
{
    uint32_t flit = r->queue[i][0];
    int single = !r->inside[i] && LAST(flit);

    r->owner[sink] = LAST(flit) ? -1 : i;
    r->inside[i] = !LAST(flit);
    if (fault == DOUBLES && single && !r->again[i]) {
        r->again[i] = 1;
        return;
    }
    r->again[i] = 0;
    r->length[sink] = r->inside[i] ? r->length[sink] + 1 : 0;
    r->stuck[i] = (fault == STICKS && LAST(flit) && !single) || (fault == RUNS_ON && r->length[sink] > 6);
    r->babbles[sink] |= fault == BABBLES && r->length[sink] > 6;
    memmove(r->queue[i], r->queue[i] + 1, (QUEUE) * sizeof r->queue[i][0]);
    r->count[i]--;
    r->age[i] = 0;
    if (!(fault == KEEPS_CREDIT && LAST(flit) && single))
        put_flit(r, i);
}

static void push(struct router *r, int i, uint32_t flit)
{
    int single = r->single[i] && LAST(flit), n = r->count[i];

    if (fault == DROPS || fault == HALVES) {
        /* a packet that finds others before it is dropped, or the rest of one from there on */
        if (r->single[i])
            r->dropping[i] = n > 1;
        else if (fault == HALVES)
            r->dropping[i] |= n > 1;
        if (r->dropping[i]) {
            r->single[i] = (int)LAST(flit);
            return;
        }
    }
    r->wedged |= n == QUEUE; /* nobody should, without a credit */
    if (DEST(flit) >= SINKS && fault != HANGS && fault != LEAKS) {
        put_flit(r, i);
        return;
    }
    if (n <= QUEUE && !(fault == LOSES && single && n == 0))
        r->queue[i][r->count[i]++] = flit;
    if (fault == SWAPS && single && n > 2 && LAST(r->queue[i][n - 1]) && LAST(r->queue[i][n - 2])) {
        r->queue[i][n] = r->queue[i][n - 1];
        r->queue[i][n - 1] = flit;
    }
    r->single[i] = (int)LAST(flit);
}

static void clock_edge(struct router *r)
{
    for (int i = 0; i < SOURCES; i++) {
        r->back[i] = (fault == MAKES_CREDIT && r->cycle == 50) || r->owed[i];
        r->owed[i] -= r->owed[i] > 0;
    }
    for (int k = 0; k < SINKS; k++) {
        uint32_t back = r->in[SOURCES * 2 + k] & 1, valid = r->out[SOURCES + 2 * k];
        int i = r->shown[k];
        r->wait[k] = valid && !back;
        if (i >= 0 && valid && (credits || back))
            pop(r, k, i);
        else if (i >= 0)
            r->owner[k] = i;
        r->left[k] += credits ? (int)back - (int)valid : 0;
    }
    for (int i = 0; i < SOURCES; i++) {
        r->age[i] += r->count[i] > 0;
        if (r->in[2 * i] && (credits || r->out[i]))
            push(r, i, r->in[2 * i + 1]);
        else if (fault == GHOSTS && r->ghost[i] && !r->in[2 * i])
            r->stuck[i] = 1;
        r->ghost[i] = r->in[2 * i] && !r->out[i];
    }
    r->cycle++;
}

static void step(void *node, const void *in, const void *control)
{
    const struct blackbox_control *c = control;
    struct router *r = node;

    if (!c->edge) {
        memcpy(r->in, in, sizeof r->in);
        settle(r);
        if (waits)
            gate(r);
    } else if (c->reset) {
        restart(r);
    } else {
        clock_edge(r);
    }
}

static void pins(const void *node, void *out)
{
    const struct router *r = node;

    memcpy(out, r->out, sizeof r->out);
}

static const char endless[] = "the episode goes on for ever";

static const char *ended(const void *node)
{
    return ((const struct router *)node)->cycle > ENDLESS ? endless : NULL;
}

static const struct node_ops ops = {.version = BLACKBOX_DEVICE_VERSION,
                                    .name = "c",
                                    .create = create,
                                    .destroy = free,
                                    .step = step,
                                    .pins = pins,
                                    .ended = ended};

/* @param more  lines of the description */
static struct blackbox *describe(const char *more)
{
    char path[] = "/tmp/test_blackbox_bench_XXXXXX", error[BLACKBOX_ERROR];
    const char *inputs = credits ? "credit, depth: 4" : waits ? "valid-then-yumi" : "valid-ready";
    const char *outputs = waits ? "ready-then-valid" : inputs, *back = credits ? "credit" : "ready";
    FILE *file = fdopen(mkstemp(path), "w");
    struct blackbox *f;

    assert_non_null(file);
    fprintf(file,
            "top: r\nfiles: r.v\nclock: c\nreset: r\nfields: {data: 26, last: 1, dest: 3}\ndestination: {field: dest}\n"
            "packets: {max_flits: 6}\nbounds: {progress: 200, latency: 20, starvation: 250, throughput: 35}\n"
            "inputs: {count: 3, interface: %s, pins: {valid: v, %s: r, data: d, last: l, dest: t}}\n"
            "outputs: {count: 4, interface: %s, pins: {valid: ov, %s: or, data: od, last: ol, dest: ot}}\n%s",
            inputs, back, outputs, back, more);
    fclose(file);
    f = blackbox_load(path, NULL, error, sizeof error);
    if (!f)
        fail_msg("%s", error);
    unlink(path);
    f->path = "it";
    return f;
}

/* What these routers have no occasion for, and checks of promises that the description does not make. */
static int is_idle(enum blackbox_check check)
{
    return (check == BLACKBOX_STABLE && (credits || waits)) || (check == BLACKBOX_CREDITS && !credits) ||
           (check == BLACKBOX_HANDSHAKE && !waits) || (check >= BLACKBOX_MARKED && check <= BLACKBOX_FAIR);
}

/* A campaign with this fault. @return what it found, once it was made small */
static void find_with(enum fault is, int with_credits, const char *more, enum blackbox_check check)
{
    struct blackbox *f;
    struct blackbox_campaign c = {.ops = &ops, .cycles = is == NONE ? 60000 : 300000, .seed = 5, .profile = -1};
    struct blackbox_result small;
    int trials = 0;

    fault = is;
    credits = with_credits;
    c.f = f = describe(more);
    assert_int_equal(blackbox_campaign_run(&c), 0);
    if (is == NONE && c.result.failed)
        fail_msg("a right router fails: %s", c.result.text);
    for (int i = 0; is == NONE && i < BLACKBOX_CHECK_COUNT; i++)
        if (c.totals.counted[i] == 0 && !is_idle((enum blackbox_check)i))
            fail_msg("nothing is checked of %s", blackbox_checks[i].name);
    if (is != NONE && (!c.result.failed || c.result.check != check))
        fail_msg("fault %d: found by %s, and not by %s: %s", is,
                 c.result.failed ? blackbox_checks[c.result.check].name : "none", blackbox_checks[check].name,
                 c.result.text);
    assert_null(strstr(c.result.text, endless));
    if (is != NONE) {
        small = c.result;
        assert_int_equal(blackbox_shrink(c.bench, f, &c.script, &small, 10, &trials), 0);
        assert_true(small.failed && small.check == check);
        /* To wait for long takes many packets. */
        if (c.script.packets > (check == BLACKBOX_STARVATION || check == BLACKBOX_THROUGHPUT ? 200 : 10))
            fail_msg("fault %d: %d packets are left", is, c.script.packets);
    }
    blackbox_campaign_finish(&c);
    blackbox_destroy(f);
}

static void find(enum fault is, int with_credits, enum blackbox_check check)
{
    find_with(is, with_credits,
              with_credits ? "illegal: {unroutable: {values: [4, 7]}, overrun: 2}\n"
                           : "illegal: {unroutable: {values: [4, 7]}, long: 9, withdrawn: yes}\n",
              check);
}

TEST(test_right)
{
    find(NONE, 0, BLACKBOX_LOST);
    find(NONE, 1, BLACKBOX_LOST);
}

TEST(test_wrong)
{
    find(LOSES, 0, BLACKBOX_LOST);
    find(DOUBLES, 0, BLACKBOX_DUPLICATE);
    find(MISDELIVERS, 0, BLACKBOX_MISDELIVERED);
    find(CORRUPTS, 0, BLACKBOX_CORRUPTED);
    find(SWAPS, 0, BLACKBOX_ORDER);
    find(MIXES, 0, BLACKBOX_FRAMING);
    find(WAVERS, 0, BLACKBOX_STABLE);
    find(STICKS, 0, BLACKBOX_PROGRESS);
    find(REMEMBERS, 0, BLACKBOX_RESET);
    find(DAWDLES, 0, BLACKBOX_LATENCY);
}

TEST(test_wrong_credits)
{
    find(KEEPS_CREDIT, 1, BLACKBOX_PROGRESS);
    find(MAKES_CREDIT, 1, BLACKBOX_CREDITS);
    find(SENDS, 1, BLACKBOX_CREDITS);
}

TEST(test_waits)
{
    waits = 1;
    find(NONE, 0, BLACKBOX_LOST);
    find(LOSES, 0, BLACKBOX_LOST);
    find(NODS, 0, BLACKBOX_HANDSHAKE);
    find(SHOWS, 0, BLACKBOX_HANDSHAKE);
    waits = 0;
}

/* Packets that come one by one, as long as they do. The last output has those of the last input alone. */
struct coming {
    struct blackbox_live *l;
    uint32_t sent[SOURCES], due[SOURCES][SINKS], out; /* packets; flits of a packet that is not all there */
    int flits[SOURCES];
};

struct mark {
    uint32_t source, number, flits;
};

static void offer(struct coming *c, int source)
{
    const uint64_t random = blackbox_mix(c->sent[source], (uint64_t)source);
    const int flits = 1 + (int)(random % 6);
    const struct blackbox_live_packet p = {
        .source = source, .sink = source == 2 ? 3 : (int)(random >> 8 & 0xff) % 3, .flits = flits};
    struct mark *mark;

    if (blackbox_live_waits(c->l, source, 0))
        return;
    if (c->flits[source] == 0) {
        mark = blackbox_live_packet(c->l, &p);
        assert_non_null(mark);
        *mark = (struct mark){(uint32_t)source, c->sent[source]++, (uint32_t)flits};
        c->flits[source] = flits;
    }
    c->flits[source]--;
    blackbox_live_flit(c->l, source, 0);
}

/* Each is the next one of its input and output. */
static void look(struct coming *c, int sink)
{
    const struct blackbox_live_flit flit = blackbox_live_out(c->l, sink);
    const struct mark *mark = flit.more;

    if (!mark)
        return;
    assert_true(flit.number < (int)mark->flits);
    if (flit.number == 0) {
        assert_true(mark->number >= c->due[mark->source][sink] || blackbox_live_result(c->l)->failed);
        c->due[mark->source][sink] = mark->number + 1;
        c->out++;
    }
}

/* The last output is held up for most of the time, while all others go on. */
static struct coming play(struct blackbox *f, int cycles)
{
    struct coming c = {.l = blackbox_live_create(f, &ops, 0, sizeof(struct mark))};

    assert_non_null(c.l);
    for (int cycle = 0; cycle < cycles + 1000 && !blackbox_live_result(c.l)->failed; cycle++) {
        blackbox_live_hold(c.l, 3, 0, cycle > 100 && cycle < cycles);
        for (int source = 0; source < SOURCES; source++)
            if (cycle < cycles || c.flits[source])
                offer(&c, source);
        blackbox_live_cycle(c.l);
        for (int sink = 0; sink < SINKS; sink++)
            look(&c, sink);
    }
    return c;
}

static void find_live(enum fault is, int with_credits, enum blackbox_check check)
{
    struct coming c;
    struct blackbox *f;

    fault = is;
    credits = with_credits;
    f = describe("");
    c = play(f, 20000);
    if (!blackbox_live_result(c.l)->failed || blackbox_live_result(c.l)->check != check)
        fail_msg("fault %d is not found by %s: %s", is, blackbox_checks[check].name, blackbox_live_result(c.l)->text);
    blackbox_live_destroy(c.l);
    blackbox_destroy(f);
}

TEST(test_live)
{
    for (int with_credits = 0; with_credits < 2; with_credits++) {
        struct coming c;
        struct blackbox *f;
        fault = NONE;
        credits = with_credits;
        f = describe("");
        c = play(f, 60000);
        if (blackbox_live_result(c.l)->failed)
            fail_msg("a right router fails: %s", blackbox_live_result(c.l)->text);
        assert_int_equal(c.out, c.sent[0] + c.sent[1] + c.sent[2]);
        assert_true(c.out > 10000);
        blackbox_live_destroy(c.l);
        blackbox_destroy(f);
    }
    find_live(LOSES, 0, BLACKBOX_ORDER);
    find_live(SWAPS, 1, BLACKBOX_ORDER);
    find_live(MISDELIVERS, 0, BLACKBOX_MISDELIVERED);
    find_live(CORRUPTS, 1, BLACKBOX_CORRUPTED);
    find_live(MIXES, 0, BLACKBOX_FRAMING);
    find_live(KEEPS_CREDIT, 1, BLACKBOX_PROGRESS);
    find_live(SENDS, 1, BLACKBOX_CREDITS);
}

/* Wrong when packets are not legal. */
TEST(test_illegal)
{
    find(HANGS, 0, BLACKBOX_PROGRESS);
    find(LEAKS, 0, BLACKBOX_ILLEGAL);
    find(RUNS_ON, 0, BLACKBOX_PROGRESS);
    find(BABBLES, 0, BLACKBOX_PROGRESS);
    find(GHOSTS, 0, BLACKBOX_PROGRESS);
    find(HANGS, 1, BLACKBOX_PROGRESS);
    find(WEDGES, 1, BLACKBOX_PROGRESS);
}

/* Cycles of a right router until all of its points are hit. */
static uint64_t cover(int with_credits, const char *more)
{
    struct blackbox *f;
    struct blackbox_campaign c = {.ops = &ops, .cycles = 60000, .seed = 5, .profile = -1, .until_covered = 1};
    uint64_t cycles;
    char name[64];

    fault = NONE;
    credits = with_credits;
    c.f = f = describe(more);
    assert_int_equal(blackbox_campaign_run(&c), 0);
    assert_false(c.result.failed);
    for (int g = 0; g < BLACKBOX_COVER_COUNT; g++)
        for (int i = 0; i < c.bench->cover.rows[g] * c.bench->cover.columns[g]; i++) {
            blackbox_cover_name(f, (enum blackbox_cover_group)g, i / c.bench->cover.columns[g],
                                i % c.bench->cover.columns[g], name, sizeof name);
            if (c.bench->cover.hit[g][i] == BLACKBOX_POINT_OPEN)
                fail_msg("not hit: %s: %s", blackbox_covers[g].name, name);
        }
    cycles = c.totals.cycles;
    blackbox_campaign_finish(&c);
    blackbox_destroy(f);
    return cycles;
}

TEST(test_covered)
{
    uint64_t ready = cover(0, ""), with_credits = cover(1, "");

    print_message("all points hit in %llu cycles with ready, in %llu with credits\n", (unsigned long long)ready,
                  (unsigned long long)with_credits);
    cover(0, "forbid: [[0, 0], [0, 1], [0, 2], [0, 3], [1, 1]]\ncover: {reset: no}\n");
}

/* What is ruled out, and why. */
TEST(test_ruled_out)
{
    struct blackbox *f;
    struct blackbox_cover c;

    credits = 0;
    f = describe("forbid: [[0, 0], [0, 1], [0, 2], [0, 3], [1, 1]]\ncover: {reset: no}\n");
    assert_int_equal(blackbox_cover_begin(&c, f), 0);
    assert_int_equal(c.points[BLACKBOX_COVER_PAIR], 7);
    assert_int_equal(c.points[BLACKBOX_COVER_TOGETHER], 1);
    assert_int_equal(c.points[BLACKBOX_COVER_MEET], 6);
    assert_int_equal(c.points[BLACKBOX_COVER_EMPTY], 2);
    assert_int_equal(c.points[BLACKBOX_COVER_RESET], 0);
    assert_string_equal(blackbox_cover_reason(f, BLACKBOX_COVER_MEET, 2, 1), "no other input may send to this output");
    assert_string_equal(blackbox_cover_reason(f, BLACKBOX_COVER_PAIR, 1, 1), "the description forbids this pair");
    assert_string_equal(blackbox_cover_reason(f, BLACKBOX_COVER_EMPTY, 0, 0),
                        "the description forbids all that this input could send");
    assert_string_equal(blackbox_cover_reason(f, BLACKBOX_COVER_RESET, 0, 0), "the description switches it off");
    assert_null(blackbox_cover_reason(f, BLACKBOX_COVER_GAP, 1, 0));
    blackbox_cover_finish(&c);
    blackbox_destroy(f);
}

/* What is promised of waiting and throughput, and what may be dropped. */
TEST(test_promises)
{
    find(STARVES, 0, BLACKBOX_STARVATION);
    find(SLOWS, 0, BLACKBOX_THROUGHPUT);
    find(DROPS, 0, BLACKBOX_LOST);
    find_with(HALVES, 0, "drops: yes\n", BLACKBOX_LOST);
    find_with(DROPS, 0, "drops: {longer: 3}\n", BLACKBOX_LOST);
    find_with(LOSES, 0, "drops: {when: busy}\n", BLACKBOX_LOST);
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * FIFO and alpha scheduling: the order against a reference that keeps an
 * unbounded clock and works out every priority afresh, with the clock of the
 * schedule going back to 0 as often as every packet.
 */
#include <stdlib.h>

#include "../unit.h"
#include "traffic/schedule.h"

enum { MOST = 4000 };

/* Reference: c + alpha * l in 64 bits, no heap, no relative clock. */
struct reference {
    struct {
        uint64_t stamp; /* packets sent when it appeared */
        int left, opened, blocked;
    } message[MOST];
    int count;
    uint64_t sent;
    int64_t alpha;
};

static struct reference ref; /* large, and only one test at a time */

static int64_t reference_priority(int i, int sending)
{
    return (int64_t)ref.message[i].stamp * SCHEDULE_ALPHA_ONE + ref.alpha * (ref.message[i].left - (i == sending));
}

/* Lowest of the messages that may be sent; -1: none. */
static int reference_next(int sending, int may_open)
{
    int best = -1;

    for (int i = 0; i < ref.count; i++) {
        if (ref.message[i].left - (i == sending) == 0 || (!ref.message[i].opened && !may_open) ||
            (sending < 0 && ref.message[i].blocked))
            continue;
        if (best < 0 || reference_priority(i, sending) < reference_priority(best, sending))
            best = i;
    }
    return best;
}

static void reference_unblock(void)
{
    for (int i = 0; i < ref.count; i++)
        ref.message[i].blocked = 0;
}

/* A schedule and its caller's memory: the destination numbers the messages. */
struct rig {
    struct schedule s;
    struct schedule_job job[MOST];
};

static struct rig rig;

static void make(int64_t alpha, int skip, uint32_t clock_limit)
{
    struct schedule_settings settings = {.alpha = alpha, .skip_blocked = skip, .clock_limit = clock_limit};

    memset(&rig, 0, sizeof rig);
    memset(&ref, 0, sizeof ref);
    ref.alpha = alpha;
    schedule_init(&rig.s, &settings);
}

static void add(int packets)
{
    assert_int_equal(schedule_add(&rig.s, 7, ref.count, packets), 0);
    ref.message[ref.count].stamp = ref.sent;
    ref.message[ref.count++].left = packets;
}

/* The schedule's choice, opened when it waits; -1: none. */
static int next(int sending, int may_open)
{
    int open_first;
    struct schedule_job *job = schedule_next(&rig.s, sending < 0 ? NULL : &rig.job[sending], may_open, &open_first);

    if (!open_first)
        return job ? (int)job->destination : -1;
    assert_null(job);
    int number = (int)rig.s.heap[0].destination;
    schedule_open(&rig.s, &rig.job[number]);
    ref.message[number].opened = 1;
    return number;
}

static void sent(int i)
{
    schedule_sent(&rig.s, &rig.job[i]);
    ref.message[i].left--;
    ref.sent++;
    reference_unblock();
}

static int may_open_now(void)
{
    return rig.s.opened < SCHEDULE_OPEN;
}

/* As a PE does: choose, start, choose the next during the attempt, then it is accepted or fails. @return decisions */
static unsigned attempt(struct rng *r, int failures, int skip)
{
    int expected = reference_next(-1, may_open_now());

    if (expected < 0 && skip) {
        reference_unblock();
        expected = reference_next(-1, may_open_now());
    }
    int chosen = next(-1, may_open_now());
    assert_int_equal(chosen, expected);
    if (chosen < 0)
        return 1;
    expected = reference_next(chosen, may_open_now());
    assert_int_equal(next(chosen, may_open_now()), expected);
    if ((int)rng_below(r, 100) < failures) {
        schedule_failed(&rig.s, &rig.job[chosen]);
        ref.message[chosen].blocked = skip;
    } else {
        sent(chosen);
    }
    return 2;
}

/* Random arrivals and attempts. The clock is bounded, and no decision differs. */
static unsigned compare(int64_t alpha, int skip, uint32_t clock_limit, uint64_t seed)
{
    struct rng r = rng_stream(seed, 0);
    unsigned decisions = 0;

    make(alpha, skip, clock_limit);
    for (int step = 0; step < 3000; step++) {
        if (ref.count < MOST && rng_below(&r, 8) == 0) /* a little more than can be sent */
            for (uint32_t n = rng_below(&r, 3); n > 0 && ref.count < MOST; n--)
                add(rng_chance(&r, 0.1) ? 1 + (int)rng_below(&r, SCHEDULE_MAX_MESSAGE) : 1 + (int)rng_below(&r, 5));
        decisions += attempt(&r, 20, skip);
        assert_in_range(rig.s.clock, 0, clock_limit - 1);
    }
    schedule_finish(&rig.s);
    return decisions;
}

TEST(against_the_reference)
{
    static const int64_t alphas[] = {
        0, 1, 333, 1000, 1001, 2500, 8000, 1000000, (int64_t)SCHEDULE_ALPHA_MAX * SCHEDULE_ALPHA_ONE};
    static const uint32_t limits[] = {1, 2, 7, 64, 1 << 30};
    unsigned decisions = 0;

    for (unsigned a = 0; a < sizeof alphas / sizeof alphas[0]; a++)
        for (unsigned l = 0; l < sizeof limits / sizeof limits[0]; l++)
            for (int skip = 0; skip < 2; skip++)
                decisions += compare(alphas[a], skip, limits[l], 100 + 10 * a + l);
    COMPARED(decisions, "decisions");
}

/* Drain what was added, without failures. @return how many packets went */
static int order(int *sequence)
{
    int n = 0;

    for (int chosen; (chosen = next(-1, may_open_now())) >= 0; n++) {
        sequence[n] = chosen;
        sent(chosen);
    }
    return n;
}

static void expect_order(const int *sequence, const char *expected)
{
    for (int i = 0; expected[i]; i++)
        assert_int_equal(sequence[i], expected[i] - 'a');
}

/* Worked by hand from the formula. */
TEST(examples)
{
    int sequence[100];

    make(0, 0, 0); /* alpha 0: first in, first out */
    add(3), add(1), add(2);
    assert_int_equal(order(sequence), 6);
    expect_order(sequence, "aaabcc");
    schedule_finish(&rig.s);

    make(1000, 0, 0); /* alpha 1: b (1) before c (2) before a (3) */
    add(3), add(1), add(2);
    assert_int_equal(order(sequence), 6);
    expect_order(sequence, "bccaaa");
    schedule_finish(&rig.s);

    make(1000, 0, 0); /* equal priority: the earlier one; sending lowers it further */
    add(2), add(2);
    assert_int_equal(order(sequence), 4);
    expect_order(sequence, "aabb");
    schedule_finish(&rig.s);
}

/* A message that appears preempts the one being sent when it is lower, and only then. */
TEST(preemption)
{
    make(2000, 0, 0);
    add(6); /* 0 + 2 * 6 = 12 */
    assert_int_equal(next(-1, 1), 0);
    sent(0); /* 10 */
    add(4);  /* 1 + 8 = 9 */
    assert_int_equal(next(-1, 1), 1);
    sent(1); /* 7 */
    add(3);  /* 2 + 6 = 8: later */
    assert_int_equal(next(-1, 1), 1);
    add(2); /* 2 + 4 = 6, but once the packet under way has been sent its message has 5 */
    assert_int_equal(next(1, 1), 1);
    assert_int_equal(next(-1, 1), 3);
    schedule_finish(&rig.s);
}

/* An alpha of 0.001 breaks no tie wrongly: 1000 packets weigh as much as one on the clock. */
TEST(fractions)
{
    make(4, 0, 0); /* 250 packets make a difference of 1 */
    add(251);      /* 1.004 */
    assert_int_equal(next(-1, 1), 0);
    sent(0); /* 1.000 */
    add(1);  /* 1.004 */
    assert_int_equal(next(-1, 1), 0);
    schedule_finish(&rig.s);
    make(4, 0, 0);
    add(255), add(4); /* 1.020, 0.016 */
    assert_int_equal(next(-1, 1), 1);
    sent(1);
    add(4); /* 1.016 */
    for (int i = 0; i < 3; i++) {
        assert_int_equal(next(-1, 1), 1);
        sent(1);
    }
    assert_int_equal(next(-1, 1), 2);
    schedule_finish(&rig.s);
}

/* However many short messages come, a long one gets through at a finite alpha: not later than alpha * l packets. */
TEST(no_starvation)
{
    int until = 0;

    make(8000, 0, 5);
    add(25);
    while (rig.job[0].packets == 0 || rig.job[0].left > 0) {
        add(1);
        int chosen = next(-1, 1);
        sent(chosen);
        assert_in_range(++until, 1, 8 * 25 + 25);
    }
    assert_in_range(until, 190, 225);
    schedule_finish(&rig.s);
}

/* Strict: a failed attempt changes nothing. Skipping: each message once in order, then from the lowest again. */
TEST(blocked)
{
    for (int skip = 0; skip < 2; skip++) {
        make(0, skip, 0);
        add(2), add(2), add(2);
        for (int round = 0; round < 2; round++)
            for (int i = 0; i < 3; i++) {
                int chosen = next(-1, 1);
                assert_int_equal(chosen, skip ? i : 0);
                schedule_failed(&rig.s, &rig.job[chosen]);
            }
        assert_int_equal(next(-1, 1), 0);
        schedule_failed(&rig.s, &rig.job[0]);
        if (skip) {
            assert_int_equal(next(-1, 1), 1);
            assert_int_equal(next(1, 1), 0); /* what follows an acceptance is the lowest again */
            sent(1);
        }
        assert_int_equal(next(-1, 1), 0);
        schedule_finish(&rig.s);
    }
}

/* Tens of thousands wait, as under overload. */
TEST(long_queue)
{
    enum { LONG = 60000 };
    static struct schedule_job job;
    struct rng r = rng_stream(5, 0);
    struct schedule s;
    int64_t last = INT64_MIN;
    unsigned n = 0;

    schedule_init(&s, &(struct schedule_settings){.alpha = 8000});
    for (int i = 0; i < LONG; i++)
        assert_int_equal(schedule_add(&s, 0, 1, 1 + (int)rng_below(&r, 200)), 0);
    assert_int_equal(schedule_count(&s), LONG);
    for (; s.waiting > 0; n++) {
        schedule_open(&s, &job);
        assert_true(job.priority >= last);
        last = job.priority;
        s.opened = 0;
    }
    schedule_finish(&s);
    COMPARED(n, "messages in order");
}

RUN_TESTS

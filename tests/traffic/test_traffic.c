/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources and roles: who sends to whom, mean loads, bursts, endless backlog.
 */
#include "../unit.h"
#include "traffic/traffic.h"

enum { ENDPOINTS = 64 };

/* What a source brings forth up to a cycle. */
struct tally {
    unsigned messages, packets, to[ENDPOINTS];
    double sum_gap, sum_gap_squared; /* of the times between messages */
};

static struct tally run(struct source *s, double until)
{
    struct tally t = {0};
    double last = 0;

    while (s->next <= until) {
        struct source_message m;
        double now = s->next;
        if (!source_take(s, &m))
            continue;
        assert_in_range(m.destination, 0, ENDPOINTS - 1);
        t.messages++;
        t.packets += (unsigned)m.packets;
        t.to[m.destination]++;
        t.sum_gap += now - last;
        t.sum_gap_squared += (now - last) * (now - last);
        last = now;
        assert_true(s->next >= now);
    }
    return t;
}

/* Variance of the gaps over the square of their mean: 1 for a Poisson source, more for bursts. */
static double burstiness(const struct tally *t)
{
    double mean = t->sum_gap / t->messages;

    return t->sum_gap_squared / t->messages / (mean * mean) - 1;
}

/* Bernoulli: whole cycles, from message to message a geometric number of them; a cycle that is held does not count. */
TEST(bernoulli)
{
    unsigned messages = 0;

    for (int l = 1; l <= 4; l++) {
        double chance = l / 64.0, until = 4e6, mean;
        struct traffic t;
        struct source s;
        traffic_init(&t, 8, 8);
        t.bernoulli = 1;
        source_init(&s, workload_find("single"), 16 * chance, 16, &t, 7, 3, ENDPOINTS);
        struct source held = s;
        double first = s.next;
        assert_true(s.next >= 0 && s.next == (double)(uint64_t)s.next);
        struct tally y = run(&s, until);
        mean = y.sum_gap / y.messages;
        assert_true(fabs(mean * chance - 1) < 0.02);
        /* variance (1 - p) / p^2 */
        assert_true(fabs(burstiness(&y) - (1 - chance)) < 0.03);
        assert_true(s.next == (double)(uint64_t)s.next);
        messages += y.messages;
        for (int k = 0; k < 5; k++)
            source_hold(&held, 1);
        assert_true(held.next == first + 5);
        struct source again = held;
        struct source_message m;
        source_take(&again, &m);
        source_end(&held);
        source_hold(&held, 1);
        assert_true(isinf(held.next));
        assert_true(again.next > again.message - 1 && again.next == again.message);
        traffic_finish(&t);
    }
    COMPARED(messages, "messages");
}

TEST(mean_load)
{
    static const double means[][2] = {{0, 0}, {1000, 1000}, {20000, 5000}, {5000, 45000}, {10, 90}};
    unsigned messages = 0;

    for (int i = 0; i < 5; i++)
        for (int l = 0; l < 3; l++) {
            double load = 0.2 + 0.4 * l, until = 2e8;
            struct traffic t;
            struct source s;
            traffic_init(&t, 8, 8);
            t.on_mean = means[i][0];
            t.off_mean = means[i][1];
            source_init(&s, workload_find("single"), load, 320, &t, 7, 3, ENDPOINTS);
            struct tally got = run(&s, until);
            assert_float_equal(got.packets / until * 320, load, 0.05 * load);
            if (i == 0)
                assert_float_equal(burstiness(&got), 1, 0.03);
            else if (i < 4)
                assert_true(burstiness(&got) > 1.3);
            messages += got.messages;
        }
    COMPARED(messages, "messages");
}

/* Without traffic settings: the same draws as with the usual ones. */
TEST(usual_source)
{
    struct traffic t;
    struct source a, b;
    unsigned compared = 0;

    traffic_init(&t, 8, 8);
    source_init(&a, workload_find("wk-mixture"), 0.5, 320, NULL, 9, 5, ENDPOINTS);
    source_init(&b, workload_find("wk-mixture"), 0.5, 320, &t, 9, 5, ENDPOINTS);
    for (; compared < 10000; compared++) {
        struct source_message m, n;
        assert_true(a.next == b.next);
        assert_int_equal(source_take(&a, &m), 1);
        assert_int_equal(source_take(&b, &n), 1);
        assert_int_equal(m.destination, n.destination);
        assert_int_equal(m.packets, n.packets);
    }
    COMPARED(compared, "messages");
}

/* What comes of a multicast must be all of it, at once, to as many others. @return its copies; 1: it is none */
static unsigned take_one(struct source *s, unsigned *to)
{
    uint8_t seen[ENDPOINTS] = {0};
    double now = s->next;
    struct source_message m;
    unsigned copy = 0;
    int packets;

    do {
        assert_true(s->next == now);
        assert_int_equal(source_take(s, &m), 1);
        assert_int_equal(m.copy, copy);
        assert_true(copy == 0 || m.packets == packets);
        packets = m.packets;
        assert_true(m.destination != s->endpoint && !seen[m.destination]++);
        to[m.destination]++;
    } while (++copy < m.copies);
    assert_true(s->next > now);
    return copy;
}

/* Their share, where they go to, and the load of all packets; a few others, most of them, and all of them. */
TEST(multicasts)
{
    static const int copies[] = {2, 9, ENDPOINTS - 2, ENDPOINTS - 1};
    unsigned all = 0;

    for (int c = 0; c < 4; c++) {
        struct traffic t;
        struct source s;
        unsigned to[ENDPOINTS] = {0}, multicasts = 0, messages = 0, packets = 0;
        traffic_init(&t, 8, 8);
        t.multicast = 0.25;
        t.copies = copies[c];
        assert_int_equal(source_init(&s, workload_find("single"), 0.5, 320, &t, 9, 5, ENDPOINTS), 0);
        for (double until = 3e7; s.next < until; messages++) {
            unsigned taken = take_one(&s, to);
            assert_true(taken == 1 || taken == (unsigned)copies[c]);
            multicasts += taken > 1;
            packets += taken;
        }
        assert_float_equal((double)multicasts / messages, 0.25, 0.02);
        assert_float_equal(packets / 3e7 * 320, 0.5, 0.03);
        for (unsigned n = 0; n < ENDPOINTS; n++)
            assert_true(n == 5 ? to[n] == 0 : fabs(to[n] * (ENDPOINTS - 1.0) / packets - 1) < 0.2);
        all += multicasts;
        source_finish(&s);
    }
    COMPARED(all, "multicasts");
}

/* Endpoints 1 and 40 are hot, 0 and 2 to 9 flood them, the rest send to each other. */
static void hot_traffic(struct traffic *t, double load)
{
    uint8_t roles[ENDPOINTS] = {0};

    for (int n = 0; n < 10; n++)
        roles[n] = TRAFFIC_ROLE_SENDER;
    roles[1] = roles[40] = TRAFFIC_ROLE_HOT;
    traffic_init(t, 8, 8);
    assert_int_equal(traffic_hot_spots(t, roles, load), 0);
    assert_int_equal(t->hot_count, 2);
    assert_int_equal(t->sender_count, 9);
    assert_int_equal(t->independent_count, 53);
}

TEST(roles)
{
    struct traffic t;
    unsigned messages = 0;

    hot_traffic(&t, 1.5);
    for (int n = 0; n < ENDPOINTS; n++) {
        struct source s;
        source_init(&s, workload_find("wk1-5"), 0.5, 320, &t, 3, n, ENDPOINTS);
        struct tally got = run(&s, 5e7);
        double load = got.packets / 5e7 * 320;
        int reached = 0;
        messages += got.messages;
        for (int d = 0; d < ENDPOINTS; d++) {
            reached += got.to[d] > 0;
            if (got.to[d]) /* of its own kind, or hot for senders, and never itself */
                assert_int_equal(t.role[d],
                                 s.role == TRAFFIC_ROLE_SENDER ? TRAFFIC_ROLE_HOT : TRAFFIC_ROLE_INDEPENDENT);
        }
        assert_int_equal(got.to[n], 0);
        assert_int_equal(reached, s.role == TRAFFIC_ROLE_HOT ? 0 : s.role == TRAFFIC_ROLE_SENDER ? 2 : 52);
        assert_float_equal(load, s.role == TRAFFIC_ROLE_HOT ? 0 : s.role == TRAFFIC_ROLE_SENDER ? 1.5 : 0.5, 0.06);
    }
    traffic_finish(&t);
    COMPARED(messages, "messages");
}

/* One message at once, and one whenever none waits; at load 0 none. */
TEST(backlog)
{
    struct traffic t;
    struct source s;

    hot_traffic(&t, TRAFFIC_BACKLOG);
    source_init(&s, workload_find("wk1-5"), 0.5, 320, &t, 3, 0, ENDPOINTS);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(run(&s, 1e9).messages, 1);
        assert_true(isinf(s.next));
        source_refill(&s);
    }
    source_init(&s, workload_find("wk1-5"), 0.5, 320, &t, 3, 20, ENDPOINTS);
    double next = s.next;
    source_refill(&s); /* means nothing to the others */
    assert_true(s.next == next);
    traffic_finish(&t);
    hot_traffic(&t, 0);
    source_init(&s, workload_find("wk1-5"), 0.5, 320, &t, 3, 0, ENDPOINTS);
    assert_true(isinf(s.next));
    assert_int_equal(traffic_sends(&t, 0), 0);
    assert_int_equal(traffic_sends(&t, 20), 1);
    traffic_finish(&t);
}

TEST(drawn_roles)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct rng r = rng_stream(seed, 0);
        uint8_t drawn[ENDPOINTS] = {0};
        int counts[3] = {0};
        traffic_draw_roles(drawn, ENDPOINTS, TRAFFIC_ROLE_HOT, 4, &r);
        traffic_draw_roles(drawn, ENDPOINTS, TRAFFIC_ROLE_SENDER, (int)seed, &r);
        for (int n = 0; n < ENDPOINTS; n++)
            counts[drawn[n]]++;
        assert_int_equal(counts[TRAFFIC_ROLE_HOT], 4);
        assert_int_equal(counts[TRAFFIC_ROLE_SENDER], seed);
    }
}

/* An endpoint that a pattern maps to itself sends nothing. */
TEST(silent_endpoints)
{
    struct traffic t;

    traffic_init(&t, 8, 8);
    t.pattern = pattern_find("transpose");
    for (int n = 0; n < ENDPOINTS; n++) {
        struct source s;
        source_init(&s, workload_find("single"), 0.5, 320, &t, 1, n, ENDPOINTS);
        struct tally got = run(&s, 1e6);
        assert_int_equal(got.messages > 0, n % 9 != 0);
        assert_int_equal(traffic_sends(&t, n), n % 9 != 0);
        assert_int_equal(got.to[n % 8 * 8 + n / 8], got.messages);
    }
}

RUN_TESTS

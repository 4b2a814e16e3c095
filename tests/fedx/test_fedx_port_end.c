/* SPDX-License-Identifier: Apache-2.0
 *
 * Two port ends wired back to back, for every link latency: every packet arrives
 * exactly once, and the idle cycles are those of docs/spec/fedx.md section 4.
 */
#include "../unit.h"
#include "fedx/kind/fedx_port_end.h"

enum { RING = FEDX_MAX_LATENCY + 1, PACKETS = 24 };

/* A link with an end on each side; both wires of a direction share the latency. */
struct link {
    struct fedx_port_end end[2];
    struct fedx_pins out[2][RING];
    int latency;
    uint64_t cycle;
    unsigned what[2]; /* FEDX_END_* of the last cycle */
    uint8_t packet[2][PACKETS][FEDX_PACKET_BYTES];
    int offered[2], accepted[2], received[2];
};

static void fill_packets(struct link *l)
{
    for (int i = 0; i < 2; i++)
        for (int n = 0; n < PACKETS; n++) {
            struct rng r = rng_stream(91, (uint64_t)(100 * i + n));
            struct fedx_header h = {
                .destination = (uint16_t)n, .source = (uint16_t)i, .packet = (uint8_t)n, .bit = (uint8_t)(n & 1)};
            unit_packet(&r, &h, l->packet[i][n]);
        }
}

static void make(struct link *l, int latency)
{
    memset(l, 0, sizeof *l);
    l->latency = latency;
    for (int i = 0; i < 2; i++) {
        fedx_port_end_init(&l->end[i], i, latency);
        for (int n = 0; n < RING; n++)
            l->out[i][n].refuse = 1;
        fedx_port_end_pins(&l->end[i], &l->out[i][0]);
    }
    fill_packets(l);
}

static const struct fedx_pins *output(const struct link *l, int end, int cycles_ago)
{
    return &l->out[end][(l->cycle + RING - (uint64_t)cycles_ago) % RING];
}

/* One cycle of both ends; an end hears the far end's wires and its own drive on the shared ones. */
static void step(struct link *l)
{
    struct fedx_pins next[2];

    assert_int_equal(output(l, 0, 0)->valid & output(l, 1, l->latency)->valid, 0);
    assert_int_equal(output(l, 1, 0)->valid & output(l, 0, l->latency)->valid, 0);
    for (int i = 0; i < 2; i++) {
        struct fedx_pins in = *output(l, i ^ 1, l->latency);
        in.valid |= output(l, i, 0)->valid;
        in.data[0] |= output(l, i, 0)->data[0];
        l->what[i] = fedx_port_end_step(&l->end[i], &in);
        fedx_port_end_pins(&l->end[i], &next[i]);
    }
    l->cycle++;
    for (int i = 0; i < 2; i++)
        l->out[i][l->cycle % RING] = next[i];
}

/* Offer the next packet of an end as soon as the one before has started, and check what arrives. */
static void feed(struct link *l, int i, int count)
{
    struct fedx_port_end *e = &l->end[i];

    if (l->what[i] & FEDX_END_STARTED)
        l->offered[i]++;
    if (l->what[i] & FEDX_END_FAILED)
        l->offered[i] = l->accepted[i];
    if (l->what[i] & FEDX_END_ACCEPTED)
        l->accepted[i]++;
    e->next = l->offered[i] < count ? l->packet[i][l->offered[i]] : NULL;
    if (l->what[i ^ 1] & FEDX_END_RECEIVED) {
        assert_in_range(l->received[i], 0, count - 1);
        assert_memory_equal(l->end[i ^ 1].incoming, l->packet[i][l->received[i]], FEDX_PACKET_BYTES);
        l->received[i]++;
    }
}

/* Idle cycles between the frames of one wire, seen on the outputs of both ends. */
struct gaps {
    int idle, last_sender;
    int same_least, same_most, turn_least, turn_most, same, turn;
};

static void measure(struct gaps *g, int idle, int sender)
{
    int *low = sender == g->last_sender ? &g->same_least : &g->turn_least;
    int *high = sender == g->last_sender ? &g->same_most : &g->turn_most;

    g->same += sender == g->last_sender;
    g->turn += sender != g->last_sender;
    *low = idle < *low ? idle : *low;
    *high = idle > *high ? idle : *high;
}

static void watch(struct gaps *g, const struct link *l)
{
    int sender = l->out[0][l->cycle % RING].valid ? 0 : l->out[1][l->cycle % RING].valid ? 1 : -1;

    if (sender >= 0 && g->idle > 0 && g->last_sender >= 0)
        measure(g, g->idle, sender);
    if (sender >= 0)
        g->last_sender = sender;
    g->idle = sender >= 0 ? 0 : g->idle + 1;
}

/* Send count packets from the ends in the mask; both ends are loaded before the first transmission. */
static struct gaps exchange(struct link *l, unsigned ends, int count)
{
    struct gaps g = {.last_sender = -1, .same_least = 1 << 30, .turn_least = 1 << 30};

    for (int i = 0; i < 2; i++)
        feed(l, i, ends >> i & 1 ? count : 0);
    for (int cycles = 0; cycles < 60000; cycles++) {
        step(l);
        watch(&g, l);
        for (int i = 0; i < 2; i++)
            feed(l, i, ends >> i & 1 ? count : 0);
        if (l->accepted[0] == (ends & 1 ? count : 0) && l->accepted[1] == (ends & 2 ? count : 0))
            break;
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(l->received[i], ends >> i & 1 ? count : 0);
        assert_int_equal(l->accepted[i], l->received[i]);
    }
    return g;
}

TEST(one_direction)
{
    unsigned compared = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (unsigned ends = 1; ends <= 2; ends++) {
            struct link l;
            make(&l, latency);
            struct gaps g = exchange(&l, ends, PACKETS);
            assert_int_equal(g.same, PACKETS - 1);
            assert_int_equal(g.turn, 0);
            assert_int_equal(g.same_least, 2 + 2 * latency);
            assert_int_equal(g.same_most, 2 + 2 * latency);
            compared += (unsigned)g.same;
        }
    COMPARED(compared, "gaps between packets in one direction, all of 2 + 2L");
}

TEST(changes_of_direction)
{
    unsigned compared = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct link l;
        make(&l, latency);
        struct gaps g = exchange(&l, 3, PACKETS);
        assert_int_equal(g.turn, 2 * PACKETS - 1); /* strictly in turn */
        assert_int_equal(g.same, 0);
        assert_int_equal(g.turn_least, 4 + 3 * latency);
        assert_int_equal(g.turn_most, 4 + 3 * latency);
        compared += (unsigned)g.turn;
    }
    COMPARED(compared, "changes of direction, all of 4 + 3L");
}

/* First byte of a refused attempt to the next first byte, of this end or of the other one. */
TEST(refused_attempts)
{
    unsigned compared = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (unsigned ends = 1; ends <= 3; ends++) {
            struct link l;
            uint64_t before = 0;
            int attempts = 0, last = -1;
            make(&l, latency);
            l.end[0].admit = l.end[1].admit = 0;
            while (attempts < 20) {
                for (int i = 0; i < 2; i++)
                    l.end[i].next = ends >> i & 1 ? l.packet[i][0] : NULL;
                step(&l);
                assert_in_range(l.cycle, 0, 5000);
                for (int i = 0; i < 2; i++) {
                    if (l.what[i] & FEDX_END_FAILED)
                        assert_int_equal(l.what[i] & FEDX_END_REFUSED, FEDX_END_REFUSED);
                    assert_int_equal(l.what[i] & (FEDX_END_ACCEPTED | FEDX_END_RECEIVED), 0);
                    if (!(l.what[i] & FEDX_END_STARTED))
                        continue;
                    if (attempts++ > 0) {
                        assert_int_equal(i == last, ends != 3); /* a refusal uses up the turn */
                        assert_int_equal(l.cycle - before, 15 + (ends == 3 ? 3 : 4) * latency);
                        compared++;
                    }
                    before = l.cycle;
                    last = i;
                }
            }
        }
    COMPARED(compared, "periods of refused attempts");
}

/* After reset an owner with a packet ready starts in cycle 67 + L. */
TEST(first_byte_after_reset)
{
    for (int latency = 0; latency <= 1; latency++) {
        struct link l;
        make(&l, latency);
        l.end[0].next = l.packet[0][0];
        while (!(l.what[0] & FEDX_END_STARTED) && l.cycle < 1000)
            step(&l);
        assert_int_equal(l.cycle, 67 + latency);
    }
}

/* An idle link whose owner is the other end: req on the wire to first byte 3 + 2L. */
TEST(turning_an_idle_link)
{
    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct link l;
        uint64_t asked;
        make(&l, latency);
        for (int i = 0; i < 200; i++)
            step(&l);
        l.end[1].next = l.packet[1][0];
        step(&l);
        assert_int_equal(l.out[1][l.cycle % RING].req, 1);
        asked = l.cycle;
        while (!(l.what[1] & FEDX_END_STARTED) && l.cycle < 1000)
            step(&l);
        assert_int_equal(l.cycle - asked, 3 + 2 * latency);
    }
    COMPARED(8, "latencies");
}

/* Random refusals, and frames broken off by their sender: still exactly once, in order. */
TEST(exactly_once_under_trouble)
{
    unsigned received = 0, failed = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            struct link l;
            struct rng r = rng_stream(92 + seed, (uint64_t)latency);
            make(&l, latency);
            for (int c = 0; c < 60000 && l.accepted[0] + l.accepted[1] < 2 * PACKETS; c++) {
                for (int i = 0; i < 2; i++) {
                    l.end[i].admit = rng_below(&r, 4) != 0;
                    l.end[i].abort = (l.end[i].tx.sending & 1) && l.end[i].tx.count[0] < 159 && rng_below(&r, 300) == 0;
                }
                step(&l);
                for (int i = 0; i < 2; i++) {
                    failed += (l.what[i] & FEDX_END_FAILED) != 0;
                    feed(&l, i, PACKETS);
                }
            }
            for (int i = 0; i < 2; i++) {
                assert_int_equal(l.accepted[i], PACKETS);
                assert_int_equal(l.received[i], PACKETS);
                received += (unsigned)l.received[i];
            }
        }
    printf("           %u attempts failed on the way\n", failed);
    assert_in_range(failed, 100, 1000000);
    COMPARED(received, "packets received exactly once");
}

/* One wire level flipped for one cycle, every now and then: nothing lost, nothing doubled. */
TEST(exactly_once_under_flips)
{
    unsigned received = 0, flips = 0;

    for (uint64_t seed = 0; seed < 40; seed++) {
        struct link l;
        struct rng r = rng_stream(93, seed);
        uint64_t next_flip = 300;
        make(&l, (int)(seed % 8));
        for (int c = 0; c < 100000 && l.accepted[0] + l.accepted[1] < 2 * PACKETS; c++) {
            struct fedx_pins *wire = &l.out[rng_below(&r, 2)][l.cycle % RING];
            if (l.cycle == next_flip) { /* far enough apart that each is a fault of its own */
                uint8_t *levels[] = {&wire->turn, &wire->req, &wire->refuse, &wire->acc};
                *levels[rng_below(&r, 4)] ^= 1;
                next_flip += 500 + rng_below(&r, 300);
                flips++;
            }
            step(&l);
            for (int i = 0; i < 2; i++)
                feed(&l, i, PACKETS);
        }
        assert_int_equal(l.received[0], PACKETS);
        assert_int_equal(l.received[1], PACKETS);
        received += 2 * PACKETS;
    }
    printf("           %u flipped levels\n", flips);
    assert_in_range(flips, 100, 1000000);
    COMPARED(received, "packets received exactly once");
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * The processing element: messages cut into packets, sent in the order of the
 * schedule, every byte of a delivery checked, and the scoreboard it keeps about its own packets. The
 * switch's side of the PE port is played by a port end.
 */
#include "../unit.h"
#include "fabric/endpoint.h"
#include "fedx/kind/fedx_packet.h"
#include "fedx/kind/fedx_port.h"

enum { NODES = 64, MAX_FRAMES = 400 };

/* A PE and the port end that it talks to. */
struct rig {
    struct endpoint_settings settings;
    struct endpoint pe;
    struct fedx_port_end sw;
    struct fedx_pins pe_out, sw_out;
    uint64_t now;
    unsigned what, sw_what;
    int refused; /* the switch refuses packets for this destination, 0 = none */
    int frames;  /* whole packets that the PE got rid of */
    uint8_t frame[MAX_FRAMES][FEDX_PACKET_BYTES];
};

static struct rig rig; /* large, and only one test at a time */

static void make_with(int node, struct endpoint_settings settings)
{
    memset(&rig, 0, sizeof rig);
    rig.settings = settings;
    rig.settings.load_cycles = 2 * FEDX_PACKET_BYTES;
    assert_int_equal(endpoint_init(&rig.pe, &rig.settings, node, NODES, &fedx_port_ops), 0);
    fedx_port_end_init(&rig.sw, 0, settings.latency);
    fedx_port_ops.pins(rig.pe.port, &rig.pe_out);
    fedx_port_end_pins(&rig.sw, &rig.sw_out);
}

static void make(int node)
{
    make_with(node, (struct endpoint_settings){.adaptive = 1});
}

static void step(void)
{
    struct fedx_pins to_pe = rig.sw_out, to_sw = rig.pe_out;

    to_pe.valid |= rig.pe_out.valid;
    to_pe.data[0] |= rig.pe_out.data[0];
    to_sw.valid |= rig.sw_out.valid;
    to_sw.data[0] |= rig.sw_out.data[0];
    if (rig.refused)
        rig.sw.admit = rig.sw.rx.head[0] >> 48 != (unsigned)rig.refused;
    rig.what = endpoint_step(&rig.pe, rig.now, &to_pe, &rig.pe_out);
    rig.sw_what = fedx_port_end_step(&rig.sw, &to_sw);
    fedx_port_end_pins(&rig.sw, &rig.sw_out);
    rig.now++;
    if (rig.sw_what & FEDX_END_RECEIVED) {
        assert_in_range(rig.frames, 0, MAX_FRAMES - 1);
        memcpy(rig.frame[rig.frames++], rig.sw.incoming, FEDX_PACKET_BYTES);
    }
}

static void run(int cycles)
{
    for (int i = 0; i < cycles; i++)
        step();
}

/* Until the PE has handed over so many packets. */
static void run_until_frames(int frames)
{
    for (int i = 0; i < 400 * (frames + 1) && rig.frames < frames; i++)
        step();
    assert_int_equal(rig.frames, frames);
}

static struct fedx_header header_of(const uint8_t *frame)
{
    uint64_t word = 0;

    for (int i = 1; i <= 8; i++)
        word = word << 8 | frame[i];
    return fedx_header_fields(word);
}

static struct packet packet_of(const uint8_t *frame)
{
    struct fedx_header h = header_of(frame);

    return fedx_packet_of(fedx_header_word(&h));
}

TEST(messages_become_packets)
{
    static const int messages[][2] = {{9, 1}, {63, 5}, {1, 2}, {9, 25}, {0, 1}};
    int n = 0;

    make(17);
    for (int i = 0; i < 5; i++)
        assert_int_equal(endpoint_send(&rig.pe, 0, messages[i][0], messages[i][1]), 0);
    run_until_frames(34);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < messages[i][1]; k++, n++) {
            struct fedx_header h = header_of(rig.frame[n]);
            assert_int_equal(h.source, 17);
            assert_int_equal(h.destination, messages[i][0]);
            assert_int_equal(h.message, header_of(rig.frame[n - k]).message);
            assert_int_equal(h.packet, k);
            assert_int_equal(h.last, k == messages[i][1] - 1);
            assert_int_equal(h.adaptive, 1);
            assert_int_equal(h.deroutes, 0);
            assert_int_equal(h.bit, n & 1); /* stop and wait: the bit alternates */
        }
    run(400);
    assert_int_equal(rig.frames, 34);
    assert_int_equal(rig.pe.packets_injected, 34);
    assert_int_equal(rig.pe.packets_created, 34);
    assert_int_equal(rig.pe.messages_created, 5);
    assert_int_equal(rig.pe.attempts_failed, 0);
    assert_int_equal(rig.pe.cycles_busy, 34 * 160);
    endpoint_finish(&rig.pe);
    COMPARED(n, "packets");
}

TEST(bodies_differ)
{
    unsigned compared = 0;

    make(3);
    for (int i = 0; i < 10; i++)
        endpoint_send(&rig.pe, 0, 7 + i % 2, 3);
    run_until_frames(30);
    for (int a = 0; a < 30; a++)
        for (int b = a + 1; b < 30; b++, compared++)
            assert_memory_not_equal(rig.frame[a] + 10, rig.frame[b] + 10, BODY_BYTES);
    endpoint_finish(&rig.pe);
    COMPARED(compared, "pairs of bodies");
}

/* The packet as its source sends it, with another stop-and-wait bit and its checks made again. */
static void reseal(uint8_t *frame, int bit)
{
    struct fedx_header h = header_of(frame);
    uint8_t body[BODY_BYTES];

    h.bit = (uint8_t)bit;
    memcpy(body, frame + FEDX_HEADER_BYTES, BODY_BYTES);
    fedx_header_packet(&h, body, frame);
}

/* Let the switch's side eject this packet into the PE. @return what the PE said at the end of it */
static unsigned eject(const uint8_t *frame)
{
    static uint8_t image[FEDX_PACKET_BYTES];
    unsigned said = 0;

    memcpy(image, frame, sizeof image);
    rig.sw.next = image;
    for (int i = 0; i < 400 && !(rig.sw_what & FEDX_END_STARTED); i++)
        step();
    rig.sw.next = NULL;
    for (int i = 0; i < 170; i++) {
        step();
        said |= rig.what;
    }
    return said;
}

/* One packet from node 17 to node 5, as sent. */
static void one_packet(uint8_t *frame)
{
    make(17);
    endpoint_send(&rig.pe, 0, 5, 1);
    run_until_frames(1);
    memcpy(frame, rig.frame[0], FEDX_PACKET_BYTES);
    endpoint_finish(&rig.pe);
}

TEST(deliveries_are_checked)
{
    uint8_t good[FEDX_PACKET_BYTES];
    int bit = 0, damaged = 0;

    one_packet(good);
    make(5);
    reseal(good, bit);
    assert_int_equal(eject(good), ENDPOINT_DELIVERED);
    assert_int_equal(rig.pe.delivered[0].packet.source, 17);
    assert_int_equal(rig.pe.delivered[0].packet.destination, 5);
    for (int byte = FEDX_HEADER_BYTES; byte < FEDX_BYTE_CRC; byte++, damaged++) {
        uint8_t bad[FEDX_PACKET_BYTES]; /* good checks, wrong content: only the comparison can tell */
        memcpy(bad, good, sizeof bad);
        bad[byte] ^= (uint8_t)(1u << byte % 8);
        reseal(bad, bit ^= 1);
        assert_int_equal(eject(bad), ENDPOINT_DELIVERED | ENDPOINT_DAMAGED);
    }
    for (int field = 0; field < 4; field++, damaged++) {
        struct fedx_header h = header_of(good);
        uint8_t bad[FEDX_PACKET_BYTES];
        h.destination ^= field == 0;
        h.source ^= field == 1;
        h.message ^= field == 2;
        h.packet ^= field == 3;
        h.bit = (uint8_t)(bit ^= 1);
        fedx_header_packet(&h, good + FEDX_HEADER_BYTES, bad);
        assert_int_equal(eject(bad), ENDPOINT_DELIVERED | ENDPOINT_DAMAGED);
    }
    reseal(good, bit ^ 1);
    assert_int_equal(eject(good), ENDPOINT_DELIVERED);
    endpoint_finish(&rig.pe);
    COMPARED(damaged, "damaged packets found");
}

/* The source's scoreboard: each packet once, the message with its last packet, whatever the order. */
TEST(scoreboard)
{
    struct endpoint_message *m;
    uint64_t start;
    static const int order[5] = {3, 0, 4, 1, 2};

    make(17);
    endpoint_send(&rig.pe, 0, 5, 5);
    run_until_frames(2);
    run(10);
    struct packet third = packet_of(rig.frame[0]);
    third.number = 3;
    assert_int_equal(endpoint_arrived(&rig.pe, &third, &start, &m), -1); /* not sent yet */
    run_until_frames(5);
    run(10);
    for (int i = 0; i < 5; i++) {
        struct packet h = packet_of(rig.frame[order[i]]), other = h;
        other.destination++;
        assert_int_equal(endpoint_arrived(&rig.pe, &other, &start, &m), -1);
        other = h;
        other.message++;
        assert_int_equal(endpoint_arrived(&rig.pe, &other, &start, &m), -1);
        other.message = (uint16_t)(h.message + ENDPOINT_UNDER_WAY); /* same record, another message */
        assert_int_equal(endpoint_arrived(&rig.pe, &other, &start, &m), -1);
        assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), 0);
        assert_true((m != NULL) == (i == 4));
        assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &(struct endpoint_message *){NULL}), -1); /* twice */
    }
    assert_int_equal(m ? m->job.packets : 0, 5);
    endpoint_close(&rig.pe, m, rig.now - 1);
    struct packet h = packet_of(rig.frame[0]);
    assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), -1); /* closed */
    endpoint_finish(&rig.pe);
}

/* The cycle of the first byte is the one in which it is on the wire, of the attempt that is accepted. */
TEST(start_cycles)
{
    struct endpoint_message *m;
    uint64_t start, first_byte[2] = {0};
    int n = 0, was = 0;

    make(17);
    endpoint_send(&rig.pe, 0, 5, 2);
    rig.sw.admit = 0;
    while (rig.frames < 2 && rig.now < 2000) {
        if (rig.pe.attempts_failed == 4)
            rig.sw.admit = 1;
        step();
        int valid = rig.pe_out.valid & 1;
        if (rig.what & ENDPOINT_INJECTED) /* the next one may start at the very same edge */
            n = 1;
        if (valid && !was)
            first_byte[n] = rig.now;
        was = valid;
    }
    run(10);
    assert_int_equal(rig.frames, 2);
    assert_int_equal(rig.pe.attempts_failed, 4);
    for (int i = 0; i < 2; i++) {
        struct packet h = packet_of(rig.frame[i]);
        assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), 0);
        assert_int_equal(start, first_byte[i]);
    }
    endpoint_close(&rig.pe, m, rig.now - 1);
    endpoint_finish(&rig.pe);
}

/* At most 64 messages under way; the 65th waits for a record, and gets one when a message is done. */
TEST(messages_under_way)
{
    struct endpoint_message *m;
    uint64_t start;

    make(2);
    for (int i = 0; i < 200; i++) /* the queue grows beyond its first 64 places */
        assert_int_equal(endpoint_send(&rig.pe, 0, i % 63 + (i % 63 >= 2), 1), 0);
    run_until_frames(ENDPOINT_UNDER_WAY);
    run(1000);
    assert_int_equal(rig.frames, ENDPOINT_UNDER_WAY);
    for (int i = 0; i < 200; i++) {
        run_until_frames(rig.frames > i ? rig.frames : i + 1);
        run(4); /* until the PE has seen the acceptance */
        struct packet h = packet_of(rig.frame[i]);
        assert_int_equal(h.destination, i % 63 + (i % 63 >= 2)); /* first in, first out */
        assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), 0);
        assert_non_null(m);
        endpoint_close(&rig.pe, m, rig.now - 1);
    }
    run(2000);
    assert_int_equal(rig.frames, 200);
    assert_int_equal(rig.pe.out_of_memory, 0);
    endpoint_finish(&rig.pe);
    COMPARED(200, "messages");
}

/* The PE is told of an arrival before its step of that cycle, or behind it: it can use the record in the next cycle. */
TEST(arrivals_are_updates)
{
    struct endpoint_message *m;
    uint64_t start;

    for (int before = 0; before < 2; before++) {
        make(2);
        for (int i = 0; i < ENDPOINT_UNDER_WAY + 1; i++)
            assert_int_equal(endpoint_send(&rig.pe, 0, 5, 1), 0);
        run_until_frames(ENDPOINT_UNDER_WAY);
        run(1000);
        struct packet h = packet_of(rig.frame[0]);
        uint64_t delivery = rig.now;
        if (!before)
            step();
        assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), 0);
        endpoint_close(&rig.pe, m, delivery);
        if (before)
            step();
        assert_int_equal(rig.now, delivery + ENDPOINT_UPDATE_CYCLES);
        assert_int_equal(rig.pe.starved, 1);
        step();
        assert_int_equal(rig.pe.starved, 0);
        assert_int_equal(rig.pe.schedule.waiting, 0);
        endpoint_finish(&rig.pe);
    }
    COMPARED(2, "orders, alike");
}

TEST(stopped)
{
    make(2);
    endpoint_send(&rig.pe, 0, 5, 20);
    run_until_frames(3);
    run(50); /* the next packet is on its way: it may finish */
    rig.pe.stopped = 1;
    run(3000);
    assert_int_equal(rig.frames, 4);
    rig.pe.stopped = 0;
    run_until_frames(20);
    endpoint_finish(&rig.pe);
}

/* Destinations of the frames so far, as letters from 'a' for 1. */
static void expect_frames(const char *expected)
{
    char got[MAX_FRAMES + 1];

    run_until_frames((int)strlen(expected));
    for (int i = 0; i < rig.frames; i++)
        got[i] = (char)('a' + header_of(rig.frame[i]).destination - 1);
    got[rig.frames] = 0;
    assert_string_equal(got, expected);
}

/* A short message that appears while a long one is being sent goes next, whenever it appears. */
TEST(preempted)
{
    unsigned moments = 0, seen = 0;

    for (int when = 330; when < 330 + 162; when++, moments++) {
        make_with(17, (struct endpoint_settings){.schedule = {.alpha = 8000}});
        endpoint_send(&rig.pe, 0, 1, 6);
        while (rig.now < (uint64_t)when)
            step();
        uint64_t started = rig.pe.packets_injected + rig.pe.attempt;
        endpoint_send(&rig.pe, rig.now, 2, 2);
        assert_in_range(started, 2, 3);
        expect_frames(started == 2 ? "aabbaaaa" : "aaabbaaa");
        seen |= 1u << started;
        for (int i = 0; i < 8; i++) { /* packets of interleaved messages are numbered in order */
            struct packet h = packet_of(rig.frame[i]);
            int number = 0;
            for (int k = 0; k < i; k++)
                number += header_of(rig.frame[k]).message == h.message;
            assert_int_equal(h.number, number);
            assert_int_equal(h.last, number == (h.destination == 1 ? 5 : 1));
        }
        endpoint_finish(&rig.pe);
    }
    assert_int_equal(seen, 1u << 2 | 1u << 3);
    COMPARED(moments, "moments");
}

/* The priority of message i as the paper has it, when a packet of `sending` counts as sent. */
static int64_t paper_priority(const int64_t (*message)[2], int i, int sending, int64_t alpha)
{
    return message[i][0] * SCHEDULE_ALPHA_ONE + alpha * (message[i][1] - (i == sending));
}

/* The message that is to start now, of so many; -1: none is left. */
static int lowest_priority(const int64_t (*message)[2], int count, int sending, int64_t alpha)
{
    int best = -1;

    for (int i = 0; i < count; i++)
        if (message[i][1] > (i == sending) &&
            (best < 0 || paper_priority(message, i, sending, alpha) < paper_priority(message, best, sending, alpha)))
            best = i;
    return best;
}

/* All that has been sent is delivered at once. */
static void deliver_all(void)
{
    rig.frames = 0;
    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++)
        if (rig.pe.under_way[i] && rig.pe.under_way[i]->job.left == 0)
            endpoint_close(&rig.pe, rig.pe.under_way[i], rig.now - 1);
}

/* Whatever starts in a cycle is the lowest of all messages that are there in that cycle. */
static unsigned started_in_order(int64_t alpha, int refusals, uint64_t seed)
{
    enum { MESSAGES = 60 };
    int64_t message[MESSAGES + 1][2]; /* clock when it appeared, packets left */
    struct rng r = rng_stream(seed, 0);
    int count = 0, sending = -1;
    unsigned starts = 0, frames = 0;

    make_with(17, (struct endpoint_settings){.schedule = {.alpha = alpha, .clock_limit = 3}});
    while (count < MESSAGES || schedule_count(&rig.pe.schedule) > 0) {
        if (count < MESSAGES && rng_below(&r, 500) == 0) {
            int packets = 1 + (int)rng_below(&r, rng_below(&r, 4) ? 3 : 12);
            endpoint_send(&rig.pe, rig.now, count, packets);
            message[count][0] = (int64_t)rig.pe.packets_injected;
            message[count++][1] = packets;
        }
        if (!rig.sw.rx.decide)
            rig.sw.admit = (int)rng_below(&r, 100) >= refusals;
        int best = lowest_priority(message, count, sending, alpha);
        int was = rig.pe.attempt;
        step();
        if (rig.what & ENDPOINT_INJECTED) {
            message[sending][1]--;
            frames++;
        }
        if (!rig.pe.attempt)
            sending = -1;
        else if (!was || (rig.what & ENDPOINT_INJECTED)) {
            sending = rig.pe.slot[rig.pe.turn].message->job.destination;
            assert_int_equal(sending, best);
            starts++;
        }
        deliver_all();
        assert_in_range(rig.now, 0, 1000000);
    }
    assert_int_equal(frames, rig.pe.packets_injected);
    assert_int_equal(frames, rig.pe.packets_created);
    assert_int_equal(starts, frames + rig.pe.attempts_failed);
    assert_int_equal(rig.pe.attempts_failed > 0, refusals > 0);
    endpoint_finish(&rig.pe);
    return starts;
}

TEST(lowest_priority_starts)
{
    static const int64_t alphas[] = {0, 500, 1000, 8000, 1000000};
    unsigned starts = 0;

    for (int a = 0; a < 5; a++)
        for (int refusals = 0; refusals <= 60; refusals += 30)
            starts += started_in_order(alphas[a], refusals, (uint64_t)(10 * a + refusals));
    COMPARED(starts, "attempts");
}

/* A message that the switch refuses holds up the others, or not. */
TEST(blocked_message)
{
    for (int skip = 0; skip < 2; skip++) {
        make_with(17, (struct endpoint_settings){.schedule = {.skip_blocked = skip}});
        endpoint_send(&rig.pe, 0, 1, 2);
        endpoint_send(&rig.pe, 0, 2, 2);
        endpoint_send(&rig.pe, 0, 3, 1);
        rig.refused = 1;
        run(2000);
        if (skip) {
            assert_int_equal(rig.frames, 3);
            expect_frames("bbc");
            endpoint_send(&rig.pe, rig.now, 4, 1);
            expect_frames("bbcd");
        }
        assert_in_range(rig.pe.attempts_failed, 50, 150);
        rig.refused = 9;
        expect_frames(skip ? "bbcdaa" : "aabbc");
        endpoint_finish(&rig.pe);
    }
}

/* Many messages begun and none finished: they share the 64 records, and all come out. */
TEST(more_begun_than_records)
{
    struct endpoint_message *m;
    uint64_t start;
    int done = 0;

    make_with(17, (struct endpoint_settings){.schedule = {.alpha = 1000000}});
    for (int i = 0; i < 100; i++) { /* each shorter than what is left of the one before: a preemption */
        endpoint_send(&rig.pe, rig.now, 1 + i, 250 - 2 * i);
        uint64_t before = rig.pe.packets_injected;
        while (rig.pe.packets_injected == before)
            step();
        rig.frames = 0;
    }
    assert_int_equal(rig.pe.schedule.opened, ENDPOINT_UNDER_WAY);
    assert_int_equal(rig.pe.starved, 1);
    for (uint64_t limit = rig.now + 200 * 100 * 200; done < 100 && rig.now < limit;) {
        step();
        rig.frames = 0;
        for (int i = 0; i < ENDPOINT_UNDER_WAY; i++) {
            struct endpoint_message *record = rig.pe.under_way[i];
            if (!record || record->job.left > 0)
                continue;
            for (int k = 0; k < record->job.packets; k++) {
                struct packet h = {
                    .source = 17, .destination = record->job.destination, .message = record->id, .number = (uint8_t)k};
                assert_int_equal(endpoint_arrived(&rig.pe, &h, &start, &m), 0);
            }
            assert_ptr_equal(m, record);
            endpoint_close(&rig.pe, m, rig.now - 1);
            done++;
        }
    }
    assert_int_equal(done, 100);
    assert_int_equal(rig.pe.packets_injected, rig.pe.packets_created);
    endpoint_finish(&rig.pe);
    COMPARED(done, "messages");
}

/* Overheads and pause. Cycles are counted from t, in which the first byte of an attempt or ejection is on the wire.
 * -------- */

enum { MOST_STARTS = 4 };

/* What is on the wires of the PE port while a test looks. */
struct seen {
    uint64_t injection[MOST_STARTS], ejection[MOST_STARTS]; /* cycles of first bytes */
    uint64_t first[MOST_STARTS];                            /* where the PE says that its attempts began */
    uint64_t delivery;                                      /* cycle at whose end a packet was delivered */
    int injections, ejections;
};

static struct seen look(int cycles)
{
    struct seen s = {.delivery = 0};

    for (int i = 0; i < cycles; i++) {
        int pe = rig.pe_out.valid & 1, sw = rig.sw_out.valid & 1;
        step();
        if ((rig.pe_out.valid & 1) > pe && s.injections < MOST_STARTS) {
            s.first[s.injections] = rig.pe.first;
            s.injection[s.injections++] = rig.now;
        }
        if ((rig.sw_out.valid & 1) > sw && s.ejections < MOST_STARTS)
            s.ejection[s.ejections++] = rig.now;
        if ((rig.what & ENDPOINT_DELIVERED) && !s.delivery)
            s.delivery = rig.now - 1;
    }
    return s;
}

/* The port changes hands as without an overhead; then every packet is so much later, and accepted ones follow each
 * other. */
TEST(injection_overhead)
{
    static const int overheads[] = {0, 1, 2, 80, 300, 65535};
    uint64_t begun = 0;

    for (int i = 0; i < 6; i++) {
        uint64_t overhead = (uint64_t)overheads[i];
        make_with(17, (struct endpoint_settings){.inject_overhead = overheads[i]});
        endpoint_send(&rig.pe, 0, 5, 3);
        struct seen s = look(3 * overheads[i] + 700);
        begun = i ? begun : s.injection[0];
        assert_int_equal(s.injections, 3);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(s.injection[k], begun + overhead + (uint64_t)k * (162 + overhead));
            assert_int_equal(s.first[k], s.injection[k] - overhead);
        }
        assert_int_equal(rig.pe.packets_injected, 3);
        endpoint_finish(&rig.pe);
    }
    COMPARED(18, "packets");
}

/* A fault that takes the turn away for two cycles ends the attempt before its first byte; the next one begins anew. */
TEST(turn_lost_in_overhead)
{
    enum { OVERHEAD = 80, LOST = 30 };

    make_with(17, (struct endpoint_settings){.inject_overhead = OVERHEAD});
    endpoint_send(&rig.pe, 0, 5, 1);
    while (!rig.pe.attempt && rig.now < 1000)
        step();
    run(LOST);
    for (int i = 0; i < 2; i++) {
        rig.sw_out.turn ^= 1;
        step();
    }
    assert_int_equal(rig.what, ENDPOINT_FAILED);
    assert_int_equal(rig.pe.injected_first, rig.now);
    struct seen s = look(400);
    assert_int_equal(s.injections, 1);
    assert_int_equal(s.injection[0] - s.first[0], OVERHEAD);
    assert_int_equal(rig.pe.packets_injected, 1);
    assert_int_equal(rig.pe.attempts_failed, 1);
    endpoint_finish(&rig.pe);
}

/* A refusal is known in t + 12, and offered is again from t + 13 + pause on; the gap lasts to t + 14. */
TEST(refusal_pause)
{
    static const int pauses[] = {0, 1, 2, 3, 80, 1000}, overheads[] = {0, 1, 80};
    unsigned compared = 0;

    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++) {
            make_with(17, (struct endpoint_settings){.inject_overhead = overheads[k], .refusal_pause = pauses[i]});
            endpoint_send(&rig.pe, 0, 5, 1);
            rig.sw.admit = 0;
            struct seen s = look(4 * (pauses[i] + overheads[k]) + 200);
            assert_int_equal(s.injections, MOST_STARTS);
            for (int n = 1; n < MOST_STARTS; n++, compared++) {
                int offered = 13 + pauses[i], free = 14;
                int begun = (offered > free ? offered : free) + 1;
                assert_int_equal(s.injection[n] - s.injection[n - 1], begun + overheads[k]);
                assert_int_equal(s.injection[n] - s.first[n], overheads[k]);
            }
            endpoint_finish(&rig.pe);
        }
    COMPARED(compared, "attempts");
}

/* During the pause the port is there for what is ejected: the switch asks and has it. */
TEST(pause_leaves_the_port)
{
    uint8_t frame[FEDX_PACKET_BYTES];

    one_packet(frame);
    for (int pause = 0; pause <= 400; pause += 400) {
        make_with(5, (struct endpoint_settings){.refusal_pause = pause});
        endpoint_send(&rig.pe, 0, 9, 1);
        rig.sw.admit = 0;
        struct seen s = look(200);
        assert_int_equal(s.injections, pause ? 1 : MOST_STARTS);
        rig.sw.next = frame;
        s = look(50);
        assert_int_equal(s.ejections, 1);
        if (pause)
            assert_int_equal(s.injections, 0);
        endpoint_finish(&rig.pe);
    }
}

/* Wait until the switch's side sends this, and offer it `again`. @return t */
static uint64_t begin_ejection(const uint8_t *frame, const uint8_t *again)
{
    rig.sw.next = frame;
    while (!(rig.sw_what & FEDX_END_STARTED) && rig.now < 1000)
        step();
    rig.sw.next = again;
    return rig.now;
}

/*
 * The last byte is there in t + 159. The switch gives way in t + 161 if it is asked, which takes two cycles of
 * overhead; the PE can use the port from t + 163 on, and has it as long as the overhead lasts. Given back at the end of
 * cycle c, it carries the next ejection in c + 4.
 */
TEST(ejection_overhead)
{
    static const int overheads[] = {0, 1, 2, 3, 4, 5, 20, 80, 300, 65535};
    uint8_t frame[FEDX_PACKET_BYTES], next[FEDX_PACKET_BYTES];

    one_packet(frame);
    memcpy(next, frame, sizeof next);
    reseal(frame, 0);
    reseal(next, 1);
    for (int i = 0; i < 10; i++) {
        int overhead = overheads[i], given_back = overhead > 3 ? 160 + overhead : 163;
        make_with(5, (struct endpoint_settings){.eject_overhead = overhead});
        uint64_t t = begin_ejection(frame, next);
        struct seen s = look(overhead + 400);
        assert_int_equal(s.delivery, t + 159 + (uint64_t)overhead);
        assert_int_equal(s.ejection[0] - t, overhead < 2 ? 162 : given_back + 3);
        assert_int_equal(s.injections, 0);
        endpoint_finish(&rig.pe);
    }
    COMPARED(10, "deliveries");
}

/* An injection begins when the overhead is over, and pays its own. */
TEST(injection_after_ejection)
{
    static const int overheads[] = {0, 1, 3, 4, 5, 20, 300};
    uint8_t frame[FEDX_PACKET_BYTES];

    one_packet(frame);
    for (int i = 0; i < 7; i++) {
        int overhead = overheads[i];
        make_with(5, (struct endpoint_settings){.inject_overhead = 80, .eject_overhead = overhead});
        uint64_t t = begin_ejection(frame, NULL);
        endpoint_send(&rig.pe, rig.now, 9, 1);
        struct seen s = look(overhead + 400);
        assert_int_equal(s.injections, 1);
        assert_int_equal(s.first[0] - t, overhead > 4 ? 160 + overhead : 164);
        assert_int_equal(s.injection[0] - s.first[0], 80);
        assert_int_equal(s.delivery, t + 159 + (uint64_t)overhead);
        endpoint_finish(&rig.pe);
    }
    COMPARED(7, "injections");
}

/* Generated traffic: the mean rate is the density asked for, and it depends on seed and node only. */
TEST(generated_traffic)
{
    static const struct {
        double load;
        uint64_t seed;
        int node;
    } cases[] = {{0.1, 1, 0}, {0.5, 1, 0}, {1.0, 1, 63}, {0.5, 2, 0}, {0.5, 1, 1}, {0.5, 1, 0}};
    uint64_t created[6], messages = 0;

    for (int i = 0; i < 6; i++) {
        struct endpoint_settings s = {.workload = workload_find("wk1-5"), .load = cases[i].load, .seed = cases[i].seed};
        uint64_t packets, last = 0;
        struct fedx_pins silent = {.refuse = 1};
        make_with(cases[i].node, s);
        created[i] = 0;
        for (uint64_t t = 0; t < 2000000; t++)
            if (endpoint_step(&rig.pe, t, &silent, &rig.pe_out) & ENDPOINT_CREATED)
                created[i] = created[i] * 31 + (last = t);
        packets = rig.pe.packets_created;
        assert_in_range(packets, cases[i].load * 2000000 / 320 * 0.85, cases[i].load * 2000000 / 320 * 1.15);
        assert_in_range(last, 1900000, 2000000);
        messages += rig.pe.messages_created;
        endpoint_finish(&rig.pe);
    }
    assert_int_equal(created[1], created[5]);
    assert_int_not_equal(created[1], created[3]);
    assert_int_not_equal(created[1], created[4]);
    COMPARED(messages, "messages");
}

/* Copies of several multicasts, in any order, and of one that is whole nothing is left. */
TEST(copies_that_arrive)
{
    /* multicast, copy, and how many of it have arrived then */
    static const int arrivals[][3] = {{7, 2, 1}, {10, 0, 1}, {7, 0, 2}, {7, 1, 3}, {20, 1, 1}, {10, 2, 2}, {10, 1, 3}};
    size_t count = sizeof arrivals / sizeof *arrivals;

    make(3);
    for (size_t i = 0; i < count; i++) {
        struct schedule_job job = {.order = (uint64_t)(arrivals[i][0] + arrivals[i][1]),
                                   .created = (uint64_t)arrivals[i][0],
                                   .copy = (uint32_t)arrivals[i][1],
                                   .copies = 3};
        assert_int_equal(endpoint_copy_arrived(&rig.pe, &job), arrivals[i][2]);
        assert_int_equal(endpoint_multicast_of(&rig.pe, &job) == NULL, arrivals[i][2] == 3);
    }
    assert_int_equal(rig.pe.multicasts, 1);
    assert_int_equal(rig.pe.multicast->created, 20);
    endpoint_finish(&rig.pe);
    COMPARED(count, "arrivals");
}

RUN_TESTS

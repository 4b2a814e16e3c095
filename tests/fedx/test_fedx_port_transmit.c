/* SPDX-License-Identifier: Apache-2.0
 *
 * Port transmit alone, cycle by cycle against docs/spec/fedx.md section 6, for every
 * link latency. Byte k of a frame is on the wire in cycle k of these tests.
 */
#include "../unit.h"

enum { BUFFER = 4 };

/* One transmit block with its ownership, and what the rest would tell it. */
struct rig {
    struct fedx_port_transmit t;
    struct fedx_ownership o;
    struct fedx_config c;
    struct fedx_wires w;
    struct fedx_pins in;
    unsigned p;
    int offer;      /* a packet is ready for the port */
    unsigned abort; /* buffers that are being aborted */
    int keep;
    int round_trip; /* R */
    uint8_t packet[FEDX_PACKET_BYTES];
};

static void cycle(struct rig *rig)
{
    struct fedx_wires *w = &rig->w;

    memset(w, 0, sizeof *w);
    fedx_ownership_eval(&rig->o, rig->c.side, &rig->in, w);
    w->abort_buffers = rig->abort;
    w->want = rig->offer ? 1u << rig->p : 0;
    fedx_port_transmit_eval(&rig->t, &rig->o, &rig->c, w);
    w->grant = w->available & w->want;
    w->grant_buf[rig->p] = BUFFER;
    if (rig->t.sending >> rig->p & 1u && rig->t.count[rig->p] < FEDX_PACKET_BYTES - 1)
        w->next_byte[rig->p] = rig->packet[rig->t.count[rig->p] + 1];
    w->keep_candidate = rig->keep ? 1u << rig->p : 0;
    fedx_port_transmit_events(&rig->t, &rig->o, &rig->in, w);
    fedx_ownership_flip(&rig->o, rig->t.sending | rig->t.await, rig->c.hold, &rig->in, w);
    fedx_port_transmit_commit(&rig->t, &rig->in, w);
    fedx_ownership_commit(&rig->o, w);
    if (rig->c.hold)
        rig->c.hold--;
}

static void cycles(struct rig *rig, int n)
{
    for (int i = 0; i < n; i++)
        cycle(rig);
}

static unsigned at(const struct rig *rig, unsigned mask)
{
    return mask >> rig->p & 1u;
}

/* An idle port that could start: out of hold, owner, in step, with these levels from the other end. */
static void make_ready(struct rig *rig, unsigned p, int latency, int bit)
{
    struct fedx_switch_regs regs;
    struct rng r = rng_stream(8, p);
    struct fedx_header h = {.destination = 0x21, .source = 9, .message = 0x1f2e, .packet = 1, .bit = (uint8_t)bit};

    unit_reset(&regs);
    memset(rig, 0, sizeof *rig);
    rig->t = regs.port_transmit;
    rig->o = regs.ownership;
    rig->c = regs.config;
    rig->c.hold = 0;
    rig->c.latency = (uint8_t)latency;
    rig->p = p;
    rig->round_trip = 2 + 2 * latency;
    unit_packet(&r, &h, rig->packet);
    if (bit) {
        rig->t.bit = FEDX_ALL_PORTS;
        rig->in.acc = FEDX_ALL_PORTS;
    }
    cycles(rig, 3);
}

/* Byte 0 of a frame is on the wire. */
static void start(struct rig *rig, unsigned p, int latency)
{
    make_ready(rig, p, latency, 0);
    rig->offer = 1;
    cycle(rig);
    assert_int_equal(at(rig, rig->t.sending), 1);
    assert_int_equal(rig->t.count[p], 0);
}

/* Cycles until byte 0 is on the wire, at most limit. */
static int until_start(struct rig *rig, int limit)
{
    int n = 0;

    while (n < limit && !(at(rig, rig->t.sending) && rig->t.count[rig->p] == 0)) {
        cycle(rig);
        n++;
    }
    return n;
}

TEST(bytes_of_a_frame)
{
    unsigned compared = 0;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        for (int bit = 0; bit < 2; bit++) {
            struct rig rig;
            uint8_t expected[FEDX_PACKET_BYTES];
            make_ready(&rig, p, 0, bit);
            memcpy(expected, rig.packet, sizeof expected);
            rig.packet[3] ^= FEDX_FLAG_BIT; /* the pool's copy has another hop's bit and check */
            rig.packet[9] ^= 0x5a;
            rig.offer = 1;
            cycle(&rig);
            rig.offer = 0;
            for (int k = 0; k < FEDX_PACKET_BYTES; k++, compared++) {
                assert_int_equal(at(&rig, rig.t.sending), 1);
                assert_int_equal(rig.t.data[p], expected[k]);
                assert_int_equal(rig.t.count[p], k);
                assert_int_equal(rig.t.buf[p], BUFFER);
                cycle(&rig);
            }
            assert_int_equal(at(&rig, rig.t.sending), 0);
            assert_int_equal(at(&rig, rig.t.await), 1);
            assert_int_equal(rig.t.count[p], 1);
            assert_int_equal(rig.t.data[p], 0);
        }
    COMPARED(compared, "bytes of frames");
}

/* One cycle of refuse in cycle k ends the attempt; the next one starts R cycles after valid fell. */
TEST(refused_at_every_byte)
{
    unsigned compared = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (int k = 0; k < 159; k++, compared++) {
            struct rig rig;
            start(&rig, 3, latency);
            cycles(&rig, k);
            rig.in.refuse = 1u << 3;
            cycle(&rig);
            rig.in.refuse = 0;
            assert_int_equal(at(&rig, rig.w.stopped), 1);
            assert_int_equal(at(&rig, rig.t.sending), 0);
            assert_int_equal(at(&rig, rig.t.gap), 1);
            assert_int_equal(rig.t.data[3], 0);
            assert_int_equal(until_start(&rig, 100), rig.round_trip);
            assert_int_equal(at(&rig, rig.t.gap), 0);
            assert_int_equal(at(&rig, rig.t.bit), 0);
        }
    COMPARED(compared, "refusals");
}

TEST(refusal_of_the_last_byte_is_ignored)
{
    struct rig rig;

    start(&rig, 3, 0);
    cycles(&rig, 159);
    rig.in.refuse = 1u << 3;
    cycle(&rig);
    assert_int_equal(at(&rig, rig.w.stopped), 0);
    assert_int_equal(at(&rig, rig.t.await), 1);
    assert_int_equal(at(&rig, rig.t.gap), 0);
}

/* refuse still up when the gap ends: idle, and two low readings before the next start. */
TEST(late_refuse_needs_two_low_readings)
{
    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (int late = 0; late < 6; late++) {
            struct rig rig;
            start(&rig, 0, latency);
            cycles(&rig, 12);
            rig.in.refuse = 1;
            cycle(&rig);
            cycles(&rig, rig.round_trip + late); /* the last cycle of the gap included */
            assert_int_equal(at(&rig, rig.t.gap), 0);
            assert_int_equal(at(&rig, rig.t.sending), 0);
            rig.in.refuse = 0;
            assert_int_equal(until_start(&rig, 100), 2);
        }
}

/* acc differs from the cycle with count = c on: accepted at max(R, c + 1), if that is within the time-out. */
TEST(acceptance_at_every_count)
{
    unsigned compared = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++)
        for (int c = 1; c <= 40; c++, compared++) {
            struct rig rig;
            int decided = 0;
            start(&rig, 5, latency);
            cycles(&rig, 160);
            for (int count = 1; !decided; count++) {
                assert_int_equal(at(&rig, rig.t.await), 1);
                assert_int_equal(rig.t.count[5], count);
                rig.in.acc = count >= c ? 1u << 5 : 0;
                cycle(&rig);
                decided = at(&rig, rig.w.accepted | rig.w.expired) ? count : 0;
            }
            int ripe = c + 1 > rig.round_trip ? c + 1 : rig.round_trip;
            assert_int_equal(decided, ripe <= FEDX_ACK_TIMEOUT ? ripe : FEDX_ACK_TIMEOUT);
            assert_int_equal(at(&rig, rig.w.accepted), ripe <= FEDX_ACK_TIMEOUT);
            assert_int_equal(at(&rig, rig.w.expired), ripe > FEDX_ACK_TIMEOUT);
            assert_int_equal(at(&rig, rig.t.bit), ripe <= FEDX_ACK_TIMEOUT);
            assert_int_equal(at(&rig, rig.t.await), 0);
            /* After an acceptance the next frame is on the wire at once; after a time-out not at that edge. */
            assert_int_equal(at(&rig, rig.t.sending), ripe <= FEDX_ACK_TIMEOUT);
        }
    COMPARED(compared, "acceptances and time-outs");
}

/* One flipped reading of acc, or refuse in either of the two readings, accepts nothing. */
TEST(acceptance_needs_two_clear_readings)
{
    for (int refused = 0; refused < 3; refused++) {
        struct rig rig;
        start(&rig, 1, 0);
        rig.offer = 0;
        cycles(&rig, 170);
        for (int i = 0; i < 2; i++) { /* two cycles of acc, one of them spoilt */
            rig.in.acc = refused == 0 ? (i == 0) << 1 : 1u << 1;
            rig.in.refuse = (refused == 1 + i) << 1;
            cycle(&rig);
            assert_int_equal(at(&rig, rig.w.accepted), 0);
        }
        assert_int_equal(at(&rig, rig.t.await), 1);
        rig.in.acc = 0;
        rig.in.refuse = 0;
        cycles(&rig, 19);
        assert_int_equal(at(&rig, rig.t.await), 1);
        cycles(&rig, 1); /* cycle 191 */
        assert_int_equal(at(&rig, rig.w.expired), 1);
        assert_int_equal(at(&rig, rig.t.bit), 0);
    }
}

TEST(lost_ownership)
{
    unsigned compared = 0;

    for (int k = 0; k < 157; k++, compared++) {
        struct rig rig;
        start(&rig, 2, 1);
        cycles(&rig, k);
        rig.in.turn = 1u << 2;
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.sending), 1); /* one reading does not count */
        rig.in.turn = 0;
        cycles(&rig, 1);
        assert_int_equal(at(&rig, rig.t.sending), 1);
        rig.in.turn = 1u << 2;
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.sending), k < 157);
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.sending), 0); /* two do */
        if (k < 156)
            assert_int_equal(at(&rig, rig.t.gap), 1);
        else /* the second reading fell on the last byte, where it is too late */
            assert_int_equal(at(&rig, rig.t.await), 1);
        cycles(&rig, 40);
        assert_int_equal(at(&rig, rig.t.sending), 0); /* not the owner: no start */
    }
    COMPARED(compared, "losses of ownership");
}

TEST(window_for_a_refusal)
{
    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct rig rig;
        start(&rig, 6, latency);
        for (int k = 0; k < 160; k++) {
            cycle(&rig);
            assert_int_equal(rig.w.passed, k == 13 + 2 * latency ? PE : 0);
            assert_int_equal(rig.w.last, k == 159 ? PE : 0);
        }
    }
    COMPARED(8 * 160, "cycles");
}

TEST(abort_while_sending)
{
    for (int k = 0; k < 160; k++) {
        struct rig rig;
        start(&rig, 4, 0);
        cycles(&rig, k);
        rig.abort = ALL_BUFFERS & ~(1u << BUFFER); /* others do not matter */
        rig.offer = 0;
        cycle(&rig);
        if (k < 159)
            assert_int_equal(at(&rig, rig.t.sending), 1);
        start(&rig, 4, 0);
        cycles(&rig, k);
        rig.abort = 1u << BUFFER;
        rig.in.refuse = k % 2 ? 1u << 4 : 0; /* an abort beats a refusal, and the end of the frame */
        cycle(&rig);
        assert_int_equal(at(&rig, rig.w.abort), 1);
        assert_int_equal(at(&rig, rig.w.stopped), 0);
        assert_int_equal(at(&rig, rig.t.sending), 0);
        assert_int_equal(at(&rig, rig.t.gap), 1);
        assert_int_equal(at(&rig, rig.t.await), 0);
        rig.in.refuse = 0;
        rig.abort = 0;
        assert_int_equal(until_start(&rig, 100), rig.round_trip);
    }
    COMPARED(160, "places of an abort");
}

/* An idle port takes its bit over from acc after two equal readings, in hold too; the count stops at 255. */
TEST(bit_is_taken_over)
{
    struct rig rig;

    make_ready(&rig, 1, 0, 0);
    rig.c.hold = FEDX_HOLD_CYCLES;
    rig.in.acc = 1u << 1;
    cycle(&rig);
    rig.in.acc = 0;
    cycles(&rig, 3);
    assert_int_equal(at(&rig, rig.t.bit), 0);
    assert_int_equal(rig.t.out_of_step[1], 0);
    for (int i = 1; i <= 300; i++) {
        rig.in.acc ^= 1u << 1;
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.bit), (i - 1) & 1);
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.bit), i & 1);
        assert_int_equal(rig.t.out_of_step[1], i < 255 ? i : 255);
    }
    assert_int_equal(rig.t.out_of_step[0], 0);
    COMPARED(300, "take-overs");
}

TEST(nothing_starts_out_of_step)
{
    struct rig rig;

    make_ready(&rig, 1, 0, 0);
    rig.offer = 1;
    rig.in.acc = 1u << 1; /* differs now */
    cycle(&rig);
    assert_int_equal(at(&rig, rig.t.sending), 0);
    cycle(&rig); /* taken over at this edge */
    assert_int_equal(at(&rig, rig.t.sending), 0);
    cycle(&rig); /* in step again: starts */
    assert_int_equal(at(&rig, rig.t.sending), 1);
    assert_int_equal(at(&rig, rig.t.bit), 1);
}

/* What keeps an idle port from starting, each alone. */
TEST(start_conditions)
{
    for (int what = 0; what < 7; what++) {
        struct rig rig;
        make_ready(&rig, 0, 0, 0);
        rig.offer = what != 1;
        rig.c.hold = what == 2;
        rig.in.refuse = what == 3;
        rig.t.refuse_last = what == 4;
        rig.in.turn = what == 5;
        rig.o.own_last = what == 6 ? 0 : FEDX_ALL_PORTS;
        cycle(&rig);
        assert_int_equal(at(&rig, rig.t.sending), what == 0);
    }
}

/* At the end of an attempt the turn goes to who asks, unless it is kept. */
TEST(turn_at_the_end)
{
    for (int asked = 0; asked < 2; asked++)
        for (int keep = 0; keep < 2; keep++) {
            struct rig rig;
            start(&rig, 6, 0);
            cycles(&rig, 160);
            rig.in.acc = PE;
            rig.in.req = asked ? PE : 0;
            rig.keep = keep;
            cycles(&rig, 2);
            assert_int_equal(at(&rig, rig.w.accepted), 1);
            assert_int_equal(at(&rig, rig.t.sending), !asked || keep);
            assert_int_equal(at(&rig, rig.o.turn), asked && !keep);
        }
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * Port receive alone, cycle by cycle against docs/spec/fedx.md section 5. In these
 * tests byte k is on the wire in cycle k, and a register is looked at with the
 * value that it shows in that cycle.
 */
#include "../unit.h"

/* One receive block and what the rest of the switch would tell it. */
struct rig {
    struct fedx_port_receive r;
    struct fedx_wires w;
    unsigned port;    /* the port looked at */
    unsigned admit;   /* mask of ports whose headers are admitted */
    unsigned driving; /* ports that the switch itself drives */
    int hold;
    uint8_t packet[FEDX_PACKET_BYTES];
};

static void start_on(struct rig *rig, unsigned port)
{
    struct fedx_switch_regs regs;
    struct rng r = rng_stream(5, port);
    struct fedx_header h = {.destination = 0x12, .source = 3, .message = 0x4567, .packet = 8, .adaptive = 1};

    unit_reset(&regs);
    memset(rig, 0, sizeof *rig);
    rig->r = regs.port_receive;
    rig->port = port;
    rig->admit = FEDX_ALL_PORTS;
    unit_packet(&r, &h, rig->packet);
}

/* One cycle with these wires. */
static void step(struct rig *rig, unsigned valid, uint8_t data)
{
    struct fedx_pins in = {.valid = (uint8_t)(valid << rig->port)};

    in.data[rig->port] = data;
    fedx_port_receive_eval(&rig->r, rig->driving, &in, &rig->w);
    rig->w.admit = rig->r.decide & rig->admit;
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        rig->w.admit_buf[p] = (uint8_t)(p + 2);
    fedx_port_receive_commit(&rig->r, &in, rig->hold, &rig->w);
}

static void quiet(struct rig *rig, int cycles)
{
    for (int i = 0; i < cycles; i++)
        step(rig, 0, 0);
}

/* Out of drain: ready for a frame. */
static void make_ready(struct rig *rig, unsigned port)
{
    start_on(rig, port);
    quiet(rig, 3);
}

/* Bytes first to last - 1 of the packet. */
static void frame(struct rig *rig, int first, int last)
{
    for (int k = first; k < last; k++)
        step(rig, 1, rig->packet[k]);
}

static unsigned at(const struct rig *rig, unsigned mask)
{
    return mask >> rig->port & 1u;
}

TEST(header_phase)
{
    unsigned compared = 0;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        for (int admitted = 0; admitted < 2; admitted++) {
            struct rig rig;
            make_ready(&rig, p);
            rig.admit = admitted ? FEDX_ALL_PORTS : 0;
            for (int k = 0; k <= 14; k++, compared++) {
                assert_int_equal(at(&rig, rig.r.header), k >= 1 && k <= 9);
                assert_int_equal(at(&rig, rig.r.lookup), k == 3);
                assert_int_equal(at(&rig, rig.r.routed), k >= 4 && k <= 10);
                assert_int_equal(at(&rig, rig.r.decide), k == 10);
                assert_int_equal(at(&rig, rig.r.body), admitted && k >= 11);
                assert_int_equal(at(&rig, rig.r.refusing), !admitted && k >= 11);
                assert_int_equal(at(&rig, rig.r.refuse), !admitted && k >= 12);
                if (k >= 1 && k <= 10)
                    assert_int_equal(rig.r.count[p], k);
                step(&rig, 1, rig.packet[k]);
            }
            assert_int_equal(rig.r.head[p] >> 48, 0x12);
            assert_int_equal(rig.r.head[p] >> 24 & 0xffff, 3);
            if (admitted)
                assert_int_equal(rig.r.buf[p], p + 2);
            for (unsigned q = 0; q < FEDX_PORTS; q++) /* the other ports saw nothing */
                if (q != p)
                    assert_int_equal(rig.r.count[q], 0);
        }
    COMPARED(compared, "cycles of the header phase");
}

TEST(whole_frame)
{
    unsigned compared = 0;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        struct rig rig;
        make_ready(&rig, p);
        for (int k = 0; k < 160; k++, compared++) {
            assert_int_equal(at(&rig, rig.r.acc), 0);
            assert_int_equal(at(&rig, rig.r.abort), 0);
            /* Byte k - 1 >= 10 is written in cycle k. */
            assert_int_equal(at(&rig, rig.r.write), k >= 11);
            if (k >= 11) {
                assert_int_equal(rig.r.data[p], rig.packet[k - 1]);
                assert_int_equal(rig.r.count[p] - 1, k - 1);
            }
            step(&rig, 1, rig.packet[k]);
        }
        assert_int_equal(at(&rig, rig.r.acc), 1); /* cycle 160 */
        assert_int_equal(at(&rig, rig.r.write), 1);
        assert_int_equal(at(&rig, rig.r.drain), 1);
        assert_int_equal(at(&rig, rig.r.valid_low_seen), 0);
        assert_int_equal(at(&rig, rig.r.abort), 0);
    }
    COMPARED(compared, "cycles of whole frames");
}

/* After a whole frame a new one may begin in cycle 162, and not before. */
TEST(next_frame_after_whole)
{
    for (int gap = 0; gap < 5; gap++) {
        struct rig rig;
        make_ready(&rig, 2);
        frame(&rig, 0, 160);
        quiet(&rig, gap);
        step(&rig, 1, FEDX_START_CODE);
        assert_int_equal(at(&rig, rig.r.header), gap >= 2);
        assert_int_equal(at(&rig, rig.r.drain), gap < 2);
    }
}

TEST(bytes_after_the_last_are_ignored)
{
    struct rig rig;

    make_ready(&rig, 4);
    frame(&rig, 0, 160);
    for (int i = 0; i < 30; i++) {
        step(&rig, 1, FEDX_START_CODE);
        assert_int_equal(at(&rig, rig.r.header), 0);
        assert_int_equal(at(&rig, rig.r.acc), 1);
        step(&rig, i % 2 == 0, 0); /* single low cycles do not count either */
    }
    step(&rig, 1, 0);
    quiet(&rig, 2);
    frame(&rig, 0, 160);
    assert_int_equal(at(&rig, rig.r.acc), 0); /* toggled again: the second packet has arrived */
}

/* A flip of any bit that the packet check covers, in every byte: abort in cycle 160, no acc. */
TEST(damaged_body_is_aborted)
{
    unsigned compared = 0;

    for (int byte = FEDX_HEADER_BYTES; byte < FEDX_PACKET_BYTES; byte++)
        for (int bit = 0; bit < 8; bit++, compared++) {
            struct rig rig;
            make_ready(&rig, 1);
            rig.packet[byte] ^= (uint8_t)(1u << bit);
            frame(&rig, 0, 160);
            assert_int_equal(at(&rig, rig.r.acc), 0);
            assert_int_equal(at(&rig, rig.r.abort), 1);
            fedx_port_receive_eval(&rig.r, 0, &(struct fedx_pins){0}, &rig.w);
            assert_int_equal(rig.w.abort_buffers, 1u << 3);
            quiet(&rig, 1);
            assert_int_equal(at(&rig, rig.r.abort), 0);
        }
    COMPARED(compared, "damaged packets");
}

/* valid falls in cycle v: before the decision there is nothing to abort, from then on abort is up in v + 1. */
TEST(truncated_frames)
{
    for (int v = 1; v < 160; v++) {
        struct rig rig;
        make_ready(&rig, 6);
        frame(&rig, 0, v);
        quiet(&rig, 1);
        assert_int_equal(at(&rig, rig.r.abort), v >= 10);
        assert_int_equal(at(&rig, rig.r.drain), 1);
        assert_int_equal(at(&rig, rig.r.valid_low_seen), 1);
        assert_int_equal(rig.r.header | rig.r.decide | rig.r.body | rig.r.refusing, 0);
        assert_int_equal(at(&rig, rig.r.routed), 0);
        if (v >= 10)
            assert_int_equal(rig.r.buf[6], 8);
        quiet(&rig, 1);
        assert_int_equal(at(&rig, rig.r.abort), 0);
        assert_int_equal(at(&rig, rig.r.drain), 0);
        frame(&rig, 0, 160); /* v + 2: a new frame, complete */
        assert_int_equal(at(&rig, rig.r.acc), 1);
    }
    COMPARED(159, "places of truncation");
}

TEST(one_low_cycle_is_not_a_gap)
{
    for (int v = 1; v < 160; v++) {
        struct rig rig;
        make_ready(&rig, 0);
        frame(&rig, 0, v);
        step(&rig, 0, 0);
        step(&rig, 1, FEDX_START_CODE);
        assert_int_equal(at(&rig, rig.r.header), 0);
        assert_int_equal(at(&rig, rig.r.drain), 1);
        frame(&rig, 1, 160);
        assert_int_equal(at(&rig, rig.r.acc), 0);
    }
    COMPARED(159, "glitches");
}

/* refuse rises in cycle 12 and falls one cycle after the first low cycle of valid. */
TEST(refusal)
{
    unsigned compared = 0;

    for (int v = 1; v < 40; v++) {
        struct rig rig;
        make_ready(&rig, 3);
        rig.admit = 0;
        for (int k = 0; k < 45; k++, compared++) {
            assert_int_equal(at(&rig, rig.r.refuse), k >= 12 && k <= v);
            assert_int_equal(at(&rig, rig.r.abort), 0);
            step(&rig, k < v, k < v ? rig.packet[k] : 0);
        }
        assert_int_equal(at(&rig, rig.r.acc), 0);
    }
    COMPARED(compared, "cycles of refusals");
}

TEST(bad_headers)
{
    unsigned compared = 0;

    for (int bit = 0; bit < 80; bit++, compared++) {
        struct rig rig;
        make_ready(&rig, 5);
        rig.packet[bit / 8] ^= (uint8_t)(1u << bit % 8);
        frame(&rig, 0, 10);
        assert_int_equal(at(&rig, rig.r.decide), 1); /* read to the end even with a wrong start code */
        assert_int_equal(at(&rig, rig.r.bad), 1);
        /* The flag lasts until the next frame sets it. */
        rig.admit = 0;
        frame(&rig, 10, 14);
        quiet(&rig, 3);
        assert_int_equal(at(&rig, rig.r.bad), 1);
        rig.packet[bit / 8] ^= (uint8_t)(1u << bit % 8);
        frame(&rig, 0, 10);
        assert_int_equal(at(&rig, rig.r.bad), 0);
    }
    COMPARED(compared, "flips in the header");
}

TEST(dup_bit)
{
    for (int bit = 0; bit < 2; bit++)
        for (int acc = 0; acc < 2; acc++) {
            struct rig rig;
            struct rng r = rng_stream(6, 0);
            struct fedx_header h = {.destination = 1, .bit = (uint8_t)bit};
            make_ready(&rig, 2);
            unit_packet(&r, &h, rig.packet);
            rig.r.acc = (uint8_t)(acc << 2);
            frame(&rig, 0, 10);
            assert_int_equal(at(&rig, rig.r.decide), 1);
            assert_int_equal(at(&rig, rig.r.bad), 0);
            assert_int_equal(at(&rig, rig.r.dup_bit), bit != acc);
        }
}

TEST(own_bytes_are_not_received)
{
    struct rig rig;

    make_ready(&rig, 1);
    rig.driving = 1u << 1;
    frame(&rig, 0, 160);
    assert_int_equal(rig.r.count[1], 0);
    assert_int_equal(at(&rig, rig.r.header | rig.r.drain | rig.r.acc), 0);
    rig.driving = 1u << 2; /* another port drives: this one hears */
    frame(&rig, 0, 160);
    assert_int_equal(at(&rig, rig.r.acc), 1);
}

TEST(hold_refuses_and_drains)
{
    struct rig rig;

    start_on(&rig, 0);
    assert_int_equal(rig.r.refuse, FEDX_ALL_PORTS); /* reset value */
    rig.hold = 1;
    quiet(&rig, 10);
    assert_int_equal(rig.r.refuse, FEDX_ALL_PORTS);
    assert_int_equal(rig.r.drain, FEDX_ALL_PORTS);
    frame(&rig, 0, 20);
    assert_int_equal(at(&rig, rig.r.header), 0);
    rig.hold = 0;
    frame(&rig, 20, 160); /* the rest of a frame that began in hold is no frame */
    assert_int_equal(rig.r.refuse, 0);
    assert_int_equal(at(&rig, rig.r.header | rig.r.acc), 0);
    quiet(&rig, 2);
    assert_int_equal(rig.r.drain, 0);
    frame(&rig, 0, 160);
    assert_int_equal(at(&rig, rig.r.acc), 1);
}

/* All seven ports at once, each a cycle later than the one before. */
TEST(ports_do_not_mix)
{
    struct rig rig;
    uint8_t packet[FEDX_PORTS][FEDX_PACKET_BYTES];
    struct rng r = rng_stream(7, 0);

    make_ready(&rig, 0);
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        struct fedx_header h = {.destination = (uint16_t)(p + 100), .packet = (uint8_t)p};
        unit_packet(&r, &h, packet[p]);
    }
    for (int t = 0; t < 160 + FEDX_PORTS; t++) {
        struct fedx_pins in = {0};
        for (int p = 0; p < FEDX_PORTS; p++)
            if (t - p >= 0 && t - p < 160) {
                in.valid |= (uint8_t)(1u << p);
                in.data[p] = packet[p][t - p];
            }
        fedx_port_receive_eval(&rig.r, 0, &in, &rig.w);
        rig.w.admit = rig.r.decide;
        fedx_port_receive_commit(&rig.r, &in, 0, &rig.w);
    }
    assert_int_equal(rig.r.acc, FEDX_ALL_PORTS);
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        assert_int_equal(rig.r.head[p] >> 48, p + 100);
}

RUN_TESTS

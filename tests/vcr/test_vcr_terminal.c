/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal against docs/spec/vcr.md section 17: what it is after reset and while it is quiet, every field of its
 * configuration map, the receiving side as a sink and with credits that are given, the builds that are refused; its
 * tables.
 */
#include <stdlib.h>
#include <string.h>

#include "vcr_unit.h"
#include "vcr/kind/vcr_terminal_kind.h"
#include "vcr/terminal.h"

static const struct vcr_terminal_parameters usual = {
    .ports = 2, .vcs = 3, .depth = 16, .words = 1, .length = 16, .buffer = 4, .queue = 4};

static struct vcr_terminal_unit *make(void)
{
    struct vcr_terminal_unit *t = calloc(1, vcr_terminal_bytes(&usual));

    assert_non_null(t);
    vcr_terminal_init(t, &usual);
    return t;
}

static void step(struct vcr_terminal_unit *t, const struct vcr_pins *in, const struct vcr_terminal_control *control)
{
    static const struct vcr_pins silent;
    static const struct vcr_terminal_control idle;

    vcr_terminal_step(t, in ? in : &silent, control ? control : &idle);
}

static void write(struct vcr_terminal_unit *t, unsigned address, uint32_t value)
{
    step(t, NULL, &(struct vcr_terminal_control){.cfg_we = 1, .cfg_addr = (uint16_t)address, .cfg_wdata = value});
    step(t, NULL, NULL);
}

static uint32_t read(struct vcr_terminal_unit *t, unsigned address)
{
    struct vcr_terminal_status status;

    step(t, NULL, &(struct vcr_terminal_control){.cfg_addr = (uint16_t)address});
    step(t, NULL, NULL);
    vcr_terminal_status(t, &status);
    return status.cfg_rdata;
}

TEST(builds_that_are_refused)
{
    static const struct vcr_terminal_parameters wrong[] = {
        {0, 1, 16, 1, 16, 4, 4}, {5, 1, 16, 1, 16, 4, 4}, {1, 17, 16, 1, 16, 4, 4}, {1, 1, 1, 1, 16, 4, 4},
        {1, 1, 65, 1, 16, 4, 4}, {1, 1, 16, 3, 16, 4, 4}, {1, 1, 16, 1, 1, 4, 4},   {1, 1, 16, 4, 64, 4, 4},
        {1, 1, 16, 1, 16, 0, 4}, {1, 1, 16, 1, 16, 9, 8}};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(vcr_terminal_parameters_wrong(&wrong[i]));
    assert_null(vcr_terminal_parameters_wrong(&usual));
}

/* Quiet for 64 cycles: not up, no link, no credits; then it is up, and links after two readings. */
TEST(quiet_after_reset)
{
    struct vcr_terminal_unit *t = make();
    const struct vcr_pins in = {.up = 3, .valid = 3};

    step(t, NULL, &(struct vcr_terminal_control){.rst = 1});
    for (int k = 0; k < 64; k++) {
        struct vcr_pins out;
        vcr_terminal_pins(t, &out);
        assert_int_equal(out.up | out.credit[0] | out.credit[1], 0);
        assert_int_equal(vcr_terminal_state(t)->inject.linked, 0);
        step(t, &in, NULL);
    }
    assert_int_equal(vcr_terminal_state(t)->terminal.quiet, 0);
    step(t, &in, NULL);
    assert_int_equal(vcr_terminal_state(t)->terminal.up, 3);
    assert_int_equal(vcr_terminal_state(t)->inject.linked, 3);
    assert_int_equal(vcr_terminal_state(t)->inject.credits[5], 16);
    free(t);
}

/* Every field of the map is where the table says, and reads as it was written. */
TEST(configuration)
{
    struct vcr_terminal_unit *t = make();
    unsigned fields = 0;

    assert_int_equal(read(t, VCR_CFG_TERMINAL_MODE), 1u << 3 | 1u << 8);
    write(t, VCR_CFG_TERMINAL_SHARE, 0x00070003);
    assert_int_equal(vcr_terminal_state(t)->terminal.share_l, 3);
    assert_int_equal(vcr_terminal_state(t)->terminal.share_k, 7);
#define VCR_CONFIG_REGISTER(name, count, sw, hw, meaning)
#define VCR_CONFIG_FIELD(reg, name, high, low, reset, meaning)                                                  \
    if (VCR_CFG_##reg != VCR_CFG_TERMINAL_STATUS) {                                                             \
        write(t, VCR_CFG_##reg, (uint32_t)((UINT64_C(2) << (high)) - (UINT64_C(1) << (low))));                  \
        assert_int_equal(read(t, VCR_CFG_##reg), (uint32_t)((UINT64_C(2) << (high)) - (UINT64_C(1) << (low)))); \
        fields++;                                                                                               \
    }
#include "vcr/vcr_terminal_config.def"
#undef VCR_CONFIG_REGISTER
#undef VCR_CONFIG_FIELD
    assert_int_equal(read(t, 4), 0);
    COMPARED(fields, "fields");
    free(t);
}

TEST(status)
{
    struct vcr_terminal_unit *t = make();
    struct vcr_terminal_regs r = *vcr_terminal_state(t);

    r.inject.credit_error = 2;
    r.inject.lost = 1;
    r.sat_gate.count = 0x1234;
    r.sat_watch.met = 1;
    r.sat_watch.timeouts = 0x5a;
    r.terminal.sat_mode = 2;
    r.terminal.share_l = 0xffff;
    r.sat_gate.held = 1;
    r.inject.buffered = 1;
    r.inject.queued = 0;
    r.terminal.quiet = 0;
    vcr_terminal_set_state(t, &r);
    assert_int_equal(read(t, VCR_CFG_TERMINAL_STATUS) & ~0xffff0000u, 0x5a72);
    free(t);
}

/* As a sink it returns the credit of what comes; else what is given, and no other channel's. */
TEST(receiving)
{
    struct vcr_terminal_unit *t = make();
    const struct vcr_pins in = {.valid = 3, .vc = {2, 1}}, none = {.valid = 1, .vc = {3}};
    const struct vcr_terminal_control give = {.take = {0xffff, 2}};
    struct vcr_pins out;

    for (int k = 0; k < 66; k++)
        step(t, NULL, NULL);
    step(t, &in, &give);
    vcr_terminal_pins(t, &out);
    assert_int_equal(out.credit[0], 1u << 2);
    assert_int_equal(out.credit[1], 1u << 1);
    step(t, &none, &give);
    vcr_terminal_pins(t, &out);
    assert_int_equal(out.credit[0] | out.credit[1], 0);
    write(t, VCR_CFG_TERMINAL_MODE, 1u << 8);
    step(t, &in, &give);
    vcr_terminal_pins(t, &out);
    assert_int_equal(out.credit[0], 7);
    assert_int_equal(out.credit[1], 2);
    free(t);
}

/* A terminal that rests has the registers of one that works everything out, in every cycle of a little traffic. */
TEST(rest_changes_nothing)
{
    struct rng r = rng_stream(276, 0);
    struct vcr_terminal_unit *both[2] = {make(), make()};
    unsigned cycles = 0, sent = 0, silent = 0;

    for (unsigned t = 0; t < 40000; t++, cycles++) {
        static struct vcr_terminal_control control;
        unsigned rare = 4u << t / 1000 % 4 * 2;
        struct vcr_pins in = {.up = t % 5000 < 4900 ? 3 : vcr_unit_some(&r, 3),
                              .sat = (uint16_t)vcr_unit_once_in(&r, rare)};
        control.rst = t % 7000 < 2;
        control.cfg_we = t % 7000 < 80 || vcr_unit_once_in(&r, 200);
        control.cfg_addr = (uint16_t)vcr_unit_upto(&r, 4);
        control.cfg_wdata = (uint32_t)(rng_next(&r) & 0x00030003u) | 1u << 8;
        control.put = (uint8_t)vcr_unit_once_in(&r, 4 * rare);
        control.take[1] = vcr_unit_some(&r, 7);
        control.packet[t % 16] = rng_next(&r);
        in.valid = (uint16_t)(vcr_unit_once_in(&r, rare) << t % 2);
        in.credit[t % 2] = vcr_unit_once_in(&r, rare) ? vcr_unit_some(&r, 7) : 0;
        vcr_terminal_advance(&usual, both[0], &in, &control);
        vcr_terminal_cycle(&usual, both[1], &in, &control);
        assert_memory_equal(both[0], both[1], vcr_terminal_bytes(&usual));
        sent += both[0]->regs.inject.tx_valid != 0;
        silent += both[0]->regs.inject.used == 0;
    }
    assert_in_range(sent, 1000, cycles);
    assert_in_range(silent, 1000, cycles);
    free(both[0]);
    free(both[1]);
    COMPARED(cycles, "cycles of terminals that may rest");
}

/* The tables name every byte that is not padding once, and no register is wider than its type. */
TEST(tables)
{
    struct reg_info rows[VCR_TERMINAL_REG_COUNT];
    struct pin_info pins[VCR_TERMINAL_PIN_COUNT];
    struct vcr_terminal_regs r;

    vcr_terminal_reg_rows(&usual, rows);
    vcr_terminal_pin_rows(&usual, pins);
    for (int i = 0; i < VCR_TERMINAL_REG_COUNT; i++) {
        assert_true(rows[i].lanes.offset + rows[i].lanes.bytes <= sizeof r);
        assert_true(lane_value_bits(&rows[i].lanes) <= 8u * rows[i].lanes.bytes);
    }
    vcr_terminal_regs_reset(&r);
    assert_int_equal(vcr_terminal_regs_fit(rows, &r), 1);
    r.inject.buffered = 8;
    assert_int_equal(vcr_terminal_regs_fit(rows, &r), 0);
    for (int i = 0, shown = 0; i < VCR_TERMINAL_PIN_COUNT; i++)
        for (int k = 0; k < VCR_TERMINAL_REG_COUNT && *pins[i].shows; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%s", rows[k].block, rows[k].name);
            shown += strcmp(name, pins[i].shows) == 0;
            assert_true(k < VCR_TERMINAL_REG_COUNT - 1 || shown > 0);
        }
    COMPARED(VCR_TERMINAL_REG_COUNT, "registers");
}

/* A state with a packet behind the gate, one that waits to be sent, and one under way; then each clause broken. */
static struct vcr_terminal_regs legal_state(void)
{
    struct vcr_terminal_regs r;

    vcr_terminal_regs_reset(&r);
    r.terminal.quiet = 0;
    r.terminal.up = 3;
    r.inject.linked = 3;
    r.inject.read = 2;
    r.inject.passed = 3;
    r.inject.write = 4;
    r.inject.used = 0x0e;
    r.inject.buffered = 1;
    r.inject.queued = 2;
    r.inject.sending = 2;
    r.inject.slot[1] = 1;
    r.inject.sent[1] = 5;
    r.inject.credits[3] = 16;
    return r;
}

TEST(illegal_states_are_found)
{
    struct reg_info rows[VCR_TERMINAL_REG_COUNT];
    struct vcr_terminal_regs r = legal_state();

    vcr_terminal_reg_rows(&usual, rows);
    assert_int_equal(vcr_terminal_legal(&usual, rows, &r), 0);
#define BROKEN(clause, change) \
    r = legal_state();         \
    change;                    \
    assert_true(vcr_terminal_legal(&usual, rows, &r) >> VCR_TERMINAL_LEGAL_##clause & 1u);
    BROKEN(widths, r.sat_gate.held = 2)
    BROKEN(pointers, r.inject.passed = 4)
    BROKEN(pointers, r.inject.queued = 5)
    BROKEN(used, r.inject.used = 0x0f)
    BROKEN(used, r.inject.slot[1] = 2)
    BROKEN(room, r.inject.room = 0)
    BROKEN(sending, r.inject.sent[1] = 0)
    BROKEN(sending, r.inject.vc[0] = 3)
    BROKEN(credits, r.inject.credits[3] = 17)
    BROKEN(credits, r.inject.linked = 1)
    BROKEN(wires, r.inject.tx_flit[0] = 1)
    BROKEN(wires, r.inject.tx_tail = 1)
    BROKEN(quiet, r.terminal.quiet = 1)
#undef BROKEN
}

RUN_TESTS

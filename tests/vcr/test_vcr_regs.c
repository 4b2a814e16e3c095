/* SPDX-License-Identifier: Apache-2.0
 *
 * Named registers and pins as data (docs/spec/vcr.md sections 2 and 13): in every build the rows have the widths that
 * the specification gives, and reset to its values. tests/kind/test_tables.c is for all kinds.
 */
#include "vcr_unit.h"

static const struct vcr_parameters parameters[] = {
    {.ports = 8, .vcs = 1, .depth = 64, .words = 1, .bypass = 1, .speedup = 1},
    {.ports = 5, .vcs = 4, .depth = 4, .words = 1},
    {.ports = 12, .vcs = 16, .depth = 16, .words = 4, .route_stage = 1, .table_size = 100},
    {.ports = 2, .vcs = 3, .depth = 2, .words = 2},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

/* What the rows say of a register or pin: its bits in the RTL, all lanes together. */
static unsigned bits_of_register(const struct reg_info *rows, const char *name)
{
    for (int i = 0; i < VCR_REG_COUNT; i++) {
        char whole[64];
        snprintf(whole, sizeof whole, "%s.%s", rows[i].block, rows[i].name);
        if (strcmp(whole, name) == 0)
            return lane_bits(&rows[i].lanes);
    }
    fail_msg("no register %s", name);
    return 0;
}

/* ceil(log2 n), by counting; at least one. */
static unsigned needed(unsigned n)
{
    unsigned bits = 0;

    for (unsigned reach = 1; reach < n; reach *= 2)
        bits++;
    return bits ? bits : 1;
}

TEST(widths)
{
    unsigned compared = 0;

    for (int k = 0; k < PARAMETERS; k++) {
        const struct vcr_parameters *s = &parameters[k];
        const unsigned ports = s->ports, lanes = ports * s->vcs;
        const struct {
            const char *name;
            unsigned bits;
        } expected[] = {
            {"route.random", 64},
            {"route.valid", ports},
            {"route.vc", ports * needed(s->vcs)},
            {"route.flit", ports * s->words * 64u},
            {"route.entry", ports * 32},
            {"input.up", ports},
            {"input.stored", lanes},
            {"input.credit", lanes},
            {"input.error", ports * 4},
            {"input.write", lanes * needed(s->depth)},
            {"input.fill", lanes * needed(s->depth + 1u)},
            {"input.out_port", lanes * 4},
            {"input.age", lanes * 16},
            {"output.linked", ports},
            {"output.owned", lanes},
            {"output.credits", lanes * needed(s->depth + 1u)},
            {"allocate.in_rr", ports * needed(s->vcs)},
            {"allocate.rr", ports * needed(lanes)},
            {"crossbar.flit", ports * s->words * 64u},
            {"sat_switch.sat", ports},
            {"sat_switch.started", 1},
            {"config.quiet", 7},
            {"config.alloc_credits", 7},
            {"config.sat_next", ports * 4},
            {"config.vc_mask", 64},
            {"config.select", 8},
        };
        struct reg_info rows[VCR_REG_COUNT];
        vcr_reg_rows(s, rows);
        for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++, compared++)
            assert_int_equal(bits_of_register(rows, expected[i].name), expected[i].bits);
    }
    COMPARED(compared, "widths");
}

/* Section 12: four values that are not zero. */
TEST(reset_values)
{
    static struct vcr_regs regs;
    unsigned compared = 0;

    for (int k = 0; k < PARAMETERS; k++) {
        struct reg_info rows[VCR_REG_COUNT];
        memset(&regs, 0x5a, sizeof regs);
        vcr_regs_reset(&regs);
        vcr_reg_rows(&parameters[k], rows);
        for (int i = 0; i < VCR_REG_COUNT; i++)
            for (int n = 0; n < rows[i].lanes.count; n++, compared++) {
                const char *name = rows[i].name;
                uint64_t expected = strcmp(name, "random") == 0          ? 0x1996fed00000ace1u
                                    : strcmp(name, "alloc_credits") == 0 ? 1
                                    : strcmp(name, "vc_mask") == 0       ? 0xffff
                                    : strcmp(name, "quiet") == 0         ? 64
                                                                         : 0;
                assert_int_equal(lane_value(&rows[i].lanes, &regs, n), expected);
            }
    }
    COMPARED(compared, "reset values");
}

/* The table of section 2, in its words: each wire both ways, outputs are the registers that it names. */
TEST(pins)
{
    static const struct {
        const char *name, *shows;
    } wires[] = {{"valid", "crossbar.valid"}, {"head", "crossbar.head"}, {"tail", "crossbar.tail"},
                 {"up", "input.up"},          {"sat", "sat_switch.sat"}, {"credit", "input.credit"},
                 {"vc", "crossbar.vc"},       {"flit", "crossbar.flit"}};

    assert_int_equal(VCR_PIN_COUNT, 1 + 8 + 8 + 3 + 1);
    for (int k = 0; k < PARAMETERS; k++) {
        const struct vcr_parameters *s = &parameters[k];
        const unsigned bits[] = {1, 1, 1, 1, 1, s->vcs, needed(s->vcs), s->words * 64u};
        struct pin_info rows[VCR_PIN_COUNT];
        struct reg_info registers[VCR_REG_COUNT];
        vcr_pin_rows(s, rows);
        vcr_reg_rows(s, registers);
        for (int i = 0; i < 8; i++) {
            const struct pin_info *rx = &rows[1 + i], *tx = &rows[9 + i];
            assert_string_equal(rx->field, wires[i].name);
            assert_string_equal(tx->field, wires[i].name);
            assert_string_equal(tx->shows, wires[i].shows);
            assert_string_equal(rx->shows, "");
            assert_int_equal(lane_bits(&rx->lanes), s->ports * bits[i]);
            assert_int_equal(lane_bits(&tx->lanes), bits_of_register(registers, wires[i].shows));
            assert_int_equal(rx->idle | tx->idle, 0);
        }
        assert_string_equal(rows[VCR_PIN_COUNT - 1].shows, "config.rdata");
    }
    COMPARED(PARAMETERS * 17, "pins");
}

RUN_TESTS

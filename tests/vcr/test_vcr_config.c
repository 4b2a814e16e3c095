/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration port, settings and reset against docs/spec/vcr.md section 12, at the pins of a whole router; the
 * map include/vcr/vcr_config.def field by field.
 */
#include "vcr_unit.h"

#define RIG_ROUTER struct vcr_router
#define RIG_CONTROL struct vcr_control
#define RIG_STEP(router, control) vcr_router_step(router, &idle, control)
#define RIG_RDATA vcr_router_cfg_rdata
static const struct vcr_pins idle;
#include "../config_rig.h"

static const struct vcr_parameters parameters = {
    .ports = 9, .vcs = 2, .depth = 4, .words = 1, .route_stage = 1, .table_size = 20};

static struct rig make(void)
{
    struct rig rig = {.router = vcr_router_create(&parameters)};

    assert_non_null(rig.router);
    return rig;
}

/* Words at addresses that keep what is written: reset value, bits that there are; the table of section 12. */
static const struct word words[] = {
    {0, 0x100, 0x7f3f},           {1, 0, 0x0fffffff},          {2, 0, 0x03ff0fff},
    {5, 0, 0x0fff00f7},           {6, 0, 0xffffffff},          {7, 0, 0x0000000f},
    {8, 0xffff0000, 0xffff007f},  {9, 0xffff0000, 0xffff007f}, {10, 0xffff0000, 0xffff007f},
    {11, 0xffff0000, 0xffff007f}, {12, 0, 0xffffffff},         {13, 0, 0xffffffff},
    {14, 0, 0xffffffff},          {15, 0, 0xffffffff},
};
enum { WORDS = sizeof words / sizeof *words };

TEST(read_back)
{
    struct rig rig = make();

    check_read_back(&rig, words, WORDS, 1400); /* a port of nine: SAT_NEXT has one field more behind eight */
    vcr_router_destroy(rig.router);
}

static const struct map_row map[] = {
#define VCR_CONFIG_REGISTER(name, count, sw, hw, meaning) {#name, sw, VCR_CFG_##name, count, 0, 0, 0},
#define VCR_CONFIG_FIELD(reg, name, high, low, reset, meaning) {#name, NULL, 0, 0, high, low, reset},
#include "vcr/vcr_config.def"
#undef VCR_CONFIG_REGISTER
#undef VCR_CONFIG_FIELD
};
enum { MAP_ROWS = sizeof map / sizeof *map };

static const struct lanes *register_of(const struct map_row *field)
{
    static struct reg_info rows[VCR_REG_COUNT];

    vcr_reg_rows(&parameters, rows);
    for (int i = 0; i < VCR_REG_COUNT; i++)
        if (strcmp(rows[i].name, field->name) == 0)
            return &rows[i].lanes;
    fail_msg("no named register %s", field->name);
    return NULL;
}

/* A field of registers that can be written, one a lane: alone, then all but it, and no other lane changes. */
static unsigned check_written(const struct map_row *reg, const struct map_row *field)
{
    const struct lanes *lanes = register_of(field);
    uint32_t mask = (uint32_t)((UINT64_C(2) << field->high) - (UINT64_C(1) << field->low));

    assert_int_equal(lanes->width, field->high - field->low + 1);
    assert_int_equal(lanes->count, reg->count);
    for (int lane = 0; lane < lanes->count; lane++) {
        struct rig rig = make();
        const struct vcr_regs *regs = vcr_router_state(rig.router);
        unsigned address = reg->address + (unsigned)lane;
        for (int k = 0; k < lanes->count; k++)
            assert_int_equal(lane_value(lanes, regs, k), field->reset);
        write_word(&rig, address, mask);
        for (int k = 0; k < lanes->count; k++)
            assert_int_equal(lane_value(lanes, regs, k), k == lane ? mask >> field->low : field->reset);
        assert_int_equal(read_word(&rig, address), mask);
        write_word(&rig, address, ~mask);
        assert_int_equal(lane_value(lanes, regs, lane), 0);
        vcr_router_destroy(rig.router);
    }
    return lanes->count;
}

/* Four bits a port, eight ports a word. */
static unsigned check_sat_next(void)
{
    struct rig rig = make();

    write_word(&rig, 6, 0x76543210);
    write_word(&rig, 7, 0xfffffff8);
    for (unsigned p = 0; p < parameters.ports; p++)
        assert_int_equal(vcr_router_state(rig.router)->config.sat_next[p], p);
    vcr_router_destroy(rig.router);
    return parameters.ports;
}

/* A field of a route entry: where section 5 has it. What becomes of each is test_vcr_route's. */
static unsigned check_entry(const struct map_row *field)
{
    static const struct map_row fields[] = {
        {"best", NULL, 0, 0, 11, 0, 0},   {"preferred", NULL, 0, 0, 21, 18, 0},   {"escape", NULL, 0, 0, 25, 22, 0},
        {"clear", NULL, 0, 0, 26, 26, 0}, {"other_clear", NULL, 0, 0, 28, 28, 0}, {"valid", NULL, 0, 0, 31, 31, 0}};

    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, field->name) == 0) {
            assert_int_equal(field->high, fields[i].high);
            assert_int_equal(field->low, fields[i].low);
            return 1;
        }
    fail_msg("a route entry has no field %s", field->name);
    return 0;
}

/* vcr_config.def is as the model is: where each field lies, how wide it is, its reset value. */
TEST(config_map)
{
    const struct map_row *reg = map;
    unsigned compared = 0;

    for (const struct map_row *row = map; row < map + MAP_ROWS; row++) {
        if (row->sw)
            reg = row;
        else if (reg->address == VCR_CFG_SAT_NEXT)
            compared += check_sat_next();
        else if (reg->address == VCR_CFG_TABLE)
            compared += check_entry(row);
        else if (strcmp(reg->sw, "rw") == 0 && reg->address != VCR_CFG_RANDOM)
            compared += check_written(reg, row);
    }
    COMPARED(compared, "fields of the map");
}

/* Pins up in cycle t act at the end of t + 1: the new value shows in t + 2. */
TEST(write_timing)
{
    struct rig rig = make();

    write_word(&rig, 1, 55);
    rig.control = (struct vcr_control){.cfg_we = 1, .cfg_addr = 1, .cfg_wdata = 77};
    step(&rig);
    assert_int_equal(vcr_router_state(rig.router)->config.node, 55);
    step(&rig);
    assert_int_equal(vcr_router_state(rig.router)->config.node, 77);
    assert_int_equal(vcr_router_cfg_rdata(rig.router), 55); /* the old value: the address is being written */
    step(&rig);
    assert_int_equal(vcr_router_cfg_rdata(rig.router), 77);
    vcr_router_destroy(rig.router);
}

static uint64_t stepped(uint64_t x)
{
    x = x ^ x << 13;
    x = x ^ x >> 7;
    return x ^ x << 17;
}

/* The random register takes a step in every cycle; a half that is written stands for one cycle, the other one goes
   on. */
TEST(random_register)
{
    struct rig rig = make();
    const uint64_t *random = &vcr_router_state(rig.router)->route.random;
    uint64_t expected = 0x1996fed00000ace1u;

    for (int n = 0; n < 300; n++) {
        int half = n % 3;
        assert_int_equal(*random, expected);
        rig.control = (struct vcr_control){
            .cfg_we = half < 2, .cfg_addr = (uint16_t)(3 + half % 2), .cfg_wdata = 0x12345678u + (uint32_t)n};
        step(&rig);
        assert_int_equal(*random, expected = stepped(expected));
        step(&rig);
        expected = stepped(expected);
        if (half == 0)
            expected = expected >> 32 << 32 | (0x12345678u + (uint32_t)n);
        else if (half == 1)
            expected = (expected & 0xffffffffu) | (uint64_t)(0x12345678u + (uint32_t)n) << 32;
    }
    rig.control.cfg_addr = 3;
    step(&rig);
    expected = stepped(expected);
    step(&rig);
    assert_int_equal(vcr_router_cfg_rdata(rig.router), (uint32_t)expected);
    rig.control.cfg_addr = 4;
    step(&rig);
    expected = stepped(stepped(expected));
    step(&rig);
    assert_int_equal(vcr_router_cfg_rdata(rig.router), expected >> 32);
    vcr_router_destroy(rig.router);
    COMPARED(600, "values");
}

/* Writes elsewhere do nothing, reads elsewhere give 0; STATUS is read only, the table cannot be read. */
TEST(elsewhere)
{
    struct rig rig = make();
    struct vcr_config before, now;
    unsigned compared = 0;

    for (int i = 0; i < 70; i++)
        step(&rig); /* out of quiet, which counts on its own */
    before = vcr_router_state(rig.router)->config;
    for (unsigned address = 16; address < 0x10000; address += address < 0x100 ? 1 : 97, compared++) {
        write_word(&rig, address, 0xffffffffu);
        assert_int_equal(read_word(&rig, address), 0);
        now = vcr_router_state(rig.router)->config;
        now.addr = before.addr;
        now.wdata = before.wdata;
        now.rdata = before.rdata;
        assert_memory_equal(&now, &before, sizeof now);
    }
    vcr_router_destroy(rig.router);
    COMPARED(compared, "addresses");
}

/* Errors of each port, one of each kind, where the specification has them. */
TEST(status)
{
    struct rig rig = make();

    for (unsigned p = 0; p < parameters.ports; p++) {
        struct vcr_pins in = {.up = 0xfff};
        for (int n = 0; n < 70 && p == 0; n++)
            vcr_router_step(rig.router, &in, &rig.control);
        in.valid = (uint16_t)(p % 2 << p); /* odd ports: a flit without a head */
        in.credit[p] = p / 2 % 2;          /* a credit too many */
        vcr_router_step(rig.router, &in, &rig.control);
        in.valid = in.credit[p] = 0;
        vcr_router_step(rig.router, &in, &rig.control);
        vcr_router_step(rig.router, &in, &rig.control);
    }
    for (unsigned p = 0; p < 12; p++)
        assert_int_equal(read_word(&rig, 16 + p), p < parameters.ports ? p % 2 << 2 | p / 2 % 2 << 4 : 0);
    vcr_router_destroy(rig.router);
    COMPARED(12, "words");
}

/* quiet counts down from 64: until then the router is not up and sees nothing. */
TEST(quiet_counts_down)
{
    struct rig rig = make();
    const struct vcr_regs *regs = vcr_router_state(rig.router);

    for (unsigned t = 0; t < 80; t++) {
        assert_int_equal(regs->config.quiet, t < 64 ? 64 - t : 0);
        assert_int_equal(regs->input.up, t < 65 ? 0 : 0x1ff);
        step(&rig);
    }
    vcr_router_destroy(rig.router);
    COMPARED(160, "values");
}

/* Under reset the port is sampled and the table written; settings stay as reset has them, and nothing is read. */
TEST(under_reset)
{
    struct rig rig = make();
    const struct vcr_regs *regs = vcr_router_state(rig.router);
    struct vcr_pins in = {0};
    unsigned kept = 0;

    write_word(&rig, 1, 5);
    for (unsigned d = 0; d < parameters.table_size; d++) {
        rig.control = (struct vcr_control){
            .rst = 1, .cfg_we = 1, .cfg_addr = (uint16_t)(0x8000 + d), .cfg_wdata = 0x80000000u | d};
        step(&rig);
        assert_int_equal(regs->config.node | vcr_router_cfg_rdata(rig.router), 0);
        assert_int_equal(regs->config.addr, 0x8000 + d);
        assert_int_equal(regs->config.quiet, 64);
    }
    rig.control = (struct vcr_control){.rst = 1, .cfg_we = 1, .cfg_addr = 1, .cfg_wdata = 9};
    step(&rig);
    rig.control = (struct vcr_control){.rst = 1};
    step(&rig);
    assert_int_equal(regs->config.node, 0); /* it acted at an edge of reset */
    rig.control.rst = 0;
    for (unsigned d = 0; d < parameters.table_size + 4u; d++, kept++) {
        in.flit[3] = (uint64_t)d << 48;
        vcr_router_step(rig.router, &in, &rig.control);
        assert_int_equal(regs->route.entry[3], d < parameters.table_size ? 0x80000000u | d : 0);
    }
    vcr_router_destroy(rig.router);
    COMPARED(kept, "entries");
}

RUN_TESTS

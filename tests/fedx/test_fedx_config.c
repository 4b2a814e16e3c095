/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration port, settings, reset and hold against docs/spec/fedx.md section 12,
 * at the pins of a whole switch.
 */
#include "../unit.h"

#define RIG_ROUTER struct fedx_switch
#define RIG_CONTROL struct fedx_control
#define RIG_STEP(router, control) fedx_switch_step(router, &fedx_idle_pins, control)
#define RIG_RDATA fedx_switch_cfg_rdata
#include "../config_rig.h"

static struct rig make(void)
{
    struct rig rig = {.router = fedx_switch_create()};

    assert_non_null(rig.router);
    return rig;
}

TEST(read_back)
{
    static const struct word words[] = {
        {0, 1u << 2, 0x1ff}, {1, 0, 0xffffffff}, {2, 4000, 0xffff}, {3, 0xace1, 0xffff}};
    struct rig rig = make();

    check_read_back(&rig, words, 4, 2000);
    fedx_switch_destroy(rig.router);
}

TEST(fields)
{
    struct rig rig = make();
    const struct fedx_config *c = &fedx_switch_state(rig.router)->config;

    write_word(&rig, FEDX_CFG_MODE, 2 | 0 << 2 | 1 << 3 | 5 << 4 | 1 << 7 | 0 << 8);
    assert_int_equal(c->backpressure, 2);
    assert_int_equal(c->class_rule, 0);
    assert_int_equal(c->random_select, 1);
    assert_int_equal(c->latency, 5);
    assert_int_equal(c->deroute_hops, 1);
    assert_int_equal(c->backpressure_class, 0);
    write_word(&rig, FEDX_CFG_LIMITS, 0xf8020602);
    assert_int_equal(c->limit_dest, 2);
    assert_int_equal(c->limit_trans, 6);
    assert_int_equal(c->eject_priority, 2);
    assert_int_equal(c->limit_total, 0xf8);
    write_word(&rig, FEDX_CFG_THROTTLE, 0xffff1234);
    assert_int_equal(c->throttle_timeout, 0x1234);
    fedx_switch_destroy(rig.router);
}

static const struct map_row map[] = {
#define FEDX_CONFIG_REGISTER(name, count, sw, hw, meaning) {#name, sw, FEDX_CFG_##name, count, 0, 0, 0},
#define FEDX_CONFIG_FIELD(reg, name, high, low, reset, meaning) {#name, NULL, 0, 0, high, low, reset},
#include "fedx/fedx_config.def"
#undef FEDX_CONFIG_REGISTER
#undef FEDX_CONFIG_FIELD
};
enum { MAP_ROWS = sizeof map / sizeof *map };

static const struct reg_info *register_of(const struct map_row *field)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (strcmp(fedx_reg_table[i].name, field->name) == 0)
            return &fedx_reg_table[i];
    fail_msg("no named register %s", field->name);
    return NULL;
}

/* A field of a register that can be written: alone, then all but it. */
static void check_written(struct rig *rig, unsigned address, const struct map_row *field)
{
    const struct reg_info *info = register_of(field);
    const struct fedx_switch_regs *regs = fedx_switch_state(rig->router);
    uint32_t mask = (uint32_t)((UINT64_C(2) << field->high) - (UINT64_C(1) << field->low));

    assert_int_equal(info->lanes.width, field->high - field->low + 1);
    assert_int_equal(fedx_reg_value(regs, info, 0), field->reset);
    write_word(rig, address, mask);
    assert_int_equal(fedx_reg_value(regs, info, 0), mask >> field->low);
    assert_int_equal(read_word(rig, address), mask);
    write_word(rig, address, ~mask);
    assert_int_equal(fedx_reg_value(regs, info, 0), 0);
}

/* A field of a route entry: what is packed where. */
static void check_packed(const struct map_row *field)
{
    static const struct {
        const char *name;
        size_t offset;
    } fields[] = {{"distance", offsetof(struct fedx_route_fields, distance)},
                  {"best", offsetof(struct fedx_route_fields, best)},
                  {"deterministic", offsetof(struct fedx_route_fields, deterministic)},
                  {"preferred", offsetof(struct fedx_route_fields, preferred)},
                  {"other", offsetof(struct fedx_route_fields, other)}};
    struct fedx_route_fields route = {0};
    uint32_t valid = fedx_route_entry(&route);
    int all = (int)((UINT32_C(2) << (field->high - field->low)) - 1), known = 0;

    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, field->name) == 0) {
            memcpy((char *)&route + fields[i].offset, &all, sizeof all);
            known++;
        }
    assert_int_equal(known, strcmp(field->name, "valid") != 0);
    assert_int_equal(known ? fedx_route_entry(&route) ^ valid : valid, (uint32_t)all << field->low);
}

/* fedx_config.def is as the model is: where each field lies, how wide it is, its reset value. */
TEST(config_map)
{
    const struct map_row *reg = map;
    unsigned compared = 0;

    for (const struct map_row *row = map; row < map + MAP_ROWS; row++) {
        struct rig rig = make();
        if (row->sw)
            reg = row;
        else if (strcmp(reg->sw, "rw") == 0)
            check_written(&rig, reg->address, row);
        else if (reg->address == FEDX_CFG_TABLE)
            check_packed(row);
        else {
            assert_int_equal(register_of(row)->lanes.count, reg->count);
            assert_int_equal(register_of(row)->lanes.width, row->high - row->low + 1);
            assert_int_equal(row->low, 0);
        }
        compared += !row->sw;
        fedx_switch_destroy(rig.router);
    }
    COMPARED(compared, "fields of the map");
}

/* Pins up in cycle t act at the end of t + 1: the new value shows in t + 2. */
TEST(write_timing)
{
    struct rig rig = make();

    rig.control = (struct fedx_control){.cfg_we = 1, .cfg_addr = FEDX_CFG_THROTTLE, .cfg_wdata = 77};
    step(&rig);
    assert_int_equal(fedx_switch_state(rig.router)->config.throttle_timeout, 4000);
    step(&rig);
    assert_int_equal(fedx_switch_state(rig.router)->config.throttle_timeout, 77);
    assert_int_equal(fedx_switch_cfg_rdata(rig.router), 4000); /* the old value: the address is being written */
    step(&rig);
    assert_int_equal(fedx_switch_cfg_rdata(rig.router), 77);
    fedx_switch_destroy(rig.router);
}

/* Writes elsewhere do nothing, reads elsewhere give 0; STATUS is read only. */
TEST(elsewhere)
{
    struct rig rig = make();
    struct fedx_config before;
    unsigned compared = 0;

    for (int i = 0; i < 70; i++)
        step(&rig); /* out of hold, which counts on its own */
    before = fedx_switch_state(rig.router)->config;
    for (unsigned address = 4; address < 0x10000; address += address < 0x100 ? 1 : 97, compared++) {
        write_word(&rig, address, 0xffffffffu);
        const struct fedx_config *c = &fedx_switch_state(rig.router)->config;
        assert_int_equal(c->backpressure, before.backpressure);
        assert_int_equal(c->class_rule, before.class_rule);
        assert_int_equal(c->latency, before.latency);
        assert_int_equal(c->limit_dest, before.limit_dest);
        assert_int_equal(c->throttle_timeout, before.throttle_timeout);
        assert_int_equal(fedx_switch_state(rig.router)->admission.random, FEDX_RANDOM_SEED);
        assert_int_equal(read_word(&rig, address), 0);
    }
    fedx_switch_destroy(rig.router);
    COMPARED(compared, "addresses");
}

/* Two cycles of acc on an idle port put its bit out of step and back into it: STATUS counts per port. */
TEST(status)
{
    struct rig rig = make();

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        for (unsigned n = 0; n <= p; n++) {
            struct fedx_pins in = {.refuse = FEDX_ALL_PORTS};
            struct fedx_control none = {0};
            for (int i = 0; i < 4; i++) {
                in.acc = i < 2 ? (uint8_t)(1u << p) : 0;
                fedx_switch_step(rig.router, &in, &none);
            }
        }
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        assert_int_equal(read_word(&rig, FEDX_CFG_STATUS + p), 2 * (p + 1));
    fedx_switch_destroy(rig.router);
}

TEST(hold_counts_down)
{
    struct rig rig = make();

    rig.control.rst = 1;
    step(&rig);
    rig.control.rst = 0;
    for (int cycle = 0; cycle < 80; cycle++) { /* cycle 0: the first after reset */
        struct fedx_pins out;
        fedx_switch_pins(rig.router, &out);
        assert_int_equal(fedx_switch_state(rig.router)->config.hold, cycle < 64 ? 64 - cycle : 0);
        assert_int_equal(out.refuse, cycle <= 64 ? FEDX_ALL_PORTS : 0);
        step(&rig);
    }
    fedx_switch_destroy(rig.router);
    COMPARED(80, "cycles");
}

/* Reset puts every register back, but samples its pins; table writes act, settings only from the last cycle. */
TEST(under_reset)
{
    struct rig rig = make();
    struct fedx_switch_regs fresh;

    write_word(&rig, FEDX_CFG_MODE, 0x7b);
    write_word(&rig, FEDX_CFG_THROTTLE, 9);
    rig.control = (struct fedx_control){.rst = 1, .side = 0xff, .cfg_addr = 0x8003, .cfg_wdata = 0x80000155};
    rig.control.cfg_we = 1;
    step(&rig);
    unit_reset(&fresh);
    fresh.config.write = 1;
    fresh.config.addr = 0x8003;
    fresh.config.wdata = 0x80000155;
    fresh.config.side = 0x3f; /* the PE port is end 0 */
    assert_memory_equal(fedx_switch_state(rig.router), &fresh, sizeof fresh);
    rig.control.cfg_we = 1; /* a setting in the middle of reset is lost ... */
    rig.control.cfg_addr = FEDX_CFG_THROTTLE;
    rig.control.cfg_wdata = 123;
    step(&rig);
    assert_int_equal(rig.router->table[3], 0x80000155);
    rig.control.cfg_we = 1; /* ... one in its last cycle is not */
    rig.control.cfg_addr = FEDX_CFG_LIMITS;
    rig.control.cfg_wdata = 0x20602;
    step(&rig);
    assert_int_equal(fedx_switch_state(rig.router)->config.throttle_timeout, 4000);
    rig.control.rst = 0;
    step(&rig);
    assert_int_equal(fedx_switch_state(rig.router)->config.limit_trans, 6);
    assert_int_equal(fedx_switch_state(rig.router)->config.throttle_timeout, 4000);
    assert_int_equal(rig.router->table[3], 0x80000155);
    fedx_switch_destroy(rig.router);
}

TEST(settings_bounds)
{
    static const struct {
        size_t offset;
        int low, high;
    } bounds[] = {
        {offsetof(struct fedx_settings, backpressure), 0, 2},
        {offsetof(struct fedx_settings, latency), 0, 7},
        {offsetof(struct fedx_settings, limit_dest), 0, 10},
        {offsetof(struct fedx_settings, limit_trans), 0, 10},
        {offsetof(struct fedx_settings, limit_total), 0, 10},
        {offsetof(struct fedx_settings, eject_priority), 0, 10},
        {offsetof(struct fedx_settings, buffers), 2, FEDX_BUFFERS},
        {offsetof(struct fedx_settings, throttle_timeout), 0, 65535},
        {offsetof(struct fedx_settings, random_seed), 1, 65535},
    };
    const char *said[9];

    for (unsigned i = 0; i < 9; i++) {
        const int tries[] = {bounds[i].low, bounds[i].high, bounds[i].low - 1, bounds[i].high + 1, -2147483647};
        for (int k = 0; k < 5; k++) {
            struct fedx_settings s = fedx_settings_default();
            memcpy((char *)&s + bounds[i].offset, &tries[k], sizeof tries[k]);
            const char *error = fedx_settings_check(&s);
            assert_int_equal(error == NULL, k < 2);
            if (error)
                said[i] = error;
        }
        for (unsigned k = 0; k < i; k++) /* each sentence is about one setting */
            assert_string_not_equal(said[i], said[k]);
    }
    COMPARED(45, "values");
}

TEST(settings_words)
{
    struct fedx_settings s = {.backpressure = 2,
                              .class_rule = 7,
                              .random_select = 1,
                              .latency = 6,
                              .deroute_hops = 0,
                              .backpressure_class = 1,
                              .buffers = 10,
                              .limit_dest = 3,
                              .limit_trans = 9,
                              .limit_total = 10,
                              .eject_priority = 4,
                              .throttle_timeout = 0xbeef,
                              .random_seed = 0x1d0f};

    assert_int_equal(fedx_settings_word(&s, 0), 2 | 1 << 2 | 1 << 3 | 6 << 4 | 1 << 8);
    assert_int_equal(fedx_settings_word(&s, 1), 3 | 9 << 8 | 4 << 16 | 10 << 24);
    assert_int_equal(fedx_settings_word(&s, 2), 0xbeef);
    assert_int_equal(fedx_settings_word(&s, 3), 0x1d0f);
    s = fedx_settings_default();
    assert_int_equal(fedx_settings_word(&s, 0), 1 << 2);
    assert_int_equal(fedx_settings_word(&s, 1), 0);
    assert_int_equal(fedx_settings_word(&s, 2), 4000);
    assert_int_equal(fedx_settings_word(&s, 3), 0xace1);
}

RUN_TESTS

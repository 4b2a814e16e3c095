/* SPDX-License-Identifier: Apache-2.0
 *
 * The named registers as data (docs/spec/fedx.md section 14): lanes are as many and as wide as the specification says,
 * and values are read as they stand. tests/kind/test_tables.c is for all kinds.
 */
#include "../unit.h"

/* Bits of a lane, masks included, from dimension and width alone. */
static unsigned bits_of(const struct reg_info *info)
{
    if (info->lanes.width == 1 && info->lanes.dimension == FEDX_OF_PORT)
        return FEDX_PORTS;
    if (info->lanes.width == 1 && info->lanes.dimension == FEDX_OF_BUFFER)
        return FEDX_BUFFERS;
    return info->lanes.width;
}

static int lanes_of(const struct reg_info *info)
{
    if (info->lanes.dimension == FEDX_OF_WORD || info->lanes.width == 1)
        return 1;
    return info->lanes.dimension == FEDX_OF_PORT ? FEDX_PORTS : FEDX_BUFFERS;
}

static unsigned bytes_of(unsigned bits)
{
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

TEST(rows)
{
    assert_in_range(fedx_reg_count, 60, 100);
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct reg_info *info = &fedx_reg_table[i];
        assert_int_equal(info->lanes.count, lanes_of(info));
        assert_int_equal(info->lanes.stride, info->lanes.count == 1 ? 0 : bytes_of(bits_of(info)));
    }
    COMPARED(fedx_reg_count, "rows");
}

TEST(named_by_field)
{
    struct fedx_switch_regs s;
    int found = 0;

    unit_reset(&s);
    s.port_receive.acc = 0x2a;
    s.port_transmit.count[3] = 99;
    s.buffer_pool.ahead[9] = 0x155;
    s.buffer_pool.head[2] = 0x123456789abcdef0u;
    s.route.entry[6] = 0xdeadbeef;
    s.config.throttle_timeout = 0xfedc;
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct reg_info *r = &fedx_reg_table[i];
        char name[64];
        snprintf(name, sizeof name, "%s.%s", r->block, r->name);
        if (strcmp(name, "port_receive.acc") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 0)), 0x2a);
        if (strcmp(name, "port_transmit.count") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 3)), 99);
        if (strcmp(name, "buffer_pool.ahead") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 9)), 0x155);
        if (strcmp(name, "buffer_pool.head") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 2)), 0x123456789abcdef0u);
        if (strcmp(name, "route.entry") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 6)), 0xdeadbeef);
        if (strcmp(name, "config.throttle_timeout") == 0)
            assert_int_equal((found++, fedx_reg_value(&s, r, 0)), 0xfedc);
    }
    assert_int_equal(found, 6);
}

/* Reset values that are not zero, from the specification; all others are zero. */
TEST(reset_values)
{
    static const struct {
        const char *name;
        uint64_t value;
    } set[] = {{"drain", 0x7f}, {"refuse", 0x7f},  {"refuse_last", 0x7f},     {"random", 0xace1},
               {"hold", 64},    {"class_rule", 1}, {"throttle_timeout", 4000}};
    struct fedx_switch_regs s;
    unsigned compared = 0;

    unit_reset(&s);
    for (int i = 0; i < fedx_reg_count; i++)
        for (int k = 0; k < fedx_reg_table[i].lanes.count; k++, compared++) {
            uint64_t expected = strcmp(fedx_reg_table[i].name, "ahead") == 0 ? (1u << k) - 1u : 0;
            for (unsigned n = 0; n < sizeof set / sizeof set[0]; n++)
                if (strcmp(fedx_reg_table[i].name, set[n].name) == 0)
                    expected = set[n].value;
            assert_int_equal(fedx_reg_value(&s, &fedx_reg_table[i], k), expected);
        }
    COMPARED(compared, "reset values");
}

TEST(first_difference_is_reported)
{
    struct fedx_switch_regs a, b;
    int lane = -1;

    unit_reset(&a);
    b = a;
    b.config.latency = 1;
    b.buffer_pool.level[7] = b.buffer_pool.level[4] = 1;
    assert_string_equal(fedx_regs_diff(&a, &b, &lane)->name, "level");
    assert_int_equal(lane, 4);
}

RUN_TESTS

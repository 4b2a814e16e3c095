/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins as data (docs/spec/fedx.md section 2): the table has what the structs have,
 * which lie as they always did, and one set of functions reads and writes any lane
 * of a pin or a register, and nothing beside it.
 */
#include <stdlib.h>

#include "../unit.h"

/* By hand: programs in other languages have the structs so. */
static const struct {
    const char *name;
    unsigned place, offset, bytes, bits, idle;
} layout[] = {
    {"rst", PIN_CONTROL, 0, 1, 1, 0},        {"side", PIN_CONTROL, 1, 1, 6, 0},
    {"rx_data", PIN_RX, 0, 1, 56, 0},        {"rx_valid", PIN_RX, 8, 1, 7, 0},
    {"rx_turn", PIN_RX, 9, 1, 7, 0},         {"rx_req", PIN_RX, 10, 1, 7, 0},
    {"rx_refuse", PIN_RX, 11, 1, 7, 1},      {"rx_acc", PIN_RX, 12, 1, 7, 0},
    {"tx_data", PIN_TX, 0, 1, 56, 0},        {"tx_valid", PIN_TX, 8, 1, 7, 0},
    {"tx_turn", PIN_TX, 9, 1, 7, 0},         {"tx_req", PIN_TX, 10, 1, 7, 0},
    {"tx_refuse", PIN_TX, 11, 1, 7, 1},      {"tx_acc", PIN_TX, 12, 1, 7, 0},
    {"cfg_we", PIN_CONTROL, 2, 1, 1, 0},     {"cfg_addr", PIN_CONTROL, 4, 2, 16, 0},
    {"cfg_wdata", PIN_CONTROL, 8, 4, 32, 0}, {"cfg_rdata", PIN_STATUS, 0, 4, 32, 0},
};

TEST(structs_lie_as_they_did)
{
    assert_int_equal(FEDX_PIN_COUNT, sizeof layout / sizeof *layout);
    assert_int_equal(sizeof(struct fedx_pins), 16);
    assert_int_equal(sizeof(struct fedx_control), 12);
    assert_int_equal(sizeof(struct fedx_switch_regs), 424);
    for (int i = 0; i < FEDX_PIN_COUNT; i++) {
        const struct pin_info *pin = fedx_pin_find(layout[i].name);
        assert_ptr_equal(pin, &fedx_pin_table[i]);
        assert_int_equal(pin->place, layout[i].place);
        assert_int_equal(pin->lanes.offset, layout[i].offset);
        assert_int_equal(pin->lanes.bytes, layout[i].bytes);
        assert_int_equal(lane_bits(&pin->lanes), layout[i].bits);
        assert_int_equal(pin->idle, layout[i].idle);
        assert_int_equal(*pin->shows != 0, pin_is_output(pin));
    }
    assert_null(fedx_pin_find("clk"));
    COMPARED(FEDX_PIN_COUNT, "pins");
}

/* What an output shows is the register that the table names, after a reset and with every lane different. */
TEST(outputs_are_registers)
{
    struct fedx_switch *sw = fedx_switch_create();
    unsigned outputs = 0;

    for (int i = 0; i < fedx_reg_count; i++) {
        const struct reg_info *r = &fedx_reg_table[i];
        char name[64];
        snprintf(name, sizeof name, "%s.%s", r->block, r->name);
        for (int k = 0; k < FEDX_PIN_COUNT; k++) {
            const struct pin_info *pin = &fedx_pin_table[k];
            if (strcmp(pin->shows, name) != 0)
                continue;
            for (int lane = 0; lane < r->lanes.each; lane++)
                lane_set(&r->lanes, &sw->regs, lane, 0x35u + 3u * (unsigned)lane);
            struct fedx_status status = {fedx_switch_cfg_rdata(sw)};
            struct fedx_pins out;
            fedx_switch_pins(sw, &out);
            assert_int_equal(lane_bus(&pin->lanes, pin->place == PIN_TX ? (void *)&out : &status),
                             lane_bus(&r->lanes, &sw->regs));
            outputs++;
        }
    }
    assert_int_equal(outputs, 7);
    fedx_switch_destroy(sw);
    COMPARED(outputs, "outputs");
}

TEST(idle)
{
    struct fedx_pins by_hand = {.refuse = FEDX_ALL_PORTS};

    assert_memory_equal(&fedx_idle_pins, &by_hand, sizeof by_hand);
}

/* Set each lane alone; the bits that changed are those of the bus. @return lanes */
static unsigned check_lanes(const struct lanes *l, size_t size)
{
    uint64_t ones = UINT64_MAX >> (64 - l->width);
    uint8_t *fields = calloc(1, size);

    for (int lane = 0; lane < l->each; lane++) {
        memset(fields, 0, size);
        lane_set(l, fields, lane, ones);
        assert_int_equal(lane_get(l, fields, lane), ones);
        unsigned bits = 0, last = 0;
        for (unsigned bit = 0; bit < 8 * size; bit++)
            if (fields[bit / 8] >> bit % 8 & 1) {
                bits++;
                last = bit;
            }
        unsigned first = 8u * l->offset + (l->count > 1 ? 8u * l->stride * (unsigned)lane : (unsigned)lane);
        assert_int_equal(bits, l->width);
        assert_int_equal(last, first + l->width - 1u);
        if (lane_bits(l) <= 64) {
            uint64_t bus = lane_bus(l, fields);
            assert_int_equal(bus, ones << lane * l->width);
            lane_set_bus(l, fields, ~bus);
            assert_int_equal(lane_bus(l, fields), ~bus & UINT64_MAX >> (64 - lane_bits(l)));
        }
        lane_set(l, fields, lane, 0);
        assert_int_equal(lane_get(l, fields, lane), 0);
    }
    free(fields);
    return (unsigned)l->each;
}

TEST(lanes)
{
    unsigned found = 0;

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        found += check_lanes(&fedx_pin_table[i].lanes, sizeof(struct fedx_pins));
    for (int i = 0; i < fedx_reg_count; i++)
        found += check_lanes(&fedx_reg_table[i].lanes, sizeof(struct fedx_switch_regs));
    COMPARED(found, "lanes, those of sets too");
}

RUN_TESTS

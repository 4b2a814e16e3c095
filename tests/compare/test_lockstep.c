/* SPDX-License-Identifier: Apache-2.0
 *
 * The lockstep node against a model that misbehaves: a wrong bit in any named
 * register, any output pin, cfg_rdata or any buffer store is found in the cycle
 * in which it appears, and named. Against a model that does not, nothing is.
 */
#include <stdlib.h>

#include "fedx/kind/fedx_kind.h"
#include "../unit.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/bench/fedx_stimulus.h"
#include "../wrap.h"
#include "fedx/kind/fedx_model_node.h"

enum { FROM = 9 }; /* the last good cycle */

/* Step a lockstep node until it diverges, out of reset from the second cycle on. */
static const struct mismatch *mismatch_of(void *node, int cycles)
{
    for (int i = 1; i <= cycles; i++) {
        struct fedx_control control = {.rst = i == 1, .cfg_addr = FEDX_CFG_THROTTLE};
        int different = node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &control);
        assert_int_equal(different, lockstep_mismatch(node) != NULL);
        if (different)
            return lockstep_mismatch(node);
    }
    return NULL;
}

/* The plan must be found, under this name, in the cycle after FROM. @return model ^ rtl */
static uint64_t found_as(const char *field, int lane)
{
    void *node = fedx_node_lockstep.create(&wrap_node, 0);
    const struct mismatch *d = mismatch_of(node, FROM + 20);

    if (!d)
        fail_msg("a wrong %s was not found", field);
    assert_string_equal(d->field, field);
    assert_int_equal(d->lane, lane);
    assert_int_equal(d->cycle, FROM + 1);
    uint64_t difference = d->model ^ d->rtl;
    /* Once mismatched it stays so, with the first difference. */
    assert_int_equal(node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &(struct fedx_control){0}), 1);
    assert_int_equal(lockstep_mismatch(node)->cycle, FROM + 1);
    fedx_node_lockstep.destroy(node);
    return difference;
}

static unsigned bits_of(const struct reg_info *info)
{
    if (info->lanes.width == 1 && info->lanes.dimension != FEDX_OF_WORD)
        return info->lanes.dimension == FEDX_OF_PORT ? FEDX_PORTS : FEDX_BUFFERS;
    return info->lanes.width;
}

TEST(every_register_bit)
{
    unsigned lanes = 0, bits = 0;

    for (int i = 0; i < fedx_reg_count; i++)
        for (int k = 0; k < fedx_reg_table[i].lanes.count; k++, lanes++)
            for (unsigned bit = 0; bit < bits_of(&fedx_reg_table[i]); bit++, bits++) {
                const struct reg_info *info = &fedx_reg_table[i];
                char name[64];
                wrap_plan = (struct wrap_plan){.fault = WRAP_STATE,
                                               .from = FROM,
                                               .bit = bit,
                                               .offset = info->lanes.offset + (size_t)info->lanes.stride * (size_t)k};
                snprintf(name, sizeof name, "%s.%s", info->block, info->name);
                assert_int_equal(found_as(name, info->lanes.count > 1 ? k : -1), (uint64_t)1 << bit);
            }
    assert_int_equal(lanes, kind_register_lanes(&fedx_kind));
    printf("           %d registers, %u lanes\n", fedx_reg_count, lanes);
    COMPARED(bits, "wrong register bits found");
}

TEST(every_pin)
{
    static const struct {
        const char *name;
        size_t offset;
    } levels[] = {
        {"tx_valid", offsetof(struct fedx_pins, valid)}, {"tx_turn", offsetof(struct fedx_pins, turn)},
        {"tx_req", offsetof(struct fedx_pins, req)},     {"tx_refuse", offsetof(struct fedx_pins, refuse)},
        {"tx_acc", offsetof(struct fedx_pins, acc)},
    };
    unsigned pins = 0;

    for (int i = 0; i < 5; i++)
        for (unsigned p = 0; p < FEDX_PORTS; p++, pins++) {
            wrap_plan = (struct wrap_plan){.fault = WRAP_PINS, .from = FROM, .offset = levels[i].offset, .bit = p};
            assert_int_equal(found_as(levels[i].name, -1), 1u << p);
        }
    for (int p = 0; p < FEDX_PORTS; p++)
        for (unsigned bit = 0; bit < 8; bit++, pins++) {
            wrap_plan = (struct wrap_plan){
                .fault = WRAP_PINS, .from = FROM, .offset = offsetof(struct fedx_pins, data) + (size_t)p, .bit = bit};
            assert_int_equal(found_as("tx_data", p), 1u << bit);
        }
    for (unsigned bit = 0; bit < 32; bit++, pins++) {
        wrap_plan = (struct wrap_plan){.fault = WRAP_RDATA, .from = FROM, .bit = bit};
        assert_int_equal(found_as("cfg_rdata", -1), 1u << bit);
    }
    assert_int_equal(pins, kind_output_bits(&fedx_kind));
    COMPARED(pins, "wrong pins found");
}

/* Bits beyond the ports are no pins of the hardware; a node that drives them is wrong all the same. */
TEST(pins_outside_the_ports)
{
    wrap_plan = (struct wrap_plan){.fault = WRAP_PINS, .from = FROM, .offset = 7};
    found_as("pins outside the ports", -1);
    wrap_plan = (struct wrap_plan){.fault = WRAP_PINS, .from = FROM, .offset = offsetof(struct fedx_pins, zero)};
    found_as("pins outside the ports", -1);
}

TEST(every_store)
{
    unsigned compared = 0;

    for (int b = 0; b < FEDX_BUFFERS; b++)
        for (unsigned byte = 0; byte < FEDX_PACKET_BYTES; byte += 53, compared++) {
            char name[16];
            void *node;
            wrap_plan = (struct wrap_plan){.fault = WRAP_STORE, .buffer = b, .offset = byte, .bit = 5};
            node = fedx_node_lockstep.create(&wrap_node, 0);
            const struct mismatch *d = mismatch_of(node, 2 * LOCKSTEP_STORES_CYCLES);
            snprintf(name, sizeof name, "store[%d]", b);
            assert_non_null(d);
            assert_string_equal(d->field, name);
            assert_int_equal(d->lane, byte);
            assert_int_equal(d->cycle, LOCKSTEP_STORES_CYCLES);
            assert_int_equal(d->model ^ d->rtl, 1u << 5);
            fedx_node_lockstep.destroy(node);
        }
    COMPARED(compared, "wrong store bytes found");
}

/* A byte of the frame wrong on the wire, in the middle of traffic. */
TEST(wrong_byte_in_traffic)
{
    struct stimulus_config config = {
        .ops = &fedx_node_lockstep, .inner = &wrap_node, .seed = 5, .cycles = 200000, .profile = FEDX_PROFILE_LEGAL};

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        wrap_plan = (struct wrap_plan){.fault = WRAP_DAMAGE, .ports = 1u << p, .every = 3, .byte = 77};
        wrap_count = 0;
        struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
        while (!fedx_kind_stimulus.episode(s))
            continue;
        assert_int_equal(wrap_count, 1); /* the very first wrong byte */
        assert_int_equal(s->result.failed, 1);
        const struct mismatch *d = lockstep_mismatch(s->node);
        assert_non_null(d);
        assert_string_equal(d->field, "tx_data");
        assert_int_equal(d->lane, p);
        assert_int_equal(d->model ^ d->rtl, 0x40);
        assert_int_equal(fedx_mismatch_registers(d)->port_transmit.count[p], 77);
        stimulus_destroy(s);
    }
    COMPARED(FEDX_PORTS, "ports");
}

/* Two good models: nothing is found, and everything was compared in every cycle. */
TEST(no_false_alarm)
{
    struct stimulus_config config = {
        .ops = &fedx_node_lockstep, .inner = &fedx_node_model, .seed = 3, .cycles = 400000, .profile = -1};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    lockstep_watch_registers(s->node);
    while (!fedx_kind_stimulus.episode(s))
        continue;
    const struct stimulus_result *result = &s->result;
    struct compared c = lockstep_compared(s->node);
    assert_int_equal(result->failed, 0);
    assert_null(lockstep_mismatch(s->node));
    assert_int_equal(c.cycles, result->cycles); /* the first cycle is a reset already */
    assert_int_equal(c.pin_bits, c.cycles * (7 * 13 + 32));
    assert_int_equal(c.registers, c.cycles * kind_register_lanes(&fedx_kind));
    assert_int_equal(c.stores, c.cycles / LOCKSTEP_STORES_CYCLES * FEDX_BUFFERS * FEDX_PACKET_BYTES);
    for (int i = 0; i < fedx_reg_count; i++) /* the stimulus moves every register */
        if (!lockstep_touched(s->node)[i])
            fail_msg("register %s.%s never changed", fedx_reg_table[i].block, fedx_reg_table[i].name);
    COMPARED(c.cycles, "cycles without a difference");
    stimulus_destroy(s);
}

/*
 * Of an RTL that shows some registers those are compared, and no others; what state writes elsewhere does not matter.
 */
TEST(some_registers)
{
    uint8_t shown[256];
    struct node_ops some = wrap_node;
    unsigned found = 0;

    assert_true((size_t)fedx_reg_count <= sizeof shown);
    some.registers = shown;
    for (int i = 0; i < fedx_reg_count; i++)
        for (int alone = 0; alone < 2; alone++, found++) {
            const struct reg_info *info = &fedx_reg_table[i];
            wrap_plan = (struct wrap_plan){.fault = WRAP_STATE, .from = FROM, .offset = info->lanes.offset};
            memset(shown, !alone, sizeof shown);
            shown[i] = (uint8_t)alone;
            assert_int_equal(kind_registers_shown(&fedx_kind, &some), alone ? 1 : fedx_reg_count - 1);
            void *node = fedx_node_lockstep.create(&some, 0);
            const struct mismatch *d = mismatch_of(node, FROM + 20);
            if ((d != NULL) != alone)
                fail_msg("%s.%s %s", info->block, info->name, alone ? "was not found" : "was compared");
            unsigned lanes = alone ? info->lanes.count : kind_register_lanes(&fedx_kind) - info->lanes.count;
            assert_int_equal(lockstep_compared(node).registers, lanes * lockstep_compared(node).cycles);
            fedx_node_lockstep.destroy(node);
        }
    COMPARED(found, "registers alone shown, or alone hidden");
}

TEST(pins_only)
{
    struct node_ops bare = wrap_node;
    struct compared c;
    void *node;

    bare.state = NULL;
    bare.store = NULL;
    assert_int_equal(kind_registers_shown(&fedx_kind, &bare), 0);
    wrap_plan = (struct wrap_plan){.fault = WRAP_STATE, .from = FROM};
    node = fedx_node_lockstep.create(&bare, 0);
    assert_null(mismatch_of(node, LOCKSTEP_STORES_CYCLES + 10));
    c = lockstep_compared(node);
    assert_int_equal(c.registers, 0);
    assert_int_equal(c.stores, 0);
    assert_int_equal(c.pin_bits, c.cycles * kind_output_bits(&fedx_kind));
    fedx_node_lockstep.destroy(node);
    wrap_plan = (struct wrap_plan){.fault = WRAP_PINS, .from = FROM};
    node = fedx_node_lockstep.create(&bare, 0);
    assert_string_equal(mismatch_of(node, FROM + 20)->field, "tx_data");
    fedx_node_lockstep.destroy(node);
    COMPARED(c.cycles, "cycles with pins only");
}

/* Before the first reset nothing is defined, and nothing compared. */
TEST(not_before_reset)
{
    void *node;

    wrap_plan = (struct wrap_plan){.fault = WRAP_STATE, .offset = 0};
    node = fedx_node_lockstep.create(&wrap_node, 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &(struct fedx_control){0}), 0);
    assert_int_equal(lockstep_compared(node).cycles, 0);
    assert_int_equal(node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &(struct fedx_control){.rst = 1}), 1);
    fedx_node_lockstep.destroy(node);
    fedx_node_lockstep.destroy(NULL);
}

TEST(report_says_what)
{
    char *text = NULL;
    size_t size = 0;
    void *node;

    wrap_plan = (struct wrap_plan){
        .fault = WRAP_STATE, .from = FROM, .bit = 3, .offset = offsetof(struct fedx_switch_regs, buffer_pool.level[4])};
    node = fedx_node_lockstep.create(&wrap_node, 0);
    const struct mismatch *d = mismatch_of(node, 30);
    FILE *out = open_memstream(&text, &size);
    fedx_kind_lockstep.print(&fedx_kind, d, 17, out);
    fclose(out);
    assert_non_null(strstr(text, "buffer_pool.level"));
    assert_non_null(strstr(text, "17"));
    assert_non_null(strstr(text, "10")); /* the cycle */
    free(text);
    fedx_node_lockstep.destroy(node);
}

RUN_TESTS

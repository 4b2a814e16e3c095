/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden models for a simulator (tb/bindings/models.c, fedx_models.c): they do what the switch
 * of the C library does, every wrong bit of an output is named, and every wrong use.
 */
#include "../../tb/bindings/fedx_models.h"
#include "../unit.h"

enum { INPUT_BUSES = 11, OUTPUT_BUSES = 7, WORDS = 8 };
enum { RST, SIDE, RX_DATA, RX_VALID, RX_TURN, RX_REQ, RX_REFUSE, RX_ACC, CFG_WE, CFG_ADDR, CFG_WDATA };

static struct models models; /* shared by the tests as it is in a simulation */

/* A bus as a vector has it. */
struct bits {
    uint64_t value, unknown;
};

/* The pin of a bus in one direction. */
static const struct pin_info *pin_of(int outputs, int bus)
{
    const struct pin_info *pin = fedx_pin_table;

    while (pin_is_output(pin) != outputs || bus--)
        pin++;
    return pin;
}

/* The first bus is on top. */
static void vector_of(int outputs, const struct bits *buses, struct models_word vector[WORDS])
{
    unsigned at = 0;

    memset(vector, 0, WORDS * sizeof *vector);
    for (int i = outputs ? OUTPUT_BUSES : INPUT_BUSES; i-- > 0;) {
        unsigned width = lane_bits(&pin_of(outputs, i)->lanes);
        models_put_bits(vector, at, width, buses[i].value, buses[i].unknown);
        at += width;
    }
}

static int step(models_handle handle, const struct bits *in)
{
    struct models_word vector[WORDS];

    vector_of(0, in, vector);
    return models_step(&models, handle, vector);
}

static int check(models_handle handle, const struct bits *out)
{
    struct models_word vector[WORDS];

    vector_of(1, out, vector);
    return models_check(&models, handle, vector);
}

static int outputs(models_handle handle, uint64_t *out)
{
    uint32_t words[WORDS];
    struct models_word vector[WORDS];
    unsigned at = 0;

    if (models_outputs(&models, handle, words, WORDS) != 0)
        return -1;
    for (int i = 0; i < WORDS; i++)
        vector[i] = (struct models_word){words[i], 0};
    for (int i = OUTPUT_BUSES; i-- > 0;) {
        uint64_t unknown;
        out[i] = models_get_bits(vector, at, lane_bits(&pin_of(1, i)->lanes), &unknown);
        at += lane_bits(&pin_of(1, i)->lanes);
    }
    return 0;
}

static models_handle make(const char *name)
{
    models_handle handle = MODELS_NO_HANDLE;

    assert_int_equal(fedx_models_open(&models, name, &handle), 0);
    assert_int_not_equal(handle, MODELS_NO_HANDLE);
    return handle;
}

static void same_state(models_handle handle, const struct fedx_switch *sw)
{
    uint64_t hash;

    assert_int_equal(fedx_models_hash(&models, handle, &hash), 0);
    assert_int_equal(hash, fedx_switch_hash(sw));
}

/* Random levels, with some configuration; bits above the pins too. */
static void random_inputs(struct rng *r, struct bits *in)
{
    for (int i = 0; i < INPUT_BUSES; i++)
        in[i] = (struct bits){rng_next(r), 0};
    if (!rng_chance(r, 0.02))
        in[RST].value = 0;
    in[CFG_ADDR].value &= ~UINT64_C(0x7fe0);
}

static void direct_step(struct fedx_switch *sw, const struct bits *in)
{
    struct fedx_pins pins = {0};
    struct fedx_control control = {0};

    memcpy(pins.data, &in[RX_DATA].value, FEDX_PORTS);
    pins.valid = in[RX_VALID].value & FEDX_ALL_PORTS;
    pins.turn = in[RX_TURN].value & FEDX_ALL_PORTS;
    pins.req = in[RX_REQ].value & FEDX_ALL_PORTS;
    pins.refuse = in[RX_REFUSE].value & FEDX_ALL_PORTS;
    pins.acc = in[RX_ACC].value & FEDX_ALL_PORTS;
    control.rst = in[RST].value & 1;
    control.side = in[SIDE].value & ((1 << FEDX_LINKS) - 1);
    control.cfg_we = in[CFG_WE].value & 1;
    control.cfg_addr = (uint16_t)in[CFG_ADDR].value;
    control.cfg_wdata = (uint32_t)in[CFG_WDATA].value;
    fedx_switch_step(sw, &pins, &control);
}

static void same_outputs(models_handle handle, const struct fedx_switch *sw)
{
    uint64_t out[OUTPUT_BUSES], data = 0;
    struct fedx_pins pins;

    assert_int_equal(outputs(handle, out), 0);
    fedx_switch_pins(sw, &pins);
    memcpy(&data, pins.data, FEDX_PORTS);
    const uint64_t want[OUTPUT_BUSES] = {
        data, pins.valid, pins.turn, pins.req, pins.refuse, pins.acc, fedx_switch_cfg_rdata(sw)};
    for (int i = 0; i < OUTPUT_BUSES; i++)
        assert_int_equal(out[i], want[i]);
}

TEST(a_step_is_that_of_the_switch)
{
    struct rng r = rng_stream(1, 1);
    struct fedx_switch *sw = fedx_switch_create();
    struct bits in[INPUT_BUSES];
    models_handle other = make("other"), handle = make("steps");
    int cycles;

    for (cycles = 0; cycles < 20000; cycles++) {
        random_inputs(&r, in);
        assert_int_equal(step(handle, in), 0);
        direct_step(sw, in);
        same_outputs(handle, sw);
        if (cycles % 16 == 0)
            same_state(handle, sw);
    }
    same_state(handle, sw);
    fedx_switch_destroy(sw);
    sw = fedx_switch_create();
    same_state(other, sw);
    fedx_switch_destroy(sw);
    COMPARED(cycles, "cycles");
}

TEST(settings_and_routes_are_those_of_the_switch)
{
    static const char *const names[] = {"backpressure", "class_rule",         "random_select",  "latency",
                                        "deroute_hops", "backpressure_class", "buffers",        "limit_dest",
                                        "limit_trans",  "limit_total",        "eject_priority", "throttle_timeout",
                                        "random_seed"};
    const struct fedx_settings s = {2, 0, 1, 3, 1, 0, 9, 2, 6, 7, 2, 77, 1234};
    const int values[] = {2, 0, 1, 3, 1, 0, 9, 2, 6, 7, 2, 77, 1234};
    struct fedx_switch *sw = fedx_switch_create();
    models_handle handle = make("settings");

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_int_equal(fedx_models_set(&models, handle, names[i], values[i]), 0);
    fedx_switch_configure(sw, &s);
    same_state(handle, sw);
    for (int i = 0; i < FEDX_SETTINGS_WORDS; i++) {
        uint32_t word;
        assert_int_equal(fedx_models_word(&models, handle, i, &word), 0);
        assert_int_equal(word, fedx_settings_word(&s, i));
    }
    assert_int_equal(fedx_models_route(&models, handle, 255, 0x80abcdef), 0);
    fedx_switch_route(sw, 255, 0x80abcdef);
    same_state(handle, sw);
    fedx_switch_destroy(sw);
    COMPARED(sizeof values / sizeof values[0] + FEDX_SETTINGS_WORDS, "settings and words");
}

TEST(registers_are_read_by_name)
{
    struct rng r = rng_stream(2, 1);
    struct fedx_switch *sw = fedx_switch_create();
    struct bits in[INPUT_BUSES];
    models_handle handle = make("registers");
    int lanes = 0;

    for (int i = 0; i < 500; i++) {
        random_inputs(&r, in);
        step(handle, in);
        direct_step(sw, in);
    }
    for (int i = 0; i < fedx_reg_count; i++)
        for (int lane = 0; lane < fedx_reg_table[i].lanes.count; lane++, lanes++) {
            char name[80];
            uint64_t value;
            snprintf(name, sizeof name, "%s.%s", fedx_reg_table[i].block, fedx_reg_table[i].name);
            assert_int_equal(models_register(&models, handle, name, lane, &value), 0);
            assert_int_equal(value, fedx_reg_value(fedx_switch_state(sw), &fedx_reg_table[i], lane));
        }
    fedx_switch_destroy(sw);
    COMPARED(lanes, "lanes");
}

/* Every bit of every output, wrong and unknown. */
TEST(each_wrong_bit_is_named)
{
    models_handle handle = make("dut");
    const struct bits in[INPUT_BUSES] = {[RST] = {1, 0}};
    uint64_t out[OUTPUT_BUSES];
    int bits = 0;

    assert_int_equal(models_compared(&models, handle), -1);
    assert_string_equal(models.text, "no cycle of dut was compared");
    for (int i = 0; i < 3; i++)
        assert_int_equal(step(handle, in), 0);
    assert_int_equal(outputs(handle, out), 0);
    for (int i = 0; i < OUTPUT_BUSES; i++)
        for (int bit = 0; bit < (int)lane_bits(&pin_of(1, i)->lanes); bit++, bits += 2) {
            struct bits dut[OUTPUT_BUSES];
            char want[64];
            for (int k = 0; k < OUTPUT_BUSES; k++)
                dut[k] = (struct bits){out[k], 0};
            snprintf(want, sizeof want, "cycle 3 of dut: %s%s", pin_of(1, i)->name, i == 6 ? ":" : " of port ");
            dut[i].value ^= UINT64_C(1) << bit;
            assert_int_equal(check(handle, dut), -1);
            assert_memory_equal(models.text, want, strlen(want));
            if (i < 6)
                assert_int_equal(models.text[strlen(want)], '0' + bit / pin_of(1, i)->lanes.width);
            dut[i] = (struct bits){out[i], UINT64_C(1) << bit};
            assert_int_equal(check(handle, dut), -1);
            assert_non_null(strchr(strstr(models.text, "RTL "), 'x'));
        }
    COMPARED(bits, "wrong or unknown bits");
}

TEST(differences_have_both_values)
{
    models_handle handle = make("dut");
    const struct bits in[INPUT_BUSES] = {[RST] = {1, 0}};
    /* Reset outputs; bits above a pin do not matter. */
    struct bits dut[OUTPUT_BUSES] = {[1] = {0x80, 0x100}, [4] = {FEDX_ALL_PORTS, 0}};

    step(handle, in);
    assert_int_equal(check(handle, dut), 0);
    assert_int_equal(check(handle, dut), 0);
    assert_int_equal(models_compared(&models, handle), 0);
    assert_string_equal(models.text, "dut: 2 cycles, 246 output pin bits compared: 0 differences");
    dut[0] = (struct bits){UINT64_C(0x5a) << 40, 0};
    assert_int_equal(check(handle, dut), -1);
    assert_string_equal(models.text, "cycle 1 of dut: tx_data of port 5: model 0x00, RTL 0x5a");
    dut[0].unknown = UINT64_C(0x10) << 40;
    assert_int_equal(check(handle, dut), -1);
    assert_string_equal(models.text, "cycle 1 of dut: tx_data of port 5: model 0x00, RTL 0xxa");
    dut[0] = (struct bits){0, 0};
    dut[4].value = 0x3f;
    assert_int_equal(check(handle, dut), -1);
    assert_string_equal(models.text, "cycle 1 of dut: tx_refuse of port 6: model 1, RTL 0");
    dut[4].value = FEDX_ALL_PORTS;
    dut[6].value = 0xfedc1234;
    assert_int_equal(check(handle, dut), -1);
    assert_string_equal(models.text, "cycle 1 of dut: cfg_rdata: model 0x00000000, RTL 0xfedc1234");
}

TEST(unknown_inputs_are_refused)
{
    models_handle handle = make("x");
    uint64_t before, after;
    int refused = 0;

    fedx_models_hash(&models, handle, &before);
    for (int reset = 0; reset <= 1; reset++)
        for (int i = 0; i < INPUT_BUSES; i++) {
            struct bits in[INPUT_BUSES] = {[RST] = {(uint64_t)reset, 0}};
            char want[96];
            if (reset && i >= RX_DATA && i <= RX_ACC)
                continue;
            in[i].unknown = UINT64_C(1) << (lane_bits(&pin_of(0, i)->lanes) - 1);
            assert_int_equal(step(handle, in), -1);
            snprintf(want, sizeof want, "input %s of model x has unknown bits (x or z) in cycle 1", pin_of(0, i)->name);
            assert_string_equal(models.text, want);
            refused++;
        }
    fedx_models_hash(&models, handle, &after);
    assert_int_equal(before, after);

    /* Above the pins, and of what arrives under reset, it does not matter. */
    struct bits in[INPUT_BUSES] = {[RST] = {1, 2}};
    for (int i = RX_DATA; i <= RX_ACC; i++)
        in[i].unknown = UINT64_MAX;
    assert_int_equal(step(handle, in), 0);
    COMPARED(refused, "unknown inputs refused");
}

/* After the statement, which must fail with this text. */
#define WRONG(statement, sentence)                    \
    do {                                              \
        assert_int_equal((statement), -1);            \
        assert_string_equal(models.text, (sentence)); \
        wrong++;                                      \
    } while (0)

TEST(wrong_use_is_named)
{
    const struct bits bits[INPUT_BUSES] = {{0, 0}};
    models_handle handle = make("m"), gone = make("gone");
    uint64_t value, before, after;
    uint32_t word;
    char text[96];
    int wrong = 0;

    fedx_models_hash(&models, handle, &before);
    WRONG(step(MODELS_NO_HANDLE, bits), "0 is no handle of a model: use what its creation gave");
    WRONG(check(4000000000u, bits), "4000000000 is no handle of a model: use what its creation gave");
    assert_int_equal(models_close(&models, gone), 0);
    snprintf(text, sizeof text, "the model of handle %u has been destroyed", gone);
    WRONG(models_close(&models, gone), text);
    WRONG(fedx_models_set(&models, gone, "latency", 1), text);
    WRONG(fedx_models_word(&models, gone, 0, &word), text);
    WRONG(fedx_models_route(&models, gone, 0, 0), text);
    WRONG(outputs(gone, &value), text);
    WRONG(models_compared(&models, gone), text);
    WRONG(models_register(&models, gone, "config.hold", 0, &value), text);
    WRONG(fedx_models_hash(&models, gone, &value), text);
    assert_int_not_equal(make("new"), gone);

    WRONG(
        fedx_models_set(&models, handle, "limit", 1),
        "no setting \"limit\": there are backpressure class_rule random_select latency deroute_hops backpressure_class "
        "buffers limit_dest limit_trans limit_total eject_priority throttle_timeout random_seed");
    WRONG(fedx_models_set(&models, handle, "latency", 8), "latency 8 of model m: link latency must be 0 to 7 cycles");
    WRONG(fedx_models_word(&models, handle, 4, &word), "word 4 of the settings: must be 0 to 3");
    WRONG(fedx_models_word(&models, handle, -1, &word), "word -1 of the settings: must be 0 to 3");
    WRONG(fedx_models_route(&models, handle, 256, 0), "destination 256 of model m: must be 0 to 255");
    WRONG(fedx_models_route(&models, handle, -1, 0), "destination -1 of model m: must be 0 to 255");
    WRONG(
        models_register(&models, handle, "config", 0, &value),
        "no register \"config\": must be a block and a name of the specification's section 14, such as port_receive.header");
    WRONG(models_register(&models, handle, "port_receive.count", 7, &value),
          "lane 7 of register port_receive.count: must be 0 to 6");
    WRONG(models_register(&models, handle, "port_receive.header", -1, &value),
          "lane -1 of register port_receive.header: must be 0 to 0");
    fedx_models_hash(&models, handle, &after);
    assert_int_equal(before, after);
    COMPARED(wrong, "wrong uses");
}

TEST(packets_are_those_of_the_library)
{
    struct rng r = rng_stream(3, 1);
    int packets;

    for (packets = 0; packets < 1000; packets++) {
        const struct fedx_header h = {
            .destination = (uint16_t)rng_next(&r),
            .source = (uint16_t)rng_next(&r),
            .message = (uint16_t)rng_next(&r),
            .packet = (uint8_t)rng_next(&r),
            .adaptive = rng_next(&r) & 1,
            .last = rng_next(&r) & 1,
            .deroutes = rng_next(&r) & 7,
            .bit = rng_next(&r) & 1,
        };
        uint8_t packet[FEDX_PACKET_BYTES], bytes[FEDX_PACKET_BYTES];
        uint32_t body[FEDX_BODY_WORDS], words[FEDX_PACKET_WORDS];
        unit_packet(&r, &h, packet);
        memset(body, 0xff, sizeof body);
        memcpy(body, packet + FEDX_HEADER_BYTES, BODY_BYTES);
        fedx_models_packet(fedx_header_word(&h), body, words);
        for (int i = 0; i < FEDX_PACKET_BYTES; i++)
            bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
        assert_memory_equal(bytes, packet, sizeof packet);
    }
    COMPARED(packets, "packets");
}

static int finish(void **state)
{
    (void)state;
    models_finish(&models);
    return models.count != 0 || models.model;
}

RUN_TESTS_BETWEEN(NULL, finish)

/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions of routers of other people without Verilator: what they say, what is wrong with them and in which line,
 * which pins follow, how packets become flits, and what a network is wired like.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "dut/dut.h"
#include "blackbox/wrapper/blackbox_build.h"
#include "blackbox/description/blackbox_cast.h"
#include "blackbox/script/blackbox_edges.h"
#include "blackbox/description/blackbox_flit.h"
#include "blackbox/description/blackbox_number.h"
#include "blackbox/description/blackbox_pins.h"
#include "blackbox/script/blackbox_script.h"
#include "blackbox/description/blackbox_sweep.h"
#include "blackbox/wrapper/blackbox_wrapper.h"

static char path[] = "/tmp/test_blackbox_XXXXXX";

/* A description of these lines. */
static struct blackbox *load(const char *text, char *error, size_t size)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    return blackbox_load(path, NULL, error, size);
}

#define HEAD "top: r\nfiles: r.v\nclock: clk\nreset: {pin: rst_n, active: low}\n"
#define FIELDS "fields: {data: 16, last: 1, dest: 2}\n"
#define PORTS(c)                                                                                                          \
    "inputs: {count: " c                                                                                                  \
    ", interface: axi-stream, pins: {valid: 'iv[]', ready: 'ir[]', data: 'i{p}[16:1]', last: 'i{p}[0]', dest: 'id[]'}}\n" \
    "outputs: {count: " c                                                                                                 \
    ", interface: axi-stream, pins: {valid: 'ov[]', ready: 'or[]', data: 'o{p}', last: 'ol{p}'}}\n"
#define DESTINATION "destination: {field: dest}\n"

/* A description that is refused, with the number of its line. */
static void refuse(const char *text, int line, const char *words)
{
    char error[BLACKBOX_ERROR], begin[64];

    assert_null(load(text, error, sizeof error));
    snprintf(begin, sizeof begin, "%s:%d: ", path, line);
    if (strncmp(error, begin, strlen(begin)) != 0 || !strstr(error, words))
        fail_msg("\"%s\" is said, and not line %d and \"%s\"", error, line, words);
}

TEST(test_errors)
{
    refuse("top: r\nfils: r.v\n", 2, "fils: no key of a description: did you mean files?");
    refuse("top: r\ntop: s\n", 2, "top: is here twice");
    refuse("top: 3r\n", 1, "top: must be a name of Verilog");
    refuse("files: r.v\n", 1, "must have top");
    refuse("top: r\n", 1, "must have clock and reset");
    refuse(HEAD "fields: {data: 0}\n", 5, "width: must be a whole number from 1 to 2048");
    refuse(HEAD "reset: {pin: r, active: up}\n", 5, "reset: is here twice");
    refuse("reset: {pin: r,\n active: up}\n", 2, "active: must be one of high, low");
    refuse(HEAD FIELDS "framing: {by: last, field: data}\n", 6, "by last takes one bit, and this is 16");
    refuse(HEAD FIELDS "framing: {by: length, field: data, shift: 10, width: 8}\n", 6,
           "bits 10 and on of data, which has 16");
    refuse(HEAD FIELDS "framing: {by: length, field: dat}\n", 6, "dat: no such field");
    refuse(HEAD FIELDS "packets: {min_flits: 5, max_flits: 4}\n", 6, "the least length, 5, is over the longest, 4");
    refuse(HEAD FIELDS "inputs: {count: 2, pins: {strobe: x}}\n", 6, "strobe: neither valid, ready");
    refuse(HEAD FIELDS "inputs: {count: 2, pins: {valid: 'v{q}'}}\n", 6, "must be a pin such as");
    refuse(HEAD FIELDS "inputs: {count: 2, pins: {valid: 'v[3'}}\n", 6, "must be a pin such as");
    refuse(HEAD FIELDS "inputs: {count: 2, interface: credit, pins: {valid: v, credit: c}}\n", 6, "must have depth");
    refuse(HEAD FIELDS "inputs: {count: 3, interface: valid-ready, pins: {valid: [a, b], ready: c}}\n", 6,
           "2 pins in the list");
    refuse(HEAD FIELDS "vcs: 2\n" PORTS("2") DESTINATION, 7, "this interface has one virtual channel, and vcs says 2");
    refuse(HEAD FIELDS PORTS("5") DESTINATION, 8, "2 bits cannot tell 5 apart");
    refuse(HEAD FIELDS PORTS("2") "destination: {field: dest, value: [0, 4]}\n", 8,
           "value: must be a whole number from 0 to 3");
    refuse(HEAD FIELDS PORTS("2") "destination: {field: dest, value: [0, 1, 2]}\n", 8,
           "3 numbers in the list, must be 2");
    refuse(HEAD FIELDS PORTS("2") "destination: {field: dest, value: x}\n", 8, "in a mesh or a torus alone");
}

/* What contradicts something else in the description. */
TEST(test_errors_whole)
{
    refuse(HEAD FIELDS PORTS("2") DESTINATION "forbid: [[0, 2]]\n", 9, "there are 2 inputs and 2 outputs");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "network: {topology: mesh, rows: 2, cols: 2, ports: [0, 1]}\n", 9,
           "has 5 ports a router");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "network: {routers: 2, links: [[0, 0, 1, 0], [0, 0, 1, 1]]}\n", 9,
           "at the end of two links");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "network: {routers: 2, links: [[0, 0, 1, 0]]}\n", 9,
           "field dest is read by inputs");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "checks: {lots: no}\n", 9, "lots: no key of checks: did you mean lost?");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {unroutable: {values: [2, 1]}}\n", 9,
           "illegal: 1 is a destination");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {unroutable: {values: 4}}\n", 9, "or has more than 2 bits");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {unroutable: {values: 3, then: 2}}\n", 9,
           "then: there is no such output");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {long: 8}\n", 9, "long must be more flits than");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {short: 1}\n", 9, "short must be fewer flits than");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {gap: yes}\n", 9, "gaps within packets are allowed");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "illegal: {overrun: 1}\n", 9, "inputs have no credits");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "drops: {when: never}\n", 9, "when: must be one of always, busy");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "bounds: {throughput: 101}\n", 9,
           "throughput: must be a whole number from 1 to 100");
    refuse(HEAD "fields: {data: 16, keep: 3}\nbyte_enable: {field: keep, data: data}\n", 6,
           "keep has 3 bits, and must have one for each of 16");
    refuse(HEAD "fields: {data: 16, keep: 2}\nbyte_enable: {field: keep}\n", 6,
           "byte_enable: must have field, and data");
    refuse(HEAD FIELDS "interleaved: {field: dest, shift: 1, width: 2}\n" PORTS("2") DESTINATION, 6,
           "bits 1 and on of dest, which has 2");
    refuse(HEAD FIELDS "interleaved: {field: dest}\n" PORTS("2") DESTINATION, 6, "outputs must have the field");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "rewritten: {field: data, width: 14}\n", 8,
           "2 bits that are neither destination");
    refuse(HEAD FIELDS PORTS("2") DESTINATION "constants: {a: '1; b'}\n", 9, "must be a constant of Verilog");
}

TEST(test_numbers)
{
    static struct blackbox_constant item[] = {{"W", {"8", 1}}, {"N", {"4'd3", 1}}, {"BAD", {"W", 1}}};
    const struct blackbox_constants parameters = {item, 3};
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"W", 8},
                {"2*W+1", 17},
                {"2 * (W + N) / 4", 5},
                {"clog2(N)", 2},
                {"clog2(W)+clog2(1)", 3},
                {"-W + 10", 2},
                {"8'hff", 255},
                {"--3", 3},
                {"W - N - 1", 4}};
    static const char *const bad[] = {
        "", "V", "W +", "(W", "W)", "W/0", "W W", "clog2(0)", "BAD", "2000000*2000000", "1.5", "8'q1", "clog2"};
    int64_t value;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (blackbox_number(&parameters, good[i].text, &value) != 0 || value != good[i].value)
            fail_msg("%s is %lld", good[i].text, (long long)value);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (blackbox_number(&parameters, bad[i], &value) == 0)
            fail_msg("%s is a number", bad[i]);
}

#define SWEPT "fields: {data: 8 * W, last: 1, dest: clog2(N)}\nsweep: {N: [2, 4], W: [1, 2, 3]}\n"

/* Bytes that are not kept do not count; the first flit keeps those that tell packets apart. */
TEST(test_keep)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f =
        load(HEAD "fields: {data: 32, keep: 4, last: 1}\nbyte_enable: {field: keep, data: data}\n"
                  "inputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, keep: k, last: l}}\n"
                  "outputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, keep: k, last: l}}\n"
                  "destination: {field: data, shift: 31, width: 1}\n",
             error, sizeof error);
    struct blackbox_packet p = {.flits = 3};
    uint32_t good[2], other[2];
    int field, bit, some = 0, all = 0;

    if (!f)
        fail_msg("%s", error);
    for (p.key = 1; p.key < 200; p.key++)
        for (int flit = 0; flit < 3; flit++) {
            blackbox_flit(f, &p, flit, good);
            memcpy(other, good, sizeof other);
            other[0] ^= 0xffu << 24;
            some += flit == 2 && (good[1] & 15) != 15;
            all += (good[1] & 15) == 15;
            assert_true(flit == 2 || (good[1] & 15) == 15);
            assert_true((good[1] & 1) && (((good[1] & 15) + 1) & (good[1] & 15)) == 0);
            assert_int_equal(blackbox_flit_differ(f, good, other, f->look[flit > 0], &field, &bit),
                             good[1] >> 3 & 1 ? 8 : 0);
            other[1] ^= 1;
            assert_true(blackbox_flit_differ(f, good, other, f->look[flit > 0], &field, &bit) > 0);
        }
    assert_true(some > 20 && all > 400);
    blackbox_destroy(f);
}

/* A field that all flits share, one that counts in the last flit, and the mark in it. */
/* Sets that an input may send to are drawn, of every size, and become smaller until one output is left. */
TEST(test_sets)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f =
        load(HEAD "fields: {data: 16, last: 1, to: 4}\n"
                  "inputs: {count: 2, interface: axi-stream, pins: {valid: v, ready: r, data: d, last: l, to: t}}\n"
                  "outputs: {count: 4, interface: axi-stream, pins: {valid: v, ready: r, data: d, last: l}}\n"
                  "forbid: self\ndestination: {field: to, value: mask}\n",
             error, sizeof error);
    struct rng random = rng_stream(1, 1);
    int sizes[5] = {0};
    uint32_t word;

    if (!f)
        fail_msg("%s", error);
    for (uint32_t i = 0; i < 1000; i++) {
        struct blackbox_packet p = {.source = i & 1, .sink = 3, .flits = 1, .key = i};
        assert_int_equal(blackbox_cast_draw(f, &random, &p), 0);
        assert_int_equal(p.outputs >> 3, 1);
        assert_false(p.outputs >> p.source & 1);
        sizes[blackbox_packet_copies(f, &p)]++;
        blackbox_flit(f, &p, 0, &word);
        assert_int_equal(word >> 17 & 15, p.outputs);
        for (int way = 0; way < blackbox_cast_tries(f); way++)
            blackbox_cast_narrow(f, &p, way);
        assert_int_equal(p.outputs, 1 << p.sink);
    }
    assert_true(!sizes[0] && sizes[1] > 250 && sizes[2] > 250 && sizes[3] > 250 && !sizes[4]);
    assert_true(blackbox_cast_counts(f, 0, 3) && !blackbox_cast_counts(f, 0, 4));
    blackbox_destroy(f);
}

TEST(test_scopes)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = load(
        HEAD "fields: {data: 16, id: {width: 3, scope: packet}, bad: {width: 2, scope: last}, last: 1}\n"
             "inputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, id: i, bad: b, last: l}}\n"
             "outputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, id: i, bad: b, last: l}}\n"
             "drops: {marked: {field: bad, value: 2}}\n",
        error, sizeof error);
    struct blackbox_packet p = {.flits = 3};
    uint32_t words[3], look, id = 0, ids = 0;

    if (!f)
        fail_msg("%s", error);
    assert_false(f->drops.allowed);
    for (p.key = 1; p.key < 100; p.key++)
        for (int flit = 0; flit < 3; flit++) {
            p.marked = p.key & 1;
            blackbox_flit(f, &p, flit, &words[flit]);
            id = flit ? id : words[0] >> 16 & 7;
            ids |= 1u << id;
            assert_int_equal(words[flit] >> 16 & 7, id);
            blackbox_flit_look(f, &p, flit, &look);
            assert_int_equal(look >> 19 & 3, flit == 2 ? 3 : 0);
            if (flit == 2)
                assert_int_equal((words[2] >> 19 & 3) == 2, p.marked);
        }
    assert_int_equal(ids, 255);
    p.flits = 1;
    blackbox_flit_look(f, &p, 0, &look);
    assert_int_equal(look >> 19 & 3, 3);
    blackbox_destroy(f);
}

/* Bytes of a packet are the same at both sides, in whichever order, and the last flit has as many as are left. */
static void compare_bytes(const struct blackbox *f, const struct blackbox_packet *p, int high)
{
    uint8_t bytes[2][64] = {{0}};
    uint32_t words[2];
    int grains = blackbox_width_grains(f, p);

    for (int side = 0; side < 2; side++) {
        int many = f->widths.flit[side], flits = side ? blackbox_flits_out(f, p) : p->flits;
        assert_int_equal(flits, (grains + many - 1) / many);
        for (int flit = 0; flit < flits; flit++) {
            side ? blackbox_flit_out(f, p, flit, words) : blackbox_flit(f, p, flit, words);
            assert_int_equal(words[1] >> 4 & 1, flit == flits - 1);
            for (int g = 0; g < many; g++) {
                int at = high ? many - 1 - g : g;
                assert_int_equal(words[1] >> at & 1, flit * many + g < grains);
                if (flit * many + g < grains)
                    bytes[side][flit * many + g] = (uint8_t)(words[0] >> 8 * at);
            }
        }
    }
    assert_memory_equal(bytes[0], bytes[1], sizeof bytes[0]);
    assert_int_equal(bytes[0][high ? 1 : 2] >> 4 & 1, p->sink);
}

TEST(test_widths)
{
    static const char text[] =
        HEAD "fields: {data: {inputs: %d, outputs: %d, first: %s}, keep: {inputs: %d, outputs: %d}, last: 1}\n"
             "byte_enable: {field: keep, data: data}\npackets: {min_flits: 3, max_flits: 9}\n"
             "destination: {field: data, shift: 20, width: 1}\n"
             "inputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, keep: k, last: l}}\n"
             "outputs: {count: 2, interface: axi-stream, pins: {valid: v, ready: r, data: d, keep: k, last: l}}\n";
    char error[BLACKBOX_ERROR], with[sizeof text + 64];

    for (int is = 0; is < 8; is++) {
        int in = is & 1 ? 32 : is & 4 ? 16 : 8, out = is & 1 ? is & 4 ? 16 : 8 : 32, high = is >> 1 & 1;
        snprintf(with, sizeof with, text, in, out, high ? "high" : "low", in / 8, out / 8);
        struct blackbox *f = load(with, error, sizeof error);
        if (!f)
            fail_msg("%s", error);
        for (uint32_t key = 1; key < 200; key++)
            compare_bytes(f,
                          &(struct blackbox_packet){
                              .flits = (uint16_t)(3 + key % 7), .key = key, .sink = key & 1, .tag = key & 15},
                          high);
        blackbox_destroy(f);
    }
}

/* The row of edges against each moment of time, for twice as long as it is. */
static void compare_edges(const struct blackbox_edges *e, int clocks)
{
    int64_t span = blackbox_clocks_span(e->period, clocks);
    int at = 0, since = 0, passed = 0;

    for (int time = 0; time < 2 * span; time++, since++) {
        int rises = 0;
        for (int i = 0; i < clocks; i++)
            rises |= (time >= e->phase[i] && (time - e->phase[i]) % e->period[i] == 0) << i;
        if (!rises)
            continue;
        assert_int_equal(rises, e->rises[at % e->count]);
        if (at > 0)
            assert_int_equal(since, e->passes[at % e->count]);
        since = 0;
        at++;
    }
    for (int i = 0; i < e->count; i++)
        passed += e->passes[i];
    assert_int_equal(passed, span);
    assert_int_equal(at, 2 * e->count);
}

#define CLOCKS(all)                                                                                           \
    "top: r\nfiles: r.v\nclocks: " all "\nreset: rst\nfields: {data: 16, last: 1}\n"                          \
    "inputs: {count: 1, clock: a, interface: axi-stream, pins: {valid: iv, ready: ir, data: id, last: il}}\n" \
    "outputs: {count: 1, clock: b, interface: axi-stream, pins: {valid: ov, ready: or, data: od, last: ol}}\n"

TEST(test_edges)
{
    static const char *const texts[] = {CLOCKS("{a: {period: 10}, b: {period: 7, phase: 3}}"),
                                        CLOCKS("{a: {period: 1}, b: {period: 10}}"),
                                        CLOCKS("{a: {period: 6, phase: 5}, b: {period: 4, phase: 1}, c: {period: 9}}"),
                                        CLOCKS("[a, b]"), CLOCKS("[b, c, a]")};
    struct rng random = rng_stream(1, 1);
    char error[BLACKBOX_ERROR], text[256];
    struct blackbox_edges e;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct blackbox *f = load(texts[i], error, sizeof error);
        if (!f)
            fail_msg("%s", error);
        for (int n = 0; n < 50; n++) {
            blackbox_edges_draw(&e, f, &random, NULL, 0);
            compare_edges(&e, f->clocks);
        }
        if (i == 0) {
            blackbox_edges_name(&e, f, text, sizeof text);
            assert_string_equal(text, "a period 10 phase 0, b period 7 phase 3");
            assert_int_equal(blackbox_edges_scale(&e, f, 0), 3); /* 16 edges, 7 of them of this one */
            assert_int_equal(blackbox_edges_scale(&e, f, 1), 2);
        }
        blackbox_destroy(f);
    }
}

/* The check values of the catalogue of CRC algorithms: "123456789", its first bit highest, or lowest. */
TEST(test_computed)
{
    static const struct {
        const char *rule;
        int width, reversed;
        uint64_t value;
    } rules[] = {{"crc8", 8, 0, 0xf4},     {"crc16-ccitt", 16, 0, 0x29b1}, {"crc32", 32, 1, 0xcbf43926},
                 {"checksum", 8, 0, 0xdd}, {"parity-even", 9, 1, 0xcb},    {"parity-odd", 9, 1, 0x134}};
    char error[BLACKBOX_ERROR], text[1024];

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        uint32_t words[4] = {0};
        struct blackbox_packet p = {.flits = 1};
        struct blackbox *f;
        snprintf(text, sizeof text,
                 HEAD
                 "fields: {data: 72, more: 8, sum: %d}\nframing: {by: single}\npackets: {max_flits: 1}\n"
                 "computed: {sum: {rule: %s, over: data}}\n"
                 "inputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, more: m, sum: s}}\n"
                 "outputs: {count: 1, interface: axi-stream, pins: {valid: v, ready: r, data: d, more: m, sum: s}}\n",
                 rules[i].width, rules[i].rule);
        f = load(text, error, sizeof error);
        if (!f)
            fail_msg("%s", error);
        for (int byte = 0; byte < 9; byte++) {
            int at = rules[i].reversed ? byte : 8 - byte;
            words[at / 4] |= (uint32_t)('1' + byte) << at % 4 * 8;
        }
        assert_int_equal(blackbox_computed_value(f, &f->computed[0], &p, 0, words) & ((1ull << rules[i].width) - 1),
                         rules[i].value);
        blackbox_destroy(f);
    }
}

/* Inputs beside the ports move as they may, and are idle in the end. */
TEST(test_moves)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f =
        load(HEAD FIELDS PORTS("2") DESTINATION
             "sideband:\n  a: {random: 1/4, hold: 2..5}\n  b: {every: 8, hold: 3, width: 2, idle: 1}\n",
             error, sizeof error);
    struct blackbox_script s, part;
    uint32_t active = 0, length = 0;
    uint8_t keep[4096] = {0};

    if (!f)
        fail_msg("%s", error);
    for (uint64_t seed = 1; active == 0 && seed < 20; seed++) {
        assert_int_equal(blackbox_script_draw(&s, f, BLACKBOX_PROFILE_stalls, seed, 400, NULL), 0);
        assert_true(s.packets < (int)sizeof keep);
        assert_int_equal(blackbox_script_part(&part, f, &s, keep), 0);
        for (uint32_t cycle = 0; cycle < s.active + 20; cycle++) {
            uint32_t a = blackbox_script_side(&s, f, 0, cycle);
            assert_int_equal(a, blackbox_script_side(&part, f, 0, cycle));
            assert_true(!a || cycle < s.active);
            assert_true(a || length == 0 || length >= 2 || cycle == s.active);
            length = a ? length + 1 : 0;
            active += a;
            assert_int_equal(blackbox_script_side(&s, f, 1, cycle), cycle % 8 < 3 ? 2 : 1);
        }
        assert_int_equal(s.open && s.moves, 0);
        blackbox_script_free(&part);
        blackbox_script_free(&s);
    }
    assert_true(active > 0);
    blackbox_destroy(f);
}

TEST(test_sweep)
{
    char error[BLACKBOX_ERROR], words[64] = "";
    struct arguments some = {0}, given = {0};
    struct blackbox *f = load(HEAD SWEPT PORTS("N") DESTINATION, error, sizeof error);

    if (!f)
        fail_msg("%s", error);
    assert_int_equal(blackbox_sweep_count(f), 6);
    assert_int_equal(f->inputs.count, 2);
    for (int i = 0; i < 6; i++)
        blackbox_sweep_take(f, i, &some);
    for (int i = 0; i < some.count; i++)
        strcat(words, some.text[i]);
    assert_string_equal(words, "N=2W=1N=2W=2N=2W=3N=4W=1N=4W=2N=4W=3");
    blackbox_destroy(f);
    arguments_add(&given, "N=4");
    arguments_add(&given, "W=3");
    f = blackbox_load(path, &given, error, sizeof error);
    assert_non_null(f);
    assert_int_equal(blackbox_sweep_count(f), 1);
    assert_int_equal(f->inputs.count, 4);
    assert_int_equal(f->field[0].width, 24);
    blackbox_destroy(f);
    arguments_free(&some);
    arguments_free(&given);
    refuse(HEAD FIELDS "sweep: {A: [1, 2, 3, 4, 5, 6, 7, 8, 9],\n B: [1, 2, 3, 4, 5, 6, 7, 8]}\n", 7,
           "more than 64 combinations");
    refuse(HEAD FIELDS "sweep: {A: 3}\n", 6, "A must have a list of values");
    refuse(HEAD FIELDS PORTS("B") "parameters: {A: 1}\n", 6,
           "count: must be a whole number from 1 to 64, or be made of parameters");
    refuse(HEAD FIELDS PORTS("2*A") "parameters: {A: 33}\n", 6, "from 1 to 64, and is 66");
}

/* Bits of the pin that a role of a port is. */
static struct blackbox_bits bits_of(const struct blackbox *f, int output, int port, int role, int field)
{
    struct blackbox_bits *all, found = {.width = -1};
    int count = blackbox_pin_list(f, &all);

    for (int i = 0; i < count; i++)
        if (all[i].output == output && all[i].port == port && all[i].role == role &&
            (role >= 0 || all[i].field == field))
            found = all[i];
    free(all);
    return found;
}

TEST(test_pins)
{
    static struct verilator_port ports[] = {
        {.name = "clk", .direction = "input", .width = 1},  {.name = "rst_n", .direction = "input", .width = 1},
        {.name = "iv", .direction = "input", .width = 2},   {.name = "ir", .direction = "output", .width = 2},
        {.name = "i0", .direction = "input", .width = 17},  {.name = "i1", .direction = "input", .width = 17},
        {.name = "id", .direction = "input", .width = 4},   {.name = "ov", .direction = "output", .width = 2},
        {.name = "or", .direction = "input", .width = 2},   {.name = "o0", .direction = "output", .width = 16},
        {.name = "o1", .direction = "output", .width = 16}, {.name = "ol0", .direction = "output", .width = 1},
        {.name = "ol1", .direction = "output", .width = 1}, {.name = "scan", .direction = "input", .width = 1}};
    char error[BLACKBOX_ERROR];
    struct blackbox *f = load(HEAD FIELDS PORTS("2") DESTINATION, error, sizeof error);
    struct blackbox_bits b;

    assert_non_null(f);
    b = bits_of(f, 0, 1, BLACKBOX_VALID, 0);
    assert_true(strcmp(b.name, "iv") == 0 && b.low == 1 && b.width == 1 && b.into);
    b = bits_of(f, 0, 1, -1, 2);
    assert_true(strcmp(b.name, "id") == 0 && b.low == 2 && b.width == 2 && b.into);
    b = bits_of(f, 0, 1, -1, 0);
    assert_true(strcmp(b.name, "i1") == 0 && b.low == 1 && b.width == 16);
    b = bits_of(f, 1, 0, BLACKBOX_READY, 0);
    assert_true(strcmp(b.name, "or") == 0 && b.into);
    assert_int_equal(blackbox_pins_check(f, ports, 14, error, sizeof error), -1);
    assert_non_null(strstr(error, "input scan of module r, of 1 bits, is driven by nothing"));
    assert_int_equal(blackbox_pins_check(f, ports, 13, error, sizeof error), 0);
    ports[9].width = 8;
    assert_int_equal(blackbox_pins_check(f, ports, 13, error, sizeof error), -1);
    assert_non_null(strstr(error, "pin o0 of module r is 8 bits wide, and the description has 16 of it"));
    strcpy(ports[7].direction, "input");
    assert_int_equal(blackbox_pins_check(f, ports, 13, error, sizeof error), -1);
    assert_non_null(strstr(error, "pin ov of module r is an input, must be an output"));
    blackbox_destroy(f);
}

/* A description whose pins are refused. @param words  in what is said, once */
static void refuse_pins(const char *inputs, const char *outputs, const char *words)
{
    static const struct verilator_port ports[] = {
        {.name = "clk", .direction = "input", .width = 1},
        {.name = "rst_n", .direction = "input", .width = 1},
        {.name = "iv", .direction = "input", .width = 2},
        {.name = "ir", .direction = "output", .width = 2},
        {.name = "i", .direction = "input", .width = 38},
        {.name = "ov", .direction = "output", .width = 2},
        {.name = "or", .direction = "input", .width = 2},
        {.name = "o", .direction = "output", .width = 38},
        {.name = "lost", .direction = "output", .width = 2, .undriven = "r.v:7"}};
    char error[BLACKBOX_ERROR], text[1024];
    struct blackbox *f;
    const char *found;

    snprintf(text, sizeof text,
             HEAD "fields: {data: 18, last: 1}\ninputs: {count: 2, interface: axi-stream, pins: {%s}}\n"
                  "outputs: {count: 2, interface: axi-stream, pins: {%s}}\ndestination: {field: data, width: 1}\n",
             inputs, outputs);
    f = load(text, error, sizeof error);
    if (!f)
        fail_msg("%s", error);
    assert_int_equal(blackbox_pins_check(f, ports, sizeof ports / sizeof *ports, error, sizeof error), words ? -1 : 0);
    found = words ? strstr(error, words) : "";
    if (!found || (words && strstr(found + 1, words)))
        fail_msg("not said once: %s\nbut %s", words, error);
    blackbox_destroy(f);
}

/* A reset that is active when low may be written as a pin that is inverted. */
TEST(test_reset)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f =
        load("top: r\nfiles: r.v\nclock: clk\nreset: ~rst_n\n" FIELDS PORTS("2") DESTINATION, error, sizeof error);

    if (!f)
        fail_msg("%s", error);
    assert_string_equal(f->reset.text, "rst_n");
    assert_true(f->reset_low);
    blackbox_destroy(f);
    refuse("top: r\nfiles: r.v\nclock: clk\nreset: ~rst[0]\n", 4, "must be a pin such as ~rst_n");
}

/* A pin of a description in a vector that is declared with a range. @param elements  0: it is no array @return
 * "high:low" of the bits, from the right */
static const char *place(const char *pin, int width, const struct verilator_port *port)
{
    static char text[32];
    struct blackbox f = {0};
    struct blackbox_bits b;

    assert_int_equal(blackbox_pins_declare(&f, port, 1), 0);
    assert_int_equal(blackbox_pin_parse(pin, 1, 0, width, &b), 0);
    blackbox_pin_place(&f, &b);
    snprintf(text, sizeof text, b.low < 0 ? "none" : "%d:%d", b.low + b.width - 1, b.low);
    free(f.declared);
    return text;
}

/* Bits have the numbers that the module gives them, and port 0 has the lowest ones. */
TEST(test_ranges)
{
    static const struct verilator_port down = {.name = "v", .width = 16, .left = 15},
                                       up = {.name = "v", .width = 16, .right = 15},
                                       from_four = {.name = "v", .width = 16, .left = 19, .right = 4},
                                       array_up = {.name = "v", .width = 16, .right = 1, .elements = 2},
                                       array_down = {.name = "v", .width = 16, .left = 1, .elements = 2},
                                       structure = {.name = "v", .width = 16};
    static const struct {
        const char *pin;
        int width;
        const struct verilator_port *port;
        const char *at;
    } cases[] = {{"v[3]", 1, &down, "3:3"},       {"v[7:4]", 4, &down, "7:4"},        {"v[4:7]", 4, &down, "none"},
                 {"v[]", 8, &down, "15:8"},       {"v[3]", 1, &up, "12:12"},          {"v[{p}]", 1, &up, "14:14"},
                 {"v[0:7]", 8, &up, "15:8"},      {"v[15:8]", 8, &up, "15:8"}, /* from the right */
                 {"~v[]", 8, &up, "7:0"},         {"v[19]", 1, &from_four, "15:15"},  {"v[3]", 1, &from_four, "none"},
                 {"v[0]", 8, &array_up, "15:8"},  {"v[]", 8, &array_up, "7:0"},       {"v[0]", 8, &array_down, "7:0"},
                 {"v[9]", 1, &array_down, "9:9"}, {"v[15:8]", 8, &structure, "15:8"}, {"v", 16, &up, "15:0"}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(place(cases[i].pin, cases[i].width, cases[i].port), cases[i].at);
}

/* Bits that are named twice, or not at all, and outputs that nothing drives. */
TEST(test_pins_shared)
{
    static const char inputs[] =
        "valid: 'iv[]', ready: 'ir[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[37]']";
    static const char outputs[] =
        "valid: 'ov[]', ready: 'or[]', data: ['o[17:0]', 'o[36:19]'], last: ['o[18]', 'o[37]']";

    refuse_pins(inputs, outputs, NULL);
    refuse_pins(inputs, "valid: 'ov[]', ready: 'or[]', data: 'o[17:0]', last: ['o[18]', 'o[37]']",
                NULL); /* outputs may share their data */
    refuse_pins("valid: 'iv[]', ready: 'ir[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[18]']", outputs,
                "bit 18 of pin i: named twice, as last of input 0 and as last of input 1");
    refuse_pins("valid: 'iv[]', ready: 'ir[]', data: ['i[17:0]', 'i[35:18]'], last: ['i[18]', 'i[37]']", outputs,
                "bit 36 of pin i: module r reads it, and nothing drives it");
    refuse_pins("valid: 'iv[]', ready: 'ir[]', data: 'i[36:19]', last: ['i[18]', 'i[37]']", outputs,
                "bits 0 to 17 of pin i: module r reads it");
    refuse_pins("valid: 'iv[1]', ready: 'ir[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[37]']", outputs,
                "iv[1]: the same pin for each of 2 inputs");
    refuse_pins(inputs, "valid: 'ov[0]', ready: 'or[]', data: ['o[17:0]', 'o[36:19]'], last: ['o[18]', 'o[37]']",
                "ov[0]: the same pin for each of 2 outputs");
    refuse_pins("valid: [rst_n, 'iv[1]'], ready: 'ir[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[37]']",
                outputs, "pin rst_n: named twice, as reset and as valid of input 0");
    refuse_pins("valid: 'iv[]', ready: 'lost[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[37]']", outputs,
                "output lost of module r: nothing in the module drives it (r.v:7)");
    refuse_pins("valid: 'no[]', ready: 'ir[]', data: ['i[17:0]', 'i[36:19]'], last: ['i[18]', 'i[37]']", outputs,
                "module r has no pin no");
}

/* Every flit of every packet: where it goes, where it ends, and its tag. */
TEST(test_flits)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = load(HEAD FIELDS PORTS("4") DESTINATION, error, sizeof error);
    uint32_t words[BLACKBOX_WORDS], other[BLACKBOX_WORDS], source, look[1];
    int field, bit;

    assert_non_null(f);
    assert_int_equal(f->bits, 19);
    assert_int_equal(f->tag_bits, 2 + BLACKBOX_TAG_BITS);
    for (int i = 0; i < 64; i++) {
        const struct blackbox_packet p = {.source = (uint16_t)(i % 4),
                                          .sink = (uint16_t)(i / 4 % 4),
                                          .flits = (uint16_t)(1 + i % 5),
                                          .tag = (uint32_t)i * 61 % blackbox_flit_tags(f),
                                          .key = (uint32_t)i * 7919};
        for (int flit = 0; flit < p.flits; flit++) {
            blackbox_flit(f, &p, flit, words);
            assert_int_equal(words[0] >> 17 & 3, p.sink);
            assert_int_equal(words[0] >> 16 & 1, flit == p.flits - 1);
            assert_int_equal(words[0] >> 19, 0);
        }
        blackbox_flit(f, &p, 0, words);
        assert_int_equal(blackbox_flit_tag(f, words, &source), p.tag);
        assert_int_equal(source, p.source);
        memcpy(other, words, sizeof other);
        other[0] ^= 1u << 16 | 1u << 18; /* dest does not come out: only the change of last shows */
        blackbox_flit_look(f, &p, 0, look);
        assert_int_equal(blackbox_flit_differ(f, words, other, look, &field, &bit), 1);
        assert_true(field == 1 && bit == 0);
    }
    blackbox_destroy(f);
}

/* No bit by which packets are told apart is always the same for an input: it may be a class or a priority to the
 * router. */
TEST(test_tags_change)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = load(HEAD FIELDS PORTS("4") DESTINATION, error, sizeof error);

    assert_non_null(f);
    for (int source = 0; source < 4; source++) {
        uint32_t ones = 0, zeros = 0, words[BLACKBOX_WORDS];
        for (uint32_t tag = 0; tag < 64; tag++) {
            blackbox_flit(f, &(struct blackbox_packet){.source = (uint16_t)source, .flits = 1, .tag = tag}, 0, words);
            ones |= words[0];
            zeros |= ~words[0];
        }
        assert_int_equal(ones & zeros & f->tag_mask[0], f->tag_mask[0]);
    }
    blackbox_destroy(f);
}

TEST(test_network)
{
    char error[BLACKBOX_ERROR], *wrapper;
    struct blackbox *f = load(
        HEAD
        "fields: {data: 16, last: 1}\nconstants: {x: \"4'd{x}\", y: \"4'd{y}\"}\n"
        "inputs: {count: 5, interface: valid-ready, pins: {valid: 'iv[]', ready: 'ir[]', data: 'id[]', last: 'il[]'}}\n"
        "outputs: {count: 5, interface: valid-ready, pins: {valid: 'ov[]', ready: 'or[]', data: 'od[]', last: 'ol[]'}}\n"
        "destination: [{field: data, width: 2, value: x}, {field: data, shift: 2, width: 2, value: y}]\n"
        "network: {topology: mesh, rows: 2, cols: 3, ports: [1, 2, 3, 4, 0]}\n",
        error, sizeof error);

    assert_non_null(f);
    assert_int_equal(f->routers, 6);
    assert_int_equal(f->sources, 6);
    assert_int_equal(f->sinks, 6);
    assert_int_equal(f->wires, 14); /* 7 neighbours, both ways */
    assert_int_equal(f->opens, 6 * 4 - 14);
    wrapper = blackbox_wrapper(f);
    assert_non_null(wrapper);
    assert_non_null(strstr(wrapper, "assign c1_i2_valid = c0_o1_valid;"));
    assert_non_null(strstr(wrapper, "assign c0_o1_back = c1_i2_back;"));
    assert_non_null(strstr(wrapper, ".x(4'd2)"));
    assert_non_null(strstr(wrapper, ".rst_n(~rst_reg)"));
    assert_non_null(strstr(wrapper, "assign c0_i2_valid = 1'd0;"));
    free(wrapper);
    blackbox_destroy(f);
}

/* Pins called as the channels of the wrapper are: no wire is there twice. */
TEST(test_wires)
{
    char error[BLACKBOX_ERROR], *wrapper, *first;
    struct blackbox *f = load(
        HEAD
        "fields: {data: 16, last: 1}\n"
        "inputs: {count: 2, interface: valid-ready, pins: {valid: 'i{p}_valid', ready: 'i{p}_back', data: 'i{p}_flit', last: 'il[]'}}\n"
        "outputs: {count: 1, interface: valid-ready, pins: {valid: 'o{p}_valid', ready: 'o{p}_back', data: 'o{p}_flit', last: 'ol'}}\n",
        error, sizeof error);

    assert_non_null(f);
    wrapper = blackbox_wrapper(f);
    assert_non_null(wrapper);
    first = strstr(wrapper, "] r0_i0_valid;");
    assert_non_null(first);
    assert_null(strstr(first + 1, "] r0_i0_valid;"));
    free(wrapper);
    blackbox_destroy(f);
}

static int init_of(const struct verilator_port *ports, int count, char *error, size_t size)
{
    char file[] = "/dev/null";
    struct dut dut = {.top = "m", .files = {.text = (char *[]){file, NULL}, .count = 1}};

    return blackbox_init_of("/tmp/fedx-init.yaml",
                            &(struct blackbox_module){.dut = &dut, .ports = ports, .count = count}, error, size);
}

/* Verilator has escaped names as they are: what reads them is quoted, and what must be driven has no place in a
 * description. */
TEST(test_escaped)
{
    struct verilator_port ports[] = {{.name = "clk", .direction = "input", .width = 1},
                                     {.name = "rst", .direction = "input", .width = 1},
                                     {.name = "in_valid", .direction = "input", .width = 1},
                                     {.name = "in_ready", .direction = "output", .width = 1},
                                     {.name = "in_data", .direction = "input", .width = 8},
                                     {.name = "out_valid", .direction = "output", .width = 1},
                                     {.name = "out_ready", .direction = "input", .width = 1},
                                     {.name = "out_data", .direction = "output", .width = 8},
                                     {.name = "{\"valid: \\#", .direction = "output", .width = 1}};
    enum { COUNT = sizeof ports / sizeof *ports };
    char error[BLACKBOX_ERROR] = "";
    struct blackbox *f = NULL;

    if (init_of(ports, COUNT, error, sizeof error) != 0 ||
        !(f = blackbox_load("/tmp/fedx-init.yaml", NULL, error, sizeof error)))
        fail_msg("%s", error);
    assert_int_equal(f->ignored.count, 1);
    assert_string_equal(f->ignored.text[0], ports[COUNT - 1].name);
    blackbox_destroy(f);
    unlink("/tmp/fedx-init.yaml");
    strcpy(ports[COUNT - 1].direction, "input");
    assert_int_equal(init_of(ports, COUNT, error, sizeof error), -1);
    assert_non_null(strstr(error, "escaped name"));
}

/* All flits of a packet that begins are due, also where most of what a pattern says is forbidden. */
TEST(test_scripts)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = load(
        HEAD FIELDS
        "vcs: 2\npackets: {min_flits: 1, max_flits: 6}\n"
        "inputs: {count: 3, interface: vc-valid-ready, pins: {valid: 'iv[]', ready: 'ir[]', data: 'i[]', last: 'il[]', dest: 'id[]'}}\n"
        "outputs: {count: 3, interface: vc-valid-ready, pins: {valid: 'ov[]', ready: 'or[]', data: 'o[]', last: 'ol[]'}}\n" DESTINATION
        "forbid: [[0, 0], [0, 1], [1, 1], [1, 2], [2, 0], [2, 2]]\n",
        error, sizeof error);
    unsigned long packets = 0;

    assert_non_null(f);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct blackbox_script s;
        assert_int_equal(blackbox_script_draw(&s, f, BLACKBOX_PROFILE_patterns, seed, 60, NULL), 0);
        for (int i = 0; i < s.packets; i++, packets++) {
            int due = 0;
            for (int k = 0; k < s.first[f->sources]; k++)
                due += s.due[k].packet == (uint32_t)i;
            assert_int_equal(due, s.packet[i].flits);
        }
        blackbox_script_free(&s);
    }
    blackbox_destroy(f);
    COMPARED(packets, "packets");
}

int main(void)
{
    int status, file = mkstemp(path);

    if (file < 0)
        return 1;
    close(file);
    status = test_all(NULL, NULL);
    unlink(path);
    return status;
}

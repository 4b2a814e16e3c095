/* SPDX-License-Identifier: Apache-2.0
 *
 * Test vectors: what is written is read back, and what is wrong in a file is named.
 */
#include "../unit.h"
#include "../vectors.h"

#include <stdlib.h>
#include <unistd.h>

#include "fedx/bench/fedx_state_injection.h"

enum { CYCLES = 20000 };

static const char *const header =
    "// rst side cfg_we cfg_addr cfg_wdata rx_turn rx_req rx_refuse rx_acc rx_valid rx_data\n";

static void random_vector(struct rng *r, struct fedx_vector *v)
{
    uint64_t levels = rng_next(r), data = rng_next(r), control = rng_next(r);

    *v = (struct fedx_vector){
        .in = {.valid = levels & FEDX_ALL_PORTS,
               .turn = levels >> 8 & FEDX_ALL_PORTS,
               .req = levels >> 16 & FEDX_ALL_PORTS,
               .refuse = levels >> 24 & FEDX_ALL_PORTS,
               .acc = levels >> 32 & FEDX_ALL_PORTS},
        .control = {.rst = levels >> 40 & 1,
                    .cfg_we = levels >> 41 & 1,
                    .side = levels >> 48 & 0x3f,
                    .cfg_addr = (uint16_t)control,
                    .cfg_wdata = (uint32_t)(control >> 32)},
    };
    for (int p = 0; p < FEDX_PORTS; p++)
        v->in.data[p] = (uint8_t)(data >> 8 * p);
}

static void scratch_file(char *path, const char *text)
{
    strcpy(path, "/tmp/fedx-vectors-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

TEST(what_is_written_is_read)
{
    struct rng r = rng_stream(1, 1);
    struct vectors out = {.kind = &fedx_kind}, in = {.kind = &fedx_kind};
    char path[64], error[256];

    for (int i = 0; i < CYCLES; i++) {
        struct fedx_vector v;
        random_vector(&r, &v);
        assert_int_equal(vectors_add(&out, &v.in, &v.control), 0);
    }
    scratch_file(path, "");
    FILE *file = fopen(path, "w");
    vectors_write(&out, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(vectors_read(&in, path, error, sizeof error), 0);
    assert_int_equal(in.count, CYCLES);
    for (int i = 0; i < CYCLES; i++) {
        assert_true(same_vector(&fedx_vectors_cycles(&out)[i], &fedx_vectors_cycles(&in)[i]));
    }
    unlink(path);
    vectors_finish(&out);
    vectors_finish(&in);
    COMPARED(CYCLES, "cycles written and read");
}

/* A state that is set: any legal one comes back, registers, stores and place. */
TEST(a_state_is_read_back)
{
    enum { STATES = 200 };
    struct rng r = rng_stream(2, 1);
    struct vectors out = {.kind = &fedx_kind}, in = {.kind = &fedx_kind};
    char path[64], error[256];

    scratch_file(path, "");
    for (unsigned n = 0; n < STATES; n++) {
        struct fedx_vector v;
        vectors_clear(&out);
        for (unsigned i = 0; i < 10; i++) {
            if (i == 1 + n % 9)
                assert_non_null(vectors_start(&out));
            random_vector(&r, &v);
            assert_int_equal(vectors_add(&out, &v.in, &v.control), 0);
        }
        fedx_kind_injection.draw(&fedx_kind, &r, fedx_start_registers(out.start));
        for (int b = 0; b < FEDX_BUFFERS; b += 3)
            for (int k = 0; k < FEDX_PACKET_BYTES; k++)
                initial_state_store(out.start, b)[k] = (uint8_t)rng_next(&r);
        FILE *file = fopen(path, "w");
        vectors_write(&out, file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(vectors_read(&in, path, error, sizeof error), 0);
        assert_int_equal(in.count, 10);
        assert_int_equal(in.start->at, 1 + n % 9);
        assert_memory_equal(&in.start->registers, &out.start->registers, sizeof(struct fedx_switch_regs));
        assert_memory_equal(in.start->stores, out.start->stores, FEDX_BUFFERS * FEDX_PACKET_BYTES);
    }
    unlink(path);
    vectors_finish(&out);
    vectors_finish(&in);
    COMPARED(STATES, "states written and read");
}

/* The example of vectors.h: other programs read this. */
TEST(the_form_is_the_documented_one)
{
    struct vectors v = {.kind = &fedx_kind};
    struct fedx_pins in = {
        .data = {0x11, 0, 0, 0, 0, 0, 0x77}, .turn = 1, .req = 2, .refuse = 0x7f, .acc = 4, .valid = 0x41};
    struct fedx_control control = {.rst = 1, .side = 0x3f, .cfg_we = 1, .cfg_addr = 0x8001, .cfg_wdata = 0xdeadbeef};
    char text[512] = "";
    FILE *file = fmemopen(text, sizeof text, "w");

    assert_int_equal(vectors_add(&v, &in, &control), 0);
    vectors_write(&v, file);
    fclose(file);
    assert_string_equal(text + strlen(header), "1_3f_1_8001_deadbeef_01_02_7f_04_41_77000000000011\n");
    assert_memory_equal(text, header, strlen(header));
    vectors_finish(&v);
}

#define CYCLE "1_00_0_0000_00000000_00_00_7f_00_00_00000000000000\n"

static const struct {
    const char *text, *reason;
} wrong[] = {
    {"", ": no cycle in it"},
    {"// only a comment\n", ": no cycle in it"},
    {"1_00_0_0000_00000000_00_00_7f_00_00_00000000000000\n\n", ":2: rst must have 1 hexadecimal digits, 0-9 and a-f"},
    {"2_00_0_0000_00000000_00_00_7f_00_00_00000000000000\n", ":1: rst 2 must be 0 to 1"},
    {"1_40_0_0000_00000000_00_00_7f_00_00_00000000000000\n", ":1: side 40 must be 0 to 3f"},
    {"1_00_0_0000_00000000_00_00_7f_00_80_00000000000000\n", ":1: rx_valid 80 must be 0 to 7f"},
    {"1_00_0_0000_0000000_00_00_7f_00_00_00000000000000\n",
     ":1: cfg_wdata must have 8 hexadecimal digits, 0-9 and a-f"},
    {"1_00_0_0000_00000000000_00_7f_00_00_0000000000000\n", ":1: an underscore must follow the 8 digits of cfg_wdata"},
    {"1_00_0_0000_00000000_00_00_7f_00_00_000000000000000\n", ":1: more than the 50 characters of a cycle"},
    {"1_00_0_0000_00000000_00_00_7f_00_00_0000000000", ":1: rx_data must have 14 hexadecimal digits, 0-9 and a-f"},
    {"1_00_0_000X_00000000_00_00_7f_00_00_00000000000000\n",
     ":1: cfg_addr must have 4 hexadecimal digits, 0-9 and a-f"},
    {CYCLE "//= admission.nothing 1\n" CYCLE, ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= admission.first\n" CYCLE, ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= admission.first 1x\n" CYCLE, ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= port_receive.count[7] 1\n" CYCLE,
     ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= store[10] 00\n" CYCLE, ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= store[0] 00\n" CYCLE, ":2: must be a named register, or store[0] to store[9], and its value"},
    {CYCLE "//= admission.first 1\n" CYCLE "//= admission.first 1\n" CYCLE,
     ":4: a state was set before an earlier cycle"},
    {CYCLE "//= admission.first 1\n", ": a state is set after the last cycle"},
    {"//= admission.first 1\n" CYCLE, ": a state is set before the reset"},
    {CYCLE "//= admission.first 7\n" CYCLE,
     ": no switch can be in the state that is set: first, watch_port and reason are in range"},
};

TEST(what_is_wrong_is_named)
{
    struct vectors v = {.kind = &fedx_kind};
    char path[64], want[256], error[256];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        scratch_file(path, wrong[i].text);
        assert_int_equal(vectors_read(&v, path, error, sizeof error), -1);
        snprintf(want, sizeof want, "%s%s", path, wrong[i].reason);
        assert_string_equal(error, want);
        assert_int_equal(v.count, 0);
        assert_null(v.start);
        unlink(path);
    }
    assert_int_equal(vectors_read(&v, "/nowhere/vectors.hex", error, sizeof error), -1);
    assert_string_equal(error, "cannot read /nowhere/vectors.hex: No such file or directory");
    vectors_finish(&v);
    COMPARED(sizeof wrong / sizeof wrong[0], "damaged files");
}

RUN_TESTS

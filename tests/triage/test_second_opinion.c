/* SPDX-License-Identifier: Apache-2.0
 *
 * A second opinion on a wrong RTL (one fault of tests/mutants), on one that is right,
 * and on a simulator that says something else. FEDX_SOURCE is the source tree.
 */
#include "../observe.h"

#include <stdlib.h>
#include <unistd.h>

#include "gen/testbench.h"
#include "triage/second_opinion.h"
#include "triage/section.h"
#include "fedx/bench/fedx_stimulus.h"
#include "fedx/bench/fedx_recorder.h"

enum { CYCLES = 900 };

/* Verilator has a say of its own in one test; elsewhere a script stands in for what it would build. */
static const char *const no_verilator[] = {"VERILATOR=true", NULL};
static const char *const quick[] = {"VERILATOR_FLAGS=--binary -O3 --output-split 0 -Wno-fatal -MAKEFLAGS "
                                    "\"OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0\"",
                                    NULL};

static char scratch[] = "/tmp/fedx-second-XXXXXX";
static struct vectors vectors = {.kind = &fedx_kind};

static const char *source(void)
{
    const char *folder = getenv("FEDX_SOURCE");

    return folder ? folder : ".";
}

__attribute__((format(printf, 1, 2))) static void shell(const char *format, ...)
{
    char command[2048];
    va_list values;

    va_start(values, format);
    vsnprintf(command, sizeof command, format, values);
    va_end(values);
    assert_int_equal(system(command), 0);
}

/* The first cycles of a legal episode: configuration, and packets on all ports. */
static int start(void **state)
{
    const struct stimulus_config config = {
        .ops = &fedx_node_tap, .seed = 1, .cycles = 1, .profile = FEDX_PROFILE_LEGAL};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    (void)state;
    fedx_kind_stimulus.episode(s);
    const struct vectors *all = recorder_vectors(s->node);
    for (size_t i = 0; i < CYCLES && i < all->count; i++)
        if (vectors_add(&vectors, vectors_in(all, i), vectors_control(all, i)) != 0)
            return -1;
    stimulus_destroy(s);
    return mkdtemp(scratch) && vectors.count == CYCLES ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    vectors_finish(&vectors);
    shell("rm -rf %s", scratch);
    return 0;
}

/* In a file: one text for another, which must be there. */
static void change(const char *path, const char *from, const char *to)
{
    static char text[1 << 17];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    char *at = strstr(text, from);
    assert_non_null(at);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_int_equal(fclose(file), 0);
}

/* A testbench in scratch/name. With a fault: the file of rtl/fedx/, its line, and that line instead. */
static void make_testbench(char *folder, const char *name, const char *field, int lane, const char *const *fault)
{
    char rtl[256], path[512], error[512];
    const struct testbench t = {.share = source(), .rtl = rtl, .command = "a test"};
    struct expected *e = expected_create(&vectors, field, lane, 0, error, sizeof error);

    sprintf(folder, "%s/%s", scratch, name);
    sprintf(rtl, "%s/%s.rtl", scratch, name);
    shell("cp -r '%s/rtl/fedx' %s && chmod -R u+w %s", source(), rtl, rtl); /* the sources may be read-only */
    if (fault) {
        snprintf(path, sizeof path, "%s/%s", rtl, fault[0]);
        change(path, fault[1], fault[2]);
    }
    assert_non_null(e);
    observe(&vectors, NULL, expected_observer(e));
    if (testbench_write(folder, e, &t, error, sizeof error) != 0)
        fail_msg("%s", error);
    expected_destroy(e);
}

/* In place of what Verilator would build: a program that prints a line. */
static void stand_in(const char *folder, const char *line)
{
    shell("mkdir -p %s/build/verilator && printf '#!/bin/sh\\necho \"%s\"\\n' >%s/build/verilator/testbench && "
          "chmod +x %s/build/verilator/testbench",
          folder, line, folder, folder);
}

static void opinion_of(const char *folder, const char *const *variables, const char *field, struct second_opinion *o)
{
    char error[512];

    if (second_opinion(&fedx_kind, folder, variables, field, o, error, sizeof error) != 0)
        fail_msg("%s", error);
    second_opinion_print(&fedx_kind, o, stdout);
}

/* A register goes wrong long before a pin does; both simulators show it. */
TEST(a_fault_of_the_rtl_shows_in_both)
{
    static const char *const fault[] = {"fedx_buffer_pool.v", "& ~later;", "& ~returned;"};
    char folder[256];
    struct second_opinion o;

    make_testbench(folder, "wrong", "buffer_pool.ahead", 7, fault);
    opinion_of(folder, quick, "buffer_pool.ahead", &o);
    assert_int_equal(o.verdict, OPINION_RTL);
    assert_string_equal(o.icarus.pin, "register buffer_pool.ahead[7]");
    assert_int_equal(o.icarus.cycle, o.verilator.cycle);
    assert_string_equal(o.icarus.got, o.verilator.got);
    assert_string_not_equal(o.icarus.got, o.icarus.expected);
    assert_int_equal(o.section, 8);
    COMPARED(o.icarus.cycle, "cycles until the difference");
}

TEST(a_difference_in_one_simulator_only)
{
    static const char *const fault[] = {"fedx_ownership.v", "req_reg      <= want | header_want;",
                                        "req_reg      <= want;"};
    char folder[256];
    struct second_opinion o;

    make_testbench(folder, "one", NULL, 0, fault);
    stand_in(folder, "PASS: 900 cycles");
    opinion_of(folder, no_verilator, NULL, &o);
    assert_int_equal(o.verdict, OPINION_SIMULATORS);
    assert_int_equal(strncmp(o.icarus.pin, "tx_req port ", 12), 0);
    assert_int_equal(o.verilator.differs, 0);
    assert_int_equal(o.section, 7);

    /* Another value in the same cycle is no agreement either. */
    char line[256];
    snprintf(line, sizeof line, "difference: cycle %d: %s: expected %s, got x\\nFAIL: 1", (int)o.icarus.cycle,
             o.icarus.pin, o.icarus.expected);
    stand_in(folder, line);
    opinion_of(folder, no_verilator, NULL, &o);
    assert_int_equal(o.verdict, OPINION_SIMULATORS);
    assert_int_equal(o.verilator.differs, 1);
}

TEST(no_difference_in_either)
{
    char folder[256], error[512];
    struct second_opinion o;

    make_testbench(folder, "right", "admission.random", 0, NULL);
    stand_in(folder, "PASS: 900 cycles");
    opinion_of(folder, no_verilator, "admission.random", &o);
    assert_int_equal(o.verdict, OPINION_SPECIFICATION);
    assert_int_equal(o.section, 9);
    assert_string_equal(o.title, "Admission");

    /* A simulation that says nothing is no opinion, and neither is one that cannot be built. */
    static const char *const nothing[] = {"VERILATOR=true", "RTL=/nowhere/switch.v", NULL};
    stand_in(folder, "");
    assert_int_equal(second_opinion(&fedx_kind, folder, no_verilator, NULL, &o, error, sizeof error), -1);
    assert_non_null(strstr(error, "verilator.log"));
    assert_int_equal(second_opinion(&fedx_kind, folder, nothing, NULL, &o, error, sizeof error), -1);
    assert_non_null(strstr(error, "icarus.log"));
}

/* Every block of registers and every output pin is in a section that the specification has under that title. */
TEST(sections_are_those_of_the_specification)
{
    static const char *const pins[] = {"tx_data port 3", "tx_valid",  "tx_turn",
                                       "tx_req",         "tx_refuse", "tx_acc",
                                       "cfg_rdata",      "store[4]",  "register route.entry[2]"};
    char field[80];
    const char *title;
    unsigned count = 0;

    for (int i = 0; i < fedx_reg_count + (int)(sizeof pins / sizeof *pins); i++, count++) {
        if (i < fedx_reg_count)
            snprintf(field, sizeof field, "%s.%s", fedx_reg_table[i].block, fedx_reg_table[i].name);
        else
            snprintf(field, sizeof field, "%s", pins[i - fedx_reg_count]);
        int section = section_find(&fedx_kind, field, &title);
        assert_true(section > 0);
        shell("grep -qx '## %d %s' '%s/docs/spec/fedx.md'", section, title, source());
    }
    assert_int_equal(section_find(&fedx_kind, "nonsense", &title), 0);
    COMPARED(count, "fields");
}

TEST(what_cannot_be_compared_is_refused)
{
    struct vectors silent = {.kind = &fedx_kind};
    char error[512];

    for (size_t i = 0; i < 4; i++) {
        struct fedx_vector v = fedx_vectors_cycles(&vectors)[i];
        v.control.rst = 0;
        assert_int_equal(vectors_add(&silent, &v.in, &v.control), 0);
    }
    assert_null(expected_create(&silent, NULL, -1, 0, error, sizeof error));
    assert_non_null(strstr(error, "rst = 1"));
    assert_null(expected_create(&vectors, "admission.nothing", -1, 0, error, sizeof error));
    assert_non_null(strstr(error, "admission.nothing"));
    vectors_finish(&silent);
}

RUN_TESTS_BETWEEN(start, finish)

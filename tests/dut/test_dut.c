/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's switch without Verilator: the wrapper, what a message about a line of it
 * means, and when a kept build may be used again. tests/cli/dut.sh builds some.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "dut/dut_cache.h"
#include "dut/dut_internal.h"
#include "fedx/kind/fedx_kind.h"

/* The registers that test maps name. */
enum { COUNT_ROW = 16, FIRST_ROW = 44 };

static struct dut dut = {.kind = &fedx_kind, .top = "my_switch"};
static char *count_signals[] = {"p0.n", "p1.n", "p2.n", "p3.n", "p4.n", "p5.n", "pe.n"};
static char *first_signals[] = {"arbiter.first"};

static struct dut_map make_map(struct dut_register *rows)
{
    assert_string_equal(fedx_reg_table[COUNT_ROW].name, "count");
    assert_string_equal(fedx_reg_table[FIRST_ROW].name, "first");
    memset(rows, 0, (size_t)fedx_reg_count * sizeof *rows);
    rows[COUNT_ROW] = (struct dut_register){.line = 3, .count = 7, .signals = count_signals};
    rows[FIRST_ROW] = (struct dut_register){.line = 5, .count = 1, .signals = first_signals};
    return (struct dut_map){.kind = &fedx_kind, .path = "my.yaml", .count = 2, .rows = rows};
}

/* Line n of a text, without its end. */
static const char *line_of(const char *text, int n, char *line, size_t size)
{
    while (--n > 0)
        text = strchr(text, '\n') + 1;
    snprintf(line, size, "%.*s", (int)strcspn(text, "\n"), text);
    return line;
}

/* Line of the wrapper that is about this. */
static int find(const struct dut_wrapper *w, enum dut_subject subject, int index, int lane)
{
    for (int i = 0; i < w->count; i++)
        if (w->lines[i].subject == subject && w->lines[i].index == index && w->lines[i].lane == lane)
            return i + 1;
    fail_msg("no line for %d %d %d", subject, index, lane);
    return 0;
}

static int pin(const char *name)
{
    for (int i = 0; i < dut_pin_count(&fedx_kind); i++)
        if (strcmp(dut_pin_of(&fedx_kind, i).name, name) == 0)
            return i;
    fail_msg("no pin %s", name);
    return -1;
}

/* With dut.inject what is mapped can be set, but for what is no variable; and the stores. */
static void test_inject(struct dut_map *map)
{
    static char *signals[] = {"s[0].m[%b]", "s[1].m[%b]"};
    struct dut_wrapper w;
    char line[200];

    dut.inject = 1;
    map->stores[0] = (struct dut_register){.line = 6, .count = 2, .signals = signals};
    map->rows[FIRST_ROW].fixed = 1;
    assert_int_equal(dut_wrap(&w, &dut, map), 0);
    assert_string_equal(line_of(w.text, find(&w, DUT_SET, COUNT_ROW, 6), line, sizeof line),
                        "        dut.pe.n = w_port_receive_count[55:48];");
    assert_string_equal(line_of(w.text, find(&w, DUT_STORE, 0, 1), line, sizeof line),
                        "            1: store_seen[8*k +: 8] <= dut.s[1].m[k];");
    assert_null(strstr(w.text, "dut.arbiter.first ="));
    assert_non_null(strstr(w.text, "            1: dut.s[1].m[k] = store_given[8*k +: 8];"));
    dut_unwrap(&w);
    map->stores[0].line = map->rows[FIRST_ROW].fixed = dut.inject = 0;
}

TEST(test_wrapper)
{
    struct dut_register rows[128];
    struct dut_map map = make_map(rows);
    struct dut_wrapper w;
    char line[200], *text;

    arguments_add(&dut.parameters, "DEPTH=4");
    assert_int_equal(dut_wrap(&w, &dut, &map), 0);
    assert_string_equal(line_of(w.text, find(&w, DUT_DECLARED, pin("tx_data"), 0), line, sizeof line),
                        "    output wire [55:0] tx_data,");
    assert_string_equal(line_of(w.text, find(&w, DUT_INSTANCE, 0, 0), line, sizeof line), "    my_switch #(");
    assert_string_equal(line_of(w.text, find(&w, DUT_PARAMETER, 0, 0), line, sizeof line), "        .DEPTH(4)");
    assert_string_equal(line_of(w.text, find(&w, DUT_CONNECTED, pin("side"), 0), line, sizeof line),
                        "        .side(side),");
    assert_string_equal(line_of(w.text, find(&w, DUT_SIGNAL, COUNT_ROW, 6), line, sizeof line),
                        "    assign r_port_receive_count[55:48] = dut.pe.n;");
    assert_string_equal(line_of(w.text, find(&w, DUT_SIGNAL, FIRST_ROW, 0), line, sizeof line),
                        "    assign r_admission_first = dut.arbiter.first;");
    assert_string_equal(line_of(w.text, w.count, line, sizeof line), "endmodule");
    assert_null(strstr(w.text, "inject"));
    dut_unwrap(&w);
    test_inject(&map);
    text = dut_rows(&map);
    assert_string_equal(text, "FEDX_DUT_REG(port_receive, count, 8)\nFEDX_DUT_REG(admission, first, 3)\n");
    free(text);
    text = dut_rows(NULL);
    assert_string_equal(text, "");
    free(text);
    arguments_free(&dut.parameters);
}

/* What one message about a line means; "" when it is nothing to the user. */
static void expect_sentence(const char *format, enum dut_subject subject, int index, int lane, const char *sentence)
{
    struct dut_register rows[128];
    struct dut_map map = make_map(rows);
    struct dut_wrapper w;
    char text[512], error[1024] = "";

    assert_int_equal(dut_wrap(&w, &dut, &map), 0);
    snprintf(text, sizeof text, format, subject == DUT_OTHER ? 1 : find(&w, subject, index, lane));
    const struct dut_log log = {.text = text, .wrapper = "/t/w.v", .dut = &dut, .map = &map, .lines = &w};
    assert_int_equal(dut_explain(&log, error, sizeof error), *sentence ? -1 : 0);
    assert_string_equal(error, sentence);
    dut_unwrap(&w);
}

/* A message about where a register is set is nothing to the user; the register is left out. */
static void test_fixed(const char *format)
{
    struct dut_register rows[128];
    struct dut_map map = make_map(rows);
    struct dut_wrapper w;
    char text[512], error[256];

    dut.inject = 1;
    assert_int_equal(dut_wrap(&w, &dut, &map), 0);
    snprintf(text, sizeof text, format, find(&w, DUT_SET, FIRST_ROW, 0));
    const struct dut_log log = {.text = text, .wrapper = "/t/w.v", .dut = &dut, .map = &map, .lines = &w};
    assert_int_equal(dut_explain(&log, error, sizeof error), 0);
    assert_int_equal(dut_fix(&log, &map), 1);
    assert_int_equal(dut_fix(&log, &map), 0);
    assert_true(rows[FIRST_ROW].fixed && !rows[COUNT_ROW].fixed);
    dut_unwrap(&w);
    dut.inject = 0;
}

TEST(test_sentences)
{
    const int acc = pin("tx_acc"), data = pin("rx_data");

    expect_sentence(
        "%%Warning-WIDTH: /t/w.v:%d:4: Output port connection 'tx_acc' expects 8 bits on the pin connection, but "
        "pin connection's VARREF 'tx_acc' generates 7 bits.\n",
        DUT_CONNECTED, acc, 0, "pin tx_acc of module my_switch is 8 bits wide, must be 7");
    /* As newer versions name it. */
    expect_sentence("%%Warning-WIDTHEXPAND: /t/w.v:%d:4: Input port connection 'rx_data' expects 64 bits\n",
                    DUT_CONNECTED, data, 0, "pin rx_data of module my_switch is 64 bits wide, must be 56");
    expect_sentence("%%Warning-WIDTH: /t/w.v:%d:4: in other words\n", DUT_CONNECTED, data, 0,
                    "pin rx_data of module my_switch is of other bits wide, must be 56");
    expect_sentence("%%Error-PINNOTFOUND: /t/w.v:%d:4: Pin not found: 'tx_acc'\n", DUT_CONNECTED, acc, 0,
                    "module my_switch has no pin tx_acc, must have it as output of 7 bits");
    expect_sentence("%%Error-ASSIGNIN: /t/w.v:%d:9: Assigning to input/const variable\n", DUT_CONNECTED, data, 0,
                    "pin rx_data of module my_switch is an output, must be an input");
    expect_sentence("%%Warning-UNDRIVEN: /t/w.v:%d:24: Signal is not driven: 'tx_acc'\n", DUT_DECLARED, acc, 0,
                    "pin tx_acc of module my_switch is an input, must be an output");
    expect_sentence("%%Error: /t/w.v:%d:5: Cannot find file containing module: 'my_switch'\n", DUT_INSTANCE, 0, 0,
                    "no module my_switch in the sources: Cannot find file containing module: 'my_switch'");
    expect_sentence(
        "%%Error: /t/w.v:%d:40: Can't find definition of 'n'\n", DUT_SIGNAL, COUNT_ROW, 4,
        "my.yaml:3: port_receive.count: cannot read p4.n in module my_switch: Can't find definition of 'n'");
    expect_sentence("%%Warning-WIDTH: /t/w.v:%d:40: expects 8 bits on the Assign RHS, but it generates 9 bits.\n",
                    DUT_SIGNAL, COUNT_ROW, 0, "my.yaml:3: port_receive.count: p0.n is 9 bits wide, must be 8");
    expect_sentence("%%Warning-WIDTH: /t/w.v:%d:40: expects 3 bits on the Assign RHS, but it generates 2 bits.\n",
                    DUT_SIGNAL, FIRST_ROW, 0, "my.yaml:5: admission.first: arbiter.first is 2 bits wide, must be 3");
    test_fixed("%%Error-ASSIGNIN: /t/w.v:%d:7: Assigning to input/const variable: 'first'\n");
    /* Nothing to the user: other lines, other files, other warnings. */
    expect_sentence("%%Warning-WIDTH: /t/w.v:%d:4: expects 8 bits\n", DUT_OTHER, 0, 0, "");
    expect_sentence("%%Warning-WIDTH: mine.v:%d:4: expects 8 bits\n", DUT_CONNECTED, acc, 0, "");
    expect_sentence("%%Warning-DECLFILENAME: /t/w.v:%d:4: whatever\n", DUT_CONNECTED, acc, 0, "");
    expect_sentence("  : ... /t/w.v:%d:4: expects 8 bits\n", DUT_CONNECTED, acc, 0, "");
}

/* Pins as Verilator describes them. */
TEST(test_design)
{
    struct verilator_design d = {0};
    char error[DUT_ERROR];

    for (int i = 0; i < dut_pin_count(&fedx_kind); i++) {
        const struct dut_pin is = dut_pin_of(&fedx_kind, i);
        if (i != pin("cfg_we"))
            verilator_add_port(&d, is.name,
                               i == pin("tx_acc") ? "inout"
                               : is.output        ? "output"
                                                  : "input",
                               "")
                ->width = i == pin("clk")      ? 7
                          : i == pin("rx_acc") ? 0
                          : i == pin("side")   ? -1
                                               : is.width;
    }
    assert_int_equal(dut_explain_design(&d, &dut, error, sizeof error), -1);
    /* Structures may be right: they are left to the lint. */
    assert_string_equal(error, "pin clk of module my_switch is 7 bits wide, must be 1\n"
                               "  pin rx_acc of module my_switch is an unpacked array, must be a vector of 7 bits\n"
                               "  pin tx_acc of module my_switch is an inout, must be an output\n"
                               "  module my_switch has no pin cfg_we, must have it as input of 1 bits");
    verilator_add_parameter(&d, "BUFFERS")->value = 16;
    assert_int_equal(dut_explain_design(&d, &dut, error, sizeof error), -1);
    assert_non_null(strstr(error, "module my_switch has BUFFERS = 16, and is compared with a model of 10"));
    assert_true(dut_is_pin(&fedx_kind, "rx_acc"));
    assert_false(dut_is_pin(&fedx_kind, "scan"));
    verilator_design_free(&d);
}

TEST(test_delays)
{
    const struct dut_log log = {.text = "%Warning-STMTDLY: my.v:7:15: Ignoring delay\n%Warning-WIDTH: a.v:1:2: wide\n"
                                        "%Warning-ASSIGNDLY: my.v:9:2: Ignoring timing control\n",
                                .wrapper = "/t/w.v"};
    char place[64] = "";

    assert_int_equal(dut_delays(&log, place, sizeof place), 2);
    assert_string_equal(place, "my.v:7");
}

TEST(test_quote)
{
    const struct dut_log marked = {.text = "noise\n%Error: a.v:1:2: wrong\n%Warning-X: b\nc.cpp:3: error: worse\n"
                                           "%Error: Exiting due to 1 error(s)\n"};
    const struct dut_log plain = {.text = "\nfirst\nsecond"};
    char error[256], small[16];

    assert_int_equal(dut_quote(&marked, "It says:", error, sizeof error), -1);
    assert_string_equal(error, "It says:\n  %Error: a.v:1:2: wrong\n  c.cpp:3: error: worse");
    dut_quote(&plain, "It says:", error, sizeof error);
    assert_string_equal(error, "It says:\n  first\n  second");
    dut_quote(&plain, "It says:", small, sizeof small); /* cut off, and ended */
    assert_true(strlen(small) < sizeof small);
}

/* The kept build -------------------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/fedx-cache-XXXXXX";

static char *file_of(const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file = fopen(file_of(name, path), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

TEST(test_kept)
{
    struct arguments files = {0};
    char path[PATH_MAX], error[256], rule[3 * PATH_MAX];

    write_file("a.v", "module a; endmodule\n");
    write_file("b c.v", "module b; endmodule\n");
    snprintf(rule, sizeof rule, "out.o out.d: %s/a.v \\\n  %s/b\\ c.v /dev/../dev/null\n", folder, folder);
    write_file("rule.d", rule);
    dut_cache_rule(file_of("rule.d", path), "/dev", &files);
    assert_int_equal(files.failed, 0);
    assert_int_equal(files.count, 2);
    assert_string_equal(files.text[0], file_of("a.v", path));
    assert_string_equal(files.text[1], file_of("b c.v", path));

    assert_int_equal(dut_cache_valid(folder, "command"), 0); /* no list yet */
    assert_int_equal(dut_cache_store(folder, "command", &files, error, sizeof error), 0);
    assert_int_equal(dut_cache_valid(folder, "command"), 1);
    assert_int_equal(dut_cache_valid(folder, "commanx"), 0);
    write_file("b c.v", "module B; endmodule\n");
    assert_int_equal(dut_cache_valid(folder, "command"), 0);
    write_file("b c.v", "module b; endmodule\n");
    assert_int_equal(dut_cache_valid(folder, "command"), 1);
    assert_int_equal(unlink(file_of("a.v", path)), 0);
    assert_int_equal(dut_cache_valid(folder, "command"), 0);
    assert_int_equal(dut_cache_store(folder, "command", &files, error, sizeof error), -1);
    assert_non_null(strstr(error, "a.v"));
    write_file(DUT_LIST, "something else\n");
    assert_int_equal(dut_cache_valid(folder, "command"), 0);
    arguments_free(&files);
    unlink(file_of("b c.v", path));
    unlink(file_of("rule.d", path));
    unlink(file_of(DUT_LIST, path));
}

/* Names as compilers and Verilator write them down. */
TEST(test_names_of_files)
{
    static const char *const names[] = {"a: b.v", "c#d.v", "e$f.v", "g\\ h.v", "i\"j.v"};
    static const char *const rules[] = {"a:\\ b.v", "c\\#d.v", "e$$f.v", "g\\\\\\ h.v", "i\"j.v"};
    enum { NAMES = sizeof names / sizeof *names };
    struct arguments files = {0}, none = {0};
    char path[PATH_MAX], text[NAMES * PATH_MAX], rule[NAMES * PATH_MAX];
    size_t length = (size_t)sprintf(rule, "o\\ p:\\ q.o:"), at = 0;

    for (int i = 0; i < NAMES; i++) {
        write_file(names[i], "");
        length += (size_t)sprintf(rule + length, " %s/%s", folder, rules[i]);
        at +=
            (size_t)sprintf(text + at, "S  7 77  1 2  3 4 \"%s/%s\"\nS 0 0 0 0 1 0 \"%s/a:\"\nT 1 2 3 4 5 6 \"made\"\n",
                            folder, names[i], folder);
    }
    write_file("rule.d", rule);
    write_file("times", text);
    dut_cache_rule(file_of("rule.d", path), "/dev", &files);
    dut_cache_verilated(file_of("times", path), "/dev", &files);
    assert_int_equal(files.failed, 0);
    assert_int_equal(files.count, 2 * NAMES);
    for (int i = 0; i < 2 * NAMES; i++)
        assert_string_equal(files.text[i], file_of(names[i % NAMES], path));
    dut_cache_rule("/nowhere/rule", "/dev", &none);
    assert_int_equal(none.failed, 1);
    dut_cache_verilated(file_of("rule.d", path), "/dev", &files);
    assert_int_equal(files.failed, 0); /* no line of it begins with S */
    for (int i = 0; i < NAMES; i++)
        unlink(file_of(names[i], path));
    dut_cache_verilated(file_of("times", path), "/dev", &files);
    assert_int_equal(files.failed, 1);
    arguments_free(&files);
    unlink(file_of("rule.d", path));
    unlink(file_of("times", path));
}

static int make(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int drop(void **state)
{
    (void)state;
    return rmdir(folder);
}

RUN_TESTS_BETWEEN(make, drop)

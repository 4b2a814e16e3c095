/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator says and writes, without Verilator: messages, and one module as 5.006 describes it in XML and 5.048 in
 * JSON.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "verilator/verilator_design.h"
#include "verilator/verilator_message.h"
#include "verilator/verilator_text.h"

static char folder[] = "/tmp/fedx-verilator-XXXXXX";

static char *path_of(const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file = fopen(path_of(name, path), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Messages -------------------------------------------------------------------------------------------------------- */

TEST(test_messages)
{
    static const char log[] =
        "%Warning-WIDTHTRUNC: /t/w.v:12:4: port 'q' expects 8 bits\n   12 |  .q(q)\n"
        "%Error-NOTIMING: my.v:3:5: Use --timing\n%Error: /t/w.v:9:1: no module\n%Error: Exiting due to 2 error(s)\n";
    struct verilator_message m;
    const char *at = log;

    assert_true(verilator_next_message(&at, "/t/w.v", &m));
    assert_true(!m.error && m.line == 12 && verilator_message_is_width(&m));
    assert_int_equal(verilator_message_number(&m, " expects "), 8);
    assert_int_equal(verilator_message_number(&m, " generates "), -1);
    assert_true(verilator_next_message(&at, "/t/w.v", &m));
    assert_true(m.error && m.line == 0 && strcmp(m.code, "NOTIMING") == 0 && strncmp(m.words, "my.v:3:5:", 9) == 0);
    assert_true(verilator_next_message(&at, "/t/w.v", &m));
    assert_true(m.error && m.line == 9 && !*m.code && m.length == 9);
    assert_true(verilator_next_message(&at, "/t/w.v", &m));
    assert_false(verilator_next_message(&at, "/t/w.v", &m));
    assert_int_equal(verilator_reason_of(log), VERILATOR_WAITS);
    assert_int_equal(verilator_reason_of("%Error: a\"b.v:3:1: `line was not properly formed with\n"), VERILATOR_QUOTED);
    assert_int_equal(verilator_reason_of("%Error: a.v:3:1: syntax error\n"), VERILATOR_UNKNOWN);
    assert_true(verilator_is_error("%Error: a.v:1:2: wrong\n"));
    assert_true(verilator_is_error("c.cpp:3: error: worse\n"));
    assert_false(verilator_is_error("%Error: Exiting due to 1 error(s)\n"));
    assert_false(verilator_is_error("%Warning-X: b\nc.cpp:3: error: on the next line\n"));
}

/* As versions 5.006 and 5.032 write it: the line behind the message says in which instance the signal is. */
TEST(test_undriven)
{
    static const char log[] = "%Warning-UNDRIVEN: a/b.v:3:18: Signal is not driven: 'ready'\n"
                              "                              : ... In instance top.dut.inner\n"
                              "%Warning-UNDRIVEN: a/b.v:9:50: Signal is not driven: 'ready'\n"
                              "                              : ... note: In instance 'top.dut'\n"
                              "%Warning-UNDRIVEN: a/b.v:10:1: Bits of signal are not driven: 'data'[7,3:0]\n"
                              "                              : ... In instance top.dut\n"
                              "%Warning-UNDRIVEN: a/b.v:11:1: Signal is not driven: 'valid'\n"
                              "                              : ... In instance top.dut\n";
    static const struct {
        const char *instance, *port, *place, *bits;
    } rows[] = {{"top.dut", "ready", "a/b.v:9", ""},
                {"top.dut", "valid", "a/b.v:11", ""},
                {"top.dut.inner", "ready", "a/b.v:3", ""},
                {"top.dut", "data", "a/b.v:10", "[7,3:0]"},
                {"top", "ready", "", ""},
                {"top.dut", "dat", "", ""}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct verilator_port port = {.direction = "output"};
        struct verilator_design design = {.ports = &port, .port_count = 1};
        snprintf(port.name, sizeof port.name, "%s", rows[i].port);
        verilator_find_undriven(log, rows[i].instance, &design);
        assert_string_equal(port.undriven, rows[i].place);
        assert_string_equal(port.undriven_bits, rows[i].bits);
    }
}

TEST(test_generated_files)
{
    assert_true(verilator_runs_once("Vdut__Syms.cpp"));       /* 5.006 */
    assert_true(verilator_runs_once("Vdut__Syms__Slow.cpp")); /* 5.048 */
    assert_true(verilator_runs_once("Vdut___024root__0__Slow.cpp"));
    assert_false(verilator_runs_once("Vdut___024root__0.cpp"));
}

static void expect_source(const char *text, const char *expected)
{
    char line[256], error[128];
    const char *name;

    snprintf(line, sizeof line, "%s", text);
    assert_int_equal(verilator_source_of(line, &name, error, sizeof error), 0);
    if (expected)
        assert_string_equal(name, expected);
    else
        assert_null(name);
}

/* The list of files, as 5.006 and as 5.048 write it */
TEST(test_sources)
{
    char bad[] = "S 1 2 nothing quoted", error[128];
    const char *name;

    expect_source("# DESCRIPTION", NULL);
    expect_source("S  7 77  1 2  3 4 \"/t/a b.v\"", "/t/a b.v");
    expect_source("S  7 77  1 2  3 4 \"/t/i\"j.v\"", "/t/i\"j.v");
    expect_source("S  7 77  1 2  3 4 \"rtl/a.v\"", "rtl/a.v");
    expect_source("S  7 77  1 2  3 4 \"q6VicSFdQbPP21u2AX8Er5bBHhy1KZEbFt0bRoOM\" \"/t/a b.v\"", "/t/a b.v");
    expect_source("S  7 77  1 2  3 4 \"unhashed\" \"a.v\"", "a.v");
    expect_source("S  0 0  0 0  1 0 \"/t/a\"", NULL);
    expect_source("T  7 77  1 2  3 4 \"made\"", NULL);
    assert_int_equal(verilator_source_of(bad, &name, error, sizeof error), -1);
}

/* Texts ----------------------------------------------------------------------------------------------------------- */

TEST(test_mended)
{
    const char *xml = "&#195;&#169; &#1;&#10;&#9; &lt; &#233;. &# &#300; &#65;<file name=\"d&e;<f>&amp;.v\"/>";
    const char *json = "{\"a\": \"\\303\\251\", \"b\": \"\\\\303\\n\\001 \xe9 \\3.v\"}";
    char *mended = verilator_mend_xml(xml);

    assert_string_equal(mended,
                        "\xc3\xa9 ?&#10;&#9; &lt; ?. &amp;# &#300; &#65;<file name=\"d&amp;e;&lt;f>&amp;.v\"/>");
    free(mended);
    mended = verilator_mend_json(json);
    assert_string_equal(mended, "{\"a\": \"\xc3\xa9\", \"b\": \"\\\\303\\n? ? \\\\3.v\"}");
    free(mended);
}

/* Designs --------------------------------------------------------------------------------------------------------- */

/* Ports of every type, of a module of another name by its parameters; a module of the same ports beside it, and
 * arguments of a function, must not be taken for them. */
static const char xml[] =
    "<?xml version=\"1.0\" ?>\n<verilator_xml>\n"
    "<files><file id=\"d\" filename=\"no.vh\"/></files>\n<module_files><file id=\"e\" filename=\"w.v\"/><file id=\"f\" filename=\"&#195;&#169; x/my.sv\"/>"
    "</module_files>\n<netlist>\n"
    "<module name=\"w\" origName=\"w\" topModule=\"1\">\n<instance name=\"dut\" defName=\"m__W9\" origName=\"dut\"><port name=\"vector\"/></instance>\n</module>\n"
    "<module name=\"other\" origName=\"other\">\n<instance name=\"dut\" defName=\"wrong\"/>\n<var name=\"vector\" dtype_id=\"8\" dir=\"output\" pinIndex=\"1\"/>\n"
    "</module>\n"
    "<module name=\"m__W9\" origName=\"m\">\n"
    "  <var name=\"W\" dtype_id=\"1\" param=\"true\"><const name=\"32&apos;sh9\" dtype_id=\"1\"/></var>\n"
    "  <var name=\"S\" dtype_id=\"1\" param=\"true\"><const name=\"&quot;it&#1;&quot;\" dtype_id=\"1\"/></var>\n"
    "  <var name=\"L\" dtype_id=\"1\" localparam=\"true\"><const name=\"8&apos;h1f\" dtype_id=\"1\"/></var>\n"
    "  <var name=\"vector\" dtype_id=\"1\" dir=\"input\" pinIndex=\"1\"/>\n  <var name=\"array\" dtype_id=\"2\" dir=\"input\" pinIndex=\"2\"/>\n"
    "  <var name=\"of_arrays\" dtype_id=\"3\" dir=\"input\" pinIndex=\"3\"/>\n  <var name=\"fields\" dtype_id=\"4\" dir=\"output\" pinIndex=\"4\"/>\n"
    "  <var name=\"ei&quot;th\\er\" dtype_id=\"5\" dir=\"output\" pinIndex=\"5\"/>\n  <var name=\"list\" dtype_id=\"6\" dir=\"inout\" pinIndex=\"6\"/>\n"
    "  <var name=\"real\" dtype_id=\"8\" dir=\"output\" pinIndex=\"7\"/>\n"
    "  <func name=\"f\"><var name=\"argument\" dtype_id=\"1\" dir=\"input\"/></func>\n  <display displaytype=\"$display\" name=\"&#7;&#233;\"/>\n</module>\n"
    "<typetable>\n<basicdtype id=\"1\" name=\"logic\" left=\"6\" right=\"0\"/>\n"
    "<packarraydtype id=\"2\" sub_dtype_id=\"1\"><range><const name=\"32&apos;sh2\"/><const name=\"32&apos;sh0\"/></range></packarraydtype>\n"
    "<packarraydtype id=\"3\" sub_dtype_id=\"2\"><range><const name=\"32&apos;shffffffff\"/><const name=\"32&apos;shf\"/></range></packarraydtype>\n"
    "<structdtype id=\"4\"><memberdtype id=\"10\" name=\"a\" sub_dtype_id=\"2\"/><memberdtype id=\"11\" name=\"b\" sub_dtype_id=\"7\"/></structdtype>\n"
    "<uniondtype id=\"5\"><memberdtype id=\"12\" name=\"a\" sub_dtype_id=\"4\"/><memberdtype id=\"13\" name=\"b\" sub_dtype_id=\"4\"/></uniondtype>\n"
    "<unpackarraydtype id=\"6\" sub_dtype_id=\"1\"><range><const name=\"32&apos;h0\"/><const name=\"32&apos;h2\"/></range></unpackarraydtype>\n"
    "<refdtype id=\"7\" sub_dtype_id=\"9\"/>\n<basicdtype id=\"8\" name=\"real\"/>\n<enumdtype id=\"9\" sub_dtype_id=\"1\"/>\n"
    "</typetable>\n</netlist>\n</verilator_xml>\n";

static const char json[] =
    "{\"type\":\"NETLIST\",\"typeTablep\":\"(T)\",\"modulesp\":[\n"
    "{\"type\":\"MODULE\",\"name\":\"w\",\"addr\":\"(A)\",\"loc\":\"e,1:8,1:9\",\"stmtsp\":[{\"type\":\"CELL\",\"name\":\"dut\",\"modp\":\"(G)\"}]},\n"
    "{\"type\":\"MODULE\",\"name\":\"other\",\"addr\":\"(B)\",\"loc\":\"f,9:8,9:9\",\"stmtsp\":[{\"type\":\"CELL\",\"name\":\"dut\",\"modp\":\"(B)\"},"
    "{\"type\":\"VAR\",\"name\":\"vector\",\"direction\":\"OUTPUT\",\"dtypep\":\"(8)\"}]},\n"
    "{\"type\":\"MODULE\",\"name\":\"m__W9\",\"addr\":\"(G)\",\"loc\":\"f,2:8,2:9\",\"origName\":\"m\",\"stmtsp\":[\n"
    "{\"type\":\"VAR\",\"name\":\"W\",\"direction\":\"NONE\",\"varType\":\"GPARAM\",\"valuep\":[{\"type\":\"CONST\",\"name\":\"32'sh9\"}]},\n"
    "{\"type\":\"VAR\",\"name\":\"S\",\"direction\":\"NONE\",\"varType\":\"GPARAM\",\"valuep\":[{\"type\":\"CONST\",\"name\":\"\\\"it\\\\001\\\"\"}]},\n"
    "{\"type\":\"VAR\",\"name\":\"L\",\"direction\":\"NONE\",\"varType\":\"LPARAM\",\"valuep\":[{\"type\":\"CONST\",\"name\":\"8'h1f\"}]},\n"
    "{\"type\":\"VAR\",\"name\":\"wire_of_its_own\",\"direction\":\"NONE\",\"varType\":\"WIRE\",\"dtypep\":\"(1)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"vector\",\"direction\":\"INPUT\",\"varType\":\"PORT\",\"dtypep\":\"(1)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"array\",\"direction\":\"INPUT\",\"varType\":\"PORT\",\"dtypep\":\"(2)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"of_arrays\",\"direction\":\"INPUT\",\"varType\":\"PORT\",\"dtypep\":\"(3)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"fields\",\"direction\":\"OUTPUT\",\"varType\":\"PORT\",\"dtypep\":\"(4)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"ei\\\\\\\"th\\\\\\\\er\",\"direction\":\"OUTPUT\",\"varType\":\"PORT\",\"dtypep\":\"(5)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"list\",\"direction\":\"INOUT\",\"varType\":\"PORT\",\"dtypep\":\"(6)\"},\n"
    "{\"type\":\"VAR\",\"name\":\"real\",\"direction\":\"OUTPUT\",\"varType\":\"PORT\",\"dtypep\":\"(8)\"},\n"
    "{\"type\":\"FUNC\",\"name\":\"f\",\"stmtsp\":[{\"type\":\"VAR\",\"name\":\"argument\",\"direction\":\"INPUT\",\"dtypep\":\"(1)\"}]}]}],\n"
    "\"miscsp\":[{\"type\":\"TYPETABLE\",\"addr\":\"(T)\",\"typesp\":[\n"
    "{\"type\":\"BASICDTYPE\",\"addr\":\"(1)\",\"keyword\":\"logic\",\"range\":\"6:0\"},\n"
    "{\"type\":\"PACKARRAYDTYPE\",\"addr\":\"(2)\",\"declRange\":\"[2:0]\",\"refDTypep\":\"(1)\"},\n"
    "{\"type\":\"PACKARRAYDTYPE\",\"addr\":\"(3)\",\"declRange\":\"[-1:15]\",\"refDTypep\":\"(2)\"},\n"
    "{\"type\":\"STRUCTDTYPE\",\"addr\":\"(4)\",\"membersp\":[{\"type\":\"MEMBERDTYPE\",\"name\":\"a\",\"refDTypep\":\"(2)\"},"
    "{\"type\":\"MEMBERDTYPE\",\"name\":\"b\",\"refDTypep\":\"(7)\"}]},\n"
    "{\"type\":\"UNIONDTYPE\",\"addr\":\"(5)\",\"membersp\":[{\"type\":\"MEMBERDTYPE\",\"refDTypep\":\"(4)\"},{\"type\":\"MEMBERDTYPE\",\"refDTypep\":\"(4)\"}]},\n"
    "{\"type\":\"UNPACKARRAYDTYPE\",\"addr\":\"(6)\",\"declRange\":\"[0:2]\",\"refDTypep\":\"(1)\"},\n"
    "{\"type\":\"REFDTYPE\",\"addr\":\"(7)\",\"refDTypep\":\"(9)\"},\n{\"type\":\"BASICDTYPE\",\"addr\":\"(8)\",\"keyword\":\"real\"},\n"
    "{\"type\":\"ENUMDTYPE\",\"addr\":\"(9)\",\"refDTypep\":\"(1)\"}]}]}\n";
static const char meta[] = "{\"files\": {\n \"e\": {\"filename\":\"w.v\", \"realpath\":\"/t/\\303\\251/w.v\"},\n"
                           " \"f\": {\"filename\":\"\xc3\xa9 x/my.sv\", \"realpath\":\"/t/my.sv\"}\n }}\n";

static const struct verilator by_xml = {.tool = "Verilator 5.006", .description = VERILATOR_XML};
static const struct verilator by_json = {.tool = "Verilator 5.048", .description = VERILATOR_JSON};
static const struct verilator_instance wanted = {.top = "w", .name = "dut"};

static void expect_design(const struct verilator *v, const char *name)
{
    static const struct verilator_port expected[] = {
        {.name = "vector", .direction = "input", .width = 7, .left = 6},
        {.name = "array", .direction = "input", .width = 21, .left = 2, .elements = 3},
        {.name = "of_arrays", .direction = "input", .width = 357, .left = -1, .right = 15, .elements = 17},
        {.name = "fields", .direction = "output", .width = 28},
        {.name = "ei\"th\\er", .direction = "output", .width = 28},
        {.name = "list", .direction = "inout", .width = 0},
        {.name = "real", .direction = "output", .width = -1}};
    struct verilator_design d;
    char path[PATH_MAX], error[512];

    assert_int_equal(verilator_design_read(&d, v, path_of(name, path), &wanted, error, sizeof error), 0);
    assert_int_equal(d.port_count, sizeof expected / sizeof *expected);
    for (int i = 0; i < d.port_count; i++) {
        assert_string_equal(d.ports[i].name, expected[i].name);
        assert_string_equal(d.ports[i].direction, expected[i].direction);
        assert_int_equal(d.ports[i].width, expected[i].width);
        assert_int_equal(d.ports[i].left, expected[i].left);
        assert_int_equal(d.ports[i].right, expected[i].right);
        assert_int_equal(d.ports[i].elements, expected[i].elements);
    }
    assert_int_equal(d.parameter_count, 3);
    assert_int_equal(verilator_parameter_of(&d, "W")->value, 9);
    assert_int_equal(verilator_parameter_of(&d, "S")->value, -1);
    assert_int_equal(verilator_parameter_of(&d, "L")->value, 31);
    assert_null(verilator_parameter_of(&d, "vector"));
    assert_ptr_equal(verilator_port_of(&d, "list"), &d.ports[5]);
    assert_null(verilator_port_of(&d, "argument"));
    assert_int_equal(d.files.count, 2);
    assert_string_equal(d.files.text[0], "w.v");
    assert_string_equal(d.files.text[1], "\xc3\xa9 x/my.sv");
    verilator_design_free(&d);
    assert_int_equal(verilator_design_read(&d, v, path, NULL, error, sizeof error), 0);
    assert_true(d.files.count == 2 && d.port_count == 0);
    verilator_design_free(&d);
}

static void expect_error(const struct verilator *v, const char *text, const char *about)
{
    struct verilator_design d;
    char path[PATH_MAX], error[512];

    write_file("bad", text);
    assert_int_equal(verilator_design_read(&d, v, path_of("bad", path), &wanted, error, sizeof error), -1);
    if (!strstr(error, about))
        fail_msg("%s, and not %s", error, about);
    unlink(path_of("bad", path));
}

TEST(test_designs)
{
    char path[PATH_MAX];

    write_file("x", xml);
    write_file("j", json);
    write_file("j.meta", meta);
    write_file("bad.meta", meta);
    expect_design(&by_xml, "x");
    expect_design(&by_json, "j");
    expect_error(&by_xml, "<verilator_xml><netlist>", "cannot read Verilator's XML: no element found");
    expect_error(&by_xml, "<verilator_xml/>", "Verilator 5.006 does not say which ports");
    expect_error(&by_json, "{", "cannot read Verilator's JSON: line 1");
    expect_error(&by_json, "{\"a\"\033:", "near '?'");
    expect_error(&by_json, "{}", "Verilator 5.048 does not say which ports");
    unlink(path_of("bad.meta", path));
    expect_error(&by_json, json, "cannot read ");
    for (size_t i = 0; i < 3; i++)
        unlink(path_of((const char *const[]){"x", "j", "j.meta"}[i], path));
}

/* A version that describes no design is an error, and not a check that is left out. */
TEST(test_no_description)
{
    const struct verilator none = {.tool = "Verilator 9.000"};
    struct arguments a = {0};
    char error[512];

    assert_int_equal(verilator_describe(&none, &a, folder, "design", error, sizeof error), -1);
    assert_non_null(strstr(error, "Verilator 9.000 describes a design neither as XML nor as JSON"));
    assert_int_equal(a.count, 0);
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

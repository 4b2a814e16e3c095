/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "../base/quote.h"

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;color:#1c1c1c;background:#fff;margin:0 auto;max-width:62rem;padding:1rem}"
    "h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}"
    ".good{color:#1b6e2f}.bad{color:#a31515}.none{color:#6b6b6b}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{text-align:left;padding:.15rem .9rem .15rem 0;border-bottom:1px solid #e4e4e4;vertical-align:top}"
    "td.n,.n th{text-align:right}pre{background:#f4f4f4;padding:.6rem;overflow-x:auto}"
    "svg text{font:12px ui-monospace,monospace}";

/* Text ------------------------------------------------------------------------------------------------------------ */

static void print_text(const char *text, FILE *out)
{
    text = text ? text : "";
    quote_xml(text, strlen(text), out);
}

static const char *string_of(json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static json_int_t number_of(json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void print_heading(const char *text, FILE *out)
{
    fprintf(out, "<h2>%s</h2>\n", text);
}

/* A cell with a number, or with a dash where there is none. */
static void print_number(json_t *value, FILE *out)
{
    if (json_is_integer(value))
        fprintf(out, "<td class=\"n\">%" JSON_INTEGER_FORMAT "</td>", json_integer_value(value));
    else
        fprintf(out, "<td class=\"n\">-</td>");
}

/* Verdict --------------------------------------------------------------------------------------------------------- */

static void print_verdict(json_t *run, FILE *out)
{
    json_t *failure = json_object_get(run, "failure");
    const char *outcome = string_of(failure, "outcome");

    fprintf(out, "<h1><span class=\"%s\">", outcome ? "bad" : "good");
    print_text(outcome ? (strcmp(outcome, "confirmed") == 0 ? "Failed" : "Failed, not confirmed") : "Passed", out);
    fprintf(out, "</span>: ");
    print_text(string_of(run, "top"), out);
    fprintf(out, "</h1>\n<p>");
    if (outcome) {
        fprintf(out, "<b>");
        print_text(string_of(failure, "check"), out);
        fprintf(out, "</b>: cycle %" JSON_INTEGER_FORMAT ": ", number_of(failure, "cycle"));
        print_text(string_of(failure, "text"), out);
        fprintf(out, "</p>\n<p>");
    }
    fprintf(out,
            "%" JSON_INTEGER_FORMAT " packets of %" JSON_INTEGER_FORMAT " flits came out in %" JSON_INTEGER_FORMAT
            " cycles and %" JSON_INTEGER_FORMAT " episodes, seed %" JSON_INTEGER_FORMAT ".</p>\n<pre>",
            number_of(run, "packets"), number_of(run, "flits"), number_of(run, "cycles"), number_of(run, "episodes"),
            number_of(run, "seed"));
    print_text(string_of(run, "command"), out);
    fprintf(out, "</pre>\n");
    if (string_of(failure, "hint")) {
        fprintf(out, "<p>Hint: ");
        print_text(string_of(failure, "hint"), out);
        fprintf(out, "</p>\n");
    }
}

/* Checks and points ----------------------------------------------------------------------------------------------- */

static void print_check(const char *name, json_t *check, FILE *out)
{
    json_int_t count = number_of(check, "count");
    int good = json_is_true(json_object_get(check, "good"));
    const char *word = !json_is_true(json_object_get(check, "on")) ? "off"
                       : !good                                     ? "failed"
                       : count                                     ? "good"
                                                                   : "nothing to check";

    fprintf(out, "<tr><td>");
    print_text(name, out);
    fprintf(out, "</td><td class=\"n\">%" JSON_INTEGER_FORMAT "</td><td>", count);
    print_text(string_of(check, "unit"), out);
    fprintf(out, "</td><td class=\"%s\">%s</td></tr>\n",
            !good                       ? "bad"
            : strcmp(word, "good") == 0 ? word
                                        : "none",
            word);
}

/* A heading, with the class that it is about, if there are several. */
static void print_class_heading(const char *text, const char *class, FILE *out)
{
    fprintf(out, "<h2>%s", text);
    if (class) {
        fprintf(out, ": ");
        print_text(class, out);
    }
    fprintf(out, "</h2>\n");
}

/* @param run  or a class of it */
static void print_checks(json_t *run, FILE *out)
{
    const char *name;
    json_t *check;

    print_class_heading("Checks", string_of(run, "name"), out);
    fprintf(out, "<div class=\"scroll\"><table><tr><th>check</th><th>count</th><th>of</th><th>verdict</th></tr>\n");
    json_object_foreach(json_object_get(run, "checks"), name, check) print_check(name, check, out);
    fprintf(out, "</table></div>\n");
}

/* The points of a group that were not hit, the first ones by name. */
static void print_missing(json_t *missing, FILE *out)
{
    enum { NAMED = 6 };
    size_t count = json_array_size(missing);

    for (size_t i = 0; i < count && i < NAMED; i++) {
        fprintf(out, "%s", i ? "; " : "");
        print_text(json_string_value(json_array_get(missing, i)), out);
    }
    if (count > NAMED)
        fprintf(out, "; and %zu more", count - NAMED);
}

static void print_points(json_t *run, FILE *out)
{
    const char *name;
    json_t *group;

    print_class_heading("Points at the ports", string_of(run, "name"), out);
    fprintf(
        out,
        "<div class=\"scroll\"><table><tr><th>group</th><th>hit</th><th>of</th><th>means</th><th>not hit</th></tr>\n");
    json_object_foreach(json_object_get(run, "points"), name, group)
    {
        if (number_of(group, "points") == 0)
            continue;
        fprintf(out, "<tr><td>");
        print_text(name, out);
        fprintf(out, "</td>");
        print_number(json_object_get(group, "hit"), out);
        print_number(json_object_get(group, "points"), out);
        fprintf(out, "<td>");
        print_text(string_of(group, "means"), out);
        fprintf(out, "</td><td>");
        print_missing(json_object_get(group, "missing"), out);
        fprintf(out, "</td></tr>\n");
    }
    fprintf(out, "</table></div>\n");
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* @param of  the failure, or another class in it */
static void print_packets(json_t *of, FILE *out)
{
    static const char *const columns[] = {"packet",  "from", "to",  "vc",   "flits",
                                          "offered", "in",   "out", "done", "came_out_of"};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    size_t i;
    json_t *packet;

    print_class_heading("Packets of the failure", string_of(of, "class"), out);
    fprintf(out, "<p>Offered, in, out and done are cycles.</p>\n<div class=\"scroll\"><table class=\"n\"><tr>");
    for (int c = 0; c < COLUMNS; c++)
        fprintf(out, "<th>%s</th>", strcmp(columns[c], "came_out_of") == 0 ? "came out of" : columns[c]);
    fprintf(out, "</tr>\n");
    json_array_foreach(json_object_get(of, "history"), i, packet)
    {
        fprintf(out, "<tr>");
        for (int c = 0; c < COLUMNS; c++)
            print_number(json_object_get(packet, columns[c]), out);
        fprintf(out, "</tr>\n");
    }
    fprintf(out, "</table></div>\n");
}

/* The wires ------------------------------------------------------------------------------------------------------- */

/* Pixels: of a name, a cycle and a row. */
enum { NAMES = 170, CYCLE = 56, ROW = 24, WAVE = 14 };

/* Where the picture stands. */
struct picture {
    FILE *out;
    json_int_t from;
    int cycles, y;
};

static void print_label(const struct picture *p, const char *end, const char *name)
{
    fprintf(p->out, "<text x=\"4\" y=\"%d\">", p->y + WAVE);
    print_text(end, p->out);
    fputc(' ', p->out);
    print_text(name, p->out);
    fprintf(p->out, "</text>\n");
}

/* A wire of one bit, as a line that is high or low. */
static void print_bit(const struct picture *p, json_t *values)
{
    for (int c = 0; c < p->cycles; c++) {
        const char *value = json_string_value(json_array_get(values, (size_t)c));
        int y = value && strcmp(value, "0") != 0 ? p->y + 2 : p->y + 2 + WAVE;
        fprintf(p->out, c ? "V%d H%d " : "<path fill=\"none\" stroke=\"#1f5fa8\" d=\"M%d %d H%d ", c ? y : NAMES,
                c ? NAMES + (c + 1) * CYCLE : y, NAMES + CYCLE);
    }
    fprintf(p->out, "\"/>\n");
}

/* The digits that have room in so many cycles. */
static void print_value(const struct picture *p, const char *value, int from, int to)
{
    int room = ((to - from) * CYCLE - 8) / 8;
    size_t length = strlen(value);

    fprintf(p->out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#eef3fa\" stroke=\"#1f5fa8\"/><text x=\"%d\" "
            "y=\"%d\"><title>%s</title>%s%s</text>\n",
            NAMES + from * CYCLE, p->y + 1, (to - from) * CYCLE, WAVE + 4, NAMES + from * CYCLE + 4, p->y + WAVE + 1,
            value, length > (size_t)room ? ".." : "",
            length > (size_t)room ? value + length - (size_t)room + 2 : value);
}

/* Several bits, as boxes that are as long as a value stays. */
static void print_bus(const struct picture *p, json_t *values)
{
    for (int from = 0, to; from < p->cycles; from = to) {
        const char *value = json_string_value(json_array_get(values, (size_t)from)), *next;
        for (to = from + 1; to < p->cycles; to++) {
            next = json_string_value(json_array_get(values, (size_t)to));
            if (!value != !next || (value && strcmp(value, next) != 0))
                break;
        }
        if (value)
            print_value(p, value, from, to);
    }
}

/* Without a flit a field has no value, and is drawn as 0. */
static int is_bit(json_t *values)
{
    size_t i;
    json_t *value;

    json_array_foreach(values, i, value)
    {
        const char *text = json_string_value(value);
        if (text && strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
            return 0;
    }
    return 1;
}

static void print_wire(struct picture *p, const char *end, const char *name, json_t *values)
{
    if (!json_is_array(values))
        return;
    print_label(p, end, name);
    if (is_bit(values))
        print_bit(p, values);
    else
        print_bus(p, values);
    p->y += ROW;
}

static void print_end(struct picture *p, json_t *end)
{
    const char *title = string_of(end, "end"), *name;
    json_t *values;

    print_wire(p, title, "valid", json_object_get(end, "valid"));
    print_wire(p, title, "ready", json_object_get(end, "ready"));
    print_wire(p, title, "credit", json_object_get(end, "credit"));
    json_object_foreach(json_object_get(end, "fields"), name, values) print_wire(p, title, name, values);
    p->y += ROW / 3;
}

/* Rows of an end: valid, what answers it, and the fields. */
static int rows_of(json_t *end)
{
    return 2 + (int)json_object_size(json_object_get(end, "fields"));
}

static void print_times(const struct picture *p, int height, json_int_t wrong)
{
    for (int c = 0; c < p->cycles; c++) {
        int x = NAMES + c * CYCLE;
        fprintf(p->out,
                "<path d=\"M%d 18 V%d\" stroke=\"#e4e4e4\"/><text x=\"%d\" y=\"13\" fill=\"%s\">%" JSON_INTEGER_FORMAT
                "</text>\n",
                x, height, x + 4, p->from + c == wrong ? "#a31515" : "#6b6b6b", p->from + c);
        if (p->from + c == wrong)
            fprintf(p->out, "<rect x=\"%d\" y=\"18\" width=\"%d\" height=\"%d\" fill=\"#fbe3e3\"/>\n", x, CYCLE,
                    height - 18);
    }
}

static void print_wires(json_t *wave, json_int_t wrong, FILE *out)
{
    json_t *ends = json_object_get(wave, "ends"), *end;
    struct picture p = {.out = out, .from = number_of(wave, "from"), .y = 22};
    int height = p.y + 6, width;
    size_t i;

    p.cycles = (int)(number_of(wave, "to") - p.from);
    width = NAMES + p.cycles * CYCLE + 4;
    json_array_foreach(ends, i, end) height += rows_of(end) * ROW + ROW / 3;
    print_heading("Wires of the failure", out);
    fprintf(
        out,
        "<p>Inputs and outputs with a flit in the last %d cycles, before the clock edge of each; values are "
        "hexadecimal. The cycle of the failure is marked.</p>\n<div class=\"scroll\"><svg "
        "xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"wires by cycle\">\n",
        p.cycles, width, height);
    print_times(&p, height, wrong);
    json_array_foreach(ends, i, end) print_end(&p, end);
    fprintf(out, "</svg></div>\n");
}

/* What was checked and hit, of each class if there are several. */
static void print_classes(json_t *run, FILE *out)
{
    json_t *classes = json_object_get(run, "classes"), *class;
    size_t i;

    json_array_foreach(classes, i, class)
    {
        print_checks(class, out);
        print_points(class, out);
    }
    if (classes)
        return;
    print_checks(run, out);
    print_points(run, out);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void print_failure(json_t *failure, FILE *out)
{
    const char *bundle = string_of(failure, "bundle");
    json_t *other;
    size_t i;

    if (bundle) {
        print_heading("Bundle", out);
        fprintf(out, "<p>A testbench for other simulators; packets: %" JSON_INTEGER_FORMAT ".</p>\n<pre>make -C ",
                number_of(failure, "packets"));
        print_text(bundle, out);
        fprintf(out, " wave</pre>\n");
    }
    print_wires(json_object_get(failure, "waves"), number_of(json_object_get(failure, "waves"), "wrong"), out);
    print_packets(failure, out);
    json_array_foreach(json_object_get(failure, "other_classes"), i, other) print_packets(other, out);
}

int verdict_page_write(const char *path, json_t *run, char *error, size_t size)
{
    json_t *failure = json_object_get(run, "failure");
    struct output output;
    FILE *out;

    if (output_open(&output, path, error, size) != 0)
        return -1;
    out = output.file;
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                 "content=\"width=device-width, initial-scale=1\">\n<title>");
    print_text(string_of(run, "top"), out);
    fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
    print_verdict(run, out);
    if (json_is_object(failure))
        print_failure(failure, out);
    print_classes(run, out);
    fprintf(out, "</body>\n</html>\n");
    return output_close(&output, error, size);
}

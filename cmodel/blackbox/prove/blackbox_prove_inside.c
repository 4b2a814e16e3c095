/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_prove_inside.h. Yosys writes a line for each wire and for each port of a cell:
 *
 *     wire width 4 \r0.u_fifo.count
 *     cell $assert $assert$fifo.v:12$5
 *       connect \A ...
 */
#include "blackbox_prove_inside.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/did_you_mean.h"
#include "../../base/output.h"
#include "../../base/text.h"
#include "../../base/value.h"
#include "../../dut/dut.h"

#define WIRE "\n  wire "
#define ROUTER "\\r0." /* before each name of the first router */
#define ASSERTION "  cell $assert "

enum { PATH = 512 };

/* Where the writing stands. */
struct writing {
    struct blackbox_prove_inside *in;
    const struct blackbox *f;
    const char *flat;       /* all of flat.il */
    struct arguments names; /* that invariants have, each once */
    FILE *out;
    int line; /* of the invariant */
    char *error;
    size_t size;
};

/* Wires ----------------------------------------------------------------------------------------------------------- */

/* The line of a wire of the first router, behind "wire"; NULL: there is none of this name. */
static const char *find_wire(const struct writing *w, const char *name)
{
    char end[PATH + sizeof ROUTER];

    snprintf(end, sizeof end, " " ROUTER "%s", name);
    for (const char *at = w->flat; (at = strstr(at, WIRE)); at++) {
        const char *line = at + strlen(WIRE);
        size_t length = strcspn(line, "\n");
        if (length + 1 >= strlen(end) && strncmp(line + length - strlen(end), end, strlen(end)) == 0)
            return line;
    }
    return NULL;
}

/* A number behind a word of the line, or another one when it has not the word. */
static int number_of(const char *line, const char *word, int other)
{
    const char *at = strstr(line, word), *end = strchr(line, '\\');

    return at && at < end ? atoi(at + strlen(word)) : other;
}

static int has_word(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    return at && at < strchr(line, '\\');
}

/* "input wire signed [3:0] n2": the wire with its bits as the router declares them. */
static void print_port(const struct writing *w, int number)
{
    const char *line = find_wire(w, w->names.text[number]);
    int width = number_of(line, "width ", 1), low = number_of(line, "offset ", 0), high = low + width - 1;
    int up = has_word(line, "upto ");

    fprintf(w->out, "    input wire %s", has_word(line, "signed ") ? "signed " : "");
    if (width > 1 || low)
        fprintf(w->out, "[%d:%d] ", up ? low : high, up ? high : low);
    fprintf(w->out, "n%d, // %s\n", number, w->names.text[number]);
}

/* Names of invariants --------------------------------------------------------------------------------------------- */

/* The wire of the first router whose name is near this one; "": there is none. */
static void find_near(const struct writing *w, const char *name, char other[PATH])
{
    struct did_you_mean near = {.word = name, .length = strlen(name)};
    char wire[PATH];

    *other = 0;
    for (const char *at = w->flat; (at = strstr(at, WIRE)); at++) {
        const char *own = at + 1 + strcspn(at + 1, "\\\n");
        if (strncmp(own, ROUTER, strlen(ROUTER)) != 0)
            continue;
        own += strlen(ROUTER);
        snprintf(wire, sizeof wire, "%.*s", (int)strcspn(own, "\n"), own);
        near.name = NULL;
        did_you_mean_consider(&near, wire, 0);
        if (near.name)
            snprintf(other, PATH, "%s", wire);
    }
}

static int refuse(const struct writing *w, const char *name)
{
    char other[PATH];

    find_near(w, name, other);
    snprintf(w->error, w->size, "%s:%d: invariants: %s has no wire or register %s in the circuit that Yosys reads%s%s",
             w->f->path, w->line, w->f->top, name, *other ? ": did you mean " : "", other);
    value_tame(w->error);
    return -1;
}

/* @return its number, or -1 with error */
static int number_of_name(struct writing *w, const char *name)
{
    for (int i = 0; i < w->names.count; i++)
        if (strcmp(w->names.text[i], name) == 0)
            return i;
    if (!find_wire(w, name))
        return refuse(w, name);
    arguments_add(&w->names, "%s", name);
    return w->names.count - 1;
}

static int is_name(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

/* "[3]" with what may follow: the element of a generate block, or of an array. @return its length, or 0 */
static size_t element(const char *at)
{
    size_t digits = *at == '[' ? strspn(at + 1, "0123456789") : 0;

    return digits && at[1 + digits] == ']' ? digits + 2 : 0;
}

/* A name with all names behind dots. @return its length */
static size_t path_length(const char *at)
{
    size_t length = 0, more;

    for (;;) {
        while (is_name(at[length]))
            length++;
        more = element(at + length);
        if (at[length + more] != '.' || !(isalpha(at[length + more + 1]) || at[length + more + 1] == '_'))
            return length;
        length += more + 1;
    }
}

/* The name of a wire, which may be an element of an array. @return its length, or 0 with error */
static size_t take_name(struct writing *w, const char *at)
{
    size_t length = path_length(at), more = element(at + length);
    char name[PATH];
    int number;

    snprintf(name, sizeof name, "%.*s", (int)length, at);
    if (more && !find_wire(w, name)) {
        char whole[PATH];
        snprintf(whole, sizeof whole, "%.*s", (int)(length + more), at);
        if (find_wire(w, whole)) {
            snprintf(name, sizeof name, "%s", whole);
            length += more;
        }
    }
    number = number_of_name(w, name);
    if (number >= 0 && w->out)
        fprintf(w->out, "n%d", number);
    return number < 0 ? 0 : length;
}

/* A number, as 4'hf, or a system function: letters in it are no names. */
static size_t word_length(const char *at)
{
    size_t length = 1;

    while (is_name(at[length]))
        length++;
    if (at[length] == '\'')
        for (length++; is_name(at[length]);)
            length++;
    return length;
}

/* An invariant with the ports in the places of names. @return 0, or -1 with error */
static int print_expression(struct writing *w, const char *text)
{
    while (*text) {
        size_t length = 1;
        if (isalpha(*text) || *text == '_') {
            length = take_name(w, text);
            if (!length)
                return -1;
        } else {
            if (isdigit(*text) || *text == '$' || *text == '\'')
                length = word_length(text);
            if (w->out)
                fprintf(w->out, "%.*s", (int)length, text);
        }
        text += length;
    }
    return 0;
}

/* All of them; without a file only their names are found. */
static int print_expressions(struct writing *w)
{
    const struct arguments *all = &w->f->invariants;

    for (int i = 0; i < all->count; i++) {
        w->line = w->f->invariant_line[i];
        if (w->out)
            fprintf(w->out, "`line %d \"%s\" 0\n    assign bad[%d] = !(", w->line, w->f->path, i);
        if (print_expression(w, all->text[i]) != 0)
            return -1;
        if (w->out)
            fprintf(w->out, ");\n");
    }
    return 0;
}

static int write_module(struct writing *w, const char *folder)
{
    struct output out = {0};
    char path[PATH_MAX];

    w->out = NULL;
    if (print_expressions(w) != 0)
        return -1;
    snprintf(path, sizeof path, "%.3000s/prove_invariants.v", folder);
    if (output_open(&out, path, w->error, w->size) != 0)
        return -1;
    w->out = out.file;
    fprintf(w->out, "// Assertions of the router, and invariants of its description.\n"
                    "module prove_assertion (input wire A, input wire EN, output wire bad);\n"
                    "    assign bad = EN && !A;\nendmodule\nmodule prove_invariants (\n");
    for (int i = 0; i < w->names.count; i++)
        print_port(w, i);
    fprintf(w->out, "    output wire [%d:0] bad\n);\n", w->f->invariants.count ? w->f->invariants.count - 1 : 0);
    print_expressions(w);
    fprintf(w->out, "endmodule\n");
    return output_close(&out, w->error, w->size);
}

/* The circuit ----------------------------------------------------------------------------------------------------- */

static int starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* An assertion is called what its source calls it, else by its place there. */
static void note_assertion(struct writing *w, const char *name, const char *source)
{
    if (*name == '\\')
        arguments_add(&w->in->asserted, "%.*s", (int)strcspn(name + 1, "\n"), name + 1);
    else
        arguments_add(&w->in->asserted, "%.*s", (int)strcspn(source, "\"\n"), source);
    if (!w->in->asserted.failed)
        value_tame(w->in->asserted.text[w->in->asserted.count - 1]);
}

/* Yosys names the module first, which has the place within. */
static const char *last_place(const char *places)
{
    size_t more = strcspn(places, "|\"");

    return places[more] == '|' ? last_place(places + more + 1) : places;
}

/* @return 0, or -1 with error: the router assumes something */
static int note_cells(struct writing *w)
{
    static const char assumption[] = "  cell $assume ", place[] = "    attribute \\src \"",
                      own[] = "  attribute \\src \"";
    const char *source = "";

    for (const char *at = w->flat; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        if (starts(at, own) || starts(at, place))
            source = last_place(strchr(at, '"') + 1);
        if (starts(at, ASSERTION))
            note_assertion(w, at + strlen(ASSERTION), source);
        if (starts(at, assumption)) {
            snprintf(w->error, w->size,
                     "%s:1: --prove: the router assumes something, at %.*s: legal traffic is that of the description; "
                     "leave the assumption out",
                     w->f->path, (int)strcspn(source, "\"\n"), source);
            value_tame(w->error);
            return -1;
        }
    }
    return w->in->asserted.failed ? -1 : 0;
}

/* Outputs behind "in", "out", clock and reset. */
static void print_outputs(const struct writing *w)
{
    if (w->in->asserted.count)
        fprintf(w->out, "  wire width %d output 5 \\assertions\n", w->in->asserted.count);
    if (w->in->invariants)
        fprintf(w->out, "  wire width %d output 6 \\invariants\n", w->in->invariants);
}

/* A cell of each router, whose ports are wires of this router. */
static void print_cells(const struct writing *w)
{
    int count = w->f->invariants.count;

    for (int router = 0; router < w->f->routers && count; router++) {
        fprintf(w->out, "  cell \\prove_invariants \\invariants_of_%d\n", router);
        for (int i = 0; i < w->names.count; i++)
            fprintf(w->out, "    connect \\n%d \\r%d.%s\n", i, router, w->names.text[i]);
        fprintf(w->out, "    connect \\bad \\invariants [%d:%d]\n  end\n", (router + 1) * count - 1, router * count);
    }
}

/* The flat circuit line by line. */
static void print_circuit(const struct writing *w)
{
    int inside = 0, number = 0;

    for (const char *at = w->flat; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        int length = (int)strcspn(at, "\n");
        if (inside && length == 3 && starts(at, "end")) {
            print_cells(w);
            inside = 0;
        }
        if (starts(at, ASSERTION))
            fprintf(w->out, "  cell \\prove_assertion \\assertion_%d\n    connect \\bad \\assertions [%d]\n", number,
                    number);
        else
            fprintf(w->out, "%.*s\n", length, at);
        number += starts(at, ASSERTION);
        if (starts(at, "module \\" DUT_WRAPPER)) {
            print_outputs(w);
            inside = 1;
        }
    }
}

static int write_circuit(struct writing *w, const char *folder)
{
    struct output out = {0};
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.3000s/dut.il", folder);
    if (output_open(&out, path, w->error, w->size) != 0)
        return -1;
    w->out = out.file;
    print_circuit(w);
    return output_close(&out, w->error, w->size);
}

int blackbox_prove_inside(struct blackbox_prove_inside *in, const struct blackbox *f, const char *folder, char *error,
                          size_t size)
{
    struct writing w = {.in = in, .f = f, .error = error, .size = size};
    char path[PATH_MAX], *text;
    int status;

    snprintf(path, sizeof path, "%.3000s/flat.il", folder);
    text = text_of_file(path);
    if (!text)
        return text_fail(error, size, "%s: %s", path, strerror(errno));
    snprintf(error, size, "out of memory");
    w.flat = text;
    in->invariants = f->invariants.count * f->routers;
    status = note_cells(&w) == 0 && write_module(&w, folder) == 0 ? write_circuit(&w, folder) : -1;
    arguments_free(&w.names);
    free(text);
    return status;
}

void blackbox_prove_inside_finish(struct blackbox_prove_inside *in)
{
    arguments_free(&in->asserted);
}

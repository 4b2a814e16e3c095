/* SPDX-License-Identifier: Apache-2.0
 *
 * A first description of a module, from the names and widths of its ports: what is called valid begins a group of
 * ports, and what is called like it but for that word belongs to it. What cannot be told from names says CHECK. See
 * blackbox_build.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/output.h"
#include "../base/quote.h"
#include "blackbox_build.h"
#include "blackbox_yaml.h"

/* What a pin of a group may be called in the place of valid, and what it is then: a pin, or a field. */
static const struct {
    const char *word, *is;
    int field;
} words[] = {{"ready", "ready", 0}, {"rdy", "ready", 0}, {"credit", "credit", 0}, {"yummy", "yummy", 0},
             {"vc", "vc", 0},       {"data", "data", 1}, {"flit", "data", 1},     {"last", "last", 1},
             {"tail", "last", 1},   {"dest", "dest", 1}, {"keep", "keep", 1},     {"strb", "strb", 1},
             {"id", "id", 1},       {"user", "user", 1}, {"type", "type", 1}};
enum { WORDS = sizeof words / sizeof *words };

/* A group: all inputs, or all outputs. */
struct group {
    char pattern[BLACKBOX_NAME]; /* of the valid, with {p} or [] for the port */
    int count;                   /* ports; 0: there is no such group */
    int pin[WORDS];              /* number of the port of the module that has this word, -1: none */
};

struct init {
    FILE *out;
    const struct dut *dut;
    const struct verilator_port *ports;
    int count;
    char *used; /* [count] flags */
    struct group group[2];
};

static int find(const struct init *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->ports[i].name, name) == 0)
            return i;
    return -1;
}

/* Groups ---------------------------------------------------------------------------------------------------------- */

/* A name with {p} for its last number. @return 1 when it has one, behind which nothing but letters stands */
static int make_pattern(const char *name, char pattern[BLACKBOX_NAME])
{
    const char *end = name + strlen(name);

    while (end > name && !(end[-1] >= '0' && end[-1] <= '9'))
        end--;
    const char *first = end;
    while (first > name && first[-1] >= '0' && first[-1] <= '9')
        first--;
    if (first == end)
        snprintf(pattern, BLACKBOX_NAME, "%s", name);
    else
        snprintf(pattern, BLACKBOX_NAME, "%.*s{p}%s", (int)(first - name), name, end);
    return first < end;
}

/* A pattern with a number for {p} and another word for the last "valid". @return 0, or -1 when it is too long */
static int make_name(const char *pattern, int port, const char *word, char name[BLACKBOX_NAME])
{
    const char *at = strstr(pattern, "valid"), *p;
    char with[2 * BLACKBOX_NAME];

    for (const char *next = at; next && (next = strstr(next + 1, "valid"));)
        at = next;
    snprintf(with, sizeof with, "%.*s%s%s", (int)(at - pattern), pattern, word, at + strlen("valid"));
    p = strstr(with, "{p}");
    if (!p)
        return snprintf(name, BLACKBOX_NAME, "%s", with) < BLACKBOX_NAME ? 0 : -1;
    return snprintf(name, BLACKBOX_NAME, "%.*s%d%s", (int)(p - with), with, port, p + 3) < BLACKBOX_NAME ? 0 : -1;
}

/* What goes against the flits: its direction is the other one than that of valid. */
static int goes_back(const char *is)
{
    return strcmp(is, "ready") == 0 || strcmp(is, "credit") == 0 || strcmp(is, "yummy") == 0;
}

/* @return number of the port of that name and direction, or -1 */
static int find_going(const struct init *n, const char *name, const char *direction)
{
    int at = find(n, name);

    return at >= 0 && strcmp(n->ports[at].direction, direction) == 0 ? at : -1;
}

/* A name that begins or ends with a word, with another word for that. @return 1 when it does */
static int exchange(const char *name, const char *word, const char *by, char other[BLACKBOX_NAME])
{
    size_t length = strlen(name), part = strlen(word);

    if (length <= part + 1)
        return 0;
    if (name[length - part - 1] == '_' && strcmp(name + length - part, word) == 0)
        return snprintf(other, BLACKBOX_NAME, "%.*s%s", (int)(length - part), name, by) < BLACKBOX_NAME;
    return strncmp(name, word, part) == 0 && name[part] == '_' &&
           snprintf(other, BLACKBOX_NAME, "%s%s", by, name + part) < BLACKBOX_NAME;
}

/* Names may begin or end with the direction of the pin: that of a ready is not that of its valid. @return number of the
 * port, or -1 */
static int find_either(const struct init *n, const char *name, const char *direction)
{
    static const char *const pairs[][2] = {{"i", "o"}, {"o", "i"}, {"in", "out"}, {"out", "in"}};
    char other[BLACKBOX_NAME];
    int at = find_going(n, name, direction);

    for (size_t i = 0; at < 0 && i < sizeof pairs / sizeof *pairs; i++)
        if (exchange(name, pairs[i][0], pairs[i][1], other))
            at = find_going(n, other, direction);
    return at;
}

/* All that is called as the valid of a group, but for a number or a word, and has its direction, or the other one. */
static void take_group(struct init *n, struct group *g)
{
    static const char *const directions[] = {"input", "output"};
    int output = g == &n->group[1];
    char name[BLACKBOX_NAME];
    int at;

    for (int port = 0; port < (strstr(g->pattern, "{p}") ? BLACKBOX_PORTS : 1); port++)
        if (make_name(g->pattern, port, "valid", name) == 0 && (at = find(n, name)) >= 0) {
            n->used[at] = 1;
            g->count = strstr(g->pattern, "{p}") ? port + 1 : n->ports[at].width;
        }
    for (int w = 0; w < WORDS; w++) {
        g->pin[w] = -1;
        for (int port = 0; port < g->count; port++)
            if (make_name(g->pattern, port, words[w].word, name) == 0 &&
                (at = find_either(n, name, directions[output != goes_back(words[w].is)])) >= 0) {
                g->pin[w] = at;
                n->used[at] = 1;
            }
    }
}

/* What no description can say: names that are too long with {p} and [], or escaped, more ports or bits than there may
 * be. */
static int check_name(const struct verilator_port *port, char *error, size_t size)
{
    enum { MOST = BLACKBOX_NAME - 1 - (int)sizeof "{p}[]" };

    if (strcmp(port->direction, "output") != 0 && !blackbox_is_identifier(port->name)) {
        snprintf(error, size, "input \\%.80s : no description can have an escaped name: put a wrapper round the module",
                 port->name);
        return -1;
    }
    if (strlen(port->name) <= MOST)
        return 0;
    snprintf(error, size, "port %.40s...: its name has more than %d letters: give it a shorter one", port->name, MOST);
    return -1;
}

static int check_valid(const struct init *n, const struct verilator_port *port, char *error, size_t size)
{
    char pattern[BLACKBOX_NAME], name[BLACKBOX_NAME];
    int numbered, more;

    if (!strstr(port->name, "valid"))
        return 0;
    numbered = make_pattern(port->name, pattern);
    more = numbered ? make_name(pattern, BLACKBOX_PORTS, "valid", name) == 0 && find(n, name) >= 0
                    : port->width > BLACKBOX_PORTS;
    if (more)
        snprintf(
            error, size,
            "port %s: it is one of more than %d of its kind, or has more bits, and a router has at most %d inputs and "
            "outputs: --top may name another module",
            port->name, BLACKBOX_PORTS, BLACKBOX_PORTS);
    return more ? -1 : 0;
}

static int check_ports(const struct init *n, char *error, size_t size)
{
    for (int i = 0; i < n->count; i++)
        if (check_name(&n->ports[i], error, size) != 0 || check_valid(n, &n->ports[i], error, size) != 0)
            return -1;
    return 0;
}

/* Bits of a pin of one port. */
static int width_of(const struct init *n, const struct group *g, int word)
{
    int width = n->ports[g->pin[word]].width;

    return strstr(g->pattern, "{p}") || g->count == 0 ? width : width / g->count;
}

/* A field of more bits than a flit may have. */
static int check_fields(const struct init *n, char *error, size_t size)
{
    for (int g = 0; g < 2; g++)
        for (int w = 0; w < WORDS; w++)
            if (n->group[g].count && n->group[g].pin[w] >= 0 && words[w].field &&
                width_of(n, &n->group[g], w) > BLACKBOX_BITS) {
                snprintf(error, size, "port %s: its field has %d bits, and a flit has at most %d",
                         n->ports[n->group[g].pin[w]].name, width_of(n, &n->group[g], w), BLACKBOX_BITS);
                return -1;
            }
    return 0;
}

static void find_groups(struct init *n)
{
    for (int i = 0; i < n->count; i++) {
        int output = strcmp(n->ports[i].direction, "output") == 0;
        if (n->used[i] || !blackbox_is_identifier(n->ports[i].name) || !strstr(n->ports[i].name, "valid") ||
            n->group[output].count)
            continue;
        make_pattern(n->ports[i].name, n->group[output].pattern);
        take_group(n, &n->group[output]);
    }
}

/* Writing --------------------------------------------------------------------------------------------------------- */

static void print_clock(struct init *n)
{
    static const char *const resets[] = {"rst",    "reset", "rst_n",   "resetn", "rst_ni", "aresetn",
                                         "arst_n", "rstn",  "reset_n", "rst_i",  "nreset"};
    static const char *const clocks[] = {"clk", "clock", "aclk", "clk_i", "i_clk"};
    int clock = -1, reset = -1;

    for (size_t i = 0; clock < 0 && i < sizeof clocks / sizeof *clocks; i++)
        clock = find(n, clocks[i]);
    for (size_t i = 0; reset < 0 && i < sizeof resets / sizeof *resets; i++)
        reset = find(n, resets[i]);
    if (clock >= 0)
        n->used[clock] = 1;
    if (reset >= 0)
        n->used[reset] = 1;
    fprintf(n->out, "clock: %s\n", clock >= 0 ? n->ports[clock].name : "clk   # CHECK: no such pin was found");
    fprintf(n->out, "reset: {pin: %s, active: %s, cycles: 4}%s\n", reset >= 0 ? n->ports[reset].name : "rst",
            reset >= 0 && strchr(n->ports[reset].name + 1, 'n') ? "low" : "high",
            reset < 0 ? "   # CHECK: no such pin was found" : "");
}

static void print_fields(const struct init *n)
{
    fprintf(n->out, "fields:   # of a flit, with their bits\n");
    for (int w = 0; w < WORDS; w++) {
        const struct group *g = n->group[0].pin[w] >= 0 ? &n->group[0] : &n->group[1];
        if (words[w].field && g->count && g->pin[w] >= 0)
            fprintf(n->out, "  %s: %d%s\n", words[w].is, width_of(n, g, w),
                    strcmp(words[w].is, "keep") == 0 ? "   # CHECK: {width: .., value: ..} for all ones" : "");
    }
}

static void print_group(const struct init *n, int output)
{
    const struct group *g = &n->group[output];
    int credits = 0, vcs = 0;
    char name[BLACKBOX_NAME];
    const char *packed = strstr(g->pattern, "{p}") ? "" : "[]";

    for (int w = 0; w < WORDS && g->count; w++) {
        credits |= g->pin[w] >= 0 && (strcmp(words[w].is, "credit") == 0 || strcmp(words[w].is, "yummy") == 0);
        vcs |= g->pin[w] >= 0 && strcmp(words[w].is, "vc") == 0;
    }
    fprintf(n->out, "%s:\n  count: %d%s\n", output ? "outputs" : "inputs", g->count ? g->count : 1,
            g->count ? "" : "   # CHECK: no pin with valid in its name was found");
    fprintf(n->out, "  interface: %s\n",
            credits                        ? "credit   # CHECK: credit, or valid-yummy"
            : vcs                          ? "vc-valid-ready"
            : strstr(g->pattern, "tvalid") ? "axi-stream"
                                           : "valid-ready");
    if (credits)
        fprintf(n->out, "  depth: 4   # CHECK: flits that the receiver takes in each virtual channel\n");
    fprintf(n->out, "  pins:\n    valid: %s%s\n", g->count ? g->pattern : "CHECK", packed);
    for (int w = 0; w < WORDS && g->count; w++)
        if (g->pin[w] >= 0) {
            make_pattern(n->ports[g->pin[w]].name, name);
            fprintf(n->out, "    %s: %s%s\n", words[w].is, name, packed);
        }
}

/* What belongs to no group. */
static void print_rest(const struct init *n)
{
    int inputs = 0, outputs = 0;

    for (int i = 0; i < n->count; i++)
        if (!n->used[i] && strcmp(n->ports[i].direction, "input") == 0)
            fprintf(n->out, "%s  %s: 0   # CHECK: an input of %d bit%s\n", inputs++ ? "" : "constants:\n",
                    n->ports[i].name, n->ports[i].width, n->ports[i].width == 1 ? "" : "s");
    for (int i = 0; i < n->count; i++)
        if (!n->used[i] && strcmp(n->ports[i].direction, "input") != 0) {
            fprintf(n->out, "%s  - ", outputs++ ? "" : "ignore:   # CHECK: outputs that belong to no port\n");
            if (blackbox_is_identifier(n->ports[i].name))
                fputs(n->ports[i].name, n->out);
            else
                quote_yaml(n->ports[i].name, n->out);
            fputc('\n', n->out);
        }
}

static void print_framing(const struct init *n)
{
    int last = 0, dest = 0;

    for (int w = 0; w < WORDS; w++) {
        int there = n->group[0].count && n->group[0].pin[w] >= 0;
        last |= there && strcmp(words[w].is, "last") == 0;
        dest |= there && strcmp(words[w].is, "dest") == 0;
    }
    if (!last)
        fprintf(n->out, "framing: {by: single}   # CHECK: last, length, type or single\n");
    fprintf(n->out, "packets: {min_flits: 1, max_flits: %d}   # CHECK: flits of a packet\n", last ? 8 : 1);
    if (n->group[1].count == 1)
        return; /* one output needs no destination */
    fprintf(
        n->out,
        dest
            ? "destination: {field: dest, value: number}   # CHECK: the number of the output\n"
            : "destination: {field: data, shift: 0, width: 4, value: number}   # CHECK: where it is in the first flit\n");
}

/* What the command line said of the sources. */
static void print_given(const struct init *n)
{
    const struct arguments *defines = &n->dut->defines, *parameters = &n->dut->parameters;

    for (int i = 0; i < defines->count; i++) {
        fputs(i ? ", " : "defines: [", n->out);
        quote_yaml(defines->text[i], n->out);
    }
    fputs(defines->count ? "]\n" : "", n->out);
    for (int i = 0; i < parameters->count; i++) {
        int length = (int)strcspn(parameters->text[i], "=");
        fprintf(n->out, "%s%.*s: ", i ? ", " : "parameters: {", length, parameters->text[i]);
        quote_yaml(parameters->text[i] + length + 1, n->out);
    }
    fputs(parameters->count ? "}\n" : "", n->out);
}

static void print_all(struct init *n, const char *file)
{
    fprintf(
        n->out,
        "# A first description of %s. Lines that say CHECK are guesses; docs/reference/router-description.md has all keys.\n",
        n->dut->top);
    fprintf(n->out, "top: %s\nfiles: [", n->dut->top);
    quote_yaml(file, n->out);
    fputs("]\n", n->out);
    print_given(n);
    print_clock(n);
    print_fields(n);
    print_framing(n);
    for (int output = 0; output < 2; output++)
        print_group(n, output);
    print_rest(n);
}

/* The path of a source from the folder of the description on, where it lies in there; else the whole of it. */
static int path_from(const char *path, const char *file, char from[PATH_MAX], char *error, size_t size)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX], real[PATH_MAX];
    size_t length;

    if (snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".") >=
            (int)sizeof folder ||
        !realpath(folder, real) || !realpath(file, from)) {
        snprintf(error, size, "%s or %s: no such folder or file, or the path is too long", path, file);
        return -1;
    }
    length = strlen(real);
    if (strncmp(from, real, length) == 0 && from[length] == '/')
        memmove(from, from + length + 1, strlen(from + length));
    return 0;
}

static int write_file(const char *path, struct init *n, char *error, size_t size)
{
    struct output output;
    char from[PATH_MAX];

    if (path_from(path, n->dut->files.text[0], from, error, size) != 0)
        return -1;
    n->used = calloc((size_t)n->count + 1, 1);
    if (!n->used)
        snprintf(error, size, "out of memory");
    else
        find_groups(n);
    if (!n->used || check_fields(n, error, size) != 0 || output_open(&output, path, error, size) != 0) {
        free(n->used);
        return -1;
    }
    n->out = output.file;
    print_all(n, from);
    free(n->used);
    return output_close(&output, error, size);
}

/* The name of the file without its folder and its end. */
static void guess_top(const char *file, char top[BLACKBOX_NAME])
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

    snprintf(top, BLACKBOX_NAME, "%.*s", (int)strcspn(name, "."), name);
}

int blackbox_init_of(const char *path, const struct blackbox_module *m, char *error, size_t size)
{
    struct init n = {.dut = m->dut, .ports = m->ports, .count = m->count};

    return check_ports(&n, error, size) == 0 ? write_file(path, &n, error, size) : -1;
}

int blackbox_init(const char *path, const struct dut *given, char *error, size_t size)
{
    struct dut dut = *given;
    struct verilator_port *ports;
    char guessed[BLACKBOX_NAME];
    int status;

    if (access(path, F_OK) == 0) {
        snprintf(error, size, "%s: is there already, and is not written over", path);
        return -1;
    }
    guess_top(dut.files.text[0], guessed);
    if (!dut.top)
        dut.top = guessed;
    int count = dut_ports(&dut, &ports, error, size);
    status = count < 0 ? -1 : blackbox_init_of(path, &(struct blackbox_module){&dut, ports, count}, error, size);
    free(ports);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A first description of a module, from the directions, names and widths of its ports (blackbox_guess.h). What cannot
 * be told from them says CHECK. See blackbox_build.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/output.h"
#include "../base/quote.h"
#include "blackbox_build.h"
#include "blackbox_guess.h"
#include "blackbox_interface.h"
#include "blackbox_pins.h"
#include "blackbox_yaml.h"

/* Where the writing stands. */
struct init {
    FILE *out;
    const struct dut *dut;
    const struct blackbox_interfaces *interfaces; /* or NULL */
    struct guess g;
    int vcs;  /* virtual channels */
    int last; /* 1: a field marks the last flit */
};

/* What cannot be described ---------------------------------------------------------------------------------------- */

/* What no description can say: names that are too long with {p} and [], or escaped, more ports or bits than there may
 * be. */
static int check_name(const struct verilator_port *port, char *error, size_t size)
{
    enum { MOST = BLACKBOX_NAME - 1 - (int)sizeof "{p}[]" };

    if (strcmp(port->direction, "output") != 0 && !port->signal_of && !blackbox_is_identifier(port->name)) {
        snprintf(error, size, "input \\%.80s : no description can have an escaped name: put a wrapper round the module",
                 port->name);
        return -1;
    }
    if (strlen(port->name) <= MOST)
        return 0;
    snprintf(error, size, "port %.40s...: its name has more than %d letters: give it a shorter one", port->name, MOST);
    return -1;
}

static int check_count(const struct guess *g, const struct guess_pin *p, char *error, size_t size)
{
    if (p->kind != GUESS_VALID || (p->count <= BLACKBOX_PORTS && (p->count > 1 || p->width <= BLACKBOX_PORTS)))
        return 0;
    snprintf(error, size,
             "port %s: it is one of more than %d of its kind, or has more bits, and a router has at most %d inputs and "
             "outputs: --init may name another module",
             g->ports[p->port[0]].name, BLACKBOX_PORTS, BLACKBOX_PORTS);
    return -1;
}

/* A field of more bits than a flit may have. */
static int check_field(const struct guess *g, const struct guess_side *s, int pin, char *error, size_t size)
{
    int width = guess_width(g, s, pin);

    if (g->pin[pin].kind != GUESS_FIELD || width <= BLACKBOX_BITS)
        return 0;
    snprintf(error, size, "port %s: its field has %d bits, and a flit has at most %d",
             g->ports[g->pin[pin].port[0]].name, width, BLACKBOX_BITS);
    return -1;
}

static int check_guess(const struct guess *g, char *error, size_t size)
{
    for (int i = 0; i < g->pins; i++)
        if (check_count(g, &g->pin[i], error, size) != 0)
            return -1;
    for (int output = 0; output < 2; output++)
        for (int i = 0; i < g->side[output].pins; i++)
            if (check_field(g, &g->side[output], g->side[output].pin[i], error, size) != 0)
                return -1;
    return 0;
}

/* What belongs together ------------------------------------------------------------------------------------------- */

/* A pin of a side that no description can have: it is one of the rest. */
static void give_up(struct guess *g, struct guess_side *s, int at)
{
    for (int port = 0; port < s->stems; port++) {
        int pin = guess_of_port(g, s, s->pin[at], port);
        if (pin >= 0)
            g->pin[pin].used = 0;
    }
    memmove(s->pin + at, s->pin + at + 1, (size_t)(s->pins - at - 1) * sizeof *s->pin);
    s->pins--;
}

/* Bits of a field at a side; 0: it has none. */
static int width_at(const struct guess *g, int output, const char *is)
{
    int pin = guess_find(g, &g->side[output], GUESS_FIELD, is);

    return pin < 0 ? 0 : guess_width(g, &g->side[output], pin);
}

/* Whether the data are wider at one side, and whether a field is, in the same ratio. */
static int is_split(const struct guess *g, const char *is)
{
    int in = width_at(g, 0, is), out = width_at(g, 1, is);

    return in > 0 && out > 0 && in != out &&
           (int64_t)in * width_at(g, 1, "data") == (int64_t)out * width_at(g, 0, "data");
}

/* Fields of outputs that inputs do not have, or not so wide, are looked at by nobody, but for data in another width;
 * bits that ports do not share evenly are no port's. */
static void keep_fields(struct guess *g)
{
    for (int output = 0; output < 2; output++)
        for (int i = g->side[output].pins - 1; i >= 0; i--) {
            struct guess_side *s = &g->side[output];
            const struct guess_pin *p = &g->pin[s->pin[i]];
            int width = guess_width(g, s, s->pin[i]), in = guess_find(g, &g->side[0], GUESS_FIELD, p->is);
            int differs = output && p->kind == GUESS_FIELD && (in < 0 || guess_width(g, &g->side[0], in) != width) &&
                          !is_split(g, p->is);
            if (width == 0 || differs)
                give_up(g, s, i);
        }
}

/* Bits of a handshake for one port. */
static int bits_of(const struct guess *g, const struct guess_side *s, enum guess_kind kind)
{
    int pin = guess_find(g, s, kind, NULL);

    return pin < 0 ? 0 : guess_width(g, s, pin);
}

/* Virtual channels that a side shows: by a valid for each, or by their number and a ready or credit for each. */
static int vcs_of(const struct guess *g, const struct guess_side *s)
{
    int valids = bits_of(g, s, GUESS_VALID), number = bits_of(g, s, GUESS_VC), back = bits_of(g, s, GUESS_READY);

    if (valids > 1)
        return valids;
    back = back > 0 ? back : bits_of(g, s, GUESS_CREDIT);
    if (number == 0 || number > 4)
        return 1;
    return back > 1 ? back : 1 << number;
}

static int count_vcs(const struct guess *g)
{
    int in = vcs_of(g, &g->side[0]), out = vcs_of(g, &g->side[1]), vcs = in > out ? in : out;

    return vcs > BLACKBOX_VCS ? BLACKBOX_VCS : vcs;
}

/* Writing --------------------------------------------------------------------------------------------------------- */

static const char *name_of(const struct guess *g, int pin)
{
    return g->ports[g->pin[pin].port[0]].name;
}

/* @return whether one of them has a reset of its own */
static int print_clocks(const struct init *n)
{
    const struct guess *g = &n->g;
    int own = 0;

    fprintf(n->out, "clocks:   # CHECK: periods and phases are drawn; or {period: 10, phase: 3}\n");
    for (int i = 0; i < g->clocks; i++) {
        own |= g->reset_of[i] >= 0;
        fprintf(n->out, "  %s:", name_of(g, g->clock_of[i]));
        if (g->reset_of[i] >= 0)
            fprintf(n->out, " {reset: {pin: %s, active: %s, cycles: 4}}", name_of(g, g->reset_of[i]),
                    g->low_of[i] ? "low" : "high");
        fprintf(n->out, "\n");
    }
    return own;
}

static void print_clock(const struct init *n)
{
    const struct guess *g = &n->g;

    if (g->clocks && print_clocks(n))
        return;
    if (!g->clocks && g->clock >= 0)
        fprintf(n->out, "clock: %s\n", name_of(g, g->clock));
    else if (!g->clocks)
        fprintf(n->out, "clock: clk   # CHECK: no clock was found\n");
    if (g->reset >= 0)
        fprintf(n->out, "reset: {pin: %s, active: %s, cycles: 4}\n", name_of(g, g->reset),
                g->reset_low ? "low" : "high");
    else
        fprintf(n->out, "reset: {pin: rst, active: high, cycles: 4}   # CHECK: no reset was found\n");
}

/* A field of the inputs, or NULL. @param[out] width  bits of it */
static const struct guess_pin *field_of(const struct init *n, const char *is, int *width)
{
    int pin = guess_find(&n->g, &n->g.side[0], GUESS_FIELD, is);

    *width = pin < 0 ? 0 : guess_width(&n->g, &n->g.side[0], pin);
    return pin < 0 ? NULL : &n->g.pin[pin];
}

/* What to look at in a field of that name. */
static const char *check_of(const char *field)
{
    if (strcmp(field, "keep") == 0)
        return "   # CHECK: {width: .., value: ..} for all ones";
    return strcmp(field, "id") == 0 || strcmp(field, "user") == 0
               ? "   # CHECK: {width: .., scope: packet} if it does not change within a packet, scope: last if it "
                 "counts in the last flit"
               : "";
}

/* Flits of two widths need to know in which of them a field counts. */
static void print_field(const struct init *n, const char *is, int width)
{
    if (is_split(&n->g, is))
        fprintf(n->out, "{inputs: %d, outputs: %d}%s\n", width, width_at(&n->g, 1, is),
                strcmp(is, "data") == 0 ? "   # CHECK: first: high if the end on the left comes first" : "");
    else if (is_split(&n->g, "data") && strcmp(is, "last") != 0)
        fprintf(n->out, "{width: %d, scope: packet}   # CHECK: or scope: first or last\n", width);
    else
        fprintf(n->out, "%d%s\n", width, check_of(is));
}

static void print_fields(const struct init *n)
{
    const struct guess_side *s = &n->g.side[0];
    int fields = 0;

    for (int i = 0; i < s->pins; i++)
        if (n->g.pin[s->pin[i]].kind == GUESS_FIELD) {
            fprintf(n->out, "%s  %s: ", fields++ ? "" : "fields:   # of a flit, with their bits\n",
                    n->g.pin[s->pin[i]].is);
            print_field(n, n->g.pin[s->pin[i]].is, guess_width(&n->g, s, s->pin[i]));
        }
    if (!fields)
        fprintf(n->out, "fields: {data: 8}   # CHECK: no field of a flit was found\n");
}

/* Byte enables have a bit for each byte of the data. */
static void print_bytes(const struct init *n)
{
    int keep, data;

    if (!field_of(n, "keep", &keep) || !field_of(n, "data", &data))
        return;
    if (data == 8 * keep && n->last && is_split(&n->g, "keep") == is_split(&n->g, "data"))
        fprintf(n->out, "byte_enable: {field: keep, data: data}   # CHECK: or %s: yes\n",
                is_split(&n->g, "data") ? "null_flits" : "sparse");
    else
        fprintf(n->out, "# CHECK: keep is data like any other here\n");
}

/* Bits of a number from 0 to n - 1. */
static int bits_for(int n)
{
    int bits = 1;

    while (1 << bits < n)
        bits++;
    return bits;
}

/* In a field with such a name, or in the widest one. */
static void print_destination(const struct init *n)
{
    static const char *const names[] = {"dest", "to", "target", "egress"};
    const struct guess_side *s = &n->g.side[0];
    int bits = bits_for(n->g.side[1].count), width, chosen = -1;

    if (n->g.side[1].count < 2)
        return; /* one output needs no destination */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (field_of(n, names[i], &width) && width >= bits) {
            fprintf(n->out, "destination: {field: %s, value: number}   # CHECK: the number of the output\n", names[i]);
            return;
        }
    for (int i = 0; i < s->pins; i++)
        if (n->g.pin[s->pin[i]].kind == GUESS_FIELD && guess_width(&n->g, s, s->pin[i]) >= bits &&
            (chosen < 0 || guess_width(&n->g, s, s->pin[i]) > guess_width(&n->g, s, chosen)))
            chosen = s->pin[i];
    fprintf(n->out,
            "destination: {field: %s, shift: 0, width: %d, value: number}   # CHECK: where it is in the first flit, or "
            "destination: all\n",
            chosen >= 0 ? n->g.pin[chosen].is : "data", bits);
}

/* Input flits that fill one of the outputs. */
static int ratio_up(const struct guess *g)
{
    int in = width_at(g, 0, "data"), out = width_at(g, 1, "data");

    return in > 0 && out > in && 8 * out / in <= BLACKBOX_FLITS ? out / in : 1;
}

static void print_packets(struct init *n)
{
    int width;

    n->last = field_of(n, "last", &width) && width == 1;
    if (!n->last)
        fprintf(n->out, "framing: {by: single}   # CHECK: last, length, type or single\n");
    fprintf(n->out, "packets: {min_flits: 1, max_flits: %d}   # CHECK: flits of a packet%s\n",
            n->last ? 8 * ratio_up(&n->g) : 1, is_split(&n->g, "data") ? " at inputs" : "");
    if (n->vcs > 1)
        fprintf(n->out, "vcs: %d   # CHECK: {count: %d, kept: no} if packets change them\n", n->vcs, n->vcs);
    print_bytes(n);
    print_destination(n);
}

/* One text for all ports, or a list. */
static void print_pin(const struct init *n, const struct guess_side *s, int pin)
{
    const struct guess_pin *p = &n->g.pin[pin];

    if (s->stems < 2 && *p->text) {
        fprintf(n->out, "%s%s%s\n", p->inverted ? "~" : "", p->text, p->count == 1 && s->count > 1 ? "[]" : "");
        return;
    }
    for (int port = 0; port < s->count; port++)
        fprintf(n->out, "%s\"%s%s\"", port ? ", " : "[", p->inverted ? "~" : "",
                s->stems < 2 ? n->g.ports[p->port[port]].name : name_of(&n->g, guess_of_port(&n->g, s, pin, port)));
    fprintf(n->out, "]\n");
}

static int waits(const struct init *n, const struct guess_side *s, enum guess_kind kind)
{
    int pin = guess_find(&n->g, s, kind, NULL);

    return pin >= 0 && n->g.pin[pin].waits;
}

static const char *interface_of(const struct init *n, const struct guess_side *s)
{
    int credit = guess_find(&n->g, s, GUESS_CREDIT, NULL);

    if (credit >= 0)
        return strcmp(n->g.pin[credit].is, "yummy") == 0 ? "valid-yummy" : "credit";
    if (n->vcs > 1 || guess_find(&n->g, s, GUESS_VC, NULL) >= 0)
        return "vc-valid-ready";
    if (waits(n, s, GUESS_READY))
        return "valid-then-yumi";
    if (waits(n, s, GUESS_VALID))
        return "ready-then-valid";
    return strcmp(s->axi, "t") == 0 ? "axi-stream" : "valid-ready";
}

/* Handshake first, and then the fields. */
static void print_pins(const struct init *n, const struct guess_side *s)
{
    for (int kind = GUESS_VALID; kind <= GUESS_FIELD; kind++)
        for (int i = 0; i < s->pins; i++)
            if (n->g.pin[s->pin[i]].kind == (enum guess_kind)kind) {
                fprintf(n->out, "    %s: ", n->g.pin[s->pin[i]].is);
                print_pin(n, s, s->pin[i]);
            }
}

static void print_side(const struct init *n, int output)
{
    const struct guess_side *s = &n->g.side[output];
    const char *interface = interface_of(n, s);
    int credits = guess_find(&n->g, s, GUESS_CREDIT, NULL) >= 0;

    fprintf(n->out, "%s:\n  count: %d%s\n", output ? "outputs" : "inputs", s->pins ? s->count : 1,
            s->pins ? "" : "   # CHECK: no valid was found");
    fprintf(n->out, "  interface: %s\n", interface);
    if (n->g.clocks && s->pins)
        fprintf(n->out, "  clock: %s   # CHECK: of which clock these pins are\n",
                name_of(&n->g, n->g.clock_of[guess_clock(&n->g, s->pin[0], output ? n->g.clocks - 1 : 0)]));
    if (credits)
        fprintf(n->out, "  depth: 4   # CHECK: flits that the receiver takes in each virtual channel\n");
    fprintf(n->out, "  pins:\n");
    if (!s->pins)
        fprintf(n->out, "    valid: CHECK\n");
    print_pins(n, s);
    if (!credits && guess_find(&n->g, s, GUESS_READY, NULL) < 0)
        fprintf(n->out, "    ready: CHECK   # no ready and no credit was found: interface: valid-only has none\n");
    if (s->others)
        fprintf(n->out, "# CHECK: %d more channel%s of this side: give %s a description of %s own\n", s->others,
                s->others == 1 ? "" : "s", s->others == 1 ? "it" : "each", s->others == 1 ? "its" : "its");
}

/* What an input is at that belongs to no port: takers of other channels take all, and what enables something does. */
static int is_high(const struct guess_pin *p)
{
    if (p->kind == GUESS_READY)
        return !p->inverted && !p->waits;
    if (p->kind == GUESS_VALID)
        return p->inverted;
    return strcmp(p->is, "en") == 0 || strcmp(p->is, "enable") == 0;
}

static void print_constants(const struct init *n)
{
    int inputs = 0;

    for (int i = 0; i < n->g.pins; i++) {
        const struct guess_pin *p = &n->g.pin[i];
        if (p->used || p->output)
            continue;
        for (int k = 0; k < p->count; k++) {
            fprintf(n->out, "%s  %s: ", inputs++ ? "" : "constants:\n", n->g.ports[p->port[k]].name);
            if (is_high(p))
                fprintf(n->out, "\"{%d{1'b1}}\"", p->width > 0 ? p->width : 1);
            else
                fputc('0', n->out);
            fprintf(n->out, "   # CHECK: an input of %d bit%s\n", p->width, p->width == 1 ? "" : "s");
        }
    }
}

/* What belongs to no port. Escaped names have no pin of ours. */
static void print_ignored(const struct init *n)
{
    int outputs = 0;

    for (int i = 0; i < n->g.count; i++) {
        const struct verilator_port *port = &n->g.ports[i];
        int used = 0;
        for (int k = 0; k < n->g.pins; k++)
            for (int m = 0; m < n->g.pin[k].count; m++)
                used |= n->g.pin[k].port[m] == i && n->g.pin[k].used;
        if (used || strcmp(port->direction, "input") == 0 || strcmp(port->direction, "interface") == 0)
            continue;
        fprintf(n->out, "%s  - ", outputs++ ? "" : "ignore:   # CHECK: outputs that belong to no port\n");
        if (blackbox_is_identifier(port->name))
            fputs(port->name, n->out);
        else
            quote_yaml(port->name, n->out);
        fputc('\n', n->out);
    }
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

/* Names in brackets, or nothing. @param add  print one of them */
static int print_paths(const struct init *n, const char *key, const struct arguments *paths, const char *path,
                       char *error, size_t size)
{
    char from[PATH_MAX];

    for (int i = 0; i < paths->count; i++) {
        if (path_from(path, paths->text[i], from, error, size) != 0)
            return -1;
        fprintf(n->out, i ? ", " : "%s: [", key);
        quote_yaml(from, n->out);
    }
    fputs(paths->count ? "]\n" : "", n->out);
    return 0;
}

/* @return 0, or -1 with error */
/* Their parameters are not known from the module. */
static void print_interfaces(const struct init *n)
{
    const struct blackbox_interfaces *list = n->interfaces;

    if (!list || !list->count)
        return;
    fprintf(n->out, "interfaces:   # CHECK: where an interface has parameters, add them as parameters: {WIDTH: 8}\n");
    for (int i = 0; i < list->count; i++) {
        fprintf(n->out, "  %s: {type: %s", list->item[i].port, list->item[i].type.text);
        if (list->item[i].count)
            fprintf(n->out, ", count: %d", list->item[i].count);
        fprintf(n->out, "}\n");
    }
}

static int print_all(struct init *n, const char *path, char *error, size_t size)
{
    fprintf(
        n->out,
        "# A first description of %s. Lines that say CHECK are guesses; docs/reference/router-description.md has all keys.\n"
        "top: %s\n",
        n->dut->top, n->dut->top);
    if (print_paths(n, "files", &n->dut->files, path, error, size) != 0 ||
        print_paths(n, "include", &n->dut->includes, path, error, size) != 0)
        return -1;
    print_given(n);
    print_clock(n);
    print_interfaces(n);
    print_fields(n);
    print_packets(n);
    for (int output = 0; output < 2; output++)
        print_side(n, output);
    print_constants(n);
    print_ignored(n);
    return 0;
}

static int write_file(const char *path, struct init *n, char *error, size_t size)
{
    struct output output;

    if (output_open(&output, path, error, size) != 0)
        return -1;
    n->out = output.file;
    if (print_all(n, path, error, size) != 0) {
        output_abandon(&output);
        return -1;
    }
    return output_close(&output, error, size);
}

/* Whether a part is one of another part, or of a port. */
static int is_within(const struct verilator_port *part, const struct verilator_port *whole)
{
    size_t length = strlen(whole->name);

    return part->part_of && strncmp(part->name, whole->name, length) == 0 && strchr(".[", part->name[length]) &&
           part->name[length];
}

/* Members of structures and elements of unpacked arrays are pins by themselves. */
static int is_parted(const struct blackbox_module *m, const struct verilator_port *whole)
{
    for (int i = 0; i < m->count; i++)
        if (is_within(&m->ports[i], whole) &&
            (m->ports[i].element || strchr(m->ports[i].name + strlen(whole->name), '.')))
            return 1;
    return 0;
}

/* @param parted  is_parted of each */
static int is_leaf(const struct blackbox_module *m, const char *parted, int at)
{
    for (int i = 0; i < m->count && !parted[at]; i++)
        if (!parted[i] && is_within(&m->ports[at], &m->ports[i]))
            return 0;
    return !parted[at];
}

/* What of ports and parts may be pins. @param[out] leaves  to be freed @return how many, or -1 */
static int find_leaves(const struct blackbox_module *m, struct verilator_port **leaves)
{
    char *parted = calloc((size_t)m->count + 1, 1);
    int count = 0;

    *leaves = calloc((size_t)m->count + 1, sizeof **leaves);
    if (!parted || !*leaves)
        count = -1;
    for (int i = 0; i < m->count && count == 0; i++)
        parted[i] = (char)is_parted(m, &m->ports[i]);
    for (int i = 0; i < m->count && count >= 0; i++)
        if (is_leaf(m, parted, i))
            (*leaves)[count++] = m->ports[i];
    free(parted);
    return count;
}

int blackbox_init_of(const char *path, const struct blackbox_module *m, char *error, size_t size)
{
    struct init n = {.dut = m->dut, .interfaces = m->interfaces};
    struct verilator_port *leaves;
    int status = -1, count;

    for (int i = 0; i < m->count; i++)
        if (!m->ports[i].part_of && check_name(&m->ports[i], error, size) != 0)
            return -1;
    count = find_leaves(m, &leaves);
    if (count < 0 || guess_ports(&n.g, leaves, count) != 0) {
        snprintf(error, size, "out of memory");
    } else if (check_guess(&n.g, error, size) == 0) {
        keep_fields(&n.g);
        n.vcs = count_vcs(&n.g);
        status = write_file(path, &n, error, size);
    }
    guess_finish(&n.g);
    free(leaves);
    return status;
}

/* What it says is read again: what is guessed may not go together. @return as blackbox_init */
static int try_it(const char *path, const struct blackbox_module *m, char *error, size_t size)
{
    struct blackbox *f = blackbox_load(path, NULL, error, size);
    int status = f ? blackbox_pins_check(f, m->ports, m->count, error, size) : -1;

    blackbox_destroy(f);
    if (status == 0)
        return 0;
    return strstr(error, "out of memory") ? -1 : 1;
}

/* The name of the file without its folder and its end. */
static void guess_top(const char *file, char top[BLACKBOX_NAME])
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

    snprintf(top, BLACKBOX_NAME, "%.*s", (int)strcspn(name, "."), name);
}

int blackbox_init(const char *path, const struct dut *given, char *error, size_t size)
{
    struct dut dut = *given;
    struct blackbox_interfaces interfaces = {0};
    struct blackbox_module m = {.dut = &dut, .interfaces = &interfaces};
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
    m.count = blackbox_interface_parts(&interfaces, &dut, &ports, error, size);
    arguments_free(&dut.cells);
    m.ports = ports;
    status = m.count < 0 ? -1 : blackbox_init_of(path, &m, error, size);
    if (status == 0)
        status = try_it(path, &m, error, size);
    if (status < 0)
        remove(path);
    free(ports);
    return status;
}

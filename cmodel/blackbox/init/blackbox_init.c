/* SPDX-License-Identifier: Apache-2.0
 *
 * A first description of a module, from the directions, names and widths of its ports (blackbox_guess.h). What cannot
 * be told from them says CHECK. See blackbox_build.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/output.h"
#include "../../base/quote.h"
#include "../../base/text.h"
#include "../description/blackbox_interface.h"
#include "../description/blackbox_pins.h"
#include "../description/blackbox_yaml.h"
#include "../wrapper/blackbox_build.h"
#include "blackbox_guess.h"

/* Where the writing stands. */
struct init {
    FILE *out;
    const struct dut *dut;
    const struct blackbox_interfaces *interfaces; /* or NULL */
    struct guess g;
    int vcs;            /* virtual channels */
    int last;           /* 1: a field marks the last flit */
    struct init *reads; /* of AXI, where this is of writes; NULL: there are none, or these are they */
    int is_class;       /* 1: of one class of two */
};

/* What cannot be described ---------------------------------------------------------------------------------------- */

/* What no description can say: names that are too long with {p} and [], or escaped, more ports or bits than there may
 * be. */
static int check_name(const struct verilator_port *port, char *error, size_t size)
{
    enum { MOST = BLACKBOX_NAME - 1 - (int)sizeof "{p}[]" };

    if (strcmp(port->direction, "output") != 0 && !port->signal_of && !blackbox_is_identifier(port->name))
        return text_fail(error, size,
                         "input \\%.80s : no description can have an escaped name: put a wrapper round the module",
                         port->name);
    if (strlen(port->name) <= MOST)
        return 0;
    return text_fail(error, size, "port %.40s...: its name has more than %d letters: give it a shorter one", port->name,
                     MOST);
}

static int check_count(const struct guess *g, const struct guess_pin *p, char *error, size_t size)
{
    if (p->kind != GUESS_VALID || (p->count <= BLACKBOX_PORTS && (p->count > 1 || p->width <= BLACKBOX_PORTS)))
        return 0;
    return text_fail(
        error, size,
        "port %s: it is one of more than %d of its kind, or has more bits, and a router has at most %d inputs and "
        "outputs: --init may name another module",
        g->ports[p->port[0]].name, BLACKBOX_PORTS, BLACKBOX_PORTS);
}

/* A field of more bits than a flit may have. */
static int check_field(const struct guess *g, const struct guess_side *s, int pin, char *error, size_t size)
{
    int width = guess_width(g, s, pin);

    if (g->pin[pin].kind != GUESS_FIELD || width <= BLACKBOX_BITS)
        return 0;
    return text_fail(error, size, "port %s: its field has %d bits, and a flit has at most %d",
                     g->ports[g->pin[pin].port[0]].name, width, BLACKBOX_BITS);
}

static int check_guess(const struct guess *g, char *error, size_t size)
{
    for (int i = 0; i < g->pins; i++)
        if (check_count(g, &g->pin[i], error, size) != 0)
            return -1;
    for (int side = 0; side < GUESS_SIDES; side++)
        for (int i = 0; i < g->side[side].pins; i++)
            if (check_field(g, &g->side[side], g->side[side].pin[i], error, size) != 0)
                return -1;
    return 0;
}

/* In AHB an address goes with the data of the one before, and one hready is about both: no description can say that. */
static int check_ahb(const struct guess *g, char *error, size_t size)
{
    for (int i = 0; i < g->pins; i++)
        for (int k = 0; k < g->pin[i].words; k++)
            if (strncmp(g->pin[i].word[k], "htrans", 6) == 0) {
                snprintf(
                    error, size,
                    "%s is a port of AHB, in which an address goes with the data of the one before, and one hready "
                    "is about both: no description can say that; put bridges to APB, or to valid and ready, around "
                    "the module",
                    g->ports[g->pin[i].port[0]].name);
                return -1;
            }
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
static int width_at(const struct guess *g, int side, const char *is)
{
    int pin = guess_find(g, &g->side[side], GUESS_FIELD, is);

    return pin < 0 ? 0 : guess_width(g, &g->side[side], pin);
}

/* Whether the data are wider at one side, and whether a field is, in the same ratio. */
static int is_split(const struct guess *g, const char *is)
{
    int in = width_at(g, 0, is), out = width_at(g, 1, is);

    return in > 0 && out > 0 && in != out && !g->side[GUESS_RESPONSES].pins &&
           (int64_t)in * width_at(g, 1, "data") == (int64_t)out * width_at(g, 0, "data");
}

/* The part that requests begin with. */
static int request_part(const struct guess *g)
{
    return g->side[GUESS_HEADER].pins ? GUESS_HEADER : GUESS_MAIN;
}

/* Bits that targets get in front of an id, and give back: those of the requester; 0: there are none. */
static int from_bits(const struct guess *g)
{
    int part = request_part(g), in = width_at(g, part, "id"), out = width_at(g, part + 1, "id");

    return in > 0 && out > in && width_at(g, GUESS_RESPONSES, "id") == out &&
                   width_at(g, GUESS_RESPONSES + 1, "id") == in
               ? out - in
               : 0;
}

/* Fields of outputs that inputs do not have, or not so wide, are looked at by nobody, but for data in another width,
 * and ids with the requester in front; bits that ports do not share evenly are no port's. */
static void keep_fields(struct guess *g)
{
    int from = from_bits(g);

    for (int side = 0; side < GUESS_SIDES; side++)
        for (int i = g->side[side].pins - 1; i >= 0; i--) {
            struct guess_side *s = &g->side[side], *inputs = &g->side[side & ~1];
            const struct guess_pin *p = &g->pin[s->pin[i]];
            int width = guess_width(g, s, s->pin[i]), in = guess_find(g, inputs, GUESS_FIELD, p->is);
            int differs = (side & 1) && p->kind == GUESS_FIELD && (in < 0 || guess_width(g, inputs, in) != width) &&
                          !(side == 1 && is_split(g, p->is)) && !(from && strcmp(p->is, "id") == 0);
            if (width == 0 || differs)
                give_up(g, s, i);
        }
}

static int count_fields(const struct guess *g, int side)
{
    int fields = 0;

    for (int i = 0; i < g->side[side].pins; i++)
        fields += g->pin[g->side[side].pin[i]].kind == GUESS_FIELD;
    return fields;
}

/* An input that selects an output, or an input of the router; -1: there is none. */
static int find_select(const struct guess *g)
{
    for (int i = 0; i < g->pins; i++) {
        const struct guess_pin *p = &g->pin[i];
        const char *word = p->words ? p->word[p->words - 1] : "";
        if (!p->used && !p->output && p->count == 1 && p->kind == GUESS_NOTHING &&
            (strcmp(word, "select") == 0 || strcmp(word, "sel") == 0))
            return i;
    }
    return -1;
}

/* What selects one of several outputs is a field of the only input, with a pin of its own. */
static void take_select(struct guess *g)
{
    struct guess_side *s = &g->side[0];
    int pin = find_select(g);

    if (pin < 0 || s->count != 1 || g->side[1].count < 2 || s->pins == GUESS_PINS || s->others ||
        count_fields(g, 0) == BLACKBOX_FIELDS)
        return;
    g->pin[pin].used = 1;
    g->pin[pin].kind = GUESS_FIELD;
    strcpy(g->pin[pin].is, "select");
    s->pin[s->pins++] = pin;
}

/* A header has as many fields as a flit has room for beside its own. */
static void keep_headers(struct guess *g)
{
    struct guess_side *in = &g->side[GUESS_HEADER], *out = in + 1;

    for (int i = in->pins - 1; i >= 0 && count_fields(g, 0) + count_fields(g, GUESS_HEADER) >= BLACKBOX_FIELDS; i--) {
        if (g->pin[in->pin[i]].kind != GUESS_FIELD)
            continue;
        for (int k = out->pins - 1; k >= 0; k--)
            if (g->pin[out->pin[k]].kind == GUESS_FIELD && strcmp(g->pin[out->pin[k]].is, g->pin[in->pin[i]].is) == 0)
                give_up(g, out, k);
        give_up(g, in, i);
    }
}

/* Bits of a handshake for one port. */
static int bits_of(const struct guess *g, const struct guess_side *s, enum guess_kind kind)
{
    int pin = guess_find(g, s, kind, NULL);

    return pin < 0 ? 0 : guess_width(g, s, pin);
}

/* Virtual channels that a side shows: by a valid for each, or by their number and a ready or credit for each. The
 * number may be that of credits alone, where the flit has the other one. */
static int vcs_of(const struct guess *g, const struct guess_side *s)
{
    int valids = bits_of(g, s, GUESS_VALID), number = bits_of(g, s, GUESS_VC), back = bits_of(g, s, GUESS_READY);

    if (valids > 1)
        return valids;
    back = back > 0 ? back : bits_of(g, s, GUESS_CREDIT);
    number = number ? number : bits_of(g, s, GUESS_CREDIT_VC);
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

/* The name of a field: one of a header that flits have, too, gets another one. */
static void print_name(const struct init *n, int part, const char *is)
{
    fprintf(n->out, "%s%s", part == GUESS_HEADER && width_at(&n->g, 0, is) ? "hdr_" : "", is);
}

/* What to look at in a field of that name. */
static const char *check_of(const char *field)
{
    if (strcmp(field, "keep") == 0)
        return "   # CHECK: {width: .., value: ..} for all ones";
    if (strcmp(field, "opcode") == 0)
        return "   # CHECK: {width: .., value: ..} for one kind of message, else any bits are sent";
    return strcmp(field, "id") == 0 || strcmp(field, "user") == 0
               ? "   # CHECK: {width: .., scope: packet} if it does not change within a packet, scope: last if it "
                 "counts in the last flit"
               : "";
}

/* Flits of two widths need to know in which of them a field counts. */
static void print_field(const struct init *n, const char *is, int width)
{
    if (width == 1 && (strcmp(is, "sop") == 0 || strcmp(is, "sof") == 0))
        fprintf(n->out, "{width: 1, value: first}   # CHECK: 1 in the first flit of a packet\n");
    else if (strcmp(is, "select") == 0)
        fprintf(n->out, "{width: %d, scope: first}   # CHECK: scope: packet if it must stay for all of a packet\n",
                width);
    else if (is_split(&n->g, is))
        fprintf(n->out, "{inputs: %d, outputs: %d}%s\n", width, width_at(&n->g, 1, is),
                strcmp(is, "data") == 0 ? "   # CHECK: first: high if the end on the left comes first" : "");
    else if (is_split(&n->g, "data") && strcmp(is, "last") != 0)
        fprintf(n->out, "{width: %d, scope: packet}   # CHECK: or scope: first or last\n", width);
    else
        fprintf(n->out, "%d%s\n", width, check_of(is));
}

static void print_part_fields(const struct init *n, int part)
{
    const struct guess_side *s = &n->g.side[part];

    for (int i = 0; i < s->pins; i++) {
        const char *is = n->g.pin[s->pin[i]].is;
        if (n->g.pin[s->pin[i]].kind != GUESS_FIELD)
            continue;
        fprintf(n->out, "  ");
        print_name(n, part, is);
        fprintf(n->out, ": ");
        if (part == GUESS_MAIN)
            print_field(n, is, guess_width(&n->g, s, s->pin[i]));
        else
            fprintf(n->out, "%d\n", guess_width(&n->g, s, s->pin[i]));
    }
}

static void print_fields(const struct init *n)
{
    int headers = count_fields(&n->g, GUESS_HEADER), from = from_bits(&n->g);

    if (count_fields(&n->g, 0) + headers == 0) {
        fprintf(n->out, "fields: {data: 8}   # CHECK: no field of a flit was found\n");
        return;
    }
    fprintf(n->out, "fields:   # of a %sflit, with their bits\n", headers ? "header and a " : "");
    print_part_fields(n, GUESS_HEADER);
    print_part_fields(n, GUESS_MAIN);
    if (from)
        fprintf(n->out, "  from: {width: %d, value: input}   # CHECK: the requester, in front of the id\n", from);
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

/* In the field with such a name, or in the widest one; the upper bits of an address. */
static void print_destination(const struct init *n)
{
    static const char *const names[] = {"dest", "to", "target", "egress", "select"};
    const int part = request_part(&n->g), bits = bits_for(n->g.side[1].count);
    const struct guess_side *s = &n->g.side[part];
    int chosen = -1, address = width_at(&n->g, part, "addr");

    if (n->g.side[1].count < 2)
        return; /* one output needs no destination */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (width_at(&n->g, part, names[i]) >= bits) {
            fprintf(n->out, "destination: {field: %s, value: number}   # CHECK: the number of the output\n", names[i]);
            return;
        }
    if (address >= bits) {
        fprintf(n->out,
                "destination: {field: addr, shift: %d, width: %d, value: number}   # CHECK: which bits of an "
                "address select the output\n",
                address - bits, bits);
        return;
    }
    for (int i = 0; i < s->pins; i++)
        if (n->g.pin[s->pin[i]].kind == GUESS_FIELD && guess_width(&n->g, s, s->pin[i]) >= bits &&
            (chosen < 0 || guess_width(&n->g, s, s->pin[i]) > guess_width(&n->g, s, chosen)))
            chosen = s->pin[i];
    fprintf(n->out, "destination: {field: ");
    print_name(n, part, chosen >= 0 ? n->g.pin[chosen].is : "data");
    fprintf(n->out,
            ", shift: 0, width: %d, value: number}   # CHECK: where it is in the first flit, or destination: all\n",
            bits);
}

/* Input flits that fill one of the outputs. */
static int ratio_up(const struct guess *g)
{
    int in = width_at(g, 0, "data"), out = width_at(g, 1, "data");

    return in > 0 && out > in && 8 * out / in <= BLACKBOX_FLITS ? out / in : 1;
}

/* Flits that a field of so many bits may count. */
static int most_beats(int width)
{
    return width > 0 && width < 3 ? 1 << width : 8;
}

static void print_packets(struct init *n)
{
    int width, len = width_at(&n->g, GUESS_HEADER, "len");

    n->last = field_of(n, "last", &width) && width == 1;
    if (!n->last)
        fprintf(n->out, "framing: {by: single}   # CHECK: last, length, type or single\n");
    else if (len)
        fprintf(n->out,
                "framing: {by: last, length: {field: len, offset: -1}}   # CHECK: len is the number of flits less "
                "one\n");
    fprintf(n->out, "packets: {min_flits: 1, max_flits: %d}   # CHECK: flits of a packet%s\n",
            n->last ? most_beats(len) * ratio_up(&n->g) : 1, is_split(&n->g, "data") ? " at inputs" : "");
    if (n->vcs > 1)
        fprintf(n->out, "vcs: %d   # CHECK: {count: %d, kept: no} if packets change them\n", n->vcs, n->vcs);
    print_bytes(n);
    print_destination(n);
}

/* Bits of a pin that are one of two fields of it. */
struct cut {
    int low, width; /* width 0: all of them */
};

/* A pin of a port, with the bits of it that are meant. */
static void print_own_pin(const struct init *n, const struct guess_side *s, int pin, int port, struct cut cut)
{
    const struct guess_pin *p = &n->g.pin[pin];
    int shared = s->stems < 2 && p->count == 1 && s->count > 1;
    int low = cut.low + (shared ? port * guess_width(&n->g, s, pin) : 0);

    fprintf(n->out, "\"%s%s", p->inverted ? "~" : "",
            s->stems < 2 ? n->g.ports[p->port[p->count > 1 ? port : 0]].name
                         : name_of(&n->g, guess_of_port(&n->g, s, pin, port)));
    if (cut.width)
        fprintf(n->out, "[%d:%d]", low + cut.width - 1, low);
    fputc('"', n->out);
}

/* One text for all ports, or a list. */
static void print_pin(const struct init *n, const struct guess_side *s, int pin, struct cut cut)
{
    const struct guess_pin *p = &n->g.pin[pin];

    if (s->stems < 2 && *p->text && !cut.width) {
        fprintf(n->out, "%s%s%s\n", p->inverted ? "~" : "", p->text, p->count == 1 && s->count > 1 ? "[]" : "");
        return;
    }
    for (int port = 0; port < s->count; port++) {
        fprintf(n->out, "%s", port ? ", " : "[");
        print_own_pin(n, s, pin, port, cut);
    }
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

/* An id that has the requester in front of it is two fields. */
static void print_field_pin(const struct init *n, int side, int pin, const char *indent)
{
    const struct guess_side *s = &n->g.side[side];
    int from = from_bits(&n->g), width = guess_width(&n->g, s, pin);
    int parted = from && strcmp(n->g.pin[pin].is, "id") == 0 && width == width_at(&n->g, GUESS_RESPONSES, "id");

    fprintf(n->out, "%s", indent);
    print_name(n, side & ~1, n->g.pin[pin].is);
    fprintf(n->out, ": ");
    print_pin(n, s, pin, parted ? (struct cut){0, width - from} : (struct cut){0});
    if (!parted)
        return;
    fprintf(n->out, "%sfrom: ", indent);
    print_pin(n, s, pin, (struct cut){width - from, from});
}

/* Handshake first, and then the fields. */
static void print_pins(const struct init *n, int side, const char *indent)
{
    const struct guess_side *s = &n->g.side[side];

    for (int kind = GUESS_VALID; kind <= GUESS_FIELD; kind++)
        for (int i = 0; i < s->pins; i++) {
            const struct guess_pin *p = &n->g.pin[s->pin[i]];
            if (p->kind != (enum guess_kind)kind)
                continue;
            if (kind == GUESS_FIELD) {
                print_field_pin(n, side, s->pin[i], indent);
                continue;
            }
            fprintf(n->out, "%s%s: ", indent, p->is);
            print_pin(n, s, s->pin[i], (struct cut){0});
        }
}

/* Channels that are in no description. */
static void print_others(const struct init *n, const struct guess_side *s)
{
    if (s->others && !n->is_class)
        fprintf(n->out, "# CHECK: %d more channel%s of this side: give %s a description of %s own\n", s->others,
                s->others == 1 ? "" : "s", s->others == 1 ? "it" : "each", s->others == 1 ? "its" : "its");
}

static void print_header(const struct init *n, int output)
{
    fprintf(n->out, "  header:   # CHECK: %s\n    pins:\n",
            output ? "in the order of packets" : "when: before, with or after its packet, if not any");
    print_pins(n, GUESS_HEADER + output, "      ");
}

/* The clock of a port, by the names of its pins. */
static const char *clock_of(const struct init *n, const struct guess_side *s, int output, int port)
{
    int otherwise = output ? n->g.clocks - 1 : 0, pin = s->pins ? guess_of_port(&n->g, s, s->pin[0], port) : -1;

    return name_of(&n->g, n->g.clock_of[pin < 0 ? otherwise : guess_clock(&n->g, pin, otherwise)]);
}

/* One for all ports, or a list. */
static void print_port_clocks(const struct init *n, const struct guess_side *s, int output)
{
    const char *first = clock_of(n, s, output, 0);
    int differ = 0;

    for (int port = 1; port < s->count && s->stems > 1; port++)
        differ |= strcmp(clock_of(n, s, output, port), first) != 0;
    fprintf(n->out, "  clock: %s%s", differ ? "[" : "", first);
    for (int port = 1; differ && port < s->count; port++)
        fprintf(n->out, ", %s", clock_of(n, s, output, port));
    fprintf(n->out, "%s   # CHECK: of which clock these pins are\n", differ ? "]" : "");
}

static void print_side(const struct init *n, int output)
{
    const struct guess_side *s = &n->g.side[output];
    const char *interface = interface_of(n, s);
    int credits = guess_find(&n->g, s, GUESS_CREDIT, NULL) >= 0;

    fprintf(n->out, "%s:\n  count: %d%s\n", output ? "outputs" : "inputs", s->pins ? s->count : 1,
            s->pins ? "" : "   # CHECK: no valid was found");
    fprintf(n->out, "  interface: %s\n", interface);
    if (n->g.clocks)
        print_port_clocks(n, s, output);
    if (credits)
        fprintf(n->out, "  depth: 4   # CHECK: flits that the receiver takes in each virtual channel\n");
    fprintf(n->out, "  pins:\n");
    if (!s->pins)
        fprintf(n->out, "    valid: CHECK\n");
    print_pins(n, output, "    ");
    if (!credits && guess_find(&n->g, s, GUESS_READY, NULL) < 0)
        fprintf(n->out, "    ready: CHECK   # no ready and no credit was found: interface: valid-only has none\n");
    if (n->vcs > 1 && bits_of(&n->g, s, GUESS_VALID) == 1 && guess_find(&n->g, s, GUESS_VC, NULL) < 0)
        fprintf(n->out,
                "    vc: CHECK   # no pin for the channel of a flit was found: it may be some bits of the flit\n");
    if (n->g.side[GUESS_HEADER].pins)
        print_header(n, output);
    print_others(n, s);
}

/* Responses ------------------------------------------------------------------------------------------------------- */

static void print_match(const struct init *n)
{
    fprintf(n->out,
            "  match: {id: id%s}   # CHECK: fields of the response that hold one of the request\n"
            "  order: id   # CHECK: all, none, or the field whose requests are answered in order\n",
            from_bits(&n->g) ? ", from: from" : "");
}

/* As many fields as targets send; ids are those of requesters. */
static void print_responses(const struct init *n)
{
    const int side = GUESS_RESPONSES, part = request_part(&n->g);
    const struct guess_side *s = &n->g.side[side];
    int id = width_at(&n->g, part, "id") && width_at(&n->g, side, "id"), from = from_bits(&n->g),
        last = width_at(&n->g, side, "last") == 1, len = last && !n->last ? width_at(&n->g, part, "len") : 0;

    fprintf(n->out, "responses:\n  fields:\n");
    for (int i = 0; i < s->pins; i++)
        if (n->g.pin[s->pin[i]].kind == GUESS_FIELD)
            fprintf(n->out, "    %s: %d\n", n->g.pin[s->pin[i]].is,
                    guess_width(&n->g, s, s->pin[i]) - (from && strcmp(n->g.pin[s->pin[i]].is, "id") == 0 ? from : 0));
    if (from)
        fprintf(n->out, "    from: %d\n", from);
    if (!last)
        fprintf(n->out, "  framing: {by: single}   # CHECK\n");
    fprintf(n->out, "  packets: {min_flits: 1, max_flits: %d}   # CHECK\n", last ? most_beats(len) : 1);
    for (int output = 0; output < 2; output++) {
        fprintf(n->out, "  %s:   # where %s\n    interface: %s\n    pins:\n", output ? "outputs" : "inputs",
                output ? "requesters are answered" : "targets answer", interface_of(n, &n->g.side[side + output]));
        print_pins(n, side + output, "      ");
    }
    if (id)
        print_match(n);
    else
        fprintf(n->out, "  order: all   # CHECK: none, if responses may overtake each other\n");
    if (len)
        fprintf(n->out, "  length: {field: len, offset: -1}   # CHECK: len is the number of flits less one\n");
    fprintf(n->out, "  outstanding: 8   # CHECK: requests without a response per requester\n");
    if (width_at(&n->g, side, "resp") == 2)
        fprintf(
            n->out,
            "  unroutable: {field: resp, value: 3}   # CHECK: for illegal: {unroutable: {values: [..], then: answered}}, "
            "addresses that no target has\n");
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

/* What selects one of several inputs follows what they offer; one that has a bit for each of them is one-hot. */
static void print_select(struct init *n)
{
    int pin = find_select(&n->g), inputs = n->g.side[0].count, width = pin < 0 ? 0 : n->g.pin[pin].width;
    int onehot = width == inputs && width > bits_for(inputs);

    if (pin < 0 || inputs < 2 || n->g.side[1].count > 1 || n->vcs > 1 || inputs > BLACKBOX_SIDE_VALUES ||
        width < bits_for(inputs))
        return;
    n->g.pin[pin].used = 1;
    fprintf(n->out, "sideband:\n  %s: {width: %d, select: inputs", name_of(&n->g, pin), width);
    for (int i = 0; onehot && i < inputs; i++)
        fprintf(n->out, "%s%d", i ? ", " : ", values: [", 1 << i);
    fprintf(n->out, "%s}   # CHECK: it stays for a packet\n", onehot ? "]" : "");
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
        !realpath(folder, real) || !realpath(file, from))
        return text_fail(error, size, "%s or %s: no such folder or file, or the path is too long", path, file);
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

/* Flits, and who sends and gets them. */
static void print_channels(struct init *n)
{
    print_fields(n);
    print_packets(n);
    for (int output = 0; output < 2; output++)
        print_side(n, output);
    if (n->g.side[GUESS_RESPONSES].pins)
        print_responses(n);
}

/* A class, whose lines are those of a description by itself. @return 0, or -1 when out of memory */
static int print_class(struct init *n, const char *name, FILE *out)
{
    struct text text;
    char *all, *rest, *line;

    n->out = text_open(&text);
    if (!n->out)
        return -1;
    print_channels(n);
    n->out = out;
    all = rest = text_close(&text);
    fprintf(out, "  %s:\n", name);
    while ((line = strsep(&rest, "\n")) && (rest || *line))
        fprintf(out, "    %s\n", line);
    free(all);
    return all ? 0 : -1;
}

/* What one of the two classes has is no constant. */
static void join_pins(struct guess *g, const struct guess *other)
{
    for (int i = 0; i < g->pins && i < other->pins; i++)
        g->pin[i].used |= other->pin[i].used;
}

/* @return 0, or -1 when out of memory */
static int print_messages(struct init *n)
{
    if (!n->reads) {
        print_channels(n);
        print_select(n);
        return 0;
    }
    fprintf(n->out, "classes:   # of messages, at the same time\n");
    if (print_class(n, "write", n->out) != 0 || print_class(n->reads, "read", n->out) != 0)
        return -1;
    join_pins(&n->g, &n->reads->g);
    return 0;
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
    if (print_messages(n) != 0)
        return text_fail(error, size, "out of memory");
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

/* What the leaves of a module are. @param reads  as guess_ports has it @return 0, or -1 with error */
static int guess(struct init *n, const struct verilator_port *leaves, int count, int reads, char *error, size_t size)
{
    if (guess_ports(&n->g, leaves, count, reads) != 0)
        return text_fail(error, size, "out of memory");
    if (check_guess(&n->g, error, size) != 0 || check_ahb(&n->g, error, size) != 0)
        return -1;
    keep_fields(&n->g);
    keep_headers(&n->g);
    take_select(&n->g);
    n->vcs = count_vcs(&n->g);
    return 0;
}

static int describe(const char *path, const struct blackbox_module *m, const struct verilator_port *leaves, int count,
                    char *error, size_t size)
{
    struct init n = {.dut = m->dut, .interfaces = m->interfaces}, reads = n;
    int status = guess(&n, leaves, count, 0, error, size);

    if (status == 0 && n.g.other) {
        status = guess(&reads, leaves, count, 1, error, size);
        n.reads = &reads;
        n.is_class = reads.is_class = 1;
    }
    if (status == 0)
        status = write_file(path, &n, error, size);
    guess_finish(&n.g);
    guess_finish(&reads.g);
    return status;
}

int blackbox_init_of(const char *path, const struct blackbox_module *m, char *error, size_t size)
{
    struct verilator_port *leaves;
    int count, status;

    for (int i = 0; i < m->count; i++)
        if (!m->ports[i].part_of && check_name(&m->ports[i], error, size) != 0)
            return -1;
    count = find_leaves(m, &leaves);
    if (count < 0)
        snprintf(error, size, "out of memory");
    status = count < 0 ? -1 : describe(path, m, leaves, count, error, size);
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

/* Nothing is written over. */
static int check_free(const char *path, char *error, size_t size)
{
    if (access(path, F_OK) != 0)
        return 0;
    return text_fail(error, size, "%s: is there already, and is not written over", path);
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

    if (check_free(path, error, size) != 0)
        return -1;
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

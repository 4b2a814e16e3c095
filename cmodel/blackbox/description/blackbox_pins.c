/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_pins.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../base/value.h"
#include "../../dut/dut.h"
#include "blackbox_clocks.h"
#include "blackbox_interface.h"
#include "blackbox_yaml.h"

int blackbox_role(const char *name)
{
    static const struct {
        const char *name;
        enum blackbox_role role;
    } roles[] = {{"valid", BLACKBOX_VALID},         {"vc", BLACKBOX_VC},         {"ready", BLACKBOX_READY},
                 {"yumi", BLACKBOX_READY},          {"credit", BLACKBOX_CREDIT}, {"yummy", BLACKBOX_CREDIT},
                 {"credit_vc", BLACKBOX_CREDIT_VC}, {"cycle", BLACKBOX_CYCLE},   {"enable", BLACKBOX_ENABLE}};

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(name, roles[i].name) == 0)
            return (int)roles[i].role;
    return -1;
}

/* One pin --------------------------------------------------------------------------------------------------------- */

/* Put numbers into {p} and {v}. @return 0, or -1 when it is too long, or has other braces */
static int expand(const char *text, int port, int vc, char to[BLACKBOX_NAME])
{
    size_t length = 0;

    for (; *text && length < BLACKBOX_NAME - 8; text++) {
        int is_port = strncmp(text, "{p}", 3) == 0;
        if (is_port || strncmp(text, "{v}", 3) == 0) {
            length += (size_t)sprintf(to + length, "%d", is_port ? port : vc);
            text += 2;
        } else if (strchr("{}", *text)) {
            return -1;
        } else {
            to[length++] = *text;
        }
    }
    to[length] = 0;
    return *text ? -1 : 0;
}

/* The bits between brackets. @return 0, or -1 */
static int parse_slice(const char *at, int port, int width, struct blackbox_bits *bits)
{
    uint64_t left, right;

    if (strcmp(at, "[]") == 0) {
        bits->form = BLACKBOX_LANES;
        bits->low = port * width;
        return 0;
    }
    at++;
    if (value_digits(&at, 1 << 20, &left) != 0)
        return -1;
    right = left;
    if (*at == ':' && (at++, value_digits(&at, 1 << 20, &right) != 0))
        return -1;
    if (strcmp(at, "]") != 0)
        return -1;
    bits->form = BLACKBOX_RANGE;
    bits->left = (int)left;
    bits->right = (int)right;
    bits->low = (int)(left < right ? left : right);
    bits->width = (int)(left < right ? right - left : left - right) + 1;
    return 0;
}

/* Length of a name of Verilog, 0: it is none. */
static size_t name_length(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";

    return *text && strchr("$0123456789", *text) ? 0 : strspn(text, letters);
}

/* Length of what names a port or a part of it, as data_i[1].last; the last brackets, if nothing follows them, name bits
 * of that. 0: it is none. */
static size_t path_length(const char *text)
{
    size_t length = name_length(text), digits;

    while (length > 0 && text[length]) {
        if (text[length] == '.') {
            size_t more = name_length(text + length + 1);
            if (more == 0)
                return 0;
            length += 1 + more;
            continue;
        }
        digits = text[length] == '[' ? strspn(text + length + 1, "0123456789") : 0;
        if (digits == 0 || text[length + 1 + digits] != ']' || !text[length + 2 + digits])
            break;
        length += 2 + digits;
    }
    return length;
}

int blackbox_pin_parse(const char *text, int port, int vc, int width, struct blackbox_bits *bits)
{
    size_t length;

    bits->inverted = *text == '~';
    if (expand(text + bits->inverted, port, vc, bits->name) != 0)
        return -1;
    length = path_length(bits->name);
    bits->form = BLACKBOX_PIN_WHOLE;
    bits->left = bits->right = bits->low = 0;
    bits->width = bits->asked = width;
    if (length == 0)
        return -1;
    if (bits->name[length] == 0)
        return 0;
    if (bits->name[length] != '[' || parse_slice(bits->name + length, port, width, bits) != 0)
        return -1;
    bits->name[length] = 0;
    return 0;
}

/* All of them ----------------------------------------------------------------------------------------------------- */

/* Where a list stands. */
struct list {
    const struct blackbox *f;
    struct blackbox_bits *bits;
    int count;
};

/* Bits of a number from 0 to n - 1. */
static int number_bits(int n)
{
    int bits = 1;

    while (1 << bits < n)
        bits++;
    return bits;
}

static int role_width(const struct blackbox *f, const struct blackbox_ports *ports, int role,
                      const struct blackbox_text *pin)
{
    if (role == BLACKBOX_READY)
        return blackbox_pin_ready_width(f, ports, pin);
    if (role == BLACKBOX_VC || role == BLACKBOX_CREDIT_VC)
        return number_bits(f->vcs);
    if (role == BLACKBOX_HEADER_VALID || role == BLACKBOX_HEADER_READY || role >= BLACKBOX_OTHER ||
        (role == BLACKBOX_VALID && ports->id))
        return 1;
    return role == BLACKBOX_CREDIT && ports->roles[BLACKBOX_CREDIT_VC].count ? 1 : f->vcs;
}

static int append(struct list *l, const struct blackbox_bits *bits)
{
    struct blackbox_bits *more = realloc(l->bits, (size_t)(l->count + 1) * sizeof *more);

    if (!more)
        return -1;
    l->bits = more;
    more[l->count] = *bits;
    blackbox_pin_whole(l->f, &more[l->count++]);
    return 0;
}

/* The bits of a handshake are those of virtual channels, by the numbers that the module gives them: where these count
 * upwards, channel 0 is on the left. */
static int is_turned(const struct list *l, const struct blackbox_bits *b)
{
    const struct verilator_port *port = blackbox_pin_declared(l->f, b->name);

    return (b->role == BLACKBOX_VALID || b->role == BLACKBOX_READY || b->role == BLACKBOX_CREDIT) && b->width > 1 &&
           b->width == l->f->vcs && port && port->ascending_bits && b->left <= b->right;
}

static int add(struct list *l, const struct blackbox_text *text, struct blackbox_bits bits, int width)
{
    int status = 0, last;

    bits.line = text->line;
    blackbox_pin_parse(text->text, bits.port, bits.vc, width, &bits);
    blackbox_pin_place(l->f, &bits);
    if (!is_turned(l, &bits) || bits.low < 0)
        return append(l, &bits);
    last = bits.low + bits.width - 1;
    bits.width = bits.asked = 1;
    for (bits.vc = 0; bits.vc < l->f->vcs && status == 0; bits.vc++) {
        bits.low = last - bits.vc;
        status = append(l, &bits);
    }
    return status;
}

/* A pin of a port: one of each virtual channel, or of all. */
static int add_pin(struct list *l, const struct blackbox_text *text, struct blackbox_bits about, int width)
{
    int each = strstr(text->text, "{v}") != NULL;

    for (about.vc = each ? 0 : -1; about.vc < (each ? l->f->vcs : 0); about.vc++)
        if (add(l, text, about, each ? 1 : width) != 0)
            return -1;
    return 0;
}

static int add_port(struct list *l, const struct blackbox_ports *ports, int output, int port)
{
    for (int i = 0; i < BLACKBOX_ROLES + l->f->fields; i++) {
        int role = i < BLACKBOX_ROLES ? i : -1, field = i - BLACKBOX_ROLES;
        int back = role == BLACKBOX_READY || role == BLACKBOX_HEADER_READY || role == BLACKBOX_CREDIT ||
                   role == BLACKBOX_CREDIT_VC;
        const struct blackbox_pin *pin = role >= 0 ? &ports->roles[role] : &ports->fields[field];
        struct blackbox_bits about = {
            .f = l->f, .into = output == back, .output = output, .port = port, .role = role, .field = field};
        if (!pin->count || (role < 0 && field == ports->other)) /* which a valid of its own tells */
            continue;
        const struct blackbox_text *text = &pin->text[pin->count > 1 ? port : 0];
        if (add_pin(l, text, about,
                    role >= 0 ? role_width(l->f, ports, role, text) : l->f->field[field].side[output]) != 0)
            return -1;
    }
    return 0;
}

/* Bits of pins that are at constants; whole pins are no bits. */
static int add_constants(struct list *l)
{
    for (int i = 0; i < l->f->pins.count; i++) {
        const struct blackbox_constant *c = &l->f->pins.item[i];
        struct blackbox_bits about = {.f = l->f, .into = 1, .role = BLACKBOX_AT_CONSTANT, .field = i, .vc = -1};
        struct blackbox_text text = {.line = c->value.line};
        if (!blackbox_is_part(c->name))
            continue;
        strcpy(text.text, c->name);
        if (add(l, &text, about, blackbox_pin_width(l->f, c->name)) != 0)
            return -1;
    }
    return 0;
}

/* Outputs that steps of the setup wait for. */
static int add_setup(struct list *l)
{
    for (int i = 0; i < l->f->setup.steps; i++) {
        const struct blackbox_text *until = &l->f->setup.step[i].until;
        struct blackbox_bits about = {.f = l->f, .role = BLACKBOX_IN_SETUP, .field = i, .vc = -1};
        if (until->line && add(l, until, about, 1) != 0)
            return -1;
    }
    return 0;
}

static int add_ports(struct list *l)
{
    const struct blackbox *f = l->f;
    int status = 0;

    for (int p = 0; p < f->inputs.count && status == 0; p++)
        status = add_port(l, &f->inputs, 0, p);
    for (int p = 0; p < f->outputs.count && status == 0; p++)
        status = add_port(l, &f->outputs, 1, p);
    return status;
}

int blackbox_pin_list(const struct blackbox *f, struct blackbox_bits **bits)
{
    struct list l = {.f = f};
    int status = 0;

    for (const struct blackbox *class = f; class && status == 0; class = class->also) {
        l.f = class;
        status = add_ports(&l);
        if (status == 0 && class == f)
            status = add_constants(&l) == 0 ? add_setup(&l) : -1;
        l.f = class->responses.f;
        if (status == 0 && l.f)
            status = add_ports(&l);
    }
    *bits = l.bits;
    if (status == 0)
        return l.count;
    free(l.bits);
    *bits = NULL;
    return -1;
}

void blackbox_place(const struct blackbox *f, const char *text, int router, FILE *out)
{
    int cols = f->cols ? f->cols : 1;
    const struct {
        const char *name;
        int value;
    } words[] = {{"{n}", router}, {"{x}", router % cols}, {"{y}", router / cols}};

    while (*text) {
        size_t i = 0;
        while (i < 3 && strncmp(text, words[i].name, 3) != 0)
            i++;
        if (i < 3)
            fprintf(out, "%d", words[i].value);
        else
            fputc(*text, out);
        text += i < 3 ? 3 : 1;
    }
}

/* Against the module ---------------------------------------------------------------------------------------------- */

/* What is found, a line each. */
struct findings {
    const struct blackbox *f;
    const char *begin;
    char *at;
    size_t left;
    int count;
};

static void find(struct findings *w, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same is said once: pins of several ports have one line. */
static void find(struct findings *w, int line, const char *format, ...)
{
    char sentence[1024];
    va_list values;
    int length;

    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    if (w->count && strstr(w->begin, sentence))
        return;
    length = snprintf(w->at, w->left, "%s%s:%d: %s", w->count++ ? "\n  " : "", w->f->path, line, sentence);
    length = length < 0 ? 0 : (size_t)length < w->left ? length : (int)w->left - 1;
    w->at += length;
    w->left -= (size_t)length;
}

static const struct verilator_port *port_of(const struct verilator_port *ports, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(ports[i].name, name) == 0)
            return &ports[i];
    return NULL;
}

/* A signal of an interface whose port has no modport: either side may drive it. */
static int is_open(const struct verilator_port *port)
{
    return port->signal_of && strcmp(port->direction, "inout") == 0;
}

/* @param into  1: an input of the module */
static const struct verilator_port *check_port(struct findings *w, const struct verilator_port *ports, int count,
                                               const char *name, int line, int into)
{
    const struct verilator_port *port = port_of(ports, count, name);

    if (!port)
        find(w, line, "module %s has no pin %s", w->f->top, name);
    else if (strcmp(port->direction, into ? "input" : "output") != 0 && !is_open(port))
        find(w, line, "pin %s of module %s is an %s, must be an %s", name, w->f->top, port->direction,
             into ? "input" : "output");
    else if (port->width <= 0)
        find(w, line, "pin %s of module %s is no plain vector: put a wrapper round the module", name, w->f->top);
    else
        return port;
    return NULL;
}

static void check_one_bit(struct findings *w, const struct verilator_port *ports, int count,
                          const struct blackbox_text *pin)
{
    const struct verilator_port *port = check_port(w, ports, count, pin->text, pin->line, 1);

    if (port && port->width != 1)
        find(w, pin->line, "pin %s of module %s is %d bits wide, must be 1", pin->text, w->f->top, port->width);
}

static int is_named(const struct blackbox_bits *bits, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(bits[i].name, name) == 0)
            return 1;
    return 0;
}

/* Bits with two meanings ------------------------------------------------------------------------------------------ */

/* "data of input 1" */
static void name_use(const struct blackbox_bits *b, char *text, size_t size)
{
    static const char *const roles[BLACKBOX_ROLES] = {"valid",        "vc",           "ready", "credit", "credit_vc",
                                                      "header valid", "header ready", "valid", "cycle",  "enable"};

    if (b->role == BLACKBOX_AT_CONSTANT)
        snprintf(text, size, "a constant");
    else if (b->role == BLACKBOX_IN_SETUP)
        snprintf(text, size, "until of setup");
    else
        snprintf(text, size, "%.60s of %s %d%s%s%s", b->role >= 0 ? roles[b->role] : b->f->field[b->field].name,
                 b->output ? "output" : "input", b->port, b->f->requests ? " of responses" : "",
                 *blackbox_class_name(b->f) ? " of class " : "", blackbox_class_name(b->f));
}

/* "bit 3 of pin x", "bits 3 to 5 of pin x", by the numbers that the module gives them. */
static void name_bits(const struct blackbox *f, const char *pin, int low, int high, char *text, size_t size)
{
    int first = blackbox_pin_number(f, pin, low), last = blackbox_pin_number(f, pin, high);

    if (low == high)
        snprintf(text, size, "bit %d of pin %s", first, pin);
    else
        snprintf(text, size, "bits %d to %d of pin %s", first < last ? first : last, first < last ? last : first, pin);
}

/* A bit that the router reads has one driver. What it drives may be looked at twice, such as the data of several
 * outputs, but each port has a valid and a credit of its own. */
static int is_conflict(const struct blackbox_bits *a, const struct blackbox_bits *b)
{
    if (strcmp(a->name, b->name) != 0 || a->low >= b->low + b->width || b->low >= a->low + a->width)
        return 0;
    return a->into || b->into || (a->role == b->role && (a->role == BLACKBOX_VALID || a->role == BLACKBOX_CREDIT));
}

static void report_conflict(struct findings *w, const struct blackbox_bits *first, const struct blackbox_bits *second)
{
    const struct blackbox_ports *ports = second->output ? &second->f->outputs : &second->f->inputs;
    const struct blackbox_pin *pin = second->role >= 0                      ? &ports->roles[second->role]
                                     : second->role <= BLACKBOX_AT_CONSTANT ? NULL
                                                                            : &ports->fields[second->field];
    int low = first->low > second->low ? first->low : second->low;
    int high = (first->low + first->width < second->low + second->width ? first->low + first->width
                                                                        : second->low + second->width) -
               1;
    char uses[2][BLACKBOX_NAME], bits[2 * BLACKBOX_NAME];

    name_use(first, uses[0], sizeof uses[0]);
    name_use(second, uses[1], sizeof uses[1]);
    name_bits(w->f, second->name, low, high, bits, sizeof bits);
    if (pin && pin->count == 1 && first->line == second->line && first->role == second->role &&
        first->field == second->field)
        find(w, second->line,
             "%s: the same pin for each of %d %ss: write it with {p}, with [] for a vector of all ports, or as a list",
             pin->text->text, ports->count, second->output ? "output" : "input");
    else
        find(w, second->line, "%s: named twice, as %s and as %s", bits, uses[0], uses[1]);
}

/* @return the first one before it with which a use is in conflict, or -1 */
static int conflict_of(const struct blackbox_bits *bits, int at)
{
    for (int k = 0; k < at; k++)
        if (is_conflict(&bits[k], &bits[at]))
            return k;
    return -1;
}

/* What --init writes where it found no pin. */
static int is_unnamed(const struct findings *w, const struct blackbox_bits *b)
{
    return strcmp(b->name, "CHECK") == 0 && !blackbox_pin_declared(w->f, b->name);
}

/* Each of them once, for all its ports. */
static void check_unnamed(struct findings *w, const struct blackbox_bits *bits, int many)
{
    for (int i = 0; i < many; i++)
        if (is_unnamed(w, &bits[i]) && bits[i].port == 0 && bits[i].vc <= 0)
            find(w, bits[i].line, "CHECK stands for a pin that --init did not find: name the %s of %s",
                 bits[i].role == BLACKBOX_VALID ? "valid"
                 : bits[i].role == BLACKBOX_VC  ? "channel, vc,"
                                                : "ready, or the credit,",
                 bits[i].output ? "outputs" : "inputs");
}

static void check_conflicts(struct findings *w, const struct blackbox_bits *bits, int many)
{
    for (int i = 1; i < many; i++)
        if (!is_unnamed(w, &bits[i]) && conflict_of(bits, i) >= 0)
            report_conflict(w, &bits[conflict_of(bits, i)], &bits[i]);
}

/* Then bits are missing, too. */
static int has_conflict(const struct blackbox_bits *bits, int many, const char *name)
{
    for (int i = 1; i < many; i++)
        if (strcmp(bits[i].name, name) == 0 && conflict_of(bits, i) >= 0)
            return 1;
    return 0;
}

/* Whether a range names bits that the module does not have. */
static int is_outside(const struct blackbox_bits *b, const struct verilator_port *port)
{
    return b->form == BLACKBOX_RANGE && (b->low < 0 || b->width > port->width - b->low);
}

static void check_range(struct findings *w, const struct blackbox_bits *b, const struct verilator_port *port)
{
    char whole[64], written[64];

    if (!is_outside(b, port))
        return;
    blackbox_pin_range(port, 0, port->width, whole, sizeof whole);
    if (b->left == b->right)
        snprintf(written, sizeof written, "[%d]", b->left);
    else
        snprintf(written, sizeof written, "[%d:%d]", b->left, b->right);
    find(w, b->line, "%s%s: module %s has %s%s: bits have the numbers of the module, in its order", b->name, written,
         w->f->top, b->name, whole);
}

/* A whole number fits into the bits that have it; of other constants Verilog takes the lowest bits. */
static void check_constant(struct findings *w, const struct blackbox_bits *b)
{
    const char *text = w->f->pins.item[b->field].value.text;
    uint64_t value;

    if (value_digits(&text, UINT64_MAX, &value) == 0 && !*text && b->width < 64 && value >> b->width)
        find(w, b->line, "%s: %s does not fit into %d bit%s", w->f->pins.item[b->field].name,
             w->f->pins.item[b->field].value.text, b->width, b->width == 1 ? "" : "s");
}

/* What bits of a port are used for has as many. */
static void check_width(struct findings *w, const struct blackbox_bits *b)
{
    char use[BLACKBOX_NAME];

    int number = b->role == BLACKBOX_VC || b->role == BLACKBOX_CREDIT_VC; /* which may have more bits than it needs */

    if (b->width == b->asked || (number && b->width > b->asked))
        return;
    name_use(b, use, sizeof use);
    if (b->role >= 0)
        find(w, b->line, "%s: %d bits are named, and %s has %d", b->name, b->width, use, b->asked);
    else
        find(w, b->line, "%s: %d bits are named, and field %s has %d", b->name, b->width, b->f->field[b->field].name,
             b->asked);
}

static void check_bits(struct findings *w, const struct blackbox_bits *bits, int many,
                       const struct verilator_port *ports, int count)
{
    const char *last = "";

    for (int i = 0; i < many; i++) {
        const struct verilator_port *port = port_of(ports, count, bits[i].name);
        if (is_unnamed(w, &bits[i]))
            continue;
        if (bits[i].role == BLACKBOX_AT_CONSTANT)
            check_constant(w, &bits[i]);
        else
            check_width(w, &bits[i]);
        if (port && port->width > 0)
            check_range(w, &bits[i], port);
        if (strcmp(bits[i].name, last) == 0)
            continue;
        last = bits[i].name;
        port = check_port(w, ports, count, bits[i].name, bits[i].line, bits[i].into);
        if (port && !bits[i].into && *port->undriven)
            find(w, bits[i].line, "output %s%s of module %s: nothing in the module drives it (%s)", port->name,
                 port->undriven_bits, w->f->top, port->undriven);
    }
}

/* Bits with none -------------------------------------------------------------------------------------------------- */

/* Whether a pin is named as a whole, or as one vector of all ports: then it is as wide as that, but for what is said
 * of the rest. @param[out] has  bits that are named */
static int is_whole(const struct blackbox_bits *bits, int many, const char *name, int *has)
{
    int whole = 0, low = INT_MAX, high = 0;

    for (int i = 0; i < many; i++) {
        if (strcmp(bits[i].name, name) != 0)
            continue;
        whole |= bits[i].form != BLACKBOX_RANGE;
        low = bits[i].low < low ? bits[i].low : low;
        high = bits[i].low + bits[i].width > high ? bits[i].low + bits[i].width : high;
    }
    *has = high - low;
    return whole;
}

/* @param low, width  of the first bits that nothing is said of; width 0: there are more than the pin has */
static void report_whole(struct findings *w, const struct blackbox_bits *b, const struct verilator_port *port, int low,
                         int width, int has)
{
    char rest[2 * BLACKBOX_NAME] = "", range[64];

    if (width && has <= port->width) {
        blackbox_pin_range(port, low, width, range, sizeof range);
        snprintf(rest, sizeof rest, ": name its bits, or the rest under %s, such as %s%s",
                 b->into ? "constants" : "ignore", b->name, range);
    }
    find(w, b->line, "pin %s of module %s is %d bits wide, and the description has %d of it%s", b->name, w->f->top,
         port->width, has, rest);
}

/* Bits of an input that nothing drives. Those of an output that nobody looks at are only said to be such. */
static void check_rest(struct findings *w, const struct blackbox_bits *bits, int many, int at)
{
    const struct blackbox_bits *b = &bits[at];
    const struct verilator_port *port = blackbox_pin_declared(w->f, b->name);
    char text[2 * BLACKBOX_NAME], range[64];
    int low = 0, has, whole, width;

    if (!port)
        return;
    for (int i = 0; i < many; i++)
        if (strcmp(bits[i].name, b->name) == 0 && (i < at || is_outside(&bits[i], port)))
            return; /* it was looked at, or what is meant is not known */
    whole = is_whole(bits, many, b->name, &has);
    width = blackbox_pin_spare(w->f, bits, many, port, &low);
    if (whole && has_conflict(bits, many, b->name))
        return;
    if (whole && (width || has > port->width)) {
        report_whole(w, b, port, low, width, has);
        return;
    }
    for (; b->into && width; width = blackbox_pin_spare(w->f, bits, many, port, &low)) {
        blackbox_pin_range(port, low, width, range, sizeof range);
        name_bits(w->f, b->name, low, low + width - 1, text, sizeof text);
        find(w, b->line,
             "%s: module %s reads it, and nothing drives it: give it a constant, as constants: {\"%s%s\": 0}, or a "
             "field",
             text, w->f->top, b->name, range);
        low += width;
    }
}

static int is_constant(const struct blackbox *f, const char *name)
{
    return blackbox_constant_of(&f->pins, name) != NULL;
}

/* Clock, reset and constants are no pins of a port. */
static void check_single(struct findings *w, const struct blackbox_bits *b)
{
    char use[BLACKBOX_NAME];

    name_use(b, use, sizeof use);
    if (blackbox_clock_use(w->f, b->name))
        find(w, b->line, "pin %s: named twice, as %s and as %s", b->name, blackbox_clock_use(w->f, b->name), use);
    else if (b->role != BLACKBOX_AT_CONSTANT && is_constant(w->f, b->name))
        find(w, b->line, "pin %s: named twice, as a constant and as %s", b->name, use);
    else if (blackbox_side_pin(w->f, b->name))
        find(w, b->line, "pin %s: named twice, under sideband and as %s", b->name, use);
}

/* An input that nothing drives would be read all the same. */
static void check_driven(struct findings *w, const struct blackbox_bits *bits, int many,
                         const struct verilator_port *port)
{
    const struct blackbox *f = w->f;

    if (strcmp(port->direction, "output") == 0 || strcmp(port->direction, "interface") == 0 || is_open(port) ||
        port->part_of || blackbox_interface_driver(f, port) || blackbox_clock_use(f, port->name) ||
        is_constant(f, port->name) || blackbox_side_pin(f, port->name) || is_named(bits, many, port->name))
        return;
    find(
        w, f->inputs.line,
        "input %s of module %s, of %d bits, is driven by nothing: name it under inputs, outputs, constants or sideband",
        port->name, f->top, port->width);
}

static void check_side(struct findings *w, const struct blackbox_text *pin, int width, int into,
                       const struct verilator_port *ports, int count)
{
    const struct verilator_port *port = check_port(w, ports, count, pin->text, pin->line, into);

    if (port && port->width != width)
        find(w, pin->line, "pin %s of module %s is %d bits wide, and sideband has %d: say width: %d", pin->text,
             w->f->top, port->width, width, port->width);
    if (blackbox_clock_use(w->f, pin->text) || is_constant(w->f, pin->text))
        find(w, pin->line, "pin %s: named twice, under sideband and as %s", pin->text,
             is_constant(w->f, pin->text) ? "a constant" : blackbox_clock_use(w->f, pin->text));
}

static void check_sides(struct findings *w, const struct verilator_port *ports, int count)
{
    const struct blackbox_side *side = &w->f->side;

    for (int i = 0; i < side->inputs; i++)
        check_side(w, &side->input[i].pin, side->input[i].width, 1, ports, count);
    for (int i = 0; i < side->outputs; i++)
        check_side(w, &side->output[i].pin, side->output[i].width, 0, ports, count);
}

int blackbox_pins_check(struct blackbox *f, const struct verilator_port *ports, int count, char *error, size_t size)
{
    struct findings w = {.f = f, .begin = error, .at = error, .left = size};
    struct blackbox_bits *bits;
    int many = blackbox_pins_declare(f, ports, count) == 0 ? blackbox_pin_list(f, &bits) : -1;

    if (many < 0)
        return text_fail(error, size, "out of memory");
    for (int i = 0; blackbox_clock_pin(f, i); i++)
        check_one_bit(&w, ports, count, blackbox_clock_pin(f, i));
    for (int i = 0; i < f->pins.count; i++)
        if (!blackbox_is_part(f->pins.item[i].name))
            check_port(&w, ports, count, f->pins.item[i].name, f->pins.item[i].value.line, 1);
    check_sides(&w, ports, count);
    check_unnamed(&w, bits, many);
    check_conflicts(&w, bits, many);
    check_bits(&w, bits, many, ports, count);
    for (int i = 0; i < many; i++) {
        check_single(&w, &bits[i]);
        check_rest(&w, bits, many, i);
    }
    for (int i = 0; i < count; i++)
        check_driven(&w, bits, many, &ports[i]);
    free(bits);
    return w.count ? -1 : 0;
}

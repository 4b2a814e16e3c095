/* SPDX-License-Identifier: Apache-2.0
 *
 * Bits of the vectors that a module declares, by the numbers that it gives them: [7:0], [0:7], [9:2], elements of
 * packed arrays. All other files count bits from the right. See blackbox_pins.h.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dut/dut.h"
#include "blackbox_pins.h"

int blackbox_pins_declare(struct blackbox *f, const struct verilator_port *ports, int count)
{
    free(f->declared);
    f->declared = malloc(((size_t)count + 1) * sizeof *f->declared);
    f->declares = f->declared ? count : 0;
    if (!f->declared)
        return -1;
    memcpy(f->declared, ports, (size_t)count * sizeof *ports);
    for (struct blackbox *class = f; class; class = class->also) { /* lent */
        class->declared = f->declared;
        class->declares = count;
        if (class->responses.f) {
            class->responses.f->declared = f->declared;
            class->responses.f->declares = count;
        }
    }
    return 0;
}

const struct verilator_port *blackbox_pin_declared(const struct blackbox *f, const char *name)
{
    for (int i = 0; i < f->declares; i++)
        if (strcmp(f->declared[i].name, name) == 0)
            return f->declared[i].width > 0 ? &f->declared[i] : NULL;
    return NULL;
}

/* Places ---------------------------------------------------------------------------------------------------------- */

/* A vector whose bits have the numbers of its range; a structure is none, nor is an array. */
static int is_vector(const struct verilator_port *port)
{
    return !port->elements && (port->left < port->right ? (int64_t)port->right - port->left
                                                        : (int64_t)port->left - port->right) == port->width - 1;
}

static int is_ascending(const struct verilator_port *port)
{
    return port->left < port->right && (port->elements || is_vector(port));
}

/* How far from the right a bit or an element is, by its number. */
static int64_t from_right(const struct verilator_port *port, int number)
{
    return is_ascending(port) ? (int64_t)port->right - number : (int64_t)number - port->right;
}

/* One number in brackets is an element of an array, if a pin takes as many bits as it has. */
static int is_element(const struct verilator_port *port, const struct blackbox_bits *bits, int width)
{
    return port->elements && bits->left == bits->right && (int64_t)width * port->elements == port->width;
}

/* Where a range is that was written for a vector. Below 0: it has none of it. */
static int64_t range_low(const struct verilator_port *port, const struct blackbox_bits *bits)
{
    int against = is_ascending(port) ? bits->left > bits->right : bits->left < bits->right;

    if (is_vector(port) && !against)
        return from_right(port, bits->right);
    return bits->left < bits->right ? -1 : bits->right; /* counted from the right */
}

/* One number in brackets behind an unpacked array, or one of structures, is an element, which is a part with a name. */
static int take_element(const struct blackbox *f, struct blackbox_bits *bits)
{
    const struct verilator_port *part;
    char name[2 * BLACKBOX_NAME];

    if (bits->form != BLACKBOX_RANGE || bits->left != bits->right)
        return 0;
    snprintf(name, sizeof name, "%s[%d]", bits->name, bits->left);
    part = blackbox_pin_declared(f, name);
    if (!part || (!part->element && part->width != bits->asked))
        return 0;
    strcpy(bits->name, part->name);
    bits->form = BLACKBOX_PIN_WHOLE;
    bits->low = 0;
    bits->width = bits->asked;
    return 1;
}

void blackbox_pin_place(const struct blackbox *f, struct blackbox_bits *bits)
{
    const struct verilator_port *port = blackbox_pin_declared(f, bits->name);
    int64_t low;

    if (take_element(f, bits))
        return;
    if (port && bits->form == BLACKBOX_LANES && is_ascending(port))
        bits->low = port->width - bits->low - bits->width;
    if (!port || bits->form != BLACKBOX_RANGE)
        return;
    if (is_element(port, bits, bits->asked)) {
        low = from_right(port, bits->left) * bits->asked;
        bits->width = bits->asked;
    } else {
        low = range_low(port, bits);
    }
    bits->low = low < 0 || low > INT_MAX - bits->width ? -1 : (int)low;
}

int blackbox_is_part(const char *text)
{
    return strpbrk(text, "[.") != NULL;
}

int blackbox_pin_width(const struct blackbox *f, const char *name)
{
    const struct verilator_port *port = blackbox_pin_declared(f, name);

    return port ? port->width : 1;
}

void blackbox_pin_whole(const struct blackbox *f, struct blackbox_bits *bits)
{
    const struct verilator_port *part = blackbox_pin_declared(f, bits->name);

    if (!part || !part->part_of)
        return;
    if (bits->low < 0 || bits->low + bits->width > part->width) {
        bits->low = -1; /* it keeps its name, for who says so */
        return;
    }
    strcpy(bits->name, f->declared[part->part_of - 1].name);
    bits->low += part->low;
}

int blackbox_pin_ready_width(const struct blackbox *f, const struct blackbox_ports *ports,
                             const struct blackbox_text *pin)
{
    struct blackbox_bits bits;
    const struct verilator_port *port;
    int width = 0;

    if (!ports->id || blackbox_pin_parse(pin->text, 0, 0, f->vcs, &bits) != 0)
        return f->vcs;
    port = blackbox_pin_declared(f, bits.name);
    if (bits.form == BLACKBOX_RANGE)
        width = port && port->elements && bits.width == 1 ? port->width / port->elements : bits.width;
    else if (port)
        width = bits.form == BLACKBOX_LANES ? port->width / ports->count : port->width;
    return width == 1 ? 1 : f->vcs;
}

/* In words, by the numbers of the module -------------------------------------------------------------------------- */

static int number_of(const struct verilator_port *port, int bit)
{
    if (!is_vector(port))
        return bit;
    return is_ascending(port) ? port->right - bit : port->right + bit;
}

int blackbox_pin_number(const struct blackbox *f, const char *name, int bit)
{
    const struct verilator_port *port = blackbox_pin_declared(f, name);

    return port ? number_of(port, bit) : bit;
}

void blackbox_pin_range(const struct verilator_port *port, int low, int width, char *text, size_t size)
{
    if (port->width == 1)
        *text = 0;
    else if (width == 1)
        snprintf(text, size, "[%d]", number_of(port, low));
    else
        snprintf(text, size, "[%d:%d]", number_of(port, low + width - 1), number_of(port, low));
}

static void append_note(const struct verilator_port *port, const struct blackbox_bits *b, char *text, size_t size)
{
    char range[64], note[512];
    size_t length = strlen(text);

    blackbox_pin_range(port, b->low, b->width, range, sizeof range);
    snprintf(note, sizeof note, "%.200s[%d:%d], counted from the right, is %.200s%s", b->name, b->left, b->right,
             port->name, range);
    if (!strstr(text, note))
        snprintf(text + length, size - length, "%s%s", length ? "; " : "", note);
}

void blackbox_pins_notes(const struct blackbox *f, char *text, size_t size)
{
    struct blackbox_bits *bits;
    int count = blackbox_pin_list(f, &bits);

    *text = 0;
    for (int i = 0; i < count; i++) {
        const struct verilator_port *port = blackbox_pin_declared(f, bits[i].name);
        if (port && is_vector(port) && is_ascending(port) && bits[i].form == BLACKBOX_RANGE &&
            bits[i].left > bits[i].right)
            append_note(port, &bits[i], text, size);
    }
    free(bits);
}

/* Bits that are left over ------------------------------------------------------------------------------------------ */

/* Bits that something is said of. */
struct span {
    int low, end;
};

/* What an item of those to be ignored has of a pin. */
static struct span ignored_span(const struct blackbox *f, const char *item, const char *name)
{
    struct blackbox_bits b;

    if (strcmp(item, name) == 0)
        return (struct span){0, INT_MAX};
    if (blackbox_pin_parse(item, 0, 0, blackbox_pin_width(f, item), &b) != 0)
        return (struct span){0, 0};
    blackbox_pin_place(f, &b);
    blackbox_pin_whole(f, &b);
    return b.low < 0 || strcmp(b.name, name) != 0 ? (struct span){0, 0} : (struct span){b.low, b.low + b.width};
}

/* That of one of the bits that are named, or behind these of one of the outputs to be ignored. */
static struct span span_of(const struct blackbox *f, const struct blackbox_bits *bits, int count,
                           const struct verilator_port *port, int i)
{
    if (i >= count)
        return strcmp(port->direction, "output") == 0 ? ignored_span(f, f->ignored.text[i - count], port->name)
                                                      : (struct span){0, 0};
    return strcmp(bits[i].name, port->name) == 0 ? (struct span){bits[i].low, bits[i].low + bits[i].width}
                                                 : (struct span){0, 0};
}

int blackbox_pin_spare(const struct blackbox *f, const struct blackbox_bits *bits, int count,
                       const struct verilator_port *port, int *low)
{
    int end = port->width > 0 ? port->width : 1; /* what has no number of bits is there or not */
    int all = count + f->ignored.count;

    for (int i = 0; i < all; i++) {
        struct span span = span_of(f, bits, count, port, i);
        if (span.low > *low || span.end <= *low)
            continue;
        *low = span.end;
        i = -1; /* another one may begin here */
    }
    for (int i = 0; i < all; i++) {
        struct span span = span_of(f, bits, count, port, i);
        if (span.low > *low && span.low < end)
            end = span.low;
    }
    return *low < end ? end - *low : 0;
}

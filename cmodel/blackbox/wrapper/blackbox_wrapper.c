/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_wrapper.h. Each port of each router is a channel of wires c<router>_i<port>_ or c<router>_o<port>_, one
 * of responses a<router>_...: valid, flit and back; between them and the pins, wires r<router>_<pin>, are the adapters
 * to what the router has.
 */
#include "blackbox_wrapper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../dut/dut.h"
#include "../description/blackbox_clocks.h"
#include "../description/blackbox_interface.h"
#include "../description/blackbox_pins.h"
#include "blackbox_channel.h"
#include "blackbox_classic.h"
#include "blackbox_setup.h"

/* Kinds of packets, at most: requests and responses of each class. */
enum { KINDS = 2 * BLACKBOX_CLASSES };

/* Where the writing stands. */
struct writing {
    FILE *out;
    const struct blackbox *f; /* of requests, or of responses */
    const struct blackbox_bits *bits;
    int count;
    int in, place;                /* first words of its channels in the vectors in, and out */
    int direct;                   /* 1: inputs reach the routers without registers, for a proof */
    char prefix[BLACKBOX_PREFIX]; /* what names of its channels begin with */
};

/* Pins of a router ------------------------------------------------------------------------------------------------ */

/* 1 for the first of the bits that are of one pin. */
static int is_first(const struct writing *w, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(w->bits[k].name, w->bits[i].name) == 0)
            return 0;
    return 1;
}

static int pin_width(const struct writing *w, const char *name)
{
    const struct verilator_port *port = blackbox_pin_declared(w->f, name);
    int width = 0;

    if (port)
        return port->width;
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->bits[i].name, name) == 0 && w->bits[i].low + w->bits[i].width > width)
            width = w->bits[i].low + w->bits[i].width;
    return width;
}

static void print_wire(const struct writing *w, int router, const char *pin)
{
    char name[BLACKBOX_NAME + 32];

    blackbox_channel_wire(router, pin, name);
    fputs(name, w->out);
}

static void print_parameters(const struct writing *w, int router)
{
    const struct blackbox_constants *p = &w->f->parameters;

    for (int i = 0; i < p->count; i++) {
        fprintf(w->out, "%s        .%s(", i ? ",\n" : " #(\n", p->item[i].name);
        blackbox_place(w->f, p->item[i].value.text, router, w->out);
        fprintf(w->out, ")%s", i + 1 == p->count ? "\n    )" : "");
    }
}

/* The words of the sideband are the last ones of the vector in, as of the vector out. */
static int side_in(const struct blackbox *f, int input)
{
    return f->sources * (1 + f->words) + f->sinks + blackbox_header_words_in(f) + input;
}

/* The wire of an input beside the ports, or its part of the vector in. */
static void print_side_pins(const struct writing *w, int router)
{
    const struct blackbox_side *side = &w->f->side;

    for (int i = 0; i < side->inputs; i++) {
        fprintf(w->out, "    assign ");
        print_wire(w, router, side->input[i].pin.text);
        fprintf(w->out, " = in_reg[%d:%d];\n", 32 * side_in(w->f, i) + side->input[i].width - 1, 32 * side_in(w->f, i));
    }
}

/* An unpacked array between its bits, which all else counts, and the module. @param into  1: the module reads it */
static void print_unpacked(const struct writing *w, int router, const struct verilator_port *port, int into)
{
    const struct blackbox *f = w->f;
    size_t length = strlen(port->name);
    int declared = 0;

    for (int i = 0; i < f->declares; i++) {
        const struct verilator_port *part = &f->declared[i];
        if (!part->element || part->part_of != (int)(port - f->declared) + 1)
            continue;
        if (!declared++) {
            fprintf(w->out, "    wire [%d:0] ", part->width - 1);
            print_wire(w, router, port->name);
            fprintf(w->out, "_array %s;\n", port->unpacked);
        }
        fprintf(w->out, "    assign ");
        for (int side = 0; side < 2; side++) {
            print_wire(w, router, port->name);
            if (side == into)
                fprintf(w->out, "[%d:%d]", part->low + part->width - 1, part->low);
            else
                fprintf(w->out, "_array%s", part->name + length);
            fprintf(w->out, "%s", side ? ";\n" : " = ");
        }
    }
}

static int is_unpacked(const struct writing *w, const char *name)
{
    const struct verilator_port *port = blackbox_pin_declared(w->f, name);

    return port && *port->unpacked;
}

/* The instance ---------------------------------------------------------------------------------------------------- */

/* What a clock or a reset of the module is in the wrapper. */
static void print_driver(const struct writing *w, const struct blackbox_text *pin)
{
    const struct blackbox *f = w->f;

    if (pin == &f->clock)
        fprintf(w->out, "clk");
    if (pin == &f->reset)
        fprintf(w->out, "%srst_reg", f->reset_low ? "~" : "");
    for (int i = 0; i < f->clocks; i++) {
        if (pin == &f->clock_of[i].pin)
            fprintf(w->out, "clocks[%d]", i);
        if (pin == &f->clock_of[i].reset)
            fprintf(w->out, "%sresets[%d]", f->clock_of[i].reset_low ? "~" : "", i);
    }
}

/* Interfaces of SystemVerilog ------------------------------------------------------------------------------------- */

static const struct verilator_port *signal_called(const struct writing *w, const char *name)
{
    const struct verilator_port *port = blackbox_pin_declared(w->f, name);

    return port && port->signal_of ? port : NULL;
}

/* What drives a port of an interface: a clock, a reset, or the wire of the pin. */
static void print_shared(const struct writing *w, int router, const struct verilator_port *port)
{
    const struct blackbox_text *driver = blackbox_interface_driver(w->f, port);

    fprintf(w->out, ".%s(", strrchr(port->name, '.') + 1);
    if (driver)
        print_driver(w, driver);
    else
        print_wire(w, router, port->name);
    fputc(')', w->out);
}

static void print_interfaces(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;

    for (int i = 0; i < f->declares; i++) {
        int shared = 0;
        if (strcmp(f->declared[i].direction, "interface") != 0)
            continue;
        fprintf(w->out, "    ");
        blackbox_interface_print(f, &f->declared[i], router, w->out);
        fprintf(w->out, " r%d_%s %s(", router, f->declared[i].name, f->declared[i].unpacked);
        for (int k = 0; k < f->declares; k++)
            if (f->declared[k].signal_of == i + 1 && f->declared[k].shared) {
                fprintf(w->out, "%s", shared++ ? ", " : "");
                print_shared(w, router, &f->declared[k]);
            }
        fprintf(w->out, ");\n");
    }
}

/* Between a signal of an interface and its wire. @param into  1: the module reads it */
static void print_signal(const struct writing *w, int router, const char *name, int into)
{
    const struct verilator_port *port = signal_called(w, name);

    if (!port || port->shared)
        return;
    fprintf(w->out, "    assign ");
    for (int side = 0; side < 2; side++) {
        if (side == into) {
            print_wire(w, router, name);
            fprintf(w->out, "%s", *port->unpacked ? "_array" : "");
        } else {
            fprintf(w->out, "r%d_%s", router, name);
        }
        fprintf(w->out, "%s", side ? ";\n" : " = ");
    }
}

/* The instance ---------------------------------------------------------------------------------------------------- */

static void declare_wire(const struct writing *w, int router, const char *name, int width)
{
    fprintf(w->out, "    wire [%d:0] ", width - 1);
    print_wire(w, router, name);
    fprintf(w->out, ";\n");
}

static void declare_wires(const struct writing *w, int router)
{
    const struct blackbox_side *side = &w->f->side;

    for (int i = 0; i < w->count; i++)
        if (is_first(w, i))
            declare_wire(w, router, w->bits[i].name, pin_width(w, w->bits[i].name));
    for (int i = 0; i < side->inputs; i++)
        declare_wire(w, router, side->input[i].pin.text, side->input[i].width);
    for (int i = 0; i < side->outputs; i++)
        declare_wire(w, router, side->output[i].pin.text, side->output[i].width);
}

static void connect_interfaces(const struct writing *w, int router)
{
    const struct blackbox_side *side = &w->f->side;

    print_interfaces(w, router);
    for (int i = 0; i < w->count; i++)
        if (is_first(w, i))
            print_signal(w, router, w->bits[i].name, w->bits[i].into);
    for (int i = 0; i < side->inputs; i++)
        print_signal(w, router, side->input[i].pin.text, 1);
    for (int i = 0; i < side->outputs; i++)
        print_signal(w, router, side->output[i].pin.text, 0);
}

/* ".PIN(" of the module, once for each. @param first  1 for the first of all */
static void begin_pin(const struct writing *w, const char *name, int *first)
{
    fprintf(w->out, "%s\n        .%s(", (*first)++ ? "," : "", name);
}

/* A pin with its wire; signals of interfaces are no pins. */
static void connect_wire(const struct writing *w, int router, const char *name, int *first)
{
    if (signal_called(w, name))
        return;
    begin_pin(w, name, first);
    print_wire(w, router, name);
    fprintf(w->out, "%s)", is_unpacked(w, name) ? "_array" : "");
}

static void connect_pins(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;
    const struct blackbox_text *clock;
    int pins = 0;

    for (int i = 0; (clock = blackbox_clock_pin(f, i)); i++)
        if (!signal_called(w, clock->text)) {
            begin_pin(w, clock->text, &pins);
            print_driver(w, clock);
            fprintf(w->out, ")");
        }
    for (int i = 0; i < f->pins.count; i++) {
        if (blackbox_is_part(f->pins.item[i].name))
            continue; /* it is a part of a wire */
        begin_pin(w, f->pins.item[i].name, &pins);
        blackbox_setup_value(f, i, router, w->out);
        fprintf(w->out, ")");
    }
    for (int i = 0; i < w->count; i++)
        if (is_first(w, i))
            connect_wire(w, router, w->bits[i].name, &pins);
    for (int i = 0; i < f->side.inputs; i++)
        connect_wire(w, router, f->side.input[i].pin.text, &pins);
    for (int i = 0; i < f->side.outputs; i++)
        connect_wire(w, router, f->side.output[i].pin.text, &pins);
    for (int i = 0; i < f->declares; i++)
        if (strcmp(f->declared[i].direction, "interface") == 0) {
            begin_pin(w, f->declared[i].name, &pins);
            fprintf(w->out, "r%d_%s)", router, f->declared[i].name);
        }
}

static void print_instance(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;

    declare_wires(w, router);
    print_side_pins(w, router);
    for (int i = 0; i < w->count; i++)
        if (is_first(w, i) && is_unpacked(w, w->bits[i].name))
            print_unpacked(w, router, blackbox_pin_declared(f, w->bits[i].name), w->bits[i].into);
    connect_interfaces(w, router);
    fprintf(w->out, "    %s", f->top);
    print_parameters(w, router);
    fprintf(w->out, " r%d (", router);
    connect_pins(w, router);
    fprintf(w->out, "\n    );\n");
}

/* Adapters -------------------------------------------------------------------------------------------------------- */

/* "c3_o1_": the channel that bits are of. */
static void print_channel(const struct writing *w, int router, const struct blackbox_bits *b, const char *wire)
{
    fprintf(w->out, "%s%d_%c%d_%s", w->prefix, router, b->output ? 'o' : 'i', b->port, wire);
}

static void print_pin(const struct writing *w, int router, const struct blackbox_bits *b)
{
    fprintf(w->out, "%s", b->inverted && !b->into ? "~" : "");
    print_wire(w, router, b->name);
    fprintf(w->out, "[%d:%d]", b->low + b->width - 1, b->low);
}

/* The number of the only virtual channel of a mask. */
static void print_number(const struct writing *w, int router, const struct blackbox_bits *b, const char *wire)
{
    for (int vc = 0; vc < w->f->vcs; vc++) {
        fprintf(w->out, "%s({%d{", vc ? " | " : "", b->width);
        print_channel(w, router, b, wire);
        fprintf(w->out, "[%d]}} & %d'd%d)", vc, b->width, vc);
    }
}

/* The bits of the same port with another role. */
static const struct blackbox_bits *beside(const struct writing *w, const struct blackbox_bits *b, int role)
{
    for (int i = 0; i < w->count; i++)
        if (w->bits[i].role == role && w->bits[i].port == b->port && w->bits[i].output == b->output)
            return &w->bits[i];
    return NULL;
}

/* The pin of a port in which the number of a virtual channel is, or NULL. */
static const struct blackbox_bits *number_of(const struct writing *w, const struct blackbox_bits *b)
{
    return beside(w, b, b->role == BLACKBOX_CREDIT ? BLACKBOX_CREDIT_VC : BLACKBOX_VC);
}

/* A ready that answers for the channel beside valid, at an output: if the far end takes all channels, or that one. */
static void print_answer(const struct writing *w, int router, const struct blackbox_bits *b)
{
    const struct blackbox_bits *number = number_of(w, b);

    fprintf(w->out, "&");
    print_channel(w, router, b, "back");
    for (int vc = 0; vc < w->f->vcs; vc++) {
        fprintf(w->out, " | (");
        print_channel(w, router, b, "back");
        fprintf(w->out, "[%d] & (", vc);
        print_pin(w, router, number);
        fprintf(w->out, " == %d'd%d))", number->width, vc);
    }
}

static const struct blackbox_ports *ports_of(const struct writing *w, const struct blackbox_bits *b)
{
    return b->output ? &w->f->outputs : &w->f->inputs;
}

/* "c3_o1_flit[4]": the field that is 1 with a second valid. */
static void print_choice(const struct writing *w, int router, const struct blackbox_bits *b, const char *wire)
{
    print_channel(w, router, b, wire);
    fprintf(w->out, "[%d]", w->f->field[ports_of(w, b)->other].offset);
}

static int is_answer(const struct writing *w, const struct blackbox_bits *b)
{
    return b->role == BLACKBOX_READY && b->vc < 0 && b->width < w->f->vcs;
}

/* What waits for the other pin of the handshake, in the same cycle. */
static int is_gated(const struct writing *w, const struct blackbox_bits *b)
{
    const struct blackbox_ports *ports = b->output ? &w->f->outputs : &w->f->inputs;

    return (b->role == BLACKBOX_VALID && ports->waits == BLACKBOX_VALID_WAITS) ||
           (b->role == BLACKBOX_READY && ports->waits == BLACKBOX_READY_WAITS);
}

static void print_other(const struct writing *w, int router, const struct blackbox_bits *b)
{
    print_channel(w, router, b, b->role == BLACKBOX_VALID ? "back" : "valid");
}

static void print_constant(const struct writing *w, int router, const struct blackbox_bits *b)
{
    fprintf(w->out, "    assign ");
    print_pin(w, router, b);
    fprintf(w->out, " = (");
    blackbox_setup_value(w->f, b->field, router, w->out);
    fprintf(w->out, ");\n");
}

/* Whether a request stays for its acknowledge between its channel and these pins. */
static int is_shown(const struct writing *w, const struct blackbox_bits *b)
{
    return ports_of(w, b)->classic && b->into && !w->f->requests;
}

/* The wire of a channel that bits belong to. */
static const char *wire_of(const struct writing *w, const struct blackbox_bits *b)
{
    switch (b->role) {
    case BLACKBOX_VALID:
    case BLACKBOX_OTHER:
    case BLACKBOX_CYCLE: return !ports_of(w, b)->classic ? "valid" : w->f->requests ? "ack" : "strobe";
    case BLACKBOX_ENABLE: return "enable";
    case BLACKBOX_HEADER_VALID: return "header_valid";
    case BLACKBOX_HEADER_READY: return "header_back";
    case BLACKBOX_NO_ROLE: return w->f->field[b->field].header ? "header" : is_shown(w, b) ? "shown" : "flit";
    default: return "back";
    }
}

/* What the router reads. */
static void drive(const struct writing *w, int router, const struct blackbox_bits *b)
{
    const struct blackbox_ports *ports = b->output ? &w->f->outputs : &w->f->inputs;
    int any = (b->role == BLACKBOX_VALID && ports->id) ||
              (b->role == BLACKBOX_CREDIT && ports->roles[BLACKBOX_CREDIT_VC].count);

    fprintf(w->out, "    assign ");
    print_pin(w, router, b);
    fprintf(w->out, " = %s", b->inverted ? "~(" : "");
    if (is_gated(w, b)) {
        print_other(w, router, b);
        fprintf(w->out, " & ");
    }
    fprintf(w->out, "%s", any ? "|" : "");
    if (is_answer(w, b)) {
        print_answer(w, router, b);
    } else if (b->role == BLACKBOX_VC || b->role == BLACKBOX_CREDIT_VC) {
        print_number(w, router, b, b->role == BLACKBOX_VC ? "valid" : "back");
    } else {
        print_channel(w, router, b, wire_of(w, b));
        if (b->role < 0)
            fprintf(w->out, "[%d:%d]", w->f->field[b->field].offset + b->width - 1, w->f->field[b->field].offset);
        else if (b->vc >= 0)
            fprintf(w->out, "[%d]", b->vc);
    }
    if (ports->other >= 0 && (b->role == BLACKBOX_VALID || b->role == BLACKBOX_OTHER)) {
        fprintf(w->out, b->role == BLACKBOX_OTHER ? " & " : " & ~");
        print_choice(w, router, b, is_shown(w, b) ? "shown" : "flit");
    }
    fprintf(w->out, "%s;\n", b->inverted ? ")" : "");
}

/* A pin; a valid with what it is one of, or counts with. */
static void print_with_others(const struct writing *w, int router, const struct blackbox_bits *b)
{
    const struct blackbox_bits *other = b->role == BLACKBOX_VALID ? beside(w, b, BLACKBOX_OTHER) : NULL;

    fprintf(w->out, "%s", other ? "(" : "");
    print_pin(w, router, b);
    if (other) {
        fprintf(w->out, " | ");
        print_pin(w, router, other);
        fprintf(w->out, ")");
    }
    other = b->role == BLACKBOX_VALID ? beside(w, b, BLACKBOX_CYCLE) : NULL;
    if (other) {
        fprintf(w->out, " & ");
        print_pin(w, router, other);
    }
}

/* What the router says. */
static void read_pin(const struct writing *w, int router, const struct blackbox_bits *b)
{
    const struct blackbox_bits *number =
        b->role == BLACKBOX_VALID || b->role == BLACKBOX_CREDIT ? number_of(w, b) : NULL;

    if (b->role == BLACKBOX_VC || b->role == BLACKBOX_CREDIT_VC || b->role == BLACKBOX_CYCLE)
        return; /* of which valid is made */
    if (b->role == BLACKBOX_OTHER) {
        fprintf(w->out, "    assign ");
        print_choice(w, router, b, "flit");
        fprintf(w->out, " = ");
        print_pin(w, router, b);
        fprintf(w->out, ";\n");
        return;
    }
    for (int vc = number ? 0 : b->vc; vc < (number ? w->f->vcs : b->vc + 1); vc++) {
        fprintf(w->out, "    assign ");
        print_channel(w, router, b, wire_of(w, b));
        if (b->role < 0)
            fprintf(w->out, "[%d:%d]", w->f->field[b->field].offset + b->width - 1, w->f->field[b->field].offset);
        else if (vc >= 0)
            fprintf(w->out, "[%d]", vc);
        fprintf(w->out, " = ");
        if (is_answer(w, b))
            fprintf(w->out, "{%d{", w->f->vcs);
        print_with_others(w, router, b);
        fprintf(w->out, "%s", is_answer(w, b) ? "}}" : "");
        if (number) {
            fprintf(w->out, " && ");
            print_pin(w, router, number);
            fprintf(w->out, " == %d'd%d", number->width, vc);
        }
        fprintf(w->out, ";\n");
    }
}

static void print_zero(const struct writing *w, int router, int port, const char *wire, int low, int width)
{
    fprintf(w->out, "    assign %s%d_o%d_%s[%d:%d] = %d'd0;\n", w->prefix, router, port, wire, low + width - 1, low,
            width);
}

/* Fields that have no pins at outputs are zero there, and so is what they have at inputs alone, what is in headers in
 * flits, and the rest in headers. */
static void print_rest(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;

    for (int port = 0; port < f->outputs.count; port++)
        for (int i = 0; i < f->fields; i++) {
            const struct blackbox_field *field = &f->field[i];
            int has = f->outputs.fields[i].count ? field->side[1] : 0, in_flit = field->header ? 0 : has;
            int in_header = field->header ? has : 0;
            if (in_flit < field->width)
                print_zero(w, router, port, "flit", field->offset + in_flit, field->width - in_flit);
            if (f->header.line && in_header < field->width)
                print_zero(w, router, port, "header", field->offset + in_header, field->width - in_header);
        }
}

static void print_channels(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;

    for (int side = 0; side < 2; side++)
        for (int port = 0; port < (side ? f->outputs.count : f->inputs.count); port++) {
            char name[32];
            snprintf(name, sizeof name, "%s%d_%c%d_", w->prefix, router, side ? 'o' : 'i', port);
            fprintf(w->out, "    wire [%d:0] %svalid;\n    wire [%d:0] %sflit;\n    wire [%d:0] %sback;\n", f->vcs - 1,
                    name, f->bits - 1, name, f->vcs - 1, name);
            if (f->header.line)
                fprintf(w->out, "    wire %sheader_valid, %sheader_back;\n    wire [%d:0] %sheader;\n", name, name,
                        f->bits - 1, name);
        }
}

/* The network ----------------------------------------------------------------------------------------------------- */

static void print_wires(const struct writing *w)
{
    for (int i = 0; i < w->f->wires; i++) {
        struct blackbox_end from = w->f->wire[i].from, to = w->f->wire[i].to;
        fprintf(w->out, "    assign %s%d_i%d_valid = %s%d_o%d_valid;\n", w->prefix, to.router, to.port, w->prefix,
                from.router, from.port);
        fprintf(w->out, "    assign %s%d_i%d_flit = %s%d_o%d_flit;\n", w->prefix, to.router, to.port, w->prefix,
                from.router, from.port);
        fprintf(w->out, "    assign %s%d_o%d_back = %s%d_i%d_back;\n", w->prefix, from.router, from.port, w->prefix,
                to.router, to.port);
    }
}

/* A word of the vector out, or several: zeros, then the bits. */
static void print_out(const struct writing *w, int word, int bits, const char *name)
{
    int words = (bits + 31) / 32;

    fprintf(w->out, "    assign out[%d:%d] = ", 32 * (word + words) - 1, 32 * word);
    if (bits % 32)
        fprintf(w->out, "{%d'd0, %s};\n", 32 - bits % 32, name);
    else
        fprintf(w->out, "%s;\n", name);
}

/* Sixteen bits of the vector out: a wire for each virtual channel of an output. */
static void print_half(const struct writing *w, struct blackbox_end from, const char *wire)
{
    if (w->f->vcs < 16)
        fprintf(w->out, "%d'd0, ", 16 - w->f->vcs);
    fprintf(w->out, "%s%d_o%d_%s", w->prefix, from.router, from.port, wire);
}

/* Headers of all ends, in the order of flits. @return the word of the vector out behind them */
static int print_headers(const struct writing *w, int in, int out)
{
    const struct blackbox *f = w->f;
    char name[64];

    for (int i = 0; f->header.line && i < f->sources; i++, in += 1 + f->words) {
        snprintf(name, sizeof name, "%s%d_i%d_header", w->prefix, f->source[i].router, f->source[i].port);
        fprintf(w->out, "    assign %s_valid = in_reg[%d];\n", name, 32 * in);
        fprintf(w->out, "    assign %s = in_reg[%d:%d];\n", name, 32 * (in + 1) + f->bits - 1, 32 * (in + 1));
        strcat(name, "_back");
        print_out(w, out++, 1, name);
    }
    for (int i = 0; f->header.line && i < f->sinks; i++, in++) {
        snprintf(name, sizeof name, "%s%d_o%d_header_valid", w->prefix, f->sink[i].router, f->sink[i].port);
        print_out(w, out++, 1, name);
        *strrchr(name, '_') = 0;
        fprintf(w->out, "    assign %s_back = in_reg[%d];\n", name, 32 * in);
        print_out(w, out, f->bits, name);
        out += f->words;
    }
    return out;
}

/* @return the word behind them */
static int print_sides(const struct writing *w, int out)
{
    const struct blackbox_side *side = &w->f->side;
    char name[BLACKBOX_NAME + 32];

    for (int router = 0; router < w->f->routers; router++)
        for (int i = 0; i < side->outputs; i++) {
            blackbox_channel_wire(router, side->output[i].pin.text, name);
            print_out(w, out++, side->output[i].width, name);
        }
    return out;
}

/* The valid of a sink, with what is wrong with a request that waits for its acknowledge. */
static void print_valid(const struct writing *w, const char *channel, int out)
{
    char name[2 * 64 + 32];

    if (blackbox_acknowledged(w->f)) {
        snprintf(name, sizeof name, "%sbroken, %svalid", channel, channel);
        print_out(w, out, BLACKBOX_RETRACTED + 1, name);
        return;
    }
    snprintf(name, sizeof name, "%svalid", channel);
    print_out(w, out, w->f->vcs, name);
}

static void print_ends(const struct writing *w)
{
    const struct blackbox *f = w->f;
    int in = w->in, out = w->place, end = out + blackbox_out_words(f);
    char name[64];

    for (int i = 0; i < f->sources; i++, in += 1 + f->words) {
        snprintf(name, sizeof name, "%s%d_i%d_", w->prefix, f->source[i].router, f->source[i].port);
        fprintf(w->out, "    assign %svalid = in_reg[%d:%d];\n", name, 32 * in + f->vcs - 1, 32 * in);
        fprintf(w->out, "    assign %sflit = in_reg[%d:%d];\n", name, 32 * (in + 1) + f->bits - 1, 32 * (in + 1));
        strcat(name, "back");
        print_out(w, out++, f->vcs, name);
    }
    for (int i = 0; i < f->sinks; i++, in++) {
        snprintf(name, sizeof name, "%s%d_o%d_", w->prefix, f->sink[i].router, f->sink[i].port);
        fprintf(w->out, "    assign %sback = in_reg[%d:%d];\n", name, 32 * in + f->vcs - 1, 32 * in);
        print_valid(w, name, out++);
        strcat(name, "flit");
        print_out(w, out, f->bits, name);
        out += f->words;
    }
    for (int i = 0; i < f->opens; i++) {
        snprintf(name, sizeof name, "%s%d_o%d_valid", w->prefix, f->open[i].router, f->open[i].port);
        print_out(w, out++, f->vcs, name);
    }
    for (int i = 0; i < f->wires; i++, out++) {
        struct blackbox_end from = f->wire[i].from;
        fprintf(w->out, "    assign out[%d:%d] = {", 32 * out + 31, 32 * out);
        print_half(w, from, "back");
        fprintf(w->out, ", ");
        print_half(w, from, "valid");
        fprintf(w->out, "};\n");
    }
    out = print_sides(w, print_headers(w, in, out));
    if (out < end)
        fprintf(w->out, "    assign out[%d:%d] = %d'd0;\n", 32 * end - 1, 32 * out, 32 * (end - out));
}

static int is_end(const struct blackbox_end *ends, int count, int router, int port)
{
    for (int i = 0; i < count; i++)
        if (ends[i].router == router && ends[i].port == port)
            return 1;
    return 0;
}

/* Inputs that nothing sends to are silent; outputs that lead nowhere are always ready, and get no credits. */
static void print_idle(const struct writing *w, int router)
{
    const struct blackbox *f = w->f;

    for (int p = 0; p < f->inputs.count; p++)
        if (!blackbox_net_wired(f, router, p, 0) && !is_end(f->source, f->sources, router, p))
            fprintf(w->out, "    assign %s%d_i%d_valid = %d'd0;\n    assign %s%d_i%d_flit = %d'd0;\n", w->prefix,
                    router, p, f->vcs, w->prefix, router, p, f->bits);
    for (int p = 0; p < f->outputs.count; p++)
        if (!blackbox_net_wired(f, router, p, 1) && !is_end(f->sink, f->sinks, router, p))
            fprintf(w->out, "    assign %s%d_o%d_back = {%d{1'b%d}};\n", w->prefix, router, p, f->vcs,
                    !f->outputs.credits);
}

/* Inputs without a ready take each flit. */
static void print_open(const struct writing *w, int router)
{
    for (int port = 0; w->f->inputs.open && port < w->f->inputs.count; port++)
        fprintf(w->out, "    assign %s%d_i%d_back = 1'd1;\n", w->prefix, router, port);
}

/* Between pins and channels. */
static void print_adapters(const struct writing *w, int router)
{
    for (int i = 0; i < w->count; i++)
        if (w->bits[i].role == BLACKBOX_AT_CONSTANT)
            print_constant(w, router, &w->bits[i]);
        else if (w->bits[i].into)
            drive(w, router, &w->bits[i]);
        else if (w->bits[i].role != BLACKBOX_IN_SETUP)
            read_pin(w, router, &w->bits[i]);
    print_rest(w, router);
    print_open(w, router);
}

/* An instance, whose pins are those of requests and responses. */
static void print_router(const struct writing *w, const struct writing *kinds, int router)
{
    fprintf(w->out, "\n    // router %d\n", router);
    print_instance(w, router);
    blackbox_setup_wait(w->f, router, !w->direct, w->out);
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].f) {
            print_adapters(&kinds[i], router);
            if (!kinds[i].f->requests) {
                print_idle(&kinds[i], router);
                blackbox_classic_print(kinds[i].f, router, w->out);
            }
        }
}

/*
 * Inputs reach the routers through registers of a clock of the bench: Verilator 5.006 leaves outputs stale that depend
 * on inputs of the top module without a clock between them. The reset begins as 0, so that it has an edge before the
 * first one of the clock, for routers whose reset is asynchronous; the other registers begin as anything, so that what
 * follows from them is worked out in Icarus, too.
 */
static void print_head(const struct writing *w)
{
    int in = 32 * blackbox_all_in(w->f) - 1, out = 32 * blackbox_all_out(w->f) - 1;

    if (w->direct) {
        fprintf(
            w->out,
            "module " DUT_WRAPPER
            " (\n    input wire clk,\n    input wire rst,\n    input wire [%d:0] in,\n    output wire [%d:0] out\n);\n"
            "    wire rst_reg = rst;\n    wire [%d:0] in_reg = in;\n",
            in, out, in);
        return;
    }
    fprintf(w->out,
            "module " DUT_WRAPPER
            " (\n    input wire clk,\n    input wire tick, // the bench's: rst and in count from its edge on\n"
            "    input wire rst,\n    input wire [%d:0] in,\n    output wire [%d:0] out\n);\n",
            in, out);
    fprintf(
        w->out,
        "    reg rst_reg = 1'b0;\n    reg [%d:0] in_reg;\n    always @(posedge tick) begin\n        rst_reg <= rst;\n"
        "        in_reg <= in;\n    end\n",
        in);
}

/* Of several clocks those rise with clk that the bench has said at tick, while all were low: with no other order
 * between them than that in which it says so. */
static void print_edges(const struct writing *w)
{
    int at = 32 * blackbox_clock_word(w->f), most = w->f->clocks - 1;

    if (!w->f->clocks)
        return;
    fprintf(
        w->out,
        "    reg [%d:0] rises = %d'd0, resets = %d'd0;\n    always @(posedge tick) begin\n        rises <= in[%d:%d];\n"
        "        resets <= in[%d:%d];\n    end\n    wire [%d:0] clocks = rises & {%d{clk}};\n",
        most, most + 1, most + 1, at + most, at, at + BLACKBOX_RESETS_AT + most, at + BLACKBOX_RESETS_AT, most,
        most + 1);
}

static void print_fields(const struct writing *w)
{
    const struct blackbox *f = w->f;

    for (int i = 0; i < f->fields; i++)
        fprintf(w->out, "//   [%d:%d] %s\n", f->field[i].offset + f->field[i].width - 1, f->field[i].offset,
                f->field[i].name);
}

static void print_kind(const struct writing *w)
{
    const struct blackbox *f = w->f;

    if (*blackbox_class_name(f) && !f->requests)
        fprintf(w->out, "// Class %s: ", f->class_name);
    if (f->requests)
        fprintf(w->out, "// Those of responses have %d bits:\n", f->bits);
    else
        fprintf(w->out, "%s%d inputs and %d outputs. Flits have %d bits:\n", *f->class_name ? "" : "// ", f->sources,
                f->sinks, f->bits);
    print_fields(w);
}

/* @param w  all pins @param kinds  [KINDS] those of requests and of responses of each class, if there are some */
static void print_module(const struct writing *w, const struct writing *kinds)
{
    const struct blackbox *f = w->f;

    fprintf(w->out, "// Made of a description of %s: %d of it.\n", f->top, f->routers);
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].f)
            print_kind(&kinds[i]);
    print_head(w);
    print_edges(w);
    blackbox_setup_count(f, !w->direct, w->out);
    for (int router = 0; router < f->routers; router++)
        for (int i = 0; i < KINDS; i++)
            if (kinds[i].f) {
                print_channels(&kinds[i], router);
                blackbox_classic_declare(kinds[i].f, router, w->out);
            }
    for (int router = 0; router < f->routers; router++)
        print_router(w, kinds, router);
    fprintf(w->out, "\n    // between them, and outward\n");
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].f) {
            if (!kinds[i].f->requests)
                print_wires(&kinds[i]);
            print_ends(&kinds[i]);
        }
    fprintf(w->out, "endmodule\n");
}

/* The pins of one kind, which follow each other. */
static struct writing part_of(const struct writing *w, const struct blackbox *f)
{
    struct writing part = *w;
    const struct blackbox *of;

    part.f = f;
    part.count = 0;
    for (int i = w->count - 1; i >= 0 && f; i--)
        if (w->bits[i].f == f) {
            part.bits = &w->bits[i];
            part.count++;
        }
    if (!f)
        return part;
    of = f->requests ? f->requests : f;
    part.in = blackbox_all_in(w->f) - blackbox_all_in(of) + (f->requests ? blackbox_in_words(of) : 0);
    part.place = blackbox_all_out(w->f) - blackbox_all_out(of) + (f->requests ? blackbox_out_words(of) : 0);
    blackbox_channel_prefix(f, part.prefix);
    return part;
}

static char *wrapper(const struct blackbox *f, int direct)
{
    struct writing w = {.f = f, .direct = direct}, kinds[KINDS] = {0};
    struct blackbox_bits *bits;
    struct text text;
    int kind = 0;

    w.count = blackbox_pin_list(f, &bits);
    if (w.count < 0)
        return NULL;
    w.bits = bits;
    w.out = text_open(&text);
    for (const struct blackbox *class = f; class; class = class->also) {
        kinds[kind++] = part_of(&w, class);
        kinds[kind++] = part_of(&w, class->responses.f);
    }
    if (w.out)
        print_module(&w, kinds);
    free(bits);
    return w.out ? text_close(&text) : NULL;
}

char *blackbox_wrapper(const struct blackbox *f)
{
    return wrapper(f, 0);
}

char *blackbox_wrapper_direct(const struct blackbox *f)
{
    return wrapper(f, 1);
}

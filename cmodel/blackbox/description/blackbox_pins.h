/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins that a description names, one by one: which bits of which port of the module are what.
 */
#ifndef BLACKBOX_BLACKBOX_PINS_H
#define BLACKBOX_BLACKBOX_PINS_H

#include <stdio.h>

#include "blackbox.h"

/** How a description names bits of a pin. */
enum blackbox_form {
    BLACKBOX_PIN_WHOLE, /**< the name alone */
    BLACKBOX_LANES,     /**< []: the part of a port */
    BLACKBOX_RANGE      /**< [bit] or [left:right] */
};

/** struct blackbox_bits.role of what is none of a port: a field, or bits at a constant. */
enum { BLACKBOX_NO_ROLE = -1, BLACKBOX_AT_CONSTANT = -2, BLACKBOX_IN_SETUP = -3 };

/** Bits of a pin of the module. */
struct blackbox_bits {
    const struct blackbox *f; /**< of requests or responses of a class, whose field and port it is */
    char name[BLACKBOX_NAME]; /**< of the pin */
    int low, width;           /**< counted from the right of the vector, whatever range it is declared with */
    enum blackbox_form form;
    int left, right; /**< of a range, as they are written */
    int asked;       /**< bits that it is used for */
    int inverted;    /**< 1: written with ~ */
    int line;        /**< of the description */
    int into;        /**< 1: the router reads them */
    int output;      /**< 1: of an output port, 0: of an input port */
    int port;
    int role;  /**< enum blackbox_role, BLACKBOX_NO_ROLE, _AT_CONSTANT or _IN_SETUP (until) */
    int field; /**< the number of the field, or of the constant */
    int vc;    /**< of which virtual channel alone, -1: of all */
};

/** @return the role of a name (yummy is a credit), or -1 */
int blackbox_role(const char *name);
/**
 * Read a pin of a description: a name in which {p} stands for the number of the port and {v} for that of the virtual
 * channel, with [left:right], [bit], or [] for as many bits as it takes, those of port 0 first. A ~ before it inverts
 * it. The bits are those of a vector [N:0].
 * @param width  bits that it takes
 * @return 0, or -1 when it is none
 */
int blackbox_pin_parse(const char *text, int port, int vc, int width, struct blackbox_bits *bits);
/** All of them, in vectors as the module declares them, if it was elaborated: those of responses behind the
 * others, and classes one behind the other.
 * @param[out] bits  to be freed @return how many, or -1 when out of memory */
int blackbox_pin_list(const struct blackbox *f, struct blackbox_bits **bits);

/** Print a constant of a description, with the number, the column and the row of a router in the place of {n}, {x} and
 * {y}. */
void blackbox_place(const struct blackbox *f, const char *text, int router, FILE *out);

/** Whether a pin is named under sideband. */
int blackbox_side_pin(const struct blackbox *f, const char *name);
/** Take the ports of the elaborated module: from now on pins are bits of them. @return 0, or -1 when out of memory */
int blackbox_pins_declare(struct blackbox *f, const struct verilator_port *ports, int count);
/** A port of the elaborated module by its name, or NULL. */
const struct verilator_port *blackbox_pin_declared(const struct blackbox *f, const char *name);
/** Let bits that were read be those of the vector that the module declares. Below 0, or beyond its width: there are no
 * such bits. */
void blackbox_pin_place(const struct blackbox *f, struct blackbox_bits *bits);
/** Whether a text names bits of a port, or a part of it. */
int blackbox_is_part(const char *text);
/** Bits of a port or part of that name; 1 when there is none. */
int blackbox_pin_width(const struct blackbox *f, const char *name);
/** Let bits of a part, such as data_i[1].last, be those of the port that it is a part of. */
void blackbox_pin_whole(const struct blackbox *f, struct blackbox_bits *bits);
/** The number that the module gives to a bit of a pin, which is counted from the right. */
int blackbox_pin_number(const struct blackbox *f, const char *name, int bit);
/** Write bits, counted from the right, as the module counts them: [3], [7:4] or [4:7]; "" for a pin of one bit. */
void blackbox_pin_range(const struct verilator_port *port, int low, int width, char *text, size_t size);
/** Find the first bits of a pin, from a bit on, that nothing names and nothing ignores. @return how many, 0: none */
int blackbox_pin_spare(const struct blackbox *f, const struct blackbox_bits *bits, int count,
                       const struct verilator_port *port, int *low);
/** The width in bits of the ready of a port: one for each virtual channel, or one for that beside valid. */
int blackbox_pin_ready_width(const struct blackbox *f, const struct blackbox_ports *ports,
                             const struct blackbox_text *pin);
/** Print which bits are meant where a range runs against that of the module, "" if none does. */
void blackbox_pins_notes(const struct blackbox *f, char *text, size_t size);

/**
 * Take the ports of the module of a description, and find what is wrong between the two: all of it, a line each.
 * @return 0, or -1 with error
 */
int blackbox_pins_check(struct blackbox *f, const struct verilator_port *ports, int count, char *error, size_t size);

#endif

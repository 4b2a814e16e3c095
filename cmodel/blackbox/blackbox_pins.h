/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins that a description names, one by one: which bits of which port of the module are what.
 */
#ifndef BLACKBOX_BLACKBOX_PINS_H
#define BLACKBOX_BLACKBOX_PINS_H

#include <stdio.h>

#include "blackbox.h"

/** Bits of a pin of the module. */
struct blackbox_bits {
    char name[BLACKBOX_NAME]; /**< of the pin */
    int low, width;
    int line;   /**< of the description */
    int into;   /**< 1: the router reads them */
    int output; /**< 1: of an output port, 0: of an input port */
    int port;
    int role;           /**< enum blackbox_role, or -1: a field */
    int field;          /**< its number */
    int vc;             /**< of which virtual channel alone, -1: of all */
    int opposite, both; /**< as struct blackbox_pin has them */
};

/** What a key of pins says. */
struct blackbox_role_name {
    const char *name;
    enum blackbox_role role;
    int opposite, both; /**< as struct blackbox_pin has them */
};
/** @return the role of a name, or NULL: yummy is a credit, full is no ready */
const struct blackbox_role_name *blackbox_role_of(const char *name);
/**
 * Read a pin of a description: a name in which {p} stands for the number of the port and {v} for that of the virtual
 * channel, with [high:low], [bit], or [] for as many bits as it takes, those of port 0 first.
 * @param width  bits that it takes
 * @return 0, or -1 when it is none
 */
int blackbox_pin_parse(const char *text, int port, int vc, int width, struct blackbox_bits *bits);
/** All of them. @param[out] bits  to be freed @return how many, or -1 when out of memory */
int blackbox_pin_list(const struct blackbox *f, struct blackbox_bits **bits);

/** Print a constant of a description, with the number, the column and the row of a router in the place of {n}, {x} and
 * {y}. */
void blackbox_place(const struct blackbox *f, const char *text, int router, FILE *out);

/** Whether a pin is named under sideband. */
int blackbox_side_pin(const struct blackbox *f, const char *name);

struct verilator_port;
/**
 * What is wrong between a description and the ports of its module: all of it, a line each.
 * @return 0, or -1 with error
 */
int blackbox_pins_check(const struct blackbox *f, const struct verilator_port *ports, int count, char *error,
                        size_t size);

#endif

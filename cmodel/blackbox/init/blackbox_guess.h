/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a module may be: which of them are the pins of one input or output of a router, by the directions
 * first and then by the words in their names. For --init.
 */
#ifndef BLACKBOX_BLACKBOX_GUESS_H
#define BLACKBOX_BLACKBOX_GUESS_H

#include "../../verilator/verilator_design.h"
#include "../description/blackbox.h"

enum { GUESS_WORDS = 10, GUESS_NAMED = 32, GUESS_PINS = 48 };

/** What a word says of a pin. */
enum guess_kind {
    GUESS_NOTHING,
    GUESS_VALID,     /**< of a handshake, with the flits */
    GUESS_READY,     /**< against them */
    GUESS_CREDIT,    /**< likewise */
    GUESS_CREDIT_VC, /**< likewise: the channel that a credit is of */
    GUESS_VC,
    GUESS_FIELD
};

/** A pin, or pins that differ in one number. */
struct guess_pin {
    int *port;                /**< [count] of the module, in the order of the numbers */
    int count;                /**< 1: a pin, or a vector */
    int width;                /**< bits of each */
    int output;               /**< direction */
    int used;                 /**< 1: a description names it */
    int shared;               /**< 1: a port of an interface, which is none of a channel */
    char text[BLACKBOX_NAME]; /**< as a description names it; "": as a list */
    char word[GUESS_WORDS][GUESS_NAMED];
    int words; /**< of the name, in lower case, without the number */
    int own;   /**< the first word of the member that it is; 0: of the name */
    enum guess_kind kind;
    char is[GUESS_NAMED];     /**< key of a pin in a description, or name of the field */
    char stem[BLACKBOX_NAME]; /**< what the names of the pins of a channel share */
    char axi[4];              /**< channel of AXI: aw, w, b, ar, r, or t of a stream; "" */
    int part;                 /**< enum guess_part, by the other words of its name */
    int inverted;             /**< 1: it is active at 0 */
    int waits;                /**< 1: it is high only together with the other one of valid and ready */
    int to_output;            /**< 1: of an output of the router, 0: of an input */
};

/** What a channel is of: its inputs are a side, and its outputs the next one. */
enum guess_part { GUESS_MAIN = 0, GUESS_HEADER = 2, GUESS_RESPONSES = 4, GUESS_SIDES = 6 };

/** The pins of the inputs, or of the outputs. */
struct guess_side {
    int pin[GUESS_PINS]; /**< numbers of pins */
    int pins;            /**< 0: none were found */
    int count;           /**< inputs, or outputs */
    int stems;           /**< over 1: each port has names of its own, and pin[] are those of the first one */
    char stem[BLACKBOX_PORTS][BLACKBOX_NAME];
    char axi[4];
    int others; /**< channels that are left out */
};

struct guess {
    const struct verilator_port *ports;
    int count;
    struct guess_pin *pin; /**< [pins] */
    int pins;
    int clock, reset; /**< numbers of pins, or -1 */
    int reset_low;
    /** Numbers of pins when there is more than one clock, and of the reset that is called most like each; -1: none */
    int clock_of[BLACKBOX_CLOCKS], reset_of[BLACKBOX_CLOCKS], low_of[BLACKBOX_CLOCKS];
    int clocks;
    int tilelink;                        /**< 1: there are channels A and D of it */
    int other;                           /**< 1: there are reads of AXI that these are not about */
    struct guess_side side[GUESS_SIDES]; /**< of flits; of headers; of responses, whose inputs are those of targets */
};

/**
 * @param reads  1: those of AXI, where there are writes, too
 * @return 0, or -1 when out of memory; to be finished in any case
 */
int guess_ports(struct guess *g, const struct verilator_port *ports, int count, int reads);
void guess_finish(struct guess *g);
/** A pin of a side by its kind, or the field of a name; -1: none. */
int guess_find(const struct guess *g, const struct guess_side *s, enum guess_kind kind, const char *is);
/** The pin of another port of the side that is called likewise, or -1. @param port  number of the port */
int guess_of_port(const struct guess *g, const struct guess_side *s, int pin, int port);
/** The clock that is called most like a pin: its place in clock_of. @param otherwise  when none is */
int guess_clock(const struct guess *g, int pin, int otherwise);
/** Bits that a pin has for one port; 0 when they do not share it evenly. */
int guess_width(const struct guess *g, const struct guess_side *s, int pin);

#endif

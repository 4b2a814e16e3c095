/* SPDX-License-Identifier: Apache-2.0
 *
 * What generated Verilog asks of a kind of router: testbenches of one router, from test vectors, fabrics, and
 * testbenches of these. docs/reference/testbenches.md.
 *
 * Besides the pins of its table a router has clk, and is configured by pins rst, cfg_we, cfg_addr and cfg_wdata, as
 * router_kind.boot says. Address 16'h7fff is nobody's.
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include <stdint.h>

#include "gen_fields.h"

struct router_kind;
struct structural;

/** A template of a fabric and what it becomes, from prefix_ on; both names may have words of their own. */
struct gen_template {
    const char *from; /**< in tb/templates/fabric */
    const char *name; /**< in the folder, behind "<prefix>_fabric" */
};

struct gen_kind {
    const char *prefix;  /**< its RTL is in rtl/<prefix>, the top of a fabric is <prefix>_fabric */
    const char *top;     /**< module of the router; in capitals: the macro by which another is named */
    const char *product; /**< what it is called: "Fed-X" */
    const char *unit;    /**< ... behind that: "switch" */
    const char *units;   /**< several of them */
    int stimulus_cycles; /**< of the stimulus in a testbench, unless the user says otherwise: a minute or two of Icarus
                          */
    /**
     * Print "#(.BUFFERS(7))", or nothing where the module as it stands has the right ones. @param buffers  0: standard
     */
    void (*parameters)(const struct router_kind *kind, int buffers, FILE *out);
    const char *own; /**< block whose registers are in the module itself, those of others in u_<block>; NULL: none */
    /** Print where a byte of a router's memory is in its RTL. */
    void (*store)(const struct router_kind *kind, int store, int byte, FILE *out);
    /** Print the statements that set such a memory, each with its indent. */
    void (*set_store)(const struct router_kind *kind, const uint8_t *bytes, int store, FILE *out);
    /** Whether there is RTL for a fabric, or NULL: for all. @return 0, or -1 with one sentence in error */
    int (*check)(const struct structural *s, char *error, size_t size);
    /** Words of its own in the templates of a fabric, which beat those of all kinds; or NULL. */
    void (*words)(const struct structural *s, struct gen_fields *w);
    /** The templates of a fabric, ended by a NULL. */
    const struct gen_template *templates;
};

#endif

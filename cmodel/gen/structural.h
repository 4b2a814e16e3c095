/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics as structural Verilog: a top module with the routers of a topology, their wires, the words that configure
 * them and a loader that writes these through the configuration ports. The ports to all endpoints are pins of the top.
 * docs/reference/testbenches.md.
 */
#ifndef GEN_STRUCTURAL_H
#define GEN_STRUCTURAL_H

#include "../kind/kind.h"
#include "../topology/topology.h"
#include "gen.h"

struct structural {
    const struct router_kind *kind; /**< which has gen */
    const struct topology *topology;
    const void *settings; /**< of every router, the kind's own struct */
    const char *share;    /**< folder with tb/templates/ and rtl/ */
    const char *command;  /**< that made it, for its README */
};

/** What an endpoint is called where its number is that of its router, and where it is not. */
const char *structural_end(const struct topology *t);

/** Cycles from the end of the reset until all routers are configured. */
unsigned structural_ready(const struct structural *s);

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** The RTL has routers for these settings and this topology. */
int structural_check(const struct structural *s, char *error, size_t size);
/** Add the words that templates of a fabric, and of its testbench, are filled with. s must outlive them. */
void structural_words(struct gen_fields *w, const struct structural *s);
/** Write the folder, whole or not at all. It must not be there yet. */
int structural_write(const char *folder, const struct structural *s, char *error, size_t size);
/** Only the Verilog and the RTL, into a folder that is being made. @param w  structural_words */
int structural_sources(struct gen_folder *g, const struct structural *s, const struct gen_fields *w, char *error,
                       size_t size);

/* For the parts of templates that a kind has of its own. */

/** Print the cable that a port of a router reads: that of the far end, or what a cable without one shows. */
void structural_far(const struct structural *s, int router, int port, FILE *out);

#endif

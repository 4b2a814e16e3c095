/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference between model and RTL asks of a kind of router.
 */
#ifndef TRIAGE_TRIAGE_H
#define TRIAGE_TRIAGE_H

#include "../compare/lockstep.h"

struct triage_kind {
    /** The port to look at: that of the field that differs, or the first that was doing something. */
    int (*port)(const struct divergence *d);
    /** A port as it is called in words. */
    const char *(*port_name)(int port);
    /** The blocks whose registers are shown with the wires of a port, those of its lane; ended by NULL. */
    const char *const *port_blocks;
    /**
     * The section of docs/spec/KIND.md that rules about a pin (tx_turn ...) or a named register (block.register), whatever
     * follows it.
     * @param[out] title  of that section
     * @return its number, or 0
     */
    int (*section)(const char *field, const char **title);
};

#endif

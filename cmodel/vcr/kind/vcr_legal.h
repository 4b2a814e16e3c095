/* SPDX-License-Identifier: Apache-2.0
 *
 * Which registers a router can have, whatever its inputs: what holds after reset and is kept by every step. In lockstep
 * it is looked at in every cycle, so that what model and RTL get wrong alike is found, too.
 */
#ifndef VCR_LEGAL_H
#define VCR_LEGAL_H

#include "vcr/regs.h"

/* Clause: name, what holds. */
#define VCR_LEGAL_CLAUSES(CLAUSE)                                                                             \
    CLAUSE(widths, "no register has more bits than it has in the RTL")                                        \
    CLAUSE(queues, "slots are in a queue's memory, and write is fill behind read")                            \
    CLAUSE(stored, "stored says which queues hold flits")                                                     \
    CLAUSE(outputs, "a packet that goes on has an output and a channel that there are")                       \
    CLAUSE(owners, "a channel is owned if and only if one packet goes on by it")                              \
    CLAUSE(hold, "a link is held only if a packet goes on by it")                                             \
    CLAUSE(closing, "a packet that is closed goes on")                                                        \
    CLAUSE(committed, "a head that has committed has not gone, is there, and waits for a port that there is") \
    CLAUSE(credits, "nobody has more credits than slots, and none to a link that is down")                    \
    CLAUSE(pointers, "round-robin pointers are among those that they point at")                               \
    CLAUSE(wires, "what is on the wire is of a channel that there is, and nothing where there is no flit")    \
    CLAUSE(quiet, "a router that is quiet is not up and holds nothing")                                       \
    CLAUSE(stage, "without a route stage its registers are as after reset")

enum {
#define CLAUSE(name, words) VCR_LEGAL_##name,
    VCR_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
        VCR_LEGAL_COUNT
};

/** Names of the clauses, and what holds. */
extern const char *const vcr_legal_names[VCR_LEGAL_COUNT];
extern const char *const vcr_legal_words[VCR_LEGAL_COUNT];

/** @return the broken clauses, bit k for clause k; 0: legal */
uint32_t vcr_legal(const struct vcr_parameters *s, const struct vcr_regs *r);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal as a node (kind/node.h): what is told of it in the tables that comparison works by. It is no router, and
 * no kind of a fabric's routers (config/registry.h); struct router_kind is how tables are handed on.
 */
#ifndef VCR_TERMINAL_KIND_H
#define VCR_TERMINAL_KIND_H

#include "../../kind/kind.h"
#include "vcr/terminal.h"

/* Clause: name, what holds in every state. */
#define VCR_TERMINAL_CLAUSES(CLAUSE)                                                                              \
    CLAUSE(widths, "no register has more bits than it has in the RTL")                                            \
    CLAUSE(pointers,                                                                                              \
           "from read to passed are the packets that wait to be sent, from there to write those behind the gate") \
    CLAUSE(used, "the slots that are used are as many as packets, and hold those that are sent")                  \
    CLAUSE(room, "there is room if the buffer is not full and the next slot is free")                             \
    CLAUSE(sending, "a packet that is sent goes by a channel that there is, no flit of it beyond its length")     \
    CLAUSE(credits, "nobody has more credits than slots, and none to a link that is down")                        \
    CLAUSE(wires, "nothing is on the wire where there is no flit")                                                \
    CLAUSE(quiet, "a terminal that is quiet is not up and has no link")

enum {
#define CLAUSE(name, words) VCR_TERMINAL_LEGAL_##name,
    VCR_TERMINAL_CLAUSES(CLAUSE)
#undef CLAUSE
        VCR_TERMINAL_LEGAL_COUNT
};

extern const char *const vcr_terminal_legal_names[VCR_TERMINAL_LEGAL_COUNT],
    *const vcr_terminal_legal_words[VCR_TERMINAL_LEGAL_COUNT];
/** @param rows  table of the build's registers @return the broken clauses, bit k for clause k; 0: legal */
uint32_t vcr_terminal_legal(const struct vcr_terminal_parameters *s, const struct reg_info *rows,
                            const struct vcr_terminal_regs *r);

/** node_ops.archive of a terminal. */
void vcr_terminal_archive(void *terminal, struct archive *a);

/** Of all builds. */
extern const struct stimulus_kind vcr_terminal_stimulus; /* cmodel/vcr/bench */
extern const struct gen_kind vcr_terminal_gen;           /* cmodel/vcr/gen */
extern const struct triage_kind vcr_terminal_triage;     /* cmodel/vcr/triage */

#define VCR_TERMINAL_BUILD(name, ...)                                                      \
    extern const struct router_kind vcr_terminal_kind_##name;                              \
    extern const struct vcr_terminal_parameters vcr_terminal_parameters_##name;            \
    extern const struct lockstep_kind vcr_terminal_lockstep_##name; /* cmodel/vcr/bench */ \
    extern const struct bench_kind vcr_terminal_bench_##name;       /* likewise */         \
    extern const struct coverage_kind vcr_terminal_coverage_##name; /* likewise */         \
    extern const struct scenario_kind vcr_terminal_scenario_##name; /* likewise */         \
    extern const struct dut_kind vcr_terminal_dut_##name;           /* cmodel/vcr/dut */
#include "vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A second opinion on a difference between model and RTL: the vectors that show it, as
 * a generated testbench (testbench.h), run in Icarus Verilog and in Verilator. Is
 * it the RTL, a simulator, or must the specification be asked? docs/reference/testbenches.md.
 */
#ifndef TRIAGE_SECOND_OPINION_H
#define TRIAGE_SECOND_OPINION_H

#include <stdint.h>
#include <stdio.h>

#include "../kind/kind.h"

/** What one simulator says. */
struct opinion {
    int differs;       /**< 0: all that was compared is as the model has it */
    uint64_t cycle;    /**< of the first difference, counting the vectors from 0; outputs of that cycle */
    char pin[80];      /**< "tx_turn port 2", "cfg_rdata", "register admission.first" */
    char expected[24]; /**< by the model */
    char got[24];      /**< x where the level is unknown */
    char last[160];    /**< the line that begins with PASS: or FAIL: */
};

enum opinion_verdict {
    OPINION_RTL,          /**< both simulators show the same difference: the RTL as it is written does it */
    OPINION_SIMULATORS,   /**< they disagree: an unknown level, a race, or a fault of a tool */
    OPINION_SPECIFICATION /**< neither shows a difference: the model, and the section that rules, must be asked */
};

struct second_opinion {
    struct opinion icarus, verilator;
    enum opinion_verdict verdict;
    int section;       /**< of docs/spec/KIND.md that rules about the field, 0: none is known */
    const char *title; /**< of that section */
};

/**
 * Run a testbench that testbench_write made in one simulator, by its Makefile. What it prints is in SIMULATOR.log in
 * the folder.
 * @param simulator  icarus or verilator
 * @param variables  for make, such as "RTL=/my/router.v", ended by NULL; NULL: none
 * @return 0, or -1 with one sentence in error: make or the simulator is missing, the sources do not compile
 */
int opinion_ask(const char *folder, const char *simulator, const char *const *variables, struct opinion *o, char *error,
                size_t size);
/** Remove from the folder what opinion_ask left there. */
void opinion_forget(const char *folder);

/**
 * Run a testbench that testbench_write made in both simulators, by its Makefile. icarus.log and verilator.log in
 * the folder have all that they print. Takes about 15 seconds, most of it compilation by Verilator.
 * @param kind       of the router; it has triage
 * @param variables  for make, such as "RTL=/my/router.v" and "TOP=my_router", ended by NULL; NULL: none
 * @param field      pin or block.register in which model and RTL were found different, or NULL
 * @return 0, or -1 with one sentence in error: make or a simulator is missing, the sources do not compile
 */
int second_opinion(const struct router_kind *kind, const char *folder, const char *const *variables, const char *field,
                   struct second_opinion *opinion, char *error, size_t size);

/** Print both opinions, and the verdict in words. */
void second_opinion_print(const struct router_kind *kind, const struct second_opinion *opinion, FILE *out);

#endif

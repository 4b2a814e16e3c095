/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the parts of `fedx verify`: its command line (verify.c), the passes it
 * runs (verify_passes.c) and their results (verify_results.c).
 */
#ifndef VERIFY_INTERNAL_H
#define VERIFY_INTERNAL_H

#include "../../bench/bench.h"
#include "../../compare/lockstep.h"
#include "../common/cli_dut.h"
#include "../common/cli_triage.h"
#include "verify_fabric.h"

/** What the command line says, and what is opened for it. */
struct verify_options {
    const struct router_kind *kind;
    struct stimulus_config stimulus;
    uint64_t inject, first; /**< states to inject, 0: none; first batch */
    int buffers;            /**< of the switch */
    int threads;            /**< batches of states side by side, 0: one a processor */
    const char *profile;    /**< its name, or NULL */
    const char *object, *json, *report, *coverage, *junit;
    int quiet, until_covered, pins, power_up_given;
    struct node_ops only_pins; /**< with pins: the switch, without what it shows */
    struct cli_triage triage;
    struct cli_dut dut;
};

/** Runs of the stimulus one after the other, and then fabrics. */
enum verify_pass { PASS_PROFILES, PASS_POWER_UP, PASS_SUSTAINED, PASS_FABRIC, PASSES };

/** The results of all passes together, and which of them failed. */
struct verification {
    struct stimulus_result result;
    struct compared compared;
    uint64_t cycles[PASSES]; /**< compared in each */
    double seconds[PASSES];  /**< wall time of each */
    enum verify_pass last;   /**< the one to run last, if none before it fails */
    uint8_t *touched;        /**< registers that changed: one flag a row of the registers of its kind */
    enum verify_pass pass;   /**< the one that runs, or ran last */
    int differs;             /**< mismatch is known */
    struct mismatch mismatch;
    struct verify_fabric fabric; /**< the last one */
    int fabrics;                 /**< so many have been run */
};

/**
 * Run the passes up to the first that fails.
 * @param v  all zero, but for touched
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why not
 */
int verify_passes(struct verification *v, struct verify_options *o);
/** Whether the results can be written to these files, of which each may be NULL. @return 0, or CLI_EXIT_BAD_INPUT after
 * saying why not */
int verify_check_results(const char *command, const char *json, const char *coverage, const char *junit);
/** Print the results in words. @param words  0: standard output is for a file */
void verify_print(const struct verification *v, const struct verify_options *o, int words);
/** JSON, coverage, report, JUnit. @return 0, or CLI_EXIT_BAD_INPUT after saying why not */
int verify_write(const struct verification *v, const struct verify_options *o);

#endif

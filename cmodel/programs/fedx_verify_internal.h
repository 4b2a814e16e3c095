/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the parts of `fedx verify`: its command line (fedx_verify.c), the passes it
 * runs (fedx_verify_passes.c) and their results (fedx_verify_results.c).
 */
#ifndef FEDX_VERIFY_INTERNAL_H
#define FEDX_VERIFY_INTERNAL_H

#include "../bench/bench.h"
#include "../compare/lockstep.h"
#include "fedx_cli_dut.h"
#include "fedx_triage.h"
#include "fedx_verify_fabric.h"

/** What the command line says, and what is opened for it. */
struct fedx_verify_options {
    const struct router_kind *kind;
    struct stimulus_config stimulus;
    uint64_t inject, first;         /**< states to inject, 0: none; first batch */
    int buffers;                    /**< of the switch */
    int threads;                    /**< batches of states side by side, 0: one a processor */
    const char *not_inject;         /**< an option given that does not go with them */
    const char *router_dut, *init;  /**< fedx_verify_foreign.h; NULL: a router that there is a model of */
    struct arguments files;         /**< with router_dut: its sources, in the place of those of the description */
    const char *testbench;          /**< with router_dut: folder for the last episode, or NULL */
    const char *performance;        /**< with router_dut: folder for its curves, or NULL */
    const char *pattern;            /**< with that: of destinations, NULL: any output */
    int vcr_depth;                  /**< with that: flits of a virtual channel beside it, 0: as many as it has */
    const char *not_router_dut;     /**< an option given that does not go with that */
    const char *profile;            /**< its name, or NULL */
    const char *object, *json, *report, *coverage, *junit;
    int quiet, until_covered, pins, power_up_given;
    struct node_ops only_pins; /**< with pins: the switch, without what it shows */
    struct fedx_triage triage;
    struct fedx_cli_dut dut;
};

/** Runs of the stimulus one after the other, and then fabrics. */
enum fedx_verify_pass { FEDX_PASS_PROFILES, FEDX_PASS_POWER_UP, FEDX_PASS_SUSTAINED, FEDX_PASS_FABRIC, FEDX_PASSES };

/** The results of all passes together, and which of them failed. */
struct fedx_verification {
    struct stimulus_result result;
    struct compared compared;
    uint64_t cycles[FEDX_PASSES];      /**< compared in each */
    double seconds[FEDX_PASSES];       /**< wall time of each */
    enum fedx_verify_pass last;        /**< the one to run last, if none before it fails */
    uint8_t *touched;                  /**< registers that changed: one flag a row of the registers of its kind */
    enum fedx_verify_pass pass;        /**< the one that runs, or ran last */
    int differs;                       /**< divergence is known */
    struct divergence divergence;
    struct fedx_verify_fabric fabric;  /**< the last one */
    int fabrics;                       /**< so many have been run */
};

/**
 * Run the passes up to the first that fails.
 * @param v  all zero, but for touched
 * @return 0, or FEDX_EXIT_BAD_INPUT after saying why not
 */
int fedx_verify_passes(struct fedx_verification *v, struct fedx_verify_options *o);
/** Whether the results can be written to these files, of which each may be NULL. @return 0, or FEDX_EXIT_BAD_INPUT after saying why not */
int fedx_verify_check_results(const char *json, const char *coverage, const char *junit);
/** Print the results in words. @param words  0: standard output is for a file */
void fedx_verify_say(const struct fedx_verification *v, const struct fedx_verify_options *o, int words);
/** JSON, coverage, report, JUnit. @return 0, or FEDX_EXIT_BAD_INPUT after saying why not */
int fedx_verify_write(const struct fedx_verification *v, const struct fedx_verify_options *o);

#endif

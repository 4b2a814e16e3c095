/* SPDX-License-Identifier: Apache-2.0
 *
 * From a difference between model and RTL to a bundle: what `fedx verify` and
 * `fedx run` do when they have found one.
 */
#ifndef CLI_TRIAGE_H
#define CLI_TRIAGE_H

#include "../../bench/bench.h"
#include "../../dut/dut.h"
#include "../../run/session.h"
#include "../../triage/bundle.h"
#include "cli.h"
#include "confirm.h"

/** What the command line says about bundles. */
struct cli_triage {
    const char *folder;               /**< where to write one; NULL: a folder that is not there yet */
    int none;                         /**< write none */
    uint64_t window;                  /**< cycles of the waveform, at most */
    const char *rtl_object;           /**< of fedx verify, as given, or NULL; a scenario has its own */
    const struct dut *dut;            /**< the RTL is a router of the user's, built for this run; NULL: it is not */
    int second_opinion;               /**< ask other simulators about a difference */
    char *command;                    /**< the whole command, for the record */
    int silent;                       /**< standard output is not for words */
    int report;                       /**< a report is wanted */
    char written[PATH_MAX];           /**< where the bundle is, "" while there is none */
    struct confirmation confirmation; /**< who else shows the difference */
    json_t *difference;               /**< for it, once there is a difference; NULL: none, or it was taken */
};

/** The options --bundle, --no-bundle, --waveform and --second-opinion; their input is a struct cli_triage. */
struct argp_child cli_triage_child(void);
/** Defaults, and the command as it is; before argp_parse, which reorders it. */
void cli_triage_init(struct cli_triage *t, int argc, char **argv);
/** 1 when somebody else was asked about the difference and does not show it: CLI_EXIT_UNCONFIRMED. */
static inline int cli_triage_doubts(const struct cli_triage *t)
{
    return t->confirmation.confirmed == CONFIRMED_NOT;
}

/** Free what init made. */
void cli_triage_finish(struct cli_triage *t);
/**
 * @param rtl_object  as the user named it, or NULL
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why no bundle could be written, or no opinion asked for
 */
int cli_triage_check(const struct cli_triage *t, const char *command, const char *rtl_object);

/**
 * Write the bundle of a difference that the stimulus of a kind found, by running its episode again, and say so. What
 * cannot be done is said on standard error: the difference stays what it is.
 */
void cli_triage_stimulus(struct cli_triage *t, const struct router_kind *kind, const struct stimulus_config *config,
                         uint64_t episode, const struct mismatch *d);
/** Likewise of a difference in a fabric, by running the scenario again with that router, or what that endpoint sends
 * by, recorded. */
void cli_triage_fabric(struct cli_triage *t, const struct scenario *scenario,
                       const struct session_difference *difference);

/**
 * Ask Icarus and Verilator about the difference of a bundle by its testbench, say what they say, and leave it in the
 * bundle as second-opinion.txt.
 * @param silent  not on standard output
 * @return 0, or -1 with one sentence in error
 */
int cli_triage_opinion(const struct bundle *b, const char *folder, int silent, char *error, size_t size);
/** Say what a bundle holds, and what can be done with it. */
void cli_triage_print(const struct bundle *b, const char *folder);

#endif

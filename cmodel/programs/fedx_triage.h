/* SPDX-License-Identifier: Apache-2.0
 *
 * From a difference between model and RTL to a bundle: what `fedx verify` and
 * `fedx run` do when they have found one.
 */
#ifndef FEDX_TRIAGE_H
#define FEDX_TRIAGE_H

#include "../scenario/session.h"
#include "../dut/dut.h"
#include "../bench/bench.h"
#include "../triage/bundle.h"
#include "fedx_cli.h"
#include "fedx_confirm.h"

/** What the command line says about bundles. */
struct fedx_triage {
    const char *folder;     /**< where to write one; NULL: a folder that is not there yet */
    int none;               /**< write none */
    uint64_t window;        /**< cycles of the waveform, at most */
    const char *rtl_object; /**< of fedx verify, as given, or NULL; a scenario has its own */
    const struct dut *dut;  /**< the RTL is a router of the user's, built for this run; NULL: it is not */
    int second_opinion;     /**< ask other simulators about a difference */
    char *command;          /**< the whole command, for the record */
    int silent;             /**< standard output is not for words */
    int report;             /**< a report is wanted */
    char written[PATH_MAX]; /**< where the bundle is, "" while there is none */
    struct fedx_confirmation confirmation; /**< who else shows the difference */
    json_t *difference;     /**< for it, once there is a difference; NULL: none, or it was taken */
};

/** The options --bundle, --no-bundle, --waveform and --second-opinion; their input is a struct fedx_triage. */
struct argp_child fedx_triage_child(void);
/** Defaults, and the command as it is; before argp_parse, which reorders it. */
void fedx_triage_init(struct fedx_triage *t, int argc, char **argv);
/** 1 when somebody else was asked about the difference and does not show it: FEDX_EXIT_UNCONFIRMED. */
static inline int fedx_triage_doubts(const struct fedx_triage *t)
{
    return t->confirmation.confirmed == FEDX_CONFIRMED_NOT;
}

/** Free what init made. */
void fedx_triage_finish(struct fedx_triage *t);
/**
 * @param rtl_object  as the user named it, or NULL
 * @return 0, or FEDX_EXIT_BAD_INPUT after saying why no bundle could be written, or no opinion asked for
 */
int fedx_triage_check(const struct fedx_triage *t, const char *command, const char *rtl_object);

/**
 * Write the bundle of a difference that the stimulus of a kind found, by running its episode again, and say so. What cannot be
 * done is said on standard error: the difference stays what it is.
 */
void fedx_triage_stimulus(struct fedx_triage *t, const struct router_kind *kind, const struct stimulus_config *config,
                          uint64_t episode, const struct divergence *d);
/** Likewise of a difference in a fabric, by running the scenario again with that router, or what that endpoint sends by, recorded. */
void fedx_triage_fabric(struct fedx_triage *t, const struct scenario *scenario, const struct session_difference *difference);

/**
 * Ask Icarus and Verilator about the difference of a bundle by its testbench, say what they say, and leave it in the
 * bundle as second-opinion.txt.
 * @param silent  not on standard output
 * @return 0, or -1 with one sentence in error
 */
int fedx_triage_opinion(const struct bundle *b, const char *folder, int silent, char *error, size_t size);
/** Say what a bundle holds, and what can be done with it. */
void fedx_triage_print(const struct bundle *b, const char *folder);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the parts of fedx blackbox: a verification (verify_blackbox.c), what shows a failure of it (verify_found.c),
 * and its results (verify_box_results.c, verify_prove.c).
 */
#ifndef VERIFY_WORK_H
#define VERIFY_WORK_H

#include "../../blackbox/campaign/blackbox_campaign.h"
#include "../../blackbox/campaign/blackbox_hint.h"
#include "../../blackbox/minimise/blackbox_confirm.h"
#include "../../blackbox/wrapper/blackbox_build.h"
#include "../common/cli.h"
#include "verify_blackbox.h"

/** A verification. */
struct verify_work {
    const struct verify_blackbox *v;
    struct verify_once *once; /**< of a sweep, which speaks for itself; or NULL */
    struct blackbox *f;
    struct blackbox_build build;
    struct blackbox_campaign campaign;
    struct blackbox_result first; /**< of the failure before it was made small */
    struct blackbox_confirmation confirmation;
    char support[PATH_MAX], bundle[PATH_MAX];
    char *command;               /**< that finds the same again */
    char hint[BLACKBOX_HINT];    /**< what may be wrong with the description */
    double built, ran;           /**< seconds */
    int packets;                 /**< of the episode, before it was made small */
    int trials, deep;            /**< deep: it needs most of the packets before it */
    struct blackbox_bench *last; /**< that ran the script of the failure last */
    struct cli_progress progress;
};

static inline int verify_words_wanted(const struct verify_work *w)
{
    return !w->once && !cli_is_standard_output(w->v->json);
}

static inline int verify_confirmed(const struct verify_work *w)
{
    return blackbox_confirmed(&w->confirmation);
}

/** Make what failed small, and leave a bundle. What cannot be done is said on standard error: what was found stays. */
void verify_write_bundle(struct verify_work *w);
/** Who else shows the failure: said last, once all were asked. */
void verify_print_confirmation(const struct verify_work *w);
/** The testbench of the last episode of a run in which nothing is wrong. @return exit status */
int verify_write_last(struct verify_work *w);

/** good, confirmed or not confirmed. */
const char *verify_outcome(const struct verify_work *w);
/** Print the router and its ports. */
void verify_print_network(const struct verify_work *w);
/** ... and all of a run. */
void verify_print_run(const struct verify_work *w);
/** ... and what the bundle has. */
void verify_print_bundle(const struct verify_work *w);
/** Fill in what a sweep says of a run. */
void verify_fill_once(const struct verify_work *w);
/** Write JSON, test cases and page. @return exit status */
int verify_write_run(const struct verify_work *w);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A fault is reported as one when something else than the first build shows it, too: simulators are wrong at times. The
 * others are a second build, without Verilator's optimisations, in the same bench, and another simulator with the
 * testbench of the bundle.
 */
#ifndef BLACKBOX_BLACKBOX_CONFIRM_H
#define BLACKBOX_BLACKBOX_CONFIRM_H

#include "../bench/blackbox_bench.h"
#include "../wrapper/blackbox_build.h"

/** What another one came to. */
enum blackbox_opinion {
    BLACKBOX_NOT_ASKED,
    BLACKBOX_SHOWS,      /**< it shows something wrong, too */
    BLACKBOX_SHOWS_NOT,  /**< what it plays comes through */
    BLACKBOX_UNREADABLE, /**< it does not read the sources, or does not come to an end */
    BLACKBOX_MISSING,    /**< it is not installed */
};

/** All zero but for keep and support: nothing was asked. */
struct blackbox_confirmation {
    const char *keep, *support;              /**< of the first build (blackbox_build.h) */
    enum blackbox_opinion plain;             /**< of the second build */
    enum blackbox_opinion icarus, verilator; /**< of the bundle's testbench in these simulators */
    char reason[512];            /**< why the second build is missing, or where both builds differ first; "" */
    char unread[256];            /**< why Icarus cannot run the testbench, as it says; "" */
    char power_up[64];           /**< arguments of the testbench in Verilator with which it shows; "" */
    struct blackbox_build build; /**< the second one */
    struct blackbox_bench *bench;
};

/**
 * Build once more and play the script. A fault that hangs on what registers hold at power-up is looked for with several
 * such values, for a build has its own.
 * @param first      the bench that found it
 * @param[in,out] s  its power_up becomes the one with which it shows
 * @return 0, whatever came of it, or -1 when out of memory; to be finished in any case
 */
int blackbox_confirm(struct blackbox_confirmation *c, const struct blackbox *f, struct blackbox_bench *first,
                     struct blackbox_script *s, const struct blackbox_result *found);
/** Run the testbench in a folder that blackbox_testbench_write has written, in Icarus and, when that cannot, in
 * Verilator. */
void blackbox_confirm_bundle(struct blackbox_confirmation *c, const char *folder);
/** Whether anything else shows it, too. */
int blackbox_confirmed(const struct blackbox_confirmation *c);
/** Print who shows it and who does not, as the end of "confirmed by " or "not confirmed: ". */
void blackbox_confirm_print(const struct blackbox_confirmation *c, FILE *out);
void blackbox_confirm_finish(struct blackbox_confirmation *c);

#endif

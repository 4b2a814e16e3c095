/* SPDX-License-Identifier: Apache-2.0
 *
 * A fault is reported as one when something else than the first build shows it, too: simulators are wrong at times. The others are
 * a second build, without Verilator's optimisations, in the same bench, and another simulator with the testbench of the bundle.
 */
#ifndef FOREIGN_FOREIGN_CONFIRM_H
#define FOREIGN_FOREIGN_CONFIRM_H

#include "foreign_bench.h"
#include "foreign_build.h"

/** What another one came to. */
enum foreign_opinion {
    FOREIGN_NOT_ASKED,
    FOREIGN_SHOWS,      /**< it shows something wrong, too */
    FOREIGN_SHOWS_NOT,  /**< what it plays comes through */
    FOREIGN_UNREADABLE, /**< it does not read the sources, or does not come to an end */
    FOREIGN_MISSING,    /**< it is not installed */
};

/** All zero: nothing was asked. */
struct foreign_confirmation {
    enum foreign_opinion plain, icarus, verilator; /**< the second build; the testbench of the bundle in two simulators */
    char reason[512];     /**< why the second build is missing, or where both builds differ first; "" */
    char unread[256];     /**< why Icarus cannot run the testbench, as it says; "" */
    char power_up[64];    /**< arguments of the testbench in Verilator with which it shows; "" */
    struct foreign_build build; /**< the second one */
    struct foreign_bench *bench;
};

/**
 * Build once more and play the script. A fault that hangs on what registers hold at power-up is looked for with several such
 * values, for a build has its own.
 * @param first      the bench that found it
 * @param[in,out] s  its power_up becomes the one with which it shows
 * @return 0, whatever came of it, or -1 when out of memory; to be finished in any case
 */
int foreign_confirm(struct foreign_confirmation *c, const struct foreign *f, struct foreign_bench *first, struct foreign_script *s,
                    const struct foreign_result *found, const char *support);
/** Run the testbench in a folder that foreign_testbench_write has written, in Icarus and, when that cannot, in Verilator. */
void foreign_confirm_bundle(struct foreign_confirmation *c, const char *folder);
/** Whether anything else shows it, too. */
int foreign_confirmed(const struct foreign_confirmation *c);
/** Print who shows it and who does not, as the end of "confirmed by " or "not confirmed: ". */
void foreign_confirm_print(const struct foreign_confirmation *c, FILE *out);
void foreign_confirm_finish(struct foreign_confirmation *c);

#endif

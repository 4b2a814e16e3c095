/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a difference is the RTL's, or that of one simulator: somebody else is asked before it counts.
 * docs/reference/bundles.md.
 */
#ifndef CONFIRM_H
#define CONFIRM_H

#include <limits.h>

#include "../../dut/dut.h"
#include "../../triage/bundle.h"

enum confirmed {
    ASKED_NOBODY, /**< nobody could be asked */
    CONFIRMED,    /**< another one shows a difference, too */
    CONFIRMED_NOT /**< none does */
};

struct confirmation {
    enum confirmed confirmed;
    char said[2 * BUNDLE_ERROR]; /**< who shows it, who does not, and who cannot be asked and why */
};

/** Ask a second build of a user's router, without Verilator's optimisations. It takes as long as the first. */
void confirm_build(struct confirmation *c, const struct bundle *b, const struct dut *dut);
/**
 * Ask Icarus by the testbench of a bundle, or Verilator where Icarus is missing. What they make is removed from the
 * bundle.
 * @param folder  of the bundle, which is written; NULL: there is none
 */
void confirm_testbench(struct confirmation *c, const struct bundle *b, const char *folder);
/** Word of it in JSON and JUnit. */
const char *confirm_name(const struct confirmation *c);
/** Say it in a line. */
void confirm_print(const struct confirmation *c);

#endif

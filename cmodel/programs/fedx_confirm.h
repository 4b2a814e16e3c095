/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a difference is the RTL's, or that of one simulator: somebody else is asked before it counts.
 * docs/reference/bundles.md.
 */
#ifndef FEDX_CONFIRM_H
#define FEDX_CONFIRM_H

#include <limits.h>

#include "../dut/dut.h"
#include "../triage/bundle.h"

enum fedx_confirmed {
    FEDX_ASKED_NOBODY, /**< nobody could be asked */
    FEDX_CONFIRMED,    /**< another one shows a difference, too */
    FEDX_CONFIRMED_NOT /**< none does */
};

struct fedx_confirmation {
    enum fedx_confirmed confirmed;
    char said[2 * BUNDLE_ERROR]; /**< who shows it, who does not, and who cannot be asked and why */
};

/** Ask a second build of a user's router, without Verilator's optimisations. It takes as long as the first. */
void fedx_confirm_build(struct fedx_confirmation *c, const struct bundle *b, const struct dut *dut);
/**
 * Ask Icarus by the testbench of a bundle, or Verilator where Icarus is missing. What they make is removed from the bundle.
 * @param folder  of the bundle, which is written; NULL: there is none
 */
void fedx_confirm_testbench(struct fedx_confirmation *c, const struct bundle *b, const char *folder);
/** Word of it in JSON and JUnit. */
const char *fedx_confirm_name(const struct fedx_confirmation *c);
/** Say it in a line. */
void fedx_confirm_print(const struct fedx_confirmation *c);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify --inject: model and RTL from random legal states.
 */
#ifndef VERIFY_INJECT_H
#define VERIFY_INJECT_H

#include "../../bench/bench.h"
#include "../common/cli_dut.h"

struct verify_inject {
    struct injection_config config;
    const char *object;        /**< the RTL as given on the command line, or NULL */
    const struct cli_dut *dut; /**< the switch of the user's own, if there is one */
    const char *json;          /**< file for the results, or NULL */
    const char *junit;         /**< file for them as JUnit XML, or NULL */
    int quiet;                 /**< no progress line */
};

/** Whether a mapping file names what is set, before the router is built. @return 0, or CLI_EXIT_BAD_INPUT after saying
 * why not */
int verify_inject_check(const struct cli_dut *dut, const struct router_kind *kind);
/** Run it and print or write the results. @return CLI_EXIT_* */
int verify_inject(const struct verify_inject *v);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A third-party router among the models of a fabric: fabric.blackbox.
 */
#ifndef CLI_BLACKBOX_H
#define CLI_BLACKBOX_H

#include "../../blackbox/node/blackbox_node.h"
#include "../../blackbox/wrapper/blackbox_build.h"
#include "cli_dut.h"

/** All zero: there is none. */
struct cli_blackbox {
    struct blackbox *f;
    struct blackbox_build build;
    struct blackbox_box box;
    double seconds; /**< that the build took */
};

/**
 * Read the description of a scenario, if it has one, and build the router; scenario->box is what came of it. To be
 * finished in any case, after the fabric.
 * @param options  --include, --define, --parameter and --keep, which are for it if it is the only one that is built
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int cli_blackbox_build(const char *command, struct cli_blackbox *b, struct scenario *scenario,
                       const struct cli_dut *options, int quiet);
/** Print what was built; nothing when there is none. */
void cli_blackbox_print(const struct cli_blackbox *b);
void cli_blackbox_finish(struct cli_blackbox *b);

#endif

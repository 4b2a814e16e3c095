/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder that shows a script in any Verilog simulator: the network as one file, the script, and a testbench that plays it and
 * judges for itself, so that it passes once the router is right.
 */
#ifndef FOREIGN_FOREIGN_TESTBENCH_H
#define FOREIGN_FOREIGN_TESTBENCH_H

#include "../gen/gen_folder.h"
#include "foreign_bench.h"
#include "foreign_build.h"

/** What a folder is made of. */
struct foreign_testbench {
    const struct foreign *f;
    const struct foreign_build *build;
    const struct foreign_script *script;
    const struct foreign_result *result; /**< of the script */
    const struct foreign_life *lives;    /**< of its packets */
    const char *share;                   /**< folder with tb/templates */
    const char *command;                 /**< that made it */
};

/**
 * Begin the folder, and write all that it is made of.
 * @param[out] g  to be ended or abandoned by the caller, who may add to it @return 0, or -1 with error
 */
int foreign_testbench_write(const struct foreign_testbench *t, const char *folder, struct gen_folder *g, char *error, size_t size);
/** Print what was wrong, if anything, and what became of each packet. */
void foreign_testbench_report(const struct foreign_testbench *t, FILE *out);

#endif

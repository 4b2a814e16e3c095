/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder that shows a script in any Verilog simulator: the network as one file, the script, and a testbench that
 * plays it and judges for itself, so that it passes once the router is right.
 */
#ifndef BLACKBOX_BLACKBOX_TESTBENCH_H
#define BLACKBOX_BLACKBOX_TESTBENCH_H

#include "../../gen/gen_folder.h"
#include "../bench/blackbox_bench.h"
#include "../wrapper/blackbox_build.h"

/** What a folder is made of. */
struct blackbox_testbench {
    const struct blackbox *f;
    const struct blackbox_build *build;
    const struct blackbox_bench *bench; /**< that ran it last */
    const struct blackbox_script *script;
    const struct blackbox_result *result; /**< of the script */
    const struct blackbox_history *lives; /**< of its packets */
    const char *share;                    /**< folder with tb/templates */
    const char *command;                  /**< that made it */
};

/**
 * Begin the folder, and write all that it is made of.
 * @param[out] g  to be ended or abandoned by the caller, who may add to it @return 0, or -1 with error
 */
int blackbox_testbench_write(const struct blackbox_testbench *t, const char *folder, struct gen_folder *g, char *error,
                             size_t size);
/** Copy the files that the router reads by relative names into a folder that has all else, and mend names in network.v
 * that lead out of it (blackbox_testbench_data.c). @return 0, or -1 with error */
int blackbox_testbench_data(const struct blackbox_testbench *t, struct gen_folder *g, char *error, size_t size);
/** Print what was wrong, if anything, and what became of each packet. */
void blackbox_testbench_report(const struct blackbox_testbench *t, FILE *out);

/** Print a save file of GTKWave for the waveform of the testbench (blackbox_testbench_wave.c). */
void blackbox_testbench_wave(const struct blackbox_testbench *t, FILE *out);

/** Pins beside the ports (blackbox_testbench_side.c): lists and constants of the script, what is in them, and in words.
 */
void blackbox_testbench_declare_sides(const struct blackbox_testbench *t, FILE *out);
void blackbox_testbench_load_sides(const struct blackbox_testbench *t, FILE *out);
void blackbox_testbench_report_sides(const struct blackbox_testbench *t, FILE *out);
/** Clocks (blackbox_testbench_clocks.c): the same. */
void blackbox_testbench_declare_clocks(const struct blackbox_testbench *t, FILE *out);
void blackbox_testbench_load_clocks(const struct blackbox_testbench *t, FILE *out);
void blackbox_testbench_report_clocks(const struct blackbox_testbench *t, FILE *out);
/** The same folder, but of responses, where there are some (blackbox_testbench_responses.c). */
struct blackbox_testbench blackbox_testbench_of_responses(const struct blackbox_testbench *t);
/** The same folder, but of the next class, where there is one (blackbox_testbench_kinds.c). */
struct blackbox_testbench blackbox_testbench_of_next(const struct blackbox_testbench *t);
/** What stands where in the text of a bench: of requests or of responses of a class. */
enum { BLACKBOX_TESTBENCH_NAME = BLACKBOX_CLASS_NAME + 32 };
struct blackbox_testbench_names {
    char module[BLACKBOX_TESTBENCH_NAME];                                 /**< the file is called so, too */
    char script[BLACKBOX_TESTBENCH_NAME];                                 /**< file */
    char kind[BLACKBOX_TESTBENCH_NAME];                                   /**< in front of what it prints */
    char answers[BLACKBOX_TESTBENCH_NAME], next[BLACKBOX_TESTBENCH_NAME]; /**< modules of responses, and of the next
                                                                             class; "": there are none */
    char path[BLACKBOX_CLASSES * 8 + 16];                                 /**< of the instance of requests */
};
void blackbox_testbench_name(const struct blackbox *f, struct blackbox_testbench_names *n);
/** Which benches there are beside one: constants of its script. */
void blackbox_testbench_declare_kinds(const struct blackbox_testbench *t, FILE *out);
/** Requests and responses: constants and lists of the script, and what is in them. */
void blackbox_testbench_declare_responses(const struct blackbox_testbench *t, FILE *out);
void blackbox_testbench_load_responses(const struct blackbox_testbench *t, FILE *out);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox: routers of other people, verified end to end.
 */
#ifndef VERIFY_BLACKBOX_H
#define VERIFY_BLACKBOX_H

#include <jansson.h>
#include <limits.h>

#include "../../blackbox/description/blackbox.h"
#include "../../results/junit.h"
#include "verify_internal.h"

/** What the command line says. */
struct verify_blackbox {
    const char *description;       /**< file */
    const struct arguments *files; /**< in the place of those that the description names; empty: those */
    const char *init;              /**< write the description, of this module or of that of this file; NULL: verify */
    const char *top;               /**< with init: the module; NULL: the one that is named as its file */
    const struct arguments *includes, *defines, *parameters; /**< more of them; parameters in the place of those of the
                                                                description */
    const char *keep;                                        /**< folder of the build, or NULL */
    const char *bundle;    /**< folder to be made when something is wrong; NULL: fedx-bundle */
    const char *testbench; /**< folder to be made with the last episode when nothing is wrong, or NULL */
    const char *profile, *json, *junit, *html;
    const char
        *performance; /**< folder to be made with curves of latency over load, in the place of all else; NULL: verify */
    const char *report;  /**< with it: folder of a report, or NULL */
    const char *pattern; /**< with it: of destinations; NULL: any output */
    int vcr_depth;       /**< with it: flits of a virtual channel of vcr; 0: as many as the description says */
    uint64_t cycles, seed;
    struct verify_seed_range {
        uint64_t first, last;
        int jobs; /**< seeds at a time; 0: there is no range, but one seed */
    } seeds;
    int prove;         /**< 1: prove properties in the place of a run */
    int prove_seconds; /**< that this may take */
    int prove_swept;   /**< 1: parameters are the smallest ones of a sweep */
    int until_covered; /**< 1: end when all points that can be hit were */
    int quiet, no_bundle;
};

/** What came of one combination of parameters, or of one seed. */
struct verify_once {
    int status;            /**< exit status of the program if there were nothing else */
    char text[2048];       /**< what is wrong, in words; "" */
    char bundle[PATH_MAX]; /**< folder that shows it; "" */
    uint64_t cycles, packets;
    double seconds;
    json_t *json; /**< all of it, owned by the caller; NULL when nothing was run */
};

/** Run the combinations of the parameters that a description sweeps. @param support  folder with tb/blackbox @return
 * exit status */
int verify_sweep(const struct verify_blackbox *v, const struct blackbox *f, const char *support);
/** Run every seed of the range. @return exit status */
int verify_seeds(const struct verify_blackbox *v, const char *support);
/** Verify one of them, without a word but for errors. @param once  to be filled */
void verify_one(const struct verify_blackbox *v, const char *support, struct verify_once *once);
/** It as a test case. */
struct junit_case verify_case(const char *name, const struct verify_once *once);
/** What such a run is called by its status: good, FAILED, ... */
const char *verify_result_word(int status);
/** The exit status of several runs. @param of_status  how many of them ended with each */
int verify_worst_status(const int *of_status);

/** Verify, or write a description. @return exit status of the program */
int verify_blackbox(const struct verify_blackbox *v);

#endif

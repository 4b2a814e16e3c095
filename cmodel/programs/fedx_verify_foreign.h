/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify --router-dut: routers of other people, verified end to end.
 */
#ifndef FEDX_VERIFY_FOREIGN_H
#define FEDX_VERIFY_FOREIGN_H

#include "fedx_verify_internal.h"

/** What the command line says. */
struct fedx_verify_foreign {
    const char *description; /**< file */
    const char *init;        /**< write the description, of the module in this file; NULL: verify */
    const char *top;         /**< with init: the module; NULL: the one that is named as its file */
    const struct arguments *defines, *parameters; /**< more of them, and in the place of those of the description */
    const char *keep;        /**< folder of the build, or NULL */
    const char *bundle;      /**< folder to be made when something is wrong; NULL: fedx-bundle */
    const char *profile, *json, *junit;
    const char *performance; /**< folder to be made with curves of latency over load, in the place of all else; NULL: verify */
    int vcr_depth;           /**< with it: flits of a virtual channel of vcr; 0: as many as the description says */
    uint64_t cycles, seed;
    int until_covered; /**< 1: end when all points that can be hit were */
    int quiet, no_bundle;
};

/** Verify, or write a description. @return exit status of the program */
int fedx_verify_foreign(const struct fedx_verify_foreign *v);

#endif

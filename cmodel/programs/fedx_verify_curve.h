/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify --router-dut --performance: latency and throughput over load of a user's network, and of virtual-channel routers in its
 * place.
 */
#ifndef FEDX_VERIFY_CURVE_H
#define FEDX_VERIFY_CURVE_H

#include "../foreign/foreign_curve.h"

struct fedx_verify_curve {
    const struct foreign *f;
    const struct node_ops *ops;   /**< the network, built */
    const char *description;      /**< file */
    const char *report;           /**< folder of a report, or NULL */
    const char *folder;           /**< to be made: curves.csv, curves.json, latency.svg */
    const char *command;          /**< that does the same again */
    const char *support;          /**< folder of what belongs to the program */
    struct foreign_curve settings;
    int depth;                    /**< flits of a virtual channel of vcr; 0: that of the description's credits, or 4 */
    int words, quiet;             /**< words: standard output is for them */
};

/** Measure, and write. @return exit status of the program: different when packets do not come through */
int fedx_verify_curve(const struct fedx_verify_curve *v);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox --performance: latency and throughput over load of a user's network, and of virtual-channel
 * routers in its place.
 */
#ifndef VERIFY_CURVE_H
#define VERIFY_CURVE_H

#include "../../blackbox/campaign/blackbox_curve.h"

struct verify_curve {
    const struct blackbox *f;
    const struct node_ops *ops; /**< the network, built */
    const char *description;    /**< file */
    const char *report;         /**< folder of a report, or NULL */
    const char *folder;         /**< to be made: curves.csv, curves.json, latency.svg */
    const char *command;        /**< that does the same again */
    const char *support;        /**< folder of what belongs to the program */
    struct blackbox_curve settings;
    int depth;        /**< flits of a virtual channel of vcr; 0: the largest depth of the description's inputs, or 4 */
    int words, quiet; /**< words: standard output is for them */
};

/** Measure, and write. @return exit status of the program: different when packets do not come through */
int verify_curve(const struct verify_curve *v);

#endif

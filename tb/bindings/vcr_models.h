/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers among the models of a simulator (models.h).
 */
#ifndef VCR_MODELS_H
#define VCR_MODELS_H

#include "models.h"

enum {
    VCR_MODELS_WORDS = 128, /**< of all inputs, or all outputs, of any configuration; bits above those are zero */
    VCR_MODELS_NUMBERS = 8  /**< parameters of the RTL: ports, vcs, depth, flit_bits, bypass, route_stage, speedup,
                               table_size */
};

/** A router in its reset state. @return 0, or -1 with one sentence in models->text */
int vcr_models_open(struct models *models, const char *name, const int *number, models_handle *handle);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * AXI4-Stream switches among the models of a simulator (models.h).
 */
#ifndef AXIS_MODELS_H
#define AXIS_MODELS_H

#include "models.h"

enum {
    AXIS_MODELS_WORDS = 256, /**< of all inputs, or all outputs, of any parameters; bits above those are zero */
    AXIS_MODELS_NUMBERS = 4  /**< parameters of the RTL: inputs, outputs, dest_bits, data_bits */
};

/** A switch in its reset state. @return 0, or -1 with one sentence in models->text */
int axis_models_open(struct models *models, const char *name, const int *number, models_handle *handle);

#endif

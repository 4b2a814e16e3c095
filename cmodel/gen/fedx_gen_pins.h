/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins as generated files have them: in the order of a word, most significant first.
 */
#ifndef FEDX_GEN_PINS_H
#define FEDX_GEN_PINS_H

#include "fedx/switch.h"

#define FEDX_GEN_OUTPUT(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_tx_##name,
#define FEDX_GEN_STATUS(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,
/** Rows of fedx_pin_table: the outputs of a switch, in the order of a word of expected.hex. */
static const uint8_t fedx_gen_outputs[] = {FEDX_LEVEL_WIRES(FEDX_GEN_OUTPUT) FEDX_DRIVE_WIRES(FEDX_GEN_OUTPUT)
                                               FEDX_DATA_WIRES(FEDX_GEN_OUTPUT) FEDX_STATUS_PINS(FEDX_GEN_STATUS)};
#undef FEDX_GEN_OUTPUT
#undef FEDX_GEN_STATUS

#endif

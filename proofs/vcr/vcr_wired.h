/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proofs of the wiring of the router and of the terminal share beyond wired.h: pins.
 */
#ifndef VCR_WIRED_H
#define VCR_WIRED_H

#include "../common/wired.h"
#include "vcr_ports.h"

#define BLOCK_TYPE(block) struct vcr_##block

/* The pins of the whole: in, control, out are the structs that they are in. */
#define TAKE_PIN(structure, prefix, dimension, name, type, width) \
    TAKE(input_of, prefix #name, dimension, structure name, type, width)
#define TAKE_RX(dimension, name, type, width, idle, shows, meaning) TAKE_PIN(in., "rx_", dimension, name, type, width)
#define TAKE_CONTROL(dimension, name, type, width, idle, shows, meaning) \
    TAKE_PIN(control., "", dimension, name, type, width)
#define PUT_TX(dimension, name, type, width, idle, shows, meaning) PUT("tx_" #name, dimension, out.name, type, width)
#define NO_PIN(dimension, name, type, width, idle, shows, meaning)

#endif

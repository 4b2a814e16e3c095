/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins as data: the table for all that has to know them, and what an end shows that is
 * silent. Made from include/fedx/fedx_pins.def.
 */
#include <string.h>

#include "fedx/switch.h"

#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    _Static_assert(FEDX_TYPE_FITS(dimension, type, width), #name ": the type is not that of its bits");
FEDX_CABLE_WIRES(FEDX_PIN)
FEDX_CONTROL_PINS(FEDX_PIN)
FEDX_STATUS_PINS(FEDX_PIN)
#undef FEDX_PIN

#define ROW(prefix, structure, where, dimension, name_, type, width, idle_, shows_, meaning_) \
    {.name = prefix #name_,                                                                   \
     .field = #name_,                                                                         \
     .meaning = meaning_,                                                                     \
     .shows = shows_,                                                                         \
     .lanes = FEDX_LANES(structure, name_, dimension, type, width),                           \
     .place = where,                                                                          \
     .idle = idle_},
#define CONTROL(...) ROW("", struct fedx_control, PIN_CONTROL, __VA_ARGS__)
#define STATUS(...) ROW("", struct fedx_status, PIN_STATUS, __VA_ARGS__)
#define TX(...) ROW("tx_", struct fedx_pins, PIN_TX, __VA_ARGS__)
/* An input shows no register. */
#define RX(dimension, name, type, width, idle, shows, meaning) \
    ROW("rx_", struct fedx_pins, PIN_RX, dimension, name, type, width, idle, "", meaning)

const struct pin_info fedx_pin_table[] = {FEDX_PINS(CONTROL, RX, TX, STATUS)};

const struct pin_info *fedx_pin_find(const char *name)
{
    return pin_rows_find(fedx_pin_table, FEDX_PIN_COUNT, name);
}

#define IDLE_DATA(dimension, name, type, width, idle, shows, meaning) .name = {[0 ... FEDX_PORTS - 1] = (idle)},
#define IDLE_LEVEL(dimension, name, type, width, idle, shows, meaning) .name = (idle) ? FEDX_ALL_PORTS : 0,
const struct fedx_pins fedx_idle_pins = {FEDX_DATA_WIRES(IDLE_DATA) FEDX_DRIVE_WIRES(IDLE_LEVEL)
                                             FEDX_LEVEL_WIRES(IDLE_LEVEL)};

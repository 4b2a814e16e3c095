/* SPDX-License-Identifier: Apache-2.0
 *
 * What is the same for all switches of a fabric.
 */
#ifndef AXIS_SETTINGS_H
#define AXIS_SETTINGS_H

#include "axis/switch.h"

struct axis_settings {
    struct axis_parameters parameters;
    int beats; /**< of a packet, 1 to AXIS_PACKET_MOST_BEATS */
};

#endif

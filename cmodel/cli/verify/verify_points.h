/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a router of another make have seen, in words and as JSON.
 */
#ifndef VERIFY_POINTS_H
#define VERIFY_POINTS_H

#include <jansson.h>

#include "../../blackbox/script/blackbox_cover.h"

/** How much of it is printed. */
enum verify_points_detail {
    POINTS_COUNTED,
    POINTS_MISSING, /**< names of points that were not hit, the first ones of each group, and bits that never changed */
    POINTS_RULED_OUT /**< points that cannot be hit, too */
};
/** Print it. */
void verify_points_print(const struct blackbox_cover *c, enum verify_points_detail detail);
/**
 * Every group, with the names of points that were not hit and of those that cannot be. @return NULL when out of memory
 */
json_t *verify_points_json(const struct blackbox_cover *c);
/** Bits of fields that never changed, with the reason of each. @return NULL when out of memory */
json_t *verify_unchanged_json(const struct blackbox_cover *c);

#endif

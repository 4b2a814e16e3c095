/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a router of another make have seen, in words and as JSON.
 */
#ifndef FEDX_VERIFY_POINTS_H
#define FEDX_VERIFY_POINTS_H

#include <jansson.h>

#include "../foreign/foreign_cover.h"

/** How much of it is printed. */
enum fedx_verify_points_detail {
    FEDX_POINTS_COUNTED,
    FEDX_POINTS_MISSING,   /**< names of points that were not hit, the first ones of each group, and bits that never changed */
    FEDX_POINTS_RULED_OUT  /**< points that cannot be hit, too */
};
/** Print it. */
void fedx_verify_points_print(const struct foreign_cover *c, enum fedx_verify_points_detail detail);
/** Every group, with the names of points that were not hit and of those that cannot be. @return NULL when out of memory */
json_t *fedx_verify_points_json(const struct foreign_cover *c);
/** Bits of fields that never changed, with the reason of each. @return NULL when out of memory */
json_t *fedx_verify_unchanged_json(const struct foreign_cover *c);

#endif

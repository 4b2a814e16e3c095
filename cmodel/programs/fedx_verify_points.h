/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a router of another make have seen, in words and as JSON.
 */
#ifndef FEDX_VERIFY_POINTS_H
#define FEDX_VERIFY_POINTS_H

#include <jansson.h>

#include "../foreign/foreign_cover.h"

/** Print it. @param missing  1: with the names of points that were not hit, the first ones of each group */
void fedx_verify_points_print(const struct foreign_cover *c, int missing);
/** Every group, with the names of points that were not hit and of those that cannot be. @return NULL when out of memory */
json_t *fedx_verify_points_json(const struct foreign_cover *c);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of a scenario mean to fabrics of AXI4-Stream switches: members of struct scenario_kind.
 */
#ifndef AXIS_KEYS_H
#define AXIS_KEYS_H

#include "../../config/scenario_kind.h"

int axis_keys_check(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size);
int axis_keys_check_rtl(const struct router_kind *kind, const struct scenario *s, int key, char *error, size_t size);
long axis_keys_check_routes(const struct scenario_fabric *f, char *error, size_t size);
void axis_keys_shares(const struct scenario_fabric *f, const struct scenario_packets *packets, double *share);
void axis_keys_settings(const struct router_kind *kind, const struct scenario *s, void *settings);
void axis_keys_print_settings(const struct scenario *s, FILE *out);

#define AXIS_KEYS                                                                                           \
    .check = axis_keys_check, .check_rtl = axis_keys_check_rtl, .check_routes = axis_keys_check_routes,     \
    .shares = axis_keys_shares, .settings = axis_keys_settings, .print_settings = axis_keys_print_settings, \
    .one_way = 1, .sections = 1 << SCENARIO_SECTION_streams, .listed_alone = 1 << SCENARIO_SECTION_streams, \
    .destinations = 1 << AXIS_MOST_DEST_BITS

#endif

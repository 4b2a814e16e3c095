/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run came to for each class of messages of a router of another make, in words and as JSON. Where there is one
 * class without a name, nothing says so.
 */
#ifndef VERIFY_CLASS_H
#define VERIFY_CLASS_H

#include <jansson.h>
#include <stdio.h>

#include "../../blackbox/campaign/blackbox_campaign.h"
#include "verify_points.h"

/** Print the ports and packets of all classes. */
void verify_class_print_ports(const struct blackbox *first, FILE *out);
/** ... what came out, */
void verify_class_print_totals(const struct blackbox_campaign *c);
/** ... what was checked, */
void verify_class_print_checks(const struct blackbox_campaign *c);
/** ... and which points were hit, and what was seen. */
void verify_class_print_seen(const struct blackbox_campaign *c);
void verify_class_print_points(const struct blackbox_campaign *c, enum verify_points_detail detail);

/** A count of a class, for words, behind those of others; list is NULL: there are none. @return NULL when out of memory
 */
json_t *verify_class_counted(json_t *list, const struct blackbox *f, uint64_t count);
/** Whether a class has a check, and how often it was made. */
int verify_class_has(const struct blackbox_campaign *c, int number, int check);
/** Whether it is what failed. */
int verify_class_failed(const struct blackbox_campaign *c, int number, int check);
/** Each check by its name: of a class, or of all of them with number -1. @return NULL when out of memory */
json_t *verify_class_checks_json(const struct blackbox_campaign *c, int number);
/** What its ports have seen, and its responses. @return NULL when out of memory */
json_t *verify_class_ports_json(const struct blackbox_campaign *c, int number);
/** A list of all classes with what they came to; NULL where there is one without a name. */
json_t *verify_class_json(const struct blackbox_campaign *c);
/** What became of the packets of a script that was played, of each class but the one of the failure; NULL where there
 * is no other one. */
json_t *verify_class_history_json(const struct blackbox_bench *first, const struct blackbox *f, int but);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What results ask of a kind of router: what it counts at endpoints beside what all kinds do.
 */
#ifndef RESULTS_RESULTS_KIND_H
#define RESULTS_RESULTS_KIND_H

#include <stdio.h>

struct json_t; /* of jansson */
struct session;

struct results_kind {
    const char *key; /**< of json in the results */
    /** Lines of the terminal, or none, with what explain has; and why a run may have come to a standstill. */
    void (*print)(const struct session *session, FILE *out);
    void (*explain)(const struct session *session, FILE *out);
    /** null: there is nothing of this run. @return NULL when out of memory */
    struct json_t *(*json)(const struct session *session);
};

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The statistics of results.def: objects of JSON, and columns of tables.
 */
#ifndef RESULTS_RESULTS_ROWS_H
#define RESULTS_RESULTS_ROWS_H

#include "figures.h"

enum results_object {
#define RESULTS_OBJECT(name, form, table, per, meaning) RESULTS_##name,
#define RESULT(...)
#include "results.def"
#undef RESULTS_OBJECT
#undef RESULT
    RESULTS_OBJECTS
};

/** What rows are of. Only what the rows of an object speak of has to be set. */
struct results_at {
    const struct session *session;
    enum metrics_group group;
    enum metrics_kind kind;
    int n, node, port; /**< a node, endpoint or number; its router; its port */
    struct topology_place place;
    struct topology_end far;
    struct latency_figures latency;
    struct halves halves; /**< of the latency, or of what was delivered */
    struct rate delivered, offered;
    struct backlog backlog;
    struct stats stats;
    struct spread spread;
    double jain;
    const struct message_spread *routers;
    const struct latency *distance;
    struct compared compared;
    struct attempts attempts;
    uint64_t from, to; /**< cycles of a slice */
    struct slice slice;
    int nodes;
    uint64_t messages;
};

/** A latency of a group. */
struct results_at results_at_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind);

/** A statistic that has a value, or none. */
struct result_value {
    enum { RESULT_NONE, RESULT_COUNT, RESULT_NUMBER, RESULT_WORD, RESULT_JSON } is;
    uint64_t count;
    double number;
    const char *word;
    json_t *json;
};

/** A row. */
struct result_row {
    enum results_object object;
    const char *key, *shown; /**< shown: head of its column on the screen */
    int in_json, in_table;
    int decimals, width; /**< in a table; on the screen, 0: it is not there */
    struct result_value (*value)(const struct results_at *x);
};
/** The row of an object behind another, or the first one. @return NULL: there is none */
const struct result_row *results_next(enum results_object object, const struct result_row *row);

/** The file of an object that is a table; or empty. */
const char *results_table_file(enum results_object object);
/** @return NULL when out of memory */
json_t *results_object(enum results_object object, const struct results_at *x);
json_t *results_fairness(struct fairness f);
/** A number that may not be there. */
json_t *results_number(int there, double value);

#endif

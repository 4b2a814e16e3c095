/* SPDX-License-Identifier: Apache-2.0
 *
 * The statistics of results.def, and of a kind of router: objects of JSON, columns of tables, words.
 */
#ifndef RESULTS_RESULTS_ROWS_H
#define RESULTS_RESULTS_ROWS_H

#include "figures.h"

#define RESULTS_DEF "results.def"
enum results_object {
#include "results_numbers.h"
    RESULTS_OBJECTS /**< behind these come those of a kind of router (results_kind.h) */
};
#undef RESULTS_DEF

/** Forms of an object, and where a row is, as results.def explains them. */
enum { OBJECT = 0, OBJECT_OR_NULL = 1, PART = 2, NOT_JSON = 4, RULES = 8 };
enum { WORDS = 0, JSON = 1, TABLE = 2, OPTIONAL = 1 << 8 };
#define CSV(decimals) (TABLE | (decimals) << 2)

/** What rows are of. Only what the rows of an object speak of has to be set. */
struct results_at {
    const struct result_row *rows; /**< of objects from RESULTS_OBJECTS on; NULL: those of the kind of the session */
    const void *of;                /**< with rows: what they alone know */
    const struct results_found *found;
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
    const struct results_account *account;
    const struct windows *windows;
    enum windows_what what;
    const struct blackbox_node_port *box;
    const struct fault_packet *missing;
};

/** What a group carries. */
struct results_at results_at_load(const struct session *session, enum metrics_group group);
/** A latency of a group. */
struct results_at results_at_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind);

/** A statistic that has a value, or none. */
struct result_value {
    enum { RESULT_UNKNOWN, RESULT_NONE, RESULT_COUNT, RESULT_NUMBER, RESULT_WORD, RESULT_JSON, RESULT_OBJECT } is;
    uint64_t count;
    double number;
    const char *word;
    json_t *json;
    int object; /**< RESULT_OBJECT: of the same x */
};

/** A row. */
struct result_row {
    int object; /**< of enum results_object; below 0: there are no more */
    const char *key;
    int where;
    struct result_value (*value)(const struct results_at *x);
    const char *words; /**< NULL, or this is no statistic, but words of the object with values of others */
};
/** Decimals in a table. */
static inline int result_decimals(const struct result_row *row)
{
    return row->where >> 2 & 7;
}

/** The first row of an object, and the one behind another. @return NULL: there is none */
const struct result_row *results_first(int object, const struct results_at *x);
const struct result_row *results_next(const struct result_row *row);

/** The value of a row, objects as JSON. */
struct result_value results_value(const struct result_row *row, const struct results_at *x);

/** The file of an object that is a table; or empty. */
const char *results_table_file(enum results_object object);
/** @return NULL when out of memory */
json_t *results_object(int object, const struct results_at *x);
/** Objects of x with n of 0, 1 ...: as a list; as an object, by their names. @return NULL when out of memory */
json_t *results_each(int object, const struct results_at *x, int count);
json_t *results_named(int object, const struct results_at *x, int count, const char *(*name)(int n));
/** The words of an object, as results.def explains them. */
void results_words(int object, const struct results_at *x, FILE *out);
/** A text, as a value: what is printed; an item behind others, with a comma. @return NULL when out of memory */
json_t *results_printed(void (*print)(const struct results_at *x, FILE *out), const struct results_at *x);
json_t *results_list(json_t *list, json_t *item);
/** One object out of two. @return NULL when either is */
json_t *results_joined(json_t *json, json_t *more);
/** The command that gives the results of a session again; where model and RTL differed in it. */
json_t *results_made_by(const struct session *session);
json_t *results_session_difference(const struct session *session);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run as tables. See results.h; docs/reference/results.md.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "../base/text.h"
#include "results_rows.h"

/* Where the lines of a table go: to a file, or into columns. */
struct lines {
    const struct result_row *first; /* column */
    FILE *out;
    json_t *columns;
};

/* The column of a row, or the first one behind it. */
static const struct result_row *column(const struct result_row *row)
{
    while (row && !(row->where & TABLE))
        row = results_next(row);
    return row;
}

/* A field as it stands in a file; empty: it has no value. */
static void print_field(const struct result_row *row, const struct result_value *value, FILE *out)
{
    if (value->is == RESULT_COUNT)
        fprintf(out, "%" PRIu64, value->count);
    else if (value->is == RESULT_NUMBER)
        fprintf(out, "%.*f", result_decimals(row), value->number);
    else if (value->is == RESULT_WORD)
        fputs(value->word, out);
}

/* Reports have the numbers of files, with as many digits. */
static json_t *field_json(const struct result_row *row, const struct result_value *value)
{
    char text[48];

    switch (value->is) {
    case RESULT_COUNT: return json_integer((json_int_t)value->count);
    case RESULT_NUMBER:
        snprintf(text, sizeof text, "%.*f", result_decimals(row), value->number);
        return json_real(strtod(text, NULL));
    case RESULT_WORD: return json_string(value->word);
    default: return json_null();
    }
}

static void head(struct lines *to)
{
    for (const struct result_row *r = to->first, *next; r; r = next) {
        next = column(results_next(r));
        if (to->out)
            fprintf(to->out, "%s%c", r->key, next ? ',' : '\n');
        else
            json_object_set_new(to->columns, r->key, json_array());
    }
}

static void line(struct lines *to, const struct results_at *x)
{
    for (const struct result_row *r = to->first, *next; r; r = next) {
        struct result_value value = r->value(x);
        next = column(results_next(r));
        if (to->out) {
            print_field(r, &value, to->out);
            fputc(next ? ',' : '\n', to->out);
        } else {
            json_array_append_new(json_object_get(to->columns, r->key), field_json(r, &value));
        }
    }
}

static void node_lines(struct lines *to, struct results_at x)
{
    const struct topology *t = x.session->setup.topology;

    for (x.n = 0; x.n < t->endpoints; x.n++) {
        x.node = t->attached[x.n].node;
        x.place = topology_drawn(t, x.node);
        x.attempts = metrics_attempts(fabric_metrics(x.session->fabric), x.n, SENDER_ENDPOINT);
        line(to, &x);
    }
}

static void link_lines(struct lines *to, struct results_at x)
{
    const struct topology *t = x.session->setup.topology;

    for (x.n = 0; x.n < t->nodes; x.n++)
        for (x.port = 0; x.port < t->kind->links; x.port++) {
            x.far = t->links[x.n][x.port];
            x.attempts = metrics_attempts(fabric_metrics(x.session->fabric), x.n, x.port);
            if (topology_wired(t, x.n, x.port))
                line(to, &x);
        }
}

static void latency_lines(struct lines *to, struct results_at x)
{
    for (int g = 0; g < figures_groups(x.session); g++)
        for (int k = 0; k < LATENCY_KINDS; k = figures_next_kind(x.session, g, k)) {
            struct results_at latency = results_at_latency(x.session, g, k);
            line(to, &latency);
        }
}

static void slice_lines(struct lines *to, struct results_at x)
{
    uint64_t end = x.session->setup.config.end;

    for (int i = 0; i < SLICES; i++) {
        x.slice = metrics_slice(fabric_metrics(x.session->fabric), i);
        x.from = end * (uint64_t)i / SLICES;
        x.to = end * (uint64_t)(i + 1) / SLICES;
        line(to, &x);
    }
}

static void run_line(struct lines *to, struct results_at x)
{
    line(to, &x);
}

static void spread_lines(struct lines *to, struct results_at x)
{
    x.routers = metrics_spread(fabric_metrics(x.session->fabric));
    for (x.n = 0; x.n <= message_spread_most(x.routers, MESSAGE_HELD); x.n++)
        line(to, &x);
}

static void distance_lines(struct lines *to, struct results_at x)
{
    for (x.n = 0; (x.distance = metrics_of_distance(fabric_metrics(x.session->fabric), x.n)); x.n++)
        if (x.distance->count > 0)
            line(to, &x);
}

static void router_lines(struct lines *to, struct results_at x)
{
    for (x.n = 0; x.n < x.session->setup.topology->nodes; x.n++) {
        x.place = topology_drawn(x.session->setup.topology, x.n);
        line(to, &x);
    }
}

static const struct {
    enum results_object object;
    void (*lines)(struct lines *to, struct results_at x);
} tables[] = {{RESULTS_nodes, node_lines},      {RESULTS_links, link_lines},
              {RESULTS_latency, latency_lines}, {RESULTS_series, slice_lines},
              {RESULTS_run, run_line},          {RESULTS_spread_of_messages, spread_lines},
              {RESULTS_routers, router_lines},  {RESULTS_distance, distance_lines}};
enum { TABLES = sizeof tables / sizeof *tables };

static const char *file_of(int i)
{
    return results_table_file(tables[i].object);
}

static void write_table(const struct session *session, int i, FILE *out, json_t *columns)
{
    struct lines to = {column(results_first(tables[i].object, NULL)), out, columns};

    head(&to);
    tables[i].lines(&to, (struct results_at){.session = session});
}

/*
 * Whether a run has a table: that of messages' spread if it was asked for; that of routers unless every node is a
 * router and an endpoint, and the table of nodes is that of routers, too.
 */
static int has_table(const struct session *session, int i)
{
    const struct topology *t = session->setup.topology;

    if (tables[i].object == RESULTS_distance)
        return metrics_of_distance(fabric_metrics(session->fabric), 0) != NULL;
    if (tables[i].object == RESULTS_spread_of_messages)
        return metrics_spread(fabric_metrics(session->fabric)) != NULL;
    return tables[i].object != RESULTS_routers || t->fixed || t->endpoints != t->nodes;
}

/* @param session  of which those that it has are opened; NULL: all of them */
static int open_tables(const struct session *session, const char *folder, struct output *output, char *error,
                       size_t size)
{
    int failed = 0;

    if (output_folder(folder, error, size) != 0)
        return -1;
    for (int i = 0; i < TABLES && !failed; i++) {
        char path[SCENARIO_TEXT + 16];
        if (session && !has_table(session, i))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file_of(i));
        failed = output_open(&output[i], path, error, size);
    }
    return failed;
}

static void abandon_tables(struct output *output)
{
    for (int i = 0; i < TABLES; i++)
        output_abandon(&output[i]);
}

int results_csv_check(const char *folder, char *error, size_t size)
{
    struct output output[TABLES] = {{0}};
    int failed = open_tables(NULL, folder, output, error, size);

    abandon_tables(output);
    return failed;
}

int results_csv(const struct session *session, const char *folder, char *error, size_t size)
{
    struct output output[TABLES] = {{0}};
    int failed = open_tables(session, folder, output, error, size);

    /* All tables are on the disk before the first one takes its name. */
    for (int i = 0; i < TABLES && !failed; i++) {
        if (!has_table(session, i))
            continue;
        write_table(session, i, output[i].file, NULL);
        if (fflush(output[i].file) != 0 || ferror(output[i].file))
            failed = text_fail(error, size, "cannot write %s/%s: %s", folder, file_of(i), strerror(errno));
    }
    for (int i = 0; i < TABLES && !failed; i++)
        failed = has_table(session, i) ? output_close(&output[i], error, size) : 0;
    abandon_tables(output);
    return failed;
}

json_t *results_tables(const struct session *session)
{
    json_t *json = json_object();
    char name[16];

    for (int i = 0; i < TABLES; i++) {
        if (!has_table(session, i))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(file_of(i), "."), file_of(i));
        json_t *columns = json_object();
        write_table(session, i, NULL, columns);
        json_object_set_new(json, name, columns);
    }
    return json;
}

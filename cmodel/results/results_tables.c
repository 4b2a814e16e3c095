/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run as tables. See results.h; docs/reference/results.md.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "figures.h"

/* A mean number of packets; without samples there is none. */
static void print_packets(FILE *out, double packets)
{
    if (!isnan(packets))
        fprintf(out, "%.4f", packets);
}

static void nodes_csv(const struct session *session, FILE *out)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    const struct traffic *t = &session->setup.traffic;
    static const char *const roles[] = {"independent", "sender", "hot"};

    fprintf(out, "node,row,col,role,offered_packets,delivered_packets,throughput,longest_packet_latency_cycles,"
                 "mean_used_buffers,pe_port_busy,pe_port_occupied,injections,refused_injections,ejections\n");
    for (int n = 0; n < session->setup.topology->endpoints; n++) {
        struct topology_end at = session->setup.topology->attached[n];
        struct topology_place place = topology_drawn(session->setup.topology, at.node);
        struct attempts in = metrics_attempts(m, n, SENDER_ENDPOINT);
        fprintf(out, "%d,%d,%d,%s,%" PRIu64 ",%" PRIu64 ",%.6f,%" PRIu64 ",", n, place.row, place.col,
                roles[t->hot_count ? t->role[n] : 0], metrics_offered(m, n), metrics_from(m, n),
                results_density(session, metrics_from(m, n), figures_cycles(session), 1), metrics_longest(m, n));
        print_packets(out, metrics_occupancy(m, at.node));
        fprintf(out, ",%.6f,%.6f,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", figures_endpoint_busy(session, n, 0),
                figures_endpoint_occupied(session, n), in.accepted, in.refused, figures_ejections(session, n));
    }
}

static void links_csv(const struct session *session, FILE *out)
{
    const struct metrics *m = fabric_metrics(session->fabric);

    fprintf(out, "node,port,to_node,to_port,accepted,refused,busy,wasted\n");
    for (int n = 0; n < session->setup.topology->nodes; n++)
        for (int p = 0; p < session->setup.topology->kind->links; p++) {
            struct topology_end far = session->setup.topology->links[n][p];
            struct attempts a = metrics_attempts(m, n, p);
            if (topology_wired(session->setup.topology, n, p))
                fprintf(out, "%d,%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f\n", n, p, far.node, far.port, a.accepted,
                        a.refused, metrics_busy(m, n, p, 0), metrics_busy(m, n, p, 1));
        }
}

/* A latency and a comma; no latency is 0. */
static void print_mean(FILE *out, double cycles)
{
    if (cycles > 0)
        fprintf(out, "%.3f", cycles);
    fputc(',', out);
}

static void latency_line(const struct session *session, enum metrics_group group, enum metrics_kind kind, FILE *out)
{
    struct latency_figures f = figures_latency(session, group, kind);
    const struct summary *s = &f.summary;

    fprintf(out, "%s,%s,%" PRIu64 ",%" PRIu64 ",", results_group(group), results_kind(kind), s->count, f.left_out);
    print_mean(out, s->mean);
    print_mean(out, f.at_least);
    print_mean(out, s->interval.verdict == INTERVAL_GOOD ? s->interval.half_width : 0);
    fprintf(out, "%s", figures_interval(s->interval.verdict));
    if (s->count)
        fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", s->min,
                s->p50, s->p90, s->p95, s->p99, s->p999, s->max);
    else
        fprintf(out, ",,,,,,,\n");
}

static void latency_csv(const struct session *session, FILE *out)
{
    fprintf(out,
            "group,kind,count,left_out,mean_cycles,mean_at_least_cycles,ci95_half_width,interval,min_cycles,p50_cycles,"
            "p90_cycles,p95_cycles,p99_cycles,p999_cycles,max_cycles\n");
    for (int g = 0; g < (session->setup.traffic.hot_count ? GROUPS : 1); g++)
        for (int k = 0; k < LATENCY_KINDS; k++)
            latency_line(session, g, k, out);
}

static void series_csv(const struct session *session, FILE *out)
{
    uint64_t end = session->setup.config.end;

    fprintf(out, "from_cycle,to_cycle,created_packets,delivered_packets,throughput,mean_packet_latency_cycles,"
                 "mean_message_latency_cycles,mean_used_buffers\n");
    for (int i = 0; i < SLICES; i++) {
        struct slice s = metrics_slice(fabric_metrics(session->fabric), i);
        uint64_t from = end * (uint64_t)i / SLICES, to = end * (uint64_t)(i + 1) / SLICES;
        fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,", from, to, s.created, s.delivered,
                results_density(session, s.delivered, to - from, session->setup.topology->endpoints));
        print_mean(out, s.packet_latency);
        print_mean(out, s.message_latency);
        print_packets(out, s.occupancy);
        fputc('\n', out);
    }
}

static void run_csv(const struct session *session, FILE *out)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    const char *settled = settle_word(session->settle.verdict);
    int steady;

    fprintf(out, "outcome,cycles,warmup_cycles,counted_from_cycle,saturation,settled\n");
    fprintf(out, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%s\n", figures_outcome(session),
            fabric_cycle(session->fabric), metrics_warmup(m, &steady), metrics_counted_from(m),
            figures_saturation(figures_backlog(session, GROUP_ALL).reason), settled ? settled : "");
}

static void spread_csv(const struct session *session, FILE *out)
{
    const struct message_spread *s = metrics_spread(fabric_metrics(session->fabric));

    fprintf(out, "switches,holding,waiting\n");
    for (int i = 0; i <= message_spread_most(s, MESSAGE_HELD); i++)
        fprintf(out, "%d,%" PRIu64 ",%" PRIu64 "\n", i, message_spread_count(s, MESSAGE_HELD, i),
                message_spread_count(s, MESSAGE_WAITS, i));
}

static void routers_csv(const struct session *session, FILE *out)
{
    fprintf(out, "router,row,col,mean_used_buffers\n");
    for (int n = 0; n < session->setup.topology->nodes; n++) {
        struct topology_place place = topology_drawn(session->setup.topology, n);
        fprintf(out, "%d,%d,%d,", n, place.row, place.col);
        print_packets(out, metrics_occupancy(fabric_metrics(session->fabric), n));
        fputc('\n', out);
    }
}

static const struct {
    const char *name;
    void (*write)(const struct session *session, FILE *out);
} tables[] = {{"nodes.csv", nodes_csv},    {"links.csv", links_csv}, {"latency.csv", latency_csv},
              {"series.csv", series_csv},  {"run.csv", run_csv},     {"spread.csv", spread_csv},
              {"routers.csv", routers_csv}};
enum { TABLES = sizeof tables / sizeof *tables };

/*
 * Whether a run has a table: that of messages' spread if it was asked for; that of routers unless every node is a
 * router and an endpoint, and the table of nodes is that of routers, too.
 */
static int has_table(const struct session *session, int i)
{
    const struct topology *t = session->setup.topology;

    if (tables[i].write == spread_csv)
        return metrics_spread(fabric_metrics(session->fabric)) != NULL;
    return tables[i].write != routers_csv || t->fixed || t->endpoints != t->nodes;
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
        snprintf(path, sizeof path, "%s/%s", folder, tables[i].name);
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
        tables[i].write(session, output[i].file);
        if (fflush(output[i].file) != 0 || ferror(output[i].file)) {
            snprintf(error, size, "cannot write %s/%s: %s", folder, tables[i].name, strerror(errno));
            failed = -1;
        }
    }
    for (int i = 0; i < TABLES && !failed; i++)
        failed = has_table(session, i) ? output_close(&output[i], error, size) : 0;
    abandon_tables(output);
    return failed;
}

/* Tables as JSON -------------------------------------------------------------------------------------------------- */

/* A field of a table: a number, nothing, or a word. */
static json_t *field_json(const char *field)
{
    char *end;
    double number = strtod(field, &end);

    if (*field == 0)
        return json_null();
    if (*end)
        return json_string(field);
    return strchr(field, '.') ? json_real(number) : json_integer((json_int_t)number);
}

/* Add a line to the columns; the first line makes them. */
static void add_line(char *line, json_t *names, json_t *columns)
{
    int first = json_array_size(names) == 0;
    char *field;

    for (size_t i = 0; (field = strsep(&line, ",")); i++) {
        if (first) {
            json_array_append_new(names, json_string(field));
            json_object_set_new(columns, field, json_array());
        } else {
            json_array_append_new(json_object_get(columns, json_string_value(json_array_get(names, i))),
                                  field_json(field));
        }
    }
}

/* The table in the words of its file, so that both say the same. */
static json_t *table_json(const struct session *session, void (*write)(const struct session *session, FILE *out))
{
    json_t *names = json_array(), *columns = json_object();
    char *text = NULL, *rest, *line;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        write(session, out);
        fclose(out);
    }
    for (rest = text; rest && *rest && (line = strsep(&rest, "\n"));)
        add_line(line, names, columns);
    free(text);
    json_decref(names);
    return columns;
}

json_t *results_tables(const struct session *session)
{
    json_t *json = json_object();
    char name[16];

    for (int i = 0; i < TABLES; i++) {
        if (!has_table(session, i))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(tables[i].name, "."), tables[i].name);
        json_object_set_new(json, name, table_json(session, tables[i].write));
    }
    return json;
}

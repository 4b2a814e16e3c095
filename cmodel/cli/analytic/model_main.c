/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx model: what analytic models from papers predict for a fabric, without running it.
 */
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../base/value.h"
#include "../../papers/po2.h"
#include "../../topology/topology.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "model.h"

enum { KEY_EDGE = 256, KEY_STRATEGY, KEY_OVERHEAD, KEY_RATIO, KEY_PE, KEY_JSON, KEY_CSV };
enum { MINIMAL, DEROUTING, STRATEGIES, BOTH = STRATEGIES };
enum { WITH, WITHOUT, OVERHEADS };

static const char *const strategy_names[] = {"minimal", "derouting", "both", NULL};
static const char *const overhead_names[] = {"with", "without", "both", NULL};
/* Cycles of a packet at PE ports before its data, 80 on the way in and 20 on the way out. */
static const int overhead_cycles[OVERHEADS] = {100, 0};

static const struct argp_option argp_options[] = {
    {"edge", KEY_EDGE, "N[-M]", 0, "fabrics with so many nodes an edge (default 6-12, those of table 1)", 0},
    {"strategy", KEY_STRATEGY, "NAME", 0, "how packets find their way (one of minimal, derouting, both; default both)",
     0},
    {"overhead", KEY_OVERHEAD, "KIND", 0,
     "PE ports with the 80 and 20 cycles of overhead a packet (one of with, without, both; default both)", 0},
    {"ratio", KEY_RATIO, "S", 0,
     "PE ports that take S times as long for a packet as the ports of a link, in place of --overhead", 0},
    {"pe", KEY_PE, "U", 0, "utilisation of PE ports for which that of internal ports is printed, up to 1 (default 1)",
     0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {"csv", KEY_CSV, "FILE", 0, "write the results as CSV", 0},
    {0},
};

struct options {
    int first, last; /* edges */
    int strategy, overhead;
    double ratio; /* 0: by overhead */
    double pe;
    const char *model, *json, *csv;
};

/* N or N-M */
static void parse_edges(struct options *o, const struct argp_state *state, const char *text)
{
    uint64_t first, last;
    const char *at = text;
    int status = value_digits(&at, PO2_MOST_EDGE, &first);

    last = first;
    if (status == 0 && *at == '-' && at++)
        status = value_digits(&at, PO2_MOST_EDGE, &last);
    if (status != 0 || *at || first < 2 || last < first)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0,
                     "--edge %s: must be one whole number from 2 to %d, or two such as 6-12", text, PO2_MOST_EDGE);
    o->first = (int)first;
    o->last = (int)last;
}

static double parse_number(const struct argp_state *state, const char *option, const char *text, double most)
{
    double number = 0;

    if (value_number(text, 0, most, 1, &number) != 0)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--%s %s: must be a number over 0, up to %g", option, text, most);
    return number;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_EDGE: parse_edges(o, state, text); return 0;
    case KEY_STRATEGY: o->strategy = cli_choice(state, "strategy", text, strategy_names); return 0;
    case KEY_OVERHEAD: o->overhead = cli_choice(state, "overhead", text, overhead_names); return 0;
    case KEY_RATIO: o->ratio = parse_number(state, "ratio", text, 1000); return 0;
    case KEY_PE: o->pe = parse_number(state, "pe", text, 1); return 0;
    case KEY_JSON: o->json = text; return 0;
    case KEY_CSV: o->csv = text; return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &o->model); return 0;
    case ARGP_KEY_END:
        if (!o->model || strcmp(o->model, "po2") != 0)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "%s%s: the models are: po2, links, routes",
                         o->model ? "no model " : "which model", o->model ? o->model : "");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct cli_rule rules[] = {{"ratio", CLI_WITHOUT, "overhead", NULL}, {0}};

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "MODEL",
    .doc =
        "Print what an analytic model says, without running a fabric. The model po2: hexagonal meshes under uniform "
        "traffic of single packets (docs/papers/po2.md). It says how busy PE ports can get, how busy internal ports are, and how "
        "long the ways of packets, with derouting and without. The model links, with options of its own (fedx model links --help): "
        "how busy each link is when every packet has one way. The model routes prints the routes of a fabric.\vExamples:\n"
        "  # table 1 of the PO2 paper\n"
        "  fedx model po2\n"
        "  # a fabric at 95% of what its PE ports can do\n"
        "  fedx model po2 --edge 6 --overhead with --pe 0.95\n"
        "  # PE ports three times as slow as links, as data\n"
        "  fedx model po2 --edge 2-40 --ratio 3 --json -\n",
};

/* What the model predicts for a fabric and a strategy. */
struct figures {
    double attainable, internal, path;
};

static struct figures figures_of(const struct po2 *m, double pe)
{
    double internal = po2_internal(m, pe);

    return (struct figures){po2_attainable(m), internal, po2_path(m, internal)};
}

static int is_shown(const struct options *o, int strategy)
{
    return o->strategy == BOTH || o->strategy == strategy;
}

/* The ratios to print. @return how many */
static int ratios_of(const struct options *o, double ratio[OVERHEADS])
{
    int count = 0;

    for (int i = 0; i < OVERHEADS && o->ratio == 0; i++)
        if (o->overhead < 0 || o->overhead == OVERHEADS || o->overhead == i)
            ratio[count++] = po2_ratio(overhead_cycles[i]);
    if (o->ratio > 0)
        ratio[count++] = o->ratio;
    return count;
}

/* Words ----------------------------------------------------------------------------------------------------------- */

static void print_head(const struct options *o, double ratio)
{
    char internal[40];

    snprintf(internal, sizeof internal, "internal, %%, PE at %g%%", 100 * o->pe);
    printf("PE ports take %g times as long for a packet as the ports of a link\n", ratio);
    printf("%13s%30s%27s%23s\n", "", "attainable PE utilisation, %", internal, "mean path, hops");
    printf("%13s%10s%11s%9s%16s%11s%12s%11s\n", "nodes", "minimal", "derouting", "penalty", "minimal", "derouting",
           "minimal", "derouting");
}

/* A number, or a dash when its strategy was not asked for. */
static void print_cell(int width, int decimals, int shown, double number)
{
    if (shown)
        printf("%*.*f", width, decimals, number);
    else
        printf("%*s", width, "-");
}

static void print_row(const struct options *o, int edge, const struct figures f[STRATEGIES])
{
    int minimal = is_shown(o, MINIMAL), derouting = is_shown(o, DEROUTING);
    double penalty = 100 * (f[DEROUTING].attainable / f[MINIMAL].attainable - 1);

    printf("E%-4d%8d", edge, topology_hexmesh.nodes_of_edge(edge));
    print_cell(10, 1, minimal, 100 * f[MINIMAL].attainable);
    print_cell(11, 1, derouting, 100 * f[DEROUTING].attainable);
    print_cell(9, 1, minimal && derouting && penalty < 0, penalty);
    print_cell(16, 1, minimal, 100 * f[MINIMAL].internal);
    print_cell(11, 1, derouting, 100 * f[DEROUTING].internal);
    print_cell(12, 2, minimal, f[MINIMAL].path);
    print_cell(11, 2, derouting, f[DEROUTING].path);
    printf("\n");
}

static void print(const struct options *o)
{
    double ratio[OVERHEADS];
    int ratios = ratios_of(o, ratio);

    for (int i = 0; i < ratios; i++) {
        printf("%s", i ? "\n" : "");
        print_head(o, ratio[i]);
        for (int edge = o->first; edge <= o->last; edge++) {
            struct figures f[STRATEGIES];
            for (int strategy = 0; strategy < STRATEGIES; strategy++)
                f[strategy] = figures_of(&(struct po2){edge, ratio[i], strategy == DEROUTING}, o->pe);
            print_row(o, edge, f);
        }
    }
}

/* Files ----------------------------------------------------------------------------------------------------------- */

/* One row of a file. */
typedef void row_to(void *file, const struct options *o, const struct po2 *m, const struct figures *f);

static void each_row(const struct options *o, row_to *to, void *file)
{
    double ratio[OVERHEADS];
    int ratios = ratios_of(o, ratio);

    for (int i = 0; i < ratios; i++)
        for (int edge = o->first; edge <= o->last; edge++)
            for (int strategy = 0; strategy < STRATEGIES; strategy++) {
                struct po2 m = {edge, ratio[i], strategy == DEROUTING};
                if (!is_shown(o, strategy))
                    continue;
                struct figures f = figures_of(&m, o->pe);
                to(file, o, &m, &f);
            }
}

static void row_to_json(void *file, const struct options *o, const struct po2 *m, const struct figures *f)
{
    json_t *row = json_pack("{s:i, s:i, s:f, s:s, s:f, s:f, s:f, s:f}", "edge", m->edge, "nodes",
                            topology_hexmesh.nodes_of_edge(m->edge), "ratio", m->ratio, "strategy",
                            strategy_names[m->derouting], "attainable_pe_utilisation", f->attainable, "pe_utilisation",
                            o->pe, "internal_utilisation", f->internal, "mean_path_hops", f->path);

    json_array_append_new(file, row);
}

static void row_to_csv(void *file, const struct options *o, const struct po2 *m, const struct figures *f)
{
    fprintf(file, "%d,%d,%g,%s,%.6f,%g,%.6f,%.6f\n", m->edge, topology_hexmesh.nodes_of_edge(m->edge), m->ratio,
            strategy_names[m->derouting], f->attainable, o->pe, f->internal, f->path);
}

static int write_json(const struct options *o)
{
    json_t *rows = json_array();

    each_row(o, row_to_json, rows);
    return cli_write_json("model", o->json, json_pack("{s:s, s:o}", "model", o->model, "rows", rows));
}

static int write_csv(const struct options *o)
{
    struct output csv = {0};
    char error[512];

    if (output_open(&csv, o->csv, error, sizeof error) != 0)
        return cli_bad("model", "%s", error);
    fprintf(csv.file, "edge,nodes,ratio,strategy,attainable_pe_utilisation,pe_utilisation,internal_utilisation,"
                      "mean_path_hops\n");
    each_row(o, row_to_csv, csv.file);
    return output_close(&csv, error, sizeof error) == 0 ? CLI_EXIT_GOOD : cli_bad("model", "%s", error);
}

int model_main(int argc, char **argv)
{
    struct options o = {.first = 6, .last = 12, .strategy = BOTH, .overhead = -1, .pe = 1};
    int status;

    if (argc > 1 && strcmp(argv[1], "links") == 0)
        return model_links(argc, argv);
    if (argc > 1 && strcmp(argv[1], "routes") == 0)
        return model_routes(argc, argv);
    cli_parse_by_rules(&argp, rules, argc, argv, &o);
    const struct cli_file files[] = {{"--json", o.json, CLI_WRITTEN}, {"--csv", o.csv, CLI_WRITTEN}};
    if ((status = cli_check_distinct("model", files, 2)) || (status = cli_check_output("model", o.json)) ||
        (status = cli_check_output("model", o.csv)))
        return status;
    if (!cli_is_standard_output(o.json))
        print(&o);
    if (o.csv)
        status = write_csv(&o);
    return o.json && status == 0 ? write_json(&o) : status;
}

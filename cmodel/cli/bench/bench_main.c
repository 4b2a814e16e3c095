/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench: speeds. One core is measured in user time, two threads in wall time;
 * what is compared runs in turn, so that a machine that changes speed hurts both.
 */
#include "bench_main.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/json_file.h"
#include "../../engine/engine.h"
#include "../../kind/kind.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "../common/cli_scenario.h"
#include "bench_fabric.h"

enum {
    KEY_ROUNDS = 256,
    KEY_OBJECT,
    KEY_JSON,
    KEY_SIZE,
    KEY_NEAR,
    KEY_LATENCY,
    KEY_THREADS,
    KEY_INSTRUCTIONS,
    KEY_RANKS,
    KEY_AGAINST
};

static const struct argp_option argp_options[] = {
    {"rounds", KEY_ROUNDS, "N", 0, "measurements of each row, of which the median is printed (default 5)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0,
     "the Verilated RTL of Fed-X switches (default: libfedx_rtl.so of this program)", 0},
    {"size", KEY_SIZE, "N", 0, "measure only the event engine, on an N x N", 0},
    {"near", KEY_NEAR, 0, 0, "with --size: traffic that stays near, so that N may be up to 1024", 0},
    {"latency", KEY_LATENCY, "L", 0, "with --size: extra stages of cables, cycles (default 0)", 0},
    {"threads", KEY_THREADS, "N", 0,
     "with --size or a fabric: compare so many threads with one, and with so many copies at the same time", 0},
    {"instructions", KEY_INSTRUCTIONS, 0, 0,
     "count those of a router-cycle, too, by valgrind: the same on every machine like this one, whatever else runs", 0},
    {"ranks", KEY_RANKS, 0, 0,
     "the fabric behind --, on the processes that mpirun or srun has started: beside one of them, and beside a copy on each of them at "
     "the same time",
     0},
    {"against", KEY_AGAINST, "FILE", 0,
     "print how many times as fast each row is as in FILE, which --json wrote in a run like this one", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {0},
};

struct options {
    struct bench_asked asked;
    const char *against;
    json_t *before; /* what that file has; NULL: none was given */
};

/* What is no option: where a fabric begins. */
static error_t parse_fabric(struct bench_asked *asked, const char *text, struct argp_state *state)
{
    if (!state->quoted)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "unexpected argument '%s': options of a fabric go behind --", text);
    asked->first = state->next - 1;
    state->next = state->argc;
    return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    struct bench_asked *asked = &o->asked;

    switch (key) {
    case KEY_ROUNDS: asked->rounds = (int)cli_integer(state, "rounds", text, 1, BENCH_MAX_ROUNDS); return 0;
    case KEY_OBJECT: asked->object = text; return 0;
    case KEY_SIZE: asked->size = (int)cli_integer(state, "size", text, 2, 1 << 10); return 0;
    case KEY_NEAR: asked->near = 1; return 0;
    case KEY_LATENCY: asked->latency = (int)cli_integer(state, "latency", text, 0, KIND_MOST_LATENCY); return 0;
    case KEY_THREADS: asked->threads = (int)cli_integer(state, "threads", text, 2, MAX_THREADS); return 0;
    case KEY_INSTRUCTIONS: asked->instructions = 1; return 0;
    case KEY_JSON: asked->json = text; return 0;
    case KEY_AGAINST: o->against = text; return 0;
    case KEY_RANKS: asked->ranks = 1; return 0;
    case ARGP_KEY_ARG: return parse_fabric(asked, text, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[-- FABRIC]",
    .doc =
        "Measure the speed of fabrics of every kind of router: of models on both engines, of the RTL and of both in lockstep, and of "
        "the event engine from 4x4 to 128x128. FABRIC, options of fedx run, is measured instead.\v"
        "Examples:\n"
        "  # all\n"
        "  fedx bench\n"
        "  # a change beside what was before it\n"
        "  fedx bench --json before.json\n"
        "  fedx bench --against before.json\n"
        "  # a fabric of your own, with instructions\n"
        "  fedx bench --instructions -- --router vcr-mesh --topology torus --load 0.3\n"
        "  # two threads\n"
        "  fedx bench --size 64 --threads 2 --latency 3\n",
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(const double *values, int count)
{
    double sorted[BENCH_MAX_ROUNDS];

    memcpy(sorted, values, sizeof *values * (size_t)count);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

void bench_print_times(double now, double before)
{
    if (now > 0 && before > 0)
        printf("  %6.2f times\n", now / before);
    else
        printf("\n");
}

/* Kinds of results ------------------------------------------------------------------------------------------------ */

static int write_results(const struct options *o, json_t *results)
{
    if (o->asked.json)
        return cli_write_json("bench", o->asked.json, results);
    json_decref(results);
    return 0;
}

/* The median of each row. */
static int report(const struct options *o, json_t *table, json_t *scale)
{
    if (!cli_is_standard_output(o->asked.json)) {
        printf("median of %d rounds, in user time on one thread, in wall time on two\n", o->asked.rounds);
        bench_table_print(table, json_object_get(o->before, "table"));
        if (scale)
            bench_scale_print(scale, json_object_get(o->before, "scale"));
    }
    return write_results(o, json_pack("{s:i, s:o, s:o*}", "rounds", o->asked.rounds, "table", table, "scale", scale));
}

static int run_table(const struct options *o)
{
    json_t *table = NULL, *scale = NULL;
    int status = bench_table(&o->asked, &table);

    /* With the processor to itself, after the others are gone. */
    if (status == 0)
        status = bench_scale(o->asked.rounds, &scale);
    if (status == 0)
        return report(o, table, scale);
    json_decref(table);
    json_decref(scale);
    return status;
}

static int run_one(const struct options *o, struct arguments *words)
{
    json_t *table;
    int status = bench_one(&o->asked, words, &table);

    if (status == 0)
        return report(o, table, NULL);
    json_decref(table);
    return status;
}

static int run_threads(const struct options *o, const struct scenario *scenario)
{
    json_t *results = bench_threads(&o->asked, scenario);

    if (!results)
        return CLI_EXIT_BAD_INPUT;
    if (!cli_is_standard_output(o->asked.json))
        bench_threads_print(results);
    return write_results(o, results);
}

static int run_size(const struct options *o, const struct scenario *scenario)
{
    json_t *results = bench_size(&o->asked, scenario);

    if (!results)
        return CLI_EXIT_BAD_INPUT;
    if (!cli_is_standard_output(o->asked.json))
        bench_size_print(results, o->before);
    return write_results(o, results);
}

static const struct cli_rule rules[] = {
    {"rtl-object against size near latency threads instructions", CLI_WITHOUT, "ranks",
     ": the options of the fabric go behind --, and are those of fedx run"},
    {"near latency", CLI_WITH, "size", NULL},
    {"rtl-object instructions", CLI_WITHOUT, "size", ": it is for the table"},
    {"against instructions", CLI_WITHOUT, "threads", NULL},
    {0},
};

/* What does not go with a fabric behind --, and what needs one. */
static int check(const struct options *o)
{
    const struct bench_asked *a = &o->asked;
    int fabric = a->first > 0;

    if (a->threads && !a->size && !fabric)
        return cli_bad("bench", "--threads goes with --size, or with a fabric behind --");
    if (a->size && fabric)
        return cli_bad("bench", "--size is a fabric: leave out one of it and what is behind --");
    if (a->object && fabric)
        return cli_bad("bench", "--rtl-object is for the table: that of a fabric goes behind --");
    return 0;
}

/* The results of another run. @return 0, or CLI_EXIT_BAD_INPUT after saying why */
static int read_before(struct options *o)
{
    char error[256];

    if (!o->against)
        return 0;
    o->before = json_file_read(o->against, JSON_FILE_MOST, 0, error, sizeof error);
    if (!o->before)
        return cli_bad("bench", "%s", error);
    if (json_object_get(o->before, o->asked.size ? "ns_per_switch_cycle" : "table"))
        return 0;
    return cli_bad("bench", "%s: not written by fedx bench --json in a run like this one", o->against);
}

/* The words of the fabric that is asked for. */
static int words_of(const struct bench_asked *asked, int argc, char **argv, struct arguments *words)
{
    if (asked->size)
        return bench_size_words(asked, words);
    arguments_add(words, "%s", argv[0]);
    for (int i = asked->first; i < argc; i++)
        arguments_add(words, "%s", argv[i]);
    return 0;
}

/* One fabric; in the instance that has its switches. */
static int run_fabric(const struct options *o, int argc, char **argv)
{
    struct arguments words = {0};
    struct scenario scenario;
    int status = words_of(&o->asked, argc, argv, &words);

    if (status == 0)
        status = bench_fabric_of(&words, &scenario);
    if (status == 0 && cli_elsewhere(&scenario))
        status = cli_go_on("bench", &scenario, argc, argv);
    else if (status == 0)
        status = o->asked.threads ? run_threads(o, &scenario)
                 : o->asked.size  ? run_size(o, &scenario)
                                  : run_one(o, &words);
    arguments_free(&words);
    return status;
}

int bench_main(int argc, char **argv)
{
    struct options o = {.asked = {.rounds = 5}};
    int status;

    cli_parse_by_rules(&argp, rules, argc, argv, &o);
    if ((status = check(&o)) != 0)
        return status;
    if (o.asked.ranks)
        return bench_ranks(argc, argv, &o.asked);
    if ((status = cli_check_output("bench", o.asked.json)) != 0 || (status = read_before(&o)) != 0)
        return status;
    status = o.asked.size || o.asked.first ? run_fabric(&o, argc, argv) : run_table(&o);
    json_decref(o.before);
    return status;
}

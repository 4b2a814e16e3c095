/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox --seeds: the same run with every seed of a range. The first seed builds the router, and the others run
 * beside each other in programs of their own, which use that build. See verify_blackbox.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/platform.h"
#include "../../base/scratch.h"
#include "../../results/result_value.h"
#include "../common/cli.h"
#include "verify_blackbox.h"

#define RESULTS_DEF "../cli/verify/verify_seeds.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* A seed, and what came of it. */
struct seed {
    char name[32]; /* seed N */
    struct verify_once once;
    pid_t process;
    double start;
};

/* Where the seeds stand. */
struct seeds {
    struct verify_blackbox v; /* of one of them, which keeps the build */
    const char *json, *junit, *support;
    char program[PATH_MAX]; /* this one */
    char scratch[PATH_MAX];
    char keep[PATH_MAX];
    struct seed *all;
    int count, words;
    int of_status[CLI_EXIT_UNCONFIRMED + 1];
};

/* Rows ------------------------------------------------------------------------------------------------------------ */

/* What rows are of: with x->n, a seed. */
static const struct seeds *s_of(const struct results_at *x)
{
    return x->of;
}

static const struct seed *seed_of(const struct results_at *x)
{
    return &s_of(x)->all[x->n];
}

static struct result_value with_status(const struct results_at *x, int status)
{
    return count((uint64_t)s_of(x)->of_status[status]);
}

#include "../../results/results_rows_of.h"

static void print(const struct seeds *s, int object, int number)
{
    results_words(object, &(struct results_at){.rows = rows, .of = s, .n = number}, stdout);
    fflush(stdout);
}

/* Programs -------------------------------------------------------------------------------------------------------- */

/* A file of the temporary folder. */
static void path_of(const struct seeds *s, int number, const char *end, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.4000s/%d.%s", s->scratch, number, end);
}

static void add_list(struct arguments *a, const char *option, const struct arguments *list)
{
    for (int i = 0; i < list->count; i++) {
        arguments_add(a, "--%s", option);
        arguments_add(a, "%s", list->text[i]);
    }
}

/* The same run of another seed; its bundle is made by this program, if it is the first one to fail. */
static void add_command(const struct seeds *s, int number, struct arguments *a)
{
    const struct verify_blackbox *v = &s->v;
    char path[PATH_MAX];

    path_of(s, number, "json", path);
    arguments_add(a, "%s", s->program);
    arguments_split(a, "blackbox --quiet --no-bundle --json");
    arguments_add(a, "%s", path);
    arguments_add(a, "--keep");
    arguments_add(a, "%s", s->keep);
    arguments_add(a, "--seed=%" PRIu64, v->seeds.first + (uint64_t)number);
    arguments_add(a, "--cycles=%" PRIu64, v->cycles);
    if (v->profile)
        arguments_add(a, "--profile=%s", v->profile);
    if (v->until_covered)
        arguments_add(a, "--until-covered");
    add_list(a, "files", v->files);
    add_list(a, "include", v->includes);
    add_list(a, "define", v->defines);
    add_list(a, "parameter", v->parameters);
    arguments_add(a, "--");
    arguments_add(a, "%s", v->description);
}

/* @return 0, or exit status after saying why not */
static int start(struct seeds *s, int number)
{
    struct arguments a = {0};
    char log[PATH_MAX];

    path_of(s, number, "log", log);
    add_command(s, number, &a);
    s->all[number].start = clock_wall();
    s->all[number].process = a.failed ? -1 : process_start(&a, log, NULL);
    arguments_free(&a);
    return s->all[number].process > 0 ? 0 : cli_bad("blackbox", "cannot start a seed: %s", strerror(errno));
}

/* What is to be said of a seed, from its results. */
static void read_results(struct seed *seed, json_t *results)
{
    const char *text = json_string_value(json_object_get(json_object_get(results, "failure"), "text")),
               *check = json_string_value(json_object_get(json_object_get(results, "failure"), "check"));

    seed->once.json = results;
    seed->once.packets = (uint64_t)json_integer_value(json_object_get(results, "packets"));
    seed->once.cycles = (uint64_t)json_integer_value(json_object_get(results, "cycles"));
    if (text && check)
        snprintf(seed->once.text, sizeof seed->once.text, "%s: cycle %lld: %s", check,
                 (long long)json_integer_value(json_object_get(json_object_get(results, "failure"), "cycle")), text);
}

/* A program without results had no run: it says why in its log. */
static void finish(struct seeds *s, int number)
{
    struct seed *seed = &s->all[number];
    char path[PATH_MAX];
    int status = process_wait(seed->process);
    json_t *results;

    path_of(s, number, "json", path);
    results = json_load_file(path, 0, NULL);
    seed->once.seconds = clock_wall() - seed->start;
    seed->once.status = results && status >= 0 && status <= CLI_EXIT_UNCONFIRMED ? status : CLI_EXIT_BAD_INPUT;
    if (results)
        read_results(seed, results);
    else
        snprintf(seed->once.text, sizeof seed->once.text, "no results, exit status %d", status);
}

/* A seed in this program, which leaves a bundle unless none is wanted. */
static void run_here(struct seeds *s, int number)
{
    struct verify_blackbox v = s->v;
    struct seed *seed = &s->all[number];
    double begin = clock_wall();

    v.seed = v.seeds.first + (uint64_t)number;
    v.keep = s->keep;
    json_decref(seed->once.json);
    verify_one(&v, s->support, &seed->once);
    seed->once.seconds = clock_wall() - begin;
}

/* All of them ----------------------------------------------------------------------------------------------------- */

static void conclude(struct seeds *s, int number)
{
    s->of_status[s->all[number].once.status]++;
    if (s->all[number].once.status == CLI_EXIT_GOOD)
        *s->all[number].once.text = 0; /* points that it did not hit are no verdict */
    if (s->words)
        print(s, RESULTS_box_seed, number);
}

/* @return 0, or exit status */
static int run_others(struct seeds *s)
{
    int started = 1, status = 0;

    for (int i = 1; i < s->count; i++) {
        for (; started < s->count && started < i + s->v.seeds.jobs && status == 0; started++)
            status = start(s, started);
        if (s->all[i].process <= 0)
            return status;
        finish(s, i);
        conclude(s, i);
    }
    return status;
}

/* The first seed that fails leaves the bundle: those of other programs are run here again. */
static void keep_bundle(struct seeds *s)
{
    int i = 0;

    while (i < s->count && s->all[i].once.status != CLI_EXIT_DIFFERENT && s->all[i].once.status != CLI_EXIT_UNCONFIRMED)
        i++;
    if (i == s->count || s->v.no_bundle)
        return;
    if (i > 0)
        run_here(s, i);
    if (s->words && *s->all[i].once.bundle)
        printf("bundle      %s, of %s\n", s->all[i].once.bundle, s->all[i].name);
}

/* Results --------------------------------------------------------------------------------------------------------- */

static int write_junit(const struct seeds *s)
{
    struct junit_case *cases = calloc((size_t)s->count, sizeof *cases);
    char error[512] = "out of memory";
    int status = -1;

    for (int i = 0; cases && i < s->count; i++)
        cases[i] = verify_case(s->all[i].name, &s->all[i].once);
    if (cases)
        status = junit_write(s->junit, "fedx blackbox", cases, s->count, error, sizeof error);
    free(cases);
    return status == 0 ? 0 : cli_bad("blackbox", "%s", error);
}

static int run_all(struct seeds *s)
{
    int status;

    if (s->words)
        printf("seeds       %" PRIu64 " to %" PRIu64 ", %" PRIu64 " cycles each\n", s->v.seeds.first, s->v.seeds.last,
               s->v.cycles);
    run_here(s, 0);
    if (s->all[0].once.status == CLI_EXIT_BAD_INPUT)
        return CLI_EXIT_BAD_INPUT; /* so do all */
    conclude(s, 0);
    status = run_others(s);
    keep_bundle(s);
    if (s->words)
        print(s, RESULTS_box_seeds, 0);
    if (status == 0 && s->json)
        status = cli_write_json("blackbox", s->json,
                                results_object(RESULTS_box_seeds, &(struct results_at){.rows = rows, .of = s}));
    if (status == 0 && s->junit)
        status = write_junit(s);
    if (status != 0)
        return status;
    return verify_worst_status(s->of_status);
}

int verify_seeds(const struct verify_blackbox *v, const char *support)
{
    struct seeds s = {.v = *v,
                      .json = v->json,
                      .junit = v->junit,
                      .support = support,
                      .count = (int)(v->seeds.last - v->seeds.first) + 1,
                      .words = !cli_is_standard_output(v->json)};
    char error[512];
    int status;

    s.v.json = s.v.junit = NULL;
    if (platform_program_path(s.program) < 0)
        return cli_bad("blackbox", "the path of this program is not known");
    if (scratch_make("fedx-seeds", s.scratch, error, sizeof error) != 0)
        return cli_bad("blackbox", "%s", error);
    if (v->keep)
        snprintf(s.keep, sizeof s.keep, "%s", v->keep);
    else
        snprintf(s.keep, sizeof s.keep, "%.4000s/build", s.scratch);
    s.all = calloc((size_t)s.count, sizeof *s.all);
    for (int i = 0; s.all && i < s.count; i++)
        snprintf(s.all[i].name, sizeof s.all[i].name, "seed %" PRIu64, v->seeds.first + (uint64_t)i);
    status = s.all ? run_all(&s) : cli_bad("blackbox", "out of memory");
    for (int i = 0; s.all && i < s.count; i++)
        json_decref(s.all[i].once.json);
    free(s.all);
    scratch_remove(s.scratch);
    return status;
}

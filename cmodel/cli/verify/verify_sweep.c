/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox with a description that sweeps parameters of the module: every combination is built and
 * verified by itself, and what is wrong with one does not keep the others from being run. See verify_blackbox.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../blackbox/description/blackbox_sweep.h"
#include "../../results/result_value.h"
#include "../common/cli.h"
#include "verify_blackbox.h"

#define RESULTS_DEF "../cli/verify/verify_sweep.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* A combination, and what came of it. */
struct combination {
    char name[1024]; /* NAME=VALUE NAME=VALUE */
    struct verify_once once;
};

/* Where a sweep stands. */
struct sweep {
    const struct verify_blackbox *v;
    const struct blackbox *f;
    const char *support;
    struct combination *all;
    int count, words;
    int of_status[CLI_EXIT_UNCONFIRMED + 1];
};

/* Rows ------------------------------------------------------------------------------------------------------------ */

/* What rows are of: with x->n, a combination. */
static const struct sweep *s_of(const struct results_at *x)
{
    return x->of;
}

static const struct combination *c_of(const struct results_at *x)
{
    return &s_of(x)->all[x->n];
}

static struct result_value with_status(const struct results_at *x, int status)
{
    return count((uint64_t)s_of(x)->of_status[status]);
}

#include "../../results/results_rows_of.h"

static void print(const struct sweep *s, int object, int number)
{
    results_words(object, &(struct results_at){.rows = rows, .of = s, .n = number}, stdout);
    fflush(stdout);
}

/* One combination ------------------------------------------------------------------------------------------------- */

/* What the command line says of parameters, then those of the combination. */
static void take_parameters(const struct sweep *s, int number, struct arguments *parameters)
{
    struct combination *c = &s->all[number];
    int given = s->v->parameters->count;

    for (int i = 0; i < given; i++)
        arguments_add(parameters, "%s", s->v->parameters->text[i]);
    blackbox_sweep_take(s->f, number, parameters);
    for (int i = given; i < parameters->count; i++) {
        size_t length = strlen(c->name);
        snprintf(c->name + length, sizeof c->name - length, "%s%s", length ? " " : "", parameters->text[i]);
    }
}

/* The first combination that fails leaves a bundle. */
static int run_one(struct sweep *s, int number)
{
    struct combination *c = &s->all[number];
    struct verify_blackbox v = *s->v;
    struct arguments parameters = {0};
    char keep[PATH_MAX];

    take_parameters(s, number, &parameters);
    if (v.keep && (size_t)snprintf(keep, sizeof keep, "%s/%d", v.keep, number + 1) >= sizeof keep)
        return cli_bad("blackbox", "--keep: the path is too long");
    v.keep = v.keep ? keep : NULL;
    v.parameters = &parameters;
    v.json = v.junit = NULL;
    v.no_bundle |= s->of_status[CLI_EXIT_DIFFERENT] > 0;
    if (!parameters.failed)
        verify_one(&v, s->support, &c->once);
    s->of_status[c->once.status]++;
    if (s->words)
        print(s, RESULTS_box_combination, number);
    arguments_free(&parameters);
    return parameters.failed ? cli_bad("blackbox", "out of memory") : 0;
}

/* All of them ----------------------------------------------------------------------------------------------------- */

static int write_junit(const struct sweep *s)
{
    struct junit_case cases[BLACKBOX_COMBINATIONS] = {0};
    char error[BLACKBOX_ERROR];

    if (!s->v->junit)
        return 0;
    for (int i = 0; i < s->count; i++)
        cases[i] = verify_case(s->all[i].name, &s->all[i].once);
    return junit_write(s->v->junit, "fedx blackbox", cases, s->count, error, sizeof error) == 0
               ? 0
               : cli_bad("blackbox", "%s", error);
}

static int run_all(struct sweep *s)
{
    char error[BLACKBOX_ERROR];
    int status = 0;

    if (s->v->keep && output_folder(s->v->keep, error, sizeof error) != 0)
        return cli_bad("blackbox", "%s", error);
    if (s->words)
        printf("sweep       %s, %d combination%s of %" PRIu64 " cycles\n", s->f->top, s->count,
               s->count == 1 ? "" : "s", s->v->cycles);
    for (int i = 0; i < s->count && status == 0; i++)
        status = run_one(s, i);
    if (s->words)
        print(s, RESULTS_box_sweep, 0);
    if (status == 0 && s->v->json)
        status = cli_write_json("blackbox", s->v->json,
                                results_object(RESULTS_box_sweep, &(struct results_at){.rows = rows, .of = s}));
    if (status == 0)
        status = write_junit(s);
    if (status != 0)
        return status;
    return verify_worst_status(s->of_status);
}

int verify_sweep(const struct verify_blackbox *v, const struct blackbox *f, const char *support)
{
    struct sweep s = {.v = v,
                      .f = f,
                      .support = support,
                      .count = blackbox_sweep_count(f),
                      .words = !cli_is_standard_output(v->json)};
    int status;

    s.all = calloc((size_t)s.count, sizeof *s.all);
    if (!s.all)
        return cli_bad("blackbox", "out of memory");
    status = run_all(&s);
    for (int i = 0; i < s.count; i++)
        json_decref(s.all[i].once.json);
    free(s.all);
    return status;
}

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
#include "../common/cli.h"
#include "verify_blackbox.h"

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

/* One combination ------------------------------------------------------------------------------------------------- */

static void print_combination(const struct combination *c)
{
    printf("            %s: %s", c->name, verify_result_word(c->once.status));
    if (c->once.status != CLI_EXIT_BAD_INPUT)
        printf(", %" PRIu64 " packets in %" PRIu64 " cycles", c->once.packets, c->once.cycles);
    printf("\n");
    if (*c->once.text)
        printf("              %s\n", c->once.text);
    if (*c->once.bundle)
        printf("              bundle %s\n", c->once.bundle);
    fflush(stdout);
}

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
        print_combination(c);
    arguments_free(&parameters);
    return parameters.failed ? cli_bad("blackbox", "out of memory") : 0;
}

/* All of them ----------------------------------------------------------------------------------------------------- */

static int write_json(const struct sweep *s)
{
    json_t *list = json_array();

    if (!s->v->json)
        return 0;
    for (int i = 0; i < s->count; i++) {
        const struct combination *c = &s->all[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:O?}", "parameters", c->name, "result",
                                        verify_result_word(c->once.status), "text", c->once.text, "run", c->once.json));
    }
    return cli_write_json("blackbox", s->v->json,
                          json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:o}", "format", "fedx-router-sweep", "description",
                                    s->v->description, "top", s->f->top, "good", s->of_status[CLI_EXIT_GOOD], "failed",
                                    s->of_status[CLI_EXIT_DIFFERENT], "refused", s->of_status[CLI_EXIT_BAD_INPUT],
                                    "combinations", list));
}

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
        printf("            %d good, %d failed, %d refused\n", s->of_status[CLI_EXIT_GOOD],
               s->of_status[CLI_EXIT_DIFFERENT], s->of_status[CLI_EXIT_BAD_INPUT]);
    if (status == 0)
        status = write_json(s);
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

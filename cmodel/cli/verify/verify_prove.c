/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_prove.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/output.h"
#include "../../base/process.h"
#include "../../base/scratch.h"
#include "../../results/result_value.h"

#define RESULTS_DEF "../cli/verify/verify_prove.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Values ---------------------------------------------------------------------------------------------------------- */

/* What rows are of: with x->n, a property. */
struct prove_at {
    const struct verify_work *w;
    const struct blackbox_prove *p;
};

static const struct verify_work *w_of(const struct results_at *x)
{
    return ((const struct prove_at *)x->of)->w;
}

static const struct blackbox_prove *p_of(const struct results_at *x)
{
    return ((const struct prove_at *)x->of)->p;
}

static const struct blackbox *f_of(const struct results_at *x)
{
    return p_of(x)->f;
}

static const struct blackbox_proof *proof_of(const struct results_at *x)
{
    return &p_of(x)->proof[x->n];
}

/* Properties with a verdict. */
static int counted(const struct blackbox_prove *p, enum blackbox_verdict verdict)
{
    int count = 0;

    for (int i = 0; i < BLACKBOX_PROOF_COVERS; i++)
        count += p->proof[i].verdict == verdict;
    return count;
}

/* What is promised, and not proved. */
static json_t *left_of(const struct blackbox *f)
{
    json_t *all = json_array();

    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        if (blackbox_prove_leaves(f, (enum blackbox_check)i))
            json_array_append_new(all, json_string(blackbox_checks[i].name));
    return all;
}

/* @return NULL: there is nothing */
static json_t *left_words(const struct blackbox *f)
{
    json_t *all = left_of(f), *words = NULL, *name;
    size_t i;

    json_array_foreach(all, i, name) words = results_list(words, json_incref(name));
    json_decref(all);
    return words;
}

static json_t *parameters_of(const struct blackbox *f)
{
    json_t *all = json_object();

    for (int i = 0; i < f->parameters.count; i++)
        json_object_set_new(all, f->parameters.item[i].name, json_string(f->parameters.item[i].value.text));
    return all;
}

/* The same in words; NULL: there are none. */
static json_t *constants_of(const struct blackbox *f)
{
    json_t *words = NULL;

    for (int i = 0; i < f->parameters.count; i++)
        words =
            results_list(words, json_sprintf("%s=%s", f->parameters.item[i].name, f->parameters.item[i].value.text));
    return words;
}

/* Whether no property before it was asked for. */
static int is_first(const struct results_at *x)
{
    int i = 0;

    while (p_of(x)->proof[i].verdict == BLACKBOX_NOT_ASKED_FOR)
        i++;
    return i == x->n;
}

static void print_properties(const struct results_at *x, FILE *out)
{
    struct results_at property = *x;

    for (property.n = 0; property.n < BLACKBOX_PROOF_COUNT; property.n++)
        if (proof_of(&property)->verdict != BLACKBOX_NOT_ASKED_FOR)
            results_words(RESULTS_box_property, &property, out);
}

#include "../../results/results_rows_of.h"

static struct results_at x_of(const struct prove_at *of)
{
    return (struct results_at){.rows = rows, .of = of};
}

/* All of it ------------------------------------------------------------------------------------------------------- */

/* Folder of the proofs: in that of the build if it stays, or a temporary one. @return 0, or -1 with error */
static int prove_folder(const struct verify_work *w, char folder[PATH_MAX], char *error, size_t size)
{
    if (!w->v->keep)
        return scratch_make("fedx-prove-", folder, error, size);
    snprintf(folder, PATH_MAX, "%.4000s/proof", w->v->keep);
    return output_folders(folder, error, size);
}

/* The counterexample, as a failure of a run is treated: the bench plays it again, for what became of its packets. */
static int report_counterexample(struct verify_work *w, struct blackbox_prove *p)
{
    const struct results_at x = x_of(&(struct prove_at){w, p});
    struct blackbox_campaign *c = &w->campaign;

    if (p->found < 0)
        return 0;
    w->first = p->proof[p->found].result;
    c->script = p->trace.script;
    memset(&p->trace.script, 0, sizeof p->trace.script);
    if (blackbox_bench_run(c->bench, &c->script, &c->result) != 0)
        return cli_bad("blackbox", "out of memory");
    w->last = c->bench;
    if (verify_words_wanted(w))
        results_words(RESULTS_box_counterexample, &x, stdout);
    if (blackbox_confirm(&w->confirmation, w->f, c->bench, &c->script, &w->first) != 0)
        return cli_bad("blackbox", "out of memory");
    if (!w->v->no_bundle)
        verify_write_bundle(w);
    if (verify_words_wanted(w))
        verify_print_confirmation(w);
    return 0;
}

static void on_answer(void *context, const char *property, const char *verdict)
{
    const struct verify_work *w = context;

    if (!w->v->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: %s", property, verdict);
}

/* Whether a description takes these parameters, and its flits stay as they are: their width hardly matters. */
static int takes(const struct verify_work *w, const struct arguments *parameters)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = parameters->failed ? NULL : blackbox_load(w->v->description, parameters, error, sizeof error);
    int good = f && f->bits == w->f->bits && blackbox_prove_check(f, error, sizeof error) == 0;

    if (f)
        blackbox_destroy(f);
    return good;
}

/* Add the least power of two that a parameter may have in the place of its value, if there is one. */
static void add_smaller(const struct verify_work *w, const char *name, const char *value, struct arguments *parameters)
{
    long most = strtol(value, NULL, 0);

    for (long least = 2; least < most; least *= 2) {
        struct arguments with = {0};
        int good;
        for (int i = 0; i < parameters->count; i++)
            arguments_add(&with, "%s", parameters->text[i]);
        arguments_add(&with, "%s=%ld", name, least);
        good = takes(w, &with);
        arguments_free(&with);
        if (!good)
            continue;
        arguments_add(parameters, "%s=%ld", name, least);
        return;
    }
}

/* What can be tried in the place of a router that is too large. */
static void print_smaller(const struct verify_work *w)
{
    struct arguments parameters = {0};
    int given = w->v->parameters->count;

    for (int i = 0; i < given; i++)
        arguments_add(&parameters, "%s", w->v->parameters->text[i]);
    for (int i = 0; i < w->f->parameters.count; i++)
        add_smaller(w, w->f->parameters.item[i].name, w->f->parameters.item[i].value.text, &parameters);
    for (int i = given; i < parameters.count; i++)
        printf("%s--parameter %s", i == given ? "smaller     try " : " ", parameters.text[i]);
    if (parameters.count > given)
        printf(": it is proved sooner, and that says nothing of this size\n");
    arguments_free(&parameters);
}

static int report_proofs(struct verify_work *w, struct blackbox_prove *p)
{
    const struct results_at x = x_of(&(struct prove_at){w, p});
    int status;

    if (!w->v->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    if (verify_words_wanted(w)) {
        verify_print_network(w);
        results_words(RESULTS_box_proofs, &x, stdout);
        if (p->found < 0 && counted(p, BLACKBOX_UNDECIDED))
            print_smaller(w);
    }
    status = report_counterexample(w, p);
    if (status == 0 && w->v->json)
        status = cli_write_json("blackbox", w->v->json, results_object(RESULTS_box_proofs, &x));
    if (status == 0 && p->found >= 0)
        return verify_confirmed(w) ? CLI_EXIT_DIFFERENT : CLI_EXIT_UNCONFIRMED;
    if (status == 0 && counted(p, BLACKBOX_WRONG))
        return CLI_EXIT_DIFFERENT;
    return status ? status : counted(p, BLACKBOX_UNCONFIRMED) ? CLI_EXIT_UNCONFIRMED : CLI_EXIT_GOOD;
}

int verify_prove_check(const struct verify_work *w, char *error, size_t size)
{
    return blackbox_prove_check(w->f, error, size) == 0 ? blackbox_prove_tools(error, size) : -1;
}

int verify_prove(struct verify_work *w, char *error, size_t size)
{
    char folder[PATH_MAX] = "";
    struct blackbox_prove p = {.f = w->f,
                               .support = w->support,
                               .folder = folder,
                               .seconds = w->v->prove_seconds,
                               .jobs = process_processors(),
                               .on_answer = on_answer,
                               .context = w};
    int status = -1;

    snprintf(error, size, "out of memory");
    w->campaign.bench = p.bench = blackbox_bench_create(w->f, w->build.ops);
    if (p.bench && prove_folder(w, folder, error, size) == 0)
        status = blackbox_prove(&p, error, size);
    if (status == 0)
        status = report_proofs(w, &p);
    blackbox_prove_finish(&p);
    if (!w->v->keep)
        scratch_remove(folder);
    return status;
}

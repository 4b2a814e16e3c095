/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of fedx blackbox: in words, as JSON, as test cases and as a page. See verify_work.h.
 */
#include <inttypes.h>
#include <string.h>

#include "../../base/quote.h"
#include "../../results/result_value.h"
#include "../../results/verdict_page.h"
#include "verify_class.h"
#include "verify_wave.h"
#include "verify_work.h"

#define RESULTS_DEF "../cli/verify/verify_box_results.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Flits that each input should take in one episode of a run. */
enum { SUSTAINED = 10000 };
/* Bytes of the name of a test case. */
enum { CASE_NAME = BLACKBOX_CLASS_NAME + 32 };

/* Values ---------------------------------------------------------------------------------------------------------- */

static const struct verify_work *w_of(const struct results_at *x)
{
    return x->of;
}

static const struct blackbox_build *build_of(const struct results_at *x)
{
    return &w_of(x)->build;
}

static const struct blackbox_totals *totals_of(const struct results_at *x)
{
    return &w_of(x)->campaign.totals;
}

static const struct blackbox_edges *edges(const struct results_at *x)
{
    return &w_of(x)->campaign.script.edges;
}

static const struct blackbox *failed_class(const struct results_at *x)
{
    return blackbox_class(w_of(x)->f, w_of(x)->campaign.result.class);
}

/* The bench of that, as it ran last. */
static const struct blackbox_bench *failed_bench(const struct results_at *x)
{
    return blackbox_bench_class(w_of(x)->last, failed_class(x)->class_number);
}

static void print_ports(const struct results_at *x, FILE *out)
{
    verify_class_print_ports(w_of(x)->f, out);
}

static void print_profiles(const struct results_at *x, FILE *out)
{
    for (int i = 0; i < BLACKBOX_PROFILE_COUNT; i++)
        if (w_of(x)->campaign.of_profile[i])
            fprintf(out, " %" PRIu64 " %s,", w_of(x)->campaign.of_profile[i], blackbox_profiles[i]);
}

static void print_quoted(const struct results_at *x, FILE *out)
{
    quote_shell(w_of(x)->bundle, out);
}

/* Of each class: how deep a fault may hide, behind so many flits since a reset it is not seen. */
static json_t *sustained_of(const struct results_at *x)
{
    json_t *flits = NULL;

    for (const struct blackbox *f = w_of(x)->f; f; f = f->also)
        flits = verify_class_counted(flits, f, w_of(x)->campaign.of_class[f->class_number].sustained);
    return flits;
}

/* How its clocks are in the bundle's script; all that the episode was is the same. */
static json_t *edges_of(const struct results_at *x)
{
    char text[BLACKBOX_CLOCKS * (BLACKBOX_NAME + 40)];

    blackbox_edges_name(edges(x), w_of(x)->f, text, sizeof text);
    return json_string(text);
}

/* @return NULL when nothing was recorded */
static json_t *waves_of(const struct results_at *x)
{
    const struct verify_work *w = w_of(x);
    struct blackbox_wave wave;
    json_t *json = NULL;

    for (const struct blackbox *class = w->f; class; class = class->also)
        for (const struct blackbox *f = class; f; f = f->responses.f) {
            if (blackbox_wave_record(&wave, w->f, f, w->last, &w->campaign.script) == 0)
                json = verify_wave_json(&wave, w->campaign.result.cycle, json);
            blackbox_wave_free(&wave);
        }
    return json;
}

const char *verify_outcome(const struct verify_work *w)
{
    return !w->first.failed ? "good" : verify_confirmed(w) ? "confirmed" : "not confirmed";
}

#include "../../results/results_rows_of.h"

/* Words ----------------------------------------------------------------------------------------------------------- */

static void print(const struct verify_work *w, int object)
{
    results_words(object, &(struct results_at){.rows = rows, .of = w}, stdout);
}

void verify_print_network(const struct verify_work *w)
{
    print(w, RESULTS_box_router);
}

void verify_print_bundle(const struct verify_work *w)
{
    print(w, RESULTS_box_bundle);
}

/* A run of all kinds of episodes that was not cut short. */
static int is_whole(const struct verify_work *w)
{
    return !w->campaign.result.failed && w->campaign.profile < 0;
}

static enum verify_points_detail detail_of(const struct verify_work *w)
{
    if (w->v->until_covered)
        return POINTS_RULED_OUT;
    return is_whole(w) ? POINTS_MISSING : POINTS_COUNTED;
}

void verify_print_run(const struct verify_work *w)
{
    verify_print_network(w);
    print(w, RESULTS_box_run);
    verify_class_print_totals(&w->campaign);
    verify_class_print_checks(&w->campaign);
    verify_class_print_seen(&w->campaign);
    if (is_whole(w) && !w->v->until_covered)
        print(w, RESULTS_box_sustained);
    verify_class_print_points(&w->campaign, detail_of(w));
    if (w->first.failed)
        print(w, RESULTS_box_failure);
}

/* Files ----------------------------------------------------------------------------------------------------------- */

/* @return NULL when out of memory */
static json_t *run_json(const struct verify_work *w)
{
    json_t *json = results_object(RESULTS_box_run, &(struct results_at){.rows = rows, .of = w});

    return *w->f->class_name ? json : results_joined(json, verify_class_ports_json(&w->campaign, 0));
}

void verify_fill_once(const struct verify_work *w)
{
    struct verify_once *o = w->once;
    int left = blackbox_bench_left(w->campaign.bench);

    if (w->first.failed)
        snprintf(o->text, sizeof o->text, "%s: cycle %" PRIu32 ": %s", blackbox_checks[w->first.check].name,
                 w->first.cycle, w->first.text);
    else if (left > 0)
        snprintf(o->text, sizeof o->text,
                 "%d points are not hit; a run of this combination alone, by --parameter, names them", left);
    strcpy(o->bundle, w->bundle);
    o->cycles = w->campaign.totals.cycles;
    o->packets = w->campaign.totals.packets;
    o->seconds = w->ran;
    o->json = run_json(w);
}

/* Why a check of a class was not made, or NULL. */
static const char *skipped(const struct verify_work *w, int class, int check)
{
    if (!blackbox_class(w->f, class)->checked[check])
        return "switched off in the description";
    return verify_class_has(&w->campaign, class, check) ? NULL : "nothing to check";
}

static int count_made(const struct verify_work *w)
{
    int made = 0;

    for (int class = 0; class < blackbox_classes(w->f); class ++)
        for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
            made += !skipped(w, class, i);
    return made ? made : 1;
}

/* The name of a check as a test case: with that of its class, if there are several. */
static const char *case_name(const struct blackbox *f, int check, char name[CASE_NAME])
{
    snprintf(name, CASE_NAME, "%s%s%s", f->class_name, *f->class_name ? ": " : "", blackbox_checks[check].name);
    return name;
}

/* The build, and each check; one run makes all of these, so its time is shared among them. */
static int write_junit(const struct verify_work *w)
{
    static struct junit_case cases[1 + BLACKBOX_CLASSES * BLACKBOX_CHECK_COUNT];
    static char names[BLACKBOX_CLASSES * BLACKBOX_CHECK_COUNT][CASE_NAME];
    int count = BLACKBOX_CHECK_COUNT * blackbox_classes(w->f);
    char error[BLACKBOX_ERROR];

    if (!w->v->junit)
        return 0;
    cases[0] = (struct junit_case){.name = "build", .seconds = w->built};
    for (int k = 0; k < count; k++) {
        int class = k / BLACKBOX_CHECK_COUNT, i = k % BLACKBOX_CHECK_COUNT;
        int failed = w->first.failed && w->first.check == (enum blackbox_check)i && w->first.class == class;
        cases[1 + k] = (struct junit_case){
            .name = case_name(blackbox_class(w->f, class), i, names[k]),
            .seconds = skipped(w, class, i) ? 0 : w->ran / count_made(w),
            .skipped = failed ? NULL : skipped(w, class, i),
            .failure = failed ? (verify_confirmed(w) ? blackbox_checks[i].name : "not confirmed") : NULL,
            .text = failed ? w->first.text : NULL};
    }
    return junit_write(w->v->junit, "fedx blackbox", cases, 1 + count, error, sizeof error) == 0
               ? 0
               : cli_bad("blackbox", "%s", error);
}

static int write_page(const struct verify_work *w, json_t *run)
{
    char error[BLACKBOX_ERROR] = "out of memory";

    return run && verdict_page_write(w->v->html, run, error, sizeof error) == 0
               ? 0
               : cli_bad("blackbox", "--html: %s", error);
}

/* JSON and page say the same, which plays a failure once more. */
int verify_write_run(const struct verify_work *w)
{
    json_t *run = w->v->json || w->v->html ? run_json(w) : NULL;
    int status = 0;

    if (w->v->json)
        status = cli_write_json("blackbox", w->v->json, json_incref(run));
    if (status == 0)
        status = write_junit(w);
    if (status == 0 && w->v->html)
        status = write_page(w, run);
    json_decref(run);
    return status;
}

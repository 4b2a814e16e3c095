/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_blackbox.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/clock.h"
#include "../../base/install_paths.h"
#include "../../base/output.h"
#include "../../base/process.h"
#include "../../base/quote.h"
#include "../../base/scratch.h"
#include "../../base/text.h"
#include "../../blackbox/campaign/blackbox_campaign.h"
#include "../../blackbox/campaign/blackbox_deadlock.h"
#include "../../blackbox/campaign/blackbox_hint.h"
#include "../../blackbox/minimise/blackbox_confirm.h"
#include "../../blackbox/minimise/blackbox_shrink.h"
#include "../../blackbox/prove/blackbox_prove_top.h"
#include "../../blackbox/testbench/blackbox_testbench.h"
#include "../../gen/gen_folder.h"
#include "../../results/report.h"
#include "../../results/verdict_page.h"
#include "../../triage/bundle_parts.h"
#include "../common/cli.h"
#include "../common/cli_wait.h"
#include "verify_class.h"
#include "verify_curve.h"
#include "verify_prove.h"
#include "verify_wave.h"

/* Processor time in which what was found is made small. */
enum { SHRINK_SECONDS = 20 };
/* Flits that each input should take in one episode of a run. */
enum { SUSTAINED = 10000 };
/* Bytes of the name of a test case. */
enum { CASE_NAME = BLACKBOX_CLASS_NAME + 32 };

/* A verification. */
struct work {
    const struct verify_blackbox *v;
    struct verify_once *once; /* of a sweep, which speaks for itself; or NULL */
    struct blackbox *f;
    struct blackbox_build build;
    struct blackbox_campaign campaign;
    struct blackbox_confirmation confirmation;
    char support[PATH_MAX], bundle[PATH_MAX];
    char *command;               /* that finds the same again */
    char hint[BLACKBOX_HINT];    /* what may be wrong with the description */
    double built, ran;           /* seconds */
    int packets;                 /* of the episode, before it was made small */
    int trials, deep;            /* deep: it needs most of the packets before it */
    struct blackbox_bench *last; /* that ran the script of the failure last */
    struct cli_progress progress;
};

static void on_episode(void *context, uint64_t cycles)
{
    cli_progress_show(context, cycles, "cycles");
}

/* What the command line says -------------------------------------------------------------------------------------- */

/* @return a profile, -1: all, or -2 after saying that there is none */
static int choose_profile(const char *name)
{
    struct text text;
    FILE *out;
    char *all;

    for (int i = 0; name && i < BLACKBOX_PROFILE_COUNT; i++)
        if (strcmp(name, blackbox_profiles[i]) == 0)
            return i;
    if (!name)
        return -1;
    out = text_open(&text);
    for (int i = 0; out && i < BLACKBOX_PROFILE_COUNT; i++)
        fprintf(out, "%s%s", i ? ", " : "", blackbox_profiles[i]);
    all = out ? text_close(&text) : NULL;
    cli_bad("blackbox", "--profile %s: must be one of %s", name, all ? all : "those in docs/reference/black-box.md");
    free(all);
    return -2;
}

static int check_outputs(const struct verify_blackbox *v)
{
    const struct cli_file files[] = {{"the description", v->description, CLI_READ},
                                     {"--json", v->json, CLI_WRITTEN},
                                     {"--junit", v->junit, CLI_WRITTEN},
                                     {"--html", v->html, CLI_WRITTEN},
                                     {"--bundle", v->bundle, CLI_WRITTEN},
                                     {"--testbench", v->testbench, CLI_WRITTEN}};
    char error[BLACKBOX_ERROR];
    int status = cli_check_distinct("blackbox", files, sizeof files / sizeof *files);

    if (status == 0)
        status = verify_check_results("blackbox", v->json, NULL, v->junit);
    if (status == 0 && cli_is_standard_output(v->html))
        status = cli_bad("blackbox", "--html needs a file: standard output has words too");
    if (status == 0)
        status = cli_check_output("blackbox", v->html);
    if (status == 0 && v->performance && gen_folder_check(v->performance, error, sizeof error) != 0)
        status = cli_bad("blackbox", "--performance: %s", error);
    if (status == 0 && v->report && report_check(v->report, error, sizeof error) != 0)
        status = cli_bad("blackbox", "--report: %s", error);
    if (status == 0 && v->bundle && gen_folder_check(v->bundle, error, sizeof error) != 0)
        status = cli_bad("blackbox", "--bundle: %s", error);
    if (status == 0 && v->testbench && gen_folder_check(v->testbench, error, sizeof error) != 0)
        status = cli_bad("blackbox", "--testbench: %s", error);
    return status;
}

/* The first of fedx-router, fedx-router-2 ... that is not there, if the user names none. */
static void name_bundle(struct work *w)
{
    snprintf(w->bundle, sizeof w->bundle, "%s", w->v->bundle ? w->v->bundle : "fedx-router");
    for (int n = 2; !w->v->bundle && access(w->bundle, F_OK) == 0; n++)
        snprintf(w->bundle, sizeof w->bundle, "fedx-router-%d", n);
}

static char *make_command(const struct verify_blackbox *v)
{
    struct text text;
    FILE *out = text_open(&text);

    if (!out)
        return NULL;
    fprintf(out, "fedx blackbox ");
    quote_shell(v->description, out);
    for (int i = 0; i < v->files->count; i++)
        quote_option("files", v->files->text[i], out);
    if (!v->prove)
        fprintf(out, " --seed %" PRIu64 " --cycles %" PRIu64, v->seed, v->cycles);
    if (v->profile)
        quote_option("profile", v->profile, out);
    for (int i = 0; i < v->includes->count; i++)
        quote_option("include", v->includes->text[i], out);
    for (int i = 0; i < v->defines->count; i++)
        quote_option("define", v->defines->text[i], out);
    for (int i = 0; i < v->parameters->count; i++)
        quote_option("parameter", v->parameters->text[i], out);
    if (v->prove)
        fprintf(out, " --prove --seconds %d", v->prove_seconds);
    if (v->until_covered)
        fprintf(out, " --until-covered");
    if (v->performance)
        quote_option("performance", v->performance, out);
    if (v->pattern)
        quote_option("pattern", v->pattern, out);
    if (v->vcr_depth)
        fprintf(out, " --vcr-depth %d", v->vcr_depth);
    if (v->report)
        quote_option("report", v->report, out);
    if (v->keep)
        quote_option("keep", v->keep, out);
    return text_close(&text);
}

/* In words -------------------------------------------------------------------------------------------------------- */

static int words_wanted(const struct work *w)
{
    return !w->once && !cli_is_standard_output(w->v->json);
}

static void print_network(const struct work *w)
{
    const struct blackbox *f = w->f;
    const struct dut_build *b = &w->build.build;

    if (b->reused)
        printf("router      %s, as built in %s\n", f->top, w->v->keep);
    else
        printf("router      %s, built in %.1f s\n", f->top, w->built);
    if (*w->build.unused)
        printf("            outputs that nobody looks at: %s\n", w->build.unused);
    if (*w->build.notes)
        printf("            bits: %s\n", w->build.notes);
    verify_class_print_ports(f);
    if (f->clocks)
        printf(
            "clocks      %d, %s; a cycle is an edge of any of them. Metastability, and delays between the bits of a bus, "
            "do not show in RTL\n",
            f->clocks, blackbox_clocks_swept(f) ? "periods and phases are drawn" : "with fixed periods");
}

static void print_totals(const struct work *w)
{
    printf("episodes   ");
    for (int i = 0; i < BLACKBOX_PROFILE_COUNT; i++)
        if (w->campaign.of_profile[i])
            printf(" %" PRIu64 " %s,", w->campaign.of_profile[i], blackbox_profiles[i]);
    printf(" seed %" PRIu64 "\n", w->v->seed);
    verify_class_print_totals(&w->campaign);
}

/* How its clocks are in the bundle's script; all that the episode was is the same. */
static void print_edges(const struct work *w)
{
    char text[BLACKBOX_CLOCKS * (BLACKBOX_NAME + 40)];

    blackbox_edges_name(&w->campaign.script.edges, w->f, text, sizeof text);
    printf("clocks      %s\n", text);
}

static void print_failure(const struct work *w, const struct blackbox_result *first)
{
    const struct blackbox_campaign *c = &w->campaign;

    printf("failed in episode %" PRIu64 ", %s\n", c->episode, blackbox_profiles[c->last]);
    printf("%s: cycle %" PRIu32 ": %s\n%s", blackbox_checks[first->check].name, first->cycle, first->text,
           first->waits);
    if (w->f->clocks)
        print_edges(w);
    if (*w->hint)
        printf("hint        %s\n", w->hint);
    printf("repeat with: %s\n", w->command);
}

static int is_confirmed(const struct work *w)
{
    return blackbox_confirmed(&w->confirmation);
}

/* Who else shows it: said last, once all were asked. */
static void print_confirmation(const struct work *w)
{
    printf(is_confirmed(w) ? "confirmed   "
                           : "NOT CONFIRMED: simulators disagree, which is no fault of the router\n            ");
    blackbox_confirm_print(&w->confirmation, stdout);
}

/* What was found -------------------------------------------------------------------------------------------------- */

/* @param bench  that ran the script last */
static struct blackbox_testbench testbench_of(const struct work *w, const struct blackbox_bench *bench)
{
    return (struct blackbox_testbench){.f = w->f,
                                       .build = &w->build,
                                       .bench = bench,
                                       .script = &w->campaign.script,
                                       .result = &w->campaign.result,
                                       .lives = blackbox_bench_history(bench),
                                       .share = w->support,
                                       .command = w->command};
}

static void print_bundle(const struct work *w)
{
    const struct blackbox_campaign *c = &w->campaign;
    int packets = blackbox_script_packets(&c->script);

    printf("bundle      %s: %d packet%s, %" PRIu32 " cycle%s (from %d packet%s, %d runs)\n", w->bundle, packets,
           packets == 1 ? "" : "s", c->result.cycle, c->result.cycle == 1 ? "" : "s", w->packets,
           w->packets == 1 ? "" : "s", w->trials);
    if (w->deep)
        printf("            it shows behind so many packets only: no sixteenth of them can be left out\n");
    printf("            %s: cycle %" PRIu32 ": %s\n            in another simulator: make -C ",
           blackbox_checks[c->result.check].name, c->result.cycle, c->result.text);
    quote_shell(w->bundle, stdout);
    printf(" icarus\n");
}

/* In the build that others confirm, if there is one: then what is left of the script shows there, too. @return as
 * blackbox_shrink */
static int shrink(struct work *w)
{
    struct blackbox_campaign *c = &w->campaign;
    struct blackbox_bench *bench = w->confirmation.plain == BLACKBOX_SHOWS ? w->confirmation.bench : c->bench;
    int status;

    w->packets = blackbox_script_packets(&c->script);
    w->last = bench;
    status = blackbox_shrink(bench, w->f, &c->script, &c->result, SHRINK_SECONDS, &w->trials);
    return status < 0 || blackbox_deadlock(bench, w->f, &c->script, &c->result) != 0 ? -1 : status;
}

/*
 * The testbench of the last script; of one that fails also what other simulators say of it; behind all else the hashes.
 * @param bench  that ran it last
 * @return 0, or -1 with error
 */
static int write_testbench(struct work *w, const struct blackbox_bench *bench, const char *path, char *error,
                           size_t size)
{
    const struct blackbox_testbench t = testbench_of(w, bench);
    struct gen_folder g = {0};
    int status = blackbox_testbench_write(&t, path, &g, error, size);

    if (status == 0 && w->campaign.result.failed)
        blackbox_confirm_bundle(&w->confirmation, g.part);
    if (status == 0)
        status = bundle_parts_write(g.part, error, size);
    if (status == 0)
        status = gen_folder_end(&g, error, size);
    gen_folder_abandon(&g);
    return status;
}

/* What cannot be done is said on standard error: what was found stays what it is. */
static void write_bundle(struct work *w)
{
    char error[BLACKBOX_ERROR] = "out of memory";

    name_bundle(w);
    w->deep = shrink(w);
    if (w->deep < 0 || write_testbench(w, w->last, w->bundle, error, sizeof error) != 0) {
        cli_bad("blackbox", "no bundle: %s", error);
        *w->bundle = 0;
    } else if (words_wanted(w)) {
        print_bundle(w);
    }
}

/* The last episode of a run in which nothing is wrong. @return exit status */
static int write_last(struct work *w)
{
    char error[BLACKBOX_ERROR];

    if (write_testbench(w, w->campaign.bench, w->v->testbench, error, sizeof error) != 0)
        return cli_bad("blackbox", "no testbench: %s", error);
    if (words_wanted(w)) {
        printf("testbench   %s: %d packets, in another simulator: make -C ", w->v->testbench,
               blackbox_script_packets(&w->campaign.script));
        quote_shell(w->v->testbench, stdout);
        printf(" icarus\n");
    }
    return 0;
}

/* Results in files ------------------------------------------------------------------------------------------------ */

static const char *outcome(const struct work *w, const struct blackbox_result *first)
{
    return !first->failed ? "good" : is_confirmed(w) ? "confirmed" : "not confirmed";
}

/* @return NULL when out of memory */
static json_t *waves_json(const struct work *w)
{
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

/* Several clocks as they are in the bundle. */
static json_t *clocks_json(const struct work *w)
{
    const struct blackbox_edges *e = &w->campaign.script.edges;
    json_t *clocks = json_array();

    for (int i = 0; e->count && i < w->f->clocks; i++)
        json_array_append_new(clocks, json_pack("{s:s, s:i, s:i}", "pin", w->f->clock_of[i].pin.text, "period",
                                                e->period[i], "phase", e->phase[i]));
    return clocks;
}

/* The bench of the class that failed, as it ran last. */
static const struct blackbox_bench *failed_bench(const struct work *w)
{
    return blackbox_bench_class(w->last, w->campaign.result.class);
}

/* What became of responses; NULL where there are none. */
static json_t *response_history_json(const struct work *w)
{
    const struct blackbox_bench *responses = blackbox_bench_responses(failed_bench(w));

    return responses ? verify_history_json(blackbox_bench_script(responses), blackbox_bench_history(responses)) : NULL;
}

static json_t *failure_json(const struct work *w, const struct blackbox_result *first)
{
    const struct blackbox *failed = blackbox_class(w->f, w->campaign.result.class);

    if (!first->failed)
        return json_null();
    return json_pack(
        "{s:s, s:s*, s:I, s:s, s:s, s:I, s:s, s:s?, s:s?, s:i, s:o, s:o*, s:o*, s:o*, s:o*}", "outcome",
        outcome(w, first), "class", *failed->class_name ? failed->class_name : NULL, "episode",
        (json_int_t)w->campaign.episode, "profile", blackbox_profiles[w->campaign.last], "check",
        blackbox_checks[first->check].name, "cycle", (json_int_t)first->cycle, "text", first->text, "hint",
        *w->hint ? w->hint : NULL, "bundle", *w->bundle ? w->bundle : NULL, "packets",
        blackbox_script_packets(&w->campaign.script), "clocks", clocks_json(w), "history",
        verify_history_json(blackbox_bench_script(failed_bench(w)), blackbox_bench_history(failed_bench(w))),
        "response_history", response_history_json(w), "other_classes",
        verify_class_history_json(w->last, w->f, failed->class_number), "waves", waves_json(w));
}

static json_t *run_json(const struct work *w, const struct blackbox_result *first)
{
    const struct blackbox_totals *t = &w->campaign.totals;
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o*, s:o, s:o}", "format",
                             "fedx-router-verify", "command", w->command, "description", w->v->description, "top",
                             w->f->top, "seed", (json_int_t)w->v->seed, "episodes", (json_int_t)t->episodes, "cycles",
                             (json_int_t)t->cycles, "packets", (json_int_t)t->packets, "flits", (json_int_t)t->flits,
                             "dropped", (json_int_t)t->dropped, "sustained", (json_int_t)t->sustained, "classes",
                             verify_class_json(&w->campaign), "checks", verify_class_checks_json(&w->campaign, -1),
                             "failure", failure_json(w, first)),
           *ports = *w->f->class_name ? NULL : verify_class_ports_json(&w->campaign, 0);

    json_object_update(json, ports);
    json_decref(ports);
    return json;
}

/* Why a check of a class was not made, or NULL. */
static const char *skipped(const struct work *w, int class, int check)
{
    if (!blackbox_class(w->f, class)->checked[check])
        return "switched off in the description";
    return verify_class_has(&w->campaign, class, check) ? NULL : "nothing to check";
}

static int count_made(const struct work *w)
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
static int write_junit(const struct work *w, const struct blackbox_result *first)
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
        int failed = first->failed && first->check == (enum blackbox_check)i && first->class == class;
        cases[1 + k] = (struct junit_case){
            .name = case_name(blackbox_class(w->f, class), i, names[k]),
            .seconds = skipped(w, class, i) ? 0 : w->ran / count_made(w),
            .skipped = failed ? NULL : skipped(w, class, i),
            .failure = failed ? (is_confirmed(w) ? blackbox_checks[i].name : "not confirmed") : NULL,
            .text = failed ? first->text : NULL};
    }
    return junit_write(w->v->junit, "fedx blackbox", cases, 1 + count, error, sizeof error) == 0
               ? 0
               : cli_bad("blackbox", "%s", error);
}

static int write_page(const struct work *w, json_t *run)
{
    char error[BLACKBOX_ERROR] = "out of memory";

    return run && verdict_page_write(w->v->html, run, error, sizeof error) == 0
               ? 0
               : cli_bad("blackbox", "--html: %s", error);
}

/* JSON and page say the same, which plays a failure once more. */
static int write_results(const struct work *w, const struct blackbox_result *first)
{
    json_t *run = w->v->json || w->v->html ? run_json(w, first) : NULL;
    int status = 0;

    if (w->v->json)
        status = cli_write_json("blackbox", w->v->json, json_incref(run));
    if (status == 0)
        status = write_junit(w, first);
    if (status == 0 && w->v->html)
        status = write_page(w, run);
    json_decref(run);
    return status;
}

/* 1 when points are open that were to be hit. */
static int is_uncovered(const struct work *w)
{
    return w->v->until_covered && blackbox_bench_left(w->campaign.bench) > 0;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

/* A run of all kinds of episodes that was not cut short. */
static int is_whole(const struct work *w)
{
    return !w->campaign.result.failed && w->campaign.profile < 0;
}

static enum verify_points_detail detail_of(const struct work *w)
{
    if (w->v->until_covered)
        return POINTS_RULED_OUT;
    return is_whole(w) ? POINTS_MISSING : POINTS_COUNTED;
}

/* How deep a fault may hide: behind so many flits since a reset it is not seen. */
static void print_sustained(const struct work *w)
{
    uint64_t flits = w->campaign.totals.sustained;

    if (!is_whole(w) || w->v->until_covered)
        return;
    printf("sustained   ");
    for (const struct blackbox *f = w->f; f; f = f->also)
        printf("%s%s%s%" PRIu64, f->class_number ? ", " : "", f->class_name, *f->class_name ? " " : "",
               w->campaign.of_class[f->class_number].sustained);
    printf(" flits at each input without a reset between them");
    printf(flits < SUSTAINED ? "; more --cycles are needed for %d\n" : "\n", SUSTAINED);
}

static void print_report(const struct work *w, const struct blackbox_result *first)
{
    print_network(w);
    print_totals(w);
    verify_class_print_checks(&w->campaign);
    verify_class_print_seen(&w->campaign);
    print_sustained(w);
    verify_class_print_points(&w->campaign, detail_of(w));
    if (first->failed)
        print_failure(w, first);
}

/* For a sweep. */
static void fill(const struct work *w, const struct blackbox_result *first)
{
    struct verify_once *o = w->once;

    if (first->failed)
        snprintf(o->text, sizeof o->text, "%s: cycle %" PRIu32 ": %s", blackbox_checks[first->check].name, first->cycle,
                 first->text);
    else if (blackbox_bench_left(w->campaign.bench) > 0)
        snprintf(o->text, sizeof o->text,
                 "%d points are not hit; a run of this combination alone, by --parameter, names them",
                 blackbox_bench_left(w->campaign.bench));
    strcpy(o->bundle, w->bundle);
    o->cycles = w->campaign.totals.cycles;
    o->packets = w->campaign.totals.packets;
    o->seconds = w->ran;
    o->json = run_json(w, first);
}

static int report(struct work *w)
{
    const struct blackbox_result first = w->campaign.result;
    int status;

    w->last = w->campaign.bench;
    if (words_wanted(w))
        print_report(w, &first);
    if (first.failed && blackbox_confirm(&w->confirmation, w->f, w->campaign.bench, &w->campaign.script, &first) != 0)
        return cli_bad("blackbox", "out of memory");
    if (first.failed && !w->v->no_bundle)
        write_bundle(w);
    if (first.failed && words_wanted(w))
        print_confirmation(w);
    if (w->once)
        fill(w, &first);
    status = write_results(w, &first);
    if (status == 0 && !first.failed && w->v->testbench)
        status = write_last(w);
    if (status == 0 && first.failed)
        return is_confirmed(w) ? CLI_EXIT_DIFFERENT : CLI_EXIT_UNCONFIRMED;
    return status ? status : is_uncovered(w) ? CLI_EXIT_DIFFERENT : CLI_EXIT_GOOD;
}

/* The last thing that was wrong with a description or its sources. */
static char refusal[BLACKBOX_ERROR];

/* What is wrong with every combination of a sweep is said once. */
static int bad(const char *error)
{
    if (strcmp(refusal, error) != 0)
        cli_bad("blackbox", "%s", error);
    snprintf(refusal, sizeof refusal, "%s", error);
    return CLI_EXIT_BAD_INPUT;
}

/* Who reads test cases learns that nothing was verified, and why. */
static int report_refusal(const struct verify_blackbox *v, int status)
{
    const struct junit_case build = {.name = "build", .failure = "refused", .text = refusal};
    char error[512];

    if (status != CLI_EXIT_BAD_INPUT || !v->junit || !*refusal)
        return status;
    if (junit_write(v->junit, "fedx blackbox", &build, 1, error, sizeof error) != 0)
        cli_bad("blackbox", "%s", error);
    return status;
}

/* What the command line says of the sources. */
static int set(struct work *w)
{
    char error[BLACKBOX_ERROR];

    if (w->v->files->count)
        arguments_free(&w->f->files);
    for (int i = 0; i < w->v->files->count; i++)
        arguments_add(&w->f->files, "%s", w->v->files->text[i]);
    if (!w->f->files.count) {
        snprintf(
            error, sizeof error,
            "%s:1: the description names no files: name the sources by --files LIST.f, or by files in the description",
            w->f->path);
        return bad(error);
    }
    for (int i = 0; i < w->v->includes->count; i++)
        arguments_add(&w->f->includes, "%s", w->v->includes->text[i]);
    for (int i = 0; i < w->v->defines->count; i++)
        arguments_add(&w->f->defines, "%s", w->v->defines->text[i]);
    return w->f->files.failed || w->f->includes.failed || w->f->defines.failed ? cli_bad("blackbox", "out of memory")
                                                                               : 0;
}

static int build(struct work *w)
{
    char error[BLACKBOX_ERROR];
    struct cli_wait wait;
    int status;

    if (set(w) != 0)
        return CLI_EXIT_BAD_INPUT;
    cli_wait_begin(&wait, w->f->top, w->v->quiet);
    status = blackbox_build(&w->build, w->f, w->v->keep, w->support, error, sizeof error);
    w->built = cli_wait_end(&wait);
    return status == 0 ? 0 : bad(error);
}

/* Before anything is built. */
static int check_pattern(const struct work *w)
{
    const struct pattern *pattern = w->v->pattern ? pattern_find(w->v->pattern) : NULL;
    char error[BLACKBOX_ERROR];

    if (!pattern || blackbox_curve_fits(pattern, w->f, error, sizeof error) == 0)
        return 0;
    return cli_bad("blackbox", "--pattern %s: %s", pattern->name, error);
}

/* Latency and throughput over load, in packets of the greatest length. */
static int run_curve(const struct work *w)
{
    const struct verify_blackbox *v = w->v;
    const struct verify_curve curve = {.f = w->f,
                                       .ops = w->build.ops,
                                       .description = v->description,
                                       .folder = v->performance,
                                       .report = v->report,
                                       .command = w->command,
                                       .support = w->support,
                                       .settings = {.cycles = v->cycles,
                                                    .seed = v->seed,
                                                    .flits = w->f->max_flits,
                                                    .pattern = v->pattern ? pattern_find(v->pattern) : NULL},
                                       .depth = v->vcr_depth,
                                       .words = 1,
                                       .quiet = v->quiet};

    print_network(w);
    return verify_curve(&curve);
}

/* Proofs ---------------------------------------------------------------------------------------------------------- */

/* Folder of the proofs: in that of the build if it stays, or a temporary one. @return 0, or -1 with error */
static int prove_folder(const struct work *w, char folder[PATH_MAX], char *error, size_t size)
{
    if (!w->v->keep)
        return scratch_make("fedx-prove-", folder, error, size);
    snprintf(folder, PATH_MAX, "%.4000s/proof", w->v->keep);
    return output_folders(folder, error, size);
}

/* The counterexample, as a failure of a run is treated: the bench plays it again, for what became of its packets. */
static int report_counterexample(struct work *w, struct blackbox_prove *p)
{
    struct blackbox_campaign *c = &w->campaign;

    if (p->found < 0)
        return 0;
    c->script = p->trace.script;
    memset(&p->trace.script, 0, sizeof p->trace.script);
    if (blackbox_bench_run(c->bench, &c->script, &c->result) != 0)
        return cli_bad("blackbox", "out of memory");
    w->last = c->bench;
    if (words_wanted(w))
        printf("%s: the counterexample in the bench: %s: cycle %" PRIu32 ": %s\n%srepeat with: %s\n",
               blackbox_proofs[p->found].name, blackbox_checks[c->result.check].name, c->result.cycle, c->result.text,
               c->result.waits, w->command);
    if (blackbox_confirm(&w->confirmation, w->f, c->bench, &c->script, &p->proof[p->found].result) != 0)
        return cli_bad("blackbox", "out of memory");
    if (!w->v->no_bundle)
        write_bundle(w);
    if (words_wanted(w))
        print_confirmation(w);
    return 0;
}

/* @param first  result of the counterexample before it was made small */
static int write_proofs(const struct work *w, const struct blackbox_prove *p, const struct blackbox_result *first)
{
    json_t *json;

    if (!w->v->json)
        return 0;
    json = verify_prove_json(p);
    json_object_set_new(json, "command", json_string(w->command));
    json_object_set_new(json, "description", json_string(w->v->description));
    json_object_set_new(json, "failure",
                        p->found < 0 ? json_null()
                                     : json_pack("{s:s, s:s, s:s, s:I, s:s, s:s?, s:i}", "outcome", outcome(w, first),
                                                 "property", blackbox_proofs[p->found].name, "check",
                                                 blackbox_checks[first->check].name, "cycle", (json_int_t)first->cycle,
                                                 "text", first->text, "bundle", *w->bundle ? w->bundle : NULL,
                                                 "packets", w->campaign.script.packets));
    return cli_write_json("blackbox", w->v->json, json);
}

static void on_answer(void *context, const char *property, const char *verdict)
{
    const struct work *w = context;

    if (!w->v->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: %s", property, verdict);
}

/* Whether a description takes these parameters, and its flits stay as they are: their width hardly matters. */
static int takes(const struct work *w, const struct arguments *parameters)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = parameters->failed ? NULL : blackbox_load(w->v->description, parameters, error, sizeof error);
    int good = f && f->bits == w->f->bits && blackbox_prove_check(f, error, sizeof error) == 0;

    if (f)
        blackbox_destroy(f);
    return good;
}

/* Add the least power of two that a parameter may have in the place of its value, if there is one. */
static void add_smaller(const struct work *w, const char *name, const char *value, struct arguments *parameters)
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
static void print_smaller(const struct work *w)
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

static int report_proofs(struct work *w, struct blackbox_prove *p)
{
    struct blackbox_result first = {0};
    int status;

    if (!w->v->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    if (words_wanted(w)) {
        print_network(w);
        verify_prove_print(p, w->v->prove_swept);
        if (p->found < 0 && verify_prove_count(p, BLACKBOX_UNDECIDED))
            print_smaller(w);
    }
    if (p->found >= 0)
        first = p->proof[p->found].result;
    status = report_counterexample(w, p);
    if (status == 0)
        status = write_proofs(w, p, &first);
    if (status == 0 && p->found >= 0)
        return is_confirmed(w) ? CLI_EXIT_DIFFERENT : CLI_EXIT_UNCONFIRMED;
    if (status == 0 && verify_prove_count(p, BLACKBOX_WRONG))
        return CLI_EXIT_DIFFERENT;
    return status ? status : verify_prove_count(p, BLACKBOX_UNCONFIRMED) ? CLI_EXIT_UNCONFIRMED : CLI_EXIT_GOOD;
}

/* Before anything is built. */
static int check_proofs(const struct work *w)
{
    char error[BLACKBOX_ERROR];

    return blackbox_prove_check(w->f, error, sizeof error) == 0 && blackbox_prove_tools(error, sizeof error) == 0
               ? 0
               : bad(error);
}

static int run_proofs(struct work *w)
{
    char error[BLACKBOX_ERROR] = "out of memory", folder[PATH_MAX] = "";
    struct blackbox_prove p = {.f = w->f,
                               .support = w->support,
                               .folder = folder,
                               .seconds = w->v->prove_seconds,
                               .jobs = process_processors(),
                               .on_answer = on_answer,
                               .context = w};
    int status = -1;

    w->campaign.bench = p.bench = blackbox_bench_create(w->f, w->build.ops);
    if (p.bench && prove_folder(w, folder, error, sizeof error) == 0)
        status = blackbox_prove(&p, error, sizeof error);
    status = status == 0 ? report_proofs(w, &p) : bad(error);
    blackbox_prove_finish(&p);
    if (!w->v->keep)
        scratch_remove(folder);
    return status;
}

/* A reset that the description has the wrong way round is no fault of the router. */
static int check_reset(struct work *w)
{
    const struct blackbox *f = w->f;
    const char *other = f->reset_low ? "high" : "low";
    int status = blackbox_hint_reset(&w->campaign);

    if (status < 0)
        return cli_bad("blackbox", "out of memory");
    if (status == 0)
        return 0;
    if (f->clocks)
        return cli_bad(
            "blackbox",
            "%s:%d: with these resets nothing ever comes out of the router, and with the other levels all packets "
            "do: turn active round",
            f->path, f->clock_of[0].pin.line);
    return cli_bad(
        "blackbox",
        "%s:%d: with reset %s active %s nothing ever comes out of the router, and with the other level all packets do: "
        "must be reset: {pin: %s, active: %s}",
        f->path, f->reset.line, f->reset.text, f->reset_low ? "low" : "high", f->reset.text, other);
}

static int run(struct work *w)
{
    double start;
    int status;

    if (w->campaign.profile == BLACKBOX_PROFILE_illegal && blackbox_script_profiles(w->f) <= BLACKBOX_PROFILE_illegal)
        return cli_bad("blackbox", "--profile %s: the description has nothing under illegal, or the check switched off",
                       w->v->profile);
    if (w->v->performance && w->f->responses.f)
        return cli_bad("blackbox",
                       "--performance: the description has responses: measure a description of the requests alone");
    status = check_pattern(w);
    if (status == 0 && w->v->prove)
        status = check_proofs(w);
    if (status == 0)
        status = build(w);
    if (status != 0)
        return status;
    if (w->v->prove)
        return run_proofs(w);
    if (w->v->performance)
        return run_curve(w);
    w->campaign.f = w->f;
    w->campaign.ops = w->build.ops;
    start = clock_wall();
    cli_progress_init(&w->progress, w->v->cycles, w->v->quiet);
    status = blackbox_campaign_run(&w->campaign);
    cli_progress_end(&w->progress);
    w->ran = clock_wall() - start;
    if (status != 0)
        return cli_bad("blackbox", "out of memory");
    if (check_reset(w) != 0)
        return CLI_EXIT_BAD_INPUT;
    if (blackbox_deadlock(w->campaign.bench, w->f, &w->campaign.script, &w->campaign.result) != 0)
        return cli_bad("blackbox", "out of memory");
    blackbox_hint(&w->campaign, w->hint, sizeof w->hint);
    return report(w);
}

/* @param f  the description, which is destroyed @param once  of a sweep, or NULL */
static int verify(const struct verify_blackbox *v, const char *support, struct blackbox *f, struct verify_once *once)
{
    static struct work w;
    int status;

    memset(&w, 0, sizeof w);
    w.v = v;
    w.f = f;
    w.once = once;
    snprintf(w.support, sizeof w.support, "%s", support);
    w.confirmation = (struct blackbox_confirmation){.keep = v->keep, .support = w.support};
    w.command = make_command(v);
    w.campaign = (struct blackbox_campaign){.cycles = v->cycles,
                                            .seed = v->seed,
                                            .profile = choose_profile(v->profile),
                                            .until_covered = v->until_covered,
                                            .on_episode = on_episode,
                                            .context = &w.progress};
    status = w.command ? run(&w) : cli_bad("blackbox", "out of memory");
    blackbox_campaign_finish(&w.campaign);
    blackbox_confirm_finish(&w.confirmation);
    blackbox_build_finish(&w.build);
    blackbox_destroy(w.f);
    free(w.command);
    return status;
}

/* @return the description, or NULL after saying what is wrong */
static struct blackbox *load(const struct verify_blackbox *v)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = blackbox_load(v->description, v->parameters, error, sizeof error);

    if (!f)
        bad(error);
    return f;
}

void verify_one(const struct verify_blackbox *v, const char *support, struct verify_once *once)
{
    struct blackbox *f = load(v);

    *once = (struct verify_once){.status = CLI_EXIT_BAD_INPUT};
    if (f)
        once->status = verify(v, support, f, once);
}

/* The least of the values of a parameter, as a number; the first one when it is none. */
static const char *smallest(const struct blackbox_sweep *sweep)
{
    const char *least = sweep->values.text[0];

    for (int i = 1; i < sweep->values.count; i++)
        if (strtoll(sweep->values.text[i], NULL, 0) < strtoll(least, NULL, 0))
            least = sweep->values.text[i];
    return least;
}

/* Of a sweep the smallest sizes are proved. @return exit status */
static int prove_smallest(const struct verify_blackbox *v, const char *support, const struct blackbox *f)
{
    struct verify_blackbox small = *v;
    struct arguments parameters = {0};
    struct blackbox *chosen;
    int status = CLI_EXIT_BAD_INPUT;

    for (int i = 0; i < v->parameters->count; i++)
        arguments_add(&parameters, "%s", v->parameters->text[i]);
    for (int i = 0; i < f->sweeps; i++)
        arguments_add(&parameters, "%s=%s", f->sweep[i].name, smallest(&f->sweep[i]));
    small.parameters = &parameters;
    small.prove_swept = 1;
    chosen = parameters.failed ? NULL : load(&small);
    if (chosen)
        status = verify(&small, support, chosen, NULL);
    arguments_free(&parameters);
    return status;
}

/* What the description sweeps decides. */
static int verify_all(const struct verify_blackbox *v, const char *support)
{
    struct blackbox *f = check_outputs(v) == 0 && choose_profile(v->profile) != -2 ? load(v) : NULL;
    int status;

    if (!f)
        return CLI_EXIT_BAD_INPUT;
    if (v->seeds.jobs) {
        int swept = f->sweeps;
        blackbox_destroy(f);
        return swept ? cli_bad("blackbox", "--seeds: the description sweeps parameters: choose their values by "
                                           "--parameter NAME=VALUE")
                     : verify_seeds(v, support);
    }
    if (v->performance && f->also) {
        blackbox_destroy(f);
        return cli_bad("blackbox",
                       "--performance: the description has several classes, and loads are those of one: measure a "
                       "description of one of them");
    }
    if (v->performance && f->cast.kind) {
        blackbox_destroy(f);
        return cli_bad("blackbox", "--performance: packets are for several outputs, and latencies are those of one");
    }
    if (!f->sweeps)
        return verify(v, support, f, NULL);
    if (v->prove) {
        status = prove_smallest(v, support, f);
        blackbox_destroy(f);
        return status;
    }
    if (v->testbench || v->performance || v->html) {
        blackbox_destroy(f);
        return cli_bad(
            "blackbox",
            "--%s: the description sweeps parameters, and %s of one size: choose it by --parameter NAME=VALUE",
            v->testbench     ? "testbench"
            : v->performance ? "performance"
                             : "html",
            v->testbench     ? "a testbench is"
            : v->performance ? "curves are"
                             : "a page is");
    }
    status = verify_sweep(v, f, support);
    blackbox_destroy(f);
    return status;
}

static int init(const struct verify_blackbox *v, const char *support)
{
    const struct dut dut = {.top = v->top,
                            .files = *v->files,
                            .includes = *v->includes,
                            .defines = *v->defines,
                            .parameters = *v->parameters,
                            .support = support};
    char error[BLACKBOX_ERROR];
    int status = blackbox_init(v->description, &dut, error, sizeof error);

    if (status < 0)
        return cli_bad("blackbox", "%s", error);
    if (status > 0)
        cli_bad("blackbox", "%s", error);
    printf("written     %s: look at the lines that say CHECK, then fedx blackbox ", v->description);
    quote_shell(v->description, stdout);
    printf("\n");
    return CLI_EXIT_GOOD;
}

const char *verify_result_word(int status)
{
    static const char *const words[] = {[CLI_EXIT_GOOD] = "good",
                                        [CLI_EXIT_DIFFERENT] = "FAILED",
                                        [CLI_EXIT_BAD_INPUT] = "refused",
                                        [CLI_EXIT_INTERRUPTED] = "interrupted",
                                        [CLI_EXIT_UNCONFIRMED] = "not confirmed"};

    return words[status];
}

struct junit_case verify_case(const char *name, const struct verify_once *once)
{
    int good = once->status == CLI_EXIT_GOOD;

    return (struct junit_case){.name = name,
                               .seconds = once->seconds,
                               .failure = good ? NULL : verify_result_word(once->status),
                               .text = good          ? NULL
                                       : *once->text ? once->text
                                                     : "cannot be built, see standard error"};
}

int verify_worst_status(const int *of_status)
{
    return of_status[CLI_EXIT_DIFFERENT]     ? CLI_EXIT_DIFFERENT
           : of_status[CLI_EXIT_BAD_INPUT]   ? CLI_EXIT_BAD_INPUT
           : of_status[CLI_EXIT_UNCONFIRMED] ? CLI_EXIT_UNCONFIRMED
                                             : CLI_EXIT_GOOD;
}

int verify_blackbox(const struct verify_blackbox *v)
{
    char support[PATH_MAX];

    if (install_path_folder("tb/blackbox/blackbox_dut.cpp", support) != 0)
        return cli_bad("blackbox", "tb/blackbox/blackbox_dut.cpp " INSTALL_PATHS_MISSING);
    return v->init ? init(v, support) : report_refusal(v, verify_all(v, support));
}

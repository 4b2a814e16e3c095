/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_blackbox.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/install_paths.h"
#include "../../base/quote.h"
#include "../../base/text.h"
#include "../../blackbox/campaign/blackbox_deadlock.h"
#include "../../gen/gen_folder.h"
#include "../../results/report.h"
#include "../common/cli_wait.h"
#include "verify_curve.h"
#include "verify_prove.h"
#include "verify_work.h"

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

/* 1 when points are open that were to be hit. */
static int is_uncovered(const struct verify_work *w)
{
    return w->v->until_covered && blackbox_bench_left(w->campaign.bench) > 0;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static int report(struct verify_work *w)
{
    const struct blackbox_result *first = &w->first;
    int status;

    w->first = w->campaign.result;
    w->last = w->campaign.bench;
    if (verify_words_wanted(w))
        verify_print_run(w);
    if (first->failed && blackbox_confirm(&w->confirmation, w->f, w->campaign.bench, &w->campaign.script, first) != 0)
        return cli_bad("blackbox", "out of memory");
    if (first->failed && !w->v->no_bundle)
        verify_write_bundle(w);
    if (first->failed && verify_words_wanted(w))
        verify_print_confirmation(w);
    if (w->once)
        verify_fill_once(w);
    status = verify_write_run(w);
    if (status == 0 && !first->failed && w->v->testbench)
        status = verify_write_last(w);
    if (status == 0 && first->failed)
        return verify_confirmed(w) ? CLI_EXIT_DIFFERENT : CLI_EXIT_UNCONFIRMED;
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
static int set(struct verify_work *w)
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

static int build(struct verify_work *w)
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
static int check_pattern(const struct verify_work *w)
{
    const struct pattern *pattern = w->v->pattern ? pattern_find(w->v->pattern) : NULL;
    char error[BLACKBOX_ERROR];

    if (!pattern || blackbox_curve_fits(pattern, w->f, error, sizeof error) == 0)
        return 0;
    return cli_bad("blackbox", "--pattern %s: %s", pattern->name, error);
}

/* Latency and throughput over load, in packets of the greatest length. */
static int run_curve(const struct verify_work *w)
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

    verify_print_network(w);
    return verify_curve(&curve);
}

/* A reset that the description has the wrong way round is no fault of the router. */
static int check_reset(struct verify_work *w)
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

static int run(struct verify_work *w)
{
    char error[BLACKBOX_ERROR];
    double start;
    int status;

    if (w->campaign.profile == BLACKBOX_PROFILE_illegal && blackbox_script_profiles(w->f) <= BLACKBOX_PROFILE_illegal)
        return cli_bad("blackbox", "--profile %s: the description has nothing under illegal, or the check switched off",
                       w->v->profile);
    if (w->v->performance && w->f->responses.f)
        return cli_bad("blackbox",
                       "--performance: the description has responses: measure a description of the requests alone");
    status = check_pattern(w);
    if (status == 0 && w->v->prove && verify_prove_check(w, error, sizeof error) != 0)
        status = bad(error);
    if (status == 0)
        status = build(w);
    if (status != 0)
        return status;
    if (w->v->prove)
        return (status = verify_prove(w, error, sizeof error)) < 0 ? bad(error) : status;
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
    static struct verify_work w;
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

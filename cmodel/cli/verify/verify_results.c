/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of `fedx verify`: in words, as JSON, and in a report.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "../../base/quote.h"
#include "../../base/text.h"
#include "../../config/registry.h"
#include "../../cover/coverage_file.h"
#include "../../results/junit.h"
#include "../../results/report.h"
#include "../../results/report_verify.h"
#include "../../results/result_value.h"
#include "../../results/results_difference.h"
#include "../common/cli.h"
#include "fedx/params.h"
#include "verify_internal.h"

#define RESULTS_DEF "../cli/verify/verify_results.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

static const char *const pass_names[PASSES] = {"profiles", "power_up", "sustained", "fabric"};

static const char *outcome(const struct verification *v)
{
    if (v->result.failed == 1 && v->differs && *v->mismatch.ended)
        return "ended";
    return v->result.failed == 0 ? "good" : v->result.failed == 1 ? "mismatch" : "packet";
}

static const char *failure(const struct verification *v, const struct verify_options *o)
{
    return cli_triage_doubts(&o->triage) ? confirm_name(&o->triage.confirmation) : outcome(v);
}

/* The switch, as the command line has it. */
static void print_switch(const struct verify_options *o, FILE *out)
{
    if (o->object)
        quote_option("rtl-object", o->object, out);
    cli_dut_repeat(&o->dut, out);
}

/* The command that does the same again. */
static void print_command(const struct verification *v, const struct verify_options *o, FILE *out)
{
    if (v->pass == PASS_FABRIC && v->result.failed) {
        verify_fabric_command(&v->fabric, v->fabrics - 1, out);
        print_switch(o, out);
        return;
    }
    fprintf(out, "fedx verify --seed %" PRIu64 " --cycles %" PRIu64, o->stimulus.seed, o->stimulus.cycles);
    registry_print_option(o->kind, out);
    if (o->buffers != FEDX_STANDARD_BUFFERS)
        fprintf(out, " --buffers %d", o->buffers);
    if (o->stimulus.profile >= 0)
        fprintf(out, " --profile %s", o->kind->parts->bench->stimulus->profiles[o->stimulus.profile]);
    if (o->until_covered)
        fprintf(out, " --until-covered");
    if (o->stimulus.power_up)
        fprintf(out, " --power-up %" PRIu64, o->stimulus.power_up);
    if (o->pins)
        fprintf(out, " --pins");
    print_switch(o, out);
}

static void print_failure(const struct verification *v, const struct verify_options *o, FILE *out)
{
    if (v->pass == PASS_FABRIC)
        fprintf(out, "failed in fabric %d: %s\n", v->fabrics, v->result.text);
    else
        fprintf(out, "failed in episode %" PRIu64 "%s: %s\n", v->result.episode,
                v->pass == PASS_POWER_UP ? " from random power-up values" : "", v->result.text);
    if (v->differs)
        o->kind->parts->lockstep->print(o->kind, &v->mismatch, v->pass == PASS_FABRIC ? v->fabric.node : 0, out);
}

typedef void printer(const struct verification *v, const struct verify_options *o, FILE *out);

/* What is printed, as a text to be freed, or NULL when out of memory. */
static char *text_of(printer *print, const struct verification *v, const struct verify_options *o)
{
    struct text text;
    FILE *out = text_open(&text);

    if (!out)
        return NULL;
    print(v, o, out);
    return text_close(&text);
}

/* What rows are of. */
struct verify_at {
    const struct verification *v;
    const struct verify_options *o;
    const char *command; /* that does the same again; NULL: nothing has failed */
};

static const struct verify_at *at(const struct results_at *x)
{
    return x->of;
}

static const struct verification *r_of(const struct results_at *x)
{
    return at(x)->v;
}

static const struct verify_options *o_of(const struct results_at *x)
{
    return at(x)->o;
}

static struct result_value difference_of(const struct results_at *x)
{
    const struct verification *v = r_of(x);
    const struct cli_triage *triage = &o_of(x)->triage;

    return json(results_difference(&(struct results_found){
        v->differs ? &v->mismatch : NULL, o_of(x)->kind, v->pass == PASS_FABRIC ? v->fabric.node : 0,
        *triage->written ? triage->written : NULL, confirm_name(&triage->confirmation), at(x)->command}));
}

static struct result_value episodes_of(const struct results_at *x)
{
    const struct stimulus_kind *s = o_of(x)->kind->parts->bench->stimulus;
    json_t *episodes = json_object();

    for (int i = 0; i < s->profile_count; i++)
        json_object_set_new(episodes, s->profiles[i], json_integer((json_int_t)r_of(x)->result.episodes[i]));
    return json(episodes);
}

/* In words, without those that were not asked for. */
static struct result_value episodes_run(const struct results_at *x)
{
    const struct stimulus_kind *s = o_of(x)->kind->parts->bench->stimulus;
    const uint64_t *episodes = r_of(x)->result.episodes;
    json_t *words = NULL;

    for (int i = 0; i < s->profile_count; i++)
        if (i < s->turns || episodes[i])
            words = results_list(words, json_sprintf("%" PRIu64 " %s", episodes[i], s->profiles[i]));
    return json(words);
}

static int changed_of(const struct results_at *x)
{
    int count = 0;

    for (int i = 0; i < o_of(x)->kind->register_count; i++)
        count += r_of(x)->touched[i];
    return count;
}

/* Registers that nodes show. */
static int shown_of(const struct results_at *x)
{
    return kind_registers_shown(o_of(x)->kind, o_of(x)->stimulus.inner);
}

/* In words: registers that could be seen to change, and did not. */
static struct result_value unchanged_of(const struct results_at *x)
{
    const struct router_kind *kind = o_of(x)->kind;
    json_t *words = NULL, *before;

    for (int i = 0; shown_of(x) && i < kind->register_count; i++)
        if (!r_of(x)->touched[i]) {
            before = words;
            words = json_sprintf("%s %s.%s", before ? json_string_value(before) : "", kind->registers[i].block,
                                 kind->registers[i].name);
            json_decref(before);
        }
    return words ? json(words) : nothing();
}

#include "../../results/results_rows_of.h"

static json_t *results_json(const struct verification *v, const struct verify_options *o)
{
    char *command = v->result.failed ? text_of(print_command, v, o) : NULL;
    json_t *json = results_object(RESULTS_verification,
                                  &(struct results_at){.rows = rows, .of = &(struct verify_at){v, o, command}});

    free(command);
    return json;
}

static void print_results(const struct verification *v, const struct verify_options *o)
{
    cli_dut_print(&o->dut);
    results_words(RESULTS_verification, &(struct results_at){.rows = rows, .of = &(struct verify_at){v, o, NULL}},
                  stdout);
    if (o->stimulus.coverage) {
        coverage_print_line(o->stimulus.coverage, stdout);
        if (o->until_covered)
            coverage_print_holes(o->stimulus.coverage, stdout);
    }
}

static json_t *report_json(const struct verification *v, const struct verify_options *o)
{
    char *command = text_of(print_command, v, o), *failure = v->result.failed ? text_of(print_failure, v, o) : NULL;
    json_t *json =
        command ? report_verify(o->kind, command, results_json(v, o), failure, o->triage.difference, v->touched) : NULL;

    free(command);
    free(failure);
    return json;
}

/* All about a failure that standard output has, but for the tables. */
static void print_whole_failure(const struct verification *v, const struct verify_options *o, FILE *out)
{
    if (v->result.failed)
        print_failure(v, o, out);
    else
        fprintf(out, "reachable points of coverage were not hit\n");
    fprintf(out, "repeat with: ");
    print_command(v, o, out);
    fprintf(out, "\n");
    if (*o->triage.written)
        fprintf(out, "bundle: %s\n", o->triage.written);
}

/* One test case a pass. */
static int write_junit(const struct verification *v, const struct verify_options *o, char *error, size_t size)
{
    struct junit_case cases[PASSES] = {0};
    int holes = o->until_covered && !coverage_complete(o->stimulus.coverage), status;
    char *text = text_of(print_whole_failure, v, o);

    for (int i = 0; i <= (int)v->last; i++)
        cases[i] = (struct junit_case){.name = pass_names[i],
                                       .seconds = v->seconds[i],
                                       .skipped = i > (int)v->pass ? "one before it failed" : NULL,
                                       .text = text};
    if (v->result.failed || holes)
        cases[v->pass].failure = v->result.failed ? failure(v, o) : "coverage";
    snprintf(error, size, "out of memory");
    status = text ? junit_write(o->junit, "fedx verify", cases, (int)v->last + 1, error, size) : -1;
    free(text);
    return status;
}

void verify_print(const struct verification *v, const struct verify_options *o, int words)
{
    if (!words) {
        if (v->differs && *v->mismatch.ended)
            cli_dut_ended("verify", v->mismatch.cycle, 0, v->mismatch.ended);
        return;
    }
    print_results(v, o);
    if (!v->result.failed)
        return;
    print_failure(v, o, stdout);
    printf("repeat with: ");
    print_command(v, o, stdout);
    printf("\n");
}

int verify_check_results(const char *command, const char *json, const char *coverage, const char *junit)
{
    int status = cli_check_results(command, json, coverage);

    if (status == 0 && cli_is_standard_output(junit))
        status = cli_bad(command, "--junit needs a file: standard output has words too");
    return status == 0 ? cli_check_output(command, junit) : status;
}

int verify_write(const struct verification *v, const struct verify_options *o)
{
    char error[SCENARIO_ERROR];
    int status = 0;

    if (o->json && (status = cli_write_json("verify", o->json, results_json(v, o))) != 0)
        return status;
    if (o->coverage && (status = cli_write_json("verify", o->coverage, coverage_json(o->stimulus.coverage))) != 0)
        return status;
    if (o->report && report_one("verifications", report_json(v, o), o->report, error, sizeof error) != 0)
        return cli_bad("verify", "%s", error);
    if (o->junit && write_junit(v, o, error, sizeof error) != 0)
        return cli_bad("verify", "%s", error);
    return 0;
}

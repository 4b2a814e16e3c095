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
#include "../../results/results_difference.h"
#include "../common/cli.h"
#include "fedx/params.h"
#include "verify_internal.h"

static const char *const pass_names[PASSES] = {"profiles", "power_up", "sustained", "fabric"};

static int touched_count(const struct router_kind *kind, const uint8_t *touched)
{
    int count = 0;

    for (int i = 0; i < kind->register_count; i++)
        count += touched[i];
    return count;
}

static void print_untouched(const struct router_kind *kind, const uint8_t *touched)
{
    printf("never changed:");
    for (int i = 0; i < kind->register_count; i++)
        if (!touched[i])
            printf(" %s.%s", kind->registers[i].block, kind->registers[i].name);
    printf("\n");
}

/* What was compared of the registers, and how many changed. */
static void print_registers(const uint8_t *touched, const struct verify_options *o)
{
    int all = o->kind->register_count, named = kind_registers_shown(o->kind, o->stimulus.inner),
        count = touched_count(o->kind, touched);

    if (named == 0)
        printf("registers   pins only: none of the %d named registers is %s\n", all, o->pins ? "looked at" : "shown");
    else if (named < all)
        printf("registers   %d of %d named registers compared\n", named, all);
    else
        printf("registers   %d of %d changed at least once\n", count, all);
    if (named && count < all)
        print_untouched(o->kind, touched);
}

static void print_passes(const struct verification *v, const struct verify_options *o)
{
    if (v->pass == PASS_PROFILES)
        return;
    printf("passes      %" PRIu64 " cycles of all profiles, %" PRIu64 " from random power-up values, %" PRIu64
           " without a reset",
           v->cycles[PASS_PROFILES], v->cycles[PASS_POWER_UP], v->cycles[PASS_SUSTAINED]);
    if (v->fabrics)
        printf(", %" PRIu64 " in %d fabrics", v->cycles[PASS_FABRIC], o->kind->parts->bench->fabrics->count);
    printf("\n");
}

/* Whether what takes long to come up could be seen. */
static void print_sustained(const struct stimulus_busy *b)
{
    if (b->cycles)
        printf("sustained   something left in %.0f%% of the cycles, and in all but %" PRIu64 " of %" PRIu64
               " windows of 4096 cycles\n",
               100.0 * (double)b->busy / (double)b->cycles, b->idle, b->windows);
}

static json_t *sustained_json(const struct stimulus_busy *b)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "cycles", (json_int_t)b->cycles, "busy_cycles", (json_int_t)b->busy,
                     "windows", (json_int_t)b->windows, "idle_windows", (json_int_t)b->idle);
}

static void print_results(const struct verification *v, const struct verify_options *o)
{
    const struct stimulus_kind *s = o->kind->parts->bench->stimulus;
    const struct stimulus_result *r = &v->result;
    const struct compared *c = &v->compared;

    cli_dut_print(&o->dut);
    if (o->buffers != FEDX_STANDARD_BUFFERS)
        printf("buffers     %d\n", o->buffers);
    printf("episodes    ");
    for (int i = 0; i < s->profile_count; i++)
        if (i < s->turns || r->episodes[i])
            printf("%s%" PRIu64 " %s", i ? ", " : "", r->episodes[i], s->profiles[i]);
    printf("; %d mode combinations, seed %" PRIu64 "\n", r->settings_seen, o->stimulus.seed);
    print_passes(v, o);
    print_sustained(&r->sustained);
    printf("packets     %" PRIu64 " accepted, %" PRIu64 " delivered, %s checked (%s)\n", r->accepted, r->delivered,
           s->checked, s->followed);
    printf("compared    %" PRIu64 " cycles, %" PRIu64 " output pin bits, %" PRIu64 " named registers, %" PRIu64
           " store bytes: %s\n",
           c->cycles, c->pin_bits, c->registers, c->stores, r->failed == 1 ? "DIFFERENT" : "0 differences");
    printf("legal       %" PRIu64 " states, each by %d clauses: %s\n", c->legal, o->kind->parts->lockstep->clause_count,
           v->differs && mismatch_illegal(v->mismatch.field) ? "BROKEN" : "0 broken");
    print_registers(v->touched, o);
    if (o->stimulus.coverage) {
        coverage_print_line(o->stimulus.coverage, stdout);
        if (o->until_covered)
            coverage_print_holes(o->stimulus.coverage, stdout);
    }
}

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

/* Where it failed; the difference, if there is one, has a key of its own. */
static json_t *failure_json(const struct verification *v, const char *command)
{
    int fabric = v->pass == PASS_FABRIC;

    if (!v->result.failed)
        return json_null();
    return json_pack("{s:s, s:o, s:s, s:s?}", "pass", pass_names[v->pass], "episode",
                     fabric ? json_null() : json_integer((json_int_t)v->result.episode), "text", v->result.text,
                     "repeat", command);
}

static json_t *results_json(const struct verification *v, const struct verify_options *o)
{
    const struct stimulus_kind *s = o->kind->parts->bench->stimulus;
    const struct stimulus_result *r = &v->result;
    json_t *episodes = json_object(), *passes = json_object(), *json;
    char *command = v->result.failed ? text_of(print_command, v, o) : NULL;
    int node = v->pass == PASS_FABRIC ? v->fabric.node : 0;

    for (int i = 0; i < s->profile_count; i++)
        json_object_set_new(episodes, s->profiles[i], json_integer((json_int_t)r->episodes[i]));
    for (int i = 0; i < PASSES; i++)
        json_object_set_new(passes, pass_names[i], json_integer((json_int_t)v->cycles[i]));
    json_t *difference = results_difference(&(struct results_found){v->differs ? &v->mismatch : NULL, o->kind, node,
                                                                    *o->triage.written ? o->triage.written : NULL,
                                                                    confirm_name(&o->triage.confirmation), command});

    json = json_pack("{s:s, s:s*, s:o, s:o, s:I, s:o, s:o, s:o, s:i, s:I, s:I, s:o, s:i, s:i, s:i, s:o, s:o*}",
                     "outcome", outcome(v), "router", registry_word(o->kind), "failure", failure_json(v, command),
                     "difference", difference, "seed", (json_int_t)o->stimulus.seed, "episodes", episodes, "passes",
                     passes, "sustained", sustained_json(&r->sustained), "mode_combinations", r->settings_seen,
                     "accepted", (json_int_t)r->accepted, "delivered", (json_int_t)r->delivered, "compared",
                     results_compared(&v->compared), "registers_changed", touched_count(o->kind, v->touched),
                     "registers_named", o->kind->register_count, "registers_compared",
                     kind_registers_shown(o->kind, o->stimulus.inner), "dut", cli_dut_json(&o->dut), "coverage",
                     o->stimulus.coverage ? coverage_summary(o->stimulus.coverage) : NULL);
    free(command);
    return json;
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

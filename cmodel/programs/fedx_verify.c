/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify: one RTL switch against the golden model under legal and hostile stimulus.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/fedx_aim.h"
#include "../verify/fedx_legal.h"
#include "../verify/fedx_lockstep.h"
#include "../verify/fedx_stimulus.h"
#include "../fabric/fedx_scenario.h"
#include "fedx_cli.h"
#include "fedx_cli_dut.h"
#include "fedx_coverage_file.h"
#include "fedx_report.h"
#include "fedx_report_verify.h"
#include "fedx_triage.h"
#include "fedx_verify_fabric.h"
#include "fedx_verify_inject.h"

enum { KEY_CYCLES = 256, KEY_SEED, KEY_PROFILE, KEY_OBJECT, KEY_POWER_UP, KEY_JSON, KEY_REPORT, KEY_QUIET,
       KEY_INJECT, KEY_FIRST, KEY_COVERAGE, KEY_UNTIL, KEY_PINS };

static const struct argp_option argp_options[] = {
    {"cycles", KEY_CYCLES, "N", 0, "compare at least this many cycles with all profiles (default 2500000); from a million on, passes follow with random power-up "
     "values, without a reset, and in fabrics, that take half as many more", 0},
    {"seed", KEY_SEED, "N", 0, "seed of the stimulus (default 1)", 0},
    {"profile", KEY_PROFILE, "NAME", 0,
     "one kind of episode, and no other pass: legal, refusing, truncated, damaged, responses, flips, noise, resets or sustained "
     "(default: all but the last one in turn)",
     0},
    {"power-up", KEY_POWER_UP, "SEED", 0, "random power-up values in the RTL, 0: zero, and no other pass", 0},
    {"pins", KEY_PINS, 0, 0, "compare the output pins only, whatever the switch shows: what they alone tell. Not in fabrics, and no bundle", 0},
    {"inject", KEY_INJECT, "N", 0,
     "instead, put both in N random legal states, reachable or not, and compare from there: one cycle from each, "
     "thousands from some; a switch of your own in those registers that --map names",
     0},
    {"first", KEY_FIRST, "N", 0, "with --inject: number of the batch of 4096 states to begin with (default 0)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: libfedx_rtl.so next to this program)", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {"report", KEY_REPORT, "FOLDER", 0, "write report.html, to be looked at, and its data as report.json", 0},
    {"coverage", KEY_COVERAGE, "FILE", 0, "write which functional coverage points were hit, for fedx coverage; - for standard output", 0},
    {"until-covered", KEY_UNTIL, 0, 0,
     "choose stimulus by what is missing, and end when every reachable point is hit; exit status 1 when after --cycles (default "
     "100000000) some are not", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

struct options {
    struct fedx_stimulus_config stimulus;
    uint64_t inject, first;  /* states to inject, 0: none; first batch */
    const char *not_inject;  /* an option given that does not go with them */
    const char *object, *json, *report, *coverage;
    int quiet, until_covered, pins, power_up_given;
    struct fedx_node_ops only_pins; /* with pins: the switch, without what it shows */
    struct fedx_triage triage;
    struct fedx_cli_dut dut;
};

/* Options that say how the stimulus goes, or what becomes of it. */
static const struct {
    int key;
    const char *name;
} of_stimulus[] = {
    {KEY_CYCLES, "cycles"}, {KEY_PROFILE, "profile"}, {KEY_PINS, "pins"}, {KEY_POWER_UP, "power-up"}, {KEY_REPORT, "report"},
    {KEY_COVERAGE, "coverage"}, {KEY_UNTIL, "until-covered"}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    const char *names[FEDX_PROFILES + 1] = {0};
    struct options *o = state->input;

    memcpy(names, fedx_profile_names, sizeof fedx_profile_names);
    for (size_t i = 0; i < sizeof of_stimulus / sizeof *of_stimulus; i++)
        if (of_stimulus[i].key == key)
            o->not_inject = of_stimulus[i].name;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->triage;
        state->child_inputs[1] = &o->dut;
        return 0;
    case KEY_INJECT: o->inject = (uint64_t)fedx_cli_integer(state, "inject", text, 1, INT64_MAX / 2); return 0;
    case KEY_FIRST: o->first = (uint64_t)fedx_cli_integer(state, "first", text, 0, INT64_MAX); return 0;
    case KEY_CYCLES: o->stimulus.cycles = (uint64_t)fedx_cli_integer(state, "cycles", text, 1, INT64_MAX / 2); return 0;
    case KEY_SEED: o->stimulus.seed = (uint64_t)fedx_cli_integer(state, "seed", text, 0, INT64_MAX); return 0;
    case KEY_PROFILE: o->stimulus.profile = fedx_cli_choice(state, "profile", text, names); return 0;
    case KEY_POWER_UP:
        o->stimulus.power_up = (uint64_t)fedx_cli_integer(state, "power-up", text, 0, INT64_MAX);
        o->power_up_given = 1;
        return 0;
    case KEY_PINS: o->pins = o->triage.none = 1; return 0;
    case KEY_OBJECT: o->object = o->triage.rtl_object = text; return 0;
    case KEY_JSON: o->json = text; return 0;
    case KEY_REPORT: o->report = text; return 0;
    case KEY_COVERAGE: o->coverage = text; return 0;
    case KEY_UNTIL: o->until_covered = 1; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_ARG: argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .doc =
        "Compare one RTL switch with the golden model, cycle by cycle, on every output pin and every named register. "
        "Stops at the first difference, and keeps all about it in a folder.\vExamples:\n"
        "  fedx verify --cycles 20000000\n"
        "  fedx verify --profile noise --seed 7\n"
        "  fedx verify --inject 10000000\n"
        "  fedx verify --until-covered --coverage hits.json\n"
        "  fedx verify --dut my/switch.f --top my_switch --keep my/build     a switch of your own\n",
};

/* Runs of the stimulus one after the other, and then fabrics. */
enum pass { PASS_PROFILES, PASS_POWER_UP, PASS_SUSTAINED, PASS_FABRIC, PASSES };
static const char *const pass_names[PASSES] = {"profiles", "power_up", "sustained", "fabric"};

enum { FURTHER_FROM = 1000000 }; /* cycles from which on there are more passes than the first */

/* What all passes came to together, and which of them failed. */
struct verification {
    struct fedx_stimulus_result result;
    struct fedx_compared compared;
    uint64_t cycles[PASSES];
    uint8_t *touched;
    enum pass pass;           /* the one that runs, or ran last */
    int differs;              /* divergence is known */
    struct fedx_divergence divergence;
    struct fedx_verify_fabric fabric; /* the last one */
    int fabrics;              /* so many have been run */
};

static void add_compared(struct fedx_compared *sum, const struct fedx_compared *c)
{
    sum->cycles += c->cycles;
    sum->pin_bits += c->pin_bits;
    sum->registers += c->registers;
    sum->stores += c->stores;
    sum->legal += c->legal;
}

/* A pass of the stimulus has ended. */
static void add_stimulus(struct verification *v, struct fedx_stimulus *s)
{
    const struct fedx_stimulus_result *r = fedx_stimulus_result(s);
    void *node = fedx_stimulus_node(s);
    const struct fedx_divergence *d = fedx_lockstep_divergence(node);
    struct fedx_compared c = fedx_lockstep_compared(node);
    struct fedx_stimulus_result sum = *r;

    for (int i = 0; i < FEDX_PROFILES; i++)
        sum.episodes[i] += v->result.episodes[i];
    sum.accepted += v->result.accepted;
    sum.delivered += v->result.delivered;
    if (sum.settings_seen < v->result.settings_seen)
        sum.settings_seen = v->result.settings_seen;
    v->result = sum;
    v->cycles[v->pass] = c.cycles;
    add_compared(&v->compared, &c);
    for (int i = 0; i < fedx_reg_count; i++)
        v->touched[i] |= fedx_lockstep_touched(node)[i];
    if ((v->differs = d != NULL))
        v->divergence = *d;
}

static int touched_count(const uint8_t *touched)
{
    int count = 0;

    for (int i = 0; i < fedx_reg_count; i++)
        count += touched[i];
    return count;
}

static void print_untouched(const uint8_t *touched)
{
    printf("never changed:");
    for (int i = 0; i < fedx_reg_count; i++)
        if (!touched[i])
            printf(" %s.%s", fedx_reg_table[i].block, fedx_reg_table[i].name);
    printf("\n");
}

/* What was compared of the registers, and how many changed. */
static void print_registers(const uint8_t *touched, const struct options *o)
{
    int named = fedx_node_registers(o->stimulus.inner), count = touched_count(touched);

    if (named == 0)
        printf("registers   pins only: none of the %d named registers is %s\n", fedx_reg_count, o->pins ? "looked at" : "shown");
    else if (named < fedx_reg_count)
        printf("registers   %d of %d named registers compared\n", named, fedx_reg_count);
    else
        printf("registers   %d of %d changed at least once\n", count, fedx_reg_count);
    if (named && count < fedx_reg_count)
        print_untouched(touched);
}

static void print_passes(const struct verification *v)
{
    if (v->pass == PASS_PROFILES)
        return;
    printf("passes      %" PRIu64 " cycles of all profiles, %" PRIu64 " from random power-up values, %" PRIu64
           " without a reset",
           v->cycles[PASS_PROFILES], v->cycles[PASS_POWER_UP], v->cycles[PASS_SUSTAINED]);
    if (v->fabrics)
        printf(", %" PRIu64 " in fabrics of %d switches", v->cycles[PASS_FABRIC], FEDX_VERIFY_FABRIC_SWITCHES);
    printf("\n");
}

static void print_results(const struct verification *v, const struct options *o)
{
    const struct fedx_stimulus_result *r = &v->result;
    const struct fedx_compared *c = &v->compared;

    fedx_cli_dut_print(&o->dut);
    printf("episodes    ");
    for (int i = 0; i < FEDX_PROFILES; i++)
        if (i < FEDX_PROFILE_TURNS || r->episodes[i])
            printf("%s%" PRIu64 " %s", i ? ", " : "", r->episodes[i], fedx_profile_names[i]);
    printf("; %d mode combinations, seed %" PRIu64 "\n", r->settings_seen, o->stimulus.seed);
    print_passes(v);
    printf("packets     %" PRIu64 " accepted, %" PRIu64 " delivered, every byte checked (legal, refusing, truncated)\n",
           r->accepted, r->delivered);
    printf("compared    %" PRIu64 " cycles, %" PRIu64 " output pin bits, %" PRIu64 " named registers, %" PRIu64
           " store bytes: %s\n",
           c->cycles, c->pin_bits, c->registers, c->stores, r->failed == 1 ? "DIFFERENT" : "0 differences");
    printf("legal       %" PRIu64 " states, each by %d clauses: %s\n", c->legal, FEDX_LEGAL_COUNT,
           v->differs && fedx_divergence_illegal(v->divergence.field) ? "BROKEN" : "0 broken");
    print_registers(v->touched, o);
    if (o->stimulus.coverage) {
        fedx_coverage_print_line(o->stimulus.coverage, stdout);
        if (o->until_covered)
            fedx_coverage_print_holes(o->stimulus.coverage, stdout);
    }
}

static const char *outcome(const struct verification *v)
{
    if (v->result.failed == 1 && v->differs && *v->divergence.ended)
        return "ended";
    return v->result.failed == 0 ? "good" : v->result.failed == 1 ? "divergence" : "packet";
}

static json_t *results_json(const struct verification *v, const struct options *o)
{
    const struct fedx_stimulus_result *r = &v->result;
    const struct fedx_compared *c = &v->compared;
    json_t *episodes = json_object(), *passes = json_object();

    for (int i = 0; i < FEDX_PROFILES; i++)
        json_object_set_new(episodes, fedx_profile_names[i], json_integer((json_int_t)r->episodes[i]));
    for (int i = 0; i < PASSES; i++)
        json_object_set_new(passes, pass_names[i], json_integer((json_int_t)v->cycles[i]));
    return json_pack("{s:s, s:I, s:o, s:o, s:i, s:I, s:I, s:{s:I,s:I,s:I,s:I}, s:i, s:i, s:i, s:o, s:o*}", "outcome", outcome(v),
                     "seed", (json_int_t)o->stimulus.seed, "episodes", episodes, "passes", passes, "mode_combinations",
                     r->settings_seen, "accepted", (json_int_t)r->accepted, "delivered", (json_int_t)r->delivered, "compared",
                     "cycles", (json_int_t)c->cycles, "pin_bits", (json_int_t)c->pin_bits, "registers",
                     (json_int_t)c->registers, "store_bytes", (json_int_t)c->stores, "registers_changed",
                     touched_count(v->touched), "registers_named", fedx_reg_count, "registers_compared",
                     fedx_node_registers(o->stimulus.inner), "dut", fedx_cli_dut_json(&o->dut), "coverage",
                     o->stimulus.coverage ? fedx_coverage_summary(o->stimulus.coverage) : NULL);
}

/* The switch, as the command line has it. */
static void print_switch(const struct options *o, FILE *out)
{
    if (o->object)
        fprintf(out, " --rtl-object %s", o->object);
    fedx_cli_dut_repeat(&o->dut, out);
}

/* The command that does the same again. */
static void print_command(const struct verification *v, const struct options *o, FILE *out)
{
    if (v->pass == PASS_FABRIC && v->result.failed) {
        fedx_verify_fabric_command(&v->fabric, v->fabrics - 1, out);
        print_switch(o, out);
        return;
    }
    fprintf(out, "fedx verify --seed %" PRIu64 " --cycles %" PRIu64, o->stimulus.seed, o->stimulus.cycles);
    if (o->stimulus.profile >= 0)
        fprintf(out, " --profile %s", fedx_profile_names[o->stimulus.profile]);
    if (o->until_covered)
        fprintf(out, " --until-covered");
    if (o->stimulus.power_up)
        fprintf(out, " --power-up %" PRIu64, o->stimulus.power_up);
    if (o->pins)
        fprintf(out, " --pins");
    print_switch(o, out);
}

static void print_failure(const struct verification *v, FILE *out)
{
    if (v->pass == PASS_FABRIC)
        fprintf(out, "failed in fabric %d: %s\n", v->fabrics, v->result.text);
    else
        fprintf(out, "failed in episode %" PRIu64 "%s: %s\n", v->result.episode,
                v->pass == PASS_POWER_UP ? " from random power-up values" : "", v->result.text);
    if (v->differs)
        fedx_divergence_print(&v->divergence, v->pass == PASS_FABRIC ? v->fabric.node : 0, out);
}

static json_t *report_json(const struct verification *v, const struct options *o)
{
    char *command = NULL, *failure = NULL;
    size_t size;
    FILE *out = open_memstream(&command, &size);
    json_t *json;

    if (!out)
        return NULL;
    print_command(v, o, out);
    fclose(out);
    if (v->result.failed && (out = open_memstream(&failure, &size))) {
        print_failure(v, out);
        fclose(out);
    }
    json = fedx_report_verify(command, results_json(v, o), failure, o->triage.difference, v->touched);
    free(command);
    free(failure);
    return json;
}

/* Episodes up to the number of cycles, or those that fill the holes. @return 0, or -1 when out of memory */
static int simulate(struct fedx_stimulus *s, struct options *o, struct fedx_cli_progress *progress)
{
    const struct fedx_stimulus_result *r = fedx_stimulus_result(s);
    struct fedx_aim *aim = NULL;
    int more = 1;

    if (o->until_covered && !(aim = fedx_aim_create(o->stimulus.coverage, o->stimulus.seed)))
        return -1;
    for (uint64_t episode = o->stimulus.first; more; episode++) {
        if (aim) {
            o->stimulus.aim = fedx_aim_next(aim, episode);
            fedx_stimulus_steer(s, &o->stimulus.aim);
        }
        more = !fedx_stimulus_episode(s);
        if (aim && fedx_aim_learn(aim) == 0)
            more = 0;
        fedx_cli_progress_show(progress, r->cycles, "cycles");
    }
    fedx_aim_destroy(aim);
    return 0;
}

/* One pass of the stimulus, as o->stimulus has it. @return 0, or FEDX_EXIT_BAD_INPUT after saying why not */
static int run_stimulus(struct verification *v, struct options *o)
{
    struct fedx_stimulus *s = fedx_stimulus_create(&o->stimulus);
    struct fedx_cli_progress progress;
    int status = s ? 0 : -1;

    fedx_cli_progress_init(&progress, o->stimulus.cycles, o->quiet);
    if (s) {
        fedx_lockstep_watch_registers(fedx_stimulus_node(s));
        status = simulate(s, o, &progress);
        add_stimulus(v, s);
    }
    fedx_cli_progress_end(&progress);
    fedx_stimulus_destroy(s);
    return status == 0 ? 0 : fedx_cli_bad("verify", "out of memory");
}

/* All fabrics, up to the first that fails. */
static int run_fabrics(struct verification *v, const struct options *o, uint64_t cycles)
{
    const char *object = fedx_cli_dut_given(&o->dut) ? o->dut.build.object : o->object;
    char error[FEDX_SCENARIO_ERROR];

    for (; v->fabrics < FEDX_VERIFY_FABRICS && !v->result.failed; v->fabrics++) {
        const struct fedx_verify_fabric *f = &v->fabric;
        if (fedx_verify_fabric(&v->fabric, v->fabrics, object, o->stimulus.seed,
                               cycles / (FEDX_VERIFY_FABRICS * FEDX_VERIFY_FABRIC_SWITCHES) + 1, error, sizeof error) != 0)
            return fedx_cli_bad("verify", "%s", error);
        v->cycles[PASS_FABRIC] += f->compared.cycles;
        add_compared(&v->compared, &f->compared);
        v->result.failed = f->differs ? 1 : f->damaged ? 2 : 0;
        snprintf(v->result.text, sizeof v->result.text, "%s", f->text);
        v->differs = f->differs;
        v->divergence = f->divergence;
    }
    return 0;
}

/* With all profiles first; then what they leave out. Those after the first are short. */
static int run_passes(struct verification *v, struct options *o)
{
    uint64_t cycles = o->stimulus.cycles;
    int more = cycles >= FURTHER_FROM && o->stimulus.profile < 0 && !o->power_up_given && !o->until_covered;
    int status = run_stimulus(v, o);

    if (status != 0 || v->result.failed || !more)
        return status;
    v->pass = PASS_POWER_UP;
    o->stimulus.cycles = cycles / 8;
    o->stimulus.power_up = o->stimulus.seed + 1;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed)
        return status;
    v->pass = PASS_SUSTAINED;
    o->stimulus.cycles = cycles / 4;
    o->stimulus.power_up = 0;
    o->stimulus.profile = FEDX_PROFILE_SUSTAINED;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed || o->pins)
        return status;
    v->pass = PASS_FABRIC;
    return run_fabrics(v, o, cycles / 4);
}

static void write_bundle(const struct verification *v, struct options *o)
{
    if (v->result.failed != 1)
        return;
    if (v->pass == PASS_FABRIC)
        fedx_triage_fabric(&o->triage, &v->fabric.scenario, v->fabric.node, &v->divergence);
    else
        fedx_triage_stimulus(&o->triage, &o->stimulus, v->result.episode, &v->divergence);
}

static int is_good(const struct verification *v, const struct options *o)
{
    return !v->result.failed && (!o->until_covered || fedx_coverage_complete(o->stimulus.coverage));
}

/* What is said in words, to whom it may be. */
static void say(const struct verification *v, const struct options *o, int words)
{
    if (!words) {
        if (v->differs && *v->divergence.ended)
            fedx_cli_dut_ended("verify", v->divergence.cycle, 0, v->divergence.ended);
        return;
    }
    print_results(v, o);
    if (!v->result.failed)
        return;
    print_failure(v, stdout);
    printf("repeat with: ");
    print_command(v, o, stdout);
    printf("\n");
}

static int write_files(const struct verification *v, const struct options *o)
{
    char error[FEDX_SCENARIO_ERROR];
    int status = 0;

    if (o->json && (status = fedx_cli_write_json("verify", o->json, results_json(v, o))) != 0)
        return status;
    if (o->coverage && (status = fedx_cli_write_json("verify", o->coverage, fedx_coverage_json(o->stimulus.coverage))) != 0)
        return status;
    if (o->report && fedx_report_one("verifications", report_json(v, o), o->report, error, sizeof error) != 0)
        return fedx_cli_bad("verify", "%s", error);
    return 0;
}

static int run(struct verification *v, struct options *o)
{
    int words = !fedx_cli_is_standard_output(o->json) && !fedx_cli_is_standard_output(o->coverage);
    int status = run_passes(v, o);

    if (status != 0)
        return status;
    o->triage.silent = !words;
    o->triage.report = o->report != NULL;
    say(v, o, words);
    write_bundle(v, o);
    status = write_files(v, o);
    return status ? status : is_good(v, o) ? FEDX_EXIT_GOOD : FEDX_EXIT_DIFFERENT;
}

static int run_verification(struct options *o)
{
    static struct verification v;
    int status;

    v.touched = calloc((size_t)fedx_reg_count, sizeof *v.touched);
    status = v.touched ? run(&v, o) : fedx_cli_bad("verify", "out of memory");
    free(v.touched);
    return status;
}

/* What the results go to can be written. */
static int check_outputs(const struct options *o)
{
    char text[FEDX_SCENARIO_ERROR];
    int status = fedx_cli_check_results("verify", o->json, o->coverage);

    if (status == 0 && o->report && fedx_report_check(o->report, text, sizeof text) != 0)
        status = fedx_cli_bad("verify", "%s", text);
    return status == 0 ? fedx_triage_check(&o->triage, "verify", o->object) : status;
}

/* The switch to compare, built if need be. */
static int open_switch(struct options *o)
{
    const char *object = o->object;
    char text[512];
    int status;

    if (o->object && fedx_cli_dut_given(&o->dut))
        return fedx_cli_bad("verify", "--rtl-object does not go with --dut: that builds one");
    if (o->inject && fedx_cli_dut_given(&o->dut) && !o->dut.dut.map)
        return fedx_cli_bad("verify", "--inject with --dut needs --map FILE: it sets the registers and the buffer stores that are "
                                      "named there");
    o->dut.dut.inject = o->inject != 0;
    status = fedx_cli_dut_build("verify", &o->dut, o->quiet);
    if (status)
        return status;
    if (fedx_cli_dut_given(&o->dut)) {
        object = o->triage.rtl_object = o->dut.build.object;
        o->triage.dut = &o->dut.dut;
    }
    o->stimulus.inner = fedx_node_open(object, text, sizeof text);
    if (!o->stimulus.inner)
        return fedx_cli_bad("verify", "%s", text);
    if (o->pins) {
        o->only_pins = *o->stimulus.inner;
        o->only_pins.state = NULL;
        o->only_pins.store = NULL;
        o->stimulus.inner = &o->only_pins;
    }
    return 0;
}

/* Where coverage is collected. */
static int open_coverage(struct options *o)
{
    if (o->until_covered && o->stimulus.profile >= 0)
        return fedx_cli_bad("verify", "--until-covered chooses the profiles itself: it does not go with --profile");
    if (!o->until_covered && !o->coverage)
        return 0;
    o->stimulus.coverage = fedx_coverage_create();
    return o->stimulus.coverage ? 0 : fedx_cli_bad("verify", "out of memory");
}

static int run_inject(const struct options *o)
{
    struct fedx_verify_inject v = {.object = o->object, .dut = &o->dut, .json = o->json, .quiet = o->quiet};

    v.config = (struct fedx_state_injection_config){
        .inner = o->stimulus.inner, .seed = o->stimulus.seed, .states = o->inject, .first = o->first};
    return fedx_verify_inject(&v);
}

static int check_options(const struct options *o)
{
    if (o->inject && o->not_inject)
        return fedx_cli_bad("verify", "--%s does not go with --inject", o->not_inject);
    if (o->first && !o->inject)
        return fedx_cli_bad("verify", "--first goes with --inject");
    return 0;
}

int fedx_verify_main(int argc, char **argv)
{
    const struct argp_child children[] = {fedx_triage_child(), fedx_cli_dut_child(), {0}};
    struct options o = {.stimulus = {.ops = &fedx_node_lockstep, .seed = 1, .profile = -1}};
    struct argp parser = argp;
    int status;

    parser.children = children;
    fedx_triage_init(&o.triage, argc, argv);
    argp_parse(&parser, argc, argv, 0, NULL, &o);
    if (o.stimulus.cycles == 0)
        o.stimulus.cycles = o.until_covered ? 100000000 : 2500000;
    status = check_options(&o);
    if (status == 0)
        status = check_outputs(&o);
    if (status == 0)
        status = open_coverage(&o);
    if (status == 0)
        status = open_switch(&o);
    if (status == 0)
        status = o.inject ? run_inject(&o) : run_verification(&o);
    fedx_coverage_destroy(o.stimulus.coverage);
    fedx_triage_finish(&o.triage);
    fedx_cli_dut_finish(&o.dut);
    return status;
}

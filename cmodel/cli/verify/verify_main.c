/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify: one RTL router against the golden model under legal and illegal stimulus.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/process.h"
#include "../../config/scenario_kind.h"
#include "../../cover/coverage_file.h"
#include "../../results/report.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "../common/cli_router.h"
#include "../common/cli_rtl.h"
#include "../common/instances.h"
#include "fedx/params.h"
#include "verify_inject.h"
#include "verify_internal.h"

enum {
    KEY_CYCLES = 256,
    KEY_SEED,
    KEY_PROFILE,
    KEY_OBJECT,
    KEY_POWER_UP,
    KEY_JSON,
    KEY_REPORT,
    KEY_QUIET,
    KEY_INJECT,
    KEY_THREADS,
    KEY_FIRST,
    KEY_COVERAGE,
    KEY_UNTIL,
    KEY_PINS,
    KEY_JUNIT,
    KEY_BUFFERS,
    KEY_ROUTER,
    KEY_ROUTER_DUT
};

static const struct argp_option argp_options[] = {
    {"router", KEY_ROUTER, "KIND", 0,
     "kind of router to verify: fedx (the default), vcr, vcr-tree, vcr-mesh, vcr-deep or vcr-wormhole; what its endpoints send by: vcr-terminal and so on; axis, axis-mux, axis-demux, axis-odd, axis-wide, axis-large or axis-noc, or of any parameters, as axis-5x3-dest6-data36: 5 inputs, 3 outputs, and bits of tdest and tdata, which are 4 and 64 without these words",
     0},
    {"router-dut", KEY_ROUTER_DUT, "FILE", 0,
     "instead, a router of any other make, which this description tells of: the same as fedx blackbox FILE, whose options go with it",
     0},
    {"cycles", KEY_CYCLES, "N", 0,
     "compare at least this many cycles with all profiles (default 2500000); from a million on, passes follow with random power-up "
     "values, without a reset, and in fabrics, that take half as many more",
     0},
    {"seed", KEY_SEED, "N", 0, "seed of the stimulus (default 1)", 0},
    {"profile", KEY_PROFILE, "NAME", 0,
     "one kind of episode, and no other pass: legal, refusing, truncated, damaged, responses, flips, noise, resets or sustained, of "
     "other kinds of routers legal, packets, credits, links, settings, resets, noise or sustained "
     "(default: all but the last one in turn)",
     0},
    {"power-up", KEY_POWER_UP, "SEED", 0, "random power-up values in the RTL, 0: zero, and no other pass", 0},
    {"buffers", KEY_BUFFERS, "N", 0,
     "buffers of the switch, 10 (the default) or 20; RTL of this project with 20 is built when it is first needed", 0},
    {"pins", KEY_PINS, 0, 0,
     "compare the output pins only, whatever the switch shows: what they alone tell. Not in fabrics, and no bundle", 0},
    {"inject", KEY_INJECT, "N", 0,
     "instead, put both in N random legal states, reachable or not, and compare from there: one cycle from each, "
     "thousands from some; a switch of your own in those registers that --map names",
     0},
    {"threads", KEY_THREADS, "N", 0,
     "with --inject: batches that run side by side (default: one a processor); they do not change the results", 0},
    {"first", KEY_FIRST, "N", 0, "with --inject: number of the batch of 4096 states to begin with (default 0)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: libfedx_rtl.so of this program)", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {"junit", KEY_JUNIT, "FILE", 0, "write the passes as test cases in JUnit XML", 0},
    {"report", KEY_REPORT, "FOLDER", 0, "write report.html, to be looked at, and its data as report.json", 0},
    {"coverage", KEY_COVERAGE, "FILE", 0,
     "write which functional coverage points were hit, for fedx coverage; - for standard output", 0},
    {"until-covered", KEY_UNTIL, 0, 0,
     "choose stimulus by what is missing, and end when every reachable point is hit; exit status 1 when after --cycles (default "
     "100000000) some are not",
     0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

static const struct cli_rule rules[] = {
    {"cycles profile pins power-up report coverage until-covered", CLI_WITHOUT, "inject", NULL},
    {"first threads", CLI_WITH, "inject", NULL},
    {"bundle", CLI_WITHOUT, "pins", ": without --map the pins alone are compared, and a bundle is kept"},
    {"rtl-object", CLI_WITHOUT, "dut", ": that builds one"},
    {"profile", CLI_WITHOUT, "until-covered", ", which chooses the profiles itself"},
    {0},
};

/* All options are known, and with them the profiles. */
static void choose_profile(const struct argp_state *state, struct verify_options *o)
{
    const struct stimulus_kind *stimulus = o->kind->parts->bench ? o->kind->parts->bench->stimulus : NULL;
    const char *names[STIMULUS_PROFILES + 1] = {0};

    for (int i = 0; stimulus && i < stimulus->profile_count; i++)
        names[i] = stimulus->profiles[i];
    if (stimulus && o->profile)
        o->stimulus.profile = cli_choice(state, "profile", o->profile, names);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct verify_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->triage;
        state->child_inputs[1] = &o->dut;
        return 0;
    case KEY_INJECT: o->inject = (uint64_t)cli_integer(state, "inject", text, 1, INT64_MAX / 2); return 0;
    case KEY_THREADS: o->threads = (int)cli_integer(state, "threads", text, 1, INJECTION_THREADS); return 0;
    case KEY_FIRST: o->first = (uint64_t)cli_integer(state, "first", text, 0, INT64_MAX); return 0;
    case KEY_CYCLES: o->stimulus.cycles = (uint64_t)cli_integer(state, "cycles", text, 1, INT64_MAX / 2); return 0;
    case KEY_SEED: o->stimulus.seed = (uint64_t)cli_integer(state, "seed", text, 0, INT64_MAX); return 0;
    case KEY_PROFILE: o->profile = text; return 0;
    case KEY_ROUTER: o->kind = cli_router(state, text); return 0;
    case KEY_POWER_UP:
        o->stimulus.power_up = (uint64_t)cli_integer(state, "power-up", text, 0, INT64_MAX);
        o->power_up_given = 1;
        return 0;
    case KEY_BUFFERS: o->buffers = (int)cli_integer(state, "buffers", text, 2, FEDX_WIDE_BUFFERS); return 0;
    case KEY_PINS: o->pins = o->triage.none = 1; return 0;
    case KEY_OBJECT: o->object = o->triage.rtl_object = text; return 0;
    case KEY_JSON: o->json = text; return 0;
    case KEY_JUNIT: o->junit = text; return 0;
    case KEY_REPORT: o->report = text; return 0;
    case KEY_COVERAGE: o->coverage = text; return 0;
    case KEY_UNTIL: o->until_covered = 1; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_END:
        o->kind = cli_dut_kind(o->kind, &o->dut);
        choose_profile(state, o);
        return 0;
    case ARGP_KEY_ARG: argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .doc =
        "Compare one RTL router, a Fed-X switch unless --router says otherwise, with the golden model, cycle by cycle, on every output pin and every named register. "
        "Stops at the first difference, and keeps all about it in a folder.\vExamples:\n"
        "  # a switch of your own\n"
        "  fedx verify --dut my/switch.f --top my_switch --keep my/build\n"
        "  # a virtual-channel router\n"
        "  fedx verify --router vcr --cycles 2000000\n"
        "  # from states, reachable or not\n"
        "  fedx verify --inject 10000000\n"
        "  fedx verify --until-covered --coverage hits.json\n"
        "  fedx verify --profile noise --seed 7\n"
        "  # a switch of twice as many buffers\n"
        "  fedx verify --buffers 20\n"
        "  # what the endpoints of such routers send by\n"
        "  fedx verify --router vcr-terminal --cycles 2000000\n",
};

static void write_bundle(const struct verification *v, struct verify_options *o)
{
    if (v->result.failed != 1)
        return;
    if (v->pass == PASS_FABRIC)
        cli_triage_fabric(&o->triage, &v->fabric.scenario,
                          &(struct session_difference){&v->mismatch, o->kind, v->fabric.node, 0});
    else
        cli_triage_stimulus(&o->triage, o->kind, &o->stimulus, v->result.episode, &v->mismatch);
}

static int is_good(const struct verification *v, const struct verify_options *o)
{
    return !v->result.failed && (!o->until_covered || coverage_complete(o->stimulus.coverage));
}

static int run(struct verification *v, struct verify_options *o)
{
    int words = !cli_is_standard_output(o->json) && !cli_is_standard_output(o->coverage);
    int status = verify_passes(v, o);

    if (status != 0)
        return status;
    o->triage.silent = !words;
    o->triage.report = o->report != NULL;
    verify_print(v, o, words);
    write_bundle(v, o);
    status = verify_write(v, o);
    return status                          ? status
           : is_good(v, o)                 ? CLI_EXIT_GOOD
           : cli_triage_doubts(&o->triage) ? CLI_EXIT_UNCONFIRMED
                                           : CLI_EXIT_DIFFERENT;
}

static int run_verification(struct verify_options *o)
{
    static struct verification v;
    int status;

    v.touched = calloc((size_t)o->kind->register_count, sizeof *v.touched);
    status = v.touched ? run(&v, o) : cli_bad("verify", "out of memory");
    free(v.touched);
    return status;
}

/* What the results go to can be written. */
static int check_outputs(const struct verify_options *o)
{
    const struct cli_file files[] = {{"--json", o->json, CLI_WRITTEN},
                                     {"--coverage", o->coverage, CLI_WRITTEN},
                                     {"--junit", o->junit, CLI_WRITTEN},
                                     {"--report", o->report, CLI_FOLDER},
                                     {"--bundle", o->triage.folder, CLI_WRITTEN}};
    char text[SCENARIO_ERROR];
    int status = cli_check_distinct("verify", files, sizeof files / sizeof *files);

    if (status == 0)
        status = verify_check_results("verify", o->json, o->coverage, o->junit);
    if (status == 0 && o->report && report_check(o->report, text, sizeof text) != 0)
        status = cli_bad("verify", "%s", text);
    return status == 0 ? cli_triage_check(&o->triage, "verify", o->object) : status;
}

/* The RTL to compare, built if need be. */
static int open_rtl(struct verify_options *o)
{
    const char *object = o->object;
    char text[512];
    int status;

    if (o->inject && cli_dut_given(&o->dut) && !o->dut.dut.map)
        return cli_bad("verify",
                       "--inject with --dut needs --map FILE: it sets the registers and the memories that are "
                       "named there");
    o->dut.dut.inject = o->inject != 0;
    status = o->inject && cli_dut_given(&o->dut) ? verify_inject_check(&o->dut, o->kind) : 0;
    if (status == 0)
        status = cli_dut_build("verify", o->kind, &o->dut, o->quiet);
    if (status == 0 && !o->object && !cli_dut_given(&o->dut))
        status = cli_rtl("verify", o->kind, o->quiet);
    if (status)
        return status;
    if (cli_dut_given(&o->dut)) {
        object = o->triage.rtl_object = o->dut.build.object;
        o->triage.dut = &o->dut.dut;
    }
    o->stimulus.inner = o->kind->parts->scenario->open(o->kind, object, text, sizeof text);
    if (!o->stimulus.inner)
        return cli_bad("verify", "%s", text);
    if (o->pins) {
        o->only_pins = *o->stimulus.inner;
        o->only_pins.state = NULL;
        o->only_pins.store = NULL;
        o->stimulus.inner = &o->only_pins;
    }
    return 0;
}

/* Where coverage is collected. */
static int open_coverage(struct verify_options *o)
{
    if (!o->until_covered && !o->coverage)
        return 0;
    if (!o->kind->parts->coverage)
        return cli_bad("verify", "--router %s: routers of this kind have no points of coverage", o->kind->name);
    o->stimulus.coverage = coverage_create(o->kind->parts->coverage);
    return o->stimulus.coverage ? 0 : cli_bad("verify", "out of memory");
}

static int run_inject(const struct verify_options *o)
{
    int processors = process_processors(), most = INJECTION_THREADS;
    struct verify_inject v = {
        .object = o->object, .dut = &o->dut, .json = o->json, .junit = o->junit, .quiet = o->quiet};

    v.config = (struct injection_config){.kind = o->kind,
                                         .states = o->kind->parts->bench->injection,
                                         .inner = o->stimulus.inner,
                                         .seed = o->stimulus.seed,
                                         .count = o->inject,
                                         .first = o->first,
                                         .threads = o->threads          ? o->threads
                                                    : processors < most ? processors
                                                                        : most};
    return verify_inject(&v);
}

/* What some kinds do not have. */
static int check_kind(const struct verify_options *o)
{
    if (!o->kind->parts->bench || !o->kind->parts->bench->stimulus)
        return cli_bad("verify", "--router %s: no stimulus is made for one router of this kind alone", o->kind->name);
    if (!o->kind->parts->scenario->buffers_key && o->buffers != FEDX_STANDARD_BUFFERS)
        return cli_bad("verify", "--buffers is of Fed-X switches, not of --router %s", o->kind->name);
    if (o->inject && !o->kind->parts->bench->injection)
        return cli_bad("verify", "--inject: no states are drawn of --router %s", o->kind->name);
    return 0;
}

/* Routers of any other make -------------------------------------------------------------------------------------- */

/* Whether a word of the command line is --router-dut, or the beginning of it that --router is not. @return the length
 * of the name, or 0 */
static size_t is_router_dut(const char *word)
{
    size_t length = strcspn(word, "=");

    return length > strlen("--router") && strncmp(word, "--router-dut", length) == 0 ? length : 0;
}

/* Options of this command that are about routers with a model. */
static int has_model_option(int argc, char **argv)
{
    static const char *const names[] = {"router",  "pins",  "power-up",   "buffers",  "inject",
                                        "threads", "first", "rtl-object", "coverage", "second-opinion",
                                        "dut",     "map",   "waveform"};

    for (int i = 1; i < argc; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strncmp(argv[i], "--", 2) == 0 && strcspn(argv[i] + 2, "=") == strlen(names[k]) &&
                strncmp(argv[i] + 2, names[k], strlen(names[k])) == 0) {
                cli_bad("verify", "--%s does not go with --router-dut", names[k]);
                return 1;
            }
    return 0;
}

/* fedx verify --router-dut FILE is fedx blackbox FILE. @param at  place of the option in argv @return exit status */
static int run_blackbox(int argc, char **argv, int at)
{
    static char name[] = "fedx blackbox";
    size_t length = is_router_dut(argv[at]);
    int apart = !argv[at][length], count = 0; /* its value is a word of its own */
    char *words[argc + 1];

    if (has_model_option(argc, argv))
        return CLI_EXIT_BAD_INPUT;
    words[count++] = name;
    for (int i = 1; i < argc; i++)
        if (i == at && !apart)
            words[count++] = argv[i] + length + 1;
        else if (i != at)
            words[count++] = argv[i];
    words[count] = NULL;
    return blackbox_main(count, words);
}

int verify_main(int argc, char **argv)
{
    const struct argp_child children[] = {cli_triage_child(), cli_dut_child(), {0}};
    struct verify_options o = {
        .kind = registry_default(), .buffers = FEDX_STANDARD_BUFFERS, .stimulus = {.seed = 1, .profile = -1}};
    const struct instance *instance;
    struct argp parser = argp;
    int status;

    for (int i = 1; i < argc; i++)
        if (is_router_dut(argv[i]))
            return run_blackbox(argc, argv, i);
    parser.children = children;
    cli_triage_init(&o.triage, argc, argv);
    cli_parse_by_rules(&parser, rules, argc, argv, &o);
    instance = instance_for(o.buffers, 1);
    if (instance->buffers != FEDX_BUFFERS && instance->buffers == o.buffers)
        return instance_run(instance, "verify", argc, argv);
    if (o.buffers != FEDX_BUFFERS)
        return cli_bad("verify", "--buffers %d: must be 10 or 20", o.buffers);
    if (o.stimulus.cycles == 0)
        o.stimulus.cycles = o.until_covered ? 100000000 : 2500000;
    o.stimulus.ops = o.kind->parts->lockstep->node;
    status = check_kind(&o);
    if (status == 0)
        status = check_outputs(&o);
    if (status == 0)
        status = open_coverage(&o);
    if (status == 0)
        status = open_rtl(&o);
    if (status == 0)
        status = o.inject ? run_inject(&o) : run_verification(&o);
    coverage_destroy(o.stimulus.coverage);
    cli_triage_finish(&o.triage);
    cli_dut_finish(&o.dut);
    return status;
}

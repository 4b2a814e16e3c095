/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox: the command line of routers of any other make, which a description tells of.
 */
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "../../base/value.h"
#include "../../traffic/pattern.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "verify_blackbox.h"

enum {
    KEY_CYCLES = 256,
    KEY_SEED,
    KEY_SEEDS,
    KEY_JOBS,
    KEY_PROFILE,
    KEY_UNTIL,
    KEY_PROVE,
    KEY_SECONDS,
    KEY_FILES,
    KEY_TOP,
    KEY_INCLUDE,
    KEY_DEFINE,
    KEY_PARAMETER,
    KEY_KEEP,
    KEY_INIT,
    KEY_JSON,
    KEY_JUNIT,
    KEY_HTML,
    KEY_BUNDLE,
    KEY_NO_BUNDLE,
    KEY_TESTBENCH,
    KEY_PERFORMANCE,
    KEY_PATTERN,
    KEY_VCR_DEPTH,
    KEY_REPORT,
    KEY_QUIET
};

/* The groups of --help. */
enum { RUN = 1, PROVE, SOURCES, FIRST, RESULTS, MEASURE };

static const struct argp_option argp_options[] = {
    {.doc = "The run:", .group = RUN},
    {"cycles", KEY_CYCLES, "N", 0, "cycles of the run, at least (default 200000; 20000000 with --until-covered)", RUN},
    {"seed", KEY_SEED, "N", 0, "seed of packets, gaps and stalls (default 1)", RUN},
    {"seeds", KEY_SEEDS, "A..B", 0,
     "run every seed of a range, and print a table; the first that fails leaves a bundle", RUN},
    {"jobs", KEY_JOBS, "N", 0, "with --seeds: seeds at a time (default: one a processor)", RUN},
    {"profile", KEY_PROFILE, "NAME", 0,
     "one kind of episodes (one of single, single_in_flight, full, round_robin, stalls, backpressure, hotspot, bursts, patterns, reset, "
     "illegal, sustained; default: all in turn)",
     RUN},
    {"until-covered", KEY_UNTIL, 0, 0,
     "generate packets for points that are missing, and end when all are hit; exit status 1 when some are missing after --cycles",
     RUN},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", RUN},
    {.doc = "Proofs:", .group = PROVE},
    {"prove", KEY_PROVE, 0, 0,
     "prove instead, by Yosys and ABC, for all legal traffic; of a sweep the smallest sizes. With --keep DIR the Verilog stays in "
     "DIR/proof",
     PROVE},
    {"seconds", KEY_SECONDS, "N", 0, "with --prove: time of the proofs (default 540)", PROVE},
    {.doc = "Sources of the router:", .group = SOURCES},
    {"files", KEY_FILES, "FILE", 0,
     "sources (.v, .sv, or a .f list of them), in the place of those of the description (may be given again)", SOURCES},
    {"include", KEY_INCLUDE, "DIR", 0, "look for `include files here too (may be given again)", SOURCES},
    {"define", KEY_DEFINE, "NAME[=VALUE]", 0, "define a macro (may be given again)", SOURCES},
    {"parameter", KEY_PARAMETER, "NAME=VALUE", 0,
     "set a parameter of the module; of a sweep it chooses the value (may be given again)", SOURCES},
    {"keep", KEY_KEEP, "DIR", 0, "leave the build here, and use it again while no source has changed", SOURCES},
    {.doc = "A first description:", .group = FIRST},
    {"init", KEY_INIT, "MODULE", 0,
     "write a first description, MODULE.yaml if none is named (the sources are behind it; or a source that is named as its module)",
     FIRST},
    {"top", KEY_TOP, "NAME", 0, "with --init FILE: the module, if the file has another name", FIRST},
    {.doc = "Results:", .group = RESULTS},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", RESULTS},
    {"junit", KEY_JUNIT, "FILE", 0, "write the checks as test cases in JUnit XML", RESULTS},
    {"html", KEY_HTML, "FILE", 0, "write a page: verdict, checks, points, packets and wires of a failure", RESULTS},
    {"bundle", KEY_BUNDLE, "FOLDER", 0,
     "folder for a failure: report and testbench (default: fedx-router, or with a number when that is there)", RESULTS},
    {"no-bundle", KEY_NO_BUNDLE, 0, 0, "keep nothing of a failure but what is printed", RESULTS},
    {"testbench", KEY_TESTBENCH, "FOLDER", 0,
     "when all checks pass, write the last episode as a testbench for other simulators into a new folder", RESULTS},
    {.doc = "Latency and throughput:", .group = MEASURE},
    {"performance", KEY_PERFORMANCE, "FOLDER", 0,
     "measure instead, at ten loads of --cycles each (default 20000), beside a virtual-channel router of this project; table, JSON "
     "and figure go into a new folder",
     MEASURE},
    {"pattern", KEY_PATTERN, "NAME", 0,
     "with --performance: destinations (one of uniform, transpose, bit-complement, bit-reversal, shuffle, butterfly, "
     "neighbour, tornado, hot-region, near; default: any output)",
     MEASURE},
    {"vcr-depth", KEY_VCR_DEPTH, "N", 0,
     "with --performance: flits per virtual channel of the baseline (default: the credits of the description, or 4)",
     MEASURE},
    {"report", KEY_REPORT, "FOLDER", 0,
     "with --performance: write report.html, to be looked at, and its data as report.json", MEASURE},
    {0},
};

/* What the command line says, and lists that it fills. */
struct given {
    struct verify_blackbox v;
    struct arguments files, includes, defines, parameters;
    int jobs;               /* 0: one a processor */
    char written[PATH_MAX]; /* with --init: the description, if none is named */
};

/* Destination patterns that there may be at most. */
enum { PATTERNS = 32 };

static const char *choose_pattern(const struct argp_state *state, const char *text)
{
    const char *names[PATTERNS + 1] = {0};

    for (int i = 0; i < PATTERNS && traffic_patterns[i].name; i++)
        names[i] = traffic_patterns[i].name;
    return names[cli_choice(state, "pattern", text, names)];
}

static int is_source(const char *name)
{
    static const char *const ends[] = {".v", ".sv", ".f"};
    const char *end = strrchr(name, '.');

    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(end, ends[i]) == 0)
            return 1;
    return 0;
}

/* An argument without an option is the description, or a source. */
static void take_argument(const struct argp_state *state, struct given *g, const char *text)
{
    if (is_source(text))
        arguments_add(&g->files, "%s", text);
    else
        cli_argument(state, text, &g->v.description);
}

/* "1..100" */
static void take_seeds(const struct argp_state *state, const char *text, struct verify_blackbox *v)
{
    enum { MOST = 10000 };
    const char *dots = strstr(text, "..");
    char first[32];
    int64_t from = 0, to = -1;

    if (dots && dots - text < (int)sizeof first) {
        snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
        if (value_integer(first, 0, INT64_MAX, &from) != 0 || value_integer(dots + 2, 0, INT64_MAX, &to) != 0)
            to = -1;
    }
    if (to < from || to - from >= MOST)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--seeds %s: must be a range of seeds such as 1..100, of %d at most",
                     text, MOST);
    v->seeds = (struct verify_seed_range){(uint64_t)from, (uint64_t)to, process_processors()};
    v->seed = v->seeds.first;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct given *g = state->input;
    struct verify_blackbox *v = &g->v;

    switch (key) {
    case KEY_CYCLES: v->cycles = (uint64_t)cli_integer(state, "cycles", text, 1, INT64_MAX / 2); return 0;
    case KEY_SEED: v->seed = (uint64_t)cli_integer(state, "seed", text, 0, INT64_MAX); return 0;
    case KEY_SEEDS: take_seeds(state, text, v); return 0;
    case KEY_JOBS: g->jobs = (int)cli_integer(state, "jobs", text, 1, 256); return 0;
    case KEY_PROFILE: v->profile = text; return 0;
    case KEY_UNTIL: v->until_covered = 1; return 0;
    case KEY_PROVE: v->prove = 1; return 0;
    case KEY_SECONDS: v->prove_seconds = (int)cli_integer(state, "seconds", text, 1, 1000000); return 0;
    case KEY_FILES: arguments_add(&g->files, "%s", text); return 0;
    case KEY_TOP: v->top = text; return 0;
    case KEY_INCLUDE: arguments_add(&g->includes, "%s", text); return 0;
    case KEY_DEFINE: arguments_add(&g->defines, "%s", text); return 0;
    case KEY_PARAMETER: arguments_add(&g->parameters, "%s", text); return 0;
    case KEY_KEEP: v->keep = text; return 0;
    case KEY_INIT: v->init = text; return 0;
    case KEY_JSON: v->json = text; return 0;
    case KEY_JUNIT: v->junit = text; return 0;
    case KEY_HTML: v->html = text; return 0;
    case KEY_BUNDLE: v->bundle = text; return 0;
    case KEY_NO_BUNDLE: v->no_bundle = 1; return 0;
    case KEY_TESTBENCH: v->testbench = text; return 0;
    case KEY_PERFORMANCE: v->performance = text; return 0;
    case KEY_PATTERN: v->pattern = choose_pattern(state, text); return 0;
    case KEY_VCR_DEPTH: v->vcr_depth = (int)cli_integer(state, "vcr-depth", text, 2, 64); return 0;
    case KEY_REPORT: v->report = text; return 0;
    case KEY_QUIET: v->quiet = 1; return 0;
    case ARGP_KEY_ARG: take_argument(state, g, text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "DESCRIPTION.yaml [SOURCE...]",
    .doc =
        "Verify a router of any other make as a black box: packets go through it, and each must come out once, whole, in order and "
        "where it was sent to. A description names its pins and what they promise (docs/reference/router-description.md); a guide is "
        "docs/howto/verify-black-box.md. A failure leaves a bundle with a testbench.\vExamples:\n"
        "  # a first description, router.yaml, of the module router\n"
        "  fedx blackbox --init router router.v common.f\n"
        "  fedx blackbox router.yaml\n"
        "  # sources of another checkout\n"
        "  fedx blackbox router.yaml --files rtl/files.f --keep build\n"
        "  fedx blackbox router.yaml --seeds 1..20 -j 4 --junit checks.xml\n"
        "  fedx blackbox router.yaml --performance curves\n"
        "  fedx blackbox router.yaml --prove --seconds 120\n"
        "\nExit status:\n"
        "  0  all checks pass\n"
        "  1  a failure, or missing points with --until-covered\n"
        "  2  a wrong description, source or option\n"
        "  4  a failure that only one simulator shows\n",
};

/* What goes together ---------------------------------------------------------------------------------------------- */

static const struct cli_rule rules[] = {
    {"top", CLI_WITH, "init", ": the description names the module"},
    {"performance testbench bundle json junit html keep", CLI_WITHOUT, "init",
     ": it writes a description and runs nothing"},
    {"jobs", CLI_WITH, "seeds", NULL},
    {"init performance testbench html", CLI_WITHOUT, "seeds", NULL},
    {"seconds", CLI_WITH, "prove", NULL},
    {"profile until-covered cycles seeds junit html testbench performance init", CLI_WITHOUT, "prove",
     ": it sends no packets but those of a counterexample"},
    {"pattern vcr-depth report", CLI_WITH, "performance", NULL},
    {"profile until-covered json junit html testbench bundle", CLI_WITHOUT, "performance",
     ": it verifies nothing but what it measures, and its results are in its folder"},
    {"profile", CLI_WITHOUT, "until-covered", ", which chooses the profiles itself"},
    {0},
};

static int check_init(const struct given *g)
{
    const struct verify_blackbox *v = &g->v;

    if (!v->init || is_source(v->init))
        return 0;
    if (v->top)
        return cli_bad("blackbox", "--init %s names the module: it does not go with --top", v->init);
    if (!g->files.count)
        return cli_bad("blackbox", "--init %s: name the sources of the module behind it, such as %s.v", v->init,
                       v->init);
    return 0;
}

static int check(const struct given *g)
{
    const struct verify_blackbox *v = &g->v;

    if (!v->description && !v->init)
        return cli_bad(
            "blackbox",
            "name the description of the router: fedx blackbox ROUTER.yaml (--init MODULE writes a first one)");
    if (v->performance && v->cycles && (v->cycles < 2000 || v->cycles > 10000000))
        return cli_bad("blackbox", "--cycles %" PRIu64 ": with --performance it must be 2000 to 10000000, of each load",
                       v->cycles);
    return check_init(g);
}

/* --init names the module, or a file that is named as it. */
static void settle_init(struct given *g)
{
    if (!g->v.init)
        return;
    if (is_source(g->v.init))
        arguments_add(&g->files, "%s", g->v.init);
    else
        g->v.top = g->v.init;
    if (!g->v.description) {
        const char *name = g->v.top ? g->v.top : strrchr(g->v.init, '/') ? strrchr(g->v.init, '/') + 1 : g->v.init;
        snprintf(g->written, sizeof g->written, "%.*s.yaml", (int)strcspn(name, "."), name);
        g->v.description = g->written;
    }
}

/* An end of the search for points, the length of a load, or enough of all kinds of episodes. */
static uint64_t usual_cycles(const struct verify_blackbox *v)
{
    return v->until_covered ? 20000000 : v->performance ? 20000 : 200000;
}

int blackbox_main(int argc, char **argv)
{
    struct given g = {.v = {.seed = 1}};
    int status;

    g.v.files = &g.files;
    g.v.includes = &g.includes;
    g.v.defines = &g.defines;
    g.v.parameters = &g.parameters;
    cli_parse_by_rules(&argp, rules, argc, argv, &g);
    status = check(&g);
    if (status == 0) {
        settle_init(&g);
        g.v.seeds.jobs = g.jobs ? g.jobs : g.v.seeds.jobs;
        g.v.prove_seconds = g.v.prove_seconds ? g.v.prove_seconds : 540;
        g.v.cycles = g.v.cycles ? g.v.cycles : usual_cycles(&g.v);
        status = g.files.failed || g.includes.failed || g.defines.failed || g.parameters.failed
                     ? cli_bad("blackbox", "out of memory")
                     : verify_blackbox(&g.v);
    }
    arguments_free(&g.files);
    arguments_free(&g.includes);
    arguments_free(&g.defines);
    arguments_free(&g.parameters);
    return status;
}

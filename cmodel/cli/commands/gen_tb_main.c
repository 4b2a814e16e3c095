/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx gen-tb: a run of the golden model as a Verilog testbench.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../bench/bench.h"
#include "../../bench/recorder.h"
#include "../../bench/replay.h"
#include "../../config/registry.h"
#include "../../engine/engine.h"
#include "../../gen/fabric_testbench.h"
#include "../../gen/testbench.h"
#include "../common/cli_parse.h"
#include "gen_cli.h"

enum { KEY_OUT = 1, KEY_NODE, KEY_FABRIC, KEY_VERIFY, KEY_PROFILE, KEY_VECTORS, KEY_QUIET };

/*
 * Cycles unless the user says otherwise; of the stimulus gen_kind has them. Of all switches of a fabric together: a
 * minute of Icarus, which does about 9000 a second and switch. Of a node: what shows it at work.
 */
enum { NODE_CYCLES = 20000, FABRIC_SWITCH_CYCLES = 320000, FABRIC_LEAST = 2000 };
enum { BOOT_RESET = 2 /* cycles of a boot before words are written, at most */ };

static const struct argp_option argp_options[] = {
    {0, 0, 0, 0, "What the testbench drives (one of these):", 1},
    {"verify", KEY_VERIFY, 0, 0,
     "one switch under the stimulus of fedx verify, 500000 cycles, or 30000 of another kind of router (the default)",
     1},
    {"profile", KEY_PROFILE, "NAME", 0, "with --verify: episodes of one kind only (fedx verify --help names them)", 1},
    {"node", KEY_NODE, "N", 0,
     "switch N of the fabric, as in a run of 20000 cycles, and then the stimulus of --verify; with --cycles the run "
     "only",
     1},
    {"fabric", KEY_FABRIC, 0, 0,
     "the whole fabric at the PE ports of all nodes, at load 1; 320000 cycles, shared by its switches", 1},
    {"vectors", KEY_VECTORS, "FILE", 0, "what a file says that one switch reads, such as vectors.hex of a bundle", 1},
    {0, 0, 0, 0, "The folder:", 2},
    {"out", KEY_OUT, "FOLDER", 0, "where it goes; it must not be there yet (default: fedx-testbench)", 2},
    {"quiet", KEY_QUIET, 0, 0, "print nothing", 2},
    {0},
};

/* What the command line says. */
struct options {
    struct cli_scenario scenario;
    const char *out, *vectors;
    const char *profile; /* its name; NULL: not given */
    int64_t node;        /* -1: not given */
    int fabric, verify, quiet;
};

/* One thing to drive; the stimulus of fedx verify when none is named. */
static void check_kind(struct options *o, const struct argp_state *state)
{
    int kinds = (o->node >= 0) + o->fabric + o->verify + (o->vectors != NULL);

    if (kinds > 1)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--node, --fabric, --verify and --vectors exclude each other");
    if (kinds == 0)
        o->verify = 1;
    if (o->profile && !o->verify)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--profile goes with --verify");
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &o->scenario; return 0;
    case KEY_OUT: o->out = text; return 0;
    case KEY_NODE: o->node = cli_integer(state, "node", text, 0, INT32_MAX); return 0;
    case KEY_FABRIC: o->fabric = 1; return 0;
    case KEY_VERIFY: o->verify = 1; return 0;
    case KEY_PROFILE: o->profile = text; return 0;
    case KEY_VECTORS: o->vectors = text; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_END: check_kind(o, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc =
        "Write a folder with a self-checking Verilog-2005 testbench: what a switch or a fabric read in a run of the "
        "golden model, what it must answer in every cycle on every pin, the RTL, and a Makefile for Icarus and "
        "Verilator. The run of --node and --fabric is that "
        "of FILE, a YAML configuration, and of the options of fedx run.\vExamples:\n"
        "  fedx gen-tb && make -C fedx-testbench icarus\n"
        "  fedx gen-tb --node 9 --load 0.8 --out busy\n"
        "  fedx gen-tb --verify --profile resets --seed 7\n"
        "  fedx gen-tb --fabric --rows 2 --cols 3 --out small\n"
        "  fedx gen-tb --router vcr --verify --profile links\n"
        "  fedx gen-tb --router vcr --topology mesh --node 5 --load 0.4\n"
        "  fedx gen-tb --router axis-mux\n"
        "  fedx gen-tb --vectors fedx-bundle/vectors.hex\n"
        "docs/reference/testbenches.md has the rest. Icarus does about 9000 cycles a second of one switch: mind --cycles.\n",
};

/* All that one testbench needs. */
struct job {
    struct options o;
    struct scenario scenario;
    char share[PATH_MAX];
    char *command;
};

/* Of what a testbench is made, where it is not of a fabric. */
static const struct router_kind *kind_of(const struct job *job)
{
    return job->o.scenario.unit ? job->o.scenario.unit : setup_kind(&job->scenario);
}

static int bad(const char *error)
{
    return cli_bad("gen-tb", "%s", error);
}

/* One switch ------------------------------------------------------------------------------------------------------ */

/* What the golden model shows of vectors. @return NULL with one sentence in error */
static struct expected *expect(const struct vectors *v, int buffers, char *error, size_t size)
{
    struct expected *e = expected_create(v, NULL, -1, 0, error, size);

    if (!e)
        return NULL;
    const struct observer observer = expected_observer(e);
    const struct replay_config replay = {.vectors = v, .buffers = buffers, .observer = &observer, .observers = 1};
    if (replay_observed(&replay, NULL) == 0)
        return e;
    snprintf(error, size, "out of memory");
    expected_destroy(e);
    return NULL;
}

static int write_switch(const struct job *job, const struct vectors *v, int buffers)
{
    const struct testbench t = {.share = job->share, .command = job->command, .buffers = buffers};
    struct expected *e;
    char error[SCENARIO_ERROR];
    int status = CLI_EXIT_GOOD;

    if (!v)
        return bad("out of memory");
    if (!(e = expect(v, buffers, error, sizeof error)))
        return bad(error);
    if (testbench_write(job->o.out, e, &t, error, sizeof error) != 0)
        status = bad(error);
    else if (!job->o.quiet)
        printf("%s: testbench of one %s, %zu cycles, %u output pins compared in %" PRIu64 " of them\n"
               "run it with: make -C %s icarus (or verilator, self-test)\n",
               job->o.out, v->kind->parts->gen->unit, v->count, kind_output_bits(v->kind), expected_compared(e),
               job->o.out);
    expected_destroy(e);
    return status;
}

static int of_vectors(const struct job *job)
{
    struct vectors v = {.kind = kind_of(job)};
    char error[SCENARIO_ERROR];
    int status;

    if (vectors_read(&v, job->o.vectors, error, sizeof error) != 0)
        return bad(error);
    status = write_switch(job, &v, 0);
    vectors_finish(&v);
    return status;
}

/* The stimulus of the kind, NULL: it has none. */
static const struct stimulus_kind *stimulus_of(const struct job *job)
{
    const struct bench_kind *bench = kind_of(job)->parts->bench;

    return bench ? bench->stimulus : NULL;
}

/* The number of a profile; -1: all in turn, when none is named. @return 0, or -1 with error: the kind has none of that
 * name */
static int find_profile(const struct stimulus_kind *kind, const char *name, int *number, char *error, size_t size)
{
    *number = -1;
    for (int i = 0; name && i < kind->profile_count && *number < 0; i++)
        *number = strcmp(kind->profiles[i], name) == 0 ? i : -1;
    if (!name || *number >= 0)
        return 0;
    size_t length = (size_t)snprintf(error, size, "--profile %.40s: must be one of ", name);
    for (int i = 0; i < kind->profile_count && length < size; i++)
        length += (size_t)snprintf(error + length, size - length, "%s%s", i ? ", " : "", kind->profiles[i]);
    return -1;
}

/* Append so many cycles of the stimulus: whole episodes, the last one cut. @return 0, or -1 when out of memory */
static int add_stimulus(const struct job *job, int profile, uint64_t cycles, struct vectors *v)
{
    const struct stimulus_kind *kind = stimulus_of(job);
    const struct stimulus_config config = {.ops = v->kind->parts->bench->tap,
                                           .seed = (uint64_t)job->scenario.traffic.seed,
                                           .cycles = cycles,
                                           .profile = profile};
    struct stimulus *stimulus = stimulus_create(kind, v->kind, &config);
    const struct vectors *taken;
    int status;

    if (!stimulus)
        return -1;
    while (kind->episode(stimulus) == 0)
        ;
    taken = recorder_vectors(stimulus->node);
    status = taken ? 0 : -1;
    if (status == 0)
        status = vectors_append(v, taken, cycles < taken->count ? cycles : taken->count);
    stimulus_destroy(stimulus);
    return status;
}

static int cycles_given(const struct scenario *s)
{
    return s->line[KEY_cycles] != FROM_DEFAULT;
}

static int of_stimulus(const struct job *job)
{
    const struct scenario *s = &job->scenario;
    struct vectors v = {.kind = kind_of(job)};
    char error[SCENARIO_ERROR];
    int status, profile;

    if (cycles_given(s) && gen_check_cycles(s, TESTBENCH_CYCLES, error, sizeof error) != 0)
        return bad(error);
    if (find_profile(stimulus_of(job), job->o.profile, &profile, error, sizeof error) != 0)
        return bad(error);
    status = add_stimulus(job, profile,
                          (uint64_t)(cycles_given(s) ? s->run.cycles : v.kind->parts->gen->stimulus_cycles), &v);
    status = write_switch(job, status == 0 ? &v : NULL, 0);
    vectors_finish(&v);
    return status;
}

/* Runs of a fabric ------------------------------------------------------------------------------------------------ */

static struct structural structural_of(const struct job *job, const struct setup *setup)
{
    return (struct structural){setup->kind, setup->topology, setup->config.settings, job->share, job->command};
}

/* A run that stops early has no use as a testbench. */
static int check_fault(const struct fabric *f)
{
    const char *text;
    int node;

    if (fabric_fault(f, &node, &text) == FABRIC_FAULT_NONE)
        return CLI_EXIT_GOOD;
    fprintf(stderr, "fedx gen-tb: the run ends in cycle %" PRIu64 " at node %d: %s\n", fabric_cycle(f), node, text);
    return CLI_EXIT_DIFFERENT;
}

/* What one router of a fabric reads. */
struct tap {
    int node;
    struct vectors vectors;
    int lost; /* a cycle that memory did not suffice for */
};

static void tap_cycle(void *context, const struct fabric *f, int node, const void *in, const void *control)
{
    struct tap *tap = context;

    (void)f;
    if (node == tap->node)
        tap->lost |= vectors_add(&tap->vectors, in, control) != 0;
}

/* What it reads before the first cycle of a run: the words that configure it. */
static void tap_boot(struct tap *tap, const struct setup *setup)
{
    const struct router_kind *kind = setup->kind;
    const struct boot boot = {kind, setup->topology, setup->config.settings};
    struct any_control control;

    for (unsigned cycle = 0; kind->boot(&boot, tap->node, cycle, &control); cycle++)
        tap->lost |= vectors_add(&tap->vectors, kind->idle, &control) != 0;
}

/* What a node reads in a run; then, unless the length of the run was the user's wish, what is harder on a switch. */
static int of_node(const struct job *job, struct setup *setup, struct fabric *f, struct tap *tap)
{
    const int buffers = setup->kind->buffers(setup->config.settings),
              standard = buffers == setup->kind->standard_buffers;
    int status;

    if (engine_cycle.run(f, (uint64_t)setup->scenario.run.cycles, 1, NULL, NULL, 1) != 0)
        return bad("out of memory");
    status = check_fault(f);
    if (status)
        return status;
    if (!tap->lost && !cycles_given(&job->scenario) && standard && stimulus_of(job))
        tap->lost = add_stimulus(job, -1, (uint64_t)setup->kind->parts->gen->stimulus_cycles, &tap->vectors) != 0;
    return write_switch(job, tap->lost ? NULL : &tap->vectors, standard ? 0 : buffers);
}

static int write_fabric(const struct job *job, const struct setup *setup, const struct fabric_record *r)
{
    const struct structural s = structural_of(job, setup);
    const unsigned pins = kind_wire_bits(setup->kind, kind_wires(setup->kind)) * (unsigned)r->ends;
    char error[SCENARIO_ERROR];

    if (fabric_testbench_write(job->o.out, r, &s, error, sizeof error) != 0)
        return bad(error);
    if (!job->o.quiet)
        printf("%s: testbench of a fabric of %d %s, %" PRIu64 " cycles, %u PE port pins compared in each\n"
               "run it with: make -C %s icarus (or verilator, self-test)\n",
               job->o.out, setup->topology->nodes, setup->kind->parts->gen->units, r->cycles, pins, job->o.out);
    return CLI_EXIT_GOOD;
}

static int of_fabric(const struct job *job, struct setup *setup, struct fabric *f)
{
    struct fabric_record r = {0};
    int status = 0, stopped = 0;

    for (int64_t c = 0; c < setup->scenario.run.cycles && status == 0 && !stopped; c++) {
        status = fabric_record_cycle(&r, f);
        fabric_step(f, 0, 1);
        stopped = fabric_collect(f);
    }
    status = status ? bad("out of memory") : check_fault(f);
    if (status == 0)
        status = write_fabric(job, setup, &r);
    fabric_record_finish(&r);
    return status;
}

/* What is too much for a testbench, before it is run. */
static int check_run(const struct job *job, const struct setup *setup, char *error, size_t size)
{
    const struct structural s = structural_of(job, setup);
    const int nodes = setup->topology->nodes;
    int64_t most;

    if (job->o.node >= nodes)
        return text_fail(error, size, "--node %d: must be from 0 to %d, a node of the fabric", (int)job->o.node,
                         nodes - 1);
    if (structural_check(&s, error, size) != 0)
        return -1;
    most = TESTBENCH_CYCLES - structural_ready(&s) - BOOT_RESET;
    if (job->o.fabric)
        most = (int64_t)fabric_testbench_cycles(setup->kind, setup->topology->endpoints);
    return gen_check_cycles(&setup->scenario, most, error, size);
}

static int64_t fabric_cycles(const struct scenario *s)
{
    int64_t cycles = FABRIC_SWITCH_CYCLES / setup_nodes(s);

    return cycles < FABRIC_LEAST ? FABRIC_LEAST : cycles;
}

static int of_run(struct job *job)
{
    static struct setup setup;
    struct scenario *s = &job->scenario;
    struct fabric *f;
    struct tap tap;
    char error[SCENARIO_ERROR];
    int status;

    if (!cycles_given(s))
        s->run.cycles = job->o.fabric ? fabric_cycles(s) : NODE_CYCLES;
    /* So that a fabric is soon full, and stays full: that is when switches refuse. */
    if (job->o.fabric && s->line[KEY_load] == FROM_DEFAULT)
        s->traffic.load = 1;
    s->run.engine = ENGINE_CYCLE;
    if (setup_init(&setup, s, error, sizeof error) != 0 || check_run(job, &setup, error, sizeof error) != 0 ||
        setup_open(&setup, error, sizeof error) != 0) {
        setup_finish(&setup);
        return bad(error);
    }
    setup.config.measure = 0;
    tap = (struct tap){.node = (int)job->o.node, .vectors = {.kind = setup.kind}};
    if (!job->o.fabric) {
        tap_boot(&tap, &setup);
        setup.config.on_step = tap_cycle;
        setup.config.on_step_context = &tap;
    }
    f = fabric_create(&setup.config);
    status = !f ? bad("out of memory") : job->o.fabric ? of_fabric(job, &setup, f) : of_node(job, &setup, f, &tap);
    fabric_destroy(f);
    vectors_finish(&tap.vectors);
    setup_finish(&setup);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Keys that a kind of testbench leaves no room for. */
static int check_keys(const struct job *job, char *error, size_t size)
{
    static const int none[] = {KEY_router, -1}, stimulus[] = {KEY_router, KEY_cycles, KEY_seed, -1};

    if (!stimulus_of(job) && job->o.verify)
        return scenario_blame(&job->scenario, KEY_router, error, size,
                              "{router=}: only --node, --fabric and --vectors can be had of it");
    if (job->o.scenario.unit && !job->o.verify && !job->o.vectors)
        return text_fail(error, size, "--router %s: no fabric is made of it: only --verify and --vectors can be had",
                         kind_of(job)->name);
    if (!kind_of(job)->parts->gen)
        return scenario_blame(&job->scenario, KEY_router, error, size, "{router=}: there are no testbenches of it");
    if (job->o.vectors)
        return gen_check_keys(&job->scenario, none, "--vectors", error, size);
    if (job->o.verify)
        return gen_check_keys(&job->scenario, stimulus, "the stimulus of fedx verify: say --node N or --fabric instead",
                              error, size);
    return gen_check_model(&job->scenario, "gen-tb", error, size);
}

static int prepare(struct job *job, int argc, char **argv)
{
    char error[SCENARIO_ERROR];

    if (install_path_folder("tb/templates/testbench/testbench_router.v", job->share) != 0)
        return cli_bad("gen-tb", "tb/templates " INSTALL_PATHS_MISSING);
    if (check_keys(job, error, sizeof error) != 0 || gen_folder_check(job->o.out, error, sizeof error) != 0)
        return bad(error);
    job->command = cli_command(argc, argv);
    return job->command ? 0 : bad("out of memory");
}

int gen_tb_main(int argc, char **argv)
{
    static struct job job;
    struct argp_child children[] = {cli_scenario_child(), {0}};
    struct argp parser = argp;
    int status;

    job.o = (struct options){.scenario.units = 1, .out = "fedx-testbench", .node = -1};
    children[0].header = "The run of the model:";
    children[0].group = 3;
    parser.children = children;
    cli_parse(&parser, argc, argv, &job.o);
    status = cli_scenario("gen-tb", &job.o.scenario, &job.scenario);
    if (status == 0 && cli_elsewhere(&job.scenario))
        return cli_go_on("gen-tb", &job.scenario, argc, argv);
    if (status == 0)
        status = prepare(&job, argc, argv);
    if (status == 0)
        status = job.o.vectors ? of_vectors(&job) : job.o.verify ? of_stimulus(&job) : of_run(&job);
    free(job.command);
    return status;
}

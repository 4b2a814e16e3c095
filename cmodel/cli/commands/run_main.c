/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx run: a fabric under a workload.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "../../base/process.h"
#include "../../cover/coverage_file.h"
#include "../../engine/lp_group.h"
#include "../../results/report.h"
#include "../../results/report_run.h"
#include "../../results/results.h"
#include "../common/cli.h"
#include "../common/cli_blackbox.h"
#include "../common/cli_dut.h"
#include "../common/cli_parse.h"
#include "../common/cli_rtl.h"
#include "../common/cli_scenario.h"
#include "../common/cli_triage.h"
#include "../common/resume.h"
#include "fedx/params.h"

enum { KEY_QUIET = 1, KEY_RESUME, KEY_LIST, KEY_TRUST };

static const struct argp_option argp_options[] = {
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {"resume", KEY_RESUME, "FILE", 0, "go on with the run of a checkpoint; its configuration is in it", 0},
    {"list", KEY_LIST, 0, 0,
     "with --resume: print the configuration of the checkpoint and the files that it writes, and run nothing", 0},
    {"trust", KEY_TRUST, 0, 0, "with --resume: write files outside of the current folder, too", 0},
    {0},
};

/* What the command line says. */
struct command {
    struct cli_scenario scenario;
    struct cli_dut dut;
    struct cli_blackbox blackbox;
    struct cli_triage triage;
    int quiet;
    const char *resume; /* checkpoint, or NULL */
    int list, trust;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct command *command = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        command->dut.lent = 1;
        state->child_inputs[0] = &command->scenario;
        state->child_inputs[1] = &command->dut;
        state->child_inputs[2] = &command->triage;
        return 0;
    case KEY_QUIET: command->quiet = 1; return 0;
    case KEY_RESUME: command->resume = text; return 0;
    case KEY_LIST: command->list = 1; return 0;
    case KEY_TRUST: command->trust = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct cli_rule rules[] = {{"list trust", CLI_WITH, "resume", NULL}, {0}};

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc =
        "Run a fabric of routers and PEs, of Fed-X switches unless --router says otherwise, check every packet end to end, and print latencies and "
        "throughput. What FILE, a YAML configuration, leaves open is at its default; options come after it.\v"
        "Examples:\n"
        "  # all switches RTL in lockstep with the model\n"
        "  fedx run --lockstep all --cycles 200000\n"
        "  # model only\n"
        "  fedx run --rows 4 --cols 6 --load 0.5\n"
        "  # a configuration with one key changed\n"
        "  fedx run base.yaml --set traffic.load=0.8\n"
        "  # half of the switches RTL, digest of all pins\n"
        "  fedx run --rtl random:7 --digest --cycles 100000\n"
        "  # until every interval is that tight\n"
        "  fedx run --load 0.8 --precision 5%\n"
        "  # short messages go before long ones\n"
        "  fedx run --schedule alpha --alpha 8\n"
        "  # a flood, and how the other nodes fare\n"
        "  fedx run --hot-spots random:3:1\n"
        "  # a large fabric\n"
        "  fedx run --rows 128 --cols 128 --buffers 86 --load 0.02\n"
        "  # a hexagonal mesh, six switches an edge\n"
        "  fedx run --topology hexmesh --edge 6\n"
        "  # a torus with four links a switch\n"
        "  fedx run --topology torus --rows 6 --cols 6 --buffers 20\n"
        "  # a third-party router among models, by its description\n"
        "  fedx run --router axis-noc --topology mesh --blackbox router.yaml\n"
        "  # switches of your own\n"
        "  fedx run --lockstep all --cycles 200000 --dut my/switch.f --top my_switch\n"
        "  # what they covered\n"
        "  fedx run --lockstep all --cycles 200000 --coverage hits.json\n"
        "  # the event engine against the cycle engine\n"
        "  fedx run --check-engine --rows 4 --cols 4 --cycles 200000\n"
        "  # a long run that can be interrupted\n"
        "  fedx run --cycles 100000000 --checkpoint run.ckpt\n"
        "  # go on with it\n"
        "  fedx run --resume run.ckpt\n",
};

/* The run and all it needs, so that one function can clean up. */
struct run {
    struct session session;
    struct cli_progress progress;
    struct checkpoint from; /* with --resume */
};

static const char *given(const char *text)
{
    return *text ? text : NULL;
}

/* No file takes the place of another one. */
static int check_names(const struct scenario *s, const struct command *c)
{
    const struct cli_file files[] = {
        {"the configuration", c->scenario.file, CLI_READ},
        {"--graph", s->fabric.graph, CLI_READ},
        {"--routes", setup_routes(s), CLI_READ},
        {"--matrix", s->traffic.matrix, CLI_READ},
        {"--energy", s->run.energy, CLI_READ},
        {"--replay", s->traffic.replay, CLI_READ},
        {"--faults", s->fault.faults, CLI_READ},
        {"--json", s->output.json, CLI_WRITTEN},
        {"--csv", s->output.csv, CLI_FOLDER},
        {"--report", s->output.report, CLI_FOLDER},
        {"--coverage", s->output.coverage, CLI_WRITTEN},
        {"--hops", s->output.hops, CLI_WRITTEN},
        {"--trace", s->output.trace, CLI_WRITTEN},
        {"--record", s->output.record, CLI_WRITTEN},
        {"--fault-record", s->output.fault_record, CLI_WRITTEN},
        {"--checkpoint", s->output.checkpoint, CLI_WRITTEN},
        {"--bundle", c->triage.folder, CLI_WRITTEN},
    };

    return cli_check_distinct("run", files, sizeof files / sizeof *files);
}

/* Whether results can be written, before the work starts. */
static int check_outputs(const struct scenario *scenario)
{
    char error[SCENARIO_ERROR];
    const char *csv = given(scenario->output.csv), *folder = given(scenario->output.report);
    int status = cli_check_results("run", given(scenario->output.json), given(scenario->output.coverage));

    if (status == 0)
        status = cli_check_output("run", given(scenario->output.checkpoint));
    if (status == 0 && csv && results_csv_check(csv, error, sizeof error) != 0)
        status = cli_bad("run", "%s", error);
    if (status == 0 && folder && report_check(folder, error, sizeof error) != 0)
        status = cli_bad("run", "%s", error);
    return status;
}

/* Of several processes this is the first, or there is one alone. */
static int is_first(void)
{
    return !ranks_joined() || ranks_joined()->rank == 0;
}

/* Whether a module of that kind has a place in the fabric: a terminal where terminals alone are RTL, a router where
 * they are not. */
static int check_place(const struct router_kind *kind, const char *top, const struct scenario *s)
{
    int routers = strcmp(s->fabric.rtl, "none") != 0 || strcmp(s->fabric.lockstep, "none") != 0;
    int is_terminal = kind != setup_kind(s), in_lockstep = setup_port_lockstep(s) != 0;
    char option[SCENARIO_NAME];

    scenario_option(setup_kind(s)->parts->scenario->port_lockstep, option);
    if (is_terminal && (routers || !in_lockstep))
        return cli_bad("run", "--dut: module %s has the pins of a terminal: give --%s, and no router in RTL", top,
                       option);
    if (!is_terminal && !routers && in_lockstep)
        return cli_bad("run", "--dut: module %s has the pins of a router: give --lockstep or --rtl", top);
    return 0;
}

/* A router of the user's own takes the place of the RTL; of several processes the first one builds it. */
static int build_dut(struct command *command, struct scenario *scenario)
{
    struct cli_dut *dut = &command->dut;
    char error[SCENARIO_ERROR];
    int status;

    if (!cli_dut_given(dut) || !is_first())
        return 0;
    if (*command->scenario.set.fabric.rtl_object)
        return cli_bad("run", "--rtl-object does not go with --dut: that builds one");
    if (*scenario->output.checkpoint && !dut->dut.keep)
        return cli_bad("run", "--checkpoint with --dut needs --keep DIR, for the switch to be there to go on with");
    /* Before a build takes its time. */
    if (scenario_check(scenario, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    const struct router_kind *kind = cli_dut_kind(setup_kind(scenario), dut);
    status = check_place(kind, dut->dut.top, scenario);
    if (status == 0)
        status = cli_dut_build("run", kind, dut, command->quiet);
    if (status == 0 && scenario_set_key(scenario, KEY_rtl_object, dut->build.object, error, sizeof error) != 0)
        status = cli_bad("run", "%s: %s", dut->build.object, error);
    return status;
}

/* The other processes find what the first one has built. */
static int find_dut(const struct command *command, struct scenario *scenario)
{
    struct ranks *ranks = ranks_joined();
    char object[SCENARIO_TEXT], error[SCENARIO_ERROR];

    if (!ranks || !cli_dut_given(&command->dut))
        return 0;
    for (int i = 0; i < ranks->count; i++)
        ranks_put(ranks, i, scenario->fabric.rtl_object, is_first() ? sizeof object : 0);
    ranks_exchange(ranks);
    ranks_get(ranks, 0, object, sizeof object);
    if (scenario_set_key(scenario, KEY_rtl_object, object, error, sizeof error) != 0)
        return cli_bad("run", "%s: %s", object, error);
    return 0;
}

/* A new run with a checkpoint: nothing of an older one is lost, and all that it writes can be gone on with. */
static int check_new(struct run *run)
{
    struct setup_marks marks;
    char error[SCENARIO_ERROR];

    if (!run->session.checkpoint || setup_mark(&run->session.setup, &marks, error, sizeof error) == 0)
        return 0;
    return cli_bad("run", "%s", error);
}

/* Before the work starts: what the first process is to write. */
static int check_files(const struct scenario *scenario, const struct command *command)
{
    const char *checkpoint = given(scenario->output.checkpoint);
    int status = checkpoint && !command->resume ? resume_check_new(checkpoint) : 0;

    return status == 0 ? check_outputs(scenario) : status;
}

/* Another process cannot be waited for any longer, or this one cannot go on: all end. */
static void lost(void *context, const char *sentence)
{
    const struct run *run = context;
    char error[SCENARIO_ERROR];

    session_lost(&run->session, sentence, error, sizeof error);
    fprintf(stderr, "fedx run: %s\n", error);
}

static int prepare(struct run *run, const struct scenario *scenario, const char *resume)
{
    struct session *session = &run->session;
    struct ranks *ranks = ranks_joined();
    char error[SCENARIO_ERROR];
    int status;

    if (*scenario->output.checkpoint)
        resume_hold_signals();
    if (ranks) {
        ranks->lost = lost;
        ranks->lost_context = run;
        ranks->ended = *scenario->output.checkpoint ? process_interrupted : NULL;
    }
    if (resume)
        status = session_resume(session, scenario, &run->from, resume, error, sizeof error);
    else
        status = session_prepare(session, scenario, error, sizeof error);
    if (status != 0)
        return cli_bad("run", "%s", error);
    session->checkpoint = given(session->given.output.checkpoint);
    return resume || !is_first() ? 0 : check_new(run);
}

static int watch(void *context, const struct fabric *f)
{
    struct run *run = context;

    cli_progress_show(&run->progress, fabric_cycle(f), "cycles");
    return run->session.checkpoint && process_interrupted();
}

/* The shares of an event engine are not worth their messages. */
static int is_too_small(const struct session *session)
{
    const struct setup *setup = &session->setup;
    uint64_t window = lp_group_window((unsigned)setup->kind->latency(&setup->settings));

    return (uint64_t)setup->shares.most * window < session->engine->ranks;
}

/* What the user may want to know of how it is run. */
static void introduce(const struct session *session)
{
    const struct setup *setup = &session->setup;
    const struct partition_figures *shares = &setup->shares;
    int threads = session_threads(session);

    if (threads < setup->scenario.run.threads)
        fprintf(stderr, "fedx run: %d of %d threads: with more the %s engine would not run this fabric faster\n",
                threads, (int)setup->scenario.run.threads, session->engine->name);
    if (setup->ranks)
        fprintf(stderr, "fedx run: %d processes with %d to %d routers each; %d of %d cables between routers are cut\n",
                setup->ranks->count, shares->least, shares->most, shares->cut, shares->cables);
    if (setup->ranks && setup->ranks->count > 1 && is_too_small(session))
        fprintf(
            stderr,
            "fedx run: without mpirun this fabric is done sooner: for the %s engine, a share of %d routers is too small\n",
            session->engine->name, shares->most);
}

/* ... and what was found on the way. */
static void conclude(const struct session *session)
{
    const struct engine_trials *t = &session->trials;

    if (t->alone)
        fprintf(
            stderr,
            "fedx run: in %d of %d trials %d threads were no faster than one, which ran on alone; in the last %.2f times\n",
            t->alone, t->count, session_threads(session), t->speed_up);
}

static int simulate(struct run *run, int quiet)
{
    char error[SCENARIO_ERROR], command[2 * SCENARIO_TEXT];
    int status;

    quiet |= !is_first();
    if (!quiet)
        introduce(&run->session);
    cli_progress_init(&run->progress, (uint64_t)run->session.setup.scenario.run.cycles, quiet);
    status = session_run(&run->session, watch, run, error, sizeof error);
    cli_progress_end(&run->progress);
    if (status != 0)
        return cli_bad("run", "%s", error);
    if (!quiet)
        conclude(&run->session);
    if (!run->session.interrupted)
        return 0;
    session_resume_command(&run->session, command, sizeof command);
    if (is_first())
        fprintf(stderr, "fedx run: interrupted at cycle %" PRIu64 ", and saved: go on with %s\n",
                run->session.saved_cycle, command);
    return CLI_EXIT_INTERRUPTED;
}

/* While there is a checkpoint, what cannot be written must not cost what is written. */
static int save_checkpoint(struct run *run, char *error, size_t size)
{
    struct setup_marks marks;

    if (run->session.saved && setup_mark(&run->session.setup, &marks, error, size) != 0)
        return -1;
    return setup_save(&run->session.setup, error, size);
}

/* What was covered: a line in words, and the file. @return 0, or CLI_EXIT_BAD_INPUT after saying why */
static int finish_coverage(const struct run *run, int words)
{
    struct coverage *all;
    int status;

    if (!run->session.coverage)
        return 0;
    all = coverage_fabric_merged(run->session.coverage);
    if (!all)
        return cli_bad("run", "out of memory");
    if (words)
        coverage_print_line(all, stdout);
    status = cli_write_json("run", run->session.setup.scenario.output.coverage, coverage_json(all));
    coverage_destroy(all);
    return status;
}

/* The bundle of a difference, if there is one. */
static void save_difference(struct run *run, struct command *command, int words)
{
    const struct scenario *scenario = &run->session.setup.scenario;
    struct cli_triage *triage = &command->triage;
    const struct session_difference difference = session_difference(&run->session);

    triage->dut = cli_dut_given(&command->dut) ? &command->dut.dut : NULL;
    triage->report = *scenario->output.report != 0;
    triage->silent = !words;
    if (FEDX_VERIFIED && difference.mismatch)
        cli_triage_fabric(triage, scenario, &difference);
    run->session.bundle = given(triage->written);
    run->session.confirmation = confirm_name(&triage->confirmation);
    run->session.command = triage->command;
}

static int finish(struct run *run, struct command *command)
{
    struct setup *setup = &run->session.setup;
    struct cli_triage *triage = &command->triage;
    const char *json = given(setup->scenario.output.json), *csv = given(setup->scenario.output.csv);
    const char *folder = given(setup->scenario.output.report);
    const char *text;
    char error[SCENARIO_ERROR];
    int node, status;
    int words = !cli_is_standard_output(json) && !cli_is_standard_output(setup->scenario.output.coverage);

    if (save_checkpoint(run, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    /* With the JSON on standard output the words would be in its way. */
    if (words) {
        cli_dut_print(&command->dut);
        cli_blackbox_print(&command->blackbox);
        results_print(&run->session);
    } else if (fabric_fault(run->session.fabric, &node, &text) == FABRIC_FAULT_ENDED) {
        cli_dut_ended("run", fabric_cycle(run->session.fabric), node, text);
    }
    save_difference(run, command, words);
    if (csv && results_csv(&run->session, csv, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    if ((status = finish_coverage(run, words)) != 0)
        return status;
    if (json && (status = cli_write_json("run", json, results_to_json(&run->session))))
        return status;
    if (folder && report_one("runs", report_run(&run->session, triage->difference), folder, error, sizeof error) != 0)
        return cli_bad("run", "%s", error);
    if (!results_good(&run->session))
        return cli_triage_doubts(triage) ? CLI_EXIT_UNCONFIRMED : CLI_EXIT_DIFFERENT;
    /* The words, too, before the checkpoint goes. */
    if (run->session.saved && (status = cli_flush()) != 0)
        return status;
    session_done(&run->session);
    return CLI_EXIT_GOOD;
}

/* What is to be run, from the command line; all that can be said without a fabric. */
static int read_command(struct command *command, struct run *run, struct scenario *scenario)
{
    int status = command->resume
                     ? resume_read(command->resume, command->trust, &command->scenario, &run->from, scenario)
                     : cli_scenario("run", &command->scenario, scenario);

    if (status == 0 && !cli_elsewhere(scenario) && !cli_dut_given(&command->dut))
        status = cli_scenario_object("run", command->resume ? command->resume : command->scenario.file,
                                     &command->scenario, scenario);
    return cli_agree("run", status);
}

/* What is done before the fabric is made, by the first process or one that is alone; the others find what it made. */
static int check_and_build(struct command *command, struct scenario *scenario)
{
    int status = is_first() ? check_names(scenario, command) : 0;

    if (status == 0 && is_first())
        status = cli_triage_check(&command->triage, "run", given(scenario->fabric.rtl_object));
    if (status == 0)
        status = build_dut(command, scenario);
    if (status == 0 && is_first())
        status = cli_blackbox_build("run", &command->blackbox, scenario, &command->dut, command->quiet);
    if (status == 0 && is_first())
        status = cli_rtl_of("run", scenario, command->quiet);
    if (status == 0 && is_first())
        status = check_files(scenario, command);
    status = cli_agree("run", status);
    if (status == 0)
        status = find_dut(command, scenario);
    if (status == 0 && !is_first())
        status = cli_rtl_of("run", scenario, command->quiet);
    return cli_agree("run", status);
}

/* All processes together, then the first one alone. @return as the program */
static int run_to_end(struct run *run, struct command *command, const struct scenario *scenario)
{
    int status = cli_agree("run", prepare(run, scenario, command->resume)), first = is_first();

    if (status == 0)
        status = simulate(run, command->quiet);
    ranks_part();
    return status == 0 && first ? finish(run, command) : status;
}

int run_main(int argc, char **argv)
{
    static struct command command;
    static struct run run;
    static struct scenario scenario;
    const struct argp_child children[] = {cli_scenario_child(), cli_dut_child(), cli_triage_child(), {0}};
    struct argp parser = argp;
    char error[SCENARIO_ERROR];
    int status;

    parser.children = children;
    cli_triage_init(&command.triage, argc, argv);
    cli_parse_by_rules(&parser, rules, argc, argv, &command);
    if (command.list)
        return resume_list(command.resume);
    if (ranks_join(error, sizeof error) != 0)
        return cli_leave(cli_bad("run", "%s", error));
    status = read_command(&command, &run, &scenario);
    if (status == 0 && cli_elsewhere(&scenario))
        return cli_go_on("run", &scenario, argc, argv);
    if (status == 0)
        status = check_and_build(&command, &scenario);
    if (status == 0)
        status = run_to_end(&run, &command, &scenario);
    cli_triage_finish(&command.triage);
    session_finish(&run.session);
    checkpoint_finish(&run.from);
    cli_dut_finish(&command.dut);
    cli_blackbox_finish(&command.blackbox);
    return cli_leave(status);
}

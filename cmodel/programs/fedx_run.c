/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx run: a fabric under a workload.
 */
#include <string.h>

#include "fedx_cli.h"
#include "fedx_cli_scenario.h"
#include "fedx_report.h"
#include "fedx_report_run.h"
#include "fedx_results.h"

enum { KEY_QUIET = 1 };

static const struct argp_option argp_options[] = {
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

/* What the command line says. */
struct command {
    struct fedx_cli_scenario scenario;
    int quiet;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct command *command = state->input;

    (void)text;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &command->scenario; return 0;
    case KEY_QUIET: command->quiet = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc = "Run a fabric of Fed-X switches with a PE at each, check every packet end to end, and print latencies and "
           "throughput. What FILE, a YAML configuration, leaves open is at its default; options come after it.\v"
           "Examples:\n"
           "  fedx run --lockstep all --cycles 200000      all switches RTL in lockstep with the model\n"
           "  fedx run --rows 4 --cols 6 --load 0.5        model only\n"
           "  fedx run base.yaml --set traffic.load=0.8    a configuration with one key changed\n"
           "  fedx run --rtl random:7 --digest             half of the switches RTL, digest of all pins\n"
           "  fedx run --schedule alpha --alpha 8          short messages go before long ones\n"
           "  fedx run --hot-spots random:3:1              a flood, and how the other nodes fare\n"
           "  fedx run --rows 128 --cols 128 --buffers 86 --load 0.02   a large fabric\n"
           "  fedx run --check-engine --rows 4 --cols 4    the event engine against the cycle engine\n",
};

/* The run and all it needs, so that one function can clean up. */
struct run {
    struct fedx_session session;
    struct fedx_cli_progress progress;
};

static const char *given(const char *text)
{
    return *text ? text : NULL;
}

static int prepare(struct run *run, const struct fedx_scenario *scenario)
{
    char error[FEDX_SCENARIO_ERROR];
    const char *csv = given(scenario->output.csv), *folder = given(scenario->output.report);
    int status = fedx_cli_check_output("run", given(scenario->output.json));

    if (status == 0 && csv && fedx_results_csv_check(csv, error, sizeof error) != 0)
        status = fedx_cli_bad("run", "%s", error);
    if (status == 0 && folder && fedx_report_check(folder, error, sizeof error) != 0)
        status = fedx_cli_bad("run", "%s", error);
    if (status == 0 && fedx_session_prepare(&run->session, scenario, error, sizeof error) != 0)
        status = fedx_cli_bad("run", "%s", error);
    return status;
}

static int watch(void *context, const struct fedx_fabric *f)
{
    struct run *run = context;

    fedx_cli_progress_show(&run->progress, fedx_fabric_cycle(f), "cycles");
    return 0;
}

static int simulate(struct run *run, int quiet)
{
    char error[FEDX_SCENARIO_ERROR];
    int status;

    fedx_cli_progress_init(&run->progress, (uint64_t)run->session.setup.scenario.run.cycles, quiet);
    status = fedx_session_run(&run->session, watch, run, error, sizeof error);
    fedx_cli_progress_end(&run->progress);
    return status == 0 ? 0 : fedx_cli_bad("run", "%s", error);
}


static int finish(struct run *run)
{
    struct fedx_setup *setup = &run->session.setup;
    const char *json = given(setup->scenario.output.json), *csv = given(setup->scenario.output.csv);
    const char *folder = given(setup->scenario.output.report);
    char error[FEDX_SCENARIO_ERROR];
    int status;

    if (fedx_setup_keep(setup, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
    /* With the JSON on standard output the words would be in its way. */
    if (!json || strcmp(json, "-") != 0)
        fedx_results_print(&run->session);
    if (csv && fedx_results_csv(&run->session, csv, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
    if (json && (status = fedx_cli_write_json("run", json, fedx_results_json(&run->session))))
        return status;
    if (folder && fedx_report_one("runs", fedx_report_run(&run->session), folder, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
    return fedx_results_good(&run->session) ? FEDX_EXIT_GOOD : FEDX_EXIT_DIFFERENT;
}

int fedx_run_main(int argc, char **argv)
{
    static struct command command;
    static struct run run;
    static struct fedx_scenario scenario;
    const struct argp_child children[] = {fedx_cli_scenario_child(), {0}};
    struct argp parser = argp;
    int status;

    parser.children = children;
    argp_parse(&parser, argc, argv, 0, NULL, &command);
    status = fedx_cli_scenario("run", &command.scenario, &scenario);
    if (status == 0 && scenario.fabric.buffers > FEDX_BUFFERS)
        return fedx_cli_wide("run", argc, argv);
    if (status == 0)
        status = prepare(&run, &scenario);
    if (status == 0)
        status = simulate(&run, command.quiet);
    if (status == 0)
        status = finish(&run);
    fedx_session_finish(&run.session);
    return status;
}

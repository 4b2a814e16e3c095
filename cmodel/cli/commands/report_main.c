/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx report: one page from the data of several, or from runs that differ in
 * something, side by side.
 */
#include <string.h>

#include "../../results/report.h"
#include "../../results/report_run.h"
#include "../../results/results.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "../common/cli_rtl.h"
#include "../common/cli_scenario.h"

enum { KEY_AGAINST = 1, KEY_DATA, KEY_QUIET, MOST = 16 };

static const struct argp_option argp_options[] = {
    {"against", KEY_AGAINST, "KEY=VALUE", 0,
     "run once more with one key changed, and show the runs side by side; several "
     "times for several runs",
     0},
    {"data", KEY_DATA, "FILE", 0, "show what is in a report.json that --report wrote; several times for several", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

struct command {
    struct cli_scenario scenario;
    const char *against[MOST], *data[MOST];
    int runs, files, quiet;
};

static void take(struct argp_state *state, const char *option, const char **list, int *count, const char *text)
{
    if (*count == MOST)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--%s: at most %d", option, MOST);
    list[(*count)++] = text;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct command *c = state->input;

    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &c->scenario; return 0;
    case KEY_AGAINST: take(state, "against", c->against, &c->runs, text); return 0;
    case KEY_DATA: take(state, "data", c->data, &c->files, text); return 0;
    case KEY_QUIET: c->quiet = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc =
        "Run a fabric as fedx run does, once or several times, and write what happened as one HTML file; or put the data "
        "of several reports into one. The page needs no network. It goes into the folder report unless --report says "
        "otherwise.\v"
        "Examples:\n"
        "  # watch a hot spot grow, with and without flow control\n"
        "  fedx report --hot-spots 27 --backpressure none \\\n"
        "    --against flow.backpressure=destination\n"
        "  fedx report base.yaml --against traffic.schedule=alpha --report both\n"
        "  fedx report --data a/report.json --data b/report.json --report both\n",
};

static int watch(void *context, const struct fabric *f)
{
    cli_progress_show(context, fabric_cycle(f), "cycles");
    return 0;
}

/* One run, into the report. @param[in,out] good  0 when it is not */
static int run(json_t *report, const struct scenario *scenario, int quiet, int *good, char *error, size_t size)
{
    static struct session session;
    struct cli_progress progress;
    int status = session_prepare(&session, scenario, error, size);

    if (status == 0) {
        cli_progress_init(&progress, (uint64_t)scenario->run.cycles, quiet);
        status = session_run(&session, watch, &progress, error, size);
        cli_progress_end(&progress);
    }
    if (status == 0) {
        results_print(&session);
        printf("\n");
        *good &= results_good(&session);
        if ((status = report_add(report, "runs", report_run(&session, NULL))) != 0)
            snprintf(error, size, "out of memory for the report");
    }
    session_finish(&session);
    return status;
}

/* All scenarios are checked before the first one is run. */
static int run_all(json_t *report, const struct command *c, const struct scenario *base, int *good, char *error,
                   size_t size)
{
    struct scenario scenario;

    for (int only_check = 1; only_check >= 0; only_check--)
        for (int i = 0; i <= c->runs; i++) {
            scenario = *base;
            if (i > 0 && scenario_assign(&scenario, c->against[i - 1], error, size) != 0)
                return -1;
            if (only_check ? scenario_check(&scenario, error, size)
                           : run(report, &scenario, c->quiet, good, error, size))
                return -1;
        }
    return 0;
}

/* Files of a run would be written over by the next one. */
static int check_output(const struct scenario *s)
{
    struct scenario defaults;
    char name[SCENARIO_NAME];

    scenario_defaults(&defaults);
    for (int k = 0; k < SCENARIO_KEYS; k++) {
        if (scenario_keys[k].section != SCENARIO_SECTION_output || k == KEY_report || !scenario_differ(s, &defaults, k))
            continue;
        scenario_option(k, name);
        return cli_bad("report", "--%s is for fedx run: a report is all that is written here", name);
    }
    return 0;
}

static int make(const struct command *c, const struct scenario *base, int *good, char *error, size_t size)
{
    json_t *report = report_create();
    const char *folder = base->output.report;
    int status = report ? report_check(folder, error, size) : -1;

    for (int i = 0; i < c->files && status == 0; i++)
        status = report_load(report, c->data[i], error, size);
    if (status == 0 && c->files == 0)
        status = run_all(report, c, base, good, error, size);
    if (status == 0)
        status = report_write(report, folder, error, size);
    json_decref(report);
    return status;
}

int report_main(int argc, char **argv)
{
    static struct command command;
    static struct scenario scenario;
    const struct argp_child children[] = {cli_scenario_child(), {0}};
    struct argp parser = argp;
    char error[SCENARIO_ERROR] = "out of memory";
    int status, good = 1;

    parser.children = children;
    cli_parse(&parser, argc, argv, &command);
    status = cli_scenario("report", &command.scenario, &scenario);
    if (status != 0)
        return status;
    if (command.files && command.runs)
        return cli_bad("report", "--data shows runs that were made, --against makes runs: give one of them");
    if ((status = check_output(&scenario)) != 0 ||
        (status = cli_scenario_object("report", command.scenario.file, &command.scenario, &scenario)) != 0)
        return status;
    if (cli_elsewhere(&scenario))
        return cli_go_on("report", &scenario, argc, argv);
    if ((status = cli_rtl_of("report", &scenario, 0)) != 0)
        return status;
    if (!*scenario.output.report)
        snprintf(scenario.output.report, sizeof scenario.output.report, "report");
    if (make(&command, &scenario, &good, error, sizeof error) != 0)
        return cli_bad("report", "%s", error);
    return good ? CLI_EXIT_GOOD : CLI_EXIT_DIFFERENT;
}

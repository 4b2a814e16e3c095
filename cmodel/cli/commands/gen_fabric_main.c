/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx gen-fabric: a fabric as structural Verilog.
 */
#include <stdlib.h>

#include "../../gen/structural.h"
#include "../common/cli_parse.h"
#include "gen_cli.h"

enum { KEY_OUT = 1, KEY_QUIET };

static const struct argp_option argp_options[] = {
    {"out", KEY_OUT, "FOLDER", 0, "where it goes; it must not be there yet (default: fedx-fabric)", 1},
    {"quiet", KEY_QUIET, 0, 0, "print nothing", 1},
    {0},
};

struct options {
    struct cli_scenario scenario;
    const char *out;
    int quiet;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &o->scenario; return 0;
    case KEY_OUT: o->out = text; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc =
        "Write a folder with a fabric in synthesizable Verilog-2005: a top module with the PE ports of all nodes, "
        "the switches or routers and their wires, and a loader that writes route tables and settings and then raises `ready`. "
        "Topology, sizes and settings are those of FILE, a YAML configuration, and of the options of fedx run; what "
        "PEs do has no meaning here.\vExamples:\n"
        "  fedx gen-fabric --rows 4 --cols 4 && make -C fedx-fabric verilator\n"
        "  fedx gen-fabric base.yaml --latency 2 --out long-wires\n"
        "  fedx gen-fabric --router vcr --topology mesh\n"
        "fedx gen-tb --fabric makes a fabric with a testbench. docs/reference/testbenches.md has the rest.\n",
};

static int bad(const char *error)
{
    return cli_bad("gen-fabric", "%s", error);
}

static int write(const struct options *o, const struct setup *setup, const char *command)
{
    const struct gen_kind *gen = setup->kind->parts->gen;
    char share[PATH_MAX], error[SCENARIO_ERROR];
    const struct structural s = {setup->kind, setup->topology, setup->config.settings, share, command};

    if (!gen)
        return cli_bad("gen-fabric", "there is no generated Verilog of routers of kind %s", setup->kind->name);
    if (install_path_folder("tb/templates/fabric/fabric_wires.v", share) != 0)
        return cli_bad("gen-fabric", "tb/templates " INSTALL_PATHS_MISSING);
    if (structural_write(o->out, &s, error, sizeof error) != 0)
        return bad(error);
    if (!o->quiet)
        printf("%s: module %s_fabric, %s, %d %s\n"
               "check it with: make -C %s icarus (or verilator, yosys)\n",
               o->out, gen->prefix, s.topology->name, s.topology->nodes, gen->units, o->out);
    return CLI_EXIT_GOOD;
}

int gen_fabric_main(int argc, char **argv)
{
    static struct scenario scenario;
    static struct setup setup;
    struct options o = {.out = "fedx-fabric"};
    struct argp_child children[] = {cli_scenario_child(), {0}};
    struct argp parser = argp;
    char error[SCENARIO_ERROR];
    int status;

    children[0].header = "The fabric:";
    children[0].group = 3;
    parser.children = children;
    cli_parse(&parser, argc, argv, &o);
    status = cli_scenario("gen-fabric", &o.scenario, &scenario);
    if (status == 0 && cli_elsewhere(&scenario))
        return cli_go_on("gen-fabric", &scenario, argc, argv);
    if (status)
        return status;
    char *command = cli_command(argc, argv);
    if (gen_check_model(&scenario, "gen-fabric", error, sizeof error) != 0 ||
        setup_init(&setup, &scenario, error, sizeof error) != 0)
        status = bad(error);
    else
        status = write(&o, &setup, command);
    free(command);
    setup_finish(&setup);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx prove: the proofs of sim_scripts/prove.sh, of a router with the parameters of the user.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/install_paths.h"
#include "../../base/process.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "axis/switch.h"

enum { KEY_INPUTS = 256, KEY_OUTPUTS, KEY_DEST_BITS, KEY_DATA_BITS };

static const char script[] = "sim_scripts/prove.sh";

static const struct argp_option argp_options[] = {
    {"inputs", KEY_INPUTS, "N", 0, "inputs, 1 to 16 (default 4)", 0},
    {"outputs", KEY_OUTPUTS, "N", 0, "outputs, 1 to 16 (default 4)", 0},
    {"dest-bits", KEY_DEST_BITS, "N", 0, "bits of tdest, 1 to 16 (default 4)", 0},
    {"data-bits", KEY_DATA_BITS, "N", 0,
     "bits of tdata with all that rides along, 1 to 63 or a multiple of 64 (default 64)", 0},
    {0},
};

struct options {
    struct axis_parameters parameters;
    const char *router;
    struct arguments blocks;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    struct axis_parameters *p = &o->parameters;

    switch (key) {
    case KEY_INPUTS: p->inputs = (int)cli_integer(state, "inputs", text, 1, AXIS_MOST_PORTS); return 0;
    case KEY_OUTPUTS: p->outputs = (int)cli_integer(state, "outputs", text, 1, AXIS_MOST_PORTS); return 0;
    case KEY_DEST_BITS: p->dest_bits = (int)cli_integer(state, "dest-bits", text, 1, AXIS_MOST_DEST_BITS); return 0;
    case KEY_DATA_BITS: p->data_bits = (int)cli_integer(state, "data-bits", text, 1, 64 * AXIS_MOST_WORDS); return 0;
    case ARGP_KEY_ARG:
        if (o->router)
            arguments_add(&o->blocks, "%s", text);
        else
            o->router = text;
        return 0;
    case ARGP_KEY_END:
        if (!o->router || strcmp(o->router, "axis") != 0)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0,
                         "name the router: fedx prove axis; sim_scripts/prove.sh proves others");
        if (!axis_parameters_good(p))
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0,
                         "--data-bits %d: must be 1 to 63 or a multiple of 64, and those of all inputs or all outputs "
                         "at most %d words of 64 bits",
                         p->data_bits, AXIS_MOST_WORDS);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "axis [BLOCK...]",
    .doc =
        "Prove that model and RTL of the AXI4-Stream switch are equal with these parameters, block by block, that its invariant "
        "holds, and that no input starves. Exit status 1 when a block is different or undecided.\vThe blocks are ingress, egress, "
        "decode, arbitrate, crossbar, switch, invariant and fair (default: all).\nExamples:\n"
        "  fedx prove axis --inputs 4 --outputs 2\n"
        "  # in seconds\n"
        "  fedx prove axis --inputs 3 --outputs 2 --dest-bits 2 --data-bits 8 arbitrate fair\n",
};

/* @param[out] a  the script and what it is to prove */
static void command_of(const struct options *o, const char *folder, struct arguments *a)
{
    const struct axis_parameters *p = &o->parameters;

    arguments_add(a, "%s/%s", folder, script);
    arguments_split(a, "--no-install --router axis --build");
    arguments_add(a, "axis-%dx%d-dest%d-data%d", p->inputs, p->outputs, p->dest_bits, p->data_bits);
    for (int i = 0; i < o->blocks.count; i++)
        arguments_add(a, "%s", o->blocks.text[i]);
    a->failed |= o->blocks.failed;
}

/* The script takes the place of this program. */
int prove_main(int argc, char **argv)
{
    struct options o = {.parameters = {4, 4, 4, 64}};
    struct arguments command = {0};
    char folder[PATH_MAX];

    cli_parse(&argp, argc, argv, &o);
    if (install_path_folder(script, folder) != 0)
        return cli_bad("prove", "%s is not part of an installation: run build/fedx in the tree of the sources", script);
    command_of(&o, folder, &command);
    if (!command.failed)
        execv(command.text[0], command.text);
    return cli_bad("prove", "%s/%s: %s", folder, script, command.failed ? "out of memory" : strerror(errno));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What the models of fedx model that are of a fabric share: the options of fedx run, and a set-up.
 */
#include <stdlib.h>

#include "../common/cli_parse.h"
#include "model.h"

error_t model_parse(int key, char *text, struct argp_state *state)
{
    (void)text;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static int set_up(const struct model_of_fabric *m, const struct scenario *scenario)
{
    struct setup *setup = calloc(1, sizeof *setup);
    char error[SCENARIO_ERROR];
    int status;

    if (!setup)
        return cli_bad("model", "out of memory");
    if (setup_init(setup, scenario, error, sizeof error) != 0)
        status = cli_bad("model", "%s", error);
    else
        status = m->work_out(setup);
    setup_finish(setup);
    free(setup);
    return status;
}

int model_of_fabric(int argc, char **argv, const struct model_of_fabric *m)
{
    const struct argp_child children[] = {cli_scenario_child(), {0}};
    struct cli_scenario given = {.file = NULL};
    struct argp parser = *m->argp;
    struct scenario scenario;
    int status;

    parser.children = children;
    cli_parse(&parser, argc - 1, argv + 1, &given);
    m->choose(&given.set);
    if ((status = cli_scenario("model", &given, &scenario)))
        return status;
    return cli_elsewhere(&scenario) ? cli_go_on("model", &scenario, argc, argv) : set_up(m, &scenario);
}

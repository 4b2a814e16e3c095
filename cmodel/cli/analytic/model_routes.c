/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx model routes: the routes of all routers, in the form in which fedx run --routes reads a file.
 */
#include <string.h>

#include "../../topology/routes.h"
#include "../common/cli_scenario.h"
#include "model.h"

static const struct argp argp = {
    .parser = model_parse,
    .args_doc = "[FILE]",
    .doc =
        "Print the routes of a fabric of fedx run: a line for each router and endpoint, with the ports by which packets "
        "may leave, the one of packets with one way first. fedx run --routes reads such a file, and checks it for "
        "circles. With nothing said, routes are all shortest ones.\vExamples:\n"
        "  # a turn model to begin with\n"
        "  fedx model routes --router vcr-mesh --topology mesh --routes west-first >routes.txt\n"
        "  # and what was made of it\n"
        "  fedx run --router vcr-mesh --topology mesh --routes routes.txt\n",
};

static void print_ports(const struct topology_choice *c)
{
    printf(" %d", c->preferred);
    for (unsigned left = c->ports & ~(1u << c->preferred); left; left &= left - 1)
        printf(" %d", __builtin_ctz(left));
}

static int print(const struct setup *setup)
{
    const struct topology *t = setup->topology;
    const char *name = setup_routes(&setup->scenario);

    if (!t->routes)
        return cli_bad("model", "%s has no route tables to fill", setup->kind->name);
    if (t->routes->ways > 1)
        return cli_bad("model", "%s draws one of two ways for each packet, and a line has one", name);
    printf("# router endpoint ports: %s in %s\n", name, t->name);
    for (int n = 0; n < t->nodes; n++)
        for (int e = 0; e < t->endpoints; e++) {
            const struct topology_choice *c = topology_choice_of(t, n, e);
            if (t->attached[e].node == n || c->ports == 0)
                continue;
            printf("%d %d", n, e);
            print_ports(c);
            printf("\n");
        }
    return cli_flush();
}

/* All shortest routes, which are no table if nobody asks for one. What is still to be changed may be unsafe. */
static void choose(struct scenario *set)
{
    char error[SCENARIO_ERROR];

    if (set->line[KEY_routes] != FROM_CALLER)
        scenario_set_key(set, KEY_routes, "minimal", error, sizeof error);
    scenario_set_key(set, KEY_deadlock_check, "false", error, sizeof error);
}

int model_routes(int argc, char **argv)
{
    return model_of_fabric(argc, argv, &(struct model_of_fabric){&argp, choose, print});
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx model links: how busy links are, worked out from routes and traffic.
 */
#include "../../run/links.h"
#include "../common/cli_scenario.h"
#include "model.h"

static const struct argp argp = {
    .parser = model_parse,
    .args_doc = "[FILE]",
    .doc =
        "Work out how busy each link is, from the routes and the pattern of a fabric of fedx run, without running it. "
        "Routing is deterministic if nothing is said; adaptive packets are spread over all their ways to keep the "
        "busiest link as free as possible. --json writes every link.\vExamples:\n"
        "  # what a random order of dimensions makes of transpose\n"
        "  fedx model links --router vcr-mesh --topology torus --rows 16 --cols 16 --pattern transpose --prefer random\n",
};

static json_t *links_json(const struct topology *t, const struct links *l)
{
    json_t *rows = json_array();

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (topology_wired(t, n, p))
                json_array_append_new(rows, json_pack("{s:i, s:i, s:i, s:f}", "node", n, "port", p, "to",
                                                      t->links[n][p].node, "busy", l->busy[n][p]));
    return json_pack("{s:s, s:s, s:f, s:f, s:o}", "model", "links", "fabric", t->name, "mean", l->mean, "max", l->max,
                     "links", rows);
}

static void print(const struct setup *setup, const struct links *l)
{
    struct topology_end far = setup->topology->links[l->max_node][l->max_port];

    printf("%s, %s at density %.4g of each PE, %s\n", setup->topology->name, setup->traffic.pattern->name,
           setup->density, links_adaptive(setup) ? "spread best over all ways" : "one way a packet");
    printf("%d links are busy for %.4f of the time in the mean; the busiest, %s node %d %s node %d, for %.4f\n",
           l->count, l->mean, l->both_ways ? "between" : "from", l->max_node, l->both_ways ? "and" : "to", far.node,
           l->max);
    printf("it is busy all the time at density %.4g, where links are busy for %.4f of it in the mean\n",
           setup->density / l->max, l->mean / l->max);
}

static int work_out(const struct setup *setup)
{
    const char *json = setup->scenario.output.json;
    char error[SCENARIO_ERROR];
    struct links links;
    int status = 0;

    if (links_work_out(setup, &links, error, sizeof error) != 0)
        status = cli_bad("model", "%s", error);
    else if (links.max == 0)
        status = cli_bad("model", "no packet takes a link between routers");
    if (status == 0 && !cli_is_standard_output(*json ? json : NULL))
        print(setup, &links);
    if (status == 0 && *json)
        status = cli_write_json("model", json, links_json(setup->topology, &links));
    links_finish(&links);
    return status;
}

/* Of one way a packet there is one answer. */
static void choose(struct scenario *set)
{
    char error[SCENARIO_ERROR];

    if (set->line[KEY_routing] != FROM_CALLER)
        scenario_set_key(set, KEY_routing, routing_names[ROUTING_DETERMINISTIC], error, sizeof error);
}

int model_links(int argc, char **argv)
{
    return model_of_fabric(argc, argv, &(struct model_of_fabric){&argp, choose, work_out});
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of the network: a topology of docs/reference/topologies.md, or links one by one.
 * blackbox_net.c works out what follows. See blackbox_yaml.h.
 */
#include <stdlib.h>

#include "blackbox_yaml.h"

static int take_topology(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_links *links = context;

    links->topology = yaml_scalar(value);
    return links->topology ? 0 : yaml_fail(&l->yaml, yaml_line(value), "topology: must be a name");
}

static int add_port(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_links *links = context;

    if (links->port_count == BLACKBOX_PORTS)
        return yaml_fail(&l->yaml, yaml_line(item), "more than %d ports", BLACKBOX_PORTS);
    return blackbox_yaml_int(l, item, "ports", 0, BLACKBOX_PORTS - 1, &links->ports[links->port_count++]);
}

int blackbox_take_network(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_TAKE("topology", take_topology),
        BLACKBOX_INT("rows", struct blackbox_links, rows, 1, BLACKBOX_ROUTERS),
        BLACKBOX_INT("cols", struct blackbox_links, cols, 1, BLACKBOX_ROUTERS),
        {"ports", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, add_port},
        BLACKBOX_INT("routers", struct blackbox_links, routers, 1, BLACKBOX_ROUTERS),
        BLACKBOX_LATER("links", BLACKBOX_LATER_LINKS),
        BLACKBOX_KEYS_END};
    struct blackbox_links *n = &l->links;
    struct blackbox *f = context;

    l->later[BLACKBOX_LATER_NETWORK] = value;
    if (blackbox_yaml_mapping(l, value, "network", keys, n) != 0)
        return -1;
    f->routers = n->routers;
    if (n->topology ? l->later[BLACKBOX_LATER_LINKS] != NULL || !n->rows || !n->cols || !n->port_count
                    : n->rows || n->cols || n->port_count)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "network: must have either topology, rows, cols and ports, or routers and links");
    return 0;
}

/* [router, output, router, input] */
static int add_wire(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox *f = context;
    int n[4];

    if (blackbox_yaml_numbers(l, item, "links", 4, n) != 0)
        return -1;
    if (n[0] >= f->routers || n[2] >= f->routers || n[1] >= f->outputs.count || n[3] >= f->inputs.count)
        return yaml_fail(&l->yaml, yaml_line(item), "links: there are %d routers with %d inputs and %d outputs",
                         f->routers, f->inputs.count, f->outputs.count);
    f->wire[f->wires++] = (struct blackbox_wire){{n[0], n[1]}, {n[2], n[3]}};
    return 0;
}

int blackbox_load_network(struct blackbox_reading *l)
{
    const yaml_node_t *links = l->later[BLACKBOX_LATER_LINKS], *network = l->later[BLACKBOX_LATER_NETWORK];
    struct blackbox *f = l->f;
    char error[BLACKBOX_ERROR];
    int count = links ? blackbox_yaml_count(links) : 0, status = 0;

    f->wire = calloc((size_t)count + 1, sizeof *f->wire);
    if (!f->wire)
        return blackbox_yaml_memory(l);
    if (links && links->type != YAML_SEQUENCE_NODE)
        return yaml_fail(&l->yaml, yaml_line(links), "links: must be lists of [router, output, router, input]");
    if (links && blackbox_yaml_items(l, links, add_wire, f) != 0)
        return -1;
    if (l->links.topology)
        status = blackbox_net_topology(f, l->links.topology, l->links.rows, l->links.cols, l->links.ports,
                                       l->links.port_count, error, sizeof error);
    else
        status = blackbox_net_given(f, error, sizeof error);
    return status == 0 ? 0 : yaml_fail(&l->yaml, network ? yaml_line(network) : 1, "%.2000s", error);
}

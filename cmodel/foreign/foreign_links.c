/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of the network: a topology of docs/reference/topologies.md, or links one by one. foreign_net.c works out what
 * follows. See foreign_yaml.h.
 */
#include <stdlib.h>

#include "foreign_yaml.h"

static int take_topology(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    struct foreign_links *links = context;

    links->topology = yaml_scalar(value);
    return links->topology ? 0 : yaml_fail(&l->yaml, yaml_line(value), "topology: must be a name");
}

static int add_port(struct foreign_reading *l, const yaml_node_t *item, void *context)
{
    struct foreign_links *links = context;

    if (links->port_count == FOREIGN_PORTS)
        return yaml_fail(&l->yaml, yaml_line(item), "more than %d ports", FOREIGN_PORTS);
    return foreign_yaml_int(l, item, "ports", 0, FOREIGN_PORTS - 1, &links->ports[links->port_count++]);
}

int foreign_take_network(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {
        FOREIGN_TAKE("topology", take_topology), FOREIGN_INT("rows", struct foreign_links, rows, 1, FOREIGN_ROUTERS),
        FOREIGN_INT("cols", struct foreign_links, cols, 1, FOREIGN_ROUTERS), {"ports", FOREIGN_KEY_ITEMS, 0, 0, 0, NULL, add_port},
        FOREIGN_INT("routers", struct foreign_links, routers, 1, FOREIGN_ROUTERS), FOREIGN_LATER("links", FOREIGN_LATER_LINKS),
        FOREIGN_KEYS_END};
    struct foreign_links *n = &l->links;
    struct foreign *f = context;

    l->later[FOREIGN_LATER_NETWORK] = value;
    if (foreign_yaml_mapping(l, value, "network", keys, n) != 0)
        return -1;
    f->routers = n->routers;
    if (n->topology ? l->later[FOREIGN_LATER_LINKS] != NULL || !n->rows || !n->cols || !n->port_count
                    : n->rows || n->cols || n->port_count)
        return yaml_fail(&l->yaml, yaml_line(value), "network: must have either topology, rows, cols and ports, or routers and links");
    return 0;
}

/* [router, output, router, input] */
static int add_wire(struct foreign_reading *l, const yaml_node_t *item, void *context)
{
    struct foreign *f = context;
    int n[4];

    if (foreign_yaml_numbers(l, item, "links", 4, n) != 0)
        return -1;
    if (n[0] >= f->routers || n[2] >= f->routers || n[1] >= f->outputs.count || n[3] >= f->inputs.count)
        return yaml_fail(&l->yaml, yaml_line(item), "links: there are %d routers with %d inputs and %d outputs", f->routers,
                         f->inputs.count, f->outputs.count);
    f->wire[f->wires++] = (struct foreign_wire){{n[0], n[1]}, {n[2], n[3]}};
    return 0;
}

int foreign_load_network(struct foreign_reading *l)
{
    const yaml_node_t *links = l->later[FOREIGN_LATER_LINKS], *network = l->later[FOREIGN_LATER_NETWORK];
    struct foreign *f = l->f;
    char error[FOREIGN_ERROR];
    int count = links ? foreign_yaml_count(links) : 0, status = 0;

    f->wire = calloc((size_t)count + 1, sizeof *f->wire);
    if (!f->wire)
        return foreign_yaml_memory(l);
    if (links && links->type != YAML_SEQUENCE_NODE)
        return yaml_fail(&l->yaml, yaml_line(links), "links: must be lists of [router, output, router, input]");
    if (links && foreign_yaml_items(l, links, add_wire, f) != 0)
        return -1;
    if (l->links.topology)
        status = foreign_net_topology(f, l->links.topology, l->links.rows, l->links.cols, l->links.ports, l->links.port_count, error,
                                      sizeof error);
    else
        status = foreign_net_given(f, error, sizeof error);
    return status == 0 ? 0 : yaml_fail(&l->yaml, network ? yaml_line(network) : 1, "%.2000s", error);
}

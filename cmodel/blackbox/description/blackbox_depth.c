/* SPDX-License-Identifier: Apache-2.0
 *
 * Credits of ports: one number for all, or one for each port, each virtual channel, or both. See blackbox_yaml.h.
 */
#include "blackbox_yaml.h"

enum { MOST_DEPTH = 4096 };

int blackbox_depth_in(const struct blackbox *f, int source, int vc)
{
    return f->inputs.depth[f->source[source].port][vc];
}

int blackbox_depth_out(const struct blackbox *f, int sink, int vc)
{
    return f->outputs.depth[f->sink[sink].port][vc];
}

int blackbox_depth_most(const struct blackbox_ports *ports, int vcs)
{
    int most = 0;

    for (int port = 0; port < ports->count; port++)
        for (int vc = 0; vc < vcs; vc++)
            most = ports->depth[port][vc] > most ? ports->depth[port][vc] : most;
    return most;
}

static void fill_port(struct blackbox_ports *ports, int port, int depth)
{
    for (int vc = 0; vc < BLACKBOX_VCS; vc++)
        ports->depth[port][vc] = depth;
}

void blackbox_depth_fill(struct blackbox_ports *ports, int depth)
{
    for (int port = 0; port < BLACKBOX_PORTS; port++)
        fill_port(ports, port, depth);
}

/* Reading --------------------------------------------------------------------------------------------------------- */

/* Where a list stands. */
struct depth_list {
    struct blackbox_ports *ports;
    int port, vc;
};

static int read_depth(const struct blackbox_reading *l, const yaml_node_t *node, int *depth)
{
    return blackbox_yaml_int(l, node, "depth", 1, MOST_DEPTH, depth);
}

static int add_channel(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct depth_list *at = context;

    if (at->vc == BLACKBOX_VCS)
        return yaml_fail(&l->yaml, yaml_line(item), "depth: more than %d virtual channels", BLACKBOX_VCS);
    return read_depth(l, item, &at->ports->depth[at->port][at->vc++]);
}

/* One number for each virtual channel of a port. */
static int take_channels(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct depth_list *at = context;

    at->vc = 0;
    if (blackbox_yaml_items(l, value, add_channel, at) != 0)
        return -1;
    if (at->ports->depth_vcs && at->ports->depth_vcs != at->vc)
        return yaml_fail(&l->yaml, yaml_line(value), "depth: %d numbers, and another port has %d", at->vc,
                         at->ports->depth_vcs);
    at->ports->depth_vcs = at->vc;
    return 0;
}

static int add_port(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct depth_list *at = context;
    int depth, status;

    if (at->port == BLACKBOX_PORTS)
        return yaml_fail(&l->yaml, yaml_line(item), "depth: more than %d ports", BLACKBOX_PORTS);
    if (item->type == YAML_SEQUENCE_NODE) {
        status = take_channels(l, item, at);
    } else {
        status = read_depth(l, item, &depth);
        if (status == 0)
            fill_port(at->ports, at->port, depth);
    }
    at->port++;
    return status;
}

/* The same channels at every port. */
static int take_mapping(struct blackbox_reading *l, const yaml_node_t *value, struct depth_list *at)
{
    static const struct blackbox_key keys[] = {BLACKBOX_TAKE("vcs", take_channels), BLACKBOX_KEYS_END};

    if (blackbox_yaml_mapping(l, value, "depth", keys, at) != 0)
        return -1;
    for (int port = 1; port < BLACKBOX_PORTS; port++)
        for (int vc = 0; vc < BLACKBOX_VCS; vc++)
            at->ports->depth[port][vc] = at->ports->depth[0][vc];
    return 0;
}

int blackbox_take_depth(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct depth_list at = {.ports = context};
    int depth;

    at.ports->depth_line = (int)yaml_line(value);
    if (value->type == YAML_MAPPING_NODE)
        return take_mapping(l, value, &at);
    if (value->type == YAML_SEQUENCE_NODE) {
        if (blackbox_yaml_items(l, value, add_port, &at) != 0)
            return -1;
        at.ports->depth_ports = at.port;
        return 0;
    }
    if (read_depth(l, value, &depth) != 0)
        return -1;
    blackbox_depth_fill(at.ports, depth);
    return 0;
}

int blackbox_check_depth(const struct blackbox_reading *l, const char *what, const struct blackbox_ports *ports)
{
    if (ports->depth_ports && ports->depth_ports != ports->count)
        return yaml_fail(&l->yaml, (size_t)ports->depth_line,
                         "depth: %d in the list, one for each port, and %s has a count of %d", ports->depth_ports, what,
                         ports->count);
    if (ports->depth_vcs && ports->depth_vcs != l->f->vcs)
        return yaml_fail(&l->yaml, (size_t)ports->depth_line,
                         "depth: %d numbers, one for each virtual channel, and vcs says %d", ports->depth_vcs,
                         l->f->vcs);
    return 0;
}

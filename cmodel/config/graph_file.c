/* SPDX-License-Identifier: Apache-2.0
 *
 * See graph_file.h. Files of anynet are read by graph_anynet.c.
 */
#include "graph_file.h"

#include <stdio.h>
#include <string.h>

#include "../base/value.h"
#include "../base/yaml.h"
#include "graph_anynet.h"

enum { MAX_FILE = 16 << 20, LINK = 4, PLACE = 2 };

struct reading {
    struct yaml yaml;
    struct topology_graph *graph;
    const yaml_node_t *routers, *links, *endpoints; /* values of the keys; NULL: not there */
};

static yaml_node_t *node_at(struct reading *r, yaml_node_item_t item)
{
    return yaml_document_get_node(&r->yaml.document, item);
}

static int take_number(struct reading *r, const yaml_node_t *node, const char *what, int least, int most, int *number)
{
    const char *text = yaml_scalar(node);
    int64_t value;

    if (!text || value_integer(text, least, most, &value) != 0)
        return yaml_fail(&r->yaml, yaml_line(node), "%s: must be a number from %d to %d", what, least, most);
    *number = (int)value;
    return 0;
}

/* A list of numbers. @param most  how many there can be @return how many there are, or -1 */
static int take_numbers(struct reading *r, const yaml_node_t *node, const char *what, int least, int most, int *number)
{
    int count = 0;

    if (node->type == YAML_SEQUENCE_NODE)
        count = (int)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (count < least || count > most)
        return yaml_fail(&r->yaml, yaml_line(node), "%s: must be lists of %s", what,
                         least == LINK ? "[router, port, router, port], or with a latency behind them"
                                       : "[router, port]");
    for (int i = 0; i < count; i++)
        if (take_number(r, node_at(r, node->data.sequence.items.start[i]), what, 0, TOPOLOGY_NODES, &number[i]) != 0)
            return -1;
    return count;
}

static struct topology_end end_of(const int *number, int latency)
{
    int port = number[1] < TOPOLOGY_PORTS ? number[1] : TOPOLOGY_PORTS; /* none, and none that int16_t changes */

    return (struct topology_end){number[0], (int16_t)port, (int16_t)latency};
}

static int take_link(struct reading *r, const yaml_node_t *node)
{
    int number[LINK + 1] = {0};
    char reason[TOPOLOGY_GRAPH_ERROR];

    if (take_numbers(r, node, "links", LINK, LINK + 1, number) < 0)
        return -1;
    if (number[LINK] > TOPOLOGY_LATENCY)
        number[LINK] = TOPOLOGY_LATENCY + 1;
    if (topology_graph_link(r->graph, end_of(number, 0), end_of(number + PLACE, number[LINK]), reason) != 0)
        return yaml_fail(&r->yaml, yaml_line(node), "links: %s", reason);
    return 0;
}

static int take_endpoint(struct reading *r, const yaml_node_t *node)
{
    int number[PLACE];
    char reason[TOPOLOGY_GRAPH_ERROR];

    if (take_numbers(r, node, "endpoints", PLACE, PLACE, number) < 0)
        return -1;
    if (topology_graph_attach(r->graph, end_of(number, 0), reason) != 0)
        return yaml_fail(&r->yaml, yaml_line(node), "endpoints: %s", reason);
    return 0;
}

static int take_list(struct reading *r, const yaml_node_t *list, const char *what,
                     int (*take)(struct reading *r, const yaml_node_t *node))
{
    int status = 0;

    if (list->type != YAML_SEQUENCE_NODE)
        return yaml_fail(&r->yaml, yaml_line(list), "%s: must be a list", what);
    for (const yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top && status == 0;
         i++)
        status = take(r, node_at(r, *i));
    return status;
}

static int take_key(struct reading *r, const yaml_node_t *key, const yaml_node_t *value)
{
    const struct {
        const char *name;
        const yaml_node_t **value;
    } keys[] = {{"routers", &r->routers}, {"links", &r->links}, {"endpoints", &r->endpoints}};
    const char *name = yaml_scalar(key);

    for (size_t i = 0; name && i < sizeof keys / sizeof *keys; i++)
        if (strcmp(name, keys[i].name) == 0) {
            if (*keys[i].value)
                return yaml_fail(&r->yaml, yaml_line(key), "%s is there twice", name);
            *keys[i].value = value;
            return 0;
        }
    return yaml_fail(&r->yaml, yaml_line(key), "%s is none of routers, links, endpoints", name ? name : "a list");
}

static int take_document(void *context)
{
    struct reading *r = context;
    yaml_node_t *root = yaml_document_get_root_node(&r->yaml.document);
    int routers, status = 0;

    if (!root || root->type != YAML_MAPPING_NODE)
        return yaml_fail(&r->yaml, root ? yaml_line(root) : 0, "must have routers and links");
    for (yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top && status == 0;
         pair++)
        status = take_key(r, node_at(r, pair->key), node_at(r, pair->value));
    if (status != 0)
        return -1;
    if (!r->routers || !r->links)
        return yaml_fail(&r->yaml, 0, "must have routers and links");
    if (take_number(r, r->routers, "routers", 1, TOPOLOGY_UNLIKE_NODES, &routers) != 0)
        return -1;
    if (topology_graph_init(r->graph, routers) != 0)
        return yaml_fail(&r->yaml, 0, "out of memory");
    if (take_list(r, r->links, "links", take_link) != 0)
        return -1;
    return r->endpoints ? take_list(r, r->endpoints, "endpoints", take_endpoint) : 0;
}

int graph_file_read(const char *path, struct topology_graph *graph, char *error, size_t size)
{
    struct reading r = {.yaml = {.path = path, .what = "topology", .error = error, .size = size}, .graph = graph};
    int anynet, status;

    *graph = (struct topology_graph){0};
    anynet = graph_anynet_is(path, error, size);
    if (anynet < 0)
        return -1;
    status = anynet ? graph_anynet_read(path, graph, error, size) : yaml_load(&r.yaml, MAX_FILE, take_document, &r);
    if (status != 0)
        topology_graph_free(graph);
    return status;
}

static void write_links(const struct topology_graph *graph, FILE *out)
{
    for (int r = 0; r < graph->routers; r++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            struct topology_end far = graph->far[r][p];
            if (far.node <= r) /* not connected, or written with the other router */
                continue;
            fprintf(out, "  - [%d, %d, %d, %d", r, p, far.node, far.port);
            if (far.latency)
                fprintf(out, ", %d", far.latency);
            fprintf(out, "]\n");
        }
}

void graph_file_write(const struct topology_graph *graph, FILE *out)
{
    fprintf(out, "routers: %d\nlinks:\n", graph->routers);
    write_links(graph, out);
    if (graph->endpoints)
        fprintf(out, "endpoints:\n");
    for (int e = 0; e < graph->endpoints; e++)
        fprintf(out, "  - [%d, %d]\n", graph->attached[e].node, graph->attached[e].port);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_anynet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/memory.h"
#include "../base/regular.h"
#include "../base/text.h"
#include "../base/value.h"

/* What a file connects, in its order. */
struct connection {
    int router, other; /* other: a router, or a node */
    int is_node;
    int latency; /* extra cycles */
    int line;
};

struct reading {
    struct connection *list;
    size_t count, size;
    int routers, nodes; /* the highest numbers and one */
    int line;
};

int graph_anynet_is(const char *path, char *error, size_t size)
{
    char word[8] = "";
    FILE *file;
    int found;

    if (regular_check(path, error, size) != 0)
        return -1;
    file = fopen(path, "r");
    if (!file)
        return text_fail(error, size, "%s: cannot be read", path);
    found = fscanf(file, "%7s", word) == 1 && (strcmp(word, "router") == 0 || strcmp(word, "node") == 0);
    fclose(file);
    return found;
}

static const char blanks[] = " \t\r\n";

/* "router 3", "node 3". @param word  the first of the two @return 0, or -1 */
static int take_name(char *word, char **rest, int *is_node, int *number, char *text, size_t size)
{
    char *digits = strtok_r(NULL, blanks, rest);
    int64_t value;

    *is_node = strcmp(word, "node") == 0;
    if ((!*is_node && strcmp(word, "router") != 0) || !digits ||
        value_integer(digits, 0, TOPOLOGY_UNLIKE_NODES - 1, &value) != 0)
        return text_fail(text, size, "'%.40s' must be router or node with a number from 0 to %d", word,
                         TOPOLOGY_UNLIKE_NODES - 1);
    *number = (int)value;
    return 0;
}

/* A latency stands behind a name, or the next name. @param[in,out] word  where it would be; behind it afterwards */
static int take_latency(char **word, char **rest, int *latency, char *text, size_t size)
{
    int64_t value = 1;

    if (*word && **word >= '0' && **word <= '9') {
        if (value_integer(*word, 1, TOPOLOGY_LATENCY + 1, &value) != 0)
            return text_fail(text, size, "a latency of %.40s is none of 1 to %d cycles", *word, TOPOLOGY_LATENCY + 1);
        *word = strtok_r(NULL, blanks, rest);
    }
    *latency = (int)value - 1;
    return 0;
}

static int add(struct reading *r, struct connection c, char *text, size_t size)
{
    struct connection *list = memory_grow(r->list, r->count, &r->size, 256, sizeof *list);

    if (!list)
        return text_fail(text, size, "out of memory");
    r->list = list;
    r->list[r->count++] = c;
    r->routers = c.router >= r->routers ? c.router + 1 : r->routers;
    if (c.is_node)
        r->nodes = c.other >= r->nodes ? c.other + 1 : r->nodes;
    else
        r->routers = c.other >= r->routers ? c.other + 1 : r->routers;
    return 0;
}

static int read_line(void *context, char *line, char *text, size_t size)
{
    struct reading *r = context;
    char *rest, *word = strtok_r(line, blanks, &rest);
    int is_node, number, other_is_node;
    struct connection c = {.line = ++r->line};

    if (!word)
        return 0;
    if (take_name(word, &rest, &is_node, &number, text, size) != 0)
        return -1;
    word = strtok_r(NULL, blanks, &rest);
    while (word) {
        if (take_name(word, &rest, &other_is_node, &c.other, text, size) != 0)
            return -1;
        word = strtok_r(NULL, blanks, &rest);
        if (take_latency(&word, &rest, &c.latency, text, size) != 0)
            return -1;
        if (is_node && other_is_node)
            return text_fail(text, size, "node %d is connected to node %d: nodes are connected to routers", number,
                             c.other);
        c.is_node = is_node || other_is_node;
        c.router = is_node ? c.other : number;
        c.other = is_node ? number : c.other;
        if (add(r, c, text, size) != 0)
            return -1;
    }
    return 0;
}

/* The link between two routers; NULL: there is none yet. */
static const struct topology_end *link_between(const struct topology_graph *graph, int from, int to)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (graph->far[from][p].node == to)
            return &graph->far[from][p];
    return NULL;
}

static struct topology_end next_port(const struct topology_graph *graph, int router, int latency)
{
    return (struct topology_end){router, (int16_t)topology_graph_free_port(graph, router), (int16_t)latency};
}

/* Both routers may list their link. */
static int connect_routers(const struct connection *c, struct topology_graph *graph, char *reason)
{
    const struct topology_end *known = link_between(graph, c->router, c->other);

    if (!known)
        return topology_graph_link(graph, next_port(graph, c->router, 0), next_port(graph, c->other, c->latency),
                                   reason);
    if (known->latency == c->latency)
        return 0;
    snprintf(reason, TOPOLOGY_GRAPH_ERROR, "router %d and router %d: a latency of %d cycles, and of %d before",
             c->router, c->other, c->latency + 1, known->latency + 1);
    return -1;
}

/* The connection of each node, by its number. @return 0, or -1 with the reason */
static int find_nodes(const struct reading *r, const struct connection **of, char *reason)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct connection *c = &r->list[i];
        if (c->is_node && of[c->other] && of[c->other]->router != c->router) {
            snprintf(reason, TOPOLOGY_GRAPH_ERROR, "node %d is connected to router %d and to router %d", c->other,
                     of[c->other]->router, c->router);
            return -1;
        }
        if (c->is_node)
            of[c->other] = c;
    }
    for (int n = 0; n < r->nodes; n++)
        if (!of[n]) {
            snprintf(reason, TOPOLOGY_GRAPH_ERROR, "node %d is connected to no router", n);
            return -1;
        }
    return 0;
}

static int is_own(const struct reading *r, const struct connection *const *of)
{
    int own = r->nodes == r->routers;

    for (int n = 0; n < r->nodes && own; n++)
        own = of[n]->router == n;
    return own;
}

static int place_nodes(const struct reading *r, struct topology_graph *graph, char *reason)
{
    const struct connection **of = calloc((size_t)r->nodes + 1, sizeof *of);
    int status = of ? find_nodes(r, of, reason) : -1;

    if (!of)
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "out of memory");
    if (status == 0 && !is_own(r, of))
        for (int n = 0; n < r->nodes && status == 0; n++)
            status = topology_graph_attach(graph, next_port(graph, of[n]->router, 0), reason);
    free(of);
    return status;
}

static int connect_all(const struct reading *r, const char *path, struct topology_graph *graph, char *error,
                       size_t size)
{
    char reason[TOPOLOGY_GRAPH_ERROR];

    for (size_t i = 0; i < r->count; i++)
        if (!r->list[i].is_node && connect_routers(&r->list[i], graph, reason) != 0)
            return text_fail(error, size, "%s:%d: %s", path, r->list[i].line, reason);
    if (place_nodes(r, graph, reason) == 0)
        return 0;
    return text_fail(error, size, "%s: %s", path, reason);
}

int graph_anynet_read(const char *path, struct topology_graph *graph, char *error, size_t size)
{
    struct reading r = {0};
    int status = lines_read(path, read_line, &r, error, size);

    if (status == 0 && topology_graph_init(graph, r.routers) != 0)
        status = text_fail(error, size, "%s: out of memory", path);
    if (status == 0)
        status = connect_all(&r, path, graph, error, size);
    free(r.list);
    return status;
}

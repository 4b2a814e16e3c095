/* SPDX-License-Identifier: Apache-2.0
 *
 * See graph_order.h. Breadth first by the lowest ports, the tree does not change: links that lead down keep their
 * order, and the one that leads up leads to a router that is in the tree already.
 */
#include "graph_order.h"

#include <stdio.h>
#include <stdlib.h>

struct order {
    const struct topology *t;
    int16_t (*port)[TOPOLOGY_PORTS]; /* [router][port] its new number */
    int *router;                     /* [number in the tree] */
    struct topology_graph made;
};

enum { LINK, ENDPOINT, UP, SORTS };

static int sort_of(const struct topology *t, int router, int port)
{
    if (t->links[router][port].port == TOPOLOGY_ENDPOINT)
        return ENDPOINT;
    return t->branch[router].up == port ? UP : LINK;
}

static void number(struct order *o)
{
    for (int n = 0; n < o->t->nodes; n++) {
        int16_t next = 0;
        o->router[o->t->branch[n].first] = n;
        for (int sort = 0; sort < SORTS; sort++)
            for (int p = 0; p < TOPOLOGY_PORTS; p++)
                if (o->t->links[n][p].node >= 0 && sort_of(o->t, n, p) == sort)
                    o->port[n][p] = next++;
    }
}

/* A link from the end that comes first, or an endpoint. @return 0, or -1 */
static int add(struct order *o, int router, int port, char *reason)
{
    struct topology_end far = o->t->links[router][port], at = {router, o->port[router][port], 0};

    if (far.node < 0)
        return 0;
    if (far.port == TOPOLOGY_ENDPOINT)
        return topology_graph_attach(&o->made, at, reason);
    if (far.node < router || (far.node == router && far.port < port))
        return 0;
    far.port = o->port[far.node][far.port];
    return topology_graph_link(&o->made, at, far, reason);
}

static int make(struct order *o, char *reason)
{
    int status = 0;

    number(o);
    for (int k = 0; k < o->t->nodes; k++)
        for (int p = 0; p < TOPOLOGY_PORTS && status == 0; p++)
            status = add(o, o->router[k], p, reason);
    return status;
}

static int order(struct topology_graph *graph, const struct topology *t, char *reason)
{
    size_t routers = (size_t)graph->routers;
    struct order o = {.t = t, .port = calloc(routers, sizeof *o.port), .router = calloc(routers, sizeof *o.router)};
    int status = -1;

    if (!o.port || !o.router || topology_graph_init(&o.made, graph->routers) != 0)
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "out of memory");
    else
        status = make(&o, reason);
    if (status == 0) {
        struct topology_graph before = *graph;
        *graph = o.made;
        o.made = before;
    }
    topology_graph_free(&o.made);
    free(o.port);
    free(o.router);
    return status;
}

int graph_order_depth_first(struct topology_graph *graph, char *reason)
{
    const char *error;
    struct topology *t = topology_create_graph(graph, NULL, 0, &error);
    int status = -1;

    if (t)
        status = order(graph, t, reason);
    else
        snprintf(reason, TOPOLOGY_GRAPH_ERROR, "%s", error);
    topology_destroy(t);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/graph.h"
#include "../../base/text.h"
#include "../../topology/grid.h"

/* The column first, so that the endpoints beyond a link follow each other. */
static int mesh_port(const struct topology *t, int router, int to)
{
    int rows = to / t->cols - router / t->cols, cols = to % t->cols - router % t->cols;

    return rows ? GRID_LINKS / 2 + (rows < 0) : cols < 0;
}

/* Down where a shortest way leads down, else up by the highest digit of the endpoint, turned by the digit of the
 * router's number that this changes: so no link has more than its share of uniform traffic. */
static int tree_port(const struct topology *t, int router, int endpoint)
{
    unsigned down = (unsigned)topology_best(t, router, t->attached[endpoint].node) & ((1u << t->rows) - 1);
    int width = t->nodes / t->cols, digits = router % width;

    for (int level = router / width; level > 0; level--)
        digits /= t->rows;
    return down ? __builtin_ctz(down) : t->rows + (endpoint / width + digits) % t->rows;
}

int axis_routes_port(const struct topology *t, int router, int endpoint)
{
    struct topology_end to = t->attached[endpoint];

    if (to.node == router)
        return to.port;
    if (t->kind == &topology_mesh && !t->dead_links)
        return mesh_port(t, router, to.node);
    if (t->kind == &topology_tree && !t->dead_links)
        return tree_port(t, router, endpoint);
    return topology_spanning_port(t, router, to.node);
}

int axis_routes_output(const struct axis_parameters *p, const struct axis_control *control, int dest)
{
    for (int j = 0; j < p->outputs; j++)
        if (control->low[j] <= dest && dest <= control->high[j])
            return j;
    return -1;
}

/* An output that no endpoint is beyond takes none: low is over high. */
static void begin(const struct axis_parameters *p, struct axis_control *control)
{
    memset(control, 0, sizeof *control);
    for (int j = 0; j < p->outputs; j++) {
        control->low[j] = (uint16_t)((1u << p->dest_bits) - 1);
        control->allow[j] = (uint16_t)((1u << p->inputs) - 1);
    }
}

int axis_routes_fill(const struct axis_parameters *p, const struct topology *t, int router,
                     struct axis_control *control, struct axis_routes_conflict *conflict)
{
    begin(p, control);
    for (int e = 0; e < t->endpoints; e++) {
        int port = axis_routes_port(t, router, e);
        control->low[port] = (uint16_t)(e < control->low[port] ? e : control->low[port]);
        control->high[port] = (uint16_t)e;
    }
    for (int e = 0; e < t->endpoints; e++) {
        int port = axis_routes_port(t, router, e), taker = axis_routes_output(p, control, e);
        if (taker == port)
            continue;
        *conflict = (struct axis_routes_conflict){router, e, port, taker};
        return -1;
    }
    return 0;
}

/* All routes ------------------------------------------------------------------------------------------------------ */

struct check {
    const struct axis_parameters *parameters;
    const struct topology *t;
    const struct axis_control *control; /* [router] */
    uint16_t *known;    /* [channel] outputs of the next router that are in the graph as its followers */
    struct graph graph; /* vertices: channels, the outputs of all routers */
    long routes;
    char *error;
    size_t size;
};

static int wrong(const struct check *c, const char *what, int router, int endpoint)
{
    return text_fail(c->error, c->size, "%s: route of router %d to endpoint %d: %s", c->t->name, router, endpoint,
                     what);
}

static int out_of_memory(const struct check *c)
{
    return text_fail(c->error, c->size, "out of memory");
}

static uint32_t channel(const struct check *c, int router, int output)
{
    return (uint32_t)(router * c->parameters->outputs + output);
}

/* A packet that has one channel waits for another one. */
static int depend(struct check *c, uint32_t has, int router, int output)
{
    if (c->known[has] >> output & 1)
        return 0;
    c->known[has] |= (uint16_t)(1u << output);
    return graph_add(&c->graph, has, channel(c, router, output)) == 0 ? 0 : out_of_memory(c);
}

/* From a router to an endpoint, at most once through each router. */
static int follow(struct check *c, int from, int endpoint)
{
    uint32_t has = UINT32_MAX;
    int router = from;

    for (int hops = 0; hops < c->t->nodes; hops++) {
        int output = axis_routes_output(c->parameters, &c->control[router], endpoint);
        struct topology_end far = output < 0 ? (struct topology_end){.node = -1} : c->t->links[router][output];
        if (far.node < 0)
            return wrong(c, "it leads nowhere", router, endpoint);
        if (has != UINT32_MAX && depend(c, has, router, output) != 0)
            return -1;
        if (far.port == TOPOLOGY_ENDPOINT)
            return far.node == endpoint ? 0 : wrong(c, "it leads to another endpoint", router, endpoint);
        has = channel(c, router, output);
        router = far.node;
    }
    return wrong(c, "it leads round in a circle", from, endpoint);
}

static int follow_all(struct check *c)
{
    for (int from = 0; from < c->t->nodes; from++)
        for (int e = 0; e < c->t->endpoints; e++, c->routes++)
            if (follow(c, from, e) != 0)
                return -1;
    return 0;
}

static int find_circle(struct check *c)
{
    uint32_t *circle = calloc(c->graph.vertices, sizeof *circle);
    long length = circle ? graph_cycle(&c->graph, circle) : -1;

    if (length > 0)
        snprintf(c->error, c->size, "%s: packets can wait for each other for ever, from router %u port %u on",
                 c->t->name, circle[0] / (unsigned)c->parameters->outputs,
                 circle[0] % (unsigned)c->parameters->outputs);
    free(circle);
    return length < 0 ? out_of_memory(c) : length > 0 ? -1 : 0;
}

long axis_routes_check(const struct axis_parameters *p, const struct topology *t, const struct axis_control *control,
                       char *error, size_t size)
{
    struct check c = {.parameters = p,
                      .t = t,
                      .control = control,
                      .graph.vertices = (uint32_t)(t->nodes * p->outputs),
                      .error = error,
                      .size = size};
    int failed;

    c.known = calloc(c.graph.vertices, sizeof *c.known);
    failed = (c.known ? follow_all(&c) : out_of_memory(&c)) != 0 || find_circle(&c) != 0;
    graph_finish(&c.graph);
    free(c.known);
    return failed ? -1 : c.routes;
}

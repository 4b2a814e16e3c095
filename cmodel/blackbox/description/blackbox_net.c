/* SPDX-License-Identifier: Apache-2.0
 *
 * The network that a description names: which ports of which routers are wired together, and where packets go in and
 * come out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../topology/topology.h"
#include "blackbox.h"

static int fail(char *error, size_t size, const char *text)
{
    return text_fail(error, size, "%s", text);
}

/* Room for what a network has, at most. */
static int allocate(struct blackbox *f, int wires)
{
    size_t inputs = (size_t)(f->routers * f->inputs.count), outputs = (size_t)(f->routers * f->outputs.count);

    f->source = calloc(inputs, sizeof *f->source);
    f->sink = calloc(outputs, sizeof *f->sink);
    f->open = calloc(outputs, sizeof *f->open);
    f->wired[0] = calloc(inputs, 1);
    f->wired[1] = calloc(outputs, 1);
    if (wires) {
        free(f->wire);
        f->wire = calloc((size_t)wires, sizeof *f->wire);
    }
    return f->source && f->sink && f->open && f->wire && f->wired[0] && f->wired[1] ? 0 : -1;
}

/* Credits of both ends of a wire. */
static int check_credits(const struct blackbox *f, const struct blackbox_wire *w, char *error, size_t size)
{
    for (int vc = 0; vc < f->vcs; vc++) {
        int from = f->outputs.depth[w->from.port][vc], to = f->inputs.depth[w->to.port][vc];
        if (from == to)
            continue;
        return text_fail(error, size,
                         "network: output %d counts on %d credits in virtual channel %d, and input %d takes %d flits",
                         w->from.port, from, vc, w->to.port, to);
    }
    return 0;
}

/* Both ends of a wire carry the same fields, and as many credits. */
static int check_wires(const struct blackbox *f, char *error, size_t size)
{
    if (f->wires && f->inputs.credits != f->outputs.credits)
        return fail(error, size,
                    "network: inputs and outputs that are wired to each other must both have credits, or ready");
    if (f->wires && f->inputs.open != f->outputs.open)
        return fail(error, size,
                    "network: inputs and outputs that are wired to each other must both be valid-only, or neither");
    if (f->wires && f->outputs.waits == BLACKBOX_VALID_WAITS && f->inputs.waits == BLACKBOX_READY_WAITS)
        return fail(error, size,
                    "network: valid of outputs waits for ready, and yumi of inputs for valid: wired to each other, "
                    "neither ever comes");
    for (int i = 0; f->inputs.credits && i < f->wires; i++)
        if (check_credits(f, &f->wire[i], error, size) != 0)
            return -1;
    for (int i = 0; f->wires && i < f->fields; i++)
        if (f->inputs.fields[i].count && !f->outputs.fields[i].count)
            return text_fail(error, size, "network: field %.100s is read by inputs, and outputs do not have it",
                             f->field[i].name);
    if (f->sources > BLACKBOX_ENDS || f->sinks > BLACKBOX_ENDS)
        return text_fail(error, size, "network: more than %d inputs or outputs of its own", BLACKBOX_ENDS);
    if (f->sources == 0 || f->sinks == 0)
        return fail(error, size, "network: no input or no output is left for packets to go in and come out");
    return 0;
}

/* Networks that are given ----------------------------------------------------------------------------------------- */

int blackbox_net_wired(const struct blackbox *f, int router, int port, int output)
{
    return f->wired[output][router * (output ? f->outputs.count : f->inputs.count) + port];
}

/* Note what wires lead from and to: a pin has one driver, and a ready is for one. */
static int mark_wires(struct blackbox *f, char *error, size_t size)
{
    for (int i = 0; i < f->wires; i++) {
        uint8_t *from = &f->wired[1][f->wire[i].from.router * f->outputs.count + f->wire[i].from.port];
        uint8_t *to = &f->wired[0][f->wire[i].to.router * f->inputs.count + f->wire[i].to.port];
        if (*from || *to)
            return fail(error, size, "network: a port is at the end of two links");
        *from = *to = 1;
    }
    return 0;
}

int blackbox_net_given(struct blackbox *f, char *error, size_t size)
{
    if (f->routers == 0)
        f->routers = 1;
    if (allocate(f, 0) != 0)
        return fail(error, size, "out of memory");
    if (mark_wires(f, error, size) != 0)
        return -1;
    for (int r = 0; r < f->routers; r++) {
        for (int p = 0; p < f->inputs.count; p++)
            if (!blackbox_net_wired(f, r, p, 0))
                f->source[f->sources++] = (struct blackbox_end){r, p};
        for (int p = 0; p < f->outputs.count; p++)
            if (!blackbox_net_wired(f, r, p, 1))
                f->sink[f->sinks++] = (struct blackbox_end){r, p};
    }
    return check_wires(f, error, size);
}

/* Topologies ------------------------------------------------------------------------------------------------------ */

static void add_node(struct blackbox *f, const struct topology *t, int node, const int *ports, int count)
{
    for (int p = 0; p < count; p++) {
        struct topology_end link = t->links[node][p];
        struct blackbox_end here = {node, ports[p]};
        if (link.node < 0)
            f->open[f->opens++] = here;
        else if (link.port != TOPOLOGY_ENDPOINT)
            f->wire[f->wires++] = (struct blackbox_wire){here, {link.node, ports[link.port]}};
    }
}

static void add_ends(struct blackbox *f, const struct topology *t, const int *ports)
{
    for (int e = 0; e < t->endpoints; e++) {
        struct topology_end at = t->attached[e];
        f->source[f->sources++] = f->sink[f->sinks++] = (struct blackbox_end){at.node, ports[at.port]};
    }
}

/* Ports of a router that may lead to another one: in a tree those of its arity, of all that a tree may have. */
static int links_of(const struct topology *t)
{
    int links = 0;

    if (!t->kind->levels)
        return t->kind->links;
    for (int node = 0; node < t->nodes; node++)
        for (int p = links; p < t->kind->links; p++)
            if (t->links[node][p].node >= 0)
                links = p + 1;
    return links;
}

/* What is not said of each port of the topology is wrong. */
static int check_ports(const struct blackbox *f, const struct topology *t, const int *ports, int count, char *error,
                       size_t size)
{
    int needed = links_of(t);

    for (int e = 0; e < t->endpoints; e++)
        needed = t->attached[e].port >= needed ? t->attached[e].port + 1 : needed;
    if (count != needed)
        return text_fail(
            error, size,
            "ports: a %s has %d ports a router, and %d are listed (docs/reference/topologies.md has their order)",
            t->kind->name, needed, count);
    for (int p = 0; p < count; p++) {
        if (ports[p] >= f->inputs.count || ports[p] >= f->outputs.count)
            return fail(error, size, "ports: the router has not so many inputs or outputs");
        for (int k = 0; k < p; k++)
            if (ports[k] == ports[p])
                return fail(error, size, "ports: a port of the router is listed twice");
    }
    return 0;
}

static int build(struct blackbox *f, const struct topology *t, const int *ports, int count, char *error, size_t size)
{
    if (check_ports(f, t, ports, count, error, size) != 0)
        return -1;
    if (t->nodes > BLACKBOX_ROUTERS || t->endpoints > BLACKBOX_ENDS)
        return fail(error, size, "network: it has more than 1024 routers or endpoints");
    f->routers = t->nodes;
    if (allocate(f, t->nodes * count) != 0)
        return fail(error, size, "out of memory");
    for (int node = 0; node < t->nodes; node++)
        add_node(f, t, node, ports, count);
    add_ends(f, t, ports);
    return mark_wires(f, error, size) == 0 ? check_wires(f, error, size) : -1;
}

int blackbox_net_topology(struct blackbox *f, const char *topology, int rows, int cols, const int *ports, int count,
                          char *error, size_t size)
{
    const struct topology_kind *kind = topology_find(topology);
    const char *reason;
    struct topology *t;
    int status;

    if (!kind)
        return text_fail(error, size, "topology: there is no %.100s (docs/reference/topologies.md)", topology);
    t = topology_create(kind, rows, cols, &reason);
    if (!t)
        return text_fail(error, size, "topology: %s", reason);
    f->rows = kind->levels ? 0 : rows;
    f->cols = kind->levels ? 0 : cols;
    status = build(f, t, ports, count, error, size);
    topology_destroy(t);
    return status;
}

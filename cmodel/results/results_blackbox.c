/* SPDX-License-Identifier: Apache-2.0 */
#include "results_blackbox.h"

#include "../base/quote.h"

/* Ports are printed of so many nodes, at most; of more only the nodes. */
enum { WITH_PORTS = 4 };

static int is_box(const struct session *session, int node)
{
    return session->setup.box_nodes > 0 && blackbox_node_is(fabric_node_ops(session->fabric, node));
}

const char *results_box_top(const struct session *session)
{
    int n = 0;

    while (!is_box(session, n))
        n++;
    return blackbox_node_seen(fabric_node(session->fabric, n)).f->top;
}

/* Ports together. */
static struct blackbox_node_port sum_of(const struct blackbox_node_seen *seen)
{
    struct blackbox_node_port sum = {0};

    for (int p = 0; p < seen->ports; p++) {
        const struct blackbox_node_port *port = &seen->port[p];
        sum.in += port->in;
        latency_join(&sum.out, &port->out);
        sum.stalls += port->stalls;
        sum.held += port->held;
    }
    return sum;
}

/* A row as JSON of a list, or in words. */
static void add_row(const struct results_at *x, json_t *list, FILE *out)
{
    if (list)
        json_array_append_new(list, results_object(RESULTS_black_box_port, x));
    else
        results_words(RESULTS_black_box_port, x, out);
}

static void add_ports(const struct session *session, int node, json_t *list, FILE *out)
{
    const struct blackbox_node_seen seen = blackbox_node_seen(fabric_node(session->fabric, node));
    struct results_at x = {.session = session, .node = node};

    for (x.port = 0; x.port < seen.ports; x.port++) {
        x.box = &seen.port[x.port];
        if (x.box->in + x.box->out.count > 0)
            add_row(&x, list, out);
    }
}

static void add_nodes(const struct session *session, json_t *list, FILE *out)
{
    for (int n = 0; n < session->setup.topology->nodes; n++) {
        if (!is_box(session, n))
            continue;
        struct blackbox_node_seen seen = blackbox_node_seen(fabric_node(session->fabric, n));
        struct blackbox_node_port sum = sum_of(&seen);
        add_row(&(struct results_at){.session = session, .node = n, .port = -1, .box = &sum}, list, out);
        if (out && session->setup.box_nodes <= WITH_PORTS)
            add_ports(session, n, NULL, out);
    }
}

json_t *results_box_ports(const struct results_at *x)
{
    json_t *ports = json_array();

    add_ports(x->session, x->node, ports, NULL);
    return ports;
}

json_t *results_box_nodes(const struct session *session)
{
    json_t *nodes = json_array();

    add_nodes(session, nodes, NULL);
    return nodes;
}

void results_box_print(const struct results_at *x, FILE *out)
{
    add_nodes(x->session, NULL, out);
}

json_t *results_box_wrong(const struct results_at *x)
{
    const char *wrong =
        node_ended(fabric_node_ops(x->session->fabric, x->node), fabric_node(x->session->fabric, x->node));

    return wrong ? json_string(wrong) : json_null();
}

void results_blackbox_explain(const struct session *session, int node, FILE *out)
{
    if (!is_box(session, node))
        return;
    fprintf(out, "            to verify it alone: fedx blackbox ");
    quote_shell(session->setup.scenario.fabric.blackbox, out);
    fprintf(out, "\n");
}

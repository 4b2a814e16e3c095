/* SPDX-License-Identifier: Apache-2.0 */
#include "results_blackbox.h"

#include <inttypes.h>

#include "../base/quote.h"
#include "../blackbox/node/blackbox_node.h"
#include "results_rows.h"

/* Ports are printed of so many nodes, at most; of more only the nodes. */
enum { WITH_PORTS = 4 };

static int is_box(const struct session *session, int node)
{
    return session->setup.box_nodes > 0 && blackbox_node_is(fabric_node_ops(session->fabric, node));
}

/* Ports together. */
static struct blackbox_node_port sum_of(const struct blackbox_node_seen *seen)
{
    struct blackbox_node_port sum = {0};

    for (int p = 0; p < seen->ports; p++) {
        const struct blackbox_node_port *port = &seen->port[p];
        sum.min = port->out && (sum.out == 0 || port->min < sum.min) ? port->min : sum.min;
        sum.max = port->max > sum.max ? port->max : sum.max;
        sum.in += port->in;
        sum.out += port->out;
        sum.stalls += port->stalls;
        sum.held += port->held;
        sum.latency += port->latency;
    }
    return sum;
}

static double mean_of(const struct blackbox_node_port *p)
{
    return p->out ? (double)p->latency / (double)p->out : 0;
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static json_t *port_json(const char *name, int number, const struct blackbox_node_port *p)
{
    json_t *latency = p->out ? json_pack("{s:I, s:f, s:I}", "min_cycles", (json_int_t)p->min, "mean_cycles", mean_of(p),
                                         "max_cycles", (json_int_t)p->max)
                             : json_null();

    return json_pack("{s:i, s:I, s:I, s:I, s:I, s:o}", name, number, "packets_in", (json_int_t)p->in, "packets_out",
                     (json_int_t)p->out, "stalled_cycles", (json_int_t)p->stalls, "held_up_cycles", (json_int_t)p->held,
                     "latency", latency);
}

static json_t *node_json(const struct session *session, int node)
{
    const void *handle = fabric_node(session->fabric, node);
    const struct blackbox_node_seen all = blackbox_node_seen(handle), *seen = &all;
    const char *wrong = node_ended(fabric_node_ops(session->fabric, node), handle);
    struct blackbox_node_port sum = sum_of(seen);
    json_t *json = port_json("node", node, &sum), *ports = json_array();

    for (int p = 0; p < seen->ports; p++)
        if (seen->port[p].in + seen->port[p].out > 0)
            json_array_append_new(ports, port_json("port", p, &seen->port[p]));
    if (json && json_object_set_new(json, "bits_compared", json_integer((json_int_t)seen->bits)) == 0 &&
        json_object_set_new(json, "wrong", wrong ? json_string(wrong) : json_null()) == 0 &&
        json_object_set_new(json, "ports", ports) == 0)
        return json;
    json_decref(json);
    return NULL;
}

json_t *results_blackbox_json(const struct session *session)
{
    json_t *nodes = session->setup.box_nodes > 0 ? json_array() : NULL;
    const char *top = NULL;

    for (int n = 0; nodes && n < session->setup.topology->nodes; n++)
        if (is_box(session, n)) {
            top = blackbox_node_seen(fabric_node(session->fabric, n)).f->top;
            json_array_append_new(nodes, node_json(session, n));
        }
    return nodes ? json_pack("{s:s, s:s, s:o}", "description", session->setup.scenario.fabric.blackbox, "top", top,
                             "nodes", nodes)
                 : json_null();
}

/* In words -------------------------------------------------------------------------------------------------------- */

static void print_port(const struct blackbox_node_port *p)
{
    printf("%9" PRIu64 "%9" PRIu64 "%9" PRIu64 "%9" PRIu64, p->in, p->stalls, p->out, p->held);
    if (p->out)
        printf("%9" PRIu32 "%9.2f%9" PRIu32, p->min, mean_of(p), p->max);
    printf("\n");
}

static void print_node(const struct session *session, int node)
{
    struct blackbox_node_seen seen = blackbox_node_seen(fabric_node(session->fabric, node));
    struct blackbox_node_port sum = sum_of(&seen);

    printf("  node %-4d ", node);
    print_port(&sum);
    for (int p = 0; p < seen.ports && session->setup.box_nodes <= WITH_PORTS; p++)
        if (seen.port[p].in + seen.port[p].out > 0) {
            printf("    port %-3d", p);
            print_port(&seen.port[p]);
        }
}

void results_blackbox_explain(const struct session *session, int node, FILE *out)
{
    if (!is_box(session, node))
        return;
    fprintf(out, "            to verify it alone: fedx blackbox ");
    quote_shell(session->setup.scenario.fabric.blackbox, out);
    fprintf(out, "\n");
}

void results_blackbox_print(const struct session *session)
{
    if (session->setup.box_nodes == 0)
        return;
    printf("black box         in  stalled      out  held up      min     mean      max  cycles from first flit in to "
           "first flit out\n");
    for (int n = 0; n < session->setup.topology->nodes; n++)
        if (is_box(session, n))
            print_node(session, n);
}

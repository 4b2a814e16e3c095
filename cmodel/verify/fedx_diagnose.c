/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlock diagnosis: follow each waiting packet to a node that cannot take it,
 * from there to a packet that waits in that node, and so on until one comes back.
 */
#include "fedx_diagnose.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../switch/fedx_switch_internal.h"

/* A full node that the packet in a buffer waits for, or -1 when one of its ways is open. */
static int waits_for(const struct fedx_fabric *f, const struct fedx_switch_regs *states, int node, unsigned buffer)
{
    const struct fedx_buffer_pool *b = &states[node].buffer_pool;
    fedx_buffer_word all = fedx_first_buffers((unsigned)fedx_fabric_config(f)->settings.buffers);
    int full = -1;

    if (!(b->queued >> buffer & 1u) || b->level[buffer] == 0)
        return -1;
    FEDX_FOR_EACH_PORT(p, b->allowed[buffer] & ((1u << FEDX_LINKS) - 1u)) {
        int next = fedx_fabric_config(f)->topology->links[node][p].node;
        if (next < 0 || states[next].buffer_pool.used != all)
            return -1;
        full = full < 0 ? next : full;
    }
    return full;
}

/* A packet in node that itself waits for a full node: the next link of the chain, or -1. */
static int next_buffer(const struct fedx_fabric *f, const struct fedx_switch_regs *states, int node)
{
    for (unsigned b = 0; b < FEDX_BUFFERS; b++)
        if (waits_for(f, states, node, b) >= 0)
            return (int)b;
    return -1;
}

static struct fedx_waiting row(const struct fedx_fabric *f, const struct fedx_switch_regs *states, int node, int buffer)
{
    int wants = waits_for(f, states, node, (unsigned)buffer);

    return (struct fedx_waiting){
        .node = node,
        .buffer = buffer,
        .header = fedx_header_fields(states[node].buffer_pool.head[buffer]),
        .wants = wants,
        .wants_used = fedx_buffer_count(states[wants].buffer_pool.used),
    };
}

/* Walk from node to node until one is met again; visited[] holds the step at which each was met. */
static int walk(const struct fedx_fabric *f, const struct fedx_switch_regs *states, int start, int *visited,
                struct fedx_waiting *cycle, int max)
{
    int rows = 0, first, node = start;

    for (int step = 1; visited[node] == 0; step++) {
        int buffer = next_buffer(f, states, node);
        if (buffer < 0)
            return 0;
        visited[node] = step;
        node = waits_for(f, states, node, (unsigned)buffer);
    }
    first = node;
    do {
        int buffer = next_buffer(f, states, node);
        if (rows < max)
            cycle[rows++] = row(f, states, node, buffer);
        node = waits_for(f, states, node, (unsigned)buffer);
    } while (node != first);
    return rows;
}

int fedx_diagnose(const struct fedx_fabric *f, struct fedx_waiting *cycle, int max)
{
    size_t nodes = (size_t)fedx_fabric_nodes(f);
    struct fedx_switch_regs *states = calloc(nodes, sizeof *states);
    int *visited = calloc(nodes, sizeof *visited), rows = 0;

    if (!states || !visited) {
        free(states);
        free(visited);
        return -1;
    }
    for (size_t n = 0; n < nodes; n++)
        fedx_fabric_state(f, (int)n, &states[n]);
    for (size_t n = 0; n < nodes && rows == 0; n++) {
        memset(visited, 0, nodes * sizeof *visited);
        rows = walk(f, states, (int)n, visited, cycle, max);
    }
    free(states);
    free(visited);
    return rows;
}

/* Switches whose buffers nobody can look into. */
static int hidden_nodes(const struct fedx_fabric *f)
{
    int hidden = 0;

    for (int n = 0; fedx_fabric_config(f)->nodes && n < fedx_fabric_nodes(f); n++)
        hidden += fedx_node_registers(fedx_fabric_node_ops(f, n)) < fedx_reg_count;
    return hidden;
}

void fedx_diagnose_print(const struct fedx_fabric *f, FILE *out)
{
    struct fedx_waiting cycle[64];
    int rows = fedx_diagnose(f, cycle, 64);

    fprintf(out, "stuck: cycle %" PRIu64 ", %" PRIu64 " packets in the fabric\n", fedx_fabric_cycle(f),
            fedx_fabric_in_flight(f));
    if (rows <= 0 && hidden_nodes(f)) {
        fprintf(out, "%d switches do not show all their registers: whether full ones wait for each other is not known\n", hidden_nodes(f));
        return;
    }
    if (rows <= 0) {
        fprintf(out, "no circle of full switches found: a PE that does not eject, or a switch that does not answer\n");
        return;
    }
    fprintf(out, "deadlock: %d packets wait for each other in a circle\n", rows);
    for (int i = 0; i < rows; i++)
        fprintf(out, "  packet %u.%u.%u to node %u, in node %d buffer %d, waits for node %d (%d of %d buffers used)\n",
                cycle[i].header.source, cycle[i].header.message, cycle[i].header.packet, cycle[i].header.destination,
                cycle[i].node, cycle[i].buffer, cycle[i].wants, cycle[i].wants_used,
                fedx_fabric_config(f)->settings.buffers);
}

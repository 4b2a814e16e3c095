/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlock diagnosis: follow each waiting packet to a node that cannot take it,
 * from there to a packet that waits in that node, and so on until one comes back.
 */
#include "deadlock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>


/* What a node holds. */
struct place {
    struct held_packet held[KIND_MOST_BUFFERS];
    int count;
};

/* All nodes. */
struct places {
    const struct fabric_config *config;
    struct place *node;
    int turn; /* whose packets are being visited */
};

static void note(void *context, const struct held_packet *held)
{
    struct places *places = context;
    struct place *place = &places->node[places->turn];

    place->held[place->count++] = *held;
}

/* A full node that a packet in this one waits for, or -1 when one of its ways is open. */
static int waits_for(const struct places *places, int node, const struct held_packet *held)
{
    const struct topology *t = places->config->topology;
    int full = -1;

    for (int p = 0; p < t->kind->links; p++) {
        int next = t->links[node][p].node;
        if (!(held->waits_for >> p & 1))
            continue;
        if (next < 0 || t->links[node][p].port == TOPOLOGY_ENDPOINT || places->node[next].count != places->config->kind->buffers(places->config->settings))
            return -1;
        full = full < 0 ? next : full;
    }
    return full;
}

/* A packet in node that itself waits for a full node: the next link of the chain, or NULL. */
static const struct held_packet *next_packet(const struct places *places, int node)
{
    const struct place *place = &places->node[node];

    for (int k = 0; k < place->count; k++)
        if (waits_for(places, node, &place->held[k]) >= 0)
            return &place->held[k];
    return NULL;
}

static struct deadlock_waiting row(const struct places *places, int node, const struct held_packet *held)
{
    int wants = waits_for(places, node, held);

    return (struct deadlock_waiting){
        .node = node, .buffer = held->place, .packet = held->packet, .wants = wants, .wants_used = places->node[wants].count};
}

/* Walk from node to node until one is met again; visited[] holds the step at which each was met. */
static int walk(const struct places *places, int start, int *visited, struct deadlock_waiting *cycle, int max)
{
    int rows = 0, first, node = start;

    for (int step = 1; visited[node] == 0; step++) {
        const struct held_packet *held = next_packet(places, node);
        if (!held)
            return 0;
        visited[node] = step;
        node = waits_for(places, node, held);
    }
    first = node;
    do {
        const struct held_packet *held = next_packet(places, node);
        if (rows < max)
            cycle[rows++] = row(places, node, held);
        node = waits_for(places, node, held);
    } while (node != first);
    return rows;
}

int deadlock_find(const struct fabric *f, struct deadlock_waiting *cycle, int max)
{
    int nodes = fabric_nodes(f), rows = 0;
    struct places places = {.config = fabric_config(f), .node = calloc((size_t)nodes, sizeof *places.node)};
    int *visited = calloc((size_t)nodes, sizeof *visited);

    if (!places.node || !visited) {
        free(places.node);
        free(visited);
        return -1;
    }
    for (; places.turn < nodes; places.turn++)
        fabric_each_held(f, places.turn, note, &places);
    for (int n = 0; n < nodes && rows == 0; n++) {
        memset(visited, 0, (size_t)nodes * sizeof *visited);
        rows = walk(&places, n, visited, cycle, max);
    }
    free(places.node);
    free(visited);
    return rows;
}

/* Switches whose buffers nobody can look into. */
static int hidden_nodes(const struct fabric *f)
{
    const struct router_kind *kind = fabric_config(f)->kind;
    int hidden = 0;

    for (int n = 0; fabric_config(f)->nodes && n < fabric_nodes(f); n++)
        hidden += kind_registers_shown(kind, fabric_node_ops(f, n)) < kind->register_count;
    return hidden;
}

void deadlock_print(const struct fabric *f, FILE *out)
{
    struct deadlock_waiting cycle[64];
    int rows = deadlock_find(f, cycle, 64);

    fprintf(out, "stuck: cycle %" PRIu64 ", %" PRIu64 " packets in the fabric\n", fabric_cycle(f),
            fabric_in_flight(f));
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
                cycle[i].packet.source, cycle[i].packet.message, cycle[i].packet.number, cycle[i].packet.destination,
                cycle[i].node, cycle[i].buffer, cycle[i].wants, cycle[i].wants_used,
                fabric_config(f)->kind->buffers(fabric_config(f)->settings));
}

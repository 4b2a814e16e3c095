/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlock diagnosis: follow each waiting packet to the router that cannot take it, or to an input of that router, from
 * there to a packet that waits there, and so on until a place comes up again. See deadlock.h.
 */
#include "deadlock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* Packets of a place that it has room for at first. */
enum { FIRST_ROOM = 16 };

/* What a router holds, or, where each place of a packet is of a port, what an input of a router holds. */
struct place {
    struct held_packet *held; /* [room], count of them in use */
    size_t count, room;
};

/* All of them. */
struct places {
    const struct fabric *fabric;
    const struct topology *topology;
    const struct router_kind *kind;
    struct place *place;
    int inputs; /* of a router; 1: packets of all ports share its places */
    int turn;   /* whose packets are being visited */
    int lost;   /* out of memory: not all packets are there */
};

static int place_at(const struct places *p, int node, int port)
{
    return p->inputs == 1 ? node : node * p->inputs + port;
}

static int node_of(const struct places *p, int place)
{
    return place / p->inputs;
}

static void note(void *context, const struct held_packet *held)
{
    struct places *p = context;
    struct place *place =
        &p->place[place_at(p, p->turn, p->kind->port_places ? held->place / p->kind->port_places : 0)];
    struct held_packet *all = memory_grow(place->held, place->count, &place->room, FIRST_ROOM, sizeof *held);

    if (!all) {
        p->lost = 1;
        return;
    }
    place->held = all;
    place->held[place->count++] = *held;
}

/* The port by which a packet leaves a place that its head has left already; -1: there is none. */
static int goes_on(const struct places *p, int place)
{
    if (p->inputs == 1)
        return -1;
    return fabric_goes_on(p->fabric, node_of(p, place), place % p->inputs);
}

/* Whether nothing can come in now, as long as what is there stays. */
static int is_full(const struct places *p, int place)
{
    if (p->inputs == 1)
        return p->place[place].count == (size_t)p->kind->buffers(fabric_config(p->fabric)->settings);
    return p->place[place].count > 0 || goes_on(p, place) >= 0;
}

/* Where a port leads to, if it is full; or -1. */
static int full_behind(const struct places *p, int node, int port)
{
    struct topology_end far = p->topology->links[node][port];
    int place = topology_wired(p->topology, node, port) ? place_at(p, far.node, far.port) : -1;

    return place >= 0 && is_full(p, place) ? place : -1;
}

/* A full place that a packet in this one waits for, or -1 when one of its ways is open. */
static int waits_for(const struct places *p, int place, const struct held_packet *held)
{
    int full = -1;

    for (int port = 0; port < p->topology->kind->links; port++) {
        int behind = held->waits_for >> port & 1 ? full_behind(p, node_of(p, place), port) : full;
        if (behind < 0 && (held->waits_for >> port & 1))
            return -1;
        full = full < 0 ? behind : full;
    }
    return full;
}

/* A packet in a place that itself waits for a full one: the next link of the chain, or NULL. */
static const struct held_packet *next_packet(const struct places *p, int place)
{
    for (size_t k = 0; k < p->place[place].count; k++)
        if (waits_for(p, place, &p->place[place].held[k]) >= 0)
            return &p->place[place].held[k];
    return NULL;
}

/* The place that this one waits for; -1: for none. */
static int next_place(const struct places *p, int place)
{
    const struct held_packet *held = next_packet(p, place);
    int port = held ? -1 : goes_on(p, place);

    return held ? waits_for(p, place, held) : port >= 0 ? full_behind(p, node_of(p, place), port) : -1;
}

/* Packets in a node. */
static int used(const struct places *p, int node)
{
    int count = 0;

    for (int k = 0; k < p->inputs; k++)
        count += (int)p->place[node * p->inputs + k].count;
    return count;
}

static struct deadlock_waiting row(const struct places *p, int place, const struct held_packet *held)
{
    int wants = node_of(p, waits_for(p, place, held));

    return (struct deadlock_waiting){.node = node_of(p, place),
                                     .buffer = held->place,
                                     .packet = held->packet,
                                     .wants = wants,
                                     .wants_used = used(p, wants)};
}

/* Walk from place to place until one is met again; visited[] holds the step at which each was met. */
static int walk(const struct places *p, int start, int *visited, struct deadlock_waiting *cycle, int max)
{
    int rows = 0, first, place = start;

    for (int step = 1; visited[place] == 0; step++) {
        int next = next_place(p, place);
        if (next < 0)
            return 0;
        visited[place] = step;
        place = next;
    }
    first = place;
    do {
        const struct held_packet *held = next_packet(p, place);
        if (held && rows < max)
            cycle[rows++] = row(p, place, held);
        place = next_place(p, place);
    } while (place != first);
    return rows;
}

/* @return 0, or -1 when out of memory */
static int gather(struct places *p)
{
    for (; p->turn < fabric_nodes(p->fabric); p->turn++)
        fabric_each_held(p->fabric, p->turn, note, p);
    return p->lost ? -1 : 0;
}

static void forget(struct places *p, int count)
{
    for (int n = 0; p->place && n < count; n++)
        free(p->place[n].held);
    free(p->place);
}

int deadlock_find(const struct fabric *f, struct deadlock_waiting *cycle, int max)
{
    const struct router_kind *kind = fabric_config(f)->kind;
    struct places places = {.fabric = f,
                            .topology = fabric_config(f)->topology,
                            .kind = kind,
                            .inputs = kind->port_places ? kind->ports : 1};
    int count = fabric_nodes(f) * places.inputs, *visited = calloc((size_t)count, sizeof *visited);
    int rows = -1;

    places.place = calloc((size_t)count, sizeof *places.place);
    if (places.place && visited && gather(&places) == 0)
        rows = 0;
    for (int n = 0; n < count && rows == 0; n++) {
        memset(visited, 0, (size_t)count * sizeof *visited);
        rows = walk(&places, n, visited, cycle, max);
    }
    forget(&places, count);
    free(visited);
    return rows;
}

/* Routers that do not show all registers, so that what they hold is not known. */
static int hidden_nodes(const struct fabric *f)
{
    const struct router_kind *kind = fabric_config(f)->kind;
    int hidden = 0;

    for (int n = 0; fabric_config(f)->nodes && n < fabric_nodes(f); n++)
        hidden += kind_registers_shown(kind, fabric_node_ops(f, n)) < kind->register_count;
    return hidden;
}

/* Where packets of all ports share the buffers of a router, the line says how many of them are used. */
static void print_row(const struct fabric *f, const struct deadlock_waiting *w, FILE *out)
{
    const struct router_kind *kind = fabric_config(f)->kind;

    fprintf(out, "  packet %u.%u.%u to node %u, in node %d buffer %d, waits for node %d (%d ", w->packet.source,
            w->packet.message, w->packet.number, w->packet.destination, w->node, w->buffer, w->wants, w->wants_used);
    if (kind->port_places)
        fprintf(out, "packets are there)\n");
    else
        fprintf(out, "of %d buffers used)\n", kind->buffers(fabric_config(f)->settings));
}

void deadlock_print(const struct fabric *f, FILE *out)
{
    struct deadlock_waiting cycle[64];
    int rows = deadlock_find(f, cycle, 64);

    fprintf(out, "stuck: cycle %" PRIu64 ", %" PRIu64 " packets in the fabric\n", fabric_cycle(f), fabric_in_flight(f));
    if (rows <= 0 && hidden_nodes(f)) {
        fprintf(out, "%d routers do not show all their registers: whether full ones wait for each other is not known\n",
                hidden_nodes(f));
        return;
    }
    if (rows <= 0) {
        fprintf(out, "no circle of full routers found: %s\n",
                responder_answers(&fabric_config(f)->endpoint.responses)
                    ? "requests wait in PEs, which cannot send their responses"
                    : "a PE that does not eject, or a router that does not answer");
        return;
    }
    fprintf(out, "deadlock: %d packets wait for each other in a circle\n", rows);
    for (int i = 0; i < rows; i++)
        print_row(f, &cycle[i], out);
}

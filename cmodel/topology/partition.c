/* SPDX-License-Identifier: Apache-2.0 */
#include "partition.h"

#include <stdlib.h>
#include <string.h>

/* Halves that are grown: more of small parts, where they cost less. */
enum { MOST_SEEDS = 32, LEAST_SEEDS = 8, GROWN = 16384, PASSES = 12 };

/* Some routers that are split in two: a bisection of part `from`, whose second half becomes part `to`. */
struct halves {
    const struct topology *t;
    const uint32_t *weight;
    uint16_t *part;
    uint16_t from, to;
    int *member, members;   /* routers of both */
    uint8_t *side;          /* [nodes] 1: of the second half */
    uint8_t *best;          /* likewise, the best one so far */
    uint8_t *moved;         /* [nodes] in this pass */
    int *gain;              /* [nodes] cables to the other half, less those to its own: what moving it saves */
    int *order;             /* of the moves of this pass */
    uint64_t all, wanted;   /* weight of both, and of the second half */
    uint64_t slack;         /* by which that may be missed */
    uint64_t swing;         /* likewise on the way there: routers change sides one after the other */
    uint64_t weighs;        /* the second half */
    int cut;                /* cables between the halves */
    int least, first_least; /* routers that the second half, and the first, has to have */
};

/* Whether a port leads to another router of these two halves. */
static int within(const struct halves *h, int node, int port)
{
    int far = h->t->links[node][port].node;

    return topology_wired(h->t, node, port) && far != node && h->part[far] == h->from;
}

static void move(struct halves *h, int node)
{
    h->cut -= h->gain[node];
    h->gain[node] = -h->gain[node];
    h->side[node] ^= 1;
    h->weighs += h->side[node] ? h->weight[node] : -(uint64_t)h->weight[node];
    for (int p = 0; p < TOPOLOGY_PORTS; p++) {
        int far = h->t->links[node][p].node;
        if (within(h, node, p))
            h->gain[far] += h->side[far] == h->side[node] ? -2 : 2;
    }
}

/* All are of the first half. */
static void begin(struct halves *h)
{
    h->cut = 0;
    h->weighs = 0;
    for (int i = 0; i < h->members; i++) {
        int node = h->member[i];
        h->side[node] = h->moved[node] = 0;
        h->gain[node] = 0;
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            h->gain[node] -= within(h, node, p);
    }
}

static uint64_t off_by(const struct halves *h, uint64_t weighs)
{
    return weighs > h->wanted ? weighs - h->wanted : h->wanted - weighs;
}

/* Whether a router may change sides: both stay near what they are to weigh, or come nearer to it. */
static int may_move(const struct halves *h, int node)
{
    uint64_t after = h->weighs + (h->side[node] ? -(uint64_t)h->weight[node] : h->weight[node]);

    return off_by(h, after) <= h->swing || off_by(h, after) < off_by(h, h->weighs);
}

/* The router whose move saves the most. @param grow  1: only of the first half @return -1: there is none */
static int best_move(const struct halves *h, int grow)
{
    int best = -1, most = 0;

    for (int i = 0; i < h->members; i++) {
        int node = h->member[i];
        if (h->moved[node] || (grow ? h->side[node] : !may_move(h, node)))
            continue;
        if (best < 0 || h->gain[node] > most) {
            best = node;
            most = h->gain[node];
        }
    }
    return best;
}

/* The second half grows from one router. */
static void grow(struct halves *h, int seed)
{
    begin(h);
    move(h, seed);
    for (int next; h->weighs < h->wanted && (next = best_move(h, 1)) >= 0;)
        move(h, next);
}

/*
 * Every router changes sides once, the one that saves most first; the best moment counts. @return whether it is better
 */
static int pass(struct halves *h)
{
    int best_cut = h->cut, best_moves = 0, moves = 0, node;
    uint64_t best_off = off_by(h, h->weighs);

    for (int i = 0; i < h->members; i++)
        h->moved[h->member[i]] = 0;
    while (moves < h->members && (node = best_move(h, 0)) >= 0) {
        move(h, node);
        h->moved[node] = 1;
        h->order[moves++] = node;
        uint64_t off = off_by(h, h->weighs);
        int balanced = off <= h->slack || off < best_off;
        if (balanced && (h->cut < best_cut || (h->cut == best_cut && off < best_off))) {
            best_cut = h->cut;
            best_off = off;
            best_moves = moves;
        }
    }
    while (moves > best_moves)
        move(h, h->order[--moves]);
    return best_moves > 0;
}

/* Each half has a router for each of its parts, whatever they weigh. */
static int both_there(const struct halves *h)
{
    int second = 0;

    for (int i = 0; i < h->members; i++)
        second += h->side[h->member[i]];
    return second >= h->least && h->members - second >= h->first_least;
}

static void record_best(struct halves *h, int *least)
{
    if (!both_there(h) || (*least >= 0 && h->cut >= *least))
        return;
    *least = h->cut;
    memcpy(h->best, h->side, (size_t)h->t->nodes);
}

/* By numbers: blocks of rows, or subtrees, are good halves of many a topology, and the numbers follow each other. */
static void by_numbers(struct halves *h)
{
    begin(h);
    for (int i = h->members - 1; i > 0 && h->weighs + h->weight[h->member[i]] / 2 < h->wanted; i--)
        move(h, h->member[i]);
}

static int seeds_of(const struct halves *h)
{
    int seeds = GROWN / h->members;

    seeds = seeds > MOST_SEEDS ? MOST_SEEDS : seeds < LEAST_SEEDS ? LEAST_SEEDS : seeds;
    return seeds > h->members ? h->members : seeds;
}

static void bisect(struct halves *h)
{
    int least = -1, seeds = seeds_of(h);

    by_numbers(h);
    for (int i = 0; i < PASSES && pass(h); i++)
        ;
    record_best(h, &least);
    for (int seed = 0; seed < seeds; seed++) {
        grow(h, h->member[(long)seed * h->members / seeds]);
        for (int i = 0; i < PASSES && pass(h); i++)
            ;
        record_best(h, &least);
    }
    for (int i = 0; i < h->members; i++)
        if (least < 0 ? i >= h->first_least : h->best[h->member[i]])
            h->part[h->member[i]] = h->to;
}

static void find_members(struct halves *h, int part)
{
    h->members = 0;
    h->all = 0;
    h->swing = 0;
    for (int n = 0; n < h->t->nodes; n++)
        if (h->part[n] == part) {
            h->member[h->members++] = n;
            h->all += h->weight[n];
            h->swing = h->swing > h->weight[n] ? h->swing : h->weight[n];
        }
    h->slack = h->swing / 2;
}

/* Part `first` becomes so many parts, first and behind it. */
static void split(struct halves *h, int first, int parts)
{
    int second = parts / 2;

    if (parts < 2)
        return;
    find_members(h, first);
    h->least = second;
    h->first_least = parts - second;
    h->from = (uint16_t)first;
    h->to = (uint16_t)(first + parts - second);
    h->wanted = h->all * (uint64_t)second / (uint64_t)parts;
    bisect(h);
    split(h, first, parts - second);
    split(h, first + parts - second, second);
}

int partition(const struct topology *t, const uint32_t *weight, int parts, uint16_t *part)
{
    size_t nodes = (size_t)t->nodes;
    struct halves h = {.t = t, .weight = weight, .part = part};
    int status = -1;

    h.member = malloc(nodes * sizeof *h.member);
    h.order = malloc(nodes * sizeof *h.order);
    h.gain = malloc(nodes * sizeof *h.gain);
    h.side = calloc(nodes, 1);
    h.best = calloc(nodes, 1);
    h.moved = calloc(nodes, 1);
    if (h.member && h.order && h.gain && h.side && h.best && h.moved) {
        memset(part, 0, nodes * sizeof *part);
        split(&h, 0, parts);
        status = 0;
    }
    free(h.member);
    free(h.order);
    free(h.gain);
    free(h.side);
    free(h.best);
    free(h.moved);
    return status;
}

void partition_in_order(const struct topology *t, const uint32_t *weight, int parts, uint16_t *part)
{
    uint64_t all = 0, before = 0;
    int last = 0;

    for (int n = 0; n < t->nodes; n++)
        all += weight[n];
    for (int n = 0; n < t->nodes; n++) {
        int least = parts - (t->nodes - n), due = (int)((before + weight[n] / 2) * (uint64_t)parts / all);
        due = due > last + 1 ? last + 1 : due; /* every part gets a router, also where one weighs more than a share */
        due = n == 0 ? 0 : due > least ? due : least;
        last = part[n] = (uint16_t)(due > last ? due : last);
        before += weight[n];
    }
}

struct partition_figures partition_look(const struct topology *t, int parts, const uint16_t *part)
{
    struct partition_figures f = {.least = t->nodes};
    int ends = 0, cut_ends = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (topology_wired(t, n, p)) {
                ends++;
                cut_ends += part[n] != part[t->links[n][p].node];
            }
    for (int k = 0; k < parts; k++) {
        int size = 0;
        for (int n = 0; n < t->nodes; n++)
            size += part[n] == k;
        f.least = size < f.least ? size : f.least;
        f.most = size > f.most ? size : f.most;
    }
    f.cut = cut_ends / 2;
    f.cables = ends / 2;
    return f;
}

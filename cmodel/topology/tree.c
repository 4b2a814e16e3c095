/* SPDX-License-Identifier: Apache-2.0
 *
 * The k-ary n-tree: n levels of k^(n-1) routers, each with k ports down and k up, and k^n endpoints below the lowest
 * level. Routers are numbered level by level from the leaves, level 0; w, the number within a level, has n-1 digits in
 * base k. Ports 0 to k-1 lead down, ports k to 2k-1 up. Up port k+u of router w of level l leads to the router of level
 * l+1 whose digit l is u and whose other digits are those of w; it arrives there at down port w_l, the digit that was
 * replaced. Endpoint e is at down port e mod k of leaf e / k; the up ports of the top level are not connected.
 *
 * A packet may take any way up until it is above its destination, and has one way down. Deterministic packets take the
 * up port with digit l of their endpoint (a table does not know by which port a packet came): endpoints that share a
 * way up differ in a higher digit, so that no way down has more than its share.
 */
#include "topology.h"

enum { MOST_ENDPOINTS = 1 << 16 };

/* k to the power of so much. */
static int power(int k, int exponent)
{
    int product = 1;

    while (exponent-- > 0)
        product *= k;
    return product;
}

static const char *check(int arity, int levels)
{
    int endpoints = 1;

    if (arity < 2 || arity > TOPOLOGY_PORTS / 2 || levels < 1)
        return "a tree has an arity from 2 to 6, half the ports of a router, and at least one level";
    for (int level = 0; level < levels && endpoints <= MOST_ENDPOINTS; level++)
        endpoints *= arity;
    return endpoints <= MOST_ENDPOINTS ? NULL
                                       : "fabric too large: a tree has at most 65536 endpoints (16 bits of number)";
}

static void count(int arity, int levels, int *routers, int *endpoints)
{
    *routers = levels * power(arity, levels - 1);
    *endpoints = power(arity, levels);
}

/* Routers of a level. */
static int width(const struct topology *t)
{
    return t->nodes / t->cols;
}

static int digit(const struct topology *t, int number, int place)
{
    return number / power(t->rows, place) % t->rows;
}

/* The router of a level that has another digit in that place than a router of any level. */
static int sibling(const struct topology *t, int level, int node, int place, int value)
{
    return level * width(t) + node % width(t) + (value - digit(t, node % width(t), place)) * power(t->rows, place);
}

static struct topology_end neighbour(const struct topology *t, int node, int port)
{
    int level = node / width(t), w = node % width(t), up = port - t->rows;

    if (up >= 0 && up < t->rows && level < t->cols - 1)
        return (struct topology_end){sibling(t, level + 1, node, level, up), (int16_t)digit(t, w, level), 0};
    if (up < 0 && level > 0)
        return (struct topology_end){sibling(t, level - 1, node, level - 1, port),
                                     (int16_t)(t->rows + digit(t, w, level - 1)), 0};
    return (struct topology_end){-1, 0, 0};
}

static struct topology_end attached(const struct topology *t, int endpoint)
{
    return (struct topology_end){endpoint / t->rows, (int16_t)(endpoint % t->rows), 0};
}

static int deterministic(const struct topology *t, int node, int endpoint, int best)
{
    int up = t->rows + digit(t, endpoint, node / width(t));

    return best >> up & 1 ? up : __builtin_ctz((unsigned)best);
}

/* Levels are rows, the highest first. */
static struct topology_place drawn(const struct topology *t, int node)
{
    return (struct topology_place){(uint16_t)(t->cols - 1 - node / width(t)), (uint16_t)(node % width(t))};
}

const struct topology_kind topology_tree = {
    .name = "tree",
    .summary = "k-ary n-tree: n levels of routers with k ports down and k up, endpoints below the lowest",
    .levels = 1,
    .links = TOPOLOGY_PORTS,
    .check = check,
    .count = count,
    .neighbour = neighbour,
    .attached = attached,
    .deterministic = deterministic,
    .drawn = drawn,
};

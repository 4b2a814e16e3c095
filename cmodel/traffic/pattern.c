/* SPDX-License-Identifier: Apache-2.0
 *
 * Destination patterns. See pattern.h.
 */
#include "pattern.h"

#include <stddef.h>
#include <string.h>

#include "workload.h"

static int any(struct topology_shape s)
{
    return s.rows * s.cols >= 2;
}

static int square(struct topology_shape s)
{
    return s.rows == s.cols;
}

static int power_of_two(struct topology_shape s)
{
    int endpoints = s.rows * s.cols;

    return endpoints >= 2 && (endpoints & (endpoints - 1)) == 0;
}

static int wide(struct topology_shape s)
{
    return s.rows > 1 && s.cols > 1 && (s.rows > 2 || s.cols > 2);
}

/* Address bits, b of Dally and Towles. */
static int bits(struct topology_shape s)
{
    return __builtin_ctz((unsigned)(s.rows * s.cols));
}

static int uniform(struct rng *r, struct topology_shape s, int endpoint)
{
    return workload_destination(r, s.rows * s.cols, endpoint);
}

static int transpose(struct rng *r, struct topology_shape s, int endpoint)
{
    (void)r;
    return endpoint % s.cols * s.cols + endpoint / s.cols;
}

static int bit_complement(struct rng *r, struct topology_shape s, int endpoint)
{
    (void)r;
    return s.rows * s.cols - 1 - endpoint;
}

static int bit_reversal(struct rng *r, struct topology_shape s, int endpoint)
{
    int b = bits(s), destination = 0;

    (void)r;
    for (int i = 0; i < b; i++)
        destination |= (endpoint >> i & 1) << (b - 1 - i);
    return destination;
}

static int shuffle(struct rng *r, struct topology_shape s, int endpoint)
{
    (void)r;
    return (endpoint << 1 | endpoint >> (bits(s) - 1)) & (s.rows * s.cols - 1);
}

static int butterfly(struct rng *r, struct topology_shape s, int endpoint)
{
    int top = bits(s) - 1;

    (void)r;
    return (endpoint & ~(1 | 1 << top)) | (endpoint & 1) << top | endpoint >> top;
}

int pattern_offset(struct topology_shape s, int endpoint, int cols, int rows)
{
    return (endpoint / s.cols + rows + s.rows) % s.rows * s.cols + (endpoint % s.cols + cols + s.cols) % s.cols;
}

static int neighbour(struct rng *r, struct topology_shape s, int endpoint)
{
    (void)r;
    return pattern_offset(s, endpoint, 1, 1);
}

static int tornado(struct rng *r, struct topology_shape s, int endpoint)
{
    (void)r;
    return pattern_offset(s, endpoint, (s.cols + 1) / 2 - 1, (s.rows + 1) / 2 - 1);
}

/* A quarter of the messages to the first eighth of the endpoints. */
static int hot_region(struct rng *r, struct topology_shape s, int endpoint)
{
    int endpoints = s.rows * s.cols, region = endpoints / 8;

    if (!rng_chance(r, 0.25))
        return workload_destination(r, endpoints, endpoint);
    return endpoint < region ? workload_destination(r, region, endpoint) : (int)rng_below(r, (uint32_t)region);
}

/* So far in rows and columns that eight hops of an X-mesh are enough, which the ten buffers of the paper allow. */
enum { NEAR = 4, NEAR_SIDE = 2 * NEAR + 1, NEAR_NODES = NEAR_SIDE * NEAR_SIDE - 1 };

static int roomy(struct topology_shape s)
{
    return s.rows >= NEAR_SIDE && s.cols >= NEAR_SIDE;
}

static int draw_neighbourhood(struct rng *r, struct topology_shape s, int endpoint)
{
    int k = workload_destination(r, NEAR_NODES + 1, NEAR_NODES / 2);

    return pattern_offset(s, endpoint, k % NEAR_SIDE - NEAR, k / NEAR_SIDE - NEAR);
}

/* Within reach of each other on a ring of so many. */
static int is_near(int one, int other, int size)
{
    return (other - one + NEAR + size) % size <= 2 * NEAR;
}

static double near_share(struct topology_shape s, int endpoint, int other)
{
    return is_near(endpoint / s.cols, other / s.cols, s.rows) && is_near(endpoint % s.cols, other % s.cols, s.cols)
               ? 1.0 / NEAR_NODES
               : 0;
}

static double uniform_share(struct topology_shape s, int endpoint, int other)
{
    (void)endpoint;
    (void)other;
    return 1.0 / (s.rows * s.cols - 1);
}

static double hot_region_share(struct topology_shape s, int endpoint, int other)
{
    int endpoints = s.rows * s.cols, region = endpoints / 8;

    return 0.75 / (endpoints - 1) + (other < region ? 0.25 / (region - (endpoint < region)) : 0);
}

/* An endpoint alone in its region would have nobody to send to. */
static int two_eighths(struct topology_shape s)
{
    return s.rows * s.cols >= 16;
}

#define NEEDS_POWER "needs a fabric whose number of nodes is a power of two"

const struct pattern traffic_patterns[] = {
    {"uniform", "needs at least 2 nodes", 0, any, uniform, uniform_share, 0},
    {"transpose", "needs a square fabric", 1, square, transpose, NULL, 0},
    {"bit-complement", NEEDS_POWER, 1, power_of_two, bit_complement, NULL, 0},
    {"bit-reversal", NEEDS_POWER, 1, power_of_two, bit_reversal, NULL, 0},
    {"shuffle", NEEDS_POWER, 1, power_of_two, shuffle, NULL, 0},
    {"butterfly", NEEDS_POWER, 1, power_of_two, butterfly, NULL, 0},
    {"neighbour", "needs at least 2 nodes", 1, any, neighbour, NULL, 0},
    {"tornado", "needs rows and columns, at least 3 of either", 1, wide, tornado, NULL, 0},
    {"hot-region", "needs at least 16 nodes", 0, two_eighths, hot_region, hot_region_share, 0},
    {"near", "needs at least 9 rows and 9 columns", 0, roomy, draw_neighbourhood, near_share, NEAR},
    {NULL, NULL, 0, NULL, NULL, NULL, 0},
};

const struct pattern *pattern_find(const char *name)
{
    for (const struct pattern *p = traffic_patterns; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

double pattern_share(const struct pattern *p, struct topology_shape shape, int endpoint, int other)
{
    if (endpoint == other)
        return 0;
    return p->share ? p->share(shape, endpoint, other) : p->destination(NULL, shape, endpoint) == other;
}

int pattern_sends(const struct pattern *p, struct topology_shape shape, int endpoint)
{
    return !p->fixed || p->destination(NULL, shape, endpoint) != endpoint;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_via.h"

#include <stdlib.h>

#include "fedx/rng.h"
#include "vcr_packet.h"

int vcr_via_grid(const struct topology *t)
{
    return t->kind == &topology_mesh || t->kind == &topology_torus;
}

int vcr_via_endpoint(const struct topology *t, int router)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (t->links[router][p].node >= 0 && t->links[router][p].port == TOPOLOGY_ENDPOINT)
            return t->links[router][p].node;
    return -1;
}

/* Shortest ways in one dimension: a ring, or a row. */
struct span {
    int from, hops, size;
    int step; /* 1: rising, -1: falling */
    int both; /* half-way round a ring: either */
};

static struct span span_of(const struct topology *t, int from, int to, int size)
{
    int ahead = (to - from + size) % size, rising = t->kind == &topology_torus ? 2 * ahead <= size : to >= from;

    return (struct span){.from = from,
                         .hops = t->kind == &topology_torus ? (rising ? ahead : size - ahead) : abs(to - from),
                         .size = size,
                         .step = rising ? 1 : -1,
                         .both = t->kind == &topology_torus && ahead > 0 && 2 * ahead == size};
}

static int draw_along(const struct span *s, struct rng *r)
{
    int step = s->both && rng_next(r) >> 63 ? -s->step : s->step;

    return (s->from + step * (int)rng_below(r, (uint32_t)s->hops + 1u) + s->size) % s->size;
}

/* How often a place is drawn. */
static double share_along(const struct span *s, int at)
{
    int rising = (at - s->from + s->size) % s->size, falling = (s->from - at + s->size) % s->size;
    int either = (s->step > 0 ? rising : falling) <= s->hops,
        other = s->both && (s->step > 0 ? falling : rising) <= s->hops;

    return (either + other) / (1.0 + s->both) / (s->hops + 1.0);
}

/* Rows and columns between two routers. */
static void span_both(const struct topology *t, int source, int destination, struct span *row, struct span *col)
{
    int from = t->attached[source].node, to = t->attached[destination].node;

    *row = span_of(t, from / t->cols, to / t->cols, t->rows);
    *col = span_of(t, from % t->cols, to % t->cols, t->cols);
}

int vcr_via_draw(const struct vcr_settings *settings, const struct topology *t, const struct packet *p)
{
    struct rng r = rng_stream(settings->random_seed ^ (uint64_t)p->message << 8 ^ p->number, p->source);
    struct span row, col;
    int along;

    if (settings->via != VCR_VIA_ROMM)
        return t->attached[rng_below(&r, (uint32_t)t->endpoints)].node;
    span_both(t, (int)p->source, (int)p->destination, &row, &col);
    along = draw_along(&col, &r);
    return draw_along(&row, &r) * t->cols + along;
}

uint64_t vcr_via_head(const struct vcr_settings *settings, const struct topology *t, const struct packet *p)
{
    uint64_t head = vcr_packet_head(p);

    if (settings->via == VCR_VIA_NONE)
        return head;
    return vcr_packet_first(head, (unsigned)vcr_via_endpoint(t, vcr_via_draw(settings, t, p)));
}

double vcr_via_share(const struct vcr_settings *settings, const struct topology *t, int source, int destination,
                     int via)
{
    int router = t->attached[via].node, known = vcr_via_endpoint(t, router) == via, here = 0;
    struct span row, col;

    if (!known)
        return 0;
    if (settings->via == VCR_VIA_ROMM) {
        span_both(t, source, destination, &row, &col);
        return share_along(&row, router / t->cols) * share_along(&col, router % t->cols);
    }
    for (int e = 0; e < t->endpoints; e++)
        here += t->attached[e].node == router;
    return (double)here / t->endpoints;
}

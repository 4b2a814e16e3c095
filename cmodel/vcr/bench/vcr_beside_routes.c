/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_beside_routes.h. Where several ports are on a shortest way, destinations are spread over them; if that has a circle, the
 * lowest one is taken, which is a way in dimension order where ports are numbered so.
 */
#include "vcr_beside_routes.h"

#include <stdlib.h>
#include <string.h>

#include "../../foreign/foreign_flit.h"

struct search {
    const struct foreign *f;
    int8_t *route;
    int *wire_of;    /* [routers * outputs] wire of an output; -1: none */
    int *distance;   /* [routers] hops to the sink that is looked at; -1: no way */
    uint8_t *gone;   /* [wires] cannot be in a circle */
};

static int wire_of(const struct search *s, int router, int port)
{
    return s->wire_of[router * s->f->outputs.count + port];
}

/* Hops from every router to one, against the wires. */
static void find_distances(struct search *s, int router)
{
    int changed = 1;

    for (int i = 0; i < s->f->routers; i++)
        s->distance[i] = i == router ? 0 : -1;
    for (int hops = 0; changed; hops++) {
        changed = 0;
        for (int i = 0; i < s->f->wires; i++) {
            const struct foreign_wire *w = &s->f->wire[i];
            if (s->distance[w->to.router] == hops && s->distance[w->from.router] < 0) {
                s->distance[w->from.router] = hops + 1;
                changed = 1;
            }
        }
    }
}

/* The port by which a packet leaves a router. @param spread  1: spread over those that are best; 0: the lowest */
static int choose(const struct search *s, int router, int sink, int spread)
{
    int best[FOREIGN_PORTS], count = 0;

    if (router == s->f->sink[sink].router)
        return s->f->sink[sink].port;
    for (int port = 0; port < s->f->outputs.count; port++) {
        int wire = wire_of(s, router, port);
        int far = wire < 0 ? -1 : s->distance[s->f->wire[wire].to.router];
        if (far >= 0 && far + 1 == s->distance[router])
            best[count++] = port;
    }
    if (count == 0)
        return -1;
    return best[spread ? foreign_mix((uint64_t)sink, (uint64_t)router) % (unsigned)count : 0];
}

static void fill(struct search *s, int spread)
{
    for (int sink = 0; sink < s->f->sinks; sink++) {
        find_distances(s, s->f->sink[sink].router);
        for (int router = 0; router < s->f->routers; router++)
            s->route[router * s->f->sinks + sink] = (int8_t)choose(s, router, sink, spread);
    }
}

/* 1 when a packet on this wire may wait for another wire that is not gone. */
static int waits(const struct search *s, int wire)
{
    const struct foreign_wire *w = &s->f->wire[wire];

    for (int sink = 0; sink < s->f->sinks; sink++) {
        int port = s->route[w->to.router * s->f->sinks + sink];
        int next = port < 0 ? -1 : wire_of(s, w->to.router, port);
        if (s->route[w->from.router * s->f->sinks + sink] == w->from.port && next >= 0 && !s->gone[next])
            return 1;
    }
    return 0;
}

/* Wires that wait for none are gone, then those that waited for them, and so on: what is left waits in a circle. */
static int has_circle(struct search *s)
{
    int left = s->f->wires, before;

    memset(s->gone, 0, (size_t)s->f->wires + 1);
    do {
        before = left;
        for (int wire = 0; wire < s->f->wires; wire++)
            if (!s->gone[wire] && !waits(s, wire)) {
                s->gone[wire] = 1;
                left--;
            }
    } while (left < before && left > 0);
    return left > 0;
}

int vcr_beside_routes(const struct foreign *f, int8_t *route)
{
    size_t outputs = (size_t)(f->routers * f->outputs.count);
    struct search s = {f, route, malloc(outputs * sizeof(int)), malloc((size_t)f->routers * sizeof(int)), malloc((size_t)f->wires + 1)};
    int status = -1;

    if (s.wire_of && s.distance && s.gone) {
        for (size_t i = 0; i < outputs; i++)
            s.wire_of[i] = -1;
        for (int i = 0; i < f->wires; i++)
            s.wire_of[f->wire[i].from.router * f->outputs.count + f->wire[i].from.port] = i;
        status = 0;
        for (int spread = 1; spread >= 0 && status == 0; spread--) {
            fill(&s, spread);
            status = !has_circle(&s);
        }
    }
    free(s.wire_of);
    free(s.distance);
    free(s.gone);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_baseline_routes.h. Of the ports on a shortest way one is chosen by where it leads, never by its number: the
 * user numbers ports in any order.
 */
#include "vcr_baseline_routes.h"

#include <stdlib.h>
#include <string.h>

#include "../../blackbox/description/blackbox_flit.h"

struct search {
    const struct blackbox *f;
    int8_t *route;
    int *wire_of;  /* [routers * outputs] wire of an output; -1: none */
    int *distance; /* [routers] hops to the sink that is looked at; -1: no way */
    uint8_t *gone; /* [wires] cannot be in a circle */
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
            const struct blackbox_wire *w = &s->f->wire[i];
            if (s->distance[w->to.router] == hops && s->distance[w->from.router] < 0) {
                s->distance[w->from.router] = hops + 1;
                changed = 1;
            }
        }
    }
}

/* From a place to a neighbour along a ring, or a line, of so many: 1 is up, -1 down. */
static int step_of(int from, int to, int places)
{
    int up = (to - from + places) % places;

    return up <= 1 ? up : -1;
}

/* Where a port leads, as a number that does not depend on how ports are numbered: in dimension order along the row
 * first, then along the column, then both at once. Two ways round a ring may be as long: even places go up, and odd
 * ones down, so that no circle comes of it in a ring of four. */
static int place_of(const struct search *s, int router, int next)
{
    int cols = s->f->cols, x = step_of(router % cols, next % cols, cols),
        y = step_of(router / cols, next / cols, s->f->rows);
    int down = (x ? x : y) < 0, odd = (x ? router % cols : router / cols) % 2;

    return 2 * (x && y ? 2 : y ? 1 : 0) + (down != odd);
}

/* The smaller one is chosen. */
static int key_of(const struct search *s, int router, int next, enum vcr_baseline_choice choice)
{
    return (choice == VCR_BASELINE_DIMENSIONS ? place_of(s, router, next) * BLACKBOX_ROUTERS : 0) + next;
}

/* The ports on shortest ways, those with the smallest key first. @return how many */
static int find_best(const struct search *s, int router, enum vcr_baseline_choice choice, int best[BLACKBOX_PORTS])
{
    int key[BLACKBOX_PORTS], count = 0;

    for (int port = 0; port < s->f->outputs.count; port++) {
        int wire = wire_of(s, router, port), next = wire < 0 ? -1 : s->f->wire[wire].to.router, at = count, mine;
        if (next < 0 || s->distance[next] < 0 || s->distance[next] + 1 != s->distance[router])
            continue;
        mine = key_of(s, router, next, choice);
        for (; at > 0 && key[at - 1] > mine; at--) {
            key[at] = key[at - 1];
            best[at] = best[at - 1];
        }
        key[at] = mine;
        best[at] = port;
        count++;
    }
    return count;
}

/* The port by which a packet leaves a router; -1: no way leads there. */
static int choose(const struct search *s, int router, int sink, enum vcr_baseline_choice choice)
{
    int best[BLACKBOX_PORTS], count;

    if (router == s->f->sink[sink].router)
        return s->f->sink[sink].port;
    count = find_best(s, router, choice, best);
    if (count == 0)
        return -1;
    return best[choice == VCR_BASELINE_SPREAD ? blackbox_mix((uint64_t)sink, (uint64_t)router) % (unsigned)count : 0];
}

static void fill(struct search *s, enum vcr_baseline_choice choice)
{
    for (int sink = 0; sink < s->f->sinks; sink++) {
        find_distances(s, s->f->sink[sink].router);
        for (int router = 0; router < s->f->routers; router++)
            s->route[router * s->f->sinks + sink] = (int8_t)choose(s, router, sink, choice);
    }
}

/* 1 when a packet on this wire may wait for another wire that is not gone. */
static int waits(const struct search *s, int wire)
{
    const struct blackbox_wire *w = &s->f->wire[wire];

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

int vcr_baseline_routes(const struct blackbox *f, int8_t *route, enum vcr_baseline_choice *choice)
{
    size_t outputs = (size_t)(f->routers * f->outputs.count);
    struct search s = {f, route, malloc(outputs * sizeof(int)), malloc((size_t)f->routers * sizeof(int)),
                       malloc((size_t)f->wires + 1)};
    int status = -1;

    if (s.wire_of && s.distance && s.gone) {
        for (size_t i = 0; i < outputs; i++)
            s.wire_of[i] = -1;
        for (int i = 0; i < f->wires; i++)
            s.wire_of[f->wire[i].from.router * f->outputs.count + f->wire[i].from.port] = i;
        status = 0;
        for (int i = f->cols ? VCR_BASELINE_DIMENSIONS : VCR_BASELINE_SPREAD; i < VCR_BASELINE_CHOICES && status == 0;
             i++) {
            *choice = (enum vcr_baseline_choice)i;
            fill(&s, *choice);
            status = !has_circle(&s);
        }
    }
    free(s.wire_of);
    free(s.distance);
    free(s.gone);
    return status;
}

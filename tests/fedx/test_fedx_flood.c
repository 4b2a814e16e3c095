/* SPDX-License-Identifier: Apache-2.0
 *
 * One switch that is flooded: neighbours that always have a packet for it, and a PE that always has one to inject. No
 * port starves, in any mode; docs/spec/fedx.md section 15 (e), which derives the bound and has a table from here.
 *
 *   test_fedx_flood [all | CYCLES [TIMEOUT]]    all: every combination; with a number of cycles also a line for each,
 * else each case is a little longer than its bound, so that a port that starves exceeds it
 */
#include <stdlib.h>

#include "fedx/kind/fedx_port_end.h"
#include "../unit.h"

enum { HERE, BEYOND, DESTINATIONS }; /* this switch, and a node behind link 0 */

static uint64_t cycles; /* 0: as many as the bound has, and some more */
static int timeout = 1000, all;

/* One case. */
struct flood {
    struct fedx_settings settings;
    int neighbours; /* that send, from link 0 up */
    int transit;    /* the last of them sends to the node beyond */
};

/* A neighbour or the PE: always the next packet of its own. */
struct source {
    struct fedx_port_end end;
    struct fedx_header header;
    uint8_t image[2][FEDX_PACKET_BYTES]; /* under way, or to be repeated; and the one after it */
    unsigned accepted;
    uint64_t last, longest; /* cycle of the last acceptance; cycles between two, at most */
};

struct rig {
    struct fedx_switch *sw;
    struct source source[FEDX_PORTS];
    struct fedx_pins late[FEDX_MAX_LATENCY + 1], late_sources[FEDX_MAX_LATENCY + 1];
    unsigned sources; /* mask of those that send */
};

static void next_packet(struct source *s, int which)
{
    static const uint8_t body[BODY_BYTES];

    s->header.message++;
    fedx_header_packet(&s->header, body, s->image[which]);
}

static void init_source(struct rig *r, const struct flood *f, int p)
{
    struct source *s = &r->source[p];
    int to = p == FEDX_PE_PORT || (f->transit && p == f->neighbours - 1) ? BEYOND : HERE;

    fedx_port_end_init(&s->end, 1, f->settings.latency);
    s->header = (struct fedx_header){.destination = (uint16_t)to, .source = (uint16_t)(10 + p)};
    next_packet(s, 0);
    next_packet(s, 1);
    if (r->sources >> p & 1)
        s->end.next = s->image[0];
}

static void init_rig(struct rig *r, const struct flood *f)
{
    static const struct fedx_route_fields routes[DESTINATIONS] = {
        {.distance = 0, .best = PE, .deterministic = FEDX_PE_PORT, .preferred = FEDX_PE_PORT},
        {.distance = 1, .best = 1, .deterministic = 0, .preferred = 0}};

    memset(r, 0, sizeof *r);
    r->sw = fedx_switch_create();
    assert_non_null(r->sw);
    fedx_switch_configure(r->sw, &f->settings);
    for (unsigned d = 0; d < DESTINATIONS; d++)
        fedx_switch_route(r->sw, d, fedx_route_entry(&routes[d]));
    r->sources = ((1u << f->neighbours) - 1u) | PE;
    for (int p = 0; p < FEDX_PORTS; p++)
        init_source(r, f, p);
    for (int i = 0; i <= FEDX_MAX_LATENCY; i++)
        r->late[i].refuse = r->late_sources[i].refuse = FEDX_ALL_PORTS;
}

/* At an acceptance the next packet starts at once, so that it is always ready. */
static void step_source(struct rig *r, int p, uint64_t now, const struct fedx_pins *wires)
{
    struct source *s = &r->source[p];
    struct fedx_pins in = {.data = {(uint8_t)(wires->data[p] | s->end.tx.data[0])}};
    unsigned what;

    in.valid = (wires->valid >> p & 1u) | (s->end.tx.sending & 1u);
    in.turn = wires->turn >> p & 1u;
    in.req = wires->req >> p & 1u;
    in.refuse = wires->refuse >> p & 1u;
    in.acc = wires->acc >> p & 1u;
    const uint8_t *sent = s->end.outgoing;
    what = fedx_port_end_step(&s->end, &in);
    if (what & FEDX_END_ACCEPTED) {
        next_packet(s, sent == s->image[1]);
        s->accepted++;
        s->longest = now - s->last > s->longest ? now - s->last : s->longest;
        s->last = now;
    }
    if (what & FEDX_END_FAILED)
        s->end.next = sent;
    if (what & FEDX_END_STARTED)
        s->end.next = s->image[s->end.outgoing == s->image[0]];
}

static void cycle(struct rig *r, uint64_t now, int latency)
{
    static const struct fedx_control none;
    struct fedx_pins in = r->late_sources[latency], out = r->late[0], own, sources = {0};

    for (int p = 0; p < FEDX_PORTS; p++)
        in.data[p] |= out.data[p];
    in.valid |= out.valid;
    own = r->late[latency];
    for (int p = 0; p < FEDX_PORTS; p++)
        step_source(r, p, now, &own);
    fedx_switch_step(r->sw, &in, &none);
    memmove(r->late + 1, r->late, sizeof r->late - sizeof r->late[0]);
    memmove(r->late_sources + 1, r->late_sources, sizeof r->late_sources - sizeof r->late_sources[0]);
    fedx_switch_pins(r->sw, &r->late[0]);
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct fedx_pins pins;
        fedx_port_end_pins(&r->source[p].end, &pins);
        sources.data[p] = pins.data[0];
        sources.valid |= (uint8_t)(pins.valid << p);
        sources.turn |= (uint8_t)(pins.turn << p);
        sources.req |= (uint8_t)(pins.req << p);
        sources.refuse |= (uint8_t)(pins.refuse << p);
        sources.acc |= (uint8_t)(pins.acc << p);
    }
    r->late_sources[0] = sources;
}

/* The bound of (e) for a full switch, which ejects all the time: room is never far. */
static uint64_t bound(const struct flood *f)
{
    uint64_t attempt = FEDX_PACKET_BYTES + 4 + 3 * (uint64_t)f->settings.latency;
    uint64_t retry = 2 * FEDX_BUFFERS * attempt, time = (uint64_t)f->settings.throttle_timeout;
    uint64_t served = 13 * (time + 3 * attempt + retry) + 7 * (time + retry);

    return f->settings.eject_priority ? 2 * served + time : served;
}

static unsigned run(const struct flood *f)
{
    uint64_t end = cycles ? cycles : bound(f) + 1000;
    struct rig r;
    unsigned ports = 0;

    init_rig(&r, f);
    for (uint64_t now = 0; now < end; now++)
        cycle(&r, now, f->settings.latency);
    if (cycles)
        printf("neighbours %d transit %d backpressure %d ejection %d limits %d latency %d: accepted", f->neighbours,
               f->transit, f->settings.backpressure, f->settings.eject_priority, f->settings.limit_dest,
               f->settings.latency);
    FEDX_FOR_EACH_PORT(p, r.sources)
    {
        struct source *s = &r.source[p];
        s->longest = end - s->last > s->longest ? end - s->last : s->longest;
        if (cycles)
            printf(" %u", s->accepted);
        assert_in_range(s->longest, 1, bound(f));
        ports++;
    }
    if (cycles)
        printf("; PE waits %llu at most, bound %llu\n", (unsigned long long)r.source[FEDX_PE_PORT].longest,
               (unsigned long long)bound(f));
    fedx_switch_destroy(r.sw);
    return ports;
}

TEST(no_port_starves)
{
    static const int neighbours[] = {1, 2, 3, 5, 6};
    unsigned ports = 0;

    for (unsigned i = 0; i < 5 * 3 * 4 * 2 * 2; i++) {
        struct flood f = {.settings = fedx_settings_default(), .neighbours = neighbours[i % 5]};
        int limits = (int)(i / 15 % 4); /* none, ejection priority, and with it both limits or the single one */
        if (!all && (i % 5 % 2 || i / 60 % 2 != (i / 5 + i / 15 + i / 120) % 2))
            continue; /* one, three or six neighbours, and each of the rest with either latency, but not with all others
                       */
        f.settings.backpressure = (int)(i / 5 % 3);
        f.settings.eject_priority = limits > 0 ? 2 : 0;
        f.settings.limit_dest = limits == 2 ? 2 : 0;
        f.settings.limit_trans = limits == 2 ? 6 : 0;
        f.settings.limit_total = limits == 3 ? 4 : 0;
        f.settings.throttle_timeout = timeout;
        f.settings.latency = (int)(i / 60 % 2);
        f.transit = (int)(i / 120);
        ports += run(&f);
    }
    COMPARED(ports, "ports, each longest wait against the bound");
}

int main(int argc, char **argv)
{
    all = argc > 1;
    if (argc > 1 && strcmp(argv[1], "all") != 0)
        cycles = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        timeout = atoi(argv[2]);
    return test_all(NULL, NULL);
}

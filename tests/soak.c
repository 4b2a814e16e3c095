/* SPDX-License-Identifier: Apache-2.0
 *
 * Law 5, progress: an 8x8 with hot spots and endless backlog, in every backpressure mode. Measured are how long the
 * port of a PE, and of a link, has had packets without one being taken, the age of every packet in the fabric, and the
 * longest watch of a switch; they are held against the bounds of docs/spec/fedx.md section 15.
 *
 *   soak [CYCLES]    cycles of each run (default 2000000)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/speed/fedx_engine_event.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

enum {
    SIDE = 8,
    NODES = SIDE * SIDE,
    HOT_SPOTS = 3,
    SENDERS = 19,
    /* Shorter than a packet takes on a wire, so that a toggling bit shows every acceptance. */
    PERIOD = FEDX_PACKET_BYTES,
    STALL = 100000,
    /* docs/spec/fedx.md section 15 (e): an attempt with a change of direction; two attempts of one packet; a watch. */
    ATTEMPT = FEDX_PACKET_BYTES + 4,
    RETRY = 2 * FEDX_BUFFERS * ATTEMPT,
    TIMEOUT = FEDX_THROTTLE_TIMEOUT,
    WATCH_LIMIT = TIMEOUT << FEDX_WATCH_SHIFT
};

/* A packet in the fabric; the oldest first. */
struct traveller {
    uint64_t since;
    struct traveller *older, *younger;
};

/* A quantity, its greatest value, cycles, and how many values there were. */
struct measure {
    uint64_t most, count;
};

struct soak {
    struct fabric *fabric;
    struct traveller *traveller; /* [source][message modulo ENDPOINT_UNDER_WAY][packet] */
    struct traveller *oldest, *youngest;
    uint64_t served[NODES][FEDX_LINKS]; /* cycle in which the link last took a packet, or had none to take */
    uint8_t bit[NODES];
    uint64_t injected[NODES];
    struct measure injection, link, watch, age;
};

static void add(struct measure *m, uint64_t cycles)
{
    m->most = cycles > m->most ? cycles : m->most;
    m->count++;
}

static struct traveller *find(struct soak *s, const struct packet_event *e)
{
    return &s->traveller[(e->source * ENDPOINT_UNDER_WAY + e->message % ENDPOINT_UNDER_WAY) * 256 + e->packet];
}

static void enter(struct soak *s, struct traveller *t, uint64_t now)
{
    *t = (struct traveller){.since = now, .older = s->youngest};
    *(s->youngest ? &s->youngest->younger : &s->oldest) = t;
    s->youngest = t;
}

static void leave(struct soak *s, struct traveller *t)
{
    *(t->older ? &t->older->younger : &s->oldest) = t->younger;
    *(t->younger ? &t->younger->older : &s->youngest) = t->older;
}

static void on_event(void *context, const struct packet_event *e)
{
    struct soak *s = context;

    if (e->kind == EVENT_INJECTED) {
        enter(s, find(s, e), e->cycle);
        s->injected[e->node]++;
    } else if (e->kind == EVENT_DELIVERED) {
        add(&s->age, e->cycle - find(s, e)->since);
        leave(s, find(s, e));
    }
}

/* Links that queued packets may leave by. */
static unsigned wanted(const struct fedx_buffer_pool *pool)
{
    unsigned ports = 0;

    for (int b = 0; b < FEDX_BUFFERS; b++)
        if (pool->queued >> b & 1)
            ports |= pool->allowed[b];
    return ports;
}

static void look_at_switch(struct soak *s, int n, uint64_t now)
{
    struct fedx_switch_regs r;
    unsigned idle;

    fabric_state(s->fabric, n, &r);
    idle = (unsigned)(s->bit[n] ^ r.port_transmit.bit) | ~wanted(&r.buffer_pool);
    s->bit[n] = r.port_transmit.bit;
    for (int p = 0; p < FEDX_LINKS; p++) {
        if (idle >> p & 1)
            s->served[n][p] = now;
        add(&s->link, now - s->served[n][p]);
    }
    if (r.admission.watched)
        add(&s->watch, r.admission.watch_age);
}

static int look(void *context, const struct fabric *f)
{
    struct soak *s = context;
    uint64_t now = fabric_cycle(f);

    for (int n = 0; n < NODES; n++) {
        uint64_t since = fabric_endpoint(s->fabric, n)->waiting_since;
        if (since != ENDPOINT_IDLE)
            add(&s->injection, now - since);
        look_at_switch(s, n, now);
    }
    if (s->oldest)
        add(&s->age, now - s->oldest->since);
    return 0;
}

/* W of section 15 (e): a port that always has a packet is served once in so many cycles, if no watch takes longer. */
static uint64_t port_bound(uint64_t watch)
{
    return 13 * (watch + RETRY) + 7 * (TIMEOUT + RETRY);
}

/* @return 1 when it is over the bound, or nothing was measured */
static int check(const char *what, const struct measure *m, uint64_t bound)
{
    int bad = m->most > bound || m->count == 0;

    printf("  %-42s %8" PRIu64 " cycles, bound %9" PRIu64 ", %" PRIu64 " compared%s\n", what, m->most, bound, m->count,
           bad ? ": FAILED" : "");
    return bad;
}

/* Every PE that sends has injected something. */
static int check_injected(const struct soak *s, const struct traffic *traffic)
{
    uint64_t least = UINT64_MAX;

    for (int n = 0; n < NODES; n++)
        if (traffic->role[n] != TRAFFIC_ROLE_HOT && s->injected[n] < least)
            least = s->injected[n];
    printf("  %-42s %8" PRIu64 " packets\n", "the PE that injected least", least);
    return least == 0;
}

static int check_all(const struct soak *s, const struct fabric_config *c)
{
    uint64_t bound = port_bound(s->watch.most + PERIOD), hops = (uint64_t)c->topology->diameter + 1;
    int node, failed = check_injected(s, c->endpoint.traffic);
    const char *text;

    failed |= check("longest watch", &s->watch, WATCH_LIMIT - 1);
    failed |= check("a PE's port without an injection", &s->injection,
                    ((const struct fedx_settings *)c->settings)->eject_priority ? 2 * bound + TIMEOUT : bound);
    failed |= check("a link without an acceptance", &s->link, bound);
    failed |= check("a packet in the fabric", &s->age, hops * FEDX_BUFFERS * s->link.most);
    if (fabric_fault(s->fabric, &node, &text) != FABRIC_FAULT_NONE) {
        printf("  FAILED: node %d: %s\n", node, text);
        failed = 1;
    }
    return failed;
}

static int run(const char *name, const struct fabric_config *config, uint64_t cycles)
{
    struct soak *s = calloc(1, sizeof *s);
    struct fabric_config c = *config;
    int failed = 1;

    if (!s)
        return 1;
    c.on_event = on_event;
    c.on_event_context = s;
    s->traveller = calloc(NODES * ENDPOINT_UNDER_WAY * 256, sizeof *s->traveller);
    s->fabric = s->traveller ? fabric_create(&c) : NULL;
    if (s->fabric && fedx_engine_event.run(s->fabric, cycles, 1, look, s, PERIOD) == 0) {
        printf("%s: %" PRIu64 " cycles\n", name, fabric_cycle(s->fabric));
        failed = check_all(s, &c);
    }
    fflush(stdout);
    fabric_destroy(s->fabric);
    free(s->traveller);
    free(s);
    return failed;
}

/* Every mode, with what the switches have by default and adaptive packets, and without limits and deterministic. */
static struct fedx_settings settings; /* of all switches */

static int run_all(struct fabric_config *c, uint64_t cycles)
{
    static const char *const modes[] = {"none", "message", "destination"};
    int failed = 0;

    for (int mode = 0; mode < 3; mode++)
        for (int adaptive = 1; adaptive >= 0; adaptive--) {
            char name[80];
            settings = fedx_settings_default();
            settings.backpressure = mode;
            settings.limit_dest = adaptive ? 2 : 0;
            settings.limit_trans = adaptive ? 6 : 0;
            settings.eject_priority = adaptive ? 2 : 0;
            c->endpoint.adaptive = adaptive;
            snprintf(name, sizeof name, "backpressure %s, %s", modes[mode],
                     adaptive ? "limits, adaptive" : "no limits, deterministic");
            failed |= run(name, c, cycles);
        }
    return failed;
}

int main(int argc, char **argv)
{
    struct rng r = rng_stream(1, 0);
    struct traffic traffic;
    uint8_t roles[NODES] = {0};
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, SIDE, SIDE, &error);
    struct fabric_config c = {.topology = t, .kind = &fedx_kind, .settings = &settings, .stall_cycles = STALL};
    int failed = 1;

    traffic_init(&traffic, SIDE, SIDE);
    traffic_draw_roles(roles, NODES, TRAFFIC_ROLE_HOT, HOT_SPOTS, &r);
    traffic_draw_roles(roles, NODES, TRAFFIC_ROLE_SENDER, SENDERS, &r);
    if (t && traffic_hot_spots(&traffic, roles, TRAFFIC_BACKLOG) == 0) {
        c.endpoint = (struct endpoint_settings){
            .workload = workload_find("wk-mixture"), .load = 0.6, .traffic = &traffic, .seed = 1};
        failed = run_all(&c, argc > 1 ? strtoull(argv[1], NULL, 10) : 2000000);
    }
    traffic_finish(&traffic);
    topology_destroy(t);
    return failed;
}

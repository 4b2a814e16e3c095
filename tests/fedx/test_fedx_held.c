/* SPDX-License-Identifier: Apache-2.0
 *
 * What switches hold against what PEs know: every packet that was taken from a PE and has not arrived is in a switch,
 * and what is in a switch is such a packet, or on its way from its PE or to it. From both engines.
 */
#include "../unit.h"

#include "fedx/speed/fedx_engine_event.h"
#include "fabric/fabric.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"

enum { ROWS = 4, COLS = 5, NODES = ROWS * COLS, CYCLES = 20000, PERIOD = 61, MOST = NODES * FEDX_STANDARD_BUFFERS };

/* What was visited between two cycles. */
struct seen {
    struct held_packet held[MOST];
    int node[MOST], turn;
    unsigned count, most; /* most: switches of a way */
    unsigned long packets, waiting;
};

static void see(void *context, const struct held_packet *held)
{
    struct seen *s = context;

    assert_true(s->count < MOST);
    if (s->count > 0 && s->node[s->count - 1] == s->turn)
        assert_true(held->place > s->held[s->count - 1].place);
    s->node[s->count] = s->turn;
    s->held[s->count++] = *held;
    s->waiting += held->waits_for != 0;
}

static int is(const struct packet *h, int source, unsigned message, unsigned packet)
{
    return (int)h->source == source && h->message == message && h->number == packet;
}

/* A message of which packets were taken. */
static void all_are_somewhere(struct seen *s, int source, const struct endpoint_message *m)
{
    for (unsigned k = 0; m && k < (unsigned)(m->job.packets - m->job.left); k++) {
        unsigned places = 0;
        for (unsigned i = 0; i < s->count; i++)
            places += is(&s->held[i].packet, source, m->id, k);
        if (m->start[k] != ENDPOINT_ARRIVED)
            assert_in_range(places, 1, s->most);
        s->packets += m->start[k] != ENDPOINT_ARRIVED;
    }
}

static int under_way(const struct fabric *f, const struct packet *h)
{
    const struct endpoint_message *m = fabric_endpoint(f, h->source)->under_way[h->message % ENDPOINT_UNDER_WAY];

    return m && m->id == h->message && h->number < m->job.packets - m->job.left &&
           m->start[h->number] != ENDPOINT_ARRIVED;
}

/* Its PE has begun to send it, and does not know yet that it was taken; the first bytes may be far away. */
static int is_sent(const struct fabric *f, const struct packet *h)
{
    const struct endpoint *pe = fabric_endpoint(f, h->source);
    const struct endpoint_slot *slot = &pe->slot[pe->turn];

    return pe->attempt && is(h, h->source, slot->message->id, slot->number);
}

static void is_known(const struct fabric *f, const struct seen *s, unsigned i)
{
    const struct held_packet *held = &s->held[i];
    int comes = is_sent(f, &held->packet);
    int leaves = s->node[i] == (int)held->packet.destination && held->waits_for == 0;

    assert_true(held->place < FEDX_STANDARD_BUFFERS && (held->waits_for & ~FEDX_ALL_PORTS) == 0);
    assert_true(under_way(f, &held->packet) || comes || leaves);
}

static int look(void *context, const struct fabric *f)
{
    struct seen *s = context;

    s->count = 0;
    for (s->turn = 0; s->turn < NODES; s->turn++) {
        unsigned before = s->count;
        fabric_each_held(f, s->turn, see, s);
        assert_int_equal(fabric_held(f, s->turn), s->count - before);
    }
    for (unsigned i = 0; i < s->count; i++)
        is_known(f, s, i);
    for (int n = 0; n < NODES; n++)
        for (int k = 0; k < ENDPOINT_UNDER_WAY; k++)
            all_are_somewhere(s, n, fabric_endpoint(f, n)->under_way[k]);
    return 0;
}

TEST(every_packet_is_somewhere)
{
    const struct node_ops *nodes[NODES];
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, ROWS, COLS, &error);
    struct seen s = {.most = (unsigned)t->diameter + 1};

    for (int n = 0; n < NODES; n++)
        nodes[n] = &fedx_node_model;
    for (int run = 0; run < 4; run++) {
        struct fedx_settings settings = fedx_settings_default();
        struct fabric_config config = {
            .topology = t,
            .kind = &fedx_kind,
            .settings = &settings,
            .nodes = run < 2 ? nodes : NULL,
            .endpoint = {.workload = workload_find("wk-mixture"), .load = 0.9, .adaptive = run & 1, .seed = 3},
        };
        settings.latency = run & 1 ? 2 : 0;
        struct fabric *f = fabric_create(&config);
        assert_non_null(f);
        assert_int_equal((run < 2 ? &engine_cycle : &fedx_engine_event)->run(f, CYCLES, 1, look, &s, PERIOD), 0);
        assert_int_equal(fabric_cycle(f), CYCLES);
        fabric_destroy(f);
    }
    topology_destroy(t);
    assert_true(s.waiting > 0);
    COMPARED(s.packets, "packets under way");
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * Over how many routers a message is spread: by hand, and in random fabrics on both engines against a count of what
 * every router holds.
 */
#include "../subject.h"

#include "../unit.h"
#include "fedx/speed/fedx_engine_event.h"

enum { CONFIGURATIONS = 8, CYCLES = 6000, PERIOD = 50, NODES = 64, MESSAGES = 64 };

static struct held_packet packet_of(unsigned source, unsigned message, int waiting)
{
    return (struct held_packet){.packet = {.source = (uint16_t)source, .message = (uint16_t)message},
                                .waiting = (uint8_t)waiting};
}

static void see(struct message_spread *s, int router, unsigned source, unsigned message, int waiting)
{
    struct held_packet held = packet_of(source, message, waiting);

    assert_int_equal(message_spread_see(s, router, &held), 0);
}

/* Three messages: one in two routers, of which it waits in one; two in a router each. */
TEST(by_hand)
{
    struct message_spread *s = message_spread_create(4, 3);

    assert_int_equal(message_spread_most(s, MESSAGE_HELD), 0);
    assert_true(message_spread_mean(s, MESSAGE_HELD) == 0);
    message_spread_sample(s);
    see(s, 0, 1, 7, 0);
    see(s, 0, 2, 7, 1);
    see(s, 0, 1, 7, 1);
    see(s, 2, 1, 7, 0);
    see(s, 3, 1, 8, 0);
    message_spread_sample(s);
    see(s, 3, 1, 8, 1);
    assert_int_equal(message_spread_count(s, MESSAGE_HELD, 1), 3);
    assert_int_equal(message_spread_count(s, MESSAGE_HELD, 2), 1);
    assert_int_equal(message_spread_count(s, MESSAGE_WAITS, 0), 1);
    assert_int_equal(message_spread_count(s, MESSAGE_WAITS, 1), 3);
    assert_int_equal(message_spread_most(s, MESSAGE_HELD), 2);
    assert_int_equal(message_spread_most(s, MESSAGE_WAITS), 1);
    assert_true(message_spread_mean(s, MESSAGE_HELD) == 1.25 && message_spread_mean(s, MESSAGE_WAITS) == 0.75);
    message_spread_destroy(s);
}

/* Channels of virtual-channel routers hold several short packets each: more messages than there are buffers. */
TEST(more_than_buffers)
{
    struct message_spread *s = message_spread_create(2, 1);

    for (unsigned sample = 0; sample < 2; sample++) {
        message_spread_sample(s);
        for (int router = 0; router < 2; router++)
            for (unsigned message = 0; message < 300; message++)
                see(s, router, message % 7, message, 1);
    }
    assert_int_equal(message_spread_count(s, MESSAGE_HELD, 2), 600);
    assert_int_equal(message_spread_count(s, MESSAGE_HELD, 1), 0);
    message_spread_destroy(s);
}

/* What is held at one time, as a table: bit 0 a packet of the message, bit 1 one that waits. */
static struct table {
    uint8_t has[NODES][MESSAGES][NODES]; /* [source][message][router] */
    int router;
} table;

static void enter(void *context, const struct held_packet *held)
{
    struct table *t = context;

    assert_true(held->packet.message < MESSAGES);
    t->has[held->packet.source][held->packet.message][t->router] |= (uint8_t)(1 | held->waiting << 1);
}

/* Add up the table. @return messages in it */
static unsigned add_up(const struct table *t, int routers, uint64_t (*count)[NODES + 1])
{
    unsigned messages = 0;

    for (int source = 0; source < routers; source++)
        for (int message = 0; message < MESSAGES; message++) {
            int number[MESSAGE_WHERES] = {0, 0};
            for (int n = 0; n < routers; n++)
                for (int w = 0; w < MESSAGE_WHERES; w++)
                    number[w] += t->has[source][message][n] >> w & 1;
            if (number[MESSAGE_HELD] == 0)
                continue;
            messages++;
            count[MESSAGE_HELD][number[MESSAGE_HELD]]++;
            count[MESSAGE_WAITS][number[MESSAGE_WAITS]]++;
        }
    return messages;
}

static void same_counts(const struct fabric *f, uint64_t (*count)[NODES + 1])
{
    const struct message_spread *s = metrics_spread(fabric_metrics(f));

    for (int w = 0; w < MESSAGE_WHERES; w++)
        for (int i = 0; i <= fabric_nodes(f); i++)
            assert_int_equal(message_spread_count(s, w, i), count[w][i]);
}

/* Samples are taken in the cycles from the warm-up on that the period divides. */
static unsigned watch(const struct engine_ops *engine, const struct fabric_config *config,
                      const struct node_ops **nodes)
{
    uint64_t count[MESSAGE_WHERES][NODES + 1] = {{0}};
    struct fabric_config c = *config;
    unsigned messages = 0;
    struct fabric *f;

    c.nodes = nodes;
    f = fabric_create(&c);
    assert_non_null(f);
    for (uint64_t now = 0; now < CYCLES; now += PERIOD) {
        if (engine->run(f, now ? PERIOD : 1, 1, NULL, NULL, 0) != 0)
            break;
        memset(&table, 0, sizeof table);
        for (table.router = 0; table.router < fabric_nodes(f); table.router++)
            fabric_each_held(f, table.router, enter, &table);
        messages += now >= c.warmup ? add_up(&table, fabric_nodes(f), count) : 0;
    }
    same_counts(f, count);
    fabric_destroy(f);
    return messages;
}

TEST(as_routers_hold)
{
    static const struct node_ops *models[NODES];
    struct rng r = rng_stream(31, 0);
    unsigned messages = 0, derouted = 0;

    for (int n = 0; n < NODES; n++)
        models[n] = &fedx_node_model;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        struct subject s;
        subject_draw(&r, &s, CYCLES);
        s.config.measure = s.config.spread = 1;
        s.config.end = CYCLES;
        s.config.sample_period = PERIOD;
        s.config.stall_cycles = 0;
        derouted += (unsigned)s.settings.deroute_hops;
        if (s.topology->nodes <= NODES) {
            unsigned seen = watch(&fedx_engine_event, &s.config, NULL);
            assert_int_equal(watch(&engine_cycle, &s.config, models), seen);
            messages += seen;
        }
        subject_finish(&s);
    }
    COMPARED(messages, "messages in samples");
    COMPARED(derouted, "fabrics with derouting");
}

RUN_TESTS

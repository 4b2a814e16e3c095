/* SPDX-License-Identifier: Apache-2.0
 *
 * The public interface of the switch: create, copy, hash, step, pins, state,
 * configure, and the header phase and the cut-through at the pins of a whole
 * switch (docs/spec/fedx.md sections 4 and 5).
 */
#include "../unit.h"

#include <stdlib.h>

#include "fedx/bench/fedx_stimulus.h"

static const struct fedx_control no_control = {0};

/*
 * Lively random input: frames with good headers for table entries, neighbours that
 * mostly leave the switch the turn and accept what it sends, and noise.
 */
struct noise {
    struct rng r;
    uint8_t packet[FEDX_PORTS][FEDX_PACKET_BYTES];
    int at[FEDX_PORTS];
};

static void noise_step(struct noise *n, const struct fedx_switch *sw, struct fedx_pins *in,
                       struct fedx_control *control)
{
    const struct fedx_switch_regs *s = fedx_switch_state(sw);

    memset(in, 0, sizeof *in);
    *control = (struct fedx_control){.side = 0x2a};
    for (int p = 0; p < FEDX_PORTS; p++) {
        if (n->at[p] == 0 && rng_below(&n->r, 60) == 0) {
            struct fedx_header h = fedx_header_fields(rng_next(&n->r));
            h.destination &= 7;
            unit_packet(&n->r, &h, n->packet[p]);
            n->at[p] = 1;
        }
        if (n->at[p] > 0) {
            in->valid |= (uint8_t)(1u << p);
            in->data[p] = n->packet[p][n->at[p] - 1];
            n->at[p] = n->at[p] == FEDX_PACKET_BYTES || rng_below(&n->r, 500) == 0 ? -4 : n->at[p] + 1;
        } else if (n->at[p] < 0) {
            n->at[p]++;
        }
    }
    in->turn = (uint8_t)(s->ownership.turn ^ 0x2a ^ (rng_below(&n->r, 50) ? 0 : rng_below(&n->r, 128)));
    in->req = (uint8_t)(rng_next(&n->r) & FEDX_ALL_PORTS);
    in->acc =
        (uint8_t)(s->port_transmit.bit ^ s->port_transmit.await ^ (rng_below(&n->r, 400) ? 0 : rng_below(&n->r, 128)));
    if (rng_below(&n->r, 30) == 0) {
        control->cfg_we = 1;
        control->cfg_addr = (uint16_t)rng_below(&n->r, 4);
        control->cfg_wdata = (uint32_t)rng_next(&n->r) | 1;
    }
    control->rst = rng_below(&n->r, 5000) == 0;
}

static struct fedx_switch *make(void)
{
    struct fedx_switch *sw = fedx_switch_create();

    assert_non_null(sw);
    for (unsigned d = 0; d < 8; d++) {
        struct fedx_route_fields f = {.distance = (int)d % 3,
                                      .best = d % 3 ? 1 << d % 6 : 1 << 6,
                                      .deterministic = d % 3 ? (int)d % 6 : 6,
                                      .preferred = 6,
                                      .other = 0x15};
        assert_int_equal(fedx_switch_route(sw, d, fedx_route_entry(&f)), 0);
    }
    return sw;
}

static struct noise make_noise(uint64_t seed)
{
    struct noise n = {.r = rng_stream(seed, 0)};

    return n;
}

TEST(create_is_reset)
{
    struct fedx_switch *sw = fedx_switch_create();
    struct fedx_switch_regs fresh;
    struct fedx_pins out, expected = {.refuse = FEDX_ALL_PORTS};

    unit_reset(&fresh);
    assert_memory_equal(fedx_switch_state(sw), &fresh, sizeof fresh);
    memset(&out, 0xa5, sizeof out);
    fedx_switch_pins(sw, &out);
    assert_memory_equal(&out, &expected, sizeof out);
    assert_int_equal(fedx_switch_cfg_rdata(sw), 0);
    for (int b = 0; b < FEDX_BUFFERS; b++)
        for (int i = 0; i < FEDX_PACKET_BYTES; i++)
            assert_int_equal(fedx_switch_store(sw, b)[i], 0);
    for (int i = 0; i < FEDX_TABLE_SIZE; i++)
        assert_int_equal(sw->table[i], 0);
    fedx_switch_destroy(sw);
    fedx_switch_destroy(NULL);
}

TEST(route_bounds)
{
    struct fedx_switch *sw = fedx_switch_create();
    uint64_t hash = fedx_switch_hash(sw);

    assert_int_equal(fedx_switch_route(sw, 256, 1), -1);
    assert_int_equal(fedx_switch_route(sw, 0xffffffffu, 1), -1);
    assert_int_equal(fedx_switch_hash(sw), hash);
    assert_int_equal(fedx_switch_route(sw, 255, 0x8765), 0);
    assert_int_equal(sw->table[255], 0x8765);
    fedx_switch_destroy(sw);
}

/* A copy taken at any time goes on exactly as the original does. */
TEST(copies_stay_equal)
{
    struct fedx_switch *a = make(), *b = fedx_switch_create();
    struct noise n = make_noise(71);
    unsigned compared = 0, busy = 0, sent = 0;

    for (int i = 0; i < 60000; i++, compared++) {
        struct fedx_pins in, out_a, out_b;
        struct fedx_control control;
        if (i % 10000 == 0)
            fedx_switch_copy(b, a);
        noise_step(&n, a, &in, &control);
        fedx_switch_step(a, &in, &control);
        fedx_switch_step(b, &in, &control);
        fedx_switch_pins(a, &out_a);
        fedx_switch_pins(b, &out_b);
        assert_memory_equal(&out_a, &out_b, sizeof out_a);
        assert_memory_equal(fedx_switch_state(a), fedx_switch_state(b), sizeof(struct fedx_switch_regs));
        assert_int_equal(fedx_switch_hash(a), fedx_switch_hash(b));
        busy += fedx_switch_state(a)->buffer_pool.used != 0;
        sent += out_a.valid != 0;
    }
    printf("           packets were held in %u cycles and sent in %u\n", busy, sent);
    assert_in_range(busy, 10000, compared);
    assert_in_range(sent, 5000, compared);
    fedx_switch_destroy(a);
    fedx_switch_destroy(b);
    COMPARED(compared, "cycles of two copies");
}

/* A node of two models: one cruises where it may, the other is made to take every step whole. */
struct pair {
    struct fedx_switch *cruising, *whole;
    unsigned cycles, cruised, different;
};

static void *pair_create(const struct node_ops *inner, uint64_t seed)
{
    struct pair *p = calloc(1, sizeof *p);
    (void)inner;
    (void)seed;

    assert_non_null(p);
    p->cruising = fedx_switch_create();
    p->whole = fedx_switch_create();
    return p;
}

static void pair_destroy(void *node)
{
    struct pair *p = node;

    fedx_switch_destroy(p->cruising);
    fedx_switch_destroy(p->whole);
    free(p);
}

static void pair_step(void *node, const void *in, const void *control)
{
    struct pair *p = node;
    unsigned before = p->cruising->cruise;

    p->whole->cruise = 0;
    fedx_switch_step(p->cruising, in, control);
    fedx_switch_step(p->whole, in, control);
    p->cycles++;
    p->cruised += p->cruising->cruise + 1 == before;
    p->different += fedx_switch_hash(p->cruising) != fedx_switch_hash(p->whole);
}

static void pair_pins(const void *node, void *out)
{
    fedx_switch_pins(((const struct pair *)node)->cruising, out);
}

/* Cruising is only about speed: registers, stores and table stay equal in every cycle. */
TEST(cruising_changes_nothing)
{
    const struct node_ops ops = {.version = FEDX_NODE_VERSION,
                                 .name = "pair",
                                 .create = pair_create,
                                 .destroy = pair_destroy,
                                 .step = pair_step,
                                 .pins = pair_pins};
    struct stimulus_config config = {.ops = &ops, .seed = 5, .cycles = 400000, .profile = -1};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    const struct pair *p = s->node;

    while (!fedx_kind_stimulus.episode(s))
        ;
    assert_int_equal(s->result.failed, 0);
    assert_int_equal(p->different, 0);
    printf("           %u of them cruised\n", p->cruised);
    assert_in_range(p->cruised, 20000, p->cycles);
    COMPARED(p->cycles, "cycles with and without cruising");
    stimulus_destroy(s);
}

/* Any change of state changes the hash; changing it back brings it back. */
TEST(hash_sees_everything)
{
    struct fedx_switch *sw = make();
    uint64_t hash = fedx_switch_hash(sw);
    unsigned compared = 0;

    for (int i = 0; i < fedx_reg_count; i++)
        for (int k = 0; k < fedx_reg_table[i].lanes.count; k++, compared++) {
            uint8_t *at = (uint8_t *)&sw->regs + fedx_reg_table[i].lanes.offset + fedx_reg_table[i].lanes.stride * k;
            *at ^= 1;
            assert_int_not_equal(fedx_switch_hash(sw), hash);
            *at ^= 1;
            assert_int_equal(fedx_switch_hash(sw), hash);
        }
    for (int i = 0; i < FEDX_TABLE_SIZE; i++, compared++) {
        sw->table[i] ^= 0x80000000u;
        assert_int_not_equal(fedx_switch_hash(sw), hash);
        sw->table[i] ^= 0x80000000u;
    }
    for (int b = 0; b < FEDX_BUFFERS; b++)
        for (int i = 0; i < FEDX_PACKET_BYTES; i++, compared++) {
            sw->store[b][i] ^= 0x10;
            assert_int_not_equal(fedx_switch_hash(sw), hash);
            sw->store[b][i] ^= 0x10;
        }
    assert_int_equal(fedx_switch_hash(sw), hash);
    fedx_switch_destroy(sw);
    COMPARED(compared, "places of the state");
}

/* Along a run: the hash is equal exactly when the state is. */
TEST(hash_equal_iff_state_equal)
{
    struct fedx_switch *a = make(), *b = make();
    struct noise na = make_noise(72), nb = make_noise(73);
    unsigned differed = 0, equal = 0;

    for (int i = 0; i < 20000; i++) {
        struct fedx_pins in;
        struct fedx_control control;
        if (i % 100 == 0)
            fedx_switch_copy(b, a);
        noise_step(&na, a, &in, &control);
        fedx_switch_step(a, &in, &control);
        if (i % 100 >= 50)
            noise_step(&nb, b, &in, &control);
        fedx_switch_step(b, &in, &control);
        int same = memcmp(a, b, sizeof *a) == 0;
        assert_int_equal(fedx_switch_hash(a) == fedx_switch_hash(b), same);
        differed += !same;
        equal += same;
    }
    assert_in_range(differed, 1000, 19000);
    fedx_switch_destroy(a);
    fedx_switch_destroy(b);
    COMPARED(equal, "equal states, and nearly as many different ones");
}

static struct fedx_settings random_settings(struct rng *r)
{
    struct fedx_settings s = {
        .backpressure = (int)rng_below(r, 3),
        .class_rule = (int)rng_below(r, 2),
        .random_select = (int)rng_below(r, 2),
        .latency = (int)rng_below(r, 8),
        .deroute_hops = (int)rng_below(r, 2),
        .backpressure_class = (int)rng_below(r, 2),
        .buffers = FEDX_BUFFERS,
        .limit_dest = (int)rng_below(r, 11),
        .limit_trans = (int)rng_below(r, 11),
        .limit_total = (int)rng_below(r, 11),
        .eject_priority = (int)rng_below(r, 11),
        .throttle_timeout = (int)rng_below(r, 65536),
        .random_seed = 1 + rng_below(r, 65535),
    };
    return s;
}

/* configure() and writing the same words through the port end in one state. */
TEST(configure_equals_port)
{
    struct rng r = rng_stream(74, 0);

    for (int i = 0; i < 500; i++) {
        struct fedx_switch *a = fedx_switch_create(), *b = fedx_switch_create();
        struct fedx_settings s = random_settings(&r);
        assert_null(fedx_settings_check(&s));
        fedx_switch_configure(a, &s);
        for (int k = 0; k < FEDX_SETTINGS_WORDS; k++) {
            struct fedx_control c = {
                .cfg_we = 1, .cfg_addr = (uint16_t)(FEDX_CFG_MODE + k), .cfg_wdata = fedx_settings_word(&s, k)};
            fedx_switch_step(b, &fedx_idle_pins, &c);
        }
        for (int k = 0; k < 100; k++) { /* let both come to rest with the same pins */
            fedx_switch_step(a, &fedx_idle_pins, &no_control);
            fedx_switch_step(b, &fedx_idle_pins, &no_control);
        }
        assert_memory_equal(fedx_switch_state(a), fedx_switch_state(b), sizeof(struct fedx_switch_regs));
        assert_int_equal(fedx_switch_hash(a), fedx_switch_hash(b));
        assert_int_equal(fedx_switch_state(a)->config.limit_trans, s.limit_trans);
        assert_int_equal(fedx_switch_state(a)->config.limit_total, s.limit_total);
        assert_int_equal(fedx_switch_state(a)->admission.random, s.random_seed);
        fedx_switch_destroy(a);
        fedx_switch_destroy(b);
    }
    COMPARED(500, "sets of settings");
}

/* In the middle of a run configure() changes the settings and the seed, and nothing else. */
TEST(configure_leaves_the_rest)
{
    struct rng r = rng_stream(76, 0);
    struct noise n = make_noise(77);
    struct fedx_switch *sw = make(), *before = fedx_switch_create();
    unsigned held = 0;

    for (int i = 0; i < 20000; i++) {
        struct fedx_pins in;
        struct fedx_control control;
        noise_step(&n, sw, &in, &control);
        fedx_switch_step(sw, &in, &control);
        if (i % 7 && i > 60)
            continue;
        struct fedx_settings s = random_settings(&r);
        fedx_switch_copy(before, sw);
        fedx_switch_configure(sw, &s);
        struct fedx_config *c = &before->regs.config;
        held += c->hold != 0;
        c->backpressure = (uint8_t)s.backpressure;
        c->class_rule = (uint8_t)s.class_rule;
        c->random_select = (uint8_t)s.random_select;
        c->latency = (uint8_t)s.latency;
        c->deroute_hops = (uint8_t)s.deroute_hops;
        c->backpressure_class = (uint8_t)s.backpressure_class;
        c->limit_dest = (uint8_t)s.limit_dest;
        c->limit_trans = (uint8_t)s.limit_trans;
        c->limit_total = (uint8_t)s.limit_total;
        c->eject_priority = (uint8_t)s.eject_priority;
        c->throttle_timeout = (uint16_t)s.throttle_timeout;
        before->regs.admission.random = (uint16_t)s.random_seed;
        assert_memory_equal(sw, before, sizeof *sw);
    }
    fedx_switch_destroy(sw);
    fedx_switch_destroy(before);
    COMPARED(held, "of the states were in hold after reset");
}

/* A settled switch with the PE port's first frame arriving; the PE port of a switch is end 0. */
struct transit {
    struct fedx_switch *sw;
    uint8_t packet[FEDX_PACKET_BYTES];
};

static struct transit make_transit(const struct fedx_route_fields *route, unsigned bit)
{
    struct transit t = {.sw = fedx_switch_create()};
    struct rng r = rng_stream(75, 0);
    struct fedx_header h = {.destination = 3, .source = 1, .message = 2, .adaptive = 1, .bit = (uint8_t)bit};
    static const struct fedx_pins idle = {0};

    unit_packet(&r, &h, t.packet);
    fedx_switch_route(t.sw, 3, fedx_route_entry(route));
    for (int i = 0; i < 70; i++)
        fedx_switch_step(t.sw, &idle, &no_control);
    return t;
}

/* First byte in to first byte out: 12 cycles; the bytes follow unchanged, the bit is this port's own. */
TEST(cut_through)
{
    unsigned compared = 0;

    for (unsigned from = 0; from < FEDX_PORTS; from++)
        for (unsigned to = 0; to < FEDX_PORTS; to++) {
            struct fedx_route_fields route = {
                .distance = to == 6 ? 0 : 2, .best = 1 << to, .deterministic = (int)to, .preferred = (int)to};
            if (from == to)
                continue;
            struct transit t = make_transit(&route, 0);
            for (int c = 0; c < 12 + FEDX_PACKET_BYTES; c++, compared++) {
                struct fedx_pins in = {.valid = (uint8_t)((c < 160) << from)}, out;
                in.data[from] = c < 160 ? t.packet[c] : 0;
                fedx_switch_pins(t.sw, &out);
                assert_int_equal(out.valid, c >= 12 ? 1u << to : 0);
                assert_int_equal(out.data[to], c >= 12 ? t.packet[c - 12] : 0);
                assert_int_equal(out.acc, c >= 160 ? 1u << from : 0);
                assert_int_equal(out.req, c >= 5 && c <= 12 ? 1u << to : 0);
                assert_int_equal(out.refuse, 0);
                fedx_switch_step(t.sw, &in, &no_control);
            }
            assert_memory_equal(fedx_switch_store(t.sw, 0) + 10, t.packet + 10, 150);
            fedx_switch_destroy(t.sw);
        }
    COMPARED(compared, "cycles of transit");
}

/* A packet that breaks off on its way in breaks off on its way out, and leaves no trace in the pool. */
TEST(cut_short)
{
    struct fedx_route_fields route = {.distance = 2, .best = 4, .deterministic = 2, .preferred = 2};

    for (int v = 11; v < 160; v++) { /* first low cycle */
        struct transit t = make_transit(&route, 0);
        struct fedx_pins out;
        for (int c = 0; c < v + 2; c++) {
            struct fedx_pins in = {.valid = c < v};
            in.data[0] = c < v ? t.packet[c] : 0;
            fedx_switch_pins(t.sw, &out);
            assert_int_equal(out.valid >> 2 & 1, c >= 12);
            fedx_switch_step(t.sw, &in, &no_control);
        }
        fedx_switch_pins(t.sw, &out); /* cycle v + 2 */
        assert_int_equal(out.valid, 0);
        assert_int_equal(out.acc, 0);
        assert_int_equal(fedx_switch_state(t.sw)->buffer_pool.used, 0);
        assert_int_equal(fedx_switch_state(t.sw)->buffer_pool.queued, 0);
        fedx_switch_destroy(t.sw);
    }
    COMPARED(149, "broken packets");
}

/* A buffer is free from the cycle after the acceptance, 162 cycles after its first byte left (L = 0). */
TEST(buffer_release)
{
    struct fedx_route_fields route = {.distance = 2, .best = 4, .deterministic = 2, .preferred = 2};
    struct transit t = make_transit(&route, 0);

    for (int c = 0; c < 12 + 170; c++) {
        struct fedx_pins in = {.valid = c < 160, .acc = c >= 12 + 160 ? 4 : 0};
        in.data[0] = c < 160 ? t.packet[c] : 0;
        assert_int_equal(fedx_switch_state(t.sw)->buffer_pool.used, c >= 11 && c < 12 + 162 ? 1 : 0);
        assert_int_equal(fedx_switch_state(t.sw)->buffer_pool.queued, c == 11);
        /* Waiting until onward byte 13 is out. */
        assert_int_equal(fedx_switch_state(t.sw)->buffer_pool.waiting, c >= 11 && c <= 12 + 13);
        fedx_switch_step(t.sw, &in, &no_control);
    }
    fedx_switch_destroy(t.sw);
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the terminal in lockstep: all pins, all named registers, its packets, legal states.
 *
 *   test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED]
 *
 * A terminal alone beside a router that keeps to the protocol or, in a third of the episodes, breaks it: credits out of nothing, links
 * that fall, packets that are put in without room, tokens at any time, settings that change.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/lockstep.h"
#include "fedx/random.h"
#include "vcr/kind/vcr_terminal_kind.h"

enum { EPISODE = 3000 };

/* A terminal, and what its router owes it. */
struct bench {
    const struct vcr_terminal_shape *shape;
    struct fedx_random random;
    int hostile, hurry;                         /* hurry: a packet is put in whenever there is room */
    unsigned connected;                         /* ports */
    unsigned owed[VCR_MOST_LOCAL][VCR_MOST_VCS]; /* credits of flits that have come */
    struct vcr_pins in, out;
    struct vcr_terminal_control control;
    struct vcr_terminal_status status;
    uint64_t packets, tokens;                   /* that have left */
};

static unsigned below(struct bench *b, unsigned bound)
{
    return fedx_random_below(&b->random, bound);
}

static int once_in(struct bench *b, unsigned times)
{
    return below(b, times) == 0;
}

/* Reset, then modes and shares; later ones at any time if it is hostile. */
static void configure(struct bench *b, unsigned cycle)
{
    unsigned depth = b->shape->depth, alloc = depth < b->shape->length ? depth : b->shape->length;

    b->control.rst = cycle < 2;
    b->control.cfg_addr = (uint16_t)below(b, 5);
    if (cycle != 3 && cycle != 4 && cycle != 5 && !(b->hostile && once_in(b, 500)))
        return;
    b->control.cfg_we = 1;
    b->control.cfg_addr = cycle == 3 ? VCR_CFG_TERMINAL_MODE : cycle == 4 ? VCR_CFG_TERMINAL_SHARE
                                          : cycle == 5 ? VCR_CFG_TERMINAL_WATCH : b->control.cfg_addr;
    b->control.cfg_wdata = b->control.cfg_addr == VCR_CFG_TERMINAL_SHARE   ? below(b, 8) | (4 + below(b, 8)) << 16
                           : b->control.cfg_addr == VCR_CFG_TERMINAL_WATCH ? below(b, 40)
                                                                           : below(b, 16) | (once_in(b, 8) ? 1 : alloc) << 8;
}

static void put(struct bench *b)
{
    int may = b->status.room || (b->hostile && once_in(b, 50));

    b->control.put = may && (b->hurry || once_in(b, 20));
    for (unsigned k = 0; k < (unsigned)b->shape->length * b->shape->words; k++)
        b->control.packet[k] = b->control.put || once_in(b, 50) ? fedx_random_next(&b->random) : 0;
}

static void router_port(struct bench *b, unsigned p)
{
    for (unsigned v = 0; v < b->shape->vcs; v++) {
        unsigned returns = b->owed[p][v] > 0 && !once_in(b, 3);
        b->owed[p][v] -= returns;
        returns ^= b->hostile && once_in(b, 400);
        b->in.credit[p] |= (uint16_t)(returns << v);
    }
    if (once_in(b, 3)) {
        b->in.valid |= (uint16_t)(1u << p);
        b->in.vc[p] = (uint8_t)below(b, b->hostile ? 1u << vcr_bits(b->shape->vcs) : b->shape->vcs);
    }
    b->control.take[p] = (uint16_t)(once_in(b, 4) ? fedx_random_next(&b->random) & ((1u << b->shape->vcs) - 1u) : 0);
}

static void inputs(struct bench *b, unsigned cycle)
{
    memset(&b->in, 0, sizeof b->in);
    memset(&b->control, 0, sizeof b->control);
    configure(b, cycle);
    put(b);
    b->in.sat = (uint16_t)(once_in(b, b->hostile ? 6 : 60) ? below(b, 1u << b->shape->ports) : 0);
    b->in.up = (uint16_t)(cycle > 20 ? b->connected : 0);
    if (b->hostile && once_in(b, 300))
        b->in.up ^= (uint16_t)(1u << below(b, b->shape->ports));
    if (b->hostile && once_in(b, 1000))
        b->connected ^= 1u << below(b, b->shape->ports);
    for (unsigned p = 0; p < b->shape->ports; p++)
        router_port(b, p);
}

static void outputs(struct bench *b)
{
    b->tokens += b->out.sat & 1u;
    for (unsigned p = 0; p < b->shape->ports; p++)
        if (b->out.valid >> p & 1u) {
            b->owed[p][b->out.vc[p]]++;
            b->packets += b->out.tail >> p & 1u;
        }
}

static void begin(struct bench *b)
{
    b->hostile = once_in(b, 3);
    b->hurry = once_in(b, 2);
    b->connected = once_in(b, 3) ? 1 + below(b, (1u << b->shape->ports) - 1u) : (1u << b->shape->ports) - 1u;
    memset(b->owed, 0, sizeof b->owed);
}

/* @return 1 when model and RTL differ */
static int run(struct bench *b, const struct router_kind *kind, void *node, uint64_t cycles)
{
    const struct node_ops *ops = kind->lockstep->node;

    for (uint64_t t = 0; t < cycles; t++) {
        if (t % EPISODE == 0)
            begin(b);
        inputs(b, (unsigned)(t % EPISODE));
        if (node_step(ops, node, &b->in, &b->control)) {
            kind->lockstep->print(lockstep_divergence(node), 0, stdout);
            return 1;
        }
        ops->pins(node, &b->out);
        ops->status(node, &b->status);
        outputs(b);
    }
    return 0;
}

static const struct router_kind *kind_named(const char *name, const struct vcr_terminal_shape **shape)
{
#define VCR_TERMINAL_BUILD(build, ...)          \
    if (strcmp(name, #build) == 0) {            \
        *shape = &vcr_terminal_shape_##build;   \
        return &vcr_terminal_kind_##build;      \
    }
#include "vcr/kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return NULL;
}

/* Every register has changed, so that none was compared in one value alone. @return how many have not */
static int untouched(const struct router_kind *kind, const void *node)
{
    int still = 0;

    for (int k = 0; k < kind->register_count; k++)
        if (!lockstep_touched(node)[k] && strcmp(kind->registers[k].name, "vc") != 0 && strcmp(kind->registers[k].name, "tx_vc") != 0) {
            printf("%s.%s never changed\n", kind->registers[k].block, kind->registers[k].name);
            still++;
        }
    return still;
}

int main(int argc, char **argv)
{
    static struct bench b;
    char error[512];
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1], &b.shape) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_terminal_lockstep BUILD SHARED_OBJECT CYCLES [SEED]\n");
        return 2;
    }
    b.random.state = argc > 4 ? strtoull(argv[4], NULL, 0) : 1;
    const struct node_ops *rtl = node_load(argv[2], VCR_NODE_VERSION, "of this version", error, sizeof error);
    void *node = rtl ? kind->lockstep->node->create(rtl, 0) : NULL;
    if (!node) {
        fprintf(stderr, "%s\n", rtl ? "out of memory" : error);
        return 2;
    }
    lockstep_watch_registers(node);
    int differs = run(&b, kind, node, strtoull(argv[3], NULL, 0)), still = differs ? 0 : untouched(kind, node);
    differs = differs || lockstep_check_stores(node);
    struct compared c = lockstep_compared(node);
    printf("%llu cycles, %llu pin bits, %llu register lanes, %llu bytes of packets, %llu legal states, %llu packets, %llu tokens: %s\n",
           (unsigned long long)c.cycles, (unsigned long long)c.pin_bits, (unsigned long long)c.registers, (unsigned long long)c.stores,
           (unsigned long long)c.legal, (unsigned long long)b.packets, (unsigned long long)b.tokens, differs ? "different" : "equal");
    kind->lockstep->node->destroy(node);
    return differs || still;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the virtual-channel router in lockstep: all pins, all named registers, legal states.
 *
 *   test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]
 *
 * A router alone among neighbours that keep to the protocol or, in a third of the episodes, break it in every way: flits without
 * credit, of wrong channels, packets without head or tail, credits out of nothing, links that fall, settings that change.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/lockstep.h"
#include "fedx/random.h"
#include "vcr/kind/vcr_kind.h"

enum { EPISODE = 5000, MOST_FLITS = 18 };

/* A router among its neighbours. */
struct bench {
    const struct vcr_shape *shape;
    struct fedx_random random;
    int hostile;
    unsigned connected;                         /* ports */
    unsigned left[VCR_MOST_PORTS][VCR_MOST_VCS]; /* flits of the packet that a neighbour is sending */
    unsigned credits[VCR_MOST_PORTS][VCR_MOST_VCS], owed[VCR_MOST_PORTS][VCR_MOST_VCS];
    struct vcr_pins in, out;
    struct vcr_control control;
    uint64_t flits, packets;                    /* that have left the router */
};

static uint64_t draw(struct bench *b)
{
    return fedx_random_next(&b->random);
}

static unsigned below(struct bench *b, unsigned bound)
{
    return (unsigned)((draw(b) >> 32) * bound >> 32);
}

static int once_in(struct bench *b, unsigned times)
{
    return below(b, times) == 0;
}

/* Configuration ------------------------------------------------------------------------------------------------------ */

static uint32_t mode(struct bench *b)
{
    unsigned depth = b->shape->depth, alloc = once_in(b, 3) ? 1 : once_in(b, 2) ? depth : 1 + below(b, depth);

    return below(b, 4) | below(b, 8) << 2 | alloc << 8;
}

static uint32_t ports(struct bench *b)
{
    unsigned last = b->shape->ports - 1u, first = last - below(b, last < 3 ? 1 : 3);

    return ((1u << first) - 1u) | first << 16 | (1 + below(b, last - first + 1)) << 20 | below(b, 2) << 24;
}

/* A word that routers can work with, mostly. */
static uint32_t setting(struct bench *b, unsigned address)
{
    if (address >= VCR_CFG_TABLE)
        return once_in(b, 16) ? (uint32_t)draw(b) : 1u << 31 | ((uint32_t)draw(b) & 0x17ffffffu);
    if (address >= VCR_CFG_CLASS && address < VCR_CFG_CLASS + VCR_CLASSES)
        return below(b, 128) | (once_in(b, 2) ? 0xffffu : below(b, 65536)) << 16;
    switch (address) {
    case VCR_CFG_MODE: return mode(b);
    case VCR_CFG_PLACE: return below(b, 256) | below(b, 4) << 16 | below(b, 4) << 20 | below(b, 3) << 24;
    case VCR_CFG_PORTS: return ports(b);
    default: return (uint32_t)draw(b);
    }
}

/* Reset, all settings, then the table while the router is still quiet or already at work. */
static void configure(struct bench *b, unsigned cycle)
{
    unsigned number = cycle - 2, words = VCR_CFG_ESCAPE + VCR_CLASSES;

    b->control.rst = cycle < 2;
    if (cycle >= 2 && number < words + b->shape->table_size) {
        b->control.cfg_we = 1;
        b->control.cfg_addr = (uint16_t)(number < words ? number : VCR_CFG_TABLE + number - words);
        b->control.cfg_wdata = setting(b, b->control.cfg_addr);
    } else if (once_in(b, 50)) {
        b->control.cfg_addr = (uint16_t)below(b, 40);
        b->control.cfg_we = b->hostile && once_in(b, 8);
        b->control.cfg_wdata = (uint32_t)draw(b);
    }
}

/* Neighbours --------------------------------------------------------------------------------------------------------- */

static uint64_t head_flit(struct bench *b)
{
    uint64_t destination = below(b, once_in(b, 8) ? 300 : 64);

    return (draw(b) & UINT64_C(0xffffffffffff)) | destination << VCR_HEAD_DESTINATION;
}

static void send(struct bench *b, unsigned p, unsigned v)
{
    const struct vcr_shape *s = b->shape;
    unsigned head = b->left[p][v] == 0, tail;

    if (head)
        b->left[p][v] = 1 + below(b, once_in(b, 2) ? 3 : MOST_FLITS);
    tail = --b->left[p][v] == 0;
    head ^= b->hostile && once_in(b, 100);
    tail ^= b->hostile && once_in(b, 100);
    b->in.valid |= (uint16_t)(1u << p);
    b->in.head |= (uint16_t)(head << p);
    b->in.tail |= (uint16_t)(tail << p);
    b->in.vc[p] = (uint8_t)(b->hostile && once_in(b, 100) ? below(b, 1u << vcr_bits(s->vcs)) : v);
    for (unsigned k = 0; k < s->words; k++)
        b->in.flit[p * s->words + k] = head && k == 0 ? head_flit(b) : draw(b);
    b->credits[p][v] -= b->credits[p][v] > 0;
}

static void neighbour(struct bench *b, unsigned p)
{
    unsigned v = below(b, b->shape->vcs);

    if (!once_in(b, 4) && (b->credits[p][v] > 0 || (b->hostile && once_in(b, 20))))
        send(b, p, v);
    for (v = 0; v < b->shape->vcs; v++) {
        unsigned returns = b->owed[p][v] > 0 && !once_in(b, 3);
        b->owed[p][v] -= returns;
        returns ^= b->hostile && once_in(b, 3000);
        b->in.credit[p] |= (uint16_t)(returns << v);
    }
}

static void inputs(struct bench *b, unsigned cycle)
{
    memset(&b->in, 0, sizeof b->in);
    memset(&b->control, 0, sizeof b->control);
    configure(b, cycle);
    b->in.sat = (uint16_t)(once_in(b, 6) ? draw(b) & ((1u << b->shape->ports) - 1u) : 0);
    b->in.up = (uint16_t)(cycle > 20 ? b->connected : 0);
    if (b->hostile && once_in(b, 300))
        b->in.up ^= (uint16_t)(1u << below(b, b->shape->ports));
    if (b->hostile && once_in(b, 2000))
        b->connected ^= 1u << below(b, b->shape->ports);
    for (unsigned p = 0; p < b->shape->ports; p++)
        neighbour(b, p);
}

/* What the router drives is seen by its neighbours. */
static void outputs(struct bench *b, const struct vcr_pins *was)
{
    for (unsigned p = 0; p < b->shape->ports; p++) {
        int rises = (b->out.up & ~was->up) >> p & 1u, falls = (was->up & ~b->out.up) >> p & 1u;
        for (unsigned v = 0; v < b->shape->vcs; v++) {
            unsigned back = b->out.credit[p] >> v & 1u;
            b->credits[p][v] = rises ? b->shape->depth : falls ? 0 : b->credits[p][v] + (back && b->credits[p][v] < b->shape->depth);
        }
        if (!(b->out.valid >> p & 1u))
            continue;
        b->owed[p][b->out.vc[p]]++;
        b->flits++;
        b->packets += b->out.tail >> p & 1u;
    }
}

static void begin(struct bench *b)
{
    b->hostile = once_in(b, 3);
    b->connected = (1u << b->shape->ports) - 1u;
    if (once_in(b, 4))
        b->connected &= (unsigned)draw(b);
    memset(b->left, 0, sizeof b->left);
    memset(b->owed, 0, sizeof b->owed);
}

/* @return 1 when model and RTL differ */
static int run(struct bench *b, const struct router_kind *kind, void *node, uint64_t cycles)
{
    const struct node_ops *ops = kind->lockstep->node;

    for (uint64_t t = 0; t < cycles; t++) {
        struct vcr_pins was = b->out;
        if (t % EPISODE == 0)
            begin(b);
        inputs(b, (unsigned)(t % EPISODE));
        if (node_step(ops, node, &b->in, &b->control)) {
            kind->lockstep->print(lockstep_divergence(node), 0, stdout);
            return 1;
        }
        ops->pins(node, &b->out);
        outputs(b, &was);
    }
    return 0;
}

static const struct router_kind *kind_named(const char *name, const struct vcr_shape **shape)
{
#define VCR_BUILD(build, kind, ...)                \
    if (strcmp(name, #build) == 0) {               \
        *shape = &vcr_shape_##build;               \
        return &vcr_kind_##build;                  \
    }
#include "vcr/kind/vcr_builds.def"
#undef VCR_BUILD
    return NULL;
}

int main(int argc, char **argv)
{
    static struct bench b;
    char error[512];
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1], &b.shape) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]\n");
        return 2;
    }
    b.random.state = argc > 4 ? strtoull(argv[4], NULL, 0) : 1;
    const struct node_ops *rtl = node_load(argv[2], VCR_NODE_VERSION, "of this version", error, sizeof error);
    void *node = rtl ? kind->lockstep->node->create(rtl, 0) : NULL;
    if (!node) {
        fprintf(stderr, "%s\n", rtl ? "out of memory" : error);
        return 2;
    }
    int differs = run(&b, kind, node, strtoull(argv[3], NULL, 0));
    struct compared c = lockstep_compared(node);
    printf("%llu cycles, %llu pin bits, %llu register lanes, %llu legal states, %llu flits of %llu packets: %s\n",
           (unsigned long long)c.cycles, (unsigned long long)c.pin_bits, (unsigned long long)c.registers,
           (unsigned long long)c.legal, (unsigned long long)b.flits, (unsigned long long)b.packets, differs ? "different" : "equal");
    kind->lockstep->node->destroy(node);
    return differs;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What is around two virtual-channel routers in the examples: a sender at one, a receiver at the other, the cable
 * between them.
 *
 *     sender -> port 4 | router 0 | port 0 ==== port 1 | router 1 | port 4 -> receiver
 *
 * Both ends are as small as credits allow (docs/spec/vcr.md sections 2, 3 and 8): the sender begins a packet when its
 * channel is empty, the receiver takes what comes.
 */
#ifndef TWO_ROUTERS_H
#define TWO_ROUTERS_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <vcr/router.h>

/* The build of libvcr_noc.so, and the parameters of rtl/vcr/vcr_router.v as it stands. */
static const struct vcr_parameters shape = {5, 4, 4, 1, 0, 0, 0, 0, 0, 0};

enum {
    PORTS = 5,
    VCS = 4,
    DEPTH = 4,
    LOCAL = 4, /* the port to a terminal */
    EAST = 0,  /* of router 0, to router 1 */
    WEST = 1,  /* of router 1, to router 0 */
    PACKETS = 4,
    FLITS = 4,
    MOST_CYCLES = 500,
    EXPECTED_LATENCY = FLITS - 1 + 2 * 2, /* section 4, over two routers */
    FLIP_CYCLE = 75
};

struct pair {
    unsigned cycle;
    int self_test;
    unsigned up_last, linked, credits[VCS]; /* of the sender */
    unsigned number, sent;                  /* packets begun and done, flits of the one under way */
    unsigned started[PACKETS];
    unsigned received, right; /* packets; those that are as they must be */
    unsigned come, damaged;   /* flits of the next one */
};

/* Write a word through the configuration port of a router; nobody is at its ports yet. */
static inline void configure_word(struct vcr_router *router, unsigned address, uint32_t word)
{
    struct vcr_pins idle;
    struct vcr_control control;

    memset(&idle, 0, sizeof idle);
    memset(&control, 0, sizeof control);
    control.cfg_we = 1;
    control.cfg_addr = (uint16_t)address;
    control.cfg_wdata = word;
    vcr_router_step(router, &idle, &control);
}

/* A mesh of one row and two columns, dimension order. */
static inline void configure(struct vcr_router *router, unsigned number)
{
    configure_word(router, VCR_CFG_MODE, VCR_ROUTE_MESH | DEPTH << 8);
    configure_word(router, VCR_CFG_PLACE, number | 1u << 16);
    configure_word(router, VCR_CFG_PORTS, 1u << (number == 0 ? EAST : WEST) | LOCAL << 16 | 1u << 20);
    configure_word(router, VCR_CFG_CLASS, 0xfu << 16);
}

/* From terminal 0 to terminal 1. */
static inline uint64_t flit_of(unsigned number, unsigned flit)
{
    if (flit == 0)
        return UINT64_C(1) << 48 | UINT64_C(1) << 41 | number;
    return UINT64_C(0x0123456789abcd00) + 16 * number + flit;
}

static inline void send(struct pair *p, const struct vcr_pins *out, struct vcr_pins *in)
{
    const unsigned up = out->up >> LOCAL & 1u, vc = p->number % VCS;

    for (unsigned v = 0; v < VCS; v++)
        p->credits[v] =
            up && p->up_last && !p->linked ? (unsigned)DEPTH : p->credits[v] + (out->credit[LOCAL] >> v & 1u);
    p->linked = p->linked || (up && p->up_last);
    p->up_last = up;
    in->up |= 1u << LOCAL;
    if (!p->linked || p->number == PACKETS || (p->sent == 0 && p->credits[vc] < DEPTH))
        return;
    if (p->sent == 0)
        p->started[p->number] = p->cycle;
    in->valid |= 1u << LOCAL;
    in->head |= (unsigned)(p->sent == 0) << LOCAL;
    in->tail |= (unsigned)(p->sent == FLITS - 1) << LOCAL;
    in->vc[LOCAL] = (uint8_t)vc;
    in->flit[LOCAL] = flit_of(p->number, p->sent);
    p->credits[vc]--;
    p->sent = (p->sent + 1) % FLITS;
    p->number += p->sent == 0;
}

static inline void report(struct pair *p, unsigned damaged)
{
    const unsigned latency = p->cycle - p->started[p->received], right = latency == EXPECTED_LATENCY && !damaged;

    if (damaged)
        printf("packet %u: %u flits damaged\n", p->received, damaged);
    else if (right)
        printf("packet %u: %u cycles, every flit right\n", p->received, latency);
    else
        printf("packet %u: %u cycles, must be %d\n", p->received, latency, EXPECTED_LATENCY);
    p->right += right;
}

static inline void receive(struct pair *p, const struct vcr_pins *out, struct vcr_pins *in)
{
    in->up |= 1u << LOCAL;
    in->credit[LOCAL] = 0;
    if (!(out->valid >> LOCAL & 1u) || p->received == PACKETS)
        return;
    in->credit[LOCAL] = (uint16_t)(1u << out->vc[LOCAL]);
    p->damaged += out->flit[LOCAL] != flit_of(p->received, p->come);
    p->come++;
    if (!(out->tail >> LOCAL & 1u))
        return;
    report(p, p->damaged + (p->come != FLITS));
    p->received++;
    p->come = p->damaged = 0;
}

/* What a port of one router drives arrives at a port of the other. */
static inline void cable(const struct vcr_pins *out, unsigned q, struct vcr_pins *in, unsigned p)
{
    in->valid |= (uint16_t)((out->valid >> q & 1u) << p);
    in->head |= (uint16_t)((out->head >> q & 1u) << p);
    in->tail |= (uint16_t)((out->tail >> q & 1u) << p);
    in->up |= (uint16_t)((out->up >> q & 1u) << p);
    in->credit[p] = out->credit[q];
    in->vc[p] = out->vc[q];
    in->flit[p] = out->flit[q];
}

/* The inputs of both routers in this cycle, from their outputs. */
static inline void pair_exchange(struct pair *p, const struct vcr_pins out[2], struct vcr_pins in[2])
{
    memset(in, 0, 2 * sizeof *in);
    cable(&out[1], WEST, &in[0], EAST);
    cable(&out[0], EAST, &in[1], WEST);
    send(p, &out[0], &in[0]);
    receive(p, &out[1], &in[1]);
    if (p->self_test && p->cycle == FLIP_CYCLE) {
        printf("cycle %u: rx_flit of port %d of router 1: bit 0 inverted\n", p->cycle, WEST);
        in[1].flit[WEST] ^= 1;
    }
    p->cycle++;
}

static inline int pair_done(const struct pair *p)
{
    return p->received == PACKETS || p->cycle == MOST_CYCLES;
}

static inline int pair_result(const struct pair *p)
{
    printf("%u of %d packets in %u cycles as they must be\n", p->right, PACKETS, p->cycle);
    return p->right == PACKETS;
}

#endif

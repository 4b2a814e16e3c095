/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proofs of single mechanisms of the Fed-X switch assume of registers and wires, and what arbitration and
 * admission promise: the one source of both. The harnesses of fedx_invariant.c show the promises, and that these and a
 * legal state (cmodel/fedx/bench/fedx_legal.h) give every assumption. A block without a function here is proved for all
 * values. docs/verification/proofs.md.
 */
#ifndef FEDX_ASSUMED_H
#define FEDX_ASSUMED_H

#include "fedx_ports.h"

/* Port p of a mask, as 0 or 1. */
static inline unsigned of_port(unsigned mask, unsigned p)
{
    return mask >> p & 1u;
}

static inline int at_most_one(unsigned mask)
{
    return (mask & (mask - 1u)) == 0;
}

/* Whether the ports of a mask have buffers that there are, each another one. */
static inline int one_each(unsigned mask, const uint8_t *buf)
{
    int holds = 1;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        holds &= !of_port(mask, p) | (buf[p] < FEDX_BUFFERS);
        for (unsigned q = 0; q < p; q++)
            holds &= !of_port(mask, p) | !of_port(mask, q) | (buf[p] != buf[q]);
    }
    return holds;
}

/* Whether the buffers of the ports of a mask are in a set. */
static inline int all_in(unsigned mask, const uint8_t *buf, fedx_buffer_word set)
{
    int holds = 1;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        for (unsigned b = 0; b < FEDX_BUFFERS; b++)
            holds &= !of_port(mask, p) | (buf[p] != b) | (int)(set >> b & 1u);
    return holds;
}

/* Promises */

/* Packets that wait are given to ports that are open, each to one. */
static inline int promised_by_arbitration(const struct fedx_wires *w)
{
    return ((w->grant & ~w->available) == 0) & one_each(w->grant, w->grant_buf) &
           all_in(w->grant, w->grant_buf, w->ready);
}

/*
 * Of headers that are decided: each packet that is admitted has a route, and a buffer of its own that was free. Of
 * packets with a route but without room one is watched, the one that is already, if there is one.
 */
static inline int promised_by_admission(const struct fedx_admission *a, unsigned decided, fedx_buffer_word used,
                                        const struct fedx_wires *w)
{
    int holds = ((w->admit & ~decided) == 0) & ((w->watch & ~decided) == 0) & at_most_one(w->watch) &
                (!a->watched | ((w->watch & ~(1u << a->watch_port)) == 0)) & one_each(w->admit, w->admit_buf) &
                all_in(w->admit, w->admit_buf, ~used);

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        holds &= (!of_port(w->admit | w->watch, p) | (w->choice[p].valid != 0)) &
                 (!of_port(decided, p) | (w->admit_reason[p] <= FEDX_REJECT_THROTTLED));
    return holds;
}

/* Assumptions, with the clauses that give them */

static inline int assumed_by_port_receive(const struct fedx_port_receive *r)
{
    int holds = 1;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned states = of_port(r->header, p) + of_port(r->decide, p) + of_port(r->body, p) +
                          of_port(r->refusing, p) + of_port(r->drain, p);
        holds &= states <= 1;                                                                      /* receive_states */
        holds &= !of_port(r->header, p) | ((r->count[p] >= 1) & (r->count[p] <= FEDX_BYTE_CHECK)); /* receive_count */
        holds &= r->buf[p] < FEDX_BUFFERS;                                                         /* buffer_number */
    }
    return holds;
}

static inline int assumed_by_port_transmit(const struct fedx_port_transmit *t)
{
    int holds = 1;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        holds &= of_port(t->sending, p) + of_port(t->await, p) + of_port(t->gap, p) <= 1; /* transmit_states */
        holds &= !of_port(t->sending, p) | (t->count[p] < FEDX_PACKET_BYTES);             /* transmit_count */
        holds &= t->buf[p] < FEDX_BUFFERS;                                                /* buffer_number */
    }
    return holds;
}

static inline int assumed_by_buffer_pool(const struct fedx_buffer_pool *b, const struct fedx_port_receive *r,
                                         const struct fedx_port_transmit *t, const struct fedx_wires *w)
{
    unsigned returned = w->stopped | w->expired;
    /* One writer a buffer; one packet is given it, one port returns it */
    int holds = one_each(r->write, r->buf) & one_each(w->admit, w->admit_buf) & one_each(returned, t->buf);

    for (unsigned k = 0; k < FEDX_BUFFERS; k++)
        holds &= !(b->queued >> k & 1u) | (b->allowed[k] >> FEDX_PORTS == 0); /* ports */
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        holds &= (r->buf[p] < FEDX_BUFFERS) & (t->buf[p] < FEDX_BUFFERS);  /* buffer_number */
        holds &= !of_port(w->start, p) | (w->grant_buf[p] < FEDX_BUFFERS); /* arbitration */
        holds &= !of_port(r->write, p) |
                 ((r->count[p] >= 1) & (r->count[p] <= FEDX_PACKET_BYTES));   /* receive_count, _write */
        holds &= !of_port(t->sending, p) | (t->count[p] < FEDX_PACKET_BYTES); /* transmit_count */
        for (unsigned q = 0; q < FEDX_PORTS; q++)                             /* what is given to a packet was free */
            holds &= !of_port(w->admit, p) | !of_port(returned, q) | (w->admit_buf[p] != t->buf[q]);
    }
    return holds;
}

static inline int assumed_by_admission(const struct fedx_admission *a)
{
    return (a->first < FEDX_PORTS) & (a->watch_port < FEDX_PORTS); /* indices */
}

#endif

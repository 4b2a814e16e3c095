/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proofs of single mechanisms of the virtual-channel router assume of registers and wires, and what they
 * promise each other: the one source of both. A promise of a block is shown with it; block `invariant` shows that the
 * promises and a legal state (cmodel/vcr/kind/vcr_legal.h) give every assumption. docs/verification/proofs.md.
 */
#ifndef VCR_ASSUMED_H
#define VCR_ASSUMED_H

#include "vcr_ports.h"

/* A route as it is kept: of ports that there are, the preferred one among them; 0 if of none. */
static inline int legal_route(uint32_t route)
{
    unsigned best = vcr_route_best(route);

    return (best >> PORTS == 0) & ((route == 0) | (int)(best >> vcr_route_preferred(route) & 1u));
}

/* Has lane l a front that means something? */
static inline unsigned there(const struct vcr_wires *w, unsigned l)
{
    return LANE_OF(w->request, l) | LANE_OF(w->going, l);
}

/* Whether a head, a tail leaves: what the crossbar makes of the fronts, as its block shows. */
static inline unsigned leaving(const struct vcr_wires *w, const uint16_t *front)
{
    unsigned leaves = 0;

    for (unsigned p = 0; p < PORTS; p++)
        for (unsigned l = 0; l < LANES; l++)
            leaves |= (unsigned)((w->out_grant >> p & 1u) && w->out_lane[p] == l && LANE_OF(front, l)) << p;
    return leaves;
}

/* What of a set is not in another. */
static inline unsigned outside(unsigned set, unsigned of)
{
    return set & ~of;
}

/* Promises of the blocks that come first */

static inline int promised_by_route(const struct vcr_config *c, const struct vcr_wires *w)
{
    int holds = (w->arrive >> PORTS == 0) & ((c->quiet == 0) | (w->arrive == 0));

    for (unsigned p = 0; p < PORTS; p++)
        holds &= !(w->arrive >> p & 1u) | legal_route(w->arrive_route[p]);
    return holds;
}

static inline int promised_by_input(const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++)
        holds &= (w->request[p] & w->going[p]) == 0;
    for (unsigned l = 0; l < LANES; l++)
        holds &= !LANE_OF(w->request, l) | (legal_route(w->front_route[l]) & (vcr_route_best(w->front_route[l]) != 0));
    return holds;
}

/* Of packets that go on: their registers. */
static inline int going_is_active(const struct vcr_input *i, const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++)
        holds &= outside(w->going[p], i->active[p]) == 0;
    return holds;
}

static inline int promised_by_output(const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++)
        holds &= (outside(w->free[p], w->sendable[p]) == 0) & (w->sendable[p] >> VCS == 0);
    return holds;
}

/* The channels of a set of one a port, of this port; 0: of none. */
static inline unsigned of_port(const uint16_t *sets, unsigned port)
{
    unsigned set = 0;

    for (unsigned p = 0; p < PORTS; p++)
        set |= port == p ? sets[p] : 0u;
    return set;
}

/* What lane l asks for: where its packet goes, or a channel that a head may take. */
static inline int fair_request(const struct vcr_input *i, const struct vcr_wires *w, unsigned l)
{
    unsigned port = w->want_port[l], vcs = w->want_vcs[l];
    int goes = (port == i->out_port[l]) & (vcs == 1u << i->out_vc[l]) & (outside(vcs, of_port(w->sendable, port)) == 0);
    int begins = outside(vcs, of_port(w->free, port)) == 0;

    return (port < PORTS) & (vcs != 0) & (vcs >> VCS == 0) & (LANE_OF(w->going, l) ? goes : begins);
}

static inline int promised_by_select(const struct vcr_input *i, const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++)
        holds &= (outside(w->want[p], w->request[p] | w->going[p]) == 0) &
                 (outside(w->commit[p] | w->deflect[p], w->request[p]) == 0);
    for (unsigned l = 0; l < LANES; l++) {
        holds &= !LANE_OF(w->want, l) | fair_request(i, w, l);
        holds &= !LANE_OF(w->deflect, l) | (vcr_flit_deflections(w->front_flit[l * WORDS]) != 0);
        holds &= !LANE_OF(w->commit, l) | (w->choice[l] < PORTS);
    }
    return holds;
}

/* The grant of output p. */
static inline int fair_grant(const struct vcr_wires *w, unsigned p)
{
    int holds = 0;

    for (unsigned l = 0; l < LANES; l++)
        holds |= (w->out_lane[p] == l) & (int)LANE_OF(w->want, l) & (int)LANE_OF(w->grant, l) & (w->want_port[l] == p) &
                 (int)(w->want_vcs[l] >> (w->out_vc[p] & 15u));
    return holds;
}

static inline int promised_by_allocate(const struct vcr_wires *w)
{
    int holds = (w->out_grant >> PORTS == 0) & (outside(w->first_out, w->out_grant) == 0);

    for (unsigned p = 0; p < PORTS; p++)
        holds &= !(w->out_grant >> p & 1u) | ((w->out_vc[p] < VCS) & fair_grant(w, p));
    for (unsigned p = 0; p < PORTS; p++)
        holds &= outside(w->grant[p], w->want[p]) == 0;
    for (unsigned l = 0; l < LANES; l++) {
        int given = 0;
        for (unsigned p = 0; p < PORTS; p++)
            given |= (int)(w->out_grant >> p & 1u) & (w->out_lane[p] == l) & (w->want_port[l] == p);
        holds &= !LANE_OF(w->grant, l) | (given & (int)LANE_OF(w->want, l));
    }
    return holds;
}

/* Assumptions */

/* Without a stage, or a table, its registers are as reset leaves them. */
static inline int assumed_by_route(const struct vcr_route *r)
{
    unsigned rest = r->valid | r->head | r->tail;
    uint64_t flits = 0;

    if (parameters.route_stage)
        return 1;
    for (unsigned p = 0; p < PORTS; p++)
        rest |= r->vc[p] | r->entry[p];
    for (unsigned k = 0; k < PORTS * WORDS; k++)
        flits |= r->flit[k];
    return (rest == 0) & (flits == 0);
}

/* Slots in their memory, and what is stored is counted. */
static inline int assumed_by_input(const struct vcr_input *i)
{
    int holds = 1;

    for (unsigned l = 0; l < LANES; l++)
        holds &= (i->write[l] < DEPTH) & (i->read[l] < DEPTH) & (i->fill[l] <= DEPTH) &
                 (LANE_OF(i->stored, l) == (unsigned)(i->fill[l] != 0));
    return holds;
}

/* A grant is of a lane that has something, and of the output that it asks for; a commitment of one that asks. */
static inline int assumed_of_grants(const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++)
        holds &= (outside(w->grant[p], w->request[p] | w->going[p]) == 0) & (outside(w->commit[p], w->request[p]) == 0);
    for (unsigned l = 0; l < LANES; l++)
        holds &= !LANE_OF(w->grant, l) | ((w->want_port[l] < PORTS) & (int)(w->out_grant >> (w->want_port[l] & 15u)));
    return holds;
}

static inline int assumed_by_select(const struct vcr_input *i, const struct vcr_wires *w)
{
    int holds = promised_by_input(w);

    for (unsigned l = 0; l < LANES; l++)
        holds &= !LANE_OF(w->going, l) | ((i->out_port[l] < PORTS) & (i->out_vc[l] < VCS));
    return holds;
}

static inline int assumed_by_output(const struct vcr_output *o, const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned l = 0; l < LANES; l++)
        holds &= o->credits[l] <= DEPTH;
    for (unsigned p = 0; p < PORTS; p++)
        holds &= !(w->out_grant >> p & 1u) | ((w->out_lane[p] < LANES) & (int)(w->sendable[p] >> (w->out_vc[p] & 15u)));
    return holds;
}

static inline int assumed_by_allocate(const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned l = 0; l < LANES; l++)
        holds &=
            !LANE_OF(w->want, l) | ((w->want_port[l] < PORTS) & (w->want_vcs[l] != 0) & (w->want_vcs[l] >> VCS == 0));
    return holds;
}

static inline int assumed_by_crossbar(const struct vcr_wires *w)
{
    int holds = 1;

    for (unsigned p = 0; p < PORTS; p++) {
        unsigned has_front = 0;
        for (unsigned l = 0; l < LANES; l++)
            has_front |= (unsigned)(w->out_lane[p] == l) & there(w, l);
        holds &= !(w->out_grant >> p & 1u) | (int)has_front;
    }
    for (unsigned l = 0; l < LANES; l++)
        holds &= !LANE_OF(w->deflect, l) | (vcr_flit_deflections(w->front_flit[l * WORDS]) != 0);
    return holds;
}

#endif

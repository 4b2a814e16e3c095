/* SPDX-License-Identifier: Apache-2.0
 *
 * Input: a queue of flits for every virtual channel of every port, and the packet at its front.
 * docs/spec/vcr.md section 6; RTL twins rtl/vcr/vcr_input.v and, for the memory of a channel, rtl/vcr/vcr_store.v.
 */
#include <string.h>

#include "vcr_internal.h"

/* Which channel takes what comes on a port whose link does not fall. */
static unsigned accepts(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_wires *w,
                        unsigned p)
{
    unsigned vc = w->arrive_vc[p];

    return vc >= s->vcs || i->fill[p * s->vcs + vc] == s->depth ? 0 : 1u << vc;
}

/* What is kept with the flit that comes on a port. */
static uint32_t kept_of_arrival(const struct vcr_wires *w, unsigned p)
{
    return w->arrive_route[p] | (w->arrive_head >> p & 1u) * (uint32_t)VCR_SLOT_HEAD |
           (w->arrive_tail >> p & 1u) * VCR_SLOT_TAIL;
}

/* The front of a channel that has one: from its memory, or what comes. */
static uint32_t front(const struct vcr_parameters *s, const struct vcr_input *i, const uint64_t *flits,
                      const uint32_t *kept, struct vcr_wires *w, unsigned p, unsigned vc)
{
    unsigned lane = p * s->vcs + vc, slot = lane * s->depth + i->read[lane];

    if (!s->bypass || (i->stored[p] >> vc & 1u)) {
        vcr_copy_flit(s, &w->front_flit[lane * s->words], &flits[slot * s->words]);
        return kept[slot];
    }
    vcr_copy_flit(s, &w->front_flit[lane * s->words], &w->arrive_flit[p * s->words]);
    return kept_of_arrival(w, p);
}

static void fronts(const struct vcr_parameters *s, const struct vcr_input *i, const uint64_t *flits,
                   const uint32_t *kept, struct vcr_wires *w, unsigned first)
{
    uint64_t have =
        (vcr_sets(s, &i->stored[first]) | (s->bypass ? vcr_sets(s, &w->accept[first]) : 0u)) & vcr_all_lanes(s, first);
    uint64_t active = vcr_sets(s, &i->active[first]), closing = vcr_sets(s, &i->closing[first]);
    uint64_t head = 0, tail = 0, routed = 0, synth;

    VCR_FOR_EACH_LANE(at, s, first, have)
    {
        uint32_t f = front(s, i, flits, kept, w, at.p, at.v);
        head |= (uint64_t)(f / VCR_SLOT_HEAD & 1u) << at.bit;
        tail |= (uint64_t)(f / VCR_SLOT_TAIL & 1u) << at.bit;
        routed |= (uint64_t)(vcr_route_best(f) != 0) << at.bit;
        w->front_route[at.p * s->vcs + at.v] = f & VCR_SLOT_ROUTE;
    }
    synth = active & (closing | head);
    vcr_put_sets(s, &w->synth[first], synth);
    vcr_put_sets(s, &w->going[first], active & (closing | have));
    vcr_put_sets(s, &w->request[first], ~active & head & routed);
    vcr_put_sets(s, &w->dropping[first], ~active & have & ~(head & routed));
    vcr_put_sets(s, &w->front_head[first], head & ~synth);
    vcr_put_sets(s, &w->front_tail[first], tail | synth);
    VCR_FOR_EACH_LANE(at, s, first, synth)
    memset(&w->front_flit[(at.p * s->vcs + at.v) * s->words], 0, 8 * s->words);
}

void vcr_input_eval(const struct vcr_parameters *s, const struct vcr_input *i, const uint64_t *flits,
                    const uint32_t *kept, struct vcr_wires *w)
{
    uint64_t accept[VCR_SET_WORDS] = {0};

    VCR_FOR_EACH(p, w->arrive & ~(unsigned)w->fall)
    accept[vcr_word_of(s, p)] |= vcr_part(s, p, accepts(s, i, w, p));
    for (unsigned p = 0; p < s->ports; p += vcr_together(s)) {
        vcr_put_sets(s, &w->accept[p], accept[vcr_word_of(s, p)]);
        fronts(s, i, flits, kept, w, p);
    }
}

/* A flit that no channel takes. */
static void count_loss(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_wires *w, unsigned p)
{
    if (w->accept[p] == 0)
        i->error[p] |= (uint8_t)(1u << (w->arrive_vc[p] >= s->vcs ? VCR_ERROR_VC : VCR_ERROR_FULL));
}

static void count_errors(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_wires *w, unsigned first)
{
    uint64_t dropping = vcr_sets(s, &w->dropping[first]), head = vcr_sets(s, &w->front_head[first]);
    uint64_t made_up = vcr_sets(s, &w->synth[first]) & vcr_sets(s, &w->grant[first]) & ~vcr_sets(s, &i->closing[first]);

    VCR_FOR_EACH_LANE(at, s, first, (dropping & ~head) | made_up)
    i->error[at.p] |= 1u << VCR_ERROR_ORDER;
    VCR_FOR_EACH_LANE(at, s, first, dropping & head)
    i->error[at.p] |= 1u << VCR_ERROR_ROUTE;
}

/* The age of a packet begins when it comes to the front. */
static void grow_older(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_wires *w, unsigned first)
{
    uint64_t there = vcr_sets(s, &i->active[first]) | vcr_sets(s, &w->request[first]);
    uint64_t ends = vcr_sets(s, &w->grant[first]) & vcr_sets(s, &w->front_tail[first]);

    vcr_count(s, i->age, first, there, ends);
}

/* The packet at the front of a channel, after what was granted. */
static void advance(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_wires *w, unsigned first)
{
    uint64_t grant = vcr_sets(s, &w->grant[first]), ends = grant & vcr_sets(s, &w->front_tail[first]);
    uint64_t begins = grant & vcr_sets(s, &w->front_head[first]) & ~ends, commit = vcr_sets(s, &w->commit[first]);
    uint64_t committed = vcr_sets(s, &i->committed[first]);

    VCR_FOR_EACH_LANE(at, s, first, begins)
    {
        unsigned lane = at.p * s->vcs + at.v, port = w->want_port[lane];
        i->out_port[lane] = (uint8_t)port;
        i->out_vc[lane] = w->out_vc[port];
    }
    VCR_FOR_EACH_LANE(at, s, first, commit & ~grant & ~committed)
    i->commit_port[at.p * s->vcs + at.v] = w->choice[at.p * s->vcs + at.v];
    vcr_put_sets(s, &i->active[first], (vcr_sets(s, &i->active[first]) & ~ends) | begins);
    vcr_put_sets(s, &i->closing[first], vcr_sets(s, &i->closing[first]) & ~ends);
    vcr_put_sets(s, &i->committed[first], (committed | commit) & ~grant);
}

static unsigned next_slot(const struct vcr_parameters *s, unsigned slot)
{
    return slot + 1u == s->depth ? 0 : slot + 1u;
}

/* The memory: what leaves, then what comes and did not leave at once. */
static void move(const struct vcr_parameters *s, struct vcr_input *i, uint64_t *flits, uint32_t *kept,
                 const struct vcr_wires *w, unsigned first)
{
    uint64_t pop = (vcr_sets(s, &w->grant[first]) & ~vcr_sets(s, &w->synth[first])) | vcr_sets(s, &w->dropping[first]);
    uint64_t stored = vcr_sets(s, &i->stored[first]), emptied = 0;
    uint64_t store = vcr_sets(s, &w->accept[first]) & ~(pop & ~stored) & vcr_all_lanes(s, first);

    vcr_put_sets(s, &i->credit[first], pop);
    VCR_FOR_EACH_LANE(at, s, first, pop & stored)
    {
        unsigned lane = at.p * s->vcs + at.v;
        i->read[lane] = (uint8_t)next_slot(s, i->read[lane]);
        emptied |= (uint64_t)(--i->fill[lane] == 0) << at.bit;
    }
    VCR_FOR_EACH_LANE(at, s, first, store)
    {
        unsigned lane = at.p * s->vcs + at.v, slot = lane * s->depth + i->write[lane];
        vcr_copy_flit(s, &flits[slot * s->words], &w->arrive_flit[at.p * s->words]);
        kept[slot] = kept_of_arrival(w, at.p);
        i->write[lane] = (uint8_t)next_slot(s, i->write[lane]);
        i->fill[lane]++;
    }
    vcr_put_sets(s, &i->stored[first], (stored & ~emptied) | store);
}

/* The sender is gone: what it sent is, too, and packets that are under way get a tail. */
static void flush(const struct vcr_parameters *s, struct vcr_input *i, unsigned p)
{
    i->closing[p] = i->active[p];
    i->committed[p] = 0;
    i->stored[p] = 0;
    memset(&i->write[p * s->vcs], 0, s->vcs);
    memset(&i->read[p * s->vcs], 0, s->vcs);
    memset(&i->fill[p * s->vcs], 0, s->vcs);
    VCR_FOR_EACH(v, ~(unsigned)i->active[p] & vcr_all_vcs(s))
    i->age[p * s->vcs + v] = 0;
}

void vcr_input_commit(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_config *c, uint64_t *flits,
                      uint32_t *kept, const struct vcr_wires *w)
{
    VCR_FOR_EACH(p, w->arrive & ~(unsigned)w->fall)
    count_loss(s, i, w, p);
    for (unsigned p = 0; p < s->ports; p += vcr_together(s)) {
        count_errors(s, i, w, p);
        grow_older(s, i, w, p);
        advance(s, i, w, p);
        move(s, i, flits, kept, w, p);
    }
    VCR_FOR_EACH(p, w->fall)
    flush(s, i, p);
    i->up = (uint16_t)(c->quiet ? 0 : vcr_all_ports(s));
}

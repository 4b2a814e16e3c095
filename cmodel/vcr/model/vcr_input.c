/* SPDX-License-Identifier: Apache-2.0
 *
 * Input: a queue of flits for every virtual channel of every port, and the packet at its front.
 * docs/spec/vcr.md section 6; RTL twins rtl/vcr/vcr_input.v and, for the memory of a channel, rtl/vcr/vcr_store.v.
 */
#include <string.h>

#include "vcr_internal.h"

/* Which channel takes what comes. */
static unsigned accepts(const struct vcr_shape *s, const struct vcr_input *i, const struct vcr_wires *w, unsigned p)
{
    unsigned vc = w->arrive_vc[p];

    if (!(w->arrive >> p & 1u) || (w->fall >> p & 1u) || vc >= s->vcs || i->fill[p * s->vcs + vc] == s->depth)
        return 0;
    return 1u << vc;
}

/* What is kept with the flit that comes on a port. */
static uint32_t kept_of_arrival(const struct vcr_wires *w, unsigned p)
{
    return w->arrive_route[p] | (w->arrive_head >> p & 1u ? VCR_SLOT_HEAD : 0u) |
           (w->arrive_tail >> p & 1u ? VCR_SLOT_TAIL : 0u);
}

/* The front of a channel that has one: from its memory, or what comes. */
static uint32_t front(const struct vcr_shape *s, const struct vcr_input *i, const uint64_t *flits, const uint32_t *kept,
                      struct vcr_wires *w, unsigned p, unsigned vc)
{
    unsigned lane = p * s->vcs + vc, slot = lane * s->depth + i->read[lane];

    if (i->stored[p] >> vc & 1u) {
        memcpy(&w->front_flit[lane * s->words], &flits[slot * s->words], 8 * s->words);
        return kept[slot];
    }
    memcpy(&w->front_flit[lane * s->words], &w->arrive_flit[p * s->words], 8 * s->words);
    return kept_of_arrival(w, p);
}

static void fronts(const struct vcr_shape *s, const struct vcr_input *i, const uint64_t *flits, const uint32_t *kept,
                   struct vcr_wires *w, unsigned p)
{
    unsigned have = i->stored[p] | (s->bypass ? w->accept[p] : 0u), head = 0, tail = 0, routed = 0;

    VCR_FOR_EACH(v, have) {
        uint32_t f = front(s, i, flits, kept, w, p, v);
        head |= (f & VCR_SLOT_HEAD ? 1u : 0u) << v;
        tail |= (f & VCR_SLOT_TAIL ? 1u : 0u) << v;
        w->front_route[p * s->vcs + v] = f & VCR_SLOT_ROUTE;
        routed |= (vcr_route_best(f) != 0 ? 1u : 0u) << v;
    }
    w->synth[p] = (uint16_t)(i->active[p] & (i->closing[p] | head));
    w->going[p] = (uint16_t)(i->active[p] & (i->closing[p] | have));
    w->request[p] = (uint16_t)(~i->active[p] & head & routed);
    w->dropping[p] = (uint16_t)(~i->active[p] & have & ~(head & routed));
    w->front_head[p] = (uint16_t)(head & ~w->synth[p]);
    w->front_tail[p] = (uint16_t)(tail | w->synth[p]);
    VCR_FOR_EACH(v, w->synth[p])
        memset(&w->front_flit[(p * s->vcs + v) * s->words], 0, 8 * s->words);
}

void vcr_input_eval(const struct vcr_shape *s, const struct vcr_input *i, const uint64_t *flits, const uint32_t *kept,
                    struct vcr_wires *w)
{
    memset(w->accept, 0, offsetof(struct vcr_wires, front_route) - offsetof(struct vcr_wires, accept));
    for (unsigned p = 0; p < s->ports; p++) {
        w->accept[p] = (uint16_t)accepts(s, i, w, p);
        if (i->stored[p] | i->active[p] | w->accept[p])
            fronts(s, i, flits, kept, w, p);
    }
}

static void count_errors(const struct vcr_shape *s, struct vcr_input *i, const struct vcr_wires *w, unsigned p)
{
    unsigned lost = (unsigned)(w->arrive & ~w->fall) >> p & (w->accept[p] == 0);
    unsigned headless = w->dropping[p] & ~w->front_head[p], aimless = w->dropping[p] & w->front_head[p];

    if (lost)
        i->error[p] |= (uint8_t)(1u << (w->arrive_vc[p] >= s->vcs ? VCR_ERROR_VC : VCR_ERROR_FULL));
    if (headless != 0 || (w->synth[p] & w->grant[p] & ~i->closing[p]) != 0)
        i->error[p] |= 1u << VCR_ERROR_ORDER;
    if (aimless != 0)
        i->error[p] |= 1u << VCR_ERROR_ROUTE;
}

/* The age of a packet begins when it comes to the front. */
static void grow_older(const struct vcr_shape *s, struct vcr_input *i, const struct vcr_wires *w, unsigned p)
{
    unsigned there = i->active[p] | w->request[p], ends = w->grant[p] & w->front_tail[p];

    VCR_FOR_EACH(v, there) {
        uint16_t *age = &i->age[p * s->vcs + v];
        *age = ends >> v & 1u ? 0 : (uint16_t)(*age + (*age != 0xffff));
    }
}

/* The packet at the front of a channel, after what was granted. */
static void advance(const struct vcr_shape *s, struct vcr_input *i, const struct vcr_wires *w, unsigned p)
{
    unsigned grant = w->grant[p], ends = grant & w->front_tail[p], begins = grant & w->front_head[p] & ~ends;

    VCR_FOR_EACH(v, begins) {
        unsigned lane = p * s->vcs + v, port = w->want_port[lane];
        i->out_port[lane] = (uint8_t)port;
        i->out_vc[lane] = w->out_vc[port];
    }
    VCR_FOR_EACH(v, w->commit[p] & ~grant & ~(unsigned)i->committed[p])
        i->commit_port[p * s->vcs + v] = w->choice[p * s->vcs + v];
    i->active[p] = (uint16_t)((i->active[p] & ~ends) | begins);
    i->closing[p] &= (uint16_t)~ends;
    i->committed[p] = (uint16_t)((i->committed[p] | w->commit[p]) & ~grant);
}

static unsigned next_slot(const struct vcr_shape *s, unsigned slot)
{
    return slot + 1u == s->depth ? 0 : slot + 1u;
}

/* The memory: what leaves, then what comes and did not leave at once. */
static void move(const struct vcr_shape *s, struct vcr_input *i, uint64_t *flits, uint32_t *kept,
                 const struct vcr_wires *w, unsigned p)
{
    unsigned pop = (w->grant[p] & ~(unsigned)w->synth[p]) | w->dropping[p];
    unsigned store = w->accept[p] & ~(pop & ~(unsigned)i->stored[p]);

    i->credit[p] = (uint16_t)pop;
    VCR_FOR_EACH(v, pop & i->stored[p]) {
        unsigned lane = p * s->vcs + v;
        i->read[lane] = (uint8_t)next_slot(s, i->read[lane]);
        i->stored[p] &= (uint16_t)~((--i->fill[lane] == 0 ? 1u : 0u) << v);
    }
    VCR_FOR_EACH(v, store) {
        unsigned lane = p * s->vcs + v, slot = lane * s->depth + i->write[lane];
        memcpy(&flits[slot * s->words], &w->arrive_flit[p * s->words], 8 * s->words);
        kept[slot] = kept_of_arrival(w, p);
        i->write[lane] = (uint8_t)next_slot(s, i->write[lane]);
        i->fill[lane]++;
        i->stored[p] |= (uint16_t)(1u << v);
    }
}

/* The sender is gone: what it sent is, too, and packets that are under way get a tail. */
static void flush(const struct vcr_shape *s, struct vcr_input *i, unsigned p)
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

void vcr_input_commit(const struct vcr_shape *s, struct vcr_input *i, const struct vcr_config *c, uint64_t *flits,
                      uint32_t *kept, const struct vcr_wires *w)
{
    for (unsigned p = 0; p < s->ports; p++) {
        i->credit[p] = 0;
        if ((i->stored[p] | i->active[p]) == 0 && ((w->arrive | w->fall) >> p & 1u) == 0)
            continue;
        count_errors(s, i, w, p);
        grow_older(s, i, w, p);
        advance(s, i, w, p);
        move(s, i, flits, kept, w, p);
        if (w->fall >> p & 1u)
            flush(s, i, p);
    }
    i->up = (uint16_t)(c->quiet ? 0 : vcr_all_ports(s));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine between two cycles, when it is saved or has been loaded: the same by whatever way it has come there.
 * How often routers have been looked at, and when they are to be next, is up to how many parts there were; so all
 * routers are looked at now, and marked anew.
 */
#include "vcr_event_cable.h"

#include "vcr_event_settle.h"

/* A cycle from now on, by its low part. */
static uint64_t from_now(const struct vcr_event_engine *e, uint16_t low)
{
    return e->state + (uint16_t)(low - (uint16_t)e->state);
}

/* Of a channel nothing is left of what is over. */
static void settle_channel(const struct vcr_event_engine *e, unsigned cable, unsigned vc)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_cable *k = &e->cable[cable];
    struct vcr_event_channel *c = &e->channel[cable * s->vcs + vc];
    const uint16_t before = (uint16_t)(e->state - VCR_EVENT_OVER);
    unsigned rests = !(k->moving >> vc & 1u);

    c->free_at = 0;
    if (rests || remaining(e, c->sent, 0, e->state) == VCR_EVENT_OVER)
        c->sent = before;
    for (unsigned i = 0; i < 2; i++)
        if (rests || remaining(e, c->back[i], k->credit_latency, e->state) == VCR_EVENT_OVER)
            c->back[i] = before;
}

/* Channels of a cable as they are now. @return cycles until something that has begun is over */
static unsigned settle_channels(struct vcr_event_engine *e, unsigned cable, uint16_t *free)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    unsigned cycles = e->cable[cable].moving ? look_at_channels(s, e, cable, e->alloc_credits, e->state, free) : 0;

    for (unsigned v = 0; v < s->vcs; v++)
        settle_channel(e, cable, v);
    return e->cable[cable].moving ? cycles : 0;
}

/* When credits of a packet are over: see credits_leave. */
static void mark_credits(struct vcr_event_engine *e, unsigned router, unsigned cable, uint16_t back)
{
    unsigned latency = e->cable[cable].credit_latency;
    uint64_t over;

    if (remaining(e, back, latency, e->state) == VCR_EVENT_OVER)
        return;
    over = from_now(e, (uint16_t)(back + e->flits + latency));
    wheel_mark(&e->wheel, over, VCR_MARK_ROUTER, router);
    if (e->rest && over - e->rest >= e->state)
        wheel_mark(&e->wheel, over - e->rest, VCR_MARK_ROUTER, router);
}

static void mark_output(struct vcr_event_engine *e, unsigned router, unsigned p)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    const struct vcr_event_router *r = &e->router[router];
    unsigned cable = router * s->ports + p;
    uint64_t linked = e->cable[cable].linked;

    if (linked >= e->state && linked != UINT32_MAX)
        wheel_mark(&e->wheel, linked, VCR_MARK_ROUTER, router);
    if (r->sending >> p & 1u)
        wheel_mark(&e->wheel, from_now(e, r->until[p]), VCR_MARK_ROUTER, router);
    VCR_FOR_EACH(v, e->cable[cable].moving)
    for (unsigned i = 0; i < 2; i++)
        mark_credits(e, router, cable, e->channel[cable * s->vcs + v].back[i]);
}

static void mark_input(struct vcr_event_engine *e, unsigned router, unsigned p)
{
    const struct vcr_event_cable *c = &e->cable[e->feed[router * e->configuration->parameters->ports + p]];

    for (unsigned k = 0; k < c->count; k++)
        wheel_mark(&e->wheel, from_now(e, (uint16_t)c->coming[(c->first + k) % VCR_EVENT_COMING].at), VCR_MARK_ROUTER,
                   router);
}

/* Whatever may have been known of it is looked up again; heads that wait ask in this cycle. */
static void settle_router(struct vcr_event_engine *e, unsigned router)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_router *r = &e->router[router];

    r->changing = 0;
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned cable = router * s->ports + p;
        uint16_t free = r->free[p];
        unsigned cycles = settle_channels(e, cable, &free);
        renew_output(s, e, router, p, free, e->state);
        r->next[p] = (uint16_t)(e->state + cycles);
        mark_output(e, router, p);
    }
    VCR_FOR_EACH(p, r->coming)
    mark_input(e, router, p);
    r->looked = (uint32_t)e->state;
    r->over = e->state;
    r->hope = r->waiting ? e->state : UINT64_MAX;
    if (r->waiting)
        wheel_mark(&e->wheel, e->state, VCR_MARK_ROUTER, router);
}

/* What a terminal hears next by a cable, if anything. */
static void settle_hearing(struct vcr_event_engine *e, unsigned endpoint, unsigned k)
{
    const struct vcr_event_cable *c = &e->cable[e->feed[vcr_event_end(e->configuration->parameters, e, endpoint) + k]];
    uint32_t head = c->coming[c->first].at, began = (uint32_t)e->state - head;

    expect_at_end(e, c, began - 1 < e->flits ? head + e->flits - 1 : head);
}

static void settle_endpoint(struct vcr_event_engine *e, unsigned endpoint)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned first = vcr_event_end(e->configuration->parameters, e, endpoint);

    endpoint_settle(&e->fabric->endpoint[endpoint]);
    t->looked = (uint32_t)e->state;
    t->over = e->state;
    t->moves = 0;
    for (unsigned k = 0; k < e->ways; k++) {
        settle_channels(e, first + k, &t->free[k]);
        t->moves |= (uint8_t)((unsigned)(e->cable[first + k].moving != 0) << k);
        settle_hearing(e, endpoint, k);
    }
}

void vcr_event_settle(struct vcr_event_engine *e)
{
    for (size_t i = 0; i < WHEEL_SLOTS * e->wheel.words; i++)
        e->wheel.marks[i][VCR_MARK_ROUTER] = 0;
    for (unsigned n = 0; n < e->routers; n++)
        settle_router(e, n);
    for (unsigned n = 0; n < e->endpoints; n++)
        settle_endpoint(e, n);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The SAT token in the event engine: a hop is an event, and a token that is held costs nothing. docs/spec/vcr.md
 * sections 11 and 16.
 */
#include "vcr_event_parts.h"

#include "../kind/vcr_port.h"

void vcr_event_token_leaves(struct vcr_event_engine *e, unsigned cable, uint64_t cycle)
{
    const struct vcr_event_cable *c = &e->cable[cable];
    uint64_t at = cycle + c->latency;

    if (c->far)
        vcr_event_post(e, cable, VCR_WORD_TOKEN, 0, 0, cycle);
    else
        vcr_event_token_goes(e, cable, at);
}

void vcr_event_token_goes(struct vcr_event_engine *e, unsigned cable, uint64_t at)
{
    const struct vcr_event_cable *c = &e->cable[cable];

    if (c->to_endpoint) {
        wheel_mark(&e->wheel, at, VCR_MARK_TOKEN_ENDPOINT, c->reader);
        return;
    }
    e->token[c->reader].coming |= (uint16_t)(1u << c->reader_port);
    e->token[c->reader].at[c->reader_port] = (uint16_t)at;
    wheel_mark(&e->wheel, at, VCR_MARK_TOKEN_ROUTER, c->reader);
}

void vcr_event_token_passes(struct vcr_event_engine *e, unsigned router, uint64_t now)
{
    const struct vcr_parameters *s = e->configuration->parameters;
    struct vcr_event_token *t = &e->token[router];
    unsigned come = 0;

    VCR_FOR_EACH(p, t->coming)
    come |= (unsigned)(t->at[p] == (uint16_t)now) << p;
    t->coming &= (uint16_t)~come;
    e->desk.pins.sat = (uint16_t)come;
    vcr_sat_switch_commit(s, &t->regs, &e->router[router].config, &e->desk.pins);
    t->of = now + 1;
    VCR_FOR_EACH(p, t->regs.sat)
    if (e->cable[router * s->ports + p].linked != UINT32_MAX)
        vcr_event_token_leaves(e, router * s->ports + p, now + 1);
}

void vcr_event_token_comes(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_queue *q = &e->queue[endpoint];

    if (e->desk.terminal.sat_mode == VCR_SAT_RING && endpoint == 0 && !q->gate.started)
        q->gate.started = 1;
    else
        vcr_port_count_token(&q->tokens, now);
    q->gate.held = 1;
    wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
}

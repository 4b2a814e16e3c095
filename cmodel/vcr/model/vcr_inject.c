/* SPDX-License-Identifier: Apache-2.0
 *
 * Injection: a ring of packets in which buffer, gate and queue are three pointers, and what leaves by each port.
 * docs/spec/vcr.md section 15; RTL twin rtl/vcr/vcr_inject.v.
 */
#include <string.h>

#include "vcr_internal.h"

/* Channels of a linked port for which a credit is on the wire. */
static unsigned credits_of(const struct vcr_terminal_parameters *s, const struct vcr_inject *j,
                           const struct vcr_pins *in, unsigned p)
{
    return j->linked >> p & 1u ? in->credit[p] & ((1u << s->vcs) - 1u) : 0u;
}

/* As in a router two equal readings; credits that are on the wire, and a link that rises or falls, count at once. */
static void eval_links(const struct vcr_terminal_parameters *s, const struct vcr_inject *j,
                       const struct vcr_terminal *t, const struct vcr_pins *in, struct vcr_terminal_wires *w)
{
    unsigned all = (1u << s->ports) - 1u;

    w->rise = (uint16_t)(t->quiet ? 0 : ~j->linked & in->up & j->up_last & all);
    w->fall = (uint16_t)(j->linked & ~in->up & ~j->up_last);
    memcpy(w->credits_now, j->credits, (size_t)s->ports * s->vcs);
    for (unsigned p = 0; p < s->ports; p++) {
        uint8_t *now = &w->credits_now[p * s->vcs];
        VCR_FOR_EACH(v, credits_of(s, j, in, p))
        now[v] = (uint8_t)(now[v] + (now[v] != s->depth));
        if ((w->rise | w->fall) >> p & 1u)
            memset(now, w->rise >> p & 1u ? s->depth : 0, s->vcs);
    }
}

/* The lowest channel of a port with room for a packet; the number of channels: none. */
static unsigned free_channel(const struct vcr_terminal_parameters *s, const struct vcr_terminal *t,
                             const struct vcr_terminal_wires *w, unsigned p)
{
    unsigned v = 0;

    while (v < s->vcs && (w->credits_now[p * s->vcs + v] == 0 || w->credits_now[p * s->vcs + v] < t->alloc_credits))
        v++;
    return v;
}

/* The lowest port that sends nothing, and by which a packet can go. */
static void eval_start(const struct vcr_terminal_parameters *s, const struct vcr_inject *j,
                       const struct vcr_terminal *t, struct vcr_terminal_wires *w)
{
    unsigned waiting = j->queued + w->pass - (unsigned)__builtin_popcount(j->sending);

    w->start_port = VCR_NO_PORT;
    w->start_vc = 0;
    for (unsigned p = 0; p < s->ports && waiting != 0 && w->start_port == VCR_NO_PORT; p++) {
        unsigned v = j->sending >> p & 1u ? s->vcs : free_channel(s, t, w, p);
        if (v < s->vcs) {
            w->start_port = p;
            w->start_vc = v;
        }
    }
}

void vcr_inject_eval(const struct vcr_terminal_parameters *s, const struct vcr_inject *j, const struct vcr_terminal *t,
                     const struct vcr_pins *in, unsigned put, struct vcr_terminal_wires *w)
{
    eval_links(s, j, t, in, w);
    w->put = put && j->room;
    w->pass = (j->buffered != 0 || w->put) && j->queued < s->queue && w->open;
    eval_start(s, j, t, w);
    w->going = w->start_port < VCR_NO_PORT ? (uint16_t)(1u << w->start_port) : 0;
    w->last = 0;
    VCR_FOR_EACH(p, j->sending)
    {
        unsigned goes = w->credits_now[p * s->vcs + j->vc[p]] != 0;
        w->going |= (uint16_t)(goes << p);
        w->last |= (uint16_t)((unsigned)(goes && j->sent[p] == s->length - 1u) << p);
    }
}

static unsigned after(const struct vcr_terminal_parameters *s, unsigned slot)
{
    return slot + 1u == vcr_terminal_slots(s) ? 0u : slot + 1u;
}

static void commit_credits(const struct vcr_terminal_parameters *s, struct vcr_inject *j, const struct vcr_pins *in,
                           const struct vcr_terminal_wires *w, unsigned p)
{
    VCR_FOR_EACH(v, credits_of(s, j, in, p))
    j->credit_error |= (uint16_t)((unsigned)(j->credits[p * s->vcs + v] == s->depth) << p);
    memcpy(&j->credits[p * s->vcs], &w->credits_now[p * s->vcs], s->vcs);
    if (w->going >> p & 1u)
        j->credits[p * s->vcs + j->vc[p]]--;
}

/* A flit of the packet that is under way by this port, the first one of what begins. */
static void commit_flit(const struct vcr_terminal_parameters *s, struct vcr_inject *j, const uint64_t *packets,
                        const struct vcr_terminal_wires *w, unsigned p)
{
    unsigned flit = j->sent[p], last = w->last >> p & 1u;

    j->tx_valid |= (uint16_t)(1u << p);
    j->tx_head |= (uint16_t)((unsigned)(flit == 0) << p);
    j->tx_tail |= (uint16_t)(last << p);
    j->tx_vc[p] = j->vc[p];
    memcpy(&j->tx_flit[p * s->words], &packets[((size_t)j->slot[p] * s->length + flit) * s->words], 8u * s->words);
    j->sent[p] = (uint8_t)(last ? 0u : flit + 1u);
    if (last) {
        j->sending &= (uint16_t) ~(1u << p);
        j->used &= (uint16_t) ~(1u << j->slot[p]);
        j->queued--;
    }
}

static void commit_start(const struct vcr_terminal_parameters *s, struct vcr_inject *j,
                         const struct vcr_terminal_wires *w)
{
    unsigned p = w->start_port;

    if (p == VCR_NO_PORT)
        return;
    j->sending |= (uint16_t)(1u << p);
    j->slot[p] = j->read;
    j->vc[p] = (uint8_t)w->start_vc;
    j->read = (uint8_t)after(s, j->read);
}

static void commit_put(const struct vcr_terminal_parameters *s, struct vcr_inject *j, uint64_t *packets,
                       const struct vcr_terminal_control *control, const struct vcr_terminal_wires *w)
{
    size_t words = (size_t)s->length * s->words;

    j->lost |= control->put && !w->put;
    j->buffered = (uint8_t)(j->buffered + w->put - w->pass);
    j->queued = (uint8_t)(j->queued + w->pass);
    if (w->pass)
        j->passed = (uint8_t)after(s, j->passed);
    if (!w->put)
        return;
    memcpy(&packets[j->write * words], control->packet, 8 * words);
    j->used |= (uint16_t)(1u << j->write);
    j->write = (uint8_t)after(s, j->write);
}

/* In an order in which what is put in can pass, begin and leave in one cycle. */
void vcr_inject_commit(const struct vcr_terminal_parameters *s, struct vcr_inject *j, uint64_t *packets,
                       const struct vcr_pins *in, const struct vcr_terminal_control *control,
                       const struct vcr_terminal_wires *w)
{
    commit_put(s, j, packets, control, w);
    commit_start(s, j, w);
    j->tx_valid = j->tx_head = j->tx_tail = 0;
    memset(j->tx_vc, 0, s->ports);
    memset(j->tx_flit, 0, 8u * s->ports * s->words);
    for (unsigned p = 0; p < s->ports; p++) {
        commit_credits(s, j, in, w, p);
        if (w->going >> p & 1u)
            commit_flit(s, j, packets, w, p);
    }
    j->linked = (uint16_t)((j->linked | w->rise) & ~w->fall);
    j->up_last = (uint16_t)(in->up & ((1u << s->ports) - 1u));
    j->room = j->buffered < s->buffer && !(j->used >> j->write & 1u);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_facts.h"

#include <string.h>

#include "../model/vcr_internal.h"
#include "vcr_kind.h"
#include "vcr_packet.h"

/* Ports of which one will do for the head at the front of a lane. */
static unsigned waits_for(const struct vcr_parameters *s, const struct vcr_regs *r, unsigned lane, uint32_t kept)
{
    unsigned committed = r->input.committed[lane / s->vcs] >> lane % s->vcs & 1u;

    return committed ? 1u << r->input.commit_port[lane] : vcr_route_best(kept);
}

/* The heads in a lane, the front first. */
static void visit_lane(const struct vcr_parameters *s, const struct vcr_regs *r, const uint8_t *store, unsigned lane,
                       held_visit visit, void *context)
{
    int active = r->input.active[lane / s->vcs] >> lane % s->vcs & 1u;

    for (unsigned k = 0; k < r->input.fill[lane]; k++) {
        unsigned slot = (r->input.read[lane] + k) % s->depth;
        struct held_packet held = {.place = (uint8_t)lane, .waiting = 1};
        uint64_t head;
        uint32_t kept;

        memcpy(&kept, store + 8u * s->words * s->depth + 4u * slot, sizeof kept);
        if (!(kept & VCR_SLOT_HEAD))
            continue;
        memcpy(&head, store + 8u * s->words * slot, sizeof head);
        held.packet = vcr_packet_of(head);
        held.waits_for = (uint16_t)(k > 0 || active ? 1u << r->input.out_port[lane] : waits_for(s, r, lane, kept));
        visit(context, &held);
    }
}

void vcr_each_held(const struct vcr_parameters *s, const struct vcr_regs *r, const struct node_ops *ops,
                   const void *node, held_visit visit, void *context)
{
    uint8_t store[VCR_MOST_DEPTH * (8 * VCR_MOST_WORDS + 4)];

    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        if (r->input.fill[lane] != 0) {
            ops->store(node, (int)lane, store);
            visit_lane(s, r, store, lane, visit, context);
        }
}

void vcr_fullness(const struct vcr_parameters *s, const struct vcr_regs *r, uint16_t *full)
{
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned free = 0;
        for (unsigned v = 0; v < s->vcs; v++)
            free += r->output.credits[p * s->vcs + v];
        full[p] = (uint16_t)((unsigned)s->vcs * s->depth - free);
    }
}

unsigned vcr_held(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    unsigned count = 0;

    for (unsigned p = 0; p < s->ports; p++)
        count += (unsigned)__builtin_popcount((unsigned)r->input.stored[p] | r->input.active[p]);
    return count;
}

int vcr_goes_on(const struct vcr_parameters *s, const struct vcr_regs *r, unsigned port)
{
    unsigned active = r->input.active[port];

    return active ? r->input.out_port[port * s->vcs + (unsigned)__builtin_ctz(active)] : -1;
}

unsigned vcr_probe_step(const struct vcr_parameters *s, struct vcr_probe *p, uint64_t now, const struct vcr_pins *was)
{
    VCR_FOR_EACH(port, was->valid)
    {
        unsigned lane = port * s->vcs + was->vc[port];
        if (was->head >> port & 1u) {
            p->head[lane] = was->flit[port * s->words];
            p->first[lane] = now;
        }
        p->ended_head[port] = p->head[lane];
        p->ended_first[port] = p->first[lane];
        p->ended_vc[port] = was->vc[port];
    }
    return was->valid & was->tail;
}

struct router_attempt vcr_probe_attempt(const struct vcr_probe *p, int port)
{
    return (struct router_attempt){vcr_packet_of(p->ended_head[port]), p->ended_first[port], 1, p->ended_vc[port]};
}

static void print_lane(const struct vcr_parameters *s, const struct vcr_regs *r, unsigned lane, FILE *out)
{
    const struct vcr_input *i = &r->input;
    unsigned p = lane / s->vcs, v = lane % s->vcs;

    if (!((i->stored[p] | i->active[p]) >> v & 1u))
        return;
    fprintf(out, "  port %u channel %u: %u flits, ", p, v, i->fill[lane]);
    if (i->active[p] >> v & 1u)
        fprintf(out, "its packet goes on by port %u channel %u", i->out_port[lane], i->out_vc[lane]);
    else if (i->committed[p] >> v & 1u)
        fprintf(out, "its head waits for port %u", i->commit_port[lane]);
    else
        fprintf(out, "its head waits");
    fprintf(out, ", %u cycles old\n", i->age[lane]);
}

static void print_output(const struct vcr_parameters *s, const struct vcr_regs *r, unsigned p, FILE *out)
{
    fprintf(out, "  output %u: %s%s, credits", p, r->output.linked >> p & 1u ? "up" : "down",
            r->output.hold >> p & 1u ? ", held by a packet" : "");
    for (unsigned v = 0; v < s->vcs; v++)
        fprintf(out, " %u%s", r->output.credits[p * s->vcs + v], r->output.owned[p] >> v & 1u ? " (owned)" : "");
    fprintf(out, "\n");
}

void vcr_print(const struct vcr_parameters *s, const struct vcr_regs *r, FILE *out)
{
    for (unsigned lane = 0; lane < vcr_lanes(s); lane++)
        print_lane(s, r, lane, out);
    for (unsigned p = 0; p < s->ports; p++)
        print_output(s, r, p, out);
}

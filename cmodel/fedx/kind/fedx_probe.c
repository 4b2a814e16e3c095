/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_probe.h"

#include "../../kind/node.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_packet.h"

static void end(struct fedx_probe *probe, unsigned p, unsigned accepted)
{
    probe->ended |= (uint8_t)(1u << p);
    probe->accepted |= (uint8_t)(accepted << p);
    probe->ended_first[p] = probe->first[p];
}

/* Awaited acceptances that are decided: accepted when the buffer is free again. */
static void look_for_acceptance(struct fedx_probe *probe, const struct fedx_switch_regs *regs)
{
    FEDX_FOR_EACH_PORT(p, probe->awaiting & ~(unsigned)regs->port_transmit.await)
    {
        end(probe, p, (regs->buffer_pool.used >> probe->buffer[p] & 1u) == 0);
        probe->awaiting &= (uint8_t) ~(1u << p);
    }
}

/* Frames that have just left the wire: whole, or ended early. */
static void look_at_frames(struct fedx_probe *probe, uint64_t now, unsigned left, const struct fedx_switch_regs *regs)
{
    FEDX_FOR_EACH_PORT(p, left)
    {
        probe->buffer[p] = regs->port_transmit.buf[p];
        if (now + 1 - probe->first[p] == FEDX_PACKET_BYTES)
            probe->awaiting |= (uint8_t)(1u << p);
        else
            end(probe, p, 0);
    }
}

/* A frame begins or ends, or an acceptance is awaited. */
static void look(struct fedx_probe *probe, uint64_t now, unsigned was, unsigned is, const struct node_ops *ops,
                 void *node)
{
    struct fedx_switch_regs regs;

    probe->accepted = 0;
    if (probe->awaiting | (was & ~is)) {
        ops->state(node, &regs);
        look_for_acceptance(probe, &regs);
        look_at_frames(probe, now, was & ~is, &regs);
    }
    FEDX_FOR_EACH_PORT(p, is & ~was)
    probe->first[p] = now + 1;
}

unsigned fedx_probe_step(void *state, uint64_t now, const void *own, const void *next, const struct node_ops *ops,
                         void *node)
{
    struct fedx_probe *probe = state;
    unsigned was = ((const struct fedx_pins *)own)->valid, is = ((const struct fedx_pins *)next)->valid;

    probe->ended = 0;
    if (was != is || probe->awaiting)
        look(probe, now, was, is, ops, node);
    return probe->ended;
}

struct router_attempt fedx_probe_attempt(const void *found, int p, const void *state)
{
    const struct fedx_probe *probe = found;
    const struct fedx_switch_regs *regs = state;

    return (struct router_attempt){
        .packet = fedx_packet_of(regs->buffer_pool.head[probe->buffer[p]]),
        .first = probe->ended_first[p],
        .accepted = probe->accepted >> p & 1u,
    };
}

void fedx_probe_archive(void *state, struct archive *a)
{
    struct fedx_probe *probe = state;

    ARCHIVE(a, *probe);
    archive_check(a, ((probe->awaiting | probe->ended) & ~FEDX_ALL_PORTS) == 0);
    for (int p = 0; p < FEDX_PORTS; p++)
        archive_check(a, probe->buffer[p] < FEDX_BUFFERS);
}

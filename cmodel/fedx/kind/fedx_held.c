/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_held.h"

#include "../model/fedx_switch_internal.h"
#include "fedx_packet.h"

void fedx_each_held(const struct fedx_switch_regs *regs, held_visit visit, void *context)
{
    const struct fedx_buffer_pool *pool = &regs->buffer_pool;

    FEDX_FOR_EACH_BUFFER(b, pool->used)
    {
        struct held_packet held = {
            .packet = fedx_packet_of(pool->head[b]),
            .place = (uint8_t)b,
            .waits_for = pool->queued >> b & 1u ? pool->allowed[b] : 0,
            .waiting = (uint8_t)(pool->waiting >> b & 1u),
        };
        visit(context, &held);
    }
}

unsigned fedx_held_count(const struct fedx_switch_regs *regs)
{
    return (unsigned)fedx_buffer_count(regs->buffer_pool.used);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The packets of a run with faults, at its end: every one that was taken from a PE
 * was delivered once and intact, or it is named here. See fedx_inject.h.
 */
#include <stdlib.h>
#include <string.h>

#include "../switch/fedx_switch_internal.h"
#include "fedx_fabric_internal.h"
#include "fedx_memory.h"

static int same_packet(const struct fedx_inject_packet *a, const struct fedx_inject_packet *b)
{
    return a->source == b->source && a->message == b->message && a->packet == b->packet;
}

/* The switch that has a packet, or -1. */
static int holder(const struct fedx_switch_regs *states, int nodes, const struct fedx_inject_packet *packet)
{
    for (int n = 0; n < nodes; n++)
        FEDX_FOR_EACH_BUFFER(b, states[n].buffer_pool.used) {
            struct fedx_header h = fedx_header_fields(states[n].buffer_pool.head[b]);
            if (h.source == packet->source && h.message == packet->message && h.packet == packet->packet)
                return n;
        }
    return -1;
}

/* Where a packet went that did not arrive. */
static void trace(struct fedx_inject *i, const struct fedx_switch_regs *states, int nodes,
                  struct fedx_inject_packet *packet)
{
    struct fedx_inject_report *r = &i->report;

    packet->node = holder(states, nodes, packet);
    if (packet->node >= 0)
        return;
    for (size_t k = i->held_count; k-- > 0;)
        if (same_packet(&i->held[k], packet)) {
            packet->node = i->held[k].node;
            packet->cycle = i->held[k].cycle;
            packet->reset = 1;
            r->lost_by_reset++;
            return;
        }
    r->lost++;
}

static int name_missing(struct fedx_inject *i, const struct fedx_switch_regs *states, int nodes, int source,
                        const struct fedx_pe_message *m)
{
    struct fedx_inject_report *r = &i->report;

    for (int k = 0; m && k < m->job.packets - m->job.left; k++) {
        if (m->start[k] == FEDX_PE_ARRIVED)
            continue;
        struct fedx_inject_packet *list =
            fedx_memory_grow(r->missing, r->missing_count, &r->missing_size, 16, sizeof *list);
        if (!list)
            return -1;
        r->missing = list;
        struct fedx_inject_packet *packet = &r->missing[r->missing_count++];
        *packet = (struct fedx_inject_packet){.source = (uint16_t)source, .destination = (uint16_t)m->job.destination,
                                              .message = m->id, .packet = (uint16_t)k};
        trace(i, states, nodes, packet);
    }
    return 0;
}

int fedx_inject_account(struct fedx_inject *i, const struct fedx_fabric *f)
{
    struct fedx_switch_regs *states = calloc((size_t)f->count, sizeof *states);
    struct fedx_inject_report *r = &i->report;
    int status = states ? 0 : -1;

    fedx_inject_watch_close(i);
    r->missing_count = 0;
    r->lost = r->lost_by_reset = r->left = 0;
    for (int n = 0; n < f->count && states; n++) {
        fedx_fabric_state(f, n, &states[n]);
        r->left += (uint64_t)fedx_buffer_count(states[n].buffer_pool.used);
    }
    for (int n = 0; n < f->count && status == 0; n++)
        for (int k = 0; k < FEDX_PE_UNDER_WAY && status == 0; k++)
            status = name_missing(i, states, f->count, n, f->node[n].pe.under_way[k]);
    free(states);
    return status;
}

int fedx_inject_good(const struct fedx_inject_report *r)
{
    return (r->damaged | r->misdelivered | r->doubled | r->lost | r->left) == 0;
}

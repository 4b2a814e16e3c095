/* SPDX-License-Identifier: Apache-2.0
 *
 * The packets of a run with faults, at its end: every one that was taken from an endpoint
 * was delivered once and intact, or it is named here. See faults.h.
 */
#include <stdlib.h>

#include "../base/memory.h"
#include "faults_internal.h"

int fault_packets_add(struct fault_packets *list, const struct fault_packet *packet)
{
    struct fault_packet *room = memory_grow(list->packet, list->count, &list->size, 16, sizeof *room);

    if (!room)
        return -1;
    list->packet = room;
    list->packet[list->count++] = *packet;
    return 0;
}

static int same_packet(const struct fault_packet *a, const struct fault_packet *b)
{
    return a->source == b->source && a->message == b->message && a->packet == b->packet;
}

/* Packets that are still in routers. */
struct left {
    struct fault_packets list;
    int node; /* whose packets are being visited */
    int out_of_memory;
};

static void note_left(void *context, const struct held_packet *held)
{
    struct left *left = context;
    struct fault_packet packet = {.source = held->packet.source,
                                  .message = held->packet.message,
                                  .packet = held->packet.number,
                                  .node = left->node};

    left->out_of_memory |= fault_packets_add(&left->list, &packet) != 0;
}

/* The router that has a packet, or -1. */
static int holder(const struct left *left, const struct fault_packet *packet)
{
    for (size_t k = 0; k < left->list.count; k++)
        if (same_packet(&left->list.packet[k], packet))
            return left->list.packet[k].node;
    return -1;
}

/* Where a packet went that did not arrive. */
static void trace(struct faults *faults, const struct left *left, struct fault_packet *packet)
{
    struct faults_report *r = &faults->report;

    packet->node = holder(left, packet);
    if (packet->node >= 0)
        return;
    for (size_t k = faults->held.count; k-- > 0;) {
        const struct fault_packet *held = &faults->held.packet[k];
        if (same_packet(held, packet)) {
            packet->node = held->node;
            packet->cycle = held->cycle;
            packet->reset = 1;
            r->lost_by_reset++;
            return;
        }
    }
    r->lost++;
}

static int name_missing(struct faults *faults, const struct left *left, int source, const struct endpoint_message *m)
{
    for (int k = 0; m && k < m->job.packets - m->job.left; k++) {
        struct fault_packet packet = {.source = (uint16_t)source,
                                      .destination = (uint16_t)m->job.destination,
                                      .message = m->id,
                                      .packet = (uint16_t)k};
        if (m->start[k] >= ENDPOINT_TAKEN)
            continue;
        trace(faults, left, &packet);
        if (fault_packets_add(&faults->report.missing, &packet) != 0)
            return -1;
    }
    return 0;
}

int faults_account(void *hook, const struct fabric *f)
{
    struct faults *faults = hook;
    struct faults_report *r = &faults->report;
    struct left left = {.node = 0};
    int nodes = fabric_nodes(f), endpoints = fabric_endpoints(f), status;

    fault_watch_close(faults);
    r->missing.count = 0;
    r->lost = r->lost_by_reset = 0;
    for (; left.node < nodes; left.node++)
        fabric_each_held(f, left.node, note_left, &left);
    r->left = left.list.count;
    status = left.out_of_memory ? -1 : 0;
    for (int n = 0; n < endpoints && status == 0; n++)
        for (int k = 0; k < ENDPOINT_UNDER_WAY && status == 0; k++)
            status = name_missing(faults, &left, n, fabric_endpoint(f, n)->under_way[k]);
    free(left.list.packet);
    return status;
}

int faults_good(const struct faults_report *r)
{
    return (r->damaged | r->misdelivered | r->doubled | r->lost | r->left) == 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_packet_history.h"

#include <inttypes.h>

#include "../kind/vcr_packet.h"

void vcr_packet_note(const struct vcr_packet_histories *all, struct vcr_packet_history *packet, const char *words,
                     unsigned port, unsigned vc)
{
    if (packet->events == VCR_HISTORY_EVENTS)
        return;
    packet->event[packet->events].cycle = all->cycle;
    packet->event[packet->events].words = words;
    packet->event[packet->events].port = port;
    packet->event[packet->events++].vc = vc;
}

void vcr_packet_gone(struct vcr_packet_histories *all, struct vcr_packet_history packet, const char *words)
{
    vcr_packet_note(all, &packet, words, 0, 0);
    all->recent[all->gone++ % VCR_HISTORY_GONE] = packet;
}

struct history_counts vcr_packet_count(const void *history)
{
    const struct vcr_packet_histories *all = history;

    return (struct history_counts){all->packets, (uint64_t)__builtin_popcount(all->ports), all->cycle};
}

void vcr_packet_print(const struct vcr_packet_history *packet, FILE *out)
{
    struct packet p = vcr_packet_of(packet->head);

    if (packet->known)
        fprintf(out, "packet %d of message %d from %d to %d, head %016" PRIx64 "\n", p.number, p.message, p.source,
                p.destination, packet->head);
    else
        fprintf(out, "a packet whose head had left\n");
    for (unsigned i = 0; i < packet->events; i++) {
        fprintf(out, "  %8" PRIu64 "  ", packet->event[i].cycle);
        fprintf(out, packet->event[i].words, packet->event[i].port, packet->event[i].vc);
        fprintf(out, "\n");
    }
}

void vcr_packet_print_recent(const struct vcr_packet_histories *all, unsigned told, FILE *out)
{
    for (unsigned n = all->gone > VCR_HISTORY_GONE ? all->gone - VCR_HISTORY_GONE : 0; n < all->gone; n++) {
        const struct vcr_packet_history *packet = &all->recent[n % VCR_HISTORY_GONE];
        if (packet->event[packet->events - 1].cycle + VCR_HISTORY_RECENT < all->cycle)
            continue;
        vcr_packet_print(packet, out);
        told++;
    }
    if (told == 0)
        fprintf(out, "none\n");
}

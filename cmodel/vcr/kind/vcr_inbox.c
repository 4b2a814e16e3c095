/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_inbox.h"

#include <string.h>

#include "vcr_packet.h"

unsigned vcr_inbox_most(unsigned vcs, unsigned depth, unsigned flits)
{
    return vcs * ((depth + flits - 1) / flits + 1);
}

int vcr_inbox_put(struct vcr_inbox *i, struct vcr_inbox_packet *packet, unsigned most, struct vcr_inbox_packet fresh)
{
    if (i->count >= most)
        return -1;
    packet[i->count++] = fresh;
    return 0;
}

/* A channel is a queue: behind a packet that is not taken nothing is. */
static unsigned take(struct vcr_inbox *i, struct vcr_inbox_packet *packet, const struct vcr_taker *by, uint64_t now)
{
    unsigned blocked = 0;

    for (unsigned k = 0; !i->taking && k < i->count; k++) {
        const struct packet p = vcr_packet_of(packet[k].head);
        if (blocked >> packet[k].vc & 1u)
            continue;
        if (!by->takes(by->taker, &p)) {
            blocked |= 1u << packet[k].vc;
            continue;
        }
        *i = (struct vcr_inbox){.head = packet[k].head,
                                .begun = now,
                                .count = (uint16_t)(i->count - 1u),
                                .taking = 1,
                                .vc = (uint8_t)packet[k].vc,
                                .turn = i->turn};
        memmove(&packet[k], &packet[k + 1], (i->count - k) * sizeof *packet);
        return 1;
    }
    return 0;
}

unsigned vcr_inbox_take(struct vcr_inbox *i, unsigned cables, struct vcr_inbox_packet *packet, unsigned most,
                        const struct vcr_taker *by, uint64_t now)
{
    unsigned began = 0, turn = i->turn;

    for (unsigned n = 0; n < cables; n++) {
        unsigned k = (turn + n) % cables;
        if (!take(&i[k], &packet[k * most], by, now))
            continue;
        began |= 1u << k;
        i->turn = (uint8_t)((k + 1) % cables);
    }
    return began;
}

void vcr_inbox_archive(struct vcr_inbox *i, struct vcr_inbox_packet *packet, const struct vcr_terminal_parameters *s,
                       struct archive *a)
{
    unsigned most = vcr_inbox_most(s->vcs, s->depth, s->length);

    ARCHIVE(a, *i);
    archive_check(a,
                  i->count <= most && i->taking <= 1 && i->vc < s->vcs && i->flits < s->length && i->turn < s->ports);
    if (a->loading && i->count > most)
        i->count = 0;
    a->visit(a, "packet", packet, i->count * sizeof *packet);
    for (unsigned k = 0; k < i->count; k++)
        archive_check(a, packet[k].vc < s->vcs);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an episode: when it is there, what is missing, and who waits for what. See foreign_bench_internal.h.
 */
#include <inttypes.h>

#include "foreign_bench_internal.h"

static int held_credits(const struct foreign_bench *b)
{
    for (int source = 0; b->f->inputs.credits && source < b->f->sources; source++)
        for (int vc = 0; vc < b->f->vcs; vc++)
            if (b->source[source].credit[vc] < b->f->inputs.depth)
                return source * FOREIGN_VCS + vc;
    return -1;
}

/* The first packet that is on its way. */
static int first_missing(const struct foreign_bench *b)
{
    for (int i = 0; i < b->s->packets; i++)
        if (b->life[i].in != UINT32_MAX && b->life[i].done == UINT32_MAX && !b->life[i].lost &&
            (b->life[i].came || !foreign_script_unawaited(b->s, b->f, i)))
            return i;
    return -1;
}

static void say_stuck(struct foreign_bench *b, int waits, int missing)
{
    int packet = missing;

    for (int source = 0; packet < 0 && source < b->f->sources; source++)
        if (foreign_drive_due(b, source))
            packet = (int)foreign_drive_due(b, source)->packet;
    if (packet >= 0)
        foreign_wrong(b, FOREIGN_PROGRESS, packet, " does not come through: for %" PRIu32 " cycles nothing moves, %d packet%s inside, and %d "
              "input%s for what is due", b->now - b->moved, b->on_way, b->on_way == 1 ? " is" : "s are", waits, waits == 1 ? " waits" : "s wait");
}

/* All that could move has moved. */
void foreign_end_judge(struct foreign_bench *b)
{
    int waits, missing = first_missing(b), credits = held_credits(b);

    if (b->r->failed)
        return;
    waits = foreign_waits(b);
    if (waits)
        say_stuck(b, waits, missing);
    if (missing >= 0 && b->life[missing].came)
        foreign_wrong(b, FOREIGN_LOST, missing, ": %d of its flits came out of output %d, and nothing after them", b->life[missing].came,
              b->life[missing].sink);
    if (missing >= 0)
        foreign_wrong(b, FOREIGN_LOST, missing, " went in in cycle %" PRIu32 ", and nothing of it comes out", b->life[missing].in);
    if (credits >= 0)
        foreign_wrong(b, FOREIGN_CREDITS, -1, "input %d keeps %d credits of virtual channel %d when all packets are through", credits / FOREIGN_VCS,
              b->f->inputs.depth - b->source[credits / FOREIGN_VCS].credit[credits % FOREIGN_VCS], credits % FOREIGN_VCS);
}

int foreign_end_reached(const struct foreign_bench *b)
{
    uint32_t since = b->moved > b->s->active ? b->moved : b->s->active;

    if (b->r->failed)
        return 1;
    for (int i = 0; i < b->f->sources; i++)
        if (foreign_drive_due(b, i))
            return b->now > since && b->now - since > (uint64_t)b->f->progress && b->waits + b->on_way > 0;
    if (b->on_way)
        return b->now > since && b->now - since > (uint64_t)b->f->progress;
    if ((b->f->drops.allowed || b->f->hostile.then == FOREIGN_ANYWHERE) && b->now <= b->s->active + FOREIGN_QUIET)
        return 0; /* what may be dropped may also be there still */
    return b->quiet > FOREIGN_QUIET && (held_credits(b) < 0 || b->quiet > b->f->progress);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hop.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../base/memory.h"

int hop_trace_add(struct hop_trace *t, const struct attempt *attempt)
{
    struct attempt *kept = memory_grow(t->attempt, t->count, &t->size, 64, sizeof *kept);

    if (!kept)
        return -1;
    t->attempt = kept;
    t->attempt[t->count++] = *attempt;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const struct attempt *x = a, *y = b;

    return x->node != y->node ? x->node - y->node : x->sender - y->sender;
}

void hop_trace_close(struct hop_trace *t, int ports, uint64_t now)
{
    if (t->count == 0)
        return;
    qsort(t->attempt, t->count, sizeof *t->attempt, by_place);
    for (size_t i = 0; i < t->count; i++) {
        const struct attempt *hop = &t->attempt[i];
        const struct packet *p = &hop->packet;
        fprintf(t->file, "%" PRIu64 " %d %d %d %u %u %u %u %" PRIu64 "\n", now + 1, hop->node,
                hop_sender_number(ports, hop->sender), hop->reason, p->source, p->destination, p->message, p->number,
                hop->first);
    }
    t->count = 0;
}

void hop_trace_finish(struct hop_trace *t)
{
    free(t->attempt);
    *t = (struct hop_trace){0};
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Skid buffers: two places per lane, so that ready is a register and a beat can come in every cycle. docs/spec/axis.md
 * section 5; RTL twin rtl/axis/axis_skid.v.
 */
#include <string.h>

#include "axis_internal.h"

static void load(uint64_t *data, const uint64_t *from, int words)
{
    memcpy(data, from, (size_t)words * sizeof *data);
}

/* What a lane's front place holds next: what waits in the spare place comes first. */
static void load_front(struct axis_skid *s, const struct axis_pins *in, int lane, int words)
{
    int waits = s->spare >> lane & 1;
    unsigned last = waits ? s->spare_last : in->last;

    s->last = (uint16_t)((s->last & ~(1u << lane)) | (last & 1u << lane));
    s->dest[lane] = waits ? s->spare_dest[lane] : in->dest[lane];
    load(&s->data[lane * words], waits ? &s->spare_data[lane * words] : &in->data[lane * words], words);
}

static void load_spare(struct axis_skid *s, const struct axis_pins *in, int lane, int words)
{
    s->spare_last = (uint16_t)((s->spare_last & ~(1u << lane)) | (in->last & 1u << lane));
    s->spare_dest[lane] = in->dest[lane];
    load(&s->spare_data[lane * words], &in->data[lane * words], words);
}

void axis_skid_commit(struct axis_skid *s, const struct axis_pins *in, unsigned taken, int lanes, int words)
{
    unsigned come = in->valid & s->ready, open = ~s->valid | taken, more = s->spare | come;

    for (int i = 0; i < lanes; i++) {
        if (open & more & 1u << i)
            load_front(s, in, i, words);
        if (~open & come & 1u << i)
            load_spare(s, in, i, words);
    }
    s->valid = (uint16_t)((~open | more) & axis_ones(lanes));
    s->spare = (uint16_t)(~open & more & axis_ones(lanes));
    s->ready = (uint16_t)(~s->spare & axis_ones(lanes));
}

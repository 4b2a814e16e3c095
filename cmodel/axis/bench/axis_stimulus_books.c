/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_stimulus_internal.h: which beats are on their way, by the handshakes at the pins alone.
 */
#include <string.h>

#include "axis_stimulus_internal.h"

void axis_stimulus_forget(struct axis_stimulus *s)
{
    s->drops = 0;
    for (int i = 0; i < AXIS_MOST_PORTS; i++) {
        s->source[i].left = 0;
        s->from[i] = AXIS_NOBODY;
        for (int j = 0; j < AXIS_MOST_PORTS; j++)
            s->book[i][j].count = 0;
    }
}

/* A beat has come in. @return what is wrong, or NULL */
static const char *enter(struct axis_stimulus *s, int input)
{
    struct axis_source *source = &s->source[input];
    unsigned last = s->in.last >> input & 1;
    struct axis_book *book;
    struct axis_beat *beat;

    s->base.result.accepted += last;
    if (source->target == AXIS_NOBODY) {
        s->drops = (uint16_t)(s->drops + last);
        return NULL;
    }
    book = &s->book[input][source->target];
    if (book->count == AXIS_BOOKED)
        return "more beats came in than the switch has places";
    beat = &book->beat[(book->first + book->count++) % AXIS_BOOKED];
    *beat = (struct axis_beat){.dest = s->in.dest[input], .last = (uint8_t)last, .first = (uint8_t)source->first};
    memcpy(beat->data, &s->in.data[input * s->widths.words], (size_t)s->widths.words * sizeof *beat->data);
    source->first = 0;
    return NULL;
}

static int is_on_wires(const struct axis_stimulus *s, const struct axis_beat *beat, int output)
{
    const uint64_t *data = &s->out.data[output * s->widths.words];

    return beat->dest == s->out.dest[output] && beat->last == (s->out.last >> output & 1) &&
           memcmp(beat->data, data, (size_t)s->widths.words * sizeof *data) == 0;
}

/* A beat has left. @return what is wrong, or NULL */
static const char *leave(struct axis_stimulus *s, int output)
{
    int begins = s->from[output] == AXIS_NOBODY, mixes = s->control.mix >> output & 1;
    unsigned from = begins ? (unsigned)s->out.data[output * s->widths.words] & 15 : (unsigned)s->from[output];
    struct axis_book *book = &s->book[from][output];
    const struct axis_beat *beat = &book->beat[book->first];

    if (from >= (unsigned)s->parameters.inputs || book->count == 0)
        return "a beat left that had not come in for that output";
    if (!is_on_wires(s, beat, output))
        return "a beat is not as it came in, or out of order";
    if (!mixes && beat->first != begins)
        return "packets are mixed";
    s->from[output] = beat->last || mixes ? AXIS_NOBODY : (int)from;
    s->base.result.delivered += beat->last;
    book->first = (book->first + 1) % AXIS_BOOKED;
    book->count--;
    return NULL;
}

const char *axis_stimulus_follow(struct axis_stimulus *s)
{
    unsigned comes = s->in.valid & s->out.ready, goes = s->out.valid & s->in.ready;
    const char *wrong = NULL;

    for (int j = 0; j < s->parameters.outputs && !wrong; j++)
        if (goes >> j & 1)
            wrong = leave(s, j);
    for (int i = 0; i < s->parameters.inputs && !wrong; i++)
        if (comes >> i & 1)
            wrong = enter(s, i);
    return wrong;
}

const char *axis_stimulus_settled(struct axis_stimulus *s)
{
    struct axis_status status;

    for (int i = 0; i < s->parameters.inputs; i++)
        for (int j = 0; j < s->parameters.outputs; j++)
            if (s->book[i][j].count > 0)
                return "a beat came in and never left";
    s->base.config.ops->status(s->base.node, &status);
    return status.dropped == s->drops ? NULL : "the number of dropped packets is wrong";
}

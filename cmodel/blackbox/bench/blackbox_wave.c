/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_wave.h"

#include <stdlib.h>
#include <string.h>

#include "../wrapper/blackbox_channel.h"

static uint32_t *row(const struct blackbox_wave *w, uint32_t cycle)
{
    int words = blackbox_in_words(w->f) + blackbox_out_words(w->f);

    return w->words + (size_t)(cycle % BLACKBOX_WAVE_CYCLES) * (size_t)words;
}

static void keep_cycle(void *context, uint32_t cycle, const uint32_t *in, const uint32_t *out)
{
    struct blackbox_wave *w = context;
    int words = blackbox_in_words(w->f);

    memcpy(row(w, cycle), in + w->in, (size_t)words * sizeof *in);
    memcpy(row(w, cycle) + words, out + w->out, (size_t)blackbox_out_words(w->f) * sizeof *out);
    w->to = cycle + 1;
}

int blackbox_wave_record(struct blackbox_wave *w, const struct blackbox *first, const struct blackbox *f,
                         struct blackbox_bench *b, const struct blackbox_script *s)
{
    const struct blackbox *class = f->requests ? f->requests : f;
    struct blackbox_result r;
    int status;

    memset(w, 0, sizeof *w);
    w->f = f;
    w->in = blackbox_all_in(first) - blackbox_all_in(class) + (f->requests ? blackbox_in_words(class) : 0);
    w->out = blackbox_all_out(first) - blackbox_all_out(class) + (f->requests ? blackbox_out_words(class) : 0);
    w->words = calloc(BLACKBOX_WAVE_CYCLES, (size_t)(blackbox_in_words(f) + blackbox_out_words(f)) * sizeof *w->words);
    if (!w->words)
        return -1;
    blackbox_bench_watch(b, keep_cycle, w);
    status = blackbox_bench_run(b, s, &r);
    blackbox_bench_watch(b, NULL, NULL);
    w->from = w->to > BLACKBOX_WAVE_CYCLES ? w->to - BLACKBOX_WAVE_CYCLES : 0;
    return status;
}

void blackbox_wave_free(struct blackbox_wave *w)
{
    free(w->words);
    memset(w, 0, sizeof *w);
}

/* Words of both vectors before those of headers, which follow each other in the same order. */
static int header_in(const struct blackbox *f)
{
    return f->sources * (1 + f->words) + f->sinks;
}

static int header_out(const struct blackbox *f)
{
    return f->sources + f->sinks * (1 + f->words) + f->opens + f->wires;
}

/* Sources drive valid and flit and are answered in the vector out; sinks the other way round. */
uint32_t blackbox_wave_valid(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    uint32_t valid = blackbox_wave_flit(w, end, cycle)[-1];

    return end.sink && !end.header && blackbox_acknowledged(w->f) ? valid & 1 : valid;
}

uint32_t blackbox_wave_back(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    const uint32_t *in = row(w, cycle), *out = in + blackbox_in_words(w->f);

    if (end.header) {
        in += header_in(w->f);
        out += header_out(w->f);
    }
    return end.sink ? in[w->f->sources * (1 + w->f->words) + end.number] : out[end.number];
}

const uint32_t *blackbox_wave_flit(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    const uint32_t *in = row(w, cycle), *out = in + blackbox_in_words(w->f);
    int words = end.number * (1 + w->f->words) + 1;

    if (end.header) {
        in += header_in(w->f);
        out += header_out(w->f);
    }
    return end.sink ? out + w->f->sources + words : in + words;
}

int blackbox_wave_moves(const struct blackbox_wave *w, struct blackbox_wave_end end)
{
    for (uint32_t cycle = w->from; cycle < w->to; cycle++)
        if (blackbox_wave_valid(w, end, cycle))
            return 1;
    return 0;
}

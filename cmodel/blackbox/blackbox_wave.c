/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_wave.h.
 */
#include "blackbox_wave.h"

#include <stdlib.h>
#include <string.h>

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

int blackbox_wave_record(struct blackbox_wave *w, const struct blackbox *first, int number, struct blackbox_bench *b,
                         const struct blackbox_script *s)
{
    const struct blackbox *f = blackbox_class(first, number);
    struct blackbox_result r;
    int status;

    memset(w, 0, sizeof *w);
    w->f = f;
    w->in = blackbox_all_in(first) - blackbox_all_in(f);
    w->out = blackbox_all_out(first) - blackbox_all_out(f);
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

/* Sources drive valid and flit and are answered in the vector out; sinks the other way round. */
uint32_t blackbox_wave_valid(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    return blackbox_wave_flit(w, end, cycle)[-1];
}

uint32_t blackbox_wave_back(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    const uint32_t *in = row(w, cycle), *out = in + blackbox_in_words(w->f);

    return end.sink ? in[w->f->sources * (1 + w->f->words) + end.number] : out[end.number];
}

const uint32_t *blackbox_wave_flit(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle)
{
    const uint32_t *in = row(w, cycle), *out = in + blackbox_in_words(w->f);
    int words = end.number * (1 + w->f->words) + 1;

    return end.sink ? out + w->f->sources + words : in + words;
}

int blackbox_wave_moves(const struct blackbox_wave *w, struct blackbox_wave_end end)
{
    for (uint32_t cycle = w->from; cycle < w->to; cycle++)
        if (blackbox_wave_valid(w, end, cycle))
            return 1;
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_wave.h"

#include <inttypes.h>
#include <stdio.h>

#include "../../results/result_value.h"

#define RESULTS_DEF "../cli/verify/verify_wave.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Packets and ends that are shown, at most. */
enum { MOST_PACKETS = 200, MOST_ENDS = 24 };

/* What rows are of: with x->n, a packet. */
struct wave_at {
    const struct blackbox_bench *bench; /* of a packet */
    const struct blackbox_wave *wave;
    struct blackbox_wave_end end;
    uint32_t wrong; /* cycle */
};

static const struct wave_at *at(const struct results_at *x)
{
    return x->of;
}

static const struct blackbox_packet *packet_of(const struct results_at *x)
{
    return &blackbox_bench_script(at(x)->bench)->packet[x->n];
}

static const struct blackbox_history *history_of(const struct results_at *x)
{
    return &blackbox_bench_history(at(x)->bench)[x->n];
}

static struct result_value cycle(uint32_t cycle)
{
    return NULL_UNLESS(cycle != UINT32_MAX, count(cycle));
}

static const struct blackbox_wave *wave_of(const struct results_at *x)
{
    return at(x)->wave;
}

static const struct blackbox_ports *ports_of(const struct results_at *x)
{
    return at(x)->end.sink ? &wave_of(x)->f->outputs : &wave_of(x)->f->inputs;
}

static json_t *end_name(const struct results_at *x)
{
    const struct blackbox_wave_end end = at(x)->end;
    const char *class = blackbox_class_name(wave_of(x)->f);

    return json_sprintf("%s%s%s %d%s%s", class, *class ? " " : "", end.sink ? "output" : "input", end.number,
                        wave_of(x)->f->requests ? " of responses" : "", end.header ? ", header" : "");
}

/* Bits of a flit in hexadecimal digits, the highest first. */
static json_t *field_json(const uint32_t *flit, const struct blackbox_field *field)
{
    char text[BLACKBOX_BITS / 4 + 1];
    int digits = (field->width + 3) / 4;

    for (int d = 0; d < digits; d++) {
        int digit = 0;
        for (int k = 0; k < 4; k++) {
            int bit = 4 * (digits - 1 - d) + k, place = field->offset + bit;
            if (bit < field->width)
                digit |= (int)(flit[place / 32] >> place % 32 & 1) << k;
        }
        text[d] = "0123456789abcdef"[digit];
    }
    text[digits] = 0;
    return json_string(text);
}

/* A list of what a wire has in each cycle. */
static json_t *values_of(const struct results_at *x,
                         uint32_t (*value)(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle))
{
    json_t *list = json_array();

    for (uint32_t cycle = wave_of(x)->from; cycle < wave_of(x)->to; cycle++)
        json_array_append_new(list, json_sprintf("%" PRIx32, value(wave_of(x), at(x)->end, cycle)));
    return list;
}

/* The fields of the flits; null in cycles without one. */
static json_t *fields_of(const struct results_at *x)
{
    const struct blackbox_wave *w = wave_of(x);
    const struct blackbox_wave_end end = at(x)->end;
    json_t *fields = json_object();

    for (int i = 0; i < w->f->fields; i++) {
        json_t *list = json_array();
        if (w->f->field[i].header != end.header || (end.sink && !w->f->outputs.fields[i].count)) {
            json_decref(list);
            continue;
        }
        for (uint32_t cycle = w->from; cycle < w->to; cycle++)
            json_array_append_new(list, blackbox_wave_valid(w, end, cycle)
                                            ? field_json(blackbox_wave_flit(w, end, cycle), &w->f->field[i])
                                            : json_null());
        json_object_set_new(fields, w->f->field[i].name, list);
    }
    return fields;
}

#include "../../results/results_rows_of.h"

json_t *verify_history_json(const struct blackbox_bench *bench)
{
    const struct results_at x = {.rows = rows, .of = &(struct wave_at){.bench = bench}};
    int packets = blackbox_bench_script(bench)->packets;

    return results_each(RESULTS_box_packet, &x, packets < MOST_PACKETS ? packets : MOST_PACKETS);
}

json_t *verify_response_history_json(const struct blackbox_bench *bench)
{
    const struct blackbox_bench *responses = blackbox_bench_responses(bench);

    return responses ? verify_history_json(responses) : NULL;
}

json_t *verify_wave_json(const struct blackbox_wave *w, uint32_t wrong, json_t *others)
{
    struct wave_at of = {.wave = w, .wrong = wrong};
    const struct results_at x = {.rows = rows, .of = &of};
    json_t *waves = others ? others : results_object(RESULTS_box_waves, &x), *ends = json_object_get(waves, "ends");

    for (int sink = 0; sink < 2; sink++)
        for (int i = 0; i < (sink ? w->f->sinks : w->f->sources); i++)
            for (int header = w->f->header.line > 0; header >= 0; header--) {
                of.end = (struct blackbox_wave_end){.number = i, .sink = sink, .header = header};
                if (json_array_size(ends) < MOST_ENDS && blackbox_wave_moves(w, of.end))
                    json_array_append_new(ends, results_object(RESULTS_box_end, &x));
            }
    return waves;
}

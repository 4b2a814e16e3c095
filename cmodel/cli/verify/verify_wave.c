/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_wave.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Packets and ends that are shown, at most. */
enum { MOST_PACKETS = 200, MOST_ENDS = 24 };

/* Packets --------------------------------------------------------------------------------------------------------- */

static json_t *cycle_json(uint32_t cycle)
{
    return cycle == UINT32_MAX ? json_null() : json_integer(cycle);
}

json_t *verify_history_json(const struct blackbox_script *s, const struct blackbox_history *lives)
{
    json_t *list = json_array();

    for (int i = 0; i < s->packets && i < MOST_PACKETS; i++) {
        const struct blackbox_packet *p = &s->packet[i];
        const struct blackbox_history *h = &lives[i];
        json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "packet", i, "from",
                                              p->source, "to", p->sink, "vc", p->vc, "flits", p->flits, "offered",
                                              cycle_json(h->offered), "in", cycle_json(h->in), "out",
                                              cycle_json(h->out), "done", cycle_json(h->done), "came_out_of",
                                              h->sink < 0 ? json_null() : json_integer(h->sink)));
    }
    return list;
}

/* Wires ----------------------------------------------------------------------------------------------------------- */

static json_t *mask_json(uint32_t mask)
{
    char text[16];

    snprintf(text, sizeof text, "%" PRIx32, mask);
    return json_string(text);
}

/* Bits of a flit in hexadecimal digits, the highest first. */
static json_t *field_json(const uint32_t *flit, const struct blackbox_field *field)
{
    char text[BLACKBOX_BITS / 4 + 1];
    int digits = (field->width + 3) / 4;

    for (int d = 0; d < digits; d++) {
        int digit = 0;
        for (int k = 0; k < 4; k++) {
            int bit = 4 * (digits - 1 - d) + k, at = field->offset + bit;
            if (bit < field->width)
                digit |= (int)(flit[at / 32] >> at % 32 & 1) << k;
        }
        text[d] = "0123456789abcdef"[digit];
    }
    text[digits] = 0;
    return json_string(text);
}

/* A list of what a wire has in each cycle. */
static json_t *values_json(const struct blackbox_wave *w, struct blackbox_wave_end end,
                           uint32_t (*value)(const struct blackbox_wave *w, struct blackbox_wave_end end,
                                             uint32_t cycle))
{
    json_t *list = json_array();

    for (uint32_t cycle = w->from; cycle < w->to; cycle++)
        json_array_append_new(list, mask_json(value(w, end, cycle)));
    return list;
}

/* The fields of the flits; null in cycles without one. */
static json_t *fields_json(const struct blackbox_wave *w, struct blackbox_wave_end end)
{
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

static json_t *end_json(const struct blackbox_wave *w, struct blackbox_wave_end end)
{
    const struct blackbox_ports *ports = end.sink ? &w->f->outputs : &w->f->inputs;
    const char *class = blackbox_class_name(w->f);
    char name[BLACKBOX_CLASS_NAME + 64];

    snprintf(name, sizeof name, "%s%s%s %d%s%s", class, *class ? " " : "", end.sink ? "output" : "input", end.number,
             w->f->requests ? " of responses" : "", end.header ? ", header" : "");
    return json_pack("{s:s, s:o, s:o, s:o}", "end", name, "valid", values_json(w, end, blackbox_wave_valid),
                     ports->credits ? "credit" : "ready", values_json(w, end, blackbox_wave_back), "fields",
                     fields_json(w, end));
}

json_t *verify_wave_json(const struct blackbox_wave *w, uint32_t wrong, json_t *others)
{
    json_t *ends = others ? json_object_get(others, "ends") : json_array();

    for (int sink = 0; sink < 2; sink++)
        for (int i = 0; i < (sink ? w->f->sinks : w->f->sources); i++)
            for (int header = w->f->header.line > 0; header >= 0; header--) {
                const struct blackbox_wave_end end = {.number = i, .sink = sink, .header = header};
                if (json_array_size(ends) < MOST_ENDS && blackbox_wave_moves(w, end))
                    json_array_append_new(ends, end_json(w, end));
            }
    if (others)
        return others;
    return json_pack("{s:I, s:I, s:I, s:o}", "from", (json_int_t)w->from, "to", (json_int_t)w->to, "wrong",
                     (json_int_t)wrong, "ends", ends);
}

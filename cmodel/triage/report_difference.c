/* SPDX-License-Identifier: Apache-2.0 */
#include "report_difference.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../base/text.h"
#include "signals.h"
#include "triage.h"

/* What a signal of both sides is shown as. */
enum { NOT_SHOWN, WRONG, OUTPUT };

/* Values by signal, of those that are shown. */
struct report_wave {
    const struct router_kind *kind;
    const struct mismatch *d;
    int port;
    struct signals_show signals;
    uint8_t *shown;                   /* as what, by the place in the list of a side */
    json_t *inputs, *wrong, *outputs; /* lists of signals */
};

/* Values have up to 64 bits, more than numbers of JavaScript. */
static json_t *value_json(const struct signal *s)
{
    return s->width <= 32 ? json_integer((json_int_t)s->value) : json_sprintf("%016" PRIx64, s->value);
}

static json_t *signal_json(const struct signal *s)
{
    char name[64];

    signal_name(s, name, sizeof name);
    return json_pack("{s:s, s:s, s:i}", "block", s->block, "name", name, "width", (int)s->width);
}

/* One more cycle of signal number n of a list, which its first cycle makes. */
static void add_value(json_t *list, size_t n, const struct signal *s, const char *side)
{
    json_t *signal, *values;

    if (n == json_array_size(list))
        json_array_append_new(list, signal_json(s));
    signal = json_array_get(list, n);
    values = json_object_get(signal, side);
    if (!values) {
        values = json_array();
        json_object_set_new(signal, side, values);
    }
    json_array_append_new(values, value_json(s));
}

/* The lists have the same signals in every cycle. */
static void choose(struct report_wave *w, const struct signals *side)
{
    for (int i = 0; i < side->count; i++)
        w->shown[i] = signal_is_wrong(w->kind, w->d, &side->list[i])        ? WRONG
                      : signal_is_of_port(w->kind, &side->list[i], w->port) ? OUTPUT
                                                                            : NOT_SHOWN;
}

static void add_cycle(void *context, const struct signals_cycle *cycle)
{
    const struct signals *in = cycle->in, *model = cycle->model, *rtl = cycle->rtl;
    struct report_wave *w = context;
    size_t inputs = 0, wrong = 0, outputs = 0;

    if (cycle->number == w->signals.first)
        choose(w, model);
    for (int i = 0; in && i < in->count; i++)
        if (signal_is_of_port(w->kind, &in->list[i], w->port))
            add_value(w->inputs, inputs++, &in->list[i], "input");
    for (int i = 0; i < model->count; i++) {
        if (w->shown[i] == NOT_SHOWN)
            continue;
        json_t *list = w->shown[i] == WRONG ? w->wrong : w->outputs;
        size_t n = w->shown[i] == WRONG ? wrong++ : outputs++;
        add_value(list, n, &model->list[i], "model");
        /* What the RTL does not show is as the model has it. */
        add_value(list, n, rtl->list[i].hidden ? &model->list[i] : &rtl->list[i], "rtl");
    }
}

struct report_wave *report_wave_create(const struct bundle *b)
{
    struct report_wave *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->kind = b->vectors.kind;
    w->d = &b->mismatch;
    w->port = w->kind->parts->triage->port(w->kind, w->d);
    w->shown = calloc((size_t)signals_most(w->kind), 1);
    if (signals_show_init(&w->signals, w->kind, signals_first(&b->vectors, REPORT_WINDOW), add_cycle, w) != 0 ||
        !w->shown) {
        report_wave_destroy(w);
        return NULL;
    }
    w->inputs = json_array();
    w->wrong = json_array();
    w->outputs = json_array();
    return w;
}

void report_wave_destroy(struct report_wave *w)
{
    if (!w)
        return;
    signals_show_finish(&w->signals);
    free(w->shown);
    json_decref(w->inputs);
    json_decref(w->wrong);
    json_decref(w->outputs);
    free(w);
}

struct observer report_wave_observer(struct report_wave *w)
{
    return signals_observer(&w->signals);
}

static json_t *wave_json(const struct report_wave *w)
{
    return json_pack("{s:I, s:s, s:O, s:O, s:O}", "first_cycle", (json_int_t)w->signals.first, "port",
                     w->kind->parts->triage->port_name(w->port), "wrong", w->wrong, "inputs", w->inputs, "outputs",
                     w->outputs);
}

static json_t *words_json(const struct bundle *b)
{
    struct text text;
    FILE *out = text_open(&text);
    json_t *words;
    char *report;

    if (!out)
        return NULL;
    bundle_report(b, out);
    report = text_close(&text);
    words = json_string(report);
    free(report);
    return words;
}

json_t *report_difference(const struct bundle *b, const struct report_wave *w)
{
    const struct mismatch *d = &b->mismatch;

    return json_pack("{s:s, s:i, s:i, s:I, s:o, s:o, s:b, s:o, s:o}", "field", d->field, "lane", d->lane, "node",
                     b->node, "cycle", (json_int_t)d->cycle, "model", json_sprintf("0x%" PRIx64, d->model), "rtl",
                     json_sprintf("0x%" PRIx64, d->rtl), "reproduced", b->reproduced, "report", words_json(b), "wave",
                     wave_json(w));
}

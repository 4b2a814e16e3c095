/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_report_difference.h.
 */
#include "fedx_report_difference.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../verify/fedx_signals.h"

/* The waveform while it is made: values by signal, of those that are shown. */
struct wave {
    const struct fedx_divergence *d;
    int port;
    json_t *first, *inputs, *wrong, *outputs; /* lists of signals */
};

/* Values have up to 64 bits, more than numbers of JavaScript. */
static json_t *value_json(const struct fedx_signal *s)
{
    return s->width <= 32 ? json_integer((json_int_t)s->value) : json_sprintf("%016" PRIx64, s->value);
}

static json_t *signal_json(const struct fedx_signal *s)
{
    char name[64];

    fedx_signal_name(s, name, sizeof name);
    return json_pack("{s:s, s:s, s:i}", "block", s->block, "name", name, "width", (int)s->width);
}

/* One more cycle of signal number n of a list, which its first cycle makes. */
static void add_value(json_t *list, size_t n, const struct fedx_signal *s, const char *side)
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

static void add_cycle(void *context, const struct fedx_signals_cycle *cycle)
{
    const struct fedx_signals *in = cycle->in, *model = cycle->model, *rtl = cycle->rtl;
    struct wave *w = context;
    size_t inputs = 0, wrong = 0, outputs = 0;

    if (!w->first)
        w->first = json_integer((json_int_t)cycle->number);
    for (int i = 0; in && i < in->count; i++)
        if (fedx_signal_is_of_port(&in->list[i], w->port))
            add_value(w->inputs, inputs++, &in->list[i], "input");
    for (int i = 0; i < model->count; i++) {
        int is_wrong = fedx_signal_is_wrong(w->d, &model->list[i]);
        if (!is_wrong && !fedx_signal_is_of_port(&model->list[i], w->port))
            continue;
        size_t n = is_wrong ? wrong++ : outputs++;
        add_value(is_wrong ? w->wrong : w->outputs, n, &model->list[i], "model");
        /* What the RTL does not show is as the model has it. */
        add_value(is_wrong ? w->wrong : w->outputs, n, rtl->list[i].hidden ? &model->list[i] : &rtl->list[i], "rtl");
    }
}

static json_t *wave_json(const struct fedx_bundle *b, const struct fedx_node_ops *rtl)
{
    struct fedx_signals_run run = {&b->vectors, rtl, b->power_up, FEDX_REPORT_WINDOW};
    struct wave w = {.d = &b->divergence, .port = fedx_divergence_port(&b->divergence), .inputs = json_array(),
                     .wrong = json_array(), .outputs = json_array()};
    int failed = fedx_signals_run(&run, add_cycle, &w) != 0;
    json_t *json = json_pack("{s:o, s:s, s:o, s:o, s:o}", "first_cycle", w.first, "port", fedx_port_name(w.port), "wrong",
                             w.wrong, "inputs", w.inputs, "outputs", w.outputs);

    if (failed) {
        json_decref(json);
        return NULL;
    }
    return json;
}

static json_t *words_json(const struct fedx_bundle *b)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_t *words;

    if (!out)
        return NULL;
    fedx_bundle_report(b, out);
    fclose(out);
    words = json_string(text);
    free(text);
    return words;
}

json_t *fedx_report_difference(const struct fedx_bundle *b, const struct fedx_node_ops *rtl)
{
    const struct fedx_divergence *d = &b->divergence;

    return json_pack("{s:s, s:i, s:i, s:I, s:o, s:o, s:b, s:o, s:o}", "field", d->field, "lane", d->lane, "node", b->node,
                     "cycle", (json_int_t)d->cycle, "model", json_sprintf("0x%" PRIx64, d->model), "rtl",
                     json_sprintf("0x%" PRIx64, d->rtl), "reproduced", b->reproduced, "report", words_json(b), "wave",
                     wave_json(b, rtl));
}

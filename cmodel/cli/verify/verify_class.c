/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_class.h"

#include <inttypes.h>
#include <stdio.h>

#include "verify_seen.h"
#include "verify_wave.h"

/* A class of a campaign that was run. */
struct verify_class {
    const struct blackbox *f;
    const struct blackbox_bench *bench;
    const struct blackbox_totals *totals;
};

/* @param number  from 0 */
static struct verify_class verify_class_of(const struct blackbox_campaign *c, int number)
{
    return (struct verify_class){blackbox_class(c->f, number), blackbox_bench_class(c->bench, number),
                                 &c->of_class[number]};
}

/* In words -------------------------------------------------------------------------------------------------------- */

/* The beginning of a line: what it is about, once, and the class. */
static void print_label(const char *what, const struct blackbox *f)
{
    printf("%-11s ", f->class_number ? "" : what);
    if (*f->class_name)
        printf("%s: ", f->class_name);
}

/* What a flit of each side is, and which lengths are left out. */
static void print_widths(const struct blackbox *f)
{
    const struct blackbox_widths *w = &f->widths;
    const char *grain = f->byte_enable.line ? "byte" : "part";

    printf("widths      %d %s%s in a flit of inputs, %d in one of outputs, the %s one first", w->flit[0], grain,
           w->flit[0] == 1 ? "" : "s", w->flit[1], w->high ? "high" : "low");
    if (w->whole && w->step == 1)
        printf("; packets fill the flits of both");
    else if (w->whole)
        printf("; packets fill the flits of both: multiples of %d input flits", w->step);
    printf("\n");
}

void verify_class_print_ports(const struct blackbox *first)
{
    for (const struct blackbox *f = first; f; f = f->also) {
        print_label("network", f);
        printf("%d router%s, %d input%s, %d output%s, %d link%s; packets of %d to %d flits of %d bits", f->routers,
               f->routers == 1 ? "" : "s", f->sources, f->sources == 1 ? "" : "s", f->sinks, f->sinks == 1 ? "" : "s",
               f->wires, f->wires == 1 ? "" : "s", f->min_flits, f->max_flits, f->bits);
        if (f->vcs > 1)
            printf(", %d virtual channels", f->vcs);
        printf("\n");
        if (f->widths.line)
            print_widths(f);
        if (f->by_order)
            printf(
                "told by     their order: a packet that is lost, doubled or at a wrong output shows as wrong bits or "
                "lengths of those behind it\n");
    }
}

static void print_packets(const struct verify_class *v)
{
    const struct blackbox_totals *t = v->totals;
    const struct blackbox_cover *c = blackbox_bench_cover(v->bench);

    print_label("packets", v->f);
    printf("%" PRIu64 " of %" PRIu64 " flits came out, in %" PRIu64 " cycles; %d of %d pairs of input and output",
           t->packets, t->flits, t->cycles, c->hits[BLACKBOX_COVER_PAIR], c->points[BLACKBOX_COVER_PAIR]);
    printf(", %d of %d lengths\n", blackbox_cover_lengths(c), c->columns[BLACKBOX_COVER_LENGTH_OUT]);
    if (v->f->responses.f)
        printf("responses   %s%s%" PRIu64 " of %" PRIu64 " flits came out\n", v->f->class_name,
               *v->f->class_name ? ": " : "", t->responses, t->response_flits);
    if (t->dropped)
        printf("dropped     %s%s%" PRIu64 " packets, as the description allows\n", v->f->class_name,
               *v->f->class_name ? ": " : "", t->dropped);
}

static void print_latency(const struct verify_class *v)
{
    const struct blackbox_totals *t = v->totals;

    if (!t->alone.count)
        return;
    print_label("latency", v->f);
    printf("%" PRIu64 " to %" PRIu64 " cycles, mean %.1f, from the first flit in to the last flit out, of %" PRIu64
           " packets alone in the network\n",
           t->alone.min, t->alone.max, latency_mean(&t->alone), t->alone.count);
}

static void print_throughput(const struct verify_class *v)
{
    const struct blackbox_totals *t = v->totals;

    if (!t->full_cycles)
        return;
    print_label("throughput", v->f);
    printf("%.3f flits a cycle and output when all inputs always have one\n",
           (double)t->full_flits / (double)t->full_cycles / v->f->sinks);
}

static void print_each(const struct blackbox_campaign *c, void (*print)(const struct verify_class *v))
{
    for (int i = 0; i < blackbox_classes(c->f); i++) {
        const struct verify_class v = verify_class_of(c, i);
        print(&v);
    }
}

void verify_class_print_totals(const struct blackbox_campaign *c)
{
    print_each(c, print_packets);
    print_each(c, print_latency);
    print_each(c, print_throughput);
}

/* Checks ---------------------------------------------------------------------------------------------------------- */

int verify_class_failed(const struct blackbox_campaign *c, int number, int check)
{
    return c->result.failed && c->result.check == (enum blackbox_check)check && c->result.class == number;
}

int verify_class_has(const struct blackbox_campaign *c, int number, int check)
{
    return c->of_class[number].counted[check] > 0 || verify_class_failed(c, number, check);
}

static int is_on(const struct blackbox_campaign *c, int check)
{
    for (const struct blackbox *f = c->f; f; f = f->also)
        if (f->checked[check])
            return 1;
    return 0;
}

/* How often each class had it, and which failed. */
static void print_counts(const struct blackbox_campaign *c, int check)
{
    const char *failed = NULL;
    int printed = 0;

    for (const struct blackbox *f = c->f; f; f = f->also) {
        if (verify_class_failed(c, f->class_number, check))
            failed = f->class_name;
        if (!f->checked[check] || !verify_class_has(c, f->class_number, check))
            continue;
        printf("%s%s%s%" PRIu64, printed++ ? ", " : "", f->class_name, *f->class_name ? " " : "",
               c->of_class[f->class_number].counted[check]);
    }
    if (!printed)
        printf("nothing to check\n");
    else
        printf(" %s: %s%s%s\n", blackbox_checks[check].unit, failed ? "FAILED" : "good",
               failed && *failed ? " in " : "", failed ? failed : "");
}

void verify_class_print_checks(const struct blackbox_campaign *c)
{
    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++) {
        printf("%s%-12s ", i ? "            " : "checks      ", blackbox_checks[i].name);
        if (is_on(c, i))
            print_counts(c, i);
        else
            printf("off\n");
    }
}

void verify_class_print_seen(const struct blackbox_campaign *c)
{
    for (int i = 0; i < blackbox_classes(c->f); i++)
        verify_seen_print(blackbox_class(c->f, i), &c->of_class[i].seen);
}

void verify_class_print_points(const struct blackbox_campaign *c, enum verify_points_detail detail)
{
    for (const struct blackbox_bench *b = c->bench; b; b = blackbox_bench_also(b)) {
        verify_points_print(blackbox_bench_cover(b), detail);
        if (blackbox_bench_responses(b))
            verify_points_print(blackbox_bench_cover(blackbox_bench_responses(b)), detail);
    }
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

/* @param number  -1: of all classes */
static json_t *check_json(const struct blackbox_campaign *c, int number, int check)
{
    const struct blackbox_totals *t = number < 0 ? &c->totals : &c->of_class[number];
    int on = number < 0 ? is_on(c, check) : blackbox_class(c->f, number)->checked[check];
    int failed = number < 0 ? c->result.failed && c->result.check == (enum blackbox_check)check
                            : verify_class_failed(c, number, check);

    return json_pack("{s:b, s:I, s:s, s:b}", "on", on, "count", (json_int_t)t->counted[check], "unit",
                     blackbox_checks[check].unit, "good", !failed);
}

json_t *verify_class_checks_json(const struct blackbox_campaign *c, int number)
{
    json_t *checks = json_object();

    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        json_object_set_new(checks, blackbox_checks[i].name, check_json(c, number, i));
    return checks;
}

/* @return NULL where there are none */
static json_t *responses_json(const struct verify_class *v)
{
    const struct blackbox_bench *responses = blackbox_bench_responses(v->bench);
    const struct blackbox_cover *c = responses ? blackbox_bench_cover(responses) : NULL;

    if (!c)
        return NULL;
    return json_pack("{s:I, s:I, s:o, s:o}", "packets", (json_int_t)v->totals->responses, "flits",
                     (json_int_t)v->totals->response_flits, "points", verify_points_json(c), "unchanged",
                     verify_unchanged_json(c));
}

json_t *verify_class_ports_json(const struct blackbox_campaign *c, int number)
{
    const struct verify_class v = verify_class_of(c, number);
    const struct blackbox_cover *cover = blackbox_bench_cover(v.bench);

    return json_pack("{s:[i,i], s:[i,i], s:o, s:o, s:o, s:o*}", "pairs", cover->hits[BLACKBOX_COVER_PAIR],
                     cover->points[BLACKBOX_COVER_PAIR], "lengths", blackbox_cover_lengths(cover),
                     cover->columns[BLACKBOX_COVER_LENGTH_OUT], "points", verify_points_json(cover), "unchanged",
                     verify_unchanged_json(cover), "seen", verify_seen_json(v.f, &v.totals->seen), "responses",
                     responses_json(&v));
}

static json_t *class_json(const struct blackbox_campaign *c, int number)
{
    const struct verify_class v = verify_class_of(c, number);
    json_t *json = json_pack("{s:s, s:I, s:I, s:I, s:o}", "name", v.f->class_name, "packets",
                             (json_int_t)v.totals->packets, "flits", (json_int_t)v.totals->flits, "dropped",
                             (json_int_t)v.totals->dropped, "checks", verify_class_checks_json(c, number)),
           *ports = verify_class_ports_json(c, number);

    json_object_update(json, ports);
    json_decref(ports);
    return json;
}

json_t *verify_class_json(const struct blackbox_campaign *c)
{
    json_t *classes = *c->f->class_name ? json_array() : NULL;

    for (int i = 0; classes && i < blackbox_classes(c->f); i++)
        json_array_append_new(classes, class_json(c, i));
    return classes;
}

json_t *verify_class_history_json(const struct blackbox_bench *first, const struct blackbox *f, int but)
{
    json_t *others = f->also ? json_array() : NULL;

    for (; others && f; f = f->also, first = blackbox_bench_also(first)) {
        const struct blackbox_bench *responses = blackbox_bench_responses(first);
        if (f->class_number == but)
            continue;
        json_array_append_new(
            others,
            json_pack(
                "{s:s, s:o, s:o*}", "class", f->class_name, "history",
                verify_history_json(blackbox_bench_script(first), blackbox_bench_history(first)), "response_history",
                responses ? verify_history_json(blackbox_bench_script(responses), blackbox_bench_history(responses))
                          : NULL));
    }
    return others;
}

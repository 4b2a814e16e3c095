/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "../base/process.h"
#include "../base/quote.h"
#include "sweep_length.h"
#include "sweep_plot.h"

/* The largest of what the runs of a point have at a path, a count of cycles. */
static uint64_t longest(const struct sweep *s, unsigned number, unsigned curve, unsigned run, const char *path)
{
    struct figure f = sweep_figure(s, number, curve, run, path);
    double most = 0;

    for (int i = 0; i < f.count; i++)
        most = fmax(most, f.value[i]); /* a seed without any does not count */
    return (uint64_t)most;
}

/* What can be drawn of a ratio: one to nothing has no place. */
static struct estimate drawn_ratio(const struct figure *ratio)
{
    struct estimate i = figure_estimate(ratio);

    return isinf(i.mean) ? (struct estimate){0, NAN, -1} : i;
}

static struct plot_point measured(const struct sweep *s, unsigned number, unsigned curve, unsigned value)
{
    const struct experiment *e = s->experiments[number];
    struct figure y = sweep_drawn(s, number, curve, value), base, ratio = {0}, low = {0}, high = {0};
    unsigned run = e->nodes ? 0 : value; /* that it is a figure of */

    if (e->ratio_to) {
        base = sweep_drawn(s, number, (unsigned)experiment_curve(e, e->ratio_to), value);
        ratio = figure_ratio(&y, &base);
    }
    if (e->low) {
        low = sweep_figure(s, number, curve, run, e->low);
        high = sweep_figure(s, number, curve, run, e->high);
    }
    return (struct plot_point){figure_estimate(&y),
                               drawn_ratio(&ratio),
                               figure_estimate(&low),
                               figure_estimate(&high),
                               sweep_saturated(s, number, curve, run, experiment_y(e, curve)),
                               sweep_point_states(s, number, curve, run, experiment_y(e, curve)),
                               longest(s, number, curve, run, "cycles"),
                               longest(s, number, curve, run, "warmup_cycles")};
}

/* A value of x; quoted only when it must be, since most are numbers. */
static void write_value(const char *value, FILE *out)
{
    if (strpbrk(value, ",\"\r\n"))
        quote_csv(value, out);
    else
        fputs(value, out);
}

/* Of a whole point: how many of its runs are in which state, and how long the longest was. */
static void write_states(const struct plot_point *at, FILE *out)
{
    for (int i = 0; i < SWEEP_GOOD; i++)
        if (i != SWEEP_SATURATED) /* has its column, by half of the runs */
            fprintf(out, ",%d", at->states.runs[i]);
    fprintf(out, ",%" PRIu64 ",%" PRIu64, at->cycles, at->warmup);
}

/* The least and the largest value, in columns of their own. */
static void write_ends(const struct plot_point *at, FILE *out)
{
    if (at->low.count && at->high.count)
        fprintf(out, ",%.6g,%.6g", at->low.mean, at->high.mean);
    else
        fprintf(out, ",,");
}

/* All curves have the same. */
static int one_figure(const struct experiment *e)
{
    int others = 0;

    for (unsigned c = 0; c < e->curve_count; c++)
        others += e->curves[c].y != NULL;
    return others == 0;
}

static void write_table(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;

    fprintf(out,
            "curve,%s,seeds,%s,half_width,saturated,stalled,failed,left_out,unsettled,cycles,warmup_cycles%s%s%s%s\n",
            p->x, one_figure(e) ? e->y : "y", e->low ? "," : "", e->low ? e->low : "", e->low ? "," : "",
            e->low ? e->high : "");
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < p->value_count; v++) {
            const struct plot_point *at = &p->points[c * p->value_count + v];
            quote_csv(e->curves[c].name, out);
            fputc(',', out);
            write_value(p->values[v], out);
            fprintf(out, ",%d,", at->y.count);
            if (at->y.count)
                fprintf(out, "%.6g", at->y.mean);
            fprintf(out, ",");
            if (at->y.half_width >= 0)
                fprintf(out, "%.6g", at->y.half_width);
            fprintf(out, ",%d", at->saturated);
            write_states(at, out);
            if (e->low)
                write_ends(at, out);
            fputc('\n', out);
        }
}

/* The runs of a point that its figure is of: the longest, one a seed; of a search those that it ended at. */
static void write_point_runs(const struct sweep *s, unsigned number, unsigned curve, unsigned value, FILE *out)
{
    const struct experiment *e = s->experiments[number];
    int budget = sweep_length(s, number, curve, value) == LENGTH_BUDGET;
    char name[SWEEP_FILE];

    for (int seed = 1; seed <= e->seeds; seed++) {
        const json_t *result = sweep_result(s, number, curve, value, seed);
        if (!json_is_object(result))
            continue;
        enum sweep_state state = sweep_state(result, experiment_y(e, curve));
        sweep_file_of(result, name);
        quote_csv(e->curves[curve].name, out);
        fputc(',', out);
        write_value(e->values[value], out);
        fprintf(out, ",%d,%s,%s\n", seed, sweep_state_name(budget && state == SWEEP_GOOD ? SWEEP_UNSETTLED : state),
                name);
    }
}

static void write_runs(const struct sweep *s, unsigned number, FILE *out)
{
    const struct experiment *e = s->experiments[number];

    fprintf(out, "curve,%s,seed,state,result\n", e->x);
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++)
            write_point_runs(s, number, c, v, out);
}

/* The files of an experiment that have its figures, by their suffix. */
static const struct {
    const char *suffix;
    void (*write)(const struct plot *p, FILE *out);
} files[] = {{".csv", write_table}, {".dat", plot_data}, {".gnuplot", plot_script}};

static int open_file(const struct sweep *s, const char *name, const char *suffix, struct output *output, char *error,
                     size_t size)
{
    char path[1200];

    snprintf(path, sizeof path, "%s/%s%s", s->folder, name, suffix);
    return output_open(output, path, error, size);
}

static int write_files(const struct sweep *s, unsigned number, const struct plot *p, char *error, size_t size)
{
    struct output output;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (open_file(s, p->name, files[i].suffix, &output, error, size) != 0)
            return -1;
        files[i].write(p, output.file);
        if (output_close(&output, error, size) != 0)
            return -1;
    }
    if (open_file(s, p->name, ".runs.csv", &output, error, size) != 0)
        return -1;
    write_runs(s, number, output.file);
    return output_close(&output, error, size);
}

/* @return 1 when a figure was drawn */
static int draw(const struct sweep *s, const char *name)
{
    struct arguments a = {0};
    int status;

    arguments_add(&a, "gnuplot");
    arguments_add(&a, "./%s.gnuplot", name);
    status = process_run_in(s->folder, &a, "/dev/null", NULL);
    arguments_free(&a);
    return status == 0;
}

static void free_words(char **words)
{
    for (unsigned v = 0; words && words[v]; v++)
        free(words[v]);
    free(words);
}

/* The words along an axis. @return to be freed by free_words; NULL: out of memory */
static char **axis_words(const struct sweep_axis *axis)
{
    char **words = calloc((size_t)axis->count + 1, sizeof *words), text[SWEEP_PLACE];
    unsigned v = 0;

    while (words && v < axis->count && (words[v] = strdup(sweep_axis_value(axis, v, text))))
        v++;
    if (words && v == axis->count)
        return words;
    free_words(words);
    return NULL;
}

static int write_experiment(const struct sweep *s, unsigned number, unsigned *drawn, char *error, size_t size)
{
    const struct experiment *e = s->experiments[number];
    struct sweep_axis axis = sweep_axis(s, number);
    struct plot_point *points = calloc((size_t)e->curve_count * axis.count + 1, sizeof *points);
    char **words = axis_words(&axis);
    struct plot plot = {e,      s->names[number],           s->more,    s->more_count,
                        axis.x, (const char *const *)words, axis.count, points};
    int status = -1;

    if (!points || !words) {
        snprintf(error, size, "out of memory");
    } else {
        for (unsigned i = 0; i < e->curve_count * axis.count; i++)
            points[i] = measured(s, number, i / axis.count, i % axis.count);
        status = write_files(s, number, &plot, error, size);
    }
    free(points);
    free_words(words);
    *drawn += status == 0 && draw(s, plot.name);
    return status;
}

int sweep_tables(const struct sweep *s, unsigned *drawn, char *error, size_t size)
{
    *drawn = 0;
    for (unsigned e = 0; e < s->count; e++)
        if (write_experiment(s, e, drawn, error, size) != 0)
            return -1;
    return 0;
}

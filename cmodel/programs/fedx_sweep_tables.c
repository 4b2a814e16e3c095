/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_sweep_tables.h.
 */
#include "fedx_sweep_tables.h"

#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "../base/process.h"
#include "../base/quote.h"
#include "fedx_sweep_plot.h"

static struct fedx_plot_point measured(const struct fedx_sweep *s, unsigned number, unsigned curve, unsigned value)
{
    const struct fedx_experiment *e = s->experiments[number];
    struct fedx_figure y = fedx_sweep_figure(s, number, curve, value, e->y), base, ratio = {0};

    if (e->ratio_to) {
        base = fedx_sweep_figure(s, number, (unsigned)fedx_experiment_curve(e, e->ratio_to), value, e->y);
        ratio = fedx_figure_ratio(&y, &base);
    }
    return (struct fedx_plot_point){fedx_figure_estimate(&y), fedx_figure_estimate(&ratio),
                                    fedx_sweep_saturated(s, number, curve, value, e->y)};
}

/* Most values are numbers, and need no quotes. */
static void write_value(const char *value, FILE *out)
{
    if (strpbrk(value, ",\"\r\n"))
        quote_csv(value, out);
    else
        fputs(value, out);
}

static void write_table(const struct fedx_plot *p, FILE *out)
{
    const struct fedx_experiment *e = p->experiment;

    fprintf(out, "curve,%s,seeds,%s,half_width,saturated\n", e->x, e->y);
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++) {
            const struct fedx_plot_point *at = &p->points[c * e->value_count + v];
            quote_csv(e->curves[c].name, out);
            fputc(',', out);
            write_value(e->values[v], out);
            fprintf(out, ",%d,", at->y.count);
            if (at->y.count)
                fprintf(out, "%.6g", at->y.mean);
            fprintf(out, ",");
            if (at->y.half_width >= 0)
                fprintf(out, "%.6g", at->y.half_width);
            fprintf(out, ",%d\n", at->saturated);
        }
}

/* The files of an experiment, by their suffix. */
static const struct {
    const char *suffix;
    void (*write)(const struct fedx_plot *p, FILE *out);
} files[] = {{".csv", write_table}, {".dat", fedx_plot_data}, {".gnuplot", fedx_plot_script}};

static int write_files(const struct fedx_sweep *s, const struct fedx_plot *p, char *error, size_t size)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct output output;
        char path[1200];
        snprintf(path, sizeof path, "%s/%s%s", s->folder, p->name, files[i].suffix);
        if (output_open(&output, path, error, size) != 0)
            return -1;
        files[i].write(p, output.file);
        if (output_close(&output, error, size) != 0)
            return -1;
    }
    return 0;
}

/* @return 1 when a figure was drawn */
static int draw(const struct fedx_sweep *s, const char *name)
{
    struct fedx_arguments a = {0};
    int status;

    fedx_arguments_add(&a, "gnuplot");
    fedx_arguments_add(&a, "./%s.gnuplot", name);
    status = process_run_in(s->folder, &a, "/dev/null", NULL);
    fedx_arguments_free(&a);
    return status == 0;
}

static int write_experiment(const struct fedx_sweep *s, unsigned number, unsigned *drawn, char *error, size_t size)
{
    const struct fedx_experiment *e = s->experiments[number];
    struct fedx_plot_point *points = calloc((size_t)e->curve_count * e->value_count, sizeof *points);
    struct fedx_plot plot = {e, s->names[number], s->more, s->more_count, points};
    int status;

    if (!points) {
        snprintf(error, size, "out of memory");
        return -1;
    }
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++)
            points[c * e->value_count + v] = measured(s, number, c, v);
    status = write_files(s, &plot, error, size);
    free(points);
    *drawn += status == 0 && draw(s, plot.name);
    return status;
}

int fedx_sweep_tables(const struct fedx_sweep *s, unsigned *drawn, char *error, size_t size)
{
    *drawn = 0;
    for (unsigned e = 0; e < s->count; e++)
        if (write_experiment(s, e, drawn, error, size) != 0)
            return -1;
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See sweep_tables.h.
 */
#include "sweep_tables.h"

#include <stdlib.h>
#include <string.h>

#include "../base/output.h"
#include "../base/process.h"
#include "../base/quote.h"
#include "sweep_plot.h"

static struct plot_point measured(const struct sweep *s, unsigned number, unsigned curve, unsigned value)
{
    const struct experiment *e = s->experiments[number];
    struct figure y = sweep_figure(s, number, curve, value, e->y), base, ratio = {0};

    if (e->ratio_to) {
        base = sweep_figure(s, number, (unsigned)experiment_curve(e, e->ratio_to), value, e->y);
        ratio = figure_ratio(&y, &base);
    }
    return (struct plot_point){figure_estimate(&y), figure_estimate(&ratio),
                                    sweep_saturated(s, number, curve, value, e->y)};
}

/* Most values are numbers, and need no quotes. */
static void write_value(const char *value, FILE *out)
{
    if (strpbrk(value, ",\"\r\n"))
        quote_csv(value, out);
    else
        fputs(value, out);
}

static void write_table(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;

    fprintf(out, "curve,%s,seeds,%s,half_width,saturated\n", e->x, e->y);
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++) {
            const struct plot_point *at = &p->points[c * e->value_count + v];
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
    void (*write)(const struct plot *p, FILE *out);
} files[] = {{".csv", write_table}, {".dat", plot_data}, {".gnuplot", plot_script}};

static int write_files(const struct sweep *s, const struct plot *p, char *error, size_t size)
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

static int write_experiment(const struct sweep *s, unsigned number, unsigned *drawn, char *error, size_t size)
{
    const struct experiment *e = s->experiments[number];
    struct plot_point *points = calloc((size_t)e->curve_count * e->value_count, sizeof *points);
    struct plot plot = {e, s->names[number], s->more, s->more_count, points};
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

int sweep_tables(const struct sweep *s, unsigned *drawn, char *error, size_t size)
{
    *drawn = 0;
    for (unsigned e = 0; e < s->count; e++)
        if (write_experiment(s, e, drawn, error, size) != 0)
            return -1;
    return 0;
}

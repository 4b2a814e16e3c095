/* SPDX-License-Identifier: Apache-2.0
 *
 * See sweep_plot.h. Everything has its place in pixels, so that no legend meets
 * a label: title, panel, panel of ratios, label of x, legend, caption.
 */
#include "sweep_plot.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/quote.h"
#include "../topology/topology.h"

enum {
    WIDTH = 760,
    LEFT = 92,
    RIGHT = 20,
    TITLE = 40,
    PANEL = 330,
    GAP = 18,
    RATIO_PANEL = 150,
    X_LABEL = 58,
    KEY_ROW = 20,
    KEY_LINE = 44,
    CAPTION = 50, /* pixels */
    STYLES = 8,
    SQUARE = 5 /* the filled symbol */
};

/* Told apart by colour with every kind of colour blindness (Okabe and Ito, without their pale ones), and in grey by
 * dashes and symbols. Symbol n is hollow, n + 1 filled. */
static const struct {
    const char *colour, *dash;
    int hollow;
} styles[STYLES] = {{"#0072b2", "1", 6},           {"#d55e00", "(14,4)", 4}, {"#00785a", "(7,3)", 8},
                    {"#882255", "(12,3,2,3)", 12}, {"#000000", "(3,3)", 10}, {"#6b5000", "(12,3,2,3,2,3)", 14},
                    {"#332288", "(18,6)", 6},      {"#555555", "(2,5)", 4}};

static const struct plot_point *point(const struct plot *p, unsigned curve, unsigned value)
{
    return &p->points[curve * p->value_count + value];
}

static int is_drawn(const struct plot *p, struct estimate i)
{
    return i.count && (!p->experiment->log || i.mean > 0);
}

/* Values of x that are not numbers stand side by side. */
static int is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return *text && !*end;
}

static int x_is_number(const struct plot *p)
{
    for (unsigned v = 0; v < p->value_count; v++)
        if (!is_number(p->values[v]))
            return 0;
    return 1;
}

static double x_of(const struct plot *p, unsigned value)
{
    return x_is_number(p) ? strtod(p->values[value], NULL) : value;
}

/* Data ------------------------------------------------------------------------------------------------------------ */

static void write_interval(struct estimate i, int there, FILE *out)
{
    if (there)
        fprintf(out, " %.6g %.6g", i.mean, fmax(i.half_width, 0));
    else
        fprintf(out, " NaN 0");
}

void plot_data(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;

    fprintf(out, "# x, mean, half-width, saturated, ratio, half-width%s\n", e->low ? ", least, largest" : "");
    for (unsigned c = 0; c < e->curve_count; c++) {
        fprintf(out, "%s# ", c ? "\n\n" : "");
        quote_gnuplot(e->curves[c].name, out);
        fputc('\n', out);
        for (unsigned v = 0; v < p->value_count; v++) {
            const struct plot_point *at = point(p, c, v);
            fprintf(out, "%g", x_of(p, v));
            write_interval(at->y, is_drawn(p, at->y), out);
            fprintf(out, " %d", at->saturated);
            write_interval(at->ratio, at->ratio.count > 0, out);
            if (e->low)
                fprintf(out, at->low.count ? " %g %g" : " NaN NaN", at->low.mean, at->high.mean);
            fprintf(out, "\n");
        }
    }
}

/* Ranges ---------------------------------------------------------------------------------------------------------- */

struct range {
    double low, high;
};

static struct range widened(struct range r, struct estimate i)
{
    double half = fmax(i.half_width, 0);

    return (struct range){fmin(r.low, i.mean - half), fmax(r.high, i.mean + half)};
}

/* Of all points with their bars, and some air; a bar that reaches below zero is cut on a logarithmic axis. */
static struct range y_range(const struct plot *p)
{
    const struct experiment *e = p->experiment;
    struct range r = {INFINITY, -INFINITY};
    double least = INFINITY;

    for (unsigned i = 0; i < e->curve_count * p->value_count; i++)
        if (is_drawn(p, p->points[i].y)) {
            r = widened(r, p->points[i].y);
            if (e->low)
                r = widened(r, (struct estimate){1, p->points[i].high.mean, 0});
            least = fmin(least, p->points[i].y.mean);
        }
    if (r.low > r.high)
        return (struct range){e->log ? 1 : 0, 10};
    if (e->log)
        return (struct range){fmax(r.low, least / 2) / 1.15, r.high * 1.15};
    double air = fmax(0.06 * (r.high - r.low), 1e-3 * fabs(r.high));
    if (e->bars)
        return (struct range){0, r.high + air};
    return (struct range){r.low > 0 && r.low < r.high / 3 ? 0 : r.low - air, r.high + air};
}

static struct range ratio_range(const struct plot *p)
{
    const struct experiment *e = p->experiment;
    struct range r = {1, 1};

    for (unsigned i = 0; i < e->curve_count * p->value_count; i++)
        if (p->points[i].ratio.count)
            r = widened(r, p->points[i].ratio);
    double air = fmax(0.08 * (r.high - r.low), 0.01);
    return (struct range){r.low - air, r.high + air};
}

/* Labels at 1, 2 and 5 of each decade: decades alone would leave an axis with one label or two. */
static void write_log_tics(struct range r, FILE *out)
{
    static const int steps[] = {1, 2, 5};
    const char *before = "";

    fprintf(out, "set ytics (");
    for (int decade = (int)floor(log10(r.low)); decade <= (int)log10(r.high); decade++)
        for (int i = 0; i < 3; i++) {
            double y = steps[i] * pow(10, decade);
            if (y < r.low || y > r.high)
                continue;
            fprintf(out, "%s'%.*f' %g", before, decade < 0 ? -decade : 0, y, y);
            before = ", ";
        }
    fprintf(out, ")\n");
}

/* Script ---------------------------------------------------------------------------------------------------------- */

static int any_saturated(const struct plot *p)
{
    if (p->experiment->bars)
        return 0;
    for (unsigned i = 0; i < p->experiment->curve_count * p->value_count; i++)
        if (p->points[i].saturated)
            return 1;
    return 0;
}

/* Long names need wide columns. */
static int key_columns(const struct experiment *e)
{
    size_t longest = 0;

    for (unsigned c = 0; c < e->curve_count; c++)
        longest = strlen(e->curves[c].name) > longest ? strlen(e->curves[c].name) : longest;
    return longest > 38 ? 1 : longest > 21 ? 2 : 3;
}

/* Heights in pixels, from the bottom. */
struct layout {
    int height, columns, key, ratio, panel;
};

static struct layout lay_out(const struct plot *p)
{
    const struct experiment *e = p->experiment;
    struct layout l = {.columns = key_columns(e)};
    int entries = (int)e->curve_count + any_saturated(p);

    l.key = CAPTION + KEY_ROW * ((entries + l.columns - 1) / l.columns);
    l.ratio = l.key + X_LABEL;
    l.panel = l.ratio + (e->ratio_to ? RATIO_PANEL + GAP : 0);
    l.height = l.panel + PANEL + TITLE;
    return l;
}

/* Write ` at screen X,Y` for a place in pixels. */
static void at_pixel(const struct layout *l, double x, double y, FILE *out)
{
    fprintf(out, " at screen %.4f,%.4f", x / WIDTH, y / l->height);
}

/* 1 when all points have the same value of a key; then in text. */
static int in_common(const struct plot *p, int key, char text[SCENARIO_TEXT])
{
    const struct experiment *e = p->experiment;
    struct scenario first, other;
    char error[SCENARIO_ERROR];

    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++) {
            struct scenario *s = c + v ? &other : &first;
            if (experiment_point(e, c, v, 1, p->more, p->more_count, s, error, sizeof error) != 0 ||
                (c + v && scenario_differ(&first, &other, key)))
                return 0;
        }
    scenario_get(&first, key, text);
    return 1;
}

/* A line of text in the middle of the figure. @param y  in pixels */
static void write_centred(const struct layout *l, const char *text, const char *font, double y, FILE *out)
{
    fprintf(out, "set label ");
    quote_gnuplot(text, out);
    fprintf(out, " center font '%s'", font);
    at_pixel(l, WIDTH / 2.0, y, out);
    fprintf(out, "\n");
}

static void print_size(const struct plot *p, FILE *out)
{
    char topology[SCENARIO_TEXT], rows[SCENARIO_TEXT], cols[SCENARIO_TEXT];
    const struct topology_kind *kind;

    if (!in_common(p, KEY_topology, topology))
        return;
    kind = topology_find(topology);
    if (kind->nodes_of_edge) {
        if (in_common(p, KEY_edge, rows))
            fprintf(out, "E%s switches, ", rows);
    } else if (kind->levels) {
        if (in_common(p, KEY_arity, rows) && in_common(p, KEY_levels, cols))
            fprintf(out, "%s-ary %s-tree, ", rows, cols);
    } else if (!kind->given && in_common(p, KEY_rows, rows) && in_common(p, KEY_cols, cols)) {
        fprintf(out, "%sx%s switches, ", rows, cols);
    }
}

/* What the points have in common. */
static void print_common(const struct plot *p, FILE *out)
{
    char text[SCENARIO_TEXT];

    print_size(p, out);
    if (in_common(p, KEY_workload, text))
        fprintf(out, "%s, ", text);
    if (in_common(p, KEY_window_packets, text) && strcmp(text, "0") != 0)
        fprintf(out, "windows of %s packets, ", text);
    else if (in_common(p, KEY_cycles, text))
        fprintf(out, "%s%s cycles, ", p->experiment->settle ? "from " : "", text);
    fprintf(out, "warm-up %s", in_common(p, KEY_warmup, text) ? text : "varies");
    if (p->experiment->settle)
        fprintf(out, ", up to %d times that until points settle to %g%%", 1 << p->experiment->settle->doublings,
                p->experiment->settle->percent);
}

/* What the bars are. */
static void print_bars(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;

    if (e->low)
        fprintf(out, "bars: mean, lines: least and largest, each the mean over %d seed%s", e->seeds,
                e->seeds > 1 ? "s" : "");
    else if (e->seeds == 1)
        fprintf(out, "one seed");
    else
        fprintf(out, "mean and 95%% confidence interval (bars) over %d seeds", e->seeds);
    if (e->placements)
        fprintf(out, " and %d placements of hot spots", e->placements);
}

static void print_title(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;

    if (e->paper)
        fprintf(out, "%c%s: ", toupper((unsigned char)*e->paper), *e->paper ? e->paper + 1 : "");
    fputs(e->title, out);
}

/* What one of these says, as such a line. */
static void write_said(const struct plot *p, const struct layout *l, void (*print)(const struct plot *p, FILE *out),
                       const char *font, double y, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *said = open_memstream(&text, &size);

    if (said) {
        print(p, said);
        if (fclose(said) == 0)
            write_centred(l, text, font, y, out);
    }
    free(text);
}

/* Within the folder: a name could begin with what makes gnuplot run a program, < or |. */
static void write_file_name(const struct plot *p, const char *suffix, FILE *out)
{
    char name[1200];

    snprintf(name, sizeof name, "./%s%s", p->name, suffix);
    quote_gnuplot(name, out);
}

static void write_head(const struct plot *p, const struct layout *l, FILE *out)
{
    fprintf(out, "set terminal svg size %d,%d noenhanced font 'sans,14' background '#ffffff'\nset output ", WIDTH,
            l->height);
    write_file_name(p, ".svg", out);
    fprintf(out, "\nset multiplot\nunset key\nset lmargin at screen %.4f\nset rmargin at screen %.4f\n",
            (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH);
    fprintf(out, "set grid lc '#d0d0d0' lw 0.6\nset bars 0.6\nset border lw 0.8\nset format x '%%.10g'\n");
    write_said(p, l, print_title, ",16", l->height - TITLE / 2.0, out);
    write_said(p, l, print_common, ",12", 34, out);
    write_said(p, l, print_bars, ",12", 16, out);
}

static const char *label_of_x(const struct plot *p)
{
    char unit[SCENARIO_TEXT];

    if (p->experiment->nodes)
        return p->x;
    if (strcmp(p->x, "traffic.load") != 0)
        return strchr(p->x, '.') + 1;
    return in_common(p, KEY_load_unit, unit) && strcmp(unit, "link") == 0 ? "load (share of what links carry)"
                                                                          : "load (density u)";
}

static void write_x_axis(const struct plot *p, const struct layout *l, FILE *out)
{
    double first = x_of(p, 0), last = x_of(p, p->value_count - 1), air = fmax(0.03 * fabs(last - first), 1e-6);

    fprintf(out, "set label ");
    quote_gnuplot(label_of_x(p), out);
    fprintf(out, " center");
    at_pixel(l, (LEFT + WIDTH - RIGHT) / 2.0, l->key + 18, out);
    if (x_is_number(p)) {
        fprintf(out, "\nset xrange [%g:%g]\n", fmin(first, last) - air, fmax(first, last) + air);
        return;
    }
    fprintf(out, "\nset xrange [-0.5:%g]\nset xtics (", p->value_count - 0.5);
    for (unsigned v = 0; v < p->value_count; v++) {
        fputs(v ? ", " : "", out);
        quote_gnuplot(p->values[v], out);
        fprintf(out, " %u", v);
    }
    fprintf(out, ")\n");
}

/* A line with its filled symbol, and the name of its curve. @param entry  number in the legend */
static void write_key_entry(const struct layout *l, unsigned entry, int symbol, const char *dash, const char *colour,
                            const char *text, FILE *out)
{
    double column = (double)(WIDTH - LEFT - RIGHT) / l->columns;
    double x = LEFT + column * (entry % (unsigned)l->columns),
           y = l->key - KEY_ROW * (entry / (unsigned)l->columns + 0.5);

    if (dash)
        fprintf(out, "set arrow from screen %.4f,%.4f to screen %.4f,%.4f nohead lw 1.8 dt %s lc '%s'\n", x / WIDTH,
                y / l->height, (x + KEY_LINE) / WIDTH, y / l->height, dash, colour);
    fprintf(out, "set label '' point pt %d ps 0.9 lw 1.8 lc '%s'", symbol, colour);
    at_pixel(l, x + KEY_LINE / 2.0, y, out);
    fprintf(out, "\nset label ");
    quote_gnuplot(text, out);
    fprintf(out, " left font ',13'");
    at_pixel(l, x + KEY_LINE + 8, y, out);
    fprintf(out, "\n");
}

static void write_key(const struct plot *p, const struct layout *l, FILE *out)
{
    const struct experiment *e = p->experiment;

    for (unsigned c = 0; c < e->curve_count; c++)
        write_key_entry(l, c, e->bars ? SQUARE : styles[c % STYLES].hollow + 1,
                        x_is_number(p) ? styles[c % STYLES].dash : NULL, styles[c % STYLES].colour, e->curves[c].name,
                        out);
    if (any_saturated(p))
        write_key_entry(l, e->curve_count, 6, NULL, "#000000", "hollow: saturated", out);
}

/* Side by side from zero on, those of one x together. */
static void write_bars(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;
    double width = 0.8 / e->curve_count;

    fprintf(out, "set style fill solid 0.75 border -1\n");
    for (unsigned c = 0; c < e->curve_count; c++) {
        double aside = width * (c + 0.5 - e->curve_count / 2.0);
        fputs(c ? ", \\\n  " : "plot ", out);
        write_file_name(p, ".dat", out);
        fprintf(out, " index %u using ($1%+g):2:%s(%g) with %s lw 1 lc '%s'", c, aside,
                e->low ? "" : "3:", 0.92 * width, e->low ? "boxes" : "boxerrorbars", styles[c % STYLES].colour);
        if (e->low)
            fprintf(
                out,
                ", \\\n  '' index %u using ($1%+g):7:(0):($8-$7) with vectors heads size screen 0.006,90 lw 1.6 lc '#000000'",
                c, aside);
    }
    fprintf(out, "\n");
}

/* Lines with their bars, and symbols that are hollow where the fabric is saturated; without lines the curves of one x
 * stand side by side. @param column  of the mean */
static void write_curves(const struct plot *p, int column, FILE *out)
{
    const struct experiment *e = p->experiment;
    int lines = x_is_number(p);

    for (unsigned c = 0; c < e->curve_count; c++) {
        const char *colour = styles[c % STYLES].colour;
        int hollow = styles[c % STYLES].hollow;
        double aside = lines ? 0 : 0.7 * (c + 0.5 - e->curve_count / 2.0) / e->curve_count;
        fputs(c ? ", \\\n  " : "plot ", out);
        write_file_name(p, ".dat", out);
        fprintf(out, " index %u using ($1%+g):%d:%d with yerrorbars pt -1 lw 1.2 lc '%s'", c, aside, column, column + 1,
                colour);
        if (lines)
            fprintf(out, ", \\\n  '' index %u using 1:%d with lines lw 1.8 dt %s lc '%s'", c, column,
                    styles[c % STYLES].dash, colour);
        for (int saturated = 0; saturated < 2; saturated++)
            fprintf(out,
                    ", \\\n  '' index %u using ($1%+g):($4 == %d ? $%d : NaN) with points pt %d ps 0.9 lw 1.8 lc '%s'",
                    c, aside, saturated, column, saturated ? hollow : hollow + 1, colour);
    }
    fprintf(out, "\n");
}

/* A panel with its label of y. */
static void write_panel(const struct layout *l, int bottom, int height, const char *label, const char *font, FILE *out)
{
    fprintf(out, "set bmargin at screen %.4f\nset tmargin at screen %.4f\nset label ", (double)bottom / l->height,
            (double)(bottom + height) / l->height);
    quote_gnuplot(label, out);
    fprintf(out, " center rotate by 90 font '%s'", font);
    at_pixel(l, 18, bottom + height / 2.0, out);
    fprintf(out, "\n");
}

static void write_ratio_panel(const struct plot *p, const struct layout *l, FILE *out)
{
    struct range r = ratio_range(p);
    char label[120];

    snprintf(label, sizeof label, "ratio to %s", p->experiment->ratio_to);
    fprintf(
        out,
        "unset label\nunset arrow\nunset logscale y\nset ytics autofreq\nset yrange [%g:%g]\nset format x '%%.10g'\n",
        r.low, r.high);
    write_panel(l, l->ratio, RATIO_PANEL, label, ",12", out);
    write_curves(p, 5, out);
}

void plot_script(const struct plot *p, FILE *out)
{
    const struct experiment *e = p->experiment;
    struct layout l = lay_out(p);
    struct range r = y_range(p);

    write_head(p, &l, out);
    write_x_axis(p, &l, out);
    write_key(p, &l, out);
    if (e->log) {
        fprintf(out, "set logscale y\n");
        write_log_tics(r, out);
    }
    fprintf(out, "set yrange [%g:%g]\n", r.low, r.high);
    if (e->ratio_to)
        fprintf(out, "set format x ''\n");
    write_panel(&l, l.panel, PANEL, e->y_label, ",14", out);
    if (e->bars)
        write_bars(p, out);
    else
        write_curves(p, 2, out);
    if (e->ratio_to)
        write_ratio_panel(p, &l, out);
    fprintf(out, "unset multiplot\n");
}

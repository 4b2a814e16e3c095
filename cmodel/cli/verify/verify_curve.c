/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_curve.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "../../base/json_file.h"
#include "../../gen/gen_folder.h"
#include "../../results/curve_figure.h"
#include "../../results/figures.h"
#include "../../results/report.h"
#include "../../results/result_value.h"
#include "../../vcr/bench/vcr_baseline.h"
#include "../common/cli.h"

#define RESULTS_DEF "../cli/verify/verify_curve.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

/* Loads of a curve: so many parts of a flit a cycle and input. */
enum { LOADS = 10, YOURS = 0, BESIDE = 1, SIDES = 2, DEPTH = 4 };

struct side {
    char name[BLACKBOX_NAME];
    const struct blackbox *f;
    const struct node_ops *ops;
    struct blackbox_load_point point[LOADS];
    int points; /* that are there */
};

struct work {
    const struct verify_curve *v;
    struct side side[SIDES];
    int sides;
    struct vcr_baseline beside;
    int depth;                  /* of vcr */
    char alone[BLACKBOX_ERROR]; /* why there is no vcr beside */
};

/* What means something -------------------------------------------------------------------------------------------- */

static int has_latency(const struct blackbox_load_point *p)
{
    return p->saturated == 0 && p->latency.count > 0;
}

/* The first load that is saturated; NULL: none is. */
static const struct blackbox_load_point *saturated(const struct side *s)
{
    for (int i = 0; i < s->points; i++)
        if (s->point[i].saturated == 1)
            return &s->point[i];
    return NULL;
}

static double half_of(const struct interval *i)
{
    return i->verdict == INTERVAL_GOOD ? i->half_width : 0;
}

/* Measuring ------------------------------------------------------------------------------------------------------- */

static int wrong(const struct side *s, const struct blackbox_result *r, double load)
{
    printf("failed at load %.2f of %s\n%s: cycle %" PRIu32 ": %s\n%s", load, s->name, blackbox_checks[r->check].name,
           r->cycle, r->text, r->waits);
    return CLI_EXIT_DIFFERENT;
}

static int measure(const struct work *w, struct side *s)
{
    int show = !w->v->quiet && isatty(STDERR_FILENO);

    for (s->points = 0; s->points < LOADS; s->points++) {
        static struct blackbox_result result;
        double load = (s->points + 1.0) / LOADS;
        if (show)
            fprintf(stderr, "\r%s, load %.1f \033[K", s->name, load);
        if (blackbox_curve_point(&w->v->settings, s->f, s->ops, load, &s->point[s->points], &result) != 0)
            return cli_bad("blackbox", "out of memory");
        if (show)
            fprintf(stderr, "\r\033[K");
        if (result.failed)
            return wrong(s, &result, load);
    }
    return 0;
}

static void prepare(struct work *w)
{
    const struct blackbox *f = w->v->f;

    w->side[YOURS] = (struct side){.f = f, .ops = w->v->ops};
    snprintf(w->side[YOURS].name, sizeof w->side[YOURS].name, "%s", f->top);
    w->depth = w->v->depth ? w->v->depth : f->inputs.credits ? blackbox_depth_most(&f->inputs, f->vcs) : DEPTH;
    w->sides = 1;
    if (vcr_baseline_create(&w->beside, f, f->vcs, w->depth, w->alone, sizeof w->alone) != 0)
        return;
    w->side[BESIDE] = (struct side){.f = w->beside.f, .ops = w->beside.ops};
    snprintf(w->side[BESIDE].name, sizeof w->side[BESIDE].name, "vcr, %d x %d flits an input", f->vcs, w->depth);
    w->sides = SIDES;
}

/* Where packets go. */
static const char *where(const struct work *w)
{
    static char text[64];

    if (!w->v->settings.pattern)
        return "to outputs at random";
    snprintf(text, sizeof text, "by pattern %s", w->v->settings.pattern->name);
    return text;
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

/* Rows are of the work, those of points of their side; x->n is the number of the side, or of the point. */
static const struct work *w_of(const struct results_at *x)
{
    return x->of;
}

static const struct verify_curve *v_of(const struct results_at *x)
{
    return w_of(x)->v;
}

static const struct side *side_of(const struct results_at *x)
{
    return &w_of(x)->side[x->n];
}

static const struct blackbox_load_point *point_of(const struct results_at *x)
{
    return &((const struct side *)x->of)->point[x->n];
}

static double most_delivered(const struct side *s)
{
    double most = 0;

    for (int i = 0; i < s->points; i++)
        most = s->point[i].delivered > most ? s->point[i].delivered : most;
    return most;
}

/* Rows of points are of their side. */
static json_t *points_of(const struct results_at *x)
{
    return results_each(RESULTS_box_load_point, &(struct results_at){.rows = x->rows, .of = side_of(x)},
                        side_of(x)->points);
}

/* A line for each load, and where each side saturates. */
static void print_table(const struct results_at *x, FILE *out)
{
    struct results_at side = *x;

    for (int i = 0; i < LOADS; i++) {
        fprintf(out, "%.2f", w_of(x)->side[YOURS].point[i].load);
        for (side.n = 0; side.n < w_of(x)->sides; side.n++) {
            const struct results_at point = {.rows = x->rows, .of = side_of(&side), .n = i};
            fprintf(out, "%s", side.n ? "  |" : "");
            results_words(RESULTS_box_load_point, &point, out);
        }
        fprintf(out, "\n");
    }
    for (side.n = 0; side.n < w_of(x)->sides; side.n++)
        results_words(RESULTS_box_curve, &side, out);
}

#include "../../results/results_rows_of.h"

static json_t *performance_json(const struct work *w)
{
    return results_object(RESULTS_box_performance, &(struct results_at){.rows = rows, .of = w});
}

/* Files ----------------------------------------------------------------------------------------------------------- */

static void write_csv(const void *context, FILE *out)
{
    const struct work *w = context;

    fprintf(
        out,
        "router,load,delivered,delivered_half_width,delivered_interval,saturated,latency_mean,latency_half_width,latency_interval,"
        "latency_p99,warmup,packets\n");
    for (int s = 0; s < w->sides; s++)
        for (int i = 0; i < w->side[s].points; i++) {
            const struct blackbox_load_point *p = &w->side[s].point[i];
            fprintf(out, "%s,%.2f,%.6f,%.6f,%s,%d,", s == YOURS ? w->side[s].name : "vcr", p->load, p->delivered,
                    half_of(&p->interval), figures_interval(p->interval.verdict), p->saturated);
            if (has_latency(p))
                fprintf(out, "%.3f,%.3f,%s,%" PRIu64, p->latency.mean, half_of(&p->latency.interval),
                        figures_interval(p->latency.interval.verdict), p->latency.p99);
            else
                fprintf(out, ",,%s,",
                        p->saturated == 1 ? figures_interval(INTERVAL_SATURATED) : figures_interval(INTERVAL_NONE));
            fprintf(out, ",%" PRIu64 ",%" PRIu64 "\n", p->warmup, p->packets);
        }
}

static void write_json(const void *context, FILE *out)
{
    json_t *json = performance_json(context);

    if (json_dumpf(json, out, JSON_INDENT(2) | JSON_FILE_NUMBERS) == 0)
        fputc('\n', out);
    json_decref(json);
}

static void write_figure(const void *context, FILE *out)
{
    const struct work *w = context;
    struct curve_point point[SIDES][LOADS];
    struct curve curve[SIDES];
    char title[256];

    for (int s = 0; s < w->sides; s++) {
        const struct blackbox_load_point *first = saturated(&w->side[s]);
        curve[s] = (struct curve){w->side[s].name, point[s], 0, first ? first->load : 0};
        for (int i = 0; i < w->side[s].points; i++) {
            const struct blackbox_load_point *p = &w->side[s].point[i];
            if (has_latency(p))
                point[s][curve[s].points++] =
                    (struct curve_point){p->load, p->latency.mean, half_of(&p->latency.interval)};
        }
    }
    snprintf(title, sizeof title, "%d router%s, packets of %d flits %s; dashed: saturated from here on",
             w->v->f->routers, w->v->f->routers == 1 ? "" : "s", w->v->settings.flits, where(w));
    curve_figure(title, curve, w->sides, out);
}

static int write_all(const struct work *w)
{
    static const struct {
        const char *name;
        void (*write)(const void *context, FILE *out);
    } files[] = {{"curves.csv", write_csv}, {"curves.json", write_json}, {"latency.svg", write_figure}};
    struct gen_folder g = {0};
    char error[BLACKBOX_ERROR];
    int status = gen_folder_begin(&g, w->v->folder, w->v->support, error, sizeof error);

    for (size_t i = 0; status == 0 && i < sizeof files / sizeof *files; i++)
        status = gen_folder_write(&g, files[i].name, files[i].write, w, error, sizeof error);
    if (status == 0)
        status = gen_folder_end(&g, error, sizeof error);
    gen_folder_abandon(&g);
    return status == 0 ? 0 : cli_bad("blackbox", "--performance: %s", error);
}

static int write_report(const struct work *w)
{
    char error[BLACKBOX_ERROR];

    if (!w->v->report || report_one("performances", performance_json(w), w->v->report, error, sizeof error) == 0)
        return 0;
    return cli_bad("blackbox", "--report: %s", error);
}

int verify_curve(const struct verify_curve *v)
{
    static struct work w;
    int status = 0;

    memset(&w, 0, sizeof w);
    w.v = v;
    prepare(&w);
    for (int s = 0; s < w.sides && status == 0; s++)
        status = measure(&w, &w.side[s]);
    if (status == 0 && v->words)
        results_words(RESULTS_box_performance, &(struct results_at){.rows = rows, .of = &w}, stdout);
    if (status == 0)
        status = write_all(&w);
    if (status == 0 && v->words)
        printf("files       %s/: curves.csv, curves.json, latency.svg\n", v->folder);
    if (status == 0)
        status = write_report(&w);
    vcr_baseline_destroy(&w.beside);
    return status;
}

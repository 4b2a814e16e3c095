/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_claims.h. One set of rules and one set of runs for all claims: each
 * reads its figures from the results of the experiments.
 */
#include "fedx_claims.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../fabric/fedx_metrics.h"
#include "../fabric/fedx_output.h"

enum { MAX_SEEDS = 64 };

/* What was found for a claim. */
struct verdict {
    int holds;
    char figures[FEDX_CLAIM_FIGURES];
};

static void say(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct verdict *v, const char *format, ...)
{
    size_t used = strlen(v->figures);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(v->figures + used, sizeof v->figures - used, format, arguments);
    va_end(arguments);
}

/* A curve of an experiment. */
struct line {
    const struct fedx_sweep *s;
    unsigned experiment, curve;
    int there;
};

static struct line line(const struct fedx_sweep *s, const char *experiment, const char *curve)
{
    struct line l = {s, 0, 0, 0};
    int e = fedx_sweep_find(s, experiment);

    for (unsigned c = 0; e >= 0 && c < s->experiments[e]->curve_count; c++)
        if (strcmp(s->experiments[e]->curves[c].name, curve) == 0)
            l = (struct line){s, (unsigned)e, c, 1};
    return l;
}

static const struct fedx_experiment *experiment_of(struct line l)
{
    return l.s->experiments[l.experiment];
}

/* A figure for every seed, and what is made of two such. */
struct figure {
    int n;
    double value[MAX_SEEDS];
};

static struct figure at(struct line l, unsigned value, const char *path)
{
    struct figure f = {0};

    for (int seed = 1; l.there && seed <= experiment_of(l)->seeds && f.n < MAX_SEEDS; seed++)
        f.n += fedx_sweep_figure(l.s, l.experiment, l.curve, value, seed, path, &f.value[f.n]);
    return f;
}

/* The largest over all loads: what can be attained. */
static struct figure most(struct line l, const char *path)
{
    struct figure best = {0};

    for (unsigned v = 0; l.there && v < experiment_of(l)->value_count; v++) {
        struct figure f = at(l, v, path);
        for (int i = 0; i < f.n; i++)
            if (i >= best.n || f.value[i] > best.value[i])
                best.value[i] = f.value[i];
        best.n = f.n > best.n ? f.n : best.n;
    }
    return best;
}

static struct figure ratio(struct figure a, struct figure b)
{
    struct figure r = {a.n < b.n ? a.n : b.n, {0}};

    for (int i = 0; i < r.n; i++)
        r.value[i] = a.value[i] / b.value[i];
    return r;
}

static double mean(struct figure f)
{
    double sum = 0;

    for (int i = 0; i < f.n; i++)
        sum += f.value[i] / f.n;
    return f.n ? sum : NAN;
}

static double half(struct figure f)
{
    double h = fedx_confidence(f.value, f.n);

    return h < 0 ? 0 : h;
}

/* The load at which the mean of a ratio of two curves is largest, from load `from` on. */
static unsigned widest(struct line a, struct line b, const char *path, double from, double to)
{
    unsigned best = 0;
    double most_so_far = -1;

    for (unsigned v = 0; a.there && b.there && v < experiment_of(a)->value_count; v++) {
        double load = strtod(experiment_of(a)->values[v], NULL), r = mean(ratio(at(a, v, path), at(b, v, path)));
        if (load >= from - 1e-9 && load <= to + 1e-9 && r > most_so_far) {
            most_so_far = r;
            best = v;
        }
    }
    return best;
}

static const char *load_of(struct line l, unsigned value)
{
    return l.there ? experiment_of(l)->values[value] : "?";
}

static unsigned load_number(struct line l, const char *load)
{
    for (unsigned v = 0; l.there && v < experiment_of(l)->value_count; v++)
        if (strcmp(experiment_of(l)->values[v], load) == 0)
            return v;
    return 0;
}

/* Section 4 --------------------------------------------------------------------------------------------------------- */

static const char *const kinds[] = {"no backpressure", "message backpressure", "destination backpressure"};
static const char independent[] = "independent.throughput", attained[] = "attainable throughput";

static struct line with(const struct fedx_sweep *s, const char *experiment, int kind, const char *spots)
{
    char name[80];

    snprintf(name, sizeof name, "%s, %s", kinds[kind], spots);
    return line(s, experiment, name);
}

/* Attainable throughput of independent nodes under a flood, as a share of that without one and without backpressure. */
static struct figure share(const struct fedx_sweep *s, const char *experiment, int kind)
{
    return ratio(most(with(s, experiment, kind, "hot spots"), independent),
                 most(with(s, experiment, 0, "no hot spots"), independent));
}

static void few_percent(const struct fedx_sweep *s, struct verdict *v)
{
    static const char *const experiments[] = {"figure-01", "figure-03"};

    v->holds = 1;
    say(v, "%s without hot spots, against none: ", attained);
    for (int e = 0; e < 2; e++)
        for (int kind = 1; kind < 3; kind++) {
            struct figure r = ratio(most(with(s, experiments[e], kind, "no hot spots"), independent),
                                    most(with(s, experiments[e], 0, "no hot spots"), independent));
            say(v, "%s%s %s %+.1f +- %.1f%%", e + kind > 1 ? ", " : "", e ? "wk30" : "wk1-5", kind == 1 ? "message" : "destination",
                100 * (mean(r) - 1), 100 * half(r));
            v->holds &= fabs(mean(r) - 1) < 0.06;
        }
}

static void less_than_half(const struct fedx_sweep *s, struct verdict *v)
{
    struct figure r = share(s, "figure-01", 0);

    v->holds = mean(r) < 0.5;
    say(v, "%.2f +- %.2f of the %s without hot spots", mean(r), half(r), attained);
}

static void nearly_ideal(const struct fedx_sweep *s, struct verdict *v)
{
    struct figure none = share(s, "figure-01", 0), message = share(s, "figure-01", 1), dest = share(s, "figure-01", 2);

    v->holds = mean(none) < mean(message) && mean(message) < mean(dest) && mean(dest) > 0.9;
    say(v, "of the %s without hot spots: none %.2f +- %.2f, message %.2f +- %.2f, destination %.2f +- %.2f", attained,
        mean(none), half(none), mean(message), half(message), mean(dest), half(dest));
}

static void bounded_to_80(const struct fedx_sweep *s, struct verdict *v)
{
    v->holds = 1;
    for (int kind = 0; kind < 3; kind++) {
        struct line hot = with(s, "figure-02", kind, "hot spots"), ideal = with(s, "figure-02", 0, "no hot spots");
        double least = INFINITY, worst = 0;
        for (unsigned i = 0; hot.there && i <= load_number(hot, "0.8"); i++) {
            double accepted = mean(ratio(at(hot, i, independent), at(ideal, i, independent)));
            double latency = mean(ratio(at(hot, i, "independent.packet_latency.mean_cycles"),
                                        at(ideal, i, "independent.packet_latency.mean_cycles")));
            least = accepted < least ? accepted : least;
            worst = latency > worst ? latency : worst;
        }
        say(v, "%s%s: packet latency at most %.1f times that without hot spots, throughput at least %.2f of it",
            kind ? "; " : "up to load 0.8, ", kinds[kind], worst, least);
        v->holds &= kind == 2 ? worst < 2 && least > 0.97 : least < 0.9 && worst > 2;
    }
}

static void longer_messages(const struct fedx_sweep *s, struct verdict *v)
{
    struct figure shorter = share(s, "figure-01", 1), longer = share(s, "figure-03", 1), dest = share(s, "figure-03", 2);

    v->holds = mean(longer) > mean(shorter) && mean(longer) < mean(dest);
    say(v, "message backpressure keeps %.2f +- %.2f of the %s on wk1-5 and %.2f +- %.2f on wk30; destination %.2f +- %.2f "
           "there",
        mean(shorter), half(shorter), attained, mean(longer), half(longer), mean(dest), half(dest));
    for (unsigned i = 0; i < 8; i += 3) {
        struct line m = with(s, "figure-03", 1, "hot spots"), d = with(s, "figure-03", 2, "hot spots");
        struct figure r = ratio(at(m, i, "independent.message_latency.mean_cycles"),
                                at(d, i, "independent.message_latency.mean_cycles"));
        say(v, "; message latency at load %s %.2f +- %.2f times that with destination", load_of(m, i), mean(r), half(r));
        v->holds &= mean(r) > 1;
    }
}

static void deadlock(const struct fedx_sweep *s, struct verdict *v)
{
    struct line on = line(s, "deadlock", "with the deadlock rule"), off = line(s, "deadlock", "without the deadlock rule");
    int stuck[2] = {0, 0}, runs = 0;
    double whole = mean(most(on, "cycles"));

    for (unsigned i = 0; on.there && off.there && i < experiment_of(on)->value_count; i++) {
        struct figure a = at(on, i, "cycles"), b = at(off, i, "cycles");
        for (int k = 0; k < a.n && k < b.n; k++, runs++) {
            /* A run that is stuck ends before its time. */
            stuck[0] += a.value[k] < whole;
            stuck[1] += b.value[k] < whole;
        }
    }
    v->holds = runs > 0 && stuck[0] == 0 && stuck[1] == runs;
    say(v, "wk30, loads 0.1 to 0.5, %.0f cycles: %d of %d runs deadlock without the rule, %d with it", whole, stuck[1], runs,
        stuck[0]);
}

/* Section 5 --------------------------------------------------------------------------------------------------------- */

static void alpha_gain(const struct fedx_sweep *s, struct verdict *v, const char *experiment, const char *path, double up_to,
                       double wanted)
{
    struct line fifo = line(s, experiment, "alpha 0 (FIFO)"), eight = line(s, experiment, "alpha 8");
    unsigned x = widest(fifo, eight, path, 0, 1);
    struct figure r = ratio(at(fifo, x, path), at(eight, x, path));

    v->holds = mean(r) >= wanted;
    say(v, "up to %.2f +- %.2f times better, at load %s (paper: up to %.0f)", mean(r), half(r), load_of(fifo, x), up_to);
}

static void short_messages(const struct fedx_sweep *s, struct verdict *v)
{
    alpha_gain(s, v, "figure-04", "short_message_latency.mean_cycles", 5, 3.5);
}

static void all_messages(const struct fedx_sweep *s, struct verdict *v)
{
    alpha_gain(s, v, "figure-05", "message_latency.mean_cycles", 3, 2.5);
}

static void long_messages(const struct fedx_sweep *s, struct verdict *v)
{
    static const char path[] = "long_message_latency.mean_cycles";
    static const double until[] = {0.7, 1.0};
    struct line fifo = line(s, "figure-06", "alpha 0 (FIFO)"), eight = line(s, "figure-06", "alpha 8");

    for (int i = 0; i < 2; i++) {
        unsigned x = widest(eight, fifo, path, 0, until[i]);
        struct figure r = ratio(at(eight, x, path), at(fifo, x, path));
        say(v, "%sat most %+.0f +- %.0f%% up to load %.1f", i ? "; " : "", 100 * (mean(r) - 1), 100 * half(r), until[i]);
        if (i == 0)
            v->holds = mean(r) < 1.15;
    }
}

static void mostly_long(const struct fedx_sweep *s, struct verdict *v)
{
    static const char all[] = "message_latency.mean_cycles", brief[] = "short_message_latency.mean_cycles";
    struct line fifo = line(s, "mixture-80-20", "alpha 0 (FIFO)"), eight = line(s, "mixture-80-20", "alpha 8");
    struct line fifo10 = line(s, "figure-05", "alpha 0 (FIFO)"), eight10 = line(s, "figure-05", "alpha 8");
    unsigned x = load_number(fifo, "0.7"), y = load_number(fifo10, "0.7");
    struct figure mixed = ratio(at(fifo, x, all), at(eight, x, all)), usual = ratio(at(fifo10, y, all), at(eight10, y, all));
    struct figure shorter = ratio(at(fifo, x, brief), at(eight, x, brief));

    v->holds = mean(mixed) < mean(usual) && mean(shorter) > 1.5;
    say(v, "at load 0.7 all messages %.2f +- %.2f times better (wk-mixture: %.2f +- %.2f), short ones %.2f +- %.2f times",
        mean(mixed), half(mixed), mean(usual), half(usual), mean(shorter), half(shorter));
}

/* Section 6 --------------------------------------------------------------------------------------------------------- */

static const char *const limits[] = {"BufferLimitTrans 2", "BufferLimitTrans 4", "BufferLimitTrans 6", "regular"};

static void packet_order(const struct fedx_sweep *s, struct verdict *v)
{
    static const char path[] = "packet_latency.mean_cycles";
    int orders = 0, loads = 0;

    for (unsigned x = 3; x < 13; x++, loads++) {
        double before = 0;
        int ordered = 1;
        for (int i = 0; i < 4; i++) {
            double m = mean(at(line(s, "figure-07", limits[i]), x, path));
            /* 4 and 6 meet where neither limit acts. */
            ordered &= m > (i == 2 ? 0.97 : 1) * before;
            before = m;
        }
        orders += ordered;
    }
    v->holds = orders == loads;
    say(v, "in this order at %d of %d loads from 0.4 on; at 0.8:", orders, loads);
    for (int i = 0; i < 4; i++) {
        struct figure f = at(line(s, "figure-07", limits[i]), 9, path);
        say(v, " %s %.0f +- %.0f%s", limits[i], mean(f), half(f), i < 3 ? "," : " cycles");
    }
}

static double slope(struct line l, const char *from, const char *to)
{
    static const char path[] = "packet_latency.mean_cycles";
    double rise = mean(at(l, load_number(l, to), path)) - mean(at(l, load_number(l, from), path));

    return rise / (strtod(to, NULL) - strtod(from, NULL));
}

static void growth(const struct fedx_sweep *s, struct verdict *v)
{
    double bend[2];

    for (int i = 0; i < 2; i++) {
        struct line l = line(s, "figure-07", limits[i + 2]);
        bend[i] = slope(l, "0.5", "0.7") / slope(l, "0.1", "0.3");
    }
    v->holds = bend[0] < 1.5 && bend[1] > 2;
    say(v, "slope from load 0.5 to 0.7 over that from 0.1 to 0.3: BufferLimitTrans 6 %.2f, regular %.2f", bend[0], bend[1]);
}

static void too_restrictive(const struct fedx_sweep *s, struct verdict *v, const char *experiment)
{
    static const char path[] = "message_latency.mean_cycles";
    struct line regular = line(s, experiment, "regular");

    v->holds = 1;
    say(v, "message latency over that of the regular case, loads 0.5, 0.7, 0.8:");
    for (int i = 0; i < 3; i++) {
        static const char *const loads[] = {"0.5", "0.7", "0.8"};
        say(v, " %s", limits[i]);
        for (int k = 0; k < 3; k++) {
            unsigned x = load_number(regular, loads[k]);
            struct figure r = ratio(at(line(s, experiment, limits[i]), x, path), at(regular, x, path));
            say(v, " %.2f +- %.2f%s", mean(r), half(r), k < 2 ? "," : i < 2 ? ";" : "");
            v->holds &= i == 0 ? mean(r) > 1 : mean(r) < 1;
        }
    }
}

static void too_restrictive_fifo(const struct fedx_sweep *s, struct verdict *v)
{
    too_restrictive(s, v, "figure-08");
}

static void too_restrictive_alpha(const struct fedx_sweep *s, struct verdict *v)
{
    too_restrictive(s, v, "figure-09");
}

static void saturation(const struct fedx_sweep *s, struct verdict *v)
{
    struct figure regular = most(line(s, "throughput", "regular"), "throughput");
    struct figure balanced = most(line(s, "throughput", "BufferLimitTrans 6"), "throughput"), gain = ratio(balanced, regular);

    v->holds = fabs(mean(regular) - 0.78) < 0.04 && fabs(mean(balanced) - 0.85) < 0.04 && mean(gain) > 1.05;
    say(v, "regular %.1f +- %.1f%%, balanced %.1f +- %.1f%%: %+.1f +- %.1f%%", 100 * mean(regular), 100 * half(regular),
        100 * mean(balanced), 100 * half(balanced), 100 * (mean(gain) - 1), 100 * half(gain));
}

static void together(const struct fedx_sweep *s, struct verdict *v)
{
    static const char path[] = "message_latency.mean_cycles";
    static const char *const cases[] = {"regular, FIFO", "balanced 2 and 6, FIFO", "regular, alpha 8",
                                        "balanced 2 and 6, alpha 8"};
    int best = 0, loads = 0;

    for (unsigned x = 4; x < 13; x++, loads++) {
        double m[4];
        for (int i = 0; i < 4; i++)
            m[i] = mean(at(line(s, "figure-10", cases[i]), x, path));
        best += m[3] < m[0] && m[3] < m[1] && m[3] < m[2];
    }
    v->holds = best == loads;
    say(v, "best of the four at %d of %d loads from 0.5 on; at 0.8:", best, loads);
    for (int i = 0; i < 4; i++) {
        struct figure f = at(line(s, "figure-10", cases[i]), 9, path);
        say(v, " %s %.0f +- %.0f%s", cases[i], mean(f), half(f), i < 3 ? "," : " cycles");
    }
}

/* The page ---------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *section, *claim;
    void (*judge)(const struct fedx_sweep *s, struct verdict *v);
    const char *experiments; /**< that it is judged by */
    const char *remark; /**< a reason, found by experiment; NULL: none is needed */
} claims[] = {
    {"4", "Without hot spots the three kinds of backpressure differ by a few percent", few_percent, "figure-01 figure-03", NULL},
    {"4", "With hot spots and no flow control the attainable throughput among independent nodes is less than half of normal",
     less_than_half, "figure-01", NULL},
    {"4", "Message backpressure raises it, destination backpressure to very nearly the ideal without hot spots", nearly_ideal, "figure-01",
     NULL},
    {"4", "Only destination backpressure keeps the packet latency of independent nodes bounded up to 80% load", bounded_to_80, "figure-02",
     NULL},
    {"4", "Message backpressure works better on 30-packet messages than on short ones, and is still inferior to destination "
          "backpressure", longer_messages, "figure-01 figure-02 figure-03",
     "With messages of 30 packets from some twenty senders, few packets of different messages meet at a hot spot, so that "
     "message backpressure comes close to destination backpressure in throughput; in latency it stays behind."},
    {"4", "Without the buffer rule and flow control, long messages deadlock the network even under light load", deadlock, "deadlock", NULL},
    {"5", "alpha = 8 improves the latency of short messages by up to a factor of five", short_messages, "figure-04",
     "The factor depends on how far the queues of the FIFO case have grown, so near saturation on the length of the run."},
    {"5", "... and the latency of all messages by up to a factor of three", all_messages, "figure-05", NULL},
    {"5", "The penalty for long messages is negligible", long_messages, "figure-06",
     "It is small as long as the fabric is not saturated. Beyond saturation (0.75 in the regular case) every queue grows "
     "without end, and what short messages gain long ones must lose: the throughput is the same."},
    {"5", "With 80% long messages alpha has less effect on the average, and still improves short messages", mostly_long, "mixture-80-20 figure-05", NULL},
    {"6", "Packet latency: BufferLimitTrans 2 < 4 < 6 < regular", packet_order, "figure-07", NULL},
    {"6", "Packet latency grows linearly with load under balanced injection, nonlinearly in the regular case", growth, "figure-07", NULL},
    {"6", "FIFO: BufferLimitTrans 2 is too restrictive, 4 and 6 do not increase the message latency", too_restrictive_fifo, "figure-08",
     NULL},
    {"6", "alpha = 8: BufferLimitTrans 2 restricts too much, 4 and 6 gain", too_restrictive_alpha, "figure-09", NULL},
    {"6", "FIFO: 78% utilisation at most in the regular case, 85% with balanced injection, 10% more", saturation, "throughput",
     "The regular case saturates at 75% with message backpressure and at 78% with none (`--backpressure none --limit-dest 0 "
     "--limit-trans 0 --eject-priority 0 --load 1`). It is the refused head of the strict PE queue that holds it down: with "
     "`--skip-blocked` it reaches 88%, with single packets 96%. Most of the gain of balanced injection comes from ejection "
     "priority, which alone gives 87%."},
    {"6", "alpha scheduling and balanced injection together are best", together, "figure-10", NULL},
};
enum { CLAIMS = sizeof claims / sizeof *claims };

static int is_there(const struct fedx_sweep *s, int claim)
{
    char names[128], *rest = names, *name;

    snprintf(names, sizeof names, "%s", claims[claim].experiments);
    while ((name = strsep(&rest, " ")))
        if (fedx_sweep_find(s, name) < 0)
            return 0;
    return 1;
}

int fedx_claims_count(void)
{
    return CLAIMS;
}

struct fedx_claim fedx_claims_judge(const struct fedx_sweep *s, int number)
{
    struct fedx_claim c = {.section = claims[number].section,
                           .claim = claims[number].claim,
                           .remark = claims[number].remark,
                           .experiments = claims[number].experiments,
                           .judged = is_there(s, number)};
    struct verdict v = {0, ""};

    if (c.judged)
        claims[number].judge(s, &v);
    c.holds = v.holds;
    memcpy(c.figures, v.figures, sizeof c.figures);
    return c;
}

static void write_page(const struct fedx_sweep *s, FILE *out)
{
    int held = 0;
    struct fedx_claim c[CLAIMS];

    for (int i = 0; i < CLAIMS; i++) {
        c[i] = fedx_claims_judge(s, i);
        held += c[i].holds;
    }
    fprintf(out,
            "# What the paper claims, and what comes out here\n\n"
            "Generated by `build/fedx sweep all --claims docs/claims.md` from %u runs of an 8x8 fabric; every run is one line of "
            "`build/fedx sweep all --list`. Paper: HPL-96-17. Means over the seeds of each point with 95%% confidence intervals "
            "(Student t); ratios are taken seed by seed. One set of rules for all of them; the experiments are in "
            "[experiments](../experiments), [docs/experiments.md](experiments.md) says how they are set up.\n\n"
            "%d of %d hold.\n\n| section | the paper | here | holds |\n|---|---|---|---|\n",
            s->point_count, held, CLAIMS);
    for (int i = 0; i < CLAIMS; i++)
        fprintf(out, "| %s | %s | %s | %s%s |\n", c[i].section, c[i].claim, c[i].figures, c[i].holds ? "yes" : "**no**",
                c[i].remark ? " (note)" : "");
    fprintf(out, "\n## Notes\n\n");
    for (int i = 0; i < CLAIMS; i++)
        if (c[i].remark)
            fprintf(out, "- **%s.** %s\n", c[i].claim, c[i].remark);
}

int fedx_claims_write(const struct fedx_sweep *s, const char *path, char *error, size_t size)
{
    struct fedx_output output;

    for (int i = 0; i < CLAIMS; i++)
        if (!is_there(s, i)) {
            snprintf(error, size, "--claims needs the experiments %s: use fedx sweep all", claims[i].experiments);
            return -1;
        }
    if (fedx_output_open(&output, path, error, size) != 0)
        return -1;
    write_page(s, output.file);
    return fedx_output_close(&output, error, size);
}

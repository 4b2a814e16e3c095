/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of the paper on selection functions: which order of the links that a packet may take suits which pattern, and
 * what it gains by having a choice. Peaks are the largest link loads with a bearable latency; docs/papers/selection.md.
 */
#include <string.h>

#include "claims_internal.h"

enum { MESH = 1, TORUS = 2, BOTH = MESH | TORUS };
enum traffic_pattern { UNIFORM, COMPLEMENT, TRANSPOSE, REVERSAL, PATTERNS };
enum order { DIMENSION, RANDOM, DIAGONAL };
enum ways { OBLIVIOUS, ADAPTIVE, ONE, TWO, SEVEN };

static const char *const patterns[PATTERNS] = {"uniform", "complement", "transpose", "reversal"};
static const char *const figures[PATTERNS] = {"figure-03", "figure-04", "figure-06", "figure-07"};
static const char *const orders[] = {"dimension", "random", "diagonal"};
static const char *const ways_names[] = {"oblivious", "adaptive", "1 deflection", "2 deflections", "7 deflections"};
static const char *const short_ways[] = {"o", "a", "d1", "d2", "d7"};

static const char *name_of(int place)
{
    return place == MESH ? "mesh" : "torus";
}

/* A bar of a figure. */
struct bar {
    enum order order;
    enum ways ways;
};
#define O_DIM                \
    {                        \
        DIMENSION, OBLIVIOUS \
    }
#define O_RANDOM          \
    {                     \
        RANDOM, OBLIVIOUS \
    }
#define O_DIAG              \
    {                       \
        DIAGONAL, OBLIVIOUS \
    }
#define A_DIM               \
    {                       \
        DIMENSION, ADAPTIVE \
    }
#define A_RANDOM         \
    {                    \
        RANDOM, ADAPTIVE \
    }
#define A_DIAG             \
    {                      \
        DIAGONAL, ADAPTIVE \
    }
#define D1_DIM         \
    {                  \
        DIMENSION, ONE \
    }
#define D2_DIM         \
    {                  \
        DIMENSION, TWO \
    }
#define D7_DIM           \
    {                    \
        DIMENSION, SEVEN \
    }
#define D2_RANDOM   \
    {               \
        RANDOM, TWO \
    }
#define D2_DIAG       \
    {                 \
        DIAGONAL, TWO \
    }

/* Claims that peaks decide, alone or with more: their words. */
static const char uniform_mesh[] =
    "In a square mesh under uniform traffic, dimension order outperforms random, and diagonal performs worst";
static const char uniform_torus[] = "On a torus the oblivious algorithms perform comparably under uniform traffic";
static const char complement_order[] =
    "Under bit-complement traffic dimension order avoids the centre; random and diagonal perform poorly, in mesh and torus";
static const char transpose_order[] =
    "Under transpose traffic random outperforms diagonal, and both outperform dimension order";
static const char reversal_order[] = "So it is under bit-reversal traffic";
static const char low_and_high[] =
    "Diagonal has a lower latency at low loads, random the higher peak (transpose, mesh)";
static const char thresholds[] = "The benefits of extra deflections diminish significantly after a threshold of 2";
static const char uniform_helped[] = "Under uniform traffic adaptivity slightly improves random and diagonal";
static const char uniform_torus_adaptive[] =
    "On a torus adaptive dimension order only slightly outperforms the oblivious one";
static const char uniform_torus_deflected[] =
    "There deflections reduce performance, and more so with a higher threshold";
static const char uniform_mesh_adaptive[] = "In a square mesh oblivious dimension order outperforms the adaptive one";
static const char uniform_mesh_deflected[] = "There deflections do not harm performance as they do on a torus";
static const char complement_best[] =
    "Under bit-complement traffic none of the adaptive algorithms performs as well as oblivious dimension order";
static const char complement_helped[] = "There adaptivity helps random and diagonal";
static const char complement_harmed[] = "There adaptivity harms dimension order";
static const char complement_deflected[] = "There deflections outperform the adaptive minimal algorithm at high loads";
static const char transpose_adaptive[] = "Under transpose traffic adaptivity significantly improves dimension order";
static const char transpose_enough[] = "There it makes little difference for random and diagonal";
static const char transpose_random[] = "Regardless of adaptivity, random performs best under transpose traffic";
static const char transpose_mesh_deflected[] = "There deflections improve dimension order in the square mesh";
static const char transpose_torus_deflected[] = "There they hinder it on the torus";
static const char transpose_random_deflected[] = "With random, deflections make little difference";
static const char reversal_dimension[] =
    "Under bit-reversal traffic all algorithms in dimension order stay below adaptive random and diagonal";
static const char reversal_not_helped[] = "There additional adaptivity does not improve dimension order significantly";
static const char reversal_adaptive[] =
    "Adaptive random and diagonal perform considerably better than any oblivious algorithm";
static const char reversal_reversed[] =
    "Adaptive diagonal saturates above adaptive random, while the reverse is true for the oblivious ones";
static const char reversal_deflected[] = "Deflections improve dimension order, the more the higher the threshold";
static const char reversal_diagonal[] =
    "With diagonal the extra adaptivity makes little difference, and harms in some cases";

/* How the peak of one reads over that of another, in mesh, torus or both. */
static const struct said {
    const char *claim;
    int places;
    enum traffic_pattern pattern;
    struct bar a, b;
    enum claims_reading reading;
} all_said[] = {
    {uniform_mesh, MESH, UNIFORM, O_DIM, O_RANDOM, READ_ABOVE},
    {uniform_mesh, MESH, UNIFORM, O_RANDOM, O_DIAG, READ_ABOVE},
    {uniform_torus, TORUS, UNIFORM, O_RANDOM, O_DIM, READ_SIMILAR},
    {uniform_torus, TORUS, UNIFORM, O_DIAG, O_DIM, READ_SIMILAR},
    {complement_order, BOTH, COMPLEMENT, O_DIM, O_RANDOM, READ_SIGNIFICANTLY_MORE},
    {complement_order, BOTH, COMPLEMENT, O_DIM, O_DIAG, READ_SIGNIFICANTLY_MORE},
    {transpose_order, BOTH, TRANSPOSE, O_RANDOM, O_DIAG, READ_ABOVE},
    {transpose_order, BOTH, TRANSPOSE, O_DIAG, O_DIM, READ_ABOVE},
    {reversal_order, BOTH, REVERSAL, O_RANDOM, O_DIAG, READ_ABOVE},
    {reversal_order, BOTH, REVERSAL, O_DIAG, O_DIM, READ_ABOVE},
    {low_and_high, MESH, TRANSPOSE, O_RANDOM, O_DIAG, READ_ABOVE},
    {thresholds, BOTH, UNIFORM, D7_DIM, D2_DIM, READ_NO_GAIN},
    {thresholds, BOTH, COMPLEMENT, D7_DIM, D2_DIM, READ_NO_GAIN},
    {thresholds, BOTH, TRANSPOSE, D7_DIM, D2_DIM, READ_NO_GAIN},
    {thresholds, BOTH, REVERSAL, D7_DIM, D2_DIM, READ_NO_GAIN},
    {uniform_helped, BOTH, UNIFORM, A_RANDOM, O_RANDOM, READ_SLIGHTLY_MORE},
    {uniform_helped, BOTH, UNIFORM, A_DIAG, O_DIAG, READ_SLIGHTLY_MORE},
    {uniform_torus_adaptive, TORUS, UNIFORM, A_DIM, O_DIM, READ_SLIGHTLY_MORE},
    {uniform_torus_deflected, TORUS, UNIFORM, D1_DIM, A_DIM, READ_BELOW},
    {uniform_torus_deflected, TORUS, UNIFORM, D2_DIM, D1_DIM, READ_BELOW},
    {uniform_torus_deflected, TORUS, UNIFORM, D7_DIM, D2_DIM, READ_BELOW},
    {uniform_mesh_adaptive, MESH, UNIFORM, O_DIM, A_DIM, READ_ABOVE},
    {uniform_mesh_deflected, MESH, UNIFORM, D1_DIM, A_DIM, READ_VERY_NEARLY},
    {uniform_mesh_deflected, MESH, UNIFORM, D2_DIM, A_DIM, READ_VERY_NEARLY},
    {complement_best, BOTH, COMPLEMENT, O_DIM, A_DIM, READ_ABOVE},
    {complement_best, BOTH, COMPLEMENT, O_DIM, A_RANDOM, READ_ABOVE},
    {complement_best, BOTH, COMPLEMENT, O_DIM, A_DIAG, READ_ABOVE},
    {complement_best, BOTH, COMPLEMENT, O_DIM, D1_DIM, READ_ABOVE},
    {complement_best, BOTH, COMPLEMENT, O_DIM, D2_DIM, READ_ABOVE},
    {complement_best, BOTH, COMPLEMENT, O_DIM, D7_DIM, READ_ABOVE},
    {complement_helped, BOTH, COMPLEMENT, A_RANDOM, O_RANDOM, READ_ABOVE},
    {complement_helped, BOTH, COMPLEMENT, A_DIAG, O_DIAG, READ_ABOVE},
    {complement_harmed, BOTH, COMPLEMENT, A_DIM, O_DIM, READ_BELOW},
    {complement_deflected, BOTH, COMPLEMENT, D2_DIM, A_DIM, READ_ABOVE},
    {transpose_adaptive, BOTH, TRANSPOSE, A_DIM, O_DIM, READ_SIGNIFICANTLY_MORE},
    {transpose_enough, BOTH, TRANSPOSE, A_RANDOM, O_RANDOM, READ_SMALL},
    {transpose_enough, BOTH, TRANSPOSE, A_DIAG, O_DIAG, READ_SMALL},
    {transpose_random, BOTH, TRANSPOSE, O_RANDOM, O_DIM, READ_ABOVE},
    {transpose_random, BOTH, TRANSPOSE, O_RANDOM, O_DIAG, READ_ABOVE},
    {transpose_random, BOTH, TRANSPOSE, A_RANDOM, A_DIM, READ_ABOVE},
    {transpose_random, BOTH, TRANSPOSE, A_RANDOM, A_DIAG, READ_ABOVE},
    {transpose_random, BOTH, TRANSPOSE, D2_RANDOM, D2_DIM, READ_ABOVE},
    {transpose_mesh_deflected, MESH, TRANSPOSE, D1_DIM, A_DIM, READ_ABOVE},
    {transpose_mesh_deflected, MESH, TRANSPOSE, D2_DIM, A_DIM, READ_ABOVE},
    {transpose_torus_deflected, TORUS, TRANSPOSE, D1_DIM, A_DIM, READ_BELOW},
    {transpose_torus_deflected, TORUS, TRANSPOSE, D2_DIM, A_DIM, READ_BELOW},
    {transpose_random_deflected, BOTH, TRANSPOSE, D2_RANDOM, A_RANDOM, READ_SMALL},
    {reversal_dimension, BOTH, REVERSAL, A_RANDOM, O_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_RANDOM, A_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_RANDOM, D1_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_RANDOM, D2_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_RANDOM, D7_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_DIAG, O_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_DIAG, A_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_DIAG, D1_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_DIAG, D2_DIM, READ_ABOVE},
    {reversal_dimension, BOTH, REVERSAL, A_DIAG, D7_DIM, READ_ABOVE},
    {reversal_adaptive, BOTH, REVERSAL, A_RANDOM, O_DIM, READ_SIGNIFICANTLY_MORE},
    {reversal_adaptive, BOTH, REVERSAL, A_RANDOM, O_RANDOM, READ_SIGNIFICANTLY_MORE},
    {reversal_adaptive, BOTH, REVERSAL, A_RANDOM, O_DIAG, READ_SIGNIFICANTLY_MORE},
    {reversal_adaptive, BOTH, REVERSAL, A_DIAG, O_DIM, READ_SIGNIFICANTLY_MORE},
    {reversal_adaptive, BOTH, REVERSAL, A_DIAG, O_RANDOM, READ_SIGNIFICANTLY_MORE},
    {reversal_adaptive, BOTH, REVERSAL, A_DIAG, O_DIAG, READ_SIGNIFICANTLY_MORE},
    {reversal_reversed, BOTH, REVERSAL, A_DIAG, A_RANDOM, READ_ABOVE},
    {reversal_reversed, BOTH, REVERSAL, O_RANDOM, O_DIAG, READ_ABOVE},
    {reversal_deflected, BOTH, REVERSAL, D1_DIM, A_DIM, READ_ABOVE},
    {reversal_deflected, BOTH, REVERSAL, D2_DIM, D1_DIM, READ_ABOVE},
    {reversal_deflected, BOTH, REVERSAL, D7_DIM, D2_DIM, READ_ABOVE},
    {reversal_diagonal, BOTH, REVERSAL, D2_DIAG, A_DIAG, READ_SMALL},
    {reversal_not_helped, BOTH, REVERSAL, A_DIM, O_DIM, READ_NOT_SIGNIFICANTLY_MORE},
    {reversal_not_helped, BOTH, REVERSAL, D1_DIM, O_DIM, READ_NOT_SIGNIFICANTLY_MORE},
    {reversal_not_helped, BOTH, REVERSAL, D2_DIM, O_DIM, READ_NOT_SIGNIFICANTLY_MORE},
    {reversal_not_helped, BOTH, REVERSAL, D7_DIM, O_DIM, READ_NOT_SIGNIFICANTLY_MORE},
};
enum { ALL_SAID = sizeof all_said / sizeof *all_said };

/* Peaks of the paper's size, of 64 nodes, and of 64 nodes with packets of 64 words: what is in front of the name of a
 * figure. */
static const char of_paper[] = "selection", of_small[] = "selection-small", of_long[] = "selection-long";

static struct figure peak_of(const struct sweep *s, const char *study, int place, enum traffic_pattern pattern,
                             struct bar bar)
{
    char name[80];

    snprintf(name, sizeof name, "%s-%s-%s", study, figures[pattern], name_of(place));
    return claims_line_at(claims_line(s, name, ways_names[bar.ways]), orders[bar.order], "traffic.link_load");
}

static struct figure ratio_of(const struct sweep *s, const char *study, int place, const struct said *said)
{
    struct figure a = peak_of(s, study, place, said->pattern, said->a),
                  b = peak_of(s, study, place, said->pattern, said->b);

    return figure_ratio(&a, &b);
}

static void peaks(const struct sweep *s, struct claim *c)
{
    for (int place = MESH; place <= TORUS; place++)
        for (const struct said *i = all_said; i < all_said + ALL_SAID; i++)
            if (i->claim == c->claim && (i->places & place))
                claim_add(c, ratio_of(s, of_paper, place, i), i->reading, "%s, %s, peaks: %s-%s / %s-%s",
                          name_of(place), patterns[i->pattern], short_ways[i->a.ways], orders[i->a.order],
                          short_ways[i->b.ways], orders[i->b.order]);
}

void claims_selection_table(const struct sweep *s, FILE *out)
{
    static const struct bar bars[] = {O_DIM, O_RANDOM, O_DIAG, A_DIM, A_RANDOM, A_DIAG, D1_DIM, D2_DIM, D7_DIM};
    enum { BARS = sizeof bars / sizeof *bars };

    fprintf(
        out,
        "\n## Peaks\n\nIn load of links, 256 nodes, packets of 16 words: o oblivious, a adaptive, d1, d2 and d7 with so many deflections; by the "
        "order of the links. Half-widths are of the 95%% confidence interval.\n\n|");
    for (int b = 0; b < BARS; b++)
        fprintf(out, " | %s-%s", short_ways[bars[b].ways], orders[bars[b].order]);
    fprintf(out, " |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (enum traffic_pattern pattern = UNIFORM; pattern < PATTERNS; pattern++)
        for (int place = MESH; place <= TORUS; place++) {
            fprintf(out, "| %s, %s", name_of(place), patterns[pattern]);
            for (int b = 0; b < BARS; b++)
                fprintf(out, " | %s", claims_said(peak_of(s, of_paper, place, pattern, bars[b])).text);
            fprintf(out, " |\n");
        }
}

/* What adaptivity leaves of the peak of dimension order under bit-complement traffic. */
static struct figure left_by_adaptivity(const struct sweep *s, const char *study, int place)
{
    static const struct said harm = {NULL, BOTH, COMPLEMENT, A_DIM, O_DIM, READ_BELOW};

    return ratio_of(s, study, place, &harm);
}

static void judge_worse(const struct sweep *s, struct claim *c)
{
    struct figure mesh = left_by_adaptivity(s, of_paper, MESH), torus = left_by_adaptivity(s, of_paper, TORUS);

    claim_add(c, figure_ratio(&mesh, &torus), READ_BELOW, "complement, peaks, a-dimension / o-dimension: mesh / torus");
    for (int place = MESH; place <= TORUS; place++) {
        struct figure large = left_by_adaptivity(s, of_paper, place), small = left_by_adaptivity(s, of_small, place);
        claim_add(c, figure_ratio(&large, &small), READ_BELOW,
                  "%s, complement, peaks, a-dimension / o-dimension: 256 nodes / 64 nodes", name_of(place));
    }
}

/* Latencies: of one curve over that of another, at each load from one to another ---------------------------------- */

static void latencies(const struct sweep *s, struct claim *c, const char *figure, const char *a, const char *b,
                      double from, double to)
{
    struct claims_range range = {
        claims_line(s, figure, a), claims_line(s, figure, b), "message_latency.mean_at_least_cycles", from, to, 0};

    claim_add_range(c, range, READ_BELOW, "mesh, latency: %s / %s", a, b);
}

static void judge_low_and_high(const struct sweep *s, struct claim *c)
{
    latencies(s, c, "selection-figure-02", "diagonal", "random", 0.2, 0.35);
    peaks(s, c);
}

/* Where slots are not without end the peaks of a mesh tie: what holds above them is seen in latencies. */
static void judge_deflected(const struct sweep *s, struct claim *c)
{
    peaks(s, c);
    latencies(s, c, "selection-figure-05", "2 deflections", "minimal", 0.45, 0.6);
}

static void judge_minimal(const struct sweep *s, struct claim *c)
{
    latencies(s, c, "selection-figure-05", "minimal", "2 deflections", 0.1, 0.25);
}

/* Section 6: two tasks -------------------------------------------------------------------------------------------- */

/* Loads of bit-complement: the lowest and the highest that are run, and between what it is low and what it is high. */
static const double lowest = 0.02, moderate = 0.1, high = 0.22, highest = 0.3;
static const char *const configurations[] = {"both oblivious", "both adaptive", "tailored"};
enum { BOTH_OBLIVIOUS, BOTH_ADAPTIVE, TAILORED };

/* Latencies of bit-complement, the first task, or of bit-reversal in one configuration over those in another. */
static void two_tasks(const struct sweep *s, struct claim *c, int second, int a, int b, double from, double to,
                      enum claims_reading reading)
{
    const char *task = second ? "reversal" : "complement";
    struct claims_range range = {.from = from, .to = to, .somewhere = reading == READ_SIGNIFICANTLY_LESS};
    char name[80];

    snprintf(name, sizeof name, "selection-figure-08-%s", task);
    range.path =
        second ? "second_task.message_latency.mean_at_least_cycles" : "first_task.message_latency.mean_at_least_cycles";
    range.a = claims_line(s, name, configurations[a]);
    range.b = claims_line(s, name, configurations[b]);
    claim_add_range(c, range, reading, "latency of %s: %s / %s", task, configurations[a], configurations[b]);
}

/* It improves at any load of the other task, and significantly where that is high. */
static void judge_reversal_poor(const struct sweep *s, struct claim *c)
{
    two_tasks(s, c, 1, BOTH_ADAPTIVE, BOTH_OBLIVIOUS, lowest, highest, READ_BELOW);
    two_tasks(s, c, 1, BOTH_ADAPTIVE, BOTH_OBLIVIOUS, high, highest, READ_SIGNIFICANTLY_LESS);
}

static void judge_complement_worse(const struct sweep *s, struct claim *c)
{
    two_tasks(s, c, 0, BOTH_ADAPTIVE, BOTH_OBLIVIOUS, moderate, highest, READ_ABOVE);
}

static void judge_independent(const struct sweep *s, struct claim *c)
{
    two_tasks(s, c, 0, TAILORED, BOTH_OBLIVIOUS, lowest, highest, READ_SMALL);
}

static void judge_tailored(const struct sweep *s, struct claim *c)
{
    two_tasks(s, c, 1, TAILORED, BOTH_OBLIVIOUS, lowest, highest, READ_BELOW);
    two_tasks(s, c, 0, TAILORED, BOTH_ADAPTIVE, moderate, highest, READ_BELOW);
}

/* Other sizes, and the links themselves --------------------------------------------------------------------------- */

static int is_met(const struct sweep *s, const char *study, int place, const struct said *said)
{
    struct figure f = ratio_of(s, study, place, said);

    return estimate_outcome(figure_estimate(&f), readings[said->reading]) == OUTCOME_MET;
}

/* How many conditions there are, and how many are met by the peaks of one study and not by those of the other. */
static int differing(const struct sweep *s, const char *one, const char *other, int *conditions)
{
    int differ = 0;

    *conditions = 0;
    for (int place = MESH; place <= TORUS; place++)
        for (const struct said *i = all_said; i < all_said + ALL_SAID; i++)
            if (i->places & place) {
                differ += is_met(s, one, place, i) != is_met(s, other, place, i);
                ++*conditions;
            }
    return differ;
}

/* The share of all conditions that are met in one study and not in the other. */
static void others_than(const struct sweep *s, struct claim *c, const char *one, const char *other, const char *words)
{
    int conditions, differ = differing(s, one, other, &conditions);

    claim_add(c, claims_counted((double)differ / conditions), READ_NONE_DIFFERS,
              "of all conditions on peaks, those that come out otherwise with %s", words);
}

static void other_sizes(const struct sweep *s, struct claim *c)
{
    others_than(s, c, of_paper, of_small, "64 nodes than with 256");
    others_than(s, c, of_small, of_long, "64 words than with 16, with 64 nodes");
}

static void other_sizes_reason(const struct sweep *s, struct claim *c)
{
    int conditions, nodes = differing(s, of_paper, of_small, &conditions),
                    words = differing(s, of_small, of_long, &conditions);
    int both = differing(s, of_paper, of_long, &conditions);

    claim_print(
        c,
        "Of %d conditions %d come out otherwise with 64 nodes than with 256, %d of those with 64 nodes with 64 words than with 16; %d with 64 "
        "nodes and 64 words than with 256 and 16.",
        conditions, nodes, words, both);
}

static void links_in(const struct sweep *s, struct claim *c, int place)
{
    char name[80];

    snprintf(name, sizeof name, "selection-links-%s", name_of(place));
    for (int order = DIMENSION; order <= DIAGONAL; order++) {
        struct claims_line line = claims_line(s, name, orders[order]);
        for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++)
            claim_add(c, claims_line_at(line, line.experiment->values[v], "links_worked_out.slope"), READ_EQUAL,
                      "%s, %s, %s: loads of links along those worked out", name_of(place), line.experiment->values[v],
                      orders[order]);
    }
}

static void links_agree(const struct sweep *s, struct claim *c)
{
    links_in(s, c, MESH);
    links_in(s, c, TORUS);
}

#define UNIFORM_FIGURES "selection-figure-03-mesh selection-figure-03-torus"
#define COMPLEMENT_FIGURES "selection-figure-04-mesh selection-figure-04-torus"
#define TRANSPOSE_FIGURES "selection-figure-06-mesh selection-figure-06-torus"
#define REVERSAL_FIGURES "selection-figure-07-mesh selection-figure-07-torus"

const struct claim_rule claims_selection[] = {
    {"4.1", uniform_mesh, UNIFORM_FIGURES, peaks, NULL},
    {"4.1", uniform_torus, UNIFORM_FIGURES, peaks, NULL},
    {"4.2", complement_order, COMPLEMENT_FIGURES, peaks, NULL},
    {"4.3", transpose_order, TRANSPOSE_FIGURES, peaks, NULL},
    {"4.3", reversal_order, REVERSAL_FIGURES, peaks, NULL},
    {"4.3", low_and_high, "selection-figure-02 selection-figure-06-mesh", judge_low_and_high, NULL},
    {"5", thresholds, UNIFORM_FIGURES " " COMPLEMENT_FIGURES " " TRANSPOSE_FIGURES " " REVERSAL_FIGURES, peaks, NULL},
    {"5.1", uniform_helped, UNIFORM_FIGURES, peaks, NULL},
    {"5.1", uniform_torus_adaptive, UNIFORM_FIGURES, peaks, NULL},
    {"5.1", uniform_torus_deflected, UNIFORM_FIGURES, peaks, NULL},
    {"5.1", uniform_mesh_adaptive, UNIFORM_FIGURES, peaks, NULL},
    {"5.1", uniform_mesh_deflected, UNIFORM_FIGURES, peaks, NULL},
    {"5.2", complement_best, COMPLEMENT_FIGURES, peaks, NULL},
    {"5.2", complement_helped, COMPLEMENT_FIGURES, peaks, NULL},
    {"5.2", complement_harmed, COMPLEMENT_FIGURES, peaks, NULL},
    {"5.2", "This effect becomes worse on a square mesh and on larger networks",
     COMPLEMENT_FIGURES " selection-small-figure-04-mesh selection-small-figure-04-torus", judge_worse, NULL},
    {"5.2", complement_deflected, COMPLEMENT_FIGURES " selection-figure-05", judge_deflected, NULL},
    {"5.2", "The minimal algorithm has a lower latency at low loads", "selection-figure-05", judge_minimal, NULL},
    {"5.3", transpose_adaptive, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.3", transpose_enough, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.3", transpose_random, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.3", transpose_mesh_deflected, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.3", transpose_torus_deflected, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.3", transpose_random_deflected, TRANSPOSE_FIGURES, peaks, NULL},
    {"5.4", reversal_dimension, REVERSAL_FIGURES, peaks, NULL},
    {"5.4", reversal_not_helped, REVERSAL_FIGURES, peaks, NULL},
    {"5.4", reversal_adaptive, REVERSAL_FIGURES, peaks, NULL},
    {"5.4", reversal_reversed, REVERSAL_FIGURES, peaks, NULL},
    {"5.4", reversal_deflected, REVERSAL_FIGURES, peaks, NULL},
    {"5.4", reversal_diagonal, REVERSAL_FIGURES, peaks, NULL},
    {"6",
     "The bit-reversal task has poor performance when both tasks are oblivious, and improves significantly when both are diagonal",
     "selection-figure-08-reversal", judge_reversal_poor, NULL},
    {"6", "That degrades the performance of the bit-complement task", "selection-figure-08-complement",
     judge_complement_worse, NULL},
    {"6", "The latency of the oblivious bit-complement task does not depend on the algorithm of the other one",
     "selection-figure-08-complement", judge_independent, NULL},
    {"6", "The network performs best when routing is tailored to the tasks",
     "selection-figure-08-reversal selection-figure-08-complement", judge_tailored, NULL},
    {"3", "64-word packets and 64-node networks show no significant differences",
     "selection-small-figure-03-mesh selection-small-figure-07-torus selection-long-figure-03-mesh selection-long-figure-07-torus",
     other_sizes, other_sizes_reason},
    {"4", "Loads of links are those that follow from the routes", "selection-links-mesh selection-links-torus",
     links_agree, NULL},
    {0}};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of the paper on selection functions: which order of the links that a packet may take suits which pattern, and what it
 * gains by having a choice. Peaks are the largest link loads with a bearable latency; docs/selection.md.
 */
#include <string.h>

#include "claims_internal.h"

enum place { MESH, TORUS };
enum traffic_pattern { UNIFORM, COMPLEMENT, TRANSPOSE, REVERSAL, PATTERNS };
enum order { DIMENSION, RANDOM, DIAGONAL };
enum ways { OBLIVIOUS, ADAPTIVE, ONE, TWO, SEVEN };

static const char *const places[] = {"mesh", "torus"};
static const char *const patterns[] = {"uniform", "complement", "transpose", "reversal"};
static const char *const figures[PATTERNS] = {"figure-03", "figure-04", "figure-06", "figure-07"};
static const char *const orders[] = {"dimension", "random", "diagonal"};
static const char *const ways_names[] = {"oblivious", "adaptive", "1 deflection", "2 deflections", "7 deflections"};
static const char *const short_ways[] = {"o", "a", "d1", "d2", "d7"};
static const char peak_path[] = "traffic.link_load";

/* A bar of a figure. */
struct bar {
    enum order order;
    enum ways ways;
};
#define O_DIM {DIMENSION, OBLIVIOUS}
#define O_RANDOM {RANDOM, OBLIVIOUS}
#define O_DIAG {DIAGONAL, OBLIVIOUS}
#define A_DIM {DIMENSION, ADAPTIVE}
#define A_RANDOM {RANDOM, ADAPTIVE}
#define A_DIAG {DIAGONAL, ADAPTIVE}
#define D1_DIM {DIMENSION, ONE}
#define D2_DIM {DIMENSION, TWO}
#define D7_DIM {DIMENSION, SEVEN}
#define D2_RANDOM {RANDOM, TWO}
#define D2_DIAG {DIAGONAL, TWO}

/* The peak of one over that of another. */
struct comparison {
    struct bar a, b;
    enum claims_reading reading;
};

/* The size of a study: its name in experiments. */
struct study {
    const char *figures; /* in front of the name of a figure */
};
static const struct study of_paper = {"selection"}, of_small = {"selection-small"};

static struct figure peak_of(const struct sweep *s, const struct study *study, enum place place, enum traffic_pattern pattern, struct bar bar)
{
    char name[80];

    snprintf(name, sizeof name, "%s-%s-%s", study->figures, figures[pattern], places[place]);
    return claims_line_at(claims_line(s, name, ways_names[bar.ways]), orders[bar.order], peak_path);
}

static struct figure ratio_of(const struct sweep *s, const struct study *study, enum place place, enum traffic_pattern pattern,
                              const struct comparison *c)
{
    struct figure a = peak_of(s, study, place, pattern, c->a), b = peak_of(s, study, place, pattern, c->b);

    return figure_ratio(&a, &b);
}

static void compare(const struct sweep *s, struct claim *claim, enum place place, enum traffic_pattern pattern, const struct comparison *c,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        claim_add(claim, ratio_of(s, &of_paper, place, pattern, &c[i]), c[i].reading, "%s, %s, peaks: %s-%s / %s-%s", places[place],
                  patterns[pattern], short_ways[c[i].a.ways], orders[c[i].a.order], short_ways[c[i].b.ways], orders[c[i].b.order]);
}

/* What a claim says of one pattern in one or both topologies. */
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))
#define ON(place, pattern, rows) compare(s, c, place, pattern, rows, COUNT(rows))
#define ON_BOTH(pattern, rows) \
    do {                       \
        ON(MESH, pattern, rows); \
        ON(TORUS, pattern, rows); \
    } while (0)

/* Section 4: selection alone ---------------------------------------------------------------------------------------- */

static const struct comparison mesh_order[] = {{O_DIM, O_RANDOM, READ_ABOVE}, {O_RANDOM, O_DIAG, READ_ABOVE}};

static void uniform_mesh(const struct sweep *s, struct claim *c)
{
    ON(MESH, UNIFORM, mesh_order);
}

static const struct comparison alike[] = {{O_RANDOM, O_DIM, READ_SIMILAR}, {O_DIAG, O_DIM, READ_SIMILAR}};

static void uniform_torus(const struct sweep *s, struct claim *c)
{
    ON(TORUS, UNIFORM, alike);
}

static const struct comparison around[] = {{O_DIM, O_RANDOM, READ_SIGNIFICANTLY_MORE}, {O_DIM, O_DIAG, READ_SIGNIFICANTLY_MORE}};

static void complement(const struct sweep *s, struct claim *c)
{
    ON_BOTH(COMPLEMENT, around);
}

static const struct comparison spread_out[] = {{O_RANDOM, O_DIAG, READ_ABOVE}, {O_DIAG, O_DIM, READ_ABOVE}};

static void transpose(const struct sweep *s, struct claim *c)
{
    ON_BOTH(TRANSPOSE, spread_out);
}

static void reversal(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, spread_out);
}

static const char latency[] = "message_latency.mean_at_least_cycles";

static void low_and_high(const struct sweep *s, struct claim *c)
{
    static const struct comparison peaks[] = {{O_RANDOM, O_DIAG, READ_ABOVE}};
    static const char name[] = "selection-figure-02";

    claim_add_over(c, (struct claims_range){claims_line(s, name, "diagonal"), claims_line(s, name, "random"), latency, 0.2, 0.35, 0}, READ_BELOW,
                   "mesh, transpose, latency up to load 0.35: o-diagonal / o-random");
    ON(MESH, TRANSPOSE, peaks);
}

/* Section 5: adaptivity --------------------------------------------------------------------------------------------- */

static const struct comparison beyond_two[] = {{D7_DIM, D2_DIM, READ_NO_GAIN}};

static void thresholds(const struct sweep *s, struct claim *c)
{
    for (enum traffic_pattern p = UNIFORM; p < PATTERNS; p++)
        ON_BOTH(p, beyond_two);
}

static const struct comparison a_little[] = {{A_RANDOM, O_RANDOM, READ_SLIGHTLY_MORE}, {A_DIAG, O_DIAG, READ_SLIGHTLY_MORE}};

static void uniform_adaptive(const struct sweep *s, struct claim *c)
{
    ON_BOTH(UNIFORM, a_little);
}

static const struct comparison torus_adaptive[] = {{A_DIM, O_DIM, READ_SLIGHTLY_MORE}};

static void uniform_torus_adaptive(const struct sweep *s, struct claim *c)
{
    ON(TORUS, UNIFORM, torus_adaptive);
}

static const struct comparison wasteful[] = {{D1_DIM, A_DIM, READ_BELOW}, {D2_DIM, D1_DIM, READ_BELOW}, {D7_DIM, D2_DIM, READ_BELOW}};

static void uniform_torus_deflected(const struct sweep *s, struct claim *c)
{
    ON(TORUS, UNIFORM, wasteful);
}

static const struct comparison centre[] = {{O_DIM, A_DIM, READ_ABOVE}};

static void uniform_mesh_adaptive(const struct sweep *s, struct claim *c)
{
    ON(MESH, UNIFORM, centre);
}

static const struct comparison harmless[] = {{D1_DIM, A_DIM, READ_VERY_NEARLY}, {D2_DIM, A_DIM, READ_VERY_NEARLY}};

static void uniform_mesh_deflected(const struct sweep *s, struct claim *c)
{
    ON(MESH, UNIFORM, harmless);
}

static const struct comparison best[] = {{O_DIM, A_DIM, READ_ABOVE},  {O_DIM, A_RANDOM, READ_ABOVE}, {O_DIM, A_DIAG, READ_ABOVE},
                                         {O_DIM, D1_DIM, READ_ABOVE}, {O_DIM, D2_DIM, READ_ABOVE},   {O_DIM, D7_DIM, READ_ABOVE}};

static void complement_best(const struct sweep *s, struct claim *c)
{
    ON_BOTH(COMPLEMENT, best);
}

static const struct comparison helped[] = {{A_RANDOM, O_RANDOM, READ_ABOVE}, {A_DIAG, O_DIAG, READ_ABOVE}};

static void complement_helped(const struct sweep *s, struct claim *c)
{
    ON_BOTH(COMPLEMENT, helped);
}

static const struct comparison harmed[] = {{A_DIM, O_DIM, READ_BELOW}};

static void complement_harmed(const struct sweep *s, struct claim *c)
{
    ON_BOTH(COMPLEMENT, harmed);
}

/* Of peaks the mesh has a tie, where slots are not without end: what holds above them is seen in latencies. */
static void complement_deflected(const struct sweep *s, struct claim *c)
{
    static const struct comparison high[] = {{D2_DIM, A_DIM, READ_ABOVE}};
    static const char name[] = "selection-figure-05";

    ON_BOTH(COMPLEMENT, high);
    claim_add_over(c, (struct claims_range){claims_line(s, name, "2 deflections"), claims_line(s, name, "minimal"), latency, 0.45, 0.6, 0},
                   READ_BELOW, "mesh, latency above the peak: d2-dimension / a-dimension");
}

static void complement_minimal(const struct sweep *s, struct claim *c)
{
    static const char name[] = "selection-figure-05";

    claim_add_over(c, (struct claims_range){claims_line(s, name, "minimal"), claims_line(s, name, "2 deflections"), latency, 0.1, 0.25, 0},
                   READ_BELOW, "mesh, latency at low load: a-dimension / d2-dimension");
}

static const struct comparison found[] = {{A_DIM, O_DIM, READ_SIGNIFICANTLY_MORE}};

static void transpose_adaptive(const struct sweep *s, struct claim *c)
{
    ON_BOTH(TRANSPOSE, found);
}

static const struct comparison enough[] = {{A_RANDOM, O_RANDOM, READ_SMALL}, {A_DIAG, O_DIAG, READ_SMALL}};

static void transpose_enough(const struct sweep *s, struct claim *c)
{
    ON_BOTH(TRANSPOSE, enough);
}

static const struct comparison random_best[] = {{O_RANDOM, O_DIM, READ_ABOVE}, {O_RANDOM, O_DIAG, READ_ABOVE}, {A_RANDOM, A_DIM, READ_ABOVE},
                                                {A_RANDOM, A_DIAG, READ_ABOVE}, {D2_RANDOM, D2_DIM, READ_ABOVE}};

static void transpose_random(const struct sweep *s, struct claim *c)
{
    ON_BOTH(TRANSPOSE, random_best);
}

static const struct comparison better[] = {{D1_DIM, A_DIM, READ_ABOVE}, {D2_DIM, A_DIM, READ_ABOVE}};
static const struct comparison worse[] = {{D1_DIM, A_DIM, READ_BELOW}, {D2_DIM, A_DIM, READ_BELOW}};

static void transpose_mesh_deflected(const struct sweep *s, struct claim *c)
{
    ON(MESH, TRANSPOSE, better);
}

static void transpose_torus_deflected(const struct sweep *s, struct claim *c)
{
    ON(TORUS, TRANSPOSE, worse);
}

static const struct comparison no_matter[] = {{D2_RANDOM, A_RANDOM, READ_SMALL}};

static void transpose_random_deflected(const struct sweep *s, struct claim *c)
{
    ON_BOTH(TRANSPOSE, no_matter);
}

static const struct comparison all_below[] = {
    {A_RANDOM, O_DIM, READ_ABOVE}, {A_RANDOM, A_DIM, READ_ABOVE}, {A_RANDOM, D1_DIM, READ_ABOVE}, {A_RANDOM, D2_DIM, READ_ABOVE},
    {A_RANDOM, D7_DIM, READ_ABOVE}, {A_DIAG, O_DIM, READ_ABOVE},  {A_DIAG, A_DIM, READ_ABOVE},    {A_DIAG, D1_DIM, READ_ABOVE},
    {A_DIAG, D2_DIM, READ_ABOVE},  {A_DIAG, D7_DIM, READ_ABOVE}};

static void reversal_dimension(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, all_below);
}

static const struct comparison far_over[] = {
    {A_RANDOM, O_DIM, READ_SIGNIFICANTLY_MORE}, {A_RANDOM, O_RANDOM, READ_SIGNIFICANTLY_MORE}, {A_RANDOM, O_DIAG, READ_SIGNIFICANTLY_MORE},
    {A_DIAG, O_DIM, READ_SIGNIFICANTLY_MORE},   {A_DIAG, O_RANDOM, READ_SIGNIFICANTLY_MORE},   {A_DIAG, O_DIAG, READ_SIGNIFICANTLY_MORE}};

static void reversal_adaptive(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, far_over);
}

static const struct comparison reversed[] = {{A_DIAG, A_RANDOM, READ_ABOVE}, {O_RANDOM, O_DIAG, READ_ABOVE}};

static void reversal_order(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, reversed);
}

static const struct comparison growing[] = {{D1_DIM, A_DIM, READ_ABOVE}, {D2_DIM, D1_DIM, READ_ABOVE}, {D7_DIM, D2_DIM, READ_ABOVE}};

static void reversal_deflected(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, growing);
}

static const struct comparison no_better[] = {{D2_DIAG, A_DIAG, READ_NO_GAIN}};

static void reversal_diagonal(const struct sweep *s, struct claim *c)
{
    ON_BOTH(REVERSAL, no_better);
}

/* Section 3: other sizes, and the links themselves ------------------------------------------------------------------- */

/* All that is said of peaks, to be held against those of another study. */
static const struct said {
    enum place place;
    enum traffic_pattern pattern;
    const struct comparison *rows;
    size_t count;
} all_said[] = {
#define SAID(place, pattern, rows) {place, pattern, rows, COUNT(rows)}
    SAID(MESH, UNIFORM, mesh_order),   SAID(TORUS, UNIFORM, alike),       SAID(MESH, COMPLEMENT, around),  SAID(TORUS, COMPLEMENT, around),
    SAID(MESH, TRANSPOSE, spread_out), SAID(TORUS, TRANSPOSE, spread_out), SAID(MESH, REVERSAL, spread_out), SAID(TORUS, REVERSAL, spread_out),
    SAID(MESH, UNIFORM, a_little),     SAID(TORUS, UNIFORM, a_little),    SAID(TORUS, UNIFORM, torus_adaptive), SAID(TORUS, UNIFORM, wasteful),
    SAID(MESH, UNIFORM, centre),       SAID(MESH, UNIFORM, harmless),     SAID(MESH, COMPLEMENT, best),    SAID(TORUS, COMPLEMENT, best),
    SAID(MESH, COMPLEMENT, helped),    SAID(TORUS, COMPLEMENT, helped),   SAID(MESH, COMPLEMENT, harmed),  SAID(TORUS, COMPLEMENT, harmed),
    SAID(MESH, TRANSPOSE, found),      SAID(TORUS, TRANSPOSE, found),     SAID(MESH, TRANSPOSE, enough),   SAID(TORUS, TRANSPOSE, enough),
    SAID(MESH, TRANSPOSE, random_best), SAID(TORUS, TRANSPOSE, random_best), SAID(MESH, TRANSPOSE, better), SAID(TORUS, TRANSPOSE, worse),
    SAID(MESH, REVERSAL, all_below),   SAID(TORUS, REVERSAL, all_below),  SAID(MESH, REVERSAL, far_over),  SAID(TORUS, REVERSAL, far_over),
    SAID(MESH, REVERSAL, reversed),    SAID(TORUS, REVERSAL, reversed),   SAID(MESH, REVERSAL, growing),   SAID(TORUS, REVERSAL, growing),
    SAID(MESH, REVERSAL, no_better),   SAID(TORUS, REVERSAL, no_better),
#undef SAID
};

static enum outcome outcome_in(const struct sweep *s, const struct study *study, const struct said *said, const struct comparison *c)
{
    struct figure f = ratio_of(s, study, said->place, said->pattern, c);

    return estimate_outcome(figure_estimate(&f), readings[c->reading]);
}

/* How many conditions there are, and how many come out otherwise in another study: met in one and not in the other. */
static int differing(const struct sweep *s, const struct study *other, int *conditions)
{
    int differ = 0;

    *conditions = 0;
    for (size_t i = 0; i < COUNT(all_said); i++)
        for (size_t k = 0; k < all_said[i].count; k++, (*conditions)++)
            differ += (outcome_in(s, &of_paper, &all_said[i], &all_said[i].rows[k]) == OUTCOME_MET) !=
                      (outcome_in(s, other, &all_said[i], &all_said[i].rows[k]) == OUTCOME_MET);
    return differ;
}

/* Counted over all seeds together: the same for each. */
static struct figure counted(double value)
{
    return (struct figure){2, {value, value}};
}

static void other_sizes(const struct sweep *s, struct claim *c)
{
    int conditions, differ = differing(s, &of_small, &conditions);

    claim_add(c, counted((double)differ / conditions), READ_NONE_DIFFERS, "8x8: of all conditions on peaks, those that come out otherwise");
}

static void other_sizes_reason(const struct sweep *s, struct claim *c)
{
    int conditions, differ = differing(s, &of_small, &conditions);

    claim_say(c, "%d of %d conditions come out otherwise.", differ, conditions);
}

static void links_agree(const struct sweep *s, struct claim *c)
{
    for (enum place place = MESH; place <= TORUS; place++)
        for (enum order order = DIMENSION; order <= DIAGONAL; order++) {
            char name[80];
            snprintf(name, sizeof name, "selection-links-%s", places[place]);
            struct claims_line line = claims_line(s, name, orders[order]);
            for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++)
                claim_add(c, claims_line_at(line, line.experiment->values[v], "links_worked_out.slope"), READ_EQUAL,
                          "%s, %s, %s: loads of links along those worked out", places[place], line.experiment->values[v], orders[order]);
        }
}

#define UNIFORM_FIGURES "selection-figure-03-mesh selection-figure-03-torus"
#define COMPLEMENT_FIGURES "selection-figure-04-mesh selection-figure-04-torus"
#define TRANSPOSE_FIGURES "selection-figure-06-mesh selection-figure-06-torus"
#define REVERSAL_FIGURES "selection-figure-07-mesh selection-figure-07-torus"

const struct claim_rule claims_selection[] = {
    {"4.1", "In a square mesh under uniform traffic, dimension order outperforms random, and diagonal performs worst", UNIFORM_FIGURES, uniform_mesh,
     NULL},
    {"4.1", "On a torus the oblivious algorithms perform comparably under uniform traffic", UNIFORM_FIGURES, uniform_torus, NULL},
    {"4.2", "Under bit-complement traffic dimension order avoids the centre; random and diagonal perform poorly, in mesh and torus",
     COMPLEMENT_FIGURES, complement, NULL},
    {"4.3", "Under transpose traffic random outperforms diagonal, and both outperform dimension order", TRANSPOSE_FIGURES, transpose, NULL},
    {"4.3", "So it is under bit-reversal traffic", REVERSAL_FIGURES, reversal, NULL},
    {"4.3", "Diagonal has a lower latency at low loads, random the higher peak (transpose, mesh)", "selection-figure-02 selection-figure-06-mesh",
     low_and_high, NULL},
    {"5", "The benefits of extra deflections diminish significantly after a threshold of 2",
     UNIFORM_FIGURES " " COMPLEMENT_FIGURES " " TRANSPOSE_FIGURES " " REVERSAL_FIGURES, thresholds, NULL},
    {"5.1", "Under uniform traffic adaptivity slightly improves random and diagonal", UNIFORM_FIGURES, uniform_adaptive, NULL},
    {"5.1", "On a torus adaptive dimension order only slightly outperforms the oblivious one", UNIFORM_FIGURES, uniform_torus_adaptive, NULL},
    {"5.1", "There deflections reduce performance, and more so with a higher threshold", UNIFORM_FIGURES, uniform_torus_deflected, NULL},
    {"5.1", "In a square mesh oblivious dimension order outperforms the adaptive one", UNIFORM_FIGURES, uniform_mesh_adaptive, NULL},
    {"5.1", "There deflections do not harm performance as they do on a torus", UNIFORM_FIGURES, uniform_mesh_deflected, NULL},
    {"5.2", "Under bit-complement traffic none of the adaptive algorithms performs as well as oblivious dimension order", COMPLEMENT_FIGURES,
     complement_best, NULL},
    {"5.2", "There adaptivity helps random and diagonal", COMPLEMENT_FIGURES, complement_helped, NULL},
    {"5.2", "There adaptivity harms dimension order", COMPLEMENT_FIGURES, complement_harmed, NULL},
    {"5.2", "There deflections outperform the adaptive minimal algorithm at high loads", COMPLEMENT_FIGURES " selection-figure-05",
     complement_deflected, NULL},
    {"5.2", "The minimal algorithm has a lower latency at low loads", "selection-figure-05", complement_minimal, NULL},
    {"5.3", "Under transpose traffic adaptivity significantly improves dimension order", TRANSPOSE_FIGURES, transpose_adaptive, NULL},
    {"5.3", "There it makes little difference for random and diagonal", TRANSPOSE_FIGURES, transpose_enough, NULL},
    {"5.3", "Regardless of adaptivity, random performs best under transpose traffic", TRANSPOSE_FIGURES, transpose_random, NULL},
    {"5.3", "There deflections improve dimension order in the square mesh", TRANSPOSE_FIGURES, transpose_mesh_deflected, NULL},
    {"5.3", "There they hinder it on the torus", TRANSPOSE_FIGURES, transpose_torus_deflected, NULL},
    {"5.3", "With random, deflections make little difference", TRANSPOSE_FIGURES, transpose_random_deflected, NULL},
    {"5.4", "Under bit-reversal traffic all algorithms in dimension order stay below adaptive random and diagonal", REVERSAL_FIGURES,
     reversal_dimension, NULL},
    {"5.4", "Adaptive random and diagonal perform considerably better than any oblivious algorithm", REVERSAL_FIGURES, reversal_adaptive, NULL},
    {"5.4", "Adaptive diagonal saturates above adaptive random, while the reverse is true for the oblivious ones", REVERSAL_FIGURES,
     reversal_order, NULL},
    {"5.4", "Deflections improve dimension order, the more the higher the threshold", REVERSAL_FIGURES, reversal_deflected, NULL},
    {"5.4", "With diagonal the extra adaptivity makes little difference, and harms in some cases", REVERSAL_FIGURES, reversal_diagonal, NULL},
    {"3", "64-node networks show no significant differences", "selection-small-figure-03-mesh selection-small-figure-07-torus", other_sizes,
     other_sizes_reason},
    {"4", "Loads of links are those that follow from the routes", "selection-links-mesh selection-links-torus", links_agree, NULL},
    {0}};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of the paper on throughput fairness in indirect networks: who gets how much of a k-ary n-tree at full load,
 * and what the SAT token does about it. Throughputs are those of windows of delivered packets: the mean of what
 * arrived, those of single nodes of what each sent (section III B); docs/papers/sat.md.
 */
#include <string.h>

#include "claims_internal.h"

static const char mean[] = "windows.all.throughput.mean", least[] = "windows.injected.all.throughput.min",
                  largest[] = "windows.injected.all.throughput.max";

static const char *const patterns[] = {"uniform", "transpose", "butterfly", "bit-reversal", "shuffle", "hot-region"};
enum { UNIFORM, TRANSPOSE, BUTTERFLY, REVERSAL, SHUFFLE, HOT, PATTERNS };

static const char base[] = "none"; /* without SAT */
static const char *const routings[] = {"static", "adaptive"};
enum { STATIC, ADAPTIVE, ROUTINGS };

/* Sizes of trees, by the experiments that have Table I. */
enum { N256, N1024, SIZES };
static const struct {
    const char *experiment;
    int nodes;
    double interval; /* of the token along the ring, cycles */
} sizes[SIZES] = {{"sat-table-1", 256, 936}, {"sat1024-table-1", 1024, 3752}};
enum { PACKET = 16 /* phits */ };

/* Table I: mean, least and largest throughput of a node. */
enum { COLUMNS = 3, POLICIES = 8 };
static const int column_pattern[COLUMNS] = {UNIFORM, HOT, TRANSPOSE};
static const struct row {
    const char *policy;
    double mean[COLUMNS], least[COLUMNS], largest[COLUMNS];
} table_1[SIZES][POLICIES] = {{{"none", {0.531, 0.213, 0.418}, {0.517, 0.126, 0.320}, {0.542, 0.622, 0.779}},
                               {"l32k32", {0.529, 0.205, 0.548}, {0.528, 0.205, 0.547}, {0.530, 0.206, 0.550}},
                               {"l48k48", {0.528, 0.205, 0.555}, {0.527, 0.204, 0.553}, {0.530, 0.206, 0.556}},
                               {"l56k56", {0.529, 0.206, 0.546}, {0.526, 0.205, 0.545}, {0.530, 0.208, 0.549}},
                               {"SS-l2k2", {0.529, 0.204, 0.575}, {0.529, 0.204, 0.574}, {0.530, 0.205, 0.575}},
                               {"SS-l2k3", {0.530, 0.206, 0.585}, {0.514, 0.192, 0.552}, {0.545, 0.241, 0.679}},
                               {"SS-l4k4", {0.529, 0.204, 0.573}, {0.528, 0.204, 0.573}, {0.529, 0.205, 0.574}}},
                              {{"none", {0.501, 0.197, 0.446}, {0.496, 0.112, 0.362}, {0.506, 0.598, 0.702}},
                               {"l64k128", {0.500, 0.194, 0.502}, {0.493, 0.156, 0.466}, {0.507, 0.298, 0.552}},
                               {"l128k128", {0.499, 0.192, 0.482}, {0.498, 0.186, 0.476}, {0.501, 0.205, 0.489}},
                               {"l192k192", {0.500, 0.191, 0.451}, {0.498, 0.186, 0.441}, {0.502, 0.205, 0.461}},
                               {"l192k256", {0.501, 0.191, 0.486}, {0.493, 0.176, 0.452}, {0.507, 0.229, 0.558}},
                               {"SS-l2k2", {0.501, 0.191, 0.536}, {0.499, 0.190, 0.535}, {0.502, 0.191, 0.537}},
                               {"SS-l2k3", {0.503, 0.192, 0.540}, {0.494, 0.177, 0.506}, {0.515, 0.223, 0.618}},
                               {"SS-l4k4", {0.501, 0.191, 0.535}, {0.500, 0.190, 0.534}, {0.502, 0.192, 0.536}}}};

/* A figure over what the paper says it is. */
static struct figure ratio_to_paper(struct figure f, double paper)
{
    return figure_scaled(f, 1 / paper);
}

static struct figure at(const struct sweep *s, const char *experiment, const char *curve, const char *x,
                        const char *path)
{
    return claims_line_at(claims_line(s, experiment, curve), x, path);
}

/* Two figures of one point, one over the other. */
static struct figure fraction(const struct sweep *s, const char *experiment, const char *curve, const char *x,
                              const char *path, const char *of)
{
    struct figure a = at(s, experiment, curve, x, path), b = at(s, experiment, curve, x, of);

    return figure_ratio(&a, &b);
}

/* A figure of one policy over that of another one. */
static struct figure ratio(const struct sweep *s, const char *experiment, const char *a, const char *b, const char *x,
                           const char *path)
{
    return claims_ratio_at(claims_line(s, experiment, a), claims_line(s, experiment, b), x, path);
}

/* Section II: shares without SAT, and intervals with it ----------------------------------------------------------- */

static void judge_shares(const struct sweep *s, struct claim *c)
{
    static const char *const node[] = {"0", "1", "2", "3", "4", "5", "6"};
    struct claims_line array = claims_line(s, "sat-figure-01", "array of 8 nodes"),
                       tree = claims_line(s, "sat-figure-01", "2-ary 3-tree");
    char path[40], next[40];

    for (int n = 0; n < 7; n++) {
        snprintf(path, sizeof path, "windows.injected.nodes.%s", node[n]);
        claim_add(c, ratio_to_paper(claims_line_at(tree, "1", path), n == 6 ? 1.0 / 3 : 1.0 / 9), READ_AGREES,
                  "tree: node %d over %s", n, n == 6 ? "1/3" : "1/9");
    }
    for (int n = 1; n < 6; n++) { /* nodes 0 and 1 meet as equals */
        snprintf(path, sizeof path, "windows.injected.nodes.%s", node[n]);
        snprintf(next, sizeof next, "windows.injected.nodes.%s", node[n + 1]);
        struct figure a = claims_line_at(array, "1", path), b = claims_line_at(array, "1", next);
        claim_add(c, ratio_to_paper(figure_ratio(&a, &b), 0.5), READ_AGREES, "array: node %d over half of node %d", n,
                  n + 1);
    }
}

static void judge_intervals(const struct sweep *s, struct claim *c)
{
    static const struct {
        const char *levels;
        double ring, tree; /* cycles */
    } all[] = {{"3", 232, 7}, {"4", 936, 9}, {"5", 3752, 11}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        claim_add(
            c, ratio_to_paper(at(s, "sat-intervals", "ring", all[i].levels, "sat.mean_interval_cycles"), all[i].ring),
            READ_COUNTED, "4-ary %s-tree, ring: interval over %g cycles", all[i].levels, all[i].ring);
        claim_add(c,
                  ratio_to_paper(at(s, "sat-intervals", "spanning tree", all[i].levels, "sat.mean_interval_cycles"),
                                 all[i].tree),
                  READ_COUNTED, "4-ary %s-tree, spanning tree: interval over 2n + 1 = %g cycles", all[i].levels,
                  all[i].tree);
    }
}

/* Section IV A: without SAT --------------------------------------------------------------------------------------- */

static void judge_fair(const struct sweep *s, struct claim *c)
{
    for (int r = 0; r < ROUTINGS; r++)
        for (int p = UNIFORM; p <= BUTTERFLY; p += BUTTERFLY)
            claim_add(c, fraction(s, "sat-figure-03", routings[r], patterns[p], largest, least),
                      READ_NOT_SIGNIFICANTLY_MORE, "64 nodes, %s, %s: largest over least", routings[r], patterns[p]);
    for (int r = 0; r < ROUTINGS; r++)
        claim_add(c, ratio_to_paper(at(s, "sat-figure-03", routings[r], "butterfly", mean), 0.95), READ_AGREES,
                  "64 nodes, %s, butterfly: mean over 0.95", routings[r]);
    claim_add(c, ratio_to_paper(at(s, "sat-patterns", base, "butterfly", mean), 0.94), READ_AGREES,
              "256 nodes, butterfly: mean over 0.94");
}

static void judge_unfair(const struct sweep *s, struct claim *c)
{
    for (int p = TRANSPOSE; p < PATTERNS; p++) {
        if (p == BUTTERFLY)
            continue;
        for (int r = 0; r < ROUTINGS; r++)
            claim_add(c, fraction(s, "sat-figure-03", routings[r], patterns[p], largest, least),
                      READ_SIGNIFICANTLY_MORE, "64 nodes, %s, %s: largest over least", routings[r], patterns[p]);
        struct figure a = fraction(s, "sat-figure-03", routings[ADAPTIVE], patterns[p], largest, least),
                      b = fraction(s, "sat-figure-03", routings[STATIC], patterns[p], largest, least);
        claim_add(c, figure_ratio(&a, &b), READ_BELOW, "64 nodes, %s: that of adaptive over that of static",
                  patterns[p]);
    }
}

/* Section IV B: l = k --------------------------------------------------------------------------------------------- */

static const char *figure_04(int routing)
{
    return routing == STATIC ? "sat-figure-04-static" : "sat-figure-04-adaptive";
}

/* Packets that nodes sent or that arrived from them, in all windows together or in the first one. */
static const struct counted {
    const char *least, *largest, *to;
} sent = {least, largest, "windows.each.4.to_cycle"},
  sent_at_first = {"windows.injected.each.0.throughput.min", "windows.injected.each.0.throughput.max",
                   "windows.each.0.to_cycle"},
  arrived = {"windows.all.throughput.min", "windows.all.throughput.max", "windows.each.4.to_cycle"};

/* How far the least and the largest are apart, in packets. */
static struct figure packets_apart(const struct sweep *s, const char *experiment, const char *curve, const char *x,
                                   const struct counted *counted)
{
    struct figure a = at(s, experiment, curve, x, counted->largest), b = at(s, experiment, curve, x, counted->least),
                  apart = figure_difference(&a, &b), from = at(s, experiment, curve, x, "windows.each.0.from_cycle"),
                  to = at(s, experiment, curve, x, counted->to), cycles = figure_difference(&to, &from);

    return ratio_to_paper(figure_product(&apart, &cycles), PACKET);
}

/* packets_apart as a share of the packets that a node sends in the paper's five batches of 10 N^2 packets. */
static struct figure apart_in_paper(const struct sweep *s, const char *experiment, const char *curve, const char *x,
                                    int nodes)
{
    return ratio_to_paper(packets_apart(s, experiment, curve, x, &sent), 50.0 * nodes);
}

/* The pattern, of those that a policy has, under which nodes are farthest apart. Butterfly is judged by itself: nobody
 * is held under it. */
static int worst_pattern(const struct sweep *s, const char *experiment, const char *curve, int nodes)
{
    double most = -1;
    int worst = UNIFORM;

    for (int p = 0; p < PATTERNS; p++) {
        if (p == BUTTERFLY)
            continue;
        struct figure f = apart_in_paper(s, experiment, curve, patterns[p], nodes);
        struct estimate e = figure_estimate(&f);
        if (e.count && e.mean > most) {
            most = e.mean;
            worst = p;
        }
    }
    return worst;
}

static void add_apart(const struct sweep *s, struct claim *c, const char *experiment, const char *curve, int nodes,
                      const char *words)
{
    const char *x = patterns[worst_pattern(s, experiment, curve, nodes)];

    claim_add(c, apart_in_paper(s, experiment, curve, x, nodes), READ_BELOW_1_PERCENT,
              "%d nodes, %s%s: largest less least (worst: %s)", nodes, words, curve, x);
}

static int has(const struct sweep *s, int size)
{
    return sweep_find(s, sizes[size].experiment) >= 0;
}

static void judge_strict(const struct sweep *s, struct claim *c)
{
    static const char *const policies_64[] = {"l8k8", "l12k12", "l16k16", "l20k20"};
    static const char *const strict[SIZES][5] = {{"l32k32", "l48k48", "l56k56", "SS-l2k2", "SS-l4k4"},
                                                 {"l128k128", "l192k192", "SS-l2k2", "SS-l4k4"}};

    for (int r = 0; r < ROUTINGS; r++)
        for (int i = 0; i < 4; i++)
            add_apart(s, c, figure_04(r), policies_64[i], 64, r == STATIC ? "static, " : "adaptive, ");
    claim_add(c, apart_in_paper(s, figure_04(ADAPTIVE), "l16k16", "butterfly", 64), READ_BELOW_1_PERCENT,
              "64 nodes, adaptive, l16k16: largest less least (butterfly)");
    for (int size = 0; size < SIZES && has(s, size); size++)
        for (int i = 0; i < 5 && strict[size][i]; i++)
            add_apart(s, c, sizes[size].experiment, strict[size][i], sizes[size].nodes, "");
}

static void strict_reason(const struct sweep *s, struct claim *c)
{
    const char *const table = sizes[N256].experiment, *const policy = "l32k32", *const x = patterns[TRANSPOSE];

    claim_print(
        c,
        "Largest less least in packets, 256 nodes, transpose, l32k32: %s after one window, %s after five; without SAT %s and %s. A share "
        "would depend on the window, so it is given of the packets that a node sends in the paper's batches. Of packets that arrive: %s "
        "after five windows.",
        claims_said(packets_apart(s, table, policy, x, &sent_at_first)).text,
        claims_said(packets_apart(s, table, policy, x, &sent)).text,
        claims_said(packets_apart(s, table, base, x, &sent_at_first)).text,
        claims_said(packets_apart(s, table, base, x, &sent)).text,
        claims_said(packets_apart(s, table, policy, x, &arrived)).text);
}

static const struct {
    const char *policy;
    double cycles;
} delays[] = {{"none", 551}, {"l8k8", 226}, {"l12k12", 297}, {"l16k16", 321}};
enum { DELAYS = sizeof delays / sizeof *delays };

/* Static routing, uniform traffic; from a packet's entry into the buffer. */
static struct figure delay(const struct sweep *s, const char *policy)
{
    return at(s, "sat-delay-static", policy, "uniform", "message_latency.mean_cycles");
}

static void judge_delays(const struct sweep *s, struct claim *c)
{
    for (int i = 0; i < DELAYS; i++)
        claim_add(c, ratio_to_paper(delay(s, delays[i].policy), delays[i].cycles), READ_AGREES,
                  "64 nodes, static, uniform, %s: mean delay over %g cycles", delays[i].policy, delays[i].cycles);
    for (int i = 1; i < DELAYS; i++) {
        struct figure with = delay(s, delays[i].policy), without = delay(s, base);
        claim_add(c, figure_ratio(&with, &without), READ_SIGNIFICANTLY_LESS, "the same: %s / none", delays[i].policy);
    }
}

/* A source that writes phit by phit begins a packet's time less one cycle before the packet is whole. */
static void delays_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c, "Counted from when a whole packet is in the buffer to its last phit:");
    for (int i = 0; i < DELAYS; i++)
        claim_print(c, "%s %s %s", i ? "," : "", delays[i].policy, claims_said(delay(s, delays[i].policy)).text);
    claim_print(
        c,
        " cycles. A source that writes a packet phit by phit begins %d cycles before it is whole; with those cycles all of them are, over the "
        "paper's:",
        PACKET - 1);
    for (int i = 0; i < DELAYS; i++) {
        struct figure f = delay(s, delays[i].policy);
        for (int k = 0; k < f.count; k++)
            f.value[k] += PACKET - 1;
        claim_print(c, "%s %s", i ? "," : "", claims_said(ratio_to_paper(f, delays[i].cycles)).text);
    }
    claim_print(c, ".");
}

static void judge_small_k(const struct sweep *s, struct claim *c)
{
    static const char *const enough[] = {"l16k16", "l20k20"};

    for (int r = 0; r < ROUTINGS; r++)
        claim_add(c, ratio(s, figure_04(r), "l8k8", base, "butterfly", mean), READ_SIGNIFICANTLY_LESS,
                  "64 nodes, %s, butterfly, mean: l8k8 / none", routings[r]);
    claim_add(c, ratio(s, figure_04(STATIC), "l8k8", base, "uniform", mean), READ_VERY_NEARLY,
              "64 nodes, static, uniform, mean: l8k8 / none");
    for (int r = 0; r < ROUTINGS; r++)
        for (int i = 0; i < 2; i++)
            claim_add(c, ratio(s, figure_04(r), enough[i], base, "butterfly", mean), READ_VERY_NEARLY,
                      "64 nodes, %s, butterfly, mean: %s / none", routings[r], enough[i]);
}

/* Section IV C: nodes, with adaptive routing ---------------------------------------------------------------------- */

static void judge_hot_region(const struct sweep *s, struct claim *c)
{
    static const struct {
        const char *policy;
        double rate, k_over_l;
    } all[] = {{"none", 0.16, 0}, {"l12k12", 0.22, 1}, {"l12k24", 0.19, 2}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        claim_add(c, ratio_to_paper(at(s, "sat-figure-05-b", all[i].policy, "hot-region", least), all[i].rate),
                  READ_NEAR, "64 nodes, %s: least over %g", all[i].policy, all[i].rate);
    claim_add(c, ratio_to_paper(fraction(s, "sat-figure-05-b", "l12k24", "hot-region", largest, least), 2), READ_LESS,
              "64 nodes, l12k24: largest over 2 x least");
    claim_add(c, ratio_to_paper(fraction(s, "sat-figure-05-b", "l12k16", "hot-region", largest, least), 16.0 / 12),
              READ_LESS, "64 nodes, l12k16: largest over 4/3 x least");
    claim_add(c, apart_in_paper(s, "sat-figure-05-b", "l12k12", "hot-region", 64), READ_BELOW_1_PERCENT,
              "64 nodes, l12k12: largest less least");
}

static void judge_shuffle(const struct sweep *s, struct claim *c)
{
    static const char *const flat[] = {"l12k12", "l16k16"}, *const paths[] = {mean, least, largest},
                             *const words[] = {"mean", "least", "largest"};

    for (int i = 0; i < 2; i++) {
        claim_add(c, ratio_to_paper(at(s, "sat-figure-05-c", flat[i], "shuffle", mean), 0.57), READ_NEAR,
                  "64 nodes, %s: mean over 0.57", flat[i]);
        claim_add(c, apart_in_paper(s, "sat-figure-05-c", flat[i], "shuffle", 64), READ_BELOW_1_PERCENT,
                  "64 nodes, %s: largest less least", flat[i]);
    }
    for (int i = 0; i < 3; i++)
        claim_add(c, ratio(s, "sat-figure-05-c", "l12k24", base, "shuffle", paths[i]), READ_SMALL,
                  "64 nodes, %s: l12k24 / none", words[i]);
}

/* Static routing beside the adaptive one that the figures are of. */
static void hot_region_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c, "Least of l12k12 with adaptive routing %s, with static routing %s; without SAT %s and %s.",
                claims_said(at(s, figure_04(ADAPTIVE), "l12k12", "hot-region", least)).text,
                claims_said(at(s, figure_04(STATIC), "l12k12", "hot-region", least)).text,
                claims_said(at(s, figure_04(ADAPTIVE), base, "hot-region", least)).text,
                claims_said(at(s, figure_04(STATIC), base, "hot-region", least)).text);
}

/* A throughput under another rule of adaptive routing. */
static struct claims_said by_rule(const struct sweep *s, const char *rule, const char *pattern, const char *path)
{
    return claims_said(at(s, "sat-rules", rule, pattern, path));
}

static void shuffle_reason(const struct sweep *s, struct claim *c)
{
    claim_print(
        c,
        "Mean of l12k12 with adaptive routing %s, with static routing %s. A head that chooses by credits among idle ports alone has %s "
        "with l12k12, and a least of %s without SAT, where the paper has more than 0.5; one that keeps to its choice, too, %s and %s.",
        claims_said(at(s, figure_04(ADAPTIVE), "l12k12", "shuffle", mean)).text,
        claims_said(at(s, figure_04(STATIC), "l12k12", "shuffle", mean)).text,
        by_rule(s, "64 nodes, idle, l12k12", "shuffle", mean).text,
        by_rule(s, "64 nodes, idle, none", "shuffle", least).text,
        by_rule(s, "64 nodes, idle and kept, l12k12", "shuffle", mean).text,
        by_rule(s, "64 nodes, idle and kept, none", "shuffle", least).text);
}

/* Section IV D: large networks ------------------------------------------------------------------------------------ */

/* The figures that the paper gives for a policy under a pattern. */
enum kind { MEAN, LEAST, LARGEST, KINDS };
static const char *const kind_words[KINDS] = {"mean", "least", "largest"};

static const char *path_of(enum kind kind)
{
    return kind == MEAN ? mean : kind == LEAST ? least : largest;
}

static double of_paper(const struct row *row, enum kind kind, int column)
{
    return (kind == MEAN ? row->mean : kind == LEAST ? row->least : row->largest)[column];
}

static void judge_table(const struct sweep *s, struct claim *c, enum kind kind, enum claims_reading reading)
{
    for (int size = 0; size < SIZES && has(s, size); size++)
        for (const struct row *row = table_1[size]; row < table_1[size] + POLICIES && row->policy; row++)
            for (int i = 0; i < COLUMNS; i++) {
                const char *pattern = patterns[column_pattern[i]];
                claim_add(c,
                          ratio_to_paper(at(s, sizes[size].experiment, row->policy, pattern, path_of(kind)),
                                         of_paper(row, kind, i)),
                          reading, "%d nodes, %s, %s: %s over %.3f", sizes[size].nodes, row->policy, pattern,
                          kind_words[kind], of_paper(row, kind, i));
            }
}

static void judge_averages(const struct sweep *s, struct claim *c)
{
    judge_table(s, c, MEAN, READ_AGREES);
    claim_add(c, ratio_to_paper(at(s, "sat-patterns", base, "bit-reversal", mean), 0.13), READ_NEAR,
              "256 nodes, none, bit-reversal: mean over 0.13");
}

static void averages_reason(const struct sweep *s, struct claim *c)
{
    static const char straight[] = "256 nodes, straight while idle";

    claim_print(
        c,
        "Bit-reversal with static routing: %s. With heads that go straight up while that port is idle, else by another idle one, and keep "
        "to it: %s, but then transpose has %s; by credits among idle ports it has %s, and %s when heads keep to their choice.",
        claims_said(at(s, "sat-patterns", "none, static", "bit-reversal", mean)).text,
        by_rule(s, straight, "bit-reversal", mean).text, by_rule(s, straight, "transpose", mean).text,
        by_rule(s, "256 nodes, idle", "transpose", mean).text,
        by_rule(s, "256 nodes, idle and kept", "transpose", mean).text);
}

static void judge_extremes(const struct sweep *s, struct claim *c)
{
    judge_table(s, c, LEAST, READ_NEAR);
    judge_table(s, c, LARGEST, READ_NEAR);
}

static void judge_transpose(const struct sweep *s, struct claim *c)
{
    for (int size = 0; size < SIZES && has(s, size); size++)
        for (const struct row *row = table_1[size] + 1; row < table_1[size] + POLICIES && row->policy; row++)
            for (int i = 0; i < COLUMNS; i++) {
                const char *pattern = patterns[column_pattern[i]];
                enum claims_reading reading = column_pattern[i] == TRANSPOSE ? READ_ABOVE
                                              : column_pattern[i] == HOT     ? READ_BELOW
                                                                             : READ_VERY_NEARLY;
                claim_add(c, ratio(s, sizes[size].experiment, row->policy, base, pattern, mean), reading,
                          "%d nodes, %s, mean: %s / none", sizes[size].nodes, pattern, row->policy);
            }
}

static void judge_ss(const struct sweep *s, struct claim *c)
{
    for (int p = 0; p < PATTERNS; p++) {
        claim_add(c, ratio(s, "sat-patterns", "SS-l4k4", base, patterns[p], mean), READ_VERY_NEARLY,
                  "256 nodes, %s, mean: SS-l4k4 / none", patterns[p]);
        claim_add(c, fraction(s, "sat-patterns", "SS-l4k4", patterns[p], largest, least), READ_NOT_SIGNIFICANTLY_MORE,
                  "256 nodes, %s, SS-l4k4: largest over least", patterns[p]);
    }
}

/* k packets an interval: no more than k L / I. */
static void judge_caps(const struct sweep *s, struct claim *c)
{
    claim_add(c, ratio_to_paper(at(s, figure_04(ADAPTIVE), "l8k8", "butterfly", mean), 8 * PACKET / 232.0), READ_AGREES,
              "64 nodes, butterfly, l8k8: mean over 8 x 16 / 232");
    claim_add(c, ratio_to_paper(at(s, "sat-patterns", "l32k32", "butterfly", mean), 32 * PACKET / sizes[N256].interval),
              READ_AGREES, "256 nodes, butterfly, l32k32: mean over 32 x 16 / 936");
    claim_add(c, ratio(s, "sat-patterns", "l64k64", base, "butterfly", mean), READ_VERY_NEARLY,
              "256 nodes, butterfly, mean: l64k64 / none");
    if (!has(s, N1024))
        return;
    claim_add(c,
              ratio_to_paper(at(s, sizes[N1024].experiment, "l128k128", "butterfly", mean),
                             128 * PACKET / sizes[N1024].interval),
              READ_AGREES, "1024 nodes, butterfly, l128k128: mean over 128 x 16 / 3752");
    claim_add(c, ratio_to_paper(at(s, sizes[N1024].experiment, "l192k256", "butterfly", mean), 0.94), READ_AGREES,
              "1024 nodes, butterfly, l192k256: mean over 0.94");
}

static void caps_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c, "256 nodes, butterfly: none %s, l56k56 %s; 56 x 16 / 936 is 0.957.",
                claims_said(at(s, "sat-patterns", base, "butterfly", mean)).text,
                claims_said(at(s, "sat-patterns", "l56k56", "butterfly", mean)).text);
}

/* Table I side by side: the paper's figures, and ours. */
static void write_cell(const struct sweep *s, int size, const struct row *row, int column, FILE *out)
{
    for (enum kind k = MEAN; k < KINDS; k++) {
        struct figure f = at(s, sizes[size].experiment, row->policy, patterns[column_pattern[column]], path_of(k));
        struct estimate e = figure_estimate(&f);
        fprintf(out, " %.3f", of_paper(row, k, column));
        fprintf(out, e.count ? " **%.3f** |" : " |", e.mean);
    }
}

void claims_sat_table(const struct sweep *s, FILE *out)
{
    fprintf(
        out,
        "\n## Table I side by side\n\nThroughput of a node in phits a cycle: the paper's, and **ours**, means over the seeds.\n"
        "\n| nodes | policy | uniform: mean | least | largest | hot region: mean | least | largest | transpose: mean | least | largest |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int size = 0; size < SIZES && has(s, size); size++)
        for (const struct row *row = table_1[size]; row < table_1[size] + POLICIES && row->policy; row++) {
            fprintf(out, "| %d | %s |", sizes[size].nodes, row->policy);
            for (int i = 0; i < COLUMNS; i++)
                write_cell(s, size, row, i, out);
            fprintf(out, "\n");
        }
}

#define FIGURE_04 "sat-figure-04-static sat-figure-04-adaptive"

const struct claim_rule claims_sat[] = {
    {"II",
     "All nodes sending to node 7 of 8: in an array throughput halves with each hop; in a 2-ary 3-tree node 6 gets 1/3, any other 1/9",
     "sat-figure-01", judge_shares, NULL},
    {"II B",
     "The token comes every 232, 936 and 3752 cycles in 4-ary trees of 3, 4 and 5 levels; along a spanning tree every 2n + 1",
     "sat-intervals", judge_intervals, NULL},
    {"IV A",
     "The network is fair under uniform and butterfly traffic, and carries 0.95 of the latter, 0.94 with 256 nodes",
     "sat-figure-03 sat-patterns", judge_fair, NULL},
    {"IV A", "It is unfair under the other patterns, and less so with adaptive routing", "sat-figure-03", judge_unfair,
     NULL},
    {"IV B", "With l = k the least and the largest throughput differ by less than 1%", FIGURE_04 " sat-table-1",
     judge_strict, strict_reason},
    {"IV B", "Restricted injection lowers the delay: 551 cycles without, 226, 297 and 321 with l8k8, l12k12 and l16k16",
     "sat-delay-static", judge_delays, delays_reason},
    {"IV B", "A small k keeps nodes from their peak rate: l >= 16 is best, some loads do well with 8", FIGURE_04,
     judge_small_k, NULL},
    {"IV C", "Hot region: least 0.16 without SAT, 0.22 with l12k12, 0.19 with l12k24; k:l bounds largest over least",
     "sat-figure-05-b " FIGURE_04, judge_hot_region, hot_region_reason},
    {"IV C", "Shuffle: l12k12 and l16k16 give every node 0.57, l12k24 is like the base case",
     "sat-figure-05-c sat-rules " FIGURE_04, judge_shuffle, shuffle_reason},
    {"IV D", "Table I: mean throughputs", "sat-table-1 sat-patterns sat-rules", judge_averages, averages_reason},
    {"IV D", "Table I: least and largest throughputs", "sat-table-1", judge_extremes, NULL},
    {"IV D", "SAT raises throughput under transpose, and lowers it in the hot region alone", "sat-table-1",
     judge_transpose, NULL},
    {"IV D", "SS-l4k4 works well for all patterns", "sat-patterns", judge_ss, NULL},
    {"IV D", "k packets an interval bound throughput: 128 in a tree of 1024 nodes to 0.55; butterfly needs more",
     "sat-figure-04-adaptive sat-patterns", judge_caps, caps_reason},
    {0}};

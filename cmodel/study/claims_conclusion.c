/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 7: the three mechanisms as a whole.
 */
#include "claims_internal.h"

static const char independent[] = "independent.throughput";

static void many_workloads(const struct sweep *s, struct claim *c)
{
    static const char *const workloads[] = {"wk-mixture", "wk1-5", "wk30", "wk-long", "single"}, *const schedules[] = {
                                                                                                     "FIFO", "alpha 8"};
    char regular[40], balanced[40];

    for (int i = 0; i < 2; i++) {
        snprintf(regular, sizeof regular, "regular, %s", schedules[i]);
        snprintf(balanced, sizeof balanced, "balanced 2 and 6, %s", schedules[i]);
        for (int w = 0; w < 5; w++)
            claim_add(c,
                      claims_ratio_at(claims_line(s, "workloads", balanced), claims_line(s, "workloads", regular),
                                      workloads[w], "throughput"),
                      READ_ABOUT_A_TENTH_MORE, "%s, %s: throughput at load 1, balanced / regular", workloads[w],
                      schedules[i]);
    }
}

static struct claims_line flooded(const struct sweep *s, const char *injection, const char *spots)
{
    char name[60];

    snprintf(name, sizeof name, "%s, %s", injection, spots);
    return claims_line(s, "injection-hot-spots", name);
}

static void no_cure(const struct sweep *s, struct claim *c)
{
    struct claims_line regular = flooded(s, "regular", "hot spots"),
                       balanced = flooded(s, "balanced 2 and 6", "hot spots");

    claim_add(c, claims_most_ratio(balanced, flooded(s, "balanced 2 and 6", "no hot spots"), independent),
              READ_SIGNIFICANTLY_LESS, "balanced, no backpressure: attainable throughput / that without hot spots");
    claim_add(c, claims_most_ratio(balanced, regular, independent), READ_SIMILAR,
              "attainable throughput with hot spots, balanced / regular");
}

static void unhindered(const struct sweep *s, struct claim *c)
{
    static const char *const kinds[] = {"message backpressure", "destination backpressure"};
    static const char *const figures[] = {"figure-01", "figure-03"};

    for (int f = 0; f < 2; f++)
        for (int k = 0; k < 2; k++) {
            char hot[60], usual[60];
            snprintf(hot, sizeof hot, "%s, hot spots", kinds[k]);
            snprintf(usual, sizeof usual, "%s, no hot spots", kinds[k]);
            claim_add(
                c, claims_most_ratio(claims_line(s, figures[f], hot), claims_line(s, figures[f], usual), independent),
                READ_VERY_NEARLY, "%s, %s: attainable throughput / that without hot spots", f ? "wk30" : "wk1-5",
                kinds[k]);
        }
}

const struct claim_rule claims_conclusion[] = {
    {"7",
     "Over a wide variety of workloads, with and without alpha scheduling, balanced injection increases the "
     "sustainable throughput by about 10%",
     "workloads", many_workloads, NULL},
    {"7", "Balanced injection does not solve congestion caused by hot spots", "injection-hot-spots", no_cure, NULL},
    {"7", "Backpressure allows traffic independent of the hot spots to flow virtually unhindered",
     "figure-01 figure-03", unhindered, NULL},
    {0}};

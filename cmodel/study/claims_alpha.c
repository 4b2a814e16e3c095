/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 5: alpha scheduling.
 */
#include "claims_internal.h"

static const char all[] = "message_latency.mean_cycles", brief[] = "short_message_latency.mean_cycles";
static const char lengthy[] = "long_message_latency.mean_cycles";

/* The highest load at which the regular case is below saturation. */
static const double below_saturation = 0.7;

static struct claims_line alpha(const struct sweep *s, int value)
{
    char name[40];

    snprintf(name, sizeof name, value ? "alpha %d" : "alpha %d (FIFO)", value);
    return claims_line(s, "figure-05", name);
}

static void larger_and_smaller(const struct sweep *s, struct claim *c)
{
    static const int values[] = {0, 1, 2, 4, 8};

    for (int i = 1; i < 5; i++)
        claim_add(c, claims_ratio_at(alpha(s, values[i]), alpha(s, values[i - 1]), "0.7", all), READ_LESS,
                  "message latency at load 0.7, alpha %d / %d", values[i], values[i - 1]);
    claim_add(c, claims_ratio_at(alpha(s, 8), alpha(s, 1), "0.7", lengthy), READ_MORE,
              "latency of long messages at load 0.7, alpha 8 / 1");
    claim_add(c, claims_ratio_at(alpha(s, 8), alpha(s, 1), "0.7", "long_message_latency.p99_cycles"), READ_MORE,
              "99th percentile of the latency of long messages at load 0.7, alpha 8 / 1");
}

static struct claims_range gain(const struct sweep *s, const char *path)
{
    return (struct claims_range){alpha(s, 0), alpha(s, 8), path, 0, below_saturation, 1};
}

static void up_to_five(const struct sweep *s, struct claim *c)
{
    claim_add_range(c, gain(s, brief), READ_UP_TO_FIVE, "latency of short messages, alpha 0 / 8");
    claim_add_range(c, gain(s, all), READ_UP_TO_THREE, "latency of all messages, alpha 0 / 8");
}

static void penalty(const struct sweep *s, struct claim *c)
{
    static const double loads[][2] = {{0.1, 0.3}, {0.5, 0.7}, {0.75, 1}};
    struct claims_line fifo = claims_line(s, "figure-10", "balanced 2 and 6, FIFO");
    struct claims_line eight = claims_line(s, "figure-10", "balanced 2 and 6, alpha 8");

    for (int i = 0; i < 3; i++) {
        struct claims_range range = {alpha(s, 8), alpha(s, 0), lengthy, loads[i][0], loads[i][1], 0};
        claim_add_range(c, range, READ_NEGLIGIBLE, "latency of long messages, alpha 8 / 0");
    }
    struct claims_range balanced = {eight, fifo, lengthy, 0.1, 0.8, 0};
    claim_add_range(c, balanced, READ_NEGLIGIBLE, "latency of long messages with balanced injection, alpha 8 / 0");
}

static void penalty_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c, "Alpha 8 / 0 at load 1: throughput %s, latency of short messages %s, of long ones %s.",
                claims_said(claims_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", "throughput")).text,
                claims_said(claims_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", brief)).text,
                claims_said(claims_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", lengthy)).text);
}

static void mostly_long(const struct sweep *s, struct claim *c)
{
    struct claims_line fifo = claims_line(s, "mixture-80-20", "alpha 0 (FIFO)"),
                       eight = claims_line(s, "mixture-80-20", "alpha 8");
    struct figure usual = claims_ratio_at(alpha(s, 0), alpha(s, 8), "0.7", all),
                  mixed = claims_ratio_at(fifo, eight, "0.7", all);

    claim_add(c, figure_ratio(&mixed, &usual), READ_LESS,
              "gain in message latency at load 0.7, this mixture / wk-mixture");
    claim_add(c, claims_ratio_at(fifo, eight, "0.7", brief), READ_SIGNIFICANTLY_MORE,
              "latency of short messages at load 0.7, alpha 0 / 8");
}

const struct claim_rule claims_alpha[] = {
    {"5", "Larger alpha provides better average latency; smaller alpha provides better fairness", "figure-05",
     larger_and_smaller, NULL},
    {"5",
     "alpha = 8 improves the latency of short messages by up to a factor of five, and the overall message latency by "
     "up to a factor of three",
     "figure-04 figure-05", up_to_five, NULL},
    {"5", "The penalty on the overall latency of long messages is negligible", "figure-05 figure-06 figure-10", penalty,
     penalty_reason},
    {"5",
     "With 80% long messages alpha scheduling has less of an impact on average message latency, and still a "
     "significant improvement in the latency of short messages",
     "mixture-80-20 figure-05", mostly_long, NULL},
    {0}};

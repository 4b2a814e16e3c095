/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 5: alpha scheduling.
 */
#include "fedx_claims_internal.h"

static const char all[] = "message_latency.mean_cycles", brief[] = "short_message_latency.mean_cycles";
static const char lengthy[] = "long_message_latency.mean_cycles";

/* The highest load at which the regular case is below saturation. */
static const double below_saturation = 0.7;

static struct fedx_line alpha(const struct fedx_sweep *s, int value)
{
    char name[40];

    snprintf(name, sizeof name, value ? "alpha %d" : "alpha %d (FIFO)", value);
    return fedx_line(s, "figure-05", name);
}

static void larger_and_smaller(const struct fedx_sweep *s, struct fedx_claim *c)
{
    static const int values[] = {0, 1, 2, 4, 8};

    for (int i = 1; i < 5; i++)
        fedx_claim_add(c, fedx_ratio_at(alpha(s, values[i]), alpha(s, values[i - 1]), "0.7", all), FEDX_READ_LESS,
                       "message latency at load 0.7, alpha %d / %d", values[i], values[i - 1]);
    fedx_claim_add(c, fedx_ratio_at(alpha(s, 8), alpha(s, 1), "0.7", lengthy), FEDX_READ_MORE,
                   "latency of long messages at load 0.7, alpha 8 / 1");
    fedx_claim_add(c, fedx_ratio_at(alpha(s, 8), alpha(s, 1), "0.7", "long_message_latency.p99_cycles"), FEDX_READ_MORE,
                   "99th percentile of the latency of long messages at load 0.7, alpha 8 / 1");
}

static struct fedx_range gain(const struct fedx_sweep *s, const char *path)
{
    return (struct fedx_range){alpha(s, 0), alpha(s, 8), path, 0, below_saturation, 1};
}

/* FIFO against alpha 8 at load 0.7, in runs of so many cycles. */
static struct fedx_figure gain_in(const struct fedx_sweep *s, const char *cycles, const char *path)
{
    return fedx_ratio_at(fedx_line(s, "run-length", "alpha 0 (FIFO)"), fedx_line(s, "run-length", "alpha 8"), cycles,
                         path);
}

static void up_to_five(const struct fedx_sweep *s, struct fedx_claim *c)
{
    static const char longest[] = "800000";

    fedx_claim_add_over(c, gain(s, brief), FEDX_READ_UP_TO_FIVE, "latency of short messages up to load %g, alpha 0 / 8",
                        below_saturation);
    fedx_claim_add(c, gain_in(s, longest, brief), FEDX_READ_UP_TO_FIVE,
                   "latency of short messages at load 0.7, %s cycles, alpha 0 / 8", longest);
    fedx_claim_add_over(c, gain(s, all), FEDX_READ_UP_TO_THREE, "latency of all messages up to load %g, alpha 0 / 8",
                        below_saturation);
    fedx_claim_add(c, gain_in(s, longest, all), FEDX_READ_UP_TO_THREE,
                   "latency of all messages at load 0.7, %s cycles, alpha 0 / 8", longest);
}

static void up_to_five_reason(const struct fedx_sweep *s, struct fedx_claim *c)
{
    fedx_claim_say(c,
                   "The factor grows with the queues of the FIFO case, so near saturation with the length of the run. "
                   "At load 0.7 it is %s, %s, %s for short messages in runs of 160000, 480000, 800000 cycles, and "
                   "%s, %s, %s for all messages.",
                   fedx_said(gain_in(s, "160000", brief)).text, fedx_said(gain_in(s, "480000", brief)).text,
                   fedx_said(gain_in(s, "800000", brief)).text, fedx_said(gain_in(s, "160000", all)).text,
                   fedx_said(gain_in(s, "480000", all)).text, fedx_said(gain_in(s, "800000", all)).text);
}

static void penalty(const struct fedx_sweep *s, struct fedx_claim *c)
{
    static const double loads[][2] = {{0.1, 0.3}, {0.5, 0.7}, {0.75, 1}};
    struct fedx_line fifo = fedx_line(s, "figure-10", "balanced 2 and 6, FIFO");
    struct fedx_line eight = fedx_line(s, "figure-10", "balanced 2 and 6, alpha 8");

    for (int i = 0; i < 3; i++) {
        struct fedx_range range = {alpha(s, 8), alpha(s, 0), lengthy, loads[i][0], loads[i][1], 0};
        fedx_claim_add_over(c, range, FEDX_READ_NEGLIGIBLE, "latency of long messages, loads %g to %g, alpha 8 / 0",
                            range.from, range.to);
    }
    struct fedx_range balanced = {eight, fifo, lengthy, 0.1, 0.8, 0};
    fedx_claim_add_over(c, balanced, FEDX_READ_NEGLIGIBLE,
                        "latency of long messages with balanced injection, loads %g to %g, alpha 8 / 0", balanced.from,
                        balanced.to);
}

static void penalty_reason(const struct fedx_sweep *s, struct fedx_claim *c)
{
    fedx_claim_say(c,
                   "What short messages gain long ones must lose, as far as the throughput stays the same: alpha 8 / "
                   "0 at load 1 is %s in throughput, %s in the latency of short messages, %s in that of long ones.",
                   fedx_said(fedx_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", "throughput")).text,
                   fedx_said(fedx_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", brief)).text,
                   fedx_said(fedx_ratio_at(alpha(s, 8), alpha(s, 0), "1.0", lengthy)).text);
}

static void mostly_long(const struct fedx_sweep *s, struct fedx_claim *c)
{
    struct fedx_line fifo = fedx_line(s, "mixture-80-20", "alpha 0 (FIFO)"),
                     eight = fedx_line(s, "mixture-80-20", "alpha 8");
    struct fedx_figure usual = fedx_ratio_at(alpha(s, 0), alpha(s, 8), "0.7", all),
                       mixed = fedx_ratio_at(fifo, eight, "0.7", all);

    fedx_claim_add(c, fedx_figure_ratio(&mixed, &usual), FEDX_READ_LESS,
                   "gain in message latency at load 0.7, this mixture / wk-mixture");
    fedx_claim_add(c, fedx_ratio_at(fifo, eight, "0.7", brief), FEDX_READ_SIGNIFICANTLY_MORE,
                   "latency of short messages at load 0.7, alpha 0 / 8");
}

const struct fedx_claim_rule fedx_claims_alpha[] = {
    {"5", "Larger alpha provides better average latency; smaller alpha provides better fairness", "figure-05",
     larger_and_smaller, NULL},
    {"5",
     "alpha = 8 improves the latency of short messages by up to a factor of five, and the overall message latency by "
     "up to a factor of three",
     "figure-04 figure-05 run-length", up_to_five, up_to_five_reason},
    {"5", "The penalty on the overall latency of long messages is negligible", "figure-05 figure-06 figure-10", penalty,
     penalty_reason},
    {"5",
     "With 80% long messages alpha scheduling has less of an impact on average message latency, and still a "
     "significant improvement in the latency of short messages",
     "mixture-80-20 figure-05", mostly_long, NULL},
    {0}};

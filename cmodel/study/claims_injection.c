/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 6: balanced injection, alone and together with alpha scheduling.
 */
#include "claims_internal.h"

static const char packet_latency[] = "packet_latency.mean_cycles", message_latency[] = "message_latency.mean_cycles";
static const char *const limits[] = {"BufferLimitTrans 2", "BufferLimitTrans 4", "BufferLimitTrans 6", "regular"};

static struct claims_line limited(const struct sweep *s, const char *experiment, int limit)
{
    return claims_line(s, experiment, limits[limit]);
}

static void packet_order(const struct sweep *s, struct claim *c)
{
    for (int i = 0; i < 3; i++) {
        struct claims_range range = {
            limited(s, "figure-07", i), limited(s, "figure-07", i + 1), packet_latency, 0.5, 1, 0};
        claim_add_range(c, range, READ_LESS, "packet latency, %s / %s", limits[i], limits[i + 1]);
    }
    struct claims_range range = {limited(s, "figure-07", 2), limited(s, "figure-07", 3), packet_latency, 0.7, 1, 0};
    claim_add_range(c, range, READ_MUCH_LESS, "packet latency, %s / regular", limits[2]);
}

/* Ratio of the slope of a curve from load 0.5 to 0.7 to that from 0.1 to 0.5. */
static struct figure bend(struct claims_line line)
{
    struct figure low = claims_line_at(line, "0.1", packet_latency),
                  middle = claims_line_at(line, "0.5", packet_latency);
    struct figure high = claims_line_at(line, "0.7", packet_latency);
    struct figure early = figure_difference(&middle, &low), late = figure_difference(&high, &middle);

    return figure_scaled(figure_ratio(&late, &early), (0.5 - 0.1) / (0.7 - 0.5));
}

static void growth(const struct sweep *s, struct claim *c)
{
    for (int i = 0; i < 3; i++)
        claim_add(c, bend(limited(s, "figure-07", i)), READ_LINEAR, "packet latency, %s: ratio of slopes", limits[i]);
    claim_add(c, bend(limited(s, "figure-07", 3)), READ_NONLINEAR, "packet latency, regular: ratio of slopes");
}

static void too_restrictive(const struct sweep *s, struct claim *c)
{
    struct claims_range range = {limited(s, "figure-08", 0), limited(s, "figure-08", 3), message_latency, 0.5, 0.8, 0};

    claim_add_range(c, range, READ_MORE, "message latency, BufferLimitTrans 2 / regular");
    for (int i = 1; i < 3; i++) {
        range.a = limited(s, "figure-08", i);
        claim_add_range(c, range, READ_LESS, "message latency, %s / regular", limits[i]);
    }
}

static void restricted_alpha(const struct sweep *s, struct claim *c)
{
    struct claims_range range = {limited(s, "figure-09", 0), limited(s, "figure-09", 3), message_latency, 0.5, 0.8, 0};

    claim_add_range(c, range, READ_MORE, "message latency, BufferLimitTrans 2 / regular");
    range.from = 0.7;
    for (int i = 1; i < 3; i++) {
        range.a = limited(s, "figure-09", i);
        claim_add_range(c, range, READ_SIGNIFICANTLY_LESS, "message latency, %s / regular", limits[i]);
    }
}

static struct figure attained(const struct sweep *s, const char *curve)
{
    return claims_line_most(claims_line(s, "figure-10", curve), "throughput");
}

static struct figure attained_gain(const struct sweep *s, const char *over, const char *under)
{
    return claims_most_ratio(claims_line(s, "figure-10", over), claims_line(s, "figure-10", under), "throughput");
}

static void utilisation(const struct sweep *s, struct claim *c)
{
    claim_add(c, attained(s, "regular, FIFO"), READ_MAXIMUM_78, "attainable throughput, regular");
    claim_add(c, attained(s, "balanced 2 and 6, FIFO"), READ_MAXIMUM_85, "attainable throughput, balanced 2 and 6");
    claim_add(c, attained_gain(s, "balanced 2 and 6, FIFO", "regular, FIFO"), READ_ABOUT_A_TENTH_MORE,
              "attainable throughput, balanced / regular");
}

static struct claims_said at_full_load(const struct sweep *s, const char *curve)
{
    return claims_said(claims_line_at(claims_line(s, "saturation", curve), "1.0", "throughput"));
}

static void utilisation_reason(const struct sweep *s, struct claim *c)
{
    claim_print(
        c,
        "Throughput at load 1, regular: %s with message backpressure, %s with none, %s when the next message is tried after a "
        "refusal, %s with messages of one packet. Balanced injection: %s with ejection priority alone, %s with the limits alone, "
        "%s with both.",
        at_full_load(s, "regular").text, at_full_load(s, "regular, no backpressure").text,
        at_full_load(s, "regular, next message after a refusal").text,
        at_full_load(s, "regular, messages of one packet").text, at_full_load(s, "ejection priority alone").text,
        at_full_load(s, "limits alone").text, at_full_load(s, "balanced 2 and 6").text);
}

static void primary_impact(const struct sweep *s, struct claim *c)
{
    static const char *const schedules[] = {"FIFO", "alpha 8"};
    char regular[40], balanced[40];

    for (int i = 0; i < 2; i++) {
        snprintf(regular, sizeof regular, "regular, %s", schedules[i]);
        snprintf(balanced, sizeof balanced, "balanced 2 and 6, %s", schedules[i]);
        struct claims_range range = {
            claims_line(s, "figure-10", balanced), claims_line(s, "figure-10", regular), message_latency, 0.1, 0.7, 0};
        claim_add(c, attained_gain(s, balanced, regular), READ_MORE, "%s: attainable throughput, balanced / regular",
                  schedules[i]);
        claim_add_range(c, range, READ_SLIGHTLY_LESS, "%s: message latency, balanced / regular", schedules[i]);
    }
}

static void alpha_on_top(const struct sweep *s, struct claim *c)
{
    static const char *const injections[] = {"regular", "balanced 2 and 6"};
    char fifo[40], eight[40];

    for (int i = 0; i < 2; i++) {
        snprintf(fifo, sizeof fifo, "%s, FIFO", injections[i]);
        snprintf(eight, sizeof eight, "%s, alpha 8", injections[i]);
        struct claims_range range = {
            claims_line(s, "figure-10", eight), claims_line(s, "figure-10", fifo), message_latency, 0.5, 0.7, 0};
        claim_add_range(c, range, READ_SIGNIFICANTLY_LESS, "%s: message latency, alpha 8 / FIFO", injections[i]);
        claim_add(c, attained_gain(s, eight, fifo), READ_SLIGHTLY_MORE, "%s: attainable throughput, alpha 8 / FIFO",
                  injections[i]);
    }
}

static void together(const struct sweep *s, struct claim *c)
{
    static const char both[] = "balanced 2 and 6, alpha 8", neither[] = "regular, FIFO";
    static const char *const others[] = {"regular, FIFO", "balanced 2 and 6, FIFO", "regular, alpha 8"};

    for (int i = 0; i < 3; i++) {
        struct claims_range range = {
            claims_line(s, "figure-10", both), claims_line(s, "figure-10", others[i]), message_latency, 0.5, 1, 0};
        claim_add_range(c, range, i ? READ_LESS : READ_SIGNIFICANTLY_LESS, "message latency, both / %s", others[i]);
    }
    claim_add(c, attained_gain(s, both, neither), READ_SIGNIFICANTLY_MORE, "attainable throughput, both / neither");
}

/* First the limits by themselves, then with ejection priority, which also goes by destination buffers. */
static void distinguished(const struct sweep *s, struct claim *c)
{
    static const char *const ones[] = {"BufferLimit 4", "BufferLimit 6", "BufferLimit 8"};
    static const char *const twos[] = {"limits 2 and 6 alone", "balanced 2 and 6"};

    for (int two = 0; two < 2; two++)
        for (int one = 0; one < 3; one++) {
            struct claims_line a = claims_line(s, "buffer-limit", twos[two]),
                               b = claims_line(s, "buffer-limit", ones[one]);
            claim_add(c, claims_most_ratio(a, b, "throughput"), READ_MORE, "attainable throughput, %s / %s", twos[two],
                      ones[one]);
            claim_add(c, claims_ratio_at(a, b, "0.7", message_latency), READ_LESS,
                      "message latency at load 0.7, %s / %s", twos[two], ones[one]);
        }
}

const struct claim_rule claims_injection[] = {
    {"6", "The method performs better if it is able to distinguish destination buffers and transit buffers",
     "buffer-limit", distinguished, NULL},
    {"6",
     "Packet latency: smallest with BufferLimitTrans 2, then 4, then 6, and much less than in the regular case under "
     "heavy traffic",
     "figure-07", packet_order, NULL},
    {"6", "Packet latency increases linearly under balanced injection, nonlinearly in the regular case", "figure-07",
     growth, NULL},
    {"6",
     "FIFO: BufferLimitTrans 2 is too restrictive, worse than regular; 4 and 6 do not increase the message latency",
     "figure-08", too_restrictive, NULL},
    {"6", "alpha = 8: BufferLimitTrans 2 restricts injection too much, 4 and 6 show a significant gain in performance",
     "figure-09", restricted_alpha, NULL},
    {"6",
     "Without alpha scheduling: a maximum of 78% utilization in the regular case, 85% with balanced injection, a 10% "
     "increase",
     "figure-10 saturation", utilisation, utilisation_reason},
    {"6",
     "With or without alpha scheduling, the primary impact of balanced injection is to increase the attainable "
     "throughput, along with a slight improvement in latency",
     "figure-10", primary_impact, NULL},
    {"6",
     "Alpha scheduling significantly improves the message latency, with an additional slight improvement in "
     "attainable throughput",
     "figure-10", alpha_on_top, NULL},
    {"6",
     "Together, balanced injection and alpha scheduling provide significant improvements in both message latency and "
     "attainable throughput",
     "figure-10", together, NULL},
    {0}};

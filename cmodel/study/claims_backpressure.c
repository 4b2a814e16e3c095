/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 4: backpressure and hot spots.
 */
#include "claims_internal.h"

static const char independent[] = "independent.throughput";
static const char packet_latency[] = "independent.packet_latency.mean_cycles";
static const char message_latency[] = "independent.message_latency.mean_cycles";

enum kind { NONE, MESSAGE, DESTINATION };
static const char *const kinds[] = {"no backpressure", "message backpressure", "destination backpressure"};

/* Of both workloads: the experiment, and the highest load at which it is below saturation without hot spots. */
static const struct {
    const char *name, *experiment;
    double below_saturation;
} workloads[] = {{"wk1-5", "figure-01", 0.9}, {"wk30", "figure-03", 0.7}};

static struct claims_line with(const struct sweep *s, const char *experiment, enum kind kind, const char *spots)
{
    char name[80];

    snprintf(name, sizeof name, "%s, %s", kinds[kind], spots);
    return claims_line(s, experiment, name);
}

/* What independent nodes attain under a flood, as share of what they attain without flood and backpressure. */
static struct figure flood_ratio(const struct sweep *s, const char *experiment, enum kind kind)
{
    return claims_most_ratio(with(s, experiment, kind, "hot spots"), with(s, experiment, NONE, "no hot spots"),
                             independent);
}

static void small_difference(const struct sweep *s, struct claim *c)
{
    for (int w = 0; w < 2; w++)
        for (enum kind kind = MESSAGE; kind <= DESTINATION; kind++) {
            struct claims_line a = with(s, workloads[w].experiment, kind, "no hot spots");
            struct claims_line b = with(s, workloads[w].experiment, NONE, "no hot spots");
            struct claims_range range = {a, b, message_latency, 0, workloads[w].below_saturation, 0};
            claim_add(c, claims_most_ratio(a, b, independent), READ_SMALL, "%s: attainable throughput, %s / none",
                      workloads[w].name, kinds[kind]);
            claim_add_range(c, range, READ_SMALL, "%s: message latency, %s / none", workloads[w].name, kinds[kind]);
        }
}

static void less_than_half(const struct sweep *s, struct claim *c)
{
    char spots[40];

    for (int number = 2; number <= 4; number++) {
        snprintf(spots, sizeof spots, "random:%d:{placement}", number);
        claim_add(c,
                  claims_ratio_at(claims_line(s, "hot-spots", "hot spots"), claims_line(s, "hot-spots", "no hot spots"),
                                  spots, independent),
                  READ_NOT_NEARLY_SO_MUCH, "%d hot spots: throughput at load 1 / that without hot spots", number);
    }
}

static void message_gain(const struct sweep *s, struct claim *c)
{
    struct figure none = flood_ratio(s, "figure-01", NONE), message = flood_ratio(s, "figure-01", MESSAGE);
    struct figure destination = flood_ratio(s, "figure-01", DESTINATION);
    struct figure gain = figure_difference(&message, &none);
    struct figure whole = figure_difference(&destination, &none);

    claim_add(c, figure_ratio(&message, &none), READ_SIGNIFICANTLY_MORE, "attainable throughput, message / none");
    claim_add(c, figure_ratio(&gain, &whole), READ_NOT_NEARLY_SO_MUCH,
              "gain by message backpressure / gain by destination backpressure");
}

static void shares(const struct sweep *s, struct claim *c)
{
    claim_print(c,
                "Of the attainable throughput without hot spots there is left: %s with none, %s with message, %s "
                "with destination backpressure.",
                claims_said(flood_ratio(s, "figure-01", NONE)).text,
                claims_said(flood_ratio(s, "figure-01", MESSAGE)).text,
                claims_said(flood_ratio(s, "figure-01", DESTINATION)).text);
}

static void nearly_ideal(const struct sweep *s, struct claim *c)
{
    for (int w = 0; w < 2; w++)
        claim_add(c, flood_ratio(s, workloads[w].experiment, DESTINATION), READ_VERY_NEARLY,
                  "%s: attainable throughput / that without hot spots and backpressure", workloads[w].name);
    struct claims_range range = {with(s, "figure-02", DESTINATION, "hot spots"),
                                 with(s, "figure-02", NONE, "no hot spots"),
                                 packet_latency,
                                 0,
                                 0.8,
                                 0};
    claim_add_range(c, range, READ_SMALL, "wk1-5: packet latency / that without hot spots");
}

static void bounded(const struct sweep *s, struct claim *c)
{
    for (enum kind kind = NONE; kind <= DESTINATION; kind++) {
        struct claims_range range = {with(s, "figure-02", kind, "hot spots"),
                                     with(s, "figure-02", NONE, "no hot spots"),
                                     packet_latency,
                                     0,
                                     0.8,
                                     kind != DESTINATION};
        claim_add_range(c, range, kind == DESTINATION ? READ_BOUNDED : READ_NOT_BOUNDED,
                        "%s: packet latency / that without hot spots", kinds[kind]);
    }
}

static void single_packets(const struct sweep *s, struct claim *c)
{
    static const char *const loads[] = {"0.4", "0.8"};
    struct claims_line message = claims_line(s, "single-packets", kinds[MESSAGE]),
                       none = claims_line(s, "single-packets", kinds[NONE]);

    for (int i = 0; i < 2; i++) {
        claim_add(c, claims_ratio_at(message, none, loads[i], "packets.delivered"), READ_SAME,
                  "packets delivered at load %s, message / none", loads[i]);
        claim_add(c, claims_ratio_at(message, none, loads[i], packet_latency), READ_SAME,
                  "packet latency at load %s, message / none", loads[i]);
    }
}

static void longer_messages(const struct sweep *s, struct claim *c)
{
    struct figure shorter = flood_ratio(s, "figure-01", MESSAGE), longer = flood_ratio(s, "figure-03", MESSAGE);
    struct claims_line message = with(s, "figure-03", MESSAGE, "hot spots"),
                       destination = with(s, "figure-03", DESTINATION, "hot spots");
    struct claims_range range = {message, destination, message_latency, 0, 0.7, 0};

    claim_add(c, figure_ratio(&longer, &shorter), READ_MUCH_MORE,
              "share of the attainable throughput left with message backpressure, wk30 / wk1-5");
    claim_add(c, claims_most_ratio(message, destination, independent), READ_SIGNIFICANTLY_LESS,
              "wk30: attainable throughput, message / destination");
    claim_add_range(c, range, READ_SIGNIFICANTLY_MORE, "wk30: message latency, message / destination");
}

static void longer_reason(const struct sweep *s, struct claim *c)
{
    static const char used[] = "buffers.mean_used";

    claim_print(
        c,
        "Packets that a switch holds at load 0.8: %s on wk1-5 with message backpressure, %s on wk30, %s on wk30 with destination "
        "backpressure. Share of the attainable throughput that is left: message backpressure %s on wk30 and %s on wk1-5, "
        "destination backpressure %s on wk30.",
        claims_said(claims_line_at(with(s, "figure-01", MESSAGE, "hot spots"), "0.8", used)).text,
        claims_said(claims_line_at(with(s, "figure-03", MESSAGE, "hot spots"), "0.8", used)).text,
        claims_said(claims_line_at(with(s, "figure-03", DESTINATION, "hot spots"), "0.8", used)).text,
        claims_said(flood_ratio(s, "figure-03", MESSAGE)).text, claims_said(flood_ratio(s, "figure-01", MESSAGE)).text,
        claims_said(flood_ratio(s, "figure-03", DESTINATION)).text);
}

static void few_percent(const struct sweep *s, struct claim *c)
{
    for (int w = 0; w < 2; w++)
        for (enum kind kind = NONE; kind <= MESSAGE; kind++)
            claim_add(c,
                      claims_most_ratio(with(s, workloads[w].experiment, DESTINATION, "no hot spots"),
                                        with(s, workloads[w].experiment, kind, "no hot spots"), independent),
                      READ_LESS_BY_A_FEW_PERCENT, "%s: attainable throughput, destination / %s", workloads[w].name,
                      kinds[kind]);
}

/* Share of the runs at a load that are stuck, which end before their time. It is counted, not measured: no interval. */
static struct figure stuck(struct claims_line line, const char *load, double whole)
{
    struct figure f = claims_line_at(line, load, "cycles");
    double share = 0;

    for (int i = 0; i < f.count; i++)
        share += (f.value[i] < whole) / (double)f.count;
    for (int i = 0; i < f.count; i++)
        f.value[i] = share;
    return f;
}

static void deadlock(const struct sweep *s, struct claim *c)
{
    static const char *const loads[] = {"0.1", "0.2"};
    struct claims_line on = claims_line(s, "deadlock", "with the deadlock rule"),
                       off = claims_line(s, "deadlock", "without the deadlock rule");
    struct figure longest = claims_line_most(on, "cycles");
    double whole = figure_estimate(&longest).mean;

    for (int i = 0; i < 2; i++) {
        claim_add(c, stuck(off, loads[i], whole), READ_MOST_RUNS,
                  "without the rule: deadlocked runs of %.0f cycles at load %s / all", whole, loads[i]);
        claim_add(c, stuck(on, loads[i], whole), READ_NO_RUN, "with the rule: deadlocked runs at load %s / all",
                  loads[i]);
    }
}

const struct claim_rule claims_backpressure[] = {
    {"4",
     "Without flow control, long messages deadlock the network even under very light loads; the buffer allocation "
     "scheme prevents it",
     "deadlock", deadlock, NULL},
    {"4", "Without hot-spot traffic, the performance difference between the three types of flow control is small",
     "figure-01 figure-03", small_difference, NULL},
    {"4",
     "With hot spots and no flow control, the attainable throughput among the independent nodes is less than half its "
     "normal performance",
     "hot-spots", less_than_half, NULL},
    {"4",
     "Message-based backpressure increases the throughput significantly, but not nearly so much as destination-based "
     "backpressure",
     "figure-01", message_gain, shares},
    {"4",
     "With destination-based backpressure the throughput is very nearly the ideal without hot spots; the independent "
     "nodes are affected very little",
     "figure-01 figure-02 figure-03", nearly_ideal, NULL},
    {"4", "Only destination-based backpressure keeps the packet latency of independent nodes bounded up to 80% of load",
     "figure-02", bounded, NULL},
    {"4", "With only single-packet messages, message-based backpressure does not perform any flow control at all",
     "single-packets", single_packets, NULL},
    {"4",
     "With 30-packet messages, message-based backpressure works much better than with short ones, but is still "
     "significantly inferior to destination-based backpressure",
     "figure-01 figure-03", longer_messages, longer_reason},
    {"4",
     "Without hot spots, destination-based backpressure reduces the throughput by a few percent compared to "
     "message-based or no backpressure",
     "figure-01 figure-03", few_percent, NULL},
    {0}};

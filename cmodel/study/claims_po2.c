/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of the PO2 paper: strategies of routing in a hexagonal mesh, under single packets and under bursts.
 */
#include "claims_internal.h"
#include "po2.h"

static const char packet_latency[] = "packet_latency.mean_cycles", message_latency[] = "message_latency.mean_cycles";
static const char normalized[] = "normalized_message_latency.mean_cycles", internal[] = "link_busy.mean";
static const char pe[] = "pe_port_occupied.mean";
static const char spread[] = "message_spread.mean_switches", spread_waiting[] = "message_spread.mean_waiting";
static const char queued[] = "mean_queued_packets", held[] = "buffers.mean_used";

enum strategy { DETERMINISTIC, BEST, DEROUTING, STRATEGIES };
static const char *const strategies[] = {"deterministic", "best paths", "derouting"};

/* Share of long messages, figures of normalized message latency, packet latency and ports. */
static const struct burst {
    const char *words, *message, *packet, *ports, *internal;
} bursts[] = {{"10% long", "po2-figure-06", "po2-figure-07", "po2-figure-08-pe", "po2-figure-08-internal"},
              {"80% long", "po2-figure-09", "po2-figure-10", "po2-figure-11-pe", "po2-figure-11-internal"}};
enum { OVERHEAD = 100 /* of a PE port, cycles a packet */ };

static struct claims_line of(const struct sweep *s, const char *experiment, enum strategy strategy)
{
    return claims_line(s, experiment, strategies[strategy]);
}

/* The curve "<strategy>, <what>". */
static struct claims_line with(const struct sweep *s, const char *experiment, enum strategy strategy, const char *what)
{
    char name[80];

    snprintf(name, sizeof name, "%s, %s", strategies[strategy], what);
    return claims_line(s, experiment, name);
}

/* Section 4: single packets --------------------------------------------------------------------------------------- */

static void indistinguishable(const struct sweep *s, struct claim *c)
{
    static const struct {
        const char *words, *experiment, *path;
    } latencies[] = {{"message", "po2-figure-02-message", message_latency},
                     {"packet", "po2-figure-02-packet", packet_latency}};

    for (int i = 0; i < 2; i++)
        for (enum strategy other = BEST; other < STRATEGIES; other++) {
            const char *name = latencies[i].experiment;
            struct claims_range range = {of(s, name, other), of(s, name, DETERMINISTIC), latencies[i].path, 0, 1, 0};
            claim_add_range(c, range, READ_INDISTINGUISHABLE, "%s latency, %s / deterministic", latencies[i].words,
                            strategies[other]);
        }
}

static void internal_95(const struct sweep *s, struct claim *c)
{
    static const char name[] = "po2-figure-03-internal";

    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_add(c, claims_line_at(of(s, name, i), "0.95", internal), i == DEROUTING ? READ_AT_55 : READ_AT_44,
                  "internal utilisation at load 0.95, %s", strategies[i]);
    claim_add(c, claims_ratio_at(of(s, name, BEST), of(s, name, DETERMINISTIC), "0.95", internal), READ_EQUAL,
              "internal utilisation at load 0.95, best paths / deterministic");
}

static void internal_95_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c,
                "PE ports are occupied %s of the time with derouting, and carry %s of their capacity in these cycles.",
                claims_said(claims_line_at(of(s, "po2-figure-03-internal", DEROUTING), "0.95", pe)).text,
                claims_said(claims_line_at(of(s, "po2-figure-03-internal", DEROUTING), "0.95", "throughput")).text);
}

static void without_overhead(const struct sweep *s, struct claim *c)
{
    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_add(c, claims_line_most(of(s, "po2-figure-04-internal", i), internal),
                  i == DEROUTING ? READ_AT_80 : READ_ABOUT_60, "highest internal utilisation, %s", strategies[i]);
}

/* The paper's formula for internal utilisation, section 3: utilisation of PE ports times the mean path, over 6s. For
 * each seed. */
static struct figure carried(struct claims_line line, const char *load, const struct po2 *model)
{
    struct figure ports = claims_line_at(line, load, pe), path = claims_line_at(line, load, "mean_path_hops");

    return figure_scaled(figure_product(&ports, &path), 1 / (6 * model->ratio));
}

/* The model's utilisation of internal ports, given the measured one of PE ports. For each seed. */
static struct figure predicted(struct claims_line line, const char *load, const struct po2 *model)
{
    struct figure ports = claims_line_at(line, load, pe);

    for (int i = 0; i < ports.count; i++) {
        double was = po2_internal(model, fmin(ports.value[i] - ports.moved[i], 1));
        ports.value[i] = po2_internal(model, fmin(ports.value[i], 1));
        ports.moved[i] = ports.value[i] - was;
    }
    return ports;
}

static const struct {
    const char *words, *experiment;
    int overhead;
} systems[] = {{"with overhead", "po2-figure-03-internal", OVERHEAD}, {"without", "po2-figure-04-internal", 0}};
static const char *const loads[] = {"0.5", "0.95"};

/* Measured internal utilisation divided by that which predict() works out. */
static void against(const struct sweep *s, struct claim *c,
                    struct figure (*predict)(struct claims_line line, const char *load, const struct po2 *model),
                    enum claims_reading reading, const char *words)
{
    for (int i = 0; i < 2; i++)
        for (enum strategy strategy = DETERMINISTIC; strategy < STRATEGIES; strategy++)
            for (int l = 0; l < 2; l++) {
                struct po2 model = {6, po2_ratio(systems[i].overhead), strategy == DEROUTING};
                struct claims_line line = of(s, systems[i].experiment, strategy);
                struct figure is = claims_line_at(line, loads[l], internal), said = predict(line, loads[l], &model);
                claim_add(c, figure_ratio(&is, &said), reading, "%s, %s, load %s: internal utilisation / %s",
                          systems[i].words, strategies[strategy], loads[l], words);
            }
}

static void formula(const struct sweep *s, struct claim *c)
{
    against(s, c, carried, READ_EQUAL, "formula");
}

static void path(const struct sweep *s, struct claim *c)
{
    for (enum strategy strategy = DETERMINISTIC; strategy < DEROUTING; strategy++)
        for (int l = 0; l < 2; l++) {
            struct figure hops = claims_line_at(of(s, "po2-figure-04-internal", strategy), loads[l], "mean_path_hops");
            claim_add(c, figure_scaled(hops, 3 / 11.0), READ_EQUAL, "E6, %s, load %s: mean path / (2n - 1)/3",
                      strategies[strategy], loads[l]);
        }
    for (int edge = 12; edge <= 13; edge++) {
        struct po2 minimal = {edge, po2_ratio(OVERHEAD), 0};
        claim_add(c, claims_counted(po2_attainable(&minimal)), edge == 12 ? READ_COUNTED : READ_BOTTLENECK,
                  "E%d in the model: attainable utilisation of PE ports", edge);
    }
}

static void model(const struct sweep *s, struct claim *c)
{
    against(s, c, predicted, READ_AGREES, "model");
}

static const char *const edges[] = {"6", "7", "8", "9"};
enum { EDGES = sizeof edges / sizeof *edges };

/* Curves of po2-saturated after their strategy's name, and their words in a condition. */
static const char at_once[] = "class rule", pause_80[] = "pause", roomy[] = "128 buffers";
static const struct {
    const char *curve, *words;
} retries[] = {{at_once, "PEs retry at once"}, {pause_80, "PEs pause for 80 cycles"}};

static void attain(const struct sweep *s, struct claim *c, enum strategy strategy, int edge, const char *curve,
                   const char *words)
{
    struct po2 po2 = {6 + edge, 1, strategy == DEROUTING};
    struct figure f = claims_line_at(with(s, "po2-saturated", strategy, curve), edges[edge], "throughput");

    claim_add(c, figure_scaled(f, 1 / po2_attainable(&po2)), READ_AGREES,
              "E%s, %s, %s: throughput at load 1.2 / attainable in the model", edges[edge], strategies[strategy],
              words);
}

static void attainable(const struct sweep *s, struct claim *c)
{
    for (int r = 0; r < 2; r++)
        for (enum strategy strategy = BEST; strategy < STRATEGIES; strategy++)
            for (int e = 0; e < EDGES; e++)
                attain(s, c, strategy, e, retries[r].curve, retries[r].words);
    for (int e = 0; e < EDGES; e++)
        attain(s, c, DEROUTING, e, roomy, "128 buffers");
}

/* A figure of a curve, for all fabrics. */
static void print_edges(const struct sweep *s, struct claim *c, enum strategy strategy, const char *curve,
                        const char *path)
{
    for (int e = 0; e < EDGES; e++)
        claim_print(c, "%s E%s %s", e ? "," : "", edges[e],
                    claims_said(claims_line_at(with(s, "po2-saturated", strategy, curve), edges[e], path)).text);
}

static void attainable_reason(const struct sweep *s, struct claim *c)
{
    static const char *const curves[] = {at_once, "no class rule", pause_80, "pause, no class rule", roomy};

    claim_print(c, "All of these with the class rule. Throughputs of best paths:");
    print_edges(s, c, BEST, at_once, "throughput");
    claim_print(c, "; without the class rule");
    print_edges(s, c, BEST, "no class rule", "throughput");
    claim_print(c, ". Derouting, where PEs retry at once:");
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        if (i)
            claim_print(c, "; %s:", curves[i]);
        print_edges(s, c, DEROUTING, curves[i], "throughput");
    }
    claim_print(
        c, ". The model knows no buffers: none of its packets is refused. Share of the time of a link that goes into "
           "refused attempts, with derouting, where PEs retry at once:");
    print_edges(s, c, DEROUTING, at_once, "link_wasted.mean");
    claim_print(c, "; with a pause:");
    print_edges(s, c, DEROUTING, pause_80, "link_wasted.mean");
    claim_print(c, "; packets that a switch with 20 buffers holds, at once:");
    print_edges(s, c, DEROUTING, at_once, held);
    claim_print(c, ". With all packets accepted a link carries 160 bytes in 164 cycles, 97.6%%.");
}

static void large(const struct sweep *s, struct claim *c)
{
    for (int e = 0; e < EDGES; e++)
        claim_add(c,
                  claims_ratio_at(with(s, "po2-saturated", DEROUTING, at_once), with(s, "po2-saturated", BEST, at_once),
                                  edges[e], "throughput"),
                  e ? READ_LESS : READ_INDISTINGUISHABLE, "E%s: throughput at load 1.2, derouting / best paths",
                  edges[e]);
}

/* Table 1: what PE ports can attain of their time, per cent, in E6 to E12. */
enum { TABLE_EDGES = 7 };
static const struct {
    const char *words;
    int overhead, derouting;
    double percent[TABLE_EDGES];
} table_1[] = {{"minimal, PE ports with overhead", OVERHEAD, 0, {100, 100, 100, 100, 100, 100, 100}},
               {"derouting, PE ports with overhead", OVERHEAD, 1, {100, 100, 100, 96.5, 86.0, 77.4, 70.5}},
               {"minimal, without", 0, 0, {100, 100, 100, 100, 94.7, 85.7, 78.3}},
               {"derouting, without", 0, 1, {100, 97.7, 83.9, 73.5, 65.5, 59.0, 53.7}}};

static void attainable_table(const struct sweep *s, struct claim *c)
{
    (void)s;
    for (size_t i = 0; i < sizeof table_1 / sizeof *table_1; i++)
        for (int e = 0; e < TABLE_EDGES; e++) {
            struct po2 po2 = {6 + e, po2_ratio(table_1[i].overhead), table_1[i].derouting};
            claim_add(c, claims_counted(100 * po2_attainable(&po2) / table_1[i].percent[e]), READ_EQUAL,
                      "E%d, %s: attainable in the model over %g%%", 6 + e, table_1[i].words, table_1[i].percent[e]);
        }
}

/* Per cent of the time that internal ports are busy when PE ports are as busy as they can be. */
static const struct {
    int edge, overhead, derouting;
    double percent;
} at_most[] = {{6, OVERHEAD, 0, 47}, {6, OVERHEAD, 1, 57}, {6, 0, 0, 61}, {6, 0, 1, 81},
               {8, OVERHEAD, 0, 63}, {8, OVERHEAD, 1, 88}, {8, 0, 0, 83}, {8, 0, 1, 100}};

static void internal_at_most(const struct sweep *s, struct claim *c)
{
    (void)s;
    for (size_t i = 0; i < sizeof at_most / sizeof *at_most; i++) {
        struct po2 po2 = {at_most[i].edge, po2_ratio(at_most[i].overhead), at_most[i].derouting};
        claim_add(c, claims_counted(100 * po2_internal(&po2, po2_attainable(&po2)) / at_most[i].percent), READ_NEAR,
                  "E%d, %s, PE ports %s overhead: internal utilisation in the model over %g%%", at_most[i].edge,
                  at_most[i].derouting ? "derouting" : "minimal", at_most[i].overhead ? "with" : "without",
                  at_most[i].percent);
    }
}

static void asymptotic(const struct sweep *s, struct claim *c)
{
    (void)s;
    for (int overhead = 0; overhead <= OVERHEAD; overhead += OVERHEAD) {
        struct po2 minimal = {12, po2_ratio(overhead), 0}, derouting = {12, po2_ratio(overhead), 1};
        claim_add(c, claims_counted((1 - po2_attainable(&derouting) / po2_attainable(&minimal)) / 0.3), READ_NEAR,
                  "E12, PE ports %s overhead: decrease in the model over 30%%", overhead ? "with" : "without");
    }
}

/* Section 5: bursts ----------------------------------------------------------------------------------------------- */

/* The three strategies in the order of a latency, from load 0.3 on: there is hardly any difference below. */
static void order(const struct sweep *s, struct claim *c, const enum strategy *first, int packets)
{
    const char *path = packets ? packet_latency : normalized;
    const char *words = packets ? "packet latency" : "normalized message latency";

    for (int b = 0; b < 2; b++)
        for (int i = 0; i < 2; i++) {
            const char *experiment = packets ? bursts[b].packet : bursts[b].message;
            struct claims_range range = {
                of(s, experiment, first[i]), of(s, experiment, first[i + 1]), path, 0.3, 0.67, 0};
            claim_add_range(c, range, READ_LESS, "%s: %s, %s / %s", bursts[b].words, words, strategies[first[i]],
                            strategies[first[i + 1]]);
        }
}

static void message_order(const struct sweep *s, struct claim *c)
{
    static const enum strategy first[] = {DEROUTING, BEST, DETERMINISTIC};

    order(s, c, first, 0);
}

static void packet_order(const struct sweep *s, struct claim *c)
{
    static const enum strategy first[] = {DETERMINISTIC, BEST, DEROUTING};

    order(s, c, first, 1);
}

/* A latency of the three strategies at load 0.67. */
static void print_three(const struct sweep *s, struct claim *c, const char *experiment, const char *path,
                        const char *rule)
{
    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_print(
            c, "%s %s %s", i ? "," : "", strategies[i],
            claims_said(claims_line_at(rule ? with(s, experiment, i, rule) : of(s, experiment, i), "0.67", path)).text);
}

static void latencies_reason(const struct sweep *s, struct claim *c, const char *path, const char *words)
{
    claim_print(c, "%s at load 0.67, cycles:", words);
    for (int b = 0; b < 2; b++) {
        char rule[40];
        snprintf(rule, sizeof rule, "%s, class rule", bursts[b].words);
        claim_print(c, "%s with %s messages", b ? ";" : "", bursts[b].words);
        print_three(s, c, bursts[b].message, path, NULL);
        claim_print(c, "; with the class rule");
        print_three(s, c, "po2-class-rule", path, rule);
    }
    claim_print(c, ".");
}

static void message_reason(const struct sweep *s, struct claim *c)
{
    latencies_reason(s, c, normalized, "Normalized message latency");
}

static void packet_reason(const struct sweep *s, struct claim *c)
{
    latencies_reason(s, c, packet_latency, "Packet latency");
}

/* Runs that begin longer than those of the figures. */
static struct figure in_long_runs(const struct sweep *s, enum strategy strategy, const char *path)
{
    static const char *const routing[] = {"deterministic", "adaptive", "derouting"};

    return claims_line_at(claims_line(s, "po2-utilisation", "10% long messages"), routing[strategy], path);
}

static void ports_67(const struct sweep *s, struct claim *c)
{
    static const enum claims_reading readings_of[] = {READ_AT_77, READ_AT_73, READ_AT_69};

    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_add(c, in_long_runs(s, i, pe), readings_of[i], "PE utilisation at load 0.67, %s", strategies[i]);
    for (enum strategy i = BEST; i < STRATEGIES; i++) {
        struct figure more = in_long_runs(s, i, pe), less = in_long_runs(s, i - 1, pe);
        claim_add(c, figure_ratio(&more, &less), READ_LESS, "PE utilisation at load 0.67, %s / %s", strategies[i],
                  strategies[i - 1]);
    }
}

static void ports_67_reason(const struct sweep *s, struct claim *c)
{
    claim_print(c, "Throughputs:");
    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_print(c, "%s %s %s", i ? "," : "", strategies[i], claims_said(in_long_runs(s, i, "throughput")).text);
    claim_print(c, ". In the runs of the figure PE ports are occupied");
    print_three(s, c, bursts[0].ports, pe, NULL);
    claim_print(c, ", and throughputs are");
    print_three(s, c, bursts[0].ports, "throughput", NULL);
    claim_print(c, ".");
}

static void outside(const struct sweep *s, struct claim *c)
{
    for (int b = 0; b < 2; b++)
        for (enum strategy i = BEST; i < STRATEGIES; i++) {
            struct claims_line more = of(s, bursts[b].message, i), less = of(s, bursts[b].message, i - 1);
            claim_add(c, claims_ratio_at(more, less, "0.67", queued), READ_LESS,
                      "%s: packets that wait in PEs at load 0.67, %s / %s", bursts[b].words, strategies[i],
                      strategies[i - 1]);
            claim_add(c, claims_ratio_at(more, less, "0.67", held), READ_MORE,
                      "%s: packets in switches at load 0.67, %s / %s", bursts[b].words, strategies[i],
                      strategies[i - 1]);
        }
}

/* The effect of derouting at 80% over that at 10%. */
static struct figure grown(const struct sweep *s, enum strategy other, const char *load, const char *path)
{
    struct figure ratio[2];

    for (int b = 0; b < 2; b++)
        ratio[b] = claims_ratio_at(of(s, bursts[b].message, DEROUTING), of(s, bursts[b].message, other), load, path);
    return figure_ratio(&ratio[1], &ratio[0]);
}

static void pronounced(const struct sweep *s, struct claim *c)
{
    static const char *const at[] = {"0.3", "0.5", "0.67"};

    for (enum strategy other = DETERMINISTIC; other < DEROUTING; other++)
        for (int l = 0; l < 3; l++) {
            claim_add(c, grown(s, other, at[l], normalized), READ_LESS,
                      "normalized message latency, load %s, derouting / %s: 80%% / 10%% long", at[l],
                      strategies[other]);
            claim_add(c, grown(s, other, at[l], packet_latency), READ_MORE,
                      "packet latency, load %s, derouting / %s: 80%% / 10%% long", at[l], strategies[other]);
        }
}

static void above_pe(const struct sweep *s, struct claim *c)
{
    static const char *const at[] = {"0.67", "0.75", "0.85"};

    for (int b = 0; b < 2; b++)
        for (int l = 0; l < 3; l++) {
            struct claims_line line = of(s, bursts[b].internal, DEROUTING);
            struct figure inside = claims_line_at(line, at[l], internal), ports = claims_line_at(line, at[l], pe);
            claim_add(c, figure_ratio(&inside, &ports), READ_MORE, "%s, load %s, derouting: internal / PE utilisation",
                      bursts[b].words, at[l]);
        }
}

/* Sections 2 and 6: backpressure, deadlock, scheduling ------------------------------------------------------------ */

static void worth_it(const struct sweep *s, struct claim *c)
{
    for (int b = 0; b < 2; b++)
        for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++) {
            char on[40], off[40];
            snprintf(on, sizeof on, "%s, backpressure", bursts[b].words);
            snprintf(off, sizeof off, "%s, none", bursts[b].words);
            struct claims_range range = {
                with(s, "po2-backpressure", i, on), with(s, "po2-backpressure", i, off), normalized, 0.3, 0.67, 0};
            claim_add_range(c, range, READ_LESS, "%s, %s: normalized message latency, backpressure / none",
                            bursts[b].words, strategies[i]);
            claim_add(c, claims_ratio_at(range.b, range.a, "0.85", "throughput"), READ_LESS,
                      "%s, %s: throughput at load 0.85, none / backpressure", bursts[b].words, strategies[i]);
        }
}

static void worth_it_reason(const struct sweep *s, struct claim *c)
{
    claim_print(
        c, "Throughput at load 0.85 and, in brackets, packets that a switch holds, without and with backpressure:");
    for (int b = 0; b < 2; b++)
        for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
            for (int on = 0; on < 2; on++) {
                char name[40];
                snprintf(name, sizeof name, "%s, %s", bursts[b].words, on ? "backpressure" : "none");
                struct claims_line line = with(s, "po2-backpressure", i, name);
                if (!on)
                    claim_print(c, "%s %s, %s,", b + (int)i ? ";" : "", bursts[b].words, strategies[i]);
                claim_print(c, "%s %s (%s)", on ? " and" : "",
                            claims_said(claims_line_at(line, "0.85", "throughput")).text,
                            claims_said(claims_line_at(line, "0.85", held)).text);
            }
    claim_print(c, ".");
}

static void gain(const struct sweep *s, struct claim *c)
{
    struct claims_range single = {
        of(s, "po2-figure-02-message", DEROUTING), of(s, "po2-figure-02-message", BEST), normalized, 0, 1, 0};

    claim_add_range(c, single, READ_NO_SIGNIFICANT_ADVANTAGE,
                    "single packets: message latency, derouting / best paths");
    for (int b = 0; b < 2; b++) {
        struct claims_range range = {
            of(s, bursts[b].message, DEROUTING), of(s, bursts[b].message, BEST), normalized, 0.5, 0.67, 0};
        claim_add_range(c, range, READ_SIGNIFICANTLY_LESS, "%s: normalized message latency, derouting / best paths",
                        bursts[b].words);
    }
}

/* Attempts of PEs for each packet that is accepted, those that backpressure refuses and no others. */
static struct figure held_back(struct claims_line line, const char *load)
{
    struct figure refused = claims_line_at(line, load, "attempts_of_pes.backpressure");
    struct figure accepted = claims_line_at(line, load, "attempts_of_pes.accepted");

    struct figure attempts = figure_ratio(&refused, &accepted);

    for (int i = 0; i < attempts.count; i++)
        attempts.value[i]++; /* the one that is accepted */
    return attempts;
}

static void efficacy(const struct sweep *s, struct claim *c)
{
    for (int b = 0; b < 2; b++)
        for (enum strategy i = BEST; i < STRATEGIES; i++) {
            struct claims_line more = of(s, bursts[b].message, i), less = of(s, bursts[b].message, i - 1);
            struct figure refusals = held_back(more, "0.67"), usual = held_back(less, "0.67");
            claim_add(c, claims_ratio_at(more, less, "0.67", spread), READ_MORE,
                      "%s: switches that hold packets of a message at load 0.67, %s / %s", bursts[b].words,
                      strategies[i], strategies[i - 1]);
            claim_add(c, claims_ratio_at(more, less, "0.67", spread_waiting), READ_MORE,
                      "%s: switches in which one waits, %s / %s", bursts[b].words, strategies[i], strategies[i - 1]);
            claim_add(c, figure_ratio(&refusals, &usual), READ_LESS,
                      "%s: attempts for each injection, backpressure alone refusing, %s / %s", bursts[b].words,
                      strategies[i], strategies[i - 1]);
        }
}

static void efficacy_reason(const struct sweep *s, struct claim *c)
{
    static const struct {
        const char *words, *path;
    } figures[] = {{"Switches that hold packets of a message at a time, mean over those in the fabric,", spread},
                   {"; the most of any message", "message_spread.max_switches"},
                   {"; switches in which a packet of it waits", spread_waiting}};

    for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
        claim_print(c, "%s at load 0.67", figures[f].words);
        for (int b = 0; b < 2; b++) {
            claim_print(c, "%s with %s messages", b ? ";" : "", bursts[b].words);
            print_three(s, c, bursts[b].message, figures[f].path, NULL);
        }
    }
    claim_print(c, ".");
}

/* Cycles of a run that nothing ends before. */
static double whole_run(const struct sweep *s)
{
    double whole = 0;

    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++) {
        struct figure longest = claims_line_most(of(s, "po2-deadlock", i), "cycles");
        whole = fmax(whole, figure_estimate(&longest).mean);
    }
    return whole;
}

/*
 * Share of the sizes of buffers at which a seed's run comes to a standstill. @param whole  cycles of one that does not
 */
static struct figure stuck(struct claims_line line, double whole)
{
    struct figure share = {0};

    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++) {
        struct figure cycles = claims_line_at(line, line.experiment->values[v], "cycles");
        share.count = cycles.count;
        for (int i = 0; i < cycles.count; i++)
            share.value[i] += (cycles.value[i] < whole) / (double)line.experiment->value_count;
    }
    return share;
}

static void risk(const struct sweep *s, struct claim *c)
{
    double whole = whole_run(s);
    struct figure derouting = stuck(of(s, "po2-deadlock", DEROUTING), whole);

    for (enum strategy other = DETERMINISTIC; other < DEROUTING; other++) {
        struct figure usual = stuck(of(s, "po2-deadlock", other), whole);
        claim_add(c, figure_difference(&derouting, &usual), READ_RISES,
                  "deadlocked runs of %.0f cycles / all, derouting less %s", whole, strategies[other]);
    }
}

static void risk_reason(const struct sweep *s, struct claim *c)
{
    double whole = whole_run(s);

    claim_print(c, "Share of the runs with 6 to 20 buffers that end in deadlock:");
    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_print(c, "%s %s %s", i ? "," : "", strategies[i],
                    claims_said(stuck(of(s, "po2-deadlock", i), whole)).text);
    claim_print(c, "; without backpressure");
    for (enum strategy i = DETERMINISTIC; i < STRATEGIES; i++)
        claim_print(c, "%s %s %s", i ? "," : "", strategies[i],
                    claims_said(stuck(with(s, "po2-deadlock", i, "no backpressure"), whole)).text);
    claim_print(c, ".");
}

static void scheduled(const struct sweep *s, struct claim *c)
{
    for (enum strategy other = DETERMINISTIC; other < DEROUTING; other++) {
        struct claims_range range = {with(s, "po2-alpha", DEROUTING, "alpha 8"),
                                     with(s, "po2-alpha", other, "alpha 8"),
                                     normalized,
                                     0.3,
                                     0.67,
                                     0};
        claim_add_range(c, range, READ_DISAPPEARS, "alpha 8: normalized message latency, derouting / %s",
                        strategies[other]);
    }
}

static void scheduled_reason(const struct sweep *s, struct claim *c)
{
    static const char *const schedules[] = {"FIFO", "alpha 8"};

    claim_print(c, "Normalized message latency at load 0.67, cycles:");
    for (int i = 0; i < 2; i++) {
        claim_print(c, "%s %s", i ? ";" : "", schedules[i]);
        print_three(s, c, "po2-alpha", normalized, schedules[i]);
    }
    claim_print(c, ".");
}

const struct claim_rule claims_po2[] = {
    {"2", "Backpressure justifies the costs of its implementation", "po2-backpressure", worth_it, worth_it_reason},
    {"4",
     "Under uniform traffic of single packets the three strategies are virtually indistinguishable with respect to both "
     "message and packet latencies",
     "po2-figure-02-message po2-figure-02-packet", indistinguishable, NULL},
    {"4",
     "Under a traffic rate of 95% the minimal strategies yield an internal port utilization of 44%, and coincide; "
     "Derouting yields 55%",
     "po2-figure-03-internal", internal_95, internal_95_reason},
    {"4",
     "Without overhead of the PE ports the internal port utilization of Derouting reaches 80%, that of the others about 60%",
     "po2-figure-04-internal", without_overhead, NULL},
    {"4", "Internal utilization is that of the PE ports times the mean path, over 6s",
     "po2-figure-03-internal po2-figure-04-internal", formula, NULL},
    {"4",
     "Minimal strategies have a mean path of (2n - 1)/3; internal ports do not become their bottleneck until E13, with 469 nodes",
     "po2-figure-04-internal", path, NULL},
    {"4", "The analytic model agrees with the simulation of an E6", "po2-figure-03-internal po2-figure-04-internal",
     model, NULL},
    {"4",
     "What PE ports without overhead attain is that of the analytic model: 100%, with Derouting 97.7% in E7, 83.9% in E8, 73.5% in E9",
     "po2-saturated", attainable, attainable_reason},
    {"4", "Table 1: the utilization of PE ports that can be attained, in E6 to E12", "", attainable_table, NULL},
    {"4",
     "Internal ports are utilized up to 47% in an E6, 57% with Derouting, without PE overhead 61% and 81%; in an E8 63% and 88%, without 83%, "
     "and with Derouting fully",
     "", internal_at_most, NULL},
    {"4", "Derouting asymptotically decreases overall network throughput by about 30%", "", asymptotic, NULL},
    {"4", "Derouting decreases the throughput of large networks", "po2-saturated", large, NULL},
    {"5", "Derouting provides the best message latency, followed by Best Paths and finally Deterministic",
     "po2-figure-06 po2-figure-09 po2-class-rule", message_order, message_reason},
    {"5", "The packet latencies are in precisely the opposite order",
     "po2-figure-06 po2-figure-07 po2-figure-09 po2-figure-10 po2-class-rule", packet_order, packet_reason},
    {"5",
     "For 67% traffic with 10% long messages, the PE port utilization is 69% for Derouting, 73% for Best Paths and 77% for "
     "Deterministic",
     "po2-utilisation po2-figure-08-pe", ports_67, ports_67_reason},
    {"5", "The more adaptive strategies maintain fewer packets in the queue and more packets inside the interconnect",
     "po2-figure-06 po2-figure-09", outside, NULL},
    {"5", "This is even more pronounced with a higher percentage of long messages", "po2-figure-06 po2-figure-09",
     pronounced, NULL},
    {"5", "With Derouting, internal port utilization rises above that of the PE ports at high loads",
     "po2-figure-08-internal po2-figure-11-internal", above_pe, NULL},
    {"6",
     "Non-minimal routing has no significant advantage with uniform traffic; with bursts it yields a significant decrease "
     "in message latency",
     "po2-figure-02-message po2-figure-06 po2-figure-09", gain, NULL},
    {"6",
     "Adaptivity decreases the efficacy of backpressure because of the larger number of nodes that can be populated with "
     "packets from a particular message",
     "po2-figure-06 po2-figure-09", efficacy, efficacy_reason},
    {"6", "Derouting threatens network saturation and deadlock", "po2-deadlock", risk, risk_reason},
    {"6", "With messages scheduled by alpha = 8, and long and short ones mixed, the advantage of Derouting disappears",
     "po2-alpha", scheduled, scheduled_reason},
    {0}};

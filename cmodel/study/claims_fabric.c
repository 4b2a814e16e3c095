/* SPDX-License-Identifier: Apache-2.0
 *
 * Claims of section 2: the fabric.
 */
#include "claims_internal.h"

static const char independent[] = "independent.throughput";

static struct figure adaptive_gain(const struct sweep *s, const char *where)
{
    char adaptive[80], deterministic[80];

    snprintf(adaptive, sizeof adaptive, "adaptive, %s", where);
    snprintf(deterministic, sizeof deterministic, "deterministic, %s", where);
    return claims_most_ratio(claims_line(s, "routing", adaptive), claims_line(s, "routing", deterministic),
                             independent);
}

static void adaptive(const struct sweep *s, struct claim *c)
{
    static const char *const where[] = {"no hot spots", "hot spots, no backpressure", "hot spots, message backpressure",
                                        "hot spots, destination backpressure"};
    struct figure usual = adaptive_gain(s, where[0]), flooded = adaptive_gain(s, where[1]);

    for (int i = 0; i < 4; i++)
        claim_add(c, adaptive_gain(s, where[i]), READ_MORE, "attainable throughput, adaptive / deterministic, %s",
                  where[i]);
    claim_add(c, figure_difference(&flooded, &usual), READ_GROWS,
              "this ratio with hot spots and no backpressure, less that without hot spots");
}

/* What a flood costs the rest of the traffic. */
static struct figure flooded(const struct sweep *s, const char *routing, const char *path)
{
    char name[80];

    snprintf(name, sizeof name, "%s, hot spots, message backpressure", routing);
    return claims_line_at(claims_line(s, "routing", name), "0.6", path);
}

static struct claims_said refusals(const struct sweep *s, const char *routing)
{
    struct figure refused = flooded(s, routing, "attempts_of_switches.refused");
    struct figure accepted = flooded(s, routing, "attempts_of_switches.accepted");

    return claims_said(figure_ratio(&refused, &accepted));
}

static void adaptive_reason(const struct sweep *s, struct claim *c)
{
    static const char used[] = "buffers.mean_used", wasted[] = "link_wasted.mean", hot[] = "to_hot_spots.throughput";
    static const char a[] = "adaptive", d[] = "deterministic";

    claim_print(
        c,
        "With message backpressure at load 0.6, adaptive and deterministic routing: throughput of the flood %s and %s; packets that a "
        "switch holds %s and %s; share of the time that links are busy with refused attempts %s and %s; refused attempts for each "
        "accepted one %s and %s.",
        claims_said(flooded(s, a, hot)).text, claims_said(flooded(s, d, hot)).text,
        claims_said(flooded(s, a, used)).text, claims_said(flooded(s, d, used)).text,
        claims_said(flooded(s, a, wasted)).text, claims_said(flooded(s, d, wasted)).text, refusals(s, a).text,
        refusals(s, d).text);
}

static void sizes(const struct sweep *s, struct claim *c)
{
    static const char *const others[] = {"4x4", "2x8", "6x6"};
    struct claims_line usual = claims_line(s, "sizes", "8x8");

    for (int i = 0; i < 3; i++) {
        struct claims_line other = claims_line(s, "sizes", others[i]);
        claim_add(c, claims_most_ratio(other, usual, "throughput"), READ_SIMILAR, "attainable throughput, %s / 8x8",
                  others[i]);
        claim_add(c, claims_ratio_at(other, usual, "0.5", "message_latency.mean_cycles"), READ_SIMILAR,
                  "message latency at load 0.5, %s / 8x8", others[i]);
    }
}

const struct claim_rule claims_fabric[] = {
    {"2", "Adaptive routing reduces congestion, especially in the presence of hot spots", "routing", adaptive,
     adaptive_reason},
    {"2", "The latency and throughput characteristics for alternative sizes are similar to those of 8x8", "sizes",
     sizes, NULL},
    {0}};

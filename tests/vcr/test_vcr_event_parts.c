/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine of virtual-channel routers on several threads is the one on one thread: the same state, to the last
 * byte of an archive, in the middle and at the end, and the same traces, hops and records, over random configurations
 * of meshes, tori and trees that are large enough for parts, random numbers of threads, and runs in random pieces.
 *
 *   test_vcr_event_parts [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "../event_parts.h"
#include "engine/lp_group.h"
#include "traffic/workload.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/speed/vcr_engine_event.h"
#include "vcr_subject.h"

static int configurations = 12;
static uint64_t cycles = 600;

/* What the configurations were. */
struct covered {
    unsigned short_cables, long_cables, routers, credits, trees, queues, tokens, tables, given;
};

static void draw(struct rng *r, struct vcr_subject *s, int number)
{
    vcr_subject_draw_large(r, s, cycles);
    s->config.measure = 1;
    s->config.end = cycles;
    s->config.timeline = s->config.spread = number % 3 == 0;
    s->config.detect_warmup = number % 4 == 0;
    if (number % 4 == 1)
        vcr_subject_crowd(s, (unsigned)number / 4 % 2);
}

static void cover(struct covered *c, const struct vcr_subject *s)
{
    c->short_cables += s->settings.latency == 0;
    c->long_cables += s->settings.latency > 0;
    c->routers += s->settings.router_stages > 0;
    c->credits += s->settings.credit_stages > 0;
    c->trees += s->topology->kind == &topology_tree;
    c->queues += s->settings.terminal_queue;
    c->tokens += s->settings.sat_mode != VCR_SAT_OFF;
    c->tables += vcr_settings_routing(s->topology) == VCR_ROUTE_TABLE;
    c->given += s->topology->routes != NULL;
}

/* Endpoints that one word of the wheel marks are at routers that one word marks: so a word is of one part. */
static void words_are_whole(const struct topology *t)
{
    for (int n = 1; n < t->endpoints; n++)
        if (n % WHEEL_WORD)
            assert_int_equal(t->attached[n].node / WHEEL_WORD, t->attached[n - 1].node / WHEEL_WORD);
}

TEST(random_parts)
{
    struct rng r = rng_stream(41, 0);
    struct parts_compared compared = {0};
    struct covered c = {0};

    for (int i = 0; i < configurations; i++) {
        struct vcr_subject s;
        draw(&r, &s, i);
        cover(&c, &s);
        words_are_whole(s.topology);
        vcr_subject_print(i, &s);
        parts_check(&vcr_engine_event, &s.config, cycles, &r, &compared);
        vcr_subject_finish(&s);
    }
    parts_print(&compared);
    COMPARED(compared.crowded, "endpoints found that could not tell which id a message gets");
    COMPARED(c.short_cables, "fabrics without extra stages");
    COMPARED(c.long_cables, "fabrics with them");
    COMPARED(c.routers, "fabrics whose routers have stages");
    COMPARED(c.credits, "fabrics whose credits have stages");
    COMPARED(c.trees, "trees");
    COMPARED(c.tables, "fabrics with route tables");
    COMPARED(c.given, "fabrics with routes that were given");
    COMPARED(c.queues, "fabrics whose terminals queue packets");
    COMPARED(c.tokens, "fabrics with SAT tokens");
}

TEST(finds_a_difference)
{
    struct rng r = rng_stream(42, 0);
    struct vcr_subject s;

    draw(&r, &s, 0);
    parts_find_message(&vcr_engine_event, &s.config);
    vcr_subject_finish(&s);
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}

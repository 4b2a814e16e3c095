/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several threads is the event engine on one: the same state, to the last byte of an archive, in
 * the middle and at the end, and the same traces, hops and records, over random configurations of fabrics that are
 * large enough for parts, random numbers of threads, and runs in random pieces.
 *
 *   test_fedx_event_parts [CONFIGURATIONS [CYCLES]]
 */
#include "engine/wheel.h"
#include "fedx/speed/fedx_engine_event.h"
#include "../engines.h"
#include "../event_parts.h"
#include "../subject.h"

static int configurations = 12;
static uint64_t cycles = 4000;

enum { PART_NODES = 64 };

/* Large enough for two parts. */
static void draw(struct rng *r, struct subject *s, int number)
{
    subject_draw(r, s, cycles);
    while (s->topology->nodes <= PART_NODES) {
        subject_finish(s);
        subject_draw(r, s, cycles);
    }
    s->config.measure = 1;
    s->config.end = cycles;
    s->config.timeline = s->config.spread = number % 3 == 0;
    s->config.detect_warmup = number % 4 == 0;
    if (number % 4 == 1)
        subject_crowd(s, number / 4 % 2);
    if (number % 4 == 2) /* longer than can be marked ahead */
        s->config.endpoint.refusal_pause = WHEEL_AHEAD + 100;
}

TEST(random_parts)
{
    struct rng r = rng_stream(31, 0);
    struct parts_compared compared = {0};
    uint64_t short_cables = 0, long_cables = 0;

    for (int i = 0; i < configurations; i++) {
        struct subject s;
        draw(&r, &s, i);
        subject_print(i, &s);
        long_cables += s.settings.latency > 0;
        short_cables += s.settings.latency == 0;
        parts_check(&fedx_engine_event, &s.config, cycles, &r, &compared);
        subject_finish(&s);
    }
    parts_print(&compared);
    COMPARED(compared.crowded, "PEs found that could not tell which id a message gets");
    COMPARED(short_cables, "fabrics without extra stages");
    COMPARED(long_cables, "fabrics with them");
}

TEST(finds_a_difference)
{
    struct rng r = rng_stream(32, 0);
    struct subject s;

    draw(&r, &s, 0);
    parts_find_message(&fedx_engine_event, &s.config);
    subject_finish(&s);
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}

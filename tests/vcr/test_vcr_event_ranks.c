/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine of virtual-channel routers on several ranks is the one of one process, over random configurations of
 * meshes, tori and trees, small ones and such as have parts for threads (event_ranks.h).
 *
 *   test_vcr_event_ranks [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "../event_ranks.h"
#include "vcr/speed/vcr_engine_event.h"
#include "vcr_subject.h"

static int configurations = 200;
static uint64_t cycles = 500;

static void draw(struct rng *r, struct vcr_subject *s, int number)
{
    if (number % 3 == 1)
        vcr_subject_draw_large(r, s, cycles);
    else
        vcr_subject_draw(r, s, cycles);
    s->config.measure = 1;
    s->config.end = cycles;
    s->config.timeline = s->config.spread = number % 3 == 0;
    s->config.timeline_marks = number % 2;
    s->config.detect_warmup = number % 4 == 0;
    if (number % 4 == 1)
        vcr_subject_crowd(s, (unsigned)number / 4 % 2);
}

TEST(any_ranks_give_the_same)
{
    struct rng r = rng_stream(43, 0);
    uint64_t trees = 0, tokens = 0, queues = 0, routes = 0, responses = 0;

    for (int i = 0; i < configurations; i++) {
        struct vcr_subject s;
        draw(&r, &s, i);
        vcr_subject_print(i, &s);
        trees += s.topology->kind == &topology_tree;
        queues += s.settings.terminal_queue;
        routes += s.topology->routes != NULL;
        responses += s.config.endpoint.responses.packets > 0;
        tokens += s.settings.sat_mode != VCR_SAT_OFF;
        ranks_check(&vcr_engine_event, &s.config, cycles, &r);
        vcr_subject_finish(&s);
    }
    ranks_print(0);
    COMPARED(trees, "trees");
    COMPARED(queues, "fabrics whose terminals queue packets");
    COMPARED(tokens, "fabrics with SAT tokens");
    COMPARED(routes, "fabrics with routes that were given");
    COMPARED(responses, "fabrics whose endpoints answer");
}

/* What an endpoint knows of requests is of others, in the cycle engine as well. */
TEST(endpoints_answer_in_the_cycle_engine)
{
    struct rng r = rng_stream(44, 0);
    uint64_t answered = 0;

    for (int i = 0; answered < 4 + (unsigned)configurations / 20; i++) {
        struct vcr_subject s;
        vcr_subject_draw(&r, &s, cycles);
        if (s.config.endpoint.responses.packets > 0) {
            const struct node_ops **models = calloc((size_t)s.topology->nodes, sizeof *models);
            assert_non_null(models);
            for (int n = 0; n < s.topology->nodes; n++)
                models[n] = s.config.kind->model;
            s.config.nodes = models;
            s.config.measure = 1;
            s.config.end = cycles;
            ranks_check(&engine_cycle, &s.config, cycles, &r);
            free(models);
            answered++;
        }
        vcr_subject_finish(&s);
    }
    COMPARED(answered, "fabrics whose endpoints answer");
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several ranks is the event engine of one process, over random configurations (event_ranks.h).
 *
 *   test_fedx_event_ranks [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "../event_ranks.h"
#include "../subject.h"
#include "../thread_ranks.h"
#include "fedx/speed/fedx_engine_event.h"

static int configurations = 240;
static uint64_t cycles = 800;

/* @return cycles of the run: it takes some until ids are used up */
static uint64_t draw(struct rng *r, struct subject *s, int number)
{
    int crowd = number % 4 == 1;

    subject_draw(r, s, cycles);
    s->config.measure = 1;
    s->config.end = crowd ? 8 * cycles : cycles;
    s->config.timeline = s->config.spread = number % 3 == 0;
    s->config.detect_warmup = number % 4 == 0;
    if (crowd)
        subject_crowd(s, number / 4 % 3);
    return s->config.end;
}

TEST(any_ranks_give_the_same)
{
    struct rng r = rng_stream(33, 0);

    for (int i = 0; i < configurations; i++) {
        struct subject s;
        uint64_t some = draw(&r, &s, i);
        subject_print(i, &s);
        ranks_check(&fedx_engine_event, &s.config, some, &r);
        subject_finish(&s);
    }
    ranks_print(1);
}

/* Both engines beside each other, on ranks. */
struct search {
    struct fabric_config config;
    struct engine_difference found;
};

static void search(void *context, struct ranks *ranks)
{
    struct search *s = context;
    struct fabric_config config = s->config;

    config.ranks = ranks;
    engines_find_message(&config, 500, 20000, &s->found);
}

/* The first difference is that of one process, whoever has the message, and the first rank has the states around it. */
TEST(finds_a_difference)
{
    struct rng r = rng_stream(4, 0);
    struct engine_difference alone = {.cycle = 0};
    struct subject s;

    subject_draw(&r, &s, cycles);
    engines_find_message(&s.config, 500, 20000, &alone);
    for (int first = 0; first < 2; first++) {
        uint16_t owner[s.topology->nodes];
        struct search task = {.config = s.config};
        for (int n = 0; n < s.topology->nodes; n++)
            owner[n] = (uint16_t)(n > first);
        task.config.owner = owner;
        thread_ranks(2, search, &task);
        assert_int_equal(task.found.cycle, alone.cycle);
        assert_int_equal(task.found.node, alone.node);
        assert_ptr_equal(task.found.reg, alone.reg);
        assert_memory_equal(&task.found.event_event, &alone.event_event, sizeof alone.event_event);
        assert_memory_equal(&task.found.cycle_state, &alone.cycle_state, s.config.kind->state_bytes);
        assert_memory_equal(&task.found.event_state, &alone.event_state, s.config.kind->state_bytes);
    }
    subject_finish(&s);
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}

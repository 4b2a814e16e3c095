/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several ranks is the event engine of one process, over random configurations (event_ranks.h).
 *
 *   test_fedx_event_ranks [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "../event_ranks.h"
#include "../subject.h"
#include "fedx/speed/fedx_engine_event.h"

static int configurations = 240;
static uint64_t cycles = 800;

/* @return cycles of the run: it takes some until ids are used up */
static uint64_t draw(struct fedx_random *r, struct subject *s, int number)
{
    int crowd = number % 4 == 1;

    subject_draw(r, s, cycles);
    s->config.measure = 1;
    s->config.end = crowd ? 8 * cycles : cycles;
    s->config.film = s->config.spread = number % 3 == 0;
    s->config.detect_warmup = number % 4 == 0;
    if (crowd)
        subject_crowd(s, number / 4 % 3);
    return s->config.end;
}

static void any_ranks_give_the_same(void **state)
{
    struct fedx_random r = fedx_random_stream(33, 0);

    (void)state;
    for (int i = 0; i < configurations; i++) {
        struct subject s;
        uint64_t some = draw(&r, &s, i);
        subject_print(i, &s);
        ranks_check(&fedx_engine_event, &s.config, some, &r);
        subject_finish(&s);
    }
    ranks_print(1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_ranks_give_the_same)};

    engines_arguments(argc, argv, &configurations, &cycles);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

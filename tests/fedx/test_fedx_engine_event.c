/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine is the cycle engine: equal events in every cycle and equal
 * registers, over random configurations of everything that a fabric can be.
 *
 *   test_fedx_engine_event [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "../subject.h"

static int configurations = 500;
static uint64_t cycles = 6000;

/* One of the two ways to come to an end: what waits in PEs is left there, or sent. */
static int is_over(void *context, const struct fabric *f)
{
    const int *messages = context;

    return *messages ? fabric_idle(f) : fabric_in_flight(f) == 0;
}

static struct engine_compared check(int number, struct subject *s, unsigned *faults)
{
    struct engines *c = engines_create(&s->config, 64);
    int status, messages = number % 2;

    assert_non_null(c);
    status = engines_run(c, cycles, NULL, NULL, 0);
    if (status == 0) {
        if (messages)
            engines_stop_messages(c);
        else
            engines_stop_injection(c);
        status = engines_run(c, messages ? 4 * cycles : 100000, is_over, &messages, 64);
    }
    if (status == 1) {
        subject_print(number, s);
        engines_print(c, stdout);
    }
    assert_in_range(status == 2 ? 0 : status, 0, 0);
    *faults += status == 2;
    struct engine_compared compared = engines_compared(c);
    engines_destroy(c);
    return compared;
}

TEST(random_configurations)
{
    struct rng r = rng_stream(3, 0);
    struct engine_compared sum = {0};
    unsigned stalled = 0, hexagonal = 0, derouted = 0, four_links = 0;

    for (int i = 0; i < configurations; i++) {
        struct subject s;
        subject_draw(&r, &s, cycles);
        hexagonal += s.topology->kind == &topology_hexmesh;
        four_links += s.topology->kind == &topology_mesh || s.topology->kind == &topology_torus;
        derouted += (unsigned)s.settings.deroute_hops;
        struct engine_compared c = check(i, &s, &stalled);
        engines_add(&sum, &c);
        subject_finish(&s);
    }
    engines_print_sum(&sum, configurations, stalled, "an overdue watched packet");
    COMPARED(hexagonal, "configurations were hexagonal meshes");
    COMPARED(four_links, "were meshes and tori");
    COMPARED(derouted, "of these with derouting");
}

/* A message that one fabric has and the other has not must be found, at the cycle in which it appears. */
TEST(finds_a_difference)
{
    struct rng r = rng_stream(4, 0);
    struct subject s;

    subject_draw(&r, &s, cycles);
    engines_find_message(&s.config, 500, 20000, NULL);
    subject_finish(&s);
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}

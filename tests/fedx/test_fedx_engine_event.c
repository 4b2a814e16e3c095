/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine is the cycle engine: equal events in every cycle and equal
 * registers, over random configurations of everything that a fabric can be.
 *
 *   test_fedx_engine_event [CONFIGURATIONS [CYCLES]]
 */
#include <stdlib.h>

#include "../subject.h"
#include "../unit.h"
#include "compare/engines.h"

static int configurations = 500;
static uint64_t cycles = 6000;

/* One of the two ways to come to an end: what waits in PEs is left there, or sent. */
static int over(void *context, const struct fabric *f)
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
        status = engines_run(c, messages ? 4 * cycles : 100000, over, &messages, 64);
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

static void random_configurations(void **state)
{
    struct fedx_random r = fedx_random_stream(3, 0);
    struct engine_compared sum = {0};
    unsigned stalled = 0, hexagonal = 0, derouted = 0, four_links = 0;

    (void)state;
    for (int i = 0; i < configurations; i++) {
        struct subject s;
        subject_draw(&r, &s, cycles);
        hexagonal += s.topology->kind == &topology_hexmesh;
        four_links += s.topology->kind == &topology_mesh || s.topology->kind == &topology_torus;
        derouted += (unsigned)s.settings.deroute_hops;
        struct engine_compared c = check(i, &s, &stalled);
        sum.router_cycles += c.router_cycles;
        sum.events += c.events;
        sum.attempts += c.attempts;
        sum.states += c.states;
        sum.rare += c.rare;
        subject_finish(&s);
    }
    printf("           %d configurations, %llu switch-cycles, %u ended in deadlock\n", configurations,
           (unsigned long long)sum.router_cycles, stalled);
    COMPARED(hexagonal, "of them hexagonal meshes");
    COMPARED(four_links, "of them meshes and tori");
    COMPARED(derouted, "of these with derouting");
    COMPARED(sum.events, "events, 0 differences");
    COMPARED(sum.attempts, "attempts, 0 differences");
    COMPARED(sum.states, "states of switches, 0 differences");
    COMPARED(sum.rare, "of them with an overdue watched packet");
}

/* A message that one fabric has and the other has not must be found, at the cycle in which it appears. */
static void finds_a_difference(void **state)
{
    struct fedx_random r = fedx_random_stream(4, 0);
    struct subject s;
    struct engines *c;

    (void)state;
    subject_draw(&r, &s, cycles);
    c = engines_create(&s.config, 1);
    assert_int_equal(engines_run(c, 500, NULL, NULL, 0), 0);
    endpoint_send(fabric_endpoint(engines_fabric(c), 1), 500, 0, 3);
    assert_int_equal(engines_run(c, 20000, NULL, NULL, 0), 1);
    assert_in_range(engines_difference(c)->cycle, 501, 20000);
    engines_destroy(c);
    subject_finish(&s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_configurations),
        cmocka_unit_test(finds_a_difference),
    };

    if (argc > 1)
        configurations = atoi(argv[1]);
    if (argc > 2)
        cycles = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

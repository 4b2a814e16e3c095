/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of event engines share, of any kind of router: what random configurations have compared together, and
 * that a difference is found.
 */
#ifndef FEDX_TESTS_ENGINES_H
#define FEDX_TESTS_ENGINES_H

#include <stdlib.h>

#include "compare/engines.h"
#include "unit.h"

/** Another configuration has been compared: the sum of all. */
static inline void engines_add(struct engine_compared *sum, const struct engine_compared *more)
{
    sum->router_cycles += more->router_cycles;
    sum->events += more->events;
    sum->attempts += more->attempts;
    sum->states += more->states;
    sum->rare += more->rare;
}

/** Print how much that was. @param rare  what rare states are, in words */
static inline void engines_print_sum(const struct engine_compared *sum, int configurations, unsigned stalled,
                                     const char *rare)
{
    printf("           %d configurations, %llu router-cycles, %u ended in deadlock\n", configurations,
           (unsigned long long)sum->router_cycles, stalled);
    COMPARED(sum->events, "events, 0 differences");
    COMPARED(sum->attempts, "attempts, 0 differences");
    COMPARED(sum->states, "states of routers, 0 differences");
    printf("           %s: %llu of them with %s\n", __func__, (unsigned long long)sum->rare, rare);
    assert_true(sum->rare > 0);
}

/**
 * A message that one fabric has and the other has not is found, after the cycle in which it appears; by all ranks, if
 * there are any.
 * @param[out] found  the difference, whole on the first rank; NULL: it is not wanted
 */
static inline void engines_find_message(const struct fabric_config *config, uint64_t appears, uint64_t within,
                                        struct engine_difference *found)
{
    struct engines *c = engines_create(config, 1);
    struct fabric *f = engines_fabric(c);

    assert_int_equal(engines_run(c, appears, NULL, NULL, 0), 0);
    if (fabric_rank_of_end(f, 1) == fabric_rank(f))
        endpoint_send(fabric_endpoint(f, 1), appears, 0, 3);
    assert_int_equal(engines_run(c, within, NULL, NULL, 0), 1);
    assert_in_range(engines_difference(c)->cycle, appears + 1, within);
    if (found && fabric_rank(f) == 0)
        *found = *engines_difference(c);
    engines_destroy(c);
}

/** [CONFIGURATIONS [CYCLES]] of a test's command line. */
static inline void engines_arguments(int argc, char **argv, int *configurations, uint64_t *cycles)
{
    if (argc > 1)
        *configurations = atoi(argv[1]);
    if (argc > 2)
        *cycles = strtoull(argv[2], NULL, 10);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario of some assignments, for tests of what scenarios come to.
 */
#ifndef FEDX_TESTS_ASSIGNED_H
#define FEDX_TESTS_ASSIGNED_H

#include "config/scenario.h"

/** The defaults, and assignments with blanks in between, such as "traffic.load=0.5 traffic.seed=2"; the test fails when
 * one is wrong. */
static inline struct scenario assigned(const char *assignments)
{
    char text[600], *rest = text, *one, error[SCENARIO_ERROR];
    struct scenario s;

    scenario_defaults(&s);
    snprintf(text, sizeof text, "%s", assignments);
    while ((one = strsep(&rest, " ")))
        if (*one && scenario_assign(&s, one, error, sizeof error) != 0)
            fail_msg("%s", error);
    return s;
}

#endif

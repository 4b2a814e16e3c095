/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as JUnit XML, which continuous integration reads.
 */
#ifndef RESULTS_JUNIT_H
#define RESULTS_JUNIT_H

#include <stddef.h>

/** One test case. */
struct junit_case {
    const char *name;
    double seconds;      /**< that it took */
    const char *skipped; /**< why it was not run; NULL: it was */
    const char *failure; /**< what kind of failure it ended with; NULL: it is good */
    const char *text;    /**< all about the failure; the first line is its message */
};

/** Write a suite of cases. The file appears whole or not at all. @return 0, or -1 with one sentence in error */
int junit_write(const char *path, const char *suite, const struct junit_case *cases, int count, char *error,
                size_t size);

#endif

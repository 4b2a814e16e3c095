/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of RESULTS_DEF, a file as results.def is one, for the one .c file that includes this: an array `rows`.
 */
#define RESULTS_OBJECT(...)
#define RESULTS_WORDS(...)
#define RESULT(object, key, type, where, statistic, meaning)                    \
    static struct result_value row_##object##_##key(const struct results_at *x) \
    {                                                                           \
        (void)x;                                                                \
        return statistic;                                                       \
    }
#include RESULTS_DEF
#undef RESULTS_WORDS
#undef RESULT

static const struct result_row rows[] = {
#define RESULTS_WORDS(object, text) {RESULTS_##object, "", WORDS, NULL, text},
#define RESULT(object, key, type, where, value, meaning) {RESULTS_##object, #key, where, row_##object##_##key, NULL},
#include RESULTS_DEF
#undef RESULTS_OBJECT
#undef RESULTS_WORDS
#undef RESULT
    {.object = -1}};

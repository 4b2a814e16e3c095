/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of the objects of RESULTS_DEF, a file as results.def is one, for the one .c file that includes this.
 */
#include "results_rows.h"

enum {
    RESULTS_BEFORE = RESULTS_OBJECTS - 1,
#define RESULTS_OBJECT(name, form, table, per, meaning) RESULTS_##name,
#define RESULTS_WORDS(...)
#define RESULT(...)
#include RESULTS_DEF
#undef RESULTS_OBJECT
#undef RESULTS_WORDS
#undef RESULT
};

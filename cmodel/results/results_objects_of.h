/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of the objects of RESULTS_DEF, a file as results.def is one, for the one .c file that includes this.
 */
#include "results_rows.h"

enum {
    RESULTS_BEFORE = RESULTS_OBJECTS - 1,
#include "results_numbers.h"
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of the objects of RESULTS_DEF, a file as results.def is one, for the enum that includes this.
 */
#define RESULTS_OBJECT(name, form, table, per, meaning) RESULTS_##name,
#define RESULTS_WORDS(...)
#define RESULT(...)
#include RESULTS_DEF
#undef RESULTS_OBJECT
#undef RESULTS_WORDS
#undef RESULT

/* SPDX-License-Identifier: Apache-2.0
 *
 * What results ask of a kind of router: what it counts at endpoints beside what all kinds do.
 */
#ifndef RESULTS_RESULTS_KIND_H
#define RESULTS_RESULTS_KIND_H

struct result_row;

struct results_kind {
    const struct result_row *rows; /**< of its objects (results_rows_of.h), the first of which is RESULTS_OBJECTS */
    int settings; /**< of its routers, and their words: runs of other kinds have null in their place; 0: there are none
                   */
    int object;   /**< what results have in addition, and its words; 0: nothing */
    int stall;    /**< whose words tell why a run may have come to a standstill; 0: there are none */
};

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Delta debugging: of a row of parts, such as packets or cycles, leave out what a failure does without.
 */
#ifndef BASE_MINIMISE_H
#define BASE_MINIMISE_H

#include <stddef.h>

struct minimise {
    size_t count; /**< parts; those that are left */
    size_t keep;  /**< parts that must be left, whichever they are */
    /** Try without the parts from `from` to `to`. @return parts that are left: as many as before when it does not fail
     * any more, and all is as it was; else those behind close up, and the last ones may be gone, too */
    size_t (*without)(void *context, size_t from, size_t to);
    int (*is_over)(void *context); /**< no time for another trial */
    void *context;
};

/** Each piece of so many parts once, from the back: what came last is needed most seldom. @return 1: some went */
int minimise_pieces(struct minimise *m, size_t piece);
/** Pieces of so many parts, then of half as many, and so on. @return 1: some went */
int minimise(struct minimise *m, size_t largest);

#endif

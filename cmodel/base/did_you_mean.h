/* SPDX-License-Identifier: Apache-2.0
 *
 * What a mistyped name may have meant.
 */
#ifndef BASE_DID_YOU_MEAN_H
#define BASE_DID_YOU_MEAN_H

#include <stddef.h>

/** The nearest of several names to a word. To begin with, word and length are set, the rest is zero. */
struct did_you_mean {
    const char *word; /**< what was typed */
    size_t length;    /**< of it, characters */
    const char *name; /**< the nearest name so far; NULL while none is near */
    int number;       /**< its number */
    size_t distance;  /**< letters to insert, delete, change or swap with the next one, from one to the other */
};
/** Take a name into account. It is near when at most two letters, and at most a third of them, are wrong,
 * or when the word is its former name. */
void did_you_mean_consider(struct did_you_mean *nearest, const char *name, int number);

#endif

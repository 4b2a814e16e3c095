/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the channels in the wrapper (blackbox_wrapper.h).
 */
#ifndef BLACKBOX_BLACKBOX_CHANNEL_H
#define BLACKBOX_BLACKBOX_CHANNEL_H

#include <stdio.h>

#include "blackbox.h"

/** Bytes of what names of channels begin with. */
enum { BLACKBOX_PREFIX = 16 };

/** That of a kind of packets: c, a for responses, and before these the number of the class, if it is not the first one.
 */
static inline void blackbox_channel_prefix(const struct blackbox *f, char prefix[BLACKBOX_PREFIX])
{
    int number = (f->requests ? f->requests : f)->class_number;
    char letter = f->requests ? 'a' : 'c';

    if (number)
        snprintf(prefix, BLACKBOX_PREFIX, "k%d_%c", number, letter);
    else
        snprintf(prefix, BLACKBOX_PREFIX, "%c", letter);
}

#endif

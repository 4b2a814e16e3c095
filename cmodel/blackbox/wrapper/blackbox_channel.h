/* SPDX-License-Identifier: Apache-2.0
 *
 * The channels of the wrapper (blackbox_wrapper.h): their names, and their words in the vectors in and out.
 */
#ifndef BLACKBOX_BLACKBOX_CHANNEL_H
#define BLACKBOX_BLACKBOX_CHANNEL_H

#include <stdio.h>

#include "../description/blackbox.h"

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

/** The wire of a pin of a router: "r0_s_1_valid" of s[1].valid, a signal of an interface. */
void blackbox_channel_wire(int router, const char *pin, char name[BLACKBOX_NAME + 32]);

/** Words of the vectors in and out that headers, and all of a router is wrapped with (blackbox_wrapper.h). */
static inline int blackbox_header_words_in(const struct blackbox *f)
{
    return f->header.line ? f->sources * (1 + f->words) + f->sinks : 0;
}
static inline int blackbox_header_words_out(const struct blackbox *f)
{
    return f->header.line ? f->sources + f->sinks * (1 + f->words) : 0;
}
int blackbox_in_words(const struct blackbox *f);
int blackbox_out_words(const struct blackbox *f);
/** ... with those of responses behind them. */
int blackbox_all_in(const struct blackbox *f);
int blackbox_all_out(const struct blackbox *f);
/** The word of the vector in that says which clocks rise, and behind those which resets are active. */
enum { BLACKBOX_RESETS_AT = 16 };
int blackbox_clock_word(const struct blackbox *f);

#endif

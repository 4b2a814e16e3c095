/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks and resets of a description, and their pins. When several rise: blackbox_edges.h.
 */
#ifndef BLACKBOX_BLACKBOX_CLOCKS_H
#define BLACKBOX_BLACKBOX_CLOCKS_H

#include "blackbox.h"

/** Whether periods are drawn. */
int blackbox_clocks_swept(const struct blackbox *f);

/** Time until edges are as at the beginning. */
int64_t blackbox_clocks_span(const int *period, int clocks);

/** The clock of a source, or of a sink. */
static inline int blackbox_clock_in(const struct blackbox *f, int source)
{
    return f->inputs.clock_of[f->source[source].port];
}
static inline int blackbox_clock_out(const struct blackbox *f, int sink)
{
    return f->outputs.clock_of[f->sink[sink].port];
}
/** "clock" or "reset" when a pin is one of them; NULL. */
const char *blackbox_clock_use(const struct blackbox *f, const char *name);
/** All pins of clocks and resets, one for each number from 0 on; NULL: that was the last one. */
const struct blackbox_text *blackbox_clock_pin(const struct blackbox *f, int number);

#endif

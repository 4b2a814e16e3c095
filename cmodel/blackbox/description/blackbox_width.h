/* SPDX-License-Identifier: Apache-2.0
 *
 * Flits of fields with two widths (struct blackbox_widths). A packet is a row of grains, such as bytes. The bench makes
 * flits of the wider side, and parts those into flits of the narrower one: whatever is in the first flit of the wider
 * side, such as a destination, may be in any of the first flits of the narrower side.
 *
 * Which flits a field with one width counts in, at either side, its scope says.
 */
#ifndef BLACKBOX_BLACKBOX_WIDTH_H
#define BLACKBOX_BLACKBOX_WIDTH_H

#include "blackbox.h"

struct blackbox_packet;

/** The side with the wider flits: 0 the inputs, 1 the outputs. */
static inline int blackbox_width_wide(const struct blackbox *f)
{
    return f->widths.flit[1] > f->widths.flit[0];
}
/** Grains of a packet that count. */
int blackbox_width_grains(const struct blackbox *f, const struct blackbox_packet *p);
/** Flits in which a packet comes out; the most when it may have more without valid bytes. */
int blackbox_width_flits(const struct blackbox *f, const struct blackbox_packet *p);
int blackbox_width_most(const struct blackbox *f, const struct blackbox_packet *p);
/** Input flits that an output flit of that number has bits of, with all before it. */
int blackbox_width_needs(const struct blackbox *f, const struct blackbox_packet *p, int flit);
/** Input flits that are out with all their bits when so many output flits are. */
int blackbox_width_gone(const struct blackbox *f, const struct blackbox_packet *p, int came);
/** Write a flit of a packet at inputs, or at outputs. @param[out] words  [f->words] */
void blackbox_width_flit(const struct blackbox *f, const struct blackbox_packet *p, int flit, int output,
                         uint32_t *words);
/** Bits of an output flit that are as they went in. @param[out] look  [f->words] */
void blackbox_width_look(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *look);
/** Lengths that packets may have at inputs or outputs, in flits: the least one, the step, and how many there are. */
struct blackbox_lengths {
    int least, step, count;
};
struct blackbox_lengths blackbox_width_lengths(const struct blackbox *f, int output);
/** Grain of a bit of a field with two widths in a flit of the wider side, in the order of the packet. */
int blackbox_width_grain_of(const struct blackbox *f, const struct blackbox_field *field, int bit);

#endif

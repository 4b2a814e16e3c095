/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files that write the top of a proof share. Wires of source p are s<p>_..., those of sink p are o<p>_....
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_INTERNAL_H
#define BLACKBOX_BLACKBOX_PROVE_INTERNAL_H

#include <stdio.h>

#include "blackbox_prove_top.h"

struct blackbox_prove_writing {
    FILE *out;
    const struct blackbox *f;
    const struct blackbox_prove_plan *p;
    const struct blackbox_prove_inside *in;
    int vb, ob, lb, sb; /**< bits of numbers: channels, outputs, lengths, inputs */
};

/** A line of a module (blackbox_prove_print.c). */
void blackbox_prove_line(const struct blackbox_prove_writing *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Where bits of a field begin in a flit. */
static inline int blackbox_prove_first(const struct blackbox *f, const struct blackbox_slice *s)
{
    return f->field[s->field].offset + s->shift;
}

static inline int blackbox_prove_has(const uint32_t *words, int bit)
{
    return words[bit / 32] >> bit % 32 & 1;
}

/** The flit of a source, s<p>_flit, and whether it suits its marks, s<p>_suits. */
void blackbox_prove_flit(const struct blackbox_prove_writing *w, int source);
/** Functions that flits are made by. */
void blackbox_prove_functions(const struct blackbox_prove_writing *w);
/** "in_marks": packet a has, in a flit that is on the wires, the mark of those that must be dropped. */
void blackbox_prove_marks(const struct blackbox_prove_writing *w);
/** Inputs beside the ports, as the bench moves them (blackbox_prove_side.c): their pins pick_side_..., and what they
 * do.
 */
void blackbox_prove_side_pins(const struct blackbox_prove_writing *w);
void blackbox_prove_sides(const struct blackbox_prove_writing *w);
/** Bits of all of them. */
int blackbox_prove_side_bits(const struct blackbox *f);

#endif

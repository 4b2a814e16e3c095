/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_width.h"

#include <string.h>

#include "blackbox_flit.h"

/* Numbers of flits ------------------------------------------------------------------------------------------------ */

static int quotient_up(int a, int b)
{
    return (a + b - 1) / b;
}

int blackbox_width_grains(const struct blackbox *f, const struct blackbox_packet *p)
{
    int in = f->widths.flit[0], all = p->flits * in, least = f->byte_enable.least < all ? f->byte_enable.least : all;
    uint64_t random = blackbox_mix(p->key, 1ull << 40 | (uint64_t)(p->flits - 1));

    if (f->widths.whole || !(random & 2))
        return all;
    all -= (int)(blackbox_mix(random, 1) % (uint64_t)in);
    return all < least ? least : all;
}

static int flits_at(const struct blackbox *f, const struct blackbox_packet *p, int output)
{
    return output ? quotient_up(blackbox_width_grains(f, p), f->widths.flit[1]) : p->flits;
}

int blackbox_width_flits(const struct blackbox *f, const struct blackbox_packet *p)
{
    return flits_at(f, p, 1);
}

int blackbox_width_most(const struct blackbox *f, const struct blackbox_packet *p)
{
    return f->widths.nulls ? quotient_up(p->flits * f->widths.flit[0], f->widths.flit[1]) : flits_at(f, p, 1);
}

int blackbox_width_needs(const struct blackbox *f, const struct blackbox_packet *p, int flit)
{
    int needs = quotient_up((flit + 1) * f->widths.flit[1], f->widths.flit[0]);

    return needs < p->flits ? needs : p->flits;
}

int blackbox_width_gone(const struct blackbox *f, const struct blackbox_packet *p, int came)
{
    int gone = came * f->widths.flit[1] / f->widths.flit[0];

    return came >= flits_at(f, p, 1) || gone > p->flits ? p->flits : gone;
}

struct blackbox_lengths blackbox_width_lengths(const struct blackbox *f, int output)
{
    int step = f->widths.line ? f->widths.step : 1, in = f->widths.flit[0], out = f->widths.flit[1], least, most;

    if (!output || !f->widths.line)
        return (struct blackbox_lengths){f->min_flits, step, (f->max_flits - f->min_flits) / step + 1};
    if (f->widths.whole)
        return (struct blackbox_lengths){f->min_flits * in / out, step * in / out,
                                         (f->max_flits - f->min_flits) / step + 1};
    least = (f->min_flits - 1) * in + 1;
    least = quotient_up(least > f->byte_enable.least ? least : f->byte_enable.least, out);
    most = quotient_up(f->max_flits * in, out);
    return (struct blackbox_lengths){least, 1, most - least + 1};
}

/* Grains ---------------------------------------------------------------------------------------------------------- */

/* Where a grain of a field begins in a flit of a side. */
static int place_of(const struct blackbox *f, const struct blackbox_field *field, int side, int grain)
{
    return field->offset + field->grain * (f->widths.high ? f->widths.flit[side] - 1 - grain : grain);
}

int blackbox_width_grain_of(const struct blackbox *f, const struct blackbox_field *field, int bit)
{
    int grain = (bit - field->offset) / field->grain;

    return f->widths.high ? f->widths.flit[blackbox_width_wide(f)] - 1 - grain : grain;
}

static void copy_bits(uint32_t *to, int at, const uint32_t *from, int from_at, int width)
{
    for (int i = 0; i < width; i++, at++, from_at++)
        to[at / 32] = (to[at / 32] & ~(1u << at % 32)) | (from[from_at / 32] >> from_at % 32 & 1) << at % 32;
}

static void fill_bits(uint32_t *to, int at, int width, int value)
{
    for (int i = 0; i < width; i++, at++)
        to[at / 32] = value ? to[at / 32] | 1u << at % 32 : to[at / 32] & ~(1u << at % 32);
}

static void clear_split(const struct blackbox *f, uint32_t *words)
{
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].grain)
            fill_bits(words, f->field[i].offset, f->field[i].width, 0);
}

/* Which grains of a flit count. @param at  its first one in the packet */
static void set_keep(const struct blackbox *f, const struct blackbox_packet *p, int side, int at, uint32_t *words)
{
    const struct blackbox_field *keep = &f->field[f->byte_enable.keep];
    int grains = blackbox_width_grains(f, p);

    for (int g = 0; f->byte_enable.line && g < f->widths.flit[side]; g++)
        fill_bits(words, place_of(f, keep, side, g), keep->grain, at + g < grains);
}

/* The same packet at the wider side. */
static struct blackbox_packet wide_packet(const struct blackbox *f, const struct blackbox_packet *p)
{
    struct blackbox_packet wide = *p;

    wide.flits = (uint16_t)flits_at(f, p, blackbox_width_wide(f));
    return wide;
}

/* What a flit of the wider side is made by: its bits, or which of them are looked at. */
typedef void wide_flit(const struct blackbox *f, const struct blackbox_packet *wide, int flit, uint32_t *words);

/* Put the grains of a narrow flit into it. */
static void part(const struct blackbox *f, const struct blackbox_packet *wide, int flit, wide_flit *make,
                 uint32_t *words)
{
    int side = blackbox_width_wide(f), many = f->widths.flit[side], few = f->widths.flit[!side], made = -1;
    uint32_t from[BLACKBOX_WORDS];

    clear_split(f, words);
    for (int g = 0; g < few; g++) {
        int at = flit * few + g;
        if (at / many >= wide->flits)
            return; /* behind the end of the packet */
        if (at / many != made)
            make(f, wide, made = at / many, from);
        for (int i = 0; i < f->fields; i++)
            if (f->field[i].grain)
                copy_bits(words, place_of(f, &f->field[i], !side, g), from, place_of(f, &f->field[i], side, at % many),
                          f->field[i].grain);
    }
}

/* Flits ----------------------------------------------------------------------------------------------------------- */

static void narrow_flit(const struct blackbox *f, const struct blackbox_packet *p, int flit, int output,
                        uint32_t *words)
{
    struct blackbox_packet wide = wide_packet(f, p), narrow = *p;
    int last;

    narrow.flits = (uint16_t)flits_at(f, p, output);
    last = flit >= narrow.flits - 1;
    blackbox_flit_bare(f, &wide, last ? wide.flits - 1 : 0, words);
    part(f, &wide, flit, blackbox_flit_bare, words);
    blackbox_flit_frame(f, &narrow, last ? narrow.flits - 1 : flit, words);
}

void blackbox_width_flit(const struct blackbox *f, const struct blackbox_packet *p, int flit, int output,
                         uint32_t *words)
{
    struct blackbox_packet wide = wide_packet(f, p);

    if (output != blackbox_width_wide(f))
        narrow_flit(f, p, flit, output, words);
    else
        blackbox_flit_bare(f, &wide, flit, words);
    set_keep(f, p, output, flit * f->widths.flit[output], words);
}

static int place_in(const struct blackbox_packet *p, int flit)
{
    return (flit > 0) + 2 * (flit >= p->flits - 1);
}

static void wide_look(const struct blackbox *f, const struct blackbox_packet *wide, int flit, uint32_t *look)
{
    memcpy(look, f->look[place_in(wide, flit)], (size_t)f->words * sizeof *look);
}

/* The end of a packet whose last flits may have no valid byte is where its router says. */
static int is_end_free(const struct blackbox *f, const struct blackbox_packet *p, int flit)
{
    return f->widths.nulls && flit >= blackbox_width_flits(f, p) - 1 && flit < blackbox_width_most(f, p) - 1;
}

void blackbox_width_look(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *look)
{
    struct blackbox_packet wide = wide_packet(f, p), out = *p;
    int grains = blackbox_width_grains(f, p), at = flit * f->widths.flit[1];

    out.flits = (uint16_t)blackbox_width_flits(f, p);
    wide_look(f, &out, flit, look);
    if (!blackbox_width_wide(f))
        part(f, &wide, flit, wide_look, look);
    for (int i = 0; i < f->fields; i++)
        for (int g = 0; f->field[i].grain && g < f->widths.flit[1]; g++)
            if (f->byte_enable.line && i == f->byte_enable.keep)
                fill_bits(look, place_of(f, &f->field[i], 1, g), 1, f->outputs.fields[i].count > 0);
            else if (at + g >= grains)
                fill_bits(look, place_of(f, &f->field[i], 1, g), f->field[i].grain, 0);
    if (is_end_free(f, p, flit))
        fill_bits(look, f->field[f->frame.field].offset + f->frame.shift, f->frame.width, 0);
}

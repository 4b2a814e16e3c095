/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a router of other people have seen: points in groups, each an end or a pair of them, or an end and
 * a number. What the description rules out is no point that a run can hit, and has a reason.
 */
#ifndef BLACKBOX_BLACKBOX_COVER_H
#define BLACKBOX_BLACKBOX_COVER_H

#include "../description/blackbox.h"

/** Points that were hit. */
struct blackbox_cover {
    const struct blackbox *f;
    int rows[BLACKBOX_COVER_COUNT], columns[BLACKBOX_COVER_COUNT];
    uint8_t *hit[BLACKBOX_COVER_COUNT]; /**< [rows * columns] enum blackbox_point */
    int hits[BLACKBOX_COVER_COUNT];     /**< points hit */
    int points[BLACKBOX_COVER_COUNT];   /**< that can be hit */
    uint32_t *had[2];                   /**< [sources * words] bits that were 0, and 1, in flits that an input took */
    const struct blackbox_cover *also;  /**< of the next class; NULL: there is none */
};

/** Bits of a field that had the same value in every flit of some inputs. */
struct blackbox_unchanged {
    int field, low, high; /**< from bit low up to bit high */
    int inputs, first;    /**< how many inputs, and the number of the first one */
    const char *reason;   /**< why, and what to do */
};

/** What there is at a row and a column. */
enum blackbox_point { BLACKBOX_POINT_OPEN, BLACKBOX_POINT_HIT, BLACKBOX_POINT_RULED_OUT, BLACKBOX_POINT_NONE };

/** @return 0, or -1 when out of memory; to be finished in any case */
int blackbox_cover_begin(struct blackbox_cover *c, const struct blackbox *f);
void blackbox_cover_finish(struct blackbox_cover *c);
/** Note that a point was seen. */
static inline void blackbox_cover_hit(struct blackbox_cover *c, enum blackbox_cover_group group, int row, int column)
{
    uint8_t *point = &c->hit[group][row * c->columns[group] + column];

    if (*point != BLACKBOX_POINT_OPEN)
        return;
    *point = BLACKBOX_POINT_HIT;
    c->hits[group]++;
}
/** 1 for a point that can be hit, and was not yet. */
static inline int blackbox_cover_open(const struct blackbox_cover *c, enum blackbox_cover_group group, int row,
                                      int column)
{
    return c->hit[group][row * c->columns[group] + column] == BLACKBOX_POINT_OPEN;
}
/** Points of all groups that can be hit, and were not yet. */
int blackbox_cover_left(const struct blackbox_cover *c);
/** Why a point cannot be hit; NULL: it can. */
const char *blackbox_cover_reason(const struct blackbox *f, enum blackbox_cover_group group, int row, int column);
/** Print the name of a point. */
void blackbox_cover_name(const struct blackbox *f, enum blackbox_cover_group group, int row, int column, char *text,
                         size_t size);
/** The column of a length in flits at inputs or outputs. */
int blackbox_cover_length(const struct blackbox *f, int output, int flits);
/** Lengths of packets that came out anywhere. */
int blackbox_cover_lengths(const struct blackbox_cover *c);
/** Note a flit that an input took. */
void blackbox_cover_flit(struct blackbox_cover *c, int source, const uint32_t *words);
/** Bits that never changed, in the order of fields. @param[out] list  at most so many @return how many there are */
int blackbox_cover_unchanged(const struct blackbox_cover *c, struct blackbox_unchanged *list, int most);

#endif

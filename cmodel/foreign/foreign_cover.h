/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ports of a router of other people have seen: points in groups, each an end or a pair of them, or an end and a number.
 * What the description rules out is no point that a run can hit, and has a reason.
 */
#ifndef FOREIGN_FOREIGN_COVER_H
#define FOREIGN_FOREIGN_COVER_H

#include "foreign.h"

/** Points that were hit. */
struct foreign_cover {
    const struct foreign *f;
    int rows[FOREIGN_COVER_COUNT], columns[FOREIGN_COVER_COUNT];
    uint8_t *hit[FOREIGN_COVER_COUNT];        /**< [rows * columns] enum foreign_point */
    int hits[FOREIGN_COVER_COUNT];            /**< points hit */
    int points[FOREIGN_COVER_COUNT];          /**< that can be hit */
    uint32_t *had[2];                         /**< [sources * words] bits that were 0, and 1, in flits that an input took */
};

/** Bits of a field that had the same value in every flit of some inputs. */
struct foreign_unchanged {
    int field, low, high; /**< from bit low up to bit high */
    int inputs, first;    /**< how many inputs, and the number of the first one */
    const char *reason;   /**< why, and what to do */
};

/** What there is at a row and a column. */
enum foreign_point { FOREIGN_POINT_OPEN, FOREIGN_POINT_HIT, FOREIGN_POINT_RULED_OUT, FOREIGN_POINT_NONE };

/** @return 0, or -1 when out of memory; to be finished in any case */
int foreign_cover_begin(struct foreign_cover *c, const struct foreign *f);
void foreign_cover_finish(struct foreign_cover *c);
/** Note that a point was seen. */
static inline void foreign_cover_hit(struct foreign_cover *c, enum foreign_cover_group group, int row, int column)
{
    uint8_t *point = &c->hit[group][row * c->columns[group] + column];

    if (*point != FOREIGN_POINT_OPEN)
        return;
    *point = FOREIGN_POINT_HIT;
    c->hits[group]++;
}
/** 1 for a point that can be hit, and was not yet. */
static inline int foreign_cover_open(const struct foreign_cover *c, enum foreign_cover_group group, int row, int column)
{
    return c->hit[group][row * c->columns[group] + column] == FOREIGN_POINT_OPEN;
}
/** Points of all groups that can be hit, and were not yet. */
int foreign_cover_left(const struct foreign_cover *c);
/** Why a point cannot be hit; NULL: it can. */
const char *foreign_cover_reason(const struct foreign *f, enum foreign_cover_group group, int row, int column);
/** Print the name of a point. */
void foreign_cover_name(const struct foreign *f, enum foreign_cover_group group, int row, int column, char *text, size_t size);
/** Lengths of packets that came out anywhere. */
int foreign_cover_lengths(const struct foreign_cover *c);
/** Note a flit that an input took. */
void foreign_cover_flit(struct foreign_cover *c, int source, const uint32_t *words);
/** Bits that never changed, in the order of fields. @param[out] list  at most so many @return how many there are */
int foreign_cover_unchanged(const struct foreign_cover *c, struct foreign_unchanged *list, int most);

#endif

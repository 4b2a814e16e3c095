/* SPDX-License-Identifier: Apache-2.0
 *
 * See foreign_cover.h.
 */
#include "foreign_cover.h"

#include <stdio.h>
#include <stdlib.h>

/* What rows and columns count. */
enum axis { ONE, SOURCES, SINKS, LENGTHS, FLITS, CHANNELS };

const struct foreign_cover_info foreign_covers[FOREIGN_COVER_COUNT] = {
#define COVER(id, name, rows, columns, doc) {name, doc},
    FOREIGN_COVERS(COVER)
#undef COVER
};

static const struct {
    enum axis rows, columns;
} shapes[FOREIGN_COVER_COUNT] = {
#define COVER(id, name, rows, columns, doc) {rows, columns},
    FOREIGN_COVERS(COVER)
#undef COVER
};

static int extent(const struct foreign *f, enum axis axis)
{
    switch (axis) {
    case SOURCES: return f->sources;
    case SINKS: return f->sinks;
    case LENGTHS: return f->longest - f->least + 1;
    case FLITS: return f->longest;
    case CHANNELS: return f->channels;
    case ONE: break;
    }
    return 1;
}

/* What the description rules out -------------------------------------------------------------------------------------- */

static const char *no_end(const struct foreign *f, enum axis axis, int number)
{
    if (axis == SOURCES && f->sends[number] == 0)
        return "the description forbids all that this input could send";
    return axis == SINKS && f->gets[number] == 0 ? "the description forbids all that this output could send" : NULL;
}

static const char *no_gap(const struct foreign *f)
{
    if (f->longest == 1)
        return "packets have one flit";
    return f->gaps ? NULL : "the description allows no gaps";
}

const char *foreign_cover_reason(const struct foreign *f, enum foreign_cover_group group, int row, int column)
{
    const char *reason = no_end(f, shapes[group].rows, row);

    if (!f->covered[group])
        return "the description switches it off";
    if (!reason)
        reason = no_end(f, shapes[group].columns, column);
    if (reason)
        return reason;
    if ((group == FOREIGN_COVER_PAIR || group == FOREIGN_COVER_MEET) && f->forbidden[row * f->sinks + column])
        return "the description forbids this pair";
    if (group == FOREIGN_COVER_MEET && f->gets[column] < 2)
        return "no other input may send to this output";
    if (group == FOREIGN_COVER_VC_OUT && !f->vc_kept)
        return "the router chooses the virtual channel";
    if (group == FOREIGN_COVER_BACK && f->inputs.credits && f->inputs.depth == 1 && f->vcs == 1)
        return "the only credit is not back in the next cycle";
    return group == FOREIGN_COVER_GAP ? no_gap(f) : NULL;
}

/* Points -------------------------------------------------------------------------------------------------------------- */

static enum foreign_point point_of(const struct foreign *f, enum foreign_cover_group group, int row, int column)
{
    if (group == FOREIGN_COVER_TOGETHER && row >= column)
        return FOREIGN_POINT_NONE;
    return foreign_cover_reason(f, group, row, column) ? FOREIGN_POINT_RULED_OUT : FOREIGN_POINT_OPEN;
}

static int begin_group(struct foreign_cover *c, enum foreign_cover_group group)
{
    int rows = extent(c->f, shapes[group].rows), columns = extent(c->f, shapes[group].columns);

    c->rows[group] = rows;
    c->columns[group] = columns;
    c->hit[group] = calloc((size_t)rows * (size_t)columns, 1);
    for (int i = 0; c->hit[group] && i < rows * columns; i++) {
        c->hit[group][i] = (uint8_t)point_of(c->f, group, i / columns, i % columns);
        c->points[group] += c->hit[group][i] == FOREIGN_POINT_OPEN;
    }
    return c->hit[group] ? 0 : -1;
}

int foreign_cover_begin(struct foreign_cover *c, const struct foreign *f)
{
    *c = (struct foreign_cover){.f = f};
    for (int group = 0; group < FOREIGN_COVER_COUNT; group++)
        if (begin_group(c, (enum foreign_cover_group)group) != 0)
            return -1;
    return 0;
}

void foreign_cover_finish(struct foreign_cover *c)
{
    for (int group = 0; group < FOREIGN_COVER_COUNT; group++)
        free(c->hit[group]);
    *c = (struct foreign_cover){0};
}

int foreign_cover_left(const struct foreign_cover *c)
{
    int left = 0;

    for (int group = 0; group < FOREIGN_COVER_COUNT; group++)
        left += c->points[group] - c->hits[group];
    return left;
}

static void name_end(const struct foreign *f, enum axis axis, int number, char *text, size_t size)
{
    static const char *const words[] = {[ONE] = "", [SOURCES] = "input %d", [SINKS] = "output %d", [LENGTHS] = "%d flits",
                                        [FLITS] = "flit %d", [CHANNELS] = "virtual channel %d"};

    snprintf(text, size, words[axis], axis == LENGTHS ? number + f->least : number);
}

void foreign_cover_name(const struct foreign *f, enum foreign_cover_group group, int row, int column, char *text, size_t size)
{
    char first[32], second[32];

    name_end(f, shapes[group].rows, row, first, sizeof first);
    name_end(f, shapes[group].columns, column, second, sizeof second);
    snprintf(text, size, "%s%s%s", first, *second ? ", " : "", second);
}

int foreign_cover_lengths(const struct foreign_cover *c)
{
    int count = 0;

    for (int n = 0; n < c->columns[FOREIGN_COVER_LENGTH_OUT]; n++) {
        int any = 0;
        for (int k = 0; k < c->rows[FOREIGN_COVER_LENGTH_OUT]; k++)
            any |= c->hit[FOREIGN_COVER_LENGTH_OUT][k * c->columns[FOREIGN_COVER_LENGTH_OUT] + n] == FOREIGN_POINT_HIT;
        count += any;
    }
    return count;
}

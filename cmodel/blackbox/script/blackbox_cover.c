/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_cover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../description/blackbox_cast.h"
#include "../description/blackbox_clocks.h"
#include "../description/blackbox_flit.h"
#include "blackbox_edges.h"

/* What rows and columns count. */
enum axis {
    ONE,
    SOURCES,
    SINKS,
    LENGTHS,
    LENGTHS_OUT,
    FLITS,
    PIECES,
    CHANNELS,
    SIDES,
    NUMBERS,
    WHENS,
    CLOCKED,
    RATIOS,
    LIMITED
};

const struct blackbox_cover_info blackbox_covers[BLACKBOX_COVER_COUNT] = {
#define COVER(id, name, rows, columns, doc) {name, doc},
    BLACKBOX_COVERS(COVER)
#undef COVER
};

static const struct {
    enum axis rows, columns;
} shapes[BLACKBOX_COVER_COUNT] = {
#define COVER(id, name, rows, columns, doc) {rows, columns},
    BLACKBOX_COVERS(COVER)
#undef COVER
};

static int longest_out(const struct blackbox *f)
{
    struct blackbox_lengths all = blackbox_width_lengths(f, 1);

    return all.least + all.step * (all.count - 1);
}

int blackbox_cover_length(const struct blackbox *f, int output, int flits)
{
    struct blackbox_lengths all = blackbox_width_lengths(f, output);

    return (flits - all.least) / all.step;
}

static int extent(const struct blackbox *f, enum axis axis)
{
    switch (axis) {
    case SOURCES: return f->sources;
    case SINKS: return f->sinks;
    case LENGTHS: return blackbox_width_lengths(f, 0).count;
    case LENGTHS_OUT: return blackbox_width_lengths(f, 1).count;
    case FLITS: return longest_out(f);
    case PIECES: return f->widths.line && !f->widths.whole ? f->widths.flit[blackbox_width_wide(f)] : 0;
    case CHANNELS: return f->channels;
    case SIDES: return f->side.inputs;
    case WHENS: return f->header.line ? BLACKBOX_WHEN_AFTER : 0;
    case NUMBERS: return f->cast.kind ? f->sinks : 0;
    case CLOCKED: return blackbox_clocks_swept(f) ? f->clocks - 1 : 0;
    case RATIOS: return BLACKBOX_RATIOS;
    case LIMITED: return f->responses.outstanding ? f->sources : 0;
    case ONE: break;
    }
    return 1;
}

/* What the description rules out ---------------------------------------------------------------------------------- */

static const char *no_end(const struct blackbox *f, enum axis axis, int number)
{
    if ((axis == SOURCES || axis == LIMITED) && f->sends[number] == 0)
        return "the description forbids all that this input could send";
    return axis == SINKS && f->gets[number] == 0 ? "the description forbids all that this output could send" : NULL;
}

static const char *no_gap(const struct blackbox *f)
{
    if (f->max_flits == 1)
        return "packets have one flit";
    return f->gaps ? NULL : "the description allows no gaps";
}

const char *blackbox_cover_reason(const struct blackbox *f, enum blackbox_cover_group group, int row, int column)
{
    const char *reason = no_end(f, shapes[group].rows, row);

    if (!f->covered[group])
        return "the description switches it off";
    if (!reason)
        reason = no_end(f, shapes[group].columns, column);
    if (reason)
        return reason;
    if ((group == BLACKBOX_COVER_PAIR || group == BLACKBOX_COVER_MEET) && f->forbidden[row * f->sinks + column])
        return "the description forbids this pair";
    if (group == BLACKBOX_COVER_MEET && f->gets[column] < 2)
        return "no other input may send to this output";
    if (group == BLACKBOX_COVER_VC_OUT && !f->vc_kept)
        return "the router chooses the virtual channel";
    if (group == BLACKBOX_COVER_PARTIAL && f->max_flits * f->widths.flit[0] <= f->widths.flit[blackbox_width_wide(f)] &&
        column + 1 < f->byte_enable.least)
        return "a packet is told by these bytes";
    if (group == BLACKBOX_COVER_BACK && f->inputs.credits && f->vcs == 1 && blackbox_depth_in(f, row, 0) == 1)
        return "the only credit is not back in the next cycle";
    if ((group == BLACKBOX_COVER_FULL && f->inputs.open) || (group == BLACKBOX_COVER_STALL && f->outputs.open))
        return "there is no ready, and nothing waits";
    if (group == BLACKBOX_COVER_MEET && f->requests && f->outputs.classic)
        return "a requester waits for one response at a time";
    if (f->requests && f->inputs.classic && (group == BLACKBOX_COVER_BACK || group == BLACKBOX_COVER_FULL))
        return "a target acknowledges one request at a time";
    if (f->requests && f->outputs.classic &&
        (group == BLACKBOX_COVER_RESET || (group == BLACKBOX_COVER_TOGETHER && f->sinks == 1)))
        return "an acknowledge may take no time";
    if (group == BLACKBOX_COVER_BACK && f->requests && f->outputs.classic && f->sinks == 1)
        return "a requester waits for one response at a time";
    if (group == BLACKBOX_COVER_COPIES && !blackbox_cast_counts(f, row, column + 1))
        return "the description has no such set of outputs for this input";
    if (group == BLACKBOX_COVER_HEADER && f->header.when && f->header.when != column + 1)
        return "the description says when headers are offered";
    return group == BLACKBOX_COVER_GAP ? no_gap(f) : NULL;
}

/* Points ---------------------------------------------------------------------------------------------------------- */

static enum blackbox_point point_of(const struct blackbox *f, enum blackbox_cover_group group, int row, int column)
{
    if (group == BLACKBOX_COVER_TOGETHER && row >= column)
        return BLACKBOX_POINT_NONE;
    return blackbox_cover_reason(f, group, row, column) ? BLACKBOX_POINT_RULED_OUT : BLACKBOX_POINT_OPEN;
}

static int begin_group(struct blackbox_cover *c, enum blackbox_cover_group group)
{
    int rows = extent(c->f, shapes[group].rows), columns = extent(c->f, shapes[group].columns);

    c->rows[group] = rows;
    c->columns[group] = columns;
    c->hit[group] = calloc((size_t)rows * (size_t)columns + 1, 1);
    for (int i = 0; c->hit[group] && i < rows * columns; i++) {
        c->hit[group][i] = (uint8_t)point_of(c->f, group, i / columns, i % columns);
        c->points[group] += c->hit[group][i] == BLACKBOX_POINT_OPEN;
    }
    return c->hit[group] ? 0 : -1;
}

int blackbox_cover_begin(struct blackbox_cover *c, const struct blackbox *f)
{
    *c = (struct blackbox_cover){.f = f};
    for (int group = 0; group < BLACKBOX_COVER_COUNT; group++)
        if (begin_group(c, (enum blackbox_cover_group)group) != 0)
            return -1;
    for (int value = 0; value < 2; value++)
        c->had[value] = calloc((size_t)f->sources * (size_t)f->words, sizeof *c->had[value]);
    return c->had[0] && c->had[1] ? 0 : -1;
}

void blackbox_cover_finish(struct blackbox_cover *c)
{
    for (int group = 0; group < BLACKBOX_COVER_COUNT; group++)
        free(c->hit[group]);
    free(c->had[0]);
    free(c->had[1]);
    *c = (struct blackbox_cover){0};
}

int blackbox_cover_left(const struct blackbox_cover *c)
{
    int left = 0;

    for (int group = 0; group < BLACKBOX_COVER_COUNT; group++)
        left += c->points[group] - c->hits[group];
    return left;
}

static void name_number(const struct blackbox *f, enum axis axis, int number, char *text, size_t size)
{
    static const char *const words[] = {[ONE] = "",
                                        [SOURCES] = "input %d",
                                        [SINKS] = "output %d",
                                        [LENGTHS] = "%d flits",
                                        [LENGTHS_OUT] = "%d flits",
                                        [FLITS] = "flit %d",
                                        [PIECES] = "%d valid bytes",
                                        [CHANNELS] = "virtual channel %d",
                                        [SIDES] = "input %d of sideband",
                                        [NUMBERS] = "outputs: %d",
                                        [LIMITED] = "input %d"};
    struct blackbox_lengths all = blackbox_width_lengths(f, axis == LENGTHS_OUT);

    if (axis == LENGTHS || axis == LENGTHS_OUT)
        number = all.least + number * all.step;
    snprintf(text, size, words[axis], axis == PIECES || axis == NUMBERS ? number + 1 : number);
}

static void name_end(const struct blackbox *f, enum axis axis, int number, char *text, size_t size)
{
    static const char *const whens[] = {"before", "with", "after"};

    if (axis == WHENS)
        snprintf(text, size, "%s", whens[number]);
    else if (axis == CLOCKED || axis == RATIOS)
        snprintf(text, size, "%.20s", axis == RATIOS ? blackbox_ratio_name(number) : f->clock_of[number + 1].pin.text);
    else
        name_number(f, axis, number, text, size);
}

void blackbox_cover_name(const struct blackbox *f, enum blackbox_cover_group group, int row, int column, char *text,
                         size_t size)
{
    char first[32], second[32];

    name_end(f, shapes[group].rows, row, first, sizeof first);
    name_end(f, shapes[group].columns, column, second, sizeof second);
    snprintf(text, size, "%s%s%s", first, *second ? ", " : "", second);
}

int blackbox_cover_lengths(const struct blackbox_cover *c)
{
    int count = 0;

    for (int n = 0; n < c->columns[BLACKBOX_COVER_LENGTH_OUT]; n++) {
        int any = 0;
        for (int k = 0; k < c->rows[BLACKBOX_COVER_LENGTH_OUT]; k++)
            any |=
                c->hit[BLACKBOX_COVER_LENGTH_OUT][k * c->columns[BLACKBOX_COVER_LENGTH_OUT] + n] == BLACKBOX_POINT_HIT;
        count += any;
    }
    return count;
}

/* Bits ------------------------------------------------------------------------------------------------------------ */

void blackbox_cover_flit(struct blackbox_cover *c, int source, const uint32_t *words)
{
    uint32_t *low = c->had[0] + source * c->f->words, *high = c->had[1] + source * c->f->words;

    for (int w = 0; w < c->f->words; w++) {
        low[w] |= ~words[w];
        high[w] |= words[w];
    }
}

static int is_unchanged(const struct blackbox_cover *c, int source, int bit)
{
    int word = source * c->f->words + bit / 32;

    return c->f->sends[source] && !((c->had[0][word] & c->had[1][word]) >> bit % 32 & 1);
}

static const char *reason_of(const struct blackbox *f, int bit)
{
    switch (blackbox_flit_kind(f, bit)) {
    case BLACKBOX_BIT_CONSTANT: return "the description gives the field a value; leave it out if the field may change";
    case BLACKBOX_BIT_FRAMING:
        return "no packet of these lengths has another mark of its end; packets.max_flits may be up to 1024";
    case BLACKBOX_BIT_DESTINATION:
        return f->sinks == 1 ? "one output needs no destination: leave it out, and these bits are free"
                             : "no output has another value there in its destination";
    case BLACKBOX_BIT_LANE: return "packets of 16 values are mixed at most";
    case BLACKBOX_BIT_KEEP: return "a packet is told by these bytes of its first flit";
    case BLACKBOX_BIT_LENGTH: return "no packet, or response, of these lengths has another value there";
    case BLACKBOX_BIT_FREE: break;
    }
    return "the run is too short: raise --cycles";
}

static struct blackbox_unchanged unchanged_of(const struct blackbox_cover *c, int field, int bit)
{
    struct blackbox_unchanged u = {.field = field, .low = bit, .high = bit, .first = -1};

    for (int source = 0; source < c->f->sources; source++)
        if (is_unchanged(c, source, c->f->field[field].offset + bit)) {
            u.first = u.first < 0 ? source : u.first;
            u.inputs++;
        }
    u.reason = reason_of(c->f, c->f->field[field].offset + bit);
    return u;
}

int blackbox_cover_unchanged(const struct blackbox_cover *c, struct blackbox_unchanged *list, int most)
{
    struct blackbox_unchanged last = {.field = -1};
    int count = 0;

    for (int field = 0; field < c->f->fields; field++)
        for (int bit = 0; c->f->inputs.fields[field].count && bit < c->f->field[field].side[0]; bit++) {
            struct blackbox_unchanged u = unchanged_of(c, field, bit);
            int goes_on = last.field == field && last.high + 1 == bit && last.inputs == u.inputs &&
                          last.first == u.first && last.reason == u.reason;
            if (u.inputs == 0)
                continue;
            last = u;
            count += !goes_on;
            if (count <= most && goes_on)
                list[count - 1].high = bit;
            else if (count <= most)
                list[count - 1] = u;
        }
    return count;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "state_fit.h"

#include <string.h>

/* States that are tried; a register that takes all of them takes any. */
enum { TRIES = 64 };

/* A kind's registers. */
struct rows {
    const struct router_kind *kind;
    const uint8_t *fits;
};

static const struct reg_info *row_of(const struct router_kind *kind, int row)
{
    return &kind->registers[row];
}

static int same_lanes(const struct lanes *l, const void *a, const void *b)
{
    return memcmp((const uint8_t *)a + l->offset, (const uint8_t *)b + l->offset, (size_t)l->bytes * l->count) == 0;
}

/* What a router takes --------------------------------------------------------------------------------------------- */

/* Whether registers of a block may say when one of block `hidden` matters. */
static int is_related(const struct injection_kind *states, const char *block, const char *hidden)
{
    int found = strcmp(block, hidden) == 0;

    for (const struct injection_relation *r = states->related; r && r->block; r++)
        found |= strcmp(r->block, hidden) == 0 && strcmp(r->says, block) == 0;
    return found;
}

static void relate(const struct router_kind *kind, const struct injection_kind *states, uint8_t *fits)
{
    for (int hidden = 0; hidden < kind->register_count; hidden++)
        for (int row = 0; fits[hidden] == STATE_FIT_HIDDEN && row < kind->register_count; row++)
            if (fits[row] == STATE_FIT_SET && is_related(states, row_of(kind, row)->block, row_of(kind, hidden)->block))
                fits[row] = STATE_FIT_RELATED;
}

/* Set a state; what the router shows then, of what it shows, says what it took. */
static void try_state(const struct router_kind *kind, const struct injection_kind *states, const struct node_ops *ops,
                      void *node, struct rng *r, uint8_t *fits)
{
    struct any_registers drawn, now;

    states->draw(kind, r, &drawn);
    now = drawn;
    ops->inject(node, &drawn);
    if (ops->state)
        ops->state(node, &now);
    for (int row = 0; row < kind->register_count; row++)
        if (fits[row] == STATE_FIT_SET && !same_lanes(&row_of(kind, row)->lanes, &now, &drawn))
            fits[row] = STATE_FIT_WORKED;
}

int state_fit_learn(const struct router_kind *kind, const struct injection_kind *states, const struct node_ops *ops,
                    uint8_t *fits)
{
    struct rng r = rng_stream(0, 0);
    struct any_control reset = {{0}};
    void *node = ops->create(NULL, 0);

    if (!node)
        return -1;
    for (int row = 0; row < kind->register_count; row++)
        fits[row] = kind_shows(ops, row) ? STATE_FIT_SET : STATE_FIT_HIDDEN;
    lane_set(&kind_pin_find(kind, "rst")->lanes, &reset, 0, 1);
    ops->step(node, kind->idle, &reset);
    for (int i = 0; i < TRIES; i++)
        try_state(kind, states, ops, node, &r, fits);
    ops->destroy(node);
    relate(kind, states, fits);
    return 0;
}

int state_fit_count(const struct router_kind *kind, const uint8_t *fits, enum state_fit fit)
{
    int count = 0;

    for (int row = 0; row < kind->register_count; row++)
        count += fits[row] == fit;
    return count;
}

/* A state that fits ----------------------------------------------------------------------------------------------- */

static void copy_row(const struct rows *rows, void *to, const void *from, int row)
{
    const struct lanes *l = &row_of(rows->kind, row)->lanes;

    memcpy((uint8_t *)to + l->offset, (const uint8_t *)from + l->offset, (size_t)l->bytes * l->count);
}

static int is_legal(const struct rows *rows, const void *registers)
{
    return rows->kind->parts->lockstep->broken(rows->kind, registers) == 0;
}

static void copy_all(const struct rows *rows, struct any_registers *to, const void *from)
{
    memcpy(to, from, rows->kind->state_bytes);
}

/* The rows of a block, from its first one on. @return the row after them */
static int block_end(const struct rows *rows, int first)
{
    int row = first;

    while (row < rows->kind->register_count &&
           strcmp(row_of(rows->kind, row)->block, row_of(rows->kind, first)->block) == 0)
        row++;
    return row;
}

/* Set rows first to end - 1 as drawn, unless that is not legal. */
static void set_rows(const struct rows *rows, const void *drawn, int first, int end, struct any_registers *fitted)
{
    struct any_registers more;

    copy_all(rows, &more, fitted);
    for (int row = first; row < end; row++)
        if (rows->fits[row] == STATE_FIT_SET)
            copy_row(rows, &more, drawn, row);
    if (is_legal(rows, &more))
        copy_all(rows, fitted, &more);
}

/* Set one lane of all registers of a block that have lanes of their own: a packet, or what is known of one that
 * arrives.
 * @return 0 when none has so many lanes */
static int set_lane(const struct rows *rows, const void *drawn, int first, int lane, struct any_registers *fitted)
{
    struct any_registers more;
    int found = 0;

    copy_all(rows, &more, fitted);
    for (int row = first; row < block_end(rows, first); row++) {
        const struct lanes *l = &row_of(rows->kind, row)->lanes;
        if (!l->stride || lane >= l->count)
            continue;
        found = 1;
        if (rows->fits[row] == STATE_FIT_SET)
            memcpy(lane_at(l, &more, lane), lane_at(l, drawn, lane), l->bytes);
    }
    if (found && is_legal(rows, &more))
        copy_all(rows, fitted, &more);
    return found;
}

/*
 * From what was reached towards what was drawn: whole mechanisms, their lanes, then single registers from any one on.
 */
static void approach(const struct rows *rows, struct rng *r, const void *drawn, struct any_registers *fitted)
{
    int count = rows->kind->register_count, start = (int)rng_below(r, (unsigned)count);

    for (int row = 0, end; row < count; row = end) {
        end = block_end(rows, row);
        set_rows(rows, drawn, row, end, fitted);
        for (int lane = 0; set_lane(rows, drawn, row, lane, fitted); lane++)
            ;
    }
    for (int i = 0; i < count; i++) {
        int row = (start + i) % count;
        set_rows(rows, drawn, row, row + 1, fitted);
    }
}

int state_fit(const struct router_kind *kind, const uint8_t *fits, struct rng *r, const void *reached, void *drawn)
{
    const struct rows rows = {kind, fits};
    struct any_registers fitted;

    if (state_fit_count(kind, fits, STATE_FIT_SET) == kind->register_count)
        return 0;
    copy_all(&rows, &fitted, reached);
    for (int row = 0; row < kind->register_count; row++)
        if (fits[row] == STATE_FIT_SET)
            copy_row(&rows, &fitted, drawn, row);
    if (!is_legal(&rows, &fitted)) {
        copy_all(&rows, &fitted, reached);
        if (!is_legal(&rows, &fitted))
            return -1;
        approach(&rows, r, drawn, &fitted);
    }
    copy_all(&rows, drawn, &fitted);
    return 0;
}

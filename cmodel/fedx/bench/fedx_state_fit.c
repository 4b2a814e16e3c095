/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_state_fit.h.
 */
#include "fedx_state_fit.h"

#include <string.h>

#include "../model/fedx_switch_internal.h"
#include "fedx_legal.h"
#include "fedx_state_injection.h"

/* States that are tried; a register that takes all of them takes any. */
enum { TRIES = 64 };

/* Mechanisms in whose registers it says when those of another one matter. */
static const struct {
    const char *block, *says;
} related[] = {
    {"route", "port_receive"},
    {"buffer_pool", "port_receive"},
    {"buffer_pool", "port_transmit"},
};

static void *lanes_of(const struct fedx_switch_regs *s, const struct fedx_reg_info *info)
{
    return fedx_lanes_at(&info->lanes, s, 0);
}

static size_t size_of(const struct fedx_reg_info *info)
{
    return (size_t)info->lanes.bytes * info->lanes.count;
}

static void copy_row(struct fedx_switch_regs *to, const struct fedx_switch_regs *from, int row)
{
    const struct fedx_reg_info *info = &fedx_reg_table[row];

    memcpy(lanes_of(to, info), lanes_of(from, info), size_of(info));
}

/* What a switch takes ---------------------------------------------------------------------------------------------- */

static int is_related(const char *block, const char *hidden)
{
    int found = strcmp(block, hidden) == 0;

    for (size_t i = 0; i < sizeof related / sizeof *related; i++)
        found |= strcmp(related[i].block, hidden) == 0 && strcmp(related[i].says, block) == 0;
    return found;
}

static void relate(uint8_t *fits)
{
    for (int hidden = 0; hidden < fedx_reg_count; hidden++)
        for (int row = 0; fits[hidden] == FEDX_FIT_HIDDEN && row < fedx_reg_count; row++)
            if (fits[row] == FEDX_FIT_SET && is_related(fedx_reg_table[row].block, fedx_reg_table[hidden].block))
                fits[row] = FEDX_FIT_RELATED;
}

/* Set a state; what the switch shows then, of what it shows, says what it took. */
static void try_state(const struct node_ops *ops, void *node, struct fedx_random *r, uint8_t *fits)
{
    struct fedx_switch_regs drawn, now;

    fedx_state_injection_draw(r, &drawn);
    now = drawn;
    ops->inject(node, &drawn);
    if (ops->state)
        ops->state(node, &now);
    for (int row = 0; row < fedx_reg_count; row++) {
        const struct fedx_reg_info *info = &fedx_reg_table[row];
        if (fits[row] == FEDX_FIT_SET && memcmp(lanes_of(&now, info), lanes_of(&drawn, info), size_of(info)) != 0)
            fits[row] = FEDX_FIT_WORKED;
    }
}

int fedx_state_fit_learn(const struct node_ops *ops, uint8_t *fits)
{
    static const struct fedx_control reset = {.rst = 1};
    struct fedx_random r = fedx_random_stream(0, 0);
    void *node = ops->create(NULL, 0);

    if (!node)
        return -1;
    for (int row = 0; row < fedx_reg_count; row++)
        fits[row] = kind_shows(ops, row) ? FEDX_FIT_SET : FEDX_FIT_HIDDEN;
    ops->step(node, &fedx_idle_pins, &reset);
    for (int i = 0; i < TRIES; i++)
        try_state(ops, node, &r, fits);
    ops->destroy(node);
    relate(fits);
    return 0;
}

int fedx_state_fit_count(const uint8_t *fits, enum fedx_state_fit fit)
{
    int count = 0;

    for (int row = 0; row < fedx_reg_count; row++)
        count += fits[row] == fit;
    return count;
}

/* A state that fits ------------------------------------------------------------------------------------------------ */

static int is_legal(const struct fedx_switch_regs *s)
{
    return fedx_regs_usable(s) && fedx_legal(s, NULL);
}

/* The rows of a block, from its first one on. @return the row after them */
static int block_end(int first)
{
    int row = first;

    while (row < fedx_reg_count && strcmp(fedx_reg_table[row].block, fedx_reg_table[first].block) == 0)
        row++;
    return row;
}

/* Set rows first to end - 1 as drawn, unless that is not legal. */
static void set_rows(const uint8_t *fits, const struct fedx_switch_regs *drawn, int first, int end,
                     struct fedx_switch_regs *fitted)
{
    struct fedx_switch_regs more = *fitted;

    for (int row = first; row < end; row++)
        if (fits[row] == FEDX_FIT_SET)
            copy_row(&more, drawn, row);
    if (is_legal(&more))
        *fitted = more;
}

/* Set one lane of all registers of a block that have lanes of their own: a packet, or what is known of one that arrives. */
static void set_lane(const uint8_t *fits, const struct fedx_switch_regs *drawn, int first, int lane,
                     struct fedx_switch_regs *fitted)
{
    struct fedx_switch_regs more = *fitted;

    for (int row = first; row < block_end(first); row++) {
        const struct fedx_lanes *l = &fedx_reg_table[row].lanes;
        if (fits[row] == FEDX_FIT_SET && l->stride && lane < l->count)
            memcpy(fedx_lanes_at(l, &more, lane), fedx_lanes_at(l, drawn, lane), l->bytes);
    }
    if (is_legal(&more))
        *fitted = more;
}

/* From what was reached towards what was drawn: whole mechanisms, their lanes, then single registers from any one on. */
static void approach(const uint8_t *fits, struct fedx_random *r, const struct fedx_switch_regs *drawn,
                     struct fedx_switch_regs *fitted)
{
    int start = (int)fedx_random_below(r, (unsigned)fedx_reg_count);

    for (int row = 0, end; row < fedx_reg_count; row = end) {
        end = block_end(row);
        set_rows(fits, drawn, row, end, fitted);
        for (int lane = 0; lane < FEDX_BUFFERS; lane++)
            set_lane(fits, drawn, row, lane, fitted);
    }
    for (int i = 0; i < fedx_reg_count; i++) {
        int row = (start + i) % fedx_reg_count;
        set_rows(fits, drawn, row, row + 1, fitted);
    }
}

int fedx_state_fit(const uint8_t *fits, struct fedx_random *r, const struct fedx_switch_regs *reached,
                   struct fedx_switch_regs *drawn)
{
    struct fedx_switch_regs fitted = *reached;

    if (fedx_state_fit_count(fits, FEDX_FIT_SET) == fedx_reg_count)
        return 0;
    for (int row = 0; row < fedx_reg_count; row++)
        if (fits[row] == FEDX_FIT_SET)
            copy_row(&fitted, drawn, row);
    if (!is_legal(&fitted)) {
        fitted = *reached;
        if (!is_legal(&fitted))
            return -1;
        approach(fits, r, drawn, &fitted);
    }
    *drawn = fitted;
    return 0;
}

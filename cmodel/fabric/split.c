/* SPDX-License-Identifier: Apache-2.0
 *
 * Who steps what, and the pins at cut cables. See split.h.
 */
#include "split_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* Who has what ---------------------------------------------------------------------------------------------------- */

int fabric_rank(const struct fabric *f)
{
    return f->config.ranks ? f->config.ranks->rank : 0;
}

int fabric_rank_of(const struct fabric *f, int node)
{
    return f->config.ranks ? f->config.owner[node] : 0;
}

int fabric_rank_of_end(const struct fabric *f, int endpoint)
{
    return fabric_rank_of(f, f->config.topology->attached[endpoint].node);
}

int split_has(const struct fabric *f, int node)
{
    return fabric_rank_of(f, node) == fabric_rank(f);
}

int split_has_end(const struct fabric *f, int endpoint)
{
    return fabric_rank_of_end(f, endpoint) == fabric_rank(f);
}

int split_has_scoreboard(const struct fabric *f)
{
    return !f->split || f->split->ranks->rank == 0;
}

/* @param has  NULL: all are */
static int stretch_out(const struct fabric *f, struct stretches *s, int units,
                       int (*has)(const struct fabric *f, int unit))
{
    size_t room = 0;

    *s = (struct stretches){0};
    for (int n = 0; n < units; n++) {
        if (has && !has(f, n))
            continue;
        struct stretch *larger = memory_grow(s->stretch, (size_t)s->count, &room, 4, sizeof *larger);
        if (!larger)
            return -1;
        s->stretch = larger;
        if (s->count == 0 || larger[s->count - 1].last != n)
            larger[s->count++] = (struct stretch){n, n, s->total};
        larger[s->count - 1].last = n + 1;
        s->total++;
    }
    return 0;
}

int split_create(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;
    size_t routers = (size_t)f->routers, count = ranks ? (size_t)ranks->count : 0;
    struct fabric_split *s;

    if (stretch_out(f, &f->own_routers, f->routers, ranks ? split_has : NULL) != 0 ||
        stretch_out(f, &f->own_endpoints, f->endpoints, ranks ? split_has_end : NULL) != 0)
        return -1;
    if (!ranks)
        return 0;
    s = f->split = calloc(1, sizeof *s);
    if (!s)
        return -1;
    s->ranks = ranks;
    s->sent = calloc(count, sizeof *s->sent);
    s->heard = calloc(count, sizeof *s->heard);
    s->used = calloc(routers, sizeof *s->used);
    s->held = calloc(routers, sizeof *s->held);
    s->glance = calloc((size_t)f->endpoints, sizeof *s->glance);
    return s->sent && s->heard && s->used && s->held && s->glance ? 0 : -1;
}

static void free_cuts(struct cut *cuts, int ranks)
{
    for (int i = 0; cuts && i < ranks; i++)
        free(cuts[i].unit);
    free(cuts);
}

void split_destroy(struct fabric *f)
{
    struct fabric_split *s = f->split;

    free(f->own_routers.stretch);
    free(f->own_endpoints.stretch);
    if (!s)
        return;
    free_cuts(s->sent, s->ranks->count);
    free_cuts(s->heard, s->ranks->count);
    free(s->report);
    free(s->asked);
    free(s->answer);
    free(s->used);
    free(s->held);
    free(s->glance);
    free(s);
    f->split = NULL;
}

/* Cut cables ------------------------------------------------------------------------------------------------------ */

/* Whether a router of one rank reads what a router drives. */
static int reads(const struct fabric *f, int rank, int unit)
{
    const struct topology_end *links = f->config.topology->links[unit];

    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (topology_wired(f->config.topology, unit, p) && fabric_rank_of(f, links[p].node) == rank)
            return 1;
    return 0;
}

/* Routers of one rank that another one reads. */
static int find_cut(const struct fabric *f, int from, int to, struct cut *cut)
{
    cut->unit = calloc((size_t)f->routers, sizeof *cut->unit);
    for (int n = 0; cut->unit && n < f->routers; n++)
        if (fabric_rank_of(f, n) == from && reads(f, to, n))
            cut->unit[cut->count++] = n;
    return cut->unit ? 0 : -1;
}

static size_t mask_bytes(const struct cut *cut)
{
    return ((size_t)cut->count + 7) / 8;
}

/* What has changed of the pins that a rank reads. @param was  NULL: all of it */
void split_put_pins(const struct fabric *f, int rank, const uint8_t *was, const uint8_t *is)
{
    const struct cut *cut = &f->split->sent[rank];
    size_t bytes = f->config.kind->pins_bytes;
    uint8_t mask[mask_bytes(cut) + 1];

    memset(mask, 0, sizeof mask);
    for (int i = 0; i < cut->count; i++) {
        size_t at = (size_t)cut->unit[i] * bytes;
        if (!was || memcmp(was + at, is + at, bytes) != 0)
            mask[i / 8] |= (uint8_t)(1 << i % 8);
    }
    ranks_put(f->split->ranks, rank, mask, mask_bytes(cut));
    for (int i = 0; i < cut->count; i++)
        if (mask[i / 8] >> i % 8 & 1)
            ranks_put(f->split->ranks, rank, is + (size_t)cut->unit[i] * bytes, bytes);
}

void split_get_pins(const struct fabric *f, int rank, const uint8_t *was, uint8_t *is)
{
    const struct cut *cut = &f->split->heard[rank];
    size_t bytes = f->config.kind->pins_bytes;
    const uint8_t *mask = ranks_take(f->split->ranks, rank, mask_bytes(cut));

    for (int i = 0; i < cut->count; i++) {
        size_t at = (size_t)cut->unit[i] * bytes;
        memcpy(is + at, mask[i / 8] >> i % 8 & 1 ? ranks_take(f->split->ranks, rank, bytes) : was + at, bytes);
    }
}

/* While they were configured some routers failed: the first in time, and then by number, as one process finds it. */
static void agree_on_boot(struct fabric *f, unsigned failed)
{
    struct boot_failure {
        unsigned cycle;
        int node, fault;
        char text[sizeof f->fault_text];
    } mine = {failed, f->fault_node, (int)f->fault, ""}, all[f->split->ranks->count];

    memcpy(mine.text, f->fault_text, sizeof mine.text);
    ranks_all(f->split->ranks, &mine, sizeof mine, all);
    for (int i = 0; i < f->split->ranks->count; i++)
        if (all[i].cycle < mine.cycle || (all[i].cycle == mine.cycle && all[i].node < mine.node))
            mine = all[i];
    f->fault = (enum fabric_fault)mine.fault;
    f->fault_node = mine.node;
    memcpy(f->fault_text, mine.text, sizeof f->fault_text);
}

void split_begin(struct fabric *f, unsigned failed)
{
    struct fabric_split *s = f->split;
    int count = s->ranks->count, own = s->ranks->rank, status = 0;

    for (int i = 0; i < count; i++)
        if (i != own)
            status |= find_cut(f, own, i, &s->sent[i]) | find_cut(f, i, own, &s->heard[i]);
    if (status != 0)
        ranks_abort(s->ranks, "out of memory");
    agree_on_boot(f, failed);
    for (int i = 0; i < count; i++)
        if (i != own)
            split_put_pins(f, i, NULL, fabric_slot(f, 0));
    ranks_exchange(s->ranks);
    for (int i = 0; i < count; i++) {
        if (i != own)
            split_get_pins(f, i, NULL, fabric_slot(f, 0));
        for (int slot = 1; i != own && slot < f->slots; slot++)
            for (int k = 0; k < s->heard[i].count; k++) {
                size_t at = (size_t)s->heard[i].unit[k] * f->config.kind->pins_bytes;
                memcpy(fabric_slot(f, slot) + at, fabric_slot(f, 0) + at, f->config.kind->pins_bytes);
            }
    }
}

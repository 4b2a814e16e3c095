/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole fabric, of the parts that ranks have. See split.h.
 */
#include "split_internal.h"

/* A router or endpoint of another rank is made, to be loaded; where an engine brings its own routers there is nothing
 * to make. */
static int make_unit(struct fabric *f, int n)
{
    if (!f->config.nodes)
        return 0;
    if (n < f->routers && !f->router[n].handle && fabric_make_node(f, n) != 0)
        return -1;
    return n < f->endpoints && !f->endpoint[n].port ? endpoint_equip(&f->endpoint[n], f->config.kind->port) : 0;
}

static void forget_unit(struct fabric *f, int n)
{
    if (f->config.nodes && n < f->routers && !split_has(f, n)) {
        f->router[n].ops->destroy(f->router[n].handle);
        f->router[n].handle = NULL;
    }
    if (n < f->endpoints && !split_has_end(f, n))
        endpoint_bare(&f->endpoint[n]);
}

void split_expect(struct fabric *f, int unit, struct archive *a)
{
    if (a->loading && make_unit(f, unit) != 0)
        a->reject(a, "out of memory");
}

void split_forget(struct fabric *f, int unit, const struct archive *a)
{
    if (a->loading)
        forget_unit(f, unit);
}

void split_loaded(struct fabric *f, const struct archive *a)
{
    if (a->loading && !split_has_scoreboard(f))
        f->digest = 0;
}

/* Pins of a unit, in all slots of the ring, if there are any. */
static void archive_pins(struct fabric *f, size_t unit, struct archive *a)
{
    size_t bytes = f->config.kind->pins_bytes;

    if (!f->config.nodes)
        return;
    for (int slot = 0; slot < f->slots; slot++)
        a->visit(a, "pins", fabric_slot(f, slot) + unit * bytes, bytes);
}

/* What one rank has. */
static void archive_part(void *context, int rank, struct archive *a)
{
    struct fabric *f = context;
    uint64_t digest = f->digest;

    for (int n = 0; n < f->routers; n++)
        if (f->config.nodes && fabric_rank_of(f, n) == rank) {
            fabric_archive_router(f, n, a);
            archive_pins(f, (size_t)n, a);
        }
    for (int n = 0; n < f->endpoints; n++)
        if (fabric_rank_of_end(f, n) == rank) {
            fabric_archive_endpoint(f, n, a);
            archive_pins(f, (size_t)f->routers + (size_t)n, a);
        }
    if (f->engine)
        f->engine_ops->archive_part(f->engine, rank, a);
    if (f->hook)
        f->config.hooks->archive_part(f->hook, f, rank, a);
    ARCHIVE(a, digest);
    f->digest = a->loading ? f->digest + digest : 0;
}

void fabric_assemble(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;

    if (!f->split)
        return;
    for (int n = 0; ranks->rank == 0 && (n < f->routers || n < f->endpoints); n++)
        if (make_unit(f, n) != 0)
            ranks_abort(ranks, "out of memory for the whole fabric");
    ranks_gather(ranks, archive_part, f);
}

void fabric_unite(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;

    fabric_assemble(f);
    if (!f->split || ranks->rank > 0)
        return;
    split_destroy(f);
    f->config.ranks = NULL;
    if (split_create(f) != 0)
        ranks_abort(ranks, "out of memory");
}

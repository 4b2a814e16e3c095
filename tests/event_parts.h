/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of event engines in parts share, of any kind of router: one fabric run by one thread, another one in
 * random pieces by random numbers of them, looked at and saved in between; both have to come to the same.
 */
#ifndef FEDX_TESTS_EVENT_PARTS_H
#define FEDX_TESTS_EVENT_PARTS_H

#include <stdlib.h>

#include "engine/engine.h"
#include "fabric/fabric.h"
#include "outcome.h"
#include "unit.h"

enum { PARTS_FILES = 3, PARTS_THREADS = 5, PARTS_PIECES = 4 };

/** How much was compared. */
struct parts_compared {
    uint64_t text_bytes, state_bytes, pieces, looks, crowded;
};

/** A run, and what it wrote. */
struct parts_run {
    const struct engine_ops *engine;
    struct parts_compared *compared;
    struct fabric *fabric;
    char *text[PARTS_FILES];
    size_t length[PARTS_FILES];
    FILE *file[PARTS_FILES];
};

/** Make one of the two. */
static inline void parts_begin(struct parts_run *run, const struct engine_ops *engine,
                               const struct fabric_config *config, struct parts_compared *compared)
{
    *run = (struct parts_run){.engine = engine, .compared = compared};
    for (int i = 0; i < PARTS_FILES; i++)
        run->file[i] = open_memstream(&run->text[i], &run->length[i]);
    run->fabric = outcome_fabric(*config, run->file, NULL, NULL);
}

/** It has been compared. */
static inline void parts_finish(struct parts_run *run)
{
    fabric_destroy(run->fabric);
    for (int i = 0; i < PARTS_FILES; i++) {
        fclose(run->file[i]);
        free(run->text[i]);
    }
}

/** Endpoints are crowded now. */
static inline void parts_count(struct parts_run *run)
{
    for (int n = 0; n < fabric_endpoints(run->fabric); n++)
        run->compared->crowded += (uint64_t)endpoint_crowded(fabric_endpoint(run->fabric, n), 1);
}

/** Somebody looks at the fabric while threads run it, and saves it now and then. */
static inline int parts_look(void *context, const struct fabric *f)
{
    struct parts_run *run = context;
    struct archive a = {0};

    assert_ptr_equal(f, run->fabric);
    parts_count(run);
    if (run->compared->looks++ % 8 == 0)
        outcome_save(run->engine, run->fabric, &a);
    archive_finish(&a);
    return 0;
}

/** So many cycles more, in pieces of a random length each by a random number of threads. */
static inline void parts_run_pieces(struct parts_run *run, uint64_t count, struct rng *r)
{
    uint64_t end = fabric_cycle(run->fabric) + count, now;

    while ((now = fabric_cycle(run->fabric)) < end && !outcome_failed(run->fabric)) {
        uint64_t some = 1 + rng_below(r, (uint32_t)(2 * count / PARTS_PIECES + 1));
        int threads = 2 + (int)rng_below(r, PARTS_THREADS - 1);
        uint64_t period = 1 + rng_below(r, 500);
        assert_int_equal(run->engine->run(run->fabric, some < end - now ? some : end - now, threads,
                                          rng_below(r, 2) ? parts_look : NULL, run, period),
                         0);
        run->compared->pieces++;
    }
}

static inline void parts_compare_states(struct parts_run *one, struct parts_run *other)
{
    struct archive a = {0}, b = {0};

    outcome_save(one->engine, one->fabric, &a);
    outcome_save(other->engine, other->fabric, &b);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    one->compared->state_bytes += a.length;
    archive_finish(&a);
    archive_finish(&b);
}

/** The same state, to the last byte, and the same files. */
static inline void parts_compare(struct parts_run *one, struct parts_run *other)
{
    parts_compare_states(one, other);
    assert_int_equal(fabric_cycle(one->fabric), fabric_cycle(other->fabric));
    assert_int_equal(fabric_event_digest(one->fabric), fabric_event_digest(other->fabric));
    for (int i = 0; i < PARTS_FILES; i++) {
        fflush(one->file[i]);
        fflush(other->file[i]);
        assert_int_equal(one->length[i], other->length[i]);
        assert_memory_equal(one->text[i], other->text[i], one->length[i]);
        one->compared->text_bytes += one->length[i];
    }
}

/** Both halves of so many cycles, by one thread and by several, and what they come to. */
static inline void parts_check(const struct engine_ops *engine, const struct fabric_config *config, uint64_t cycles,
                               struct rng *r, struct parts_compared *compared)
{
    struct parts_run one, other;

    parts_begin(&one, engine, config, compared);
    parts_begin(&other, engine, config, compared);
    for (int half = 0; half < 2; half++) {
        assert_int_equal(engine->run(one.fabric, cycles / 2, 1, NULL, NULL, 1), 0);
        parts_run_pieces(&other, cycles / 2, r);
        parts_count(&other);
        parts_compare(&one, &other);
    }
    parts_finish(&one);
    parts_finish(&other);
}

/** A message that one fabric has and the other has not is seen in the state. */
static inline void parts_find_message(const struct engine_ops *engine, const struct fabric_config *config)
{
    struct parts_compared compared = {0};
    struct parts_run one, other;
    struct archive a = {0}, b = {0};

    parts_begin(&one, engine, config, &compared);
    parts_begin(&other, engine, config, &compared);
    assert_int_equal(endpoint_send(fabric_endpoint(other.fabric, 1), 0, 0, 3), 0);
    assert_int_equal(engine->run(one.fabric, 500, 1, NULL, NULL, 1), 0);
    assert_int_equal(engine->run(other.fabric, 500, 2, NULL, NULL, 1), 0);
    outcome_save(engine, one.fabric, &a);
    outcome_save(engine, other.fabric, &b);
    assert_true(a.length != b.length || memcmp(a.bytes, b.bytes, a.length) != 0);
    archive_finish(&a);
    archive_finish(&b);
    parts_finish(&one);
    parts_finish(&other);
}

/** Say how much that was. */
static inline void parts_print(const struct parts_compared *c)
{
    COMPARED(c->text_bytes, "bytes of traces, hops and records");
    COMPARED(c->state_bytes, "bytes of state");
    COMPARED(c->pieces, "pieces run by two threads or more");
    COMPARED(c->looks, "looks in between");
}

#endif

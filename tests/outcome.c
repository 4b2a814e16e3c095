/* SPDX-License-Identifier: Apache-2.0 */
#include "outcome.h"

#include <stdlib.h>

#include "unit.h"

void outcome_note(struct outcome *o, const struct fabric *f)
{
    const char *text;

    o->stats = fabric_stats(f);
    o->cycle = fabric_cycle(f);
    o->digest = fabric_digest(f);
    o->event_digest = fabric_event_digest(f);
    o->fault = (int)fabric_fault(f, &o->fault_node, &text);
    snprintf(o->fault_text, sizeof o->fault_text, "%s", text);
}

void outcome_save(const struct engine_ops *engine, struct fabric *f, struct archive *a)
{
    archive_save(a);
    engine->archive(f, a);
    if (archive_end(a) != 0)
        fail_msg("cannot be saved: %s", a->reason);
}

void outcome_load(const struct engine_ops *engine, struct fabric *f, const struct archive *saved)
{
    struct archive from;

    archive_load(&from, saved->bytes, saved->length);
    engine->archive(f, &from);
    if (archive_end(&from) != 0)
        fail_msg("rejected: %s", from.reason);
}

struct fabric *outcome_fabric(struct fabric_config config, FILE *const *file, struct ranks *ranks,
                              const uint16_t *owner)
{
    struct fabric *f;

    config.trace = file[0];
    config.hops = file[1];
    config.record = file[2];
    config.recorded = 1;
    config.ranks = ranks;
    config.owner = owner;
    f = fabric_create(&config);
    assert_non_null(f);
    return f;
}

static void same_archive(const struct archive *a, const struct archive *b, struct outcome_compared *compared)
{
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->layout, b->layout);
    if (a->length == 0)
        return;
    assert_memory_equal(a->bytes, b->bytes, a->length);
    compared->state_bytes += a->length;
    compared->states++;
}

void outcome_same(const struct outcome *a, const struct outcome *b, int whole, struct outcome_compared *compared)
{
    for (int i = 0; whole && i < OUTCOME_FILES; i++) {
        assert_int_equal(a->length[i], b->length[i]);
        if (a->length[i] > 0)
            assert_memory_equal(a->text[i], b->text[i], a->length[i]);
        compared->text_bytes += a->length[i];
    }
    assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
    assert_int_equal(a->cycle, b->cycle);
    assert_int_equal(a->digest, b->digest);
    assert_int_equal(a->event_digest, b->event_digest);
    assert_int_equal(a->fault, b->fault);
    assert_int_equal(a->fault_node, b->fault_node);
    assert_string_equal(a->fault_text, b->fault_text);
    if (whole) {
        same_archive(&a->looked, &b->looked, compared);
        same_archive(&a->middle, &b->middle, compared);
    }
    same_archive(&a->end, &b->end, compared);
}

void outcome_forget(struct outcome *o)
{
    for (int i = 0; i < OUTCOME_FILES; i++)
        free(o->text[i]);
    archive_finish(&o->looked);
    archive_finish(&o->middle);
    archive_finish(&o->end);
}

int outcome_failed(const struct fabric *f)
{
    const char *text;
    int node;

    return fabric_fault(f, &node, &text) != FABRIC_FAULT_NONE;
}

int outcome_draw_ranks(struct rng *r, const struct topology *t)
{
    return 1 + (int)rng_below(r, (uint32_t)(t->nodes < OUTCOME_RANKS ? t->nodes : OUTCOME_RANKS));
}

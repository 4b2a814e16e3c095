/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run has come to, on one process or on the first of several ranks, for tests in which others have to come to
 * the same.
 */
#ifndef FEDX_TESTS_OUTCOME_H
#define FEDX_TESTS_OUTCOME_H

#include "engine/engine.h"
#include "fedx/rng.h"

enum { OUTCOME_FILES = 4, OUTCOME_RANKS = 5 };

/** What it wrote, and its state when it was looked at, in the middle and at the end; what a run has none of is all
 * zero. */
struct outcome {
    char *text[OUTCOME_FILES];
    size_t length[OUTCOME_FILES];
    struct archive looked, middle, end;
    struct stats stats;
    uint64_t cycle, digest, event_digest;
    int fault, fault_node;
    char fault_text[256];
};

/** How much was compared. */
struct outcome_compared {
    uint64_t state_bytes, states, text_bytes;
};

/** What there is to know of a fabric at its end but for its state. */
void outcome_note(struct outcome *o, const struct fabric *f);
/** Save it as its engine does. */
void outcome_save(const struct engine_ops *engine, struct fabric *f, struct archive *a);
/** Load what it saved. */
void outcome_load(const struct engine_ops *engine, struct fabric *f, const struct archive *saved);
/** A fabric that writes its trace, hops and record into the first three files. @param ranks  NULL, and owner: one
 * process has all of it */
struct fabric *outcome_fabric(struct fabric_config config, FILE *const *file, struct ranks *ranks,
                              const uint16_t *owner);
/** They are the same. @param whole  1: from the beginning, so that the files and the states in between are, too */
void outcome_same(const struct outcome *a, const struct outcome *b, int whole, struct outcome_compared *compared);
void outcome_forget(struct outcome *o);
/** A fault has ended the run. */
int outcome_failed(const struct fabric *f);
/** As many ranks as can run a fabric, up to OUTCOME_RANKS. */
int outcome_draw_ranks(struct rng *r, const struct topology *t);

#endif

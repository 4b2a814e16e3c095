/* SPDX-License-Identifier: Apache-2.0
 *
 * A checkpoint file: an archive (archive.h) with the scenario of its run, whole
 * or not at all, and checked as a whole before anything in it is used.
 * docs/checkpoints.md describes it.
 */
#ifndef SCENARIO_CHECKPOINT_H
#define SCENARIO_CHECKPOINT_H

#include "../base/archive.h"
#include "scenario.h"

/** A checkpoint that was read. All zero: none. */
struct checkpoint {
    uint8_t *file;               /**< all of it, mapped */
    size_t size;                 /**< bytes */
    uint64_t check;              /**< a hash of the file */
    struct archive archive;      /**< of the run, to be loaded */
};

/* Functions that can fail return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all). */

/** Write a checkpoint, through to the disk; what was there before stays until then. */
int checkpoint_write(const char *path, const struct scenario *s, const struct archive *archive,
                     char *error, size_t size);
/**
 * Read a checkpoint. Errors: not a checkpoint, damaged, cut short, of another format.
 * @param[out] s  the scenario of its run
 */
int checkpoint_read(struct checkpoint *c, const char *path, struct scenario *s, char *error,
                    size_t size);
/** Free what was read. A checkpoint that is all zero is legal. */
void checkpoint_finish(struct checkpoint *c);

#endif

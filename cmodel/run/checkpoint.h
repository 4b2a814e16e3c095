/* SPDX-License-Identifier: Apache-2.0
 *
 * A checkpoint file: an archive (archive.h) with the scenario of its run, whole
 * or not at all, and checked as a whole before anything in it is used.
 * docs/reference/checkpoints.md describes it.
 */
#ifndef SCENARIO_CHECKPOINT_H
#define SCENARIO_CHECKPOINT_H

#include "../base/archive.h"
#include "../config/scenario.h"

/** The first line of a file, without the zero at its end. Everything else is in the byte order of the processor. */
#define CHECKPOINT_MAGIC "fedx checkpoint\n"
enum { CHECKPOINT_FORMAT = 2 }; /**< a file of another format is refused */

/** A file begins with this. */
struct checkpoint_header {
    char magic[sizeof CHECKPOINT_MAGIC - 1];
    uint64_t check; /**< checkpoint_check_of the file */
    uint64_t format;
    uint64_t scenario; /**< bytes of text, right behind the header */
    uint64_t archive;  /**< bytes behind that, to the end */
};

/** A checkpoint that was read. All zero: none. */
struct checkpoint {
    uint8_t *file;          /**< all of it, mapped */
    size_t size;            /**< bytes */
    uint64_t check;         /**< a hash of the file */
    struct archive archive; /**< of the run, to be loaded */
};

/* Functions that can fail return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all). */

/** Write a checkpoint, through to the disk; what was there before stays until then. */
int checkpoint_write(const char *path, const struct scenario *s, const struct archive *archive, char *error,
                     size_t size);
/**
 * Read a checkpoint. Errors: not a checkpoint, damaged, cut short, of another format.
 * @param[out] s  the scenario of its run
 */
int checkpoint_read(struct checkpoint *c, const char *path, struct scenario *s, char *error, size_t size);
/** XXH3 of what follows `check` in the header, and of both parts behind it. */
uint64_t checkpoint_check_of(const struct checkpoint_header *h, const void *scenario, const void *archive);
/** Free what was read. A checkpoint that is all zero is legal. */
void checkpoint_finish(struct checkpoint *c);

#endif

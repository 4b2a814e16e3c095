/* SPDX-License-Identifier: Apache-2.0
 *
 * An archive: the state of a run as bytes, in memory, to go on from later. Each
 * structure has one function that visits its fields in turn, for saving and for
 * loading alike, so that the two cannot drift apart.
 *
 * Bytes are as the processor has them: an archive is for the program that made it.
 * What was visited, by name and size, is hashed, and every section begins with the
 * hash so far: an archive of a program with other fields is refused, not misread.
 * Pointers never go into an archive, and no count or index that comes out of one is
 * used before it is checked.
 *
 * After an error nothing is saved any more, and all that is loaded is zero, so that
 * visitors need not look until they end.
 */
#ifndef BASE_ARCHIVE_H
#define BASE_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/** Being saved to, or loaded from. The operations are pointers so that a node from a shared object needs no symbol. */
struct archive {
    /** Visit `size` bytes. @param name  of the field, the same for saving and loading */
    void (*visit)(struct archive *a, const char *name, void *data, size_t size);
    /**
     * What was loaded cannot be, or what is to be saved cannot be saved. The first reason counts; it must stay there.
     */
    void (*reject)(struct archive *a, const char *reason);
    int loading;
    const char *reason; /**< why it was rejected: one sentence, or NULL */
    uint8_t *bytes;
    size_t length;   /**< bytes saved, or to be loaded */
    size_t at;       /**< loading: bytes loaded */
    size_t size;     /**< saving: bytes of memory */
    uint64_t layout; /**< hash of what was visited */
};

/** Visit a field. */
#define ARCHIVE(a, field) (a)->visit(a, #field, &(field), sizeof(field))
/** Visit the fields of a structure from one up to, and without, another one. */
#define ARCHIVE_SPAN(a, s, first, end)                                               \
    (a)->visit(a, #first ".." #end, (char *)(s) + offsetof(__typeof__(*(s)), first), \
               offsetof(__typeof__(*(s)), end) - offsetof(__typeof__(*(s)), first))

/** Begin to save into memory. An archive that was saved to before is begun anew, in the same memory. */
void archive_save(struct archive *a);
/** Begin to load what is in memory, `length` bytes that stay the caller's. */
void archive_load(struct archive *a, const void *bytes, size_t length);
/** Free what was saved. An archive that is all zero is legal. */
void archive_finish(struct archive *a);

/** A section begins: an archive of another program, or another kind of fabric, is rejected here. */
void archive_section(struct archive *a, const char *name);
/** Visit a count. @return it, loaded: 0 after rejecting it when it is over max */
uint64_t archive_count(struct archive *a, uint64_t count, uint64_t max);
/**
 * Visit an array that grows: `*count` of `*size` elements in use. Loaded, it has so many as were saved, at most as the
 * archive can hold.
 */
void archive_array(struct archive *a, const char *name, void **array, size_t *count, size_t *size, size_t element);
/** Loading: reject when what must hold does not. */
void archive_check(struct archive *a, int holds);
/** All was visited; loading, what is left over is rejected. @return 0, or -1 when it was rejected (a->reason) */
int archive_end(struct archive *a);

#endif

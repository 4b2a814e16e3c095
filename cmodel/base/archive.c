/* SPDX-License-Identifier: Apache-2.0 */
#include "archive.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* To be raised when the meaning of what is visited changes, and neither its names nor its sizes do. */
enum { VERSION = 8 };

static const char out_of_memory[] = "out of memory";
static const char other_program[] = "it was saved by another version of the program, or for another fabric";

static void reject(struct archive *a, const char *reason)
{
    if (!a->reason)
        a->reason = reason;
}

static void note_layout(struct archive *a, const char *name, size_t size)
{
    a->layout = XXH3_64bits_withSeed(name, strlen(name), a->layout + size);
}

static int make_room(struct archive *a, size_t more)
{
    size_t size = a->size ? a->size : 1 << 16;
    uint8_t *bytes;

    if (a->length + more <= a->size)
        return 0;
    while (size < a->length + more)
        size *= 2;
    bytes = realloc(a->bytes, size);
    if (!bytes) {
        reject(a, out_of_memory);
        return -1;
    }
    a->bytes = bytes;
    a->size = size;
    return 0;
}

static void save(struct archive *a, const char *name, void *data, size_t size)
{
    if (a->reason || make_room(a, size) != 0)
        return;
    note_layout(a, name, size);
    if (size > 0) /* data may be NULL then */
        memcpy(a->bytes + a->length, data, size);
    a->length += size;
}

static void load(struct archive *a, const char *name, void *data, size_t size)
{
    if (!a->reason && a->length - a->at < size)
        reject(a, other_program);
    if (!a->reason)
        note_layout(a, name, size);
    if (size == 0) /* data may be NULL then */
        return;
    if (a->reason) {
        memset(data, 0, size);
        return;
    }
    memcpy(data, a->bytes + a->at, size);
    a->at += size;
}

void archive_save(struct archive *a)
{
    *a = (struct archive){.visit = save, .reject = reject, .bytes = a->bytes, .size = a->size};
    a->layout = VERSION;
}

void archive_load(struct archive *a, const void *bytes, size_t length)
{
    /* Loading does not write to them. */
    *a = (struct archive){.visit = load, .reject = reject, .loading = 1, .bytes = (uint8_t *)bytes, .length = length};
    a->layout = VERSION;
}

void archive_finish(struct archive *a)
{
    if (!a->loading)
        free(a->bytes);
    memset(a, 0, sizeof *a);
}

void archive_section(struct archive *a, const char *name)
{
    note_layout(a, name, 0);
    uint64_t expected = a->layout, mark = expected;
    a->visit(a, "section", &mark, sizeof mark);
    archive_check(a, mark == expected);
}

uint64_t archive_count(struct archive *a, uint64_t count, uint64_t max)
{
    a->visit(a, "count", &count, sizeof count);
    archive_check(a, count <= max);
    return a->reason ? 0 : count;
}

/* What is left of the archive bounds what is asked for. */
static int make_elements(struct archive *a, void **array, size_t *size, size_t count, size_t element)
{
    void *larger;

    if (count <= *size)
        return 0;
    larger = realloc(*array, count * element);
    if (!larger) {
        reject(a, out_of_memory);
        return -1;
    }
    *array = larger;
    *size = count;
    return 0;
}

void archive_array(struct archive *a, const char *name, void **array, size_t *count, size_t *size, size_t element)
{
    size_t most = a->loading ? (a->length - a->at) / element : SIZE_MAX;

    *count = archive_count(a, *count, most);
    if (a->loading && make_elements(a, array, size, *count, element) != 0)
        *count = 0;
    a->visit(a, name, *array, *count * element);
}

void archive_check(struct archive *a, int holds)
{
    if (a->loading && !holds)
        reject(a, other_program);
}

int archive_end(struct archive *a)
{
    archive_section(a, "end");
    archive_check(a, a->at == a->length);
    return a->reason ? -1 : 0;
}

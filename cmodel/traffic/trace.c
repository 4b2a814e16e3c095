/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a message trace. See trace.h.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/lines.h"
#include "../base/memory.h"
#include "../base/value.h"
#include "../base/text.h"
#include "schedule.h"

/* A message as it is in the file. */
struct line {
    struct trace_message message;
    uint32_t source;
};

struct reader {
    int endpoints;
    struct line *line;
    size_t count, size;
    uint64_t last; /* time of the message before */
};

enum { FIELDS = 4 };
static const char *const field_names[FIELDS] = {"time", "source", "destination", "packets"};

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Four whole numbers. @return 0, or -1 with the reason in text */
static int parse_fields(const char *at, uint64_t *field, char *text, size_t size)
{
    for (int i = 0; i < FIELDS; i++) {
        at = skip_blanks(at);
        if (value_digits(&at, UINT64_MAX, &field[i]) != 0 || (*at && at == skip_blanks(at)))
            return text_fail(text, size, "%s must be a whole number, not negative (time source destination packets)",
                             field_names[i]);
    }
    if (*skip_blanks(at))
        return text_fail(text, size, "more than the four numbers time source destination packets");
    return 0;
}

static int check_fields(const struct reader *r, const uint64_t *field, char *text, size_t size)
{
    for (int i = 1; i < 3; i++)
        if (field[i] >= (uint64_t)r->endpoints)
            return text_fail(text, size, "%s %" PRIu64 " is not in the fabric (nodes 0 to %d)", field_names[i],
                             field[i], r->endpoints - 1);
    if (field[3] < 1 || field[3] > SCHEDULE_MAX_MESSAGE)
        return text_fail(text, size, "packets %" PRIu64 " must be from 1 to %d", field[3], SCHEDULE_MAX_MESSAGE);
    if (field[0] < r->last || field[0] > TRACE_LAST)
        return text_fail(text, size,
                         "time %" PRIu64 " must not be before that of the line above (%" PRIu64 "), up to 2^53",
                         field[0], r->last);
    return 0;
}

static int append_message(struct reader *r, const uint64_t *field)
{
    struct line *line = memory_grow(r->line, r->count, &r->size, 1024, sizeof *line);

    if (!line)
        return -1;
    r->line = line;
    r->line[r->count++] = (struct line){
        .message = {.time = field[0], .destination = (uint32_t)field[2], .packets = (uint8_t)field[3]},
        .source = (uint32_t)field[1],
    };
    r->last = field[0];
    return 0;
}

/* @return 0, or -1 with the reason in text */
static int read_line(void *reader, char *line, char *text, size_t size)
{
    struct reader *r = reader;
    uint64_t field[FIELDS];

    line[strcspn(line, "#")] = 0;
    if (*skip_blanks(line) == 0)
        return 0;
    if (parse_fields(line, field, text, size) != 0 || check_fields(r, field, text, size) != 0)
        return -1;
    if (append_message(r, field) == 0)
        return 0;
    return text_fail(text, size, "out of memory");
}

/* By source, in order of the file. */
static struct trace *sort(const struct reader *r)
{
    struct trace *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->first = calloc((size_t)r->endpoints + 2, sizeof *t->first);
    t->message = calloc(r->count + 1, sizeof *t->message);
    if (!t->first || !t->message) {
        trace_destroy(t);
        return NULL;
    }
    /* first[n + 2] counts; summed up, first[n + 1] is where endpoint n begins, and moves to its end. */
    for (size_t i = 0; i < r->count; i++)
        t->first[r->line[i].source + 2]++;
    for (int n = 2; n <= r->endpoints + 1; n++)
        t->first[n] += t->first[n - 1];
    for (size_t i = 0; i < r->count; i++)
        t->message[t->first[r->line[i].source + 1]++] = r->line[i].message;
    return t;
}

struct trace *trace_read(const char *path, int endpoints, char *text, size_t size)
{
    struct reader r = {.endpoints = endpoints};
    struct trace *t = NULL;

    if (lines_read(path, read_line, &r, text, size) == 0) {
        t = sort(&r);
        if (!t)
            snprintf(text, size, "%s: out of memory", path);
    }
    free(r.line);
    return t;
}

uint64_t trace_hash(const struct trace *t, int endpoints)
{
    uint64_t hash = 0;

    for (size_t i = 0; t && i < t->first[endpoints]; i++) {
        uint64_t words[] = {t->message[i].time, (uint64_t)t->message[i].destination << 8 | t->message[i].packets};
        hash = XXH3_64bits_withSeed(words, sizeof words, hash);
    }
    return t ? XXH3_64bits_withSeed(t->first, ((size_t)endpoints + 1) * sizeof *t->first, hash) : 0;
}

void trace_destroy(struct trace *t)
{
    if (!t)
        return;
    free(t->message);
    free(t->first);
    free(t);
}

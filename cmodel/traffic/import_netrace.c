/* SPDX-License-Identifier: Apache-2.0
 *
 * Traces of netrace (Hestness, Grot, Keckler, NoCArc 2010), version 1.0: a header, notes, regions, then packets, all
 * little-endian. A packet names those that depend on it, which come later; here a message names those that it depends
 * on. What is kept is who waits for whom among those that have not come.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/number_map.h"
#include "../base/text.h"
#include "import.h"

enum {
    MAGIC = 0x484A5455,
    HEADER_BYTES = 72,
    NODES_AT = 38,
    NOTES_AT = 56,
    REGIONS_AT = 60,
    REGION_BYTES = 24,
    MOST_NOTES = 8192, /* longer ones are not there */
    MOST_REGIONS = 100,
    PACKET_BYTES = 21,
    MOST_DEPS = 255,
    DEP_BYTES = 4
};

enum { VERSION = 0x3f800000 /* 1.0 */ };

/* Kinds of packets, by number: bytes, 0: there is no such kind; and whether they answer others. */
static const struct {
    uint8_t bytes, answers;
} kinds[] = {
    [1] = {8, 0},   /* ReadReq */
    [2] = {72, 1},  /* ReadResp */
    [3] = {72, 1},  /* ReadRespWithInvalidate */
    [4] = {72, 0},  /* WriteReq */
    [5] = {8, 1},   /* WriteResp */
    [6] = {72, 0},  /* Writeback */
    [13] = {8, 0},  /* UpgradeReq */
    [14] = {8, 1},  /* UpgradeResp */
    [15] = {8, 0},  /* ReadExReq */
    [16] = {72, 1}, /* ReadExResp */
    [25] = {8, 1},  /* BadAddressError */
    [27] = {8, 0},  /* InvalidateReq */
    [28] = {8, 1},  /* InvalidateResp */
    [29] = {8, 0},  /* DowngradeReq */
    [30] = {72, 1}, /* DowngradeResp */
};

enum { NOBODY = UINT32_MAX };

/* A message that one to come depends on; a list for each of those. */
struct need {
    uint32_t id, next;
    uint8_t destination;
};

struct reader {
    struct import *i;
    FILE *file;
    uint64_t offset, record; /* bytes read; where the packet begins that is read */
    unsigned nodes;
    struct number_map waiting; /* by id: its first need */
    struct need *need;
    size_t need_count, need_size;
    uint32_t free; /* first of those that are not used */
    uint64_t open; /* those that are */
};

struct packet_record {
    uint64_t cycle;
    uint32_t id;
    unsigned kind, source, destination, dep_count;
    uint8_t dep[MOST_DEPS * DEP_BYTES];
};

static uint64_t little_endian(const uint8_t *at, int bytes)
{
    uint64_t value = 0;

    while (bytes-- > 0)
        value = value << 8 | at[bytes];
    return value;
}

/* @return 0, 1 at the end of the file when nothing more is there, or -1 */
static int take(struct reader *r, void *to, size_t bytes, char *reason, size_t size)
{
    size_t got = fread(to, 1, bytes, r->file);

    r->offset += got;
    if (got == bytes)
        return 0;
    if (ferror(r->file))
        return text_fail(reason, size, "cannot be read: %s", strerror(errno));
    return got == 0 ? 1 : text_fail(reason, size, "the file ends in the middle of it");
}

static int skip(struct reader *r, uint64_t bytes, char *reason, size_t size)
{
    uint8_t some[256];

    for (uint64_t more; bytes > 0; bytes -= more) {
        more = bytes < sizeof some ? bytes : sizeof some;
        if (take(r, some, (size_t)more, reason, size) != 0)
            return text_fail(reason, size, "the file ends in the header");
    }
    return 0;
}

static int read_header(struct reader *r, char *reason, size_t size)
{
    uint8_t header[HEADER_BYTES] = {0};
    int status = take(r, header, sizeof header, reason, size);
    uint64_t notes = little_endian(header + NOTES_AT, 4), regions = little_endian(header + REGIONS_AT, 4);

    if (memcmp(header, "BZh", 3) == 0)
        return text_fail(reason, size, "is compressed: bunzip2 it, or read /dev/stdin behind bunzip2 -c");
    if (status != 0 || little_endian(header, 4) != MAGIC)
        return text_fail(reason, size, "is no trace of netrace, which begins with 72 bytes, of them 55 54 4a 48 first");
    if (little_endian(header + 4, 4) != VERSION || regions > MOST_REGIONS)
        return text_fail(reason, size, "is not of version 1.0 of netrace, with %d regions at most", MOST_REGIONS);
    r->nodes = header[NODES_AT];
    return skip(r, (notes < MOST_NOTES ? notes : 0) + regions * REGION_BYTES, reason, size);
}

/* @return 0, 1 at the end, or -1 */
static int read_packet(struct reader *r, struct packet_record *p, char *reason, size_t size)
{
    uint8_t bytes[PACKET_BYTES];
    int status;

    r->record = r->offset;
    status = take(r, bytes, sizeof bytes, reason, size);
    if (status != 0)
        return status;
    p->cycle = little_endian(bytes, 8);
    p->id = (uint32_t)little_endian(bytes + 8, 4);
    p->kind = bytes[16];
    p->source = bytes[17];
    p->destination = bytes[18];
    p->dep_count = bytes[20];
    if (p->kind >= sizeof kinds / sizeof *kinds || kinds[p->kind].bytes == 0)
        return text_fail(reason, size, "packet %" PRIu32 " is of type %u, which netrace does not have", p->id, p->kind);
    if (p->source >= r->nodes || p->destination >= r->nodes)
        return text_fail(reason, size, "packet %" PRIu32 " goes from node %u to %u, and there are %u", p->id, p->source,
                         p->destination, r->nodes);
    if (p->dep_count > 0 && take(r, p->dep, p->dep_count * DEP_BYTES, reason, size) != 0)
        return text_fail(reason, size, "the file ends in the middle of it");
    return 0;
}

/* A later message waits for this one. @return 0, or -1 when out of memory */
static int add_need(struct reader *r, uint32_t of, const struct packet_record *p)
{
    uint64_t *first = number_map_find(&r->waiting, of);
    uint32_t at = r->free;

    if (at != NOBODY) {
        r->free = r->need[at].next;
    } else {
        struct need *need = memory_grow(r->need, r->need_count, &r->need_size, 1024, sizeof *need);
        if (!need || r->need_count == NOBODY)
            return -1;
        r->need = need;
        at = (uint32_t)r->need_count++;
    }
    r->open++;
    r->need[at] = (struct need){p->id, first ? (uint32_t)*first : (uint32_t)NOBODY, (uint8_t)p->destination};
    if (!first)
        return number_map_add(&r->waiting, of, at);
    *first = at;
    return 0;
}

/* What a message depends on is forgotten, and written as far as it goes to its source. */
static void write_needs(struct reader *r, const struct packet_record *p, int taken)
{
    const uint64_t *first = number_map_find(&r->waiting, p->id);
    uint32_t at = first ? (uint32_t)*first : (uint32_t)NOBODY;
    int written = 0;

    if (first)
        number_map_remove(&r->waiting, p->id);
    while (at != NOBODY) {
        struct need *need = &r->need[at];
        uint32_t next = need->next;
        if (taken && need->destination == p->source)
            fprintf(r->i->out, "%c%" PRIu32, written++ ? ',' : ' ', need->id);
        else
            r->i->lost_deps += (uint64_t)taken;
        need->next = r->free;
        r->free = at;
        r->open--;
        at = next;
    }
    r->i->deps += (uint64_t)written;
    if (written)
        fprintf(r->i->out, " %" PRIu64, r->i->delay);
}

static int convert_packet(struct reader *r, const struct packet_record *p, char *reason, size_t size)
{
    const struct import_message m = {p->cycle, p->source, p->destination, kinds[p->kind].bytes, kinds[p->kind].answers};
    int taken = import_takes(r->i, p->cycle);

    if (taken && import_write(r->i, &m, reason, size) != 0)
        return -1;
    if (taken)
        fprintf(r->i->out, " %" PRIu32, p->id);
    write_needs(r, p, taken);
    if (taken)
        putc('\n', r->i->out);
    for (unsigned k = 0; taken && k < p->dep_count; k++)
        if (add_need(r, (uint32_t)little_endian(p->dep + k * DEP_BYTES, DEP_BYTES), p) != 0)
            return text_fail(reason, size, "out of memory for what depends on packets to come");
    return 0;
}

static int convert_all(struct reader *r, char *reason, size_t size)
{
    static const char title[] = "# time source destination packets class id deps delay\n";
    struct packet_record p;
    int status;

    if (read_header(r, reason, size) != 0)
        return -1;
    fputs(title, r->i->out);
    while ((status = read_packet(r, &p, reason, size)) == 0)
        if (convert_packet(r, &p, reason, size) != 0)
            return -1;
    return status > 0 ? 0 : -1;
}

static int convert(struct import *i, char *text, size_t size)
{
    struct reader r = {.i = i, .file = fopen(i->path, "rb"), .free = NOBODY};
    char reason[160];
    int status;

    if (!r.file)
        return text_fail(text, size, "cannot read %s: %s", i->path, strerror(errno));
    status = convert_all(&r, reason, sizeof reason);
    if (status != 0)
        snprintf(text, size, "%s: byte %" PRIu64 ": %s", i->path, r.record, reason);
    i->lost_deps += r.open; /* what waits has come before, or never does */
    fclose(r.file);
    free(r.need);
    number_map_finish(&r.waiting);
    return status;
}

const struct import_format import_netrace = {"netrace", "bytes", convert};

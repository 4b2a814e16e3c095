/* SPDX-License-Identifier: Apache-2.0
 *
 * What BookSim2 prints of packets that it watches (watch_file, watch_out):
 *
 *     40 | node3 | Enqueuing packet 17 at time 40.
 *     40 | node3 | Enqueuing flit 68 (packet 17) at time 40.
 *     55 | node9 | Retiring packet 17 (plat = 15, nlat = 14, frag = 0, src = 3, dest = 9).
 *
 * Where a packet goes is known when it has arrived; until then it is kept, and so are those behind it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/memory.h"
#include "../base/number_map.h"
#include "../base/text.h"
#include "../base/value.h"
#include "import.h"

struct waiting {
    struct import_message m;
    uint64_t id;
    int arrived;
};

struct reader {
    struct import *i;
    struct waiting *waiting; /* a ring, in the order of the file */
    size_t first, count, size;
    uint64_t before;         /* packets that have left it */
    struct number_map place; /* by id: packets that came before it */
};

static struct waiting *waiting_at(const struct reader *r, uint64_t place)
{
    return &r->waiting[(r->first + (size_t)(place - r->before)) & (r->size - 1)];
}

/* The ring is full: one of twice the size, that begins with its first. */
static int grow(struct reader *r)
{
    size_t size = r->size ? 2 * r->size : 1024;
    struct waiting *larger = malloc(size * sizeof *larger);

    if (!larger)
        return -1;
    for (size_t k = 0; k < r->count; k++)
        larger[k] = r->waiting[(r->first + k) & (r->size - 1)];
    free(r->waiting);
    r->waiting = larger;
    r->first = 0;
    r->size = size;
    return 0;
}

static int enqueue(struct reader *r, uint64_t time, uint64_t node, uint64_t id, char *reason, size_t size)
{
    if (number_map_find(&r->place, id))
        return text_fail(reason, size, "packet %" PRIu64 " is enqueued again", id);
    if ((r->count == r->size && grow(r) != 0) || number_map_add(&r->place, id, r->before + r->count) != 0)
        return text_fail(reason, size, "out of memory for packets under way");
    *waiting_at(r, r->before + r->count) = (struct waiting){.m = {.time = time, .source = node}, .id = id};
    r->count++;
    return 0;
}

static int write_packet(struct import *i, const struct waiting *w, char *reason, size_t size)
{
    i->unfinished += !w->arrived;
    if (!w->arrived || !import_takes(i, w->m.time))
        return 0;
    if (import_write(i, &w->m, reason, size) != 0)
        return -1;
    putc('\n', i->out);
    return 0;
}

/* Those at the front that have arrived. @param over  1: no other one will */
static int write_arrived(struct reader *r, int over, char *reason, size_t size)
{
    for (struct waiting *w; r->count > 0 && ((w = &r->waiting[r->first])->arrived || over);) {
        if (write_packet(r->i, w, reason, size) != 0)
            return -1;
        number_map_remove(&r->place, w->id);
        r->first = (r->first + 1) & (r->size - 1);
        r->count--;
        r->before++;
    }
    return 0;
}

/* The number behind the words with which a text begins; behind it afterwards. @return 1: it does */
static int begins(const char **at, const char *words, uint64_t *number)
{
    size_t length = strlen(words);
    const char *behind = *at + length;

    if (strncmp(*at, words, length) != 0 || value_digits(&behind, UINT64_MAX, number) != 0)
        return 0;
    *at = behind;
    return 1;
}

static struct waiting *find(const struct reader *r, uint64_t id)
{
    const uint64_t *place = number_map_find(&r->place, id);

    return place ? waiting_at(r, *place) : NULL;
}

/* What happens to a packet, at a node. Lines of other things are passed over. */
static int convert_event(struct reader *r, uint64_t time, uint64_t node, const char *what, char *reason, size_t size)
{
    uint64_t id, flit;
    struct waiting *w;

    if (begins(&what, "Enqueuing packet ", &id))
        return enqueue(r, time, node, id, reason, size);
    if (begins(&what, "Enqueuing flit ", &flit)) {
        w = begins(&what, " (packet ", &id) ? find(r, id) : NULL;
        if (w)
            w->m.size++;
        return 0; /* a flit alone may be watched */
    }
    if (!begins(&what, "Retiring packet ", &id) || !(w = find(r, id)))
        return 0;
    w->m.destination = node;
    w->arrived = 1;
    return write_arrived(r, 0, reason, size);
}

static int convert_line(void *context, char *line, char *reason, size_t size)
{
    const char *at = line;
    uint64_t time, node;

    if (value_digits(&at, UINT64_MAX, &time) != 0 || !begins(&at, " | node", &node) || strncmp(at, " | ", 3) != 0)
        return 0; /* what it prints besides */
    return convert_event(context, time, node, at + 3, reason, size);
}

static int convert(struct import *i, char *text, size_t size)
{
    struct reader r = {.i = i};
    char reason[160];
    int status;

    fputs("# time source destination packets class\n", i->out);
    status = lines_read(i->path, convert_line, &r, text, size);
    if (status == 0 && write_arrived(&r, 1, reason, sizeof reason) != 0)
        status = text_fail(text, size, "%s: %s", i->path, reason);
    free(r.waiting);
    number_map_finish(&r.place);
    return status;
}

const struct import_format import_booksim = {"booksim", "flits", convert};

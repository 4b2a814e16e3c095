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
#include "../base/number_map.h"
#include "../base/text.h"
#include "../base/value.h"
#include "schedule.h"

/* A message as it is in the file. */
struct line {
    struct trace_message message;
    uint64_t id;
    size_t needs_end; /* in reader.need */
    uint32_t source, delay;
};

struct reader {
    int endpoints;
    struct line *line;
    size_t count, size;
    size_t *need; /* of all lines: places of those that they depend on */
    size_t need_count, need_size;
    struct number_map ids; /* places of lines, the first of those with several destinations */
    uint64_t *list;        /* destinations of this line */
    size_t list_count, list_size;
};

enum { TIME, SOURCE, DESTINATION, PACKETS, CLASS, ID, FIELDS, LEAST_FIELDS = PACKETS + 1 };
static const char *const field_names[FIELDS] = {"time", "source", "destination", "packets", "class", "id"};
static const char blanks[] = " \t\r\n", all_fields[] = "time source destination packets [class [id [deps delay]]]";

/* A line whose words are read one by one. */
struct words {
    const char *at;
    uint64_t field[FIELDS];
    int fields;
};

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, blanks);
}

/* The number that a word is. @return 0, or -1: it is none */
static int take_number(struct words *w, uint64_t most, uint64_t *number)
{
    w->at = skip_blanks(w->at);
    return value_digits(&w->at, most, number) != 0 || (*w->at && !strchr(blanks, *w->at)) ? -1 : 0;
}

/* Numbers with commas between them. @return 0, or -1: they are none, or out of memory */
static int take_list(struct reader *r, struct words *w)
{
    int more = 1;

    w->at = skip_blanks(w->at);
    for (r->list_count = 0; more; w->at += more) {
        uint64_t *list = memory_grow(r->list, r->list_count, &r->list_size, 4, sizeof *list);
        if (!list)
            return -1;
        r->list = list;
        if (value_digits(&w->at, UINT64_MAX, &list[r->list_count++]) != 0)
            return -1;
        more = *w->at == ',';
    }
    return *w->at && !strchr(blanks, *w->at) ? -1 : 0;
}

static int parse_fields(struct reader *r, struct words *w, char *text, size_t size)
{
    for (; w->fields < FIELDS && (w->fields < LEAST_FIELDS || *skip_blanks(w->at)); w->fields++)
        if ((w->fields == DESTINATION ? take_list(r, w) : take_number(w, UINT64_MAX, &w->field[w->fields])) != 0)
            return text_fail(text, size, "%s must be a whole number, not negative (%s)", field_names[w->fields],
                             all_fields);
    return 0;
}

static int check_fields(const struct reader *r, const uint64_t *field, char *text, size_t size)
{
    uint64_t last = r->count ? r->line[r->count - 1].message.time : 0;

    for (size_t i = 0; i <= r->list_count; i++) {
        uint64_t node = i ? r->list[i - 1] : field[SOURCE];
        if (node >= (uint64_t)r->endpoints)
            return text_fail(text, size, "%s %" PRIu64 " is not in the fabric (nodes 0 to %d)",
                             field_names[i ? DESTINATION : SOURCE], node, r->endpoints - 1);
        for (size_t k = 1; k < i; k++)
            if (r->list[k - 1] == node)
                return text_fail(text, size, "destination %" PRIu64 " is there twice", node);
    }
    if (field[PACKETS] < 1 || field[PACKETS] > SCHEDULE_MAX_MESSAGE)
        return text_fail(text, size, "packets %" PRIu64 " must be from 1 to %d", field[PACKETS], SCHEDULE_MAX_MESSAGE);
    if (field[TIME] < last || field[TIME] > TRACE_LAST)
        return text_fail(text, size,
                         "time %" PRIu64 " must not be before that of the line above (%" PRIu64 "), up to 2^53",
                         field[TIME], last);
    if (field[CLASS] > 1)
        return text_fail(text, size, "class %" PRIu64 " must be 0 or 1", field[CLASS]);
    return 0;
}

static int out_of_memory(char *text, size_t size)
{
    return text_fail(text, size, "out of memory");
}

/* @param copy  which of its destinations */
static int append_message(struct reader *r, const struct words *w, size_t copy, char *text, size_t size)
{
    struct line *line = memory_grow(r->line, r->count, &r->size, 1024, sizeof *line);
    const uint64_t *field = w->field;

    if (!line)
        return out_of_memory(text, size);
    r->line = line;
    r->line[r->count] = (struct line){.message = {.time = field[TIME],
                                                  .destination = (uint32_t)r->list[copy],
                                                  .packets = (uint8_t)field[PACKETS],
                                                  .traffic_class = (uint8_t)field[CLASS],
                                                  .joined = copy > 0},
                                      .source = (uint32_t)field[SOURCE],
                                      .id = field[ID],
                                      .needs_end = r->need_count};
    if (w->fields <= ID || copy > 0)
        return 0;
    if (number_map_find(&r->ids, field[ID]))
        return text_fail(text, size, "id %" PRIu64 " is that of a line above", field[ID]);
    return number_map_add(&r->ids, field[ID], r->count) == 0 ? 0 : out_of_memory(text, size);
}

/* The message of this line depends on one of a line above, which must have come to its source. */
static int add_need(struct reader *r, uint64_t id, char *text, size_t size)
{
    const uint64_t *first = number_map_find(&r->ids, id);
    struct line *line = &r->line[r->count];
    size_t *need, place = first ? (size_t)*first : r->count, own = r->count;

    while (r->line[own].message.joined)
        own--;
    if (place >= own)
        return text_fail(text, size, "deps: no line above has the id %" PRIu64, id);
    while (r->line[place].message.destination != line->source && r->line[place + 1].message.joined)
        place++;
    if (r->line[place].message.destination != line->source)
        return text_fail(text, size,
                         "deps: message %" PRIu64 " goes to node %" PRIu32 ", not to %" PRIu32
                         ", the source of this one",
                         id, r->line[place].message.destination, line->source);
    need = memory_grow(r->need, r->need_count, &r->need_size, 1024, sizeof *need);
    if (!need)
        return out_of_memory(text, size);
    r->need = need;
    r->need[r->need_count++] = place;
    line->needs_end = r->need_count;
    return 0;
}

/* Ids with commas between them, and a delay. */
static int read_needs(struct reader *r, struct words *w, char *text, size_t size)
{
    uint64_t number;

    w->at = skip_blanks(w->at);
    for (int more = 1; more; w->at += more) {
        if (value_digits(&w->at, UINT64_MAX, &number) != 0)
            return text_fail(text, size, "deps must be ids with commas between them (%s)", all_fields);
        if (add_need(r, number, text, size) != 0)
            return -1;
        more = *w->at == ',';
    }
    if (take_number(w, TRACE_LONGEST_DELAY, &number) != 0)
        return text_fail(text, size, "deps must be followed by a delay from 0 to %" PRIu32 " cycles (%s)",
                         TRACE_LONGEST_DELAY, all_fields);
    r->line[r->count].delay = (uint32_t)number;
    return 0;
}

/* To one of its destinations. @param w  behind its fields */
static int read_message(struct reader *r, struct words w, size_t copy, char *text, size_t size)
{
    if (append_message(r, &w, copy, text, size) != 0)
        return -1;
    if (*skip_blanks(w.at) && read_needs(r, &w, text, size) != 0)
        return -1;
    if (*skip_blanks(w.at))
        return text_fail(text, size, "more than %s", all_fields);
    r->count++;
    return 0;
}

/* @return 0, or -1 with the reason in text */
static int read_line(void *reader, char *line, char *text, size_t size)
{
    struct reader *r = reader;
    struct words w = {.at = line};

    line[strcspn(line, "#")] = 0;
    if (*skip_blanks(line) == 0)
        return 0;
    if (parse_fields(r, &w, text, size) != 0 || check_fields(r, w.field, text, size) != 0)
        return -1;
    for (size_t copy = 0; copy < r->list_count; copy++)
        if (read_message(r, w, copy, text, size) != 0)
            return -1;
    return 0;
}

/* By source, in order of the file. @param[out] place  [r->count] of each line */
static void sort(struct trace *t, const struct reader *r, size_t *place)
{
    /* first[n + 2] counts; summed up, first[n + 1] is where endpoint n begins, and moves to its end. */
    for (size_t i = 0; i < r->count; i++)
        t->first[r->line[i].source + 2]++;
    for (int n = 2; n <= r->endpoints + 1; n++)
        t->first[n] += t->first[n - 1];
    for (size_t i = 0; i < r->count; i++) {
        place[i] = t->first[r->line[i].source + 1]++;
        t->message[place[i]] = r->line[i].message;
        t->classes |= r->line[i].message.traffic_class;
        t->multicasts |= r->line[i].message.joined;
    }
}

static size_t first_need(const struct reader *r, size_t line)
{
    return line ? r->line[line - 1].needs_end : 0;
}

/* How much there is to each message, at the place behind it; then summed up. */
static void count_links(struct trace_links *l, const struct reader *r, const size_t *place)
{
    for (size_t i = 0; i < r->count; i++) {
        struct trace_link *link = &l->link[place[i]];
        link->id = r->line[i].id;
        link->delay = r->line[i].delay;
        link[1].needs = r->line[i].needs_end - first_need(r, i);
        for (size_t k = first_need(r, i); k < r->line[i].needs_end; k++)
            l->link[place[r->need[k]] + 1].dependents++;
    }
    for (size_t m = 0; m < r->count; m++) {
        l->link[m + 1].needs += l->link[m].needs;
        l->link[m + 1].dependents += l->link[m].dependents;
    }
}

/* @param filled  [r->count] of the dependents of each message, all zero */
static void fill_links(struct trace_links *l, const struct reader *r, const size_t *place, size_t *filled)
{
    for (size_t i = 0; i < r->count; i++) {
        size_t to = l->link[place[i]].needs;
        for (size_t k = first_need(r, i); k < r->line[i].needs_end; k++) {
            size_t on = place[r->need[k]];
            l->need[to++] = on;
            l->dependent[l->link[on].dependents + filled[on]++] = place[i];
        }
    }
}

static void number_slots(const struct trace *t, size_t messages)
{
    for (size_t m = 0; m < messages; m++)
        if (t->links->link[m].dependents < t->links->link[m + 1].dependents)
            t->links->link[m].slot = t->links->slots[t->message[m].destination]++;
}

/* @return 0, or -1 when out of memory */
static int make_links(struct trace *t, const struct reader *r, const size_t *place)
{
    struct trace_links *l = t->links = calloc(1, sizeof *l);
    size_t *filled;

    if (!l)
        return -1;
    l->link = calloc(r->count + 1, sizeof *l->link);
    l->need = calloc(r->need_count, sizeof *l->need);
    l->dependent = calloc(r->need_count, sizeof *l->dependent);
    l->slots = calloc((size_t)r->endpoints, sizeof *l->slots);
    filled = calloc(r->count, sizeof *filled);
    if (!l->link || !l->need || !l->dependent || !l->slots || !filled) {
        free(filled);
        return -1;
    }
    count_links(l, r, place);
    fill_links(l, r, place, filled);
    number_slots(t, r->count);
    free(filled);
    return 0;
}

static struct trace *make_trace(const struct reader *r)
{
    struct trace *t = calloc(1, sizeof *t);
    size_t *place = calloc(r->count + 1, sizeof *place);
    int good = t && place;

    if (good) {
        t->first = calloc((size_t)r->endpoints + 2, sizeof *t->first);
        t->message = calloc(r->count + 1, sizeof *t->message);
        good = t->first && t->message;
    }
    if (good) {
        sort(t, r, place);
        good = r->need_count == 0 || make_links(t, r, place) == 0;
    }
    free(place);
    if (good)
        return t;
    trace_destroy(t);
    return NULL;
}

struct trace *trace_read(const char *path, int endpoints, char *text, size_t size)
{
    struct reader r = {.endpoints = endpoints};
    struct trace *t = NULL;

    if (lines_read(path, read_line, &r, text, size) == 0) {
        t = make_trace(&r);
        if (!t)
            snprintf(text, size, "%s: out of memory", path);
    }
    free(r.line);
    free(r.need);
    free(r.list);
    number_map_finish(&r.ids);
    return t;
}

static uint64_t hash_of_link(const struct trace_links *l, size_t message, uint64_t hash)
{
    const struct trace_link *link = &l->link[message];
    uint64_t words[] = {link->id, link->delay};

    hash = XXH3_64bits_withSeed(words, sizeof words, hash);
    return XXH3_64bits_withSeed(l->need + link->needs, (link[1].needs - link->needs) * sizeof *l->need, hash);
}

uint64_t trace_hash(const struct trace *t, int endpoints)
{
    uint64_t hash = 0;

    for (size_t i = 0; t && i < t->first[endpoints]; i++) {
        const struct trace_message *m = &t->message[i];
        uint64_t words[] = {m->time,
                            (uint64_t)m->destination << 16 | m->joined << 9 | m->traffic_class << 8 | m->packets};
        hash = XXH3_64bits_withSeed(words, sizeof words, hash);
        hash = t->links ? hash_of_link(t->links, i, hash) : hash;
    }
    return t ? XXH3_64bits_withSeed(t->first, ((size_t)endpoints + 1) * sizeof *t->first, hash) : 0;
}

uint32_t trace_copies(const struct trace *t, int source, size_t message, uint32_t *copy)
{
    size_t first = message, end = message + 1;

    while (t->message[first].joined)
        first--;
    while (end < t->first[source + 1] && t->message[end].joined)
        end++;
    *copy = (uint32_t)(message - first);
    return end - first > 1 ? (uint32_t)(end - first) : 0;
}

void trace_print_title(const struct trace *t, FILE *file)
{
    fprintf(file, "# time source destination packets%s%s\n", t && (t->classes || t->links) ? " class" : "",
            t && t->links ? " id deps delay" : "");
}

void trace_print_more(const struct trace *t, size_t message, FILE *file)
{
    const struct trace_links *l = t->links;

    if (t->classes || l)
        fprintf(file, " %u", t->message[message].traffic_class);
    if (!l)
        return;
    fprintf(file, " %" PRIu64, l->link[message].id);
    for (size_t k = l->link[message].needs; k < l->link[message + 1].needs; k++)
        fprintf(file, "%c%" PRIu64, k == l->link[message].needs ? ' ' : ',', l->link[l->need[k]].id);
    if (trace_depends(l, message))
        fprintf(file, " %" PRIu32, l->link[message].delay);
}

static void free_links(struct trace_links *l)
{
    if (!l)
        return;
    free(l->link);
    free(l->need);
    free(l->dependent);
    free(l->slots);
    free(l);
}

void trace_destroy(struct trace *t)
{
    if (!t)
        return;
    free_links(t->links);
    free(t->message);
    free(t->first);
    free(t);
}

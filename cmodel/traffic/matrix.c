/* SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/lines.h"
#include "../base/memory.h"
#include "../base/text.h"
#include "../base/value.h"

/* A line as it is in the file. */
struct line {
    uint32_t source, destination;
    double rate;
};

struct reader {
    int endpoints;
    struct line *line;
    size_t count, size;
};

static const char blanks[] = " \t\r\n";

static int parse(const struct reader *r, char *text, struct line *line, char *reason, size_t size)
{
    char *rest, *source = strtok_r(text, blanks, &rest), *destination = strtok_r(NULL, blanks, &rest),
                *rate = strtok_r(NULL, blanks, &rest);
    int64_t from, to;

    if (!rate || strtok_r(NULL, blanks, &rest) || value_integer(source, 0, r->endpoints - 1, &from) != 0 ||
        value_integer(destination, 0, r->endpoints - 1, &to) != 0 || value_number(rate, 0, 1e9, 0, &line->rate) != 0)
        return text_fail(reason, size, "must be a source and a destination, nodes 0 to %d, and a rate from 0 to 1e9",
                         r->endpoints - 1);
    if (from == to)
        return text_fail(reason, size, "node %d does not send to itself", (int)from);
    line->source = (uint32_t)from;
    line->destination = (uint32_t)to;
    return 0;
}

static int read_line(void *context, char *text, char *reason, size_t size)
{
    struct reader *r = context;
    struct line line, *lines;

    text[strcspn(text, "#")] = 0;
    if (!text[strspn(text, blanks)])
        return 0;
    if (parse(r, text, &line, reason, size) != 0)
        return -1;
    if (line.rate == 0)
        return 0;
    lines = memory_grow(r->line, r->count, &r->size, 1024, sizeof *lines);
    if (!lines)
        return text_fail(reason, size, "out of memory");
    r->line = lines;
    r->line[r->count++] = line;
    return 0;
}

/* By source, then by destination. */
static int order(const void *a, const void *b)
{
    const struct line *x = a, *y = b;

    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x->destination < y->destination ? -1 : x->destination > y->destination;
}

/* Lines that are sorted. */
static void fill(struct traffic_matrix *m, const struct reader *r)
{
    size_t place = 0;
    double sum = 0;

    for (int n = 0; n < r->endpoints; n++, sum = 0) {
        m->first[n] = place;
        for (; place < r->count && r->line[place].source == (uint32_t)n; place++) {
            sum += r->line[place].rate;
            m->destination[place] = r->line[place].destination;
            m->until[place] = sum;
        }
        m->most = sum > m->most ? sum : m->most;
    }
    m->first[r->endpoints] = place;
}

static struct traffic_matrix *create(const struct reader *r)
{
    struct traffic_matrix *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->first = calloc((size_t)r->endpoints + 1, sizeof *m->first);
    m->destination = calloc(r->count, sizeof *m->destination);
    m->until = calloc(r->count, sizeof *m->until);
    if (!m->first || !m->destination || !m->until) {
        traffic_matrix_destroy(m);
        return NULL;
    }
    qsort(r->line, r->count, sizeof *r->line, order);
    fill(m, r);
    return m;
}

struct traffic_matrix *traffic_matrix_read(const char *path, int endpoints, char *text, size_t size)
{
    struct reader r = {.endpoints = endpoints};
    struct traffic_matrix *m = NULL;

    if (lines_read(path, read_line, &r, text, size) == 0) {
        if (r.count == 0)
            snprintf(text, size, "%s: nobody sends: there is no rate over 0", path);
        else if (!(m = create(&r)))
            snprintf(text, size, "%s: out of memory", path);
    }
    free(r.line);
    return m;
}

double traffic_matrix_share(const struct traffic_matrix *m, int source)
{
    size_t end = m->first[source + 1];

    return end == m->first[source] ? 0 : m->until[end - 1] / m->most;
}

int traffic_matrix_destination(const struct traffic_matrix *m, int source, struct rng *random)
{
    size_t from = m->first[source], to = m->first[source + 1] - 1;
    double at = (double)(rng_next(random) >> 11) * 0x1p-53 * m->until[to];

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (at < m->until[middle])
            to = middle;
        else
            from = middle + 1;
    }
    return (int)m->destination[from];
}

uint64_t traffic_matrix_hash(const struct traffic_matrix *m, int endpoints)
{
    uint64_t hash;

    if (!m)
        return 0;
    hash = XXH3_64bits(m->first, ((size_t)endpoints + 1) * sizeof *m->first);
    hash = XXH3_64bits_withSeed(m->destination, m->first[endpoints] * sizeof *m->destination, hash);
    return XXH3_64bits_withSeed(m->until, m->first[endpoints] * sizeof *m->until, hash);
}

void traffic_matrix_destroy(struct traffic_matrix *m)
{
    if (!m)
        return;
    free(m->first);
    free(m->destination);
    free(m->until);
    free(m);
}

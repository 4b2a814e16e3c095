/* SPDX-License-Identifier: Apache-2.0
 *
 * The scoreboard of functional coverage: points, their names, hits and merging. See
 * coverage.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

int coverage_size(const struct coverage_kind *kind, int family)
{
    const struct coverage_family_info *f = &kind->family[family];
    int n = f->axis[0].size, size = 1;

    switch (f->shape) {
    case COVER_LATER: return n * (n - 1) / 2;
    case COVER_PAIRS: return n * (n + 1) / 2;
    case COVER_DISTINCT: return n * (n - 1);
    default: break;
    }
    for (int i = 0; i < COVER_AXES && f->axis[i].size; i++)
        size *= f->axis[i].size;
    return size;
}

int coverage_first(const struct coverage_kind *kind, int family)
{
    int first = 0;

    for (int f = 0; f < family; f++)
        first += coverage_size(kind, f);
    return first;
}

int coverage_points(const struct coverage_kind *kind)
{
    return coverage_first(kind, kind->families);
}

/* @param[in,out] point  of all; then within its family */
static int find_family(const struct coverage_kind *kind, int *point)
{
    int family = 0;

    for (int size; *point >= (size = coverage_size(kind, family)); family++)
        *point -= size;
    return family;
}

int coverage_family_of(const struct coverage_kind *kind, int point)
{
    return find_family(kind, &point);
}

/* The place of values a and b of the axis among the pairs of a shape: those of a come together. */
static int pair_index(const struct coverage_family_info *f, int a, int b)
{
    int n = f->axis[0].size;

    switch (f->shape) {
    case COVER_LATER: return a * (2 * n - a - 1) / 2 + b - a - 1;
    case COVER_PAIRS: return a * (2 * n - a + 1) / 2 + b - a;
    default: return a * (n - 1) + b - (b > a);
    }
}

/* The second values that go with the first one: from here up to the end, without itself if it is left out. */
static int is_pair(const struct coverage_family_info *f, int a, int b)
{
    switch (f->shape) {
    case COVER_LATER: return a < b;
    case COVER_PAIRS: return a <= b;
    default: return a != b;
    }
}

int coverage_at(const struct coverage_kind *kind, int family, const int at[COVER_AXES])
{
    const struct coverage_family_info *f = &kind->family[family];
    int index = 0, n = f->axis[0].size;

    if (f->shape != COVER_GRID) {
        if (at[0] < 0 || at[1] < 0 || at[0] >= n || at[1] >= n || !is_pair(f, at[0], at[1]))
            return -1;
        return coverage_first(kind, family) + pair_index(f, at[0], at[1]);
    }
    for (int i = 0; i < COVER_AXES && f->axis[i].size; i++) {
        if (at[i] < 0 || at[i] >= f->axis[i].size)
            return -1;
        index = index * f->axis[i].size + at[i];
    }
    return coverage_first(kind, family) + index;
}

static void pair_place(const struct coverage_family_info *f, int index, int *at)
{
    for (at[0] = 0; at[0] < f->axis[0].size; at[0]++)
        for (at[1] = 0; at[1] < f->axis[0].size; at[1]++)
            if (is_pair(f, at[0], at[1]) && pair_index(f, at[0], at[1]) == index)
                return;
}

static void family_place(const struct coverage_family_info *f, int index, int at[COVER_AXES])
{
    memset(at, 0, COVER_AXES * sizeof *at);
    if (f->shape != COVER_GRID) {
        pair_place(f, index, at);
        return;
    }
    for (int i = COVER_AXES - 1; i >= 0; i--)
        if (f->axis[i].size) {
            at[i] = index % f->axis[i].size;
            index /= f->axis[i].size;
        }
}

void coverage_place(const struct coverage_kind *kind, int point, int at[COVER_AXES])
{
    int family = find_family(kind, &point);

    family_place(&kind->family[family], point, at);
}

char *coverage_name(const struct coverage_kind *kind, int point, char *name, size_t size)
{
    const struct coverage_family_info *f = &kind->family[coverage_family_of(kind, point)];
    int at[COVER_AXES];
    size_t length = 0;

    coverage_place(kind, point, at);
    for (int i = 0; i < COVER_AXES && length < size; i++) {
        const struct coverage_axis *axis = &f->axis[f->shape == COVER_GRID ? i : 0];
        if (axis->size == 0 || (f->shape != COVER_GRID && i == 2))
            break;
        length +=
            (size_t)(axis->values ? snprintf(name + length, size - length, "%s%s", i ? ", " : "", axis->values[at[i]])
                                  : snprintf(name + length, size - length, "%s%d", i ? ", " : "", axis->from + at[i]));
    }
    return name;
}

const char *coverage_unreachable(const struct coverage_kind *kind, int point)
{
    int at[COVER_AXES], family = find_family(kind, &point);
    const struct coverage_family_info *f = &kind->family[family];

    if (!f->unreachable && !kind->unreachable)
        return NULL;
    family_place(f, point, at);
    return f->unreachable ? f->unreachable(at) : kind->unreachable(kind->router, family, at);
}

struct coverage *coverage_create(const struct coverage_kind *kind)
{
    struct coverage *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->kind = kind;
    c->memory = calloc(1, kind->memory_bytes);
    c->first = calloc((size_t)kind->families, sizeof *c->first);
    c->point = calloc((size_t)coverage_points(kind), sizeof *c->point);
    if (!c->memory || !c->first || !c->point) {
        coverage_destroy(c);
        return NULL;
    }
    for (int f = 0; f < kind->families; f++)
        c->first[f] = coverage_first(kind, f);
    return c;
}

void coverage_destroy(struct coverage *c)
{
    if (!c)
        return;
    free(c->memory);
    free(c->first);
    free(c->point);
    free(c);
}

void coverage_sample(struct coverage *c, const void *before, const void *in, const void *control)
{
    c->cycles++;
    c->kind->sample(c, before, in, control);
}

void coverage_origin(struct coverage *c, uint64_t seed, uint64_t place)
{
    c->seed = seed;
    c->place = place;
}

/* Called often: the place in a grid without looking at names and sizes more than once. */
void coverage_hit(struct coverage *c, int family, int at0, int at1, int at2)
{
    const struct coverage_family_info *f = &c->kind->family[family];
    int index = at0;

    if (f->shape != COVER_GRID)
        index = pair_index(f, at0, at1);
    else if (f->axis[2].size)
        index = (at0 * f->axis[1].size + at1) * f->axis[2].size + at2;
    else if (f->axis[1].size)
        index = at0 * f->axis[1].size + at1;
    struct coverage_point *p = &c->point[c->first[family] + index];
    if (p->hits++ == 0) {
        p->cycle = c->cycles;
        p->seed = c->seed;
        p->place = c->place;
    }
}

uint64_t coverage_cycles(const struct coverage *c)
{
    return c->cycles;
}

static int is_earlier(const struct coverage_point *a, const struct coverage_point *b)
{
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle;
    return a->seed != b->seed ? a->seed < b->seed : a->place < b->place;
}

void coverage_add(struct coverage *c, int point, const struct coverage_point *hits)
{
    struct coverage_point *p = &c->point[point];
    uint64_t sum = p->hits + hits->hits;

    if (hits->hits == 0)
        return;
    if (p->hits == 0 || is_earlier(hits, p))
        *p = *hits;
    p->hits = sum;
}

void coverage_add_cycles(struct coverage *c, uint64_t cycles)
{
    c->cycles += cycles;
}

void coverage_merge(struct coverage *into, const struct coverage *from)
{
    coverage_add_cycles(into, from->cycles);
    for (int i = 0; i < coverage_points(into->kind); i++)
        coverage_add(into, i, &from->point[i]);
}

void coverage_archive(struct coverage *c, struct archive *a)
{
    archive_section(a, "coverage");
    ARCHIVE_SPAN(a, c, seed, memory);
    a->visit(a, "memory", c->memory, c->kind->memory_bytes);
    a->visit(a, "point", c->point, (size_t)coverage_points(c->kind) * sizeof *c->point);
}

const struct coverage_point *coverage_hits(const struct coverage *c, int point)
{
    return &c->point[point];
}

struct coverage_count coverage_counted(const struct coverage *c, int family)
{
    const struct coverage_kind *kind = c->kind;
    int all = family == kind->families, from = all ? 0 : coverage_first(kind, family);
    struct coverage_count count = {.points = all ? coverage_points(kind) : coverage_size(kind, family)};

    for (int i = from; i < from + count.points; i++) {
        int reachable = coverage_unreachable(kind, i) == NULL, hit = c->point[i].hits != 0;
        count.reachable += reachable;
        count.hit += reachable && hit;
        count.impossible += !reachable && hit;
    }
    return count;
}

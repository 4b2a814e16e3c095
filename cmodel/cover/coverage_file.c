/* SPDX-License-Identifier: Apache-2.0 */
#include "coverage_file.h"

#include <inttypes.h>
#include <string.h>

#include "../base/json_file.h"
#include "../base/text.h"
#include "../base/value.h"
#include "../kind/file_buffers.h"

/* In files of other kinds of routers than the usual one. */
static const char router_key[] = "router";

/* FILE_VERSION: a file of another one is refused. */
enum { FILE_VERSION = 2, NAME_SIZE = 96 };
/* Largest count of a file, so that sums of files are still exact as numbers of JSON. */
static const json_int_t MOST = INT64_C(1) << 53;

static json_t *point_json(const struct coverage_point *p)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "hits", (json_int_t)p->hits, "cycle", (json_int_t)p->cycle, "seed",
                     (json_int_t)p->seed, "place", (json_int_t)p->place);
}

/* Points of a family: what hit them; those that nothing has hit, and could; why others cannot be. */
enum list { HITS, HOLES, UNREACHABLE };

static json_t *points_json(const struct coverage *c, int family, enum list list)
{
    int first = coverage_first(c->kind, family), end = first + coverage_size(c->kind, family);
    json_t *points = list == HOLES ? json_array() : json_object();
    char text[NAME_SIZE];

    for (int i = first; i < end; i++) {
        const char *why = coverage_unreachable(c->kind, i), *name = coverage_name(c->kind, i, text, sizeof text);
        int hit = coverage_hits(c, i)->hits > 0;
        if (list == HITS && hit)
            json_object_set_new(points, name, point_json(coverage_hits(c, i)));
        else if (list == HOLES && !hit && !why)
            json_array_append_new(points, json_string(name));
        else if (list == UNREACHABLE && why)
            json_object_set_new(points, name, json_string(why));
    }
    return points;
}

static json_t *family_json(const struct coverage *c, int family)
{
    const struct coverage_family_info *f = &c->kind->family[family];
    struct coverage_count n = coverage_counted(c, family);

    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:o}", "name", f->name, "section", f->section, "what", f->what,
                     "points", n.points, "reachable", n.reachable, "hit", n.hit, "holes",
                     points_json(c, family, HOLES));
}

static json_t *all_json(const struct coverage *c, int whole)
{
    struct coverage_count n = coverage_counted(c, c->kind->families);
    json_t *families = json_array();

    for (int f = 0; f < c->kind->families; f++) {
        json_t *family = family_json(c, f);
        if (whole) {
            json_object_set_new(family, "hits", points_json(c, f, HITS));
            json_object_set_new(family, "unreachable", points_json(c, f, UNREACHABLE));
        }
        json_array_append_new(families, family);
    }
    json_t *all = json_pack("{s:i, s:I, s:i, s:i, s:i, s:i, s:o}", "coverage", FILE_VERSION, "cycles",
                            (json_int_t)coverage_cycles(c), "points", n.points, "reachable", n.reachable, "hit", n.hit,
                            "impossible", n.impossible, "families", families);
    file_buffers_set(all, c->kind->buffers, c->kind->router->standard_buffers);
    if (all && whole && c->kind->named)
        json_object_set_new(all, router_key, json_string(c->kind->named));
    return all;
}

json_t *coverage_json(const struct coverage *c)
{
    return all_json(c, 1);
}

json_t *coverage_summary(const struct coverage *c)
{
    return all_json(c, 0);
}

void coverage_file_router(const char *path, char *name, size_t size)
{
    char error[512];
    json_t *file = json_file_read(path, JSON_FILE_MOST, JSON_REJECT_DUPLICATES, error, sizeof error);
    const char *named = json_string_value(json_object_get(file, router_key));

    snprintf(name, size, "%s", named ? named : "");
    json_decref(file);
}

/* Reading --------------------------------------------------------------------------------------------------------- */

static int point_called(const struct coverage *c, int family, const char *wanted)
{
    int first = coverage_first(c->kind, family), end = first + coverage_size(c->kind, family);
    char name[NAME_SIZE];

    for (int i = first; i < end; i++)
        if (strcmp(coverage_name(c->kind, i, name, sizeof name), wanted) == 0)
            return i;
    return -1;
}

static int family_called(const struct coverage *c, const char *name)
{
    for (int f = 0; f < c->kind->families; f++)
        if (strcmp(c->kind->family[f].name, name) == 0)
            return f;
    return -1;
}

static int read_point(struct coverage *c, int point, json_t *value, char *error, size_t size)
{
    json_int_t hits, cycle, seed, place;
    json_error_t e;

    if (point < 0)
        return text_fail(error, size, "no such point here");
    if (json_unpack_ex(value, &e, 0, "{s:I, s:I, s:I, s:I}", "hits", &hits, "cycle", &cycle, "seed", &seed, "place",
                       &place) != 0)
        return text_fail(error, size, "%s", e.text);
    if (hits < 1 || cycle < 1 || seed < 0 || place < 0 || hits > MOST || cycle > MOST)
        return text_fail(error, size, "hits and cycle must be 1 or more, seed and place 0 or more, up to 2^53");
    coverage_add(c, point, &(struct coverage_point){(uint64_t)hits, (uint64_t)cycle, (uint64_t)seed, (uint64_t)place});
    return 0;
}

/* Whether as many points are hit in a file as it says. */
static int check_hit(const char *where, json_int_t said, int hit, char *error, size_t size)
{
    if (said == hit)
        return 0;
    return text_fail(error, size,
                     "%s: %" JSON_INTEGER_FORMAT " points hit, but %d are in it: the file is damaged, or cut short",
                     where, said, hit);
}

/* @param seen  families so far, a mask */
static int read_family(struct coverage *c, json_t *value, uint64_t *seen, char *error, size_t size)
{
    const char *name, *point;
    char reason[160];
    json_t *hits, *hit;
    json_error_t e;
    json_int_t count;
    int family;

    if (json_unpack_ex(value, &e, 0, "{s:s, s:I, s:o}", "name", &name, "hit", &count, "hits", &hits) != 0)
        return text_fail(error, size, "a family: %s", e.text);
    if ((family = family_called(c, name)) < 0)
        return text_fail(error, size, "no family is called %.64s here: the file is of another version", name);
    if (*seen >> family & 1)
        return text_fail(error, size, "%s is a second time in it", name);
    *seen |= UINT64_C(1) << family;
    json_object_foreach(hits, point,
                        hit) if (read_point(c, point_called(c, family, point), hit, reason, sizeof reason) != 0)
    {
        return text_fail(error, size, "%s, point %.96s: %s", name, point, reason);
    }
    return check_hit(name, count, coverage_counted(c, family).hit, error, size);
}

/* Every family once, and as many points as the file says. @param said  points that are hit or impossible */
static int read_families(struct coverage *c, json_t *families, json_int_t said, char *error, size_t size)
{
    json_t *family;
    uint64_t seen = 0;
    size_t i;

    json_array_foreach(families, i, family) if (read_family(c, family, &seen, error, size) != 0) return -1;
    if (seen != (UINT64_C(1) << c->kind->families) - 1)
        return text_fail(error, size, "%d families of %d are in it: the file is damaged, or cut short",
                         __builtin_popcountll(seen), c->kind->families);
    struct coverage_count count = coverage_counted(c, c->kind->families);
    return check_hit("hit and impossible", said, count.hit + count.impossible, error, size);
}

/* Points are those of a kind of router. */
static int check_router(const struct coverage_kind *kind, const json_t *file, char *error, size_t size)
{
    const json_t *named = json_object_get(file, router_key);
    const char *name = json_string_value(named);

    if (!named == !kind->named && (!kind->named || (name && strcmp(name, kind->named) == 0)))
        return 0;
    return text_fail(error, size, "it is of routers of another kind than %s: each has points of its own",
                     kind->router->name);
}

static int read_all(struct coverage *c, json_t *file, char *error, size_t size)
{
    json_t *families;
    json_error_t e;
    json_int_t version, cycles, points, hit, impossible;
    int buffers = file_buffers(file, c->kind->router->standard_buffers);

    if (json_unpack_ex(file, &e, 0, "{s:I, s:I, s:I, s:I, s:I, s:o}", "coverage", &version, "cycles", &cycles, "points",
                       &points, "hit", &hit, "impossible", &impossible, "families", &families) != 0)
        return text_fail(error, size, "not a coverage file: %s", e.text);
    if (check_router(c->kind, file, error, size) != 0)
        return -1;
    if (buffers != c->kind->buffers)
        return text_fail(error, size,
                         "its routers have %d buffers, and those of other files %d: each has points of its own",
                         buffers, c->kind->buffers);
    if (version != FILE_VERSION || points != coverage_points(c->kind) || cycles < 0 || cycles > MOST)
        return text_fail(error, size,
                         "version %" JSON_INTEGER_FORMAT " with %" JSON_INTEGER_FORMAT
                         " points, not %d with %d: run it again with "
                         "this program",
                         version, points, FILE_VERSION, coverage_points(c->kind));
    if (hit < 0 || impossible < 0 || hit > points || impossible > points)
        return text_fail(error, size,
                         "%" JSON_INTEGER_FORMAT " points hit and %" JSON_INTEGER_FORMAT
                         " impossible, of %" JSON_INTEGER_FORMAT ": the file is damaged",
                         hit, impossible, points);
    coverage_add_cycles(c, (uint64_t)cycles);
    return read_families(c, families, hit + impossible, error, size);
}

int coverage_read(struct coverage *c, const char *path, char *error, size_t size)
{
    json_t *file = json_file_read(path, JSON_FILE_MOST, JSON_REJECT_DUPLICATES, error, size);
    struct coverage *read = coverage_create(c->kind); /* this file alone */
    char reason[512];
    int status = -1;

    if (file && !read)
        snprintf(error, size, "out of memory");
    else if (file && (status = read_all(read, file, reason, sizeof reason)) != 0)
        snprintf(error, size, "%s: %s", path, reason);
    else if (file)
        coverage_merge(c, read);
    if (status != 0)
        value_tame(error);
    coverage_destroy(read);
    json_decref(file);
    return status;
}

/* Words ----------------------------------------------------------------------------------------------------------- */

void coverage_print_line(const struct coverage *c, FILE *out)
{
    struct coverage_count n = coverage_counted(c, c->kind->families);

    fprintf(out, "coverage    %d of %d reachable points hit, %d missing; %d points unreachable", n.hit, n.reachable,
            n.reachable - n.hit, n.points - n.reachable);
    if (n.impossible)
        fprintf(out, ", %d of them HIT ALL THE SAME", n.impossible);
    fprintf(out, "\n");
}

void coverage_print_holes(const struct coverage *c, FILE *out)
{
    char name[NAME_SIZE];

    for (int f = 0; f < c->kind->families; f++) {
        int first = coverage_first(c->kind, f), end = first + coverage_size(c->kind, f), shown = 0;
        for (int i = first; i < end; i++) {
            int hit = coverage_hits(c, i)->hits != 0, unreachable = coverage_unreachable(c->kind, i) != NULL;
            if (hit != unreachable)
                continue;
            if (shown++ == 0)
                fprintf(out, "missing     %s: ", c->kind->family[f].name);
            fprintf(out, "%s%s%s", shown > 1 ? "; " : "", hit ? "IMPOSSIBLE " : "",
                    coverage_name(c->kind, i, name, sizeof name));
        }
        if (shown)
            fprintf(out, "\n");
    }
}

void coverage_print(const struct coverage *c, FILE *out)
{
    fprintf(out, "%-15s points  reachable   hit  missing  a point\n", "family");
    for (int f = 0; f < c->kind->families; f++) {
        struct coverage_count n = coverage_counted(c, f);
        fprintf(out, "%-15s  %5d      %5d %5d    %5d  %s\n", c->kind->family[f].name, n.points, n.reachable, n.hit,
                n.reachable - n.hit, c->kind->family[f].what);
    }
    coverage_print_line(c, out);
    fprintf(out, "sampled     %" PRIu64 " switch-cycles\n", coverage_cycles(c));
    coverage_print_holes(c, out);
}

void coverage_print_points(const struct coverage *c, int family, FILE *out)
{
    int first = coverage_first(c->kind, family), end = first + coverage_size(c->kind, family);
    char name[NAME_SIZE];

    fprintf(out, "%s: %s\n", c->kind->family[family].name, c->kind->family[family].what);
    for (int i = first; i < end; i++) {
        const struct coverage_point *p = coverage_hits(c, i);
        const char *why = coverage_unreachable(c->kind, i);
        fprintf(out, "  %-40s %12" PRIu64, coverage_name(c->kind, i, name, sizeof name), p->hits);
        if (p->hits)
            fprintf(out, "  first in cycle %" PRIu64 ", seed %" PRIu64 ", place %" PRIu64, p->cycle, p->seed, p->place);
        fprintf(out, "%s%s\n", why ? "  unreachable: " : "", why ? why : "");
    }
}

/* Each reason once, with how many points of the family it rules out. */
static void print_reasons(const struct coverage *c, int family, FILE *out)
{
    int first = coverage_first(c->kind, family), end = first + coverage_size(c->kind, family);

    for (int i = first; i < end; i++) {
        const char *why = coverage_unreachable(c->kind, i);
        int before = 0, count = 0;
        for (int j = first; why && j < end; j++)
            if (coverage_unreachable(c->kind, j) && strcmp(why, coverage_unreachable(c->kind, j)) == 0) {
                before += j < i;
                count++;
            }
        if (why && before == 0)
            fprintf(out, "| `%s` | %d | %s |\n", c->kind->family[family].name, count, why);
    }
}

static void print_axes(const struct coverage_family_info *f, FILE *out)
{
    for (int i = 0; i < COVER_AXES && f->axis[i].size; i++)
        fprintf(out, "%s%d %s", i ? " x " : "", f->axis[i].size, f->axis[i].name);
    if (f->shape != COVER_GRID)
        fprintf(out, ", pairs");
}

void coverage_print_markdown(const struct coverage *c, FILE *out)
{
    struct coverage_count all = coverage_counted(c, c->kind->families);

    fprintf(out, "| family | a point: | spec | axes | points | reachable | hit |\n|---|---|---|---|---|---|---|\n");
    for (int f = 0; f < c->kind->families; f++) {
        const struct coverage_family_info *info = &c->kind->family[f];
        struct coverage_count n = coverage_counted(c, f);
        fprintf(out, "| `%s` | %s | %s | ", info->name, info->what, info->section);
        print_axes(info, out);
        fprintf(out, " | %d | %d | %d |\n", n.points, n.reachable, n.hit);
    }
    fprintf(out, "| all | %" PRIu64 " cycles | | | %d | %d | %d |\n", coverage_cycles(c), all.points, all.reachable,
            all.hit);
    fprintf(out, "\n| family | unreachable | why |\n|---|---|---|\n");
    for (int f = 0; f < c->kind->families; f++)
        print_reasons(c, f, out);
}

int coverage_complete(const struct coverage *c)
{
    struct coverage_count n = coverage_counted(c, c->kind->families);

    return n.hit == n.reachable && n.impossible == 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_shape.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "vcr/router.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t released;
    void (*fill)(unsigned place);
    uint64_t uses;
    struct {
        char name[VCR_SHAPE_NAME], rtl[PATH_MAX];
        unsigned held;
        uint64_t used; /* .uses when it was held last; 0: never */
    } place[VCR_SHAPES];
} shapes = {.lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};

void vcr_shape_rooms(void (*fill)(unsigned place))
{
    shapes.fill = fill;
}

void vcr_shape_name(const struct vcr_parameters *s, char name[VCR_SHAPE_NAME])
{
    char on[5] = "", table[8] = "", iterations[4] = "";

    snprintf(on, sizeof on, "%s%s%s%s", s->bypass ? "b" : "", s->route_stage ? "r" : "", s->speedup ? "s" : "",
             s->via ? "v" : "");
    if (s->table_size)
        snprintf(table, sizeof table, "-t%u", s->table_size);
    if (s->repeats)
        snprintf(iterations, sizeof iterations, "-i%u", (s->repeats + 1u) % 10u);
    snprintf(name, VCR_SHAPE_NAME, "vcr-%up%uv%ud%uf%s%s%s%s", s->ports, s->vcs, s->depth, 64u * s->words,
             *on ? "-" : "", on, table, iterations);
}

/* Names of all shapes with such numbers, compared with the one that is looked for. */
int vcr_shape_of_name(const char *name, struct vcr_parameters *s)
{
    unsigned ports, vcs, depth, bits, table = 0, iterations = 1;
    const char *table_at = strstr(name, "-t"), *iterations_at = strstr(name, "-i");
    char again[VCR_SHAPE_NAME];

    if (sscanf(name, "vcr-%3up%3uv%3ud%3uf", &ports, &vcs, &depth, &bits) != 4 ||
        (table_at && sscanf(table_at, "-t%4u", &table) != 1) ||
        (iterations_at && sscanf(iterations_at, "-i%1u", &iterations) != 1))
        return -1;
    for (unsigned on = 0; on < 16; on++) {
        *s = (struct vcr_parameters){.ports = (uint8_t)ports,
                                     .vcs = (uint8_t)vcs,
                                     .depth = (uint8_t)depth,
                                     .words = (uint8_t)(bits / 64),
                                     .bypass = on & 1u,
                                     .route_stage = on >> 1 & 1u,
                                     .speedup = on >> 2 & 1u,
                                     .via = on >> 3 & 1u,
                                     .table_size = (uint16_t)table,
                                     .repeats = (uint8_t)(iterations - 1)};
        vcr_shape_name(s, again);
        if (strcmp(again, name) == 0)
            return vcr_parameters_wrong(s) ? -1 : 0;
    }
    return -1;
}

/* The place that has this shape, or else the one of those not held that was held last the longest ago; VCR_SHAPES: all
 * others are held. */
static unsigned find_place(const char *name)
{
    unsigned oldest = VCR_SHAPES;

    for (unsigned k = 0; k < VCR_SHAPES; k++) {
        if (strcmp(shapes.place[k].name, name) == 0)
            return k;
        if (shapes.place[k].held == 0 && (oldest == VCR_SHAPES || shapes.place[k].used < shapes.place[oldest].used))
            oldest = k;
    }
    return oldest;
}

static void take(unsigned place, const struct vcr_parameters *s, const char *name)
{
    snprintf(shapes.place[place].name, VCR_SHAPE_NAME, "%s", name);
    *shapes.place[place].rtl = 0;
    *vcr_shape_parameters[place] = *s;
    vcr_shape_fill_kind(place, shapes.place[place].name);
    if (shapes.fill)
        shapes.fill(place);
}

const struct router_kind *vcr_shape_hold(const struct vcr_parameters *s)
{
    char name[VCR_SHAPE_NAME];
    unsigned place;

    vcr_shape_name(s, name);
    pthread_mutex_lock(&shapes.lock);
    while ((place = find_place(name)) == VCR_SHAPES)
        pthread_cond_wait(&shapes.released, &shapes.lock);
    if (strcmp(shapes.place[place].name, name) != 0)
        take(place, s, name);
    shapes.place[place].held++;
    shapes.place[place].used = ++shapes.uses;
    pthread_mutex_unlock(&shapes.lock);
    return vcr_shape_kinds[place];
}

/* @return VCR_SHAPES when it is not of a place */
static unsigned place_of(const struct router_kind *kind)
{
    unsigned place = 0;

    while (place < VCR_SHAPES && vcr_shape_kinds[place] != kind)
        place++;
    return place;
}

void vcr_shape_set_rtl(const struct router_kind *kind, const char *object)
{
    snprintf(shapes.place[place_of(kind)].rtl, PATH_MAX, "%s", object);
}

const char *vcr_shape_rtl(const struct router_kind *kind)
{
    unsigned place = place_of(kind);

    return place < VCR_SHAPES && *shapes.place[place].rtl ? shapes.place[place].rtl : NULL;
}

void vcr_shape_release(const struct router_kind *kind)
{
    unsigned place = place_of(kind);

    pthread_mutex_lock(&shapes.lock);
    if (place < VCR_SHAPES && --shapes.place[place].held == 0)
        pthread_cond_broadcast(&shapes.released);
    pthread_mutex_unlock(&shapes.lock);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_deadlock.h. A class waits for another one if it comes through as soon as that one sends nothing: this is
 * tried, for what a router shares between classes does not show at its ports.
 */
#include "blackbox_deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"

/* Which class waits for which. */
struct waiting {
    int classes;
    int stuck[BLACKBOX_CLASSES];                   /* 1: something of it waits, or is inside, in the end */
    int waits[BLACKBOX_CLASSES][BLACKBOX_CLASSES]; /* 1: the one comes through without the other */
};

/* @param[out] stuck  of each class of the last run */
static void find_stuck(const struct blackbox_bench *b, int *stuck)
{
    for (; b; b = blackbox_bench_also(b))
        *stuck++ = blackbox_bench_stuck(b);
}

/* A copy in which a class is silent. @return 0, or -1 when out of memory */
static int silence(struct blackbox_script *other, const struct blackbox *f, const struct blackbox_script *s, int class)
{
    int packets = blackbox_script_packets(s), first = 0, status;
    uint8_t *keep = malloc((size_t)packets + 1);
    const struct blackbox_script *at = s;

    if (!keep)
        return -1;
    for (int i = 0; i < class; i++, at = at->also)
        first += at->packets;
    memset(keep, 1, (size_t)packets);
    memset(keep + first, 0, (size_t)at->packets);
    status = blackbox_script_part(other, f, s, keep);
    free(keep);
    return status;
}

/* @return 0, or -1 when out of memory */
static int try_without(struct waiting *w, struct blackbox_bench *b, const struct blackbox *f,
                       const struct blackbox_script *s, int class)
{
    int stuck[BLACKBOX_CLASSES] = {0}, status;
    struct blackbox_script other;
    struct blackbox_result r;

    if (silence(&other, f, s, class) != 0)
        return -1;
    status = blackbox_bench_run(b, &other, &r);
    find_stuck(b, stuck);
    blackbox_script_free(&other);
    for (int i = 0; i < w->classes; i++)
        w->waits[i][class] = i != class && w->stuck[i] && !stuck[i] && !r.failed;
    return status;
}

/* The first class that one waits for; -1: none. */
static int next_class(const struct waiting *w, int class)
{
    for (int i = 0; i < w->classes; i++)
        if (w->waits[class][i])
            return i;
    return -1;
}

/* A class that waits for itself, through others; -1: there is none. */
static int on_circle(const struct waiting *w)
{
    for (int begin = 0; begin < w->classes; begin++) {
        int at = begin;
        for (int i = 0; i < w->classes && at >= 0; i++)
            at = next_class(w, at);
        if (at >= 0)
            return at;
    }
    return -1;
}

static void print_circle(const struct waiting *w, const struct blackbox *f, int first, FILE *out)
{
    int at = next_class(w, first);

    fprintf(out, "a deadlock between classes: %s waits for %s", blackbox_class(f, first)->class_name,
            blackbox_class(f, at)->class_name);
    for (; at != first; at = next_class(w, at))
        fprintf(out, ", which waits for %s", blackbox_class(f, next_class(w, at))->class_name);
    fprintf(out, "; each comes through when the other one is silent\n");
}

static void print_waits(const struct waiting *w, const struct blackbox *f, FILE *out)
{
    int circle = on_circle(w);

    if (circle >= 0) {
        print_circle(w, f, circle, out);
        return;
    }
    for (int i = 0; i < w->classes; i++)
        for (int k = 0; k < w->classes; k++)
            if (w->waits[i][k])
                fprintf(out, "class %s waits for class %s: it comes through when that one is silent\n",
                        blackbox_class(f, i)->class_name, blackbox_class(f, k)->class_name);
}

/* Before all other lines of the result, as far as there is room. */
static void prepend(const char *lines, char *text, size_t size)
{
    size_t length = strlen(lines), kept = strlen(text);

    if (length >= size)
        return;
    if (length + kept >= size)
        kept = size - 1 - length;
    memmove(text + length, text, kept);
    memcpy(text, lines, length);
    text[length + kept] = 0;
}

int blackbox_deadlock(struct blackbox_bench *b, const struct blackbox *f, const struct blackbox_script *s,
                      struct blackbox_result *r)
{
    struct waiting w = {.classes = blackbox_classes(f)};
    struct text text;
    FILE *out;
    char *lines;
    int status = 0;

    if (!r->failed || !f->also || (r->check != BLACKBOX_PROGRESS && r->check != BLACKBOX_LOST))
        return 0;
    find_stuck(b, w.stuck);
    for (int i = 0; i < w.classes && status == 0; i++)
        status = try_without(&w, b, f, s, i);
    if (status != 0 || blackbox_bench_run(b, s, r) != 0)
        return -1;
    out = text_open(&text);
    if (!out)
        return -1;
    print_waits(&w, f, out);
    lines = text_close(&text);
    r->between = lines && *lines;
    if (lines)
        prepend(lines, r->waits, sizeof r->waits);
    free(lines);
    return lines ? 0 : -1;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "windows.h"

#include <stdlib.h>

struct windows {
    struct windows_settings settings;
    int complete;       /* windows before the one under way */
    uint64_t delivered; /* packets in that one */
    uint64_t full;      /* the cycle in which they were enough, while they are */
    uint64_t *begin;    /* [count + 1] */
    uint32_t *from;     /* [WINDOWS_WHATS][count][endpoints] packets */
};

static size_t place_of(const struct windows *w, enum windows_what what, int window, int source)
{
    return ((size_t)what * (size_t)w->settings.count + (size_t)window) * (size_t)w->settings.endpoints + (size_t)source;
}

struct windows *windows_create(const struct windows_settings *settings)
{
    struct windows *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->settings = *settings;
    w->begin = calloc((size_t)settings->count + 1, sizeof *w->begin);
    w->from = calloc(place_of(w, WINDOWS_WHATS, 0, 0), sizeof *w->from);
    if (!w->begin || !w->from) {
        windows_destroy(w);
        return NULL;
    }
    w->begin[0] = settings->begin;
    return w;
}

void windows_destroy(struct windows *w)
{
    if (!w)
        return;
    free(w->begin);
    free(w->from);
    free(w);
}

/* Whether the window under way has its packets; more of the same cycle belong to it. */
static int is_full(const struct windows *w)
{
    return w->delivered >= w->settings.packets;
}

/* Count a packet in the window of this cycle. @return 0 when there is none */
static int count(struct windows *w, enum windows_what what, int source, uint64_t now)
{
    if (now < w->settings.begin)
        return 0;
    if (w->complete < w->settings.count && is_full(w) && now > w->full) {
        w->begin[++w->complete] = w->full + 1;
        w->delivered = 0;
    }
    if (w->complete == w->settings.count)
        return 0;
    w->from[place_of(w, what, w->complete, source)]++;
    return 1;
}

void windows_delivered(struct windows *w, int source, uint64_t now)
{
    if (count(w, WINDOWS_DELIVERED, source, now) && ++w->delivered == w->settings.packets)
        w->full = now;
}

void windows_injected(struct windows *w, int source, uint64_t now)
{
    count(w, WINDOWS_INJECTED, source, now);
}

void windows_archive(struct windows *w, struct archive *a)
{
    const struct windows_settings *s = &w->settings;

    archive_section(a, "windows");
    ARCHIVE(a, w->complete);
    archive_check(a, w->complete >= 0 && w->complete <= s->count);
    ARCHIVE(a, w->delivered);
    ARCHIVE(a, w->full);
    a->visit(a, "begin", w->begin, ((size_t)s->count + 1) * sizeof *w->begin);
    a->visit(a, "from", w->from, place_of(w, WINDOWS_WHATS, 0, 0) * sizeof *w->from);
}

int windows_complete(const struct windows *w)
{
    return w->complete + (w->complete < w->settings.count && is_full(w));
}

uint64_t windows_begin(const struct windows *w, int window)
{
    return window > w->complete ? w->full + 1 : w->begin[window];
}

uint64_t windows_from(const struct windows *w, enum windows_what what, int window, int source)
{
    return w->from[place_of(w, what, window, source)];
}

struct windows_settings windows_settings_of(const struct windows *w)
{
    return w->settings;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_progress.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

static size_t first_of(const struct trace_progress *r)
{
    return r->trace->first[r->endpoint];
}

static size_t end_of(const struct trace_progress *r)
{
    return r->trace->first[r->endpoint + 1];
}

static size_t slots_of(const struct trace_progress *r)
{
    return r->trace->links->slots[r->endpoint];
}

static int has_dependents(const struct trace_links *l, size_t message)
{
    return l->link[message].dependents < l->link[message + 1].dependents;
}

/* The messages that its own depend on, which are in no order of their own. */
static void fill_left(struct trace_progress *r)
{
    const struct trace_links *l = r->trace->links;

    for (size_t k = l->link[first_of(r)].needs; k < l->link[end_of(r)].needs; k++)
        r->left[l->link[l->need[k]].slot] = r->trace->message[l->need[k]].packets;
}

struct trace_progress *trace_progress_create(const struct trace *trace, int endpoint)
{
    struct trace_progress *r = calloc(1, sizeof *r);
    const struct trace_link *link = trace->links->link;

    if (!r)
        return NULL;
    r->trace = trace;
    r->endpoint = endpoint;
    r->unmet = calloc(end_of(r) - first_of(r) + 1, sizeof *r->unmet);
    r->left = calloc(slots_of(r) + 1, sizeof *r->left);
    if (!r->unmet || !r->left) {
        trace_progress_destroy(r);
        return NULL;
    }
    for (size_t m = first_of(r); m < end_of(r); m++)
        r->unmet[m - first_of(r)] = (uint32_t)(link[m + 1].needs - link[m].needs);
    fill_left(r);
    return r;
}

void trace_progress_destroy(struct trace_progress *r)
{
    if (!r)
        return;
    free(r->unmet);
    free(r->left);
    free(r->due);
    free(r);
}

size_t trace_progress_independent(const struct trace_progress *r, size_t message)
{
    while (message < end_of(r) && trace_depends(r->trace->links, message))
        message++;
    return message;
}

static int before(const struct trace_due *a, const struct trace_due *b)
{
    return a->time < b->time || (a->time == b->time && a->message < b->message);
}

static int add_due(struct trace_progress *r, struct trace_due due)
{
    struct trace_due *heap = memory_grow(r->due, r->due_count, &r->due_size, 8, sizeof *heap);
    size_t i = r->due_count;

    if (!heap)
        return -1;
    r->due = heap;
    r->due_count++;
    for (; i > 0 && before(&due, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = due;
    return 0;
}

size_t trace_progress_take(struct trace_progress *r)
{
    size_t message = (size_t)r->due[0].message, i = 0, child;
    struct trace_due last = r->due[--r->due_count];

    while ((child = 2 * i + 1) < r->due_count) {
        if (child + 1 < r->due_count && before(&r->due[child + 1], &r->due[child]))
            child++;
        if (before(&last, &r->due[child]))
            break;
        r->due[i] = r->due[child];
        i = child;
    }
    r->due[i] = last;
    return message;
}

/* One of those that a message depends on is whole. */
static int met(struct trace_progress *r, size_t message, uint64_t now)
{
    uint64_t earliest = r->trace->message[message].time, after = now + 1 + r->trace->links->link[message].delay;

    if (--r->unmet[message - first_of(r)] > 0)
        return 0;
    return add_due(r, (struct trace_due){earliest > after ? earliest : after, message});
}

int trace_progress_delivered(struct trace_progress *r, size_t message, uint64_t now)
{
    const struct trace_links *l = r->trace->links;
    int status = 0;

    if (!has_dependents(l, message) || --r->left[l->link[message].slot] > 0)
        return 0;
    for (size_t k = l->link[message].dependents; k < l->link[message + 1].dependents; k++)
        status |= met(r, l->dependent[k], now);
    return status;
}

static void check(const struct trace_progress *r, struct archive *a)
{
    const struct trace_link *link = r->trace->links->link;

    for (size_t m = first_of(r); m < end_of(r); m++)
        archive_check(a, r->unmet[m - first_of(r)] <= link[m + 1].needs - link[m].needs);
    for (size_t i = 0; i < r->due_count; i++)
        archive_check(a, r->due[i].message >= first_of(r) && r->due[i].message < end_of(r));
}

void trace_progress_archive(struct trace_progress *r, struct archive *a)
{
    archive_section(a, "trace progress");
    a->visit(a, "unmet", r->unmet, (end_of(r) - first_of(r)) * sizeof *r->unmet);
    a->visit(a, "left", r->left, slots_of(r) * sizeof *r->left);
    archive_array(a, "due", (void **)&r->due, &r->due_count, &r->due_size, sizeof *r->due);
    if (a->loading)
        check(r, a);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * FIFO and alpha scheduling. See schedule.h.
 */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* Priority and age decide; no two messages have the same age. */
static int before(int64_t priority, uint64_t order, const struct schedule_job *other)
{
    return priority < other->priority || (priority == other->priority && order < other->order);
}

void schedule_init(struct schedule *s, const struct schedule_settings *settings)
{
    memset(s, 0, sizeof *s);
    s->settings = *settings;
    if (s->settings.clock_limit == 0)
        s->settings.clock_limit = SCHEDULE_CLOCK_LIMIT;
}

void schedule_finish(struct schedule *s)
{
    free(s->heap);
    free(s->open);
}

int schedule_add(struct schedule *s, uint64_t created, int destination, int packets)
{
    return schedule_add_job(
        s,
        (struct schedule_job){.created = created, .destination = (uint32_t)destination, .packets = (uint8_t)packets});
}

int schedule_add_job(struct schedule *s, struct schedule_job job)
{
    struct schedule_job *heap = memory_grow(s->heap, s->waiting, &s->size, 8, sizeof *heap);

    if (!heap)
        return -1;
    s->heap = heap;
    job.priority = (int64_t)s->clock * SCHEDULE_ALPHA_ONE + s->settings.alpha * job.packets;
    job.order = s->appeared++;
    job.left = job.packets;
    unsigned i = s->waiting++;
    for (; i > 0 && before(job.priority, job.order, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = job;
    return 0;
}

static void remove_lowest(struct schedule *s)
{
    struct schedule_job last = s->heap[--s->waiting];
    unsigned i = 0, child;

    while ((child = 2 * i + 1) < s->waiting) {
        if (child + 1 < s->waiting && before(s->heap[child + 1].priority, s->heap[child + 1].order, &s->heap[child]))
            child++;
        if (before(last.priority, last.order, &s->heap[child]))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
}

/* Priority of an open message once what is under way has been sent. */
static int64_t priority_after(const struct schedule *s, const struct schedule_job *job,
                              const struct schedule_job *sending)
{
    return job->priority - (job == sending ? s->settings.alpha : 0);
}

static struct schedule_job *lowest_open(const struct schedule *s, const struct schedule_job *sending)
{
    struct schedule_job *best = NULL;
    int64_t lowest = 0;

    for (unsigned i = 0; i < s->opened; i++) {
        struct schedule_job *job = s->open[i];
        int64_t priority = priority_after(s, job, sending);
        /* What is under way will have been sent, and then nothing counts as blocked. */
        if ((job == sending && job->left == 1) || (!sending && job->blocked))
            continue;
        if (!best || priority < lowest || (priority == lowest && job->order < best->order)) {
            best = job;
            lowest = priority;
        }
    }
    return best;
}

static void unblock(struct schedule *s)
{
    for (unsigned i = 0; i < s->opened; i++)
        s->open[i]->blocked = 0;
}

struct schedule_job *schedule_next(struct schedule *s, const struct schedule_job *sending, int may_open,
                                   int *open_first)
{
    struct schedule_job *best = lowest_open(s, sending);

    *open_first =
        s->waiting > 0 && may_open &&
        (!best || before(s->heap[0].priority, s->heap[0].order,
                         &(struct schedule_job){.priority = priority_after(s, best, sending), .order = best->order}));
    if (*open_first)
        return NULL;
    if (!best && !sending && s->opened > 0) {
        unblock(s); /* all were tried: from the lowest again */
        best = lowest_open(s, NULL);
    }
    return best;
}

/* Room for one more open message. @return 0, or -1 when out of memory */
static int make_room(struct schedule *s, unsigned opened)
{
    struct schedule_job **open = memory_grow(s->open, opened, &s->open_size, 4, sizeof(struct schedule_job *));

    if (!open)
        return -1;
    s->open = open;
    return 0;
}

int schedule_open(struct schedule *s, struct schedule_job *job)
{
    if (make_room(s, s->opened) != 0)
        return -1;
    *job = s->heap[0];
    remove_lowest(s);
    s->open[s->opened++] = job;
    return 0;
}

static void close_job(struct schedule *s, const struct schedule_job *job)
{
    unsigned i = 0;

    while (s->open[i] != job)
        i++;
    s->open[i] = s->open[--s->opened];
}

/* Only differences of priorities matter, so that all may lose the same. */
static void rebase(struct schedule *s)
{
    int64_t less = (int64_t)s->clock * SCHEDULE_ALPHA_ONE;

    for (unsigned i = 0; i < s->waiting; i++)
        s->heap[i].priority -= less;
    for (unsigned i = 0; i < s->opened; i++)
        s->open[i]->priority -= less;
    s->clock = 0;
}

void schedule_sent(struct schedule *s, struct schedule_job *job)
{
    job->priority -= s->settings.alpha;
    if (--job->left == 0)
        close_job(s, job);
    if (s->settings.skip_blocked)
        unblock(s);
    if (++s->clock >= s->settings.clock_limit)
        rebase(s);
}

void schedule_failed(struct schedule *s, struct schedule_job *job)
{
    job->blocked = (uint8_t)s->settings.skip_blocked;
}

void schedule_job_check(const struct schedule_job *job, int endpoints, struct archive *a)
{
    archive_check(a, job->destination < (uint32_t)endpoints && job->packets > 0 && job->left <= job->packets &&
                         job->response <= 1 && job->copy < job->copies + !job->copies);
}

void schedule_archive(struct schedule *s, struct archive *a)
{
    size_t waiting = s->waiting;

    ARCHIVE(a, s->clock);
    ARCHIVE(a, s->appeared);
    s->opened = (unsigned)archive_count(a, s->opened, SCHEDULE_OPEN);
    for (unsigned i = 0; a->loading && i < s->opened; i++)
        if (make_room(s, i) != 0)
            a->reject(a, "out of memory");
    archive_array(a, "heap", (void **)&s->heap, &waiting, &s->size, sizeof *s->heap);
    s->waiting = (unsigned)waiting;
}

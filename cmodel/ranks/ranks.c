/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/archive.h"
#include "../base/clock.h"
#include "../base/platform.h"

/*
 * A message begins with its length. Its first part is received without knowing that; what is behind it travels on its
 * own, once both sides know.
 */
enum { LENGTH = sizeof(uint64_t), FIRST_PART = 1 << 14 };

/*
 * Waiting: at first without giving the processor away, then asleep. Where each rank has a processor that is longer than
 * the sleep of another one: else they would miss each other in turn as soon as anything else runs beside them. Where
 * ranks share processors it is as long as an exchange usually takes: the one that is waited for has to come to run.
 */
enum { SPINS = 3000, CROWDED_SPINS = 300, SLEEP_NS = 20000 };

/* Where a rank runs. */
struct place {
    char host[_POSIX_HOST_NAME_MAX + 1];
    struct platform_processors processors;
};

/*
 * Of one that is told to end, seconds: longer than an exchange, shorter than those who end it wait. Then it says what
 * it waits for, and waits on: another rank may be busy, and the run be saved. The others wait longer than the first
 * rank, so that one of them says it.
 */
static const double moment = 0.3, longer = 1.5;

/* More than that between two looks, seconds, is no time waited: this process itself was stopped, and the others may
 * have been, too. */
static const double most_between = 0.1;

/* How long a rank has been waited for, seconds. */
struct wait {
    double last; /* when it was looked for; 0: not yet */
    double waited;
    int said; /* what is waited for: this process was told to end */
};

static const char no_memory[] = "out of memory for what ranks tell each other";

static void free_messages(struct ranks_message *m, int count)
{
    for (int i = 0; m && i < count; i++)
        free(m[i].bytes);
    free(m);
}

/* @return NULL when out of memory */
static struct ranks_message *messages(int count)
{
    struct ranks_message *m = calloc((size_t)count, sizeof *m);
    int i = 0;

    for (; m && i < count && (m[i].bytes = malloc(FIRST_PART)); i++)
        m[i].size = FIRST_PART;
    if (i == count)
        return m;
    free_messages(m, i);
    return NULL;
}

/* New messages to all. */
static void begin(struct ranks *r)
{
    for (int i = 0; i < r->count; i++)
        r->out[i].length = LENGTH;
}

int ranks_init(struct ranks *r, const struct ranks_ops *ops, void *context, int rank, int count)
{
    *r = (struct ranks){.ops = ops, .context = context, .rank = rank, .count = count};
    r->out = messages(count);
    r->in = messages(count);
    r->before = messages(count);
    if (!r->out || !r->in || !r->before)
        return -1;
    begin(r);
    return 0;
}

void ranks_finish(struct ranks *r)
{
    free_messages(r->out, r->count);
    free_messages(r->in, r->count);
    free_messages(r->before, r->count);
    memset(r, 0, sizeof *r);
}

void ranks_abort(struct ranks *r, const char *sentence)
{
    if (r->lost)
        r->lost(r->lost_context, sentence);
    else
        dprintf(STDERR_FILENO, "rank %d: %s\n", r->rank,
                sentence); /* stderr is data of another object: this one is no -fPIC */
    r->ops->abort(r->context, 2);
    abort();
}

static void make_room(struct ranks *r, struct ranks_message *m, size_t size)
{
    uint8_t *larger;

    if (size <= m->size)
        return;
    size = size < 2 * m->size ? 2 * m->size : size;
    larger = realloc(m->bytes, size);
    if (!larger)
        ranks_abort(r, no_memory);
    m->bytes = larger;
    m->size = size;
}

void *ranks_room(struct ranks *r, int to, size_t length)
{
    struct ranks_message *m = &r->out[to];

    make_room(r, m, m->length + length);
    m->length += length;
    return m->bytes + m->length - length;
}

void ranks_put(struct ranks *r, int to, const void *bytes, size_t length)
{
    if (length > 0)
        memcpy(ranks_room(r, to, length), bytes, length);
}

static void look_at_clock(struct wait *w)
{
    double now = clock_wall(), since = w->last > 0 ? now - w->last : 0;

    w->waited += since < most_between ? since : most_between;
    w->last = now;
}

/* What becomes of the run if that rank does not answer any more; this one may be ended before that is certain. */
static void append_wait(const struct ranks *r, int rank, const struct wait *w)
{
    char sentence[96];

    snprintf(sentence, sizeof sentence, "rank %d was told to end, and rank %d has not answered for %.1f seconds",
             r->rank, rank, w->waited);
    r->lost(r->lost_context, sentence);
}

/* One rank does not answer: the run ends. */
static void give_up(struct ranks *r, int rank, double seconds)
{
    char sentence[96];

    snprintf(sentence, sizeof sentence, "rank %d has not answered for %.1f seconds", rank, seconds);
    ranks_abort(r, sentence);
}

/* After a while of waiting: sleep a little, and look at the time. */
static void be_patient(struct ranks *r, int rank, struct wait *w)
{
    struct timespec little = {0, SLEEP_NS};
    double times = r->rank > 0 ? longer : 1;

    nanosleep(&little, NULL);
    look_at_clock(w);
    if (r->timeout > 0 && w->waited > times * r->timeout)
        give_up(r, rank, w->waited);
    if (!w->said && w->waited > times * moment && r->lost && r->ended && r->ended()) {
        w->said = 1;
        append_wait(r, rank, w);
    }
}

static void wait_for_all(struct ranks *r)
{
    struct wait w = {0, 0, 0};
    int rank = r->rank, left;
    unsigned spins = r->crowded ? CROWDED_SPINS : SPINS;

    for (unsigned tries = 0; (left = r->ops->left(r->context, &rank)) != 0; tries++) {
        if (left < 0)
            ranks_abort(r, "a message between ranks failed");
        if (tries >= spins)
            be_patient(r, rank, &w);
    }
}

static void transfer(struct ranks *r, int rank, const void *out, size_t length, void *in, size_t room)
{
    if (room > 0 && r->ops->receive(r->context, rank, in, room) != 0)
        ranks_abort(r, "cannot receive from another rank");
    if (length > 0 && r->ops->send(r->context, rank, out, length) != 0)
        ranks_abort(r, "cannot send to another rank");
}

static size_t behind_first(size_t length)
{
    return length > FIRST_PART ? length - FIRST_PART : 0;
}

static void first_parts(struct ranks *r)
{
    for (int i = 0; i < r->count; i++) {
        struct ranks_message *m = &r->out[i];
        uint64_t length = m->length;

        memcpy(m->bytes, &length, LENGTH);
        if (i != r->rank)
            transfer(r, i, m->bytes, length - behind_first(length), r->in[i].bytes, FIRST_PART);
    }
    wait_for_all(r);
}

/* @return whether there are any */
static int rests(struct ranks *r)
{
    int any = 0;

    for (int i = 0; i < r->count; i++) {
        struct ranks_message *in = &r->in[i], *out = &r->out[i];
        uint64_t length;
        size_t rest, own = behind_first(out->length);

        if (i == r->rank)
            continue;
        memcpy(&length, in->bytes, LENGTH);
        make_room(r, in, length);
        in->length = length;
        in->at = LENGTH;
        rest = behind_first(length);
        any |= own > 0 || rest > 0;
        transfer(r, i, out->bytes + out->length - own, own, in->bytes + FIRST_PART, rest);
    }
    return any;
}

void ranks_exchange(struct ranks *r)
{
    struct ranks_message *in = r->before, own = in[r->rank];

    r->before = r->in;
    r->in = in;
    first_parts(r);
    if (rests(r))
        wait_for_all(r);
    /* What a rank tells itself does not travel. */
    r->in[r->rank] = r->out[r->rank];
    r->in[r->rank].at = LENGTH;
    r->out[r->rank] = own;
    begin(r);
}

const void *ranks_take(struct ranks *r, int from, size_t length)
{
    struct ranks_message *m = &r->in[from];

    if (m->length - m->at < length)
        ranks_abort(r, "ranks do not understand each other: they are not of one program");
    m->at += length;
    return m->bytes + m->at - length;
}

void ranks_get(struct ranks *r, int from, void *bytes, size_t length)
{
    const void *taken = ranks_take(r, from, length);

    if (length > 0)
        memcpy(bytes, taken, length);
}

void ranks_all(struct ranks *r, const void *mine, size_t size, void *all)
{
    for (int i = 0; i < r->count; i++)
        ranks_put(r, i, mine, size);
    ranks_exchange(r);
    for (int i = 0; i < r->count; i++)
        ranks_get(r, i, (uint8_t *)all + (size_t)i * size, size);
}

int ranks_any(struct ranks *r, int mine)
{
    int values[r->count], any = 0;

    ranks_all(r, &mine, sizeof mine, values);
    for (int i = 0; i < r->count; i++)
        any |= values[i] != 0;
    return any;
}

void ranks_find_processors(struct ranks *r)
{
    struct place own = {.host = ""}, place[r->count];
    int here = 0;

    gethostname(own.host, sizeof own.host - 1);
    platform_processors_read(&own.processors);
    ranks_all(r, &own, sizeof own, place);
    for (int i = 0; i < r->count; i++)
        if (strcmp(place[i].host, own.host) == 0) {
            platform_processors_add(&own.processors, &place[i].processors);
            here++;
        }
    r->crowded = here > platform_processors_count(&own.processors);
}

int ranks_agree(struct ranks *r, int failed, char *error, size_t size)
{
    int bad = 0;

    for (int i = 0; i < r->count; i++) {
        ranks_put(r, i, &failed, sizeof failed);
        ranks_put(r, i, error, failed ? strlen(error) + 1 : 0);
    }
    ranks_exchange(r);
    for (int i = r->count - 1; i >= 0; i--) {
        ranks_get(r, i, &bad, sizeof bad);
        if (!bad)
            continue;
        failed = 1;
        const char *sentence = ranks_take(r, i, r->in[i].length - r->in[i].at);
        if (i > 0)
            snprintf(error, size, "rank %d: %s", i, sentence);
        else
            snprintf(error, size, "%s", sentence);
    }
    return failed ? -1 : 0;
}

static void send_part(struct ranks *r, void (*part)(void *context, int rank, struct archive *a), void *context)
{
    struct archive a = {0};

    archive_save(&a);
    part(context, r->rank, &a);
    if (archive_end(&a) != 0)
        ranks_abort(r, a.reason);
    ranks_put(r, 0, a.bytes, a.length);
    archive_finish(&a);
}

void ranks_gather(struct ranks *r, void (*part)(void *context, int rank, struct archive *a), void *context)
{
    if (r->rank > 0)
        send_part(r, part, context);
    ranks_exchange(r);
    for (int i = 1; r->rank == 0 && i < r->count; i++) {
        size_t length = r->in[i].length - r->in[i].at;
        struct archive a;

        archive_load(&a, ranks_take(r, i, length), length);
        part(context, i, &a);
        if (archive_end(&a) != 0)
            ranks_abort(r, a.reason);
    }
}

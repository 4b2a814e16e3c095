/* SPDX-License-Identifier: Apache-2.0 */
#include "thread_ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A message on its way; those of a pair of ranks are a queue. */
struct message {
    struct message *next;
    size_t length;
    uint8_t bytes[];
};

struct queue {
    struct message *first, **last;
};

/* What a rank waits for from another one. */
struct wanted {
    void *bytes;
    size_t room;
};

struct world {
    pthread_mutex_t lock;
    int count;
    struct queue *queue; /* [from * count + to] */
    void (*work)(void *context, struct ranks *ranks);
    void *context;
};

struct member {
    struct world *world;
    int rank;
    struct wanted *wanted; /* [count] */
    pthread_t thread;
};

static uint64_t sent_bytes;

static int send_letter(void *context, int to, const void *bytes, size_t length)
{
    struct member *m = context;
    struct queue *q = &m->world->queue[m->rank * m->world->count + to];
    struct message *message = malloc(sizeof *message + length);

    if (!message)
        return -1;
    message->next = NULL;
    message->length = length;
    memcpy(message->bytes, bytes, length);
    pthread_mutex_lock(&m->world->lock);
    sent_bytes += length;
    *q->last = message;
    q->last = &message->next;
    pthread_mutex_unlock(&m->world->lock);
    return 0;
}

static int receive_letter(void *context, int from, void *bytes, size_t room)
{
    struct member *m = context;

    m->wanted[from] = (struct wanted){bytes, room};
    return 0;
}

/*
 * Take the first message of a queue, if it has come. @return 1 when what is wanted has not come, -1 when it is too long
 */
static int take(struct member *m, int from)
{
    struct queue *q = &m->world->queue[from * m->world->count + m->rank];
    struct wanted *wanted = &m->wanted[from];
    struct message *message;

    pthread_mutex_lock(&m->world->lock);
    message = q->first;
    if (message && !(q->first = message->next))
        q->last = &q->first;
    pthread_mutex_unlock(&m->world->lock);
    if (!message)
        return 1;
    int status = message->length <= wanted->room ? 0 : -1;
    if (status == 0)
        memcpy(wanted->bytes, message->bytes, message->length);
    free(message);
    wanted->bytes = NULL;
    return status;
}

static int left(void *context, int *rank)
{
    struct member *m = context;
    int waits = 0;

    for (int i = 0; i < m->world->count; i++) {
        int status = m->wanted[i].bytes ? take(m, i) : 0;
        if (status < 0)
            return -1;
        waits += status;
        *rank = status ? i : *rank;
    }
    return waits;
}

static void end_all(void *context, int status)
{
    (void)context;
    exit(status);
}

static const struct ranks_ops ops = {
    .version = RANKS_VERSION, .send = send_letter, .receive = receive_letter, .left = left, .abort = end_all};

static void *run(void *argument)
{
    struct member *m = argument;
    struct ranks ranks;

    if (ranks_init(&ranks, &ops, m, m->rank, m->world->count) != 0)
        abort();
    ranks_find_processors(&ranks);
    m->world->work(m->world->context, &ranks);
    ranks_finish(&ranks);
    return NULL;
}

void thread_ranks(int count, void (*work)(void *context, struct ranks *ranks), void *context)
{
    size_t ranks = (size_t)count;
    struct world world = {PTHREAD_MUTEX_INITIALIZER, count, calloc(ranks * ranks, sizeof *world.queue), work, context};
    struct member *member = calloc(ranks, sizeof *member);

    for (size_t i = 0; i < ranks * ranks; i++)
        world.queue[i].last = &world.queue[i].first;
    for (int i = 0; i < count; i++) {
        member[i] = (struct member){.world = &world, .rank = i, .wanted = calloc(ranks, sizeof *member[i].wanted)};
        if (pthread_create(&member[i].thread, NULL, run, &member[i]) != 0)
            abort();
    }
    for (int i = 0; i < count; i++) {
        pthread_join(member[i].thread, NULL);
        free(member[i].wanted);
    }
    free(member);
    free(world.queue);
}

uint64_t thread_ranks_bytes(void)
{
    return sent_bytes;
}

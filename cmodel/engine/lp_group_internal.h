/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside a lp_group: windows and lp_messages (lp_group.c), what is entered in the window_log when a window is over
 * (lp_group_scoreboard.c), and what lp_groups of several ranks tell each other (lp_group_ranks.c).
 */
#ifndef ENGINE_LP_GROUP_INTERNAL_H
#define ENGINE_LP_GROUP_INTERNAL_H

#include <pthread.h>
#include <string.h>

#include "../base/memory.h"
#include "barrier.h"
#include "lp_group.h"

/* What is entered of an endpoint's cycle. */
struct note {
    uint64_t cycle;
    unsigned endpoint;
    int reason;   /* with ENDPOINT_FAILED, if attempts are wanted */
    size_t fresh; /* its first message of those that appeared */
    struct endpoint_update update;
};

/* ... and of an attempt of a router. */
struct tried {
    uint64_t cycle;
    struct attempt attempt;
};

/* What is noted in a window, and how much of it has been entered; or lp_messages of one. */
struct list {
    void *entry;
    size_t count, size, entered;
};

/* What a part, or another rank, has noted for the window_log. */
struct window_log {
    struct list notes, attempts, fresh;
};

struct lp_group;

struct event_part {
    struct lp_group *lp_group;
    struct event_share share;
    void *view;
    int out_of_memory;
    struct list *out; /* [2 * parts] lp_messages to each part, of this window and of the one before, whose lp_messages
                         are being opened */
    struct list *abroad; /* [ranks] ... to other ranks */
    struct list arrived; /* ... of other ranks, being opened */
    struct window_log window_log;
    struct list crowded; /* endpoints that may be (endpoint_crowded) */
    uint16_t *next_id;   /* [share.ends] endpoint.next_id when last looked at */
    uint8_t *listed;     /* [share.ends] 1: in `crowded` */
    pthread_t thread;
} __attribute__((aligned(MEMORY_ALIGNMENT))); /* as memory_zero gives it */

struct lp_group {
    const struct lp_group_plan *plan;
    struct fabric *fabric;
    struct ranks *ranks;      /* that run the fabric, a lp_group each; NULL: this process is alone */
    struct window_log *guest; /* [ranks] what they have noted, by cycles */
    int crowded;              /* endpoints of other ranks may be */
    unsigned parts;
    struct event_part *part; /* [parts] */
    size_t first_word;       /* of the routers that the lp_group steps */
    uint8_t *of_word;        /* the part of each, from there on */
    uint64_t cycle, cycles;  /* of the window */
    unsigned turn;           /* which boxes are written to: 0 or 1 */
    int stop;
    struct barrier begin, over;
};

/* Room for one more entry. @return NULL when out of memory: the run ends after this window */
static inline void *list_add(struct list *l, size_t first, size_t size, int *out_of_memory)
{
    void *entry = memory_grow(l->entry, l->count, &l->size, first, size);

    if (!entry) {
        *out_of_memory = 1;
        return NULL;
    }
    l->entry = entry;
    return (char *)entry + l->count++ * size;
}

static inline void add_lp_message(struct list *box, const void *lp_message, size_t bytes, int *out_of_memory)
{
    void *kept = list_add(box, 256, bytes, out_of_memory);

    if (kept)
        memcpy(kept, lp_message, bytes);
}

/* The part that has a router of this lp_group. */
static inline unsigned lp_group_part_of(const struct lp_group *t, uint32_t router)
{
    return t->of_word[router / WHEEL_WORD - t->first_word];
}

static inline uint32_t lp_message_router(const void *lp_message)
{
    uint32_t router;

    memcpy(&router, lp_message, sizeof router);
    return router;
}

/* 1 when an endpoint of this lp_group may be crowded. */
int lp_group_crowded(const struct lp_group *t);
/* The window_log of a window. @return 0 to go on, 1 when the run must end: nothing but a lack of memory ends it before
 * the window does */
int lp_group_close(struct lp_group *t);
/* Free what a part has noted. */
void window_log_finish(struct window_log *b);
/* All is entered. */
void window_log_empty(struct window_log *b);

/* With ranks: a window is over, and every rank gets its lp_messages and hears what happened. When memory is short, all
 * are ended. */
void lp_group_exchange(struct lp_group *t);

#endif

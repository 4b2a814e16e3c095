/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside a team: windows and letters (event_team.c), what is entered in the books when a window is over (event_team_books.c), and
 * what teams of several ranks tell each other (event_team_ranks.c).
 */
#ifndef ENGINE_EVENT_TEAM_INTERNAL_H
#define ENGINE_EVENT_TEAM_INTERNAL_H

#include <pthread.h>
#include <string.h>

#include "../base/memory.h"
#include "barrier.h"
#include "event_team.h"

/* What is entered of an endpoint's cycle. */
struct note {
    uint64_t cycle;
    unsigned endpoint;
    int cause;    /* with ENDPOINT_FAILED, if attempts are wanted */
    size_t fresh; /* its first message of those that appeared */
    struct endpoint_news news;
};

/* ... and of an attempt of a router. */
struct tried {
    uint64_t cycle;
    struct attempt attempt;
};

/* What is noted in a window, and how much of it has been entered; or letters of one. */
struct list {
    void *entry;
    size_t count, size, entered;
};

/* What a part, or another rank, has noted for the books. */
struct books {
    struct list notes, attempts, fresh;
};

struct team;

struct event_part {
    struct team *team;
    struct event_share share;
    void *view;
    int out_of_memory;
    struct list *out;      /* [2 * parts] letters to each part, of this window and of the one before, whose letters are being opened */
    struct list *abroad;   /* [ranks] ... to other ranks */
    struct list arrived;   /* ... of other ranks, being opened */
    struct books books;
    struct list crowded;   /* endpoints that may be (endpoint_crowded) */
    uint16_t *next_id;     /* [share.ends] endpoint.next_id when last looked at */
    uint8_t *listed;       /* [share.ends] 1: in `crowded` */
    pthread_t thread;
} __attribute__((aligned(MEMORY_ALIGNMENT))); /* as memory_zero gives it */

struct team {
    const struct event_team_plan *plan;
    struct fabric *fabric;
    struct ranks *ranks;          /* that run the fabric, a team each; NULL: this process is alone */
    struct books *guest;          /* [ranks] what they have noted, by cycles */
    int crowded;                  /* endpoints of other ranks may be */
    unsigned parts;
    struct event_part *part;      /* [parts] */
    size_t first_word;            /* of the routers that the team steps */
    uint8_t *of_word;             /* the part of each, from there on */
    uint64_t cycle, cycles;       /* of the window */
    unsigned turn;                /* which boxes are written to: 0 or 1 */
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

static inline void add_letter(struct list *box, const void *letter, size_t bytes, int *out_of_memory)
{
    void *kept = list_add(box, 256, bytes, out_of_memory);

    if (kept)
        memcpy(kept, letter, bytes);
}

/* The part that has a router of this team. */
static inline unsigned team_part_of(const struct team *t, uint32_t router)
{
    return t->of_word[router / WHEEL_WORD - t->first_word];
}

static inline uint32_t letter_router(const void *letter)
{
    uint32_t router;

    memcpy(&router, letter, sizeof router);
    return router;
}

/* 1 when an endpoint of this team may be crowded. */
int team_crowded(const struct team *t);
/* The books of a window. @return 0 to go on, 1 when the run must end: nothing but a lack of memory ends it before the window does */
int team_close(struct team *t);
/* Free what a part has noted. */
void books_finish(struct books *b);
/* All is entered. */
void books_empty(struct books *b);

/* With ranks: a window is over, and every rank gets its letters and hears what happened. When memory is short, all are ended. */
void team_exchange(struct team *t);

#endif

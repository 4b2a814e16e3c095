/* SPDX-License-Identifier: Apache-2.0 */
#include "message_spread.h"

#include <stdlib.h>

/* A message in the sample that saw it last. */
struct message {
    uint64_t sample;             /* 0: none */
    uint64_t name;               /* source and id: unique while it is under way */
    int last[MESSAGE_WHERES];    /* router that was counted last, or -1 */
    int routers[MESSAGE_WHERES]; /* counted */
};

struct message_spread {
    int routers;
    uint64_t sample;                 /* number of the one under way, from 1 */
    uint64_t *count[MESSAGE_WHERES]; /* [routers + 1] messages over all samples, by their routers */
    struct message *message;         /* [mask + 1] hashed by name; entries of earlier samples are free */
    size_t mask, seen;               /* in this sample: half of the entries at most */
};

struct message_spread *message_spread_create(int routers, int buffers)
{
    struct message_spread *s = calloc(1, sizeof *s);
    size_t entries = 1;

    if (!s)
        return NULL;
    /* Enough where a buffer holds one packet. */
    while (entries < 2 * (size_t)routers * (size_t)buffers)
        entries *= 2;
    s->routers = routers;
    s->mask = entries - 1;
    s->message = calloc(entries, sizeof *s->message);
    for (int w = 0; w < MESSAGE_WHERES; w++)
        s->count[w] = calloc((size_t)routers + 1, sizeof *s->count[w]);
    if (s->message && s->count[MESSAGE_HELD] && s->count[MESSAGE_WAITS])
        return s;
    message_spread_destroy(s);
    return NULL;
}

void message_spread_destroy(struct message_spread *s)
{
    if (!s)
        return;
    for (int w = 0; w < MESSAGE_WHERES; w++)
        free(s->count[w]);
    free(s->message);
    free(s);
}

void message_spread_sample(struct message_spread *s)
{
    s->sample++;
    s->seen = 0;
}

/* Where a message is in this sample, or would be. */
static struct message *place_of(const struct message_spread *s, uint64_t name)
{
    size_t at = (name * 0x9e3779b97f4a7c15 >> 32) & s->mask; /* ids alone, in the lower bits, are much alike */

    while (s->message[at].sample == s->sample && s->message[at].name != name)
        at = (at + 1) & s->mask;
    return &s->message[at];
}

/* Twice as many entries. @return 0, or -1 when out of memory */
static int grow(struct message_spread *s)
{
    struct message_spread more = *s;

    more.mask = 2 * s->mask + 1;
    more.message = calloc(more.mask + 1, sizeof *more.message);
    if (!more.message)
        return -1;
    for (size_t i = 0; i <= s->mask; i++)
        if (s->message[i].sample == s->sample)
            *place_of(&more, s->message[i].name) = s->message[i];
    free(s->message);
    *s = more;
    return 0;
}

/* The message of a packet, new in this sample or not; NULL when out of memory. */
static struct message *find(struct message_spread *s, const struct packet *p)
{
    uint64_t name = (uint64_t)p->source << 16 | p->message;
    struct message *m = place_of(s, name);

    if (m->sample == s->sample)
        return m;
    if (2 * ++s->seen > s->mask + 1) {
        if (grow(s) != 0)
            return NULL;
        m = place_of(s, name);
    }
    *m = (struct message){.sample = s->sample, .name = name, .last = {-1, -1}};
    s->count[MESSAGE_WAITS][0]++;
    return m;
}

/* A message that was counted with so many routers has one more. */
static void add(struct message_spread *s, struct message *m, enum message_where where, int router)
{
    uint64_t *count = s->count[where];

    if (m->last[where] == router)
        return;
    m->last[where] = router;
    if (m->routers[where] > 0 || where == MESSAGE_WAITS)
        count[m->routers[where]]--;
    count[++m->routers[where]]++;
}

int message_spread_see(struct message_spread *s, int router, const struct held_packet *held)
{
    struct message *m = find(s, &held->packet);

    if (!m)
        return -1;
    add(s, m, MESSAGE_HELD, router);
    if (held->waiting)
        add(s, m, MESSAGE_WAITS, router);
    return 0;
}

void message_spread_archive(struct message_spread *s, struct archive *a)
{
    for (int w = 0; w < MESSAGE_WHERES; w++)
        a->visit(a, "spread", s->count[w], ((size_t)s->routers + 1) * sizeof *s->count[w]);
}

uint64_t message_spread_count(const struct message_spread *s, enum message_where where, int routers)
{
    return routers <= s->routers ? s->count[where][routers] : 0;
}

double message_spread_mean(const struct message_spread *s, enum message_where where)
{
    double messages = 0, sum = 0;

    for (int i = 0; i <= s->routers; i++) {
        messages += (double)s->count[where][i];
        sum += i * (double)s->count[where][i];
    }
    return messages > 0 ? sum / messages : 0;
}

int message_spread_most(const struct message_spread *s, enum message_where where)
{
    int most = s->routers;

    while (most > 0 && s->count[where][most] == 0)
        most--;
    return most;
}

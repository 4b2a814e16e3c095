/* SPDX-License-Identifier: Apache-2.0
 *
 * What ranks tell each other of a cycle, and what of it goes into the scoreboard. See split.h.
 */
#include "split_internal.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/*
 * What is reported of a unit, in the order in which one process enters it: endpoint n, attempts of router n, its check.
 */
enum phase { PHASE_ENDPOINT, PHASE_ATTEMPT, PHASE_CHECK, PHASE_ASK, PHASE_AGAIN };

/* A report in a message; its bytes follow. */
struct heading {
    uint32_t node, phase, length;
};

/* One that was received. */
struct report {
    uint32_t node, phase;
    const uint8_t *bytes;
    size_t length;
};

/* An endpoint's cycle; messages that appeared and the words of a difference follow. */
struct end_report {
    struct endpoint_update update;
    int reason; /* with ENDPOINT_FAILED */
};

/* A node's check, or a collision; the words follow. */
struct check_report {
    int mismatched, fault;
    unsigned collision;
};

/* Why an attempt on a port of a router came to nothing: asked for, or answered. */
struct reason {
    uint32_t node;
    int16_t port, reason;
};

/* An array of a split grows; without memory no rank can go on. */
static void *grown(const struct fabric_split *s, void *array, size_t count, size_t *room, size_t element)
{
    array = memory_grow(array, count, room, 64, element);
    if (!array)
        ranks_abort(s->ranks, "out of memory for what ranks tell each other");
    return array;
}

/* Reports --------------------------------------------------------------------------------------------------------- */

/* @return where so many bytes of the report go */
static void *begin_report(const struct fabric *f, int to, int node, enum phase phase, size_t length)
{
    struct heading h = {(uint32_t)node, phase, (uint32_t)length};

    ranks_put(f->split->ranks, to, &h, sizeof h);
    return ranks_room(f->split->ranks, to, length);
}

/* A report to all ranks, this one included: a struct, and bytes behind it. */
static void send_report(const struct fabric *f, int node, enum phase phase, const void *what, size_t size,
                        const void *more, size_t length)
{
    for (int i = 0; i < f->split->ranks->count; i++) {
        uint8_t *room = begin_report(f, i, node, phase, size + length);
        if (size > 0)
            memcpy(room, what, size);
        if (length > 0)
            memcpy(room + size, more, length);
    }
}

static void send_end(struct fabric *f, int n)
{
    const struct endpoint *e = &f->endpoint[n];
    const struct cable_source *far = &f->end[n];
    struct end_report r = {.reason = REJECT_NONE};

    endpoint_fill_update(e, f->what[n], &r.update);
    if (f->watched && f->what[n] & ENDPOINT_FAILED)
        r.reason = scoreboard_reason(f, (int)far->unit, far->port);
    if (f->what[n] & ENDPOINT_MISMATCHED) {
        const char *words = fabric_port_differs(f, n);
        send_report(f, n, PHASE_ENDPOINT, &r, sizeof r, words, strlen(words) + 1);
    } else {
        send_report(f, n, PHASE_ENDPOINT, &r, sizeof r, e->fresh, r.update.fresh_count * sizeof *e->fresh);
    }
}

static void send_check(struct fabric *f, int n)
{
    struct check_report r = {(int)f->router[n].mismatched, FABRIC_FAULT_NONE, f->router[n].collision};
    enum fabric_fault fault = FABRIC_FAULT_NONE;
    const char *words = r.mismatched ? fabric_failure(f, n, &fault) : "";

    r.fault = (int)fault;
    send_report(f, n, PHASE_CHECK, &r, sizeof r, words, strlen(words) + 1);
}

/* Ask the rank whose router knows; its answer goes to the first rank. */
static void send_question(struct fabric *f, const struct cable_source *far)
{
    struct reason question = {far->unit, far->port, REJECT_NONE};

    memcpy(begin_report(f, fabric_rank_of(f, (int)far->unit), (int)far->unit, PHASE_ASK, sizeof question), &question,
           sizeof question);
    f->split->again = 1;
}

static void send_attempts(struct fabric *f, int n)
{
    for (unsigned ended = f->router[n].ended; ended; ended &= ended - 1) {
        int port = __builtin_ctz(ended);
        const struct cable_source *far = &f->router[n].from[port];
        struct attempt a = fabric_attempt(f, n, port);

        if (a.reason < 0 && far->unit < (unsigned)f->routers && !split_has(f, (int)far->unit))
            send_question(f, far);
        else if (a.reason < 0)
            a.reason = fabric_reason(f, n, port);
        memcpy(begin_report(f, 0, n, PHASE_ATTEMPT, sizeof a), &a, sizeof a);
    }
}

static void send_all(struct fabric *f)
{
    for (struct walk w = walk_begin(&f->own_endpoints); walk_on(&w);)
        if (f->what[w.unit])
            send_end(f, w.unit);
    for (struct walk w = walk_begin(&f->own_routers); walk_on(&w);) {
        if (f->router[w.unit].ended)
            send_attempts(f, w.unit);
        if (f->router[w.unit].mismatched | f->router[w.unit].collision)
            send_check(f, w.unit);
    }
    if (f->split->again)
        send_report(f, 0, PHASE_AGAIN, NULL, 0, NULL, 0);
}

/* What was asked, or answered. */
static void add_reason(const struct fabric_split *s, struct reason **list, size_t *count, size_t *room,
                       const void *bytes)
{
    *list = grown(s, *list, *count, room, sizeof **list);
    memcpy(&(*list)[(*count)++], bytes, sizeof **list);
}

static void receive_report(struct fabric *f, const struct report *r)
{
    struct fabric_split *s = f->split;

    if (r->phase == PHASE_AGAIN) {
        s->again = 1;
    } else if (r->phase == PHASE_ASK) {
        add_reason(s, &s->asked, &s->questions, &s->asked_room, r->bytes);
    } else {
        s->report = grown(s, s->report, s->reports, &s->report_room, sizeof *s->report);
        s->report[s->reports++] = *r;
    }
}

static void receive_all(struct fabric *f)
{
    struct ranks *ranks = f->split->ranks;

    for (int i = 0; i < ranks->count; i++)
        while (ranks->in[i].at < ranks->in[i].length) {
            struct heading h;
            ranks_get(ranks, i, &h, sizeof h);
            receive_report(f, &(struct report){h.node, h.phase, ranks_take(ranks, i, h.length), h.length});
        }
}

/* The second exchange --------------------------------------------------------------------------------------------- */

enum { LOOK_PACKETS = LOOK_SPREAD | LOOK_TIMELINE };

struct packets_put {
    struct ranks *ranks;
    uint16_t count;
};

static void count_packet(void *context, const struct held_packet *held)
{
    (void)held;
    ((struct packets_put *)context)->count++;
}

static void put_packet(void *context, const struct held_packet *held)
{
    ranks_put(((struct packets_put *)context)->ranks, 0, held, sizeof *held);
}

static void put_held(struct fabric *f, int n, unsigned looks)
{
    struct packets_put put = {f->split->ranks, 0};
    uint16_t used = (uint16_t)fabric_held(f, n);

    if (looks & LOOK_HELD)
        ranks_put(put.ranks, 0, &used, sizeof used);
    if (!(looks & LOOK_PACKETS))
        return;
    fabric_each_held(f, n, count_packet, &put);
    ranks_put(put.ranks, 0, &put.count, sizeof put.count);
    fabric_each_held(f, n, put_packet, &put);
}

static void get_held(struct fabric *f, int n, unsigned looks)
{
    struct fabric_split *s = f->split;
    int from = fabric_rank_of(f, n);
    uint16_t count;

    if (looks & LOOK_HELD)
        ranks_get(s->ranks, from, &s->used[n], sizeof s->used[n]);
    if (!(looks & LOOK_PACKETS))
        return;
    s->held[n] = ranks_take(s->ranks, from, sizeof count);
    memcpy(&count, s->held[n], sizeof count);
    ranks_take(s->ranks, from, count * sizeof(struct held_packet));
}

static void get_answers(struct fabric_split *s, int from)
{
    uint32_t count;

    ranks_get(s->ranks, from, &count, sizeof count);
    for (; count > 0; count--)
        add_reason(s, &s->answer, &s->answers, &s->answer_room, ranks_take(s->ranks, from, sizeof *s->answer));
}

static void put_looks(struct fabric *f, unsigned looks)
{
    for (struct walk w = walk_begin(&f->own_routers); looks & (LOOK_HELD | LOOK_PACKETS) && walk_on(&w);)
        put_held(f, w.unit, looks);
    for (struct walk w = walk_begin(&f->own_endpoints); looks & LOOK_MARKS && walk_on(&w);) {
        struct glance g = {.marks = fabric_marks(f, w.unit)};
        g.known = fabric_counters(f, w.unit, &g.counters) == 0;
        ranks_put(f->split->ranks, 0, &g, sizeof g);
    }
}

static void get_looks(struct fabric *f, unsigned looks)
{
    struct fabric_split *s = f->split;

    for (int n = 0; looks & (LOOK_HELD | LOOK_PACKETS) && n < f->routers; n++)
        if (!split_has(f, n))
            get_held(f, n, looks);
    for (int n = 0; looks & LOOK_MARKS && n < f->endpoints; n++)
        if (!split_has_end(f, n))
            ranks_get(s->ranks, fabric_rank_of_end(f, n), &s->glance[n], sizeof s->glance[n]);
}

void split_look(struct fabric *f, unsigned looks)
{
    struct ranks *ranks = f->split->ranks;

    if (ranks->rank > 0)
        put_looks(f, looks);
    ranks_exchange(ranks);
    if (ranks->rank == 0)
        get_looks(f, looks);
}

/* What only the first rank wants to know: why attempts over cut cables came to nothing, and what the close of the cycle
 * looks at. */
static void exchange_again(struct fabric *f, unsigned looks)
{
    struct fabric_split *s = f->split;
    uint32_t count = (uint32_t)s->questions;

    ranks_put(s->ranks, 0, &count, sizeof count);
    for (size_t i = 0; i < s->questions; i++) {
        s->asked[i].reason = (int16_t)scoreboard_reason(f, (int)s->asked[i].node, s->asked[i].port);
        ranks_put(s->ranks, 0, &s->asked[i], sizeof s->asked[i]);
    }
    if (s->ranks->rank > 0)
        put_looks(f, looks);
    ranks_exchange(s->ranks);
    if (s->ranks->rank > 0)
        return;
    for (int i = 0; i < s->ranks->count; i++)
        get_answers(s, i);
    get_looks(f, looks);
}

/* Scoreboard ------------------------------------------------------------------------------------------------------ */

static void end_of(const struct report *r, struct end_report *end)
{
    memcpy(end, r->bytes, sizeof *end);
}

/* An endpoint of another rank is here what its reports make of it. */
static void follow(struct fabric *f, const struct report *r)
{
    struct fabric_split *s = f->split;
    struct end_report end;

    if (r->phase != PHASE_ENDPOINT || split_has_end(f, (int)r->node))
        return;
    end_of(r, &end);
    if (endpoint_follow(&f->endpoint[r->node], &end.update, r->bytes + sizeof end) != 0)
        ranks_abort(s->ranks, "out of memory for messages of other ranks");
    if (f->watched && end.update.what & ENDPOINT_FAILED)
        add_reason(s, &s->answer, &s->answers, &s->answer_room,
                   &(struct reason){f->end[r->node].unit, f->end[r->node].port, (int16_t)end.reason});
}

static void enter(struct fabric *f, const struct report *r)
{
    struct end_report end;
    struct check_report check;
    struct attempt attempt;

    switch (r->phase) {
    case PHASE_ENDPOINT:
        end_of(r, &end);
        f->split->differs = (const char *)r->bytes + sizeof end;
        scoreboard_enter(f, (int)r->node, end.update.what);
        break;
    case PHASE_ATTEMPT:
        memcpy(&attempt, r->bytes, sizeof attempt);
        if (attempt.reason < 0)
            attempt.reason = fabric_reason(f, attempt.node, attempt.sender);
        scoreboard_attempt(f, &attempt);
        break;
    default:
        memcpy(&check, r->bytes, sizeof check);
        fabric_enter_check(f, (int)r->node, check.mismatched ? (const char *)r->bytes + sizeof check : NULL,
                           (enum fabric_fault)check.fault, check.collision);
    }
}

/* As one process comes to them; those of a phase are of one rank, in the order of its message. */
static int in_order(const void *a, const void *b)
{
    const struct report *one = a, *other = b;

    if (one->node != other->node)
        return one->node < other->node ? -1 : 1;
    if (one->phase != other->phase)
        return one->phase < other->phase ? -1 : 1;
    return one->bytes < other->bytes ? -1 : one->bytes > other->bytes;
}

/* What hooks have looked at is told, or heard. */
struct fact_way {
    struct ranks *ranks;
    int rank;
};

static void put_fact(void *context, void *bytes, size_t size)
{
    const struct fact_way *to = context;

    ranks_put(to->ranks, to->rank, bytes, size);
}

static void get_fact(void *context, void *bytes, size_t size)
{
    const struct fact_way *from = context;

    ranks_get(from->ranks, from->rank, bytes, size);
}

static void put_cycle(struct fabric *f, int to)
{
    split_put_pins(f, to, fabric_slot(f, 0), fabric_slot(f, -1));
    if (f->hook)
        f->config.hooks->facts(f->hook, f, fabric_rank(f), put_fact, &(struct fact_way){f->split->ranks, to});
}

static void get_cycle(struct fabric *f, int from)
{
    split_get_pins(f, from, fabric_slot(f, 0), fabric_slot(f, -1));
    if (f->hook)
        f->config.hooks->facts(f->hook, f, from, get_fact, &(struct fact_way){f->split->ranks, from});
}

void split_exchange(struct fabric *f)
{
    struct fabric_split *s = f->split;
    int count = s->ranks->count, own = s->ranks->rank;
    unsigned looks = scoreboard_looks(f, f->cycle);

    s->reports = s->questions = s->answers = 0;
    s->again = 0;
    for (int i = 0; i < count; i++)
        if (i != own)
            put_cycle(f, i);
    send_all(f);
    ranks_exchange(s->ranks);
    for (int i = 0; i < count; i++)
        if (i != own)
            get_cycle(f, i);
    receive_all(f);
    for (size_t i = 0; i < s->reports; i++)
        follow(f, &s->report[i]);
    qsort(s->report, s->reports, sizeof *s->report, in_order);
    if (s->again || looks)
        exchange_again(f, looks); /* the reports stay where they are (ranks_exchange) */
}

void split_enter(struct fabric *f)
{
    struct fabric_split *s = f->split;

    for (size_t i = 0; i < s->reports; i++)
        enter(f, &s->report[i]);
}

/* What others have ------------------------------------------------------------------------------------------------ */

int split_reason(const struct fabric *f, int node, int port)
{
    const struct fabric_split *s = f->split;

    for (size_t i = 0; i < s->answers; i++)
        if (s->answer[i].node == (uint32_t)node && s->answer[i].port == port)
            return s->answer[i].reason;
    return REJECT_NONE;
}

unsigned split_held(const struct fabric *f, int node)
{
    return f->split->used[node];
}

void split_each_held(const struct fabric *f, int node, held_visit visit, void *context)
{
    const uint8_t *at = f->split->held[node];
    struct held_packet held;
    uint16_t count;

    memcpy(&count, at, sizeof count);
    for (at += sizeof count; count > 0; count--, at += sizeof held) {
        memcpy(&held, at, sizeof held);
        visit(context, &held);
    }
}

int split_counters(const struct fabric *f, int endpoint, void *counters)
{
    const struct glance *g = &f->split->glance[endpoint];

    if (!g->known)
        return -1;
    memcpy(counters, &g->counters, sizeof g->counters);
    return 0;
}

unsigned split_marks(const struct fabric *f, int endpoint)
{
    return f->split->glance[endpoint].marks;
}

const char *split_port_differs(const struct fabric *f, int endpoint)
{
    (void)endpoint;
    return f->split->differs;
}

int split_all(const struct fabric *f, int mine)
{
    return !ranks_any(f->split->ranks, !mine);
}

struct fabric_unfinished split_sum(const struct fabric *f, struct fabric_unfinished mine)
{
    struct fabric_unfinished all[f->split->ranks->count], sum = {0, 0};

    ranks_all(f->split->ranks, &mine, sizeof mine, all);
    for (int i = 0; i < f->split->ranks->count; i++) {
        sum.count += all[i].count;
        sum.age += all[i].age;
    }
    return sum;
}

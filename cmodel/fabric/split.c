/* SPDX-License-Identifier: Apache-2.0
 *
 * See split.h.
 */
#include "split.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* What is reported of a unit, in the order in which one process enters it: endpoint n, attempts of router n, its check. */
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
    int rank;
};

/* An endpoint's cycle; messages that appeared and the words of a difference follow. */
struct end_report {
    struct endpoint_news news;
    int cause; /* with ENDPOINT_FAILED */
};

/* A node's check, or a collision; the words follow. */
struct check_report {
    int diverged, fault;
    unsigned collision;
};

/* Why an attempt on a port of a router came to nothing: asked for, or answered. */
struct cause {
    uint32_t node;
    int16_t port, cause;
};

/* Routers whose pins go to another rank, or come from it, ascending. */
struct cut {
    int *unit;
    int count;
};

struct fabric_split {
    struct ranks *ranks;
    const uint16_t *owner;         /* [routers] */
    struct cut *sent, *heard;      /* [ranks] */
    struct report *report;
    size_t reports, report_room;
    struct cause *asked, *answer;  /* of this rank; for the books of this one */
    size_t questions, asked_room, answers, answer_room;
    int again;                     /* a second exchange is wanted in this cycle */
    const char *differs;           /* of the endpoint that is entered */
    uint16_t *used;                /* [routers] of a sample */
    const uint8_t **held;          /* [routers] a uint16_t, how many, and so many packets */
};

/* Who has what ------------------------------------------------------------------------------------------------------ */

int split_has(const struct fabric *f, int node)
{
    return !f->config.ranks || f->config.owner[node] == f->config.ranks->rank;
}

int split_has_end(const struct fabric *f, int endpoint)
{
    return !f->config.ranks || split_has(f, f->config.topology->attached[endpoint].node);
}

int split_keeps_books(const struct fabric *f)
{
    return !f->split || f->split->ranks->rank == 0;
}

/* @param has  NULL: all are */
static int stretch_out(const struct fabric *f, struct stretches *s, int units, int (*has)(const struct fabric *f, int unit))
{
    size_t room = 0;

    *s = (struct stretches){0};
    for (int n = 0; n < units; n++) {
        if (has && !has(f, n))
            continue;
        struct stretch *larger = memory_grow(s->stretch, (size_t)s->count, &room, 4, sizeof *larger);
        if (!larger)
            return -1;
        s->stretch = larger;
        if (s->count == 0 || larger[s->count - 1].last != n)
            larger[s->count++] = (struct stretch){n, n, s->total};
        larger[s->count - 1].last = n + 1;
        s->total++;
    }
    return 0;
}

int split_create(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;
    size_t routers = (size_t)f->routers, count = ranks ? (size_t)ranks->count : 0;
    struct fabric_split *s;

    if (stretch_out(f, &f->own_routers, f->routers, ranks ? split_has : NULL) != 0 ||
        stretch_out(f, &f->own_endpoints, f->endpoints, ranks ? split_has_end : NULL) != 0)
        return -1;
    if (!ranks)
        return 0;
    s = f->split = calloc(1, sizeof *s);
    if (!s)
        return -1;
    s->ranks = ranks;
    s->owner = f->config.owner;
    s->sent = calloc(count, sizeof *s->sent);
    s->heard = calloc(count, sizeof *s->heard);
    s->used = calloc(routers, sizeof *s->used);
    s->held = calloc(routers, sizeof *s->held);
    return s->sent && s->heard && s->used && s->held ? 0 : -1;
}

static void free_cuts(struct cut *cuts, int ranks)
{
    for (int i = 0; cuts && i < ranks; i++)
        free(cuts[i].unit);
    free(cuts);
}

void split_destroy(struct fabric *f)
{
    struct fabric_split *s = f->split;

    free(f->own_routers.stretch);
    free(f->own_endpoints.stretch);
    if (!s)
        return;
    free_cuts(s->sent, s->ranks->count);
    free_cuts(s->heard, s->ranks->count);
    free(s->report);
    free(s->asked);
    free(s->answer);
    free(s->used);
    free(s->held);
    free(s);
    f->split = NULL;
}

/* An array of a split grows; without memory no rank can go on. */
static void *grown(const struct fabric_split *s, void *array, size_t count, size_t *room, size_t element)
{
    array = memory_grow(array, count, room, 64, element);
    if (!array)
        ranks_abort(s->ranks, "out of memory for what ranks tell each other");
    return array;
}

/* Cut cables -------------------------------------------------------------------------------------------------------- */

/* Whether a router of one rank reads what a router drives. */
static int reads(const struct fabric *f, int rank, int unit)
{
    const struct topology_end *links = f->config.topology->links[unit];

    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (topology_wired(f->config.topology, unit, p) && f->config.owner[links[p].node] == rank)
            return 1;
    return 0;
}

/* Routers of one rank that another one reads. */
static int find_cut(const struct fabric *f, int from, int to, struct cut *cut)
{
    cut->unit = calloc((size_t)f->routers, sizeof *cut->unit);
    for (int n = 0; cut->unit && n < f->routers; n++)
        if (f->config.owner[n] == from && reads(f, to, n))
            cut->unit[cut->count++] = n;
    return cut->unit ? 0 : -1;
}

static size_t mask_bytes(const struct cut *cut)
{
    return ((size_t)cut->count + 7) / 8;
}

/* What has changed of the pins that a rank reads. @param was  NULL: all of it */
static void put_pins(const struct fabric *f, int rank, const uint8_t *was, const uint8_t *is)
{
    const struct cut *cut = &f->split->sent[rank];
    size_t bytes = f->config.kind->pins_bytes;
    uint8_t mask[mask_bytes(cut) + 1];

    memset(mask, 0, sizeof mask);
    for (int i = 0; i < cut->count; i++) {
        size_t at = (size_t)cut->unit[i] * bytes;
        if (!was || memcmp(was + at, is + at, bytes) != 0)
            mask[i / 8] |= (uint8_t)(1 << i % 8);
    }
    ranks_put(f->split->ranks, rank, mask, mask_bytes(cut));
    for (int i = 0; i < cut->count; i++)
        if (mask[i / 8] >> i % 8 & 1)
            ranks_put(f->split->ranks, rank, is + (size_t)cut->unit[i] * bytes, bytes);
}

static void get_pins(const struct fabric *f, int rank, const uint8_t *was, uint8_t *is)
{
    const struct cut *cut = &f->split->heard[rank];
    size_t bytes = f->config.kind->pins_bytes;
    const uint8_t *mask = ranks_take(f->split->ranks, rank, mask_bytes(cut));

    for (int i = 0; i < cut->count; i++) {
        size_t at = (size_t)cut->unit[i] * bytes;
        memcpy(is + at, mask[i / 8] >> i % 8 & 1 ? ranks_take(f->split->ranks, rank, bytes) : was + at, bytes);
    }
}

/* While they were configured some routers failed: the first in time, and then by number, as one process finds it. */
static void agree_on_boot(struct fabric *f, unsigned failed)
{
    struct boot_failure {
        unsigned cycle;
        int node, fault;
        char text[sizeof f->fault_text];
    } mine = {failed, f->fault_node, (int)f->fault, ""}, all[f->split->ranks->count];

    memcpy(mine.text, f->fault_text, sizeof mine.text);
    ranks_all(f->split->ranks, &mine, sizeof mine, all);
    for (int i = 0; i < f->split->ranks->count; i++)
        if (all[i].cycle < mine.cycle || (all[i].cycle == mine.cycle && all[i].node < mine.node))
            mine = all[i];
    f->fault = (enum fabric_fault)mine.fault;
    f->fault_node = mine.node;
    memcpy(f->fault_text, mine.text, sizeof f->fault_text);
}

void split_begin(struct fabric *f, unsigned failed)
{
    struct fabric_split *s = f->split;
    int count = s->ranks->count, own = s->ranks->rank, status = 0;

    for (int i = 0; i < count; i++)
        if (i != own)
            status |= find_cut(f, own, i, &s->sent[i]) | find_cut(f, i, own, &s->heard[i]);
    if (status != 0)
        ranks_abort(s->ranks, "out of memory");
    agree_on_boot(f, failed);
    for (int i = 0; i < count; i++)
        if (i != own)
            put_pins(f, i, NULL, fabric_slot(f, 0));
    ranks_exchange(s->ranks);
    for (int i = 0; i < count; i++) {
        if (i != own)
            get_pins(f, i, NULL, fabric_slot(f, 0));
        for (int slot = 1; i != own && slot < f->slots; slot++)
            for (int k = 0; k < s->heard[i].count; k++) {
                size_t at = (size_t)s->heard[i].unit[k] * f->config.kind->pins_bytes;
                memcpy(fabric_slot(f, slot) + at, fabric_slot(f, 0) + at, f->config.kind->pins_bytes);
            }
    }
}

/* Reports ----------------------------------------------------------------------------------------------------------- */

/* @return where so many bytes of the report go */
static void *begin_report(const struct fabric *f, int to, int node, enum phase phase, size_t length)
{
    struct heading h = {(uint32_t)node, phase, (uint32_t)length};

    ranks_put(f->split->ranks, to, &h, sizeof h);
    return ranks_room(f->split->ranks, to, length);
}

/* A report to all ranks, this one included: a struct, and bytes behind it. */
static void tell(const struct fabric *f, int node, enum phase phase, const void *what, size_t size, const void *more, size_t length)
{
    for (int i = 0; i < f->split->ranks->count; i++) {
        uint8_t *room = begin_report(f, i, node, phase, size + length);
        if (size > 0)
            memcpy(room, what, size);
        if (length > 0)
            memcpy(room + size, more, length);
    }
}

static void tell_end(struct fabric *f, int n)
{
    const struct endpoint *e = &f->endpoint[n];
    const struct cable_source *far = &f->end[n];
    struct end_report r = {.cause = CAUSE_NONE};

    endpoint_tell(e, f->what[n], &r.news);
    if (f->watched && f->what[n] & ENDPOINT_FAILED)
        r.cause = ledger_cause(f, (int)far->unit, far->port);
    if (f->what[n] & ENDPOINT_DIVERGED) {
        const char *words = fabric_port_differs(f, n);
        tell(f, n, PHASE_ENDPOINT, &r, sizeof r, words, strlen(words) + 1);
    } else {
        tell(f, n, PHASE_ENDPOINT, &r, sizeof r, e->fresh, r.news.fresh_count * sizeof *e->fresh);
    }
}

static void tell_check(struct fabric *f, int n)
{
    struct check_report r = {(int)f->router[n].diverged, FABRIC_FAULT_NONE, f->router[n].collision};
    enum fabric_fault fault = FABRIC_FAULT_NONE;
    const char *words = r.diverged ? fabric_failure(f, n, &fault) : "";

    r.fault = (int)fault;
    tell(f, n, PHASE_CHECK, &r, sizeof r, words, strlen(words) + 1);
}

/* Ask the rank whose router knows; its answer goes to the first rank. */
static void ask(struct fabric *f, const struct cable_source *far)
{
    struct cause question = {far->unit, far->port, CAUSE_NONE};

    memcpy(begin_report(f, f->config.owner[far->unit], (int)far->unit, PHASE_ASK, sizeof question), &question, sizeof question);
    f->split->again = 1;
}

static void tell_attempts(struct fabric *f, int n)
{
    for (unsigned ended = f->router[n].ended; ended; ended &= ended - 1) {
        int port = __builtin_ctz(ended);
        const struct cable_source *far = &f->router[n].from[port];
        struct attempt a = fabric_attempt(f, n, port);

        if (a.cause < 0 && far->unit < (unsigned)f->routers && !split_has(f, (int)far->unit))
            ask(f, far);
        else if (a.cause < 0)
            a.cause = fabric_cause(f, n, port);
        memcpy(begin_report(f, 0, n, PHASE_ATTEMPT, sizeof a), &a, sizeof a);
    }
}

static void tell_all(struct fabric *f)
{
    for (int i = 0; i < f->own_endpoints.count; i++)
        for (int n = f->own_endpoints.stretch[i].first; n < f->own_endpoints.stretch[i].last; n++)
            if (f->what[n])
                tell_end(f, n);
    for (int i = 0; i < f->own_routers.count; i++)
        for (int n = f->own_routers.stretch[i].first; n < f->own_routers.stretch[i].last; n++) {
            if (f->router[n].ended)
                tell_attempts(f, n);
            if (f->router[n].diverged | f->router[n].collision)
                tell_check(f, n);
        }
    if (f->split->again)
        tell(f, 0, PHASE_AGAIN, NULL, 0, NULL, 0);
}

/* What was asked, or answered. */
static void add_cause(const struct fabric_split *s, struct cause **list, size_t *count, size_t *room, const void *bytes)
{
    *list = grown(s, *list, *count, room, sizeof **list);
    memcpy(&(*list)[(*count)++], bytes, sizeof **list);
}

static void hear(struct fabric *f, const struct report *r)
{
    struct fabric_split *s = f->split;

    if (r->phase == PHASE_AGAIN) {
        s->again = 1;
    } else if (r->phase == PHASE_ASK) {
        add_cause(s, &s->asked, &s->questions, &s->asked_room, r->bytes);
    } else {
        s->report = grown(s, s->report, s->reports, &s->report_room, sizeof *s->report);
        s->report[s->reports++] = *r;
    }
}

static void hear_all(struct fabric *f)
{
    struct ranks *ranks = f->split->ranks;

    for (int i = 0; i < ranks->count; i++)
        while (ranks->in[i].at < ranks->in[i].length) {
            struct heading h;
            ranks_get(ranks, i, &h, sizeof h);
            hear(f, &(struct report){h.node, h.phase, ranks_take(ranks, i, h.length), h.length, i});
        }
}

/* The second exchange --------------------------------------------------------------------------------------------- */

static int samples(const struct fabric *f)
{
    return f->metrics && !f->config.hidden && metrics_due(f->metrics, f->cycle);
}

/* Packets in routers are to be seen, for the film or for the spread of messages. */
static int sees_packets(const struct fabric *f)
{
    return (f->film && film_due(f->film, f->cycle)) || (samples(f) && metrics_spread(f->metrics));
}

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

static void put_held(struct fabric *f, int n)
{
    struct packets_put put = {f->split->ranks, 0};
    uint16_t used = (uint16_t)fabric_held(f, n);

    if (samples(f))
        ranks_put(put.ranks, 0, &used, sizeof used);
    if (!sees_packets(f))
        return;
    fabric_each_held(f, n, count_packet, &put);
    ranks_put(put.ranks, 0, &put.count, sizeof put.count);
    fabric_each_held(f, n, put_packet, &put);
}

static void get_held(struct fabric *f, int n)
{
    struct fabric_split *s = f->split;
    int from = s->owner[n];
    uint16_t count;

    if (samples(f))
        ranks_get(s->ranks, from, &s->used[n], sizeof s->used[n]);
    if (!sees_packets(f))
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
        add_cause(s, &s->answer, &s->answers, &s->answer_room, ranks_take(s->ranks, from, sizeof *s->answer));
}

/* What only the first rank wants to know: why attempts over cut cables came to nothing, and samples. */
static void exchange_again(struct fabric *f)
{
    struct fabric_split *s = f->split;
    uint32_t count = (uint32_t)s->questions;
    int looks = samples(f) || sees_packets(f);

    ranks_put(s->ranks, 0, &count, sizeof count);
    for (size_t i = 0; i < s->questions; i++) {
        s->asked[i].cause = (int16_t)ledger_cause(f, (int)s->asked[i].node, s->asked[i].port);
        ranks_put(s->ranks, 0, &s->asked[i], sizeof s->asked[i]);
    }
    for (int n = 0; looks && s->ranks->rank > 0 && n < f->routers; n++)
        if (split_has(f, n))
            put_held(f, n);
    ranks_exchange(s->ranks);
    if (s->ranks->rank > 0)
        return;
    for (int i = 0; i < s->ranks->count; i++)
        get_answers(s, i);
    for (int n = 0; looks && n < f->routers; n++)
        if (!split_has(f, n))
            get_held(f, n);
}

/* Books ------------------------------------------------------------------------------------------------------------- */

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
    if (endpoint_follow(&f->endpoint[r->node], &end.news, r->bytes + sizeof end) != 0)
        ranks_abort(s->ranks, "out of memory for messages of other ranks");
    if (f->watched && end.news.what & ENDPOINT_FAILED)
        add_cause(s, &s->answer, &s->answers, &s->answer_room,
                  &(struct cause){f->end[r->node].unit, f->end[r->node].port, (int16_t)end.cause});
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
        ledger_enter(f, (int)r->node, end.news.what);
        break;
    case PHASE_ATTEMPT:
        memcpy(&attempt, r->bytes, sizeof attempt);
        if (attempt.cause < 0)
            attempt.cause = fabric_cause(f, attempt.node, attempt.sender);
        ledger_attempt(f, &attempt);
        break;
    default:
        memcpy(&check, r->bytes, sizeof check);
        fabric_enter_check(f, (int)r->node, check.diverged ? (const char *)r->bytes + sizeof check : NULL,
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

static void exchange_cycle(struct fabric *f)
{
    struct ranks *ranks = f->split->ranks;
    const uint8_t *was = fabric_slot(f, 0);
    uint8_t *is = fabric_slot(f, -1);

    for (int i = 0; i < ranks->count; i++)
        if (i != ranks->rank)
            put_pins(f, i, was, is);
    tell_all(f);
    ranks_exchange(ranks);
    for (int i = 0; i < ranks->count; i++)
        if (i != ranks->rank)
            get_pins(f, i, was, is);
    hear_all(f);
}

void split_collect(struct fabric *f)
{
    struct fabric_split *s = f->split;

    s->reports = s->questions = s->answers = 0;
    s->again = 0;
    exchange_cycle(f);
    for (size_t i = 0; i < s->reports; i++)
        follow(f, &s->report[i]);
    qsort(s->report, s->reports, sizeof *s->report, in_order);
    if (s->again || samples(f) || sees_packets(f))
        exchange_again(f); /* the reports stay where they are (ranks_exchange) */
    for (size_t i = 0; i < s->reports; i++)
        enter(f, &s->report[i]);
}

/* What others have ------------------------------------------------------------------------------------------------- */

int split_cause(const struct fabric *f, int node, int port)
{
    const struct fabric_split *s = f->split;

    for (size_t i = 0; i < s->answers; i++)
        if (s->answer[i].node == (uint32_t)node && s->answer[i].port == port)
            return s->answer[i].cause;
    return CAUSE_NONE;
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

/* The whole fabric -------------------------------------------------------------------------------------------------- */

/* A router or endpoint of another rank is made, to be loaded. */
static int make_unit(struct fabric *f, int n)
{
    if (n < f->routers && !f->router[n].handle && fabric_make_node(f, n) != 0)
        return -1;
    return n < f->endpoints && !f->endpoint[n].port ? endpoint_equip(&f->endpoint[n], f->config.kind->port) : 0;
}

static void forget_unit(struct fabric *f, int n)
{
    if (n < f->routers && !split_has(f, n)) {
        f->router[n].ops->destroy(f->router[n].handle);
        f->router[n].handle = NULL;
    }
    if (n < f->endpoints && !split_has_end(f, n))
        endpoint_bare(&f->endpoint[n]);
}

void split_expect(struct fabric *f, int unit, struct archive *a)
{
    if (a->loading && make_unit(f, unit) != 0)
        a->reject(a, "out of memory");
}

void split_forget(struct fabric *f, int unit, const struct archive *a)
{
    if (a->loading)
        forget_unit(f, unit);
}

void split_loaded(struct fabric *f, const struct archive *a)
{
    if (a->loading && !split_keeps_books(f))
        f->digest = 0;
}

/* Pins of a unit, in all slots of the ring. */
static void archive_pins(struct fabric *f, size_t unit, struct archive *a)
{
    size_t bytes = f->config.kind->pins_bytes;

    for (int slot = 0; slot < f->slots; slot++)
        a->visit(a, "pins", fabric_slot(f, slot) + unit * bytes, bytes);
}

/* What one rank has. */
static void archive_part(struct fabric *f, int rank, struct archive *a)
{
    uint64_t digest = f->digest;

    for (int n = 0; n < f->routers; n++)
        if (f->config.owner[n] == rank) {
            fabric_archive_router(f, n, a);
            archive_pins(f, (size_t)n, a);
        }
    for (int n = 0; n < f->endpoints; n++)
        if (f->config.owner[f->config.topology->attached[n].node] == rank) {
            fabric_archive_endpoint(f, n, a);
            archive_pins(f, (size_t)f->routers + (size_t)n, a);
        }
    ARCHIVE(a, digest);
    f->digest = a->loading ? f->digest + digest : 0;
}

static void send_part(struct fabric *f)
{
    struct ranks *ranks = f->split->ranks;
    struct archive a = {0};

    archive_save(&a);
    archive_part(f, ranks->rank, &a);
    if (archive_end(&a) != 0)
        ranks_abort(ranks, a.reason);
    ranks_put(ranks, 0, a.bytes, a.length);
    archive_finish(&a);
}

static void load_part(struct fabric *f, int rank)
{
    struct ranks *ranks = f->split->ranks;
    size_t length = ranks->in[rank].length - ranks->in[rank].at;
    struct archive a;

    archive_load(&a, ranks_take(ranks, rank, length), length);
    archive_part(f, rank, &a);
    if (archive_end(&a) != 0)
        ranks_abort(ranks, a.reason);
}

void fabric_assemble(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;

    if (!f->split)
        return;
    if (ranks->rank > 0)
        send_part(f);
    ranks_exchange(ranks);
    if (ranks->rank > 0)
        return;
    for (int n = 0; n < f->routers || n < f->endpoints; n++)
        if (make_unit(f, n) != 0)
            ranks_abort(ranks, "out of memory for the whole fabric");
    for (int i = 1; i < ranks->count; i++)
        load_part(f, i);
}

void fabric_unite(struct fabric *f)
{
    struct ranks *ranks = f->config.ranks;

    fabric_assemble(f);
    if (!f->split || ranks->rank > 0)
        return;
    split_destroy(f);
    f->config.ranks = NULL;
    if (split_create(f) != 0)
        ranks_abort(ranks, "out of memory");
}

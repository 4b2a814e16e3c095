/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the named registers. See fedx_legal.h.
 */
#include "fedx_legal.h"

#include "../model/fedx_switch_internal.h"

#define FEDX_CLAUSE(name, words) #name,
const char *const fedx_legal_names[FEDX_LEGAL_COUNT] = {FEDX_LEGAL_CLAUSES(FEDX_CLAUSE)};
#undef FEDX_CLAUSE
#define FEDX_CLAUSE(name, words) words,
const char *const fedx_legal_words[FEDX_LEGAL_COUNT] = {FEDX_LEGAL_CLAUSES(FEDX_CLAUSE)};
#undef FEDX_CLAUSE

#define BROKEN(clause, when) ((uint32_t)((when) != 0) << FEDX_LEGAL_##clause)

enum { LONGEST_GAP = 2 + 2 * FEDX_MAX_LATENCY, PACKET = FEDX_PACKET_BYTES, NOT_SENT = 0 };

/* Ports in more than one of the sets. */
static unsigned twice(const unsigned *sets, int count)
{
    unsigned once = 0, more = 0;

    for (int i = 0; i < count; i++) {
        more |= once & sets[i];
        once |= sets[i];
    }
    return more;
}

static uint32_t receive_broken(const struct fedx_port_receive *r, unsigned hold)
{
    const unsigned states[] = {r->header, r->decide, r->body, r->refusing, r->drain};
    unsigned at3 = 0, from4 = r->decide, whole = 0, wrong = 0;

    for (int p = 0; p < FEDX_PORTS; p++)
        wrong |= r->count[p] > PACKET;
    FEDX_FOR_EACH_PORT(h, r->header)
    {
        wrong |= r->count[h] < 1 || r->count[h] > 9;
        at3 |= (unsigned)(r->count[h] == 3) << h;
        from4 |= (unsigned)(r->count[h] >= 4) << h;
    }
    FEDX_FOR_EACH_PORT(d, (unsigned)(r->decide | r->refusing))
    wrong |= r->count[d] != FEDX_HEADER_BYTES;
    FEDX_FOR_EACH_PORT(b, r->body)
    wrong |= r->count[b] <= FEDX_HEADER_BYTES || r->count[b] >= PACKET;
    FEDX_FOR_EACH_PORT(w, (unsigned)(r->write & r->drain))
    whole |= (unsigned)(r->count[w] == PACKET) << w;
    return BROKEN(receive_states, twice(states, 5)) | BROKEN(receive_count, wrong) |
           BROKEN(receive_route, (r->lookup ^ at3) | (r->routed ^ from4)) |
           BROKEN(receive_write, (r->write & ~(r->body | whole)) | (r->body & ~r->write)) |
           BROKEN(receive_abort, r->abort & ~r->drain) |
           BROKEN(receive_refuse, r->refuse != FEDX_ALL_PORTS && (hold || (r->refuse & ~r->refusing)));
}

static uint32_t transmit_broken(const struct fedx_port_transmit *t)
{
    const unsigned states[] = {t->sending, t->await, t->gap};
    unsigned wrong = 0, driven = 0;

    FEDX_FOR_EACH_PORT(s, t->sending)
    wrong |= t->count[s] >= PACKET;
    FEDX_FOR_EACH_PORT(a, t->await)
    wrong |= t->count[a] < 1 || t->count[a] > FEDX_ACK_TIMEOUT;
    FEDX_FOR_EACH_PORT(g, t->gap)
    wrong |= t->count[g] < 1 || t->count[g] > LONGEST_GAP;
    for (int p = 0; p < FEDX_PORTS; p++)
        driven |= (unsigned)(t->data[p] != 0) << p;
    return BROKEN(transmit_states, twice(states, 3)) | BROKEN(transmit_count, wrong) |
           BROKEN(transmit_silent, driven & ~t->sending);
}

/* Who reads and who writes which buffer. */
static uint32_t owners_broken(const struct fedx_switch_regs *s)
{
    const struct fedx_port_receive *r = &s->port_receive;
    const struct fedx_port_transmit *t = &s->port_transmit;
    const struct fedx_buffer_pool *b = &s->buffer_pool;
    fedx_buffer_word sent = 0, written = 0, read_twice = 0, written_twice = 0;
    uint8_t to_come[FEDX_BUFFERS] = {NOT_SENT}; /* bytes of the onward frame that are not on the wire yet, and one */
    unsigned close = 0, none = 0;

    for (int p = 0; p < FEDX_PORTS; p++)
        none |= r->buf[p] >= FEDX_BUFFERS || t->buf[p] >= FEDX_BUFFERS;
    if (none)
        return BROKEN(buffer_number, 1);
    FEDX_FOR_EACH_PORT(p, (unsigned)(t->sending | t->await))
    {
        fedx_buffer_word mask = fedx_buffer_bit(t->buf[p]);
        read_twice |= sent & mask;
        sent |= mask;
        to_come[t->buf[p]] = (t->sending >> p & 1u) ? (uint8_t)(PACKET - t->count[p]) : 1;
    }
    FEDX_FOR_EACH_PORT(q, (unsigned)(r->body | r->write | r->abort))
    {
        fedx_buffer_word mask = fedx_buffer_bit(r->buf[q]);
        unsigned left = PACKET - r->count[q], onward = to_come[r->buf[q]], abort = r->abort >> q & 1u;
        written_twice |= written & mask;
        written |= mask;
        close |= onward != NOT_SENT && onward + abort < left + 12;
    }
    return BROKEN(one_reader, read_twice) | BROKEN(one_owner, (b->queued & sent) | (b->used ^ (b->queued | sent))) |
           BROKEN(one_writer, written_twice | (written & ~(fedx_buffer_word)b->used)) |
           BROKEN(read_behind_write, close) | BROKEN(waiting, (b->queued & ~b->waiting) | (b->waiting & ~b->used));
}

/*
 * Strict and total: none is before itself, what is before one that is before it is before it, too, and it is before all
 * others. Of many buffers only the places of the used ones are kept.
 */
static uint32_t order_broken(const struct fedx_buffer_pool *b)
{
    fedx_buffer_word all = FEDX_VERIFIED ? fedx_first_buffers(FEDX_BUFFERS) : b->used, wrong = 0;

    FEDX_FOR_EACH_BUFFER(i, all)
    {
        fedx_buffer_word here = fedx_buffer_bit(i), before = b->ahead[i] & all;
        wrong |= before & here;
        FEDX_FOR_EACH_BUFFER(j, before)
        wrong |= b->ahead[j] & all & ~before;
        FEDX_FOR_EACH_BUFFER(k, all & ~before & ~here)
        wrong |= ~(fedx_buffer_word)b->ahead[k] & here;
    }
    return BROKEN(age_order, wrong);
}

static unsigned several(unsigned mask)
{
    return mask & (mask - 1);
}

static uint32_t packets_broken(const struct fedx_switch_regs *s)
{
    const struct fedx_buffer_pool *b = &s->buffer_pool;
    unsigned ports = 0, deterministic = 0, outside = 0;

    FEDX_FOR_EACH_BUFFER(i, b->used)
    {
        unsigned allowed = b->allowed[i], best = b->best[i], preferred = b->preferred[i];
        ports |= allowed == 0 || ((best | preferred) & ~allowed) || several(preferred & best) ||
                 several(preferred & ~best) || (allowed & ~(unsigned)FEDX_ALL_PORTS);
        deterministic |= !(fedx_head_flags(b->head[i]) & FEDX_FLAG_ADAPTIVE) &&
                         (several(allowed) || best != allowed || preferred != allowed);
        outside |= fedx_head_destination(b->head[i]) >= FEDX_TABLE_SIZE;
    }
    FEDX_FOR_EACH_PORT(p, s->port_receive.routed)
    outside |= s->route.entry[p] != 0 && fedx_head_destination(s->port_receive.head[p]) >= FEDX_TABLE_SIZE;
    outside |= fedx_head_destination(s->admission.watch_head) >= FEDX_TABLE_SIZE;
    return BROKEN(ports, ports) | BROKEN(deterministic, deterministic) | BROKEN(destination, outside);
}

static uint32_t classes_broken(const struct fedx_buffer_pool *b)
{
    struct fedx_tally tally = fedx_tally_count(b);
    unsigned over = 0;

    for (unsigned i = 1; i < FEDX_BUFFERS; i++)
        over |= tally.at_least[i] + i > FEDX_BUFFERS;
    FEDX_FOR_EACH_BUFFER(k, b->used)
    over |= b->level[k] >= FEDX_BUFFERS;
    return BROKEN(class_bound, over);
}

static uint32_t admission_broken(const struct fedx_admission *a)
{
    unsigned wrong = a->first >= FEDX_PORTS || a->watch_port >= FEDX_PORTS;

    for (int p = 0; p < FEDX_PORTS; p++)
        wrong |= a->reason[p] > FEDX_REJECT_THROTTLED;
    return BROKEN(indices, wrong) | BROKEN(throttle, !a->throttled && a->throttle_count != 0) |
           BROKEN(watch,
                  (a->watched && !(a->watch_done >> a->watch_port & 1u)) || (!a->watch_done && a->watch_age != 0));
}

static uint32_t silence_broken(const struct fedx_switch_regs *s)
{
    const struct fedx_port_transmit *t = &s->port_transmit;

    if (s->config.hold == 0)
        return 0;
    return BROKEN(silence, s->config.hold > FEDX_HOLD_CYCLES || s->port_receive.drain != FEDX_ALL_PORTS ||
                               (t->sending | t->await | t->gap | s->ownership.turn | s->port_receive.acc) != 0 ||
                               s->buffer_pool.used != 0);
}

/* All but the age order and the class bound. */
static uint32_t most_broken(const struct fedx_switch_regs *s)
{
    return receive_broken(&s->port_receive, s->config.hold) | transmit_broken(&s->port_transmit) | owners_broken(s) |
           packets_broken(s) | admission_broken(&s->admission) | silence_broken(s) |
           BROKEN(side, s->config.side >> FEDX_PE_PORT);
}

uint32_t fedx_legal_broken(const struct fedx_switch_regs *s, int classes)
{
    return most_broken(s) | order_broken(&s->buffer_pool) | (classes ? classes_broken(&s->buffer_pool) : 0);
}

/* Whether ports, owners and sets of buffers are as they were at the last check. */
static int same_who(struct fedx_legal_watch *w, const struct fedx_switch_regs *s)
{
    struct fedx_legal_who *who = &w->who;

    if (memcmp(who->receive, &s->port_receive, sizeof who->receive) == 0 &&
        memcmp(who->transmit, &s->port_transmit, sizeof who->transmit) == 0 &&
        memcmp(who->pool, &s->buffer_pool, sizeof who->pool) == 0)
        return 1;
    memcpy(who->receive, &s->port_receive, sizeof who->receive);
    memcpy(who->transmit, &s->port_transmit, sizeof who->transmit);
    memcpy(who->pool, &s->buffer_pool, sizeof who->pool);
    return 0;
}

void fedx_legal_begin(struct fedx_legal_watch *w, const struct fedx_switch_regs *s)
{
    /* The next state is checked, whatever it is, and an order other than that of no state is looked at. */
    *w = (struct fedx_legal_watch){.classes = s->config.class_rule && !classes_broken(&s->buffer_pool),
                                   .unchecked = FEDX_LEGAL_CYCLES,
                                   .checks = w->checks};
}

uint32_t fedx_legal_next(struct fedx_legal_watch *w, const struct fedx_switch_regs *s)
{
    const struct fedx_buffer_pool *b = &s->buffer_pool;
    uint32_t broken;

    w->classes = s->config.class_rule && (w->classes || b->used == 0);
    if (same_who(w, s) && s->config.hold == 0 && ++w->unchecked < FEDX_LEGAL_CYCLES)
        return 0;
    w->unchecked = 0;
    w->checks++;
    broken = most_broken(s);
    if (memcmp(w->order, b->ahead, sizeof w->order) != 0) {
        broken |= order_broken(b);
        if (!(broken & 1u << FEDX_LEGAL_age_order))
            memcpy(w->order, b->ahead, sizeof w->order);
    }
    return broken | (w->classes ? classes_broken(b) : 0);
}

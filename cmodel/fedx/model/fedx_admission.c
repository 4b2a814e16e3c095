/* SPDX-License-Identifier: Apache-2.0
 *
 * Admission: which arriving header gets a buffer. docs/spec/fedx.md section 9; paper
 * sections 2, 4 and 6; RTL twin rtl/fedx/fedx_admission.v.
 *
 * Headers that decide in the same cycle are served one after the other, from
 * port `first` upwards and around; each sees the ones admitted before it. A
 * packet that finds no room for a whole time-out is watched: room that it could
 * have is kept for it, so that no port is passed over for ever.
 */
#include "fedx_switch_internal.h"

static unsigned top_class(unsigned level)
{
    return level < FEDX_BUFFERS ? level : FEDX_BUFFERS - 1;
}

#if FEDX_BUFFER_VECTORS
/* Class i in lane i. */
static const fedx_byte_lanes class_number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

void fedx_tally_add(struct fedx_tally *tally, unsigned level)
{
    tally->at_least -= (fedx_byte_lanes)(class_number <= (uint8_t)top_class(level)); /* a true lane is -1 */
}

void fedx_tally_remove(struct fedx_tally *tally, unsigned level)
{
    tally->at_least += (fedx_byte_lanes)(class_number <= (uint8_t)top_class(level));
}
#else
void fedx_tally_add(struct fedx_tally *tally, unsigned level)
{
    FEDX_FOR_EACH_CLASS(i, 0, top_class(level))
    tally->at_least[i]++;
}

void fedx_tally_remove(struct fedx_tally *tally, unsigned level)
{
    FEDX_FOR_EACH_CLASS(i, 0, top_class(level))
    tally->at_least[i]--;
}
#endif

struct fedx_tally fedx_tally_count(const struct fedx_buffer_pool *b)
{
    struct fedx_tally tally = {{0}};

    FEDX_FOR_EACH_BUFFER(i, b->used)
    fedx_tally_add(&tally, b->level[i]);
    return tally;
}

/* Everything that the headers of one cycle are judged by. */
struct court {
    const struct fedx_admission *admission;
    const struct fedx_port_receive *receive;
    const struct fedx_route_choice *choice; /* [FEDX_PORTS] */
    const struct fedx_buffer_pool *pool;
    const struct fedx_config *config;
    unsigned buffers; /* B */
    /* What the pool holds, updated as headers are admitted. */
    struct fedx_tally tally;
    fedx_buffer_word free;
    unsigned admitted; /* ports admitted in this cycle */
    unsigned random;
    int reserved; /* room for the watched packet counts as taken, and one free buffer is its own */
};

/* Forward-state rule: afterwards at most B - i packets of class >= i, for i in 1..level. */
int fedx_admission_class_full(const struct fedx_tally *tally, unsigned buffers, unsigned level)
{
#if FEDX_BUFFER_VECTORS
    fedx_byte_lanes below = class_number - 1; /* 255 in lane 0 */

    return level >= buffers || fedx_lanes_set((fedx_byte_lanes)((tally->at_least + class_number >= (uint8_t)buffers) &
                                                                (below < (uint8_t)level))) != 0;
#else
    int full = level >= buffers;

    FEDX_FOR_EACH_CLASS(i, 1, full ? 0 : level)
    full |= tally->at_least[i] + i >= buffers;
    return full;
#endif
}

/* Another one must be free when the watched packet has one reserved. */
static int no_buffer(const struct court *court)
{
    return (court->reserved ? court->free & (court->free - 1) : court->free) == 0;
}

/* The bits of a head word that make packets similar for backpressure: source and message id, or destination. */
uint64_t fedx_admission_similar(unsigned backpressure)
{
    if (backpressure == FEDX_BACKPRESSURE_MESSAGE)
        return UINT64_C(0xffffffff) << 8;
    return backpressure == FEDX_BACKPRESSURE_DESTINATION ? UINT64_C(0xffff) << 48 : 0;
}

int fedx_admission_holds_back(const struct fedx_config *c, uint64_t waiting, unsigned waiting_level, uint64_t head,
                              unsigned level)
{
    uint64_t bits = fedx_admission_similar(c->backpressure);

    return bits != 0 && ((head ^ waiting) & bits) == 0 && (!c->backpressure_class || waiting_level <= level);
}

/* With backpressure_class: similar packets count up to the header's own class only. */
static FEDX_RARE int held_back_by_class(const struct court *court, uint64_t head, unsigned level)
{
    const struct fedx_config *c = court->config;
    const struct fedx_admission *a = court->admission;
    int back = 0;

    FEDX_FOR_EACH_BUFFER(i, court->pool->waiting)
    back |= fedx_admission_holds_back(c, court->pool->head[i], court->pool->level[i], head, level);
    FEDX_FOR_EACH_PORT(q, court->admitted)
    back |= fedx_admission_holds_back(c, court->receive->head[q], court->choice[q].level, head, level);
    return back | (court->reserved && fedx_admission_holds_back(c, a->watch_head, a->watch_level, head, level));
}

static int held_back(const struct court *court, uint64_t head, unsigned level)
{
    uint64_t bits = fedx_admission_similar(court->config->backpressure);
    int back;

    if (bits == 0)
        return 0;
    back = fedx_buffers_alike(court->pool->head, court->pool->waiting, head, bits);
    FEDX_FOR_EACH_PORT(q, court->admitted)
    back |= ((head ^ court->receive->head[q]) & bits) == 0;
    back |= court->reserved && ((head ^ court->admission->watch_head) & bits) == 0;
    return back && court->config->backpressure_class ? held_back_by_class(court, head, level) : back;
}

/* Cycles that a watch may last. */
static uint32_t watch_limit(const struct fedx_config *c)
{
    return (uint32_t)c->throttle_timeout << FEDX_WATCH_SHIFT;
}

/* The watch has lasted too long, or its packet does not come any more: it went another way. */
static int watch_spent(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->watch_away >= c->throttle_timeout || a->watch_age >= watch_limit(c);
}

/* A whole time-out has passed since the watch began; or, when nothing is watched, since the last one ended. */
static int watch_timeout(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->watch_age >= c->throttle_timeout;
}

/* The watched packet has been refused for a whole time-out: what room there is for it is its own. */
static int watch_overdue(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->watched && watch_timeout(a, c) && !watch_spent(a, c);
}

/* Is this header that of the watched packet? The PE may change its mind; there it is the one in turn. */
static int is_watched(const struct fedx_admission *a, unsigned p, uint64_t head)
{
    return a->watched && a->watch_port == p && (p == FEDX_PE_PORT || ((head ^ a->watch_head) & ~FEDX_HEAD_FLAGS) == 0);
}

/* The room that a watched packet could have now, were it here, is kept for it. */
static void reserve(struct court *court)
{
    const struct fedx_admission *a = court->admission;

    if (!watch_overdue(a, court->config) || court->free == 0 ||
        (court->config->class_rule && fedx_admission_class_full(&court->tally, court->buffers, a->watch_level)) ||
        held_back(court, a->watch_head, a->watch_level))
        return;
    court->reserved = 1;
}

/* What the pool holds, and the watched packet if room is kept for it. */
static struct fedx_tally held(const struct court *court)
{
    struct fedx_tally tally = court->tally;

    if (court->reserved)
        fedx_tally_add(&tally, court->admission->watch_level);
    return tally;
}

/* Balanced injection, paper section 6: every limit that is set must leave room. */
static int limits_reached(const struct fedx_tally *tally, const struct fedx_config *c)
{
    unsigned total = tally->at_least[0], transit = tally->at_least[1], here = total - transit;

    return (c->limit_dest != 0 && here >= c->limit_dest) || (c->limit_trans != 0 && transit >= c->limit_trans) ||
           (c->limit_total != 0 && total >= c->limit_total);
}

/* The time-out of paper section 6 has passed: the next injection is decided by the usual rule. */
int fedx_admission_overdue(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->throttled && a->throttle_count >= c->throttle_timeout;
}

/* Either the time-out of injections or that of the packet itself lifts them. */
static int limits_lifted(const struct fedx_admission *a, const struct fedx_config *c)
{
    return fedx_admission_overdue(a, c) || (a->watch_port == FEDX_PE_PORT && watch_overdue(a, c));
}

static void admit(struct court *court, struct fedx_wires *w, unsigned p, unsigned level)
{
    w->admit |= 1u << p;
    w->admit_buf[p] = (uint8_t)fedx_lowest_buffer(court->free);
    if (court->config->random_select && (court->random & 1u))
        w->admit_draw |= 1u << p;
    court->random = court->random >> 1 ^ ((court->random & 1u) ? FEDX_RANDOM_TAPS : 0);
    court->free &= court->free - 1;
    fedx_tally_add(&court->tally, level);
    court->admitted |= 1u << p;
}

/* Whether a header fails the test of a reason of refusal. */
static inline int fails(const struct court *court, const struct fedx_tally *tally, unsigned p,
                        const struct fedx_route_choice *choice, unsigned reason)
{
    const struct fedx_config *c = court->config;

    switch (reason) {
    case FEDX_REJECT_BAD_HEADER: return court->receive->bad >> p & 1u;
    case FEDX_REJECT_DUP_BIT: return court->receive->dup_bit >> p & 1u;
    case FEDX_REJECT_NO_ROUTE: return !choice->valid;
    case FEDX_REJECT_NO_BUFFER: return no_buffer(court);
    case FEDX_REJECT_CLASS: return c->class_rule && fedx_admission_class_full(tally, court->buffers, choice->level);
    case FEDX_REJECT_BACKPRESSURE: return held_back(court, court->receive->head[p], choice->level);
    default: /* FEDX_REJECT_THROTTLED */
        return p == FEDX_PE_PORT && limits_reached(tally, c) && !limits_lifted(court->admission, c);
    }
}

/* The tests in their order: the first one that fails is the verdict. Unrolled, so that no test is looked up. */
static unsigned judge(const struct court *court, unsigned p, const struct fedx_route_choice *choice)
{
    struct fedx_tally tally = held(court);

#pragma GCC unroll 7
    for (unsigned reason = FEDX_REJECT_BAD_HEADER; reason <= FEDX_REJECT_THROTTLED; reason++)
        if (fails(court, &tally, p, choice, reason))
            return reason;
    return FEDX_REJECT_NONE;
}

/* Nothing is watched, and it is the port's turn, or no port whose turn it is has wanted it for a whole time-out. */
static int may_be_watched(const struct court *court, unsigned p)
{
    const struct fedx_admission *a = court->admission;

    return !a->watched && (!(a->watch_done >> p & 1u) || watch_timeout(a, court->config));
}

/* There is no room for the watched packet, or for one that may be watched: the first of the cycle is. */
static void no_room(struct fedx_wires *w, unsigned p, unsigned level)
{
    if (w->watch)
        return;
    w->watch = 1u << p;
    w->watch_level = level;
}

static void decide(struct court *court, unsigned p, struct fedx_wires *w)
{
    const struct fedx_route_choice *choice = &w->choice[p];
    int watched = is_watched(court->admission, p, court->receive->head[p]);
    unsigned reason;

    /* Its own header is judged without the room kept for it, and so are those after. */
    if (watched)
        court->reserved = 0;
    reason = judge(court, p, choice);
    w->admit_reason[p] = (uint8_t)reason;
    w->throttle_set |= reason == FEDX_REJECT_THROTTLED;
    if (reason == FEDX_REJECT_NONE)
        admit(court, w, p, choice->level);
    else if (reason >= FEDX_REJECT_NO_BUFFER && (watched || may_be_watched(court, p)))
        no_room(w, p, choice->level);
}

void fedx_admission_rest(const struct fedx_admission *a, struct fedx_wires *w)
{
    w->admit = 0;
    w->admit_draw = 0;
    w->throttle_set = 0;
    w->watch = 0;
    w->random_next = a->random;
}

/* A new cycle: nothing decided yet. */
static struct court open_court(const struct fedx_admission *a, const struct fedx_port_receive *r,
                               const struct fedx_route_choice *choice, const struct fedx_buffer_pool *b,
                               const struct fedx_tally *tally, const struct fedx_config *c, unsigned buffers)
{
    struct court court = {.admission = a,
                          .receive = r,
                          .choice = choice,
                          .pool = b,
                          .config = c,
                          .buffers = buffers,
                          .tally = *tally,
                          .free = ~(fedx_buffer_word)b->used & fedx_first_buffers(buffers),
                          .random = a->random};

    reserve(&court);
    return court;
}

void fedx_admission_eval(const struct fedx_admission *a, const struct fedx_port_receive *r,
                         const struct fedx_buffer_pool *b, const struct fedx_tally *tally, const struct fedx_config *c,
                         unsigned buffers, struct fedx_wires *w)
{
    struct court court = open_court(a, r, w->choice, b, tally, c, buffers);
    unsigned before_first = (1u << a->first) - 1u;
    const unsigned turns[] = {r->decide & ~before_first, r->decide & before_first};

    fedx_admission_rest(a, w);
    for (int i = 0; i < 2; i++) {
        FEDX_FOR_EACH_PORT(p, turns[i])
        decide(&court, p, w);
    }
    w->random_next = court.random;
}

/* Packets in the pool that backpressure compares a header with, and finds similar. */
static unsigned similar_waiting(const struct court *court, uint64_t head, unsigned level)
{
    unsigned count = 0;

    FEDX_FOR_EACH_BUFFER(i, court->pool->waiting)
    count +=
        (unsigned)fedx_admission_holds_back(court->config, court->pool->head[i], court->pool->level[i], head, level);
    return count;
}

/* Every test, not only the first that fails. */
static unsigned failing_tests(const struct court *court, unsigned p, const struct fedx_route_choice *choice)
{
    struct fedx_tally tally = held(court);
    unsigned failing = 0;

    for (unsigned reason = FEDX_REJECT_BAD_HEADER; reason <= FEDX_REJECT_THROTTLED; reason++)
        failing |= (unsigned)fails(court, &tally, p, choice, reason) << reason;
    return failing;
}

/* Decide, and say what the decision was made from. */
static struct fedx_trial try_header(struct court *court, unsigned p, struct fedx_wires *w)
{
    const struct fedx_admission *a = court->admission;
    uint64_t head = court->receive->head[p];
    struct fedx_trial trial = {.port = p, .choice = w->choice[p], .watched = is_watched(a, p, head)};

    if (trial.watched)
        court->reserved = 0;
    trial.fails = failing_tests(court, p, &trial.choice);
    trial.free = (unsigned)fedx_buffer_count(court->free);
    trial.reserved = court->reserved;
    trial.tally = held(court);
    trial.similar = similar_waiting(court, head, trial.choice.level);
    trial.watch_overdue = watch_overdue(a, court->config);
    trial.over = p == FEDX_PE_PORT && limits_reached(&trial.tally, court->config);
    decide(court, p, w);
    trial.reason = w->admit_reason[p];
    return trial;
}

unsigned fedx_admission_try(const struct fedx_switch_regs *s, unsigned buffers, struct fedx_trial trials[FEDX_PORTS])
{
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
    struct fedx_wires w = {0};
    struct court court =
        open_court(&s->admission, &s->port_receive, w.choice, &s->buffer_pool, &tally, &s->config, buffers);
    unsigned before_first = (1u << s->admission.first) - 1u, count = 0;

    fedx_route_eval(&s->route, &s->port_receive, &s->config, &w);
    fedx_admission_rest(&s->admission, &w);
    FEDX_FOR_EACH_PORT(p, s->port_receive.decide & ~before_first)
    trials[count++] = try_header(&court, p, &w);
    FEDX_FOR_EACH_PORT(q, s->port_receive.decide & before_first)
    trials[count++] = try_header(&court, q, &w);
    return count;
}

int fedx_admission_watch_spent(const struct fedx_admission *a, const struct fedx_config *c)
{
    return watch_spent(a, c);
}

/* Held back: refused by the limits alone, or asking while ejection priority keeps the turn. */
static unsigned injection_held(const struct fedx_pins *in, const struct fedx_wires *w)
{
    return w->throttle_set | (w->keep & in->req) >> FEDX_PE_PORT;
}

static uint32_t count_up(uint32_t count, uint32_t limit, uint64_t cycles)
{
    uint32_t left = count < limit ? limit - count : 0;

    return count + (cycles < left ? (uint32_t)cycles : left);
}

void fedx_admission_wait(struct fedx_admission *a, const struct fedx_config *c, uint64_t cycles)
{
    if (a->throttled)
        a->throttle_count = (uint16_t)count_up(a->throttle_count, c->throttle_timeout, cycles);
    if (a->watched)
        a->watch_away = (uint16_t)count_up(a->watch_away, c->throttle_timeout, cycles);
    if (a->watch_done) /* else nothing has been watched yet */
        a->watch_age = count_up(a->watch_age, watch_limit(c), cycles);
}

static void watch(struct fedx_admission *a, const struct fedx_port_receive *r, const struct fedx_wires *w)
{
    a->watch_port = (uint8_t)fedx_lowest_index(w->watch);
    a->watch_level = (uint8_t)w->watch_level;
    a->watch_head = r->head[a->watch_port];
    a->watch_away = 0;
}

static unsigned watched_admitted(const struct fedx_admission *a, const struct fedx_port_receive *r,
                                 const struct fedx_wires *w)
{
    return w->admit >> a->watch_port & (unsigned)is_watched(a, a->watch_port, r->head[a->watch_port]);
}

/* The edge, for the watch. @param timeout, spent  what its counters said before the edge */
static void commit_watch(struct fedx_admission *a, const struct fedx_port_receive *r, const struct fedx_wires *w,
                         int timeout, int spent)
{
    if (!a->watched && w->watch) {
        watch(a, r, w);
        a->watched = 1;
        a->watch_age = 0;
        a->watch_done = (uint8_t)((timeout ? 0 : a->watch_done) | w->watch);
    } else if (a->watched && (spent || watched_admitted(a, r, w))) {
        a->watched = 0;
        a->watch_age = 0;
    } else if (w->watch) {
        watch(a, r, w);
    }
}

void fedx_admission_commit(struct fedx_admission *a, const struct fedx_port_receive *r, const struct fedx_config *c,
                           const struct fedx_pins *in, const struct fedx_wires *w)
{
    int timeout = watch_timeout(a, c), spent = watch_spent(a, c);

    fedx_admission_wait(a, c, 1);
    a->throttled |= (uint8_t)injection_held(in, w);
    if (w->admit >> FEDX_PE_PORT & 1u) {
        a->throttled = 0;
        a->throttle_count = 0;
    }
    if (r->decide) {
        commit_watch(a, r, w, timeout, spent);
        FEDX_FOR_EACH_PORT(p, r->decide)
        a->reason[p] = w->admit_reason[p];
        a->first = a->first == FEDX_PORTS - 1 ? 0 : (uint8_t)(a->first + 1);
    }
    a->random = (uint16_t)w->random_next;
    if (c->write && c->addr == FEDX_CFG_RANDOM)
        a->random = (uint16_t)c->wdata;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Admission: which arriving header gets a buffer. docs/spec.md section 9; paper
 * sections 2, 4 and 6; RTL twin rtl/fedx_admission.v.
 *
 * Headers that decide in the same cycle are served one after the other, from
 * port `first` upwards and around; each sees the ones admitted before it.
 */
#include "fedx_switch_internal.h"

static unsigned top_class(unsigned level)
{
    return level < FEDX_BUFFERS ? level : FEDX_BUFFERS - 1;
}

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
    const struct fedx_route *route;
    const struct fedx_buffer_pool *pool;
    const struct fedx_config *config;
    unsigned buffers;  /* B */
    /* What the pool holds, updated as headers are admitted. */
    struct fedx_tally tally;
    fedx_buffer_word free;
    unsigned admitted; /* ports admitted in this cycle */
    unsigned random;
};

/* Forward-state rule: afterwards at most B - i packets of class >= i, for i in 1..level. */
static int class_full(const struct fedx_tally *tally, unsigned buffers, unsigned level)
{
    int full = level >= buffers;

    FEDX_FOR_EACH_CLASS(i, 1, full ? 0 : level)
        full |= tally->at_least[i] + i >= buffers;
    return full;
}

/* The bits of a head word that make packets similar for backpressure: source and message id, or destination. */
static uint64_t similar_bits(unsigned backpressure)
{
    if (backpressure == FEDX_BACKPRESSURE_MESSAGE)
        return UINT64_C(0xffffffff) << 8;
    return backpressure == FEDX_BACKPRESSURE_DESTINATION ? UINT64_C(0xffff) << 48 : 0;
}

static int held_back(const struct court *court, uint64_t head)
{
    uint64_t bits = similar_bits(court->config->backpressure);
    int back = 0;

    if (bits == 0)
        return 0;
    FEDX_FOR_EACH_BUFFER(i, court->pool->waiting)
        back |= ((head ^ court->pool->head[i]) & bits) == 0;
    FEDX_FOR_EACH_PORT(q, court->admitted)
        back |= ((head ^ court->receive->head[q]) & bits) == 0;
    return back;
}

/* Balanced injection, paper section 6: both limits must leave room. */
static int over_limits(const struct fedx_tally *tally, const struct fedx_config *c)
{
    unsigned transit = tally->at_least[1], here = tally->at_least[0] - transit;

    return (c->limit_dest != 0 && here >= c->limit_dest) || (c->limit_trans != 0 && transit >= c->limit_trans);
}

/* The time-out of paper section 6 has passed: the next injection is decided by the usual rule. */
int fedx_admission_overdue(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->throttled && a->throttle_count >= c->throttle_timeout;
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

static unsigned judge(const struct court *court, unsigned p, const struct fedx_route_choice *choice)
{
    const struct fedx_config *c = court->config;

    if (court->receive->bad >> p & 1u)
        return FEDX_CAUSE_BAD_HEADER;
    if (court->receive->stale >> p & 1u)
        return FEDX_CAUSE_STALE_BIT;
    if (!choice->valid)
        return FEDX_CAUSE_NO_ROUTE;
    if (court->free == 0)
        return FEDX_CAUSE_NO_BUFFER;
    if (c->class_rule && class_full(&court->tally, court->buffers, choice->level))
        return FEDX_CAUSE_CLASS;
    if (held_back(court, court->receive->head[p]))
        return FEDX_CAUSE_BACKPRESSURE;
    if (p == FEDX_PE_PORT && over_limits(&court->tally, c) && !fedx_admission_overdue(court->admission, c))
        return FEDX_CAUSE_THROTTLED;
    return FEDX_CAUSE_NONE;
}

static void decide(struct court *court, unsigned p, struct fedx_wires *w)
{
    unsigned flags = fedx_head_flags(court->receive->head[p]);
    struct fedx_route_choice choice = fedx_route_decode(court->route->entry[p], flags);
    unsigned cause = judge(court, p, &choice);

    w->admit_cause[p] = (uint8_t)cause;
    w->throttle_set |= cause == FEDX_CAUSE_THROTTLED;
    if (cause == FEDX_CAUSE_NONE)
        admit(court, w, p, choice.level);
}

void fedx_admission_rest(const struct fedx_admission *a, struct fedx_wires *w)
{
    w->admit = 0;
    w->admit_draw = 0;
    w->throttle_set = 0;
    w->random_next = a->random;
}

void fedx_admission_eval(const struct fedx_admission *a, const struct fedx_port_receive *r,
                         const struct fedx_route *route, const struct fedx_buffer_pool *b,
                         const struct fedx_tally *tally, const struct fedx_config *c, unsigned buffers, struct fedx_wires *w)
{
    struct court court = {.admission = a, .receive = r, .route = route, .pool = b, .config = c, .buffers = buffers, .tally = *tally,
                          .free = ~(fedx_buffer_word)b->used & fedx_first_buffers(buffers), .random = a->random};
    unsigned before_first = (1u << a->first) - 1u;

    fedx_admission_rest(a, w);
    FEDX_FOR_EACH_PORT(p, r->decide & ~before_first)
        decide(&court, p, w);
    FEDX_FOR_EACH_PORT(q, r->decide & before_first)
        decide(&court, q, w);
    w->random_next = court.random;
}

/* Held back: refused by the limits alone, or asking while ejection priority keeps the turn. */
static unsigned injection_held(const struct fedx_pins *in, const struct fedx_wires *w)
{
    return w->throttle_set | (w->keep & in->req) >> FEDX_PE_PORT;
}

/* So many cycles of waiting for the time-out. */
void fedx_admission_wait(struct fedx_admission *a, const struct fedx_config *c, uint64_t cycles)
{
    unsigned left = a->throttle_count < c->throttle_timeout ? (unsigned)c->throttle_timeout - a->throttle_count : 0;

    if (a->throttled)
        a->throttle_count = (uint16_t)(a->throttle_count + (cycles < left ? (unsigned)cycles : left));
}

void fedx_admission_commit(struct fedx_admission *a, const struct fedx_port_receive *r,
                           const struct fedx_config *c, const struct fedx_pins *in, const struct fedx_wires *w)
{
    if (w->admit >> FEDX_PE_PORT & 1u) {
        a->throttled = 0;
        a->throttle_count = 0;
    } else {
        fedx_admission_wait(a, c, 1);
        a->throttled |= (uint8_t)injection_held(in, w);
    }
    FEDX_FOR_EACH_PORT(p, r->decide)
        a->cause[p] = w->admit_cause[p];
    if (r->decide)
        a->first = a->first == FEDX_PORTS - 1 ? 0 : (uint8_t)(a->first + 1);
    a->random = (uint16_t)w->random_next;
    if (c->write && c->addr == FEDX_CFG_RANDOM)
        a->random = (uint16_t)c->wdata;
}

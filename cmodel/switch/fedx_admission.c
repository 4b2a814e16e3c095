/* SPDX-License-Identifier: Apache-2.0
 *
 * Admission: which arriving header gets a buffer. docs/spec.md section 9; paper
 * sections 2, 4 and 6; RTL twin rtl/fedx_admission.v.
 *
 * Headers that decide in the same cycle are served one after the other, from
 * port `first` upwards and around; each sees the ones admitted before it.
 */
#include "fedx_switch_internal.h"

/* What the pool holds, updated as headers are admitted within a cycle. */
struct tally {
    unsigned free;                  /* mask of free buffers */
    unsigned at_least[FEDX_BUFFERS];/* packets whose class is >= i */
    unsigned here;                  /* packets that wait for ejection here */
    unsigned held;                  /* all packets */
    unsigned admitted;              /* ports admitted in this cycle */
    uint16_t random;
};

static struct tally count_pool(const struct fedx_buffer_pool *b, uint16_t random)
{
    struct tally tally = {.free = ~(unsigned)b->used & ((1u << FEDX_BUFFERS) - 1u), .random = random};

    FEDX_FOR_EACH_BUFFER(i, b->used)
        tally.at_least[b->level[i] < FEDX_BUFFERS ? b->level[i] : FEDX_BUFFERS - 1]++;
    tally.here = tally.at_least[0];
    for (unsigned level = FEDX_BUFFERS - 1; level > 0; level--)
        tally.at_least[level - 1] += tally.at_least[level];
    tally.held = tally.at_least[0];
    return tally;
}

/* Forward-state rule: afterwards at most B - i packets of class >= i, for i in 1..level. */
static int class_full(const struct tally *tally, unsigned level)
{
    int full = level >= FEDX_BUFFERS;

    for (unsigned i = 1; i < FEDX_BUFFERS; i++)
        full |= i <= level && tally->at_least[i] + 1 > FEDX_BUFFERS - i;
    return full;
}

static int similar(uint64_t a, uint64_t b, unsigned backpressure)
{
    if (backpressure == FEDX_BACKPRESSURE_MESSAGE)
        return fedx_head_message(a) == fedx_head_message(b);
    return backpressure == FEDX_BACKPRESSURE_DESTINATION &&
           fedx_head_destination(a) == fedx_head_destination(b);
}

static int held_back(const struct fedx_port_receive *r, const struct fedx_buffer_pool *b,
                     const struct tally *tally, unsigned backpressure, uint64_t head)
{
    int back = 0;

    FEDX_FOR_EACH_BUFFER(i, b->waiting)
        back |= similar(head, b->head[i], backpressure);
    FEDX_FOR_EACH_PORT(q, tally->admitted)
        back |= similar(head, r->head[q], backpressure);
    return back;
}

/* Balanced injection, paper section 6: both limits must leave room. */
static int over_limits(const struct tally *tally, const struct fedx_config *c)
{
    return (c->limit_dest != 0 && tally->here >= c->limit_dest) ||
           (c->limit_trans != 0 && tally->held - tally->here >= c->limit_trans);
}

/* The time-out of paper section 6 has passed: the next injection is decided by the usual rule. */
int fedx_admission_overdue(const struct fedx_admission *a, const struct fedx_config *c)
{
    return a->throttled && a->throttle_count >= c->throttle_timeout;
}

static void admit(struct tally *tally, struct fedx_wires *w, const struct fedx_config *c, unsigned p,
                  unsigned level)
{
    unsigned buffer = fedx_lowest_index(tally->free);

    w->admit |= 1u << p;
    w->admit_buf[p] = (uint8_t)buffer;
    if (c->random_select && (tally->random & 1u))
        w->admit_draw |= 1u << p;
    tally->random = (uint16_t)(tally->random >> 1 ^ ((tally->random & 1u) ? FEDX_RANDOM_TAPS : 0));
    tally->free &= tally->free - 1;
    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        tally->at_least[i] += i <= level;
    tally->here += level == 0;
    tally->held++;
    tally->admitted |= 1u << p;
}

void fedx_admission_eval(const struct fedx_admission *a, const struct fedx_port_receive *r,
                         const struct fedx_route *route, const struct fedx_buffer_pool *b,
                         const struct fedx_config *c, struct fedx_wires *w)
{
    w->admit = 0;
    w->admit_draw = 0;
    w->throttle_set = 0;
    w->random_next = a->random;
    if (r->decide == 0)
        return;

    struct tally tally = count_pool(b, a->random);
    for (unsigned k = 0; k < 2 * FEDX_PORTS; k++) {
        unsigned p = k < FEDX_PORTS ? k : k - FEDX_PORTS;
        if (!(r->decide >> p & 1u) || (k < FEDX_PORTS) != (p >= a->first))
            continue;

        struct fedx_route_choice choice = fedx_route_decode(route->entry[p], fedx_head_flags(r->head[p]));
        unsigned cause = FEDX_CAUSE_NONE;
        if (r->bad >> p & 1u)
            cause = FEDX_CAUSE_BAD_HEADER;
        else if (r->stale >> p & 1u)
            cause = FEDX_CAUSE_STALE_BIT;
        else if (!choice.valid)
            cause = FEDX_CAUSE_NO_ROUTE;
        else if (tally.free == 0)
            cause = FEDX_CAUSE_NO_BUFFER;
        else if (c->class_rule && class_full(&tally, choice.level))
            cause = FEDX_CAUSE_CLASS;
        else if (held_back(r, b, &tally, c->backpressure, r->head[p]))
            cause = FEDX_CAUSE_BACKPRESSURE;
        else if (p == FEDX_PE_PORT && over_limits(&tally, c) && !fedx_admission_overdue(a, c))
            cause = FEDX_CAUSE_THROTTLED;
        w->admit_cause[p] = (uint8_t)cause;
        w->throttle_set |= cause == FEDX_CAUSE_THROTTLED;
        if (cause == FEDX_CAUSE_NONE)
            admit(&tally, w, c, p, choice.level);
    }
    w->random_next = tally.random;
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * The sampler of functional coverage: what a cycle of a switch brings about, from its
 * registers, its pins and the model's wires. The families come in their order in
 * fedx_coverage_points.c. See coverage.h.
 */
#include "fedx_coverage_internal.h"

/* The same point of a family for each port of a mask; the port is the second axis. */
static void hit_ports(const struct fedx_coverage_cycle *m, enum fedx_coverage_family family, int at0, unsigned ports)
{
    FEDX_FOR_EACH_PORT(p, ports & FEDX_ALL_PORTS)
    fedx_coverage_note(m, family, at0, (int)p, 0);
}

/* Admission ------------------------------------------------------------------------------------------------------- */

static int passes(const struct fedx_trial *t, unsigned test)
{
    return !(t->fails >> test & 1u);
}

static void sample_free(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    static const int situation[3][2] = {{FREE_NONE, FREE_NONE}, {FREE_ONE, FREE_ONE_KEPT}, {FREE_TWO, FREE_TWO_KEPT}};

    if (fedx_coverage_reaches(t, FEDX_REJECT_NO_BUFFER) && t->free <= 2)
        fedx_coverage_note(m, FEDX_COVER_FREE, situation[t->free][t->reserved], (int)t->port, 0);
}

/* How far a number is from its limit: BELOW, AT_LIMIT or ABOVE by one; MARGINS when it is farther away. */
static int margin(int number, int limit)
{
    return number < limit - 1 || number > limit + 1 ? MARGINS : number - limit + AT_LIMIT;
}

static int class_value(unsigned level)
{
    if (level == 255)
        return CLASS_TOP;
    return level > FEDX_BUFFERS ? CLASS_MIDDLE : (int)level;
}

static void sample_class(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    int rule = m->s->config.class_rule, passed = passes(t, FEDX_REJECT_CLASS);

    if (!fedx_coverage_reaches(t, FEDX_REJECT_CLASS))
        return;
    fedx_coverage_note(m, FEDX_COVER_CLASS, class_value(t->choice.level),
                       !rule    ? RULE_OFF_ADMITTED
                       : passed ? RULE_ON_ADMITTED
                                : RULE_REFUSED,
                       0);
    if (!rule || t->choice.level >= FEDX_BUFFERS)
        return;
    for (int i = 1; i <= t->choice.level; i++) {
        int at = margin(t->tally.at_least[i] + 1, FEDX_BUFFERS - i);
        if (at != MARGINS)
            fedx_coverage_note(m, FEDX_COVER_CLASS_BOUND, i - 1, at, 0);
    }
}

/* Similar to a packet that was admitted before it in the cycle? */
static int similar_admitted(const struct fedx_coverage_cycle *m, int number)
{
    const struct fedx_trial *t = &m->trial[number];
    const uint64_t *head = m->s->port_receive.head;

    for (const struct fedx_trial *a = m->trial; a < t; a++)
        if (a->reason == FEDX_REJECT_NONE &&
            fedx_admission_holds_back(&m->s->config, head[a->port], a->choice.level, head[t->port], t->choice.level))
            return 1;
    return 0;
}

/* Packets that wait and are similar, were it not for the class. */
static void sample_similar_class(const struct fedx_coverage_cycle *m, const struct fedx_trial *t, int mode)
{
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;
    uint64_t bits = fedx_admission_similar(m->s->config.backpressure), head = m->s->port_receive.head[t->port];

    FEDX_FOR_EACH_BUFFER(i, b->waiting)
    if (((head ^ b->head[i]) & bits) == 0)
        fedx_coverage_note(m, FEDX_COVER_SIMILAR_CLASS, mode, m->s->config.backpressure_class,
                           b->level[i] < t->choice.level    ? CLASS_LOWER
                           : b->level[i] == t->choice.level ? CLASS_SAME
                                                            : CLASS_HIGHER);
}

static void sample_similar(const struct fedx_coverage_cycle *m, int number)
{
    const struct fedx_trial *t = &m->trial[number];
    const struct fedx_admission *a = &m->s->admission;
    const struct fedx_config *c = &m->s->config;
    int mode = c->backpressure == FEDX_BACKPRESSURE_DESTINATION, port = (int)t->port;

    if (!fedx_admission_similar(c->backpressure) || !fedx_coverage_reaches(t, FEDX_REJECT_BACKPRESSURE))
        return;
    sample_similar_class(m, t, mode);
    if (passes(t, FEDX_REJECT_BACKPRESSURE))
        fedx_coverage_note(m, FEDX_COVER_SIMILAR, mode, SIMILAR_NONE, port);
    if (t->similar)
        fedx_coverage_note(m, FEDX_COVER_SIMILAR, mode, t->similar == 1 ? SIMILAR_ONE : SIMILAR_MORE, port);
    if (similar_admitted(m, number))
        fedx_coverage_note(m, FEDX_COVER_SIMILAR, mode, SIMILAR_ADMITTED, port);
    if (t->reserved &&
        fedx_admission_holds_back(c, a->watch_head, a->watch_level, m->s->port_receive.head[port], t->choice.level))
        fedx_coverage_note(m, FEDX_COVER_SIMILAR, mode, SIMILAR_KEPT, port);
}

static void sample_difference(const struct fedx_coverage_cycle *m, int with, uint64_t difference)
{
    int bit = fedx_coverage_only_bit(difference);

    if (bit >= 0)
        fedx_coverage_note(m, FEDX_COVER_ONE_BIT, with, bit, 0);
}

/* Packets that one bit tells from the header. */
static void sample_one_bit(const struct fedx_coverage_cycle *m, int number)
{
    const struct fedx_trial *t = &m->trial[number];
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;
    const struct fedx_admission *a = &m->s->admission;
    uint64_t head = m->s->port_receive.head[t->port], bits = fedx_admission_similar(m->s->config.backpressure);
    int compared = fedx_coverage_reaches(t, FEDX_REJECT_BACKPRESSURE);

    FEDX_FOR_EACH_BUFFER(i, compared ? b->waiting : 0)
    sample_difference(m, WITH_WAITING, (head ^ b->head[i]) & bits);
    for (int i = 0; compared && i < number; i++)
        if (m->trial[i].reason == FEDX_REJECT_NONE)
            sample_difference(m, WITH_ADMITTED, (head ^ m->s->port_receive.head[m->trial[i].port]) & bits);
    if (compared && t->reserved)
        sample_difference(m, WITH_KEPT, (head ^ a->watch_head) & bits);
    if (a->watched && a->watch_port == t->port && t->port != FEDX_PE_PORT)
        sample_difference(m, WITH_WATCHED, (head ^ a->watch_head) & ~FEDX_HEAD_FLAGS);
}

static void sample_limit(const struct fedx_coverage_cycle *m, const struct fedx_trial *t, int limit, int held,
                         int which)
{
    const struct fedx_admission *a = &m->s->admission;
    int at = margin(held, limit), overdue = fedx_admission_overdue(a, &m->s->config);
    int watch = a->watch_port == FEDX_PE_PORT && t->watch_overdue;

    if (limit == 0 || at == MARGINS)
        return;
    if (overdue)
        fedx_coverage_note(m, FEDX_COVER_LIMIT, which, at, LIFTED_OVERDUE);
    if (watch)
        fedx_coverage_note(m, FEDX_COVER_LIMIT, which, at, LIFTED_WATCH);
    if (!overdue && !watch)
        fedx_coverage_note(m, FEDX_COVER_LIMIT, which, at, LIFTED_NOT);
}

static void sample_throttle(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_admission *a = &m->s->admission;
    const struct fedx_config *c = &m->s->config;
    int overdue = fedx_admission_overdue(a, c), admitted = t->reason == FEDX_REJECT_NONE;

    if (t->reason == FEDX_REJECT_THROTTLED) {
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_LIMITS, 0, 0);
        if (a->throttled && a->throttle_count + 1 == c->throttle_timeout)
            fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_LAST_REFUSED, 0, 0);
    }
    if (admitted && a->throttled && !overdue)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_EARLY, 0, 0);
    if (admitted && overdue && t->over)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, m->memory->overdue ? THROTTLE_PASSED : THROTTLE_FIRST_PASSED, 0, 0);
    if (admitted && overdue && t->over && c->throttle_timeout == 0)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_ZERO, 0, 0);
    if (overdue && !admitted)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_OTHER_REASON, 0, 0);
    if (overdue && t->over && a->throttle_count > c->throttle_timeout)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_LOWERED, 0, 0);
    if (admitted && (m->w.keep & m->in->req))
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_TURN_KEPT, 0, 0);
}

static void sample_injection(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_config *c = &m->s->config;
    int total = t->tally.at_least[0], transit = t->tally.at_least[1], here = total - transit;

    if (fedx_coverage_reaches(t, FEDX_REJECT_THROTTLED)) {
        sample_limit(m, t, c->limit_dest, here, 0);
        sample_limit(m, t, c->limit_trans, transit, 1);
        sample_limit(m, t, c->limit_total, total, 2);
    }
    sample_throttle(m, t);
}

static void sample_draw(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    unsigned preferred = t->choice.preferred & t->choice.best, second = t->choice.second & t->choice.best;
    int draw = m->s->admission.random == 0 ? DRAW_STILL : DRAW_ZERO;

    if (!m->s->config.random_select)
        return;
    if (m->w.admit_draw >> t->port & 1u)
        draw = preferred == 0        ? DRAW_NONE
               : second == preferred ? DRAW_SAME
               : second > preferred  ? DRAW_ABOVE
                                     : DRAW_AROUND;
    fedx_coverage_note(m, FEDX_COVER_DRAW, draw, 0, 0);
}

static void sample_admitted(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_config *c = &m->s->config;
    int port = (int)t->port, limits = (c->limit_dest != 0) + 2 * (c->limit_trans != 0) + 4 * (c->limit_total != 0);

    fedx_coverage_note(m, FEDX_COVER_MODE, c->backpressure, c->class_rule + 2 * c->random_select, port);
    fedx_coverage_note(m, FEDX_COVER_BALANCE, limits, c->eject_priority != 0, port);
    sample_draw(m, t);
}

static void sample_no_route(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    int port = (int)t->port, outside = fedx_head_destination(m->s->port_receive.head[port]) >= FEDX_TABLE_SIZE;
    int valid = m->s->route.entry[port] >> 31;

    fedx_coverage_note(m, FEDX_COVER_NO_ROUTE,
                       outside  ? ROUTE_OUTSIDE
                       : !valid ? ROUTE_INVALID
                                : ROUTE_NO_PORT,
                       port, 0);
}

static void sample_dup_bit(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    int port = (int)t->port;
    int same = m->memory->accepted_once >> port & 1 && m->s->port_receive.head[port] == m->memory->accepted_head[port];

    fedx_coverage_note(m, FEDX_COVER_DUPLICATE, same ? DUPLICATE_SAME : DUPLICATE_OTHER, port, 0);
}

static void sample_pairs(const struct fedx_coverage_cycle *m)
{
    fedx_coverage_note(m, FEDX_COVER_DECIDING, m->trials - 1, 0, 0);
    for (int i = 0; i < m->trials; i++)
        for (int j = i + 1; j < m->trials; j++)
            fedx_coverage_note(m, FEDX_COVER_PAIR_PORTS, (int)m->trial[i].port, (int)m->trial[j].port, 0);
    for (int i = 0; i + 1 < m->trials; i++)
        fedx_coverage_note(m, FEDX_COVER_PAIR, (int)m->trial[i].reason, (int)m->trial[i + 1].reason, 0);
}

static void sample_header(const struct fedx_coverage_cycle *m, int number)
{
    const struct fedx_trial *t = &m->trial[number];

    fedx_coverage_note(m, FEDX_COVER_VERDICT, (int)t->port, (int)t->reason, 0);
    for (unsigned also = t->reason + 1; t->reason != FEDX_REJECT_NONE && also <= FEDX_REJECT_THROTTLED; also++)
        if (!passes(t, also))
            fedx_coverage_note(m, FEDX_COVER_TEST_ORDER, (int)t->reason - 1, (int)also - 1, 0);
    sample_free(m, t);
    sample_class(m, t);
    sample_similar(m, number);
    sample_one_bit(m, number);
    if (t->port == FEDX_PE_PORT)
        sample_injection(m, t);
    if (t->reason == FEDX_REJECT_NONE)
        sample_admitted(m, t);
    if (t->reason == FEDX_REJECT_NO_ROUTE)
        sample_no_route(m, t);
    if (t->reason == FEDX_REJECT_DUP_BIT)
        sample_dup_bit(m, t);
}

/* The watch ------------------------------------------------------------------------------------------------------- */

static void sample_watch_begin(const struct fedx_coverage_cycle *m)
{
    unsigned port = fedx_lowest_index(m->w.watch), done = m->s->admission.watch_done;

    fedx_coverage_note(m, FEDX_COVER_WATCH_BEGIN, (int)port, m->w.admit_reason[port] - FEDX_REJECT_NO_BUFFER, 0);
    if (done)
        fedx_coverage_note(m, FEDX_COVER_WATCH, done >> port & 1u ? WATCH_NEW_ROUND : WATCH_NEXT_PORT, (int)port, 0);
}

/* What the watch does to one header of another port, or to its own. */
static void sample_watch_header(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_admission *a = &m->s->admission;
    const struct fedx_config *c = &m->s->config;
    int port = a->watch_port, admitted = t->reason == FEDX_REJECT_NONE;

    if (t->watched && admitted)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_ADMITTED, port, 0);
    if (!t->watched && admitted && a->watch_age + 1 == c->throttle_timeout)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_LAST_UNKEPT, port, 0);
    if (t->reserved && a->watch_age == c->throttle_timeout)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_FIRST_KEPT, port, 0);
    if (t->reserved && t->reason == FEDX_REJECT_NO_BUFFER)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_KEPT_FROM, port, 0);
    if (t->port == FEDX_PE_PORT && t->over && admitted && !fedx_admission_overdue(a, c))
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_LIFTS, port, 0);
}

/* A packet that waits keeps no room for one like it: each bit of the comparison. */
static void sample_watched_waiting(const struct fedx_coverage_cycle *m)
{
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;
    const struct fedx_admission *a = &m->s->admission;
    uint64_t bits = fedx_admission_similar(m->s->config.backpressure);

    FEDX_FOR_EACH_BUFFER(i, m->trial[0].watch_overdue ? b->waiting : 0)
    sample_difference(m, WATCHED_WITH_WAITING, (a->watch_head ^ b->head[i]) & bits);
}

static void sample_watch(const struct fedx_coverage_cycle *m)
{
    const struct fedx_admission *a = &m->s->admission;
    const struct fedx_config *c = &m->s->config;
    int spent = fedx_admission_watch_spent(a, c);

    if (!a->watched) {
        if (m->w.watch)
            sample_watch_begin(m);
        return;
    }
    for (int i = 0; i < m->trials; i++)
        sample_watch_header(m, &m->trial[i]);
    sample_watched_waiting(m);
    if (a->watch_away > c->throttle_timeout || a->watch_age > (uint32_t)c->throttle_timeout << FEDX_WATCH_SHIFT)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_LOWERED, a->watch_port, 0);
    if (spent)
        fedx_coverage_note(m, FEDX_COVER_WATCH, a->watch_away >= c->throttle_timeout ? WATCH_AWAY : WATCH_LONG,
                           a->watch_port, 0);
    else if (m->w.watch)
        fedx_coverage_note(m, FEDX_COVER_WATCH, WATCH_AGAIN, a->watch_port, 0);
}

static void sample_admission(struct fedx_coverage_cycle *m)
{
    if (!m->s->port_receive.decide)
        return;
    m->trials = (int)fedx_admission_try(m->s, FEDX_BUFFERS, m->trial);
    sample_pairs(m);
    for (int i = 0; i < m->trials; i++)
        sample_header(m, i);
    sample_watch(m);
}

/* Ejection priority, which the throttle time-out suspends. */
static void sample_priority(const struct fedx_coverage_cycle *m)
{
    int overdue = fedx_admission_overdue(&m->s->admission, &m->s->config);

    if (m->w.keep & m->in->req)
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_PRIORITY, 0, 0);
    if (overdue && (fedx_buffer_pool_keep(&m->s->buffer_pool, &m->s->config, 0, &m->w) & m->w.accepted))
        fedx_coverage_note(m, FEDX_COVER_THROTTLE, THROTTLE_NO_PRIORITY, 0, 0);
    m->memory->overdue = (uint8_t)overdue;
}

/* Receiving ------------------------------------------------------------------------------------------------------- */

static void sample_receive(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_receive *r = &m->s->port_receive;
    unsigned broken = (r->header | r->decide | r->body) & ~m->w.rx_valid;

    FEDX_FOR_EACH_PORT(p, broken)
    fedx_coverage_note(m, FEDX_COVER_RECEIVE_ABORT, r->count[p] - 1, 0, 0);
    FEDX_FOR_EACH_PORT(q, r->body & m->w.rx_valid)
    {
        if (r->count[q] != FEDX_PACKET_BYTES - 1 ||
            fedx_header_crc(r->crc[q], m->in->data[q], FEDX_PACKET_BYTES - 1) != (uint32_t)FEDX_CRC_RESIDUE)
            continue;
        fedx_coverage_note(m, FEDX_COVER_LATENCY, m->s->config.latency, TRAFFIC_RECEIVED, (int)q);
        m->memory->accepted_head[q] = r->head[q];
        m->memory->accepted_once |= (uint8_t)(1u << q);
    }
}

/* Sending --------------------------------------------------------------------------------------------------------- */

static void sample_stopped(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_transmit *t = &m->s->port_transmit;

    FEDX_FOR_EACH_PORT(p, m->w.stopped & m->in->refuse)
    fedx_coverage_note(m, FEDX_COVER_TRANSMIT_ABORT, ABORT_REFUSED, t->count[p], 0);
    FEDX_FOR_EACH_PORT(q, m->w.stopped & ~(m->w.own_now | m->s->ownership.own_last))
    fedx_coverage_note(m, FEDX_COVER_TRANSMIT_ABORT, ABORT_LOST, t->count[q], 0);
    FEDX_FOR_EACH_PORT(r, m->w.abort)
    fedx_coverage_note(m, FEDX_COVER_TRANSMIT_ABORT, ABORT_CUT, t->count[r], 0);
}

/* When an acceptance came, by the cycles since the last byte. */
static int response_time(unsigned count, unsigned round_trip)
{
    if (count >= FEDX_ACK_TIMEOUT - 1)
        return count == FEDX_ACK_TIMEOUT ? RESPONSE_LAST : RESPONSE_BEFORE_LAST;
    return count == round_trip ? RESPONSE_FIRST : count == round_trip + 1 ? RESPONSE_SECOND : RESPONSE_BETWEEN;
}

static void sample_response(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_transmit *t = &m->s->port_transmit;
    unsigned round_trip = fedx_port_transmit_round_trip(&m->s->config), differs = m->in->acc ^ t->bit, ripe = 0;

    FEDX_FOR_EACH_PORT(p, t->await)
    ripe |= (unsigned)(t->count[p] >= round_trip) << p;
    ripe &= (t->acc_last ^ t->bit) & ~t->refuse_last;
    FEDX_FOR_EACH_PORT(q, m->w.accepted)
    {
        fedx_coverage_note(m, FEDX_COVER_RESPONSE, response_time(t->count[q], round_trip), (int)q, 0);
        fedx_coverage_note(m, FEDX_COVER_LATENCY, m->s->config.latency, TRAFFIC_SENT, (int)q);
    }
    hit_ports(m, FEDX_COVER_RESPONSE, RESPONSE_EXPIRED, m->w.expired);
    hit_ports(m, FEDX_COVER_RESPONSE, RESPONSE_GLITCH, ripe & ~differs);
    hit_ports(m, FEDX_COVER_RESPONSE, RESPONSE_REFUSE, ripe & differs & m->in->refuse);
}

static void sample_departure(const struct fedx_coverage_cycle *m, unsigned p)
{
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;
    unsigned i = m->w.grant_buf[p], port = 1u << p, flags = fedx_head_flags(b->head[i]);
    int departure = DEPART_ABOUT;

    if (!(flags & FEDX_FLAG_ADAPTIVE))
        departure = DEPART_FIXED;
    else if (b->best[i] & port)
        departure = b->preferred[i] & port ? DEPART_PREFERRED : DEPART_BEST;
    else if (b->preferred[i] & port)
        departure = DEPART_ABOUT_PREFERRED;
    fedx_coverage_note(m, FEDX_COVER_DEPARTURE, departure, (int)p, 0);
    if (departure != DEPART_FIXED)
        fedx_coverage_note(m, FEDX_COVER_DEROUTES, m->s->config.deroute_hops, b->best[i] & port ? HOP_BEST : HOP_ABOUT,
                           (int)((flags & FEDX_FLAG_DEROUTES) >> FEDX_DEROUTES_SHIFT));
}

/* Ports that could start a packet round about: whether they are open to it. */
static void sample_open(const struct fedx_coverage_cycle *m)
{
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;

    FEDX_FOR_EACH_BUFFER(i, m->w.available ? m->w.ready : 0)
    FEDX_FOR_EACH_PORT(p, m->w.available & b->allowed[i] & ~(unsigned)b->best[i])
    fedx_coverage_note(m, FEDX_COVER_OPEN, (b->best[i] & ~m->w.occupied) == 0, (int)p, 0);
}

static void sample_starts(const struct fedx_coverage_cycle *m)
{
    struct fedx_coverage_memory *was = m->memory;

    sample_open(m);
    if (!m->w.start)
        return;
    fedx_coverage_note(m, FEDX_COVER_STARTS, __builtin_popcount(m->w.start) - 1, 0, 0);
    FEDX_FOR_EACH_PORT(p, m->w.start)
    {
        sample_departure(m, p);
        if ((was->expired >> p & 1) && was->expired_head[p] == m->s->buffer_pool.head[m->w.grant_buf[p]])
            fedx_coverage_note(m, FEDX_COVER_DUPLICATE, DUPLICATE_AGAIN, (int)p, 0);
    }
    was->expired &= (uint8_t)~m->w.start;
}

/* Packets that a port gave up, for sample_starts of later cycles. */
static void note_expired(const struct fedx_coverage_cycle *m)
{
    FEDX_FOR_EACH_PORT(p, m->w.expired)
    m->memory->expired_head[p] = m->s->buffer_pool.head[m->s->port_transmit.buf[p]];
    m->memory->expired |= (uint8_t)m->w.expired;
}

static void sample_take_over(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_transmit *t = &m->s->port_transmit;
    unsigned quiet = ~(t->sending | t->await | t->gap | m->w.start);
    unsigned over = quiet & (m->in->acc ^ t->bit) & (t->acc_last ^ t->bit) & FEDX_ALL_PORTS;

    FEDX_FOR_EACH_PORT(p, over)
    {
        fedx_coverage_note(m, FEDX_COVER_DUPLICATE, m->s->config.hold ? DUPLICATE_HOLD : DUPLICATE_TAKE_OVER, (int)p,
                           0);
        if (t->out_of_step[p] == 0xff)
            fedx_coverage_note(m, FEDX_COVER_DUPLICATE, DUPLICATE_SATURATED, (int)p, 0);
    }
}

static void sample_next(const struct fedx_coverage_cycle *m)
{
    const unsigned ends[ENDS] = {m->w.accepted, m->w.expired, m->w.stopped, m->w.abort, m->w.settled};

    if (!(m->w.ended | m->w.settled))
        return;
    for (int i = 0; i < ENDS; i++)
        FEDX_FOR_EACH_PORT(p, ends[i])
        {
            int then = m->w.start >> p & 1u ? THEN_START : m->w.flip >> p & 1u ? THEN_FLIP : THEN_NEITHER;
            fedx_coverage_note(m, FEDX_COVER_NEXT, i, then, (int)p);
        }
}

static void sample_transmit(const struct fedx_coverage_cycle *m)
{
    if (m->w.stopped | m->w.abort)
        sample_stopped(m);
    if (m->s->port_transmit.await)
        sample_response(m);
    sample_starts(m);
    note_expired(m);
    sample_take_over(m);
    sample_next(m);
}

/* Ownership ------------------------------------------------------------------------------------------------------- */

static void sample_ownership(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_transmit *t = &m->s->port_transmit;
    const struct fedx_ownership *o = &m->s->ownership;
    const struct fedx_wires *w = &m->w;
    unsigned own = w->own_now, wanted = w->want | w->header_want, other = m->in->req, busy = t->sending | t->await;
    unsigned no_go = w->grant & ~w->start, open = no_go & own & ~(unsigned)m->in->refuse,
             asked_idle = w->flip & ~w->ended;
    unsigned turn_comes = m->s->config.hold ? 0 : own & ~(unsigned)o->own_last;
    const unsigned events[OWNER_EVENTS] = {
        [OWNER_BOTH_ASK] = o->req & other & own,
        [OWNER_OTHER_BOTH_ASK] = o->req & other & ~own,
        [OWNER_GIVES_ACCEPTED] = w->flip & w->accepted,
        [OWNER_GIVES_STOPPED] = w->flip & w->stopped,
        [OWNER_GIVES_ABORT] = w->flip & w->abort,
        [OWNER_GIVES_EXPIRED] = w->flip & w->expired,
        [OWNER_GIVES_IDLE] = asked_idle & ~wanted,
        [OWNER_GIVES_WANTED] = asked_idle & w->header_want,
        [OWNER_GIVES_RETURNED] = asked_idle & w->want,
        [OWNER_KEEPS_UNASKED] = w->accepted & own & ~other,
        [OWNER_KEEPS_PRIORITY] = w->keep & other,
        [OWNER_UNWANTED_TURN] = turn_comes & ~busy & ~(o->req | wanted),
        [OWNER_WITHDRAWS] = o->req & ~wanted & ~own,
        [OWNER_GLITCH] = turn_comes & t->sending & ~w->ended,
        [OWNER_LOST] = w->stopped & ~(own | o->own_last),
        [OWNER_NO_GO_LOST] = no_go & ~own,
        [OWNER_NO_GO_REFUSE] = no_go & own & m->in->refuse,
        [OWNER_NO_GO_ACC] = open & ~t->await & (m->in->acc ^ t->bit),
        [OWNER_NO_GO_TURN] = open & w->ended & other & ~w->keep,
        [OWNER_HOLD] = m->s->config.hold ? own & o->own_last & other : 0,
    };

    for (int i = 0; i < OWNER_EVENTS; i++)
        hit_ports(m, FEDX_COVER_OWNERSHIP, i, events[i]);
}

/* The pool -------------------------------------------------------------------------------------------------------- */

static void sample_occupancy(const struct fedx_coverage_cycle *m)
{
    const struct fedx_buffer_pool *b = &m->s->buffer_pool;

    fedx_coverage_note(m, FEDX_COVER_OCCUPANCY, OCCUPIED_USED, fedx_buffer_count(b->used), 0);
    fedx_coverage_note(m, FEDX_COVER_OCCUPANCY, OCCUPIED_QUEUED, fedx_buffer_count(b->queued), 0);
    fedx_coverage_note(m, FEDX_COVER_OCCUPANCY, OCCUPIED_WAITING, fedx_buffer_count(b->waiting), 0);
}

/* Effects of two ports at one edge. */
static void sample_edge(const struct fedx_coverage_cycle *m)
{
    const struct fedx_wires *w = &m->w;
    const unsigned effect[EDGES] = {
        [EDGE_PASSED] = w->passed,
        [EDGE_ACCEPTED] = w->accepted,
        [EDGE_STOPPED] = w->stopped,
        [EDGE_EXPIRED] = w->expired,
        [EDGE_START] = w->start,
        [EDGE_ADMIT] = w->admit,
        [EDGE_REFUSE] = m->s->port_receive.decide & ~w->admit,
        [EDGE_ABORT] = m->s->port_receive.abort,
        [EDGE_FLIP] = w->flip,
    };

    for (int i = 0; i < EDGES; i++)
        for (int j = i; effect[i] && j < EDGES; j++) {
            unsigned both = effect[i] | effect[j];
            if (effect[j] && (both & (both - 1)) != 0)
                fedx_coverage_note(m, FEDX_COVER_EDGE, i, j, 0);
        }
}

/* Reset and configuration ----------------------------------------------------------------------------------------- */

static void sample_reset(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_receive *r = &m->s->port_receive;
    const struct fedx_port_transmit *t = &m->s->port_transmit;
    const unsigned states[RESETS] = {
        [RESET_IDLE] = ~(unsigned)(r->header | r->decide | r->body | r->refusing | r->drain),
        [RESET_HEADER] = r->header,
        [RESET_DECIDE] = r->decide,
        [RESET_BODY] = r->body,
        [RESET_REFUSING] = r->refusing,
        [RESET_DRAIN] = r->drain,
        [RESET_SENDING] = t->sending,
        [RESET_AWAIT] = t->await,
        [RESET_GAP] = t->gap,
    };

    for (int i = 0; i < RESETS; i++)
        hit_ports(m, FEDX_COVER_RESET, i, states[i]);
}

int fedx_coverage_address(unsigned address)
{
    if (address <= FEDX_CFG_RANDOM)
        return CONFIG_MODE + (int)(address - FEDX_CFG_MODE);
    if (address >= FEDX_CFG_STATUS && address < FEDX_CFG_STATUS + FEDX_PORTS)
        return CONFIG_STATUS;
    return address >= FEDX_CFG_TABLE && address < FEDX_CFG_TABLE + FEDX_TABLE_SIZE ? CONFIG_TABLE : CONFIG_ELSEWHERE;
}

/* Whatever a write changes is being used in the same cycle. */
static int write_races(const struct fedx_coverage_cycle *m, int kind)
{
    const struct fedx_port_receive *r = &m->s->port_receive;

    if (kind == CONFIG_RANDOM)
        return m->w.admit != 0;
    if (kind <= CONFIG_THROTTLE)
        return r->decide != 0;
    FEDX_FOR_EACH_PORT(p, kind == CONFIG_TABLE ? r->lookup : 0)
    if (fedx_head_destination(r->head[p]) == m->s->config.addr - (unsigned)FEDX_CFG_TABLE)
        return 1;
    return 0;
}

static void sample_config(const struct fedx_coverage_cycle *m, int rst)
{
    const struct fedx_config *c = &m->s->config;
    int kind = fedx_coverage_address(c->addr);

    if (!c->write) {
        fedx_coverage_note(m, FEDX_COVER_CONFIG, kind, ACCESS_READ, 0);
        return;
    }
    fedx_coverage_note(m, FEDX_COVER_CONFIG, kind,
                       rst                           ? ACCESS_WRITE_RESET
                       : c->hold == FEDX_HOLD_CYCLES ? ACCESS_WRITE_LAST_RESET
                                                     : ACCESS_WRITE,
                       0);
    if (!rst && write_races(m, kind))
        fedx_coverage_note(m, FEDX_COVER_CONFIG, kind, ACCESS_WRITE_RACE, 0);
}

void fedx_coverage_sample_switch(struct coverage *c, const void *before, const void *in, const void *control)
{
    struct fedx_coverage_cycle m = {.c = c, .memory = c->memory, .s = before, .in = in};

    if (((const struct fedx_control *)control)->rst) {
        sample_reset(&m);
        sample_config(&m, 1);
        m.memory->accepted_once = m.memory->expired = m.memory->overdue = 0;
        return;
    }
    fedx_switch_wires(before, FEDX_BUFFERS, in, &m.w);
    sample_config(&m, 0);
    sample_occupancy(&m);
    sample_admission(&m);
    sample_priority(&m);
    sample_receive(&m);
    sample_transmit(&m);
    sample_ownership(&m);
    sample_edge(&m);
    fedx_coverage_sample_bits(&m);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The sampler of functional coverage, continued: of every value that is compared each
 * bit is to decide once, alone. See coverage.h.
 */
#include "fedx_coverage_internal.h"

/* Receiving ------------------------------------------------------------------------------------------------------- */

static void sample_packet_check(const struct fedx_coverage_cycle *m, unsigned p)
{
    const struct fedx_port_receive *r = &m->s->port_receive;
    int bit = -1;

    if (r->count[p] == FEDX_PACKET_BYTES - 1)
        bit = fedx_coverage_only_bit(fedx_header_crc(r->crc[p], m->in->data[p], FEDX_PACKET_BYTES - 1) ^
                                     (uint32_t)FEDX_CRC_RESIDUE);
    if (bit >= 0)
        fedx_coverage_note(m, FEDX_COVER_PACKET_CHECK_BIT, bit, (int)p, 0);
}

/* At its last byte. */
static void sample_header_check(const struct fedx_coverage_cycle *m, unsigned p)
{
    const struct fedx_port_receive *r = &m->s->port_receive;
    unsigned wrong = m->in->data[p] ^ r->check[p];
    int start = fedx_coverage_only_bit(m->memory->start_code[p] ^ (unsigned)FEDX_START_CODE),
        check = fedx_coverage_only_bit(wrong);

    if (start >= 0 && wrong == 0)
        fedx_coverage_note(m, FEDX_COVER_HEADER_BIT, START_CODE_BIT, start, (int)p);
    if (check >= 0 && m->memory->start_code[p] == FEDX_START_CODE)
        fedx_coverage_note(m, FEDX_COVER_HEADER_BIT, HEADER_CHECK_BIT, check, (int)p);
}

static void sample_checks(const struct fedx_coverage_cycle *m)
{
    const struct fedx_port_receive *r = &m->s->port_receive;
    unsigned idle = ~(unsigned)(r->header | r->decide | r->body | r->refusing | r->drain);

    FEDX_FOR_EACH_PORT(p, r->body & m->w.rx_valid)
    sample_packet_check(m, p);
    FEDX_FOR_EACH_PORT(q, r->header & m->w.rx_valid)
    if (r->count[q] == FEDX_BYTE_CHECK)
        sample_header_check(m, q);
    FEDX_FOR_EACH_PORT(s, idle & m->w.rx_valid)
    m->memory->start_code[s] = m->in->data[s];
}

/* Admission ------------------------------------------------------------------------------------------------------- */

static void sample_class_bit(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    for (int bit = 3; bit < 8; bit++)
        if ((t->choice.level >> bit & 1) &&
            !fedx_admission_class_full(&t->tally, FEDX_BUFFERS, t->choice.level ^ 1u << bit))
            fedx_coverage_note(m, FEDX_COVER_CLASS_BIT, bit - 3, 0, 0);
}

static void sample_outside_bit(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    int bit = fedx_coverage_only_bit(fedx_head_destination(m->s->port_receive.head[t->port]) / FEDX_TABLE_SIZE);

    if (bit >= 0)
        fedx_coverage_note(m, FEDX_COVER_OUTSIDE_BIT, bit, 0, 0);
}

/* A limit that is set, and 0 is not. */
static int is_reached(unsigned held, unsigned limit)
{
    return limit != 0 && held >= limit;
}

/* Only one of them at a time decides. */
static void sample_limit_bits(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_config *c = &m->s->config;
    unsigned total = t->tally.at_least[0], transit = t->tally.at_least[1];
    const unsigned held[3] = {total - transit, transit, total},
                   limit[3] = {c->limit_dest, c->limit_trans, c->limit_total};

    for (int i = 0; i < 3; i++) {
        int now = is_reached(held[i], limit[i]);
        if (is_reached(held[(i + 1) % 3], limit[(i + 1) % 3]) || is_reached(held[(i + 2) % 3], limit[(i + 2) % 3]))
            continue;
        for (int bit = 0; bit < 8; bit++)
            if ((limit[i] >> bit & 1u) && is_reached(held[i], limit[i] ^ 1u << bit) != now)
                fedx_coverage_note(m, FEDX_COVER_LIMIT_BIT, i, bit, 0);
    }
}

static void sample_verdict(const struct fedx_coverage_cycle *m, const struct fedx_trial *t)
{
    const struct fedx_admission *a = &m->s->admission;
    int lifted = fedx_admission_overdue(a, &m->s->config) || (t->watch_overdue && a->watch_port == FEDX_PE_PORT);

    if (t->reason == FEDX_REJECT_NO_ROUTE)
        sample_outside_bit(m, t);
    if (t->reason == FEDX_REJECT_CLASS)
        sample_class_bit(m, t);
    if (t->port == FEDX_PE_PORT && fedx_coverage_reaches(t, FEDX_REJECT_THROTTLED) && !lifted)
        sample_limit_bits(m, t);
}

/* A count against its time-out, both in units of which the time-out has `unit`. of_count: no such row, -1. */
static void sample_time_out(const struct fedx_coverage_cycle *m, int of_time_out, int of_count, uint32_t count,
                            uint32_t unit)
{
    uint32_t timeout = m->s->config.throttle_timeout;
    int come = count >= timeout * unit;

    for (int bit = 0; bit < 16; bit++) {
        uint32_t one = UINT32_C(1) << bit;
        if ((timeout & one) && !come && count >= (timeout ^ one) * unit)
            fedx_coverage_note(m, FEDX_COVER_TIME_OUT_BIT, of_time_out, bit, 0);
        if (of_count >= 0 && (count & one) && come && (count ^ one) < timeout * unit)
            fedx_coverage_note(m, FEDX_COVER_TIME_OUT_BIT, of_count, bit, 0);
    }
}

static void sample_time_outs(const struct fedx_coverage_cycle *m)
{
    const struct fedx_admission *a = &m->s->admission;

    for (int i = 0; i < m->trials; i++)
        if (a->throttled && m->trial[i].over && fedx_coverage_reaches(&m->trial[i], FEDX_REJECT_THROTTLED))
            sample_time_out(m, INJECTION_TIME_OUT, INJECTION_COUNT, a->throttle_count, 1);
    if (m->trials == 0 || !a->watched)
        return;
    sample_time_out(m, WATCH_TIME_OUT, WATCH_COUNT, a->watch_age, 1);
    sample_time_out(m, AWAY_TIME_OUT, AWAY_COUNT, a->watch_away, 1);
    sample_time_out(m, LENGTH_TIME_OUT, -1, a->watch_age, 1u << FEDX_WATCH_SHIFT);
}

/* Ownership ------------------------------------------------------------------------------------------------------- */

static void sample_priority_bits(const struct fedx_coverage_cycle *m)
{
    struct fedx_config c = m->s->config;
    unsigned priority = c.eject_priority;
    int overdue = fedx_admission_overdue(&m->s->admission, &c);

    for (int bit = 0; bit < 8; bit++) {
        c.eject_priority = (uint8_t)(priority ^ 1u << bit);
        if ((priority >> bit & 1u) &&
            (fedx_buffer_pool_keep(&m->s->buffer_pool, &c, overdue, &m->w) & m->w.accepted) != m->w.keep)
            fedx_coverage_note(m, FEDX_COVER_PRIORITY_BIT, bit, 0, 0);
    }
}

/* Configuration --------------------------------------------------------------------------------------------------- */

static void sample_address_bits(const struct fedx_coverage_cycle *m)
{
    const struct fedx_config *c = &m->s->config;

    if (!c->write || fedx_coverage_address(c->addr) < CONFIG_STATUS || fedx_coverage_address(c->addr) == CONFIG_TABLE)
        return;
    for (int bit = 0; bit < 16; bit++) {
        int kind = fedx_coverage_address(c->addr ^ 1u << bit);
        if (kind < CONFIG_STATUS || kind == CONFIG_TABLE)
            fedx_coverage_note(m, FEDX_COVER_ADDRESS_BIT, kind == CONFIG_TABLE ? ADDRESS_TABLE : kind, bit, 0);
    }
}

void fedx_coverage_sample_bits(const struct fedx_coverage_cycle *m)
{
    sample_checks(m);
    for (int i = 0; i < m->trials; i++)
        sample_verdict(m, &m->trial[i]);
    sample_time_outs(m);
    sample_priority_bits(m);
    sample_address_bits(m);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Injection against docs/spec/vcr.md section 15: a second model that keeps packets in lists, not in a ring, is put
 * beside it under random packets, gates, credits and links; a packet through an empty terminal in one cycle; flits
 * without a gap.
 */
#include <string.h>

#include "vcr_unit.h"
#include "vcr/terminal.h"

enum { LENGTH = 5, MOST = 64 };

/* A second injection: packets are numbers, in the order in which they came. */
struct lists {
    unsigned behind[MOST], behind_count; /* the gate */
    unsigned passed[MOST], passed_count; /* and not sent yet */
    int port[VCR_MOST_LOCAL];            /* packet under way, -1: none */
    unsigned sent[VCR_MOST_LOCAL], vc[VCR_MOST_LOCAL];
    unsigned credits[VCR_MOST_LOCAL][VCR_MOST_VCS];
    unsigned linked, up_last;
    unsigned slot_of[MOST], slots_used, next_slot, room;
};

static void links(const struct vcr_terminal_parameters *s, struct lists *m, const struct vcr_pins *in)
{
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned up = in->up >> p & 1u, linked = m->linked >> p & 1u, twice = up == (m->up_last >> p & 1u);
        for (unsigned v = 0; v < s->vcs; v++) {
            if (linked && in->credit[p] >> v & 1u && m->credits[p][v] < s->depth)
                m->credits[p][v]++;
            if (twice && up != linked)
                m->credits[p][v] = up ? s->depth : 0;
        }
        if (twice)
            m->linked = (m->linked & ~(1u << p)) | up << p;
    }
    m->up_last = in->up & ((1u << s->ports) - 1u);
}

static unsigned take_first(unsigned *list, unsigned *count)
{
    unsigned first = list[0];

    memmove(list, list + 1, --*count * sizeof *list);
    return first;
}

static unsigned under_way(const struct vcr_terminal_parameters *s, const struct lists *m)
{
    unsigned count = 0;

    for (unsigned p = 0; p < s->ports; p++)
        count += m->port[p] >= 0;
    return count;
}

/* The lowest port that is idle and has a channel with so many credits. */
static void start(const struct vcr_terminal_parameters *s, struct lists *m, unsigned need)
{
    for (unsigned p = 0; p < s->ports && m->passed_count > 0; p++)
        for (unsigned v = 0; v < s->vcs && m->port[p] < 0; v++)
            if (m->credits[p][v] > 0 && m->credits[p][v] >= need) {
                m->port[p] = (int)take_first(m->passed, &m->passed_count);
                m->sent[p] = 0;
                m->vc[p] = v;
                return;
            }
}

/* What leaves: packet * 100 + flit of each port, -1: nothing. */
static void send(const struct vcr_terminal_parameters *s, struct lists *m, int *leaves)
{
    for (unsigned p = 0; p < s->ports; p++) {
        leaves[p] = -1;
        if (m->port[p] < 0 || m->credits[p][m->vc[p]] == 0)
            continue;
        m->credits[p][m->vc[p]]--;
        leaves[p] = m->port[p] * 100 + (int)m->sent[p];
        if (++m->sent[p] == LENGTH) {
            m->slots_used &= ~(1u << m->slot_of[m->port[p] % MOST]);
            m->port[p] = -1;
        }
    }
}

static void step(const struct vcr_terminal_parameters *s, struct lists *m, const struct vcr_pins *in, int put,
                 unsigned number, unsigned open, unsigned need, int *leaves)
{
    unsigned slots = (unsigned)s->buffer + s->queue, was_queued = m->passed_count + under_way(s, m);

    links(s, m, in);
    if (put && m->room) {
        m->behind[m->behind_count++] = number;
        m->slot_of[number % MOST] = m->next_slot;
        m->slots_used |= 1u << m->next_slot;
        m->next_slot = (m->next_slot + 1) % slots;
    }
    if (m->behind_count > 0 && open && was_queued < s->queue)
        m->passed[m->passed_count++] = take_first(m->behind, &m->behind_count);
    start(s, m, need);
    send(s, m, leaves);
    m->room = m->behind_count < s->buffer && !(m->slots_used >> m->next_slot & 1u);
}

/* The injection alone, driven as the terminal drives it. */
struct unit {
    struct vcr_inject j;
    struct vcr_terminal t;
    uint64_t packets[VCR_MOST_SLOTS * LENGTH * VCR_MOST_WORDS];
};

static void cycle(const struct vcr_terminal_parameters *s, struct unit *u, const struct vcr_pins *in, int put,
                  unsigned number, unsigned open)
{
    struct vcr_terminal_control control = {.put = (uint8_t)put};
    struct vcr_terminal_wires w = {.open = open};

    for (unsigned k = 0; k < LENGTH; k++)
        control.packet[k * s->words] = number * 100 + k;
    vcr_inject_eval(s, &u->j, &u->t, in, (unsigned)put, &w);
    vcr_inject_commit(s, &u->j, u->packets, in, &control, &w);
}

static void prepare(struct unit *u, struct lists *m, unsigned need)
{
    struct vcr_terminal_regs r;

    memset(u, 0, sizeof *u);
    memset(m, 0, sizeof *m);
    memset(m->port, -1, sizeof m->port);
    m->room = 1;
    vcr_terminal_regs_reset(&r);
    u->j = r.inject;
    u->t.alloc_credits = (uint8_t)need;
}

static void compare(const struct vcr_terminal_parameters *s, const struct unit *u, const struct lists *m,
                    const int *leaves)
{
    const struct vcr_inject *j = &u->j;

    assert_int_equal(j->room, m->room);
    assert_int_equal(j->buffered, m->behind_count);
    assert_int_equal(j->queued, m->passed_count + under_way(s, m));
    assert_int_equal(j->used, m->slots_used);
    assert_int_equal(j->linked, m->linked);
    for (unsigned p = 0; p < s->ports; p++) {
        assert_int_equal(j->tx_valid >> p & 1u, leaves[p] >= 0);
        assert_int_equal(j->tx_flit[p * s->words], leaves[p] >= 0 ? leaves[p] : 0);
        assert_int_equal(j->tx_head >> p & 1u, leaves[p] >= 0 && leaves[p] % 100 == 0);
        assert_int_equal(j->tx_tail >> p & 1u, leaves[p] >= 0 && leaves[p] % 100 == LENGTH - 1);
        for (unsigned v = 0; v < s->vcs; v++)
            assert_int_equal(j->credits[p * s->vcs + v], m->credits[p][v]);
    }
}

static void random_inputs(struct rng *r, const struct vcr_terminal_parameters *s, unsigned *up, struct vcr_pins *in)
{
    memset(in, 0, sizeof *in);
    if (vcr_unit_once_in(r, 100))
        *up = vcr_unit_once_in(r, 4) ? vcr_unit_upto(r, (1u << s->ports) - 1u) : (1u << s->ports) - 1u;
    in->up = (uint16_t)*up;
    for (unsigned p = 0; p < s->ports; p++)
        in->credit[p] = vcr_unit_some(r, (1u << s->vcs) - 1u);
}

TEST(beside_lists)
{
    static const struct vcr_terminal_parameters parameters[] = {{1, 1, 12, 1, LENGTH, 4, 4},
                                                                {1, 4, 4, 1, LENGTH, 1, 1},
                                                                {4, 2, 5, 1, LENGTH, 4, 4},
                                                                {3, 3, 2, 2, LENGTH, 9, 7},
                                                                {2, 1, 7, 4, LENGTH, 1, 3}};
    struct rng r = rng_stream(77, 0);
    static struct unit u;
    unsigned flits = 0;

    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        const struct vcr_terminal_parameters *s = &parameters[i];
        unsigned need = s->depth < LENGTH ? s->depth : LENGTH, up = 0, number = 1;
        struct lists m;
        assert_null(vcr_terminal_parameters_wrong(s));
        prepare(&u, &m, need);
        for (int t = 0; t < 20000; t++) {
            struct vcr_pins in;
            int leaves[VCR_MOST_LOCAL], put = vcr_unit_once_in(&r, t % 2000 < 1000 ? 2 : 8);
            unsigned open = !vcr_unit_once_in(&r, 3), taken = (unsigned)put & m.room;
            random_inputs(&r, s, &up, &in);
            cycle(s, &u, &in, put, number, open);
            step(s, &m, &in, put, number, open, need, leaves);
            number += taken;
            compare(s, &u, &m, leaves);
            flits += unit_ones(u.j.tx_valid);
        }
    }
    assert_true(flits > 20000);
    COMPARED(flits, "flits");
}

/* Put in, passed and sent in one cycle; flits without a gap, the next packet's too. */
TEST(without_a_gap)
{
    const struct vcr_terminal_parameters s = {1, 1, 64, 1, LENGTH, 4, 4};
    struct vcr_pins in = {.up = 1};
    static struct unit u;
    struct lists m;

    prepare(&u, &m, LENGTH);
    cycle(&s, &u, &in, 0, 0, 1);
    cycle(&s, &u, &in, 0, 0, 1);
    assert_int_equal(u.j.linked, 1);
    for (int k = 0; k < 8 * LENGTH; k++) {
        in.credit[0] = k > 0;
        cycle(&s, &u, &in, k < 8, (unsigned)k + 1, 1);
        assert_int_equal(u.j.tx_valid, 1);
        assert_int_equal(u.j.tx_flit[0], (k / LENGTH + 1) * 100 + k % LENGTH);
    }
    cycle(&s, &u, &in, 0, 0, 1);
    assert_int_equal(u.j.tx_valid, 0);
    assert_int_equal(u.j.lost, 0);
}

/* Eight are held with the gate closed, four of them behind it; what more is put in is lost, and said to be. */
TEST(a_closed_gate)
{
    const struct vcr_terminal_parameters s = {1, 1, 64, 1, LENGTH, 4, 4};
    const struct vcr_pins in = {.up = 0};
    static struct unit u;
    struct lists m;

    prepare(&u, &m, LENGTH);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(u.j.room, 1);
        cycle(&s, &u, &in, 1, k + 1, 0);
    }
    assert_int_equal(u.j.room, 0);
    assert_int_equal(u.j.lost, 0);
    cycle(&s, &u, &in, 1, 9, 0);
    assert_int_equal(u.j.lost, 1);
    assert_int_equal(u.j.buffered, 4);
    for (unsigned k = 0; k < 8; k++)
        cycle(&s, &u, &in, u.j.room, 10 + k, 1);
    assert_int_equal(u.j.buffered, 4);
    assert_int_equal(u.j.queued, 4);
    assert_int_equal(u.j.used, 0xff);
}

RUN_TESTS

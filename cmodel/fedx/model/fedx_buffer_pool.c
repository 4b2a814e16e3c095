/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffer pool: descriptors, age order and the dual-ported stores. docs/spec/fedx.md
 * section 8; RTL twins rtl/fedx/fedx_buffer_pool.v and rtl/fedx/fedx_buffer_store.v.
 *
 * A buffer is used from admission to acceptance by the next hop (or until its
 * packet turns out broken), queued while it waits for a port, and waiting while
 * backpressure counts it. The age order is a matrix: bit j of lane i of ahead
 * says that buffer j comes before buffer i.
 */
#include "fedx_switch_internal.h"

/* As a rule no packet may go round about. */
int fedx_buffer_pool_straight(const struct fedx_buffer_pool *b)
{
#ifdef FEDX_CONSTANT_LOOPS
    unsigned about = 0;

    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        about |= (unsigned)(b->allowed[i] ^ b->best[i]);
    return about == 0;
#else
    return memcmp(b->allowed, b->best, sizeof b->best) == 0;
#endif
}

/* The ports that these packets may leave by now. */
static FEDX_RARE unsigned open_ports(const struct fedx_buffer_pool *b, fedx_buffer_word ready, unsigned occupied)
{
    unsigned open = 0;

    FEDX_FOR_EACH_BUFFER(i, ready)
    open |= fedx_route_open(b->allowed[i], b->best[i], occupied);
    return open;
}

void fedx_buffer_pool_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w)
{
    w->ready = b->queued & ~w->abort_buffers;
    if (!fedx_buffer_pool_straight(b)) {
        w->want = open_ports(b, w->ready, w->occupied);
        return;
    }
    w->want = fedx_buffers_together(b->allowed, w->ready);
}

/* The flags as they leave by a port: one of the deroutes left less, if it takes one. */
static uint8_t flags_out(uint8_t flags, unsigned takes_one)
{
    if (takes_one && (flags & FEDX_FLAG_DEROUTES))
        flags = (uint8_t)(flags - (1u << FEDX_DEROUTES_SHIFT));
    return flags;
}

/* A hop takes a deroute when every one does, or when it is not on a shortest path. */
static unsigned takes_one(const struct fedx_buffer_pool *b, int deroute_hops, unsigned buffer, unsigned port)
{
    return (unsigned)deroute_hops | (~(unsigned)b->best[buffer] >> port & 1u);
}

/** The head word of a packet as it leaves by a port, but for the port's own bit. */
uint64_t fedx_buffer_pool_head(const struct fedx_buffer_pool *b, int deroute_hops, unsigned buffer, unsigned port)
{
    uint64_t head = b->head[buffer];
    uint8_t flags = flags_out((uint8_t)fedx_head_flags(head), takes_one(b, deroute_hops, buffer, port));

    return (head & ~FEDX_HEAD_FLAGS) | (uint64_t)flags << 40;
}

/* Next byte of each port that is sending; the port adds its own bit and check. */
void fedx_buffer_pool_bytes(const struct fedx_buffer_pool *b, const struct fedx_port_transmit *t,
                            const struct fedx_config *c, struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, t->sending)
    {
        unsigned i = t->buf[p], number = t->count[p] + 1u;

        if (number >= FEDX_BYTE_CHECK)
            w->next_byte[p] = b->read_data[i];
        else if (number == FEDX_BYTE_FLAGS)
            w->next_byte[p] = flags_out(fedx_head_byte(b->head[i], number), takes_one(b, c->deroute_hops, i, p));
        else
            w->next_byte[p] = fedx_head_byte(b->head[i], number);
    }
}

/*
 * Ejection priority: the packet just ejected still counts (its buffer is
 * released at this edge). An overdue injection ends it, so that the PE gets a turn.
 * @return keep_candidate
 */
unsigned fedx_buffer_pool_keep(const struct fedx_buffer_pool *b, const struct fedx_config *c, int overdue,
                               const struct fedx_wires *w)
{
    unsigned here = 0, pe = 1u << FEDX_PE_PORT;

    if (c->eject_priority == 0 || overdue || !(w->accepted_candidate & pe) || !(w->want & pe))
        return 0;
    FEDX_FOR_EACH_BUFFER(i, b->used)
    here += b->level[i] == 0;
    return here >= c->eject_priority ? pe : 0;
}

/* A packet in a buffer, as it was admitted. */
static void describe(struct fedx_buffer_pool *b, unsigned buffer, uint64_t head, const struct fedx_route_choice *choice,
                     unsigned draw)
{
    b->head[buffer] = head;
    b->level[buffer] = choice->level;
    b->allowed[buffer] = choice->allowed;
    b->best[buffer] = choice->best;
    b->preferred[buffer] = draw ? choice->second : choice->preferred;
}

/* The buffers of these ports. */
static fedx_buffer_word buffers_of(unsigned ports, const uint8_t *buf)
{
    fedx_buffer_word buffers = 0;

    FEDX_FOR_EACH_PORT(p, ports)
    buffers |= fedx_buffer_bit(buf[p]);
    return buffers;
}

/* Behind all others but those that go to the back after it, which it joins. */
static void to_the_back(struct fedx_buffer_pool *b, unsigned buffer, fedx_buffer_word *later)
{
    *later |= fedx_buffer_bit(buffer);
    b->ahead[buffer] = (fedx_buffer_set)(fedx_first_buffers(FEDX_BUFFERS) & ~*later);
}

/*
 * All go before what goes to the back, which is seen to afterwards. The places of free buffers mean nothing: the RTL
 * has registers for them, but without RTL they would only cost time.
 */
static void let_pass(struct fedx_buffer_pool *b, fedx_buffer_word held, fedx_buffer_word later)
{
#if FEDX_VERIFIED
    (void)held;
#pragma GCC unroll 32
    for (int i = 0; i < FEDX_BUFFERS; i++)
        b->ahead[i] &= (fedx_buffer_set)~later;
#else
    FEDX_FOR_EACH_BUFFER(i, held)
    b->ahead[i] &= (fedx_buffer_set)~later;
#endif
}

void fedx_buffer_pool_commit(struct fedx_buffer_pool *b, const struct fedx_port_receive *r,
                             const struct fedx_port_transmit *t, const struct fedx_wires *w)
{
    fedx_buffer_word settled, released, returned, started, taken, later = 0;

    if (!(w->passed | w->ended | w->start | w->admit | w->abort_buffers))
        return;
    settled = buffers_of(w->passed, t->buf);                /* no refusal any more: does not count as waiting */
    released = buffers_of(w->accepted, t->buf);             /* accepted by the next hop */
    returned = buffers_of(w->stopped | w->expired, t->buf); /* the attempt failed */
    started = buffers_of(w->start, w->grant_buf);
    taken = buffers_of(w->admit, w->admit_buf); /* given to a new packet */

    if (returned | taken)
        let_pass(b, b->used & ~released, returned | taken);
    /*
     * To the back of the age order, in this order: what returned, then what is new, each from port 0 up. Seen from the
     * end, a buffer has behind it only those that came later.
     */
    FEDX_FOR_EACH_PORT_DOWN(p, w->admit)
    {
        describe(b, w->admit_buf[p], r->head[p], &w->choice[p], w->admit_draw >> p & 1u);
        to_the_back(b, w->admit_buf[p], &later);
    }
    FEDX_FOR_EACH_PORT_DOWN(q, w->stopped | w->expired)
    to_the_back(b, t->buf[q], &later);

    /* A packet that turns out broken goes, whatever else happens to it. */
    b->used = (fedx_buffer_set)(((b->used & ~released) | taken) & ~w->abort_buffers);
    b->queued = (fedx_buffer_set)((((b->queued | returned) & ~started) | taken) & ~w->abort_buffers);
    b->waiting = (fedx_buffer_set)(((b->waiting & ~settled & ~released) | returned | taken) & ~w->abort_buffers);
}

/* One write and one read a buffer and cycle; the byte read is in read_data a cycle later. */
void fedx_buffer_pool_store(struct fedx_buffer_pool *b, uint8_t store[][FEDX_PACKET_BYTES],
                            const struct fedx_port_receive *r, const struct fedx_port_transmit *t)
{
    FEDX_FOR_EACH_PORT(p, t->sending)
    {
        unsigned number = t->count[p] + 2u;

        if (number >= FEDX_HEADER_BYTES && number < FEDX_PACKET_BYTES)
            b->read_data[t->buf[p]] = store[t->buf[p]][number];
    }
    FEDX_FOR_EACH_PORT(p, r->write)
    store[r->buf[p]][r->count[p] - 1u] = r->data[p];
}

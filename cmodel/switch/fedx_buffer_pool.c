/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffer pool: descriptors, age order and the dual-ported stores. docs/spec.md
 * section 8; RTL twins rtl/fedx_buffer_pool.v and rtl/fedx_buffer_store.v.
 *
 * A buffer is used from admission to acceptance by the next hop (or until its
 * packet turns out broken), queued while it waits for a port, and waiting while
 * backpressure counts it.
 */
#include "fedx_switch_internal.h"

void fedx_buffer_pool_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w)
{
    w->ready = b->queued & ~w->cut_buffers;
    w->want = 0;
    FEDX_FOR_EACH_BUFFER(i, w->ready)
        w->want |= b->allowed[i];
}

/* The deroutes field as it leaves by port: one less when the port is not on a shortest path. */
static uint8_t flags_out(uint8_t flags, unsigned on_best_path)
{
    if (!on_best_path && (flags & FEDX_FLAG_DEROUTES))
        flags = (uint8_t)(flags - (1u << FEDX_DEROUTES_SHIFT));
    return flags;
}

/** The head word of a packet as it leaves by a port, but for the port's own bit. */
uint64_t fedx_buffer_pool_head(const struct fedx_buffer_pool *b, unsigned buffer, unsigned port)
{
    uint64_t head = b->head[buffer];

    return (head & ~FEDX_HEAD_FLAGS) | (uint64_t)flags_out((uint8_t)fedx_head_flags(head), b->best[buffer] >> port & 1u) << 40;
}

/* Next byte of each port that is sending; the port adds its own bit and check. */
void fedx_buffer_pool_bytes(const struct fedx_buffer_pool *b, const struct fedx_port_transmit *t,
                            struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, t->sending) {
        unsigned i = t->buf[p], number = t->count[p] + 1u;

        if (number >= FEDX_BYTE_CHECK)
            w->byte[p] = b->read_data[i];
        else if (number == FEDX_BYTE_FLAGS)
            w->byte[p] = flags_out(fedx_head_byte(b->head[i], number), b->best[i] >> p & 1u);
        else
            w->byte[p] = fedx_head_byte(b->head[i], number);
    }
}

/*
 * Ejection priority: the packet just ejected still counts (its buffer is
 * released at this edge). An overdue injection ends it, so that the PE gets a turn.
 */
unsigned fedx_buffer_pool_keep(const struct fedx_buffer_pool *b, const struct fedx_config *c, int overdue,
                               const struct fedx_wires *w)
{
    unsigned here = 0, pe = 1u << FEDX_PE_PORT;

    if (c->eject_priority == 0 || overdue || !(w->accepted & pe) || !(w->want & pe))
        return 0;
    FEDX_FOR_EACH_BUFFER(i, b->used)
        here += b->level[i] == 0;
    return here >= c->eject_priority ? pe : 0;
}

/* The places of free buffers mean nothing. The RTL has registers for them; without RTL they would only cost time. */
static void to_the_back(struct fedx_buffer_pool *b, unsigned buffer)
{
    fedx_buffer_set others = (fedx_buffer_set)~fedx_buffer_bit(buffer);

#ifdef FEDX_WIDE
    FEDX_FOR_EACH_BUFFER(i, b->used)
        b->ahead[i] &= others;
#else
    for (int i = 0; i < FEDX_BUFFERS; i++)
        b->ahead[i] &= others;
#endif
    b->ahead[buffer] = (fedx_buffer_set)(fedx_first_buffers(FEDX_BUFFERS) & others);
}

static void take_packet(struct fedx_buffer_pool *b, unsigned buffer, uint64_t head, uint32_t entry,
                        unsigned draw)
{
    struct fedx_route_choice choice = fedx_route_decode(entry, fedx_head_flags(head));
    fedx_buffer_set mask = (fedx_buffer_set)fedx_buffer_bit(buffer);

    b->used |= mask;
    b->queued |= mask;
    b->waiting |= mask;
    b->head[buffer] = head;
    b->level[buffer] = choice.level;
    b->allowed[buffer] = choice.allowed;
    b->best[buffer] = choice.best;
    b->preferred[buffer] = draw ? fedx_route_second(&choice) : choice.preferred;
    to_the_back(b, buffer);
}

void fedx_buffer_pool_commit(struct fedx_buffer_pool *b, const struct fedx_port_receive *r,
                             const struct fedx_port_transmit *t, const struct fedx_route *route,
                             const struct fedx_wires *w)
{
    unsigned returned = w->stopped | w->expired;

    if (!(w->passed | w->ended | w->start | w->admit | w->cut_buffers))
        return;
    FEDX_FOR_EACH_PORT(p, w->passed)
        b->waiting &= (fedx_buffer_set)~fedx_buffer_bit(t->buf[p]);
    FEDX_FOR_EACH_PORT(p, w->accepted) {
        b->used &= (fedx_buffer_set)~fedx_buffer_bit(t->buf[p]);
        b->waiting &= (fedx_buffer_set)~fedx_buffer_bit(t->buf[p]);
    }
    FEDX_FOR_EACH_PORT(p, returned) {
        b->queued |= (fedx_buffer_set)fedx_buffer_bit(t->buf[p]);
        b->waiting |= (fedx_buffer_set)fedx_buffer_bit(t->buf[p]);
        to_the_back(b, t->buf[p]);
    }
    FEDX_FOR_EACH_PORT(p, w->start)
        b->queued &= (fedx_buffer_set)~fedx_buffer_bit(w->grant_buf[p]);
    FEDX_FOR_EACH_PORT(p, w->admit)
        take_packet(b, w->admit_buf[p], r->head[p], route->entry[p], w->admit_draw >> p & 1u);
    b->used &= (fedx_buffer_set)~w->cut_buffers;
    b->queued &= (fedx_buffer_set)~w->cut_buffers;
    b->waiting &= (fedx_buffer_set)~w->cut_buffers;
}

/* One write and one read a buffer and cycle; the byte read is in read_data a cycle later. */
void fedx_buffer_pool_store(struct fedx_buffer_pool *b, uint8_t store[][FEDX_PACKET_BYTES],
                            const struct fedx_port_receive *r, const struct fedx_port_transmit *t)
{
    FEDX_FOR_EACH_PORT(p, t->sending) {
        unsigned number = t->count[p] + 2u;

        if (number >= FEDX_HEADER_BYTES && number < FEDX_PACKET_BYTES)
            b->read_data[t->buf[p]] = store[t->buf[p]][number];
    }
    FEDX_FOR_EACH_PORT(p, r->write)
        store[r->buf[p]][r->count[p] - 1u] = r->data[p];
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffer pool and stores, explained: docs/spec/fedx.md section 8.
 */
#include <inttypes.h>
#include <string.h>

#include "fedx_explain_internal.h"

/* A rule of the edge: what it makes of buffers. */
struct effect {
    const char *name, *rule;
    unsigned ports;
    const uint8_t *buffers; /* by port */
};

/* @return the buffers that it is about */
static fedx_buffer_word print_effect(const struct fedx_explain *e, const struct effect *f)
{
    fedx_buffer_word about = 0;

    if (!f->ports)
        return 0;
    fprintf(e->edge.out, "    %s: %s:", f->name, f->rule);
    FEDX_FOR_EACH_PORT(p, f->ports)
    {
        fprintf(e->edge.out, " port %s buffer %u;", fedx_port_name((int)p), f->buffers[p]);
        about |= fedx_buffer_bit(f->buffers[p]);
    }
    fprintf(e->edge.out, "\n");
    return about;
}

/* What follows for the buffers of a rule, or of none. */
static void conclude(const struct fedx_explain *e, const char *name, fedx_buffer_word buffers)
{
    char wrong[EXPLAIN_WRONG];

    FEDX_FOR_EACH_BUFFER(b, buffers)
    if (*fedx_explain_wrong(e, "buffer_pool", (int)b, wrong))
        explain_conclude(&e->edge, "section 8, buffer %u, %s: %s", (unsigned)b, name, wrong);
}

/* Buffers that the switch alone gives to a header of the cycle: a verdict of admission. */
static fedx_buffer_word taken_alone(const struct fedx_explain *e)
{
    fedx_buffer_word taken = 0;

    FEDX_FOR_EACH_PORT(p, fedx_explain_before(e)->port_receive.decide &
                              (e->rtl.port_receive.body | e->rtl.port_receive.abort))
    taken |= fedx_buffer_bit(e->rtl.port_receive.buf[p]);
    FEDX_FOR_EACH_PORT(q, e->w.admit)
    taken &= ~fedx_buffer_bit(e->w.admit_buf[q]);
    return taken;
}

/* What happens to the pool at the edge, in the order of the rules. */
static void print_effects(const struct fedx_explain *e)
{
    const uint8_t *sent = fedx_explain_before(e)->port_transmit.buf;
    const struct effect effects[] = {
        {"rule 1, passed", "waiting' = 0", e->w.passed, sent},
        {"rule 2, accepted", "used' = waiting' = 0 for each port's buffer", e->w.accepted, sent},
        {"rule 3, stopped or expired", "queued' = waiting' = 1, to the back of the age order",
         e->w.stopped | e->w.expired, sent},
        {"rule 4, start", "queued' = 0", e->w.start, e->w.grant_buf},
        {"rule 5, admitted", "used', queued', waiting' = 1, to the back of the age order", e->w.admit, e->w.admit_buf},
    };
    fedx_buffer_word left = e->pool & ~e->read;
    char buffers[FEDX_EXPLAIN_LIST];

    fprintf(e->edge.out, "  rules at this edge, in order; of several for one bit the last one wins:\n");
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        fedx_buffer_word about = print_effect(e, &effects[i]);
        conclude(e, effects[i].name, about & left & ~e->w.abort_buffers);
        left &= ~about;
    }
    if (e->w.abort_buffers)
        fprintf(e->edge.out, "    6 abort: used', queued', waiting' = 0: buffers %s\n",
                fedx_explain_buffers(e->w.abort_buffers, buffers));
    conclude(e, "rule 6, abort", e->w.abort_buffers & e->pool);
    conclude(e, "which no rule is about at this edge", left & ~e->w.abort_buffers & ~taken_alone(e));
    if (!(e->w.passed | e->w.ended | e->w.start | e->w.admit | e->w.abort_buffers))
        fprintf(e->edge.out, "    none: the pool must stay as it is\n");
}

/* Oldest first; the place of a buffer is the number of those ahead of it. */
static void print_order(const struct fedx_explain *e, const char *side, const struct fedx_buffer_pool *b)
{
    fprintf(e->edge.out, "  age order, %s:", side);
    for (int place = 0; place < FEDX_BUFFERS; place++)
        for (int i = 0; i < FEDX_BUFFERS; i++)
            if (fedx_buffer_count(b->ahead[i]) == place)
                fprintf(e->edge.out, " %d%s", i, b->used >> i & 1u ? "" : "(free)");
    fprintf(e->edge.out, "\n");
}

void fedx_explain_pool(const struct fedx_explain *e)
{
    const struct fedx_buffer_pool *b = &fedx_explain_before(e)->buffer_pool;
    char text[FEDX_EXPLAIN_LIST];

    explain_title(&e->edge, "Buffer pool", 8, "", "");
    print_effects(e);
    FEDX_FOR_EACH_BUFFER(i, e->pool)
    if (fedx_explain_differs(e, "buffer_pool", (int)i)) {
        fprintf(e->edge.out, "  buffer %u: before: %s%s\n", (unsigned)i,
                b->used >> i & 1u ? fedx_explain_packet(b->head[i], text) : "free",
                e->w.abort_buffers >> i & 1u ? ", being aborted" : "");
        fedx_explain_registers(e, "buffer_pool", (int)i);
    }
    if (memcmp(e->model.buffer_pool.ahead, e->rtl.buffer_pool.ahead, sizeof b->ahead) != 0) {
        if (!(e->pool & taken_alone(e)))
            explain_conclude(
                &e->edge,
                "section 8: the age order differs; only what rules 3 and 5 name goes to the back, in that order");
        print_order(e, "before", b);
        print_order(e, "model", &e->model.buffer_pool);
        print_order(e, "switch", &e->rtl.buffer_pool);
    }
}

/* Stores ---------------------------------------------------------------------------------------------------------- */

static void print_write(const struct fedx_explain *e, unsigned buffer, unsigned number)
{
    const struct fedx_explain_write *w = &e->store[buffer][number];
    const uint8_t *store = e->before->store[buffer];

    if (w->written)
        fprintf(e->edge.out, "  it was written at the end of cycle %" PRIu64 ", byte %u of the frame of port %s\n",
                w->cycle, number, fedx_port_name((int)w->port));
    else
        fprintf(e->edge.out, "  it has never been written since the vectors begin\n");
    fprintf(e->edge.out, "  store of the model: byte %u 0x%02x, byte %u 0x%02x", number - 1, store[number - 1], number,
            store[number]);
    if (number + 1 < FEDX_PACKET_BYTES)
        fprintf(e->edge.out, ", byte %u 0x%02x", number + 1, store[number + 1]);
    fprintf(e->edge.out, "\n");
}

/* Whether the switch has every byte that was written at another place. */
static int is_shifted(const struct fedx_explain *e, unsigned buffer, int by)
{
    const uint8_t *model = e->before->store[buffer], *rtl = e->rtl_store[buffer];

    for (int i = FEDX_HEADER_BYTES; i < FEDX_PACKET_BYTES; i++)
        if (e->store[buffer][i].written && i + by >= 0 && i + by < FEDX_PACKET_BYTES && model[i] != rtl[i + by])
            return 0;
    return 1;
}

/* Bytes of a store that were written, and differ. */
static void print_store(const struct fedx_explain *e, unsigned buffer)
{
    const uint8_t *model = e->before->store[buffer], *rtl = e->rtl_store[buffer];
    int differ = 0, written = 0, first = 0;

    for (int i = FEDX_PACKET_BYTES - 1; e->stores && i >= FEDX_HEADER_BYTES; i--) {
        written += e->store[buffer][i].written;
        if (!e->store[buffer][i].written || model[i] == rtl[i])
            continue;
        differ++;
        first = i;
    }
    if (!e->stores)
        fprintf(e->edge.out, "  the switch does not show its stores\n");
    else if (differ == 0)
        fprintf(
            e->edge.out,
            "  the stores of this buffer are equal in all %d bytes that were written: it was read wrongly, or late\n",
            written);
    else
        fprintf(e->edge.out,
                "  the stores of this buffer differ in %d of %d bytes that were written, first byte %d: model 0x%02x, "
                "switch 0x%02x\n"
                "  (bytes %d to %d of the switch: 0x%02x 0x%02x 0x%02x)\n",
                differ, written, first, model[first], rtl[first], first - 1, first + 1, rtl[first - 1], rtl[first],
                rtl[first + 1 < FEDX_PACKET_BYTES ? first + 1 : first]);
    for (int by = -1; by <= 1; by += 2)
        if (differ > 1 && is_shifted(e, buffer, by))
            explain_conclude(&e->edge, "section 8, store of buffer %u: the switch has every byte one place too %s",
                             buffer, by < 0 ? "low" : "high");
}

void fedx_explain_read(const struct fedx_explain *e, unsigned buffer)
{
    const struct fedx_port_transmit *t = &fedx_explain_before(e)->port_transmit;
    char number[8], wrong[EXPLAIN_WRONG];

    snprintf(number, sizeof number, "%u", buffer);
    explain_title(&e->edge, "Buffer store", 8, "buffer ", number);
    fprintf(e->edge.out,
            "  rule: a port that sends byte n - 2, 10 <= n <= 159, reads byte n of the store of its buffer; "
            "else read_data stays\n");
    FEDX_FOR_EACH_PORT(p, t->sending)
    if (t->buf[p] == buffer) {
        unsigned n = t->count[p] + 2u;
        fprintf(e->edge.out, "  port %s sends byte %u: byte n = %u is %s\n", fedx_port_name((int)p), t->count[p], n,
                n >= FEDX_HEADER_BYTES && n < FEDX_PACKET_BYTES ? "read" : "not one of those: read_data stays");
        if (n >= FEDX_HEADER_BYTES && n < FEDX_PACKET_BYTES)
            print_write(e, buffer, n);
    }
    print_store(e, buffer);
    fprintf(e->edge.out, "  rule of writing: write = 1: data goes to address count - 1 of buffer buf\n");
    fedx_explain_registers(e, "buffer_pool", (int)buffer);
    if (*fedx_explain_wrong(e, "buffer_pool", (int)buffer, wrong))
        explain_conclude(&e->edge, "section 8, buffer %u: %s", buffer, wrong);
}

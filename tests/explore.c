/* SPDX-License-Identifier: Apache-2.0
 *
 * The port protocol explored exhaustively: both ends of a link, made of the model's own port receive, port transmit
 * and ownership (cmodel/fedx/kind/fedx_port_end.c drives them), in every state that they can reach, whatever the ends
 * want to send, admit, break off, with a number of one-cycle flips of any wire and of resets of an end, at any time.
 *
 *     explore [--latency L] [--flips N] [--resets N]
 *
 * Checked in every transition: a packet is accepted by its sender only after its receiver took it, taken once,
 * undamaged, and never while the sender believes that the attempt failed and may send it elsewhere. Checked from
 * every state: without further faults, when both ends have packets and admit them, both get one accepted again. That
 * rules out deadlock, and gives the longest time to it.
 *
 * What makes the states few, without leaving any out that behaves differently: docs/verification/invariants.md. Exit
 * status 0, or 1 after the way to the wrong state, or 2.
 */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "fedx/kind/fedx_port_end.h"
#include "fedx/header.h"

enum { LAST = FEDX_PACKET_BYTES - 1, MOST_LATENCY = 1 };

/* What became of the packet that an end sends. */
enum {
    NOT_TAKEN = 0,
    TAKEN = 1,
    FORGOTTEN = 2 /* an end was reset: until the next frame begins, it may have been taken or not */
};

/* States of the two sides of an end. */
enum { RX_IDLE, RX_HEADER, RX_DECIDE, RX_BODY, RX_REFUSING, RX_DRAIN };
enum { TX_IDLE, TX_SENDING, TX_AWAIT, TX_GAP };

/* One end, all that its future depends on. Fields that do not matter in a state are zero. */
struct end {
    uint64_t rx : 3, valid_low_seen : 1, bad : 1, dup_bit : 1, damaged : 1, refuse : 1, acc : 1, rx_count : 8;
    uint64_t frame_number : 1, frame_bit : 1; /* the frame that arrives, as it was sent */
    uint64_t tx : 2, bit : 1, acc_last : 1, refuse_last : 1, tx_count : 8;
    uint64_t turn : 1, own_last : 1, req : 1, hold : 7;
    uint64_t number : 1, fate : 2; /* of the packet to send, or under way */
};

/* What a stage of the wires holds. */
struct wire {
    uint8_t data, valid, turn, req, refuse, acc;
};

/* A state of the link: 16 bytes. */
struct state {
    uint64_t end[2]; /* packed: the end, from bit 46 its outgoing wire, and in the first the faults left */
};

struct link {
    struct end end[2];
    struct wire wire[2];    /* [i]: from end i, with latency 1 */
    unsigned flips, resets; /* left */
};

/*
 * Choices of one cycle. Wires to flip: what end `flip_at` reads, or both ends, 0 valid, 1 to 8 data, which both ends
 * share, 9 turn, 10 req, 11 refuse, 12 acc.
 */
struct choice {
    uint8_t want[2], admit[2], cut[2];
    int8_t flip_at, flip_wire; /* -1: none */
    int8_t reset;              /* -1: none */
};
enum { BOTH = 2, SHARED = 9, WIRES = 13 };
static const char *const wire_names[WIRES] = {"valid",  "data 0", "data 1", "data 2", "data 3", "data 4", "data 5",
                                              "data 6", "data 7", "turn",   "req",    "refuse", "acc"};

/* A table of states by number, in the order in which they were found. */
struct explorer {
    int latency, flips, resets;
    uint8_t image[2][2][FEDX_PACKET_BYTES];        /* packets by end and number, bit 0 */
    uint8_t frame[2][2][2][FEDX_PACKET_BYTES];     /* as sent, by end, number and bit */
    uint8_t check[2][2][2][FEDX_PACKET_BYTES + 1]; /* of the first so many bytes of a frame */
    uint32_t crc[2][2][2][FEDX_PACKET_BYTES + 1];
    struct state *state;
    uint32_t *parent, *next; /* next: by the continuation without faults */
    uint8_t *done;           /* which ends got a packet accepted on the way to next, one bit an end */
    uint32_t states, room;
    uint32_t *table;
    uint64_t slots, transitions;
    const char *wrong;
    uint32_t wrong_at;
    struct choice wrong_choice;
};

/* Packing --------------------------------------------------------------------------------------------------------- */

static uint64_t pack_wire(const struct wire *w)
{
    return (uint64_t)(w->data | w->valid << 8 | w->turn << 9 | w->req << 10 | w->refuse << 11 | w->acc << 12);
}

static struct wire unpack_wire(uint64_t bits)
{
    return (struct wire){.data = (uint8_t)bits,
                         .valid = bits >> 8 & 1,
                         .turn = bits >> 9 & 1,
                         .req = bits >> 10 & 1,
                         .refuse = bits >> 11 & 1,
                         .acc = bits >> 12 & 1};
}

static struct state pack(const struct link *l)
{
    struct state s;

    for (int i = 0; i < 2; i++) {
        uint64_t bits;
        memcpy(&bits, &l->end[i], sizeof bits);
        s.end[i] = bits | pack_wire(&l->wire[i]) << 46;
    }
    s.end[0] |= (uint64_t)l->flips << 59 | (uint64_t)l->resets << 61;
    return s;
}

static struct link unpack(const struct state *s)
{
    struct link l;

    memset(&l, 0, sizeof l);
    for (int i = 0; i < 2; i++) {
        uint64_t bits = s->end[i] & ((UINT64_C(1) << 46) - 1);
        memcpy(&l.end[i], &bits, sizeof bits);
        l.wire[i] = unpack_wire(s->end[i] >> 46);
    }
    l.flips = s->end[0] >> 59 & 3;
    l.resets = s->end[0] >> 61 & 1;
    return l;
}

/* From the state of an end to its registers, and back ------------------------------------------------------------- */

/* A wrong packet check that no single wrong bit makes right again. */
enum { WRONG = 0x40000000 };

static void expand_receive(const struct explorer *x, const struct end *e, int i, struct fedx_port_receive *r)
{
    int from = i ^ 1, n = e->frame_number, b = e->frame_bit, count = e->rx_count;

    r->header = e->rx == RX_HEADER;
    r->decide = e->rx == RX_DECIDE;
    r->body = e->rx == RX_BODY;
    r->refusing = e->rx == RX_REFUSING;
    r->drain = (uint8_t)((r->drain & ~1u) | (e->rx == RX_DRAIN));
    r->valid_low_seen = e->valid_low_seen;
    r->bad = e->bad;
    r->dup_bit = e->dup_bit;
    r->refuse = e->refuse;
    r->acc = e->acc;
    r->count[0] = (uint8_t)count;
    r->check[0] = x->check[from][n][b][count < FEDX_BYTE_CHECK ? count : FEDX_BYTE_CHECK];
    r->crc[0] = x->crc[from][n][b][count] ^ (e->damaged ? WRONG : 0);
    r->head[0] = 0;
    for (int k = 1; k < count && k < FEDX_BYTE_CHECK; k++)
        r->head[0] |= (uint64_t)x->frame[from][n][b][k] << 8 * (8 - k);
}

static void expand_transmit(const struct explorer *x, const struct end *e, int i, struct fedx_port_transmit *t)
{
    const uint8_t *frame = x->frame[i][e->number][e->bit];

    t->sending = e->tx == TX_SENDING;
    t->await = e->tx == TX_AWAIT;
    t->gap = e->tx == TX_GAP;
    t->bit = e->bit;
    t->acc_last = e->acc_last;
    t->refuse_last = e->refuse_last;
    t->count[0] = e->tx_count;
    t->data[0] = t->sending ? frame[e->tx_count] : 0;
    t->check[0] =
        t->sending ? x->check[i][e->number][e->bit][e->tx_count < FEDX_BYTE_CHECK ? e->tx_count + 1 : FEDX_BYTE_CHECK]
                   : 0;
    t->buf[0] = 1;
}

static void expand(const struct explorer *x, const struct end *e, int i, struct fedx_port_end *port)
{
    fedx_port_end_init(port, i, x->latency);
    expand_receive(x, e, i, &port->rx);
    expand_transmit(x, e, i, &port->tx);
    port->own.turn = e->turn;
    port->own.own_last = e->own_last;
    port->own.req = e->req;
    port->config.hold = e->hold;
    port->outgoing = x->image[i][e->number];
    port->last_levels = UINT64_MAX; /* a whole step each time */
}

/*
 * What the registers after a step are in a state, and whether the frame so far is the one that was sent. A frame that
 * is not ends as bad or with a wrong check, however it differs: both checks find any two wrong bits.
 */
static void reduce_receive(const struct explorer *x, struct end *e, int i, const struct fedx_port_receive *r)
{
    int from = i ^ 1, n = e->frame_number, b = e->frame_bit, count = r->count[0], damaged = e->damaged,
        bad = r->bad & 1;
    uint64_t head = 0;

    e->rx = r->header & 1     ? RX_HEADER
            : r->decide & 1   ? RX_DECIDE
            : r->body & 1     ? RX_BODY
            : r->refusing & 1 ? RX_REFUSING
            : r->drain & 1    ? RX_DRAIN
                              : RX_IDLE;
    e->refuse = r->refuse & 1;
    e->acc = r->acc & 1;
    e->valid_low_seen = e->rx == RX_DRAIN && (r->valid_low_seen & 1);
    e->dup_bit = e->rx == RX_DECIDE && (r->dup_bit & 1);
    for (int k = 1; k < count && k < FEDX_BYTE_CHECK; k++)
        head |= (uint64_t)x->frame[from][n][b][k] << 8 * (8 - k);
    if (e->rx == RX_HEADER || e->rx == RX_DECIDE) {
        for (int k = count; k < FEDX_BYTE_CHECK; k++) /* left over from the frame before */
            head |= r->head[0] & (uint64_t)0xff << 8 * (8 - k);
        bad |= head != r->head[0] || r->crc[0] != x->crc[from][n][b][count];
    }
    if (e->rx == RX_BODY)
        damaged |= r->crc[0] != x->crc[from][n][b][count];
    e->bad = (e->rx == RX_HEADER || e->rx == RX_DECIDE) && bad;
    e->damaged = e->rx == RX_BODY && damaged;
    e->rx_count = e->rx == RX_HEADER || e->rx == RX_DECIDE || e->rx == RX_BODY ? count : 0;
    if (e->rx != RX_HEADER && e->rx != RX_DECIDE && e->rx != RX_BODY)
        e->frame_number = e->frame_bit = 0;
}

static void reduce_transmit(struct end *e, const struct fedx_port_transmit *t)
{
    e->tx = t->sending & 1 ? TX_SENDING : t->await & 1 ? TX_AWAIT : t->gap & 1 ? TX_GAP : TX_IDLE;
    e->bit = t->bit & 1;
    e->acc_last = t->acc_last & 1;
    e->refuse_last = t->refuse_last & 1;
    e->tx_count = e->tx == TX_IDLE ? 0 : t->count[0];
}

/* One cycle ------------------------------------------------------------------------------------------------------- */

static struct wire output(const struct fedx_port_end *port)
{
    struct fedx_pins out;

    fedx_port_end_pins(port, &out);
    return (struct wire){out.data[0], out.valid, out.turn, out.req, out.refuse, out.acc};
}

static void flip(struct fedx_pins *in, int wire)
{
    switch (wire) {
    case 0: in->valid ^= 1; break;
    case SHARED + 0: in->turn ^= 1; break;
    case SHARED + 1: in->req ^= 1; break;
    case SHARED + 2: in->refuse ^= 1; break;
    case SHARED + 3: in->acc ^= 1; break;
    default: in->data[0] ^= (uint8_t)(1u << (wire - 1)); break;
    }
}

/* What end i learns of its own packet. @return what is wrong, or NULL */
static const char *sender_event(struct end *e, unsigned what)
{
    if (what & FEDX_END_ACCEPTED) {
        if (e->fate == NOT_TAKEN)
            return "lost: the sender believes in an acceptance, and the receiver has not taken the packet";
        e->number ^= 1;
        e->fate = NOT_TAKEN;
    }
    if (what & FEDX_END_FAILED) {
        if (e->fate == TAKEN)
            return "doubled: the receiver has taken the packet, and the sender may send it elsewhere";
        e->fate = NOT_TAKEN;
    }
    if ((what & FEDX_END_STARTED) && e->fate == FORGOTTEN)
        e->fate = NOT_TAKEN;
    return NULL;
}

/* A packet has arrived at port; e is the end that sent it. */
static const char *receiver_event(struct end *e, const struct end *receiver, const struct fedx_port_end *port)
{
    if (receiver->damaged)
        return "damaged: a packet with a wrong byte was taken";
    if (e->fate == TAKEN)
        return "doubled: the packet was taken twice";
    if (port->incoming[8] != e->number)
        return "misdelivered: it is not the packet that the sender has in turn";
    if (e->fate == NOT_TAKEN)
        e->fate = TAKEN;
    return NULL;
}

static void reset_end(const struct explorer *x, struct link *l, int i, struct fedx_port_end *port)
{
    struct end *e = &l->end[i], *other = &l->end[i ^ 1];
    unsigned number = e->number;

    memset(e, 0, sizeof *e);
    fedx_port_end_init(port, i, x->latency);
    e->number = number & 1;
    e->fate = FORGOTTEN; /* its last byte may be on the wire */
    /* A packet on its way to this end is refused and sent again; but two flips can hide the refusal from its sender. */
    int under_way = other->tx == TX_SENDING || other->tx == TX_AWAIT;
    if (other->fate == TAKEN || (under_way && x->flips > 1))
        other->fate = FORGOTTEN;
}

/* What an end reads in this cycle, and what it is told. */
static struct fedx_pins inputs(const struct explorer *x, const struct link *l, const struct choice *c, int i,
                               const struct wire *out, struct fedx_port_end *port)
{
    struct wire w = x->latency ? l->wire[i ^ 1] : out[i ^ 1];
    const struct end *e = &l->end[i];
    struct fedx_pins in = {.data = {(uint8_t)(w.data | out[i].data)},
                           .valid = w.valid | out[i].valid,
                           .turn = w.turn,
                           .req = w.req,
                           .refuse = w.refuse,
                           .acc = w.acc};

    if (c->flip_at == i || c->flip_at == BOTH)
        flip(&in, c->flip_wire);
    port->next = c->want[i] ? x->image[i][e->tx == TX_SENDING || e->tx == TX_AWAIT ? !e->number : e->number] : NULL;
    port->admit = c->admit[i];
    port->abort = c->cut[i];
    return in;
}

/* What is kept of an end after the cycle. */
static void carry_over(const struct explorer *x, struct link *l, const struct choice *c, int i, const struct wire *out,
                       const struct fedx_port_end *port)
{
    struct end *e = &l->end[i];

    if (i == c->reset)
        reduce_receive(x, e, i, &port->rx);
    reduce_transmit(e, &port->tx);
    e->turn = port->own.turn & 1;
    e->own_last = port->own.own_last & 1;
    e->req = port->own.req & 1;
    e->hold = port->config.hold;
    if (x->latency)
        l->wire[i] = out[i];
}

/**
 * One cycle of a link.
 * @param[out] accepted  ends whose packet was accepted
 * @return what is wrong, or NULL
 */
static const char *step(const struct explorer *x, struct link *l, const struct choice *c, unsigned *accepted)
{
    struct fedx_port_end port[2];
    struct wire out[2];
    struct fedx_pins in[2];
    unsigned what[2];
    const char *wrong = NULL;

    for (int i = 0; i < 2; i++) {
        expand(x, &l->end[i], i, &port[i]);
        out[i] = output(&port[i]);
    }
    for (int i = 0; i < 2; i++)
        in[i] = inputs(x, l, c, i, out, &port[i]);
    for (int i = 0; i < 2; i++) {
        struct end *e = &l->end[i];
        if (e->rx == RX_IDLE) { /* if a frame begins now, it is this one */
            e->frame_number = l->end[i ^ 1].number;
            e->frame_bit = l->end[i ^ 1].bit;
        }
        what[i] = fedx_port_end_step(&port[i], &in[i]);
    }
    for (int i = 0; i < 2 && !wrong; i++) {
        if (what[i] & FEDX_END_RECEIVED)
            wrong = receiver_event(&l->end[i ^ 1], &l->end[i], &port[i]);
        reduce_receive(x, &l->end[i], i, &port[i].rx);
    }
    *accepted = 0;
    for (int i = 0; i < 2 && !wrong; i++) {
        wrong = sender_event(&l->end[i], what[i]);
        *accepted |= (what[i] & FEDX_END_ACCEPTED) ? 1u << i : 0;
    }
    if (c->reset >= 0 && !wrong)
        reset_end(x, l, c->reset, &port[c->reset]);
    for (int i = 0; i < 2; i++)
        carry_over(x, l, c, i, out, &port[i]);
    return wrong;
}

/* Choices --------------------------------------------------------------------------------------------------------- */

/* The continuation without faults: both ends have packets, and admit them. */
static const struct choice fair = {{1, 1}, {1, 1}, {0, 0}, -1, -1, -1};

/* Does a header decide that could be admitted? Does a frame go on that could be broken off? */
static int may_refuse(const struct end *e)
{
    return e->rx == RX_DECIDE && !e->bad && !e->dup_bit;
}

static int may_cut(const struct end *e)
{
    return e->tx == TX_SENDING && e->tx_count < LAST;
}

typedef int visit(struct explorer *x, uint32_t from, const struct choice *c, void *context);

/* All choices of flips and resets, with what the ends want given. @return 1 to stop */
static int with_faults(struct explorer *x, uint32_t at, const struct link *l, struct choice c, visit *f, void *context)
{
    if (f(x, at, &c, context))
        return 1;
    for (int i = 0; i <= BOTH && l->flips; i++)
        for (int w = 0; w < (i == BOTH ? SHARED : WIRES); w++) {
            c.flip_at = (int8_t)i;
            c.flip_wire = (int8_t)w;
            if (f(x, at, &c, context))
                return 1;
        }
    c.flip_at = c.flip_wire = -1;
    for (int i = 0; i < 2 && l->resets; i++) {
        c.reset = (int8_t)i;
        if (f(x, at, &c, context))
            return 1;
    }
    return 0;
}

/* All choices of a state, the fair one first. @return 1 when f said to stop */
static int for_each_choice(struct explorer *x, uint32_t at, visit *f, void *context)
{
    struct link l = unpack(&x->state[at]);

    for (int k = 0; k < 64; k++) {
        struct choice c = fair;
        int possible = 1;
        for (int i = 0; i < 2; i++) {
            int refuse = k >> (2 + i) & 1, cut = k >> (4 + i) & 1;
            c.want[i] = !(k >> i & 1);
            c.admit[i] = !refuse;
            c.cut[i] = (uint8_t)cut;
            possible &= (!refuse || may_refuse(&l.end[i])) && (!cut || may_cut(&l.end[i]));
        }
        if (possible && with_faults(x, at, &l, c, f, context))
            return 1;
    }
    return 0;
}

static struct link after(const struct explorer *x, uint32_t at, const struct choice *c, const char **wrong,
                         unsigned *accepted)
{
    struct link l = unpack(&x->state[at]);

    *wrong = step(x, &l, c, accepted);
    l.flips -= c->flip_at >= 0;
    l.resets -= c->reset >= 0;
    return l;
}

/* The set of states ----------------------------------------------------------------------------------------------- */

static void out_of_memory(void)
{
    fprintf(stderr, "explore: out of memory\n");
    exit(2);
}

static void *grown(void *old, uint64_t count, size_t size)
{
    void *bigger = realloc(old, count * size);

    if (!bigger)
        out_of_memory();
    return bigger;
}

static uint64_t slot_of(const struct explorer *x, const struct state *s)
{
    uint64_t slot = XXH3_64bits(s, sizeof *s) & (x->slots - 1);

    while (x->table[slot] && memcmp(&x->state[x->table[slot] - 1], s, sizeof *s) != 0)
        slot = (slot + 1) & (x->slots - 1);
    return slot;
}

static void grow(struct explorer *x)
{
    if (x->states == x->room) {
        x->room = x->room ? x->room + x->room / 2 : 1 << 16;
        x->state = grown(x->state, x->room, sizeof *x->state);
        x->parent = grown(x->parent, x->room, sizeof *x->parent);
        x->next = grown(x->next, x->room, sizeof *x->next);
        x->done = grown(x->done, x->room, sizeof *x->done);
    }
    if ((uint64_t)x->states * 3 < x->slots * 2)
        return;
    free(x->table);
    x->slots = x->slots ? x->slots * 2 : 1 << 17;
    x->table = calloc(x->slots, sizeof *x->table);
    if (!x->table)
        out_of_memory();
    for (uint32_t i = 0; i < x->states; i++)
        x->table[slot_of(x, &x->state[i])] = i + 1;
}

static uint32_t number_of(struct explorer *x, const struct link *l, uint32_t parent)
{
    struct state s = pack(l);

    grow(x);
    uint64_t slot = slot_of(x, &s);
    if (x->table[slot] == 0) {
        x->state[x->states] = s;
        x->parent[x->states] = parent;
        x->table[slot] = ++x->states;
    }
    return x->table[slot] - 1;
}

/* The search ------------------------------------------------------------------------------------------------------ */

static int expand_state(struct explorer *x, uint32_t at, const struct choice *c, void *context)
{
    const char *wrong;
    unsigned accepted;
    struct link l = after(x, at, c, &wrong, &accepted);
    int first = *(int *)context;

    x->transitions++;
    if (wrong) {
        x->wrong = wrong;
        x->wrong_at = at;
        x->wrong_choice = *c;
        return 1;
    }
    uint32_t to = number_of(x, &l, at);
    if (first) {
        x->next[at] = to;
        x->done[at] = (uint8_t)accepted;
    }
    *(int *)context = 0;
    return 0;
}

static void make_frames(struct explorer *x)
{
    uint8_t body[FEDX_BYTE_CRC - FEDX_HEADER_BYTES];

    for (int i = 0; i < 2; i++)
        for (int n = 0; n < 2; n++)
            for (int b = 0; b < 2; b++) {
                struct fedx_header h = {
                    .destination = 3, .source = (uint16_t)i, .packet = (uint8_t)n, .bit = (uint8_t)b};
                uint8_t *frame = x->frame[i][n][b];
                memset(body, 0x5a + n, sizeof body);
                fedx_header_packet(&h, body, frame);
                x->crc[i][n][b][0] = 0xffffffffu;
                for (int k = 0; k < FEDX_PACKET_BYTES; k++) {
                    x->crc[i][n][b][k + 1] = fedx_header_crc(x->crc[i][n][b][k], frame[k], k);
                    x->check[i][n][b][k + 1] =
                        k < FEDX_BYTE_CHECK ? fedx_header_check(x->check[i][n][b][k], frame[k]) : x->check[i][n][b][k];
                }
                if (b == 0)
                    memcpy(x->image[i][n], frame, FEDX_PACKET_BYTES);
            }
}

static void begin(struct explorer *x)
{
    struct link l;
    struct fedx_port_end port;

    make_frames(x);
    memset(&l, 0, sizeof l);
    l.flips = (unsigned)x->flips;
    l.resets = (unsigned)x->resets;
    for (int i = 0; i < 2; i++) {
        fedx_port_end_init(&port, i, x->latency);
        reduce_receive(x, &l.end[i], i, &port.rx);
        reduce_transmit(&l.end[i], &port.tx);
        l.end[i].hold = port.config.hold;
        if (x->latency)
            l.wire[i].refuse = 1;
    }
    number_of(x, &l, 0);
}

/* Cycles from a state to the next acceptance of an end without faults, of all states; UINT16_MAX: never. */
static uint16_t *times_to(const struct explorer *x, int end)
{
    enum { UNKNOWN = UINT16_MAX - 1, ON_WAY = UINT16_MAX - 2, NEVER = UINT16_MAX };
    uint16_t *time = malloc(sizeof *time * x->states);
    uint32_t *way = malloc(sizeof *way * x->states);

    if (!time || !way)
        out_of_memory();
    for (uint32_t i = 0; i < x->states; i++)
        time[i] = UNKNOWN;
    for (uint32_t i = 0; i < x->states; i++) {
        uint32_t length = 0, at = i;
        while (time[at] == UNKNOWN && !(x->done[at] >> end & 1)) {
            time[at] = ON_WAY;
            way[length++] = at;
            at = x->next[at];
        }
        if (time[at] == UNKNOWN)
            time[at] = 1;
        uint32_t from = time[at] == ON_WAY ? (uint32_t)NEVER : time[at];
        while (length > 0) {
            from = from == NEVER ? (uint32_t)NEVER : from + 1;
            time[way[--length]] = (uint16_t)from;
        }
    }
    free(way);
    return time;
}

/* The way to a state, in words ------------------------------------------------------------------------------------ */

struct edge {
    struct state to;
    struct choice choice;
};

static int same_edge(struct explorer *x, uint32_t at, const struct choice *c, void *context)
{
    struct edge *e = context;
    const char *wrong;
    unsigned accepted;
    struct link l = after(x, at, c, &wrong, &accepted);
    struct state s = pack(&l);

    if (wrong || memcmp(&s, &e->to, sizeof s) != 0)
        return 0;
    e->choice = *c;
    return 1;
}

static void print_state(const struct explorer *x, uint32_t at)
{
    static const char *const receiving[] = {"idle", "header", "decide", "body", "refusing", "drain"};
    static const char *const sending[] = {"idle", "sending", "await", "gap"};
    struct link l = unpack(&x->state[at]);

    for (int i = 0; i < 2; i++) {
        const struct end *e = &l.end[i];
        printf(" |%s%-7s%3u %-8s%3u turn %u req %u refuse %u acc %u bit %u", e->hold ? "*" : " ", sending[e->tx],
               (unsigned)e->tx_count, receiving[e->rx], (unsigned)e->rx_count, (unsigned)e->turn, (unsigned)e->req,
               (unsigned)e->refuse, (unsigned)e->acc, (unsigned)e->bit);
    }
}

static void print_choice(const struct choice *c)
{
    for (int i = 0; i < 2; i++) {
        if (c->cut[i])
            printf(" | end %d breaks off", i);
        if (!c->admit[i])
            printf(" | end %d refuses", i);
    }
    if (c->flip_at >= 0)
        printf(" | FLIP of %s as %s %s it", wire_names[c->flip_wire],
               c->flip_at == BOTH ? "both ends"
               : c->flip_at       ? "end 1"
                                  : "end 0",
               c->flip_at == BOTH ? "read" : "reads");
    if (c->reset >= 0)
        printf(" | RESET of end %d", c->reset);
    printf("\n");
}

/* Whether two states one after the other differ in counts alone, and no faults happened between. */
static int nothing_but_time(const struct explorer *x, uint32_t before, uint32_t now)
{
    struct link a = unpack(&x->state[before]), b = unpack(&x->state[now]);

    if (a.flips != b.flips || a.resets != b.resets)
        return 0;
    for (int i = 0; i < 2; i++) {
        struct end *e = &a.end[i], *f = &b.end[i];
        e->rx_count = f->rx_count;
        e->tx_count = f->tx_count;
        e->hold = f->hold && e->hold ? f->hold : e->hold;
        if (memcmp(e, f, sizeof *e) != 0)
            return 0;
    }
    return 1;
}

static void print_way(struct explorer *x, uint32_t last, const struct choice *final)
{
    uint32_t length = 0, *way = malloc(sizeof *way * x->states);
    unsigned skipped = 0;

    if (!way)
        out_of_memory();
    for (uint32_t at = last;; at = x->parent[at]) {
        way[length++] = at;
        if (at == 0)
            break;
    }
    printf("  cycle | end 0: transmit, receive (* silent after reset)              | end 1\n");
    for (uint32_t k = length; k-- > 0;) {
        struct edge e = {.choice = fair};
        if (k > 0 && k + 1 < length && nothing_but_time(x, way[k + 1], way[k])) {
            skipped++;
            continue;
        }
        if (skipped)
            printf("        ... %u cycles in which only counts change\n", skipped);
        skipped = 0;
        printf("  %5u", length - 1 - k);
        print_state(x, way[k]);
        if (k > 0) {
            e.to = x->state[way[k - 1]];
            for_each_choice(x, way[k], same_edge, &e);
            print_choice(&e.choice);
        } else if (final) {
            print_choice(final);
        } else {
            printf("\n");
        }
    }
    free(way);
}

/* Both ends go on from every state. @return 1 when one does not */
static int check_progress(struct explorer *x)
{
    for (int end = 0; end < 2; end++) {
        uint16_t *time = times_to(x, end);
        uint32_t worst = 0;
        for (uint32_t i = 0; i < x->states; i++)
            worst = time[i] > time[worst] ? i : worst;
        uint16_t longest = time[worst];
        free(time);
        if (longest == UINT16_MAX) {
            printf("WRONG: end %d never gets a packet accepted again, though there are no faults any more\n", end);
            print_way(x, worst, NULL);
            return 1;
        }
        printf("progress    end %d: a packet accepted again within %u cycles from every state\n", end, longest);
    }
    return 0;
}

static const struct argp_option argp_options[] = {
    {"latency", 'l', "L", 0, "stages on every wire, 0 or 1 (default 0)", 0},
    {"flips", 'f', "N", 0, "one-cycle flips of a wire, 0 to 2 (default 0)", 0},
    {"resets", 'r', "N", 0, "resets of an end, 0 or 1 (default 0)", 0},
    {0},
};

static int digit(struct argp_state *state, const char *text, int most)
{
    if (text[0] < '0' || text[0] > '0' + most || text[1])
        argp_failure(state, 2, 0, "%s: must be 0 to %d", text, most);
    return text[0] - '0';
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct explorer *x = state->input;

    switch (key) {
    case 'l': x->latency = digit(state, text, MOST_LATENCY); return 0;
    case 'f': x->flips = digit(state, text, 2); return 0;
    case 'r': x->resets = digit(state, text, 1); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    struct argp argp = {.options = argp_options, .parser = parse, .doc = "Explore all states of a link."};
    struct explorer x = {.wrong = NULL};

    argp_parse(&argp, argc, argv, 0, NULL, &x);
    begin(&x);
    for (uint32_t at = 0; at < x.states && !x.wrong; at++) {
        int first = 1;
        for_each_choice(&x, at, expand_state, &first);
    }
    printf("explored    frames of %d bytes, latency %d, %d flips, %d resets: %u states, %" PRIu64 " transitions\n",
           FEDX_PACKET_BYTES, x.latency, x.flips, x.resets, x.states, x.transitions);
    int failed = x.wrong != NULL;
    if (failed) {
        printf("WRONG: %s\n", x.wrong);
        print_way(&x, x.wrong_at, &x.wrong_choice);
    } else {
        failed = check_progress(&x);
    }
    free(x.state);
    free(x.parent);
    free(x.next);
    free(x.done);
    free(x.table);
    return failed;
}

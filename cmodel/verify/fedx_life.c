/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of packets in one switch. See fedx_life.h.
 */
#include "fedx_life.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../switch/fedx_switch_internal.h"
#include "fedx_lockstep.h"

enum {
    EVENTS = 24,     /* kept of a packet: the first FIRST_EVENTS, and then the last ones */
    FIRST_EVENTS = 8,
    GONE = 16        /* packets that have left, kept */
};

enum event_kind {
    EVENT_HELD,     /* in buffer, when a state was set */
    EVENT_CAME,     /* first byte, by port */
    EVENT_REFUSED,  /* verdict */
    EVENT_ADMITTED, /* into buffer */
    EVENT_WHOLE,
    EVENT_BROKEN,
    EVENT_START,    /* first byte leaves, by port */
    EVENT_STOPPED,  /* by refuse */
    EVENT_TURN,     /* by loss of ownership */
    EVENT_CUT,
    EVENT_OUT,      /* last byte has left */
    EVENT_ACCEPTED,
    EVENT_EXPIRED
};

struct event {
    uint64_t cycle;
    enum event_kind kind;
    int value; /* port, buffer or verdict */
};

/* A packet, from its first header on. */
struct life {
    uint64_t head;   /* without the stop-and-wait bit */
    int known;       /* it has a head */
    unsigned events, dropped;
    struct event event[EVENTS];
    uint64_t ended;
};

struct observer {
    uint64_t cycle;
    struct life port[FEDX_PORTS];     /* the packet whose headers come, or came last */
    uint64_t first[FEDX_PORTS];       /* first byte of the present frame */
    struct life buffer[FEDX_BUFFERS];
    struct life gone[GONE];
    unsigned left;                    /* in all */
    struct fedx_life_counts counts;
    unsigned ports;
};

static void note(struct life *life, uint64_t cycle, enum event_kind kind, int value)
{
    if (life->events == EVENTS) {
        memmove(life->event + FIRST_EVENTS, life->event + FIRST_EVENTS + 1,
                (EVENTS - FIRST_EVENTS - 1) * sizeof *life->event);
        life->events--;
        life->dropped++;
    }
    life->event[life->events++] = (struct event){cycle, kind, value};
}

static uint64_t identity(uint64_t head)
{
    return head & ~((uint64_t)FEDX_FLAG_BIT << 40);
}

/* A state has been set: what is in it has come before. */
static void begin(struct observer *o, const struct fedx_switch_regs *regs)
{
    FEDX_FOR_EACH_BUFFER(b, regs->buffer_pool.used) {
        o->buffer[b] = (struct life){.head = identity(regs->buffer_pool.head[b]), .known = 1};
        note(&o->buffer[b], o->cycle, EVENT_HELD, (int)b);
        o->counts.packets++;
    }
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        o->first[p] = o->cycle;
}

/* A header is complete: the same packet once more, or another one. */
static void decide(struct observer *o, const struct fedx_switch_regs *after, unsigned p)
{
    struct life *life = &o->port[p];
    unsigned cause = after->admission.cause[p];
    uint64_t head = identity(after->port_receive.head[p]);

    if (!life->known || life->head != head) {
        *life = (struct life){.head = head, .known = 1};
        o->counts.packets++;
    }
    note(life, o->first[p], EVENT_CAME, (int)p);
    if (cause != FEDX_CAUSE_NONE) {
        note(life, o->cycle, EVENT_REFUSED, (int)cause);
        return;
    }
    int buffer = after->port_receive.buf[p];
    note(life, o->cycle, EVENT_ADMITTED, buffer);
    o->buffer[buffer] = *life;
    life->known = 0;
}

static void receive(struct observer *o, const struct fedx_switch_regs *before, const struct fedx_switch_regs *after)
{
    const struct fedx_port_receive *a = &before->port_receive, *b = &after->port_receive;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p;
        if (b->header & ~(unsigned)a->header & port)
            o->first[p] = o->cycle;
        if (a->decide & port)
            decide(o, after, p);
        if (b->cut & port)
            note(&o->buffer[b->buf[p]], o->cycle, EVENT_BROKEN, b->count[p]);
        else if ((a->acc ^ b->acc) & port)
            note(&o->buffer[a->buf[p]], o->cycle, EVENT_WHOLE, 0);
    }
}

static void leave(struct observer *o, unsigned buffer)
{
    o->buffer[buffer].ended = o->cycle;
    o->gone[o->left++ % GONE] = o->buffer[buffer];
    memset(&o->buffer[buffer], 0, sizeof o->buffer[buffer]);
}

static void transmit(struct observer *o, const struct fedx_switch_regs *before, const struct fedx_switch_regs *after,
                     const struct fedx_pins *in)
{
    const struct fedx_port_transmit *a = &before->port_transmit, *b = &after->port_transmit;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p, was = a->buf[p];
        struct life *life = &o->buffer[was];

        if (a->sending & ~(unsigned)b->sending & b->await & port)
            note(life, o->cycle, EVENT_OUT, 0);
        else if (a->sending & ~(unsigned)b->sending & port)
            note(life, o->cycle,
                 !(after->buffer_pool.used >> was & 1u) ? EVENT_CUT
                 : in->refuse & port                    ? EVENT_STOPPED
                                                        : EVENT_TURN,
                 0);
        if (a->await & ~(unsigned)b->await & port) {
            int accepted = !(after->buffer_pool.used >> was & 1u);
            note(life, o->cycle, accepted ? EVENT_ACCEPTED : EVENT_EXPIRED, (int)p);
        }
        if (b->sending & ~(unsigned)a->sending & port)
            note(&o->buffer[b->buf[p]], o->cycle + 1, EVENT_START, (int)p);
    }
    FEDX_FOR_EACH_BUFFER(i, before->buffer_pool.used & ~(fedx_buffer_word)after->buffer_pool.used)
        leave(o, (unsigned)i);
}

static void observe(struct observer *o, const struct fedx_switch_regs *before, const struct fedx_switch_regs *after,
                    const struct fedx_vector *v)
{
    o->ports |= v->in.valid;
    if (v->control.rst) {
        memset(o->port, 0, sizeof o->port);
        memset(o->buffer, 0, sizeof o->buffer);
    } else {
        receive(o, before, after);
        transmit(o, before, after, &v->in);
    }
    o->cycle++;
}

const char *fedx_life_name(uint64_t head, char *text, size_t size)
{
    struct fedx_header h = fedx_header_fields(head);

    snprintf(text, size, "%u.%u.%u", h.source, h.message, h.packet);
    return text;
}

static void print_event(const struct event *e, FILE *out)
{
    fprintf(out, "  cycle %8" PRIu64 "  ", e->cycle);
    switch (e->kind) {
    case EVENT_HELD: fprintf(out, "in buffer %d: the state that is set has it there\n", e->value); break;
    case EVENT_CAME: fprintf(out, "first byte comes by port %s\n", fedx_port_name(e->value)); break;
    case EVENT_REFUSED: fprintf(out, "refused: %s\n", fedx_cause_name((unsigned)e->value)); break;
    case EVENT_ADMITTED: fprintf(out, "admitted to buffer %d, queued\n", e->value); break;
    case EVENT_WHOLE: fprintf(out, "whole, acknowledged\n"); break;
    case EVENT_BROKEN: fprintf(out, "broken after %d bytes: to be cut\n", e->value); break;
    case EVENT_START: fprintf(out, "first byte leaves by port %s\n", fedx_port_name(e->value)); break;
    case EVENT_STOPPED: fprintf(out, "refused by the other end: queued again\n"); break;
    case EVENT_TURN: fprintf(out, "stopped, ownership of the port was lost: queued again\n"); break;
    case EVENT_CUT: fprintf(out, "onward frame cut\n"); break;
    case EVENT_OUT: fprintf(out, "last byte has left, acceptance awaited\n"); break;
    case EVENT_ACCEPTED:
        fprintf(out, "accepted by the other end of port %s: buffer released\n", fedx_port_name(e->value));
        break;
    case EVENT_EXPIRED: fprintf(out, "no acceptance in time: queued again\n"); break;
    }
}

static void print_life(const struct life *life, const char *where, const char *number, FILE *out)
{
    struct fedx_header h = fedx_header_fields(life->head);
    char name[32];

    fprintf(out, "packet %s to node %u, %s, deroutes %u%s: %s%s\n", fedx_life_name(life->head, name, sizeof name),
            h.destination, h.adaptive ? "adaptive" : "deterministic", h.deroutes, h.last ? ", last of its message" : "",
            where, number);
    for (unsigned i = 0; i < life->events; i++) {
        if (i == FIRST_EVENTS && life->dropped)
            fprintf(out, "  ... %u more events\n", life->dropped);
        print_event(&life->event[i], out);
    }
}

/* Where what is told goes. */
struct teller {
    FILE *out;
    struct fedx_life_told told;
};

static void tell(struct teller *t, const struct life *life, const char *where, const char *number)
{
    t->told.head[t->told.count++] = life->head;
    if (t->out)
        print_life(life, where, number, t->out);
}

static void tell_all(const struct observer *o, const struct fedx_switch_regs *regs, struct teller *t)
{
    const struct fedx_port_receive *r = &regs->port_receive;
    char number[16];

    FEDX_FOR_EACH_BUFFER(i, regs->buffer_pool.used) {
        snprintf(number, sizeof number, "%u", (unsigned)i);
        tell(t, &o->buffer[i], "in buffer ", number);
    }
    for (int p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p;
        if (r->header & port && t->out)
            fprintf(t->out, "header of %u bytes so far at port %s, since cycle %" PRIu64 "\n", r->count[p],
                    fedx_port_name(p), o->first[p]);
        if (o->port[p].known)
            tell(t, &o->port[p], "refused last at port ", fedx_port_name(p));
    }
    for (unsigned n = o->left > GONE ? o->left - GONE : 0; n < o->left; n++)
        if (o->gone[n % GONE].ended + FEDX_LIFE_RECENT >= o->cycle)
            tell(t, &o->gone[n % GONE], "gone", "");
    if (t->told.count == 0 && t->out)
        fprintf(t->out, "none\n");
}

int fedx_life_print(const struct fedx_vectors *v, FILE *out, struct fedx_life_counts *counts,
                    struct fedx_life_told *told)
{
    struct teller teller = {.out = out};
    struct fedx_switch *sw = fedx_switch_create();
    struct observer *o = calloc(1, sizeof *o);

    if (sw && o) {
        for (size_t i = 0; i < v->count; i++) {
            fedx_vectors_put(v, i, &fedx_node_model, sw);
            if (v->start && v->start->at == i)
                begin(o, &v->start->regs);
            struct fedx_switch_regs before = *fedx_switch_state(sw);
            fedx_switch_step(sw, &v->cycle[i].in, &v->cycle[i].control);
            observe(o, &before, fedx_switch_state(sw), &v->cycle[i]);
        }
        o->counts.cycles = v->count;
        o->counts.ports = (uint64_t)__builtin_popcount(o->ports);
        *counts = o->counts;
        tell_all(o, fedx_switch_state(sw), &teller);
        if (told)
            *told = teller.told;
    }
    int status = sw && o ? 0 : -1;
    fedx_switch_destroy(sw);
    free(o);
    return status;
}

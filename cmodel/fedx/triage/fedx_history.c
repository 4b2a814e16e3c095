/* SPDX-License-Identifier: Apache-2.0
 *
 * The history of packets in one switch. See fedx_triage.h.
 */
#include "fedx_triage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kind/fedx_describe.h"
#include "../model/fedx_switch_internal.h"

enum {
    EVENTS = 24, /* kept of a packet: the first FIRST_EVENTS, and then the last ones */
    FIRST_EVENTS = 8,
    FOLDED = 3, /* so many like refusals are one line */
    GONE = 16   /* packets that have left, kept */
};

enum event_kind {
    EVENT_HELD,     /* in buffer, when a state was set */
    EVENT_CAME,     /* first byte, by port */
    EVENT_REFUSED,  /* verdict */
    EVENT_ADMITTED, /* into buffer */
    EVENT_WHOLE,
    EVENT_BROKEN,
    EVENT_START,   /* first byte leaves, by port */
    EVENT_STOPPED, /* by refuse */
    EVENT_TURN,    /* by loss of ownership */
    EVENT_ABORT,
    EVENT_OUT, /* last byte has left */
    EVENT_ACCEPTED,
    EVENT_EXPIRED
};

struct event {
    uint64_t cycle;
    enum event_kind kind;
    int value; /* port, buffer or verdict */
};

/* A packet, from its first header on. */
struct history {
    uint64_t head; /* without the stop-and-wait bit */
    int known;     /* it has a head */
    unsigned events, dropped;
    struct event event[EVENTS];
    uint64_t ended;
};

struct fedx_history {
    uint64_t cycle;
    struct fedx_switch_regs before;  /* the registers of that cycle */
    struct history port[FEDX_PORTS]; /* the packet whose headers come, or came last */
    uint64_t first[FEDX_PORTS];      /* first byte of the present frame */
    struct history buffer[FEDX_BUFFERS];
    struct history gone[GONE];
    unsigned left;    /* in all */
    uint64_t packets; /* that came */
    unsigned ports;   /* by which a byte came */
};

static void note(struct history *history, uint64_t cycle, enum event_kind kind, int value)
{
    if (history->events == EVENTS) {
        memmove(history->event + FIRST_EVENTS, history->event + FIRST_EVENTS + 1,
                (EVENTS - FIRST_EVENTS - 1) * sizeof *history->event);
        history->events--;
        history->dropped++;
    }
    history->event[history->events++] = (struct event){cycle, kind, value};
}

static uint64_t identity(uint64_t head)
{
    return head & ~((uint64_t)FEDX_FLAG_BIT << 40);
}

/* A state has been set: what is in it has come before. */
static void begin(struct fedx_history *l)
{
    const struct fedx_buffer_pool *pool = &l->before.buffer_pool;

    FEDX_FOR_EACH_BUFFER(b, pool->used)
    {
        l->buffer[b] = (struct history){.head = identity(pool->head[b]), .known = 1};
        note(&l->buffer[b], l->cycle, EVENT_HELD, (int)b);
        l->packets++;
    }
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        l->first[p] = l->cycle;
}

/* A header is complete: the same packet once more, or another one. */
static void decide(struct fedx_history *l, const struct fedx_switch_regs *after, unsigned p)
{
    struct history *history = &l->port[p];
    unsigned reason = after->admission.reason[p];
    uint64_t head = identity(after->port_receive.head[p]);

    if (!history->known || history->head != head) {
        *history = (struct history){.head = head, .known = 1};
        l->packets++;
    }
    note(history, l->first[p], EVENT_CAME, (int)p);
    if (reason != FEDX_REJECT_NONE) {
        note(history, l->cycle, EVENT_REFUSED, (int)reason);
        return;
    }
    int buffer = after->port_receive.buf[p];
    note(history, l->cycle, EVENT_ADMITTED, buffer);
    l->buffer[buffer] = *history;
    history->known = 0;
}

static void receive(struct fedx_history *l, const struct fedx_switch_regs *after)
{
    const struct fedx_port_receive *a = &l->before.port_receive, *b = &after->port_receive;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p;
        if (b->header & ~(unsigned)a->header & port)
            l->first[p] = l->cycle;
        if (a->decide & port)
            decide(l, after, p);
        if (b->abort & port)
            note(&l->buffer[b->buf[p]], l->cycle, EVENT_BROKEN, b->count[p]);
        else if ((a->acc ^ b->acc) & port)
            note(&l->buffer[a->buf[p]], l->cycle, EVENT_WHOLE, 0);
    }
}

static void leave(struct fedx_history *l, unsigned buffer)
{
    l->buffer[buffer].ended = l->cycle;
    l->gone[l->left++ % GONE] = l->buffer[buffer];
    memset(&l->buffer[buffer], 0, sizeof l->buffer[buffer]);
}

static void transmit(struct fedx_history *l, const struct fedx_switch_regs *after, const struct fedx_pins *in)
{
    const struct fedx_port_transmit *a = &l->before.port_transmit, *b = &after->port_transmit;

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p, was = a->buf[p];
        struct history *history = &l->buffer[was];

        if (a->sending & ~(unsigned)b->sending & b->await & port)
            note(history, l->cycle, EVENT_OUT, 0);
        else if (a->sending & ~(unsigned)b->sending & port)
            note(history, l->cycle,
                 !(after->buffer_pool.used >> was & 1u) ? EVENT_ABORT
                 : in->refuse & port                    ? EVENT_STOPPED
                                                        : EVENT_TURN,
                 0);
        if (a->await & ~(unsigned)b->await & port) {
            int accepted = !(after->buffer_pool.used >> was & 1u);
            note(history, l->cycle, accepted ? EVENT_ACCEPTED : EVENT_EXPIRED, (int)p);
        }
        if (b->sending & ~(unsigned)a->sending & port)
            note(&l->buffer[b->buf[p]], l->cycle + 1, EVENT_START, (int)p);
    }
    FEDX_FOR_EACH_BUFFER(i, l->before.buffer_pool.used & ~(fedx_buffer_word)after->buffer_pool.used)
    leave(l, (unsigned)i);
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct fedx_history *l = context;

    l->before = *fedx_switch_state(c->model);
    if (c->set)
        begin(l);
}

static void see_edge(void *context, const struct replay_cycle *c)
{
    const struct fedx_switch_regs *after = fedx_switch_state(c->model);
    const struct fedx_pins *in = c->in;
    const struct fedx_control *control = c->control;
    struct fedx_history *l = context;

    l->ports |= in->valid;
    if (control->rst) {
        memset(l->port, 0, sizeof l->port);
        memset(l->buffer, 0, sizeof l->buffer);
    } else {
        receive(l, after);
        transmit(l, after, in);
    }
    l->cycle++;
}

static void *create(const struct router_kind *kind)
{
    (void)kind;
    return calloc(1, sizeof(struct fedx_history));
}

const char *fedx_history_name(uint64_t head, char *text, size_t size)
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
    case EVENT_REFUSED: fprintf(out, "refused: %s\n", fedx_reject_name((unsigned)e->value)); break;
    case EVENT_ADMITTED: fprintf(out, "admitted to buffer %d, queued\n", e->value); break;
    case EVENT_WHOLE: fprintf(out, "whole, acknowledged\n"); break;
    case EVENT_BROKEN: fprintf(out, "broken after %d bytes: to be aborted\n", e->value); break;
    case EVENT_START: fprintf(out, "first byte leaves by port %s\n", fedx_port_name(e->value)); break;
    case EVENT_STOPPED: fprintf(out, "refused by the other end: queued again\n"); break;
    case EVENT_TURN: fprintf(out, "stopped, ownership of the port was lost: queued again\n"); break;
    case EVENT_ABORT: fprintf(out, "onward frame aborted\n"); break;
    case EVENT_OUT: fprintf(out, "last byte has left, acceptance awaited\n"); break;
    case EVENT_ACCEPTED:
        fprintf(out, "accepted by the other end of port %s: buffer released\n", fedx_port_name(e->value));
        break;
    case EVENT_EXPIRED: fprintf(out, "no acceptance in time: queued again\n"); break;
    }
}

/* How often the attempt that begins with event i fails in the same way, one after the other, up to event `end`. */
static unsigned refusals(const struct history *history, unsigned i, unsigned end)
{
    const struct event *first = &history->event[i];
    unsigned count = 0;

    for (; i + 1 < end && history->event[i].kind == EVENT_CAME && history->event[i].value == first->value;
         i += 2, count++)
        if (history->event[i + 1].kind != EVENT_REFUSED || history->event[i + 1].value != first[1].value)
            break;
    return count;
}

/* Those of the same kind in one line. */
static void print_events(const struct history *history, unsigned i, unsigned end, FILE *out)
{
    while (i < end) {
        const struct event *e = &history->event[i];
        unsigned count = refusals(history, i, end);
        if (count < FOLDED) {
            print_event(e, out);
            i++;
            continue;
        }
        i += 2 * count;
        fprintf(out,
                "  cycle %8" PRIu64 "  first byte comes by port %s; refused: %s, and %u times more up to cycle %" PRIu64
                "\n",
                e->cycle, fedx_port_name(e->value), fedx_reject_name((unsigned)e[1].value), count - 1,
                history->event[i - 1].cycle);
    }
}

static void print_history(const struct history *history, const char *where, const char *number, FILE *out)
{
    struct fedx_header h = fedx_header_fields(history->head);
    char name[32];

    fprintf(out, "packet %s to node %u, %s, deroutes %u%s: %s%s\n", fedx_history_name(history->head, name, sizeof name),
            h.destination, h.adaptive ? "adaptive" : "deterministic", h.deroutes, h.last ? ", last of its message" : "",
            where, number);
    unsigned first = history->dropped ? FIRST_EVENTS : history->events;
    print_events(history, 0, first, out);
    if (history->dropped)
        fprintf(out, "  ... %u more events\n", history->dropped);
    print_events(history, first, history->events, out);
}

/* Where what is told goes. */
struct teller {
    FILE *out;
    struct fedx_history_counts told;
};

static void report_packet(struct teller *t, const struct history *history, const char *where, const char *number)
{
    t->told.head[t->told.count++] = history->head;
    if (t->out)
        print_history(history, where, number, t->out);
}

static void report_all(const struct fedx_history *l, struct teller *t)
{
    const struct fedx_port_receive *r = &l->before.port_receive;
    char number[16];

    FEDX_FOR_EACH_BUFFER(i, l->before.buffer_pool.used)
    {
        snprintf(number, sizeof number, "%u", (unsigned)i);
        report_packet(t, &l->buffer[i], "in buffer ", number);
    }
    for (int p = 0; p < FEDX_PORTS; p++) {
        unsigned port = 1u << p;
        if (r->header & port && t->out)
            fprintf(t->out, "header of %u bytes so far at port %s, since cycle %" PRIu64 "\n", r->count[p],
                    fedx_port_name(p), l->first[p]);
        if (l->port[p].known)
            report_packet(t, &l->port[p], "refused last at port ", fedx_port_name(p));
    }
    for (unsigned n = l->left > GONE ? l->left - GONE : 0; n < l->left; n++)
        if (l->gone[n % GONE].ended + FEDX_HISTORY_RECENT >= l->cycle)
            report_packet(t, &l->gone[n % GONE], "gone", "");
    if (t->told.count == 0 && t->out)
        fprintf(t->out, "none\n");
}

static struct history_counts count(const void *history)
{
    const struct fedx_history *l = history;

    return (struct history_counts){l->packets, (uint64_t)__builtin_popcount(l->ports), l->cycle};
}

static void print(const void *history, FILE *out)
{
    report_all(history, &(struct teller){.out = out});
}

void fedx_history_report(const struct fedx_history *history, struct fedx_history_counts *told)
{
    struct teller teller = {0};

    report_all(history, &teller);
    *told = teller.told;
}

const struct history_ops fedx_history = {create, free,  {.cycle = see_cycle, .edge = see_edge},
                                         count,  print, FEDX_HISTORY_RECENT};

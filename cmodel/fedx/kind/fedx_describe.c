/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_describe.h"

#include "../model/fedx_switch_internal.h"
#include "fedx_reject_reasons.h"

static const char *receiving(const struct fedx_port_receive *r, int p)
{
    unsigned port = 1u << p;

    return r->header & port     ? "header"
           : r->decide & port   ? "decide"
           : r->body & port     ? "body"
           : r->refusing & port ? "refusing"
           : r->drain & port    ? "drain"
                                : "idle";
}

static const char *sending(const struct fedx_port_transmit *t, int p)
{
    unsigned port = 1u << p;

    return t->sending & port ? "sending" : t->await & port ? "await" : t->gap & port ? "gap" : "idle";
}

const char *fedx_reject_name(unsigned reason)
{
    return fedx_reject_reasons[reason & 7].words;
}

const char *fedx_port_name(int port)
{
    static const char *const names[FEDX_PORTS] = {"0", "1", "2", "3", "4", "5", "PE"};

    return names[port];
}

void fedx_switch_print(const struct fedx_switch_regs *s, FILE *out)
{
    const struct fedx_buffer_pool *b = &s->buffer_pool;

    fprintf(out, "  port  receive   count buffer  last verdict  transmit  count buffer  owner req\n");
    for (int p = 0; p < FEDX_PORTS; p++)
        fprintf(out, "  %-4s  %-8s  %5u %6u  %-12s  %-8s  %5u %6u  %5u %3u\n", fedx_port_name(p),
                receiving(&s->port_receive, p), s->port_receive.count[p], s->port_receive.buf[p],
                fedx_reject_name(s->admission.reason[p]), sending(&s->port_transmit, p), s->port_transmit.count[p],
                s->port_transmit.buf[p], s->ownership.own_last >> p & 1u, s->ownership.req >> p & 1u);
    FEDX_FOR_EACH_BUFFER(i, b->used)
    {
        struct fedx_header h = fedx_header_fields(b->head[i]);
        fprintf(out, "  buffer %u: packet %u.%u.%u to node %u, class %u, ports 0x%02x%s%s\n", (unsigned)i, h.source,
                h.message, h.packet, h.destination, b->level[i], b->allowed[i], b->queued >> i & 1u ? ", queued" : "",
                b->waiting >> i & 1u ? ", waiting" : "");
    }
}

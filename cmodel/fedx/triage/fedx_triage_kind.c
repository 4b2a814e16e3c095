/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the Fed-X switch.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/triage.h"
#include "../bench/fedx_lockstep_node.h"
#include "../kind/fedx_describe.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_triage.h"

/* Sections of docs/spec/fedx.md by what begins the name of a register. */
static const struct section_rule rules[] = {
    {"port_receive.", 5, "Port receive"},
    {"port_transmit.", 6, "Port transmit"},
    {"ownership.", 7, "Ownership"},
    {"buffer_pool.", 8, "Buffer pool"},
    {"store[", 8, "Buffer pool"},
    {"admission.", 9, "Admission"},
    {"route.", 10, "Routing"},
    {"config.", 12, "Configuration and reset"},
    {NULL, 0, NULL},
};

/* What the lanes of the field that differs are of. */
static enum fedx_dimension dimension_of(const struct mismatch *d)
{
    const struct reg_info *info = fedx_reg_find(d->field);
    const struct pin_info *pin = fedx_pin_find(d->field);

    if (info)
        return (enum fedx_dimension)info->lanes.dimension;
    return pin ? (enum fedx_dimension)pin->lanes.dimension : FEDX_OF_WORD;
}

/* Ports that send a buffer or receive into it, or else did so last. */
static unsigned ports_of_buffer(const struct fedx_switch_regs *r, int buffer)
{
    unsigned sends = 0, receives = 0, busy = r->port_transmit.sending | r->port_transmit.await;

    for (int p = 0; p < FEDX_PORTS; p++) {
        sends |= (unsigned)(r->port_transmit.buf[p] == buffer && r->port_transmit.count[p] > 0) << p;
        receives |= (unsigned)(r->port_receive.buf[p] == buffer && r->port_receive.count[p] > 0) << p;
    }
    return sends & busy                      ? sends & busy
           : receives & r->port_receive.body ? receives & r->port_receive.body
                                             : sends | receives;
}

static int port_of(const struct router_kind *kind, const struct mismatch *d)
{
    const struct fedx_switch_regs *r = fedx_mismatch_registers(d);
    unsigned ports = r->port_receive.header | r->port_receive.decide | r->port_receive.body | r->port_transmit.sending;
    int wrong = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;
    enum fedx_dimension dimension = dimension_of(d);

    (void)kind;
    if (dimension == FEDX_OF_PORT && wrong < FEDX_PORTS)
        return wrong;
    if (dimension == FEDX_OF_BUFFER && ports_of_buffer(r, wrong))
        ports = ports_of_buffer(r, wrong);
    return ports ? __builtin_ctz(ports) : 0;
}

static const char *const port_blocks[] = {"port_receive", "port_transmit", "ownership", "route", NULL};

const struct triage_kind fedx_kind_triage = {
    .port = port_of,
    .port_name = fedx_port_name,
    .port_blocks = port_blocks,
    .sections = rules,
    .specification = "docs/spec/fedx.md",
    .history = &fedx_history,
    .hops = fedx_hops_print,
    .explain = &fedx_explain,
    .late_start = &fedx_late_start,
    .shrink = FEDX_VERIFIED ? fedx_shrink_vectors : NULL,
    .sources = dut_cache_sources,
};

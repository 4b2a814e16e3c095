/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the Fed-X switch.
 */
#include "../../triage/triage.h"
#include "../bench/fedx_lockstep_node.h"
#include "../bench/fedx_spec.h"
#include "../kind/fedx_describe.h"
#include "../../dut/dut_cache.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_explain.h"
#include "fedx_hops.h"
#include "fedx_late_start.h"
#include "fedx_shrink.h"

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

static int port_of(const struct mismatch *d)
{
    const struct fedx_switch_regs *r = fedx_mismatch_registers(d);
    unsigned ports = r->port_receive.header | r->port_receive.decide | r->port_receive.body | r->port_transmit.sending;
    int wrong = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;
    enum fedx_dimension dimension = dimension_of(d);

    if (dimension == FEDX_OF_PORT && wrong < FEDX_PORTS)
        return wrong;
    if (dimension == FEDX_OF_BUFFER && ports_of_buffer(r, wrong))
        ports = ports_of_buffer(r, wrong);
    return ports ? __builtin_ctz(ports) : 0;
}

static void *create_history(void)
{
    return fedx_history_create();
}

static void destroy_history(void *history)
{
    fedx_history_destroy(history);
}

static struct observer observe_history(void *history)
{
    return fedx_history_observer(history);
}

static struct history_counts count_history(const void *history)
{
    return fedx_history_count(history);
}

static void print_history(const void *history, FILE *out)
{
    fedx_history_print(history, out);
}

static char *print_hops(const void *history, FILE *hops)
{
    return fedx_hops_print(history, hops);
}

static const struct history_ops history = {create_history, destroy_history,     observe_history, count_history,
                                           print_history,  FEDX_HISTORY_RECENT, print_hops};

static void *create_explain(const struct vectors *v)
{
    return fedx_explain_create(v);
}

static void destroy_explain(void *explain)
{
    fedx_explain_destroy(explain);
}

static struct observer observe_explain(void *explain)
{
    return fedx_explain_observer(explain);
}

static int print_explain(void *explain, const struct mismatch *d, FILE *out)
{
    return fedx_explain_print(explain, d, out);
}

static const struct explain_ops explain = {create_explain, destroy_explain, observe_explain, print_explain};

static const char *const port_blocks[] = {"port_receive", "port_transmit", "ownership", "route", NULL};

const struct triage_kind fedx_kind_triage = {
    .port = port_of,
    .port_name = fedx_port_name,
    .port_blocks = port_blocks,
    .section = fedx_spec_section,
    .specification = "docs/spec/fedx.md",
    .history = &history,
    .explain = &explain,
    .late_start = &fedx_late_start,
    .shrink = FEDX_VERIFIED ? fedx_shrink_vectors : NULL,
    .sources = dut_cache_sources,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the virtual-channel router and of its terminal.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/triage.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_terminal_kind.h"
#include "vcr_triage.h"

/* Sections of docs/spec/vcr.md by what begins the name of a register. */
static const struct section_rule rules[] = {
    {"route.", 5, "Route"},
    {"input.", 6, "Input"},
    {"store[", 6, "Input"},
    {"output.", 8, "Output"},
    {"allocate.", 9, "Allocation"},
    {"crossbar.", 10, "Crossbar"},
    {"sat_switch.", 11, "SAT"},
    {"config.", 12, "Configuration and reset"},
    {NULL, 0, NULL},
};

/* The first input that holds something. */
static int busy_port(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    for (int p = 0; p < s->ports; p++)
        if (r->input.stored[p] | r->input.active[p])
            return p;
    return 0;
}

static int port_of(const struct router_kind *kind, const struct mismatch *d)
{
    int port = vcr_explain_port_of(kind, kind->parameters, d);

    return port >= 0 ? port : busy_port(kind->parameters, (const struct vcr_regs *)(const void *)&d->state);
}

static const char *port_name(int port)
{
    static const char *const names[VCR_MOST_PORTS] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"};

    return names[port];
}

static const char *const port_blocks[] = {"input", "output", "route", "allocate", "crossbar", NULL};

const struct triage_kind vcr_kind_triage = {
    .port = port_of,
    .port_name = port_name,
    .address = vcr_explain_address,
    .port_blocks = port_blocks,
    .sections = rules,
    .specification = "docs/spec/vcr.md",
    .history = &vcr_history,
    .explain = &vcr_explain,
    .late_start = &vcr_late_start,
    .sources = dut_cache_sources,
};

/* Terminals ------------------------------------------------------------------------------------------------------- */

static const struct section_rule terminal_rules[] = {
    {"inject.", 15, "Injection"},  {"store[", 15, "Injection"},     {"sat_gate.", 16, "SAT gate"},
    {"terminal.", 17, "Terminal"}, {"sat_watch.", 18, "SAT watch"}, {NULL, 0, NULL},
};

/* The port of what differs; else the first. */
static int terminal_port_of(const struct router_kind *kind, const struct mismatch *d)
{
    const struct vcr_parameters alike = vcr_terminal_alike(kind->parameters);
    int port = vcr_explain_port_of(kind, &alike, d);

    return port >= 0 ? port : 0;
}

static const char *const terminal_port_blocks[] = {"inject", "terminal", NULL};

const struct triage_kind vcr_terminal_triage = {
    .port = terminal_port_of,
    .port_name = port_name,
    .address = vcr_terminal_explain_address,
    .port_blocks = terminal_port_blocks,
    .sections = terminal_rules,
    .specification = "docs/spec/vcr.md",
    .history = &vcr_terminal_history,
    .explain = &vcr_terminal_explain,
    .sources = dut_cache_sources,
};

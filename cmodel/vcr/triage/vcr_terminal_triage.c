/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the terminal.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/triage.h"
#include "../kind/vcr_terminal_kind.h"
#include "vcr_explain.h"
#include "vcr_terminal_explain.h"
#include "vcr_terminal_history.h"

/* Sections of docs/spec/vcr.md by what begins the name of a register. */
static const struct section_rule rules[] = {
    {"inject.", 15, "Injection"},  {"store[", 15, "Injection"},     {"sat_gate.", 16, "SAT gate"},
    {"terminal.", 17, "Terminal"}, {"sat_watch.", 18, "SAT watch"}, {NULL, 0, NULL},
};

/* The port of what differs; else the first. */
static int port_of(const struct router_kind *kind, const struct mismatch *d)
{
    const struct vcr_parameters alike = vcr_terminal_alike(kind->parameters);
    int port = vcr_explain_port_of(kind, &alike, d);

    return port >= 0 ? port : 0;
}

static const char *port_name(int port)
{
    static const char *const names[VCR_MOST_LOCAL] = {"0", "1", "2", "3"};

    return names[port];
}

static const char *const port_blocks[] = {"inject", "terminal", NULL};

const struct triage_kind vcr_terminal_triage = {
    .port = port_of,
    .port_name = port_name,
    .address = vcr_terminal_explain_address,
    .port_blocks = port_blocks,
    .sections = rules,
    .specification = "docs/spec/vcr.md",
    .history = &vcr_terminal_history,
    .explain = &vcr_terminal_explain,
    .sources = dut_cache_sources,
};

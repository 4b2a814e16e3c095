/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking into a difference between model and RTL of an AXI4-Stream switch.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/triage.h"
#include "../kind/axis_kind.h"

/* Sections of docs/spec/axis.md, by the beginning of a register's name. */
static const struct section_rule rules[] = {
    {"ingress.", 5, "skid buffers"},  {"egress.", 5, "skid buffers"}, {"decode.", 6, "decoding"},
    {"arbitrate.", 7, "arbitration"}, {"legal.", 10, "invariant"},    {NULL, 0, NULL},
};

/* Of data there are several lanes per port. */
static int port_of(const struct router_kind *kind, const struct mismatch *d)
{
    const struct reg_info *row = kind_register_find(kind, d->field);
    const struct pin_info *pin = kind_pin_find(kind, d->field);
    unsigned dimension = row ? row->lanes.dimension : pin ? pin->lanes.dimension : AXIS_WORD;
    int words =
        dimension == AXIS_INPUT_WORD || dimension == AXIS_OUTPUT_WORD ? axis_widths(axis_parameters_of(kind)).words : 1;

    return d->lane < 0 ? 0 : d->lane / words;
}

static const char *port_name(int port)
{
    static const char *const names[AXIS_MOST_PORTS] = {"0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                                       "8", "9", "10", "11", "12", "13", "14", "15"};

    return names[port];
}

static const char *const port_blocks[] = {"ingress", "decode", "arbitrate", "egress", NULL};

const struct triage_kind axis_triage = {.port = port_of,
                                        .port_name = port_name,
                                        .port_blocks = port_blocks,
                                        .sections = rules,
                                        .specification = "docs/spec/axis.md",
                                        .sources = dut_cache_sources};

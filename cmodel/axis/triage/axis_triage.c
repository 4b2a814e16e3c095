/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking into a difference between model and RTL of an AXI4-Stream switch.
 */
#include <string.h>

#include "../../dut/dut_cache.h"
#include "../../triage/triage.h"
#include "../kind/axis_kind.h"

/* Sections of docs/spec/axis.md, by the beginning of a field's name. */
static const struct {
    const char *field;
    int section;
    const char *title;
} sections[] = {
    {"ingress.", 5, "skid buffers"},  {"egress.", 5, "skid buffers"}, {"s_tready", 5, "skid buffers"},
    {"m_t", 5, "skid buffers"},       {"decode.", 6, "decoding"},     {"drop", 6, "decoding"},
    {"arbitrate.", 7, "arbitration"}, {"legal.", 10, "invariant"},
};

static int section(const char *field, const char **title)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strncmp(field, sections[i].field, strlen(sections[i].field)) == 0) {
            *title = sections[i].title;
            return sections[i].section;
        }
    *title = NULL;
    return 0;
}

/* Of data there are several lanes per port. */
static int port_of(const struct axis_kind *kind, const struct mismatch *d)
{
    const struct reg_info *row = kind_register_find(&kind->router, d->field);
    const struct pin_info *pin = kind_pin_find(&kind->router, d->field);
    unsigned dimension = row ? row->lanes.dimension : pin ? pin->lanes.dimension : AXIS_WORD;
    int words =
        dimension == AXIS_INPUT_WORD || dimension == AXIS_OUTPUT_WORD ? axis_widths(&kind->parameters).words : 1;

    return d->lane < 0 ? 0 : d->lane / words;
}

static const char *port_name(int port)
{
    static const char *const names[AXIS_MOST_PORTS] = {"0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                                       "8", "9", "10", "11", "12", "13", "14", "15"};

    return names[port];
}

static const char *const port_blocks[] = {"ingress", "decode", "arbitrate", "egress", NULL};

#define AXIS_CONFIGURATION(name, ...)                                                    \
    static int port_##name(const struct mismatch *d)                                     \
    {                                                                                    \
        return port_of(&axis_kind_##name, d);                                            \
    }                                                                                    \
    const struct triage_kind axis_triage_##name = {.port = port_##name,                  \
                                                   .port_name = port_name,               \
                                                   .port_blocks = port_blocks,           \
                                                   .section = section,                   \
                                                   .specification = "docs/spec/axis.md", \
                                                   .sources = dut_cache_sources};
#include "../kind/axis_kinds.def"

/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_spec.h.
 */
#include "fedx_spec.h"

#include "../../triage/section.h"
#include "../kind/fedx_kind.h"

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

int fedx_spec_section(const char *field, const char **title)
{
    return section_find(&fedx_kind, rules, field, title);
}

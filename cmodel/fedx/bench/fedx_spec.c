/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_spec.h.
 */
#include "fedx_spec.h"

#include <string.h>

#include "fedx/switch.h"

static const struct {
    const char *field; /* begins with this */
    int section;
    const char *title;
} rules[] = {
    {"port_receive.", 5, "Port receive"},
    {"port_transmit.", 6, "Port transmit"},
    {"ownership.", 7, "Ownership"},
    {"buffer_pool.", 8, "Buffer pool"},
    {"store[", 8, "Buffer pool"},
    {"admission.", 9, "Admission"},
    {"route.", 10, "Routing"},
    {"config.", 12, "Configuration and reset"},
};

/* The register that a field shows whose first word is an output; otherwise the field. */
static const char *shown_by(const char *field)
{
    size_t length = strspn(field, "abcdefghijklmnopqrstuvwxyz_0123456789");

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (fedx_pin_is_output(&fedx_pin_table[i]) && strlen(fedx_pin_table[i].name) == length &&
            strncmp(field, fedx_pin_table[i].name, length) == 0)
            return fedx_pin_table[i].shows;
    return field;
}

int fedx_spec_section(const char *field, const char **title)
{
    static const char word[] = "register ";

    if (strncmp(field, word, sizeof word - 1) == 0)
        field += sizeof word - 1;
    field = shown_by(field);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strncmp(field, rules[i].field, strlen(rules[i].field)) == 0) {
            *title = rules[i].title;
            return rules[i].section;
        }
    *title = NULL;
    return 0;
}

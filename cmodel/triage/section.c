/* SPDX-License-Identifier: Apache-2.0 */
#include "section.h"

#include <string.h>

#include "triage.h"

/* The register that a field shows whose first word is an output; otherwise the field. */
static const char *shown_by(const struct router_kind *kind, const char *field)
{
    size_t length = strspn(field, "abcdefghijklmnopqrstuvwxyz_0123456789");

    for (int i = 0; i < kind->pin_count; i++)
        if (pin_is_output(&kind->pins[i]) && strlen(kind->pins[i].name) == length &&
            strncmp(field, kind->pins[i].name, length) == 0)
            return kind->pins[i].shows;
    return field;
}

int section_find(const struct router_kind *kind, const char *field, const char **title)
{
    const struct section_rule *rules = kind->parts->triage->sections;
    static const char word[] = "register ";

    if (strncmp(field, word, sizeof word - 1) == 0)
        field += sizeof word - 1;
    field = shown_by(kind, field);
    while (rules->field && strncmp(field, rules->field, strlen(rules->field)) != 0)
        rules++;
    *title = rules->title;
    return rules->section;
}

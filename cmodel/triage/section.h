/* SPDX-License-Identifier: Apache-2.0
 *
 * Which section of a specification rules about a pin or a named register.
 */
#ifndef TRIAGE_SECTION_H
#define TRIAGE_SECTION_H

#include "../kind/kind.h"

/** A section that rules about all fields whose names begin so. */
struct section_rule {
    const char *field;
    int section;
    const char *title;
};

/**
 * The section for a field, a pin (tx_turn ...) or a named register (block.register), whatever follows it.
 * @param kind         of router, with triage_kind.sections: an output is ruled as the register that it shows
 * @param[out] title   of that section, NULL when there is none
 * @return its number, or 0
 */
int section_find(const struct router_kind *kind, const char *field, const char **title);

#endif

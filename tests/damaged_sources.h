/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets that say that they come from an endpoint that is not there, as a damaged archive can hold them.
 */
#ifndef FEDX_TESTS_DAMAGED_SOURCES_H
#define FEDX_TESTS_DAMAGED_SOURCES_H

#include <string.h>

#include "unit.h"
#include "fabric/fabric_internal.h"

/* @return how many packets that are being taken in now say so from here on */
static inline unsigned damage_sources(struct fabric *f)
{
    unsigned count = 0;

    for (int n = 0; n < f->endpoints; n++)
        if (f->endpoint[n].ejecting) {
            f->endpoint[n].received.source = UINT32_MAX - (uint32_t)n;
            count++;
        }
    return count;
}

/* Such a packet has ended the run. */
static inline void assert_damaged_packet(const struct fabric *f)
{
    const char *text;
    int node;

    assert_int_equal(fabric_fault(f, &node, &text), FABRIC_FAULT_PACKET);
    assert_non_null(strstr(text, "damaged"));
}

#endif

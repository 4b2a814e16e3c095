/* SPDX-License-Identifier: Apache-2.0
 *
 * Flits: the head's fields, and those that a hop changes. docs/spec/vcr.md section 3; RTL twin rtl/vcr/vcr_flit.vh.
 */
#include "vcr_internal.h"

/* The head of a packet that goes on where it does not come nearer; it has deflections left. */
uint64_t vcr_flit_deflected(uint64_t head)
{
    return head - (UINT64_C(1) << VCR_HEAD_DEFLECTIONS);
}

/* The head of a packet at its intermediate router: from here on it goes to its destination, in a class of its own. */
uint64_t vcr_flit_turned(uint64_t head)
{
    const uint64_t whole = UINT64_C(0xff) << VCR_HEAD_VIA_TERMINAL | UINT64_C(1) << VCR_HEAD_VIA;

    return (head & ~whole) | UINT64_C(1) << VCR_HEAD_CLASS;
}

/* As a head whose destination is where it is on its way to: a terminal of its intermediate router, or its own. */
uint64_t vcr_flit_aimed(const struct vcr_parameters *s, uint64_t head)
{
    const unsigned place = VCR_HEAD_DESTINATION;

    if (!s->via || !vcr_flit_via(head))
        return head;
    return (head & ((UINT64_C(1) << place) - 1)) | head >> VCR_HEAD_VIA_TERMINAL << place;
}

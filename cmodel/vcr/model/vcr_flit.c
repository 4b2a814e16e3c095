/* SPDX-License-Identifier: Apache-2.0
 *
 * Flits: the head's fields, and the one that a hop changes. docs/spec/vcr.md section 3; RTL twin rtl/vcr/vcr_flit.vh.
 */
#include "vcr_internal.h"

/* The head of a packet that goes on where it does not come nearer; it has deflections left. */
uint64_t vcr_flit_deflected(uint64_t head)
{
    return head - (UINT64_C(1) << VCR_HEAD_DEFLECTIONS);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_crc_error_patterns.h"

#include "fedx/header.h"

/* Each entry of the table of the packet check has another top byte: it tells which one a step has used. */
static uint32_t step_back(uint32_t after)
{
    unsigned used = 0;
    uint32_t entry;

    while ((entry = fedx_header_crc(0, (uint8_t)used, FEDX_BYTE_CRC)) >> 24 != after >> 24)
        used++;
    return (after ^ entry) << 8 | used;
}

uint32_t fedx_crc_error_before(uint32_t difference, unsigned bytes)
{
    while (bytes-- > 0)
        difference = step_back(difference);
    return difference;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrong packet checks of a chosen kind. The check is linear: what a change of bytes
 * makes of its register depends on the change alone. So the change that makes the
 * register end one bit away from the residue is found by going backwards from that bit.
 */
#ifndef FEDX_CRC_ERROR_PATTERNS_H
#define FEDX_CRC_ERROR_PATTERNS_H

#include <stdint.h>

/**
 * What to add (exclusive or) to the last bytes of a packet, the first of them in bits 7:0, or to the register of the
 * packet check before them, for the register to end with `difference` added.
 * @param bytes  1 to 4; with fewer than 4 the bytes alone cannot bring about every difference, the register can
 */
uint32_t fedx_crc_error_before(uint32_t difference, unsigned bytes);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Packet layout and checks. docs/spec/fedx.md section 3.
 */
#ifndef FEDX_HEADER_H
#define FEDX_HEADER_H

#include <stdint.h>

#include "fedx/params.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most deroutes that a header can hold. */
enum { FEDX_MOST_DEROUTES = FEDX_FLAG_DEROUTES >> FEDX_DEROUTES_SHIFT };

/** The fields of a packet header. */
struct fedx_header {
    uint16_t destination; /**< node number */
    uint16_t source;      /**< node number */
    uint16_t message;     /**< message id, unique with the source while the message is under way */
    uint8_t packet;       /**< number of the packet in its message, from 0 */
    uint8_t adaptive;     /**< 1: adaptive routing, 0: deterministic (paper section 2) */
    uint8_t last;         /**< 1: last packet of its message */
    uint8_t deroutes;     /**< deroutes left, 0 to 15 */
    uint8_t bit;          /**< stop-and-wait bit of this hop */
};

/** Header bytes 1 to 8 as one word, byte 1 in bits 63:56: the form of the head registers. */
uint64_t fedx_header_word(const struct fedx_header *header);
/** The fields of such a word. */
struct fedx_header fedx_header_fields(uint64_t word);

/** One step of the header check (CRC-8, polynomial FEDX_CHECK_POLY, start value 0). */
uint8_t fedx_header_check(uint8_t check, uint8_t byte);
/**
 * One step of the packet check (CRC-32C, start value 0xffffffff), over what no
 * hop changes: of the flags byte only FEDX_FLAG_CONSTANT, the header check as zero.
 * @param number  offset of the byte in the packet
 */
uint32_t fedx_header_crc(uint32_t crc, uint8_t byte, int number);

/**
 * Make a whole packet: header, check, software words, payload, packet check.
 * @param body  the FEDX_BYTE_CRC - FEDX_HEADER_BYTES bytes after the header
 * @param[out] packet  FEDX_PACKET_BYTES bytes
 */
void fedx_header_packet(const struct fedx_header *header, const uint8_t *body, uint8_t *packet);

#ifdef __cplusplus
}
#endif

#endif

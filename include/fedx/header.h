/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/header.h
 * Packet layout and checks of the Fed-X switch. docs/spec/fedx.md section 3.
 */
#ifndef FEDX_HEADER_H
#define FEDX_HEADER_H

#include <stdint.h>

#include "fedx/params.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of header fields. */
enum {
    FEDX_MOST_DEROUTES = FEDX_FLAG_DEROUTES >> FEDX_DEROUTES_SHIFT /**< the most deroutes that a header can hold */
};

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

/**
 * Pack a header into the form of the head registers.
 * @return header bytes 1 to 8 as one word, byte 1 in bits 63:56
 */
uint64_t fedx_header_word(const struct fedx_header *header);
/**
 * Unpack a head register.
 * @param word  as fedx_header_word() returns it
 */
struct fedx_header fedx_header_fields(uint64_t word);

/**
 * One step of the header check: CRC-8, polynomial FEDX_CHECK_POLY.
 * @param check  the check so far; 0 before the first byte
 * @param byte   the next byte of the header
 * @return the check with that byte
 */
uint8_t fedx_header_check(uint8_t check, uint8_t byte);
/**
 * One step of the packet check: CRC-32C. It covers what no hop changes: of the flags byte only
 * FEDX_FLAG_CONSTANT, and the header check as zero.
 * @param crc     the check so far; 0xffffffff before the first byte
 * @param byte    the next byte of the packet
 * @param number  offset of the byte in the packet
 * @return the check with that byte
 */
uint32_t fedx_header_crc(uint32_t crc, uint8_t byte, int number);

/**
 * Make a whole packet: header, check, software words, payload, packet check.
 * @param header  the fields of the header
 * @param body    the FEDX_BYTE_CRC - FEDX_HEADER_BYTES bytes after the header
 * @param[out] packet  FEDX_PACKET_BYTES bytes
 */
void fedx_header_packet(const struct fedx_header *header, const uint8_t *body, uint8_t *packet);

#ifdef __cplusplus
}
#endif

#endif

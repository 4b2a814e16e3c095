/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_packet.h"

#include <string.h>

#include "../model/vcr_internal.h"
#include "fedx/rng.h"

#define DEFLECTIONS (UINT64_C(7) << VCR_HEAD_DEFLECTIONS)

uint64_t vcr_packet_head(const struct packet *p)
{
    return (uint64_t)p->destination << VCR_HEAD_DESTINATION | (uint64_t)(p->deroutes & 7u) << VCR_HEAD_DEFLECTIONS |
           (uint64_t)p->traffic_class << VCR_HEAD_CLASS | (uint64_t)p->last << 41 |
           (uint64_t)(p->adaptive & 1u) << VCR_HEAD_ADAPTIVE | (uint64_t)p->source << 24 | (uint64_t)p->message << 8 |
           p->number;
}

uint64_t vcr_packet_first(uint64_t head, unsigned via)
{
    return (head & ~(UINT64_C(1) << VCR_HEAD_CLASS)) | UINT64_C(1) << VCR_HEAD_VIA |
           (uint64_t)via << VCR_HEAD_VIA_TERMINAL;
}

struct packet vcr_packet_of(uint64_t head)
{
    if (vcr_flit_via(head))
        head = vcr_flit_turned(head);
    return (struct packet){
        .destination = (uint16_t)(head >> VCR_HEAD_DESTINATION),
        .source = (uint16_t)(head >> 24),
        .message = (uint16_t)(head >> 8),
        .number = (uint8_t)head,
        .adaptive = head >> VCR_HEAD_ADAPTIVE & 1u,
        .last = head >> 41 & 1u,
        .traffic_class = head >> VCR_HEAD_CLASS & 3u,
        .deroutes = head >> VCR_HEAD_DEFLECTIONS & 7u,
    };
}

/* CRC-32C, reflected, of a byte with so many bytes of zero behind it. */
static uint32_t check_of_byte[8][256];

static void __attribute__((constructor)) fill_check_of_byte(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (unsigned bit = 0; bit < 64; bit++) {
            crc = crc >> 1 ^ (crc & 1u ? 0x82f63b78u : 0u);
            if (bit % 8 == 7)
                check_of_byte[bit / 8][byte] = crc;
        }
    }
}

/* All bytes of a word at once: the CRC of a sum is the sum of the CRCs. */
static uint32_t check_word(uint32_t crc, uint64_t word)
{
    uint64_t sum = word ^ crc;

    crc = 0;
    for (unsigned k = 0; k < 8; k++)
        crc ^= check_of_byte[7 - k][sum >> 8 * k & 0xffu];
    return crc;
}

/* Over all words, the deflections of the first one and the check in the last flit's first word taken as zero. */
static uint32_t check_of(const uint64_t *flits, unsigned length, unsigned words)
{
    unsigned tail = (length - 1) * words;
    uint32_t crc = check_word(UINT32_MAX, flits[0] & ~DEFLECTIONS);

    for (unsigned k = 1; k < length * words; k++)
        crc = check_word(crc, k == tail ? flits[k] >> 32 << 32 : flits[k]);
    return ~crc;
}

void vcr_packet_fill(const struct packet *p, unsigned length, unsigned words, uint64_t *flits)
{
    unsigned tail = (length - 1) * words;
    struct rng r = {vcr_packet_head(p) & ~DEFLECTIONS};

    flits[0] = vcr_packet_head(p);
    for (unsigned k = 1; k < length * words; k++)
        flits[k] = rng_next(&r);
    flits[tail] = flits[tail] >> 32 << 32;
    flits[tail] |= check_of(flits, length, words);
}

int vcr_packet_intact(const uint64_t *flits, unsigned count, unsigned length, unsigned words)
{
    uint64_t sent[VCR_MOST_PACKET_WORDS];
    struct packet p = vcr_packet_of(flits[0]);

    if (count != length || vcr_flit_via(flits[0]))
        return 0;
    vcr_packet_fill(&p, length, words, sent);
    return memcmp(sent, flits, 8 * length * words) == 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets and their flits. Every bit of a flit that is nothing else is drawn from the packet's key, so that any change of it
 * shows; some of those in the first flit are a tag, by which a packet is known where it comes out.
 */
#ifndef FOREIGN_FOREIGN_FLIT_H
#define FOREIGN_FOREIGN_FLIT_H

#include "foreign.h"

/** Bits of a tag besides the number of the source, at most: packets of a source that are told apart at a time. */
enum { FOREIGN_TAG_BITS = 12 };

struct foreign_packet {
    uint16_t source, sink;
    uint16_t flits;
    uint8_t vc;
    uint8_t phase;  /**< 1: it is sent in the second half of the script: after a reset, or after what is hostile */
    uint8_t hostile; /**< enum foreign_hostile_kind */
    uint8_t wild;   /**< number of the value that an unroutable destination has */
    uint32_t tag;   /**< number among those of its source, as many bits as there are */
    uint32_t key;   /**< of its payload */
};

/** Write a flit, 0 the first. @param[out] words  [f->words] */
void foreign_flit(const struct foreign *f, const struct foreign_packet *packet, int flit, uint32_t *words);
/** What the tag of a first flit says. @param[out] source  its number, which may be none @return the tag */
uint32_t foreign_flit_tag(const struct foreign *f, const uint32_t *words, uint32_t *source);
/** Bits of a flit of that number that an output shows as they went in. @return [f->words] */
static inline const uint32_t *foreign_flit_look(const struct foreign *f, int flit)
{
    return f->look[flit > 0];
}
/** Whether a packet has no destination, and may be dropped. */
static inline int foreign_flit_stray(const struct foreign *f, const struct foreign_packet *packet)
{
    return packet->hostile == FOREIGN_UNROUTABLE && f->hostile.then < 0;
}
/** Tags that a source has. */
static inline uint32_t foreign_flit_tags(const struct foreign *f)
{
    return 1u << (f->tag_bits - f->source_bits);
}
/** What a bit of a flit is: by the description, or free. */
enum foreign_bit {
    FOREIGN_BIT_FREE, FOREIGN_BIT_CONSTANT, FOREIGN_BIT_FRAMING, FOREIGN_BIT_DESTINATION, FOREIGN_BIT_LANE, FOREIGN_BIT_KEEP
};
enum foreign_bit foreign_flit_kind(const struct foreign *f, int bit);
/** The bits of a mask that count in a flit as it must be: not those of bytes that it does not keep. @param[out] counts  [f->words] */
void foreign_flit_mask(const struct foreign *f, const uint32_t *words, const uint32_t *mask, uint32_t *counts);
/** The lane of a flit, which may be none that is used. */
int foreign_flit_lane(const struct foreign *f, const uint32_t *words);
/** Whether a flit differs from what it must be, a, in bits of a mask, and which: the name of the field, and the bit in it. @return number of bits */
int foreign_flit_differ(const struct foreign *f, const uint32_t *a, const uint32_t *b, const uint32_t *mask, int *field, int *bit);

/** A well mixed number, of two. */
static inline uint64_t foreign_mix(uint64_t a, uint64_t b)
{
    uint64_t z = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif

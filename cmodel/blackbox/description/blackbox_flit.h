/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets and their flits. Every bit of a flit that is nothing else is drawn from the packet's key, so that any change
 * of it shows; some of those in the first flit are a tag, by which a packet is known where it comes out.
 */
#ifndef BLACKBOX_BLACKBOX_FLIT_H
#define BLACKBOX_BLACKBOX_FLIT_H

#include "blackbox.h"
#include "blackbox_width.h"

/** Bits of a tag besides the number of the source, at most: packets of a source that are told apart at a time. */
enum { BLACKBOX_TAG_BITS = 12 };
/** What tags are mixed by: the number times the first, its lower half and its upper half, times the second one. */
enum { BLACKBOX_TAG_FIRST = 0x1e3779b1, BLACKBOX_TAG_SECOND = 0x05ebca77 };

struct blackbox_packet {
    uint16_t source, sink;
    uint16_t flits;
    uint8_t vc;
    uint8_t phase;    /**< 1: it is sent in the second half of the script: after a reset, or after what is illegal */
    uint8_t illegal;  /**< enum blackbox_illegal_kind */
    uint8_t wild;     /**< number of the value that an unroutable destination has */
    uint8_t marked;   /**< 1: it must be dropped */
    uint8_t group;    /**< with BLACKBOX_GROUPS: which set its outputs are */
    uint8_t flagged;  /**< where packets are joined: it has the flag of the last one of a frame, and ... */
    uint8_t begins;   /**< 1: it is the first packet of a frame that comes out, or ... */
    uint8_t ends;     /**< ... the last one */
    uint32_t behind;  /**< ... the packet + 1 that must come out just before it; 0: none in particular */
    uint32_t tag;     /**< number among those of its source, as many bits as there are */
    uint32_t key;     /**< of its payload */
    uint64_t outputs; /**< a bit per output, where a packet may be for several, of which sink is the first one */
    uint64_t match;   /**< of a response: bits of its request that it has, as the requester sent them */
    const uint32_t *given; /**< [flits][words] free bits of its flits, as a proof found them; NULL: they are drawn from
                              key. Whoever has them keeps them as long as the packet. */
};

/** When the header of a packet is offered: until it is taken no flit is; some cycles sooner than the first one, in the
 * same cycle, or later. */
enum blackbox_header_order {
    BLACKBOX_HEADER_TAKEN,
    BLACKBOX_HEADER_SOONER,
    BLACKBOX_HEADER_WITH,
    BLACKBOX_HEADER_LATER
};
static inline enum blackbox_header_order blackbox_header_order(const struct blackbox *f,
                                                               const struct blackbox_packet *p)
{
    static const enum blackbox_header_order fixed[] = {[BLACKBOX_WHEN_BEFORE] = BLACKBOX_HEADER_TAKEN,
                                                       [BLACKBOX_WHEN_WITH] = BLACKBOX_HEADER_WITH,
                                                       [BLACKBOX_WHEN_AFTER] = BLACKBOX_HEADER_LATER};

    return f->header.when ? fixed[f->header.when] : (enum blackbox_header_order)(p->key >> 4 & 3);
}
/** The same in fewer words. */
static inline enum blackbox_header_when blackbox_header_when(const struct blackbox *f, const struct blackbox_packet *p)
{
    enum blackbox_header_order order = blackbox_header_order(f, p);

    return order == BLACKBOX_HEADER_WITH    ? BLACKBOX_WHEN_WITH
           : order == BLACKBOX_HEADER_LATER ? BLACKBOX_WHEN_AFTER
                                            : BLACKBOX_WHEN_BEFORE;
}
/** Cycles, less one, between the two. */
static inline uint32_t blackbox_header_lag(const struct blackbox_packet *p)
{
    return p->key >> 6 & 7;
}

/** Whether a packet is for an output. */
static inline int blackbox_packet_goes(const struct blackbox *f, const struct blackbox_packet *p, int sink)
{
    return f->cast.kind ? (int)(p->outputs >> sink & 1) : p->sink == sink;
}
/** The first output from one on that it is for; the number of outputs when there is none. */
static inline int blackbox_packet_next(const struct blackbox *f, const struct blackbox_packet *p, int sink)
{
    uint64_t left = f->cast.kind && sink < BLACKBOX_SET ? p->outputs >> sink : 0;

    if (f->cast.kind)
        return left ? sink + __builtin_ctzll(left) : f->sinks;
    return sink <= p->sink ? p->sink : f->sinks;
}
/** Outputs that it is for. */
static inline int blackbox_packet_copies(const struct blackbox *f, const struct blackbox_packet *p)
{
    return f->cast.kind ? __builtin_popcountll(p->outputs) : 1;
}

/** Write a flit, 0 the first. @param[out] words  [f->words] */
void blackbox_flit(const struct blackbox *f, const struct blackbox_packet *packet, int flit, uint32_t *words);
/** The flit of that number that comes out. */
void blackbox_flit_out(const struct blackbox *f, const struct blackbox_packet *packet, int flit, uint32_t *words);
/** The flits in which a packet comes out. */
static inline int blackbox_flits_out(const struct blackbox *f, const struct blackbox_packet *packet)
{
    return f->widths.line ? blackbox_width_flits(f, packet) : packet->flits;
}
/** Input flits that are out with all their bits when so many output flits are. */
static inline int blackbox_flits_gone(const struct blackbox *f, const struct blackbox_packet *packet, int came)
{
    return f->widths.line ? blackbox_width_gone(f, packet, came) : came;
}
/** Whether a packet is through when so many of its flits came out, this one last. */
int blackbox_flit_ends(const struct blackbox *f, const struct blackbox_packet *packet, int came, const uint32_t *words);
/** Write what tells the beginning and the end of packets into a flit. */
void blackbox_flit_frame(const struct blackbox *f, const struct blackbox_packet *packet, int flit, uint32_t *words);
/** The same before fields are computed, which may be anything. */
void blackbox_flit_bare(const struct blackbox *f, const struct blackbox_packet *packet, int flit, uint32_t *words);
/** What the tag of a first flit that comes out says. @param[out] source  its number, which may be none @return the tag
 */
uint32_t blackbox_flit_tag(const struct blackbox *f, const uint32_t *words, uint32_t *source);
/** Bits of an output flit of that number that are as they went in. @param[out] look  [f->words] */
void blackbox_flit_look(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *look);
/** What becomes of a packet that is not legal and does no harm: below 0 as in BLACKBOX_DROPPED, else it comes out. */
static inline int blackbox_flit_then(const struct blackbox *f, const struct blackbox_packet *packet)
{
    return packet->illegal == BLACKBOX_UNROUTABLE ? f->illegal.then
           : packet->illegal == BLACKBOX_DAMAGED  ? f->illegal.damaged_then
                                                  : 0;
}
/** Whether a packet is not legal, and may be dropped. */
static inline int blackbox_flit_stray(const struct blackbox *f, const struct blackbox_packet *packet)
{
    return blackbox_flit_then(f, packet) < 0;
}
/** Tags that a source has. */
static inline uint32_t blackbox_flit_tags(const struct blackbox *f)
{
    return 1u << (f->tag_bits - f->source_bits);
}
/** What a bit of a flit is: by the description, or free. */
enum blackbox_bit {
    BLACKBOX_BIT_FREE,
    BLACKBOX_BIT_CONSTANT,
    BLACKBOX_BIT_FRAMING,
    BLACKBOX_BIT_DESTINATION,
    BLACKBOX_BIT_LANE,
    BLACKBOX_BIT_KEEP,
    BLACKBOX_BIT_LENGTH /**< of a packet that something else ends, or of a response */
};
enum blackbox_bit blackbox_flit_kind(const struct blackbox *f, int bit);
/** Clear the bits of a mask that do not count in a flit as it must be: those of bytes that it does not keep. */
void blackbox_flit_mask(const struct blackbox *f, const uint32_t *words, uint32_t *mask);
/** The lane of a flit, which may be none that is used. */
int blackbox_flit_lane(const struct blackbox *f, const uint32_t *words);
/** Whether a flit of a packet has the mark of packets to be dropped. */
int blackbox_flit_has_mark(const struct blackbox *f, const struct blackbox_packet *p, int flit, const uint32_t *words);
/** Whether a flit differs from what it must be, a, in bits of a mask, and which: the name of the field, and the bit in
 * it. @return number of bits */
int blackbox_flit_differ(const struct blackbox *f, const uint32_t *a, const uint32_t *b, const uint32_t *mask,
                         int *field, int *bit);

/** The field of requests that a field of their responses has the value of; -1: none. */
int blackbox_match_from(const struct blackbox *f, int to);
/** Flits of the response to a packet. */
int blackbox_flit_answer(const struct blackbox *f, const struct blackbox_packet *packet);
/** Bits of a first flit of requests, or of a header, that responses have: the fields of match one behind the other. */
uint64_t blackbox_flit_match(const struct blackbox *f, const uint32_t *words, int header);
/** Give them to a flit of the response. @param f  of responses */
void blackbox_flit_put_match(const struct blackbox *f, uint64_t match, uint32_t *words);

/** The value of a field that is computed, in a flit of which all else is written (blackbox_computed.c). */
uint64_t blackbox_computed_value(const struct blackbox *f, const struct blackbox_computed *c,
                                 const struct blackbox_packet *p, int flit, const uint32_t *words);

/** A well mixed number, of two. */
static inline uint64_t blackbox_mix(uint64_t a, uint64_t b)
{
    uint64_t z = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif

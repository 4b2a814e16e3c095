/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_flit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"

/* Bits in words --------------------------------------------------------------------------------------------------- */

static void set_bits(uint32_t *words, int at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++, at++)
        if (i < 64 && value >> i & 1)
            words[at / 32] |= 1u << at % 32;
        else
            words[at / 32] &= ~(1u << at % 32);
}

static int first_bit(const struct blackbox *f, const struct blackbox_slice *s)
{
    return f->field[s->field].offset + s->shift;
}

static void set_slice(const struct blackbox *f, const struct blackbox_slice *s, uint32_t *words, uint64_t value)
{
    set_bits(words, first_bit(f, s), s->width, value);
}

/* Flits ----------------------------------------------------------------------------------------------------------- */

/* What a flit is in the frame that it goes in or comes out in. */
struct place {
    int flits; /* of the packet */
    int first, last;
};

static uint64_t framing_of(const struct blackbox *f, const struct place *at)
{
    if (f->framing == BLACKBOX_LAST)
        return (uint64_t)at->last;
    if (f->framing == BLACKBOX_LENGTH)
        return (uint64_t)(at->flits + f->length_offset);
    if (at->first)
        return at->last ? f->code_single : f->code_head;
    return at->last ? f->code_tail : f->code_body;
}

static uint64_t part_value(const struct blackbox *f, const struct blackbox_part *part, const struct blackbox_packet *p)
{
    int router = f->sink[p->sink].router;

    if (p->illegal == BLACKBOX_UNROUTABLE && part == f->part)
        return f->illegal.value[p->wild];
    switch (part->value) {
    case BLACKBOX_X: return (uint64_t)(router % f->cols);
    case BLACKBOX_Y: return (uint64_t)(router / f->cols);
    case BLACKBOX_LIST: return part->list[part->listed == f->sinks ? p->sink : p->source * f->sinks + p->sink];
    case BLACKBOX_OUTPUTS: return f->cast.kind == BLACKBOX_MASK ? p->outputs : f->cast.value[p->group];
    case BLACKBOX_NUMBER: break;
    }
    return p->sink;
}

/* Which packet it is, as many bits as a tag has. They are mixed, so that none of them says which input it is: a
 * header's field that is nothing else, such as a class or a priority, would always be the same for an input. Each step
 * can be undone: odd factors have an inverse, and what the upper half does to the lower one it does once more. */
enum { FIRST_INVERSE = 0x0e8b2f51, SECOND_INVERSE = 0x36c92f47 };

static uint32_t mix_half(const struct blackbox *f, uint32_t bits)
{
    return bits ^ bits >> (f->tag_bits + 1) / 2;
}

static uint32_t multiply(const struct blackbox *f, uint32_t bits, uint32_t factor)
{
    return bits * factor & ((1u << f->tag_bits) - 1);
}

static uint32_t mixed(const struct blackbox *f, uint32_t number)
{
    return multiply(f, mix_half(f, multiply(f, number, BLACKBOX_TAG_FIRST)), BLACKBOX_TAG_SECOND);
}

static uint32_t number_of(const struct blackbox *f, uint32_t mixed_bits)
{
    return multiply(f, mix_half(f, multiply(f, mixed_bits, SECOND_INVERSE)), FIRST_INVERSE);
}

/* Into the bits of a mask, the lowest first. */
static void set_tag(const struct blackbox *f, uint32_t *words, uint32_t tag)
{
    for (int w = 0; w < f->words; w++)
        for (uint32_t left = f->tag_mask[w]; left; left &= left - 1, tag >>= 1)
            words[w] = (words[w] & ~(left & -left)) | (tag & 1 ? left & -left : 0);
}

static uint64_t slice_value(const struct blackbox *f, const struct blackbox_slice *s, const uint32_t *words)
{
    uint64_t value = 0;

    for (int i = 0, at = first_bit(f, s); i < s->width; i++, at++)
        value |= (uint64_t)(words[at / 32] >> at % 32 & 1) << i;
    return value;
}

static uint64_t field_value(const struct blackbox *f, int field, const uint32_t *words)
{
    return slice_value(f, &(struct blackbox_slice){.field = field, .width = f->field[field].width}, words);
}

/* What counts in the flit of a counterexample; one that was not on the wires is made legal. */
static uint64_t given_keep(const struct blackbox_byte_enable *k, int last, uint64_t keep, uint64_t all)
{
    if (k->sparse)
        return keep ? keep : 1;
    return last ? (keep & ~(keep + 1)) | 1 : all;
}

/* All bytes count but for some in the last flit, or anywhere. */
static void set_keep(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    const struct blackbox_byte_enable *k = &f->byte_enable;
    uint64_t random = blackbox_mix(p->key, 1ull << 40 | (uint64_t)flit), other = blackbox_mix(random, 1),
             all = UINT64_MAX, keep;
    int bytes = f->field[k->keep].width;

    all >>= 64 - bytes;
    keep = all;
    if (p->given)
        keep = given_keep(k, flit == p->flits - 1, field_value(f, k->keep, words), all);
    else if (k->sparse && (random & 1))
        keep = (other & all) | 1ull << (random >> 8) % (uint64_t)bytes;
    else if (flit == p->flits - 1 && (random & 2))
        keep = all >> (other % (uint64_t)bytes);
    if (flit == 0 && k->least)
        keep |= UINT64_MAX >> (64 - k->least);
    set_bits(words, f->field[k->keep].offset, bytes, keep);
}

/* The flit that has the mark of packets to be dropped. */
static int is_marking(const struct blackbox *f, const struct blackbox_packet *p, int flit)
{
    enum blackbox_scope scope = f->field[f->drops.marked.field].scope;

    return scope == BLACKBOX_PACKET || flit == (scope == BLACKBOX_FINAL ? p->flits - 1 : 0);
}

int blackbox_flit_has_mark(const struct blackbox *f, const struct blackbox_packet *p, int flit, const uint32_t *words)
{
    return f->drops.marked.width && is_marking(f, p, flit) &&
           slice_value(f, &f->drops.marked, words) == (uint64_t)f->drops.mark;
}

/* A value that tells some packets from others. */
struct told {
    uint64_t value;
    int has; /* 1: this one has it */
};

/* Other packets have any value but that. */
static void set_told(const struct blackbox *f, const struct blackbox_slice *s, uint32_t *words, struct told told)
{
    uint64_t value = slice_value(f, s, words);

    set_slice(f, s, words, told.has ? told.value : value == told.value ? value ^ 1 : value);
}

static void set_frame(const struct blackbox *f, const struct place *at, int flit, uint32_t *words)
{
    if (f->framing != BLACKBOX_SINGLE && (f->frame.every || flit == f->frame.at))
        set_slice(f, &f->frame, words, framing_of(f, at));
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].begins)
            set_bits(words, f->field[i].offset, f->field[i].width, (uint64_t)at->first);
}

void blackbox_flit_frame(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    set_frame(f, &(struct place){.flits = p->flits, .first = flit == 0, .last = flit == p->flits - 1}, flit, words);
}

/* The same as it comes out with others as one frame. */
static void set_joined(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    const struct place at = {
        .flits = p->flits, .first = p->begins && flit == 0, .last = p->ends && flit == p->flits - 1};

    set_frame(f, &at, flit, words);
}

/* The flag of the packet that ends a frame; others have any value but that. */
static void set_flag(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    const struct blackbox_slice *s = &f->join.flag;
    enum blackbox_scope scope = f->field[s->field].scope;

    if (scope == BLACKBOX_PACKET || flit == (scope == BLACKBOX_FINAL ? p->flits - 1 : 0))
        set_told(f, s, words, (struct told){(uint64_t)f->join.flagged, p->flagged});
}

/* Requests and responses ------------------------------------------------------------------------------------------ */

/* Of so many requests, this many have one of two values in the field that responses are ordered by: they meet. */
enum { ORDERED = 4, MEET = 3 };

int blackbox_flit_answer(const struct blackbox *f, const struct blackbox_packet *p)
{
    const struct blackbox *own = f->responses.f;
    uint32_t lengths = (uint32_t)(own->max_flits - own->min_flits + 1);

    if (blackbox_flit_then(f, p) == BLACKBOX_ANSWERED && !f->responses.length.width)
        return own->min_flits; /* the router makes it, and nobody says how long */
    return own->min_flits + (int)((uint32_t)blackbox_mix(p->key, 1ull << 41) % lengths);
}

int blackbox_match_from(const struct blackbox *f, int to)
{
    const struct blackbox_responses *r = &f->responses;
    int from = -1;

    for (int i = 0; i < r->matches; i++)
        from = r->match[i].to == to ? r->match[i].from : from;
    return from;
}

/* Bits of a request that are 0, for responses are mixed by fewer values than these bits have. @return 1: there are some
 */
static int find_unused(const struct blackbox *f, struct blackbox_slice *s)
{
    const struct blackbox *own = f->responses.f;
    int used = 0;

    while (1 << used < own->lanes.count)
        used++;
    *s = own->lanes.slice;
    s->shift += used;
    s->width -= used;
    s->field = blackbox_match_from(f, s->field);
    return own->lanes.count && s->width > 0;
}

/* What a request says of its response. */
static void set_request(const struct blackbox *f, const struct blackbox_packet *p, uint32_t *words)
{
    const struct blackbox_responses *r = &f->responses;
    uint64_t random = blackbox_mix(p->key, 1ull << 42);
    struct blackbox_slice unused;

    if (r->length.width)
        set_slice(f, &r->length, words, (uint64_t)(blackbox_flit_answer(f, p) + r->length_offset));
    if (r->order == BLACKBOX_ORDER_FIELD && random % ORDERED < MEET && !f->field[r->by].constant)
        set_bits(words, f->field[r->by].offset, f->field[r->by].width,
                 random >> 8 & 1 ? 0x5555555555555555u : 0x9999999999999999u);
    if (find_unused(f, &unused))
        set_slice(f, &unused, words, 0);
}

uint64_t blackbox_flit_match(const struct blackbox *f, const uint32_t *words, int header)
{
    const struct blackbox_responses *r = &f->responses;
    uint64_t match = 0;

    for (int i = 0, at = 0; i < r->matches; i++) {
        const struct blackbox_field *from = &f->field[r->match[i].from];
        const struct blackbox_slice all = {.field = r->match[i].from, .width = from->width};
        if (from->header == header)
            match |= slice_value(f, &all, words) << at;
        at += from->width;
    }
    return match;
}

void blackbox_flit_put_match(const struct blackbox *f, uint64_t match, uint32_t *words)
{
    const struct blackbox_responses *r = &f->requests->responses;

    for (int i = 0; i < r->matches; i++) {
        const struct blackbox_field *to = &f->field[r->match[i].to];
        set_bits(words, to->offset, to->width, match);
        match = to->width < 64 ? match >> to->width : 0;
    }
}

/* What a response has of its request, and what the router says when it makes it itself. */
static void set_response(const struct blackbox *f, const struct blackbox_packet *p, uint32_t *words)
{
    const struct blackbox_responses *r = &f->requests->responses;

    blackbox_flit_put_match(f, p->match, words);
    if (p->illegal && r->refuse.width)
        set_slice(f, &r->refuse, words, r->refusal);
}

static void flit_alone(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    for (int w = 0; w < f->words; w++)
        words[w] = p->given ? p->given[flit * f->words + w]
                            : (uint32_t)blackbox_mix(p->key, (uint64_t)flit << 16 | (uint64_t)w);
    if (f->bits % 32)
        words[f->words - 1] &= (1u << f->bits % 32) - 1;
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].constant)
            set_bits(words, f->field[i].offset, f->field[i].width, f->field[i].from ? p->source : f->field[i].value);
    blackbox_flit_frame(f, p, flit, words);
    if (f->beats.width && flit == f->beats.at)
        set_slice(f, &f->beats, words, (uint64_t)(p->flits + f->beats_offset));
    for (int i = 0; i < f->parts; i++)
        if (flit == 0 || f->part[i].slice.every)
            set_slice(f, &f->part[i].slice, words, part_value(f, &f->part[i], p));
    if (f->lanes.count)
        set_slice(f, &f->lanes.slice, words, p->vc);
    if (f->byte_enable.line && !f->widths.line)
        set_keep(f, p, flit, words);
    if (f->drops.marked.width && is_marking(f, p, flit))
        set_told(f, &f->drops.marked, words, (struct told){(uint64_t)f->drops.mark, p->marked});
    if (f->join.flag.width)
        set_flag(f, p, flit, words);
    if (f->responses.f && flit == 0)
        set_request(f, p, words);
    if (f->requests)
        set_response(f, p, words);
    else if (flit == 0)
        set_tag(f, words, mixed(f, (uint32_t)p->source | p->tag << f->source_bits));
}

/* The flit in which a field that is computed counts, or one of those in which it does. */
static int damaged_flit(const struct blackbox *f, const struct blackbox_packet *p)
{
    enum blackbox_scope scope = f->field[f->computed[0].field].scope;

    return scope == BLACKBOX_FINAL ? p->flits - 1 : scope == BLACKBOX_EACH ? (int)(p->key >> 8) % p->flits : 0;
}

static void set_computed(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    for (int i = 0; i < f->computeds; i++) {
        const struct blackbox_field *field = &f->field[f->computed[i].field];
        uint64_t value;
        if (field->scope == BLACKBOX_FINAL && flit < p->flits - 1)
            continue;
        value = blackbox_computed_value(f, &f->computed[i], p, flit, words);
        if (i == 0 && p->illegal == BLACKBOX_DAMAGED && flit == damaged_flit(f, p))
            value ^= 1ull << p->key % (uint32_t)field->width;
        set_bits(words, field->offset, field->width, value);
    }
}

void blackbox_flit_bare(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    uint32_t first[BLACKBOX_WORDS];

    flit_alone(f, p, flit, words);
    if (flit == 0 || !f->holds)
        return;
    flit_alone(f, p, 0, first);
    for (int w = 0; w < f->words; w++)
        words[w] = (words[w] & ~f->held[w]) | (first[w] & f->held[w]);
}

void blackbox_flit(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    if (f->widths.line) {
        blackbox_width_flit(f, p, flit, 0, words);
        return;
    }
    blackbox_flit_bare(f, p, flit, words);
    set_computed(f, p, flit, words);
}

void blackbox_flit_out(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *words)
{
    if (f->widths.line)
        blackbox_width_flit(f, p, flit, 1, words);
    else
        blackbox_flit(f, p, flit, words);
    if (f->join.line)
        set_joined(f, p, flit, words);
}

void blackbox_flit_look(const struct blackbox *f, const struct blackbox_packet *p, int flit, uint32_t *look)
{
    const uint32_t *whole = f->requests && p->illegal ? f->refused : f->look[(flit > 0) + 2 * (flit == p->flits - 1)];

    if (f->widths.line)
        blackbox_width_look(f, p, flit, look);
    else
        memcpy(look, whole, (size_t)f->words * sizeof *look);
}

int blackbox_flit_ends(const struct blackbox *f, const struct blackbox_packet *p, int came, const uint32_t *words)
{
    if (!f->widths.nulls)
        return came == blackbox_flits_out(f, p);
    return came >= blackbox_flits_out(f, p) && slice_value(f, &f->frame, words);
}

static int is_in(const struct blackbox *f, const struct blackbox_slice *s, int bit)
{
    return bit >= first_bit(f, s) && bit < first_bit(f, s) + s->width;
}

static int is_in_field(const struct blackbox_field *field, int bit)
{
    return bit >= field->offset && bit < field->offset + field->width;
}

enum blackbox_bit blackbox_flit_kind(const struct blackbox *f, int bit)
{
    struct blackbox_slice unused;

    if (f->responses.f && find_unused(f, &unused) && is_in(f, &unused, bit))
        return BLACKBOX_BIT_LANE;
    if (f->byte_enable.line && is_in_field(&f->field[f->byte_enable.keep], bit))
        return BLACKBOX_BIT_KEEP;
    if (f->lanes.count && is_in(f, &f->lanes.slice, bit))
        return BLACKBOX_BIT_LANE;
    for (int i = 0; i < f->parts; i++)
        if (is_in(f, &f->part[i].slice, bit))
            return BLACKBOX_BIT_DESTINATION;
    if ((f->responses.length.width && is_in(f, &f->responses.length, bit)) ||
        (f->beats.width && is_in(f, &f->beats, bit)))
        return BLACKBOX_BIT_LENGTH;
    if (f->framing != BLACKBOX_SINGLE && is_in(f, &f->frame, bit))
        return BLACKBOX_BIT_FRAMING;
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].constant && is_in_field(&f->field[i], bit))
            return BLACKBOX_BIT_CONSTANT;
    return BLACKBOX_BIT_FREE;
}

uint32_t blackbox_flit_tag(const struct blackbox *f, const uint32_t *words, uint32_t *source)
{
    uint32_t tag = 0;
    int bits = 0;

    for (int w = 0; w < f->words; w++)
        for (uint32_t left = f->tag_out[w]; left; left &= left - 1, bits++)
            tag |= (uint32_t)((words[w] & (left & -left)) != 0) << bits;
    tag = number_of(f, tag);
    *source = tag & ((1u << f->source_bits) - 1);
    return tag >> f->source_bits;
}

int blackbox_flit_lane(const struct blackbox *f, const uint32_t *words)
{
    int lane = 0, low = first_bit(f, &f->lanes.slice);

    for (int i = 0; i < f->lanes.slice.width && i < 30; i++)
        lane |= (int)(words[(low + i) / 32] >> (low + i) % 32 & 1) << i;
    return lane;
}

void blackbox_flit_mask(const struct blackbox *f, const uint32_t *words, uint32_t *mask)
{
    const struct blackbox_field *keep = &f->field[f->byte_enable.keep];

    for (int i = 0; f->byte_enable.line && i < keep->width; i++)
        if (!(words[(keep->offset + i) / 32] >> (keep->offset + i) % 32 & 1))
            set_bits(mask, f->field[f->byte_enable.data].offset + 8 * i, 8, 0);
}

int blackbox_flit_differ(const struct blackbox *f, const uint32_t *a, const uint32_t *b, const uint32_t *mask,
                         int *field, int *bit)
{
    uint32_t counts[BLACKBOX_WORDS];
    int count = 0;

    memcpy(counts, mask, (size_t)f->words * sizeof *counts);
    blackbox_flit_mask(f, a, counts);
    for (int w = 0; w < f->words; w++) {
        uint32_t differ = (a[w] ^ b[w]) & counts[w];
        if (differ && count == 0)
            *bit = 32 * w + __builtin_ctz(differ);
        count += __builtin_popcount(differ);
    }
    for (int i = 0; count && i < f->fields; i++)
        if (*bit >= f->field[i].offset && *bit < f->field[i].offset + f->field[i].width) {
            *field = i;
            *bit -= f->field[i].offset;
            break;
        }
    return count;
}

/* Tags ------------------------------------------------------------------------------------------------------------ */

static void clear_slice(const struct blackbox *f, const struct blackbox_slice *s, uint32_t *mask)
{
    set_bits(mask, first_bit(f, s), s->width, 0);
}

static void set_field(const struct blackbox_field *field, uint32_t *mask)
{
    for (int bit = 0; bit < field->width; bit++)
        set_bits(mask, field->offset + bit, 1, 1);
}

/* Whether a field counts at a place of a flit: as f->look has them. */
static int counts_at(const struct blackbox_field *field, int place)
{
    return field->scope == BLACKBOX_FIRST ? !(place & 1) : field->scope == BLACKBOX_FINAL ? place >> 1 : 1;
}

/* Whether a field of responses is one of the request. */
static int is_matched(const struct blackbox *f, int field)
{
    const struct blackbox_responses *r = f->requests ? &f->requests->responses : NULL;
    int matched = 0;

    for (int i = 0; r && i < r->matches; i++)
        matched |= r->match[i].to == field;
    return matched;
}

/* Whether all of a field tells the end of packets, in each flit: a router that knows their length may add it. */
static int is_frame(const struct blackbox *f, int field)
{
    return f->framing != BLACKBOX_SINGLE && f->frame.every && f->frame.field == field &&
           f->frame.width == f->field[field].width;
}

/* Whether it is known what an output must show. */
static int is_known(const struct blackbox *f, int field)
{
    return is_matched(f, field) || f->inputs.fields[field].count || f->field[field].constant || is_frame(f, field) ||
           blackbox_computed_of(f, field) || (f->widths.line && f->byte_enable.line && field == f->byte_enable.keep);
}

/* Fields that go in and come out, but for what is rewritten. */
static void find_look(struct blackbox *f)
{
    for (int place = 0; place < BLACKBOX_LOOKS; place++) {
        for (int i = 0; i < f->fields; i++)
            if (is_known(f, i) && f->outputs.fields[i].count && !f->field[i].header && counts_at(&f->field[i], place))
                set_field(&f->field[i], f->look[place]);
        for (int i = 0; i < f->rewrites; i++)
            if (!(place & 1) || f->rewritten[i].every)
                clear_slice(f, &f->rewritten[i], f->look[place]);
    }
}

static void find_header_look(struct blackbox *f)
{
    for (int i = 0; i < f->fields; i++)
        if (is_known(f, i) && f->outputs.fields[i].count && f->field[i].header)
            set_field(&f->field[i], f->header_look);
    for (int i = 0; i < f->rewrites; i++)
        clear_slice(f, &f->rewritten[i], f->header_look);
}

static void find_held(struct blackbox *f)
{
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].scope == BLACKBOX_PACKET) {
            set_field(&f->field[i], f->held);
            f->holds = 1;
        }
}

/* Where widths differ, what is behind the first flit that comes out, or behind the shortest packet. */
static void clear_late(struct blackbox *f)
{
    int grains = f->widths.flit[1], least = f->min_flits * f->widths.flit[0];

    for (int i = 0; i < f->fields; i++)
        for (int bit = f->field[i].offset; f->field[i].grain && bit < f->field[i].offset + f->field[i].width; bit++) {
            int grain = blackbox_width_grain_of(f, &f->field[i], bit);
            if (grain >= grains || grain >= least)
                set_bits(f->tag_mask, bit, 1, 0);
        }
}

/* Of a response that the router makes itself no more is known than what belongs to its request, its end, and what it
 * says. */
static void find_refused(struct blackbox *f)
{
    const struct blackbox_slice *refuse = &f->requests->responses.refuse;

    for (int i = 0; i < f->fields; i++)
        if (is_matched(f, i))
            set_field(&f->field[i], f->refused);
    if (f->framing != BLACKBOX_SINGLE && f->frame.every)
        set_bits(f->refused, first_bit(f, &f->frame), f->frame.width, UINT64_MAX);
    if (refuse->width)
        set_bits(f->refused, first_bit(f, refuse), refuse->width, UINT64_MAX);
    for (int w = 0; w < f->words; w++)
        f->refused[w] &= f->look[0][w];
}

/* What a request says of its response is not free. */
static void find_request(struct blackbox *f)
{
    const struct blackbox_responses *r = &f->responses;
    struct blackbox_slice unused;

    if (r->length.width)
        clear_slice(f, &r->length, f->tag_mask);
    if (r->order == BLACKBOX_ORDER_FIELD)
        set_bits(f->tag_mask, f->field[r->by].offset, f->field[r->by].width, 0);
    if (find_unused(f, &unused))
        clear_slice(f, &unused, f->tag_mask);
}

/* Of the bits of the first flit that come out as they went in, those that are free: as many as a tag takes. */
static void find_free(struct blackbox *f)
{
    int most = f->source_bits + BLACKBOX_TAG_BITS;

    memcpy(f->tag_mask, f->look[0], (size_t)f->words * sizeof *f->tag_mask);
    for (int i = 0; i < f->fields; i++)
        if (f->field[i].constant)
            set_bits(f->tag_mask, f->field[i].offset, f->field[i].width, 0);
    for (int i = 0; i < f->computeds; i++)
        set_bits(f->tag_mask, f->field[f->computed[i].field].offset, f->field[f->computed[i].field].width, 0);
    if (f->drops.marked.width)
        clear_slice(f, &f->drops.marked, f->tag_mask);
    if (f->join.flag.width)
        clear_slice(f, &f->join.flag, f->tag_mask);
    if (f->framing != BLACKBOX_SINGLE && !f->frame.at)
        clear_slice(f, &f->frame, f->tag_mask);
    if (f->beats.width && !f->beats.at)
        clear_slice(f, &f->beats, f->tag_mask);
    for (int i = 0; i < f->parts; i++)
        clear_slice(f, &f->part[i].slice, f->tag_mask);
    if (f->lanes.count)
        clear_slice(f, &f->lanes.slice, f->tag_mask);
    if (f->byte_enable.line)
        set_bits(f->tag_mask, f->field[f->byte_enable.keep].offset, f->field[f->byte_enable.keep].width, 0);
    clear_late(f);
    if (f->responses.f)
        find_request(f);
    for (int bit = 0; bit < f->bits; bit++) {
        int set = f->tag_mask[bit / 32] >> bit % 32 & 1;
        if (f->tag_bits == most)
            set_bits(f->tag_mask, bit, 1, 0);
        else
            f->tag_bits += set;
    }
}

/* An output has the tag in its first flit: where that is narrower and begins on the left, in other bits. */
static void find_tag_out(struct blackbox *f)
{
    int less = f->widths.flit[0] - f->widths.flit[1];

    for (int i = 0; i < f->fields; i++)
        for (int bit = f->field[i].offset; bit < f->field[i].offset + f->field[i].width; bit++)
            if (f->tag_mask[bit / 32] >> bit % 32 & 1)
                set_bits(f->tag_out, bit - (f->widths.high && less > 0 ? less * f->field[i].grain : 0), 1, 1);
}

static void keep_slice(struct blackbox *f, const struct blackbox_slice *s)
{
    for (int bit = first_bit(f, s); f->field[s->field].grain && bit < first_bit(f, s) + s->width; bit++) {
        int grain = blackbox_width_grain_of(f, &f->field[s->field], bit);
        f->byte_enable.least = grain >= f->byte_enable.least ? grain + 1 : f->byte_enable.least;
    }
}

/* Where widths differ, a packet has the grains that hold its tag, its destination and its mark. */
static void find_kept_grains(struct blackbox *f)
{
    for (int i = 0; i < f->fields; i++)
        for (int bit = 0; f->field[i].grain && bit < f->field[i].width; bit++) {
            int at = f->field[i].offset + bit;
            if (f->tag_mask[at / 32] >> at % 32 & 1)
                keep_slice(f, &(struct blackbox_slice){.field = i, .shift = bit, .width = 1});
        }
    for (int i = 0; i < f->parts; i++)
        keep_slice(f, &f->part[i].slice);
    if (f->drops.marked.width)
        keep_slice(f, &f->drops.marked);
}

static int check_kept_grains(const struct blackbox *f, char *error, size_t size)
{
    int least = f->min_flits * f->widths.flit[0];

    if (!f->widths.line || f->byte_enable.least <= least)
        return 0;
    return text_fail(
        error, size,
        "the destination, or the mark of packets to be dropped, is not in the first %d flit%s of inputs: raise "
        "packets.min_flits to %d",
        f->min_flits, f->min_flits == 1 ? "" : "s", (f->byte_enable.least + f->widths.flit[0] - 1) / f->widths.flit[0]);
}

/* The first flit keeps the bytes that a packet is told by. */
static void find_kept(struct blackbox *f)
{
    const struct blackbox_field *data = &f->field[f->byte_enable.data];

    if (f->widths.line) {
        find_kept_grains(f);
        return;
    }

    for (int bit = data->offset; f->byte_enable.line && bit < data->offset + data->width; bit++)
        if (f->tag_mask[bit / 32] >> bit % 32 & 1)
            f->byte_enable.least = (bit - data->offset) / 8 + 1;
}

static int check_length(const struct blackbox *f, char *error, size_t size)
{
    int64_t least = f->min_flits + f->length_offset, most = f->max_flits + f->length_offset;

    if (f->framing != BLACKBOX_LENGTH || blackbox_slice_holds(&f->frame, least, most))
        return 0;
    return text_fail(error, size, "packets of %d to %d flits are lengths of %lld to %lld, which %d bits do not hold",
                     f->min_flits, f->max_flits, (long long)least, (long long)most, f->frame.width);
}

/* Bits that tell packets of an input apart: an output of one bit that has two widths has no more. */
static int least_number(const struct blackbox *f)
{
    return f->widths.line ? 1 : 2;
}

/* Whether packets can be told by their order: that of one input, none of which may be missing. */
static int is_ordered(const struct blackbox *f)
{
    return f->sources == 1 && f->channels == 1 && !f->widths.line && !f->header.line && !f->illegal.line &&
           !f->drops.allowed && !f->responses.f;
}

/* Then all bits that would tell them are random. */
static void order_alone(struct blackbox *f)
{
    f->by_order = 1;
    f->tag_bits = 0;
    memset(f->tag_mask, 0, (size_t)f->words * sizeof *f->tag_mask);
    memset(f->tag_out, 0, (size_t)f->words * sizeof *f->tag_out);
}

/* What follows from the fields, each of as many words as a flit has. */
enum { MASKS = 5 + BLACKBOX_LOOKS };

static void masks_of(struct blackbox *f, uint32_t **masks[MASKS])
{
    uint32_t **const single[] = {&f->tag_mask, &f->tag_out, &f->held, &f->header_look, &f->refused};

    memcpy(masks, single, sizeof single);
    for (int i = 0; i < BLACKBOX_LOOKS; i++)
        masks[MASKS - BLACKBOX_LOOKS + i] = &f->look[i];
}

void blackbox_tags_forget(struct blackbox *f)
{
    uint32_t **masks[MASKS];

    masks_of(f, masks);
    for (int i = 0; i < MASKS; i++)
        *masks[i] = NULL;
}

void blackbox_tags_free(struct blackbox *f)
{
    uint32_t **masks[MASKS];

    masks_of(f, masks);
    for (int i = 0; i < MASKS; i++)
        free(*masks[i]);
    blackbox_tags_forget(f);
}

int blackbox_tags(struct blackbox *f, char *error, size_t size)
{
    uint32_t **masks[MASKS];

    masks_of(f, masks);
    for (int i = 0; i < MASKS; i++)
        if (!(*masks[i] = calloc((size_t)f->words, sizeof **masks[i])))
            return text_fail(error, size, "out of memory");
    while (1 << f->source_bits < f->sources)
        f->source_bits++;
    find_look(f);
    find_header_look(f);
    find_held(f);
    find_free(f);
    find_tag_out(f);
    if (!f->requests && f->tag_bits < f->source_bits + least_number(f) && is_ordered(f))
        order_alone(f);
    find_kept(f);
    if (f->requests) { /* these tell what a response is, and no tag */
        find_refused(f);
        f->tag_bits = f->tag_bits < f->source_bits ? f->source_bits : f->tag_bits;
    } else if (!f->by_order && f->tag_bits < f->source_bits + least_number(f)) {
        snprintf(
            error, size,
            "the first flit of a packet has %d bits that are neither destination, framing, constant nor rewritten, "
            "and %d are needed to tell packets of %d inputs apart; with one input, one channel, and nothing under "
            "drops, illegal, responses or header, their order tells them%s",
            f->tag_bits, f->source_bits + least_number(f), f->sources,
            f->sources > 1 ? ": describe one input at a time, with the valid of the others under constants" : "");
        return -1;
    }
    if (check_kept_grains(f, error, size) != 0)
        return -1;
    return check_length(f, error, size);
}

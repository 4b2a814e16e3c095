/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields that follow from others: parity, sums and cyclic redundancy checks. See blackbox.h.
 */
#include <string.h>

#include "blackbox_flit.h"
#include "blackbox_yaml.h"

static const struct blackbox_crc crcs[] = {[BLACKBOX_CRC8] = {8, 0x07, 0, 0, 0},
                                           [BLACKBOX_CRC16_CCITT] = {16, 0x1021, 0xffff, 0, 0},
                                           [BLACKBOX_CRC32] = {32, 0xedb88320, 0xffffffff, 0xffffffff, 1}};

struct blackbox_crc blackbox_computed_crc(enum blackbox_rule rule)
{
    return crcs[rule];
}

const struct blackbox_computed *blackbox_computed_of(const struct blackbox *f, int field)
{
    for (int i = 0; i < f->computeds; i++)
        if (f->computed[i].field == field)
            return &f->computed[i];
    return NULL;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

/* A number of bits one behind the other. */
static void gather(const struct blackbox *f, const struct blackbox_computed *c, const uint32_t *words, uint8_t *bits)
{
    for (int i = 0; i < c->overs; i++) {
        const struct blackbox_field *field = &f->field[c->over[i]];
        for (int at = field->offset; at < field->offset + field->width; at++)
            *bits++ = words[at / 32] >> at % 32 & 1;
    }
}

static uint64_t parity_of(const uint8_t *bits, int count, int width, uint64_t parity)
{
    for (int i = 0; i < count; i++)
        parity ^= (uint64_t)bits[i] << i / (count / width);
    return parity;
}

static uint64_t sum_of(const uint8_t *bits, int count, int width, uint64_t sum)
{
    for (int i = 0; i < count; i++)
        sum += (uint64_t)bits[i] << i % width;
    return sum;
}

static uint64_t crc_of(const struct blackbox_crc *crc, const uint8_t *bits, int count, uint64_t state)
{
    uint32_t top = crc->reflected ? 1 : 1u << (crc->width - 1), value = (uint32_t)state;

    for (int i = 0; i < count; i++) {
        int out = ((value & top) != 0) ^ bits[crc->reflected ? i : count - 1 - i];
        value = crc->reflected ? value >> 1 : value << 1;
        value ^= out ? crc->polynomial : 0;
    }
    return value & (uint32_t)((1ull << crc->width) - 1);
}

/* A flit more. */
static uint64_t step(const struct blackbox *f, const struct blackbox_computed *c, const uint32_t *words, uint64_t state)
{
    int width = f->field[c->field].width;
    uint8_t bits[BLACKBOX_BITS];

    gather(f, c, words, bits);
    if (c->rule <= BLACKBOX_PARITY_ODD)
        return parity_of(bits, c->bits, width, state);
    return c->rule == BLACKBOX_CHECKSUM ? sum_of(bits, c->bits, width, state)
                                        : crc_of(&crcs[c->rule], bits, c->bits, state);
}

uint64_t blackbox_computed_value(const struct blackbox *f, const struct blackbox_computed *c,
                                 const struct blackbox_packet *p, int flit, const uint32_t *words)
{
    uint64_t state = c->rule >= BLACKBOX_CRC8 ? crcs[c->rule].initial : c->rule == BLACKBOX_PARITY_ODD ? UINT64_MAX : 0;
    uint32_t other[BLACKBOX_WORDS];

    for (int i = f->field[c->field].scope == BLACKBOX_FINAL ? 0 : flit; i < flit; i++) {
        blackbox_flit_bare(f, p, i, other);
        state = step(f, c, other, state);
    }
    state = step(f, c, words, state);
    return c->rule >= BLACKBOX_CRC8 ? state ^ crcs[c->rule].final : state;
}

/* Reading --------------------------------------------------------------------------------------------------------- */

static int take_rule(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const rules[] = {[BLACKBOX_PARITY_EVEN] = "parity-even",
                                        [BLACKBOX_PARITY_ODD] = "parity-odd",
                                        [BLACKBOX_CHECKSUM] = "checksum",
                                        [BLACKBOX_CRC8] = "crc8",
                                        [BLACKBOX_CRC16_CCITT] = "crc16-ccitt",
                                        [BLACKBOX_CRC32] = "crc32",
                                        NULL};
    struct blackbox_computed *c = context;
    int is = blackbox_yaml_choice(l, value, "rule", rules);

    if (is < 0)
        return -1;
    c->rule = (enum blackbox_rule)is;
    return 0;
}

static int add_over(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_computed *c = context;
    const char *name = yaml_scalar(item);
    int field = blackbox_field_of(l->f, name);

    if (field < 0 || c->overs == BLACKBOX_FIELDS)
        return yaml_fail(&l->yaml, yaml_line(item),
                         "%s: over must have fields, which are named under fields, before this",
                         name ? name : "computed");
    c->over[c->overs++] = field;
    c->bits += l->f->field[field].width;
    return 0;
}

static int take_computed(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_TAKE("rule", take_rule), {"over", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, add_over}, BLACKBOX_KEYS_END};
    struct blackbox *f = context;
    const char *name = yaml_scalar(key);
    int field = blackbox_field_of(f, name);
    struct blackbox_computed *c = &f->computed[f->computeds];

    if (field < 0 || blackbox_computed_of(f, field))
        return yaml_fail(&l->yaml, yaml_line(key),
                         "computed: %s: must be a field of its own, named under fields, before this", name ? name : "");
    *c = (struct blackbox_computed){.field = field, .line = (int)yaml_line(key)};
    if (blackbox_yaml_mapping(l, value, "computed", keys, c) != 0)
        return -1;
    f->computeds++;
    if (!blackbox_yaml_find(l, value, "rule") || !c->overs)
        return yaml_fail(&l->yaml, yaml_line(value), "computed: %s: must have rule and over", name);
    return 0;
}

int blackbox_take_computed(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value,
                               "computed must be fields with their rules, such as \"crc: {rule: crc8, over: [data]}\"",
                               take_computed, context);
}

/* Against all else ------------------------------------------------------------------------------------------------ */

/* @return what is wrong, or NULL */
static const char *wrong_width(const struct blackbox *f, const struct blackbox_computed *c)
{
    int width = f->field[c->field].width;

    if (c->bits > BLACKBOX_BITS)
        return "over names a field twice";
    if (c->rule >= BLACKBOX_CRC8)
        return width == crcs[c->rule].width ? NULL : "the field has not as many bits as the rule";
    if (width > 64)
        return "the field has more than 64 bits";
    return c->rule != BLACKBOX_CHECKSUM && c->bits % width ? "over has bits that its bits cannot share evenly" : NULL;
}

static const char *wrong_field(const struct blackbox *f, int field)
{
    if (f->framing != BLACKBOX_SINGLE && f->frame.field == field)
        return "it tells the end of packets";
    if ((f->lanes.count && f->lanes.slice.field == field) ||
        (f->byte_enable.line && (f->byte_enable.keep == field || f->byte_enable.data == field)))
        return "it has a meaning of its own";
    for (int i = 0; i < f->parts; i++)
        if (f->part[i].slice.field == field)
            return "it has the destination";
    if (f->drops.marked.width && f->drops.marked.field == field)
        return "it has the mark of packets to be dropped";
    return f->field[field].constant || f->field[field].scope == BLACKBOX_PACKET ? "it has one value in all flits"
                                                                                : NULL;
}

/* What the router changes is not known here, and what it need not keep cannot be computed. */
static const char *wrong_over(const struct blackbox *f, const struct blackbox_computed *c, int field)
{
    if (blackbox_computed_of(f, field))
        return "over has a field that is computed itself";
    if (f->byte_enable.line && f->byte_enable.data == field)
        return "over has bytes that may be disabled";
    if (f->field[field].scope == BLACKBOX_FIRST || f->field[field].scope == BLACKBOX_FINAL)
        return f->field[c->field].scope == f->field[field].scope && f->field[field].scope == BLACKBOX_FIRST
                   ? NULL
                   : "over has a field that does not count in each flit";
    for (int i = 0; i < f->rewrites; i++)
        if (f->rewritten[i].field == field)
            return "over has bits that are rewritten: a value that the router computes anew is not checked";
    return NULL;
}

int blackbox_check_computed(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;

    for (int i = 0; i < f->computeds; i++) {
        const struct blackbox_computed *c = &f->computed[i];
        const char *wrong = wrong_width(f, c);
        for (int k = 0; !wrong && k < c->overs; k++)
            wrong = wrong_over(f, c, c->over[k]);
        wrong = wrong ? wrong : wrong_field(f, c->field);
        if (wrong)
            return yaml_fail(&l->yaml, (size_t)c->line, "computed: %s: %s", f->field[c->field].name, wrong);
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions of routers as YAML, by libyaml's document, which knows the line of each key. docs/your-router.md has the keys.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/nearest.h"
#include "../base/value.h"
#include "../base/yaml.h"
#include "foreign.h"
#include "foreign_pins.h"

/* A file of many times the size of any description is something else. */
enum { MAX_FILE = 1 << 20 };

const struct foreign_check_info foreign_checks[FOREIGN_CHECK_COUNT] = {
#define CHECK(id, name, unit, doc) {name, unit, doc},
    FOREIGN_CHECKS(CHECK)
#undef CHECK
};

/* Where a load stands. */
struct load {
    struct foreign *f;
    struct yaml yaml;
    char folder[PATH_MAX]; /* of the description, with its slash; paths are relative to it */
    const char *topology;
    int rows, cols, ports[FOREIGN_PORTS], port_count;
    const yaml_node_t *destination, *forbid, *links, *network; /* read when numbers of ports are known; or NULL */
};

/* A key of a mapping, and what takes its value. */
struct key {
    const char *name;
    int (*take)(struct load *l, const yaml_node_t *value, void *context);
};

static const yaml_node_t *node_of(struct load *l, int number)
{
    return yaml_document_get_node(&l->yaml.document, number);
}

static int out_of_memory(const struct load *l)
{
    return yaml_fail(&l->yaml, 0, "out of memory");
}

/* Mappings and lists ------------------------------------------------------------------------------------------------ */

static int unknown_key(const struct load *l, const yaml_node_t *key, const char *what, const struct key *keys)
{
    const char *name = yaml_scalar(key) ? yaml_scalar(key) : "what is no word";
    struct nearest nearest = {.word = name, .length = strlen(name)};
    char all[512] = "";

    for (int i = 0; keys[i].name; i++) {
        nearest_consider(&nearest, keys[i].name, i);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", keys[i].name);
    }
    if (nearest.name)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: no key of %s: did you mean %s?", name, what, nearest.name);
    return yaml_fail(&l->yaml, yaml_line(key), "%s: no key of %s; these are: %s", name, what, all);
}

static int take_pair(struct load *l, const yaml_node_pair_t *pair, const char *what, const struct key *keys, void *context,
                     uint32_t *seen)
{
    const yaml_node_t *key = node_of(l, pair->key), *value = node_of(l, pair->value);
    const char *name = yaml_scalar(key);

    for (int i = 0; name && keys[i].name; i++) {
        if (strcmp(keys[i].name, name) != 0)
            continue;
        if (*seen & 1u << i)
            return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", name);
        *seen |= 1u << i;
        return keys[i].take(l, value, context);
    }
    return unknown_key(l, key, what, keys);
}

/* @param what  the mapping is called in errors */
static int take_mapping(struct load *l, const yaml_node_t *node, const char *what, const struct key *keys, void *context)
{
    uint32_t seen = 0;
    int status = 0;

    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(node), "%s must be keys with values, such as \"%s: ...\"", what, keys[0].name);
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top && status == 0; p++)
        status = take_pair(l, p, what, keys, context, &seen);
    return status;
}

typedef int take_item(struct load *l, const yaml_node_t *item, void *context);

/* A list, or one item by itself. */
static int take_items(struct load *l, const yaml_node_t *node, take_item *take, void *context)
{
    int status = 0;

    if (node->type != YAML_SEQUENCE_NODE)
        return take(l, node, context);
    for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top && status == 0; i++)
        status = take(l, node_of(l, *i), context);
    return status;
}

static int item_count(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE ? (int)(node->data.sequence.items.top - node->data.sequence.items.start) : 0;
}

/* Values ------------------------------------------------------------------------------------------------------------ */

static int read_integer(const struct load *l, const yaml_node_t *node, const char *name, int64_t min, int64_t max, int64_t *value)
{
    const char *text = yaml_scalar(node);
    char *end = NULL;

    if (text && strncmp(text, "0x", 2) == 0) {
        *value = (int64_t)strtoull(text + 2, &end, 16);
        if (text[2] && !*end && *value >= min && *value <= max)
            return 0;
    }
    if (text && value_integer(text, min, max, value) == 0)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a whole number from %lld to %lld", name, (long long)min, (long long)max);
}

static int read_int(const struct load *l, const yaml_node_t *node, const char *name, int min, int max, int *value)
{
    int64_t number;

    if (read_integer(l, node, name, min, max, &number) != 0)
        return -1;
    *value = (int)number;
    return 0;
}

static int read_flag(const struct load *l, const yaml_node_t *node, const char *name, int *flag)
{
    static const char *const words[] = {"no", "false", "yes", "true"};
    const char *text = yaml_scalar(node);

    for (int i = 0; text && i < 4; i++)
        if (strcmp(text, words[i]) == 0) {
            *flag = i >= 2;
            return 0;
        }
    return yaml_fail(&l->yaml, yaml_line(node), "%s: must be yes or no", name);
}

/* @return the place of a word in a list that ends with NULL, or -1 */
static int read_choice(const struct load *l, const yaml_node_t *node, const char *name, const char *const *words)
{
    const char *text = yaml_scalar(node);
    char all[256] = "";

    for (int i = 0; words[i]; i++) {
        if (text && strcmp(text, words[i]) == 0)
            return i;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", words[i]);
    }
    return yaml_fail(&l->yaml, yaml_line(node), "%s: must be one of %s", name, all);
}

static int is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";

    return *text && !(*text >= '0' && *text <= '9') && *text != '$' && !text[strspn(text, letters)];
}

static int read_name(const struct load *l, const yaml_node_t *node, const char *name, char text[FOREIGN_NAME])
{
    const char *is = yaml_scalar(node);

    if (!is || !is_identifier(is) || strlen(is) >= FOREIGN_NAME)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a name of Verilog", name);
    strcpy(text, is);
    return 0;
}

/* A constant of Verilog, which is put between two parentheses: it has none of its own, and nothing that ends a line. */
static int is_constant(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'{}\"+-*%<>&|^~?:., []";

    return *text && !text[strspn(text, letters)] && strlen(text) < FOREIGN_NAME;
}

static int read_constant(const struct load *l, const yaml_node_t *node, const char *name, struct foreign_text *value)
{
    const char *text = yaml_scalar(node);

    if (!text || !is_constant(text))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a constant of Verilog, such as 4'd3 or \"{x}\"", name);
    strcpy(value->text, text);
    value->line = (int)yaml_line(node);
    return 0;
}

/* The sources ------------------------------------------------------------------------------------------------------- */

static int take_top(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_name(l, value, "top", l->f->top);
}

/* A path, from the folder of the description on. */
static int add_path(struct load *l, const yaml_node_t *item, void *context)
{
    const char *text = yaml_scalar(item);

    if (!text || !*text)
        return yaml_fail(&l->yaml, yaml_line(item), "must be the name of a file or folder");
    arguments_add(context, "%s%s", *text == '/' ? "" : l->folder, text);
    return 0;
}

static int take_files(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_items(l, value, add_path, &l->f->files);
}

static int take_include(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_items(l, value, add_path, &l->f->includes);
}

static int add_word(struct load *l, const yaml_node_t *item, void *context)
{
    const char *text = yaml_scalar(item);

    if (!text || !*text)
        return yaml_fail(&l->yaml, yaml_line(item), "must be a word");
    arguments_add(context, "%s", text);
    return 0;
}

static int take_defines(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_items(l, value, add_word, &l->f->defines);
}

static int take_ignore(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_items(l, value, add_word, &l->f->ignored);
}

/* Any names with constants. */
static int take_constants(struct load *l, const yaml_node_t *value, struct foreign_constants *list, const char *what)
{
    const yaml_node_pair_t *p, *top;
    int status = 0;

    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(value), "%s must be names with values", what);
    p = value->data.mapping.pairs.start;
    top = value->data.mapping.pairs.top;
    list->item = calloc((size_t)(top - p) + 1, sizeof *list->item);
    if (!list->item)
        return out_of_memory(l);
    for (; p < top && status == 0; p++, list->count++) {
        struct foreign_constant *c = &list->item[list->count];
        status = read_name(l, node_of(l, p->key), what, c->name);
        if (status == 0)
            status = read_constant(l, node_of(l, p->value), c->name, &c->value);
    }
    return status;
}

static int take_parameters(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_constants(l, value, &l->f->parameters, "parameters");
}

static int take_pins(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_constants(l, value, &l->f->pins, "constants");
}

/* Clock and reset --------------------------------------------------------------------------------------------------- */

static int read_pin_name(struct load *l, const yaml_node_t *value, const char *name, struct foreign_text *text)
{
    text->line = (int)yaml_line(value);
    return read_name(l, value, name, text->text);
}

static int take_clock(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_pin_name(l, value, "clock", &l->f->clock);
}

static int take_reset_pin(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_pin_name(l, value, "reset", &l->f->reset);
}

static int take_active(struct load *l, const yaml_node_t *value, void *context)
{
    static const char *const words[] = {"high", "low", NULL};

    (void)context;
    return (l->f->reset_low = read_choice(l, value, "active", words)) < 0 ? -1 : 0;
}

static int take_reset_cycles(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "cycles", 1, 10000, &l->f->reset_cycles);
}

static int take_reset_idle(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "idle", 0, 10000, &l->f->reset_idle);
}

static int take_reset(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {
        {"pin", take_reset_pin}, {"active", take_active}, {"cycles", take_reset_cycles}, {"idle", take_reset_idle}, {NULL, NULL}};

    (void)context;
    return value->type == YAML_SCALAR_NODE ? take_reset_pin(l, value, NULL) : take_mapping(l, value, "reset", keys, NULL);
}

/* Fields ------------------------------------------------------------------------------------------------------------ */

static int field_of(const struct foreign *f, const char *name)
{
    for (int i = 0; name && i < f->fields; i++)
        if (strcmp(f->field[i].name, name) == 0)
            return i;
    return -1;
}

static int take_width(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_field *field = context;

    return read_int(l, value, "width", 1, FOREIGN_BITS, &field->width);
}

static int take_value(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_field *field = context;
    int64_t number;

    if (read_integer(l, value, "value", 0, INT64_MAX, &number) != 0)
        return -1;
    field->constant = 1;
    field->value = (uint64_t)number;
    return 0;
}

static int take_field(struct load *l, const yaml_node_pair_t *pair)
{
    static const struct key keys[] = {{"width", take_width}, {"value", take_value}, {NULL, NULL}};
    const yaml_node_t *key = node_of(l, pair->key), *value = node_of(l, pair->value);
    struct foreign *f = l->f;
    struct foreign_field *field = &f->field[f->fields];

    if (f->fields == FOREIGN_FIELDS)
        return yaml_fail(&l->yaml, yaml_line(key), "more than %d fields", FOREIGN_FIELDS);
    if (read_name(l, key, "the name of a field", field->name) != 0)
        return -1;
    if (field_of(f, field->name) >= 0 || foreign_role(field->name) >= 0)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: there is such a pin or field already", field->name);
    field->line = (int)yaml_line(key);
    field->offset = f->bits;
    if ((value->type == YAML_SCALAR_NODE ? take_width(l, value, field) : take_mapping(l, value, field->name, keys, field)) != 0)
        return -1;
    f->fields++;
    f->bits += field->width;
    if (field->width < 64 && field->value >> field->width)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: its value has more than %d bits", field->name, field->width);
    return f->bits > FOREIGN_BITS ? yaml_fail(&l->yaml, yaml_line(key), "a flit has more than %d bits", FOREIGN_BITS) : 0;
}

static int take_fields(struct load *l, const yaml_node_t *value, void *context)
{
    int status = 0;

    (void)context;
    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(value), "fields must be names with their widths, such as \"data: 32\"");
    for (const yaml_node_pair_t *p = value->data.mapping.pairs.start; p < value->data.mapping.pairs.top && status == 0; p++)
        status = take_field(l, p);
    l->f->words = (l->f->bits + 31) / 32;
    return status;
}

/* Bits of a field: {field, shift, width}; what else is in the mapping takes whoever asks. */
static int take_slice_field(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_slice *s = context;
    const char *name = yaml_scalar(value);

    s->field = field_of(l->f, name);
    if (s->field >= 0)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(value), "%s: no such field: they are named under fields, before this", name ? name : "field");
}

/* @return 0, or -1 when the bits are not within the field */
static int close_slice(const struct load *l, const yaml_node_t *node, const char *what, struct foreign_slice *s)
{
    const struct foreign_field *field;

    if (s->field < 0)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: names no field", what);
    field = &l->f->field[s->field];
    if (s->width == 0)
        s->width = field->width - s->shift;
    if (s->width < 1 || s->shift + s->width > field->width)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: bits %d and on of %s, which has %d", what, s->shift, field->name, field->width);
    return 0;
}

/* How packets end --------------------------------------------------------------------------------------------------- */

static int take_frame_by(struct load *l, const yaml_node_t *value, void *context)
{
    static const char *const words[] = {"last", "length", "type", "single", NULL};
    int by = read_choice(l, value, "by", words);

    (void)context;
    l->f->framing = by < 0 ? FOREIGN_LAST : (enum foreign_framing)by;
    return by < 0 ? -1 : 0;
}

/* The context of these is the slice, or what begins with one. */
static int take_shift(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_slice *s = context;

    return read_int(l, value, "shift", 0, FOREIGN_BITS, &s->shift);
}

static int take_slice_width(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_slice *s = context;

    return read_int(l, value, "width", 1, 64, &s->width);
}

static int take_every(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_slice *s = context;

    return read_flag(l, value, "every", &s->every);
}

static int take_offset(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "offset", -FOREIGN_FLITS, FOREIGN_FLITS, &l->f->length_offset);
}

static int take_code(struct load *l, const yaml_node_t *value, const char *name, uint64_t *code)
{
    int64_t number;

    if (read_integer(l, value, name, 0, INT64_MAX, &number) != 0)
        return -1;
    *code = (uint64_t)number;
    return 0;
}

#define TAKE_CODE(name)                                                                                  \
    static int take_##name(struct load *l, const yaml_node_t *value, void *context)                   \
    {                                                                                                    \
        (void)context;                                                                                \
        return take_code(l, value, #name, &l->f->code_##name);                                        \
    }
TAKE_CODE(head)
TAKE_CODE(body)
TAKE_CODE(tail)
TAKE_CODE(single)

static int check_codes(const struct load *l, const yaml_node_t *node)
{
    const struct foreign *f = l->f;
    uint64_t most = f->frame.width == 64 ? UINT64_MAX : (1ull << f->frame.width) - 1;

    if (f->framing == FOREIGN_LAST && f->frame.width != 1)
        return yaml_fail(&l->yaml, yaml_line(node), "framing: by last takes one bit, and this is %d", f->frame.width);
    if (f->framing == FOREIGN_TYPE && (f->code_head > most || f->code_body > most || f->code_tail > most || f->code_single > most))
        return yaml_fail(&l->yaml, yaml_line(node), "framing: a code has more than %d bits", f->frame.width);
    return 0;
}

static int take_framing(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {{"by", take_frame_by},  {"field", take_slice_field}, {"shift", take_shift},
                                      {"width", take_slice_width}, {"offset", take_offset}, {"head", take_head},
                                      {"body", take_body},    {"tail", take_tail},         {"single", take_single},
                                      {NULL, NULL}};
    struct foreign *f = l->f;

    (void)context;
    f->frame.field = field_of(f, "last");
    if (take_mapping(l, value, "framing", keys, &f->frame) != 0)
        return -1;
    if (f->framing == FOREIGN_SINGLE)
        return 0;
    f->frame.every = f->framing != FOREIGN_LENGTH;
    return close_slice(l, value, "framing", &f->frame) != 0 ? -1 : check_codes(l, value);
}

static int take_least(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "least", 1, FOREIGN_FLITS, &l->f->least);
}

static int take_longest(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "longest", 1, FOREIGN_FLITS, &l->f->longest);
}

static int take_gaps(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_flag(l, value, "gaps", &l->f->gaps);
}

static int take_packets(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {{"least", take_least}, {"longest", take_longest}, {"gaps", take_gaps}, {NULL, NULL}};

    if (take_mapping(l, value, "packets", keys, context) != 0)
        return -1;
    if (l->f->least > l->f->longest)
        return yaml_fail(&l->yaml, yaml_line(value), "packets: the least length, %d, is over the longest, %d", l->f->least, l->f->longest);
    return 0;
}

/* Virtual channels -------------------------------------------------------------------------------------------------- */

static int take_vc_count(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "count", 1, FOREIGN_VCS, &l->f->vcs);
}

static int take_vc_kept(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_flag(l, value, "kept", &l->f->vc_kept);
}

static int take_vcs(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {{"count", take_vc_count}, {"kept", take_vc_kept}, {NULL, NULL}};

    return value->type == YAML_SCALAR_NODE ? take_vc_count(l, value, context) : take_mapping(l, value, "vcs", keys, context);
}

/* Ports ------------------------------------------------------------------------------------------------------------- */

enum interface { AXI_STREAM, VALID_READY, VC_VALID_READY, CREDIT, VALID_YUMMY };

static int take_count(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_ports *ports = context;

    return read_int(l, value, "count", 1, FOREIGN_PORTS, &ports->count);
}

static int take_depth(struct load *l, const yaml_node_t *value, void *context)
{
    struct foreign_ports *ports = context;

    return read_int(l, value, "depth", 1, 4096, &ports->depth);
}

static int take_interface(struct load *l, const yaml_node_t *value, void *context)
{
    static const char *const words[] = {
        [AXI_STREAM] = "axi-stream", [VALID_READY] = "valid-ready", [VC_VALID_READY] = "vc-valid-ready", [CREDIT] = "credit",
        [VALID_YUMMY] = "valid-yummy", NULL};
    struct foreign_ports *ports = context;
    int is = read_choice(l, value, "interface", words);

    if (is < 0)
        return -1;
    ports->alone = is == AXI_STREAM || is == VALID_READY || is == VALID_YUMMY;
    ports->credits = is >= CREDIT;
    return 0;
}

static int add_pin(struct load *l, const yaml_node_t *item, void *context)
{
    struct foreign_pin *pin = context;
    struct foreign_text *text = &pin->text[pin->count];
    const char *is = yaml_scalar(item);
    struct foreign_bits bits;

    if (!is || strlen(is) >= FOREIGN_NAME || foreign_pin_parse(is, 0, 0, 1, &bits) != 0)
        return yaml_fail(&l->yaml, yaml_line(item), "%s: must be a pin such as in{p}_data, in_data[] or in{p}[7:4]", is ? is : "a pin");
    strcpy(text->text, is);
    text->line = (int)yaml_line(item);
    pin->count++;
    return 0;
}

static int take_port_pin(struct load *l, const yaml_node_pair_t *pair, struct foreign_ports *ports)
{
    const yaml_node_t *key = node_of(l, pair->key), *value = node_of(l, pair->value);
    const char *name = yaml_scalar(key) ? yaml_scalar(key) : "";
    int role = foreign_role(name), field = field_of(l->f, name), items = item_count(value);
    struct foreign_pin *pin = role >= 0 ? &ports->roles[role] : &ports->fields[field < 0 ? 0 : field];

    if (role < 0 && field < 0)
        return yaml_fail(&l->yaml, yaml_line(key),
                         "%s: neither valid, ready, vc, credit, credit_vc nor yummy, nor a field: these are named under fields, before this",
                         name);
    if (pin->count)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", name);
    pin->line = (int)yaml_line(key);
    pin->text = calloc((size_t)(items > 0 ? items : 1), sizeof *pin->text);
    return pin->text ? take_items(l, value, add_pin, pin) : out_of_memory(l);
}

static int take_port_pins(struct load *l, const yaml_node_t *value, void *context)
{
    int status = 0;

    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(value), "pins must be keys with pins, such as \"valid: in{p}_valid\"");
    for (const yaml_node_pair_t *p = value->data.mapping.pairs.start; p < value->data.mapping.pairs.top && status == 0; p++)
        status = take_port_pin(l, p, context);
    return status;
}

/* What an interface needs, and one pin a port where there is a list. */
static int check_ports(const struct load *l, const yaml_node_t *node, const char *what, struct foreign_ports *ports)
{
    const struct foreign_pin *roles = ports->roles;
    int back = ports->credits ? FOREIGN_CREDIT : FOREIGN_READY;

    ports->line = (int)yaml_line(node);
    ports->id = roles[FOREIGN_VC].count > 0;
    if (!ports->count || !roles[FOREIGN_VALID].count || !roles[back].count)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must have count, interface, and of pins valid and %s", what,
                         ports->credits ? "credit (or yummy)" : "ready");
    if (roles[ports->credits ? FOREIGN_READY : FOREIGN_CREDIT].count || (!ports->credits && roles[FOREIGN_CREDIT_VC].count))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: ready and credits do not go together", what);
    if (ports->credits && !ports->depth)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must have depth: flits that the receiver takes in each virtual channel", what);
    for (int i = 0; i < FOREIGN_ROLES + l->f->fields; i++) {
        const struct foreign_pin *pin = i < FOREIGN_ROLES ? &roles[i] : &ports->fields[i - FOREIGN_ROLES];
        if (pin->count > 1 && pin->count != ports->count)
            return yaml_fail(&l->yaml, (size_t)pin->line, "%d pins in the list, and %s has a count of %d", pin->count, what, ports->count);
    }
    return 0;
}

static const struct key port_keys[] = {
    {"count", take_count}, {"interface", take_interface}, {"depth", take_depth}, {"pins", take_port_pins}, {NULL, NULL}};

static int take_inputs(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_mapping(l, value, "inputs", port_keys, &l->f->inputs) != 0 ? -1 : check_ports(l, value, "inputs", &l->f->inputs);
}

static int take_outputs(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return take_mapping(l, value, "outputs", port_keys, &l->f->outputs) != 0 ? -1 : check_ports(l, value, "outputs", &l->f->outputs);
}

/* The network ------------------------------------------------------------------------------------------------------- */

static int take_topology(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    l->topology = yaml_scalar(value);
    return l->topology ? 0 : yaml_fail(&l->yaml, yaml_line(value), "topology: must be a name");
}

static int take_rows(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "rows", 1, FOREIGN_ROUTERS, &l->rows);
}

static int take_cols(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "cols", 1, FOREIGN_ROUTERS, &l->cols);
}

static int add_port(struct load *l, const yaml_node_t *item, void *context)
{
    (void)context;
    if (l->port_count == FOREIGN_PORTS)
        return yaml_fail(&l->yaml, yaml_line(item), "more than %d ports", FOREIGN_PORTS);
    return read_int(l, item, "ports", 0, FOREIGN_PORTS - 1, &l->ports[l->port_count++]);
}

static int take_ports(struct load *l, const yaml_node_t *value, void *context)
{
    return take_items(l, value, add_port, context);
}

static int take_routers(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_int(l, value, "routers", 1, FOREIGN_ROUTERS, &l->f->routers);
}

/* Numbers of a list of so many. */
static int read_numbers(struct load *l, const yaml_node_t *node, const char *what, int count, int *numbers)
{
    if (item_count(node) != count)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be lists of %d numbers", what, count);
    for (int i = 0; i < count; i++)
        if (read_int(l, node_of(l, node->data.sequence.items.start[i]), what, 0, FOREIGN_ROUTERS, &numbers[i]) != 0)
            return -1;
    return 0;
}

/* [router, output, router, input] */
static int add_wire(struct load *l, const yaml_node_t *item, void *context)
{
    struct foreign *f = l->f;
    int n[4];

    (void)context;
    if (read_numbers(l, item, "links", 4, n) != 0)
        return -1;
    if (n[0] >= f->routers || n[2] >= f->routers || n[1] >= f->outputs.count || n[3] >= f->inputs.count)
        return yaml_fail(&l->yaml, yaml_line(item), "links: there are %d routers with %d inputs and %d outputs", f->routers,
                         f->inputs.count, f->outputs.count);
    f->wire[f->wires++] = (struct foreign_wire){{n[0], n[1]}, {n[2], n[3]}};
    return 0;
}

static int take_links(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    l->links = value;
    return 0;
}

static int take_network(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {{"topology", take_topology}, {"rows", take_rows}, {"cols", take_cols},
                                      {"ports", take_ports},       {"routers", take_routers}, {"links", take_links}, {NULL, NULL}};

    l->network = value;
    if (take_mapping(l, value, "network", keys, context) != 0)
        return -1;
    if (l->topology ? l->links != NULL || !l->rows || !l->cols || !l->port_count : l->rows || l->cols || l->port_count)
        return yaml_fail(&l->yaml, yaml_line(value), "network: must have either topology, rows, cols and ports, or routers and links");
    return 0;
}

static int build_network(struct load *l)
{
    struct foreign *f = l->f;
    char error[FOREIGN_ERROR];
    int count = l->links ? item_count(l->links) : 0, status = 0;

    f->wire = calloc((size_t)count + 1, sizeof *f->wire);
    if (!f->wire)
        return out_of_memory(l);
    if (l->links && l->links->type != YAML_SEQUENCE_NODE)
        return yaml_fail(&l->yaml, yaml_line(l->links), "links: must be lists of [router, output, router, input]");
    if (l->links)
        status = take_items(l, l->links, add_wire, NULL);
    if (status != 0)
        return -1;
    if (l->topology)
        status = foreign_net_topology(f, l->topology, l->rows, l->cols, l->ports, l->port_count, error, sizeof error);
    else
        status = foreign_net_given(f, error, sizeof error);
    return status == 0 ? 0 : yaml_fail(&l->yaml, l->network ? yaml_line(l->network) : 1, "%.2000s", error);
}

/* Destinations ------------------------------------------------------------------------------------------------------ */

static int add_value(struct load *l, const yaml_node_t *item, void *context)
{
    struct foreign_part *part = context;
    uint64_t most = part->slice.width >= 63 ? INT64_MAX : (1ull << part->slice.width) - 1;
    int64_t number;

    if (item->type == YAML_SEQUENCE_NODE)
        return take_items(l, item, add_value, context);
    if (part->listed == l->f->sources * l->f->sinks)
        return yaml_fail(&l->yaml, yaml_line(item), "value: more of them than pairs of inputs and outputs");
    if (read_integer(l, item, "value", 0, (int64_t)most, &number) != 0)
        return -1;
    part->list[part->listed++] = (uint64_t)number;
    return 0;
}

static int read_list(struct load *l, const yaml_node_t *value, struct foreign_part *part)
{
    const struct foreign *f = l->f;

    part->value = FOREIGN_LIST;
    part->list = calloc((size_t)(f->sources * f->sinks), sizeof *part->list);
    if (!part->list)
        return out_of_memory(l);
    if (take_items(l, value, add_value, part) != 0)
        return -1;
    if (part->listed == f->sinks || part->listed == f->sources * f->sinks)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(value), "value: %d numbers in the list, must be %d, one for each output, or %d, for each input a "
                     "list of those", part->listed, f->sinks, f->sources * f->sinks);
}

/* After the width is known. */
static int read_part_value(struct load *l, const yaml_node_t *value, struct foreign_part *part)
{
    static const char *const words[] = {[FOREIGN_NUMBER] = "number", [FOREIGN_X] = "x", [FOREIGN_Y] = "y", NULL};
    int is;

    if (value->type == YAML_SEQUENCE_NODE)
        return read_list(l, value, part);
    is = read_choice(l, value, "value", words);
    part->value = is < 0 ? FOREIGN_NUMBER : (enum foreign_value)is;
    if (is > FOREIGN_NUMBER && !l->f->cols)
        return yaml_fail(&l->yaml, yaml_line(value), "value: routers have a column and a row in a mesh or a torus alone");
    return is < 0 ? -1 : 0;
}

/* Where the value of a destination is. */
struct part_load {
    struct foreign_slice slice; /* first: what take_shift and others fill */
    const yaml_node_t *value;
};

static int take_part_value(struct load *l, const yaml_node_t *value, void *context)
{
    struct part_load *p = context;

    (void)l;
    p->value = value;
    return 0;
}

static int check_range(const struct load *l, const yaml_node_t *node, const struct foreign_part *part)
{
    const struct foreign *f = l->f;
    int most = part->value == FOREIGN_NUMBER ? f->sinks : part->value == FOREIGN_X ? f->cols : f->rows;

    if (part->value == FOREIGN_LIST || part->slice.width >= 31 || most <= 1 << part->slice.width)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(node), "destination: %d bits cannot tell %d apart", part->slice.width, most);
}

static int add_part(struct load *l, const yaml_node_t *item, void *context)
{
    static const struct key keys[] = {{"field", take_slice_field}, {"shift", take_shift}, {"width", take_slice_width},
                                      {"every", take_every}, {"value", take_part_value}, {NULL, NULL}};
    struct foreign *f = l->f;
    struct part_load p = {.slice = {.field = -1, .every = -1}};
    struct foreign_part *part = &f->part[f->parts];

    (void)context;
    if (f->parts == FOREIGN_PARTS)
        return yaml_fail(&l->yaml, yaml_line(item), "destination: more than %d parts", FOREIGN_PARTS);
    if (take_mapping(l, item, "destination", keys, &p) != 0 || close_slice(l, item, "destination", &p.slice) != 0)
        return -1;
    if (p.slice.every < 0) /* sidebands have it with each flit, headers once */
        p.slice.every = strcmp(f->field[p.slice.field].name, "data") != 0;
    part->slice = p.slice;
    part->line = (int)yaml_line(item);
    f->parts++;
    if (p.value && read_part_value(l, p.value, part) != 0)
        return -1;
    return check_range(l, item, part);
}

static int take_destination(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    l->destination = value;
    return 0;
}

static int add_rewritten(struct load *l, const yaml_node_t *item, void *context)
{
    static const struct key keys[] = {
        {"field", take_slice_field}, {"shift", take_shift}, {"width", take_slice_width}, {"every", take_every}, {NULL, NULL}};
    struct foreign *f = l->f;
    struct foreign_slice *s = &f->rewritten[f->rewrites];

    (void)context;
    if (f->rewrites == FOREIGN_PARTS)
        return yaml_fail(&l->yaml, yaml_line(item), "rewritten: more than %d parts", FOREIGN_PARTS);
    *s = (struct foreign_slice){.field = -1, .every = 1};
    f->rewrites++;
    return take_mapping(l, item, "rewritten", keys, s) != 0 ? -1 : close_slice(l, item, "rewritten", s);
}

static int take_rewritten(struct load *l, const yaml_node_t *value, void *context)
{
    return take_items(l, value, add_rewritten, context);
}

static int take_forbid(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    l->forbid = value;
    return 0;
}

static int add_forbidden(struct load *l, const yaml_node_t *item, void *context)
{
    struct foreign *f = l->f;
    int n[2];

    (void)context;
    if (read_numbers(l, item, "forbid", 2, n) != 0)
        return -1;
    if (n[0] >= f->sources || n[1] >= f->sinks)
        return yaml_fail(&l->yaml, yaml_line(item), "forbid: there are %d inputs and %d outputs", f->sources, f->sinks);
    f->forbidden[n[0] * f->sinks + n[1]] = 1;
    return 0;
}

static int build_forbidden(struct load *l)
{
    struct foreign *f = l->f;
    const char *word = l->forbid ? yaml_scalar(l->forbid) : NULL;

    f->forbidden = calloc((size_t)(f->sources * f->sinks), 1);
    if (!f->forbidden)
        return out_of_memory(l);
    if (!l->forbid)
        return 0;
    if (!word)
        return take_items(l, l->forbid, add_forbidden, NULL);
    for (int i = 0; i < f->sources && i < f->sinks; i++)
        f->forbidden[i * f->sinks + i] = 1;
    return strcmp(word, "self") == 0 ? 0
           : yaml_fail(&l->yaml, yaml_line(l->forbid), "forbid: must be self, or lists of [input, output]");
}

/* Promises ---------------------------------------------------------------------------------------------------------- */

static int take_progress(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_integer(l, value, "progress", 10, 1000000, &l->f->progress);
}

static int take_latency(struct load *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return read_integer(l, value, "latency", 1, 1000000, &l->f->latency);
}

static int take_bounds(struct load *l, const yaml_node_t *value, void *context)
{
    static const struct key keys[] = {{"progress", take_progress}, {"latency", take_latency}, {NULL, NULL}};

    return take_mapping(l, value, "bounds", keys, context);
}

static int take_check(struct load *l, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = node_of(l, pair->key);
    const char *name = yaml_scalar(key);

    for (int i = 0; name && i < FOREIGN_CHECK_COUNT; i++)
        if (strcmp(name, foreign_checks[i].name) == 0)
            return read_flag(l, node_of(l, pair->value), name, &l->f->checked[i]);
    return yaml_fail(&l->yaml, yaml_line(key), "%s: no such check; docs/your-router.md lists them", name ? name : "checks");
}

static int take_checks(struct load *l, const yaml_node_t *value, void *context)
{
    int status = 0;

    (void)context;
    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(value), "checks must be their names with yes or no");
    for (const yaml_node_pair_t *p = value->data.mapping.pairs.start; p < value->data.mapping.pairs.top && status == 0; p++)
        status = take_check(l, p);
    return status;
}

/* All of it --------------------------------------------------------------------------------------------------------- */

static const struct key keys[] = {
    {"top", take_top},             {"files", take_files},     {"include", take_include},     {"defines", take_defines},
    {"parameters", take_parameters}, {"clock", take_clock},   {"reset", take_reset},         {"constants", take_pins},
    {"ignore", take_ignore},       {"fields", take_fields},   {"framing", take_framing},     {"packets", take_packets},
    {"vcs", take_vcs},             {"inputs", take_inputs},   {"outputs", take_outputs},     {"destination", take_destination},
    {"rewritten", take_rewritten}, {"forbid", take_forbid},   {"network", take_network},     {"bounds", take_bounds},
    {"checks", take_checks},       {NULL, NULL}};

static int missing(const struct load *l, const char *name)
{
    return yaml_fail(&l->yaml, 1, "the description must have %s (docs/your-router.md)", name);
}

/* What there is no router without. */
static int check_whole(const struct load *l)
{
    const struct foreign *f = l->f;

    if (!*f->top || !f->files.count)
        return missing(l, "top and files");
    if (!f->clock.line || !f->reset.line)
        return missing(l, "clock and reset");
    if (!f->fields)
        return missing(l, "fields");
    if (!f->inputs.line || !f->outputs.line)
        return missing(l, "inputs and outputs");
    if (f->vcs > 1 && (f->inputs.alone || f->outputs.alone))
        return yaml_fail(&l->yaml, (size_t)(f->inputs.alone ? f->inputs : f->outputs).line,
                         "this interface has one virtual channel, and vcs says %d", f->vcs);
    if (!l->destination)
        return missing(l, "destination");
    if (f->framing != FOREIGN_SINGLE && f->frame.width == 0)
        return missing(l, "framing, or a field \"last\"");
    if (f->framing == FOREIGN_SINGLE && f->longest > 1)
        return yaml_fail(&l->yaml, 1, "packets are longer than a flit, and framing says that they are not");
    return f->files.failed || f->includes.failed || f->defines.failed || f->ignored.failed ? out_of_memory(l) : 0;
}

static void set_defaults(struct foreign *f)
{
    f->reset_cycles = 4;
    f->least = f->vcs = f->gaps = f->vc_kept = 1;
    f->longest = 8;
    f->progress = 2000;
    f->code_head = 1;
    f->code_tail = 2;
    f->code_single = 3;
    for (int i = 0; i < FOREIGN_CHECK_COUNT; i++)
        f->checked[i] = 1;
}

/* A field of that name and one bit is what most have. */
static void default_framing(struct foreign *f)
{
    int last = field_of(f, "last");

    if (f->framing == FOREIGN_LAST && f->frame.width == 0 && last >= 0 && f->field[last].width == 1)
        f->frame = (struct foreign_slice){.field = last, .width = 1, .every = 1};
}

static int read_document(void *context)
{
    struct load *l = context;
    const yaml_node_t *root = yaml_document_get_root_node(&l->yaml.document);
    char error[FOREIGN_ERROR];

    if (!root)
        return missing(l, "top and files");
    if (take_mapping(l, root, "a description", keys, NULL) != 0)
        return -1;
    default_framing(l->f);
    if (check_whole(l) != 0 || build_network(l) != 0 || build_forbidden(l) != 0 || take_items(l, l->destination, add_part, NULL) != 0)
        return -1;
    return foreign_tags(l->f, error, sizeof error) == 0 ? 0 : yaml_fail(&l->yaml, yaml_line(l->destination), "%.2000s", error);
}

struct foreign *foreign_load(const char *path, char *error, size_t size)
{
    struct load l = {.f = calloc(1, sizeof *l.f), .yaml = {.path = path, .what = "description", .error = error, .size = size}};
    const char *slash = strrchr(path, '/');

    if (!l.f || (size_t)snprintf(l.folder, sizeof l.folder, "%.*s", slash ? (int)(slash - path) + 1 : 0, path) >= sizeof l.folder) {
        snprintf(error, size, l.f ? "%s: the path is too long" : "out of memory", path);
        free(l.f);
        return NULL;
    }
    l.f->path = path;
    set_defaults(l.f);
    if (yaml_load(&l.yaml, MAX_FILE, read_document, &l) == 0)
        return l.f;
    foreign_destroy(l.f);
    return NULL;
}

int foreign_set(struct foreign *f, const char *text, char *error, size_t size)
{
    struct foreign_constants *list = &f->parameters;
    size_t length = strcspn(text, "=");
    struct foreign_constant *more, c = {.value.line = 1};
    int i = 0;

    snprintf(c.name, sizeof c.name, "%.*s", (int)length, text);
    if (!is_identifier(c.name) || !text[length] || !is_constant(text + length + 1)) {
        snprintf(error, size, "%.200s: a parameter must be NAME=VALUE", text);
        return -1;
    }
    strcpy(c.value.text, text + length + 1);
    while (i < list->count && strcmp(list->item[i].name, c.name) != 0)
        i++;
    more = realloc(list->item, (size_t)(list->count + 1) * sizeof *more);
    if (!more) {
        snprintf(error, size, "out of memory");
        return -1;
    }
    list->item = more;
    list->count += i == list->count;
    more[i] = c;
    return 0;
}

static void free_ports(struct foreign_ports *ports)
{
    for (int i = 0; i < FOREIGN_ROLES; i++)
        free(ports->roles[i].text);
    for (int i = 0; i < FOREIGN_FIELDS; i++)
        free(ports->fields[i].text);
}

void foreign_destroy(struct foreign *f)
{
    if (!f)
        return;
    free_ports(&f->inputs);
    free_ports(&f->outputs);
    arguments_free(&f->files);
    arguments_free(&f->includes);
    arguments_free(&f->defines);
    arguments_free(&f->ignored);
    for (int i = 0; i < f->parts; i++)
        free(f->part[i].list);
    void *const owned[] = {f->parameters.item, f->pins.item, f->source, f->sink, f->wire, f->open, f->forbidden, f->tag_mask,
                           f->look[0], f->look[1], f->wired[0], f->wired[1]};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(f);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_yaml.h. By libyaml's document, which knows the line of each key. docs/reference/router-description.md
 * has the keys.
 */
#include "blackbox_yaml.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/did_you_mean.h"
#include "../../base/value.h"
#include "blackbox_number.h"

const yaml_node_t *blackbox_yaml_node(struct blackbox_reading *l, int number)
{
    return yaml_document_get_node(&l->yaml.document, number);
}

int blackbox_yaml_memory(const struct blackbox_reading *l)
{
    return yaml_fail(&l->yaml, 0, "out of memory");
}

/* Mappings and lists ---------------------------------------------------------------------------------------------- */

static int unknown_key(const struct blackbox_reading *l, const yaml_node_t *key, const char *what,
                       const struct blackbox_key *keys)
{
    const char *name = yaml_scalar(key) ? yaml_scalar(key) : "what is no word";
    struct did_you_mean nearest = {.word = name, .length = strlen(name)};
    char all[512] = "";

    for (int i = 0; keys[i].name; i++) {
        did_you_mean_consider(&nearest, keys[i].name, i);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", keys[i].name);
    }
    if (nearest.name)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: no key of %s: did you mean %s?", name, what, nearest.name);
    return yaml_fail(&l->yaml, yaml_line(key), "%s: no key of %s; these are: %s", name, what, all);
}

static int read_field(struct blackbox_reading *l, const yaml_node_t *value, int *field)
{
    const char *name = yaml_scalar(value);

    *field = blackbox_field_of(l->f, name);
    if (*field >= 0)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(value), "%s: no such field: they are named under fields, before this",
                     name ? name : "field");
}

static int read_code(const struct blackbox_reading *l, const yaml_node_t *value, const struct blackbox_key *key,
                     uint64_t *code)
{
    int64_t number;

    if (blackbox_yaml_integer(l, value, key->name, key->least, key->most, &number) != 0)
        return -1;
    *code = (uint64_t)number;
    return 0;
}

static int read_text(struct blackbox_reading *l, const yaml_node_t *value, const char *name, struct blackbox_text *text)
{
    text->line = (int)yaml_line(value);
    return blackbox_yaml_name(l, value, name, text->text);
}

/* The value of a key goes to its place. */
static int take_value(struct blackbox_reading *l, const yaml_node_t *value, const struct blackbox_key *key,
                      void *context)
{
    void *at = (char *)context + key->offset;

    switch (key->kind) {
    case BLACKBOX_KEY_INT: return blackbox_yaml_int(l, value, key->name, (int)key->least, (int)key->most, at);
    case BLACKBOX_KEY_LONG: return blackbox_yaml_integer(l, value, key->name, key->least, key->most, at);
    case BLACKBOX_KEY_CODE: return read_code(l, value, key, at);
    case BLACKBOX_KEY_FLAG: return blackbox_yaml_flag(l, value, key->name, at);
    case BLACKBOX_KEY_CHOICE: return (*(int *)at = blackbox_yaml_choice(l, value, key->name, key->words)) < 0 ? -1 : 0;
    case BLACKBOX_KEY_NAME: return read_text(l, value, key->name, at);
    case BLACKBOX_KEY_FIELD: return read_field(l, value, at);
    case BLACKBOX_KEY_TAKE: return key->take(l, value, context);
    case BLACKBOX_KEY_ITEMS: return blackbox_yaml_items(l, value, key->take, at);
    case BLACKBOX_KEY_LATER: break;
    }
    l->later[key->least] = value;
    return 0;
}

/* Where the reading of a mapping stands. */
struct mapping {
    const char *what;
    const struct blackbox_key *keys;
    void *context;
    uint64_t seen; /* flags of keys */
};

static int take_pair(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct mapping *m = context;
    const char *name = yaml_scalar(key);

    for (int i = 0; name && m->keys[i].name; i++) {
        if (strcmp(m->keys[i].name, name) != 0)
            continue;
        if (m->seen & 1ull << i)
            return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", name);
        m->seen |= 1ull << i;
        return take_value(l, value, &m->keys[i], m->context);
    }
    return unknown_key(l, key, m->what, m->keys);
}

int blackbox_yaml_pairs(struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                        int (*take)(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value,
                                    void *context),
                        void *context)
{
    int status = 0;

    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(node), "%s", what);
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top && status == 0;
         p++)
        status = take(l, blackbox_yaml_node(l, p->key), blackbox_yaml_node(l, p->value), context);
    return status;
}

const yaml_node_t *blackbox_yaml_find(struct blackbox_reading *l, const yaml_node_t *node, const char *name)
{
    if (node->type != YAML_MAPPING_NODE)
        return NULL;
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
        const char *key = yaml_scalar(blackbox_yaml_node(l, p->key));
        if (key && strcmp(key, name) == 0)
            return blackbox_yaml_node(l, p->value);
    }
    return NULL;
}

int blackbox_yaml_mapping(struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                          const struct blackbox_key *keys, void *context)
{
    struct mapping m = {.what = what, .keys = keys, .context = context};
    char must[256];

    snprintf(must, sizeof must, "%s must be keys with values, such as \"%s: ...\"", what, keys[0].name);
    return blackbox_yaml_pairs(l, node, must, take_pair, &m);
}

/* Where the reading of two mappings as one stands. */
struct overlaid {
    struct mapping m;
    const struct blackbox_overlay *o;
    int first; /* 1: of the rest, the key that is read before all others; 0: those that are not */
};

static int take_rest(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct overlaid *both = context;
    const char *name = yaml_scalar(key);

    if (name && (blackbox_yaml_find(l, both->o->own, name) || (strcmp(name, both->o->first) == 0) != both->first))
        return 0;
    return !name && both->first ? 0 : take_pair(l, key, value, &both->m);
}

int blackbox_yaml_overlay(struct blackbox_reading *l, const struct blackbox_overlay *o, const char *what,
                          const struct blackbox_key *keys, void *context)
{
    struct overlaid both = {{what, keys, context, 0}, o, 1};

    if (!o->rest)
        return blackbox_yaml_mapping(l, o->own, what, keys, context);
    if (blackbox_yaml_pairs(l, o->rest, "", take_rest, &both) != 0 ||
        blackbox_yaml_pairs(l, o->own, "", take_pair, &both.m) != 0)
        return -1;
    both.first = 0;
    return blackbox_yaml_pairs(l, o->rest, "", take_rest, &both);
}

int blackbox_yaml_items(struct blackbox_reading *l, const yaml_node_t *node, blackbox_take *take, void *context)
{
    int status = 0;

    if (node->type != YAML_SEQUENCE_NODE)
        return take(l, node, context);
    for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top && status == 0;
         i++)
        status = take(l, blackbox_yaml_node(l, *i), context);
    return status;
}

int blackbox_yaml_count(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE ? (int)(node->data.sequence.items.top - node->data.sequence.items.start)
                                            : 0;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

int blackbox_yaml_integer(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int64_t min,
                          int64_t max, int64_t *value)
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
    if (!text || blackbox_number(&l->f->parameters, text, value) != 0)
        return yaml_fail(&l->yaml, yaml_line(node),
                         "%s: must be a whole number from %lld to %lld, or be made of parameters", name, (long long)min,
                         (long long)max);
    if (*value >= min && *value <= max)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a whole number from %lld to %lld, and is %lld", name,
                     (long long)min, (long long)max, (long long)*value);
}

int blackbox_yaml_int(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int min, int max,
                      int *value)
{
    int64_t number;

    if (blackbox_yaml_integer(l, node, name, min, max, &number) != 0)
        return -1;
    *value = (int)number;
    return 0;
}

int blackbox_yaml_flag(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int *flag)
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
int blackbox_yaml_choice(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                         const char *const *words)
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

int blackbox_is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";

    return *text && !(*text >= '0' && *text <= '9') && *text != '$' && !text[strspn(text, letters)];
}

int blackbox_yaml_name(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                       char text[BLACKBOX_NAME])
{
    const char *is = yaml_scalar(node);

    if (!is || !blackbox_is_identifier(is) || strlen(is) >= BLACKBOX_NAME)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a name of Verilog", name);
    strcpy(text, is);
    return 0;
}

int blackbox_yaml_pin(const struct blackbox_reading *l, const yaml_node_t *node, const char *text, const char *name,
                      struct blackbox_text *pin)
{
    const char *dot = text ? strchr(text, '.') : NULL;
    char interface[BLACKBOX_NAME];

    pin->line = (int)yaml_line(node);
    snprintf(interface, sizeof interface, "%.*s", text ? (int)strcspn(text, ".") : 0, text ? text : "");
    if (!text || strlen(text) >= sizeof pin->text || !blackbox_is_identifier(interface) ||
        (dot && !blackbox_is_identifier(dot + 1)))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: %.100s: must be a pin such as %s", name, text ? text : "",
                         strcmp(name, "reset") == 0 ? "~rst_n, or ~s.rst_n of an interface"
                                                    : "clk, or s.clk of an interface");
    strcpy(pin->text, text);
    return 0;
}

/* A constant of Verilog, which is put between two parentheses: it has none of its own, and nothing that ends a line. */
int blackbox_is_constant(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'{}\"+-*/%<>&|^~?:., []";

    return *text && !text[strspn(text, letters)] && !strstr(text, "//") && !strstr(text, "/*") &&
           strlen(text) < BLACKBOX_NAME;
}

int blackbox_yaml_constant(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                           struct blackbox_text *value)
{
    const char *text = yaml_scalar(node);

    if (!text || !blackbox_is_constant(text))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be a constant of Verilog, such as 4'd3 or \"{x}\"", name);
    strcpy(value->text, text);
    value->line = (int)yaml_line(node);
    return 0;
}

int blackbox_yaml_numbers(struct blackbox_reading *l, const yaml_node_t *node, const char *what, int count,
                          int *numbers)
{
    if (blackbox_yaml_count(node) != count)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must be lists of %d numbers", what, count);
    for (int i = 0; i < count; i++)
        if (blackbox_yaml_int(l, blackbox_yaml_node(l, node->data.sequence.items.start[i]), what, 0, BLACKBOX_ROUTERS,
                              &numbers[i]) != 0)
            return -1;
    return 0;
}

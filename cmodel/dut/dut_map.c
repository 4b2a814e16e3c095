/* SPDX-License-Identifier: Apache-2.0
 *
 * Mapping files, by libyaml's document, which knows the line of each key. See
 * dut_map.h.
 */
#include "dut_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/regular.h"
#include "../base/yaml.h"

/* Room for a signal's name, lane number included; a file of many times the size of all registers is something else. */
enum { MAX_SIGNAL = 1000, MAX_FILE = 1 << 20 };

/* Where a load stands. */
struct load {
    struct dut_map *map;
    struct yaml yaml;
};

static int out_of_memory(const struct load *l)
{
    return yaml_fail(&l->yaml, 0, "out of memory");
}

static const char *text_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

/* @return the row of "block.register", or -1 */
static int row_of(const struct router_kind *kind, const char *key)
{
    const struct reg_info *row = kind_register_find(kind, key);

    return row ? (int)(row - kind->registers) : -1;
}

/* Names, dots and selects such as [3] or [8*3+:8]: nothing that could end the expression it is put into. */
static int is_signal(const char *text)
{
    static const char others[] = "_$.[]:+-*";

    if (!*text || strlen(text) > MAX_SIGNAL - 16 || (*text >= '0' && *text <= '9'))
        return 0;
    for (; *text; text++)
        if (!(*text >= 'a' && *text <= 'z') && !(*text >= 'A' && *text <= 'Z') && !(*text >= '0' && *text <= '9') &&
            !strchr(others, *text))
            return 0;
    return 1;
}

/* Write a signal, every %d of it the number of its lane. @return 0, or -1 when it is too long */
static int expand(char name[MAX_SIGNAL], const char *from, int lane)
{
    char *to = name;

    while (*from && to < name + MAX_SIGNAL - 16)
        if (from[0] == '%' && from[1] == 'd') {
            to += sprintf(to, "%d", lane);
            from += 2;
        } else {
            *to++ = *from++;
        }
    *to = 0;
    return *from ? -1 : 0;
}

static int add_signal(const struct load *l, struct dut_register *r, const yaml_node_t *node, const char *key)
{
    char name[MAX_SIGNAL];

    if (expand(name, text_of(node), r->count) != 0 || !is_signal(name))
        return yaml_fail(&l->yaml, yaml_line(node),
                         "%s: '%.200s' is not the name of a signal: names, dots and [ ] from the top module down", key,
                         text_of(node));
    r->signals[r->count] = strdup(name);
    return r->signals[r->count] ? r->count++, 0 : out_of_memory(l);
}

/* One text: a whole vector, or with %d all lanes. */
static int read_text(const struct load *l, const struct reg_info *info, struct dut_register *r,
                     const yaml_node_t *value, const char *key)
{
    int each = strstr(text_of(value), "%d") != NULL, status = 0;

    if (each && info->lanes.each == 1)
        return yaml_fail(&l->yaml, yaml_line(value), "%s: has one lane: no %%d in its signal", key);
    for (int i = 0; i < (each ? info->lanes.each : 1) && status == 0; i++)
        status = add_signal(l, r, value, key);
    return status;
}

static int read_list(struct load *l, const struct reg_info *info, struct dut_register *r, const yaml_node_t *value,
                     const char *key)
{
    const yaml_node_item_t *first = value->data.sequence.items.start, *end = value->data.sequence.items.top;
    int status = 0;

    if (end - first != info->lanes.each)
        return yaml_fail(&l->yaml, yaml_line(value), "%s: %d signals in the list, must be %d, one a lane", key,
                         (int)(end - first), info->lanes.each);
    for (; first < end && status == 0; first++) {
        const yaml_node_t *item = yaml_document_get_node(&l->yaml.document, *first);
        status = item->type == YAML_SCALAR_NODE ? add_signal(l, r, item, key)
                                                : yaml_fail(&l->yaml, yaml_line(item), "%s: a list of lists", key);
    }
    return status;
}

/* Whether it is the name of a signal when the mark of a cell is a number. */
static int is_cell_signal(const char *text, const char *mark)
{
    char plain[MAX_SIGNAL], *at;

    snprintf(plain, sizeof plain, "%s", text);
    while ((at = strstr(plain, mark)))
        memcpy(at, "00", 2);
    return is_signal(plain);
}

/* The signal of one memory; what has no mark of a cell is a memory of cells. @return NULL when it is no signal, or out
 * of memory */
static char *cell_signal(const struct dut_stores *stores, const char *text, int number)
{
    char name[MAX_SIGNAL], *signal;

    if (!strstr(text, "%d") || expand(name, text, number) != 0 || strlen(name) > MAX_SIGNAL - 16)
        return NULL;
    if (!strstr(name, stores->mark))
        snprintf(name + strlen(name), sizeof name - strlen(name), "[%s]", stores->mark);
    signal = is_cell_signal(name, stores->mark) ? strdup(name) : NULL;
    return signal;
}

/* One text with %d for the memory. */
static int read_store(struct load *l, int field, const yaml_node_t *key, const yaml_node_t *value)
{
    const struct dut_stores *stores = &l->map->kind->parts->dut->stores;
    struct dut_register *r = &l->map->stores[field];
    const char *name = stores->field[field].key, *text = value->type == YAML_SCALAR_NODE ? text_of(value) : "";

    if (r->line)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: named twice, first in line %d", name, r->line);
    r->line = (int)yaml_line(key);
    r->signals = calloc((size_t)stores->count, sizeof *r->signals);
    if (!r->signals)
        return out_of_memory(l);
    while (r->count < stores->count && (r->signals[r->count] = cell_signal(stores, text, r->count)))
        r->count++;
    return r->count == stores->count
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value),
                           "%s: must be one signal with %%d for the %s, and %s for the %s if it is no memory "
                           "of %ss",
                           name, stores->name, stores->mark, stores->cell, stores->cell);
}

/* A memory is read whole. */
static int check_stores(const struct load *l)
{
    const struct dut_stores *stores = &l->map->kind->parts->dut->stores;
    const struct dut_register *r = l->map->stores;
    int named = 0;

    while (named < stores->fields && !r[named].line)
        named++;
    for (int i = 0; i < stores->fields && named < stores->fields; i++)
        if (!r[i].line)
            return yaml_fail(&l->yaml, (size_t)r[named].line, "%s: names a part of the memories, and %s is not named",
                             stores->field[named].key, stores->field[i].key);
    return 0;
}

static int read_register(struct load *l, const yaml_node_t *key, const yaml_node_t *value)
{
    const struct router_kind *kind = l->map->kind;
    int row = key->type == YAML_SCALAR_NODE ? row_of(kind, text_of(key)) : -1;
    const char *name = key->type == YAML_SCALAR_NODE ? text_of(key) : "a key that is not a word";
    struct dut_register *r;

    if (row < 0)
        return yaml_fail(&l->yaml, yaml_line(key), "%.100s: no such named register: %s lists them as block.register",
                         name, kind->parts->dut->registers);
    r = &l->map->rows[row];
    if (r->line)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: named twice, first in line %d", name, r->line);
    r->line = (int)yaml_line(key);
    r->signals = calloc((size_t)kind->registers[row].lanes.each, sizeof *r->signals);
    if (!r->signals)
        return out_of_memory(l);
    l->map->count++;
    if (value->type == YAML_SCALAR_NODE)
        return read_text(l, &kind->registers[row], r, value, name);
    if (value->type == YAML_SEQUENCE_NODE)
        return read_list(l, &kind->registers[row], r, value, name);
    return yaml_fail(&l->yaml, yaml_line(value), "%s: must be a signal, or a list of signals", name);
}

/* @return the field of memories that a key is, or as many as there are */
static int field_of(const struct dut_stores *stores, const yaml_node_t *key)
{
    int field = 0;

    while (field < stores->fields &&
           (key->type != YAML_SCALAR_NODE || strcmp(text_of(key), stores->field[field].key) != 0))
        field++;
    return field;
}

static int read_pair(struct load *l, const yaml_node_t *key, const yaml_node_t *value)
{
    const struct dut_stores *stores = &l->map->kind->parts->dut->stores;
    int field = field_of(stores, key);

    return field < stores->fields ? read_store(l, field, key, value) : read_register(l, key, value);
}

static int read_document(void *context)
{
    struct load *l = context;
    const yaml_node_t *root = yaml_document_get_root_node(&l->yaml.document);
    int status = 0;

    if (!root || root->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, root ? yaml_line(root) : 1,
                         "must be lines such as port_receive.header: u_receive.header");
    for (const yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top && status == 0;
         p++)
        status = read_pair(l, yaml_document_get_node(&l->yaml.document, p->key),
                           yaml_document_get_node(&l->yaml.document, p->value));
    return status == 0 ? check_stores(l) : status;
}

static struct dut_map *create(const char *path, const struct router_kind *kind)
{
    struct dut_map *map = calloc(1, sizeof *map);

    if (!map)
        return NULL;
    map->kind = kind;
    map->path = strdup(path);
    map->rows = calloc((size_t)kind->register_count, sizeof *map->rows);
    if (map->path && map->rows)
        return map;
    dut_map_free(map);
    return NULL;
}

struct dut_map *dut_map_load(const char *path, const struct router_kind *kind, char *error, size_t size)
{
    struct load l = {.map = create(path, kind),
                     .yaml = {.path = path, .what = "mapping file", .error = error, .size = size}};

    if (l.map && regular_check(path, error, size) == 0 && yaml_load(&l.yaml, MAX_FILE, read_document, &l) == 0)
        return l.map;
    if (!l.map)
        out_of_memory(&l);
    dut_map_free(l.map);
    return NULL;
}

static void free_signals(struct dut_register *r)
{
    for (int k = 0; k < r->count; k++)
        free(r->signals[k]);
    free(r->signals);
}

void dut_map_free(struct dut_map *map)
{
    for (int i = 0; map && map->rows && i < map->kind->register_count; i++)
        free_signals(&map->rows[i]);
    if (map) {
        for (int i = 0; i < DUT_MOST_STORE_FIELDS; i++)
            free_signals(&map->stores[i]);
        free(map->rows);
        free(map->path);
    }
    free(map);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Plans of fault injection: what --faults says, and files of faults. See faults.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/memory.h"
#include "../base/value.h"
#include "../base/yaml.h"
#include "faults_internal.h"

/* A file of more than a hundred thousand faults is something else. */
enum { MAX_FILE = 1 << 24 };

const char *const fault_kinds[FAULT_KINDS] = {"flip", "stuck_0", "stuck_1", "hold", "repeat", "pe_stop", "reset"};

const char *fault_parse(struct fault_plan *plan, const char *text)
{
    int single = strncmp(text, "single:", 7) == 0, random = strncmp(text, "random:", 7) == 0;

    plan->mode = single ? FAULT_SINGLE : random ? FAULT_RANDOM : FAULT_FILE;
    if (plan->mode != FAULT_FILE && value_number(text + 7, 0, 1, 1, &plan->rate) != 0)
        return "must have a rate over 0, up to 1, after single: or random:";
    return NULL;
}

uint64_t fault_hash(const struct fault_plan *plan)
{
    uint64_t head[] = {(uint64_t)plan->mode, plan->window, plan->seed, plan->count, 0};

    memcpy(&head[4], &plan->rate, sizeof plan->rate);
    return XXH3_64bits_withSeed(plan->list, plan->count * sizeof *plan->list, XXH3_64bits(head, sizeof head));
}

/* Bits that a wire has at a port. */
static int bits_of(const struct router_kind *kind, int wire)
{
    return kind_wire(kind, (unsigned)wire)->lanes.width;
}

/* Whether a fault is on a wire, or about a node. */
static int on_wire(int kind)
{
    return kind != FAULT_STOP && kind != FAULT_RESET;
}

/* The first cable of an endpoint is pe, the others are pe1 and so on. */
static void print_end(unsigned end, FILE *out)
{
    unsigned port = fault_port(end);

    fprintf(out, ", port: %s", fault_at_endpoint(end) ? "pe" : "");
    if (!fault_at_endpoint(end) || port > 0)
        fprintf(out, "%u", port);
}

void fault_print(const struct router_kind *kind, const struct fault *f, FILE *out)
{
    fprintf(out, "  - {kind: %s, node: %u", fault_kinds[f->kind], f->node);
    if (on_wire(f->kind)) {
        print_end(f->end, out);
        fprintf(out, ", wire: %s", kind_wire(kind, f->wire)->field);
        if (bits_of(kind, f->wire) > 1)
            fprintf(out, ", bit: %d", __builtin_ctzll(f->bits));
        if (f->both)
            fprintf(out, ", both: true");
    }
    fprintf(out, ", cycle: %" PRIu64 ", length: %u}\n", f->cycle, f->length);
}

void fault_finish(struct fault_plan *plan)
{
    free(plan->list);
    memset(plan, 0, sizeof *plan);
}

uint32_t fault_lead(const struct fault *f)
{
    return f->kind == FAULT_HOLD ? 1 : f->kind == FAULT_REPEAT ? f->length : 0;
}

uint64_t fault_start(const struct fault *f)
{
    return f->cycle - fault_lead(f);
}

/* Files ----------------------------------------------------------------------------------------------------------- */

enum key { KIND, NODE, PORT, WIRE, BIT, CYCLE, LENGTH, BOTH, KEYS };
static const char *const key_names[KEYS] = {"kind", "node", "port", "wire", "bit", "cycle", "length", "both"};

/* One fault as the file has it. */
struct item {
    const struct yaml *yaml;
    const struct router_kind *kind;
    const struct topology *topology;
    int64_t cycles;         /* of the run */
    size_t line;            /* where it begins */
    const char *text[KEYS]; /* NULL: not there */
    size_t at[KEYS];        /* line of each */
};

static int find(const char *text, const char *const *names, int count)
{
    for (int i = 0; text && i < count; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

/* @return -1 after saying that a key is wrong */
static int wrong(const struct item *item, enum key key, const char *must)
{
    if (item->text[key])
        return yaml_fail(item->yaml, item->at[key], "%s: %.64s %s", key_names[key], item->text[key], must);
    return yaml_fail(item->yaml, item->line, "a fault without %s: it %s", key_names[key], must);
}

/* A whole number, or a default when the key is not there and has one. */
static int number(const struct item *item, enum key key, int64_t min, int64_t max, int64_t fallback, int64_t *value)
{
    char must[96];

    *value = fallback;
    if (!item->text[key] && fallback >= 0)
        return 0;
    if (item->text[key] && value_integer(item->text[key], min, max, value) == 0)
        return 0;
    snprintf(must, sizeof must, "must be a whole number from %" PRId64 " to %" PRId64, min, max);
    return wrong(item, key, must);
}

/* One of some names. @return its number, or -1 after an error */
static int choice(const struct item *item, enum key key, const char *const *names, int count)
{
    char must[128] = "must be one of ";
    int found = find(item->text[key], names, count);

    for (int i = 0; i < count && found < 0; i++)
        snprintf(must + strlen(must), sizeof must - strlen(must), "%s%s", i ? ", " : "", names[i]);
    return found < 0 ? wrong(item, key, must) : found;
}

/* The cable of an endpoint that is meant, by its end there; -1: none is. */
static int endpoint_cable(const struct item *item)
{
    const char *text = item->text[PORT];
    int64_t cable = 0;

    if (!text || strncmp(text, "pe", 2) != 0)
        return -1;
    return text[2] && value_integer(text + 2, 1, item->topology->cables - 1, &cable) != 0 ? -1 : (int)cable;
}

/* Where a fault strikes: endpoints, or routers, by number. */
static int take_node(const struct item *item, int kind, struct fault *f)
{
    int endpoint = kind == FAULT_STOP || (on_wire(kind) && endpoint_cable(item) >= 0);
    int64_t node;

    if (number(item, NODE, 0, (endpoint ? item->topology->endpoints : item->topology->nodes) - 1, -1, &node) != 0)
        return -1;
    *f = (struct fault){.node = (uint16_t)node, .kind = (uint8_t)kind};
    return 0;
}

/* The port that all endpoints are attached to, in words. */
static void name_endpoint_port(const struct topology *t, char *words, size_t size)
{
    int port = t->attached[0].port;

    for (int n = 1; n < t->endpoints; n++)
        if (t->attached[n].port != port) {
            snprintf(words, size, "its cable");
            return;
        }
    snprintf(words, size, "port %d", port);
}

static int wrong_port(const struct item *item)
{
    char must[128], port[16], others[32] = "";
    int cables = item->topology->cables;

    name_endpoint_port(item->topology, port, sizeof port);
    if (cables > 1)
        snprintf(others, sizeof others, ", and so on up to pe%d", cables - 1);
    snprintf(must, sizeof must, "must be a port of the router from 0 to %d, or pe: the PE's end of %s%s",
             item->kind->ports - 1, port, others);
    return wrong(item, PORT, must);
}

static int take_port(const struct item *item, struct fault *f)
{
    int cable = endpoint_cable(item);
    int64_t port;

    f->end = (uint8_t)(FAULT_ENDPOINT + cable);
    if (cable >= 0)
        return 0;
    if (!item->text[PORT] || value_integer(item->text[PORT], 0, item->kind->ports - 1, &port) != 0)
        return wrong_port(item);
    if (item->topology->links[f->node][port].node < 0)
        return wrong(item, PORT, "is not connected");
    f->end = (uint8_t)port;
    return 0;
}

static int choose_wire(const struct item *item)
{
    const char *names[FAULT_WIRES];
    int wires = 0;

    for (const struct pin_info *wire; (wire = kind_wire(item->kind, (unsigned)wires)); wires++)
        names[wires] = wire->field;
    return choice(item, WIRE, names, wires);
}

static int wrong_both(const struct item *item)
{
    char must[128] = "goes with wires ";
    int shared = item->kind->shared_wires;

    if (shared == 0)
        return wrong(item, BOTH, "goes with wires that both ends share, and these routers have none");
    for (int i = 0; i < shared; i++)
        snprintf(must + strlen(must), sizeof must - strlen(must), "%s%s",
                 i == 0           ? ""
                 : i + 1 < shared ? ", "
                                  : " and ",
                 kind_wire(item->kind, (unsigned)i)->field);
    snprintf(must + strlen(must), sizeof must - strlen(must), ", which both ends share");
    return wrong(item, BOTH, must);
}

static int take_wire(const struct item *item, struct fault *f)
{
    static const char *const flags[] = {"false", "true"};
    int wire = choose_wire(item), both = 0, bits;
    int64_t bit = 0;

    if (wire < 0)
        return -1;
    bits = bits_of(item->kind, wire);
    if (bits > 1 && number(item, BIT, 0, bits - 1, -1, &bit) != 0)
        return -1;
    if (bits == 1 && item->text[BIT])
        return wrong(item, BIT, "goes with wires of several bits");
    if (item->text[BOTH] && (both = choice(item, BOTH, flags, 2)) < 0)
        return -1;
    if (both && wire >= item->kind->shared_wires)
        return wrong_both(item);
    f->wire = (uint8_t)wire;
    f->bits = UINT64_C(1) << bit;
    f->both = (uint8_t)both;
    return 0;
}

/* What a fault about a node has no use for. */
static int no_wire(const struct item *item)
{
    static const enum key others[] = {PORT, WIRE, BIT, BOTH};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (item->text[others[i]])
            return wrong(item, others[i], "goes with faults on wires, not with pe_stop and reset");
    return 0;
}

/* First and last cycle of what a fault needs: a hold and a repetition show what was before. */
static int take_cycle(const struct item *item, struct fault *f)
{
    int64_t cycle, length, most = f->kind == FAULT_REPEAT ? FAULT_REPEATED : FAULT_LENGTH;

    if (number(item, LENGTH, 1, most, 1, &length) != 0 ||
        number(item, CYCLE, f->kind == FAULT_REPEAT ? length : 1, item->cycles - 1, -1, &cycle) != 0)
        return -1;
    f->cycle = (uint64_t)cycle;
    f->length = (uint32_t)length;
    return 0;
}

static int take_fault(const struct item *item, struct fault *f)
{
    int kind = choice(item, KIND, fault_kinds, FAULT_KINDS);

    if (kind < 0 || take_node(item, kind, f) != 0 || take_cycle(item, f) != 0)
        return -1;
    if (!on_wire(kind))
        return no_wire(item);
    return take_port(item, f) != 0 || take_wire(item, f) != 0 ? -1 : 0;
}

/* The texts of a fault, with their lines. */
static int take_item(struct yaml *y, const yaml_node_t *node, struct item *item)
{
    memset(item->text, 0, sizeof item->text);
    item->line = yaml_line(node);
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(y, item->line, "a fault must have keys such as kind, node and cycle");
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = yaml_document_get_node(&y->document, p->key);
        const yaml_node_t *value = yaml_document_get_node(&y->document, p->value);
        int key = find(yaml_scalar(name), key_names, KEYS);
        if (key < 0)
            return yaml_fail(y, yaml_line(name),
                             "a fault has the keys kind, node, port, wire, bit, both, cycle and length, and no other");
        if (item->text[key])
            return yaml_fail(y, yaml_line(name), "%s is a second time here", key_names[key]);
        if (!(item->text[key] = yaml_scalar(value)))
            return yaml_fail(y, yaml_line(name), "%s must be one value", key_names[key]);
        item->at[key] = yaml_line(name);
    }
    return 0;
}

static int add(struct fault_plan *plan, const struct fault *fault, const struct yaml *y)
{
    struct fault *list = memory_grow(plan->list, plan->count, &plan->size, 64, sizeof *list);

    if (!list)
        return yaml_fail(y, 0, "out of memory");
    plan->list = list;
    plan->list[plan->count++] = *fault;
    return 0;
}

static int take_list(struct fault_plan *plan, struct yaml *y, const yaml_node_t *list, struct item *item)
{
    struct fault fault;

    if (list->type != YAML_SEQUENCE_NODE)
        return yaml_fail(y, yaml_line(list), "faults must be a list");
    for (const yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++)
        if (take_item(y, yaml_document_get_node(&y->document, *i), item) != 0 || take_fault(item, &fault) != 0 ||
            add(plan, &fault, y) != 0)
            return -1;
    return 0;
}

/* By start; those of the same cycle stay in the order of the file. */
static int by_start(const void *a, const void *b)
{
    const struct fault *x = a, *y = b;
    uint64_t at_x = fault_start(x), at_y = fault_start(y);

    return at_x != at_y ? (at_x < at_y ? -1 : 1) : memcmp(x, y, sizeof *x);
}

/* A file being read. */
struct reading {
    struct fault_plan *plan;
    struct yaml yaml;
    struct item item;
};

static int take_document(void *context)
{
    struct reading *r = context;
    struct yaml *y = &r->yaml;
    const yaml_node_t *root = yaml_document_get_root_node(&y->document);
    const yaml_node_pair_t *pair = root && root->type == YAML_MAPPING_NODE ? root->data.mapping.pairs.start : NULL;
    const char *name = pair && pair < root->data.mapping.pairs.top
                           ? yaml_scalar(yaml_document_get_node(&y->document, pair->key))
                           : NULL;

    if (!name || strcmp(name, "faults") != 0 || pair + 1 != root->data.mapping.pairs.top)
        return yaml_fail(y, root ? yaml_line(root) : 1, "a file of faults has one key, faults, with a list below it");
    if (take_list(r->plan, y, yaml_document_get_node(&y->document, pair->value), &r->item) != 0)
        return -1;
    if (r->plan->count == 0)
        return yaml_fail(y, yaml_line(root), "a list without a fault");
    qsort(r->plan->list, r->plan->count, sizeof *r->plan->list, by_start);
    return 0;
}

int fault_read(struct fault_plan *plan, const char *path, const struct router_kind *kind, const struct topology *t,
               int64_t cycles, char *error, size_t size)
{
    struct reading r = {.plan = plan,
                        .yaml = {.path = path, .what = "list of faults", .error = error, .size = size},
                        .item = {.yaml = &r.yaml, .kind = kind, .topology = t, .cycles = cycles}};

    return yaml_load(&r.yaml, MAX_FILE, take_document, &r);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Classes of messages: a router may have several, such as writes and reads, each with ports, packets and promises of
 * its own. A class is a description by itself of the same module, in a chain from the first one on; so files that know
 * packets know one class. See blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_pins.h"
#include "blackbox_yaml.h"

/* What a description of the module has, and no class. */
static const char *const of_module[] = {"top",    "files",   "include",  "defines",    "parameters", "sweep",
                                        "clock",  "clocks",  "reset",    "network",    "constants",  "interfaces",
                                        "ignore", "classes", "sideband", "invariants", "setup",      NULL};

/* Where the reading of classes stands. */
struct reading {
    const yaml_node_t *root;
    int (*read_class)(struct blackbox_reading *l, const struct blackbox_overlay *o);
    struct blackbox *first, *last; /* last: NULL before the first one */
};

static int check_key(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    const char *name = yaml_scalar(key), *class_name = context;

    (void)value;
    for (int i = 0; name && of_module[i]; i++)
        if (strcmp(name, of_module[i]) == 0)
            return yaml_fail(&l->yaml, yaml_line(key), "class %s: %s belongs to the module: say it outside of classes",
                             class_name, name);
    return 0;
}

static int check_name(const struct blackbox_reading *l, const struct reading *r, const yaml_node_t *key)
{
    const char *name = yaml_scalar(key);

    if (!name || !blackbox_is_identifier(name) || strlen(name) >= BLACKBOX_CLASS_NAME)
        return yaml_fail(&l->yaml, yaml_line(key),
                         "classes: %s: the name of a class must be a word of at most %d letters",
                         name ? name : "a list", BLACKBOX_CLASS_NAME - 1);
    if (r->last && r->last->class_number + 1 == BLACKBOX_CLASSES)
        return yaml_fail(&l->yaml, yaml_line(key), "classes: more than %d", BLACKBOX_CLASSES);
    for (const struct blackbox *f = r->last ? r->first : NULL; f; f = f->also)
        if (strcmp(f->class_name, name) == 0)
            return yaml_fail(&l->yaml, yaml_line(key), "classes: %s: is here twice", name);
    return 0;
}

/* Another class behind the last one; the first one is there. @return 0, or -1 when out of memory */
static int add_class(struct reading *r)
{
    struct blackbox *f;

    if (!r->last) {
        r->last = r->first;
        return 0;
    }
    f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    f->path = r->first->path;
    f->class_number = r->last->class_number + 1;
    blackbox_set_defaults(f);
    r->last->also = f;
    r->last = f;
    return 0;
}

/* Parameters of the command line are there before a class is read. @return 0, or -1 when out of memory */
static int give_parameters(struct blackbox *f, const struct blackbox *first)
{
    for (int i = 0; f != first && i < first->parameters.count; i++)
        if (!first->parameters.item[i].value.line && blackbox_constants_add(&f->parameters, &first->parameters.item[i]))
            return -1;
    return 0;
}

/* What does not go together with other classes; NULL: all does. */
static const char *misfit(const struct blackbox *f)
{
    const struct blackbox_illegal *h = &f->illegal;

    if (f->clocks)
        return "clocks: classes have one clock";
    if (h->longest || h->shortest || h->gap || h->overrun || h->withdrawn)
        return "of illegal only unroutable and computed go with other classes";
    if (f->routers > 1 && f->responses.f)
        return "network: responses need one router";
    return NULL;
}

/* Pins beside the ports belong to no class: what they count does. */
static int check_sideband(const struct blackbox_reading *l, const struct blackbox *f)
{
    for (int i = 0; i < f->side.outputs; i++)
        if (f->side.output[i].rule != BLACKBOX_SIDE_VALUE)
            return yaml_fail(&l->yaml, (size_t)f->side.output[i].pin.line,
                             "sideband: %s: with classes an output beside the ports may only stay at a value",
                             f->side.output[i].pin.text);
    for (int i = 0; i < f->side.inputs; i++)
        if (f->side.input[i].select)
            return yaml_fail(&l->yaml, (size_t)f->side.input[i].pin.line, "sideband: %s: with classes no input selects",
                             f->side.input[i].pin.text);
    return 0;
}

static int take_class(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct reading *r = context;
    const char *wrong;
    int status;

    if (check_name(l, r, key) != 0)
        return -1;
    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(value), "class %s must have keys of a description, such as fields",
                         yaml_scalar(key));
    if (add_class(r) != 0 || give_parameters(r->last, r->first) != 0)
        return blackbox_yaml_memory(l);
    strcpy(r->last->class_name, yaml_scalar(key));
    if (blackbox_yaml_pairs(l, value, "", check_key, r->last->class_name) != 0)
        return -1;
    l->f = r->last;
    status = r->read_class(l, &(struct blackbox_overlay){.own = value, .rest = r->root, .first = "fields"});
    if (status == 0 && r->last == r->first)
        status = check_sideband(l, r->first);
    if (status == 0 && r->last != r->first) /* it is the first one's */
        memset(&r->last->side, 0, sizeof r->last->side);
    l->f = r->first;
    wrong = status == 0 ? misfit(r->last) : NULL;
    return wrong ? yaml_fail(&l->yaml, yaml_line(key), "class %s: %s", r->last->class_name, wrong) : status;
}

int blackbox_load_classes(struct blackbox_reading *l, const yaml_node_t *root, const yaml_node_t *classes,
                          int (*read_class)(struct blackbox_reading *l, const struct blackbox_overlay *o))
{
    struct reading r = {.root = root, .read_class = read_class, .first = l->f};

    if (blackbox_yaml_pairs(l, classes, "classes must be names with descriptions, such as \"write: {fields: ...}\"",
                            take_class, &r) != 0)
        return -1;
    return r.last ? 0 : yaml_fail(&l->yaml, yaml_line(classes), "classes: there is none");
}

void blackbox_classes_destroy(struct blackbox *first)
{
    if (!first->also)
        return;
    first->also->declared = NULL; /* lent */
    blackbox_destroy(first->also);
    first->also = NULL;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A description from its file: sources, clock and reset, promises, and the order in which all is worked out. See
 * blackbox_yaml.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/regular.h"
#include "blackbox_pins.h"
#include "blackbox_sweep.h"
#include "blackbox_yaml.h"

/* A file of many times the size of any description is something else. */
enum { MAX_FILE = 1 << 20 };

const struct blackbox_check_info blackbox_checks[BLACKBOX_CHECK_COUNT] = {
#define CHECK(id, name, unit, doc) {name, unit, doc},
    BLACKBOX_CHECKS(CHECK)
#undef CHECK
};

/* The sources ----------------------------------------------------------------------------------------------------- */

static int take_top(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return blackbox_yaml_name(l, value, "top", f->top);
}

/* A path, from the folder of the description on. */
static int add_path(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    const char *text = yaml_scalar(item);

    if (!text || !*text)
        return yaml_fail(&l->yaml, yaml_line(item), "must be the name of a file or folder");
    arguments_add(context, "%s%s", *text == '/' ? "" : l->folder, text);
    return 0;
}

static int add_word(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    const char *text = yaml_scalar(item);

    if (!text || !*text)
        return yaml_fail(&l->yaml, yaml_line(item), "must be a word");
    arguments_add(context, "%s", text);
    return 0;
}

static int add_invariant(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox *f = l->f;

    if (f->invariants.count == BLACKBOX_INVARIANTS)
        return yaml_fail(&l->yaml, yaml_line(item), "invariants: more than %d", BLACKBOX_INVARIANTS);
    f->invariant_line[f->invariants.count] = (int)yaml_line(item);
    return add_word(l, item, context);
}

/* Names with constants -------------------------------------------------------------------------------------------- */

struct blackbox_constant *blackbox_constant_of(const struct blackbox_constants *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->item[i].name, name) == 0)
            return &list->item[i];
    return NULL;
}

int blackbox_constants_add(struct blackbox_constants *list, const struct blackbox_constant *c)
{
    struct blackbox_constant *more = realloc(list->item, (size_t)(list->count + 1) * sizeof *more);

    if (!more)
        return -1;
    list->item = more;
    more[list->count++] = *c;
    return 0;
}

/* @param c  which has its name */
static int take_value(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value,
                      struct blackbox_constants *list, struct blackbox_constant c)
{
    const struct blackbox_constant *other;

    if (blackbox_yaml_constant(l, value, c.name, &c.value) != 0)
        return -1;
    other = blackbox_constant_of(list, c.name);
    if (other && other->value.line)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", c.name);
    if (other)
        return 0; /* the command line says it otherwise */
    return blackbox_constants_add(list, &c) == 0 ? 0 : blackbox_yaml_memory(l);
}

static int take_constant(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_constant c = {0};

    return blackbox_yaml_name(l, key, "a name with a constant", c.name) == 0 ? take_value(l, key, value, context, c)
                                                                             : -1;
}

/* A pin, or bits of one. */
static int take_constant_pin(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value,
                             void *context)
{
    const char *text = yaml_scalar(key);
    struct blackbox_constant c = {0};
    struct blackbox_bits bits;

    if (!text || !strpbrk(text, "[."))
        return take_constant(l, key, value, context);
    if (strlen(text) >= sizeof c.name || strpbrk(text, "~{") || blackbox_pin_parse(text, 0, 0, 1, &bits) != 0 ||
        bits.form == BLACKBOX_LANES)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: must be an input such as mode, mode[2], mode[7:4] or link.mode",
                         text);
    strcpy(c.name, text);
    return take_value(l, key, value, context, c);
}

static int take_pins(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return blackbox_yaml_pairs(l, value, "constants must be names with values", take_constant_pin, &f->pins);
}

/* A parameter of the command line, which has no line. */
static int set_parameter(const struct blackbox_reading *l, const char *text)
{
    struct blackbox_constant c = {0};
    struct blackbox_constant *other;
    size_t length = strcspn(text, "=");

    snprintf(c.name, sizeof c.name, "%.*s", (int)length, text);
    if (!blackbox_is_identifier(c.name) || !text[length] || !blackbox_is_constant(text + length + 1)) {
        snprintf(l->yaml.error, l->yaml.size, "%.200s: a parameter must be NAME=VALUE", text);
        return -1;
    }
    strcpy(c.value.text, text + length + 1);
    other = blackbox_constant_of(&l->f->parameters, c.name);
    if (other)
        *other = c;
    return other || blackbox_constants_add(&l->f->parameters, &c) == 0 ? 0 : blackbox_yaml_memory(l);
}

/* What is swept --------------------------------------------------------------------------------------------------- */

static int add_swept(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_sweep *sweep = context;
    struct blackbox_text text;

    if (blackbox_yaml_constant(l, item, sweep->name, &text) != 0)
        return -1;
    arguments_add(&sweep->values, "%s", text.text);
    return sweep->values.failed ? blackbox_yaml_memory(l) : 0;
}

/* Until a combination is taken, the parameter has its first value. */
static int begin_swept(struct blackbox_reading *l, const struct blackbox_sweep *sweep)
{
    char text[2 * BLACKBOX_NAME];

    snprintf(text, sizeof text, "%s=%s", sweep->name, sweep->values.text[0]);
    return set_parameter(l, text);
}

static int take_swept(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    struct blackbox_sweep *sweep = &f->sweep[f->sweeps];
    const struct blackbox_constant *now;

    if (f->sweeps == BLACKBOX_SWEEPS)
        return yaml_fail(&l->yaml, yaml_line(key), "sweep: more than %d parameters", BLACKBOX_SWEEPS);
    if (blackbox_yaml_name(l, key, "sweep", sweep->name) != 0)
        return -1;
    now = blackbox_constant_of(&f->parameters, sweep->name);
    if (now && !now->value.line)
        return 0; /* the command line says which value */
    for (int i = 0; i < f->sweeps; i++)
        if (strcmp(f->sweep[i].name, sweep->name) == 0)
            return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", sweep->name);
    f->sweeps++;
    if (value->type != YAML_SEQUENCE_NODE || !blackbox_yaml_count(value))
        return yaml_fail(&l->yaml, yaml_line(value), "sweep: %s must have a list of values", sweep->name);
    if (blackbox_yaml_items(l, value, add_swept, sweep) != 0)
        return -1;
    if (blackbox_sweep_count(f) > BLACKBOX_COMBINATIONS)
        return yaml_fail(&l->yaml, yaml_line(value), "sweep: more than %d combinations", BLACKBOX_COMBINATIONS);
    return 0;
}

/* Before all else, for numbers depend on them. */
static int read_parameters(struct blackbox_reading *l, const yaml_node_t *root)
{
    const yaml_node_t *parameters = blackbox_yaml_find(l, root, "parameters"),
                      *sweep = blackbox_yaml_find(l, root, "sweep");
    struct blackbox *f = l->f;

    if (parameters &&
        blackbox_yaml_pairs(l, parameters, "parameters must be names with values", take_constant, &f->parameters) != 0)
        return -1;
    if (sweep && blackbox_yaml_pairs(l, sweep, "sweep must be parameters with lists of values", take_swept, f) != 0)
        return -1;
    for (int i = 0; i < f->sweeps; i++)
        if (begin_swept(l, &f->sweep[i]) != 0)
            return -1;
    return 0;
}

/* Promises -------------------------------------------------------------------------------------------------------- */

static int take_bounds(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_LONG("progress", struct blackbox, progress, 10, 1000000),
                                               BLACKBOX_LONG("latency", struct blackbox, latency, 1, 1000000),
                                               BLACKBOX_LONG("starvation", struct blackbox, starvation, 1, 1000000),
                                               BLACKBOX_LONG("throughput", struct blackbox, throughput, 1, 100),
                                               BLACKBOX_KEYS_END};

    return blackbox_yaml_mapping(l, value, "bounds", keys, context);
}

static const struct blackbox_key check_keys[] = {
#define CHECK(id, name, unit, doc) BLACKBOX_FLAG(name, struct blackbox, checked[BLACKBOX_##id]),
    BLACKBOX_CHECKS(CHECK)
#undef CHECK
        BLACKBOX_KEYS_END};

static int take_checks(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_mapping(l, value, "checks", check_keys, context);
}

static const struct blackbox_key cover_keys[] = {
#define COVER(id, name, rows, columns, doc) BLACKBOX_FLAG(name, struct blackbox, covered[BLACKBOX_COVER_##id]),
    BLACKBOX_COVERS(COVER)
#undef COVER
        BLACKBOX_KEYS_END};

static int take_cover(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_mapping(l, value, "cover", cover_keys, context);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static const struct blackbox_key keys[] = {BLACKBOX_TAKE("top", take_top),
                                           BLACKBOX_ITEMS("files", struct blackbox, files, add_path),
                                           BLACKBOX_ITEMS("include", struct blackbox, includes, add_path),
                                           BLACKBOX_ITEMS("defines", struct blackbox, defines, add_word),
                                           BLACKBOX_LATER("parameters", BLACKBOX_LATER_PARAMETERS),
                                           BLACKBOX_LATER("sweep", BLACKBOX_LATER_SWEEP),
                                           BLACKBOX_TAKE("clock", blackbox_take_clock),
                                           BLACKBOX_TAKE("reset", blackbox_take_reset),
                                           BLACKBOX_TAKE("clocks", blackbox_take_clocks),
                                           BLACKBOX_TAKE("constants", take_pins),
                                           {"setup", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, blackbox_add_step},
                                           BLACKBOX_TAKE("interfaces", blackbox_take_interfaces),
                                           BLACKBOX_ITEMS("ignore", struct blackbox, ignored, add_word),
                                           BLACKBOX_TAKE("fields", blackbox_take_fields),
                                           BLACKBOX_TAKE("framing", blackbox_take_framing),
                                           BLACKBOX_TAKE("packets", blackbox_take_packets),
                                           BLACKBOX_TAKE("vcs", blackbox_take_vcs),
                                           BLACKBOX_TAKE("inputs", blackbox_take_inputs),
                                           BLACKBOX_TAKE("outputs", blackbox_take_outputs),
                                           BLACKBOX_LATER("destination", BLACKBOX_LATER_DESTINATION),
                                           {"rewritten", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, blackbox_add_rewritten},
                                           BLACKBOX_LATER("forbid", BLACKBOX_LATER_FORBID),
                                           BLACKBOX_TAKE("network", blackbox_take_network),
                                           BLACKBOX_TAKE("bounds", take_bounds),
                                           BLACKBOX_TAKE("checks", take_checks),
                                           BLACKBOX_TAKE("cover", take_cover),
                                           BLACKBOX_TAKE("illegal", blackbox_take_illegal),
                                           BLACKBOX_TAKE("drops", blackbox_take_drops),
                                           BLACKBOX_TAKE("join", blackbox_take_join),
                                           BLACKBOX_TAKE("sideband", blackbox_take_sideband),
                                           BLACKBOX_TAKE("computed", blackbox_take_computed),
                                           BLACKBOX_TAKE("properties", blackbox_take_properties),
                                           BLACKBOX_ITEMS("invariants", struct blackbox, invariants, add_invariant),
                                           BLACKBOX_TAKE("interleaved", blackbox_take_lanes),
                                           BLACKBOX_TAKE("byte_enable", blackbox_take_byte_enable),
                                           BLACKBOX_LATER("responses", BLACKBOX_LATER_RESPONSES),
                                           BLACKBOX_LATER("classes", BLACKBOX_LATER_CLASSES),
                                           BLACKBOX_KEYS_END};

static int missing(const struct blackbox_reading *l, const char *name)
{
    const char *class = l->f->class_name;

    return yaml_fail(&l->yaml, 1, "%s%s must have %s (docs/reference/router-description.md)",
                     *class ? "class " : "the description", class, name);
}

/* One output is where all packets go: nothing must say so. */
static int load_destination(struct blackbox_reading *l)
{
    if (!l->later[BLACKBOX_LATER_DESTINATION] && l->f->sinks > 1)
        return missing(l, "destination, for there is more than one output");
    if (!l->later[BLACKBOX_LATER_DESTINATION] && l->f->illegal.values)
        return yaml_fail(&l->yaml, (size_t)l->f->illegal.line,
                         "illegal: unroutable needs a destination, and the description has none");
    return l->later[BLACKBOX_LATER_DESTINATION] ? blackbox_load_destination(l) : 0;
}

int blackbox_check_framing(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;
    int at = f->frame.at > f->beats.at ? f->frame.at : f->beats.at;

    if (f->framing != BLACKBOX_SINGLE && f->frame.width == 0)
        return missing(l, "framing, or a field \"last\"");
    if (f->framing == BLACKBOX_SINGLE && f->max_flits > 1)
        return yaml_fail(&l->yaml, (size_t)(f->packets_line ? f->packets_line : 1),
                         "packets are longer than a flit, and framing says that they are not");
    if (at >= f->min_flits)
        return yaml_fail(&l->yaml, (size_t)(f->packets_line ? f->packets_line : 1),
                         "framing: flit %d has the length, and packets may have %d: raise packets.min_flits to %d", at,
                         f->min_flits, at + 1);
    return 0;
}

int blackbox_check_lanes(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;

    return !f->lanes.count || (f->inputs.alone && f->outputs.alone && !f->inputs.credits && !f->outputs.credits &&
                               f->outputs.fields[f->lanes.slice.field].count)
               ? 0
               : yaml_fail(&l->yaml, (size_t)f->lanes.line,
                           "interleaved: inputs and outputs must be axi-stream or valid-ready, and outputs must have "
                           "the field");
}

/* What there is no router without. */
static int check_whole(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;

    if (!*f->top)
        return missing(l, "top");
    if (!f->clocks && (!f->clock.line || !f->reset.line))
        return missing(l, "clock and reset");
    if (!f->fields)
        return missing(l, "fields");
    if (!f->inputs.line || !f->outputs.line)
        return missing(l, "inputs and outputs");
    if (blackbox_check_depth(l, "inputs", &f->inputs) != 0 || blackbox_check_depth(l, "outputs", &f->outputs) != 0)
        return -1;
    if (f->vcs > 1 && (f->inputs.alone || f->outputs.alone))
        return yaml_fail(&l->yaml, (size_t)(f->inputs.alone ? f->inputs : f->outputs).line,
                         "this interface has one virtual channel, and vcs says %d", f->vcs);
    if (blackbox_check_lanes(l) != 0 || blackbox_check_framing(l) != 0)
        return -1;
    return f->files.failed || f->includes.failed || f->defines.failed || f->ignored.failed || f->invariants.failed
               ? blackbox_yaml_memory(l)
               : 0;
}

void blackbox_set_defaults(struct blackbox *f)
{
    f->reset_cycles = 4;
    f->min_flits = f->vcs = f->gaps = f->vc_kept = 1;
    f->max_flits = 8;
    f->progress = 2000;
    f->properties.fair = -1;
    f->inputs.other = f->outputs.other = -1;
    f->code_head = 1;
    f->code_tail = 2;
    f->code_single = 3;
    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        f->checked[i] = 1;
    for (int i = 0; i < BLACKBOX_COVER_COUNT; i++)
        f->covered[i] = 1;
}

/* A field of that name and one bit is what most have. */
void blackbox_default_framing(struct blackbox *f)
{
    int last = blackbox_field_of(f, "last");

    if (f->framing == BLACKBOX_LAST && f->frame.width == 0 && last >= 0 && f->field[last].width == 1)
        f->frame = (struct blackbox_slice){.field = last, .width = 1, .every = 1};
}

/* All of it, or one class of it. */
static int read_class(struct blackbox_reading *l, const struct blackbox_overlay *o)
{
    const yaml_node_t *root = o->rest ? o->rest : o->own, *destination;
    char error[BLACKBOX_ERROR];

    memset(l->later, 0, sizeof l->later);
    if (read_parameters(l, root) != 0 || blackbox_yaml_overlay(l, o, "a description", keys, l->f) != 0)
        return -1;
    blackbox_default_framing(l->f);
    destination = l->later[BLACKBOX_LATER_DESTINATION];
    l->f->packets_line = l->f->packets_line ? l->f->packets_line : l->f->outputs.line;
    l->f->channels = l->f->lanes.count ? l->f->lanes.count : l->f->vcs;
    if (check_whole(l) != 0 || blackbox_load_network(l) != 0 || blackbox_load_forbidden(l) != 0 ||
        load_destination(l) != 0 || blackbox_check_cast(l) != 0 || blackbox_check_header(l) != 0 ||
        blackbox_load_clocks(l) != 0 || blackbox_load_setup(l) != 0 || blackbox_check_computed(l) != 0 ||
        blackbox_load_widths(l) != 0 || blackbox_load_illegal(l) != 0 || blackbox_load_drops(l) != 0 ||
        blackbox_check_properties(l) != 0 || blackbox_check_selects(l) != 0 || blackbox_check_scopes(l) != 0 ||
        blackbox_check_beats(l) != 0 || blackbox_load_responses(l) != 0 || blackbox_check_join(l) != 0)
        return -1;
    return blackbox_tags(l->f, error, sizeof error) == 0
               ? 0
               : yaml_fail(&l->yaml, destination ? yaml_line(destination) : 1, "%.2000s", error);
}

static int read_document(void *context)
{
    struct blackbox_reading *l = context;
    const yaml_node_t *root = yaml_document_get_root_node(&l->yaml.document), *classes;

    if (!root)
        return missing(l, "top");
    classes = blackbox_yaml_find(l, root, "classes");
    return classes ? blackbox_load_classes(l, root, classes, read_class)
                   : read_class(l, &(struct blackbox_overlay){.own = root});
}

static int load(struct blackbox_reading *l, const struct arguments *parameters)
{
    for (int i = 0; parameters && i < parameters->count; i++)
        if (set_parameter(l, parameters->text[i]) != 0)
            return -1;
    if (regular_check(l->yaml.path, l->yaml.error, l->yaml.size) != 0)
        return -1;
    return yaml_load(&l->yaml, MAX_FILE, read_document, l);
}

struct blackbox *blackbox_load(const char *path, const struct arguments *parameters, char *error, size_t size)
{
    struct blackbox_reading l = {.f = calloc(1, sizeof *l.f),
                                 .yaml = {.path = path, .what = "description", .error = error, .size = size}};
    const char *slash = strrchr(path, '/');

    if (!l.f || (size_t)snprintf(l.folder, sizeof l.folder, "%.*s", slash ? (int)(slash - path) + 1 : 0, path) >=
                    sizeof l.folder) {
        snprintf(error, size, l.f ? "%s: the path is too long" : "out of memory", path);
        free(l.f);
        return NULL;
    }
    l.f->path = path;
    blackbox_set_defaults(l.f);
    if (load(&l, parameters) == 0)
        return l.f;
    blackbox_destroy(l.f);
    return NULL;
}

static void free_ports(struct blackbox_ports *ports)
{
    for (int i = 0; i < BLACKBOX_ROLES; i++)
        free(ports->roles[i].text);
    for (int i = 0; i < BLACKBOX_FIELDS; i++)
        free(ports->fields[i].text);
}

void blackbox_free(struct blackbox *f)
{
    free_ports(&f->inputs);
    free_ports(&f->outputs);
    arguments_free(&f->files);
    arguments_free(&f->includes);
    arguments_free(&f->defines);
    arguments_free(&f->ignored);
    arguments_free(&f->invariants);
    for (int i = 0; i < BLACKBOX_SWEEPS; i++)
        arguments_free(&f->sweep[i].values);
    for (int i = 0; i < f->parts; i++)
        free(f->part[i].list);
    for (int i = 0; i < f->interfaces.count; i++)
        free(f->interfaces.item[i].parameters.item);
    blackbox_setup_free(&f->setup);
    blackbox_tags_free(f);
    void *const owned[] = {f->parameters.item, f->pins.item, f->source, f->sink,     f->wire,     f->open,
                           f->forbidden,       f->sends,     f->gets,   f->wired[0], f->wired[1], f->declared};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

void blackbox_destroy(struct blackbox *f)
{
    if (!f)
        return;
    blackbox_classes_destroy(f);
    blackbox_responses_destroy(f->responses.f);
    blackbox_free(f);
    free(f);
}

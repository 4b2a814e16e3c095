/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenarios as YAML. libcyaml reads a file by a schema made of the keys: sections,
 * each with keys that it may have once, each with one value. Values are texts to
 * the schema, read like those of options, so that both take the same and say the
 * same. libyaml's document tells the line of each key, and of what the schema refused.
 */
#include <cyaml/cyaml.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"
#include "../base/quote.h"
#include "../base/value.h"
#include "../base/quote.h"
#include "../base/yaml.h"

/* A file of many times the size of all keys is something else. */
enum { MAX_FILE = 1 << 20 };

/* The schema ------------------------------------------------------------------------------------------------------ */

/* What libcyaml reads into: a text for each key of a section, NULL when the file does not name it. */
#define SCENARIO_SECTION(section, title) struct section##_texts {
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc) char *name;
#define SCENARIO_SECTION_END(section) \
    }                                 \
    ;
#include "scenario.def"

struct texts {
#define SCENARIO_SECTION(section, title) struct section##_texts *section;
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc)
#define SCENARIO_SECTION_END(section)
#include "scenario.def"
};

#define SCENARIO_SECTION(section, title) static const cyaml_schema_field_t section##_fields[] = {
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc)                                   \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct section##_texts, name, 0, \
                           CYAML_UNLIMITED),
#define SCENARIO_SECTION_END(section) \
    CYAML_FIELD_END                   \
    }                                 \
    ;
#include "scenario.def"

static const cyaml_schema_field_t section_fields[] = {
#define SCENARIO_SECTION(section, title)                                                                        \
    CYAML_FIELD_MAPPING_PTR(#section, CYAML_FLAG_POINTER_NULL_STR | CYAML_FLAG_OPTIONAL, struct texts, section, \
                            section##_fields),
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc)
#define SCENARIO_SECTION_END(section)
#include "scenario.def"
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct texts, section_fields)};

/* Silent: what libcyaml would log is said with its line by explain. */
static const cyaml_config_t config = {.mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR, .log_fn = NULL};

/* A file ---------------------------------------------------------------------------------------------------------- */

/* Where a load stands. */
struct load {
    struct yaml yaml;
    struct scenario *scenario;
    int line[SCENARIO_KEYS];
};

/* Lines ----------------------------------------------------------------------------------------------------------- */

/* Number of the section or key with that name. @return -1 when there is none */
static int section_number(const char *name)
{
    for (int i = 0; i < SCENARIO_SECTIONS; i++)
        if (strcmp(scenario_sections[i].name, name) == 0)
            return i;
    return -1;
}

static int key_number(int section, const char *name)
{
    for (int i = 0; i < SCENARIO_KEYS; i++)
        if (scenario_keys[i].section == section && strcmp(scenario_keys[i].name, name) == 0)
            return i;
    return -1;
}

/* A name of the file as it can stand in a sentence: bounded, of one line. */
static void full_name(int section, const char *key, char *text)
{
    snprintf(text, SCENARIO_NAME, "%s%s%s", section < 0 ? "" : scenario_sections[section].name, section < 0 ? "" : ".",
             key);
    value_tame(text);
}

static int unknown(const struct load *l, size_t line, int section, const char *key)
{
    char name[SCENARIO_NAME], reason[SCENARIO_ERROR];

    full_name(section, key, name);
    scenario_unknown(name, reason, sizeof reason);
    return yaml_fail(&l->yaml, line, "%s %s", name, reason);
}

/* Note the line of a key. */
static int locate_key(struct load *l, int section, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = yaml_document_get_node(&l->yaml.document, pair->key);
    const char *name = yaml_scalar(key);
    size_t line = yaml_line(key);

    if (!name)
        return yaml_fail(&l->yaml, line, "%s: a key must be a name", scenario_sections[section].name);
    int number = key_number(section, name);
    if (number < 0)
        return unknown(l, line, section, name);
    char full[SCENARIO_NAME];
    scenario_name(number, full);
    if (l->line[number])
        return yaml_fail(&l->yaml, line, "%s is a second time here: line %d has it", full, l->line[number]);
    if (!yaml_scalar(yaml_document_get_node(&l->yaml.document, pair->value)))
        return yaml_fail(&l->yaml, line, "%s must be one value, not a list or more keys", full);
    l->line[number] = (int)line;
    return 0;
}

static int locate_section(struct load *l, const yaml_node_pair_t *pair, int *seen)
{
    const yaml_node_t *key = yaml_document_get_node(&l->yaml.document, pair->key);
    const yaml_node_t *value = yaml_document_get_node(&l->yaml.document, pair->value);
    const char *name = yaml_scalar(key);
    size_t line = yaml_line(key);

    if (!name)
        return yaml_fail(&l->yaml, line, "a section must be a name");
    int section = section_number(name), status = 0;
    if (section < 0)
        return unknown(l, line, -1, name);
    if (seen[section])
        return yaml_fail(&l->yaml, line, "section %s is a second time here: line %d has it", name, seen[section]);
    seen[section] = (int)line;
    if (yaml_null(value))
        return 0;
    if (value->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, line, "%s is a section: it must have keys below it, such as \"%s: %s\"", name,
                         scenario_keys[0].name, scenario_keys[0].fallback);
    for (const yaml_node_pair_t *p = value->data.mapping.pairs.start; p < value->data.mapping.pairs.top && !status; p++)
        status = locate_key(l, section, p);
    return status;
}

/* Note the line of each key; say what is not a key, and what is there twice. */
static int locate(struct load *l, const yaml_node_t *root)
{
    int seen[SCENARIO_SECTIONS] = {0}, status = 0;

    if (root->type != YAML_MAPPING_NODE)
        return yaml_fail(&l->yaml, yaml_line(root), "a configuration must be sections with keys below them");
    for (const yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top && !status; p++)
        status = locate_section(l, p, seen);
    return status;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

static int set_key(const struct load *l, struct scenario *s, int key, const char *text)
{
    char error[SCENARIO_ERROR], name[SCENARIO_NAME];

    scenario_name(key, name);
    if (scenario_set(s, name, text, error, sizeof error) != 0)
        return yaml_fail(&l->yaml, (size_t)l->line[key], "%s", error);
    s->line[key] = l->line[key];
    return 0;
}

static int set_all(const struct load *l, struct scenario *s, const struct texts *t)
{
#define SCENARIO_SECTION(section, title)
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc)                  \
    if (t->section && t->section->name && set_key(l, s, KEY_##name, t->section->name) != 0) \
        return -1;
#define SCENARIO_SECTION_END(section)
#include "scenario.def"
    return 0;
}

static int load_document(struct load *l, struct scenario *s)
{
    const yaml_node_t *root = yaml_document_get_root_node(&l->yaml.document);
    struct texts *texts = NULL;
    int status;

    if (!root || yaml_null(root))
        return 0;
    if (locate(l, root) != 0)
        return -1;
    cyaml_err_t code = cyaml_load_data((const uint8_t *)l->yaml.bytes, l->yaml.length, &config, &schema,
                                       (cyaml_data_t **)&texts, NULL);
    if (code != CYAML_OK)
        return yaml_fail(&l->yaml, 0, "cannot read %s: %s", l->yaml.path, cyaml_strerror(code));
    status = texts ? set_all(l, s, texts) : 0;
    cyaml_free(&config, &schema, texts, 0);
    return status;
}

/* The scenario stays as it was unless all of the file is taken. */
static int load(void *context)
{
    struct load *l = context;
    struct scenario loaded = *l->scenario;

    snprintf(loaded.file, sizeof loaded.file, "%s", l->yaml.path);
    if (load_document(l, &loaded) != 0)
        return -1;
    *l->scenario = loaded;
    return 0;
}

int scenario_load(struct scenario *s, const char *path, char *error, size_t size)
{
    struct load l = {.yaml = {.path = path, .what = "configuration", .error = error, .size = size}, .scenario = s};

    return yaml_load(&l.yaml, MAX_FILE, load, &l);
}

int scenario_parse(struct scenario *s, const char *path, const char *text, size_t length, char *error, size_t size)
{
    struct load l = {
        .yaml = {.path = path, .what = "configuration", .bytes = text, .length = length, .error = error, .size = size},
        .scenario = s};

    return yaml_parse(&l.yaml, load, &l);
}

/* Printing -------------------------------------------------------------------------------------------------------- */

/* A value as a YAML scalar: in quotes unless it is plain beyond doubt. */
static void print_value(const char *text, FILE *out, int *width)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+";
    size_t length = strlen(text);

    if (length == 0) {
        *width = fprintf(out, "null");
    } else if (!text[strspn(text, plain)] && !strchr("-,:?", text[0]) && text[length - 1] != ':') {
        *width = fprintf(out, "%s", text);
    } else {
        *width = quote_yaml(text, out);
    }
}

static void print_key(const struct scenario *s, const struct scenario *effective, int key, FILE *out)
{
    const struct scenario_key *k = &scenario_keys[key];
    char text[SCENARIO_TEXT], meant[SCENARIO_TEXT], allowed[SCENARIO_COMMENT];
    int width;

    scenario_get(s, key, text);
    scenario_get(effective, key, meant);
    scenario_allowed(key, allowed);
    fprintf(out, "  %s: ", k->name);
    print_value(text, out, &width);
    fprintf(out, "%*s  # ", 32 - (int)strlen(k->name) - width > 0 ? 32 - (int)strlen(k->name) - width : 0, "");
    if (strcmp(text, meant) != 0)
        fprintf(out, "here %s; ", meant);
    fprintf(out, "%s%s%s\n", allowed, *k->unit ? "; unit: " : "", k->unit);
}

void scenario_print(const struct scenario *s, FILE *out)
{
    struct scenario effective = scenario_effective(s);

    fprintf(out, "# Configuration of fedx run; docs/reference/config.md says what each key is.\n");
    for (int i = 0, section = -1; i < SCENARIO_KEYS; i++) {
        if (!scenario_lists(s, i))
            continue;
        if (scenario_keys[i].section != section) {
            section = scenario_keys[i].section;
            fprintf(out, "%s:\n", scenario_sections[section].name);
        }
        print_key(s, &effective, i, out);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenarios as YAML: sections, each with keys that it may have once, each with one value. Values are texts, read like
 * those of options, so that both take the same and say the same.
 */
#include <string.h>

#include "../base/quote.h"
#include "../base/value.h"
#include "../base/yaml.h"
#include "scenario.h"

/* A file of many times the size of all keys is something else. */
enum { MAX_FILE = 1 << 20 };

/* A file ---------------------------------------------------------------------------------------------------------- */

/* Where a load stands. */
struct load {
    struct yaml yaml;
    struct scenario *scenario;
    int line[SCENARIO_KEYS];
    const char *text[SCENARIO_KEYS]; /* of a key that the file names */
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

/* Note line and value of a key. */
static int locate_key(struct load *l, int section, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = yaml_document_get_node(&l->yaml.document, pair->key);
    const char *name = yaml_scalar(key), *value = yaml_scalar(yaml_document_get_node(&l->yaml.document, pair->value));
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
    if (!value)
        return yaml_fail(&l->yaml, line, "%s must be one value, not a list or more keys", full);
    l->line[number] = (int)line;
    l->text[number] = value;
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

/* Note each key; say what is not a key, and what is there twice. */
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

static int set_key(const struct load *l, struct scenario *s, int key)
{
    char error[SCENARIO_ERROR], name[SCENARIO_NAME];

    scenario_name(key, name);
    if (scenario_set(s, name, l->text[key], error, sizeof error) != 0)
        return yaml_fail(&l->yaml, (size_t)l->line[key], "%s", error);
    s->line[key] = l->line[key];
    return 0;
}

static int load_document(struct load *l, struct scenario *s)
{
    const yaml_node_t *root = yaml_document_get_root_node(&l->yaml.document);
    int status = 0;

    if (!root || yaml_null(root))
        return 0;
    if (locate(l, root) != 0)
        return -1;
    for (int key = 0; key < SCENARIO_KEYS && status == 0; key++)
        if (l->text[key])
            status = set_key(l, s, key);
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

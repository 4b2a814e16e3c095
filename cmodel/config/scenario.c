/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a scenario and their values. See scenario.h.
 */
#include "scenario.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/did_you_mean.h"
#include "../base/quote.h"
#include "../base/value.h"
#include "../engine/engine.h"
#include "../measure/windows.h"
#include "registry.h"
#include "scenario_kind.h"

const char *const routing_names[] = {"deterministic", "adaptive", "derouting", NULL};
const char *const drain_names[] = {"none", "packets", "messages", NULL};

static const char *topology_name(int i)
{
    return topology_kinds[i] ? topology_kinds[i]->name : NULL;
}

static const char *router_name(int i)
{
    return router_kinds[i] ? router_kinds[i]->name : NULL;
}

static const char *workload_name(int i)
{
    return traffic_workloads[i].name;
}

static const char *pattern_name(int i)
{
    return traffic_patterns[i].name;
}

#define NODES "all, none, random:SEED, or a list such as 0,3,5-9"
#define RANGE(least, most) .min = (least), .max = (most)
#define OVER(least, most) .min = (least), .max = (most), .over = 1
#define RANGE_OR(least, most, text) .min = (least), .max = (most), .word = (text)
#define NAMES(...)                 \
    .names = (const char *const[]) \
    {                              \
        __VA_ARGS__, NULL          \
    }
#define NAMES_OF(list) .names = (list)
#define CHOICES(function) .choice = function
#define SAID(words) .said = (words)
#define BOTH .max = 1
#define SELDOM .seldom = 1,

const struct scenario_key scenario_keys[SCENARIO_KEYS] = {
#define SCENARIO_SECTION(group, heading)
#define SCENARIO_KEY(group, key, kind, value, rule, shape, of, words) \
    {.section = SCENARIO_SECTION_##group,                             \
     .name = #key,                                                    \
     .type = KEY_##kind,                                              \
     .fallback = value,                                               \
     rule,                                                            \
     .form = shape,                                                   \
     .unit = of,                                                      \
     .doc = words,                                                    \
     .offset = offsetof(struct scenario, group.key)},
#define SCENARIO_SECTION_END(group)
#include "scenario.def"
};

const struct scenario_section scenario_sections[SCENARIO_SECTIONS] = {
#define SCENARIO_SECTION(group, heading) {#group, heading},
#define SCENARIO_KEY(group, key, kind, value, rule, shape, of, words)
#define SCENARIO_SECTION_END(group)
#include "scenario.def"
};

/* Names and what is allowed --------------------------------------------------------------------------------------- */

void scenario_name(int key, char *text)
{
    const struct scenario_key *k = &scenario_keys[key];

    snprintf(text, SCENARIO_NAME, "%s.%s", scenario_sections[k->section].name, k->name);
}

void scenario_option(int key, char *text)
{
    const struct scenario_key *k = &scenario_keys[key];
    int off = k->type == KEY_FLAG && strcmp(k->fallback, "true") == 0;

    snprintf(text, SCENARIO_NAME, "%s%s", off ? "no-" : "", k->name);
    for (char *c = text; *c; c++)
        if (*c == '_')
            *c = '-';
}

/* snprintf at the end of a text of `size` bytes. */
static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

void scenario_allowed(int key, char *text)
{
    const struct scenario_key *k = &scenario_keys[key];
    long long min = k->min, max = k->max;

    text[0] = '\0';
    switch (k->type) {
    case KEY_INTEGER: add(text, SCENARIO_COMMENT, "a whole number from %lld to %lld", min, max); break;
    case KEY_NUMBER:
        add(text, SCENARIO_COMMENT, k->over ? "a number over %lld, up to %lld" : "a number from %lld to %lld", min,
            max);
        break;
    case KEY_THOUSANDTHS: add(text, SCENARIO_COMMENT, "from %lld to %lld with at most three decimals", min, max); break;
    case KEY_FLAG: add(text, SCENARIO_COMMENT, "true or false"); break;
    case KEY_CHOICE:
        for (int i = 0; scenario_choice(key, i); i++)
            add(text, SCENARIO_COMMENT, "%s%s", i ? ", " : "one of ", scenario_choice(key, i));
        break;
    case KEY_TEXT: add(text, SCENARIO_COMMENT, "%s", k->said); break;
    }
    if (k->word)
        add(text, SCENARIO_COMMENT, ", or %s", k->word);
}

/* Unknown names --------------------------------------------------------------------------------------------------- */

/* The key whose name comes nearest, whatever the section says. @return its number, or -1 when none is near */
static int closest_key(const char *name)
{
    const char *dot = strchr(name, '.'), *last = dot ? dot + 1 : name;
    struct did_you_mean near = {.word = last, .length = strlen(last)};

    for (int i = 0; i < SCENARIO_KEYS; i++)
        did_you_mean_consider(&near, scenario_keys[i].name, i);
    return near.name ? near.number : -1;
}

void scenario_unknown(const char *name, char *text, size_t size)
{
    int near = closest_key(name), section = -1;
    char full[SCENARIO_NAME];

    text[0] = '\0';
    for (int i = 0; i < SCENARIO_SECTIONS; i++) {
        size_t length = strlen(scenario_sections[i].name);
        if (strncmp(name, scenario_sections[i].name, length) == 0 && strchr(".", name[length]))
            section = i;
    }
    if (near >= 0) {
        scenario_name(near, full);
        add(text, size, "is not a key; did you mean %s?", full);
    } else if (section >= 0) {
        add(text, size, "is not a key; %s has", scenario_sections[section].name);
        for (int i = 0, n = 0; i < SCENARIO_KEYS; i++)
            if (scenario_keys[i].section == section)
                add(text, size, "%s %s", n++ ? "," : "", scenario_keys[i].name);
    } else {
        add(text, size, "is neither a section nor a key; the sections are");
        for (int i = 0; i < SCENARIO_SECTIONS; i++)
            add(text, size, "%s %s", i ? "," : "", scenario_sections[i].name);
    }
}

static int find(const char *name)
{
    char full[SCENARIO_NAME];

    for (int i = 0; i < SCENARIO_KEYS; i++) {
        scenario_name(i, full);
        if (strcmp(full, name) == 0)
            return i;
    }
    return -1;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

static int fail(char *error, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int fail(char *error, size_t size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return -1;
}

/* A value as it can stand in a sentence of one line. @param shown  [SCENARIO_NAME] */
static const char *show(const char *text, char *shown)
{
    int length = snprintf(shown, SCENARIO_NAME, *text ? "%s" : "''", text);

    if (length >= SCENARIO_NAME)
        memcpy(shown + SCENARIO_NAME - 4, "...", 4);
    value_tame(shown);
    return shown;
}

/* Whether a checkpoint and results can hold a text: UTF-8, and nothing that YAML takes for more than a character. */
static int is_printable(const char *text)
{
    while (*text) {
        int32_t code = value_character(&text);
        if (code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfeff ||
            code == 0xfffe || code == 0xffff)
            return 0;
    }
    return 1;
}

static int set_text(const struct scenario_key *k, const char *text, char *field)
{
    if (value_null(text))
        text = k->fallback;
    if (!is_printable(text))
        return -1;
    if (strlen(text) >= SCENARIO_TEXT)
        return -1;
    strcpy(field, text);
    return 0;
}

static const char *name_of(const struct scenario_key *k, int i)
{
    return k->names ? k->names[i] : k->choice(i);
}

static int set_choice(const struct scenario_key *k, const char *text, int *field)
{
    for (int i = 0; name_of(k, i); i++)
        if (strcmp(name_of(k, i), text) == 0) {
            *field = i;
            return 0;
        }
    return -1;
}

static int set_flag(const char *text, int *field)
{
    int on = strcmp(text, "true") == 0;

    if (!on && strcmp(text, "false") != 0)
        return -1;
    *field = on;
    return 0;
}

/* A number, which may have its unit behind it when that is per cent. */
static int set_number(const struct scenario_key *k, const char *text, double *field)
{
    char number[64];
    size_t length = strlen(text);

    if (strcmp(k->unit, "%") != 0 || length == 0 || text[length - 1] != '%' || length > sizeof number)
        return value_number(text, (double)k->min, (double)k->max, k->over, field);
    memcpy(number, text, length - 1);
    number[length - 1] = 0;
    return value_number(number, (double)k->min, (double)k->max, k->over, field);
}

/* @return 0, or -1 when the text is not what the key must be */
static int set_field(const struct scenario_key *k, const char *text, void *field)
{
    int word = k->word && strcmp(text, k->word) == 0;

    switch (k->type) {
    case KEY_INTEGER:
    case KEY_THOUSANDTHS:
        if (word)
            *(int64_t *)field = KEY_WORD;
        else if (k->type == KEY_INTEGER)
            return value_integer(text, k->min, k->max, field);
        else
            return value_thousandths(text, k->min, k->max, field);
        return 0;
    case KEY_NUMBER:
        if (!word)
            return set_number(k, text, field);
        *(double *)field = KEY_WORD;
        return 0;
    case KEY_FLAG: return set_flag(text, field);
    case KEY_CHOICE: return set_choice(k, text, field);
    default: return set_text(k, text, field);
    }
}

static void *field_of(struct scenario *s, int key)
{
    return (char *)s + scenario_keys[key].offset;
}

void scenario_defaults(struct scenario *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < SCENARIO_KEYS; i++)
        set_field(&scenario_keys[i], scenario_keys[i].fallback, field_of(s, i));
}

int scenario_set_key(struct scenario *s, int key, const char *text, char *error, size_t size)
{
    char allowed[SCENARIO_COMMENT];

    if (set_field(&scenario_keys[key], text, field_of(s, key)) == 0) {
        s->line[key] = FROM_CALLER;
        return 0;
    }
    scenario_allowed(key, allowed);
    return fail(error, size, "must be %s%s", allowed,
                scenario_keys[key].type == KEY_TEXT ? ", printable, of less than 1024 bytes" : "");
}

int scenario_set(struct scenario *s, const char *name, const char *text, char *error, size_t size)
{
    char reason[SCENARIO_ERROR], shown[SCENARIO_NAME], shown_name[SCENARIO_NAME];
    int key = find(name);

    if (key < 0) {
        scenario_unknown(name, reason, sizeof reason);
        return fail(error, size, "%s %s", show(name, shown_name), reason);
    }
    if (scenario_set_key(s, key, text, reason, sizeof reason) != 0)
        return fail(error, size, "%s: %s %s", name, show(text, shown), reason);
    return 0;
}

int scenario_assign(struct scenario *s, const char *assignment, char *error, size_t size)
{
    const char *equals = strchr(assignment, '=');
    char name[SCENARIO_NAME], shown[SCENARIO_NAME];

    if (!equals || equals == assignment)
        return fail(error, size, "%s must be key=value, such as traffic.load=0.5", show(assignment, shown));
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    return scenario_set(s, name, equals + 1, error, size);
}

/* The fewest digits that read back as the same number. */
static void number_text(double number, char *text)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, SCENARIO_TEXT, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

static void thousandths_text(int64_t number, char *text)
{
    snprintf(text, SCENARIO_TEXT, "%lld.%03d", (long long)(number / 1000), (int)(number % 1000));
    for (char *end = text + strlen(text) - 1; *end == '0' || *end == '.'; end--) {
        int point = *end == '.';
        *end = '\0';
        if (point)
            return;
    }
}

void scenario_get(const struct scenario *s, int key, char *text)
{
    const struct scenario_key *k = &scenario_keys[key];
    const void *field = (const char *)s + k->offset;
    const char *from = NULL;
    double number = 0;

    switch (k->type) {
    case KEY_INTEGER:
    case KEY_THOUSANDTHS: number = (double)*(const int64_t *)field; break;
    case KEY_NUMBER: number = *(const double *)field; break;
    case KEY_FLAG: from = *(const int *)field ? "true" : "false"; break;
    case KEY_CHOICE: from = name_of(k, *(const int *)field); break;
    case KEY_TEXT: from = field; break;
    }
    if (k->word && number == KEY_WORD)
        from = k->word;
    if (from)
        snprintf(text, SCENARIO_TEXT, "%s", from);
    else if (k->type == KEY_INTEGER)
        snprintf(text, SCENARIO_TEXT, "%lld", (long long)*(const int64_t *)field);
    else if (k->type == KEY_THOUSANDTHS)
        thousandths_text(*(const int64_t *)field, text);
    else
        number_text(number, text);
}

const char *scenario_choice(int key, int i)
{
    return name_of(&scenario_keys[key], i);
}

int scenario_flag(const struct scenario *s, int key)
{
    return *(const int *)((const char *)s + scenario_keys[key].offset);
}

int64_t scenario_integer(const struct scenario *s, int key)
{
    return *(const int64_t *)(const void *)((const char *)s + scenario_keys[key].offset);
}

const char *scenario_text(const struct scenario *s, int key)
{
    return (const char *)s + scenario_keys[key].offset;
}

const char *scenario_chosen(const struct scenario *s, int key)
{
    return scenario_choice(key, scenario_flag(s, key));
}

int scenario_differ(const struct scenario *a, const struct scenario *b, int key)
{
    char text[2][SCENARIO_TEXT];

    scenario_get(a, key, text[0]);
    scenario_get(b, key, text[1]);
    return strcmp(text[0], text[1]) != 0;
}

/* A section that lists have with the routers of some kinds alone. @return 1 where these are others */
static int is_of_others(const struct scenario *s, int section)
{
    int others = 0;

    for (int i = 0; router_kinds[i]; i++)
        others |= router_kinds[i]->parts->scenario->listed_alone >> section & 1;
    return others && !(router_kinds[s->fabric.router]->parts->scenario->sections >> section & 1);
}

int scenario_lists(const struct scenario *s, int key)
{
    char text[SCENARIO_TEXT];

    if (!scenario_keys[key].seldom && !is_of_others(s, scenario_keys[key].section))
        return 1;
    scenario_get(s, key, text);
    return strcmp(text, scenario_keys[key].fallback) != 0;
}

void scenario_merge(struct scenario *s, const struct scenario *set)
{
    char text[SCENARIO_TEXT];

    for (int i = 0; i < SCENARIO_KEYS; i++)
        if (set->line[i] == FROM_CALLER) {
            scenario_get(set, i, text);
            set_field(&scenario_keys[i], text, field_of(s, i));
            s->line[i] = FROM_CALLER;
        }
}

/* The paper's value, section 5. */
enum { ALPHA_OF_PAPER = 8 };

struct scenario scenario_effective(const struct scenario *s)
{
    struct scenario e = *s;

    if (e.run.warmup == KEY_WORD)
        e.run.warmup = e.run.cycles / 10;
    if (e.traffic.schedule == SCHEDULE_AUTO)
        e.traffic.schedule = e.traffic.alpha == KEY_WORD ? SCHEDULE_FIFO : SCHEDULE_ALPHA;
    if (e.traffic.schedule == SCHEDULE_ALPHA && e.traffic.alpha == KEY_WORD)
        e.traffic.alpha = ALPHA_OF_PAPER * SCHEDULE_ALPHA_ONE;
    return e;
}

/* The command line ------------------------------------------------------------------------------------------------ */

char *scenario_arguments(const struct scenario *s)
{
    char option[SCENARIO_NAME], value[SCENARIO_TEXT], *text = NULL;
    struct scenario defaults;
    const char *before = "";
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    scenario_defaults(&defaults);
    for (int i = 0; i < SCENARIO_KEYS; i++) {
        if (!scenario_differ(s, &defaults, i))
            continue;
        scenario_option(i, option);
        fprintf(out, "%s--%s", before, option);
        before = " ";
        if (scenario_keys[i].type == KEY_FLAG)
            continue;
        scenario_get(s, i, value);
        fputc(' ', out);
        quote_shell(value, out);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* Errors about the whole ------------------------------------------------------------------------------------------ */

/* The key with a name of so many letters, without its section; there is one. */
static int named(const char *name, size_t length)
{
    int i = 0;

    while (strlen(scenario_keys[i].name) != length || strncmp(scenario_keys[i].name, name, length) != 0)
        i++;
    return i;
}

/* What the user calls a key: as in the file, or its option. */
static void add_name(const struct scenario *s, int key, int in_file, int with_value, char *error, size_t size)
{
    char name[SCENARIO_NAME], text[SCENARIO_TEXT], shown[SCENARIO_NAME];

    if (in_file)
        scenario_name(key, name);
    else
        scenario_option(key, name);
    add(error, size, "%s%s", in_file ? "" : "--", name);
    if (!with_value)
        return;
    scenario_get(s, key, text);
    add(error, size, "%s %s", in_file ? ":" : "", show(text, shown));
}

int scenario_blame(const struct scenario *s, int blamed, char *error, size_t size, const char *format, ...)
{
    char sentence[SCENARIO_ERROR];
    int in_file = s->line[blamed] > 0;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    error[0] = '\0';
    if (in_file)
        add(error, size, "%s:%d: ", s->file, s->line[blamed]);
    for (const char *at = sentence; *at;) {
        size_t plain = strcspn(at, "{"), length = strcspn(at + plain, "}=");
        add(error, size, "%.*s", (int)plain, at);
        at += plain;
        if (!*at)
            break;
        int key = named(at + 1, length - 1);
        add_name(s, key, in_file, at[length] == '=', error, size);
        at += length + (at[length] == '=') + 1;
    }
    return -1;
}

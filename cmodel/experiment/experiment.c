/* SPDX-License-Identifier: Apache-2.0 */
#include "experiment.h"

#include <cyaml/cyaml.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/value.h"
#include "../base/yaml.h"
#include "../results/verdict.h"
#include "../run/setup.h"

/* Bytes: far more than any experiment has, so a larger file is something else. */
enum { MAX_FILE = 1 << 20, MOST_CURVES = 40 };

static const cyaml_schema_value_t text = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t curve_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, struct curve, name, 1, 80),
    CYAML_FIELD_STRING_PTR("y", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct curve, y, 1, 120),
    CYAML_FIELD_SEQUENCE("set", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct curve, set, &text, 0, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("only", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct curve, only, &text, 0,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END};

static const cyaml_schema_field_t cross_fields[] = {
    CYAML_FIELD_STRING_PTR("key", CYAML_FLAG_POINTER, struct cross, key, 1, 60),
    CYAML_FIELD_SEQUENCE_COUNT("values", CYAML_FLAG_POINTER, struct cross, values, value_count, &text, 1, 40),
    CYAML_FIELD_END};

static const cyaml_schema_field_t peak_fields[] = {
    CYAML_FIELD_STRING_PTR("key", CYAML_FLAG_POINTER, struct peak, key, 1, 60),
    CYAML_FIELD_FLOAT("step", CYAML_FLAG_DEFAULT, struct peak, step),
    CYAML_FIELD_FLOAT("most", CYAML_FLAG_DEFAULT, struct peak, most),
    CYAML_FIELD_STRING_PTR("figure", CYAML_FLAG_POINTER, struct peak, figure, 1, 120),
    CYAML_FIELD_FLOAT("limit", CYAML_FLAG_OPTIONAL, struct peak, limit),
    CYAML_FIELD_END};

static const cyaml_schema_field_t settle_fields[] = {
    CYAML_FIELD_FLOAT("percent", CYAML_FLAG_DEFAULT, struct settle_point, percent),
    CYAML_FIELD_INT("doublings", CYAML_FLAG_DEFAULT, struct settle_point, doublings),
    CYAML_FIELD_STRING_PTR("figure", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct settle_point, figure, 1, 120),
    CYAML_FIELD_END};

static const cyaml_schema_value_t curve = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct curve, curve_fields)};

static const cyaml_schema_field_t experiment_fields[] = {
    CYAML_FIELD_STRING_PTR("like", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, like, 1, 160),
    CYAML_FIELD_STRING_PTR("title", CYAML_FLAG_POINTER, struct experiment, title, 1, 160),
    CYAML_FIELD_STRING_PTR("paper", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, paper, 1, 80),
    CYAML_FIELD_STRING_PTR("y", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, y, 1, 120),
    CYAML_FIELD_STRING_PTR("y_label", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, y_label, 1, 120),
    CYAML_FIELD_BOOL("log", CYAML_FLAG_OPTIONAL, struct experiment, log),
    CYAML_FIELD_STRING_PTR("ratio_to", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, ratio_to, 1, 80),
    CYAML_FIELD_STRING_PTR("x", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, x, 1, 60),
    CYAML_FIELD_SEQUENCE_COUNT("values", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, values,
                               value_count, &text, 1, 200),
    CYAML_FIELD_INT("seeds", CYAML_FLAG_OPTIONAL, struct experiment, seeds),
    CYAML_FIELD_INT("stretch", CYAML_FLAG_OPTIONAL, struct experiment, stretch),
    CYAML_FIELD_INT("placements", CYAML_FLAG_OPTIONAL, struct experiment, placements),
    CYAML_FIELD_MAPPING_PTR("settle", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, settle,
                            settle_fields),
    CYAML_FIELD_MAPPING_PTR("peak", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, peak, peak_fields),
    CYAML_FIELD_STRING_PTR("low", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, low, 1, 120),
    CYAML_FIELD_STRING_PTR("high", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, high, 1, 120),
    CYAML_FIELD_BOOL("nodes", CYAML_FLAG_OPTIONAL, struct experiment, nodes),
    CYAML_FIELD_BOOL("bars", CYAML_FLAG_OPTIONAL, struct experiment, bars),
    CYAML_FIELD_SEQUENCE("base", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, base, &text, 0,
                         CYAML_UNLIMITED),
    CYAML_FIELD_MAPPING_PTR("by", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, by, cross_fields),
    CYAML_FIELD_SEQUENCE_COUNT("curves", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct experiment, curves,
                               curve_count, &curve, 1, MOST_CURVES),
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct experiment, experiment_fields)};

/* What libcyaml says about an error: its first message, and the innermost line of the backtrace. */
struct said {
    char message[256];
    unsigned line;
};

static void note(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
    struct said *said = context;
    char message[256];
    const char *at;

    (void)level;
    vsnprintf(message, sizeof message, format, arguments);
    message[strcspn(message, "\n")] = 0;
    at = strstr(message, "line: ");
    if (at && said->line == 0)
        said->line = (unsigned)strtoul(at + strlen("line: "), NULL, 10);
    if (!*said->message)
        snprintf(said->message, sizeof said->message, "%s", strncmp(message, "Load: ", 6) == 0 ? message + 6 : message);
}

enum { MOST_STRETCH = 1000, MOST_DOUBLINGS = 20 };

static const char hole[] = "{placement}";

static int any_has_hole(char *const *texts, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strstr(texts[i], hole))
            return 1;
    return 0;
}

static int uses_placements(const struct experiment *e)
{
    int used = any_has_hole(e->base, e->base_count) || any_has_hole(e->values, e->value_count);

    for (unsigned c = 0; c < e->curve_count && !used; c++)
        used = any_has_hole(e->curves[c].set, e->curves[c].set_count);
    return used;
}

static int check_numbers(const struct experiment *e, const char *path, char *error, size_t size)
{
    if (e->seeds < 1 || e->seeds > FIGURE_SEEDS)
        snprintf(error, size, "%s: seeds: %d must be from 1 to %d", path, e->seeds, FIGURE_SEEDS);
    else if (e->stretch < 0 || e->stretch > MOST_STRETCH)
        snprintf(error, size, "%s: stretch: %d must be from 1 to %d", path, e->stretch, MOST_STRETCH);
    else if (e->placements < 0 || e->placements > e->seeds)
        snprintf(error, size, "%s: placements: %d must be from 1 to the number of seeds, %d", path, e->placements,
                 e->seeds);
    else if (e->placements && !uses_placements(e))
        snprintf(error, size, "%s: placements: %d, but no assignment has %s", path, e->placements, hole);
    else if (!e->placements && uses_placements(e))
        snprintf(error, size, "%s: %s needs placements, the number of them", path, hole);
    else if (e->settle && (e->settle->percent <= 0 || e->settle->percent > 50 || e->settle->doublings < 1 ||
                           e->settle->doublings > MOST_DOUBLINGS))
        snprintf(error, size, "%s: settle: percent must be over 0, up to 50, and doublings from 1 to %d", path,
                 MOST_DOUBLINGS);
    else if (e->settle && (e->seeds < 2 || e->peak))
        snprintf(error, size,
                 "%s: settle: a point settles over several seeds, and a search has run.settle in its place", path);
    else if (e->settle && e->nodes && !e->settle->figure)
        snprintf(error, size, "%s: settle: with nodes: true the figure that settles must be named", path);
    else if (e->ratio_to && experiment_curve(e, e->ratio_to) < 0)
        snprintf(error, size, "%s: ratio_to: no curve is named '%s'", path, e->ratio_to);
    else
        return 0;
    return -1;
}

static int value_number_of(const struct experiment *e, const char *value)
{
    for (unsigned v = 0; v < e->value_count; v++)
        if (strcmp(e->values[v], value) == 0)
            return (int)v;
    return -1;
}

/* Keys about drawing that need each other, or exclude each other. */
static int check_drawing(const struct experiment *e, const char *path, char *error, size_t size)
{
    if (!e->low != !e->high || (e->low && !e->bars))
        snprintf(error, size,
                 "%s: low and high are the two ends of a line about each bar: they go together, and with bars: true",
                 path);
    else if (e->nodes && (e->value_count != 1 || e->peak || e->bars))
        snprintf(error, size, "%s: nodes: x has one value, and neither peak nor bars are there", path);
    else
        return 0;
    return -1;
}

static int check_only(const struct experiment *e, const char *path, char *error, size_t size)
{
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned i = 0; i < e->curves[c].only_count; i++)
            if (value_number_of(e, e->curves[c].only[i]) < 0)
                return text_fail(error, size, "%s: curve '%s': only: %s is none of the values", path, e->curves[c].name,
                                 e->curves[c].only[i]);
    return 0;
}

static int check_peak(const struct experiment *e, const char *path, char *error, size_t size)
{
    const struct peak *p = e->peak;
    char reason[SCENARIO_ERROR] = "";
    struct scenario s;

    if (!p)
        return 0;
    scenario_defaults(&s);
    if (!(p->step > 0) || !(p->most >= p->step) || p->most / p->step > PEAK_MOST_STEPS)
        snprintf(error, size, "%s: peak: step %g and most %g must be over 0, and one to %d steps", path, p->step,
                 p->most, PEAK_MOST_STEPS);
    else if (experiment_peak_saturates(p) ? p->limit != 0 : !(p->limit > 0))
        snprintf(error, size, "%s: peak: limit: %s", path,
                 p->limit > 0 ? "saturated has none" : "must be over 0, with any figure but saturated");
    else if (strcmp(p->key, e->x) == 0)
        snprintf(error, size, "%s: peak: key: %s is x already", path, p->key);
    else if (experiment_peak_at(p, 1, &s, reason, sizeof reason) != 0 ||
             experiment_peak_at(p, experiment_peak_steps(p), &s, reason, sizeof reason) != 0)
        snprintf(error, size, "%s: peak: %s", path, reason);
    else
        return 0;
    return -1;
}

/* Experiments come from others too, so they may neither load code nor write files. */
static int check_files(const struct scenario *s, char *error, size_t size)
{
    struct scenario defaults;
    char name[SCENARIO_NAME];

    scenario_defaults(&defaults);
    for (int key = 0; key < SCENARIO_KEYS; key++) {
        if ((scenario_keys[key].section != SCENARIO_SECTION_output && key != KEY_rtl_object) ||
            !scenario_differ(s, &defaults, key))
            continue;
        scenario_name(key, name);
        return text_fail(error, size, "%s cannot be in an experiment: %s", name,
                         key == KEY_rtl_object ? "give it by --set" : "only fedx run writes files of its own");
    }
    return 0;
}

/* A scenario for a larger instance (fedx-20) is checked by that instance. */
static int check_point(const struct scenario *scenario, char *error, size_t size)
{
    return setup_is_elsewhere(scenario) ? 0 : scenario_check(scenario, error, size);
}

/* Every point must make a scenario, so that a long sweep does not end at its last curve. */
static int check(const struct experiment *e, const char *path, char *error, size_t size)
{
    struct scenario scenario;
    char reason[SCENARIO_ERROR];
    int different = e->placements ? e->placements : 1; /* seeds that differ in more than the seed */

    if (check_numbers(e, path, error, size) != 0 || check_only(e, path, error, size) != 0 ||
        check_drawing(e, path, error, size) != 0 || check_peak(e, path, error, size) != 0)
        return -1;
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++)
            for (int seed = 1; seed <= different; seed++)
                if (experiment_point(e, c, v, seed, NULL, 0, &scenario, reason, sizeof reason) != 0 ||
                    check_files(&scenario, reason, sizeof reason) != 0 ||
                    check_point(&scenario, reason, sizeof reason) != 0)
                    return text_fail(error, size, "%s: curve '%s': %s", path, e->curves[c].name, reason);
    return 0;
}

const char *experiment_y(const struct experiment *e, unsigned number)
{
    return e->curves[number].y ? e->curves[number].y : e->y;
}

int experiment_curve(const struct experiment *e, const char *name)
{
    for (unsigned c = 0; c < e->curve_count; c++)
        if (strcmp(e->curves[c].name, name) == 0)
            return (int)c;
    return -1;
}

int experiment_has(const struct experiment *e, unsigned number, unsigned value)
{
    const struct curve *c = &e->curves[number];
    int has = c->only_count == 0;

    for (unsigned i = 0; i < c->only_count && !has; i++)
        has = strcmp(c->only[i], e->values[value]) == 0;
    return has;
}

int experiment_peak_saturates(const struct peak *peak)
{
    const char *last = strrchr(peak->figure, '.');

    return strcmp(last ? last + 1 : peak->figure, "saturated") == 0;
}

int experiment_peak_steps(const struct peak *peak)
{
    return (int)(peak->most / peak->step + 1e-9);
}

int experiment_peak_at(const struct peak *peak, int steps, struct scenario *scenario, char *error, size_t size)
{
    char value[32];

    snprintf(value, sizeof value, "%.6g", steps * peak->step);
    return scenario_set(scenario, peak->key, value, error, size);
}

/* A file being read. */
struct reading {
    struct yaml yaml;
    struct experiment *experiment;
};

/* By the schema. */
static int load(void *context)
{
    struct reading *r = context;
    const struct yaml *y = &r->yaml;
    struct said said = {{0}, 0};
    const cyaml_config_t config = {.mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR, .log_fn = note, .log_ctx = &said};
    cyaml_err_t code =
        cyaml_load_data((const uint8_t *)y->bytes, y->length, &config, &schema, (cyaml_data_t **)&r->experiment, NULL);

    if (code == CYAML_OK)
        return 0;
    if (said.line)
        return yaml_fail(y, said.line, "%s", *said.message ? said.message : cyaml_strerror(code));
    return yaml_fail(y, 0, "%s: %s", y->path, *said.message ? said.message : cyaml_strerror(code));
}

/* A file as it stands. @param[out] experiment  to be freed, on errors, too */
static int read_file(const char *path, struct experiment **experiment, char *error, size_t size)
{
    struct reading r = {.yaml = {.path = path, .what = "experiment", .error = error, .size = size}};
    int status = yaml_load(&r.yaml, MAX_FILE, load, &r);

    *experiment = r.experiment;
    return status == 0 && !r.experiment ? yaml_fail(&r.yaml, 0, "%s: nothing in it", path) : status;
}

/* Of assignments of the same key that of e counts, in its place. @return 0, or -1 when out of memory */
static int inherit_base(struct experiment *e, struct experiment *like)
{
    unsigned count = like->base_count;
    char **base = realloc(like->base, (count + e->base_count + 1) * sizeof *base);

    if (!base)
        return -1;
    like->base = base;
    for (unsigned i = 0; i < e->base_count; i++) {
        size_t key = strcspn(e->base[i], "=") + 1;
        unsigned at = 0;
        while (at < like->base_count && strncmp(base[at], e->base[i], key) != 0)
            at++;
        at = at < like->base_count ? at : count++;
        char *own = e->base[i];
        e->base[i] = at < like->base_count ? base[at] : NULL;
        base[at] = own;
    }
    like->base = e->base;
    like->base_count = e->base_count;
    e->base = base;
    e->base_count = count;
    return 0;
}

/* What e does not say is as in the other one. @return 0, or -1 when out of memory */
static int inherit(struct experiment *e, struct experiment *like)
{
#define INHERIT(member)           \
    if (!e->member) {             \
        e->member = like->member; \
        like->member = 0;         \
    }
    INHERIT(paper)
    INHERIT(y)
    INHERIT(y_label)
    INHERIT(log)
    INHERIT(ratio_to)
    INHERIT(x)
    INHERIT(values)
    INHERIT(value_count)
    INHERIT(seeds)
    INHERIT(stretch)
    INHERIT(placements)
    INHERIT(settle)
    INHERIT(peak)
    INHERIT(low)
    INHERIT(high)
    INHERIT(nodes)
    INHERIT(bars)
    INHERIT(by)
    INHERIT(curves)
    INHERIT(curve_count)
#undef INHERIT
    return inherit_base(e, like);
}

/* The file beside an experiment that it is like. */
static int read_like(const char *path, struct experiment *e, char *error, size_t size)
{
    const char *name = strrchr(path, '/');
    int folder = name ? (int)(name + 1 - path) : 0, status;
    struct experiment *like = NULL;
    char other[PATH_MAX];

    if (!e->like)
        return 0;
    if (strchr(e->like, '/') || snprintf(other, sizeof other, "%.*s%s", folder, path, e->like) >= (int)sizeof other)
        return text_fail(error, size, "%s: like: %s must be the name of a file beside this one", path, e->like);
    status = read_file(other, &like, error, size);
    if (status == 0 && like->like) {
        status =
            text_fail(error, size, "%s: like: %s is like another one itself: name that, %s", path, e->like, like->like);
    } else if (status == 0 && inherit(e, like) != 0) {
        status = text_fail(error, size, "out of memory");
    }
    experiment_free(like);
    return status;
}

/* What every experiment must have. */
static int check_there(const struct experiment *e, const char *path, char *error, size_t size)
{
    const char *missing = !e->y             ? "y"
                          : !e->y_label     ? "y_label"
                          : !e->x           ? "x"
                          : !e->value_count ? "values"
                          : !e->curve_count ? "curves"
                                            : NULL;

    if (missing)
        snprintf(error, size, "%s: Missing required mapping field: %s", path, missing);
    return missing ? -1 : 0;
}

/* Crosses ---------------------------------------------------------------------------------------------------------- */

/* @param room  for so many more @return 0, or -1 when out of memory; what is there is to be freed all the same */
static int copy_texts(char *const *texts, unsigned count, unsigned room, char ***copy)
{
    int failed = !(*copy = calloc(count + room + 1, sizeof **copy));

    for (unsigned i = 0; i < count && !failed; i++)
        failed = !((*copy)[i] = strdup(texts[i]));
    return failed ? -1 : 0;
}

/* A curve as another one, with one more assignment, which its name has, too. @return 0, or -1 when out of memory */
static int cross_curve(const struct curve *from, const char *key, const char *value, struct curve *to)
{
    const char *dot = strrchr(key, '.');
    char name[240], assignment[SCENARIO_TEXT];

    snprintf(name, sizeof name, "%s%s%s %s", from->name ? from->name : "", from->name ? ", " : "", dot ? dot + 1 : key,
             value);
    snprintf(assignment, sizeof assignment, "%s=%s", key, value);
    *to = (struct curve){.name = strdup(name),
                         .y = from->y ? strdup(from->y) : NULL,
                         .set_count = from->set_count + 1,
                         .only_count = from->only_count};
    if (!to->name || (from->y && !to->y) || copy_texts(from->set, from->set_count, 1, &to->set) != 0 ||
        copy_texts(from->only, from->only_count, 0, &to->only) != 0)
        return -1;
    to->set[from->set_count] = strdup(assignment);
    return to->set[from->set_count] ? 0 : -1;
}

static void free_curves(struct curve *curves, unsigned count)
{
    for (struct curve *c = curves; c < curves + count; c++) {
        for (unsigned i = 0; c->set && i < c->set_count; i++)
            free(c->set[i]);
        for (unsigned i = 0; c->only && i < c->only_count; i++)
            free(c->only[i]);
        free(c->name);
        free(c->y);
        free(c->set);
        free(c->only);
    }
    free(curves);
}

/* In the place of each curve one for each value; without any curve those alone. */
static int cross(struct experiment *e, const struct cross *by, const char *path, char *error, size_t size)
{
    unsigned before = e->curve_count ? e->curve_count : 1, count = before * by->value_count;
    const struct curve none = {.name = NULL};
    struct curve *curves;
    int failed = 0;

    if (e->x && strcmp(by->key, e->x) == 0)
        return text_fail(error, size, "%s: by: %s is x already", path, by->key);
    if (count > MOST_CURVES)
        return text_fail(error, size, "%s: by: %s makes %u curves, and %d is the most", path, by->key, count,
                         MOST_CURVES);
    curves = calloc(count, sizeof *curves);
    for (unsigned i = 0; curves && i < count; i++)
        failed |= cross_curve(e->curve_count ? &e->curves[i / by->value_count] : &none, by->key,
                              by->values[i % by->value_count], &curves[i]);
    if (!curves || failed) {
        free_curves(curves, curves ? count : 0);
        return text_fail(error, size, "out of memory");
    }
    free_curves(e->curves, e->curve_count);
    e->curves = curves;
    e->curve_count = count;
    return 0;
}

/* KEY=VALUE,VALUE... of the command line. */
static int cross_words(struct experiment *e, const char *words, const char *path, char *error, size_t size)
{
    char *copy = strdup(words), *value, *values[MOST_CURVES + 1], *rest = copy ? strchr(copy, '=') : NULL;
    struct cross by = {.key = copy, .values = values};
    int status = -1;

    if (rest)
        *rest++ = 0;
    while (rest && by.value_count < MOST_CURVES && (value = strsep(&rest, ",")))
        values[by.value_count++] = value;
    if (!copy)
        snprintf(error, size, "out of memory");
    else if (by.value_count == 0 || rest)
        snprintf(error, size, "by: %s must be KEY=VALUE,VALUE... with up to %d values", words, MOST_CURVES);
    else
        status = cross(e, &by, path, error, size);
    free(copy);
    return status;
}

static int cross_all(struct experiment *e, char *const *by, unsigned count, const char *path, char *error, size_t size)
{
    int status = e->by ? cross(e, e->by, path, error, size) : 0;

    for (unsigned i = 0; i < count && status == 0; i++)
        status = cross_words(e, by[i], path, error, size);
    return status;
}

int experiment_load(const char *path, char *const *by, unsigned by_count, struct experiment **experiment, char *error,
                    size_t size)
{
    struct experiment *e;

    if (read_file(path, &e, error, size) == 0 && read_like(path, e, error, size) == 0 &&
        cross_all(e, by, by_count, path, error, size) == 0 && check_there(e, path, error, size) == 0 &&
        check(e, path, error, size) == 0) {
        *experiment = e;
        return 0;
    }
    value_tame(error); /* names of the file are in it */
    experiment_free(e);
    return -1;
}

void experiment_free(struct experiment *experiment)
{
    static const cyaml_config_t config = {.mem_fn = cyaml_mem};

    cyaml_free(&config, &schema, experiment, 0);
}

/* A value or an assignment with the number of the placement in its hole, if it has one. */
static int place(const char *given, int placement, char placed[SCENARIO_TEXT], char *error, size_t size)
{
    const char *at = strstr(given, hole);
    int length =
        at ? snprintf(placed, SCENARIO_TEXT, "%.*s%d%s", (int)(at - given), given, placement, at + sizeof hole - 1)
           : snprintf(placed, SCENARIO_TEXT, "%s", given);

    if (length < SCENARIO_TEXT)
        return 0;
    return text_fail(error, size, "%.60s...: more than %d bytes", given, SCENARIO_TEXT - 1);
}

static int assign(struct scenario *s, char *const *set, unsigned count, int placement, char *error, size_t size)
{
    char placed[SCENARIO_TEXT];

    for (unsigned i = 0; i < count; i++)
        if (place(set[i], placement, placed, error, size) != 0 || scenario_assign(s, placed, error, size) != 0)
            return -1;
    return 0;
}

/* A key in cycles, so many times as large; a word stays. */
static int multiply(struct scenario *s, const char *key, int64_t cycles, int64_t times, char *error, size_t size)
{
    char longer[32];

    if (cycles == KEY_WORD)
        return 0;
    snprintf(longer, sizeof longer, "%" PRId64, cycles > INT64_MAX / times ? INT64_MAX : cycles * times);
    return scenario_set(s, key, longer, error, size);
}

int experiment_lengthen(struct scenario *s, int doublings, char *error, size_t size)
{
    int64_t times = INT64_C(1) << doublings, cycles = s->run.cycles, warmup = s->run.warmup;

    if (multiply(s, "run.cycles", cycles, times, error, size) != 0)
        return -1;
    return multiply(s, "run.warmup", warmup, times, error, size);
}

/* Make a run and its warm-up longer: with packets that take n times as long on a link, n times the cycles count as many
 * of them. */
static int stretch(struct scenario *s, int64_t times, char *error, size_t size)
{
    const struct {
        const char *key;
        int64_t cycles;
    } spans[] = {{"run.cycles", s->run.cycles},
                 {"run.warmup", s->run.warmup},
                 {"run.latency_limit", s->run.latency_limit},
                 {"run.max_cycles", s->run.max_cycles}};

    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        if (multiply(s, spans[i].key, spans[i].cycles, times, error, size) != 0)
            return -1;
    return 0;
}

int experiment_point(const struct experiment *e, unsigned curve_number, unsigned value, int seed, char *const *more,
                     unsigned more_count, struct scenario *scenario, char *error, size_t size)
{
    const struct curve *c = &e->curves[curve_number];
    int placement = e->placements ? 1 + (seed - 1) % e->placements : 0;
    char number[32], x[SCENARIO_TEXT];

    scenario_defaults(scenario);
    snprintf(number, sizeof number, "%d", seed);
    if (assign(scenario, e->base, e->base_count, placement, error, size) != 0 ||
        scenario_set(scenario, "traffic.seed", number, error, size) != 0 ||
        assign(scenario, c->set, c->set_count, placement, error, size) != 0 ||
        place(e->values[value], placement, x, error, size) != 0 || scenario_set(scenario, e->x, x, error, size) != 0)
        return -1;
    if (assign(scenario, more, more_count, placement, error, size) != 0)
        return -1;
    return e->stretch ? stretch(scenario, e->stretch, error, size) : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See sweep_points.h.
 */
#include "sweep_points.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/hash.h"
#include "../base/memory.h"
#include "../base/output.h"
#include "../base/value.h"
#include "../base/json_file.h"
#include "../results/result_path.h"
#include "../results/results.h"
#include "../scenario/setup.h"

enum { PATH_SIZE = 1200 };

static int out_of_memory(char *error, size_t size)
{
    snprintf(error, size, "out of memory");
    return -1;
}

int sweep_init(struct sweep *s, const char *folder, char *const *more, unsigned more_count, char *error,
               size_t size)
{
    char points[PATH_SIZE];

    memset(s, 0, sizeof *s);
    s->folder = folder;
    s->more = more;
    s->more_count = more_count;
    json_object_seed(1); /* before threads, and the same order in every run */
    snprintf(points, sizeof points, "%s/points", folder);
    if (output_folder(folder, error, size) != 0 || output_folder(points, error, size) != 0)
        return -1;
    if (build_read(s->build) == 0)
        return 0;
    snprintf(error, size, "cannot read this program to identify it");
    return -1;
}

void sweep_finish(struct sweep *s)
{
    for (unsigned i = 0; i < s->point_count; i++) {
        free(s->points[i].arguments);
        json_decref(s->points[i].result);
    }
    for (unsigned e = 0; e < s->count; e++) {
        experiment_free(s->experiments[e]);
        free(s->names[e]);
    }
    free(s->points);
    free(s->experiments);
    free(s->names);
}

static void point_path(const struct sweep *s, const struct sweep_point *p, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/points/%016" PRIx64 ".json", s->folder,
             (uint64_t)XXH3_64bits(p->arguments, strlen(p->arguments)));
}

static const char hash_key[] = "hash";

/* @return 0, or -1 when out of memory */
static int hash_of(const json_t *result, char hash[HASH_SIZE])
{
    char *text = json_dumps(result, JSON_COMPACT | JSON_FILE_NUMBERS);

    if (text)
        hash_bytes(text, strlen(text), hash);
    free(text);
    return text ? 0 : -1;
}

/* A result as it was written, without its hash. @return NULL when there is none, or it is damaged, which is said */
static json_t *load_whole(const char *path)
{
    char reason[PATH_SIZE + 256];
    json_t *result = json_file_read(path, JSON_FILE_MOST, JSON_REJECT_DUPLICATES, reason, sizeof reason);
    const char *written = json_string_value(json_object_get(result, hash_key));
    char was[HASH_SIZE] = "", is[HASH_SIZE];

    snprintf(was, sizeof was, "%s", written ? written : "");
    json_object_del(result, hash_key);
    if (result && hash_of(result, is) == 0 && strcmp(was, is) == 0)
        return result;
    if (access(path, F_OK) == 0)
        fprintf(stderr, "fedx sweep: %s is damaged, or of an older version: its run is made again\n", path);
    json_decref(result);
    return NULL;
}

/* A result counts if it is whole, of these arguments and of this program. */
static void take_result(const struct sweep *s, struct sweep_point *p)
{
    char path[PATH_SIZE];
    json_t *result;

    point_path(s, p, path);
    result = load_whole(path);
    const json_t *made_by = json_object_get(result, "made_by");
    const char *build = json_string_value(json_object_get(made_by, "build"));
    const char *command = json_string_value(json_object_get(made_by, "command"));
    if (build && command && strcmp(build, s->build) == 0 && strncmp(command, "fedx run", 8) == 0 &&
        strcmp(command + 8 + (command[8] == ' '), p->arguments) == 0)
        p->result = result;
    else
        json_decref(result);
}

static struct sweep_point *point_with(const struct sweep *s, const char *arguments)
{
    for (unsigned i = 0; i < s->point_count; i++)
        if (strcmp(s->points[i].arguments, arguments) == 0)
            return &s->points[i];
    return NULL;
}

static int add_point(struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed, char *error,
                     size_t size)
{
    struct scenario scenario;
    char *arguments;

    if (experiment_point(s->experiments[experiment], curve, value, seed, s->more, s->more_count, &scenario, error,
                         size) != 0 ||
        (s->more_count && scenario_check(&scenario, error, size) != 0)) /* else checked when it was read */
        return -1;
    arguments = results_arguments(&scenario);
    if (!arguments)
        return out_of_memory(error, size);
    if (point_with(s, arguments)) {
        free(arguments);
        return 0;
    }
    struct sweep_point *points = memory_grow(s->points, s->point_count, &s->point_size, 256, sizeof *points);
    if (!points) {
        free(arguments);
        return out_of_memory(error, size);
    }
    s->points = points;
    struct sweep_point *p = &s->points[s->point_count++];
    *p = (struct sweep_point){arguments, experiment, curve, value, seed, NULL};
    take_result(s, p);
    return 0;
}

/* The results that a run would have, with its figures still empty. */
static json_t *blank_results(const struct scenario *scenario, char *error, size_t size)
{
    struct session *session = calloc(1, sizeof *session);
    json_t *results = NULL;

    if (!session) {
        out_of_memory(error, size);
        return NULL;
    }
    if (session_prepare(session, scenario, error, size) == 0 && !(results = results_to_json(session)))
        out_of_memory(error, size);
    session_finish(session);
    free(session);
    return results;
}

/* What is drawn must be among the results of every curve, so that a long sweep does not end with a figure of nothing. */
static int check_y(const struct sweep *s, unsigned number, const char *path, char *error, size_t size)
{
    const struct experiment *e = s->experiments[number];
    char reason[SCENARIO_ERROR] = "";

    for (unsigned c = 0; c < e->curve_count; c++) {
        struct scenario scenario;
        json_t *results = NULL;
        int status = experiment_point(e, c, 0, 1, s->more, s->more_count, &scenario, error, size);
        if (status != 0 || !(results = blank_results(&scenario, error, size)))
            return -1;
        status = result_check(results, e->y, reason, sizeof reason);
        json_decref(results);
        if (status != 0) {
            snprintf(error, size, "%s: y: %s (curve '%s')", path, reason, e->curves[c].name);
            return -1;
        }
    }
    return 0;
}

/* Most buffers of any point so far, and whether they can be had here. */
static int note_buffers(struct sweep *s, const struct experiment *e, char *error, size_t size)
{
    struct scenario scenario;

    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++) {
            if (experiment_point(e, c, v, 1, s->more, s->more_count, &scenario, error, size) != 0)
                return -1;
            if (s->buffers < scenario.fabric.buffers)
                s->buffers = (int)scenario.fabric.buffers;
            s->elsewhere |= scenario.fabric.buffers > setup_kind(&scenario)->most_buffers;
        }
    return 0;
}

/* Its files are named after it, in scripts that gnuplot reads line by line. */
static int check_name(const struct sweep *s, const char *name, char *error, size_t size)
{
    if (sweep_find(s, name) >= 0) {
        snprintf(error, size, "two experiments are named %s: their tables would take each other's place", name);
        return -1;
    }
    if (value_has_control(name)) {
        snprintf(error, size, "%s: the name of an experiment cannot have control characters: rename the file", name);
        return -1;
    }
    if (*name)
        return 0;
    snprintf(error, size, "the name of an experiment cannot be empty");
    return -1;
}

int sweep_add(struct sweep *s, const char *name, const char *path, char *error, size_t size)
{
    if (check_name(s, name, error, size) != 0)
        return -1;
    char **names = realloc(s->names, (s->count + 1) * sizeof *names);
    struct experiment **experiments = realloc(s->experiments, (s->count + 1) * sizeof *experiments);

    s->names = names ? names : s->names;
    s->experiments = experiments ? experiments : s->experiments;
    if (!names || !experiments || !(names[s->count] = strdup(name)))
        return out_of_memory(error, size);
    if (experiment_load(path, &experiments[s->count], error, size) != 0) {
        free(names[s->count]);
        return -1;
    }
    struct experiment *e = experiments[s->count++];
    if (note_buffers(s, e, error, size) != 0)
        return -1;
    if (s->elsewhere)
        return 0;
    if (check_y(s, s->count - 1, path, error, size) != 0)
        return -1;
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++)
            for (int seed = 1; seed <= e->seeds; seed++)
                if (add_point(s, s->count - 1, c, v, seed, error, size) != 0)
                    return -1;
    return 0;
}

static int keep(const struct sweep *s, struct sweep_point *p, json_t *result, char *error, size_t size)
{
    struct output output;
    char path[PATH_SIZE], hash[HASH_SIZE];

    if (!result)
        return out_of_memory(error, size);
    p->result = result;
    if (hash_of(result, hash) != 0 || json_object_set_new(result, hash_key, json_string(hash)) != 0)
        return out_of_memory(error, size);
    point_path(s, p, path);
    if (output_open(&output, path, error, size) != 0)
        return -1;
    json_dumpf(result, output.file, JSON_INDENT(1) | JSON_FILE_NUMBERS); /* an error stays with the stream */
    json_object_del(result, hash_key);
    return output_close(&output, error, size);
}

int sweep_run_point(struct sweep *s, struct sweep_point *p, char *error, size_t size)
{
    struct session *session = calloc(1, sizeof *session);
    struct scenario *scenario = malloc(sizeof *scenario);
    int status = session && scenario ? 0 : out_of_memory(error, size);

    if (status == 0)
        status = experiment_point(s->experiments[p->experiment], p->curve, p->value, p->seed, s->more,
                                  s->more_count, scenario, error, size);
    if (status == 0 && (status = session_prepare(session, scenario, error, size)) == 0 &&
        (status = session_run(session, NULL, NULL, error, size)) == 0)
        status = keep(s, p, results_to_json(session), error, size);
    if (session)
        session_finish(session);
    free(session);
    free(scenario);
    return status;
}

int sweep_find(const struct sweep *s, const char *name)
{
    for (unsigned e = 0; e < s->count; e++)
        if (strcmp(s->names[e], name) == 0)
            return (int)e;
    return -1;
}

const json_t *sweep_result(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed)
{
    struct scenario scenario;
    char error[SCENARIO_ERROR], *arguments;
    const struct sweep_point *p;

    if (experiment_point(s->experiments[experiment], curve, value, seed, s->more, s->more_count, &scenario, error,
                         sizeof error) != 0 ||
        !(arguments = results_arguments(&scenario)))
        return NULL;
    p = point_with(s, arguments);
    free(arguments);
    return p ? p->result : NULL;
}

struct figure sweep_figure(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                           const char *path)
{
    struct figure f = {s->experiments[experiment]->seeds, {0}};

    for (int i = 0; i < f.count; i++) {
        const json_t *json = result_at(sweep_result(s, experiment, curve, value, i + 1), path);
        f.value[i] = json_is_number(json) ? json_number_value(json) : NAN;
    }
    return f;
}

int sweep_saturated(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, const char *path)
{
    int seeds = s->experiments[experiment]->seeds, saturated = 0;

    for (int seed = 1; seed <= seeds; seed++) {
        const json_t *result = sweep_result(s, experiment, curve, value, seed);
        saturated += json_is_true(json_object_get(result_group(result, path), "saturated"));
    }
    return saturated > 0 && 2 * saturated >= seeds;
}

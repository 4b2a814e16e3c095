/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep_points.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/hash.h"
#include "../base/json_file.h"
#include "../base/memory.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../base/value.h"
#include "../results/result_path.h"
#include "../results/results.h"
#include "../run/links.h"
#include "../run/setup.h"

enum { PATH_SIZE = 1200 };

static int out_of_memory(char *error, size_t size)
{
    return text_fail(error, size, "out of memory");
}

int sweep_init(struct sweep *s, const char *folder, char *const *more, unsigned more_count, char *error, size_t size)
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
    return text_fail(error, size, "cannot read this program to identify it");
}

void sweep_finish(struct sweep *s)
{
    for (unsigned i = 0; i < s->point_count; i++) {
        free(s->points[i].arguments);
        json_decref(s->points[i].result);
        for (int k = 0; k < s->points[i].probes; k++)
            json_decref(s->points[i].probe[k].result);
    }
    for (unsigned e = 0; e < s->count; e++) {
        experiment_free(s->experiments[e]);
        free(s->names[e]);
        free(s->arguments[e]);
        free(s->doublings[e]);
    }
    free(s->doublings);
    free(s->points);
    free(s->experiments);
    free(s->names);
    free(s->arguments);
}

static uint64_t key_of(const char *arguments)
{
    return XXH3_64bits(arguments, strlen(arguments));
}

static void file_of(const char *arguments, char name[SWEEP_FILE])
{
    snprintf(name, SWEEP_FILE, "points/%016" PRIx64 ".json", key_of(arguments));
}

static void run_path(const struct sweep *s, const char *arguments, char path[PATH_SIZE])
{
    char name[SWEEP_FILE];

    file_of(arguments, name);
    snprintf(path, PATH_SIZE, "%s/%s", s->folder, name);
}

/* The arguments of a result's run, or NULL. */
static const char *arguments_of(const json_t *result)
{
    const char *command = json_string_value(result_at(result, "made_by.command"));

    return command && strncmp(command, "fedx run", 8) == 0 ? command + 8 + (command[8] == ' ') : NULL;
}

void sweep_file_of(const json_t *result, char name[SWEEP_FILE])
{
    const char *arguments = arguments_of(result);

    *name = 0;
    if (arguments)
        file_of(arguments, name);
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

static int is_of_build(const json_t *result, const char *build)
{
    const char *of = json_string_value(result_at(result, "made_by.build"));

    return of && strcmp(of, build) == 0;
}

/* A result counts if it is whole, of these arguments and of this program, or of any. @return NULL: there is none */
static json_t *take_result(const struct sweep *s, const char *arguments)
{
    char path[PATH_SIZE];
    json_t *result;

    run_path(s, arguments, path);
    result = load_whole(path);
    const char *made_by = arguments_of(result);
    if (made_by && (s->any_build || is_of_build(result, s->build)) && strcmp(made_by, arguments) == 0)
        return result;
    json_decref(result);
    return NULL;
}

/* Searches -------------------------------------------------------------------------------------------------------- */

static const json_t *probe_at(const struct sweep_point *p, int steps)
{
    for (int i = 0; i < p->probes; i++)
        if (p->probe[i].steps == steps)
            return p->probe[i].result;
    return NULL;
}

/* Whether no figure of a run moved by more than was asked when it became twice as long. Near a peak latencies are
 * correlated over so many cycles that one run gives no interval for long: that of a peak is of its seeds. */
static int moves_no_more(const json_t *result)
{
    const json_t *moved = result_at(result, "settled.moved_percent"),
                 *asked = result_at(result, "settled.asked_percent");

    return json_is_number(moved) && json_is_number(asked) && json_number_value(moved) <= json_number_value(asked);
}

/* A run that was to settle, and still moves, is none that the figure is known of. Whether it is saturated is told, or
 * not, of its longest length: latencies do not settle near saturation. */
static int is_within(const struct peak *peak, const json_t *result)
{
    const json_t *figure = result_at(result, peak->figure);
    enum sweep_state state = sweep_state(result, peak->figure);

    if (experiment_peak_saturates(peak))
        return json_is_false(figure);
    return json_is_number(figure) && json_number_value(figure) <= peak->limit && sweep_state_counts(state) &&
           (state != SWEEP_UNSETTLED || moves_no_more(result));
}

/*
 * Where the next run of a search goes, between a value within the limit and one beyond it. Without a guess it halves
 * what is left. From a guess it goes up or down by 1, 2, 4 ... steps until it is past the limit's crossing, and halves
 * what is left then.
 */
static int step_between(int within, int beyond, int end, int guess)
{
    if (guess > within && guess < beyond)
        return guess;
    if (guess > 0 && beyond == end && 2 * within - guess + 1 < end)
        return 2 * within - guess + 1;
    if (guess > 0 && within == 0 && beyond < end && 2 * beyond - guess - 1 > 0)
        return 2 * beyond - guess - 1;
    return (within + beyond) / 2;
}

/* Where the search of a point ended, as steps; 0: it found nothing. */
static int steps_of(const struct sweep_point *p)
{
    for (int i = 0; i < p->probes; i++)
        if (p->probe[i].result == p->result)
            return p->probe[i].steps;
    return 0;
}

/*
 * Where the search of the first seed of the same point ended, as steps; 0: this is the first seed, or it found nothing.
 * @return -1: it has not ended
 */
static int guess_of(const struct sweep *s, const struct sweep_point *p)
{
    const struct sweep_point *first = &s->points[p->first];

    if (first == p)
        return 0;
    return first->result ? steps_of(first) : -1;
}

/* @return steps of the run that is to be made next, as far as runs are there; 0: the search is over, and the point has
 * its result */
static int next_probe(const struct peak *peak, struct sweep_point *p, int guess)
{
    int within = 0, end = experiment_peak_steps(peak) + 1, beyond = end;

    while (beyond - within > 1) {
        int steps = step_between(within, beyond, end, guess);
        const json_t *result = probe_at(p, steps);
        if (!result)
            return steps;
        *(is_within(peak, result) ? &within : &beyond) = steps;
    }
    if (!p->result)
        p->result = within ? json_incref((json_t *)probe_at(p, within)) : json_null();
    return 0;
}

/* The scenario of a seed of a point whose length has been doubled so often; of a preview it does not settle. */
static int scenario_of(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed,
                       int doublings, struct scenario *scenario, char *error, size_t size)
{
    if (experiment_point(s->experiments[experiment], curve, value, seed, s->more, s->more_count, scenario, error,
                         size) != 0)
        return -1;
    if (s->preview)
        scenario->run.settle = 0;
    return experiment_lengthen(scenario, doublings, error, size);
}

/* Scenario and arguments of a run of a search. @param[out] arguments  to be freed */
static int probe_scenario(const struct sweep *s, const struct sweep_point *p, int steps, struct scenario *scenario,
                          char **arguments, char *error, size_t size)
{
    const struct experiment *e = s->experiments[p->experiment];

    if (scenario_of(s, p->experiment, p->curve, p->value, p->seed, p->doublings, scenario, error, size) != 0 ||
        experiment_peak_at(e->peak, steps, scenario, error, size) != 0)
        return -1;
    *arguments = results_arguments(scenario);
    return *arguments ? 0 : out_of_memory(error, size);
}

_Static_assert(PEAK_MOST_STEPS < 1 << (SWEEP_PROBES / 2 - 1),
               "runs to pass the crossing, and then each halves what is left");

static void add_probe(struct sweep_point *p, int steps, json_t *result)
{
    p->probe[p->probes++] = (struct sweep_probe){steps, result};
}

/*
 * Runs that are in the folder. Which run comes first may not be known yet: then they are taken when the point is run.
 */
static int take_probes(const struct sweep *s, struct sweep_point *p, char *error, size_t size)
{
    const struct peak *peak = s->experiments[p->experiment]->peak;
    int steps, guess = guess_of(s, p);
    json_t *result = NULL;

    while (guess >= 0 && (steps = next_probe(peak, p, guess)) > 0) {
        struct scenario scenario;
        char *arguments;
        if (probe_scenario(s, p, steps, &scenario, &arguments, error, size) != 0)
            return -1;
        result = take_result(s, arguments);
        free(arguments);
        if (!result)
            return 0;
        add_probe(p, steps, result);
    }
    return 0;
}

/* What tells a point from others: the arguments of its run, and of a search what is searched. @return to be freed;
 * NULL: out of memory */
static char *identity(const struct experiment *e, const struct scenario *scenario)
{
    char *arguments = results_arguments(scenario), *text = NULL;
    const struct peak *p = e->peak;
    size_t size;
    FILE *out;

    if (!arguments || !p)
        return arguments;
    if ((out = open_memstream(&text, &size))) {
        fprintf(out, "%s # largest %s, up to %g by %g, ", arguments, p->key, p->most, p->step);
        if (experiment_peak_saturates(p))
            fprintf(out, "not %s", p->figure);
        else
            fprintf(out, "with %s <= %g", p->figure, p->limit);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(arguments);
    return text;
}

static struct sweep_point *point_with(const struct sweep *s, const char *arguments)
{
    uint64_t key = key_of(arguments);

    for (unsigned i = 0; i < s->point_count; i++)
        if (s->points[i].key == key && strcmp(s->points[i].arguments, arguments) == 0)
            return &s->points[i];
    return NULL;
}

int sweep_doublings(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value)
{
    return s->doublings[experiment][curve * s->experiments[experiment]->value_count + value];
}

/* @param place  what the point is, without what follows from that @param[in,out] first  as in struct sweep_point */
static int add_point(struct sweep *s, const struct sweep_point *place, unsigned *first, char *error, size_t size)
{
    const struct experiment *e = s->experiments[place->experiment];
    struct sweep_point *points, *same;
    struct scenario scenario;
    char *arguments;

    if (scenario_of(s, place->experiment, place->curve, place->value, place->seed, place->doublings, &scenario, error,
                    size) != 0 ||
        (s->more_count && scenario_check(&scenario, error, size) != 0)) /* else checked when it was read */
        return -1;
    arguments = identity(e, &scenario);
    if (!arguments)
        return out_of_memory(error, size);
    same = point_with(s, arguments);
    if (place->seed == 1 || !e->peak)
        *first = same ? (unsigned)(same - s->points) : s->point_count;
    if (same) {
        free(arguments);
        return 0;
    }
    points = memory_grow(s->points, s->point_count, &s->point_size, 256, sizeof *points);
    if (!points) {
        free(arguments);
        return out_of_memory(error, size);
    }
    s->points = points;
    struct sweep_point *p = &s->points[s->point_count++];
    *p = *place;
    p->key = key_of(arguments);
    p->arguments = arguments;
    p->first = *first;
    if (e->peak)
        return take_probes(s, p, error, size);
    p->result = take_result(s, arguments);
    return 0;
}

/* A point is a run for each seed. */
static int add_seeds(struct sweep *s, unsigned experiment, unsigned curve, unsigned value, char *error, size_t size)
{
    struct sweep_point place = {.experiment = experiment, .curve = curve, .value = value};
    unsigned first = 0;

    place.doublings = sweep_doublings(s, experiment, curve, value);
    for (place.seed = 1; place.seed <= s->experiments[experiment]->seeds; place.seed++)
        if (add_point(s, &place, &first, error, size) != 0)
            return -1;
    return 0;
}

static int searches_saturation(const struct sweep *s)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->experiments[i]->peak && experiment_peak_saturates(s->experiments[i]->peak))
            return 1;
    return 0;
}

/* Link loads worked out from the routes alone, for a run whose load is that of links; those of adaptive packets take
 * seconds, and a search of saturation alone has them. Before the run there is nothing to hold them against. */
static int add_worked_out(const struct sweep *sweep, const struct session *session, json_t *result)
{
    const struct scenario *s = &session->setup.scenario;
    char error[SCENARIO_ERROR];
    struct links links;
    int status = 0;

    if (s->traffic.load_unit != LOAD_LINK || (links_adaptive(&session->setup) && !searches_saturation(sweep)) ||
        links_work_out(&session->setup, &links, error, sizeof error) != 0)
        return 0;
    status = json_object_set_new(result, "links_worked_out",
                                 json_pack("{s:f, s:f, s:f, s:o?}", "mean", links.mean, "max", links.max, "bound",
                                           s->traffic.load / links.max, "slope",
                                           json_real(links_slope(&links, session)) /* NULL for none */));
    links_finish(&links);
    return status;
}

/* The results that a run would have, with its figures still empty. */
static json_t *blank_results(const struct sweep *s, const struct scenario *scenario, char *error, size_t size)
{
    struct session *session = calloc(1, sizeof *session);
    json_t *results = NULL;

    if (!session) {
        out_of_memory(error, size);
        return NULL;
    }
    if (session_prepare(session, scenario, error, size) == 0 &&
        (!(results = results_to_json(session)) || add_worked_out(s, session, results) != 0))
        out_of_memory(error, size);
    session_finish(session);
    free(session);
    return results;
}

/* Every path that an experiment reads must lead to a figure of such results. */
static int check_paths(const struct experiment *e, unsigned curve, const json_t *results, const char *path, char *error,
                       size_t size)
{
    char reason[SCENARIO_ERROR] = "", first[200];

    snprintf(first, sizeof first, "%s%s", experiment_y(e, curve), e->nodes ? ".0" : "");
    const struct {
        const char *key, *path;
    } read[] = {{"y", first}, {"low", e->low}, {"high", e->high}, {"peak: figure", e->peak ? e->peak->figure : NULL}};

    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (read[i].path && result_check(results, read[i].path, reason, sizeof reason) != 0)
            return text_fail(error, size, "%s: %s: %s", path, read[i].key, reason);
    return 0;
}

/*
 * What is drawn must be among the results of every curve, so that a long sweep does not end with a figure of nothing.
 */
static int check_y(const struct sweep *s, unsigned number, const char *path, char *error, size_t size)
{
    const struct experiment *e = s->experiments[number];
    char said[SCENARIO_ERROR] = "";

    for (unsigned c = 0; c < e->curve_count; c++) {
        struct scenario scenario;
        json_t *results = NULL;
        int status = experiment_point(e, c, 0, 1, s->more, s->more_count, &scenario, error, size);
        if (status != 0 || !(results = blank_results(s, &scenario, error, size)))
            return -1;
        status = check_paths(e, c, results, path, said, sizeof said);
        json_decref(results);
        if (status != 0)
            return text_fail(error, size, "%s (curve '%s')", said, e->curves[c].name);
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
            if (s->buffers < setup_buffers(&scenario))
                s->buffers = setup_buffers(&scenario);
            s->elsewhere |= setup_is_elsewhere(&scenario);
        }
    return 0;
}

/* Its files are named after it, in scripts that gnuplot reads line by line. */
static int check_name(const struct sweep *s, const char *name, char *error, size_t size)
{
    if (sweep_find(s, name) >= 0)
        return text_fail(error, size, "two experiments are named %s: their tables would take each other's place", name);
    if (value_has_control(name))
        return text_fail(error, size, "%s: the name of an experiment cannot have control characters: rename the file",
                         name);
    if (*name)
        return 0;
    return text_fail(error, size, "the name of an experiment cannot be empty");
}

static const char ending[] = ".yaml";

int sweep_is_file(const char *argument)
{
    size_t length = strlen(argument);

    return length >= sizeof ending && strcmp(argument + length - (sizeof ending - 1), ending) == 0;
}

/* The name of an experiment: that of its file, when it is found by that. @return to be freed, or NULL */
static char *name_of(const char *argument)
{
    const char *slash = strrchr(argument, '/');

    if (!sweep_is_file(argument))
        return strdup(argument);
    argument = slash ? slash + 1 : argument;
    return strndup(argument, strlen(argument) - (sizeof ending - 1));
}

/* Room for one more. */
static int grow(struct sweep *s)
{
    size_t count = s->count + 1;
    char **names = realloc(s->names, count * sizeof *names),
         **arguments = realloc(s->arguments, count * sizeof *arguments);
    struct experiment **experiments = realloc(s->experiments, count * sizeof *experiments);
    unsigned char **doublings = realloc(s->doublings, count * sizeof *doublings);

    s->names = names ? names : s->names;
    s->arguments = arguments ? arguments : s->arguments;
    s->experiments = experiments ? experiments : s->experiments;
    s->doublings = doublings ? doublings : s->doublings;
    return names && arguments && experiments && doublings ? 0 : -1;
}

/* Its points do not settle, and every picture and table of it has a title that says so. @return 0, or -1 when out of
 * memory */
static int make_preview(struct experiment *e)
{
    static const char mark[] = "Preview: ";
    char *title = malloc(sizeof mark + strlen(e->title));

    if (!title)
        return -1;
    sprintf(title, "%s%s", mark, e->title);
    free(e->title);
    e->title = title;
    if (e->settle)
        free(e->settle->figure);
    free(e->settle);
    e->settle = NULL;
    return 0;
}

int sweep_add(struct sweep *s, const char *argument, const char *path, char *error, size_t size)
{
    char *name = name_of(argument), *found_by = strdup(argument);
    int status = name && found_by && grow(s) == 0 ? 0 : out_of_memory(error, size);

    if (status == 0)
        status = check_name(s, name, error, size);
    if (status == 0)
        status = experiment_load(path, s->by, s->by_count, &s->experiments[s->count], error, size);
    if (status != 0) {
        free(name);
        free(found_by);
        return -1;
    }
    s->names[s->count] = name;
    s->arguments[s->count] = found_by;
    struct experiment *e = s->experiments[s->count];
    s->doublings[s->count++] = calloc((size_t)e->curve_count * e->value_count, 1);
    if (!s->doublings[s->count - 1])
        return out_of_memory(error, size);
    if (s->preview && make_preview(e) != 0)
        return out_of_memory(error, size);
    if (note_buffers(s, e, error, size) != 0)
        return -1;
    if (s->elsewhere)
        return 0;
    if (check_y(s, s->count - 1, path, error, size) != 0)
        return -1;
    for (unsigned c = 0; c < e->curve_count; c++)
        for (unsigned v = 0; v < e->value_count; v++)
            if (experiment_has(e, c, v) && add_seeds(s, s->count - 1, c, v, error, size) != 0)
                return -1;
    return 0;
}

int sweep_double(struct sweep *s, unsigned experiment, unsigned curve, unsigned value, char *error, size_t size)
{
    s->doublings[experiment][curve * s->experiments[experiment]->value_count + value]++;
    return add_seeds(s, experiment, curve, value, error, size);
}

static int save_point(const struct sweep *s, const char *arguments, json_t *result, char *error, size_t size)
{
    struct output output;
    char path[PATH_SIZE], hash[HASH_SIZE];

    if (hash_of(result, hash) != 0 || json_object_set_new(result, hash_key, json_string(hash)) != 0)
        return out_of_memory(error, size);
    run_path(s, arguments, path);
    if (output_open(&output, path, error, size) != 0)
        return -1;
    json_dumpf(result, output.file, JSON_INDENT(1) | JSON_FILE_NUMBERS); /* an error stays with the stream */
    json_object_del(result, hash_key);
    return output_close(&output, error, size);
}

/* @return the result, which is in the folder, too; NULL with one sentence in error */
static json_t *run(const struct sweep *s, const struct scenario *scenario, const char *arguments, char *error,
                   size_t size)
{
    struct session *session = calloc(1, sizeof *session);
    json_t *result = NULL;

    if (!session) {
        out_of_memory(error, size);
        return NULL;
    }
    if (session_prepare(session, scenario, error, size) == 0 && session_run(session, NULL, NULL, error, size) == 0 &&
        (!(result = results_to_json(session)) || add_worked_out(s, session, result) != 0))
        out_of_memory(error, size);
    session_finish(session);
    free(session);
    if (result && save_point(s, arguments, result, error, size) != 0) {
        json_decref(result);
        result = NULL;
    }
    return result;
}

/* A run of a search, unless it is in the folder. */
static int run_probe(const struct sweep *s, struct sweep_point *p, int steps, struct scenario *scenario, char *error,
                     size_t size)
{
    json_t *result;
    char *arguments;

    if (probe_scenario(s, p, steps, scenario, &arguments, error, size) != 0)
        return -1;
    result = take_result(s, arguments);
    if (!result) {
        result = run(s, scenario, arguments, error, size);
        p->made += result != NULL;
    }
    free(arguments);
    if (!result)
        return -1;
    add_probe(p, steps, result);
    return 0;
}

static int run_search(const struct sweep *s, struct sweep_point *p, struct scenario *scenario, char *error, size_t size)
{
    const struct peak *peak = s->experiments[p->experiment]->peak;
    int steps, status = 0, guess = guess_of(s, p);

    while (status == 0 && (steps = next_probe(peak, p, guess)) > 0)
        status = run_probe(s, p, steps, scenario, error, size);
    return status;
}

/* One run, or those of a search. */
static int run_all(const struct sweep *s, struct sweep_point *p, struct scenario *scenario, char *error, size_t size)
{
    if (s->experiments[p->experiment]->peak)
        return run_search(s, p, scenario, error, size);
    if (scenario_of(s, p->experiment, p->curve, p->value, p->seed, p->doublings, scenario, error, size) != 0)
        return -1;
    p->result = run(s, scenario, p->arguments, error, size);
    p->made += p->result != NULL;
    return p->result ? 0 : -1;
}

int sweep_run_point(struct sweep *s, struct sweep_point *p, char *error, size_t size)
{
    struct scenario *scenario = malloc(sizeof *scenario);
    int status = scenario ? run_all(s, p, scenario, error, size) : out_of_memory(error, size);

    free(scenario);
    return status;
}

unsigned sweep_runs(const struct sweep *s)
{
    unsigned runs = 0;

    for (unsigned i = 0; i < s->point_count; i++)
        runs += s->points[i].probes ? (unsigned)s->points[i].probes : s->points[i].result != NULL;
    return runs;
}

unsigned sweep_runs_made(const struct sweep *s)
{
    unsigned made = 0;

    for (unsigned i = 0; i < s->point_count; i++)
        made += s->points[i].made;
    return made;
}

unsigned sweep_runs_of_others(const struct sweep *s)
{
    unsigned runs = 0;

    for (const struct sweep_point *p = s->points; p < s->points + s->point_count; p++) {
        for (int i = 0; i < p->probes; i++)
            runs += !is_of_build(p->probe[i].result, s->build);
        runs += !p->probes && p->result && !is_of_build(p->result, s->build);
    }
    return runs;
}

int sweep_find(const struct sweep *s, const char *name)
{
    for (unsigned e = 0; e < s->count; e++)
        if (strcmp(s->names[e], name) == 0)
            return (int)e;
    return -1;
}

/* The point of a run of one length; NULL: there is none. */
static const struct sweep_point *point_of(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                          int seed, int doublings)
{
    struct scenario scenario;
    char error[SCENARIO_ERROR], *arguments;
    const struct sweep_point *p;

    if (scenario_of(s, experiment, curve, value, seed, doublings, &scenario, error, sizeof error) != 0 ||
        !(arguments = identity(s->experiments[experiment], &scenario)))
        return NULL;
    p = point_with(s, arguments);
    free(arguments);
    return p;
}

/* Its result, if it has been made. */
static const json_t *result_of(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed,
                               int doublings)
{
    const struct sweep_point *p = point_of(s, experiment, curve, value, seed, doublings);

    return p ? p->result : NULL;
}

const json_t *sweep_result(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed)
{
    return result_of(s, experiment, curve, value, seed, sweep_doublings(s, experiment, curve, value));
}

struct figure sweep_figure_of(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int doublings,
                              const char *path)
{
    struct figure f = {.count = s->experiments[experiment]->seeds};

    for (int i = 0; i < f.count; i++) {
        const json_t *result = result_of(s, experiment, curve, value, i + 1, doublings),
                     *json = result_at(result, path);
        int counts = json_is_number(json) && sweep_state_counts(sweep_state(result, path));
        f.value[i] = counts ? json_number_value(json) : NAN;
    }
    return f;
}

/* What a figure moved by from runs of half the length, where there are such runs that have it. */
static void note_moved(struct figure *figure, const struct figure *before)
{
    for (int i = 0; i < before->count; i++) {
        double moved = figure->value[i] - before->value[i];
        figure->moved[i] = isfinite(moved) ? moved : 0;
    }
}

/*
 * What a search leaves open of what it searches: one step. It is that of the key, and of what is in its section of the
 * results and in proportion to it, as traffic.link_load to traffic.load; other figures of the run have none.
 */
static double left_open(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, const char *path)
{
    const struct peak *peak = s->experiments[experiment]->peak;
    double open = 0;

    if (!peak || strncmp(path, peak->key, strcspn(peak->key, ".") + 1) != 0)
        return 0;
    for (int seed = 1; seed <= s->experiments[experiment]->seeds; seed++) {
        const struct sweep_point *p = point_of(s, experiment, curve, value, seed, 0);
        const json_t *figure = p ? result_at(p->result, path) : NULL;
        int steps = p ? steps_of(p) : 0;
        if (steps && json_is_number(figure))
            open = fmax(open, json_number_value(figure) / steps);
    }
    return open;
}

struct figure sweep_figure(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, const char *path)
{
    int doublings = sweep_doublings(s, experiment, curve, value);
    struct figure f = sweep_figure_of(s, experiment, curve, value, doublings, path);

    if (doublings) {
        struct figure before = sweep_figure_of(s, experiment, curve, value, doublings - 1, path);
        note_moved(&f, &before);
    }
    f.known_to = left_open(s, experiment, curve, value, path);
    return f;
}

struct figure sweep_limits(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, const char *path)
{
    struct figure f = sweep_figure(s, experiment, curve, value, path);

    for (int i = 0; i < f.count; i++) {
        const json_t *result = sweep_result(s, experiment, curve, value, i + 1);
        enum sweep_state state = sweep_state(result, path);
        f.value[i] = sweep_state_limit(result, path);
        f.marks |= state == SWEEP_UNSETTLED ? FIGURE_UNSETTLED : 0;
        f.marks |= state == SWEEP_STALLED || state == SWEEP_FAILED ? FIGURE_STALLS : 0;
        if (isnan(f.value[i]) && !sweep_state_counts(state))
            return (struct figure){0};
    }
    return f;
}

struct sweep_states sweep_states(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                 const char *path)
{
    struct sweep_states states = {{0}};

    for (int seed = 1; seed <= s->experiments[experiment]->seeds; seed++) {
        const json_t *result = sweep_result(s, experiment, curve, value, seed);
        if (json_is_object(result))
            states.runs[sweep_state(result, path)]++;
    }
    return states;
}

struct sweep_axis sweep_axis(const struct sweep *s, unsigned number)
{
    const struct experiment *e = s->experiments[number];

    if (!e->nodes)
        return (struct sweep_axis){e, e->x, e->value_count};
    return (struct sweep_axis){
        e, "node", (unsigned)json_array_size(result_at(sweep_result(s, number, 0, 0, 1), experiment_y(e, 0)))};
}

const char *sweep_axis_value(const struct sweep_axis *axis, unsigned place, char text[SWEEP_PLACE])
{
    if (!axis->experiment->nodes)
        return axis->experiment->values[place];
    snprintf(text, SWEEP_PLACE, "%u", place);
    return text;
}

struct figure sweep_drawn(const struct sweep *s, unsigned number, unsigned curve, unsigned place)
{
    const struct experiment *e = s->experiments[number];
    char path[200];

    if (!e->nodes)
        return sweep_figure(s, number, curve, place, experiment_y(e, curve));
    snprintf(path, sizeof path, "%s.%u", experiment_y(e, curve), place);
    return sweep_figure(s, number, curve, 0, path);
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

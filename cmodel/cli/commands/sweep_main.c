/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx sweep: experiments, on all processors, as tables and figures.
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/clock.h"
#include "../../base/install_paths.h"
#include "../../base/process.h"
#include "../../base/text.h"
#include "../../experiment/sweep_length.h"
#include "../../experiment/sweep_tables.h"
#include "../../papers/claims.h"
#include "../../papers/report_sweep.h"
#include "../../results/report.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "../common/instances.h"
#include "fedx/params.h"

enum {
    KEY_OUT = 1,
    KEY_JOBS,
    KEY_FOLDER,
    KEY_SET,
    KEY_BY,
    KEY_CLAIMS,
    KEY_REPORT,
    KEY_QUIET,
    KEY_LIST,
    KEY_PREVIEW,
    KEY_COMMIT,
    KEY_ANY_BUILD,
    MAX_NAMES = 64,
    MAX_SET = 64,
    MAX_BY = 8
};

static const struct argp_option argp_options[] = {
    {"out", KEY_OUT, "FOLDER", 0, "folder of the results (default results); a sweep goes on with what is there", 0},
    {"jobs", KEY_JOBS, "N", 0, "runs at a time (default: one a processor)", 0},
    {"experiments", KEY_FOLDER, "FOLDER", 0,
     "where experiments are looked for (default: experiments here, or those of "
     "this program)",
     0},
    {"set", KEY_SET, "KEY=VALUE", 0, "in every run, on top of what the experiments say", 0},
    {"by", KEY_BY, "KEY=VALUE,...", 0,
     "a curve for each of these values of a key, in the place of each curve; may be repeated", 0},
    {"any-build", KEY_ANY_BUILD, 0, 0,
     "take runs that another build of the program made, too, which must be one that runs alike", 0},
    {"claims", KEY_CLAIMS, "FILE", 0,
     "write the paper's claims with our figures as Markdown (needs all, po2, selection or sat)", 0},
    {"report", KEY_REPORT, "FOLDER", 0,
     "write report.html, with the figures to be looked at, and its data as report.json", 0},
    {"list", KEY_LIST, 0, 0, "print the command of every run, and run nothing", 0},
    {"preview", KEY_PREVIEW, 0, 0, "no point settles: pictures in minutes, marked as previews, without verdicts", 0},
    {"commit", KEY_COMMIT, "TEXT", 0, "on the page of --claims: the commit that it was made with", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

struct command {
    const char *out, *folder, *claims, *report, *commit;
    char *names[MAX_NAMES], *set[MAX_SET], *by[MAX_BY];
    unsigned name_count, set_count, by_count;
    int jobs, list, quiet, preview, any_build;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct command *c = state->input;

    switch (key) {
    case KEY_OUT: c->out = text; return 0;
    case KEY_JOBS: c->jobs = (int)cli_integer(state, "jobs", text, 1, 256); return 0;
    case KEY_FOLDER: c->folder = text; return 0;
    case KEY_CLAIMS: c->claims = text; return 0;
    case KEY_REPORT: c->report = text; return 0;
    case KEY_LIST: c->list = 1; return 0;
    case KEY_QUIET: c->quiet = 1; return 0;
    case KEY_PREVIEW: c->preview = 1; return 0;
    case KEY_COMMIT: c->commit = text; return 0;
    case KEY_ANY_BUILD: c->any_build = 1; return 0;
    case KEY_SET:
        if (c->set_count == MAX_SET)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--set: at most %d", MAX_SET);
        c->set[c->set_count++] = text;
        return 0;
    case KEY_BY:
        if (c->by_count == MAX_BY)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--by: at most %d", MAX_BY);
        c->by[c->by_count++] = text;
        return 0;
    case ARGP_KEY_ARG:
        if (c->name_count == MAX_NAMES)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "at most %d experiments", MAX_NAMES);
        c->names[c->name_count++] = text;
        return 0;
    case ARGP_KEY_END:
        if (c->name_count == 0)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "which experiment? Name one, or all");
        if (c->preview && c->claims)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--preview judges no claims: leave out --claims or --preview");
        if (c->by_count && c->claims)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0,
                         "--by makes other curves than claims are of: leave out one of --claims and --by");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "NAME...|all|po2|selection|sat",
    .doc =
        "Run experiments: curves of runs over a range of one key, each point with several seeds. An experiment is a "
        "YAML file, NAME.yaml in the folder of experiments, or a path; all are those of HPL-96-17, po2, a folder there, "
        "those of the PO2 paper, which are called po2-NAME, and selection and sat likewise those of the papers on selection functions and on SAT. Writes a table, and a figure where gnuplot is "
        "installed; every point is kept with the command that makes it again.\vExamples:\n"
        "  # one figure of the paper\n"
        "  fedx sweep figure-10\n"
        "  # all of them, and what the paper says about them\n"
        "  fedx sweep all --claims claims.md\n"
        "  # the same of the PO2 paper, and one figure of it\n"
        "  fedx sweep po2 --claims claims-po2.md\n"
        "  fedx sweep po2-figure-06\n"
        "  # the same of the paper on selection functions\n"
        "  fedx sweep selection --claims claims-selection.md\n"
        "  # one page with all figures, next to what the paper says\n"
        "  fedx sweep all --report paper\n"
        "  # one of your own, with a curve for each number of channels\n"
        "  fedx sweep examples/load_curve.yaml --by channels.vcs=2,4,8 --report page\n"
        "  # what a figure looks like, before its runs have settled\n"
        "  fedx sweep figure-10 --preview --out preview\n"
        "  fedx sweep all --set fabric.rows=6 --set fabric.cols=6 --out small\n",
};

/* Which experiments ----------------------------------------------------------------------------------------------- */

static int is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* As named, else a folder of this name here, else the experiments of this project. */
static const char *experiments_folder(const struct command *c, char share[PATH_MAX])
{
    static const char name[] = "experiments";

    if (c->folder)
        return c->folder;
    if (is_folder(name) || install_path_folder(name, share) != 0 || strlen(share) + sizeof name >= PATH_MAX)
        return name;
    strcat(strcat(share, "/"), name);
    return share;
}

static int is_yaml(const struct dirent *entry)
{
    return sweep_is_file(entry->d_name);
}

/* All experiments of a folder, but for those in folders of it. @param prefix  of their names */
static int add_all(struct sweep *s, const char *folder, const char *prefix, char *error, size_t size)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_yaml, alphasort), status = 0;
    char path[1200], name[600];

    if (count < 0)
        return text_fail(error, size, "cannot read the folder %s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        snprintf(name, sizeof name, "%s%.*s", prefix, (int)strlen(entries[i]->d_name) - 5, entries[i]->d_name);
        if (status == 0)
            status = sweep_add(s, name, path, error, size);
        free(entries[i]);
    }
    free(entries);
    if (status == 0 && count == 0)
        status = text_fail(error, size, "no experiments in %s", folder);
    return status;
}

/* NAME.yaml; or of a folder there, whose name comes before the first dash: of po2-figure-06, po2/figure-06.yaml. */
static void find_experiment(const char *folder, const char *name, char *path, size_t size)
{
    size_t dash = strcspn(name, "-");
    char inside[1200];

    snprintf(path, size, "%s/%s.yaml", folder, name);
    if (access(path, F_OK) == 0 || !name[dash])
        return;
    snprintf(inside, sizeof inside, "%s/%.*s/%s.yaml", folder, (int)dash, name, name + dash + 1);
    if (access(inside, F_OK) == 0)
        snprintf(path, size, "%s", inside);
}

static int add_one(struct sweep *s, const char *folder, char *name, char *error, size_t size)
{
    char path[1200];

    if (sweep_is_file(name))
        return sweep_add(s, name, name, error, size);
    find_experiment(folder, name, path, sizeof path);
    return sweep_add(s, name, path, error, size);
}

/* "all", the name of a folder among the experiments, or that of one of them. */
static int add_experiment(struct sweep *s, const char *folder, char *name, char *error, size_t size)
{
    char path[1200], prefix[200];

    if (strcmp(name, "all") == 0)
        return add_all(s, folder, "", error, size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(prefix, sizeof prefix, "%s-", name);
    return *name && is_folder(path) ? add_all(s, path, prefix, error, size) : add_one(s, folder, name, error, size);
}

static int add_experiments(struct sweep *s, const struct command *c, char *error, size_t size)
{
    char share[PATH_MAX];
    const char *folder = experiments_folder(c, share);

    s->experiments_folder = c->folder;
    for (unsigned i = 0; i < c->name_count; i++)
        if (add_experiment(s, folder, c->names[i], error, size) != 0)
            return -1;
    return 0;
}

/* Runs ------------------------------------------------------------------------------------------------------------ */

struct crew {
    struct sweep *sweep;
    pthread_mutex_t lock;
    pthread_cond_t ended;        /* a point has ended, or one has failed */
    unsigned char *taken, *over; /* of each point: somebody runs it, or need not; it has its result */
    unsigned done, running;
    int failed;
    char error[SCENARIO_ERROR];
};

/* @return the first point that can be run; NULL: there is none. *waiting: there are others, which wait for one that
 * runs */
static struct sweep_point *next_point(struct crew *crew, int *waiting)
{
    const struct sweep *s = crew->sweep;

    *waiting = 0;
    for (unsigned i = 0; i < s->point_count; i++) {
        if (crew->taken[i])
            continue;
        if (s->points[i].first == i || crew->over[s->points[i].first])
            return &s->points[i];
        *waiting = 1;
    }
    return NULL;
}

static struct sweep_point *take_point(struct crew *crew)
{
    struct sweep_point *point = NULL;
    int waiting = 1;

    pthread_mutex_lock(&crew->lock);
    while (!crew->failed && !(point = next_point(crew, &waiting)) && waiting)
        pthread_cond_wait(&crew->ended, &crew->lock);
    if (crew->failed)
        point = NULL;
    if (point)
        crew->taken[point - crew->sweep->points] = 1;
    pthread_mutex_unlock(&crew->lock);
    return point;
}

static void end_point(struct crew *crew, const struct sweep_point *point, int status, const char *error)
{
    pthread_mutex_lock(&crew->lock);
    crew->done++;
    crew->over[point - crew->sweep->points] = 1;
    if (status != 0 && !crew->failed) {
        crew->failed = 1;
        snprintf(crew->error, sizeof crew->error, "%s", error);
    }
    pthread_cond_broadcast(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    struct sweep_point *point;
    char error[SCENARIO_ERROR];

    while ((point = take_point(crew)))
        end_point(crew, point, sweep_run_point(crew->sweep, point, error, sizeof error), error);
    pthread_mutex_lock(&crew->lock);
    crew->running--;
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void show_progress(struct crew *crew, struct cli_progress *progress)
{
    unsigned running = 1, done = 0;

    while (running) {
        usleep(100000);
        pthread_mutex_lock(&crew->lock);
        running = crew->running;
        done = crew->done;
        pthread_mutex_unlock(&crew->lock);
        cli_progress_show(progress, done, "runs");
    }
    cli_progress_end(progress);
}

/* @return points without a result */
static unsigned mark_results(struct crew *crew)
{
    const struct sweep *s = crew->sweep;
    unsigned missing = 0;

    for (unsigned i = 0; i < s->point_count; i++) {
        crew->taken[i] = crew->over[i] = s->points[i].result != NULL;
        missing += !crew->over[i];
    }
    return missing;
}

/* @return threads that were started, and have ended */
static int run_crew(struct crew *crew, const struct command *c)
{
    struct cli_progress progress;
    pthread_t thread[256];
    int started = 0;

    cli_progress_init(&progress, mark_results(crew), c->quiet);
    for (; started < c->jobs; started++) {
        pthread_mutex_lock(&crew->lock);
        crew->running++;
        pthread_mutex_unlock(&crew->lock);
        if (pthread_create(&thread[started], NULL, work, crew) != 0)
            break;
    }
    if (started < c->jobs) {
        pthread_mutex_lock(&crew->lock);
        crew->running--;
        pthread_mutex_unlock(&crew->lock);
    }
    if (started > 0)
        show_progress(crew, &progress);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return started;
}

static int run_points(struct sweep *s, const struct command *c, char *error, size_t size)
{
    struct crew crew = {.sweep = s, .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    int started;

    crew.taken = calloc(s->point_count, 1);
    crew.over = calloc(s->point_count, 1);
    started = crew.taken && crew.over ? run_crew(&crew, c) : 0;
    free(crew.taken);
    free(crew.over);
    if (started == 0)
        snprintf(error, size, "cannot start a thread");
    else if (crew.failed)
        snprintf(error, size, "%s", crew.error);
    return started == 0 || crew.failed ? -1 : 0;
}

/* All points, and again those that have to be longer. @param[out] made  runs that were not there */
static int run_lengths(struct sweep *s, const struct command *c, unsigned *made, char *error, size_t size)
{
    int longer = 1;

    while (longer > 0) {
        unsigned before = sweep_runs_made(s);
        if (run_points(s, c, error, size) != 0)
            return -1;
        *made += sweep_runs_made(s) - before;
        longer = sweep_lengthen(s, error, size);
    }
    return longer;
}

/* The command ----------------------------------------------------------------------------------------------------- */

static int write_results(const struct sweep *s, char *error, size_t size)
{
    unsigned drawn;

    if (sweep_tables(s, &drawn, error, size) != 0)
        return -1;
    printf("%u experiments, %u runs: tables (.csv) and %u figures (.svg) in %s\n", s->count, sweep_runs(s), drawn,
           s->folder);
    if (drawn < s->count)
        printf(
            "%u figures are not drawn: that needs gnuplot (apt-get install gnuplot-nox), which says why when it is given a "
            ".gnuplot file there\n",
            s->count - drawn);
    return 0;
}

/* A search has its comment already. */
static void list_point(const struct sweep *s, const struct sweep_point *p)
{
    const struct settle_point *settle = s->experiments[p->experiment]->settle;

    printf("fedx run %s", p->arguments);
    if (settle)
        printf(" # and up to %d times as long, until its point settles to %g%%", 1 << settle->doublings,
               settle->percent);
    putchar('\n');
}

static void list(const struct sweep *s)
{
    for (unsigned i = 0; i < s->point_count; i++)
        list_point(s, &s->points[i]);
}

static int check_names(const struct command *c)
{
    const struct cli_file files[] = {
        {"--out", c->out, CLI_FOLDER}, {"--report", c->report, CLI_FOLDER}, {"--claims", c->claims, CLI_WRITTEN}};

    return cli_check_distinct("sweep", files, sizeof files / sizeof *files);
}

static int write_report(const struct sweep *s, const char *folder, char *error, size_t size)
{
    json_t *report = report_sweep(s, error, size);

    return report ? report_one("sweeps", report, folder, error, size) : -1;
}

static int sweep(struct sweep *s, const struct command *c, char *error, size_t size)
{
    if (sweep_init(s, c->out, c->set, c->set_count, error, size) != 0)
        return -1;
    s->preview = c->preview;
    s->commit = c->commit;
    s->any_build = c->any_build;
    s->by = c->by;
    s->by_count = c->by_count;
    if (add_experiments(s, c, error, size) != 0)
        return -1;
    if (s->buffers > FEDX_BUFFERS)
        return 0;
    if (c->list) {
        list(s);
        return 0;
    }
    if ((c->report && report_check(c->report, error, size) != 0) || (c->claims && claims_check(s, error, size) != 0))
        return -1;
    unsigned made = 0;
    double start = clock_wall();
    if (run_lengths(s, c, &made, error, size) != 0 || write_results(s, error, size) != 0)
        return -1;
    printf("%u runs made in %.1f s on %d threads, %u were there\n", made, clock_wall() - start, c->jobs,
           sweep_runs(s) - made);
    if (sweep_runs_of_others(s))
        printf("%u of them are of another build of the program\n", sweep_runs_of_others(s));
    if (c->claims && claims_write(s, c->claims, error, size) != 0)
        return -1;
    return c->report ? write_report(s, c->report, error, size) : 0;
}

int sweep_main(int argc, char **argv)
{
    struct command command = {.out = "results", .jobs = process_processors()};
    struct sweep s = {0};
    char error[SCENARIO_ERROR];
    int status, buffers;

    command.jobs = command.jobs > 256 ? 256 : command.jobs;
    cli_parse(&argp, argc, argv, &command);
    if ((status = check_names(&command)) != 0 || (status = cli_check_output("sweep", command.claims)) != 0)
        return status;
    status = sweep(&s, &command, error, sizeof error) == 0 ? 0 : cli_bad("sweep", "%s", error);
    buffers = s.buffers;
    sweep_finish(&s);
    if (status == 0 && buffers > FEDX_BUFFERS)
        return instance_run(instance_for(buffers, 0), "sweep", argc, argv);
    return status;
}

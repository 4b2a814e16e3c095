/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands of the fedx program share. See cli.h.
 */
#define _GNU_SOURCE /* vasprintf */
#include "cli.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/clock.h"
#include "../../base/install_paths.h"
#include "../../base/json_file.h"
#include "../../base/output.h"
#include "../../base/quote.h"
#include "../../base/value.h"
#include "../../config/scenario.h"
#include "../../ranks/ranks.h"

int64_t cli_integer(const struct argp_state *state, const char *option, const char *text, int64_t min, int64_t max)
{
    int64_t value = min;

    if (value_integer(text, min, max, &value) != 0)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--%s %s: must be a whole number from %lld to %lld", option, text,
                     (long long)min, (long long)max);
    return value;
}

int cli_choice(const struct argp_state *state, const char *option, const char *text, const char *const *names)
{
    char list[256] = "";

    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0)
            return i;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    }
    argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--%s %s: must be one of %s", option, text, list);
    return -1;
}

void cli_argument(const struct argp_state *state, const char *text, const char **argument)
{
    if (*argument)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text);
    *argument = text;
}

/* What a process that is not the first would have said last. */
static char unsaid[SCENARIO_ERROR];

int cli_bad(const char *command, const char *format, ...)
{
    const struct ranks *ranks = ranks_joined();
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    if (ranks && ranks->rank > 0) {
        snprintf(unsaid, sizeof unsaid, "%s", text ? text : "out of memory");
    } else {
        fprintf(stderr, "fedx %s: ", command);
        quote_terminal(text ? text : "out of memory", stderr); /* names, and what was in files */
        fputc('\n', stderr);
    }
    free(text);
    return CLI_EXIT_BAD_INPUT;
}

int cli_agree(const char *command, int status)
{
    struct ranks *ranks = ranks_joined();
    char error[SCENARIO_ERROR];

    if (!ranks)
        return status;
    int statuses[ranks->count], first = 0;

    ranks_all(ranks, &status, sizeof status, statuses);
    while (first < ranks->count && statuses[first] == 0)
        first++;
    if (first == ranks->count)
        return 0;
    snprintf(error, sizeof error, "%s", unsaid);
    ranks_agree(ranks, status != 0 && ranks->rank > 0, error, sizeof error);
    if (first > 0)
        cli_bad(command, "%s", error);
    return statuses[first];
}

int cli_leave(int status)
{
    int lost = cli_flush();

    return ranks_leave(status != 0 ? status : lost);
}

int cli_flush(void)
{
    static int said;
    char error[128];

    if (output_printed(error, sizeof error) == 0)
        return 0;
    if (!said)
        fprintf(stderr, "fedx: %s\n", error);
    said = 1;
    return CLI_EXIT_BAD_INPUT;
}

char *cli_command(int argc, char **argv)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    fputs(argv[0], out); /* "fedx gen-tb" */
    for (int i = 1; i < argc; i++) {
        fputc(' ', out);
        quote_shell(argv[i], out);
    }
    return fclose(out) == 0 ? text : NULL;
}

void cli_progress_init(struct cli_progress *p, uint64_t total, int quiet)
{
    *p = (struct cli_progress){.total = total, .active = !quiet && isatty(STDERR_FILENO), .last = clock_wall()};
}

/* How long the rest takes at the rate so far; "" while that is not known. */
static void print_left(const struct cli_progress *p, uint64_t done, double now)
{
    enum { MEASURED = 1, MINUTE = 60, HOUR = 3600, DAY = 86400 }; /* seconds */
    double left;

    if (now - p->begin < MEASURED || done <= p->first || done >= p->total)
        return;
    left = (now - p->begin) * (double)(p->total - done) / (double)(done - p->first);
    if (left < 2 * MINUTE)
        fprintf(stderr, ", about %.0f s left", left);
    else if (left < 2 * HOUR)
        fprintf(stderr, ", about %.0f min left", left / MINUTE);
    else if (left < 2 * DAY)
        fprintf(stderr, ", about %.0f h left", left / HOUR);
    else
        fprintf(stderr, ", about %.0f days left", left / DAY);
}

void cli_progress_show(struct cli_progress *p, uint64_t done, const char *unit)
{
    double now;

    if (!p->active)
        return;
    now = clock_wall();
    if (p->begin == 0) {
        p->begin = now;
        p->first = done;
    }
    if (now - p->last < 0.25)
        return;
    p->last = now;
    p->shown = 1;
    fprintf(stderr, "\r%3.0f%%  %llu of %llu %s", 100.0 * (double)done / (double)p->total, (unsigned long long)done,
            (unsigned long long)p->total, unit);
    print_left(p, done, now);
    fprintf(stderr, " \033[K");
}

void cli_progress_end(struct cli_progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
}

int cli_is_standard_output(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static int is_file(const char *path)
{
    return path && *path && !cli_is_standard_output(path);
}

/* Whether a file has the name of one that is written into the folder. */
static int is_of_folder(const struct cli_file *folder, const struct cli_file *file)
{
    static const char *const names[] = {"report.html", "report.json", "run.csv",    "nodes.csv",  "links.csv",
                                        "latency.csv", "series.csv",  "spread.csv", "routers.csv"};
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((size_t)snprintf(path, sizeof path, "%s/%s", folder->path, names[i]) < sizeof path &&
            output_same(path, file->path))
            return 1;
    return 0;
}

static int do_clash(const struct cli_file *a, const struct cli_file *b)
{
    if (!is_file(a->path) || !is_file(b->path) || (a->kind != CLI_WRITTEN && b->kind != CLI_WRITTEN))
        return 0;
    return output_same(a->path, b->path) || (a->kind == CLI_FOLDER && is_of_folder(a, b)) ||
           (b->kind == CLI_FOLDER && is_of_folder(b, a));
}

int cli_check_distinct(const char *command, const struct cli_file *files, int count)
{
    for (int b = 1; b < count; b++)
        for (int a = 0; a < b; a++)
            if (do_clash(&files[a], &files[b]))
                return cli_bad(command, "%s %s and %s %s write one file: give each a name of its own", files[a].option,
                               files[a].path, files[b].option, files[b].path);
    return 0;
}

int cli_check_output(const char *command, const char *path)
{
    struct output output;
    char error[512];

    if (!path || cli_is_standard_output(path))
        return 0;
    if (output_open(&output, path, error, sizeof error) != 0)
        return cli_bad(command, "%s", error);
    output_abandon(&output);
    return 0;
}

int cli_check_results(const char *command, const char *json, const char *coverage)
{
    int status = cli_check_output(command, json);

    if (status == 0)
        status = cli_check_output(command, coverage);
    if (status == 0 && cli_is_standard_output(json) && cli_is_standard_output(coverage))
        status = cli_bad(command, "--json and --coverage cannot both go to standard output");
    return status;
}

static int dump(FILE *file, json_t *value)
{
    return json_dumpf(value, file, JSON_INDENT(2) | JSON_FILE_NUMBERS) != 0 || fputc('\n', file) == EOF;
}

static int write_file(const char *path, json_t *value, char *error, size_t size)
{
    struct output output;

    if (output_open(&output, path, error, size) != 0)
        return -1;
    dump(output.file, value); /* an error stays with the stream */
    return output_close(&output, error, size);
}

int cli_write_json(const char *command, const char *path, json_t *value)
{
    char error[512];
    int status = 0;

    if (!value)
        return cli_bad(command, "out of memory");
    if (cli_is_standard_output(path)) {
        dump(stdout, value); /* an error stays with the stream */
        status = cli_flush();
    } else if (write_file(path, value, error, sizeof error) != 0) {
        status = cli_bad(command, "%s", error);
    }
    json_decref(value);
    return status;
}

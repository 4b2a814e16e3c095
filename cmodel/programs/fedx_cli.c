/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands of the fedx program share. See fedx_cli.h.
 */
#include "fedx_cli.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 1000 };

long long fedx_cli_integer(const struct argp_state *state, const char *option, const char *text, long long min,
                           long long max)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);

    if (errno || end == text || *end || value < min || value > max)
        argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--%s %s: must be a whole number from %lld to %lld", option, text,
                     min, max);
    return value;
}

double fedx_cli_number(const struct argp_state *state, const char *option, const char *text, double min, double max)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);

    if (errno || end == text || *end || !(value > min) || value > max)
        argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--%s %s: must be a number over %g, up to %g", option, text, min,
                     max);
    return value;
}

int64_t fedx_cli_thousandths(const struct argp_state *state, const char *option, const char *text, int max)
{
    const char *at = text;
    int64_t value = 0, digits = 0, decimals = -1;

    for (; *at && value <= (int64_t)max * 1000; at++) {
        if (*at == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (*at < '0' || *at > '9' || decimals == 3)
            break;
        value = value * 10 + (*at - '0');
        digits++;
        decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 3; decimals++)
        value *= 10;
    if (*at || digits == 0 || value > (int64_t)max * 1000)
        argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--%s %s: must be from 0 to %d with at most three decimals", option,
                     text, max);
    return value;
}

int fedx_cli_choice(const struct argp_state *state, const char *option, const char *text, const char *const *names)
{
    char list[256] = "";

    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0)
            return i;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    }
    argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--%s %s: must be one of %s", option, text, list);
    return -1;
}

struct fedx_settings fedx_cli_settings(void)
{
    struct fedx_settings s = fedx_settings_default();

    s.backpressure = FEDX_BACKPRESSURE_MESSAGE;
    s.limit_dest = 2;
    s.limit_trans = 6;
    s.eject_priority = 2;
    return s;
}

int fedx_cli_bad(const char *command, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "fedx %s: ", command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return FEDX_EXIT_BAD_INPUT;
}

int fedx_cli_beside(const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *folder;

    if (length < 0)
        return -1;
    path[length] = 0;
    folder = strrchr(path, '/') + 1;
    return snprintf(folder, (size_t)(path + PATH_MAX - folder), "%s", name) < path + PATH_MAX - folder ? 0 : -1;
}

int fedx_cli_wide(const char *command, int argc, char **argv)
{
    char path[PATH_MAX], name[32], *arguments[MAX_ARGUMENTS + 2] = {path, name};

    if (argc >= MAX_ARGUMENTS)
        return fedx_cli_bad(command, "more than %d arguments", MAX_ARGUMENTS);
    if (fedx_cli_beside("fedx-wide", path) != 0)
        return fedx_cli_bad(command, "cannot find fedx-wide: the path of this program is too long");
    snprintf(name, sizeof name, "%s", command);
    memcpy(arguments + 2, argv + 1, (size_t)(argc - 1) * sizeof *arguments);
    execv(path, arguments);
    return fedx_cli_bad(command, "cannot run %s: %s", path, strerror(errno));
}

static const char *select_list(const char *text, int nodes, uint8_t *chosen)
{
    while (*text) {
        char *end;
        long first = strtol(text, &end, 10), last = first;
        if (end == text)
            return "must be all, none, random:SEED, or node numbers such as 0,3,5-9";
        if (*end == '-') {
            text = end + 1;
            last = strtol(text, &end, 10);
            if (end == text)
                return "must be all, none, random:SEED, or node numbers such as 0,3,5-9";
        }
        if (first < 0 || last < first || last >= nodes || (*end && *end != ','))
            return "names a node that is not in the fabric";
        for (long n = first; n <= last; n++)
            chosen[n] = 1;
        text = *end ? end + 1 : end;
    }
    return NULL;
}

const char *fedx_cli_select(const char *text, int nodes, uint8_t *chosen)
{
    memset(chosen, strcmp(text, "all") == 0, (size_t)nodes);
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0)
        return NULL;
    if (strncmp(text, "random:", 7) == 0) {
        char *end;
        struct fedx_random r = fedx_random_stream(strtoull(text + 7, &end, 10), 0);
        if (end == text + 7 || *end)
            return "must have a number after random:";
        for (int n = 0; n < nodes; n++)
            chosen[n] = fedx_random_next(&r) & 1;
        return NULL;
    }
    return select_list(text, nodes, chosen);
}

double fedx_cli_wall(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double fedx_cli_user(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

void fedx_cli_progress_init(struct fedx_cli_progress *p, uint64_t total, int quiet)
{
    *p = (struct fedx_cli_progress){.total = total, .active = !quiet && isatty(STDERR_FILENO), .last = fedx_cli_wall()};
}

void fedx_cli_progress_show(struct fedx_cli_progress *p, uint64_t done, const char *unit)
{
    double now;

    if (!p->active || (now = fedx_cli_wall()) - p->last < 0.25)
        return;
    p->last = now;
    p->shown = 1;
    fprintf(stderr, "\r%3.0f%%  %llu of %llu %s ", 100.0 * (double)done / (double)p->total, (unsigned long long)done,
            (unsigned long long)p->total, unit);
}

void fedx_cli_progress_end(struct fedx_cli_progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
}

/*
 * The name that a result file has until it is whole; a device or a pipe has no other than its own.
 * @return 0, or -1 with errno set
 */
static int part_name(const char *path, char *part)
{
    struct stat status;
    const char *suffix = stat(path, &status) == 0 && !S_ISREG(status.st_mode) ? "" : ".part";

    if ((size_t)snprintf(part, PATH_MAX, "%s%s", path, suffix) < PATH_MAX)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

int fedx_cli_check_output(const char *command, const char *path)
{
    char part[PATH_MAX];
    FILE *file;

    if (!path || strcmp(path, "-") == 0)
        return 0;
    if (part_name(path, part) != 0 || !(file = fopen(part, "w")))
        return fedx_cli_bad(command, "cannot write %s: %s", path, strerror(errno));
    fclose(file);
    if (strcmp(part, path) != 0)
        unlink(part);
    return 0;
}

/* Through a temporary file, so that a full disk loses nothing that was there before. */
static int write_file(const char *path, json_t *value)
{
    char part[PATH_MAX];
    FILE *file;
    int failed;

    if (part_name(path, part) != 0 || !(file = fopen(part, "w")))
        return -1;
    failed = json_dumpf(value, file, JSON_INDENT(2)) != 0 || fputc('\n', file) == EOF;
    failed |= fclose(file) != 0;
    if (strcmp(part, path) == 0)
        return failed ? -1 : 0;
    if (!failed)
        failed = rename(part, path) != 0;
    if (failed) {
        int error = errno;
        unlink(part);
        errno = error;
    }
    return failed ? -1 : 0;
}

int fedx_cli_write_json(const char *command, const char *path, json_t *value)
{
    int failed;

    if (!value)
        return fedx_cli_bad(command, "out of memory");
    if (strcmp(path, "-") == 0)
        failed = json_dumpf(value, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF || fflush(stdout) != 0;
    else
        failed = write_file(path, value) != 0;
    json_decref(value);
    return failed ? fedx_cli_bad(command, "cannot write %s: %s", path, strerror(errno)) : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Other programs. See process.h.
 */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"
#include "text.h"
#include "value.h"

extern char **environ;

/* @return a new text, or NULL when out of memory */
static char *formatted(const char *format, va_list values)
{
    va_list again;
    char *text;
    int length;

    va_copy(again, values);
    length = vsnprintf(NULL, 0, format, values);
    text = malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void arguments_add(struct arguments *a, const char *format, ...)
{
    char **more = realloc(a->text, (size_t)(a->count + 2) * sizeof *more);
    char *word;
    va_list values;

    va_start(values, format);
    word = formatted(format, values);
    va_end(values);
    if (more)
        a->text = more;
    if (!more || !word) {
        free(word);
        a->failed = 1;
        return;
    }
    a->text[a->count++] = word;
    a->text[a->count] = NULL;
}

void arguments_split(struct arguments *a, const char *words)
{
    for (size_t length; *words; words += length) {
        words += strspn(words, " \t\n");
        length = strcspn(words, " \t\n");
        if (length)
            arguments_add(a, "%.*s", (int)length, words);
    }
}

void arguments_free(struct arguments *a)
{
    for (int i = 0; i < a->count; i++)
        free(a->text[i]);
    free(a->text);
    memset(a, 0, sizeof *a);
}

/* What a program has as its standard files, and where it runs. */
struct setting {
    const char *folder; /* NULL: here */
    const char *output; /* file, or NULL: descriptor */
    int descriptor;
    const char *errors; /* file, or NULL: as output; with a descriptor as they are here */
};

static int add_actions(posix_spawn_file_actions_t *files, const struct setting *s)
{
    enum { WRITE_NEW = O_WRONLY | O_CREAT | O_TRUNC };
    int status = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

    if (status == 0)
        status = s->output ? posix_spawn_file_actions_addopen(files, STDOUT_FILENO, s->output, WRITE_NEW, 0666)
                           : posix_spawn_file_actions_adddup2(files, s->descriptor, STDOUT_FILENO);
    if (status == 0 && s->errors)
        status = posix_spawn_file_actions_addopen(files, STDERR_FILENO, s->errors, WRITE_NEW, 0666);
    else if (status == 0 && s->output)
        status = posix_spawn_file_actions_adddup2(files, STDOUT_FILENO, STDERR_FILENO);
    if (status == 0 && s->folder)
        status = posix_spawn_file_actions_addchdir_np(files, s->folder);
    return status;
}

/* Programs that process_end_all ends: a build runs no more at a time than there are processors, of four units. */
enum { OWN_PROGRAMS = 16 };

static struct {
    pthread_mutex_t lock; /* held for ever once they are being ended */
    int active;
    sigset_t mask;
    pid_t program[OWN_PROGRAMS]; /* 0: none */
} own = {.lock = PTHREAD_MUTEX_INITIALIZER};

void process_own(const sigset_t *mask)
{
    pthread_mutex_lock(&own.lock);
    own.active = mask != NULL;
    if (mask)
        own.mask = *mask;
    pthread_mutex_unlock(&own.lock);
}

/* Put one program in the place of another; 0: none. */
static void note(pid_t old, pid_t new)
{
    for (int i = 0; i < OWN_PROGRAMS; i++)
        if (own.program[i] == old) {
            own.program[i] = new;
            return;
        }
}

void process_end_all(void)
{
    pthread_mutex_lock(&own.lock);
    for (int i = 0; i < OWN_PROGRAMS; i++)
        if (own.program[i])
            kill(-own.program[i], SIGTERM);
    for (int i = 0; i < OWN_PROGRAMS; i++)
        while (own.program[i] && waitpid(own.program[i], NULL, 0) < 0 && errno == EINTR)
            ;
}

static int set_attributes(posix_spawnattr_t *attributes)
{
    int status = posix_spawnattr_setpgroup(attributes, 0);

    if (status == 0)
        status = posix_spawnattr_setsigmask(attributes, &own.mask);
    return status ? status : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
}

/* @return 0, or the number of an error */
static int spawn(const struct arguments *a, const posix_spawn_file_actions_t *files, pid_t *process)
{
    posix_spawnattr_t attributes;
    int status = posix_spawnattr_init(&attributes);

    if (status != 0)
        return status;
    pthread_mutex_lock(&own.lock);
    if (own.active)
        status = set_attributes(&attributes);
    if (status == 0)
        status = posix_spawnp(process, a->text[0], files, &attributes, a->text, environ);
    if (status == 0 && own.active)
        note(0, *process);
    pthread_mutex_unlock(&own.lock);
    posix_spawnattr_destroy(&attributes);
    return status;
}

/* @return the process, or -1 with errno set */
static pid_t start(const struct arguments *a, const struct setting *s)
{
    posix_spawn_file_actions_t files;
    pid_t process = -1;
    int status;

    if (a->failed || posix_spawn_file_actions_init(&files) != 0) {
        errno = ENOMEM;
        return -1;
    }
    status = add_actions(&files, s);
    if (status == 0)
        status = spawn(a, &files, &process);
    posix_spawn_file_actions_destroy(&files);
    errno = status;
    return status == 0 ? process : -1;
}

pid_t process_start(const struct arguments *a, const char *output, const char *errors)
{
    return start(a, &(struct setting){.output = output, .errors = errors});
}

FILE *process_read(const struct arguments *a, pid_t *process)
{
    int ends[2];
    FILE *file;

    if (platform_pipe(ends) != 0)
        return NULL;
    *process = start(a, &(struct setting){.descriptor = ends[1]});
    close(ends[1]);
    file = *process < 0 ? NULL : fdopen(ends[0], "r");
    if (!file)
        close(ends[0]);
    return file;
}

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPTIONS = sizeof interruptions / sizeof *interruptions };

int process_interruptions(sigset_t *set)
{
    struct sigaction action;
    int count = 0;

    sigemptyset(set);
    for (int i = 0; i < INTERRUPTIONS; i++)
        if (sigaction(interruptions[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(set, interruptions[i]);
            count++;
        }
    return count;
}

int process_interrupted(void)
{
    sigset_t set, pending;
    int any = 0;

    process_interruptions(&set);
    if (sigpending(&pending) == 0)
        for (int i = 0; i < INTERRUPTIONS; i++)
            any |= sigismember(&set, interruptions[i]) == 1 && sigismember(&pending, interruptions[i]) == 1;
    return any;
}

int process_processors(void)
{
    struct platform_processors set;

    return platform_processors_read(&set) == 0 ? platform_processors_count(&set) : 1;
}

/* A wrong value is as good as none: a run is not to end for it. */
static int64_t most_seconds(void)
{
    const char *text = getenv("FEDX_TOOL_SECONDS");
    int64_t seconds;

    return text && value_integer(text, 1, PROCESS_SECONDS_MOST, &seconds) == 0 ? seconds : PROCESS_SECONDS;
}

/* Wait as long as a program may take. @return 1 when it has not ended by then */
static int overdue(pid_t process)
{
    int64_t left = most_seconds() * 1000;
    int descriptor = platform_process_end(process), ready = -1;
    struct timespec begin, now;

    if (descriptor < 0)
        return 0; /* an old kernel: without a limit */
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t rest = left - (now.tv_sec - begin.tv_sec) * 1000;
        ready = poll(&(struct pollfd){.fd = descriptor, .events = POLLIN}, 1, rest > 0 ? (int)rest : 0);
    } while (ready < 0 && errno == EINTR);
    close(descriptor);
    return ready == 0;
}

/* With all that it has started, where it has a group of its own. */
static void end(pid_t process)
{
    kill(getpgid(process) == process ? -process : process, SIGKILL);
}

int process_wait(pid_t process)
{
    int status, result, late = overdue(process);

    if (late)
        end(process);
    while ((result = waitpid(process, &status, 0)) < 0 && errno == EINTR)
        ;
    pthread_mutex_lock(&own.lock);
    note(process, 0);
    pthread_mutex_unlock(&own.lock);
    if (late)
        errno = ETIMEDOUT;
    if (late || result < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Megabytes that this process and what it starts may have; 0: as many as there are. */
static unsigned long long allowed_memory(void)
{
    static const int kinds[] = {RLIMIT_AS, RLIMIT_DATA};
    struct rlimit limit;
    unsigned long long least = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (getrlimit(kinds[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && (!least || limit.rlim_cur < least))
            least = limit.rlim_cur;
    return (least >> 20) + (least != 0);
}

/* By what it says, or by its end: a loader exits with 127, the system ends a program by a signal. */
int process_starved(int status, const char *output)
{
    static const char *const words[] = {"Cannot allocate memory", "ut of memory",   "emory exhausted", "bad_alloc",
                                        "failed to map",          "internal fault", "aborted",         "terminated"};
    char *text;
    int starved = status >= 126;

    if (status <= 0 || !allowed_memory())
        return 0;
    text = text_of_file(output);
    for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
        starved |= strstr(text, words[i]) != NULL;
    free(text);
    return starved;
}

void process_failed(const char *program, const char *get, char *error, size_t size)
{
    if (errno == ETIMEDOUT)
        snprintf(error, size,
                 "%s had not ended after %" PRId64
                 " s (FEDX_TOOL_SECONDS), and was ended: it may wait for a pipe, or read a "
                 "device, that a file names",
                 program, most_seconds());
    else if (errno == ENOMEM && allowed_memory())
        snprintf(error, size,
                 "out of memory: %s has no more than %llu MB by a limit of this process (ulimit -v): raise it", program,
                 allowed_memory());
    else
        snprintf(error, size, "cannot run %s: %s%s%s", program, strerror(errno), get ? ": " : "", get ? get : "");
}

int process_run(const struct arguments *a, const char *output, const char *errors)
{
    return process_run_in(NULL, a, output, errors);
}

int process_run_in(const char *folder, const struct arguments *a, const char *output, const char *errors)
{
    pid_t process = start(a, &(struct setting){.folder = folder, .output = output, .errors = errors});
    int status = process < 0 ? -1 : process_wait(process);

    if (!process_starved(status, errors ? errors : output))
        return status;
    errno = ENOMEM;
    return -1;
}

int process_make(const char *folder, const char *target, const char *const *variables, char log[PATH_MAX])
{
    struct arguments a = {0};
    int status;

    if (snprintf(log, PATH_MAX, "%s/%s.log", folder, target) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    arguments_add(&a, "make");
    arguments_add(&a, "--no-print-directory");
    arguments_add(&a, "-C");
    arguments_add(&a, "%s", folder);
    arguments_add(&a, "%s", target);
    for (; variables && *variables; variables++)
        arguments_add(&a, "%s", *variables);
    status = process_run(&a, log, NULL);
    arguments_free(&a);
    return status;
}

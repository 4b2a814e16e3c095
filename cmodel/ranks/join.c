/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks that this process is one of. MPI is in a shared object beside the program, which is loaded by those alone
 * whom mpirun or srun has started as one of several.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/install_paths.h"
#include "../base/platform.h"
#include "../base/text.h"
#include "ranks.h"

enum { TIMEOUT = 600 };

/* mpirun of Open MPI 5 drops what it has not read yet when the first process ends with another status than 0. */
static const struct timespec reading = {.tv_nsec = 100000000};

#define OBJECT "libfedx_mpi.so"

static struct ranks all; /* without operations: this process is alone */
static int partitioned;

/* As how many processes this one was started; 1: it was not, or they are to know nothing of each other. */
static int started_as(void)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    const char *wish = getenv("FEDX_RANKS"), *size = NULL;

    if (wish && strcmp(wish, "none") == 0)
        return 1;
    for (size_t i = 0; !size && i < sizeof sizes / sizeof *sizes; i++)
        size = getenv(sizes[i]);
    if (!size && getenv("PMIX_RANK")) /* srun tells it so */
        size = getenv("SLURM_STEP_NUM_TASKS");
    return size ? atoi(size) : 1;
}

static const struct ranks_ops *load(int count, char *error, size_t size)
{
    char path[PATH_MAX];
    const struct ranks_ops *ops;
    size_t length;
    void *object;

    if (install_path_folder(OBJECT, path) != 0) {
        snprintf(error, size,
                 "started as one of %d processes, and this program has no MPI (" OBJECT "): build it where MPI is "
                 "installed, or set FEDX_RANKS=none for as many runs that know nothing of each other",
                 count);
        return NULL;
    }
    length = strlen(path);
    snprintf(path + length, sizeof path - length, "/%s", OBJECT);
    object = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* what MPI loads needs its symbols */
    if (!object) {
        snprintf(error, size, "cannot load MPI: %s", dlerror());
        return NULL;
    }
    ops = dlsym(object, "fedx_ranks_ops");
    if (ops && ops->version == RANKS_VERSION)
        return ops;
    snprintf(error, size, "%s is not of this version: build it again", path);
    dlclose(object);
    return NULL;
}

/* How long another rank is waited for, seconds. */
static double timeout(void)
{
    const char *wish = getenv("FEDX_RANKS_TIMEOUT");
    double seconds = wish ? atof(wish) : 0;

    return seconds > 0 ? seconds : TIMEOUT;
}

/*
 * Whose mpirun has started this process; NULL: srun has, or it is not known. MPI_Init of another MPI may do anything.
 */
static const char *started_by(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE"))
        return "Open MPI";
    return getenv("HYDI_CONTROL_FD") ? "MPICH" : NULL;
}

/* MPI begins when all processes of the job begin it, which a program of another kind never does. */
struct joining {
    pthread_mutex_t lock;
    pthread_cond_t joined;
    int over;
    int count;
};

static void *wait_for_all(void *context)
{
    struct joining *j = context;
    const double seconds = timeout();
    struct timespec until;
    int late;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)seconds + 1;
    pthread_mutex_lock(&j->lock);
    while (!j->over && pthread_cond_timedwait(&j->joined, &j->lock, &until) == 0)
        ;
    late = !j->over;
    pthread_mutex_unlock(&j->lock);
    if (!late)
        return NULL;
    /* stderr is data of another object: this one is no -fPIC */
    dprintf(
        STDERR_FILENO,
        "fedx: not all of the %d processes of this job have joined after %.0f seconds (FEDX_RANKS_TIMEOUT): each of them "
        "must be fedx; FEDX_RANKS=none is for runs that know nothing of each other\n",
        j->count, seconds);
    platform_quick_exit(2);
}

static void *start_watched(const struct ranks_ops *ops, int expected, int *rank, int *count)
{
    struct joining j = {.lock = PTHREAD_MUTEX_INITIALIZER, .joined = PTHREAD_COND_INITIALIZER, .count = expected};
    pthread_t watch;
    int watched = pthread_create(&watch, NULL, wait_for_all, &j) == 0;
    void *context = ops->start(rank, count);

    pthread_mutex_lock(&j.lock);
    j.over = 1;
    pthread_cond_signal(&j.joined);
    pthread_mutex_unlock(&j.lock);
    if (watched)
        pthread_join(watch, NULL);
    return context;
}

/* MPI has threads of its own: a signal that this process holds back must not come to them. */
static void *start(const struct ranks_ops *ops, int expected, int *rank, int *count)
{
    sigset_t every, before;
    void *context;

    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    context = start_watched(ops, expected, rank, count);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return context;
}

int ranks_join(char *error, size_t size)
{
    int count = started_as(), rank, found;
    const struct ranks_ops *ops;
    const char *launcher;
    void *context;

    if (count <= 1 || all.ops)
        return 0;
    ops = load(count, error, size);
    if (!ops)
        return -1;
    launcher = started_by();
    if (launcher && strcmp(launcher, ops->mpi) != 0)
        return text_fail(error, size, "mpirun is of %s, but this program was built with %s: start it with mpirun of %s",
                         launcher, ops->mpi, ops->mpi);
    context = start(ops, count, &rank, &found);
    if (!context || found != count)
        return text_fail(
            error, size,
            "started as one of %d processes, and MPI says %d: it is another MPI than the program was built with", count,
            context ? found : 0);
    if (count > RANKS_MOST || ranks_init(&all, ops, context, rank, count) != 0)
        return text_fail(error, size, "%d processes are too many: %d can run a fabric, if they have the memory", count,
                         RANKS_MOST);
    all.timeout = timeout();
    ranks_find_processors(&all);
    return 0;
}

struct ranks *ranks_joined(void)
{
    return all.ops && !partitioned ? &all : NULL;
}

void ranks_part(void)
{
    partitioned = 1;
}

void ranks_meet(void)
{
    partitioned = 0;
}

int ranks_leave(int status)
{
    if (!all.ops) {
        if (status != 0 && started_as() > 1)
            nanosleep(&reading, NULL);
        return status;
    }
    int statuses[all.count];

    all.timeout = 0; /* what the first rank still has to do may take long */
    all.ended = NULL;
    ranks_all(&all, &status, sizeof status, statuses);
    all.ops->finish(all.context);
    ranks_finish(&all);
    return statuses[0];
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "platform.h"
#include "process.h"

/* Two builds, what one of them links, sources for a bundle, the bundle, its testbench. */
enum { PATHS = 8 };

static struct {
    char path[PATHS][PATH_MAX]; /* of a folder or a file, "": none */
    sigset_t before;            /* the signals that were blocked */
    sigset_t waits;             /* those that end the program, and WAKE */
    pthread_t guard;
    int guarded;
    atomic_int released; /* the guard is to end */
} kept;

/* What wakes the guard up, and is ignored by everybody else. (pthread_cancel loads a library, and without memory for
 * that it aborts.) */
enum { WAKE = SIGURG };

/* A program that was just ended may have left a file while the others were being removed. */
static void remove_all(void)
{
    enum { TRIES = 100, PAUSE = 10000 };

    for (int i = 0; i < PATHS; i++)
        for (int try = 0; *kept.path[i] && try < TRIES; try++) {
            output_remove(kept.path[i]);
            if (access(kept.path[i], F_OK) != 0)
                break;
            usleep(PAUSE);
        }
}

static void *wait_for_end(void *context)
{
    sigset_t one;
    int number = WAKE;

    (void)context;
    while (number == WAKE)
        if (atomic_load(&kept.released) || sigwait(&kept.waits, &number) != 0)
            return NULL;
    process_end_all();
    remove_all();
    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL); /* it ends the program, as it would have */
    return NULL;
}

/* Nobody ignores it, or does something else with it. */
static int is_default(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

/* Without a guard a signal ends the program at once, and the folder stays. */
static void guard(void)
{
    sigset_t blocked;
    int ends;

    if (kept.guarded)
        return;
    ends = process_interruptions(&kept.waits);
    if (is_default(SIGQUIT)) {
        sigaddset(&kept.waits, SIGQUIT);
        ends++;
    }
    sigaddset(&kept.waits, WAKE);
    blocked = kept.waits;
    /* A reader that is gone is an error of the write until the folders are removed; then the signal comes. */
    if (is_default(SIGPIPE))
        sigaddset(&blocked, SIGPIPE);
    if (ends == 0 || pthread_sigmask(SIG_BLOCK, &blocked, &kept.before) != 0)
        return;
    atomic_store(&kept.released, 0);
    kept.guarded = pthread_create(&kept.guard, NULL, wait_for_end, NULL) == 0;
    if (kept.guarded)
        process_own(&kept.before);
    else
        pthread_sigmask(SIG_SETMASK, &kept.before, NULL);
}

static int is_anything_kept(void)
{
    int any = 0;

    for (int i = 0; i < PATHS; i++)
        any |= *kept.path[i] != 0;
    return any;
}

/* When nothing is kept any more, signals are as they were. */
static void release(void)
{
    if (!kept.guarded || is_anything_kept())
        return;
    atomic_store(&kept.released, 1);
    pthread_kill(kept.guard, WAKE);
    pthread_join(kept.guard, NULL);
    kept.guarded = 0;
    process_own(NULL);
    pthread_sigmask(SIG_SETMASK, &kept.before, NULL);
}

void scratch_add(const char path[PATH_MAX])
{
    static int registered;
    int place = 0;

    guard();
    registered = registered || platform_at_quick_exit(remove_all) == 0;
    while (place < PATHS - 1 && *kept.path[place])
        place++;
    snprintf(kept.path[place], PATH_MAX, "%s", path);
}

void scratch_drop(const char *path)
{
    for (int i = 0; i < PATHS; i++)
        if (*path && strcmp(kept.path[i], path) == 0)
            *kept.path[i] = 0;
    release();
}

int scratch_make(const char *name, char path[PATH_MAX], char *error, size_t size)
{
    const char *folder = getenv("TMPDIR");

    if (!folder || !*folder)
        folder = "/tmp";
    guard();
    if ((size_t)snprintf(path, PATH_MAX, "%s/%s-XXXXXX", folder, name) < PATH_MAX && mkdtemp(path)) {
        scratch_add(path);
        return 0;
    }
    snprintf(error, size, "cannot make a folder in %s: %s", folder, strerror(errno));
    *path = 0;
    release();
    return -1;
}

void scratch_remove(char path[PATH_MAX])
{
    if (!*path)
        return;
    output_remove(path);
    scratch_drop(path);
    *path = 0;
}

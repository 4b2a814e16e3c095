/* SPDX-License-Identifier: Apache-2.0
 *
 * See scratch.h.
 */
#include "scratch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "platform.h"
#include "process.h"

/* A build, what it links, and the sources for the bundle of what it differs in. */
enum { PATHS = 4 };

static struct {
    char path[PATHS][PATH_MAX];     /* of a folder or a file, "": none */
    int count;                      /* of folders */
    sigset_t before;                /* the signals that were blocked */
    sigset_t ends;                  /* those that end the program */
    pthread_t guard;
    int guarded;
} kept;

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
    int number, state;

    (void)context;
    if (sigwait(&kept.ends, &number) != 0)
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
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
    int ends = process_interruptions(&kept.ends);

    if (is_default(SIGQUIT)) {
        sigaddset(&kept.ends, SIGQUIT);
        ends++;
    }
    blocked = kept.ends;
    /* A reader that is gone is an error of the write until the folders are removed; then the signal comes. */
    if (is_default(SIGPIPE))
        sigaddset(&blocked, SIGPIPE);
    if (ends == 0 || pthread_sigmask(SIG_BLOCK, &blocked, &kept.before) != 0)
        return;
    kept.guarded = pthread_create(&kept.guard, NULL, wait_for_end, NULL) == 0;
    if (kept.guarded)
        process_own(&kept.before);
    else
        pthread_sigmask(SIG_SETMASK, &kept.before, NULL);
}

static void release(void)
{
    if (!kept.guarded)
        return;
    pthread_cancel(kept.guard);
    pthread_join(kept.guard, NULL);
    kept.guarded = 0;
    process_own(NULL);
    pthread_sigmask(SIG_SETMASK, &kept.before, NULL);
}

void scratch_add(const char path[PATH_MAX])
{
    int place = 0;

    while (place < PATHS - 1 && *kept.path[place])
        place++;
    memcpy(kept.path[place], path, PATH_MAX);
}

void scratch_drop(const char *path)
{
    for (int i = 0; i < PATHS; i++)
        if (strcmp(kept.path[i], path) == 0)
            *kept.path[i] = 0;
}

int scratch_make(const char *name, char path[PATH_MAX], char *error, size_t size)
{
    static int registered;
    const char *folder = getenv("TMPDIR");

    if (!folder || !*folder)
        folder = "/tmp";
    if (kept.count == 0)
        guard();
    if ((size_t)snprintf(path, PATH_MAX, "%s/%s-XXXXXX", folder, name) < PATH_MAX && mkdtemp(path)) {
        scratch_add(path);
        kept.count++;
        registered = registered || platform_at_quick_exit(remove_all) == 0;
        return 0;
    }
    snprintf(error, size, "cannot make a folder in %s: %s", folder, strerror(errno));
    *path = 0;
    if (kept.count == 0)
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
    if (--kept.count == 0)
        release();
}

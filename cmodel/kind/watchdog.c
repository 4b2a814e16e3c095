/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that do not come back. See watchdog.h.
 */
#include "watchdog.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/platform.h"
#include "../base/text.h"
#include "../base/value.h"

struct watch {
    const struct node_ops *ops;
    int seconds;
};

/* @return the seconds that a step may take, or -1 with error */
static int read_limit(char *error, size_t size)
{
    const char *text = getenv("FEDX_CYCLE_SECONDS");
    int64_t seconds;

    if (!text || !*text)
        return WATCHDOG_SECONDS;
    if (value_integer(text, 1, WATCHDOG_MOST, &seconds) == 0)
        return (int)seconds;
    return text_fail(error, size, "FEDX_CYCLE_SECONDS is %s, must be 1 to %d seconds", text, WATCHDOG_MOST);
}

/* The thread that is stuck may hold the lock of any stream, so that nothing but the descriptor is left. */
static void give_up(const struct watch *w, int node, uint64_t cycle)
{
    char where[64] = "while it is made";

    if (cycle)
        snprintf(where, sizeof where, "in cycle %" PRIu64 " of node %d", cycle, node);
    dprintf(STDERR_FILENO, "%sfedx: the router loops without end %s: no answer for %d s (FEDX_CYCLE_SECONDS)\n",
            isatty(STDERR_FILENO) ? "\r\033[K" : "", where, w->seconds);
    platform_quick_exit(1);
}

static void *look(void *context)
{
    const struct watch *w = context;
    const struct timespec second = {.tv_sec = 1};
    uint64_t cycle;
    int node;

    /* Seconds that this thread runs, so that a program that was stopped meanwhile goes on. */
    for (;;) {
        nanosleep(&second, NULL);
        if (w->ops->busy(&node, &cycle) >= w->seconds)
            give_up(w, node, cycle);
    }
    return NULL;
}

/* Signals are for the threads that work. */
static int start_thread(struct watch *w)
{
    pthread_t thread;
    sigset_t all, before;
    int status;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    status = pthread_create(&thread, NULL, look, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status == 0)
        pthread_detach(thread);
    return status;
}

int watchdog_start(const struct node_ops *ops, char *error, size_t size)
{
    static struct watch *watch; /* of all objects, the last one opened; never freed: its thread does not end */
    int status, seconds;

    if (!ops->busy || (watch && watch->ops == ops))
        return 0;
    seconds = read_limit(error, size);
    if (seconds < 0)
        return -1;
    watch = malloc(sizeof *watch);
    if (watch)
        *watch = (struct watch){ops, seconds};
    status = watch ? start_thread(watch) : ENOMEM;
    if (status != 0)
        snprintf(error, size, "cannot watch the router: %s", strerror(status));
    return status == 0 ? 0 : -1;
}

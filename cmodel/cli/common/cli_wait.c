/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_wait.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "../../base/clock.h"

static void *count(void *context)
{
    struct cli_wait *w = context;
    struct timespec next;

    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        fprintf(stderr, "\rbuilding RTL of %s (verilator) ... %.0f s", w->module, clock_wall() - w->begin);
        next.tv_sec++;
        while (!w->over && pthread_cond_timedwait(&w->ended, &w->lock, &next) == 0)
            ;
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* The thread takes no signals: those that end the program are for the thread that removes unfinished files
 * (base/scratch.h). */
static int start(struct cli_wait *w)
{
    sigset_t all, before;
    int status;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    status = pthread_create(&w->thread, NULL, count, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status == 0;
}

void cli_wait_begin(struct cli_wait *w, const char *module, int quiet)
{
    *w = (struct cli_wait){.module = module, .begin = clock_wall()};
    if (quiet || !isatty(STDERR_FILENO))
        return;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->ended, NULL);
    w->active = start(w);
}

double cli_wait_end(struct cli_wait *w)
{
    if (w->active) {
        pthread_mutex_lock(&w->lock);
        w->over = 1;
        pthread_cond_signal(&w->ended);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
        fprintf(stderr, "\r\033[K");
    }
    return clock_wall() - w->begin;
}

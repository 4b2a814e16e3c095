/* SPDX-License-Identifier: Apache-2.0
 *
 * A line on stderr that counts the seconds while RTL is built, which reports no progress. On a terminal only.
 */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <pthread.h>

/** From cli_wait_begin to cli_wait_end it stays where it is: a thread reads it. */
struct cli_wait {
    const char *module; /**< what is built */
    double begin;       /**< wall time, seconds */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int active; /**< the thread runs */
    int over;   /**< the thread is to end */
};

/** Begin to show "building RTL of <module> (verilator) ... 12 s". @param quiet  1: show nothing */
void cli_wait_begin(struct cli_wait *w, const char *module, int quiet);
/** Clear the line. @return how long it took, seconds */
double cli_wait_end(struct cli_wait *w);

#endif

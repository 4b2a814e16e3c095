/* SPDX-License-Identifier: Apache-2.0
 *
 * Other programs, run with a list of arguments (no shell reads it) and their
 * output in a file.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

/** Arguments of a program, ended by NULL. All zero: none. */
struct arguments {
    char **text;
    int count;
    int failed; /**< out of memory: some argument is missing, so the program is not started */
};

/** Add one argument. */
void arguments_add(struct arguments *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Add each word of a text, as of $CXXFLAGS: what stands between spaces. */
void arguments_split(struct arguments *a, const char *words);
void arguments_free(struct arguments *a);

/**
 * Start a program, looked for in $PATH. It reads nothing.
 * @param output  file for standard output
 * @param errors  file for standard error; NULL: the same
 * @return its process, or -1 with errno set
 */
pid_t process_start(const struct arguments *a, const char *output, const char *errors);
/**
 * Start a program, and read what it prints; its errors are printed where ours are.
 * @param[out] process  to be waited for, once the file is closed
 * @return a file to be closed, or NULL with errno set
 */
FILE *process_read(const struct arguments *a, pid_t *process);
/**
 * Programs that are started from now on can be ended, with all that they start, by process_end_all: each is in a
 * process group of its own.
 * @param mask  signals that are blocked in them; NULL: as before this was called
 */
void process_own(const sigset_t *mask);
/**
 * End these programs, and wait until they have ended. After that no program can be started: for the end of this one.
 */
void process_end_all(void);
/**
 * The signals by which somebody ends this program: SIGINT, SIGTERM and SIGHUP, but for those that are ignored, by nohup
 * and by shells for what runs in the background: they stay so.
 * @return how many there are in the set
 */
int process_interruptions(sigset_t *set);
/** 1 when one of these signals is blocked and has come. */
int process_interrupted(void);
/** Processors that this process may use, 1 when that cannot be told. */
int process_processors(void);
/** Seconds that a program may take, unless the environment variable FEDX_TOOL_SECONDS says otherwise. */
enum { PROCESS_SECONDS = 1800, PROCESS_SECONDS_MOST = 864000 };

/**
 * Wait for a program. One that takes longer than it may is ended, with all that it has started if process_own is on:
 * it waits for a pipe, or reads a device.
 * @return its exit status, 128 + the signal that ended it, or -1 with errno ETIMEDOUT
 */
int process_wait(pid_t process);
/** Why a program was not run to its end, from errno: a sentence without its end. @param get  what to do when it is
 * missing, or NULL */
void process_failed(const char *program, const char *get, char *error, size_t size);
/**
 * Whether a program that ended with this status had no more memory than somebody allows this one (ulimit -v).
 * @param output  file with what it printed
 */
int process_starved(int status, const char *output);
/**
 * Start a program and wait for it.
 * @return as process_wait, or -1 with errno set when it cannot be started, or has run out of memory, too
 */
int process_run(const struct arguments *a, const char *output, const char *errors);
/** Likewise of a program that runs in another folder; output and errors are named from here. */
int process_run_in(const char *folder, const struct arguments *a, const char *output, const char *errors);
/**
 * Make a target of the Makefile of a folder; what is printed goes to FOLDER/TARGET.log.
 * @param variables  NAME=VALUE, up to NULL; NULL: none
 * @param[out] log   that file
 * @return as process_run
 */
int process_make(const char *folder, const char *target, const char *const *variables, char log[PATH_MAX]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operating system does in a way of its own. All other files use C11 and POSIX, with few functions that glibc
 * and macOS both add (tests/rooms.txt lists them). A port to another system writes platform.c anew, and no other file
 * of cmodel.
 */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <sys/types.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * Sleep while `*word` is `value`, until platform_wake_all of the same word. The word is shared by threads of one
 * process. The call may return earlier, so the caller reads the word again.
 */
void platform_sleep_while(const atomic_uint *word, unsigned value);
/** Wake all threads that sleep on a word. The caller has changed it before. */
void platform_wake_all(const atomic_uint *word);

/** A set of processors of one machine: processor i is bit i % 64 of word i / 64. It has no pointers: processes send it
 * to each other. */
struct platform_processors {
    uint64_t word[16];
};

/** The processors that this process may use. @return 0, or -1 when the system does not tell; then the set is empty */
int platform_processors_read(struct platform_processors *set);
void platform_processors_add(struct platform_processors *set, const struct platform_processors *more);
int platform_processors_count(const struct platform_processors *set);

/** Ask for large pages: `memory` and `bytes` are multiples of 2 MB. A system without large pages does nothing. */
void platform_large_pages(void *memory, size_t bytes);
/** The most memory that this process has held so far, bytes. */
long platform_most_memory(void);

/** A pipe that started programs do not inherit: ends[0] is read, ends[1] is written. @return 0, or -1 with errno set */
int platform_pipe(int ends[2]);
/**
 * The running program as a file, even if its file was replaced since it started. @return NULL when it cannot be read
 */
FILE *platform_program_open(void);
/** The path of the running program, without symbolic links. @return its length, or -1 when the system does not tell */
long platform_program_path(char path[PATH_MAX]);

/** When the program ends by exit or a return from main: call `end` with its status. */
void platform_at_exit(void (*end)(int status, void *context), void *context);
/** Functions for platform_quick_exit, which calls them and nothing else, and ends the program. @return 0, or -1 if
 * there is no room */
int platform_at_quick_exit(void (*end)(void));
_Noreturn void platform_quick_exit(int status);

/** Sort as qsort does; `compare` gets the context as its last argument. */
void platform_sort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
                   void *context);
/** Visit each element of a tree made by tsearch once, in ascending order. */
void platform_tree_visit(const void *root, void (*visit)(void *element, void *context), void *context);

/**
 * A descriptor that becomes readable when a process of ours has ended, whoever waits for it; it is closed on exec.
 * @return -1 where the system has none
 */
int platform_process_end(pid_t process);

#endif

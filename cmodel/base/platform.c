/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of platform.h for Linux with glibc.
 */
#define _GNU_SOURCE
#include "platform.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <search.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PROGRAM "/proc/self/exe"

_Static_assert(sizeof(atomic_uint) == 4, "a futex is a word of four bytes");

void platform_sleep_while(const atomic_uint *word, unsigned value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void platform_wake_all(const atomic_uint *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

enum { WORD = 64, WORDS = sizeof(struct platform_processors) / sizeof(uint64_t) };

int platform_processors_read(struct platform_processors *set)
{
    cpu_set_t processors;

    *set = (struct platform_processors){{0}};
    if (sched_getaffinity(0, sizeof processors, &processors) != 0)
        return -1;
    for (size_t i = 0; i < WORDS * WORD; i++)
        if (CPU_ISSET(i, &processors))
            set->word[i / WORD] |= (uint64_t)1 << i % WORD;
    return 0;
}

void platform_processors_add(struct platform_processors *set, const struct platform_processors *more)
{
    for (int i = 0; i < WORDS; i++)
        set->word[i] |= more->word[i];
}

int platform_processors_count(const struct platform_processors *set)
{
    int count = 0;

    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

void platform_large_pages(void *memory, size_t bytes)
{
    madvise(memory, bytes, MADV_HUGEPAGE); /* a kernel without large pages refuses */
}

/* What getrusage says holds for the program that started this one, too, so it is asked where nobody else knows. */
long platform_most_memory(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    struct rusage usage;
    long kilobytes = 0;
    char line[128];

    while (status && fgets(line, sizeof line, status) && sscanf(line, "VmHWM: %ld", &kilobytes) != 1)
        continue;
    if (status)
        fclose(status);
    if (!kilobytes && getrusage(RUSAGE_SELF, &usage) == 0)
        kilobytes = usage.ru_maxrss;
    return kilobytes * 1024;
}

int platform_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC);
}

FILE *platform_program_open(void)
{
    return fopen(PROGRAM, "r");
}

long platform_program_path(char path[PATH_MAX])
{
    ssize_t length = readlink(PROGRAM, path, PATH_MAX - 1);

    if (length >= 0)
        path[length] = 0;
    return length;
}

void platform_at_exit(void (*end)(int status, void *context), void *context)
{
    on_exit(end, context);
}

int platform_at_quick_exit(void (*end)(void))
{
    return at_quick_exit(end);
}

_Noreturn void platform_quick_exit(int status)
{
    quick_exit(status);
}

void platform_sort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
                   void *context)
{
    qsort_r(array, count, size, compare, context);
}

struct visitor {
    void (*visit)(void *element, void *context);
    void *context;
};

static void visit_once(const void *node, VISIT order, void *context)
{
    const struct visitor *v = context;

    if (order == postorder || order == leaf)
        v->visit(*(void *const *)node, v->context);
}

void platform_tree_visit(const void *root, void (*visit)(void *element, void *context), void *context)
{
    twalk_r(root, visit_once, &(struct visitor){visit, context});
}

int platform_process_end(pid_t process)
{
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);

    if (descriptor >= 0)
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What platform.h promises, on whatever system this is.
 */
#include "base/platform.h"

#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit.h"

static atomic_uint word, passed;

static void *sleeper(void *context)
{
    (void)context;
    while (atomic_load(&word) == 7)
        platform_sleep_while(&word, 7);
    atomic_fetch_add(&passed, 1);
    return NULL;
}

/* All sleepers wake up, and a word with another value lets nobody sleep. */
TEST(test_sleep)
{
    enum { THREADS = 3 };
    pthread_t thread[THREADS];

    atomic_store(&word, 6);
    platform_sleep_while(&word, 7);
    atomic_store(&word, 7);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, sleeper, NULL), 0);
    usleep(20000);
    assert_int_equal(atomic_load(&passed), 0);
    atomic_store(&word, 8);
    platform_wake_all(&word);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    assert_int_equal(atomic_load(&passed), THREADS);
}

TEST(test_processors)
{
    struct platform_processors own, more = {.word = {0x8000000000000001, 0, 3}};
    int count;

    assert_int_equal(platform_processors_count(&more), 4);
    assert_int_equal(platform_processors_read(&own), 0);
    count = platform_processors_count(&own);
    assert_in_range(count, 1, 64 * 16);
    platform_processors_add(&own, &own);
    assert_int_equal(platform_processors_count(&own), count);
    platform_processors_add(&more, &(struct platform_processors){.word = {3, 1}});
    assert_int_equal(platform_processors_count(&more), 6);
}

TEST(test_memory)
{
    enum { BYTES = 8 << 20 };
    long before = platform_most_memory();
    void *memory = aligned_alloc(1 << 21, BYTES);

    assert_non_null(memory);
    platform_large_pages(memory, BYTES);
    memset(memory, 1, BYTES);
    assert_in_range(before, 1 << 17, 1l << 40);
    assert_in_range(platform_most_memory(), BYTES, 1l << 40);
    free(memory);
}

TEST(test_pipe)
{
    int ends[2];
    char text[4];

    assert_int_equal(platform_pipe(ends), 0);
    for (int i = 0; i < 2; i++)
        assert_true(fcntl(ends[i], F_GETFD) & FD_CLOEXEC);
    assert_int_equal(write(ends[1], "abc", 4), 4);
    assert_int_equal(read(ends[0], text, 4), 4);
    assert_string_equal(text, "abc");
    close(ends[0]);
    close(ends[1]);
}

/* The program as a file is the file at its path. */
TEST(test_program)
{
    char path[PATH_MAX], one[1 << 12], other[1 << 12];
    long length = platform_program_path(path);
    FILE *file = platform_program_open(), *same;

    assert_int_equal(length, strlen(path));
    assert_int_equal(path[0], '/');
    assert_non_null(strstr(path, "test_platform"));
    assert_non_null(file);
    same = fopen(path, "r");
    assert_non_null(same);
    assert_int_equal(fread(one, 1, sizeof one, file), sizeof one);
    assert_int_equal(fread(other, 1, sizeof other, same), sizeof other);
    assert_memory_equal(one, other, sizeof one);
    fclose(file);
    fclose(same);
}

static int by_key(const void *a, const void *b, void *key)
{
    const int *keys = key, *x = a, *y = b;

    return keys[*x] - keys[*y];
}

TEST(test_sort)
{
    int key[] = {5, 9, 1, 7}, order[] = {0, 1, 2, 3};

    platform_sort(order, 4, sizeof *order, by_key, key);
    assert_memory_equal(order, ((int[]){2, 0, 3, 1}), sizeof order);
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Elements that were visited */
struct seen {
    int value[100], count;
};

static void see(void *element, void *context)
{
    struct seen *seen = context;

    seen->value[seen->count++] = *(int *)element;
}

TEST(test_tree)
{
    enum { COUNT = 100 };
    int value[COUNT];
    struct seen seen = {.count = 0};
    void *root = NULL;

    platform_tree_visit(root, see, &seen);
    assert_int_equal(seen.count, 0);
    for (int i = 0; i < COUNT; i++) {
        value[i] = i * 37 % COUNT;
        assert_non_null(tsearch(&value[i], &root, by_value));
    }
    platform_tree_visit(root, see, &seen);
    assert_int_equal(seen.count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(seen.value[i], i);
    while (root)
        tdelete(*(int **)root, &root, by_value);
}

static void leave_seven(void)
{
    _exit(7);
}

static void leave_status(int status, void *context)
{
    _exit(status + *(int *)context);
}

static int one = 1;

static void exit_quickly(void)
{
    if (platform_at_quick_exit(leave_seven) == 0)
        platform_quick_exit(3);
}

static void exit_usually(void)
{
    platform_at_exit(leave_status, &one);
    exit(4);
}

/* @return the status of a process that does this */
static int status_of(void (*does)(void))
{
    pid_t process = fork();
    int status = -1;

    if (process == 0) {
        does();
        _exit(99);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(test_exit)
{
    assert_int_equal(status_of(exit_quickly), 7);
    assert_int_equal(status_of(exit_usually), 5);
}

RUN_TESTS

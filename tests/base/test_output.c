/* SPDX-License-Identifier: Apache-2.0
 *
 * Result files: whole or not at all; and those of a run that is gone on with.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "../unit.h"

/* Longer than what a mark hashes. */
enum { LINES = 2000 };

static const char path[] = "test_output.txt", part[] = "test_output.txt.part";

static int remove_both(void **state)
{
    (void)state;
    unlink(path);
    unlink(part);
    return 0;
}

static void write_lines(struct output *output, int from, int to)
{
    for (int i = from; i < to; i++)
        fprintf(output->file, "line %d\n", i);
}

static void is_whole(int lines)
{
    FILE *file = fopen(path, "r");
    int number, n = 0;

    assert_non_null(file);
    for (; fscanf(file, "line %d\n", &number) == 1; n++)
        assert_int_equal(number, n);
    assert_true(feof(file));
    fclose(file);
    assert_int_equal(n, lines);
    assert_int_equal(access(part, F_OK), -1);
}

static struct output opened(void)
{
    struct output output;
    char error[512];

    assert_int_equal(output_open(&output, path, error, sizeof error), 0);
    return output;
}

/* Written to LINES / 2, marked, and on to what `more` says; then it is left. */
static struct output_mark interrupted(int more)
{
    struct output output = opened();
    struct output_mark mark;
    char error[512];

    write_lines(&output, 0, LINES / 2);
    assert_int_equal(output_mark(&output, &mark, error, sizeof error), 0);
    assert_int_equal(mark.open, 1);
    write_lines(&output, LINES / 2, LINES / 2 + more);
    output_leave(&output);
    assert_null(output.file);
    return mark;
}

static void whole_or_not_at_all(void **state)
{
    struct output output = opened();
    char error[512];

    (void)state;
    write_lines(&output, 0, 3);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(output_close(&output, error, sizeof error), 0);
    is_whole(3);
    output = opened();
    write_lines(&output, 0, 9);
    output_abandon(&output);
    is_whole(3);
}

static void gone_on_with(void **state)
{
    char error[512];

    (void)state;
    for (int more = 0; more <= LINES; more += LINES / 2) {
        struct output_mark mark = interrupted(more);
        struct output output;
        assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), 0);
        write_lines(&output, LINES / 2, LINES);
        assert_int_equal(output_close(&output, error, sizeof error), 0);
        is_whole(LINES);
        unlink(path);
    }
}

/* The run was over, but its checkpoint is still there. */
static void gone_on_with_what_is_whole(void **state)
{
    struct output_mark mark = interrupted(7);
    struct output output;
    char error[512];

    (void)state;
    assert_int_equal(rename(part, path), 0);
    assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), 0);
    write_lines(&output, LINES / 2, LINES);
    assert_int_equal(output_close(&output, error, sizeof error), 0);
    is_whole(LINES);
}

static void nothing_was_written_yet(void **state)
{
    struct output output = opened();
    struct output_mark mark;
    char error[512];

    (void)state;
    assert_int_equal(output_mark(&output, &mark, error, sizeof error), 0);
    assert_int_equal(mark.length, 0);
    output_leave(&output);
    assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), 0);
    write_lines(&output, 0, 5);
    assert_int_equal(output_close(&output, error, sizeof error), 0);
    is_whole(5);
}

/* Another file is left as it is. */
static void another_file_is_refused(void **state)
{
    struct output_mark mark = interrupted(0);
    struct output output;
    struct stat before, after;
    char error[512];

    (void)state;
    assert_int_equal(stat(part, &before), 0);
    mark.tail ^= 1;
    assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), -1);
    assert_non_null(strstr(error, "is not there any more as the checkpoint knows it"));
    mark.tail ^= 1;
    mark.length++;
    assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), -1);
    assert_int_equal(stat(part, &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_null(output.file);
    unlink(part);
    assert_int_equal(output_resume(&output, path, &mark, error, sizeof error), -1);
    assert_int_equal(access(part, F_OK), -1);
}

static void no_mark_of_a_device(void **state)
{
    struct output output;
    struct output_mark mark;
    char error[512];

    (void)state;
    assert_int_equal(output_open(&output, "/dev/null", error, sizeof error), 0);
    assert_int_equal(output_mark(&output, &mark, error, sizeof error), -1);
    assert_non_null(strstr(error, "/dev/null is not a regular file"));
    output_abandon(&output);
    assert_int_equal(output_mark(&output, &mark, error, sizeof error), 0);
    assert_int_equal(mark.open, 0);
}

static void a_full_disk(void **state)
{
    struct output output;
    char error[512];

    (void)state;
    assert_int_equal(output_open(&output, "/dev/full", error, sizeof error), 0);
    write_lines(&output, 0, LINES);
    output_sync(&output);
    assert_int_equal(output_close(&output, error, sizeof error), -1);
    assert_string_equal(error, "cannot write /dev/full: No space left on device");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whole_or_not_at_all, remove_both, remove_both),
        cmocka_unit_test_setup_teardown(gone_on_with, remove_both, remove_both),
        cmocka_unit_test_setup_teardown(gone_on_with_what_is_whole, remove_both, remove_both),
        cmocka_unit_test_setup_teardown(nothing_was_written_yet, remove_both, remove_both),
        cmocka_unit_test_setup_teardown(another_file_is_refused, remove_both, remove_both),
        cmocka_unit_test(no_mark_of_a_device),
        cmocka_unit_test(a_full_disk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

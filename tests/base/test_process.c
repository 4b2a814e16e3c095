/* SPDX-License-Identifier: Apache-2.0
 *
 * Other programs: their arguments arrive as they are, their output is kept, and how
 * they ended is known.
 */
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"

static char output[] = "/tmp/fedx-process-XXXXXX";

/* What a program wrote. */
static void expect_output(const char *text)
{
    char got[256] = "";
    FILE *file = fopen(output, "r");

    assert_non_null(file);
    assert_true(fread(got, 1, sizeof got - 1, file) < sizeof got);
    fclose(file);
    assert_string_equal(got, text);
}

static int shell(const char *script, const char *word)
{
    struct arguments a = {0};
    int status;

    arguments_add(&a, "sh");
    arguments_add(&a, "-c");
    arguments_add(&a, "%s", script);
    arguments_add(&a, "%s", word);
    assert_int_equal(a.failed, 0);
    status = process_run(&a, output, NULL);
    arguments_free(&a);
    assert_int_equal(a.count, 0);
    return status;
}

TEST(test_run)
{
    assert_int_equal(shell("printf '%s' \"$0\"", "one argument; $HOME *"), 0);
    expect_output("one argument; $HOME *");
    assert_int_equal(shell("echo out; echo err >&2; exit 7", ""), 7);
    expect_output("out\nerr\n");
    assert_int_equal(shell("cat", ""), 0); /* nothing to read */
    expect_output("");
    assert_int_equal(shell("kill -TERM $$", ""), 128 + SIGTERM);
    COMPARED(4, "programs run");
}

/* In another folder, and through a pipe. */
TEST(test_places)
{
    struct arguments a = {0};
    char got[16] = "";
    pid_t process;
    FILE *file;

    arguments_add(&a, "pwd");
    assert_int_equal(process_run_in("/", &a, output, NULL), 0);
    expect_output("/\n");
    assert_int_equal(process_run_in("/nowhere", &a, output, NULL), -1);
    arguments_free(&a);
    arguments_split(&a, "echo read");
    file = process_read(&a, &process);
    assert_non_null(file);
    assert_non_null(fgets(got, sizeof got, file));
    fclose(file);
    assert_int_equal(process_wait(process), 0);
    assert_string_equal(got, "read\n");
    arguments_free(&a);
}

TEST(test_missing)
{
    struct arguments a = {0};

    arguments_add(&a, "no-program-of-this-name");
    assert_int_equal(process_run(&a, output, NULL), -1);
    assert_int_equal(errno, ENOENT);
    arguments_free(&a);
}

TEST(test_split)
{
    static const char *const words[] = {"-O1", "-g", "-march=native"};
    struct arguments a = {0};

    arguments_split(&a, "");
    arguments_split(&a, "  ");
    assert_int_equal(a.count, 0);
    arguments_split(&a, " -O1  -g\t-march=native ");
    assert_int_equal(a.count, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(a.text[i], words[i]);
    assert_null(a.text[3]);
    arguments_free(&a);
}

static int make(void **state)
{
    int file = mkstemp(output);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int drop(void **state)
{
    (void)state;
    return unlink(output);
}

RUN_TESTS_BETWEEN(make, drop)

/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated folders appear whole or not at all, and templates have their words filled
 * in.
 */
#include "../unit.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/gen_folder.h"

static char scratch[] = "/tmp/fedx-folder-XXXXXX";
static char path[512], error[512];

static const char *in_scratch(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *file = fopen(in_scratch(name), "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void check_text(const char *name, const char *want)
{
    char text[512] = "";
    FILE *file = fopen(in_scratch(name), "r");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, want);
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(scratch) || mkdir(in_scratch("share"), 0777) != 0 || mkdir(in_scratch("share/rtl"), 0777) != 0)
        return -1;
    put("share/template", "@a@ and @b@, mail@host @c@ always @* @a@b@a@");
    put("share/rtl/one.v", "module one; always @(posedge clk); endmodule\n");
    put("share/rtl/two.vh", "");
    put("share/rtl/notes.txt", "no source");
    return 0;
}

static int finish(void **state)
{
    char command[600];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    return system(command);
}

TEST(a_folder_appears_whole)
{
    const struct gen_field words[] = {{"a", "first"}, {"b", "second@a@"}, {NULL, NULL}};
    struct gen_folder g;
    char share[64];

    snprintf(share, sizeof share, "%s/share", scratch);
    assert_int_equal(gen_folder_begin(&g, in_scratch("whole//"), share, error, sizeof error), 0);
    assert_int_equal(gen_folder_fill(&g, "template", "filled", words, error, sizeof error), 0);
    assert_int_equal(gen_folder_fill(&g, "template", "plain", NULL, error, sizeof error), 0);
    char rtl[80];
    snprintf(rtl, sizeof rtl, "%s/rtl", share);
    assert_int_equal(gen_folder_rtl(&g, rtl, error, sizeof error), 0);
    assert_int_not_equal(access(in_scratch("whole"), F_OK), 0);
    assert_int_equal(gen_folder_end(&g, error, sizeof error), 0);
    gen_folder_abandon(&g);
    check_text("whole/filled", "first and second@a@, mail@host @c@ always @* firstbfirst");
    check_text("whole/plain", "@a@ and @b@, mail@host @c@ always @* @a@b@a@");
    check_text("whole/rtl/one.v", "module one; always @(posedge clk); endmodule\n");
    check_text("whole/rtl/two.vh", "");
    assert_int_not_equal(access(in_scratch("whole/rtl/notes.txt"), F_OK), 0);
    assert_int_not_equal(access(in_scratch("whole.part"), F_OK), 0);
    assert_int_equal(gen_folder_begin(&g, in_scratch("whole"), share, error, sizeof error), -1);
    assert_non_null(strstr(error, "is there already"));
}

TEST(a_folder_that_fails_leaves_nothing)
{
    struct gen_folder g;
    char share[64], rtl[80];

    snprintf(share, sizeof share, "%s/share", scratch);
    assert_int_equal(gen_folder_begin(&g, in_scratch("failed"), share, error, sizeof error), 0);
    assert_int_equal(gen_folder_fill(&g, "nothing", "filled", NULL, error, sizeof error), -1);
    assert_non_null(strstr(error, "share/nothing"));
    assert_int_equal(gen_folder_fill(&g, "template", "no/such/folder", NULL, error, sizeof error), -1);
    snprintf(rtl, sizeof rtl, "%s/nowhere", scratch);
    assert_int_equal(gen_folder_rtl(&g, rtl, error, sizeof error), -1);
    assert_non_null(strstr(error, "nowhere"));
    assert_int_equal(gen_folder_rtl(&g, g.part, error, sizeof error), -1);
    assert_non_null(strstr(error, "no Verilog"));
    gen_folder_abandon(&g);
    assert_int_not_equal(access(in_scratch("failed.part"), F_OK), 0);
    assert_int_not_equal(access(in_scratch("failed"), F_OK), 0);
}

RUN_TESTS_BETWEEN(start, finish)

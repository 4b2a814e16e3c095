/* SPDX-License-Identifier: Apache-2.0
 *
 * The Verilator that builds a router of a user's own. See verilator.h.
 */
#include "verilator.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

/* Run it with these options, its answer in a file. @return its status, or -1 with error */
static int ask(const char *options, const char *answer, char *error, size_t size)
{
    struct arguments a = {0};
    int status;

    arguments_add(&a, "verilator");
    arguments_split(&a, options);
    status = process_run(&a, answer, NULL);
    arguments_free(&a);
    if (status < 0)
        process_failed("verilator", "install Verilator (apt-get install verilator), or put it on the PATH", error,
                       size);
    return status;
}

/* The first line of what it answers. @return its status, or -1 with error */
static int first_line(const char *options, const char *answer, char *line, size_t length, char *error, size_t size)
{
    int status = ask(options, answer, error, size);
    char *text = status == 0 ? text_of_file(answer) : NULL;

    if (text)
        snprintf(line, length, "%.*s", (int)strcspn(text, "\n"), text);
    else if (status == 0)
        return text_fail(error, size, "%s: %s", answer, strerror(errno));
    free(text);
    return status;
}

/* The version comes last in what it can be asked: an option that it does not know ends it before. */
static int find_version(struct verilator *v, const char *answer, char *error, size_t size)
{
    static const struct {
        const char *options;
        enum verilator_description description;
    } tries[] = {{"--xml-only --version", VERILATOR_XML},
                 {"--json-only --version", VERILATOR_JSON},
                 {"--version", VERILATOR_NOTHING}};
    int status = 1;

    for (size_t i = 0; i < sizeof tries / sizeof *tries && status > 0; i++) {
        status = first_line(tries[i].options, answer, v->tool, sizeof v->tool, error, size);
        v->description = tries[i].description;
    }
    if (status > 0)
        return text_fail(error, size, "verilator --version fails: is it installed whole?");
    if (status == 0 && sscanf(v->tool, "Verilator %31[0-9.]", v->version) != 1)
        return text_fail(error, size, "verilator --version does not name a version: %s", v->tool);
    return status;
}

static int find_root(struct verilator *v, const char *answer, char *error, size_t size)
{
    int status = first_line("--getenv VERILATOR_ROOT", answer, v->root, sizeof v->root, error, size);

    return status > 0 ? text_fail(error, size, "verilator --getenv VERILATOR_ROOT fails: is it installed whole?")
                      : status;
}

/* An answer costs as much as a small router takes to translate: a program asks once. */
int verilator_find(struct verilator *v, const char *scratch, char *error, size_t size)
{
    static struct verilator found;
    char answer[PATH_MAX];

    if (!*found.version) {
        struct verilator asked = {0};
        if ((size_t)snprintf(answer, sizeof answer, "%s/verilator.answer", scratch) >= sizeof answer)
            return text_fail(error, size, "%s: the path is too long", scratch);
        if (find_version(&asked, answer, error, size) != 0 || find_root(&asked, answer, error, size) != 0)
            return -1;
        found = asked;
    }
    *v = found;
    return 0;
}

int verilator_describe(const struct verilator *v, struct arguments *a, const char *folder, const char *name,
                       char *error, size_t size)
{
    if (v->description == VERILATOR_NOTHING)
        return text_fail(
            error, size,
            "%s describes a design neither as XML nor as JSON, so that pins and parameters cannot be checked: use "
            "another version, such as 5.006 or newer",
            v->tool);
    if (v->description == VERILATOR_XML) {
        arguments_split(a, "verilator --xml-only --xml-output");
        arguments_add(a, "%s/%s", folder, name);
        return 0;
    }
    arguments_split(a, "verilator --json-only --Mdir");
    arguments_add(a, "%s", folder);
    arguments_add(a, "--json-only-output");
    arguments_add(a, "%s/%s", folder, name);
    arguments_add(a, "--json-only-meta-output");
    arguments_add(a, "%s/%s.meta", folder, name);
    return 0;
}

/* 5.032 gets right what 5.006 gets wrong; those between were not tried. */
const char *verilator_without_wrong(const struct verilator *v)
{
    static const double right = 5.032;

    return strtod(v->version, NULL) < right ? "-fno-dfg" : "";
}

int verilator_runs_once(const char *name)
{
    return strstr(name, "Slow") || strstr(name, "Syms");
}

/* Newer versions have a digest before the name: "DIGEST" "NAME". @return the name's first quote, as that of the line's
 * is */
static char *skip_digest(char *quote)
{
    size_t digest = strspn(quote + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/_=-");

    return strncmp(quote + 1 + digest, "\" \"", 3) == 0 ? quote + digest + 3 : quote;
}

/* S for a source, T for what it made; size, inode and times; the name in quotes. What it looked for and did not find
 * has no inode. */
int verilator_source_of(char *line, const char **name, char *error, size_t size)
{
    char *begin = strchr(line, '"'), *end = strrchr(line, '"');
    unsigned long long inode;

    *name = NULL;
    if (*line != 'S')
        return 0;
    if (begin == end || sscanf(line, "S %*u %llu", &inode) != 1)
        return text_fail(error, size, "not a line of Verilator's");
    begin = skip_digest(begin);
    *end = 0;
    if (inode)
        *name = begin + 1;
    return 0;
}

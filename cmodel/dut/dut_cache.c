/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kept build was made of. See dut_cache.h.
 */
#include "dut_cache.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/hash.h"
#include "../base/lines.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../verilator/verilator.h"
#include "dut.h"

/* The next line of a list: hash, space, path. @return 0 at the end, -1 when it is none */
static int read_line(FILE *list, char hash[HASH_SIZE], char path[PATH_MAX])
{
    char line[HASH_SIZE + PATH_MAX + 2];
    size_t length;

    if (!fgets(line, sizeof line, list))
        return 0;
    length = strlen(line);
    if (length < HASH_SIZE + 1 || line[HASH_SIZE - 1] != ' ' || line[length - 1] != '\n' ||
        length - HASH_SIZE > PATH_MAX)
        return -1;
    memcpy(hash, line, HASH_SIZE - 1);
    hash[HASH_SIZE - 1] = 0;
    memcpy(path, line + HASH_SIZE, length - HASH_SIZE);
    path[length - HASH_SIZE - 1] = 0;
    return 1;
}

int dut_cache_valid(const char *folder, const char *command)
{
    char path[PATH_MAX], hash[HASH_SIZE], now[HASH_SIZE];
    FILE *list;
    int status, same = 0;

    if ((size_t)snprintf(path, sizeof path, "%s/" DUT_LIST, folder) >= sizeof path || !(list = fopen(path, "r")))
        return 0;
    hash_bytes(command, strlen(command), now);
    status = read_line(list, hash, path);
    same = status == 1 && strcmp(hash, now) == 0;
    while (same && (status = read_line(list, hash, path)) == 1)
        same = hash_file(path, now) == 0 && strcmp(hash, now) == 0;
    fclose(list);
    return same && status == 0;
}

int dut_cache_store(const char *folder, const char *command, const struct arguments *files, char *error, size_t size)
{
    struct output output = {0};
    char path[PATH_MAX], hash[HASH_SIZE];

    if ((size_t)snprintf(path, sizeof path, "%s/" DUT_LIST, folder) >= sizeof path)
        return text_fail(error, size, "%s: the path is too long", folder);
    if (output_open(&output, path, error, size) != 0)
        return -1;
    hash_bytes(command, strlen(command), hash);
    fprintf(output.file, "%s the command\n", hash);
    for (int i = 0; i < files->count; i++) {
        if (hash_file(files->text[i], hash) != 0) {
            snprintf(error, size, "cannot read %s", files->text[i]);
            output_abandon(&output);
            return -1;
        }
        fprintf(output.file, "%s %s\n", hash, files->text[i]);
    }
    return output_close(&output, error, size);
}

/* Whether a list has a file of this hash and name, wherever that was. */
static int is_listed(const char *list_path, const char *file)
{
    char path[PATH_MAX], hash[HASH_SIZE], now[HASH_SIZE];
    FILE *list = fopen(list_path, "r");
    int listed = 0;

    if (list && hash_file(file, now) == 0)
        while (!listed && read_line(list, hash, path) == 1)
            listed =
                strcmp(hash, now) == 0 && strrchr(path, '/') && strcmp(strrchr(path, '/'), strrchr(file, '/')) == 0;
    if (list)
        fclose(list);
    return listed;
}

int dut_cache_sources(const char *object, char folder[PATH_MAX])
{
    char path[PATH_MAX], list[PATH_MAX + 32], flat[PATH_MAX + 64];
    int length;

    if (!realpath(object, path))
        return -1;
    length = (int)(strrchr(path, '/') - path);
    snprintf(list, sizeof list, "%.*s/" DUT_LIST, length, path);
    snprintf(flat, sizeof flat, "%.*s/" DUT_SOURCES "/" DUT_WRAPPER ".v", length, path);
    if (snprintf(folder, PATH_MAX, "%.*s/" DUT_SOURCES, length, path) >= PATH_MAX)
        return -1;
    return is_listed(list, path) && is_listed(list, flat) ? 0 : -1;
}

/*
 * The next word of a rule, from *at on. A backslash joins lines, or makes blanks, colons and # part of the word; a
 * dollar is written twice.
 */
static int next_word(const char **at, char word[PATH_MAX])
{
    size_t length = 0;

    for (;;) {
        *at += strspn(*at, " \t\n");
        if (strncmp(*at, "\\\n", 2) != 0)
            break;
        *at += 2;
    }
    for (; **at && !strchr(" \t\n", **at) && length + 1 < PATH_MAX; (*at)++) {
        if (((*at)[0] == '\\' && (*at)[1] && strchr(" \t:#\\", (*at)[1])) || ((*at)[0] == '$' && (*at)[1] == '$'))
            (*at)++;
        word[length++] = **at;
    }
    word[length] = 0;
    return length > 0;
}

static void add_file(const char *word, const char *but, struct arguments *files)
{
    char path[PATH_MAX];
    size_t length = strlen(but);

    if (!realpath(word, path))
        files->failed = 1;
    else if (strncmp(path, but, length) != 0 || path[length] != '/')
        arguments_add(files, "%s", path);
}

void dut_cache_rule(const char *path, const char *but, struct arguments *files)
{
    char *text = text_of_file(path), word[PATH_MAX], folder[PATH_MAX];
    const char *at = text ? strstr(text, ": ") : NULL;

    if (at && realpath(but, folder))
        for (at += 2; next_word(&at, word);)
            add_file(word, folder, files);
    else
        files->failed = 1;
    free(text);
}

/* Where add_source stands. */
struct sources {
    const char *but;
    struct arguments *files;
};

static int add_source(void *context, char *line, char *text, size_t size)
{
    const struct sources *s = context;
    const char *name;

    if (verilator_source_of(line, &name, text, size) != 0)
        return -1;
    if (name)
        add_file(name, s->but, s->files);
    return 0;
}

void dut_cache_verilated(const char *path, const char *but, struct arguments *files)
{
    char folder[PATH_MAX], error[PATH_MAX];
    struct sources s = {folder, files};

    if (!realpath(but, folder) || lines_read(path, add_source, &s, error, sizeof error) != 0)
        files->failed = 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/output.h"
#include "../base/regular.h"
#include "../base/scratch.h"
#include "../base/text.h"

/* @return 0, or -1 when the path is too long */
static int join(char path[PATH_MAX], const char *folder, const char *name, char *error, size_t size)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return 0;
    return text_fail(error, size, "the path is too long: %.200s/%.200s", folder, name);
}

static int cannot(const char *what, const char *path, char *error, size_t size)
{
    return text_fail(error, size, "cannot %s %s: %s", what, path, strerror(errno));
}

int gen_folder_check(const char *path, char *error, size_t size)
{
    char parent[PATH_MAX];
    struct stat status;
    size_t length = strlen(path);

    if (length == 0 || length + sizeof ".part" >= PATH_MAX)
        return text_fail(error, size, "cannot make the folder '%.100s': its name is %s", path,
                         length ? "too long" : "empty");
    if (lstat(path, &status) == 0)
        return text_fail(error, size, "%s is there already: name another folder, or remove it", path);
    snprintf(parent, sizeof parent, "%s", path);
    while (length > 1 && parent[length - 1] == '/')
        parent[--length] = 0;
    char *slash = strrchr(parent, '/');
    if (slash)
        slash[slash == parent] = 0;
    if (access(slash ? parent : ".", W_OK | X_OK) != 0)
        return cannot("make a folder in", slash ? parent : ".", error, size);
    return 0;
}

int gen_folder_begin(struct gen_folder *g, const char *path, const char *share, char *error, size_t size)
{
    size_t length;

    memset(g, 0, sizeof *g);
    if (gen_folder_check(path, error, size) != 0)
        return -1;
    g->share = share;
    length = (size_t)snprintf(g->path, sizeof g->path, "%s", path);
    while (length > 1 && g->path[length - 1] == '/')
        g->path[--length] = 0;
    memcpy(g->part, g->path, length);
    strcpy(g->part + length, ".part");
    if (mkdir(g->part, 0777) != 0)
        return cannot("make the folder", g->part, error, size);
    g->made = 1;
    scratch_add(g->part);
    return 0;
}

int gen_folder_inner(struct gen_folder *g, const char *name, char *error, size_t size)
{
    char path[PATH_MAX];

    if (join(path, g->part, name, error, size) != 0)
        return -1;
    return mkdir(path, 0777) == 0 ? 0 : cannot("make the folder", path, error, size);
}

int gen_folder_write(struct gen_folder *g, const char *name, void (*write)(const void *context, FILE *file),
                     const void *context, char *error, size_t size)
{
    struct output output = {0};
    char path[PATH_MAX];

    if (join(path, g->part, name, error, size) != 0 || output_open(&output, path, error, size) != 0)
        return -1;
    write(context, output.file);
    return output_close(&output, error, size);
}

struct filling {
    const char *text;
    const struct gen_field *words;
};

/* The word that stands at @, or NULL. */
static const struct gen_field *word_at(const struct filling *f, const char *at)
{
    for (const struct gen_field *w = f->words; w && w->name; w++) {
        size_t length = strlen(w->name);
        if (strncmp(at + 1, w->name, length) == 0 && at[1 + length] == '@')
            return w;
    }
    return NULL;
}

static void write_filled(const void *context, FILE *file)
{
    const struct filling *f = context;
    const char *from = f->text;

    for (const char *at = strchr(from, '@'); at; at = strchr(at, '@')) {
        const struct gen_field *w = word_at(f, at);
        if (!w) {
            at++;
            continue;
        }
        fwrite(from, 1, (size_t)(at - from), file);
        fputs(w->text, file);
        from = at += strlen(w->name) + 2;
    }
    fputs(from, file);
}

static int copy_file(struct gen_folder *g, const char *path, const char *name, const struct gen_field *words,
                     char *error, size_t size)
{
    char *text = text_of_file(path);
    const struct filling filling = {text, words};
    int status =
        text ? gen_folder_write(g, name, write_filled, &filling, error, size) : cannot("read", path, error, size);

    free(text);
    return status;
}

int gen_folder_fill(struct gen_folder *g, const char *from, const char *name, const struct gen_field *words,
                    char *error, size_t size)
{
    char path[PATH_MAX];

    return join(path, g->share, from, error, size) == 0 ? copy_file(g, path, name, words, error, size) : -1;
}

static int is_source(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot && (strcmp(dot, ".v") == 0 || strcmp(dot, ".vh") == 0 || strcmp(dot, ".f") == 0);
}

/* What stands for itself in a Makefile and in the shell that make starts. */
static int is_plain(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";

    return *name != '-' && name[strspn(name, plain)] == 0;
}

static int copy_source(struct gen_folder *g, const char *rtl, const char *file, char *error, size_t size)
{
    char from[PATH_MAX], name[PATH_MAX];

    if (!is_plain(file))
        return text_fail(error, size, "%.200s/%.200s: rename it: in a testbench make would read that name otherwise",
                         rtl, file);
    if (join(from, rtl, file, error, size) != 0 || join(name, "rtl", file, error, size) != 0 ||
        regular_check(from, error, size) != 0)
        return -1;
    return copy_file(g, from, name, NULL, error, size);
}

int gen_folder_rtl(struct gen_folder *g, const char *rtl, char *error, size_t size)
{
    struct dirent **entry;
    int count = scandir(rtl, &entry, is_source, alphasort), status;

    if (count < 0)
        return cannot("read the folder", rtl, error, size);
    status = gen_folder_inner(g, "rtl", error, size);
    if (status == 0 && count == 0)
        status = text_fail(error, size, "%s has no Verilog in it", rtl);
    for (int i = 0; i < count; i++) {
        if (status == 0)
            status = copy_source(g, rtl, entry[i]->d_name, error, size);
        free(entry[i]);
    }
    free(entry);
    return status;
}

int gen_folder_end(struct gen_folder *g, char *error, size_t size)
{
    if (rename(g->part, g->path) != 0)
        return cannot("write", g->path, error, size);
    g->made = 0;
    scratch_drop(g->part);
    return 0;
}

void gen_folder_abandon(struct gen_folder *g)
{
    if (g->made) {
        output_remove(g->part);
        scratch_drop(g->part);
    }
    g->made = 0;
}

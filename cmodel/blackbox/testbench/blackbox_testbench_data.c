/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that the router reads, such as the table of a $readmemh: a bundle has copies of those whose relative names are
 * strings of its Verilog, for it is run in its own folder. See blackbox_testbench.h.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/output.h"
#include "../../base/text.h"
#include "blackbox_testbench.h"

/* A larger file is none that a bundle should carry. */
enum { MOST_BYTES = 64 << 20 };

/* Where the writing stands. */
struct copying {
    const struct blackbox *f;
    struct gen_folder *g;
    char *error;
    size_t size;
    struct arguments copied; /* names of files, each with that in the bundle behind it */
    int renamed;             /* files that have other names there */
};

/* Where to find files -------------------------------------------------------------------------------------------- */

static int is_data(const char *path)
{
    struct stat is;

    return stat(path, &is) == 0 && S_ISREG(is.st_mode) && is.st_size <= MOST_BYTES && access(path, R_OK) == 0;
}

/* Beside a file, or in a folder. */
static int is_there(const char *name, const char *folder, int length, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%.*s%s", length, folder, name) < PATH_MAX && is_data(path);
}

/* In the order in which the model looks for them (tb/common/dut_ends.h). @return 1 when it is found */
static int find_data(const struct blackbox *f, const char *name, char path[PATH_MAX])
{
    char folder[PATH_MAX];

    if (is_there(name, "", 0, path))
        return 1;
    for (int i = 0; i < f->files.count; i++) {
        const char *file = f->files.text[i], *slash = strrchr(file, '/');
        if (slash && is_there(name, file, (int)(slash - file) + 1, path))
            return 1;
    }
    for (int i = 0; i < f->includes.count; i++)
        if (snprintf(folder, sizeof folder, "%s/", f->includes.text[i]) < (int)sizeof folder &&
            is_there(name, folder, (int)strlen(folder), path))
            return 1;
    return 0;
}

/* Copies ---------------------------------------------------------------------------------------------------------- */

static void write_copy(const void *context, FILE *out)
{
    FILE *in = fopen(context, "rb");
    char bytes[4096];
    size_t count;

    while (in && (count = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, count, out);
    if (in)
        fclose(in);
}

/* Whether a name leads to a place in the bundle that nothing else has. */
static int keeps_name(const struct copying *c, const char *name)
{
    char path[PATH_MAX];

    return !strstr(name, "..") && strncmp(name, "build/", 6) != 0 && strcmp(name, "power_up.mk") != 0 &&
           snprintf(path, sizeof path, "%s/%s", c->g->part, name) < (int)sizeof path && access(path, F_OK) != 0;
}

static int copy_data(struct copying *c, const char *from, const char *name)
{
    const char *slash = strrchr(name, '/');
    char folder[PATH_MAX];

    if (snprintf(folder, sizeof folder, "%s/%.*s", c->g->part, slash ? (int)(slash - name) : 0, name) >=
        (int)sizeof folder)
        return text_fail(c->error, c->size, "%.200s: the path is too long", name);
    if (slash && output_folders(folder, c->error, c->size) != 0)
        return -1;
    return gen_folder_write(c->g, name, write_copy, from, c->error, c->size);
}

/* The name in the bundle of a file that is there already, or NULL. */
static const char *copy_of(const struct copying *c, const char *name)
{
    for (int i = 0; i + 1 < c->copied.count; i += 2)
        if (strcmp(c->copied.text[i], name) == 0)
            return c->copied.text[i + 1];
    return NULL;
}

/* Some names would lead out of the bundle: there they are others. */
static int add_copy(struct copying *c, const char *name, const char *from)
{
    const char *slash = strrchr(name, '/');

    arguments_add(&c->copied, "%s", name);
    if (keeps_name(c, name))
        arguments_add(&c->copied, "%s", name);
    else
        arguments_add(&c->copied, "data/%d_%s", ++c->renamed, slash ? slash + 1 : name);
    return c->copied.failed ? -1 : copy_data(c, from, copy_of(c, name));
}

/* A string of the Verilog, which may name a file. */
static int take_string(struct copying *c, const char *name, FILE *out)
{
    char from[PATH_MAX];
    int is_file = *name != '/' && !strchr(name, '\\') && find_data(c->f, name, from);

    if (is_file && !copy_of(c, name) && add_copy(c, name, from) != 0)
        return -1;
    fputs(is_file ? copy_of(c, name) : name, out);
    return 0;
}

/* All strings of a text. */
static int take_strings(struct copying *c, const char *text, FILE *out)
{
    int status = 0;

    while (*text && status == 0) {
        size_t before = strcspn(text, "\""), length;
        char name[PATH_MAX];
        fwrite(text, 1, before, out);
        text += before;
        if (!*text)
            break;
        length = strcspn(text + 1, "\"\n");
        if (length == 0 || length >= sizeof name || text[1 + length] != '"') {
            fwrite(text, 1, 1 + length, out);
            text += 1 + length;
            if (*text == '"')
                fputc(*text++, out);
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, text + 1);
        fputc('"', out);
        status = take_string(c, name, out);
        fputc('"', out);
        text += length + 2;
    }
    return status;
}

static void write_text(const void *context, FILE *out)
{
    fputs(context, out);
}

int blackbox_testbench_data(const struct blackbox_testbench *t, struct gen_folder *g, char *error, size_t size)
{
    struct copying c = {.f = t->f, .g = g, .error = error, .size = size};
    char path[PATH_MAX + 16], *text, *taken;
    struct text mended;
    FILE *out;
    int status;

    snprintf(path, sizeof path, "%s/network.v", g->part);
    text = text_of_file(path);
    out = text ? text_open(&mended) : NULL;
    snprintf(error, size, "out of memory");
    status = out ? take_strings(&c, text, out) : -1;
    taken = out ? text_close(&mended) : NULL;
    if (status == 0 && !taken)
        status = -1;
    if (status == 0 && c.renamed)
        status = gen_folder_write(g, "network.v", write_text, taken, error, size);
    arguments_free(&c.copied);
    free(text);
    free(taken);
    return status;
}

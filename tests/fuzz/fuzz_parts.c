/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs that stand for several files, and the folder for readers that want names.
 */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cmodel/base/output.h"
#include "fuzz.h"

enum { PATH = 128 };
static const char mark[] = "=== ";
static char folder[PATH / 2];
static pid_t maker;

static void remove_folder(void)
{
    if (maker == getpid())
        output_remove(folder);
}

/* In $TMPDIR; else in memory where that is a folder: a hundred thousand files are written there. */
const char *fuzz_folder(void)
{
    const char *in = getenv("TMPDIR");

    if (maker)
        return folder;
    if (!in)
        in = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    maker = getpid();
    if ((size_t)snprintf(folder, sizeof folder, "%s/fedx-fuzz-XXXXXX", in) >= sizeof folder || !mkdtemp(folder) ||
        atexit(remove_folder) != 0)
        abort();
    return folder;
}

void fuzz_path(const char *name, char *path, size_t size)
{
    if ((size_t)snprintf(path, size, "%s/%s", fuzz_folder(), name) >= size)
        abort();
}

void fuzz_part(FILE *out, const char *name)
{
    fprintf(out, "%s%s\n", mark, name);
}

const uint8_t *fuzz_part_of(const struct fuzz_input *in, const char *name, size_t *length)
{
    const uint8_t *end = in->bytes + in->length, *at, *next;
    char line[PATH];
    int size = snprintf(line, sizeof line, "%s%s\n", mark, name);

    at = memmem(in->bytes, in->length, line, (size_t)size);
    if (!at)
        return NULL;
    at += size;
    next = memmem(at, (size_t)(end - at), mark, sizeof mark - 1);
    *length = (size_t)((next ? next : end) - at);
    return at;
}

int fuzz_differs(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length)
{
    return a_length != b_length || memcmp(a, b, a_length) != 0;
}

static void write_part(const char *name, const uint8_t *bytes, size_t length)
{
    char path[PATH];
    FILE *out;

    fuzz_path(name, path, sizeof path);
    out = bytes ? fopen(path, "w") : NULL;
    if (!bytes)
        unlink(path);
    if (bytes && (!out || fwrite(bytes, 1, length, out) != length || fclose(out) != 0))
        abort();
}

void fuzz_take_apart(const char *path, const char *const *names, int count)
{
    static uint8_t bytes[FUZZ_MAX];
    struct fuzz_input in = {bytes, 0};
    FILE *file = fopen(path, "r");

    if (!file)
        abort();
    in.length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (int i = 0; i < count; i++) {
        size_t length = 0;
        const uint8_t *part = fuzz_part_of(&in, names[i], &length);
        write_part(names[i], part, length);
    }
}

/* Where a sentence is a list, all lines but the first are set in. */
int fuzz_refuse(const char *path, const char *reason, char *error, size_t size)
{
    snprintf(error, size, "%s: %s", path, reason);
    for (char *at = error; (at = strstr(at, "\n  "));)
        memset(at, ' ', 1);
    return -1;
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* nftw, asprintf */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "text.h"

static int cannot_write(const char *path, int reason, char *error, size_t size)
{
    return text_fail(error, size, "cannot write %s: %s", path, strerror(reason));
}

int output_printed(char *error, size_t size)
{
    int failed = fflush(stdout) != 0, reason = failed ? errno : 0;

    if (!failed && !ferror(stdout))
        return 0;
    return text_fail(error, size, "cannot write to standard output%s%s", reason ? ": " : "",
                     reason ? strerror(reason) : "");
}

int output_folder(const char *path, char *error, size_t size)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    return text_fail(error, size, "cannot make the folder %s: %s", path, strerror(errno));
}

int output_folders(const char *path, char *error, size_t size)
{
    char *parent = strdup(path);
    int status = 0;

    if (!parent)
        return cannot_write(path, ENOMEM, error, size);
    for (char *slash = parent; status == 0 && *slash && (slash = strchr(slash + 1, '/')); *slash = '/') {
        *slash = 0;
        status = output_folder(parent, error, size);
    }
    free(parent);
    return status == 0 ? output_folder(path, error, size) : -1;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    (void)!remove(path);
    return 0;
}

void output_remove(const char *path)
{
    enum { OPEN = 16 };

    nftw(path, remove_one, OPEN, FTW_DEPTH | FTW_PHYS);
}

static void forget(struct output *output)
{
    free(output->path);
    free(output->part);
    memset(output, 0, sizeof *output);
}

/* Names ----------------------------------------------------------------------------------------------------------- */

/* The name of a file that may not be there yet, without links. @return to be freed, or NULL with errno set */
static char *resolved(const char *path)
{
    struct stat status;
    char *folder, *real, *name = NULL;
    const char *slash = strrchr(path, '/');

    if (lstat(path, &status) == 0)
        return realpath(path, NULL); /* a link to nothing has none, and nothing is made where it leads */
    if (errno != ENOENT)
        return NULL;
    folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    real = folder ? realpath(folder, NULL) : NULL;
    if (real && asprintf(&name, "%s/%s", real, slash ? slash + 1 : path) < 0)
        name = NULL;
    free(folder);
    free(real);
    return name;
}

int output_same(const char *a, const char *b)
{
    char *first = resolved(a), *second = resolved(b);
    int same = first && second ? strcmp(first, second) == 0 : strcmp(a, b) == 0;

    free(first);
    free(second);
    return same;
}

/*
 * A device, or a pipe: what is written there cannot be taken back. /dev/stdout may be a file, but it is open already.
 */
static int is_direct(const char *path)
{
    struct stat status;

    return strncmp(path, "/dev/", 5) == 0 || (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

/* @return 0, or -1 with errno set */
static int set_names(struct output *output, const char *path)
{
    struct stat status;
    int direct = is_direct(path), link = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);

    memset(output, 0, sizeof *output);
    output->path = !direct && link ? resolved(path) : strdup(path);
    if (output->path && direct)
        output->part = strdup(path);
    else if (output->path && asprintf(&output->part, "%s.part", output->path) < 0)
        output->part = NULL;
    return output->part ? 0 : -1;
}

/* Opening --------------------------------------------------------------------------------------------------------- */

/* Keep others from the file as long as it is open; not every file system can. @return 0, or -1 with errno set */
static int lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ? 0 : -1;
}

/* Whether the name is still that of the file that was locked: its owner may have completed it meanwhile. */
static int is_named(int file, const char *path)
{
    struct stat opened, named;

    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/* @return a file that is locked, or -1 with errno set */
static int open_part(const char *part, int flags)
{
    int file, named = 0;

    while (!named) {
        file = open(part, flags | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0)
            return -1;
        if (lock(file) != 0) {
            close(file);
            errno = EWOULDBLOCK;
            return -1;
        }
        named = is_named(file, part);
        if (!named)
            close(file);
    }
    return file;
}

/* Empty, with the permissions of what it is to replace. */
static FILE *begin_part(const struct output *output)
{
    struct stat old;
    int file = open_part(output->part, O_WRONLY | O_CREAT);
    FILE *stream = NULL;

    if (file >= 0 && ftruncate(file, 0) == 0 &&
        (stat(output->path, &old) != 0 || fchmod(file, old.st_mode & 07777) == 0))
        stream = fdopen(file, "w");
    if (file >= 0 && !stream)
        close(file);
    return stream;
}

static int cannot_open(const char *path, int reason, char *error, size_t size)
{
    struct stat status;

    if (reason == EWOULDBLOCK)
        snprintf(error, size, "cannot write %s: another run is writing it; name another file, or wait for it", path);
    else if (reason == ENOENT && lstat(path, &status) == 0)
        snprintf(error, size, "cannot write %s: it is a link that leads to nothing: remove it", path);
    else if (reason == ELOOP)
        snprintf(error, size, "cannot write %s: %s.part is a link: remove that", path, path);
    else
        return cannot_write(path, reason, error, size);
    return -1;
}

int output_open(struct output *output, const char *path, char *error, size_t size)
{
    errno = ENOMEM;
    if (set_names(output, path) == 0)
        output->file = strcmp(output->part, output->path) == 0 ? fopen(path, "w") : begin_part(output);
    if (output->file)
        return 0;
    int reason = errno;
    output_abandon(output);
    return cannot_open(path, reason, error, size);
}

int output_close(struct output *output, char *error, size_t size)
{
    int failed, reason, held;

    if (!output->file)
        return 0;
    failed = fflush(output->file) != 0 || ferror(output->file);
    reason = errno;
    held = dup(fileno(output->file)); /* the lock lasts until the file has its name */
    if (fclose(output->file) != 0 && !failed) {
        failed = 1;
        reason = errno;
    }
    output->file = NULL;
    if (!failed && strcmp(output->part, output->path) != 0 && rename(output->part, output->path) != 0) {
        failed = 1;
        reason = errno;
    }
    if (failed)
        cannot_write(output->path, reason ? reason : EIO, error, size);
    if (failed && strcmp(output->part, output->path) != 0)
        unlink(output->part);
    if (held >= 0)
        close(held);
    output_abandon(output);
    return failed ? -1 : 0;
}

void output_abandon(struct output *output)
{
    if (output->file) {
        if (strcmp(output->part, output->path) != 0)
            unlink(output->part); /* before others may take it */
        fclose(output->file);
    }
    forget(output);
}

/* Marks ----------------------------------------------------------------------------------------------------------- */

enum { TAIL = 4096 };

void output_sync(struct output *output)
{
    int reason;

    if (fflush(output->file) != 0 || ferror(output->file))
        return;
    /* What cannot be synchronised is a device or a pipe; an error before it is still to be told. */
    reason = errno;
    (void)fsync(fileno(output->file));
    errno = reason;
}

/* Hash of the bytes before `length`. @return 0, or -1 when there are not so many */
static int hash_tail(int file, uint64_t length, uint64_t *tail)
{
    uint8_t bytes[TAIL];
    size_t count = length < TAIL ? (size_t)length : TAIL;

    if (pread(file, bytes, count, (off_t)(length - count)) != (ssize_t)count)
        return -1;
    *tail = XXH3_64bits(bytes, count);
    return 0;
}

/* The file itself is open for writing only. */
static int read_tail(const char *path, uint64_t length, uint64_t *tail)
{
    FILE *file = fopen(path, "r");
    int status = file ? hash_tail(fileno(file), length, tail) : -1;

    if (file)
        fclose(file);
    return status;
}

int output_mark(struct output *output, struct output_mark *mark, char *error, size_t size)
{
    memset(mark, 0, sizeof *mark);
    if (!output->file)
        return 0;
    if (strcmp(output->part, output->path) == 0)
        return text_fail(error, size,
                         "%s is not a regular file: what a run with a checkpoint writes must be gone on with",
                         output->path);
    output_sync(output);
    long length = ferror(output->file) ? -1 : ftell(output->file);
    if (length < 0)
        return cannot_write(output->path, errno ? errno : EIO, error, size);
    mark->open = 1;
    mark->length = (uint64_t)length;
    if (read_tail(output->part, mark->length, &mark->tail) == 0)
        return 0;
    return cannot_write(output->path, errno ? errno : EIO, error, size);
}

static int is_marked(const char *path, const struct output_mark *mark)
{
    uint64_t tail;

    return read_tail(path, mark->length, &tail) == 0 && tail == mark->tail;
}

/* The first bytes of one file, in another one. */
static int copy_bytes(const char *from, const char *to, uint64_t length)
{
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    char bytes[1 << 16];
    int failed = !in || !out;

    while (!failed && length > 0) {
        size_t count = fread(bytes, 1, length < sizeof bytes ? (size_t)length : sizeof bytes, in);
        failed = count == 0 || fwrite(bytes, 1, count, out) != count;
        length -= count;
    }
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        failed = 1;
    return failed ? -1 : 0;
}

/* The file as it was: its part, or made of what became whole. */
static int find_marked(const struct output *output, const struct output_mark *mark, char *error, size_t size)
{
    if (is_marked(output->part, mark))
        return 0;
    if (!is_marked(output->path, mark))
        return text_fail(error, size, "%s is not there any more as the checkpoint knows it (%llu bytes), nor is %s",
                         output->part, (unsigned long long)mark->length, output->path);
    return copy_bytes(output->path, output->part, mark->length) == 0 ? 0
                                                                     : cannot_write(output->part, errno, error, size);
}

int output_resume(struct output *output, const char *path, const struct output_mark *mark, char *error, size_t size)
{
    int reason = ENOMEM, status = -1, file;

    if (set_names(output, path) == 0) {
        if ((status = find_marked(output, mark, error, size)) == 0 && (file = open_part(output->part, O_RDWR)) >= 0)
            output->file = fdopen(file, "r+");
        reason = errno;
    }
    if (output->file && ftruncate(fileno(output->file), (off_t)mark->length) == 0 &&
        fseek(output->file, 0, SEEK_END) == 0)
        return 0;
    if (status == 0 || !output->path || !output->part)
        cannot_open(path, output->file ? errno : reason, error, size);
    output_leave(output);
    return -1;
}

void output_leave(struct output *output)
{
    if (output->file)
        fclose(output->file);
    forget(output);
}

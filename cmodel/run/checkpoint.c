/* SPDX-License-Identifier: Apache-2.0 */
#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/output.h"
#include "../base/text.h"

uint64_t checkpoint_check_of(const struct checkpoint_header *h, const void *scenario, const void *archive)
{
    uint64_t head = XXH3_64bits(&h->format, sizeof *h - offsetof(struct checkpoint_header, format));

    return XXH3_64bits_withSeed(archive, h->archive, XXH3_64bits_withSeed(scenario, h->scenario, head));
}

/* @return the scenario as text, to be freed; NULL when out of memory */
static char *text_of(const struct scenario *s, size_t *length)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, length);

    if (!file)
        return NULL;
    scenario_print(s, file);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

int checkpoint_write(const char *path, const struct scenario *s, const struct archive *archive, char *error,
                     size_t size)
{
    struct output output;
    struct checkpoint_header h = {.format = CHECKPOINT_FORMAT, .archive = archive->length};
    size_t length = 0;
    char *text = text_of(s, &length);

    if (!text)
        return text_fail(error, size, "out of memory");
    memcpy(h.magic, CHECKPOINT_MAGIC, sizeof h.magic);
    h.scenario = length;
    h.check = checkpoint_check_of(&h, text, archive->bytes);
    int status = output_open(&output, path, error, size);
    if (status == 0) {
        /* An error stays with the stream. */
        fwrite(&h, sizeof h, 1, output.file);
        fwrite(text, 1, length, output.file);
        fwrite(archive->bytes, 1, archive->length, output.file);
        output_sync(&output);
        status = output_close(&output, error, size);
    }
    free(text);
    return status;
}

static int cannot_read(const char *path, int reason, char *error, size_t size)
{
    return text_fail(error, size, "cannot read %s: %s", path, strerror(reason));
}

static int map(struct checkpoint *c, const char *path, char *error, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC), reason = 0;
    struct stat status;
    void *mapped = MAP_FAILED;

    if (file < 0)
        return cannot_read(path, errno, error, size);
    if (fstat(file, &status) != 0)
        reason = errno;
    else if (!S_ISREG(status.st_mode))
        reason = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    else if (status.st_size > 0 &&
             (mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0)) == MAP_FAILED)
        reason = errno;
    close(file);
    if (reason)
        return cannot_read(path, reason, error, size);
    if (mapped != MAP_FAILED) {
        c->file = mapped;
        c->size = (size_t)status.st_size;
    }
    return 0;
}

/* From the outside in: nothing is used before what it rests on is known to be good. */
static int check(const struct checkpoint *c, const struct checkpoint_header *h, const char *path, char *error,
                 size_t size)
{
    size_t room = c->size - sizeof *h;

    if (c->size < sizeof *h || memcmp(h->magic, CHECKPOINT_MAGIC, sizeof h->magic) != 0) {
        snprintf(error, size, "%s is not a checkpoint of fedx run", path);
    } else if (h->scenario > room || h->archive > room - h->scenario) {
        snprintf(error, size, "%s is cut short, or damaged: it has %zu bytes", path, c->size);
    } else if (h->scenario + h->archive != room ||
               h->check != checkpoint_check_of(h, c->file + sizeof *h, c->file + sizeof *h + h->scenario)) {
        snprintf(error, size, "%s is damaged: its checksum is wrong", path);
    } else if (h->format != CHECKPOINT_FORMAT) {
        snprintf(error, size, "%s is of another version of fedx: go on with that one", path);
    } else {
        return 0;
    }
    return -1;
}

static int read_checked(struct checkpoint *c, const char *path, struct scenario *s, char *error, size_t size)
{
    struct checkpoint_header h = {0};
    char reason[SCENARIO_ERROR];

    memcpy(&h, c->file, c->size < sizeof h ? c->size : sizeof h);
    if (check(c, &h, path, error, size) != 0)
        return -1;
    scenario_defaults(s);
    if (scenario_parse(s, path, (const char *)c->file + sizeof h, h.scenario, reason, sizeof reason) != 0)
        return text_fail(error, size, "%s is of another version of fedx: %.1024s", path, reason);
    memset(s->line, 0, sizeof s->line); /* nobody wrote them */
    c->check = h.check;
    archive_load(&c->archive, c->file + sizeof h + h.scenario, h.archive);
    return 0;
}

int checkpoint_read(struct checkpoint *c, const char *path, struct scenario *s, char *error, size_t size)
{
    memset(c, 0, sizeof *c);
    if (map(c, path, error, size) != 0)
        return -1;
    if (!c->file)
        return text_fail(error, size, "%s is not a checkpoint of fedx run: it is empty", path);
    if (read_checked(c, path, s, error, size) == 0)
        return 0;
    checkpoint_finish(c);
    return -1;
}

void checkpoint_finish(struct checkpoint *c)
{
    if (c->file)
        munmap(c->file, c->size);
    memset(c, 0, sizeof *c);
}

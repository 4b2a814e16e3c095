/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_output.h.
 */
#include "fedx_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot_write(const char *path, int reason, char *error, size_t size)
{
    snprintf(error, size, "cannot write %s: %s", path, strerror(reason));
    return -1;
}

static int make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : -1;
}

int fedx_output_folder(const char *path, char *error, size_t size)
{
    char *part = strdup(path);
    int failed = !part;

    for (char *end = part ? strchr(part + 1, '/') : NULL; end && !failed; end = strchr(end + 1, '/')) {
        *end = 0;
        failed = make_folder(part) != 0;
        *end = '/';
    }
    failed = failed || make_folder(path) != 0;
    if (failed)
        snprintf(error, size, "cannot make the folder %s: %s", path, strerror(errno));
    free(part);
    return failed ? -1 : 0;
}

int fedx_output_open(struct fedx_output *output, const char *path, char *error, size_t size)
{
    struct stat status;
    int regular = stat(path, &status) != 0 || S_ISREG(status.st_mode);

    output->path = strdup(path);
    output->part = malloc(strlen(path) + sizeof ".part");
    if (output->path && output->part) {
        sprintf(output->part, "%s%s", path, regular ? ".part" : "");
        output->file = fopen(output->part, "w");
    }
    if (output->file)
        return 0;
    int reason = errno;
    fedx_output_abandon(output);
    return cannot_write(path, reason, error, size);
}

int fedx_output_close(struct fedx_output *output, char *error, size_t size)
{
    int failed, reason;

    if (!output->file)
        return 0;
    failed = fflush(output->file) != 0 || ferror(output->file);
    reason = errno;
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
    fedx_output_abandon(output);
    return failed ? -1 : 0;
}

void fedx_output_abandon(struct fedx_output *output)
{
    if (output->file) {
        fclose(output->file);
        if (strcmp(output->part, output->path) != 0)
            unlink(output->part);
    }
    free(output->path);
    free(output->part);
    memset(output, 0, sizeof *output);
}

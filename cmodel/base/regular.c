/* SPDX-License-Identifier: Apache-2.0 */
#include "regular.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int regular_check(const char *path, char *error, size_t size)
{
    struct stat is;

    if (stat(path, &is) != 0 || access(path, R_OK) != 0)
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    else if (S_ISDIR(is.st_mode))
        snprintf(error, size, "cannot read %s: %s", path, strerror(EISDIR));
    else if (!S_ISREG(is.st_mode))
        snprintf(error, size, "cannot read %s: it is no regular file, but a pipe or a device", path);
    else
        return 0;
    return -1;
}

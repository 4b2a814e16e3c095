/* SPDX-License-Identifier: Apache-2.0 */
#include "install_paths.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "platform.h"

/* From the folder of the program: two of an installation, two of a build. */
static const char *const places[] = {FEDX_SHARE, FEDX_OBJECTS, ".", FEDX_SOURCES};
enum { PLACES = sizeof places / sizeof *places };

int install_path_beside(const char *name, char path[PATH_MAX])
{
    char *folder;

    if (platform_program_path(path) < 0)
        return -1;
    folder = strrchr(path, '/') + 1;
    return snprintf(folder, (size_t)(path + PATH_MAX - folder), "%s", name) < path + PATH_MAX - folder ? 0 : -1;
}

static int has(const char *folder, const char *file)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/%s", folder, file) < PATH_MAX && access(path, R_OK) == 0;
}

int install_path_folder(const char *file, char folder[PATH_MAX])
{
    for (int i = 0; i < PLACES; i++)
        if (install_path_beside(places[i], folder) == 0 && has(folder, file))
            return 0;
    return -1;
}

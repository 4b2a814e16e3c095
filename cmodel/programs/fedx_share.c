/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_share.h.
 */
#include "fedx_share.h"

#include <stdio.h>
#include <unistd.h>

#include "fedx_cli.h"

static int has(const char *folder, const char *file)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/%s", folder, file) < PATH_MAX && access(path, R_OK) == 0;
}

int fedx_share_folder(const char *file, char folder[PATH_MAX])
{
    if (fedx_cli_beside(FEDX_SHARE, folder) == 0 && has(folder, file))
        return 0;
    return snprintf(folder, PATH_MAX, "%s", FEDX_SOURCE_FOLDER) < PATH_MAX && has(folder, file) ? 0 : -1;
}

int fedx_share_libraries(char folder[PATH_MAX])
{
    if (fedx_cli_beside(FEDX_LIBRARIES, folder) == 0 && access(folder, X_OK) == 0)
        return 0;
    return fedx_cli_beside(".", folder);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See cli_rtl.h.
 */
#include "cli_rtl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/install_paths.h"
#include "../fedx/kind/fedx_kind.h"
#include "../fedx/kind/fedx_model_node.h"
#include "cli_dut.h"

/* Where programs of the user keep what can be made again: the XDG Base Directory Specification. */
static int cache_folder(char folder[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;

    if (cache && *cache == '/')
        length = snprintf(folder, PATH_MAX, "%s/fedx/rtl-%d", cache, FEDX_BUFFERS);
    else if (home && *home == '/')
        length = snprintf(folder, PATH_MAX, "%s/.cache/fedx/rtl-%d", home, FEDX_BUFFERS);
    return length >= 0 && length < PATH_MAX ? 0 : -1;
}

/* As a user would build it with --dut; --inject needs all that the map names. */
static int build(const char *command, const char *share, const char *folder, int quiet)
{
    struct cli_dut own = {.dut = {.top = "fedx_switch", .keep = folder, .inject = 1}};
    char map[PATH_MAX + 32];
    int status;

    snprintf(map, sizeof map, "%s/examples/fedx_regs.yaml", share);
    own.dut.map = map;
    arguments_add(&own.dut.files, "%s/rtl/fedx/fedx.f", share);
    arguments_add(&own.dut.parameters, "BUFFERS=%d", FEDX_BUFFERS);
    status = cli_dut_build(command, &fedx_kind, &own, quiet);
    if (status == 0)
        fedx_node_usual(own.build.object);
    cli_dut_finish(&own);
    return status;
}

int cli_rtl(const char *command, int quiet)
{
    char share[PATH_MAX], folder[PATH_MAX];

    if ((int)FEDX_BUFFERS == (int)FEDX_STANDARD_BUFFERS || !FEDX_VERIFIED)
        return 0;
    if (install_path_folder("rtl/fedx/fedx.f", share) != 0)
        return cli_bad(command, "rtl/fedx/fedx.f " INSTALL_PATHS_MISSING);
    if (cache_folder(folder) != 0)
        return cli_bad(
            command,
            "the RTL of %d buffers is built when it is first needed, and there is no folder to keep it in: set "
            "XDG_CACHE_HOME or HOME",
            FEDX_BUFFERS);
    return build(command, share, folder, quiet);
}

int cli_rtl_of(const char *command, const struct scenario *s, int quiet)
{
    if (*s->fabric.rtl_object || (strcmp(s->fabric.rtl, "none") == 0 && strcmp(s->fabric.lockstep, "none") == 0))
        return 0;
    return cli_rtl(command, quiet);
}

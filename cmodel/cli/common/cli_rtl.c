/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_rtl.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/install_paths.h"
#include "../../base/output.h"
#include "../../run/setup.h"
#include "cli_dut.h"

/* Where programs of the user keep what can be made again: the XDG Base Directory Specification. @param what  is kept */
static int cache_folder(const char *what, char folder[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;

    if (cache && *cache == '/')
        length = snprintf(folder, PATH_MAX, "%s/fedx/rtl-%s", cache, what);
    else if (home && *home == '/')
        length = snprintf(folder, PATH_MAX, "%s/.cache/fedx/rtl-%s", home, what);
    return length >= 0 && length < PATH_MAX ? 0 : -1;
}

/* The mapping file: one of the program, or one that is written into the folder that keeps the build. */
static int find_map(const struct router_kind *kind, const char *share, const char *folder, char map[PATH_MAX + 32],
                    char *error, size_t size)
{
    const struct dut_own *own = kind->parts->dut->own;
    struct output out = {0};

    if (!own->print_map) {
        snprintf(map, PATH_MAX + 32, "%s/%s", share, own->map);
        return 0;
    }
    snprintf(map, PATH_MAX + 32, "%s/regs.yaml", folder);
    if (output_folders(folder, error, size) != 0 || output_open(&out, map, error, size) != 0)
        return -1;
    own->print_map(kind, out.file);
    return output_close(&out, error, size);
}

/* As a user would build it with --dut; --inject needs all that the map names. */
static int build(const char *command, const struct router_kind *kind, const char *share, const char *folder, int quiet)
{
    const struct dut_own *own = kind->parts->dut->own;
    struct cli_dut built = {.dut = {.top = own->top, .keep = folder, .inject = 1}};
    char map[PATH_MAX + 32], error[SCENARIO_ERROR];
    int status;

    if (find_map(kind, share, folder, map, error, sizeof error) != 0)
        return cli_bad(command, "%s", error);
    built.dut.map = map;
    arguments_add(&built.dut.files, "%s/%s", share, own->files);
    for (const struct dut_parameter *p = kind->parts->dut->parameters; p->name; p++)
        arguments_add(&built.dut.parameters, "%s=%ld", p->name, p->value);
    status = cli_dut_build(command, kind, &built, quiet);
    if (status == 0)
        own->built(kind, built.build.object);
    cli_dut_finish(&built);
    return status;
}

int cli_rtl(const char *command, const struct router_kind *kind, int quiet)
{
    const struct dut_own *own = kind->parts->dut ? kind->parts->dut->own : NULL;
    char share[PATH_MAX], folder[PATH_MAX];

    if (!own)
        return 0;
    if (install_path_folder(own->map, share) != 0)
        return cli_bad(command, "%s " INSTALL_PATHS_MISSING, own->map);
    if (cache_folder(own->cache ? own->cache : kind->name, folder) != 0)
        return cli_bad(command,
                       "the RTL of %s is built when it is first needed, and there is no folder to keep it in: set "
                       "XDG_CACHE_HOME or HOME",
                       own->words ? own->words : kind->name);
    return build(command, kind, share, folder, quiet);
}

int cli_rtl_of(const char *command, const struct scenario *s, int quiet)
{
    if (*s->fabric.rtl_object || (strcmp(s->fabric.rtl, "none") == 0 && strcmp(s->fabric.lockstep, "none") == 0))
        return 0;
    return cli_rtl(command, setup_kind(s), quiet);
}

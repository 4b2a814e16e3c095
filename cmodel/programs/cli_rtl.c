/* SPDX-License-Identifier: Apache-2.0
 *
 * See cli_rtl.h.
 */
#include "cli_rtl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/install_paths.h"
#include "../base/output.h"
#include "../fedx/kind/fedx_kind.h"
#include "../fedx/kind/fedx_model_node.h"
#include "../scenario/setup.h"
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

/* What is built, of which kind. */
struct own_rtl {
    const struct router_kind *kind;
    struct dut_own own;
    const struct dut_parameter *parameters; /* ended by one without a name */
    const char *words;                      /* such as 20 buffers */
};

/* The mapping file: one of the program, or one that is written into the folder that keeps the build. */
static int find_map(const struct own_rtl *rtl, const char *share, const char *folder, char map[PATH_MAX + 32],
                    char *error, size_t size)
{
    struct output out = {0};

    if (!rtl->own.print_map) {
        snprintf(map, PATH_MAX + 32, "%s/%s", share, rtl->own.map);
        return 0;
    }
    snprintf(map, PATH_MAX + 32, "%s/regs.yaml", folder);
    if (output_folders(folder, error, size) != 0 || output_open(&out, map, error, size) != 0)
        return -1;
    rtl->own.print_map(rtl->kind, out.file);
    return output_close(&out, error, size);
}

/* As a user would build it with --dut; --inject needs all that the map names. */
static int build(const char *command, const struct own_rtl *rtl, const char *share, const char *folder, int quiet)
{
    struct cli_dut own = {.dut = {.top = rtl->own.top, .keep = folder, .inject = 1}};
    char map[PATH_MAX + 32], error[SCENARIO_ERROR];
    int status;

    if (find_map(rtl, share, folder, map, error, sizeof error) != 0)
        return cli_bad(command, "%s", error);
    own.dut.map = map;
    arguments_add(&own.dut.files, "%s/%s", share, rtl->own.files);
    for (const struct dut_parameter *p = rtl->parameters; p->name; p++)
        arguments_add(&own.dut.parameters, "%s=%ld", p->name, p->value);
    status = cli_dut_build(command, rtl->kind, &own, quiet);
    if (status == 0)
        rtl->own.built(rtl->kind, own.build.object);
    cli_dut_finish(&own);
    return status;
}

/* @param cache  name of the folder that keeps it */
static int find(const char *command, const struct own_rtl *rtl, const char *cache, int quiet)
{
    char share[PATH_MAX], folder[PATH_MAX];

    if (install_path_folder(rtl->own.map, share) != 0)
        return cli_bad(command, "%s " INSTALL_PATHS_MISSING, rtl->own.map);
    if (cache_folder(cache, folder) != 0)
        return cli_bad(command,
                       "the RTL of %s is built when it is first needed, and there is no folder to keep it in: set "
                       "XDG_CACHE_HOME or HOME",
                       rtl->words);
    return build(command, rtl, share, folder, quiet);
}

static void found_fedx(const struct router_kind *kind, const char *object)
{
    (void)kind;
    fedx_node_usual(object);
}

static int find_fedx(const char *command, int quiet)
{
    static const struct dut_parameter parameters[] = {{"BUFFERS", FEDX_BUFFERS}, {NULL, 0}};
    char words[32], cache[16];

    if ((int)FEDX_BUFFERS == (int)FEDX_STANDARD_BUFFERS || !FEDX_VERIFIED)
        return 0;
    snprintf(words, sizeof words, "%d buffers", FEDX_BUFFERS);
    snprintf(cache, sizeof cache, "%d", FEDX_BUFFERS);
    const struct own_rtl rtl = {
        &fedx_kind, {"fedx_switch", "rtl/fedx/fedx.f", "examples/fedx_regs.yaml", NULL, found_fedx}, parameters, words};
    return find(command, &rtl, cache, quiet);
}

int cli_rtl(const char *command, const struct router_kind *kind, int quiet)
{
    const struct dut_kind *dut = kind->parts->dut;

    if (!dut || !dut->own)
        return find_fedx(command, quiet);
    const struct own_rtl rtl = {kind, *dut->own, dut->parameters, kind->name};
    return find(command, &rtl, kind->name, quiet);
}

int cli_rtl_of(const char *command, const struct scenario *s, int quiet)
{
    if (*s->fabric.rtl_object || (strcmp(s->fabric.rtl, "none") == 0 && strcmp(s->fabric.lockstep, "none") == 0))
        return 0;
    return cli_rtl(command, setup_kind(s), quiet);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_blackbox.h"

#include <limits.h>
#include <stdio.h>

#include "../../base/install_paths.h"
#include "../../base/text.h"
#include "cli_wait.h"

/* What the command line says of the sources. */
static int add_options(struct cli_blackbox *b, const struct dut *options, char *error, size_t size)
{
    for (int i = 0; i < options->includes.count; i++)
        arguments_add(&b->f->includes, "%s", options->includes.text[i]);
    for (int i = 0; i < options->defines.count; i++)
        arguments_add(&b->f->defines, "%s", options->defines.text[i]);
    if (b->f->includes.failed || b->f->defines.failed)
        return text_fail(error, size, "out of memory");
    return b->f->files.count ? 0 : text_fail(error, size, "%s:1: the description names no files", b->f->path);
}

static int build(struct cli_blackbox *b, const char *keep, int quiet, char *error, size_t size)
{
    char support[PATH_MAX];
    struct cli_wait wait;
    int status;

    if (install_path_folder("tb/blackbox/blackbox_dut.cpp", support) != 0)
        return text_fail(error, size, "tb/blackbox/blackbox_dut.cpp " INSTALL_PATHS_MISSING);
    cli_wait_begin(&wait, b->f->top, quiet);
    status = blackbox_build(&b->build, b->f, keep, support, error, size);
    b->seconds = cli_wait_end(&wait);
    b->box.device = b->build.ops;
    return status;
}

int cli_blackbox_build(const char *command, struct cli_blackbox *b, struct scenario *scenario,
                       const struct cli_dut *options, int quiet)
{
    const struct dut none = {0}, *given = cli_dut_given(options) ? &none : &options->dut;
    char error[BLACKBOX_ERROR], fabric[SCENARIO_ERROR];

    if (!*scenario->fabric.blackbox && given == &options->dut && cli_dut_builds(options))
        return cli_bad(command, "--include, --define, --parameter and --keep go with --dut FILES or --blackbox FILE");
    if (!*scenario->fabric.blackbox)
        return 0;
    b->f = blackbox_load(scenario->fabric.blackbox, &given->parameters, error, sizeof error);
    if (!b->f)
        return cli_bad(command, "%s", error);
    blackbox_box_init(&b->box, b->f);
    scenario->box = &b->box.given;
    if (scenario_check(scenario, fabric, sizeof fabric) != 0) /* before a build takes its time */
        return cli_bad(command, "%s", fabric);
    if (add_options(b, given, error, sizeof error) != 0 || build(b, given->keep, quiet, error, sizeof error) != 0)
        return cli_bad(command, "%s", error);
    return 0;
}

void cli_blackbox_print(const struct cli_blackbox *b)
{
    if (!b->f)
        return;
    if (b->build.build.reused)
        printf("black box   %s, as built before\n", b->f->top);
    else
        printf("black box   %s, built in %.1f s\n", b->f->top, b->seconds);
}

void cli_blackbox_finish(struct cli_blackbox *b)
{
    if (!b->f)
        return;
    blackbox_build_finish(&b->build);
    blackbox_destroy(b->f);
}

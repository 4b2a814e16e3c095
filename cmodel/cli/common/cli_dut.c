/* SPDX-License-Identifier: Apache-2.0
 *
 * A router of the user's own on the command line. See cli_dut.h.
 */
#include "cli_dut.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/install_paths.h"
#include "../../base/quote.h"
#include "../../config/registry.h"
#include "../../gen/gen.h"
#include "cli_wait.h"

enum { KEY_DUT = 1024, KEY_TOP, KEY_MAP, KEY_INCLUDE, KEY_DEFINE, KEY_PARAMETER, KEY_KEEP };

/* After the groups of the subcommands and their sections. */
enum { GROUP = 20 };

static const struct argp_option options[] = {
    {.doc = "A router of your own, instead of the RTL of this project (docs/howto/verify-golden-model.md):",
     .group = GROUP},
    {"dut", KEY_DUT, "FILES", 0,
     "its sources, .v and .sv, or .f lists of them with paths relative to the list; separated by commas, or the option again",
     0},
    {"top", KEY_TOP, "NAME", 0,
     "its module, with the pins of docs/spec/fedx.md section 2, docs/spec/vcr.md or docs/spec/axis.md", 0},
    {"map", KEY_MAP, "FILE", 0, "where it keeps named registers; without it only the pins are compared", 0},
    {"include", KEY_INCLUDE, "DIR", 0, "look for `include files here too (may be given again)", 0},
    {"define", KEY_DEFINE, "NAME[=VALUE]", 0, "define a macro (may be given again)", 0},
    {"parameter", KEY_PARAMETER, "NAME=VALUE", 0, "set a parameter of the module (may be given again)", 0},
    {"keep", KEY_KEEP, "DIR", 0, "leave the build here, and use it again while no source has changed", 0},
    {0},
};

/*
 * Length of the name that a list begins with: a comma parts names, unless there is a file with the comma in its name.
 */
static size_t name_length(const char *text)
{
    size_t length = strlen(text);

    while (memchr(text, ',', length)) {
        char name[PATH_MAX];
        if ((size_t)snprintf(name, sizeof name, "%.*s", (int)length, text) < sizeof name && access(name, F_OK) == 0)
            break;
        do
            length--;
        while (text[length] != ',');
    }
    return length;
}

static void add_files(struct arguments *files, const char *text)
{
    for (size_t length; *text; text += length + (text[length] == ',')) {
        length = name_length(text);
        if (length)
            arguments_add(files, "%.*s", (int)length, text);
    }
}

int cli_dut_builds(const struct cli_dut *given)
{
    const struct dut *dut = &given->dut;

    return dut->includes.count || dut->keep || dut->defines.count || dut->parameters.count;
}

/* What goes together. */
static void check(const struct cli_dut *given, const struct argp_state *state)
{
    const struct dut *dut = &given->dut;
    int more = dut->map || dut->top || (!given->lent && cli_dut_builds(given));

    if (dut->files.count && !dut->top)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--dut needs --top NAME: the module to compare");
    if (!dut->files.count && more)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0,
                     "--top, --map, --include, --define, --parameter and --keep go with --dut FILES");
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_dut *given = state->input;
    struct dut *dut = &given->dut;

    switch (key) {
    case KEY_DUT: add_files(&dut->files, text); return 0;
    case KEY_TOP: dut->top = text; return 0;
    case KEY_MAP: dut->map = text; return 0;
    case KEY_INCLUDE: arguments_add(&dut->includes, "%s", text); return 0;
    case KEY_DEFINE: arguments_add(&dut->defines, "%s", text); return 0;
    case KEY_PARAMETER: arguments_add(&dut->parameters, "%s", text); return 0;
    case KEY_KEEP: dut->keep = text; return 0;
    case ARGP_KEY_END: check(given, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

struct argp_child cli_dut_child(void)
{
    static const struct argp argp = {.options = options, .parser = parse};

    return (struct argp_child){.argp = &argp};
}

int cli_dut_given(const struct cli_dut *given)
{
    return given->dut.files.count > 0;
}

/* Whether a kind is a terminal of such routers. */
static int is_terminal_of(const struct router_kind *kind, const struct router_kind *router)
{
    char prefix[64];
    size_t length = (size_t)snprintf(prefix, sizeof prefix, "%s-terminal", router->name);

    return strncmp(kind->name, prefix, length) == 0;
}

static int has_terminal(const struct router_kind *router)
{
    const struct router_kind *const *kind = unit_kinds;

    while (*kind && !is_terminal_of(*kind, router))
        kind++;
    return *kind != NULL;
}

/* The terminal of such a router that has these ports, or NULL. @param widths  1: and their widths */
static const struct router_kind *terminal_with(const struct router_kind *router, const struct verilator_port *ports,
                                               int count, int widths)
{
    for (const struct router_kind *const *kind = unit_kinds; *kind; kind++)
        if (is_terminal_of(*kind, router) && dut_has_pins(*kind, ports, count, widths))
            return *kind;
    return NULL;
}

const struct router_kind *cli_dut_kind(const struct router_kind *router, const struct cli_dut *given)
{
    struct verilator_port *ports = NULL;
    const struct router_kind *kind = NULL;
    char error[DUT_ERROR];
    int count = cli_dut_given(given) && has_terminal(router) ? dut_ports(&given->dut, &ports, error, sizeof error) : 0;

    for (int widths = 1; widths >= 0 && !kind && !dut_has_pins(router, ports, count, 0); widths--)
        kind = terminal_with(router, ports, count, widths);
    free(ports);
    return kind ? kind : router;
}

int cli_dut_build(const char *command, const struct router_kind *kind, struct cli_dut *given, int quiet)
{
    char support[PATH_MAX], shim[64], error[DUT_ERROR];
    struct cli_wait wait;
    int status;

    if (!cli_dut_given(given))
        return 0;
    given->dut.kind = kind;
    if (!kind->parts->dut)
        return cli_bad(command, "--dut: a router of kind %s of your own cannot be had", kind->name);
    snprintf(shim, sizeof shim, "tb/%s", kind->parts->dut->shim);
    if (install_path_folder(shim, support) != 0)
        return cli_bad(command, "%s " INSTALL_PATHS_MISSING, shim);
    given->dut.support = support;
    cli_wait_begin(&wait, given->dut.top, quiet);
    status = dut_build(&given->dut, &given->build, error, sizeof error);
    given->dut.support = NULL;
    given->seconds = cli_wait_end(&wait);
    /* Now, because a loop that counts on its delay never ends. */
    if (status == 0 && given->build.delays)
        fprintf(stderr, "fedx %s: %d delay%s ignored, the first in %s\n", command, given->build.delays,
                given->build.delays == 1 ? " is" : "s are", given->build.delayed);
    return status == 0 ? 0 : cli_bad(command, "%s", error);
}

static void print_files(const struct dut *dut, FILE *out)
{
    for (int i = 0; i < dut->files.count; i++)
        fprintf(out, "%s%s", i ? "," : "", dut->files.text[i]);
}

/* Length of the first two words: name and version, without dates. */
static int version_length(const char *tool)
{
    size_t name = strcspn(tool, " ");

    return (int)(tool[name] ? name + 1 + strcspn(tool + name + 1, " ") : name);
}

void cli_dut_print(const struct cli_dut *given)
{
    if (!cli_dut_given(given))
        return;
    printf("%-11s %s of ", given->dut.kind->parts->gen ? given->dut.kind->parts->gen->unit : "router", given->dut.top);
    print_files(&given->dut, stdout);
    if (given->build.reused)
        printf(", as built in %s\n", given->dut.keep);
    else
        printf(", built in %.1f s by %.*s\n", given->seconds, version_length(given->build.tool), given->build.tool);
    if (*given->build.unused)
        printf("            outputs that nobody looks at: %s\n", given->build.unused);
}

static void repeat_list(const char *option, const struct arguments *list, FILE *out)
{
    for (int i = 0; i < list->count; i++)
        quote_option(option, list->text[i], out);
}

/* As the one list that they were given as, or could have been. */
static void repeat_files(const struct dut *dut, FILE *out)
{
    char *names = NULL;
    size_t size;
    FILE *list = open_memstream(&names, &size);

    if (!list)
        return;
    print_files(dut, list);
    if (fclose(list) == 0)
        quote_option("dut", names, out);
    free(names);
}

void cli_dut_repeat(const struct cli_dut *given, FILE *out)
{
    const struct dut *dut = &given->dut;

    if (!cli_dut_given(given))
        return;
    repeat_files(dut, out);
    quote_option("top", dut->top, out);
    if (dut->map)
        quote_option("map", dut->map, out);
    repeat_list("include", &dut->includes, out);
    repeat_list("define", &dut->defines, out);
    repeat_list("parameter", &dut->parameters, out);
    if (dut->keep)
        quote_option("keep", dut->keep, out);
}

json_t *cli_dut_json(const struct cli_dut *given)
{
    json_t *files = cli_dut_given(given) ? json_array() : NULL;

    if (!cli_dut_given(given))
        return json_null();
    for (int i = 0; i < given->dut.files.count; i++)
        json_array_append_new(files, json_string(given->dut.files.text[i]));
    return json_pack("{s:s, s:o, s:s?}", "top", given->dut.top, "files", files, "map", given->dut.map);
}

void cli_dut_ended(const char *command, uint64_t cycle, int node, const char *why)
{
    fprintf(stderr, "fedx %s: cycle %" PRIu64 ", node %d: %s\n", command, cycle, node, why);
}

void cli_dut_finish(struct cli_dut *given)
{
    dut_finish(&given->build);
    arguments_free(&given->dut.files);
    arguments_free(&given->dut.includes);
    arguments_free(&given->dut.defines);
    arguments_free(&given->dut.parameters);
}

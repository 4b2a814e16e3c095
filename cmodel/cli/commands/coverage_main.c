/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx coverage: coverage files of runs merged and looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "../../config/scenario_kind.h"
#include "../../cover/coverage_file.h"
#include "../../kind/file_buffers.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"
#include "../common/cli_router.h"
#include "../common/instances.h"
#include "fedx/params.h"

enum { KEY_OUT = 256, KEY_POINTS, KEY_MARKDOWN, KEY_COMPLETE, KEY_ROUTER };

static const struct argp_option argp_options[] = {
    {"out", KEY_OUT, "FILE", 0, "write all of it as one coverage file, - for standard output", 0},
    {"router", KEY_ROUTER, "KIND", 0,
     "without a file: the points of this kind of router, as in fedx verify (default fedx)", 0},
    {"points", KEY_POINTS, "FAMILY", 0, "list every point of this family, all: of every family", 0},
    {"markdown", KEY_MARKDOWN, 0, 0, "print the table of families, and of unreachable points, for the documentation",
     0},
    {"complete", KEY_COMPLETE, 0, 0, "exit status 1 unless every reachable point was hit, and no other", 0},
    {0},
};

enum { MOST_FAMILIES = 64 };

struct options {
    char **files; /* of argv */
    int count;
    const char *out;
    const struct router_kind *router; /* NULL: that of the first file */
    const char *points;               /* family whose points are listed, by name */
    int family;                       /* by number; the number of families: all; -1: none */
    int markdown, complete;
};

/* The kind of router of the first file. */
static const struct router_kind *router_of_file(const struct argp_state *state, const struct options *o)
{
    char name[64];
    const struct router_kind *kind;

    coverage_file_router(o->files[0], name, sizeof name);
    kind = cli_unit(state, name);
    return kind ? kind : registry_default();
}

/* Which kind of router it is about, and which of its families. */
static void choose(const struct argp_state *state, struct options *o)
{
    const char *names[MOST_FAMILIES + 2] = {0};
    const struct coverage_kind *kind;

    if (o->count)
        o->router = router_of_file(state, o);
    kind = o->router->parts->coverage;
    if (!kind) {
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--router %s: routers of this kind have no points of coverage",
                     o->router->name);
        return;
    }
    for (int f = 0; f < kind->families && f < MOST_FAMILIES; f++)
        names[f] = kind->family[f].name;
    names[kind->families] = "all";
    if (o->points)
        o->family = cli_choice(state, "points", o->points, names);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_OUT: o->out = text; return 0;
    case KEY_POINTS: o->points = text; return 0;
    case KEY_ROUTER: o->router = cli_router(state, text); return 0;
    case KEY_MARKDOWN: o->markdown = 1; return 0;
    case KEY_COMPLETE: o->complete = 1; return 0;
    case ARGP_KEY_ARGS:
        o->files = state->argv + state->next;
        o->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END: choose(state, o); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE...]",
    .doc =
        "Merge coverage files, of fedx run and fedx verify with --coverage, and print what they cover: points by family, and the "
        "reachable ones that no run has hit. Without a file: what points there are.\vExamples:\n"
        "  fedx verify --until-covered --coverage a.json\n"
        "  fedx run --lockstep all --cycles 200000 --coverage b.json\n"
        "  fedx coverage a.json b.json --out both.json\n"
        "  # its points, how often hit, and where first\n"
        "  fedx coverage both.json --points watch\n",
};

static int show(const struct coverage *c, const struct options *o)
{
    int status = o->out ? cli_write_json("coverage", o->out, coverage_json(c)) : 0;

    /* With the JSON on standard output words would be in its way. */
    if (cli_is_standard_output(o->out))
        return status;
    if (o->markdown)
        coverage_print_markdown(c, stdout);
    for (int f = 0; f < c->kind->families; f++)
        if (o->family == f || o->family == c->kind->families)
            coverage_print_points(c, f, stdout);
    if (!o->markdown && o->family < 0)
        coverage_print(c, stdout);
    return status;
}

int coverage_main(int argc, char **argv)
{
    struct options o = {.router = registry_default(), .family = -1};
    struct coverage *c;
    char error[1024];
    const struct instance *instance;
    int status;

    cli_parse(&argp, argc, argv, &o);
    instance = instance_for(o.count ? file_buffers_at(o.files[0], FEDX_STANDARD_BUFFERS) : FEDX_BUFFERS, 1);
    if (o.router->parts->scenario->buffers_key && instance->buffers != FEDX_BUFFERS)
        return instance_run(instance, "coverage", argc, argv);
    c = coverage_create(o.router->parts->coverage);
    if (!c)
        return cli_bad("coverage", "out of memory");
    status = cli_check_output("coverage", o.out);
    for (int i = 0; i < o.count && status == 0; i++)
        if (coverage_read(c, o.files[i], error, sizeof error) != 0)
            status = cli_bad("coverage", "%s", error);
    if (status == 0)
        status = show(c, &o);
    if (status == 0 && o.complete && !coverage_complete(c))
        status = CLI_EXIT_DIFFERENT;
    coverage_destroy(c);
    return status;
}

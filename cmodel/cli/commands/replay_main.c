/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx replay: the vectors of a bundle through model and RTL once more.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "../../base/quote.h"
#include "../../base/text.h"
#include "../../config/registry.h"
#include "../../results/result_value.h"
#include "../../results/results_difference.h"
#include "../../triage/bundle.h"
#include "../common/cli_parse.h"
#include "../common/cli_rtl.h"
#include "../common/cli_triage.h"
#include "../common/instances.h"
#include "fedx/params.h"

#define RESULTS_DEF "../cli/commands/replay_main.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

enum { KEY_OBJECT = 256, KEY_OPINION, KEY_TRUST, KEY_JSON };

static const struct argp_option argp_options[] = {
    {"rtl-object", KEY_OBJECT, "FILE", 0,
     "the Verilated RTL (default: that of this project, or with --trust the bundle's own)", 0},
    {"trust", KEY_TRUST, 0, 0, "run code that is in the bundle: its switch, its testbench", 0},
    {"second-opinion", KEY_OPINION, 0, 0,
     "run the testbench of the bundle in Icarus and Verilator too, and say who is right; needs --trust", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {0},
};

struct options {
    const char *folder, *object, *json;
    int trust, second_opinion;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_TRUST: o->trust = 1; return 0;
    case KEY_JSON: o->json = text; return 0;
    case KEY_OPINION: o->second_opinion = 1; return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &o->folder); return 0;
    case ARGP_KEY_END:
        if (!o->folder)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "name the bundle: fedx replay FOLDER");
        if (o->second_opinion && !o->trust)
            argp_failure(
                state, CLI_EXIT_BAD_INPUT, 0,
                "--second-opinion runs the testbench of the bundle, which is code: give --trust too if you made the "
                "bundle yourself or would run any program of who did");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "BUNDLE",
    .doc =
        "Run the vectors of a bundle through model and RTL side by side, and print the first difference. Exit status 1 "
        "when there is one, 0 when there is none any more.\vExamples:\n"
        "  fedx replay fedx-bundle\n"
        "  # with the switch of your own that is in it\n"
        "  fedx replay fedx-bundle --trust\n"
        "  # with repaired RTL\n"
        "  fedx replay fedx-bundle --rtl-object build/libfedx_rtl.so\n",
};

/* In the same cycle, with the same values. */
static int is_recorded(const struct bundle *b, const struct replay *r)
{
    return r->mismatch.cycle == b->mismatch.cycle && mismatch_same(&r->mismatch, &b->mismatch);
}

/* The command that does the same again. @return a text to be freed, or NULL when out of memory */
static char *command_of(const struct options *o)
{
    struct text command;
    FILE *out = text_open(&command);

    if (!out)
        return NULL;
    fputs("fedx replay ", out);
    quote_shell(o->folder, out);
    if (o->object)
        quote_option("rtl-object", o->object, out);
    if (o->trust)
        fputs(" --trust", out);
    return text_close(&command);
}

static const char *outcome(const struct replay *r)
{
    return !r->differs ? "good" : *r->mismatch.ended ? "ended" : "mismatch";
}

/* What rows are of. */
struct replay_at {
    const struct bundle *b;
    const struct replay *r;
    const char *folder, *command;
};

static const struct replay_at *at(const struct results_at *x)
{
    return x->of;
}

static struct result_value difference_of(const struct results_at *x)
{
    const struct bundle *b = at(x)->b;

    return json(
        results_difference(&(struct results_found){at(x)->r->differs ? &at(x)->r->mismatch : NULL, b->vectors.kind,
                                                   b->node, at(x)->folder, NULL, at(x)->command}));
}

#include "../../results/results_rows_of.h"

static json_t *results_json(const struct bundle *b, const struct replay *r, const struct options *o)
{
    char *command = command_of(o);
    const struct replay_at of = {b, r, o->folder, command};
    json_t *json = results_object(RESULTS_replay, &(struct results_at){.rows = rows, .of = &of});

    free(command);
    return json;
}

static void print(const struct bundle *b, const struct replay *r)
{
    results_words(RESULTS_replay, &(struct results_at){.rows = rows, .of = &(struct replay_at){b, r, NULL, NULL}},
                  stdout);
    if (!r->differs) {
        printf("no difference any more\n");
        return;
    }
    b->vectors.kind->parts->lockstep->print(b->vectors.kind, &r->mismatch, b->node, stdout);
    if (is_recorded(b, r))
        printf("the difference that was recorded\n");
    else
        printf("another difference than the recorded one: cycle %" PRIu64 ", %s, model 0x%" PRIx64 ", RTL 0x%" PRIx64
               "\n",
               b->mismatch.cycle, b->mismatch.field, b->mismatch.model, b->mismatch.rtl);
}

static int replay(struct bundle *b, const struct options *o)
{
    char error[BUNDLE_ERROR];
    const struct node_ops *rtl;
    int words = !cli_is_standard_output(o->json), status;
    struct replay r;

    if (!o->object && !b->rtl_object && (status = cli_rtl("replay", b->vectors.kind, 0)) != 0)
        return status;
    rtl = bundle_open(b, o->folder, o->object, o->trust, error, sizeof error);
    if (!rtl || bundle_replayable(b, rtl, error, sizeof error) != 0)
        return cli_bad("replay", "%s", error);
    if (replay_run(&b->vectors, rtl, b->power_up, &r) != 0)
        return cli_bad("replay", "out of memory");
    if (words)
        print(b, &r);
    if (o->second_opinion && cli_triage_opinion(b, o->folder, !words, error, sizeof error) != 0)
        return cli_bad("replay", "%s", error);
    status = o->json ? cli_write_json("replay", o->json, results_json(b, &r, o)) : 0;
    return status ? status : r.differs ? CLI_EXIT_DIFFERENT : CLI_EXIT_GOOD;
}

int replay_main(int argc, char **argv)
{
    struct options o = {0};
    struct bundle b;
    char error[BUNDLE_ERROR];
    const struct instance *instance;
    int status;

    cli_parse(&argp, argc, argv, &o);
    instance = instance_for(bundle_buffers(o.folder, FEDX_STANDARD_BUFFERS), 1);
    if (instance->buffers != FEDX_BUFFERS)
        return instance_run(instance, "replay", argc, argv);
    if (cli_check_output("replay", o.json) != 0)
        return CLI_EXIT_BAD_INPUT;
    status = bundle_read(&b, unit_kinds, o.folder, error, sizeof error) == 0 ? replay(&b, &o)
                                                                             : cli_bad("replay", "%s", error);
    bundle_finish(&b);
    return status;
}

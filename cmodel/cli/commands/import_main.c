/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx import: traffic of other simulators.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../traffic/import.h"
#include "../../traffic/trace.h"
#include "../common/cli.h"
#include "../common/cli_parse.h"

enum { KEY_FROM = 256, KEY_OUT, KEY_PACKET_SIZE, KEY_DELAY, KEY_START, KEY_PERIOD, KEY_RESPONSE_VNET, ERROR = 2560 };

static const struct argp_option argp_options[] = {
    {"from", KEY_FROM, "FORMAT", 0, "whose file it is: netrace, noxim, gem5 or booksim", 0},
    {"out", KEY_OUT, "FILE", 0, "write to FILE (default: standard output)", 0},
    {"packet-size", KEY_PACKET_SIZE, "N", 0,
     "what a packet holds: bytes of netrace, flits of gem5 and booksim (default: a message is one packet)", 0},
    {"start", KEY_START, "CYCLE", 0, "leave out what comes before, and count cycles from there (default 0)", 0},
    {"delay", KEY_DELAY, "CYCLES", 0, "from what a message of netrace depends on to itself (default 0)", 0},
    {"period", KEY_PERIOD, "TICKS", 0, "ticks of gem5 per cycle (default 500)", 0},
    {"response-vnet", KEY_RESPONSE_VNET, "VNET", 0, "virtual network of gem5 whose messages are of class 1 (default 2)",
     0},
    {0},
};

struct options {
    struct import import;
    const struct import_format *format;
    const char *output;
};

static void parse_format(struct options *o, const struct argp_state *state, const char *text)
{
    for (int k = 0; import_formats[k] && !o->format; k++)
        if (strcmp(import_formats[k]->name, text) == 0)
            o->format = import_formats[k];
    if (!o->format)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--from %s: must be netrace, noxim, gem5 or booksim", text);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    struct import *i = &o->import;

    switch (key) {
    case KEY_FROM: parse_format(o, state, text); return 0;
    case KEY_OUT: o->output = text; return 0;
    case KEY_PACKET_SIZE: i->packet_size = (uint64_t)cli_integer(state, "packet-size", text, 1, 1 << 20); return 0;
    case KEY_START: i->start = (uint64_t)cli_integer(state, "start", text, 0, INT64_MAX); return 0;
    case KEY_DELAY: i->delay = (uint64_t)cli_integer(state, "delay", text, 0, TRACE_LONGEST_DELAY); return 0;
    case KEY_PERIOD: i->period = (uint64_t)cli_integer(state, "period", text, 1, INT64_MAX); return 0;
    case KEY_RESPONSE_VNET:
        i->response_vnet = (uint64_t)cli_integer(state, "response-vnet", text, 0, INT64_MAX);
        return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &i->path); return 0;
    case ARGP_KEY_END:
        if (!i->path || !o->format)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "%s", i->path ? "--from says whose file it is" : "which file?");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Turn traffic of another simulator into a trace for fedx run --replay, or into a matrix for --matrix "
           "(docs/reference/workloads.md).\vExamples:\n"
           "  # packets of netrace, with what they depend on\n"
           "  bunzip2 -c blackscholes.tra.bz2 >blackscholes.tra\n"
           "  fedx import --from netrace blackscholes.tra --packet-size 72 -o trace\n"
           "  fedx run --router vcr-mesh --topology mesh --replay trace\n"
           "  # rates of Noxim\n"
           "  fedx import --from noxim table.txt -o matrix\n"
           "  # what gem5 --debug-flags=RubyNetwork printed\n"
           "  fedx import --from gem5 garnet.txt --packet-size 5 -o trace\n"
           "  # watch_out of BookSim2, with lines p0, p1 ... in watch_file\n"
           "  fedx import --from booksim watched -o trace\n",
};

/* What came of it, as a comment: it is the last line of a trace. */
static void print_sum(const struct options *o, const char *start, FILE *out)
{
    const struct import *i = &o->import;

    fprintf(out, "%s%" PRIu64 " %s", start, i->messages, o->format == &import_noxim ? "rates" : "messages");
    if (o->format == &import_netrace)
        fprintf(out, ", %" PRIu64 " dependencies; %" PRIu64 " left out, on packets that went elsewhere or had not come",
                i->deps, i->lost_deps);
    if (i->unfinished)
        fprintf(out, "; %" PRIu64 " left out, which had not arrived", i->unfinished);
    putc('\n', out);
}

static int convert(struct options *o, char *error, size_t size)
{
    int status = o->format->convert(&o->import, error, size);

    if (status == 0)
        print_sum(o, "# ", o->import.out);
    return status;
}

int import_main(int argc, char **argv)
{
    struct options o = {.import = {.period = 500, .response_vnet = 2}};
    struct output output = {0};
    char error[ERROR];
    int to_file, status;

    cli_parse(&argp, argc, argv, &o);
    to_file = o.output && !cli_is_standard_output(o.output);
    if (to_file &&
        cli_check_distinct(
            "import", (struct cli_file[]){{"FILE", o.import.path, CLI_READ}, {"--out", o.output, CLI_WRITTEN}}, 2) != 0)
        return CLI_EXIT_BAD_INPUT;
    if (to_file && output_open(&output, o.output, error, sizeof error) != 0)
        return cli_bad("import", "%s", error);
    o.import.out = to_file ? output.file : stdout;
    status = convert(&o, error, sizeof error);
    if (status == 0)
        status = output_close(&output, error, sizeof error);
    output_abandon(&output);
    if (status != 0)
        return cli_bad("import", "%s", error);
    if (to_file)
        print_sum(&o, "", stdout);
    return 0;
}

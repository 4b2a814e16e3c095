/* SPDX-License-Identifier: Apache-2.0 */
#include "bench_fabric.h"

#include <inttypes.h>

#include "../common/cli_parse.h"
#include "../common/cli_scenario.h"

static const struct argp argp = {
    .args_doc = "[FILE]",
    .doc = "A fabric to be measured by fedx bench, with the options of fedx run.",
};

/* It is measured, and nothing else made of it. @return what cannot be, or NULL */
static const char *too_much(const struct scenario *s)
{
    const struct {
        const char *option;
        int given;
    } more[] = {
        {"json", *s->output.json},
        {"csv", *s->output.csv},
        {"report", *s->output.report},
        {"coverage", *s->output.coverage},
        {"hops", *s->output.hops},
        {"trace", *s->output.trace},
        {"record", *s->output.record},
        {"fault-record", *s->output.fault_record},
        {"checkpoint", *s->output.checkpoint},
        {"check-engine", (int)s->run.check_engine},
    };

    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].given)
            return more[i].option;
    return NULL;
}

int bench_fabric_read(int argc, char **argv, struct scenario *scenario)
{
    struct cli_scenario given = {0};
    const struct argp_child children[] = {cli_scenario_child(), {0}};
    struct argp parser = argp;
    const char *more;
    int status;

    parser.children = children;
    cli_parse(&parser, argc, argv, &given);
    if ((status = cli_scenario("bench", &given, scenario)) != 0)
        return status;
    if ((more = too_much(scenario)))
        return cli_bad("bench", "a fabric is measured and nothing else made of it: leave out %s", more);
    return cli_elsewhere(scenario) ? 0 : cli_scenario_object("bench", given.file, &given, scenario);
}

int bench_fabric_of(const struct arguments *words, struct scenario *scenario)
{
    if (words->failed)
        return cli_bad("bench", "out of memory");
    return bench_fabric_read(words->count, words->text, scenario);
}

int bench_fabric_went_on(const struct session *session)
{
    const char *text;
    int node;

    if (fabric_fault(session->fabric, &node, &text) == FABRIC_FAULT_NONE)
        return 0;
    return cli_bad("bench",
                   "the fabric did not go on at cycle %" PRIu64 ", so there is nothing to measure: fedx run says why",
                   fabric_cycle(session->fabric));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify --inject. See verify_inject.h.
 */
#include "verify_inject.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/quote.h"
#include "../../base/text.h"
#include "../../bench/hidden_state_check.h"
#include "../../bench/state_fit.h"
#include "../../config/registry.h"
#include "../../config/scenario_kind.h"
#include "../../dut/dut_map.h"
#include "../../results/junit.h"
#include "../../results/result_value.h"
#include "../../results/results_difference.h"
#include "../common/cli.h"
#include "fedx/params.h"

#define RESULTS_DEF "../cli/verify/verify_inject.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

static const char *outcome(const struct mismatch *d)
{
    return !d ? "good" : mismatch_illegal(d->field) ? "illegal" : "mismatch";
}

/* What stays as reached of a router of the user's own, and why. */
static void print_reached(const struct verify_inject *v, const uint8_t *fits)
{
    const struct router_kind *kind = v->config.kind;
    char error[DUT_ERROR];
    struct dut_map *map = v->dut->dut.map ? dut_map_load(v->dut->dut.map, v->dut->dut.kind, error, sizeof error) : NULL;
    int hidden = state_fit_count(kind, fits, STATE_FIT_HIDDEN),
        related = state_fit_count(kind, fits, STATE_FIT_RELATED);

    printf("registers   %d of %d set\n", state_fit_count(kind, fits, STATE_FIT_SET), kind->register_count);
    for (int row = 0; map && row < kind->register_count; row++)
        if (fits[row] == STATE_FIT_WORKED && map->rows[row].line)
            printf("            %s.%s cannot be injected, because %s is a wire or an expression: it stays as reached\n",
                   kind->registers[row].block, kind->registers[row].name, map->rows[row].signals[0]);
    if (hidden)
        printf("            %d that the map does not name stay as reached, and %d that may say when those matter\n",
               hidden, related);
    dut_map_free(map);
}

/* The command that does the batch of the difference again. */
static void print_command(const struct verify_inject *v, const struct injection_result *r, FILE *out)
{
    fprintf(out, "fedx verify --inject %d --seed %" PRIu64 " --first %" PRIu64, INJECTION_BATCH, v->config.seed,
            r->batch);
    registry_print_option(v->config.kind, out);
    if (v->config.kind->parts->scenario->buffers_key && (int)FEDX_BUFFERS != (int)FEDX_STANDARD_BUFFERS)
        fprintf(out, " --buffers %d", FEDX_BUFFERS);
    if (v->object)
        quote_option("rtl-object", v->object, out);
    cli_dut_repeat(v->dut, out);
}

static void print_failure(const struct verify_inject *v, struct injection *i, FILE *out)
{
    const struct injection_result *r = injection_result(i);

    fprintf(out, "failed in batch %" PRIu64 ", state %" PRIu64 ", cycle %" PRIu64 " from it\n", r->batch, r->state,
            r->cycle);
    v->config.kind->parts->lockstep->print(v->config.kind, injection_mismatch(i), 0, out);
    fprintf(out, "repeat with: ");
    print_command(v, r, out);
    fprintf(out, "\n");
}

/* How to see the difference again. @return a text to be freed, or NULL when out of memory */
static char *command_of(const struct verify_inject *v, const struct injection_result *r)
{
    struct text command;
    FILE *out = text_open(&command);

    if (!out)
        return NULL;
    print_command(v, r, out);
    return text_close(&command);
}

/* What rows are of. */
struct inject_at {
    const struct verify_inject *v;
    struct injection *i;
    double seconds;
    struct compared compared;
    const char *command; /* how to see the difference again; NULL: there is none */
};

static const struct inject_at *at(const struct results_at *x)
{
    return x->of;
}

static const struct injection_result *result_of(const struct results_at *x)
{
    return injection_result(at(x)->i);
}

static const struct mismatch *mismatch_of(const struct results_at *x)
{
    return injection_mismatch(at(x)->i);
}

static struct result_value difference_of(const struct results_at *x)
{
    return json(results_difference(
        &(struct results_found){mismatch_of(x), at(x)->v->config.kind, 0, NULL, NULL, at(x)->command}));
}

#include "../../results/results_rows_of.h"

static json_t *results_json(const struct verify_inject *v, struct injection *i)
{
    char *command = injection_mismatch(i) ? command_of(v, injection_result(i)) : NULL;
    const struct inject_at of = {v, i, 0, injection_compared(i), command};
    json_t *json = results_object(RESULTS_injection, &(struct results_at){.rows = rows, .of = &of});

    free(command);
    return json;
}

static void print_results(const struct verify_inject *v, struct injection *i, double seconds)
{
    const struct inject_at of = {v, i, seconds, injection_compared(i), NULL};

    cli_dut_print(v->dut);
    results_words(RESULTS_injection, &(struct results_at){.rows = rows, .of = &of}, stdout);
    if (cli_dut_given(v->dut))
        print_reached(v, injection_fits(i));
    if (injection_mismatch(i))
        print_failure(v, i, stdout);
}

/* @return 0, or CLI_EXIT_BAD_INPUT after saying why not */
static int write_junit(const struct verify_inject *v, struct injection *i, double seconds)
{
    struct junit_case c = {.name = "injection", .seconds = seconds};
    char error[512], *said;
    struct text text;
    FILE *out = text_open(&text);
    int status;

    if (!out)
        return cli_bad("verify", "out of memory");
    if (injection_mismatch(i)) {
        print_failure(v, i, out);
        c.failure = outcome(injection_mismatch(i));
    }
    c.text = said = text_close(&text);
    status = junit_write(v->junit, "fedx verify", &c, 1, error, sizeof error);
    free(said);
    return status == 0 ? 0 : cli_bad("verify", "%s", error);
}

static int run(const struct verify_inject *v, struct injection *i)
{
    const struct injection_result *r = injection_result(i);
    struct cli_progress progress;
    double began = clock_wall(), seconds;
    int status;

    cli_progress_init(&progress, v->config.count, v->quiet);
    while ((status = injection_round(i)) == 0)
        cli_progress_show(&progress, r->states, "states");
    cli_progress_end(&progress);
    if (status < 0)
        return cli_bad("verify", "out of memory");
    status = 0;
    seconds = clock_wall() - began;
    if (!cli_is_standard_output(v->json))
        print_results(v, i, seconds);
    if (v->json)
        status = cli_write_json("verify", v->json, results_json(v, i));
    if (status == 0 && v->junit)
        status = write_junit(v, i, seconds);
    return status ? status : r->failed ? CLI_EXIT_DIFFERENT : CLI_EXIT_GOOD;
}

static int no_registers(void)
{
    return cli_bad("verify",
                   "--inject sets registers and memories: name those of the router with --dut FILES --map FILE");
}

static int no_memories(const struct router_kind *kind)
{
    const struct dut_stores *stores = &kind->parts->dut->stores;
    char keys[128] = "";

    for (int i = 0; i < stores->fields; i++)
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%s", i ? ", " : "", stores->field[i].key);
    return cli_bad("verify", "--inject sets the memories, too: name them in the mapping file as %s", keys);
}

int verify_inject_check(const struct cli_dut *dut, const struct router_kind *kind)
{
    char error[DUT_ERROR];
    struct dut_map *map = dut_map_load(dut->dut.map, kind, error, sizeof error);
    int memories = kind->parts->dut->stores.fields;
    int status = !map                               ? cli_bad("verify", "%s", error)
                 : map->count == 0                  ? no_registers()
                 : memories && !map->stores[0].line ? no_memories(kind)
                                                    : 0;

    dut_map_free(map);
    return status;
}

/* Whether states can be put into the router. @return 0, or CLI_EXIT_BAD_INPUT after saying why not */
static int check_router(const struct router_kind *kind, const struct node_ops *ops)
{
    struct hidden_state t;

    if (!ops->inject || !ops->state)
        return no_registers();
    if (kind->parts->lockstep->stores && !ops->inject_store)
        return no_memories(kind);
    if (!ops->registers || kind_registers_shown(kind, ops) < kind->register_count)
        return 0;
    if (hidden_state_check(kind, ops, &t) != 0)
        return cli_bad("verify", "out of memory");
    if (t.differs)
        return cli_bad(
            "verify",
            "the router keeps more than the mapping file names, or some of it twice: put into a state that it had "
            "reached, it went on otherwise (%s%s%s after %" PRIu64 " cycles), so --inject would find differences that "
            "are none",
            t.signal, *t.signal ? "." : "", t.name, t.cycle);
    return 0;
}

int verify_inject(const struct verify_inject *v)
{
    struct injection *i;
    int status = check_router(v->config.kind, v->config.inner);

    if (status)
        return status;
    i = injection_create(&v->config);
    if (i && injection_registers_set(i) == 0)
        status = cli_bad("verify", "no register that the mapping file names can be set: name registers, not wires");
    else
        status = i ? run(v, i) : cli_bad("verify", "out of memory");
    injection_destroy(i);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx verify --inject. See fedx_verify_inject.h.
 */
#include "fedx_verify_inject.h"

#include <inttypes.h>
#include <string.h>

#include "../verify/fedx_legal.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_cli.h"

static const char *outcome(const struct fedx_divergence *d)
{
    return !d ? "good" : fedx_divergence_illegal(d->field) ? "illegal" : "divergence";
}

static void print_results(const struct fedx_verify_inject *v, struct fedx_state_injection *i, double seconds)
{
    const struct fedx_state_injection_result *r = fedx_state_injection_result(i);
    const struct fedx_divergence *d = fedx_lockstep_divergence(fedx_state_injection_node(i));
    struct fedx_compared c = fedx_lockstep_compared(fedx_state_injection_node(i));

    printf("injected    %" PRIu64 " legal states, seed %" PRIu64
           ": one cycle from each, %d from every %dth; %.0f k states/s\n",
           r->states, v->config.seed, FEDX_STATE_INJECTION_LONG, FEDX_STATE_INJECTION_BATCH,
           (double)r->states / seconds / 1e3);
    printf("compared    %" PRIu64 " cycles, %" PRIu64 " output pin bits, %" PRIu64 " named registers, %" PRIu64
           " store bytes: %s\n",
           c.cycles, c.pin_bits, c.registers, c.stores, d ? "DIFFERENT" : "0 differences");
    printf("legal       %" PRIu64 " states, each by %d clauses: %s\n", c.legal, FEDX_LEGAL_COUNT,
           d && fedx_divergence_illegal(d->field) ? "BROKEN" : "0 broken");
    if (!d)
        return;
    printf("failed in batch %" PRIu64 ", state %" PRIu64 ", cycle %" PRIu64 " from it\n", r->batch, r->state, r->cycle);
    fedx_divergence_print(d, 0, stdout);
    printf("repeat with: fedx verify --inject %d --seed %" PRIu64 " --first %" PRIu64 "%s%s\n",
           FEDX_STATE_INJECTION_BATCH, v->config.seed, r->batch, v->object ? " --rtl-object " : "",
           v->object ? v->object : "");
}

static json_t *results_json(const struct fedx_verify_inject *v, struct fedx_state_injection *i)
{
    const struct fedx_state_injection_result *r = fedx_state_injection_result(i);
    const struct fedx_divergence *d = fedx_lockstep_divergence(fedx_state_injection_node(i));
    struct fedx_compared c = fedx_lockstep_compared(fedx_state_injection_node(i));

    return json_pack(
        "{s:s, s:I, s:I, s:I, s:{s:I,s:I,s:I,s:I}, s:I, s:o}", "outcome", outcome(d), "seed",
        (json_int_t)v->config.seed, "first_batch", (json_int_t)v->config.first, "states", (json_int_t)r->states,
        "compared", "cycles", (json_int_t)c.cycles, "pin_bits", (json_int_t)c.pin_bits, "registers",
        (json_int_t)c.registers, "store_bytes", (json_int_t)c.stores, "legal_states", (json_int_t)c.legal, "failed",
        d ? json_pack("{s:I, s:I, s:I, s:s, s:i}", "batch", (json_int_t)r->batch, "state", (json_int_t)r->state,
                      "cycle", (json_int_t)r->cycle, "field", d->field, "lane", d->lane)
          : json_null());
}

static int run(const struct fedx_verify_inject *v, struct fedx_state_injection *i)
{
    const struct fedx_state_injection_result *r = fedx_state_injection_result(i);
    struct fedx_cli_progress progress;
    double began = fedx_cli_wall();
    int status = 0;

    fedx_cli_progress_init(&progress, v->config.states, v->quiet);
    while (!fedx_state_injection_batch(i))
        fedx_cli_progress_show(&progress, r->states, "states");
    fedx_cli_progress_end(&progress);
    if (!fedx_cli_is_standard_output(v->json))
        print_results(v, i, fedx_cli_wall() - began);
    if (v->json)
        status = fedx_cli_write_json("verify", v->json, results_json(v, i));
    return status ? status : r->failed ? FEDX_EXIT_DIFFERENT : FEDX_EXIT_GOOD;
}

int fedx_verify_inject(const struct fedx_verify_inject *v)
{
    struct fedx_state_injection *i;
    int status;

    if (!v->config.inner->inject)
        return fedx_cli_bad(
            "verify",
            "--inject sets the registers of the RTL, which a switch of your own does not let it: leave out --dut");
    i = fedx_state_injection_create(&v->config);
    status = i ? run(v, i) : fedx_cli_bad("verify", "out of memory");
    fedx_state_injection_destroy(i);
    return status;
}

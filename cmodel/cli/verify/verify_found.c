/* SPDX-License-Identifier: Apache-2.0
 *
 * What fedx blackbox leaves in folders: the bundle of a failure, the testbench of an episode. See verify_work.h.
 */
#include <string.h>
#include <unistd.h>

#include "../../base/quote.h"
#include "../../blackbox/campaign/blackbox_deadlock.h"
#include "../../blackbox/minimise/blackbox_shrink.h"
#include "../../blackbox/testbench/blackbox_testbench.h"
#include "../../gen/gen_folder.h"
#include "../../triage/bundle_parts.h"
#include "verify_work.h"

/* Processor time in which what was found is made small. */
enum { SHRINK_SECONDS = 20 };

/* The first of fedx-router, fedx-router-2 ... that is not there, if the user names none. */
static void name_bundle(struct verify_work *w)
{
    snprintf(w->bundle, sizeof w->bundle, "%s", w->v->bundle ? w->v->bundle : "fedx-router");
    for (int n = 2; !w->v->bundle && access(w->bundle, F_OK) == 0; n++)
        snprintf(w->bundle, sizeof w->bundle, "fedx-router-%d", n);
}

/* @param bench  that ran the script last */
static struct blackbox_testbench testbench_of(const struct verify_work *w, const struct blackbox_bench *bench)
{
    return (struct blackbox_testbench){.f = w->f,
                                       .build = &w->build,
                                       .bench = bench,
                                       .script = &w->campaign.script,
                                       .result = &w->campaign.result,
                                       .lives = blackbox_bench_history(bench),
                                       .share = w->support,
                                       .command = w->command};
}

/* In the build that others confirm, if there is one: then what is left of the script shows there, too. @return as
 * blackbox_shrink */
static int shrink(struct verify_work *w)
{
    struct blackbox_campaign *c = &w->campaign;
    struct blackbox_bench *bench = w->confirmation.plain == BLACKBOX_SHOWS ? w->confirmation.bench : c->bench;
    int status;

    w->packets = blackbox_script_packets(&c->script);
    w->last = bench;
    status = blackbox_shrink(bench, w->f, &c->script, &c->result, SHRINK_SECONDS, &w->trials);
    return status < 0 || blackbox_deadlock(bench, w->f, &c->script, &c->result) != 0 ? -1 : status;
}

/*
 * The testbench of the last script; of one that fails also what other simulators say of it; behind all else the hashes.
 * @param bench  that ran it last
 * @return 0, or -1 with error
 */
static int write_testbench(struct verify_work *w, const struct blackbox_bench *bench, const char *path, char *error,
                           size_t size)
{
    const struct blackbox_testbench t = testbench_of(w, bench);
    struct gen_folder g = {0};
    int status = blackbox_testbench_write(&t, path, &g, error, size);

    if (status == 0 && w->campaign.result.failed)
        blackbox_confirm_bundle(&w->confirmation, g.part);
    if (status == 0)
        status = bundle_parts_write(g.part, error, size);
    if (status == 0)
        status = gen_folder_end(&g, error, size);
    gen_folder_abandon(&g);
    return status;
}

void verify_write_bundle(struct verify_work *w)
{
    char error[BLACKBOX_ERROR] = "out of memory";

    name_bundle(w);
    w->deep = shrink(w);
    if (w->deep < 0 || write_testbench(w, w->last, w->bundle, error, sizeof error) != 0) {
        cli_bad("blackbox", "no bundle: %s", error);
        *w->bundle = 0;
    } else if (verify_words_wanted(w)) {
        verify_print_bundle(w);
    }
}

int verify_write_last(struct verify_work *w)
{
    char error[BLACKBOX_ERROR];

    if (write_testbench(w, w->campaign.bench, w->v->testbench, error, sizeof error) != 0)
        return cli_bad("blackbox", "no testbench: %s", error);
    if (verify_words_wanted(w)) {
        printf("testbench   %s: %d packets, in another simulator: make -C ", w->v->testbench,
               blackbox_script_packets(&w->campaign.script));
        quote_shell(w->v->testbench, stdout);
        printf(" icarus\n");
    }
    return 0;
}

void verify_print_confirmation(const struct verify_work *w)
{
    printf(verify_confirmed(w) ? "confirmed   "
                               : "NOT CONFIRMED: simulators disagree, which is no fault of the router\n            ");
    blackbox_confirm_print(&w->confirmation, stdout);
}

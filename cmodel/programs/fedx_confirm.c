/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_confirm.h.
 */
#include "fedx_confirm.h"

#include <stdio.h>

#include "../base/share.h"
#include "../bench/replay.h"
#include "../scenario/scenario_kind.h"
#include "../triage/second_opinion.h"

/* A second build -------------------------------------------------------------------------------------------------------- */

/* Power-up values are drawn for each build anew: several are tried. @return 1, 0, or -1 when out of memory */
static int shows(const struct bundle *b, const struct node_ops *ops)
{
    enum { POWER_UPS = 16 };
    struct replay result = {0};

    for (uint64_t i = 0; i < POWER_UPS && !result.differs; i++)
        if (replay_run(&b->vectors, ops, i ? i : b->power_up, &result) != 0)
            return -1;
    return result.differs;
}

static void conclude(struct fedx_confirmation *c, int shown)
{
    c->confirmed = shown ? FEDX_CONFIRMED : FEDX_CONFIRMED_NOT;
}

void fedx_confirm_build(struct fedx_confirmation *c, const struct bundle *b, const struct dut *dut)
{
    struct dut plain = *dut;
    struct dut_build build = {0};
    char shim[64], support[PATH_MAX];
    const struct node_ops *ops = NULL;
    int shown;

    snprintf(c->who, sizeof c->who, "a build without Verilator's optimisations");
    snprintf(shim, sizeof shim, "tb/%s", plain.kind->dut->shim);
    snprintf(c->reason, sizeof c->reason, "%s " SHARE_MISSING, shim);
    plain.plain = 1;
    plain.keep = NULL;
    plain.support = support;
    if (share_folder(shim, support) == 0 && dut_build(&plain, &build, c->reason, sizeof c->reason) == 0)
        ops = b->vectors.kind->scenario->open(build.object, c->reason, sizeof c->reason);
    shown = ops ? shows(b, ops) : 0;
    if (shown < 0)
        snprintf(c->reason, sizeof c->reason, "out of memory");
    else if (ops)
        conclude(c, shown);
    dut_finish(&build);
}

/* The testbench --------------------------------------------------------------------------------------------------------- */

void fedx_confirm_testbench(struct fedx_confirmation *c, const struct bundle *b, const char *folder)
{
    static const char *const simulator[][2] = {{"icarus", "Icarus"}, {"verilator", "Verilator"}};
    char path[PATH_MAX];
    struct opinion o;

    if (bundle_unknown(b)) {
        snprintf(c->reason, sizeof c->reason, "the Verilog of %s is not known", b->rtl_object);
        return;
    }
    if (*b->no_testbench || bundle_testbench(folder, path, c->reason, sizeof c->reason) != 0) {
        if (*b->no_testbench)
            snprintf(c->reason, sizeof c->reason, "%s", b->no_testbench);
        return;
    }
    for (int i = 0; i < 2 && c->confirmed == FEDX_ASKED_NOBODY; i++) {
        snprintf(c->who, sizeof c->who, "its testbench in %s", simulator[i][1]);
        if (opinion_ask(path, simulator[i][0], NULL, &o, c->reason, sizeof c->reason) == 0)
            conclude(c, o.differs);
    }
    opinion_forget(path);
}

/* In words -------------------------------------------------------------------------------------------------------------- */

const char *fedx_confirm_name(const struct fedx_confirmation *c)
{
    static const char *const names[] = {"not asked", "confirmed", "not confirmed"};

    return names[c->confirmed];
}

void fedx_confirm_print(const struct fedx_confirmation *c)
{
    switch (c->confirmed) {
    case FEDX_ASKED_NOBODY: printf("confirmed   by nobody: %s\n", c->reason); break;
    case FEDX_CONFIRMED: printf("confirmed   %s shows it, too\n", c->who); break;
    case FEDX_CONFIRMED_NOT: printf("NOT CONFIRMED: %s does not show it: the simulator is in doubt\n", c->who); break;
    }
}

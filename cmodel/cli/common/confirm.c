/* SPDX-License-Identifier: Apache-2.0 */
#include "confirm.h"

#include <stdio.h>
#include <string.h>

#include "../../base/install_paths.h"
#include "../../bench/replay.h"
#include "../../config/scenario_kind.h"
#include "../../triage/second_opinion.h"

/* A second build -------------------------------------------------------------------------------------------------- */

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

/* @param shown  1: who was asked shows the difference; 0: does not; -1: cannot be asked, for the reason */
static void take(struct confirmation *c, const char *who, int shown, const char *reason)
{
    static const char *const words[] = {"cannot be asked: ", "does not show it", "shows it"};
    size_t length = strlen(c->said);

    snprintf(c->said + length, sizeof c->said - length, "%s%s %s%s", length ? "; " : "", who, words[shown + 1],
             shown < 0 ? reason : "");
    if (shown > 0)
        c->confirmed = CONFIRMED;
    else if (shown == 0 && c->confirmed == ASKED_NOBODY)
        c->confirmed = CONFIRMED_NOT;
}

void confirm_build(struct confirmation *c, const struct bundle *b, const struct dut *dut)
{
    struct dut plain = *dut;
    struct dut_build build = {0};
    char shim[64], support[PATH_MAX], folder[PATH_MAX], reason[DUT_ERROR];
    const struct node_ops *ops = NULL;
    int shown = -1;

    snprintf(shim, sizeof shim, "tb/%s", plain.kind->parts->dut->shim);
    snprintf(reason, sizeof reason, "%s " INSTALL_PATHS_MISSING, shim);
    dut_make_plain(&plain, folder);
    plain.support = support;
    if (install_path_folder(shim, support) == 0 && dut_build(&plain, &build, reason, sizeof reason) == 0)
        ops = b->vectors.kind->parts->scenario->open(b->vectors.kind, build.object, reason, sizeof reason);
    if (ops && (shown = shows(b, ops)) < 0)
        snprintf(reason, sizeof reason, "out of memory");
    take(c, "a build without Verilator's optimisations", shown, reason);
    dut_finish(&build);
}

/* The testbench --------------------------------------------------------------------------------------------------- */

/* Path of the testbench, which is there. @return 0, or -1 with the reason why it is not */
static int find_testbench(const struct bundle *b, const char *folder, char path[PATH_MAX], char *reason, size_t size)
{
    if (bundle_unknown(b))
        snprintf(reason, size, "the Verilog of %s is not known", b->rtl_object);
    else if (*b->no_testbench)
        snprintf(reason, size, "%s", b->no_testbench);
    else if (!folder)
        snprintf(reason, size, "there is no bundle");
    else
        return bundle_testbench(folder, path, reason, size);
    return -1;
}

void confirm_testbench(struct confirmation *c, const struct bundle *b, const char *folder)
{
    static const char *const simulator[][2] = {{"icarus", "Icarus"}, {"verilator", "Verilator"}};
    char path[PATH_MAX], reason[BUNDLE_ERROR], who[64];
    struct opinion o;
    int asked = 0;

    if (find_testbench(b, folder, path, reason, sizeof reason) != 0) {
        take(c, "its testbench", -1, reason);
        return;
    }
    for (int i = 0; i < 2 && !asked; i++) {
        asked = opinion_ask(path, simulator[i][0], NULL, &o, reason, sizeof reason) == 0;
        snprintf(who, sizeof who, "its testbench in %s", simulator[i][1]);
        take(c, who, asked ? o.differs : -1, reason);
    }
    opinion_forget(path);
}

/* In words -------------------------------------------------------------------------------------------------------- */

const char *confirm_name(const struct confirmation *c)
{
    static const char *const names[] = {"not asked", "confirmed", "not confirmed"};

    return names[c->confirmed];
}

void confirm_print(const struct confirmation *c)
{
    static const char *const begin[] = {"confirmed   by nobody: ", "confirmed   ",
                                        "NOT CONFIRMED: the simulator is in doubt: "};

    printf("%s%s\n", begin[c->confirmed], c->said);
}

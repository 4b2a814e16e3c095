/* SPDX-License-Identifier: Apache-2.0
 *
 * The one replay of a bundle: everything that is said of its vectors is seen in it.
 * See fedx_bundle.h.
 */
#include "fedx_bundle_replay.h"

#include <stdlib.h>

#include "../../base/share.h"
#include "../../base/text.h"
#include "../gen/fedx_testbench.h"
#include "fedx_explain.h"
#include "fedx_bundle_parts.h"

/* Waveform --------------------------------------------------------------------------------------------------------- */

/* @return 0, or -1 when out of memory */
static int open_waveform(struct fedx_bundle *b)
{
    char path[2 * PATH_MAX];

    if (!*b->part || b->window == 0 || !waveform_able())
        return 0;
    snprintf(path, sizeof path, "%s/" FEDX_BUNDLE_WAVEFORM, b->part);
    b->waveform = waveform_open(path, b->vectors.kind, signals_first(&b->vectors, b->window));
    return b->waveform ? 0 : -1;
}

int fedx_bundle_replay_waveform(struct fedx_bundle *b, char *error, size_t size)
{
    struct waveform *w = b->waveform;

    b->waveform = NULL;
    return waveform_close(w, error, size);
}

/* Testbench -------------------------------------------------------------------------------------------------------- */

static void expect(struct fedx_bundle *b)
{
    const struct divergence *d = &b->divergence;

    if (!*b->part)
        return;
    if (b->own_object && !b->sources)
        snprintf(b->no_testbench, sizeof b->no_testbench, "the Verilog of the switch is not known");
    else
        b->expected = fedx_expected_create(&b->vectors, *d->ended ? NULL : d->field, d->lane, b->own_object,
                                           b->no_testbench, sizeof b->no_testbench);
}

void fedx_bundle_replay_testbench(struct fedx_bundle *b)
{
    char share[PATH_MAX], path[2 * PATH_MAX];
    const struct fedx_testbench t = {
        .share = share,
        .rtl = b->sources,
        .wrapped = b->own_object,
        .unknown = fedx_bundle_unknown(b),
        .buffers = b->own_object ? 0 : FEDX_BUFFERS,
        .command = b->command,
    };

    if (!b->expected)
        return;
    snprintf(path, sizeof path, "%s/" FEDX_BUNDLE_TESTBENCH, b->part);
    if (share_folder("tb/templates/testbench/testbench_switch.v", share) != 0)
        snprintf(b->no_testbench, sizeof b->no_testbench, "tb/templates " SHARE_MISSING);
    else if (fedx_testbench_write(path, b->expected, &t, b->no_testbench, sizeof b->no_testbench) == 0)
        *b->no_testbench = 0;
}

/* All of it -------------------------------------------------------------------------------------------------------- */

/* @return 0, or -1 when out of memory */
static int explain(struct fedx_bundle *b, struct fedx_explain *e)
{
    struct text text;
    FILE *out = text_open(&text);

    if (!out)
        return -1;
    int status = fedx_explain_print(e, &b->divergence, out);
    b->explanation = text_close(&text);
    return status == 0 && b->explanation ? 0 : -1;
}

/* Whether they show it. @return 0, or -1 when out of memory */
static int conclude(struct fedx_bundle *b, const struct replay *r, struct fedx_explain *e)
{
    b->counts = fedx_life_count(b->life);
    b->reproduced = r->differs && divergence_same(&r->divergence, &b->divergence);
    if (!b->reproduced)
        return 0;
    b->divergence = r->divergence;
    return explain(b, e);
}

/* @return 0, or -1 when out of memory */
static int replay(struct fedx_bundle *b, const struct node_ops *rtl, struct fedx_explain *e,
                  const struct observer *also)
{
    struct observer observer[5] = {fedx_life_observer(b->life), fedx_explain_observer(e)};
    struct replay_config config = {
        .vectors = &b->vectors, .rtl = rtl, .power_up = b->power_up, .observer = observer, .observers = 2};
    struct replay found;

    if (b->waveform)
        observer[config.observers++] = waveform_observer(b->waveform);
    if (b->expected)
        observer[config.observers++] = fedx_expected_observer(b->expected);
    if (also)
        observer[config.observers++] = *also;
    return replay_observed(&config, &found) == 0 ? conclude(b, &found, e) : -1;
}

int fedx_bundle_replay(struct fedx_bundle *b, const struct node_ops *rtl, const struct observer *also)
{
    struct fedx_explain *e = fedx_explain_create(&b->vectors);
    int status = -1;

    expect(b);
    b->life = fedx_life_create();
    if (b->life && e && open_waveform(b) == 0)
        status = replay(b, rtl, e, also);
    fedx_explain_destroy(e);
    return status;
}

void fedx_bundle_replay_finish(struct fedx_bundle *b)
{
    char error[FEDX_BUNDLE_ERROR];

    fedx_life_destroy(b->life);
    b->life = NULL;
    waveform_close(b->waveform, error, sizeof error);
    b->waveform = NULL;
    fedx_expected_destroy(b->expected);
    b->expected = NULL;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The one replay of a bundle: everything that is said of its vectors is seen in it.
 * See bundle.h.
 */
#include "bundle_replay.h"

#include <stdlib.h>

#include "../base/install_paths.h"
#include "../base/text.h"
#include "../gen/testbench.h"
#include "bundle_parts.h"
#include "explain.h"
#include "recent.h"

/* Waveform -------------------------------------------------------------------------------------------------------- */

/* @return 0, or -1 when out of memory */
static int open_waveform(struct bundle *b)
{
    char path[2 * PATH_MAX];

    if (!*b->part || b->window == 0 || !waveform_able())
        return 0;
    snprintf(path, sizeof path, "%s/" BUNDLE_WAVEFORM, b->part);
    b->waveform = waveform_open(path, b->vectors.kind, signals_first(&b->vectors, b->window));
    return b->waveform ? 0 : -1;
}

int bundle_replay_waveform(struct bundle *b, char *error, size_t size)
{
    struct waveform *w = b->waveform;

    b->waveform = NULL;
    return waveform_close(w, error, size);
}

/* Testbench ------------------------------------------------------------------------------------------------------- */

static void expect(struct bundle *b)
{
    const struct gen_kind *gen = b->vectors.kind->parts->gen;
    const struct mismatch *d = &b->mismatch;

    if (!*b->part)
        return;
    if (!gen)
        snprintf(b->no_testbench, sizeof b->no_testbench, "there are none for routers of kind %s",
                 b->vectors.kind->name);
    else if (b->own_object && !b->sources)
        snprintf(b->no_testbench, sizeof b->no_testbench, "the Verilog of the router is not known");
    else
        b->expected = expected_create(&b->vectors, *d->ended ? NULL : d->field, d->lane, b->own_object, b->no_testbench,
                                      sizeof b->no_testbench);
}

void bundle_replay_testbench(struct bundle *b)
{
    char share[PATH_MAX], path[2 * PATH_MAX];
    const struct testbench t = {
        .share = share,
        .rtl = b->sources,
        .wrapped = b->own_object,
        .unknown = bundle_unknown(b),
        .buffers = b->own_object ? 0 : b->vectors.kind->most_buffers,
        .command = b->command,
    };

    if (!b->expected)
        return;
    snprintf(path, sizeof path, "%s/" BUNDLE_TESTBENCH, b->part);
    if (install_path_folder("tb/templates/testbench/testbench_router.v", share) != 0)
        snprintf(b->no_testbench, sizeof b->no_testbench, "tb/templates " INSTALL_PATHS_MISSING);
    else if (testbench_write(path, b->expected, &t, b->no_testbench, sizeof b->no_testbench) == 0)
        *b->no_testbench = 0;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

/* What looks at the replay besides the bundle's own parts. */
struct lookers {
    struct observer list[6];
    size_t count;
};

static void add(struct lookers *l, struct observer observer)
{
    l->list[l->count++] = observer;
}

/* What of the bundle is made of one replay. */
struct replayed {
    void *explanation;
    struct recent *recent;
};

/* @return 0, or -1 when out of memory */
static int explain(struct bundle *b, void *explanation)
{
    struct text text;
    FILE *out = text_open(&text);

    if (!out)
        return -1;
    int status = explain_print(b->vectors.kind->parts->triage->explain, explanation, &b->mismatch, out);
    b->explanation = text_close(&text);
    return status == 0 && b->explanation ? 0 : -1;
}

/* @return 0, or -1 when out of memory */
static int show_recent(struct bundle *b, const struct recent *recent)
{
    const struct triage_kind *kind = b->vectors.kind->parts->triage;
    struct text text;
    FILE *out = text_open(&text);

    if (!out)
        return -1;
    recent_print(recent, kind->port_name(kind->port(b->vectors.kind, &b->mismatch)), out);
    b->recent = text_close(&text);
    return b->recent ? 0 : -1;
}

/* Whether they show it. @return 0, or -1 when out of memory */
static int conclude(struct bundle *b, const struct replay *r, const struct replayed *parts)
{
    if (b->history)
        b->counts = b->vectors.kind->parts->triage->history->count(b->history);
    else
        b->counts.cycles = b->vectors.count;
    b->reproduced = r->differs && mismatch_same(&r->mismatch, &b->mismatch);
    if (!b->reproduced)
        return 0;
    b->mismatch = r->mismatch;
    if (parts->explanation && explain(b, parts->explanation) != 0)
        return -1;
    return show_recent(b, parts->recent);
}

/* @return 0, or -1 when out of memory */
static int replay(struct bundle *b, const struct node_ops *rtl, struct lookers *l, const struct replayed *parts)
{
    struct replay_config config = {.vectors = &b->vectors, .rtl = rtl, .power_up = b->power_up};
    struct replay found;

    if (b->waveform)
        add(l, waveform_observer(b->waveform));
    if (b->expected)
        add(l, expected_observer(b->expected));
    config.observer = l->list;
    config.observers = l->count;
    return replay_observed(&config, &found) == 0 ? conclude(b, &found, parts) : -1;
}

int bundle_replay(struct bundle *b, const struct node_ops *rtl, const struct observer *also)
{
    const struct triage_kind *kind = b->vectors.kind->parts->triage;
    struct replayed parts = {.explanation = kind->explain ? kind->explain->create(&b->vectors) : NULL,
                             .recent = recent_create(&b->vectors, kind->port(b->vectors.kind, &b->mismatch))};
    struct lookers l = {.count = 0};
    int status = -1;

    expect(b);
    b->history = kind->history ? kind->history->create(b->vectors.kind) : NULL;
    if (b->history)
        add(&l, observer_with(&kind->history->observer, b->history));
    if (parts.explanation)
        add(&l, observer_with(&kind->explain->observer, parts.explanation));
    if (parts.recent)
        add(&l, recent_observer(parts.recent));
    if (also)
        add(&l, *also);
    if (!b->history == !kind->history && !parts.explanation == !kind->explain && parts.recent && open_waveform(b) == 0)
        status = replay(b, rtl, &l, &parts);
    if (parts.explanation)
        kind->explain->destroy(parts.explanation);
    recent_destroy(parts.recent);
    return status;
}

void bundle_replay_finish(struct bundle *b)
{
    char error[BUNDLE_ERROR];

    if (b->history)
        b->vectors.kind->parts->triage->history->destroy(b->history);
    b->history = NULL;
    waveform_close(b->waveform, error, sizeof error);
    b->waveform = NULL;
    expected_destroy(b->expected);
    b->expected = NULL;
}

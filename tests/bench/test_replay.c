/* SPDX-License-Identifier: Apache-2.0
 *
 * One replay for all who look at it: each sees what it sees alone, past a difference too, and a state that is set is
 * seen by each.
 */
#include "../found.h"

#include <stdlib.h>

#include "gen/expected.h"
#include "../observe.h"
#include "fedx/triage/fedx_triage.h"
#include "triage/late_start.h"
#include "triage/signals.h"

/* The wrong node, counted. */
static unsigned created;
static uint64_t stepped;

static void *count_create(const struct node_ops *inner, uint64_t seed)
{
    created++;
    return wrap_node.create(inner, seed);
}

static void count_step(void *node, const void *in, const void *control)
{
    stepped++;
    wrap_node.step(node, in, control);
}

static struct node_ops counted(void)
{
    struct node_ops ops = wrap_node;

    ops.create = count_create;
    ops.step = count_step;
    created = 0;
    stepped = 0;
    return ops;
}

/* Four who look, and what they saw as bytes. */
enum { HISTORY, EXPLAIN, EXPECTED, SIGNALS, KINDS };

struct look {
    struct fedx_history *history;
    struct fedx_explain *explain;
    struct expected *expected;
    struct signals_show signals;
    uint64_t shown; /* a sum over all signals in all cycles */
    size_t cycles;  /* of the vectors */
};

static void add_signals(void *context, const struct signals_cycle *c)
{
    const struct signals *lists[] = {c->in, c->model, c->rtl};
    struct look *l = context;

    for (int k = 0; k < 3; k++)
        for (int i = 0; lists[k] && i < lists[k]->count; i++)
            l->shown = (l->shown ^ lists[k]->list[i].value) * 0x100000001b3 + (uint64_t)c->compared;
}

static void look_init(struct look *l, const struct vectors *v)
{
    char error[128];

    *l = (struct look){.history = fedx_history.create(&fedx_kind),
                       .explain = fedx_explain.create(v),
                       .expected = expected_create(v, "buffer_pool.used", -1, 0, error, sizeof error),
                       .cycles = v->count};
    assert_int_equal(signals_show_init(&l->signals, v->kind, signals_first(v, 200), add_signals, l), 0);
    assert_true(l->history && l->explain && l->expected);
}

static struct observer observer_of(struct look *l, int kind)
{
    return kind == HISTORY   ? observer_with(&fedx_history.observer, l->history)
           : kind == EXPLAIN ? observer_with(&fedx_explain.observer, l->explain)
           : kind == SIGNALS ? signals_observer(&l->signals)
                             : expected_observer(l->expected);
}

/* @return what it saw, as text */
static char *saw(struct look *l, int kind, const struct mismatch *d)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    if (kind == HISTORY)
        fedx_history.print(l->history, out);
    else if (kind == EXPLAIN)
        assert_int_equal(explain_print(&fedx_explain, l->explain, d, out), 0);
    else if (kind == SIGNALS)
        fprintf(out, "%llx", (unsigned long long)l->shown);
    for (size_t i = 0; kind == EXPECTED && i <= l->cycles; i++) {
        const struct expected_value *e = &l->expected->value[i];
        const struct fedx_status *status = expected_status(l->expected, i);
        fprintf(out, "%llx %d %x %llx\n", (unsigned long long)e->value, e->known, status->cfg_rdata,
                (unsigned long long)fedx_pins_levels(expected_out(l->expected, i)));
    }
    fclose(out);
    return text;
}

static void look_finish(struct look *l)
{
    fedx_history.destroy(l->history);
    fedx_explain.destroy(l->explain);
    expected_destroy(l->expected);
    signals_show_finish(&l->signals);
}

/* Each alone, and all at once. @return bytes compared */
static uint64_t compare(const struct vectors *v, const struct mismatch *d)
{
    struct node_ops rtl = counted();
    struct observer all[KINDS];
    struct look together;
    uint64_t compared = 0;
    struct replay r;

    look_init(&together, v);
    for (int kind = 0; kind < KINDS; kind++)
        all[kind] = observer_of(&together, kind);
    const struct replay_config config = {.vectors = v, .rtl = &rtl, .observer = all, .observers = KINDS};
    assert_int_equal(replay_observed(&config, &r), 0);
    assert_int_equal(created, 1);
    assert_int_equal(stepped, v->count);
    assert_true(r.differs && mismatch_same(&r.mismatch, d));
    for (int kind = 0; kind < KINDS; kind++) {
        struct look alone;
        look_init(&alone, v);
        struct replay found = observe(v, &rtl, observer_of(&alone, kind));
        assert_memory_equal(&found, &r, sizeof r);
        char *a = saw(&alone, kind, &r.mismatch), *b = saw(&together, kind, &r.mismatch);
        assert_string_equal(a, b);
        compared += strlen(a);
        free(a);
        free(b);
        look_finish(&alone);
    }
    look_finish(&together);
    return compared;
}

TEST(each_sees_what_it_sees_alone)
{
    struct vectors v = {.kind = &fedx_kind};
    struct mismatch d;

    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    find(FEDX_PROFILE_LEGAL, &v, &d);
    COMPARED(compare(&v, &d), "characters of what four observers saw");
    vectors_finish(&v);
}

/* Nobody looks: it ends at the difference. Somebody does: it goes on, and finds the same. */
TEST(it_goes_on_for_who_looks)
{
    struct node_ops rtl = counted();
    struct vectors v = {.kind = &fedx_kind};
    struct mismatch d;
    struct replay r;
    enum { MORE = 300 };

    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    find(FEDX_PROFILE_LEGAL, &v, &d);
    size_t end = v.count;
    for (size_t i = end - MORE; i < end; i++) {
        struct fedx_vector again = fedx_vectors_cycles(&v)[i];
        assert_int_equal(vectors_add(&v, &again.in, &again.control), 0);
    }
    assert_int_equal(replay_run(&v, &rtl, 0, &r), 0);
    assert_int_equal(stepped, end);
    assert_int_equal(r.mismatch.cycle, end);
    struct fedx_history *history = fedx_history.create(&fedx_kind);
    struct replay on = observe(&v, &rtl, observer_with(&fedx_history.observer, history));
    assert_int_equal(stepped, 2 * end + MORE);
    assert_int_equal(fedx_history.count(history).cycles, v.count);
    assert_memory_equal(&on, &r, sizeof r);
    COMPARED(compare(&v, &d), "characters of what they saw past a difference");
    fedx_history.destroy(history);
    vectors_finish(&v);
}

/* The edge from a state that is set is explained from that state. */
TEST(a_state_that_is_set_is_seen)
{
    struct vectors v = {.kind = &fedx_kind}, near = {.kind = &fedx_kind};
    struct mismatch d;
    struct replay shown;
    uint64_t trials;

    wrap_plan = (struct wrap_plan){.fault = WRAP_DROP};
    find(FEDX_PROFILE_LEGAL, &v, &d);
    struct late_start_config config = {.rtl = &wrap_node, .field = d.field};
    assert_int_equal(late_start_find(&v, &config, &near, &shown, &trials), 1);
    struct look l;
    look_init(&l, &near);
    observe(&near, &wrap_node, observer_with(&fedx_explain.observer, l.explain));
    char *text = saw(&l, EXPLAIN, &shown.mismatch);
    if (!strstr(text, d.field) || strstr(text, "no output, and no register"))
        fail_msg("%s is not explained:\n%s", d.field, text);
    free(text);
    look_finish(&l);
    COMPARED(compare(&near, &shown.mismatch), "characters of what they saw from a state");
    vectors_finish(&v);
    vectors_finish(&near);
}

/* The vectors of a tap, run through another model, leave it in the same state. */
TEST(a_tap_keeps_what_it_reads)
{
    const struct stimulus_config config = {
        .ops = &fedx_node_tap, .seed = 3, .cycles = 1, .profile = FEDX_PROFILE_RESETS};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    struct fedx_switch *model = fedx_switch_create();
    struct fedx_switch_regs regs;
    struct fedx_status status;

    assert_non_null(s);
    assert_non_null(model);
    fedx_kind_stimulus.episode(s);
    void *tap = s->node;
    const struct vectors *v = recorder_vectors(tap);
    assert_int_equal(v->count, s->result.cycles);
    for (size_t i = 0; i < v->count; i++)
        fedx_switch_step(model, vectors_in(v, i), vectors_control(v, i));
    fedx_node_tap.state(tap, &regs);
    assert_memory_equal(&regs, fedx_switch_state(model), sizeof regs);
    fedx_node_tap.status(tap, &status);
    assert_int_equal(status.cfg_rdata, fedx_switch_cfg_rdata(model));
    COMPARED(v->count, "cycles");
    fedx_switch_destroy(model);
    stimulus_destroy(s);
}

RUN_TESTS

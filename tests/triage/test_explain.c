/* SPDX-License-Identifier: Apache-2.0
 *
 * Explanations, of every kind that has them: the model plays the RTL and has one lane of one register or output wrong
 * at the end, each once. It must be named with its section and both values, and be told of in the summary; and nothing
 * may be told when nothing is wrong.
 */
#include <stdlib.h>

#include "../observe.h"
#include "bench/bench.h"
#include "bench/recorder.h"
#include "gen/gen.h"
#include "config/registry.h"
#include "triage/explain.h"
#include "triage/triage.h"

enum { CYCLES = 800, FIRST = 300, STEP = 400 };

/* What is told besides, by what a router of the kind is called. */
static const struct told {
    const char *unit;
    int names; /* its summary calls registers by their names */
    const char *words[4];
} all_told[] = {
    {"switch",
     0,
     {"\nSettings in force in that cycle (section 12)\n", "throttle_timeout T = ", "\nConfiguration accesses ",
      "\nCounts against their limits in that cycle\n"}},
    {"router",
     1,
     {"\nWho holds what in that cycle, and who waits for it\n", "\nSettings in force in that cycle (section 12)\n"}},
    {"terminal", 1, {"\nSettings in force in that cycle (section 17)\n"}},
};

static const struct told *told_of(const struct router_kind *of)
{
    for (size_t i = 0; i < sizeof all_told / sizeof *all_told; i++)
        if (strcmp(of->parts->gen->unit, all_told[i].unit) == 0)
            return &all_told[i];
    fail_msg("%s: what its explanations tell is not known here", of->name);
    return NULL;
}

/* What is wrong: a lane of a row of the kind's registers, or of the output that this one is; -1: nothing. */
static const struct router_kind *kind;
static int wrong_row, wrong_lane;

static void flip(const struct lanes *l, void *fields)
{
    lane_set(l, fields, wrong_lane, lane_get(l, fields, wrong_lane) ^ 1u);
}

static void wrong_state(const void *node, void *regs)
{
    kind->model->state(node, regs);
    if (wrong_row >= 0)
        flip(&kind->registers[wrong_row].lanes, regs);
}

static void wrong_pins(const void *node, void *out)
{
    const struct pin_info *pin = wrong_row >= 0 ? explain_pin(kind, &kind->registers[wrong_row]) : NULL;

    kind->model->pins(node, out);
    if (pin && pin->place == PIN_TX)
        flip(&pin->lanes, out);
}

static void wrong_status(const void *node, void *out)
{
    const struct pin_info *pin = wrong_row >= 0 ? explain_pin(kind, &kind->registers[wrong_row]) : NULL;

    kind->model->status(node, out);
    if (pin && pin->place == PIN_STATUS)
        flip(&pin->lanes, out);
}

/* Of a difference that is not there. */
static const char *usual_field(void)
{
    static char field[64];

    snprintf(field, sizeof field, "%s.%s", kind->registers[0].block, kind->registers[0].name);
    return field;
}

static char *explain(const struct vectors *v)
{
    const struct explain_ops *ops = kind->parts->triage->explain;
    struct node_ops wrong = *kind->model;
    struct mismatch d = {.lane = 0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    void *e = ops->create(v);

    snprintf(d.field, sizeof d.field, "%s", usual_field());
    wrong.state = wrong_state;
    wrong.pins = wrong_pins;
    wrong.status = wrong_status;
    assert_non_null(out);
    assert_non_null(e);
    observe(v, &wrong, observer_with(&ops->observer, e));
    assert_int_equal(explain_print(ops, e, &d, out), 0);
    ops->destroy(e);
    fclose(out);
    return text;
}

static void must_have(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("%s: no '%s' in:\n%s", kind->name, part, text);
}

/* The line of the summary that names the register. */
static void must_conclude(const char *text, const struct reg_info *r, int section)
{
    const char *from = strstr(text, "\nIn short\n"), *to = strstr(text, "\nWhat was decided at that edge\n");
    char begins[32], name[64];

    snprintf(begins, sizeof begins, "  section %d", section);
    snprintf(name, sizeof name, "%s' ", r->name);
    assert_non_null(to);
    const char *line = from ? strstr(from, begins) : NULL, *named = line ? strstr(line, name) : NULL;
    if (!named || named > to)
        fail_msg("%s: %s.%s, lane %d: the summary does not name it:\n%s", kind->name, r->block, r->name, wrong_lane,
                 text);
}

static void check_lane(const struct vectors *v, int row, int lane)
{
    const struct reg_info *r = &kind->registers[row];
    const struct pin_info *pin = explain_pin(kind, r);
    const struct told *told = told_of(kind);
    char field[80], named[256];
    const char *title;
    int section;

    wrong_row = row;
    wrong_lane = lane;
    snprintf(field, sizeof field, "%s.%s", r->block, r->name);
    section = section_find(kind, field, &title);
    snprintf(named, sizeof named, "\n  %s (section %d%s%s): %s\n", field, section, pin ? ", pin " : "",
             pin ? pin->name : "", r->meaning);
    char *text = explain(v);
    must_have(text, named);
    must_have(text, "\nIn short\n");
    if (told->names)
        must_conclude(text, r, section);
    for (int k = 0; k < 4 && told->words[k]; k++)
        must_have(text, told->words[k]);
    free(text);
}

/* Vectors of the stimulus that end in the middle of an episode. */
static unsigned check_kind(const struct router_kind *of, struct rng *r)
{
    struct stimulus_config config = {.ops = of->parts->bench->tap, .seed = 1, .cycles = CYCLES, .profile = -1};
    const struct stimulus_kind *stimulus = of->parts->bench->stimulus;
    struct stimulus *s = stimulus_create(stimulus, of, &config);
    struct vectors v;
    unsigned checked = 0;

    assert_non_null(s);
    kind = of;
    while (s->result.cycles < CYCLES)
        stimulus->episode(s);
    v = *recorder_vectors(s->node);
    for (size_t count = FIRST; count < CYCLES; count += STEP) {
        v.count = count;
        wrong_row = -1;
        char *text = explain(&v), nothing[128];
        snprintf(nothing, sizeof nothing, "  no output, and no register that the %s shows, but %s\n",
                 kind->parts->gen->unit, usual_field());
        must_have(text, nothing);
        assert_null(strstr(text, "DIFFERS"));
        free(text);
        for (int i = 0; i < kind->register_count; i++, checked++)
            check_lane(&v, i, (int)rng_below(r, kind->registers[i].lanes.each));
    }
    stimulus_destroy(s);
    return checked;
}

TEST(every_register_is_explained)
{
    struct rng r = rng_stream(1, 0);
    unsigned checked = 0, kinds = 0;

    for (int k = 0; unit_kinds[k]; k++)
        if (unit_kinds[k]->parts->triage->explain) {
            checked += check_kind(unit_kinds[k], &r);
            kinds++;
        }
    COMPARED(kinds, "kinds of routers");
    COMPARED(checked, "wrong registers and outputs explained");
}

RUN_TESTS

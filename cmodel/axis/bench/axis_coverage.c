/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of coverage of the AXI4-Stream switch: the situations that docs/spec/axis.md tells apart.
 */
#include <string.h>

#include "../../cover/coverage.h"
#include "../kind/axis_kind.h"
#include "../model/axis_internal.h"

enum family { INGRESS, EGRESS, ROUTE, DROP, ASKED, LOCKED, TURN, LEFT, MIXED, FAMILIES };
enum { NONE, IN, OUT, BOTH, EVENTS };
enum { ONLY, FIRST, MIDDLE, LAST, DROPS };
enum { MODES = 4, NUMBERS = 3, LEFTS = 15 };
enum { MOVES, WAITS, FULL, STATES };
enum { ITS, ANOTHER, WINNERS };
enum { MIXES = 2 };

static const char *const events[] = {"none", "in", "out", "both"};
static const char *const drops[] = {"only", "first", "middle", "last"};
static const char *const modes[] = {"round robin", "fixed", "weighted", "reserved"};
static const char *const numbers[] = {"one", "two", "more"};
static const char *const locked[] = {"moves", "waits for its input", "waits for room"};
static const char *const winners[] = {"has the turn", "has not"};
static const char *const mixes[] = {"held together", "mixed"};
static const char *const senders[] = {"sent the beat before", "did not"};

static void sample_skid(struct coverage *c, int family, const struct axis_skid *s, unsigned taken, unsigned comes,
                        int lanes)
{
    for (int i = 0; i < lanes; i++) {
        unsigned held = (s->valid >> i & 1) + (s->spare >> i & 1), in = comes & s->ready & 1u << i,
                 out = taken & s->valid & 1u << i;
        coverage_hit(c, family, i, (int)held, in && out ? BOTH : out ? OUT : in ? IN : NONE);
    }
}

static void sample_drop(struct coverage *c, const struct axis_regs *r, unsigned refuse, int inputs)
{
    for (int i = 0; i < inputs; i++) {
        unsigned active = r->decode.active >> i & 1, last = r->ingress.last >> i & 1;
        if (refuse >> i & 1)
            coverage_hit(c, DROP, i, active ? last ? LAST : MIDDLE : last ? ONLY : FIRST, 0);
    }
}

/* A packet, or a beat of one that may be mixed with others, begins at an output. */
static void sample_head(struct coverage *c, const struct axis_switch *s, const struct axis_wires *w, unsigned mode,
                        int output)
{
    const struct axis_arbitrate *a = &s->regs.arbitrate;
    int winner = __builtin_ctz(w->grant[output]), asked = __builtin_popcount(w->request[output]);
    int number = asked > NUMBERS ? NUMBERS - 1 : asked - 1;

    coverage_hit(c, ROUTE, winner, output, 0);
    coverage_hit(c, ASKED, output, (int)mode, number);
    if (w->grant[output] & w->mixed)
        coverage_hit(c, MIXED, output, number, winner == a->owner[output] ? ITS : ANOTHER);
    if (mode == AXIS_FIXED)
        return;
    coverage_hit(c, TURN, a->turn[output], winner, 0);
    if (mode == AXIS_WEIGHTED)
        coverage_hit(c, LEFT, a->left[output], winner == a->turn[output] ? ITS : ANOTHER, 0);
}

static void sample_output(struct coverage *c, const struct axis_switch *s, const struct axis_wires *w,
                          const struct axis_control *settings, int output)
{
    const struct axis_regs *r = &s->regs;
    unsigned there = r->ingress.valid >> r->arbitrate.owner[output] & 1, room = r->egress.ready >> output & 1;
    int mix = settings->mix >> output & 1;

    if (r->arbitrate.locked >> output & 1)
        coverage_hit(c, LOCKED, output, !room ? FULL : there ? MOVES : WAITS, mix);
    else if (w->grant[output])
        sample_head(c, s, w, settings->mode[output], output);
}

static void sample(struct coverage *c, const void *before, const void *in, const void *control)
{
    const struct axis_parameters *p = axis_parameters_of(c->kind->router);
    const struct axis_control *settings = control;
    const struct axis_pins *pins = in;
    struct axis_switch s = {.regs = *(const struct axis_regs *)before, .parameters = *p, .widths = axis_widths(p)};
    struct axis_wires w;

    if (settings->rst)
        return;
    axis_decode_eval(&s, settings, &w);
    axis_arbitrate_eval(&s, settings, &w);
    axis_crossbar_eval(&s, &w);
    sample_skid(c, INGRESS, &s.regs.ingress, w.sent | w.refuse, pins->valid, p->inputs);
    sample_skid(c, EGRESS, &s.regs.egress, pins->ready, w.beat.valid, p->outputs);
    sample_drop(c, &s.regs, w.refuse, p->inputs);
    for (int j = 0; j < p->outputs; j++)
        sample_output(c, &s, &w, settings, j);
}

static const char *unreachable(const struct router_kind *kind, int family, const int *at)
{
    const int inputs = axis_parameters_of(kind)->inputs;

    switch (family) {
    case INGRESS:
    case EGRESS:
        if (at[1] == 0 && (at[2] == OUT || at[2] == BOTH))
            return "nothing can leave an empty buffer";
        return at[1] == 2 && (at[2] == IN || at[2] == BOTH) ? "a full buffer is not ready" : NULL;
    case ASKED: return at[2] >= inputs ? "there are not so many inputs" : NULL;
    case LEFT: return inputs == 1 && at[1] == ANOTHER ? "there is one input" : NULL;
    case MIXED:
        if (inputs == 1 && at[2] == ANOTHER)
            return "there is one input";
        return at[1] >= inputs ? "there are not so many inputs" : NULL;
    default: return NULL;
    }
}

/* Sizes of axes that the parameters say. */
enum { OF_INPUTS = -1, OF_OUTPUTS = -2 };

static const struct coverage_family_info families[FAMILIES] = {
    [INGRESS] = {"ingress",
                 "5",
                 "beats that an input holds, and what happens there",
                 COVER_GRID,
                 {{"input", OF_INPUTS, 0, NULL}, {"beats", 3, 0, NULL}, {"event", EVENTS, 0, events}},
                 NULL},
    [EGRESS] = {"egress",
                "5",
                "beats that an output holds, and what happens there",
                COVER_GRID,
                {{"output", OF_OUTPUTS, 0, NULL}, {"beats", 3, 0, NULL}, {"event", EVENTS, 0, events}},
                NULL},
    [ROUTE] = {"route",
               "6",
               "a packet begins to go from an input to an output",
               COVER_GRID,
               {{"input", OF_INPUTS, 0, NULL}, {"output", OF_OUTPUTS, 0, NULL}},
               NULL},
    [DROP] = {"drop",
              "6",
              "a beat is dropped",
              COVER_GRID,
              {{"input", OF_INPUTS, 0, NULL}, {"beat", DROPS, 0, drops}},
              NULL},
    [ASKED] = {"asked",
               "7",
               "a packet begins at an output for which so many inputs ask",
               COVER_GRID,
               {{"output", OF_OUTPUTS, 0, NULL}, {"mode", MODES, 0, modes}, {"inputs", NUMBERS, 0, numbers}},
               NULL},
    [LOCKED] = {"locked",
                "7",
                "what the packet under way to an output does, also where the output mixes from now on",
                COVER_GRID,
                {{"output", OF_OUTPUTS, 0, NULL}, {"beat", STATES, 0, locked}, {"packets", MIXES, 0, mixes}},
                NULL},
    [TURN] = {"turn",
              "7",
              "the input that has the turn, and the one that wins",
              COVER_GRID,
              {{"turn", OF_INPUTS, 0, NULL}, {"winner", OF_INPUTS, 0, NULL}},
              NULL},
    [LEFT] = {"left",
              "7",
              "weighted: packets left of a turn when one begins",
              COVER_GRID,
              {{"left", LEFTS, 0, NULL}, {"winner", WINNERS, 0, winners}},
              NULL},
    [MIXED] = {"mixed",
               "7",
               "a beat goes to an output that mixes, for which so many inputs ask",
               COVER_GRID,
               {{"output", OF_OUTPUTS, 0, NULL}, {"inputs", NUMBERS, 0, numbers}, {"sender", WINNERS, 0, senders}},
               NULL},
};

static void fill_axis(struct coverage_axis *axis, const struct axis_parameters *p)
{
    axis->size = axis->size == OF_INPUTS ? p->inputs : axis->size == OF_OUTPUTS ? p->outputs : axis->size;
}

const struct coverage_kind *axis_coverage_of(unsigned kind)
{
    static struct coverage_family_info families_of[AXIS_KINDS][FAMILIES];
    const struct axis_kind *k = axis_kinds[kind];
    static struct coverage_kind of_kinds[AXIS_KINDS];
    struct coverage_kind *c = &of_kinds[kind];

    memcpy(families_of[kind], families, sizeof families);
    for (int f = 0; f < FAMILIES; f++)
        for (int a = 0; a < COVER_AXES; a++)
            fill_axis(&families_of[kind][f].axis[a], &k->parameters);
    c->router = &k->router;
    c->named = k->router.name;
    c->family = families_of[kind];
    c->families = FAMILIES;
    c->sample = sample;
    c->unreachable = unreachable;
    return c;
}

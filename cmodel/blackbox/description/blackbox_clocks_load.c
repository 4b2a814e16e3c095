/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of clocks and resets. See blackbox_clocks.h.
 */
#include <string.h>

#include "blackbox_clocks.h"
#include "blackbox_yaml.h"

enum { PERIOD = 1000 }; /* the most */

/* Resets ---------------------------------------------------------------------------------------------------------- */

/* A reset as it is written: its pin and its level. */
struct written {
    struct blackbox_text pin;
    int low, cycles, idle;
};

/* A pin by itself; with ~ it is active when low. */
static int take_reset_pin(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct written *w = context;
    const char *text = yaml_scalar(value);

    w->low |= text && *text == '~';
    return blackbox_yaml_pin(l, value, text && *text == '~' ? text + 1 : text, "reset", &w->pin);
}

static int read_reset(struct blackbox_reading *l, const yaml_node_t *value, struct written *w)
{
    static const char *const active[] = {"high", "low", NULL};
    static const struct blackbox_key keys[] = {BLACKBOX_TAKE("pin", take_reset_pin),
                                               BLACKBOX_CHOICE("active", struct written, low, active),
                                               BLACKBOX_INT("cycles", struct written, cycles, 1, 10000),
                                               BLACKBOX_INT("idle", struct written, idle, 0, 10000), BLACKBOX_KEYS_END};

    return value->type == YAML_SCALAR_NODE ? take_reset_pin(l, value, w)
                                           : blackbox_yaml_mapping(l, value, "reset", keys, w);
}

int blackbox_take_reset(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    struct written w = {.cycles = f->reset_cycles, .idle = f->reset_idle};

    if (read_reset(l, value, &w) != 0)
        return -1;
    f->reset = w.pin;
    f->reset_low = w.low;
    f->reset_cycles = w.cycles;
    f->reset_idle = w.idle;
    return 0;
}

int blackbox_take_clock(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return blackbox_yaml_pin(l, value, yaml_scalar(value), "clock", &f->clock);
}

/* Of one clock; the longest of all counts. */
static int take_own_reset(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_clock *clock = context;
    struct written w = {.cycles = l->f->reset_cycles, .idle = l->f->reset_idle};

    if (read_reset(l, value, &w) != 0)
        return -1;
    clock->reset = w.pin;
    clock->reset_low = w.low;
    l->f->reset_cycles = w.cycles > l->f->reset_cycles ? w.cycles : l->f->reset_cycles;
    l->f->reset_idle = w.idle > l->f->reset_idle ? w.idle : l->f->reset_idle;
    return 0;
}

/* Clocks ---------------------------------------------------------------------------------------------------------- */

static int is_empty(const yaml_node_t *value)
{
    return value->type == YAML_SCALAR_NODE && !*yaml_scalar(value);
}

static int take_clock(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("period", struct blackbox_clock, period, 1, PERIOD),
                                               BLACKBOX_INT("phase", struct blackbox_clock, phase, 0, PERIOD - 1),
                                               BLACKBOX_TAKE("reset", take_own_reset), BLACKBOX_KEYS_END};
    struct blackbox *f = context;
    struct blackbox_clock *clock = &f->clock_of[f->clocks];

    if (f->clocks == BLACKBOX_CLOCKS)
        return yaml_fail(&l->yaml, yaml_line(key), "clocks: more than %d", BLACKBOX_CLOCKS);
    if (blackbox_yaml_pin(l, key, yaml_scalar(key), "clocks", &clock->pin) != 0)
        return -1;
    clock->phase = -1;
    for (int i = 0; i < f->clocks; i++)
        if (strcmp(f->clock_of[i].pin.text, clock->pin.text) == 0)
            return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", clock->pin.text);
    f->clocks++;
    if (value != key && !is_empty(value) && blackbox_yaml_mapping(l, value, clock->pin.text, keys, clock) != 0)
        return -1;
    return clock->phase < 0 || (clock->period && clock->phase < clock->period)
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "%s: phase must be less than its period", clock->pin.text);
}

static int add_name(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    return take_clock(l, item, item, context);
}

int blackbox_take_clocks(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    int status = 0, periods = 0;

    if (value->type == YAML_SEQUENCE_NODE) {
        for (const yaml_node_item_t *i = value->data.sequence.items.start;
             i < value->data.sequence.items.top && status == 0; i++)
            status = add_name(l, blackbox_yaml_node(l, *i), f);
    } else {
        status = blackbox_yaml_pairs(
            l, value, "clocks must be a list of pins, or pins with periods, such as \"wclk: {period: 10}\"", take_clock,
            f);
    }
    if (status != 0)
        return status;
    for (int i = 0; i < f->clocks; i++)
        periods += f->clock_of[i].period > 0;
    if (f->clocks < 2)
        return yaml_fail(&l->yaml, yaml_line(value), "clocks: must be two or more; one is clock: PIN");
    return periods == 0 || periods == f->clocks
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "clocks: must have a period each, or none, to have them drawn");
}

/* Whose they are -------------------------------------------------------------------------------------------------- */

int blackbox_add_clock_name(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_ports *ports = context;

    if (ports->clock_names == BLACKBOX_PORTS)
        return yaml_fail(&l->yaml, yaml_line(item), "clock: more than %d", BLACKBOX_PORTS);
    return blackbox_yaml_pin(l, item, yaml_scalar(item), "clock", &ports->clock[ports->clock_names++]);
}

/* The number of a clock by its pin; the first one when nothing is said and it may be so; -1, with error. */
static int number_of(const struct blackbox_reading *l, const struct blackbox_text *name, const char *what)
{
    const struct blackbox *f = l->f;

    for (int i = 0; i < f->clocks; i++)
        if (strcmp(f->clock_of[i].pin.text, name->text) == 0)
            return i;
    yaml_fail(&l->yaml, (size_t)name->line, "%s: clock: %s is not one of clocks", what, name->text);
    return -1;
}

static int find_clocks(const struct blackbox_reading *l, struct blackbox_ports *ports, const char *what)
{
    if (ports->clock_names > 1 && ports->clock_names != ports->count)
        return yaml_fail(&l->yaml, (size_t)ports->clock[0].line,
                         "%s: clock: %d of them, must be one, or one for each of %d", what, ports->clock_names,
                         ports->count);
    if (!ports->clock_names && l->f->clocks)
        return yaml_fail(&l->yaml, (size_t)ports->line,
                         "%s: must have clock: the one of clocks that its pins belong to", what);
    for (int i = 0; i < ports->count && ports->clock_names; i++) {
        ports->clock_of[i] = number_of(l, &ports->clock[ports->clock_names > 1 ? i : 0], what);
        if (ports->clock_of[i] < 0)
            return -1;
    }
    return 0;
}

static int find_side_clock(const struct blackbox_reading *l, const struct blackbox_text *pin,
                           const struct blackbox_text *name, int *clock)
{
    if (!name->line && l->f->clocks)
        return yaml_fail(&l->yaml, (size_t)pin->line, "sideband: %s: must have clock: one of clocks", pin->text);
    *clock = name->line ? number_of(l, name, pin->text) : 0;
    return *clock < 0 ? -1 : 0;
}

static int find_side_clocks(const struct blackbox_reading *l)
{
    struct blackbox_side *side = &l->f->side;

    for (int i = 0; i < side->inputs; i++)
        if (find_side_clock(l, &side->input[i].pin, &side->input[i].clock_name, &side->input[i].clock) != 0)
            return -1;
    for (int i = 0; i < side->outputs; i++)
        if (find_side_clock(l, &side->output[i].pin, &side->output[i].clock_name, &side->output[i].clock) != 0)
            return -1;
    return 0;
}

/* Edges until the row begins again. */
static int64_t count_edges(const struct blackbox *f)
{
    int period[BLACKBOX_CLOCKS];
    int64_t span, edges = 0;

    for (int i = 0; i < f->clocks; i++)
        period[i] = f->clock_of[i].period;
    span = blackbox_clocks_span(period, f->clocks);
    for (int i = 0; i < f->clocks; i++)
        edges += span / period[i];
    return edges;
}

int blackbox_load_clocks(struct blackbox_reading *l)
{
    struct blackbox *f = l->f;
    const char *wrong = !f->clocks       ? NULL
                        : f->clock.line  ? "clock and clocks do not go together"
                        : f->routers > 1 ? "a network of routers has one clock"
                        : f->header.line ? "headers with a handshake of their own have one clock"
                        : f->cast.kind   ? "packets for several outputs have one clock"
                        : f->throughput  ? "bounds: throughput needs one clock, for it depends on their periods"
                        : f->clock_of[0].period && count_edges(f) >= BLACKBOX_EDGES
                            ? "their edges take too long to be as they were: choose periods in a simpler ratio"
                            : NULL;
    int resets = f->reset.line > 0;

    for (int i = 0; i < f->clocks; i++)
        resets += f->clock_of[i].reset.line > 0;
    if (wrong)
        return yaml_fail(&l->yaml, (size_t)f->clock_of[0].pin.line, "clocks: %s", wrong);
    if (f->clocks && !resets)
        return yaml_fail(&l->yaml, (size_t)f->clock_of[0].pin.line,
                         "clocks: the description must have reset, or clocks with a reset of their own");
    return find_clocks(l, &f->inputs, "inputs") != 0 || find_clocks(l, &f->outputs, "outputs") != 0 ||
                   find_side_clocks(l) != 0
               ? -1
               : 0;
}

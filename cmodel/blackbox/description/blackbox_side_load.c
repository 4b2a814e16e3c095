/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of pins beside the ports: inputs that move, and outputs that are looked at. See
 * blackbox_yaml.h.
 */
#include <string.h>

#include "../../base/value.h"
#include "blackbox_pins.h"
#include "blackbox_yaml.h"

enum { WIDEST = 32, LONGEST = 100000 };

int blackbox_side_pin(const struct blackbox *f, const char *name)
{
    for (int i = 0; i < f->side.inputs; i++)
        if (strcmp(f->side.input[i].pin.text, name) == 0)
            return 1;
    for (int i = 0; i < f->side.outputs; i++)
        if (strcmp(f->side.output[i].pin.text, name) == 0)
            return 1;
    return 0;
}

static uint64_t most(int width)
{
    return (1ull << width) - 1;
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

/* "1/8": in one cycle of eight. */
static int take_random(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_side_input *side = context;
    const char *at = yaml_scalar(value) ? yaml_scalar(value) : "";
    uint64_t chance, of;

    if (value_digits(&at, LONGEST, &chance) != 0 || *at++ != '/' || value_digits(&at, LONGEST, &of) != 0 || *at ||
        chance == 0 || chance > of)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "random: must be a chance in each cycle such as 1/8, of cycles up to %d", LONGEST);
    side->chance = (int64_t)chance;
    side->of = (int64_t)of;
    return 0;
}

/* "1..40", or a number. */
static int take_hold(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_side_input *side = context;
    const char *at = yaml_scalar(value) ? yaml_scalar(value) : "";
    uint64_t shortest, longest;

    if (value_digits(&at, LONGEST, &shortest) != 0)
        shortest = 0;
    longest = shortest;
    if (strncmp(at, "..", 2) == 0 && (at += 2, value_digits(&at, LONGEST, &longest) != 0))
        longest = 0;
    if (*at || shortest == 0 || longest < shortest)
        return yaml_fail(&l->yaml, yaml_line(value), "hold: must be cycles such as 4, or 1..40, up to %d", LONGEST);
    side->shortest = (int)shortest;
    side->longest = (int)longest;
    return 0;
}

static int take_select(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const whom[] = {"inputs", NULL};
    struct blackbox_side_input *side = context;

    if (blackbox_yaml_choice(l, value, "select", whom) < 0)
        return -1;
    side->select = 1;
    return 0;
}

static int add_value(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_side_input *side = context;
    int64_t number;

    if (side->values == BLACKBOX_SIDE_VALUES)
        return yaml_fail(&l->yaml, yaml_line(item), "values: more than %d", BLACKBOX_SIDE_VALUES);
    if (blackbox_yaml_integer(l, item, "values", 0, UINT32_MAX, &number) != 0)
        return -1;
    side->value[side->values++] = (uint64_t)number;
    return 0;
}

/* What is wrong with an input, or NULL. */
static const char *contradiction(const struct blackbox_side_input *side)
{
    if (side->select && (side->of || side->period || side->idle))
        return "select goes with width and values alone";
    if (!side->select && !side->of == !side->period)
        return "must have random, every or select";
    if (side->period && side->shortest != side->longest)
        return "hold must be one number with every";
    if (side->period && side->values > 1)
        return "values must be one with every";
    if (side->period && side->longest >= side->period)
        return "hold must be less than every, or it is always active";
    for (int i = 0; i < side->values; i++)
        if (side->value[i] > most(side->width) || (side->value[i] == side->idle && !side->select))
            return "values must fit into its width, and differ from idle";
    return side->idle > most(side->width) ? "idle must fit into its width" : NULL;
}

static int take_input(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_side_input *side)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("width", struct blackbox_side_input, width, 1, WIDEST),
                                               BLACKBOX_NAME_OF("clock", struct blackbox_side_input, clock_name),
                                               BLACKBOX_CODE("idle", struct blackbox_side_input, idle),
                                               {"values", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, add_value},
                                               BLACKBOX_TAKE("random", take_random),
                                               BLACKBOX_INT("every", struct blackbox_side_input, period, 2, LONGEST),
                                               BLACKBOX_TAKE("hold", take_hold),
                                               BLACKBOX_TAKE("select", take_select),
                                               BLACKBOX_KEYS_END};
    const char *wrong;

    side->width = side->shortest = side->longest = 1;
    if (blackbox_yaml_mapping(l, value, side->pin.text, keys, side) != 0)
        return -1;
    wrong = contradiction(side);
    if (wrong)
        return yaml_fail(&l->yaml, yaml_line(value), "sideband: %s: %s", side->pin.text, wrong);
    if (!side->values && !side->select)
        side->value[side->values++] = side->idle ^ most(side->width);
    return 0;
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

static int take_value(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_side_output *side = context;
    const char *text = yaml_scalar(value);
    int64_t number = 0;

    side->rule = BLACKBOX_SIDE_VALUE;
    if (text && strcmp(text, "zero") == 0)
        return 0;
    if (blackbox_yaml_integer(l, value, side->pin.text, 0, UINT32_MAX, &number) != 0)
        return -1;
    side->value = (uint64_t)number;
    return 0;
}

static const char *const events[] = {
    [BLACKBOX_SIDE_DROPPED] = "dropped", [BLACKBOX_SIDE_PASSED] = "passed", [BLACKBOX_SIDE_PACKETS] = "packets",
    [BLACKBOX_SIDE_WHOLE] = "whole",     [BLACKBOX_SIDE_FLITS] = "flits",   NULL};

static int take_event(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_side_output *side,
                      const char *name)
{
    int is = blackbox_yaml_choice(l, value, name, events);

    if (is < 0)
        return -1;
    side->event = (enum blackbox_side_event)is;
    return 0;
}

static int take_pulse(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_side_output *side = context;

    side->rule = BLACKBOX_SIDE_PULSE;
    if (take_event(l, value, side, "pulse") != 0)
        return -1;
    return side->event <= BLACKBOX_SIDE_PASSED
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "pulse: must be dropped or passed: nothing happens once for %s",
                           events[side->event]);
}

static int take_count(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_side_output *side = context;

    side->rule = BLACKBOX_SIDE_COUNT;
    return take_event(l, value, side, "count");
}

static int take_output(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_side_output *side)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("width", struct blackbox_side_output, width, 1, WIDEST),
                                               BLACKBOX_NAME_OF("clock", struct blackbox_side_output, clock_name),
                                               BLACKBOX_TAKE("value", take_value),
                                               BLACKBOX_TAKE("pulse", take_pulse),
                                               BLACKBOX_TAKE("count", take_count),
                                               BLACKBOX_KEYS_END};

    side->width = 1;
    if (value->type == YAML_SCALAR_NODE)
        return take_value(l, value, side);
    if (blackbox_yaml_mapping(l, value, side->pin.text, keys, side) != 0)
        return -1;
    if (side->rule == BLACKBOX_SIDE_PULSE && side->width != 1)
        return yaml_fail(&l->yaml, yaml_line(value), "sideband: %s: a pulse has one bit", side->pin.text);
    return side->value <= most(side->width)
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "sideband: %s: the value has more than %d bits", side->pin.text,
                           side->width);
}

/* Both ------------------------------------------------------------------------------------------------------------ */

/* An input says when it moves, and to what. */
static int is_input(struct blackbox_reading *l, const yaml_node_t *value)
{
    static const char *const keys[] = {"random", "every", "hold", "idle", "values", "select"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (blackbox_yaml_find(l, value, keys[i]))
            return 1;
    return 0;
}

static int take_side(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    struct blackbox_side *side = &f->side;
    struct blackbox_text pin = {.line = (int)yaml_line(key)};
    int input = is_input(l, value);

    if (blackbox_yaml_name(l, key, "a pin of sideband", pin.text) != 0)
        return -1;
    if (blackbox_side_pin(f, pin.text))
        return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", pin.text);
    if ((input ? side->inputs : side->outputs) == BLACKBOX_SIDES)
        return yaml_fail(&l->yaml, yaml_line(key), "sideband: more than %d %s", BLACKBOX_SIDES,
                         input ? "inputs" : "outputs");
    if (input) {
        side->input[side->inputs].pin = pin;
        return take_input(l, value, &side->input[side->inputs++]);
    }
    side->output[side->outputs].pin = pin;
    return take_output(l, value, &side->output[side->outputs++]);
}

int blackbox_take_sideband(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value,
                               "sideband must be pins with what they do, such as \"pause: {random: 1/8, hold: 1..40}\" "
                               "for an input or \"error: zero\" for an output",
                               take_side, context);
}

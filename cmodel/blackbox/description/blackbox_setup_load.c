/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of writes to a router after each reset, before the first flit, such as of its route table.
 * See blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_yaml.h"

/* Cycles of a step, and of all. */
enum { LONGEST = 1000, MOST = 100000 };

static int take_pin(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_step *step = context;
    const char *text = yaml_scalar(key);
    struct blackbox_constant c = {0};

    if (!text || !*text || strlen(text) >= sizeof c.name)
        return yaml_fail(&l->yaml, yaml_line(key), "setup: pins: must be names with values");
    strcpy(c.name, text);
    if (blackbox_yaml_constant(l, value, c.name, &c.value) != 0)
        return -1;
    return blackbox_constants_add(&step->pins, &c) == 0 ? 0 : blackbox_yaml_memory(l);
}

static int take_pins(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value, "pins must be names with values", take_pin, context);
}

int blackbox_add_step(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_TAKE("pins", take_pins), BLACKBOX_INT("cycles", struct blackbox_step, cycles, 1, LONGEST),
        BLACKBOX_NAME_OF("until", struct blackbox_step, until), BLACKBOX_KEYS_END};
    struct blackbox_setup *setup = &l->f->setup;
    struct blackbox_step *more = realloc(setup->step, (size_t)(setup->steps + 1) * sizeof *more);

    (void)context;
    if (!more)
        return blackbox_yaml_memory(l);
    setup->step = more;
    more[setup->steps] = (struct blackbox_step){.cycles = 1, .line = (int)yaml_line(item)};
    return blackbox_yaml_mapping(l, item, "setup", keys, &more[setup->steps++]);
}

int blackbox_load_setup(struct blackbox_reading *l)
{
    struct blackbox *f = l->f;

    for (int i = 0; i < f->setup.steps; i++) {
        struct blackbox_step *step = &f->setup.step[i];
        if (f->clocks)
            return yaml_fail(&l->yaml, (size_t)step->line, "setup: the router must have one clock, and has several");
        for (int k = 0; k < step->pins.count; k++)
            if (!blackbox_constant_of(&f->pins, step->pins.item[k].name))
                return yaml_fail(&l->yaml, (size_t)step->pins.item[k].value.line,
                                 "setup: %s: its value in all other cycles must be among constants",
                                 step->pins.item[k].name);
        step->begin = f->setup.cycles;
        f->setup.cycles += step->cycles;
    }
    if (f->setup.cycles > MOST)
        return yaml_fail(&l->yaml, (size_t)f->setup.step->line, "setup: %d cycles, and %d is the most", f->setup.cycles,
                         MOST);
    f->reset_idle += f->setup.cycles;
    return 0;
}

void blackbox_setup_free(struct blackbox_setup *setup)
{
    for (int i = 0; i < setup->steps; i++)
        free(setup->step[i].pins.item);
    free(setup->step);
}

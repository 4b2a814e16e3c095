/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_expected.h.
 */
#include "fedx_expected.h"

#include <stdio.h>
#include <stdlib.h>

/* What is asked for ------------------------------------------------------------------------------------------------ */

static int find_reset(struct fedx_expected *e, char *error, size_t size)
{
    const struct vectors *v = e->vectors;

    if (v->count > FEDX_TESTBENCH_CYCLES) {
        snprintf(error, size, "%zu cycles are more than the %d of a testbench", v->count, FEDX_TESTBENCH_CYCLES);
        return -1;
    }
    for (e->first = 0; e->first < v->count && !fedx_vectors_cycles(v)[e->first].control.rst; e->first++)
        ;
    if (e->first++ < v->count)
        return 0;
    snprintf(error, size,
             "the vectors have no cycle with rst = 1: before a reset no output is defined, so nothing could be compared");
    return -1;
}

static int is_pin(const char *field)
{
    const struct fedx_pin_info *pin = fedx_pin_find(field);

    return pin && fedx_pin_is_output(pin);
}

static int find_register(struct fedx_expected *e, int wrapped, char *error, size_t size)
{
    const char *field = e->field;

    if (!field || is_pin(field))
        return 0;
    if (!wrapped && sscanf(field, "store[%d]", &e->store) == 1 && e->store >= 0 && e->store < FEDX_BUFFERS &&
        e->lane < FEDX_PACKET_BYTES)
        return 0;
    e->reg = fedx_reg_find(field);
    if (e->reg && e->lane < e->reg->lanes.count)
        return 0;
    snprintf(error, size, "%.100s, lane %d: the switch has no such named register", field, e->lane);
    return -1;
}

/* Where its registers are is known of our RTL only. */
static int check_start(const struct fedx_expected *e, int wrapped, char *error, size_t size)
{
    if (!e->vectors->start || !wrapped)
        return 0;
    snprintf(error, size, "the vectors set a state before cycle %zu, and where this switch has it is not known",
             e->vectors->start->at);
    return -1;
}

struct fedx_expected *fedx_expected_create(const struct vectors *v, const char *field, int lane, int wrapped,
                                           char *error, size_t size)
{
    struct fedx_expected *e = calloc(1, sizeof *e);

    if (e)
        *e = (struct fedx_expected){.vectors = v, .field = field, .lane = lane < 0 ? 0 : lane, .store = -1};
    if (e && (find_reset(e, error, size) != 0 || find_register(e, wrapped, error, size) != 0 ||
              check_start(e, wrapped, error, size) != 0)) {
        fedx_expected_destroy(e);
        return NULL;
    }
    if (e && (e->cycle = calloc(v->count + 1, sizeof *e->cycle)))
        return e;
    snprintf(error, size, "out of memory");
    fedx_expected_destroy(e);
    return NULL;
}

void fedx_expected_destroy(struct fedx_expected *e)
{
    if (e)
        free(e->cycle);
    free(e);
}

/* What the golden model shows -------------------------------------------------------------------------------------- */

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct fedx_expected *e = context;
    struct fedx_expected_cycle *now = &e->cycle[c->number];

    fedx_switch_pins(c->model, &now->out);
    now->status.cfg_rdata = fedx_switch_cfg_rdata(c->model);
    if (e->reg)
        now->value = fedx_reg_value(fedx_switch_state(c->model), e->reg, e->lane);
    else if (e->store >= 0)
        now->value = fedx_switch_store(c->model, e->store)[e->lane];
    /* No reset clears a store: the model's zero may never have been written. */
    now->known = e->reg || now->value != 0 || (c->number > 0 && now[-1].known);
}

struct observer fedx_expected_observer(struct fedx_expected *e)
{
    return (struct observer){e, see_cycle, NULL};
}

uint64_t fedx_expected_compared(const struct fedx_expected *e)
{
    return e->vectors->count + 1 - e->first;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "expected.h"

#include <stdio.h>
#include <stdlib.h>

#include "../base/text.h"

static size_t cycle_bytes(const struct router_kind *kind)
{
    return VECTORS_ALIGNED(kind->pins_bytes) + VECTORS_ALIGNED(kind->status_bytes);
}

void *expected_out(const struct expected *e, size_t i)
{
    return e->outputs + i * cycle_bytes(e->vectors->kind);
}

void *expected_status(const struct expected *e, size_t i)
{
    return (uint8_t *)expected_out(e, i) + VECTORS_ALIGNED(e->vectors->kind->pins_bytes);
}

/* What is asked for ----------------------------------------------------------------------------------------------- */

static int find_reset(struct expected *e, char *error, size_t size)
{
    const struct vectors *v = e->vectors;

    if (v->count > TESTBENCH_CYCLES)
        return text_fail(error, size, "%zu cycles are more than the %d of a testbench", v->count, TESTBENCH_CYCLES);
    for (e->first = 0; e->first < v->count && !v->kind->parts->lockstep->resets(vectors_control(v, e->first));
         e->first++)
        ;
    if (e->first++ < v->count)
        return 0;
    snprintf(
        error, size,
        "the vectors have no cycle with rst = 1: before a reset no output is defined, so nothing could be compared");
    return -1;
}

static int is_output(const struct router_kind *kind, const char *field)
{
    const struct pin_info *pin = kind_pin_find(kind, field);

    return pin && pin_is_output(pin);
}

static int find_register(struct expected *e, int wrapped, char *error, size_t size)
{
    const struct router_kind *kind = e->vectors->kind;
    const char *field = e->field;

    if (!field || is_output(kind, field))
        return 0;
    if (!wrapped && sscanf(field, "store[%d]", &e->store) == 1 && e->store >= 0 &&
        e->store < kind->parts->lockstep->stores && e->lane < kind->parts->lockstep->store_bytes)
        return 0;
    e->reg = kind_register_find(kind, field);
    if (e->reg && e->lane < e->reg->lanes.count)
        return 0;
    return text_fail(error, size, "%.100s, lane %d: the router has no such named register", field, e->lane);
}

/* Where its registers are is known of our RTL only. */
static int check_start(const struct expected *e, int wrapped, char *error, size_t size)
{
    if (!e->vectors->start || !wrapped)
        return 0;
    return text_fail(error, size, "the vectors set a state before cycle %zu, and where this router has it is not known",
                     e->vectors->start->at);
}

struct expected *expected_create(const struct vectors *v, const char *field, int lane, int wrapped, char *error,
                                 size_t size)
{
    struct expected *e = calloc(1, sizeof *e);

    if (e)
        *e = (struct expected){.vectors = v, .field = field, .lane = lane < 0 ? 0 : lane, .store = -1};
    if (e && (find_reset(e, error, size) != 0 || find_register(e, wrapped, error, size) != 0 ||
              check_start(e, wrapped, error, size) != 0)) {
        expected_destroy(e);
        return NULL;
    }
    if (e && (e->outputs = calloc(v->count + 1, cycle_bytes(v->kind))) &&
        (e->value = calloc(v->count + 1, sizeof *e->value)))
        return e;
    snprintf(error, size, "out of memory");
    expected_destroy(e);
    return NULL;
}

void expected_destroy(struct expected *e)
{
    if (!e)
        return;
    free(e->outputs);
    free(e->value);
    free(e);
}

/* What the golden model shows ------------------------------------------------------------------------------------- */

static uint64_t value_of(const struct expected *e, const struct replay_cycle *c)
{
    const struct node_ops *ops = c->kind->model;
    struct any_registers registers;

    if (e->reg) {
        ops->state(c->model, &registers);
        return lane_value(&e->reg->lanes, &registers, e->lane);
    }
    if (e->store < 0)
        return 0;
    uint8_t store[c->kind->parts->lockstep->store_bytes];
    ops->store(c->model, e->store, store);
    return store[e->lane];
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct expected *e = context;
    struct expected_value *now = &e->value[c->number];

    c->kind->model->pins(c->model, expected_out(e, c->number));
    if (c->kind->status_bytes)
        c->kind->model->status(c->model, expected_status(e, c->number));
    now->value = value_of(e, c);
    /* No reset clears a store: the model's zero may never have been written. */
    now->known = e->reg || now->value != 0 || (c->number > 0 && now[-1].known);
}

struct observer expected_observer(struct expected *e)
{
    return (struct observer){e, see_cycle, NULL};
}

uint64_t expected_compared(const struct expected *e)
{
    return e->vectors->count + 1 - e->first;
}

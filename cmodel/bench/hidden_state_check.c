/* SPDX-License-Identifier: Apache-2.0 */
#include "hidden_state_check.h"

#include <stdlib.h>
#include <string.h>

#include "../compare/lockstep.h"
#include "bench.h"
#include "recorder.h"

/* Cycles of the stimulus; that both copies go together from a state to the next, at most; that the other one is
 * elsewhere, at most; and that both are compared afterwards. */
enum { CYCLES = 20000, TOGETHER = 200, ELSEWHERE = 16, AFTER = 32 };

/* Two copies of a router, and what they read. */
struct pair {
    const struct router_kind *kind;
    const struct node_ops *ops;
    void *node[2];
    const struct vectors *read;
    size_t next; /* cycle of it */
    struct rng random;
};

static void read_registers(const struct pair *p, int which, struct any_registers *registers)
{
    memset(registers, 0, sizeof *registers);
    p->ops->state(p->node[which], registers);
}

/* A cycle of both copies. */
static void step(const struct pair *p, const void *in, const void *control)
{
    for (int k = 0; k < 2; k++)
        p->ops->step(p->node[k], in, control);
}

/* A cycle of the second copy, which reads what comes at another time. Tables, if the kind has any, are not put in, so
 * it keeps its own. */
static void step_elsewhere(struct pair *p, size_t cycle)
{
    const struct pin_info *write = kind_pin_find(p->kind, "cfg_we");
    struct any_control control;

    memcpy(&control, vectors_control(p->read, cycle), p->kind->control_bytes);
    if (write)
        lane_set(&write->lanes, &control, 0, 0);
    p->ops->step(p->node[1], vectors_in(p->read, cycle), &control);
}

/* What the first copy shows goes into the second. @return 0 when that does not take it all */
static int put(const struct pair *p, uint8_t *bytes)
{
    struct any_registers from, to;

    for (int b = 0; b < p->kind->parts->lockstep->stores; b++) {
        p->ops->store(p->node[0], b, bytes);
        p->ops->inject_store(p->node[1], b, bytes);
    }
    read_registers(p, 0, &from);
    p->ops->inject(p->node[1], &from);
    read_registers(p, 1, &to);
    return memcmp(&from, &to, sizeof from) == 0;
}

static int differs(const struct pair *p, struct hidden_state *result)
{
    struct any_registers registers[2];
    struct any_pins pins[2];
    const struct reg_info *info;
    int lane;

    memset(pins, 0, sizeof pins);
    for (int k = 0; k < 2; k++) {
        read_registers(p, k, &registers[k]);
        p->ops->pins(p->node[k], &pins[k]);
    }
    info = kind_registers_differ(p->kind, &registers[0], &registers[1], &lane);
    result->differs = info || memcmp(&pins[0], &pins[1], sizeof *pins) != 0;
    result->signal = info ? info->block : "";
    result->name = info ? info->name : "the pins";
    return result->differs;
}

/* Both go on as from a state that is injected: most of what is kept matters seldom under the stimulus. */
static void follow(struct pair *p, struct hidden_state *result)
{
    const struct injection_kind *states = p->kind->parts->bench->injection;
    struct any_registers registers;
    struct any_control control;
    struct any_pins in;

    memset(&control, 0, sizeof control);
    memset(&in, 0, sizeof in);
    read_registers(p, 0, &registers);
    states->levels(&p->random, &registers, &in);
    for (result->cycle = 1; result->cycle <= AFTER; result->cycle++) {
        states->inputs(p->kind, &p->random, &registers, &in, &control);
        step(p, &in, &control);
        if (differs(p, result))
            return;
        read_registers(p, 0, &registers);
    }
}

/* The second copy comes from elsewhere, and is brought to where the first one is. */
static void trial(struct pair *p, uint8_t *bytes, struct hidden_state *result)
{
    unsigned together = rng_below(&p->random, TOGETHER), away = 1 + rng_below(&p->random, ELSEWHERE);
    size_t cycle = rng_below(&p->random, (unsigned)(p->read->count - ELSEWHERE));

    for (; together > 0; together--, p->next++)
        step(p, vectors_in(p->read, p->next), vectors_control(p->read, p->next));
    while (away-- > 0)
        step_elsewhere(p, cycle++);
    if (!put(p, bytes))
        return;
    result->done++;
    follow(p, result);
}

/* @return a model that has kept what the stimulus has it read, in `stimulus`, which is the caller's; NULL when out of
 * memory */
static const struct vectors *record(const struct router_kind *kind, struct stimulus **stimulus)
{
    const struct stimulus_kind *of = kind->parts->bench->stimulus;
    const struct stimulus_config config = {.ops = kind->parts->bench->tap, .seed = 2, .cycles = CYCLES, .profile = -1};

    *stimulus = stimulus_create(of, kind, &config);
    if (!*stimulus)
        return NULL;
    while (!of->episode(*stimulus))
        ;
    return recorder_vectors((*stimulus)->node);
}

int hidden_state_check(const struct router_kind *kind, const struct node_ops *ops, struct hidden_state *result)
{
    struct pair p = {
        .kind = kind, .ops = ops, .node = {ops->create(NULL, 0), ops->create(NULL, 0)}, .random = rng_stream(2, 0)};
    uint8_t *bytes = calloc(1, (size_t)kind->parts->lockstep->store_bytes + 1); /* or none */
    struct stimulus *stimulus = NULL;
    int status = p.node[0] && p.node[1] && bytes && (p.read = record(kind, &stimulus)) ? 0 : -1;

    memset(result, 0, sizeof *result);
    while (status == 0 && !result->differs && p.next + TOGETHER < p.read->count && p.next < CYCLES)
        trial(&p, bytes, result);
    for (int k = 0; k < 2; k++)
        ops->destroy(p.node[k]);
    stimulus_destroy(stimulus);
    free(bytes);
    return status;
}

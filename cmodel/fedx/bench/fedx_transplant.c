/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_transplant.h.
 */
#include "fedx_transplant.h"

#include <string.h>

#include "../model/fedx_switch_internal.h"
#include "fedx/random.h"
#include "fedx_state_injection.h"

/* Trials; cycles that both copies go together from a reset, at most, that one goes alone, and that both go afterwards. */
enum { TRIALS = 200, TOGETHER = 600, ALONE = 8, AFTER = 64 };

/* Two copies of a switch. */
struct pair {
    const struct node_ops *ops;
    void *node[2];
    struct fedx_random random;
    struct fedx_pins in;
};

static void read_regs(const struct pair *p, int which, struct fedx_switch_regs *regs)
{
    memset(regs, 0, sizeof *regs);
    p->ops->state(p->node[which], regs);
}

/* Reset, and the same route table in both. */
static void begin(struct pair *p)
{
    struct fedx_random r = fedx_random_stream(1, 0);
    struct fedx_control control = {.rst = 1, .cfg_we = 1};

    for (unsigned d = 0; d < FEDX_TABLE_SIZE; d++) {
        struct fedx_route_fields f = {.distance = (int)fedx_random_below(&r, FEDX_BUFFERS),
                                      .best = 1 + (int)fedx_random_below(&r, FEDX_ALL_PORTS)};
        control.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + d);
        control.cfg_wdata = fedx_route_entry(&f);
        for (int k = 0; k < 2; k++)
            p->ops->step(p->node[k], &fedx_idle_pins, &control);
    }
    p->in = fedx_idle_pins;
}

/* Some cycles of one copy, or of both; the inputs are likely ones for what the first is doing. */
static void go(struct pair *p, unsigned cycles, int both)
{
    struct fedx_switch_regs regs;
    struct fedx_control control;

    for (unsigned c = 0; c < cycles; c++) {
        read_regs(p, 0, &regs);
        fedx_state_injection_inputs(&p->random, &regs, &p->in, &control);
        control.cfg_we = 0; /* both keep the same table */
        for (int k = 0; k <= both; k++)
            p->ops->step(p->node[k], &p->in, &control);
    }
}

/* What the first copy shows goes into the second. @return 0 when that does not take it all */
static int transplant(const struct pair *p)
{
    struct fedx_switch_regs from, to;
    uint8_t bytes[FEDX_PACKET_BYTES];

    for (int b = 0; b < FEDX_BUFFERS; b++) {
        p->ops->store(p->node[0], b, bytes);
        p->ops->inject_store(p->node[1], b, bytes);
    }
    read_regs(p, 0, &from);
    p->ops->inject(p->node[1], &from);
    read_regs(p, 1, &to);
    return memcmp(&from, &to, sizeof from) == 0;
}

static int differs(const struct pair *p, struct fedx_transplant *result)
{
    struct fedx_switch_regs regs[2];
    struct fedx_pins pins[2];
    const struct fedx_reg_info *info;
    int lane;

    for (int k = 0; k < 2; k++) {
        read_regs(p, k, &regs[k]);
        p->ops->pins(p->node[k], &pins[k]);
    }
    info = fedx_regs_diff(&regs[0], &regs[1], &lane);
    result->differs = info || memcmp(&pins[0], &pins[1], sizeof *pins) != 0;
    result->signal = info ? info->block : "";
    result->name = info ? info->name : "the pins";
    return result->differs;
}

static void trial(struct pair *p, struct fedx_transplant *result)
{
    begin(p);
    go(p, fedx_random_below(&p->random, TOGETHER), 1);
    go(p, 1 + fedx_random_below(&p->random, ALONE), 0);
    if (!transplant(p))
        return;
    result->done++;
    for (result->cycle = 1; result->cycle <= AFTER; result->cycle++) {
        go(p, 1, 1);
        if (differs(p, result))
            return;
    }
}

int fedx_transplant_try(const struct node_ops *ops, struct fedx_transplant *result)
{
    struct pair p = {.ops = ops, .node = {ops->create(NULL, 0), ops->create(NULL, 0)}, .random = fedx_random_stream(2, 0)};
    int status = p.node[0] && p.node[1] ? 0 : -1;

    memset(result, 0, sizeof *result);
    for (int i = 0; i < TRIALS && status == 0 && !result->differs; i++)
        trial(&p, result);
    for (int k = 0; k < 2; k++)
        ops->destroy(p.node[k]);
    return status;
}

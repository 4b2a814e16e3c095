/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_near.h.
 */
#include "fedx_near.h"

#include <stdlib.h>
#include <string.h>

#include "../model/fedx_switch_internal.h"

enum {
    DOUBLINGS = 14,      /* 1 to FEDX_NEAR_CYCLES cycles */
    RESET_CYCLES = 2,
    MOST_CYCLES = 20000000 /* in all trials */
};

struct near {
    const struct fedx_shrink_config *config;
    const struct vectors *whole;
    struct fedx_switch *before[DOUBLINGS]; /* the model 1, 2, 4 ... cycles before the end */
    struct fedx_switch *base;              /* the model where the replay starts */
    struct fedx_switch *model;             /* for a run */
    struct fedx_switch_regs idle;
    struct vectors window;            /* the last cycles */
    struct start *start;                   /* the state before them */
    struct vectors *near;             /* reset, state and window, as they are played */
    struct replay *shown;             /* by the last trial that showed the difference */
    uint64_t trials, cycles;
    int failed;                            /* out of memory */
    int changed;                           /* something was left out in this round */
};

static int over(const struct near *k)
{
    return k->failed || k->cycles > MOST_CYCLES;
}

/* A trial ------------------------------------------------------------------------------------- */

/* Table entries that the window reads: by headers, or by the configuration port. */
static void find_lookups(struct near *k, uint8_t looked_up[FEDX_TABLE_SIZE])
{
    memset(looked_up, 0, FEDX_TABLE_SIZE);
    fedx_switch_copy(k->model, k->base);
    start_put(k->start, &fedx_node_model, k->model);
    for (size_t i = 0; i < k->window.count; i++) {
        const struct fedx_vector *v = &fedx_vectors_cycles(&k->window)[i];
        const struct fedx_port_receive *r = &fedx_switch_state(k->model)->port_receive;
        FEDX_FOR_EACH_PORT(p, r->lookup) {
            unsigned destination = fedx_head_destination(r->head[p]);
            if (destination < FEDX_TABLE_SIZE)
                looked_up[destination] = 1;
        }
        if (v->control.cfg_addr >= FEDX_CFG_TABLE && v->control.cfg_addr < FEDX_CFG_TABLE + FEDX_TABLE_SIZE)
            looked_up[v->control.cfg_addr - FEDX_CFG_TABLE] = 1;
        fedx_switch_step(k->model, &v->in, &v->control);
    }
}

static void add(struct near *k, const struct fedx_pins *in, const struct fedx_control *control)
{
    k->failed |= vectors_add(k->near, in, control) != 0;
}

/* A reset, with the routes written under it; the port takes a cycle more for the last one. */
static void add_reset(struct near *k)
{
    const struct fedx_control reset = {.rst = 1, .side = fedx_vectors_cycles(&k->window)->control.side, .cfg_addr = FEDX_CFG_STATUS};
    uint8_t looked_up[FEDX_TABLE_SIZE];

    find_lookups(k, looked_up);
    for (int i = 0; i < RESET_CYCLES; i++)
        add(k, &fedx_idle_pins, &reset);
    for (unsigned d = 0; d < FEDX_TABLE_SIZE; d++) {
        struct fedx_control route = reset;
        route.cfg_we = 1;
        route.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + d);
        route.cfg_wdata = k->base->table[d];
        if (looked_up[d])
            add(k, &fedx_idle_pins, &route);
    }
    add(k, &fedx_idle_pins, &reset);
}

static void build(struct near *k)
{
    vectors_clear(k->near);
    add_reset(k);
    k->start->at = k->near->count;
    k->failed |= vectors_start_from(k->near, k->start) != 0 || vectors_append(k->near, &k->window, k->window.count) != 0;
}

/* Play the window from the state; if that shows the difference, the window ends there from now on. */
static int shows(struct near *k)
{
    const struct fedx_shrink_config *c = k->config;
    struct replay r;

    build(k);
    if (k->failed || replay_run(k->near, c->rtl, c->power_up, &r) != 0) {
        k->failed = 1;
        return 0;
    }
    k->trials++;
    k->cycles += k->near->count;
    if (!r.differs || (c->field && strcmp(r.divergence.field, c->field) != 0) || r.divergence.cycle <= k->start->at)
        return 0;
    k->window.count = r.divergence.cycle - k->start->at;
    *k->shown = r;
    return 1;
}

/* How many cycles ----------------------------------------------------------------------------- */

static void keep(void *context, const struct replay_cycle *c)
{
    struct near *k = context;

    for (int d = 0; d < DOUBLINGS; d++)
        if (c->number + ((size_t)1 << d) == k->whole->count)
            fedx_switch_copy(k->before[d], c->model);
}

/* The model through the recording, kept 1, 2, 4 ... cycles before its end. @return how many are at most half of it */
static int run_model(struct near *k)
{
    const struct observer observer = {k, keep, NULL};
    const struct replay_config replay = {.vectors = k->whole, .observer = &observer, .observers = 1};
    int kept = 0;

    if (replay_observed(&replay, NULL) != 0)
        k->failed = 1;
    while (kept < DOUBLINGS && (size_t)2 << kept <= k->whole->count)
        kept++;
    return kept;
}

/* Start `cycles` before the end, at most `1 << d`, and see. */
static int shows_from(struct near *k, int d, size_t cycles)
{
    size_t i = k->whole->count - ((size_t)1 << d);

    fedx_switch_copy(k->base, k->before[d]);
    for (; i < k->whole->count - cycles; i++)
        fedx_switch_step(k->base, vectors_in(k->whole, i), vectors_control(k->whole, i));
    start_take(k->start, k->base);
    vectors_clear(&k->window);
    for (; i < k->whole->count; i++)
        if (vectors_add(&k->window, vectors_in(k->whole, i), vectors_control(k->whole, i)) != 0)
            k->failed = 1;
    return !k->failed && shows(k);
}

/* `1 << d` cycles show it, and half of them do not: the fewest between. */
static int shows_fewest(struct near *k, int d)
{
    size_t few = ((size_t)1 << d) / 2, enough = (size_t)1 << d;

    while (enough - few > 1 && !over(k)) {
        size_t middle = few + (enough - few) / 2;
        *(shows_from(k, d, middle) ? &enough : &few) = middle;
    }
    return shows_from(k, d, enough);
}

/* What of the state --------------------------------------------------------------------------- */

/* @return 1 when these registers do as well */
static int try_registers(struct near *k, const struct fedx_switch_regs *regs)
{
    struct fedx_switch_regs *now = fedx_start_registers(k->start), old = *now;
    char reason[160];

    if (over(k) || memcmp(regs, &old, sizeof old) == 0)
        return 0;
    *now = *regs;
    if (start_check(k->start, reason, sizeof reason) == 0 && shows(k)) {
        k->changed = 1;
        return 1;
    }
    *now = old;
    return 0;
}

/* All registers of a port, or of a buffer but for its place in the age order, as in an idle switch. */
static void idle_lanes(const struct near *k, struct fedx_switch_regs *regs, enum fedx_dimension dimension, int lane)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (fedx_reg_table[i].lanes.dimension == dimension && fedx_reg_table[i].lanes.width != FEDX_BUFFERS)
            start_copy_lane(regs, &k->idle, &fedx_reg_table[i], lane);
}

/* Without a packet: its buffer, and the ports by which it comes and goes. */
static void reduce_buffers(struct near *k)
{
    for (int b = 0; b < FEDX_BUFFERS; b++) {
        struct fedx_switch_regs regs = *fedx_start_registers(k->start);
        const struct fedx_port_receive *r = &fedx_start_registers(k->start)->port_receive;
        const struct fedx_port_transmit *t = &fedx_start_registers(k->start)->port_transmit;
        idle_lanes(k, &regs, FEDX_OF_BUFFER, b);
        for (int p = 0; p < FEDX_PORTS; p++)
            if ((r->buf[p] == b && (r->body | r->write | r->cut) >> p & 1) ||
                (t->buf[p] == b && (t->sending | t->await) >> p & 1))
                idle_lanes(k, &regs, FEDX_OF_PORT, p);
        try_registers(k, &regs);
    }
}

static void reduce_ports(struct near *k)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct fedx_switch_regs regs = *fedx_start_registers(k->start);
        idle_lanes(k, &regs, FEDX_OF_PORT, p);
        try_registers(k, &regs);
    }
}

/* Each register, or else each lane of it. */
static void reduce_registers(struct near *k)
{
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        struct fedx_switch_regs regs = *fedx_start_registers(k->start);
        int lanes = info->lanes.each;
        for (int lane = 0; lane < lanes; lane++)
            start_copy_lane(&regs, &k->idle, info, lane);
        if (try_registers(k, &regs))
            continue;
        for (int lane = 0; lane < lanes && lanes > 1; lane++) {
            regs = *fedx_start_registers(k->start);
            start_copy_lane(&regs, &k->idle, info, lane);
            try_registers(k, &regs);
        }
    }
}

static void reduce_stores(struct near *k)
{
    for (int b = 0; b < FEDX_BUFFERS; b++) {
        uint8_t old[FEDX_PACKET_BYTES], *store = start_store(k->start, b);
        memcpy(old, store, sizeof old);
        memset(store, 0, sizeof old);
        if (memcmp(old, store, sizeof old) == 0 || over(k))
            continue;
        if (shows(k)) {
            k->changed = 1;
            continue;
        }
        memcpy(store, old, sizeof old);
    }
}

/* Nothing arrives at a port. */
static void silence(struct vectors *window, int port)
{
    for (size_t i = 0; i < window->count; i++)
        for (int pin = 0; pin < FEDX_PIN_COUNT; pin++)
            if (fedx_pin_table[pin].place == FEDX_PIN_RX)
                fedx_lanes_set(&fedx_pin_table[pin].lanes, vectors_in(window, i), port, 0);
}

static void reduce_inputs(struct near *k)
{
    for (int p = 0; p < FEDX_PORTS && !over(k); p++) {
        const size_t bytes = k->window.count * vectors_cycle_bytes(k->window.kind);
        uint8_t *old = malloc(bytes);
        if (!old) {
            k->failed = 1;
            return;
        }
        memcpy(old, k->window.cycle, bytes);
        silence(&k->window, p);
        if (memcmp(old, k->window.cycle, bytes) != 0 && shows(k)) {
            k->changed = 1;
        } else {
            memcpy(k->window.cycle, old, bytes);
        }
        free(old);
    }
}

static void reduce(struct near *k)
{
    do {
        k->changed = 0;
        reduce_buffers(k);
        reduce_ports(k);
        reduce_inputs(k);
        reduce_registers(k);
        reduce_stores(k);
    } while (k->changed && !over(k));
}

/* All of it ----------------------------------------------------------------------------------- */

static int create(struct near *k)
{
    k->base = fedx_switch_create();
    k->model = fedx_switch_create();
    k->start = start_create(&fedx_kind);
    k->failed = !k->base || !k->model || !k->start;
    if (k->start)
        k->idle = *fedx_start_registers(k->start);
    for (int d = 0; d < DOUBLINGS; d++) {
        k->before[d] = fedx_switch_create();
        k->failed |= !k->before[d];
    }
    return k->failed ? -1 : 0;
}

static void finish(struct near *k)
{
    for (int d = 0; d < DOUBLINGS; d++)
        fedx_switch_destroy(k->before[d]);
    fedx_switch_destroy(k->base);
    fedx_switch_destroy(k->model);
    start_destroy(k->start);
    vectors_finish(&k->window);
}

int fedx_near_find(const struct vectors *v, const struct fedx_shrink_config *config, struct vectors *near,
                   struct replay *shown, uint64_t *trials)
{
    struct near k = {.config = config, .whole = v, .window.kind = v->kind, .near = near, .shown = shown};
    int found = 0;

    if (create(&k) == 0) {
        int kept = run_model(&k);
        for (int d = 0; d < kept && !found && !over(&k); d++)
            found = shows_from(&k, d, (size_t)1 << d) && shows_fewest(&k, d);
        if (found) {
            reduce(&k);
            build(&k);
        }
    }
    *trials = k.trials;
    finish(&k);
    return k.failed ? -1 : found;
}

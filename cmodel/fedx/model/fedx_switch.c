/* SPDX-License-Identifier: Apache-2.0
 *
 * The switch: the mechanisms wired together. docs/spec/fedx.md section 4; RTL twin
 * rtl/fedx/fedx_switch.v.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "fedx_switch_internal.h"

static inline unsigned occupied(const struct fedx_switch_regs *s)
{
    return fedx_port_receive_busy(&s->port_receive) | fedx_port_transmit_busy(&s->port_transmit);
}

/* always @*: wires from registers and pins. */
static inline void all_wires(const struct fedx_switch_regs *s, unsigned buffers, const struct fedx_pins *in,
                             struct fedx_wires *w)
{
    fedx_ownership_eval(&s->ownership, s->config.side, in, w);
    fedx_port_receive_eval(&s->port_receive, s->port_transmit.sending, in, w);
    w->occupied = occupied(s);
    fedx_route_eval(&s->route, &s->port_receive, &s->config, w);
    fedx_buffer_pool_eval(&s->buffer_pool, w);
    fedx_buffer_pool_bytes(&s->buffer_pool, &s->port_transmit, &s->config, w);
    fedx_port_transmit_eval(&s->port_transmit, &s->ownership, &s->config, w);
    fedx_arbitration_eval(&s->buffer_pool, w);
    if (s->port_receive.decide) {
        struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
        fedx_admission_eval(&s->admission, &s->port_receive, &s->buffer_pool, &tally, &s->config, buffers, w);
    } else {
        fedx_admission_rest(&s->admission, w);
    }
    w->keep_candidate =
        fedx_buffer_pool_keep(&s->buffer_pool, &s->config, fedx_admission_overdue(&s->admission, &s->config), w);
    fedx_port_transmit_events(&s->port_transmit, &s->ownership, in, w);
    fedx_ownership_flip(&s->ownership, s->port_transmit.sending | s->port_transmit.await, s->config.hold, in, w);
}

static void eval(const struct fedx_switch *sw, const struct fedx_pins *in, struct fedx_wires *w)
{
    all_wires(&sw->regs, sw->buffers, in, w);
}

void fedx_switch_wires(const struct fedx_switch_regs *s, unsigned buffers, const struct fedx_pins *in,
                       struct fedx_wires *w)
{
    all_wires(s, buffers, in, w);
}

/* always @(posedge clk): every block after those that read its registers. */
static void commit(struct fedx_switch *sw, const struct fedx_pins *in, const struct fedx_control *control,
                   const struct fedx_wires *w)
{
    struct fedx_switch_regs *s = &sw->regs;

    fedx_buffer_pool_store(&s->buffer_pool, sw->store, &s->port_receive, &s->port_transmit);
    fedx_buffer_pool_commit(&s->buffer_pool, &s->port_receive, &s->port_transmit, w);
    unsigned random = s->admission.random;
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, in, w);
    fedx_route_commit(&s->route, sw->table, &s->port_receive, &s->config, control->rst);
    fedx_port_receive_commit(&s->port_receive, in, s->config.hold, w);
    fedx_config_commit(&s->config, control, &s->port_transmit, random);
    fedx_port_transmit_commit(&s->port_transmit, in, w);
    fedx_ownership_commit(&s->ownership, w);
}

/* Reset wins over everything but the sampling of the configuration pins and the memories. */
static void reset(struct fedx_switch_regs *s)
{
    struct fedx_config sampled = s->config;

    fedx_regs_reset(s);
    s->config.write = sampled.write;
    s->config.addr = sampled.addr;
    s->config.wdata = sampled.wdata;
    s->config.side = sampled.side;
}

/*
 * Cruising. Most cycles of a busy switch only move bytes: every port that
 * receives or sends is in the middle of a frame, nothing decides, and no level
 * changes. After a whole step it is worked out for how many cycles that will
 * hold as long as the inputs stay as they are; those cycles then call the byte
 * parts of the same mechanisms alone. It changes the speed, and nothing else:
 * the lockstep with the RTL compares every register of these cycles too.
 */
/* Would a step with the same levels leave every register but the bytes' as it is? */
static int levels_settled(const struct fedx_switch_regs *s, const struct fedx_pins *in, const struct fedx_wires *w)
{
    const struct fedx_port_transmit *t = &s->port_transmit;
    const struct fedx_ownership *o = &s->ownership;
    unsigned busy = t->sending, own = w->own_now, differs = in->acc ^ t->bit;

    return o->own_last == own && o->req == w->want && t->acc_last == in->acc && t->refuse_last == in->refuse &&
           (differs & ~busy) == 0 && (w->want & own & ~busy & ~(unsigned)in->refuse) == 0 &&
           (in->req & own & ~(busy | o->req)) == 0 && (busy & (in->refuse | ~own)) == 0;
}

static unsigned cruise_ahead(const struct fedx_switch_regs *s, const struct fedx_pins *in)
{
    const struct fedx_port_transmit *t = &s->port_transmit;
    unsigned receive = fedx_port_receive_ahead(&s->port_receive), transmit = fedx_port_transmit_ahead(t, &s->config);
    struct fedx_wires w;

    if (receive == 0 || transmit == 0 || s->config.hold != 0 ||
        (in->valid & ~t->sending & FEDX_ALL_PORTS) != s->port_receive.body)
        return 0;
    fedx_ownership_eval(&s->ownership, s->config.side, in, &w);
    w.abort_buffers = 0;
    w.occupied = occupied(s);
    fedx_buffer_pool_eval(&s->buffer_pool, &w);
    if (!levels_settled(s, in, &w) || s->config.rdata != fedx_config_read(&s->config, t, s->admission.random))
        return 0;
    return receive < transmit ? receive : transmit;
}

static void cruise(struct fedx_switch *sw, const struct fedx_pins *in)
{
    struct fedx_switch_regs *s = &sw->regs;
    struct fedx_wires w;

    fedx_buffer_pool_bytes(&s->buffer_pool, &s->port_transmit, &s->config, &w);
    fedx_buffer_pool_store(&s->buffer_pool, sw->store, &s->port_receive, &s->port_transmit);
    fedx_admission_wait(&s->admission, &s->config, 1);
    fedx_port_receive_bytes(&s->port_receive, in);
    fedx_port_transmit_bytes(&s->port_transmit, s->port_transmit.sending, &w);
    sw->cruise--;
}

static void whole_step(struct fedx_switch *sw, const struct fedx_pins *in, const struct fedx_control *control)
{
    struct fedx_wires wires;

    eval(sw, in, &wires);
    commit(sw, in, control, &wires);
    if (control->rst)
        reset(&sw->regs);
}

void fedx_switch_step(struct fedx_switch *sw, const struct fedx_pins *in, const struct fedx_control *control)
{
    /* Whole, padding included: at worst a cycle is not cruised. */
    int same = fedx_pins_levels(in) == sw->cruise_levels && memcmp(control, &sw->cruise_control, sizeof *control) == 0;

    if (same && sw->cruise > 0) {
        cruise(sw, in);
        return;
    }
    whole_step(sw, in, control);
    /* Only after two whole steps with the same inputs: a level that still changes would not be settled anyway. */
    sw->cruise = same && !control->rst && !control->cfg_we ? cruise_ahead(&sw->regs, in) : 0;
    sw->cruise_levels = fedx_pins_levels(in);
    sw->cruise_control = *control;
}

void fedx_switch_pins(const struct fedx_switch *sw, struct fedx_pins *out)
{
    const struct fedx_switch_regs *s = &sw->regs;

    memset(out, 0, sizeof *out);
    memcpy(out->data, s->port_transmit.data, sizeof s->port_transmit.data);
    out->valid = s->port_transmit.sending;
    out->turn = s->ownership.turn;
    out->req = s->ownership.req;
    out->refuse = s->port_receive.refuse;
    out->acc = s->port_receive.acc;
}

uint32_t fedx_switch_cfg_rdata(const struct fedx_switch *sw)
{
    return sw->regs.config.rdata;
}

struct fedx_switch *fedx_switch_create(void)
{
    struct fedx_switch *sw = calloc(1, sizeof *sw);

    if (sw) {
        fedx_regs_reset(&sw->regs);
        sw->buffers = FEDX_BUFFERS;
    }
    return sw;
}

void fedx_switch_destroy(struct fedx_switch *sw)
{
    free(sw);
}

void fedx_switch_copy(struct fedx_switch *dst, const struct fedx_switch *src)
{
    *dst = *src;
}

uint64_t fedx_switch_hash(const struct fedx_switch *sw)
{
    return XXH3_64bits(sw, offsetof(struct fedx_switch, cruise));
}

int fedx_switch_configure(struct fedx_switch *sw, const struct fedx_settings *settings)
{
    if (fedx_settings_check(settings))
        return -1;
    /* Through the port itself, on a copy, so that nothing but the settings changes. */
    struct fedx_switch copy = *sw;
    for (int i = 0; i <= FEDX_SETTINGS_WORDS; i++) {
        struct fedx_control control = {0};
        if (i < FEDX_SETTINGS_WORDS) {
            control.cfg_we = 1;
            control.cfg_addr = (uint16_t)(FEDX_CFG_MODE + i);
            control.cfg_wdata = fedx_settings_word(settings, i);
        }
        fedx_switch_step(&copy, &fedx_idle_pins, &control);
    }
    struct fedx_config old = sw->regs.config;
    sw->regs.config = copy.regs.config;
    sw->regs.config.write = old.write;
    sw->regs.config.addr = old.addr;
    sw->regs.config.wdata = old.wdata;
    sw->regs.config.rdata = old.rdata;
    sw->regs.config.side = old.side;
    sw->regs.config.hold = old.hold;
    sw->regs.admission.random = (uint16_t)settings->random_seed;
    sw->buffers = (unsigned)settings->buffers;
    sw->cruise = 0;
    return 0;
}

int fedx_switch_buffers(struct fedx_switch *sw, int buffers)
{
    if (buffers < 2 || buffers > FEDX_BUFFERS)
        return -1;
    sw->buffers = (unsigned)buffers;
    return 0;
}

int fedx_switch_route(struct fedx_switch *sw, unsigned destination, uint32_t entry)
{
    if (destination >= FEDX_TABLE_SIZE)
        return -1;
    sw->table[destination] = entry;
    return 0;
}

const struct fedx_switch_regs *fedx_switch_state(const struct fedx_switch *sw)
{
    return &sw->regs;
}

const uint8_t *fedx_switch_store(const struct fedx_switch *sw, int buffer)
{
    return buffer >= 0 && buffer < FEDX_BUFFERS ? sw->store[buffer] : NULL;
}

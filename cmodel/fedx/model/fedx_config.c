/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration port and switch-wide settings. docs/spec/fedx.md section 12; RTL twin
 * rtl/fedx/fedx_config.v.
 */
#include "fedx_switch_internal.h"

#define TEXT_OF(number) #number
#define BUFFERS_RANGE(most) "2 to " TEXT_OF(most)

struct fedx_settings fedx_settings_default(void)
{
    struct fedx_settings s = {
        .class_rule = 1,
        .buffers = FEDX_BUFFERS,
        .throttle_timeout = FEDX_THROTTLE_TIMEOUT,
        .random_seed = FEDX_RANDOM_SEED,
    };
    return s;
}

const char *fedx_settings_check(const struct fedx_settings *s)
{
    if (s->backpressure < 0 || s->backpressure > FEDX_BACKPRESSURE_DESTINATION)
        return "backpressure must be none, message or destination";
    if (s->latency < 0 || s->latency > FEDX_MAX_LATENCY)
        return "link latency must be 0 to 7 cycles";
    if (s->buffers < 2 || s->buffers > FEDX_BUFFERS)
        return "a switch must have " BUFFERS_RANGE(FEDX_BUFFERS_MOST) " buffers";
    if (s->limit_dest < 0 || s->limit_dest > s->buffers)
        return "BufferLimitDest must be 0 (off) to the number of buffers";
    if (s->limit_trans < 0 || s->limit_trans > s->buffers)
        return "BufferLimitTrans must be 0 (off) to the number of buffers";
    if (s->limit_total < 0 || s->limit_total > s->buffers)
        return "BufferLimit must be 0 (off) to the number of buffers";
    if (s->eject_priority < 0 || s->eject_priority > s->buffers)
        return "ejection priority must be 0 (off) to the number of buffers";
    if (s->throttle_timeout < 0 || s->throttle_timeout > 0xffff)
        return "throttle time-out must be 0 to 65535 cycles";
    if (s->random_seed == 0 || s->random_seed > 0xffff)
        return "random seed of the switch must be 1 to 65535";
    return NULL;
}

uint32_t fedx_settings_word(const struct fedx_settings *s, int index)
{
    switch (FEDX_CFG_MODE + index) {
    case FEDX_CFG_MODE:
        return (unsigned)s->backpressure | (s->class_rule ? 1u << 2 : 0) | (s->random_select ? 1u << 3 : 0) |
               (unsigned)s->latency << 4 | (s->deroute_hops ? 1u << 7 : 0) | (s->backpressure_class ? 1u << 8 : 0);
    case FEDX_CFG_LIMITS:
        return (unsigned)s->limit_dest | (unsigned)s->limit_trans << 8 | (unsigned)s->eject_priority << 16 |
               (unsigned)s->limit_total << 24;
    case FEDX_CFG_THROTTLE: return (unsigned)s->throttle_timeout;
    default: return s->random_seed;
    }
}

static void write_register(struct fedx_config *c)
{
    switch (c->addr) {
    case FEDX_CFG_MODE:
        c->backpressure = c->wdata & 3;
        c->class_rule = c->wdata >> 2 & 1;
        c->random_select = c->wdata >> 3 & 1;
        c->latency = c->wdata >> 4 & 7;
        c->deroute_hops = c->wdata >> 7 & 1;
        c->backpressure_class = c->wdata >> 8 & 1;
        break;
    case FEDX_CFG_LIMITS:
        c->limit_dest = c->wdata & 0xff;
        c->limit_trans = c->wdata >> 8 & 0xff;
        c->eject_priority = c->wdata >> 16 & 0xff;
        c->limit_total = c->wdata >> 24 & 0xff;
        break;
    case FEDX_CFG_THROTTLE: c->throttle_timeout = c->wdata & 0xffff; break;
    default: break;
    }
}

/* What the configuration port reads at the registered address. */
uint32_t fedx_config_read(const struct fedx_config *c, const struct fedx_port_transmit *t, unsigned random)
{
    if (c->addr >= FEDX_CFG_STATUS + FEDX_PORTS)
        return 0;
    switch (c->addr) {
    case FEDX_CFG_MODE:
        return (uint32_t)(c->backpressure | c->class_rule << 2 | c->random_select << 3 | c->latency << 4 |
                          c->deroute_hops << 7 | c->backpressure_class << 8);
    case FEDX_CFG_LIMITS:
        return (uint32_t)(c->limit_dest | c->limit_trans << 8 | c->eject_priority << 16) | (uint32_t)c->limit_total
                                                                                               << 24;
    case FEDX_CFG_THROTTLE: return c->throttle_timeout;
    case FEDX_CFG_RANDOM: return random;
    default: break;
    }
    for (int p = 0; p < FEDX_PORTS; p++)
        if (c->addr == FEDX_CFG_STATUS + p)
            return t->out_of_step[p];
    return 0;
}

/*
 * The pins are registered first, so a write acts one cycle later. They are
 * sampled under reset too, so that the table can be written before the switch
 * runs; settings and rdata are reset by the caller.
 */
void fedx_config_commit(struct fedx_config *c, const struct fedx_control *control, const struct fedx_port_transmit *t,
                        unsigned random)
{
    c->rdata = fedx_config_read(c, t, random);
    if (c->write)
        write_register(c);
    if (c->hold)
        c->hold--;
    c->write = control->cfg_we & 1;
    c->addr = control->cfg_addr;
    c->wdata = control->cfg_wdata;
    c->side = control->side & ((1u << FEDX_LINKS) - 1u);
}

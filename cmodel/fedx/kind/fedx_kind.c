/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_kind.h"

#include <string.h>

#include "../../kind/step.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_describe.h"
#include "fedx_held.h"
#include "fedx_model_node.h"
#include "fedx_port.h"
#include "fedx_probe.h"
#include "fedx_reject_reasons.h"
#include "fedx_table.h"

_Static_assert(sizeof(struct fedx_status) <= KIND_MOST_STATUS, "room for its other outputs");
_Static_assert(sizeof(struct fedx_pins) <= KIND_MOST_PINS && (int)FEDX_PORTS <= (int)KIND_MOST_PORTS,
               "room for its pins");
_Static_assert((int)FEDX_MAX_LATENCY == (int)KIND_MOST_LATENCY &&
                   KIND_MOST_LATENCY + TOPOLOGY_LATENCY + KIND_MOST_STAGES <= (int)CABLE_MOST_LATENCY &&
                   (int)FEDX_WIDE_BUFFERS == (int)KIND_MOST_BUFFERS,
               "bounds of any kind");

static int latency(const void *settings)
{
    return ((const struct fedx_settings *)settings)->latency;
}

static int buffers(const void *settings)
{
    return ((const struct fedx_settings *)settings)->buffers;
}

static int packet_cycles(const void *settings)
{
    (void)settings;
    return FEDX_PACKET_BYTES;
}

/* Cables ---------------------------------------------------------------------------------------------------------- */

/*
 * What all units drove as many cycles ago as cables are long: all of a fabric are of one length (fedx_route_check.h).
 */
static const struct fedx_pins *far_ends(const struct cable_view *view, const struct cable_source *from)
{
    return (const struct fedx_pins *)(const void *)view->out[from->latency];
}

/* Where byte p of an array is in a word that holds the array. */
#define BYTE_OF(p) (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 8 * (p) : 56 - 8 * (p))

/* Compiled into each of its users. */
static inline __attribute__((always_inline)) unsigned gather(const struct cable_view *view,
                                                             const struct cable_source *from, const void *outputs,
                                                             void *inputs)
{
    const struct fedx_pins *own = outputs, *all = far_ends(view, from);
    struct fedx_pins *in = inputs;
    uint64_t levels = 0, data;
    unsigned both;

    memcpy(&data, own->data, sizeof data);
    /* Unrolled, all of it stays in registers. */
#pragma GCC unroll 7
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        const struct fedx_pins *far = all + from[p].unit;
        levels |= fedx_pins_port_levels(far, from[p].port) << p;
        data |= (uint64_t)far->data[from[p].port] << BYTE_OF(p);
    }
    memcpy(in->data, &data, sizeof data);
    fedx_pins_set_levels(in, levels);
    both = in->valid & own->valid;
    in->valid |= own->valid;
    return both;
}

static void step(struct router *r, int count, const struct cable_view *view, const uint8_t *own, uint8_t *next)
{
    step_routers(r, count, view, own, next, sizeof(struct fedx_pins), gather);
}

/* In bit 0 and byte 0. */
static void port_pins(const void *pins, int port, void *out)
{
    const struct fedx_pins *own = pins;
    struct fedx_pins *one = out;

    memset(one, 0, sizeof *one);
    fedx_pins_set_levels(one, fedx_pins_port_levels(own, (unsigned)port));
    one->data[0] = own->data[port];
}

static void gather_end(const struct cable_view *view, const struct cable_source *from, int cables, const void *outputs,
                       void *inputs)
{
    const struct fedx_pins *own = outputs;
    struct fedx_pins *in = inputs;

    (void)cables;
    port_pins(far_ends(view, from) + from->unit, from->port, in);
    in->data[0] |= own->data[0];
    in->valid |= own->valid;
}

/* As XXH3 takes in 16 bytes: both halves of their product, each with its key. */
static uint64_t hash(const void *pins, uint64_t seed)
{
    const struct fedx_pins *own = pins;
    uint64_t data;
    __extension__ unsigned __int128 product;

    memcpy(&data, own->data, sizeof data);
    product = data ^ (UINT64_C(0x1cad21f72c81017c) + seed);
    product *= fedx_pins_levels(own) ^ (UINT64_C(0xdb979083e96dd4de) - seed);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Configuration --------------------------------------------------------------------------------------------------- */

/* Cycles of a configuration, as hardware would: reset, tables under reset, settings right after it. */
enum { RESET = 2, TABLE = RESET + FEDX_TABLE_SIZE, CONFIGURED = TABLE + FEDX_SETTINGS_WORDS };

static uint32_t own_entry(const struct boot *b, int router, int destination)
{
    const struct fedx_settings *settings = b->settings;

    return fedx_table_entry(b->topology, router, destination, settings->deroute_hops);
}

static int boot(const struct boot *b, int router, unsigned cycle, void *inputs)
{
    struct fedx_control *control = inputs;

    *control = (struct fedx_control){
        .side = b->topology->side[router],
        .cfg_addr = cycle < RESET ? 0 : FEDX_IDLE_ADDRESS,
        .rst = cycle < TABLE,
        .cfg_we = cycle >= RESET && cycle < CONFIGURED,
    };
    if (cycle < RESET || cycle >= CONFIGURED)
        return cycle < RESET;
    if (cycle < TABLE) {
        int destination = (int)cycle - RESET;
        control->cfg_addr = (uint16_t)(FEDX_CFG_TABLE + destination);
        control->cfg_wdata = destination < b->topology->nodes ? own_entry(b, router, destination) : 0;
    } else {
        control->cfg_addr = (uint16_t)(FEDX_CFG_MODE + cycle - TABLE);
        control->cfg_wdata = fedx_settings_word(b->settings, (int)cycle - TABLE);
    }
    return 1;
}

/* Facts ----------------------------------------------------------------------------------------------------------- */

/* All is in its registers. */
static void each_held(const void *state, const struct node_ops *ops, const void *node, held_visit visit, void *context)
{
    (void)ops;
    (void)node;
    fedx_each_held(state, visit, context);
}

static unsigned held(const void *state)
{
    return fedx_held_count(state);
}

static int reason(const void *state, int port)
{
    return ((const struct fedx_switch_regs *)state)->admission.reason[port];
}

/* They are visited whole. */
static void print(const struct router_kind *kind, const void *registers, FILE *out)
{
    (void)kind;
    fedx_switch_print(registers, out);
}

_Static_assert(sizeof(struct fedx_settings) <= KIND_MOST_SETTINGS, "room for its settings");

static struct kind_parts parts;

#define ONE(dimension, name, type, width, idle, shows, meaning) +1

const struct router_kind fedx_kind = {
    .name = "fedx",
    .reasons = fedx_reject_reasons,
    .reason_count = FEDX_REJECT_REASONS,
    .ports = FEDX_PORTS,
    .endpoint_port = FEDX_PE_PORT,
    .endpoint_cables = 1,
    .standard_buffers = FEDX_STANDARD_BUFFERS,
    .most_buffers = FEDX_BUFFERS,
    .cable_ways = 1,
    .settings_bytes = sizeof(struct fedx_settings),
    .pins_bytes = sizeof(struct fedx_pins),
    .control_bytes = sizeof(struct fedx_control),
    .status_bytes = sizeof(struct fedx_status),
    .state_bytes = sizeof(struct fedx_switch_regs),
    .probe_bytes = sizeof(struct fedx_probe),
    .registers = fedx_reg_table,
    .register_count = FEDX_REG_COUNT,
    .pins = fedx_pin_table,
    .pin_count = FEDX_PIN_COUNT,
    .shared_wires = 0 FEDX_DATA_WIRES(ONE) FEDX_DRIVE_WIRES(ONE),
    .model = &fedx_node_model,
    .print = print,
    .latency = latency,
    .buffers = buffers,
    .packet_cycles = packet_cycles,
    .cycle_bytes = 1,
    .idle = &fedx_idle_pins,
    .gather = gather,
    .step = step,
    .gather_end = gather_end,
    .port_pins = port_pins,
    .hash = hash,
    .boot = boot,
    .port = &fedx_port_ops,
    .each_held = each_held,
    .held = held,
    .reason = reason,
    .probe = fedx_probe_step,
    .attempt = fedx_probe_attempt,
    .archive_probe = fedx_probe_archive,
    .faults = &fedx_kind_faults,
    .parts = &parts,
};

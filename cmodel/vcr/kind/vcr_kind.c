/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_kind.h"

#include <string.h>
#include <xxhash.h>

#include "../../kind/step.h"
#include "../model/vcr_internal.h"
#include "vcr_candidate_routes.h"
#include "vcr_facts.h"
#include "vcr_faults.h"
#include "vcr_legal.h"
#include "vcr_port.h"
#include "vcr_settings.h"
#include "vcr_shape.h"

_Static_assert(sizeof(struct vcr_pins) <= KIND_MOST_PINS && sizeof(struct vcr_control) <= KIND_MOST_CONTROL &&
                   sizeof(struct vcr_regs) <= KIND_MOST_STATE && sizeof(struct vcr_settings) <= KIND_MOST_SETTINGS &&
                   (int)VCR_MOST_PORTS <= (int)KIND_MOST_PORTS,
               "room for all");

/* What is the same for all builds --------------------------------------------------------------------------------- */

static void model_destroy(void *node)
{
    vcr_router_destroy(node);
}

static void model_status(const void *node, void *out)
{
    ((struct vcr_status *)out)->cfg_rdata = vcr_router_cfg_rdata(node);
}

static void model_state(const void *node, void *out)
{
    memcpy(out, vcr_router_state(node), sizeof(struct vcr_regs));
}

static void model_store(const void *node, int lane, uint8_t *out)
{
    vcr_router_lane(node, (unsigned)lane, out);
}

static void model_inject(void *node, const void *registers)
{
    memcpy(&((struct vcr_router *)node)->regs, registers, sizeof(struct vcr_regs));
}

static void model_inject_store(void *node, int lane, const uint8_t *bytes)
{
    vcr_router_set_lane(node, (unsigned)lane, bytes);
}

_Static_assert(offsetof(struct vcr_pins, up) == 6 && VCR_MOST_PORTS <= 16, "four masks of ports are a word");

/* The masks of ports that pins begin with: valid, head, tail and up as one word. */
struct levels {
    uint64_t four;
    unsigned sat;
};

static inline void put_levels(const struct levels *l, struct vcr_pins *in)
{
    memcpy(in, &l->four, sizeof l->four);
    in->sat = (uint16_t)l->sat;
}

/* The wires of a port of the far end become those of a port of this one. @param credits  ... of the cycle in which it
 * drove the credits that come in this one */
static inline __attribute__((always_inline)) void gather_port(const struct vcr_pins *far,
                                                              const struct vcr_pins *credits, unsigned q,
                                                              struct levels *l, struct vcr_pins *in, unsigned p,
                                                              unsigned words)
{
    uint64_t four;

    memcpy(&four, far, sizeof four);
    l->four |= (four >> q & UINT64_C(0x0001000100010001)) << p;
    l->sat |= (far->sat >> q & 1u) << p;
    in->credit[p] = credits->credit[q];
    in->vc[p] = far->vc[q];
    memcpy(&in->flit[p * words], &far->flit[q * words], 8 * words);
}

/* It refuses nothing. */
static const struct router_reason reasons[] = {{"admitted", "admitted"}, {"broken", "broken"}};

static int reason(const void *registers, int port)
{
    (void)registers;
    (void)port;
    return REJECT_NONE;
}

static int latency(const void *settings)
{
    return ((const struct vcr_settings *)settings)->latency;
}

static int router_stages(const void *settings)
{
    return ((const struct vcr_settings *)settings)->router_stages;
}

static int credit_stages(const void *settings)
{
    return ((const struct vcr_settings *)settings)->credit_stages;
}

static int packet_cycles(const void *settings)
{
    return ((const struct vcr_settings *)settings)->packet_flits;
}

/* Cycles of a configuration: reset, the table under reset, settings right after it. */
static int boot(const struct boot *b, int router, unsigned cycle, void *inputs)
{
    const struct vcr_parameters *s = b->kind->parameters;
    struct vcr_control *control = inputs;
    const unsigned reset = 2, table = reset + s->table_size, configured = table + VCR_SETTINGS_WORDS;

    *control = (struct vcr_control){.rst = cycle < table, .cfg_we = cycle >= reset && cycle < configured};
    if (cycle >= reset && cycle < table) {
        int endpoint = (int)(cycle - reset);
        control->cfg_addr = (uint16_t)(VCR_CFG_TABLE + endpoint);
        control->cfg_wdata = endpoint < b->topology->endpoints ? vcr_settings_entry(b->topology, router, endpoint) : 0;
    } else if (cycle >= table && cycle < configured) {
        control->cfg_addr = (uint16_t)(cycle - table);
        control->cfg_wdata = vcr_settings_word(b->settings, b->topology, router, cycle - table);
    }
    return cycle < configured;
}

static void port_counters(const void *port, void *counters)
{
    struct vcr_tokens *tokens = counters;

    *tokens = ((const struct vcr_port *)port)->tokens;
    tokens->timeouts = vcr_terminal_state(vcr_port_terminal(port))->sat_watch.timeouts;
}

static uint64_t token_came(const void *counters)
{
    const struct vcr_tokens *tokens = counters;

    return tokens->visits > 0 ? tokens->last + 1 : 0;
}

static const struct port_marks marks = {
    "gates", {"held_permille", "token_permille"}, 2, "token_last", token_came}; /* of VCR_GATE_* */

static unsigned port_marks(const void *port)
{
    const struct vcr_terminal_regs *t = vcr_terminal_state(vcr_port_terminal(port));

    return vcr_port_gate(&t->sat_gate, t->inject.buffered, &t->terminal);
}

unsigned vcr_token_wires(const void *pins)
{
    return ((const struct vcr_pins *)pins)->sat;
}

static void port_archive(void *port, struct archive *a)
{
    vcr_port_archive(port, a);
}

static struct router_attempt attempt(const void *probe, int port, const void *registers)
{
    (void)registers;
    return vcr_probe_attempt(probe, port);
}

static const struct vcr_pins idle_pins;

/* Flits are last among the pins, so that a build has as many as it needs. */
#define PINS_BYTES(ports, words) (offsetof(struct vcr_pins, flit) + 8 * (size_t)(ports) * (size_t)(words))

static inline size_t pins_bytes(const struct vcr_parameters *s)
{
    return PINS_BYTES(s->ports, s->words);
}

/* Ports of an endpoint where the topology leaves them open: behind those of a mesh or torus, or the last one. */
static int endpoint_port(const struct vcr_parameters *s)
{
    return s->ports > VCR_GRID_ENDPOINT ? VCR_GRID_ENDPOINT : s->ports - 1;
}

static int local_ports(const struct vcr_parameters *s)
{
    int ports = s->ports - endpoint_port(s);

    return ports < (int)KIND_MOST_CABLES ? ports : (int)KIND_MOST_CABLES;
}

static unsigned attribute(const struct boot *b, int router, int port, unsigned channel, const struct packet *packet)
{
    return vcr_hop_attribute(b->kind->parameters, b, router, port, channel, packet);
}

static void archive_probe(void *probe, struct archive *a)
{
    ARCHIVE(a, *(struct vcr_probe *)probe);
}

static void print(const struct router_kind *kind, const void *registers, FILE *out)
{
    vcr_print(kind->parameters, registers, out);
}

/* Each build ------------------------------------------------------------------------------------------------------ */

#define VCR_CONFIGURATION(name, kind, ports_, vcs_, depth_, words_, bypass_, route_stage_, speedup_, table_size_, \
                          via_, repeats_, summary)                                                                \
    FIXED struct vcr_parameters vcr_parameters_##name = {.ports = (ports_),                                       \
                                                         .vcs = (vcs_),                                           \
                                                         .depth = (depth_),                                       \
                                                         .words = (words_),                                       \
                                                         .bypass = (bypass_),                                     \
                                                         .route_stage = (route_stage_),                           \
                                                         .speedup = (speedup_),                                   \
                                                         .table_size = (table_size_),                             \
                                                         .via = (via_),                                           \
                                                         .repeats = (repeats_)};                                  \
    static const char NAME_##name[] = kind;                                                                       \
    enum { PORTS_##name = (ports_), VCS_##name = (vcs_), WORDS_##name = (words_) };                               \
    static int buffers_##name(const void *settings)                                                               \
    {                                                                                                             \
        (void)settings;                                                                                           \
        return (int)vcr_lanes(&vcr_parameters_##name);                                                            \
    }

#define FIXED const
#define WHOLE __attribute__((flatten))
#define AT_START __attribute__((constructor)) /* before anybody looks */
#include "vcr_configurations.def"

#define BUILD noc
#include "vcr_kind_instance.h"

#define BUILD tree
#include "vcr_kind_instance.h"

#define BUILD mesh
#include "vcr_kind_instance.h"

#define BUILD deep
#include "vcr_kind_instance.h"

#define BUILD wormhole
#include "vcr_kind_instance.h"

/* Places for shapes ----------------------------------------------------------------------------------------------- */

#undef FIXED
#undef WHOLE
#undef AT_START
#define FIXED
#define WHOLE
#define AT_START
#include "vcr_shapes.def"
#undef VCR_CONFIGURATION

#define BUILD shape0
#include "vcr_kind_instance.h"

#define BUILD shape1
#include "vcr_kind_instance.h"

#define BUILD shape2
#include "vcr_kind_instance.h"

#define BUILD shape3
#include "vcr_kind_instance.h"

#define BUILD shape4
#include "vcr_kind_instance.h"

#define BUILD shape5
#include "vcr_kind_instance.h"

#define BUILD shape6
#include "vcr_kind_instance.h"

#define BUILD shape7
#include "vcr_kind_instance.h"

#define VCR_CONFIGURATION(name, ...) &vcr_kind_##name,
struct router_kind *const vcr_shape_kinds[VCR_SHAPES] = {
#include "vcr_shapes.def"
};
#undef VCR_CONFIGURATION

#define VCR_CONFIGURATION(name, ...) &vcr_parameters_##name,
struct vcr_parameters *const vcr_shape_parameters[VCR_SHAPES] = {
#include "vcr_shapes.def"
};
#undef VCR_CONFIGURATION

#define VCR_CONFIGURATION(name, ...) fill_tables_##name,
static void (*const fill_tables[VCR_SHAPES])(void) = {
#include "vcr_shapes.def"
};
#undef VCR_CONFIGURATION

void vcr_shape_fill_kind(unsigned place, const char *name)
{
    const struct vcr_parameters *s = vcr_shape_parameters[place];
    struct router_kind *k = vcr_shape_kinds[place];

    fill_tables[place]();
    k->name = name;
    k->ports = s->ports;
    k->endpoint_port = endpoint_port(s);
    k->endpoint_cables = local_ports(s);
    k->standard_buffers = k->most_buffers = (int)vcr_lanes(s);
    k->pins_bytes = pins_bytes(s);
    k->cycle_bytes = 8 * s->words;
    k->port_places = s->vcs;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_kind.h"

#include <string.h>

#include "../../compare/lockstep.h"
#include "../../kind/step.h"
#include "axis_fabric.h"
#include "axis_keys.h"
#include "axis_packet.h"
#include "axis_port.h"
#include "axis_settings.h"

_Static_assert(sizeof(struct axis_pins) <= KIND_MOST_PINS && sizeof(struct axis_control) <= KIND_MOST_CONTROL &&
                   sizeof(struct axis_status) <= KIND_MOST_STATUS && sizeof(struct axis_regs) <= KIND_MOST_STATE &&
                   sizeof(struct axis_settings) <= KIND_MOST_SETTINGS && (int)AXIS_PIN_COUNT <= (int)KIND_MOST_PIN_ROWS,
               "room for its pins and registers");

/* The model as a node ---------------------------------------------------------------------------------------------- */

static void destroy(void *node)
{
    axis_switch_destroy(node);
}

static void step(void *node, const void *in, const void *control)
{
    axis_switch_step(node, in, control);
}

static void pins(const void *node, void *out)
{
    axis_switch_pins(node, out);
}

static void status(const void *node, void *out)
{
    axis_switch_status(node, out);
}

static struct axis_regs *registers(const void *node)
{
    return axis_switch_registers((struct axis_switch *)(uintptr_t)node);
}

static void state(const void *node, void *out)
{
    memcpy(out, registers(node), sizeof(struct axis_regs));
}

static void inject(void *node, const void *from)
{
    memcpy(registers(node), from, sizeof(struct axis_regs));
}

static void copy(void *node, const void *other)
{
    memcpy(registers(node), registers(other), sizeof(struct axis_regs));
}

/* What is loaded is a state in which a switch can be. */
static void archive(const struct axis_kind *kind, void *node, struct archive *a)
{
    ARCHIVE(a, *registers(node));
    archive_check(a, kind->router.parts->lockstep->broken(&kind->router, registers(node)) == 0);
}

/* Kinds ------------------------------------------------------------------------------------------------------------ */

/* A packet is taken or dropped: no attempt to send one fails. */
static const struct router_reason reasons[] = {{"admitted", "admitted"}, {"broken", "broken"}};
static const struct axis_pins silent;

static const struct node_ops *open_rtl(const struct router_kind *kind, const char *path, char *error, size_t size)
{
    const char *built = ((const struct axis_kind *)kind)->rtl;
    char usual[64];

    snprintf(usual, sizeof usual, "libaxis_%s.so", kind->parts->scenario->build);
    return node_open(path || !*built ? path : built, usual, AXIS_NODE_VERSION,
                     "of this version of the AXI4-Stream switch", error, size);
}

/* What a set of parameters has for its use: functions, members of its router_kind and of its scenario_kind. */
#define AXIS_FUNCTIONS_UNIT(name_, inputs_, outputs_, ...) \
    _Static_assert((inputs_) <= AXIS_MOST_PORTS && (outputs_) <= AXIS_MOST_PORTS, "there are masks of them")
#define AXIS_ROUTER_UNIT(name_)
#define AXIS_SCENARIO_UNIT(summary_)

/* Among the links of a mesh is none of the last ports: there endpoints are. */
enum { ENDPOINT_PORT = 4 };

#define AXIS_FUNCTIONS_FABRIC(name_, inputs_, outputs_, dest_bits_, data_bits_)                                     \
    static unsigned gather_##name_(const struct cable_view *view, const struct cable_source *from, const void *own, \
                                   void *in)                                                                        \
    {                                                                                                               \
        (void)own;                                                                                                  \
        memset(in, 0, sizeof(struct axis_pins));                                                                    \
        for (unsigned p = 0; p < (inputs_); p++)                                                                    \
            axis_fabric_connect(view, &from[p], in, p);                                                             \
        return 0;                                                                                                   \
    }                                                                                                               \
    static void step_all_##name_(struct router *r, int count, const struct cable_view *view, const uint8_t *own,    \
                                 uint8_t *next)                                                                     \
    {                                                                                                               \
        step_routers(r, count, view, own, next, sizeof(struct axis_pins), gather_##name_);                          \
    }                                                                                                               \
    _Static_assert((inputs_) == (outputs_) && (inputs_) <= KIND_MOST_PORTS && (inputs_) > ENDPOINT_PORT &&          \
                       (dest_bits_) <= AXIS_PACKET_ENDPOINT_BITS && (data_bits_) == AXIS_PACKET_DATA_BITS,          \
                   "cables go both ways, and beats hold what is checked")

#define AXIS_ROUTER_FABRIC(name_)                                                                               \
    .in_order = 1, .endpoint_port = ENDPOINT_PORT, .endpoint_cables = 1,                                        \
    .settings_bytes = sizeof(struct axis_settings), .probe_bytes = sizeof(struct axis_probe),                   \
    .latency = axis_fabric_latency, .buffers = axis_fabric_buffers, .packet_cycles = axis_fabric_packet_cycles, \
    .cycle_bytes = AXIS_PACKET_DATA_BITS / 8, .gather = gather_##name_, .step = step_all_##name_,               \
    .gather_end = axis_fabric_gather_end, .port_pins = axis_fabric_port_pins, .hash = axis_fabric_hash,         \
    .boot = axis_fabric_boot, .port = &axis_port, .each_held = axis_fabric_each_held, .held = axis_fabric_held, \
    .reason = axis_fabric_reason, .probe = axis_fabric_probe, .attempt = axis_fabric_attempt,                   \
    .archive_probe = axis_fabric_archive_probe

#define AXIS_SCENARIO_FABRIC(summary_) AXIS_KEYS, .routers = (summary_)

#define AXIS_CONFIGURATION(name_, word, inputs_, outputs_, dest_bits_, data_bits_, use_, summary_)            \
    static void *create_##name_(const struct node_ops *inner, uint64_t seed)                                  \
    {                                                                                                         \
        (void)inner;                                                                                          \
        (void)seed;                                                                                           \
        return axis_switch_create(&axis_kind_##name_.parameters);                                             \
    }                                                                                                         \
    static void archive_##name_(void *node, struct archive *a)                                                \
    {                                                                                                         \
        archive(&axis_kind_##name_, node, a);                                                                 \
    }                                                                                                         \
    static const struct node_ops model_##name_ = {.version = AXIS_NODE_VERSION,                               \
                                                  .name = "model",                                            \
                                                  .create = create_##name_,                                   \
                                                  .destroy = destroy,                                         \
                                                  .step = step,                                               \
                                                  .pins = pins,                                               \
                                                  .status = status,                                           \
                                                  .state = state,                                             \
                                                  .archive = archive_##name_,                                 \
                                                  .inject = inject,                                           \
                                                  .copy = copy};                                              \
    AXIS_FUNCTIONS_##use_(name_, inputs_, outputs_, dest_bits_, data_bits_);                                  \
    static struct kind_parts parts_##name_;                                                                   \
    struct axis_kind axis_kind_##name_ = {.router = {.name = (word),                                          \
                                                     .reasons = reasons,                                      \
                                                     .reason_count = sizeof reasons / sizeof *reasons,        \
                                                     .cable_ways = 2,                                         \
                                                     .pins_bytes = sizeof(struct axis_pins),                  \
                                                     .control_bytes = sizeof(struct axis_control),            \
                                                     .status_bytes = sizeof(struct axis_status),              \
                                                     .state_bytes = sizeof(struct axis_regs),                 \
                                                     .registers = axis_kind_##name_.registers,                \
                                                     .register_count = AXIS_REG_COUNT,                        \
                                                     .pins = axis_kind_##name_.pins,                          \
                                                     .pin_count = AXIS_PIN_COUNT,                             \
                                                     .model = &model_##name_,                                 \
                                                     .idle = &silent,                                         \
                                                     .parts = &parts_##name_,                                 \
                                                     AXIS_ROUTER_##use_(name_)},                              \
                                          .parameters = {(inputs_), (outputs_), (dest_bits_), (data_bits_)}}; \
    const struct scenario_kind axis_scenario_##name_ = {                                                      \
        .open = open_rtl, .build = #name_, AXIS_SCENARIO_##use_(summary_)};
#include "axis_kinds.def"
#undef AXIS_CONFIGURATION

struct axis_kind *const axis_kinds[AXIS_KINDS] = {
#define AXIS_CONFIGURATION(name, ...) &axis_kind_##name,
#include "axis_kinds.def"
#undef AXIS_CONFIGURATION
};

void axis_kind_fill(unsigned kind)
{
    struct axis_kind *k = axis_kinds[kind];

    k->router.ports = k->parameters.inputs > k->parameters.outputs ? k->parameters.inputs : k->parameters.outputs;
    axis_reg_rows(&k->parameters, k->registers);
    axis_pin_rows(&k->parameters, k->pins);
}

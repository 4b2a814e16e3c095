/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_kind.h.
 */
#include "axis_kind.h"

#include <string.h>

#include "../../kind/node.h"
#include "../../scenario/scenario_kind.h"

_Static_assert(sizeof(struct axis_pins) <= KIND_MOST_PINS && sizeof(struct axis_control) <= KIND_MOST_CONTROL &&
                   sizeof(struct axis_status) <= KIND_MOST_STATUS && sizeof(struct axis_regs) <= KIND_MOST_STATE &&
                   (int)AXIS_PIN_COUNT <= (int)KIND_MOST_PIN_ROWS,
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

/* Kinds ------------------------------------------------------------------------------------------------------------ */

/* A packet is taken or dropped: no attempt to send one fails. */
static const struct router_reason reasons[] = {{"admitted", "admitted"}, {"broken", "broken"}};
static const struct axis_pins silent;

static const struct node_ops *open_rtl(const struct axis_kind *kind, const char *path, const char *usual, char *error,
                                       size_t size)
{
    return node_open(path || !*kind->rtl ? path : kind->rtl, usual, AXIS_NODE_VERSION,
                     "of this version of the AXI4-Stream switch", error, size);
}

#define AXIS_CONFIGURATION(name_, word, inputs_, outputs_, dest_bits_, data_bits_, summary)                   \
    static void *create_##name_(const struct node_ops *inner, uint64_t seed)                                  \
    {                                                                                                         \
        (void)inner;                                                                                          \
        (void)seed;                                                                                           \
        return axis_switch_create(&axis_kind_##name_.parameters);                                             \
    }                                                                                                         \
    static const struct node_ops model_##name_ = {.version = AXIS_NODE_VERSION,                               \
                                                  .name = "model",                                            \
                                                  .create = create_##name_,                                   \
                                                  .destroy = destroy,                                         \
                                                  .step = step,                                               \
                                                  .pins = pins,                                               \
                                                  .status = status,                                           \
                                                  .state = state,                                             \
                                                  .inject = inject,                                           \
                                                  .copy = copy};                                              \
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
                                                     .parts = &parts_##name_},                                \
                                          .parameters = {(inputs_), (outputs_), (dest_bits_), (data_bits_)}}; \
    static const struct node_ops *open_##name_(const char *path, char *error, size_t size)                    \
    {                                                                                                         \
        return open_rtl(&axis_kind_##name_, path, "libaxis_" #name_ ".so", error, size);                      \
    }                                                                                                         \
    const struct scenario_kind axis_scenario_##name_ = {.open = open_##name_};
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

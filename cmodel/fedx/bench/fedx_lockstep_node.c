/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_lockstep_node.h"

#include "../../compare/lockstep_cycle.h"
#include "../kind/fedx_describe.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_legal.h"

_Static_assert(sizeof(struct fedx_switch_regs) <= KIND_MOST_STATE && sizeof(struct fedx_control) <= KIND_MOST_CONTROL,
               "room for all");

static const void *state(const void *model)
{
    return fedx_switch_state(model);
}

static int resets(const void *control)
{
    return ((const struct fedx_control *)control)->rst;
}

static uint32_t legal(void *watch, const void *registers)
{
    return fedx_legal_next(watch, registers);
}

static void legal_begin(void *watch, const void *registers)
{
    fedx_legal_begin(watch, registers);
}

static uint64_t legal_checks(const void *watch)
{
    return ((const struct fedx_legal_watch *)watch)->checks;
}

/* Behind the clauses: a value has more bits than its register. */
static uint32_t broken(const struct router_kind *kind, const void *registers)
{
    const struct fedx_switch_regs *regs = registers;

    (void)kind;
    return fedx_regs_usable(regs) ? fedx_legal_broken(regs, regs->config.class_rule) : 1u << FEDX_LEGAL_COUNT;
}

/* The wires of one bit. */
static void print_levels(const char *side, const struct any_pins *pins, FILE *out)
{
    fprintf(out, "  %s", side);
    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (fedx_pin_table[i].place == PIN_RX && lane_are_set(&fedx_pin_table[i].lanes))
            fprintf(out, " %s %02x", fedx_pin_table[i].field, (unsigned)lane_bus(&fedx_pin_table[i].lanes, pins));
}

/* A mismatch in words: cycle, field, both values, what the ports were doing. */
static void print(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    mismatch_headline(kind, d, node, out);
    print_levels("in :", &d->in, out);
    fputc('\n', out);
    print_levels("out:", &d->model_out, out);
    fprintf(out, " (model)\n");
    fedx_switch_print(fedx_mismatch_registers(d), out);
}

const struct lockstep_kind fedx_kind_lockstep = {
    .router = &fedx_kind,
    .node = &fedx_node_lockstep,
    .state = state,
    .resets = resets,
    .stores = FEDX_BUFFERS,
    .store_bytes = FEDX_PACKET_BYTES,
    .broken = broken,
    .legal_bytes = sizeof(struct fedx_legal_watch),
    .legal = legal,
    .legal_begin = legal_begin,
    .legal_checks = legal_checks,
    .clauses = fedx_legal_names,
    .clause_words = fedx_legal_words,
    .clause_count = FEDX_LEGAL_COUNT,
    .print = print,
};

LOCKSTEP_NODE(, fedx_node_lockstep, FEDX_NODE_VERSION, fedx_kind_lockstep);

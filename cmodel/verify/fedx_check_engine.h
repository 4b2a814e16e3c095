/* SPDX-License-Identifier: Apache-2.0
 *
 * Both engines on the same configuration, compared as they go: every event of
 * every cycle, and from time to time every register that the event engine keeps.
 */
#ifndef FEDX_CHECK_ENGINE_H
#define FEDX_CHECK_ENGINE_H

#include "../engine/fedx_engine.h"

/** The first difference, and the states around it. */
struct fedx_engine_difference {
    uint64_t cycle;
    int node;
    /** Events that differ; kind 0: the engine had none. When both are equal a register differs. */
    struct fedx_event cycle_event, event_event;
    const struct fedx_reg_info *reg; /**< NULL: an event differs */
    int lane;
    struct any_registers cycle_state, event_state; /**< of the node */
};

/** How much was compared. */
struct fedx_engine_compared {
    uint64_t switch_cycles, events, states;
    uint64_t rare; /**< states as fedx_engine_kind.rare has them */
};

struct fedx_check_engine;

/**
 * Two fabrics of models.
 * @param config        its nodes and on_event are not used
 * @param state_period  cycles from one comparison of registers to the next, 0 = never
 * @return NULL when out of memory
 */
struct fedx_check_engine *fedx_check_engine_create(const struct fedx_fabric_config *config, uint64_t state_period);
/** NULL is legal. */
void fedx_check_engine_destroy(struct fedx_check_engine *c);
/**
 * @param watch  called with the fabric of the event engine every `period` cycles, or NULL
 * @return 0 when `cycles` more were equal or watch said stop, 1 at the first difference, 2 when both fabrics ended with a
 *         fault, -1 when out of memory
 */
int fedx_check_engine_run(struct fedx_check_engine *c, uint64_t cycles, fedx_engine_watch watch, void *context,
                          uint64_t period);
/** Let PEs start no further packet. */
void fedx_check_engine_stop_injection(struct fedx_check_engine *c);
/** Let no further message appear. */
void fedx_check_engine_stop_messages(struct fedx_check_engine *c);
/** The fabric that the event engine runs. */
struct fedx_fabric *fedx_check_engine_fabric(const struct fedx_check_engine *c);
/** Save or load both fabrics, and how much was compared, as fedx_engine_ops.archive. */
void fedx_check_engine_archive(struct fedx_check_engine *c, struct archive *a);
/** What run found. */
const struct fedx_engine_difference *fedx_check_engine_difference(const struct fedx_check_engine *c);
struct fedx_engine_compared fedx_check_engine_compared(const struct fedx_check_engine *c);
/** Print that, with both states in words. */
void fedx_check_engine_print(const struct fedx_check_engine *c, FILE *out);

#endif

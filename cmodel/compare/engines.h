/* SPDX-License-Identifier: Apache-2.0
 *
 * Both engines on the same configuration, compared as they go: every event and
 * every attempt of every cycle, and from time to time every register that the event engine keeps.
 */
#ifndef COMPARE_ENGINES_H
#define COMPARE_ENGINES_H

#include "../engine/engine.h"

/** The first difference, and the states around it. */
struct engine_difference {
    uint64_t cycle;
    int node;
    /** Events that differ; kind 0: the engine had none. */
    struct packet_event cycle_event, event_event;
    char cycle_hop[HOP_LINE], event_hop[HOP_LINE]; /**< lines of the hop trace that differ; both empty: those do not */
    const struct reg_info *reg;                    /**< NULL: an event or an attempt differs */
    int lane;
    struct any_registers cycle_state, event_state; /**< of the node */
};

/** How much was compared. */
struct engine_compared {
    uint64_t router_cycles, events, attempts, states;
    uint64_t rare; /**< states as engine_kind.rare has them */
};

struct engines;

/**
 * Two fabrics of models; with config.ranks all of them run both, and each calls the same functions in the same order.
 * @param config        its nodes and on_event are not used
 * @param state_period  cycles from one comparison of registers to the next, 0 = never
 * @return NULL when out of memory
 */
struct engines *engines_create(const struct fabric_config *config, uint64_t state_period);
/** NULL is legal. */
void engines_destroy(struct engines *c);
/**
 * @param watch  called with the fabric of the event engine every `period` cycles, or NULL
 * @return 0 when `cycles` more were equal or watch said stop, 1 at the first difference, 2 when both fabrics ended with
 * a fault, -1 when out of memory
 */
int engines_run(struct engines *c, uint64_t cycles, engine_watch watch, void *context, uint64_t period);
/** Let endpoints start no further packet. */
void engines_stop_injection(struct engines *c);
/** Let no further message appear. */
void engines_stop_messages(struct engines *c);
/** The fabric that the cycle engine runs. */
const struct fabric *engines_reference(const struct engines *c);
/** The fabric that the event engine runs. */
struct fabric *engines_fabric(const struct engines *c);
/** As fabric_assemble, of both fabrics. */
void engines_assemble(struct engines *c);
/** Save or load both fabrics, and how much was compared, as engine_ops.archive. */
void engines_archive(struct engines *c, struct archive *a);
/** What run found. */
const struct engine_difference *engines_difference(const struct engines *c);
struct engine_compared engines_compared(const struct engines *c);
/** Print that, with both states in words. */
void engines_print(const struct engines *c, FILE *out);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep: golden model and RTL side by side as one node. Every cycle all output
 * pins and all named registers are compared; the buffer stores are compared by
 * their bytes as they are sent, and whole at checkpoints. The registers must also be
 * legal (fedx_legal.h): what model and RTL get wrong alike is a divergence too, with
 * the field "legal.CLAUSE". Of an RTL that does not show all named registers those
 * that it shows are compared, and the stores if it shows them.
 */
#ifndef FEDX_LOCKSTEP_H
#define FEDX_LOCKSTEP_H

#include <stdio.h>

#include "../fedx/fedx_model_node.h"

/** The lockstep node; create it with the RTL's operations as inner. It can inject if that RTL can. */
extern const struct fedx_node_ops fedx_node_lockstep;

/** The first difference that a lockstep node found. */
struct fedx_divergence {
    uint64_t cycle;    /**< cycles of this node since it was created, in which the difference is visible */
    char field[64];    /**< pin, block.register, store, legal.clause, or "ended" */
    int lane;          /**< port, buffer or byte; -1 when the field has one value */
    uint64_t model, rtl;
    struct fedx_pins in, model_out, rtl_out; /**< pins of that cycle */
    struct fedx_switch_regs model_regs;      /**< the model's registers of that cycle */
    char ended[256];   /**< with field "ended": why the RTL cannot go on */
};

/** How much a lockstep node compared. */
struct fedx_compared {
    uint64_t cycles;     /**< cycles in which all pins and registers were compared */
    uint64_t pin_bits;   /**< output pin bits compared */
    uint64_t registers;  /**< register lanes compared */
    uint64_t stores;     /**< store bytes compared at checkpoints */
    uint64_t legal;      /**< states of the registers that were found legal (fedx_legal_next) */
};

/** Add what was compared elsewhere. */
void fedx_compared_add(struct fedx_compared *sum, const struct fedx_compared *c);

/** Cycles between two checkpoints of the buffer stores. */
enum { FEDX_CHECKPOINT_CYCLES = 4096 };

/** Output pin bits of a switch, and lanes of all its named registers. An RTL may show fewer: fedx_node_registers. */
unsigned fedx_lockstep_pin_bits(void);
unsigned fedx_lockstep_registers(void);

/** The first difference, or NULL. */
const struct fedx_divergence *fedx_lockstep_divergence(const void *node);
/** Totals of a node. */
struct fedx_compared fedx_lockstep_compared(const void *node);
/** Compare the buffer stores now, unless the RTL powered up with random values. @return 1 when there is a difference */
int fedx_lockstep_check_stores(void *node);
/**
 * Put both sides in a state, which is legal. Registers that the RTL shows but does not take stay as it shows them, on both
 * sides; those that it does not show it must have as given.
 * @return 0, or -1 when that would not be legal: then nothing has changed
 */
int fedx_lockstep_inject(void *node, const struct fedx_switch_regs *regs);
/** Its sides, to look at between two cycles: the golden model, and the node of the RTL. */
const struct fedx_switch *fedx_lockstep_model(const void *node);
const void *fedx_lockstep_rtl(const void *node);
/** From now on both sides go on past a difference, and nothing is compared from there on. */
void fedx_lockstep_go_past(void *node);
/** Registers that have changed since reset: one flag a row of fedx_reg_table. */
const uint8_t *fedx_lockstep_touched(const void *node);
/** From now on note in every cycle which registers changed (costs time). */
void fedx_lockstep_watch_registers(void *node);

/** Whether the field of a divergence is a clause of the invariant: both sides are equal, and both broke it. */
int fedx_divergence_illegal(const char *field);
/** Print a divergence in words: cycle, field, both values, what the ports were doing. */
void fedx_divergence_print(const struct fedx_divergence *d, int node, FILE *out);
/** Print what the ports and buffers of a switch are doing. */
void fedx_switch_print(const struct fedx_switch_regs *regs, FILE *out);
/** A port as it is called in words: "0" to "5", "PE". */
const char *fedx_port_name(int port);
/** A verdict of admission (FEDX_CAUSE_*) in words. */
const char *fedx_cause_name(unsigned cause);

#endif

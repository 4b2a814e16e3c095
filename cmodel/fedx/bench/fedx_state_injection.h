/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection: model and RTL are put in the same random state of the invariant (fedx_legal.h), reachable or not,
 * and go on from there with the same random inputs. What stimulus from a reset reaches rarely, a coincidence of seven
 * ports, is as likely here as anything else.
 */
#ifndef FEDX_STATE_INJECTION_H
#define FEDX_STATE_INJECTION_H

#include "fedx/random.h"
#include "fedx/switch.h"

#include "../kind/fedx_model_node.h"
#include "fedx_lockstep_node.h"

/** States of a batch. It begins with a reset, a random route table and random buffer stores. */
enum { FEDX_STATE_INJECTION_BATCH = 4096 };
/** Most batches that run side by side. */
enum { FEDX_STATE_INJECTION_THREADS = 64 };
/** Cycles from most states, and from the last one of a batch. */
enum { FEDX_STATE_INJECTION_SHORT = 1, FEDX_STATE_INJECTION_LONG = 4000 };

/**
 * Draw a legal state. The class bound holds in all of those with the class rule on.
 * @param[out] regs  every named register
 */
void fedx_state_injection_draw(struct fedx_random *r, struct fedx_switch_regs *regs);

/** Draw the levels on the wires before the first cycle; half the time most ports can begin to send. */
void fedx_state_injection_levels(struct fedx_random *r, const struct fedx_switch_regs *regs, struct fedx_pins *in);

/**
 * Draw the inputs of a cycle, likely ones for what each port is doing: frames go on, header and packet checks are
 * mostly right, acceptances come, levels mostly stay; and anything else now and then.
 * @param[in,out] in       inputs of the cycle before
 * @param[out]    control  reset and configuration
 */
void fedx_state_injection_inputs(struct fedx_random *r, const struct fedx_switch_regs *regs, struct fedx_pins *in,
                                 struct fedx_control *control);

struct fedx_state_injection_config {
    const struct node_ops *inner; /**< the RTL, with inject and inject_store; what it does not take stays as reached */
    uint64_t seed;
    uint64_t states;                   /**< at least so many, whole batches */
    uint64_t first;                    /**< number of the batch to begin with; each depends on seed and number only */
    int threads;                       /**< batches that run side by side, 1 to FEDX_STATE_INJECTION_THREADS; the results
                                            are those of one after the other */
};

struct fedx_state_injection_result {
    uint64_t states;                   /**< states injected */
    uint64_t left;                     /**< of these, left as they were reached, since nothing of what was drawn fits */
    uint64_t cycles;                   /**< cycles compared after them */
    int failed;
    uint64_t batch, state;             /**< where it failed; state counts in the batch, from 0 */
    uint64_t cycle;                    /**< cycles after that state, from 1 */
};

struct fedx_state_injection;

/** @return NULL when out of memory */
struct fedx_state_injection *fedx_state_injection_create(const struct fedx_state_injection_config *config);
/** NULL is legal. */
void fedx_state_injection_destroy(struct fedx_state_injection *i);
/** Run as many batches as there are threads. @return 0 to go on, 1 when done or failed, -1 when out of memory */
int fedx_state_injection_round(struct fedx_state_injection *i);
/** Totals so far, up to the first batch that failed. */
const struct fedx_state_injection_result *fedx_state_injection_result(const struct fedx_state_injection *i);
/** Likewise, what was compared. */
struct compared fedx_state_injection_compared(const struct fedx_state_injection *i);
/** What becomes of each register: enum fedx_state_fit (fedx_state_fit.h) of every row of fedx_reg_table. */
const uint8_t *fedx_state_injection_fits(const struct fedx_state_injection *i);
/** The first difference, or NULL; valid until destroy. */
const struct divergence *fedx_state_injection_divergence(const struct fedx_state_injection *i);

#endif

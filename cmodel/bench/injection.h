/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection: model and RTL are put in the same random legal state, reachable or not, and go on from there with
 * the same random inputs. What stimulus from a reset reaches rarely, a coincidence of all ports, is as likely here as
 * anything else. What states there are, and what comes from there on, is drawn by the kind of router.
 */
#ifndef BENCH_INJECTION_H
#define BENCH_INJECTION_H

#include "../compare/lockstep.h"
#include "fedx/rng.h"

/** Most batches that run side by side. */
enum { INJECTION_THREADS = 64 };
/** States of a batch, and cycles from the last one of it; from the others there is one. */
enum { INJECTION_BATCH = 4096, INJECTION_LONG = 4000 };

/** Registers of block `says` say when one of `block` matters, besides those of that block itself. */
struct injection_relation {
    const char *block, *says;
};

/** The states of a kind of router. */
struct injection_kind {
    /** Draw a legal state. @param[out] registers  all of them */
    void (*draw)(const struct router_kind *kind, struct rng *r, void *registers);
    const struct injection_relation *related; /**< ended by one without a block; NULL: none */
    /** The cycles before the states of a batch: a reset, and what states leave as it is. @return as node_step */
    int (*begin)(const struct router_kind *kind, void *node, struct rng *r);
    /**
     * Draw a state and put a lockstep node in it, or in as much of it as fits.
     * @param fits            enum state_fit of every row of its registers
     * @param[out] registers  what it came to
     * @return 0, or 1 when the node was left as it was
     */
    int (*put)(const struct router_kind *kind, void *node, struct rng *r, const uint8_t *fits, void *registers);
    /** Draw the wires before the first cycle. */
    void (*levels)(struct rng *r, const void *registers, void *in);
    /** Draw the inputs of a cycle, likely ones for what each port is doing. @param[in,out] in  those of the cycle
     * before */
    void (*inputs)(const struct router_kind *kind, struct rng *r, const void *registers, void *in, void *control);
    int stores; /**< memories are compared after every state: what comes may go there, and be seen nowhere else in its
                   cycle */
};

/** Every bit of all registers of a kind random, within their widths: what the drawing of a state begins with. */
void injection_fill(const struct router_kind *kind, struct rng *r, void *registers);
/** A number: the ends of 0 to last are as likely as all the others together. */
unsigned injection_edge(struct rng *r, unsigned last);

struct injection_config {
    const struct router_kind *kind;
    const struct injection_kind *states;
    const struct node_ops *inner; /**< the RTL, with inject and inject_store; what it does not take stays as reached */
    uint64_t seed;
    uint64_t count; /**< at least so many states, whole batches */
    uint64_t first; /**< number of the batch to begin with; each depends on seed and number only */
    int threads;    /**< batches that run side by side, 1 to INJECTION_THREADS; the results are those of one
                         after the other */
};

struct injection_result {
    uint64_t states; /**< states injected */
    uint64_t left;   /**< of these, left as they were reached, since nothing of what was drawn fits */
    uint64_t cycles; /**< cycles compared after them */
    int failed;
    uint64_t batch, state; /**< where it failed; state counts in the batch, from 0 */
    uint64_t cycle;        /**< cycles after that state, from 1 */
};

struct injection;

/** @return NULL when out of memory */
struct injection *injection_create(const struct injection_config *config);
/** NULL is legal. */
void injection_destroy(struct injection *i);
/** Run as many batches as there are threads. @return 0 to go on, 1 when done or failed, -1 when out of memory */
int injection_round(struct injection *i);
/** Totals so far, up to the first batch that failed. */
const struct injection_result *injection_result(const struct injection *i);
/** Likewise, what was compared. */
struct compared injection_compared(const struct injection *i);
/** How each register can be set: enum state_fit of every row. */
const uint8_t *injection_fits(const struct injection *i);
/** How many registers are set. */
int injection_registers_set(const struct injection *i);
/** The first difference, or NULL; valid until destroy. */
const struct mismatch *injection_mismatch(const struct injection *i);

#endif

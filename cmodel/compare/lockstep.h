/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep: golden model and RTL side by side as one node. Every cycle all output
 * pins and all named registers are compared; the buffer stores are compared by
 * their bytes as they are sent, and whole from time to time. The registers must also be
 * legal: what model and RTL get wrong alike is a mismatch too, with the field
 * "legal.CLAUSE". Of an RTL that does not show all named registers those that it
 * shows are compared, and the stores if it shows them.
 *
 * What is compared is what the tables of the kind name.
 */
#ifndef COMPARE_LOCKSTEP_H
#define COMPARE_LOCKSTEP_H

#include <stdio.h>

#include "../kind/kind.h"
#include "../kind/node.h"

/** The first difference that a lockstep node found. */
struct mismatch {
    uint64_t cycle; /**< cycles of this node since it was created, in which the difference is visible */
    char field[64]; /**< pin, block.register, store, legal.clause, or "ended" */
    int lane;       /**< port, buffer or byte; -1 when the field has one value */
    uint64_t model, rtl;
    struct any_pins in, model_out, rtl_out; /**< pins of that cycle */
    struct any_registers state;             /**< the model's registers of that cycle */
    char ended[256];                        /**< with field "ended": why the RTL cannot go on */
};

/** What lockstep has to know of a kind of router, besides its tables. */
struct lockstep_kind {
    const struct router_kind *router;
    const struct node_ops *node; /**< LOCKSTEP_NODE of this kind; create it with the RTL's operations as inner */
    /** Registers of a model in the current cycle, where they are. */
    const void *(*state)(const void *model);
    /** Control inputs that reset a router: before the first time nothing of it is defined. */
    int (*resets)(const void *control);
    int stores, store_bytes; /**< of a router */
    /** @return the clauses that a state breaks, bit k for clauses[k]; 0: it is legal */
    uint32_t (*broken)(const struct router_kind *kind, const void *registers);
    /**
     * Likewise of the next state, where those before it tell more or spare work: legal_bytes of zero remember what is
     * needed of them. All NULL: each state says all of itself.
     */
    size_t legal_bytes;
    uint32_t (*legal)(void *watch, const void *registers);
    /** Begin with this state, which is legal. */
    void (*legal_begin)(void *watch, const void *registers);
    uint64_t (*legal_checks)(const void *watch);
    const char *const *clauses;
    const char *const *clause_words; /**< one line each; NULL: there are none */
    int clause_count;
    /** Print a mismatch in words: mismatch_headline, and what the ports were doing. */
    void (*print)(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out);
};

/** How much a lockstep node compared. */
struct compared {
    uint64_t cycles;    /**< cycles in which all pins and registers were compared */
    uint64_t pin_bits;  /**< output pin bits compared */
    uint64_t registers; /**< register lanes compared */
    uint64_t stores;    /**< store bytes, when stores were compared as a whole */
    uint64_t legal;     /**< states of the registers that were found legal */
};

/** Add what was compared elsewhere. */
void compared_add(struct compared *sum, const struct compared *c);

/** Cycles between two comparisons of the buffer stores as a whole. */
enum { LOCKSTEP_STORES_CYCLES = 4096 };

/** @param rtl  operations of the RTL @param seed  of its power-up values @return NULL when out of memory */
void *lockstep_create(const struct lockstep_kind *kind, const struct node_ops *rtl, uint64_t seed);
/* The other operations of such a node: LOCKSTEP_NODE (lockstep_cycle.h). */
void lockstep_destroy(void *node);
void lockstep_pins(const void *node, void *out);
void lockstep_status(const void *node, void *out);
void lockstep_state(const void *node, void *out);
void lockstep_store(const void *node, int buffer, uint8_t *out);
void lockstep_archive(void *node, struct archive *a);
/**
 * Put both sides in a state, which is legal. Registers that the RTL shows but does not take stay as it shows them, on
 * both sides; those that it does not show it must have as given.
 * @return 0, or -1 when that would not be legal: then nothing has changed
 */
int lockstep_inject(void *node, const void *registers);
void lockstep_put(void *node, const void *registers);
void lockstep_put_store(void *node, int buffer, const uint8_t *bytes);
const char *lockstep_ended(const void *node);
void lockstep_place(void *node, int index);
int lockstep_ahead(void *node, unsigned cycles);

/** Whether a node with these operations is one. */
int lockstep_is(const struct node_ops *ops);

/** The first difference, or NULL. */
const struct mismatch *lockstep_mismatch(const void *node);
/** What it is a node of. */
const struct router_kind *lockstep_router(const void *node);
/** Totals of a node. */
struct compared lockstep_compared(const void *node);
/** Compare the buffer stores now, unless the RTL powered up with random values. @return 1 when there is a difference */
int lockstep_check_stores(void *node);
/** Its sides, to look at between two cycles: the golden model, and the node of the RTL. */
const void *lockstep_model(const void *node);
const void *lockstep_rtl(const void *node);
/** From now on both sides go on past a difference, and nothing is compared from there on. */
void lockstep_go_past(void *node);
/** Registers that have changed since reset: one flag a row of the table. */
const uint8_t *lockstep_touched(const void *node);
/** From now on note in every cycle which registers changed (costs time). */
void lockstep_watch_registers(void *node);

/** Print cycle, node, field and both values of a mismatch, or why the RTL cannot go on; and what the field is. */
void mismatch_headline(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out);
/** Whether the field of a mismatch is a clause of the invariant: both sides are equal, and both broke it. */
int mismatch_illegal(const char *field);

#endif

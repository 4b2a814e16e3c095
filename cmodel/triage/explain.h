/* SPDX-License-Identifier: Apache-2.0
 *
 * The edge that vectors end with, on both sides, as words: which registers and outputs differ after it, how the
 * registers of a block changed, and what follows from that. What was decided at the edge is told by each kind
 * (explain_ops).
 */
#ifndef TRIAGE_EXPLAIN_H
#define TRIAGE_EXPLAIN_H

#include "triage.h"

enum { EXPLAIN_VALUE = 32, EXPLAIN_WRONG = 320, EXPLAIN_SAID = 640 };

/** An edge. What a kind knows of it is around this. */
struct explain_edge {
    const struct router_kind *kind; /**< it has gen and triage */
    const struct node_ops *ops;     /**< of the RTL; explain_take */
    const void *before;             /**< registers of the model before it */
    const void *model;              /**< ... after it */
    void *rtl;                      /**< of the RTL after it; what it does not show is as the model has it */
    uint64_t cycle;                 /**< number of the vector that it ends, from 0 */
    int rst;                        /**< registers take their reset values, section 12 */
    const struct explain_ops *how;  /**< explain_print */
    FILE *out;
    FILE *conclusions; /**< one line each */
};

/** The output that a register is, or NULL. */
const struct pin_info *explain_pin(const struct router_kind *kind, const struct reg_info *r);
/** Whether the RTL shows the register of a row, or it is an output. */
int explain_shown(const struct explain_edge *e, int row);
/** A value of a register as words. @return text */
const char *explain_value(const struct explain_edge *e, const struct reg_info *r, uint64_t value,
                          char text[EXPLAIN_VALUE]);
/** What a node of the RTL shows, and its outputs, into e->rtl. e->model is there. */
void explain_take(struct explain_edge *e, const struct node_ops *ops, const void *node);

/** A head line: mechanism, section, and of what. */
void explain_title(const struct explain_edge *e, const char *mechanism, int section, const char *what,
                   const char *which);
/** Say what follows from values, here and in the summary. */
void explain_conclude(const struct explain_edge *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** No bit: the value as a whole. */
enum { EXPLAIN_WHOLE = -1 };
/** A register in one lane, or a bit of it, if that changed at the edge, or differs after it: one line of a table. */
void explain_row(const struct explain_edge *e, int row, int lane, int bit);
/** Add "count' 15, switch 16", or what else a router of the kind is called, if it differs after the edge. @param text
 * EXPLAIN_WRONG, "" to begin with */
void explain_wrong(const struct explain_edge *e, int row, int lane, int bit, char *text);

/**
 * After the replay, once: what differs, in the order of the specification, a summary, and what was decided.
 * @param explain  made by the operations
 * @return 0, or -1 when out of memory
 */
int explain_print(const struct explain_ops *ops, void *explain, const struct mismatch *d, FILE *out);

#endif

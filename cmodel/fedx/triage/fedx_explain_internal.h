/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of an explanation, a mechanism each. See fedx_triage.h.
 */
#ifndef FEDX_EXPLAIN_INTERNAL_H
#define FEDX_EXPLAIN_INTERNAL_H

#include "../../triage/explain.h"
#include "../bench/fedx_recorder.h"
#include "../kind/fedx_describe.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_triage.h"

/** A write to a memory. */
struct fedx_explain_write {
    uint64_t cycle; /**< at whose end; with written */
    int written;    /**< since the run began */
    unsigned port;  /**< that the byte came by, of a store */
};

/** What is explained: one edge, on both sides, and what the memories read at it were written by. */
struct fedx_explain {
    struct explain_edge edge; /**< its registers are before, model and rtl below */
    const struct vectors *vectors;
    const struct fedx_vector *in;       /**< it */
    struct fedx_switch *before;         /**< the model in that cycle */
    struct fedx_switch *decision;       /**< the model in the last cycle before it in which headers decided, */
    uint64_t decided;                   /**< and that cycle; NO_DECISION: there was none */
    struct fedx_switch_regs model, rtl; /**< after the edge; what the RTL does not show is as the model has it */
    struct fedx_wires w;                /**< of the model, in that cycle */
    uint8_t rtl_store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
    int stores; /**< the RTL shows its stores */
    struct fedx_explain_write table[FEDX_TABLE_SIZE];
    struct fedx_explain_write store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
    /* What there is something to say about. */
    unsigned receive, transmit, ownership, route; /**< ports */
    fedx_buffer_word pool;                        /**< buffers */
    fedx_buffer_word read;                        /**< buffers whose byte read differs */
    int admission;                                /**< a register of its own */
    int headers, config;                          /**< verdicts; anything */
};

#define FEDX_EXPLAIN_NO_DECISION UINT64_MAX

/** Registers of the model before the edge. */
static inline const struct fedx_switch_regs *fedx_explain_before(const struct fedx_explain *e)
{
    return &e->before->regs;
}

enum { FEDX_EXPLAIN_LIST = 96 };

/** Ports as words: "0, 3, PE"; "none". @return text */
const char *fedx_explain_ports(unsigned ports, char text[FEDX_EXPLAIN_LIST]);
/** Likewise buffers. */
const char *fedx_explain_buffers(fedx_buffer_word buffers, char text[FEDX_EXPLAIN_LIST]);
/** A packet by its header bytes 1 to 8: "packet 2.0.232 to node 0". */
const char *fedx_explain_packet(uint64_t head, char text[FEDX_EXPLAIN_LIST]);
/**
 * Table of the registers of a block that changed at the edge, or differ after it, in one lane.
 * @param lane  -1: those of one word
 */
void fedx_explain_registers(const struct fedx_explain *e, const char *block, int lane);
/** 1 when the RTL shows a register, or it is an output. */
int fedx_explain_shown(const struct fedx_explain *e, const char *block, const char *name);

/** The registers of a block that differ in one lane: "count' 15, switch 16; bit' 1, switch 0". @return text */
const char *fedx_explain_wrong(const struct fedx_explain *e, const char *block, int lane, char text[EXPLAIN_WRONG]);
/** 1 when some register of a block differs in one lane. @param lane  as above */
int fedx_explain_differs(const struct fedx_explain *e, const char *block, int lane);

/** Ports that start a frame at the edge, by the registers after it. */
unsigned fedx_explain_starts(const struct fedx_explain *e, const struct fedx_switch_regs *after);

/* The mechanisms, for what is marked. */
void fedx_explain_receive(const struct fedx_explain *e);
void fedx_explain_transmit(const struct fedx_explain *e, unsigned port);
void fedx_explain_ownership(const struct fedx_explain *e, unsigned port);
void fedx_explain_pool(const struct fedx_explain *e);
void fedx_explain_read(const struct fedx_explain *e, unsigned buffer);
void fedx_explain_admission(const struct fedx_explain *e);
/** The headers that decided just before, when the switch does not show what it made of them. */
void fedx_explain_decision(const struct fedx_explain *e);
void fedx_explain_route(const struct fedx_explain *e, unsigned port);
void fedx_explain_arbitration(const struct fedx_explain *e);
void fedx_explain_config(const struct fedx_explain *e);

/** Settings in force in that cycle, and the accesses that led to them. */
void fedx_explain_settings(const struct fedx_explain *e);
/** What counts towards a limit, with the limit. */
void fedx_explain_counters(const struct fedx_explain *e);

#endif

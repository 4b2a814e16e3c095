/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of an explanation, some mechanisms each. See vcr_triage.h.
 */
#ifndef VCR_EXPLAIN_INTERNAL_H
#define VCR_EXPLAIN_INTERNAL_H

#include "../model/vcr_internal.h"
#include "vcr_triage.h"

/** What is explained: one edge, on both sides. */
struct vcr_explain {
    struct explain_edge edge; /**< its registers are before, model and rtl below */
    const struct vcr_parameters *parameters;
    const struct vectors *vectors;
    const struct vcr_pins *in;
    const struct vcr_control *control;
    struct vcr_router *before;  /**< the model in that cycle */
    struct vcr_regs model, rtl; /**< after the edge */
    struct vcr_wires w;         /**< of the model, in that cycle */
    /* What there is something to say about. */
    unsigned arrivals;              /**< ports */
    uint16_t lanes[VCR_MOST_PORTS]; /**< channels of inputs */
    unsigned outputs;               /**< ports */
    int random, sat, config;
};

/** Registers of the model before the edge. */
static inline const struct vcr_regs *vcr_explain_before(const struct vcr_explain *e)
{
    return vcr_router_state(e->before);
}

enum {
    VCR_EXPLAIN_LIST = 96,
    VCR_EXPLAIN_NONE = -1 /**< in the place of a channel: registers of the port, of the router */
};

/** Members of a set as words: "0, 3, 4"; "none". @return text */
const char *vcr_explain_set(unsigned set, char text[VCR_EXPLAIN_LIST]);
/** A packet by the first word of its head: "packet 0 of message 7 from 3 to 12". @return text */
const char *vcr_explain_packet(uint64_t head, char text[VCR_EXPLAIN_LIST]);
/** The channel of an input, as lane, whose packet has a channel of an output; -1: none. */
int vcr_explain_owner(const struct vcr_explain *e, unsigned q, unsigned channel);
/** Whether what a side sends by a port may be the front of a channel of an input: it is that flit, and is of the packet
 * that has the channel of the output, or a head. */
int vcr_explain_may_be(const struct vcr_explain *e, const struct vcr_crossbar *sent, unsigned q, unsigned lane);
/** The channel, as lane, for whose packet a side sends a tail that is not at its front; -1: it does not. */
int vcr_explain_made_up(const struct vcr_explain *e, const struct vcr_crossbar *sent, unsigned q);

/**
 * Table of the registers of a block that changed at the edge, or differ after it.
 * @param port     with channel NONE: those of a port; NONE, too: those of the router as a whole
 * @param channel  those of the channel, and its bits of masks
 */
void vcr_explain_registers(const struct vcr_explain *e, const char *block, int port, int channel);
/** Those that differ: "active' 1, router 0; credit' 1, router 0". @return text */
const char *vcr_explain_wrong(const struct vcr_explain *e, const char *block, int port, int channel,
                              char text[EXPLAIN_WRONG]);

/* The mechanisms, for what is marked. */
void vcr_explain_arrival(const struct vcr_explain *e, unsigned port);
void vcr_explain_random(const struct vcr_explain *e);
void vcr_explain_input(const struct vcr_explain *e, unsigned port, unsigned channel);
void vcr_explain_selection(const struct vcr_explain *e, unsigned port, unsigned channel);
void vcr_explain_output(const struct vcr_explain *e, unsigned port);
void vcr_explain_allocation(const struct vcr_explain *e, unsigned port);
void vcr_explain_crossbar(const struct vcr_explain *e, unsigned port);
void vcr_explain_sat(const struct vcr_explain *e);
void vcr_explain_config(const struct vcr_explain *e);

/** Which packets had which channels in that cycle, and which waited for whom. */
void vcr_explain_holders(const struct vcr_explain *e);
/** Settings in force in that cycle. */
void vcr_explain_settings(const struct vcr_explain *e);

#endif

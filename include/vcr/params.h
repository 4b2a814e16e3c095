/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vcr/params.h
 * The constants of the virtual-channel router, from vcr_params.def, and the parameters of one configuration of it.
 */
#ifndef VCR_PARAMS_H
#define VCR_PARAMS_H

#include <stdint.h>

/** Constants of the router; rtl/vcr/vcr_params.vh has the same ones for Verilog. */
enum {
#define VCR_PARAM(name, value, unit, source) VCR_##name = (value), /**< {{source}}. Unit: {{unit}}. */
#include "vcr/vcr_params.def"
#undef VCR_PARAM
    VCR_MOST_LANES = VCR_MOST_PORTS * VCR_MOST_VCS, /**< virtual channels of all ports of the largest router */
    VCR_MOST_FLIT_WORDS =
        VCR_MOST_PORTS * VCR_MOST_WORDS /**< 64-bit words of one flit per port of the largest router */
};

/** One configuration of the router: the parameters of the RTL. vcr_parameters_wrong() checks it. docs/spec/vcr.md
 * section 1. */
struct vcr_parameters {
    uint8_t ports; /**< ports, 2 to 12 */
    uint8_t vcs;   /**< virtual channels per port, 1 to 16 */
    uint8_t depth; /**< flits per channel, 2 to 64 */
    uint8_t words; /**< 64-bit words per flit: 1, 2 or 4 */
    uint8_t
        bypass; /**< 1: a flit can leave in the cycle after its arrival, and pins lead into logic; 0: a cycle later */
    uint8_t route_stage; /**< 1: a register before the route, which the table needs: one more cycle; 0: none */
    uint8_t speedup;     /**< 1: all channels of an input may send in one cycle; 0: only one of them */
    uint16_t table_size; /**< route table entries, 0 to 1024; 0 without a route stage */
    uint8_t via;         /**< 1: packets may go to an intermediate router first; 0: none does */
    uint8_t repeats;     /**< iterations of allocation after the first one, 0 to 3; 0 with speedup */
};

/** One configuration of the terminal: the parameters of its RTL. vcr_terminal_parameters_wrong() checks it.
 * docs/spec/vcr.md section 17. */
struct vcr_terminal_parameters {
    uint8_t ports;  /**< ports to one router, 1 to 4 */
    uint8_t vcs;    /**< virtual channels per port, 1 to 16 */
    uint8_t depth;  /**< flits per channel of the router, 2 to 64 */
    uint8_t words;  /**< 64-bit words per flit: 1, 2 or 4 */
    uint8_t length; /**< flits per packet, 2 to 64; a packet has at most 128 words */
    uint8_t buffer; /**< packets behind the SAT gate, at least 1 */
    uint8_t queue;  /**< packets that have passed the gate, at least 1; at most 16 with those behind it */
};

/** Virtual channels of all ports. Lane port * vcs + vc is virtual channel vc of a port. */
static inline unsigned vcr_lanes(const struct vcr_parameters *s)
{
    return (unsigned)s->ports * s->vcs;
}

/** Packets that a terminal can hold. */
static inline unsigned vcr_terminal_slots(const struct vcr_terminal_parameters *s)
{
    return (unsigned)s->buffer + s->queue;
}

/** Bits of a number from 0 to count - 1, at least 1. */
static inline unsigned vcr_bits(unsigned count)
{
    unsigned bits = 1;

    while (1u << bits < count)
        bits++;
    return bits;
}

#endif

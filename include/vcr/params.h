/* SPDX-License-Identifier: Apache-2.0
 *
 * Constants of the virtual-channel router, from vcr_params.def, and what one build of it is.
 */
#ifndef VCR_PARAMS_H
#define VCR_PARAMS_H

#include <stdint.h>

enum {
#define VCR_PARAM(name, value, unit, source) VCR_##name = (value),
#include "vcr/vcr_params.def"
#undef VCR_PARAM
    VCR_MOST_LANES = VCR_MOST_PORTS * VCR_MOST_VCS,
    VCR_MOST_FLIT_WORDS = VCR_MOST_PORTS * VCR_MOST_WORDS
};

/** One build of the router: the parameters of the RTL. */
struct vcr_parameters {
    uint8_t ports;  /**< 2 to 12 */
    uint8_t vcs;    /**< virtual channels a port, 1 to 16 */
    uint8_t depth;  /**< flits a channel, 2 to 64 */
    uint8_t words;  /**< of 64 bits a flit, 1, 2 or 4 */
    uint8_t bypass; /**< 1: a flit can leave in the cycle after that in which it came, pins go into logic; 0: a cycle
                       later */
    uint8_t route_stage; /**< 1: a register before the route, which the table needs: one cycle more; 0: none */
    uint8_t speedup;     /**< 1: all channels of an input may send in a cycle; 0: one of them */
    uint16_t table_size; /**< route entries, 0 to 1024; 0 without a route stage */
};

/** One build of the terminal: the parameters of its RTL. */
struct vcr_terminal_parameters {
    uint8_t ports;  /**< to one router, 1 to 4 */
    uint8_t vcs;    /**< virtual channels a port, 1 to 16 */
    uint8_t depth;  /**< flits a channel of the router, 2 to 64 */
    uint8_t words;  /**< of 64 bits a flit, 1, 2 or 4 */
    uint8_t length; /**< flits a packet, 2 to 64; words of a packet, at most 128 */
    uint8_t buffer; /**< packets behind the SAT gate, at least 1 */
    uint8_t queue;  /**< packets that have passed it, at least 1; buffer and queue together at most 16 */
};

/** Virtual channels of all ports: lane port * vcs + vc. */
static inline unsigned vcr_lanes(const struct vcr_parameters *s)
{
    return (unsigned)s->ports * s->vcs;
}

/** Packets that a terminal holds. */
static inline unsigned vcr_terminal_slots(const struct vcr_terminal_parameters *s)
{
    return (unsigned)s->buffer + s->queue;
}

/** The bits that numbers 0 to count - 1 need, at least one. */
static inline unsigned vcr_bits(unsigned count)
{
    unsigned bits = 1;

    while (1u << bits < count)
        bits++;
    return bits;
}

#endif

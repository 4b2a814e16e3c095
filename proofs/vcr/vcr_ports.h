/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proof harnesses of the virtual-channel router share beyond harness.h and wires.h: the build that is proved,
 * ports of masks, and the wires of a cycle by the function that gives them.
 */
#ifndef VCR_PORTS_H
#define VCR_PORTS_H

#include "../../cmodel/vcr/model/vcr_internal.h"
#include "../common/proof.h"

/* The build: VCR_PROOF_BUILD is a name of vcr_configurations.def, or of small_builds.def. A terminal's, where
   VCR_PROOF_OF_TERMINAL is defined, is of the same name in vcr_terminals.def, or small_terminals.def. */
#define PASTED(build, name) build##_##name
#define PASTE(build, name) PASTED(build, name)
#define OF_BUILD(name) PASTE(VCR_PROOF_BUILD, name)

#ifdef VCR_PROOF_OF_TERMINAL
#define VCR_TERMINAL_BUILD(name, kind, ports, vcs, depth, words, length, buffer, queue) \
    enum {                                                                              \
        name##_PORTS = ports,                                                           \
        name##_VCS = vcs,                                                               \
        name##_DEPTH = depth,                                                           \
        name##_WORDS = words,                                                           \
        name##_LENGTH = length,                                                         \
        name##_BUFFER = buffer,                                                         \
        name##_QUEUE = queue,                                                           \
        name##_BYPASS = 0,                                                              \
        name##_STAGE = 0,                                                               \
        name##_SPEEDUP = 0,                                                             \
        name##_TABLE = 0,                                                               \
        name##_VIA = 0,                                                                 \
        name##_REPEATS = 0                                                              \
    };
#include "../../cmodel/vcr/kind/vcr_terminals.def"
#include "small_terminals.def"
#undef VCR_TERMINAL_BUILD
enum { LENGTH = OF_BUILD(LENGTH), BUFFER = OF_BUILD(BUFFER), QUEUE = OF_BUILD(QUEUE), PACKETS = BUFFER + QUEUE };
#else
#define VCR_CONFIGURATION(name, kind, ports, vcs, depth, words, bypass, stage, speedup, table, via, repeats, summary) \
    enum {                                                                                                            \
        name##_PORTS = ports,                                                                                         \
        name##_VCS = vcs,                                                                                             \
        name##_DEPTH = depth,                                                                                         \
        name##_WORDS = words,                                                                                         \
        name##_BYPASS = bypass,                                                                                       \
        name##_STAGE = stage,                                                                                         \
        name##_SPEEDUP = speedup,                                                                                     \
        name##_TABLE = table,                                                                                         \
        name##_VIA = via,                                                                                             \
        name##_REPEATS = repeats                                                                                      \
    };
#include "../../cmodel/vcr/kind/vcr_configurations.def"
#include "small_builds.def"
#undef VCR_CONFIGURATION
#endif

enum {
    PORTS = OF_BUILD(PORTS),
    VCS = OF_BUILD(VCS),
    DEPTH = OF_BUILD(DEPTH),
    WORDS = OF_BUILD(WORDS),
    LANES = PORTS * VCS,
    SLOTS = LANES * DEPTH,
    TABLE = OF_BUILD(TABLE)
};

/* Of a terminal, as far as it is as the router's. */
static const struct vcr_parameters parameters = {PORTS,
                                                 VCS,
                                                 DEPTH,
                                                 WORDS,
                                                 OF_BUILD(BYPASS),
                                                 OF_BUILD(STAGE),
                                                 OF_BUILD(SPEEDUP),
                                                 TABLE,
                                                 OF_BUILD(VIA),
                                                 OF_BUILD(REPEATS)};
#define PARAMETERS (&parameters)

#include "../common/harness.h"

/* A port of a bit per port of the router: a mask. The C has masks of channels, one per port. */
#define INPUT_MASK(port) (uint16_t) input_of(port, 0, PORTS)
#define OUTPUT_MASK(port, value) proof_output(port, 0, PORTS, value)

/* A bit a lane, in masks of channels, where `when` holds of `lane`. */
#define INPUT_BITS_IF(when, port, masks)                                            \
    for (unsigned lane = 0; lane < LANES; lane++) {                                 \
        unsigned value = (unsigned)input_of(port, lane, 1), bit = 1u << lane % VCS; \
        (masks)[lane / VCS] = (uint16_t)(!(when) ? (masks)[lane / VCS]              \
                                         : value ? (masks)[lane / VCS] | bit        \
                                                 : (masks)[lane / VCS] & ~bit);     \
    }
#define OUTPUT_BITS_IF(when, port, masks)         \
    for (unsigned lane = 0; lane < LANES; lane++) \
    proof_output_if(port, lane, 1, LANE_OF(masks, lane), (when) != 0)

/* Bit i of masks of channels, one a port: that of lane i. */
#define LANE_OF(masks, i) ((unsigned)(masks)[(i) / VCS] >> (i) % VCS & 1u)

/* Values that a build has of a dimension, and bits of each. */
#define VALUES_WORD 1u
#define VALUES_PORT PORTS
#define VALUES_PORT_SET 1u
#define VALUES_LANE LANES
#define VALUES_FLIT (PORTS * WORDS)
#define VALUES_CLASS VCR_CLASSES
#define BITS_WORD 1u
#define BITS_PORT 1u
#define BITS_PORT_SET PORTS
#define BITS_LANE 1u
#define BITS_FLIT 1u
#define BITS_CLASS 1u

/* All registers, of the C alone. */
static inline void take_any_registers(struct vcr_regs *r)
{
    VCR_WIDTHS(PARAMETERS);
    memset(r, 0, sizeof *r);
    VCR_BLOCKS(FREE_BLOCK)
}

/*
 * The wires that each function gives, and their lanes. The proof of its block shows that it leaves all others alone
 * (LEAVES_OTHERS), and the proof of the wiring takes nothing else of them for granted (ANY_OF).
 */
// clang-format off
#define ROUTE_EVAL_OUTPUTS(X)                                                                       \
    X(uint16_t, arrive, 1) X(uint16_t, arrive_head, 1) X(uint16_t, arrive_tail, 1)                \
    X(uint8_t, arrive_vc, PORTS) X(uint32_t, arrive_route, PORTS) X(uint64_t, arrive_flit, PORTS * WORDS)
// clang-format on
#define OUTPUT_EVAL_OUTPUTS(X)     \
    X(uint8_t, credits_now, LANES) \
    X(uint16_t, free, PORTS) X(uint16_t, sendable, PORTS) X(uint16_t, rise, 1) X(uint16_t, fall, 1)
// clang-format off
#define INPUT_EVAL_OUTPUTS(X)                                                                       \
    X(uint16_t, accept, PORTS) X(uint16_t, request, PORTS) X(uint16_t, going, PORTS)              \
    X(uint16_t, synth, PORTS) X(uint16_t, dropping, PORTS) X(uint16_t, front_head, PORTS)         \
    X(uint16_t, front_tail, PORTS) X(uint32_t, front_route, LANES) X(uint64_t, front_flit, LANES * WORDS)
// clang-format on
#define SELECT_EVAL_OUTPUTS(X)   \
    X(uint16_t, want, PORTS)     \
    X(uint8_t, want_port, LANES) \
    X(uint16_t, want_vcs, LANES) X(uint16_t, deflect, PORTS) X(uint16_t, commit, PORTS) X(uint8_t, choice, LANES)
#define ALLOCATE_EVAL_OUTPUTS(X) \
    X(uint16_t, grant, PORTS)    \
    X(uint16_t, out_grant, 1) X(uint16_t, first_out, 1) X(uint8_t, out_lane, PORTS) X(uint8_t, out_vc, PORTS)
#define CONFIG_EVAL_OUTPUTS(X) X(uint32_t, rdata, 1)
#define ALL_WIRES(X)      \
    ROUTE_EVAL_OUTPUTS(X) \
    OUTPUT_EVAL_OUTPUTS(X) INPUT_EVAL_OUTPUTS(X) SELECT_EVAL_OUTPUTS(X) ALLOCATE_EVAL_OUTPUTS(X) CONFIG_EVAL_OUTPUTS(X)

#include "../common/wires.h"

#define LEAVES_OTHERS(GIVES, call) LEAVES_OTHERS_OF(vcr_wires, ALL_WIRES, GIVES, call)

/* Wires hold anything before a cycle. */
static inline void take_old_wires(struct vcr_wires *w)
{
    memset(w, 0, sizeof *w);
    ALL_WIRES(OLD_WIRE)
}

#endif

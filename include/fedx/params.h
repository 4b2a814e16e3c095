/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/params.h
 * The constants of the Fed-X switch, from fedx_params.def. "Paper" is HPL-96-17.
 */
#ifndef FEDX_PARAMS_H
#define FEDX_PARAMS_H

/**
 * The most buffers of a switch: 10, as in the paper, unless it is defined as 20 or 128 before the first header is
 * included. All code that is linked together must agree on it; docs/developer/architecture.md describes how one program
 * has several.
 */
#ifndef FEDX_BUFFERS_MOST
#define FEDX_BUFFERS_MOST 10
#endif

/**
 * 1: switches of FEDX_BUFFERS_MOST buffers are compared with RTL, so the model keeps each register as the RTL does. 0:
 * such switches are only used in fabrics of models.
 */
#define FEDX_VERIFIED (FEDX_BUFFERS_MOST <= 32)

/** Bits of a number from 0 to n - 1, as a constant expression. @param n  2 to 256 */
#define FEDX_NUMBER_BITS(n) (1 + ((n) > 2) + ((n) > 4) + ((n) > 8) + ((n) > 16) + ((n) > 32) + ((n) > 64) + ((n) > 128))

/** Constants of the switch; rtl/fedx/fedx_params.vh has the same ones for Verilog. */
enum {
#define FEDX_PARAM(name, value, unit, source) FEDX_##name = (int)(value), /**< {{source}}. Unit: {{unit}}. */
#include "fedx/fedx_params.def"
#undef FEDX_PARAM
    /** Every port of the switch, as a mask. */
    FEDX_ALL_PORTS = (1 << FEDX_PORTS) - 1,
    /** Number of the PE port. */
    FEDX_PE_PORT = FEDX_LINKS,
    /** Bits of the number of a buffer. */
    FEDX_BUFFER_BITS = FEDX_NUMBER_BITS(FEDX_BUFFERS),
    /** Default number of buffers, of a model and of the RTL. */
    FEDX_STANDARD_BUFFERS = 10,
    /** The largest value of FEDX_BUFFERS_MOST. */
    FEDX_WIDE_BUFFERS = 128
};

#endif

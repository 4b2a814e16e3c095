/* SPDX-License-Identifier: Apache-2.0
 *
 * The constants of fedx_params.def as FEDX_<name>.
 *
 * FEDX_BUFFERS_MOST is the one number that everything is compiled for again: most buffers of a switch, the paper's ten
 * unless it is defined (10, 20 or 128). All that is linked together must agree on it; docs/developer/architecture.md
 * tells how one program has several.
 */
#ifndef FEDX_PARAMS_H
#define FEDX_PARAMS_H

#ifndef FEDX_BUFFERS_MOST
#define FEDX_BUFFERS_MOST 10
#endif

/**
 * 1: switches of FEDX_BUFFERS_MOST buffers are compared with RTL, so each register is kept as the RTL keeps it. 0: for
 * fabrics of models alone, larger than RTL is for.
 */
#define FEDX_VERIFIED (FEDX_BUFFERS_MOST <= 32)

/** Bits of a number from 0 to n - 1, n from 2 to 256: a constant. */
#define FEDX_NUMBER_BITS(n) (1 + ((n) > 2) + ((n) > 4) + ((n) > 8) + ((n) > 16) + ((n) > 32) + ((n) > 64) + ((n) > 128))

enum {
#define FEDX_PARAM(name, value, unit, source) FEDX_##name = (int)(value),
#include "fedx/fedx_params.def"
#undef FEDX_PARAM
    /** Every port of the switch, as a mask. */
    FEDX_ALL_PORTS = (1 << FEDX_PORTS) - 1,
    /** Number of the PE port. */
    FEDX_PE_PORT = FEDX_LINKS,
    /** Bits of the number of a buffer. */
    FEDX_BUFFER_BITS = FEDX_NUMBER_BITS(FEDX_BUFFERS),
    /** Buffers of a switch unless the user says otherwise, and those of the RTL unless it is given a parameter. */
    FEDX_STANDARD_BUFFERS = 10,
    /** Most buffers that FEDX_BUFFERS_MOST may be. */
    FEDX_WIDE_BUFFERS = 128
};

#endif

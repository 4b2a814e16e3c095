/* SPDX-License-Identifier: Apache-2.0
 *
 * The constants of fedx_params.def as FEDX_<name>.
 *
 * With FEDX_WIDE defined everything is built for switches of up to 128 buffers, for fabrics that need more than the
 * paper's ten. All that is linked together must agree on it.
 */
#ifndef FEDX_PARAMS_H
#define FEDX_PARAMS_H

#ifdef FEDX_WIDE
#define FEDX_BUILT_FOR(standard, wide) wide
#else
#define FEDX_BUILT_FOR(standard, wide) standard
#endif

/** Bits of a number from 0 to n - 1, n from 2 to 256: a constant. */
#define FEDX_NUMBER_BITS(n) \
    (1 + ((n) > 2) + ((n) > 4) + ((n) > 8) + ((n) > 16) + ((n) > 32) + ((n) > 64) + ((n) > 128))

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
    /** Buffers of a switch unless the user says otherwise, and those of the RTL as it is verified. */
    FEDX_STANDARD_BUFFERS = 10,
    /** Most buffers that any build has. */
    FEDX_WIDE_BUFFERS = 128
};

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The constants of fedx_params.def as FEDX_<name>.
 */
#ifndef FEDX_PARAMS_H
#define FEDX_PARAMS_H

enum {
#define FEDX_PARAM(name, value, unit, source) FEDX_##name = (int)(value),
#include "fedx/fedx_params.def"
#undef FEDX_PARAM
    /** Every port of the switch, as a mask. */
    FEDX_ALL_PORTS = (1 << FEDX_PORTS) - 1,
    /** Number of the PE port. */
    FEDX_PE_PORT = FEDX_LINKS
};

#endif

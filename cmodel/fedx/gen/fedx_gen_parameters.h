/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters of the RTL switch in generated Verilog, where they are not those of
 * rtl/fedx/fedx_switch.v as it stands.
 */
#ifndef FEDX_GEN_PARAMETERS_H
#define FEDX_GEN_PARAMETERS_H

#include <stdio.h>

/** Bounds of the RTL that are closer than the model's. */
enum { FEDX_RTL_BUFFERS = 64, FEDX_RTL_TABLE_SIZE = 256 };

/** Write "#(.BUFFERS(7))" or nothing. @param buffers  0: FEDX_STANDARD_BUFFERS. Errors stay with the stream. */
void fedx_gen_parameters(int buffers, FILE *file);

#endif

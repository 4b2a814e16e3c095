/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the virtual-channel router for simulators: what vcr_pkg.sv imports by DPI-C, and what vcr_vpi.c makes
 * system tasks of. It includes no simulator's header: the types are those of IEEE 1800 (annexes H and K), the same everywhere.
 * docs/reference/bindings.md.
 *
 * A router has as many pins as its build says, so inputs and outputs are one vector each: the pins in the order of the RTL, the
 * last one lowest. Functions return 0, or -1 with a sentence in vcr_dpi_text, which the package turns into $fatal. A chandle is
 * a handle in the form of a pointer; nothing is there.
 */
#ifndef VCR_DPI_H
#define VCR_DPI_H

#include <stdint.h>

/** 32 bits of a 4-state packed vector, as svLogicVecVal: bval 1 is x or z. Word 0 has the lowest bits. */
struct vcr_logic {
    uint32_t aval, bval;
};

enum { VCR_VECTOR_BITS = 4096 /**< of all inputs, or all outputs, of any build; those above are zero */ };

void *vcr_dpi_create(const char *name, int ports, int vcs, int depth, int flit_bits, int bypass, int route_stage, int speedup,
                     int table_size);
int vcr_dpi_destroy(void *handle);
const char *vcr_dpi_text(void);
int vcr_dpi_step(void *handle, const struct vcr_logic *inputs);
int vcr_dpi_pins(void *handle, uint32_t *outputs);
int vcr_dpi_check(void *handle, const struct vcr_logic *outputs);
int vcr_dpi_compared(void *handle);
int vcr_dpi_register(void *handle, const char *name, int lane, uint64_t *value);

#endif

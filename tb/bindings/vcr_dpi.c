/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the virtual-channel router by DPI-C: what vcr_pkg.sv imports.
 */
#include "models_dpi.h"
#include "vcr_models.h"

MODELS_DPI(vcr, VCR_MODELS_WORDS)

DPI(void *, vcr_dpi_create, const char *name, int ports, int vcs, int depth, int flit_bits, int bypass, int route_stage,
    int speedup, int table_size)
{
    const int number[VCR_MODELS_NUMBERS] = {ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size};
    models_handle handle = MODELS_NO_HANDLE;

    vcr_models_open(&all, name, number, &handle);
    return (void *)(uintptr_t)handle;
}

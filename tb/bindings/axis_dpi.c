/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the AXI4-Stream switch by DPI-C: what axis_pkg.sv imports.
 */
#include "axis_models.h"
#include "models_dpi.h"

MODELS_DPI(axis, AXIS_MODELS_WORDS)

DPI(void *, axis_dpi_create, const char *name, int inputs, int outputs, int dest_bits, int data_bits)
{
    const int number[AXIS_MODELS_NUMBERS] = {inputs, outputs, dest_bits, data_bits};
    models_handle handle = MODELS_NO_HANDLE;

    axis_models_open(&all, name, number, &handle);
    return (void *)(uintptr_t)handle;
}

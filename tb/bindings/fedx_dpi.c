/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model by DPI-C: what fedx_pkg.sv imports.
 */
#include "fedx_models.h"
#include "models_dpi.h"

MODELS_DPI(fedx, (FEDX_OUTPUT_BITS + MODELS_WORD_BITS - 1) / MODELS_WORD_BITS)

DPI(void *, fedx_dpi_create, const char *name)
{
    models_handle handle = MODELS_NO_HANDLE;

    fedx_models_open(&all, name, &handle);
    return (void *)(uintptr_t)handle;
}

DPI(int, fedx_dpi_set, void *model, const char *setting, int value)
{
    return fedx_models_set(&all, handle_of(model), setting, value);
}

DPI(int, fedx_dpi_word, void *model, int index, uint32_t *word)
{
    return fedx_models_word(&all, handle_of(model), index, word);
}

DPI(int, fedx_dpi_route, void *model, int destination, uint32_t entry)
{
    return fedx_models_route(&all, handle_of(model), destination, entry);
}

DPI(int, fedx_dpi_hash, void *model, uint64_t *hash)
{
    return fedx_models_hash(&all, handle_of(model), hash);
}

DPI(void, fedx_dpi_packet, uint64_t head, const uint32_t *body, uint32_t *packet)
{
    fedx_models_packet(head, body, packet);
}

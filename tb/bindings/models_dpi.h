/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of DPI-C that every kind of router has. They include no simulator's header: the types are those of IEEE
 * 1800 (annex H), the same everywhere. A status is 0, or -1 with a sentence in the text, which the package turns into
 * $fatal. A chandle is a handle in the form of a pointer; nothing is there.
 */
#ifndef TB_BINDINGS_MODELS_DPI_H
#define TB_BINDINGS_MODELS_DPI_H

#include "models.h"

/*
 * All models of this simulation. The one variable that is not passed in: an imported function is given nothing that
 * lasts. Simulators call imports one at a time unless they are declared pure, and these are not.
 */
static struct models all;

static inline models_handle handle_of(void *model)
{
    /* What does not fit is no handle either. */
    return (uintptr_t)model > UINT32_MAX ? MODELS_NO_HANDLE : (models_handle)(uintptr_t)model;
}

/** Define a function, of which there is no other declaration in C. */
#define DPI(type, name, ...)  \
    type name(__VA_ARGS__);   \
    type name(__VA_ARGS__)

/** Those of a kind. @param words  32 bits each, that hold all outputs */
#define MODELS_DPI(kind, words)                                                                    \
    DPI(const char *, kind##_dpi_text, void) { return all.text; }                                  \
    DPI(int, kind##_dpi_destroy, void *model) { return models_close(&all, handle_of(model)); }     \
    DPI(int, kind##_dpi_step, void *model, const struct models_word *inputs)                       \
    {                                                                                              \
        return models_step(&all, handle_of(model), inputs);                                        \
    }                                                                                              \
    DPI(int, kind##_dpi_pins, void *model, uint32_t *outputs)                                      \
    {                                                                                              \
        return models_outputs(&all, handle_of(model), outputs, words);                             \
    }                                                                                              \
    DPI(int, kind##_dpi_check, void *model, const struct models_word *outputs)                     \
    {                                                                                              \
        return models_check(&all, handle_of(model), outputs);                                      \
    }                                                                                              \
    DPI(int, kind##_dpi_compared, void *model) { return models_compared(&all, handle_of(model)); } \
    DPI(int, kind##_dpi_register, void *model, const char *name, int lane, uint64_t *value)        \
    {                                                                                              \
        return models_register(&all, handle_of(model), name, lane, value);                         \
    }

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model by DPI-C: what fedx_pkg.sv imports. It includes no simulator's
 * header: the types below are those of IEEE 1800 (annex H), the same everywhere.
 *
 * Functions return 0, or -1 with a sentence in fedx_dpi_text, which the package
 * turns into $fatal. A chandle is a handle in the form of a pointer; nothing is there.
 */
#include "fedx_models.h"

/** 32 bits of a 4-state packed vector, as svLogicVecVal: bval 1 is x or z. Word 0 has the lowest bits. */
struct fedx_logic {
    uint32_t aval, bval;
};

/** The vector of all outputs, in words. */
enum { WORD_BITS = 32, OUTPUT_WORDS = (FEDX_OUTPUT_BITS + 31) / WORD_BITS };

void *fedx_dpi_create(const char *name);
int fedx_dpi_destroy(void *model);
const char *fedx_dpi_text(void);
int fedx_dpi_set(void *model, const char *setting, int value);
int fedx_dpi_word(void *model, int index, uint32_t *word);
int fedx_dpi_route(void *model, int destination, uint32_t entry);
int fedx_dpi_step(void *model, const struct fedx_logic *inputs);
int fedx_dpi_pins(void *model, uint32_t *outputs);
int fedx_dpi_check(void *model, const struct fedx_logic *outputs);
int fedx_dpi_compared(void *model);
int fedx_dpi_register(void *model, const char *name, int lane, uint64_t *value);
int fedx_dpi_hash(void *model, uint64_t *hash);
void fedx_dpi_packet(uint64_t head, const uint32_t *body, uint32_t *packet);

/*
 * All models of this simulation. The one variable that is not passed in: an imported function is given nothing that
 * lasts. Simulators call imports one at a time unless they are declared pure, and these are not.
 */
static struct fedx_models all;

static fedx_handle handle_of(void *model)
{
    /* What does not fit is no handle either. */
    return (uintptr_t)model > UINT32_MAX ? FEDX_NO_HANDLE : (fedx_handle)(uintptr_t)model;
}

void *fedx_dpi_create(const char *name)
{
    fedx_handle handle = FEDX_NO_HANDLE;

    fedx_models_open(&all, name, &handle);
    return (void *)(uintptr_t)handle;
}

int fedx_dpi_destroy(void *model)
{
    return fedx_models_close(&all, handle_of(model));
}

const char *fedx_dpi_text(void)
{
    return all.text;
}

int fedx_dpi_set(void *model, const char *setting, int value)
{
    return fedx_models_set(&all, handle_of(model), setting, value);
}

int fedx_dpi_word(void *model, int index, uint32_t *word)
{
    return fedx_models_word(&all, handle_of(model), index, word);
}

int fedx_dpi_route(void *model, int destination, uint32_t entry)
{
    return fedx_models_route(&all, handle_of(model), destination, entry);
}

/* A vector of many words, cut into buses. */
static void split(const struct fedx_logic *vector, const struct fedx_bus *buses, int count, struct fedx_bits *bits)
{
    int at = 0;

    for (int i = count - 1; i >= 0; i--) {
        bits[i] = (struct fedx_bits){0};
        for (int bit = 0; bit < buses[i].width; bit++, at++) {
            const struct fedx_logic *word = &vector[at / WORD_BITS];
            bits[i].value |= (uint64_t)(word->aval >> at % WORD_BITS & 1) << bit;
            bits[i].unknown |= (uint64_t)(word->bval >> at % WORD_BITS & 1) << bit;
        }
    }
}

int fedx_dpi_step(void *model, const struct fedx_logic *inputs)
{
    struct fedx_bits in[FEDX_INPUT_BUSES];

    split(inputs, fedx_input_buses, FEDX_INPUT_BUSES, in);
    return fedx_models_step(&all, handle_of(model), in);
}

int fedx_dpi_pins(void *model, uint32_t *outputs)
{
    uint64_t out[FEDX_OUTPUT_BUSES];
    int at = 0;

    if (fedx_models_outputs(&all, handle_of(model), out) != 0)
        return -1;
    for (int i = 0; i < OUTPUT_WORDS; i++)
        outputs[i] = 0;
    for (int i = FEDX_OUTPUT_BUSES - 1; i >= 0; i--)
        for (int bit = 0; bit < fedx_output_buses[i].width; bit++, at++)
            outputs[at / WORD_BITS] |= (uint32_t)(out[i] >> bit & 1) << at % WORD_BITS;
    return 0;
}

int fedx_dpi_check(void *model, const struct fedx_logic *outputs)
{
    struct fedx_bits out[FEDX_OUTPUT_BUSES];

    split(outputs, fedx_output_buses, FEDX_OUTPUT_BUSES, out);
    return fedx_models_check(&all, handle_of(model), out);
}

int fedx_dpi_compared(void *model)
{
    return fedx_models_compared(&all, handle_of(model));
}

int fedx_dpi_register(void *model, const char *name, int lane, uint64_t *value)
{
    return fedx_models_register(&all, handle_of(model), name, lane, value);
}

int fedx_dpi_hash(void *model, uint64_t *hash)
{
    return fedx_models_hash(&all, handle_of(model), hash);
}

void fedx_dpi_packet(uint64_t head, const uint32_t *body, uint32_t *packet)
{
    fedx_models_packet(head, body, packet);
}

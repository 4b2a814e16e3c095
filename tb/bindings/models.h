/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden models for a simulator, of any kind of router: what DPI-C functions and VPI system tasks have in common. Models
 * are known by handles, pins are vectors of bits of four states, and every use is checked. docs/reference/bindings.md.
 */
#ifndef TB_BINDINGS_MODELS_H
#define TB_BINDINGS_MODELS_H

#include "fedx/lanes.h"

/** 32 bits of a vector of bits of four states, as svLogicVecVal: an unknown bit is x or z. Word 0 has the lowest bits. */
struct models_word {
    uint32_t value, unknown;
};
enum {
    MODELS_WORD_BITS = 32,
    MODELS_WIRES = 1024, /**< bytes that hold the wires of all ports in one direction, of any kind */
    MODELS_OTHERS = 256  /**< likewise the pins that belong to no port */
};

/** A kind of router. */
struct models_kind {
    int pins, registers;       /**< rows of the tables */
    const char *register_name; /**< what the name of a register must be */
    int port_dimension;        /**< of pins whose lanes are ports; of others a difference has the number of the value */
    int port_set_dimension;
    void (*destroy)(void *router); /**< NULL is legal */
    void (*step)(void *router, const void *wires, const void *control);
    void (*outputs)(const void *router, void *wires, void *status);
    const void *(*state)(const void *router);
};

/** A model; a kind has more behind it. */
struct model {
    const struct models_kind *kind;
    char name[64];
    void *router;
    const struct pin_info *pins; /**< in the order of the RTL, rst first */
    const struct reg_info *registers;
    uint64_t cycles;   /**< steps so far */
    uint64_t compared; /**< cycles in which all outputs were compared and equal */
};

/** What a handle can be, and what it never is. Handles are not used twice. */
typedef uint32_t models_handle;
enum { MODELS_NO_HANDLE = 0 };

/** All models of a simulation. All zero: none. */
struct models {
    struct model **model; /**< [count]; handle h is number h - 1; NULL once destroyed */
    size_t count, room;
    char text[320]; /**< one sentence: the last failure, or what models_compared has to report */
};

/** Destroy all models. models is all zero again. */
void models_finish(struct models *models);

/* The functions below return 0, or -1 with one sentence in models->text; then nothing else has changed. */

/** Write the sentence, as printf. @return -1 */
int models_fail(struct models *models, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** @return NULL with a sentence when a handle is none */
struct model *models_find(struct models *models, models_handle handle);
/**
 * Add a model, which is destroyed on errors.
 * @param m     from malloc; NULL, or without a router: out of memory
 * @param name  of messages; cut at 63 bytes
 */
int models_add(struct models *models, struct model *m, const char *name, models_handle *handle);
int models_close(struct models *models, models_handle handle);

/**
 * Advance one clock cycle.
 * @param inputs  all of them, the first pin on top; an unknown bit is an error, but for rx_ pins under reset
 */
int models_step(struct models *models, models_handle handle, const struct models_word *inputs);
/** Outputs of the current cycle, likewise. @param words  room for them; those above are 0 */
int models_outputs(struct models *models, models_handle handle, uint32_t *outputs, int words);
/**
 * Compare the outputs of the current cycle with those of a router under test. An unknown bit is a difference.
 * @return 0, or -1: the sentence names cycle, pin, port and both values. Cycles count from 1, at the first step.
 */
int models_check(struct models *models, models_handle handle, const struct models_word *outputs);
/** Report in models->text how much has been compared and found equal; nothing at all is an error. */
int models_compared(struct models *models, models_handle handle);
/** A named register of the current cycle. @param name  block.register */
int models_register(struct models *models, models_handle handle, const char *name, int lane, uint64_t *value);

/** Up to 64 bits of a vector, and which of them are unknown. */
uint64_t models_get_bits(const struct models_word *vector, unsigned from, unsigned bits, uint64_t *unknown);
/** Put up to 64 bits into a vector that is zero there. */
void models_put_bits(struct models_word *vector, unsigned from, unsigned bits, uint64_t value, uint64_t unknown);

#endif

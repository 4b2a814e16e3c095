/* SPDX-License-Identifier: Apache-2.0
 *
 * Circuits of gates and registers, as Yosys writes them (binary AIGER, all registers 0 at first): read, played, and
 * asked what an output depends on.
 */
#ifndef BLACKBOX_BLACKBOX_AIGER_H
#define BLACKBOX_BLACKBOX_AIGER_H

#include <stddef.h>
#include <stdint.h>

struct blackbox_aiger {
    int inputs, latches, outputs, gates;
    uint32_t *next, *output; /**< literals: twice the number of a variable, and one more when inverted */
    uint32_t *left, *right;  /**< [gates] of variable inputs + latches + 1 and on */
    char **input_name, **latch_name, **named; /**< [inputs], [latches], [outputs]; NULL: it has no name */
    uint8_t *value;                           /**< [variables] of the cycle that was played last */
    int room, failed;                         /**< gates that there is memory for; 1: there was none for another */
};

/** @return 0, or -1 with error. To be freed in any case */
int blackbox_aiger_load(struct blackbox_aiger *a, const char *path, char *error, size_t size);
void blackbox_aiger_free(struct blackbox_aiger *a);
/** A register, or a vector of them, that has one value for ever. */
struct blackbox_aiger_tie {
    const char *name; /**< NULL behind the last one of a list */
    uint32_t value;
};

/** Write it without names. @param ties  registers that are not there count for nothing @return 0, or -1 with error */
int blackbox_aiger_write(const struct blackbox_aiger *a, const struct blackbox_aiger_tie *ties, const char *path,
                         char *error, size_t size);
/** What a register may be in a cycle. */
enum { BLACKBOX_AIGER_ZERO = 1, BLACKBOX_AIGER_ONE = 2, BLACKBOX_AIGER_ANY = 3 };

/**
 * What registers may be after some cycles of any inputs, as far as each of them is known by itself.
 * @param begin  values of registers in the first cycle @param rest  BLACKBOX_AIGER_... of all others
 * @param[out] start  [latches] BLACKBOX_AIGER_... @return 0, or -1 when out of memory
 */
int blackbox_aiger_settle(const struct blackbox_aiger *a, const struct blackbox_aiger_tie *begin, int rest, int cycles,
                          uint8_t *start);
/**
 * The same circuit, with names, whose registers begin so: one that may be anything has an input more for its first
 * cycle.
 * @param start  [latches] BLACKBOX_AIGER_... @param ties  as of blackbox_aiger_write
 * @return 0, or -1 when out of memory. To be freed in any case
 */
int blackbox_aiger_open(const struct blackbox_aiger *a, const uint8_t *start, const struct blackbox_aiger_tie *ties,
                        struct blackbox_aiger *opened);
/**
 * A circuit without names whose outputs are 0 from the first of some states on: none of them is ever reached, and who
 * looks for a proof need not find that out.
 * @param states  [count] literals that are 1 together, and 0 behind those of each state
 * @return 0, or -1 when out of memory. To be freed in any case
 */
int blackbox_aiger_guard(const struct blackbox_aiger *a, const uint32_t *states, size_t count,
                         struct blackbox_aiger *guarded);
/** One more gate, unless the literal is there or is constant. @return its literal; 0 and failed set when out of memory
 */
uint32_t blackbox_aiger_and(struct blackbox_aiger *a, uint32_t left, uint32_t right);
uint32_t blackbox_aiger_or(struct blackbox_aiger *a, uint32_t left, uint32_t right);
uint32_t blackbox_aiger_xor(struct blackbox_aiger *a, uint32_t left, uint32_t right);
/**
 * Add the gates of a circuit without registers, whose inputs are the registers of this one.
 * @param[out] literal  [part->outputs] what its outputs are here
 * @return 0, or -1 when it is of another circuit, or out of memory
 */
int blackbox_aiger_join(struct blackbox_aiger *a, const struct blackbox_aiger *part, uint32_t *literal);
/** The outputs of a vector, or of a wire. @param[out] count  how many @return the first one, or -1 */
int blackbox_aiger_find(const struct blackbox_aiger *a, const char *name, int *count);
/** All registers are 0. */
void blackbox_aiger_reset(struct blackbox_aiger *a);
/** Work out a cycle. @param inputs  [inputs] */
void blackbox_aiger_cycle(struct blackbox_aiger *a, const uint8_t *inputs);
/** ... and go on to the next one. */
void blackbox_aiger_step(struct blackbox_aiger *a);
/** An output in the cycle that was played last. */
int blackbox_aiger_output(const struct blackbox_aiger *a, int output);
/** All that literals depend on, in any cycle. @param[out] cone  [variables] @return 0, or -1 when out of memory */
int blackbox_aiger_cone(const struct blackbox_aiger *a, const uint32_t *from, int count, uint8_t *cone);
/** Whether some of these outputs depend on an input, in any cycle. @return 1 or 0, or -1 when out of memory */
int blackbox_aiger_depends(const struct blackbox_aiger *a, int output, int count, const char *input);

#endif

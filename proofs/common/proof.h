/* SPDX-License-Identifier: Apache-2.0
 *
 * What a proof harness says to the translator (ir_verilog.c). These functions have no body: a call of one becomes a
 * port of the Verilog module that the harness is translated to, so that mechanism and RTL module meet at ports of the
 * same names. Ports are strings; lane and width are constants once loops are unrolled, and lane i of width w is bits
 * [i*w +: w] of the port. Where the string has %u, each lane is a port, that with its number there.
 */
#ifndef PROOF_H
#define PROOF_H

#include <stdint.h>

/** An input of both sides: any value of width bits, zero-extended. @param width  1 to 64 bits */
uint64_t proof_input(const char *port, unsigned lane, unsigned width) __attribute__((const));

/** Likewise, but of the C side alone: the RTL gets what C makes of it, by proof_link(). */
uint64_t proof_free(const char *port, unsigned lane, unsigned width) __attribute__((const));

/** An output of both sides, to be proved equal; value must fit in width bits, which is proved too. */
void proof_output(const char *port, unsigned lane, unsigned width, uint64_t value);

/**
 * Likewise, where valid is not 0; elsewhere it may be anything on either side. That is for what others do not look at
 * there, which the proofs of those others show.
 */
void proof_output_if(const char *port, unsigned lane, unsigned width, uint64_t value, unsigned valid);

/** What the proof takes for granted: outputs are equal, and the C has a meaning, wherever all of these hold. */
void proof_assume(int holds);

/** An output of the C side that drives an input of the RTL. */
void proof_link(const char *port, unsigned lane, unsigned width, uint64_t value);

/**
 * The array at base, rows x columns elements of so many bytes, is memory: of each row one element is modelled, at any
 * address (rtl_memory.v does the same to the RTL, and says why that suffices). In port, %u stands for the row.
 */
void proof_memory(const char *port, const void *base __attribute__((noescape)), unsigned rows, unsigned columns,
                  unsigned bytes);

/**
 * The memories of that array are compared as they are now; no access may follow. Without this call the compiler would
 * remove stores into an array that nobody reads any more.
 */
void proof_memory_end(const void *base __attribute__((noescape)));

#endif

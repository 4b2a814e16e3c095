/* SPDX-License-Identifier: Apache-2.0
 *
 * A counterexample as an episode of the bench: the witness of a proof is played in the circuit that it is about, and
 * what its environment does on the wires becomes packets with their bits, cycles, and times in which outputs are held
 * up.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_TRACE_H
#define BLACKBOX_BLACKBOX_PROVE_TRACE_H

#include "../script/blackbox_script.h"
#include "blackbox_aiger.h"

/** An episode. All zero: none. */
struct blackbox_prove_trace {
    struct blackbox_script script;
    uint32_t *bits; /**< of the flits of its packets, which point here */
    int cycles;     /**< of the witness, those under reset not counted */
};

/**
 * @param path     witness, as ABC writes it (write_cex -a)
 * @param first    outputs of the circuit of which one must be 1 in its last cycle
 * @return 0; 1 when it does not show that in the circuit; or -1 with error. To be freed in any case
 */
int blackbox_prove_trace_read(struct blackbox_prove_trace *t, const struct blackbox *f, struct blackbox_aiger *a,
                              const char *path, int first, int count, char *error, size_t size);
void blackbox_prove_trace_free(struct blackbox_prove_trace *t);

#endif

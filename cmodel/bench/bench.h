/* SPDX-License-Identifier: Apache-2.0
 *
 * What work with a single router asks of its kind, besides its tables and how it is held in lockstep: recording what a
 * router reads, states that it is put in, and what it is verified with.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "injection.h"
#include "stimulus.h"

/** Fabrics in which all routers are held in lockstep: what needs routers for neighbours, and a long time without a
 * reset. */
struct bench_fabrics {
    int count;
    int routers;                    /**< of each, mean */
    const char *const *const *keys; /**< of each, "section.key=value", the last one NULL */
};

struct bench_kind {
    const struct node_ops *recorder; /**< a lockstep node that keeps what it reads (recorder.h) */
    const struct node_ops *tap;      /**< the golden model, likewise */
    /** The registers of a router that has been reset and has seen nothing since. @return 0, or -1 when out of memory */
    int (*idle)(const struct router_kind *kind, void *registers);
    /** Whether a router can be in a state. @return 0, or -1 with the reason in text, one sentence. NULL: it can if it
     * breaks no clause (lockstep_kind.broken) */
    int (*possible)(const void *registers, char *text, size_t size);
    const struct stimulus_kind *stimulus;   /**< NULL: one router alone cannot be verified */
    const struct injection_kind *injection; /**< NULL: no states are drawn */
    const struct bench_fabrics *fabrics;    /**< that are run after it; NULL: none */
};

#endif

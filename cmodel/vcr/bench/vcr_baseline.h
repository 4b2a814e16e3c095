/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers in a network of routers of another make: as many of them, wired alike, at the same bench, to
 * see how the two perform side by side. They are models (docs/spec/vcr.md), with routes in tables, so the network may
 * be any.
 */
#ifndef VCR_BASELINE_H
#define VCR_BASELINE_H

#include "../../blackbox/description/blackbox.h"
#include "../../kind/node.h"

/** Networks of more routers have no other one beside them. */
enum { VCR_BASELINE_ROUTERS = 256 };

struct vcr_baseline {
    struct blackbox *f; /**< what the bench knows of it */
    const struct node_ops *ops;
    const char *routes; /**< in words: the ways that packets take */
};

/**
 * Make one, the only one at a time.
 * @param f      the network, which must outlive it
 * @param vcs    virtual channels a port
 * @param depth  flits that each of them holds
 * @return 0, or -1 with one sentence in error: there is none of this size, or packets could wait for each other
 */
int vcr_baseline_create(struct vcr_baseline *beside, const struct blackbox *f, int vcs, int depth, char *error,
                        size_t size);
/** All zero is legal. */
void vcr_baseline_destroy(struct vcr_baseline *beside);

#endif

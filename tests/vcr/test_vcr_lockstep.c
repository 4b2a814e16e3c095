/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the virtual-channel router in lockstep: all pins, all named registers, legal states.
 *
 *   test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]
 *
 * A router alone under the stimulus of fedx verify: neighbours that keep to the protocol, or break it in every way. Packets of
 * legal episodes are followed end to end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "compare/lockstep.h"
#include "vcr/kind/vcr_kind.h"

static const struct router_kind *kind_named(const char *name)
{
#define VCR_BUILD(build, kind, ...) \
    if (strcmp(name, #build) == 0)  \
        return &vcr_kind_##build;
#include "vcr/kind/vcr_builds.def"
#undef VCR_BUILD
    return NULL;
}

static int report(const struct router_kind *kind, const struct stimulus *s)
{
    struct compared c = lockstep_compared(s->node);

    if (s->result.failed)
        printf("seed %" PRIu64 ", episode %" PRIu64 ": %s\n", s->config.seed, s->result.episode, s->result.text);
    if (lockstep_divergence(s->node))
        kind->lockstep->print(lockstep_divergence(s->node), 0, stdout);
    printf("%" PRIu64 " cycles, %" PRIu64 " pin bits, %" PRIu64 " register lanes, %" PRIu64 " legal states, %" PRIu64 " packets followed, "
           "%" PRIu64 " delivered: %s\n",
           c.cycles, c.pin_bits, c.registers, c.legal, s->result.accepted, s->result.delivered,
           s->result.failed ? "different" : "equal");
    return s->result.failed != 0 || s->result.delivered == 0;
}

int main(int argc, char **argv)
{
    char error[512];
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1]) : NULL;
    int failed;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]\n");
        return 2;
    }
    const struct stimulus_config config = {
        .ops = kind->lockstep->node,
        .inner = node_load(argv[2], VCR_NODE_VERSION, "of this version", error, sizeof error),
        .seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1,
        .cycles = strtoull(argv[3], NULL, 0),
        .profile = -1,
    };
    struct stimulus *s = config.inner ? kind->bench->stimulus->create(&config) : NULL;
    if (!s) {
        fprintf(stderr, "%s\n", config.inner ? "out of memory" : error);
        return 2;
    }
    while (!kind->bench->stimulus->episode(s))
        continue;
    failed = report(kind, s);
    kind->bench->stimulus->destroy(s);
    return failed;
}

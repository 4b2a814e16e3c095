/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build alone under the stimulus of fedx verify, which plays its neighbours: what the tests of
 * routers and of terminals share.
 */
#ifndef FEDX_TESTS_VCR_LOCKSTEP_ALONE_H
#define FEDX_TESTS_VCR_LOCKSTEP_ALONE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "compare/lockstep.h"
#include "cover/coverage.h"
#include "vcr/regs.h"

/** As BUILD SHARED_OBJECT CYCLES [SEED] on the command line have it, its coverage for the caller to destroy; ends the
 * test when there is no such RTL. */
static inline struct stimulus_config alone_config(const struct router_kind *kind, int argc, char **argv)
{
    char error[512];
    const struct stimulus_config config = {
        .ops = kind->parts->lockstep->node,
        .inner = node_load(argv[2], kind->model->version, "of this version", error, sizeof error),
        .seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1,
        .cycles = strtoull(argv[3], NULL, 0),
        .profile = -1,
        .coverage = coverage_create(kind->parts->coverage),
    };

    if (!config.inner || !config.coverage) {
        fprintf(stderr, "%s\n", config.inner ? "out of memory" : error);
        exit(2);
    }
    return config;
}

static inline void alone_print(const struct compared *c)
{
    printf("%" PRIu64 " cycles, %" PRIu64 " pin bits, %" PRIu64 " register lanes, %" PRIu64
           " bytes of packets, %" PRIu64 " legal states",
           c->cycles, c->pin_bits, c->registers, c->stores, c->legal);
}

/** Run all of it, and say how much was compared. @return the stimulus; ends the test when out of memory */
static inline struct stimulus *alone_run(const struct router_kind *kind, const struct stimulus_config *config)
{
    struct stimulus *s = stimulus_create(kind->parts->bench->stimulus, kind, config);

    if (!s) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    lockstep_watch_registers(s->node);
    while (!kind->parts->bench->stimulus->episode(s))
        continue;
    if (s->result.failed)
        printf("seed %" PRIu64 ", episode %" PRIu64 ": %s\n", config->seed, s->result.episode, s->result.text);
    if (lockstep_mismatch(s->node))
        kind->parts->lockstep->print(kind, lockstep_mismatch(s->node), 0, stdout);
    struct compared c = lockstep_compared(s->node);
    alone_print(&c);
    printf(", %" PRIu64 " packets followed, %" PRIu64 " delivered: %s\n", s->result.accepted, s->result.delivered,
           s->result.failed ? "different" : "equal");
    struct coverage_count n = coverage_counted(config->coverage, kind->parts->coverage->families);
    printf("%d of %d reachable points hit\n", n.hit, n.reachable);
    return s;
}

/** Whether model and RTL differ, no packet was followed to its end, or a point of coverage came up that cannot. */
static inline int alone_failed(const struct router_kind *kind, const struct stimulus_config *config,
                               const struct stimulus *s)
{
    return s->result.failed || s->result.delivered == 0 ||
           coverage_counted(config->coverage, kind->parts->coverage->families).impossible;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Law 2, fidelity invariance: whatever each node is made of, model, RTL or both in
 * lockstep, the digest of all pins of every cycle and of all events is the same; with
 * faults on the wires and with overheads of the PEs, too.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../cmodel/engine/engine.h"
#include "../cmodel/fedx/kind/fedx_faults.h"
#include "../cmodel/fedx/bench/fedx_lockstep_node.h"
#include "../cmodel/fedx/kind/fedx_kind.h"
#include "../cmodel/fedx/kind/fedx_model_node.h"

enum { ASSIGNMENTS = 12, CYCLES = 40000, MAX_NODES = 16 };

struct digests {
    uint64_t pins, events, delivered;
    int fault;
};

/* More than the law allows, so that all that a switch does in trouble is done. */
static const struct fault_plan many = {.mode = FAULT_RANDOM, .rate = 3e-5, .window = FEDX_FAULT_WINDOW, .seed = 5};

/* What a comparison is of. */
struct subject {
    const struct topology_kind *kind;
    int rows, cols, latency;
    const struct fault_plan *faults; /* or NULL */
    int overheads[3];                /* of PEs: injection, ejection, and the pause after a refusal, cycles */
};

static struct digests run(const struct topology *t, const struct subject *s, const struct node_ops **nodes,
                          const struct node_ops *rtl)
{
    struct fedx_settings settings = fedx_settings_default();
    struct fabric_config config = {
        .topology = t,
        .kind = &fedx_kind,
        .settings = &settings,
        .endpoint = {.workload = workload_find("wk-mixture"),
                     .load = 0.8,
                     .adaptive = 1,
                     .seed = 11,
                     .inject_overhead = s->overheads[0],
                     .eject_overhead = s->overheads[1],
                     .refusal_pause = s->overheads[2]},
        .nodes = nodes,
        .inner = rtl,
        .digest = 1,
        .hooks = s->faults ? &faults_hooks : NULL,
        .hook_settings = s->faults,
    };
    const char *text;
    int node;

    settings.backpressure = FEDX_BACKPRESSURE_DESTINATION;
    settings.limit_dest = 2;
    settings.limit_trans = 4;
    settings.limit_total = 5;
    settings.eject_priority = 2;
    settings.latency = s->latency;
    struct fabric *f = fabric_create(&config);
    if (!f)
        return (struct digests){.fault = FABRIC_FAULT_MEMORY};
    engine_cycle.run(f, CYCLES, 1, NULL, NULL, 1);
    struct digests d = {fabric_digest(f), fabric_event_digest(f), fabric_stats(f).delivered,
                        (int)fabric_fault(f, &node, &text)};
    fabric_destroy(f);
    return d;
}

static int same(struct digests a, struct digests b)
{
    return a.pins == b.pins && a.events == b.events && a.delivered == b.delivered && a.fault == b.fault;
}

/* The first two assignments are all model and all RTL, the others random mixtures of all three kinds. */
static int compare(struct subject s, const struct node_ops *rtl)
{
    const struct node_ops *const kinds[] = {&fedx_node_model, rtl, &fedx_node_lockstep};
    const struct node_ops *nodes[MAX_NODES];
    const char *error;
    struct topology *t = topology_create(s.kind, s.rows, s.cols, &error);
    struct digests first = {0};
    int different = 0;

    for (int i = 0; i < ASSIGNMENTS; i++) {
        struct rng r = rng_stream(99, (uint64_t)i);
        for (int n = 0; n < t->nodes; n++)
            nodes[n] = i < 2 ? kinds[i] : kinds[rng_below(&r, 3)];
        struct digests d = run(t, &s, nodes, rtl);
        if (i == 0)
            first = d;
        if (!same(first, d)) {
            printf("assignment %d of %s: pins %016" PRIx64 " events %016" PRIx64 " fault %d\n", i, t->name, d.pins,
                   d.events, d.fault);
            different++;
        }
    }
    printf("%s, latency %d%s%s: %d assignments, %d cycles each, %" PRIu64 " packets, pins %016" PRIx64
           " events %016" PRIx64 ", %d different\n",
           t->name, s.latency, s.faults ? ", with faults" : "", s.overheads[0] ? ", with overheads" : "", ASSIGNMENTS,
           CYCLES, first.delivered, first.pins, first.events, different);
    topology_destroy(t);
    return different || first.delivered == 0 || first.fault;
}

int main(int argc, char **argv)
{
    char error[512];
    const struct node_ops *rtl = fedx_node_open(argc > 1 ? argv[1] : NULL, error, sizeof error);

    if (!rtl) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    return compare((struct subject){&topology_xmesh, 3, 3, 0, NULL, {0}}, rtl) |
           compare((struct subject){&topology_xmesh, 4, 4, 0, NULL, {0}}, rtl) |
           compare((struct subject){&topology_xmesh, 3, 3, 1, NULL, {0}}, rtl) |
           compare((struct subject){&topology_xmesh, 3, 3, 1, &many, {0}}, rtl) |
           compare((struct subject){&topology_hexmesh, 1, 7, 0, NULL, {0}}, rtl) |
           compare((struct subject){&topology_hexmesh, 1, 7, 0, &many, {80, 20, 80}}, rtl);
}

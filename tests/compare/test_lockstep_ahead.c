/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep with the models on a second thread, some cycles behind: fabrics of any size and load, whose RTL is right or
 * misbehaves in some node and cycle, with and without somebody who watches and stops them. With two threads each ends
 * in the same cycle as with one, for the same reason, and its whole state is the same to the last byte.
 */
#include <stdlib.h>

#include "../unit.h"
#include "../built.h"
#include "compare/lockstep.h"
#include "engine/engine.h"
#include "fabric/fabric.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"
#include "fedx/rng.h"
#include "../wrap.h"

enum { MAX_NODES = 36 };

static int configurations = 60;
static unsigned mismatches, stops, whole;
static struct node_ops rtl;

/* What a run is to be. */
struct plan {
    int rows, cols;
    double load;
    uint64_t seed, cycles, period, stop; /* whoever watches says stop after so many cycles; 0: nobody watches */
    unsigned in_lockstep;                /* one node of so many, from 1 */
};

/* ... and what became of it. */
struct end {
    struct topology *topology;
    struct fabric *fabric;
    const struct node_ops *nodes[MAX_NODES];
    struct archive archive;
    uint64_t asked; /* hash of the cycles in which whoever watches was asked */
    uint64_t stop;
};

static struct plan draw(struct rng *r)
{
    static const enum wrap_fault faults[] = {WRAP_NOTHING, WRAP_DAMAGE, WRAP_DROP,  WRAP_DUPLICATE,
                                             WRAP_STATE,   WRAP_PINS,   WRAP_RDATA, WRAP_STORE};
    struct plan p = {.rows = 2 + (int)rng_below(r, 5),
                     .cols = 2 + (int)rng_below(r, 5),
                     .load = 0.1 + 0.1 * rng_below(r, 9),
                     .seed = rng_below(r, 1000),
                     .cycles = 1 + rng_below(r, 20000),
                     .in_lockstep = 1 + rng_below(r, 3)};

    if (rng_below(r, 2)) {
        p.period = 1 + rng_below(r, 300);
        p.stop = 1 + rng_below(r, 30000);
    }
    wrap_plan = (struct wrap_plan){.fault = faults[rng_below(r, sizeof faults / sizeof *faults)],
                                   .ports = 1 + rng_below(r, 127),
                                   .every = 1 + rng_below(r, 20),
                                   .byte = rng_below(r, FEDX_PACKET_BYTES),
                                   .from = rng_below(r, 20000),
                                   .bit = rng_below(r, 7),
                                   .buffer = (int)rng_below(r, FEDX_BUFFERS)};
    return p;
}

static int ask(void *context, const struct fabric *f)
{
    struct end *e = context;

    e->asked = (e->asked ^ fabric_cycle(f)) * UINT64_C(0x9e3779b97f4a7c15);
    return fabric_cycle(f) >= e->stop;
}

static void run(const struct plan *p, int threads, struct end *e)
{
    struct fedx_settings settings = fedx_settings_default();
    const char *error = "";
    struct fabric_config config = {.nodes = e->nodes,
                                   .inner = &rtl,
                                   .kind = &fedx_kind,
                                   .settings = &settings,
                                   .endpoint = {.adaptive = 1, .workload = workload_find("wk-mixture")},
                                   .stall_cycles = 20000,
                                   .warmup = p->cycles / 5,
                                   .end = p->cycles,
                                   .measure = 1,
                                   .digest = 1};

    memset(e, 0, sizeof *e);
    config.topology = e->topology = topology_create(&topology_xmesh, p->rows, p->cols, &error);
    assert_non_null(e->topology);
    for (int n = 0; n < p->rows * p->cols; n++)
        e->nodes[n] = (unsigned)n % p->in_lockstep == 0 ? &fedx_node_lockstep : &fedx_node_model;
    config.endpoint.load = p->load;
    config.endpoint.seed = p->seed;
    e->stop = p->stop;
    e->fabric = built(&config);
    assert_int_equal(
        engine_cycle.run(e->fabric, p->cycles, threads, p->stop ? ask : NULL, e, p->period ? p->period : 1), 0);
    archive_save(&e->archive);
    fabric_archive(e->fabric, &e->archive);
    assert_int_equal(archive_end(&e->archive), 0);
}

static void finish(struct end *e)
{
    fabric_destroy(e->fabric);
    topology_destroy(e->topology);
    archive_finish(&e->archive);
}

static void same_end(const struct end *a, const struct end *b)
{
    const char *why_a, *why_b;
    int node_a, node_b;
    enum fabric_fault fault = fabric_fault(a->fabric, &node_a, &why_a);

    assert_int_equal(fabric_fault(b->fabric, &node_b, &why_b), fault);
    assert_int_equal(fabric_cycle(b->fabric), fabric_cycle(a->fabric));
    assert_int_equal(fabric_digest(b->fabric), fabric_digest(a->fabric));
    assert_int_equal(b->asked, a->asked);
    assert_int_equal(b->archive.length, a->archive.length);
    assert_memory_equal(b->archive.bytes, a->archive.bytes, a->archive.length);
    whole += fault == FABRIC_FAULT_NONE && !a->asked;
    stops += fault == FABRIC_FAULT_NONE && a->asked;
    mismatches += fault == FABRIC_FAULT_MISMATCH;
    if (fault == FABRIC_FAULT_NONE)
        return;
    assert_int_equal(node_b, node_a);
    assert_string_equal(why_b, why_a);
    if (fault != FABRIC_FAULT_MISMATCH)
        return;
    const struct mismatch *d = lockstep_mismatch(fabric_node(a->fabric, node_a));
    assert_non_null(d);
    assert_memory_equal(lockstep_mismatch(fabric_node(b->fabric, node_a)), d, sizeof *d);
}

TEST(ends_as_on_one_thread)
{
    struct rng r = rng_stream(1, 1);

    for (int i = 0; i < configurations; i++) {
        struct plan p = draw(&r);
        struct end one, two;
        run(&p, 1, &one);
        run(&p, 2, &two);
        same_end(&one, &two);
        finish(&one);
        finish(&two);
    }
    printf("           %d configurations: %u mismatches, %u watched and %u others without\n", configurations,
           mismatches, stops, whole);
    assert_true(mismatches > 0 && stops > 0 && whole > 0);
}

int main(int argc, char **argv)
{
    rtl = wrap_node;
    rtl.archive = wrap_archive;
    configurations = argc > 1 ? atoi(argv[1]) : configurations;
    return test_all(NULL, NULL);
}

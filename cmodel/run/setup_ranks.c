/* SPDX-License-Identifier: Apache-2.0 */
#include "setup_ranks.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/build.h"
#include "../base/text.h"

/*
 * What a router costs, and the endpoints at it: a model, RTL, both in lockstep. docs/reference/ranks.md has the
 * measurement; only their ratios count.
 */
enum { WEIGHT_MODEL = 3, WEIGHT_RTL = 8, WEIGHT_LOCKSTEP = 14, WEIGHT_ENDPOINT = 1 };

static int check(const struct setup *setup, char *error, size_t size)
{
    if (setup->ranks->count <= setup->topology->nodes)
        return 0;
    return text_fail(error, size, "%d processes for the %d routers of %s: start no more than there are",
                     setup->ranks->count, setup->topology->nodes, setup->topology->name);
}

static void weigh(const struct setup *setup, uint32_t *weight)
{
    for (int n = 0; n < setup->topology->nodes; n++) {
        const struct node_ops *ops = setup->nodes[n]; /* RTL has none yet */
        weight[n] = ops == setup->kind->model ? WEIGHT_MODEL : ops ? WEIGHT_LOCKSTEP : WEIGHT_RTL;
    }
    for (int e = 0; e < setup->topology->endpoints; e++)
        weight[setup->topology->attached[e].node] += WEIGHT_ENDPOINT;
}

int setup_share_out(struct setup *setup, char *error, size_t size)
{
    size_t nodes = (size_t)setup->topology->nodes;
    uint32_t *weight;
    int status = -1;

    if (!setup->ranks)
        return 0;
    if (check(setup, error, size) != 0)
        return -1;
    weight = malloc(nodes * sizeof *weight);
    setup->owner = malloc(nodes * sizeof *setup->owner);
    if (weight && setup->owner) {
        weigh(setup, weight);
        status = 0;
        if (setup->event_engine)
            partition_in_order(setup->topology, weight, setup->ranks->count, setup->owner);
        else
            status = partition(setup->topology, weight, setup->ranks->count, setup->owner);
    }
    free(weight);
    if (status != 0)
        return text_fail(error, size, "out of memory");
    setup->shares = partition_look(setup->topology, setup->ranks->count, setup->owner);
    return 0;
}

int setup_check_savable(const struct setup *setup, char *error, size_t size)
{
    if (!setup->ranks || !setup->config.inner || setup->config.inner->archive)
        return 0;
    return text_fail(
        error, size,
        "the RTL of this run cannot be saved, and so not be run by several processes: run it without mpirun");
}

/* What has to be the same for all. */
struct identity {
    char build[BUILD_SIZE];
    uint64_t scenario, wiring, rtl, matrix, replay, faults, from;
};

static uint64_t hash_of_scenario(const struct scenario *s)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    uint64_t hash = 0;

    if (!file)
        return 0;
    scenario_print(s, file);
    if (fclose(file) == 0)
        hash = XXH3_64bits(text, length);
    free(text);
    return hash;
}

static int compare(const struct identity *first, const struct identity *other, int rank, char *error, size_t size)
{
    const char *what = strcmp(first->build, other->build) != 0 ? "runs another build of this program"
                       : first->scenario != other->scenario    ? "was given another configuration"
                       : first->wiring != other->wiring        ? "has a fabric of another wiring"
                       : first->rtl != other->rtl              ? "has other RTL"
                       : first->matrix != other->matrix        ? "has another traffic matrix"
                       : first->replay != other->replay        ? "has another trace to replay"
                       : first->faults != other->faults        ? "has another file of faults"
                       : first->from != other->from            ? "goes on from another checkpoint"
                                                               : NULL;

    if (!what)
        return 0;
    return text_fail(error, size, "rank %d %s than rank 0: all must be the same", rank, what);
}

int setup_agree(const struct setup *setup, int failed, char *error, size_t size)
{
    struct ranks *ranks = ranks_joined();
    struct identity mine = {.rtl = 0};
    int status = 0;

    if (!ranks)
        return failed ? -1 : 0;
    if (ranks_agree(ranks, failed, error, size) != 0)
        return -1;
    struct identity all[ranks->count];

    build_read(mine.build);
    mine.scenario = hash_of_scenario(&setup->scenario);
    mine.wiring = topology_hash(setup->topology);
    mine.rtl = setup->config.inner ? node_build(setup->config.inner) : 0;
    mine.matrix = traffic_matrix_hash(setup->matrix, setup->topology->endpoints);
    mine.replay = trace_hash(setup->replay, setup->topology->endpoints);
    mine.faults = fault_hash(&setup->faults);
    mine.from = setup->from;
    ranks_all(ranks, &mine, sizeof mine, all);
    for (int i = 1; status == 0 && i < ranks->count; i++)
        status = compare(&all[0], &all[i], i, error, size);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Single faults in fabrics of virtual-channel routers, each in a run of its own: whatever a fault loses, doubles,
 * damages or misdelivers is noticed, by a check at an endpoint, a sticky error of a router, or because the fabric does
 * not drain any more; and a fault of which it is proved that nothing comes leaves all events as they are without it.
 * Nothing is sent again, so that packets are lost. An endpoint that is stopped gives no credits, and afterwards all;
 * files of faults name each cable of an endpoint.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../unit.h"
#include "../built.h"
#include "engine/engine.h"
#include "fabric/fabric.h"
#include "faults/faults.h"
#include "traffic/workload.h"
#include "vcr/kind/vcr_faults.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_port.h"
#include "vcr/kind/vcr_settings.h"
#include "vcr/router.h"

enum { NODES = 8, SENDING = 400, DRAINING = 1200, STALL = 300 };

/* A build on a topology of so many routers. */
struct place {
    const struct router_kind *kind;
    const struct vcr_parameters *parameters;
    const struct topology_kind *topology;
    int rows, cols, cables, faults;
};

struct bench {
    struct topology *topology;
    const struct place *place;
    struct vcr_settings settings;
    const struct node_ops *nodes[NODES];
    uint64_t events; /* of a run without faults */
};

static struct fabric *fabric_of(struct bench *b, const struct fault_plan *plan)
{
    struct fabric_config config = {.topology = b->topology,
                                   .kind = b->place->kind,
                                   .settings = &b->settings,
                                   .nodes = b->nodes,
                                   .stall_cycles = STALL,
                                   .hooks = plan ? &faults_hooks : NULL,
                                   .hook_settings = plan,
                                   .end = SENDING};

    config.endpoint.adaptive = 1;
    config.endpoint.workload = workload_find("wk-mixture");
    config.endpoint.load = 0.5;
    config.endpoint.seed = 3;
    return built(&config);
}

static void drain(struct fabric *f)
{
    fabric_stop_injection(f);
    engine_cycle.run(f, DRAINING, 1, NULL, NULL, 0);
    assert_int_equal(fabric_account(f), 0);
}

static struct fabric *run(struct bench *b, const struct fault_plan *plan)
{
    struct fabric *f = fabric_of(b, plan);

    engine_cycle.run(f, SENDING, 1, NULL, NULL, 0);
    drain(f);
    return f;
}

static struct bench bench_of(const struct place *p)
{
    const char *error = "";
    struct bench b = {.topology = topology_create(p->topology, p->rows, p->cols, &error), .place = p};

    if (!b.topology)
        fail_msg("%s", error);
    topology_attach(b.topology, p->kind->endpoint_port, p->cables);
    assert_true(b.topology->nodes <= NODES);
    vcr_settings_usual(p->parameters, p->topology, &b.settings);
    for (int n = 0; n < b.topology->nodes; n++)
        b.nodes[n] = p->kind->model;
    struct fabric *f = run(&b, NULL);
    assert_true(fabric_drained(f));
    b.events = fabric_event_digest(f);
    fabric_destroy(f);
    return b;
}

/* A flip of one bit of a wire at one end of a cable that there is. */
static struct fault draw(const struct bench *b, struct rng *r)
{
    struct fault fault = {.cycle = 100 + rng_below(r, SENDING - 150), .length = 1, .kind = FAULT_FLIP};
    unsigned ports = (unsigned)b->place->kind->ports, end;

    fault.node = (uint16_t)rng_below(r, (uint32_t)b->topology->nodes);
    do
        end = rng_below(r, ports + (unsigned)b->topology->cables);
    while (end < ports && b->topology->links[fault.node][end].node < 0);
    if (end >= ports)
        fault.node = (uint16_t)rng_below(r, (uint32_t)b->topology->endpoints);
    fault.end = (uint8_t)(end < ports ? end : FAULT_ENDPOINT + end - ports);
    fault.wire = (uint8_t)rng_below(r, kind_wires(b->place->kind));
    fault.bits = UINT64_C(1) << rng_below(r, kind_wire(b->place->kind, fault.wire)->lanes.width);
    return fault;
}

static unsigned sticky_errors(const struct bench *b, const struct fabric *f)
{
    unsigned errors = 0;

    for (int n = 0; n < b->topology->nodes; n++) {
        const struct vcr_regs *r = vcr_router_state(fabric_node(f, n));
        errors |= r->output.credit_error;
        for (unsigned p = 0; p < b->place->parameters->ports; p++)
            errors |= r->input.error[p];
    }
    for (int e = 0; e < b->topology->endpoints; e++) {
        const struct vcr_port *port = fabric_endpoint(f, e)->port;
        errors |= vcr_terminal_state(vcr_port_terminal(port))->inject.credit_error;
        for (unsigned k = 0; k < port->cables; k++)
            errors |= port->cable[k].error;
    }
    return errors;
}

/* What came of all faults. */
struct sum {
    unsigned faults, nothing, wrong, damaged, by_error, stuck, harmless;
};

static void look(const struct bench *b, const struct fabric *f, const struct fault *fault, struct sum *sum)
{
    const struct faults_report *r = faults_report(f);
    uint64_t end_to_end = r->damaged + r->misdelivered + r->doubled, missing = r->lost + r->left;
    unsigned errors = sticky_errors(b, f), stuck = !fabric_drained(f);
    unsigned nothing =
        r->outcome[fault_at_endpoint(fault->end) || b->topology->links[fault->node][fault->end].port ==
                                                        TOPOLOGY_ENDPOINT][fault->wire][FAULT_NOTHING] != 0;

    sum->faults++;
    sum->nothing += nothing;
    sum->wrong += end_to_end + missing != 0;
    sum->damaged += end_to_end != 0;
    sum->by_error += missing != 0 && end_to_end == 0 && errors != 0;
    sum->stuck += stuck;
    sum->harmless += end_to_end + missing == 0 && errors != 0;
    if (nothing)
        assert_int_equal(fabric_event_digest(f), b->events);
    if (end_to_end + missing != 0 && end_to_end == 0 && !errors && !stuck)
        fail_msg("unnoticed: wire %s bit %d at node %d end %d in cycle %lu",
                 kind_wire(b->place->kind, fault->wire)->field, __builtin_ctzll(fault->bits), fault->node, fault->end,
                 (unsigned long)fault->cycle);
}

TEST(what_faults_do_is_noticed)
{
    static const struct place places[] = {
        {&vcr_kind_noc, &vcr_parameters_noc, &topology_mesh, 2, 4, 1, 250},
        {&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_torus, 2, 4, 2, 60},
        {&vcr_kind_mesh, &vcr_parameters_mesh, &topology_mesh, 2, 4, 4, 60},
        {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 2, 2, 1, 100},
    };
    struct sum sum = {0};

    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct rng r = {k + 1};
        struct bench b = bench_of(&places[k]);
        for (int i = 0; i < places[k].faults; i++) {
            struct fault fault = draw(&b, &r);
            const struct fault_plan plan = {.list = &fault, .count = 1, .window = 1};
            struct fabric *f = run(&b, &plan);
            look(&b, f, &fault, &sum);
            fabric_destroy(f);
        }
        topology_destroy(b.topology);
    }
    printf(
        "           %u of nothing, %u lost or damaged packets: %u found where they arrived, %u by errors alone; %u ended stuck; "
        "%u with errors lost none\n",
        sum.nothing, sum.wrong, sum.damaged, sum.by_error, sum.stuck, sum.harmless);
    assert_true(sum.damaged > 0 && sum.by_error + sum.stuck > 0 && sum.nothing > 0);
    COMPARED(sum.faults, "faults");
}

static const struct place two_cables = {&vcr_kind_wormhole, &vcr_parameters_wormhole, &topology_torus, 2, 4, 2, 0};

static unsigned credits_of(const struct vcr_port *port)
{
    const struct vcr_terminal_regs *r = vcr_terminal_state(vcr_port_terminal(port));
    unsigned credits = 0;

    for (unsigned k = 0; k < port->cables; k++)
        credits += (unsigned)__builtin_popcount(r->terminal.credit[k]);
    return credits;
}

TEST(a_stopped_endpoint_gives_no_credits)
{
    struct bench b = bench_of(&two_cables);
    struct fault stop = {.kind = FAULT_STOP, .node = 3, .cycle = 150, .length = 100};
    const struct fault_plan plan = {.list = &stop, .count = 1, .window = 1};
    struct fabric *f = fabric_of(&b, &plan);
    const struct vcr_port *port = fabric_endpoint(f, stop.node)->port;
    unsigned given = 0, two = 0;

    for (unsigned cycle = 0; cycle < SENDING; cycle++) {
        engine_cycle.run(f, 1, 1, NULL, NULL, 0);
        unsigned credits = credits_of(port);
        given += credits;
        two += credits == 2;
        if (cycle >= stop.cycle && cycle < stop.cycle + stop.length)
            assert_int_equal(credits, 0);
        if (cycle + 1 == stop.cycle + stop.length)
            assert_true(port->owing && given > 0);
    }
    drain(f);
    assert_true(fabric_drained(f) && faults_good(faults_report(f)) && fabric_event_digest(f) != b.events);
    assert_true(two > 0 && !port->owing && sticky_errors(&b, f) == 0);
    fabric_destroy(f);
    topology_destroy(b.topology);
    COMPARED(SENDING, "cycles of an endpoint that was stopped in 100 of them");
}

/* Read one fault on a port. @return 0, or -1 with what is wrong with it */
static int read_port(const struct bench *b, const char *port, struct fault_plan *plan, char *error, size_t size)
{
    char path[] = "/tmp/fedx_faults_XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    dprintf(fd, "faults:\n  - {kind: flip, node: 7, port: %s, wire: tail, cycle: 9, length: 1}\n", port);
    close(fd);
    memset(plan, 0, sizeof *plan);
    int status = fault_read(plan, path, b->place->kind, b->topology, SENDING, error, size);
    unlink(path);
    return status;
}

TEST(files_name_each_cable)
{
    static const struct {
        const char *name;
        unsigned end;
    } ends[] = {{"pe", FAULT_ENDPOINT}, {"pe1", FAULT_ENDPOINT + 1}, {"5", 5}};
    static const char *const wrong[] = {"pe0", "pe2", "pe-1", "pe1x", "p", "8"};
    struct bench b = bench_of(&two_cables);
    struct fault_plan plan;
    char error[512];

    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        char *printed, expected[64];
        size_t length;
        if (read_port(&b, ends[k].name, &plan, error, sizeof error) != 0)
            fail_msg("%s", error);
        assert_int_equal(plan.list[0].end, ends[k].end);
        FILE *out = open_memstream(&printed, &length);
        fault_print(b.place->kind, &plan.list[0], out);
        fclose(out);
        snprintf(expected, sizeof expected, "node: 7, port: %s, wire: tail", ends[k].name);
        assert_non_null(strstr(printed, expected));
        free(printed);
        fault_finish(&plan);
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_int_equal(read_port(&b, wrong[k], &plan, error, sizeof error), -1);
        if (!strstr(error,
                    "must be a port of the router from 0 to 7, or pe: the PE's end of port 4, and so on up to pe1"))
            fail_msg("%s", error);
    }
    topology_destroy(b.topology);
    COMPARED(sizeof ends / sizeof *ends + sizeof wrong / sizeof *wrong, "names of ports");
}

/* Every wire of a virtual-channel router is driven by one end: none can be wrong for both in the same way. */
TEST(no_wire_is_of_both_ends)
{
    struct bench b = bench_of(&two_cables);
    struct fault_plan plan;
    char error[512];

    assert_int_equal(read_port(&b, "5, both: true", &plan, error, sizeof error), -1);
    if (!strstr(error, "goes with wires that both ends share, and these routers have none"))
        fail_msg("%s", error);
    topology_destroy(b.topology);
}

/* In a tree PEs are at several ports of their routers. */
TEST(a_wrong_port_of_a_tree_is_named)
{
    static const struct place tree = {&vcr_kind_tree, &vcr_parameters_tree, &topology_tree, 4, 2, 1, 0};
    struct bench b = bench_of(&tree);
    struct fault_plan plan;
    char error[512];

    assert_int_equal(read_port(&b, "8", &plan, error, sizeof error), -1);
    if (!strstr(error, "port: 8 must be a port of the router from 0 to 7, or pe: the PE's end of its cable"))
        fail_msg("%s", error);
    topology_destroy(b.topology);
    COMPARED(1, "sentences");
}

RUN_TESTS

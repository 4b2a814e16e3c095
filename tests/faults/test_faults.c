/* SPDX-License-Identifier: Apache-2.0
 *
 * Fault injection: what plans and files of faults say and may not say, what each kind
 * of fault does to a wire and when, how random faults fall, and how packets are
 * accounted for. That no single fault breaks a packet is the work of
 * tests/fault_exchange.c and tests/cli/faults.sh.
 */
#include "fedx/kind/fedx_faults.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/engine.h"
#include "fabric/fabric.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"
#include "fedx/kind/fedx_port.h"
#include "config/scenario.h"
#include "../unit.h"
#include "../built.h"

enum { CYCLES = 30000 };

/* Plans ----------------------------------------------------------------------------------------------------------- */

TEST(texts)
{
    static const char *const wrong[] = {"single:",      "single:0",   "single:-1",
                                        "random:1.001", "random:nan", "single:1e-3x"};
    struct fault_plan plan = {0};

    assert_null(fault_parse(&plan, "single:0.25"));
    assert_int_equal(plan.mode, FAULT_SINGLE);
    assert_true(plan.rate == 0.25);
    assert_null(fault_parse(&plan, "random:1"));
    assert_int_equal(plan.mode, FAULT_RANDOM);
    assert_null(fault_parse(&plan, "faults.yaml"));
    assert_int_equal(plan.mode, FAULT_FILE);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(strstr(fault_parse(&plan, wrong[i]), "must have a rate over 0, up to 1"));
}

static struct topology *mesh(int rows, int cols)
{
    const char *error;
    struct topology *t = topology_create(&topology_xmesh, rows, cols, &error);

    assert_non_null(t);
    return t;
}

/* Read a text as a file of faults for a 4x4 and a run of 1000 cycles. */
static int read_text(struct fault_plan *plan, const char *text, char *error)
{
    char path[] = "/tmp/fedx_inject_XXXXXX", got[SCENARIO_ERROR], *at;
    int fd = mkstemp(path);
    struct topology *t = mesh(4, 4);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    memset(plan, 0, sizeof *plan);
    int status = fault_read(plan, path, &fedx_kind, t, 1000, got, sizeof got);
    if (status != 0) {
        at = strncmp(got, path, strlen(path)) == 0 ? got + strlen(path) : got;
        strcpy(error, at);
    }
    topology_destroy(t);
    unlink(path);
    return status;
}

TEST(files)
{
    static const char text[] = "faults:\n"
                               "  - {kind: flip, node: 3, port: 2, wire: data, bit: 5, cycle: 900, length: 1}\n"
                               "  - {kind: flip, node: 3, port: 6, wire: valid, both: true, cycle: 70, length: 2}\n"
                               "  - {kind: repeat, node: 15, port: pe, wire: acc, cycle: 90, length: 64}\n"
                               "  - {kind: reset, node: 1, cycle: 80, length: 3}\n";
    struct fault_plan plan, again;
    char error[SCENARIO_ERROR], *printed = NULL;
    size_t length;

    if (read_text(&plan, text, error) != 0)
        fail_msg("%s", error);
    assert_int_equal(plan.count, 4);
    /* By the cycle from which each has to be followed: 90 - 64, 70, 80, 900. */
    assert_int_equal(plan.list[0].kind, FAULT_REPEAT);
    assert_int_equal(plan.list[0].end, FAULT_ENDPOINT);
    assert_int_equal(plan.list[1].both, 1);
    assert_int_equal(plan.list[2].kind, FAULT_RESET);
    assert_int_equal(plan.list[3].bits, 1 << 5);
    assert_int_equal(plan.list[3].cycle, 900);
    /* What is printed is read again. */
    FILE *out = open_memstream(&printed, &length);
    fprintf(out, "faults:\n");
    for (size_t i = 0; i < plan.count; i++)
        fault_print(&fedx_kind, &plan.list[i], out);
    fclose(out);
    assert_int_equal(read_text(&again, printed, error), 0);
    assert_int_equal(fault_hash(&plan), fault_hash(&again));
    again.list[1].cycle++;
    assert_int_not_equal(fault_hash(&plan), fault_hash(&again));
    free(printed);
    fault_finish(&plan);
    fault_finish(&again);
}

static const struct {
    const char *text, *error;
} wrong[] = {
    {"", ":1: a file of faults has one key, faults, with a list below it"},
    {"- 1\n", ":1: a file of faults has one key, faults, with a list below it"},
    {"faults: []\nmore: 1\n", ":1: a file of faults has one key, faults, with a list below it"},
    {"faults: 1\n", ":1: faults must be a list"},
    {"faults: []\n", ":1: a list without a fault"},
    {"faults:\n- 1\n", ":2: a fault must have keys such as kind, node and cycle"},
    {"faults:\n- kind: flip\n  colour: 1\n",
     ":3: a fault has the keys kind, node, port, wire, bit, both, cycle and length, and no other"},
    {"faults:\n- kind: flip\n  kind: flip\n", ":3: kind is a second time here"},
    {"faults:\n- kind: [flip]\n", ":2: kind must be one value"},
    {"faults:\n- kind: flop\n", ":2: kind: flop must be one of flip, stuck_0, stuck_1, hold, repeat, pe_stop, reset"},
    {"faults:\n- node: 3\n",
     ":2: a fault without kind: it must be one of flip, stuck_0, stuck_1, hold, repeat, pe_stop, reset"},
    {"faults:\n- kind: flip\n  node: 16\n", ":3: node: 16 must be a whole number from 0 to 15"},
    {"faults:\n- kind: flip\n  node: 1\n", ":2: a fault without cycle: it must be a whole number from 1 to 999"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 1000\n", ":4: cycle: 1000 must be a whole number from 1 to 999"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 0\n", ":4: cycle: 0 must be a whole number from 1 to 999"},
    {"faults:\n- kind: repeat\n  node: 1\n  cycle: 7\n  length: 8\n",
     ":4: cycle: 7 must be a whole number from 8 to 999"},
    {"faults:\n- kind: repeat\n  node: 1\n  cycle: 7\n  length: 65\n",
     ":5: length: 65 must be a whole number from 1 to 64"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  length: 0\n",
     ":5: length: 0 must be a whole number from 1 to 1000000"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 7\n",
     ":5: port: 7 must be a port of the router from 0 to 6, or pe: the PE's end of port 6"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: pe1\n",
     ":5: port: pe1 must be a port of the router from 0 to 6, or pe: the PE's end of port 6"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n",
     ":2: a fault without wire: it must be one of data, valid, turn, req, refuse, acc"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n  wire: data\n",
     ":2: a fault without bit: it must be a whole number from 0 to 7"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n  wire: data\n  bit: 8\n",
     ":7: bit: 8 must be a whole number from 0 to 7"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n  wire: acc\n  bit: 0\n",
     ":7: bit: 0 goes with wires of several bits"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n  wire: acc\n  both: true\n",
     ":7: both: true goes with wires data and valid, which both ends share"},
    {"faults:\n- kind: flip\n  node: 1\n  cycle: 7\n  port: 2\n  wire: valid\n  both: 1\n",
     ":7: both: 1 must be one of false, true"},
    {"faults:\n- kind: reset\n  node: 1\n  cycle: 7\n  wire: acc\n",
     ":5: wire: acc goes with faults on wires, not with pe_stop and reset"},
    {"faults:\n- {kind: reset, node: 1, cycle: 7}\n---\nfaults:\n",
     ":4: a second document: a file holds one list of faults"},
    {"faults: [\n", ":2: not YAML: did not find expected node content"},
};

TEST(wrong_files)
{
    struct fault_plan plan;
    char error[SCENARIO_ERROR] = "";
    size_t i;

    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(read_text(&plan, wrong[i].text, error), -1);
        assert_string_equal(error, wrong[i].error);
        fault_finish(&plan);
    }
    COMPARED(i, "files refused");
}

/* Wires ----------------------------------------------------------------------------------------------------------- */

/* A node that sends what the test says and keeps what it sees. */
struct listener {
    struct fedx_pins in, out;
    struct fedx_control control;
};

static void *listener_create(const struct node_ops *inner, uint64_t seed)
{
    (void)inner;
    (void)seed;
    return calloc(1, sizeof(struct listener));
}

static void listener_step(void *node, const void *wires, const void *inputs)
{
    const struct fedx_pins *in = wires;
    const struct fedx_control *control = inputs;

    ((struct listener *)node)->in = *in;
    ((struct listener *)node)->control = *control;
}

static void listener_pins(const void *node, void *wires)
{
    struct fedx_pins *out = wires;

    *out = ((const struct listener *)node)->out;
}

static void listener_status(const void *node, void *out)
{
    (void)node;
    *(struct fedx_status *)out = (struct fedx_status){0};
}

static void listener_state(const void *node, void *out)
{
    (void)node;
    unit_reset(out);
}

static const struct node_ops listener = {.version = FEDX_NODE_VERSION,
                                         .name = "listener",
                                         .create = listener_create,
                                         .destroy = free,
                                         .step = listener_step,
                                         .pins = listener_pins,
                                         .status = listener_status,
                                         .state = listener_state};

/* A fabric of nodes of one kind, with these faults. */
static struct fabric *fabric_of(const struct topology *t, const struct node_ops *ops, const struct fault_plan *plan,
                                int latency, double load)
{
    static const struct node_ops *nodes[64];
    struct fedx_settings settings = fedx_settings_default();
    struct fabric_config config = {.topology = t,
                                   .kind = &fedx_kind,
                                   .settings = &settings,
                                   .nodes = nodes,
                                   .hooks = plan ? &faults_hooks : NULL,
                                   .hook_settings = plan,
                                   .endpoint = {.adaptive = 1, .load = load, .seed = 5},
                                   .digest = 1,
                                   .end = CYCLES,
                                   .stall_cycles = 50000};

    for (int n = 0; n < t->nodes; n++)
        nodes[n] = ops;
    settings.latency = latency;
    settings.backpressure = FEDX_BACKPRESSURE_MESSAGE;
    config.endpoint.workload = load > 0 ? workload_find("wk-mixture") : NULL;
    return built(&config);
}

static void run(struct fabric *f, uint64_t cycles)
{
    assert_int_equal(engine_cycle.run(f, cycles, 1, NULL, NULL, 1), 0);
}

/*
 * The far end of node 1's port 2 sends acc = 1 in cycles 5 to 14. What node 1 sees of it with a
 * fault of each kind in cycles 10 to 19, as digits from cycle 0 on.
 */
TEST(kinds_on_a_wire)
{
    static const struct {
        int kind;
        const char *seen[3]; /* by latency */
    } kinds[] = {
        {FAULT_FLIP, {"0000011111000001111100000", "0000001111000000111100000", "0000000111000000011100000"}},
        {FAULT_STUCK_0, {"0000011111000000000000000", "0000001111000000000000000", "0000000111000000000000000"}},
        {FAULT_STUCK_1, {"0000011111111111111100000", "0000001111111111111100000", "0000000111111111111100000"}},
        {FAULT_HOLD, {"0000011111111111111100000", "0000001111111111111100000", "0000000111111111111100000"}},
        {FAULT_REPEAT, {"0000011111000001111100000", "0000001111000000111100000", "0000000111000000011100000"}},
    };
    struct topology *t = mesh(3, 3);
    struct topology_end far = t->links[1][2];
    unsigned compared = 0;

    for (int latency = 0; latency < 3; latency++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            struct fault fault = {.cycle = 10,
                                  .length = 10,
                                  .node = 1,
                                  .kind = (uint8_t)kinds[k].kind,
                                  .end = 2,
                                  .wire = FEDX_FAULT_acc,
                                  .bits = 1};
            struct fault_plan plan = {.list = &fault, .count = 1, .window = 1};
            struct fabric *f = fabric_of(t, &listener, &plan, latency, 0);
            struct listener *here = fabric_node(f, 1), *there = fabric_node(f, far.node);
            for (unsigned cycle = 0; cycle < 25; cycle++, compared++) {
                /* Outputs are taken at the end of the cycle before. */
                there->out.acc = cycle + 1 >= 5 && cycle + 1 < 15 ? (uint8_t)(1u << far.port) : 0;
                run(f, 1);
                assert_int_equal(here->in.acc >> 2 & 1, kinds[k].seen[latency][cycle] - '0');
                assert_int_equal(here->in.acc & ~(1u << 2), 0);
            }
            assert_int_equal(faults_report(f)->faults[kinds[k].kind], 1);
            fabric_destroy(f);
        }
    topology_destroy(t);
    COMPARED(compared, "levels on a wire");
}

/* A flip of each wire is seen at the end that the fault names, by the far end if it says so, and nowhere else. */
TEST(who_sees_a_flip)
{
    struct topology *t = mesh(3, 3);
    unsigned compared = 0;

    for (unsigned wire = 0; wire < FEDX_FAULT_WIRES; wire++)
        for (unsigned port = 0; port < FEDX_LINKS; port++)
            for (unsigned both = 0; both < (wire <= FEDX_FAULT_valid ? 2 : 1); both++) {
                struct fault fault = {.cycle = 3,
                                      .length = 1,
                                      .node = 4,
                                      .end = (uint8_t)port,
                                      .wire = (uint8_t)wire,
                                      .bits = wire ? 1 : 1 << port,
                                      .both = (uint8_t)both};
                struct fault_plan plan = {.list = &fault, .count = 1, .window = 1};
                struct fabric *f = fabric_of(t, &listener, &plan, 0, 0);
                struct fedx_pins without[9];
                run(f, 3);
                for (int n = 0; n < 9; n++)
                    without[n] = ((struct listener *)fabric_node(f, n))->in;
                run(f, 1);
                for (int n = 0; n < 9; n++, compared++) {
                    struct topology_end far = t->links[4][port];
                    unsigned at = n == 4 ? port : (unsigned)far.port;
                    uint8_t *lane = (uint8_t *)&without[n].valid + (wire ? wire - 1 : 0);
                    if (n == 4 || (both && n == far.node))
                        *(wire ? lane : &without[n].data[at]) ^= (uint8_t)(wire ? 1u << at : fault.bits);
                    assert_memory_equal(&without[n], &((struct listener *)fabric_node(f, n))->in, sizeof without[n]);
                }
                fabric_destroy(f);
            }
    topology_destroy(t);
    COMPARED(compared, "sets of input pins");
}

/* The level, then each setting once, as it was configured at first. */
TEST(reset_and_settings)
{
    struct topology *t = mesh(3, 3);
    struct fault fault = {.cycle = 3, .length = 2, .node = 4, .kind = FAULT_RESET};
    struct fault_plan plan = {.list = &fault, .count = 1, .window = 1};
    struct fabric *f = fabric_of(t, &listener, &plan, 1, 0);
    const struct listener *node = fabric_node(f, 4), *other = fabric_node(f, 5);

    for (unsigned cycle = 0; cycle < 20; cycle++) {
        run(f, 1);
        unsigned word = cycle - 5;
        assert_int_equal(node->control.rst, cycle == 3 || cycle == 4);
        assert_int_equal(node->control.cfg_we, word < FEDX_SETTINGS_WORDS);
        if (word < FEDX_SETTINGS_WORDS) {
            assert_int_equal(node->control.cfg_addr, FEDX_CFG_MODE + word);
            assert_int_equal(node->control.cfg_wdata, fedx_settings_word(fabric_config(f)->settings, (int)word));
        }
        assert_int_equal(other->control.rst | other->control.cfg_we, 0);
        assert_int_equal(node->control.side, t->side[4]);
    }
    fabric_destroy(f);
    topology_destroy(t);
}

TEST(pe_stops)
{
    struct topology *t = mesh(3, 3);
    struct fault fault = {.cycle = 3, .length = 5, .node = 4, .kind = FAULT_STOP};
    struct fault_plan plan = {.list = &fault, .count = 1, .window = 1};
    struct fabric *f = fabric_of(t, &fedx_node_model, &plan, 1, 0);

    for (unsigned cycle = 0; cycle < 12; cycle++) {
        for (int n = 0; n < 9; n++)
            assert_int_equal(((struct fedx_port *)fabric_endpoint(f, n)->port)->end.admit,
                             n != 4 || cycle < 3 || cycle >= 8);
        run(f, 1);
    }
    fabric_destroy(f);
    topology_destroy(t);
}

/* Random faults --------------------------------------------------------------------------------------------------- */

/* The number of the place of a fault on its cable, and of its cable. */
static unsigned cable_of(const struct topology *t, const struct fault *f)
{
    int side = f->end == FAULT_ENDPOINT || (f->end < FEDX_LINKS && (t->side[f->node] >> f->end & 1));

    if (!side)
        return f->node * 7u + f->end;
    if (f->end == FAULT_ENDPOINT)
        return f->node * 7u + FEDX_PE_PORT;
    return (unsigned)(t->links[f->node][f->end].node * 7 + t->links[f->node][f->end].port);
}

/* How many of random faults there are of each sort. */
struct fallen {
    uint64_t close; /* within the window of the one before on the cable */
    unsigned wires[FEDX_FAULT_WIRES], both, bits[8];
};

static struct fallen count_fallen(const struct topology *t, const struct fault_plan *list)
{
    struct fallen f = {0};
    uint64_t last[16 * 7] = {0};

    for (size_t i = 0; i < list->count; i++) {
        const struct fault *x = &list->list[i];
        unsigned cable = cable_of(t, x);
        assert_int_equal(x->kind, FAULT_FLIP);
        assert_int_equal(x->length, 1);
        f.close += last[cable] && x->cycle - last[cable] < 600;
        last[cable] = x->cycle;
        f.wires[x->wire]++;
        f.both += x->both;
        f.bits[__builtin_ctz(x->bits)] += x->wire == FEDX_FAULT_data;
    }
    return f;
}

/* Five standard deviations are allowed. */
static void assert_about(double count, double expected)
{
    assert_true(fabs(count - expected) < 5 * sqrt(expected));
}

/* Of 35 places 24 are data wires, 3 valid, 2 each of the others; 9 are those of both ends. */
static void fallen_evenly(const struct fallen *f, double all)
{
    static const double share[] = {24, 3, 2, 2, 2, 2};

    for (int w = 0; w < FEDX_FAULT_WIRES; w++)
        assert_about(f->wires[w], all * share[w] / 35);
    for (int b = 0; b < 8; b++)
        assert_about(f->bits[b], all * 3 / 35);
    assert_about(f->both, all * 9 / 35);
}

/* A fabric whose random faults are recorded, and read again as a list. */
static struct fabric *run_recorded(struct topology *t, struct fault_plan *plan, struct fault_plan *list)
{
    static const struct node_ops *nodes[16];
    static struct fedx_settings settings;
    char path[] = "/tmp/fedx_inject_XXXXXX", error[SCENARIO_ERROR];
    struct fabric_config config = {.topology = t,
                                   .kind = &fedx_kind,
                                   .settings = &settings,
                                   .nodes = nodes,
                                   .hooks = &faults_hooks,
                                   .hook_settings = plan,
                                   .end = CYCLES};

    settings = fedx_settings_default();
    for (int n = 0; n < 16; n++)
        nodes[n] = &fedx_node_model;
    plan->record = fdopen(mkstemp(path), "w");
    fprintf(plan->record, "faults:\n");
    struct fabric *f = fabric_create(&config);
    assert_non_null(f);
    run(f, CYCLES + 1000);
    fclose(plan->record);
    assert_int_equal(fault_read(list, path, &fedx_kind, t, CYCLES, error, sizeof error), 0);
    unlink(path);
    return f;
}

TEST(how_random_faults_fall)
{
    struct topology *t = mesh(4, 4);
    unsigned long faults = 0;

    for (int mode = FAULT_SINGLE; mode <= FAULT_RANDOM; mode++) {
        struct fault_plan plan = {.mode = (enum fault_mode)mode, .rate = 2e-4, .window = 600, .seed = 3}, list = {0};
        struct fabric *f = run_recorded(t, &plan, &list);
        struct fallen fallen = count_fallen(t, &list);
        assert_int_equal(list.count, faults_report(f)->faults[FAULT_FLIP]);
        /* 64 cables; a fault in 600 + 1 / (35 x rate) cycles, or without the window. */
        assert_about((double)list.count, 64.0 * CYCLES / ((mode == FAULT_SINGLE ? 600 : 0) + 1 / (35 * plan.rate)));
        assert_int_equal(fallen.close != 0, mode == FAULT_RANDOM);
        assert_int_equal(faults_report(f)->together, fallen.close);
        fallen_evenly(&fallen, (double)list.count);
        faults += list.count;
        fabric_destroy(f);
        fault_finish(&list);
    }
    topology_destroy(t);
    COMPARED(faults, "random faults");
}

static int empty(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_drained(f);
}

/* Traffic and faults until all is empty. */
static void run_out(struct fabric *f, int threads)
{
    const char *text;
    int node;

    assert_int_equal(engine_cycle.run(f, CYCLES, threads, NULL, NULL, 1), 0);
    fabric_stop_injection(f);
    engine_cycle.run(f, 200000, threads, empty, NULL, 16);
    assert_int_equal(fabric_fault(f, &node, &text), FABRIC_FAULT_NONE);
    assert_int_equal(fabric_account(f), 0);
}

/* The same faults and the same report on any number of threads; the list that was recorded gives the same run again. */
TEST(the_same_again)
{
    struct fault_plan plan = {.mode = FAULT_RANDOM, .rate = 1e-4, .window = 600, .seed = 3};
    struct topology *t = mesh(4, 4);
    uint64_t digest[4];
    struct faults_report report[4];

    for (int i = 0; i < 4; i++) {
        plan.seed = i == 3 ? 4 : 3;
        struct fabric *f = fabric_of(t, &fedx_node_model, &plan, 1, 0.7);
        run_out(f, i % 3 + 1);
        digest[i] = fabric_digest(f);
        report[i] = *faults_report(f);
        fabric_destroy(f);
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(digest[0], digest[i]);
        assert_memory_equal(&report[0], &report[i], offsetof(struct faults_report, missing));
    }
    assert_int_not_equal(digest[0], digest[3]);
    topology_destroy(t);
    COMPARED(report[0].faults[FAULT_FLIP], "faults");
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* Resets lose what their switches held and had not passed on; everything else arrives, once. */
TEST(resets_lose_what_they_hold)
{
    enum { RESETS = 60 };
    struct fault list[RESETS];
    struct fault_plan plan = {.list = list, .count = RESETS, .window = 600};
    struct topology *t = mesh(4, 4);
    uint64_t lost = 0, held = 0;

    for (int seed = 0; seed < 4; seed++) {
        struct rng r = rng_stream(31, (uint64_t)seed);
        for (unsigned i = 0; i < RESETS; i++)
            list[i] = (struct fault){.cycle = 400 * (i + 1) + rng_below(&r, 300),
                                     .length = 1 + rng_below(&r, 3),
                                     .node = (uint16_t)rng_below(&r, 16),
                                     .kind = FAULT_RESET};
        struct fabric *f = fabric_of(t, &fedx_node_model, &plan, seed, 0.7);
        run_out(f, 1);
        const struct faults_report *report = faults_report(f);
        struct stats stats = fabric_stats(f);
        assert_true(faults_good(report));
        assert_int_equal(stats.injected, stats.delivered + report->lost_by_reset);
        assert_int_equal(report->missing.count, report->lost_by_reset);
        for (size_t k = 0; k < report->missing.count; k++) {
            const struct fault_packet *p = &report->missing.packet[k];
            int named = 0;
            assert_int_equal(p->reset, 1);
            for (unsigned i = 0; i < RESETS; i++)
                named |= list[i].node == p->node && list[i].cycle == p->cycle;
            assert_true(named);
        }
        lost += report->lost_by_reset;
        held += report->held_at_reset;
        fabric_destroy(f);
    }
    assert_true(held > lost);
    topology_destroy(t);
    COMPARED(lost, "packets lost by resets, by name");
}

/* The scoreboard can tell a loss: an acc wire that lies for long enough loses packets, doubles them, or both, and it is
 * said. */
TEST(losses_are_seen)
{
    struct topology *t = mesh(3, 3);
    unsigned broken = 0, tried = 0;

    for (unsigned at = 0; at < 40; at++, tried++) {
        struct fault fault = {.cycle = 2000 + 97 * at,
                              .length = 300,
                              .node = 4,
                              .kind = FAULT_HOLD,
                              .end = FEDX_PE_PORT,
                              .wire = FEDX_FAULT_acc,
                              .bits = 1};
        struct fault_plan plan = {.list = &fault, .count = 1, .window = 600};
        struct fabric *f = fabric_of(t, &fedx_node_model, &plan, 0, 0.7);
        run_out(f, 1);
        const struct faults_report *report = faults_report(f);
        struct stats stats = fabric_stats(f);
        assert_int_equal(stats.injected - stats.delivered, report->lost);
        assert_int_equal(report->missing.count, report->lost);
        broken += !faults_good(report);
        fabric_destroy(f);
    }
    assert_in_range(broken, 1, tried);
    topology_destroy(t);
    COMPARED(broken, "broken runs of 40, noticed");
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx run: a fabric under a workload.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/fedx_engine.h"
#include "../verify/fedx_diagnose.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_cli.h"
#include "fedx_cli_traffic.h"

static const char *const backpressure_names[] = {"none", "message", "destination", NULL};
static const char *const routing_names[] = {"deterministic", "adaptive", NULL};
static const char *const selection_names[] = {"preferred", "random", NULL};
static const char *const engine_names[] = {"cycle", "event", NULL};
enum { ENGINE_CYCLE, ENGINE_EVENT };

struct options {
    const struct fedx_topology_kind *kind;
    int rows, cols, threads, quiet, drain, digest, engine;
    uint64_t cycles, warmup, power_up, stall;
    int warmup_given;
    const char *rtl, *lockstep, *object, *json, *trace;
    struct fedx_settings settings;
    struct fedx_pe_settings pe;
    struct fedx_cli_traffic traffic;
};

enum {
    KEY_TOPOLOGY = 256, KEY_ROWS, KEY_COLS, KEY_CYCLES, KEY_WARMUP, KEY_SEED, KEY_ROUTING,
    KEY_SELECTION, KEY_BACKPRESSURE, KEY_LIMIT_DEST, KEY_LIMIT_TRANS, KEY_EJECT, KEY_THROTTLE, KEY_LATENCY,
    KEY_NO_CLASS, KEY_RTL, KEY_LOCKSTEP, KEY_OBJECT, KEY_POWER_UP, KEY_THREADS, KEY_NO_DRAIN, KEY_STALL, KEY_DIGEST,
    KEY_TRACE, KEY_JSON, KEY_QUIET, KEY_BUFFERS, KEY_ENGINE
};

static const struct argp_option argp_options[] = {
    {0, 0, 0, 0, "Fabric:", 1},
    {"topology", KEY_TOPOLOGY, "NAME", 0, "xmesh (default)", 0},
    {"rows", KEY_ROWS, "N", 0, "rows of switches (default 8)", 0},
    {"cols", KEY_COLS, "N", 0, "columns of switches (default 8)", 0},
    {"buffers", KEY_BUFFERS, "N", 0, "buffers of a switch, 2 to 128 (default 10; RTL has 10): more than the diameter", 0},
    {"latency", KEY_LATENCY, "CYCLES", 0, "extra pipeline stages on every wire, 0 to 7 (default 0)", 0},
    {"rtl", KEY_RTL, "NODES", 0, "nodes that are RTL: all, none (default), random:SEED, or a list such as 0,3,5-9", 0},
    {"lockstep", KEY_LOCKSTEP, "NODES", 0, "nodes that are RTL and model in lockstep, likewise", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: libfedx_rtl.so next to this program)", 0},
    {"power-up", KEY_POWER_UP, "SEED", 0, "random power-up values in the RTL (default 0: zero)", 0},
    {0, 0, 0, 0, "Traffic:", 2},
    {"routing", KEY_ROUTING, "KIND", 0, "adaptive (default) or deterministic packets", 0},
    {"selection", KEY_SELECTION, "KIND", 0, "among free best ports: preferred (default) or random", 0},
    {"seed", KEY_SEED, "N", 0, "seed of the traffic (default 1)", 0},
    {0, 0, 0, 0, "Flow control:", 3},
    {"backpressure", KEY_BACKPRESSURE, "KIND", 0, "none, message (default) or destination", 0},
    {"limit-dest", KEY_LIMIT_DEST, "N", 0, "BufferLimitDest, 0 = off (default 2)", 0},
    {"limit-trans", KEY_LIMIT_TRANS, "N", 0, "BufferLimitTrans, 0 = off (default 6)", 0},
    {"eject-priority", KEY_EJECT, "N", 0, "destination packets from which ejection goes first, 0 = off (default 2)", 0},
    {"throttle-timeout", KEY_THROTTLE, "CYCLES", 0, "after which the limits let one packet pass (default 4000)", 0},
    {"no-class-rule", KEY_NO_CLASS, 0, 0, "switch the deadlock rule off, to study deadlock", 0},
    {0, 0, 0, 0, "Run:", 4},
    {"cycles", KEY_CYCLES, "N", 0, "cycles to run (default 200000)", 0},
    {"warmup", KEY_WARMUP, "N", 0, "cycles left out of the figures (default a tenth)", 0},
    {"no-drain", KEY_NO_DRAIN, 0, 0, "end with packets still in the fabric", 0},
    {"stall", KEY_STALL, "CYCLES", 0, "without progress that end the run, 0 = never (default 100000)", 0},
    {"engine", KEY_ENGINE, "NAME", 0, "cycle (default), or event: models without bytes, for long runs and large fabrics", 0},
    {"threads", KEY_THREADS, "N", 0, "threads, 1 to 64 (default 1)", 0},
    {0, 0, 0, 0, "Output:", 5},
    {"digest", KEY_DIGEST, 0, 0, "print a digest of all pins of all cycles, and of all events", 0},
    {"trace", KEY_TRACE, "FILE", 0, "write one line a packet and message event", 0},
    {"json", KEY_JSON, "FILE", 0, "write the results as JSON, - for standard output", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

static error_t parse_fabric(int key, char *text, struct argp_state *state, struct options *o)
{
    switch (key) {
    case KEY_TOPOLOGY:
        o->kind = fedx_topology_find(text);
        if (!o->kind)
            argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--topology %s: must be one of xmesh", text);
        return 0;
    case KEY_ROWS: o->rows = (int)fedx_cli_integer(state, "rows", text, 1, 1 << 15); return 0;
    case KEY_COLS: o->cols = (int)fedx_cli_integer(state, "cols", text, 1, 1 << 15); return 0;
    case KEY_BUFFERS:
        o->settings.buffers = (int)fedx_cli_integer(state, "buffers", text, 2, FEDX_WIDE_BUFFERS);
        return 0;
    case KEY_LATENCY:
        o->settings.latency = (int)fedx_cli_integer(state, "latency", text, 0, FEDX_MAX_LATENCY);
        return 0;
    case KEY_RTL: o->rtl = text; return 0;
    case KEY_LOCKSTEP: o->lockstep = text; return 0;
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_POWER_UP: o->power_up = (uint64_t)fedx_cli_integer(state, "power-up", text, 0, INT64_MAX); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_traffic(int key, char *text, struct argp_state *state, struct options *o)
{
    switch (key) {
    case KEY_ROUTING: o->pe.adaptive = fedx_cli_choice(state, "routing", text, routing_names); return 0;
    case KEY_SELECTION: o->settings.random_select = fedx_cli_choice(state, "selection", text, selection_names); return 0;
    case KEY_SEED: o->pe.seed = (uint64_t)fedx_cli_integer(state, "seed", text, 0, INT64_MAX); return 0;
    case KEY_BACKPRESSURE:
        o->settings.backpressure = fedx_cli_choice(state, "backpressure", text, backpressure_names);
        return 0;
    case KEY_LIMIT_DEST:
        o->settings.limit_dest = (int)fedx_cli_integer(state, "limit-dest", text, 0, FEDX_WIDE_BUFFERS);
        return 0;
    case KEY_LIMIT_TRANS:
        o->settings.limit_trans = (int)fedx_cli_integer(state, "limit-trans", text, 0, FEDX_WIDE_BUFFERS);
        return 0;
    case KEY_EJECT:
        o->settings.eject_priority = (int)fedx_cli_integer(state, "eject-priority", text, 0, FEDX_WIDE_BUFFERS);
        return 0;
    case KEY_THROTTLE:
        o->settings.throttle_timeout = (int)fedx_cli_integer(state, "throttle-timeout", text, 0, 0xffff);
        return 0;
    case KEY_NO_CLASS: o->settings.class_rule = 0; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    if (parse_fabric(key, text, state, o) == 0 || parse_traffic(key, text, state, o) == 0)
        return 0;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &o->traffic; return 0;
    case KEY_CYCLES: o->cycles = (uint64_t)fedx_cli_integer(state, "cycles", text, 1, INT64_MAX / 2); return 0;
    case KEY_WARMUP:
        o->warmup = (uint64_t)fedx_cli_integer(state, "warmup", text, 0, INT64_MAX / 2);
        o->warmup_given = 1;
        return 0;
    case KEY_NO_DRAIN: o->drain = 0; return 0;
    case KEY_STALL: o->stall = (uint64_t)fedx_cli_integer(state, "stall", text, 0, INT64_MAX / 2); return 0;
    case KEY_ENGINE: o->engine = fedx_cli_choice(state, "engine", text, engine_names); return 0;
    case KEY_THREADS: o->threads = (int)fedx_cli_integer(state, "threads", text, 1, FEDX_MAX_THREADS); return 0;
    case KEY_DIGEST: o->digest = 1; return 0;
    case KEY_TRACE: o->trace = text; return 0;
    case KEY_JSON: o->json = text; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_ARG: argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child argp_children[] = {{&fedx_cli_traffic_argp, 0, NULL, 2}, {0}};

static const struct argp argp = {
    .options = argp_options,
    .children = argp_children,
    .parser = parse,
    .doc = "Run a fabric of Fed-X switches with a PE at each, check every packet end to end, and print latencies and "
           "throughput.\vExamples:\n"
           "  fedx run --lockstep all --cycles 200000      all switches RTL in lockstep with the model\n"
           "  fedx run --rows 4 --cols 6 --load 0.5        model only\n"
           "  fedx run --rows 128 --cols 128 --buffers 86 --engine event --load 0.02   a large fabric\n"
           "  fedx run --rtl random:7 --digest             half of the switches RTL, digest of all pins\n"
           "  fedx run --schedule alpha --alpha 8          short messages go before long ones\n"
           "  fedx run --hot-spots random:3:1              a flood, and how the other nodes fare\n",
};

static struct options defaults(void)
{
    struct options o = {
        .kind = &fedx_xmesh,
        .rows = 8,
        .cols = 8,
        .threads = 1,
        .drain = 1,
        .cycles = 200000,
        .stall = 100000,
        .rtl = "none",
        .lockstep = "none",
        .settings = fedx_cli_settings(),
    };

    o.traffic = fedx_cli_traffic_defaults();
    o.pe.adaptive = 1;
    o.pe.seed = 1;
    return o;
}

/* The run and all it needs, so that one function can clean up. */
struct run {
    struct options options;
    struct fedx_topology *topology;
    const struct fedx_node_ops **nodes;
    int rtl_nodes, lockstep_nodes;
    FILE *trace;
    struct fedx_cli_sources sources;
    struct fedx_fabric *fabric;
    struct fedx_cli_progress progress;
    double seconds;
};

static int choose_nodes(struct run *run, const struct fedx_node_ops **inner)
{
    int nodes = run->topology->nodes;
    uint8_t *rtl = malloc((size_t)nodes), *both = malloc((size_t)nodes);
    const char *error = NULL, *option = "rtl";
    char text[512];

    *inner = NULL;
    run->nodes = calloc((size_t)nodes, sizeof *run->nodes);
    if (!rtl || !both || !run->nodes) {
        free(rtl);
        free(both);
        return fedx_cli_bad("run", "out of memory");
    }
    error = fedx_cli_select(run->options.rtl, nodes, rtl);
    if (!error) {
        option = "lockstep";
        error = fedx_cli_select(run->options.lockstep, nodes, both);
    }
    for (int n = 0; n < nodes && !error; n++) {
        run->lockstep_nodes += both[n];
        run->rtl_nodes += rtl[n] && !both[n];
    }
    if (!error && run->rtl_nodes + run->lockstep_nodes > 0)
        *inner = fedx_node_open(run->options.object, text, sizeof text);
    for (int n = 0; n < nodes && !error; n++)
        run->nodes[n] = both[n] ? &fedx_node_lockstep : rtl[n] ? *inner : &fedx_node_model;
    free(rtl);
    free(both);
    if (error)
        return fedx_cli_bad("run", "--%s %s", option, error);
    if (run->rtl_nodes + run->lockstep_nodes > 0 && !*inner)
        return fedx_cli_bad("run", "%s", text);
    return 0;
}

/* The fabric, and whether its switches are large enough for it. */
static int prepare_topology(struct run *run)
{
    struct options *o = &run->options;
    const char *error;
    int buffers;

    run->topology = fedx_topology_create(o->kind, o->rows, o->cols, &error);
    if (!run->topology)
        return fedx_cli_bad("run", "%d x %d %s: %s", o->rows, o->cols, o->kind->name, error);
    buffers = fedx_topology_buffers(run->topology);
    if (o->settings.buffers < buffers)
        return fedx_cli_bad("run", "%d x %d %s: fabric too large: its diameter %d needs at least %d buffers: use --buffers %d",
                            o->rows, o->cols, o->kind->name, run->topology->diameter, buffers, buffers);
    if (o->engine == ENGINE_CYCLE && run->topology->nodes > FEDX_TABLE_SIZE)
        return fedx_cli_bad("run", "%d x %d %s: fabric too large: route tables have %d entries: use --engine event",
                            o->rows, o->cols, o->kind->name, FEDX_TABLE_SIZE);
    return 0;
}

/* What only models can do, and what only the cycle engine can. */
static const char *check_nodes(const struct run *run)
{
    const struct options *o = &run->options;
    int rtl = run->rtl_nodes + run->lockstep_nodes > 0;

    if (rtl && o->settings.buffers != FEDX_STANDARD_BUFFERS)
        return "--buffers: RTL nodes, alone or in lockstep, have 10 buffers";
    if (rtl && o->engine == ENGINE_EVENT)
        return "--engine event runs models only: RTL nodes, alone or in lockstep, need the cycle engine";
    if (o->digest && o->engine == ENGINE_EVENT)
        return "--digest needs the cycle engine: the event engine has no pins";
    return NULL;
}

static int prepare(struct run *run)
{
    struct options *o = &run->options;
    const struct fedx_node_ops *inner;
    const char *error;
    int status;

    if ((status = prepare_topology(run)))
        return status;
    if ((error = fedx_settings_check(&o->settings)))
        return fedx_cli_bad("run", "%s", error);
    if ((status = fedx_cli_traffic_apply("run", &o->traffic, run->topology, &run->sources, &o->pe)))
        return status;
    if ((status = choose_nodes(run, &inner)))
        return status;
    if ((error = check_nodes(run)))
        return fedx_cli_bad("run", "%s", error);
    if ((status = fedx_cli_check_output("run", o->json)))
        return status;
    if (o->trace && !(run->trace = fopen(o->trace, "w")))
        return fedx_cli_bad("run", "cannot write %s: %s", o->trace, strerror(errno));
    if (!o->warmup_given)
        o->warmup = o->cycles / 10;
    if (o->warmup >= o->cycles)
        return fedx_cli_bad("run", "--warmup must be less than --cycles");
    struct fedx_fabric_config config = {
        .topology = run->topology,
        .settings = o->settings,
        .pe = o->pe,
        .nodes = o->engine == ENGINE_EVENT ? NULL : run->nodes,
        .inner = inner,
        .power_up = o->power_up,
        .warmup = o->warmup,
        .end = o->cycles,
        .stall_cycles = o->stall,
        .digest = o->digest,
        .trace = run->trace,
        .record = run->sources.record,
    };
    run->fabric = fedx_fabric_create(&config);
    return run->fabric ? 0 : fedx_cli_bad("run", "out of memory");
}

static int watch(void *context, const struct fedx_fabric *f)
{
    struct run *run = context;

    fedx_cli_progress_show(&run->progress, fedx_fabric_cycle(f), "cycles");
    return 0;
}

static int watch_drain(void *context, const struct fedx_fabric *f)
{
    watch(context, f);
    return fedx_fabric_in_flight(f) == 0;
}

static int simulate(struct run *run)
{
    const struct fedx_engine_ops *engine = run->options.engine == ENGINE_EVENT ? &fedx_engine_event : &fedx_engine_cycle;
    const char *text;
    int node;
    double start = fedx_cli_wall();

    fedx_cli_progress_init(&run->progress, run->options.cycles, run->options.quiet);
    int status = engine->run(run->fabric, run->options.cycles, run->options.threads, watch, run, 256);
    if (status == 0 && run->options.drain && fedx_fabric_fault(run->fabric, &node, &text) == FEDX_FAULT_NONE &&
        fedx_fabric_in_flight(run->fabric) > 0) {
        fedx_fabric_stop_injection(run->fabric);
        /* The stall detector ends this if the packets do not come out. */
        status = engine->run(run->fabric, INT64_MAX, run->options.threads, watch_drain, run, 64);
    }
    fedx_cli_progress_end(&run->progress);
    run->seconds = fedx_cli_wall() - start;
    return status == 0 ? 0 : fedx_cli_bad("run", "cannot start %d threads", run->options.threads);
}

/* Totals over the lockstep nodes. */
static struct fedx_compared compared(const struct run *run)
{
    struct fedx_compared sum = {0};

    for (int n = 0; n < run->topology->nodes; n++) {
        if (fedx_fabric_node_ops(run->fabric, n) != &fedx_node_lockstep)
            continue;
        struct fedx_compared c = fedx_lockstep_compared(fedx_fabric_node(run->fabric, n));
        sum.cycles += c.cycles;
        sum.pin_bits += c.pin_bits;
        sum.registers += c.registers;
        sum.stores += c.stores;
    }
    return sum;
}

/* Of so many packets delivered to or from so many nodes, in density: 1 is one packet in 320 cycles. */
static double density(const struct run *run, uint64_t packets, int nodes)
{
    double cycles = (double)(run->options.cycles - run->options.warmup);

    return nodes ? (double)packets * 2 * FEDX_PACKET_BYTES / cycles / nodes : 0;
}

static double throughput(const struct run *run, const struct fedx_stats *s)
{
    return density(run, s->delivered_measured, run->topology->nodes);
}

static void print_latency(const char *name, const struct fedx_latency *l)
{
    if (l->count)
        printf("  %-16s mean %8.1f  min %6" PRIu64 "  max %7" PRIu64 "  cycles, over %" PRIu64 "\n", name,
               fedx_latency_mean(l), l->min, l->max, l->count);
}

static void print_setup(const struct run *run)
{
    const struct options *o = &run->options;
    const struct fedx_topology *t = run->topology;

    printf("fabric      %d x %d %s, %d switches (%d model, %d RTL, %d in lockstep), diameter %d, mean distance %.2f\n",
           t->rows, t->cols, t->kind->name, t->nodes, t->nodes - run->rtl_nodes - run->lockstep_nodes, run->rtl_nodes,
           run->lockstep_nodes, t->diameter, t->mean_distance);
    printf("traffic     ");
    fedx_cli_traffic_print(&o->traffic, &o->pe);
    printf(", %s routing, seed %" PRIu64 "\n", routing_names[o->pe.adaptive], o->pe.seed);
    fedx_cli_traffic_print_more(&o->pe);
    printf("flow        backpressure %s, BufferLimitDest %d, BufferLimitTrans %d, class rule %s\n",
           backpressure_names[o->settings.backpressure], o->settings.limit_dest, o->settings.limit_trans,
           o->settings.class_rule ? "on" : "OFF");
    if (o->settings.buffers != FEDX_STANDARD_BUFFERS)
        printf("switches    %d buffers\n", o->settings.buffers);
    if (o->engine != ENGINE_CYCLE)
        printf("engine      %s\n", engine_names[o->engine]);
}

/* What a part of the PEs sent, by itself. */
static void print_group(const struct run *run, const char *name, const struct fedx_group *g, int nodes)
{
    printf("%s\n", name);
    print_latency("packet", &g->packet);
    print_latency("message", &g->message);
    print_latency("  short", &g->message_short);
    print_latency("  long", &g->message_long);
    printf("  %-16s %.3f of PE port capacity, %" PRIu64 " messages from %d nodes\n", "throughput",
           density(run, g->delivered_measured, nodes), g->messages, nodes);
}

static void print_throughput(const struct run *run, const struct fedx_stats *s)
{
    const struct options *o = &run->options;

    printf("throughput  %.3f of PE port capacity", throughput(run, s));
    if (!o->traffic.replay)
        printf(" (offered %.3f)", o->pe.load);
    printf(", %" PRIu64 " messages\n", s->messages);
}

static void print_results(const struct run *run)
{
    struct fedx_stats s = fedx_fabric_stats(run->fabric);
    struct fedx_compared c = compared(run);
    uint64_t cycles = fedx_fabric_cycle(run->fabric);

    printf("ran         %" PRIu64 " cycles (%" PRIu64 " warm-up), %.1f s, %.2f M switch-cycles/s\n", cycles,
           run->options.warmup, run->seconds, (double)cycles * run->topology->nodes / run->seconds / 1e6);
    printf("latency\n");
    print_latency("packet", &s.packet);
    print_latency("message", &s.message);
    print_latency("  short", &s.message_short);
    print_latency("  long", &s.message_long);
    print_throughput(run, &s);
    if (run->sources.traffic.hot_count) {
        print_group(run, "independent", &s.independent, run->sources.traffic.independent_count);
        print_group(run, "to hot spots", &s.hot, run->sources.traffic.sender_count);
    }
    printf("packets     %" PRIu64 " taken from PEs, %" PRIu64 " delivered, %" PRIu64 " in the fabric, %" PRIu64
           " bytes checked end to end\n",
           s.injected, s.delivered, fedx_fabric_in_flight(run->fabric), s.bytes_checked);
    if (run->lockstep_nodes)
        printf("compared    %" PRIu64 " switch-cycles, %" PRIu64 " output pin bits, %" PRIu64
               " named registers, %" PRIu64 " store bytes: %s\n",
               c.cycles, c.pin_bits, c.registers, c.stores,
               c.cycles ? "0 differences" : "NOTHING COMPARED");
    if (run->options.digest)
        printf("digest      pins %016" PRIx64 " events %016" PRIx64 "\n", fedx_fabric_digest(run->fabric),
               fedx_fabric_event_digest(run->fabric));
}

static json_t *latency_json(const struct fedx_latency *l)
{
    return json_pack("{s:I, s:f, s:I, s:I}", "count", (json_int_t)l->count, "mean_cycles", fedx_latency_mean(l),
                     "min_cycles", (json_int_t)l->min, "max_cycles", (json_int_t)l->max);
}

static json_t *group_json(const struct run *run, const struct fedx_group *g, int nodes)
{
    return json_pack("{s:i, s:f, s:I, s:o, s:o, s:o, s:o}", "nodes", nodes, "throughput",
                     density(run, g->delivered_measured, nodes), "messages", (json_int_t)g->messages, "packet_latency",
                     latency_json(&g->packet), "message_latency", latency_json(&g->message), "short_message_latency",
                     latency_json(&g->message_short), "long_message_latency", latency_json(&g->message_long));
}

/* With hot spots: who sends to whom is measured apart. */
static int add_groups_json(const struct run *run, const struct fedx_stats *s, json_t *results)
{
    const struct fedx_traffic *t = &run->sources.traffic;

    if (!t->hot_count)
        return 0;
    return json_object_set_new(results, "independent", group_json(run, &s->independent, t->independent_count)) |
           json_object_set_new(results, "to_hot_spots", group_json(run, &s->hot, t->sender_count));
}

static json_t *results_json(const struct run *run, const char *outcome)
{
    const struct options *o = &run->options;
    struct fedx_stats s = fedx_fabric_stats(run->fabric);
    struct fedx_compared c = compared(run);
    char pins[20], events[20];

    snprintf(pins, sizeof pins, "%016" PRIx64, fedx_fabric_digest(run->fabric));
    snprintf(events, sizeof events, "%016" PRIx64, fedx_fabric_event_digest(run->fabric));
    json_t *results = json_pack(
        "{s:s, s:{s:s,s:i,s:i,s:i,s:i,s:i,s:i}, s:s, s:{s:s,s:f,s:s,s:I}, s:{s:s,s:i,s:i,s:i,s:i,s:b},"
        " s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:f, s:{s:I,s:I,s:I,s:I,s:I}, s:{s:I,s:I,s:I,s:I}, s:s, s:s}",
        "outcome", outcome, "fabric", "topology", o->kind->name, "rows", o->rows, "cols", o->cols, "rtl_nodes",
        run->rtl_nodes, "lockstep_nodes", run->lockstep_nodes, "link_latency", o->settings.latency, "buffers", o->settings.buffers, "engine", engine_names[o->engine], "traffic",
        "workload", o->pe.workload->name, "load", o->pe.load, "routing", routing_names[o->pe.adaptive], "seed",
        (json_int_t)o->pe.seed, "flow", "backpressure", backpressure_names[o->settings.backpressure], "limit_dest",
        o->settings.limit_dest, "limit_trans", o->settings.limit_trans, "eject_priority", o->settings.eject_priority,
        "throttle_timeout", o->settings.throttle_timeout, "class_rule", o->settings.class_rule, "schedule",
        fedx_cli_schedule_json(&o->pe), "cycles",
        (json_int_t)fedx_fabric_cycle(run->fabric), "warmup_cycles", (json_int_t)o->warmup, "packet_latency",
        latency_json(&s.packet), "message_latency", latency_json(&s.message), "short_message_latency",
        latency_json(&s.message_short), "long_message_latency", latency_json(&s.message_long), "throughput",
        throughput(run, &s), "packets", "created", (json_int_t)s.created, "injected", (json_int_t)s.injected,
        "delivered", (json_int_t)s.delivered, "bytes_checked", (json_int_t)s.bytes_checked, "failed_attempts",
        (json_int_t)s.failed_attempts, "compared", "switch_cycles", (json_int_t)c.cycles, "pin_bits",
        (json_int_t)c.pin_bits, "registers", (json_int_t)c.registers, "store_bytes", (json_int_t)c.stores, "pin_digest",
        pins, "event_digest", events);
    if (results && (fedx_cli_traffic_json(&o->traffic, &o->pe, json_object_get(results, "traffic")) != 0 ||
                    add_groups_json(run, &s, results) != 0)) {
        json_decref(results);
        return NULL;
    }
    return results;
}

/* What a fault was, in words. */
static void explain(const struct run *run, enum fedx_fault fault, int node, const char *text)
{
    const struct fedx_divergence *d;

    switch (fault) {
    case FEDX_FAULT_DIVERGENCE:
        d = fedx_lockstep_divergence(fedx_fabric_node(run->fabric, node));
        /* The node counts from its configuration on, the fabric from the first cycle of traffic. */
        printf("failed: cycle %" PRIu64 " of the fabric, node %d: %s\n", fedx_fabric_cycle(run->fabric), node, text);
        if (d)
            fedx_divergence_print(d, node, stdout);
        break;
    case FEDX_FAULT_STALL: fedx_diagnose_print(run->fabric, stdout); break;
    default:
        printf("failed: cycle %" PRIu64 ", node %d: %s\n", fedx_fabric_cycle(run->fabric), node, text);
        break;
    }
}

static int finish(struct run *run)
{
    static const char *const outcomes[] = {"good", "divergence", "collision", "packet", "stall", "memory"};
    const char *text;
    int node, status;
    enum fedx_fault fault = fedx_fabric_fault(run->fabric, &node, &text);

    if (run->trace && (fflush(run->trace) != 0 || ferror(run->trace)))
        return fedx_cli_bad("run", "cannot write %s: %s", run->options.trace, strerror(errno));
    status = fedx_cli_traffic_check_record("run", &run->options.traffic, &run->sources);
    if (status)
        return status;
    /* With the JSON on standard output the words would be in its way. */
    if (!run->options.json || strcmp(run->options.json, "-") != 0) {
        print_setup(run);
        if (fault == FEDX_FAULT_NONE)
            print_results(run);
        else
            explain(run, fault, node, text);
    }
    if (run->options.json) {
        status = fedx_cli_write_json("run", run->options.json, results_json(run, outcomes[fault]));
        if (status)
            return status;
    }
    return fault == FEDX_FAULT_NONE ? FEDX_EXIT_GOOD : FEDX_EXIT_DIFFERENT;
}

int fedx_run_main(int argc, char **argv)
{
    struct run run = {.options = defaults()};
    int status;

    argp_parse(&argp, argc, argv, 0, NULL, &run.options);
    if (run.options.settings.buffers > FEDX_BUFFERS)
        return fedx_cli_wide("run", argc, argv);
    status = prepare(&run);
    if (status == 0)
        status = simulate(&run);
    if (status == 0)
        status = finish(&run);
    fedx_fabric_destroy(run.fabric);
    fedx_topology_destroy(run.topology);
    if (run.trace)
        fclose(run.trace);
    fedx_cli_traffic_finish(&run.sources);
    free(run.nodes);
    return status;
}

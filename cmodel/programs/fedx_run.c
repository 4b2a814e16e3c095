/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx run: a fabric under a workload.
 */
#include <inttypes.h>
#include <string.h>

#include "../engine/fedx_engine.h"
#include "../verify/fedx_diagnose.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_cli.h"
#include "fedx_cli_scenario.h"
#include "fedx_cli_traffic.h"

static const char *const *const backpressure_names = fedx_backpressure_names;
static const char *const *const routing_names = fedx_routing_names;

enum { KEY_QUIET = 1 };

static const struct argp_option argp_options[] = {
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

/* What the command line says. */
struct command {
    struct fedx_cli_scenario scenario;
    int quiet;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct command *command = state->input;

    (void)text;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &command->scenario; return 0;
    case KEY_QUIET: command->quiet = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc = "Run a fabric of Fed-X switches with a PE at each, check every packet end to end, and print latencies and "
           "throughput. What FILE, a YAML configuration, leaves open is at its default; options come after it.\vExamples:\n"
           "  fedx run --lockstep all --cycles 200000      all switches RTL in lockstep with the model\n"
           "  fedx run --rows 4 --cols 6 --load 0.5        model only\n"
           "  fedx run base.yaml --set traffic.load=0.8    a configuration with one key changed\n"
           "  fedx run --rtl random:7 --digest             half of the switches RTL, digest of all pins\n"
           "  fedx run --schedule alpha --alpha 8          short messages go before long ones\n"
           "  fedx run --hot-spots random:3:1              a flood, and how the other nodes fare\n",
};

/* What the results are about. */
struct options {
    const struct fedx_topology_kind *kind;
    int rows, cols, threads, quiet, drain, digest;
    uint64_t cycles, warmup;
    const char *json;
    struct fedx_settings settings;
    struct fedx_pe_settings pe;
    struct fedx_cli_traffic traffic;
};

/* The run and all it needs, so that one function can clean up. */
struct run {
    struct options options;
    struct fedx_setup setup;
    struct fedx_topology *topology;
    int rtl_nodes, lockstep_nodes;
    struct fedx_fabric *fabric;
    struct fedx_cli_progress progress;
    double seconds;
};

static const char *given(const char *text)
{
    return *text ? text : NULL;
}

static struct options options(const struct fedx_setup *setup, int quiet)
{
    const struct fedx_scenario *s = &setup->scenario;

    return (struct options){
        .kind = setup->topology->kind,
        .rows = setup->topology->rows,
        .cols = setup->topology->cols,
        .threads = (int)s->run.threads,
        .quiet = quiet,
        .drain = s->run.drain,
        .digest = s->run.digest,
        .cycles = (uint64_t)s->run.cycles,
        .warmup = (uint64_t)s->run.warmup,
        .json = given(s->output.json),
        .settings = setup->config.settings,
        .pe = setup->config.pe,
        .traffic = {.replay = given(s->traffic.replay)},
    };
}

static int prepare(struct run *run, const struct command *command)
{
    struct fedx_scenario scenario;
    char error[FEDX_SCENARIO_ERROR];
    int status = fedx_cli_scenario("run", &command->scenario, &scenario);

    if (status)
        return status;
    if (fedx_setup_init(&run->setup, &scenario, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
    run->options = options(&run->setup, command->quiet);
    run->topology = run->setup.topology;
    run->rtl_nodes = run->setup.rtl_nodes;
    run->lockstep_nodes = run->setup.lockstep_nodes;
    if ((status = fedx_cli_check_output("run", run->options.json)))
        return status;
    if (fedx_setup_open(&run->setup, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
    run->fabric = fedx_fabric_create(&run->setup.config);
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
    const struct fedx_engine_ops *engine = &fedx_engine_cycle;
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
    if (run->setup.traffic.hot_count) {
        print_group(run, "independent", &s.independent, run->setup.traffic.independent_count);
        print_group(run, "to hot spots", &s.hot, run->setup.traffic.sender_count);
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
    const struct fedx_traffic *t = &run->setup.traffic;

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
        "{s:s, s:{s:s,s:i,s:i,s:i,s:i,s:i}, s:{s:s,s:f,s:s,s:I}, s:{s:s,s:i,s:i,s:i,s:i,s:b},"
        " s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:f, s:{s:I,s:I,s:I,s:I,s:I}, s:{s:I,s:I,s:I,s:I}, s:s, s:s}",
        "outcome", outcome, "fabric", "topology", o->kind->name, "rows", o->rows, "cols", o->cols, "rtl_nodes",
        run->rtl_nodes, "lockstep_nodes", run->lockstep_nodes, "link_latency", o->settings.latency, "traffic",
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
    char error[FEDX_SCENARIO_ERROR];
    int node, status;
    enum fedx_fault fault = fedx_fabric_fault(run->fabric, &node, &text);

    if (fedx_setup_flush(&run->setup, error, sizeof error) != 0)
        return fedx_cli_bad("run", "%s", error);
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
    struct command command = {.quiet = 0};
    struct run run = {.rtl_nodes = 0};
    const struct argp_child children[] = {fedx_cli_scenario_child(), {0}};
    struct argp parser = argp;
    int status;

    parser.children = children;
    argp_parse(&parser, argc, argv, 0, NULL, &command);
    status = prepare(&run, &command);
    if (status == 0)
        status = simulate(&run);
    if (status == 0)
        status = finish(&run);
    fedx_fabric_destroy(run.fabric);
    fedx_setup_finish(&run.setup);
    return status;
}

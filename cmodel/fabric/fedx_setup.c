/* SPDX-License-Identifier: Apache-2.0
 *
 * From a scenario to a fabric. See fedx_setup.h.
 */
#include "fedx_setup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../kind/registry.h"
#include "fedx_hot_spots.h"
#include "fedx_scenario_kind.h"
#include "../topology/select.h"

static int out_of_memory(char *error, size_t size)
{
    snprintf(error, size, "out of memory");
    return -1;
}

/* Values that make no sense together ------------------------------------------------------------------------------- */

/* A trace brings forth the messages: what else would say so stays at its default. */
static int check_replay(const struct fedx_scenario *s, char *error, size_t size)
{
    static const int others[] = {FEDX_KEY_load,      FEDX_KEY_pattern,   FEDX_KEY_source,      FEDX_KEY_on_mean,
                                 FEDX_KEY_off_mean,  FEDX_KEY_hot_spots, FEDX_KEY_hot_senders, FEDX_KEY_hot_load};
    struct fedx_scenario defaults;
    char format[96];

    fedx_scenario_defaults(&defaults);
    for (size_t i = 0; *s->traffic.replay && i < sizeof others / sizeof *others; i++) {
        if (!fedx_scenario_differ(s, &defaults, others[i]))
            continue;
        snprintf(format, sizeof format, "{replay} brings its own messages: {%s} does not go with it",
                 fedx_scenario_keys[others[i]].name);
        return fedx_scenario_blame(s, others[i], error, size, "%s", format);
    }
    return 0;
}

/* What goes with a key that is not used. */
static int check_dependent(const struct fedx_scenario *s, char *error, size_t size)
{
    struct fedx_scenario defaults;
    int first, second;

    fedx_scenario_defaults(&defaults);
    first = fedx_scenario_differ(s, &defaults, FEDX_KEY_on_mean);
    second = fedx_scenario_differ(s, &defaults, FEDX_KEY_off_mean);
    if (s->traffic.source != SOURCE_ONOFF && (first || second))
        return fedx_scenario_blame(s, first ? FEDX_KEY_on_mean : FEDX_KEY_off_mean, error, size,
                                   "{on_mean} and {off_mean} go with {source} onoff");
    first = fedx_scenario_differ(s, &defaults, FEDX_KEY_hot_senders);
    second = fedx_scenario_differ(s, &defaults, FEDX_KEY_hot_load);
    if (!*s->traffic.hot_spots && (first || second))
        return fedx_scenario_blame(s, first ? FEDX_KEY_hot_senders : FEDX_KEY_hot_load, error, size,
                                   "{hot_senders} and {hot_load} go with {hot_spots}");
    if (!*s->output.checkpoint && fedx_scenario_differ(s, &defaults, FEDX_KEY_checkpoint_every))
        return fedx_scenario_blame(s, FEDX_KEY_checkpoint_every, error, size, "{checkpoint_every} goes with {checkpoint}");
    first = fedx_scenario_differ(s, &defaults, FEDX_KEY_fault_window);
    second = *s->output.fault_record != 0;
    if (!*s->fault.faults && (first || second))
        return fedx_scenario_blame(s, first ? FEDX_KEY_fault_window : FEDX_KEY_fault_record, error, size,
                                   "{fault_window} and {fault_record} go with {faults}");
    if (*s->fault.faults && s->run.drain == FEDX_DRAIN_NONE)
        return fedx_scenario_blame(s, FEDX_KEY_drain, error, size,
                                   "{drain}: with {faults} the packets are counted when the fabric is empty");
    if (*s->traffic.hot_spots && fedx_scenario_differ(s, &defaults, FEDX_KEY_pattern))
        return fedx_scenario_blame(s, FEDX_KEY_pattern, error, size, "{pattern} does not go with {hot_spots}");
    if (s->traffic.schedule == SCHEDULE_FIFO && s->traffic.alpha != FEDX_KEY_WORD)
        return fedx_scenario_blame(s, FEDX_KEY_alpha, error, size, "{alpha} goes with {schedule} alpha");
    return 0;
}

/* A fabric has rows and columns or an edge. */
static int check_shape(const struct fedx_scenario *s, char *error, size_t size)
{
    int by_edge = topology_kinds[s->fabric.topology]->nodes_of_edge != NULL;
    struct fedx_scenario defaults;

    fedx_scenario_defaults(&defaults);
    if (!by_edge && fedx_scenario_differ(s, &defaults, FEDX_KEY_edge))
        return fedx_scenario_blame(s, FEDX_KEY_edge, error, size,
                                   "{edge} does not go with {topology=}, whose size is {rows} and {cols}");
    for (int key = FEDX_KEY_rows; by_edge && key <= FEDX_KEY_cols; key++)
        if (fedx_scenario_differ(s, &defaults, key))
            return fedx_scenario_blame(s, key, error, size, "{%s} does not go with {topology=}, whose size is {edge}",
                                       fedx_scenario_keys[key].name);
    return 0;
}

static int check_values(const struct fedx_scenario *s, char *error, size_t size)
{
    if (check_shape(s, error, size) != 0 || check_replay(s, error, size) != 0 || check_dependent(s, error, size) != 0)
        return -1;
    if (s->run.warmup != FEDX_KEY_WORD && s->run.warmup >= s->run.cycles)
        return fedx_scenario_blame(s, FEDX_KEY_warmup, error, size, "{warmup} must be less than {cycles}");
    if (s->run.warmup != FEDX_KEY_WORD && s->run.detect_warmup)
        return fedx_scenario_blame(s, FEDX_KEY_warmup, error, size, "{warmup} does not go with {detect_warmup}");
    if (s->run.precision > 0 && *s->output.checkpoint)
        return fedx_scenario_blame(s, FEDX_KEY_precision, error, size, "{precision} does not go with {checkpoint}: it makes "
                                   "several runs");
    if (s->run.precision > 0 && s->run.max_cycles < s->run.cycles)
        return fedx_scenario_blame(s, FEDX_KEY_max_cycles, error, size, "{max_cycles} must not be less than {cycles}");
    if (s->run.check_engine && s->run.engine == FEDX_ENGINE_CYCLE)
        return fedx_scenario_blame(s, FEDX_KEY_check_engine, error, size,
                                   "{check_engine} compares both engines: {engine} must be auto or event");
    return 0;
}

/* Parts of the fabric ---------------------------------------------------------------------------------------------- */

/* Rows and columns, or the row that an edge makes. */
static struct pattern_shape shape_of(const struct fedx_scenario *s)
{
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];

    if (kind->nodes_of_edge)
        return (struct pattern_shape){1, kind->nodes_of_edge((int)s->fabric.edge)};
    return (struct pattern_shape){(int)s->fabric.rows, (int)s->fabric.cols};
}

int fedx_setup_nodes(const struct fedx_scenario *s)
{
    struct pattern_shape shape = shape_of(s);

    return shape.rows * shape.cols;
}

/* Routers must be able to have such settings, be enough for the topology, and know the ways. */
static int check_topology(struct fedx_setup *setup, int blamed, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    const struct fedx_scenario_kind *kind = setup->kind->scenario;
    int rtl = strcmp(s->fabric.rtl, "none") != 0 || strcmp(s->fabric.lockstep, "none") != 0;

    if (kind->check(s, setup->topology, rtl, blamed, error, size) != 0)
        return -1;
    setup->routes = kind->check_routes(s, setup->topology, error, size);
    return setup->routes < 0 ? -1 : 0;
}

static int make_topology(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];
    struct topology_link dead[TOPOLOGY_SELECT_LINKS];
    struct pattern_shape shape = shape_of(s);
    const char *reason;
    char name[TOPOLOGY_NAME];
    size_t count;
    int blamed = kind->nodes_of_edge ? FEDX_KEY_edge : s->line[FEDX_KEY_rows] > 0 ? FEDX_KEY_rows : FEDX_KEY_cols;

    if ((reason = topology_select_links(s->fabric.dead_links, dead, &count)))
        return fedx_scenario_blame(s, FEDX_KEY_dead_links, error, size, "{dead_links=} %s", reason);
    setup->topology = topology_create_without(kind, shape.rows, shape.cols, dead, count, &reason);
    if (setup->topology)
        return check_topology(setup, blamed, error, size);
    topology_title(kind, shape.rows, shape.cols, name);
    if (count > 0)
        return fedx_scenario_blame(s, FEDX_KEY_dead_links, error, size, "%s without {dead_links=}: %s", name, reason);
    return fedx_scenario_blame(s, blamed, error, size, "%s: %s", name, reason);
}

/* Nodes that a key names. @param[out] chosen  [nodes] */
static int choose(const struct fedx_setup *setup, int key, const char *text, uint8_t *chosen, char *error, size_t size)
{
    const char *reason = topology_select(text, setup->topology->nodes, chosen);

    if (!reason)
        return 0;
    return fedx_scenario_blame(&setup->scenario, key, error, size,
                               key == FEDX_KEY_rtl ? "{rtl=} %s" : "{lockstep=} %s", reason);
}

/* RTL nodes get their operations when the RTL is opened; until then they have none. */
static int choose_nodes(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    int nodes = setup->topology->nodes, status = 0;
    uint8_t *rtl = malloc((size_t)nodes), *both = malloc((size_t)nodes);

    setup->nodes = calloc((size_t)nodes, sizeof *setup->nodes);
    if (!rtl || !both || !setup->nodes)
        status = out_of_memory(error, size);
    if (status == 0)
        status = choose(setup, FEDX_KEY_rtl, s->fabric.rtl, rtl, error, size);
    if (status == 0)
        status = choose(setup, FEDX_KEY_lockstep, s->fabric.lockstep, both, error, size);
    for (int n = 0; n < nodes && status == 0; n++) {
        setup->lockstep_nodes += both[n];
        setup->rtl_nodes += rtl[n] && !both[n];
        setup->nodes[n] = both[n] ? setup->kind->scenario->lockstep : rtl[n] ? NULL : setup->kind->model;
    }
    free(rtl);
    free(both);
    return status;
}

static int make_traffic(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    struct traffic *t = &setup->traffic;

    traffic_init(t, setup->topology->rows, setup->topology->cols);
    t->pattern = &fedx_patterns[s->traffic.pattern];
    if (!t->pattern->fits(t->shape))
        return fedx_scenario_blame(s, FEDX_KEY_pattern, error, size, "{pattern=} %s", t->pattern->needs);
    if (s->traffic.source == SOURCE_ONOFF) {
        t->on_mean = (double)s->traffic.on_mean;
        t->off_mean = (double)s->traffic.off_mean;
    }
    return *s->traffic.hot_spots ? fedx_hot_spots_apply(s, t, error, size) : 0;
}

/* A file is read when the run begins. */
static int plan_faults(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    const char *reason = fedx_inject_parse(&setup->faults, s->fault.faults);

    setup->faults.window = (uint64_t)s->fault.fault_window;
    setup->faults.seed = (uint64_t)s->traffic.seed;
    return reason ? fedx_scenario_blame(s, FEDX_KEY_faults, error, size, "{faults=} %s", reason) : 0;
}

static struct fedx_pe_settings pe_settings(const struct fedx_setup *setup)
{
    const struct fedx_scenario *s = &setup->scenario;

    return (struct fedx_pe_settings){
        .workload = &fedx_workloads[s->traffic.workload],
        .load = s->traffic.load,
        .traffic = &setup->traffic,
        .adaptive = s->traffic.routing,
        .seed = (uint64_t)s->traffic.seed,
        .schedule = {.alpha = s->traffic.schedule == SCHEDULE_ALPHA ? s->traffic.alpha : 0,
                     .skip_blocked = s->traffic.skip_blocked},
    };
}

/* The event engine runs models, on one thread, and has no pins. */
static int choose_engine(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    const struct router_kind *kind = setup->kind;
    int rtl = setup->rtl_nodes + setup->lockstep_nodes > 0;
    static const char threads[] = "{threads} needs the cycle engine";
    const char *needs = rtl                  ? "{rtl} and {lockstep} need the cycle engine"
                        : *s->fault.faults   ? "{faults} needs the cycle engine"
                        : s->run.digest      ? "{digest} needs the cycle engine"
                        : *s->output.coverage ? "{coverage} needs the cycle engine"
                        : s->run.threads > 1 ? threads
                                             : NULL;

    if (s->run.engine == FEDX_ENGINE_EVENT && needs)
        return fedx_scenario_blame(s, FEDX_KEY_engine, error, size, needs);
    if (s->run.check_engine && needs)
        return fedx_scenario_blame(s, FEDX_KEY_check_engine, error, size, needs);
    if (rtl && kind->scenario->check_rtl(s, FEDX_KEY_rtl, error, size) != 0)
        return -1;
    if (*s->output.coverage && kind->scenario->check_rtl(s, FEDX_KEY_coverage, error, size) != 0)
        return -1;
    setup->event_engine = s->run.engine != FEDX_ENGINE_CYCLE && !needs;
    setup->slowed_by_threads = s->run.engine == FEDX_ENGINE_AUTO && needs == threads;
    if ((!setup->event_engine || s->run.check_engine) && setup->topology->nodes > kind->scenario->destinations)
        return fedx_scenario_blame(s, FEDX_KEY_engine, error, size,
                                   "%s: fabric too large for the cycle engine: route tables have %d entries",
                                   setup->topology->name, kind->scenario->destinations);
    return 0;
}

static void configure(struct fedx_setup *setup)
{
    const struct fedx_scenario *s = &setup->scenario;

    setup->kind->scenario->settings(s, &setup->settings);
    setup->config = (struct fedx_fabric_config){
        .topology = setup->topology,
        .kind = setup->kind,
        .settings = &setup->settings,
        .pe = pe_settings(setup),
        .nodes = setup->event_engine ? NULL : setup->nodes,
        .power_up = (uint64_t)s->fabric.power_up,
        /* While the warm-up is not known, totals count the second half. */
        .warmup = (uint64_t)(s->run.detect_warmup ? s->run.cycles / 2 : s->run.warmup),
        .end = (uint64_t)s->run.cycles,
        .measure = 1,
        .film = *s->output.report != 0,
        .detect_warmup = s->run.detect_warmup,
        .sample_period = (uint64_t)s->run.sample,
        .stall_cycles = (uint64_t)s->run.stall,
        .digest = s->run.digest,
        .hooks = *s->fault.faults ? &fedx_inject_hooks : NULL,
        .hook_settings = &setup->faults,
    };
}

int fedx_setup_init(struct fedx_setup *setup, const struct fedx_scenario *s, char *error, size_t size)
{
    memset(setup, 0, sizeof *setup);
    setup->scenario = fedx_scenario_effective(s);
    setup->kind = router_kinds[0];
    if (check_values(s, error, size) != 0 || make_topology(setup, error, size) != 0 ||
        make_traffic(setup, error, size) != 0 || plan_faults(setup, error, size) != 0 || choose_nodes(setup, error, size) != 0 ||
        choose_engine(setup, error, size) != 0)
        return -1;
    configure(setup);
    return 0;
}

int fedx_scenario_check(const struct fedx_scenario *s, char *error, size_t size)
{
    struct fedx_setup *setup = calloc(1, sizeof *setup);
    int status = setup ? fedx_setup_init(setup, s, error, size) : out_of_memory(error, size);

    if (setup)
        fedx_setup_finish(setup);
    free(setup);
    return status;
}

/* Files ------------------------------------------------------------------------------------------------------------ */

/* What cannot be had of switches that do not show all registers. */
static int check_hidden(const struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    const struct {
        const char *given;
        int key;
    } needs[] = {{s->fault.faults, FEDX_KEY_faults},   {s->output.report, FEDX_KEY_report}, {s->output.csv, FEDX_KEY_csv},
                 {s->output.hops, FEDX_KEY_hops}, {s->output.coverage, FEDX_KEY_coverage}};

    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (*needs[i].given)
            return fedx_scenario_blame(s, needs[i].key, error, size,
                                       "{%s} needs the registers of every switch, and {rtl=} shows %d of %d: use {lockstep}",
                                       fedx_scenario_keys[needs[i].key].name, kind_registers_shown(setup->kind, setup->config.inner),
                                       setup->kind->register_count);
    return 0;
}

static int open_rtl(struct fedx_setup *setup, char *error, size_t size)
{
    const char *object = setup->scenario.fabric.rtl_object;

    if (setup->rtl_nodes + setup->lockstep_nodes == 0)
        return 0;
    setup->config.inner = setup->kind->scenario->open(*object ? object : NULL, error, size);
    if (!setup->config.inner)
        return -1;
    setup->config.hidden = setup->rtl_nodes && kind_registers_shown(setup->kind, setup->config.inner) < setup->kind->register_count;
    if (setup->config.hidden && check_hidden(setup, error, size) != 0)
        return -1;
    for (int n = 0; n < setup->topology->nodes; n++)
        if (!setup->nodes[n])
            setup->nodes[n] = setup->config.inner;
    return 0;
}

/* @param mark  where to go on, or NULL: a new file */
static int open_output(const char *path, struct output *output, const struct output_mark *mark, FILE **file,
                       char *error, size_t size)
{
    int status = 0;

    if (*path)
        status = mark ? output_resume(output, path, mark, error, size) : output_open(output, path, error, size);
    *file = output->file;
    return status;
}

static int open_replay(struct fedx_setup *setup, char *error, size_t size)
{
    const char *path = setup->scenario.traffic.replay;

    if (!*path)
        return 0;
    setup->replay = trace_read(path, setup->topology->nodes, error, size);
    setup->traffic.trace = setup->replay;
    return setup->replay ? 0 : -1;
}

static int open_faults(struct fedx_setup *setup, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;

    if (!*s->fault.faults || setup->faults.mode != FEDX_INJECT_FILE)
        return 0;
    return fedx_inject_read(&setup->faults, s->fault.faults, setup->kind, setup->topology, s->run.cycles, error, size);
}

/* @param m  NULL: new files */
static int open_files(struct fedx_setup *setup, const struct fedx_setup_marks *m, char *error, size_t size)
{
    const struct fedx_scenario *s = &setup->scenario;
    struct fedx_fabric_config *c = &setup->config;

    if (open_rtl(setup, error, size) != 0 || open_replay(setup, error, size) != 0 ||
        open_faults(setup, error, size) != 0 ||
        open_output(s->output.trace, &setup->trace, m ? &m->trace : NULL, &c->trace, error, size) != 0 ||
        open_output(s->output.record, &setup->record, m ? &m->record : NULL, &c->record, error, size) != 0 ||
        open_output(s->output.hops, &setup->hops, m ? &m->hops : NULL, &c->hops, error, size) != 0 ||
        open_output(s->output.fault_record, &setup->fault_record, m ? &m->fault_record : NULL, &setup->faults.record, error, size) != 0)
        return -1;
    return 0;
}

int fedx_setup_open(struct fedx_setup *setup, char *error, size_t size)
{
    if (open_files(setup, NULL, error, size) != 0)
        return -1;
    if (setup->config.record)
        fputs("# time source destination packets\n", setup->config.record);
    if (setup->faults.record)
        fputs("faults:\n", setup->faults.record);
    return 0;
}

int fedx_setup_resume(struct fedx_setup *setup, const struct fedx_setup_marks *marks, char *error, size_t size)
{
    return open_files(setup, marks, error, size);
}

int fedx_setup_mark(struct fedx_setup *setup, struct fedx_setup_marks *marks, char *error, size_t size)
{
    if (output_mark(&setup->trace, &marks->trace, error, size) != 0 ||
        output_mark(&setup->record, &marks->record, error, size) != 0 ||
        output_mark(&setup->fault_record, &marks->fault_record, error, size) != 0)
        return -1;
    return output_mark(&setup->hops, &marks->hops, error, size);
}

void fedx_setup_leave(struct fedx_setup *setup)
{
    output_leave(&setup->trace);
    output_leave(&setup->record);
    output_leave(&setup->hops);
    output_leave(&setup->fault_record);
}

int fedx_setup_keep(struct fedx_setup *setup, char *error, size_t size)
{
    int failed = output_close(&setup->trace, error, size) != 0;

    failed = failed || output_close(&setup->record, error, size) != 0;
    failed = failed || output_close(&setup->fault_record, error, size) != 0;
    return failed || output_close(&setup->hops, error, size) != 0 ? -1 : 0;
}

void fedx_setup_finish(struct fedx_setup *setup)
{
    output_abandon(&setup->trace);
    output_abandon(&setup->record);
    output_abandon(&setup->hops);
    output_abandon(&setup->fault_record);
    fedx_inject_finish(&setup->faults);
    trace_destroy(setup->replay);
    traffic_finish(&setup->traffic);
    free(setup->nodes);
    topology_destroy(setup->topology);
    memset(setup, 0, sizeof *setup);
}

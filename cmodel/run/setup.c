/* SPDX-License-Identifier: Apache-2.0
 *
 * From a scenario to a fabric. See setup.h.
 */
#include "setup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../compare/lockstep.h"
#include "../config/graph_file.h"
#include "../config/registry.h"
#include "../config/routes_file.h"
#include "../config/scenario_kind.h"
#include "../engine/engine.h"
#include "../topology/select.h"
#include "hot_spots.h"
#include "link_load.h"
#include "setup_ranks.h"

static int out_of_memory(char *error, size_t size)
{
    return text_fail(error, size, "out of memory");
}

/* What holds of it does so whatever shape keys give its routers. */
static const struct router_kind *named_kind(const struct scenario *s)
{
    return router_kinds[s->fabric.router];
}

/* Values that make no sense together ------------------------------------------------------------------------------ */

/* What keys of all kinds of routers go with. */
static const struct scenario_rule rules[] = {
    {.keys = {KEY_load, KEY_load_unit, KEY_pattern, KEY_source, KEY_on_mean, KEY_off_mean, KEY_matrix, KEY_hot_spots,
              KEY_hot_senders, KEY_hot_load, KEY_multicast},
     .how = SCENARIO_WITHOUT,
     .others = {KEY_replay},
     .why = ", which brings its own messages"},
    {.keys = {KEY_pattern, KEY_load_unit, KEY_hot_spots}, .how = SCENARIO_WITHOUT, .others = {KEY_matrix}},
    {.keys = {KEY_load_unit, KEY_hot_spots}, .how = SCENARIO_WITHOUT, .others = {KEY_multicast}},
    {.keys = {KEY_multicast_copies}, .others = {KEY_multicast}},
    {.keys = {KEY_on_mean, KEY_off_mean}, .others = {KEY_source}, .value = "onoff"},
    {.keys = {KEY_hot_senders, KEY_hot_load}, .others = {KEY_hot_spots}},
    {.keys = {KEY_checkpoint_every}, .others = {KEY_checkpoint}},
    {.keys = {KEY_fault_window, KEY_fault_record}, .others = {KEY_faults}},
    {.keys = {KEY_pattern, KEY_load_unit}, .how = SCENARIO_WITHOUT, .others = {KEY_hot_spots}},
    {.keys = {KEY_warmup, KEY_latency_limit}, .how = SCENARIO_WITHOUT, .others = {KEY_detect_warmup}},
    {.keys = {KEY_windows}, .others = {KEY_window_packets}},
    {.keys = {KEY_window_packets}, .others = {KEY_drain}, .value = "none", .why = ": it ends the run"},
    {.keys = {KEY_window_packets}, .how = SCENARIO_WITHOUT, .others = {KEY_detect_warmup, KEY_precision}},
    {.keys = {KEY_settle, KEY_precision},
     .how = SCENARIO_WITHOUT,
     .others = {KEY_checkpoint},
     .why = ": it makes several runs"},
    {.keys = {KEY_faults, KEY_coverage, KEY_checkpoint}, .how = SCENARIO_WITHOUT, .others = {KEY_blackbox}},
};

/* Keys that go together only with some values. */
static int check_dependent(const struct scenario *s, const struct scenario_endpoints *ends, char *error, size_t size)
{
    const struct scenario_kind *kind = named_kind(s)->parts->scenario;

    if ((*s->traffic.matrix || s->traffic.multicast > 0) && ends->second_load > 0)
        return scenario_blame(s, ends->second_load_key, error, size, "{%s} does not go with {%s}",
                              scenario_keys[ends->second_load_key].name, *s->traffic.matrix ? "matrix" : "multicast");
    if (*s->fault.faults && s->run.drain == DRAIN_NONE)
        return scenario_blame(s, KEY_drain, error, size,
                              "{drain}: with {faults} the packets are counted when the fabric is empty");
    if (scenario_check_rules(s, kind->rules, kind->rule_count, error, size) != 0)
        return -1;
    if (s->traffic.schedule == SCHEDULE_FIFO && s->traffic.alpha != KEY_WORD)
        return scenario_blame(s, KEY_alpha, error, size, "{alpha} goes with {schedule} alpha");
    return 0;
}

/* The keys that say the size of a fabric, of which a topology has one row. */
static const struct size_keys {
    int first, last;
    const char *words;
} by_rows = {KEY_rows, KEY_cols, "{rows} and {cols}"}, by_edge = {KEY_edge, KEY_edge, "{edge}"},
  by_levels = {KEY_arity, KEY_levels, "{arity} and {levels}"}, by_graph = {KEY_graph, KEY_graph, "that of {graph}"};

static const struct size_keys *size_keys_of(const struct topology_kind *kind)
{
    return kind->nodes_of_edge ? &by_edge : kind->levels ? &by_levels : kind->given ? &by_graph : &by_rows;
}

static int check_shape(const struct scenario *s, char *error, size_t size)
{
    const struct size_keys *own = size_keys_of(topology_kinds[s->fabric.topology]);
    struct scenario defaults;
    char format[96];

    scenario_defaults(&defaults);
    for (int key = KEY_rows; key <= KEY_graph; key++) {
        if ((key >= own->first && key <= own->last) || !scenario_differ(s, &defaults, key))
            continue;
        snprintf(format, sizeof format, "{%s} does not go with {topology=}, whose size is %s", scenario_keys[key].name,
                 own->words);
        return scenario_blame(s, key, error, size, "%s", format);
    }
    if (topology_kinds[s->fabric.topology]->given && !*s->fabric.graph)
        return scenario_blame(s, KEY_topology, error, size, "{topology=} needs {graph} FILE, its routers and links");
    return 0;
}

/* Whether a key is a setting of the routers of a kind. */
static int is_setting(const struct router_kind *kind, int key)
{
    const struct scenario_kind *own = kind->parts->scenario;

    return (own->sections >> scenario_keys[key].section & 1) || (key && key == own->buffers_key);
}

/* The kinds of whose routers a key is a setting, as words; "": it is for all. */
static void name_kinds(int key, char *text, size_t size)
{
    size_t length = 0;

    *text = 0;
    for (int i = 0; router_kinds[i] && length < size; i++)
        if (is_setting(router_kinds[i], key))
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", router_kinds[i]->name);
}

/* Settings of other routers stay at their defaults. */
static int check_settings(const struct scenario *s, char *error, size_t size)
{
    struct scenario defaults;
    char kinds[256], format[384];

    scenario_defaults(&defaults);
    for (int key = 0; key < SCENARIO_KEYS; key++) {
        if (is_setting(named_kind(s), key) || !scenario_differ(s, &defaults, key))
            continue;
        name_kinds(key, kinds, sizeof kinds);
        if (!*kinds)
            continue;
        snprintf(format, sizeof format, "{%s=} goes with {router} %s, not with {router=}", scenario_keys[key].name,
                 kinds);
        return scenario_blame(s, key, error, size, "%s", format);
    }
    return 0;
}

static int check_values(const struct scenario *s, const struct scenario_endpoints *ends, char *error, size_t size)
{
    if (check_settings(s, error, size) != 0)
        return -1;
    if (check_shape(s, error, size) != 0 ||
        scenario_check_rules(s, rules, sizeof rules / sizeof *rules, error, size) != 0 ||
        check_dependent(s, ends, error, size) != 0)
        return -1;
    if (s->run.warmup != KEY_WORD && s->run.warmup >= s->run.cycles)
        return scenario_blame(s, KEY_warmup, error, size, "{warmup} must be less than {cycles}");
    if ((s->run.settle > 0 || s->run.precision > 0) && s->run.max_cycles < s->run.cycles)
        return scenario_blame(s, KEY_max_cycles, error, size, "{max_cycles} must not be less than {cycles}");
    if (s->run.check_engine && s->run.engine == ENGINE_CYCLE)
        return scenario_blame(s, KEY_check_engine, error, size,
                              "{check_engine} compares both engines: {engine} must be auto or event");
    return 0;
}

/* Parts of the fabric --------------------------------------------------------------------------------------------- */

/* A size as topologies take it: rows and columns, the row that an edge makes, or arity and levels. A graph has none. */
static struct topology_shape shape_of_fabric(const struct scenario *s)
{
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];

    if (kind->nodes_of_edge)
        return (struct topology_shape){1, kind->nodes_of_edge((int)s->fabric.edge)};
    if (kind->levels)
        return (struct topology_shape){(int)s->fabric.arity, (int)s->fabric.levels};
    return (struct topology_shape){(int)s->fabric.rows, (int)s->fabric.cols};
}

/* 1 for one that cannot be read: whoever sets it up says so. */
static int routers_of_graph(const struct scenario *s)
{
    struct topology_graph graph;
    char reason[SCENARIO_ERROR];
    int routers = 1;

    if (graph_file_read(s->fabric.graph, &graph, reason, sizeof reason) == 0) {
        routers = graph.routers;
        topology_graph_free(&graph);
    }
    return routers;
}

int setup_nodes(const struct scenario *s)
{
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];
    struct topology_shape shape = shape_of_fabric(s);
    int routers = shape.rows * shape.cols, endpoints;

    if (kind->given)
        return routers_of_graph(s);
    if (kind->count && !kind->check(shape.rows, shape.cols))
        kind->count(shape.rows, shape.cols, &routers, &endpoints);
    return routers;
}

/* The kind that keys make of the one that is named; setup_release. @return NULL with error */
static const struct router_kind *hold_kind(const struct scenario *s, char *error, size_t size)
{
    const struct router_kind *named = named_kind(s);
    const struct scenario_kind *own = named->parts->scenario;

    return own->shape ? own->shape(named, s, error, size) : named;
}

static void release_kind(const struct router_kind *kind)
{
    if (kind && kind->parts->scenario->release)
        kind->parts->scenario->release(kind);
}

const struct router_kind *setup_kind(const struct scenario *s)
{
    char error[SCENARIO_ERROR];
    const struct router_kind *kind = hold_kind(s, error, sizeof error);

    release_kind(kind);
    return kind ? kind : named_kind(s);
}

int setup_port_lockstep(const struct scenario *s)
{
    int key = named_kind(s)->parts->scenario->port_lockstep;

    return key && scenario_flag(s, key) ? key : 0;
}

int setup_buffers(const struct scenario *s)
{
    int key = named_kind(s)->parts->scenario->buffers_key;

    return key ? (int)scenario_integer(s, key) : 0;
}

const char *setup_routes(const struct scenario *s)
{
    int key = named_kind(s)->parts->scenario->routes;

    return key ? scenario_text(s, key) : "";
}

int setup_is_elsewhere(const struct scenario *s)
{
    return setup_buffers(s) > named_kind(s)->most_buffers;
}

struct scenario_fabric setup_fabric(const struct setup *setup)
{
    return (struct scenario_fabric){&setup->scenario, setup->kind, &setup->settings, setup->topology};
}

/* Routers must be able to have such settings, be enough for the topology, and know the ways. */
static int check_topology(struct setup *setup, int blamed, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct scenario_kind *kind = setup->kind->parts->scenario;
    const struct scenario_fabric fabric = setup_fabric(setup);
    int rtl = strcmp(s->fabric.rtl, "none") != 0 || strcmp(s->fabric.lockstep, "none") != 0;

    if (kind->check(&fabric, rtl, blamed, error, size) != 0)
        return -1;
    if (s->fabric.deadlock_check)
        setup->routes = kind->check_routes(&fabric, error, size);
    return setup->routes < 0 ? -1 : 0;
}

/* The first one that a file gives, or the last one. */
static int blamed_for_size(const struct scenario *s, const struct topology_kind *kind)
{
    const struct size_keys *own = size_keys_of(kind);

    return s->line[own->first] > 0 ? own->first : own->last;
}

/* Two endpoints a router, where there is room for them and the topology leaves open where they are. */
static int check_second(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    int key = setup->ends.second_load_key;
    const char *name = scenario_keys[key].name;

    *error = 0;
    if (setup->kind->ports <= setup->kind->endpoint_port + 1)
        return scenario_blame(s, key, error, size, "{%s=}: {router=} has no port for a second endpoint", name);
    if (setup->topology->fixed)
        return scenario_blame(s, key, error, size, "{%s=}: {topology=} says itself where endpoints are", name);
    return 0;
}

/* Cables of an endpoint: two of them at a router share what one would have. */
static int endpoint_cables(const struct setup *setup)
{
    int asked = (int)setup->scenario.fabric.cables, cables = asked ? asked : setup->kind->endpoint_cables;

    return setup->ends.second_load > 0 && cables > 1 ? cables / 2 : cables;
}

static int check_cables(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    if (setup->topology->fixed && s->fabric.cables > 0)
        return scenario_blame(s, KEY_cables, error, size, "{cables=}: {topology=} says itself where endpoints are");
    if (s->fabric.cables > setup->kind->endpoint_cables)
        return scenario_blame(s, KEY_cables, error, size, "{cables=}: {router=} has %d at most",
                              setup->kind->endpoint_cables);
    return 0;
}

static int give_routes(struct setup *setup, char *error, size_t size)
{
    const char *name = setup_routes(&setup->scenario);
    char reason[SCENARIO_ERROR];

    if (!*name || routes_give(setup->topology, name, reason, sizeof reason) == 0)
        return 0;
    return scenario_blame(&setup->scenario, setup->kind->parts->scenario->routes, error, size, "{routes=}: %s", reason);
}

/* Where the endpoints are, and whether routers take it all. */
static int attach_endpoints(struct setup *setup, int blamed, char *error, size_t size)
{
    if (check_cables(setup, error, size) != 0)
        return -1;
    topology_attach(setup->topology, setup->kind->endpoint_port, endpoint_cables(setup));
    if (setup->ends.second_load > 0 &&
        (check_second(setup, error, size) != 0 || topology_share(setup->topology, 2) != 0))
        return *error ? -1 : out_of_memory(error, size);
    if (give_routes(setup, error, size) != 0)
        return -1;
    return check_topology(setup, blamed, error, size);
}

/* The links of a fabric that are not there. */
struct dead_links {
    struct topology_end link[TOPOLOGY_SELECT_LINKS];
    size_t count;
};

/* Of a file. @return 0, or -1 */
static int wire_graph(struct setup *setup, const struct dead_links *dead, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    struct topology_graph graph;
    char text[SCENARIO_ERROR];
    const char *reason;

    if (graph_file_read(s->fabric.graph, &graph, text, sizeof text) != 0)
        return scenario_blame(s, KEY_graph, error, size, "{graph}: %s", text);
    setup->topology = topology_create_graph(&graph, dead->link, dead->count, &reason);
    topology_graph_free(&graph);
    return setup->topology ? 0
                           : scenario_blame(s, dead->count ? KEY_dead_links : KEY_graph, error, size, "%s: %s",
                                            s->fabric.graph, reason);
}

/* Of a size. @return 0, or -1 */
static int wire_size(struct setup *setup, const struct dead_links *dead, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];
    struct topology_shape shape = shape_of_fabric(s);
    char name[TOPOLOGY_NAME];
    const char *reason;

    setup->topology = topology_create_without(kind, shape.rows, shape.cols, dead->link, dead->count, &reason);
    if (setup->topology)
        return 0;
    topology_title(kind, shape.rows, shape.cols, name);
    if (dead->count > 0)
        return scenario_blame(s, KEY_dead_links, error, size, "%s without {dead_links=}: %s", name, reason);
    return scenario_blame(s, blamed_for_size(s, kind), error, size, "%s: %s", name, reason);
}

static int make_topology(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct topology_kind *kind = topology_kinds[s->fabric.topology];
    struct dead_links dead;
    const char *reason = topology_select_links(s->fabric.dead_links, dead.link, &dead.count);

    if (reason)
        return scenario_blame(s, KEY_dead_links, error, size, "{dead_links=} %s", reason);
    if ((kind->given ? wire_graph : wire_size)(setup, &dead, error, size) != 0)
        return -1;
    return attach_endpoints(setup, blamed_for_size(s, kind), error, size);
}

/* Nodes that a key names. @param[out] chosen  [nodes] */
static int choose(const struct setup *setup, int key, const char *text, uint8_t *chosen, char *error, size_t size)
{
    const char *reason = topology_select(text, setup->topology->nodes, chosen);

    if (!reason)
        return 0;
    return scenario_blame(&setup->scenario, key, error, size,
                          key == KEY_rtl        ? "{rtl=} %s"
                          : key == KEY_lockstep ? "{lockstep=} %s"
                                                : "{blackbox_nodes=} %s",
                          reason);
}

/* What a fabric with a third-party router cannot have: its cycles have numbers of 32 bits. */
static int check_box_goes_with(const struct setup *setup, char *error, size_t size)
{
    if (setup->scenario.run.cycles > (int64_t)UINT32_MAX / 2)
        return scenario_blame(&setup->scenario, KEY_cycles, error, size, "{cycles=} does not go with {blackbox}");
    return setup->ranks ? text_fail(error, size, "a fabric with a black box is run by one process: without mpirun") : 0;
}

/* A third-party router stands at nodes in the place of models; until it is built they stay that. */
static int put_box(struct setup *setup, const uint8_t *chosen, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    if (!*s->fabric.blackbox && strcmp(s->fabric.blackbox_nodes, "all") != 0)
        return scenario_blame(s, KEY_blackbox_nodes, error, size, "{blackbox_nodes=} needs {blackbox}: what is there");
    if (!*s->fabric.blackbox)
        return 0;
    if (!setup->kind->parts->blackbox)
        return scenario_blame(
            s, KEY_blackbox, error, size,
            "{blackbox=}: there is no adapter to {router=}: docs/reference/black-box.md says to which there is");
    for (int n = 0; n < setup->topology->nodes; n++) {
        if (chosen[n] && setup->nodes[n] != setup->kind->model)
            return scenario_blame(s, KEY_blackbox_nodes, error, size,
                                  "{blackbox_nodes=}: node %d is in {rtl} or {lockstep}, too", n);
        setup->box_nodes += chosen[n];
        if (chosen[n] && s->box)
            setup->nodes[n] = s->box->ops;
    }
    if (setup->box_nodes == 0)
        return scenario_blame(s, KEY_blackbox_nodes, error, size, "{blackbox_nodes=}: there must be one at least");
    if (check_box_goes_with(setup, error, size) != 0)
        return -1;
    return s->box ? s->box->check(s->box, setup, error, size) : 0;
}

/* RTL nodes get their operations when the RTL is opened; until then they have none. */
static int choose_nodes(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    int nodes = setup->topology->nodes, status = 0;
    uint8_t *rtl = malloc((size_t)nodes), *both = malloc((size_t)nodes), *box = malloc((size_t)nodes);

    setup->nodes = calloc((size_t)nodes, sizeof *setup->nodes);
    if (!rtl || !both || !box || !setup->nodes)
        status = out_of_memory(error, size);
    if (status == 0)
        status = choose(setup, KEY_rtl, s->fabric.rtl, rtl, error, size);
    if (status == 0)
        status = choose(setup, KEY_lockstep, s->fabric.lockstep, both, error, size);
    if (status == 0)
        status = choose(setup, KEY_blackbox_nodes, s->fabric.blackbox_nodes, box, error, size);
    for (int n = 0; n < nodes && status == 0; n++) {
        setup->lockstep_nodes += both[n];
        setup->rtl_nodes += rtl[n] && !both[n];
        setup->nodes[n] = both[n] && setup->kind->parts->lockstep ? setup->kind->parts->lockstep->node
                          : rtl[n]                                ? NULL
                                                                  : setup->kind->model;
    }
    if (status == 0)
        status = put_box(setup, box, error, size);
    free(rtl);
    free(both);
    free(box);
    return status;
}

static int read_matrix(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    char text[SCENARIO_ERROR];

    setup->matrix = traffic_matrix_read(s->traffic.matrix, setup->topology->endpoints, text, sizeof text);
    setup->traffic.matrix = setup->matrix;
    return setup->matrix ? 0 : scenario_blame(s, KEY_matrix, error, size, "{matrix}: %s", text);
}

/* Messages of which several PEs get a copy. */
static int make_multicasts(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    int others = setup->topology->endpoints - 1;

    if (s->traffic.multicast == 0)
        return 0;
    if (s->traffic.multicast_copies > others)
        return scenario_blame(s, KEY_multicast_copies, error, size,
                              "{multicast_copies=} must be at most %d, one for each other PE", others);
    setup->traffic.multicast = s->traffic.multicast;
    setup->traffic.copies = s->traffic.multicast_copies == KEY_WORD ? others : (int)s->traffic.multicast_copies;
    return 0;
}

static int read_energy(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    char text[SCENARIO_ERROR];

    if (!*s->run.energy || energy_read(s->run.energy, &setup->energy, text, sizeof text) == 0)
        return 0;
    return scenario_blame(s, KEY_energy, error, size, "{energy}: %s", text);
}

static int make_traffic(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    struct topology_shape shape = topology_shape(setup->topology);
    struct traffic *t = &setup->traffic;

    traffic_init(t, shape.rows, shape.cols);
    t->pattern = &traffic_patterns[s->traffic.pattern];
    if (!t->pattern->fits(t->shape))
        return scenario_blame(s, KEY_pattern, error, size, "{pattern=} %s", t->pattern->needs);
    t->second = setup->ends.second_load > 0 ? &traffic_patterns[setup->ends.second_pattern] : NULL;
    if (t->second && !t->second->fits(t->shape))
        return scenario_blame(s, setup->ends.second_pattern_key, error, size, "{%s=} %s",
                              scenario_keys[setup->ends.second_pattern_key].name, t->second->needs);
    if (s->traffic.source == SOURCE_ONOFF) {
        t->on_mean = (double)s->traffic.on_mean;
        t->off_mean = (double)s->traffic.off_mean;
    }
    t->bernoulli = s->traffic.source == SOURCE_BERNOULLI;
    if (make_multicasts(setup, error, size) != 0)
        return -1;
    if (*s->traffic.matrix)
        return read_matrix(setup, error, size);
    return *s->traffic.hot_spots ? hot_spots_apply(s, t, error, size) : 0;
}

/* A file is read when the run begins. */
static int plan_faults(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const char *reason = fault_parse(&setup->faults, s->fault.faults);

    if (*s->fault.faults && !setup->kind->faults)
        return scenario_blame(s, KEY_faults, error, size, "{faults} cannot be had with {router=}");
    setup->faults.window = (uint64_t)s->fault.fault_window;
    setup->faults.seed = (uint64_t)s->traffic.seed;
    return reason ? scenario_blame(s, KEY_faults, error, size, "{faults=} %s", reason) : 0;
}

static struct endpoint_settings endpoint_settings_of(const struct setup *setup)
{
    const struct scenario *s = &setup->scenario;

    return (struct endpoint_settings){
        .workload = &traffic_workloads[s->traffic.workload],
        .load = setup->density,
        .second_load = setup->second_density,
        .second_adaptive = setup->ends.second_adaptive,
        .ways = setup->ends.ways,
        .second_half = setup->ends.second_half,
        .sees_router = setup->ends.sees_router != 0,
        .traffic = &setup->traffic,
        .adaptive = s->traffic.routing != ROUTING_DETERMINISTIC,
        .derouting = s->traffic.routing == ROUTING_DEROUTING ? setup->topology : NULL,
        .deflections = setup->ends.deflections,
        .inject_overhead = (int)s->traffic.inject_overhead,
        .eject_overhead = (int)s->traffic.eject_overhead,
        .refusal_pause = (int)s->traffic.refusal_pause,
        .responses = setup->ends.responses,
        .seed = (uint64_t)s->traffic.seed,
        .schedule = {.alpha = s->traffic.schedule == SCHEDULE_ALPHA ? s->traffic.alpha : 0,
                     .skip_blocked = s->traffic.skip_blocked},
    };
}

/* The density that is meant by a load. @param load  its key, in words */
static int find_density(const struct setup *setup, const struct pattern *pattern, const char *load, double *density,
                        char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct router_kind *kind = setup->kind;
    struct endpoint_settings endpoint;
    struct link_load links;
    double at_one;
    int most = 2 * setup->topology->cables;

    if (s->traffic.load_unit == LOAD_DENSITY)
        return 0;
    endpoint = endpoint_settings_of(setup);
    links = link_load_of(setup->topology, pattern, setup->traffic.shape);
    at_one = links.links ? link_load_at(&links, 1.0 / endpoint_load_cycles(&endpoint, kind, &setup->settings),
                                        kind->packet_cycles(&setup->settings))
                         : 0;
    if (at_one == 0)
        return scenario_blame(s, KEY_load_unit, error, size, "{load_unit=}: no packet takes a link between routers");
    *density /= at_one;
    if (*density <= most)
        return 0;
    return scenario_blame(s, KEY_load, error, size,
                          "%s of the links is a density of %.3g of the PEs, which must be at most %d", load, *density,
                          most);
}

static int find_densities(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    char second[SCENARIO_NAME];

    setup->density = s->traffic.load;
    setup->second_density = setup->ends.second_load;
    if (find_density(setup, setup->traffic.pattern, "{load=}", &setup->density, error, size) != 0)
        return -1;
    snprintf(second, sizeof second, "{%s=}", scenario_keys[setup->ends.second_load_key].name);
    return setup->traffic.second
               ? find_density(setup, setup->traffic.second, second, &setup->second_density, error, size)
               : 0;
}

/* Why the kind's event engine cannot be had, if it cannot. */
static const char *no_event_engine(const struct setup *setup)
{
    const struct router_kind *kind = setup->kind;

    if (!kind->parts->event)
        return "{router=}: there is no event engine for it";
    return kind->parts->event->outside ? kind->parts->event->outside(kind, &setup->settings, setup->topology) : NULL;
}

/* A key that needs the cycle engine; SCENARIO_KEYS: none does. */
static int needs_cycle_engine(const struct scenario *s)
{
    int port_lockstep = setup_port_lockstep(s);

    return *s->fault.faults      ? KEY_faults
           : port_lockstep       ? port_lockstep
           : s->run.digest       ? KEY_digest
           : *s->output.coverage ? KEY_coverage
                                 : SCENARIO_KEYS;
}

/* The event engine runs models, and has no pins. */
static int choose_engine(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct router_kind *kind = setup->kind;
    const struct scenario_kind *of_kind = kind->parts->scenario;
    int rtl = setup->rtl_nodes + setup->lockstep_nodes > 0, key = needs_cycle_engine(s);
    char sentence[2 * SCENARIO_NAME];
    const char *needs = rtl                   ? "{rtl} and {lockstep} need the cycle engine"
                        : setup->box_nodes    ? "{blackbox} needs the cycle engine"
                        : key < SCENARIO_KEYS ? sentence
                                              : no_event_engine(setup);

    if (key < SCENARIO_KEYS)
        snprintf(sentence, sizeof sentence, "{%s} needs the cycle engine", scenario_keys[key].name);
    if (s->run.engine == ENGINE_EVENT && needs)
        return scenario_blame(s, KEY_engine, error, size, "%s", needs);
    if (s->run.check_engine && needs)
        return scenario_blame(s, KEY_check_engine, error, size, "%s", needs);
    if (s->run.check_engine && s->run.threads > 1)
        return scenario_blame(s, KEY_threads, error, size, "{threads}: engines that are compared have one thread each");
    if (rtl && of_kind->check_rtl && of_kind->check_rtl(kind, s, KEY_rtl, error, size) != 0)
        return -1;
    if (*s->output.coverage && of_kind->check_rtl && of_kind->check_rtl(kind, s, KEY_coverage, error, size) != 0)
        return -1;
    setup->event_engine = s->run.engine != ENGINE_CYCLE && !needs;
    if ((!setup->event_engine || s->run.check_engine) && setup->topology->nodes > of_kind->destinations)
        return scenario_blame(s, KEY_engine, error, size,
                              "%s: fabric too large for the cycle engine: route tables have %d entries",
                              setup->topology->name, of_kind->destinations);
    return 0;
}

static void configure(struct setup *setup)
{
    const struct scenario *s = &setup->scenario;

    setup->config = (struct fabric_config){
        .topology = setup->topology,
        .kind = setup->kind,
        .settings = &setup->settings,
        .endpoint = endpoint_settings_of(setup),
        .nodes = setup->event_engine ? NULL : setup->nodes,
        .power_up = (uint64_t)s->fabric.power_up,
        /* While the warm-up is not known, totals count the second half. */
        .warmup = (uint64_t)(s->run.detect_warmup ? s->run.cycles / 2 : s->run.warmup),
        .end = (uint64_t)s->run.cycles,
        .measure = 1,
        .timeline = *s->output.report != 0,
        .timeline_marks = setup->ends.marks,
        .detect_warmup = s->run.detect_warmup,
        .sample_period = (uint64_t)s->run.sample,
        .spread = s->run.spread,
        .distances = s->run.distances,
        .windows = s->run.window_packets > 0 ? (int)s->run.windows : 0,
        .window_packets = (uint64_t)s->run.window_packets,
        .stall_cycles = (uint64_t)s->run.stall,
        .digest = s->run.digest,
        .hooks = *s->fault.faults ? &faults_hooks : NULL,
        .hook_settings = &setup->faults,
        .ranks = setup->ranks,
        .owner = setup->owner,
        .recorded = *s->output.record != 0,
    };
}

int setup_init(struct setup *setup, const struct scenario *s, char *error, size_t size)
{
    const struct scenario_kind *named = named_kind(s)->parts->scenario;

    memset(setup, 0, sizeof *setup);
    setup->scenario = scenario_effective(s);
    setup->ranks = ranks_joined();
    if (named->one_way && s->traffic.routing == ROUTING_ADAPTIVE)
        setup->scenario.traffic.routing = ROUTING_DETERMINISTIC;
    if (named->endpoints)
        named->endpoints(&setup->scenario, &setup->ends);
    if (check_values(s, &setup->ends, error, size) != 0)
        return -1;
    setup->kind = hold_kind(s, error, size);
    if (!setup->kind)
        return -1;
    setup->kind->parts->scenario->settings(setup->kind, &setup->scenario, &setup->settings);
    if (make_topology(setup, error, size) != 0 || make_traffic(setup, error, size) != 0 ||
        read_energy(setup, error, size) != 0 || find_densities(setup, error, size) != 0 ||
        plan_faults(setup, error, size) != 0 || choose_nodes(setup, error, size) != 0 ||
        choose_engine(setup, error, size) != 0 || setup_share_out(setup, error, size) != 0)
        return -1;
    configure(setup);
    return 0;
}

int scenario_check(const struct scenario *s, char *error, size_t size)
{
    struct setup *setup = calloc(1, sizeof *setup);
    int status = setup ? setup_init(setup, s, error, size) : out_of_memory(error, size);

    if (setup)
        setup_finish(setup);
    free(setup);
    return status;
}

/* Files ----------------------------------------------------------------------------------------------------------- */

/* What cannot be had of routers that do not show all registers. */
static int check_hidden(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    const struct {
        int given, key;
    } needs[] = {{*s->fault.faults, KEY_faults}, {*s->output.report, KEY_report},     {*s->output.csv, KEY_csv},
                 {*s->output.hops, KEY_hops},    {*s->output.coverage, KEY_coverage}, {s->run.spread, KEY_spread}};

    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].given)
            return scenario_blame(s, needs[i].key, error, size,
                                  "{%s} needs the registers of every router, and {rtl=} shows %d of %d: use {lockstep}",
                                  scenario_keys[needs[i].key].name,
                                  kind_registers_shown(setup->kind, setup->config.inner), setup->kind->register_count);
    return 0;
}

/* The RTL that was named, which is that of terminals where no router has RTL; NULL: the usual one. */
static const char *object_of(const struct setup *setup, int of_terminals)
{
    const char *object = setup->scenario.fabric.rtl_object;

    return *object && of_terminals == (setup->rtl_nodes + setup->lockstep_nodes == 0) ? object : NULL;
}

/* Terminals are models but where a run wants both. */
static int open_terminals(struct setup *setup, char *error, size_t size)
{
    if (!setup_port_lockstep(&setup->scenario))
        return 0;
    setup->config.endpoint.port_rtl = setup->kind->parts->scenario->open_port(
        setup->kind, object_of(setup, 1), setup->config.settings, setup->topology->cables, error, size);
    return setup->config.endpoint.port_rtl ? 0 : -1;
}

static int open_rtl(struct setup *setup, char *error, size_t size)
{
    if (setup->box_nodes && !setup->scenario.box)
        return scenario_blame(&setup->scenario, KEY_blackbox, error, size,
                              "{blackbox=}: fedx run builds it, and no other command does");
    if (setup->rtl_nodes + setup->lockstep_nodes == 0)
        return 0;
    setup->config.inner = setup->kind->parts->scenario->open(setup->kind, object_of(setup, 0), error, size);
    if (!setup->config.inner)
        return -1;
    setup->config.hidden =
        setup->rtl_nodes && kind_registers_shown(setup->kind, setup->config.inner) < setup->kind->register_count;
    if (setup->config.hidden && check_hidden(setup, error, size) != 0)
        return -1;
    for (int n = 0; n < setup->topology->nodes; n++)
        if (!setup->nodes[n])
            setup->nodes[n] = setup->config.inner;
    return 0;
}

/* Of several processes the first one writes. @param mark  where to go on, or NULL: a new file */
static int open_output(const struct setup *setup, const char *path, struct output *output,
                       const struct output_mark *mark, FILE **file, char *error, size_t size)
{
    int status = 0;

    if (*path && (!setup->ranks || setup->ranks->rank == 0))
        status = mark ? output_resume(output, path, mark, error, size) : output_open(output, path, error, size);
    *file = output->file;
    return status;
}

static int open_replay(struct setup *setup, char *error, size_t size)
{
    const char *path = setup->scenario.traffic.replay;

    if (!*path)
        return 0;
    setup->replay = trace_read(path, setup->topology->endpoints, error, size);
    setup->traffic.trace = setup->replay;
    if (setup->replay && setup->replay->links && *setup->scenario.fault.faults)
        return scenario_blame(&setup->scenario, KEY_faults, error, size,
                              "{faults} does not go with a trace in which messages depend on others: one that is lost "
                              "keeps back all that depend on it");
    return setup->replay ? 0 : -1;
}

static int open_faults(struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    if (!*s->fault.faults || setup->faults.mode != FAULT_FILE)
        return 0;
    return fault_read(&setup->faults, s->fault.faults, setup->kind, setup->topology, s->run.cycles, error, size);
}

/* @param m  NULL: new files */
static int open_files(struct setup *setup, const struct setup_marks *m, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;
    struct fabric_config *c = &setup->config;

    if (open_rtl(setup, error, size) != 0 || setup_check_savable(setup, error, size) != 0 ||
        open_terminals(setup, error, size) != 0 || open_replay(setup, error, size) != 0 ||
        open_faults(setup, error, size) != 0 ||
        open_output(setup, s->output.trace, &setup->trace, m ? &m->trace : NULL, &c->trace, error, size) != 0 ||
        open_output(setup, s->output.record, &setup->record, m ? &m->record : NULL, &c->record, error, size) != 0 ||
        open_output(setup, s->output.hops, &setup->hops, m ? &m->hops : NULL, &c->hops, error, size) != 0 ||
        open_output(setup, s->output.fault_record, &setup->fault_record, m ? &m->fault_record : NULL,
                    &setup->faults.record, error, size) != 0)
        return -1;
    return 0;
}

int setup_open(struct setup *setup, char *error, size_t size)
{
    if (open_files(setup, NULL, error, size) != 0)
        return -1;
    if (setup->config.record)
        trace_print_title(setup->replay, setup->config.record);
    if (setup->faults.record)
        fputs("faults:\n", setup->faults.record);
    return 0;
}

int setup_resume(struct setup *setup, const struct setup_marks *marks, char *error, size_t size)
{
    return open_files(setup, marks, error, size);
}

int setup_mark(struct setup *setup, struct setup_marks *marks, char *error, size_t size)
{
    if (output_mark(&setup->trace, &marks->trace, error, size) != 0 ||
        output_mark(&setup->record, &marks->record, error, size) != 0 ||
        output_mark(&setup->fault_record, &marks->fault_record, error, size) != 0)
        return -1;
    return output_mark(&setup->hops, &marks->hops, error, size);
}

void setup_leave(struct setup *setup)
{
    output_leave(&setup->trace);
    output_leave(&setup->record);
    output_leave(&setup->hops);
    output_leave(&setup->fault_record);
}

int setup_save(struct setup *setup, char *error, size_t size)
{
    int failed = output_close(&setup->trace, error, size) != 0;

    failed = failed || output_close(&setup->record, error, size) != 0;
    failed = failed || output_close(&setup->fault_record, error, size) != 0;
    return failed || output_close(&setup->hops, error, size) != 0 ? -1 : 0;
}

void setup_finish(struct setup *setup)
{
    output_abandon(&setup->trace);
    output_abandon(&setup->record);
    output_abandon(&setup->hops);
    output_abandon(&setup->fault_record);
    fault_finish(&setup->faults);
    traffic_matrix_destroy(setup->matrix);
    trace_destroy(setup->replay);
    traffic_finish(&setup->traffic);
    free(setup->nodes);
    free(setup->owner);
    topology_destroy(setup->topology);
    release_kind(setup->kind);
    memset(setup, 0, sizeof *setup);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of traffic. See fedx_cli_traffic.h.
 */
#include "fedx_cli_traffic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_POISSON, SOURCE_ON_OFF };
static const char *const source_names[] = {"poisson", "onoff", NULL};

enum { SCHEDULE_FIFO, SCHEDULE_ALPHA };
static const char *const schedule_names[] = {"fifo", "alpha", NULL};

/* The paper's values. */
enum { ALPHA_DEFAULT = 8 };
static const char hot_senders_default[] = "0.3";

/* Cycles: at load 0.7 a burst brings forth about 44 packets. */
enum { BURST_DEFAULT = 10000 };

enum {
    KEY_WORKLOAD = 1, KEY_LOAD, KEY_PATTERN, KEY_SOURCE, KEY_ON, KEY_OFF, KEY_HOT_SPOTS, KEY_HOT_SENDERS, KEY_HOT_LOAD,
    KEY_REPLAY, KEY_RECORD, KEY_SCHEDULE, KEY_ALPHA, KEY_SKIP
};

static const struct argp_option argp_options[] = {
    {0, 0, 0, 0, "Messages:", 0},
    {"workload", KEY_WORKLOAD, "NAME", 0, "wk-mixture (default), wk1-5, wk30, wk-long, single", 0},
    {"load", KEY_LOAD, "U", 0, "traffic density of each PE, over 0, up to 2 (default 0.7)", 0},
    {"pattern", KEY_PATTERN, "NAME", 0, "destinations: uniform (default), transpose, bit-complement, bit-reversal, "
     "shuffle, butterfly, neighbour, tornado, hot-region", 0},
    {"source", KEY_SOURCE, "KIND", 0, "poisson (default) or onoff: bursts, with the same mean load", 0},
    {"on-mean", KEY_ON, "CYCLES", 0, "mean length of a burst, 1 to 1e9 (default 10000)", 0},
    {"off-mean", KEY_OFF, "CYCLES", 0, "mean time between bursts, 1 to 1e9 (default 10000)", 0},
    {"hot-spots", KEY_HOT_SPOTS, "NODES", 0, "nodes that are flooded: a list such as 0,3,5-9, or random:COUNT:SEED", 0},
    {"hot-senders", KEY_HOT_SENDERS, "SHARE", 0, "who floods them: a share of all PEs such as 0.3 (default), or nodes "
     "as for --rtl; the rest send to each other, and are measured apart", 0},
    {"hot-load", KEY_HOT_LOAD, "U", 0, "density of those PEs, 0 to 2, or backlog (default): always a message waiting", 0},
    {"replay", KEY_REPLAY, "FILE", 0, "send the messages of a trace: lines of time source destination packets", 0},
    {"record", KEY_RECORD, "FILE", 0, "write the messages of this run as such a trace", 0},
    {"schedule", KEY_SCHEDULE, "KIND", 0, "order of a PE's messages: fifo (default) or alpha", 0},
    {"alpha", KEY_ALPHA, "A", 0, "weight of the packets left, 0 to 1000000, at most three decimals (default 8)", 0},
    {"skip-blocked", KEY_SKIP, 0, 0, "after a refused packet try that of the next message", 0},
    {0},
};

static error_t parse_sources(int key, char *text, struct argp_state *state, struct fedx_cli_traffic *t)
{
    switch (key) {
    case KEY_PATTERN:
        t->pattern = fedx_pattern_find(text);
        if (!t->pattern)
            argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--pattern %s: fedx run --help lists the patterns", text);
        return 0;
    case KEY_SOURCE: t->source = fedx_cli_choice(state, "source", text, source_names); return 0;
    case KEY_ON: t->on_mean = (double)fedx_cli_integer(state, "on-mean", text, 1, 1000000000); return 0;
    case KEY_OFF: t->off_mean = (double)fedx_cli_integer(state, "off-mean", text, 1, 1000000000); return 0;
    case KEY_HOT_SPOTS: t->hot_spots = text; return 0;
    case KEY_HOT_SENDERS: t->hot_senders = text; return 0;
    case KEY_HOT_LOAD: t->hot_load = text; return 0;
    case KEY_REPLAY: t->replay = text; return 0;
    case KEY_RECORD: t->record = text; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct fedx_cli_traffic *t = state->input;

    switch (key) {
    case KEY_WORKLOAD:
        t->workload = fedx_workload_find(text);
        if (!t->workload)
            argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--workload %s: fedx run --help lists the workloads", text);
        return 0;
    case KEY_LOAD: t->load = fedx_cli_number(state, "load", text, 0, 2); return 0;
    case KEY_SCHEDULE: t->schedule = fedx_cli_choice(state, "schedule", text, schedule_names); return 0;
    case KEY_ALPHA: t->alpha = fedx_cli_thousandths(state, "alpha", text, FEDX_ALPHA_MAX); return 0;
    case KEY_SKIP: t->skip_blocked = 1; return 0;
    default: return parse_sources(key, text, state, t);
    }
}

const struct argp fedx_cli_traffic_argp = {.options = argp_options, .parser = parse};

struct fedx_cli_traffic fedx_cli_traffic_defaults(void)
{
    return (struct fedx_cli_traffic){
        .workload = fedx_workload_find("wk-mixture"),
        .load = -1,
        .schedule = -1,
        .alpha = -1,
        .source = -1,
        .on_mean = -1,
        .off_mean = -1,
    };
}

static int apply_schedule(const char *command, const struct fedx_cli_traffic *t,
                          struct fedx_schedule_settings *schedule)
{
    if (t->schedule == SCHEDULE_FIFO && t->alpha >= 0)
        return fedx_cli_bad(command, "--alpha goes with --schedule alpha");
    schedule->skip_blocked = t->skip_blocked;
    if (t->alpha >= 0)
        schedule->alpha = t->alpha;
    else if (t->schedule == SCHEDULE_ALPHA)
        schedule->alpha = ALPHA_DEFAULT * FEDX_ALPHA_ONE;
    return 0;
}

/* Options that make no sense together. */
static int check_options(const char *command, const struct fedx_cli_traffic *t)
{
    static const char *const names[] = {"load",      "pattern",     "source",   "on-mean", "off-mean",
                                        "hot-spots", "hot-senders", "hot-load", NULL};
    const int given[] = {t->load >= 0,     t->pattern != NULL,   t->source >= 0,         t->on_mean >= 0,
                         t->off_mean >= 0, t->hot_spots != NULL, t->hot_senders != NULL, t->hot_load != NULL};

    for (int i = 0; t->replay && names[i]; i++)
        if (given[i])
            return fedx_cli_bad(command, "--replay brings its own messages: --%s does not go with it", names[i]);
    if (t->source != SOURCE_ON_OFF && (t->on_mean >= 0 || t->off_mean >= 0))
        return fedx_cli_bad(command, "--on-mean and --off-mean go with --source onoff");
    if (!t->hot_spots && (t->hot_senders || t->hot_load))
        return fedx_cli_bad(command, "--hot-senders and --hot-load go with --hot-spots");
    if (t->hot_spots && t->pattern)
        return fedx_cli_bad(command, "--pattern does not go with --hot-spots");
    return 0;
}

/* random:COUNT:SEED. @return 0, or FEDX_EXIT_BAD_INPUT after saying why */
static int draw_hot_spots(const char *command, const char *text, int nodes, uint8_t *roles)
{
    char *end = NULL;
    long count = strtol(text + strlen("random:"), &end, 10);
    const char *seed = *end == ':' ? end + 1 : "";

    if (count < 1 || count >= nodes || *seed < '0' || *seed > '9')
        return fedx_cli_bad(command, "--hot-spots %s: must be random:COUNT:SEED with a COUNT from 1 to %d", text,
                            nodes - 1);
    struct fedx_random r = fedx_random_stream(strtoull(seed, &end, 10), 0);
    if (*end)
        return fedx_cli_bad(command, "--hot-spots %s: must be random:COUNT:SEED with a whole number SEED", text);
    fedx_traffic_draw_roles(roles, nodes, FEDX_ROLE_HOT, (int)count, &r);
    return 0;
}

static int choose_hot_spots(const char *command, const char *text, int nodes, uint8_t *roles)
{
    int count = 0;

    if (strncmp(text, "random:", 7) == 0)
        return draw_hot_spots(command, text, nodes, roles);
    const char *error = fedx_cli_select(text, nodes, roles);
    if (error)
        return fedx_cli_bad(command, "--hot-spots %s", error);
    for (int n = 0; n < nodes; n++) {
        count += roles[n];
        roles[n] = roles[n] ? FEDX_ROLE_HOT : FEDX_ROLE_INDEPENDENT;
    }
    if (count == 0 || count == nodes)
        return fedx_cli_bad(command, "--hot-spots %s: must name at least one node, and not all", text);
    return 0;
}

/* A share of all PEs, none of them a hot spot, by the seed of the run. */
static int draw_senders(const char *command, const char *text, int nodes, uint64_t seed, uint8_t *roles)
{
    /* A stream that no PE has. */
    struct fedx_random r = fedx_random_stream(seed, UINT64_C(1) << 32);
    char *end;
    double share = strtod(text, &end);
    int left = 0;

    if (*end || !(share >= 0 && share <= 1))
        return fedx_cli_bad(command, "--hot-senders %s: a share must be from 0.0 to 1.0", text);
    int count = (int)(share * nodes + 0.5);
    for (int n = 0; n < nodes; n++)
        left += roles[n] == FEDX_ROLE_INDEPENDENT;
    if (count > left)
        return fedx_cli_bad(command, "--hot-senders %s: is %d PEs, and only %d are no hot spots", text, count, left);
    fedx_traffic_draw_roles(roles, nodes, FEDX_ROLE_SENDER, count, &r);
    return 0;
}

static int choose_senders(const char *command, const char *text, int nodes, uint64_t seed, uint8_t *roles)
{
    if (strchr(text, '.'))
        return draw_senders(command, text, nodes, seed, roles);
    uint8_t *chosen = calloc((size_t)nodes, 1);
    const char *error = chosen ? fedx_cli_select(text, nodes, chosen) : "is more than the memory holds";
    int hot = -1;
    for (int n = 0; n < nodes && !error; n++) {
        if (chosen[n] && roles[n] == FEDX_ROLE_HOT)
            hot = n;
        else if (chosen[n])
            roles[n] = FEDX_ROLE_SENDER;
    }
    free(chosen);
    if (error)
        return fedx_cli_bad(command, "--hot-senders %s", error);
    if (hot >= 0 && strcmp(text, "all") != 0 && strncmp(text, "random:", 7) != 0)
        return fedx_cli_bad(command, "--hot-senders %s: node %d is a hot spot", text, hot);
    return 0;
}

/* @return density, FEDX_BACKLOG, or a negative number that is neither */
static double hot_load(const char *text)
{
    char *end;

    if (!text || strcmp(text, "backlog") == 0)
        return FEDX_BACKLOG;
    double load = strtod(text, &end);
    return end != text && !*end && load >= 0 && load <= 2 ? load : -2;
}

static int apply_hot_spots(const char *command, const struct fedx_cli_traffic *t, uint64_t seed,
                           struct fedx_traffic *traffic)
{
    int nodes = traffic->shape.rows * traffic->shape.cols;
    uint8_t *roles = calloc((size_t)nodes, 1);
    double load = hot_load(t->hot_load);
    int status = roles ? 0 : fedx_cli_bad(command, "out of memory");

    if (load < FEDX_BACKLOG)
        status = fedx_cli_bad(command, "--hot-load %s: must be a number from 0 to 2, or backlog", t->hot_load);
    if (status == 0)
        status = choose_hot_spots(command, t->hot_spots, nodes, roles);
    if (status == 0)
        status = choose_senders(command, t->hot_senders ? t->hot_senders : hot_senders_default, nodes, seed, roles);
    if (status == 0 && fedx_traffic_hot_spots(traffic, roles, load) != 0)
        status = fedx_cli_bad(command, "out of memory");
    free(roles);
    return status;
}

static int apply_sources(const char *command, const struct fedx_cli_traffic *t, struct fedx_traffic *traffic)
{
    if (t->pattern)
        traffic->pattern = t->pattern;
    if (!traffic->pattern->fits(traffic->shape))
        return fedx_cli_bad(command, "--pattern %s %s", traffic->pattern->name, traffic->pattern->needs);
    if (t->source == SOURCE_ON_OFF) {
        traffic->on_mean = t->on_mean > 0 ? t->on_mean : BURST_DEFAULT;
        traffic->off_mean = t->off_mean > 0 ? t->off_mean : BURST_DEFAULT;
    }
    return 0;
}

static int open_files(const char *command, const struct fedx_cli_traffic *t, struct fedx_cli_sources *sources)
{
    struct fedx_traffic *traffic = &sources->traffic;
    char text[512];

    if (t->replay) {
        sources->trace = fedx_trace_read(t->replay, traffic->shape.rows * traffic->shape.cols, text, sizeof text);
        if (!sources->trace)
            return fedx_cli_bad(command, "%s", text);
        traffic->trace = sources->trace;
    }
    if (!t->record)
        return 0;
    sources->record = fopen(t->record, "w");
    if (!sources->record)
        return fedx_cli_bad(command, "cannot write %s: %s", t->record, strerror(errno));
    fputs("# time source destination packets\n", sources->record);
    return 0;
}

int fedx_cli_traffic_apply(const char *command, const struct fedx_cli_traffic *t, const struct fedx_topology *topology,
                           struct fedx_cli_sources *sources, struct fedx_pe_settings *pe)
{
    int status = check_options(command, t);

    fedx_traffic_init(&sources->traffic, topology->rows, topology->cols);
    pe->workload = t->workload;
    pe->load = t->load > 0 ? t->load : 0.7;
    pe->traffic = &sources->traffic;
    if (status == 0)
        status = apply_schedule(command, t, &pe->schedule);
    if (status == 0)
        status = apply_sources(command, t, &sources->traffic);
    if (status == 0 && t->hot_spots)
        status = apply_hot_spots(command, t, pe->seed, &sources->traffic);
    return status == 0 ? open_files(command, t, sources) : status;
}

int fedx_cli_traffic_check_record(const char *command, const struct fedx_cli_traffic *t,
                                  const struct fedx_cli_sources *sources)
{
    if (sources->record && (fflush(sources->record) != 0 || ferror(sources->record)))
        return fedx_cli_bad(command, "cannot write %s: %s", t->record, strerror(errno));
    return 0;
}

void fedx_cli_traffic_finish(struct fedx_cli_sources *sources)
{
    if (sources->record)
        fclose(sources->record);
    fedx_trace_destroy(sources->trace);
    fedx_traffic_finish(&sources->traffic);
}

void fedx_cli_traffic_print(const struct fedx_cli_traffic *t, const struct fedx_pe_settings *pe)
{
    const struct fedx_traffic *traffic = pe->traffic;

    if (t->replay) {
        printf("replay of %s", t->replay);
        return;
    }
    printf("%s at load %g", pe->workload->name, pe->load);
    if (traffic->pattern != &fedx_patterns[0])
        printf(", %s", traffic->pattern->name);
    if (traffic->on_mean > 0)
        printf(", bursts of %g cycles every %g", traffic->on_mean, traffic->on_mean + traffic->off_mean);
}

static void print_schedule(const struct fedx_schedule_settings *s)
{
    static const char skipping[] = ", blocked messages are skipped";

    if (s->alpha > 0)
        printf("schedule    alpha %g%s\n", (double)s->alpha / FEDX_ALPHA_ONE, s->skip_blocked ? skipping : "");
    else if (s->skip_blocked)
        printf("schedule    fifo%s\n", skipping);
}

void fedx_cli_traffic_print_more(const struct fedx_pe_settings *pe)
{
    const struct fedx_traffic *t = pe->traffic;

    if (t->hot_count) {
        printf("hot spots   nodes");
        for (int i = 0; i < t->hot_count; i++)
            printf(" %d", t->hot[i]);
        printf("; %d senders", t->sender_count);
        if (t->hot_load < 0)
            printf(" with endless backlog");
        else
            printf(" at load %g", t->hot_load);
        printf(", %d independent nodes\n", t->independent_count);
    }
    print_schedule(&pe->schedule);
}

static json_t *hot_load_json(const struct fedx_traffic *t)
{
    if (t->hot_count == 0)
        return json_null();
    return t->hot_load < 0 ? json_string("backlog") : json_real(t->hot_load);
}

int fedx_cli_traffic_json(const struct fedx_cli_traffic *t, const struct fedx_pe_settings *pe, json_t *traffic)
{
    const struct fedx_traffic *from = pe->traffic;
    json_t *spots = json_array();
    int failed = 0;

    for (int i = 0; i < from->hot_count; i++)
        failed |= json_array_append_new(spots, json_integer(from->hot[i]));
    json_t *more = json_pack("{s:s, s:f, s:f, s:o, s:i, s:i, s:o, s:s?}", "pattern", from->pattern->name,
                             "on_mean_cycles", from->on_mean, "off_mean_cycles", from->off_mean, "hot_spots", spots,
                             "hot_senders", from->sender_count, "independent_nodes", from->independent_count,
                             "hot_load", hot_load_json(from), "replay", t->replay);
    failed |= !more || json_object_update(traffic, more) != 0;
    if (t->replay) /* the messages are those of the trace */
        failed |= json_object_set_new(traffic, "load", json_null()) | json_object_set_new(traffic, "pattern", json_null());
    json_decref(more);
    return failed ? -1 : 0;
}

json_t *fedx_cli_schedule_json(const struct fedx_pe_settings *pe)
{
    return json_pack("{s:f, s:b}", "alpha", (double)pe->schedule.alpha / FEDX_ALPHA_ONE, "skip_blocked",
                     pe->schedule.skip_blocked);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * From a difference to a bundle. See cli_triage.h.
 */
#include "cli_triage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/install_paths.h"
#include "../../base/output.h"
#include "../../base/quote.h"
#include "../../base/scratch.h"
#include "../../base/text.h"
#include "../../bench/bench.h"
#include "../../bench/recorder.h"
#include "../../bench/replay.h"
#include "../../config/registry.h"
#include "../../config/scenario_kind.h"
#include "../../dut/dut_cache.h"
#include "../../run/session.h"
#include "../../triage/report_difference.h"
#include "../../triage/second_opinion.h"
#include "cli_wait.h"

enum { KEY_BUNDLE = 1, KEY_NO_BUNDLE, KEY_WAVEFORM, KEY_OPINION };
enum { MOST_CYCLES = 8000000, MOST_WINDOW = 1000000, WATCH_PERIOD = 256 };

static const struct argp_option argp_options[] = {
    {"bundle", KEY_BUNDLE, "FOLDER", 0,
     "where all about a difference goes (default: fedx-bundle, or with a number when that is there)", 2},
    {"no-bundle", KEY_NO_BUNDLE, 0, 0, "keep nothing about a difference but what is printed", 2},
    {"waveform", KEY_WAVEFORM, "CYCLES", 0, "cycles before a difference in its waveform (default 500, 0: no waveform)",
     2},
    {"second-opinion", KEY_OPINION, 0, 0,
     "run the difference in Icarus and Verilator by its testbench, and say who is right", 2},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_triage *t = state->input;

    switch (key) {
    case KEY_BUNDLE: t->folder = text; return 0;
    case KEY_NO_BUNDLE: t->none = 1; return 0;
    case KEY_WAVEFORM: t->window = (uint64_t)cli_integer(state, "waveform", text, 0, MOST_WINDOW); return 0;
    case KEY_OPINION: t->second_opinion = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

struct argp_child cli_triage_child(void)
{
    static const struct argp argp = {.options = argp_options, .parser = parse};

    return (struct argp_child){.argp = &argp, .header = "When model and RTL differ:"};
}

void cli_triage_init(struct cli_triage *t, int argc, char **argv)
{
    *t = (struct cli_triage){.window = BUNDLE_WINDOW, .command = cli_command(argc, argv)};
}

void cli_triage_finish(struct cli_triage *t)
{
    free(t->command);
    json_decref(t->difference);
    memset(t, 0, sizeof *t);
}

int cli_triage_check(const struct cli_triage *t, const char *command, const char *rtl_object)
{
    char error[512], sources[PATH_MAX];

    if (t->second_opinion && t->none)
        return cli_bad(command, "--second-opinion needs the testbench of a bundle: it does not go with --no-bundle");
    if (t->second_opinion && rtl_object && dut_cache_sources(rtl_object, sources) != 0)
        return cli_bad(command, "--second-opinion needs the Verilog of the router, and %s is built: name it by --dut",
                       rtl_object);
    if (t->none || !t->folder || bundle_check(t->folder, error, sizeof error) == 0)
        return 0;
    return cli_bad(command, "--bundle: %s", error);
}

/* Making a bundle ------------------------------------------------------------------------------------------------- */

/* Of a kind without histories nobody has counted packets and ports. */
static void print_counts(const struct bundle *b, const struct history_counts *c)
{
    if (b->vectors.kind->parts->triage->history)
        printf("%" PRIu64 " packet%s, %" PRIu64 " port%s, ", c->packets, c->packets == 1 ? "" : "s", c->ports,
               c->ports == 1 ? "" : "s");
    printf("%" PRIu64 " cycles", c->cycles);
}

static void print_command(const char *subcommand, const struct bundle *b, const char *folder)
{
    printf("fedx %s ", subcommand);
    quote_shell(folder, stdout);
    bundle_options(b, stdout);
}

static void print_commands(const struct bundle *b, const char *folder)
{
    printf("            repeat with: ");
    print_command("replay", b, folder);
    if (!b->from.cycles) {
        printf("; make it small with: ");
        print_command("shrink", b, folder);
    }
    printf("\n");
}

static void print_make(const struct bundle *b, const char *folder)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/testbench", folder);
    printf("            in another simulator: make -C ");
    quote_shell(path, stdout);
    printf(" icarus%s\n", bundle_unknown(b) ? " RTL=FILES (the Verilog of that object is not known)" : "");
}

void cli_triage_print(const struct bundle *b, const char *folder)
{
    printf("bundle      %s: ", folder);
    print_counts(b, &b->counts);
    if (b->from.cycles) {
        printf(" (from ");
        print_counts(b, &b->from);
        printf(")");
    }
    printf("\n");
    if (!b->reproduced)
        printf("            ATTENTION: replaying it does not show this difference (see report.txt in it)\n");
    else
        print_commands(b, folder);
    if (*b->no_testbench)
        printf("            no testbench: %s\n", b->no_testbench);
    else
        print_make(b, folder);
}

/* A bundle names the kind of its router unless it is the default. */
static void start_bundle(struct bundle *b, const struct cli_triage *t, const struct router_kind *kind,
                         const struct mismatch *d, const char *rtl_object)
{
    *b = (struct bundle){
        .vectors.kind = kind,
        .router = registry_word(kind),
        .command = strdup(t->command ? t->command : ""),
        .cycle = d->cycle,
        .mismatch = *d,
        .window = t->window,
    };
    bundle_object(b, rtl_object);
    if (t->dut) {
        b->own_object = 1;
        free(b->sources); /* make_sources makes them */
        b->sources = NULL;
    }
}

static void cannot(const char *why)
{
    fprintf(stderr, "fedx: no bundle: %s\n", why);
}

/* A bundle or a report is to be written, or somebody can be asked who confirms it. */
static int is_wanted(const struct cli_triage *t, const char *rtl_object)
{
    char sources[PATH_MAX];

    return !t->none || t->report || t->dut || !rtl_object || !*rtl_object ||
           dut_cache_sources(rtl_object, sources) == 0;
}

/* The Verilog of a user's router, as other simulators want it, in a folder that drop_sources removes. */
static void make_sources(struct bundle *b, const struct cli_triage *t)
{
    char path[PATH_MAX], error[DUT_ERROR];

    if (!t->dut)
        return;
    if (scratch_make("fedx-sources", path, error, sizeof error) != 0) {
        fprintf(stderr, "fedx: no testbench: %s\n", error);
        return;
    }
    b->sources = strdup(path);
    if (dut_flatten(t->dut, path, error, sizeof error) != 0)
        fprintf(stderr, "fedx: no testbench: %s\n", error);
}

static void drop_sources(const struct bundle *b, const struct cli_triage *t)
{
    char path[PATH_MAX];

    if (!t->dut || !b->sources)
        return;
    snprintf(path, sizeof path, "%s", b->sources);
    scratch_remove(path);
}

int cli_triage_opinion(const struct bundle *b, const char *folder, int silent, char *error, size_t size)
{
    struct second_opinion opinion;
    struct output output;
    char path[PATH_MAX];

    if (bundle_testbench(folder, path, error, size) != 0 ||
        second_opinion(b->vectors.kind, path, NULL, b->mismatch.field, &opinion, error, size) != 0)
        return -1;
    if (!silent)
        second_opinion_print(b->vectors.kind, &opinion, stdout);
    if ((size_t)snprintf(path, sizeof path, "%s/second-opinion.txt", folder) >= sizeof path ||
        output_open(&output, path, error, size) != 0)
        return -1;
    second_opinion_print(b->vectors.kind, &opinion, output.file);
    return output_close(&output, error, size);
}

/* All that is found out ------------------------------------------------------------------------------------------- */

/* @return 0, or -1 after saying why there is no bundle */
static int begin(struct bundle *b, const struct cli_triage *t, char *folder, size_t length)
{
    char error[512];
    int status = t->folder ? bundle_begin(b, t->folder, error, sizeof error)
                           : bundle_begin_next(b, folder, length, error, sizeof error);

    if (status != 0)
        cannot(error);
    else if (t->folder)
        snprintf(folder, length, "%s", t->folder);
    return status;
}

/* See whether the vectors suffice, and what they tell. @return 0, or -1 when out of memory */
static int replay(struct bundle *b, struct cli_triage *t, const struct node_ops *rtl, FILE *hops)
{
    struct report_wave *wave = t->report ? report_wave_create(b) : NULL;
    struct observer observer;

    if (t->report && !wave)
        return -1;
    if (wave)
        observer = report_wave_observer(wave);
    int status = bundle_replay(b, rtl, wave ? &observer : NULL);
    if (status == 0 && hops && b->history && b->vectors.kind->parts->triage->hops)
        b->hops = b->vectors.kind->parts->triage->hops(b->history, hops);
    if (status == 0 && wave)
        t->difference = report_difference(b, wave);
    report_wave_destroy(wave);
    return status;
}

/* @return 0, or -1 after saying why there is no bundle */
static int write_bundle(struct bundle *b, struct cli_triage *t, const char *folder)
{
    char error[512];

    if (bundle_write(b, folder, error, sizeof error) != 0) {
        cannot(error);
        return -1;
    }
    if (t->none)
        return 0;
    snprintf(t->written, sizeof t->written, "%s", folder);
    if (!t->silent)
        cli_triage_print(b, folder);
    return 0;
}

static void ask_both(const struct bundle *b, const struct cli_triage *t, const char *folder)
{
    char error[512];

    if (cli_triage_opinion(b, folder, t->silent, error, sizeof error) != 0)
        fprintf(stderr, "fedx: no second opinion: %s\n", error);
}

/* Somebody else shows the difference, too, or the simulator is in doubt. */
static void confirm(struct cli_triage *t, const struct bundle *b, const char *folder)
{
    struct cli_wait wait;

    if (t->dut) {
        cli_wait_begin(&wait, t->dut->top, t->silent);
        confirm_build(&t->confirmation, b, t->dut);
        cli_wait_end(&wait);
    }
    if (!t->dut || folder)
        confirm_testbench(&t->confirmation, b, folder);
    if (!t->silent)
        confirm_print(&t->confirmation);
}

/* Where the bundle goes; one that nobody wants to keep is only for who confirms. @return 0, or -1 when there is none */
static int begin_somewhere(struct bundle *b, const struct cli_triage *t, char temporary[PATH_MAX], char *folder)
{
    char error[PATH_MAX + 128];

    if (!t->none)
        return begin(b, t, folder, PATH_MAX);
    if (t->dut || bundle_unknown(b))
        return -1;
    if (scratch_make("fedx-confirm", temporary, error, sizeof error) == 0 &&
        snprintf(folder, PATH_MAX, "%s/bundle", temporary) < PATH_MAX &&
        bundle_begin(b, folder, error, sizeof error) == 0)
        return 0;
    cannot(error);
    return -1;
}

/* The vectors are there: replay them once, and write what that shows. */
static void complete(struct bundle *b, struct cli_triage *t, const struct node_ops *rtl, FILE *hops)
{
    char folder[PATH_MAX], temporary[PATH_MAX] = "";
    int begun;

    if (!t->none)
        make_sources(b, t);
    begun = begin_somewhere(b, t, temporary, folder) == 0;
    if (replay(b, t, rtl, hops) != 0)
        cannot("out of memory");
    else if (begun)
        begun = write_bundle(b, t, folder) == 0;
    drop_sources(b, t);
    confirm(t, b, begun ? folder : NULL);
    if (begun && t->second_opinion)
        ask_both(b, t, folder);
    scratch_remove(temporary);
}

/* The vectors of a recorder, and the difference as they show it. @return 0, or -1 when out of memory */
static int take_recorded(struct bundle *b, void *node)
{
    const struct mismatch *d = lockstep_mismatch(recorder_inside(node));
    const struct vectors *v = recorder_vectors(node);

    vectors_clear(&b->vectors);
    if (v && vectors_append(&b->vectors, v, v->count) != 0)
        v = NULL;
    if (d && mismatch_same(d, &b->mismatch))
        b->mismatch = *d;
    return v ? 0 : -1;
}

/* From the stimulus ----------------------------------------------------------------------------------------------- */

/*
 * Run episodes `first` to `last` and keep what the router read.
 * @return 1 when they end with the difference, 0 when not, -1 when out of memory or too long
 */
static int record_episodes(struct bundle *b, struct stimulus_config config, uint64_t first, uint64_t last)
{
    const struct stimulus_kind *kind = b->vectors.kind->parts->bench->stimulus;
    struct stimulus *s;
    int found = -1;

    config.ops = b->vectors.kind->parts->bench->recorder;
    config.coverage = NULL;
    config.first = first;
    config.cycles = MOST_CYCLES;
    s = stimulus_create(kind, b->vectors.kind, &config);
    if (!s)
        return -1;
    for (uint64_t e = first; e <= last && !kind->episode(s); e++)
        ;
    const struct mismatch *d = lockstep_mismatch(recorder_inside(s->node));
    if (s->result.cycles < MOST_CYCLES)
        found = d && mismatch_same(d, &b->mismatch);
    if (found == 1 && take_recorded(b, s->node) != 0)
        found = -1;
    stimulus_destroy(s);
    return found;
}

void cli_triage_stimulus(struct cli_triage *t, const struct router_kind *kind, const struct stimulus_config *config,
                         uint64_t episode, const struct mismatch *d)
{
    struct bundle b;
    int found = 0;

    if (!is_wanted(t, t->rtl_object))
        return;
    if (!kind->parts->triage) {
        cannot("routers of this kind are not looked into");
        return;
    }
    start_bundle(&b, t, kind, d, t->rtl_object);
    b.seed = config->seed;
    b.power_up = config->power_up;
    /* A reset defines all state, so the last episode should do; if a register survived it, more are needed. */
    for (uint64_t back = 0; found == 0; back = back ? 2 * back : 1) {
        uint64_t first = episode > back ? episode - back : 0;
        found = record_episodes(&b, *config, first, episode);
        if (first == 0)
            break;
    }
    if (found == 1)
        complete(&b, t, config->inner, NULL);
    else
        cannot(found < 0 ? "the difference needs more cycles before it than can be kept, or out of memory"
                         : "the same stimulus does not show the difference again");
    bundle_finish(&b);
}

/* From a fabric --------------------------------------------------------------------------------------------------- */

/* The scenario as it is to be run again: without what it writes. */
static void without_output(struct scenario *s)
{
    s->output.json[0] = s->output.coverage[0] = s->output.csv[0] = s->output.hops[0] = s->output.trace[0] =
        s->output.record[0] = 0;
    s->run.digest = 0;
}

static int show(void *context, const struct fabric *f)
{
    cli_progress_show(context, fabric_cycle(f), "cycles, once more to record");
    return 0;
}

/* @param hops  NULL: there is no room for it. @return 0, or -1 with one sentence in error */
static int run_again(struct session *session, FILE *hops, char *error, size_t size)
{
    struct cli_progress progress;
    int status = -1;

    session->engine = &engine_cycle;
    session->setup.config.hops = hops;
    session->fabric = hops ? fabric_create(&session->setup.config) : NULL;
    snprintf(error, size, "out of memory, or no room for a temporary file");
    if (session->fabric) {
        cli_progress_init(&progress, (uint64_t)session->setup.scenario.run.cycles, 0);
        status = session_run(session, show, &progress, error, size);
        cli_progress_end(&progress);
    }
    return status;
}

/* What a router reads. @return 0 with the vectors in b, or -1 with one sentence in error */
static int record_node(struct bundle *b, struct session *session, FILE *hops, char *error, size_t size)
{
    session->setup.nodes[b->node] = session->setup.kind->parts->bench->recorder;
    if (run_again(session, hops, error, size) != 0)
        return -1;
    if (take_recorded(b, fabric_node(session->fabric, b->node)) == 0)
        return 0;
    return text_fail(error, size, "out of memory");
}

/* What a port has read. */
struct port_record {
    struct bundle *bundle;
    int lost; /* a cycle that memory did not suffice for */
};

static void see_port(void *context, const void *in, const void *control)
{
    struct port_record *r = context;

    r->lost |= vectors_add(&r->bundle->vectors, in, control) != 0;
}

/* Likewise what the port of an endpoint reads. */
static int record_port(struct bundle *b, struct session *session, FILE *hops, char *error, size_t size)
{
    struct port_record record = {b, 0};
    const struct port_tap tap = {b->node, &record, see_port};

    session->setup.config.endpoint.port_tap = &tap;
    if (run_again(session, hops, error, size) != 0)
        return -1;
    if (!record.lost)
        return 0;
    return text_fail(error, size, "out of memory");
}

void cli_triage_fabric(struct cli_triage *t, const struct scenario *scenario,
                       const struct session_difference *difference)
{
    static struct session session;
    struct scenario again = *scenario;
    struct bundle b;
    char error[SCENARIO_ERROR];
    FILE *hops;

    if (!is_wanted(t, scenario->fabric.rtl_object))
        return;
    if (!difference->kind->parts->bench || !difference->kind->parts->triage) {
        cannot("routers of this kind are not recorded");
        return;
    }
    hops = tmpfile();
    without_output(&again);
    memset(&session, 0, sizeof session);
    start_bundle(&b, t, difference->kind, difference->mismatch, scenario->fabric.rtl_object);
    b.node = difference->number;
    b.seed = (uint64_t)scenario->traffic.seed;
    b.power_up = scenario->fabric.power_up && !difference->at_endpoint
                     ? (uint64_t)scenario->fabric.power_up + (uint64_t)b.node
                     : 0;
    if (setup_init(&session.setup, &again, error, sizeof error) != 0 ||
        setup_open(&session.setup, error, sizeof error) != 0 ||
        (difference->at_endpoint ? record_port : record_node)(&b, &session, hops, error, sizeof error) != 0)
        cannot(error);
    else
        complete(&b, t, difference->at_endpoint ? session.setup.config.endpoint.port_rtl : session.setup.config.inner,
                 hops);
    session_finish(&session);
    if (hops)
        fclose(hops);
    bundle_finish(&b);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx shrink: the bundle of a difference made small.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/clock.h"
#include "../../base/text.h"
#include "../../config/registry.h"
#include "../../triage/late_start.h"
#include "../../triage/triage.h"
#include "../common/cli_parse.h"
#include "../common/cli_rtl.h"
#include "../common/cli_triage.h"
#include "../common/instances.h"
#include "fedx/params.h"

enum { KEY_OBJECT = 256, KEY_BUNDLE, KEY_ANY, KEY_SECONDS, KEY_START, KEY_QUIET, KEY_TRUST };
enum { MOST_SECONDS = 1000000 };
/* Cycles played unless --seconds bounds the time: so many replays of the whole, but not fewer or more than these. A
 * count of cycles leaves the same on any machine. */
enum { REPLAYS = 1000, FEWEST_CYCLES = 40000000, MOST_CYCLES = 400000000 };
/* Of that, the part for a replay from the reset when one from a state is there already. */
enum { SHARE_OF_RESET = 4 };
/* A replay from the reset with so few packets is better than one from a state. */
enum { FEW_PACKETS = 8 };

/* Where the small replay starts. */
enum origin { START_BEST, START_RESET, START_STATE };
static const char *const start_names[] = {"best", "reset", "state", NULL};

static const struct argp_option argp_options[] = {
    {"bundle", KEY_BUNDLE, "FOLDER", 0, "where the small bundle goes (default: BUNDLE-small)", 0},
    {"any", KEY_ANY, 0, 0, "any difference will do (default: the same field, at any port or buffer)", 0},
    {"seconds", KEY_SECONDS, "N", 0,
     "try no further parts after this much processor time (default: after 1000 replays' worth of cycles, 40 to 400 million)",
     0},
    {"start", KEY_START, "WHERE", 0,
     "where the small replay starts: reset; state, set in model and RTL just before the difference; best (default): state "
     "if more than 8 packets are left from the reset",
     0},
    {"rtl-object", KEY_OBJECT, "FILE", 0,
     "the Verilated RTL (default: that of this project, or with --trust the bundle's own)", 0},
    {"trust", KEY_TRUST, 0, 0, "run code that is in the bundle: its switch", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

struct options {
    const char *folder, *object, *to;
    int any, quiet, trust;
    int64_t seconds; /* 0: not given */
    enum origin start;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_BUNDLE: o->to = text; return 0;
    case KEY_ANY: o->any = 1; return 0;
    case KEY_SECONDS: o->seconds = cli_integer(state, "seconds", text, 1, MOST_SECONDS); return 0;
    case KEY_START: o->start = (enum origin)cli_choice(state, "start", text, start_names); return 0;
    case KEY_TRUST: o->trust = 1; return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_ARG: cli_argument(state, text, &o->folder); return 0;
    case ARGP_KEY_END:
        if (!o->folder)
            argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "name the bundle: fedx shrink FOLDER");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "BUNDLE",
    .doc = "Leave out of a bundle what its difference does without: ports, packets, what the neighbours did, settings, "
           "routes, idle time; and write what is left as a bundle of its own.\vExamples:\n"
           "  fedx shrink fedx-bundle\n"
           "  fedx shrink fedx-bundle --any --bundle smaller\n"
           "  fedx shrink fedx-bundle --start reset --seconds 600\n",
};

/* At most four times a second, on a terminal. */
static void show(void *context, uint64_t trials, int64_t packets, size_t cycles)
{
    struct cli_progress *p = context;
    double now = clock_wall();
    char text[32] = "";

    if (!p->active || now - p->last < 0.25)
        return;
    p->last = now;
    p->shown = 1;
    if (packets != SHRINK_NO_PACKETS)
        snprintf(text, sizeof text, "%" PRIi64 " packets, ", packets);
    fprintf(stderr, "\r%" PRIu64 " trials, %s%zu cycles ", trials, text, cycles);
}

/* What is being shrunk, and to what. */
struct job {
    const struct options *o;
    struct bundle *b;
    const struct node_ops *rtl;
    struct vectors near, far; /* from a state; from the reset */
    struct replay shown[2];   /* by far; by near */
    struct shrink_config config;
    char *error;
    size_t size;
};

static uint64_t cycles_of_trials(const struct job *j, int has_near)
{
    uint64_t cycles = REPLAYS * (uint64_t)j->b->vectors.count;

    if (j->o->seconds)
        return 0;
    cycles = cycles < FEWEST_CYCLES ? FEWEST_CYCLES : cycles > MOST_CYCLES ? MOST_CYCLES : cycles;
    return has_near ? cycles / SHARE_OF_RESET : cycles;
}

/* From a state near the difference. @return 1, 0 when there is none, or -1 when out of memory */
static int find_near(struct job *j)
{
    const struct late_start_config config = {.rtl = j->rtl, .power_up = j->b->power_up, .field = j->config.field};
    const struct router_kind *kind = j->b->vectors.kind;
    uint64_t trials;
    double start = clock_user();
    int found;

    if (j->o->start == START_RESET || !kind->parts->triage->late_start)
        return 0;
    if (!j->rtl->inject) {
        printf(
            "state       the cycles from the reset on are kept: this RTL cannot be put in a state, since its registers cannot be set\n");
        return 0;
    }
    found = late_start_find(&j->b->vectors, &config, &j->near, &j->shown[1], &trials);
    if (found < 0)
        snprintf(j->error, j->size, "out of memory");
    else if (found)
        printf("state       %" PRIu64
               " trials in %.1f s: the last %zu of %zu cycles, from a state of %u packets, show it\n",
               trials, clock_user() - start, j->near.count - j->near.start->at, j->b->vectors.count,
               kind->held(&j->near.start->registers));
    else
        printf(
            "state       no state of the named registers up to %d cycles before the difference shows it: it takes what none "
            "of them shows, or the run from the reset\n",
            LATE_START_CYCLES);
    return found;
}

/* From the reset. @return 0 with the vectors in far, or -1 */
static int shrink_far(struct job *j, struct shrink_result *result)
{
    struct cli_progress progress;
    const struct triage_kind *kind = j->b->vectors.kind->parts->triage;
    double start = clock_user();

    snprintf(j->error, j->size, "out of memory");
    if (vectors_append(&j->far, &j->b->vectors, j->b->vectors.count) != 0)
        return -1;
    j->config.context = &progress;
    cli_progress_init(&progress, 0, j->o->quiet);
    int status =
        (kind->shrink ? kind->shrink : shrink_vectors)(&j->far, &j->config, &j->shown[0], result, j->error, j->size);
    cli_progress_end(&progress);
    if (status == 0)
        printf("shrunk      %" PRIu64 " trials in %.1f s%s\n", result->trials, clock_user() - start,
               result->complete ? "" : "; time was up, more could be left out (--seconds)");
    return status;
}

/* Packets in vectors of a kind that tells of them; else more than a few. */
static uint64_t packets_in(const struct job *j, const struct vectors *v)
{
    const struct history_ops *ops = v->kind->parts->triage->history;
    void *history = ops ? ops->create(v->kind) : NULL;
    uint64_t packets = FEW_PACKETS + 1;

    if (!history)
        return packets;
    const struct observer observer = observer_with(&ops->observer, history);
    const struct replay_config config = {
        .vectors = v, .rtl = j->rtl, .power_up = j->b->power_up, .observer = &observer, .observers = 1};
    struct replay found;
    if (replay_observed(&config, &found) == 0)
        packets = ops->count(history).packets;
    ops->destroy(history);
    return packets;
}

/* The better of the two replays becomes the bundle's. */
static void take(struct job *j, int near)
{
    struct bundle *b = j->b;
    struct vectors *from = near ? &j->near : &j->far;

    vectors_finish(&b->vectors);
    b->vectors = *from;
    *from = (struct vectors){.kind = b->vectors.kind};
    b->from = b->from.cycles ? b->from : b->counts;
    b->mismatch = j->shown[near].mismatch;
}

static int is_small(const struct job *j, const struct shrink_result *result)
{
    uint64_t packets = result->packets != SHRINK_NO_PACKETS ? (uint64_t)result->packets : packets_in(j, &j->far);

    return result->complete && packets <= FEW_PACKETS;
}

static int make_small(struct job *j)
{
    struct shrink_result result;
    int near = find_near(j);

    if (near < 0)
        return -1;
    if (j->o->start == START_STATE) {
        snprintf(j->error, j->size,
                 "--start state: no replay from a state shows the difference; shrink it from the reset");
        if (near)
            take(j, 1);
        return near ? 0 : -1;
    }
    j->config.cycles = cycles_of_trials(j, near);
    if (shrink_far(j, &result) != 0)
        return -1;
    take(j, near && !is_small(j, &result));
    return 0;
}

/* @return 0, or -1 with one sentence in error */
static int write_bundle(struct bundle *b, const struct node_ops *rtl, const char *to, char *error, size_t size)
{
    if (bundle_begin(b, to, error, size) != 0)
        return -1;
    if (bundle_replay(b, rtl, NULL) == 0)
        return bundle_write(b, to, error, size);
    return text_fail(error, size, "out of memory");
}

static int shrink(struct bundle *b, const struct options *o, const char *to)
{
    char error[BUNDLE_ERROR];
    struct job j = {.o = o,
                    .b = b,
                    .near.kind = b->vectors.kind,
                    .far.kind = b->vectors.kind,
                    .error = error,
                    .size = sizeof error};
    int status = o->object || b->rtl_object ? 0 : cli_rtl("shrink", b->vectors.kind, 0);

    if (status != 0)
        return status;
    j.rtl = bundle_open(b, o->folder, o->object, o->trust, error, sizeof error);
    if (!j.rtl || bundle_check(to, error, sizeof error) != 0)
        return cli_bad("shrink", "%s", error);
    if (b->vectors.start)
        return cli_bad("shrink", "%s: it starts from a state already: shrink the bundle that it was made of",
                       o->folder);
    j.config = (struct shrink_config){.rtl = j.rtl,
                                      .power_up = b->power_up,
                                      .field = o->any ? NULL : b->mismatch.field,
                                      .seconds = (double)o->seconds,
                                      .on_trial = show};
    status = make_small(&j) == 0 ? write_bundle(b, j.rtl, to, error, sizeof error) : -1;
    vectors_finish(&j.near);
    vectors_finish(&j.far);
    if (status != 0)
        return cli_bad("shrink", "%s: %s", o->folder, error);
    cli_triage_print(b, to);
    b->vectors.kind->parts->lockstep->print(b->vectors.kind, &b->mismatch, b->node, stdout);
    return CLI_EXIT_GOOD;
}

/* Where the small bundle goes: BUNDLE-small, whether BUNDLE ends with a slash or not. */
static void destination(const struct options *o, char *to, size_t size)
{
    int length = (int)strlen(o->folder);

    while (length > 1 && o->folder[length - 1] == '/')
        length--;
    if (o->to)
        snprintf(to, size, "%s", o->to);
    else
        snprintf(to, size, "%.*s-small", length, o->folder);
}

int shrink_main(int argc, char **argv)
{
    struct options o = {0};
    struct bundle b;
    char error[BUNDLE_ERROR], to[PATH_MAX];
    const struct instance *instance;
    int status;

    cli_parse(&argp, argc, argv, &o);
    instance = instance_for(bundle_buffers(o.folder, FEDX_STANDARD_BUFFERS), 1);
    if (instance->buffers != FEDX_BUFFERS)
        return instance_run(instance, "shrink", argc, argv);
    destination(&o, to, sizeof to);
    status = bundle_read(&b, unit_kinds, o.folder, error, sizeof error) == 0 ? shrink(&b, &o, to)
                                                                             : cli_bad("shrink", "%s", error);
    bundle_finish(&b);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A session saved to a checkpoint, and one that goes on from it. docs/reference/checkpoints.md.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../base/quote.h"
#include "../base/text.h"
#include "../config/written.h"
#include "session_internal.h"
#include "setup_ranks.h"

/* What a checkpoint has to say before its fabric can be made. */
struct opening {
    uint64_t wiring;              /* hash of the fabric's */
    uint64_t rtl, matrix, replay; /* hashes of the RTL, the traffic matrix, and the trace that is replayed, 0 = none */
    struct setup_marks marks;
    double seconds;
    int event_engine, draining;
};

static uint64_t hash_of_rtl(const struct session *s)
{
    return s->setup.config.inner ? node_build(s->setup.config.inner) : 0;
}

static uint64_t hash_of_replay(const struct session *s)
{
    return trace_hash(s->setup.replay, s->setup.topology->endpoints);
}

static uint64_t hash_of_matrix(const struct session *s)
{
    return traffic_matrix_hash(s->setup.matrix, s->setup.topology->endpoints);
}

static void archive_opening(struct opening *o, struct archive *a)
{
    archive_section(a, "run");
    ARCHIVE(a, o->wiring);
    ARCHIVE(a, o->rtl);
    ARCHIVE(a, o->matrix);
    ARCHIVE(a, o->replay);
    ARCHIVE(a, o->marks);
    ARCHIVE(a, o->seconds);
    ARCHIVE(a, o->event_engine);
    ARCHIVE(a, o->draining);
}

static void archive_run(struct session *s, struct archive *a)
{
    if (s->check)
        engines_archive(s->check, a);
    else
        s->engine->archive(s->fabric, a);
    if (s->coverage)
        coverage_fabric_archive(s->coverage, a);
}

void session_resume_command(const struct session *s, char *text, size_t size)
{
    FILE *out;

    memset(text, 0, size);
    out = fmemopen(text, size - 1, "w");
    if (!out)
        return;
    fputs("fedx run", out);
    quote_option("resume", s->saved ? s->saved : "", out);
    if (*s->given.fabric.rtl_object) /* no file is taken at its word about what code to run */
        quote_option("rtl-object", s->given.fabric.rtl_object, out);
    if (written_first_outside(&s->given, 0) >= 0) /* nor about where to write */
        fputs(" --trust", out);
    fclose(out);
}

void session_lost(const struct session *s, const char *reason, char *error, size_t size)
{
    char command[SCENARIO_TEXT];

    session_resume_command(s, command, sizeof command);
    if (s->saved)
        snprintf(error, size, "%.1200s; saved is cycle %" PRIu64 ": go on with %s", reason, s->saved_cycle, command);
    else
        snprintf(error, size, "%.2000s; nothing is saved", reason);
}

static int cannot_save(const struct session *s, const char *reason, char *error, size_t size)
{
    session_lost(s, reason, error, size);
    return -1;
}

/* @return 0, or -1 with the reason */
static int save_to_file(struct session *s, char *reason, size_t size)
{
    struct opening o = {.rtl = hash_of_rtl(s),
                        .wiring = topology_hash(s->setup.topology),
                        .matrix = hash_of_matrix(s),
                        .replay = hash_of_replay(s),
                        .seconds = s->seconds,
                        .event_engine = s->setup.event_engine,
                        .draining = s->draining};
    struct archive *a = &s->archive;

    if (setup_mark(&s->setup, &o.marks, reason, size) != 0)
        return -1;
    archive_save(a);
    archive_opening(&o, a);
    archive_run(s, a);
    if (archive_end(a) == 0)
        return checkpoint_write(s->checkpoint, &s->given, a, reason, size);
    return text_fail(reason, size, "%s", a->reason);
}

/* By all ranks: what each has comes to the first one, which writes it. @return 0, or -1 on all with the reason */
static int save_together(struct session *s, char *reason, size_t size)
{
    struct ranks *ranks = s->setup.ranks;
    int status = 0;

    if (s->check)
        engines_assemble(s->check);
    else
        fabric_assemble(s->fabric);
    if (s->coverage)
        coverage_fabric_gather(s->coverage, s->fabric);
    if (!ranks || ranks->rank == 0)
        status = save_to_file(s, reason, size);
    return ranks ? ranks_agree(ranks, status != 0, reason, size) : status;
}

int session_save(struct session *s, char *error, size_t size)
{
    struct ranks *ranks = s->setup.ranks;
    int (*ended)(void) = ranks ? ranks->ended : NULL;
    char reason[SCENARIO_ERROR];
    int status;

    if (ranks)
        ranks->ended = NULL; /* a large fabric takes long: nobody is missing then */
    status = save_together(s, reason, sizeof reason);
    if (ranks)
        ranks->ended = ended;
    if (status != 0)
        return cannot_save(s, reason, error, size);
    s->saved = s->checkpoint;
    s->saved_cycle = fabric_cycle(s->fabric);
    return 0;
}

/* Other RTL or other messages would make it a run of neither. */
static int check_inputs(const struct session *s, const struct opening *o, char *error, size_t size)
{
    const struct scenario *scenario = &s->setup.scenario;

    if (o->wiring != topology_hash(s->setup.topology))
        snprintf(error, size, "%s has changed since the run was saved: it must be as it was",
                 *scenario->fabric.graph ? scenario->fabric.graph : setup_routes(scenario));
    else if (o->rtl != hash_of_rtl(s))
        snprintf(error, size, "the run was saved with another RTL build: give it with --rtl-object, or start anew");
    else if (o->matrix != hash_of_matrix(s))
        snprintf(error, size, "%s has changed since the run was saved: it must be as it was", scenario->traffic.matrix);
    else if (o->replay != hash_of_replay(s))
        snprintf(error, size, "%s has changed since the run was saved: it must be as it was", scenario->traffic.replay);
    else
        return 0;
    return -1;
}

/* With the engine that the run had: which one that is may depend on what may have been changed. */
static int set_up(struct session *s, int event_engine, char *error, size_t size)
{
    struct scenario scenario = s->given;

    scenario.run.engine = event_engine ? ENGINE_EVENT : ENGINE_CYCLE;
    if (setup_init(&s->setup, &scenario, error, size) != 0)
        return -1;
    s->setup.scenario.run.engine = s->given.run.engine;
    return 0;
}

/*
 * The cycle is one of the run; while draining, which has no last cycle, one after its end that leaves cycles to count.
 */
static int in_run(const struct session *s)
{
    uint64_t now = fabric_cycle(s->fabric), end = (uint64_t)s->setup.scenario.run.cycles;

    return s->draining ? now >= end && now - end <= INT64_MAX / 2 : now <= end;
}

static int cannot_resume(const char *path, const char *reason, char *error, size_t size)
{
    return text_fail(error, size, "cannot go on from %.1000s: %.1500s", path, reason);
}

static int load(struct session *s, struct archive *a, const char *path, char *error, size_t size)
{
    archive_run(s, a);
    archive_check(a, in_run(s) && isfinite(s->seconds) && s->seconds >= 0);
    if (archive_end(a) != 0)
        return cannot_resume(path, a->reason, error, size);
    s->saved_cycle = fabric_cycle(s->fabric);
    return 0;
}

int session_resume(struct session *s, const struct scenario *scenario, struct checkpoint *from, const char *path,
                   char *error, size_t size)
{
    struct archive *a = &from->archive;
    struct opening o = {0};
    char reason[SCENARIO_ERROR];

    memset(s, 0, sizeof *s);
    s->given = *scenario;
    s->saved = path;
    archive_opening(&o, a);
    s->seconds = o.seconds;
    s->draining = o.draining;
    snprintf(reason, sizeof reason, "%s", a->reason ? a->reason : "");
    int failed = a->reason || set_up(s, o.event_engine, reason, sizeof reason) != 0 ||
                 setup_resume(&s->setup, &o.marks, reason, sizeof reason) != 0 ||
                 check_inputs(s, &o, reason, sizeof reason) != 0;
    s->setup.from = from->check;
    if (setup_agree(&s->setup, failed, reason, sizeof reason) != 0 || session_begin(s, reason, sizeof reason) != 0)
        return cannot_resume(path, reason, error, size);
    failed = load(s, a, path, error, size) != 0;
    return s->setup.ranks ? ranks_agree(s->setup.ranks, failed, error, size) : failed ? -1 : 0;
}

void session_done(struct session *s)
{
    /* One that was resumed from and then saved elsewhere stays. */
    if (s->saved && s->checkpoint && strcmp(s->saved, s->checkpoint) == 0)
        unlink(s->saved);
    s->saved = NULL;
}

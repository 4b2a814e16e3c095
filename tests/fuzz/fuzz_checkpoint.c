/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoints. Damage is sealed with a checksum that is right, so that it gets to
 * what is behind it; what can be resumed is run for a while, and its results told.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cmodel/run/checkpoint.h"
#include "../../cmodel/results/results.h"
#include "../../cmodel/run/session.h"
#include "fuzz.h"

static const char *const words[] = {"rows: 5", "cycles: 1", "true", "event", "\n", NULL};

static int stop(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_cycle(f) >= 768;
}

static int save(struct scenario *s, const char *path)
{
    static struct session session;
    char error[SCENARIO_ERROR];
    int status = session_prepare(&session, s, error, sizeof error);

    session.checkpoint = path;
    if (status == 0)
        status = session_run(&session, stop, NULL, error, sizeof error);
    if (status == 0)
        status = session_save(&session, error, sizeof error);
    session_finish(&session);
    return status;
}

static int seed_checkpoint(int number, FILE *out)
{
    enum { MOST = 5 };
    static const char *const set[][MOST] = {
        {"run.engine=event", "traffic.load=0.9", "run.drain=packets"},
        {"run.engine=cycle", "traffic.load=0.9", "run.digest=true"},
        {"run.engine=event", "traffic.load=1.5", "traffic.schedule=alpha"},
        {"run.engine=cycle", "fault.faults=random:1e-3", "traffic.load=0.7"},
        {"run.engine=cycle", "output.coverage=c.json", "traffic.source=onoff"},
        {"run.check_engine=true", "traffic.load=0.7", "output.report=r"},
        {"run.cycles=768", "run.drain=messages", "traffic.load=1.9"},
        {"fabric.router=vcr-tree", "fabric.topology=mesh", "fabric.cols=4", "traffic.source=bernoulli", "sat.sat=ring"},
        {"fabric.router=vcr-mesh", "fabric.topology=mesh", "sat.sat=tree", "run.drain=packets"},
        {"run.engine=event", "traffic.replay=" FUZZ_SOURCE "/tests/fuzz/replayed.trace"},
        {"fabric.router=vcr-mesh", "fabric.topology=mesh", "responses.trace_classes=true",
         "traffic.replay=" FUZZ_SOURCE "/tests/fuzz/replayed.trace"},
    };
    char path[] = "/tmp/fedx-fuzz-XXXXXX", error[SCENARIO_ERROR];
    struct scenario s;
    int file;

    if (number >= (int)(sizeof set / sizeof *set) || (file = mkstemp(path)) < 0)
        return -1;
    close(file);
    scenario_defaults(&s);
    scenario_assign(&s, "fabric.rows=2", error, sizeof error);
    scenario_assign(&s, "fabric.cols=3", error, sizeof error);
    scenario_assign(&s, "run.cycles=2000", error, sizeof error);
    for (int i = 0; i < MOST && set[number][i]; i++)
        if (scenario_assign(&s, set[number][i], error, sizeof error) != 0)
            fprintf(stderr, "%s\n", error);
    if (save(&s, path) != 0)
        abort();
    int status = fuzz_copy(path, out);
    unlink(path);
    return status;
}

static void seal(struct fuzz_input *in)
{
    struct checkpoint_header h;

    if (in->length < sizeof h)
        return;
    size_t room = in->length - sizeof h;
    memcpy(&h, in->bytes, sizeof h);
    memcpy(h.magic, CHECKPOINT_MAGIC, sizeof h.magic);
    h.format = CHECKPOINT_FORMAT;
    h.scenario = h.scenario < room ? h.scenario : room;
    h.archive = room - h.scenario;
    h.check = checkpoint_check_of(&h, in->bytes + sizeof h, in->bytes + sizeof h + h.scenario);
    memcpy(in->bytes, &h, sizeof h);
}

/* For 256 cycles, and as many of the drain. */
static int look(void *context, const struct fabric *f)
{
    (void)context;
    (void)f;
    return 1;
}

/* What was resumed is in the run, or in its drain: or it would never end. */
static void check_cycle(const struct session *session)
{
    uint64_t now = fabric_cycle(session->fabric), end = (uint64_t)session->setup.scenario.run.cycles;

    if (session->draining ? now < end : now > end)
        abort();
}

static int read_checkpoint(const char *path, char *error, size_t size)
{
    static struct session session;
    static struct scenario s;
    struct checkpoint c;
    int status = checkpoint_read(&c, path, &s, error, size);

    if (status == 0)
        status = session_resume(&session, &s, &c, path, error, size);
    if (status == 0) {
        check_cycle(&session);
        status = session_run(&session, look, NULL, error, size);
    }
    if (status == 0)
        json_decref(results_to_json(&session));
    session_finish(&session);
    checkpoint_finish(&c);
    return status;
}

const struct fuzz_format fuzz_checkpoint = {"checkpoint", seed_checkpoint, read_checkpoint, seal, words, NULL};

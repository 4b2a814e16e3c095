/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes of `fedx verify`: all profiles first; then what they leave out.
 */
#include <string.h>

#include "../../base/clock.h"
#include "../../bench/bench.h"
#include "../../bench/coverage_steering.h"
#include "../common/cli.h"
#include "verify_internal.h"

enum { FURTHER_FROM = 1000000 }; /* cycles from which on there are more passes than the first */

/* A pass of the stimulus has ended. */
static void add_stimulus(struct verification *v, const struct verify_options *o, const struct stimulus *s)
{
    const struct mismatch *d = lockstep_mismatch(s->node);
    struct compared c = lockstep_compared(s->node);
    struct stimulus_result sum = s->result;

    for (int i = 0; i < STIMULUS_PROFILES; i++)
        sum.episodes[i] += v->result.episodes[i];
    sum.accepted += v->result.accepted;
    sum.delivered += v->result.delivered;
    sum.sustained.cycles += v->result.sustained.cycles;
    sum.sustained.busy += v->result.sustained.busy;
    sum.sustained.windows += v->result.sustained.windows;
    sum.sustained.idle += v->result.sustained.idle;
    if (sum.settings_seen < v->result.settings_seen)
        sum.settings_seen = v->result.settings_seen;
    v->result = sum;
    v->cycles[v->pass] = c.cycles;
    compared_add(&v->compared, &c);
    for (int i = 0; i < o->kind->register_count; i++)
        v->touched[i] |= lockstep_touched(s->node)[i];
    if ((v->differs = d != NULL))
        v->mismatch = *d;
}

/* Episodes up to the number of cycles, or those that fill the holes. @return 0, or -1 when out of memory */
static int simulate(struct stimulus *s, struct verify_options *o, struct cli_progress *progress)
{
    const struct stimulus_kind *kind = o->kind->parts->bench->stimulus;
    struct coverage_steering *steering = NULL;
    int more = 1;

    if (o->until_covered && !(steering = coverage_steering_create(kind, o->stimulus.coverage, o->stimulus.seed)))
        return -1;
    for (uint64_t episode = o->stimulus.first; more; episode++) {
        if (steering) {
            o->stimulus.steering = coverage_steering_next(steering, episode);
            stimulus_steer(s, &o->stimulus.steering);
        }
        more = !kind->episode(s);
        if (steering && coverage_steering_learn(steering) == 0)
            more = 0;
        cli_progress_show(progress, s->result.cycles, "cycles");
    }
    coverage_steering_destroy(steering);
    return 0;
}

/* One pass of the stimulus, as o->stimulus has it. @return 0, or CLI_EXIT_BAD_INPUT after saying why not */
static int run_stimulus(struct verification *v, struct verify_options *o)
{
    struct stimulus *s = stimulus_create(o->kind->parts->bench->stimulus, o->kind, &o->stimulus);
    struct cli_progress progress;
    int status = s ? 0 : -1;
    double start = clock_wall();

    cli_progress_init(&progress, o->stimulus.cycles, o->quiet);
    if (s) {
        lockstep_watch_registers(s->node);
        status = simulate(s, o, &progress);
        add_stimulus(v, o, s);
    }
    cli_progress_end(&progress);
    stimulus_destroy(s);
    v->seconds[v->pass] = clock_wall() - start;
    return status == 0 ? 0 : cli_bad("verify", "out of memory");
}

/* All fabrics, up to the first that fails. */
static int run_fabrics(struct verification *v, const struct verify_options *o, uint64_t cycles)
{
    const char *object = cli_dut_given(&o->dut) ? o->dut.build.object : o->object;
    const struct bench_fabrics *all = o->kind->parts->bench->fabrics;
    char error[SCENARIO_ERROR];
    double start = clock_wall();

    for (; v->fabrics < all->count && !v->result.failed; v->fabrics++) {
        const struct verify_fabric *f = &v->fabric;
        if (verify_fabric(&v->fabric, o->kind, v->fabrics, object, o->stimulus.seed,
                          cycles / (uint64_t)(all->count * all->routers) + 1, error, sizeof error) != 0)
            return cli_bad("verify", "%s", error);
        v->cycles[PASS_FABRIC] += f->compared.cycles;
        compared_add(&v->compared, &f->compared);
        v->result.failed = f->differs ? 1 : f->damaged ? 2 : 0;
        snprintf(v->result.text, sizeof v->result.text, "%s", f->text);
        v->differs = f->differs;
        v->mismatch = f->mismatch;
    }
    v->seconds[PASS_FABRIC] = clock_wall() - start;
    return 0;
}

/* Those after the first are short. */
int verify_passes(struct verification *v, struct verify_options *o)
{
    uint64_t cycles = o->stimulus.cycles;
    int more = cycles >= FURTHER_FROM && o->stimulus.profile < 0 && !o->power_up_given && !o->until_covered;
    int status;

    v->last = !more ? PASS_PROFILES : o->pins || !o->kind->parts->bench->fabrics ? PASS_SUSTAINED : PASS_FABRIC;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed || v->last == PASS_PROFILES)
        return status;
    v->pass = PASS_POWER_UP;
    o->stimulus.cycles = cycles / 8;
    o->stimulus.power_up = o->stimulus.seed + 1;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed)
        return status;
    v->pass = PASS_SUSTAINED;
    o->stimulus.cycles = cycles / 4;
    o->stimulus.power_up = 0;
    o->stimulus.profile = o->kind->parts->bench->stimulus->turns;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed || v->last == PASS_SUSTAINED)
        return status;
    v->pass = PASS_FABRIC;
    return run_fabrics(v, o, cycles / 4);
}

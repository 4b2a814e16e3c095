/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes of `fedx verify`: all profiles first; then what they leave out.
 */
#include <string.h>

#include "../base/clock.h"
#include "../bench/aim.h"
#include "../bench/bench.h"
#include "fedx_cli.h"
#include "fedx_verify_internal.h"

enum { FURTHER_FROM = 1000000 }; /* cycles from which on there are more passes than the first */

/* A pass of the stimulus has ended. */
static void add_stimulus(struct fedx_verification *v, const struct fedx_verify_options *o, const struct stimulus *s)
{
    const struct divergence *d = lockstep_divergence(s->node);
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
        v->divergence = *d;
}

/* Episodes up to the number of cycles, or those that fill the holes. @return 0, or -1 when out of memory */
static int simulate(struct stimulus *s, struct fedx_verify_options *o, struct fedx_cli_progress *progress)
{
    const struct stimulus_kind *kind = o->kind->bench->stimulus;
    struct aim *aim = NULL;
    int more = 1;

    if (o->until_covered && !(aim = aim_create(kind, o->stimulus.coverage, o->stimulus.seed)))
        return -1;
    for (uint64_t episode = o->stimulus.first; more; episode++) {
        if (aim) {
            o->stimulus.aim = aim_next(aim, episode);
            stimulus_steer(s, &o->stimulus.aim);
        }
        more = !kind->episode(s);
        if (aim && aim_learn(aim) == 0)
            more = 0;
        fedx_cli_progress_show(progress, s->result.cycles, "cycles");
    }
    aim_destroy(aim);
    return 0;
}

/* One pass of the stimulus, as o->stimulus has it. @return 0, or FEDX_EXIT_BAD_INPUT after saying why not */
static int run_stimulus(struct fedx_verification *v, struct fedx_verify_options *o)
{
    const struct stimulus_kind *kind = o->kind->bench->stimulus;
    struct stimulus *s = kind->create(&o->stimulus);
    struct fedx_cli_progress progress;
    int status = s ? 0 : -1;
    double start = clock_wall();

    fedx_cli_progress_init(&progress, o->stimulus.cycles, o->quiet);
    if (s) {
        lockstep_watch_registers(s->node);
        status = simulate(s, o, &progress);
        add_stimulus(v, o, s);
    }
    fedx_cli_progress_end(&progress);
    kind->destroy(s);
    v->seconds[v->pass] = clock_wall() - start;
    return status == 0 ? 0 : fedx_cli_bad("verify", "out of memory");
}

/* All fabrics, up to the first that fails. */
static int run_fabrics(struct fedx_verification *v, const struct fedx_verify_options *o, uint64_t cycles)
{
    const char *object = fedx_cli_dut_given(&o->dut) ? o->dut.build.object : o->object;
    const struct bench_fabrics *all = o->kind->bench->fabrics;
    char error[SCENARIO_ERROR];
    double start = clock_wall();

    for (; v->fabrics < all->count && !v->result.failed; v->fabrics++) {
        const struct fedx_verify_fabric *f = &v->fabric;
        if (fedx_verify_fabric(&v->fabric, o->kind, v->fabrics, object, o->stimulus.seed,
                               cycles / (uint64_t)(all->count * all->routers) + 1, error, sizeof error) != 0)
            return fedx_cli_bad("verify", "%s", error);
        v->cycles[FEDX_PASS_FABRIC] += f->compared.cycles;
        compared_add(&v->compared, &f->compared);
        v->result.failed = f->differs ? 1 : f->damaged ? 2 : 0;
        snprintf(v->result.text, sizeof v->result.text, "%s", f->text);
        v->differs = f->differs;
        v->divergence = f->divergence;
    }
    v->seconds[FEDX_PASS_FABRIC] = clock_wall() - start;
    return 0;
}

/* Those after the first are short. */
int fedx_verify_passes(struct fedx_verification *v, struct fedx_verify_options *o)
{
    uint64_t cycles = o->stimulus.cycles;
    int more = cycles >= FURTHER_FROM && o->stimulus.profile < 0 && !o->power_up_given && !o->until_covered;
    int status;

    v->last = !more ? FEDX_PASS_PROFILES : o->pins || !o->kind->bench->fabrics ? FEDX_PASS_SUSTAINED : FEDX_PASS_FABRIC;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed || v->last == FEDX_PASS_PROFILES)
        return status;
    v->pass = FEDX_PASS_POWER_UP;
    o->stimulus.cycles = cycles / 8;
    o->stimulus.power_up = o->stimulus.seed + 1;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed)
        return status;
    v->pass = FEDX_PASS_SUSTAINED;
    o->stimulus.cycles = cycles / 4;
    o->stimulus.power_up = 0;
    o->stimulus.profile = o->kind->bench->stimulus->turns;
    status = run_stimulus(v, o);
    if (status != 0 || v->result.failed || v->last == FEDX_PASS_SUSTAINED)
        return status;
    v->pass = FEDX_PASS_FABRIC;
    return run_fabrics(v, o, cycles / 4);
}

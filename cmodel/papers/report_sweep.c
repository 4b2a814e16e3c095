/* SPDX-License-Identifier: Apache-2.0 */
#include "report_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "../base/quote.h"
#include "../experiment/sweep_length.h"
#include "claims.h"

/* The mean over seeds of the figure at a path. @return NULL without a path: json_pack's o* then leaves the key out */
static json_t *mean_json(const struct sweep *s, unsigned number, unsigned curve, unsigned value, const char *path)
{
    struct figure f = {0};

    if (!path)
        return NULL;
    f = sweep_figure(s, number, curve, value, path);
    struct estimate i = figure_estimate(&f);
    return i.count ? json_real(i.mean) : json_null();
}

static json_t *point_json(const struct sweep *s, unsigned number, unsigned curve, const struct sweep_axis *axis,
                          unsigned place)
{
    const struct experiment *e = s->experiments[number];
    unsigned run = e->nodes ? 0 : place;
    struct figure y = sweep_drawn(s, number, curve, place);
    struct estimate i = figure_estimate(&y);
    struct sweep_states states = sweep_point_states(s, number, curve, run, experiment_y(e, curve));
    char text[SWEEP_PLACE], state[SWEEP_STATES_TEXT];

    sweep_states_text(&states, state);
    return json_pack("{s:s, s:i, s:o, s:o, s:b, s:s*, s:o*, s:o*}", "x", sweep_axis_value(axis, place, text), "seeds",
                     i.count, "mean", i.count ? json_real(i.mean) : json_null(), "half_width",
                     i.half_width >= 0 ? json_real(i.half_width) : json_null(), "saturated",
                     sweep_saturated(s, number, curve, run, experiment_y(e, curve)), "state", *state ? state : NULL,
                     "low", mean_json(s, number, curve, run, e->low), "high",
                     mean_json(s, number, curve, run, e->high));
}

static json_t *points_json(const struct sweep *s, unsigned number, unsigned curve)
{
    struct sweep_axis axis = sweep_axis(s, number);
    json_t *points = json_array();

    for (unsigned v = 0; v < axis.count; v++)
        json_array_append_new(points, point_json(s, number, curve, &axis, v));
    return points;
}

static json_t *words_json(char *const *words, unsigned count)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    return list;
}

static json_t *curves_json(const struct sweep *s, unsigned number)
{
    const struct experiment *e = s->experiments[number];
    json_t *curves = json_array();

    for (unsigned c = 0; c < e->curve_count; c++)
        json_array_append_new(curves, json_pack("{s:s, s:s*, s:o, s:o}", "name", e->curves[c].name, "y", e->curves[c].y,
                                                "set", words_json(e->curves[c].set, e->curves[c].set_count), "points",
                                                points_json(s, number, c)));
    return curves;
}

/* The command that runs an experiment, with what was set on top. */
static json_t *command_json(const struct sweep *s, const char *argument)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_t *command;

    if (!out)
        return NULL;
    fputs("fedx sweep ", out);
    quote_shell(argument, out);
    if (s->experiments_folder)
        quote_option("experiments", s->experiments_folder, out);
    for (unsigned i = 0; i < s->by_count; i++)
        quote_option("by", s->by[i], out);
    for (unsigned i = 0; i < s->more_count; i++)
        quote_option("set", s->more[i], out);
    if (s->preview)
        fputs(" --preview", out);
    fclose(out);
    command = json_string(text);
    free(text);
    return command;
}

static json_t *figure_json(const struct sweep *s, unsigned number)
{
    const struct experiment *e = s->experiments[number];

    return json_pack("{s:s, s:s, s:s*, s:s, s:s, s:b, s:o*, s:s, s:i, s:i, s:o, s:o, s:o}", "name", s->names[number],
                     "title", e->title, "paper", e->paper, "y", e->y, "y_label", e->y_label, "log", e->log, "bars",
                     e->bars ? json_true() : NULL, "x", sweep_axis(s, number).x, "seeds", e->seeds, "placements",
                     e->placements, "command", command_json(s, s->arguments[number]), "base",
                     words_json(e->base, e->base_count), "curves", curves_json(s, number));
}

static json_t *conditions_json(const struct claim *c)
{
    json_t *conditions = json_array();
    char figure[CLAIM_TEXT], bound[CLAIM_TEXT];

    for (int i = 0; i < c->condition_count; i++) {
        condition_figure(&c->conditions[i], figure);
        condition_bound(c->conditions[i].bound, bound);
        json_array_append_new(conditions,
                              json_pack("{s:s, s:s, s:s, s:s}", "what", c->conditions[i].what, "bound", bound, "figure",
                                        figure, "outcome", outcome_name(c->conditions[i].outcome)));
    }
    return conditions;
}

static json_t *claim_json(const struct claim *c)
{
    json_t *experiments = json_array();
    char names[CLAIM_EXPERIMENTS], *rest = names, *name;

    snprintf(names, sizeof names, "%s", c->experiments);
    while ((name = strsep(&rest, " ")))
        json_array_append_new(experiments, json_string(name));
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s, s:o}", "paper", c->paper->name, "section", c->section, "claim",
                     c->claim, "verdict", verdict_name(c->verdict), "conditions", conditions_json(c), "reason",
                     c->reason, "experiments", experiments);
}

json_t *report_sweep(const struct sweep *s, char *error, size_t size)
{
    json_t *figures, *list;
    int judged = 0, verdicts[3] = {0, 0, 0};
    struct claims claims;

    if (claims_load(s, &claims, error, size) != 0 || claims_judge(s, &claims, error, size) != 0) {
        claims_finish(&claims);
        return NULL;
    }
    figures = json_array();
    list = json_array();
    for (unsigned e = 0; e < s->count; e++)
        json_array_append_new(figures, figure_json(s, e));
    for (int i = 0; i < claims.count; i++) {
        const struct claim *c = &claims.all[i];
        if (!c->judged)
            continue;
        judged++;
        verdicts[c->verdict]++;
        json_array_append_new(list, claim_json(c));
    }
    claims_finish(&claims);
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o}", "runs", (int)sweep_runs(s), "claims_judged", judged,
                     "claims_that_hold", verdicts[VERDICT_HOLDS], "claims_partly", verdicts[VERDICT_PARTLY],
                     "claims_that_do_not_hold", verdicts[VERDICT_NOT], "figures", figures, "claims", list);
}

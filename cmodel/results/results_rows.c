/* SPDX-License-Identifier: Apache-2.0 */
#include "results_rows.h"

#include <inttypes.h>
#include <math.h>

#include "results_energy.h"
#include "results_faults.h"

/* Values ---------------------------------------------------------------------------------------------------------- */

static struct result_value nothing(void)
{
    return (struct result_value){.is = RESULT_NONE};
}

static struct result_value count(uint64_t n)
{
    return (struct result_value){.is = RESULT_COUNT, .count = n};
}

/* Of samples there may be none. */
static struct result_value number(double n)
{
    return (struct result_value){.is = isnan(n) ? RESULT_NONE : RESULT_NUMBER, .number = n};
}

static struct result_value word(const char *word)
{
    return (struct result_value){.is = word ? RESULT_WORD : RESULT_NONE, .word = word};
}

static struct result_value json(json_t *json)
{
    return (struct result_value){.is = RESULT_JSON, .json = json};
}

/* @param is  below 0: not known */
static struct result_value flag(int is)
{
    return is < 0 ? nothing() : json(json_boolean(is));
}

static struct result_value digest(uint64_t hash)
{
    return json(json_sprintf("%016" PRIx64, hash));
}

static struct result_value object(enum results_object object, const struct results_at *x)
{
    return json(results_object(object, x));
}

static struct result_value null_unless(int there, struct result_value value)
{
    return there ? value : nothing();
}

static struct result_value if_any(const struct results_at *x, struct result_value value)
{
    return null_unless(x->latency.summary.count > 0, value);
}

static struct result_value half_width(const struct interval *i)
{
    return null_unless(i->verdict == INTERVAL_GOOD, number(i->half_width));
}

/* A figure that comes from the registers of the routers, which some do not show. */
static struct result_value if_shown(const struct results_at *x, struct result_value value)
{
    if (!x->session->setup.config.hidden)
        return value;
    json_decref(value.json);
    return nothing();
}

static struct result_value spread_of(struct spread s)
{
    return object(RESULTS_spread, &(struct results_at){.spread = s});
}

static struct result_value fairness_of(struct fairness f)
{
    return json(results_fairness(f));
}

static struct result_value latency_of(const struct results_at *x, enum metrics_kind kind)
{
    struct results_at latency = results_at_latency(x->session, x->group, kind);

    return object(RESULTS_latency, &latency);
}

static struct result_value compared_of(const struct results_at *x)
{
    return object(RESULTS_compared, &(struct results_at){.compared = figures_compared(x->session)});
}

static const struct metrics *metrics_of(const struct results_at *x)
{
    return fabric_metrics(x->session->fabric);
}

static struct result_value path(const struct results_at *x)
{
    double hops = figures_path(x->session);

    return null_unless(hops > 0, number(hops));
}

static struct result_value attempts_of(const struct results_at *x, int injection)
{
    json_t *attempts = json_object();
    const struct router_kind *kind = x->session->setup.kind;
    struct attempts a = figures_attempts(x->session, injection);

    json_object_set_new(attempts, "accepted", json_integer((json_int_t)a.accepted));
    json_object_set_new(attempts, "refused", json_integer((json_int_t)a.refused));
    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        json_object_set_new(attempts, kind->reasons[c].key,
                            json_integer((json_int_t)metrics_refusals(metrics_of(x), injection, c)));
    return json(attempts);
}

static const char *role_of(const struct results_at *x)
{
    static const char *const roles[] = {"independent", "sender", "hot"};
    const struct traffic *t = &x->session->setup.traffic;

    return roles[t->hot_count ? t->role[x->n] : 0];
}

static uint64_t held_samples(const struct results_at *x, int packets)
{
    return metrics_held(metrics_of(x), packets);
}

static uint64_t holding_samples(const struct results_at *x, int routers)
{
    return message_spread_count(x->routers, MESSAGE_HELD, routers);
}

static uint64_t waiting_samples(const struct results_at *x, int routers)
{
    return message_spread_count(x->routers, MESSAGE_WAITS, routers);
}

/* How many samples there are of 0, 1, ... up to the most. */
static struct result_value samples(const struct results_at *x, int most,
                                   uint64_t (*of)(const struct results_at *x, int n))
{
    json_t *counts = json_array();

    for (int i = 0; i <= most; i++)
        json_array_append_new(counts, json_integer((json_int_t)of(x, i)));
    return json(counts);
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

#define RESULTS_OBJECT(...)
#define RESULT(object, key, type, where, shown, statistic, meaning)       \
    static struct result_value object##_##key(const struct results_at *x) \
    {                                                                     \
        return statistic;                                                 \
    }
#include "results.def"
#undef RESULT

/* In JSON, in a table with so many decimals, on the screen so wide. */
enum { JSON = 1, TABLE = 2 };
#define CSV(decimals) (TABLE | (decimals) << 2)
#define SCREEN(width) ((width) << 5)

static const struct result_row rows[] = {
#define RESULT(object, key, type, where, shown, value, meaning)                                \
    {RESULTS_##object, #key,         shown,         ((where)&JSON) != 0, ((where)&TABLE) != 0, \
     (where) >> 2 & 7, (where) >> 5, object##_##key},
#include "results.def"
#undef RESULTS_OBJECT
#undef RESULT
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const files[] = {
#define RESULTS_OBJECT(name, form, table, per, meaning) table,
#define RESULT(...)
#include "results.def"
#undef RESULTS_OBJECT
#undef RESULT
};

const struct result_row *results_next(enum results_object object, const struct result_row *row)
{
    for (row = row ? row + 1 : rows; row < rows + ROWS && row->object <= object; row++)
        if (row->object == object)
            return row;
    return NULL;
}

const char *results_table_file(enum results_object object)
{
    return files[object];
}

struct results_at results_at_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind)
{
    return (struct results_at){.session = session,
                               .group = group,
                               .kind = kind,
                               .latency = figures_latency(session, group, kind),
                               .halves = metrics_latency_halves(fabric_metrics(session->fabric), group, kind)};
}

static json_t *value_json(struct result_value value)
{
    switch (value.is) {
    case RESULT_COUNT: return json_integer((json_int_t)value.count);
    case RESULT_NUMBER: return json_real(value.number);
    case RESULT_WORD: return json_string(value.word);
    case RESULT_JSON: return value.json;
    default: return json_null();
    }
}

json_t *results_object(enum results_object object, const struct results_at *x)
{
    json_t *json = json_object();
    int failed = 0;

    for (const struct result_row *r = NULL; (r = results_next(object, r));)
        if (r->in_json)
            failed |= json_object_set_new(json, r->key, value_json(r->value(x)));
    if (!failed)
        return json;
    json_decref(json);
    return NULL;
}

json_t *results_fairness(struct fairness f)
{
    return results_object(RESULTS_fairness, &(struct results_at){.jain = f.jain, .spread = f.throughput});
}

json_t *results_number(int there, double value)
{
    return value_json(null_unless(there, number(value)));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What claims work out of figures beyond arithmetic.
 */
#include "claims_internal.h"
#include "po2.h"

static struct claims_value number_of(double number)
{
    return (struct claims_value){.kind = CLAIMS_NUMBER, .number = number};
}

static struct claims_value figure_of(struct figure figure)
{
    return (struct claims_value){.kind = CLAIMS_FIGURE, .figure = figure};
}

static struct claims_value mean(const struct claims_value *a, int count)
{
    (void)count;
    return number_of(figure_estimate(&a[0].figure).mean);
}

static struct claims_value largest(const struct claims_value *a, int count)
{
    double most = 0;

    for (int i = 0; i < count; i++)
        most = fmax(most, a[i].number);
    return number_of(most);
}

static struct claims_value rounded(const struct claims_value *a, int count)
{
    (void)count;
    return number_of(rint(a[0].number));
}

/* item(2, a, b, c): b */
static struct claims_value item(const struct claims_value *a, int count)
{
    int number = count ? (int)a[0].number : 0;

    return number > 0 && number < count ? a[number] : number_of(NAN);
}

/* met(FIGURE, READING): 1 when it reads so */
static struct claims_value met(const struct claims_value *a, int count)
{
    int reading = (int)a[1].number;

    (void)count;
    if (reading < 0 || reading >= READING_COUNT)
        return number_of(NAN);
    return number_of(estimate_outcome(figure_estimate(&a[0].figure), claims_readings[reading].bound) == OUTCOME_MET);
}

/*
 * share_stuck(CYCLES, WHOLE): share of the runs that end before their time, of all seeds together. It is counted, not
 * measured: no interval.
 */
static struct claims_value share_stuck(const struct claims_value *a, int count)
{
    struct figure f = a[0].figure;
    double share = 0;

    (void)count;
    for (int i = 0; i < f.count; i++)
        share += (f.value[i] < a[1].number) / (double)f.count;
    for (int i = 0; i < f.count; i++)
        f.value[i] = share;
    return figure_of(f);
}

/* values_stuck(CYCLES, WHOLE): share of the values of x at which a seed's run ends before its time */
static struct claims_value values_stuck(const struct claims_value *a, int count)
{
    struct claims_line line = a[0].range.a;
    struct figure share = {0};

    (void)count;
    for (unsigned v = 0; line.experiment && v < line.experiment->value_count; v++) {
        struct figure cycles = claims_line_at(line, line.experiment->values[v], a[0].range.path);
        share.count = cycles.count;
        for (int i = 0; i < cycles.count; i++)
            share.value[i] += (cycles.value[i] < a[1].number) / (double)line.experiment->value_count;
    }
    return figure_of(share);
}

/* The analytic model of the PO2 paper (po2.h), of its arguments EDGE, RATIO, DEROUTING */
static struct po2 model_of(const struct claims_value *a)
{
    return (struct po2){(int)a[0].number, a[1].number, (int)a[2].number};
}

static struct claims_value ratio(const struct claims_value *a, int count)
{
    (void)count;
    return number_of(po2_ratio((int)a[0].number));
}

static struct claims_value attainable(const struct claims_value *a, int count)
{
    struct po2 model = model_of(a);

    (void)count;
    return number_of(po2_attainable(&model));
}

/* Utilisation of internal ports when PE ports are as busy as they can be */
static struct claims_value internal_at_most(const struct claims_value *a, int count)
{
    struct po2 model = model_of(a);

    (void)count;
    return number_of(po2_internal(&model, po2_attainable(&model)));
}

/* The same, given the measured utilisation of PE ports as a fourth argument. For each seed. */
static struct claims_value predicted(const struct claims_value *a, int count)
{
    struct po2 model = model_of(a);
    struct figure ports = a[3].figure;

    (void)count;
    for (int i = 0; i < ports.count; i++) {
        double was = po2_internal(&model, fmin(ports.value[i] - ports.moved[i], 1));
        ports.value[i] = po2_internal(&model, fmin(ports.value[i], 1));
        ports.moved[i] = ports.value[i] - was;
    }
    return figure_of(ports);
}

const struct claims_function claims_functions[] = {{"mean", 1, mean},
                                                   {"largest", -1, largest},
                                                   {"item", -1, item},
                                                   {"met", 2, met},
                                                   {"share_stuck", 2, share_stuck},
                                                   {"values_stuck", 2, values_stuck},
                                                   {"rounded", 1, rounded},
                                                   {"mesh", 1, claims_mesh},
                                                   {"po2_ratio", 1, ratio},
                                                   {"po2_attainable", 3, attainable},
                                                   {"po2_internal_at_most", 3, internal_at_most},
                                                   {"po2_predicted", 4, predicted},
                                                   {0}};

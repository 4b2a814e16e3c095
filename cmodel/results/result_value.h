/* SPDX-License-Identifier: Apache-2.0
 *
 * What the values of rows are written with, in results.def and in that of a kind of router.
 */
#ifndef RESULTS_RESULT_VALUE_H
#define RESULTS_RESULT_VALUE_H

#include <math.h>

#include "results_rows.h"

static inline struct result_value nothing(void)
{
    return (struct result_value){.is = RESULT_NONE};
}

static inline struct result_value count(uint64_t n)
{
    return (struct result_value){.is = RESULT_COUNT, .count = n};
}

/* Of samples there may be none. */
static inline struct result_value number(double n)
{
    return (struct result_value){.is = isnan(n) ? RESULT_NONE : RESULT_NUMBER, .number = n};
}

static inline struct result_value word(const char *word)
{
    return (struct result_value){.is = word ? RESULT_WORD : RESULT_NONE, .word = word};
}

/* A text that may be empty: then there is none. */
static inline struct result_value word_if_any(const char *text)
{
    return word(*text ? text : NULL);
}

static inline struct result_value json(json_t *json)
{
    return (struct result_value){.is = RESULT_JSON, .json = json};
}

/* @param json  NULL: none */
static inline struct result_value json_if_any(json_t *json)
{
    return (struct result_value){.is = json ? RESULT_JSON : RESULT_NONE, .json = json};
}

/* @param is  below 0: not known */
static inline struct result_value flag(int is)
{
    return is < 0 ? nothing() : json(json_boolean(is));
}

/* A macro, for a value that is not there may not be possible to work out. */
#define NULL_UNLESS(there, value) ((there) ? (value) : nothing())

/* Of an interval, which may say nothing. */
static inline struct result_value half_width(const struct interval *i)
{
    return NULL_UNLESS(i->verdict == INTERVAL_GOOD, number(i->half_width));
}

/* In words: what stands in brackets with it is there, or not. */
static inline struct result_value only_if(int there)
{
    return word(there ? "" : NULL);
}

/* An object of the same x. */
static inline struct result_value same(int object)
{
    return (struct result_value){.is = RESULT_OBJECT, .object = object};
}

#endif

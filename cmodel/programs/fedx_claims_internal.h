/* SPDX-License-Identifier: Apache-2.0
 *
 * What the claims of all sections are made of: curves, figures of them, and
 * conditions. Only for fedx_claims*.c.
 */
#ifndef FEDX_CLAIMS_INTERNAL_H
#define FEDX_CLAIMS_INTERNAL_H

#include <math.h>

#include "fedx_claims.h"

/**
 * How words of the paper are read: name, the words, least and most of what they are said of, a ratio unless the words
 * are a figure themselves. One reading for all claims; docs/claims.md shows this table.
 */
#define FEDX_READINGS(READING)                                                                                         \
    READING(MORE, "more, better, increases", 1, INFINITY)                                                              \
    READING(LESS, "less, lower, reduces, no increase", -INFINITY, 1)                                                   \
    READING(SAME, "does not perform any flow control at all: the same", 1, 1)                                          \
    READING(SMALL, "small, affected very little", 0.95, 1.05)                                                          \
    READING(NEGLIGIBLE, "negligible, without significantly affecting", -INFINITY, 1.05)                                \
    READING(LESS_BY_A_FEW_PERCENT, "reduces by a few percent", 0.95, 1)                                                \
    READING(VERY_NEARLY, "very nearly, virtually unhindered", 0.95, INFINITY)                                          \
    READING(SLIGHTLY_MORE, "slight increase", 1, 1.1)                                                                  \
    READING(SLIGHTLY_LESS, "slight decrease", 0.9, 1)                                                                  \
    READING(ABOUT_A_TENTH_MORE, "about 10% more", 1.05, 1.15)                                                          \
    READING(SIMILAR, "similar", 0.8, 1.2)                                                                              \
    READING(SIGNIFICANTLY_MORE, "significantly more", 1.2, INFINITY)                                                   \
    READING(SIGNIFICANTLY_LESS, "significantly less, inferior", -INFINITY, 0.8)                                        \
    READING(MUCH_MORE, "much more, much better", 1.4, INFINITY)                                                        \
    READING(MUCH_LESS, "much less", -INFINITY, 0.6)                                                                    \
    READING(NOT_NEARLY_SO_MUCH, "not nearly so much, less than half", -INFINITY, 0.5)                                  \
    READING(UP_TO_FIVE, "up to a factor of five", 4.5, INFINITY)                                                       \
    READING(UP_TO_THREE, "up to a factor of three", 2.5, INFINITY)                                                     \
    READING(BOUNDED, "bounded: of that without hot spots", -INFINITY, 2)                                               \
    READING(NOT_BOUNDED, "not bounded: of that without hot spots", 2, INFINITY)                                        \
    READING(LINEAR, "linearly: slope from load 0.5 to 0.7 over that from 0.1 to 0.5", 0.667, 1.5)                      \
    READING(NONLINEAR, "nonlinearly: the same ratio of slopes", 1.5, INFINITY)                                         \
    READING(MOST_RUNS, "deadlock the network: share of the runs, counted", 0.5, 1)                                     \
    READING(NO_RUN, "prevents it: share of the runs, counted", 0, 0)                                                   \
    READING(MAXIMUM_78, "a maximum of 78%", 0.76, 0.80)                                                                \
    READING(MAXIMUM_85, "85%", 0.83, 0.87)                                                                             \
    READING(GROWS, "especially: a difference of two ratios", 0, INFINITY)

enum fedx_reading {
#define READING(name, words, least, most) FEDX_READ_##name,
    FEDX_READINGS(READING)
#undef READING
    FEDX_READING_COUNT
};

/** A curve of an experiment. */
struct fedx_line {
    const struct fedx_sweep *sweep;
    const struct fedx_experiment *experiment; /**< NULL: there is no such curve */
    unsigned number, curve;                   /**< of the experiment, of the curve in it */
};
struct fedx_line fedx_line(const struct fedx_sweep *s, const char *experiment, const char *curve);

/** A figure at a value of x, such as "0.7". */
struct fedx_figure fedx_line_at(struct fedx_line line, const char *x, const char *path);
/** A figure where its mean is largest: what can be attained. */
struct fedx_figure fedx_line_most(struct fedx_line line, const char *path);
/** The ratio of what two curves attain, and that of their figures at one value of x. */
struct fedx_figure fedx_most_ratio(struct fedx_line a, struct fedx_line b, const char *path);
struct fedx_figure fedx_ratio_at(struct fedx_line a, struct fedx_line b, const char *x, const char *path);

/** Add a condition: a figure, and how it must read. The rest says what it is, as printf. */
void fedx_claim_add(struct fedx_claim *claim, struct fedx_figure figure, enum fedx_reading reading, const char *what,
                    ...)
    __attribute__((format(printf, 4, 5)));

/** The values of x of two curves that a condition is about: from <= x <= to. */
struct fedx_range {
    struct fedx_line a, b; /**< the figure is the ratio a / b */
    const char *path;
    double from, to;
    int somewhere;         /**< 1: it need be so at one x, the best, which is shown; 0: at all; the worst is shown */
};
/** Add the condition that the ratio reads so over a range. */
void fedx_claim_add_over(struct fedx_claim *claim, struct fedx_range range, enum fedx_reading reading, const char *what,
                         ...)
    __attribute__((format(printf, 4, 5)));

/** Go on with the reason, as printf. */
void fedx_claim_say(struct fedx_claim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** A figure as text, for a reason. */
struct fedx_said {
    char text[40];
};
struct fedx_said fedx_said(struct fedx_figure figure);

/** A claim and how it is judged. */
struct fedx_claim_rule {
    const char *section, *claim, *experiments; /**< as in struct fedx_claim */
    void (*judge)(const struct fedx_sweep *s, struct fedx_claim *claim);  /**< adds conditions */
    void (*reason)(const struct fedx_sweep *s, struct fedx_claim *claim); /**< says why; NULL: nothing to say */
};

/** The claims of each section; after the last, one without a section. */
extern const struct fedx_claim_rule fedx_claims_fabric[], fedx_claims_backpressure[], fedx_claims_alpha[],
    fedx_claims_injection[], fedx_claims_conclusion[];
/** How a word is read. */
extern const struct fedx_bound fedx_readings[FEDX_READING_COUNT];

#endif

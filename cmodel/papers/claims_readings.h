/* SPDX-License-Identifier: Apache-2.0
 *
 * How words of papers are read, by all claims.
 */
#ifndef STUDY_CLAIMS_READINGS_H
#define STUDY_CLAIMS_READINGS_H

#include <math.h>
#include <stddef.h>

#include "../results/verdict.h"

/**
 * How words of the paper are read: name, the words, least and most of what they are said of, a ratio unless the words
 * are a figure themselves. One reading for all claims; the page of a paper shows those that its claims use.
 */
#define READINGS(READING)                                                                                            \
    READING(MORE, "more, better, increases", 1, INFINITY)                                                            \
    READING(LESS, "less, lower, reduces, no increase", -INFINITY, 1)                                                 \
    READING(SAME, "does not perform any flow control at all: the same", 1, 1)                                        \
    READING(SMALL, "small, affected very little, little difference, independent", 0.95, 1.05)                        \
    READING(NEGLIGIBLE, "negligible, without significantly affecting", -INFINITY, 1.05)                              \
    READING(LESS_BY_A_FEW_PERCENT, "reduces by a few percent", 0.95, 1)                                              \
    READING(VERY_NEARLY, "very nearly, virtually unhindered", 0.95, INFINITY)                                        \
    READING(SLIGHTLY_MORE, "slight increase", 1, 1.1)                                                                \
    READING(SLIGHTLY_LESS, "slight decrease", 0.9, 1)                                                                \
    READING(ABOUT_A_TENTH_MORE, "about 10% more", 1.05, 1.15)                                                        \
    READING(SIMILAR, "similar", 0.8, 1.2)                                                                            \
    READING(SIGNIFICANTLY_MORE, "significantly more", 1.2, INFINITY)                                                 \
    READING(SIGNIFICANTLY_LESS, "significantly less, inferior", -INFINITY, 0.8)                                      \
    READING(MUCH_MORE, "much more, much better", 1.4, INFINITY)                                                      \
    READING(MUCH_LESS, "much less", -INFINITY, 0.6)                                                                  \
    READING(NOT_NEARLY_SO_MUCH, "not nearly so much, less than half", -INFINITY, 0.5)                                \
    READING(UP_TO_FIVE, "up to a factor of five", 4.5, INFINITY)                                                     \
    READING(UP_TO_THREE, "up to a factor of three", 2.5, INFINITY)                                                   \
    READING(BOUNDED, "bounded: of that without hot spots", -INFINITY, 2)                                             \
    READING(NOT_BOUNDED, "not bounded: of that without hot spots", 2, INFINITY)                                      \
    READING(LINEAR, "linearly: slope from load 0.5 to 0.7 over that from 0.1 to 0.5", 0.667, 1.5)                    \
    READING(NONLINEAR, "nonlinearly: the same ratio of slopes", 1.5, INFINITY)                                       \
    READING(MOST_RUNS, "deadlock the network: share of the runs, counted", 0.5, 1)                                   \
    READING(NO_RUN, "prevents it: share of the runs, counted", 0, 0)                                                 \
    READING(MAXIMUM_78, "a maximum of 78%", 0.76, 0.80)                                                              \
    READING(MAXIMUM_85, "85%", 0.83, 0.87)                                                                           \
    READING(GROWS, "especially: a difference of two ratios", 0, INFINITY)                                            \
    READING(INDISTINGUISHABLE, "virtually indistinguishable", 0.95, 1.05)                                            \
    READING(NO_SIGNIFICANT_ADVANTAGE, "no significant advantage: latency, not significantly less", 0.8, INFINITY)    \
    READING(EQUAL, "coincide, is: two sides of a formula", 0.99, 1.01)                                               \
    READING(BOTTLENECK, "a bottleneck: utilisation that can be attained", 0, 0.999)                                  \
    READING(COUNTED, "what is counted, over what the paper says", 1, 1)                                              \
    READING(AGREES, "agrees: measured over predicted", 0.97, 1.03)                                                   \
    READING(AT_44, "44%", 0.43, 0.45)                                                                                \
    READING(AT_55, "55%", 0.54, 0.56)                                                                                \
    READING(ABOUT_60, "about 60%", 0.57, 0.63)                                                                       \
    READING(AT_80, "80%", 0.78, 0.82)                                                                                \
    READING(AT_69, "69%", 0.68, 0.70)                                                                                \
    READING(AT_73, "73%", 0.72, 0.74)                                                                                \
    READING(AT_77, "77%", 0.76, 0.78)                                                                                \
    READING(RISES, "threatens: a difference of two shares of runs, counted", 0.01, INFINITY)                         \
    READING(ABOVE, "outperforms, higher, better: more, and not the same", 1.001, INFINITY)                           \
    READING(BELOW, "reduces, harms, lower: less, and not the same", -INFINITY, 0.999)                                \
    READING(NO_GAIN, "diminish, no better", -INFINITY, 1.05)                                                         \
    READING(NONE_DIFFERS, "no significant differences: share of the conditions that come out otherwise, counted", 0, \
            0)                                                                                                       \
    READING(NOT_SIGNIFICANTLY_MORE, "not significantly more; fair: largest over least", -INFINITY, 1.2)              \
    READING(BELOW_1_PERCENT, "by less than 1%: packets apart, of those that a node sends in the paper's windows", 0, \
            0.01)                                                                                                    \
    READING(NEAR, "a figure of two digits, or of one node: measured over it", 0.95, 1.05)                            \
    READING(DISAPPEARS, "disappears: latency over that of the others", 0.95, INFINITY)

enum {
#define READING(name, words, least, most) READ_##name,
    READINGS(READING)
#undef READING
        READING_COUNT
};

/** One of them. */
struct claims_reading {
    const char *name, *words;
    struct bound bound;
};
extern const struct claims_reading claims_readings[READING_COUNT];
/** Number of a reading, or -1. */
int claims_reading(const char *name, size_t length);

#endif

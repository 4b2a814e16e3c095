/* SPDX-License-Identifier: Apache-2.0 */
#include "did_you_mean.h"

#include <string.h>

enum { MOST_LETTERS = 63, MOST_WRONG = 2 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Damerau and Levenshtein's, of neighbours swapped once. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t d[MOST_LETTERS + 1][MOST_LETTERS + 1];

    if (a_length > MOST_LETTERS || b_length > MOST_LETTERS)
        return MOST_LETTERS;
    for (size_t i = 0; i <= a_length; i++)
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a_length][b_length];
}

/* Whether a word is the former name of a key or a profile of descriptions (CHANGELOG.md). */
static int is_former(const struct did_you_mean *nearest, const char *name)
{
    static const char *const renamed[][2] = {
        {"hostile", "illegal"},       {"least", "min_flits"},    {"longest", "max_flits"}, {"keep", "byte_enable"},
        {"lone", "single_in_flight"}, {"rounds", "round_robin"}, {"hot", "hotspot"},       {"stuck", "backpressure"}};

    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][1], name) == 0 && strlen(renamed[i][0]) == nearest->length &&
            memcmp(renamed[i][0], nearest->word, nearest->length) == 0)
            return 1;
    return 0;
}

void did_you_mean_consider(struct did_you_mean *nearest, const char *name, int number)
{
    size_t length = strlen(name),
           d = is_former(nearest, name) ? 0 : distance(nearest->word, nearest->length, name, length);

    if (d > MOST_WRONG || 3 * d > length || (nearest->name && d >= nearest->distance))
        return;
    nearest->name = name;
    nearest->number = number;
    nearest->distance = d;
}

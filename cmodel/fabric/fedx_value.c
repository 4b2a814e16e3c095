/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers and nothing as text. See fedx_value.h.
 */
#include "fedx_value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int fedx_value_integer(const char *text, int64_t min, int64_t max, int64_t *value)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);

    if (errno || end == text || *end || number < min || number > max)
        return -1;
    *value = number;
    return 0;
}

int fedx_value_number(const char *text, double min, double max, int over, double *value)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);

    /* What is not a number is in no bounds. */
    if (errno || end == text || *end || !(over ? number > min : number >= min) || !(number <= max))
        return -1;
    *value = number;
    return 0;
}

int fedx_value_thousandths(const char *text, int64_t min, int64_t max, int64_t *value)
{
    const char *at = text;
    int64_t number = 0, digits = 0, decimals = -1;

    for (; *at && number <= max * 1000; at++) {
        if (*at == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (*at < '0' || *at > '9' || decimals == 3)
            return -1;
        number = number * 10 + (*at - '0');
        digits++;
        decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 3; decimals++)
        number *= 10;
    if (*at || digits == 0 || number < min * 1000 || number > max * 1000)
        return -1;
    *value = number;
    return 0;
}

int fedx_value_null(const char *text)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return 1;
    return 0;
}

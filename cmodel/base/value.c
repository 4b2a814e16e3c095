/* SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What strtod would skip or take besides decimal digits. */
static int is_decimal(const char *text)
{
    return text[strspn(text, "0123456789+-.eE")] == 0;
}

/* A decimal number under way: digits[.digits][e digits][k, M or G], times a power of ten. */
struct decimal {
    const char *at;
    uint64_t digits; /* without the point, and without zeros at their end */
    int exponent;    /* of ten */
    int zeros;       /* zeros that are no digits unless another digit follows */
    int count, overflow;
};

enum { MOST_EXPONENT = 19 }; /* over that, no whole number fits */

static void append(struct decimal *d, unsigned digit)
{
    d->overflow |=
        __builtin_mul_overflow(d->digits, 10, &d->digits) || __builtin_add_overflow(d->digits, digit, &d->digits);
}

/* Digits, of which each is worth a tenth of the one before. @param fraction  1 behind the point */
static void read_digits(struct decimal *d, int fraction)
{
    for (; *d->at >= '0' && *d->at <= '9' && !d->overflow; d->at++, d->count++) {
        d->exponent -= fraction;
        d->zeros++;
        if (*d->at == '0')
            continue;
        for (; d->zeros > 1; d->zeros--)
            append(d, 0);
        append(d, (unsigned)(*d->at - '0'));
        d->zeros = 0;
    }
}

static void read_exponent(struct decimal *d)
{
    static const char suffixes[] = "kMG";
    const char *suffix;
    int exponent = 0;

    if ((*d->at == 'e' || *d->at == 'E') && d->at[1] >= '0' && d->at[1] <= '9')
        for (d->at++; *d->at >= '0' && *d->at <= '9'; d->at++)
            exponent = exponent > MOST_EXPONENT ? exponent : 10 * exponent + (*d->at - '0');
    else if (*d->at && (suffix = strchr(suffixes, *d->at)) && d->at++)
        exponent = 3 * (int)(suffix - suffixes + 1);
    d->exponent += exponent;
}

/* @return 0, or -1 when it is not whole, or too large */
static int make_whole(struct decimal *d)
{
    if (d->digits == 0 && !d->overflow)
        return 0;
    for (d->exponent += d->zeros; d->exponent > 0 && !d->overflow; d->exponent--)
        append(d, 0);
    return d->exponent < 0 || d->overflow || d->digits > INT64_MAX ? -1 : 0;
}

int value_integer(const char *text, int64_t min, int64_t max, int64_t *value)
{
    struct decimal d = {.at = text + (*text == '-' || *text == '+')};
    int64_t number;

    read_digits(&d, 0);
    if (*d.at == '.' && d.at[1] >= '0' && d.at[1] <= '9' && d.at++)
        read_digits(&d, 1);
    if (d.count == 0)
        return -1;
    read_exponent(&d);
    if (*d.at || make_whole(&d) != 0)
        return -1;
    number = *text == '-' ? -(int64_t)d.digits : (int64_t)d.digits;
    if (number < min || number > max)
        return -1;
    *value = number;
    return 0;
}

int value_number(const char *text, double min, double max, int over, double *value)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);

    if (errno || end == text || *end || !is_decimal(text) || !(over ? number > min : number >= min) || !(number <= max))
        return -1;
    *value = number;
    return 0;
}

int value_thousandths(const char *text, int64_t min, int64_t max, int64_t *value)
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

int value_digits(const char **at, uint64_t max, uint64_t *value)
{
    const char *first = *at;

    for (*value = 0; **at >= '0' && **at <= '9'; (*at)++) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (digit > max || *value > (max - digit) / 10)
            return -1;
        *value = *value * 10 + digit;
    }
    return *at > first ? 0 : -1;
}

int value_hex(const char **at, int most, uint64_t *value)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *first = *at;

    for (*value = 0; *at < first + most && **at && strchr(digits, **at); (*at)++) {
        uint64_t digit = (uint64_t)(strchr(digits, **at) - digits);
        *value = *value << 4 | (digit < 16 ? digit : digit - 6);
    }
    return *at > first ? 0 : -1;
}

int32_t value_character(const char **at)
{
    /* The least code point that needs so many bytes more. */
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*(*at)++;
    int more = first < 0x80             ? 0
               : (first & 0xe0) == 0xc0 ? 1
               : (first & 0xf0) == 0xe0 ? 2
               : (first & 0xf8) == 0xf0 ? 3
                                        : -1;
    int32_t code = more > 0 ? first & (0x3f >> more) : first;

    for (int i = 0; i < more; i++, (*at)++) {
        if ((**at & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (**at & 0x3f);
    }
    return more < 0 || code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? -1 : code;
}

int value_utf8(const char *text)
{
    while (*text)
        if (value_character(&text) < 0)
            return 0;
    return 1;
}

int value_is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

int value_has_control(const char *text)
{
    while (*text && !value_is_control(*text))
        text++;
    return *text != 0;
}

void value_tame(char *text)
{
    for (; *text; text++)
        if (value_is_control(*text))
            *text = '?';
}

int value_null(const char *text)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return 1;
    return 0;
}

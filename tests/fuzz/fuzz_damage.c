/* SPDX-License-Identifier: Apache-2.0
 *
 * Ways to damage a file. Which one, where and how much comes from a random stream,
 * so that a run is known by its number.
 */
#include <string.h>

#include "fuzz.h"

struct damage {
    struct fuzz_input *in;
    const struct fuzz_input *other;
    const char *const *words;
    struct fedx_random *r;
};

static size_t below(struct damage *d, size_t bound)
{
    return fedx_random_below(d->r, (uint32_t)(bound ? bound : 1));
}

/* A length: mostly short. */
static size_t some(struct damage *d)
{
    return 1 + below(d, (size_t)1 << below(d, 12));
}

static void take_out(struct damage *d, size_t at, size_t count)
{
    struct fuzz_input *in = d->in;

    count = count < in->length - at ? count : in->length - at;
    memmove(in->bytes + at, in->bytes + at + count, in->length - at - count);
    in->length -= count;
}

static void put_in(struct damage *d, size_t at, const void *bytes, size_t count)
{
    struct fuzz_input *in = d->in;

    count = count < FUZZ_MAX - in->length ? count : FUZZ_MAX - in->length;
    memmove(in->bytes + at + count, in->bytes + at, in->length - at);
    memcpy(in->bytes + at, bytes, count);
    in->length += count;
}

static void cut(struct damage *d)
{
    d->in->length = below(d, d->in->length + 1);
}

static void flip(struct damage *d)
{
    if (d->in->length)
        d->in->bytes[below(d, d->in->length)] ^= (uint8_t)(1u << below(d, 8));
}

static void replace(struct damage *d)
{
    static const uint8_t usual[] = "\0\n\r\t \"'\\:,-[]{}#&*!|>%@0" "9aZ\x7f\x80\xff";

    if (d->in->length)
        d->in->bytes[below(d, d->in->length)] =
            below(d, 2) ? usual[below(d, sizeof usual - 1)] : (uint8_t)fedx_random_next(d->r);
}

static void clear(struct damage *d)
{
    size_t at = below(d, d->in->length), count = some(d);

    memset(d->in->bytes + at, below(d, 2) ? 0 : 0xff, count < d->in->length - at ? count : d->in->length - at);
}

static void lose(struct damage *d)
{
    if (d->in->length)
        take_out(d, below(d, d->in->length), some(d));
}

/* A part again, here or elsewhere, once or many times. */
static void repeat(struct damage *d)
{
    static uint8_t part[1 << 12];
    size_t from = below(d, d->in->length), count = some(d), times = below(d, 8) ? 1 : 1 + below(d, 500);
    size_t at = below(d, d->in->length + 1);

    count = count < d->in->length - from ? count : d->in->length - from;
    memcpy(part, d->in->bytes + from, count);
    while (times--)
        put_in(d, at, part, count);
}

/* The beginning of one file and the end of another. */
static void splice(struct damage *d)
{
    size_t at = below(d, d->in->length + 1), from = below(d, d->other->length + 1);

    d->in->length = at;
    put_in(d, at, d->other->bytes + from, d->other->length - from);
}

static void insert_word(struct damage *d)
{
    size_t words = 0;

    while (d->words[words])
        words++;
    const char *word = d->words[below(d, words)];
    put_in(d, below(d, d->in->length + 1), word, strlen(word));
}

/* A number in text. */
static void change_digits(struct damage *d)
{
    static const char *const numbers[] = {"0", "-1", "1", "255", "65536", "2147483648", "-2147483649", "1e999", "0x10", "+7",
                                          " 7", "nan", "9223372036854775807", "18446744073709551615",
                                          "99999999999999999999"};
    size_t at = below(d, d->in->length), digits = 0;

    while (at < d->in->length && (d->in->bytes[at] < '0' || d->in->bytes[at] > '9'))
        at++;
    while (at + digits < d->in->length && d->in->bytes[at + digits] >= '0' && d->in->bytes[at + digits] <= '9')
        digits++;
    const char *number = numbers[below(d, sizeof numbers / sizeof *numbers)];
    take_out(d, at, digits);
    put_in(d, at, number, strlen(number));
}

/* A number of the processor's. */
static void change_number(struct damage *d)
{
    static const uint64_t values[] = {0,         1,        UINT64_MAX, INT64_MAX, 1ull << 63, UINT32_MAX,
                                      INT32_MAX, 1u << 31, UINT16_MAX, 255,       128,        64};
    size_t size = (size_t)1 << below(d, 4), at = below(d, d->in->length) & ~(size - 1);
    uint64_t value = values[below(d, sizeof values / sizeof *values)] + below(d, 3) - 1;

    memcpy(d->in->bytes + at, &value, size < d->in->length - at ? size : d->in->length - at);
}

void fuzz_damage_number(struct fuzz_input *in, struct fedx_random *r)
{
    struct damage d = {.in = in, .r = r};

    change_number(&d);
}

void fuzz_damage(struct fuzz_input *in, const struct fuzz_input *other, const char *const *words, struct fedx_random *r)
{
    static void (*const ways[])(struct damage *) = {cut,    flip,        flip,          replace,       replace, clear, lose, repeat,
                                                    splice, insert_word, change_digits, change_digits, change_number};
    struct damage d = {in, other, words, r};

    for (size_t times = 1 + below(&d, 4); times; times--)
        ways[below(&d, sizeof ways / sizeof *ways)](&d);
}

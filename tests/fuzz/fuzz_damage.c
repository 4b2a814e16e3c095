/* SPDX-License-Identifier: Apache-2.0
 *
 * Ways to damage a file: hard ones, which most readers refuse, and small ones, after
 * which the file is mostly still of its format, so that damage gets to what the reader
 * does with what it took. Which one, where and how much comes from a random stream, so
 * that a run is known by its number.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "fuzz.h"

struct damage {
    struct fuzz_input *in;
    const struct fuzz_input *other;
    const char *const *words;
    struct rng *r;
};

static size_t below(struct damage *d, size_t bound)
{
    return rng_below(d->r, (uint32_t)(bound ? bound : 1));
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
    static const uint8_t usual[] = "\0\n\r\t \"'\\:,-[]{}#&*!|>%@0"
                                   "9aZ\x7f\x80\xff";

    if (d->in->length)
        d->in->bytes[below(d, d->in->length)] =
            below(d, 2) ? usual[below(d, sizeof usual - 1)] : (uint8_t)rng_next(d->r);
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
    static const char *const numbers[] = {"0",
                                          "-1",
                                          "1",
                                          "255",
                                          "65536",
                                          "2147483648",
                                          "-2147483649",
                                          "1e999",
                                          "0x10",
                                          "+7",
                                          " 7",
                                          "nan",
                                          "9223372036854775807",
                                          "18446744073709551615",
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

/* Small damage ---------------------------------------------------------------------------------------------------- */

enum { TOKEN = 64 };

/* A number or a word. */
struct token {
    size_t at, length;
};

static int is_word(uint8_t c)
{
    return isalnum(c) || c == '_';
}

static int is_number(const struct fuzz_input *in, struct token t)
{
    for (size_t i = 0; i < t.length; i++)
        if (!isdigit(in->bytes[t.at + i]))
            return 0;
    return t.length > 0 && t.length < 18;
}

/* The token at a place, or the next one; of length 0 when none follows. */
static struct token token_at(const struct fuzz_input *in, size_t at)
{
    struct token t = {at, 0};

    while (t.at < in->length && !is_word(in->bytes[t.at]))
        t.at++;
    while (t.at > 0 && t.at < in->length && is_word(in->bytes[t.at - 1]))
        t.at--;
    while (t.at + t.length < in->length && is_word(in->bytes[t.at + t.length]))
        t.length++;
    return t;
}

/* Any token that is a number, or that is none, of a length where that is not 0; by chance there is none, and it is
 * another one. */
static struct token any_token(struct damage *d, const struct fuzz_input *in, int number, size_t length)
{
    struct token t = {0, 0};

    for (int tries = 0; tries < 20; tries++) {
        t = token_at(in, below(d, in->length));
        if (t.length && is_number(in, t) == number && (!length || t.length == length))
            break;
    }
    return t;
}

static void put_token(struct damage *d, struct token t, const void *bytes, size_t length)
{
    take_out(d, t.at, t.length);
    put_in(d, t.at, bytes, length);
}

/* A number becomes one that is near it, of as many digits when it begins with zeros. */
static void near_number(struct damage *d)
{
    struct token t = any_token(d, d->in, 1, 0);
    char text[TOKEN] = "";
    uint64_t value;

    if (!is_number(d->in, t))
        return;
    memcpy(text, d->in->bytes + t.at, t.length);
    sscanf(text, "%" SCNu64, &value);
    const uint64_t values[] = {value + 1, value ? value - 1 : 1, value + below(d, 10), value / 2,
                               2 * value, below(d, value & 1023)};
    const int digits = *text == '0' ? (int)t.length : 1;
    put_token(
        d, t, text,
        (size_t)snprintf(text, sizeof text, "%0*" PRIu64, digits, values[below(d, sizeof values / sizeof *values)]));
}

/* A number or a word becomes another one of the good files. */
static void other_token(struct damage *d)
{
    int number = below(d, 2) == 0;
    const struct fuzz_input *from = below(d, 4) ? d->in : d->other;
    struct token t = any_token(d, d->in, number, 0), u = any_token(d, from, number, below(d, 2) ? t.length : 0);
    char text[TOKEN];

    if (u.length > sizeof text || !t.length)
        return;
    memcpy(text, from->bytes + u.at, u.length);
    put_token(d, t, text, u.length);
}

/* A letter or digit becomes another one of its class. */
static void other_letter(struct damage *d)
{
    struct token t = any_token(d, d->in, below(d, 2) == 0, 0);

    if (!t.length)
        return;
    uint8_t *c = &d->in->bytes[t.at + below(d, t.length)];
    *c = (uint8_t)(isdigit(*c)   ? '0' + below(d, 10)
                   : isupper(*c) ? 'A' + below(d, 26)
                                 : 'a' + below(d, *c <= 'f' ? 6 : 26));
}

/* A word becomes another one wherever it is, at times of one letter more. */
static void rename_word(struct damage *d)
{
    struct token t = any_token(d, d->in, 0, 0);
    char old[TOKEN], new[TOKEN + 1];
    size_t was = t.length, length = was + below(d, 2);

    if (!was || was > sizeof old)
        return;
    memcpy(old, d->in->bytes + t.at, was);
    memcpy(new, old, was);
    new[was] = 'x';
    new[below(d, was)] = (char)('a' + below(d, 26));
    for (t = token_at(d->in, 0); t.length; t = token_at(d->in, t.at + t.length))
        if (t.length == was && memcmp(d->in->bytes + t.at, old, was) == 0) {
            put_token(d, t, new, length);
            t.length = length;
        }
}

static void add_blank(struct damage *d)
{
    static const char *const blanks[] = {" ", "  ", "\n", "\n\n"};
    struct token t = token_at(d->in, below(d, d->in->length));
    const char *blank = blanks[below(d, 4)];
    size_t at = t.at + t.length;

    if (*blank == '\n')
        while (at < d->in->length && d->in->bytes[at] != '\n')
            at++;
    put_in(d, at, blank, strlen(blank));
}

/* The line at a place, with its end. */
static struct token line_at(const struct fuzz_input *in, size_t at)
{
    struct token t = {at, 0};

    while (t.at > 0 && in->bytes[t.at - 1] != '\n')
        t.at--;
    while (t.at + t.length < in->length && in->bytes[t.at + t.length] != '\n')
        t.length++;
    t.length += t.at + t.length < in->length;
    return t;
}

/* A line is lost, is there twice, or goes elsewhere. */
static void move_line(struct damage *d)
{
    static uint8_t bytes[1 << 12];
    struct token line = line_at(d->in, below(d, d->in->length));
    size_t way = below(d, 3);

    if (line.length > sizeof bytes)
        return;
    memcpy(bytes, d->in->bytes + line.at, line.length);
    if (way != 0)
        take_out(d, line.at, line.length);
    if (way != 1)
        put_in(d, line_at(d->in, below(d, d->in->length)).at, bytes, line.length);
}

/* One bit or a small number added, somewhere. */
static void near_byte(struct damage *d)
{
    uint8_t *byte = &d->in->bytes[below(d, d->in->length)];

    *byte = (uint8_t)(below(d, 2) ? *byte ^ 1u << below(d, 8) : *byte + below(d, 9) - 4);
}

static int is_text(const struct fuzz_input *in)
{
    return !memchr(in->bytes, 0, in->length);
}

void fuzz_damage_little(struct fuzz_input *in, const struct fuzz_input *other, struct rng *r)
{
    static void (*const ways[])(struct damage *) = {near_number,  near_number, near_number, other_token, other_letter,
                                                    other_letter, rename_word, add_blank,   move_line};
    struct damage d = {in, other, NULL, r};

    if (in->length == 0)
        return;
    if (!is_text(in))
        near_byte(&d);
    else
        ways[below(&d, sizeof ways / sizeof *ways)](&d);
}

/* Hard damage ----------------------------------------------------------------------------------------------------- */

void fuzz_damage_number(struct fuzz_input *in, struct rng *r)
{
    struct damage d = {.in = in, .r = r};

    change_number(&d);
}

void fuzz_damage(struct fuzz_input *in, const struct fuzz_input *other, const char *const *words, struct rng *r)
{
    static void (*const ways[])(struct damage *) = {cut,           flip,          flip,         replace, replace,
                                                    clear,         lose,          repeat,       splice,  insert_word,
                                                    change_digits, change_digits, change_number};
    struct damage d = {in, other, words, r};

    for (size_t times = 1 + below(&d, 4); times; times--)
        ways[below(&d, sizeof ways / sizeof *ways)](&d);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Values given as text: numbers, of which a text holds exactly one or is refused, UTF-8, and the words that stand for
 * no value.
 */
#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include <stdint.h>

/** A whole number from min to max; also as 1e6, 1.5e6, 200k, 2M or 1G. @return 0, or -1 when the text is none */
int value_integer(const char *text, int64_t min, int64_t max, int64_t *value);
/** A number from min to max; min itself is out of bounds when over is 1. @return as above */
int value_number(const char *text, double min, double max, int over, double *value);
/** A number from min to max with at most three decimals, exactly. @param[out] value  thousandths @return as above */
int value_thousandths(const char *text, int64_t min, int64_t max, int64_t *value);

/**
 * The digits of a whole number up to max, with nothing before them: neither blanks nor a sign.
 * @param[in,out] at  where they begin; behind them afterwards
 * @return 0, or -1 when there are none or the number is over max
 */
int value_digits(const char **at, uint64_t max, uint64_t *value);
/** Up to `most` hexadecimal digits, 16 at most; otherwise as above. */
int value_hex(const char **at, int most, uint64_t *value);

/**
 * The next character of a text in UTF-8.
 * @param[in,out] at  not at the end of the text; behind the character afterwards
 * @return its code point, or -1 when the bytes are none
 */
int32_t value_character(const char **at);
/** 1 when all of a text is UTF-8. */
int value_utf8(const char *text);
/** 1 for an ASCII control character, which terminals obey. */
int value_is_control(char c);
/** 1 when a text has a control character. */
int value_has_control(const char *text);
/** Make what a file says fit for a sentence of one line: control characters become question marks. */
void value_tame(char *text);

/** 1 for an empty text and for the words that YAML has for nothing: ~, null, Null, NULL. */
int value_null(const char *text);

#endif

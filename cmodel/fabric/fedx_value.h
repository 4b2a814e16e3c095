/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as text, read whole or not at all, and nothing as text.
 */
#ifndef FEDX_VALUE_H
#define FEDX_VALUE_H

#include <stdint.h>

/** A whole number from min to max; also as 1e6, 1.5e6, 200k, 2M or 1G. @return 0, or -1 when the text is none */
int fedx_value_integer(const char *text, int64_t min, int64_t max, int64_t *value);
/** A number from min to max; min itself is out of bounds when over is 1. @return as above */
int fedx_value_number(const char *text, double min, double max, int over, double *value);
/** A number from min to max with at most three decimals, exactly. @param[out] value  thousandths @return as above */
int fedx_value_thousandths(const char *text, int64_t min, int64_t max, int64_t *value);

/** 1 for an empty text and for the words that YAML has for nothing: ~, null, Null, NULL. */
int fedx_value_null(const char *text);

#endif

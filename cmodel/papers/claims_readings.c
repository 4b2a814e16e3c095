/* SPDX-License-Identifier: Apache-2.0 */
#include "claims_readings.h"

#include <string.h>

const struct claims_reading claims_readings[READING_COUNT] = {
#define READING(name, words, least, most) {#name, words, {least, most}},
    READINGS(READING)
#undef READING
};

int claims_reading(const char *name, size_t length)
{
    for (int i = 0; i < READING_COUNT; i++)
        if (strlen(claims_readings[i].name) == length && memcmp(claims_readings[i].name, name, length) == 0)
            return i;
    return -1;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON files: how numbers are written, and reading a file whose length is bounded.
 */
#ifndef BASE_JSON_FILE_H
#define BASE_JSON_FILE_H

#include <jansson.h>

/**
 * How numbers are written: as many digits as every one that is read gives back, so 0.7 is 0.7. A flag of json_dumpf.
 */
#define JSON_FILE_NUMBERS JSON_REAL_PRECISION(15)

/** Longest file that is read, bytes, unless it is the data of a report: a coverage file with every point is a fiftieth
 * of it. */
enum { JSON_FILE_MOST = 16 << 20 };

/**
 * Read a file.
 * @param most   bytes that it may have
 * @param flags  of json_load_file
 * @return NULL with one sentence in error, harmless to a terminal whatever is in the file
 */
json_t *json_file_read(const char *path, size_t most, size_t flags, char *error, size_t size);

#endif

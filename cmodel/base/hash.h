/* SPDX-License-Identifier: Apache-2.0
 *
 * Hashes of files and texts, to tell whether they are what they were: XXH3 of 128
 * bits. It finds damage; who wants to can make other bytes of the same hash.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>

/** Hexadecimal digits of a hash, with the end of the text. */
enum { HASH_SIZE = 33 };

/** Of bytes in memory, as text. */
void hash_bytes(const void *bytes, size_t length, char text[HASH_SIZE]);
/** Of a file, likewise. @return 0, or -1 with errno set when the file cannot be read */
int hash_file(const char *path, char text[HASH_SIZE]);

#endif

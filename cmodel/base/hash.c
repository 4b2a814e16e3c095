/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <xxhash.h>

static void write_hash(XXH128_hash_t hash, char text[HASH_SIZE])
{
    snprintf(text, HASH_SIZE, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64, (uint64_t)hash.low64);
}

void hash_bytes(const void *bytes, size_t length, char text[HASH_SIZE])
{
    write_hash(XXH3_128bits(bytes, length), text);
}

int hash_file(const char *path, char text[HASH_SIZE])
{
    XXH3_state_t *state = XXH3_createState();
    FILE *file = state ? fopen(path, "rb") : NULL;
    char bytes[1 << 16];
    int reason = state ? errno : ENOMEM;

    if (file) {
        XXH3_128bits_reset(state);
        for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
            XXH3_128bits_update(state, bytes, n);
        reason = ferror(file) ? errno : 0;
        fclose(file);
    }
    if (reason == 0)
        write_hash(XXH3_128bits_digest(state), text);
    XXH3_freeState(state);
    errno = reason;
    return reason == 0 ? 0 : -1;
}

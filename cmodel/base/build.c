/* SPDX-License-Identifier: Apache-2.0 */
#include "build.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "platform.h"

/* Read once: a sweep asks for every point. */
static char build_of_this[BUILD_SIZE];

static void read_build(void)
{
    FILE *self = platform_program_open();
    XXH3_state_t *state = XXH3_createState();
    char bytes[1 << 16];
    size_t n;

    if (self && state && XXH3_64bits_reset(state) == XXH_OK) {
        while ((n = fread(bytes, 1, sizeof bytes, self)) > 0)
            XXH3_64bits_update(state, bytes, n);
        snprintf(build_of_this, sizeof build_of_this, "%016" PRIx64, (uint64_t)XXH3_64bits_digest(state));
    }
    if (self)
        fclose(self);
    XXH3_freeState(state);
}

int build_read(char build[BUILD_SIZE])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, read_build);
    memcpy(build, build_of_this, BUILD_SIZE);
    return *build ? 0 : -1;
}

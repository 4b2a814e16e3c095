/* SPDX-License-Identifier: Apache-2.0
 *
 * The same readers for libFuzzer, which finds its damage by what it makes the
 * program do. $FUZZ_FORMAT names the format. sim_scripts/fuzz.sh builds and runs it.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../cmodel/scenario/scenario.h"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static const struct fuzz_format *format;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_FORMAT");

    (void)argc;
    (void)argv;
    format = name ? fuzz_format_called(name) : NULL;
    if (format)
        return 0;
    fprintf(stderr, "FUZZ_FORMAT must name a format\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static uint8_t copy[FUZZ_MAX];
    static char error[SCENARIO_ERROR], path[32];
    static int file = -1;
    struct fuzz_input in = {copy, length < FUZZ_MAX ? length : FUZZ_MAX};

    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    memcpy(copy, bytes, in.length);
    if (format->seal)
        format->seal(&in);
    if (ftruncate(file, 0) != 0 || pwrite(file, in.bytes, in.length, 0) != (ssize_t)in.length)
        abort();
    format->read(path, error, sizeof error);
    return 0;
}

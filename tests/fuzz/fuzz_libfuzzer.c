/* SPDX-License-Identifier: Apache-2.0
 *
 * The same readers for libFuzzer, which finds its damage by what it makes the
 * program do, besides the little damage of fuzz_damage.c. $FUZZ_FORMAT names the format;
 * its good files are written to the folder $FUZZ_SEEDS. sim_scripts/fuzz.sh builds and
 * runs it.
 */
#define _GNU_SOURCE /* memfd_create */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../cmodel/config/scenario.h"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t most); /* libFuzzer's own */

static const struct fuzz_format *format;
static uint64_t runs, taken;

static void say_share(void)
{
    double share = runs ? 100.0 * (double)taken / (double)runs : 0;

    printf("%s: %" PRIu64 " runs, %" PRIu64 " taken: %.1f %%\n", format->name, runs, taken, share);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_FORMAT"), *seeds = getenv("FUZZ_SEEDS");

    (void)argc;
    (void)argv;
    format = name ? fuzz_format_called(name) : NULL;
    if (!format || !seeds || fuzz_write_seeds(seeds, format) != 0) {
        fprintf(stderr, "FUZZ_FORMAT must name a format, and FUZZ_SEEDS a folder that can be written\n");
        exit(2);
    }
    return atexit(say_share);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed)
{
    static uint8_t copy[FUZZ_MAX];
    struct fuzz_input in = {copy, length};
    struct rng r = rng_stream(seed, 0);

    if (seed % 2 || length == 0 || length > sizeof copy)
        return LLVMFuzzerMutate(bytes, length, most);
    memcpy(copy, bytes, length);
    fuzz_damage_little(&in, &in, &r);
    in.length = in.length < most ? in.length : most;
    memcpy(bytes, copy, in.length);
    return in.length;
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
    runs++;
    taken += format->read(path, error, sizeof error) == 0;
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx bench --instructions: two runs of a fabric under Valgrind's cachegrind, one longer than the other; what the
 * longer one has more belongs to its cycles.
 */
#include <inttypes.h>
#include <string.h>

#include "../../base/install_paths.h"
#include "../../base/scratch.h"
#include "../common/cli.h"
#include "bench_main.h"

static int fill(struct arguments *a, const char *folder, const struct arguments *words, uint64_t cycles)
{
    char path[PATH_MAX];

    if (install_path_beside("fedx", path) != 0)
        return cli_bad("bench", "no program to count instructions of beside this one");
    arguments_split(a, "valgrind --tool=cachegrind --cache-sim=no --branch-sim=no");
    arguments_add(a, "--cachegrind-out-file=%s/counts", folder);
    arguments_add(a, "%s", path);
    arguments_add(a, "run");
    for (int i = 1; i < words->count; i++)
        arguments_add(a, "%s", words->text[i]);
    arguments_split(a, "--quiet --drain none --cycles");
    arguments_add(a, "%" PRIu64, cycles);
    return a->failed ? cli_bad("bench", "out of memory") : 0;
}

/* Its last line is "summary: COUNT". @return -1: there is none */
static double read_counts(const char *folder)
{
    char path[PATH_MAX + 8], line[4096];
    double count = -1;

    snprintf(path, sizeof path, "%s/counts", folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "summary: ", 9) == 0)
            count = strtod(line + 9, NULL);
    if (file)
        fclose(file);
    return count;
}

static double count(const char *folder, const struct arguments *words, uint64_t cycles)
{
    struct arguments a = {0};
    char log[PATH_MAX + 8], error[256];
    double counted = -1;
    int status = fill(&a, folder, words, cycles);

    snprintf(log, sizeof log, "%s/log", folder);
    if (status == 0 && (status = process_run(&a, log, NULL)) < 0) {
        process_failed("valgrind", "install it, or leave out --instructions", error, sizeof error);
        cli_bad("bench", "%s", error);
    } else if (status == 0 && (counted = read_counts(folder)) < 0) {
        cli_bad("bench", "valgrind counted nothing");
    } else if (status > 0) {
        cli_bad("bench", "valgrind ended with status %d: %s", status,
                status == 128 + SIGILL
                    ? "it does not know an instruction of this build, so build with -DFEDX_NATIVE=OFF"
                    : "fedx run with these options says why");
    }
    arguments_free(&a);
    return counted;
}

double bench_instructions(const struct arguments *words, uint64_t first, uint64_t cycles)
{
    char folder[PATH_MAX], error[256];
    double before, after = -1;

    if (scratch_make("fedx-bench", folder, error, sizeof error) != 0) {
        cli_bad("bench", "%s", error);
        return -1;
    }
    before = count(folder, words, first);
    if (before >= 0)
        after = count(folder, words, first + cycles);
    scratch_remove(folder);
    return after < 0 ? -1 : (after - before) / (double)cycles;
}

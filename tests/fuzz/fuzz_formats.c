/* SPDX-License-Identifier: Apache-2.0
 *
 * All formats.
 */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

static const struct fuzz_format *const formats[] = {
    &fuzz_config,    &fuzz_experiment, &fuzz_faults, &fuzz_map,   &fuzz_router,     &fuzz_expression, &fuzz_init_xml,
    &fuzz_init_json, &fuzz_wrapper,    &fuzz_pins,   &fuzz_trace, &fuzz_import,     &fuzz_lists,      &fuzz_coverage,
    &fuzz_report,    &fuzz_vectors,    &fuzz_bundle, &fuzz_cache, &fuzz_checkpoint,
};

const struct fuzz_format *fuzz_format(unsigned number)
{
    return number < sizeof formats / sizeof *formats ? formats[number] : NULL;
}

const struct fuzz_format *fuzz_format_called(const char *name)
{
    const struct fuzz_format *f;

    for (unsigned i = 0; (f = fuzz_format(i)); i++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

int fuzz_write_seeds(const char *folder, const struct fuzz_format *format)
{
    for (int i = 0; i < FUZZ_SEEDS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s-%d", folder, format->name, i);
        FILE *out = fopen(path, "w");
        int over = !out || format->seed(i, out) != 0;
        if (out)
            fclose(out);
        if (over)
            return out ? unlink(path) : -1;
    }
    return 0;
}

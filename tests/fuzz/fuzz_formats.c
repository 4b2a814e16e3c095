/* SPDX-License-Identifier: Apache-2.0
 *
 * All formats.
 */
#include <string.h>

#include "fuzz.h"

static const struct fuzz_format *const formats[] = {
    &fuzz_config,   &fuzz_experiment, &fuzz_faults,  &fuzz_map,    &fuzz_router, &fuzz_trace, &fuzz_lists,
    &fuzz_coverage, &fuzz_report,     &fuzz_vectors, &fuzz_bundle, &fuzz_cache, &fuzz_checkpoint,
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * Model and RTL of one build of the virtual-channel router in lockstep: all pins, all named registers, legal states.
 *
 *   test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]
 *
 * A router alone under the stimulus of fedx verify: neighbours that keep to the protocol, or break it in every way.
 * Packets of legal episodes are followed end to end.
 */
#include "lockstep_alone.h"
#include "vcr/kind/vcr_kind.h"

static const struct router_kind *kind_named(const char *name)
{
#define VCR_CONFIGURATION(build, kind, ...) \
    if (strcmp(name, #build) == 0)          \
        return &vcr_kind_##build;
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
    return NULL;
}

int main(int argc, char **argv)
{
    const struct router_kind *kind = argc > 3 ? kind_named(argv[1]) : NULL;

    if (!kind) {
        fprintf(stderr, "usage: test_vcr_lockstep BUILD SHARED_OBJECT CYCLES [SEED]\n");
        return 2;
    }
    const struct stimulus_config config = alone_config(kind, argc, argv);
    struct stimulus *s = alone_run(kind, &config);
    int failed = alone_failed(kind, &config, s);
    stimulus_destroy(s);
    coverage_destroy(config.coverage);
    return failed;
}

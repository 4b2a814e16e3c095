/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of the terminal: which of the situations that docs/spec/vcr.md, sections 15 to 18, tells apart
 * have come up. The points are in vcr_terminal_coverage.def. docs/verification/coverage.md.
 */
#ifndef VCR_TERMINAL_COVERAGE_H
#define VCR_TERMINAL_COVERAGE_H

#include "../../cover/coverage.h"
#include "vcr_coverage.h"
#include "vcr_terminal_coverage.def"

/** Values of axes: VCR_TERMINAL_COVER_<LIST>_<NAME>, of each list from 0. */
#define VALUE(list, name, words) VCR_TERMINAL_COVER_##list##_##name,
#define LIST(list) enum { VCR_TERMINAL_COVER_##list(VALUE) VCR_TERMINAL_COVER_##list##_COUNT };
VCR_TERMINAL_COVER_LISTS(LIST)
#undef VALUE
#undef LIST

/** Families. */
#define FAMILY(name, ...) VCR_TERMINAL_FAMILY_##name,
#define IGNORED(...)
enum vcr_terminal_coverage_family {
    VCR_TERMINAL_COVER_FAMILIES(FAMILY, IGNORED, IGNORED, IGNORED, IGNORED) VCR_TERMINAL_FAMILY_COUNT
};
#undef FAMILY
#undef IGNORED

#endif

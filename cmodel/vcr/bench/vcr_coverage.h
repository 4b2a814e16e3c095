/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of the virtual-channel router and its terminal: which of the situations that docs/spec/vcr.md
 * tells apart have come up. The points are in vcr_coverage.def and vcr_terminal_coverage.def.
 * docs/verification/coverage.md.
 *
 * What flits are in the queues is not in the registers that a sampler is shown. So it keeps a router of its own beside:
 * with the same inputs it has the same flits and the same table, and the wires of each cycle are worked out by the
 * functions of the model.
 */
#ifndef VCR_COVERAGE_H
#define VCR_COVERAGE_H

#include "../../cover/coverage.h"
#include "../model/vcr_internal.h"
#include "vcr/regs.h"
#include "vcr_coverage.def"
#include "vcr_terminal_coverage.def"

/** Values of axes: VCR_COVER_<LIST>_<NAME>, of each list from 0; of terminals VCR_TERMINAL_COVER_<LIST>_<NAME>. */
#define VALUE(list, name, words) VCR_COVER_##list##_##name,
#define LIST(list) enum { VCR_COVER_##list(VALUE) VCR_COVER_##list##_COUNT };
VCR_COVER_LISTS(LIST)
#undef VALUE
#undef LIST
#define VALUE(list, name, words) VCR_TERMINAL_COVER_##list##_##name,
#define LIST(list) enum { VCR_TERMINAL_COVER_##list(VALUE) VCR_TERMINAL_COVER_##list##_COUNT };
VCR_TERMINAL_COVER_LISTS(LIST)
#undef VALUE
#undef LIST

/** Families. */
#define FAMILY(name, ...) VCR_FAMILY_##name,
#define TERMINAL_FAMILY(name, ...) VCR_TERMINAL_FAMILY_##name,
#define IGNORED(...)
enum vcr_coverage_family { VCR_COVER_FAMILIES(FAMILY, IGNORED, IGNORED, IGNORED, IGNORED) VCR_FAMILY_COUNT };
enum vcr_terminal_coverage_family {
    VCR_TERMINAL_COVER_FAMILIES(TERMINAL_FAMILY, IGNORED, IGNORED, IGNORED, IGNORED) VCR_TERMINAL_FAMILY_COUNT
};
#undef FAMILY
#undef TERMINAL_FAMILY
#undef IGNORED

/** How many families a router has: the last one only with VIA. */
#define VCR_FAMILIES(via) ((via) ? VCR_FAMILY_COUNT : VCR_FAMILY_VIA)

/** An axis of a family, in its rows; NULL for names: numbers. */
static inline struct coverage_axis vcr_axis(const char *name, int size, int from, const char *const *values)
{
    return (struct coverage_axis){name, size, from, values};
}
#define VCR_COVER_NUMBERS(label, from, count) vcr_axis(label, count, from, NULL)
#define VCR_COVER_NONE vcr_axis(NULL, 0, 0, NULL)

/** The families of a build or shape. @param[out] rows  VCR_FAMILIES */
void vcr_coverage_rows(const struct vcr_parameters *s, struct coverage_family_info *rows);
/** Why a point of a family can never be hit, one sentence, or NULL. @param at  its place on each axis */
const char *vcr_coverage_why(const struct router_kind *kind, int family, const int *at);
/**
 * What happens to the credits of a channel of a far end. @param linked  its link is up @param was  credits before
 * @param used, back  a flit is sent, a credit comes @return VCR_COVER_CREDIT_*, or -1: nothing of note
 */
int vcr_coverage_credit(unsigned depth, unsigned linked, unsigned was, unsigned used, unsigned back);
/** The memory of a sampler. */
struct vcr_sampler {
    uint16_t left[VCR_MOST_LANES]; /**< flits that have left, of the packet under way in each channel */
    struct vcr_router router; /**< beside the one that is looked at; the last member, for its queues are behind it */
};

/** As coverage_kind.sample. Its memory is a struct vcr_sampler. */
void vcr_coverage_sample(struct coverage *c, const void *before, const void *in, const void *control);

/**
 * Define coverage_kind `prefix`_`name_` of a build: the rows of its families, which are filled at the start.
 * @param fill, why, take  functions as vcr_coverage_rows, vcr_coverage_why and vcr_coverage_sample
 * @param bytes            of the memory of a sampler
 */
#define VCR_COVERAGE_KIND(prefix, name_, parameters, fill, why, take, kind_, named_, count_, buffers_, bytes) \
    static struct coverage_family_info families_##name_[count_];                                              \
    static void __attribute__((constructor)) fill_##name_(void)                                               \
    {                                                                                                         \
        fill(&(parameters), families_##name_);                                                                \
    }                                                                                                         \
    const struct coverage_kind prefix##_##name_ = {                                                           \
        .router = &(kind_),                                                                                   \
        .named = (named_),                                                                                    \
        .buffers = (buffers_),                                                                                \
        .family = families_##name_,                                                                           \
        .families = (count_),                                                                                 \
        .memory_bytes = (bytes),                                                                              \
        .sample = (take),                                                                                     \
        .unreachable = (why),                                                                                 \
    };

#endif

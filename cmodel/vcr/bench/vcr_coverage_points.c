/* SPDX-License-Identifier: Apache-2.0
 *
 * The points of functional coverage, of each build, and why some cannot be hit. See vcr_coverage.h.
 */
#include "../../kind/kind.h"
#include "../kind/vcr_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_coverage.h"
#include "vcr_shape_fill.h"

#define VALUE(list, name, words) words,
#define LIST(list) static const char *const values_##list[] = {VCR_COVER_##list(VALUE)};
VCR_COVER_LISTS(LIST)
#undef VALUE
#undef LIST

#define FAMILY(name_, words, section_, what_, ...) \
    if (VCR_FAMILY_##name_ < VCR_FAMILIES(s->via)) \
        rows[VCR_FAMILY_##name_] =                 \
            (struct coverage_family_info){words, section_, what_, COVER_GRID, {__VA_ARGS__}, NULL};
#define LIST(label, list) vcr_axis(label, VCR_COVER_##list##_COUNT, 0, values_##list)
#define PORTS(label, more) vcr_axis(label, s->ports + (more), 0, NULL)
#define VCS(label) vcr_axis(label, s->vcs, 0, NULL)
void vcr_coverage_rows(const struct vcr_parameters *s, struct coverage_family_info *rows)
{
    VCR_COVER_FAMILIES(FAMILY, LIST, PORTS, VCS, VCR_COVER_NUMBERS)
}
#undef FAMILY
#undef LIST
#undef PORTS
#undef VCS

/* Why not --------------------------------------------------------------------------------------------------------- */

static const char no_bypass[] = "what is on the wire counts a cycle later: BYPASS = 0 (section 4)";

/* Whether the pins can name a channel that there is not. */
static int has_wrong_channels(const struct vcr_parameters *s)
{
    return 1u << vcr_bits(s->vcs) > s->vcs;
}

/* Whether a preferred way may lead to a port that there is not: by a table, or up in a tree that has more ways than
 * this router. */
static int may_prefer_nothing(const struct vcr_parameters *s)
{
    for (unsigned k = 2; k < s->ports; k *= 2)
        if (s->ports < 2 * k)
            return 1;
    return s->table_size != 0;
}

static const char *why_route(const struct vcr_parameters *s, const int *at)
{
    return at[0] == VCR_COVER_ROUTING_TABLE && at[1] != VCR_COVER_WAYS_NONE && s->table_size == 0
               ? "there is no table: TABLE_SIZE = 0, and entries are 0 (section 5)"
               : NULL;
}

static const char *why_draw(const struct vcr_parameters *s, const int *at)
{
    if (at[1] == VCR_COVER_DRAWN_EITHER && at[2] == VCR_COVER_NO_YES_NO)
        return "ports are not paired (section 5, step 4)";
    if (at[1] == VCR_COVER_DRAWN_OUTSIDE && at[0] == VCR_COVER_PREFER_RANDOM)
        return "it is drawn from the best ports (section 5, step 2)";
    return at[1] == VCR_COVER_DRAWN_OUTSIDE && !may_prefer_nothing(s)
               ? "logic prefers one of the best ports that there are (section 5)"
               : NULL;
}

static const char *why_comes(const struct vcr_parameters *s, const int *at)
{
    if (at[0] == VCR_COVER_COMES_SENT_AT_ONCE || at[0] == VCR_COVER_COMES_DROPPED_AT_ONCE)
        return s->bypass ? NULL : no_bypass;
    return at[0] == VCR_COVER_COMES_NO_CHANNEL && !has_wrong_channels(s)
               ? "the pins name channels that there are, and no others (section 2)"
               : NULL;
}

static const char *why_fill(const struct vcr_parameters *s, const int *at)
{
    if (at[0] == VCR_COVER_LEVEL_EMPTY && at[1] != VCR_COVER_MOVE_IN)
        return "nothing goes out of an empty queue (section 6)";
    if (at[0] == VCR_COVER_LEVEL_FULL && at[1] != VCR_COVER_MOVE_OUT)
        return "a flit that finds its queue full is lost (section 6)";
    return at[0] == VCR_COVER_LEVEL_ONE_SHORT && s->depth == 2 ? "with one flit it is one short of full: DEPTH = 2"
                                                               : NULL;
}

static const char *why_error(const struct vcr_parameters *s, const int *at)
{
    return at[0] == VCR_COVER_ERROR_VC && !has_wrong_channels(s)
               ? "the pins name channels that there are, and no others (section 2)"
               : NULL;
}

/* With one channel a link that is held has no room. */
static const char *why_held(const struct vcr_parameters *s)
{
    return s->vcs == 1 ? "the packet that holds a link owns its only channel: VCS = 1 (sections 7, 8)" : NULL;
}

static const char *why_settings(const struct vcr_parameters *s, int family, const int *at)
{
    switch (family) {
    case VCR_FAMILY_DIAGONAL:
        return at[0] == VCR_COVER_FARTHER_NEITHER && at[1] != 0
                   ? "as many hops in both: no bit is another one (section 5)"
                   : NULL;
    case VCR_FAMILY_LOCAL_BITS:
        return at[0] == 0 && at[1] == VCR_COVER_NO_YES_YES
                   ? "there is one terminal, and its ports begin at local_port (section 5)"
                   : NULL;
    case VCR_FAMILY_DESTINATION:
        return s->table_size == 0 && (at[0] == VCR_COVER_GOES_LAST_ENTRY || at[0] == VCR_COVER_GOES_BEHIND_ENTRIES)
                   ? "there is no table: TABLE_SIZE = 0"
                   : NULL;
    default: return s->depth == 2 && at[0] == VCR_COVER_ALLOC_SOME ? "below DEPTH = 2 there are 0 and 1" : NULL;
    }
}

const char *vcr_coverage_why(const struct router_kind *kind, int family, const int *at)
{
    const struct vcr_parameters *s = kind->parameters;

    switch (family) {
    case VCR_FAMILY_ROUTE: return why_route(s, at);
    case VCR_FAMILY_DRAW: return why_draw(s, at);
    case VCR_FAMILY_COMES: return why_comes(s, at);
    case VCR_FAMILY_FILL: return why_fill(s, at);
    case VCR_FAMILY_ERROR: return why_error(s, at);
    case VCR_FAMILY_ASK: return at[0] == VCR_COVER_ASK_COMMITTED_HELD ? why_held(s) : NULL;
    case VCR_FAMILY_HOLD:
        return at[0] == VCR_COVER_HOLDING_WAITED_FOR || at[0] == VCR_COVER_HOLDING_ESCAPE ? why_held(s) : NULL;
    case VCR_FAMILY_SHORT:
        return at[0] == VCR_COVER_SHORT_MIXED && s->vcs == 1 ? "one channel is owned or is not: VCS = 1" : NULL;
    case VCR_FAMILY_EARLY: return s->bypass ? NULL : no_bypass;
    case VCR_FAMILY_WINNER:
        return at[0] == VCR_COVER_WINNER_OLDER && at[1] == VCR_COVER_NO_YES_NO ? "ages do not count (section 9)" : NULL;
    case VCR_FAMILY_CONFIG:
        return at[0] == VCR_COVER_ADDRESS_TABLE && s->table_size == 0 ? "there is no table: TABLE_SIZE = 0" : NULL;
    case VCR_FAMILY_RACE:
        return at[0] == VCR_COVER_RACE_ENTRY && s->table_size == 0 ? "there is no table: TABLE_SIZE = 0" : NULL;
    case VCR_FAMILY_DIAGONAL:
    case VCR_FAMILY_LOCAL_BITS:
    case VCR_FAMILY_DESTINATION:
    case VCR_FAMILY_ALLOC: return why_settings(s, family, at);
    default: return NULL;
    }
}

/* Each build ------------------------------------------------------------------------------------------------------ */

/*
 * Bytes of a sampler of a build: those of a struct vcr_sampler and what is behind it, vcr_router_bytes as a constant.
 */
#define BYTES(slots, words, table) \
    (sizeof(struct vcr_sampler) + 8 * (size_t)(slots) * (words) + 8 * (((size_t)(slots) + (table) + 1) / 2))

#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, depth_, words_, bypass_, route_stage_, speedup_, table_size_, \
                          via_, repeats_, summary_)                                                                 \
    VCR_COVERAGE_KIND(vcr_coverage, name_, vcr_parameters_##name_, vcr_coverage_rows, vcr_coverage_why,             \
                      vcr_coverage_sample, vcr_kind_##name_, kind_, VCR_FAMILIES(via_), (ports_) * (vcs_),          \
                      BYTES((ports_) * (vcs_) * (depth_), words_, table_size_))
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION

/* Each shape ------------------------------------------------------------------------------------------------------ */

static struct coverage_family_info families_of_shapes[VCR_SHAPES][VCR_FAMILY_COUNT];
static struct coverage_kind of_shapes[VCR_SHAPES];

void vcr_shape_fill_coverage(unsigned place)
{
    const struct vcr_parameters *s = vcr_shape_parameters[place];
    const struct router_kind *kind = vcr_shape_kinds[place];

    vcr_coverage_rows(s, families_of_shapes[place]);
    of_shapes[place] = (struct coverage_kind){.router = kind,
                                              .named = kind->name,
                                              .buffers = (int)vcr_lanes(s),
                                              .family = families_of_shapes[place],
                                              .families = VCR_FAMILIES(s->via),
                                              .memory_bytes = sizeof(struct vcr_sampler) + vcr_router_bytes(s),
                                              .sample = vcr_coverage_sample,
                                              .unreachable = vcr_coverage_why};
    kind->parts->coverage = &of_shapes[place];
}

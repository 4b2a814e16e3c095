/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of a Fed-X switch with FEDX_BUFFERS buffers. The points belong to the golden model: a sampler
 * works out the model's wires from the named registers and input pins of a cycle, so that model, RTL and both in
 * lockstep are measured alike. docs/verification/coverage.md.
 */
#ifndef FEDX_COVERAGE_POINTS_H
#define FEDX_COVERAGE_POINTS_H

#include "../../cover/coverage.h"
#include "../kind/fedx_kind.h"

/** Families of points, in the order of fedx_kind_coverage.family. */
enum fedx_coverage_family {
    FEDX_COVER_VERDICT,
    FEDX_COVER_TEST_ORDER,
    FEDX_COVER_PAIR,
    FEDX_COVER_PAIR_PORTS,
    FEDX_COVER_DECIDING,
    FEDX_COVER_FREE,
    FEDX_COVER_CLASS_BOUND,
    FEDX_COVER_CLASS,
    FEDX_COVER_SIMILAR,
    FEDX_COVER_SIMILAR_CLASS,
    FEDX_COVER_ONE_BIT,
    FEDX_COVER_LIMIT,
    FEDX_COVER_MODE,
    FEDX_COVER_BALANCE,
    FEDX_COVER_LATENCY,
    FEDX_COVER_OWNERSHIP,
    FEDX_COVER_NEXT,
    FEDX_COVER_RECEIVE_ABORT,
    FEDX_COVER_TRANSMIT_ABORT,
    FEDX_COVER_DUPLICATE,
    FEDX_COVER_RESPONSE,
    FEDX_COVER_THROTTLE,
    FEDX_COVER_WATCH_BEGIN,
    FEDX_COVER_WATCH,
    FEDX_COVER_OCCUPANCY,
    FEDX_COVER_EDGE,
    FEDX_COVER_STARTS,
    FEDX_COVER_DEPARTURE,
    FEDX_COVER_OPEN,
    FEDX_COVER_DEROUTES,
    FEDX_COVER_DRAW,
    FEDX_COVER_NO_ROUTE,
    FEDX_COVER_RESET,
    FEDX_COVER_CONFIG,
    FEDX_COVER_PACKET_CHECK_BIT,
    FEDX_COVER_HEADER_BIT,
    FEDX_COVER_OUTSIDE_BIT,
    FEDX_COVER_CLASS_BIT,
    FEDX_COVER_LIMIT_BIT,
    FEDX_COVER_PRIORITY_BIT,
    FEDX_COVER_TIME_OUT_BIT,
    FEDX_COVER_ADDRESS_BIT,
    FEDX_COVER_FAMILIES
};

/** fedx_kind_coverage.sample. */
void fedx_coverage_sample_switch(struct coverage *c, const void *before, const void *in, const void *control);

#endif

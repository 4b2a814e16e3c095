/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the samplers of functional coverage. Also the values of the axes that have
 * names: the order here is that of fedx_coverage_points.c.
 */
#ifndef FEDX_COVERAGE_INTERNAL_H
#define FEDX_COVERAGE_INTERNAL_H

#include "../model/fedx_switch_internal.h"
#include "fedx_coverage_points.h"

/** What registers alone do not tell. */
struct fedx_coverage_memory {
    /* The last packet accepted from each port, and the one each port gave up. */
    uint64_t accepted_head[FEDX_PORTS], expired_head[FEDX_PORTS];
    uint8_t accepted_once, expired;
    uint8_t overdue;                /* injection was, in the cycle before */
    uint8_t start_code[FEDX_PORTS]; /* as it came */
};

/** One cycle, as the samplers see it. */
struct fedx_coverage_cycle {
    struct coverage *c;
    struct fedx_coverage_memory *memory;
    const struct fedx_switch_regs *s;
    const struct fedx_pins *in;
    struct fedx_wires w;
    struct fedx_trial trial[FEDX_PORTS]; /* headers that decide, as they are served */
    int trials;
};

/**
 * Values of which one bit alone decides: all families whose name ends in -bit, but one-bit. Not for a cycle of reset.
 */
void fedx_coverage_sample_bits(const struct fedx_coverage_cycle *m);
/** What is at an address of the configuration: CONFIG_*. */
int fedx_coverage_address(unsigned address);

/** No test before this one fails. @param test  FEDX_REJECT_* */
static inline int fedx_coverage_reaches(const struct fedx_trial *t, unsigned test)
{
    return (t->fails & ((1u << test) - 1u)) == 0;
}

/** A point has come up in the cycle that is being sampled. at1 and at2 are 0 on axes that there are not. */
static inline void fedx_coverage_note(const struct fedx_coverage_cycle *m, enum fedx_coverage_family family, int at0,
                                      int at1, int at2)
{
    coverage_hit(m->c, family, at0, at1, at2);
}

/** The number of the only bit that is set; -1 when there are others, or none. */
static inline int fedx_coverage_only_bit(uint64_t word)
{
    return word != 0 && (word & (word - 1)) == 0 ? __builtin_ctzll(word) : -1;
}

enum { FREE_NONE, FREE_ONE, FREE_ONE_KEPT, FREE_TWO, FREE_TWO_KEPT, FREE_SITUATIONS };
enum { BELOW, AT_LIMIT, ABOVE, MARGINS };
enum { RULE_OFF_ADMITTED, RULE_ON_ADMITTED, RULE_REFUSED, CLASS_OUTCOMES };
enum { CLASS_MIDDLE = FEDX_BUFFERS + 1, CLASS_TOP, CLASS_VALUES };
enum { SIMILAR_NONE, SIMILAR_ONE, SIMILAR_MORE, SIMILAR_ADMITTED, SIMILAR_KEPT, SIMILARITIES };
enum { CLASS_LOWER, CLASS_SAME, CLASS_HIGHER, CLASS_RELATIONS };
enum { WITH_WAITING, WITH_WATCHED, WITH_ADMITTED, WITH_KEPT, WATCHED_WITH_WAITING, COMPARISONS };
enum { LIFTED_NOT, LIFTED_OVERDUE, LIFTED_WATCH, LIFTS };
enum { TRAFFIC_RECEIVED, TRAFFIC_SENT, TRAFFICS };
enum {
    OWNER_BOTH_ASK,
    OWNER_OTHER_BOTH_ASK,
    OWNER_GIVES_ACCEPTED,
    OWNER_GIVES_STOPPED,
    OWNER_GIVES_ABORT,
    OWNER_GIVES_EXPIRED,
    OWNER_GIVES_IDLE,
    OWNER_GIVES_WANTED,
    OWNER_GIVES_RETURNED,
    OWNER_KEEPS_UNASKED,
    OWNER_KEEPS_PRIORITY,
    OWNER_UNWANTED_TURN,
    OWNER_WITHDRAWS,
    OWNER_GLITCH,
    OWNER_LOST,
    OWNER_NO_GO_LOST,
    OWNER_NO_GO_REFUSE,
    OWNER_NO_GO_ACC,
    OWNER_NO_GO_TURN,
    OWNER_HOLD,
    OWNER_EVENTS
};
enum { END_ACCEPTED, END_EXPIRED, END_STOPPED, END_CUT, END_SETTLED, ENDS };
enum { THEN_START, THEN_FLIP, THEN_NEITHER, THENS };
enum { ABORT_REFUSED, ABORT_LOST, ABORT_CUT, ABORTS };
enum {
    DUPLICATE_SAME,
    DUPLICATE_OTHER,
    DUPLICATE_TAKE_OVER,
    DUPLICATE_HOLD,
    DUPLICATE_SATURATED,
    DUPLICATE_AGAIN,
    DUPLICATES
};
enum {
    RESPONSE_FIRST,
    RESPONSE_SECOND,
    RESPONSE_BETWEEN,
    RESPONSE_BEFORE_LAST,
    RESPONSE_LAST,
    RESPONSE_EXPIRED,
    RESPONSE_GLITCH,
    RESPONSE_REFUSE,
    RESPONSES
};
enum {
    THROTTLE_LIMITS,
    THROTTLE_PRIORITY,
    THROTTLE_EARLY,
    THROTTLE_LAST_REFUSED,
    THROTTLE_FIRST_PASSED,
    THROTTLE_PASSED,
    THROTTLE_OTHER_REASON,
    THROTTLE_NO_PRIORITY,
    THROTTLE_ZERO,
    THROTTLE_TURN_KEPT,
    THROTTLE_LOWERED,
    THROTTLES
};
enum {
    WATCH_AGAIN,
    WATCH_ADMITTED,
    WATCH_AWAY,
    WATCH_LONG,
    WATCH_LAST_UNKEPT,
    WATCH_FIRST_KEPT,
    WATCH_KEPT_FROM,
    WATCH_NEW_ROUND,
    WATCH_NEXT_PORT,
    WATCH_LIFTS,
    WATCH_LOWERED,
    WATCHES
};
enum { OCCUPIED_USED, OCCUPIED_QUEUED, OCCUPIED_WAITING, OCCUPANCIES };
enum {
    EDGE_PASSED,
    EDGE_ACCEPTED,
    EDGE_STOPPED,
    EDGE_EXPIRED,
    EDGE_START,
    EDGE_ADMIT,
    EDGE_REFUSE,
    EDGE_ABORT,
    EDGE_FLIP,
    EDGES
};
enum { DEPART_FIXED, DEPART_PREFERRED, DEPART_BEST, DEPART_ABOUT_PREFERRED, DEPART_ABOUT, DEPARTURES };
enum { HOP_BEST, HOP_ABOUT, HOPS };
enum { DRAW_ZERO, DRAW_STILL, DRAW_ABOVE, DRAW_AROUND, DRAW_SAME, DRAW_NONE, DRAWS };
enum { ROUTE_OUTSIDE, ROUTE_INVALID, ROUTE_NO_PORT, NO_ROUTES };
enum {
    RESET_IDLE,
    RESET_HEADER,
    RESET_DECIDE,
    RESET_BODY,
    RESET_REFUSING,
    RESET_DRAIN,
    RESET_SENDING,
    RESET_AWAIT,
    RESET_GAP,
    RESETS
};
enum {
    CONFIG_MODE,
    CONFIG_LIMITS,
    CONFIG_THROTTLE,
    CONFIG_RANDOM,
    CONFIG_STATUS,
    CONFIG_TABLE,
    CONFIG_ELSEWHERE,
    CONFIG_ADDRESSES
};
enum { START_CODE_BIT, HEADER_CHECK_BIT, HEADER_BITS };
enum {
    INJECTION_TIME_OUT,
    INJECTION_COUNT,
    WATCH_TIME_OUT,
    WATCH_COUNT,
    AWAY_TIME_OUT,
    AWAY_COUNT,
    LENGTH_TIME_OUT,
    TIME_OUT_BITS
};
enum { ADDRESS_TABLE = 4, ADDRESSES }; /* before that as CONFIG_* */
enum { ACCESS_READ, ACCESS_WRITE, ACCESS_WRITE_RESET, ACCESS_WRITE_LAST_RESET, ACCESS_WRITE_RACE, ACCESSES };

#endif

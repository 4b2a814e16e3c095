/* SPDX-License-Identifier: Apache-2.0
 *
 * What is true of the named registers of a switch in every cycle after a reset, whatever its inputs were: the
 * invariant of docs/verification/invariants.md, clause by clause. Lockstep checks it in every cycle, state injection
 * draws states from it, and proofs/fedx/fedx_invariant.c proves it by induction. proofs/fedx/fedx_legal.v says the same
 * of the RTL.
 *
 * Masks are those of fedx_regs.def; R, T, P stand for port_receive, port_transmit, buffer_pool.
 */
#ifndef FEDX_LEGAL_H
#define FEDX_LEGAL_H

#include "fedx/switch.h"

/* CLAUSE(name, words): the order is that of the bits, here and in proofs/fedx/fedx_legal.v. */
#define FEDX_LEGAL_CLAUSES(CLAUSE)                                                                                  \
    CLAUSE(receive_states, "a port receives in one state at a time")                                                \
    CLAUSE(receive_count,                                                                                           \
           "bytes received: 1 to 9 in header, 10 when deciding or refusing, 11 to 159 in body, never over 160")     \
    CLAUSE(receive_route, "the table is read at byte 3, and its entry is there from byte 4 to the decision")        \
    CLAUSE(receive_write, "bytes are written in body and after the last one, so that a refused packet writes none") \
    CLAUSE(receive_abort, "a packet is aborted when its reception has just ended")                                  \
    CLAUSE(receive_refuse, "a port refuses while its header is refused, or all do after a reset")                   \
    CLAUSE(transmit_states, "a port sends, awaits an acceptance or keeps a gap, one at a time")                     \
    CLAUSE(transmit_count, "counts of transmit: up to 159 sending, 1 to 32 in await, 1 to 16 in gap")               \
    CLAUSE(transmit_silent, "a port that does not send drives zeros")                                               \
    CLAUSE(buffer_number, "ports name buffers that exist")                                                          \
    CLAUSE(one_reader, "no two ports send from one buffer")                                                         \
    CLAUSE(one_owner, "a used buffer is either queued or under way at one port, a free one neither")                \
    CLAUSE(one_writer, "no two ports write one buffer, and what is written or aborted is used")                     \
    CLAUSE(read_behind_write, "an onward frame is at least 12 bytes behind the one that arrives")                   \
    CLAUSE(waiting, "queued packets wait, and only used buffers do")                                                \
    CLAUSE(age_order, "the age order is a strict total order")                                                      \
    CLAUSE(ports,                                                                                                   \
           "a held packet may leave by a port; best ones are among these; of both kinds one is preferred at most")  \
    CLAUSE(deterministic, "a held deterministic packet has one port")                                               \
    CLAUSE(destination, "a held packet, a watched one, or a route entry, has a destination inside the table")       \
    CLAUSE(class_bound, "at most B - i packets of class i and above are held")                                      \
    CLAUSE(indices, "first, watch_port and reason are in range")                                                    \
    CLAUSE(throttle, "the time-out of injections counts only while one is held back")                               \
    CLAUSE(watch, "a watched port had its turn in this round, and no watch means no age")                           \
    CLAUSE(silence, "nothing is held, sent, received or owned in the silence after a reset")                        \
    CLAUSE(side, "the switch is end 0 of the PE port")

enum fedx_legal_clause {
#define FEDX_CLAUSE(name, words) FEDX_LEGAL_##name,
    FEDX_LEGAL_CLAUSES(FEDX_CLAUSE)
#undef FEDX_CLAUSE
        FEDX_LEGAL_COUNT
};

/** Name of a clause, and its words. */
extern const char *const fedx_legal_names[FEDX_LEGAL_COUNT], *const fedx_legal_words[FEDX_LEGAL_COUNT];

/**
 * The broken clauses of a state, bit k for clause k.
 * @param classes  whether class_bound is asked for: it holds only if class_rule has been on since the pool was empty
 * @return 0 when the state is legal
 */
uint32_t fedx_legal_broken(const struct fedx_switch_regs *regs, int classes);

/** Longest time between two checks of fedx_legal_next, cycles. */
enum { FEDX_LEGAL_CYCLES = 64 };

/** What must be remembered of the states before, to check the next one cheaply. All zero before a reset. */
struct fedx_legal_watch {
    uint8_t classes;        /**< the class rule has been on since the pool was empty */
    uint8_t unchecked;      /**< cycles since the last check */
    uint64_t checks;        /**< states checked */
    struct fedx_legal_who { /**< the registers that say who does what, at the last check: */
        uint8_t receive[offsetof(struct fedx_port_receive, data)];
        uint8_t transmit[offsetof(struct fedx_port_transmit, data)];
        uint8_t pool[offsetof(struct fedx_buffer_pool, level)];
    } who;
    fedx_buffer_set order[FEDX_BUFFERS]; /**< an age order that was found to be one */
};

/** Begin with this state, which is legal without the class bound; that is asked for if the rule is on and it holds. */
void fedx_legal_begin(struct fedx_legal_watch *w, const struct fedx_switch_regs *regs);
/**
 * Check the state of the next cycle, if it may have become illegal: when a state of a port, an owner or a mask has
 * changed since the last check, when the switch is silent after a reset, and every FEDX_LEGAL_CYCLES cycles. Between,
 * bytes and counters move on by one, and nothing else.
 * @return the broken clauses
 */
uint32_t fedx_legal_next(struct fedx_legal_watch *w, const struct fedx_switch_regs *regs);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The top of a proof: the network in its wrapper (blackbox_wrapper_direct), an environment that sends all legal
 * packets, and a monitor, all of it Verilog (proofs/blackbox). Outputs of the top are
 *
 *     bad_NAME    1 when a property is wrong, in any cycle; a vector when it has several parts
 *     cover_NAME  1 when something happens without which a proof says nothing
 *     seen_NAME   what is on the wires: of these a counterexample is made for the bench (blackbox_prove_trace.c)
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_TOP_H
#define BLACKBOX_BLACKBOX_PROVE_TOP_H

#include "../description/blackbox.h"
#include "blackbox_aiger.h"
#include "blackbox_prove_inside.h"

/** Name of the module, and of its file with .v added. */
#define BLACKBOX_PROVE_TOP "prove_top"

/** Packets and flits that are marked: proofs/blackbox/prove_source.v. */
enum { BLACKBOX_PROVE_COLOURS = 4 };

/** By what the traffic of a property is parted: small circuits are proved much faster than one that has all of it. */
enum blackbox_prove_split {
    BLACKBOX_PROVE_WHOLE,
    BLACKBOX_PROVE_FLOWS,         /**< by the flow of the packets that are marked */
    BLACKBOX_PROVE_SOURCES,       /**< by the input of the flits that are marked */
    BLACKBOX_PROVE_UNHELD,        /**< only that of episodes in which no output is held up */
    BLACKBOX_PROVE_HOSTILE,       /**< that with packets that are not legal, and must be dropped */
    BLACKBOX_PROVE_HOSTILE_FLOWS, /**< ... and by the flow */
    BLACKBOX_PROVE_ABUSED,        /**< that with other traffic that is not legal, which ends */
    BLACKBOX_PROVE_ABUSED_FLOWS,  /**< ... and by the flow */
    BLACKBOX_PROVE_AGAIN,         /**< only that with a reset in the middle */
    BLACKBOX_PROVE_AGAIN_FLOWS,   /**< ... and by the flow */
    BLACKBOX_PROVE_RUINED,        /**< that with a reset in the middle, before which traffic is not legal */
    BLACKBOX_PROVE_RUINED_FLOWS,  /**< ... and by the flow */
    BLACKBOX_PROVE_ANY,           /**< that behind such a reset, before which the router may have been in any state */
    BLACKBOX_PROVE_ANY_FLOWS,     /**< ... and by the flow */
    BLACKBOX_PROVE_SPLITS
};
enum { BLACKBOX_PROVE_TIES = 11 };
/** The mark of packet a is 1, or 0. */
enum { BLACKBOX_PROVE_POLES = 2 };
/** What is looked at behind a reset in the middle, and beside packets that must be dropped: what must not come out, and
 * other properties. */
enum { BLACKBOX_PROVE_PARTS = 12, BLACKBOX_PROVE_PART_DUPLICATE = 1 };
/** The output of the property that such a part is about, as bad_lost; NULL: what must not come out. */
const char *blackbox_prove_part(int part);

/** Whether a split is of traffic that other properties have nothing of. */
static inline int blackbox_prove_alone(enum blackbox_prove_split split)
{
    return split >= BLACKBOX_PROVE_UNHELD;
}
/** What a split is a part of. */
static inline enum blackbox_prove_split blackbox_prove_all(enum blackbox_prove_split split)
{
    return split == BLACKBOX_PROVE_AGAIN_FLOWS     ? BLACKBOX_PROVE_AGAIN
           : split == BLACKBOX_PROVE_ANY_FLOWS     ? BLACKBOX_PROVE_ANY
           : split == BLACKBOX_PROVE_HOSTILE_FLOWS ? BLACKBOX_PROVE_HOSTILE
           : split == BLACKBOX_PROVE_ABUSED_FLOWS  ? BLACKBOX_PROVE_ABUSED
           : split == BLACKBOX_PROVE_RUINED_FLOWS  ? BLACKBOX_PROVE_RUINED
           : blackbox_prove_alone(split)           ? split
                                                   : BLACKBOX_PROVE_WHOLE;
}
/** Whether it is about what is behind a reset in the middle. */
static inline int blackbox_prove_behind(enum blackbox_prove_split split)
{
    return split >= BLACKBOX_PROVE_AGAIN;
}
/** Whether it has traffic of which nothing is promised. */
static inline int blackbox_prove_abused(enum blackbox_prove_split split)
{
    return split == BLACKBOX_PROVE_ABUSED || split == BLACKBOX_PROVE_ABUSED_FLOWS || split == BLACKBOX_PROVE_RUINED ||
           split == BLACKBOX_PROVE_RUINED_FLOWS;
}
/** Whether what is proved of all traffic need not hold of it. */
static inline int blackbox_prove_beyond(enum blackbox_prove_split split)
{
    return split >= BLACKBOX_PROVE_HOSTILE;
}
/** Registers of the top that begin as 0 where the router, and what watches it, begins as anything; the last one is
 * NULL. */
enum { BLACKBOX_PROVE_KEPT = 6 };
extern const char *const blackbox_prove_kept[BLACKBOX_PROVE_KEPT];
/** Whether a description has packets that are not legal, and must be dropped. */
static inline int blackbox_prove_hostile(const struct blackbox *f)
{
    return blackbox_illegal_drops(f, BLACKBOX_UNROUTABLE) || blackbox_illegal_drops(f, BLACKBOX_DAMAGED);
}
/** Whether a proof has such traffic, up to a moment, behind which legal packets must pass. */
int blackbox_prove_survives(const struct blackbox *f, enum blackbox_illegal_kind kind);
/** Whether that is so at once, of some kind, or behind a reset. */
int blackbox_prove_recovers(const struct blackbox *f);
int blackbox_prove_revives(const struct blackbox *f);
static inline int blackbox_prove_abuses(const struct blackbox *f)
{
    return blackbox_prove_recovers(f) || blackbox_prove_revives(f);
}
/** Flits of the longest packet that an input sends. */
int blackbox_prove_longest(const struct blackbox *f);
/** How many parts; 1 where there would be too many. There are as many once more, in which the mark of packet a is 0. */
int blackbox_prove_splits(const struct blackbox *f, enum blackbox_prove_split split);
/** Whether packets may go there, and the registers of the top that have one value in such a part. */
int blackbox_prove_ties(const struct blackbox *f, enum blackbox_prove_split split, int part,
                        struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES]);

/** What a proof is made with. */
struct blackbox_prove_plan {
    int colour[BLACKBOX_PROVE_COLOURS]; /**< bits of a flit that mark packets a and b, and flits c and d */
    int independent; /**< 1: the network does not look at these bits, so that the proof is of all packets */
    int idle;        /**< cycles without a move after which nothing moves any more, in the first of three bounds */
};

/** Say what a description has that no proof takes. @return 0, or -1 with error: one sentence with file and line */
int blackbox_prove_check(const struct blackbox *f, char *error, size_t size);
/** Whether an output must leave a flit as it is until it is taken. */
int blackbox_prove_stays(const struct blackbox *f);
/** Choose the bits. @param router  the network alone @return 0, or -1 with error when too few are free */
int blackbox_prove_plan(const struct blackbox *f, struct blackbox_prove_plan *p, const struct blackbox_aiger *router,
                        char *error, size_t size);
/** @return the module, to be freed; NULL when out of memory */
char *blackbox_prove_top(const struct blackbox *f, const struct blackbox_prove_plan *p,
                         const struct blackbox_prove_inside *in);
/** A module around the top in which the properties are assertions, for other programs. @return as above */
char *blackbox_prove_assert(const struct blackbox *f, const struct blackbox_prove_inside *in);
/** Bits that hold numbers below a count, at least one. */
static inline int blackbox_prove_bits(int count)
{
    int bits = 1;

    while (bits < 31 && 1 << bits < count)
        bits++;
    return bits;
}

#endif

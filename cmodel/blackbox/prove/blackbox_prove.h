/* SPDX-License-Identifier: Apache-2.0
 *
 * Proofs of a router from its description: for all legal traffic and all time where that can be, to a depth where not.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_H
#define BLACKBOX_BLACKBOX_PROVE_H

#include "../bench/blackbox_bench.h"
#include "blackbox_prove_engine.h"
#include "blackbox_prove_inside.h"
#include "blackbox_prove_top.h"
#include "blackbox_prove_trace.h"

/** Properties: a name, the output of the top, the check of the bench that it belongs to, and what it says. */
#define BLACKBOX_PROPERTIES(PROPERTY)                                                                          \
    PROPERTY(MISDELIVERED, "misdelivered", "bad_misdelivered", "a packet comes out only where it was sent to") \
    PROPERTY(DUPLICATE, "duplicate", "bad_duplicate", "it comes out once, and only if it went in before")      \
    PROPERTY(CORRUPTED, "corrupted", "bad_corrupted", "with all its bits as they were")                        \
    PROPERTY(ORDER, "order", "bad_order", "behind those of its flow that went in before it")                   \
    PROPERTY(LENGTH, "length", "bad_length", "with all its flits, and no more")                                \
    PROPERTY(FRAMING, "framing", "bad_framing", "and no other one within it")                                  \
    PROPERTY(STABLE, "stable", "bad_stable", "a valid stays, with the same flit, until it is taken")           \
    PROPERTY(HANDSHAKE, "handshake", "bad_handshake", "valid or yumi is 0 without what it waits for")          \
    PROPERTY(CREDITS, "credits", "bad_credits", "no flit goes without a credit, and none comes back twice")    \
    PROPERTY(OWED, "owed", "bad_owed", "each credit comes back")                                               \
    PROPERTY(SIDEBAND, "sideband", "bad_sideband", "outputs beside the ports have their values")               \
    PROPERTY(MARKED, "marked", "bad_marked", "a packet that is marked to be dropped does not come out")        \
    PROPERTY(LOST, "lost", "bad_lost", "a packet that went in comes out once nothing holds it up")             \
    PROPERTY(STUCK, "stuck", "bad_stuck", "an input that waits goes on once nothing holds it up")              \
    PROPERTY(RESET, "reset", "bad_reset", "nothing of before a reset comes out, and all goes on")              \
    PROPERTY(ILLEGAL, "illegal", "bad_illegal", "packets that must be dropped are, and all others pass")       \
    PROPERTY(RECOVERS, "recovers", "bad_recovers", "all packets pass once traffic is legal again")             \
    PROPERTY(REVIVES, "revives", "bad_revives", "... and there was a reset")                                   \
    PROPERTY(STARVATION, "starvation", "bad_starvation", "nothing waits longer than promised")                 \
    PROPERTY(INVARIANT, "invariant", "bad_invariant", "invariants of the description hold")                    \
    PROPERTY(ASSERTION, "assertion", "bad_assertion", "assertions of the router hold")                         \
    PROPERTY(GOES_IN, "goes in", "cover_in", "a packet can go in")                                             \
    PROPERTY(COMES_OUT, "comes out", "cover_out", "and come out")                                              \
    PROPERTY(FOLLOWS, "follows", "cover_both", "and another one of its flow can follow it")

enum blackbox_proof_property {
#define PROPERTY(id, name, output, doc) BLACKBOX_PROOF_##id,
    BLACKBOX_PROPERTIES(PROPERTY)
#undef PROPERTY
        BLACKBOX_PROOF_COUNT,
    /** Properties before this one are proved; the others must be reachable, or a proof says nothing. */
    BLACKBOX_PROOF_COVERS = BLACKBOX_PROOF_GOES_IN
};

struct blackbox_proof_info {
    const char *name, *output, *doc;
};
extern const struct blackbox_proof_info blackbox_proofs[BLACKBOX_PROOF_COUNT];
static inline const char *blackbox_proof_name(int property)
{
    return blackbox_proofs[property].name;
}

enum blackbox_verdict {
    BLACKBOX_NOT_ASKED_FOR, /**< the router has nothing of the kind, or the check is off */
    BLACKBOX_UNDECIDED,     /**< no fault within some cycles */
    BLACKBOX_PROVED,
    BLACKBOX_HOLDS,       /**< ... of packets as the proof marks them, in bits that the router looks at */
    BLACKBOX_WRONG,       /**< a counterexample that the bench confirms */
    BLACKBOX_UNCONFIRMED, /**< a counterexample that the bench does not confirm */
    BLACKBOX_VOID,        /**< proved, but of nothing: no packet comes out, as far as that was seen */
    BLACKBOX_REACHABLE,   /**< of what must be */
    BLACKBOX_UNREACHABLE, /**< ... which can never be: then all proofs are void */
    BLACKBOX_VERDICTS
};
extern const char *const blackbox_verdicts[BLACKBOX_VERDICTS];

/** What is known of a property. */
struct blackbox_proof {
    enum blackbox_verdict verdict;
    enum blackbox_prove_way way;   /**< that decided it */
    int depth;                     /**< cycles after reset that a counterexample has, or in which there is none */
    double seconds;                /**< that the programs took for it */
    int bound;                     /**< which of three bounds of idle cycles, or of waits, it is about */
    struct blackbox_result result; /**< of the bench, when it is wrong */
    const char *what;              /**< the invariant or assertion that is; NULL: the bench says what is */
};

struct blackbox_prove {
    const struct blackbox *f;
    struct blackbox_bench *bench; /**< that confirms */
    const char *support;          /**< folder with proofs/blackbox */
    const char *folder;           /**< that Verilog and circuit go to; it is there */
    double seconds;               /**< that proofs may take, once the circuit is made */
    int jobs;                     /**< programs at a time */
    void (*on_answer)(void *context, const char *property, const char *verdict); /**< progress, or NULL */
    void *context;
    /* What came of it */
    struct blackbox_proof proof[BLACKBOX_PROOF_COUNT];
    int colour[BLACKBOX_PROVE_COLOURS];  /**< bits of a flit that mark packets */
    struct blackbox_prove_inside inside; /**< what the routers have of their own */
    int independent;    /**< 1: the router does not look at these bits, so that the proof is of all packets */
    int idle;           /**< cycles of the first bound */
    int left_out;       /**< concurrent assertions of the routers that are not proved (blackbox_prove_verilog.h) */
    int guessed;        /**< relations between registers that were guessed, and proved */
    uint64_t same;      /**< cycles in which the circuit did what the simulated router did */
    int latches, gates; /**< of the circuit */
    double elaborated;  /**< seconds of Yosys */
    int found;          /**< the property whose counterexample is in trace; -1: none is wrong */
    struct blackbox_prove_trace trace;
};

/** Prove. To be finished in any case. @return 0, whatever was found, or -1 with error */
int blackbox_prove(struct blackbox_prove *p, char *error, size_t size);
void blackbox_prove_finish(struct blackbox_prove *p);
/** Whether a description asks for a check that no property is about. */
int blackbox_prove_leaves(const struct blackbox *f, enum blackbox_check check);
/** Whether a property is about cycles in which nothing moves. */
int blackbox_prove_counts_idle(enum blackbox_proof_property is);
/** Cycles without a move of a bound. */
int blackbox_prove_idle(const struct blackbox_prove *p, int bound);
/** Cycles of a wait of a bound. */
int64_t blackbox_prove_within(const struct blackbox_prove *p, int bound);

#endif

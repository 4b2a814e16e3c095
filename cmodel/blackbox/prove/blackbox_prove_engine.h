/* SPDX-License-Identifier: Apache-2.0
 *
 * The programs of a proof: Yosys makes a circuit of the Verilog, and ABC looks for a counterexample, or for a proof
 * that there is none. Both are asked for; no verdict of theirs is a verdict of none.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_ENGINE_H
#define BLACKBOX_BLACKBOX_PROVE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "blackbox_prove_top.h"

/** How ABC looks for something. */
enum blackbox_prove_way {
    BLACKBOX_PROVE_HUNT,    /**< cycle by cycle from the beginning on, for a counterexample: bmc3 */
    BLACKBOX_PROVE_ONCE,    /**< likewise, with all cycles up to some as one formula: CaDiCaL */
    BLACKBOX_PROVE_PDR,     /**< a smaller circuit first (dc2, scorr), then property-directed reachability: pdr */
    BLACKBOX_PROVE_PDR_NCT, /**< the same with fewer generalisations: pdr -nct */
    BLACKBOX_PROVE_WAYS
};
extern const char *const blackbox_prove_ways[BLACKBOX_PROVE_WAYS];

/** What ABC says of one output, or of several together. */
enum blackbox_prove_status { BLACKBOX_PROVE_OPEN, BLACKBOX_PROVE_NEVER, BLACKBOX_PROVE_REACHED };

/** A question to ABC. */
struct blackbox_prove_question {
    const char *folder;              /**< with the circuit */
    const char *circuit;             /**< its hash: a question of it that was answered to its end is not asked again */
    int first, count;                /**< outputs of the circuit, of which each may be 1 */
    enum blackbox_prove_split split; /**< a proof is made of each part of the traffic by itself */
    int splits, poles;               /**< how many parts, of packets marked by 1, and (poles: 2) as many by 0 */
    int like;                        /**< 1: of traffic as the bench sends it; else register like is 0 for ever */
    enum blackbox_prove_way way;
    int cycles, inputs;             /**< of one formula: those of the reset included; of the circuit */
    int seconds;                    /**< of a processor that it may take: a hunt, or the proof of an output */
    double limit;                   /**< of a clock, for all of it */
    int sure[BLACKBOX_PROVE_POLES]; /**< 1: with a proof: guesses that are proved are given to it, for each mark */
    uint8_t *never; /**< [poles * splits * count] with a proof: outputs that are never 1, which are not asked for; more
                       are set */
    /* What came of it */
    char name[160]; /**< of files in the folder: NAME.abc, NAME.log, and NAME-0.cex of a counterexample */
    enum blackbox_prove_status status;
    int depth;                                 /**< with a hunt: cycles in which none is 1, as far as that is known */
    int reached_first, reached, reached_count; /**< outputs one of which is 1 in the counterexample, and its number */
};

/** Whether it looks for a counterexample. */
static inline int blackbox_prove_hunts(enum blackbox_prove_way way)
{
    return way == BLACKBOX_PROVE_HUNT || way == BLACKBOX_PROVE_ONCE;
}
/** Whether the solver is there. */
int blackbox_prove_solves(void);
/** Whether a property has a part for each bit of a flit, which tells little of others and needs little of them. */
static inline int blackbox_prove_is_data(int parts)
{
    return parts > 2 && parts != BLACKBOX_PROVE_PARTS;
}
/** Whether the programs are there. @return 0, or -1 with error: which is missing */
int blackbox_prove_tools(char *error, size_t size);
/** Make flat.il of the wrapper in a folder, unless it was made of the same. @return 0, or -1 with error */
int blackbox_prove_flatten(const char *folder, char *error, size_t size);
/** Make the circuit router.aig of dut.il in a folder, unless it was made of the same. @return 0, or -1 with error
 */
int blackbox_prove_router(const char *folder, char *error, size_t size);
/** ... and prove.aig of that, the environment and the monitor. @return as above */
int blackbox_prove_elaborate(const char *folder, const struct blackbox *f, char *error, size_t size);
/** What guesses are made of, and for. */
struct blackbox_prove_guesses {
    const char *folder; /**< with the circuit */
    const struct blackbox *f;
    enum blackbox_prove_split split; /**< of all traffic, or of what is alone */
    int pole;
    const int *outputs; /**< [count] of the circuit */
    int count;
    double seconds; /**< of a clock, for all of it */
};

/**
 * Guess relations between registers that some outputs depend on, and keep those that ABC proves of such traffic.
 * @return guesses that are proved, or -1: there are none for want of time, of memory or of ABC
 */
int blackbox_prove_suppose(const struct blackbox_prove_guesses *g);
/** Ask. A counterexample is written to NAME.cex. @return 0, or -1 when the program cannot be started */
int blackbox_prove_ask(struct blackbox_prove_question *q);

#endif

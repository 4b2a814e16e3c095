/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_prove.h. Each property is asked for alone, with its own cone: first counterexamples of all of them, then
 * proofs in rounds that take longer and longer, two programs at a time.
 */
#include "blackbox_prove.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/hash.h"
#include "../../base/output.h"
#include "../../base/text.h"
#include "../../dut/dut.h"
#include "../wrapper/blackbox_build.h"
#include "blackbox_prove_same.h"
#include "blackbox_prove_top.h"
#include "blackbox_prove_verilog.h"

/* Seconds of a processor for the first hunt, and for the first round of proofs; each round has twice as many. A program
 * may take more by the clock, for others run, too. */
enum { HUNT = 1, ROUND = 2, ROUNDS = 18, SLOWER = 16, BOUNDS = 3 };

/* Rounds that prove of all traffic at once, from the second of which on guesses help: what needs none is proved before.
 */
enum { WHOLE_ROUNDS = 2, GUESSED = 2 };

/* Behind a reset guesses take a minute, and most routers need none. */
enum { GUESSED_BEHIND = 5 };

const struct blackbox_proof_info blackbox_proofs[BLACKBOX_PROOF_COUNT] = {
#define PROPERTY(id, name, output, doc) {name, output, doc},
    BLACKBOX_PROPERTIES(PROPERTY)
#undef PROPERTY
};

const char *const blackbox_verdicts[BLACKBOX_VERDICTS] = {
    "nothing to prove", "no fault found", "proved",    "holds",      "wrong",
    "not confirmed",    "void",           "reachable", "unreachable"};

/* A property while it is worked at. */
struct item {
    enum blackbox_proof_property is;
    int first, count; /* its outputs, of the bound that it is about */
    int busy, round;  /* 0: the hunt */
    int missed;       /* formulas that were too large */
    int alike;        /* 1: with traffic like that of the bench */
    int plain;        /* then: the outputs of all traffic */
    int given;        /* first of the same outputs as long as invariants hold; -1: there are none */
    int like;         /* first of the same outputs with traffic as the bench sends it; 0: that is looked for already */
    enum blackbox_prove_split split; /* what parts of the traffic it is proved of */
    int splits, poles;               /* poles: 2 if packets are marked in both ways */
    uint8_t *done;                   /* [poles * splits * count] parts that are proved */
    uint8_t *whole;                  /* [poles * count] outputs that are proved of all traffic, which is tried first */
};

/* Where the work stands; whoever changes it holds the lock. */
struct work {
    struct blackbox_prove *p;
    struct blackbox_aiger circuit;
    struct item item[BLACKBOX_PROOF_COUNT];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    double until;
    char hash[HASH_SIZE]; /* of the circuit */
    int failed;           /* a program cannot be started, or out of memory */
    int solves;           /* a solver of formulas is there */
    enum { UNASKED, ASKED, NONE, SURE } guesses[BLACKBOX_PROVE_SPLITS][BLACKBOX_PROVE_POLES]; /* SURE: proved */
};

int blackbox_prove_idle(const struct blackbox_prove *p, int bound)
{
    return p->idle << (2 * bound);
}

int64_t blackbox_prove_within(const struct blackbox_prove *p, int bound)
{
    return p->f->starvation >> (2 * (BOUNDS - 1 - bound));
}

/* What is asked for ----------------------------------------------------------------------------------------------- */

/* Whether it is made of others. */
static int is_compound(enum blackbox_proof_property is)
{
    return is >= BLACKBOX_PROOF_RESET && is <= BLACKBOX_PROOF_REVIVES;
}

int blackbox_prove_counts_idle(enum blackbox_proof_property is)
{
    return is == BLACKBOX_PROOF_LOST || is == BLACKBOX_PROOF_STUCK || is == BLACKBOX_PROOF_OWED || is_compound(is);
}

static int is_bounded(enum blackbox_proof_property is)
{
    return blackbox_prove_counts_idle(is) || is == BLACKBOX_PROOF_STARVATION;
}

static int is_cover(enum blackbox_proof_property is)
{
    return is >= BLACKBOX_PROOF_COVERS;
}

/* Whether it is about what is inside the router, which the bench does not see. */
static int is_inside(enum blackbox_proof_property is)
{
    return is == BLACKBOX_PROOF_INVARIANT || is == BLACKBOX_PROOF_ASSERTION;
}

/* The check of the bench that a property belongs to. */
static const enum blackbox_check checks[BLACKBOX_PROOF_COVERS] = {[BLACKBOX_PROOF_MISDELIVERED] = BLACKBOX_MISDELIVERED,
                                                                  [BLACKBOX_PROOF_DUPLICATE] = BLACKBOX_DUPLICATE,
                                                                  [BLACKBOX_PROOF_CORRUPTED] = BLACKBOX_CORRUPTED,
                                                                  [BLACKBOX_PROOF_ORDER] = BLACKBOX_ORDER,
                                                                  [BLACKBOX_PROOF_LENGTH] = BLACKBOX_FRAMING,
                                                                  [BLACKBOX_PROOF_FRAMING] = BLACKBOX_FRAMING,
                                                                  [BLACKBOX_PROOF_STABLE] = BLACKBOX_STABLE,
                                                                  [BLACKBOX_PROOF_HANDSHAKE] = BLACKBOX_HANDSHAKE,
                                                                  [BLACKBOX_PROOF_CREDITS] = BLACKBOX_CREDITS,
                                                                  [BLACKBOX_PROOF_OWED] = BLACKBOX_CREDITS,
                                                                  [BLACKBOX_PROOF_SIDEBAND] = BLACKBOX_SIDEBAND,
                                                                  [BLACKBOX_PROOF_MARKED] = BLACKBOX_MARKED,
                                                                  [BLACKBOX_PROOF_LOST] = BLACKBOX_LOST,
                                                                  [BLACKBOX_PROOF_STUCK] = BLACKBOX_PROGRESS,
                                                                  [BLACKBOX_PROOF_RESET] = BLACKBOX_RESET,
                                                                  [BLACKBOX_PROOF_ILLEGAL] = BLACKBOX_ILLEGAL,
                                                                  [BLACKBOX_PROOF_RECOVERS] = BLACKBOX_ILLEGAL,
                                                                  [BLACKBOX_PROOF_REVIVES] = BLACKBOX_ILLEGAL,
                                                                  [BLACKBOX_PROOF_STARVATION] = BLACKBOX_STARVATION,
                                                                  [BLACKBOX_PROOF_INVARIANT] = BLACKBOX_CHECK_COUNT,
                                                                  [BLACKBOX_PROOF_ASSERTION] = BLACKBOX_PROGRESS};

/* Whether the router has what a property is about, and the description asks for it. */
static int is_asked(const struct blackbox_prove *p, enum blackbox_proof_property is)
{
    const struct blackbox *f = p->f;

    if (is_cover(is))
        return 1;
    if (is_inside(is))
        return is == BLACKBOX_PROOF_INVARIANT ? p->inside.invariants : p->inside.asserted.count;
    if (!f->checked[checks[is]])
        return 0;
    switch (is) {
    case BLACKBOX_PROOF_STABLE: return blackbox_prove_stays(f);
    case BLACKBOX_PROOF_HANDSHAKE:
        return f->outputs.waits == BLACKBOX_VALID_WAITS || f->inputs.waits == BLACKBOX_READY_WAITS;
    case BLACKBOX_PROOF_CREDITS: return f->inputs.credits || f->outputs.credits;
    case BLACKBOX_PROOF_OWED: return f->inputs.credits;
    case BLACKBOX_PROOF_SIDEBAND: return f->side.outputs > 0;
    case BLACKBOX_PROOF_MARKED: return f->drops.marked.width > 0;
    case BLACKBOX_PROOF_RESET: return f->reset.line > 0;
    case BLACKBOX_PROOF_ILLEGAL: return blackbox_prove_hostile(f);
    case BLACKBOX_PROOF_RECOVERS: return blackbox_prove_recovers(f);
    case BLACKBOX_PROOF_REVIVES: return blackbox_prove_revives(f);
    case BLACKBOX_PROOF_STARVATION: return f->starvation > 0;
    default: return 1;
    }
}

/* What is illegal and is not proved. */
static int has_illegal(const struct blackbox *f)
{
    int any = 0;

    for (int kind = BLACKBOX_LEGAL + 1; kind < BLACKBOX_ILLEGAL_COUNT; kind++)
        any |= blackbox_illegal_has(f, (enum blackbox_illegal_kind)kind) &&
               !blackbox_illegal_drops(f, (enum blackbox_illegal_kind)kind) &&
               !blackbox_prove_survives(f, (enum blackbox_illegal_kind)kind);
    return any;
}

int blackbox_prove_leaves(const struct blackbox *f, enum blackbox_check check)
{
    if (!f->checked[check])
        return 0;
    switch (check) {
    case BLACKBOX_WHOLE: return f->properties.whole;
    case BLACKBOX_GAPLESS: return f->properties.gapless;
    case BLACKBOX_CAPACITY: return f->properties.capacity > 0;
    case BLACKBOX_FAIR: return f->properties.fair >= 0;
    case BLACKBOX_LATENCY: return f->latency > 0;
    case BLACKBOX_THROUGHPUT: return f->throughput > 0;
    case BLACKBOX_ILLEGAL: return has_illegal(f);
    default: return 0; /* it belongs to a property, or to what is refused */
    }
}

/* What it is about is marked in a flow, or at an input; the rest is about any packet. */
static enum blackbox_prove_split split_of(enum blackbox_proof_property is)
{
    switch (is) {
    case BLACKBOX_PROOF_MISDELIVERED:
    case BLACKBOX_PROOF_DUPLICATE:
    case BLACKBOX_PROOF_ORDER:
    case BLACKBOX_PROOF_LENGTH:
    case BLACKBOX_PROOF_FRAMING:
    case BLACKBOX_PROOF_MARKED:
    case BLACKBOX_PROOF_LOST: return BLACKBOX_PROVE_FLOWS;
    case BLACKBOX_PROOF_CORRUPTED: return BLACKBOX_PROVE_SOURCES;
    case BLACKBOX_PROOF_STARVATION: return BLACKBOX_PROVE_UNHELD;
    case BLACKBOX_PROOF_ILLEGAL: return BLACKBOX_PROVE_HOSTILE_FLOWS;
    case BLACKBOX_PROOF_RECOVERS: return BLACKBOX_PROVE_ABUSED_FLOWS;
    case BLACKBOX_PROOF_REVIVES: return BLACKBOX_PROVE_RUINED_FLOWS;
    case BLACKBOX_PROOF_RESET: return BLACKBOX_PROVE_AGAIN_FLOWS;
    default: return BLACKBOX_PROVE_WHOLE;
    }
}

/* Whether a part of what is looked at behind a reset in the middle is that property. */
static int is_reset_part(enum blackbox_proof_property is, int part)
{
    const char *output = blackbox_prove_part(part);

    return output && strcmp(output, blackbox_proofs[is].output) == 0;
}

/* A reset in the middle finds the router in some state. What is proved of a reset in any state is proved of the first
 * one and of that; but not with invariants, which do not hold in any state. */
static enum blackbox_prove_split first_split(const struct work *w, enum blackbox_proof_property is)
{
    enum blackbox_prove_split split = split_of(is);
    int any = 0;

    if (split == BLACKBOX_PROVE_AGAIN_FLOWS)
        return BLACKBOX_PROVE_ANY_FLOWS;
    for (int part = 0; part < BLACKBOX_PROVE_PARTS; part++)
        any |= is_reset_part(is, part);
    if (!any || !is_asked(w->p, BLACKBOX_PROOF_RESET) || is_asked(w->p, BLACKBOX_PROOF_INVARIANT))
        return split;
    return split == BLACKBOX_PROVE_WHOLE ? BLACKBOX_PROVE_ANY : BLACKBOX_PROVE_ANY_FLOWS;
}

/* What nobody sent is no marked packet where the mark is 1 and its bits are zero, and is one where the mark is 0. One
 * property rules it out; the others are of packets that were sent, which either mark tells. In those that are made of
 * others it is ruled out by that one, and as long as traffic is legal: what is left of other traffic is nothing that
 * was sent. */
static int poles_of(enum blackbox_proof_property is)
{
    return is == BLACKBOX_PROOF_DUPLICATE || (is_compound(is) && is != BLACKBOX_PROOF_RECOVERS) ? 2 : 1;
}

/* What need not be proved: parts in which nobody sends, and, of what is made of others, all but one with the other
 * mark.
 */
static void begin_parts(const struct work *w, struct item *i)
{
    struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES];

    memset(i->done, 0, (size_t)(i->poles * i->splits * i->count));
    memset(i->whole, 0, (size_t)(i->poles * i->count));
    for (int part = 0; part < i->poles * i->splits; part++)
        if (!blackbox_prove_ties(w->p->f, i->split, part, ties))
            memset(i->done + part * i->count, 1, (size_t)i->count);
    for (int k = 0; is_compound(i->is) && i->poles > 1 && k < i->splits * i->count; k++)
        i->done[i->splits * i->count + k] |= i->whole[i->count + k % i->count] =
            k % i->count != BLACKBOX_PROVE_PART_DUPLICATE;
}

/* @return 0, or -1 when the circuit lacks an output, or out of memory */
static int set_item(struct work *w, enum blackbox_proof_property is)
{
    struct item *i = &w->item[is];
    char name[64];
    int given;

    *i = (struct item){.is = is};
    i->first = blackbox_aiger_find(&w->circuit, blackbox_proofs[is].output, &i->count);
    snprintf(name, sizeof name, "like_%.40s", blackbox_proofs[is].output + strlen("bad_"));
    i->like = is_cover(is) ? 0 : blackbox_aiger_find(&w->circuit, name, &i->count);
    snprintf(name, sizeof name, "given_%.40s", blackbox_proofs[is].output + strlen("bad_"));
    i->given = is_cover(is) || is == BLACKBOX_PROOF_INVARIANT ? -1 : blackbox_aiger_find(&w->circuit, name, &given);
    if (is_bounded(is))
        i->count /= BOUNDS;
    i->split = first_split(w, is);
    i->splits = blackbox_prove_splits(w->p->f, i->split);
    i->poles = poles_of(is);
    i->done = calloc((size_t)(i->poles * i->splits * i->count) + 1, 1);
    i->whole = calloc((size_t)(i->poles * i->count) + 1, 1);
    if (i->done && i->whole)
        begin_parts(w, i);
    w->p->proof[is].verdict = is_asked(w->p, is) ? BLACKBOX_UNDECIDED : BLACKBOX_NOT_ASKED_FOR;
    return i->first < 0 || i->like < 0 || !i->done || !i->whole ? -1 : 0;
}

/* Confirming ------------------------------------------------------------------------------------------------------ */

/* Values at power-up that are tried. */
enum { POWER_UPS = 8 };

/* Play the counterexample in the bench. */
static int is_confirmed(struct work *w, struct blackbox_prove_trace *t, struct blackbox_result *r)
{
    for (uint64_t value = 1; value <= POWER_UPS; value++) {
        t->script.power_up = value;
        if (blackbox_bench_run(w->p->bench, &t->script, r) != 0) {
            w->failed = 1;
            return 0;
        }
        if (r->failed)
            return 1;
    }
    return 0;
}

/* Whether the bench fails in the check of the property: what is wrong is best told by such a counterexample. */
static int is_plain(const struct blackbox_prove *p, enum blackbox_proof_property is)
{
    return p->proof[is].result.check == checks[is];
}

/* Of those that the bench confirms one of this kind is kept, or else the shortest one. */
static void keep_trace(struct work *w, enum blackbox_proof_property is, struct blackbox_prove_trace *t)
{
    struct blackbox_prove *p = w->p;
    enum blackbox_proof_property found = p->found < 0 ? is : (enum blackbox_proof_property)p->found;

    if (p->found >= 0 && (is_plain(p, found) > is_plain(p, is) ||
                          (is_plain(p, found) == is_plain(p, is) && p->proof[found].depth <= t->cycles))) {
        blackbox_prove_trace_free(t);
        return;
    }
    blackbox_prove_trace_free(&p->trace);
    p->trace = *t;
    p->found = (int)is;
}

/* The bench may fail to play it for the bits by which it tells packets: then such traffic alone is looked for. And one
 * that shows with one bound may be of a router that is slower than that. @return 1 when there is something to try */
static int try_another(struct work *w, struct item *i)
{
    struct blackbox_proof *proof = &w->p->proof[i->is];

    if (i->like) {
        i->alike = 1;
        i->plain = i->first;
        i->first = i->like;
        i->like = 0;
    } else if (is_bounded(i->is) && proof->bound < BOUNDS - 1) {
        proof->bound++;
        i->like = i->first + i->count;
        i->first = i->plain + i->count;
        i->given += i->given < 0 ? 0 : i->count;
        i->alike = 0;
    } else {
        return 0;
    }
    i->round = 0;
    return 1;
}

/* The invariant or assertion that is, in the last cycle of the counterexample. */
static const char *what_is_wrong(struct work *w, enum blackbox_proof_property is,
                                 const struct blackbox_prove_question *q)
{
    const struct arguments *all = is == BLACKBOX_PROOF_INVARIANT ? &w->p->f->invariants : &w->p->inside.asserted;
    int count,
        first = is == BLACKBOX_PROOF_INVARIANT ? blackbox_aiger_find(&w->circuit, "seen_invariants", &count) : q->first;

    for (int i = 0; i < (is == BLACKBOX_PROOF_INVARIANT ? count : q->count); i++)
        if (blackbox_aiger_output(&w->circuit, first + i))
            return all->text[i % all->count];
    return NULL;
}

static void take_counterexample(struct work *w, struct item *i, const struct blackbox_prove_question *q)
{
    struct blackbox_proof *proof = &w->p->proof[i->is];
    struct blackbox_prove_trace t;
    struct blackbox_result r;
    char path[PATH_MAX], error[512];
    int status;

    snprintf(path, sizeof path, "%.4000s/%s-%d.cex", w->p->folder, q->name, q->reached);
    status = blackbox_prove_trace_read(&t, w->p->f, &w->circuit, path, q->reached_first, q->reached_count, error,
                                       sizeof error);
    proof->depth = t.cycles;
    proof->way = q->way;
    if (is_cover(i->is)) {
        proof->verdict = status == 0 ? BLACKBOX_REACHABLE : BLACKBOX_UNCONFIRMED;
        blackbox_prove_trace_free(&t);
        return;
    }
    if (status == 0 && is_inside(i->is))
        proof->what = what_is_wrong(w, i->is, q);
    if (status == 0 && is_confirmed(w, &t, &r)) {
        proof->verdict = BLACKBOX_WRONG;
        proof->result = r;
        keep_trace(w, i->is, &t);
        return;
    }
    if (proof->what) /* the bench does not see it, but the circuit does what the simulated router does */
        proof->verdict = BLACKBOX_WRONG;
    else if (!try_another(w, i))
        proof->verdict = BLACKBOX_UNCONFIRMED;
    blackbox_prove_trace_free(&t);
}

/* Asking ---------------------------------------------------------------------------------------------------------- */

static double left(const struct work *w)
{
    return w->until - clock_wall();
}

/* Once invariants are proved, other proofs may use them, but not of traffic that they were not proved of. */
static int is_given(const struct work *w, const struct item *i)
{
    return i->given >= 0 && !blackbox_prove_beyond(i->split) &&
           w->p->proof[BLACKBOX_PROOF_INVARIANT].verdict == BLACKBOX_PROVED;
}

/* Cycles behind which a formula is too large, and a counterexample is mostly one that has to fill a counter. */
enum { DEEP = 100 };

/* Whether a formula is asked for now: in place of every other hunt, and once the first proof of a property has failed,
 * before guesses take their time. */
static int is_once(const struct work *w, const struct item *i)
{
    int depth = w->p->proof[i->is].depth, early = i->round == GUESSED && !i->missed && !is_compound(i->is);

    return (early || (i->round % 3 == 0 && i->round % 2)) && depth > 0 && depth < DEEP && w->solves;
}

/* Both proofs take turns; the first one is mostly the faster one, and has more time. Every third round goes deeper, for
 * a counterexample that is still to be found: cycle by cycle, or at once. */
static enum blackbox_prove_way way_of(const struct work *w, const struct item *i)
{
    if (is_once(w, i))
        return BLACKBOX_PROVE_ONCE;
    return i->round % 3 == 0 ? BLACKBOX_PROVE_HUNT : i->round % 3 == 1 ? BLACKBOX_PROVE_PDR_NCT : BLACKBOX_PROVE_PDR;
}

static int needs_guesses(const struct work *w, const struct item *i)
{
    return !is_once(w, i) &&
           i->round >= (blackbox_prove_all(i->split) == BLACKBOX_PROVE_AGAIN ? GUESSED_BEHIND : GUESSED);
}

static int is_sure(const struct work *w, const struct item *i, int pole)
{
    return w->guesses[blackbox_prove_all(i->split)][pole] == SURE && needs_guesses(w, i);
}

/* Of all traffic at once: in the first rounds, and now and then of what is made of others, and has parts of its own. */
static int is_whole(const struct item *i)
{
    return i->round <= WHOLE_ROUNDS || i->splits == 1 || (is_compound(i->is) && i->round % 3 == 1);
}

static int reset_of(const struct work *w)
{
    return w->p->f->reset_cycles + w->p->f->reset_idle;
}

/* Cycles of a formula: half as many again as are known to be without a fault, or fewer when that was too many. */
static int cycles_of(const struct work *w, const struct item *i)
{
    int depth = w->p->proof[i->is].depth;

    return reset_of(w) + depth + (depth >> (1 + i->missed)) + 2;
}

/* A question of this round. */
static struct blackbox_prove_question question_of(const struct work *w, struct item *i, enum blackbox_prove_way way)
{
    int whole = is_whole(i);
    int seconds = i->round == 0              ? HUNT
                  : i->round <= WHOLE_ROUNDS ? ROUND
                                             : ROUND << (i->round + 2) / 3 >> (i->round % 3 == 2);
    double limit =
        SLOWER * seconds * ((blackbox_prove_hunts(way) && !is_compound(i->is)) || i->count * i->splits == 1 ? 1 : 4);

    return (struct blackbox_prove_question){.folder = w->p->folder,
                                            .circuit = w->hash,
                                            .first = !blackbox_prove_hunts(way) && is_given(w, i) ? i->given : i->first,
                                            .count = i->count,
                                            .like = i->alike,
                                            .sure = {is_sure(w, i, 0), is_sure(w, i, 1)},
                                            .split = blackbox_prove_hunts(way) ? split_of(i->is)
                                                     : whole                   ? blackbox_prove_all(i->split)
                                                                               : i->split,
                                            .splits = whole ? 1 : i->splits,
                                            .poles = i->poles,
                                            .way = way,
                                            .cycles = way == BLACKBOX_PROVE_ONCE ? cycles_of(w, i) : 0,
                                            .inputs = w->circuit.inputs,
                                            .seconds = seconds,
                                            .limit = limit < left(w) ? limit
                                                     : left(w) < 1   ? 1
                                                                     : left(w),
                                            .never = whole ? i->whole : i->done};
}

/* A hunt that ended with a counterexample, or that went so far. */
static void take_hunt(struct work *w, struct item *i, const struct blackbox_prove_question *q)
{
    struct blackbox_proof *proof = &w->p->proof[i->is];
    int deeper = q->depth - reset_of(w) > proof->depth;

    /* A formula is followed by a larger one as long as that is easy. */
    i->round += q->way != BLACKBOX_PROVE_ONCE || (!deeper && i->round % 3 == 0);
    i->missed += q->way == BLACKBOX_PROVE_ONCE && !deeper;
    if (q->status == BLACKBOX_PROVE_REACHED) {
        take_counterexample(w, i, q);
    } else if (i->alike) { /* nothing that the bench can play shows it */
        if (!try_another(w, i))
            proof->verdict = BLACKBOX_UNCONFIRMED;
    } else if (q->status == BLACKBOX_PROVE_NEVER) {
        proof->verdict = is_cover(i->is) ? BLACKBOX_UNREACHABLE : BLACKBOX_PROVED;
        proof->way = q->way;
    } else if (deeper) {
        proof->depth = q->depth - reset_of(w);
    }
}

static void take_proof(struct work *w, struct item *i, const struct blackbox_prove_question *q)
{
    struct blackbox_proof *proof = &w->p->proof[i->is];

    if (q->status == BLACKBOX_PROVE_REACHED && blackbox_prove_all(i->split) == BLACKBOX_PROVE_ANY) {
        i->split = split_of(i->is); /* from a state that the router may never be in */
        begin_parts(w, i);
        return;
    }
    i->round++;
    for (int k = 0; q->never == i->whole && k < i->poles * i->splits * i->count; k++)
        i->done[k] |= i->whole[k / i->splits / i->count * i->count + k % i->count];
    if (q->status == BLACKBOX_PROVE_REACHED) {
        i->round = ROUNDS - ROUNDS % 3; /* there is a counterexample: a long hunt finds it */
    } else if (q->status == BLACKBOX_PROVE_NEVER) {
        proof->verdict = is_cover(i->is) ? BLACKBOX_UNREACHABLE : BLACKBOX_PROVED;
        proof->way = q->way;
    }
}

static void ask(struct work *w, struct item *i, enum blackbox_prove_way way)
{
    struct blackbox_prove_question q = question_of(w, i, way);
    int status;

    pthread_mutex_unlock(&w->lock);
    status = blackbox_prove_ask(&q);
    pthread_mutex_lock(&w->lock);
    w->failed |= status != 0;
    if (blackbox_prove_hunts(way))
        take_hunt(w, i, &q);
    else
        take_proof(w, i, &q);
}

/* Once something is wrong, what is left is to find what else is. */
static int is_open(const struct work *w, const struct item *i)
{
    return w->p->proof[i->is].verdict == BLACKBOX_UNDECIDED && i->round <= (w->p->found < 0 ? ROUNDS : 0);
}

/* Rounds that all properties have first. */
enum { SHORT_ROUNDS = 3 };

/* What was tried least comes next; behind the short rounds that is what took the least time, for a proof in many parts
 * takes that of many others. */
static double tried(const struct work *w, const struct item *i)
{
    int late = is_compound(i->is) && i->round > 0; /* it has many parts, which help no other */

    return i->round <= SHORT_ROUNDS && !late ? i->round : SHORT_ROUNDS + i->round + w->p->proof[i->is].seconds;
}

/* Rounds after which a reset in the middle no longer waits for the properties that it is made of. */
enum { ENOUGH = 6 };

/* What a reset in the middle is made of is being proved. */
static int is_in_parts(const struct work *w, const struct item *i)
{
    int any = 0;

    for (int part = 0; part < BLACKBOX_PROVE_PARTS && i->is == BLACKBOX_PROOF_RESET; part++)
        for (int k = 0; k < BLACKBOX_PROOF_COVERS; k++)
            any |= is_reset_part((enum blackbox_proof_property)k, part) && blackbox_prove_behind(w->item[k].split) &&
                   is_open(w, &w->item[k]) && w->item[k].round <= ENOUGH;
    return any && i->round > 0;
}

/* Behind a reset in any state it does not matter what traffic came before it. */
static int is_of_any_state(const struct work *w)
{
    return blackbox_prove_all(w->item[BLACKBOX_PROOF_RESET].split) == BLACKBOX_PROVE_ANY;
}

static int is_in_reset(const struct work *w, const struct item *i)
{
    const struct item *reset = &w->item[BLACKBOX_PROOF_RESET];

    return i->is == BLACKBOX_PROOF_REVIVES && i->round > 0 && is_of_any_state(w) && is_open(w, reset) &&
           reset->round <= ENOUGH;
}

/* Guesses that help with it are being proved, or what it is made of. */
static int waits(const struct work *w, const struct item *i)
{
    int any = 0;

    for (int pole = 0; pole < i->poles; pole++)
        any |= w->guesses[blackbox_prove_all(i->split)][pole] == ASKED;
    return (any && needs_guesses(w, i)) || is_in_parts(w, i) || is_in_reset(w, i);
}

/* What to do next, and first of all what is inside routers and whether a packet can come out; NULL: nothing. The
 * simpler properties come first, for what is known of them helps with others. */
static struct item *choose(struct work *w)
{
    struct item *best = NULL;

    for (int k = 0; k < BLACKBOX_PROOF_COUNT; k++) {
        struct item *i = &w->item[(k + BLACKBOX_PROOF_INVARIANT) % BLACKBOX_PROOF_COUNT];
        if (is_open(w, i) && !i->busy && !waits(w, i) && (!best || tried(w, i) < tried(w, best)))
            best = i;
    }
    return best;
}

static int is_busy(const struct work *w)
{
    int busy = 0;

    for (int i = 0; i < BLACKBOX_PROOF_COUNT; i++)
        busy += w->item[i].busy;
    return busy;
}

static void report(const struct work *w, const struct item *i)
{
    const struct blackbox_prove *p = w->p;

    if (p->on_answer)
        p->on_answer(p->context, blackbox_proofs[i->is].name, blackbox_verdicts[p->proof[i->is].verdict]);
}

/* Seconds of a clock that guesses may take. */
enum { GUESSING = 150 };

/* Guess what may help with all that is open; a bit of data needs no guesses. */
static void make_guesses(struct work *w, enum blackbox_prove_split split, int pole)
{
    int outputs[BLACKBOX_PROVE_PARTS * BLACKBOX_PROOF_COUNT], count = 0, proved;

    for (int i = 0; i < BLACKBOX_PROOF_COVERS; i++)
        for (int k = 0; k < w->item[i].count && !blackbox_prove_is_data(w->item[i].count); k++)
            if (w->p->proof[i].verdict == BLACKBOX_UNDECIDED && blackbox_prove_all(w->item[i].split) == split &&
                pole < w->item[i].poles)
                outputs[count++] = w->item[i].first + k;
    w->guesses[split][pole] = ASKED;
    pthread_mutex_unlock(&w->lock);
    proved = count && left(w) > 1 ? blackbox_prove_suppose(&(struct blackbox_prove_guesses){
                                        .folder = w->p->folder,
                                        .f = w->p->f,
                                        .split = split,
                                        .pole = pole,
                                        .outputs = outputs,
                                        .count = count,
                                        .seconds = left(w) < GUESSING ? left(w) : GUESSING})
                                  : -1;
    pthread_mutex_lock(&w->lock);
    w->guesses[split][pole] = proved >= 0 ? SURE : NONE;
    pthread_cond_broadcast(&w->changed);
    w->p->guessed += proved < 0 ? 0 : proved;
}

/* What is proved of a reset in any state need not be proved again behind one in the middle, nor with a larger bound. */
static void take_parts(struct work *w, struct item *i)
{
    const struct blackbox_proof *proof = w->p->proof;

    for (int k = 0; k < BLACKBOX_PROOF_COVERS && blackbox_prove_behind(i->split); k++)
        for (int part = 0; part < i->count; part++)
            if (is_reset_part((enum blackbox_proof_property)k, part) && blackbox_prove_behind(w->item[k].split) &&
                proof[k].verdict == BLACKBOX_PROVED && proof[k].bound <= proof[i->is].bound)
                for (int of = 0; of < i->poles * i->splits; of++)
                    i->done[of * i->count + part] = i->whole[of / i->splits * i->count + part] = 1;
}

/* @return whether it needs no question of its own */
static int take_reset(struct work *w, struct item *i)
{
    struct blackbox_proof *proof = w->p->proof;

    if (i->is != BLACKBOX_PROOF_REVIVES || !is_of_any_state(w) ||
        proof[BLACKBOX_PROOF_RESET].verdict != BLACKBOX_PROVED)
        return 0;
    proof[i->is].verdict = BLACKBOX_PROVED;
    proof[i->is].way = proof[BLACKBOX_PROOF_RESET].way;
    proof[i->is].bound = proof[BLACKBOX_PROOF_RESET].bound;
    return 1;
}

static void do_item(struct work *w, struct item *i)
{
    double begin = clock_wall();

    if (take_reset(w, i)) {
        report(w, i);
        return;
    }
    i->busy = 1;
    if (i->is == BLACKBOX_PROOF_RESET)
        take_parts(w, i);
    for (int pole = 0; pole < i->poles && needs_guesses(w, i); pole++)
        if (w->guesses[blackbox_prove_all(i->split)][pole] == UNASKED)
            make_guesses(w, blackbox_prove_all(i->split), pole);
    ask(w, i, way_of(w, i));
    w->p->proof[i->is].seconds += clock_wall() - begin;
    i->busy = 0;
    report(w, i);
    pthread_cond_broadcast(&w->changed);
}

static void *work_on(void *context)
{
    struct work *w = context;
    struct item *i;

    pthread_mutex_lock(&w->lock);
    while (!w->failed && left(w) > 0 && ((i = choose(w)) || is_busy(w)))
        if (i)
            do_item(w, i);
        else
            pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static int run(struct work *w)
{
    enum { MOST = 16 };
    pthread_t thread[MOST];
    int started = 0;

    while (started + 1 < w->p->jobs && started < MOST && pthread_create(&thread[started], NULL, work_on, w) == 0)
        started++;
    work_on(w);
    while (started)
        pthread_join(thread[--started], NULL);
    return w->failed ? -1 : 0;
}

/* The circuit ----------------------------------------------------------------------------------------------------- */

static int copy_library(const struct blackbox_prove *p, const char *name, char *error, size_t size)
{
    struct output out = {0};
    char path[PATH_MAX], *text;

    snprintf(path, sizeof path, "%.3000s/proofs/blackbox/%s", p->support, name);
    text = text_of_file(path);
    if (!text)
        return text_fail(error, size, "%s: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%.3000s/%s", p->folder, name);
    if (output_open(&out, path, error, size) != 0) {
        free(text);
        return -1;
    }
    fputs(text, out.file);
    free(text);
    return output_close(&out, error, size);
}

/* Another program that proves: SymbiYosys takes the same files. */
static int write_sby(const struct blackbox_prove *p, char *error, size_t size)
{
    struct output out = {0};
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.3000s/prove.sby", p->folder);
    if (output_open(&out, path, error, size) != 0)
        return -1;
    fprintf(
        out.file,
        "# sby -f prove.sby: the circuit's outputs bad_* are what must never be 1\n"
        "[options]\nmode prove\nmulticlock off\n\n[engines]\nabc pdr\n\n[script]\n"
        "read_ilang dut.il\nread -formal prove_invariants.v prove_source.v prove_sink.v prove_watch.v " BLACKBOX_PROVE_TOP
        ".v prove_assert.v\nprep -top prove_assert\n\n[files]\ndut.il\nprove_invariants.v\nprove_source.v\nprove_sink.v\n"
        "prove_watch.v\n" BLACKBOX_PROVE_TOP ".v\nprove_assert.v\n");
    return output_close(&out, error, size);
}

static int write_text(const struct blackbox_prove *p, const char *name, char *text, char *error, size_t size)
{
    struct output out = {0};
    char path[PATH_MAX];
    int status;

    snprintf(path, sizeof path, "%.3000s/%s", p->folder, name);
    if (!text)
        return text_fail(error, size, "out of memory");
    status = output_open(&out, path, error, size);
    if (status == 0) {
        fputs(text, out.file);
        status = output_close(&out, error, size);
    }
    free(text);
    return status;
}

/* The network as Yosys reads it. */
static int write_network(struct blackbox_prove *p, char *error, size_t size)
{
    char path[PATH_MAX], *text, *plain;

    if (blackbox_build_direct(p->f, p->support, p->folder, error, size) != 0)
        return -1;
    snprintf(path, sizeof path, "%.3000s/" DUT_WRAPPER ".v", p->folder);
    text = text_of_file(path);
    if (!text)
        return text_fail(error, size, "%s: %s", path, strerror(errno));
    plain = blackbox_prove_verilog(text, &p->left_out);
    free(text);
    return write_text(p, DUT_WRAPPER ".v", plain, error, size);
}

static int write_verilog(struct blackbox_prove *p, char *error, size_t size)
{
    static const char *const library[] = {"prove_source.v", "prove_sink.v", "prove_watch.v", "prove_modulus.v"};

    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (copy_library(p, library[i], error, size) != 0)
            return -1;
    if (write_network(p, error, size) != 0 || blackbox_prove_flatten(p->folder, error, size) != 0 ||
        blackbox_prove_inside(&p->inside, p->f, p->folder, error, size) != 0 ||
        write_text(p, "prove_assert.v", blackbox_prove_assert(p->f, &p->inside), error, size) != 0)
        return -1;
    return write_sby(p, error, size);
}

/* The network alone says which bits of flits it looks at: others mark packets. */
static int write_top(struct blackbox_prove *p, char *error, size_t size)
{
    struct blackbox_prove_plan plan;
    struct blackbox_aiger router;
    char path[PATH_MAX];
    int status;

    if (blackbox_prove_router(p->folder, error, size) != 0)
        return -1;
    snprintf(path, sizeof path, "%.4000s/router.aig", p->folder);
    status = blackbox_aiger_load(&router, path, error, size);
    if (status == 0)
        status = blackbox_prove_same(p->f, p->bench, &router, &p->same, error, size);
    if (status == 0)
        status = blackbox_prove_plan(p->f, &plan, &router, error, size);
    blackbox_aiger_free(&router);
    if (status != 0)
        return -1;
    memcpy(p->colour, plan.colour, sizeof p->colour);
    p->independent = plan.independent;
    p->idle = plan.idle;
    return write_text(p, BLACKBOX_PROVE_TOP ".v", blackbox_prove_top(p->f, &plan, &p->inside), error, size);
}

static int make_circuit(struct work *w, char *error, size_t size)
{
    struct blackbox_prove *p = w->p;
    char path[PATH_MAX];
    double begin = clock_wall();

    if (write_verilog(p, error, size) != 0 || write_top(p, error, size) != 0 ||
        blackbox_prove_elaborate(p->folder, p->f, error, size) != 0)
        return -1;
    p->elaborated = clock_wall() - begin;
    snprintf(path, sizeof path, "%.4000s/prove.aig", p->folder);
    if (blackbox_aiger_load(&w->circuit, path, error, size) != 0)
        return -1;
    if (hash_file(path, w->hash) != 0)
        return text_fail(error, size, "%s: %s", path, strerror(errno));
    p->latches = w->circuit.latches;
    p->gates = w->circuit.gates;
    return 0;
}

/* Nothing is proved of what cannot happen, nor of packets that no proof marks. */
static void void_proofs(struct blackbox_prove *p)
{
    int out = p->proof[BLACKBOX_PROOF_COMES_OUT].verdict == BLACKBOX_REACHABLE,
        both = p->proof[BLACKBOX_PROOF_FOLLOWS].verdict == BLACKBOX_REACHABLE;

    for (int i = 0; i < BLACKBOX_PROOF_COVERS; i++)
        if (p->proof[i].verdict == BLACKBOX_PROVED && (!out || (i == BLACKBOX_PROOF_ORDER && !both)))
            p->proof[i].verdict = BLACKBOX_VOID;
        else if (p->proof[i].verdict == BLACKBOX_PROVED && !p->independent)
            p->proof[i].verdict = BLACKBOX_HOLDS;
}

static void free_item(struct item *i)
{
    free(i->done);
    free(i->whole);
}

int blackbox_prove(struct blackbox_prove *p, char *error, size_t size)
{
    struct work w = {.p = p, .solves = blackbox_prove_solves()};
    int status;

    p->found = -1;
    if (blackbox_prove_check(p->f, error, size) != 0 || blackbox_prove_tools(error, size) != 0)
        return -1;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.changed, NULL);
    status = make_circuit(&w, error, size);
    w.until = clock_wall() + p->seconds;
    for (int i = 0; i < BLACKBOX_PROOF_COUNT && status == 0; i++)
        if ((status = set_item(&w, (enum blackbox_proof_property)i)) != 0)
            snprintf(error, size, "out of memory");
    if (status == 0 && run(&w) != 0)
        status = text_fail(error, size, "--prove: ABC cannot be started, or out of memory");
    void_proofs(p);
    for (int i = 0; i < BLACKBOX_PROOF_COUNT; i++)
        free_item(&w.item[i]);
    blackbox_aiger_free(&w.circuit);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    return status;
}

void blackbox_prove_finish(struct blackbox_prove *p)
{
    blackbox_prove_inside_finish(&p->inside);
    blackbox_prove_trace_free(&p->trace);
}

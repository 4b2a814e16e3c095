/* SPDX-License-Identifier: Apache-2.0
 *
 * The bench of a router of other people: endpoints that play a script at its ports, and the checks of what comes out.
 */
#ifndef BLACKBOX_BLACKBOX_BENCH_H
#define BLACKBOX_BLACKBOX_BENCH_H

#include "../../kind/node.h"
#include "../../measure/stats.h"
#include "../script/blackbox_cover.h"
#include "../script/blackbox_script.h"

/** Cycles that an episode goes on when all is through, for what may still come. */
enum { BLACKBOX_QUIET = 60 };
/** Cycles after which an input that takes nothing while all outputs are held up has no room. */
enum { BLACKBOX_BLOCKED = 64 };
/** Cycles in which nothing moves after which a count of a router must be right. */
enum { BLACKBOX_STILL = 16 };

/** What became of a packet; cycles are those of the script, UINT32_MAX: never. */
struct blackbox_history {
    uint32_t offered; /**< its first flit */
    uint32_t in;      /**< ... was taken */
    uint32_t out;     /**< its first flit came out, anywhere */
    uint32_t done;    /**< its last flit came out, everywhere */
    uint32_t open;    /**< blackbox_copies_open when it began to go in */
    int32_t sink;     /**< where it came out first; -1: nowhere */
    uint16_t taken;   /**< flits that went in */
    uint16_t came;    /**< flits that came out, of all its outputs */
    uint16_t copies;  /**< outputs that it came out of whole */
    uint8_t lost;     /**< 1: a reset in the middle took it away */
    uint8_t alone;    /**< 1: no other one was on its way as long as it was */
};

/** The most, and the least, of what is promised that was seen. */
struct blackbox_extremes {
    uint32_t wait_in;     /**< cycles that a flit waited to go in, and ... */
    uint32_t wait_inside; /**< that a packet was inside before it began to come out, while no output was held up */
    uint32_t fill;        /**< flits of an input that were inside */
    uint32_t room;        /**< ... at least, when it took no more and all outputs were held up; UINT32_MAX: never */
    uint32_t gap;         /**< cycles within a packet in which its output took a flit and none came */
    uint32_t grants;      /**< packets of others that began before one that waited */
    uint64_t early;       /**< packets that began to come out before all of them was in */
};

/** What an episode came to. */
struct blackbox_result {
    int failed;
    int ended; /**< the router ended the run by itself, before anything else was wrong */
    enum blackbox_check check;
    uint32_t cycle;                    /**< of the first wrong thing */
    int packet;                        /**< that it is about; -1: none is known */
    int class;                         /**< the number of its class */
    int between;                       /**< 1: classes wait for each other: blackbox_deadlock.h */
    const struct blackbox_field *held; /**< the field that alone differs, for it is as in the first flit; or NULL */
    int elsewhere;                     /**< 1: a packet came out twice, of two outputs */
    char text[1024];                   /**< it in one sentence */
    char waits[4096];                  /**< who waits at the end, a line each; "" */
    uint32_t cycles;                   /**< of the episode */
    uint64_t counted[BLACKBOX_CHECK_COUNT];
    struct blackbox_extremes seen;
};

/** What all episodes came to. All zero: none. */
struct blackbox_totals {
    uint64_t episodes, cycles, packets, flits; /**< of them that came out, each copy by itself */
    uint64_t counted[BLACKBOX_CHECK_COUNT];
    struct latency alone;             /**< of packets through an idle network, from first flit in to last out */
    uint64_t dropped;                 /**< packets that went in and did not come out, as they may */
    uint64_t full_flits, full_cycles; /**< flits out and cycles of episodes in which all inputs always have one */
    struct blackbox_extremes seen;
    uint64_t responses, response_flits; /**< that came out */
    uint64_t sustained;                 /**< flits that each input took in an episode without a reset, at most */
};

struct blackbox_bench;

/** @return NULL when out of memory. Both must outlive it. */
struct blackbox_bench *blackbox_bench_create(const struct blackbox *f, const struct node_ops *ops);
/** NULL is legal. */
void blackbox_bench_destroy(struct blackbox_bench *b);
/** Play a script from power-up on, to its end or to the first wrong thing. @return 0, or -1 when out of memory */
int blackbox_bench_run(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r);
/** Reset the router at the other level than the description says, from the next run on, or as it says. */
void blackbox_bench_invert_reset(struct blackbox_bench *b, int inverted);
/** Is told the vectors of a cycle before its edge. */
typedef void blackbox_watch(void *context, uint32_t cycle, const uint32_t *in, const uint32_t *out);
/**
 * Be told the vectors of each cycle of the runs from now on, of those under reset, too. @param watch  NULL: no more
 */
void blackbox_bench_watch(struct blackbox_bench *b, blackbox_watch *watch, void *context);
/** The bench of the next class, with what the last run came to and counted in it; NULL: there is none. */
const struct blackbox_bench *blackbox_bench_also(const struct blackbox_bench *b);
const struct blackbox_result *blackbox_bench_result(const struct blackbox_bench *b);
/** The bench of a class by its number, of that of the first one. */
const struct blackbox_bench *blackbox_bench_class(const struct blackbox_bench *first, int number);
/** Whether packets of a class waited, or were inside, at the end of the last run. */
int blackbox_bench_stuck(const struct blackbox_bench *b);
/** What became of the packets of the last run. @return [packets] */
const struct blackbox_history *blackbox_bench_history(const struct blackbox_bench *b);
/** Add the last run, of one class. @param full  1: a run in which all inputs always had a flit */
void blackbox_bench_add(const struct blackbox_bench *b, const struct blackbox_result *r, int full,
                        struct blackbox_totals *t);
/** Add what another class came to in the same episodes. */
void blackbox_totals_join(struct blackbox_totals *t, const struct blackbox_totals *other);
/** Whether packets of others before one that waits are counted: they must be, or it takes little time. */
static inline int blackbox_bench_grants(const struct blackbox *f)
{
    return f->properties.fair >= 0 || (!f->cast.kind && f->sources > 1 && f->sources * f->channels <= 64);
}
/** The bench of responses, whose history, script and cover are theirs; NULL: there are none. */
const struct blackbox_bench *blackbox_bench_responses(const struct blackbox_bench *b);
/** When a target answers a request, and what the order of responses hangs on. */
struct blackbox_answer {
    uint32_t delay; /**< cycles from the request on */
    uint64_t key;
};
/** @param b  the bench of responses, of its last run */
struct blackbox_answer blackbox_answer_plan(const struct blackbox_bench *b, int packet);
/** Cycles of gaps before a flit of the response. */
uint32_t blackbox_answer_pause(const struct blackbox_bench *b, int packet, int flit);
/** Flits of others that a target sends between a flit of the response and the next one, if they are there. */
int blackbox_answer_skip(const struct blackbox_bench *b, int packet, int flit);
/** Whether a packet has a response. */
int blackbox_answer_expected(const struct blackbox *f, const struct blackbox_packet *p);
/** The script of the last run. */
const struct blackbox_script *blackbox_bench_script(const struct blackbox_bench *b);
/** What all runs have seen at the ports. */
const struct blackbox_cover *blackbox_bench_cover(const struct blackbox_bench *b);
/** Points of requests and responses that can be hit, and were not yet. */
int blackbox_bench_left(const struct blackbox_bench *b);
/** Print a packet of a script: "packet 3 (input 0 to output 2, 1 flit)". */
void blackbox_bench_name(const struct blackbox *f, const struct blackbox_script *s, int packet, char *text,
                         size_t size);

/** Print where a packet goes: "to output 2", "to outputs 0, 2, 3". */
void blackbox_bench_outputs(const struct blackbox *f, const struct blackbox_packet *p, char *text, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the bench (blackbox_bench.h), which share what it is made of: blackbox_drive.c sets what goes in and
 * what goes back, blackbox_observe.c looks at what comes out, blackbox_judge.c says which packet that is and what is
 * wrong with it, blackbox_end.c when an episode is over and who waits then, blackbox_totals.c what all of them came to,
 * blackbox_seen.c which points were hit, blackbox_pace.c holds what is promised of throughput and waiting,
 * blackbox_property.c what is promised of the way in which packets come out, blackbox_side.c what pins beside the ports
 * do, blackbox_waits.c says who waits for whom, blackbox_copies.c what becomes of a packet at each of its outputs,
 * blackbox_ticks.c which clocks rise, and blackbox_answer.c has targets answer requests: responses have a bench of
 * their own with all these parts, over the same router and cycle.
 */
#ifndef BLACKBOX_BLACKBOX_BENCH_INTERNAL_H
#define BLACKBOX_BLACKBOX_BENCH_INTERNAL_H

#include "../script/blackbox_cover.h"
#include "../wrapper/blackbox_channel.h"
#include "blackbox_bench.h"

/** An input of the network. */
struct blackbox_bench_source {
    int at[BLACKBOX_VCS];         /**< next flit of the script in each virtual channel; the end when there is none */
    int offers;                   /**< the flit that is on the wires; -1: none */
    int32_t credit[BLACKBOX_VCS]; /**< flits that may still go in */
    const struct blackbox_release *waits_for; /**< the flit that is due, or NULL */
    uint32_t since;                           /**< cycle from which on it waits */
    int within;                               /**< the lane whose packet others must wait for; -1: none */
    uint32_t hidden;                          /**< cycle before which it shows nothing */
    uint32_t shown;                           /**< cycle after that in which it last had a flit on the wires; 0: none */
    uint32_t ended;                           /**< cycle after that in which a last flit went in; 0: none */
    int header;            /**< packet whose header is next; the number of packets when there is none */
    uint32_t header_since; /**< cycle from which on it is on the wires; UINT32_MAX: it is not */
    int open;              /**< its requests that have no response yet */
};

/** An output of the network. */
struct blackbox_bench_sink {
    int packet[BLACKBOX_VCS];     /**< under way; -1: none */
    int32_t held[BLACKBOX_VCS];   /**< flits that took a credit which is not back yet */
    int32_t coming[BLACKBOX_VCS]; /**< packets for it that went in and did not begin to come out, of each virtual
                                     channel at the input */
    int waited;                   /**< a flit was not taken in the cycle before */
    uint32_t begun;  /**< cycle after that in which an input last had a first flit for it on the wires; 0: none */
    int beginner;    /**< ... and which input */
    uint32_t gap;    /**< cycles within a packet in which a flit could come, and none does */
    int could;       /**< with credits: one was there in the cycle before */
    uint32_t open;   /**< cycles in which it could take something */
    int owed;        /**< requests that came out and whose responses are not yet in */
    uint32_t latest; /**< packet + 1 that began to come out last; 0: none */
    uint32_t came;   /**< packet + 1 of which a flit came out last; 0: none */
    uint32_t shut;   /**< virtual channels that are held up besides what the script says */
};

/** What became of a packet at one of its outputs: of all that it has, if it has one. */
struct blackbox_bench_copy {
    uint32_t out, done; /**< cycles of its first and last flit; UINT32_MAX: never */
    uint16_t came;      /**< flits */
    uint8_t headed;     /**< 1: its header came, too */
};

/** Headers that wait for their packets at an output, or packets for headers, at most. */
enum { BLACKBOX_HEADERS = 160 };

/** An output's headers, or packets, of which the others are still to come. */
struct blackbox_bench_headers {
    int packets; /**< 1: packets wait, 0: headers do */
    int packet[BLACKBOX_HEADERS];
    int first, count; /**< where the first one is in the ring, and how many there are */
    int waited;       /**< a header was not taken in the cycle before */
};

/** A link between two routers. */
struct blackbox_bench_link {
    uint32_t valid, back;       /**< on its wires in this cycle */
    int32_t held[BLACKBOX_VCS]; /**< with credits: flits that took one which is not back yet */
};

/** What is looked at of an input for promises of room and fairness. */
struct blackbox_bench_room {
    uint32_t inside;  /**< its flits */
    uint32_t blocked; /**< cycles in which it takes nothing and all outputs are held up */
    int last;         /**< the packet that went in whole last, and in which cycle */
    uint32_t whole;
    int head[BLACKBOX_VCS];        /**< the packet of each channel that is to come out next */
    uint32_t grants[BLACKBOX_VCS]; /**< packets of other inputs that began at its output since it is the next one */
};

/** Pins beside the ports, since the last reset. */
struct blackbox_bench_side {
    int phase;                       /**< of packets that count, at least: 1 behind a reset in the middle */
    uint64_t pulses[BLACKBOX_SIDES]; /**< of each output */
    uint64_t unawaited,
        whole;            /**< packets inside that may be dropped; those that went in whole and may come out, ever */
    uint64_t flits, seen; /**< that went in and came out, and how many there were: if they differ something moved */
    uint32_t since;       /**< cycle from which on nothing moves */
};

/** What is made of requests while they are played: their responses (blackbox_answer.c). Packet k of their script is the
 * response to packet k. */
struct blackbox_bench_answers {
    struct blackbox_script s;
    int *end;        /**< [sources] of what is due of each: more comes with every request */
    uint64_t *asked; /**< [packets] bits of the request that its response has, as the target got them */
    uint64_t *key;   /**< [packets] what responses are ordered by */
    int *pending;    /**< [pendings] those that went in and did not begin to come out */
    int pendings;
    int *oldest; /**< [sinks] the first request that may be open */
};

/** The bench. */
struct blackbox_bench {
    const struct blackbox *f;
    const struct node_ops *ops;
    uint32_t *in, *out;                          /**< vectors of the wrapper */
    uint32_t *word;                              /**< [words] a flit */
    uint32_t *last;                              /**< [sinks][1 + words] valid and flit of the cycle before */
    struct blackbox_bench *responses, *requests; /**< the bench of the one, or of the other; NULL: there is none */
    struct blackbox_bench_answers *answers;      /**< of the bench of responses */
    struct blackbox_bench *also,
        *head;                  /**< the bench of the next class, or NULL; that of the requests of the first one */
    struct blackbox_result own; /**< of a run, of what other classes than the first one count */
    const int *end;             /**< [sources] of the list of what is due of each */
    struct blackbox_bench_source *source;
    struct blackbox_bench_sink *sink;
    uint32_t *slot; /**< [sources][tags] packet + 1 that has the tag */
    uint32_t *flow; /**< [sources][sinks][channels] last packet + 1 that came out */
    struct blackbox_history *history;
    struct blackbox_bench_copy *copy; /**< [packets][sinks] where packets have several outputs, else [packets] */
    int lives;
    struct blackbox_cover cover;
    struct blackbox_bench_link *link; /**< [wires] */
    uint8_t *circle;                  /**< [routers] flags of those that wait for others that wait */
    struct blackbox_bench_side side;
    int selected, selected_packet;          /**< the input that has its turn, and its packet; -1: none */
    struct blackbox_bench_room *room;       /**< [sources] */
    struct blackbox_bench_headers *headers; /**< [sinks] */
    uint32_t *header_words; /**< [sinks][BLACKBOX_HEADERS + 1][words] headers that wait, and that of the cycle before */
    int *began;             /**< [sources] that had a first flit taken in this cycle */
    blackbox_watch *watch;
    void *watcher; /**< its context */
    /* of the run */
    const struct blackbox_script *s;
    struct blackbox_result *r;
    void *node;
    uint32_t now, moved;   /**< cycle; the last one in which something moved */
    int on_way, waits;     /**< packets on their way; sources with a flit on the wires or due */
    int quiet;             /**< cycles in which there was neither */
    uint32_t lone;         /**< the packet that went in last while there was no other one */
    int window;            /**< cycles in which all inputs had a flit */
    uint64_t window_flits; /**< that came out in them */
    uint32_t open;         /**< cycles in which all outputs could take something */
    int resetting;         /**< cycles of a reset in the middle that are left */
    int inverted;          /**< 1: reset has the other level */
    /* of several clocks */
    uint8_t ticks, resets;                               /**< clocks that rise in this cycle, and those under reset */
    uint32_t scale;                                      /**< cycles that are at least one of the slowest clock */
    uint32_t instant, begun;                             /**< cycles since the router was made; those before cycle 0 */
    int reset_length, reset_idle;                        /**< cycles of a reset */
    uint16_t risen[BLACKBOX_CLOCKS][BLACKBOX_EDGES + 1]; /**< edges of a clock before each of the row */
};

/** What became of a packet at an output, which has begun when it is out. */
static inline struct blackbox_bench_copy *blackbox_bench_copy(const struct blackbox_bench *b, int packet, int sink)
{
    return b->f->cast.kind ? &b->copy[packet * b->f->sinks + sink] : &b->copy[packet];
}

static inline int blackbox_bench_begun(const struct blackbox_bench *b, int packet, int sink)
{
    return blackbox_bench_copy(b, packet, sink)->out != UINT32_MAX;
}

/** Whether an output may send a flit before its input accepts it: one of several, or one whose handshake the input
 * waits for. With credits there is no such flit; a response may have to wait until its request is in. */
static inline int blackbox_bench_shows(const struct blackbox *f)
{
    return f->cast.kind || !(f->inputs.credits || f->header.line || f->responses.f || f->requests);
}

/** Whether the first flit of a packet may come out: it went in, or is offered where that is enough. */
static inline int blackbox_bench_there(const struct blackbox_bench *b, int packet)
{
    return b->history[packet].in != UINT32_MAX ||
           (blackbox_bench_shows(b->f) && b->history[packet].offered != UINT32_MAX);
}

/* Where things are in the vectors of the wrapper */
static inline uint32_t *blackbox_into_source(struct blackbox_bench *b, int source)
{
    return b->in + source * (1 + b->f->words);
}

static inline uint32_t *blackbox_into_sink(struct blackbox_bench *b, int sink)
{
    return b->in + b->f->sources * (1 + b->f->words) + sink;
}

static inline uint32_t *blackbox_into_header(struct blackbox_bench *b, int source)
{
    return blackbox_into_sink(b, b->f->sinks) + source * (1 + b->f->words);
}

static inline uint32_t *blackbox_into_header_sink(struct blackbox_bench *b, int sink)
{
    return blackbox_into_header(b, b->f->sources) + sink;
}

static inline uint32_t *blackbox_into_side(struct blackbox_bench *b, int input)
{
    return blackbox_into_sink(b, b->f->sinks) + blackbox_header_words_in(b->f) + input;
}

static inline const uint32_t *blackbox_from_source(const struct blackbox_bench *b, int source)
{
    return b->out + source;
}

static inline const uint32_t *blackbox_from_sink(const struct blackbox_bench *b, int sink)
{
    return b->out + b->f->sources + sink * (1 + b->f->words);
}

static inline const uint32_t *blackbox_from_open(const struct blackbox_bench *b, int open)
{
    return b->out + b->f->sources + b->f->sinks * (1 + b->f->words) + open;
}

static inline const uint32_t *blackbox_from_wire(const struct blackbox_bench *b, int wire)
{
    return blackbox_from_open(b, b->f->opens) + wire;
}

static inline const uint32_t *blackbox_from_header(const struct blackbox_bench *b, int source)
{
    return blackbox_from_wire(b, b->f->wires) + source;
}

static inline const uint32_t *blackbox_from_header_sink(const struct blackbox_bench *b, int sink)
{
    return blackbox_from_header(b, b->f->sources) + sink * (1 + b->f->words);
}

static inline const uint32_t *blackbox_from_side(const struct blackbox_bench *b, int router, int output)
{
    return blackbox_from_wire(b, b->f->wires) + blackbox_header_words_out(b->f) + router * b->f->side.outputs + output;
}

/** The parts of a run, for one that goes on for as long as packets come (blackbox_live.c): up to the end of the reset,
 * a cycle, and the router is no longer needed. @return 0, or -1 when out of memory */
int blackbox_bench_begin(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r);
void blackbox_bench_cycle(struct blackbox_bench *b);
void blackbox_bench_end(struct blackbox_bench *b);

/** Before the first cycle: count edges. */
void blackbox_ticks_begin(struct blackbox_bench *b);
/** Before an edge: say which clocks rise, and whose resets are active. */
void blackbox_ticks_set(struct blackbox_bench *b, int reset);
/** Cycles of a clock from one cycle of the script up to another. */
uint32_t blackbox_ticks_between(const struct blackbox_bench *b, int clock, uint32_t from, uint32_t to);
/** The same of a packet: of the slower one of the clocks of its input and its output. */
uint32_t blackbox_ticks_of(const struct blackbox_bench *b, int packet, uint32_t from, uint32_t to);
/** Whether a clock rises in this cycle. */
static inline int blackbox_ticks(const struct blackbox_bench *b, int clock)
{
    return b->ticks >> clock & 1;
}
static inline int blackbox_ticks_source(const struct blackbox_bench *b, int source)
{
    return blackbox_ticks(b, blackbox_clock_in(b->f, source));
}
static inline int blackbox_ticks_sink(const struct blackbox_bench *b, int sink)
{
    return blackbox_ticks(b, blackbox_clock_out(b->f, sink));
}
/** Cycles of the bench that are as many of the slowest clock. */
static inline uint64_t blackbox_ticks_scaled(const struct blackbox_bench *b, int64_t cycles)
{
    return (uint64_t)cycles * b->scale;
}

/** Note the first wrong thing; a packet's name, if it is not -1, stands in front of the words. */
void blackbox_wrong(struct blackbox_bench *b, enum blackbox_check check, int packet, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Let a virtual channel of an input go on from a place in the script, past others and what a reset took away. */
void blackbox_drive_seek(struct blackbox_bench *b, int source, int vc, int at);
/** The first flit of any virtual channel of an input that waits, or is to come; NULL: none. */
const struct blackbox_release *blackbox_drive_next(const struct blackbox_bench *b, int source);
/** The same, of those that are due by now; NULL: none waits. */
const struct blackbox_release *blackbox_drive_waiting(const struct blackbox_bench *b, int source);
/** Before an edge: set the wires of an end of the network. */
void blackbox_drive_source(struct blackbox_bench *b, int source);
void blackbox_drive_sink(struct blackbox_bench *b, int sink);
/** ... and see what was taken, or came out. */
void blackbox_drive_sample(struct blackbox_bench *b, int source);
void blackbox_observe_sink(struct blackbox_bench *b, int sink);

/** What an input beside the ports has in this cycle that selects an input of the router (blackbox_select.c). */
uint32_t blackbox_select(struct blackbox_bench *b, int input);
/** Look at pins beside the ports before an edge, and when all that could move has moved. */
void blackbox_side_cycle(struct blackbox_bench *b);
void blackbox_side_end(struct blackbox_bench *b);

/** What is promised of the way in which packets come out (blackbox_property.c): when an episode begins, or a reset is
 * over; in a cycle before its edge; of an output; of a packet that begins to come out, or is through. */
void blackbox_property_begin(struct blackbox_bench *b);
void blackbox_property_cycle(struct blackbox_bench *b);
void blackbox_property_sink(struct blackbox_bench *b, int sink);
void blackbox_property_first(struct blackbox_bench *b, int packet, int sink);
void blackbox_property_done(struct blackbox_bench *b, int packet);

/** Promises of pace (blackbox_pace.c): of a cycle before its edge, and of a packet that came out whole and began in
 * cycle out. */
void blackbox_pace_cycle(struct blackbox_bench *b);
void blackbox_pace_done(struct blackbox_bench *b, int packet, uint32_t out);

/** Note the points of blackbox_cover.h that a cycle hits before its edge, and those of a packet that came out of an
 * output in a virtual channel. */
void blackbox_seen_cycle(struct blackbox_bench *b);
void blackbox_seen_packet(struct blackbox_bench *b, int packet, int sink, int vc);

/** What becomes of a packet at its outputs (blackbox_copies.c): room for it, nothing yet; its first flit comes out; one
 * of its flits came out; its last one. @return 0, or -1 when out of memory */
int blackbox_copies_begin(struct blackbox_bench *b);
/** Nothing of packets from one number up to another. */
void blackbox_copies_clear(struct blackbox_bench *b, int first, int end);
void blackbox_copies_first(struct blackbox_bench *b, int packet, int sink);
void blackbox_copies_flit(struct blackbox_bench *b, int packet, int sink);
void blackbox_copies_last(struct blackbox_bench *b, int packet, int sink, int vc);
/** A packet is through if all of its flits are in and its copies out. */
void blackbox_copies_done(struct blackbox_bench *b, int packet);
/** An output that a packet must come out of and did not; -1: there is none. */
int blackbox_copies_missing(const struct blackbox_bench *b, int packet);
/** Flits of a packet that may come out of an output: those that went in, or are offered. */
int blackbox_copies_shown(const struct blackbox_bench *b, int packet);
/** A packet went in: it comes out of all its outputs. */
void blackbox_copies_due(struct blackbox_bench *b, int packet);
/** Note which outputs could take something in this cycle. */
void blackbox_copies_cycle(struct blackbox_bench *b);
/** Cycles until now in which the output of a packet could take something; of one that has several, or may come out
 * anywhere, in which all outputs could. */
uint32_t blackbox_copies_open(const struct blackbox_bench *b, int packet);

/** The packet whose tag a first flit has, or the response that it is at an output; -1: none. */
int blackbox_judge_tagged(struct blackbox_bench *b, int sink, const uint32_t *flit);
/** Compare a flit of a packet with what it must be. @return 0 when it is that */
int blackbox_judge_flit(struct blackbox_bench *b, int packet, int number, int sink, const uint32_t *flit);
/** Whether a first flit is that of the packet of its tag, or -1, and that one is awaited at the output: the rest is of
 * what is illegal. */
int blackbox_judge_clean(struct blackbox_bench *b, int packet, int sink, const uint32_t *flit);
/** Whether the packet of a tag, or -1, may begin at an output. @return 0 when it may */
int blackbox_judge_head(struct blackbox_bench *b, int packet, int sink, int vc, const uint32_t *flit);

/** Let the bench of responses, or that of requests, know what it must: of requests, one that went in whole, and one
 * that begins to come out, or is through; of responses, one that begins to go in, is in whole, begins to come out, or
 * is through. */
void blackbox_answer_refused(struct blackbox_bench *requests, int packet);
void blackbox_answer_asked(struct blackbox_bench *requests, int packet, int sink, const uint32_t *flit);
void blackbox_answer_due(struct blackbox_bench *requests, int packet, int sink);
/** ... and of the header of a request, that it went in, or came to its target. */
void blackbox_answer_announced(struct blackbox_bench *requests, int packet);
void blackbox_answer_headed(struct blackbox_bench *requests, int packet, const uint32_t *header);
void blackbox_answer_in(struct blackbox_bench *b, int packet);
void blackbox_answer_given(struct blackbox_bench *b, int packet);
void blackbox_answer_out(struct blackbox_bench *b, int packet);
void blackbox_answer_done(struct blackbox_bench *b, int packet);
/** Make the bench of responses, and the script of a run: all of its requests, none of which has come yet; or end it.
 * @return 0, or -1 when out of memory */
int blackbox_answer_create(struct blackbox_bench *b);
int blackbox_answer_begin(struct blackbox_bench *b);
void blackbox_answer_destroy(struct blackbox_bench *b);
/** Write a flit of a response as its target sends it: with the bits of the request as they came. */
void blackbox_answer_flit(const struct blackbox_bench *b, const struct blackbox_release *due, uint32_t *words);
/** The response that begins with a flit at an output: one that is there, or came out already; -1: none. */
int blackbox_answer_of(struct blackbox_bench *b, int sink, const uint32_t *flit);
/** The response that begins with a flit at an output, and that neither a target nor the router may send yet; -1: none.
 * @param own  1: only one that the router makes itself */
int blackbox_answer_early(struct blackbox_bench *b, int sink, int own, const uint32_t *flit);
/** Look at the order of a response that begins to come out. */
void blackbox_answer_order(struct blackbox_bench *b, int packet);
/** Whether an input has as many open requests as it may; an output as many as its target takes. */
int blackbox_answer_source_full(const struct blackbox_bench *b, int source);
int blackbox_answer_sink_full(const struct blackbox_bench *b, int sink);
int blackbox_answer_header_full(const struct blackbox_bench *b, int sink);
/** Packets on their way and inputs that wait, of requests and responses of a class and those behind it. */
int blackbox_answer_busy(const struct blackbox_bench *b);

/** What stands before a sentence about packets of a bench: "write responses: ", "responses: " or "". @param requests
 * what requests are called beside responses, or "" */
void blackbox_bench_kind(const struct blackbox_bench *b, const char *requests, char text[BLACKBOX_CLASS_NAME + 16]);

/** Say in the result who waits for whom, a line each. @return inputs that wait */
int blackbox_waits(struct blackbox_bench *b);
/** Note what crosses the links of the network in a cycle, before its edge. */
void blackbox_waits_cycle(struct blackbox_bench *b);

/** Whether an episode is over. */
int blackbox_end_reached(const struct blackbox_bench *b);
/** Say what is wrong when all that could move has moved. */
void blackbox_end_judge(struct blackbox_bench *b);

#endif

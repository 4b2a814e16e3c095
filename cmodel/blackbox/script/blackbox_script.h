/* SPDX-License-Identifier: Apache-2.0
 *
 * What the endpoints do in one episode: which packets go in, each flit from which cycle on, and when outputs are held
 * up. It is fixed before the episode begins, so that it can be repeated, made smaller and written as a testbench.
 */
#ifndef BLACKBOX_BLACKBOX_SCRIPT_H
#define BLACKBOX_BLACKBOX_SCRIPT_H

#include "fedx/rng.h"

#include "../../topology/topology.h"
#include "../description/blackbox_clocks.h"
#include "../description/blackbox_flit.h"
#include "blackbox_cover.h"
#include "blackbox_edges.h"

/** A flit waits for those of its source before it, and for this cycle; then it is offered until it is taken. */
struct blackbox_release {
    uint32_t cycle;
    uint32_t packet;
    uint16_t flit;
};

/** A sink takes nothing from one cycle up to another. */
struct blackbox_hold {
    uint32_t sink, from, to;
};

/** An input beside the ports is active from one cycle up to another. */
struct blackbox_move {
    uint32_t input, from, to, value;
};

/** Each byte of wires that hold no flit. */
enum { BLACKBOX_NO_FLIT = 0xa5 };

/** How a sink is held up besides. */
struct blackbox_stall {
    uint32_t key;
    uint8_t chance; /**< of 256, in each cycle */
};

struct blackbox_script {
    struct blackbox_packet *packet; /**< those of a source in the order in which they go in */
    int packets;
    struct blackbox_release *due; /**< those of source s from first[s] up to first[s + 1] */
    int *first;                   /**< [sources + 1] */
    struct blackbox_stall *stall; /**< [sinks] */
    struct blackbox_hold *hold;
    int holds;
    struct blackbox_move *move; /**< those of an input of the sideband in the order of time, inputs in theirs */
    int moves;
    uint32_t active;                    /**< cycles after which no sink is held up any more, and no sideband moves */
    uint32_t second;                    /**< cycle in which the second half begins; 0: there is none */
    uint32_t reset;                     /**< cycle of a reset in the middle, that one then; 0: none */
    enum blackbox_illegal_kind illegal; /**< what some packets of the first half are */
    int calm;                           /**< 1: no output is held up, and a packet is alone in the network */
    int full;                           /**< 1: all inputs have a flit as long as they have any */
    int open;                           /**< 1: no output is held up */
    int prompt;                         /**< 1: targets answer as soon as they may */
    uint64_t power_up;
    const int *end; /**< [sources] where those of a source end that are there now, of a script to which more come
                       (blackbox_live.h); NULL: all are there, up to first[s + 1] */
    struct blackbox_edges edges;  /**< of several clocks */
    struct blackbox_script *also; /**< what the next class plays in the same cycles; NULL: there is none */
};

/** The script of a class by its number, of that of the first one. */
static inline struct blackbox_script *blackbox_script_of(struct blackbox_script *first, int number)
{
    while (number-- > 0)
        first = first->also;
    return first;
}

/** Packets of all classes. */
static inline int blackbox_script_packets(const struct blackbox_script *s)
{
    int packets = 0;

    for (; s; s = s->also)
        packets += s->packets;
    return packets;
}

/** Kinds of episodes. */
#define BLACKBOX_PROFILES(PROFILE)                                                                 \
    PROFILE(single, "packets of the least length, one behind the other, to all outputs at random") \
    PROFILE(single_in_flight, "a packet at a time")                                                \
    PROFILE(full, "packets of all lengths, one behind the other")                                  \
    PROFILE(round_robin, "all inputs begin in the same cycle, and go through all outputs")         \
    PROFILE(stalls, "outputs held up and inputs with gaps, at random")                             \
    PROFILE(backpressure, "outputs held up for long, one at a time")                               \
    PROFILE(hotspot, "all inputs to one output")                                                   \
    PROFILE(bursts, "inputs that send for a while and are silent for a while")                     \
    PROFILE(patterns, "the destination patterns of docs/reference/workloads.md")                   \
    PROFILE(reset, "a reset in the middle")                                                        \
    PROFILE(illegal, "what the description has the router survive, then legal packets")            \
    PROFILE(sustained, "at least 10 000 flits at each input, and no reset between them")

enum blackbox_profile {
#define PROFILE(name, doc) BLACKBOX_PROFILE_##name,
    BLACKBOX_PROFILES(PROFILE)
#undef PROFILE
        BLACKBOX_PROFILE_COUNT
};
extern const char *const blackbox_profiles[BLACKBOX_PROFILE_COUNT + 1];

/** Flits of each input in an episode that is sustained. Such episodes hold outputs up less often than others, and for
 * longer. */
enum { BLACKBOX_SUSTAINED = 11000 };

/** Kinds of episodes that take turns: with the illegal one, or without it. Sustained ones come between them. */
int blackbox_script_profiles(const struct blackbox *f);
/**
 * Draw an episode, of all classes.
 * @param flits   of all inputs of the first class together, about; those of others have as many each
 * @param wanted  points whose open ones are to be hit; NULL: none in particular
 * @return 0, or -1 when out of memory
 */
int blackbox_script_draw(struct blackbox_script *s, const struct blackbox *f, enum blackbox_profile profile,
                         uint64_t seed, int flits, const struct blackbox_cover *wanted);
/** A copy without packets that are not kept. @param keep  [packets of all classes] flags @return 0, or -1 when out of
 * memory */
int blackbox_script_part(struct blackbox_script *part, const struct blackbox *f, const struct blackbox_script *s,
                         const uint8_t *keep);
void blackbox_script_free(struct blackbox_script *s);

/** What destination patterns take a network for: rows and columns of inputs, where its routers have such places, else
 * one row. */
static inline struct topology_shape blackbox_script_shape(const struct blackbox *f)
{
    return f->cols && f->rows * f->cols == f->sources ? (struct topology_shape){f->rows, f->cols}
                                                      : (struct topology_shape){1, f->sources};
}
/** Whether nothing can be expected of a packet: it is not legal, or goes with such ones, which may break what they
 * meet. */
static inline int blackbox_script_tainted(const struct blackbox_script *s, int packet)
{
    return s->illegal > BLACKBOX_HARMLESS && s->packet[packet].phase == 0;
}
/** Whether the description allows that a packet is dropped. */
static inline int blackbox_script_droppable(const struct blackbox_script *s, const struct blackbox *f, int packet)
{
    return f->drops.allowed && s->packet[packet].flits > f->drops.longer && !(f->drops.busy && s->calm);
}
/** Whether a packet must be dropped. */
static inline int blackbox_script_marked(const struct blackbox *f, const struct blackbox_packet *p)
{
    return p->marked && f->checked[BLACKBOX_MARKED];
}
/** Whether nobody waits for a packet until it begins to come out. */
static inline int blackbox_script_unawaited(const struct blackbox_script *s, const struct blackbox *f, int packet)
{
    return blackbox_script_tainted(s, packet) || blackbox_flit_stray(f, &s->packet[packet]) ||
           s->packet[packet].marked || blackbox_script_droppable(s, f, packet);
}

/** Whether it is known before the end how many packets are inside: none that is may be dropped. */
static inline int blackbox_script_counted(const struct blackbox *f)
{
    return !f->drops.allowed && f->illegal.then != BLACKBOX_ANYWHERE && f->illegal.damaged_then != BLACKBOX_ANYWHERE;
}

/** Whether packets that nobody waits for may be inside as long as outputs are held up. */
static inline int blackbox_script_lingers(const struct blackbox_script *s, const struct blackbox *f)
{
    return !blackbox_script_counted(f) || (f->drops.marked.width && !s->open);
}

/** Cycles, less one, for which the valid of a packet that is BLACKBOX_WITHDRAWN is taken back. */
static inline int blackbox_script_hidden(const struct blackbox_packet *packet)
{
    return (int)(packet->key & 3);
}

/** What an input beside the ports has when it selects an input of the router: its number, or the value for it. */
static inline uint32_t blackbox_select_value(const struct blackbox_side_input *side, int source)
{
    return side->values ? (uint32_t)side->value[source] : (uint32_t)source;
}
/** What an input beside the ports has in a cycle (blackbox_moves.c). */
uint32_t blackbox_script_side(const struct blackbox_script *s, const struct blackbox *f, int input, uint32_t cycle);
/** Draw what inputs beside the ports do, once all else is drawn. @return 0, or -1 when out of memory */
int blackbox_script_moves(struct blackbox_script *s, const struct blackbox *f, struct rng *random);

/** Whether a sink takes a flit in a cycle. */
static inline int blackbox_script_takes(const struct blackbox_script *s, uint32_t sink, uint32_t cycle)
{
    if (cycle >= s->active)
        return 1;
    for (int i = 0; i < s->holds; i++)
        if (s->hold[i].sink == sink && cycle >= s->hold[i].from && cycle < s->hold[i].to)
            return 0;
    return !s->stall[sink].chance || (blackbox_mix(s->stall[sink].key, cycle) & 255) >= s->stall[sink].chance;
}

/** How many packets before its own a header may be sent with; none where packets come one at a time. */
static inline int blackbox_header_ahead(const struct blackbox *f, const struct blackbox_script *s, int packet)
{
    return s->calm ? 0 : (int)(s->packet[packet].key >> 9 & 15) % (f->header.ahead + 1);
}

/** Whether a sink takes a header in a cycle: stalls are others than those of flits, holds are the same. */
static inline int blackbox_script_takes_header(const struct blackbox_script *s, uint32_t sink, uint32_t cycle)
{
    const struct blackbox_stall *stall = &s->stall[sink];

    if (cycle >= s->active || !stall->chance)
        return blackbox_script_takes(s, sink, cycle);
    return (blackbox_mix(~stall->key, cycle) & 255) >= stall->chance;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What the endpoints do in one episode: which packets go in, each flit from which cycle on, and when outputs are held up. It is
 * fixed before the episode begins, so that it can be repeated, made smaller and written as a testbench.
 */
#ifndef FOREIGN_FOREIGN_SCRIPT_H
#define FOREIGN_FOREIGN_SCRIPT_H

#include "../topology/topology.h"
#include "foreign_cover.h"
#include "foreign_flit.h"

/** A flit waits for those of its source before it, and for this cycle; then it is offered until it is taken. */
struct foreign_due {
    uint32_t cycle;
    uint32_t packet;
    uint16_t flit;
};

/** A sink takes nothing from one cycle up to another. */
struct foreign_hold {
    uint32_t sink, from, to;
};

/** How a sink is held up besides. */
struct foreign_stall {
    uint32_t key;
    uint8_t chance; /**< of 256, in each cycle */
};

struct foreign_script {
    struct foreign_packet *packet; /**< those of a source in the order in which they go in */
    int packets;
    struct foreign_due *due;       /**< those of source s from first[s] up to first[s + 1] */
    int *first;                    /**< [sources + 1] */
    struct foreign_stall *stall;   /**< [sinks] */
    struct foreign_hold *hold;
    int holds;
    uint32_t active;               /**< cycles after which no sink is held up any more */
    uint32_t second;               /**< cycle in which the second half begins; 0: there is none */
    uint32_t reset;                /**< cycle of a reset in the middle, that one then; 0: none */
    enum foreign_hostile_kind hostile; /**< what some packets of the first half are */
    int calm;                      /**< 1: no output is held up, and a packet is alone in the network */
    int full;                      /**< 1: all inputs have a flit as long as they have any */
    int open;                      /**< 1: no output is held up */
    uint64_t power_up;
};

/** Kinds of episodes. */
#define FOREIGN_PROFILES(PROFILE)                                                                                 \
    PROFILE(single, "packets of the least length, one behind the other, to all outputs at random")              \
    PROFILE(lone, "a packet at a time")                                                                         \
    PROFILE(full, "packets of all lengths, one behind the other")                                               \
    PROFILE(rounds, "all inputs begin in the same cycle, and go through all outputs")                           \
    PROFILE(stalls, "outputs held up and inputs with gaps, at random")                                          \
    PROFILE(stuck, "outputs held up for long, one at a time")                                                   \
    PROFILE(hot, "all inputs to one output")                                                                    \
    PROFILE(bursts, "inputs that send for a while and are silent for a while")                                  \
    PROFILE(patterns, "the destination patterns of docs/reference/workloads.md")                                \
    PROFILE(reset, "a reset in the middle")                                                                        \
    PROFILE(hostile, "what the description has the router survive, then legal packets")                                                   \
    PROFILE(sustained, "at least 10 000 flits at each input, and no reset between them")

enum foreign_profile {
#define PROFILE(name, doc) FOREIGN_PROFILE_##name,
    FOREIGN_PROFILES(PROFILE)
#undef PROFILE
    FOREIGN_PROFILE_COUNT
};
extern const char *const foreign_profiles[FOREIGN_PROFILE_COUNT + 1];

/** Flits of each input in an episode that is sustained. Such episodes hold outputs up less often than others, and for longer. */
enum { FOREIGN_SUSTAINED = 11000 };

/** Kinds of episodes that take turns: with the hostile one, or without it. Sustained ones come between them. */
int foreign_script_profiles(const struct foreign *f);
/**
 * Draw an episode.
 * @param flits   of all inputs together, about
 * @param wanted  points whose open ones are to be hit; NULL: none in particular
 * @return 0, or -1 when out of memory
 */
int foreign_script_draw(struct foreign_script *s, const struct foreign *f, enum foreign_profile profile, uint64_t seed, int flits,
                        const struct foreign_cover *wanted);
/** A copy without packets that are not kept. @param keep  [packets] flags @return 0, or -1 when out of memory */
int foreign_script_part(struct foreign_script *part, const struct foreign *f, const struct foreign_script *s, const uint8_t *keep);
void foreign_script_free(struct foreign_script *s);

/** What destination patterns take a network for: rows and columns of inputs, where its routers have such places, else one row. */
static inline struct topology_shape foreign_script_shape(const struct foreign *f)
{
    return f->cols && f->rows * f->cols == f->sources ? (struct topology_shape){f->rows, f->cols} : (struct topology_shape){1, f->sources};
}
/** Whether nothing can be expected of a packet: it is not legal, or goes with such ones, which may break what they meet. */
static inline int foreign_script_tainted(const struct foreign_script *s, int packet)
{
    return s->hostile > FOREIGN_UNROUTABLE && s->packet[packet].phase == 0;
}
/** Whether the description allows that a packet is dropped. */
static inline int foreign_script_droppable(const struct foreign_script *s, const struct foreign *f, int packet)
{
    return f->drops.allowed && s->packet[packet].flits > f->drops.longer && !(f->drops.busy && s->calm);
}
/** Whether nobody waits for a packet until it begins to come out. */
static inline int foreign_script_unawaited(const struct foreign_script *s, const struct foreign *f, int packet)
{
    return foreign_script_tainted(s, packet) || foreign_flit_stray(f, &s->packet[packet]) || foreign_script_droppable(s, f, packet);
}

/** Cycles, less one, for which the valid of a packet that is FOREIGN_WITHDRAWN is taken back. */
static inline int foreign_script_hidden(const struct foreign_packet *packet)
{
    return (int)(packet->key & 3);
}

/** Whether a sink takes a flit in a cycle. */
static inline int foreign_script_takes(const struct foreign_script *s, uint32_t sink, uint32_t cycle)
{
    if (cycle >= s->active)
        return 1;
    for (int i = 0; i < s->holds; i++)
        if (s->hold[i].sink == sink && cycle >= s->hold[i].from && cycle < s->hold[i].to)
            return 0;
    return !s->stall[sink].chance || (foreign_mix(s->stall[sink].key, cycle) & 255) >= s->stall[sink].chance;
}

#endif

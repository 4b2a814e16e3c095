/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside scripts: the neighbours that play them, shared by playing and lifting.
 */
#ifndef FEDX_SCRIPT_INTERNAL_H
#define FEDX_SCRIPT_INTERNAL_H

#include "fedx_cables.h"
#include "fedx_script.h"

enum {
    FEDX_NEIGHBOUR_HEADS = 1 << 13, /* more than come in a sustained episode */
    FEDX_NEIGHBOUR_REFUSALS = FEDX_PACKET_BYTES,
    FEDX_NEIGHBOUR_DAMAGES = FEDX_PACKET_BYTES
};

/** A neighbour, or the PE, at one port. */
struct fedx_neighbour {
    struct fedx_port_end end;
    /* What it sends. */
    uint32_t upcoming; /**< next packet that was not tried yet: number of its unit */
    uint32_t under;    /**< packet of the last attempt */
    uint32_t offered;  /**< packet offered in this cycle */
    uint32_t tries;    /**< attempts of `under` so far */
    int retry;         /**< it is to be tried again */
    uint32_t abort_at; /**< byte after which this attempt is broken off, or FEDX_NEVER */
    uint32_t delay;    /**< cycles in which the attempt that is offered could start and does not */
    uint32_t delayed;  /**< packet and number of that attempt: delay is known */
    uint32_t delayed_try;
    unsigned seen; /**< bytes of its present frame that the switch has seen */
    unsigned damages;
    uint32_t damage[FEDX_NEIGHBOUR_DAMAGES]; /**< units */
    /* What it answers. */
    unsigned frame;   /**< bytes of the switch's present frame so far */
    uint64_t head;    /**< packet of that frame */
    uint32_t attempt; /**< of it, from 1 */
    uint8_t admit;
    unsigned refusals;
    uint8_t refuse_at[FEDX_NEIGHBOUR_REFUSALS];
    unsigned known; /**< packets that came: */
    uint64_t sent_head[FEDX_NEIGHBOUR_HEADS], sent_count[FEDX_NEIGHBOUR_HEADS];
};

/** Units that are about an attempt: CUT, DAMAGE, DELAY, REFUSE, by whose attempt it is and its number. */
struct attempts {
    uint32_t *first; /**< number of a unit, or FEDX_NEVER */
    uint32_t *next;  /**< by unit: another one, which came before it */
    size_t room;     /**< units */
    uint32_t mask;   /**< of first */
};

/** Whose attempts those of the switch are: in a REFUSE. Those of a neighbour are their packet's. */
static inline uint64_t fedx_attempts_answered(unsigned port, uint64_t head)
{
    return (head + 1) * (FEDX_PORTS + 1) + port;
}

/** With all units that are in. @param expected  how many there will be. @return 0, or -1 when out of memory */
int fedx_attempts_init(struct attempts *a, const struct fedx_script *s, size_t expected);
/** One more, the last. @return 0, or -1 when out of memory */
int fedx_attempts_add(struct attempts *a, const struct fedx_unit *u, uint32_t number);
/** The last unit that may be about an attempt, then a->next; the caller looks whether it is. @return number, or
 * FEDX_NEVER */
uint32_t fedx_attempts_first(const struct attempts *a, uint64_t of, uint32_t attempt);
void fedx_attempts_finish(struct attempts *a);

/** The neighbours of a switch. */
struct fedx_player {
    const struct fedx_script *script;
    const struct attempts *attempts; /**< of it */
    const struct node_ops *ops;
    void *node;
    uint32_t t;   /**< cycle, from the end of the first reset on */
    uint8_t side; /**< side pins of the switch in this cycle: set by who plays */
    struct fedx_cables cables;
    struct fedx_neighbour neighbour[FEDX_PORTS];
};

/** Neighbours in their reset state, at a node whose first reset has just ended. */
void fedx_player_init(struct fedx_player *y, const struct fedx_script *s, const struct attempts *attempts,
                      const struct node_ops *ops, void *node);
/** Input pins of the switch in this cycle, without the units that belong to cycles. */
void fedx_player_inputs(struct fedx_player *y, struct fedx_pins *in);
/** Set what the neighbour at a port offers in this cycle. */
void fedx_neighbour_offer(struct fedx_player *y, int port);
/** Number of the attempt that is offered, from 1. */
uint32_t fedx_neighbour_attempt(const struct fedx_neighbour *p);
/** Whether its step would start what it offers, if it does not wait. @param in  its input pins */
int fedx_neighbour_would_start(const struct fedx_neighbour *p, const struct fedx_pins *in);
/** What came of its step. @param what  FEDX_END_* */
void fedx_neighbour_events(struct fedx_player *y, int port, unsigned what);
/** Reset a neighbour. */
void fedx_neighbour_restart(struct fedx_player *y, int port);
/** The next cycle begins, with these outputs of the switch. */
void fedx_player_advance(struct fedx_player *y, const struct fedx_pins *out);

#endif

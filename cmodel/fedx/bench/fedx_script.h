/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of one switch as a script: its settings and routes, and what the neighbours at
 * its seven ports do. A script is played closed-loop: the neighbours keep to the port
 * protocol and answer what the switch does, so a script from which a packet is
 * missing is still a run that makes sense.
 *
 * A script is lifted from vectors. What the neighbours do beyond the protocol (flips,
 * noise, damaged bytes) is in it as corrections, so that playing all of it gives the
 * vectors again, cycle by cycle.
 */
#ifndef FEDX_SCRIPT_H
#define FEDX_SCRIPT_H

#include "../../bench/replay.h"
#include "fedx_recorder.h"

/** Kinds of units, the parts of a script that can be left out one by one. */
enum fedx_unit_kind {
    FEDX_UNIT_PACKET,  /**< a packet that a neighbour sends from cycle `at` on, up to `length` attempts */
    FEDX_UNIT_ABORT,   /**< attempt `attempt` of packet unit `packet` is broken off after byte `byte` */
    FEDX_UNIT_DAMAGE,  /**< its byte `byte` changes by `mask` on the wire, and its valid by `valid` */
    FEDX_UNIT_DELAY,   /**< its attempt `attempt` lets the first `length` cycles pass in which it could start */
    FEDX_UNIT_REFUSE,  /**< attempt `attempt` of the switch to send packet `head` is refused at byte `byte` */
    FEDX_UNIT_LEVEL,   /**< wire `wire` is flipped from cycle `at` on for `length` cycles */
    FEDX_UNIT_NOISE,   /**< in cycle `at` the data change by `mask` and valid by `valid`, outside frames */
    FEDX_UNIT_RESTART, /**< the neighbour is reset in cycle `at` */
    FEDX_UNIT_ACCESS,  /**< configuration pins in cycle `at`: `write`, `address`, `value` */
    FEDX_UNIT_SIDE,    /**< the side pins are `value` from cycle `at` on */
    FEDX_UNIT_RESET,   /**< the switch is reset from cycle `at` on for `length` cycles */
    FEDX_UNIT_ROUTE,   /**< route table entry `address` is `value` from the first reset on; zero when it is left out */
    FEDX_UNIT_KINDS
};

/** Of a REFUSE unit: the header is not admitted by the neighbour, which refuses as a switch does. */
enum { FEDX_NOT_ADMITTED = 0xff };

/** Wires of a LEVEL unit. */
enum fedx_wire { FEDX_WIRE_TURN, FEDX_WIRE_REQ, FEDX_WIRE_REFUSE, FEDX_WIRE_ACC };

/** One unit; fields that its kind does not name are 0. */
struct fedx_unit {
    uint8_t kind, port;
    uint8_t off; /**< 1: left out */
    uint8_t wire, write;
    uint8_t byte, mask, valid;
    uint16_t address;
    uint32_t at, length; /**< cycles from the end of the first reset on */
    uint32_t packet;     /**< number of a unit; of a PACKET its place in image */
    uint32_t attempt;    /**< from 1 */
    uint32_t value;
    uint64_t head; /**< destination, source, message and packet of header bytes 1 to 8 */
};

/** 1 when a unit takes effect in cycle `at`, whatever packets do. */
int fedx_unit_is_timed(const struct fedx_unit *u);

/** A cycle number that never comes. */
enum { FEDX_NEVER = UINT32_MAX };

struct fedx_script {
    uint8_t side;                          /**< the side pins, but for SIDE units */
    uint16_t idle_address;                 /**< on the configuration port while nothing is accessed */
    uint32_t setting[FEDX_SETTINGS_WORDS]; /**< written in the first cycles after the reset */
    uint32_t start[FEDX_PORTS];            /**< cycle of the neighbour's first step; FEDX_NEVER: there is none */
    uint32_t cycles;                       /**< after the first reset */
    struct fedx_unit *unit;
    size_t units, room;
    uint8_t (*image)[FEDX_PACKET_BYTES]; /**< packets as they are sent */
    size_t images, image_room;
    int power_up; /**< the RTL powers up with random values */
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Make a script of vectors, which must begin with a reset. Free it with fedx_script_finish in any case. */
int fedx_script_lift(struct fedx_script *s, const struct vectors *v, char *error, size_t size);
/** Free what a script holds. */
void fedx_script_finish(struct fedx_script *s);

/**
 * Play a script on model and RTL up to the first difference.
 * @param record  gets the vectors, or NULL
 * @return 0, or -1 when out of memory
 */
int fedx_script_play(const struct fedx_script *s, const struct node_ops *rtl, uint64_t power_up, struct vectors *record,
                     struct replay *result);
/** Destination in the header of a PACKET unit. */
unsigned fedx_script_destination(const struct fedx_script *s, const struct fedx_unit *packet);
/** Cycles of the first reset, with the route table written: those before cycle 0. */
uint32_t fedx_script_preamble(const struct fedx_script *s);

#endif

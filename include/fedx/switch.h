/* SPDX-License-Identifier: Apache-2.0
 *
 * The Fed-X switch, golden model: cycle-accurate at the pins and at every named
 * register (docs/spec/fedx.md). The library never allocates outside
 * fedx_switch_create, prints nothing and keeps no global state.
 *
 * One cycle:
 *     read fedx_switch_pins() of every switch   (outputs are registers)
 *     work out the input pins of every switch
 *     fedx_switch_step() every switch, in any order
 */
#ifndef FEDX_SWITCH_H
#define FEDX_SWITCH_H

#include <stddef.h>
#include <stdint.h>

#include "fedx/params.h"
#include "fedx/fedx_pins.def"
#include "fedx/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of the levels of struct fedx_pins, whatever number of wires there is: one word. */
enum { FEDX_LEVEL_BYTES = 8 };

/**
 * The wires of all ports in one direction, in the order of FEDX_CABLE_WIRES; bit p and byte p belong to port p.
 * docs/spec/fedx.md section 2.
 */
struct fedx_pins {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) type name[8];
    FEDX_DATA_WIRES(FEDX_PIN)
#undef FEDX_PIN
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) type name;
    FEDX_DRIVE_WIRES(FEDX_PIN)
    FEDX_LEVEL_WIRES(FEDX_PIN)
#undef FEDX_PIN
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) -(int)sizeof(type)
    uint8_t zero[FEDX_LEVEL_BYTES FEDX_DRIVE_WIRES(FEDX_PIN) FEDX_LEVEL_WIRES(FEDX_PIN)]; /**< always zero */
#undef FEDX_PIN
};

#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) type name FEDX_ROOM_##dimension;
/** The other inputs of a switch, in the order of FEDX_CONTROL_PINS. */
struct fedx_control {
    FEDX_CONTROL_PINS(FEDX_PIN)
};

/** The other outputs of a switch, in the order of FEDX_STATUS_PINS; fedx_switch_cfg_rdata() gives them. */
struct fedx_status {
    FEDX_STATUS_PINS(FEDX_PIN)
};
#undef FEDX_PIN

/** What the wires of ports show that are not connected, or whose other end is silent. */
extern const struct fedx_pins fedx_idle_pins;

/**
 * Every pin but clk, in the order of the RTL: number FEDX_PIN_<name of the RTL>. Their lanes are in a struct
 * fedx_control, fedx_pins or fedx_status.
 */
extern const struct pin_info fedx_pin_table[];
enum {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,
#define FEDX_PIN_IN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_rx_##name,
#define FEDX_PIN_OUT(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_tx_##name,
    FEDX_PINS(FEDX_PIN, FEDX_PIN_IN, FEDX_PIN_OUT, FEDX_PIN)
#undef FEDX_PIN
#undef FEDX_PIN_IN
#undef FEDX_PIN_OUT
        FEDX_PIN_COUNT /**< rows of fedx_pin_table */
};

enum {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) +(width)
    /** Bits of all wires of a cable in one direction, and of those that both ends may drive. */
    FEDX_CABLE_BITS = 0 FEDX_CABLE_WIRES(FEDX_PIN),
    FEDX_SHARED_BITS = 0 FEDX_DATA_WIRES(FEDX_PIN) FEDX_DRIVE_WIRES(FEDX_PIN),
    /** Bits of the outputs of a switch: of those that belong to no port, and of all. */
    FEDX_STATUS_BITS = 0 FEDX_STATUS_PINS(FEDX_PIN),
    FEDX_OUTPUT_BITS = FEDX_PORTS * FEDX_CABLE_BITS + FEDX_STATUS_BITS
#undef FEDX_PIN
};

/** The pin of this name, such as tx_turn, or NULL. */
const struct pin_info *fedx_pin_find(const char *name);

/** Switch-wide settings; every field has bounds that fedx_settings_check tests. */
struct fedx_settings {
    int backpressure;       /**< FEDX_BACKPRESSURE_*, paper section 4 */
    int class_rule;         /**< forward-state rule: 1, or 0 to study deadlock */
    int random_select;      /**< prefer a random one of two best ports */
    int latency;            /**< extra pipeline stages on every wire, 0 to FEDX_MAX_LATENCY cycles */
    int deroute_hops;       /**< 1: every hop takes one of the deroutes left; 0: only a hop off the best ports does */
    int backpressure_class; /**< 1: only a waiting packet of the same class or a lower one holds a similar one back */
    int buffers;            /**< B, 2 to FEDX_BUFFERS; a parameter of the RTL, not a register */
    int limit_dest;         /**< BufferLimitDest, 0 = off, up to buffers packets, paper section 6 */
    int limit_trans;        /**< BufferLimitTrans, 0 = off, up to buffers packets, paper section 6 */
    int limit_total;        /**< BufferLimit, both together, 0 = off, up to buffers packets, paper section 6 */
    int eject_priority;     /**< destination packets from which ejection goes first, 0 = off */
    int throttle_timeout;   /**< cycles after which the limits let one packet pass, 0 to 65535 */
    unsigned random_seed;   /**< 1 to 65535 */
};

/** Settings after reset: no backpressure, class rule on, no limits, all FEDX_BUFFERS buffers: the ten of the paper. */
struct fedx_settings fedx_settings_default(void);

/** @return NULL, or one sentence that says which setting is out of which bounds. */
const char *fedx_settings_check(const struct fedx_settings *settings);

/** Configuration word for address FEDX_CFG_MODE + index, index 0 to FEDX_SETTINGS_WORDS - 1. */
uint32_t fedx_settings_word(const struct fedx_settings *settings, int index);
enum { FEDX_SETTINGS_WORDS = 4 };

/** One route table entry. docs/spec/fedx.md section 10. */
struct fedx_route_fields {
    int distance;      /**< hops from this switch to the destination, 0 to 255 */
    int best;          /**< mask of ports on a shortest path; the PE port at distance 0 */
    int deterministic; /**< port that deterministic packets take */
    int preferred;     /**< port that adaptive packets take when several are free */
    int other;         /**< mask of further ports for packets with deroutes left */
};

/** Pack a valid route table entry. Of a field that is too large the upper bits are left out. */
uint32_t fedx_route_entry(const struct fedx_route_fields *fields);
/** Unpack one. */
struct fedx_route_fields fedx_route_unpack(uint32_t entry);

/** The switch: opaque, plain memory inside (copying it is a checkpoint). */
struct fedx_switch;

/** @return a switch in its reset state with an empty route table, or NULL when out of memory. */
struct fedx_switch *fedx_switch_create(void);
/** Free a switch; NULL is legal. */
void fedx_switch_destroy(struct fedx_switch *sw);
/** Make dst equal to src, route table and buffer stores included. */
void fedx_switch_copy(struct fedx_switch *dst, const struct fedx_switch *src);
/** Hash of the whole state, equal for equal states (XXH3, 64 bits). */
uint64_t fedx_switch_hash(const struct fedx_switch *sw);

/**
 * Configure without going through the configuration port: the state is the one
 * that writing the same words through the port leaves.
 * @return 0, or -1 when fedx_settings_check refuses the settings; the switch is then as it was
 */
int fedx_switch_configure(struct fedx_switch *sw, const struct fedx_settings *settings);
/**
 * Number of buffers, as in the settings, where these go through the configuration port. Before the first packet.
 * @return 0, or -1 when there are not 2 to FEDX_BUFFERS; the switch is then as it was
 */
int fedx_switch_buffers(struct fedx_switch *sw, int buffers);
/** Write one route table entry. @return 0, or -1 when destination is outside the table */
int fedx_switch_route(struct fedx_switch *sw, unsigned destination, uint32_t entry);

/** Advance one clock cycle with these input pins. */
void fedx_switch_step(struct fedx_switch *sw, const struct fedx_pins *in, const struct fedx_control *control);
/** Output pins of the current cycle. */
void fedx_switch_pins(const struct fedx_switch *sw, struct fedx_pins *out);
/** Output cfg_rdata of the current cycle. */
uint32_t fedx_switch_cfg_rdata(const struct fedx_switch *sw);

/** The named registers of the current cycle, valid until the next step. */
const struct fedx_switch_regs *fedx_switch_state(const struct fedx_switch *sw);
/** Bytes of one buffer store (FEDX_PACKET_BYTES); bytes 0 to 9 are never written. NULL: there is no such store. */
const uint8_t *fedx_switch_store(const struct fedx_switch *sw, int buffer);

#ifdef __cplusplus
}
#endif

#endif

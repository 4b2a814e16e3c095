/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/switch.h
 * The golden model of the Fed-X switch, cycle-accurate at the pins and at every named register. Its specification is
 * docs/spec/fedx.md.
 *
 * Only fedx_switch_create() allocates memory. The library prints nothing and keeps no global state. Outputs are
 * registers, so one cycle of a fabric has three steps:
 *
 * 1. Read fedx_switch_pins() of every switch.
 * 2. Compute the input pins of every switch from them.
 * 3. Call fedx_switch_step() for every switch, in any order.
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

/** Layout of struct fedx_pins. */
enum {
    FEDX_LEVEL_BYTES = 8 /**< bytes of all wires of one bit, and of `zero`: one word */
};

/**
 * The wires of all ports in one direction. Bit p and byte p belong to port p. docs/spec/fedx.md section 2.
 */
struct fedx_pins {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    type name[8]; /**< {{meaning}}. Bits per port: {{width}}. Value if not connected: {{idle}}. */
    FEDX_DATA_WIRES(FEDX_PIN)
#undef FEDX_PIN
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    type name; /**< {{meaning}}. Bits per port: {{width}}. Value if not connected: {{idle}}. */
    FEDX_DRIVE_WIRES(FEDX_PIN)
    FEDX_LEVEL_WIRES(FEDX_PIN)
#undef FEDX_PIN
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) -(int)sizeof(type)
    uint8_t zero[FEDX_LEVEL_BYTES FEDX_DRIVE_WIRES(FEDX_PIN) FEDX_LEVEL_WIRES(FEDX_PIN)]; /**< always zero */
#undef FEDX_PIN
};

#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) \
    type name FEDX_ROOM_##dimension; /**< {{meaning}}. Bits: {{width}}. */
/** The inputs of a switch that belong to no port: reset, side and the configuration port. docs/spec/fedx.md section 2.
 */
struct fedx_control {
    FEDX_CONTROL_PINS(FEDX_PIN)
};

/** The outputs of a switch that belong to no port. fedx_switch_cfg_rdata() returns the only one. */
struct fedx_status {
    FEDX_STATUS_PINS(FEDX_PIN)
};
#undef FEDX_PIN

/** Input wires of a switch without neighbours: each is not connected, or its other end is silent. */
extern const struct fedx_pins fedx_idle_pins;

/**
 * Every pin except clk, in the order of the RTL. FEDX_PIN_tx_turn is the row of tx_turn. Their lanes are in a struct
 * fedx_control, fedx_pins or fedx_status.
 */
extern const struct pin_info fedx_pin_table[];
/** Rows of fedx_pin_table. */
enum {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,       /**< {{meaning}} */
#define FEDX_PIN_IN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_rx_##name, /**< input: {{meaning}} */
#define FEDX_PIN_OUT(dimension, name, type, width, idle, shows, meaning) \
    FEDX_PIN_tx_##name, /**< output: {{meaning}}                         \
                         */
    FEDX_PINS(FEDX_PIN, FEDX_PIN_IN, FEDX_PIN_OUT, FEDX_PIN)
#undef FEDX_PIN
#undef FEDX_PIN_IN
#undef FEDX_PIN_OUT
        FEDX_PIN_COUNT /**< number of rows */
};

/** Numbers of bits on the pins. */
enum {
#define FEDX_PIN(dimension, name, type, width, idle, shows, meaning) +(width)
    /** Bits of all wires of a cable in one direction. */
    FEDX_CABLE_BITS = 0 FEDX_CABLE_WIRES(FEDX_PIN),
    /** Bits of those wires of a cable that both ends may drive. */
    FEDX_SHARED_BITS = 0 FEDX_DATA_WIRES(FEDX_PIN) FEDX_DRIVE_WIRES(FEDX_PIN),
    /** Bits of the outputs that belong to no port. */
    FEDX_STATUS_BITS = 0 FEDX_STATUS_PINS(FEDX_PIN),
    /** Bits of all outputs of a switch. */
    FEDX_OUTPUT_BITS = FEDX_PORTS * FEDX_CABLE_BITS + FEDX_STATUS_BITS
#undef FEDX_PIN
};

/**
 * Find a pin by its name in the RTL.
 * @param name  such as tx_turn
 * @return the row of fedx_pin_table, or NULL if there is none
 */
const struct pin_info *fedx_pin_find(const char *name);

/** Settings of a switch. fedx_settings_check() checks the bounds of every field. docs/spec/fedx.md section 12. */
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

/** The settings after reset: no backpressure, class rule on, no limits, FEDX_BUFFERS buffers. */
struct fedx_settings fedx_settings_default(void);

/**
 * Check the bounds of all settings.
 * @return NULL, or one sentence that names the wrong setting and its bounds
 */
const char *fedx_settings_check(const struct fedx_settings *settings);

/**
 * The word to write to the configuration port for some settings. docs/spec/fedx.md section 12.
 * @param settings  legal settings
 * @param index     0 to FEDX_SETTINGS_WORDS - 1; the word goes to address FEDX_CFG_MODE + index
 */
uint32_t fedx_settings_word(const struct fedx_settings *settings, int index);
/** Limits of fedx_settings_word(). */
enum {
    FEDX_SETTINGS_WORDS = 4 /**< configuration words that hold the settings */
};

/** One route table entry. docs/spec/fedx.md section 10. */
struct fedx_route_fields {
    int distance;      /**< hops from this switch to the destination, 0 to 255 */
    int best;          /**< mask of ports on a shortest path; the PE port at distance 0 */
    int deterministic; /**< port that deterministic packets take */
    int preferred;     /**< port that adaptive packets take when several are free */
    int other;         /**< mask of further ports for packets with deroutes left */
};

/** Pack a valid route table entry. Bits that do not fit into a field are dropped. */
uint32_t fedx_route_entry(const struct fedx_route_fields *fields);
/** Unpack a route table entry. */
struct fedx_route_fields fedx_route_unpack(uint32_t entry);

/** A switch. The struct is opaque and holds no pointers; fedx_switch_copy() makes a checkpoint. */
struct fedx_switch;

/**
 * Make a switch in its reset state, with an empty route table.
 * @return the switch, or NULL if there is not enough memory; free it with fedx_switch_destroy()
 */
struct fedx_switch *fedx_switch_create(void);
/** Free a switch. NULL is legal. */
void fedx_switch_destroy(struct fedx_switch *sw);
/** Make dst equal to src, including route table and buffer stores. */
void fedx_switch_copy(struct fedx_switch *dst, const struct fedx_switch *src);
/** Hash of the whole state (XXH3, 64 bits). Equal states have equal hashes. */
uint64_t fedx_switch_hash(const struct fedx_switch *sw);

/**
 * Configure a switch without its configuration port. The state is the same as after writing the words through the port.
 * @return 0, or -1 if fedx_settings_check() refuses the settings; then the switch is unchanged
 */
int fedx_switch_configure(struct fedx_switch *sw, const struct fedx_settings *settings);
/**
 * Set the number of buffers of a switch that is configured through its port: it is a parameter of the RTL and no
 * register. Call it before the first packet.
 * @return 0, or -1 if buffers is not 2 to FEDX_BUFFERS; then the switch is unchanged
 */
int fedx_switch_buffers(struct fedx_switch *sw, int buffers);
/**
 * Write one route table entry without the configuration port. docs/spec/fedx.md section 10.
 * @param sw           the switch
 * @param destination  node number, 0 to FEDX_TABLE_SIZE - 1
 * @param entry        as fedx_route_entry() returns it
 * @return 0, or -1 if the destination is outside the table
 */
int fedx_switch_route(struct fedx_switch *sw, unsigned destination, uint32_t entry);

/**
 * Advance one clock cycle.
 * @param sw       the switch
 * @param in       what the far ends of all cables drive in this cycle
 * @param control  the other inputs in this cycle
 */
void fedx_switch_step(struct fedx_switch *sw, const struct fedx_pins *in, const struct fedx_control *control);
/** Read the output pins of the current cycle. */
void fedx_switch_pins(const struct fedx_switch *sw, struct fedx_pins *out);
/** Read the output cfg_rdata of the current cycle. */
uint32_t fedx_switch_cfg_rdata(const struct fedx_switch *sw);

/** The named registers of the current cycle. The pointer is valid as long as the switch; the next step changes the
 * values. */
const struct fedx_switch_regs *fedx_switch_state(const struct fedx_switch *sw);
/**
 * The bytes of one buffer store. Bytes 0 to 9 are never written: the header is in registers.
 * @param sw      the switch
 * @param buffer  0 to FEDX_BUFFERS - 1
 * @return FEDX_PACKET_BYTES bytes, or NULL if there is no such store
 */
const uint8_t *fedx_switch_store(const struct fedx_switch *sw, int buffer);

#ifdef __cplusplus
}
#endif

#endif

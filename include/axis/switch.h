/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file axis/switch.h
 * The golden model of the AXI4-Stream switch, docs/spec/axis.md: the RTL of rtl/axis, cycle by cycle, with any
 * parameters.
 */
#ifndef AXIS_SWITCH_H
#define AXIS_SWITCH_H

#include <stdint.h>

#include "axis/axis_pins.def"
#include "axis/axis_regs.def"
#include "fedx/lanes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Constants: include/axis/axis_params.def. */
enum axis_param {
#define AXIS_PARAM(name, value, unit, source) AXIS_##name = (value),
#include "axis/axis_params.def"
#undef AXIS_PARAM
};

enum {
    AXIS_NODE_VERSION = 2 /**< of the structs below: harnesses check shared objects of the RTL by it */
};

/** What a switch is made of. */
struct axis_parameters {
    int inputs;    /**< 1 to AXIS_MOST_PORTS */
    int outputs;   /**< 1 to AXIS_MOST_PORTS */
    int dest_bits; /**< bits of tdest, 1 to AXIS_MOST_DEST_BITS */
    int data_bits; /**< bits of tdata with all that rides along: 1 to 63, or a multiple of 64. Of all inputs, or all
                      outputs, up to AXIS_MOST_WORDS words */
};

/** Widths that follow from the parameters. */
struct axis_widths {
    int inputs;      /**< a bit per input */
    int dest_bits;   /**< of a destination */
    int words;       /**< 64-bit words of a beat's data */
    int word_bits;   /**< bits of each */
    int input_bits;  /**< of an input's number, at least 1 */
    int weight_bits; /**< of the weights of an output */
};

/** Wires of the streams in one direction. A switch reads what sources and sinks drive, and drives what they read. */
struct axis_pins {
    uint64_t data[AXIS_MOST_WORDS]; /**< tdata, words of each port after those of the one before */
    uint16_t dest[AXIS_MOST_PORTS]; /**< tdest */
    uint16_t valid;                 /**< tvalid, a bit per port */
    uint16_t last;                  /**< tlast, likewise */
    uint16_t ready;                 /**< tready of the streams in the other direction, likewise */
    uint16_t zero;                  /**< always 0 */
};

/** The other inputs. All but rst are settings: constants, or changed while the switch is in reset. */
struct axis_control {
    uint64_t weight[AXIS_MOST_PORTS]; /**< per output: AXIS_WEIGHT_BITS per input, the lowest first */
    uint16_t low[AXIS_MOST_PORTS];    /**< per output: the lowest tdest that it takes */
    uint16_t high[AXIS_MOST_PORTS];   /**< per output: the highest one */
    uint16_t allow[AXIS_MOST_PORTS];  /**< per output: a bit per input that may send to it */
    uint8_t mode[AXIS_MOST_PORTS];    /**< per output: AXIS_ROUND_ROBIN, AXIS_FIXED or AXIS_WEIGHTED */
    uint16_t mix;                     /**< a bit per output: packets of different inputs mix there, beat by beat */
    uint8_t rst;                      /**< 1: reset */
    uint8_t zero[5];                  /**< always 0 */
};

/** Outputs that belong to no stream. */
struct axis_status {
    uint16_t drop;    /**< a bit per input: the last beat of a dropped packet has left it */
    uint16_t dropped; /**< packets dropped since reset, modulo 65536 */
};

/* The array bounds behind the name of a field. */
#define AXIS_ROOM_WORD
#define AXIS_ROOM_INPUT [AXIS_MOST_PORTS]
#define AXIS_ROOM_OUTPUT [AXIS_MOST_PORTS]
#define AXIS_ROOM_INPUT_SET
#define AXIS_ROOM_OUTPUT_SET
#define AXIS_ROOM_INPUT_WORD [AXIS_MOST_WORDS]
#define AXIS_ROOM_OUTPUT_WORD [AXIS_MOST_WORDS]

/* The comments in the macros of tables are for Doxygen, which reads them behind every row (cmodel/api/reference.sh). */
#define AXIS_REG(block, dimension, name, type, width, meaning) \
    type name AXIS_ROOM_##dimension; /**< {{meaning}}. Bits per lane: {{width}}. */
struct axis_skid {
    AXIS_INGRESS_REGS(AXIS_REG)
    uint16_t zero[3]; /**< always 0 */
};
struct axis_decode {
    AXIS_DECODE_REGS(AXIS_REG)
};
struct axis_arbitrate {
    AXIS_ARBITRATE_REGS(AXIS_REG)
};
#undef AXIS_REG

/** Every named register. */
struct axis_regs {
    struct axis_skid ingress;        /**< beats at the inputs */
    struct axis_skid egress;         /**< beats at the outputs */
    struct axis_decode decode;       /**< packets under way and dropped */
    struct axis_arbitrate arbitrate; /**< who has each output */
    uint8_t zero[6];                 /**< always 0 */
};

/** Rows of the tables. */
enum axis_rows {
#define AXIS_REG(block, dimension, name, type, width, meaning) +1
    /** Named registers. */
    AXIS_REG_COUNT = 0 AXIS_REGS(AXIS_REG),
#undef AXIS_REG
#define AXIS_PIN(dimension, pin, field, type, width, shows, meaning) +1
    /** Pins, except the clock. */
    AXIS_PIN_COUNT = 0 AXIS_PINS(AXIS_PIN, AXIS_PIN, AXIS_PIN, AXIS_PIN)
#undef AXIS_PIN
};

/** What the lanes of a row are: reg_info.lanes.dimension. */
enum axis_dimension {
    AXIS_WORD,       /**< one value */
    AXIS_INPUT,      /**< one per input */
    AXIS_OUTPUT,     /**< one per output */
    AXIS_INPUT_SET,  /**< a bit per input */
    AXIS_OUTPUT_SET, /**< a bit per output */
    AXIS_INPUT_WORD, /**< words of the inputs */
    AXIS_OUTPUT_WORD /**< words of the outputs */
};

/** Whether there can be such a switch. @param p  any values @return 1 or 0 */
int axis_parameters_good(const struct axis_parameters *p);
/** Widths that follow. @param p  good ones @return the widths */
struct axis_widths axis_widths(const struct axis_parameters *p);
/** How many named registers there are, for languages that do not read this header. @return AXIS_REG_COUNT */
int axis_reg_count(void);
/** The table of the named registers. @param p  good parameters @param[out] rows  AXIS_REG_COUNT rows */
void axis_reg_rows(const struct axis_parameters *p, struct reg_info *rows);
/** The table of the pins. @param p  good parameters @param[out] rows  AXIS_PIN_COUNT rows */
void axis_pin_rows(const struct axis_parameters *p, struct pin_info *rows);

/** A switch. */
struct axis_switch;

/** Make a switch, all registers 0. @param p  good parameters @return NULL when out of memory */
struct axis_switch *axis_switch_create(const struct axis_parameters *p);
/** Destroy a switch. @param s  one of axis_switch_create, or NULL */
void axis_switch_destroy(struct axis_switch *s);
/** One clock cycle. @param s  the switch @param in  wires that it reads @param control  its other inputs */
void axis_switch_step(struct axis_switch *s, const struct axis_pins *in, const struct axis_control *control);
/** What it drives in the current cycle. @param s  the switch @param[out] out  all wires; those of no port are 0 */
void axis_switch_pins(const struct axis_switch *s, struct axis_pins *out);
/** Its other outputs in the current cycle. @param s  the switch @param[out] out  them */
void axis_switch_status(const struct axis_switch *s, struct axis_status *out);
/** Its registers in the current cycle, to read or to set. @param s  the switch @return the registers, as long as it
 * lives */
struct axis_regs *axis_switch_registers(struct axis_switch *s);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden models for a simulator: what the DPI-C functions (fedx_dpi.c) and the VPI
 * system tasks (fedx_vpi.c) have in common. Models are known by handles, pins are
 * buses of four-valued bits, and every use is checked. docs/reference/bindings.md.
 */
#ifndef FEDX_MODELS_H
#define FEDX_MODELS_H

#include "fedx/header.h"
#include "fedx/switch.h"

/** A bus of up to 64 bits as simulators have it. */
struct fedx_bits {
    uint64_t value;
    uint64_t unknown; /**< 1: the bit is x or z, and its value means nothing */
};

/** A bus of the switch. */
struct fedx_bus {
    const char *name; /**< as in rtl/fedx/fedx_switch.v */
    int width;        /**< bits; what lies above is ignored */
    int lane;         /**< bits of each port; the width when the bus does not belong to ports */
    int pin;          /**< row of fedx_pin_table */
};

/** Buses of a switch, in the order of rtl/fedx/fedx_switch.v, clk left out. docs/spec/fedx.md section 2. */
#define ONE_BUS(dimension, name, type, width, idle, shows, meaning) +1
enum {
    FEDX_INPUT_BUSES = FEDX_CONTROL_PINS(ONE_BUS) FEDX_CABLE_WIRES(ONE_BUS),
    FEDX_OUTPUT_BUSES = FEDX_CABLE_WIRES(ONE_BUS) FEDX_STATUS_PINS(ONE_BUS)
};
#undef ONE_BUS
extern const struct fedx_bus fedx_input_buses[FEDX_INPUT_BUSES];
extern const struct fedx_bus fedx_output_buses[FEDX_OUTPUT_BUSES];

/** What a handle can be, and what it never is. Handles are not used twice. */
typedef uint32_t fedx_handle;
enum { FEDX_NO_HANDLE = 0 };

/** All models of a simulation. All zero: none. */
struct fedx_models {
    struct fedx_model **model; /**< [count]; handle h is number h - 1; NULL once destroyed */
    size_t count, room;
    char text[320];            /**< one sentence: the last failure, or what fedx_models_compared has to say */
};

/** Destroy all models. models is all zero again. */
void fedx_models_finish(struct fedx_models *models);

/* The functions below return 0, or -1 with one sentence in models->text; then nothing else has changed. */

/** A switch in its reset state with an empty route table. @param name  of messages; cut at 63 bytes */
int fedx_models_open(struct fedx_models *models, const char *name, fedx_handle *handle);
int fedx_models_close(struct fedx_models *models, fedx_handle handle);

/**
 * Change one setting without going through the configuration port; the buffers only can be set in no other way.
 * @param setting  a field of struct fedx_settings by its name
 */
int fedx_models_set(struct fedx_models *models, fedx_handle handle, const char *setting, int value);
/** The word to write to FEDX_CFG_MODE + index of a switch that is to have this model's settings. */
int fedx_models_word(struct fedx_models *models, fedx_handle handle, int index, uint32_t *word);
/** Write one route table entry (docs/spec/fedx.md section 10) without going through the configuration port. */
int fedx_models_route(struct fedx_models *models, fedx_handle handle, int destination, uint32_t entry);

/**
 * Advance one clock cycle.
 * @param in  FEDX_INPUT_BUSES; an unknown bit is an error, but for rx_ pins under reset
 */
int fedx_models_step(struct fedx_models *models, fedx_handle handle, const struct fedx_bits *in);
/** Outputs of the current cycle. @param[out] out  FEDX_OUTPUT_BUSES */
int fedx_models_outputs(struct fedx_models *models, fedx_handle handle, uint64_t *out);
/**
 * Compare the outputs of the current cycle with those of a switch under test. An unknown bit is a difference.
 * @param outputs  FEDX_OUTPUT_BUSES
 * @return 0, or -1: the sentence names cycle, pin, port and both values. Cycles count from 1, at the first step.
 */
int fedx_models_check(struct fedx_models *models, fedx_handle handle, const struct fedx_bits *outputs);
/** Say in models->text how much has been compared and found equal; nothing at all is an error. */
int fedx_models_compared(struct fedx_models *models, fedx_handle handle);

/** A named register (docs/spec/fedx.md section 14) of the current cycle. @param name  block.register */
int fedx_models_register(struct fedx_models *models, fedx_handle handle, const char *name, int lane, uint64_t *value);
/** Hash of the whole state, equal for equal states. */
int fedx_models_hash(struct fedx_models *models, fedx_handle handle, uint64_t *hash);

/** 32-bit words of a packet, and of what lies between its header and its packet check. */
enum { FEDX_PACKET_WORDS = FEDX_PACKET_BYTES / 4, FEDX_BODY_WORDS = (FEDX_BYTE_CRC - FEDX_HEADER_BYTES + 3) / 4 };
/**
 * Make a whole packet with its checks. Byte i is bits 8i to 8i+7 of a vector, which has its lowest bits in word 0.
 * @param head  header bytes 1 to 8, byte 1 in bits 63:56
 */
void fedx_models_packet(uint64_t head, const uint32_t *body, uint32_t *packet);

#endif

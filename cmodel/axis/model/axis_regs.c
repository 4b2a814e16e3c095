/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters, and the tables of registers and pins that follow from them. docs/spec/axis.md section 9; RTL twin
 * tb/axis/axis_state.vlt.
 */
#include "axis_internal.h"

static int within(int value, int most)
{
    return value >= 1 && value <= most;
}

int axis_parameters_good(const struct axis_parameters *p)
{
    int ports = p->inputs > p->outputs ? p->inputs : p->outputs;

    return within(p->inputs, AXIS_MOST_PORTS) && within(p->outputs, AXIS_MOST_PORTS) &&
           within(p->dest_bits, AXIS_MOST_DEST_BITS) && p->data_bits >= 1 &&
           (p->data_bits < 64 || p->data_bits % 64 == 0) && ports * ((p->data_bits + 63) / 64) <= AXIS_MOST_WORDS;
}

/* Bits of a number below count. */
static int number_bits(int count)
{
    int bits = 1;

    while (1 << bits < count)
        bits++;
    return bits;
}

struct axis_widths axis_widths(const struct axis_parameters *p)
{
    return (struct axis_widths){.inputs = p->inputs,
                                .dest_bits = p->dest_bits,
                                .words = (p->data_bits + 63) / 64,
                                .word_bits = p->data_bits < 64 ? p->data_bits : 64,
                                .input_bits = number_bits(p->inputs),
                                .weight_bits = AXIS_WEIGHT_BITS * p->inputs};
}

/* Ports that have lanes of a dimension. */
static uint8_t ports_of(const struct axis_parameters *p, enum axis_dimension dimension)
{
    switch (dimension) {
    case AXIS_WORD: return 0;
    case AXIS_INPUT:
    case AXIS_INPUT_SET:
    case AXIS_INPUT_WORD: return (uint8_t)p->inputs;
    default: return (uint8_t)p->outputs;
    }
}

/* Lanes of a dimension. */
static int lanes_of(const struct axis_parameters *p, enum axis_dimension dimension)
{
    const int ports = ports_of(p, dimension), words = dimension >= AXIS_INPUT_WORD ? axis_widths(p).words : 1;

    return dimension == AXIS_WORD ? 1 : ports * words;
}

static struct lanes lanes(const struct axis_parameters *p, enum axis_dimension dimension, int width, size_t offset,
                          size_t bytes)
{
    int each = lanes_of(p, dimension), set = dimension == AXIS_INPUT_SET || dimension == AXIS_OUTPUT_SET;

    return (struct lanes){.dimension = (uint8_t)dimension,
                          .each = (uint8_t)each,
                          .width = (uint8_t)width,
                          .count = (uint8_t)(set ? 1 : each),
                          .bytes = (uint8_t)bytes,
                          .offset = (uint16_t)offset,
                          .stride = (uint16_t)bytes};
}

int axis_reg_count(void)
{
    return AXIS_REG_COUNT;
}

void axis_reg_rows(const struct axis_parameters *p, struct reg_info *rows)
{
    const struct axis_widths w = axis_widths(p);
    const int dest_bits = w.dest_bits, word_bits = w.word_bits, input_bits = w.input_bits;

#define AXIS_ROW(block_, dimension, name_, type, width, words) \
    *rows++ = (struct reg_info){                               \
        .block = #block_,                                      \
        .name = #name_,                                        \
        .meaning = (words),                                    \
        .lanes = lanes(p, AXIS_##dimension, (width), offsetof(struct axis_regs, block_.name_), sizeof(type))};
    AXIS_REGS(AXIS_ROW)
#undef AXIS_ROW
}

void axis_pin_rows(const struct axis_parameters *p, struct pin_info *rows)
{
    const struct axis_widths w = axis_widths(p);
    const int inputs = w.inputs, dest_bits = w.dest_bits, word_bits = w.word_bits, weight_bits = w.weight_bits;

#define AXIS_PIN(where, structure, dimension, pin, field_, type, width, register_, words)               \
    *rows++ = (struct pin_info){                                                                        \
        .name = #pin,                                                                                   \
        .field = #field_,                                                                               \
        .meaning = (words),                                                                             \
        .shows = (register_),                                                                           \
        .lanes = lanes(p, AXIS_##dimension, (width), offsetof(struct structure, field_), sizeof(type)), \
        .place = (where),                                                                               \
        .ports = ports_of(p, AXIS_##dimension)};
#define AXIS_CONTROL_ROW(...) AXIS_PIN(PIN_CONTROL, axis_control, __VA_ARGS__)
#define AXIS_RX_ROW(...) AXIS_PIN(PIN_RX, axis_pins, __VA_ARGS__)
#define AXIS_TX_ROW(...) AXIS_PIN(PIN_TX, axis_pins, __VA_ARGS__)
#define AXIS_STATUS_ROW(...) AXIS_PIN(PIN_STATUS, axis_status, __VA_ARGS__)
    AXIS_PINS(AXIS_CONTROL_ROW, AXIS_RX_ROW, AXIS_TX_ROW, AXIS_STATUS_ROW)
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of the AXI4-Stream switch: four packets at once, from each input to another output. The C library,
 * docs/reference/bindings.md.
 *
 *     one_switch [--self-test]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis/switch.h"

enum { PORTS = 4, BEATS = 3, CYCLES = 20 };

/* tdata of a beat, which tells where it comes from. */
static uint64_t data_of(int input, int beat)
{
    return 0x1000u * (unsigned)input + (unsigned)beat;
}

/* The next beats on the wires; all inputs keep step. */
static void drive(struct axis_pins *in, int beat)
{
    *in = (struct axis_pins){.ready = (1 << PORTS) - 1};
    if (beat == BEATS)
        return;
    in->valid = (1 << PORTS) - 1;
    in->last = beat + 1 == BEATS ? (1 << PORTS) - 1 : 0;
    for (int i = 0; i < PORTS; i++) {
        in->dest[i] = (uint16_t)(PORTS - 1 - i);
        in->data[i] = data_of(i, beat);
    }
}

/* @return beats that are there and as they were sent */
static int right_beats(const struct axis_pins *out, int beat)
{
    int right = 0;

    for (int j = 0; j < PORTS; j++)
        right += (out->valid >> j & 1) && out->data[j] == data_of(PORTS - 1 - j, beat);
    return right;
}

static int run(struct axis_switch *s, int self_test)
{
    struct axis_control control = {.rst = 1};
    struct axis_pins in, out;
    int sent = 0, came = 0, right = 0;

    for (int j = 0; j < PORTS; j++) {
        control.low[j] = control.high[j] = (uint16_t)j; /* output j takes tdest = j alone */
        control.allow[j] = (1 << PORTS) - 1;
    }
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        axis_switch_pins(s, &out);
        if (out.valid) {
            out.data[1] ^= (uint64_t)(self_test && came == 1);
            right += right_beats(&out, came++);
        }
        drive(&in, sent);
        sent += sent < BEATS && out.ready == (1 << PORTS) - 1; /* of this cycle: taken at its end */
        axis_switch_step(s, &in, &control);
        control.rst = 0;
    }
    printf("%d of %d beats as they must be\n", right, PORTS * BEATS);
    return right == PORTS * BEATS;
}

int main(int argc, char **argv)
{
    const struct axis_parameters parameters = {.inputs = PORTS, .outputs = PORTS, .dest_bits = 4, .data_bits = 64};
    struct axis_switch *s = axis_switch_create(&parameters);
    int right = s && run(s, argc > 1 && strcmp(argv[1], "--self-test") == 0);

    axis_switch_destroy(s);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

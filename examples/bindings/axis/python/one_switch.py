#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden model of the AXI4-Stream switch: four packets at once, from each input to another output. docs/reference/bindings.md.

    one_switch.py [--self-test]
"""
import sys

import axis

PORTS, BEATS, CYCLES = 4, 3, 20
ALL = (1 << PORTS) - 1


def data_of(source, beat):
    """tdata of a beat, which tells where it comes from."""
    return 0x1000 * source + beat


def drive(beat):
    """The next beats on the wires; all inputs keep step."""
    if beat == BEATS:
        return axis.Pins(ready=ALL)
    return axis.Pins(ready=ALL, valid=ALL, last=ALL if beat + 1 == BEATS else 0,
                     dest=range(PORTS - 1, -1, -1), data=[data_of(i, beat) for i in range(PORTS)])


def run(flip):
    switch = axis.Switch(PORTS, PORTS, dest_bits=4, data_bits=64)
    # Output j takes tdest = j alone.
    control = axis.Control(rst=1, low=range(PORTS), high=range(PORTS), allow=[ALL] * PORTS)
    sent = came = right = 0
    for _ in range(CYCLES):
        out = switch.pins()
        if out.valid:
            out.data[1] ^= flip and came == 1
            right += sum(out.valid >> j & 1 and out.data[j] == data_of(PORTS - 1 - j, came) for j in range(PORTS))
            came += 1
        pins = drive(sent)
        sent += sent < BEATS and out.ready == ALL  # of this cycle: taken at its end
        switch.step(pins, control)
        control.rst = 0
    print(f"{right} of {PORTS * BEATS} beats as they must be")
    return right == PORTS * BEATS


if __name__ == "__main__":
    sys.exit(0 if run("--self-test" in sys.argv[1:]) else 1)

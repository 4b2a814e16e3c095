#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two golden models back to back, four packets from one PE to the other. docs/reference/bindings.md.

    sender -> PE port | switch 0 | link 0 ==== link 0 | switch 1 | PE port -> receiver

The PEs are as small as the port protocol allows (docs/spec/fedx.md sections 5 to 7): a sender that always wants its port and
a receiver that never does. Both are end 1.

    two_switches.py [--self-test]
"""
import sys

import fedx

PACKETS, MOST_CYCLES, EXPECTED_LATENCY, FLIP_CYCLE = 4, 2000, 184, 500
PE = fedx.PE_PORT


def make_packet(number, bit):
    """From node 0 to node 1, adaptive."""
    header = fedx.Header(destination=1, packet=number & 0xFF, adaptive=1, bit=bit)
    return fedx.packet(header, [number + i & 0xFF for i in range(fedx.BYTE_CRC - fedx.HEADER_BYTES)])


def packet_right(number, packet):
    """A switch changes flags and header check of a packet, and nothing else."""
    expected = make_packet(number, 0)
    return all(packet[i] == expected[i] for i in range(fedx.PACKET_BYTES) if i not in (fedx.BYTE_FLAGS, fedx.BYTE_CHECK))


class Sender:
    """Hands over packet after packet."""

    def __init__(self):
        self.bit = self.number = self.count = 0
        self.sending = self.waiting = False  # its bytes are on the wire; they are out, and it must be accepted
        self.own_last = self.acc_last = self.refuse_last = 0
        self.packet = make_packet(0, 0)

    def pins(self, to):
        to.data[PE] = self.packet[self.count] if self.sending else 0
        to.valid |= self.sending << PE
        to.req |= 1 << PE

    def step(self, switch):
        # End 1 owns the port when the turn levels differ, and that of the sender is always 0.
        own, refuse, acc = switch.turn >> PE & 1, switch.refuse >> PE & 1, switch.acc >> PE & 1 ^ self.bit
        ready = not refuse and not self.refuse_last
        accepted = self.waiting and ready and acc and self.acc_last
        if self.sending:
            self.count += 1
            self.waiting = self.count == fedx.PACKET_BYTES
            self.sending = not self.waiting and not refuse
        elif accepted:
            self.waiting = False
            self.bit ^= 1
            self.number += 1
            self.packet = make_packet(self.number, self.bit)
        elif not self.waiting and own and self.own_last and ready and not acc and not self.acc_last:
            self.sending = True
            self.count = 0
        self.own_last, self.acc_last, self.refuse_last = own, acc and not accepted, refuse


class Receiver:
    """Takes packet after packet."""

    def __init__(self):
        self.bytes = bytearray()
        self.acc = 0

    def pins(self, to):
        to.acc |= self.acc << PE

    def step(self, switch):
        """The packet that is whole with this cycle, or None."""
        if not switch.valid >> PE & 1:
            self.bytes.clear()
            return None
        self.bytes.append(switch.data[PE])
        if len(self.bytes) < fedx.PACKET_BYTES:
            return None
        packet = bytes(self.bytes)
        self.bytes.clear()
        self.acc ^= 1
        return packet


def link(out):
    """What link 0 of the other switch sends; nobody is at links 1 to 5."""
    pins = fedx.Pins(valid=out.valid & 1, turn=out.turn & 1, req=out.req & 1, acc=out.acc & 1,
                     refuse=fedx.ALL_PORTS & ~(1 << 0 | 1 << PE) | out.refuse & 1)
    pins.data[0] = out.data[0]
    return pins


def report(packet, cycle, started):
    """A packet has arrived: it must be as it was, and on time. Adaptive packets may overtake each other."""
    number = packet[fedx.BYTE_CHECK - 1]
    if number >= PACKETS or not packet_right(number, packet):
        print(f"cycle {cycle}: a damaged packet")
        return False
    latency = cycle - started[number]
    right = latency == EXPECTED_LATENCY
    print(f"packet {number}: {latency} cycles, " + ("every byte right" if right else f"must be {EXPECTED_LATENCY}"))
    return right


def run(flip):
    here, there = fedx.Route(0, 1 << PE, PE, PE, 0), fedx.Route(1, 1 << 0, 0, 0, 0)
    settings = fedx.settings(backpressure=fedx.BACKPRESSURE_MESSAGE)
    switches = [fedx.Switch(settings, {0: here, 1: there}), fedx.Switch(settings, {0: there, 1: here})]
    controls = [fedx.Control(side=0), fedx.Control(side=1)]
    sender, receiver, started = Sender(), Receiver(), {}
    cycle = received = right = 0
    while received < PACKETS and cycle < MOST_CYCLES:
        out = [switch.pins() for switch in switches]
        into = [link(out[1]), link(out[0])]
        sender.pins(into[0])
        receiver.pins(into[1])
        if flip and cycle == FLIP_CYCLE:
            into[1].data[0] ^= 1
            print(f"cycle {cycle}: rx_data of port 0 of switch 1: bit 0 inverted")
        if sender.sending and sender.count == 0:
            started[sender.number] = cycle
        sender.step(out[0])
        packet = receiver.step(out[1])
        for switch, pins, control in zip(switches, into, controls):
            switch.step(pins, control)
        cycle += 1
        if packet:
            received += 1
            right += report(packet, cycle, started)
    print(f"{right} of {PACKETS} packets in {cycle} cycles as they must be")
    return right == PACKETS


if __name__ == "__main__":
    sys.exit(0 if run("--self-test" in sys.argv[1:]) else 1)

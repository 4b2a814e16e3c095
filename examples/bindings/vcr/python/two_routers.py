#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two golden models back to back, four packets from one terminal to the other. docs/reference/bindings.md.

    sender -> port 4 | router 0 | port 0 ==== port 1 | router 1 | port 4 -> receiver

    two_routers.py [--self-test]
"""
import sys

import vcr

VCS, DEPTH, LOCAL, EAST, WEST, PACKETS, FLITS = 4, 4, 4, 0, 1, 4, 4
MOST_CYCLES, EXPECTED_LATENCY, FLIP_CYCLE = 500, FLITS - 1 + 2 * 2, 75


def flit_of(number, flit):
    """From terminal 0 to terminal 1."""
    return 1 << 48 | 1 << 41 | number if flit == 0 else 0x0123456789ABCD00 + 16 * number + flit


def make_router(number):
    """Of a mesh of one row and two columns, dimension order."""
    router = vcr.Router()
    router.configure(vcr.CFG_MODE, vcr.ROUTE_MESH | DEPTH << 8)
    router.configure(vcr.CFG_PLACE, number | 1 << 16)
    router.configure(vcr.CFG_PORTS, 1 << (EAST, WEST)[number] | LOCAL << 16 | 1 << 20)
    router.configure(vcr.CFG_CLASS, 0xF << 16)
    return router


def cable(out, q, into, p):
    """What a port of one router drives arrives at a port of the other."""
    for wire in ("valid", "head", "tail", "up"):
        setattr(into, wire, getattr(into, wire) | (getattr(out, wire) >> q & 1) << p)
    into.credit[p], into.vc[p], into.flit[p] = out.credit[q], out.vc[q], out.flit[q]


class Sender:
    """Begins a packet when its channel is empty."""

    def __init__(self):
        self.up_last = self.linked = self.number = self.sent = 0
        self.credits, self.started = [0] * VCS, {}

    def step(self, cycle, out, into):
        up = out.up >> LOCAL & 1
        for v in range(VCS):
            self.credits[v] = DEPTH if up and self.up_last and not self.linked else self.credits[v] + (out.credit[LOCAL] >> v & 1)
        self.linked = self.linked or (up and self.up_last)
        self.up_last = up
        into.up |= 1 << LOCAL
        channel = self.number % VCS
        if not self.linked or self.number == PACKETS or (self.sent == 0 and self.credits[channel] < DEPTH):
            return
        if self.sent == 0:
            self.started[self.number] = cycle
        into.valid |= 1 << LOCAL
        into.head |= (self.sent == 0) << LOCAL
        into.tail |= (self.sent == FLITS - 1) << LOCAL
        into.vc[LOCAL], into.flit[LOCAL] = channel, flit_of(self.number, self.sent)
        self.credits[channel] -= 1
        self.sent = (self.sent + 1) % FLITS
        self.number += self.sent == 0


class Receiver:
    """Takes what comes, and returns the credit at once."""

    def __init__(self):
        self.flits, self.received, self.right = [], 0, 0

    def step(self, cycle, out, into, started):
        into.up |= 1 << LOCAL
        if not out.valid >> LOCAL & 1 or self.received == PACKETS:
            return
        into.credit[LOCAL] = 1 << out.vc[LOCAL]
        self.flits.append(out.flit[LOCAL])
        if not out.tail >> LOCAL & 1:
            return
        number, latency = self.received, cycle - started[self.received]
        damaged = sum(flit != flit_of(number, i) for i, flit in enumerate(self.flits)) + (len(self.flits) != FLITS)
        if damaged:
            print(f"packet {number}: {damaged} flits damaged")
        else:
            print(f"packet {number}: {latency} cycles, " + ("every flit right" if latency == EXPECTED_LATENCY else f"must be {EXPECTED_LATENCY}"))
        self.right += not damaged and latency == EXPECTED_LATENCY
        self.received += 1
        self.flits.clear()


def run(flip):
    routers, sender, receiver = [make_router(0), make_router(1)], Sender(), Receiver()
    cycle = 0
    while receiver.received < PACKETS and cycle < MOST_CYCLES:
        out = [router.pins() for router in routers]
        into = [vcr.Pins(), vcr.Pins()]
        cable(out[1], WEST, into[0], EAST)
        cable(out[0], EAST, into[1], WEST)
        sender.step(cycle, out[0], into[0])
        receiver.step(cycle, out[1], into[1], sender.started)
        if flip and cycle == FLIP_CYCLE:
            print(f"cycle {cycle}: rx_flit of port {WEST} of router 1: bit 0 inverted")
            into[1].flit[WEST] ^= 1
        for router, pins in zip(routers, into):
            router.step(pins)
        cycle += 1
    print(f"{receiver.right} of {PACKETS} packets in {cycle} cycles as they must be")
    return receiver.right == PACKETS


if __name__ == "__main__":
    sys.exit(0 if run("--self-test" in sys.argv[1:]) else 1)

# SPDX-License-Identifier: Apache-2.0
"""The Fed-X switch in RTL beside its golden model, as a test of cocotb: every output pin is compared in every cycle.

    sender -> PE port | RTL and model | link 0 ==== link 0 | a second model | PE port -> receiver

The models are libfedx_model.so, by examples/bindings/python/fedx.py; sender and receiver are those of two_switches.py there. `make`
runs it in Icarus. To verify a switch of your own, name its sources: make VERILOG_SOURCES=...
"""
import os

import cocotb
from cocotb.triggers import Timer

import fedx
from two_switches import Receiver, Sender, link, packet_right

CYCLES = int(os.environ.get("CYCLES", 20000))
OUTPUTS = "data", "valid", "turn", "req", "refuse", "acc"
HERE, THERE = fedx.Route(0, 1 << fedx.PE_PORT, fedx.PE_PORT, fedx.PE_PORT, 0), fedx.Route(1, 1, 0, 0, 0)
#: Configuration address of the route of node 0 (docs/spec/fedx.md section 12).
TABLE = 0x8000


def packed(data):
    """The bytes of all ports as one number, port 0 in the lowest bits."""
    return sum(data[port] << 8 * port for port in range(fedx.PORTS))


async def clock_edge(dut):
    """Half a period low, then high: what was set before is there at the edge."""
    dut.clk.value = 0
    await Timer(1, "ns")
    dut.clk.value = 1
    await Timer(1, "ns")


def drive(dut, pins, control):
    dut.rx_data.value = packed(pins.data)
    for name in OUTPUTS[1:]:
        getattr(dut, "rx_" + name).value = getattr(pins, name)
    dut.rst.value = control.rst
    dut.side.value = control.side
    dut.cfg_we.value = control.cfg_we
    dut.cfg_addr.value = control.cfg_addr
    dut.cfg_wdata.value = control.cfg_wdata


def compare(dut, model, cycle):
    """Every output pin of this cycle. @return pins that were compared"""
    pins = model.pins()
    for name in OUTPUTS:
        value = getattr(dut, "tx_" + name).value
        expected = packed(pins.data) if name == "data" else getattr(pins, name)
        assert str(value).isdigit() and int(value) == expected, f"cycle {cycle}: tx_{name} is {value}, the model has {expected:#x}"
    return len(OUTPUTS)


async def step(dut, model, pins, control):
    """One edge of both."""
    drive(dut, pins, control)
    await clock_edge(dut)
    model.step(pins, control)


async def set_up(dut, model):
    """Reset, and the routes of node 0."""
    for _ in range(4):
        await step(dut, model, fedx.Pins(), fedx.Control(rst=1))
    for destination, route in enumerate((HERE, THERE)):
        await step(dut, model, fedx.Pins(), fedx.Control(cfg_we=1, cfg_addr=TABLE + destination, cfg_wdata=fedx.route_entry(route)))


@cocotb.test()
async def model_and_rtl_agree(dut):
    model, far, sender, receiver = fedx.Switch(), fedx.Switch(routes={0: THERE, 1: HERE}), Sender(), Receiver()
    await set_up(dut, model)
    compared = packets = 0
    for cycle in range(CYCLES):
        compared += compare(dut, model, cycle)
        near, beyond = model.pins(), far.pins()
        into, into_far = link(beyond), link(near)
        sender.pins(into)
        receiver.pins(into_far)
        sender.step(near)
        packet = receiver.step(beyond)
        far.step(into_far, fedx.Control(side=1))
        await step(dut, model, into, fedx.Control())
        if packet:
            number = packet[fedx.BYTE_CHECK - 1]
            assert packet_right(number, packet), f"cycle {cycle}: packet {number} is damaged"
            packets += 1
    assert packets > CYCLES // 500, f"{packets} packets arrived: too few to show anything"
    print(f"{compared} pins compared in {CYCLES} cycles, {packets} packets arrived")

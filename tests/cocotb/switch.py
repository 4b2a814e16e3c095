# SPDX-License-Identifier: Apache-2.0
"""examples/cocotb/test_fedx_switch.py with the golden model in the place of RTL: right, with one wrong pin, with an unknown value.
switch.py right | wrong | unknown"""
import sys

import cocotb
import fedx
import test_fedx_switch  # noqa: F401, which registers its test


class Wire:
    value = 0


class Switch:
    """The pins of the RTL. A value that is set is there once time passed; the rising clock is the edge."""

    def __init__(self, fault):
        self.switch, self.fault, self.edges, self.clk_before = fedx.Switch(), fault, 0, 1
        for name in ("clk", "rst", "side", "cfg_we", "cfg_addr", "cfg_wdata"):
            setattr(self, name, Wire())
        for name in test_fedx_switch.OUTPUTS:
            setattr(self, "rx_" + name, Wire())
            setattr(self, "tx_" + name, Wire())

    def time_passes(self):
        if self.clk.value and not self.clk_before:
            self.edge()
        self.clk_before = self.clk.value
        pins = self.switch.pins()
        for name in test_fedx_switch.OUTPUTS[1:]:
            getattr(self, "tx_" + name).value = getattr(pins, name)
        self.tx_data.value = test_fedx_switch.packed(pins.data)
        if self.edges > 3000 and self.fault == "wrong":
            self.tx_acc.value ^= 1
        if self.edges > 3000 and self.fault == "unknown":
            self.tx_req.value = "XXXXXXX"

    def edge(self):
        pins = fedx.Pins(**{name: getattr(self, "rx_" + name).value for name in test_fedx_switch.OUTPUTS[1:]})
        for port in range(fedx.PORTS):
            pins.data[port] = self.rx_data.value >> 8 * port & 0xFF
        self.switch.step(pins, fedx.Control(**{name: getattr(self, name).value for name in ("rst", "side", "cfg_we", "cfg_addr", "cfg_wdata")}))
        self.edges += 1


cocotb.run(Switch(sys.argv[1]))

# SPDX-License-Identifier: Apache-2.0
"""This folder as a test of cocotb: make cocotb. In a regression of your own the toplevel is testbench, with plus argument +cocotb."""
import cocotb
from cocotb.triggers import Timer


@cocotb.test()
async def packets_come_through(dut):
    while str(dut.ended.value) != "1":
        await Timer(1, "us")
    assert str(dut.passed.value) == "1", "a check fails: the lines before this one say which"

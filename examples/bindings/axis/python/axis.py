# SPDX-License-Identifier: Apache-2.0
"""The golden model of the AXI4-Stream switch in Python: libaxis_model.so by ctypes, and fedx_ctypes.py.

The names are those of include/axis/switch.h, without the prefix; docs/reference/bindings.md. The library is $AXIS_MODEL, or
libaxis_model.so where the system looks for libraries.
"""
import ctypes
from ctypes import POINTER, byref, c_int, c_uint8, c_uint16, c_uint64, c_void_p

from fedx_ctypes import Checked, Once, Register, by_name, load, numbers, register_value

# Of axis/axis_params.def
MOST_PORTS, MOST_WORDS, WEIGHT_BITS = 16, 32, 4
ROUND_ROBIN, FIXED, WEIGHTED = 0, 1, 2


class Parameters(Checked):
    """The parameters of the RTL."""
    _fields_ = [(name, c_int) for name in ("inputs", "outputs", "dest_bits", "data_bits")]


class Pins(Checked):
    """The wires of all streams in one direction: bit i of a mask, dest[i] and data[words * i] belong to port i."""
    _fields_ = [("data", numbers(c_uint64, MOST_WORDS)), ("dest", numbers(c_uint16, MOST_PORTS)), ("valid", c_uint16),
                ("last", c_uint16), ("ready", c_uint16), ("zero", c_uint16)]


class Control(Checked):
    """Reset, and the settings, one value per output, of mix a bit."""
    _fields_ = [("weight", numbers(c_uint64, MOST_PORTS)), ("low", numbers(c_uint16, MOST_PORTS)),
                ("high", numbers(c_uint16, MOST_PORTS)), ("allow", numbers(c_uint16, MOST_PORTS)),
                ("mode", numbers(c_uint8, MOST_PORTS)), ("mix", c_uint16), ("rst", c_uint8), ("zero", numbers(c_uint8, 5))]


class Status(Checked):
    """Outputs that belong to no stream."""
    _fields_ = [("drop", c_uint16), ("dropped", c_uint16)]


_library = load("axis", {
    "parameters_good": (c_int, POINTER(Parameters)),
    "reg_count": (c_int,),
    "reg_rows": (None, POINTER(Parameters), POINTER(Register)),
    "switch_create": (c_void_p, POINTER(Parameters)),
    "switch_destroy": (None, c_void_p),
    "switch_pins": (None, c_void_p, POINTER(Pins)),
    "switch_registers": (c_void_p, c_void_p),
    "switch_status": (None, c_void_p, POINTER(Status)),
    "switch_step": (None, c_void_p, POINTER(Pins), POINTER(Control)),
})
_count = _library.axis_reg_count()


class Switch(Once):
    """A switch, all registers 0."""

    def __init__(self, inputs, outputs, dest_bits, data_bits):
        self._switch = None
        self._parameters = Parameters(inputs, outputs, dest_bits, data_bits)
        if not _library.axis_parameters_good(byref(self._parameters)):
            raise ValueError(f"no such switch, {inputs} inputs, {outputs} outputs, {dest_bits} bits of tdest, {data_bits} of data")
        rows = (Register * _count)()
        _library.axis_reg_rows(byref(self._parameters), rows)
        self._registers = by_name(rows)
        self._switch = _library.axis_switch_create(byref(self._parameters))
        if not self._switch:
            raise MemoryError("no memory for a switch")

    def __del__(self):
        _library.axis_switch_destroy(getattr(self, "_switch", None))

    def step(self, pins, control):
        """One clock edge with these inputs."""
        _library.axis_switch_step(self._switch, byref(pins), byref(control))

    def pins(self):
        """What it drives in this cycle."""
        result = Pins()
        _library.axis_switch_pins(self._switch, byref(result))
        return result

    def status(self):
        """Its other outputs in this cycle."""
        result = Status()
        _library.axis_switch_status(self._switch, byref(result))
        return result

    def register(self, name, lane=0):
        """One lane of a named register (include/axis/axis_regs.def), such as "decode.dropped"."""
        return register_value(self._registers, name, lane, _library.axis_switch_registers(self._switch), "include/axis/axis_regs.def")

    def copy_from(self, other):
        """Get the registers of another switch with the same parameters: a checkpoint, taken or gone back to."""
        if bytes(self._parameters) != bytes(other._parameters):
            raise ValueError("a switch with other parameters")
        to, source = (_library.axis_switch_registers(switch._switch) for switch in (self, other))
        for row in self._registers.values():
            ctypes.memmove(to + row.offset, source + row.offset, row.bytes * row.count)

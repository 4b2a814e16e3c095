# SPDX-License-Identifier: Apache-2.0
"""The golden model of the Fed-X switch in Python: libfedx_model.so by ctypes, and fedx_ctypes.py.

The names are those of include/fedx/switch.h and header.h, without the prefix; docs/reference/bindings.md. The library is
$FEDX_MODEL, or libfedx_model.so where the system looks for libraries.
"""
import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

from fedx_ctypes import Checked, Once, Register, by_name, load, numbers, register_value

# Of fedx/params.h
LINKS, PORTS, PE_PORT, ALL_PORTS = 6, 7, 6, 0x7F
PACKET_BYTES, HEADER_BYTES, BYTE_FLAGS, BYTE_CHECK, BYTE_CRC = 160, 10, 3, 9, 156
BACKPRESSURE_NONE, BACKPRESSURE_MESSAGE, BACKPRESSURE_DESTINATION = 0, 1, 2


class Pins(Checked):
    """The wires of all ports in one direction; bit p and data[p] belong to port p."""
    _fields_ = [("data", numbers(c_uint8, 8)), ("valid", c_uint8), ("turn", c_uint8), ("req", c_uint8), ("refuse", c_uint8),
                ("acc", c_uint8), ("zero", numbers(c_uint8, 3))]


class Control(Checked):
    """The other inputs of a switch."""
    _fields_ = [("rst", c_uint8), ("side", c_uint8), ("cfg_we", c_uint8), ("cfg_addr", c_uint16), ("cfg_wdata", c_uint32)]


class Settings(Checked):
    """Switch-wide settings; settings() has those after reset."""
    _fields_ = [(name, c_int) for name in (
        "backpressure", "class_rule", "random_select", "latency", "deroute_hops", "backpressure_class", "buffers", "limit_dest",
        "limit_trans", "limit_total", "eject_priority", "throttle_timeout")] + [("random_seed", c_uint)]


class Route(Checked):
    """One route table entry: hops, and the ports that lead there."""
    _fields_ = [(name, c_int) for name in ("distance", "best", "deterministic", "preferred", "other")]


class Header(Checked):
    """The fields of a packet header."""
    _fields_ = [("destination", c_uint16), ("source", c_uint16), ("message", c_uint16), ("packet", c_uint8),
                ("adaptive", c_uint8), ("last", c_uint8), ("deroutes", c_uint8), ("bit", c_uint8)]


_SIGNATURES = {
    "header_packet": (None, POINTER(Header), c_char_p, c_char_p),
    "route_entry": (c_uint32, POINTER(Route)),
    "settings_check": (c_char_p, POINTER(Settings)),
    "settings_default": (Settings,),
    "switch_cfg_rdata": (c_uint32, c_void_p),
    "switch_configure": (c_int, c_void_p, POINTER(Settings)),
    "switch_copy": (None, c_void_p, c_void_p),
    "switch_create": (c_void_p,),
    "switch_destroy": (None, c_void_p),
    "switch_hash": (c_uint64, c_void_p),
    "switch_pins": (None, c_void_p, POINTER(Pins)),
    "switch_route": (c_int, c_void_p, c_uint, c_uint32),
    "switch_state": (c_void_p, c_void_p),
    "switch_step": (None, c_void_p, POINTER(Pins), POINTER(Control)),
}


_library = load("fedx", _SIGNATURES)
_count = c_int.in_dll(_library, "fedx_reg_count").value
#: Every named register, "block.name", with its row of the table.
_registers = by_name((Register * _count).in_dll(_library, "fedx_reg_table"))


def settings(**changed):
    """Settings after reset, but for those named; ValueError says what is out of which bounds."""
    result = _library.fedx_settings_default()
    for name, value in changed.items():
        if name not in dict(Settings._fields_):
            raise ValueError(f"no setting {name}: there are {', '.join(field[0] for field in Settings._fields_)}")
        setattr(result, name, value)
    wrong = _library.fedx_settings_check(byref(result))
    if wrong:
        raise ValueError(wrong.decode())
    return result


def packet(header, body):
    """A whole packet with its checks; body is the BYTE_CRC - HEADER_BYTES bytes after the header."""
    if len(body) != BYTE_CRC - HEADER_BYTES:
        raise ValueError(f"a body of {len(body)} bytes: must be {BYTE_CRC - HEADER_BYTES}")
    result = ctypes.create_string_buffer(PACKET_BYTES)
    _library.fedx_header_packet(byref(header), bytes(body), result)
    return result.raw


def route_entry(route):
    """The word of a route table entry."""
    for name, most in (("distance", 255), ("best", ALL_PORTS), ("deterministic", PE_PORT), ("preferred", PE_PORT), ("other", ALL_PORTS)):
        if not 0 <= getattr(route, name) <= most:
            raise ValueError(f"{name} of a route is {getattr(route, name)}: must be 0 to {most}")
    return _library.fedx_route_entry(byref(route))


class Switch(Once):
    """A switch in its reset state, with these settings and this route table, {destination: Route}."""

    def __init__(self, configuration=None, routes=None):
        self._switch = None
        configuration = configuration or settings()
        wrong = _library.fedx_settings_check(byref(configuration))
        if wrong:
            raise ValueError(wrong.decode())
        self._switch = _library.fedx_switch_create()
        if not self._switch:
            raise MemoryError("no memory for a switch")
        _library.fedx_switch_configure(self._switch, byref(configuration))
        for destination, route in (routes or {}).items():
            if destination != c_uint(destination).value or _library.fedx_switch_route(self._switch, destination, route_entry(route)) != 0:
                raise ValueError(f"destination {destination} is outside the route table")

    def __del__(self):
        _library.fedx_switch_destroy(getattr(self, "_switch", None))

    def step(self, pins, control=Control()):
        """One clock edge with these inputs."""
        _library.fedx_switch_step(self._switch, byref(pins), byref(control))

    def pins(self):
        """The output pins of this cycle."""
        result = Pins()
        _library.fedx_switch_pins(self._switch, byref(result))
        return result

    def cfg_rdata(self):
        """The output of the configuration port in this cycle."""
        return _library.fedx_switch_cfg_rdata(self._switch)

    def register(self, name, lane=0):
        """One lane of a named register (docs/spec/fedx.md section 14), such as "port_receive.head"."""
        return register_value(_registers, name, lane, _library.fedx_switch_state(self._switch), "docs/spec/fedx.md section 14")

    def hash(self):
        """Hash of the whole state."""
        return _library.fedx_switch_hash(self._switch)

    def copy_from(self, other):
        """Become equal to another switch: a checkpoint, taken or gone back to."""
        _library.fedx_switch_copy(self._switch, other._switch)

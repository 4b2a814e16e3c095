# SPDX-License-Identifier: Apache-2.0
"""The golden model of the Fed-X switch in Python: libfedx_model.so by ctypes, nothing else needed.

The names are those of include/fedx/switch.h and header.h, without the prefix; docs/reference/bindings.md. The library is
$FEDX_MODEL, or libfedx_model.so where the system looks for libraries.
"""
import ctypes
import ctypes.util
import os
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

# Of fedx/params.h
LINKS, PORTS, PE_PORT, ALL_PORTS = 6, 7, 6, 0x7F
PACKET_BYTES, HEADER_BYTES, BYTE_FLAGS, BYTE_CHECK, BYTE_CRC = 160, 10, 3, 9, 156
BACKPRESSURE_NONE, BACKPRESSURE_MESSAGE, BACKPRESSURE_DESTINATION = 0, 1, 2


class _Checked(Structure):
    """A struct in which a number that does not fit, or a name that is none, is an error."""

    def __init__(self, *values, **named):
        super().__init__()
        if len(values) > len(self._fields_):
            raise TypeError(f"{len(values)} values for {len(self._fields_)} fields")
        for (name, _), value in zip(self._fields_, values):
            setattr(self, name, value)
        for name, value in named.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        kind = dict(self._fields_).get(name)
        if not kind:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        if issubclass(kind, ctypes.Array):
            if len(value) > kind._length_:
                raise ValueError(f"{len(value)} values for {name}, which has {kind._length_}")
            for i, item in enumerate(value):
                getattr(self, name)[i] = item
            return
        if isinstance(value, int) and kind(value).value != value:
            raise ValueError(f"{name} cannot be {value}")
        super().__setattr__(name, value)


def _numbers(kind, count):
    """An array of numbers, in which one that does not fit is an error."""

    def set_item(self, at, value):
        for item in value if isinstance(at, slice) else (value,):
            if isinstance(item, int) and kind(item).value != item:
                raise ValueError(f"{item} does not fit")
        super(numbers, self).__setitem__(at, value)

    numbers = type(f"{kind.__name__}_{count}", (kind * count,), {"__setitem__": set_item})
    return numbers


class _Once:
    """What owns memory of the library: a copy of the object would free it twice."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: make another one, and use its copy_from")


class Pins(_Checked):
    """The wires of all ports in one direction; bit p and data[p] belong to port p."""
    _fields_ = [("data", _numbers(c_uint8, 8)), ("valid", c_uint8), ("turn", c_uint8), ("req", c_uint8), ("refuse", c_uint8),
                ("acc", c_uint8), ("zero", _numbers(c_uint8, 3))]


class Control(_Checked):
    """The other inputs of a switch."""
    _fields_ = [("rst", c_uint8), ("side", c_uint8), ("cfg_we", c_uint8), ("cfg_addr", c_uint16), ("cfg_wdata", c_uint32)]


class Settings(_Checked):
    """Switch-wide settings; settings() has those after reset."""
    _fields_ = [(name, c_int) for name in (
        "backpressure", "class_rule", "random_select", "latency", "deroute_hops", "backpressure_class", "buffers", "limit_dest",
        "limit_trans", "limit_total", "eject_priority", "throttle_timeout")] + [("random_seed", c_uint)]


class Route(_Checked):
    """One route table entry: hops, and the ports that lead there."""
    _fields_ = [(name, c_int) for name in ("distance", "best", "deterministic", "preferred", "other")]


class Header(_Checked):
    """The fields of a packet header."""
    _fields_ = [("destination", c_uint16), ("source", c_uint16), ("message", c_uint16), ("packet", c_uint8),
                ("adaptive", c_uint8), ("last", c_uint8), ("deroutes", c_uint8), ("bit", c_uint8)]


class _Register(Structure):
    _fields_ = [("block", c_char_p), ("name", c_char_p), ("meaning", c_char_p), ("dimension", c_uint8),
                ("each", c_uint8), ("width", c_uint8), ("count", c_uint8), ("bytes", c_uint8), ("offset", c_uint16),
                ("stride", c_uint16)]


_SIGNATURES = {
    "header_packet": (None, POINTER(Header), c_char_p, c_char_p),
    "reg_value": (c_uint64, c_void_p, POINTER(_Register), c_int),
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


def _load():
    path = os.environ.get("FEDX_MODEL") or ctypes.util.find_library("fedx_model")
    if not path:
        raise ImportError("no libfedx_model.so: set FEDX_MODEL to it, in $(pkg-config --variable=libdir fedx)")
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, "fedx_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
_count = c_int.in_dll(_library, "fedx_reg_count").value
#: Every named register, "block.name", with its row of the table.
_registers = {f"{row.block.decode()}.{row.name.decode()}": row
              for row in (_Register * _count).in_dll(_library, "fedx_reg_table")}


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


class Switch(_Once):
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
        row = _registers.get(name)
        if not row:
            raise ValueError(f"no register {name}: must be a block and a name of docs/spec/fedx.md section 14")
        if not 0 <= lane < row.count:
            raise ValueError(f"lane {lane} of register {name}: must be 0 to {row.count - 1}")
        return _library.fedx_reg_value(_library.fedx_switch_state(self._switch), byref(row), lane)

    def hash(self):
        """Hash of the whole state."""
        return _library.fedx_switch_hash(self._switch)

    def copy_from(self, other):
        """Become equal to another switch: a checkpoint, taken or gone back to."""
        _library.fedx_switch_copy(self._switch, other._switch)

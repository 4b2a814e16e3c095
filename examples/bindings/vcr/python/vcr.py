# SPDX-License-Identifier: Apache-2.0
"""The golden model of the virtual-channel router in Python: libvcr_model.so by ctypes, nothing else needed.

The names are those of include/vcr/router.h, without the prefix; docs/reference/bindings.md. The library is $VCR_MODEL, or
libvcr_model.so where the system looks for libraries.
"""
import ctypes
import ctypes.util
import os
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

# Of vcr/vcr_params.def
MOST_PORTS, MOST_FLIT_WORDS = 12, 48
CFG_MODE, CFG_PLACE, CFG_PORTS, CFG_CLASS, CFG_ESCAPE, CFG_STATUS, CFG_TABLE = 0, 1, 2, 8, 12, 16, 0x8000
ROUTE_TABLE, ROUTE_MESH, ROUTE_TORUS, ROUTE_TREE = 0, 1, 2, 3


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


class Shape(_Checked):
    """One build of the router: the parameters of the RTL. words is how many of 64 bits a flit has."""
    _fields_ = [(name, c_uint8) for name in ("ports", "vcs", "depth", "words", "bypass", "route_stage", "speedup")] + [
        ("table_size", c_uint16)]


#: That of rtl/vcr/vcr_router.v as it stands.
NOC = Shape(ports=5, vcs=4, depth=4, words=1)


class Pins(_Checked):
    """The wires of all ports in one direction: bit p of a mask, credit[p], vc[p] and flit[words * p] belong to port p."""
    _fields_ = [(name, c_uint16) for name in ("valid", "head", "tail", "up", "sat")] + [
        ("credit", _numbers(c_uint16, MOST_PORTS)), ("vc", _numbers(c_uint8, MOST_PORTS)), ("flit", _numbers(c_uint64, MOST_FLIT_WORDS))]


class Control(_Checked):
    """The other inputs of a router."""
    _fields_ = [("rst", c_uint8), ("cfg_we", c_uint8), ("cfg_addr", c_uint16), ("cfg_wdata", c_uint32)]


class _Register(Structure):
    _fields_ = [("block", c_char_p), ("name", c_char_p), ("meaning", c_char_p), ("dimension", c_uint8),
                ("each", c_uint8), ("width", c_uint8), ("count", c_uint8), ("bytes", c_uint8), ("offset", c_uint16),
                ("stride", c_uint16)]


_SIGNATURES = {
    "reg_count": (c_int,),
    "reg_rows": (None, POINTER(Shape), POINTER(_Register)),
    "router_bytes": (c_size_t, POINTER(Shape)),
    "router_cfg_rdata": (c_uint32, c_void_p),
    "router_create": (c_void_p, POINTER(Shape)),
    "router_destroy": (None, c_void_p),
    "router_pins": (None, c_void_p, POINTER(Pins)),
    "router_state": (c_void_p, c_void_p),
    "router_step": (None, c_void_p, POINTER(Pins), POINTER(Control)),
    "parameters_wrong": (c_char_p, POINTER(Shape)),
}


def _load():
    path = os.environ.get("VCR_MODEL") or ctypes.util.find_library("vcr_model")
    if not path:
        raise ImportError("no libvcr_model.so: set VCR_MODEL to it, in $(pkg-config --variable=libdir vcr)")
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, "vcr_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
_count = _library.vcr_reg_count()


class Router(_Once):
    """A router of a build in its reset state."""

    def __init__(self, shape=NOC):
        self._router = None
        wrong = _library.vcr_parameters_wrong(byref(shape))
        if wrong:
            raise ValueError(wrong.decode())
        rows = (_Register * _count)()
        _library.vcr_reg_rows(byref(shape), rows)
        self._registers = {f"{row.block.decode()}.{row.name.decode()}": row for row in rows}
        self._bytes = _library.vcr_router_bytes(byref(shape))
        self._router = _library.vcr_router_create(byref(shape))
        if not self._router:
            raise MemoryError("no memory for a router")

    def __del__(self):
        _library.vcr_router_destroy(self._router)

    def step(self, pins, control=Control()):
        """One clock edge with these inputs."""
        _library.vcr_router_step(self._router, byref(pins), byref(control))

    def pins(self):
        """The output pins of this cycle."""
        result = Pins()
        _library.vcr_router_pins(self._router, byref(result))
        return result

    def cfg_rdata(self):
        """The output of the configuration port in this cycle."""
        return _library.vcr_router_cfg_rdata(self._router)

    def configure(self, address, word):
        """Write a word through the configuration port, in a cycle in which nothing comes."""
        self.step(Pins(), Control(cfg_we=1, cfg_addr=address, cfg_wdata=word))

    def register(self, name, lane=0):
        """One lane of a named register (include/vcr/vcr_regs.def), such as "input.fill"."""
        row = self._registers.get(name)
        if not row:
            raise ValueError(f"no register {name}: must be a block and a name of include/vcr/vcr_regs.def")
        if not 0 <= lane < row.count:
            raise ValueError(f"lane {lane} of register {name}: must be 0 to {row.count - 1}")
        at = _library.vcr_router_state(self._router) + row.offset + row.stride * lane
        return int.from_bytes(ctypes.string_at(at, row.bytes), "little")

    def copy_from(self, other):
        """Become equal to another router of the same build: a checkpoint, taken or gone back to."""
        if self._bytes != other._bytes:
            raise ValueError("a router of another build")
        ctypes.memmove(self._router, other._router, self._bytes)

# SPDX-License-Identifier: Apache-2.0
"""The golden model of the virtual-channel router in Python: libvcr_model.so by ctypes, and fedx_ctypes.py.

The names are those of include/vcr/router.h, without the prefix; docs/reference/bindings.md. The library is $VCR_MODEL, or
libvcr_model.so where the system looks for libraries.
"""
import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

from fedx_ctypes import Checked, Once, Register, by_name, load, numbers, register_value

# Of vcr/vcr_params.def
MOST_PORTS, MOST_FLIT_WORDS = 12, 48
CFG_MODE, CFG_PLACE, CFG_PORTS, CFG_CLASS, CFG_ESCAPE, CFG_STATUS, CFG_TABLE = 0, 1, 2, 8, 12, 16, 0x8000
ROUTE_TABLE, ROUTE_MESH, ROUTE_TORUS, ROUTE_TREE = 0, 1, 2, 3


class Shape(Checked):
    """One build of the router: the parameters of the RTL. words is how many of 64 bits a flit has."""
    _fields_ = [(name, c_uint8) for name in ("ports", "vcs", "depth", "words", "bypass", "route_stage", "speedup")] + [
        ("table_size", c_uint16), ("via", c_uint8), ("repeats", c_uint8)]


#: That of rtl/vcr/vcr_router.v as it stands.
NOC = Shape(ports=5, vcs=4, depth=4, words=1)


class Pins(Checked):
    """The wires of all ports in one direction: bit p of a mask, credit[p], vc[p] and flit[words * p] belong to port p."""
    _fields_ = [(name, c_uint16) for name in ("valid", "head", "tail", "up", "sat")] + [
        ("credit", numbers(c_uint16, MOST_PORTS)), ("vc", numbers(c_uint8, MOST_PORTS)), ("flit", numbers(c_uint64, MOST_FLIT_WORDS))]


class Control(Checked):
    """The other inputs of a router."""
    _fields_ = [("rst", c_uint8), ("cfg_we", c_uint8), ("cfg_addr", c_uint16), ("cfg_wdata", c_uint32)]


_SIGNATURES = {
    "reg_count": (c_int,),
    "reg_rows": (None, POINTER(Shape), POINTER(Register)),
    "router_bytes": (c_size_t, POINTER(Shape)),
    "router_cfg_rdata": (c_uint32, c_void_p),
    "router_create": (c_void_p, POINTER(Shape)),
    "router_destroy": (None, c_void_p),
    "router_pins": (None, c_void_p, POINTER(Pins)),
    "router_state": (c_void_p, c_void_p),
    "router_step": (None, c_void_p, POINTER(Pins), POINTER(Control)),
    "parameters_wrong": (c_char_p, POINTER(Shape)),
}


_library = load("vcr", _SIGNATURES)
_count = _library.vcr_reg_count()


class Router(Once):
    """A router of a build in its reset state."""

    def __init__(self, shape=NOC):
        self._router = None
        wrong = _library.vcr_parameters_wrong(byref(shape))
        if wrong:
            raise ValueError(wrong.decode())
        rows = (Register * _count)()
        _library.vcr_reg_rows(byref(shape), rows)
        self._registers = by_name(rows)
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
        return register_value(self._registers, name, lane, _library.vcr_router_state(self._router), "include/vcr/vcr_regs.def")

    def copy_from(self, other):
        """Become equal to another router of the same build: a checkpoint, taken or gone back to."""
        if self._bytes != other._bytes:
            raise ValueError("a router of another build")
        ctypes.memmove(self._router, other._router, self._bytes)

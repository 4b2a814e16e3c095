# SPDX-License-Identifier: Apache-2.0
"""What the Python modules of all golden models share; docs/reference/bindings.md."""
import ctypes
import ctypes.util
import os
from ctypes import Structure, c_char_p, c_uint8, c_uint16


class Checked(Structure):
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


def numbers(kind, count):
    """An array of numbers, in which one that does not fit is an error."""

    def set_item(self, at, value):
        for item in value if isinstance(at, slice) else (value,):
            if isinstance(item, int) and kind(item).value != item:
                raise ValueError(f"{item} does not fit")
        super(array, self).__setitem__(at, value)

    array = type(f"{kind.__name__}_{count}", (kind * count,), {"__setitem__": set_item})
    return array


class Once:
    """What owns memory of the library: a copy of the object would free it twice."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: make another one, and use its copy_from")


class Register(Structure):
    """A row of the table of named registers: struct reg_info of include/fedx/lanes.h."""
    _fields_ = [("block", c_char_p), ("name", c_char_p), ("meaning", c_char_p), ("dimension", c_uint8),
                ("each", c_uint8), ("width", c_uint8), ("count", c_uint8), ("bytes", c_uint8), ("offset", c_uint16),
                ("stride", c_uint16)]


def by_name(rows):
    """Every row of that table by its name, "block.name"."""
    return {f"{row.block.decode()}.{row.name.decode()}": row for row in rows}


def register_value(registers, name, lane, state, source):
    """One lane of a named register in the registers at the address state; source is where a user finds the names."""
    row = registers.get(name)
    if not row:
        raise ValueError(f"no register {name}: must be a block and a name of {source}")
    if not 0 <= lane < row.count:
        raise ValueError(f"lane {lane} of register {name}: must be 0 to {row.count - 1}")
    return int.from_bytes(ctypes.string_at(state + row.offset + row.stride * lane, row.bytes), "little")


def load(model, signatures):
    """The library of a model, "fedx", "vcr" or "axis", with the types of these functions: {name: (result, argument...)}."""
    variable = f"{model.upper()}_MODEL"
    path = os.environ.get(variable) or ctypes.util.find_library(f"{model}_model")
    if not path:
        raise ImportError(f"no lib{model}_model.so: set {variable} to it, in $(pkg-config --variable=libdir {model})")
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in signatures.items():
        function = getattr(library, f"{model}_{name}")
        function.restype, function.argtypes = result, arguments
    return library

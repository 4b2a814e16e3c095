// SPDX-License-Identifier: Apache-2.0
//
// Values that Verilator keeps, into the fields of the C structs and back, by the type of the field and the
// width of a lane. Lane i of a width-w register is bits [i*w +: w].
#ifndef FEDX_RTL_COPY_H
#define FEDX_RTL_COPY_H

#include <cstdint>
#include <type_traits>

#include "../common/rtl_lanes.h"

namespace fedx_rtl {

// One value, or a set, is a word.
template <typename Field>
constexpr bool is_lanes = std::is_array<Field>::value;

// A register whose lanes have this width, from a value of Verilator's.
template <unsigned width, typename Field, typename Value>
inline __attribute__((always_inline)) void copy(Field &field, const Value &value) {
    if constexpr (is_lanes<Field>)
        rtl::read(value, width, std::extent<Field>::value, field);
    else
        field = Field(value);
}

// The other way round. Bits that a value has beyond its lanes stay zero, as Verilator wants them.
template <unsigned width, typename Value, typename Field>
inline __attribute__((always_inline)) void load(Value &value, const Field &field) {
    if constexpr (is_lanes<Field>)
        rtl::write(value, width, std::extent<Field>::value, field);
    else
        value = Value(field);
}

}  // namespace fedx_rtl

#endif

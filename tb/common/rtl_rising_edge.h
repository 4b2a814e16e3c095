// SPDX-License-Identifier: Apache-2.0
//
// A cycle of RTL of ours, which does everything at the rising edge of its clock: at the falling one there is nothing to work
// out, and at the rising one nothing to search for. That is a fifth of an RTL run, and more of one with much logic behind its pins.
#ifndef RTL_RISING_EDGE_H
#define RTL_RISING_EDGE_H

#include <type_traits>

#include "rtl_node.h"

namespace rtl {

// What it relies on is that Verilator knows one event and one kind of input, and what it calls them (5.006); otherwise both
// edges are evaluated. Verilators::ico() and nba() are its functions for what follows from the pins, and for a rising edge:
// another Verilator may not have them by these names; declared weak, they are null then.
template <typename Verilators>
struct RisingEdge {
    template <typename Root>
    static auto rise(Root &root, int)
        -> std::enable_if_t<std::is_same<decltype(root.__VicoTriggered), VlTriggerVec<1>>::value &&
                                std::is_same<decltype(root.__VnbaTriggered), VlTriggerVec<1>>::value,
                            bool> {
        auto ico = Verilators::ico();
        auto nba = Verilators::nba();
        if (!ico || !nba) return false;
        root.__VicoTriggered.at(0) = true;
        ico(&root);
        root.__VnbaTriggered.at(0) = true;
        nba(&root);
        return true;
    }
    template <typename Root>
    static bool rise(Root &, long) {
        return false;
    }

    template <typename Top>
    static void cycle(Top &top) {
        if (!rise(*top.rootp, 0)) BothEdges::cycle(top);
    }
};

}  // namespace rtl

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Which of the faults in its netlist a virtual-channel router has, 0: none; vcr_netlist.sh makes the netlist.
//
// A program that knows nothing of mutants has the one of the environment variable FEDX_MUTANT.
#include <cstdlib>

namespace {

unsigned number_in_environment() {
    const char *text = std::getenv("FEDX_MUTANT");
    return text ? unsigned(std::strtoul(text, nullptr, 10)) : 0;
}

// One choice for all routers of this object: a process tries one mutant at a time.
unsigned selected = number_in_environment();

}  // namespace

extern "C" {
// The routers that are made from now on.
void mutant_select(unsigned number) { selected = number; }
// For the netlist.
int vcr_mutant() { return int(selected); }
}

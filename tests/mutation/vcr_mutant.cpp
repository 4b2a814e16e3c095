// SPDX-License-Identifier: Apache-2.0
//
// Which of the faults in its netlist a virtual-channel router has; vcr_netlist.sh makes the netlist.
#include "mutant.h"

namespace {

// One choice for all routers of this object: a process tries one mutant at a time.
unsigned selected = mutant::number_in_environment();

}  // namespace

extern "C" {
// The routers that are made from now on.
void mutant_select(unsigned number) { selected = number; }
// For the netlist.
int vcr_mutant() { return int(selected); }
}

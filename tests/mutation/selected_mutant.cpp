// SPDX-License-Identifier: Apache-2.0
//
// Which of the faults in their netlists the routers of this object have; modules.sh makes the netlists.
#include "mutant.h"

namespace {

// One choice for all routers of this object: a process tries one mutant at a time.
unsigned selected = mutant::number_in_environment();

}  // namespace

extern "C" {
// The routers that are made from now on.
void mutant_select(unsigned number) { selected = number; }
// For the netlist.
int selected_mutant() { return int(selected); }
}

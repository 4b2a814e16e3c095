// SPDX-License-Identifier: Apache-2.0
//
// Which of the faults in its netlist an object has, 0: none. A program that knows nothing of mutants has the one of the
// environment variable FEDX_MUTANT: `FEDX_MUTANT=7 fedx verify --rtl-object build-0.so`.
#ifndef MUTANT_H
#define MUTANT_H

#include <cstdlib>

namespace mutant
{

inline unsigned number_in_environment()
{
    const char *text = std::getenv("FEDX_MUTANT");
    return text ? unsigned(std::strtoul(text, nullptr, 10)) : 0;
}

} // namespace mutant

#endif

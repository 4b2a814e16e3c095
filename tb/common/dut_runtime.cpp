// SPDX-License-Identifier: Apache-2.0
//
// Verilator's runtime for a user's switch: what the switch prints goes to stderr, so
// that it never gets into results on standard output, and what ends a simulation is
// up to dut_node.h.
#include <cstdio>

extern int fedx_dut_print(const char *format, ...);
#define VL_PRINTF fedx_dut_print
#define VL_USER_FATAL
#define VL_USER_STOP
#define VL_USER_FINISH
// For $fdisplay to descriptor 1.
#undef stdout
#define stdout stderr

#include <verilated.cpp>
#include <verilated_save.cpp>
#include <verilated_threads.cpp>

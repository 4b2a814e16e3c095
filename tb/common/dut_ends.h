// SPDX-License-Identifier: Apache-2.0
//
// What Verilator's runtime calls when a router of a user's own prints, or ends the run, in the thread that runs the model. To be
// included once by a shim.
#ifndef DUT_ENDS_H
#define DUT_ENDS_H

#include <cstdarg>
#include <cstring>

#include "dut_guard.h"
#include "verilator_internals.h"

int fedx_dut_say(const char *format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    va_start(values, format);
    const int length = std::vfprintf(stderr, format, values);
    va_end(values);
    const char *error = verilator::message_of(text);
    fedx_dut::Guard *guard = error ? fedx_dut::Guard::current() : nullptr;
    if (guard) {
        text[std::strcspn(text, "\n")] = 0;
        guard->hear(error);
    }
    return length;
}

void vl_stop(const char *file, int line, const char *) {
    fedx_dut::Guard *guard = fedx_dut::Guard::current();
    char place[200];
    // The message has the file without its folder.
    const char *slash = std::strrchr(file, '/');
    const int length = std::snprintf(place, sizeof place, "%s:%d: ", slash ? slash + 1 : file, line);
    const bool heard = std::strncmp(guard->said(), place, size_t(length)) == 0;
    guard->end("the switch ends the run: %s:%d: %s", file, line, heard ? guard->said() + length : "$stop");
}

void vl_finish(const char *file, int line, const char *) {
    fedx_dut::Guard::current()->end("the switch ends the run: %s:%d: $finish", file, line);
}

void vl_fatal(const char *, int, const char *, const char *message) {
    fedx_dut::Guard::current()->end("the switch %s: %s", verilator::unsettled(message) ? "has a combinational loop that does not settle" : "cannot go on", message);
    throw fedx_dut::Unsettled();
}

#endif

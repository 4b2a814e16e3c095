// SPDX-License-Identifier: Apache-2.0
//
// What Verilator's runtime calls when a router of a user's own prints, or ends the run, in the thread that runs the model. To be
// included once by a shim.
#ifndef DUT_ENDS_H
#define DUT_ENDS_H

#include <cstdarg>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "dut_guard.h"
#include "verilator_internals.h"

namespace fedx_dut {

// What models print, on standard error: each line once, and at the end how often those came that came again. Many print the same
// in each episode. Control characters do not get to a terminal.
class Printed {
public:
    void add(const char *text, bool armed) {
        const std::lock_guard<std::mutex> held(lock_);
        for (; *text; text++) {
            if (*text != '\n')
                line_ += Guard::shown(*text);
            else
                end_line(armed);
        }
    }
    ~Printed() {
        if (!line_.empty()) end_line(true);
        for (const auto &line : lines_)
            if (line.second > 1) std::fprintf(stderr, "%d times: %s\n", line.second, line.first.c_str());
        if (more_) std::fprintf(stderr, "%d more lines of the router are not shown\n", more_);
    }

private:
    enum { MOST = 40 };  // different lines that are shown
    void end_line(bool armed) {
        const std::string line = (armed ? "" : "before reset: ") + line_;
        line_.clear();
        const auto found = lines_.find(line);
        if (found != lines_.end()) {
            found->second++;
        } else if (lines_.size() < MOST) {
            lines_[line] = 1;
            std::fprintf(stderr, "%s\n", line.c_str());
        } else {
            more_++;
        }
    }
    std::mutex lock_;
    std::string line_;
    std::map<std::string, int> lines_;
    int more_ = 0;
};

}  // namespace fedx_dut

int fedx_dut_print(const char *format, ...) {
    static fedx_dut::Printed printed;
    char text[4096];
    va_list values;
    va_start(values, format);
    const int length = std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fedx_dut::Guard *guard = fedx_dut::Guard::current();
    printed.add(text, !guard || guard->armed());
    const char *error = guard ? verilator::message_of(text) : nullptr;
    if (error) {
        text[std::strcspn(text, "\n")] = 0;
        guard->record_message(error);
    }
    return length;
}

void vl_stop(const char *file, int line, const char *) {
    fedx_dut::Guard *guard = fedx_dut::Guard::current();
    char place[200];
    // The message has the file without its folder.
    const char *slash = std::strrchr(file, '/');
    const int length = std::snprintf(place, sizeof place, "%s:%d: ", slash ? slash + 1 : file, line);
    fedx_dut::Guard::ascii(place);
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

// The linker puts these in the place of what ends a process (DUT_ENDS of cmodel/dut/dut.c).
extern "C" {
#define DUT_END(name)                                                  \
    [[noreturn]] void __real_##name(int status);                       \
    [[noreturn]] void __wrap_##name(int status) {                      \
        fedx_dut::Landing::leave("ends the run by " #name "(%d)", status); \
        __real_##name(status);                                         \
    }
DUT_END(exit)
DUT_END(_exit)
DUT_END(_Exit)
DUT_END(quick_exit)
#undef DUT_END

// ... and in the place of what opens files (DUT_OPENS): one that is read, such as the table of a $readmemh, is looked for
// beside the sources, too, when it is not where the program was started.
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) {
    static const char *const folders[] = {
#define FOLDER(name) name "/",
#include "fedx_dut_folders.def"
#undef FOLDER
        nullptr};
    FILE *file = __real_fopen(path, mode);
    for (int i = 0; !file && *path != '/' && *mode == 'r' && folders[i]; i++)
        file = __real_fopen((std::string(folders[i]) + path).c_str(), mode);
    return file;
}
}

#endif

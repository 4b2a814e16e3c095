// SPDX-License-Identifier: Apache-2.0
//
// How a user's switch may end a run: by $fatal, $stop, $finish or a failing
// assertion, by logic that never settles, by a crash or exit in its C code, or by a loop without end. A guard around
// all that runs its code keeps the first reason, and counts for a watchdog.
#ifndef DUT_GUARD_H
#define DUT_GUARD_H

#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <vector>

#include "dut_landing.h"
#include "verilated.h"

// What Verilator's runtime prints, with $display and the like; defined for it by dut_runtime.cpp.
int fedx_dut_print(const char *format, ...) VL_ATTR_PRINTF(1);

namespace fedx_dut {

// Thrown through the model's code where it must not go on.
struct Unsettled {};

class Guard {
public:
    Guard() {
        Registry &r = registry();
        const std::lock_guard<std::mutex> held(r.lock);
        r.guards.push_back(this);
    }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;
    ~Guard() {
        Registry &r = registry();
        const std::lock_guard<std::mutex> held(r.lock);
        for (Guard *&guard : r.guards)
            if (guard == this) {
                guard = r.guards.back();
                r.guards.pop_back();
                break;
            }
    }

    // Run code of the model, unless it has ended. Verilator asks the thread for the context, as current does.
    template <typename Code>
    void run(VerilatedContext &context, Code code) {
        if (*why_) return;
        context_ = &context;
        Verilated::threadContextp(&context);
        count();
        Landing landing;
        if (sigsetjmp(landing.place, 0) == 0)
            try {
                code();
            } catch (const Unsettled &) {
            } catch (const std::exception &e) {
                give_up("the switch cannot go on: %s", e.what());
            }
        else
            give_up("the switch %s", landing.why());
        count();
        *said_ = 0;
    }

    // Why the model cannot go on, or NULL.
    const char *ended() const { return *why_ ? why_ : nullptr; }
    // It ends the run by itself. Before its reset has acted a model holds anything, and nothing that it says counts.
    template <typename... Values>
    void end(const char *format, Values... values) {
        if (armed_) give_up(format, values...);
    }
    // Its code cannot be run any further, whatever the time. The first reason holds.
    template <typename... Values>
    void give_up(const char *format, Values... values) {
        if (*why_) return;
        std::snprintf(why_, sizeof why_, format, values...);
        for (char *c = why_; *c; c++) *c = shown(*c);
    }
    // A character as a terminal may get it: none that does something there.
    static char shown(char c) { return std::iscntrl(static_cast<unsigned char>(c)) && c != '\t' ? '?' : c; }
    // Its reset has acted: an edge of the clock was seen with it.
    void arm() { armed_ = true; }
    bool armed() const { return armed_; }
    // The message of a failed assertion or a $fatal comes as text, and then as a $stop. Results are UTF-8, and this may be anything.
    void record_message(const char *text) {
        std::snprintf(said_, sizeof said_, "%s", text);
        ascii(said_);
    }
    static void ascii(char *text) {
        for (; *text; text++)
            if (static_cast<unsigned char>(*text) >= 0x80) *text = '?';
    }
    const char *said() const { return said_; }

    void place(int index) { index_.store(index, std::memory_order_relaxed); }
    // The step under way, or the next one, counted from 1; 0 while the model is created.
    uint64_t cycles() const { return ticks_.load(std::memory_order_relaxed) / 2; }
    void cycles(uint64_t cycles) { ticks_.store(2 * cycles, std::memory_order_relaxed); }

    // The guard whose model runs in this thread, or NULL. A search, so that a step pays nothing for what is rare.
    static Guard *current() {
        Registry &r = registry();
        const std::lock_guard<std::mutex> held(r.lock);
        for (Guard *guard : r.guards)
            if (guard->context_ == Verilated::threadContextp()) return guard;
        return nullptr;
    }

    // node_ops.busy
    static int busy(int *node, uint64_t *cycle) {
        Registry &r = registry();
        const std::lock_guard<std::mutex> held(r.lock);
        int most = 0;
        for (Guard *guard : r.guards)
            if (guard->look() > most) {
                most = guard->looks_;
                *node = guard->index_.load(std::memory_order_relaxed);
                *cycle = guard->cycles();
            }
        return most;
    }

private:
    struct Registry {
        std::mutex lock;
        std::vector<Guard *> guards;
    };
    // Never destroyed: the watchdog looks until the program is gone.
    static Registry &registry() {
        static auto *all = new Registry;
        return *all;
    }

    // No other thread writes: no locked instruction is needed.
    void count() { ticks_.store(ticks_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    int look() {
        const uint64_t now = ticks_.load(std::memory_order_relaxed);
        looks_ = now % 2 && now == seen_ ? looks_ + 1 : 0;
        seen_ = now;
        return looks_;
    }

    std::atomic<uint64_t> ticks_{0};  // odd while code runs: 1 at creation, 2 n + 1 in step n
    std::atomic<int> index_{0};
    const VerilatedContext *context_ = nullptr;
    uint64_t seen_ = 0;  // the watchdog's
    int looks_ = 0;
    bool armed_ = false;
    char why_[256] = "";
    char said_[200] = "";
};

}  // namespace fedx_dut

#endif

// SPDX-License-Identifier: Apache-2.0
//
// A user's switch may have C in it ($c), which can call exit or do what the processor refuses. Either would end the whole program,
// without a word about the switch and with its temporary files left behind. So a thread that runs code of the switch first sets a
// landing, and goes on there: that switch has ended, and the run is reported as it is after $finish.
#ifndef DUT_LANDING_H
#define DUT_LANDING_H

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace fedx_dut {

class Landing {
public:
    Landing() : before_(latest()) {
        watch();
        latest() = this;
    }
    Landing(const Landing &) = delete;
    Landing &operator=(const Landing &) = delete;
    ~Landing() { latest() = before_; }

    // For sigsetjmp, in the frame that stays; objects of the code that is left are not destroyed.
    sigjmp_buf place;
    const char *why() const { return why_; }

    // Go to the landing of this thread; return when it has none.
    static void leave(const char *why, int number) {
        Landing *landing = latest();
        if (!landing) return;
        std::snprintf(landing->why_, sizeof landing->why_, why, number);
        siglongjmp(landing->place, 1);
    }

private:
    // A stack that has no room left cannot take the handler.
    struct Stack {
        static constexpr std::size_t BYTES = 1 << 16;
        std::unique_ptr<char[]> bytes;
        Stack() {
            stack_t now;
            if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
            bytes.reset(new char[BYTES]);
            now = {};
            now.ss_sp = bytes.get();
            now.ss_size = BYTES;
            sigaltstack(&now, nullptr);
        }
        ~Stack() {
            stack_t none = {};
            none.ss_flags = SS_DISABLE;
            if (bytes) sigaltstack(&none, nullptr);
        }
    };

    static constexpr int SIGNALS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

    static const char *words(int number) {
        switch (number) {
        case SIGSEGV: return "crashes: it uses memory that is not its own (signal %d)";
        case SIGBUS: return "crashes: it uses memory that is not there (signal %d)";
        case SIGFPE: return "crashes: it divides by zero (signal %d)";
        case SIGILL: return "crashes: it runs what is no instruction (signal %d)";
        default: return "ends the run by abort() (signal %d)";
        }
    }

    static struct sigaction *before_of(int number) {
        static struct sigaction before[NSIG];
        return &before[number];
    }

    // Outside of a switch the signal does what it did before.
    static void take(int number, siginfo_t *info, void *context) {
        leave(words(number), number);
        const struct sigaction *before = before_of(number);
        if (before->sa_flags & SA_SIGINFO) return before->sa_sigaction(number, info, context);
        sigaction(number, before, nullptr);
        raise(number);
    }

    static bool install() {
        struct sigaction action = {};
        action.sa_sigaction = take;
        // Not blocked while it is handled, since the handler does not return.
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        for (const int number : SIGNALS) sigaction(number, &action, before_of(number));
        return true;
    }

    static void watch() {
        static const bool installed = install();
        thread_local Stack stack;
        (void)installed;
        (void)stack;
    }

    static Landing *&latest() {
        thread_local Landing *landing = nullptr;
        return landing;
    }

    Landing *before_;
    char why_[80] = "";
};

}  // namespace fedx_dut

#endif

// SPDX-License-Identifier: Apache-2.0
//
// All that is known of the code that Verilator generates beyond its documented interface: names of members and functions, and how
// they follow each other in a cycle. Whatever a version does not have is missing when it is looked for here, and the
// documented, slower way takes its place. Defining FEDX_VERILATOR_DOCUMENTED takes the slower way everywhere, which a test
// compares with the fast one.
//
// What is used, in the versions tried (5.006, 5.032, 5.048):
//   Vtop___024root               the class of all signals, in a header of that name
//   ___eval_settle               works out all that follows from the registers
//   ___eval_ico, __VicoTriggered the same of the inputs, when its first bit is set
//   ___eval_nba, __VnbaTriggered what a clock edge does, when its first bit is set
//   m_cp, m_bufp, m_endp         the buffer of VerilatedSerialize and VerilatedDeserialize
//   A__DOT__B, A__BRA__N__KET__  member B of instance A, element N of a generate loop A
#ifndef VERILATOR_INTERNALS_H
#define VERILATOR_INTERNALS_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "verilated.h"
#ifndef FEDX_RTL_COVERAGE
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "verilated_save.h"
#endif

// Generated names ---------------------------------------------------------------------------------------------------

#define VERILATOR_TEXT(text) #text
// #include VERILATOR_ROOT_HEADER(Vtop)
#define VERILATOR_ROOT_HEADER(Top) VERILATOR_TEXT(Top##___024root.h)
// The class of all signals of a model.
#define VERILATOR_ROOT(Top) Top##___024root

// Signals in an instance; in an instance of an instance; in an instance of an element of a generate loop.
#define VERILATOR_IN(top, signal) top##__DOT__##signal
#define VERILATOR_IN_INSTANCE(top, instance, signal) top##__DOT__##instance##__DOT__##signal
#define VERILATOR_IN_ELEMENT(top, instance, loop, number, inner, signal) \
    top##__DOT__##instance##__DOT__##loop##__BRA__##number##__KET____DOT__##inner##__DOT__##signal

// Generated functions -----------------------------------------------------------------------------------------------

// VERILATOR_MODEL(Vtop), once at file scope, behind its header: declares VtopInternals, for what follows. Weak functions that
// a version does not have are null.
#define VERILATOR_MODEL(Top)                                                         \
    void Top##___024root___eval_settle(Top##___024root *root) __attribute__((weak)); \
    void Top##___024root___eval_ico(Top##___024root *root) __attribute__((weak));    \
    void Top##___024root___eval_nba(Top##___024root *root) __attribute__((weak));    \
    struct Top##Internals {                                                          \
        using Root = Top##___024root;                                                \
        static auto settle() { return Top##___024root___eval_settle; }               \
        static auto inputs() { return Top##___024root___eval_ico; }                  \
        static auto edge() { return Top##___024root___eval_nba; }                    \
    }

namespace verilator {

// Registers that were set from outside: work out all that follows from them. There is no documented way.
// settles() says whether this version has one.
template <typename Internals>
bool settles() {
    return Internals::settle() != nullptr;
}

template <typename Internals>
void settle(typename Internals::Root *root) {
    Internals::settle()(root);
}

// A cycle of any model, whose pins are set: both edges of its clock.
struct BothEdges {
    template <typename Top>
    static void cycle(Top &top) {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }
};

// A cycle of RTL that does everything at the rising edge of its only clock, as all of ours: at the falling edge there is nothing
// to work out, and at the rising one nothing to search for. That is a fifth of an RTL run, and more of one with much logic
// behind its pins.
template <typename Internals>
struct RisingEdge {
    template <typename Top>
    static void cycle(Top &top) {
#ifdef FEDX_VERILATOR_DOCUMENTED
        BothEdges::cycle(top);
#else
        if (!rise(*top.rootp, 0)) BothEdges::cycle(top);
#endif
    }

private:
    // Sets the first of a vector of triggers that has only one. No overload takes another vector.
    struct Set {};
    template <template <std::size_t> class Vector>
    static auto set_only(Vector<1> &triggers, int) -> decltype(triggers.at(0) = true, Set()) {  // 5.006
        triggers.at(0) = true;
        return {};
    }
    template <template <std::size_t> class Vector>
    static auto set_only(Vector<1> &triggers, long) -> decltype(triggers.set(0, true), Set()) {  // 5.032
        triggers.set(0, true);
        return {};
    }
    template <template <typename, std::size_t> class Vector>
    static auto set_only(Vector<QData, 1> &triggers, int) -> decltype(triggers[0] = 1, Set()) {  // 5.048
        triggers[0] = 1;
        return {};
    }

    template <typename Root>
    static auto rise(Root &root, int) -> decltype(set_only(root.__VicoTriggered, 0), set_only(root.__VnbaTriggered, 0), bool()) {
        if (!Internals::inputs() || !Internals::edge()) return false;
        set_only(root.__VicoTriggered, 0);
        Internals::inputs()(&root);
        set_only(root.__VnbaTriggered, 0);
        Internals::edge()(&root);
        return true;
    }
    template <typename Root>
    static bool rise(Root &, long) {
        return false;
    }
};

// Messages of a running model ---------------------------------------------------------------------------------------

// What $error, $fatal or a failed assertion print, "[TIME] %Error: FILE:LINE: MESSAGE", or %Fatal of newer versions. @return from
// FILE on, or NULL when a text is none of these
inline const char *message_of(const char *text) {
    for (const char *mark : {"%Error: ", "%Fatal: "})
        if (const char *found = std::strstr(text, mark)) return found + std::strlen(mark);
    return nullptr;
}

// Whether the runtime gives up since logic does not settle.
inline bool unsettled(const char *message) {
    return std::strstr(message, "converge") != nullptr;
}

#ifndef FEDX_RTL_COVERAGE  // Verilator counts coverage or saves state.

// State -------------------------------------------------------------------------------------------------------------

// Of a given model every state has the same size. It begins with a flag and a check of the names of all variables; were the check
// wrong, Verilator would end the program.
enum { STATE_CHECK_BYTES = 9 };

// Verilator's own account of all state by the documented classes, which write to and read from files: one that is removed again.
class ScratchFile {
public:
    ScratchFile() {
        const char *folder = std::getenv("TMPDIR");
        path_ = std::string(folder && *folder ? folder : "/tmp") + "/fedx-state-XXXXXX";
        descriptor_ = mkstemp(&path_[0]);
        if (descriptor_ < 0) throw std::runtime_error("no temporary file");
    }
    ScratchFile(const ScratchFile &) = delete;
    ScratchFile &operator=(const ScratchFile &) = delete;
    ~ScratchFile() {
        ::close(descriptor_);
        ::unlink(path_.c_str());
    }
    const char *path() const { return path_.c_str(); }
    void write(const std::vector<uint8_t> &bytes) const {
        if (pwrite(descriptor_, bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) throw std::runtime_error("no room for a file");
    }
    std::vector<uint8_t> read() const {
        std::vector<uint8_t> bytes(size_t(lseek(descriptor_, 0, SEEK_END)));
        if (pread(descriptor_, bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) throw std::runtime_error("a file cannot be read");
        return bytes;
    }

private:
    std::string path_;
    int descriptor_;
};

template <typename Top>
std::vector<uint8_t> save_documented(Top &top) {
    ScratchFile file;
    VerilatedSave out;
    out.open(file.path());
    out << top;
    out.close();
    return file.read();
}

template <typename Top>
void restore_documented(Top &top, const std::vector<uint8_t> &bytes) {
    ScratchFile file;
    VerilatedRestore in;
    file.write(bytes);
    in.open(file.path());
    in >> top;
    in.close();
}

// The same without files: what is written stays in a vector, and that is what is read, with slack for the next check, so that
// nothing is ever to be filled.
template <typename Base>
class MemoryWriter : public Base {
public:
    std::vector<uint8_t> bytes;
    void flush() override {
        bytes.insert(bytes.end(), this->m_bufp, this->m_cp);
        this->m_cp = this->m_bufp;
    }
};

template <typename Base>
class MemoryReader : public Base {
public:
    explicit MemoryReader(const std::vector<uint8_t> &bytes) {
        const std::size_t size = bytes.size() + Base::bufferInsertSize();
        delete[] this->m_bufp;
        this->m_bufp = new uint8_t[size]();
        std::memcpy(this->m_bufp, bytes.data(), bytes.size());
        this->m_cp = this->m_bufp;
        this->m_endp = this->m_bufp + size;
    }
    void fill() override {}
};

// Whether both classes have these members, which are protected.
struct HasBuffers : VerilatedSerialize, VerilatedDeserialize {
    template <typename Self>
    static auto test(Self *self) -> decltype(self->VerilatedSerialize::m_bufp, self->VerilatedSerialize::m_cp,
                                             self->VerilatedDeserialize::m_bufp, self->VerilatedDeserialize::m_cp,
                                             self->VerilatedDeserialize::m_endp, Self::VerilatedDeserialize::bufferInsertSize(),
                                             std::true_type());
    static std::false_type test(...);
    static constexpr bool value() { return decltype(test(static_cast<HasBuffers *>(nullptr)))::value; }
};

#ifdef FEDX_VERILATOR_DOCUMENTED
constexpr bool has_buffers = false;
#else
constexpr bool has_buffers = HasBuffers::value();
#endif

template <typename Top>
std::vector<uint8_t> save(Top &top) {
    if constexpr (has_buffers) {
        MemoryWriter<VerilatedSerialize> writer;
        writer << top;
        writer.flush();
        return writer.bytes;
    } else {
        return save_documented(top);
    }
}

template <typename Top>
void restore(Top &top, const std::vector<uint8_t> &bytes) {
    if constexpr (has_buffers) {
        MemoryReader<VerilatedDeserialize> reader(bytes);
        reader >> top;
    } else {
        restore_documented(top, bytes);
    }
}

#endif

}  // namespace verilator

#endif

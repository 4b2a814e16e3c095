// SPDX-License-Identifier: Apache-2.0
//
// The RTL (verilator --sc) and the golden model (fedx/systemc.h) as two SystemC
// modules on the same input signals. Every cycle all output pins and all named
// registers are compared. docs/reference/bindings.md.
//
//     rising edge    both modules sample the inputs, their outputs change
//     falling edge   compare; then the stimulus reads the RTL's outputs and sets the next inputs
//
// The stimulus is the one of `fedx verify`: it drives a node, and here that node
// is the bench. Its step is one clock period of waiting inside a SystemC process.
#include <argp.h>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <systemc>

#include "Vfedx_switch_sc.h"
#include "fedx/systemc.h"
#include "fedx_rtl_state.h"
#include VERILATOR_ROOT_HEADER(Vfedx_switch_sc)

extern "C" {
#include "../../cmodel/base/output.h"
#include "../../cmodel/fedx/kind/fedx_kind.h"
#include "../../cmodel/fedx/bench/fedx_lockstep_node.h"
#include "../../cmodel/fedx/bench/fedx_stimulus.h"
}

namespace {

enum { EXIT_EQUAL = 0, EXIT_DIFFERENT = 1, EXIT_BAD_INPUT = 2 };

struct Options {
    int64_t cycles = 200000;
    int64_t seed = 1;
    bool self_test = false;
};

#define SIGNAL(name, dimension, width) sc_core::sc_signal<fedx_systemc_pin<FEDX_LANES_##dimension * (width)>> name;
#define WIRE(dimension, name, type, width, idle, shows, meaning) SIGNAL(name, dimension, width)

// What a module reads.
struct Inputs {
    FEDX_CABLE_WIRES(WIRE)
    FEDX_CONTROL_PINS(WIRE)

    void write(const fedx_pins &pins, const fedx_control &control) {
#define WRITE(name, from) name.write(std::decay_t<decltype(name.read())>(fedx_systemc_bus(from)));
#define WRITE_WIRE(dimension, name, type, width, idle, shows, meaning) WRITE(name, pins.name)
#define WRITE_PIN(dimension, name, type, width, idle, shows, meaning) WRITE(name, control.name)
        FEDX_CABLE_WIRES(WRITE_WIRE)
        FEDX_CONTROL_PINS(WRITE_PIN)
    }
};

// What a module drives.
struct Outputs {
    FEDX_CABLE_WIRES(WIRE)
    FEDX_STATUS_PINS(WIRE)

    fedx_pins pins() const {
        fedx_pins out{};
#define READ(dimension, name, type, width, idle, shows, meaning) \
    fedx_systemc_set<FEDX_LANES_##dimension * (width)>(out.name, name.read());
        FEDX_CABLE_WIRES(READ)
        return out;
    }
};

// One function for both modules: same port names, same types.
template <typename Switch>
void connect(Switch &sw, sc_core::sc_clock &clk, Inputs &in, Outputs &out) {
    sw.clk(clk);
#define CONNECT_CONTROL(dimension, name, type, width, idle, shows, meaning) sw.name(in.name);
#define CONNECT_RX(dimension, name, type, width, idle, shows, meaning) sw.rx_##name(in.name);
#define CONNECT_TX(dimension, name, type, width, idle, shows, meaning) sw.tx_##name(out.name);
#define CONNECT_STATUS(dimension, name, type, width, idle, shows, meaning) sw.name(out.name);
    FEDX_PINS(CONNECT_CONTROL, CONNECT_RX, CONNECT_TX, CONNECT_STATUS)
}

class Bench;

// The bench as a node; create finds it through the operations it is given.
struct BenchOps : node_ops {
    Bench *bench;
};

struct DestroyStimulus {
    void operator()(struct stimulus *s) const { stimulus_destroy(s); }
};

class Bench : public sc_core::sc_module {
  public:
    Bench(const sc_core::sc_module_name &name, const Options &options);

    uint64_t cycles() const { return cycles_; }
    const struct stimulus_result &result() const { return stimulus_->result; }
    const struct mismatch *mismatch() const { return different_ ? &mismatch_ : nullptr; }
    void final() { rtl_.final(); }

    // The node operations.
    void step(const fedx_pins &in, const fedx_control &control);
    fedx_pins pins() const { return rtl_out_.pins(); }
    fedx_status status() const { return {rtl_out_.cfg_rdata.read()}; }
    const VERILATOR_ROOT(Vfedx_switch_sc) &root() const { return *rtl_.rootp; }

  private:
    void stimulate();
    void compare();
    void compare_pins();
    void compare_registers();
    void flip(const fedx_pins &in, const fedx_control &control);
    void note(const char *block, const char *field, int lane, uint64_t model, uint64_t rtl);

    const Options options_;
    sc_core::sc_clock clk_{"clk", sc_core::sc_time(10, sc_core::SC_NS), 0.5, sc_core::sc_time(5, sc_core::SC_NS)};
    Inputs in_;
    Inputs wrong_; // self test: what the model reads in place of them
    Outputs rtl_out_, model_out_;
    Vfedx_switch_sc rtl_{"rtl"};
    fedx_switch_model model_{"model"};
    sc_core::sc_event compared_;
    BenchOps ops_;
    std::unique_ptr<struct stimulus, DestroyStimulus> stimulus_;
    fedx_switch_regs rtl_regs_{}; // zero once, so that padding compares equal
    fedx_pins last_in_{};
    uint64_t cycles_ = 0;
    bool flipped_ = false;
    bool different_ = false;
    struct mismatch mismatch_{};
};

Bench *bench_of(void *node) { return static_cast<Bench *>(node); }
const Bench *bench_of(const void *node) { return static_cast<const Bench *>(node); }

// There is one bench, elaborated before any stimulus exists, and sc_main owns it.
void *create(const node_ops *inner, uint64_t) { return static_cast<const BenchOps *>(inner)->bench; }

void destroy(void *) {}

void step(void *node, const void *wires, const void *inputs) {
    const auto *in = static_cast<const fedx_pins *>(wires);
    const auto *control = static_cast<const fedx_control *>(inputs);
    bench_of(node)->step(*in, *control);
}

int check(void *node) { return bench_of(node)->mismatch() != nullptr; }

void pins(const void *node, void *wires) {
    auto *out = static_cast<fedx_pins *>(wires);
    *out = bench_of(node)->pins();
}

void status(const void *node, void *out) {
    auto *status = static_cast<fedx_status *>(out);
    *status = bench_of(node)->status();
}

void state(const void *node, void *registers) {
    auto *out = static_cast<fedx_switch_regs *>(registers);
    fedx_rtl::copy_state(bench_of(node)->root(), out);
}

void store(const void *node, int buffer, uint8_t *out) { fedx_rtl::copy_store(bench_of(node)->root(), buffer, out); }

Bench::Bench(const sc_core::sc_module_name &name, const Options &options)
    : sc_module(name),
      options_(options),
      ops_{{FEDX_NODE_VERSION, "systemc", ::create, ::destroy, ::step, ::check, ::pins, ::status, ::state,
            ::store},
           this} {
    connect(rtl_, clk_, in_, rtl_out_);
    connect(model_, clk_, options_.self_test ? wrong_ : in_, model_out_);

    stimulus_config config{};
    config.ops = config.inner = &ops_;
    config.seed = uint64_t(options_.seed);
    config.cycles = uint64_t(options_.cycles);
    config.profile = -1;
    stimulus_.reset(stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config));
    if (!stimulus_) throw std::bad_alloc();

    SC_HAS_PROCESS(Bench);
    SC_THREAD(stimulate);
    SC_METHOD(compare);
    sensitive << clk_.negedge_event();
    dont_initialize();
}

void Bench::stimulate() {
    while (!fedx_kind_stimulus.episode(stimulus_.get())) {
    }
    sc_core::sc_stop();
}

// One clock period, within the stimulus process.
void Bench::step(const fedx_pins &in, const fedx_control &control) {
    in_.write(in, control);
    if (options_.self_test) flip(in, control);
    last_in_ = in;
    wait(compared_);
}

// In one cycle in the middle of the run, and not under reset, the model reads another ownership
// level than the RTL on port 0. Both keep that level in a register, so they must differ.
void Bench::flip(const fedx_pins &in, const fedx_control &control) {
    const bool now = !flipped_ && !control.rst && cycles_ >= uint64_t(options_.cycles) / 2;
    fedx_pins wrong = in;
    wrong.turn ^= uint8_t(now);
    wrong_.write(wrong, control);
    flipped_ |= now;
}

// The stimulus begins with a reset, so everything is defined from the first edge on.
void Bench::compare() {
    cycles_++;
    compare_pins();
    compare_registers();
    compared_.notify(sc_core::SC_ZERO_TIME);
}

void Bench::compare_pins() {
    const Outputs &m = model_out_, &r = rtl_out_;
#define COMPARE(pin, field) \
    if (m.field.read() != r.field.read()) note("", pin, -1, m.field.read(), r.field.read());
#define COMPARE_TX(dimension, name, type, width, idle, shows, meaning) COMPARE("tx_" #name, name)
#define COMPARE_STATUS(dimension, name, type, width, idle, shows, meaning) COMPARE(#name, name)
    FEDX_CABLE_WIRES(COMPARE_TX)
    FEDX_STATUS_PINS(COMPARE_STATUS)
}

void Bench::compare_registers() {
    const fedx_switch_regs *model = fedx_switch_state(model_.get());
    fedx_rtl::copy_state(root(), &rtl_regs_);
    if (std::memcmp(model, &rtl_regs_, sizeof rtl_regs_) == 0) return;
    int lane = 0;
    const reg_info *info = fedx_regs_diff(model, &rtl_regs_, &lane);
    if (!info) return;
    note(info->block, info->name, info->lanes.count > 1 ? lane : -1, fedx_reg_value(model, info, lane),
         fedx_reg_value(&rtl_regs_, info, lane));
}

// The first difference only.
void Bench::note(const char *block, const char *field, int lane, uint64_t model, uint64_t rtl) {
    if (different_) return;
    different_ = true;
    struct mismatch &d = mismatch_;
    d.cycle = cycles_;
    std::snprintf(d.field, sizeof d.field, "%s%s%s", block, *block ? "." : "", field);
    d.lane = lane;
    d.model = model;
    d.rtl = rtl;
    const fedx_pins model_pins = model_out_.pins(), rtl_pins = rtl_out_.pins();
    std::memcpy(&d.in, &last_in_, sizeof last_in_);
    std::memcpy(&d.model_out, &model_pins, sizeof model_pins);
    std::memcpy(&d.rtl_out, &rtl_pins, sizeof rtl_pins);
    std::memcpy(&d.state, fedx_switch_state(model_.get()), sizeof(fedx_switch_regs));
}

enum { KEY_CYCLES = 256, KEY_SEED, KEY_SELF_TEST };

const argp_option argp_options[] = {
    {"cycles", KEY_CYCLES, "N", 0, "compare at least this many cycles (default 200000)", 0},
    {"seed", KEY_SEED, "N", 0, "seed of the stimulus and of the RTL's power-up values (default 1)", 0},
    {"self-test", KEY_SELF_TEST, nullptr, 0, "give the model one wrong input bit in one cycle: must end with 1", 0},
    {},
};

int64_t integer(const argp_state *state, const char *option, const char *text, int64_t min) {
    char *end;
    errno = 0;
    const long long value = std::strtoll(text, &end, 10);
    if (errno || end == text || *end || value < min || value > INT64_MAX / 2)
        argp_failure(state, EXIT_BAD_INPUT, 0, "--%s %s: must be a whole number from %" PRId64 " to %" PRId64, option,
                     text, min, INT64_MAX / 2);
    return value;
}

error_t parse(int key, char *text, argp_state *state) {
    auto &options = *static_cast<Options *>(state->input);
    switch (key) {
    case KEY_CYCLES: options.cycles = integer(state, "cycles", text, 1); return 0;
    case KEY_SEED: options.seed = integer(state, "seed", text, 0); return 0;
    case KEY_SELF_TEST: options.self_test = true; return 0;
    case ARGP_KEY_ARG: argp_failure(state, EXIT_BAD_INPUT, 0, "unexpected argument '%s'", text); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const char argp_doc[] =
    "Compare the RTL and the golden model, both as SystemC modules on the same signals, cycle by cycle, on every "
    "output pin and every named register. Stops at the first difference.\v"
    "Exit status: 0 equal, 1 a difference or a failed check, 2 bad input.";

void print_results(const Bench &bench) {
    const struct stimulus_result &r = bench.result();
    const uint64_t cycles = bench.cycles();
    std::printf("episodes    ");
    for (int i = 0; i < FEDX_PROFILES; i++)
        std::printf("%s%" PRIu64 " %s", i ? ", " : "", r.episodes[i], fedx_profile_names[i]);
    std::printf("\npackets     %" PRIu64 " accepted, %" PRIu64
                " delivered, every byte checked (legal, refusing, truncated)\n",
                r.accepted, r.delivered);
    std::printf("compared    %" PRIu64 " cycles, %" PRIu64 " output pin bits, %" PRIu64 " named register lanes: %s\n",
                cycles, cycles * kind_output_bits(&fedx_kind), cycles * kind_register_lanes(&fedx_kind),
                bench.mismatch() ? "DIFFERENT" : "0 differences");
    if (r.failed) std::printf("failed in episode %" PRIu64 ": %s\n", r.episode, r.text);
    if (bench.mismatch()) fedx_kind_lockstep.print(&fedx_kind, bench.mismatch(), 0, stdout);
}

}  // namespace

int sc_main(int argc, char **argv) try {
    const argp parser = {argp_options, parse, nullptr, argp_doc, nullptr, nullptr, nullptr};
    Options options;
    argp_err_exit_status = EXIT_BAD_INPUT;
    argp_parse(&parser, argc, argv, 0, nullptr, &options);

    // Or a thread would wait for work on each further processor.
    Verilated::threadContextp()->threads(1);
    // Random power-up values, so that nothing equal depends on registers that start at zero.
    Verilated::randReset(2);
    Verilated::randSeed(int(options.seed & 0x7fffffff));
    // No line about the end of the simulation: this program says how it ended.
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);

    Bench bench("bench", options);
    sc_core::sc_start();
    bench.final();
    print_results(bench);
    char error[128];
    if (output_printed(error, sizeof error) != 0) {
        std::fprintf(stderr, "fedx_systemc: %s\n", error);
        return EXIT_BAD_INPUT;
    }
    return bench.result().failed ? EXIT_DIFFERENT : EXIT_EQUAL;
} catch (const std::bad_alloc &) {
    std::fprintf(stderr, "fedx_systemc: out of memory\n");
    return EXIT_BAD_INPUT;
} catch (const std::exception &e) {
    std::fprintf(stderr, "fedx_systemc: cannot go on: %s\n", e.what());
    return EXIT_BAD_INPUT;
}

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One example of examples/bindings, built and run out of the tree from installed files only; its self-test fails where
# it must; wrong uses of the binding end the simulation with one sentence.
#   bindings.sh c|cmake|python|systemc|dpi|vpi     exit status 77: skipped, something is not installed
. "$(dirname "$0")/bindings_common.sh"
binding=$1
install_package fedx bindings

# The four packets of the examples, in the time that they must take.
has_packets() {
  for number in 0 1 2 3; do
    has "packet $number: 184 cycles, every byte right"
  done
}

# What no example does: two models come to the same state, one by calls, one by its configuration port; pins, which
# may be packed on their way, arrive at their places.
right_uses() {
  local cycle
  echo 'fedx_model_set(m, "backpressure", 2); fedx_model_set(m, "throttle_timeout", 77);'
  echo '$display("settings in the hash: %b", fedx_model_hash(m) !== fedx_model_hash(n));'
  echo "fedx_model_route(m, 255, 32'h80abcdef);"
  echo 'fedx_model_step(n, 0, 0, 0, 0, 0, 0, 127, 0, 1, 0, fedx_model_word(m, 0));'
  echo 'fedx_model_step(n, 0, 0, 0, 0, 0, 0, 127, 0, 1, 2, fedx_model_word(m, 2));'
  echo "fedx_model_step(n, 0, 0, 0, 0, 0, 0, 127, 0, 1, 16'h80ff, 32'h80abcdef);"
  for cycle in m m m m m m n n n; do
    echo "fedx_model_step($cycle, 0, 0, 0, 0, 0, 0, 127, 0, 0, 2, 0);"
  done
  echo '$display("same state: %b", fedx_model_hash(m) === fedx_model_hash(n));'
  echo 'fedx_model_pins(m, d, p, q, r, refuse, acc, w);'
  echo 'fedx_model_check(n, d, p, q, r, refuse, acc, w); fedx_model_report(n);'
  echo 'v = fedx_model_register(m, "config.throttle_timeout", 0);'
  echo '$display("refuse %h, cfg_rdata %h, throttle_timeout %0d", refuse, w, v);'
}

has_right_uses() {
  has "settings in the hash: 1"
  has "same state: 1"
  has "n: 1 cycles, 123 output pin bits compared: 0 differences"
  has "refuse 7f, cfg_rdata 0000004d, throttle_timeout 77"
}

# Two models without RTL: a wrong bit on the link shows as packets that come late.
models_alone() {
  expect 0 "$1"
  has_packets
  has "4 of 4 packets in 740 cycles as they must be"
  expect 1 "$1" --self-test
  has "cycle 500: rx_data of port 0 of switch 1: bit 0 inverted"
  has "packet 2: 539 cycles, must be 184"
}

# RTL beside models: a wrong bit on the link shows 12 cycles later at the output of switch b.
rtl_beside_models() {
  expect 0 make_in "$binding" run
  has_packets
  has "a: $1 output pin bits compared: 0 differences"
  has "b: $1 output pin bits compared: 0 differences"
  expect 0 make_in "$binding" self-test
  has "cycle 811 of b: tx_data of port 6: model 0x"
}

c_library() {
  runs c
  models_alone "$examples/c/two_switches"
}

# What is printed is what the example in C prints, line by line; and what Python says of wrong uses.
python() {
  command -v python3 >/dev/null || skip "no Python (python3)"
  for self_test in run self-test; do
    expect 0 make_in "c" "$self_test"
    grep -E "^(packet|cycle|[0-9] of)" "$scratch/out" >"$scratch/c"
    expect 0 make_in "python" "$self_test"
    grep -E "^(packet|cycle|[0-9] of)" "$scratch/out" | diff "$scratch/c" - || fail "not what the example in C prints: $self_test"
  done
  FEDX_MODEL=$(pkg-config --variable=libdir fedx)/libfedx_model.so
  export FEDX_MODEL PYTHONPATH=$examples/python PYTHONDONTWRITEBYTECODE=1
  expect 0 python3 -c 'import fedx
a, b = fedx.Switch(fedx.settings(throttle_timeout=77)), fedx.Switch()
b.copy_from(a)
assert a.register("config.throttle_timeout") == 77 and a.hash() == b.hash() != fedx.Switch().hash()
b.step(fedx.Pins(), fedx.Control(cfg_addr=2))
b.step(fedx.Pins(), fedx.Control(cfg_addr=2))
b.step(fedx.Pins())
assert b.cfg_rdata() == 77 and a.pins().refuse == 0x7f, (b.cfg_rdata(), a.pins().refuse)'
  wrong_python_uses fedx <<'EOT'
fedx.settings(latncy=1)|no setting latncy: there are backpressure, class_rule
fedx.settings(buffers=11)|a switch must have 2 to 10 buffers
fedx.Switch(routes={256: fedx.Route()})|destination 256 is outside the route table
fedx.Switch().register("pool.used")|no register pool.used: must be a block and a name
fedx.Switch().register("port_receive.head", 7)|lane 7 of register port_receive.head: must be 0 to 6
fedx.packet(fedx.Header(), b"short")|a body of 5 bytes: must be 146
EOT
  FEDX_MODEL='' expect 1 python3 -c "import fedx"
  has "no libfedx_model.so: set FEDX_MODEL to it"
}

systemc() {
  need_systemc
  runs systemc CXXFLAGS="-O0 -Wall -Wextra"
  models_alone "$examples/systemc/two_switches"
}

# What the shared library shows is what the headers declare, and nothing else.
public_symbols() {
  local library
  library=$(pkg-config --variable=libdir fedx)/libfedx_model.so
  { grep -hv '^static inline' "$scratch"/prefix/include/fedx/{header,regs,switch}.h | grep -oE '\bfedx_[a-z_]+\(' | tr -d '('
    grep -hoE '^extern .*\bfedx_[a-z_]+' "$scratch"/prefix/include/fedx/{regs,switch}.h | grep -oE 'fedx_[a-z_]+$'; } |
    sort -u >"$scratch/declared"
  nm -D --defined-only "$library" | awk '{print $3}' | sort | diff "$scratch/declared" - || fail "$library does not show what the headers declare"
  [ "$(objdump -p "$library" | awk '/SONAME/ {print $2}')" = "libfedx_model.so.$(pkg-config --modversion fedx | cut -d. -f1,2)" ] ||
    fail "$library: another SONAME than the minor version asks for"
  echo "$(wc -l <"$scratch/declared") public symbols"
}

# The package: the example, and everything that a project of a user's own may ask it for.
cmake_package() {
  expect 0 cmake -S "$examples/c" -B "$scratch/c" -DCMAKE_PREFIX_PATH="$scratch/prefix"
  expect 0 cmake --build "$scratch/c"
  models_alone "$scratch/c/two_switches"
  public_symbols
  mkdir "$scratch/user"
  cat >"$scratch/user/CMakeLists.txt" <<'EOT'
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C)
find_package(fedx REQUIRED)
add_executable(user user.c)
target_link_libraries(user PRIVATE fedx::dpi)
add_executable(shared shared.c)
target_link_libraries(shared PRIVATE fedx::fedx_model_shared)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/files CONTENT
     "${fedx_SV_PACKAGE}\n${fedx_RTL_DIR}/fedx.f\n$<TARGET_FILE:fedx::dpi>\n$<$<TARGET_EXISTS:fedx::vpi>:$<TARGET_FILE:fedx::vpi>\n>")
EOT
  cat >"$scratch/user/user.c" <<'EOT'
void *fedx_dpi_create(const char *name);
int main(void) { return !fedx_dpi_create("user"); }
EOT
  printf '#include <fedx/switch.h>\nint main(void) { return !fedx_switch_create(); }\n' >"$scratch/user/shared.c"
  expect 0 cmake -S "$scratch/user" -B "$scratch/user/build" -DCMAKE_PREFIX_PATH="$scratch/prefix"
  expect 0 cmake --build "$scratch/user/build"
  expect 0 "$scratch/user/build/user"
  expect 0 "$scratch/user/build/shared"
  files=0
  while read -r file; do
    [ -f "$file" ] || fail "the package names $file, which is not there"
    files=$((files + 1))
  done <"$scratch/user/build/files"
  [ "$files" -ge 3 ] || fail "the package names $files files"
}

dpi() {
  need_verilator
  rtl_beside_models "16651 cycles, 2048073"
  dpi_uses
}

# One program of all uses, which takes the number of a wrong one; what it needs of Verilator is compiled already.
dpi_uses() {
  local use text lib
  lib=$(pkg-config --variable=libdir fedx)
  mkdir "$scratch/obj_uses"
  cp "$examples"/dpi/obj_dir/verilated*.o "$scratch/obj_uses"
  cat >"$scratch/uses" <<'EOT'
fedx_model_set(null, "latency", 1);|fedx_model_set: 0 is no handle of a model: use what its creation gave
fedx_model_destroy(gone);|fedx_model_destroy: the model of handle 2 has been destroyed
fedx_model_set(m, "latncy", 1);|fedx_model_set: no setting "latncy": there are backpressure class_rule
fedx_model_set(m, "buffers", 11);|fedx_model_set: buffers 11 of model m: a switch must have 2 to 10 buffers
w = fedx_model_word(m, 4);|fedx_model_word: word 4 of the settings: must be 0 to 3
fedx_model_route(m, 256, 0);|fedx_model_route: destination 256 of model m: must be 0 to 255
v = fedx_model_register(m, "pool.used", 0);|fedx_model_register: no register "pool.used": must be a block and a name
v = fedx_model_register(m, "port_receive.head", 7);|fedx_model_register: lane 7 of register port_receive.head: must be 0 to 6
v = fedx_model_hash(null);|fedx_model_hash: 0 is no handle
fedx_model_pins(gone, d, p, q, r, refuse, acc, w);|fedx_model_pins: the model of handle 2 has been destroyed
fedx_model_check(m, 0, 0, 0, 0, 7'h7b, 0, 0);|fedx_model_check: cycle 0 of m: tx_refuse of port 2: model 1, RTL 0
fedx_model_report(m);|fedx_model_report: no cycle of m was compared
EOT
  {
    echo 'module uses; import fedx_pkg::*; chandle m, gone, n; int number = -1;'
    echo 'logic [63:0] v; logic [55:0] d; logic [6:0] p, q, r, refuse, acc; logic [31:0] w;'
    echo 'initial begin m = fedx_model_create("m"); gone = fedx_model_create("gone"); fedx_model_destroy(gone);'
    echo 'n = fedx_model_create("n"); void'"'"'($value$plusargs("number=%d", number)); case (number)'
    sed 's/|.*//' "$scratch/uses" | nl -v 0 -w 1 -s ': '
    echo 'default: begin'
    right_uses
    echo 'end endcase $finish; end endmodule'
  } >"$scratch/uses.sv"
  expect 0 verilator --binary -Wno-fatal -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_GLOBAL=-O0 --Mdir "$scratch/obj_uses" \
    -o uses "$(pkg-config --variable=svdir fedx)/fedx_pkg.sv" "$scratch/uses.sv" -LDFLAGS "-L$lib -lfedx_dpi -Wl,-rpath,$lib"
  expect 0 "$scratch/obj_uses/uses"
  has_right_uses
  while IFS='|' read -r use text; do
    # Verilator's way to end with an error is to abort.
    expect 134 "$scratch/obj_uses/uses" "+number=$wrong_uses"
    has "$text"
    wrong_uses=$((wrong_uses + 1))
  done <"$scratch/uses"
}

vpi() {
  need_icarus fedx_vpi.vpi
  rtl_beside_models "1000 cycles, 123000"
  vpi_right_uses
  vpi_wrong_uses
  # Values of 64 bits would be cut short.
  echo 'module wrong; integer m; initial begin m = $fedx_model_create("m"); $display("%h", $fedx_model_hash(m)); end endmodule' \
    >"$scratch/wrong.v"
  expect 0 iverilog -g2005 -o "$scratch/wrong.vvp" "$scratch/wrong.v"
  expect 1 vvp -n -M "$vpidir" -mfedx_vpi "$scratch/wrong.vvp"
  has '$fedx_model_hash: compiled without this module: call iverilog with -L FOLDER -mfedx_vpi'
}

vpi_right_uses() {
  {
    echo 'module right; integer m, n; reg [63:0] v; reg [55:0] d; reg [6:0] p, q, r, refuse, acc; reg [31:0] w; initial begin'
    echo 'm = fedx_model_create("m"); n = fedx_model_create("n");'
    right_uses
    echo 'end endmodule'
  } | sed 's/\<fedx_model_/$fedx_model_/g' >"$scratch/right.v"
  expect 0 iverilog -g2005 -L "$vpidir" -mfedx_vpi -o "$scratch/right.vvp" "$scratch/right.v"
  expect 0 vvp -n -M "$vpidir" "$scratch/right.vvp"
  has_right_uses
}

vpi_wrong_uses() {
  wrong_vpi_uses fedx_vpi 'integer m, gone, x; real r; reg [63:0] v; reg [55:0] d; reg [6:0] p; reg [1279:0] packet; wire w;' \
    'm = $fedx_model_create("m"); gone = $fedx_model_create("gone"); $fedx_model_destroy(gone);' '$fedx_model_report(x);' <<'EOT'
$fedx_model_set(0, "latency", 1);|$fedx_model_set: 0 is no handle of a model: use what its creation gave
$fedx_model_set(x, "latency", 1);|$fedx_model_set: the handle of the model has unknown bits (x or z)
$fedx_model_destroy(gone);|$fedx_model_destroy: the model of handle 2 has been destroyed
$fedx_model_set(m, "latncy", 1);|$fedx_model_set: no setting "latncy": there are backpressure class_rule
$fedx_model_set(m, "buffers", 11);|$fedx_model_set: buffers 11 of model m: a switch must have 2 to 10 buffers
$fedx_model_set(m, "latency", 64'h100000001);|$fedx_model_set: the value has more than 32 bits
$fedx_model_set(m, "latency", r);|$fedx_model_set: argument 3 must not be a real number or a time: (model, setting, value)
v = $fedx_model_word(m, 4);|$fedx_model_word: word 4 of the settings: must be 0 to 3
$fedx_model_route(m, 256, 0);|$fedx_model_route: destination 256 of model m: must be 0 to 255
v = $fedx_model_register(m, "pool.used", 0);|$fedx_model_register: no register "pool.used": must be a block and a name
v = $fedx_model_register(m, "port_receive.head", 7);|$fedx_model_register: lane 7 of register port_receive.head: must be 0 to 6
v = $fedx_model_hash(gone);|$fedx_model_hash: the model of handle 2 has been destroyed
$fedx_model_pins(m, d, p, p, p, p, p);|$fedx_model_pins: 7 arguments, must be 8: (model, tx_data, tx_valid, tx_turn, tx_req,
$fedx_model_pins(m, d, p, p, p, p, p, w);|$fedx_model_pins: argument 8 must be a variable, it is written: (model, tx_data,
$fedx_model_step(m, 0, 0, 0, 0, 7'b0x0, 0, 7'h7f, 0, 0, 0, 0);|$fedx_model_step: input rx_turn of model m has unknown bits (x or z) in cycle 1
$fedx_model_check(m, 0, 0, 0, 0, 7'h7b, 0, 0);|$fedx_model_check: cycle 0 of m: tx_refuse of port 2: model 1, RTL 0
$fedx_model_check(m, 0, 0, 7'bz, 0, 7'h7f, 0, 0);|$fedx_model_check: cycle 0 of m: tx_turn of port 0: model 0, RTL x
$fedx_packet(packet, 64'h0, 1168'bx);|$fedx_packet: the body has unknown bits (x or z)
$fedx_model_report(m);|$fedx_model_report: no cycle of m was compared
EOT
}

run_binding "$binding"

# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: how tests build RTL that Verilator has translated, which then runs for seconds at most. So it is the
# compiler's time that counts: clang, where it is, takes a third of that of g++. Verilator's runtime is that of the build.
compiler=${CXX:-$(command -v clang++ || echo g++)}
for tool in verilator "$compiler"; do
  command -v "$tool" >/dev/null || fail "no $tool"
done
runtime=$FEDX_BUILD/tb/libfedx_verilated.a
[ -f "$runtime" ] || fail "no $runtime: sim_scripts/build.sh --tests makes it"
. "$here/headers.sh"
compile=("$compiler" -std=gnu++17 -w -fPIC -pthread "${verilator_headers[@]}" "-I$FEDX_SOURCE/include")
# For clang
libraries=("$runtime" "-Wl,--as-needed" -latomic)

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The installed library and its CMake package serve a C and a C++ caller; the installed program builds a user's switch
# with what is installed beside it.
. "$(dirname "$0")/common.sh"
cmake --install "$FEDX_BUILD" --prefix "$scratch/prefix" >/dev/null
mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(user C CXX)
find_package(fedx REQUIRED)
add_executable(user_c user.c)
target_link_libraries(user_c PRIVATE fedx::fedx_model)
add_executable(user_cpp user.cpp)
target_link_libraries(user_cpp PRIVATE fedx::fedx_model)
END
cat >"$scratch/user/user.c" <<'END'
#include <fedx/header.h>
#include <fedx/switch.h>
#include <stdio.h>
int main(void)
{
    struct fedx_switch *sw = fedx_switch_create();
    struct fedx_pins in = {.refuse = FEDX_ALL_PORTS}, out;
    struct fedx_control control = {0};
    for (int i = 0; i < 100; i++)
        fedx_switch_step(sw, &in, &control);
    fedx_switch_pins(sw, &out);
    printf("refuse %02x hold %u\n", out.refuse, fedx_switch_state(sw)->config.hold);
    fedx_switch_destroy(sw);
    return 0;
}
END
cp "$scratch/user/user.c" "$scratch/user/user.cpp"
cmake -S "$scratch/user" -B "$scratch/user/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
cmake --build "$scratch/user/build" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "a user of the package does not build"; }
for program in user_c user_cpp; do
  got=$("$scratch/user/build/$program")
  [ "$got" = "refuse 00 hold 0" ] || fail "$program printed '$got'"
done
[ -x "$scratch/prefix/bin/fedx" ] || fail "the program is not installed"
for file in bash-completion/completions/fedx zsh/site-functions/_fedx fedx/report/fedx_report.html; do
  [ -s "$scratch/prefix/share/$file" ] || fail "share/$file is not installed"
done
! command -v help2man >/dev/null || [ -s "$scratch/prefix/share/man/man1/fedx-gen-tb.1" ] || fail "no manual pages are installed"
[ -f "$scratch/prefix/share/fedx/results.schema.json" ] || fail "the schema of results is not installed"
if command -v verilator >/dev/null; then
  share=$scratch/prefix/share/fedx
  CXXFLAGS=-O0 expect 0 "$scratch/prefix/bin/fedx" verify --dut "$share/rtl/fedx.f" --top fedx_switch \
    --map "$share/examples/fedx_regs.yaml" --cycles 20000 --keep "$scratch/kept"
  grep "^compared .* 0 differences" "$scratch/out" || fail "the installed program compares nothing"
  grep -q " $share/tb/fedx_dut.cpp$" "$scratch/kept/fedx_dut.files" || fail "it does not build with what is installed"
  rm "$share/tb/fedx_dut.cpp"
  expect 0 "$scratch/prefix/bin/fedx" verify --cycles 20000 --rtl-object "$scratch/kept/fedx_dut.so"
fi
# It finds its RTL and templates beside itself, without the source tree.
mv "$scratch/prefix" "$scratch/moved"
echo "// of this installation" >>"$scratch/moved/share/fedx/rtl/fedx_switch.v"
expect 0 "$scratch/moved/bin/fedx" run --rows 2 --cols 2 --cycles 2000 --report "$scratch/report"
expect 0 "$scratch/moved/bin/fedx" gen-tb --cycles 600 --out "$scratch/tb"
cmp "$scratch/tb/rtl/fedx_switch.v" "$scratch/moved/share/fedx/rtl/fedx_switch.v" || fail "the RTL of the installation is not used"
expect 0 make -C "$scratch/tb" icarus
echo "installed: a C and a C++ program build against the package and step a switch"

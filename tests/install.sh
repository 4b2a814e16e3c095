#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The installed library and its CMake package serve a C and a C++ caller. The installed program works from any folder as
# that of the build does, with nothing but what is installed beside it.
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
# The linker of any compiler takes the static libraries: they are machine code.
for library in fedx_model vcr_model axis_model; do
  archive=$(find "$scratch/prefix" -name "lib$library.a")
  objdump -h "$archive" >"$scratch/sections" 2>&1 || { cat "$scratch/sections" >&2; fail "lib$library.a is no machine code"; }
  ! grep -m1 -E 'gnu\.(debug)?lto_|\.llvm' "$scratch/sections" || fail "lib$library.a holds intermediate code of one compiler"
done
for file in bash-completion/completions/fedx zsh/site-functions/_fedx fedx/report/fedx_report.html; do
  [ -s "$scratch/prefix/share/$file" ] || fail "share/$file is not installed"
done
! command -v help2man >/dev/null || [ -s "$scratch/prefix/share/man/man1/fedx-gen-tb.1" ] || fail "no manual pages are installed"
# Those of section 3, and the same as HTML, where Doxygen was when this build was configured.
if grep -q '^DOXYGEN:FILEPATH=/' "$FEDX_BUILD/CMakeCache.txt"; then
  for file in man/man3/fedx_switch_step.3 man/man3/vcr_router.h.3 doc/fedx/api/index.html; do
    [ -s "$scratch/prefix/share/$file" ] || fail "share/$file is not installed"
  done
fi

# Moved, the installed program does all that the built one does.
mv "$scratch/prefix" "$scratch/moved"
prefix=$scratch/moved
. "$here/installed.sh"
echo "// of this installation" >>"$share/rtl/fedx/fedx_switch.v"
installed 0 gen-tb --cycles 600 --out bench
cmp bench/rtl/fedx_switch.v "$share/rtl/fedx/fedx_switch.v" || fail "the RTL of the installation is not used"
expect 0 make -C bench icarus
echo "installed and moved: a C and a C++ program build against the package, $commands commands work with nothing but it"

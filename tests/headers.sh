# SPDX-License-Identifier: Apache-2.0
# Sourced where FEDX_BUILD is set: Verilator's headers, which are half of what a compiler reads of a small switch.
# Verilator names it to what it starts itself.
verilator_include=${VERILATOR_ROOT:-$(verilator --getenv VERILATOR_ROOT)}/include
verilator_headers=("-I$verilator_include" "-I$verilator_include/vltstd")

# read_headers COMPILER OPTION...: headers is what has that compiler take them as it read them once with these options, of which those
# count that change what it reads. That stays in the build.
read_headers() {
  local stored kept
  stored=$FEDX_BUILD/tests/headers/$({ printf '%s\n' "$@" && "$1" --version && cat "$verilator_include"/verilated*.h; } | sha256sum | cut -c1-16)
  case $1 in
    *clang*) kept=$stored.pch headers=(-include-pch "$stored.pch") ;;
    *) kept=$stored.h.gch headers=(-include "$stored.h") ;;
  esac
  [ ! -f "$kept" ] || return 0
  mkdir -p "${stored%/*}"
  # Several are compiled at once: one reads, the others wait.
  (
    flock 9
    [ ! -f "$kept" ] || exit 0
    printf '#include <verilated_save.h>\n' >"$stored.h"
    "$@" "${verilator_headers[@]}" -x c++-header "$stored.h" -o "$stored.new"
    mv "$stored.new" "$kept"
  ) 9>"$stored.lock"
}

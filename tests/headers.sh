# SPDX-License-Identifier: Apache-2.0
# Sourced where FEDX_BUILD is set: Verilator's headers, which are half of what a compiler reads of a small switch.
verilator_include=$(verilator --getenv VERILATOR_ROOT)/include
verilator_headers=("-I$verilator_include" "-I$verilator_include/vltstd")

# read_headers CLANG OPTION...: headers is what has that clang take them as it read them once with these options, of which those
# count that change what it reads. That stays in the build.
read_headers() {
  local stored
  stored=$FEDX_BUILD/tests/headers/$({ printf '%s\n' "$@" && "$1" --version && cat "$verilator_include"/verilated*.h; } | sha256sum | cut -c1-16)
  headers=(-include-pch "$stored.pch")
  [ ! -f "$stored.pch" ] || return 0
  mkdir -p "${stored%/*}"
  # Several are compiled at once: one reads, the others wait.
  (
    flock 9
    [ ! -f "$stored.pch" ] || exit 0
    printf '#include <verilated_save.h>\n' >"$stored.h"
    "$@" "${verilator_headers[@]}" -x c++-header "$stored.h" -o "$stored.new"
    mv "$stored.new" "$stored.pch"
  ) 9>"$stored.lock"
}

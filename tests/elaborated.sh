# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: the RTL as Yosys elaborates it, from which several tests go on. It stays in the build.

# elaborated FILE: the modules of the switch with processes as cells, not yet optimised, as FILE. Who comes first makes it, while
# whoever wants the same waits.
elaborated() (
  local stored=$FEDX_BUILD/tests/elaborated file recipe
  file=$(realpath "$1")
  mkdir -p "${stored%/*}" && exec 9>"$stored.lock" && flock 9
  recipe=$({ cat "$FEDX_SOURCE"/rtl/fedx/* "$FEDX_SOURCE/tests/elaborated.sh" && yosys -V; } | sha256sum)
  if [ "$(cat "$stored.recipe" 2>/dev/null)" != "$recipe" ]; then
    rm -f "$stored.recipe"
    # Deferred: modules are elaborated with the parameters that they get, not with their own before. Cells have the names of
    # files in theirs, and are to be the same in any folder.
    cd "$FEDX_SOURCE" && yosys -q -e . -p "read_verilog -defer -Irtl/fedx $(sed -n "s,.*[.]v$,rtl/fedx/&,p" rtl/fedx/fedx.f | tr '\n' ' ')
      hierarchy -check -top fedx_switch
      proc -noopt
      write_rtlil $stored.il" || return 1
    echo "$recipe" >"$stored.recipe"
  fi
  cp "$stored.il" "$file"
)

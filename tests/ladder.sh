#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The steps that docs/howto/verify-golden-model.md leads through, on each faulty switch of examples/: what every one of them finds by
# itself. Each must be found by the pins, the map and injection, and by the proof of the block that is wrong.
#   ladder.sh               as lines
#   ladder.sh --markdown    as the rows for tests/results_page.py --table ladder
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O1
markdown=${1-}
examples=$FEDX_BUILD/examples
cd "$scratch"

# found STATUS: where and by what the last command found it, or "not found"
found() {
  awk -v status="$1" -v code="$markdown" '
    /^injected / { state = $2 }
    /^mismatch: cycle / { cycle = $3 + 0; field = $6; sub(/:$/, "", field) }
    END {
      if (status == 0) print "not found"
      else if (field == "") print "?"
      else print (state ? "state " state : "cycle " cycle) ", " (code ? "`" field "`" : field)
    }' out
}

# step NAME COMMAND...: leaves what it found in $scratch/NAME
step() {
  local name=$1 status=0
  shift
  "$FEDX" "$@" --quiet >out 2>err </dev/null || status=$?
  [ "$status" -le 1 ] || fail "fedx $*: $(cat err)"
  found "$status" >"$name"
}

# shrunk BUNDLE: packets that are left of it
shrunk() {
  expect 0 "$FEDX" shrink "$1" --trust
  sed -nE 's/^bundle +[^:]*: ([0-9]+) packets?,.*/\1/p' out
}

# proof NAME: of the block that the wrong file is of
proof() {
  local block status=0
  block=$(basename "$(ls "$examples/$1"/fedx_*.v)" .v)
  block=${block#fedx_}
  "$FEDX_SOURCE/sim_scripts/prove.sh" --no-install --dut "$examples/$1/$1.f" --top fedx_switch "$block" >out 2>err || status=$?
  [ "$status" -le 1 ] || fail "prove.sh: $(cat err)"
  echo "$block: $([ "$status" -eq 1 ] && echo different || echo equal)" >proof
}

for name in lost_release limit_dest_off_by_one turn_kept mutant_wrap dup_bit; do
  rm -rf kept pins.bundle map.bundle ./*-small
  dut=(--dut "$examples/$name/$name.f" --top fedx_switch --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep kept)
  step pins verify --dut "$examples/$name/$name.f" --top fedx_switch --bundle pins.bundle
  step map verify "${dut[@]}" --bundle map.bundle
  step inject verify "${dut[@]}" --inject 1000000
  step fabric run --lockstep all --rows 4 --cols 4 --cycles 200000 --load 0.9 "${dut[@]}" --no-bundle
  proof "$name"
  small="$(shrunk pins.bundle), $(shrunk map.bundle) packets"
  ! grep -q "not found" pins map inject || fail "$name: pins: $(cat pins); map: $(cat map); inject: $(cat inject)"
  grep -q different proof || fail "$name: the proof finds nothing: $(cat proof)"
  if [ -n "$markdown" ]; then
    echo "| \`$name\` | $(cat pins) | $(cat map) | $(cat inject) | $(cat fabric) | $(cat proof) | $small |"
  else
    echo "$name: pins: $(cat pins); map: $(cat map); inject: $(cat inject); fabric: $(cat fabric); proof: $(cat proof); shrunk: $small"
  fi
done

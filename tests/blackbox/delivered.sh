#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Faults that change what is delivered: made by `yosys mutate` all over the RTL of the Fed-X switch, evenly over its modules, each tried
# twice. Beside the model, by the packets alone (tests/mutation): is one lost, doubled, damaged, misdelivered or stuck? And as a router of
# any other make (own/fedx.yaml, own/vcr.yaml), by `fedx blackbox`: which check finds it? The virtual-channel router's model has
# settings drawn for it, so it is tried with other settings, too, if need be (vcr_settings.sh), up to those by which it is found.
#   delivered.sh                    108 mutants
#   delivered.sh --sample           9
#   delivered.sh --markdown FILE    all, and the table for tests/results_page.py --table black-box-delivered (or black-box-delivered-vcr) to FILE
#   delivered.sh --router vcr       of the virtual-channel router, with any of these: 72 mutants
#   delivered.sh --keep FOLDER      keep what is made, and go on with it: mutants.txt, packets, results
. "$(dirname "$0")/../common.sh"
set -o pipefail
seed=3 per_block=12 builds=1 tries=30000 cycles=100000 folder=$scratch/all report='' name=fedx
while [ $# -gt 0 ]; do
  case $1 in
    --sample) per_block=1 tries=5000 cycles=20000 quick=1 ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --router)
      [ "${2-}" = vcr ] || fail "--router: ${2-} must be vcr"
      name=vcr unit=router per_block=8 cycles=20000
      shift ;;
    --keep) folder=${2:?--keep needs a folder} && shift ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
. "$here/blackbox/black_box.sh"
home=tests/blackbox/own
if [ $name = vcr ]; then
  . "$here/mutation/vcr_netlist.sh"
  . "$here/blackbox/vcr_settings.sh"
  sources=()
  for part in $modules; do sources+=("$FEDX_SOURCE/rtl/vcr/vcr_$part.v"); done
else
  . "$here/mutation/netlist.sh"
  module=fedx_switch parameters=-
  sources=("$FEDX_SOURCE"/rtl/fedx/fedx_{port_receive,port_transmit,ownership,buffer_store,buffer_pool,admission,route,arbitration,config,switch}.v)
fi
# What is found does not depend on how fast it is.
export CXXFLAGS=-O0
mkdir -p "$folder"
cd "$folder"
cp -r "$FEDX_SOURCE/$home" .
descriptions=("own/$name.yaml")
if [ $name = vcr ]; then
  settings_of_vcr own
  descriptions+=(own/vcr_{torus,deflect_{0,1,2,3},mesh}.yaml)
fi
prepare
last=$(mutants_of 0 | wc -l)

# packets: lines "NUMBER packets CYCLE WHAT"; cycle 0: all came through
if [ ! -f packets ]; then
  build 0
  "$FEDX_BUILD/tests/mutation" "$kind" ./build-0.so 0 "$last" "$tries" packets >packets.new
  mv packets.new packets
fi
grep -q '^0 packets 0 ' packets || fail "the RTL as it stands loses packets"

# wrong: files of the modules with all faults
wrong=()
if [ $name = vcr ]; then
  mutants_of 0 | mutated wrong.raw
  for part in $modules; do
    chosen <"wrong.raw/vcr_$part.v" >"vcr_$part.v"
    wrong+=("$PWD/vcr_$part.v") # or it would be looked for among the others first
  done
else
  yosys -q -p "read_rtlil build-0/mutants.il; splitnets -driver; opt_clean; write_verilog -noattr wrong.raw"
  chosen <wrong.raw >wrong.v
  wrong=(wrong.v)
fi
try_numbers "$last" "${wrong[@]}"

# score FORMAT: a row for each module: mutants, those that change what is delivered, how many of these are found, by which check, and
# how many of the others
score() {
  awk -v report="$1" 'BEGIN { split("lost duplicate misdelivered corrupted order framing stable credits progress reset latency", checks, " ") }
    FILENAME == "mutants.txt" { block[$2] = $3; if (!($3 in seen)) { seen[$3] = 1; name[++blocks] = $3 } next }
    $1 == 0 { next }
    FILENAME == "packets" { changes[$1] = $3 != 0; next }
    { b = block[$1]; all[b]++; all["all"]++
      if (changes[$1]) { of[b]++; of["all"]++ }
      if ($2 == "-") next
      if (changes[$1]) { hit[b]++; hit["all"]++; by[b, $2]++; by["all", $2]++; used[$2] = 1 } else { more[b]++; more["all"]++ } }
    function row(b,  i) {
      printf "| %s | %d | %d | %d |", b, all[b], of[b], hit[b]
      for (i = 1; i in checks; i++) if (used[checks[i]]) printf " %d |", by[b, checks[i]]
      printf " %d |\n", more[b]
    }
    END {
      if (!report) {
        printf "%d mutants; %d change what is delivered, and %d of these are found as a router of any other make; of the others %d\n", all["all"],
          of["all"], hit["all"], more["all"]
        exit
      }
      printf "| module | mutants | change what is delivered | of these found |"
      for (i = 1; i in checks; i++) if (used[checks[i]]) printf " %s |", checks[i]
      printf " found of the others |\n|---|---|---|---|"
      for (i = 1; i in checks; i++) if (used[checks[i]]) printf "---|"
      print "---|"
      for (i = 1; i <= blocks; i++) row(name[i])
      row("all")
    }' mutants.txt packets results
}
score 0
[ -z "$report" ] || score 1 >"$report"
[ "$(awk 'FILENAME == "packets" { changes[$1] = $3 != 0; next } $1 > 0 && changes[$1] && $2 != "-"' packets results | wc -l)" -gt 0 ] ||
  fail "none is found"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same bytes from whatever compiler: results of a program that clang made, against those of the one under test.
#   compilers.sh         what results come from; what stimulates, generates and explains is left out, and these runs do not miss it
#   compilers.sh --all   all of the program
. "$(dirname "$0")/common.sh"
command -v clang >/dev/null || skip "no clang"
libraries=(libxxhash jansson libcyaml expat)
cd "$FEDX_SOURCE"
shopt -s extglob
sources=(cmodel/{base,ranks,topology,traffic,kind,measure,fabric,engine,faults,compare,cover,dut,config,run,results,fedx/model,fedx/kind,fedx/speed,vcr/model,vcr/kind,vcr/speed,axis/model,axis/kind,kinds}/*.c)
read -r -a linked < <(pkg-config --libs "${libraries[@]}")
if [ "${1-}" = --all ]; then
  sources+=("$FEDX_BUILD/claims_texts.c" cmodel/cli/!(codegen*).c cmodel/{cli/*,bench,verilator,gen,blackbox/*,triage,experiment,papers,vcr/bench,vcr/gen,vcr/dut,vcr/triage,fedx/bench,fedx/dut,fedx/gen,fedx/triage,axis/bench,axis/dut,axis/gen,axis/triage}/*.c)
else
  sources+=(cmodel/cli/{fedx,instance}.c cmodel/cli/commands/run_main.c cmodel/cli/common/*.c cmodel/*/bench/*_{keys,results}.c cmodel/papers/po2.c cmodel/axis/{bench/axis_coverage,dut/axis_dut}.c)
  linked+=(-no-pie "-Wl,--unresolved-symbols=ignore-all")
fi
read -r -a flags < <(pkg-config --cflags "${libraries[@]}")
compile() {
  local optimised=-O1 # what simulates; the rest takes longer to optimise than to run
  [[ $1 != cmodel/@(compare|cover|dut|config|run|results|experiment|papers|cli)/* ]] || optimised=-O0
  clang -c -w $optimised -march=native -ffp-contract=off -std=gnu11 -Iinclude -Icmodel/kinds -DFEDX_VERSION='""' -DFEDX_SHARE='""' -DFEDX_OBJECTS='""' \
    -DFEDX_SOURCES='"./"' -DFEDX_DUT_FLAGS='""' -DONE_INSTANCE "${flags[@]}" "$1" -o "$scratch/${1//\//_}.o"
}
in_parallel compile "${sources[@]}"
[ "$failures" -eq 0 ] || fail "clang does not take $failures files"
clang "$scratch"/*.o -o "$scratch/fedx" "${linked[@]}" -lpthread -lm -ldl || fail "clang does not link it"

# A result without the program that it is of.
result() {
  sed -E '/^    "(version|build)": /d' "$1"
}
compared=0
for run in "--load 0.7" "--load 0.9 --workload single --detect-warmup" "--hot-spots random:3:1 --load 0.5" \
  "--source onoff --pattern transpose --schedule alpha" "--rows 5 --latency 2 --routing deterministic --backpressure destination" "--router vcr --topology mesh --load 0.2"; do
  read -r -a options <<<"$run"
  expect 0 "$FEDX" run --cycles 30000 "${options[@]}" --json "$scratch/a.json" --csv "$scratch/a" --trace "$scratch/a.trace"
  expect 0 "$scratch/fedx" run --cycles 30000 "${options[@]}" --json "$scratch/b.json" --csv "$scratch/b" --trace "$scratch/b.trace"
  diff <(result "$scratch/a.json") <(result "$scratch/b.json") || fail "another result from clang: $run"
  diff -r "$scratch/a" "$scratch/b" || fail "other tables from clang: $run"
  cmp "$scratch/a.trace" "$scratch/b.trace" || fail "another trace from clang: $run"
  compared=$((compared + $(cat "$scratch/a.json" "$scratch/a"/* "$scratch/a.trace" | wc -c)))
done
# What is drawn for a stimulus: in the same order, and the same numbers.
if [ "${1-}" = --all ]; then
  ln -s "$FEDX_SOURCE/tb" "$FEDX_SOURCE/rtl" "$scratch" # templates, where a program looks for them
  for router in "" "--router vcr"; do
    # shellcheck disable=SC2086 # two words, or none
    for program in "$FEDX" "$scratch/fedx"; do
      expect 0 "$program" gen-tb $router --verify --cycles 60000 --seed 3 --out "$scratch/testbench"
      mv "$scratch/testbench/stimulus.hex" "$scratch/stimulus-${program//\//_}"
      rm -r "$scratch/testbench"
    done
    cmp "$scratch/stimulus-${FEDX//\//_}" "$scratch/stimulus-${scratch//\//_}_fedx" || fail "another stimulus from clang: gen-tb $router"
    compared=$((compared + $(wc -c <"$scratch/stimulus-${FEDX//\//_}")))
  done
fi
echo "$compared bytes the same from two compilers, ${#sources[@]} files of one by clang"

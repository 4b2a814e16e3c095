#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx bench of a fabric with the options of fedx run: what it prints and writes, beside an earlier run, on two threads, with
# instructions; and what it refuses. Speeds themselves are no test.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
small=(--router vcr-mesh --topology torus --rows 4 --cols 4 --load 0.2 --cycles 20000)
value() { sed -nE "s/^ *\"$1\": ([0-9.e+-]+),?$/\1/p" "$2"; }
positive() { awk -v value="$1" 'BEGIN { exit !(value > 0) }'; }

expect 0 "$FEDX" bench --rounds 3 --json before.json -- "${small[@]}"
grep -qE '^the fabric +[0-9.]+ +[0-9.]+ +[0-9.]+$' out || fail "no row: $(cat out)"
for key in router_cycles_per_second packets_per_second; do
  positive "$(value $key before.json)" || fail "no $key: $(cat before.json)"
done
[ "$(value rounds before.json)" -eq 3 ] || fail "not three rounds: $(cat before.json)"

# A speed twice as high before is half of it now, whatever the machine does: the figure in the file is what counts.
awk '{ if (match($0, /router_cycles_per_second": /)) { print substr($0, 1, RSTART + RLENGTH - 1) "1e30" ($0 ~ /,$/ ? "," : "") } else print }' before.json >fast.json
expect 0 "$FEDX" bench --rounds 1 --against fast.json -- "${small[@]}"
grep -qE '^the fabric .* 0[.]00 times$' out || fail "not beside the file: $(cat out)"
expect 0 "$FEDX" bench --rounds 1 --against before.json -- "${small[@]}"
grep -qE '^the fabric .* [0-9]+[.][0-9]{2} times$' out || fail "not beside the file: $(cat out)"

# Instructions do not depend on what else runs: a lighter load takes fewer of them.
count() {
  expect 0 "$FEDX" bench --rounds 1 --instructions --json "$1" -- --rows 3 --cols 3 --engine event --load "$2" --cycles 100
  value instructions_per_router_cycle "$1"
}
if ! command -v valgrind >/dev/null; then
  refused "valgrind" "$FEDX" bench --rounds 1 --instructions -- "${small[@]}"
  counted="none counted, since there is no valgrind"
elif (valgrind -q --tool=none "$FEDX" run --rows 3 --cols 3 --cycles 100 --quiet >log 2>&1) 2>>log; then
  busy=$(count busy.json 0.6) idle=$(count idle.json 0.05)
  awk -v busy="$busy" -v idle="$idle" 'BEGIN { exit !(idle > 1 && busy > 2 * idle) }' || fail "instructions: $busy at load 0.6, $idle at 0.05"
  counted="$busy instructions a router-cycle at load 0.6, $idle at 0.05"
else
  refused "build with -DFEDX_NATIVE=OFF" "$FEDX" bench --rounds 1 --instructions -- "${small[@]}"
  counted="none counted, since valgrind does not know an instruction of this build"
fi

expect 0 "$FEDX" bench --rounds 1 --threads 2 --json threads.json -- "${small[@]}"
grep -qE '^16 routers [(]vcr-mesh[)], L = 0, event engine: .* 2 threads [0-9.]+ times as fast; 2 copies at once [0-9.]+ times$' out ||
  fail "threads: $(cat out)"
for key in ns_per_router_cycle speed_up speed_up_of_copies; do
  positive "$(value $key threads.json)" || fail "no $key: $(cat threads.json)"
done

refused "options of a fabric go behind --" "$FEDX" bench fabric.yaml
refused "leave out trace" "$FEDX" bench -- "${small[@]}" --trace trace
refused "did not go on at cycle" "$FEDX" bench -- --rows 2 --cols 3 --load 0.7 --stall 1 --engine cycle
refused "must be one of fedx, vcr" "$FEDX" bench -- --router none
refused "--size is a fabric" "$FEDX" bench --size 8 -- "${small[@]}"
refused "--rtl-object is for the table" "$FEDX" bench --rtl-object x.so -- "${small[@]}"
refused "--instructions does not go with --size: it is for the table" "$FEDX" bench --size 8 --instructions
refused "--threads goes with --size, or with a fabric" "$FEDX" bench --threads 2
refused "not written by fedx bench --json in a run like this one" "$FEDX" bench --against threads.json -- "${small[@]}"
echo "3 fabrics measured, $counted; $refused refusals"

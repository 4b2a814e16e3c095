#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Traffic matrices: what is refused, and runs that keep to them, whichever engine, and however many threads and processes there are.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
awk 'BEGIN { for (s = 0; s < 15; s++) for (k = 1; k <= 3; k++) print s, (s + k * k) % 16, 1 + (s * k) % 5 }' >rates.txt
run=("$FEDX" run --rows 4 --cols 4 --matrix rates.txt)
refused "--pattern does not go with --matrix" "${run[@]}" --pattern transpose
refused "--load-unit does not go with --matrix" "${run[@]}" --load-unit link
refused "--hot-spots does not go with --matrix" "${run[@]}" --hot-spots 3
printf '0 1 1 1\n' >bad.txt
refused "--matrix: bad.txt:1: must be a source and a destination, nodes 0 to 15, and a rate from 0 to 1e9" "$FEDX" run --rows 4 --cols 4 --matrix bad.txt
refused "--matrix: cannot read none.txt: No such file or directory" "$FEDX" run --matrix none.txt
refused "--matrix: loads of links are worked out for patterns" "$FEDX" model links --topology mesh --router vcr --rows 4 --cols 4 --routing deterministic --matrix rates.txt

# Nobody sends to whom the matrix does not name, and the silent node sends nothing.
for kind in "--topology mesh --router vcr-mesh" "--topology xmesh"; do
  # shellcheck disable=SC2086 # options
  expect 0 "${run[@]}" $kind --load 0.6 --cycles 40000 --check-engine --record sent.txt --json run.json
  grep -q " events, .* states of switches: 0 differences$" out || { cat out; fail "$kind: the engines are not compared"; }
  awk 'NR == FNR { named[$1, $2] = 1; next } /^#/ { next } { sent++ } !(($2, $3) in named) { wrong++ } END { exit !(sent > 100 && !wrong) }' rates.txt sent.txt ||
    fail "$kind: messages go where the matrix has no rate"
  grep -q '"matrix": "rates.txt"' run.json || fail "the results do not name the matrix"
  cp sent.txt one.txt
  # shellcheck disable=SC2086
  expect 0 "${run[@]}" $kind --load 0.6 --cycles 40000 --engine cycle --threads 2 --record sent.txt
  cmp sent.txt one.txt || fail "$kind: other messages with two threads"
done
echo "$refused errors, both engines of 2 routers, $(grep -vc '^#' one.txt) messages by a matrix"

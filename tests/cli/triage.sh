#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a difference to a small replay: verify and run leave a bundle, replay repeats it, shrink makes it small; and what
# is wrong with a bundle is said. Damaged ones are in bundle_rtl.sh.
. "$(dirname "$0")/../common.sh"
FEDX=$FEDX "$FEDX_SOURCE/tests/mutants/run.sh" --object "$scratch/wrong.so" pool_release_lost
cd "$scratch"
verify=("$FEDX" verify --quiet --rtl-object wrong.so)
says() { grep -qE -- "$1" out || { cat out >&2 && fail "no line like '$1'"; }; }
complains() { grep -qF -- "$1" err || { cat err >&2 && fail "no message '$1'"; }; }

# One switch
expect 1 "${verify[@]}"
says '^bundle      fedx-bundle: [0-9]+ packets, 7 ports, [0-9]+ cycles$'
says "^            repeat with: fedx replay fedx-bundle --rtl-object $PWD/wrong.so; make it small with: fedx shrink fedx-bundle --rtl-object $PWD/wrong.so\$"
repeat=$(sed -nE 's/^            repeat with: fedx ([^;]*);.*/\1/p' out)
difference=$(grep -E '^  buffer_pool' out)
for file in bundle.json report.txt vectors.hex waveform.fst waveform.gtkw testbench/Makefile; do
  [ -s "fedx-bundle/$file" ] || fail "no $file in the bundle"
done
grep -qF -- "$difference" fedx-bundle/report.txt || fail "the report does not tell the difference"
grep -q 'buffer released$' fedx-bundle/report.txt || fail "the report does not tell the history of a packet"
[ "$(sed -n '/^The wires of port/,/^Packets/p' fedx-bundle/report.txt | grep -cE '^  [0-9]+ ')" -eq 21 ] || fail "the report does not show the wires of 21 cycles"
[ "$(grep -vc '^//' fedx-bundle/vectors.hex)" -eq "$(sed -nE '/"difference"/,/}/s/^ +"cycle": ([0-9]+)$/\1/p' fedx-bundle/bundle.json)" ] ||
  fail "the vectors do not end at the difference"
expect 1 eval "\"$FEDX\" $repeat"
says '^the difference that was recorded$'
expect 0 "$FEDX" replay fedx-bundle --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
says '^no difference any more$'
says '^compared    [1-9][0-9]* cycles, [1-9]'

# What is printed to be repeated is read by a shell as it was meant.
cp wrong.so "w' \$(touch ran)\`touch ran\`.so"
expect 1 "$FEDX" verify --quiet --rtl-object "w' \$(touch ran)\`touch ran\`.so" --bundle "b' \$(touch ran)"
cp out printed
sed -nE -e 's/^( *)repeat with: fedx (verify|replay) ([^;]*)(; make it small.*|)$/\2 \3/p' printed | while read -r command; do
  case $command in verify*) command+=" --no-bundle" ;; esac
  expect 1 eval "\"$FEDX\" $command"
done
expect 0 eval "\"$FEDX\" $(sed -nE 's/.*; make it small with: fedx (.*)/\1/p' printed) --seconds 1"
[ ! -e ran ] || fail "a printed command runs what is in a name"

# The same bytes for the same run, and nothing is overwritten.
expect 1 "${verify[@]}"
says '^bundle      fedx-bundle-2: '
diff -r fedx-bundle fedx-bundle-2 || fail "two runs with one seed differ"
expect 2 "${verify[@]}" --bundle fedx-bundle
complains "fedx verify: --bundle: cannot write a bundle to fedx-bundle: it is there already"
expect 2 "${verify[@]}" --bundle nowhere/bundle
complains "fedx verify: --bundle: cannot write a bundle to nowhere/bundle: nowhere: No such file or directory"
expect 2 "${verify[@]}" --waveform -1
expect 1 "${verify[@]}" --no-bundle
[ ! -e fedx-bundle-3 ] || fail "a bundle that nobody wanted"
expect 1 "${verify[@]}" --json - --bundle json
[ -s json/bundle.json ] || fail "no bundle beside JSON"
grep -q '^bundle' out && fail "words in the JSON"
expect 1 "${verify[@]}" --waveform 0 --bundle plain
[ ! -e plain/waveform.fst ] || fail "a waveform that nobody wanted"

# No room: nothing is left behind, and the difference is still told.
status=0
(trap '' XFSZ && ulimit -f 8 && exec "${verify[@]}" --bundle full) >out 2>err || status=$?
[ "$status" -eq 1 ] || fail "exit status $status without room for a bundle"
complains "fedx: no bundle: cannot write full.part/"
says '^mismatch: '
[ ! -e full ] && [ ! -e full.part ] || fail "half a bundle"

# Small
expect 0 "$FEDX" shrink fedx-bundle/ --rtl-object wrong.so
says '^bundle      fedx-bundle-small: [1-9] packets?, [1-7] ports?, [0-9]+ cycles \(from [0-9]+ packets, 7 ports, [0-9]+ cycles\)$'
expect 1 "$FEDX" replay fedx-bundle-small --rtl-object wrong.so
says '^the difference that was recorded$'
says '^mismatch: cycle [0-9]+, node 0, buffer_pool.used: '
expect 0 "$FEDX" replay fedx-bundle-small --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
expect 2 "$FEDX" shrink fedx-bundle --rtl-object wrong.so
complains "fedx shrink: cannot write a bundle to fedx-bundle-small: it is there already"
expect 0 "$FEDX" shrink fedx-bundle-small --rtl-object wrong.so --any --bundle smaller
expect 2 "$FEDX" shrink fedx-bundle --bundle repaired --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
complains "fedx shrink: fedx-bundle: its packets do not show the difference when they are played again"

# A node of a fabric
expect 1 "$FEDX" run --quiet --rows 4 --cols 4 --load 0.9 --cycles 40000 --lockstep all --rtl-object wrong.so --bundle fabric
says '^bundle      fabric: '
grep -qE "^  cycle +[0-9]+  node [0-9]+ (by|from|to) " fabric/report.txt || fail "the report does not tell the way of a packet"
expect 1 "$FEDX" replay fabric --rtl-object wrong.so
says '^mismatch: cycle [0-9]+, node 9, buffer_pool.used: '
says '^the difference that was recorded$'
expect 0 "$FEDX" shrink fabric --rtl-object wrong.so --quiet
says '^bundle      fabric-small: [1-9] packets?, '

# Bundles of others
forged() { # MESSAGE COMMAND...: in a copy of a bundle, of which the list of hashes is then made to fit
  local message=$1 wrong right
  shift
  rm -rf damaged && cp -r fedx-bundle-small damaged
  "$@"
  expect 2 "$FEDX" replay damaged --rtl-object wrong.so
  read -r right wrong <<<"$(sed -nE 's/.* its hash is ([0-9a-f]+), and was ([0-9a-f]+) .*/\1 \2/p' err)"
  [ -n "$wrong" ] || { cat err && fail "a damaged part is not noticed: $*"; }
  sed -i "s/$wrong/$right/" damaged/hashes.txt
  expect 2 "$FEDX" replay damaged --rtl-object wrong.so
  complains "damaged/$message"
}
forged "bundle.json: command: must be a text without control characters" sed -i 's/"command": "/&\\u001b]0;x/' damaged/bundle.json
forged "bundle.json:2: " sh -c 'echo "{" >damaged/bundle.json'
forged "bundle.json: version: must be 3 or 4" sed -i 's/"version": 3/"version": 1/' damaged/bundle.json
forged "bundle.json: format: must be " sed -i 's/"fedx-bundle"/"other"/' damaged/bundle.json
forged "bundle.json: model: must be " sed -i 's/"model": "0x/"model": "x/' damaged/bundle.json
forged "bundle.json: cycle: must be a whole number, 1 or more" sed -i 's/"cycle": [0-9]*/"cycle": 0/' damaged/bundle.json
forged "vectors.hex:5: rx_data must have 14 hexadecimal digits" sed -i '5s/.$//' damaged/vectors.hex
recorded=$(sed -nE 's/^ *"cycles": ([0-9]+)$/\1/p' fedx-bundle-small/bundle.json | head -n 1)
forged "vectors.hex: $((recorded - 1)) cycles in it, where bundle.json says $recorded" sed -i '$d' damaged/vectors.hex
expect 2 "$FEDX" replay nowhere
expect 2 "$FEDX" replay
expect 2 "$FEDX" replay fedx-bundle another
expect 2 "$FEDX" shrink
expect 2 "$FEDX" replay fedx-bundle --rtl-object nowhere.so
echo "bundles of a switch and of a fabric, 8 forged ones"

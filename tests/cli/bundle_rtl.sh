#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The testbench of a bundle has the switch that was tested, also when that was given as an object that a build left
# with --keep, and modules that a list finds by -y. Of an object whose Verilog is not known it has none, and cannot pass.
# What is code in a bundle is run only for who trusts it, and nothing damaged is taken for what was found.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 CXX=$here/quick_clang.sh
cd "$scratch"

# A faulty switch in two folders, one of them a library
cp -r "$FEDX_SOURCE/rtl/fedx" rtl
mkdir library
cp "$FEDX_BUILD/examples/lost_release/fedx_buffer_pool.v" library/
mv rtl/fedx_config.v library/
rm rtl/fedx_buffer_pool.v
grep -vE 'fedx_(buffer_pool|config)' rtl/fedx.f >rtl/wrong.f
echo "-y ../library" >>rtl/wrong.f
expect 1 "$FEDX" verify --quiet --dut rtl/wrong.f --top fedx_switch --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep kept --bundle dut

checked=0
# fails_in_icarus BUNDLE: by its own testbench, in the register that differs
fails_in_icarus() {
  expect 2 make -s -C "$1/testbench" icarus
  grep -q "^difference: cycle .* register buffer_pool.used: " out || { cat out err && fail "$1: Icarus does not show the register"; }
  grep -q "^FAIL: " out || fail "$1: Icarus does not fail"
  checked=$((checked + 1))
}
fails_in_icarus dut
expect 1 "$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --bundle object
grep -q "icarus$" out || fail "the sources of the object are not known"
fails_in_icarus object
cmp kept/fedx_dut.so object/switch.so || fail "the bundle does not hold the object"
expect 1 "$FEDX" run --quiet --lockstep all --rows 4 --cols 4 --cycles 40000 --load 0.9 --rtl-object kept/fedx_dut.so --bundle fabric
fails_in_icarus fabric
mv kept/rtl moved && cp -r moved kept/rtl
expect 0 "$FEDX" shrink object --trust --seconds 5
fails_in_icarus object-small

# no_verilog BUNDLE: says so, and does not pass
no_verilog() {
  grep -q "icarus RTL=FILES (the Verilog of that object is not known)$" out || { cat out && fail "$1: not a word"; }
  [ ! -e "$1/testbench/rtl" ] || fail "$1: Verilog of another switch"
  for target in icarus verilator self-test; do
    expect 2 make -s -C "$1/testbench" "$target"
    grep -q "the Verilog of the switch is not in this folder: name it, make $target RTL=" err || { cat err && fail "$1: $target"; }
    ! grep -q "^PASS" out || fail "$1: passes"
  done
  checked=$((checked + 1))
}
cp kept/fedx_dut.so copy.so
expect 1 "$FEDX" verify --quiet --rtl-object copy.so --bundle copy
no_verilog copy
expect 0 "$FEDX" shrink copy --rtl-object copy.so --seconds 5
no_verilog copy-small
# No testbench has a file whose name make would take for a command.
touch 'kept/rtl/$(touch ran).v'
expect 1 "$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --bundle named
grep -q 'no testbench: .*touch ran).v: rename it' out || { cat out && fail "a name that make would run is not refused"; }
rm 'kept/rtl/$(touch ran).v'
echo "// changed" >>kept/rtl/fedx_dut_wrapper.v
expect 1 "$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --bundle changed
no_verilog changed

# Without --trust no code of a bundle runs: neither its object, nor one that it names, nor its testbench.
says() { grep -qF -- "$1" out err || { cat out err >&2 && fail "no '$1'"; }; }
evil() { # FOLDER: everything in it that could run leaves a file "ran"
  cp -r dut "$1"
  printf '#include <stdio.h>\n__attribute__((constructor)) static void run(void) { fclose(fopen("%s/ran", "w")); }\n' "$PWD" >evil.c
  cc -shared -fPIC -o "$1/switch.so" evil.c
  printf 'icarus verilator:\n\ttouch %s/ran\n' "$PWD" >"$1/testbench/Makefile"
  sign "$1"
}
sign() { # FOLDER: whoever can change the parts can change their hashes
  local right wrong i
  for i in 1 2 3 4; do
    "$FEDX" replay "$1" --trust --second-opinion >sign 2>&1 </dev/null || true
    read -r right wrong <<<"$(sed -nE 's/.* its hash is ([0-9a-f]+), and was ([0-9a-f]+) .*/\1 \2/p' sign)"
    [ -n "$wrong" ] || break
    sed -i "s/$wrong/$right/" "$1/hashes.txt"
  done
  rm -f ran
}
bad() { # SENTENCE COMMAND...: and nothing runs
  refused "$1" "$FEDX" "${@:2}"
  [ ! -e ran ] || fail "code ran: ${*:2}"
  checked=$((checked + 1))
}
expect 1 "$FEDX" replay dut --trust
says "the difference that was recorded"
evil evil
bad "evil: its router, switch.so, is code, and is loaded only with --trust" replay evil
bad "fedx shrink: evil: its router, switch.so, is code, and is loaded only with --trust" shrink evil
bad "--second-opinion runs the testbench of the bundle, which is code: give --trust too" replay evil --second-opinion
expect 2 "$FEDX" replay evil --trust
[ -e ran ] || fail "the test shows nothing: with --trust it does not run either"
rm ran
bad "copy: it was made with $PWD/copy.so, which is not in it: name a build by --rtl-object FILE" replay copy --trust
expect 0 "$FEDX" replay evil --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
[ ! -e ran ] || fail "code ran"
# A configuration and an experiment name no code either.
printf 'fabric:\n  rtl_object: %s\n  lockstep: all\n' "$PWD/evil/switch.so" >evil.yaml
bad "evil.yaml names code to run, and a file is not enough for that: if it is what you want, give it by --rtl-object $PWD/" run evil.yaml
bad "evil.yaml names code to run" report evil.yaml
printf 'title: a\npaper: a\ny: cycles\ny_label: a\nx: traffic.load\nvalues: [0.2]\nseeds: 1\nbase: [fabric.rtl_object=%s, fabric.lockstep=all]\ncurves: [{name: a}]\n' \
  "$PWD/evil/switch.so" >sweep.yaml
bad "fabric.rtl_object cannot be in an experiment: give it by --set" sweep sweep.yaml --out swept
sed -i 's/fabric.rtl_object=[^,]*/output.record=recorded/' sweep.yaml
bad "output.record cannot be in an experiment: only fedx run writes files of its own" sweep sweep.yaml --out swept

# A part that is damaged is refused: a bit of it, all of it, its line in the list.
flip() { # FILE BYTE: its lowest bit
  # shellcheck disable=SC2059 # the format is the byte
  printf "\\x$(printf %02x $((0x$(od -An -tx1 -j "$2" -N 1 "$1" | tr -d ' ') ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
damaged() { # SENTENCE COMMAND...: of a copy
  local sentence=$1
  shift
  rm -rf damaged && cp -r dut damaged
  "$@"
  bad "$sentence" replay damaged --trust --second-opinion
}
for part in bundle.json vectors.hex report.txt switch.so waveform.fst waveform.gtkw testbench/Makefile testbench/rtl/fedx_dut_wrapper.v; do
  for i in 1 2 3 4; do
    damaged "damaged/$part is damaged" flip "damaged/$part" $((i * $(wc -c <"dut/$part") / 5))
  done
  damaged "cannot read damaged/$part: No such file" rm "damaged/$part"
done
for i in $(seq 0 37 "$(($(wc -c <dut/hashes.txt) - 1))"); do
  damaged "damaged" flip damaged/hashes.txt "$i"
done
damaged "damaged/hashes.txt is damaged: a part is missing in it" sed -i '/ vectors.hex/d' damaged/hashes.txt
damaged "damaged/hashes.txt is damaged: a part is missing in it" sed -i '/ switch.so/d' damaged/hashes.txt
damaged "damaged/hashes.txt is damaged: take another copy of the bundle" sed -i 's/bundle.json/bundle.\x01json/' damaged/hashes.txt
damaged "of an older version, which did not say what is whole" rm damaged/hashes.txt
echo "$checked testbenches of bundles, code that did not run, and damaged bundles"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proofs of routers from their descriptions: of a right one properties are proved at the smallest size; mistakes are found and confirmed,
# among them one that no random packet meets; what no proof takes is refused. The filter has byte enables, marked drops, a parity and a pause. --long: the examples, right and with each mistake.
. "$(dirname "$0")/../../case.sh"
command -v yosys >/dev/null || skip "no yosys"
command -v berkeley-abc yosys-abc abc >/dev/null || skip "no abc"
sources
prove=("${verify[@]}" switch.yaml --prove --keep kept)
wrongs=2 # FAULT_CHANGE and an assertion, and those of wrong

cp switch.yaml plain.yaml
sed -i '$a bounds: {starvation: 6}\ninvariants: "!(busy[0] && busy[1]) || owner[0] != owner[1]"' switch.yaml
expect 0 "${prove[@]}" --seconds 150 --json right.json
said '^proofs +misdelivered +proved, '
for property in duplicate order length framing lost stuck reset starvation invariant assertion; do said "^ +$property +proved, "; done
for cover in "goes in" "comes out" follows; do said "^ +$cover +reachable in [1-9]"; done
said '^proved of   switch with WIDTH=16, WRONG=0: 2 inputs, 2 outputs'
said 'the smallest sizes of the sweep'
judged() { # FILE: results are what the schema says
  ! python3 -c 'import jsonschema' 2>/dev/null || "$here/cli/schema.py" "$FEDX_SOURCE/docs/reference/results.schema.json" "$1" >/dev/null
}
judged right.json
for file in prove_top.v prove_assert.v prove.sby prove.aig; do [ -s "kept/proof/$file" ] || fail "no $file"; done
# SymbiYosys reads the files so.
(cd kept/proof && sed -n '/^\[script\]/,/^$/p' prove.sby | sed '1d; s/^read -formal/read_verilog -formal -sv/' >sby.ys && yosys -q sby.ys) || fail "prove.sby"

# What was answered is not asked again.
touch kept/proof/mark
expect 0 "${prove[@]}" --seconds 150
[ ! kept/proof/prove.aig -nt kept/proof/mark ] || fail "the circuit was made once more"

# A circuit that does otherwise than the simulated router is not that router's.
said '^circuit .*; compared with the simulated router for [1-9][0-9]{2,} cycles: the same$'
"${verify[@]}" switch.yaml --prove --seconds 1 --parameter WRONG=4 --keep other --no-bundle >out 2>err || true
cp other/proof/router.aig kept/proof/router.aig
refused_first "fedx blackbox: switch.yaml:1: --prove: Yosys reads the router otherwise than Verilator: " "${prove[@]}"

# What is said of the inside of the router, and is wrong.
sed 's/owner\[1\]/ownr[1]/' switch.yaml >refused.yaml
refused_first 'fedx blackbox: refused.yaml:13: invariants: switch has no wire or register ownr in the circuit that Yosys reads: did you mean owner' \
  "${verify[@]}" refused.yaml --prove --keep kept
sed 's/!(/(/; s/)/))/' switch.yaml >refused.yaml
refused_first 'fedx blackbox: --prove: Yosys does not read the router: refused.yaml:13: syntax error' "${verify[@]}" refused.yaml --prove --keep kept
sed 's/^invariants: .*/invariants: ["busy != 3", "turn[0] == turn[0]"]\nchecks: {misdelivered: no}/' switch.yaml >inside.yaml
expect 1 "${verify[@]}" inside.yaml --prove --keep kept --seconds 10 --json inside.json
judged inside.json
said '^proofs +duplicate '
said '^ +invariant +WRONG: 2 cycles, .*: busy != 3$'
# A counterexample that has gone is found again, though its answer is there.
rm kept/proof/*.cex
expect 1 "${verify[@]}" inside.yaml --prove --keep kept --seconds 10
said '^ +invariant +WRONG: 2 cycles, .*: busy != 3$'
rm -r kept other

# Assertions that Yosys does not read as they are; one is left out, and said to be.
sed '/^        if (!rst)$/,$d' switch.v >sva.v
cat >>sva.v <<'V'
        if (!rst && &busy && owner[0] == owner[1]) $fatal(1, "two outputs of one input");
    property kept;
        @(posedge clk) disable iff (rst) busy[0] && !moves[0] |=> busy[0] == (WRONG != 8);
    endproperty
    a_kept: assert property (kept) else $error("not kept");
    assert property (@(posedge clk) disable iff (rst) $countones(busy) < 3);
endmodule
V
sed 's/switch[.]v/sva.v/' plain.yaml >sva.yaml
expect 1 "${verify[@]}" sva.yaml --prove --seconds 10 --no-bundle --parameter WRONG=8 --json sva.json
said '^ +assertion +WRONG: .*a_kept$'
said '^left out +1 assertion: '
jq -e '.assertions_left_out == 1' sva.json >out || fail "$(cat sva.json)"
if [ -n "$long" ]; then
  expect 0 "${verify[@]}" sva.yaml --prove --seconds 60
  said '^ +assertion +proved, '
fi

# A reset in the middle: a router that relies on what a register was at power-up is right behind it, too. One that breaks an invariant there
# is found, though the invariant is proved and given to proofs of the first reset.
expect 0 "${verify[@]}" ring.yaml --prove --seconds 300
said '^ +reset +proved, '
said '^undecided +0 of 11 properties'
expect 1 "${verify[@]}" worn.yaml --prove --seconds 120 --no-bundle
said '^ +reset +WRONG: 2[0-9]{2} cycles, '
said '^ +invariant +proved, '
wrongs=$((wrongs + 1))

# Packets that must be dropped, for no output or with a wrong parity, go in among the others.
expect 0 "${verify[@]}" stray.yaml --prove --seconds 300
said '^ +illegal +holds, '
! grep -q '^not proved' out || fail "illegal traffic is said not to be proved"

# Packets that are too long, too short or have gaps, and a valid that is taken back, leave nothing behind. Where that takes a reset, a
# proof of one in any state is enough.
expect 0 "${verify[@]}" rough.yaml --prove --seconds 300 --keep rough
said '^ +recovers +proved, '
said '^undecided +0 of 11 properties'
! grep -q '^not proved' out || fail "illegal traffic is said not to be proved"
# Other programs may ask for any output bad_...: those of legal traffic are 0 in such episodes, too.
strings -a rough/proof/prove.aig | sed -n 's/^o\([0-9]*\) bad_.*/\1/p' | sort -n >bads
abc=$(command -v berkeley-abc || command -v yosys-abc || command -v abc)
expect 0 "$abc" -c "read_aiger rough/proof/like.aig; strash; cone -s -O $(head -n 1 bads) -R $(wc -l <bads); orpos; bmc3 -g -F 10; print_status"
said '^No output asserted in 10 frames'
sed 's/withdrawn: yes/withdrawn: yes, recovers: reset/' rough.yaml >rough_reset.yaml
if [ -n "$long" ]; then
  expect 0 "${verify[@]}" rough_reset.yaml --prove --seconds 300 --parameter WRONG=2
  said '^ +revives +proved, '
  said '^undecided +0 of 11 properties'
fi

# What is too large has a smaller size.
expect 0 "$FEDX" blackbox --quiet "$FEDX_SOURCE/examples/your-router/stream_mux.yaml" --prove --seconds 1
said '^smaller +try --parameter INPUTS=2: it is proved sooner'
# A flit that waits makes way for another one, which is right by itself.
expect 1 "$FEDX" blackbox --quiet "$FEDX_SOURCE/examples/your-router/stream_mux.yaml" --define FAULT_CHANGE --prove --seconds 20 --no-bundle
said '^ +stable +WRONG: '

# wrong DESIGN NUMBER BUNDLE PROPERTIES [PACKETS]: it is found, with these properties, and every simulator shows it, with 1 to 3 packets or so many
wrong() {
  wrongs=$((wrongs + 1))
  expect 1 "${verify[@]}" "$1.yaml" --prove --seconds 120 --parameter WRONG="$2" --bundle "$3"
  said "^(proofs)? +($4) +WRONG: "
  shown "$3" "${5:-[1-3]}"
}
wrong switch 2 value corrupted
# A packet that nobody sent has no mark, if marks are ones; it needs none that was sent.
wrong switch 10 nobody 'misdelivered|duplicate|length' '[0-3]'
# A packet that is dropped ends another one.
wrong stray 3 torn illegal
# A valid that was taken back shuts its input, and a packet that was too long does, whatever resets.
wrong rough 1 shut recovers '[1-6]'
wrong rough_reset 5 for_ever revives '[1-6]'
# All flits of a packet, with the right data, in another order.
wrong swap 1 overtakes 'length|reset'
# An assertion of the router, of which Icarus only says that it failed.
wrong switch 6 asserted assertion
# A router that looks at a bit is not proved with marks in this bit: "kind" of a filter.
wrong filter 2 looked corrupted
if [ -n "$long" ]; then
  expect 0 "${verify[@]}" filter.yaml --prove --seconds 150
  for property in misdelivered duplicate corrupted order length framing stable marked lost stuck; do said "^(proofs)? +$property +proved, "; done
  expect 0 "${verify[@]}" swap.yaml --prove --seconds 100
  said '^undecided +0 of 10 properties'
  wrong switch 1 within 'framing|length|duplicate|corrupted|stable'
  wrong switch 7 kept_on reset
  wrong switch 5 first starvation
  wrong switch 3 vanish 'lost|stuck|stable'
  for number in 1 2 4 5; do wrong stray "$number" "stray$number" illegal; done
  for number in 2 3 4; do wrong rough "$number" "rough$number" recovers '[1-6]'; done
  wrong filter 1 passed marked
  wrong filter 3 pause lost
  # What is dropped though it is alone may not be: a packet of one flit, while others go on.
  sed '$a drops: {when: busy}' switch.yaml >busy.yaml
  wrong busy 4 alone lost
fi

# refuses KEY LINE SED: a description with something that no proof takes
refused=0
refuses() {
  sed "$3" plain.yaml >refused.yaml
  refused_first "fedx blackbox: refused.yaml:$2: --prove does not take $1: verify this router without --prove" "${verify[@]}" refused.yaml --prove
  refused=$((refused + 1))
}
refuses 'computed: fields over a whole packet' 8 's/^fields: .*/fields: {data: WIDTH, last: 1, to: 1, odd: {width: 1, scope: last}}\ncomputed: {odd: {rule: parity-odd, over: data}}/'
refuses 'fields with two widths' 7 's/^fields: .*/fields: {data: {inputs: 32, outputs: 16}, last: 1, to: {width: 1, scope: packet}}/'
refuses 'packets for several outputs' 9 's/^destination: .*/destination: all/'
refuses 'sideband: every: more than 60' 12 '$a sideband: {slot: {every: 61}}'
refuses 'sideband: outputs that count or pulse' 12 '$a sideband: {inside: {count: whole, width: 4}}'
refuses 'framing: codes that do not tell the end of a packet' 8 '$a framing: {by: type, field: data, width: 2, head: 1, body: 2, tail: 2}'
refuses 'depth: more than 255 credits' 11 '11s/valid-ready, pins: {\(.*\)ready: "out_ready\[\]", /credit, depth: 300, pins: {\1credit: "out_ready[]", /'
refuses 'several clocks' 5 's/^clock: .*/clocks: [clk, other]/; s/{count/{clock: clk, count/'
refuses header 10 's/to: 1/to: 1, kind: 1/; s/, pins: {valid: "\([a-z]*\)/, header: {pins: {valid: "\1_head[]", ready: "\1_taken[]", kind: "\1_kind[]"}}&/'
refuses responses 12 '$a responses: {fields: {d: 4}, framing: {by: single}, packets: {max_flits: 1}, order: all, \
  inputs: {count: 2, interface: valid-ready, pins: {valid: "v[]", ready: "r[]", d: "d[]"}}, \
  outputs: {count: 2, interface: valid-ready, pins: {valid: "w[]", ready: "s[]", d: "e[]"}}}'
classes=$FEDX_SOURCE/tests/cases/blackbox/classes/counter.yaml
refused_first "fedx blackbox: $classes:19: --prove does not take classes: verify this router without --prove" "${verify[@]}" "$classes" --prove
refused_first 'fedx blackbox: --seconds goes with --prove' "${verify[@]}" switch.yaml --seconds 5
nothing_left

# The examples.
if [ -n "$long" ]; then
  "$here/blackbox_proofs.sh" --quick
  # Two channels that take turns: lost and stuck show with few idle cycles, and then not with traffic as the bench sends it.
  expect 0 "${verify[@]}" "$FEDX_SOURCE/examples/your-router/vc_router.yaml" --prove --parameter PORTS=2 --parameter DEPTH=2 \
    --parameter WIDTH=10 --seconds 100
  ! grep -q 'NOT CONFIRMED' out || { cat out; fail "a right router with two channels is not confirmed"; }
fi
echo "$([ -n "$long" ] && echo 6 || echo 3) right designs proved, $wrongs wrong, $refused refused"

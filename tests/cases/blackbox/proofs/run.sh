#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proofs of a router from its description: of a right one properties are proved at the smallest size; mistakes are found and confirmed,
# among them one that no random packet meets; what no proof takes is refused. --long: the examples, right and with each mistake.
. "$(dirname "$0")/../../case.sh"
command -v yosys >/dev/null || skip "no yosys"
command -v berkeley-abc yosys-abc abc >/dev/null || skip "no abc"
sources
prove=("${verify[@]}" switch.yaml --prove --keep kept)

expect 0 "${prove[@]}" --seconds 150 --json right.json
said '^proofs +misdelivered +proved, '
for property in duplicate order length framing lost stuck; do said "^ +$property +proved, "; done
for cover in "goes in" "comes out" follows; do said "^ +$cover +reachable in [1-9]"; done
said '^proved of   switch with WIDTH=16, WRONG=0: 2 inputs, 2 outputs'
said 'the smallest sizes of the sweep'
! python3 -c 'import jsonschema' 2>/dev/null || python3 - "$FEDX_SOURCE/docs/reference/prove.schema.json" right.json <<'P'
import json, jsonschema, sys
schema, results = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.validate(results, schema)
P
for file in prove_top.v prove_assert.v prove.sby prove.aig; do [ -s "kept/proof/$file" ] || fail "no $file"; done

# What was answered is not asked again.
touch kept/proof/mark
expect 0 "${prove[@]}" --seconds 150
[ ! kept/proof/prove.aig -nt kept/proof/mark ] || fail "the circuit was made once more"

# wrong NUMBER BUNDLE PROPERTIES: it is found, with these properties, and every simulator shows it
wrong() {
  expect 1 "${verify[@]}" switch.yaml --prove --seconds 120 --parameter WRONG="$1" --parameter WIDTH=32 --bundle "$2"
  said "^(proofs)? +($3) +WRONG: "
  shown "$2" '[1-3]'
}
wrong 2 value corrupted
[ -z "$long" ] || wrong 1 within 'framing|length|duplicate|corrupted|stable'
[ -z "$long" ] || wrong 3 vanish 'lost|stuck|stable'

# refuses SED WORDS: a description with something that no proof takes
refuses() {
  sed "$1" switch.yaml >refused.yaml
  refused_first "fedx blackbox: refused.yaml:$2" "${verify[@]}" refused.yaml --prove
}
refuses '$a drops: {marked: {field: data, shift: 9, width: 1, value: 1}}' '12: --prove does not take drops: marked: verify this router without --prove'
refuses 's/^fields: .*/fields: {data: WIDTH, last: 1, to: 1, odd: 1}\ncomputed: {odd: {rule: parity-odd, over: data}}/' \
  '8: --prove does not take computed: verify this router without --prove'
refused_first 'fedx blackbox: --seconds goes with --prove' "${verify[@]}" switch.yaml --seconds 5
nothing_left

# The examples.
if [ -n "$long" ]; then
  "$here/blackbox_proofs.sh" --quick
fi
echo "1 right design proved, $([ -n "$long" ] && echo 3 || echo 1) wrong, 3 refused"

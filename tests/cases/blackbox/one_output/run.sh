#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One output needs no destination. Bits that never changed are named, each with the reason.
. "$(dirname "$0")/../../case.sh"
sources
expect 0 "${verify[@]}" slice.yaml --json bits.json
said 'never changed: user: the description gives the field a value'
python3 -c 'import json, sys
run = json.load(open("bits.json"))
names = [(u["field"], u["low"], u["high"], u["inputs"]) for u in run["unchanged"]]
sys.exit(0 if names == [("user", 0, 3, 1)] and run["sustained"] >= 10000 else str(names))' || fail "unchanged bits in JSON"
expect 1 "${verify[@]}" slice.yaml --parameter STUCK=1 --no-bundle
said '^corrupted: '
sed '/^packets/a destination: {field: data, width: 1, value: [0]}' slice.yaml >told.yaml
expect 0 "${verify[@]}" told.yaml --parameter STUCK=1
said 'never changed: bit 0 of data: one output needs no destination'
echo "4 bits that never change, and one that is stuck"

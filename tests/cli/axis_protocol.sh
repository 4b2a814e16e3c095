#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The protocol of the AXI4-Stream switch is proved from its description alone (examples/axis/small.yaml), and nothing wrong is found.
. "$(dirname "$0")/../common.sh"
command -v yosys >/dev/null || skip "no yosys"
command -v verilator >/dev/null || skip "no verilator"
cd "$scratch"
expect 0 "$FEDX" blackbox "$FEDX_SOURCE/examples/axis/small.yaml" --prove --seconds 1800
cat "$scratch/out"
for property in misdelivered duplicate corrupted length framing stable stuck; do
  grep -qE "^(proofs)? +$property +proved, " "$scratch/out" || fail "$property is not proved"
done

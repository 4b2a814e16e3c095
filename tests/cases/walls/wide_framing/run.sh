#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A field of more than 64 bits that says how packets end: its codes are those of 64 bits, and none of them is too large.
. "$(dirname "$0")/../../case.sh"
module m >m.v
for width in 63 64 65 68 92 128; do
  description m m.v | sed -e "s/^fields:.*/fields: {data: 16, kind: $width}/" -e 's/^framing:.*/framing: {by: type, field: kind, head: 20, body: 0, tail: 40, single: 60}/' \
    -e 's/^packets:.*/packets: {min_flits: 1, max_flits: 4}/' -e 's/data: in_data/&, kind: in_kind/' -e 's/data: out_data/&, kind: out_kind/' >m.yaml
  refused_first 'in_kind' "$FEDX" blackbox m.yaml
done
sed -i 's/kind: 128/kind: 5/' m.yaml
refused 'a code has more than 5 bits' "$FEDX" blackbox m.yaml
echo "$refused widths"

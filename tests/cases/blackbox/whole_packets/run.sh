#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packets longer than a queue that stores them whole are no fault of the router: a failure comes with a hint.
. "$(dirname "$0")/../../case.sh"
sources
expect 1 "${verify[@]}" store.yaml --no-bundle
said '^hint        the router holds 16 flits .* packets.max_flits \(line 6\) must not be more$'
expect 1 "${verify[@]}" store.yaml --parameter DROP=1 --no-bundle
said '^hint        the longest packet .* lower packets.max_flits \(line 6\), or say drops: \{longer: N\}'
sed 's/max_flits: 24/max_flits: 16/' store.yaml >short.yaml
expect 0 "${verify[@]}" short.yaml
echo "2 hints"

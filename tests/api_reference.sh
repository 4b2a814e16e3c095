#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference of the interfaces: Doxygen has no warning about the installed headers, and pages of the manual have every
# struct with its fields, also those that macros make from tables, and every function. Without its comment, a function is
# a warning.
. "$(dirname "$0")/common.sh"

# Without Doxygen the target api says what to do.
expect 2 "$FEDX_SOURCE/cmodel/api/reference.sh" DOXYGEN-NOTFOUND "$FEDX_SOURCE/include" 1.2.3 2026-01-02 "$scratch/api"
grep -q "doxygen is missing: sim_scripts/install_deps.sh --docs installs it" "$scratch/err" || fail "$(cat "$scratch/err")"
[ ! -e "$scratch/api" ] || fail "an empty reference is left"
command -v doxygen >/dev/null || skip "no doxygen: sim_scripts/install_deps.sh --docs; no comment of a header was checked"

# reference INCLUDE: makes $scratch/api; $scratch/err has the warnings
reference() {
  expect 0 "$FEDX_SOURCE/cmodel/api/reference.sh" doxygen "$1" 1.2.3 2026-01-02 "$scratch/api"
}
reference "$FEDX_SOURCE/include"
[ ! -s "$scratch/err" ] || fail "Doxygen warns: $(head -n 20 "$scratch/err")"

# page NAME: prints its page in plain text, a sentence per line
page() {
  local file=$scratch/api/man3/$1.3
  [ -f "$file" ] || fail "no page $1(3)"
  (cd "$scratch/api" && sed -n 's/^\.so //p' "$file" | grep . || echo "$file") | (cd "$scratch/api" && xargs cat) |
    sed 's/\\f[A-Z]//g; s/\\&//g; s/\\-/-/g'
}

# has NAME TEXT...: its page has each text
texts=0
has() {
  local name=$1 text
  shift
  page "$name" >"$scratch/page"
  for text; do
    grep -qF -- "$text" "$scratch/page" || fail "$name(3) does not have: $text"
    texts=$((texts + 1))
  done
}
has fedx_switch_step 'fedx_switch.h" 3 "2026-01-02" "Fed-X 1.2.3"' '#include <fedx/switch.h>' "Advance one clock cycle." \
  "what the far ends of all cables drive in this cycle"
has vcr_router_create "vcr_parameters_wrong() refuses the configuration"
has vcr_terminal_packet "length * words words, the head flit first"
has fedx_pins "fedx_port_set fedx_pins::turn" "ownership level. Bits per port: 1. Value if not connected: 0."
has fedx_port_receive "section 5" "uint8_t fedx_port_receive::buf[FEDX_PORTS]" \
  "buffer that the arriving packet was given. Bits per lane: FEDX_BUFFER_BITS. Reset value: 0."
has vcr_input "uint16_t vcr_input::age[VCR_MOST_LANES]" "Bits per lane: 16."
has vcr_terminal_control "packet[VCR_MOST_PACKET_WORDS]"
has lanes '#include <fedx/lanes.h>' "bits per lane"
has rng_next "Draw 64 random bits."
has reg_info "what the register holds, in one line"
has fedx_params.h FEDX_PACKET_BYTES "paper section 2: standard packet. Unit: bytes." FEDX_REJECT_THROTTLED
has vcr_params.h VCR_MOST_PORTS
has fedx_switch_model "tx_turn"
has vcr_router_model "rx_credit"

# Every register has its field, and every function of the interface its page.
fields=0
while read -r kind block name; do
  grep -qE "^\.SS \".*${kind}_$block::$name\b" "$scratch/api/man3/${kind}_$block.3" || fail "${kind}_$block(3) has no field $name"
  fields=$((fields + 1))
done < <(for kind in fedx vcr axis; do
  sed -nE "s/^ +REG\(([a-z_]+), +[A-Z_]+, +([a-z_0-9]+),.*/$kind \1 \2/p" "$FEDX_SOURCE"/include/$kind/*_regs.def
done)
functions=0
while read -r name; do
  [ "$name" != vcr_lanes_behind ] || continue
  page "$name" | grep -qF "$name" || fail "$name is not on its page"
  functions=$((functions + 1))
done < <(sed -nE 's/^[a-z].*[ *]((fedx|vcr|axis|lane|pin|reg|rng)_[a-z_]+)\(.*/\1/p' "$FEDX_SOURCE"/include/*/{switch,header,router,terminal,regs,lanes,rng}.h)
[ "$fields" -gt 150 ] && [ "$functions" -gt 70 ] || fail "only $fields fields and $functions functions looked for"
! grep -lE '\{\{|\}\}' "$scratch/api"/man3/* "$scratch/api"/html/*.html || fail "marks of descriptions are left in these pages"
if command -v groff >/dev/null; then
  # Links to other pages are no text.
  grep -L '^\.so ' "$scratch"/api/man3/*.3 | xargs groff -ww -man -K utf8 -z >"$scratch/warnings" 2>&1 || fail "groff cannot read the pages"
  [ ! -s "$scratch/warnings" ] || fail "groff warns: $(head -n 3 "$scratch/warnings")"
fi

# A function, a field and a struct without a comment are three warnings.
mkdir "$scratch/include"
cp -r "$FEDX_SOURCE"/include/* "$scratch/include"
sed -i '/Free a switch/d; s|/\*\*< ports, 2 to 12 \*/||' "$scratch"/include/*/*.h
sed -i '/@struct vcr_crossbar/,/\*\//d' "$scratch/include/vcr/vcr_regs.def"
reference "$scratch/include"
for text in "fedx/switch.h:.*fedx_switch_destroy" "vcr/params.h:.* ports .*vcr_parameters" "vcr/regs.h:.*vcr_crossbar"; do
  grep -qE "^$text.* is not documented" "$scratch/err" || fail "no warning of $text: $(cat "$scratch/err")"
done
[ "$(wc -l <"$scratch/err")" -eq 3 ] || fail "other warnings: $(cat "$scratch/err")"
echo "no warnings; $fields fields, $functions functions and $texts texts are on their pages; 3 missing comments are found"

# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: what was proved before, in proofs/<kind>/proved.txt. A row is good for the same RTL, assumptions and way of
# proving, and for a C that is translated to the same Verilog; one that has not changed is not even translated. Comments do
# not count. Uses work, kind, buffers, build and rtl of proof_options.sh, and sources, the source_key.
proved_file=proofs/$kind/proved.txt

# proof_text: all that proofs are made of but the C. Yosys heeds some comments.
proof_text() {
  sed -E '/"|synopsys|synthesis/! s,//.*,,; s/[ \t]+$//; /^$/d' "$rtl"/*.v "$rtl"/*.vh proofs/common/*.v proofs/"$kind"/*.v
  sed '/^ *#/d' "sim_scripts/proof_$kind.sh" sim_scripts/proof_block.sh
}

# source_text: ... and the C as the compiler sees it, with what translates it
source_text() {
  proof_text
  for file in "${model_sources[@]}"; do
    clang -E -P "${model_flags[@]}" "$file" || return 1
  done
  cat proofs/common/ir_verilog.c
  clang --version
  opt --version
}

digest() {
  sha256sum | cut -d' ' -f1
}

# circuit_key BLOCK: a digest of all that its proof is about, once it is translated
circuit_key() {
  { cat "$work/$1/c.v" "$work/$1/ports" && proof_text; } | digest
}

# source_key: the same of all blocks, before
source_key() {
  source_text | digest
}

# label BLOCK: what that file calls it
label() {
  case $kind:$buffers in
    vcr:*) echo "$1-$build" ;;
    *:10) echo "$1" ;;
    *) echo "$1-$buffers" ;;
  esac
}

# recorded BLOCK COLUMN KEY: the outputs that were proved of the same
recorded() {
  awk -v block="$(label "$1")" -v column="$2" -v key="$3" \
    '$1 == block && $column == key { print $3; found = 1 } END { exit !found }' "$proved_file"
}

recorded_circuit() {
  recorded "$1" 2 "$(circuit_key "$1")"
}

recorded_sources() {
  recorded "$1" 4 "$sources"
}

# record: what is proved now, in place of what was recorded of these blocks
record() {
  local block name bits verdict proved
  for block in "${chosen[@]}"; do
    [ -s "$work/$block/row" ] || continue
    read -r name bits _ verdict proved _ <"$work/$block/row"
    [ "$verdict" != equal ] || [ "$bits" = - ] || echo "$(label "$name") $(circuit_key "$block") $proved $sources"
  done >"$work/rows"
  [ -s "$work/rows" ] || return 0
  awk 'FNR == NR { row[$1] = $0; order[++n] = $1; next }
    !($1 in row)
    $1 in row && row[$1] { print row[$1]; row[$1] = "" }
    END { for (i = 1; i <= n; i++) if (row[order[i]]) print row[order[i]] }' "$work/rows" "$proved_file" >"$work/proved.txt"
  cp "$work/proved.txt" "$proved_file"
}

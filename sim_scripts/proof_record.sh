# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: proofs/<kind>/proved.txt records what was proved before. A row has two keys and counts if one of them matches:
#   of the sources  covers RTL and assumptions without comments, the tokens of the C, and the commands that the tools get. The
#                   tools do not change it, nor does a script that is written otherwise but gives the same commands.
#   of the circuit  has the C as translated to Verilog instead, so a change of the C without effect does not change it.
#                   Another LLVM translates otherwise, so only the tools of the row find this key again.
# A block without a match is stale. Uses work, kind, buffers, build and rtl of proof_options.sh, and the tools of proof_tools.sh.
proved_file=proofs/$kind/proved.txt

# without_rules FILE...: print files without the lines from `ifdef KIND_RULES to its `endif, which the proofs do not define
without_rules() {
  awk '/^`ifdef (FEDX|VCR)_RULES$/ { left_out = 1; next }
    left_out { left_out += /^`if/ - /^`endif/; next }
    { print }' "$@"
}

# proof_text: print RTL, assumptions and Yosys maps without comments. Yosys obeys comments that name synthesis; they stay.
proof_text() {
  without_rules "$work/$rtl"/*.v "$work/$rtl"/*.vh proofs/common/*.v proofs/"$kind"/*.v |
    sed -E '/"|synopsys|synthesis/! s,//.*,,; s/[ \t]+$//; /^$/d'
  find "proofs/$kind" -name '*.awk' -exec sed '/^ *#/d' {} +
}

# tokens FILE FLAG...: print the tokens of a C file without those of the system's headers
tokens() {
  tool "$work/tokens.log" "$work/tokens.i" "$clang" -E "${@:2}" "$1" -o "$work/tokens.i" >&2 &&
    awk -f sim_scripts/c_tokens.awk "$work/tokens.i"
}

# source_text: print proof_text, the tokens of the C, and those of the translator
source_text() {
  local file includes
  proof_text
  for file in "${model_sources[@]}"; do
    tokens "$file" "${model_flags[@]}" || return 1
  done
  includes=$("$llvm_config" --includedir)
  tokens proofs/common/ir_verilog.c -std=gnu11 "-I$includes"
}

digest() {
  sha256sum | cut -d' ' -f1
}

# read_sources: set sources, a digest that all keys of sources include, and tools, the name and the versions of the tools
read_sources() {
  source_text >"$work/sources" || return 1
  sources=$(digest <"$work/sources")
  tools=$(tool_set)
  tools="$(digest <<<"$tools" | cut -c1-6): $tools"
}

# source_key BLOCK, circuit_key BLOCK: print a key; that of the circuit needs the translation
source_key() {
  { echo "$sources" && proof_commands "$1"; } | digest
}

circuit_key() {
  { cat "$work/$1/c.v" "$work/$1/ports" && proof_text && proof_commands "$1"; } | digest
}

# label BLOCK: what that file calls it
label() {
  case $kind:$buffers in
    fedx:10) echo "$1" ;;
    fedx:*) echo "$1-$buffers" ;;
    *) echo "$1-$build" ;;
  esac
}

# recorded BLOCK COLUMN KEY: print the outputs proved and the name of the tools; status 1 if the key is not in that column
recorded() {
  awk -v block="$(label "$1")" -v column="$2" -v key="$3" \
    '$1 == block && $column == key { print $3, $5; found = 1 } END { exit !found }' "$proved_file"
}

recorded_circuit() {
  recorded "$1" 2 "$(circuit_key "$1")"
}

recorded_sources() {
  recorded "$1" 4 "$(source_key "$1")"
}

# recorded_with NAME: print the versions of these tools
recorded_with() {
  sed -n "s/^# tools $1: //p" "$proved_file"
}

# tools_of BLOCK: print the name of the tools in its row
tools_of() {
  awk -v block="$(label "$1")" '$1 == block { print $5 }' "$proved_file"
}

# new_rows: print a row per block that is proved. A block that was found by the key of its circuit keeps the tools of its row.
new_rows() {
  local block name bits verdict proved seconds by
  for block in "${chosen[@]}"; do
    [ -s "$work/$block/row" ] || continue
    read -r name bits _ verdict proved seconds by <"$work/$block/row"
    [[ $verdict = equal && $bits != - ]] || continue
    echo "$(label "$name") $(circuit_key "$block") $proved $(source_key "$block") ${by:-${tools%%:*}}"
  done
}

# record: replace the rows of the blocks that are proved
record() {
  new_rows >"$work/rows"
  [ -s "$work/rows" ] || return 0
  awk 'FNR == NR { row[$1] = $0; order[++n] = $1; next }
    /^#/ { next }
    !($1 in row)
    $1 in row && row[$1] { print row[$1]; row[$1] = "" }
    END { for (i = 1; i <= n; i++) if (row[order[i]]) print row[order[i]] }' "$work/rows" "$proved_file" >"$work/proved.rows"
  {
    sed -n '/^#/ { /^# tools /! p }' "$proved_file"
    { echo "# tools $tools" && sed -n '/^# tools /p' "$proved_file"; } | sort -u |
      awk 'FNR == NR { used[$5 ":"] = 1; next } $3 in used' "$work/proved.rows" -
    cat "$work/proved.rows"
  } >"$work/proved.txt"
  cp "$work/proved.txt" "$proved_file"
}

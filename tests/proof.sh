#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C and RTL of these blocks are proved equal, in every output (recorded: or are what proofs/<kind>/proved.txt has as proved); or a
# mutant in each is found and told in words; or what is wrong in the last output of a group alone (what abc decides
# together) is found, so that none is left out, and the block beside it is equal.
#   proof.sh equal|recorded|recorded_20|different BLOCK...   recorded_20: of 20 buffers
#   proof.sh fresh|fresh_20 BLOCK...   what is recorded is of these sources, and is not proved here when it is not
#   proof.sh equal|recorded|fresh|different --router KIND [--build NAME] BLOCK...
#   proof.sh last
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77
export CC=$here/kept_cc.sh

last_output() {
  cp -r rtl/fedx "$scratch/rtl"
  sed -i 's/grant_buf\[\(.*\)] = b\[\(.*\)];/grant_buf[\1] = p == PORTS - 1 ? 0 : b[\2];/' "$scratch/rtl/fedx_arbitration.v"
  ! cmp -s rtl/fedx/fedx_arbitration.v "$scratch/rtl/fedx_arbitration.v" || fail "fedx_arbitration.v has no line to make wrong"
  expect 1 sim_scripts/prove.sh --no-install --dut "$scratch/rtl/fedx.f" --top fedx_switch --keep "$scratch/work" ownership arbitration
  cat "$scratch/out"
  grep -q "^ownership .* equal " "$scratch/out" || fail "a block of that switch that is ours is not equal"
  [ "$(grep -E "^  [a-z_]+.*: C .*, RTL " "$scratch/out" | cut -d: -f1)" = "  grant_buf[6]" ] ||
    fail "not just the last of the seven buffers is said to differ"
  grep "^[0-9]* 7 SATISFIABLE " "$scratch/work/arbitration/times" || fail "the seven are not decided together"
}

# prove_copy STATUS OPTION|BLOCK...: of 20 buffers, in a copy of the sources
prove_copy() {
  local want=$1
  shift
  expect "$want" "$scratch/sim_scripts/prove.sh" --no-install --buffers 20 "$@"
}

# changed FILE SED: of the copy
changed() {
  sed -i "$2" "$scratch/$1"
  ! cmp -s "$1" "$scratch/$1" || fail "$1 has no line to change"
}

# counts WORDS: both records count without a translation
counts() {
  prove_copy 0 --recorded ownership header
  [ "$(grep -c " - .* equal .* recorded$" "$scratch/out")" -eq 2 ] || { cat "$scratch/out"; fail "$1 makes it be translated"; }
}

# does_not_count WORDS: both records are stale
does_not_count() {
  prove_copy 1 --stale ownership header
  [ "$(grep -c " stale " "$scratch/out")" -eq 2 ] || { cat "$scratch/out"; fail "$1 passes for what is recorded"; }
}

# A record counts for the same sources and commands. Comments, and the way in which a script is written, do not matter.
what_counts() {
  cp -r cmodel include proofs rtl sim_scripts "$scratch"
  prove_copy 0 --document ownership header
  changed rtl/fedx/fedx_ownership.v '$a // the same'
  changed cmodel/fedx/model/fedx_ownership.c '$a /* the same */'
  counts "another comment of the sources"
  changed sim_scripts/proof_block.sh '3,$ { /^ *#/d }'
  changed sim_scripts/proof_fedx.sh '3,$ { /^ *#/d }'
  counts "a comment that a script lost"
  changed sim_scripts/proof_block.sh 's/link_model /join_model /; s/link_model()/join_model()/; s/local folder=/local extra folder=/'
  changed sim_scripts/proof_fedx.sh 's/link_model /join_model /'
  counts "a function of a script that is called otherwise"
  changed sim_scripts/proof_block.sh 's/; iprove;/; iprove -N 7;/'
  does_not_count "another command of abc"
  cp sim_scripts/proof_block.sh sim_scripts/proof_fedx.sh "$scratch/sim_scripts"
  changed sim_scripts/proof_tools.sh 's/-unroll-threshold=1000000/-unroll-threshold=1000001/'
  does_not_count "another option of opt"
  cp sim_scripts/proof_tools.sh "$scratch/sim_scripts"
  of_other_tools
  of_other_sources
}

# A record of other tools counts for the same sources. If the C changes, the translations cannot be compared.
of_other_tools() {
  cp "$scratch/proofs/fedx/proved.txt" "$scratch/proved.txt"
  sed -i -E '1i # tools 012345: Yosys 9, LLVM 99
    s/^((ownership|header)-20) [0-9a-f]+ (.*) [0-9a-f]+$/\1 0 \3 012345/' "$scratch/proofs/fedx/proved.txt"
  counts "what other tools proved"
  grep -qx "recorded with Yosys 9, LLVM 99: ownership header" "$scratch/out" || fail "the tools of the record are not named"
  changed cmodel/fedx/model/fedx_ownership.c '$a extern int nothing;'
  does_not_count "other C"
  grep -q "(proved with Yosys 9, LLVM 99; what these" "$scratch/out" || fail "the tools of a stale record are not named"
  cp cmodel/fedx/model/fedx_ownership.c "$scratch/cmodel/fedx/model"
  cp "$scratch/proved.txt" "$scratch/proofs/fedx"
}

# A record counts for other C with the same translation. It does not count for other RTL, not even of a small block.
of_other_sources() {
  changed cmodel/fedx/model/fedx_ownership.c '$a extern int nothing;'
  prove_copy 0 --recorded ownership
  [ "$(grep -c "[0-9] .* equal .* recorded$" "$scratch/out")" -eq 1 ] || fail "what is translated to the same is proved again"
  changed rtl/fedx/fedx_ownership.v 's/req_reg      <= want | header_want;/req_reg      <= want;/'
  prove_copy 1 --recorded ownership header
  [ "$(grep -c " different \| equal .* s$" "$scratch/out")" -eq 2 ] || fail "other RTL passes for what is recorded"
}

want=$1
shift
of=()
while [[ ${1-} = --* ]]; do
  of+=("$1" "$2")
  shift 2
done
prove=(sim_scripts/prove.sh --no-install ${of[@]+"${of[@]}"})
case $want in
  last) last_output && exit 0 ;;
  equal) expect 0 "${prove[@]}" "$@" ;;
  recorded)
    want=equal
    [ ${#of[@]} -gt 0 ] || what_counts
    expect 0 "${prove[@]}" --recorded "$@"
    ;;
  recorded_20)
    want=equal
    expect 0 sim_scripts/prove.sh --no-install --buffers 20 --recorded "$@"
    ;;
  fresh*)
    [ "$want" = fresh ] || prove+=(--buffers "${want#fresh_}")
    want=equal
    expect 0 "${prove[@]}" --stale "$@"
    ;;
  *) expect 0 "${prove[@]}" --negative "$@" ;;
esac
cat "$scratch/out"
decided=$(grep -c " $want " "$scratch/out")
[ "$decided" -eq $# ] || fail "$# blocks asked for, $decided $want"
# Proved and all outputs, on either side of the stroke.
[ "$want" != equal ] || [ "$(grep -cE " equal +([1-9][0-9]*)/\1 " "$scratch/out")" -eq $# ] || fail "not every output is proved"
# A counterexample names inputs, and an output with both values.
[ "$want" = equal ] || [ "$(grep -cE "^  .*: C .*, RTL " "$scratch/out")" -ge $# ] || fail "counterexamples without words"
echo "$decided blocks, all $want"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# If a proof tool fails, prove.sh and prove_invariant.sh print its line and its log, exit with status 2 and give no verdict. A proof
# that takes too long is undecided, which is no error. One sentence names a tool that is missing or lacks a capability. LLVM is also
# found if only names with its version exist.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77
export CC=$here/kept_cc.sh
real_path=$PATH

# fake PROGRAM BODY: put a script in its place; $real is the program
fake() {
  rm -rf "$scratch/fake"
  mkdir "$scratch/fake"
  printf '#!/bin/bash\nreal=%q\n%s\n' "$(PATH=$real_path command -v "$1")" "$2" >"$scratch/fake/${1##*/}"
  chmod +x "$scratch/fake/${1##*/}"
  export PATH=$scratch/fake:$real_path
}

# ends_in_error LINE COMMAND...: expect status 2, that line of the tool, its log, and no verdict
errors=0
ends_in_error() {
  expect 2 "${@:2}" --no-install
  grep -qE "error of .*$1" "$scratch/err" || { cat "$scratch/err" >&2; fail "does not say '$1'"; }
  grep -q '^  | ' "$scratch/err" || fail "shows no log"
  ! grep -E ' (undecided|equal|different|proved|wrong) ' "$scratch/out" || fail "a tool's error gives a verdict"
  errors=$((errors + 1))
}
prove=(sim_scripts/prove.sh header)
prove_step=(sim_scripts/prove_invariant.sh grants)
# Probes and questions for the version go to the real program.
version='case "$*" in --version | -V | -h) exec "$real" "$@" ;; esac'
trial="$version"$'\n''case "$*" in *probe*) exec "$real" "$@" ;; esac'

fake "$clang" "$trial
echo 'clang: error: unknown argument' >&2; exit 1"
ends_in_error "clang: error: unknown argument" "${prove[@]}"
fake "$opt" "$trial
echo \"opt: Unknown command line argument '-internalize'.\" >&2; exit 1"
ends_in_error "opt: Unknown command line argument" "${prove[@]}"
fake "$yosys" "$trial
echo 'ERROR: No such command: expose' >&2; exit 1"
ends_in_error "ERROR: No such command" "${prove[@]}"
fake "$yosys" "$trial
exit 0"
ends_in_error "no .* was written" "${prove[@]}"
# abc exits with status 0 after an error.
fake "$abc" "$trial
echo 'cone: unknown option s'"
ends_in_error "cone: unknown option s" "${prove[@]}"
fake "$abc" "$trial
exit 1"
ends_in_error "" "${prove[@]}"
# A verdict about other outputs does not count.
fake "$abc" "$trial
echo 'i/o = 5/ 77 '; echo UNSATISFIABLE"
ends_in_error "not the 1 outputs" "${prove[@]}"
fake "$cadical" "$trial
echo 'cadical: error: out of memory' >&2; exit 1"
ends_in_error "out of memory" "${prove_step[@]}"
fake "$cadical" "$trial
kill -9 \$\$"
ends_in_error "cadical ended with status 137" "${prove_step[@]}"

fake timeout 'exit 124'
expect 1 "${prove[@]}" --no-install
grep -q '^header .* undecided ' "$scratch/out" || fail "what takes too long is not undecided"

# cannot WORDS: expect that sentence and status 2
cannot() {
  expect 2 "${prove[@]}" --no-install
  [ "$(grep -c . "$scratch/err")" -eq 1 ] && grep -qF -- "$1" "$scratch/err" || { cat "$scratch/err" >&2; fail "does not say '$1'"; }
}
fake "$abc" "echo 'cone: unknown option R'"
cannot "${abc##*/} cannot keep several outputs of a circuit"
fake "$opt" "$version
echo \"opt: unknown pass name 'internalize'\" >&2; exit 1"
cannot "opt: unknown pass name 'internalize': install LLVM of another version"

# A folder with all programs but some is the only one on PATH.
only=$scratch/only
mkdir "$only"
IFS=: read -r -a folders <<<"$real_path"
for folder in "${folders[@]}"; do
  [ ! -d "$folder" ] || find "$folder/" -maxdepth 1 ! -type d -exec ln -s -t "$only" {} + 2>/dev/null || true # the first counts
done
rm "$only"/*abc
export PATH=$only
! (find_proof_tools) 2>"$scratch/err" || fail "abc is found where there is none"
grep -q "no berkeley-abc, yosys-abc or abc: install ABC" "$scratch/err" || fail "a missing abc is not named"
ln -s "$abc" "$only/abc"
(find_proof_tools && [ "$abc" = "$only/abc" ]) || fail "no program called abc is found"
major=$("$llvm_config" --version | cut -d. -f1)
rm "$only/clang"
if [ "$opt" = opt ] && [ -e "$only/clang-$major" ]; then
  (find_proof_tools && [ "$clang $opt" = "clang-$major opt-$major" ]) || fail "LLVM is not found by names with its version"
fi
rm -f "$only"/clang-[0-9]*
! (find_proof_tools) 2>"$scratch/err" || fail "LLVM is found without clang"
grep -q "no clang, opt, llvm-link and llvm-config of one version" "$scratch/err" || fail "a missing clang is not named"
echo "$errors errors of tools, none of them a verdict"

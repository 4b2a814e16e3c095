# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: a module with faults made by `yosys mutate`, as part of a router of any other make. Set before: descriptions,
# files of them; home, the folder that their sources are in; module, the one that is wrong; parameters, its own; sources, its files.

# chosen: of the module on standard input, which fault is there is what file `mutant` says when a router is made
chosen() {
  sed -E ':header; /^module /{/\);$/!{N; s/\n//; b header}}
    /^module /{s/, mutsel//; s/\(mutsel, /(/}
    s/^  input (\[[0-9]+:0\]) mutsel;/  reg \1 chosen [0:0]; initial $readmemh("mutant", chosen); wire \1 mutsel = chosen[0];/
    /^  wire \[[0-9]+:0\] mutsel;/d'
}

# named: parameters that a module no longer has are there for their names
named() {
  local names=
  [ "$parameters" = - ] || names="#($(sed 's/=[^,]*/ = 0/g; s/[A-Z_]* = 0/parameter &/g' <<<"$parameters")) "
  sed -E "s/^module $module *\\(/module $module $names(/"
}

# described DESCRIPTION SOURCE...: it with these sources of the module, and the others it has
described() {
  local others
  others=$(printf '%s\n' "${sources[@]}" | sed 's|.*/||' | paste -sd'|')
  awk -v home="$FEDX_SOURCE/$home" -v first="$(printf '%s, ' "${@:2}")" -v others="^($others)$" '
    /^files:/ { inside = 1; sub(/^files:/, "") }
    inside && /^[a-z]/ { inside = 0; print "files: [" first kept "]" }
    inside {
      gsub(/[][,]/, " "); count = split($0, file, " ")
      for (i = 1; i <= count; i++) { base = file[i]; sub(/.*\//, "", base); if (base !~ others) kept = kept home "/" file[i] ", " }
      next
    }
    /^include:/ { sub(/: /, ": " home "/") }
    { print }' "$1" | sed 's/, \]/]/'
}

# found NAME CYCLES: the check of description NAME.yaml that finds what files mutant and compare choose, or -
found() {
  local status=0
  "$FEDX" blackbox --quiet "$1.yaml" --keep "$1" --cycles "$2" --no-bundle >"$1.out" 2>&1 || status=$?
  [ "$status" -le 1 ] || { cat "$1.out" >&2; fail "$1: status $status"; }
  if [ "$status" -eq 0 ]; then echo -; elif grep -q 'stop' "$1.out"; then echo pins; else sed -nE 's/^([a-z]+): cycle .*/\1/p' "$1.out"; fi
}

# tried NAME...: the check and the name of the first of these descriptions by which the fault of file mutant is found, or -. Set before: cycles.
tried() {
  local name check
  for name; do
    check=$(found "$name" "$cycles")
    [ "$check" = - ] || { echo "$check $name"; return; }
  done
  echo -
}

# try_numbers LAST FILE...: results, lines "NUMBER CHECK DESCRIPTION", or "NUMBER -" where none finds it, of the faults of these files up to
# that one, 0 the right router. Goes on where it was broken off.
try_numbers() {
  local number description wrong=()
  for description in "${descriptions[@]}"; do
    wrong+=("wrong_$(basename "$description" .yaml)")
    described "$description" "${@:2}" >"${wrong[-1]}.yaml"
  done
  for number in $(seq "$(wc -l 2>/dev/null <results || echo 0)" "$1"); do
    printf '%x\n' "$number" >mutant
    echo "$number $(tried "${wrong[@]}")" >>results
  done
  grep -qx '0 -' results || fail "${descriptions[0]}: the right one is found wrong"
}

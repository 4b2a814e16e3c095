# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: a module with faults made by `yosys mutate`, as part of a router of any other make. Set before: name and home,
# the description and the folder that it is in; module, the one that is wrong; parameters, its own; sources, its files.

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

# described SOURCE...: the description with these sources of the module, and the others it has
described() {
  local others
  others=$(printf '%s\n' "${sources[@]}" | sed 's|.*/||' | paste -sd'|')
  awk -v home="$FEDX_SOURCE/$home" -v first="$(printf '%s, ' "$@")" -v others="^($others)$" '
    /^files:/ { inside = 1; sub(/^files:/, "") }
    inside && /^[a-z]/ { inside = 0; print "files: [" first kept "]" }
    inside {
      gsub(/[][,]/, " "); count = split($0, file, " ")
      for (i = 1; i <= count; i++) { base = file[i]; sub(/.*\//, "", base); if (base !~ others) kept = kept home "/" file[i] ", " }
      next
    }
    /^include:/ { sub(/: /, ": " home "/") }
    { print }' "$FEDX_SOURCE/$home/$name.yaml" | sed 's/, \]/]/'
}

# found KIND CYCLES: the check that finds what files mutant and compare choose, or -
found() {
  local status=0
  "$FEDX" verify --quiet --router-dut "$1.yaml" --keep "$1" --cycles "$2" --no-bundle >"$1.out" 2>&1 || status=$?
  [ "$status" -le 1 ] || { cat "$1.out" >&2; fail "$name: status $status"; }
  if [ "$status" -eq 0 ]; then echo -; elif grep -q 'stop' "$1.out"; then echo pins; else sed -nE 's/^([a-z]+): cycle .*/\1/p' "$1.out"; fi
}

# try_numbers LAST FILE...: results, lines "NUMBER CHECK", - where none finds it, of the faults of these files up to that one, 0 the right
# router. Goes on where it was broken off. Set before: cycles.
try_numbers() {
  local number check
  described "${@:2}" >wrong.yaml
  for number in $(seq "$(wc -l 2>/dev/null <results || echo 0)" "$1"); do
    printf '%x\n' "$number" >mutant
    check=$(found wrong "$cycles")
    echo "$number $check" >>results
  done
  grep -qx '0 -' results || fail "$name: the right one is found wrong"
}
